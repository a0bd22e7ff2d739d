"""Quiet ways: how a force sails somewhere and meets the fewest patrols and coasts of the enemy.

Nothing here is a rule. It is worked out from what its side sees: all submarine markers count, the
false ones too.
"""

from __future__ import annotations

from functools import partial
from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

from tabuleiro_filipinas.cargo import hexes_left
from tabuleiro_filipinas.forces import at_sea
from tabuleiro_filipinas.sea_lanes import chart, enemy_shores, prices
from tabuleiro_filipinas.submarines import at_sea as submarines_at_sea
from tabuleiro_filipinas.submarines import patrol_area
from tabuleiro_filipinas.voyages import closed_waters, halting_waters, starts_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from tabuleiro.engine import Situation

__all__ = ["Exposure", "exposure", "quietest_way"]


class Exposure(NamedTuple):
    """What a way costs a force, the worst first."""

    patrols: int
    """Hexes in the areas of enemy submarines."""
    coasts: int
    """Hexes beside coasts that the enemy holds, if it is not found yet."""
    price: int
    """What it costs for each unit aboard, in half points."""

    def __add__(self, other: object) -> Exposure:
        """Return what two stretches cost together."""
        if not isinstance(other, Exposure):
            return NotImplemented
        return Exposure(*(a + b for a, b in zip(self, other, strict=True)))


def exposure(s: Situation, force: str, path: Collection[str]) -> Exposure:
    """Return what a way costs a force."""
    watched, shores, price = _watched(s, force), _shores(s, force), prices(s)
    return Exposure(
        sum(hex in watched for hex in path),
        sum(hex in shores for hex in path),
        sum(price[hex] for hex in path),
    )


def quietest_way(s: Situation, force: str, goal: str) -> tuple[str, ...]:
    """Return the way of the least exposure to a sea hex; nothing if none is found.

    What the ships can carry so far bounds each way by itself, so where cargo is heavy there may be
    a way longer than the quiet one that is found to be too long; then there is none.
    """
    side = s.side(force)
    limit, stop, closed = hexes_left(s, force), halting_waters(s, side), closed_waters(s, side)
    begins = frozenset(hex for hex in starts_of(s, force) if hex not in closed)
    watched, shores = _watched(s, force), _shores(s, force)
    basis = (begins, limit, stop, closed, watched, shores, prices(s))
    before = s.cache_by_basis(("quiet-ways", force), basis, partial(_search, s, force, *basis[:-1]))
    if goal not in before:
        return ()
    way = [goal]
    while (last := before[way[-1]]) is not None:
        way.append(last)
    way.reverse()
    return tuple(way[1:]) if s.on_map(force) else tuple(way)


def _watched(s: Situation, force: str) -> frozenset[str]:
    boats = (boat for enemy in s.enemies(s.side(force)) for boat in submarines_at_sea(s, enemy))
    return frozenset().union(*(patrol_area(s, boat) for boat in boats))


def _shores(s: Situation, force: str) -> frozenset[str]:
    seen = at_sea(s, force)
    found = seen is not None and seen.detected
    return frozenset() if found else enemy_shores(s, s.side(force))


def _search(
    s: Situation,
    force: str,
    begins: frozenset[str],
    limit: int | None,
    stop: frozenset[str],
    closed: frozenset[str],
    watched: frozenset[str],
    shores: frozenset[str],
) -> Mapping[str, str | None]:
    """Return for each hex that is reached the one before it on the quietest way."""
    near, price, at_rest = chart(s).near, prices(s), s.on_map(force)

    def step(hex: str) -> Exposure:
        return Exposure(hex in watched, hex in shores, price[hex])

    best = {hex: Exposure(0, 0, 0) if at_rest else step(hex) for hex in begins}
    before: dict[str, str | None] = dict.fromkeys(begins)
    todo = [(paid, hex) for hex, paid in sorted(best.items())]
    todo.sort()
    while todo:
        paid, here = heappop(todo)
        if paid != best[here] or (here in stop and not (at_rest and before[here] is None)):
            continue
        for there in near[here]:
            spent = paid + step(there)
            barred = there in closed or (limit is not None and spent.price > limit)
            if not barred and (there not in best or spent < best[there]):
                best[there], before[there] = spent, here
                heappush(todo, (spent, there))
    return before
