"""A board that is being edited: the values of its file, and the places that they make.

What is faulty is left out, so that the rest can still be looked at and mended; the checks of the
module say what is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

import msgspec
from msgspec.structs import replace as replaced
from pydantic import ValidationError

from tabuleiro.board import Board, BoardError, Cells, Geometry, Grid, geometry_of
from tabuleiro.board.several import BETWEEN, SeveralMaps
from tabuleiro.editor.boards.changes import Change, Path, Values, applied, at
from tabuleiro.module.build import board_data
from tabuleiro.module.data import make_board
from tabuleiro.module.draft import Checked
from tabuleiro.module.errors import Tally
from tabuleiro.module.free_table import complete
from tabuleiro.module.images import Image
from tabuleiro.module.map_building import build_maps
from tabuleiro.module.map_data import MapData, TerrainData, make_grid, terrain_of
from tabuleiro.module.models import BoardFile
from tabuleiro.module.models.maps import TerrainModel

__all__ = ["NoBoard", "OpenBoard", "shape_of", "sound_model"]

_LISTS: Final = ("hexsides", "networks", "places", "regions", "edges", "boxes", "tracks")
_MOST: Final = 200


class NoBoard(ValueError):
    """What is wrong leaves no places to speak of; the text says what it is."""


@dataclass(frozen=True)
class OpenBoard:
    """A board as its file says it now."""

    values: Values
    usual: str = "open"
    """The terrain of places of which nothing is said."""
    images: Mapping[str, Image] = field(default_factory=dict)
    game: Values = field(default_factory=dict)
    """The values of ``module.yaml``: a free table may leave out more than others."""
    like: OpenBoard | None = field(default=None, compare=False, repr=False)
    """The same board before a change that left its places as they were."""

    def after(self, changes: Sequence[Change]) -> OpenBoard:
        """Return the board after some changes."""
        return self.saying(applied(self.values, changes))

    def saying(self, values: Values) -> OpenBoard:
        """Return the board with other values in its file."""
        same = shape_of(values) == shape_of(self.values)
        return replace(self, values=values, like=(self.like or self) if same else None)

    @cached_property
    def model(self) -> BoardFile:
        """The sound part of the file."""
        game = complete("module.yaml", self.game, {})
        whole = complete("board.yaml", self.values, {"module.yaml": game})
        return sound_model(whole if self.game else self.values)

    @cached_property
    def maps(self) -> list[MapData]:
        """Its maps. Raises `NoBoard` if they make no places."""
        if self.like is not None:
            terrains = [one.terrain for one in self.model.maps] or [self.model.terrain]
            return [
                replaced(one, terrain=_terrain(terrain))
                for one, terrain in zip(self.like.maps, terrains, strict=True)
            ]
        tally = Tally("board")
        file = Checked("board.yaml", model=self.model, tally=tally)
        maps = build_maps(file, dict(self.images), {})
        if maps is None:
            raise NoBoard(str(tally.problems[0].message) if tally.problems else "")
        return maps

    @cached_property
    def grid(self) -> Grid:
        """Its places."""
        if self.like is not None:
            return self.like.grid
        try:
            grid = make_grid(self.maps, [_link(link) for link in self.model.links])
            grid.neighbour_table  # noqa: B018 - links between places that are none are told here
        except BoardError:
            return make_grid(self.maps)
        return grid

    @cached_property
    def geometry(self) -> Geometry:
        """Where they lie."""
        return self.like.geometry if self.like is not None else geometry_of(self.grid)

    @cached_property
    def terrain(self) -> Mapping[str, str]:
        """The terrain of each place."""
        return terrain_of(self.maps, self.usual)

    @cached_property
    def standing(self) -> BoardFile:
        """The sound part of the file without what lies where no place is."""
        return self.model.model_copy(update=_standing(self.model, self.grid))

    @cached_property
    def board(self) -> Board:
        """The board as rules and the window know it."""
        kept = self.standing
        if self.grid.kind == "maps" and not getattr(self.grid, "links", ()):
            kept = kept.model_copy(update={"links": []})
        inside = [one.id + BETWEEN if one.id else "" for one in self.maps]
        maps = [
            _without(one, self.grid, before) for one, before in zip(self.maps, inside, strict=True)
        ]
        return make_board(board_data(kept, maps, self.usual))

    def map_of(self, place: str) -> tuple[Path, Grid, str]:
        """Return where the map of a place stands in the file, its places, its name there."""
        grid = self.grid
        if not isinstance(grid, SeveralMaps):
            return (), grid, place
        found = grid.on_map(place)
        if found is None:
            raise grid.unknown(place)
        part, name = found
        numbers = [one.get("id") for one in at(self.values, ("maps",), [])]
        return ("maps", numbers.index(part.id)), part.grid, name

    def cells_at(self, loc: Path) -> Cells | None:
        """Return the hexes or squares of a map, None if its places are no cells."""
        grid = self.grid
        if isinstance(grid, SeveralMaps):
            wanted = at(self.values, (*loc, "id"))
            grid = next(part.grid for part in grid.maps if part.id == wanted)
        return grid if isinstance(grid, Cells) else None

    def items(self, key: str) -> list[Values]:
        """Return the items of a list of the file."""
        return [one for one in at(self.values, (key,), []) if isinstance(one, dict)]

    def ids(self) -> set[str]:
        """Return all ids that are taken."""
        return {str(one.get("id")) for key in _LISTS for one in self.items(key)}


def shape_of(values: Values) -> tuple[Any, ...]:
    """Return what says which places there are."""
    maps = [
        tuple(one.get(key) for key in ("id", "title", "grid", "picture", "at"))
        for one in at(values, ("maps",), [])
    ]
    return values.get("grid"), values.get("picture"), values.get("links"), maps


def _link(written: str) -> tuple[str, str]:
    a, b = written.split("/")
    return a, b


def _terrain(model: TerrainModel | None) -> TerrainData:
    plain = model.model_dump() if model is not None else {}
    plain["rows"] = [row.replace(" ", "") for row in plain.get("rows", ())]
    return msgspec.convert(plain, TerrainData)


def sound_model(values: Values) -> BoardFile:
    """Return the model of a board's file without whatever is faulty in it.

    >>> values = {
    ...     "format": 1,
    ...     "id": "x",
    ...     "grid": {"columns": 2, "rows": 2},
    ...     "places": [{"id": "y"}],
    ... }
    >>> sound_model(values).places
    []
    """
    values = {"format": 1, "id": "board", **values}
    for _try in range(_MOST):
        try:
            return BoardFile.model_validate(values)
        except ValidationError as error:
            values = _freed(values, [fault["loc"] for fault in error.errors()])
    raise NoBoard("board.yaml")


def _freed(values: Values, faults: list[tuple[str | int, ...]]) -> Values:
    """Return values without the items, or else the keys, in which there are faults."""
    found = dict(values)
    items: dict[str, set[int]] = {}
    for loc in faults:
        key = str(loc[0]) if loc else ""
        if key in _LISTS and len(loc) > 1 and isinstance(loc[1], int):
            items.setdefault(key, set()).add(loc[1])
        elif key in found:
            if key in {"format", "id"}:
                found[key] = 1 if key == "format" else "board"
            else:
                del found[key]
        else:
            raise NoBoard(str(key))
    for key, numbers in items.items():
        if key in found:
            found[key] = [one for n, one in enumerate(found[key]) if n not in numbers]
    return found


def _standing(model: BoardFile, grid: Grid) -> dict[str, Any]:
    """Return the items of a board of which each hex is on it."""

    def beside(side: str) -> bool:
        a, b = side.split("/")
        return a in grid and b in grid and b in grid.neighbours(a)

    boxes = {box.id for box in model.boxes} | {hex for box in model.boxes for hex in box.hexes}
    hexsides = [
        item.model_copy(update={"sides": [side for side in item.sides if beside(side)]})
        for item in model.hexsides
    ]
    regions = [
        item.model_copy(update={"hexes": [hex for hex in item.hexes if hex in grid]})
        for item in model.regions
    ]
    return {
        "hexsides": [item for item in hexsides if item.sides],
        "networks": [item for item in model.networks if all(hex in grid for hex in item.chain)],
        "places": [item for item in model.places if item.hex in grid or item.hex in boxes],
        "regions": [item for item in regions if item.hexes],
        "edges": [
            item for item in model.edges if item.hexes is None or all(h in grid for h in item.hexes)
        ],
    }


def _without(one: MapData, grid: Grid, before: str) -> MapData:
    """Return a map whose terrain names no places that it has not."""
    terrain = one.terrain
    if all(f"{before}{hex}" in grid for places in terrain.places.values() for hex in places):
        return one
    places = {
        kind: tuple(hex for hex in hexes if f"{before}{hex}" in grid)
        for kind, hexes in terrain.places.items()
    }
    return replaced(one, terrain=replaced(terrain, places=places))
