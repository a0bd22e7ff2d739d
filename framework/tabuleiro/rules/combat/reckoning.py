"""Reckonings: sums that dice will decide and that are no battle on the ground, for a table to show.

An attack from the air, a battle of aircraft: who takes part and with what value, which column (and
band) of which value table that comes to, and why. Where ground is fought for there are `Odds`.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from tabuleiro.engine.messages import Message
from tabuleiro.module.tables import sums
from tabuleiro.rules.combat.battle import Part, Shift

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.module import ValueTable

__all__ = ["Reckoning", "reckoned_chances", "rows_of_band"]


class Reckoning(msgspec.Struct, frozen=True):
    """A sum as it stands: the parts of both sides, their totals, and the column of the table.

    ``defence`` is None where the other side adds nothing to the sum. Without a ``table`` it is a
    mere sum. ``notes`` say in sentences how the totals come to the column. What pieces add that a
    side may not know is sealed, but for the ``public`` ones, of which only the type counts.
    """

    title: Message
    hex: str
    attacker: str
    defender: str
    parts: tuple[Part, ...]
    attack: int
    defence: int | None = None
    table: str = ""
    column: int = 0
    base: int = 0
    band: int = 0
    notes: tuple[Message, ...] = ()
    shifts: tuple[Shift, ...] = ()
    public: tuple[str, ...] = ()


def rows_of_band(table: ValueTable, band: int) -> range:
    """Return the places of the rows that count in a band; all rows in a table without bands.

    >>> from tabuleiro.module import DiceRow, ValueColumn, ValueTable
    >>> columns = (ValueColumn("1-12", 1, 12), ValueColumn("13+", 13))
    >>> rows = tuple(DiceRow(label, (n,)) for label in ("a", "b") for n in (1, 2))
    >>> table = ValueTable("air", {}, 1, columns, rows, (("0", "1"),) * 4, bands=columns)
    >>> list(rows_of_band(table, 1))
    [2, 3]
    """
    height = len(table.rows) // (len(table.bands) or 1)
    return range(band * height, (band + 1) * height) if table.bands else range(height)


def reckoned_chances(table: ValueTable, reckoning: Reckoning) -> Mapping[str, int]:
    """Return in how many of all throws of the dice each cell comes, the likeliest first."""
    found: Counter[str] = Counter()
    for total, ways in sums(table.dice, table.die).items():
        found[table.cell(reckoning.column, total, band=reckoning.band)] += ways
    return dict(found.most_common())
