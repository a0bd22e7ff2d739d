"""Weather: thrown each turn for three regions, read where something happens (12.0 to 12.3).

The fact ``weather`` has the weather of each region: ``good``, ``bad`` or ``monsoon``; before it was
thrown it is good. A hex of two regions has the better weather of both.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from tabuleiro.engine import Step, msg
from tabuleiro.engine import events as ev
from tabuleiro.engine.messages import key_ref
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat.battle import Shift
from tabuleiro.rules.ground.land_units import holds_ground
from tabuleiro.rules.ground.movement_points import MovementChange
from tabuleiro_filipinas.moments import Moment
from tabuleiro_filipinas.parameters.course import WeatherShiftTerms, WeatherTerms

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Change, Message, Situation
    from tabuleiro.rules.combat.battle import Battle

__all__ = ["BAD", "GOOD", "MONSOON", "Weather", "weather_at", "weather_of", "worst_of"]

GOOD, BAD, MONSOON = "good", "bad", "monsoon"
_BETTER: Final = (GOOD, BAD, MONSOON)
"""From the best to the worst."""
_FACT = "weather"
_NOT_THROWN: Final[Mapping[str, str]] = {}


def weather_of(s: Situation, region: str) -> str:
    """Return the weather of a weather region: ``north``, ``central`` or ``south``."""
    found: str = s.position.facts.get(_FACT, {}).get(region, GOOD)
    return found


def weather_at(s: Situation, place: str) -> str:
    """Return the weather in a hex or in a box off the map; of boxes without a region it is good.

    Of a piece inside another ask for its ``whereabouts`` (12.0-3).
    """
    now: Mapping[str, str] = s.position.facts.get(_FACT, _NOT_THROWN)
    known: dict[str, str] = s.cache_by_basis("weather-at", now, dict)
    if place not in known:
        found = (now.get(region, GOOD) for region in _regions(s, place))
        known[place] = min(found, key=_BETTER.index, default=GOOD)
    return known[place]


def worst_of(s: Situation, *places: str) -> str:
    """Return the worst weather of some places, such as base and target of a flight."""
    return max((weather_at(s, place) for place in places), key=_BETTER.index, default=GOOD)


def _regions(s: Situation, place: str) -> tuple[str, ...]:
    """Return the weather regions of a place: one, or two on a line between them.

    Clauses: 12.3-12, 12.3-13.
    """
    memo = s.module.memo
    if "weather-regions" not in memo:
        terms = s.terms(WeatherTerms)
        found: dict[str, tuple[str, ...]] = {box: (one,) for box, one in terms.boxes.items()}
        for one, region in terms.regions.items():
            for hex in s.board.regions[region].hexes:
                found[hex] = (*found.get(hex, ()), one)
        memo["weather-regions"] = found
    known: Mapping[str, tuple[str, ...]] = memo["weather-regions"]
    return known.get(place, ())


class ThrowWeather(Step, frozen=True):
    """Two dice set the weather of all regions; turn 1 has the weather that is printed."""

    def run(self, change: Change) -> None:
        """Throw it, and tell it."""
        change.finish()
        terms = change.terms(WeatherTerms)
        rule = clause(change, "weather-table")
        if change.option("weather") == GOOD:
            found = dict.fromkeys(terms.regions, GOOD)
        elif change.turn == 1:
            found = dict.fromkeys(terms.regions, terms.first_turn)
            rule = clause(change, "weather-first")
        else:
            table = change.module.values["weather"]
            total = sum(
                change.roll(2, next(iter(change.module.sides)), msg("weather of the turn"), rule)
            )
            columns = [column.label for column in table.columns]
            found = {one: table.cell(columns.index(one), total) for one in terms.regions}
        change.emit(ev.FactSet(_FACT, found))
        told = {one: key_ref(f"state.weather-{kind}") for one, kind in found.items()}
        change.say(msg("Weather: north {north}, centre {central}, south {south}.", **told), rule)


class Weather:
    """A part: the weather of a turn, what it costs on land and in battle, and telling of it.

    Clauses: 12.1-1.
    """

    @hookimpl
    def steps_at(self, moment: Moment) -> list[Step]:
        return [ThrowWeather()] if moment is Moment.WEATHER else []

    @hookimpl
    def movement_changes(self, s: Situation, piece: str) -> list[MovementChange]:
        dear = s.cache_here("weather-dear", lambda: _dear(s)) if holds_ground(s, piece) else {}
        return [MovementChange(dearer=dear)] if dear else []

    @hookimpl
    def combat_shifts(self, s: Situation, battle: Battle) -> list[Shift]:
        kind = weather_at(s, battle.target)
        columns = s.terms(WeatherShiftTerms).weather_shift.get(kind, 0)
        label = msg("weather: {weather}", weather=key_ref(f"state.weather-{kind}"))
        return [Shift("defender", columns, label, clause(s, f"weather-{kind}"))] if columns else []

    @hookimpl
    def hex_notes(self, s: Situation, hex: str) -> list[Message]:
        kind = weather_at(s, hex)
        return [msg("Weather: {weather}.", weather=key_ref(f"state.weather-{kind}"))]


def _dear(s: Situation) -> Mapping[str, int]:
    """Return the half points more of each land hex; the same object for the same weather."""
    now = ("weather-dear", *sorted(s.position.facts.get(_FACT, {}).items()))
    memo = s.module.memo
    if now not in memo:  # a few kinds of weather, thousands of hexes
        memo[now] = dict(_dearer(s))
    found: Mapping[str, int] = memo[now]
    return found


def _dearer(s: Situation) -> Iterator[tuple[str, int]]:
    terms = s.terms(WeatherTerms)
    for hex in s.board.grid:
        kind = weather_at(s, hex)
        more = int(2 * terms.surcharge.get(kind, 0))
        if more and s.board.terrain_at(hex) not in terms.surcharge_spared.get(kind, ()):
            yield hex, more
