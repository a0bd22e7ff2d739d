"""The hex grid of a board: which hexes there are and how they lie to each other."""

from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from typing import ClassVar

from tabuleiro.board import lattice
from tabuleiro.board.cells import Cells
from tabuleiro.board.errors import N_, BoardError
from tabuleiro.board.grid import OFF_BOARD, Side, not_adjacent
from tabuleiro.board.lattice import Axial, Orientation, Shift


@dataclass(frozen=True)
class HexGrid(Cells):
    """A rectangle of numbered hexes.

    A hex is named by the text printed in it. On a ``flat`` grid the hexes stand in
    columns, on a ``pointy`` one they lie in rows; ``shift`` says whether the odd or the
    even columns (rows) stand half a hex further down (right). ``numbering`` is a
    pattern of `Numbering`; ``pitch`` is the distance between the centres of two
    neighbours on the printed map, in millimetres.

    >>> grid = HexGrid(15, 16)
    >>> grid.neighbours("1006")
    ('1005', '1105', '1106', '1007', '0906', '0905')
    >>> grid.distance("1203", "1304")
    2
    >>> "1601" in grid
    False
    """

    kind: ClassVar[str] = "hexes"

    _: KW_ONLY
    orientation: Orientation = "flat"
    shift: Shift = "odd"

    @property
    def directions(self) -> tuple[str, ...]:
        """The names of the six directions, clockwise.

        >>> HexGrid(15, 16).directions
        ('north', 'northeast', 'southeast', 'south', 'southwest', 'northwest')
        """
        return lattice.DIRECTIONS[self.orientation]

    @cached_property
    def neighbour_table(self) -> tuple[tuple[int, ...], ...]:
        """The six neighbours of each hex as indices, -1 where the board ends.

        >>> HexGrid(2, 2).neighbour_table[0]
        (-1, 2, 3, 1, -1, -1)
        """
        steps = lattice.STEPS[self.orientation]
        find = self._index_at.get
        return tuple(
            tuple(find((q + dq, r + dr), OFF_BOARD) for dq, dr in steps) for q, r in self._axials
        )

    def neighbour(self, hex: str, direction: str) -> str | None:
        """Return the neighbour in a direction, None where the board ends.

        >>> HexGrid(15, 16).neighbour("1105", "southeast")
        '1206'
        >>> HexGrid(15, 16).neighbour("1101", "north") is None
        True
        """
        if direction not in self.directions:
            raise BoardError(
                N_("There is no direction '{direction}' on this board, only {directions}."),
                direction=direction,
                directions=", ".join(self.directions),
            )
        there = self.neighbour_table[self.index(hex)][self.directions.index(direction)]
        return None if there == OFF_BOARD else self.hexes[there]

    def direction(self, a: str, b: str) -> str:
        """Return the direction from a hex to its neighbour.

        >>> HexGrid(15, 16).direction("1105", "1206")
        'southeast'
        """
        here, there = self.index(a), self.index(b)
        if there not in self.neighbour_table[here]:
            raise not_adjacent(a, b)
        return self.directions[self.neighbour_table[here].index(there)]

    def are_neighbours(self, a: str, b: str) -> bool:
        """Tell whether two hexes touch.

        >>> HexGrid(15, 16).are_neighbours("1105", "1206")
        True
        """
        return self.index(b) in self.neighbour_table[self.index(a)]

    def side(self, a: str, b: str) -> Side:
        """Return the hexside between two neighbours, the same from both.

        >>> HexGrid(15, 16).side("1206", "1105")
        ('1105', '1206')
        """
        if not self.are_neighbours(a, b):
            raise not_adjacent(a, b)
        return (a, b) if a < b else (b, a)

    def distance(self, a: str, b: str) -> int:
        """Count the hexes from one hex to another, the first one not counted.

        >>> HexGrid(15, 16).distance("1105", "1108")
        3
        """
        axials = self._axial_of
        try:
            q1, r1 = axials[a]
            q2, r2 = axials[b]
        except KeyError as error:
            raise self.unknown(error.args[0]) from None
        dq = q1 - q2
        dr = r1 - r2
        return max(abs(dq), abs(dr), abs(dq + dr))

    def line(self, a: str, b: str) -> tuple[str, ...]:
        """Return the hexes that a straight line from centre to centre crosses.

        Where the line runs along a hexside, one of the two hexes is taken, the same one
        from both ends.

        >>> HexGrid(15, 16).line("0101", "0503")
        ('0101', '0202', '0302', '0403', '0503')
        """
        ends = self._axials[self.index(a)], self._axials[self.index(b)]
        find = self._index_at
        found = (find[one] if one in find else find[other] for one, other in lattice.line(*ends))
        return tuple(self.hexes[index] for index in found)

    def ring(self, hex: str, radius: int) -> tuple[str, ...]:
        """Return the hexes at exactly this distance, clockwise from the first direction.

        >>> HexGrid(15, 16).ring("0101", 1)
        ('0201', '0202', '0102')
        """
        find = self._index_at
        around = lattice.ring(self._axials[self.index(hex)], radius, self.orientation)
        return tuple(self.hexes[find[axial]] for axial in around if axial in find)

    def within(self, hex: str, radius: int) -> tuple[str, ...]:
        """Return the hexes up to a distance, itself included, in the order of `hexes`.

        >>> HexGrid(15, 16).within("0101", 1)
        ('0101', '0102', '0201', '0202')
        """
        q, r = self._axials[self.index(hex)]
        lanes, places = self._lanes_and_places
        found: list[int] = []
        for lane in range(max(lanes.start, q - radius), min(lanes.stop, q + radius + 1)):
            origin = lattice.to_axial(lane, 0, self.shift)[1]
            top = r - origin + max(-radius, q - lane - radius)
            bottom = r - origin + min(radius, q - lane + radius)
            here = range(max(places.start, top), min(places.stop, bottom + 1))
            found.extend(self._cell_index(lane, place) for place in here)
        return tuple(self.hexes[index] for index in sorted(found))

    def hex_of(self, axial: Axial) -> str | None:
        """Return the hex with these axial coordinates (see `lattice`), None off the board.

        >>> HexGrid(15, 16).hex_of((11, 0))
        '1105'
        """
        index = self._index_at.get(axial, OFF_BOARD)
        return None if index == OFF_BOARD else self.hexes[index]

    @cached_property
    def _lanes_and_places(self) -> tuple[range, range]:
        """The columns and the rows of a flat grid, the rows and the columns of a pointy one."""
        columns = range(self.first_column, self.last_column + 1)
        rows = range(self.first_row, self.last_row + 1)
        return (columns, rows) if self.orientation == "flat" else (rows, columns)

    def _cell_index(self, lane: int, place: int) -> int:
        column, row = (lane, place) if self.orientation == "flat" else (place, lane)
        return (column - self.first_column) * self.rows + row - self.first_row

    @cached_property
    def _axials(self) -> tuple[Axial, ...]:
        flat = self.orientation == "flat"
        return tuple(
            lattice.to_axial(*((c, r) if flat else (r, c)), self.shift) for c, r in self._cells
        )

    @cached_property
    def _axial_of(self) -> dict[str, Axial]:
        return dict(zip(self.hexes, self._axials, strict=True))

    @cached_property
    def _index_at(self) -> dict[Axial, int]:
        return {axial: index for index, axial in enumerate(self._axials)}
