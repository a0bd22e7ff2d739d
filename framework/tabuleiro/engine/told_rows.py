"""Told rows: what one side is told of the events of a row, and where it learns something."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

import msgspec

from tabuleiro.engine import events as ev
from tabuleiro.engine.draws import is_held
from tabuleiro.engine.glance import Glance, Look
from tabuleiro.engine.knowledge import Level
from tabuleiro.engine.position import DEAD, GONE, renewed
from tabuleiro.module.unknown import is_unknown

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

__all__ = ["SHOWING", "RowAsTold", "Told"]

_ALL = Level.ALL  # to read a member of its class takes long
SHOWING = (ev.Shown, ev.Met, ev.CameIntoSight, ev.WentOutOfSight)
"""Events by which a side sees more, or less, than it could foresee."""


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one side is told of a row: fixed when the row is written."""

    events: tuple[Any, ...] = ()
    action: dict[str, Any] | None = None
    """The action; None where it was taken in secret."""
    waived: tuple[Any, ...] = ()
    reveals: bool = False
    """Whether the side learns of something that it could not foresee from what it saw."""
    cuts: tuple[int, ...] = ()
    """After how many events a new row begins for it: there others might have been asked."""
    shows: tuple[int, ...] = ()
    """Which of those rows, counted from 0, it learns something from."""


class RowAsTold:
    """A row as one side is told of it: one event after the other, as it was and as it is then."""

    def __init__(self, side: str, look: Look, *, hides: bool) -> None:
        """Begin with how the side saw what was before; ``hides``: whether anything was hidden."""
        self._side = side
        self.first = self.look = look
        self._told: list[ev.Event] = []
        self._plain = True
        self._parts: list[int] = []
        self._hides = hides
        self._opened: set[int] = set()
        self._shows: set[int] = set()
        self._cuts: list[int] = []
        self._deed: Look | None = None

    def prepare(self, cuts: Sequence[tuple[int, Collection[str]]], declared: Sequence[int]) -> None:
        """Take in before which events others might have been asked, and which show something."""
        self._cuts = [number for number, sides in cuts if any(one != self._side for one in sides)]
        if self._hides:
            self._opened = {max(number - 1, 0) for number in declared}

    @property
    def deed(self) -> Look:
        """How things looked when the part of the row with the action ended."""
        return self._deed or self.look

    def cut_before(self, number: int) -> None:
        """Begin a row of its own for the side where others might have been asked."""
        if not self._cuts or self._cuts[0] > number:
            return
        self._cuts = [one for one in self._cuts if one > number]
        if self._hides or self.look.knowledge:
            self._parts.append(len(self._told))
            self._deed = self.deed

    def tell(self, number: int, event: ev.Event, later: Look) -> None:
        """Tell an event, and what is seen after it of whom more or less is known then."""
        look = self.look
        glance = Glance(self._side, look, later)
        seen = event.told(glance)
        if seen is not None:
            self._told.append(seen)
        self._plain = self._plain and (seen is event or isinstance(event, ev.INTERNAL))
        if look.knowledge.levels is not later.knowledge.levels:
            shown = [*_shown(look, later, event, glance), *_stay_seen(self._side, look, later)]
            self._told += shown
            self._opened |= {number} if shown else set()
        open_ = seen is not None and _shows(type(seen))
        if open_ or number in self._opened or _betrays(event, look, later):
            self._shows.add(len(self._parts))
        self.look = later

    def end(self) -> tuple[Told, bool]:
        """Return what was told, and whether that is simply all of it."""
        told, plain = self._told, self._plain
        if self.first.knowledge.levels or self.look.knowledge.levels:
            told = _in_order(self._told)
            plain = plain and told == self._told
        shows = tuple(sorted(self._shows)) if self._parts else ()
        found = Told(tuple(told), None, (), bool(self._shows), tuple(self._parts), shows)
        return found, plain and not self._shows and not self._parts


def _shown(
    before: Look, after: Look, event: ev.Event, glance: Glance
) -> list[ev.Shown | ev.CameIntoSight]:
    """Return what tells of the pieces of which more is seen after an event than before.

    It stands in the order of the names told: that of the ids would tell which of them is which.
    """
    return sorted(_newly_seen(before, after, event, glance), key=lambda seen: seen.piece)


