"""Reckonings: sums that dice will decide and that are no battle on the ground, for a table to show.

An attack from the air, a battle of aircraft: who takes part and with what value, which column (and
band) of which value table that comes to, and why. Where ground is fought for there are `Odds`.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from tabuleiro.engine.data import plain
from tabuleiro.engine.messages import Message
from tabuleiro.module.tables import sums
from tabuleiro.rules.combat.battle import Part, Shift

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.module import Module, OddsTable, ValueTable

__all__ = ["Reckoning", "kept_reckoning", "reckoned_chances", "rows_of_band", "table_reckoned"]


class Reckoning(msgspec.Struct, frozen=True):
    """A sum as it stands: the parts of both sides, their totals, and the column of the table.

    What pieces add that a side may not know is sealed, but for the ``public`` ones.
    """

    title: Message
    """What is about to happen: "a charge by the hussars"."""
    hex: str
    """Where it happens."""
    attacker: str
    defender: str
    parts: tuple[Part, ...]
    """What each piece, or whatever else helps, adds to the total of its side."""
    attack: int
    """The total of the attacker."""
    defence: int | None = None
    """The total of the defender; None where the other side adds nothing to the sum."""
    table: str = ""
    """The id of the table for the dice, under ``values`` or ``odds``; without it a mere sum."""
    column: int = 0
    """The place of the column in the table, the first is 0: after the shifts."""
    base: int = 0
    """The same before the shifts."""
    band: int = 0
    """The place of the band, in tables that have bands."""
    notes: tuple[Message, ...] = ()
    """Sentences that say how the totals come to the column."""
    shifts: tuple[Shift, ...] = ()
    """What moves the sum from ``base`` to ``column``."""
    counts: tuple[int, int] | None = None
    """What the two numbers of a cell such as ``0.8/1.2`` are multiplied by, the fraction dropped,
    for what comes of them: by the ships that fire, or by 0 for who can harm nobody. Without it
    the numbers stand as they are."""
    public: tuple[str, ...] = ()
    """Pieces of which only the type counts, so that what they add is known to all."""
    means: str = ""
    """What cells of the table mean where it serves for several things: the game has the words as
    ``outcome.<means>.2`` for a cell, or ``outcome.<means>.n`` for numbers of which the first of
    ``counts`` tells how often they count, and ``outcome.<means>.points`` for what it came to."""


def kept_reckoning(reckoning: Reckoning) -> dict[str, Any]:
    """Return a reckoning as a row of the log holds it: what says nothing is left out."""
    data = plain(reckoning)
    if reckoning.counts is None:
        del data["counts"]
    if not reckoning.means:
        del data["means"]
    return data


def table_reckoned(module: Module, reckoning: Reckoning) -> OddsTable | ValueTable | None:
    """Return the table of a reckoning; None if it has none that this column and band fit."""
    id = reckoning.table
    table = module.values.get(id) or module.odds.get(id)
    if table is None or reckoning.band not in range(len(getattr(table, "bands", ())) or 1):
        return None
    places = range(len(table.columns))
    return table if reckoning.column in places and reckoning.base in places else None


def rows_of_band(table: OddsTable | ValueTable, band: int) -> range:
    """Return the places of the rows that count in a band; all rows in a table without bands.

    >>> from tabuleiro.module import DiceRow, ValueColumn, ValueTable
    >>> columns = (ValueColumn("1-12", 1, 12), ValueColumn("13+", 13))
    >>> rows = tuple(DiceRow(label, (n,)) for label in ("a", "b") for n in (1, 2))
    >>> table = ValueTable("air", {}, 1, columns, rows, (("0", "1"),) * 4, bands=columns)
    >>> list(rows_of_band(table, 1))
    [2, 3]
    """
    bands = len(getattr(table, "bands", ())) or 1  # a table by odds has none
    height = len(table.rows) // bands
    return range(band * height, (band + 1) * height) if bands > 1 else range(height)


def reckoned_chances(table: OddsTable | ValueTable, reckoning: Reckoning) -> Mapping[str, int]:
    """Return in how many of all throws of the dice each cell comes, the likeliest first."""
    ways = sums(table.dice, table.die)
    found: Counter[str] = Counter()
    for row in rows_of_band(table, reckoning.band):
        for total in table.rows[row].sums:
            found[table.cells[row][reckoning.column]] += ways.get(total, 0)
    return dict(found.most_common())
