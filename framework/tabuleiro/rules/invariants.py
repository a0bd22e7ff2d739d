"""Invariants: what must never be on the map, whatever was played; the conformance kit asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.hooks import hookimpl
from tabuleiro.rules.combat.retreat import Displacement
from tabuleiro.rules.ground.stacking import limit

if TYPE_CHECKING:
    from tabuleiro.engine import Situation

__all__ = ["KeptApart", "together_or_crowded"]


def together_or_crowded(s: Situation) -> list[str]:
    """Return a sentence for each broken invariant: stacking, enemies in one hex, terrain."""
    found = []
    displacing = {step.hex for step in s.position.agenda if isinstance(step, Displacement)}
    for place, pieces in s.position.stacks.items():
        if place not in s.board.grid:
            continue
        sides = {s.side(piece) for piece in pieces}
        if len(sides) > 1 and any(foe in sides for side in sides for foe in s.enemies(side)):
            found.append(f"enemies share {place}: {', '.join(pieces)}")
        elif place not in displacing and len(pieces) > limit(s, min(sides), place):
            found.append(f"{place} holds {len(pieces)} pieces")
        terrain = s.module.terrain[s.board.terrain_at(place)]
        if all(cost is None for cost in terrain.cost.values()):
            found.append(f"pieces stand in {place}, which is {terrain.id}")
    return found


class KeptApart:
    """A part: whatever was played, enemies do not share hexes, and none holds too many pieces."""

    @hookimpl
    def invariants(self, s: Situation) -> list[str]:
        return together_or_crowded(s)
