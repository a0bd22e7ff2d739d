"""The model of ``module.yaml``."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from tabuleiro.module.models.base import (
    Colour,
    Figures,
    Format,
    Holds,
    Id,
    Images,
    Model,
    Rule,
    Scalar,
    Told,
    Version,
    Word,
    Words,
)

__all__ = ["GameFile"]


class SideModel(Model):
    """A side, played by one player."""

    id: Id = Field(description="Id of the side, such as `allied`.")
    name: Words = Field(description="Name of the side.")
    colour: Colour = Field(description="Colour of the side in the window, such as `#3b6ea5`.")
    team: Id | None = Field(
        default=None,
        description="Sides of the same team are friends, all others enemies; null: its own.",
    )
    enemies: list[Id] | None = Field(
        default=None,
        description="The sides that it fights, where not all others are its enemies; none: it is "
        "neutral. Two sides are enemies if either names the other.",
    )


class NationModel(Model):
    """A nation, whose counters look alike."""

    id: Id = Field(description="Id of the nation, such as `german`.")
    side: Id = Field(description="The side that its counters belong to.")
    name: Words = Field(description="Adjective of the nation: `alemã`, `German`.")
    ground: Colour = Field(description="Colour of the counters.")
    band: Colour | None = Field(
        default=None, description="Colour of a diagonal band across the counter, if it has one."
    )
    ink: Colour = Field(description="Colour of what is printed on the counters.")


class UnitTypeModel(Model):
    """A kind of unit."""

    id: Id = Field(description="Id of the type, such as `infantry`.")
    name: Words = Field(description="Name of the type.")
    symbol: Id = Field(description="The symbol drawn on the counter, such as `infantry`.")
    movement_class: Id | None = Field(
        alias="class",
        description="The movement class whose costs it pays; null if it does not move by hexes.",
    )
    tags: list[Id] = Field(default=[], description="Words that the rules ask about.")
    holds: Holds | None = Field(
        default=None, description="What its counters hold, such as a carrier its groups."
    )
    image: Images | None = Field(
        default=None, description="Pictures of its counters, where they have none of their own."
    )


class TurnModel(Model):
    """A turn."""

    turn: int = Field(ge=1, le=999, description="Number of the turn; they count up from 1.")
    label: Figures = Field(
        description="What stands in the box of the turn track, such as the date."
    )


class PhaseModel(Model):
    """A phase of a turn."""

    id: Id = Field(description="Id of the phase, such as `allied-movement`.")
    kind: Id = Field(description="What happens in it, such as `movement` or `combat`.")
    side: Id | None = Field(default=None, description="Whose phase it is; null if nobody's.")
    name: Words = Field(description="Name of the phase.")
    rule: Rule | None = Field(default=None, description="The clause of the rulebook.")


class OptionModel(Model):
    """A disputed or optional rule that players can switch."""

    id: Id = Field(description="Id of the option.")
    default: Scalar = Field(description="`true` or `false`, or one of `choices`.")
    choices: list[Scalar] = Field(
        default=[], description="The values that it may take; none means `true` and `false`."
    )
    name: Words = Field(description="Name of the option.")
    text: Words = Field(description="What each value means, in a sentence or two.")
    rule: Rule | None = Field(default=None, description="The clause that it is about.")


class DieModel(Model):
    """Dice that players throw by a button, on a free table."""

    id: Id = Field(description="Id of the throw, such as `combat`.")
    name: Words = Field(description="Its name.")
    dice: int = Field(default=1, ge=1, le=100, description="How many dice are thrown.")
    faces: Annotated[int, Field(ge=2, le=1000)] | Annotated[list[Word], Field(min_length=2)] = (
        Field(default=6, description="How many faces each has; or what is on each face.")
    )
    plus: int = Field(default=0, ge=-999, le=999, description="What is added to their sum.")


class CreditModel(Model):
    """Thanks to somebody for something."""

    what: Words = Field(description="What is from them.")
    who: Told = Field(description="Their name, in both languages where it needs words.")
    licence: Told = Field(
        description="The licence, such as `CC BY 4.0`; in both languages where it needs words."
    )


class GameFile(Model):
    """A module of Tabuleiro: the game as a whole."""

    format: Format = Field(description="Version of the module format: 1.")
    id: Id = Field(description="Id of the module; name its folder so too.")
    version: Version = Field(description="Version of the module, such as `1.0.0`.")
    plugin: Id = Field(
        description="Name of the plugin that knows the rules of the game; a module that names none "
        "opens as a free table."
    )
    api: int = Field(ge=1, description="Version of the hooks that the module was written for: 1.")
    family: Literal["ladder", "attrition", "other"] = Field(
        description="`ladder` has results such as DRB and AE, `attrition` such as D2 A1."
    )
    title: Words = Field(description="Title of the game.")
    summary: Words = Field(description="What the game is about, in a few sentences.")
    sides: list[SideModel] = Field(
        min_length=1, max_length=6, description="The sides, in order of play: one to six."
    )
    nations: list[NationModel] = Field(min_length=1, description="The nations.")
    movement_classes: list[Id] = Field(
        min_length=1, description="The columns of the terrain table, such as `foot`."
    )
    unit_types: list[UnitTypeModel] = Field(min_length=1, description="The kinds of units.")
    turns: list[TurnModel] = Field(min_length=1, description="The turns, from 1.")
    sequence: list[PhaseModel] = Field(min_length=1, description="The phases of a turn, in order.")
    rules: dict[Id, Any] = Field(
        default={}, description="Parameters of the mechanics that the game uses: `stacking`, ..."
    )
    options: list[OptionModel] = Field(default=[], description="Rules that players can switch.")
    dice: list[DieModel] = Field(
        default=[], max_length=50, description="Throws that a free table offers by name."
    )
    credits: list[CreditModel] = Field(default=[], description="Who made what, and the licences.")
