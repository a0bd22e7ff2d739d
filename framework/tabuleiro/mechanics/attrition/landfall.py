"""Landfall: those who fought for a coast from the sea gain it, or are lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import Step, hex_ref, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.mechanics.afloat import afloat, afloat_mark, beachhead
from tabuleiro.mechanics.battle import Battle
from tabuleiro.mechanics.clauses import clause
from tabuleiro.mechanics.losses import eliminate
from tabuleiro.mechanics.objectives import take_path
from tabuleiro.mechanics.presence import troops
from tabuleiro.mechanics.stacking import full

if TYPE_CHECKING:
    from tabuleiro.engine import Change, Situation

__all__ = ["HELD", "Landfall", "come_in", "held_to_the_last"]

HELD = "held-to-the-last"
"""The mark of a hex whose last defender fell where it stood: nobody takes it in this phase."""


def held_to_the_last(s: Situation, place: str) -> bool:
    """Return whether the last defender of a hex fell there by a loss that its owner chose."""
    return s.place_marked(place, HELD)


class Landfall(Step, frozen=True):
    """A battle for a coast is over: those before it come ashore, or are destroyed."""

    battle: Battle

    def run(self, change: Change) -> None:
        """Bring them ashore."""
        change.finish()
        come_in(change, self.battle.attacker, self.battle.target)


def come_in(change: Change, side: str, place: str | None = None) -> None:
    """Put the pieces before a coast (or before any) ashore; those for whom it is closed are lost.

    It is closed as long as the enemy stands there, if it is full, and if its last defender held it.
    """
    for piece in afloat(change, side, place):
        hex = str(beachhead(change, piece))
        change.emit(ev.Marked(piece, remove=(afloat_mark(hex),)))
        enemies = troops(change, change.enemy(side))
        if hex in enemies or full(change, side, hex) or held_to_the_last(change, hex):
            eliminate(change, piece, clause(change, "failed-landing"))
            continue
        change.emit(ev.Moved(piece, hex, (hex,)))
        change.say(
            msg("{piece} lands in {hex}.", piece=piece_ref(piece), hex=hex_ref(hex)),
            clause(change, "assault-landing"),
        )
        take_path(change, piece, (hex,))
