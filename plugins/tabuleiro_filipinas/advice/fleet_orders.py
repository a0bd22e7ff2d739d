"""The fleet in port and under way: voyages that were planned are formed, loaded and sailed.

A voyage is made by the least exposed way: round the areas of submarines, if that leads there at
all. What is planned other files say (`invader_fleet`, `defender_fleet`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tabuleiro.rules.ground.movement_phase import EndPhase
from tabuleiro_filipinas.cargo import hexes_left
from tabuleiro_filipinas.forces import at_sea
from tabuleiro_filipinas.loading import JoinForce, PutDown, TakeAboard
from tabuleiro_filipinas.naval_phase import (
    DisbandForce,
    EndVoyage,
    FormForce,
    MakeStop,
    free_letter,
)
from tabuleiro_filipinas.sea_lanes import entry_hexes, prices, search, touching, way_to
from tabuleiro_filipinas.submarines import at_sea as submarines_at_sea
from tabuleiro_filipinas.submarines import patrol_area
from tabuleiro_filipinas.voyages import SailForce, closed_waters, halting_waters

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tabuleiro.engine import Action, Situation
    from tabuleiro.engine.seat import Imagined

__all__ = ["FleetOrders", "Voyage", "route", "watched"]


@dataclass
class Voyage:
    """A force that is to sail: its ships, where to, who is aboard of what and lands where."""

    ships: list[str]
    goal: str
    cargo: dict[str, str] = field(default_factory=dict)
    """The ship of each unit aboard."""
    landings: dict[str, str] = field(default_factory=dict)
    """The coast hex of each unit aboard."""
    fetches: bool = False
    """Whether the cargo comes aboard at the goal; it comes to its box as the ships go home."""


def watched(s: Situation, side: str) -> frozenset[str]:
    """Return the waters that enemy submarines watch, dummy or not."""
    areas = (patrol_area(s, p) for enemy in s.enemies(side) for p in submarines_at_sea(s, enemy))
    return frozenset[str]().union(*areas)


def route(s: Situation, side: str, force: str, goal: str) -> tuple[str, ...]:
    """Return the way of a force to a sea hex, outside of what submarines watch if it can be."""
    limit = hexes_left(s, force)
    stop, closed = halting_waters(s, side), closed_waters(s, side)
    if s.on_map(force):
        starts: Mapping[str, int] = {s.place(force): 0}
    else:
        price = prices(s)
        starts = {hex: price[hex] for hex in entry_hexes(s, side)}
    bad = watched(s, side)
    for near in (0, 1, 2, 3, None):  # through what is watched only near the goal, if that will do
        bad = bad.difference(s.board.grid.within(goal, near)) if near is not None else frozenset()
        shut = closed | (bad - starts.keys() if s.on_map(force) else bad)
        open_ = {hex: paid for hex, paid in starts.items() if hex not in shut}
        way = way_to(search(s, open_, limit, stop, shut), goal)
        if way:
            return way[1:] if s.on_map(force) else way
    return ()


class FleetOrders:
    """The naval phase of a side."""

    def __init__(
        self,
        plan: Callable[[Situation, str], list[Voyage]],
        plan_for: Callable[[Situation, str, Sequence[str]], Voyage | None],
    ) -> None:
        """Begin; ``plan`` says what is to sail, ``plan_for`` whereto ships that are together."""
        self._plan = plan
        self._plan_for = plan_for
        self._voyages: list[Voyage] | None = None
        self._now: Voyage | None = None
        self._tried: set[Action] = set()
        self._stations: list[Action] | None = None

    def next(self, game: Imagined, s: Situation, side: str) -> Action:
        """Return what begins next: a force, then a submarine to its station, then the end."""
        from tabuleiro_filipinas.advice.submarine_stations import stations

        if self._voyages is None and self._formed_before(s, side):
            return FormForce()
        if self._voyages is None:
            self._voyages = self._plan(s, side)
        while self._voyages:
            self._now, self._tried = self._voyages.pop(0), set()
            if game.check(FormForce()):
                return FormForce()
        if self._stations is None:
            self._stations = stations(s, side)
        while self._stations:
            action = self._stations.pop(0)
            if game.check(action):
                return action
        return EndPhase()

    def _formed_before(self, s: Situation, side: str) -> bool:
        """Return whether the next force has its ships already; it sails if it finds prey."""
        letter = free_letter(s, side)
        if letter is None or not s.inside(letter):
            return False
        self._now, self._tried = self._plan_for(s, side, s.inside(letter)), set()
        return True

    def form(self, game: Imagined, s: Situation, side: str, force: str) -> Action:
        """Return who joins the force or goes aboard next; then its way, or that it stays."""
        voyage = self._now
        if voyage is None:
            return DisbandForce()
        inside = s.inside(force)
        for ship in voyage.ships:
            if ship not in inside and self._may(game, JoinForce(ship)):
                return JoinForce(ship)
        for unit, ship in () if voyage.fetches else voyage.cargo.items():
            if s.within(unit) is None and self._may(game, TakeAboard(unit, ship)):
                return TakeAboard(unit, ship)
        path = route(s, side, force, voyage.goal) if inside else ()
        sail = SailForce(force, path)
        return sail if path and self._may(game, sail) else DisbandForce()

    def sail(self, game: Imagined, s: Situation, side: str, force: str) -> Action:
        """Return the next leg; at the goal, or where it was stopped, what it puts down."""
        voyage, seen, here = self._now, at_sea(s, force), s.place(force)
        if voyage is None or seen is None:
            return EndVoyage()
        if here != voyage.goal and not seen.done:
            leg = SailForce(force, route(s, side, force, voyage.goal))
            if leg.path and self._may(game, leg):
                return leg
        works = voyage.landings or voyage.fetches
        if works and here not in seen.stops and self._may(game, MakeStop()):
            return MakeStop()
        for unit, ship in voyage.cargo.items() if voyage.fetches else ():
            if s.within(unit) is None and self._may(game, TakeAboard(unit, ship)):
                return TakeAboard(unit, ship)
        near = touching(s, here)
        for unit, coast in voyage.landings.items():
            for place in dict.fromkeys((coast, *near)):
                action = PutDown(unit, place)
                if place in near and self._may(game, action):
                    return action
        return EndVoyage()

    def _may(self, game: Imagined, action: Action) -> bool:
        """Return whether a force may do something that it has not tried yet."""
        if action in self._tried:
            return False
        self._tried.add(action)
        return bool(game.check(action))
