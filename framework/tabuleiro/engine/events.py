"""Events: changes to a position, already decided. Data with ``apply(position) -> position``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from tabuleiro.engine.data import kebab
from tabuleiro.engine.dice import Dice
from tabuleiro.engine.messages import Message
from tabuleiro.engine.position import Outcome, PieceState, Position

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "Cleared",
    "Controlled",
    "DiceQueued",
    "Ended",
    "Event",
    "FactSet",
    "Finished",
    "Lost",
    "Marked",
    "Moved",
    "PhaseSet",
    "PlaceMarked",
    "PositionSet",
    "Pushed",
    "Reordered",
    "Replaced",
    "Rolled",
    "Said",
    "TrackSet",
]


class Event(msgspec.Struct, frozen=True, tag=kebab, omit_defaults=True):
    """Base of all events."""

    def apply(self, position: Position) -> Position:
        """Return the position after the event."""
        raise NotImplementedError


class Moved(Event, frozen=True):
    """A piece went to a place, along a path, for a number of half points."""

    piece: str
    to: str
    path: tuple[str, ...] = ()
    cost: int = 0
    free: bool = False
    """Put there by a free hand, outside of the rules."""

    def apply(self, position: Position) -> Position:
        """Take the piece from its stack and put it on top of the other."""
        state = position.pieces[self.piece]
        stacks = dict(position.stacks)
        left = tuple(p for p in stacks[state.place] if p != self.piece)
        if left:
            stacks[state.place] = left
        else:
            del stacks[state.place]
        stacks[self.to] = (*stacks.get(self.to, ()), self.piece)
        pieces = dict(position.pieces)
        pieces[self.piece] = PieceState(self.to, state.losses, state.spent + self.cost, state.marks)
        return replace(position, pieces=pieces, stacks=stacks)


class Reordered(Event, frozen=True):
    """The pieces of a place were put in another order."""

    place: str
    order: tuple[str, ...]

    def apply(self, position: Position) -> Position:
        """Set the order of the stack."""
        return replace(position, stacks={**position.stacks, self.place: self.order})


class Lost(Event, frozen=True):
    """A piece has now this many losses (0: intact)."""

    piece: str
    losses: int

    def apply(self, position: Position) -> Position:
        """Set the losses."""
        state = replace(position.pieces[self.piece], losses=self.losses)
        return replace(position, pieces={**position.pieces, self.piece: state})


class Marked(Event, frozen=True):
    """Marks were put on a piece or taken off it."""

    piece: str
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()

    def apply(self, position: Position) -> Position:
        """Set the marks."""
        state = position.pieces[self.piece]
        state = replace(state, marks=_marks(state.marks, self.add, self.remove))
        return replace(position, pieces={**position.pieces, self.piece: state})


class PlaceMarked(Event, frozen=True):
    """Marks were put on a place or taken off it."""

    place: str
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()

    def apply(self, position: Position) -> Position:
        """Set the marks of the place."""
        now = _marks(position.marks.get(self.place, ()), self.add, self.remove)
        marks = {k: v for k, v in position.marks.items() if k != self.place}
        if now:
            marks[self.place] = now
        return replace(position, marks=marks)


class Cleared(Event, frozen=True):
    """Points spent and the named marks went from all pieces and places."""

    marks: tuple[str, ...] = ()
    spent: bool = True

    def apply(self, position: Position) -> Position:
        """Clear them."""
        gone = set(self.marks)
        pieces = dict(position.pieces)
        for piece, state in position.pieces.items():
            if (self.spent and state.spent) or (state.marks and gone.intersection(state.marks)):
                left = tuple(m for m in state.marks if m not in gone)
                spent = 0 if self.spent else state.spent
                pieces[piece] = PieceState(state.place, state.losses, spent, left)
        marks = {}
        for place, had in position.marks.items():
            left = tuple(m for m in had if m not in gone)
            if left:
                marks[place] = left
        return replace(position, pieces=pieces, marks=marks)


class TrackSet(Event, frozen=True):
    """A marker on a track, or a pool of points, has now this value."""

    track: str
    value: int

    def apply(self, position: Position) -> Position:
        """Set the track."""
        return replace(position, tracks={**position.tracks, self.track: self.value})


class Controlled(Event, frozen=True):
    """A place is now in the power of a side."""

    place: str
    side: str

    def apply(self, position: Position) -> Position:
        """Set the owner."""
        return replace(position, control={**position.control, self.place: self.side})


class FactSet(Event, frozen=True):
    """A fact that a mechanic or plugin keeps has now this value (None: forgotten)."""

    key: str
    value: Any = None

    def apply(self, position: Position) -> Position:
        """Set or forget the fact."""
        facts = {k: v for k, v in position.facts.items() if k != self.key}
        if self.value is not None:
            facts[self.key] = self.value
        return replace(position, facts=facts)


class Rolled(Event, frozen=True):
    """Dice fell: for whom, why, under which rule, which faces, how many of them queued."""

    side: str
    why: Message
    faces: tuple[int, ...]
    rule: str = ""
    queued: int = 0

    def apply(self, position: Position) -> Position:
        """Count the dice."""
        dice = position.dice
        fallen = dice.fallen + len(self.faces) - self.queued
        return replace(position, dice=Dice(fallen, dice.queue[self.queued :]))


class DiceQueued(Event, frozen=True):
    """Faces were set for the next dice, by a test or by players who roll by hand."""

    faces: tuple[int, ...]

    def apply(self, position: Position) -> Position:
        """Put the faces in the queue."""
        dice = position.dice
        return replace(position, dice=Dice(dice.fallen, (*dice.queue, *self.faces)))


class PhaseSet(Event, frozen=True):
    """A phase of a turn began."""

    turn: int
    phase: int

    def apply(self, position: Position) -> Position:
        """Set turn and phase."""
        return replace(position, turn=self.turn, phase=self.phase)


class Pushed(Event, frozen=True):
    """Steps were put on the agenda; the last of them is now in progress."""

    steps: tuple[Any, ...]

    def apply(self, position: Position) -> Position:
        """Put them on top."""
        return replace(position, agenda=position.agenda + self.steps)


class Replaced(Event, frozen=True):
    """The step in progress was replaced by another."""

    step: Any

    def apply(self, position: Position) -> Position:
        """Replace the top."""
        return replace(position, agenda=(*position.agenda[:-1], self.step))


class Finished(Event, frozen=True):
    """The step in progress ended."""

    def apply(self, position: Position) -> Position:
        """Take it off."""
        return replace(position, agenda=position.agenda[:-1])


class Said(Event, frozen=True):
    """Something worth telling happened; changes nothing."""

    message: Message
    rule: str = ""
    data: dict[str, Any] = {}

    def apply(self, position: Position) -> Position:
        """Change nothing."""
        return position


class Ended(Event, frozen=True):
    """The match ended."""

    outcome: Outcome

    def apply(self, position: Position) -> Position:
        """Record the outcome and clear the agenda."""
        return replace(position, outcome=self.outcome, agenda=())


class PositionSet(Event, frozen=True):
    """A whole position was set up, by a test or a scenario editor."""

    position: dict[str, Any]

    def apply(self, position: Position) -> Position:
        """Return the new position."""
        return Position.from_data(self.position)


def _marks(had: Iterable[str], add: Iterable[str], remove: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted((set(had) | set(add)) - set(remove)))
