"""Guerrillas lie low on their islands until they are called up (11.0); rangers are as frail (11.1).

Until then they lie in their hexes and count for nothing (`land_units.dormant`). What they have in
common once they have risen, `rules.ground.irregulars` says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tabuleiro.engine import Step, Verdict, hex_ref, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.ground.land_units import DORMANT, dormant, land_units
from tabuleiro.rules.ground.special_moves import SpecialMove
from tabuleiro.rules.ground.stacking import stacking_objection
from tabuleiro_filipinas.islands import island_of
from tabuleiro_filipinas.parameters.ground import RangersTerms

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Change, Situation
    from tabuleiro.engine.verdicts import Objection

__all__ = ["Guerrillas", "LieLow", "Rise"]

RISEN = "activated"
"""The mark of guerrillas that were called up in this turn: they do not move."""
_LANDED = "landed"
"""The fact that says on which islands Americans have landed."""
_AMERICAN = "american"


class LieLow(Step, frozen=True):
    """The set-up is over: guerrillas lie low (11.0-1)."""

    def run(self, change: Change) -> None:
        """Mark them."""
        change.finish()
        for piece in sorted(change.position.pieces):
            if DORMANT in change.counter(piece).tags and change.on_map(piece):
                change.emit(ev.Marked(piece, (DORMANT,)))


class NoteLanding(Step, frozen=True):
    """Americans have come to an island: from now on its guerrillas may be called up."""

    island: str

    def run(self, change: Change) -> None:
        """Note the island."""
        change.finish()
        if self.island not in _noted(change):
            change.emit(ev.FactSet(_LANDED, sorted((*_noted(change), self.island))))


class Rise(SpecialMove, frozen=True):
    """Call up the guerrillas in their hex."""

    listed_if_allowed: ClassVar[bool] = True

    piece: str

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Check that Americans have landed on the island, and that no enemy is in the hex."""
        return Verdict.of(list(_rise_objections(s, side, self.piece)))

    def carry_out(self, change: Change) -> None:
        """Turn the piece up; it does not move in this turn."""
        change.emit(ev.Marked(self.piece, (RISEN,), remove=(DORMANT,)))
        hex = hex_ref(change.place(self.piece))
        message = msg("{piece} rises in {hex}.", piece=piece_ref(self.piece), hex=hex)
        change.say(message, clause(change, "guerrilla-rising"))


def _rise_objections(s: Situation, side: str, piece: str) -> Iterator[Objection]:
    place = s.place(piece)
    words = {"piece": piece_ref(piece), "hex": hex_ref(place)}
    if piece not in dormant(s) or place not in s.board.grid:  # a free hand may take it anywhere
        yield object_to(s, msg("{piece} is not lying low.", **words), "guerrilla-rising", "form")
        return
    if not landed(s, side, island_of(s, place)):
        message = msg("{piece} waits until Americans have landed on its island.", **words)
        yield object_to(s, message, "guerrilla-rising", "movement", pieces=(piece,))
    if place in land_units(s, s.enemy(side)):
        message = msg("{piece} cannot rise in {hex}: enemy units are there.", **words)
        yield object_to(s, message, "guerrilla-hex", "form", pieces=(piece,), hexes=(place,))
    crowd = stacking_objection(s, piece, place)
    if crowd is not None:
        yield crowd


def _noted(s: Situation) -> tuple[str, ...]:
    return tuple(s.position.facts.get(_LANDED, ()))


def landed(s: Situation, side: str, island: str | None) -> bool:
    """Return whether Americans stand on an island, or have ever come to it."""
    if island is None:
        return False
    hexes = s.board.regions[island].hexes
    here = (p for place, pieces in land_units(s, side).items() if place in hexes for p in pieces)
    return island in _noted(s) or any(s.counter(piece).nation == _AMERICAN for piece in here)


class Guerrillas:
    """A part: guerrillas lie low until they are called up; rangers die of one loss, or of two."""

    @hookimpl
    def setup_steps(self) -> list[Step]:
        return [LieLow()]

    @hookimpl
    def special_moves(self, s: Situation, side: str, piece: str | None) -> list[SpecialMove]:
        hidden = sorted(dormant(s)) if piece is None else [piece] if piece in dormant(s) else []
        mine = (Rise(one) for one in hidden if s.side(one) == side)
        return [move for move in mine if move.verdict(s, side)]

    @hookimpl
    def movement_marks(self) -> list[str]:
        return [RISEN]

    @hookimpl
    def capture_steps(self, s: Situation, piece: str, path: tuple[str, ...]) -> list[Step]:
        if s.counter(piece).nation != _AMERICAN:
            return []
        islands = dict.fromkeys(island_of(s, place) for place in path)
        return [NoteLanding(one) for one in islands if one is not None and one not in _noted(s)]

    @hookimpl
    def move_objections(self, s: Situation, piece: str) -> list[Objection]:
        if not s.marked(piece, RISEN):
            return []
        message = msg("{piece} has risen in this turn and does not move.", piece=piece_ref(piece))
        return [object_to(s, message, "guerrilla-rest", "movement", pieces=(piece,))]

    @hookimpl
    def losses_to_eliminate(self, s: Situation, piece: str) -> int | None:
        # One loss destroys them (11.0-8).
        terms = s.terms(RangersTerms)
        one = s.counter(piece).type == terms.type and s.options.get(terms.steps) == 1
        return 1 if one else None
