"""Events: changes to a position, already decided. Data with ``apply(position) -> position``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
from msgspec.structs import replace

from tabuleiro.engine.data import kebab
from tabuleiro.engine.dice import Dice
from tabuleiro.engine.messages import Message
from tabuleiro.engine.position import UNSEEN, Outcome, PieceState, Position
from tabuleiro.module.made import template_of
from tabuleiro.module.places import INSIDE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tabuleiro.engine.glance import Glance

__all__ = [
    "BARRED",
    "GHOST",
    "INTERNAL",
    "CameIntoSight",
    "Cleared",
    "Controlled",
    "DiceQueued",
    "Drawn",
    "Ended",
    "Event",
    "FaceTurned",
    "FactSet",
    "Finished",
    "Lost",
    "Made",
    "Marked",
    "Met",
    "Moved",
    "PhaseSet",
    "PlaceMarked",
    "PositionSet",
    "Pushed",
    "Remembered",
    "Reordered",
    "Replaced",
    "Rolled",
    "Said",
    "Shown",
    "Shuffled",
    "StateSet",
    "TrackSet",
    "WentOutOfSight",
]

BARRED = "!"
"""What stands before the digests of actions among the things that a side came upon."""
GHOST = "?"
"""What stands before places where it found that there is nothing."""


class Event(msgspec.Struct, frozen=True, tag=kebab, omit_defaults=True, gc=False):
    """Base of all events."""

    carries: ClassVar[bool] = False
    """Whether it takes what is inside of its piece along."""

    def apply(self, position: Position) -> Position:
        """Return the position after the event."""
        raise NotImplementedError

    def told(self, glance: Glance) -> Event | None:
        """Return the event as the side that glances at it may know it, None if not at all.

        An event that says more than where known things went or stand overrides it. As it is, what
        names a piece that is not seen is not told, and pieces that are not known go by the names
        under which they are seen.
        """
        return glance.renamed(self)


class Moved(Event, frozen=True):
    """A piece went to a place, along a path, for a number of half points."""

    carries: ClassVar[bool] = True

    piece: str
    to: str
    path: tuple[str, ...] = ()
    """The hexes that it passed, with the last one: as it is drawn."""
    cost: int = 0
    """Half points that it spent."""
    free: bool = False
    """Put there by a free hand, outside of the rules."""
    was: str = ""
    """The name under which a piece was seen before, where it is another one now."""
    lost_with: str = ""
    """The piece that it was inside of, where it was lost or left with that."""

    def told(self, glance: Glance) -> Event | None:
        """Tell what is seen of it: the way, or that something came into sight or went out of it."""
        before, after = glance.name_before(self.piece), glance.name(self.piece)
        if after is None:
            return WentOutOfSight(before, glance.place_before(self.piece)) if before else None
        if before is None:
            return CameIntoSight(after, self.to)
        if before == after == self.piece:
            return self
        cost = self.cost if after == self.piece else 0
        return replace(self, piece=after, cost=cost, was="" if before == after else before)

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
        pieces[self.piece] = PieceState(
            self.to, state.losses, state.spent + self.cost, state.marks, state.states
        )
        return replace(position, pieces=pieces, stacks=stacks)


class Drawn(Moved, frozen=True):
    """A piece was drawn at random out of a cup, from a stream of chance."""

    stream: str = ""
    """What chance was asked for."""

    def apply(self, position: Position) -> Position:
        """Move it, and count the draw; from a deck the top one comes, without chance."""
        found = Moved.apply(self, position)
        if not self.stream:
            return found
        dice = found.dice
        streams = {**dice.streams, self.stream: dice.streams.get(self.stream, 0) + 1}
        return replace(found, dice=Dice(dice.fallen, dice.queue, streams))


class Made(Event, frozen=True):
    """A piece was made from a template of the palette; its id says from which."""

    piece: str
    to: str

    def told(self, glance: Glance) -> Event | None:
        """Tell what is seen of it: which it is, that something came into sight, or nothing."""
        name = glance.name(self.piece)
        if name is None:
            return None
        return self if name == self.piece else CameIntoSight(name, self.to)

    def apply(self, position: Position) -> Position:
        """Put it on top of what is there, and count what was made from its template."""
        pieces = dict(sorted({**position.pieces, self.piece: PieceState(self.to)}.items()))
        stacks = {**position.stacks, self.to: (*position.stacks.get(self.to, ()), self.piece)}
        dice, stream = position.dice, f"make {template_of(self.piece)}"
        streams = {**dice.streams, stream: dice.streams.get(stream, 0) + 1}
        return replace(
            position, pieces=pieces, stacks=stacks, dice=Dice(dice.fallen, dice.queue, streams)
        )


class Reordered(Event, frozen=True):
    """The pieces of a place were put in another order."""

    place: str
    order: tuple[str, ...]
    """The pieces, the lowest first."""

    def told(self, glance: Glance) -> Event | None:
        """The order of a stack is told to those who know each piece, and whose names these are.

        Of pieces that are not seen it tells nothing, not even that they are there. Where all see
        how pieces lie it is told to all.
        """
        if glance.sees_order(self.place):
            return replace(self, order=glance.as_lying(self.place, self.order))
        if not (glance.renames or glance.knowledge.orders):
            return self
        seen = tuple(piece for piece in self.order if glance.name(piece) is not None)
        if not seen or not all(self._knows(glance, piece) for piece in seen):
            return None
        return self if seen == self.order else replace(self, order=seen)

    @staticmethod
    def _knows(glance: Glance, piece: str) -> bool:
        """Return whether a side knows a piece of its own; in a cup it does not."""
        return glance.is_own(piece) and glance.name(piece) == piece

    def apply(self, position: Position) -> Position:
        """Set the order of the stack."""
        return replace(position, stacks={**position.stacks, self.place: self.order})


class Shuffled(Reordered, frozen=True):
    """The pieces of a place were put in an order by chance; what was seen of them is forgotten."""

    stream: str = ""
    """What chance was asked for."""
    throws: int = 0
    """How often it was asked."""

    def apply(self, position: Position) -> Position:
        """Set the order, count the throws, and let nobody know any more which lies where."""
        found = Reordered.apply(self, position)
        dice, moved = position.dice, {*self.order}
        streams = {**dice.streams, self.stream: dice.streams.get(self.stream, 0) + self.throws}
        met = {
            side: {piece: at for piece, at in known.items() if piece not in moved}
            for side, known in position.met.items()
        }
        found = replace(found, dice=Dice(dice.fallen, dice.queue, streams))
        return found if met == position.met else replace(found, met=met)


class Lost(Event, frozen=True):
    """A piece has now this many losses (0: intact)."""

    piece: str
    losses: int

    def told(self, glance: Glance) -> Event | None:
        """Losses are told to those who see the state of the piece."""
        return self if glance.sees_state(self.piece) else None

    def apply(self, position: Position) -> Position:
        """Set the losses."""
        state = replace(position.pieces[self.piece], losses=self.losses)
        return replace(position, pieces={**position.pieces, self.piece: state})


class Marked(Event, frozen=True):
    """Marks were put on a piece or taken off it."""

    piece: str
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()

    def told(self, glance: Glance) -> Event | None:
        """Leave out marks that tell of a state which is not seen."""
        name = glance.name(self.piece)
        add, remove = (glance.marks(self.piece, marks) for marks in (self.add, self.remove))
        if name is None or not (add or remove):
            return None
        same = name == self.piece and add == self.add and remove == self.remove
        return self if same else replace(self, piece=name, add=add, remove=remove)

    def apply(self, position: Position) -> Position:
        """Set the marks."""
        state = position.pieces[self.piece]
        state = replace(state, marks=_marks(state.marks, self.add, self.remove))
        return replace(position, pieces={**position.pieces, self.piece: state})


class FaceTurned(Marked, frozen=True):
    """A piece was turned face down or face up: who sees what of it changes."""

    def told(self, glance: Glance) -> Event | None:
        """Who learns by it which piece it is is shown that; to others it is a mark."""
        unknown = glance.name_before(self.piece) != self.piece
        shown = unknown and glance.name(self.piece) == self.piece
        return None if shown else Marked.told(self, glance)


class StateSet(Event, frozen=True):
    """A piece has now this value of a state, such as where it faces."""

    piece: str
    state: str
    value: str

    def told(self, glance: Glance) -> Event | None:
        """Tell it to those who see the piece, unless the state is one of those that are covered."""
        name = glance.name(self.piece)
        if name is None or (glance.covers(self.state) and not glance.sees_state(self.piece)):
            return None
        return self if name == self.piece else replace(self, piece=name)

    def apply(self, position: Position) -> Position:
        """Set it."""
        before = position.pieces[self.piece]
        states = dict(sorted({**before.states, self.state: self.value}.items()))
        return replace(
            position, pieces={**position.pieces, self.piece: replace(before, states=states)}
        )


class PlaceMarked(Event, frozen=True):
    """Marks were put on a place or taken off it."""

    place: str
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()

    def told(self, glance: Glance) -> Event | None:
        """Leave out marks that are not seen there."""
        add, remove = (glance.place_marks(m) for m in (self.add, self.remove))
        if add == self.add and remove == self.remove:
            return self
        return PlaceMarked(self.place, add, remove) if add or remove else None

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
    """Whether points that were spent go, too."""

    def apply(self, position: Position) -> Position:
        """Clear them; what has none of them stays the same object, for whoever keeps it."""
        gone = set(self.marks)
        cleared = {}
        for piece, state in position.pieces.items():
            if (self.spent and state.spent) or (state.marks and gone.intersection(state.marks)):
                left = tuple(m for m in state.marks if m not in gone)
                spent = 0 if self.spent else state.spent
                cleared[piece] = PieceState(state.place, state.losses, spent, left, state.states)
        pieces = {**position.pieces, **cleared} if cleared else position.pieces
        marks = position.marks
        if not all(map(gone.isdisjoint, marks.values())):
            some = {place: tuple(m for m in had if m not in gone) for place, had in marks.items()}
            marks = {place: left for place, left in some.items() if left}
        return replace(position, pieces=pieces, marks=marks)


class TrackSet(Event, frozen=True):
    """A marker on a track, or a pool of points, has now this value."""

    track: str
    value: int

    def told(self, glance: Glance) -> Event | None:
        """A track that lies covered is not told."""
        return None if self.track in glance.knowledge.tracks else self

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

    def told(self, glance: Glance) -> Event | None:
        """Tell of a fact what the side may know of it, if that changed."""
        if not glance.hides_fact(self.key):
            return self
        before, now = glance.fact_before(self.key), glance.fact(self.key)
        return None if before == now else FactSet(self.key, now)

    def apply(self, position: Position) -> Position:
        """Set or forget the fact."""
        facts = {k: v for k, v in position.facts.items() if k != self.key}
        if self.value is not None:  # in order, so that it does not tell what was set last
            facts = dict(sorted({**facts, self.key: self.value}.items()))
        return replace(position, facts=facts)


class Rolled(Event, frozen=True):
    """Dice fell: for whom, why, under which rule, which faces, how many of them queued."""

    side: str
    why: Message
    faces: tuple[int, ...]
    rule: str = ""
    """The clause under which they fell."""
    queued: int = 0
    """How many of them a test, or players who roll by hand, had set."""
    stream: str = ""
    """What the dice were thrown for; empty in old matches, whose dice all come from one stream."""
    state: tuple[str, ...] = ()
    """The pieces of whose state the throw tells; who does not see that is not told of it."""
    die: int = 6
    """How many faces each of the dice has."""

    def told(self, glance: Glance) -> Event | None:
        """Dice lie open, but for those that tell of a state which is not seen."""
        if not all(glance.sees_state(piece) for piece in self.state):
            return None
        why = glance.message(self.why)
        return self if why is self.why else replace(self, why=why)

    def apply(self, position: Position) -> Position:
        """Count the dice."""
        dice, fresh = position.dice, len(self.faces) - self.queued
        left = dice.queue[self.queued :]
        if not self.stream or not fresh:
            return replace(position, dice=Dice(dice.fallen + fresh, left, dice.streams))
        fallen = dice.streams.get(self.stream, 0) + fresh
        streams = {**dice.streams, self.stream: fallen}
        return replace(position, dice=Dice(dice.fallen, left, streams))


class DiceQueued(Event, frozen=True):
    """Faces were set for the next dice, by a test or by players who roll by hand."""

    faces: tuple[int, ...]

    def apply(self, position: Position) -> Position:
        """Put the faces in the queue."""
        dice = position.dice
        queue = (*dice.queue, *self.faces)
        return replace(position, dice=Dice(dice.fallen, queue, dice.streams))


class PhaseSet(Event, frozen=True):
    """A phase of a turn began."""

    turn: int
    phase: int
    """Its place in the sequence; the first is 0."""

    def apply(self, position: Position) -> Position:
        """Set turn and phase."""
        return replace(position, turn=self.turn, phase=self.phase)


class Pushed(Event, frozen=True):
    """Steps were put on the agenda; the last of them is now in progress."""

    steps: tuple[Any, ...]

    def told(self, glance: Glance) -> Event | None:
        """Of the agenda nobody is told."""
        return None

    def apply(self, position: Position) -> Position:
        """Put them on top."""
        return replace(position, agenda=position.agenda + self.steps)


class Replaced(Event, frozen=True):
    """The step in progress was replaced by another."""

    step: Any

    def told(self, glance: Glance) -> Event | None:
        """Of the agenda nobody is told."""
        return None

    def apply(self, position: Position) -> Position:
        """Replace the top."""
        return replace(position, agenda=(*position.agenda[:-1], self.step))


class Finished(Event, frozen=True):
    """The step in progress ended."""

    def told(self, glance: Glance) -> Event | None:
        """Of the agenda nobody is told."""
        return None

    def apply(self, position: Position) -> Position:
        """Take it off."""
        return replace(position, agenda=position.agenda[:-1])


class Said(Event, frozen=True):
    """Something worth telling happened; changes nothing."""

    message: Message
    rule: str = ""
    """Its clause."""
    data: dict[str, Any] = {}
    """What programs and panels read of it, as plain data."""
    state: tuple[str, ...] = ()
    """The pieces of whose state it tells: losses, values. Who does not see that is not told."""
    to: tuple[str, ...] = ()
    """The sides that it is for; none named: for all."""
    track: str = ""
    """The track of whose value it tells; who does not see that is not told."""

    def told(self, glance: Glance) -> Event | None:
        """Tell it with the names under which pieces are seen."""
        if self.to and glance.viewer not in self.to:
            return None
        if self.track in glance.knowledge.tracks:
            return None
        if not all(glance.sees_state(piece) for piece in self.state):
            return None
        if not glance.renames:
            return self
        message = glance.sentence(self.message)
        if message is None:
            return None
        return Said(message, self.rule, glance.renamed_data(self.data))

    def apply(self, position: Position) -> Position:
        """Change nothing."""
        return position


class Met(Event, frozen=True):
    """A side came upon pieces that it did not see: it sees them as long as they stay there.

    ``barred`` is the digest of an action that turned out to be impossible for a reason that cannot
    be seen: it is not tried again in the same phase.
    """

    side: str
    pieces: dict[str, str] = {}
    """The pieces and their places."""
    barred: str = ""
    """The digest of an action that turned out to be impossible."""

    def told(self, glance: Glance) -> Event | None:
        """Both sides notice; each knows the pieces by its own names for them."""
        names = {glance.name(p) or "": place for p, place in self.pieces.items()}
        names.pop("", None)
        return Met(self.side, names, self.barred if glance.viewer == self.side else "")

    def apply(self, position: Position) -> Position:
        """Remember what was met."""
        known = dict(position.met.get(self.side, {}))
        known.update(self.pieces)
        if self.barred:
            known[BARRED + self.barred] = f"{position.turn}.{position.phase}"
        return replace(position, met={**position.met, self.side: known})


class Remembered(Event, frozen=True):
    """A side does not see any more what it saw of pieces, and keeps it in mind."""

    side: str
    seen: dict[str, Any]
    """What was seen of each piece last: place, losses, turn."""

    def told(self, glance: Glance) -> Event | None:
        """What a side remembers is its own."""
        return self if glance.viewer == self.side else None

    def apply(self, position: Position) -> Position:
        """Keep it in mind; in which order it was seen is not told by the order of the list."""
        mine = dict(sorted({**position.memory.get(self.side, {}), **self.seen}.items()))
        return replace(position, memory={**position.memory, self.side: mine})


class CameIntoSight(Event, frozen=True):
    """Something came into sight in a place. Only told, never applied."""

    piece: str
    place: str

    def apply(self, position: Position) -> Position:
        """Change nothing: it is how a side is told of what moved."""
        return position


class WentOutOfSight(Event, frozen=True):
    """Something is seen no more in a place. Only told, never applied."""

    piece: str
    place: str

    def apply(self, position: Position) -> Position:
        """Change nothing: it is how a side is told of what moved."""
        return position


class Shown(Event, frozen=True):
    """A piece is laid open: which it is, its losses and marks; it may be covered again at once.

    Or more is seen of what it is, and not which: then it goes by a name here as well.
    """

    piece: str
    place: str
    losses: int = 0
    marks: tuple[str, ...] = ()
    was: str = ""
    """The name under which it was seen before, where it is another one now."""
    spent: int = 0
    """The half points that it has spent, where it was not known which piece spent them."""

    def told(self, glance: Glance) -> Event | None:
        """Tell those who do not see it anyway; whose inside it is in stays hidden if it was."""
        if glance.sees_state(self.piece):
            return None
        if glance.knows(self.piece):
            return replace(self, was="")
        name = glance.name(self.piece) or ""
        unseen = self.place[:3] == INSIDE and not name
        return replace(self, was=name, place=UNSEEN if unseen else self.place)

    def apply(self, position: Position) -> Position:
        """Change nothing: it is how a side is told of what was shown."""
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

    def told(self, glance: Glance) -> Event | None:
        """Of the agenda nobody is told."""
        return None

    def apply(self, position: Position) -> Position:
        """Return the new position."""
        return Position.from_data(self.position)


INTERNAL = (Pushed, Replaced, Finished, PositionSet)
"""Events of which nobody is told: they concern the agenda alone, or all there is."""


def _marks(had: Iterable[str], add: Iterable[str], remove: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted((set(had) | set(add)) - set(remove)))
