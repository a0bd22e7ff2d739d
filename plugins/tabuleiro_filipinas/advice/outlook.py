"""What is at stake: islands, towns and losses, in points, for the turns that are left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.rules.advice.sense import Sense, Stakes
from tabuleiro.rules.combat.shifts import EncirclementTerms
from tabuleiro.rules.ground.land_units import AIR, LAND, arm, land_units
from tabuleiro.rules.sequence.pools import track
from tabuleiro.rules.victory.control import ControlTerms, controller
from tabuleiro_filipinas.advice.counted_losses import CountedLosses
from tabuleiro_filipinas.island_control import flag_of
from tabuleiro_filipinas.islands import island_of, islands
from tabuleiro_filipinas.parameters.course import ScoringTerms, WeatherShiftTerms
from tabuleiro_filipinas.sea_lanes import chart
from tabuleiro_filipinas.weather import weather_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tabuleiro.engine import Situation
    from tabuleiro.module import Module, OddsTable

__all__ = [
    "Ground",
    "IslandFight",
    "below_the_top",
    "cover_of",
    "defender",
    "is_long",
    "island_worths",
    "look",
    "place_worths",
    "replaced",
    "strength_of",
    "unused_points_count",
]

_CAMPAIGN: Final = "campaign"
_LONG: Final = 8
"""With so many turns left a war is planned; with fewer all is done for what it brings now."""
_HIT: Final = 0.45
_HURT: Final = 0.2
"""What a first loss is worth of a unit: one that may be replaced soon costs its owner less."""
_KILL: Final = 4.0
_DIE: Final = 5.0
"""What a unit is worth at least, for what it could still do."""
_CITY: Final = 3.0
_PORT: Final = 1.0
"""What towns that feed it are worth to the defender."""
_LEAST: Final = 1.0
_MOST: Final = 8.0
"""The bounds of what a hex with enemies is worth on an island that is wanted."""


def defender(s: Situation) -> str:
    """Return the side that holds the archipelago at the start."""
    return str(s.terms(ControlTerms).default)


def _turns_left(s: Situation) -> int:
    return s.scenario.last_turn - s.turn + 1


def is_long(s: Situation) -> bool:
    """Return whether there are turns enough left to plan a war."""
    return _turns_left(s) >= _LONG


def island_worths(s: Situation) -> Mapping[str, float]:
    """Return for each island that counts how many points it matters who holds it from now on."""
    left = _turns_left(s)
    return s.cache_here("island-worths", lambda: {
        goal.region: float(sum(goal.points.values()) * (left if goal.when == "each-turn" else 1))
        for goal in s.scenario.objectives if goal.region is not None
    })  # fmt: skip


def place_worths(s: Situation) -> Mapping[str, float]:
    """Return for each place that counts how many points it matters who holds it."""
    left = _turns_left(s)
    return s.cache_here("place-worths", lambda: {
        goal.hex: float(sum(goal.points.values()) * (left if goal.when == "each-turn" else 1))
        for goal in s.scenario.objectives if goal.region is None
    })  # fmt: skip


def look(s: Situation, side: str) -> Ground:
    """Return the situation as a side sees it, with what is at stake on land."""
    return s.cache_here(("ground", side), lambda: Ground(s, side, _stakes(s, side)))


def _stakes(s: Situation, side: str) -> Stakes:
    enemy = s.enemy(side)
    scoring, whole = s.terms(ScoringTerms).scoring, s.option("counted") == _CAMPAIGN
    kept = {one: scoring[one].land_left if whole else 0 for one in scoring}
    kill = scoring[side].land_destroyed + kept[enemy]
    die = scoring[enemy].land_destroyed + kept[side]
    hurt = _HURT if replaced(s, side) else _HIT
    hit = _HURT if replaced(s, enemy) else _HIT
    return Stakes(max(kill, _KILL), max(die, _DIE), _goals(s, side), hit, hurt)


def unused_points_count(s: Situation, side: str) -> bool:
    """Return whether points for losses that a side does not use count for it in the end."""
    whole = s.option("counted") == _CAMPAIGN
    return whole and s.terms(ScoringTerms).scoring[side].unused_replacement > 0


def replaced(s: Situation, side: str) -> bool:
    """Return whether a side has points for losses of its troops."""
    return s.position.tracks.get(track(f"{side}-land", side), 0) > 0


def _goals(s: Situation, side: str) -> dict[str, float]:
    goals = dict(place_worths(s))
    if side == defender(s):
        for place, worth in _towns(s).items():
            if controller(s, place) == side:
                goals[place] = goals.get(place, 0.0) + worth
        return goals
    stacks: dict[str, list[str]] = {}
    for place in land_units(s, s.enemy(side)):
        island = island_of(s, place)
        if island is not None and island in island_worths(s):
            stacks.setdefault(island, []).append(place)
    for island, places in stacks.items():
        worth = min(max(island_worths(s)[island] / len(places), _LEAST), _MOST)
        for place in places:
            goals[place] = goals.get(place, 0.0) + worth
    for island in island_worths(s):  # nobody is seen there, and its flag is still the enemy's
        if island not in stacks and flag_of(s, island) != side:
            fields = _fields_left(s, side, island)
            goals |= dict.fromkeys(fields or sorted(islands(s)[island])[:1], _LEAST)
    return goals


def _fields_left(s: Situation, side: str, island: str) -> list[str]:
    """Return where enemy aircraft are left on an island: while they are there its flag stays."""
    if s.option("counted") != _CAMPAIGN:
        return []
    return [h for h, pieces in s.occupied(s.enemy(side)).items()
            if island_of(s, h) == island and any(arm(s, p) == AIR for p in pieces)]  # fmt: skip


def _towns(s: Situation) -> Mapping[str, float]:
    """Return the towns that feed the defender, each with what it is worth to him."""
    memo = s.module.memo
    if "advice-towns" not in memo:
        found = dict.fromkeys(sorted(chart(s).ports), _PORT)
        for place in s.board.grid:
            if "city" in s.module.terrain[s.board.terrain_at(place)].tags:
                found[place] = found.get(place, 0.0) + _CITY
        memo["advice-towns"] = found
    known: Mapping[str, float] = memo["advice-towns"]
    return known


class Ground(Sense):
    """A situation on land as a side sees it: unknown pieces are taken for a battalion or two."""

    def strength(self, piece: str, name: str) -> float:
        """Return a value of a piece; a `?` may hide much or nothing, but no more than is seen."""
        if self.s.counter(piece).type == "unknown":
            return 0.0 if self._company(piece) else _UNKNOWN.get(name, 0.0)
        if piece in self.s.unknown and name not in self.s.counter(piece).values:
            return _usual_troops(self.s.module, self.s.side(piece), name)
        return super().strength(piece, name)

    def _company(self, piece: str) -> bool:
        """Return whether something else is known to stand where a `?` lies."""
        s = self.s
        return any(
            s.counter(p).type != "unknown" and arm(s, p) == LAND and s.side(p) == s.side(piece)
            for p in s.at(s.place(piece))
        )

    def attacks(self) -> bool:
        """The invader attacks; the defender holds what he has."""
        return self.side != defender(self.s)


def below_the_top(s: Situation, side: str, place: str) -> list[str]:
    """Return the pieces of a stack of which it is not seen whether they are troops."""
    seen = land_units(s, side).get(place, ())
    return [p for p in s.at(place) if p in s.unknown and s.side(p) == side and p not in seen]


def _usual_troops(module: Module, side: str, name: str) -> float:
    """Return the mean value of the troops of a side: of a piece below the top nothing is seen."""
    memo, key = module.memo, ("advice-troops", side, name)
    if key not in memo:
        counters = (c for c in module.counters.values() if c.side == side and "attack" in c.values)
        values = [c.values[name] for c in counters if name in c.values]
        memo[key] = sum(values) / len(values) if values else 0.0
    found: float = memo[key]
    return found


_GUERRILLA: Final = 2.0
"""What the death of guerrillas is worth, who count for a point."""
_AS_HIGH: Final = 1.5
"""Columns that ground is worth less that dominates none of its neighbours."""
_UNKNOWN: Final = {"attack": 2.0, "defense": 3.0}


class IslandFight(CountedLosses):
    """A possible assault on a hex: the weather counts against who attacks, as in the rules.

    What lies below the top of a stack is reckoned with, though nobody sees what it is.
    """

    def __init__(
        self, sense: Sense, target: str, table: OddsTable | None = None, *, in_place: bool = False
    ) -> None:
        """Look at a hex with enemies."""
        super().__init__(sense, target, table, in_place=in_place)
        self._below = below_the_top(sense.s, self.enemy, target)
        self.defence += sense.total(self._below, "defense")

    def _facing(self) -> Sequence[str]:
        return (*self.defenders, *self._below)

    def _kill(self) -> float:
        kinds = {self.sense.s.counter(p).type for p in self._facing()}
        return _GUERRILLA if kinds == {"guerrillas"} else super()._kill()

    def _siege_columns(self) -> int:
        siege = self.sense.s.terms(EncirclementTerms)
        return siege.columns if siege.side == self.sense.side else 0

    def column(self, attack: float, origins: Iterable[str], pieces: Sequence[str]) -> int:
        """Return the column of an attack from some hexes by some pieces."""
        found = super().column(attack, origins, pieces)
        if self._in_place:
            return found
        s = self.sense.s
        foul = s.terms(WeatherShiftTerms).weather_shift.get(weather_at(s, self.target), 0)
        return max(found - foul, 0)


def cover_of(s: Situation, place: str) -> int:
    """Return how many columns the ground of a hex protects who stands there."""
    return int(s.module.terrain[s.board.terrain_at(place)].columns)


def strength_of(s: Situation, place: str) -> float:
    """Return how well a hex holds: its columns, less where enemies beside stand as high.

    Who stands higher than all who engage him owes no attack (4.1.2-5).
    """
    memo, key = s.module.memo, ("advice-strength", place)
    if key not in memo:
        land = [h for h in s.board.grid.neighbours(place) if island_of(s, h) is not None]
        as_high = sum(cover_of(s, h) >= cover_of(s, place) for h in land)
        memo[key] = cover_of(s, place) - _AS_HIGH * as_high / max(len(land), 1)
    strength: float = memo[key]
    return strength
