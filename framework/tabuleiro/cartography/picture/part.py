"""A part of a board, drawn by itself: for whoever changes the board and wants to see it at once.

A part looks as it does on the whole board, because all that is drawn hangs on what is near: what
lies about a window is known, and of rivers and roads all that touches these hexes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, TypeAlias

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry as Geometry

from tabuleiro.board import Geometry as PlacesGeometry
from tabuleiro.cartography.drawing import Band, Drawing, Figure
from tabuleiro.cartography.layers import figures_of
from tabuleiro.cartography.picture.compose import LAYERS, NAMES, Layers
from tabuleiro.cartography.picture.names import hex_names, names, place_names
from tabuleiro.cartography.picture.sheet import Ground, Sheet, figure_of, geometry_of
from tabuleiro.cartography.picture.svg import Area, Drawn, Page
from tabuleiro.cartography.raster import frame
from tabuleiro.module.map_data import MapData, terrain_of
from tabuleiro.module.models import BoardFile

__all__ = ["Frame", "Whole"]

Frame: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom on the board."""

_OF_THE_WHOLE: Final = frozenset({"grid", "numbers", "distances"})
"""Layers that are drawn for the whole board at once."""
_KNOWN: Final = 1.2
"""How far beyond a window places are known."""
_WATERS: Final = 2.0
"""The same where arrows of beaches look for open water."""
_HAIR: Final = 0.05
_SIGNS: Final = 0.3
"""How far beyond its hex a sign may reach."""
_ROOM: Final = 0.7
"""How far beyond a window lines and shores are drawn."""


@dataclass(frozen=True)
class Whole:
    """A board of which parts are drawn."""

    board: BoardFile
    maps: Sequence[MapData]
    """The maps that are drawn: those that are not scanned."""
    usual: str = "open"
    drawing: Drawing | None = None
    """Its coasts, rivers and hills, if it has a drawing of its own."""
    language: str = "en"
    bridged: Mapping[str, frozenset[str]] | None = None
    papers: Sequence[Frame] = ()
    """Where paper lies, if there are several maps."""
    frames: Sequence[Frame] = ()
    """Where maps lie of which nothing is drawn, or that lie side by side."""
    known: Mapping[str, str] | None = None
    """The terrain of each place, where it is known already."""
    like: Whole | None = field(default=None, compare=False)
    """The same board before a change, with the same places: what hangs on these is known."""

    @cached_property
    def places(self) -> _Places:
        """Where the places lie, which is worked out once."""
        if self.like is not None:
            return self.like.places
        return _Places(geometry_of(self.board, self.maps))

    @cached_property
    def frame(self) -> Frame:
        """The rectangle that is drawn."""
        if self.drawing is not None:
            return self.drawing.frame
        own = [frame(self.places.geometry)] if self.maps else []
        lefts, tops, rights, bottoms = zip(*own, *self.frames, strict=True)
        return min(lefts), min(tops), max(rights), max(bottoms)

    @cached_property
    def terrain(self) -> Mapping[str, str]:
        """The terrain of each place."""
        return self.known if self.known is not None else terrain_of(self.maps, self.usual)

    @cached_property
    def margins(self) -> dict[str, Geometry]:
        """What lies beyond the board beside each of the outermost hexes."""
        if self.like is not None:
            return self.like.margins
        on = Ground(self.maps, self.usual)
        return Sheet(self.board, Drawing(self.frame), 1, self.language, on=on).margins

    def part(self, window: Frame, scale: float) -> dict[str, list[Drawn]]:
        """Return the elements of each layer in a window, whose upper left corner is at 0, 0."""
        sheet = self._sheet(window, scale)
        area = Area(0.0, 0.0, *sheet.size)
        return {
            name: [each if isinstance(each, Drawn) else Drawn(each, area) for each in draw(sheet)]
            for name, draw in LAYERS.items()
            if name not in _OF_THE_WHOLE
        }

    def lettering(self, scale: float) -> Layers:
        """Return the names of the whole board, and nothing else."""
        if not self.maps:
            left, top, right, bottom = self.frame
            size = (right - left) * scale, (bottom - top) * scale
            return Layers(*size, left, top, scale, {name: [] for name in (*LAYERS, NAMES)}, (), {})
        drawing = self.drawing or Drawing(self.frame)
        on = Ground(self.maps, self.usual, self.papers)
        sheet = Sheet(self.board, drawing, scale, self.language, apart=True, on=on)
        spots = place_names(sheet).placed
        left, top = self.frame[:2]
        wide = names(spot for spot in spots if not spot.label.hex)
        area = Area(0.0, 0.0, *sheet.size)
        elements: dict[str, list[Drawn]] = {name: [] for name in (*LAYERS, NAMES)}
        elements[NAMES] = [each if isinstance(each, Drawn) else Drawn(each, area) for each in wide]
        apart = tuple(hex_names(spot for spot in spots if spot.label.hex))
        return Layers(*sheet.size, left, top, scale, elements, apart, {})

    def _sheet(self, window: Frame, scale: float) -> _Part:
        beaches = any(place.kind.startswith("beach-") for place in self.board.places)
        near = self.places.near(_grown(window, _WATERS if beaches else _KNOWN))
        known = frozenset(near)
        drawing = self._drawing(_grown(window, _ROOM), near, known)
        return _Part(
            _nearby(self.board, known),
            drawing,
            scale,
            self.language,
            apart=True,
            bridged=self.bridged,
            on=Ground(self.maps, self.usual),
            whole=self,
            window=window,
            near=near,
        )

    def _drawing(self, room: Frame, near: Sequence[str], known: frozenset[str]) -> Drawing:
        if self.drawing is not None:
            return _cut_out(self.drawing, room, known)
        bare = Drawing(room)
        wet = [hex for hex in near if self.terrain[hex] in {"sea", "lake"}]
        if not wet:
            return bare
        dry = [hex for hex in near if self.terrain[hex] not in {"sea", "lake"}]
        geometry = self.places.geometry
        sea: Geometry = geometry.outline(wet).buffer(1)
        if dry:
            sea = sea.difference(geometry.outline(dry))
        return replace(bare, land=figures_of(shapely.box(*room).difference(sea), 0.0))


