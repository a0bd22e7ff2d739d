"""Terms of the course of the game: weather, arrivals, garrisons, flags, points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

from tabuleiro.module.terms import (
    Box,
    Columns,
    Counter,
    EachSide,
    Id,
    Number,
    Points,
    Region,
    Side,
    Terms,
    Terrain,
    Turn,
    UnitType,
)
from tabuleiro.rules.parameters.attrition import ControlTerms

__all__ = [
    "TERMS",
    "WORDS",
    "ArmyTerms",
    "ForceTerms",
    "GarrisonTerms",
    "IslandTerms",
    "ScoringTerms",
    "WeatherTerms",
]


class WeatherTerms(Terms, kw_only=True):
    """Weather of regions, thrown each turn, and what it does on land."""

    key = "weather"

    surcharge: Mapping[Id, float]
    """Movement points on top of each hex entered on land, by weather."""
    surcharge_spared: Mapping[Id, tuple[Terrain, ...]] = {}
    """Terrain where it is not paid, by weather."""
    assault_units: Mapping[Id, Number]
    """Units that may make an assault landing in a hex, by weather; without a limit if not named."""
    regions: Mapping[Id, Region]
    """The hexes of each weather region; a hex of two has the better weather of both."""
    boxes: Mapping[Box, Id]
    """The weather region of boxes off the map."""
    first_turn: Id
    """The weather of turn 1, which is not thrown."""


class WeatherShiftTerms(Terms):
    """Weather in combat."""

    weather_shift: Mapping[Id, Columns]
    """Columns that the attacker loses on land and at sea, by weather."""


class ArmyTerms(Terms):
    """Armies in boxes."""

    army_8_from: Turn
    """The turn from which units in the box of the Eighth Army may be used."""


class GarrisonTerms(Terms):
    """Units bound to an island."""

    garrisons: Mapping[Counter, Region]
    """The island that each garrison may not leave."""


class IslandTerms(Terms):
    """Landing on islands."""

    islands_at_once: Number
    """Islands of more than one hex where the attacker may fight at once."""


class ForceTerms(Terms):
    """Pieces that stand for task forces."""

    key = "forces"

    type: UnitType
    """Their type."""
    pools: Annotated[Mapping[Side, Box], EachSide()]
    """Where each side's lie when they are not at sea, with the ships that are not."""
    dummy: Id
    """The tag of submarines that are none."""


class SideScore(Terms):
    """What a side gets points for."""

    land_destroyed: Points
    """For each enemy land unit destroyed."""
    carriers: Points = 0
    """For each enemy carrier piece sunk."""
    battleships: Points = 0
    """For each battleship piece."""
    cruisers: Points = 0
    """For each cruiser piece."""
    destroyers: Points = 0
    """For each destroyer piece."""
    convoys: Points = 0
    """For each convoy."""
    guerrillas: Points = 0
    """For each enemy guerrilla unit destroyed."""
    land_left: Points = 0
    """For each own land unit left on the map at the end."""
    unused_replacement: Points = 0
    """For each own replacement point not used."""


class ScoringTerms(Terms):
    """Points besides those for islands, by the side that gets them."""

    scoring: Annotated[Mapping[Side, SideScore], EachSide()]
    """What each side gets points for."""


TERMS: Final = (
    ArmyTerms, ControlTerms, ForceTerms, GarrisonTerms, IslandTerms, ScoringTerms,
    WeatherShiftTerms, WeatherTerms,
)  # fmt: skip
WORDS: Final = (
    "arrival", "arrival-monsoon", "conquest", "deck-kind", "deck-room", "garrison", "must-enter",
    "never-returns", "own-phase", "score-guerrillas-{side}", "score-land-{side}",
    "score-left-{side}", "score-ships-{side}", "score-unused-{side}", "setup", "weather-bad",
    "weather-first", "weather-monsoon", "weather-table", "withdrawal", "withdrawal-cut-off",
    "withdrawal-group",
)  # fmt: skip
