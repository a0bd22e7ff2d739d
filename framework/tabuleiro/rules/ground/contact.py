"""Contact: reduced pieces remember that they stood next to an enemy in this turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import events as ev
from tabuleiro.rules.ground.zones import engaged, engaging_hexes
from tabuleiro.rules.parameters.ladder import RecoveryTerms

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tabuleiro.engine import Change, Situation

__all__ = ["CONTACT", "HURT", "matters", "note_all_contact", "note_contact", "note_passage"]

CONTACT = "contact"
"""The mark of reduced pieces that were next to an enemy at some moment of the turn."""
HURT = "hurt-this-turn"
"""The mark of pieces that took a loss in this turn."""


def note_contact(change: Change, piece: str) -> None:
    """Mark a piece that has just come to a hex, and the enemies next to it, if reduced."""
    if engaging_hexes(change, piece):
        _mark(change, piece)
        note_passage(change, change.side(piece), (change.place(piece),))


def note_passage(change: Change, side: str, places: Iterable[str]) -> None:
    """Mark the reduced enemies next to hexes that a piece of a side enters."""
    near = {h for place in places for h in change.board.grid.neighbours(place)}
    for place, enemies in change.occupied(change.enemy(side)).items():
        if place in near:
            for enemy in enemies:
                _mark(change, enemy)


def note_all_contact(change: Change) -> None:
    """Mark all reduced pieces that are next to an enemy."""
    for piece in _reduced(change):
        if engaged(change, piece):
            _mark(change, piece)


def _reduced(s: Situation) -> list[str]:
    grid = s.board.grid
    return [p for p, state in s.position.pieces.items() if state.losses and state.place in grid]


def matters(s: Situation) -> bool:
    """Return whether the game asks about contact and losses of a turn: who recovers by it."""
    return s.terms_if_any(RecoveryTerms) is not None


def _mark(change: Change, piece: str) -> None:
    state = change.piece(piece)
    if state.losses and CONTACT not in state.marks and matters(change):
        change.emit(ev.Marked(piece, (CONTACT,)))
