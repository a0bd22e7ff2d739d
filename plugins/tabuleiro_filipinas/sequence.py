"""The sequence of play: the phases of the module, each a row of moments (3.0)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tabuleiro.engine import Step, msg, side_ref
from tabuleiro.engine.messages import key_ref
from tabuleiro.hooks import hookimpl
from tabuleiro_filipinas.moments import MOMENTS, Moment, phasing, steps_at
from tabuleiro_filipinas.parameters import TERMS, WORDS

if TYPE_CHECKING:
    from tabuleiro.engine import Change, Situation
    from tabuleiro.module import Phase

__all__ = ["PhaseInProgress", "Sequence"]


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
    busy: bool = False
    """Whether anybody had anything to decide; this no other side is told."""

    def run(self, change: Change) -> None:
        """Begin the next moment, or end the phase."""
        if not self.moments:
            change.finish()
            self._end(change)
            return
        moment, *rest = self.moments
        steps = steps_at(change, moment, self.phasing)
        busy = self.busy or any(step.asked(change) is not None for step in steps)
        change.replace(replace(self, moments=tuple(rest), busy=busy))
        change.push(*steps)

    def _end(self, change: Change) -> None:
        phase = change.phase
        if not self.acting or phase is None:
            return
        side, name = side_ref(self.acting), key_ref(f"phase.{phase.id}")
        if not self.busy:
            passed = msg("{side} has nothing to decide: {phase} passes.", side=side, phase=name)
            change.say(passed, phase.rule or "", to=(self.acting,))
        change.say(msg("{side} ends: {phase}.", side=side, phase=name), phase.rule or "")

    def told(self, s: Situation, viewer: str) -> Step:
        """Keep to its side whether it had anything to decide."""
        return self if viewer == self.acting else replace(self, busy=False)


class Sequence:
    """A part: the weather, seven phases of each side, the end of the turn."""

    parameters = TERMS
    """What the rules of the game read: all of it, so that a module is checked as a whole."""
    words = WORDS
    sides = 2

    @hookimpl
    def phase_steps(self, s: Situation, phase: Phase) -> list[Step] | None:
        moments = MOMENTS.get(phase.kind)
        if moments is None:
            return None
        return [PhaseInProgress(moments, phase.side or "", phasing(s, phase))]
