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

__all__ = ["goes_on_as_planned", "is_stopped", "lays_open"]

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


def goes_on_as_planned(first: ToldRow, second: ToldRow) -> bool:
    """Return whether two rows differ in nothing but where a piece goes on to, which is seen.

    Its way was planned in secret, and it was halted before the ways part.
    """
    if first.action != second.action or len(first.events) != len(second.events):
        return False
    apart = [pair for pair in zip(first.events, second.events, strict=True) if pair[0] != pair[1]]
    moved = {event.piece for pair in apart for event in pair if isinstance(event, ev.Moved)}
    return len(moved) == 1 and all(_of_one_thing(*pair) for pair in apart)


def _of_one_thing(one: ev.Event, other: ev.Event) -> bool:
    """Return whether two events move the same piece, or set the same fact."""
    if isinstance(one, ev.Moved) and isinstance(other, ev.Moved):
        return one.piece == other.piece
    return isinstance(one, ev.FactSet) and isinstance(other, ev.FactSet) and one.key == other.key


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
