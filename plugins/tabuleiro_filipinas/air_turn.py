"""When aircraft may fly again: what is forgotten as a time of launching begins (6.1-21).

A side launches in its own phase 4 (as an answer), in its phases 5 and 6 together, in the enemy's
phase 4 and in his phase 6.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import Step
from tabuleiro.engine import events as ev
from tabuleiro.hooks import hookimpl
from tabuleiro_filipinas.air_missions import forget_missions
from tabuleiro_filipinas.aircraft import FLOWN, SORTIED, TRANSFERRED
from tabuleiro_filipinas.aircraft_without_field import homeless
from tabuleiro_filipinas.moments import Moment

if TYPE_CHECKING:
    from tabuleiro.engine import Change, Situation

__all__ = ["AirTurn", "AircraftHome"]


class AircraftHome(Step, frozen=True):
    """All aircraft are home; who flew may fly again when its side launches next."""

    side: str
    begins: bool = False
    """Whether the turn of the side begins: then what it did in its last one is forgotten."""
    keeps: bool = False
    """Whether the side's own aircraft that flew change no base in what is left of its turn."""

    def run(self, change: Change) -> None:
        """Forget missions, and take the marks off."""
        change.finish()
        down = homeless(change)
        forget_missions(change)
        if self.keeps:
            flown = (p for p in change.position.pieces if change.marked(p, FLOWN))
            for piece in sorted(flown):
                if change.side(piece) == self.side:
                    change.emit(ev.Marked(piece, (SORTIED,)))
        # Whether any piece bears one is not looked at: of those below others nobody is told.
        marks = (FLOWN, SORTIED, TRANSFERRED) if self.begins else (FLOWN,)
        change.emit(ev.Cleared(marks, spent=False))
        change.push(*down)


class AirTurn:
    """A part: when aircraft are home."""

    @hookimpl
    def steps_at(self, s: Situation, moment: Moment, side: str) -> list[Step]:
        if moment is Moment.HALF_TURN:
            return [AircraftHome(side, begins=True)]
        if moment is Moment.REPLACEMENTS:
            return [AircraftHome(side, keeps=True)]
        if moment is Moment.HALF_TURN_ENDS:
            return [AircraftHome(side)]
        return []