def _newly_seen(
    before: Look, after: Look, event: ev.Event, glance: Glance
) -> Iterator[ev.Shown | ev.CameIntoSight]:
    """Yield it. By which of several names alike a piece went tells nothing of how they lie."""
    had, now = before.knowledge.levels, after.knowledge.levels
    more = [piece for piece in renewed(had, now) if now.get(piece, _ALL) > had[piece]]
    for piece in sorted(more, key=lambda piece: after.name(piece) or ""):
        level, new = had[piece], now.get(piece, _ALL)
        place, moves = after.s.place(piece), _moves(event, piece)
        was = glance.name_before(piece) or "" if level < Level.IDENTITY else ""
        if new >= Level.STATE or (new == Level.IDENTITY and not moves):
            seen = after.seen_state(piece, after.s.position.pieces[piece])
            spent = seen.spent if level < Level.IDENTITY else 0
            yield ev.Shown(piece, place, seen.losses, seen.marks, was, spent)
        elif level == Level.NOTHING and not moves:
            yield ev.CameIntoSight(glance.name(piece) or "", place)
        elif not moves:  # more is seen of what it is, and not which
            yield ev.Shown(glance.name(piece) or "", place, was=was)


def _stay_seen(viewer: str, before: Look, after: Look) -> Iterator[ev.Event]:
    """Yield what tells of the pieces that stay in sight while those that they lie with are covered.

    Where the order of a stack is hidden, it is seen now which of them lies on top.
    """
    if not after.knowledge.orders:
        return
    had, now = before.knowledge.levels, after.knowledge.levels
    sunk = [p for p in renewed(now, had) if now[p] < Level.STATE <= had.get(p, _ALL)]
    pieces, board = after.s.position.pieces, after.s.board
    for place in sorted({pieces[piece].place for piece in sunk}):
        for piece in after.s.at(place) if place in board.grid or place in board.boxes else ():
            open_still = min(had.get(piece, Level.ALL), now.get(piece, Level.ALL)) >= Level.STATE
            if open_still and after.s.side(piece) != viewer and piece in before.s.at(place):
                seen = after.seen_state(piece, pieces[piece])
                yield ev.Shown(piece, place, seen.losses, seen.marks)


@cache
def _shows(kind: type) -> bool:
    return issubclass(kind, SHOWING)


@cache
def _may_betray(kind: type) -> bool:
    return issubclass(kind, (ev.Controlled, ev.Shuffled, ev.Moved))


def _moves(event: ev.Event, piece: str) -> bool:
    return isinstance(event, ev.Moved) and event.piece == piece


def _betrays(event: ev.Event, before: Look, after: Look) -> bool:
    """Return whether an event tells something of pieces that are not seen as they are.

    A piece leaves the match for losses that were covered, or is recognized, or takes a place.
    """
    if not _may_betray(type(event)):
        return False
    if isinstance(event, ev.Controlled):
        here = before.s.at(event.place)
        return any(before.level(piece) == Level.NOTHING for piece in here)
    if isinstance(event, ev.Shuffled):  # chance, in an order that is seen
        return not is_held(before.s, event.place)
    if isinstance(event, ev.Drawn):  # it is, or is not, one of those that the side has looked at
        cup = before.s.at(before.s.place(event.piece))
        if any(before.level(piece) >= Level.IDENTITY for piece in cup):
            return True
    if not isinstance(event, ev.Moved):
        return False
    level = before.level(event.piece)
    if event.to in {DEAD, GONE}:
        return level < Level.STATE
    return level < Level.IDENTITY <= after.level(event.piece)


def _in_order(told: list[ev.Event]) -> list[ev.Event]:
    """Return events that are alike, one piece after another, in the order of the names told.

    These are marks that are put on pieces, and a sentence about each of some that are not known.
    """
    found: list[ev.Event] = []
    for alike, run in groupby(told, _alike):
        found += sorted(run, key=_whom) if alike is not None else run  # noqa: B031 - one of both
    return found


def _alike(event: ev.Event) -> tuple[str, str] | None:
    if isinstance(event, ev.Marked):
        return ("", "")
    if isinstance(event, ev.Said) and is_unknown(_whom(event)):
        return (event.message.text, event.rule)
    return None


def _whom(event: ev.Event) -> str:
    if isinstance(event, ev.Said):
        piece = event.message.values.get("piece")
        return str(piece.get("piece", "")) if isinstance(piece, dict) else ""
    return event.piece if isinstance(event, ev.Marked) else ""
