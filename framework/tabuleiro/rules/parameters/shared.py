"""Parameters that the mechanics of every family read."""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias

from pydantic import ConfigDict, Field

from tabuleiro.module.models.base import Model, Rule
from tabuleiro.module.models.parameters import Parameters, absent
from tabuleiro.module.models.references import (
    Formation,
    HexsideKind,
    MovementClass,
    Nation,
    Region,
    Side,
    UnitType,
)
from tabuleiro.rules.parameters.words import SHARED

__all__ = [
    "AnyParameters",
    "Columns",
    "Count",
    "Face",
    "Faces",
    "Fortress",
    "Half",
    "Number",
    "Occupation",
    "Points",
    "Retreat",
    "SharedParameters",
    "Substitution",
    "Turn",
    "absent",
]

Turn: TypeAlias = Annotated[int, Field(ge=1, le=999)]
"""The number of a turn."""
Number: TypeAlias = Annotated[int, Field(ge=0, le=999)]
Count: TypeAlias = Annotated[int, Field(ge=1, le=999)]
"""A number of pieces or hexes, or a divisor: at least one."""
Points: TypeAlias = Annotated[int, Field(ge=-999, le=999)]
"""Points of victory."""
Columns: TypeAlias = Annotated[int, Field(ge=0, le=99)]
"""Columns of the combat table."""
Half: TypeAlias = Annotated[float, Field(ge=0, le=99, multiple_of=0.5)]
"""Movement points: whole or half."""
Face: TypeAlias = Annotated[int, Field(ge=1, le=6)]
Faces: TypeAlias = list[Face]
"""The faces of a die with which something happens."""


class Retreat(Model):
    """How pieces retreat."""

    zones_block: bool = Field(
        default=True,
        description="Whether a retreat must end out of all enemy zones, in a hex that is not full.",
    )


class Fortress(Model):
    """Hexes that are fortified as a whole, against bombardment and air attack too."""

    region: Region = Field(description="Its hexes.")
    side: Side = Field(description="The side that profits while it stands there.")
    hexside: HexsideKind = Field(description="The kind of hexside that players see named.")
    bombardment_columns: Columns = Field(description="Columns for the defender.")
    rule: Rule = Field(description="The clause of the rulebook.")


class Occupation(Model):
    """Who takes places for its side."""

    without: list[Nation] = Field(default=[], description="Nations that never take a place.")


class Substitution(Model):
    """Formations of which the weakest is withdrawn in the place of another."""

    formation: Formation = Field(description="The formation that the scenario withdraws.")
    turns: list[Turn] = Field(
        min_length=1, description="The turns of its withdrawals; the choice is made in the first."
    )
    among: list[Formation] = Field(min_length=1, description="The formations to choose from.")
    rule: Rule = Field(description="The clause of the rulebook.")


class AnyParameters(Parameters):
    """What is the same in all families: the check of a module whose plugin is not installed.

    Other keys are let pass.
    """

    model_config = ConfigDict(extra="ignore")
    words: ClassVar[tuple[str, ...] | None] = None

    stacking: Count = Field(
        description="Units of a side in one hex, where the tables give no other limit."
    )
    break_contact: Number = Field(
        default=1, description="Movement points for leaving enemies behind, on top of the step."
    )
    unity_shift: Columns = Field(
        default=0, description="Columns for each complete formation with the tag `unity`."
    )
    unity_without: list[UnitType] = Field(
        default=[],
        description="Types whose formations the option `formation-bonus` leaves out of that.",
    )


class SharedParameters(AnyParameters):
    """Parameters that the mechanics of every family read."""

    model_config = ConfigDict(extra="forbid")
    words: ClassVar[tuple[str, ...] | None] = SHARED
    sides: ClassVar[int | None] = 2

    retreat: Retreat = absent("How pieces retreat.")
    retreat_destroys: dict[MovementClass, list[HexsideKind]] = Field(
        default={},
        description="Classes that a retreat over such a hexside without a bridge destroys; others "
        "cannot retreat over what is closed to them.",
    )
    fortress: Fortress = absent("Hexes that are fortified against bombardment as a whole.")
    occupation: Occupation = absent("Who takes places for its side; everybody if left out.")
    substitutions: list[Substitution] = Field(
        default=[], description="Formations that may leave in the place of others."
    )
