"""Colours, sizes and names of what is drawn. Sizes are in hexes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

__all__ = [
    "BEACHES",
    "FONT",
    "KINDS",
    "SEA",
    "TERRAIN",
    "Ground",
    "parts_of",
    "terrain_name",
]

FONT: Final = "serif"
SANS: Final = "sans-serif"
"""Generic names: some renderers know no lists of families."""

PAPER: Final = "#f1e8d0"
INK: Final = "#2b2a26"
HALO: Final = "#f7f1df"
SEA: Final = ("#bfdfe6", "#a8d1de", "#93c2d4", "#80b3ca")
"""From the shore to the open sea."""
DEEP_INK: Final = "#1f4f66"
COAST: Final = "#55777f"
SURF: Final = "#f2fbfa"
RIVER: Final = "#4a93bd"
STRAIT: Final = "#2d7fb0"
ROAD: Final = ("#6d4327", "#e8c58a")
"""Casing and surface."""


@dataclass(frozen=True)
class Ground:
    """How a kind of terrain looks."""

    pt: str
    en: str
    tint: str | None = None
    sign: str | None = None


TERRAIN: Final[Mapping[str, Ground]] = {
    "clear": Ground("Aberto", "Clear"),
    "open": Ground("Aberto", "Open"),
    "forest": Ground("Floresta", "Forest", "#8fae68", "tree"),
    "woods": Ground("Floresta", "Woods", "#8fae68", "tree"),
    "jungle": Ground("Selva", "Jungle", "#7ea35c", "palm"),
    "mountain": Ground("Montanha", "Mountain", "#b98f5e", "peak"),
    "hill": Ground("Colina", "Hill", "#cfb486", "stipple"),
    "rough": Ground("Terreno acidentado", "Rough", "#cfb486", "stipple"),
    "swamp": Ground("Pântano", "Swamp", "#a9c3a4", "tuft"),
    "city": Ground("Cidade", "City", None, "blocks"),
    "town": Ground("Vila", "Town", None, "blocks"),
    "port": Ground("Porto", "Port", None, "port"),
    "airfield": Ground("Aeródromo", "Airfield", None, "runway"),
    "fortress": Ground("Fortaleza", "Fortress", "#b7a9a0", "fort"),
    "sea": Ground("Mar", "Sea"),
    "lake": Ground("Lago", "Lake"),
}
"""Terrain by its id. A compound, such as `mountain-city`, looks like all of its parts."""

KINDS: Final[Mapping[str, tuple[str, str]]] = {
    "river": ("Rio", "River"),
    "strait": ("Água entre hexágonos", "Water between hexes"),
    "fortification": ("Linha fortificada", "Fortified line"),
    "road": ("Estrada", "Road"),
    "railway": ("Ferrovia", "Railway"),
    "trail": ("Trilha", "Trail"),
    "bridge": ("Ponte", "Bridge"),
    "beach": ("Praia de desembarque", "Landing beach"),
}

BEACHES: Final[Mapping[str, str]] = {
    "white": "#fbfbf7",
    "red": "#cf3b2f",
    "orange": "#ef8a23",
    "blue": "#2f62b5",
    "yellow": "#f4cf2c",
    "violet": "#8a4fa3",
    "green": "#3f9150",
}


def parts_of(terrain: str) -> list[str]:
    """Return the parts of a terrain that are known.

    >>> parts_of("mountain-city"), parts_of("forest"), parts_of("lava")
    (['mountain', 'city'], ['forest'], [])
    """
    if terrain in TERRAIN:
        return [terrain]
    return [part for part in terrain.split("-") if part in TERRAIN]


def terrain_name(terrain: str) -> tuple[str, str]:
    """Return the Portuguese and the English name of a terrain.

    >>> terrain_name("mountain-city")
    ('Montanha, Cidade', 'Mountain, City')
    """
    grounds = [TERRAIN[part] for part in parts_of(terrain)]
    if not grounds:
        return terrain, terrain
    return ", ".join(each.pt for each in grounds), ", ".join(each.en for each in grounds)
