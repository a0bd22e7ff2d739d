"""The log: a tree of rows, each bound to the one before it by its hash."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import msgspec

from tabuleiro.engine import events as ev
from tabuleiro.engine.data import DataError, canonical, plain, revive
from tabuleiro.engine.steps import Step
from tabuleiro.engine.told_rows import Told
from tabuleiro.engine.verdicts import Objection

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine.position import Position

__all__ = ["Log", "Row", "chain", "dice_of", "event_from_data", "row_from_data"]

_SNAPSHOT_EVERY = 64


class Row(msgspec.Struct, frozen=True):
    """One entry: an action by a side, the events that it caused, and the hash of all before it.

    ``kind`` is ``start``, ``action``, ``free`` (a free hand) or ``test`` (a position or dice that
    were set). ``waived`` lists the objections that strictness let pass.
    """

    id: int
    parent: int | None
    kind: str
    side: str | None
    action: dict[str, Any] | None
    events: tuple[Any, ...]
    reveals: bool
    hash: str
    waived: tuple[Any, ...] = ()
    secret: bool = False
    """Taken while its side decided in secret: others see what came of it, not the action."""
    told: dict[str, Told | None] | None = None
    """What sides are told of it that are not simply told all of it; None for a side: nothing.

    It was fixed when the row was written: what becomes known later is a row of its own. Onlookers
    stand here, without a name, where the events do not say where a row of theirs is cut or what it
    shows. Rows of old matches have nothing here: what was told of them is worked out when they are
    opened.
    """

    def to_data(self) -> dict[str, Any]:
        """Return the row as plain data."""
        return plain(self)


def chain(parent: str, row: Row) -> str:
    """Return the hash of a row that follows one with hash ``parent``: over all that it holds."""
    whole = msgspec.structs.replace(row, hash="") if row.hash else row
    return hashlib.blake2b(parent.encode() + canonical(whole), digest_size=32).hexdigest()


def dice_of(row: Row) -> tuple[tuple[int, ...], frozenset[str]]:
    """Return the faces that players rolled for an action, and the sides whose dice the seed threw.

    With both the action can be taken again as it was.
    """
    rolled = (event.faces for event in row.events if isinstance(event, ev.DiceQueued))
    thrown = (
        event.side
        for event in row.events
        if isinstance(event, ev.Rolled) and event.queued < len(event.faces)
    )
    return tuple(face for faces in rolled for face in faces), frozenset(thrown)


def event_from_data(data: object) -> ev.Event:
    """Return the event that plain data describe, or raise a ``DataError``."""
    event = revive(ev.Event, data)
    if isinstance(event, ev.Pushed):
        return ev.Pushed(tuple(revive(Step, step) for step in event.steps))
    if isinstance(event, ev.Replaced):
        return ev.Replaced(revive(Step, event.step))
    return event


def row_from_data(data: object) -> Row:
    """Return the row that plain data describe, or raise a ``DataError``."""
    try:
        row = msgspec.convert(data, Row, strict=True)
    except (msgspec.ValidationError, RecursionError) as error:
        msg = f"log row: {error}"
        raise DataError(msg) from None
    try:
        waived = tuple(msgspec.convert(o, Objection, strict=True) for o in row.waived)
    except (msgspec.ValidationError, RecursionError) as error:
        msg = f"log row: {error}"
        raise DataError(msg) from None
    events = tuple(event_from_data(event) for event in row.events)
    told = row.told
    if told is not None:
        told = {side: _told_from_data(one) for side, one in told.items()}
    return msgspec.structs.replace(row, events=events, waived=waived, told=told)


def _told_from_data(told: Told | None) -> Told | None:
    if told is None:
        return None
    events = tuple(event_from_data(event) for event in told.events)
    try:
        waived = tuple(msgspec.convert(o, Objection, strict=True) for o in told.waived)
    except (msgspec.ValidationError, RecursionError) as error:
        msg = f"log row: {error}"
        raise DataError(msg) from None
    return msgspec.structs.replace(told, events=events, waived=waived)


class Log:
    """All rows of a match, the head that is played on, and the names of branches.

    Positions are kept every few rows; the others are made again from events.
    """

    def __init__(self, start: Row, position: Position) -> None:
        """Begin with the row of the start and the position that it leads to."""
        self.rows: dict[int, Row] = {start.id: start}
        self.children: dict[int, list[int]] = {}
        self.names: dict[str, int] = {}
        self.head = start.id
        self._depth = {start.id: 0}
        self._branch = {start.id: 0}
        self._branchings = 0
        self._kept: dict[int, Position] = {start.id: position}

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.rows)

    def add(self, row: Row, position: Position) -> None:
        """Append a row after its parent and move the head to it."""
        parent = row.parent if row.parent is not None else 0
        self.rows[row.id] = row
        self._branch[row.id] = branch = self.next_branch(parent)
        self._branchings = max(self._branchings, branch)
        self.children.setdefault(parent, []).append(row.id)
        depth = self._depth[row.id] = self._depth[parent] + 1
        if depth % _SNAPSHOT_EVERY == 0:
            self._kept[row.id] = position
        self.head = row.id

    def continue_branch(self, number: int) -> None:
        """Let all rows belong to a branch: this log is a later part of that of a match."""
        self._branch = dict.fromkeys(self._branch, number)
        self._branchings = number

    def next_branch(self, parent: int) -> int:
        """Return the number of the branch that the next row after a row belongs to.

        The first row after it goes on in its branch; each further one begins a new branch.
        """
        return self._branchings + 1 if self.children.get(parent) else self._branch[parent]

    def position(self, number: int) -> Position:
        """Return the position after a row, made from the nearest one kept."""
        rows = []
        here: int | None = number
        while here is not None and here not in self._kept:
            rows.append(self.rows[here])
            here = self.rows[here].parent
        position = self._kept[here if here is not None else 0]
        for row in reversed(rows):
            for event in row.events:
                position = event.apply(position)
        return position

    def line(self, number: int | None = None) -> list[Row]:
        """Return the rows from the start to a row (the head if none is named)."""
        found = []
        here: int | None = self.head if number is None else number
        while here is not None:
            row = self.rows[here]
            found.append(row)
            here = row.parent
        return found[::-1]

    def next_of(self, number: int) -> int | None:
        """Return the row that was last played after a row."""
        after = self.children.get(number)
        return after[-1] if after else None

    def tips(self) -> Iterator[int]:
        """Yield the last row of each branch."""
        return (number for number in self.rows if number not in self.children)

    def broken(self) -> int | None:
        """Return the first row whose hash does not fit, or None."""
        for number in sorted(self.rows):
            row = self.rows[number]
            parent = self.rows[row.parent].hash if row.parent is not None else ""
            if chain(parent, row) != row.hash:
                return number
        return None
