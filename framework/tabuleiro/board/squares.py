"""The square grid of a board."""

from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from itertools import pairwise
from typing import ClassVar, Final

from tabuleiro.board.cells import Cells
from tabuleiro.board.grid import OFF_BOARD, not_adjacent

_STRAIGHT: Final = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
_ALL: Final = {
    "north": (0, -1),
    "northeast": (1, -1),
    "east": (1, 0),
    "southeast": (1, 1),
    "south": (0, 1),
    "southwest": (-1, 1),
    "west": (-1, 0),
    "northwest": (-1, -1),
}
"""The directions clockwise, and what a step in each adds to column and row."""


@dataclass(frozen=True)
class SquareGrid(Cells):
    """A rectangle of numbered squares; with ``diagonals`` those that share a corner are neighbours.

    >>> grid = SquareGrid(8, 8, numbering="AR")
    >>> grid.neighbours("A1"), grid.distance("A1", "C4")
    (('B1', 'A2'), 5)
    >>> grid = SquareGrid(8, 8, numbering="AR", diagonals=True)
    >>> grid.neighbours("A1"), grid.distance("A1", "C4"), grid.direction("A1", "B2")
    (('B1', 'B2', 'A2'), 3, 'southeast')
    """

    kind: ClassVar[str] = "squares"

    _: KW_ONLY
    diagonals: bool = False

    @property
    def directions(self) -> tuple[str, ...]:
        """The names of the directions, clockwise: four, or eight with diagonals."""
        return tuple(self._steps)

    @cached_property
    def neighbour_table(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of each square as indices, -1 where the board ends.

        >>> SquareGrid(2, 2).neighbour_table[0]
        (-1, 2, 1, -1)
        """
        find = self._index_at.get
        steps = self._steps.values()
        return tuple(
            tuple(find((column + across, row + down), OFF_BOARD) for across, down in steps)
            for column, row in self._cells
        )

    def direction(self, a: str, b: str) -> str:
        """Return the direction from a square to its neighbour."""
        here, there = self.index(a), self.index(b)
        if there not in self.neighbour_table[here]:
            raise not_adjacent(a, b)
        return self.directions[self.neighbour_table[here].index(there)]

    def distance(self, a: str, b: str) -> int:
        """Count the squares from one to another, the first one not counted."""
        (c1, r1), (c2, r2) = self.parse(a), self.parse(b)
        across, down = abs(c1 - c2), abs(r1 - r2)
        return max(across, down) if self.diagonals else across + down

    def line(self, a: str, b: str) -> tuple[str, ...]:
        """Return the squares that a straight line from centre to centre crosses.

        Where the line runs through a corner, no square is crossed between the two that it joins,
        unless only sides make neighbours: then it is one of them, the same from both ends.

        >>> SquareGrid(8, 8, numbering="AR", diagonals=True).line("A1", "C2")
        ('A1', 'B1', 'B2', 'C2')
        >>> SquareGrid(8, 8, numbering="AR").line("A1", "B2")
        ('A1', 'B1', 'B2')
        """
        start, end = self.parse(a), self.parse(b)
        if start > end:
            return tuple(reversed(self.line(b, a)))
        cells = _crossed(start, end)
        if not self.diagonals:
            cells = [cells[0], *(each for pair in pairwise(cells) for each in _by_sides(*pair))]
        return tuple(self.hexes[self._index_at[cell]] for cell in cells)

    def within(self, hex: str, radius: int) -> tuple[str, ...]:
        """Return the squares up to a distance, itself included, in the order of `hexes`.

        >>> SquareGrid(8, 8, numbering="AR").within("A1", 1)
        ('A1', 'A2', 'B1')
        """
        column, row = self.parse(hex)
        found = []
        for there in range(column - radius, column + radius + 1):
            reach = radius if self.diagonals else radius - abs(there - column)
            cells = ((there, other) for other in range(row - reach, row + reach + 1))
            found += [self._index_at[cell] for cell in cells if cell in self._index_at]
        return tuple(self.hexes[index] for index in found)

    @property
    def _steps(self) -> dict[str, tuple[int, int]]:
        return _ALL if self.diagonals else _STRAIGHT

    @cached_property
    def _index_at(self) -> dict[tuple[int, int], int]:
        return {cell: index for index, cell in enumerate(self._cells)}


def _crossed(start: tuple[int, int], end: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the cells through whose inside a line runs: exact, on whole numbers."""
    (x, y), (goal_x, goal_y) = start, end
    across, down = abs(goal_x - x), abs(goal_y - y)
    step_x, step_y = (goal_x > x) - (goal_x < x), (goal_y > y) - (goal_y < y)
    cells = [(x, y)]
    passed_x = passed_y = 0
    while (x, y) != (goal_x, goal_y):
        # Which border comes first: that of the next column, or that of the next row.
        first = (1 + 2 * passed_x) * down - (1 + 2 * passed_y) * across
        if first <= 0:
            x += step_x
            passed_x += 1
        if first >= 0:
            y += step_y
            passed_y += 1
        cells.append((x, y))
    return cells


def _by_sides(a: tuple[int, int], b: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the way from a cell to one beside it: over a third if they share but a corner."""
    return [b] if a[0] == b[0] or a[1] == b[1] else [(b[0], a[1]), b]
