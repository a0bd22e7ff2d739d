"""The models of the maps in ``board.yaml``: grids, terrain, scanned pictures."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Discriminator, Field, StringConstraints, Tag

from tabuleiro.module.models.base import SIGN_PATTERN, Hex, Id, Model, Word, Words

__all__ = ["GridModel", "HexGridModel", "MapModel", "PictureModel", "TerrainModel"]

Sign = Annotated[str, StringConstraints(pattern=SIGN_PATTERN)]
Pixel = Annotated[
    list[Annotated[float, Field(ge=-100_000, le=100_000)]], Field(min_length=2, max_length=2)
]
"""A point in pixels from the upper left corner: right and down."""
Km = Annotated[float | None, Field(gt=0, le=1000)]
Unit = Annotated[float, Field(ge=1, le=10_000)]


Columns = Annotated[int, Field(ge=1, le=400, description="How many columns there are.")]
Rows = Annotated[int, Field(ge=1, le=400, description="How many rows there are.")]
Numbered = Annotated[
    Word,
    Field(
        max_length=20,
        description="How they are numbered: C column, R row, such as `CCRR`; A for a letter.",
    ),
]
FirstColumn = Annotated[int, Field(ge=0, le=99, description="Number of the first column.")]
FirstRow = Annotated[int, Field(ge=0, le=99, description="Number of the first row.")]
Apart = Annotated[Km, Field(description="From one to the next, in kilometres.")]


class HexGridModel(Model):
    """The hexes."""

    columns: Columns
    rows: Rows
    orientation: Literal["flat", "pointy"] = Field(
        default="flat", description="`flat`: hexes stand in columns; `pointy`: they lie in rows."
    )
    shift: Literal["odd", "even"] = Field(
        default="odd", description="Which columns (rows) stand half a hex further down (right)."
    )
    numbering: Numbered = "CCRR"
    first_column: FirstColumn = 1
    first_row: FirstRow = 1
    km: Apart = None
    kind: Literal["hexes", "squares", "areas", "plain"] = Field(
        default="hexes", description="What the places are: hexes, if nothing is said."
    )


class SquareGridModel(Model):
    """The squares."""

    kind: Literal["squares"] = Field(description="Squares.")
    columns: Columns
    rows: Rows
    diagonals: bool = Field(
        default=False, description="Whether squares that share a corner are neighbours, too."
    )
    numbering: Numbered = "CCRR"
    first_column: FirstColumn = 1
    first_row: FirstRow = 1
    km: Apart = None


class AreaModel(Model):
    """An area: a province, a box, a town on a map of points."""

    id: Id = Field(description="Id of the area, such as `minho`; it is the name of the place.")
    name: Words | None = Field(default=None, description="Its name; without it, its id.")
    polygon: list[Pixel] = Field(
        default=[],
        max_length=2_000,
        description="Its outline, in pixels of the picture; without one it is a spot.",
    )
    centre: Pixel | None = Field(
        default=None, description="Where counters lie; where there is most room if not given."
    )
    neighbours: list[Id] | None = Field(
        default=None,
        description="The areas beside it; those that share a border with it if not given.",
    )


class AreaGridModel(Model):
    """The areas."""

    kind: Literal["areas"] = Field(description="Areas.")
    areas: list[AreaModel] = Field(min_length=1, max_length=1_000, description="The areas.")
    unit: Unit = Field(default=100, description="So many pixels are as wide as a hex would be.")
    km: Km = Field(default=None, description="How wide that is, in kilometres.")


class PlainGridModel(Model):
    """No grid: pieces lie at points."""

    kind: Literal["plain"] = Field(description="No grid: every pixel is a place.")
    width: Annotated[int, Field(ge=1, le=32_000)] | None = Field(
        default=None, description="Width in pixels; that of the picture if not given."
    )
    height: Annotated[int, Field(ge=1, le=32_000)] | None = Field(
        default=None, description="Height in pixels; that of the picture if not given."
    )
    unit: Unit = Field(default=100, description="So many pixels are as wide as a hex would be.")
    km: Km = Field(default=None, description="How wide that is, in kilometres.")


def _kind(value: Any) -> str:
    kind = (
        value.get("kind", "hexes") if isinstance(value, dict) else getattr(value, "kind", "hexes")
    )
    return f"({kind})" if kind in {"squares", "areas", "plain"} else "(hexes)"


GridModel: TypeAlias = Annotated[
    Annotated[HexGridModel, Tag("(hexes)")]
    | Annotated[SquareGridModel, Tag("(squares)")]
    | Annotated[AreaGridModel, Tag("(areas)")]
    | Annotated[PlainGridModel, Tag("(plain)")],
    Discriminator(_kind),
]
"""The places of a map, by their kind."""


class PointModel(Model):
    """A hex, and the pixel of the picture in which its centre lies."""

    hex: Hex = Field(description="The hex or square.")
    pixel: Pixel = Field(description="Its centre, in pixels from the upper left corner.")


class PictureModel(Model):
    """A scanned map."""

    file: Word = Field(
        max_length=200, description="A PNG, JPEG or GIF in the folder `images`, such as `map.png`."
    )
    points: list[PointModel] = Field(
        default=[],
        max_length=3,
        description="Two hexes far apart, and where they lie in the picture; a third one if the "
        "picture is not as high as it should be for its width. Areas and plain maps need none.",
    )


class TerrainModel(Model):
    """The terrain of each hex."""

    codes: dict[Sign, Id] = Field(
        default={}, description="What each character of `rows` stands for."
    )
    rows: list[str] = Field(
        default=[],
        description="One text per hex row, one character per column; spaces are ignored.",
    )
    default: Id | None = Field(
        default=None,
        description="The terrain of all places that nothing else is said of; the first of "
        "`tables.yaml` if not given.",
    )
    places: dict[Id, list[Hex]] = Field(
        default={}, description="The places of each other terrain, instead of `rows`."
    )


class MapModel(Model):
    """One of several maps."""

    id: Id = Field(description="Id of the map: its places are named `ID:PLACE`.")
    title: Words = Field(description="Its title.")
    grid: GridModel = Field(description="Its places.")
    picture: PictureModel | None = Field(default=None, description="The scanned map.")
    terrain: TerrainModel | None = Field(default=None, description="The terrain of its places.")
    at: Pixel | None = Field(
        default=None,
        description="Where its upper left corner lies on the table, in hexes; right of the map "
        "before it if not given.",
    )
