"""Where pieces afloat lie on the map: on the water before the shore that they are about to take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.mechanics.afloat import afloat, beachhead

if TYPE_CHECKING:
    from collections.abc import Collection

    from tabuleiro.engine import Situation
    from tabuleiro.host.seat import Seat

__all__ = ["AFLOAT", "landing_parties", "waters"]

AFLOAT: Final = "afloat."
"""Begins the name of a stack of pieces afloat; the hex that they attack follows."""
COLUMNS: Final = 2
"""They lie side by side, so that each can be clicked."""


def landing_parties(seat: Seat) -> dict[str, tuple[str, ...]]:
    """Return the pieces afloat that may be seen, by the hex in which they are about to land."""
    s = seat.situation
    found: dict[str, tuple[str, ...]] = {}
    for side in s.module.sides:
        for piece in afloat(s, side):
            hex = beachhead(s, piece)
            if hex is not None and seat.seen(piece):
                found[hex] = (*found.get(hex, ()), piece)
    return found


def waters(s: Situation, hex: str, piece: str, taken: Collection[str]) -> str:
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
