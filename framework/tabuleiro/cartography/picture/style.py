"""Colours, sizes and names of what is drawn. Sizes are in hexes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

__all__ = [
    "BADGES",
    "BEACHES",
    "BORDERS",
    "FERRIES",
    "FONT",
    "FORTIFIED",
    "KINDS",
    "LINES",
    "SEA",
    "SIGNS",
    "STRAITS",
    "TERRAIN",
    "Ground",
    "is_river",
    "parts_of",
    "terrain_name",
]

FONT: Final = "serif"
SANS: Final = "sans-serif"
"""Generic names: some renderers know no lists of families."""
AREA_NAME: Final = 0.19
"""How high the name of an area is."""

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
FERRY: Final = "#173f63"
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
    "plain": Ground("Planície", "Plain"),
    "forest": Ground("Floresta", "Forest", "#8fae68", "tree"),
    "wooded": Ground("Com mata", "Wooded", "#a3b878", "tree"),
    "woods": Ground("Mata", "Woods", "#8fae68", "tree"),
    "jungle": Ground("Selva", "Jungle", "#7ea35c", "palm"),
    "mountain": Ground("Montanha", "Mountain", "#b98f5e", "peak"),
    "hill": Ground("Colina", "Hill", "#cfb486", "hill"),
    "hills": Ground("Colinas", "Hills", "#cfb486", "hill"),
    "rough": Ground("Terreno acidentado", "Rough", "#cbb28c", "stipple"),
    "swamp": Ground("Pântano", "Swamp", "#9fc4ae", "tuft"),
    "marsh": Ground("Pântano", "Marsh", "#9fc4ae", "tuft"),
    "city": Ground("Cidade", "City", None, "blocks"),
    "town": Ground("Vila", "Town", None, "blocks"),
    "village": Ground("Povoado", "Village", None, "hamlet"),
    "port": Ground("Porto", "Port", None, "port"),
    "airfield": Ground("Aeródromo", "Airfield", None, "runway"),
    "aerodrome": Ground("Aeródromo", "Aerodrome", None, "runway"),
    "airbase": Ground("Base aérea", "Air base", None, "airbase"),
    "air-base": Ground("Base aérea", "Air base", None, "airbase"),
    "bivouac": Ground("Bivaque", "Bivouac", None, "tents"),
    "camp": Ground("Acampamento", "Camp", None, "tents"),
    "fortress": Ground("Fortaleza", "Fortress", "#b7a9a0", "fort"),
    "fort": Ground("Forte", "Fort", "#b7a9a0", "fort"),
    "fortification": Ground("Fortificação", "Fortification", "#b7a9a0", "fort"),
    "fortified": Ground("Fortificado", "Fortified", "#b7a9a0", "fort"),
    "sea": Ground("Mar", "Sea"),
    "atoll": Ground("Atol", "Atoll"),
    "lake": Ground("Lago", "Lake"),
}
"""Terrain by its id. A compound, such as `mountain-city`, looks like all of its parts."""

SIGNS: Final[Mapping[str, str]] = {
    **{kind: ground.sign for kind, ground in TERRAIN.items() if ground.sign is not None},
    "port": "anchor",
    **dict.fromkeys(("city", "town", "village", "settlement"), "dot"),
    "peak": "summit",
}
"""The sign of a place by its kind, where the terrain of its hex does not show it."""

KINDS: Final[Mapping[str, tuple[str, str]]] = {
    "river": ("Rio", "River"),
    "strait": ("Água entre hexágonos", "Water between hexes"),
    "sea-arm": ("Braço de mar", "Sea arm"),
    "fortification": ("Linha fortificada", "Fortified line"),
    "border": ("Fronteira", "Border"),
    "road": ("Estrada", "Road"),
    "railway": ("Ferrovia", "Railway"),
    "trail": ("Trilha", "Trail"),
    "bridge": ("Ponte", "Bridge"),
    "beach": ("Praia de desembarque", "Landing beach"),
}

STRAITS: Final = frozenset({"strait", "channel", "inlet"})
"""Kinds of hexsides that are water between land hexes."""
FERRIES: Final = frozenset({"sea-arm", "ferry"})
"""The same, where one can cross."""
LINES: Final = frozenset({"fortification", "fortified-line", "fortified", "wall"})
"""Kinds of hexsides that are fortified."""
BORDERS: Final = frozenset({"border", "frontier"})
"""Kinds of hexsides that are borders of states or regions."""
BADGES: Final = ("#1f1f1f", "#b3261e", "#1d5fa8", "#2f7d3b", "#7a3f98", "#b5651d", "#0d7f86")
"""Colours of areas off the map, and of the distances to them."""
FORTIFIED: Final = "#6b1f1f"


def is_river(kind: str) -> bool:
    """Tell whether a kind of hexside is a river.

    >>> is_river("river"), is_river("major-river"), is_river("strait")
    (True, True, False)
    """
    return kind in {"river", "stream"} or kind.endswith("-river")


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
