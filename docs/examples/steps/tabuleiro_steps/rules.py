"""The hooks of the game: results of two losses, weak units without zones, points for each step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import DEAD, msg, side_ref
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat.losses import TakeLoss
from tabuleiro.rules.victory.scoring import ScoreLine
from tabuleiro_steps.parameters import StepTerms

if TYPE_CHECKING:
    from tabuleiro.engine import Situation, Step
    from tabuleiro.rules.combat.battle import Battle

__all__ = ["Rules", "steps_lost"]


def steps_lost(s: Situation, piece: str) -> int:
    """Return how many steps a unit has lost: all of them if it was eliminated."""
    return s.counter(piece).steps if s.place(piece) == DEAD else s.piece(piece).losses


class Rules:
    """What comes of counters with four steps; their values stand in counters.yaml."""

    parameters = (StepTerms,)
    words = ("score-steps",)

    @hookimpl
    def result_steps(self, s: Situation, battle: Battle, code: str) -> list[Step] | None:
        """D2 and A2 are two losses one after the other: both may fall on one unit (5.2)."""
        parts = {
            "D2": (battle.defender, battle.defenders),
            "A2": (battle.attacker, battle.attackers),
        }
        if code not in parts:
            return None  # the family knows it
        side, pieces = parts[code]
        rule = clause(s, f"result-{code.lower()}")
        return [TakeLoss(side, pieces, rule), TakeLoss(side, pieces, rule)]

    @hookimpl
    def pieces_without_zone(self, s: Situation, side: str) -> list[str]:
        """Units on their last step exert no zone (6.0)."""
        units = (piece for pieces in s.occupied(side).values() for piece in pieces)
        return [piece for piece in units if s.piece(piece).losses == s.counter(piece).steps - 1]

    @hookimpl
    def score(self, s: Situation) -> list[ScoreLine]:
        """Each step that a side loses costs it points (8.0)."""
        each, rule, lines = s.terms(StepTerms).step_lost, clause(s, "score-steps"), []
        for side in s.module.sides:
            lost = sum(steps_lost(s, p) for p in s.position.pieces if s.side(p) == side)
            label = msg("steps lost by {side}: {n}", side=side_ref(side), n=lost)
            lines.append(ScoreLine(side, -each * lost, label, rule))
        return lines
