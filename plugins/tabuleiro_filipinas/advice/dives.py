"""Dives at ships: how many are worth it, and what they promise.

Of the ships that a dive can hurt the whole ones are hit first (7.1.2-22), so a few dives at many
ships sink nobody, and score nothing. Aircraft are spared until so many reach a force that is small
enough, or hurt already, that ships go down: then they dive together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro_filipinas.advice.sea_fight import worth_of_ship
from tabuleiro_filipinas.forces import force_at
from tabuleiro_filipinas.moments import phasing
from tabuleiro_filipinas.naval_reckoning import cost_of_hit

if TYPE_CHECKING:
    from tabuleiro.engine import Situation

__all__ = ["dives", "promised", "soft_ships"]

_MOST: Final = 2
"""A dive gives no more points than that: a ship that costs more is not hurt by any."""
_POINTS: Final = 0.6
"""What a dive gives on the average."""
_HURT: Final = 0.2
"""The part of a ship's worth that its first loss is: it is repaired unless it sinks."""
_CARGO: Final = 20.0
"""What a convoy on its way out is taken to carry, in points."""
_MET: Final = 2
"""Dives that fighters keep away."""
_PRICE: Final = 2.0
"""What an aircraft is worth that is kept for better prey."""


def soft_ships(s: Situation, side: str, place: str) -> list[str]:
    """Return the enemy ships seen in a hex that a dive can hurt."""
    ships = [p for f in force_at(s, s.enemy(side), place) for p in s.inside(f)]
    return [p for p in ships if s.counter(p).type != "submarines" and cost_of_hit(s, p) <= _MOST]


def promised(s: Situation, side: str, place: str) -> list[float]:
    """Return what each point of hits is worth that dives give out in a hex, in their order."""
    ships = soft_ships(s, side, place)
    away = phasing(s) != side

    def worth(ship: str) -> float:
        laden = _CARGO if away and s.counter(ship).type == "convoys" else 0.0
        return worth_of_ship(s, ship) + laden

    ships.sort(key=lambda ship: (-worth(ship), ship))
    whole = [ship for ship in ships if not s.piece(ship).losses]
    found = [(worth(ship) * _HURT, cost_of_hit(s, ship)) for ship in whole]
    found += [(worth(ship) * (1 - _HURT), _last_cost(s, ship)) for ship in ships]
    return [value / cost for value, cost in found for _point in range(cost)]


def _last_cost(s: Situation, ship: str) -> int:
    """Return how many points the loss costs that sinks a ship."""
    counter = s.counter(ship)
    left = counter.value("combat", losses=counter.steps - 1)
    return 1 if counter.type == "convoys" else max(left, 1)


def dives(s: Situation, side: str, place: str, able: int) -> tuple[int, float]:
    """Return how many of the aircraft that are able dive at the ships of a hex, and what for."""
    points = promised(s, side, place)
    best, most = 0, 0.0
    for number in range(_MET + 1, able + 1):
        gain = _gain(points, number - _MET) - _PRICE * number
        if gain > most:
            best, most = number, gain
    return best, most


def _gain(points: list[float], number: int) -> float:
    """Return what so many dives that come through are worth."""
    hits = _POINTS * number
    whole = int(hits)
    part = points[whole] * (hits - whole) if whole < len(points) else 0.0
    return sum(points[:whole]) + part
