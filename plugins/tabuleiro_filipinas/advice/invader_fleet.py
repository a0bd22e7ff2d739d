"""The fleet of the invader: what fights is fed, then troops land; all with escorts; carriers off.

Convoys go first to those who hunger, then carry landings that they can feed. Destroyers are given
out by convoys and carriers; battleships and cruisers go with the troops for whom they fire.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.rules.ground.land_units import holds_ground, land_units
from tabuleiro.rules.sea.ashore import assaulter
from tabuleiro_filipinas.advice.air_threat import air_threat
from tabuleiro_filipinas.advice.fleet_orders import Voyage, watched
from tabuleiro_filipinas.advice.help_for_troops import jumps_from
from tabuleiro_filipinas.advice.landings import Aim, Site, aims, landing_room, sites
from tabuleiro_filipinas.advice.outlook import is_long
from tabuleiro_filipinas.advice.sea_fight import menaced
from tabuleiro_filipinas.boxes import pool
from tabuleiro_filipinas.island_control import flag_of
from tabuleiro_filipinas.islands import island_of
from tabuleiro_filipinas.landing_rules import bound_to_island, own_shore
from tabuleiro_filipinas.loading import ARMY_8, may_join
from tabuleiro_filipinas.naval_reckoning import power
from tabuleiro_filipinas.parameters.course import ArmyTerms
from tabuleiro_filipinas.parameters.sea import SeaLiftTerms
from tabuleiro_filipinas.parameters.war import NavalTerms
from tabuleiro_filipinas.sea_lanes import (
    HALVES,
    chart,
    enemy_shores,
    entry_hexes,
    landing_ground,
    prices,
    search,
)
from tabuleiro_filipinas.submarines import at_sea as submarines_at_sea
from tabuleiro_filipinas.supply import line_parts
from tabuleiro_filipinas.supply_allotment import shares
from tabuleiro_filipinas.voyages import closed_waters, halting_waters

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tabuleiro.engine import Situation

__all__ = ["carrier_station", "invader_voyages", "together"]

_POINTS: Final = 10
"""Points of transport for one of supply."""
_STRONGER: Final = 1.5
_RESERVE: Final = 4.0
_FETCHES: Final = 6
"""Convoys that fetch idle troops in a turn, if there are so many to spare."""
_LARGE: Final = ("battleships", "cruisers")
_SITES: Final = 30
"""So many places for a landing are looked at."""
_ATTACK: Final = 3.0
_SHARE: Final = 0.25
_CORPS: Final = 24.0
_ARMY: Final = 36.0
"""A landing brings more than is near the beach, and a good part of what is wanted; at most this."""
_SCREEN: Final = 4
"""Destroyers with a force of carriers."""
_ALONE: Final = 3
"""Destroyers with a single convoy."""
_MORE: Final = 5
"""Destroyers besides these with a force of convoys."""
_LANDINGS: Final = 3
"""Islands with enemies on which a turn begins to land: no more are fought for at once."""
_STRIKE: Final = 26
"""How far carriers stay from what they cover, so that their groups reach it."""
_SPARE: Final = 4
"""So many points less than count at sea are enough: a fleet attacks who is weaker than that."""
_GUARDED: Final = 50.0
"""How much better it is to feed from where a force lies already."""
_BEACH: Final = "supply-coast"


def together(s: Situation, side: str, ships: Sequence[str]) -> Voyage | None:
    """Return where ships that are together already sail: nowhere, they are formed anew."""
    del s, side, ships
    return None


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
        self.danger = menaced(s, side)
        self.convoys = sorted(kinds.get("convoys", ()), key=lambda p: (-s.value(p, "transport"), p))
        self.ways = self._reach()
        self.troops = self._waiting()
        self.voyages: list[Voyage] = []
        self.landings: list[Voyage] = []
        self.taken: set[str] = set()
        self.fed: set[int] = set()
        self.brought = 0.0

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
        landed = 0
        found = aims(self.s, self.side)
        kept = self._keep()
        for aim in found:
            if aim.garrison and (landed < _LANDINGS or aim.foothold) and self._guardable():
                landed += self._land(aim) and not aim.foothold
                rest = aim
                while self.brought and rest.wants > self.brought:
                    rest = rest._replace(wants=rest.wants - self.brought, foothold=True)
                    self._land(rest)
        self.convoys += kept
        self._feed(self._idle())
        for aim in found:
            if not aim.garrison and not self.danger:
                self._land(aim)
        self._fetch()
        self._feed(frozenset())
        self._join()
        self._carriers()
        self._escort()
        return self.voyages

    def _guardable(self) -> bool:
        """Return whether one force more would have guns enough, if a fleet threatens it."""
        line = (*self._guns(), *self.kinds.get("destroyers", ()))
        each = self.s.terms(NavalTerms).limit - _SPARE
        forces = sum(self.s.value(p, "combat") for p in line) // each
        goals = {voyage.goal for voyage in (*self.landings, *self.voyages)}
        return not self.danger or len(goals) + bool(self.kinds.get("carriers")) < forces

    def _join(self) -> None:
        """Let those sail together that go to the same waters."""
        together: dict[tuple[str, bool], Voyage] = {}
        for voyage in (*self.landings, *self.voyages):
            first = together.setdefault((voyage.goal, voyage.fetches), voyage)
            if first is not voyage:
                first.ships += voyage.ships
                first.cargo |= voyage.cargo
                first.landings |= voyage.landings
        self.voyages = list(together.values())

    # feeding

    def _idle(self) -> frozenset[str]:
        """Return the troops on islands where no enemy is seen: they can wait for supply."""
        s = self.s
        fought = {island_of(s, h) for h in land_units(s, s.enemy(self.side))}
        return frozenset(
            piece for place, pieces in land_units(s, self.side).items()
            if island_of(s, place) not in fought for piece in pieces
        )  # fmt: skip

    def _hungry(self, waiting: frozenset[str]) -> dict[int, int]:
        """Return the parts of the land where points of supply are wanted, with how many."""
        found, parts = shares(self.s, self.side), line_parts(self.s, self.side)
        hungry: dict[int, int] = {}
        for number, need in enumerate(found.needs):
            lacks = number not in found.given and need.hex in parts and not need.free
            if lacks and need.id not in waiting and parts[need.hex] not in self.fed:
                hungry[parts[need.hex]] = hungry.get(parts[need.hex], 0) + 1
        return hungry

    def _keep(self) -> list[str]:
        """Set aside convoys for those who fight: as many as they want, but no more than half."""
        points = sum(self._hungry(self._idle()).values())
        kept: list[str] = []
        most = len(self.convoys) // 2
        while points > 0 and len(kept) < most:
            kept.insert(0, self.convoys.pop())
            points -= self.s.value(kept[0], "transport") // _POINTS
        return kept

    def _feed(self, waiting: frozenset[str]) -> None:
        """Send convoys to those whom nothing else feeds, the largest parts of the land first."""
        for part, points in sorted(
            self._hungry(waiting).items(), key=lambda one: (-one[1], one[0])
        ):
            water = self._off_part(part)
            goals = {voyage.goal for voyage in (*self.landings, *self.voyages)}
            if water is not None and (water in goals or self._guardable()):
                convoys = self._take_points(points)
                if convoys:
                    self.fed.add(part)
                    self.voyages.append(Voyage(convoys, water))

    def _off_part(self, part: int) -> str | None:
        """Return the sea hex from which a part of the land is fed: far from enemy aircraft."""
        s, parts = self.s, line_parts(self.s, self.side)
        threat, bad = air_threat(s, s.enemy(self.side)), watched(s, self.side)
        goals = {voyage.goal for voyage in (*self.landings, *self.voyages)}
        best: tuple[float, str] | None = None
        for coast, waters in chart(s).waters.items():
            beach = _BEACH in s.module.terrain[s.board.terrain_at(coast)].tags
            if parts.get(coast) != part or not beach:
                continue
            for water in waters:
                if water in self.ways:
                    risk = threat.get(water, 0) + 5 * (water in bad) + self.ways[water] / 20
                    risk -= _GUARDED * (water in goals)
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
        self.brought = 0.0
        found = [site for site in sites(s, side, aim.island, self.ways)
                 if site.coasts[0] not in self.taken]  # fmt: skip
        if not found or not self.convoys:
            return False
        if aim.foothold:
            own = [site for site in found if any(own_shore(s, side, c) for c in site.coasts)]
            found = own or found
        fed = {voyage.goal for voyage in self.voyages}
        near = [site for site in found if aim.foothold and site.water in fed]
        able = (
            site for site in (*near, *found[:_SITES]) if self._carries(site) >= _need(aim, site)
        )
        site = next(able, None)
        if site is None:
            return False
        voyage = Voyage([], site.water)
        strength = self._load(aim, site, voyage)
        if strength < _need(aim, site):
            for unit in voyage.cargo:
                self.troops.append(unit)
            self.convoys = sorted({*self.convoys, *voyage.ships},
                                  key=lambda p: (-s.value(p, "transport"), p))  # fmt: skip
            return False
        self.landings.append(voyage)
        self.taken.update(voyage.landings.values())
        self.brought = strength
        return True

    def _carries(self, site: Site) -> float:
        """Return about how many points of attack the convoys that are left bring to a site."""
        each = self.ways[site.water] / HALVES + 1 + _POINTS
        units = sum(int(self.s.value(p, "transport") // each) for p in self.convoys)
        room = sum(landing_room(self.s, self.side, coast) for coast in site.coasts)
        return _ATTACK * min(units, room, len(self.troops))

    def _load(self, aim: Aim, site: Site, voyage: Voyage) -> float:
        """Bring units aboard convoys while they are wanted and can be fed; return their attack."""
        s = self.s
        way = self.ways[site.water] / HALVES
        each = way + 1 + _POINTS
        free = [coast for coast in site.coasts if coast not in self.taken]
        strength, room = 0.0, {c: landing_room(s, self.side, c) for c in free}
        ship, left = "", 0.0
        for unit in list(self.troops):
            if strength >= aim.wants:
                break
            coast = self._coast_for(unit, room)
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

    def _coast_for(self, unit: str, room: Mapping[str, int]) -> str | None:
        s = self.s
        for coast in room:
            if room[coast] > 0 and (assaulter(s, unit) or own_shore(s, self.side, coast)):
                return coast
        return None

    # carriers and escorts

    def _carriers(self) -> None:
        """Send the carriers where their groups reach what matters and few enemies reach them.

        While a fleet threatens them they sail with guns enough, or not at all.
        """
        carriers = list(self.kinds.get("carriers", ()))
        guns = sum(self.s.value(p, "combat") for p in self._guns())
        weak = self.danger and guns < self.s.terms(NavalTerms).limit
        if not carriers or not self.voyages or weak:
            return
        station = carrier_station(self.s, self.side, self.voyages[0].goal, self.ways)
        if station is not None:
            self.voyages.append(Voyage(carriers, station))

    def _guns(self) -> list[str]:
        guns = (*self.kinds.get("battleships", ()), *self.kinds.get("cruisers", ()))
        return sorted(guns, key=lambda p: (-self.s.value(p, "combat"), p))

    def _fetch(self) -> None:
        """Fetch troops from islands where nothing is left to do: they wait in their box again."""
        s, side = self.s, self.side
        idle = idle_troops(s, side)
        waters: dict[str, list[str]] = {}
        for unit in idle:
            for water in chart(s).waters.get(s.place(unit), ()):
                if water in self.ways:
                    waters.setdefault(water, []).append(unit)
        for _number in range(_FETCHES):
            if not self._guardable() or (self._hunted() and not self._escorts_left()):
                return
            best = max(waters, key=lambda w: (len(waters[w]), -self.ways[w], w), default=None)
            if best is None or not self.convoys or not waters[best]:
                return
            ship = self.convoys.pop()
            units = waters[best][: s.value(ship, "transport")]
            self.voyages.append(Voyage([ship], best, dict.fromkeys(units, ship), fetches=True))
            waters = {w: [u for u in some if u not in units] for w, some in waters.items()}

    def _hunted(self) -> bool:
        """Return whether enemy submarines are at sea in a long war: who can wait is not risked."""
        s = self.s
        return is_long(s) and any(submarines_at_sea(s, enemy) for enemy in s.enemies(self.side))

    def _escorts_left(self) -> bool:
        """Return whether there are destroyers enough for one convoy more."""
        wanted = sum(_screen(self.s, voyage) for voyage in (*self.landings, *self.voyages))
        return len(self.kinds.get("destroyers", ())) >= wanted + _ALONE

    def _escort(self) -> None:
        """Give out destroyers by convoys and carriers, and guns so that no force is easy prey.

        While a fleet threatens them, a force that nobody can guard stays in port.
        """
        s, limit = self.s, self.s.terms(NavalTerms).limit
        destroyers, guns = list(self.kinds.get("destroyers", ())), self._guns()
        if not self.danger:
            wants = [_screen(s, voyage) for voyage in self.voyages]
            while destroyers and any(wants):
                for number, voyage in enumerate(self.voyages):
                    if destroyers and wants[number]:
                        voyage.ships.append(destroyers.pop(0))
                        wants[number] -= 1
        guarded = []
        for voyage in sorted(self.voyages, key=lambda v: not _has_deck(s, v)):
            alone = list(voyage.ships)
            screen = _screen(s, voyage) if self.danger else 0
            voyage.ships += destroyers[:screen]
            while _guns_of(s, voyage) < limit and (guns or (self.danger and destroyers[screen:])):
                voyage.ships.append(guns.pop(0) if guns else destroyers[screen:][0])
                if voyage.ships[-1] in destroyers:
                    screen += 1
            if self.danger and _guns_of(s, voyage) < limit - _SPARE:
                guns += [p for p in voyage.ships if p not in alone and p not in destroyers]
                continue
            del destroyers[:screen]
            guarded += _apart(s, voyage)
        self.voyages = guarded
        self._spread(destroyers)

    def _spread(self, destroyers: Sequence[str]) -> None:
        """Let those who are left sail with the convoys: dives hit whole ships first (7.1.2-22)."""
        laden = [
            v for v in self.voyages if any(self.s.counter(p).type == "convoys" for p in v.ships)
        ]
        for number, ship in enumerate(destroyers[: _MORE * len(laden)]):
            laden[number % len(laden)].ships.append(ship)


def _apart(s: Situation, voyage: Voyage) -> list[Voyage]:
    """Return the guns of a voyage with convoys as a force of their own, to the same waters.

    Submarines reckon with the destroyers of a hex less its other ships (7.5.2-2); what few of their
    torpedoes can hurt sails ahead, and finds them.
    """
    guns = [p for p in voyage.ships if s.counter(p).type in _LARGE]
    if not guns or all(s.counter(p).type != "convoys" for p in voyage.ships):
        return [voyage]
    voyage.ships = [p for p in voyage.ships if p not in guns]
    return [Voyage(guns, voyage.goal), voyage]


def _guns_of(s: Situation, voyage: Voyage) -> int:
    return sum(power(s, p, attacks=False) for p in voyage.ships)


def _has_deck(s: Situation, voyage: Voyage) -> bool:
    return any(s.counter(p).type == "carriers" for p in voyage.ships)


def idle_troops(s: Situation, side: str) -> list[str]:
    """Return the troops on coasts of islands that are taken, but for one that stays on each."""
    foes = {island_of(s, h) for h in land_units(s, s.enemy(side))}
    found: dict[str, list[str]] = {}
    for place, pieces in sorted(land_units(s, side).items()):
        island = island_of(s, place)
        if island is None or island in foes or flag_of(s, island) != side:
            continue
        quay = landing_ground(s, place) and own_shore(s, side, place)
        able = [p for p in pieces if quay and not any(bound_to_island(s, p))
                and not jumps_from(s, p, place)]  # fmt: skip
        found.setdefault(island, []).extend(able)
    return [unit for units in found.values() for unit in units[1:]]


def _need(aim: Aim, site: Site) -> float:
    """Return the points of attack that a landing wants at least."""
    if aim.foothold:
        return 1.0
    wanted = min(aim.wants, _STRONGER * site.guarded + _RESERVE, _ARMY)
    return max(wanted, min(_SHARE * aim.wants, _CORPS))


def _screen(s: Situation, voyage: Voyage) -> int:
    """Return how many destroyers a force wants: one more than it has convoys, some for carriers."""
    convoys = sum(s.counter(p).type == "convoys" for p in voyage.ships)
    return convoys + 2 if convoys else _SCREEN


def carrier_station(
    s: Situation, side: str, goal: str, ways: Mapping[str, int], far: int = _STRIKE
) -> str | None:
    """Return the sea hex near enough to a goal that the fewest enemy aircraft reach, unseen."""
    threat, bad = air_threat(s, s.enemy(side)), watched(s, side)
    shores, distance = enemy_shores(s, side), s.board.grid.distance
    open_ = [h for h in s.board.grid.within(goal, far)
             if h in ways and h in chart(s).sea and h not in shores and h not in bad]  # fmt: skip
    stop = halting_waters(s, side)

    def order(hex: str) -> tuple[int, int, int, str]:
        return threat.get(hex, 0), ways[hex], distance(hex, goal), hex

    return min((h for h in open_ if h not in stop), key=order, default=None)
