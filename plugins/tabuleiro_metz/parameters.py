"""Parameters that only Batalha de Metz reads."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from tabuleiro.module.models.base import Model, Rule
from tabuleiro.module.models.references import (
    Counter,
    EachSide,
    Edge,
    Formation,
    HexName,
    HexsideKind,
    Marker,
    NetworkKind,
    Region,
    Side,
    Tag,
)
from tabuleiro.rules.parameters import ladder
from tabuleiro.rules.parameters.shared import Count, Points, Turn
from tabuleiro.rules.parameters.words import SHARED

__all__ = ["Bridges", "MetzParameters", "Railway"]


class Railway(Model):
    """Moves by rail."""

    network: NetworkKind = Field(description="The network that trains use.")
    hexes: Count = Field(description="Hexes that a unit may go in a turn.")


class Bridges(Model):
    """Bridges that engineers build in the course of the match."""

    hexside: HexsideKind = Field(description="What they bridge.")
    side: Side = Field(description="The side that builds.")
    first_turn: Turn = Field(description="The first turn in which a bridge may be put down.")
    marker: Marker = Field(description="The marker; there are as many bridges as its `count`.")
    tag: Tag = Field(description="The tag of units that build.")
    destroyed_by: Side = Field(description="The side whose units destroy bridges by coming there.")


class Reserve(Model):
    """A formation that waits."""

    formation: Formation = Field(description="The formation.")
    first_turn: Turn = Field(description="The first turn in which it may move of its own will.")
    rule: Rule = Field(description="The clause of the rulebook.")


class Post(Model):
    """A unit that holds a hex."""

    unit: Counter = Field(description="The unit.")
    hex: HexName = Field(description="The hex, which must be in quotes.")
    rule: Rule = Field(description="The clause of the rulebook.")


class Recovery(ladder.Recovery):
    """Which reduced units recover."""

    line_to: Annotated[dict[Side, list[Edge]], EachSide()] = Field(
        description="Stretches of the border to one of which a line of hexes free of the enemy "
        "and its zones must lead; towards them is also behind a side's line."
    )


class Foothold(Model):
    """Points for units in a region."""

    region: Region = Field(description="The region.")
    points: Points = Field(description="The points.")


class FortressScore(Model):
    """Points for the hexes of the fortress."""

    region: Region = Field(description="The region.")
    all: Points = Field(description="For all of them.")
    each: Points = Field(description="For each, with the option `metz-points`.")


class AmericanScore(Model):
    """Points of the Americans."""

    enemy_destroyed: Points = Field(description="For each German unit destroyed.")
    east_of_siegfried: Foothold = Field(description="For a unit beyond the Siegfried Line.")


class GermanScore(Model):
    """Points of the Germans."""

    enemy_destroyed: Points = Field(description="For each American unit destroyed.")
    fortress: FortressScore = Field(description="For the hexes of the fortress.")


class Scoring(Model):
    """Points besides those of the scenario's objectives."""

    us: AmericanScore = Field(description="Points of the Americans.")
    german: GermanScore = Field(description="Points of the Germans.")


class MetzParameters(ladder.LadderParameters):
    """The parameters of Batalha de Metz."""

    sides: ClassVar[int | None] = 2
    words: ClassVar[tuple[str, ...] | None] = (
        *SHARED, "score-german-destroyed", "score-metz", "score-siegfried", "score-us-destroyed",
    )  # fmt: skip

    may_not_move: list[Reserve] = Field(default=[], description="Formations that wait.")
    pinned: list[Post] = Field(
        default=[],
        description="Units that hold a hex until they retreat or an enemy in dominant terrain is "
        "next to them.",
    )
    recovery: Recovery = Field(description="Who recovers losses.")
    scoring: Scoring = Field(description="Points besides those of the scenario's objectives.")
