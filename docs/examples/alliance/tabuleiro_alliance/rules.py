"""The hooks of the game: an ally helps by standing by, and lost units cost points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import msg, side_ref
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat.battle import Battle, Shift
from tabuleiro.rules.victory.scoring import ScoreLine, destroyed
from tabuleiro_alliance.parameters import AllianceTerms

if TYPE_CHECKING:
    from tabuleiro.engine import Situation

__all__ = ["Rules"]


class Rules:
    """What allies do for each other; who is whose enemy stands in module.yaml."""

    parameters = (AllianceTerms,)
    words = ("allied-help", "score-lost")

    @hookimpl
    def combat_shifts(self, s: Situation, battle: Battle) -> list[Shift]:
        """Units of an ally next to the defenders are worth columns (6.0)."""
        near = s.board.grid.neighbours(battle.target)
        allies = (side for side in s.friends(battle.attacker) if side != battle.attacker)
        if not any(place in s.occupied(ally) for ally in allies for place in near):
            return []
        label, rule = msg("an ally beside them"), clause(s, "allied-help")
        return [Shift("attacker", s.terms(AllianceTerms).allied_help, label, rule)]

    @hookimpl
    def score(self, s: Situation) -> list[ScoreLine]:
        """Each unit that a side loses costs it points (8.0); the villages stand in the scenario."""
        each, rule, lines = s.terms(AllianceTerms).unit_lost, clause(s, "score-lost"), []
        for side in s.module.played_sides:
            label = msg("lost by {side}", side=side_ref(side))
            lines.append(ScoreLine(side, -each * destroyed(s, side), label, rule))
        return lines
