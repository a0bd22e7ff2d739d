"""Out of contact: who recovers, and the marks of reduced pieces that stood next to an enemy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tabuleiro.engine import events as ev
from tabuleiro.module.terms import Edge, Nation, Number, Side, Tag, Terms, Turn
from tabuleiro.rules.ground.zones import engaged, engaging_hexes
from tabuleiro.rules.recon.covered import come_upon

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tabuleiro.engine import Change, Situation

__all__ = [
    "CONTACT",
    "HURT",
    "RecoveryTerms",
    "in_contact",
    "matters",
    "note_all_contact",
    "note_contact",
    "note_passage",
]

CONTACT = "contact"
"""The mark of reduced pieces that were next to an enemy at some moment of the turn."""
HURT = "hurt-this-turn"
"""The mark of pieces that took a loss in this turn."""


class RecoveryTerms(Terms):
    """Who recovers losses; nobody if left out."""

    key = "recovery"

    sides: tuple[Side, ...]
    """Sides whose units recover."""
    nations: tuple[Nation, ...] | None = None
    """Nations whose units recover; all if left out."""
    per_turn: Mapping[Side, Number] = {}
    """How many of a side recover in one turn at most."""
    barred: Mapping[Side, tuple[Tag, ...]] = {}
    """Tags of units that never recover."""
    last_turn: Mapping[Side, Turn] = {}
    """The last turn in which a side's units recover."""
    line_to: Mapping[Side, tuple[Edge, ...]] = {}
    """Stretches of the border to one of which a line of hexes free of the enemy and its zones
    must lead."""


def note_contact(change: Change, piece: str) -> None:
    """Mark a piece that has just come to a hex, and the enemies next to it, if reduced."""
    if engaging_hexes(change, piece):
        _mark(change, piece)
        note_passage(change, piece, (change.place(piece),))


def note_passage(change: Change, piece: str, places: Iterable[str]) -> None:
    """Mark the reduced enemies next to hexes that a piece enters; their side sees who it is."""
    if not matters(change):
        return
    near = {h for place in places for h in change.board.grid.neighbours(place)}
    for place, enemies in change.opposed(change.side(piece)).items():
        if place not in near:
            continue
        marked = [enemy for enemy in enemies if _is_new(change, enemy)]
        for owner in dict.fromkeys(change.side(enemy) for enemy in marked):
            come_upon(change, owner, (piece,))
        for enemy in marked:
            _mark(change, enemy)


def note_all_contact(change: Change) -> None:
    """Mark all reduced pieces that are next to an enemy."""
    for piece in _reduced(change):
        if engaged(change, piece):
            _mark(change, piece)


def in_contact(s: Situation) -> dict[str, bool]:
    """Return the reduced pieces of a game that asks about contact, and who of them is in any."""
    return {p: engaged(s, p) for p in _reduced(s)} if matters(s) else {}


def _reduced(s: Situation) -> list[str]:
    grid = s.board.grid
    return [p for p, state in s.position.pieces.items() if state.losses and state.place in grid]


def matters(s: Situation) -> bool:
    """Return whether the game asks about contact and losses of a turn: who recovers by it."""
    return s.terms_if_any(RecoveryTerms) is not None


def _is_new(s: Situation, piece: str) -> bool:
    state = s.piece(piece)
    return bool(state.losses) and CONTACT not in state.marks and matters(s)


def _mark(change: Change, piece: str) -> None:
    if _is_new(change, piece):
        change.emit(ev.Marked(piece, (CONTACT,)))
