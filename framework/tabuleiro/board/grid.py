"""The one interface of places: which there are on a board and how they lie to each other.

Hexes, squares, areas and plain maps answer the same questions, so that movement, zones, combat,
control and drawing need not know what a board is made of. What is said here of hexes holds for
places of any shape; a grid whose places lie regularly answers quicker than this does.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar, Final, TypeAlias

from tabuleiro.board.errors import N_, BadHex, BoardError, NotAdjacent

Side: TypeAlias = tuple[str, str]
"""A hexside: the two hexes that it divides, in order of their text."""

EDGES: Final = ("north", "east", "south", "west")
"""The four edges of a board."""

OFF_BOARD: Final = -1
"""Stands in `Grid.neighbour_table` where a hex has no neighbour."""

OUT_OF_REACH: Final = 1_000_000
"""The distance between places of which none leads to the other."""


class Grid(ABC):
    """The places of a board, each with a name, a number and neighbours."""

    kind: ClassVar[str]
    """What the places are: ``hexes``, ``squares``, ``areas``, ``plain``, or ``maps``."""

    @property
    @abstractmethod
    def hexes(self) -> tuple[str, ...]:
        """All places, in the order of their numbers."""

    @property
    @abstractmethod
    def directions(self) -> tuple[str, ...]:
        """The names of the directions in which neighbours lie, clockwise."""

    @property
    @abstractmethod
    def neighbour_table(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of each place as indices; -1 where there may be a gap."""

    @abstractmethod
    def unknown(self, hex: object) -> BadHex:
        """Return the error to raise for something that is no place of this board."""

    @abstractmethod
    def direction(self, a: str, b: str) -> str:
        """Return the direction from a place to its neighbour."""

    @abstractmethod
    def edges_of(self, hex: str) -> frozenset[str]:
        """Return the edges of the board on which a place lies; none if it has no such edges."""

    def __contains__(self, hex: object) -> bool:
        """Tell whether there is such a place."""
        return hex in self._index

    def __iter__(self) -> Iterator[str]:
        """Go through the places in their order."""
        return iter(self.hexes)

    def __len__(self) -> int:
        """Count the places."""
        return len(self.hexes)

    def kind_at(self, hex: str) -> str:
        """Return what a place is: on several maps that differs from map to map."""
        self.index(hex)
        return self.kind

    @property
    def first(self) -> str:
        """Any place that there is: the first one."""
        return self.hexes[0]

    def index(self, hex: str) -> int:
        """Return the place of a hex in `hexes`."""
        try:
            return self._index[hex]
        except KeyError:
            raise self.unknown(hex) from None

    def neighbours(self, hex: str) -> tuple[str, ...]:
        """Return the neighbours of a place, clockwise."""
        try:
            return self._neighbours[hex]
        except KeyError:
            raise self.unknown(hex) from None

    def neighbour(self, hex: str, direction: str) -> str | None:
        """Return the neighbour in a direction, None where there is none."""
        if direction not in self.directions:
            raise BoardError(
                N_("There is no direction '{direction}' on this board, only {directions}."),
                direction=direction,
                directions=", ".join(self.directions),
            )
        around = self.neighbours(hex)
        return next((there for there in around if self.direction(hex, there) == direction), None)

    def are_neighbours(self, a: str, b: str) -> bool:
        """Tell whether two places touch."""
        return self.index(b) in self.neighbour_table[self.index(a)]

    def side(self, a: str, b: str) -> Side:
        """Return the side between two neighbours, the same from both."""
        if not self.are_neighbours(a, b):
            raise not_adjacent(a, b)
        return (a, b) if a < b else (b, a)

    def distance(self, a: str, b: str) -> int:
        """Count the places from one to another, the first one not counted."""
        return self._counts_from(self.index(a))[self.index(b)]

    def line(self, a: str, b: str) -> tuple[str, ...]:
        """Return the places that a straight line from centre to centre crosses.

        Where places are no regular cells, it is the shortest way from neighbour to neighbour;
        there is none if none leads there.
        """
        here, goal = self.index(a), self.index(b)
        left = self._counts_from(goal)
        if left[here] >= OUT_OF_REACH:
            return ()
        way = [here]
        while way[-1] != goal:
            way.append(min(self._around(way[-1]), key=left.__getitem__))
        return tuple(self.hexes[index] for index in way)

    def ring(self, hex: str, radius: int) -> tuple[str, ...]:
        """Return the places at exactly this distance."""
        counts = self._counts_from(self.index(hex))
        return tuple(
            there for there, count in zip(self.hexes, counts, strict=True) if count == radius
        )

    def within(self, hex: str, radius: int) -> tuple[str, ...]:
        """Return the places up to a distance, itself included, in the order of `hexes`."""
        counts = self._counts_from(self.index(hex))
        return tuple(
            there for there, count in zip(self.hexes, counts, strict=True) if count <= radius
        )

    def _around(self, index: int) -> tuple[int, ...]:
        return tuple(there for there in self.neighbour_table[index] if there != OFF_BOARD)

    def _counts_from(self, start: int) -> list[int]:
        """Return how many steps it is from one place to each, kept once it was asked."""
        found = self._counts.get(start)
        if found is None:
            found = self._counts[start] = [OUT_OF_REACH] * len(self.hexes)
            found[start] = steps = 0
            edge = [start]
            while edge:
                steps += 1
                inside, edge = edge, []
                for here in inside:
                    for there in self._around(here):
                        if found[there] == OUT_OF_REACH:
                            found[there] = steps
                            edge.append(there)
        return found

    @cached_property
    def _counts(self) -> dict[int, list[int]]:
        return {}

    @cached_property
    def _index(self) -> dict[str, int]:
        return {hex: index for index, hex in enumerate(self.hexes)}

    @cached_property
    def _neighbours(self) -> dict[str, tuple[str, ...]]:
        hexes = self.hexes
        return {
            hex: tuple(hexes[there] for there in row if there != OFF_BOARD)
            for hex, row in zip(hexes, self.neighbour_table, strict=True)
        }


def not_adjacent(a: str, b: str) -> NotAdjacent:
    """Return the error to raise for places that should be neighbours and are not.

    >>> print(not_adjacent("0101", "0105"))
    0101 and 0105 are not neighbours.
    """
    return NotAdjacent(N_("{a} and {b} are not neighbours."), a=a, b=b)
