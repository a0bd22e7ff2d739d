"""The attrition family: games of losses and retreats, with squadrons, supply and the sea.

Which parts they share, and how those meet in the phases of a half-turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.hooks import hookimpl
from tabuleiro.rules.air.air_battles import AirBattles
from tabuleiro.rules.air.air_transport import AirTransport
from tabuleiro.rules.air.airfields import (
    Airfields,
    AirTerms,
    DamagedAtStartTerms,
    DamageFields,
    OpenFields,
    RepairFields,
    RoomOfAirfields,
)
from tabuleiro.rules.air.carrying_out_missions import Strikes
from tabuleiro.rules.air.errands import AloneBesideAircraft
from tabuleiro.rules.air.forecast import Forecasts
from tabuleiro.rules.air.interception import React
from tabuleiro.rules.air.paratroops_in_transports import ForgetJumps, Jumps, JumpTerms, MeetTroops
from tabuleiro.rules.air.raids import Raids
from tabuleiro.rules.air.sorties import Sorties
from tabuleiro.rules.air.squadrons import Grounded
from tabuleiro.rules.air.squadrons_in_support import SquadronsInSupport
from tabuleiro.rules.air.transfers import Transfers
from tabuleiro.rules.arrivals.coming_back import Exits
from tabuleiro.rules.arrivals.reinforcements import Arriving, PlacedArrivals
from tabuleiro.rules.arrivals.replacements import Replacements, ReplacementsTerms, RestoredRest
from tabuleiro.rules.arrivals.setup import free_placements
from tabuleiro.rules.arrivals.withdrawals import Leaving, Withdrawals
from tabuleiro.rules.clause_words import ATTRITION, SHARED
from tabuleiro.rules.combat.advance import AdvanceOneHex, HeldToTheLast
from tabuleiro.rules.combat.carrying_out_attacks import AnnouncedAttacks, Battles
from tabuleiro.rules.combat.declaring_all_at_once import Announce
from tabuleiro.rules.combat.loss_results import LossResults
from tabuleiro.rules.combat.shifts import (
    EncirclementTerms,
    GroundSiegeUnitySupply,
    OverstackTerms,
    UnsuppliedTerms,
)
from tabuleiro.rules.families import common
from tabuleiro.rules.ground.edges import ExitsTerms
from tabuleiro.rules.ground.free_moves import FreeMoves, FreeMovesTerms
from tabuleiro.rules.ground.movement_costs import DearSteps
from tabuleiro.rules.ground.movement_phase import MovementPhase
from tabuleiro.rules.ground.overstacking import Overstacking, RemoveOverstack
from tabuleiro.rules.ground.stacking import NoLimitTerms
from tabuleiro.rules.ground.zones import EngagedMark
from tabuleiro.rules.invariants import EachOnItsGround
from tabuleiro.rules.recon.sealed import SealedMissions
from tabuleiro.rules.sea.coasts import EntryTerms, LandingsTerms, NavalTransportTerms
from tabuleiro.rules.sea.sea_transport import SeaTransport
from tabuleiro.rules.sea.ships import Ships
from tabuleiro.rules.sea.waters import NavalTerms
from tabuleiro.rules.sequence.half_turn import BeginHalfTurn, EndHalfTurn
from tabuleiro.rules.sequence.pools import FillPools, PointsOfTheTurn
from tabuleiro.rules.supply.placing_bases import PlaceBases, SupplyBases
from tabuleiro.rules.supply.supply_bases import SupplyBaseTerms
from tabuleiro.rules.supply.supply_lines import (
    AlwaysSuppliedTerms,
    InterdictionTerms,
    SupplyLines,
    SupplyTerms,
)
from tabuleiro.rules.victory.control import ControlTerms, NoteControl
from tabuleiro.rules.victory.destroyed_units import DestroyedUnits, ScoringTerms
from tabuleiro.rules.victory.scoring import MostPointsWin
from tabuleiro.rules.works.engineering import (
    AirfieldTerms,
    Engineering,
    FinishWorks,
    FortificationTerms,
    NoteWorks,
)

if TYPE_CHECKING:
    from tabuleiro.engine import Situation, Step
    from tabuleiro.engine.seat import Imagined
    from tabuleiro.hooks import Adviser
    from tabuleiro.module import Phase

__all__ = ["TERMS", "Attrition", "parts"]

TERMS: Final = (
    *common.TERMS, NoLimitTerms, FreeMovesTerms, EncirclementTerms, OverstackTerms,
    UnsuppliedTerms, ExitsTerms, EntryTerms, NavalTransportTerms, LandingsTerms, JumpTerms,
    AirTerms, InterdictionTerms, SupplyTerms, SupplyBaseTerms, AlwaysSuppliedTerms, AirfieldTerms,
    FortificationTerms, ReplacementsTerms, NavalTerms, ControlTerms, DamagedAtStartTerms,
    ScoringTerms,
)  # fmt: skip
"""What these parts read of `rules` in a module."""


def parts() -> list[object]:
    """Return the parts that attrition games share; what a game adds or changes comes after them."""
    return [
        Attrition(),
        PlacedArrivals(),
        DearSteps(),
        Overstacking(),
        EngagedMark(),
        SeaTransport(),
        Ships(),
        FreeMoves(),
        Jumps(),
        RoomOfAirfields(),
        SupplyLines(),
        SupplyBases(),
        Engineering(),
        Airfields(),
        Raids(),
        AirTransport(),
        Transfers(),
        Exits(),
        Sorties(),
        Grounded(),
        Forecasts(),
        AloneBesideAircraft(),
        RestoredRest(),
        AnnouncedAttacks(),
        SquadronsInSupport(),
        GroundSiegeUnitySupply(),
        LossResults(),
        AdvanceOneHex(),
        HeldToTheLast(),
        SealedMissions(),
        PointsOfTheTurn(),
        MostPointsWin(),
        DestroyedUnits(),
        EachOnItsGround(),
    ]


class Attrition:
    """A part: set-up and the phases of a half-turn, and who advises computer players."""

    parameters = TERMS
    """The parameters that these parts read."""
    words = (*SHARED, *ATTRITION)
    sides = 2
    phases = ("points", "disease", "recovery", "reinforcement", "movement", "combat")

    @hookimpl
    def setup_steps(self, s: Situation) -> list[Step]:
        """Sides place their free pieces; it is noted who controls what; then supply bases."""
        sides = dict.fromkeys(entry.side for entry in s.scenario.free)
        bases = (PlaceBases(side) for side in sides)
        return [*free_placements(s), NoteControl(), DamageFields(), *bases]

    @hookimpl
    def phase_steps(self, phase: Phase) -> list[Step] | None:
        side = str(phase.side)
        steps: dict[str, list[Step]] = {
            "points": [ForgetJumps(), FillPools()],
            "disease": [BeginHalfTurn(side)],
            "recovery": [Replacements(side)],
            "reinforcement": [Withdrawals(side), Arriving(side)],
            "movement": [OpenFields(side), FinishWorks(side), MovementPhase(side),
                         RemoveOverstack(side), Leaving(side), MeetTroops(side),
                         RepairFields(side), NoteWorks(side)],
            "combat": [Announce(side), React(side), AirBattles(side), Strikes(side),
                       Battles(side), EndHalfTurn(side)],
        }  # fmt: skip
        return steps.get(phase.kind)

    @hookimpl
    def adviser(self, s: Situation, game: Imagined, side: str) -> Adviser | None:
        """Rules of thumb, for whoever has a combat table."""
        from tabuleiro.rules.advice.simple import CampaignAdviser

        return CampaignAdviser(game, side) if "combat" in s.module.odds else None
