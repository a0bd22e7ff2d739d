"""Leaving the sea: idle ships after the land movement, all ships at the end of the turn (3.0-11).

Who is still aboard goes along: land units to a box of their side (7.2-5), ferried groups back to
theirs (7.2.1-5). Submarines stay.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import (
    Action,
    AskingStep,
    Decision,
    PickingStep,
    Question,
    Step,
    Verdict,
    msg,
    piece_ref,
)
from tabuleiro.engine import events as ev
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.ground.land_units import AIR, arm, holds_ground
from tabuleiro.rules.ground.movement_phase import EndPhase
from tabuleiro_filipinas.cargo import forget_cargo, home_box, note_passage, used
from tabuleiro_filipinas.forces import force_of, forces
from tabuleiro_filipinas.moments import Moment
from tabuleiro_filipinas.own_business import OwnBusiness
from tabuleiro_filipinas.parameters.course import ForceTerms
from tabuleiro_filipinas.sea_hooks import sea
from tabuleiro_filipinas.ship_losses import dissolve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Change, Situation
    from tabuleiro.engine.glance import Glance

__all__ = ["LeaveSea", "LeavingSea", "ShipsHome", "ShipsLeave", "leave_sea"]

FERRY = "ferry"
"""The tag of groups that carriers only ferry: they never stay aboard (7.2.1)."""


def leave_sea(change: Change, ship: str) -> None:
    """Take a ship off the board, with all that is aboard."""
    side, force = change.side(ship), force_of(change, ship)
    for piece in change.inside(ship):
        if holds_ground(change, piece):
            box = home_box(change, piece)
            change.emit(ev.Moved(piece, box))
            note_passage(change, piece, None)
        elif arm(change, piece) == AIR and FERRY in change.counter(piece).tags:
            change.emit(ev.Moved(piece, home_box(change, piece)))
    change.emit(ev.Moved(ship, change.terms(ForceTerms).pools[side]))
    if force is not None and not change.inside(force):
        dissolve(change, force)


class LeaveSea(Action, frozen=True):
    """Take a ship off the board that neither fed nor landed anybody."""

    piece: str

    def told(self, glance: Glance) -> Action | None:
        """Which ship it is knows who has seen it."""
        return glance.renamed(self) if glance.knows(self.piece) else None


class ShipsLeave(OwnBusiness, PickingStep, AskingStep, frozen=True):
    """A side takes ships off that it needs no more; it need not."""

    always = (EndPhase(),)
    pick = LeaveSea
    side: str

    def question(self, s: Situation) -> Question | None:
        """Ask which."""
        if next(self.pickable(s), None) is None:
            return None
        words = msg("Take ships off the board that are not needed any more.")
        known = Decision(self.side, words, clause(s, "ships-leave"),
                         actions=("leave-sea", "end-phase"), secret=True)  # fmt: skip
        return Question(known, pieces=lambda: self.pickable(s))

    def pickable(self, s: Situation) -> Iterator[str]:
        """Yield the ships that are not needed."""
        for force in forces(s, self.side):
            yield from (ship for ship in s.inside(force) if not _busy(s, ship))

    def run(self, change: Change) -> None:
        """No ship is idle."""
        change.finish()

    def not_picked(self, s: Situation, piece: str) -> Verdict:
        """Say that this ship is needed."""
        message = msg("{piece} must stay at sea until the end of the turn.", piece=piece_ref(piece))
        return Verdict.no(message, rule=clause(s, "ships-leave"))

    def act(self, change: Change, action: Action) -> None:
        """Leave, or end."""
        if isinstance(action, LeaveSea):
            leave_sea(change, action.piece)
        else:
            change.finish()


def _busy(s: Situation, ship: str) -> bool:
    """Return whether a ship fed or landed anybody, or is needed for what was announced."""
    return bool(used(s, ship)) or bool(sea(s).stays_at_sea(s=s, ship=ship))


class ShipsHome(Step, frozen=True):
    """The turn ends: all forces of both sides leave the board (3.0-17, 7.1.2, 7.5-3)."""

    def run(self, change: Change) -> None:
        """Take them off."""
        change.finish()
        for side in change.module.sides:
            for force in forces(change, side):
                for ship in change.inside(force):
                    leave_sea(change, ship)
            forget_cargo(change, side)


class LeavingSea:
    """A part: when ships leave the board."""

    @hookimpl
    def steps_at(self, s: Situation, moment: Moment, side: str) -> list[Step]:
        if moment is Moment.SHIPS_OFF:
            return [ShipsHome()]
        # Of the side that moves last all ships leave a moment later in any case (3.0-17).
        first = next(iter(s.module.sides))
        return [ShipsLeave(side)] if moment is Moment.SHIPS_LEAVE and side == first else []
