"""Air points: how many a side has left, may commit to a battle, and what they add there.

Points of a turn support one's own attacks and one's defence alike, in any number; an attack by
air alone has limits (``rules: air_attack``). Artillery that attacks alone gets none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import events as ev
from tabuleiro.engine import msg
from tabuleiro.i18n import _
from tabuleiro.module.terms import Count, Terms
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat.battle import Part
from tabuleiro.rules.sequence.pools import track

if TYPE_CHECKING:
    from tabuleiro.engine import Change, Situation

__all__ = [
    "AIR",
    "AirAttackTerms",
    "air_points",
    "part_of_points",
    "points_alone",
    "points_in_support",
    "spend_air",
]


AIR = "air"


class AirAttackTerms(Terms):
    """The points of an attack by air alone."""

    key = "air_attack"

    min: Count = 1
    """The fewest points."""
    max: Count = 999
    """The most points."""

    def fault(self) -> str:
        """Return the objection to limits the wrong way round."""
        sentence = _("the most points, {most}, are fewer than the fewest, {least}")
        return sentence.format(most=self.max, least=self.min) if self.min > self.max else ""


def air_points(s: Situation, side: str) -> int:
    """Return the air points that a side has left in this turn."""
    return s.position.tracks.get(track(AIR, side), 0)


def spend_air(change: Change, side: str, points: int) -> None:
    """Take air points off a side's pool."""
    if points:
        left = air_points(change, side) - points
        change.emit(ev.TrackSet(track(AIR, side), max(left, 0)))


def points_in_support(s: Situation, side: str) -> range:
    """Return the numbers of points with which a side may support a battle: any that it has.

    Clause: no-air-power.
    """
    return range(1, air_points(s, side) + 1)


def points_alone(s: Situation, side: str) -> range:
    """Return the numbers of points with which a side may attack by air alone.

    Clause: air-attack-limits.
    """
    limits = s.terms(AirAttackTerms)
    return range(limits.min, min(limits.max, air_points(s, side)) + 1)


def part_of_points(s: Situation, side: str, points: int) -> Part:
    """Return what committed points add to a side's sum: one each."""
    return Part(side, points, msg("air points"), clause(s, "air-support"))
