"""Armour and mountains: with options no road leads it in, and it keeps off enemies there (9.0)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.rules.ground.movement_points import MovementChange

if TYPE_CHECKING:
    from tabuleiro.engine import Situation

__all__ = ["armour_and_mountains"]


def armour_and_mountains(s: Situation, piece: str) -> list[MovementChange]:
    """Return what mountains change for the movement of a piece: of armour alone, with options."""
    if s.counter(piece).movement_class != "armour":
        return []
    closed = () if s.option("mountain-roads") else ("mountain",)
    beside = s.option("armour-beside-mountains")
    no_stop = frozenset() if beside else _below_mountains(s, s.enemy(s.side(piece)))
    return [MovementChange(off_roads=frozenset(closed), no_stop=no_stop)]


def _below_mountains(s: Situation, enemy: str) -> frozenset[str]:
    """Return the hexes next to enemies who stand on mountains, where armour cannot attack them."""
    terrain_at, neighbours = s.board.terrain_at, s.board.grid.neighbours
    held = (place for place in s.occupied(enemy) if terrain_at(place) == "mountain")
    return frozenset(near for place in held for near in neighbours(place))
