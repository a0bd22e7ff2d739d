"""A board on the drawing table: its figures, and where they lie on the page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry as Geometry

from tabuleiro.board import HexGeometry, HexGrid, Point
from tabuleiro.cartography.drawing import Drawing, Figure
from tabuleiro.cartography.georeference import Array
from tabuleiro.cartography.picture.svg import Page
from tabuleiro.cartography.raster import frame
from tabuleiro.module.models import BoardFile

__all__ = ["Sheet", "figure_of", "geometry_of"]


def figure_of(figures: list[Figure]) -> Geometry:
    """Return polygons from tables of points as one figure."""
    polygons = [shapely.Polygon(figure[0], figure[1:]) for figure in figures]
    return shapely.union_all(shapely.make_valid(polygons)) if polygons else shapely.Polygon()


def geometry_of(board: BoardFile) -> HexGeometry:
    """Return where the hexes of a board lie."""
    grid = board.grid
    return HexGeometry(
        HexGrid(
            grid.columns,
            grid.rows,
            orientation=grid.orientation,
            shift=grid.shift,
            numbering=grid.numbering,
            first_column=grid.first_column,
            first_row=grid.first_row,
        )
    )


@dataclass(frozen=True)
class Sheet:
    """What the parts of a picture are drawn from."""

    board: BoardFile
    drawing: Drawing
    scale: float
    language: str

    @cached_property
    def geometry(self) -> HexGeometry:
        """Where the hexes lie."""
        return geometry_of(self.board)

    @property
    def grid(self) -> HexGrid:
        """The hexes."""
        return self.geometry.grid

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
    def land(self) -> Geometry:
        """The land as it is drawn, lakes left out."""
        land = figure_of(self.drawing.land) if self.drawing.land else None
        if land is None:
            land = shapely.box(*frame(self.geometry))
        dry = shapely.difference(land, figure_of(self.drawing.lakes))
        shapely.prepare(dry)
        return dry

    @cached_property
    def terrain(self) -> dict[str, str]:
        """The terrain of each hex."""
        grid, codes = self.grid, self.board.terrain.codes
        rows = [row.replace(" ", "") for row in self.board.terrain.rows]
        return {
            hex: codes[rows[row - grid.first_row][column - grid.first_column]]
            for hex in grid.hexes
            for column, row in [grid.parse(hex)]
        }

    @cached_property
    def wet(self) -> frozenset[str]:
        """Hexes that are water."""
        return frozenset(hex for hex, kind in self.terrain.items() if kind in {"sea", "lake"})

    def middle(self, hex: str) -> Point:
        """Return where the things of a hex are drawn."""
        return self.drawing.anchors.get(hex) or self.geometry.centre(hex)

    def spot(self, hex: str) -> Point:
        """Return the same on the page."""
        return self.page.at(*self.middle(hex))

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
        drawn = {river.id for river in self.drawing.rivers}
        for river in self.drawing.rivers:
            yield river.points, river.width
        for feature in self.board.hexsides:
            if feature.kind == "river" and feature.id not in drawn:
                pairs = [tuple(side.split("/")) for side in feature.sides]
                for line in self.geometry.side_paths((a, b) for a, b in pairs):
                    yield np.array(line), (0.06, 0.06)
