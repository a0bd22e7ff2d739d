"""Coasts: where there is a shore, and where ships can load and unload."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.rules.parameters.ladder import SeaMovesTerms

if TYPE_CHECKING:
    from tabuleiro.engine import Situation

__all__ = ["coast_hexes", "landing_hexes"]


def coast_hexes(s: Situation) -> frozenset[str]:
    """Return the hexes of the regions that the module calls ``shores``."""
    memo = s.module.memo
    if "coast" not in memo:
        shores = s.terms(SeaMovesTerms).shores
        memo["coast"] = frozenset(h for name in shores for h in s.board.regions[name].hexes)
    found: frozenset[str] = memo["coast"]
    return found


def landing_hexes(s: Situation) -> frozenset[str]:
    """Return the coast hexes whose terrain lets ships load and unload."""
    memo = s.module.memo
    if "landing" not in memo:
        terrain = s.terms(SeaMovesTerms).terrain
        memo["landing"] = frozenset(
            place for place in coast_hexes(s) if s.board.terrain_at(place) in terrain
        )
    found: frozenset[str] = memo["landing"]
    return found
