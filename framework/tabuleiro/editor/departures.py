"""Withdrawals of a scenario: which counters leave in which turn, on the values of its file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.editor.scenarios import Values, drop, entries, put_in, turn_of, units_of

if TYPE_CHECKING:
    from tabuleiro.module import Module

__all__ = ["leave", "stay"]

_KEY = "withdrawals"


def stay(values: Values, piece: str, number: int) -> None:
    """Take a counter out of an entry, which goes if it names nobody any more.

    >>> values = {"withdrawals": [{"side": "red", "turn": 2, "units": ["a"]}]}
    >>> stay(values, "a", 0), values
    (None, {'withdrawals': []})
    """
    entry = entries(values, _KEY)[number]
    entry["units"] = [unit for unit in units_of(entry) if unit != piece]
    if not entry["units"]:
        drop(values, _KEY, entry)


def leave(values: Values, module: Module, piece: str, turn: int) -> None:
    """Let a counter leave in a turn, as others of its side do then, or from where it is.

    It may have left before, and come back: other turns stay as they are.
    """
    side = module.counters[piece].side
    now = entries(values, _KEY)
    for entry in now:
        if entry.get("side") == side and entry.get("turn") == turn:
            entry["units"] = list(dict.fromkeys((*units_of(entry), piece)))
            return
    earlier = [number for number, entry in enumerate(now, start=1) if turn_of(entry) <= turn]
    new = {"side": side, "turn": turn, "units": [piece], "when": "must"}
    put_in(values, _KEY, new, earlier[-1] if earlier else 0)
