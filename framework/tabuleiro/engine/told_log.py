"""Told logs: the rows of a match as one side was told them, numbered and chained for itself.

The numbers and hashes of the true log never leave: gaps in them would tell of rows that were kept
from a side.
"""

from __future__ import annotations

import hashlib
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec

from tabuleiro.engine import events as ev
from tabuleiro.engine.data import canonical
from tabuleiro.engine.knowledge import Everything
from tabuleiro.engine.told_rows import Told

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine.game import Game
    from tabuleiro.engine.log import Row

__all__ = ["Mark", "ToldLog", "ToldRow"]


class Mark(msgspec.Struct, frozen=True):
    """What a side was told last: the number of the row and the hash of all up to it."""

    n: int
    hash: str


class ToldRow(msgspec.Struct, frozen=True):
    """A row as one side was told it."""

    n: int
    parent: int | None
    kind: str
    side: str | None
    action: dict[str, Any] | None
    """The action; None if there was none, or if it was taken in secret."""
    events: tuple[Any, ...]
    waived: tuple[Any, ...]
    reveals: bool
    """Whether it cannot be taken back without the others' consent."""
    hash: str = ""

    @property
    def mark(self) -> Mark:
        """The mark of the row."""
        return Mark(self.n, self.hash)


class ToldLog:
    """What a viewer was told of a match, branches included. It grows with the match.

    >>> from tabuleiro.engine.catalogue import Catalogue
    >>> game = Catalogue.installed().new("diadem", seed="1")
    >>> [row.kind for row in ToldLog(game, "axis").line()]
    ['start']
    """

    def __init__(self, game: Game, viewer: str | Everything) -> None:
        """Follow a match for a viewer."""
        self._game = game
        self.viewer = viewer
        self.rows: list[ToldRow] = []
        self._numbers: dict[int, int] = {}
        """For each row of the match the number of the row that was told last up to it."""
        self._ids: list[int] = []
        self._next: dict[int, int] = {}
        """The row that was told last after a row, by the number of that."""
        self._line: list[ToldRow] = []

    def line(self, mark: int | None = None) -> list[ToldRow]:
        """Return the rows from the start to one, the present one if none is named."""
        if mark is None:
            return self._present()
        here: int | None = mark
        found = []
        while here is not None:
            row = self.rows[here]
            found.append(row)
            here = row.parent
        return found[::-1]

    def _present(self) -> list[ToldRow]:
        """Return the line that is played. Rows that follow are added: it may be long."""
        head = self.head().n
        line = self._line
        if not line or line[-1].n != head:
            if line and self.rows[head].parent == line[-1].n:
                line.append(self.rows[head])
            else:
                line = self._line = self.line(head)
        return line[:]

    def head(self) -> Mark:
        """Return what was told last on the line that is played."""
        self._grow()
        return self.rows[self._numbers[self._game.log.head]].mark

    def number(self, row: int) -> int:
        """Return the number of what was told last up to a row of the match."""
        self._grow()
        return self._numbers[row]

    def row_id(self, n: int) -> int:
        """Return the row of the match that was told under a number."""
        self._grow()
        return self._ids[n]

    def ahead(self, n: int) -> list[ToldRow]:
        """Return what was told of the row that was told last after a row; nothing at the end.

        What others did unseen, and took back, is not among what comes next.
        """
        self._grow()
        found: list[ToldRow] = []
        while (after := self._next.get(n)) is not None:
            if found and self._ids[after] != self._ids[n]:
                break
            found.append(self.rows[after])
            n = after
        return found

    def _grow(self) -> None:
        log = self._game.log
        for number in range(len(self._numbers), len(log.rows)):
            self._take(log.rows[number])

    def _take(self, row: Row) -> None:
        told = self._told(row)
        parent = None if row.parent is None else self._numbers[row.parent]
        if told is None:
            assert parent is not None  # noqa: S101 - the start is told to all
            self._numbers[row.id] = parent
            return
        for number, part in enumerate(_parts(told)):
            reveals = part.reveals or (row.reveals and not told.cuts)
            parent = self._append(row, part, parent, reveals=reveals, first=not number)
        assert parent is not None  # noqa: S101 - a row has a part at least
        self._numbers[row.id] = parent

    def _append(
        self, row: Row, told: Told, parent: int | None, *, reveals: bool, first: bool
    ) -> int:
        """Write down what was told; who did something in secret is nobody's to know."""
        before = "" if parent is None else self.rows[parent].hash
        known = told.action is not None or row.kind not in {"action", "free"}
        new = ToldRow(
            n=len(self.rows),
            parent=parent,
            kind=row.kind if first else "action",
            side=row.side if known and first else None,
            action=told.action,
            events=told.events,
            waived=told.waived,
            reveals=reveals,
        )
        digest = hashlib.blake2b(before.encode() + canonical(new), digest_size=32)
        self._ids.append(row.id)
        if parent is not None:
            self._next[parent] = new.n
        self.rows.append(msgspec.structs.replace(new, hash=digest.hexdigest()))
        return new.n

    def _told(self, row: Row) -> Told | None:
        if isinstance(self.viewer, Everything):
            return Told(row.events, None if row.kind == "start" else row.action, row.waived)
        return self._game.told(row, self.viewer)


_TELLING = (ev.Rolled, ev.Shown, ev.Met, ev.CameIntoSight)


def _parts(told: Told) -> Iterator[Told]:
    """Yield what was told in parts, cut where others might have been asked."""
    if not told.cuts:
        yield told
        return
    ends = (*told.cuts, len(told.events))
    for number, (begin, end) in enumerate(pairwise((0, *ends))):
        events = told.events[begin:end]
        shows = number in told.shows or any(isinstance(event, _TELLING) for event in events)
        if not number and (events or told.action is not None):
            first = told.reveals and not told.shows
            yield Told(events, told.action, told.waived, first or shows)
        elif events:
            yield Told(events, reveals=shows)
