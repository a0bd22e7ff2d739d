"""Terms that only Batalha de Metz reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from tabuleiro.module.terms import (
    Count,
    Counter,
    EachSide,
    Edge,
    Formation,
    HexName,
    HexsideKind,
    Marker,
    NetworkKind,
    Points,
    Region,
    Rule,
    Side,
    Tag,
    Terms,
    Turn,
)
from tabuleiro.rules.arrivals.out_of_contact import RecoveryTerms as CommonRecoveryTerms
from tabuleiro.rules.victory.scoring import ScoreTerms

__all__ = [
    "AmericanScore",
    "BridgesTerms",
    "Foothold",
    "FortressScore",
    "GermanScore",
    "Post",
    "PostsTerms",
    "RailwayTerms",
    "RecoveryTerms",
    "Reserve",
    "ReservesTerms",
    "ScoringTerms",
]


class RailwayTerms(Terms):
    """Moves by rail."""

    key = "railway"

    network: NetworkKind
    """The network that trains use."""
    hexes: Count
    """Hexes that a unit may go in a turn."""


class BridgesTerms(Terms):
    """Bridges that engineers build in the course of the match."""

    key = "bridges"

    hexside: HexsideKind
    """What they bridge."""
    side: Side
    """The side that builds."""
    first_turn: Turn
    """The first turn in which a bridge may be put down."""
    marker: Marker
    """The marker; there are as many bridges as its `count`."""
    tag: Tag
    """The tag of units that build."""
    destroyed_by: Side
    """The side whose units destroy bridges by coming there."""


class Reserve(Terms):
    """A formation that waits."""

    formation: Formation
    """The formation."""
    first_turn: Turn
    """The first turn in which it may move of its own will."""
    rule: Rule
    """The clause of the rulebook."""


class Post(Terms):
    """A unit that holds a hex."""

    unit: Counter
    """The unit."""
    hex: HexName
    """The hex, which must be in quotes."""
    rule: Rule
    """The clause of the rulebook."""


class RecoveryTerms(CommonRecoveryTerms, kw_only=True):
    """Who recovers losses."""

    required = True

    line_to: Annotated[Mapping[Side, tuple[Edge, ...]], EachSide()]
    """Stretches of the border to one of which a line of hexes free of the enemy and its zones
    must lead; towards them is also behind a side's line."""


class Foothold(Terms):
    """Points for units in a region."""

    region: Region
    """The region."""
    points: Points
    """The points."""


class FortressScore(Terms):
    """Points for the hexes of the fortress."""

    region: Region
    """The region."""
    all: Points
    """For all of them."""
    each: Points
    """For each, with the option `metz-points`."""


class AmericanScore(Terms):
    """Points of the Americans."""

    enemy_destroyed: Points
    """For each German unit destroyed."""
    east_of_siegfried: Foothold
    """For a unit beyond the Siegfried Line."""


class GermanScore(Terms):
    """Points of the Germans."""

    enemy_destroyed: Points
    """For each American unit destroyed."""
    fortress: FortressScore
    """For the hexes of the fortress."""


class ScoringTerms(ScoreTerms):
    """Points besides those of the scenario's objectives."""

    us: AmericanScore
    """Points of the Americans."""
    german: GermanScore
    """Points of the Germans."""


class ReservesTerms(Terms):
    """Formations that wait."""

    may_not_move: tuple[Reserve, ...] = ()
    """Formations that wait."""


class PostsTerms(Terms):
    """Units that hold hexes."""

    pinned: tuple[Post, ...] = ()
    """Units that hold a hex until they retreat or an enemy in dominant terrain is next to
    them."""
