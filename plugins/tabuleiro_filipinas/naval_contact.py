"""Contact at sea: which forces are next to which enemies (7.1.2-1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro_filipinas.forces import force_at, forces
from tabuleiro_filipinas.naval_reckoning import is_line
from tabuleiro_filipinas.weather import MONSOON, weather_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tabuleiro.engine import Situation

__all__ = ["foes_in_reach"]


def foes_in_reach(
    s: Situation, side: str, done: Iterable[str] = ()
) -> Mapping[str, tuple[str, ...]]:
    """Return the hexes with enemy forces, each with the forces of a side that can attack there."""
    done = set(done)
    mine = [force for force in forces(s, side) if s.on_map(force) and force not in done]
    found: dict[str, tuple[str, ...]] = {}
    for enemy in s.enemies(side):
        for place in sorted({s.place(force) for force in forces(s, enemy)}):
            around = s.board.grid.neighbours(place) if place in s.board.grid else ()
            near = tuple(force for force in mine if s.place(force) in around)
            if near and weather_at(s, place) != MONSOON and _anybody_fires(s, enemy, place, near):
                found[place] = near
    return found


def _anybody_fires(s: Situation, enemy: str, place: str, near: Iterable[str]) -> bool:
    both = (*near, *force_at(s, enemy, place))
    ships = [ship for force in both for ship in s.inside(force)]
    return not ships or any(is_line(s, ship) for ship in ships)
