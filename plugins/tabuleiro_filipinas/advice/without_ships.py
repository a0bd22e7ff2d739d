"""What goes without ships: supplies by air to who fights cut off, troops by air, one on barges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.rules.ground.land_units import AIR, arm, land_at, land_units
from tabuleiro.rules.ground.zones import enemy_zone
from tabuleiro.rules.victory.control import controller
from tabuleiro_filipinas.advice.help_for_troops import jumps_from
from tabuleiro_filipinas.advice.on_land import fights_alone
from tabuleiro_filipinas.advice.outlook import defender, island_worths, place_worths
from tabuleiro_filipinas.air_bases import is_damaged, serves
from tabuleiro_filipinas.air_drops import drops
from tabuleiro_filipinas.air_lift import LiftUnit, open_fields
from tabuleiro_filipinas.air_supply_flights import SupplyFlight
from tabuleiro_filipinas.aircraft import carries, in_range, lands, ready
from tabuleiro_filipinas.barges import crossings
from tabuleiro_filipinas.island_control import flag_of
from tabuleiro_filipinas.islands import island_of, islands
from tabuleiro_filipinas.parameters.air import AirTerms
from tabuleiro_filipinas.supply import line_parts
from tabuleiro_filipinas.supply_allotment import shares
from tabuleiro_filipinas.unknown_pieces import is_unknown_piece

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tabuleiro.engine import Situation
    from tabuleiro_filipinas.air_drops import DropUnit
    from tabuleiro_filipinas.barges import Barge

__all__ = ["barge_crossing", "flights_with_supplies", "flights_with_troops"]

_FRONT: Final = 2
"""Who stands so near to an enemy fights, and wants supply."""
_HELP: Final = 0.5
"""What a unit more is worth where its side fights already; a free island is worth its points."""


# ------------------------------------------------------------------------------ by air


def flights_with_supplies(s: Situation, side: str) -> Iterator[SupplyFlight]:
    """Yield a flight for each transport that can feed somebody whom nothing else feeds."""
    transports = [p for p in ready(s, side) if carries(s, p)]
    hungry = _hungry(s, side) if transports else {}
    for transport in transports:
        places = {h: found for h in _receivers(s, side, transport, hungry)
                  if (found := _fed_at(s, side, transport, h, hungry))}  # fmt: skip
        best = max(places, key=lambda h: (len(places[h]), h), default=None)
        if best is not None:
            yield SupplyFlight(best, transport)
            for unit in places[best]:
                del hungry[unit]


def _hungry(s: Situation, side: str) -> dict[str, str]:
    """Return who has no supply and wants it, with where: aircraft, and troops near enemies."""
    foes, near = land_units(s, s.enemy(side)), s.board.grid.within
    found = shares(s, side)
    left = {need.id: need.hex for number, need in enumerate(found.needs)
            if number not in found.given and need.id in s.position.pieces
            and not (need.afloat or need.free)}  # fmt: skip
    return {unit: place for unit, place in left.items()
            if arm(s, unit) == AIR or any(h in foes for h in near(place, _FRONT))}  # fmt: skip


def _receivers(s: Situation, side: str, transport: str, hungry: Mapping[str, str]) -> Iterator[str]:
    """Yield where supplies may come down: where somebody hungers, and on fields that they reach."""
    parts = line_parts(s, side)
    wanted = {parts[place] for place in hungry.values() if place in parts}
    for place in {*hungry.values(), *(h for h in s.occupied(side) if parts.get(h) in wanted)}:
        if place in s.board.grid and in_range(s, transport, place):
            yield place


def _fed_at(
    s: Situation, side: str, transport: str, place: str, hungry: Mapping[str, str]
) -> list[str]:
    """Return whom a flight to a place feeds: who is there, on a field whoever has a line to it."""
    parts = line_parts(s, side)
    field = lands(s, transport) and serves(s, side, place) and not is_damaged(s, place)
    part = parts.get(place) if field else None
    fed = [unit for unit, at in hungry.items()
           if at == place or (part is not None and parts.get(at) == part)]  # fmt: skip
    return sorted(fed, key=lambda unit: (arm(s, unit) == AIR, unit))[: s.terms(AirTerms).supply]


def flights_with_troops(s: Situation, side: str) -> Iterator[DropUnit | LiftUnit]:
    """Yield drops where nobody is, then lifts to fields of an island that is fought for."""
    idle, flying = _idle(s, side), set[str]()
    free = _undefended(s, side) if idle else {}
    jumps = [d for d in drops(s, side, None) if d.hex in free and d.piece in idle and not d.night]
    jumps.sort(key=lambda d: (-free[d.hex], d.hex, d.piece))
    goals = set[str]()
    for jump in jumps:
        if not {jump.piece, jump.transport, jump.hex} & flying and _goal(s, jump.hex) not in goals:
            flying |= {jump.piece, jump.transport, jump.hex}
            goals.add(_goal(s, jump.hex))
            yield jump
    fought = {*_islands(s, side)} & {*_islands(s, s.enemy(side))}
    fields = [h for h in open_fields(s, side) if island_of(s, h) in fought]
    for transport in ready(s, side) if fields else ():
        if transport not in flying and lands(s, transport):
            able = [p for p in land_at(s, s.place(transport), side) if p in idle - flying]
            for passenger in sorted(able, key=lambda p: (-_use(s, side, p), p))[:1]:
                flying.add(passenger)
                yield LiftUnit(passenger, transport, max(fields))


def _undefended(s: Situation, side: str) -> dict[str, float]:
    """Return the hexes that are worth something and can be had by being there."""
    troops = {*_islands(s, side), *_islands(s, s.enemy(side))}
    taken = {i for i in island_worths(s) if flag_of(s, i) == side or i in troops}
    found = {h: worth for island, worth in island_worths(s).items() if island not in taken
             for h in islands(s)[island]}  # fmt: skip
    foes, near = land_units(s, s.enemy(side)), s.board.grid.within
    for place, worth in place_worths(s).items():
        if controller(s, place) != side and not any(h in foes for h in near(place, 1)):
            found[place] = found.get(place, 0.0) + worth
    return found


def _goal(s: Situation, place: str) -> str:
    """Return what is won in a hex: the place, or its island."""
    return place if place in place_worths(s) else str(island_of(s, place))


def _islands(s: Situation, side: str) -> Iterator[str]:
    """Yield the islands on which troops of a side are seen."""
    yield from filter(None, (island_of(s, h) for h in land_units(s, side)))


def _use(s: Situation, side: str, unit: str) -> int:
    return s.value(unit, "defense" if side == defender(s) else "attack")


# ------------------------------------------------------------------------------ by barge


def barge_crossing(s: Situation, side: str) -> list[Barge]:
    """Return the crossings that are worth something, the best first.

    Who is not needed where he is goes over to an island that nobody holds, or to help in a fight.
    """
    idle = [p for p in _idle(s, side) if not jumps_from(s, p, s.place(p))]
    worths = {way: worth for way in crossings(s, side, None)
              if way.piece in idle and (worth := _worth(s, side, way)) > 0}  # fmt: skip
    return sorted(worths, key=lambda way: (-worths[way], way.piece, way.path))


def _idle(s: Situation, side: str) -> frozenset[str]:
    """Return the troops on islands without enemies, but for one that stays on each."""
    fought = {*_islands(s, s.enemy(side))}
    danger = enemy_zone(s, side)
    found: dict[str | None, list[str]] = {}
    for place, pieces in sorted(land_units(s, side).items()):
        if island_of(s, place) not in fought and place not in danger:
            able = [p for p in pieces if not is_unknown_piece(s, p) and not fights_alone(s, p)]
            found.setdefault(island_of(s, place), []).extend(able)
    return frozenset(p for pieces in found.values() for p in pieces[1:])


def _worth(s: Situation, side: str, way: Barge) -> float:
    """Return what it is worth that a unit goes over to where its way leads."""
    here, there = island_of(s, s.place(way.piece)), island_of(s, way.path[-1])
    if there is None or there == here or there not in island_worths(s):
        return 0.0
    mine = there in _islands(s, side)
    if there in _islands(s, s.enemy(side)):
        return _HELP * _use(s, side, way.piece) if mine else 0.0
    return island_worths(s)[there] if flag_of(s, there) != side and not mine else 0.0
