"""Changes: a situation while an action is carried out, with the events that it causes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.engine import events as ev
from tabuleiro.engine.draws import is_deck
from tabuleiro.engine.errors import DiceError, DiceWanted, GameError, wrong_face
from tabuleiro.engine.faults import set_aside
from tabuleiro.engine.position import leaves_for_good
from tabuleiro.engine.situation import Situation
from tabuleiro.module.made import LETTERS, LONG, made_name
from tabuleiro.module.places import INSIDE

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from tabuleiro.engine.dice import Throws
    from tabuleiro.engine.messages import Message
    from tabuleiro.engine.position import Position
    from tabuleiro.engine.steps import Step

__all__ = ["Change"]


class Change(Situation):
    """A situation being changed: collects events. Nothing is seen until the game commits it."""

    __slots__ = (
        "_after", "_each", "_rollers", "begun", "cuts", "declared", "events", "positions",
        "reveals", "rolled", "since", "streams", "throws",
    )  # fmt: skip

    def __init__(self, base: Situation, throws: Throws, *, streams: bool = True) -> None:
        """Start from a situation; the dice come from ``throws``.

        Without ``streams`` they all come from one stream, as they did in old matches.
        """
        super().__init__(base.module, base.scenario, base.options, base.rules, base.position)
        self.unknown = base.unknown
        self.here = base.here  # until the first event
        self._kept = base._kept  # noqa: SLF001
        self._occupation = base._occupation  # noqa: SLF001
        self.events: list[ev.Event] = []
        self.positions: list[Position] = []
        """The position after each of the events."""
        self._after: list[dict[Any, Any]] = []
        """What was derived from each of them."""
        self._each: list[Situation] = []
        self.declared: list[int] = []
        """After how many events something was revealed that is no die."""
        self.cuts: list[tuple[int, Collection[str]]] = []
        """After how many events sides might have been asked, though the others do not know it."""
        self.since: Situation = base
        """Up to where it was noted what sides remember."""
        self.begun = base.position
        """The position before the first event."""
        self.throws = throws
        self.streams = streams
        self.reveals = False
        self.rolled: tuple[int, ...] = ()
        """Faces that players rolled, and that no throw has used yet."""
        self._rollers: Collection[str] = ()

    def let_roll(self, sides: Collection[str], faces: Sequence[int]) -> None:
        """Let sides roll their own dice; the faces are those that they have rolled so far."""
        self._rollers = sides
        self.rolled = tuple(faces)

    def emit(self, event: ev.Event) -> None:
        """Apply an event and keep it. What is inside of a piece that is lost is lost before it."""
        if event.carries and INSIDE + event.piece in self.position.stacks:  # type: ignore[attr-defined]
            self._lose_inside(event)  # type: ignore[arg-type]
        self.position = event.apply(self.position)
        self.events.append(event)
        self.positions.append(self.position)
        self.here = {}
        self._after.append(self.here)

    def after_each(self) -> list[Situation]:
        """Return the situation after each of the events, with what was derived from it so far."""
        for number in range(len(self._each), len(self.positions)):
            there = self.elsewhere(self.positions[number])
            there.here = self._after[number]
            self._each.append(there)
        return self._each

    def _lose_inside(self, event: ev.Moved) -> None:
        if leaves_for_good(event.to):
            for piece in sorted(self.inside(event.piece)):  # how they lay is told to nobody
                self.emit(ev.Moved(piece, event.to, free=event.free, lost_with=event.piece))

    def say(
        self,
        message: Message,
        rule: str = "",
        *,
        state: Sequence[str] = (),
        to: Sequence[str] = (),
        track: str = "",
        **data: Any,
    ) -> None:
        """Tell something in the log.

        ``state`` names pieces of whose losses or values the sentence tells: who does not see these
        is not told. ``to`` names the sides that it is for, if it is not for all; ``track`` a track
        of whose value it tells.
        """
        self._note(ev.Said(message, rule, data, tuple(state), tuple(to), track))

    def show(self, piece: str) -> None:
        """Lay open a piece, whose losses have shown by what happened."""
        state = self.position.pieces[piece]
        self._note(ev.Shown(piece, state.place, state.losses, state.marks))
        self.reveals = True

    def _note(self, event: ev.Event) -> None:
        """Keep an event that changes no position."""
        self.events.append(event)
        self.positions.append(self.position)
        self._after.append(self.here)

    def run_top(self) -> None:
        """Let the step in progress run by itself."""
        top = self.position.top
        assert top is not None  # noqa: S101 - there is something to do
        sides = top.may_ask(self)
        if sides:
            self.cut(sides)
        self.let(top, lambda: top.run(self))

    def let(self, step: Step, deed: Callable[[], object]) -> None:
        """Let the step in progress do something; one that fails and was set aside ends instead."""
        kept, reveals = (len(self.events), self.position, self.rolled, len(self.cuts)), self.reveals
        try:
            deed()
        except GameError:
            raise
        except Exception:
            if not set_aside(self, type(step).__module__, type(step).__qualname__):
                raise
            self._back_to(*kept)
            self.reveals = reveals
            self.finish()

    def _back_to(self, events: int, position: Position, rolled: tuple[int, ...], cuts: int) -> None:
        """Forget what a step did that failed and was set aside."""
        for had in (self.events, self.positions, self._after, self._each):
            del had[events:]
        del self.cuts[cuts:]
        self.declared = [n for n in self.declared if n <= events]
        self.position, self.rolled, self.here = position, rolled, {}

    def came_from(self, piece: str) -> str:
        """Return where a piece was before the last move of it in this change, or where it is."""
        for number in range(len(self.events) - 1, -1, -1):
            event = self.events[number]
            if isinstance(event, ev.Moved) and event.piece == piece:
                before = self.positions[number - 1] if number else self.begun
                return before.pieces[piece].place
        return self.place(piece)

    def cut(self, sides: Collection[str]) -> None:
        """Let a new row begin for others: here these sides might have been asked."""
        self.cuts.append((len(self.events), sides))

    def reveal(self) -> None:
        """Note that something hidden was shown: undo past here needs consent."""
        self.reveals = True
        self.declared.append(len(self.events))

    def push(self, *steps: Step) -> None:
        """Put steps on the agenda so that they are done in the order given, first one first."""
        if steps:
            for step in steps:
                _be_step(step)
            self.emit(ev.Pushed(tuple(reversed(steps))))

    def replace(self, step: Step) -> None:
        """Replace the step in progress."""
        _be_step(step)
        self.emit(ev.Replaced(step))

    def finish(self) -> None:
        """End the step in progress."""
        self.emit(ev.Finished())

    def draw(self, cup: str, to: str) -> str:
        """Draw a piece at random out of a cup and put it somewhere; return which it was.

        Each piece in a cup is as likely as any other; from a deck it is the one on top. Those see
        it who may see what lies there.
        """
        pieces = sorted(self.at(cup))
        if not pieces:
            raise ValueError(f"nothing is left to draw in {cup}")
        if is_deck(self, cup):
            piece = self.at(cup)[-1]
            self.emit(ev.Drawn(piece, to))
            self.reveals = True
            return piece
        stream = f"draw {cup}"
        drawn = self.position.dice.streams.get(stream, 0)
        piece = pieces[self.throws.face(stream, drawn, len(pieces)) - 1]
        self.emit(ev.Drawn(piece, to, stream=stream))
        self.reveals = True
        return piece

    def shuffle(self, place: str) -> None:
        """Put the pieces of a place in an order by chance; each order is as likely as any other."""
        pieces, stream = sorted(self.at(place)), f"shuffle {place}"
        begun = self.position.dice.streams.get(stream, 0)
        throws = max(len(pieces) - 1, 0)
        for number in range(throws):
            left = len(pieces) - number
            drawn = self.throws.face(stream, begun + number, left) - 1
            pieces[left - 1], pieces[drawn] = pieces[drawn], pieces[left - 1]
        self.emit(ev.Shuffled(place, tuple(pieces), stream, throws))
        self.reveals = True

    def make(self, template: str, to: str) -> str:
        """Make a piece from a template of the palette and put it somewhere; return its id.

        The id comes from chance: it tells neither how many were made before nor in which order.
        """
        if template not in self.module.templates:
            raise ValueError(f"the palette has no {template}")
        purpose, pieces = f"make {template}", self.position.pieces
        made = self.position.dice.streams.get(purpose, 0)
        piece, stream = "", purpose
        while not piece or piece in pieces:
            faces = [self.throws.face(stream, LONG * made + n, len(LETTERS)) for n in range(LONG)]
            piece = made_name(template, "".join(LETTERS[face - 1] for face in faces))
            stream += "."
        self.emit(ev.Made(piece, to))
        return piece

    def roll(
        self,
        number: int,
        side: str,
        why: Message,
        rule: str = "",
        *,
        state: Sequence[str] = (),
        die: int = 6,
    ) -> tuple[int, ...]:
        """Throw dice and return their faces, of which each die has six or another number.

        ``state`` names pieces of whose losses the throw tells, as with :meth:`say`. Raises
        :class:`DiceWanted` if the side rolls its own and has not rolled enough yet: whoever began
        the change drops it, and begins it again with more faces.
        """
        lacking = number - len(self.position.dice.queue)
        if lacking > 0 and side in self._rollers:
            if lacking > len(self.rolled):
                raise DiceWanted(lacking - len(self.rolled), side, why, rule, die)
            self.emit(ev.DiceQueued(self.rolled[:lacking]))
            self.rolled = self.rolled[lacking:]
        dice = self.position.dice
        queued = dice.queue[:number]
        if any(face > die for face in queued):
            raise DiceError(wrong_face(die))
        stream = f"{side} {rule}" if self.streams else ""
        fallen = dice.streams.get(stream, 0) if stream else dice.fallen
        fresh = range(fallen, fallen + number - len(queued))
        faces = (*queued, *(self.throws.face(stream, n, die) for n in fresh))
        event = ev.Rolled(side, why, faces, rule, len(queued), stream, tuple(state), die)
        self.emit(event)
        self.reveals = True
        return faces


def _be_step(step: object) -> None:
    """Refuse a class where a step is wanted: what is on the agenda is made of it."""
    if isinstance(step, type):
        name = step.__name__
        raise TypeError(f"{name} is a class; a step is made of it, such as {name}(...)")
