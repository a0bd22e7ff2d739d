"""The numbered cells of a board, before anybody asks how they lie to each other."""

from dataclasses import KW_ONLY, dataclass
from functools import cached_property

from tabuleiro.board.errors import N_, BadHex, BoardError
from tabuleiro.board.grid import EDGES, Grid
from tabuleiro.board.numbering import Numbering


@dataclass(frozen=True)
class Cells(Grid):
    """A rectangle of numbered cells: what hexes and squares have in common.

    >>> from tabuleiro.board.hexes import HexGrid
    >>> cells = HexGrid(2, 3)
    >>> list(cells)
    ['0101', '0102', '0103', '0201', '0202', '0203']
    >>> "0203" in cells, "0301" in cells, len(cells)
    (True, False, 6)
    """

    columns: int
    rows: int
    _: KW_ONLY
    numbering: str = "CCRR"
    first_column: int = 1
    first_row: int = 1
    pitch: float = 15.0

    def __post_init__(self) -> None:
        if self.columns < 1 or self.rows < 1:
            raise BoardError(
                N_("A board needs at least one column and one row, not {columns} by {rows}."),
                columns=self.columns,
                rows=self.rows,
            )
        for column in (self.first_column, self.last_column):
            for row in (self.first_row, self.last_row):
                if not self._format.has_room_for(column, row):
                    raise BoardError(
                        N_("The numbering {numbering} has no room for column {column}, row {row}."),
                        numbering=self.numbering,
                        column=column,
                        row=row,
                    )

    @property
    def last_column(self) -> int:
        """The number of the last column."""
        return self.first_column + self.columns - 1

    @property
    def last_row(self) -> int:
        """The number of the last row."""
        return self.first_row + self.rows - 1

    @cached_property
    def hexes(self) -> tuple[str, ...]:
        """All hexes, column by column."""
        write = self._format.text
        return tuple(write(column, row) for column, row in self._cells)

    def parse(self, hex: str) -> tuple[int, int]:
        """Return the column and row of a hex.

        >>> from tabuleiro.board.hexes import HexGrid
        >>> HexGrid(15, 16).parse("0714")
        (7, 14)
        >>> HexGrid(15, 16).parse("1601")  # doctest: +NORMALIZE_WHITESPACE
        Traceback (most recent call last):
        tabuleiro.board.errors.BadHex: Hex 1601 is not on this board:
            columns go from 01 to 15 and rows from 01 to 16.
        """
        return self._cells[self.index(hex)]

    def name(self, column: int, row: int) -> str:
        """Return the number of the hex in this column and row.

        >>> from tabuleiro.board.hexes import HexGrid
        >>> HexGrid(15, 16).name(7, 14)
        '0714'
        """
        hex = self._format.text(column, row)
        if hex not in self._index:
            raise self.unknown(hex)
        return hex

    def edges_of(self, hex: str) -> frozenset[str]:
        """Return the edges of the board on which a hex lies; a corner lies on two.

        >>> from tabuleiro.board.hexes import HexGrid
        >>> sorted(HexGrid(15, 16).edges_of("1501"))
        ['east', 'north']
        """
        column, row = self.parse(hex)
        at = {
            "north": row == self.first_row,
            "east": column == self.last_column,
            "south": row == self.last_row,
            "west": column == self.first_column,
        }
        return frozenset(edge for edge in EDGES if at[edge])

    def unknown(self, hex: object) -> BadHex:
        """Return the error to raise for something that is no hex of this board.

        >>> from tabuleiro.board.hexes import HexGrid
        >>> print(HexGrid(15, 16).unknown("7-14"))
        '7-14' is not a hex number: on this board they look like 0101.
        """
        text = str(hex)
        if self._format.read(text) is None:
            return BadHex(
                N_("'{hex}' is not a hex number: on this board they look like {example}."),
                hex=text,
                example=self.hexes[0],
            )
        return BadHex(
            N_(
                "Hex {hex} is not on this board: columns go from {first_column} to "
                "{last_column} and rows from {first_row} to {last_row}."
            ),
            hex=text,
            first_column=self._format.column_text(self.first_column),
            last_column=self._format.column_text(self.last_column),
            first_row=self._format.row_text(self.first_row),
            last_row=self._format.row_text(self.last_row),
        )

    @cached_property
    def _format(self) -> Numbering:
        return Numbering(self.numbering)

    @cached_property
    def _cells(self) -> tuple[tuple[int, int], ...]:
        columns = range(self.first_column, self.last_column + 1)
        rows = range(self.first_row, self.last_row + 1)
        return tuple((column, row) for column in columns for row in rows)
