"""Aircraft whose field was damaged while they flew: where they come down (6.6.2-9).

They may stay on the damaged field, from which nobody flies; by the option ``homeless-aircraft``
each goes to the nearest other base in its range, and who finds none is destroyed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import events as ev
from tabuleiro.module.places import holder_in
from tabuleiro_filipinas.air_bases import is_damaged
from tabuleiro_filipinas.air_missions import sorties
from tabuleiro_filipinas.air_transfers import FleeBase, refuges
from tabuleiro_filipinas.aircraft import FLOWN

if TYPE_CHECKING:
    from tabuleiro.engine import Action, Change, Situation

__all__ = ["ComeDownElsewhere", "homeless"]

_OPTION, _LOST = "homeless-aircraft", "destroyed"


def homeless(s: Situation) -> tuple[ComeDownElsewhere, ...]:
    """Return how those come down who are in the air, and whose field was damaged meanwhile."""
    if s.option(_OPTION) != _LOST:
        return ()
    found: dict[str, list[str]] = {}
    for piece in sorted(sorties(s)):
        if s.alive(piece) and is_damaged(s, s.place(piece)):
            found.setdefault(s.place(piece), []).append(piece)
    return tuple(
        ComeDownElsewhere(s.side(pieces[0]), place, tuple(pieces))
        for place, pieces in sorted(found.items())
    )


class ComeDownElsewhere(FleeBase, frozen=True):
    """Aircraft come down on the nearest other base in their range, or are destroyed."""

    def ways(self, s: Situation) -> dict[str, tuple[str, ...]]:
        """Return the aircraft, each with the nearest of its refuges."""
        return s.cache_here(
            ("coming-down", self),
            lambda: {p: _nearest(s, p, self.origin) for p in self.pieces if s.alive(p)},
        )

    def act(self, change: Change, action: Action) -> None:
        """Let it land; it flew already, and flies again when its side launches next."""
        super().act(change, action)
        change.emit(ev.Marked(action.piece, remove=(FLOWN,)))  # type: ignore[attr-defined]
        left = tuple(p for p in self.pieces if p != action.piece)  # type: ignore[attr-defined]
        change.replace(ComeDownElsewhere(self.side, self.origin, left))


def _nearest(s: Situation, piece: str, origin: str) -> tuple[str, ...]:
    far = {place: _far(s, origin, place) for place in refuges(s, piece, origin)}
    return tuple(place for place in far if far[place] == min(far.values()))


def _far(s: Situation, origin: str, place: str) -> int:
    ship = holder_in(place)
    distance = s.board.distance(origin, place if ship is None else s.whereabouts(ship))
    return len(s.board.grid.hexes) if distance is None else distance
