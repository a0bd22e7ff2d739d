"""Arrivals by the edge: reinforcements march in when their turn has come; others come back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.engine import OFF
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.arrivals import off_map, withdrawals
from tabuleiro.rules.sea.afloat import all_afloat

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.engine import Situation

__all__ = ["ArrivalsByEdge"]


class ArrivalsByEdge:
    """A part: reinforcements whose turn has come, and pieces that come back. Clause: entry."""

    @hookimpl
    def arrivals(self, s: Situation, side: str) -> Mapping[str, Any]:
        pieces = s.position.pieces
        due = s.cache_by_basis(("due", side), s.turn, lambda: _due(s, side))
        waiting = s.cache_by_basis(
            ("waiting", side), (due, s.at(OFF)),
            lambda: [(piece, arrival) for piece, arrival in due if pieces[piece].place == OFF],
        )  # fmt: skip
        afloat = all_afloat(s)
        coming = {p: arrival for p, arrival in waiting if p not in afloat}
        return {**coming, **off_map.returning(s, side), **withdrawals.coming_back(s, side)}

    @hookimpl
    def entry_hexes(self, s: Situation, piece: str, arrival: Any) -> Mapping[str, int] | None:
        """Pieces that retreated off the board come back near by."""
        return off_map.return_hexes(s, piece, arrival)


def _due(s: Situation, side: str) -> tuple[tuple[str, Any], ...]:
    """Return the reinforcements of a side whose turn has come, arrived or not, by piece."""
    return tuple(
        (piece, arrival)
        for arrival in s.scenario.reinforcements
        if arrival.side == side and arrival.turn <= s.turn
        for piece in arrival.units
    )
