"""Zones of engagement: who is engaged with whom, and whose terrain dominates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.mechanics.terrain import cover

if TYPE_CHECKING:
    from tabuleiro.engine import Situation

__all__ = ["dominates", "engaged", "engaging_hexes", "zone"]


def zone(s: Situation, side: str) -> frozenset[str]:
    """Return the hexes in the zone of a side: next to its pieces, whatever lies between."""
    return s.memo(("zone", side), lambda: _zone(s, side))


def _zone(s: Situation, side: str) -> frozenset[str]:
    without = set(s.rules.pieces_without_zone(s=s, side=side))
    neighbours = s.board.grid.neighbours
    found: set[str] = set()
    for place, pieces in s.occupied(side).items():
        if not without or any(piece not in without for piece in pieces):
            found.update(neighbours(place))
    return frozenset(found)


def engaged(s: Situation, piece: str) -> bool:
    """Return whether a piece stands in an enemy zone."""
    return s.place(piece) in zone(s, s.enemy(s.side(piece)))


def engaging_hexes(s: Situation, piece: str) -> tuple[str, ...]:
    """Return the adjacent hexes with enemies of a piece, in order."""
    place = s.place(piece)
    if place not in s.board.grid:
        return ()
    enemies = s.occupied(s.enemy(s.side(piece)))
    return tuple(h for h in s.board.grid.neighbours(place) if h in enemies)


def dominates(s: Situation, piece: str) -> bool:
    """Return whether a piece stands in dominant terrain towards every enemy engaging it.

    Each side counts the columns that it would get as defender if attacked over that hexside.
    """
    side = s.side(piece)
    enemy = s.enemy(side)
    here = s.place(piece)
    return all(
        cover(s, here, [there], side) > cover(s, there, [here], enemy)
        for there in engaging_hexes(s, piece)
    )
