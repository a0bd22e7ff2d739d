"""The open phase: a side marches, and does what other parts offer as special moves (4.0)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.board import StepCosts
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.ground.land_units import holds_ground
from tabuleiro.rules.ground.movement_phase import MovementPhase
from tabuleiro.rules.ground.movement_points import (
    BreakContactTerms,
    MovementChange,
    Profile,
    step_costs,
)
from tabuleiro.rules.ground.stacking import StackingTerms
from tabuleiro_filipinas.moments import Moment
from tabuleiro_filipinas.parameters.ground import MinimumMoveTerms, RegionStackingTerms

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.engine import Situation, Step

__all__ = ["Marching", "OneHexAtLeast", "Stacking"]


class Marching:
    """A part: land units march by their printed value in phase 5 (3.0-8); others do not march."""

    @hookimpl
    def steps_at(self, moment: Moment, side: str) -> list[Step]:
        return [MovementPhase(side)] if moment is Moment.MARCH else []

    @hookimpl
    def movement_profile(self, s: Situation, piece: str) -> Profile:
        if not holds_ground(s, piece):
            return Profile(0, _no_steps(s), 0, ignores_zones=True)
        return Profile(
            points=2 * s.value(piece, "move"),
            costs=step_costs(s, str(s.counter(piece).movement_class)),
            break_contact=2 * s.terms(BreakContactTerms).break_contact,
        )


def _no_steps(s: Situation) -> StepCosts:
    memo = s.module.memo
    if "no-steps" not in memo:
        memo["no-steps"] = StepCosts(((),) * len(s.board.grid.hexes))
    found: StepCosts = memo["no-steps"]
    return found


class Stacking:
    """A part: every hex holds the same number of land units, but for those of small islands.

    Clauses: 4.1.1-5.
    """

    @hookimpl
    def stacking_limits(self, s: Situation) -> Mapping[str, int]:
        if "stacking" not in s.module.memo:
            found = dict.fromkeys(s.board.grid, s.terms(StackingTerms).stacking)
            for region, number in s.terms(RegionStackingTerms).region_stacking.items():
                found.update(dict.fromkeys(s.board.regions[region].hexes, number))
            s.module.memo["stacking"] = found
        limits: dict[str, int] = s.module.memo["stacking"]
        return limits


class OneHexAtLeast:
    """A part: who has not moved may always go one hex, whatever it costs, unless it is cut off."""

    @hookimpl
    def movement_changes(self, s: Situation, piece: str) -> list[MovementChange]:
        always = s.terms(MinimumMoveTerms).minimum_move > 0
        return [MovementChange(one_hex=True)] if always and holds_ground(s, piece) else []
