"""Artillery: what is a gun. How guns fire says `artillery_from_afar` or `artillery_and_ships`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.rules.ground.land_units import LAND, arm

if TYPE_CHECKING:
    from tabuleiro.engine import Situation

__all__ = ["GUN", "is_gun"]

GUN = "artillery"
"""The tag of unit types that are artillery."""


def is_gun(s: Situation, piece: str) -> bool:
    """Return whether a piece is artillery: by its tag (ships, too), or on land by a range."""
    counter = s.counter(piece)
    if GUN in counter.tags:
        return True
    return "range" in counter.values and counter.values["range"] > 0 and arm(s, piece) == LAND
