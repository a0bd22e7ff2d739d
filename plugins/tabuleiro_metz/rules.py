"""The hooks of Batalha de Metz."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.engine import Objection, msg, piece_ref
from tabuleiro.engine.knowledge import Knowledge
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import object_to
from tabuleiro.rules.combat.retreat import cut_off
from tabuleiro.rules.ground.movement_points import MovementChange
from tabuleiro.rules.victory.scoring import ScoreLine
from tabuleiro_metz.parameters import (
    PostsTerms,
    RecoveryTerms,
    ReservesTerms,
    ScoringTerms,
)
from tabuleiro_metz.placement import behind_line
from tabuleiro_metz.posts import LEFT, MAY_LEAVE, Posts, at_post, not_yet, post_objections
from tabuleiro_metz.scoring import score_lines

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.engine import Situation, Step
    from tabuleiro.module import Phase

__all__ = ["Metz"]

_POSTS = Knowledge(secret_marks=frozenset({LEFT, MAY_LEAVE}))


class Metz:
    """What is special to Metz: units tied to their hexes, a few options, and its score.

    There is no supply (11.2-3): none of the parts knows any.
    """

    sides = 2
    parameters = (ReservesTerms, PostsTerms, RecoveryTerms, ScoringTerms)
    words = ("score-german-destroyed", "score-metz", "score-siegfried", "score-us-destroyed")

    @hookimpl
    def setup_hexes(self, s: Situation, piece: str, where: Mapping[str, Any]) -> list[str] | None:
        """The artillery of the army stands behind the line."""
        return behind_line(s, s.side(piece)) if where["kind"] == "behind-line" else None

    @hookimpl
    def steps_before(self, phase: Phase) -> list[Step]:
        """The posts are looked at before the German movement."""
        return [Posts(begins=True)] if phase.id == "german-movement" else []

    @hookimpl
    def steps_after(self, phase: Phase) -> list[Step]:
        """And after it."""
        return [Posts(begins=False)] if phase.id == "german-movement" else []

    @hookimpl
    def move_objections(self, s: Situation, piece: str) -> list[Objection]:
        """Divisions that wait, and regiments at their posts."""
        return [*not_yet(s, piece), *post_objections(s, piece)]

    @hookimpl
    def knowledge(self) -> list[Knowledge]:
        """Marks of posts tell which regiment stands there; who knows all of a piece sees them."""
        return [_POSTS]

    @hookimpl
    def advance_objections(self, s: Situation, piece: str) -> list[Objection]:
        """Whoever may not move does not advance, and nobody leaves his post to advance."""
        return [*not_yet(s, piece), *at_post(s, piece)]

    @hookimpl
    def movement_changes(self, s: Situation, piece: str) -> list[MovementChange]:
        """With the option, no road leads armour into wooded rough."""
        if s.option("rough-woods-roads") or s.counter(piece).movement_class != "armour":
            return []
        return [MovementChange(off_roads=frozenset(("rough-woods",)))]

    @hookimpl
    def withdrawal_objections(self, s: Situation, piece: str) -> list[Objection]:
        """Surrounded units stay until they are freed."""
        if not cut_off(s, piece):
            return []
        message = msg("{piece} is surrounded and cannot be withdrawn.", piece=piece_ref(piece))
        return [object_to(s, message, "withdrawal", "movement", pieces=(piece,))]

    @hookimpl
    def recovers(self, s: Situation, piece: str) -> bool | None:
        """With the option, Panzergrenadiers do not recover."""
        barred = s.option("german-recovery") == "no-panzergrenadiers"
        grenadier = s.counter(piece).type == "armoured-infantry" and s.side(piece) == "german"
        return False if barred and grenadier else None

    @hookimpl
    def score(self, s: Situation) -> list[ScoreLine]:
        """The fortress, destroyed units, and a foothold east of the Siegfried Line."""
        return score_lines(s)
