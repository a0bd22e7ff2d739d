"""Scoring: lines of points, objectives, the final eliminations and the outcome."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import DEAD, Step, hex_ref, msg
from tabuleiro.engine import events as ev
from tabuleiro.engine.position import Outcome
from tabuleiro.hooks import hookimpl
from tabuleiro.module.terms import Count, Side, Terms
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat.losses import TakeLoss
from tabuleiro.rules.victory.objectives_each_turn import steps_each_turn, turn_lines
from tabuleiro.rules.victory.score_line import ScoreLine

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Change, Situation

__all__ = [
    "FinalEliminationTerms",
    "FinalEliminations",
    "MostPointsWin",
    "ScoreLine",
    "dead",
    "destroyed",
    "final_losses",
    "objective_lines",
    "outcome",
    "score",
]

_TALLY = "destroyed"


class ScoreTerms(Terms):
    """Points besides those of the scenario's objectives: a plugin says for what."""

    key = "scoring"
    required = True


class FinalEliminationTerms(Terms):
    """Reduced units that are eliminated before the count; none if left out."""

    key = "final_elimination"

    sides: tuple[Side, ...]
    """Sides whose units are."""
    one_in: Count
    """One in so many, rounded down."""


def score(s: Situation) -> tuple[ScoreLine, ...]:
    """Return all lines of the score if the match ended now."""
    return tuple(s.rules.score(s=s))


def objective_lines(s: Situation) -> Iterator[ScoreLine]:
    """Yield a line for each objective, for the side in whose power it is.

    Those that count every turn are counted then (`objectives_each_turn`).
    """
    for goal in s.scenario.objectives:
        if goal.when != "end":
            continue
        owner = s.position.control.get(goal.hex)
        if s.options.get("occupation") == "present" and s.holder(goal.hex) != owner:
            continue
        if owner is not None and owner in goal.points:
            label = msg("objective {hex}", hex=hex_ref(goal.hex))
            yield ScoreLine(owner, goal.points[owner], label, goal.rule or "")


def outcome(s: Situation) -> Outcome:
    """Return the points of each side and the winner; equal points are a draw.

    Sides of a team add up their points, and win together: the one with most of them is named first.
    Clause: most-points.
    """
    points = dict.fromkeys(s.module.sides, 0)
    for line in score(s):
        points[line.side] += line.points
    teams = {frozenset(s.friends(side)) for side in s.module.played_sides}
    totals = {team: sum(points[side] for side in team) for team in teams}
    best = max(totals.values())
    leaders = [team for team, total in totals.items() if total == best]
    if len(leaders) > 1:
        return Outcome(None, points)
    won = sorted(leaders[0], key=lambda side: (-points[side], [*points].index(side)))
    return Outcome(won[0], points, tuple(won[1:]))


def dead(s: Situation, side: str) -> list[str]:
    """Return the pieces of a side that were eliminated."""
    return [piece for piece in s.at(DEAD) if s.side(piece) == side]


def destroyed(s: Situation, side: str) -> int:
    """Return how many pieces of a side count as destroyed.

    With the option ``final-losses: do-not-count`` those of the final eliminations do not.
    """
    tally = s.position.facts.get(_TALLY, {})
    return int(tally.get(side, len(dead(s, side))))


class Tally(Step, frozen=True):
    """Note how many pieces were destroyed before the final eliminations."""

    def run(self, change: Change) -> None:
        """Count them."""
        change.finish()
        counts = {side: len(dead(change, side)) for side in change.module.sides}
        change.emit(ev.FactSet(_TALLY, counts))


def final_losses(s: Situation) -> list[Step]:
    """Return the steps that eliminate a part of the reduced pieces at the end of the match."""
    part = s.terms_if_any(FinalEliminationTerms)
    if part is None:
        return []
    steps: list[Step] = []
    if s.options.get("final-losses") == "do-not-count":
        steps.append(Tally())
    for side in part.sides:
        reduced = tuple(
            piece for pieces in s.occupied(side).values() for piece in pieces
            if s.piece(piece).losses
        )  # fmt: skip
        times = len(reduced) // part.one_in
        if times:
            rule = clause(s, "final-elimination")
            steps.append(TakeLoss(side, reduced, rule, kill=True, times=times))
    return steps


class MostPointsWin:
    """A part: points for objectives, each turn or at the end; who has most points wins."""

    @hookimpl
    def turn_end_steps(self, s: Situation) -> list[Step]:
        return steps_each_turn(s)

    @hookimpl
    def outcome(self, s: Situation) -> Outcome:
        return outcome(s)

    @hookimpl
    def score(self, s: Situation) -> list[ScoreLine]:
        return [*objective_lines(s), *turn_lines(s)]


class FinalEliminations:
    """A part: of the reduced pieces some are eliminated before the points are counted."""

    @hookimpl
    def match_end_steps(self, s: Situation) -> list[Step]:
        return final_losses(s)
