"""What rules of every family read of `rules` in a module: the terms, each from its own rule."""

from __future__ import annotations

from typing import Final

from tabuleiro.rules.arrivals.withdrawals import SubstitutionsTerms
from tabuleiro.rules.combat.odds import LeastSumTerms
from tabuleiro.rules.combat.results_d1_to_a1 import LastStandTerms
from tabuleiro.rules.combat.retreat_ways import RetreatDestroysTerms, RetreatTerms
from tabuleiro.rules.combat.shifts import UnityTerms
from tabuleiro.rules.combat.terrain import FortressTerms
from tabuleiro.rules.ground.movement_points import BreakContactTerms
from tabuleiro.rules.ground.stacking import StackingTerms
from tabuleiro.rules.ground.zones import DominanceTerms
from tabuleiro.rules.victory.objectives import OccupationTerms

__all__ = ["ANY", "TERMS"]

ANY: Final = (StackingTerms, BreakContactTerms, UnityTerms)
"""What is the same in all games: the check of a module whose plugin is not installed."""

TERMS: Final = (
    *ANY, LeastSumTerms, RetreatTerms, DominanceTerms, LastStandTerms,
    RetreatDestroysTerms, FortressTerms, OccupationTerms, SubstitutionsTerms,
)  # fmt: skip
