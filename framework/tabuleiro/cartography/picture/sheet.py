"""A board on the drawing table: its figures, and where they lie on the page."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry as Geometry

from tabuleiro.board import Geometry as PlacesGeometry
from tabuleiro.board import Grid, HexGrid, Point
from tabuleiro.board import geometry_of as board_geometry
from tabuleiro.board.several import BETWEEN
from tabuleiro.cartography.curves import jittered, smooth, waver
from tabuleiro.cartography.drawing import Drawing, Figure
from tabuleiro.cartography.georeference import Array
from tabuleiro.cartography.picture.style import is_river
from tabuleiro.cartography.picture.svg import Page
from tabuleiro.cartography.raster import frame
from tabuleiro.module.map_building import maps_of
from tabuleiro.module.map_data import MapData, make_grid, terrain_of, titles_of
from tabuleiro.module.models import BoardFile

__all__ = ["Ground", "Sheet", "figure_of", "geometry_of"]


def figure_of(figures: list[Figure]) -> Geometry:
    """Return polygons from tables of points as one figure."""
    if not figures:
        return shapely.Polygon()
    polygons = [shapely.Polygon(figure[0], figure[1:]) for figure in figures]
    whole = shapely.multipolygons(polygons)
    return whole if shapely.is_valid(whole) else shapely.union_all(shapely.make_valid(polygons))


def geometry_of(board: BoardFile, maps: Sequence[MapData] = ()) -> PlacesGeometry:
    """Return where the places of a board lie."""
    links = [(a, b) for a, b in (link.split("/") for link in board.links)]
    return board_geometry(make_grid(maps or maps_of(board), links))


class Ground(NamedTuple):
    """The maps of a board, and the terrain of places of which nothing is said."""

    maps: Sequence[MapData]
    usual: str = "open"
    frames: Sequence[tuple[float, float, float, float]] = ()
    """Where the paper of each map lies, if there are several."""


@dataclass(frozen=True)
class Sheet:
    """What the parts of a picture are drawn from."""

    board: BoardFile
    drawing: Drawing
    scale: float
    language: str
    apart: bool = False
    """Whether each thing is an element of its own, for whoever draws parts of the map."""
    bridged: Mapping[str, frozenset[str]] | None = None
    """The kinds of hexsides over which each kind of road has bridges, if that is known."""
    on: Ground | None = None
    """The maps of the board, where they are known already."""

    @cached_property
    def geometry(self) -> PlacesGeometry:
        """Where the places lie."""
        return geometry_of(self.board, self._on.maps)

    @property
    def grid(self) -> Grid:
        """The places."""
        return self.geometry.grid

    def grid_has(self, hexes: Collection[str]) -> bool:
        """Tell whether any of some hexes is on the map."""
        return any(hex in self.grid for hex in hexes)

    @cached_property
    def page(self) -> Page:
        """Where the board lies on the page."""
        left, top, _right, _bottom = self.drawing.frame
        return Page(self.scale, left, top)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the map on the page."""
        left, top, right, bottom = self.drawing.frame
        return (right - left) * self.scale, (bottom - top) * self.scale

    @cached_property
    def ground(self) -> Geometry:
        """The land as it is drawn, with its lakes; all, if no coast is drawn."""
        if self.drawing.land:
            return figure_of(self.drawing.land)
        return shapely.box(*frame(self.geometry))

    @cached_property
    def has_coast(self) -> bool:
        """Whether there is a sea; inland boards have none."""
        return bool(self.drawing.land)

    @cached_property
    def land(self) -> Geometry:
        """The land as it is drawn, lakes left out."""
        dry = shapely.difference(self.ground, figure_of(self.drawing.lakes))
        shapely.prepare(dry)
        return dry

    @property
    def papers(self) -> Sequence[tuple[float, float, float, float]]:
        """Where paper lies: in the whole frame, or under each of several maps."""
        return self._on.frames or (self.drawing.frame,)

    @cached_property
    def _on(self) -> Ground:
        return self.on or Ground(maps_of(self.board))

    @cached_property
    def terrain(self) -> dict[str, str]:
        """The terrain of each hex."""
        return terrain_of(self._on.maps, self._on.usual)

    @property
    def shown(self) -> Mapping[str, str]:
        """The terrain of each hex in which signs stand."""
        return self.terrain

    @cached_property
    def wet(self) -> frozenset[str]:
        """Hexes that are water."""
        return frozenset(hex for hex, kind in self.terrain.items() if kind in {"sea", "lake"})

    @cached_property
    def margins(self) -> dict[str, Geometry]:
        """What lies beyond the board, within the frame, beside each of the outermost hexes."""
        geometry, grid = self.geometry, self.grid
        if not isinstance(grid, HexGrid):
            return {}
        inside = geometry.outline(grid.hexes)
        outside = shapely.difference(shapely.box(*self.drawing.frame), inside)
        outer = [hex for hex in grid.hexes if len(grid.neighbours(hex)) < 6]
        # A hair off, because many points on one circle confuse the diagram.
        centres = jittered(np.array([geometry.centre(hex) for hex in outer]), 0.003)
        cells = shapely.voronoi_polygons(
            shapely.multipoints(centres), extend_to=shapely.buffer(inside, 9), ordered=True
        )
        parts = shapely.intersection(shapely.get_parts(cells), outside)
        return dict(zip(outer, parts, strict=True))

    def area(self, hexes: Collection[str]) -> Geometry:
        """Return the area of hexes, as far as the frame."""
        margins = [self.margins[hex] for hex in hexes if hex in self.margins]
        return shapely.union_all([self.geometry.outline(hexes), *margins])

    def trimmed(self, figure: Geometry) -> Geometry:
        """Return what of a figure is drawn."""
        return figure

    def middle(self, hex: str) -> Point:
        """Return where the things of a hex are drawn."""
        return self.drawing.anchors.get(hex) or self.geometry.centre(hex)

    def spot(self, hex: str) -> Point:
        """Return the same on the page."""
        return self.page.at(*self.middle(hex))

    def title(self, hex: str) -> str:
        """Return what is written in a place: the name of an area, or its number."""
        names = self._titles.get(hex)
        return names[self.language] if names else hex.rpartition(BETWEEN)[2]

    @cached_property
    def _titles(self) -> dict[str, dict[str, str]]:
        return titles_of(self._on.maps)

    def name(self, words: Any) -> str:
        """Return a name in the language of the picture."""
        return str(getattr(words, self.language)) if words is not None else ""

    def roads(self) -> Iterator[tuple[str, Array]]:
        """Yield the kinds and curves of roads; without a drawing they run straight."""
        drawn = {stroke.id: stroke.points for stroke in self.drawing.roads}
        for network in self.board.networks:
            if network.id in drawn:
                yield network.kind, drawn[network.id]
            elif len(network.chain) > 1:
                yield network.kind, np.array([self.middle(hex) for hex in network.chain])

    def rivers(self) -> Iterator[tuple[Array, tuple[float, float]]]:
        """Yield the lines of rivers and their widths."""
        for _kind, points, width in self.streams():
            yield points, width

    def streams(self) -> Iterator[tuple[str, Array, tuple[float, float]]]:
        """Yield the kinds of rivers, their lines and their widths."""
        kinds = {feature.id: feature.kind for feature in self.board.hexsides}
        drawn = {river.id for river in self.drawing.rivers}
        for river in self.drawing.rivers:
            yield kinds.get(river.id, "river"), river.points, river.width
        for feature in self.board.hexsides:
            if is_river(feature.kind) and feature.id not in drawn:
                pairs = [tuple(side.split("/")) for side in feature.sides]
                for line in self.geometry.side_paths((a, b) for a, b in pairs):
                    yield feature.kind, smooth(waver(np.array(line), 0.05), 4), (0.06, 0.06)
