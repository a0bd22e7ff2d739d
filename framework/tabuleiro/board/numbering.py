"""How hexes are numbered on the printed map."""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tabuleiro.board.errors import N_, BoardError

_TOKEN: Final = re.compile(r"C+|R+|A|[^A-Za-z0-9]+")
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Numbering:
    """A pattern for hex numbers.

    A run of ``C`` stands for the digits of the column, a run of ``R`` for those of
    the row, ``A`` for a column in letters (A to Z, then AA, BB, ...), and signs
    that are neither letters nor digits for themselves.

    >>> Numbering("CCRR").text(7, 14)
    '0714'
    >>> Numbering("CC.RR").text(7, 14), Numbering("RRCC").text(7, 14)
    ('07.14', '1407')
    >>> Numbering("AR").text(28, 3), Numbering("AR").read("BB3")
    ('BB3', (28, 3))
    """

    pattern: str

    def __post_init__(self) -> None:
        tokens = self._tokens
        columns = sum(token[0] in "CA" for token in tokens)
        rows = sum(token[0] == "R" for token in tokens)
        if "".join(tokens) != self.pattern or (columns, rows) != (1, 1):
            raise BoardError(
                N_(
                    "{pattern!r} is no pattern for hex numbers: it needs one run of C "
                    "(or one A, for letters) and one run of R, such as CCRR or CC.RR."
                ),
                pattern=self.pattern,
            )

    @cached_property
    def _tokens(self) -> list[str]:
        return _TOKEN.findall(self.pattern)

    @cached_property
    def _regex(self) -> re.Pattern[str]:
        parts = {
            "C": f"(?P<column>[0-9]{self._width('C')})",
            "R": f"(?P<row>[0-9]{self._width('R')})",
            "A": "(?P<column>(?P<letter>[A-Z])(?P=letter)*)",
        }
        return re.compile("".join(parts.get(t[0], re.escape(t)) for t in self._tokens))

    def _width(self, sign: str) -> str:
        """Return how many digits there may be: any number, unless two runs touch."""
        least = self.pattern.count(sign)
        touching = "CR" in self.pattern or "RC" in self.pattern
        return f"{{{least}}}" if touching else f"{{{least},{max(least, 6)}}}"

    def has_room_for(self, column: int, row: int) -> bool:
        """Tell whether numbers up to this column and row can be written.

        >>> Numbering("CCRR").has_room_for(99, 99), Numbering("CCRR").has_room_for(100, 1)
        (True, False)
        """
        return self.read(self.text(column, row)) == (column, row)

    def text(self, column: int, row: int) -> str:
        """Write the number of a hex.

        >>> Numbering("CCRR").text(1, 16)
        '0116'
        """
        parts = {"R": self.row_text(row)}
        parts["C"] = parts["A"] = self.column_text(column)
        return "".join(parts.get(token[0], token) for token in self._tokens)

    def read(self, text: str) -> tuple[int, int] | None:
        """Read a hex number, or return None if it does not follow the pattern.

        >>> Numbering("CCRR").read("0116")
        (1, 16)
        >>> Numbering("CCRR").read("116") is None
        True
        """
        match = self._regex.fullmatch(text)
        if match is None:
            return None
        letters = match["column"]
        column = int(letters) if letters.isdecimal() else _number(letters)
        row = int(match["row"])
        return (column, row) if self.text(column, row) == text else None

    def column_text(self, column: int) -> str:
        """Write a column as it stands in a hex number.

        >>> Numbering("CCRR").column_text(7), Numbering("AR").column_text(7)
        ('07', 'G')
        """
        width = self.pattern.count("C")
        return str(column).zfill(width) if width else _letters(column)

    def row_text(self, row: int) -> str:
        """Write a row as it stands in a hex number.

        >>> Numbering("CCRR").row_text(7)
        '07'
        """
        return str(row).zfill(self.pattern.count("R"))


def _letters(column: int) -> str:
    """Return A for 1, Z for 26, AA for 27, BB for 28."""
    times, letter = divmod(column - 1, len(_LETTERS))
    return _LETTERS[letter] * (times + 1)


def _number(letters: str) -> int:
    return _LETTERS.index(letters[0]) + 1 + len(_LETTERS) * (len(letters) - 1)
