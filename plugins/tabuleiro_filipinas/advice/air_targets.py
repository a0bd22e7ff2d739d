"""What is flown against: attacks of one's own troops, ships, fields, troops, ports, in turn."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from tabuleiro.rules.ground.land_units import land_units
from tabuleiro_filipinas.advice.air_packages import divers, package, prize
from tabuleiro_filipinas.advice.air_threat import bases_seen
from tabuleiro_filipinas.advice.outlook import below_the_top, cover_of, defender, look
from tabuleiro_filipinas.air_errands import anybody_near, targets
from tabuleiro_filipinas.air_missions import FIELD, PORT, SHIP, SUPPORT, TROOPS
from tabuleiro_filipinas.air_planning import (
    FlySupport,
    PlanMission,
    StrikeField,
    StrikePort,
    StrikeShips,
    StrikeTroops,
)
from tabuleiro_filipinas.air_ships import DoneStriking
from tabuleiro_filipinas.aircraft import ready
from tabuleiro_filipinas.islands import island_of
from tabuleiro_filipinas.parameters.air import AirTerms
from tabuleiro_filipinas.sea_lanes import port_works

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tabuleiro.engine import Action, Situation
    from tabuleiro.engine.seat import Imagined

__all__ = ["AirTargets"]

_FIELDS: Final = 3
_TROOPS: Final = 2
_REDOUBTS: Final = 5
_CLOSE: Final = 4
_SUPPORTS: Final = 4
_CROWD: Final = 2
"""A field is bombed if so many aircraft are seen there."""
_WORTHY: Final = 5.0
"""Ships are struck if they are worth so much."""


class AirTargets:
    """The missions of one phase."""

    def __init__(self) -> None:
        """Begin with nothing planned."""
        self._plans: list[PlanMission] | None = None

    def strike(self, game: Imagined, s: Situation, side: str) -> Action:
        """Return the next strike on ships, or that there are no more."""
        if self._plans is None:
            self._plans = list(_ships(s, side))
        return self._next(game, s, side) or DoneStriking()

    def plan(
        self, game: Imagined, s: Situation, side: str, attacked: Sequence[str]
    ) -> Action | None:
        """Return the next mission of the open phase, None if there are no more."""
        if self._plans is None:
            support = [FlySupport(h) for h in attacked if h in targets(s, side, SUPPORT)]
            self._plans = [*support[:_SUPPORTS], *_ships(s, side), *_fields(s, side),
                           *_troops(s, side, attacked), *_ports(s, side)]  # fmt: skip
        return self._next(game, s, side)

    def _next(self, game: Imagined, s: Situation, side: str) -> Action | None:
        while self._plans:
            plan = self._plans.pop(0)
            near = ready(s, side) and anybody_near(s, side, plan.errand, plan.hex)
            if near and package(s, side, plan.errand, plan.hex) and game.check(plan):
                return plan
        return None


def _ships(s: Situation, side: str) -> Iterator[StrikeShips]:
    """Yield the ships worth a strike, the best first; of those that dive, what dives can hurt."""
    dives, places = side == s.terms(AirTerms).kamikaze.side, targets(s, side, SHIP)
    found = {h: divers(s, side, h)[1] if dives else prize(s, side, h) for h in places}
    good = [h for h, worth in found.items() if worth >= _WORTHY]
    yield from (StrikeShips(h) for h in sorted(good, key=lambda h: (-found[h], h)))


def _fields(s: Situation, side: str) -> Iterator[StrikeField]:
    if side == defender(s):
        return
    found = {h: len(pieces) for h, pieces in bases_seen(s, s.enemy(side)).items()
             if len(pieces) >= _CROWD and h in targets(s, side, FIELD)}  # fmt: skip
    best = sorted(found, key=lambda h: (-found[h], h))
    yield from (StrikeField(h) for h in best[:_FIELDS])


def _troops(s: Situation, side: str, attacked: Sequence[str]) -> Iterator[StrikeTroops]:
    """Yield the troops to be bombed, the strongest first; not whom one's own attack.

    The defender bombs who comes near. The invader bombs all on islands that are fought for, above
    all who stands too high to be attacked.
    """
    sense, grid = look(s, side), s.board.grid
    mine, theirs = land_units(s, side), land_units(s, sense.enemy)
    fought, holds = {island_of(s, h) for h in mine}, side == defender(s)

    def wanted(place: str) -> bool:
        if not holds:
            return island_of(s, place) in fought
        near = any(h in mine for h in grid.within(place, _CLOSE))
        return near and not any(h in mine for h in grid.neighbours(place))

    found = {
        h: sense.total((*pieces, *below_the_top(s, sense.enemy, h)), "defense") + cover_of(s, h)
        for h, pieces in theirs.items()
        if h in targets(s, side, TROOPS) and h not in attacked and wanted(h)
    }  # fmt: skip
    best = sorted(found, key=lambda h: (-found[h], h))
    yield from (StrikeTroops(h) for h in best[: _TROOPS if holds else _REDOUBTS])


def _ports(s: Situation, side: str) -> Iterator[StrikePort]:
    """Yield the ports through which the defender feeds who fights: one, that of most enemies."""
    if side == defender(s):
        return
    mine = {island_of(s, h) for h in land_units(s, side)}
    troops = Counter(island_of(s, h) for h in land_units(s, s.enemy(side)))
    found = {h: troops[island_of(s, h)] for h in targets(s, side, PORT)
             if port_works(s, s.enemy(side), h) and island_of(s, h) in mine}  # fmt: skip
    best = sorted((h for h in found if found[h]), key=lambda h: (-found[h], h))
    yield from (StrikePort(h) for h in best[:1])
