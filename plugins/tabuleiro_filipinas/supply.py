"""Supply: lines over land from units to what is served: convoys, cities, ports (10.0 to 10.2).

A line has any length and cannot enter enemies, lakes, or mountains with forest but by road. So the
land falls into parts within which lines run freely; who stands in one is fed by what touches it.

Here: where supply comes from, who needs it, and what of it reaches whom. Not here: who goes without
when it is short (`supply_allotment`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol, cast

import msgspec

from tabuleiro.engine import Objection, msg, piece_ref
from tabuleiro.hooks import hookimpl, hookspec
from tabuleiro.rules.air.aircraft_orders import FLOWN
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.combat.battle import Shift
from tabuleiro.rules.combat.shifts import UnsuppliedTerms
from tabuleiro.rules.ground.land_units import AIR, LAND, arm, enemy_troops
from tabuleiro.rules.ground.movement_points import class_costs
from tabuleiro.rules.ground.special_moves import DROPPED
from tabuleiro.rules.sea.afloat import afloat, beachhead
from tabuleiro.rules.supply.supply_view import SupplyLine
from tabuleiro.rules.victory.control import controller
from tabuleiro_filipinas.cargo import supply_points
from tabuleiro_filipinas.forces import forces
from tabuleiro_filipinas.parameters.air import AirTerms
from tabuleiro_filipinas.parameters.ground import RangersTerms
from tabuleiro_filipinas.parameters.sea import TownTerms
from tabuleiro_filipinas.sea_lanes import chart, port_works, touching

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tabuleiro.engine import Situation
    from tabuleiro.rules.combat.battle import Battle

__all__ = [
    "FREIGHT_OF",
    "OUT_OF_SUPPLY",
    "Need",
    "Source",
    "Supply",
    "SupplyHooks",
    "everybody_fed",
    "is_supplied",
    "line_parts",
    "needs",
    "sources",
]

OUT_OF_SUPPLY: Final = "out-of-supply"
"""The mark of units that are not supplied; it holds until their side's next check (10.3-7)."""
FREIGHT_OF: Final = "freight of "
"""How the need of what a flight takes along is called, before the name of who flies (10.3-6)."""
_BEACH, _BARRED = "supply-coast", "blocks-supply"


class Source(msgspec.Struct, frozen=True):
    """Something that feeds units: a force with convoys, a city or port, a flight."""

    id: str
    hexes: tuple[str, ...]
    """Where lines end at it."""
    points: int | None
    """How many units it feeds, None without a limit."""
    landed: bool = False
    """Whether it is a flight that lands on a field by day: it brings replacements too (8.0-11)."""
    waters: str = ""
    """The sea hex of a force; it feeds whoever is about to land beside it as well (4.2.4-15)."""


class Need(msgspec.Struct, frozen=True):
    """Something that takes supply in a hex: a unit, or what a flight takes along (10.3-6)."""

    id: str
    hex: str
    points: int = 1
    afloat: bool = False
    free: bool = False
    """It needs a line and takes no points (11.1-3)."""
    first: bool = False
    """It was promised its supply before: aircraft that flew, freight (10.3-8)."""


class SupplyHooks(Protocol):
    """Asked of the parts of this game about supply."""

    @hookspec
    def supply_sources(self, s: Situation, side: str) -> list[Source]:
        """Return what else feeds units of a side now: flights, with where they come down.

        Example::

            from tabuleiro.hooks import hookimpl
            from tabuleiro_filipinas.supply import Source


            @hookimpl
            def supply_sources(s, side):
                return [Source("us-374-gpo", ("4437",), 3)]
        """

    @hookspec
    def supply_needs(self, s: Situation, side: str) -> list[Need]:
        """Return what else takes supply of a side: what flights carry from their bases.

        Example::

            from tabuleiro.hooks import hookimpl
            from tabuleiro_filipinas.supply import Need


            @hookimpl
            def supply_needs(s, side):
                return [Need("freight of us-374-gpo", "4437", 3, first=True)]
        """


def _asked(s: Situation) -> SupplyHooks:
    return cast("SupplyHooks", s.rules)


# ------------------------------------------------------------------------------- lines


def line_parts(s: Situation, side: str) -> Mapping[str, int]:
    """Return for each land hex the number of the part of the land in which lines of a side run.

    Clauses: 10.2-4, 10.2-5, 10.3-10.
    """
    troops = enemy_troops(s, side)
    closed = s.cache_by_basis(("line-ends", side), troops, lambda: frozenset(troops))
    return s.cache_by_basis(("line-parts", side), closed, lambda: _parts(s, closed))


