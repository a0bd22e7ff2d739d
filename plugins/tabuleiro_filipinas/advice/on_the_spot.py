"""What is done in the open phase besides marching and flying: landing, rising, scouting, hiding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.rules.ground.land_units import AIR, arm, dormant, land_units
from tabuleiro_filipinas.advice.outlook import below_the_top, defender, look
from tabuleiro_filipinas.advice.without_ships import (
    barge_crossing,
    flights_with_supplies,
    flights_with_troops,
)
from tabuleiro_filipinas.cargo import cargo
from tabuleiro_filipinas.going_ashore import GoAshore
from tabuleiro_filipinas.guerrillas import Rise
from tabuleiro_filipinas.scouting_on_land import Scout, scout_missions
from tabuleiro_filipinas.unknown_pieces import PutUnknown, unknowns, unknowns_left
from tabuleiro_filipinas.works import BuildField, DemolishField, DemolishPort

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Action, Situation
    from tabuleiro.engine.seat import Imagined

__all__ = ["OnTheSpot"]

_BUILDS: Final = "builds-airfield"
_NEAR: Final = 4
_LOST: Final = 3.0
"""A place is taken to be lost if so many times its defence stands beside it."""
_HIDDEN: Final = 4
"""Unknown pieces that are put in one turn."""


class OnTheSpot:
    """The small things of one phase, each thought of once."""

    def __init__(self) -> None:
        """Begin with nothing thought of."""
        self._first: list[Action] | None = None
        self._flights: list[Action] | None = None
        self._supplies: list[Action] | None = None
        self._last: list[Action] | None = None

    def before(self, game: Imagined, s: Situation, side: str) -> Action | None:
        """Return what comes before all marches: who is aboard goes ashore, guerrillas rise."""
        if self._first is None:
            bound = cargo(s, side).units.items()
            landing = [GoAshore(u, v.goal) for u, v in bound if v.goal in s.board.grid]
            rising = [Rise(p) for p in sorted(dormant(s)) if s.side(p) == side]
            self._first = [*landing, *rising, *barge_crossing(s, side), *_scouts(s, side),
                           *_builds(s, side)]  # fmt: skip
        return _next(game, self._first)

    def by_air(self, game: Imagined, s: Situation, side: str) -> Action | None:
        """Return who drops or is flown next, once all have marched; then what feeds whom."""
        if self._flights is None:
            self._flights = list(flights_with_troops(s, side))
        found = _next(game, self._flights)
        if found is None and self._supplies is None:
            self._supplies = list(flights_with_supplies(s, side))
        return found or _next(game, self._supplies or [])

    def after(self, game: Imagined, s: Situation, side: str) -> Action | None:
        """Return what comes last: what falls is demolished, the defender hides his stacks."""
        if self._last is None:
            hides = _hides(s, side) if side == defender(s) else ()
            self._last = [*_demolitions(s, side), *hides]
        return _next(game, self._last)


def _next(game: Imagined, actions: list[Action]) -> Action | None:
    while actions:
        action = actions.pop(0)
        if game.check(action):
            return action
    return None


def _builds(s: Situation, side: str) -> Iterator[Action]:
    for pieces in land_units(s, side).values():
        yield from (BuildField(p) for p in pieces if _BUILDS in s.counter(p).tags)


def _scouts(s: Situation, side: str) -> Iterator[Scout]:
    """Yield the searches of `?` that lie next to one's own troops."""
    mine, near = land_units(s, side), s.board.grid.neighbours
    front = {h for h in unknowns(s, s.enemy(side)) if any(n in mine for n in near(h))}
    if front:
        used: set[str] = set()
        for mission in scout_missions(s, side, None):
            if mission.hex in front and not {mission.hex, _scout_of(mission)} & used:
                used |= {mission.hex, _scout_of(mission)}
                yield mission


def _scout_of(mission: Scout) -> str:
    return next(str(getattr(mission, f)) for f in mission.__struct_fields__ if f != "hex")


def _demolitions(s: Situation, side: str) -> Iterator[Action]:
    """Yield the fields and ports that are about to fall: nobody else shall use them."""
    sense, near = look(s, side), s.board.grid.neighbours
    enemy = s.enemy(side)
    foes = {h: [*seen, *below_the_top(s, enemy, h)] for h, seen in land_units(s, enemy).items()}
    for place, pieces in land_units(s, side).items():
        attack = sum(sense.total(foes[h], "attack") for h in near(place) if h in foes)
        if attack >= _LOST * sense.total(pieces, "defense"):
            if not any(arm(s, p) == AIR for p in s.at(place)):
                yield DemolishField(place)
            yield DemolishPort(place)


def _hides(s: Situation, side: str) -> Iterator[PutUnknown]:
    """Yield the stacks to be covered: those nearest to enemies first."""
    foes, distance = land_units(s, s.enemy(side)), s.board.grid.distance
    if not foes:
        return
    gaps = {h: min(distance(h, foe) for foe in foes) for h in land_units(s, side)}
    open_ = sorted((gap, h) for h, gap in gaps.items() if 1 < gap <= _NEAR)
    covered = unknowns(s, side)
    left = min(unknowns_left(s, side), _HIDDEN)
    yield from (PutUnknown(h) for _gap, h in [one for one in open_ if one[1] not in covered][:left])
