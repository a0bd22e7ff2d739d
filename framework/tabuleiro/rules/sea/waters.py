"""Waters: at which regions a naval unit may not fire."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tabuleiro.module.terms import Counter, Region, Terms

if TYPE_CHECKING:
    from tabuleiro.engine import Situation

__all__ = ["NavalFireTerms", "closed_to_fire"]


class NavalFireTerms(Terms):
    """Naval units as floating artillery; a game may say more about them under the same key."""

    key = "naval"

    no_fire: Mapping[Counter, tuple[Region, ...]] = {}
    """Regions that a naval unit may not bombard."""


def closed_to_fire(s: Situation, piece: str) -> frozenset[str]:
    """Return the hexes at which a naval piece may not fire."""
    key = ("no-fire", piece)
    if key not in s.module.memo:
        terms = s.terms_if_any(NavalFireTerms)
        regions = terms.no_fire.get(piece, ()) if terms else ()
        s.module.memo[key] = frozenset(h for r in regions for h in s.board.regions[r].hexes)
    found: frozenset[str] = s.module.memo[key]
    return found
