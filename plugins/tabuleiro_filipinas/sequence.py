"""The sequence of play: the phases of the module, each a row of moments (3.0)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tabuleiro.engine import Step, msg
from tabuleiro.engine import events as ev
from tabuleiro.engine.messages import key_ref
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.sequence.pools import FillPools
from tabuleiro_filipinas.moments import MOMENTS, Moment, phasing, steps_at
from tabuleiro_filipinas.parameters import TERMS, WORDS
from tabuleiro_filipinas.short_scenarios import is_before_opening

if TYPE_CHECKING:
    from tabuleiro.engine import Change, Situation
    from tabuleiro.module import Phase

__all__ = ["PhaseInProgress", "Points", "Sequence"]


class PhaseInProgress(Step, frozen=True):
    """A phase: its moments one after the other, then one row that ends it.

    That row is the same whatever was done, so that it tells nothing of whether anything could be.
    """

    moments: tuple[Moment, ...]
    """What is still to come."""
    acting: str = ""
    """The side whose phase it is: O in phases 3, 4 and 6."""
    phasing: str = ""
    """The side whose turn it is."""

    def told(self, s: Situation, viewer: str) -> Step:
        """How far it is shows by what is done in it; while all that is secret, so is this."""
        agenda = s.position.agenda
        above = agenda[agenda.index(self) + 1 :]
        if not above or any(step.told(s, viewer) is not None for step in above):
            return self
        return replace(self, moments=())

    def run(self, change: Change) -> None:
        """Begin the next moment that somebody fills, or end the phase."""
        for n, moment in enumerate(self.moments, start=1):
            steps = steps_at(change, moment, self.phasing)
            if steps:
                change.replace(replace(self, moments=self.moments[n:]))
                change.push(*steps)
                return
        change.finish()
        self._end(change)

    def _end(self, change: Change) -> None:
        phase = change.phase
        if not self.acting or phase is None:
            return
        name = key_ref(f"phase.{phase.id}")
        if any(isinstance(event, ev.PhaseSet) for event in change.events):  # nobody was asked
            passed = msg("{phase} passes: there is nothing to decide.", phase=name)
            change.say(passed, phase.rule or "", to=(self.acting,))
        change.say(msg("{phase} is over.", phase=name), phase.rule or "")


class Sequence:
    """A part: the weather, seven phases of each side, the end of the turn."""

    parameters = TERMS
    """What the rules of the game read: all of it, so that a module is checked as a whole."""
    words = WORDS
    sides = 2

    @hookimpl
    def phase_steps(self, s: Situation, phase: Phase) -> list[Step] | None:
        moments = MOMENTS.get(phase.kind)
        if moments is None or is_before_opening(s, phase):
            return None
        return [PhaseInProgress(moments, phase.side or "", phasing(s, phase))]


class Points:
    """A part: the replacement points of the turn come before anything else in it (3.0-1)."""

    @hookimpl
    def steps_at(self, moment: Moment) -> list[Step]:
        return [FillPools()] if moment is Moment.POINTS else []
