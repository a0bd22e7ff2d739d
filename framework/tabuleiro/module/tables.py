"""The tables of a game, as the rules ask them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from types import MappingProxyType
from typing import TypeVar

import msgspec

from tabuleiro.i18n import _

__all__ = [
    "Chart",
    "DiceRow",
    "HexsideKind",
    "IndexTable",
    "Line",
    "NetworkKind",
    "OddsTable",
    "Result",
    "Site",
    "Terrain",
    "ValueColumn",
    "ValueTable",
    "sums",
]

Cells = tuple[tuple[str, ...], ...]
T = TypeVar("T", "OddsTable", "ValueTable")


class Terrain(msgspec.Struct, frozen=True):
    """What a terrain does. Costs are in half points; None is forbidden."""

    id: str
    name: Mapping[str, str]
    cost: Mapping[str, int | None]
    """Half points to enter, by movement class."""
    columns: int = 0
    """Columns that a defender gains in it."""
    adds: bool = False
    """Whether its columns are added to others; else the best counts."""
    no_attack: tuple[str, ...] = ()
    """Movement classes that may not attack it."""
    bombardment: bool = True
    """Whether its columns count against bombardment too."""
    limits: Mapping[str, int] = {}
    """Limits that differ in it, such as ``stacking``."""
    tags: tuple[str, ...] = ()
    rule: str | None = None


class Site(msgspec.Struct, frozen=True):
    """What something in a hex does, besides its terrain: a village, an airfield, a port."""

    id: str
    name: Mapping[str, str]
    cost: Mapping[str, int | None] = {}
    """Half points to enter, by movement class; empty if the terrain's hold."""
    columns: int = 0
    adds: bool = False
    bombardment: bool = True
    limits: Mapping[str, int] = {}
    tags: tuple[str, ...] = ()
    rule: str | None = None


class HexsideKind(msgspec.Struct, frozen=True):
    """What a kind of hexside does. Costs are in half points; None is forbidden."""

    id: str
    name: Mapping[str, str]
    cost: Mapping[str, int | None]
    """Half points on top of the hex entered, by movement class."""
    columns: int = 0
    adds: bool = False
    sides: tuple[str, ...] = ()
    """The sides that profit as defenders; none means all."""
    bombardment: bool = False
    tags: tuple[str, ...] = ()
    rule: str | None = None


class NetworkKind(msgspec.Struct, frozen=True):
    """What a kind of road does. Costs are in half points; None is forbidden."""

    id: str
    name: Mapping[str, str]
    cost: Mapping[str, int | None]
    """Half points for a step along it, by movement class."""
    bridges: tuple[str, ...] = ()
    """Kinds of hexsides that it crosses without their cost."""
    tags: tuple[str, ...] = ()
    rule: str | None = None
    limits: Mapping[str, int] = {}
    """Limits that differ along it, such as ``stacking``."""


class Result(msgspec.Struct, frozen=True):
    """The meaning of a code in the cells of a table."""

    id: str
    name: Mapping[str, str]
    text: Mapping[str, str]
    rule: str | None = None
    like: str | None = None
    """For computer players: codes of the family that it is worth as much as."""
    worth: float | None = None
    """The same in units: positive for the attacker."""


class DiceRow(msgspec.Struct, frozen=True):
    """A row and the sums of the dice that lead to it."""

    label: str
    sums: tuple[int, ...]


@cache
def sums(dice: int, die: int = 6) -> Mapping[int, int]:
    """Return in how many of all throws of some dice each sum comes.

    >>> sums(2)[7], sums(1, 10)[10], len(sums(2, 10))
    (6, 1, 19)
    """
    ways = {0: 1}
    for _number in range(dice):
        more: dict[int, int] = {}
        for total, count in ways.items():
            for face in range(1, die + 1):
                more[total + face] = more.get(total + face, 0) + count
        ways = more
    return MappingProxyType(dict(sorted(ways.items())))


