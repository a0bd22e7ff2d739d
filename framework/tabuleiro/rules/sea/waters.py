"""Waters: where each naval unit may go and fire, and which coast it closes by lying there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tabuleiro.module.terms import Counter, Edge, Region, Terms
from tabuleiro.rules.ground.land_units import NAVAL, arm
from tabuleiro.rules.sea.coasts import is_sea

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Situation

__all__ = [
    "Bay",
    "NavalTerms",
    "closed_coast",
    "closed_to_fire",
    "naval_next_to",
    "naval_pieces",
    "waters",
]


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


def naval_pieces(s: Situation, side: str) -> tuple[str, ...]:
    """Return the naval pieces of a side, wherever they are."""
    key = ("naval", side)
    if key not in s.module.memo:
        s.module.memo[key] = tuple(
            piece for piece in s.module.counters if arm(s, piece) == NAVAL and s.side(piece) == side
        )
    found: tuple[str, ...] = s.module.memo[key]
    return found


def naval_next_to(s: Situation, side: str, place: str) -> tuple[str, ...]:
    """Return the naval pieces of a side in the hexes next to a hex."""
    near = s.board.grid.neighbours(place)
    return tuple(piece for piece in naval_pieces(s, side) if s.place(piece) in near)


def waters(s: Situation, piece: str) -> frozenset[str]:
    """Return the sea hexes that are open to a naval piece."""
    key = ("waters", piece)
    if key not in s.module.memo:
        barred = s.terms(NavalTerms).barred.get(piece, ())
        closed = {hex for region in barred for hex in s.board.regions[region].hexes}
        s.module.memo[key] = frozenset(h for h in s.board.grid if is_sea(s, h) and h not in closed)
    found: frozenset[str] = s.module.memo[key]
    return found


def closed_to_fire(s: Situation, piece: str) -> frozenset[str]:
    """Return the hexes at which a naval piece may not fire."""
    key = ("no-fire", piece)
    if key not in s.module.memo:
        terms = s.terms_if_any(NavalTerms)
        regions = terms.no_fire.get(piece, ()) if terms else ()
        s.module.memo[key] = frozenset(h for r in regions for h in s.board.regions[r].hexes)
    found: frozenset[str] = s.module.memo[key]
    return found


def closed_coast(s: Situation, side: str) -> Iterator[str]:
    """Yield the hexes, on land or not, that the ships of a side close to supply."""
    bay = s.terms(NavalTerms).closes_bay
    for place in _ships(s, side):
        yield from s.board.grid.neighbours(place)
        if bay and place in s.board.regions[bay.sea].hexes:
            yield from s.board.regions[bay.coast].hexes


def _ships(s: Situation, side: str) -> Iterator[str]:
    for piece in naval_pieces(s, side):
        if piece in s.position.pieces and s.on_map(piece):
            yield s.place(piece)
