"""The ladder family: games with a table of results from DE to AE. Which parts they share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.hooks import hookimpl
from tabuleiro.rules.air.air_points import AirAttackTerms
from tabuleiro.rules.arrivals.by_edge import ArrivalsByEdge
from tabuleiro.rules.arrivals.off_map import RetreatOffTerms
from tabuleiro.rules.arrivals.out_of_contact import RecoveryTerms
from tabuleiro.rules.arrivals.placement_hexes import Regions
from tabuleiro.rules.arrivals.recovery import RecoveryOutOfContact
from tabuleiro.rules.arrivals.setup import FreeSetUp
from tabuleiro.rules.arrivals.withdrawals import (
    CalendarOfWithdrawals,
    ReturnsTerms,
    WithdrawalTerms,
)
from tabuleiro.rules.clause_words import SHARED
from tabuleiro.rules.combat.advance import AdvanceByClass, AdvanceTerms
from tabuleiro.rules.combat.combat_phase import CombatPhase
from tabuleiro.rules.combat.declaring_one_by_one import SealedDeclarations
from tabuleiro.rules.combat.duty_to_attack import DominanceFrees
from tabuleiro.rules.combat.results_de_to_ae import LadderResults
from tabuleiro.rules.combat.retreat import CostlyCrossings, RetreatLossesTerms
from tabuleiro.rules.combat.shifts import DivisionBonusTerms, GroundSiegeUnity, SiegeTerms
from tabuleiro.rules.combat.terrain import TerrainInCombat
from tabuleiro.rules.families import common
from tabuleiro.rules.ground.board_edges import ExitEdgesTerms
from tabuleiro.rules.ground.movement_phase import MovementPhase
from tabuleiro.rules.ground.movement_points import PrintedMovement
from tabuleiro.rules.ground.stacking import OneLimit
from tabuleiro.rules.ground.zones import EngagedMark
from tabuleiro.rules.invariants import KeptApart
from tabuleiro.rules.recon.line_of_sight import SIGHT, LineOfSightTerms
from tabuleiro.rules.recon.secrecy import SealedCounters
from tabuleiro.rules.sequence.pools import PointsOfTheTurn, PoolsFilledFirst
from tabuleiro.rules.victory.scoring import FinalEliminations, FinalEliminationTerms, MostPointsWin

if TYPE_CHECKING:
    from tabuleiro.engine import Situation, Step
    from tabuleiro.engine.seat import Imagined
    from tabuleiro.hooks import Adviser
    from tabuleiro.module import Phase

__all__ = ["TERMS", "Ladder", "parts"]

TERMS: Final = (
    *common.TERMS, ExitEdgesTerms, SiegeTerms, DivisionBonusTerms, AdvanceTerms,
    RetreatLossesTerms, RetreatOffTerms, AirAttackTerms, RecoveryTerms, WithdrawalTerms,
    ReturnsTerms, FinalEliminationTerms, LineOfSightTerms,
)  # fmt: skip
"""What these parts read of `rules` in a module."""


def parts() -> list[object]:
    """Return the parts that ladder games share; what a game adds or changes comes after them."""
    return [
        Ladder(),
        FreeSetUp(),
        Regions(),
        ArrivalsByEdge(),
        CalendarOfWithdrawals(),
        RecoveryOutOfContact(),
        PointsOfTheTurn(),
        PoolsFilledFirst(),
        PrintedMovement(),
        OneLimit(),
        EngagedMark(),
        SealedDeclarations(),
        DominanceFrees(),
        TerrainInCombat(),
        GroundSiegeUnity(),
        LadderResults(),
        CostlyCrossings(),
        AdvanceByClass(),
        SealedCounters(),
        MostPointsWin(),
        FinalEliminations(),
        KeptApart(),
    ]


class Ladder:
    """A part: the two phases that all of them have, and who advises computer players."""

    parameters = TERMS
    """The parameters that these parts read."""
    words = (*SHARED, SIGHT)
    phases = ("movement", "combat")

    @hookimpl
    def phase_steps(self, phase: Phase) -> list[Step] | None:
        if phase.side is None:
            return None
        if phase.kind == "movement":
            return [MovementPhase(phase.side)]
        return [CombatPhase(phase.side)] if phase.kind == "combat" else None

    @hookimpl
    def adviser(self, s: Situation, game: Imagined, side: str) -> Adviser | None:
        """Rules of thumb, for whoever has a combat table and enemies."""
        from tabuleiro.rules.advice.simple import LadderAdviser

        fights = "combat" in s.module.odds and s.enemies(side)
        return LadderAdviser(game, side) if fights else None
