"""Where the hexes of a grid lie on the plane.

The unit is the distance between the centres of two neighbours; x grows to the right and y
down. Every point comes from a lattice of whole numbers, so that a corner which three hexes
share has the very same coordinates in all three.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import TYPE_CHECKING, Final

from tabuleiro.board import borders, lattice
from tabuleiro.board.borders import LatticePoint, Segment
from tabuleiro.board.geometry import Geometry, Line, Point
from tabuleiro.board.grid import Side
from tabuleiro.board.hexes import HexGrid

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from shapely import MultiPolygon, Polygon

RADIUS: Final = 1 / sqrt(3)
"""From the centre of a hex to a corner."""

HEX_AREA: Final = sqrt(3) / 2
"""The area of one hex."""

_LANE: Final = sqrt(3) / 2
_LATTICE_ALONG: Final = 0.5
_LATTICE_ACROSS: Final = sqrt(3) / 6
_CORNERS: Final = {
    "flat": ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)),
    "pointy": ((1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1)),
}


@dataclass(frozen=True)
class HexGeometry(Geometry):
    """The plane figure of a hex grid.

    >>> geometry = HexGeometry(HexGrid(15, 16))
    >>> geometry.hex_at(*geometry.centre("0714"))
    '0714'
    """

    grid: HexGrid

    def centre(self, hex: str) -> Point:
        """Return the centre of a hex.

        >>> HexGeometry(HexGrid(15, 16)).centre("0201")
        (1.7320508075688772, 1.0)
        """
        return self._point(self._centres[self.grid.index(hex)])

    def corners(self, hex: str) -> Line:
        """Return the six corners of a hex, clockwise; the first lies to the right.

        >>> x, y = HexGeometry(HexGrid(15, 16)).corners("0201")[0]
        >>> round(x, 3), y
        (2.309, 1.0)
        """
        return tuple(self._point(corner) for corner in self._corners(self.grid.index(hex)))

    def side_line(self, a: str, b: str) -> tuple[Point, Point]:
        """Return the two ends of the hexside between neighbours.

        >>> start, end = HexGeometry(HexGrid(15, 16)).side_line("0201", "0202")
        >>> start[1], end[1]
        (1.5, 1.5)
        """
        start, end = self._segment(a, b)
        return self._point(start), self._point(end)

    def side_paths(self, sides: Iterable[Side]) -> tuple[Line, ...]:
        """Join hexsides to lines, as for a river; lines end where three sides meet.

        >>> geometry = HexGeometry(HexGrid(15, 16))
        >>> [len(line) for line in geometry.side_paths([("0201", "0202"), ("0202", "0301")])]
        [3]
        """
        lines = borders.join(self._segment(a, b) for a, b in sides)
        return tuple(tuple(map(self._point, line)) for line in lines)

    def border(self, hexes: Iterable[str]) -> tuple[Line, ...]:
        """Return the closed lines round a set of hexes: pieces clockwise, holes the other way.

        >>> geometry = HexGeometry(HexGrid(15, 16))
        >>> [len(line) for line in geometry.border(["0201", "0202"])]
        [11]
        """
        inside = {self.grid.index(hex) for hex in hexes}
        lines = borders.rings(self._corners(index) for index in sorted(inside))
        return tuple(tuple(map(self._point, line)) for line in lines)

    def hex_at(self, x: float, y: float) -> str | None:
        """Return the hex that holds a point, None off the board.

        >>> geometry = HexGeometry(HexGrid(15, 16))
        >>> geometry.hex_at(1.9, 1.2), geometry.hex_at(0, 0) is None
        ('0201', True)
        """
        across, along = (x, y) if self.grid.orientation == "flat" else (y, x)
        q = across / _LANE
        origin = 0.5 * (self.grid.shift == "even")
        return self.grid.hex_of(lattice.nearest(q, along + origin - q / 2))

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """The least rectangle round the board: left, top, right, bottom.

        >>> [round(edge, 3) for edge in HexGeometry(HexGrid(15, 16)).bounds]
        [0.289, 0.5, 13.568, 17.0]
        """
        reach_x, reach_y = (2, 1) if self.grid.orientation == "flat" else (1, 2)
        left, top = self._point((self._least(0) - reach_x, self._least(1) - reach_y))
        right, bottom = self._point((self._most(0) + reach_x, self._most(1) + reach_y))
        return left, top, right, bottom

    # Shapes for shapely, which is imported only when one of these is asked

    def outline(self, hexes: Iterable[str]) -> "Polygon | MultiPolygon":
        """Return the figure that hexes cover together.

        >>> HexGeometry(HexGrid(15, 16)).outline(["0101", "0102", "0909"]).geom_type
        'MultiPolygon'
        """
        from tabuleiro.board import shapes

        indices = sorted({self.grid.index(hex) for hex in hexes})
        return shapes.union(self.polygons()[indices])

    def area(self, hexes: Iterable[str]) -> float:
        """Return the area that hexes cover together, in hexes.

        >>> round(HexGeometry(HexGrid(15, 16)).area(["0101", "0102", "0101"]), 9)
        2.0
        """
        return self.outline(hexes).area / HEX_AREA

    def shared(self, a: str, b: str) -> list[Line]:
        """Return the lines that two neighbours have in common."""
        return [self.side_line(a, b)]

    # The lattice

    @cached_property
    def _polygons(self) -> "NDArray[np.object_]":
        from tabuleiro.board import shapes

        return shapes.polygons([self.corners(hex) for hex in self.grid.hexes])

    @cached_property
    def _centres(self) -> tuple[LatticePoint, ...]:
        flat, shift = self.grid.orientation == "flat", self.grid.shift
        cells = map(self.grid.parse, self.grid.hexes)
        if flat:
            return tuple((3 * c, 2 * r + lattice.is_shifted(c, shift)) for c, r in cells)
        return tuple((2 * c + lattice.is_shifted(r, shift), 3 * r) for c, r in cells)

    def _corners(self, index: int) -> tuple[LatticePoint, ...]:
        x, y = self._centres[index]
        return tuple((x + dx, y + dy) for dx, dy in _CORNERS[self.grid.orientation])

    def _segment(self, a: str, b: str) -> Segment:
        direction = self.grid.directions.index(self.grid.direction(a, b))
        corners = self._corners(self.grid.index(a))
        return corners[(direction + 4) % 6], corners[(direction + 5) % 6]

    def _point(self, place: LatticePoint) -> Point:
        if self.grid.orientation == "flat":
            return place[0] * _LATTICE_ACROSS, place[1] * _LATTICE_ALONG
        return place[0] * _LATTICE_ALONG, place[1] * _LATTICE_ACROSS

    def _least(self, axis: int) -> int:
        return min(centre[axis] for centre in self._centres)

    def _most(self, axis: int) -> int:
        return max(centre[axis] for centre in self._centres)
