"""What came of a battle, in the words in which the battle panel tells it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.engine import events as ev
from tabuleiro.engine.data import plain
from tabuleiro.host.panels.linked import linked, rule_link
from tabuleiro.host.panels.odds_sheet import is_report
from tabuleiro.seats.battles import HURT_HERE, column_labels, result_chances
from tabuleiro.seats.telling import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.host.seat import Seat
    from tabuleiro.module import Module
    from tabuleiro.seats import ToldRow
    from tabuleiro.seats.battles import Battle, Odds

__all__ = ["announced", "told_with_clause", "until_over"]


def announced(seat: Seat, battle: Battle, odds: Odds) -> dict[str, Any]:
    """Return what a battle came to, in the words of a preview: all of it was announced."""
    module, table = seat.module, seat.ask("table", battle=battle, odds=odds)
    return {
        "battle": plain(battle),
        "parts": [
            {"side": p.side, "value": p.value, "text": say(p.label, module), "piece": p.piece}
            for p in odds.parts
        ],
        "attack": odds.attack,
        "defence": odds.defence,
        "shifts": [
            {"favours": h.favours, "columns": h.columns, "text": say(h.label, module),
             "rule": h.rule} for h in odds.shifts
        ],
        "columns": column_labels(table),
        "base": odds.base_label,
        "column": odds.column_label,
        "chances": [
            {"code": code, "ways": ways}
            for code, ways in result_chances(battle, table, odds.column).items()
        ],
    }  # fmt: skip


def told_with_clause(said: ev.Said, module: Module) -> str:
    """Return what was said as HTML, with links to what it names and to the clause that rules it."""
    rule = f" {rule_link(said.rule)}" if said.rule else ""
    return f"{linked(said.message, module)}{rule}"


def until_over(rows: list[ToldRow], said: ev.Said) -> Iterator[ev.Said]:
    """Yield what was told after the dice of a battle until it was over, or another was fought."""
    begun = False
    for row in rows:
        for event in row.events:
            if event is said:
                begun = True
            elif begun and _is_end(event):
                return
            elif begun and isinstance(event, ev.Said):
                yield event


def _is_end(event: ev.Event) -> bool:
    """Return whether an event ends a battle: its marks go, another one or a phase begins."""
    if isinstance(event, ev.Cleared):
        return HURT_HERE in event.marks
    return isinstance(event, ev.PhaseSet) or (isinstance(event, ev.Said) and is_report(event))
