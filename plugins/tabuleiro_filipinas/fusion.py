"""Fusion: two reduced air or naval units of a kind become one that is whole (8.0-7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.engine import DEAD, Action, Objection, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.ground.land_units import AIR, LAND, arm
from tabuleiro_filipinas.displaced_places import displaced
from tabuleiro_filipinas.parameters.sea import ReplacementTerms

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Change, Situation
    from tabuleiro.engine.glance import Glance

__all__ = ["FUSED", "FuseUnits", "partners"]

FUSED: Final = "fused"
"""The mark of a piece that gave its men and machines to another: it counts as lost by nobody."""


class FuseUnits(Action, frozen=True):
    """Make a reduced unit whole with what is left of another one, which goes out of play."""

    piece: str
    other: str

    def told(self, glance: Glance) -> Action | None:
        """It is told to those who see the losses of both."""
        seen = glance.sees_state(self.piece) and glance.sees_state(self.other)
        return self if seen else None

    def objections(self, s: Situation) -> Iterator[Objection]:
        """Yield why the two cannot be made one."""
        if self.other not in partners(s, self.piece):
            known = self.other in s.position.pieces
            words = {"piece": piece_ref(self.piece)}
            message = (
                msg("{piece} and {other} cannot be made one.", other=piece_ref(self.other), **words)
                if known
                else msg("{piece} has nobody to be made one with.", **words)
            )
            yield object_to(s, message, "fusion", "form", pieces=(self.piece,))

    def carry_out(self, change: Change) -> None:
        """Turn one up; the other goes out of play, and may be rebuilt like a destroyed one."""
        change.emit(ev.Lost(self.piece, change.piece(self.piece).losses - 1))
        here = change.place(self.other)
        change.emit(ev.Moved(self.other, DEAD))
        field = here in change.board.grid or displaced(change, here)  # decks are secret, boxes too
        base = (f"fell-{here}",) if arm(change, self.other) == AIR and field else ()
        change.emit(ev.Marked(self.other, (FUSED, *base)))
        message = msg("{piece} takes over what is left of {other}.",
                      piece=piece_ref(self.piece), other=piece_ref(self.other))  # fmt: skip
        change.say(message, clause(change, "fusion"), state=(self.piece, self.other))


def partners(s: Situation, piece: str) -> tuple[str, ...]:
    """Return the reduced units with which one could be made one: of its type, in its place.

    Air units must fly the same aircraft, and ships be in port.
    """
    if piece not in s.position.pieces or arm(s, piece) == LAND or not s.piece(piece).losses:
        return ()
    never, counter = s.terms(ReplacementTerms).never, s.counter(piece)
    return tuple(
        other for other in s.at(s.place(piece))
        if other != piece and s.piece(other).losses
        and s.counter(other).type == counter.type and s.counter(other).model == counter.model
        and not {piece, other} & {*never}
    )  # fmt: skip
