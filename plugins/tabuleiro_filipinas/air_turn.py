"""When aircraft may fly again: what is forgotten as a time of launching begins (6.1-21).

A side launches in its own phase 4 (as an answer), in its phases 5 and 6 together, in the enemy's
phase 4 and in his phase 6.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import Step
from tabuleiro.engine import events as ev
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.ground.land_units import AIR, arm
from tabuleiro_filipinas.air_missions import forget_missions, sorties
from tabuleiro_filipinas.aircraft import FLOWN, SCOUT, SORTIED, TRANSFERRED
from tabuleiro_filipinas.base_damaged_in_flight import homeless
from tabuleiro_filipinas.moments import Moment

if TYPE_CHECKING:
    from collections.abc import Iterator

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


def _flown_for_nothing(s: Situation) -> Iterator[str]:
    """Yield who is marked as flown and cannot have: no aircraft, or nothing that its side sent off.

    Scouts look around at once, and are home again; who fled at sea is marked until all are home.
    """
    phase, flying = s.phase, sorties(s)
    sends = phase is not None and phase.kind == "movement"
    sends = sends and not any(isinstance(step, AircraftHome) for step in s.position.agenda)
    for piece, state in s.position.pieces.items():
        if FLOWN not in state.marks or not s.alive(piece):
            continue
        sent = piece in flying or SCOUT in s.counter(piece).tags
        own = phase is not None and s.side(piece) == phase.side
        if arm(s, piece) != AIR or (sends and own and not sent):
            yield piece


class AirTurn:
    """A part: when aircraft are home."""

    @hookimpl
    def invariants(self, s: Situation) -> list[str]:
        """Who is marked as flown is who flies, and has flown."""
        unmarked = (piece for piece in sorties(s) if not s.marked(piece, FLOWN))
        return [
            *(f"{piece} flies and has not flown" for piece in unmarked),
            *(f"{piece} has flown, and nobody knows what" for piece in _flown_for_nothing(s)),
        ]

    @hookimpl
    def steps_at(self, s: Situation, moment: Moment, side: str) -> list[Step]:
        if moment is Moment.HALF_TURN:
            return [AircraftHome(side, begins=True)]
        if moment is Moment.REPLACEMENTS:
            return [AircraftHome(side, keeps=True)]
        if moment is Moment.HALF_TURN_ENDS:
            return [AircraftHome(side)]
        return []
