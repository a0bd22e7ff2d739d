"""Where squares, areas, points and several maps lie on the plane; hexes: `hex_geometry`."""

from dataclasses import dataclass
from functools import cached_property
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING, Final

from tabuleiro.board.area_map import AreaMap
from tabuleiro.board.geometry import Geometry, Line, Point, across
from tabuleiro.board.grid import Grid
from tabuleiro.board.hex_geometry import HexGeometry
from tabuleiro.board.hexes import HexGrid
from tabuleiro.board.plain import PlainMap
from tabuleiro.board.several import BETWEEN, MapPart, SeveralMaps
from tabuleiro.board.squares import SquareGrid

if TYPE_CHECKING:
    from shapely import Polygon

SPOT: Final = 0.42
"""The radius of an area without an outline."""
_ROUND: Final = 16
_REACH: Final = 0.4
"""Half the side of what is lit round a point of a plain map."""


def geometry_of(grid: Grid) -> Geometry:
    """Return where the places of a grid lie.

    >>> geometry_of(SquareGrid(8, 8)).hex_at(1.2, 2.1)
    '0102'
    """
    if isinstance(grid, HexGrid):
        return HexGeometry(grid)
    if isinstance(grid, SquareGrid):
        return SquareGeometry(grid)
    if isinstance(grid, AreaMap):
        return AreaGeometry(grid)
    if isinstance(grid, PlainMap):
        return PlainGeometry(grid)
    if isinstance(grid, SeveralMaps):
        return SeveralGeometry(grid)
    raise TypeError(grid)


@dataclass(frozen=True)
class SquareGeometry(Geometry):
    """The plane figure of a square grid.

    >>> geometry = SquareGeometry(SquareGrid(3, 3))
    >>> geometry.centre("0102"), geometry.bounds
    ((1.0, 2.0), (0.5, 0.5, 3.5, 3.5))
    >>> geometry.side_line("0101", "0201"), len(geometry.border(["0101", "0202"]))
    (((1.5, 0.5), (1.5, 1.5)), 2)
    """

    grid: SquareGrid

    def centre(self, hex: str) -> Point:
        """Return the centre of a square."""
        column, row = self.grid.parse(hex)
        return float(column), float(row)

    def corners(self, hex: str) -> Line:
        """Return the four corners of a square, clockwise from the upper left."""
        x, y = self.centre(hex)
        left, top, right, bottom = x - 0.5, y - 0.5, x + 0.5, y + 0.5
        return (left, top), (right, top), (right, bottom), (left, bottom)

    def hex_at(self, x: float, y: float) -> str | None:
        """Return the square that holds a point, None off the board."""
        column, row, grid = int(x + 0.5), int(y + 0.5), self.grid
        inside = (
            grid.first_column <= column <= grid.last_column
            and grid.first_row <= row <= grid.last_row
        )
        return grid.name(column, row) if inside and min(x, y) >= -0.5 else None

    def shared(self, a: str, b: str) -> list[Line]:
        """Return the lines that two neighbours have in common."""
        self.grid.side(a, b)
        both = [corner for corner in self.corners(a) if corner in self.corners(b)]
        return [tuple(both)] if len(both) > 1 else [across(self.centre(a), self.centre(b))]


@dataclass(frozen=True)
class AreaGeometry(Geometry):
    """The plane figure of areas.

    >>> from tabuleiro.board.area_map import Area
    >>> west = Area("west", (1, 1), ((0, 0), (2, 0), (2, 2), (0, 2)))
    >>> geometry = AreaGeometry(AreaMap((west, Area("port", (4, 1))), (("west", "port"),)))
    >>> geometry.hex_at(0.5, 0.5), geometry.hex_at(4.1, 1.1), geometry.hex_at(3, 1)
    ('west', 'port', None)
    """

    grid: AreaMap

    def centre(self, hex: str) -> Point:
        """Return where counters lie in an area."""
        return self.grid.areas[self.grid.index(hex)].centre

    def corners(self, hex: str) -> Line:
        """Return the outline of an area; that of a spot is round."""
        return self._outlines[hex]

    def hex_at(self, x: float, y: float) -> str | None:
        """Return the area that holds a point: a spot before the area on which it lies."""
        for area in self.grid.areas:
            if not area.outline and hypot(x - area.centre[0], y - area.centre[1]) <= SPOT:
                return area.id
        return next((a.id for a in self.grid.areas if a.outline and _holds(a.outline, x, y)), None)

    @cached_property
    def _outlines(self) -> dict[str, Line]:
        return {area.id: area.outline or _circle(area.centre) for area in self.grid.areas}


