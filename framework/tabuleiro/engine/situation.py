"""Situations: a position together with the module and the rules, for asking and for changing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from tabuleiro.engine import events as ev
from tabuleiro.engine.draws import is_deck
from tabuleiro.engine.errors import DiceError, DiceWanted, GameError, wrong_face
from tabuleiro.engine.faults import set_aside
from tabuleiro.engine.position import DEAD, GONE, by_name, is_exit, leaves_for_good, renewed
from tabuleiro.module.made import LETTERS, LONG, made_name
from tabuleiro.module.places import INSIDE, MOST_NESTED, holder_in

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from tabuleiro.board import Board
    from tabuleiro.engine.dice import Throws
    from tabuleiro.engine.messages import Message
    from tabuleiro.engine.position import PieceState, Position
    from tabuleiro.engine.steps import Asked, Decision, Step
    from tabuleiro.hooks import RuleHooks
    from tabuleiro.module import Counter, Module, Phase, Scenario
    from tabuleiro.module.terms import TermsT

__all__ = ["Change", "Situation", "joined"]

T = TypeVar("T")
V = TypeVar("V")
_NONE_YET: Any = object()


class Situation:
    """A position as the rules see it: read-only, with the module, the options and the hooks."""

    __slots__ = (
        "_kept",
        "_occupation",
        "board",
        "here",
        "module",
        "options",
        "position",
        "rules",
        "scenario",
        "unknown",
    )

    def __init__(
        self,
        module: Module,
        scenario: Scenario,
        options: Mapping[str, Any],
        rules: RuleHooks,
        position: Position,
    ) -> None:
        """Bind a position to its module, scenario, options and rules."""
        self.module = module
        self.board: Board = module.board
        self.scenario = scenario
        self.options = options
        self.rules = rules
        self.position = position
        self.unknown: frozenset[str] = frozenset()
        """Pieces whose state is only supposed, where this is what a side believes."""
        self.here: dict[Any, Any] = {}
        """What :meth:`cache_here` keeps, by key. Who is asked often may look there first."""
        self._kept: dict[Any, tuple[Any, Any]] = {}
        self._occupation: tuple[Any, dict[str, dict[str, tuple[str, ...]]]] = (None, {})

    def settled(self) -> Situation:
        """Return a plain situation of the same position, with what was derived from it so far."""
        same = self.elsewhere(self.position)
        same.here = self.here
        return same

    def elsewhere(self, position: Position) -> Situation:
        """Return another position of the same match, with what may still hold there."""
        other = Situation(self.module, self.scenario, self.options, self.rules, position)
        other.unknown = self.unknown
        other._kept = self._kept
        other._occupation = self._occupation
        return other

    def follow(self, before: Situation) -> None:
        """Make who stands where out of what it was one event before: little is another then."""
        if self._occupation[0] is not self.position.stacks:
            self._occupation = before._occupation

    def decision(self) -> Decision | None:
        """Return what the step in progress asks, or None if it asks nobody."""
        top = self.position.top
        if top is None:
            return None
        return self.cache_here("decision", lambda: self._asking(top, top.decision))

    def asked(self) -> Asked | None:
        """Return whom the step in progress asks, or None if it asks nobody."""
        found: Asked | None = self.here.get("asked", _NONE_YET)  # ten times a step
        if found is _NONE_YET:
            top = self.position.top
            found = self.here["asked"] = None if top is None else self._asking(top, top.asked)
        return found

    def _asking(self, step: Step, ask: Callable[[Situation], T | None]) -> T | None:
        """Ask a step; one that fails and was set aside asks nobody."""
        try:
            return ask(self)
        except Exception:
            if not set_aside(self, type(step).__module__, type(step).__qualname__):
                raise
            return None

    def cache_here(self, key: object, make: Callable[[], T]) -> T:
        """Return a value derived from this position, computed at most once."""
        found = self.here.get(key, _NONE_YET)
        if found is _NONE_YET:
            found = self.here[key] = make()
        return found  # type: ignore[no-any-return]

    def cache_by_basis(self, key: object, basis: T, make: Callable[[], V]) -> V:
        """Return a value that follows from its basis alone, made again when the basis changes.

        Unlike what is kept by :meth:`cache_here` it outlives the position: it is handed on from one
        to the next. Whatever else ``make`` looks at must be the same during the whole match.
        """
        kept = self._kept.get(key)
        if kept is not None and (kept[0] is basis or kept[0] == basis):
            return kept[1]  # type: ignore[no-any-return]
        value = make()
        self._kept[key] = (basis, value)
        return value

    # pieces

    def piece(self, piece: str) -> PieceState:
        """Return the state of a piece."""
        return self.position.pieces[piece]

    def counter(self, piece: str) -> Counter:
        """Return the counter of a piece."""
        return self.module.counters[piece]

    def side(self, piece: str) -> str:
        """Return the side that owns a piece."""
        return self.module.counters[piece].side

    def place(self, piece: str) -> str:
        """Return where a piece is."""
        return self.position.pieces[piece].place

    def at(self, place: str) -> tuple[str, ...]:
        """Return the pieces in a place, bottom first."""
        return self.position.stacks.get(place, ())

    def on_map(self, piece: str) -> bool:
        """Return whether a piece is in a hex of the board."""
        return self.position.pieces[piece].place in self.board.grid

    def within(self, piece: str) -> str | None:
        """Return the piece that a piece is inside of, None if it is inside none."""
        return holder_in(self.position.pieces[piece].place)

    def inside(self, piece: str) -> tuple[str, ...]:
        """Return the pieces inside of a piece, bottom first; not what is inside of those."""
        return self.position.stacks.get(INSIDE + piece, ())

    def around(self, piece: str) -> tuple[str, ...]:
        """Return the pieces that a piece is inside of, the innermost first."""
        found: list[str] = []
        holder = self.within(piece)
        while holder is not None and len(found) <= MOST_NESTED:
            found.append(holder)
            holder = self.within(holder)
        return tuple(found)

    def whereabouts(self, piece: str) -> str:
        """Return where a piece is, or what it is inside of: never another piece."""
        around = self.around(piece)
        return self.place(around[-1] if around else piece)

    def alive(self, piece: str) -> bool:
        """Return whether a piece is neither eliminated nor out of the match."""
        place = self.position.pieces[piece].place
        return place not in {DEAD, GONE} and not is_exit(place)

    def value(self, piece: str, name: str) -> int:
        """Return a printed value of a piece in its present state (reduced or not)."""
        return self.module.counters[piece].value(name, losses=self.position.pieces[piece].losses)

    def marked(self, piece: str, mark: str) -> bool:
        """Return whether a piece carries a mark."""
        return mark in self.position.pieces[piece].marks

    def place_marked(self, place: str, mark: str) -> bool:
        """Return whether a place carries a mark."""
        return mark in self.position.marks.get(place, ())

    def state(self, piece: str, name: str) -> str:
        """Return the value of a state of a piece; at the beginning it is the first one.

        Raises ``KeyError`` for a state that the module does not name.
        """
        found = self.position.pieces[piece].states.get(name)
        return self.module.states[name].values[0].id if found is None else found

    # sides and hexes

    def enemy(self, side: str) -> str:
        """Return the only enemy of a side, for rules that are made for two.

        Raises ``ValueError`` where there are none or several: such rules ask for :meth:`enemies`.
        """
        memo = self.module.memo
        if "enemy" not in memo:
            foes = {name: self.enemies(name) for name in self.module.sides}
            memo["enemy"] = {name: found[0] for name, found in foes.items() if len(found) == 1}
        if side not in memo["enemy"]:
            raise ValueError(f'"{side}" has not one enemy, as these rules expect')
        found: str = memo["enemy"][side]
        return found

    def enemies(self, side: str) -> tuple[str, ...]:
        """Return the enemies of a side, in order of play.

        These are all that are not of its team, unless it or they name their enemies.
        """
        memo = self.module.memo
        if "enemies" not in memo:
            sides = self.module.sides.values()
            memo["enemies"] = {
                one.id: tuple(other.id for other in sides if one.fights(other)) for one in sides
            }
        found: tuple[str, ...] = memo["enemies"][side]
        return found

    def friends(self, side: str) -> tuple[str, ...]:
        """Return a side and its allies, in order of play; a neutral side is no ally."""
        mine = self.module.sides[side]
        allied = (one.id for one in self.module.sides.values() if one is mine or one.allied(mine))
        return tuple(allied)

    def occupied(self, side: str) -> dict[str, tuple[str, ...]]:
        """Return the hexes that a side occupies, with the pieces there.

        As long as nothing of it changes it is the same object, from position to position.
        """
        sides = self._occupied_now()
        if side not in sides:
            sides[side] = self._occupied(side)
        return sides[side]

    def insides(self) -> dict[str, tuple[str, ...]]:
        """Return the insides of pieces that hold others, each with the pieces there.

        As long as nothing of it changes it is the same object, from position to position.
        """
        sides = self._occupied_now()
        if INSIDE not in sides:
            stacks = sorted(self.position.stacks.items())
            sides[INSIDE] = {place: inside for place, inside in stacks if place.startswith(INSIDE)}
        return sides[INSIDE]

    def _occupied_now(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """Return what was asked for so far: who occupies what, and what is inside of pieces."""
        stacks, sides = self._occupation
        if stacks is not self.position.stacks:
            sides = self._renewed(stacks, sides) if stacks is not None else {}
            self._occupation = (self.position.stacks, sides)
        return sides

    def opposed(self, side: str) -> Mapping[str, tuple[str, ...]]:
        """Return the hexes that enemies of a side occupy, with their pieces there."""
        enemies = self.enemies(side)
        if len(enemies) == 1:
            return self.occupied(enemies[0])
        parts = tuple(self.occupied(enemy) for enemy in enemies)
        return self.cache_by_basis(("opposed", side), parts, lambda: joined(parts))

    def _occupied(self, side: str) -> dict[str, tuple[str, ...]]:
        grid = self.board.grid
        return {
            place: mine
            for place, pieces in sorted(self.position.stacks.items())
            if (mine := self._mine(pieces, side)) and place in grid
        }

    def _mine(self, pieces: tuple[str, ...], side: str) -> tuple[str, ...]:
        """Return those pieces of a stack that belong to a side."""
        counters = self.module.counters
        first, last = counters[pieces[0]].side, counters[pieces[-1]].side
        if first == last:
            return pieces if first == side else ()
        # Enemies share the hex; those who came last lie on top.
        return tuple(piece for piece in pieces if counters[piece].side == side)

    def _renewed(
        self, before: Mapping[str, tuple[str, ...]], sides: dict[str, dict[str, tuple[str, ...]]]
    ) -> dict[str, dict[str, tuple[str, ...]]]:
        """Return who occupies what now, made from what it was when the stacks were others."""
        grid, stacks = self.board.grid, self.position.stacks
        other = renewed(stacks, before)
        changed = [place for place in other if place in grid]
        added = sum([place not in before for place in other])
        emptied = len(before) + added > len(stacks)
        left = [*(before.keys() - stacks.keys())] if emptied else []
        found = {}
        for side, hexes in sides.items():
            if side == INSIDE:
                now = {place: stacks[place] for place in other if place.startswith(INSIDE)}
            else:
                now = {p: mine for p in changed if (mine := self._mine(stacks[p], side))}
            gone = [place for place in (*other, *left) if place in hexes and place not in now]
            if not gone and all(hexes.get(place) == pieces for place, pieces in now.items()):
                found[side] = hexes
                continue
            all_now = hexes | now
            for place in gone:
                del all_now[place]
            found[side] = by_name(all_now)
        return found

    def holder(self, place: str) -> str | None:
        """Return the side whose pieces stand in a hex."""
        pieces = self.position.stacks.get(place)
        return self.module.counters[pieces[0]].side if pieces else None

    # parameters

    def option(self, name: str) -> Any:
        """Return the value of an option of this match."""
        return self.options[name]

    def terms(self, kind: type[TermsT]) -> TermsT:
        """Return the parameters of a rule: what ``rules`` of the module say to its terms.

        A key that may be left out and has a default for all below it counts as said; a rule that
        may not be in the game asks `terms_if_any`.
        """
        found: TermsT | None = self.module.terms_read.get(kind)  # type: ignore[assignment]
        return self.module.terms(kind) if found is None else found

    def terms_if_any(self, kind: type[TermsT]) -> TermsT | None:
        """Return the parameters of a rule, None if the module has not their key."""
        found: Any = self.module.terms_found.get(kind, _NONE_YET)
        if found is _NONE_YET:
            return self.module.terms_if_any(kind)
        kept: TermsT | None = found
        return kept

    @property
    def turn(self) -> int:
        """The number of the turn."""
        return self.position.turn

    @property
    def phase(self) -> Phase | None:
        """The phase in progress, or None during set-up."""
        number = self.position.phase
        return self.module.sequence[number] if number >= 0 else None


def joined(parts: Sequence[Mapping[str, tuple[str, ...]]]) -> dict[str, tuple[str, ...]]:
    """Return the stacks of several sides as one, in the order of places.

    >>> joined([{"0102": ("tanks",)}, {"0101": ("guns",), "0102": ("scouts",)}])
    {'0101': ('guns',), '0102': ('tanks', 'scouts')}
    """
    found: dict[str, tuple[str, ...]] = {}
    for part in parts:
        for place, pieces in part.items():
            found[place] = (*found.get(place, ()), *pieces)
    return dict(sorted(found.items()))


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
