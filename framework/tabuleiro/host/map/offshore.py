"""Where pieces afloat lie on the map: on the water before the shore that they are about to take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection

    from tabuleiro.host.seat import Seat
    from tabuleiro.seats import Sight

__all__ = ["AFLOAT", "landing_parties", "waters"]

AFLOAT: Final = "afloat."
"""Begins the name of a stack of pieces afloat; the hex that they attack follows."""
COLUMNS: Final = 2
"""They lie side by side, so that each can be clicked."""


def landing_parties(seat: Seat) -> dict[str, tuple[str, ...]]:
    """Return the pieces afloat that may be seen, by the hex in which they are about to land."""
    found: dict[str, tuple[str, ...]] = {}
    for piece, hex in seat.ask("afloat").items():
        found[hex] = (*found.get(hex, ()), piece)
    return found


def waters(s: Sight, hex: str, piece: str, taken: Collection[str]) -> str:
    """Return the hex of water off a shore where a landing party lies: the middle one that is free.

    Water is what the piece cannot enter on foot. A shore without any gives itself.
    """
    kind = str(s.counter(piece).movement_class)
    wet = [
        there
        for there in s.board.grid.neighbours(hex)
        if s.module.terrain[s.board.terrain_at(there)].cost.get(kind) is None
        and not s.at(there)
        and there not in taken
    ]
    near = s.board.grid.distance
    return min(wet, key=lambda one: sum(near(one, other) for other in wet), default=hex)
