"""Situations: a position together with the module and the rules, for asking."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from tabuleiro.engine.faults import set_aside
from tabuleiro.engine.position import DEAD, GONE, by_name, is_exit, renewed
from tabuleiro.module.places import INSIDE, MOST_NESTED, holder_in

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tabuleiro.board import Board
    from tabuleiro.engine.position import PieceState, Position
    from tabuleiro.engine.steps import Asked, Decision, Step
    from tabuleiro.hooks import RuleHooks
    from tabuleiro.module import Counter, Module, Phase, Scenario
    from tabuleiro.module.terms import TermsT

__all__ = ["Situation", "joined"]

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
