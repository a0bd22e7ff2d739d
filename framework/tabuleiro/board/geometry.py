"""Where the places of a board lie on the plane, whatever shape they have.

The unit is the distance between the centres of two neighbouring hexes or squares; x grows to the
right and y down. Hexes answer from whole numbers (`hex_geometry`); what is said here works with
polygons and needs shapely, which is imported only when a figure is asked for.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from functools import cached_property
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING, Final, TypeAlias

from tabuleiro.board.grid import Grid, Side

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from shapely import MultiPolygon, Polygon

Point: TypeAlias = tuple[float, float]
Line: TypeAlias = tuple[Point, ...]

NEAR: Final = 0.03
"""Outlines that are drawn by hand touch if they are no further apart than this."""
_GATE: Final = 0.3
"""Half as wide is the line drawn between neighbours that do not touch."""


class Geometry(ABC):
    """The plane figure of a grid."""

    grid: Grid
    """The places."""

    @abstractmethod
    def centre(self, hex: str) -> Point:
        """Return where counters lie in a place."""

    @abstractmethod
    def corners(self, hex: str) -> Line:
        """Return the corners of a place, clockwise."""

    @abstractmethod
    def hex_at(self, x: float, y: float) -> str | None:
        """Return the place that holds a point, None where there is none."""

    def side_line(self, a: str, b: str) -> tuple[Point, Point]:
        """Return the two ends of the border between neighbours.

        Between those that do not touch it is a short line halfway across.
        """
        lines = self.shared(a, b)
        longest = max(lines, key=_length)
        return longest[0], longest[-1]

    def side_paths(self, sides: Iterable[Side]) -> tuple[Line, ...]:
        """Join borders to lines, as for a river."""
        from tabuleiro.board import shapes

        return shapes.joined(line for a, b in sides for line in self.shared(a, b))

    def border(self, hexes: Iterable[str]) -> tuple[Line, ...]:
        """Return the closed lines round a set of places: pieces clockwise, holes the other way."""
        from tabuleiro.board import shapes

        return shapes.rings(self.outline(hexes))

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """The least rectangle round the board: left, top, right, bottom."""
        points = [point for hex in self.grid.hexes for point in self.corners(hex)]
        across, down = [x for x, _y in points], [y for _x, y in points]
        return min(across), min(down), max(across), max(down)

    def polygon(self, hex: str) -> "Polygon":
        """Return a place as a polygon."""
        polygon: Polygon = self.polygons()[self.grid.index(hex)]
        return polygon

    def polygons(self) -> "NDArray[np.object_]":
        """Return the polygons of all places, in the order of the grid."""
        return self._polygons

    def outline(self, hexes: Iterable[str]) -> "Polygon | MultiPolygon":
        """Return the figure that places cover together."""
        from tabuleiro.board import shapes

        return shapes.union_of_any([self.polygon(hex) for hex in sorted(set(hexes))])

    def area(self, hexes: Iterable[str]) -> float:
        """Return the area that places cover together."""
        return float(self.outline(hexes).area)

    def shared(self, a: str, b: str) -> list[Line]:
        """Return the lines that two neighbours have in common, or one that stands for them."""
        from tabuleiro.board import shapes

        self.grid.side(a, b)
        found = shapes.shared_lines(self.polygon(a), self.polygon(b), NEAR)
        return found or [across(self.centre(a), self.centre(b))]

    @cached_property
    def _polygons(self) -> "NDArray[np.object_]":
        from tabuleiro.board import shapes

        return shapes.any_polygons([self.corners(hex) for hex in self.grid.hexes])


def across(a: Point, b: Point) -> Line:
    """Return a short line halfway between two points, across the way from one to the other.

    >>> across((0, 0), (2, 0))
    ((1.0, -0.3), (1.0, 0.3))
    """
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    long = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    dx, dy = _GATE * (b[0] - a[0]) / long, _GATE * (b[1] - a[1]) / long
    return (x + dy, y - dx), (x - dy, y + dx)


def _length(line: Line) -> float:
    return sum(hypot(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in pairwise(line))
