"""Allotment: which points of supply feed whom, and who goes without when they are too few (10.3).

As many as possible are fed; those first to whom it was promised: aircraft that flew, freight of
flights. Where some must go without their owner says who. Nobody else is told of any of it, but for
the markers of units that he sees.
"""

from __future__ import annotations

from collections import Counter, deque
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from tabuleiro.engine import Action, Decision, Objection, PickingStep, Step, Verdict, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.recon.covered import as_seen
from tabuleiro.rules.supply.supply_view import SupplySource, SupplyStock
from tabuleiro_filipinas.cargo import SUPPLIED, note_use, supply_points
from tabuleiro_filipinas.forces import AIR_FED
from tabuleiro_filipinas.moments import Moment
from tabuleiro_filipinas.own_business import OwnBusiness
from tabuleiro_filipinas.supply import (
    FREIGHT_OF,
    OUT_OF_SUPPLY,
    Need,
    Source,
    everybody_fed,
    is_supplied,
    needs,
    open_to,
    sources,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from tabuleiro.engine import Change, Situation
    from tabuleiro.engine.glance import Glance

__all__ = ["Allotment", "GoWithout", "LateSupply", "ShareSupply", "Shares", "may_promise", "shares"]


class Shares(NamedTuple):
    """How the points of a side are given out."""

    given: dict[int, int]
    """By the number of a need (a point each) the number of the source that meets it."""
    needs: tuple[Need, ...]
    open: tuple[tuple[int, ...], ...]
    """By the number of a need the sources that could meet it."""
    sources: tuple[Source, ...]

    def without(self) -> tuple[str, ...]:
        """Return who goes without, each once."""
        lacking = (n.id for i, n in enumerate(self.needs) if i not in self.given)
        return tuple(dict.fromkeys(lacking))

    def choices(self) -> tuple[str, ...]:
        """Return who could go without instead, so that as many as now are fed."""
        users: dict[int, list[int]] = {}
        for need, source in self.given.items():
            users.setdefault(source, []).append(need)
        todo = deque(i for i, options in enumerate(self.open) if options and i not in self.given)
        seen = set(todo)
        while todo:
            for source in self.open[todo.popleft()]:
                for other in users.get(source, ()):
                    if other not in seen and not self.needs[other].first:
                        seen.add(other)
                        todo.append(other)
        return tuple(self.needs[i].id for i in sorted(seen))


def shares(
    s: Situation,
    side: str,
    without: Collection[str] = (),
    more: Iterable[Need] = (),
    only: Collection[str] | None = None,
) -> Shares:
    """Give out the points of a side so that as many as possible are fed, the promised ones first.

    ``without`` go without; ``more`` come first of all; with ``only`` nobody else asks for any.
    """
    found = sources(s, side)
    asking = [*more, *(need for need in needs(s, side) if need.id not in without)]
    if only is not None:
        asking = [need for need in asking if need.id in only or need.first]
    single = tuple(need for need in asking for _point in range(1 if need.free else need.points))
    known: dict[tuple[str, bool], tuple[int, ...]] = {}
    for need in single:
        if (need.hex, need.afloat) not in known:
            known[need.hex, need.afloat] = open_to(s, side, need)
    open_ = tuple(known[need.hex, need.afloat] for need in single)
    return Shares(_give(single, open_, found), single, open_, found)


def _give(
    asking: tuple[Need, ...], open_: tuple[tuple[int, ...], ...], found: tuple[Source, ...]
) -> dict[int, int]:
    """Return a largest giving out; whoever comes first is never left out for a later one."""
    given: dict[int, int] = {}
    users: dict[int, list[int]] = {n: [] for n in range(len(found))}
    for number, need in enumerate(asking):
        endless = next((n for n in open_[number] if need.free or found[n].points is None), None)
        if endless is not None:
            given[number] = endless
        else:
            _make_room(number, open_, found, users, given)
    return given


def _make_room(
    number: int,
    open_: tuple[tuple[int, ...], ...],
    found: tuple[Source, ...],
    users: dict[int, list[int]],
    given: dict[int, int],
) -> None:
    """Feed one more, if need be by feeding others from elsewhere."""
    came: dict[int, int] = {}
    todo = deque([number])
    seen: set[int] = set()
    while todo:
        need = todo.popleft()
        for source in open_[need]:
            if source in seen:
                continue
            seen.add(source)
            came[source] = need
            if len(users[source]) < (found[source].points or 0):
                _shift(source, came, users, given)
                return
            todo.extend(users[source])


def _shift(
    source: int, came: dict[int, int], users: dict[int, list[int]], given: dict[int, int]
) -> None:
    to: int | None = source
    while to is not None:
        need = came[to]
        before = given.get(need)
        if before is not None:
            users[before].remove(need)
        users[to].append(need)
        given[need] = to
        to = before


# ------------------------------------------------------------------------------- promising


def may_promise(s: Situation, side: str, need: Need) -> bool:
    """Return whether something can be promised supply beside all that was promised already."""
    if everybody_fed(s):
        return True
    promised = s.cache_here(
        ("promised", side), lambda: frozenset(one.id for one in needs(s, side) if one.first)
    )
    key = ("may-promise", side, open_to(s, side, need), need.points, need.free,
           need.id if need.id in promised else "")  # fmt: skip
    return s.cache_here(key, lambda: _may_promise(s, side, need))


def _may_promise(s: Situation, side: str, need: Need) -> bool:
    """Return whether all that is promised can be met; nobody else takes anything from these."""
    first = replace(need, first=True)
    found = shares(s, side, without=(need.id,), more=(first,), only=())
    return len(found.given) == len(found.needs)


# ------------------------------------------------------------------------------- the step


class GoWithout(Action, frozen=True):
    """Leave a unit without supply in favour of others."""

    piece: str

    def told(self, glance: Glance) -> None:
        """Nobody else is told."""


class ShareSupply(OwnBusiness, PickingStep, frozen=True):
    """A side's points of supply are given out; if they are too few it says who goes without."""

    pick = GoWithout
    side: str
    without: tuple[str, ...] = ()
    again: bool = False
    """Whether some of what fed it has been lost since: nobody is supplied who was not before."""

    def shared(self, s: Situation) -> Shares:
        """Return how the points would be given out now."""
        only = None
        if self.again:
            asked = (need.id for need in needs(s, self.side))
            only = {one for one in asked if one in s.position.pieces and is_supplied(s, one)}
        return s.cache_here(("shares", self), lambda: shares(s, self.side, self.without, (), only))

    def pickable(self, s: Situation) -> tuple[str, ...]:
        """Return who may go without, if that is a choice at all."""
        found = self.shared(s)
        open_ = {n.id for n, options in zip(found.needs, found.open, strict=True) if options}
        lacking = [one for one in found.without() if one in open_]
        choices = tuple(one for one in found.choices() if one in s.position.pieces)
        return choices if lacking and len(choices) > len(lacking) else ()

    def decision(self, s: Situation) -> Decision | None:
        """Ask who goes without, as long as there is a choice."""
        choices = self.pickable(s)
        if not choices:
            return None
        lacking = [one for one in self.shared(s).without() if one in choices]
        prompt = msg("Supply is short for {n} of your units. Who goes without?", n=len(lacking))
        return Decision(self.side, prompt, clause(s, "supply-check"), "choose", pieces=choices,
                        actions=("go-without",), secret=True)  # fmt: skip

    def not_picked(self, s: Situation, piece: str) -> Verdict:
        """Say that leaving this one out feeds nobody."""
        message = msg("Others gain nothing if {piece} goes without.", piece=piece_ref(piece))
        return Verdict.no(message, rule=clause(s, "supply-check"))

    def act(self, change: Change, action: Any) -> None:
        """Leave it out."""
        change.replace(replace(self, without=(*self.without, action.piece)))

    def run(self, change: Change) -> None:
        """Put the markers and take them off; note which ships fed anybody."""
        found = self.shared(change)  # worked out when it was asked whether there is a choice
        change.finish()
        hungry = {*found.without(), *self.without}
        if not self.again:
            pieces = change.position.pieces.items()
            marked = (piece for piece, state in pieces if OUT_OF_SUPPLY in state.marks)
            fed = (p for p in marked if change.side(p) == self.side and p not in hungry)
            for piece in as_seen(change, fed):
                change.emit(ev.Marked(piece, remove=(OUT_OF_SUPPLY,)))
        rule = clause(change, "supply-lost" if self.again else "supply-marker")
        for piece in as_seen(change, (one for one in hungry if one in change.position.pieces)):
            if is_supplied(change, piece):
                change.emit(ev.Marked(piece, (OUT_OF_SUPPLY,)))
                change.say(msg("{piece} is out of supply.", piece=piece_ref(piece)), rule)
        _note_ships(change, found)
        _note_flights(change, self.side, found)


def _note_ships(change: Change, found: Shares) -> None:
    """Note which convoys fed somebody: those with most points first, and no more than needed."""
    for number, source in enumerate(found.sources):
        used = sum(
            one == number and not found.needs[need].free for need, one in found.given.items()
        )
        ships = change.inside(source.id) if source.waters else ()
        for ship in sorted(ships, key=lambda one: (-supply_points(change, one), one)):
            if used > 0 and supply_points(change, ship):
                note_use(change, ship, SUPPLIED)
                used -= supply_points(change, ship)


def _note_flights(change: Change, side: str, found: Shares) -> None:
    """Note who is fed by flights alone, for only some of these bring replacements (8.0-11)."""
    fed = {}
    for number, source in found.given.items():
        by, unit = found.sources[source], found.needs[number].id
        if not by.waters and by.points is not None and unit in change.position.pieces:
            fed[unit] = [by.id, by.landed]
    key = AIR_FED + side
    if fed != change.position.facts.get(key, {}):
        change.emit(ev.FactSet(key, dict(sorted(fed.items())) or None))


# ------------------------------------------------------------------------------- the parts


class Allotment:
    """A part: the check at the end of the land movement; what may be promised before it."""

    @hookimpl
    def steps_at(self, moment: Moment, side: str) -> list[Step]:
        if moment is Moment.SUPPLY:
            return [ShareSupply(side)]
        return [ShareSupply(side, again=True)] if moment is Moment.SUPPLY_LOST else []

    @hookimpl
    def supply_stock(self, s: Situation, side: str) -> SupplyStock:
        """For the board of supply: what a check now would give to whom."""
        found = shares(s, side)
        taken = Counter(found.given.values())
        reached = {need.id for need, open_ in zip(found.needs, found.open, strict=True) if open_}
        without = found.without()
        return SupplyStock(
            tuple(
                SupplySource(source.id, source.hexes, source.points, taken[number])
                for number, source in enumerate(found.sources)
            ),
            len({need.id for need in found.needs}),
            tuple(p for p in s.position.pieces if s.side(p) == side and not is_supplied(s, p)),
            tuple(each for each in without if each in reached),
            tuple(each for each in without if each not in reached),
        )

    @hookimpl(optionalhook=True)
    def take_off_bars(self, s: Situation, piece: str) -> list[Objection]:
        """In its own turn an aircraft flies if supply can be promised it (10.3-8)."""
        place, side = s.place(piece), s.side(piece)
        if not _own_phase(s, side) or place not in s.board.grid:
            return []
        if may_promise(s, side, Need(piece, place)):
            return []
        message = msg("No supply can be promised {piece}.", piece=piece_ref(piece))
        return [object_to(s, message, "supply-check", "supply", pieces=(piece,))]

    @hookimpl(optionalhook=True)
    def supply_flights_bars(self, s: Situation, transport: str) -> list[Objection]:
        """What a flight takes along must have come to its base in this turn (10.3-6)."""
        place, side = s.place(transport), s.side(transport)
        freight = Need(f"{FREIGHT_OF}{transport}", place, 3 + 1)  # beside what it needs itself
        if place not in s.board.grid or may_promise(s, side, freight):
            return []
        message = msg("There are no supplies in {piece}'s base to take along.",
                      piece=piece_ref(transport))  # fmt: skip
        return [object_to(s, message, "supply-freight", "supply", pieces=(transport,))]


class LateSupply:
    """A part: after the flights of phase 7 it is seen again who is supplied (10.3-9, 3.0-19)."""

    @hookimpl
    def steps_at(self, moment: Moment, side: str) -> list[Step]:
        return [ShareSupply(side, again=True)] if moment is Moment.TRANSPORTS else []


def _own_phase(s: Situation, side: str) -> bool:
    return s.phase is not None and s.phase.kind == "movement" and s.phase.side == side