class _Places:
    """Where all places of a board lie, as tables that are looked through quickly."""

    def __init__(self, geometry: PlacesGeometry) -> None:
        self.geometry = geometry
        self._names = np.array(geometry.grid.hexes, dtype=object)
        self._boxes = self._bounds()

    def _bounds(self) -> NDArray[np.float64]:
        found = np.empty((len(self._names), 4))
        for number, name in enumerate(self._names):
            xs, ys = zip(*self.geometry.corners(name), strict=True)
            found[number] = min(xs), min(ys), max(xs), max(ys)
        return found

    def near(self, window: Frame) -> list[str]:
        """Return the places that touch a window, in the order of the grid."""
        left, top, right, bottom = window
        lefts, tops, rights, bottoms = self._boxes.T
        inside = (lefts <= right) & (rights >= left) & (tops <= bottom) & (bottoms >= top)
        return list(self._names[inside])


@dataclass(frozen=True)
class _Part(Sheet):
    """A sheet for a window: it knows the places near it and no others."""

    whole: Whole = field(kw_only=True)
    window: Frame = field(kw_only=True)
    near: Sequence[str] = ()

    @cached_property
    def shown(self) -> dict[str, str]:
        """The terrain of the hexes whose signs may reach into the window."""
        inside = self.whole.places.near(_grown(self.window, _SIGNS))
        return {hex: self.whole.terrain[hex] for hex in inside}

    @cached_property
    def page(self) -> Page:
        """Where the board lies on the page: the window begins at its corner."""
        return Page(self.scale, self.window[0], self.window[1])

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the window on the page."""
        left, top, right, bottom = self.window
        return (right - left) * self.scale, (bottom - top) * self.scale

    @property
    def papers(self) -> Sequence[Frame]:
        """Where paper lies: a hair beyond the window, or its edge would show."""
        about = _grown(self.window, _HAIR)
        if not self.whole.papers:
            return (about,)
        return [each for one in self.whole.papers if (each := _clipped(one, about)) is not None]

    @cached_property
    def geometry(self) -> PlacesGeometry:
        """Where the places lie."""
        return self.whole.places.geometry

    @cached_property
    def terrain(self) -> dict[str, str]:
        """The terrain of the places near the window."""
        everywhere = self.whole.terrain
        return {hex: everywhere[hex] for hex in self.near}

    @cached_property
    def margins(self) -> dict[str, Geometry]:
        """What lies beyond the board beside each of the outermost hexes."""
        return self.whole.margins

    @cached_property
    def ground(self) -> Geometry:
        """The land as it is drawn, with its lakes; all, if no coast is drawn."""
        if self.drawing.land:
            return figure_of(self.drawing.land)
        return shapely.Polygon() if self.has_coast else shapely.box(*self.drawing.frame)

    def trimmed(self, figure: Geometry) -> Geometry:
        """Return what of a figure lies in the window, and a hair about it."""
        return shapely.clip_by_rect(figure, *_grown(self.window, _HAIR))

    @cached_property
    def has_coast(self) -> bool:
        """Whether there is a sea, even where no land is near."""
        drawing = self.whole.drawing
        return bool(drawing.land) if drawing is not None else bool(self.wet)


def _nearby(board: BoardFile, known: frozenset[str]) -> BoardFile:
    """Return a board with those things alone that touch some places."""
    return board.model_copy(
        update={
            "hexsides": [
                item
                for item in board.hexsides
                if not known.isdisjoint(hex for side in item.sides for hex in side.split("/"))
            ],
            "networks": [item for item in board.networks if not known.isdisjoint(item.chain)],
            "places": [item for item in board.places if item.hex in known],
            "boxes": [],
        }
    )


def _grown(window: Frame, by: float) -> Frame:
    left, top, right, bottom = window
    return left - by, top - by, right + by, bottom + by


def _clipped(one: Frame, window: Frame) -> Frame | None:
    left, top = max(one[0], window[0]), max(one[1], window[1])
    right, bottom = min(one[2], window[2]), min(one[3], window[3])
    return (left, top, right, bottom) if left < right and top < bottom else None


def _cut_out(drawing: Drawing, room: Frame, known: frozenset[str]) -> Drawing:
    """Return what of a drawing lies in a rectangle, but for the light on the hills.

    That is a picture of pixels, which whoever draws parts lays over their land himself.
    """
    box = shapely.box(*room)

    def inside(figures: list[Figure]) -> list[Figure]:
        if not figures:
            return []
        return figures_of(shapely.clip_by_rect(figure_of(figures), *room), 0.0)

    return replace(
        drawing,
        frame=room,
        land=inside(drawing.land),
        sea=[Band(band.beyond, inside(band.figures)) for band in drawing.sea],
        lakes=inside(drawing.lakes),
        borders=[line for line in drawing.borders if _touches(line, box)],
        rivers=[river for river in drawing.rivers if _touches(river.points, box)],
        roads=[road for road in drawing.roads if _touches(road.points, box)],
        anchors={hex: point for hex, point in drawing.anchors.items() if hex in known},
        shade=None,
    )


def _touches(line: NDArray[np.float64], box: shapely.Polygon) -> bool:
    return len(line) > 1 and bool(shapely.intersects(shapely.LineString(line), box))
