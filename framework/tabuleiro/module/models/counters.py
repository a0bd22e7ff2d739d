"""The model of ``counters.yaml``."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import AfterValidator, Discriminator, Field, Tag
from pydantic_core import PydanticKnownError

from tabuleiro.module.models.base import (
    Format,
    Holds,
    Id,
    Images,
    Model,
    Rule,
    Told,
    Value,
    Word,
    Words,
)

__all__ = ["CountersFile"]

_PRINTED: Final = 12
"""So many letters fit on a marker at most."""

Values: TypeAlias = dict[Id, Value]
Reduced = Annotated[
    Annotated[Values, Tag("(one)")]
    | Annotated[list[Values], Field(min_length=1, max_length=11), Tag("(list)")],
    Discriminator(lambda value: "(list)" if isinstance(value, list) else "(one)"),
]
"""What differs on the reduced side; or on each of them, for counters of more than two steps."""


class FormationModel(Model):
    """A division, corps or army that counters belong to."""

    id: Id = Field(description="Id of the formation, such as `us-88-di`.")
    name: Words = Field(description="Its name.")
    side: Id = Field(description="The side that it belongs to.")
    nation: Id = Field(description="Its nation.")
    parent: Id | None = Field(default=None, description="The formation above it.")
    size: Id = Field(description="Its size, such as `division`.")
    tags: list[Id] = Field(
        default=[], description="`unity`: counts as a division if all its counters attack."
    )


class ShortModel(Model):
    """What is printed beside the symbol."""

    left: str = Field(default="", max_length=12, description="Printed left of the symbol.")
    right: str = Field(default="", max_length=12, description="Printed right of the symbol.")


class CounterModel(Model):
    """A counter."""

    id: Id = Field(description="Id of the counter, such as `us-349-ri`.")
    name: Words = Field(description="Its name.")
    short: ShortModel = Field(
        default=ShortModel(), description="What is printed left and right of the symbol."
    )
    nation: Id = Field(description="Its nation, which says whose it is and how it looks.")
    type: Id = Field(description="Its unit type.")
    size: Id = Field(description="Its size, such as `regiment`, `squadron`, `ship`.")
    model: Word | None = Field(
        default=None, description="What it is equipped with, such as `P-38`; one name for all."
    )
    formation: Id | None = Field(default=None, description="The formation that it belongs to.")
    text: Words | None = Field(
        default=None, description="What stands on it in words, such as what a card does."
    )
    values: dict[Id, Value] = Field(
        default={},
        description="What is printed on it: `attack`, `move`, ...; `unlimited` is a number, too. "
        "May be left out of all counters of a type without movement class, such as cards.",
    )
    reduced: Reduced | None = Field(
        default=None,
        description="Values of the reduced side that differ; a list of them where a counter takes "
        "more than two losses; without it there is no such side.",
    )
    reconstructed: dict[Id, Id] = Field(
        default={}, description="Which values were reconstructed, and by which method."
    )
    tags: list[Id] = Field(default=[], description="Words that the rules ask about.")
    holds: Holds | None = Field(
        default=None, description="What it holds, where that is not what its unit type says."
    )
    image: Images | None = Field(
        default=None,
        description="Pictures in the folder `images` that are shown instead of a drawn counter, "
        "where they are not those of its unit type.",
    )
    lies: Literal["apart", "under", "fixed"] | None = Field(
        default=None,
        description="How it lies where it does not stack: `apart` from all stacks, `under` them "
        "(a click goes through it, Shift and a click selects it), or `fixed` (the same, and it "
        "is not moved).",
    )

    @property
    def sides_after_losses(self) -> list[Values]:
        """What differs after the first loss, after the second, ...; nothing if it has one side."""
        return [self.reduced] if isinstance(self.reduced, dict) else self.reduced or []


def _printable(words: Words) -> Words:
    for told in (words.pt, words.en):
        if len(told) > _PRINTED:
            raise PydanticKnownError("string_too_long", {"max_length": _PRINTED})
    return words


Printed = Annotated[Told, AfterValidator(_printable)]
"""What fits on a marker."""


class MarkerModel(Model):
    """A marker: a piece that is no unit."""

    id: Id = Field(description="Id of the marker, such as `airfield-damaged`.")
    name: Words = Field(description="Its name.")
    short: Printed | None = Field(
        default=None, description="What is printed on it: letters, or letters for each language."
    )
    side: Id | None = Field(default=None, description="Whose it is; null if anybody's.")
    count: int | None = Field(
        default=None, ge=1, le=999, description="How many there are; null if there are enough."
    )
    reconstructed: dict[Id, Id] = Field(
        default={}, description="Which values were reconstructed, and by which method."
    )
    tags: list[Id] = Field(default=[], description="Words that the rules ask about.")
    rule: Rule | None = Field(default=None, description="The clause of the rulebook.")
    image: Word | None = Field(
        default=None, description="A picture in the folder `images`, instead of a drawn marker."
    )


class StateValueModel(Model):
    """A value of a state."""

    id: Id = Field(description="Id of the value, such as `north-east`.")
    name: Words = Field(description="Its name.")
    short: str = Field(default="", max_length=3, description="What is written on the counter.")


class StateModel(Model):
    """A state of counters besides place and losses: where they face, their formation, ..."""

    id: Id = Field(description="Id of the state, such as `facing`.")
    name: Words = Field(description="Its name.")
    values: list[StateValueModel] = Field(
        min_length=2, max_length=100, description="Its values; a counter begins with the first."
    )
    types: list[Id] = Field(default=[], description="The unit types that have it; none: all.")
    drawn: Literal["turned", "sign", "not"] = Field(
        default="sign",
        description="`turned`: the counter is turned, once round in as many steps as there are "
        "values; `sign`: the short word is written on it, but of the first value; `not`: neither.",
    )
    secret: bool = Field(
        default=False, description="Whether only those see it who see the losses of the counter."
    )


class CountersFile(Model):
    """The counters of a module."""

    format: Format = Field(description="Version of the module format: 1.")
    methods: dict[Id, Words] = Field(
        default={}, description="Ways in which values were reconstructed."
    )
    formations: list[FormationModel] = Field(default=[], description="Divisions, corps, armies.")
    counters: list[CounterModel] = Field(description="The counters.")
    palette: list[CounterModel] = Field(
        default=[],
        max_length=2000,
        description="Counters that are made during play, as many of each as are wanted.",
    )
    pixels: float | None = Field(
        default=None,
        gt=1,
        le=4096,
        description="How many pixels of a picture are as wide as a drawn counter. With it each "
        "picture has its own size on the table; without it all are as large as a drawn counter.",
    )
    markers: list[MarkerModel] = Field(default=[], description="Pieces that are no units.")
    states: list[StateModel] = Field(
        default=[], max_length=20, description="States of counters besides place and losses."
    )
