"""A match with many turns left: on which islands the invader lands next.

Enemies may be fought on so many islands at once (5.1.1-8), and an island that counts each turn is
worth the more the sooner it falls. So what is begun is ended first, then come these, the great ones
last: there troops march and fight for many turns, so that an army and aircraft must be at hand.
What counts once, at the end, can wait.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro_filipinas.advice.air_threat import air_threat, exposure
from tabuleiro_filipinas.advice.outlook import is_long
from tabuleiro_filipinas.islands import islands
from tabuleiro_filipinas.islands_at_once import islands_held
from tabuleiro_filipinas.sea_lanes import HALVES, chart

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tabuleiro.engine import Situation
    from tabuleiro_filipinas.advice.landings import Aim

__all__ = ["first_landing", "most_urgent_first"]

_ARMY: Final = 0.6
"""A great island is landed on when this part of its defence waits to be carried there."""
_RESERVE: Final = 5.0
_GREAT: Final = 100
"""Hexes of an island on which troops march and fight for many turns."""
_SUPPLY: Final = 11
"""The points of transport of a unit and its supply, besides its way."""
_DANGER: Final = 0.2
"""By how much each enemy aircraft near to an island makes it dearer to come there."""
_OUT_OF_REACH: Final = 999.0


def most_urgent_first(
    s: Situation, side: str, aims: Sequence[Aim], ways: Mapping[str, int], waiting: Sequence[str]
) -> list[Aim]:
    """Return islands with enemies in the order in which they are landed on.

    Great ones are left out while too few wait to be carried, or too few aircraft cover the way. The
    first landing is made where it is near and the enemy's aircraft are far.
    """
    army = sum(s.value(unit, "attack") for unit in waiting)
    first = first_landing(s, side)

    def order(aim: Aim) -> tuple[int, float, str]:
        rate = aim.worth / (aim.garrison + _RESERVE)
        if first:
            rate /= _price(s, side, aim.island, ways)
        if _great(s, aim.island):
            group = 2
        elif aim.foothold:
            group = 0
        else:
            group = 1 if _counts_each_turn(s, aim.island) else 3
        return group, -rate, aim.island

    able = (aim for aim in aims if aim.foothold or not _great(s, aim.island)
            or (army >= _ARMY * aim.garrison and _covered(s, side, aim.island, ways)))  # fmt: skip
    return sorted(able, key=order)


def _great(s: Situation, island: str) -> bool:
    """Return whether an island is so large that an army of its own is wanted there."""
    return len(islands(s)[island]) > _GREAT


def first_landing(s: Situation, side: str) -> bool:
    """Return whether a war begins: all enemy aircraft and ships are still to come."""
    return is_long(s) and not islands_held(s, side)


def _counts_each_turn(s: Situation, island: str) -> bool:
    goals = s.scenario.objectives
    return any(goal.region == island and goal.when == "each-turn" for goal in goals)


def _price(s: Situation, side: str, island: str, ways: Mapping[str, int]) -> float:
    """Return what it costs at least to bring a unit to an island: its way, and the danger there."""
    enemy = s.enemy(side)
    return min(
        ((ways[w] / HALVES + _SUPPLY) * (1 + _DANGER * exposure(s, enemy, w))
         for w in _waters(s, island) if w in ways),
        default=_OUT_OF_REACH,
    )  # fmt: skip


def _waters(s: Situation, island: str) -> set[str]:
    return {w for coast in islands(s)[island] for w in chart(s).waters.get(coast, ())}


def _covered(s: Situation, side: str, island: str, ways: Mapping[str, int]) -> bool:
    """Return whether at some coast of an island own aircraft are as many as the enemy's."""
    mine, theirs = air_threat(s, side), air_threat(s, s.enemy(side))
    return any(mine.get(w, 0) >= theirs.get(w, 0) for w in _waters(s, island) if w in ways)
