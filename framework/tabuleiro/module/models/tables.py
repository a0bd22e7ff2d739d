"""The model of ``tables.yaml``."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, Field, StringConstraints, WithJsonSchema

from tabuleiro.module.models.base import (
    TEXT_PATTERN,
    Code,
    Cost,
    Format,
    Id,
    Model,
    Rule,
    Word,
    Words,
)

__all__ = ["TablesFile"]

ODDS_PATTERN = r"^[1-9][0-9]?-[1-9][0-9]?\+?$"
OddsLabel = Annotated[str, StringConstraints(pattern=ODDS_PATTERN)]
Shift = Annotated[int, Field(ge=0, le=20)]
Limits = dict[Id, Annotated[int, Field(ge=0, le=999)]]


def _written(value: Any) -> Any:
    return str(value) if type(value) in {int, float} else value


Cell = Annotated[
    str,
    BeforeValidator(_written),
    StringConstraints(pattern=TEXT_PATTERN, max_length=40),
    WithJsonSchema({"type": ["string", "number"]}),
]


class SiteModel(Model):
    """Something in a hex besides its terrain, such as a village, an airfield or a port."""

    id: Id = Field(description="Id of the kind, such as `airfield`; places may be of this kind.")
    name: Words = Field(description="Its name.")
    cost: dict[Id, Cost] = Field(
        default={},
        description="Movement points to enter, by movement class; without them the terrain's.",
    )
    columns: Shift = Field(default=0, description="Columns that the defender gains in it.")
    adds: bool = Field(
        default=False, description="Whether its columns are added to others; else the best counts."
    )
    bombardment: bool = Field(
        default=True, description="Whether its columns count against bombardment too."
    )
    limits: Limits = Field(
        default={}, description="Limits in such a hex, such as `stacking` where it differs."
    )
    tags: list[Id] = Field(default=[], description="Words that the rules ask about.")
    rule: Rule | None = Field(default=None, description="The clause of the rulebook.")


class TerrainModel(SiteModel):
    """What a terrain does to movement and combat."""

    id: Id = Field(description="Id of the terrain, such as `mountain`.")
    cost: dict[Id, Cost] = Field(
        description="Movement points to enter, by movement class; null = forbidden."
    )
    no_attack: list[Id] = Field(
        default=[], description="Movement classes that may not attack a hex of it."
    )


class HexsideEffect(Model):
    """What a hexside does to movement and combat."""

    id: Id = Field(description="Id of the kind, such as `river`.")
    name: Words = Field(description="Its name.")
    cost: dict[Id, Cost] = Field(
        description="Movement points on top of the hex entered, by movement class."
    )
    columns: Shift = Field(default=0, description="Columns that the defender gains behind it.")
    adds: bool = Field(
        default=False, description="Whether its columns are added to others; else the best counts."
    )
    sides: list[Id] = Field(
        default=[], description="The sides that profit as defenders; none means all."
    )
    bombardment: bool = Field(
        default=False, description="Whether its columns count against bombardment too."
    )
    tags: list[Id] = Field(default=[], description="Words that the rules ask about.")
    rule: Rule | None = Field(default=None, description="The clause of the rulebook.")


class NetworkEffect(Model):
    """What a road does to movement."""

    id: Id = Field(description="Id of the kind, such as `road`.")
    name: Words = Field(description="Its name.")
    cost: dict[Id, Cost] = Field(
        description="Movement points for each hex along it, instead of the terrain's."
    )
    bridges: list[Id] = Field(
        default=[], description="Kinds of hexsides that it crosses without their cost."
    )
    limits: Limits = Field(
        default={}, description="Limits in a hex along it, such as `stacking` where it differs."
    )
    tags: list[Id] = Field(default=[], description="Words that the rules ask about.")
    rule: Rule | None = Field(default=None, description="The clause of the rulebook.")


class RowModel(Model):
    """A row of a table that is read with dice."""

    label: Word = Field(description="What is printed, such as `2-12`.")
    sums: list[Annotated[int, Field(ge=1, le=600)]] = Field(
        min_length=1, description="The sums of the dice that lead to it."
    )


class OddsModel(Model):
    """A combat table: by odds and dice."""

    id: Id = Field(description="Id of the table, such as `combat`.")
    name: Words = Field(description="Its name.")
    dice: int = Field(default=2, ge=1, le=6, description="How many dice are thrown.")
    die: int = Field(default=6, ge=2, le=100, description="How many faces each die has.")
    columns: list[OddsLabel] = Field(
        min_length=1, description="The odds from worst to best for the attacker, such as `1-2`."
    )
    rows: list[RowModel] = Field(min_length=1, description="The rows.")
    cells: list[list[Cell]] = Field(min_length=1, description="The results: one list per row.")
    variants: dict[Id, dict[Word, Cell]] = Field(
        default={},
        description="Other results, by row and column: `3-11/8-1`; options switch them on.",
    )
    reconstructed: dict[Id, Id] = Field(
        default={}, description="Which parts were reconstructed, and by which method."
    )
    rule: Rule | None = Field(default=None, description="The clause of the rulebook.")


class RangeModel(Model):
    """A column for a range of numbers."""

    label: Word = Field(description="What is printed, such as `13-24`.")
    name: Words | None = Field(
        default=None, description="Its name, if the column stands for something that has one."
    )
    low: int | None = Field(default=None, alias="from", description="The least number.")
    high: int | None = Field(default=None, alias="to", description="The greatest number.")


class ValuesModel(Model):
    """A table by a number and dice."""

    id: Id = Field(description="Id of the table, such as `bombardment`.")
    name: Words = Field(description="Its name.")
    dice: int = Field(default=2, ge=1, le=6, description="How many dice are thrown.")
    die: int = Field(default=6, ge=2, le=100, description="How many faces each die has.")
    columns: list[RangeModel] = Field(
        min_length=1,
        description="The ranges, from low to high; or, without any range, columns with names.",
    )
    bands: list[RangeModel] = Field(
        default=[],
        description="Ranges of a second number, from low to high: all rows stand once in each.",
    )
    rows: list[RowModel] = Field(min_length=1, description="The rows; with `bands`, those of one.")
    cells: list[list[Cell]] = Field(
        min_length=1, description="The results: one list per row, band after band."
    )
    variants: dict[Id, dict[Word, Cell]] = Field(
        default={}, description="Other results, by row and column, for options to switch on."
    )
    reconstructed: dict[Id, Id] = Field(
        default={}, description="Which parts were reconstructed, and by which method."
    )
    rule: Rule | None = Field(default=None, description="The clause of the rulebook.")


class IndexModel(Model):
    """Numbers by unit type."""

    id: Id = Field(description="Id of the table, such as `vulnerability`.")
    name: Words = Field(description="Its name.")
    columns: list[Id] = Field(min_length=1, description="The columns, such as `air`.")
    rows: dict[Id, list[int] | None] = Field(
        description="The numbers by unit type; null if the table is not for that type."
    )
    reconstructed: dict[Id, Id] = Field(
        default={}, description="Which parts were reconstructed, and by which method."
    )
    rule: Rule | None = Field(default=None, description="The clause of the rulebook.")


class LineModel(Model):
    """A row or column of a chart."""

    id: Id = Field(description="Id of the row or column; of the terrain, say, if it is one.")
    name: Words = Field(description="Its name.")


class ChartModel(Model):
    """A table with names on both sides."""

    id: Id = Field(description="Id of the table, such as `patrol`.")
    name: Words = Field(description="Its name.")
    columns: list[LineModel] = Field(min_length=1, description="The columns.")
    rows: list[LineModel] = Field(min_length=1, description="The rows.")
    cells: list[list[Cell | None]] = Field(
        min_length=1, description="One list per row; null where there is nothing."
    )
    reconstructed: dict[Id, Id] = Field(
        default={}, description="Which parts were reconstructed, and by which method."
    )
    rule: Rule | None = Field(default=None, description="The clause of the rulebook.")


class ResultModel(Model):
    """The meaning of a code in the cells of a table."""

    id: Code = Field(description="The code, such as `DRB`.")
    name: Words = Field(description="Its name.")
    text: Words = Field(description="What happens.")
    rule: Rule | None = Field(default=None, description="The clause of the rulebook.")
    like: Word | None = Field(
        default=None,
        description="For computer players: the codes of the family that it is worth as much as, "
        "such as `DRI` or `DRB AVI`. For codes of your own; without it or `worth` they are "
        "worth nothing.",
    )
    worth: Annotated[float, Field(ge=-10, le=10)] | None = Field(
        default=None,
        description="The same as a number, in place of `like`: 1 is worth to the attacker as much "
        "as an enemy unit, -1 as bad as the loss of one of his own.",
    )


class TablesFile(Model):
    """The tables of a module."""

    format: Format = Field(description="Version of the module format: 1.")
    methods: dict[Id, Words] = Field(
        default={}, description="Ways in which values were reconstructed."
    )
    terrain: list[TerrainModel] = Field(min_length=1, description="Effects of the terrain.")
    sites: list[SiteModel] = Field(
        default=[], description="Effects of what is in a hex besides its terrain."
    )
    hexsides: list[HexsideEffect] = Field(default=[], description="Effects of the hexsides.")
    networks: list[NetworkEffect] = Field(default=[], description="Effects of the networks.")
    odds: list[OddsModel] = Field(default=[], description="Tables by odds and dice.")
    values: list[ValuesModel] = Field(default=[], description="Tables by a number and dice.")
    indices: list[IndexModel] = Field(default=[], description="Numbers by unit type.")
    charts: list[ChartModel] = Field(default=[], description="Tables with names on both sides.")
    results: list[ResultModel] = Field(default=[], description="Meaning of the codes.")
