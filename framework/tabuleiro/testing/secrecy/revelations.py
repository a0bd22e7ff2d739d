"""What shows: events by which a side learns what it could not see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import events as ev
from tabuleiro.engine.position import DEAD, GONE
from tabuleiro.rules.clauses import clause

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tabuleiro.engine import Situation
    from tabuleiro.engine.told_log import ToldRow

__all__ = ["is_stopped", "lays_open"]

_SHOWING = (ev.Shown, ev.Met, ev.CameIntoSight, ev.WentOutOfSight, ev.Controlled, ev.Ended)


def lays_open(event: ev.Event | None, s: Situation) -> bool:
    """Return whether an event tells what was not seen before.

    Rules may let a sum be told before the pieces that make it are shown (role ``sealed``).
    """
    if isinstance(event, ev.Said):
        return event.rule != "" and event.rule == clause(s, "sealed")
    if isinstance(event, ev.Drawn | ev.Shuffled):
        return True
    if isinstance(event, ev.Moved):
        return event.to in {DEAD, GONE} or bool(event.was)
    if isinstance(event, ev.PlaceMarked):
        return bool(event.remove)  # what upheld a marker is there no more
    return isinstance(event, _SHOWING)


def is_stopped(
    one: ev.Event | None,
    other: ev.Event | None,
    rows: Iterable[ToldRow],
    side: str,
    s: Situation,
) -> bool:
    """Return whether a side's own piece goes differently because it comes upon somebody.

    It goes as far as it gets and pays what that costs; after that the row says what it met.
    """
    if not (isinstance(one, ev.Moved) and isinstance(other, ev.Moved)):
        return False
    met = (event for row in rows for event in row.events if isinstance(event, ev.Met))
    mine = one.piece == other.piece and s.side(one.piece) == side
    return mine and any(event.side == side for event in met)
