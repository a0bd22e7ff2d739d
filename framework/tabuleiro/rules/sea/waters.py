"""Waters: where each naval unit may go and fire, and which coast it closes by lying there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tabuleiro.module.terms import Counter, Edge, Region, Terms

if TYPE_CHECKING:
    from tabuleiro.engine import Situation

__all__ = ["Bay", "NavalTerms", "closed_to_fire"]


class Bay(Terms):
    """Waters from which naval units close a whole coast."""

    sea: Region
    """The waters."""
    coast: Region
    """The coast that they close."""


class NavalTerms(Terms):
    """Naval units."""

    key = "naval"
    required = True

    barred: Mapping[Counter, tuple[Region, ...]] = {}
    """Waters closed to a naval unit."""
    no_fire: Mapping[Counter, tuple[Region, ...]] = {}
    """Regions that a naval unit may not bombard."""
    exits: Mapping[Counter, Mapping[Edge, Edge]] = {}
    """By the stretch of the border where a naval unit leaves, that of its return."""
    closes_bay: Bay | None = None
    """Waters from which naval units close a whole coast to supply."""


def closed_to_fire(s: Situation, piece: str) -> frozenset[str]:
    """Return the hexes at which a naval piece may not fire."""
    key = ("no-fire", piece)
    if key not in s.module.memo:
        terms = s.terms_if_any(NavalTerms)
        regions = terms.no_fire.get(piece, ()) if terms else ()
        s.module.memo[key] = frozenset(h for r in regions for h in s.board.regions[r].hexes)
    found: frozenset[str] = s.module.memo[key]
    return found
