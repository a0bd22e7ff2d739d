"""Searches: before anything strikes, forces that nobody has found are looked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.rules.ground.movement_phase import EndPhase
from tabuleiro_filipinas.aircraft import embarked
from tabuleiro_filipinas.searching_at_sea import SearchAtSea, sought

if TYPE_CHECKING:
    from tabuleiro.engine import Action, Situation
    from tabuleiro.engine.seat import Imagined

__all__ = ["search_next"]


def search_next(game: Imagined, s: Situation, side: str) -> Action:
    """Return the next search: where most forces may be, by whom nobody else needs."""
    places = sought(s, side)
    able = [a for a in game.legal() if isinstance(a, SearchAtSea) and a.hex in places]

    def order(action: SearchAtSea) -> tuple[int, bool, int, str]:
        flies_from_deck = embarked(s, action.piece)
        return (-len(places[action.hex]), flies_from_deck, s.value(action.piece, "range"),
                f"{action.hex} {action.piece}")  # fmt: skip

    return min(able, key=order, default=None) or EndPhase()
