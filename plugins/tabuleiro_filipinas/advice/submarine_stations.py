"""Stations of submarines: over one's own carriers and convoys, on the ways of the enemy's."""

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

__all__ = ["stations", "wanted_posts"]

_APART: Final = 4
"""Two submarines watch other waters if they are so far from each other."""


def stations(s: Situation, side: str) -> list[Action]:
    """Return where submarines go, the dummy as if it were one; who lies well stays."""
    able = [p for p in (*s.at(pool(s, side)), *at_sea(s, side)) if _sails(s, p)]
    posts = wanted_posts(s, side, len(able))
    idle = [p for p in able if s.place(p) not in posts]
    held = {s.place(p) for p in able}
    return [StationSubmarine(idle.pop(0), post) for post in posts if post not in held]


def _sails(s: Situation, piece: str) -> bool:
    known = "submarine" in s.counter(piece).tags and not s.piece(piece).losses
    return known and not s.marked(piece, STATIONED)


def wanted_posts(s: Situation, side: str, number: int) -> list[str]:
    """Return so many sea hexes worth watching, the best first, apart from each other."""
    held: list[str] = []
    distance = s.board.grid.distance
    for water in _waters(s, side):
        if len(held) == number:
            break
        if all(distance(water, other) >= _APART for other in held):
            held.append(water)
    return held


def _charges(s: Situation, side: str) -> list[str]:
    """Return where carriers and convoys of a side lie: whoever attacks them is met on the way."""
    worth: dict[str, int] = {}
    for place, pieces in s.occupied(side).items():
        if place in chart(s).sea:
            ships = [ship for force in pieces for ship in s.inside(force)]
            kinds = [s.counter(ship).type for ship in ships]
            worth[place] = 5 * kinds.count("carriers") + kinds.count("convoys")
    return sorted((h for h in worth if worth[h]), key=lambda h: (-worth[h], h))


def _waters(s: Situation, side: str) -> Iterator[str]:
    """Yield the sea hexes worth watching: over one's own, then two off the coasts of the enemy."""
    enemy = s.enemy(side)
    yield from _charges(s, side)
    if side == defender(s):
        coasts = [h for h in land_units(s, enemy) if h in chart(s).waters]
    else:
        coasts = [h for h in sorted(chart(s).ports) if port_works(s, enemy, h)]
    near, hostile = chart(s).near, enemy_shores(s, side)
    for coast in coasts:
        off = {far for water in chart(s).waters.get(coast, ()) for far in near[water]}
        yield from sorted(h for h in off if h in chart(s).sea and h not in hostile)
    yield from entry_hexes(s, enemy)[::_APART]
