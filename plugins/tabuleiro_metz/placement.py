"""Where the artillery of the Third Army may stand at the start: behind its line (11.1.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.board import flood
from tabuleiro_metz.parameters import RecoveryTerms

if TYPE_CHECKING:
    from tabuleiro.engine import Situation

__all__ = ["behind_line"]

_AWAY = 3


def behind_line(s: Situation, side: str) -> list[str]:
    """Return the hexes with pieces of a side, and those far from the enemy towards its own edge."""
    grid = s.board.grid
    near = {h for enemy in s.occupied(s.enemy(side)) for h in grid.within(enemy, _AWAY - 1)}
    far = {*grid} - near - {*s.occupied(side)}
    stretches = s.terms(RecoveryTerms).line_to[side]
    home = {place for stretch in stretches for place in s.board.edges[stretch].hexes}
    return sorted(flood(grid, home & far, far) | set(s.occupied(side)))
