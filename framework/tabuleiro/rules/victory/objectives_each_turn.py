"""Objectives that count at the end of every turn: ``when: each-turn`` in the scenario."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.engine import Step, hex_ref, msg
from tabuleiro.engine import events as ev
from tabuleiro.rules.victory.score_line import ScoreLine

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Change, Situation

__all__ = ["CountTurn", "steps_each_turn", "turn_lines"]

_FACT: Final = "turn-points"
_EACH_TURN: Final = "each-turn"


class CountTurn(Step, frozen=True):
    """A turn ends: whoever holds an objective that counts every turn gets its points."""

    def run(self, change: Change) -> None:
        """Add them to those of the turns before."""
        change.finish()
        told = {place: dict(sides) for place, sides in change.position.facts.get(_FACT, {}).items()}
        for goal in change.scenario.objectives:
            owner = change.position.control.get(goal.hex)
            if goal.when != _EACH_TURN or owner is None or owner not in goal.points:
                continue
            sides = told.setdefault(goal.place, {})
            sides[owner] = sides.get(owner, 0) + goal.points[owner]
        if told:
            change.emit(ev.FactSet(_FACT, told))


def turn_lines(s: Situation) -> Iterator[ScoreLine]:
    """Yield what each side has got so far for each objective that counts every turn."""
    told = s.position.facts.get(_FACT, {})
    for goal in s.scenario.objectives:
        for side, points in told.get(goal.place, {}).items() if goal.when == _EACH_TURN else ():
            label = msg("{place}, turn by turn", place=hex_ref(goal.hex))
            yield ScoreLine(side, points, label, goal.rule or "")


def steps_each_turn(s: Situation) -> list[Step]:
    """Return what counts them as a turn ends: nothing in a scenario without such objectives."""
    return [CountTurn()] if any(g.when == _EACH_TURN for g in s.scenario.objectives) else []
