"""A phase of our own, in which units come back from the rear, or are sent there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import Action, Decision, ListedStep, msg
from tabuleiro.engine import events as ev
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.ground.movement_phase import EndPhase
from tabuleiro.rules.ground.moving import move_piece
from tabuleiro.rules.ground.stacking import limit
from tabuleiro_charge.rout import DISORDER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Change, Situation

__all__ = ["Rallying"]


class Rally(Action, frozen=True):
    """Bring a unit back from the rear."""

    piece: str
    to: str


class FallBack(Action, frozen=True):
    """Send a unit in disorder to the rear."""

    piece: str
    box: str


class Rallying(ListedStep, frozen=True, tag="charge-rally"):
    """The side brings units back, and sends others to the rear."""

    side: str

    def choices(self, s: Situation) -> Iterator[Action]:
        """Yield who may come back where, and who may fall back."""
        rear = f"{self.side}-rear"
        camp = s.board.regions[f"{self.side}-camp"].hexes
        for piece in s.at(rear):
            room = (hex for hex in sorted(camp) if len(s.at(hex)) < limit(s, self.side, hex))
            yield from (Rally(piece, hex) for hex in room if hex not in s.opposed(self.side))
        for pieces in s.occupied(self.side).values():
            yield from (FallBack(p, rear) for p in pieces if s.marked(p, DISORDER))
        yield EndPhase()

    def decision(self, s: Situation) -> Decision | None:
        """Ask who rallies; if nobody can, the phase is over."""
        if next(iter(self.choices(s))) == EndPhase():
            return None
        rule, kinds = clause(s, "rally"), ("rally", "fall-back", "end-phase")
        return Decision(self.side, msg("Rally your units."), rule, actions=kinds)

    def run(self, change: Change) -> None:
        """End: that brings all others into order."""
        change.emit(ev.Cleared((DISORDER,), spent=False))
        change.finish()

    def act(self, change: Change, action: Action) -> None:
        """Move the unit, or end the phase."""
        if isinstance(action, EndPhase):
            self.run(change)
            return
        assert isinstance(action, Rally | FallBack)  # noqa: S101 - it is listed
        move_piece(change, action.piece, action.to if isinstance(action, Rally) else action.box)
        change.emit(ev.Marked(action.piece, remove=(DISORDER,)))
