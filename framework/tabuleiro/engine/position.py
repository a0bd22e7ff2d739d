"""Positions: everything about a match that changes, as an immutable value.

Events make new positions out of old ones and share what did not change, so a fork costs nothing:
keep the value.
"""

from __future__ import annotations

from itertools import compress
from operator import is_not
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from tabuleiro.engine.data import DataError, canonical, digest, plain, revive
from tabuleiro.engine.dice import Dice

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.engine.steps import Step

__all__ = [
    "DEAD",
    "GONE",
    "OFF",
    "UNSEEN",
    "Outcome",
    "PieceState",
    "Position",
    "by_name",
    "exit_place",
    "is_exit",
    "leaves_for_good",
    "renewed",
]

T = TypeVar("T")

OFF = "off"
"""The place of pieces that have not arrived yet."""
DEAD = "dead"
"""The place of pieces that were eliminated."""
GONE = "gone"
"""The place of pieces that left the match otherwise: withdrawn, or never able to arrive."""
UNSEEN = "unseen"
"""Where a piece is as far as a side knows that sees it nowhere; no true position has it."""


def exit_place(edge: str) -> str:
    """Return the place of pieces that left by an edge.

    >>> exit_place("west")
    'exit.west'
    """
    return f"exit.{edge}"


def is_exit(place: str) -> bool:
    """Return whether a place is one of pieces that left the board."""
    return place.startswith("exit.")


def leaves_for_good(place: str) -> bool:
    """Return whether a piece that goes to a place is lost or leaves, with all that is inside it."""
    return place in {DEAD, GONE} or is_exit(place)


def renewed(now: Mapping[str, Any], before: Mapping[str, Any]) -> list[str]:
    """Return the keys under which there is another object now than before, in the order of now.

    >>> renewed({"a": 1, "b": 2, "c": 3}, {"a": 1, "b": 1, "d": 4})
    ['b', 'c']
    """
    return [*compress(now, map(is_not, now.values(), map(before.get, now)))]


def by_name(found: dict[str, T]) -> dict[str, T]:
    """Return a mapping in the order of its keys: itself, if it is so already.

    >>> by_name({"b": 1, "a": 2})
    {'a': 2, 'b': 1}
    """
    keys = sorted(found)
    return found if keys == [*found] else dict(zip(keys, map(found.__getitem__, keys), strict=True))


# Positions, actions, events and messages are plain data: no circles, nothing for the collector of
# garbage to look for (`gc=False`), which would go through the pieces of each position again.
class PieceState(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What changes about one piece: where it is, losses, points spent, marks, and other states.

    ``states`` holds those of the module's states that are not as a counter begins.
    """

    place: str
    losses: int = 0
    spent: int = 0
    marks: tuple[str, ...] = ()
    states: dict[str, str] = {}


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a match ended: the winner (None for a draw) and the points of each side."""

    winner: str | None
    points: dict[str, int]
    allies: tuple[str, ...] = ()
    """The sides that win with the winner: those of its team."""

    @property
    def winners(self) -> tuple[str, ...]:
        """All who won; nobody in a draw."""
        return () if self.winner is None else (self.winner, *self.allies)


class Position(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position. ``stacks`` lists the pieces of each place in stacking order, bottom first.

    ``pieces`` is kept in the order of its keys, so that rules that go through them all do it alike
    in a match that was loaded. ``stacks`` has no such order: go through ``Situation.occupied``.
    """

    turn: int
    phase: int
    pieces: dict[str, PieceState]
    stacks: dict[str, tuple[str, ...]]
    tracks: dict[str, int] = {}
    control: dict[str, str] = {}
    marks: dict[str, tuple[str, ...]] = {}
    facts: dict[str, Any] = {}
    agenda: tuple[Any, ...] = ()
    dice: Dice = Dice()
    outcome: Outcome | None = None
    met: dict[str, dict[str, str]] = {}
    """For each side what it has come upon, and where: seen for as long as it stays there."""
    memory: dict[str, dict[str, Any]] = {}
    """For each side what it saw last of pieces that it does not see any more."""

    @property
    def top(self) -> Step | None:
        """The step in progress, or None when the match is over."""
        return self.agenda[-1] if self.agenda else None

    def digest(self) -> str:
        """Return the digest of the whole position."""
        return digest(self)

    def to_json(self) -> bytes:
        """Return the canonical JSON text of the position."""
        return canonical(self)

    def to_data(self) -> dict[str, Any]:
        """Return the position as plain data."""
        return plain(self)

    @staticmethod
    def from_data(data: Mapping[str, Any]) -> Position:
        """Return the position that plain data describe; raises ``DataError`` if they are wrong."""
        from tabuleiro.engine.steps import Step

        try:
            position = msgspec.convert(data, Position, strict=True)
        except (msgspec.ValidationError, RecursionError) as error:
            msg = f"position: {error}"
            raise DataError(msg) from None
        agenda = tuple(revive(Step, item) for item in position.agenda)
        pieces = dict(sorted(position.pieces.items()))
        position = msgspec.structs.replace(position, agenda=agenda, pieces=pieces)
        wrong = position.inconsistency()
        if wrong:
            raise DataError(wrong)
        return position

    def inconsistency(self) -> str:
        """Return a sentence on how pieces and stacks contradict each other, or nothing."""
        seen: dict[str, str] = {}
        for place, pieces in self.stacks.items():
            for piece in pieces:
                if piece in seen:
                    return f'position: piece "{piece}" is both in {seen[piece]} and {place}'
                seen[piece] = place
        for piece, state in self.pieces.items():
            if seen.get(piece) != state.place:
                return f'position: piece "{piece}" is in {state.place} but not in its stack'
        extra = set(seen) - set(self.pieces)
        if extra:
            return f'position: unknown piece "{min(extra)}" in a stack'
        from tabuleiro.engine.inside import broken_nesting

        return broken_nesting(self)
