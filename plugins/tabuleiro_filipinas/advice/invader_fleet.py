"""The fleet of the invader: what fights is fed, then troops land; all with escorts; carriers off.

Convoys go first to those who hunger, then carry landings that they can feed. Destroyers are given
out by convoys and carriers; battleships and cruisers go with the troops for whom they fire.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.rules.ground.land_units import holds_ground, land_units
from tabuleiro.rules.sea.coasts import assaulter
from tabuleiro_filipinas.advice.air_threat import air_threat
from tabuleiro_filipinas.advice.fleet_orders import Voyage, watched
from tabuleiro_filipinas.advice.landings import Aim, Site, aims, sites
from tabuleiro_filipinas.allotment import shares
from tabuleiro_filipinas.boxes import pool
from tabuleiro_filipinas.landing_rules import own_shore
from tabuleiro_filipinas.loading import ARMY_8, may_join
from tabuleiro_filipinas.parameters.course import ArmyTerms
from tabuleiro_filipinas.parameters.sea import SeaLiftTerms
from tabuleiro_filipinas.sea_lanes import HALVES, chart, enemy_shores, entry_hexes, prices, search
from tabuleiro_filipinas.supply import line_parts
from tabuleiro_filipinas.voyages import closed_waters, halting_waters

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.engine import Situation

__all__ = ["carrier_station", "invader_voyages"]

_POINTS: Final = 10
"""Points of transport for one of supply."""
_STACK: Final = 6
_SCREEN: Final = 3
"""Destroyers with each force of carriers."""
_LANDINGS: Final = 2
"""New landings in a turn."""
_STRIKE: Final = 26
"""How far carriers stay from what they cover, so that their groups reach it."""
_BEACH: Final = "supply-coast"


def invader_voyages(s: Situation, side: str) -> list[Voyage]:
    """Return what sails in this turn."""
    return Planner(s, side).plan()


class Planner:
    """The naval phase of the invader, thought out once."""

    def __init__(self, s: Situation, side: str) -> None:
        """Look at the ships in port, at the sea, and who waits to be carried."""
        self.s, self.side = s, side
        ships = [p for p in s.at(pool(s, side)) if may_join(s, side, p)]
        kinds: dict[str, list[str]] = {}
        for ship in ships:
            kinds.setdefault(s.counter(ship).type, []).append(ship)
        self.kinds = kinds
        self.convoys = sorted(kinds.get("convoys", ()), key=lambda p: (-s.value(p, "transport"), p))
        self.ways = self._reach()
        self.troops = self._waiting()
        self.voyages: list[Voyage] = []

    def _reach(self) -> Mapping[str, int]:
        """Return what it costs for each unit aboard to come to each sea hex, in half points."""
        s, side = self.s, self.side
        price, closed = prices(s), closed_waters(s, side)
        starts = {h: price[h] for h in entry_hexes(s, side) if h not in closed}
        return search(s, starts, None, halting_waters(s, side), closed).cost

    def _waiting(self) -> list[str]:
        s = self.s
        boxes = [box for box in s.terms(SeaLiftTerms).boxes[self.side]
                 if box != ARMY_8 or s.turn >= s.terms(ArmyTerms).army_8_from]  # fmt: skip
        units = [p for box in boxes for p in s.at(box) if holds_ground(s, p)]
        formation = {u: str(s.counter(u).formation or "~") for u in units}
        return sorted(units, key=lambda u: (not assaulter(s, u), s.piece(u).losses,
                                            formation[u], u))  # fmt: skip

    def plan(self) -> list[Voyage]:
        """Return the voyages, the most urgent first."""
        self._feed()
        landed = 0
        for aim in aims(self.s, self.side):
            if landed < _LANDINGS or aim.foothold:
                landed += self._land(aim) and not aim.foothold
        self._escort()
        self._carriers()
        return self.voyages

    # feeding

    def _feed(self) -> None:
        """Send convoys to those whom nothing else feeds, the largest parts of the land first."""
        s, side = self.s, self.side
        found = shares(s, side)
        parts = line_parts(s, side)
        hungry: dict[int, int] = {}
        for number, need in enumerate(found.needs):
            if number not in found.given and need.hex in parts and not need.free:
                hungry[parts[need.hex]] = hungry.get(parts[need.hex], 0) + 1
        for part, points in sorted(hungry.items(), key=lambda one: (-one[1], one[0])):
            water = self._off_part(part)
            if water is not None:
                convoys = self._take_points(points)
                if convoys:
                    self.voyages.append(Voyage(convoys, water))

    def _off_part(self, part: int) -> str | None:
        """Return the sea hex from which a part of the land is fed: far from enemy aircraft."""
        s, parts = self.s, line_parts(self.s, self.side)
        threat, bad = air_threat(s, s.enemy(self.side)), watched(s, self.side)
        best: tuple[float, str] | None = None
        for coast, waters in chart(s).waters.items():
            beach = _BEACH in s.module.terrain[s.board.terrain_at(coast)].tags
            if parts.get(coast) != part or not beach:
                continue
            for water in waters:
                if water in self.ways:
                    risk = threat.get(water, 0) + 5 * (water in bad) + self.ways[water] / 20
                    best = min(best or (risk, water), (risk, water))
        return None if best is None else best[1]

    def _take_points(self, points: int) -> list[str]:
        """Take convoys that feed so many: the largest that are not too large, then another."""
        chosen: list[str] = []
        while points > 0 and self.convoys:
            feeds = {p: self.s.value(p, "transport") // _POINTS for p in self.convoys}
            fit = [p for p in self.convoys if feeds[p] >= points]
            ship = min(fit, key=lambda p: (feeds[p], p)) if fit else self.convoys[0]
            self.convoys.remove(ship)
            chosen.append(ship)
            points -= feeds[ship]
        return chosen

    # landing

    def _land(self, aim: Aim) -> bool:
        """Plan a landing, or more troops for one; return whether it is made."""
        s, side = self.s, self.side
        found = sites(s, side, aim.island, self.ways)
        if not found or not self.convoys:
            return False
        if aim.foothold:
            own = [site for site in found if any(own_shore(s, side, c) for c in site.coasts)]
            found = own or found
        site = found[0]
        voyage = Voyage([], site.water)
        strength = self._load(aim, site, voyage)
        enough = strength >= aim.wants or (aim.foothold and strength > 0)
        if not enough:
            for unit in voyage.cargo:
                self.troops.append(unit)
            self.convoys = sorted({*self.convoys, *voyage.ships},
                                  key=lambda p: (-s.value(p, "transport"), p))  # fmt: skip
            return False
        self.voyages.insert(0, voyage)
        return True

    def _load(self, aim: Aim, site: Site, voyage: Voyage) -> float:
        """Bring units aboard convoys as long as they are wanted and can be fed; return their attack."""
        s = self.s
        way = self.ways[site.water] / HALVES
        each = way + 1 + _POINTS
        strength, room = 0.0, dict.fromkeys(site.coasts, _STACK)
        for coast in room:
            room[coast] -= len(land_units(s, self.side).get(coast, ()))
        ship, left = "", 0.0
        for unit in list(self.troops):
            if strength >= 2 * aim.wants:
                break
            coast = self._coast_for(unit, site, room)
            if coast is None:
                continue
            if left < each:
                if not self.convoys or s.value(self.convoys[0], "transport") < each:
                    break
                ship = self.convoys.pop(0)
                voyage.ships.append(ship)
                left = float(s.value(ship, "transport"))
            left -= each
            room[coast] -= 1
            self.troops.remove(unit)
            voyage.cargo[unit], voyage.landings[unit] = ship, coast
            strength += s.value(unit, "attack")
        return strength

    def _coast_for(self, unit: str, site: Site, room: Mapping[str, int]) -> str | None:
        s = self.s
        for coast in site.coasts:
            if room[coast] > 0 and (assaulter(s, unit) or own_shore(s, self.side, coast)):
                return coast
        return None

    # escorts and carriers

    def _escort(self) -> None:
        """Give out destroyers by convoys, guns by troops; the screen of the carriers stays."""
        s = self.s
        destroyers = list(self.kinds.get("destroyers", ()))
        carriers = len(self.kinds.get("carriers", ())) > 0
        spare = max(len(destroyers) - (2 * _SCREEN if carriers else 0), len(destroyers) // 2)
        escorts, screen = destroyers[:spare], destroyers[spare:]
        guns = sorted((*self.kinds.get("battleships", ()), *self.kinds.get("cruisers", ())),
                      key=lambda p: (-s.value(p, "combat"), p))  # fmt: skip
        wants = {id(v): len(v.ships) + 1 for v in self.voyages}
        while escorts and any(wants.values()):
            for voyage in self.voyages:
                if escorts and wants[id(voyage)]:
                    voyage.ships.append(escorts.pop(0))
                    wants[id(voyage)] -= 1
        for number, gun in enumerate(guns):
            if self.voyages:
                self.voyages[number % len(self.voyages)].ships.append(gun)
        self.kinds["destroyers"] = [*screen, *escorts]

    def _carriers(self) -> None:
        """Send the carriers where their groups reach what matters and few enemies reach them."""
        carriers = list(self.kinds.get("carriers", ()))
        goals = [voyage.goal for voyage in self.voyages]
        if not carriers or not goals:
            return
        fast = [p for p in carriers if "fleet-carrier" in self.s.counter(p).tags]
        screen = self.kinds["destroyers"]
        for group in (fast, [p for p in carriers if p not in fast]):
            station = carrier_station(self.s, self.side, goals[0], self.ways) if group else None
            if station is not None:
                escort, screen = screen[:_SCREEN], screen[_SCREEN:]
                self.voyages.append(Voyage([*group, *escort], station))


def carrier_station(
    s: Situation, side: str, goal: str, ways: Mapping[str, int], far: int = _STRIKE
) -> str | None:
    """Return the sea hex near enough to a goal that the fewest enemy aircraft reach, unseen."""
    threat, bad = air_threat(s, s.enemy(side)), watched(s, side)
    shores, distance = enemy_shores(s, side), s.board.grid.distance
    open_ = [h for h in s.board.grid.within(goal, far)
             if h in ways and h in chart(s).sea and h not in shores and h not in bad]  # fmt: skip
    stop = halting_waters(s, side)
    return min((h for h in open_ if h not in stop),
               key=lambda h: (threat.get(h, 0), distance(h, goal), h), default=None)  # fmt: skip