@dataclass(frozen=True)
class PlainGeometry(Geometry):
    """The plane figure of a map without a grid.

    >>> geometry = PlainGeometry(PlainMap(1500, 900, unit=100))
    >>> geometry.hex_at(12.04, 3.1), geometry.centre("at:1204.0310"), geometry.bounds
    ('at:1204.0310', (12.04, 3.1), (0.0, 0.0, 15.0, 9.0))
    """

    grid: PlainMap

    def centre(self, hex: str) -> Point:
        """Return where a point lies."""
        x, y = self.grid.point(hex)
        return x / self.grid.unit, y / self.grid.unit

    def corners(self, hex: str) -> Line:
        """Return a small square round a point."""
        x, y = self.centre(hex)
        left, top, right, bottom = x - _REACH, y - _REACH, x + _REACH, y + _REACH
        return (left, top), (right, top), (right, bottom), (left, bottom)

    def hex_at(self, x: float, y: float) -> str | None:
        """Return the place at a point, None beyond the map."""
        across, down = x * self.grid.unit, y * self.grid.unit
        if not (0 <= across <= self.grid.width and 0 <= down <= self.grid.height):
            return None
        return self.grid.nearest(across, down)

    def polygon(self, hex: str) -> "Polygon":
        """Return what is lit round a point."""
        return _polygon(self.corners(hex))

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """The whole map."""
        return 0.0, 0.0, self.grid.width / self.grid.unit, self.grid.height / self.grid.unit


@dataclass(frozen=True)
class SeveralGeometry(Geometry):
    """The plane figure of several maps, each with its own where its origin lies.

    >>> maps = SeveralMaps((MapPart("a", SquareGrid(2, 1)), MapPart("b", SquareGrid(2, 1), (5, 0))))
    >>> geometry = SeveralGeometry(maps)
    >>> geometry.centre("b:0101"), geometry.hex_at(6.1, 1.0), geometry.bounds
    ((6.0, 1.0), 'b:0101', (0.5, 0.5, 7.5, 1.5))
    """

    grid: SeveralMaps

    def centre(self, hex: str) -> Point:
        """Return the centre of a place."""
        part, geometry, name = self._on(hex)
        return _moved(geometry.centre(name), part.origin)

    def corners(self, hex: str) -> Line:
        """Return the corners of a place, clockwise."""
        part, geometry, name = self._on(hex)
        return tuple(_moved(corner, part.origin) for corner in geometry.corners(name))

    def hex_at(self, x: float, y: float) -> str | None:
        """Return the place that holds a point, None where no map has one."""
        for part in self.grid.maps:
            name = self._parts[part.id].hex_at(x - part.origin[0], y - part.origin[1])
            if name is not None:
                return f"{part.id}{BETWEEN}{name}"
        return None

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """The least rectangle round all maps."""
        boxes = []
        for part in self.grid.maps:
            left, top, right, bottom = self._parts[part.id].bounds
            x, y = part.origin
            boxes.append((left + x, top + y, right + x, bottom + y))
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        return min(lefts), min(tops), max(rights), max(bottoms)

    def polygon(self, hex: str) -> "Polygon":
        """Return a place as a polygon."""
        return _polygon(self.corners(hex))

    def part(self, id: str) -> Geometry:
        """Return where the places of one map lie, from its own origin."""
        return self._parts[id]

    def shared(self, a: str, b: str) -> list[Line]:
        """Return the lines that two neighbours have in common."""
        here, geometry, first = self._on(a)
        there, _geometry, second = self._on(b)
        if here is there and second in here.grid.neighbours(first):
            lines = geometry.shared(first, second)
            return [tuple(_moved(point, here.origin) for point in line) for line in lines]
        self.grid.side(a, b)
        return [across(self.centre(a), self.centre(b))]

    def _on(self, hex: str) -> tuple[MapPart, Geometry, str]:
        found = self.grid.on_map(hex)
        if found is None:
            raise self.grid.unknown(hex)
        return found[0], self._parts[found[0].id], found[1]

    @cached_property
    def _parts(self) -> dict[str, Geometry]:
        return {part.id: geometry_of(part.grid) for part in self.grid.maps}


def _polygon(corners: Line) -> "Polygon":
    from tabuleiro.board import shapes

    polygon: Polygon = shapes.any_polygons([corners])[0]
    return polygon


def _moved(point: Point, by: Point) -> Point:
    return point[0] + by[0], point[1] + by[1]


def _circle(centre: Point) -> Line:
    x, y = centre
    turns = (2 * pi * number / _ROUND for number in range(_ROUND))
    return tuple((x + SPOT * cos(turn), y + SPOT * sin(turn)) for turn in turns)


def _holds(outline: Line, x: float, y: float) -> bool:
    """Tell whether a point lies in a polygon: by how often a line from it crosses the outline."""
    inside = False
    x1, y1 = outline[-1]
    for x2, y2 in outline:
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
        x1, y1 = x2, y2
    return inside
