"""Boards of areas: provinces, boxes and towns of any shape, each beside those that it names."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import atan2, pi
from typing import ClassVar, Final, TypeAlias

from tabuleiro.board.errors import N_, BadHex
from tabuleiro.board.frozen import freeze
from tabuleiro.board.grid import Grid, not_adjacent

Point: TypeAlias = tuple[float, float]

COMPASS: Final = (
    "north",
    "northeast",
    "east",
    "southeast",
    "south",
    "southwest",
    "west",
    "northwest",
)


def bearing(a: Point, b: Point) -> float:
    """Return how far the way from a point to another turns from north, clockwise, 0 to 1.

    >>> bearing((0, 0), (0, -3)), bearing((0, 0), (2, 0))
    (0.0, 0.25)
    """
    return (atan2(b[0] - a[0], a[1] - b[1]) / (2 * pi)) % 1.0


def compass(a: Point, b: Point) -> str:
    """Return the direction from a point to another, as one of eight.

    >>> compass((0, 0), (3, 2.5))
    'southeast'
    """
    return COMPASS[round(8 * bearing(a, b)) % 8]


@dataclass(frozen=True)
class Area:
    """A place of any shape: where counters lie in it, and its outline, if it has one.

    An area without an outline is a spot, as on maps of points and the ways between them.
    """

    id: str
    centre: Point
    outline: tuple[Point, ...] = ()

    def __post_init__(self) -> None:
        freeze(self, outline=tuple(self.outline))


@dataclass(frozen=True)
class AreaMap(Grid):
    """Areas and which of them are neighbours.

    >>> areas = (Area("a", (0, 0)), Area("b", (1, 0)), Area("c", (2, 0)), Area("d", (1, 1)))
    >>> grid = AreaMap(areas, (("a", "b"), ("b", "c"), ("d", "b")))
    >>> grid.neighbours("b"), grid.distance("a", "c"), grid.direction("b", "d")
    (('c', 'd', 'a'), 2, 'south')
    >>> grid.line("a", "c"), grid.within("a", 1)
    (('a', 'b', 'c'), ('a', 'b'))
    """

    areas: tuple[Area, ...]
    borders: tuple[tuple[str, str], ...]

    kind: ClassVar[str] = "areas"

    def __post_init__(self) -> None:
        freeze(self, areas=tuple(self.areas), borders=tuple(map(tuple, self.borders)))

    @cached_property
    def hexes(self) -> tuple[str, ...]:
        """The areas by their ids."""
        return tuple(area.id for area in self.areas)

    @property
    def directions(self) -> tuple[str, ...]:
        """The eight directions of the compass; several neighbours may lie in one."""
        return COMPASS

    @cached_property
    def neighbour_table(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of each area as indices, clockwise from the north."""
        beside: list[set[int]] = [set() for _ in self.areas]
        for a, b in self.borders:
            here, there = self.index(a), self.index(b)
            beside[here].add(there)
            beside[there].add(here)
        return tuple(self._clockwise(here, others) for here, others in enumerate(beside))

    def direction(self, a: str, b: str) -> str:
        """Return the direction from an area to its neighbour, as one of eight."""
        if not self.are_neighbours(a, b):
            raise not_adjacent(a, b)
        return compass(self.areas[self.index(a)].centre, self.areas[self.index(b)].centre)

    def edges_of(self, hex: str) -> frozenset[str]:
        """Return nothing: a board of areas has edges only where it names them."""
        self.index(hex)
        return frozenset()

    def unknown(self, hex: object) -> BadHex:
        """Return the error to raise for something that is no area of this board.

        >>> print(AreaMap((Area("minho", (0, 0)),), ()).unknown("beira"))
        'beira' is no area of this board.
        """
        return BadHex(N_("'{hex}' is no area of this board."), hex=str(hex))

    def _clockwise(self, here: int, others: Iterable[int]) -> tuple[int, ...]:
        middle = self.areas[here].centre
        return tuple(sorted(others, key=lambda o: (bearing(middle, self.areas[o].centre), o)))
