"""The sequence of play: the step at the bottom of every agenda."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from tabuleiro.engine import events as ev
from tabuleiro.engine.inside import arrive_inside
from tabuleiro.engine.messages import key_ref, msg
from tabuleiro.engine.steps import Step

if TYPE_CHECKING:
    from tabuleiro.engine.change import Change
    from tabuleiro.engine.situation import Situation
    from tabuleiro.module import Phase

__all__ = ["Match", "steps_of"]


Stage: TypeAlias = Literal["setup", "again", "phase", "turn-end", "match-end"]


class Match(Step, frozen=True):
    """A whole match: set-up, then the phases of the module turn by turn, then the end.

    ``stage`` is what comes next: ``setup``, ``phase``, ``turn-end`` or ``match-end``; in a match
    that begins in the middle ``again``: the phase in which it stands.
    """

    stage: Stage = "setup"

    def run(self, change: Change) -> None:
        """Push the steps of the next stage."""
        getattr(self, "_" + self.stage.replace("-", "_"))(change)

    def _setup(self, change: Change) -> None:
        change.replace(Match("phase"))
        change.push(*change.rules.setup_steps(s=change))

    def _again(self, change: Change) -> None:
        change.replace(Match("phase"))
        change.push(*steps_of(change, change.module.sequence[change.position.phase]))

    def _phase(self, change: Change) -> None:
        number = change.position.phase + 1
        if number == len(change.module.sequence):
            change.replace(Match("turn-end"))
            change.push(*change.rules.turn_end_steps(s=change))
            return
        _begin(change, change.position.turn, number)

    def _turn_end(self, change: Change) -> None:
        turn = change.position.turn
        if turn >= change.scenario.last_turn:
            change.replace(Match("match-end"))
            change.push(*change.rules.match_end_steps(s=change))
            return
        change.replace(Match("phase"))
        _begin(change, turn + 1, 0)

    def _match_end(self, change: Change) -> None:
        outcome = change.rules.outcome(s=change)
        change.emit(ev.Ended(outcome))


def steps_of(s: Situation, phase: Phase) -> list[Step]:
    """Return the steps of a phase, with those that parts put before and after them."""
    rules = s.rules
    steps = rules.phase_steps(s=s, phase=phase) or []
    before, after = rules.steps_before(s=s, phase=phase), rules.steps_after(s=s, phase=phase)
    return [*before, *steps, *after]


def _begin(change: Change, turn: int, number: int) -> None:
    new_turn = number == 0
    change.emit(ev.PhaseSet(turn, number))
    phase = change.module.sequence[number]
    change.say(
        msg("Turn {turn}: {phase}", turn=turn, phase=key_ref(f"phase.{phase.id}")),
        phase.rule or "",
        phase=phase.id,
        turn=turn,
    )
    if new_turn:
        arrive_inside(change)
    steps = steps_of(change, phase)
    if new_turn:
        steps = [*change.rules.turn_start_steps(s=change), *steps]
    change.push(*steps)
