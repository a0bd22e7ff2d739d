"""The score besides objectives: destroyed units, and those left intact (12.2.1, 12.2.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import DEAD, msg
from tabuleiro.rules.victory.scoring import ScoreLine
from tabuleiro_leyte.parameters import (
    AmericanScore,
    ScoringTerms,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Situation

__all__ = ["score_lines"]

_RULES = {"japanese": "leyte-12.2.1-1", "american": "leyte-12.2.2-1", "filipino": "leyte-12.2.2-2"}


def score_lines(s: Situation) -> list[ScoreLine]:
    """Return destroyed units of each nation, and Japanese units left intact."""
    points = s.terms(ScoringTerms)
    return [*_destroyed(s, points), _intact(s, points.japanese.intact_on_board)]


def _destroyed(s: Situation, points: ScoringTerms) -> Iterator[ScoreLine]:
    """Yield a line for the destroyed units of each nation; who has left is none of them (4.5-3)."""
    sides: dict[str, AmericanScore] = {"american": points.american, "japanese": points.japanese}
    for side, score in sides.items():
        for nation, each in score.enemy_destroyed.items():
            count = sum(s.counter(piece).nation == nation for piece in s.at(DEAD))
            name = {"key": f"nation.{nation}"}
            label = msg("units destroyed, {nation}: {n}", nation=name, n=count)
            yield ScoreLine(side, each * count, label, _RULES[nation])


def _intact(s: Situation, each: int) -> ScoreLine:
    """Return the line for Japanese units on the board without losses."""
    stacks = s.occupied("japanese").values()
    count = sum(not s.piece(piece).losses for stack in stacks for piece in stack)
    label = msg("Japanese units intact on the board: {n}", n=count)
    return ScoreLine("japanese", each * count, label, "leyte-12.2.2-3")
