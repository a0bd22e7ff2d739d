"""The fleet of the defender: troops to where they are wanted, and battle where it can be won."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from tabuleiro.rules.advice.sense import margin
from tabuleiro.rules.ground.land_units import holds_ground, land_units
from tabuleiro.rules.ground.stacking import limit
from tabuleiro_filipinas.advice.air_threat import air_threat, carrier_threat
from tabuleiro_filipinas.advice.fleet_orders import Voyage
from tabuleiro_filipinas.advice.outlook import island_worths, place_worths
from tabuleiro_filipinas.boxes import pool
from tabuleiro_filipinas.forces import force_at, forces
from tabuleiro_filipinas.islands import island_of
from tabuleiro_filipinas.landing_rules import own_shore
from tabuleiro_filipinas.loading import may_join
from tabuleiro_filipinas.naval_reckoning import engagement, is_line
from tabuleiro_filipinas.parameters.sea import SeaLiftTerms
from tabuleiro_filipinas.parameters.war import NavalTerms
from tabuleiro_filipinas.sea_lanes import (
    HALVES,
    chart,
    entry_hexes,
    landing_ground,
    port_works,
    prices,
    search,
)
from tabuleiro_filipinas.submarines import at_sea as submarines_at_sea
from tabuleiro_filipinas.submarines import patrol_area
from tabuleiro_filipinas.voyages import closed_waters, halting_waters
from tabuleiro_filipinas.weather import MONSOON, weather_at

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tabuleiro.engine import Situation

__all__ = ["battle_voyage", "defender_voyages"]

_ENOUGH: Final = 0.25
"""How much less one more unit is wanted for each that stands on an island."""
_DECKS: Final = 8
"""No troops sail where so many groups from carriers that are seen reach them."""
_GUARD: Final = 6
"""Destroyers with troops at sea: whole ships are hit first, and so many keep bombs from them."""
_FOUGHT_FOR: Final = 2.0
"""How much more troops are wanted on an island where enemies stand."""
_NEAR: Final = 3
_AIR: Final = 0.3
"""What each enemy aircraft that reaches a harbour takes from it."""
_SUPPOSED: Final = 20
_CAUTION: Final = 8
_HOPED: Final = 20
"""The guns, some more for caution, and the worth of a force that nobody has found."""
_HUNTED: Final = 4
"""By how many points more, for each submarine that watches the place."""
_EDGE: Final = 4
"""By how many points a battle fleet wants to be stronger than what it attacks."""


def defender_voyages(s: Situation, side: str) -> list[Voyage]:
    """Return what sails in this turn: convoys with escorts, then the battle fleet."""
    ships = [p for p in s.at(pool(s, side)) if may_join(s, side, p)]
    price, closed = prices(s), closed_waters(s, side)
    starts = {h: price[h] for h in entry_hexes(s, side) if h not in closed}
    ways = search(s, starts, None, halting_waters(s, side), closed).cost
    found = _transports(s, side, ships, ways)
    taken = {ship for voyage in found for ship in voyage.ships}
    return [*found, *_battle(s, side, [p for p in ships if p not in taken], ways)]


def _transports(
    s: Situation, side: str, ships: Sequence[str], ways: Mapping[str, int]
) -> list[Voyage]:
    units = [p for box in s.terms(SeaLiftTerms).boxes[side] for p in s.at(box)
             if holds_ground(s, p)]  # fmt: skip
    units.sort(key=lambda p: (-s.value(p, "defense"), p))
    convoys = [p for p in ships if s.counter(p).type == "convoys"]
    convoys.sort(key=lambda p: (-s.value(p, "transport"), p))
    escorts = [p for p in ships if s.counter(p).type == "destroyers"]
    found: list[Voyage] = []
    for score, water, coast in _harbours(s, side, ways):
        if not units or not convoys or score <= 0:
            break
        each = ways[water] / HALVES + (0 if port_works(s, side, coast) else 1)
        room = limit(s, side, coast) - len(land_units(s, side).get(coast, ()))
        voyage = Voyage([], water)
        for ship in list(convoys):
            aboard = min(int(s.value(ship, "transport") // each), room, len(units))
            if aboard > 0:
                convoys.remove(ship)
                voyage.ships.append(ship)
                room -= aboard
                for unit in units[:aboard]:
                    voyage.cargo[unit], voyage.landings[unit] = ship, coast
                del units[:aboard]
        if voyage.cargo:
            found.append(voyage)
    for number, ship in enumerate(escorts[: _GUARD * len(found)]):
        found[number % len(found)].ships.append(ship)
    return found


def _harbours(s: Situation, side: str, ways: Mapping[str, int]) -> list[tuple[float, str, str]]:
    """Return where troops may come ashore, the best first: score, sea hex, coast."""
    foes, distance = land_units(s, s.enemy(side)), s.board.grid.distance
    threat, decks = air_threat(s, s.enemy(side)), carrier_threat(s, s.enemy(side))
    fought = {island_of(s, h) for h in foes}
    holding = Counter(island_of(s, h) for h, own in land_units(s, side).items() for _unit in own)
    worths = dict(island_worths(s))
    for place, points in place_worths(s).items():
        on = island_of(s, place)
        if on is not None:
            worths[on] = worths.get(on, 0.0) + points
    found = []
    for coast, waters in chart(s).waters.items():
        island = island_of(s, coast)
        if island is None or not worths.get(island) or not own_shore(s, side, coast):
            continue
        if not port_works(s, side, coast) and not landing_ground(s, coast):
            continue
        if weather_at(s, coast) == MONSOON or any(distance(coast, h) < _NEAR for h in foes):
            continue
        worth = min(worths[island], 40.0) * (_FOUGHT_FOR if island in fought else 1.0)
        worth /= 1 + _ENOUGH * holding[island]
        for water in waters:
            if water in ways and decks.get(water, 0) < _DECKS:
                score = worth - ways[water] / HALVES - _AIR * threat.get(water, 0)
                found.append((score, water, coast))
    return sorted(found, key=lambda one: (-one[0], one[1], one[2]))


def _battle(s: Situation, side: str, ships: Sequence[str], ways: Mapping[str, int]) -> list[Voyage]:
    """Return the voyages of battle fleets, each next to enemies that it beats."""
    found: list[Voyage] = []
    taken: set[str] = set()
    for fleet in _fleets(s, [p for p in ships if is_line(s, p)]):
        goal = _prey(s, side, fleet, ways, taken)
        if goal is not None:
            taken.add(goal[0])
            found.append(Voyage(fleet, goal[1]))
    return found


def battle_voyage(s: Situation, side: str, ships: Sequence[str]) -> Voyage | None:
    """Return where ships that are together already sail: to prey, None if there is none."""
    price, closed = prices(s), closed_waters(s, side)
    starts = {h: price[h] for h in entry_hexes(s, side) if h not in closed}
    ways = search(s, starts, None, halting_waters(s, side), closed).cost
    goal = _prey(s, side, [p for p in ships if is_line(s, p)], ways, set())
    return None if goal is None else Voyage(list(ships), goal[1])


def _fleets(s: Situation, line: Sequence[str]) -> list[list[str]]:
    """Return the ships of the line in fleets that are as strong as counts, each of all kinds."""
    limit, kinds = s.terms(NavalTerms).limit, dict[str, list[str]]()
    for ship in sorted(line, key=lambda p: (-s.value(p, "combat"), p)):
        kinds.setdefault(s.counter(ship).type, []).append(ship)
    total = sum(s.value(ship, "combat") for ship in line)
    number = max(1, total // limit)
    fleets: list[list[str]] = [[] for _ in range(number)]
    for some in kinds.values():
        for ship in some:  # the weakest fleet gets the next one
            weakest = min(fleets, key=lambda fleet: sum(s.value(p, "combat") for p in fleet))
            weakest.append(ship)
    return fleets


def _prey(
    s: Situation, side: str, fleet: Sequence[str], ways: Mapping[str, int], taken: set[str]
) -> tuple[str, str] | None:
    """Return the enemies that a fleet beats and the hex next to them, None if there are none."""
    enemy, best = s.enemy(side), None
    most = 0.0
    for place in sorted({s.place(f) for f in forces(s, enemy) if s.on_map(f)}):
        seen = [f for f, told in forces(s, enemy).items() if told.detected]
        here = force_at(s, enemy, place)
        theirs = [p for force in here for p in s.inside(force) if force in seen]
        hidden = sum(force not in seen for force in here)
        near = [h for h in s.board.grid.neighbours(place) if h in ways and h in chart(s).sea]
        if not near or place in taken or not fleet:
            continue
        mine = min(sum(s.value(p, "combat") for p in fleet), s.terms(NavalTerms).limit)
        edge = engagement(s, place, fleet, theirs).difference if theirs else mine
        if margin(s, side) >= 0:  # who is behind in points dares more
            edge -= hidden * _CAUTION + _HUNTED * _hunters(s, side, place)
        edge -= hidden * _SUPPOSED
        prize = sum(_PRIZES.get(s.counter(p).type, 0) for p in theirs) + hidden * _HOPED
        if edge >= _EDGE and edge + prize / 3 > most:
            most, best = edge + prize / 3, (place, min(near, key=lambda h: (ways[h], h)))
    return best


def _hunters(s: Situation, side: str, place: str) -> int:
    """Return how many enemy submarines, dummy or not, watch a hex."""
    subs = (p for enemy in s.enemies(side) for p in submarines_at_sea(s, enemy))
    return sum(place in patrol_area(s, p) for p in subs)


_PRIZES: Final = {"carriers": 25, "battleships": 10, "cruisers": 5, "destroyers": 5, "convoys": 5}
