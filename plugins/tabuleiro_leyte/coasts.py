"""Coasts: ``rules: sea_moves`` names the regions along which ships sail, load and land (4.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.module.terms import (
    Count,
    Nation,
    Number,
    Place,
    Region,
    Side,
    Terms,
    Terrain,
    UnitType,
)

if TYPE_CHECKING:
    from tabuleiro.engine import Situation


__all__ = ["Opened", "SeaMove", "SeaMovesTerms", "coast_hexes", "landing_hexes"]


class SeaMove(Terms):
    """What a move by sea leaves of a unit's movement."""

    divided_by: Count
    """What the points are divided by after the landing."""


class Opened(Terms):
    """Coasts that a place opens to landings."""

    place: Place
    """The place that the side must hold."""
    coasts: tuple[Region, ...]
    """The regions that are open then."""


class SeaMovesTerms(Terms):
    """Moves by sea."""

    key = "sea_moves"
    required = True

    side: Side
    """The side that has ships."""
    nations: tuple[Nation, ...]
    """The nations whose units may sail."""
    units: Number
    """Units that may sail in one turn."""
    terrain: tuple[Terrain, ...]
    """Terrain of hexes where ships load and unload."""
    move: SeaMove
    """What is left of the movement of who landed."""
    assault: tuple[UnitType, ...]
    """Types that may land in hexes that their side does not rule."""
    shores: tuple[Region, ...]
    """All coasts that there are."""
    coasts: tuple[Region, ...]
    """Coasts along which ships sail up to the last limited turn."""
    opened: Opened
    """Further coasts, while the side holds a place."""
    last_limited_turn: Number
    """After this turn units land on any coast, even where enemies are."""
    stack_from_sea: Number
    """Units that may attack one hex from the sea."""


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
