"""Which names have a picture: kinds of terrain on the map, symbols on counters.

The pictures themselves are drawn by `cartography.picture` and `host.counter`, which no module
needs; tests hold these lists to what they draw.
"""

from __future__ import annotations

from typing import Final

__all__ = ["SYMBOLS", "TERRAIN", "drawn_parts"]

TERRAIN: Final = frozenset(
    [
        "aerodrome",
        "air-base",
        "airbase",
        "airfield",
        "atoll",
        "bivouac",
        "camp",
        "city",
        "clear",
        "forest",
        "fort",
        "fortification",
        "fortified",
        "fortress",
        "hill",
        "hills",
        "jungle",
        "lake",
        "marsh",
        "mountain",
        "open",
        "plain",
        "port",
        "rough",
        "sea",
        "swamp",
        "town",
        "village",
        "wooded",
        "woods",
    ]
)
"""Kinds of terrain that are drawn. A compound, such as `mountain-city`, looks like its parts."""

SYMBOLS: Final = frozenset(
    [
        "aerodrome-troops",
        "airborne",
        "anti-aircraft",
        "armour",
        "armoured-infantry",
        "artillery",
        "carrier",
        "cavalry",
        "construction-engineers",
        "engineers",
        "fighter",
        "fighter-bomber",
        "fortress-infantry",
        "guerrilla",
        "guerrillas",
        "headquarters",
        "heavy-bomber",
        "infantry",
        "kamikaze",
        "light-bomber",
        "marines",
        "mechanized-artillery",
        "mechanized-cavalry",
        "mechanized-infantry",
        "medium-bomber",
        "militia",
        "motorized-infantry",
        "mountain",
        "mountain-artillery",
        "naval-infantry",
        "naval-transport",
        "paratroops",
        "piece",
        "reconnaissance",
        "seaplane",
        "security",
        "submarine",
        "tank-destroyer",
        "tank-destroyers",
        "task-force",
        "transport",
        "unknown",
        "warship",
    ]
)
"""Symbols of unit types that are drawn; of others the first letters stand in a frame."""


def drawn_parts(terrain: str) -> bool:
    """Return whether anything is drawn for a kind of terrain.

    >>> drawn_parts("mountain-city"), drawn_parts("moor")
    (True, False)
    """
    return terrain in TERRAIN or any(part in TERRAIN for part in terrain.split("-"))
