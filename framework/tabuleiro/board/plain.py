"""Boards without a grid: a piece may lie at any point."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot
from typing import ClassVar, Final

from tabuleiro.board.errors import N_, BadHex
from tabuleiro.board.grid import Grid, not_adjacent

AT: Final = "at:"
"""What stands before the coordinates of a point."""
_POINT: Final = re.compile(r"at:([0-9]{4,6})\.([0-9]{4,6})")


def point_name(x: float, y: float) -> str:
    """Return the place at a point, rounded to whole units.

    >>> point_name(1204.3, 310)
    'at:1204.0310'
    """
    return f"{AT}{round(x):04d}.{round(y):04d}"


def point_in(place: str) -> tuple[int, int] | None:
    """Return the point that a place names, None if it names none.

    >>> point_in("at:1204.0310"), point_in("0310"), point_in("at:01204.0310")
    ((1204, 310), None, None)
    """
    match = _POINT.fullmatch(place)
    if match is None:
        return None
    x, y = int(match[1]), int(match[2])
    return (x, y) if point_name(x, y) == place else None


@dataclass(frozen=True)
class PlainMap(Grid):
    """A map of so many pixels on which every pixel is a place; ``unit`` of them are one wide step.

    Its places cannot be counted off: ``hexes`` is empty, no two are neighbours, and none has a
    number. A free table needs no more; rules that move from place to place need another board.

    >>> grid = PlainMap(1500, 900, unit=100)
    >>> "at:1204.0310" in grid, "at:1204.0990" in grid, grid.hexes
    (True, False, ())
    >>> grid.distance("at:1204.0310", "at:0904.0310")
    3
    """

    width: int
    height: int
    unit: float = 100.0

    kind: ClassVar[str] = "plain"
    hexes: ClassVar[tuple[str, ...]] = ()
    directions: ClassVar[tuple[str, ...]] = ()
    neighbour_table: ClassVar[tuple[tuple[int, ...], ...]] = ()

    def __contains__(self, hex: object) -> bool:
        """Tell whether there is such a point."""
        point = point_in(hex) if isinstance(hex, str) else None
        return point is not None and point[0] <= self.width and point[1] <= self.height

    def __iter__(self) -> Iterator[str]:
        """Go through no places: there are too many to go through."""
        return iter(())

    def kind_at(self, hex: str) -> str:
        """Return that a place is a point."""
        self.point(hex)
        return self.kind

    @property
    def first(self) -> str:
        """The point in the upper left corner."""
        return point_name(0, 0)

    def point(self, hex: str) -> tuple[int, int]:
        """Return where a place lies, in pixels from the upper left corner."""
        point = point_in(hex)
        if point is None or hex not in self:
            raise self.unknown(hex)
        return point

    def nearest(self, x: float, y: float) -> str:
        """Return the place at a point, or the nearest one to a point beyond the map.

        >>> PlainMap(1500, 900).nearest(-3, 1200.4)
        'at:0000.0900'
        """
        return point_name(min(max(x, 0), self.width), min(max(y, 0), self.height))

    def neighbours(self, hex: str) -> tuple[str, ...]:
        """Return nothing: a point has no neighbours."""
        self.point(hex)
        return ()

    def are_neighbours(self, a: str, b: str) -> bool:
        """Tell that two points are no neighbours."""
        self.point(a), self.point(b)
        return False

    def direction(self, a: str, b: str) -> str:
        """Raise: no two points are neighbours."""
        raise not_adjacent(a, b)

    def distance(self, a: str, b: str) -> int:
        """Measure from one point to another, in units."""
        (x1, y1), (x2, y2) = self.point(a), self.point(b)
        return round(hypot(x1 - x2, y1 - y2) / self.unit)

    def line(self, a: str, b: str) -> tuple[str, ...]:
        """Return the two ends: between them lie no places that could be named."""
        self.point(a), self.point(b)
        return (a, b) if a != b else (a,)

    def ring(self, hex: str, radius: int) -> tuple[str, ...]:
        """Return nothing but, for no distance at all, the point itself."""
        self.point(hex)
        return () if radius else (hex,)

    def within(self, hex: str, radius: int) -> tuple[str, ...]:
        """Return the point itself."""
        self.point(hex)
        return (hex,)

    def edges_of(self, hex: str) -> frozenset[str]:
        """Return nothing: a plain map has no edges."""
        self.point(hex)
        return frozenset()

    def unknown(self, hex: object) -> BadHex:
        """Return the error to raise for something that is no point of this map.

        >>> print(PlainMap(1500, 900).unknown("0310"))
        '0310' is no point of this map: points look like at:0750.0450 and go to at:1500.0900.
        """
        return BadHex(
            N_("'{hex}' is no point of this map: points look like {example} and go to {last}."),
            hex=str(hex),
            example=point_name(self.width // 2, self.height // 2),
            last=point_name(self.width, self.height),
        )
