"""Landings: which island is worth a landing and with how much, and on which coasts.

A beach is good where supply comes ashore, where nobody stands, near to what is to be taken. An
island is landed on only with more than it is held by, and not while three others are fought for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from tabuleiro.board import reachable
from tabuleiro.rules.ground.land_units import land_units
from tabuleiro.rules.ground.movement_points import class_costs
from tabuleiro.rules.ground.stacking import limit
from tabuleiro.rules.victory.control import controller
from tabuleiro_filipinas.advice.outlook import island_worths, look, place_worths
from tabuleiro_filipinas.island_control import flag_of
from tabuleiro_filipinas.islands import island_of, islands
from tabuleiro_filipinas.islands_at_once import closed_islands
from tabuleiro_filipinas.landing_rules import own_shore
from tabuleiro_filipinas.parameters.course import WeatherTerms
from tabuleiro_filipinas.parameters.sea import LandingTerms
from tabuleiro_filipinas.sea_lanes import chart, is_port, landing_ground
from tabuleiro_filipinas.weather import weather_at

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.engine import Situation

__all__ = ["Aim", "Site", "aims", "landing_room", "sites"]

_STRONGER: Final = 2.5
"""How many times the defence of an island a landing brings."""
_RESERVE: Final = 5.0
_FLAG: Final = 1.0
"""What is wanted where nobody stands: somebody who raises the flag."""
_BEACH: Final = "supply-coast"
_NEAR: Final = 2
_AROUND: Final = 4
_GUARDED: Final = 0.5
"""What a point of defence around a beach takes from it."""
_DECAY: Final = 0.9
_FAR: Final = 60.0
_FOOT: Final = "foot"
_STACK: Final = 2.0
"""What enemies of a hex are worth besides the place itself."""
_CROWD: Final = 0.7
"""What a point of enemy defence beside a beach takes from it."""


class Aim(NamedTuple):
    """An island that is wanted."""

    island: str
    worth: float
    garrison: float
    """The defence of the enemies seen there."""
    wants: float
    """The points of attack that are still wanted there."""
    foothold: bool
    """Whether own troops stand there."""


class Site(NamedTuple):
    """A sea hex from which troops go ashore."""

    water: str
    coasts: tuple[str, ...]
    score: float
    guarded: float
    """The defence of the enemies near its best coast."""


def aims(s: Situation, side: str) -> list[Aim]:
    """Return the islands that are worth a landing, or more troops, the best first."""
    worths: dict[str, float] = {}
    for island, worth in island_worths(s).items():
        if flag_of(s, island) != side:
            worths[island] = worths.get(island, 0.0) + worth
    for place, worth in place_worths(s).items():
        on = island_of(s, place)
        if on is not None and controller(s, place) != side:
            worths[on] = worths.get(on, 0.0) + worth
    sense, closed = look(s, side), closed_islands(s)
    mine = _strength_by_island(s, side, "attack")
    theirs = _strength_by_island(s, sense.enemy, "defense")
    found = []
    for island, worth in worths.items():
        garrison, here = theirs.get(island, 0.0), mine.get(island, 0.0)
        wants = (_STRONGER * garrison + _RESERVE if garrison else _FLAG) - here
        if wants > 0 and (here or island not in closed):
            found.append(Aim(island, worth, garrison, wants, here > 0))
    return sorted(found, key=lambda aim: (
        not aim.foothold, -aim.worth / (aim.garrison + _RESERVE), aim.island,
    ))  # fmt: skip


def _strength_by_island(s: Situation, side: str, value: str) -> dict[str, float]:
    sense, found = look(s, side), dict[str, float]()
    for place, pieces in land_units(s, side).items():
        island = island_of(s, place)
        if island is not None:
            found[island] = found.get(island, 0.0) + sense.total(pieces, value)
    return found


def sites(s: Situation, side: str, island: str, ways: Mapping[str, int]) -> list[Site]:
    """Return the sea hexes from which to land on an island, of those that can be reached."""
    hexes = islands(s)[island]
    scores = {h: score for h in sorted(hexes & chart(s).waters.keys())
              if (score := _coast(s, side, h)) is not None}  # fmt: skip
    found = []
    for water in sorted({w for coast in scores for w in chart(s).waters[coast]}):
        coasts = [c for c in chart(s).shore[water] if c in scores]
        feeds = any(_BEACH in _tags(s, c) for c in coasts)
        if water in ways and feeds:
            coasts.sort(key=lambda c: (-scores[c], c))
            guarded = _defence_near(s, side, coasts[0], _AROUND)
            score = scores[coasts[0]] + 0.3 * (len(coasts) - 1) - ways[water] / 40
            found.append(Site(water, tuple(coasts), score - _GUARDED * guarded, guarded))
    return sorted(found, key=lambda site: (-site.score, site.water))


def _tags(s: Situation, place: str) -> tuple[str, ...]:
    return tuple(s.module.terrain[s.board.terrain_at(place)].tags)


def _coast(s: Situation, side: str, place: str) -> float | None:
    """Return how good a coast is for a landing, None if nobody lands there."""
    terms, own = s.terms(LandingTerms), own_shore(s, side, place)
    if not landing_ground(s, place) and not (own and is_port(s, place)):
        return None
    barred = (*terms.barred_regions, *(() if own else (terms.bay.region,)))
    if any(place in s.board.regions[region].hexes for region in barred):
        return None
    foes = land_units(s, s.enemy(side))
    if place in foes or landing_room(s, side, place) <= 0:
        return None
    held = 1.0 if own else 0.0
    beach = 2.0 if _BEACH in _tags(s, place) else 0.0
    close = _CROWD * _defence_near(s, side, place, _NEAR - 1)
    return _pull(s, side, place) + held + beach - close


def landing_room(s: Situation, side: str, place: str) -> int:
    """Return how many units can go ashore in a hex in this weather, as far as one sees."""
    room = limit(s, side, place) - len(land_units(s, side).get(place, ()))
    most = s.terms(WeatherTerms).assault_units.get(weather_at(s, place))
    return room if most is None or own_shore(s, side, place) else min(room, most)


def _pull(s: Situation, side: str, place: str) -> float:
    """Return how much is to be gained around a coast: places by the march, enemies by distance."""
    island, distance = island_of(s, place), s.board.grid.distance
    places = {h: worth for h, worth in place_worths(s).items()
              if island_of(s, h) == island and controller(s, h) != side}  # fmt: skip
    found: float = sum(
        worth * _DECAY ** _march(s, h).get(place, _FAR) for h, worth in places.items()
    )
    foes = (h for h in land_units(s, s.enemy(side)) if island_of(s, h) == island)
    return found + sum(_STACK * _DECAY ** distance(place, h) for h in foes)


def _march(s: Situation, goal: str) -> Mapping[str, float]:
    """Return for each hex how many points of movement lie between it and a place."""
    memo, key = s.module.memo, ("advice-march", goal)
    if key not in memo:
        grid = s.board.grid
        found = reachable(class_costs(s.module, _FOOT), [grid.index(goal)])
        memo[key] = {grid.hexes[n]: cost / 2 for n, (cost, _) in found.items()}
    known: Mapping[str, float] = memo[key]
    return known


def _defence_near(s: Situation, side: str, place: str, far: int) -> float:
    sense, distance = look(s, side), s.board.grid.distance
    foes = land_units(s, sense.enemy).items()
    return sum(sense.total(some, "defense") for h, some in foes if distance(place, h) <= far)
