"""Waters: where each naval unit may go, and which coast it closes by lying there (10.0)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.rules.ground.land_units import NAVAL, arm
from tabuleiro_papua.coasts import is_sea
from tabuleiro_papua.parameters import NavalTerms

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Situation

__all__ = ["closed_coast", "naval_next_to", "naval_pieces", "waters"]


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
