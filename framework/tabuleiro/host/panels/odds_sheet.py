"""Sums of air battles and bombings in the battle panel: before the dice, and after them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from PySide6.QtCore import QTimer

from tabuleiro.engine import events as ev
from tabuleiro.engine.faults import RuleFault
from tabuleiro.host.panels.odds_sum import shift_lines
from tabuleiro.i18n import _, text
from tabuleiro.seats.battles import (
    Reckoning,
    column_labels,
    reckoned_chances,
    rows_of_band,
    sealed_sides,
    table_reckoned,
)
from tabuleiro.seats.telling import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.host.seat import Seat
    from tabuleiro.module import Module, OddsTable, ValueTable
    from tabuleiro.seats import ToldRow

__all__ = [
    "Sheet",
    "expected",
    "is_report",
    "reckoning_of",
    "reports",
    "sealed_in",
    "sheet_of",
]


class Sheet(NamedTuple):
    """A reckoning in words and numbers, ready to be shown."""

    title: str
    parts: tuple[dict[str, Any], ...]
    totals: tuple[tuple[str, int | None, bool], ...]
    """Each side, attacker first, with its total, and whether it has any (a sealed one is None)."""
    lines: tuple[str, ...]
    """How the sum comes to its column, as HTML."""
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    cells: tuple[tuple[str, ...], ...] = ()
    column: int | None = None
    base: int | None = None
    chances: tuple[dict[str, Any], ...] = ()
    hints: Mapping[str, str] = {}
    means: str = ""
    """What the cells mean, where the table serves for several things."""
    counts: tuple[int, int] | None = None
    """What the two numbers of a cell are multiplied by."""


def expected(seat: Seat) -> list[Reckoning]:
    """Return what is about to be decided; first what the last action was about."""
    found: tuple[Reckoning, ...] = seat.sight.cache_here("reckonings", lambda: _reckoned(seat))
    action = seat.last().action or {}
    meant = action.get("hex")
    return sorted(found, key=lambda reckoning: reckoning.hex != meant) if meant else list(found)


def _reckoned(seat: Seat) -> tuple[Reckoning, ...]:
    """Ask the rules; one that fails is told in a moment, for the match may just be opening."""
    try:
        return tuple(seat.ask("reckonings"))
    except RuleFault as fault:
        broken = fault  # the name in `except` ends with it
        QTimer.singleShot(0, seat, lambda: seat.broke.emit(broken))
        return ()


def reports(row: ToldRow) -> list[ev.Said]:
    """Return what a row tells of battles and bombings that were decided in it, in order."""
    return [event for event in row.events if isinstance(event, ev.Said) and is_report(event)]


def is_report(said: ev.Said) -> bool:
    """Return whether a sentence tells what dice decided in a battle."""
    return bool(said.data.keys() & {"odds", "reckoning"})


def sealed_in(seat: Seat, reckoning: Reckoning) -> frozenset[str]:
    """Return the sides whose sums may not be told here, as pieces of theirs are not known."""
    return sealed_sides(reckoning, seat.seen)


def sheet_of(seat: Seat, reckoning: Reckoning, sealed: frozenset[str] = frozenset()) -> Sheet:
    """Return a reckoning with its table; the strengths of ``sealed`` sides are not told."""
    module = seat.module
    parts = tuple(
        {"side": p.side, "value": None if p.side in sealed else p.value,
         "text": say(p.label, module), "piece": p.piece}
        for p in reckoning.parts
    )  # fmt: skip
    totals = tuple(
        (side, None if side in sealed else total, side in sealed or total is not None)
        for side, total in (
            (reckoning.attacker, reckoning.attack),
            (reckoning.defender, reckoning.defence),
        )
    )
    told = Sheet(say(reckoning.title, module), parts, totals, ())
    if sealed:
        words = _("Some strengths are sealed: the column is not known yet.")
        return told._replace(lines=(f"<i>{words}</i>",))
    lines = [say(note, module) for note in reckoning.notes]
    table = table_reckoned(module, reckoning)
    if table is None:
        return told._replace(lines=tuple(lines))
    return _with_table(told, module, table, reckoning, lines)


def _with_table(
    told: Sheet,
    module: Module,
    table: OddsTable | ValueTable,
    reckoning: Reckoning,
    lines: list[str],
) -> Sheet:
    """Return a sheet with its table: of a table with bands only the rows that count."""
    shifts = [
        {"favours": h.favours, "columns": h.columns, "text": say(h.label, module), "rule": h.rule}
        for h in reckoning.shifts
    ]
    columns = column_labels(table)
    column = _("Column <b>{column}</b>").format(column=columns[reckoning.column])
    added = shift_lines(shifts, reckoning.base, reckoning.column, columns)
    rows = rows_of_band(table, reckoning.band)
    chances = reckoned_chances(table, reckoning)
    return told._replace(
        lines=(*lines, *added, column),
        columns=columns,
        rows=tuple(table.rows[n].label.rpartition("/")[2] for n in rows),
        cells=tuple(tuple(table.cells[n]) for n in rows),
        column=reckoning.column,
        base=reckoning.base,
        counts=reckoning.counts,
        chances=tuple({"code": code, "ways": ways} for code, ways in chances.items()),
        hints={}
        if reckoning.means
        else {
            code: f"{code}: {text(result.name)}. {text(result.text)}"
            for code, result in module.results.items()
        },
        means=reckoning.means,
    )


def reckoning_of(said: ev.Said) -> Reckoning | None:
    """Return the sum that a report tells of, None if it was ground combat."""
    data = said.data.get("reckoning")
    return None if data is None else msgspec.convert(data, Reckoning)
