"""Coasts: where ships can load and unload, and who may land on which coast.

In ladder games ``rules: sea_moves`` names the regions that are coast. In attrition games all land
by the sea is: ``rules: landings`` closes coasts to a side, ``barred`` for good, ``first_turn``
until a turn; ``naval_transport: closed`` names terrain at which no ship can lie. The option
``south-coast`` opens what it names; ``milne-bay: open`` takes that bay's coast out of what is
closed until a turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tabuleiro.engine import Situation

__all__ = ["assaulter", "coast", "is_sea"]


_ASSAULT = "assault"


# land by the sea, and who may land there


def is_sea(s: Situation, place: str) -> bool:
    """Return whether a hex is sea."""
    return place in s.board.grid and "sea" in s.module.terrain[s.board.terrain_at(place)].tags


def coast(s: Situation) -> frozenset[str]:
    """Return the land hexes next to the sea."""
    if "shore" not in s.module.memo:
        grid = s.board.grid
        s.module.memo["shore"] = frozenset(
            hex for hex in grid
            if not is_sea(s, hex) and any(is_sea(s, near) for near in grid.neighbours(hex))
        )  # fmt: skip
    found: frozenset[str] = s.module.memo["shore"]
    return found


def assaulter(s: Situation, piece: str) -> bool:
    """Return whether a piece is of a type that makes assault landings."""
    return _ASSAULT in s.counter(piece).tags
