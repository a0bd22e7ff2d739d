"""Islands of the board: which one a hex lies on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro_filipinas.parameters.ground import ArchipelagoTerms

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.engine import Situation

__all__ = ["island_of", "islands"]


def islands(s: Situation) -> Mapping[str, frozenset[str]]:
    """Return the hexes of each island of the archipelago."""
    return {name: s.board.regions[name].hexes for name in s.terms(ArchipelagoTerms).archipelago}


def island_of(s: Situation, place: str) -> str | None:
    """Return the island that a hex lies on, None for the sea, for Borneo and for boxes."""
    if "island-of" not in s.module.memo:
        found = {hex: name for name, hexes in islands(s).items() for hex in hexes}
        s.module.memo["island-of"] = found
    found_on: dict[str, str] = s.module.memo["island-of"]
    return found_on.get(place)
