"""Stations of submarines: on the ways of enemy convoys, apart from each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.rules.ground.land_units import land_units
from tabuleiro_filipinas.advice.outlook import defender
from tabuleiro_filipinas.boxes import pool
from tabuleiro_filipinas.sea_lanes import chart, enemy_shores, entry_hexes, port_works
from tabuleiro_filipinas.submarines import STATIONED, StationSubmarine, at_sea

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Action, Situation

__all__ = ["stations"]

_APART: Final = 4
"""Two submarines watch other waters if they are so far from each other."""


def stations(s: Situation, side: str) -> list[Action]:
    """Return where submarines go, the dummy as if it were one; who lies well stays."""
    ready = [p for p in s.at(pool(s, side)) if "submarine" in s.counter(p).tags]
    ready = [p for p in ready if not s.piece(p).losses and not s.marked(p, STATIONED)]
    held = [s.place(p) for p in at_sea(s, side)]
    found: list[Action] = []
    distance = s.board.grid.distance
    for water in _waters(s, side):
        if not ready:
            break
        if all(distance(water, other) >= _APART for other in held):
            held.append(water)
            found.append(StationSubmarine(ready.pop(0), water))
    return found


def _waters(s: Situation, side: str) -> Iterator[str]:
    """Yield the sea hexes worth watching, the best first: two off the coasts of the enemy."""
    enemy = s.enemy(side)
    if side == defender(s):
        coasts = [h for h in land_units(s, enemy) if h in chart(s).waters]
    else:
        coasts = [h for h in sorted(chart(s).ports) if port_works(s, enemy, h)]
    near, hostile = chart(s).near, enemy_shores(s, side)
    for coast in coasts:
        off = {far for water in chart(s).waters.get(coast, ()) for far in near[water]}
        yield from sorted(h for h in off if h in chart(s).sea and h not in hostile)
    yield from entry_hexes(s, enemy)[::_APART]
