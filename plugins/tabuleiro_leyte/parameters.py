"""Terms that only Batalha de Leyte reads."""

from __future__ import annotations

from collections.abc import Mapping

from tabuleiro.module.terms import (
    Columns,
    Nation,
    Number,
    Place,
    Points,
    Region,
    Side,
    Terms,
    Turn,
)
from tabuleiro.rules.arrivals.withdrawals import WithdrawalTerms as CommonWithdrawalTerms
from tabuleiro.rules.victory.scoring import ScoreTerms

__all__ = [
    "AirBonusTerms",
    "AmericanScore",
    "FirstWaveTerms",
    "JapaneseScore",
    "NavalSupportTerms",
    "PortsTerms",
    "ScoringTerms",
    "WithdrawalTerms",
]


class AirBonusTerms(Terms):
    """Air points that a side may gather once."""

    key = "air_bonus"
    required = True

    side: Side
    """The side."""
    points: Number
    """The points."""
    first_turn: Turn
    """The first turn in which it may."""


class NavalSupportTerms(Terms):
    """Naval guns in support of landings."""

    key = "naval_support"
    required = True

    turns: tuple[Turn, ...]
    """The turns in which ships fire."""
    side: Side
    """The side that has them."""
    shift: Columns
    """Columns that they are worth."""
    inland: Number
    """Hexes from the coast that they reach."""


class FirstWaveTerms(Terms):
    """The landings that begin the match."""

    key = "first_wave"
    required = True

    turn: Turn
    """The turn."""


class WithdrawalTerms(CommonWithdrawalTerms):
    """Units that leave when the scenario says so."""

    required = True

    reach: tuple[Region, ...]
    """Regions. A unit stays while enemies bar all its ways to them and to ships."""


class AmericanScore(Terms):
    """Points of the Americans."""

    enemy_destroyed: Mapping[Nation, Points]
    """For each unit, by its nation."""


class JapaneseScore(AmericanScore):
    """Points of the Japanese."""

    intact_on_board: Points
    """For each Japanese unit left without losses."""


class ScoringTerms(ScoreTerms):
    """Points besides those of the scenario's objectives."""

    american: AmericanScore
    """Points of the Americans."""
    japanese: JapaneseScore
    """Points of the Japanese."""


class PortsTerms(Terms):
    """Where ships arrive."""

    ports: tuple[Place, ...]
    """Ports of Japanese reinforcements."""
