"""Scores: what destroyed land pieces are worth to the other side (13.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tabuleiro.engine import msg
from tabuleiro.hooks import hookimpl
from tabuleiro.module.terms import Points, Rule, Side, Terms
from tabuleiro.rules.ground.land_units import holds_ground
from tabuleiro.rules.victory.scoring import ScoreLine, dead

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Situation

__all__ = ["DestroyedUnits", "Score", "ScoringTerms", "destroyed_lines"]


class Score(Terms):
    """Points for destroyed land units."""

    enemy_destroyed: Points
    """Points for each enemy land unit destroyed."""
    rule: Rule
    """The clause of the rulebook."""


class ScoringTerms(Terms):
    """Points for what a side destroys."""

    scoring: Mapping[Side, Score]
    """Points for what a side destroys."""


def destroyed_lines(s: Situation) -> Iterator[ScoreLine]:
    """Yield a line for each side that has destroyed land pieces, as ``rules: scoring`` says."""
    for side, points in s.terms(ScoringTerms).scoring.items():
        count = sum(holds_ground(s, piece) for piece in dead(s, s.enemy(side)))
        if count:
            label = msg("enemy land units destroyed: {n}", n=count)
            yield ScoreLine(side, points.enemy_destroyed * count, label, points.rule)


class DestroyedUnits:
    """A part: points for the land units that a side has destroyed."""

    @hookimpl
    def score(self, s: Situation) -> list[ScoreLine]:
        return list(destroyed_lines(s))
