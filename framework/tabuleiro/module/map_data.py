"""The maps of a board as plain data, and the places that they make."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Literal, TypeAlias

import msgspec

from tabuleiro.board import (
    Area,
    AreaMap,
    Cells,
    Grid,
    HexGrid,
    MapPart,
    MapSheet,
    Picture,
    PlainMap,
    SeveralMaps,
    SquareGrid,
    geometry_of,
)
from tabuleiro.board.several import BETWEEN

__all__ = [
    "AreaData",
    "AreaGridData",
    "GridData",
    "HexGridData",
    "MapData",
    "PictureData",
    "PlainGridData",
    "SquareGridData",
    "TerrainData",
    "frame_of",
    "make_grid",
    "make_one",
    "sheets_of",
    "side_by_side",
    "terrain_of",
    "titles_of",
]

Names = dict[str, str]
_BETWEEN_MAPS = 1.0


class HexGridData(msgspec.Struct, frozen=True, tag_field="kind", tag="hexes"):
    """Hexes."""

    columns: int
    rows: int
    orientation: Literal["flat", "pointy"]
    shift: Literal["odd", "even"]
    numbering: str
    first_column: int
    first_row: int
    km: float | None = None


class SquareGridData(msgspec.Struct, frozen=True, tag_field="kind", tag="squares"):
    """Squares."""

    columns: int
    rows: int
    diagonals: bool
    numbering: str
    first_column: int
    first_row: int
    km: float | None = None


class AreaData(msgspec.Struct, frozen=True):
    """An area."""

    id: str
    name: Names
    centre: tuple[float, float]
    outline: tuple[tuple[float, float], ...] = ()


class AreaGridData(msgspec.Struct, frozen=True, tag_field="kind", tag="areas"):
    """Areas, and which of them are neighbours."""

    areas: tuple[AreaData, ...]
    borders: tuple[tuple[str, str], ...]
    km: float | None = None


class PlainGridData(msgspec.Struct, frozen=True, tag_field="kind", tag="plain"):
    """No grid at all."""

    width: int
    height: int
    unit: float
    km: float | None = None


GridData: TypeAlias = HexGridData | SquareGridData | AreaGridData | PlainGridData


class PictureData(msgspec.Struct, frozen=True):
    """A scanned map, and where its pixels lie on its map."""

    file: str
    width: int
    height: int
    to_board: tuple[float, float, float, float, float, float]


class TerrainData(msgspec.Struct, frozen=True):
    """The terrain of a map: by rows of signs, or one for all and others for some places."""

    codes: dict[str, str] = {}
    rows: tuple[str, ...] = ()
    default: str | None = None
    places: dict[str, tuple[str, ...]] = {}


class MapData(msgspec.Struct, frozen=True):
    """A map. The only map of a board has no id, and its places are named without it."""

    id: str
    title: Names
    grid: GridData
    terrain: TerrainData
    origin: tuple[float, float] = (0.0, 0.0)
    picture: PictureData | None = None


def make_one(data: GridData) -> Grid:
    """Return the places of one map; raise `BoardError` if they cannot be numbered so."""
    if isinstance(data, HexGridData | SquareGridData):
        return _cells(data)
    if isinstance(data, AreaGridData):
        areas = (Area(area.id, area.centre, area.outline) for area in data.areas)
        return AreaMap(tuple(areas), data.borders)
    return PlainMap(data.width, data.height, data.unit)


@lru_cache(maxsize=8)
def _cells(data: HexGridData | SquareGridData) -> Cells:
    """Return a grid, with the tables that were reckoned for it when its board was last opened."""
    if isinstance(data, HexGridData):
        return HexGrid(
            data.columns,
            data.rows,
            orientation=data.orientation,
            shift=data.shift,
            numbering=data.numbering,
            first_column=data.first_column,
            first_row=data.first_row,
        )
    return SquareGrid(
        data.columns,
        data.rows,
        diagonals=data.diagonals,
        numbering=data.numbering,
        first_column=data.first_column,
        first_row=data.first_row,
    )


def make_grid(maps: Sequence[MapData], links: Iterable[tuple[str, str]] = ()) -> Grid:
    """Return the places of all maps of a board."""
    if len(maps) == 1 and not maps[0].id:
        return make_one(maps[0].grid)
    parts = (MapPart(one.id, make_one(one.grid), one.origin) for one in maps)
    return SeveralMaps(tuple(parts), tuple(links))


def frame_of(one: MapData) -> tuple[float, float, float, float]:
    """Return the rectangle that a map fills, from its own origin: its places and its picture."""
    boxes = []
    if one.picture is not None:
        boxes.append(_picture(one.picture).bounds)
    if one.picture is None or not isinstance(one.grid, AreaGridData):
        boxes.append(geometry_of(make_one(one.grid)).bounds)
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def side_by_side(
    maps: Sequence[MapData], given: Sequence[tuple[float, float] | None]
) -> list[MapData]:
    """Return maps with their origins: each right of the last, or where its author wants it."""
    found: list[MapData] = []
    right = 0.0
    for one, wanted in zip(maps, given, strict=True):
        left, top, end, _bottom = frame_of(one)
        x, y = wanted if wanted is not None else (right, 0.0)
        found.append(msgspec.structs.replace(one, origin=(x - left, y - top)))
        right = max(right, x + end - left + _BETWEEN_MAPS)
    return found


def sheets_of(maps: Sequence[MapData]) -> dict[str, MapSheet]:
    """Return the sheets that a board is printed on, if there are several or scanned ones."""
    only = maps[0] if len(maps) == 1 and not maps[0].id else None
    if only is not None and only.picture is None and not isinstance(only.grid, PlainGridData):
        return {}
    found = {}
    for one in maps:
        x, y = one.origin
        left, top, right, bottom = frame_of(one)
        frame = (left + x, top + y, right + x, bottom + y)
        picture = None
        if one.picture is not None:
            a, b, c, d, e, f = one.picture.to_board
            moved = msgspec.structs.replace(one.picture, to_board=(a, b, c + x, d, e, f + y))
            picture = _picture(moved)
        found[one.id] = MapSheet(one.id, one.title, frame, picture)
    return found


def _picture(data: PictureData) -> Picture:
    return Picture(data.file, data.width, data.height, data.to_board)


def titles_of(maps: Sequence[MapData]) -> dict[str, Names]:
    """Return the names of areas."""
    return {
        f"{_before(one)}{area.id}": area.name
        for one in maps
        if isinstance(one.grid, AreaGridData)
        for area in one.grid.areas
        if area.name
    }


def terrain_of(maps: Sequence[MapData], default: str) -> dict[str, str]:
    """Return the terrain of each place that can be counted off."""
    found: dict[str, str] = {}
    for one in maps:
        grid = make_one(one.grid)
        before = _before(one)
        usual = one.terrain.default or default
        inside = dict(_by_rows(one.terrain, grid)) if one.terrain.rows else {}
        for kind, places in one.terrain.places.items():
            inside.update(dict.fromkeys(places, kind))
        for hex in grid.hexes:
            found[f"{before}{hex}"] = inside.get(hex, usual)
    return found


def _by_rows(terrain: TerrainData, grid: Grid) -> Iterator[tuple[str, str]]:
    """Yield the terrain of each hex, column by column, as far as its signs are known."""
    if not isinstance(grid, Cells):
        return
    # A row that is too short or too long is told elsewhere; here it must do no harm.
    rows = [row[: grid.columns].ljust(grid.columns) for row in terrain.rows[: grid.rows]]
    rows += [" " * grid.columns] * (grid.rows - len(rows))
    signs = (sign for column in zip(*rows, strict=True) for sign in column)
    for hex, sign in zip(grid.hexes, signs, strict=True):
        if sign in terrain.codes:
            yield hex, terrain.codes[sign]


def _before(one: MapData) -> str:
    return f"{one.id}{BETWEEN}" if one.id else ""
