"""The models of ``scenarios/*.yaml`` and ``texts.yaml``."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator, ConfigDict, Field, StringConstraints, WithJsonSchema
from pydantic_core import PydanticKnownError

from tabuleiro.module.models.base import (
    Format,
    Hex,
    Id,
    Items,
    Model,
    Rule,
    Scalar,
    Words,
)

__all__ = ["ScenarioFile", "TextsFile"]

States: TypeAlias = dict[Id, Id]
Word = Annotated[str, StringConstraints(min_length=1, max_length=200)]
"""A name that the program gave, such as of a place or a mark."""
Units = Annotated[list[Id], Field(min_length=1)]
When: TypeAlias = Literal["must", "may"]
Turn = Annotated[int, Field(ge=1, le=999)]


def _losses(value: Any) -> Any:
    if not isinstance(value, int):
        raise PydanticKnownError("bool_type")
    return int(value)


Losses = Annotated[
    int,
    BeforeValidator(_losses),
    Field(ge=0, le=11),
    WithJsonSchema({"type": ["boolean", "integer"], "minimum": 0, "maximum": 11}),
]
"""Whether counters lie reduced, or with how many losses."""


class Where(Model):
    """A place described in words that the plugin understands.

    Whatever its kind, `hexes`, `region`, `regions`, `place`, `places`, `box` and `boxes` in it
    are checked; `of` may hold further descriptions.
    """

    model_config = ConfigDict(extra="allow")

    kind: Id = Field(description="`hexes` with a list of hexes, or a kind that the plugin knows.")
    hexes: list[Hex] = Field(default=[], description="The hexes, if `kind` is `hexes`.")


class SetupModel(Model):
    """Counters that start in a hex, in a box or inside another counter."""

    hex: Hex | None = Field(default=None, description="The hex that they start in.")
    box: Id | None = Field(default=None, description="Or the box that they start in.")
    inside: Id | None = Field(
        default=None, alias="in", description="Or the counter that they start inside of."
    )
    units: Units = Field(description="The counters.")
    reduced: Losses = Field(
        default=0, description="Whether they start reduced, or with how many losses."
    )
    states: States = Field(default={}, description="Their states, such as `facing: north`.")
    marks: list[Id] = Field(
        default=[], description="Marks on them, such as `face-down` on a free table."
    )
    rule: Rule | None = Field(default=None, description="The clause of the rulebook.")


class FreeModel(Model):
    """Counters that their owner places before turn 1."""

    side: Id = Field(description="Who places them.")
    units: Units = Field(description="The counters.")
    where: Where = Field(description="Where they may be placed.")
    reduced: Losses = Field(
        default=0, description="Whether they start reduced, or with how many losses."
    )
    states: States = Field(default={}, description="Their states, such as `facing: north`.")
    rule: Rule | None = Field(default=None, description="The clause of the rulebook.")


class ArrivalModel(Model):
    """Counters that enter the game later."""

    side: Id = Field(description="Whose they are.")
    turn: Turn = Field(description="The turn in which they enter, or from which on they may.")
    units: Units = Field(description="The counters.")
    edges: list[Id] = Field(default=[], description="Stretches of the border to enter by.")
    where: Where | None = Field(default=None, description="Or where else they may enter.")
    inside: Id | None = Field(
        default=None,
        alias="in",
        description="Or the counter inside of which they come: with it, or joining it later.",
    )
    when: When = Field(description="`must` or `may` enter.")
    reduced: Losses = Field(
        default=0, description="Whether they enter reduced, or with how many losses."
    )
    states: States = Field(default={}, description="Their states, such as `facing: north`.")
    rule: Rule | None = Field(default=None, description="The clause of the rulebook.")


class WithdrawalModel(Model):
    """Counters that leave the game."""

    side: Id = Field(description="Whose they are.")
    turn: Turn = Field(description="The turn in which, or by which, they leave.")
    units: Units = Field(description="The counters.")
    edges: list[Id] = Field(default=[], description="Stretches of the border to leave by.")
    where: Where | None = Field(default=None, description="Or from where, or if what, they leave.")
    when: When = Field(description="`must` or `may` leave.")
    rule: Rule | None = Field(default=None, description="The clause of the rulebook.")


class MarkerPlaceModel(Model):
    """A marker that lies in a place at the start."""

    marker: Id = Field(description="The marker.")
    hex: Hex | None = Field(default=None, description="The hex that it lies in.")
    box: Id | None = Field(default=None, description="Or the box that it lies in.")
    rule: Rule | None = Field(default=None, description="The clause of the rulebook.")


class ObjectiveModel(Model):
    """A place or region worth points."""

    place: Id | None = Field(default=None, description="The place.")
    hex: Hex | None = Field(default=None, description="Its hex, or its box.")
    region: Id | None = Field(default=None, description="Or the region that is worth points.")
    owner: Id | None = Field(default=None, description="Whose it is at the start.")
    points: dict[Id, Annotated[int, Field(ge=-999, le=999)]] = Field(
        min_length=1, description="Points for each side that holds it."
    )
    when: Literal["end", "each-turn"] = Field(
        default="end", description="`end`: of the scenario; `each-turn`: at the end of every turn."
    )
    rule: Rule | None = Field(default=None, description="The clause of the rulebook.")


class PoolModel(Model):
    """Points that a side receives."""

    id: Id = Field(description="Id of the pool, such as `air`; once for each side.")
    side: Id = Field(description="Whose it is.")
    nation: Id | None = Field(default=None, description="The nation whose counters it is for.")
    types: list[Id] = Field(default=[], description="The unit types that it is for; none: all.")
    name: Words = Field(description="Its name.")
    saved: bool = Field(default=False, description="Whether points not spent stay for later.")
    roll: Id | None = Field(
        default=None, description="A table of values whose throw adds points each turn."
    )
    per_turn: Items = Field(description="Points each turn: a number, or a list with one for each.")
    rule: Rule | None = Field(default=None, description="The clause of the rulebook.")


class OpeningPieceModel(Model):
    """What an entry of the set-up cannot say of a piece in the middle of a match."""

    place: Word | None = Field(
        default=None,
        description="Where it is if no entry says so: `dead`, `gone`, `exit.<edge>`, `off`, a hex,"
        " a box, or `in:` and another piece.",
    )
    losses: Annotated[int, Field(ge=0, le=11)] | None = Field(
        default=None, description="Its losses, if no entry says so."
    )
    spent: Annotated[int, Field(ge=0, le=9999)] = Field(
        default=0, description="Points that it has spent in the phase, in halves."
    )
    marks: list[Word] = Field(default=[], description="Marks on it.")
    states: States = Field(default={}, description="Its states, if no entry says so.")


class OpeningModel(Model):
    """Where the match stands if a scenario begins in the middle of one; written by the program."""

    turn: Turn = Field(description="The turn.")
    phase: Id = Field(description="The phase, which begins anew.")
    pieces: dict[Word, OpeningPieceModel] = Field(
        default={}, description="Pieces that are lost, have left, were made, moved, or are marked."
    )
    control: dict[Id, list[Word]] = Field(
        default={}, description="Places under control, by side: all of them."
    )
    tracks: dict[Word, Annotated[int, Field(ge=-9999, le=9999)]] = Field(
        default={}, description="Where tracks and points stand."
    )
    signs: dict[Word, list[Word]] = Field(
        default={}, description="Markers on hexsides, and what else lies in places."
    )
    facts: dict[Word, Any] = Field(default={}, description="What the rules have noted.")
    met: dict[Id, dict[Word, Word]] = Field(
        default={}, description="For each side the hidden pieces that it came upon, and where."
    )


class ScenarioFile(Model):
    """A scenario of a module."""

    format: Format = Field(description="Version of the module format: 1.")
    id: Id = Field(description="Id of the scenario, which is also the name of its file.")
    name: Words = Field(description="Its name.")
    text: Words = Field(description="What it is about.")
    first_turn: Turn = Field(description="The first turn.")
    last_turn: Turn = Field(description="The last turn.")
    setup: list[SetupModel] = Field(default=[], description="Counters that start on the board.")
    free: list[FreeModel] = Field(
        default=[], description="Counters placed by their owner, in this order of entries."
    )
    reinforcements: list[ArrivalModel] = Field(default=[], description="Counters that enter later.")
    withdrawals: list[WithdrawalModel] = Field(default=[], description="Counters that leave.")
    markers: list[MarkerPlaceModel] = Field(
        default=[], description="Markers that lie on the board at the start."
    )
    objectives: list[ObjectiveModel] = Field(default=[], description="Places worth points.")
    pools: list[PoolModel] = Field(
        default=[], max_length=100, description="Points that sides receive."
    )
    options: dict[Id, Scalar] = Field(default={}, description="Other defaults of options.")
    tracks: dict[Id, Annotated[int, Field(ge=-9999, le=9999)]] = Field(
        default={},
        description="Where markers of tracks stand at the start; on a free table 0 if not given.",
    )
    view: list[Word] = Field(
        default=[],
        max_length=100,
        description="Regions and hexes on which the window opens where the whole board would be"
        " too small; if none are named, where the sides meet.",
    )
    opens: OpeningModel | None = Field(
        default=None, description="Where the match stands if it begins in the middle."
    )


class TextsFile(Model):
    """Other texts of a module."""

    format: Format = Field(description="Version of the module format: 1.")
    texts: dict[Id, Words] = Field(description="The texts, by id.")