def _parts(s: Situation, closed: frozenset[str]) -> dict[str, int]:
    steps = _steps(s)
    found: dict[str, int] = {}
    for number, start in enumerate(steps):
        if start in found or start in closed:
            continue
        found[start] = number
        todo = [start]
        while todo:
            for there in steps[todo.pop()]:
                if there not in found and there not in closed:
                    found[there] = number
                    todo.append(there)
    return found


def _steps(s: Situation) -> Mapping[str, tuple[str, ...]]:
    """Return the hexes that lines may use, each with its neighbours along them (10.1-1)."""
    memo = s.module.memo
    if "line-steps" not in memo:
        grid, table = s.board.grid, class_costs(s.module, "foot").table
        land = [h for h in grid if h not in chart(s).sea]
        memo["line-steps"] = {
            here: tuple(
                there
                for there in (grid.hexes[n] for n, _price in table[grid.index(here)])
                if not (_barred(s, here) or _barred(s, there)) or s.board.road_between(here, there)
            )
            for here in land
            if not _barred(s, here) or here in s.board.network_hexes("road")
        }
    steps: Mapping[str, tuple[str, ...]] = memo["line-steps"]
    return steps


def _barred(s: Situation, place: str) -> bool:
    return _BARRED in s.module.terrain[s.board.terrain_at(place)].tags


# ------------------------------------------------------------------------------- sources


def sources(s: Situation, side: str) -> tuple[Source, ...]:
    """Return what feeds units of a side now (10.1, 10.2, 10.2-3)."""
    return s.cache_here(("supply-sources", side), lambda: tuple(_sources(s, side)))


def _sources(s: Situation, side: str) -> Iterator[Source]:
    yield from _convoys(s, side)
    yield from _asked(s).supply_sources(s=s, side=side)
    towns = tuple(dict.fromkeys(_towns(s, side)))  # a city may be a port
    if towns:
        yield Source("towns", towns, None)


def _convoys(s: Situation, side: str) -> Iterator[Source]:
    """Yield the forces with convoys, and the beaches that they touch (7.3-1, 7.3-2)."""
    for force in forces(s, side):
        convoys = [ship for ship in s.inside(force) if "sea-supply" in s.counter(ship).tags]
        if convoys:
            here = s.place(force)
            beaches = tuple(h for h in touching(s, here) if _is_beach(s, h))
            points = sum(supply_points(s, convoy) for convoy in convoys)
            yield Source(force, beaches, points, waters=here)


def _is_beach(s: Situation, place: str) -> bool:
    return _BEACH in s.module.terrain[s.board.terrain_at(place)].tags


def _towns(s: Situation, side: str) -> Iterator[str]:
    """Yield the cities and ports that feed Japanese without a limit while they hold them (10.2)."""
    if side != s.terms(TownTerms).supplied_by_towns:
        return
    for place in _cities(s):
        if controller(s, place) == side:
            yield place
    yield from (port for port in sorted(chart(s).ports) if port_works(s, side, port))


def _cities(s: Situation) -> tuple[str, ...]:
    if "cities" not in s.module.memo:
        terrain = s.module.terrain
        s.module.memo["cities"] = tuple(
            h for h in s.board.grid if "city" in terrain[s.board.terrain_at(h)].tags
        )
    found: tuple[str, ...] = s.module.memo["cities"]
    return found


# ------------------------------------------------------------------------------- needs


def needs(s: Situation, side: str) -> tuple[Need, ...]:
    """Return who of a side needs supply now, those first who were promised it."""
    if everybody_fed(s):
        return ()
    return s.cache_here(("supply-needs", side), lambda: _needs(s, side))


def _needs(s: Situation, side: str) -> tuple[Need, ...]:
    found = [*_asked(s).supply_needs(s=s, side=side), *_units(s, side)]
    return tuple(sorted(found, key=lambda need: (not need.first, need.id)))


def everybody_fed(s: Situation) -> bool:
    """Return whether nobody needs supply: as the match begins (10.3-2), or in the scenario."""
    return s.turn == s.scenario.first_turn or _given(s)


def _given(s: Situation) -> bool:
    """Return whether supply plays no part in the scenario."""
    option: str = s.option("supply")
    return option == "given"


def _units(s: Situation, side: str) -> Iterator[Need]:
    rangers = s.terms(RangersTerms).type
    for place, pieces in s.occupied(side).items():
        for piece in pieces:
            if _hungers(s, piece, place):
                flew = s.marked(piece, FLOWN)
                yield Need(piece, place, free=s.counter(piece).type == rangers, first=flew)
    for piece in afloat(s, side):
        place = str(beachhead(s, piece))
        yield Need(piece, place, afloat=True, free=s.counter(piece).type == rangers)


