"""Supply by air: what flights bring, and what they take along (6.4, 10.3-6, 10.3-9).

A flight to a field feeds whoever has a line to it; one to any other hex, who stands there. It
counts from the moment when it is ordered, and after the air combats only if it got through.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.hooks import hookimpl
from tabuleiro_filipinas.air_bases import is_damaged, serves
from tabuleiro_filipinas.air_lift import brought, lands, points_of_flight, supply_flights
from tabuleiro_filipinas.supply import Need, Source

if TYPE_CHECKING:
    from tabuleiro.engine import Situation
    from tabuleiro_filipinas.air_missions import Sortie

__all__ = ["AirSupply"]


def _feeding(s: Situation, side: str) -> tuple[Sortie, ...]:
    """Return the flights that feed somebody now: all that were ordered, then who got through."""
    over = s.phase is not None and s.phase.kind == "combat"
    return brought(s, side) if over else supply_flights(s, side)


class AirSupply:
    """A part: flights feed units, and carry what their bases must have received."""

    @hookimpl
    def supply_sources(self, s: Situation, side: str) -> list[Source]:
        found = []
        for order in _feeding(s, side):
            field = serves(s, side, order.hex) and not is_damaged(s, order.hex)
            landed = field and not order.night and lands(s, order.piece)
            hexes = (order.hex,) if field else ()
            points = points_of_flight(s)
            found.append(Source(order.piece, hexes, points, landed=landed, dropped=order.hex))
        return found

    @hookimpl
    def supply_needs(self, s: Situation, side: str) -> list[Need]:
        return [
            Need(f"freight of {order.piece}", s.place(order.piece), points_of_flight(s), first=True)
            for order in supply_flights(s, side)
            if s.place(order.piece) in s.board.grid
        ]
