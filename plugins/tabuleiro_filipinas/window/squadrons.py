"""Squadrons as the boards count them: who has not flown yet, and whom a target is in range of.

The rules say who may really fly; these are numbers beside targets and phases, and must be quick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro_filipinas.air_errands import suits
from tabuleiro_filipinas.air_missions import SHIP
from tabuleiro_filipinas.aircraft import FLOWN, TRANSFERRED, aircraft, fights, in_range
from tabuleiro_filipinas.parameters.air import AirTerms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tabuleiro.seats import Sight

__all__ = ["at_hand", "in_reach"]


def at_hand(s: Sight, side: str) -> list[str]:
    """Return the aircraft of a side that have not flown nor changed base in this turn of a side."""
    done = {FLOWN, TRANSFERRED}
    return [p for p in aircraft(s, side) if not done.intersection(s.piece(p).marks)]


def in_reach(s: Sight, side: str, errand: str, place: str) -> tuple[Sequence[str], Sequence[str]]:
    """Return the aircraft at hand that could do what an errand is for, and fighters beside them."""
    kamikaze = s.terms(AirTerms).kamikaze
    times = kamikaze.range if errand == SHIP and side == kamikaze.side else 1
    near = [p for p in at_hand(s, side) if in_range(s, p, place, times)]
    able = [p for p in near if suits(s, p, errand)]
    return able, [p for p in near if fights(s, p) and in_range(s, p, place)]