def _hungers(s: Situation, piece: str, place: str) -> bool:
    """Return whether a piece in a hex needs supply: land units and aircraft on fields do.

    Clauses: 4.2.3-5, 10.1-2, 10.2-2, 10.3-1, 11.0-6.
    """
    kind = arm(s, piece)
    if kind not in {LAND, AIR} or "no-supply" in s.counter(piece).tags:
        return False
    if kind == AIR:
        return place not in _emergency_fields(s, s.side(piece))
    return not s.marked(piece, DROPPED)


def _emergency_fields(s: Situation, side: str) -> frozenset[str]:
    """Return the fields where aircraft of a side count as supplied (4.2.7-7)."""
    place = s.terms(AirTerms).emergency_airfield.get(side)
    return frozenset() if place is None else frozenset({s.board.places[place].hex})


def _reached_by(s: Situation, side: str) -> Mapping[int, tuple[int, ...]]:
    """Return for each part of the land the sources that touch it, by their numbers."""
    parts, found = line_parts(s, side), sources(s, side)

    def find() -> dict[int, tuple[int, ...]]:
        touch: dict[int, list[int]] = {}
        for number, source in enumerate(found):
            for part in dict.fromkeys(parts[h] for h in source.hexes if h in parts):
                touch.setdefault(part, []).append(number)
        return {part: tuple(numbers) for part, numbers in touch.items()}

    return s.cache_by_basis(("supply-reach", side), (parts, found), find)


def open_to(s: Situation, side: str, need: Need) -> tuple[int, ...]:
    """Return the sources of a side that can feed somebody, by their numbers."""
    found = sources(s, side)
    if need.afloat:
        return tuple(n for n, one in enumerate(found)
                     if one.waters and need.hex in touching(s, one.waters))  # fmt: skip
    part = line_parts(s, side).get(need.hex)
    if part is None:  # no line leads there, but a flight may come down in the very hex (6.4-2)
        return tuple(n for n, one in enumerate(found)
                     if one.points is not None and need.hex in one.hexes)  # fmt: skip
    return _reached_by(s, side).get(part, ())


# ------------------------------------------------------------------------------- asking


def is_supplied(s: Situation, piece: str) -> bool:
    """Return whether a piece was supplied when its side looked last."""
    return not s.marked(piece, OUT_OF_SUPPLY)


class Supply:
    """A part: what it means to be without supply, and the way that it comes."""

    @hookimpl
    def combat_shifts(self, s: Situation, battle: Battle) -> list[Shift]:
        """A column against each side with a land unit without supply in the combat (10.3-3)."""
        columns, rule = s.terms(UnsuppliedTerms).unsupplied_shift, clause(s, "unsupplied")
        found = []
        if _any_hungry(s, (*battle.attackers, *battle.support)):
            found.append(Shift("defender", columns, msg("attackers without supply"), rule))
        if _any_hungry(s, (*battle.defenders, *battle.defence)):
            found.append(Shift("attacker", columns, msg("defenders without supply"), rule))
        return found

    @hookimpl
    def supply_line(self, s: Situation, piece: str) -> SupplyLine | None:
        """For the map: where a unit stands, and what feeds it."""
        side, place = s.side(piece), s.place(piece)
        if _given(s) or place not in s.board.grid or not _hungers(s, piece, place):
            return None
        all_ = sources(s, side)
        feeding = open_to(s, side, Need(piece, place))
        if feeding and is_supplied(s, piece):
            return SupplyLine((place,), _place_of(s, all_[feeding[0]]))
        message = msg("{piece} is out of supply.", piece=piece_ref(piece))
        return SupplyLine(objections=(object_to(s, message, "supply", "supply", pieces=(piece,)),))

    @hookimpl(optionalhook=True)
    def take_off_bars(self, s: Situation, piece: str) -> list[Objection]:
        """Aircraft without supply fly no missions (10.3-4); in their own turn it is promised."""
        own = s.phase is not None and s.phase.kind == "movement" and s.phase.side == s.side(piece)
        if own or is_supplied(s, piece):
            return []
        message = msg("{piece} is out of supply.", piece=piece_ref(piece))
        return [object_to(s, message, "unsupplied-air", "supply", pieces=(piece,))]


def _place_of(s: Situation, source: Source) -> str:
    known = source.id in s.position.pieces
    return source.id if known else next(iter(source.hexes), source.id)


def _any_hungry(s: Situation, pieces: Iterable[str]) -> bool:
    return any(arm(s, piece) == LAND and not is_supplied(s, piece) for piece in pieces)
