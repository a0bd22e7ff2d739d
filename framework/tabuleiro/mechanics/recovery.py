"""Recovery: reduced pieces that kept out of contact for a turn are turned up again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import Step, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.mechanics.clauses import clause
from tabuleiro.mechanics.contact import CONTACT, HURT, note_all_contact
from tabuleiro.mechanics.zones import engaged

if TYPE_CHECKING:
    from tabuleiro.engine import Change, Situation

__all__ = ["Recovery", "TurnStart", "rested"]


class TurnStart(Step, frozen=True):
    """A turn begins: the contact of the last one is forgotten, that of now is noted."""

    def run(self, change: Change) -> None:
        """Clear and note."""
        change.finish()
        change.emit(ev.Cleared((CONTACT, HURT), spent=False))
        note_all_contact(change)


class Recovery(Step, frozen=True):
    """A turn ends: pieces that recover are turned up."""

    def run(self, change: Change) -> None:
        """Turn them up."""
        change.finish()
        reduced = [p for p, state in change.position.pieces.items() if state.losses]
        for piece in reduced:
            if change.on_map(piece) and change.rules.recovers(s=change, piece=piece):
                change.emit(ev.Lost(piece, 0))
                change.say(
                    msg("{piece} recovers.", piece=piece_ref(piece)), clause(change, "recovery")
                )


def rested(s: Situation, piece: str) -> bool:
    """Return whether a piece neither took a loss nor was next to an enemy in this turn."""
    marks = s.piece(piece).marks
    return CONTACT not in marks and HURT not in marks and not engaged(s, piece)
