"""Terms of the air."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from tabuleiro.module.terms import (
    Columns,
    Count,
    Face,
    Faces,
    Id,
    Number,
    Place,
    Region,
    Side,
    Terms,
)
from tabuleiro.module.terms import Terrain as TerrainId

__all__ = ["TERMS", "WORDS", "AirTerms", "BombingBarredTerms", "FieldTerms"]


class Night(Terms):
    """Missions by night."""

    attack_divided_by: Count
    """What air power is divided by in attack."""
    supply: Faces
    """Faces with which supply arrives."""
    band: Number
    """Bands of the table that it shifts."""


class Kamikaze(Terms):
    """Dives on ships."""

    side: Side
    """Who dives."""
    range: Count
    """Times the printed range."""
    multiplier: Count
    """Times the land power."""


class AirTerms(Terms):
    """Aircraft: numbers of their missions."""

    key = "air"

    interception_range: Count
    """Hexes within which fighters intercept aircraft."""
    stacking: Mapping[Id, Count]
    """Air units that a field holds, by its kind."""
    transfer_range: Count
    """Times the printed range in a transfer."""
    naval_air_ashore: Literal["emergency-only"]
    """When carrier groups may be ashore."""
    emergency_airfield: Mapping[Side, Place]
    """Fields in emergency transfers alone."""
    night: Night
    """Missions by night."""
    ships_limit: Count
    """Anti-aircraft points of ships that count."""
    ship_attack_shift: Mapping[Id, Columns]
    """Columns against ships, by tag or role; the best one counts."""
    kamikaze: Kamikaze
    """Dives on ships."""
    anti_aircraft_losses: Number
    """Losses of bombers in each bombed hex with anti-aircraft artillery."""
    supply: Count
    """Units that a transport supplies."""
    spotting: Mapping[Id, Face]
    """The least face that finds ships, by weather; where it is not named nobody searches."""
    rangers_load: float
    """What part of a transport rangers take."""


class FieldTerms(Terms):
    """Building and repairing fields."""

    key = "airfields"

    build: Count
    """Turns to build."""
    repair: Count
    """Turns to repair."""
    repair_by_engineers: Count
    """Turns to repair by engineers."""
    barred_regions: tuple[Region, ...] = ()
    """Regions where nobody builds one."""


class BombingBarredTerms(Terms):
    """Terrain where troops are spared."""

    bombing_barred: Mapping[Side, tuple[TerrainId, ...]]
    """Terrain where a side may not bomb or shell troops."""


TERMS: Final = (AirTerms, BombingBarredTerms, FieldTerms)
WORDS: Final = (
    "air-stacking", "drop", "jump-attack", "air-lift", "transfer", "air-support", "air-combat",
    "interception", "bombing", "no-field",
)  # fmt: skip
