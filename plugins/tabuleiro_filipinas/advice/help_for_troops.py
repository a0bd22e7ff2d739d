"""What helps an attack on land: aircraft in range that may support it, ships that lie off the hex.

Before missions are planned `air_over` reckons with what could fly, `flying_over` with what does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro_filipinas.air_missions import SUPPORT, sorties_over
from tabuleiro_filipinas.aircraft import in_range, lands, power, ready, supports
from tabuleiro_filipinas.forces import force_at
from tabuleiro_filipinas.sea_lanes import chart
from tabuleiro_filipinas.weather import MONSOON, weather_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tabuleiro.engine import Situation

__all__ = ["MOST_SUPPORT", "air_over", "air_ready", "flying_over", "guns_off", "jumps_from"]

MOST_SUPPORT: Final = 18
"""Points of aircraft that are sent to support one attack."""
_ARRIVES: Final = 0.75
"""The part of them that is reckoned with: fighters may meet them."""


def air_ready(s: Situation, side: str) -> int:
    """Return the points of all aircraft that may support attacks now."""
    return sum(s.value(piece, "land") for piece in ready(s, side) if supports(s, piece))


def air_over(s: Situation, side: str, place: str) -> int:
    """Return the points of aircraft with which an attack on a hex may reckon."""

    def find() -> int:
        if weather_at(s, place) == MONSOON:
            return 0
        able = (p for p in ready(s, side) if supports(s, p) and in_range(s, p, place))
        return int(_ARRIVES * min(MOST_SUPPORT, sum(power(s, p, "land", place) for p in able)))

    return s.cache_here(("air-over", side, place), find)


def flying_over(s: Situation, side: str, place: str) -> int:
    """Return the points of the aircraft that are on their way to support an attack on a hex."""
    orders = sorties_over(s, place, side)
    return sum(power(s, o.piece, "land", place) for o in orders if o.mission == SUPPORT)


def guns_off(s: Situation, side: str, place: str, pieces: Sequence[str]) -> float:
    """Return what ships off a hex add to an attack: no more than the troops have (7.1.1-3)."""

    def find() -> int:
        waters = chart(s).waters.get(place, ())
        forces = [f for water in waters for f in force_at(s, side, water)]
        return sum(s.value(ship, "combat") for force in forces for ship in s.inside(force)
                   if "shore-attack" in s.counter(ship).tags)  # fmt: skip

    guns = s.cache_here(("guns-off", side, place), find)
    return float(min(guns, sum(s.value(piece, "attack") for piece in pieces)))


def jumps_from(s: Situation, piece: str, place: str) -> bool:
    """Return whether a piece is airborne and a transport of its side is based in a hex."""
    side = s.side(piece)
    return "drop" in s.counter(piece).tags and any(
        s.side(p) == side and lands(s, p) for p in s.at(place)
    )