class OddsTable(msgspec.Struct, frozen=True):
    """A table by odds and dice.

    >>> columns, rows = ("1-2", "1-1", "3-2", "2-1", "3-1"), (DiceRow("any", (7,)),)
    >>> cells = (("AE", "IMP", "IMP", "DR", "DE"),)
    >>> table = OddsTable("combat", {}, 2, columns, rows, cells, {"mild": {"any/3-1": "DR"}})
    >>> table.column(11, 4), table.columns[table.column(11, 4)]
    (3, '2-1')
    >>> table.cell(table.index("3-1"), 7)
    'DE'
    >>> table.variant("mild").cell(4, 7)
    'DR'
    """

    id: str
    name: Mapping[str, str]
    dice: int
    """How many dice are thrown."""
    columns: tuple[str, ...]
    """The odds, from the worst for the attacker to the best."""
    rows: tuple[DiceRow, ...]
    cells: Cells
    variants: Mapping[str, Mapping[str, str]] = {}
    """Other results by row and column, such as ``3-11/8-1``."""
    reconstructed: Mapping[str, str] = {}
    rule: str | None = None
    die: int = 6
    """How many faces each die has."""

    def column(self, attack: int, defence: int) -> int:
        """Return the place of the column for two sums, the fraction dropped.

        Odds beyond the ends of the table take its end. Columns such as 3-2 are reached by
        shifts only.

        >>> table = OddsTable("x", {}, 2, ("1-3", "1-2", "1-1", "3-2", "2-1"), (), ())
        >>> [table.columns[table.column(*sums)] for sums in [(5, 11), (5, 8), (9, 5), (40, 4)]]
        ['1-2', '1-1', '1-1', '2-1']
        >>> [table.columns[table.column(*sums)] for sums in [(1, 9), (0, 3), (3, 0)]]
        ['1-3', '1-3', '2-1']
        """
        if defence <= 0 or attack <= 0:
            return 0 if attack <= 0 < defence else len(self.columns) - 1
        whole = _whole(self.columns)
        if attack >= defence:
            odds = attack // defence
            return whole[max((known for known in whole if known <= odds), default=min(whole))]
        odds = -(defence // attack) if defence >= 2 * attack else 1
        return whole[min((known for known in whole if known >= odds), default=max(whole))]

    def index(self, label: str) -> int:
        """Return the place of a column by its label.

        >>> OddsTable("x", {}, 2, ("1-1", "2-1"), (), ()).index("2-1")
        1
        """
        return self.columns.index(label)

    def shifted(self, column: int, by: int) -> int:
        """Return a column moved to the right (to the left if negative), within the table.

        >>> OddsTable("x", {}, 2, ("1-1", "2-1"), (), ()).shifted(0, 5)
        1
        """
        return _within(column + by, self.columns)

    def cell(self, column: int, total: int) -> str:
        """Return the result in a column for a sum of the dice."""
        return self.cells[_row(self.rows, total)][column]

    def variant(self, name: str) -> OddsTable:
        """Return the table with the other results of a variant."""
        return _varied(self, name, self.columns)


class ValueColumn(msgspec.Struct, frozen=True):
    """A column for a range of numbers; None is open. A column with a name has no range."""

    label: str
    low: int | None = None
    high: int | None = None
    name: Mapping[str, str] | None = None


class ValueTable(msgspec.Struct, frozen=True):
    """A table by a number and dice, or by two numbers and dice.

    >>> columns = (ValueColumn("1-12", 1, 12), ValueColumn("13+", 13))
    >>> rows = (DiceRow("any", (7,)),)
    >>> table = ValueTable("bombardment", {}, 2, columns, rows, (("DI", "DB"),))
    >>> table.column(12), table.column(80), table.column(0)
    (0, 1, 0)
    >>> table.cell(1, 7)
    'DB'

    With bands the second number says which of them counts; each holds all the rows:

    >>> rows = tuple(DiceRow(f"{band.label}/any", (7,)) for band in columns)
    >>> cells = (("0-0", "1-0"), ("0-1", "1-1"))
    >>> duel = ValueTable("air", {}, 2, columns, rows, cells, bands=columns)
    >>> duel.cell(duel.column(80), 7, band=duel.band(3)), duel.cell(0, 7, band=duel.band(13))
    ('1-0', '0-1')
    """

    id: str
    name: Mapping[str, str]
    dice: int
    columns: tuple[ValueColumn, ...]
    """The ranges, from low to high; or columns with names, which `index` finds."""
    rows: tuple[DiceRow, ...]
    """The rows, band after band if there are bands."""
    cells: Cells
    variants: Mapping[str, Mapping[str, str]] = {}
    reconstructed: Mapping[str, str] = {}
    rule: str | None = None
    bands: tuple[ValueColumn, ...] = ()
    """The ranges of the second number, from low to high."""
    die: int = 6
    """How many faces each die has."""

    def column(self, value: int) -> int:
        """Return the place of the column for a number; beyond the ends of the table, the end."""
        return _range(self.columns, value)

    def band(self, value: int) -> int:
        """Return the place of the band for the second number; beyond the ends, the end."""
        return _range(self.bands, value)

    def index(self, label: str) -> int:
        """Return the place of a column by its label."""
        return [column.label for column in self.columns].index(label)

    def shifted(self, column: int, by: int) -> int:
        """Return a column moved to the right (to the left if negative), within the table."""
        return _within(column + by, self.columns)

    def shifted_band(self, band: int, by: int) -> int:
        """Return a band moved down (up if negative), within the table."""
        return _within(band + by, self.bands)

    def cell(self, column: int, total: int, *, band: int = 0) -> str:
        """Return the result in a column for a sum of the dice, in a band if there are bands."""
        height = len(self.rows) // (len(self.bands) or 1)
        first = band * height
        return self.cells[first + _row(self.rows[first : first + height], total)][column]

    def variant(self, name: str) -> ValueTable:
        """Return the table with the other results of a variant."""
        return _varied(self, name, [column.label for column in self.columns])


class IndexTable(msgspec.Struct, frozen=True):
    """Numbers by unit type.

    >>> table = IndexTable("vulnerability", {}, ("air", "artillery"), {"armour": (2, 1)})
    >>> table.value("armour", "artillery")
    1
    """

    id: str
    name: Mapping[str, str]
    columns: tuple[str, ...]
    rows: Mapping[str, tuple[int, ...] | None]
    reconstructed: Mapping[str, str] = {}
    rule: str | None = None

    def value(self, unit_type: str, column: str) -> int:
        """Return the number of a unit type; 0 if the table is not for that type."""
        row = self.rows[unit_type]
        return row[self.columns.index(column)] if row else 0


class Line(msgspec.Struct, frozen=True):
    """A row or column of a chart."""

    id: str
    name: Mapping[str, str]


class Chart(msgspec.Struct, frozen=True):
    """A table with names on both sides.

    >>> columns, rows = (Line("good", {}), Line("monsoon", {})), (Line("forest", {}),)
    >>> chart = Chart("scouting", {}, columns, rows, (("4", None),))
    >>> chart.cell("forest", "good"), chart.cell("forest", "monsoon")
    ('4', None)
    """

    id: str
    name: Mapping[str, str]
    columns: tuple[Line, ...]
    rows: tuple[Line, ...]
    cells: tuple[tuple[str | None, ...], ...]
    reconstructed: Mapping[str, str] = {}
    rule: str | None = None

    def cell(self, row: str, column: str) -> str | None:
        """Return what stands in a row and column; None if there is nothing."""
        line = [known.id for known in self.rows].index(row)
        return self.cells[line][[known.id for known in self.columns].index(column)]


@lru_cache
def _whole(columns: tuple[str, ...]) -> dict[int, int]:
    """Return the columns that sums can lead to: 3-1 as 3, 1-1 as 1, 1-3 as -3."""
    found: dict[int, int] = {}
    for place, label in enumerate(columns):
        attack, defence = (int(part) for part in label.rstrip("+").split("-"))
        if defence == 1:
            found[attack] = place
        elif attack == 1:
            found[-defence] = place
    return found


def _range(ranges: Sequence[ValueColumn], value: int) -> int:
    for place, known in enumerate(ranges):
        if known.high is None or value <= known.high:
            return place
    return max(0, len(ranges) - 1)


def _within(place: int, columns: Sequence[object]) -> int:
    return max(0, min(len(columns) - 1, place))


def _row(rows: Sequence[DiceRow], total: int) -> int:
    for place, row in enumerate(rows):
        if total in row.sums:
            return place
    sentence = _("no row is there for these sums of the dice: {numbers}")
    raise ValueError(sentence.format(numbers=total))


def _varied(table: T, name: str, columns: Sequence[str]) -> T:
    rows = [row.label for row in table.rows]
    cells = [list(row) for row in table.cells]
    for spot, cell in table.variants[name].items():
        row, _slash, column = spot.rpartition("/")
        cells[rows.index(row)][columns.index(column)] = cell
    return msgspec.structs.replace(table, cells=tuple(tuple(row) for row in cells))
