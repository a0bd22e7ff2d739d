"""Displaced places: fields off the map, each so many hexes from some of the board (14.1).

Here: which places they are, and what is how far from them. Not here: what a field takes, and in
what state it is (`air_bases`).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from tabuleiro.module import UNLIMITED

if TYPE_CHECKING:
    from tabuleiro.engine import Situation

__all__ = ["can_fly_from", "displaced", "reach", "within"]


def displaced(s: Situation, place: str) -> bool:
    """Return whether a place is a displaced field off the board."""
    box = s.board.boxes.get(place)
    return box is not None and box.kind == "displaced"


def can_fly_from(s: Situation, place: str) -> bool:
    """Return whether aircraft could fly from a place: from a hex, or a displaced field."""
    return place in s.board.grid or displaced(s, place)


def reach(s: Situation, origin: str, far: int) -> Collection[str]:
    """Return the hexes at most so many hexes from a place, printed distances included (14.1-3).

    Clauses: 14.1-1.
    """
    if far >= UNLIMITED and can_fly_from(s, origin):
        return s.board.grid
    memo, key = s.module.memo, ("reach", origin, far)
    if key not in memo:
        box = s.board.boxes.get(origin)
        doors = {origin: 0} if box is None else box.links
        hexes = (
            hex
            for door, number in doors.items()
            if door in s.board.grid and number <= far
            for hex in s.board.grid.within(door, far - number)
        )
        memo[key] = frozenset(hexes)
    found: Collection[str] = memo[key]
    return found


def within(s: Situation, origin: str, place: str, far: int) -> bool:
    """Return whether a place is at most so far from another one, where both may be displaced."""
    if origin == place:
        return True
    if place in s.board.grid:
        return place in reach(s, origin, far)
    if place not in s.board.boxes:
        return False
    distance = s.board.distance(origin, place)
    return distance is not None and distance <= far
