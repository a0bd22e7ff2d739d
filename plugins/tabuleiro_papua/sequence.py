"""The sequence of play of Papua: set-up, and the phases of a half-turn with their steps (3.0).

`TERMS` is all that its rules read of `rules` in a module, so that this is checked as a whole.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.hooks import hookimpl
from tabuleiro.rules.arrivals.setup import free_placements
from tabuleiro.rules.arrivals.withdrawals import Leaving, Withdrawals
from tabuleiro.rules.combat.carrying_out_attacks import Battles
from tabuleiro.rules.combat.declaring_all_at_once import Announce
from tabuleiro.rules.combat.shifts import EncirclementTerms, UnsuppliedTerms
from tabuleiro.rules.families import common
from tabuleiro.rules.ground.movement_phase import MovementPhase
from tabuleiro.rules.sequence.pools import FillPools
from tabuleiro.rules.victory.control import ControlTerms, NoteControl
from tabuleiro_papua.air.air_battles import AirBattles
from tabuleiro_papua.air.airfields import (
    AirTerms,
    DamagedAtStartTerms,
    DamageFields,
    OpenFields,
    RepairFields,
)
from tabuleiro_papua.air.carrying_out_missions import Strikes
from tabuleiro_papua.air.interception import React
from tabuleiro_papua.air.paratroops_in_transports import ForgetJumps, JumpTerms, MeetTroops
from tabuleiro_papua.clause_words import WORDS
from tabuleiro_papua.coasts import EntryTerms, LandingsTerms, NavalTransportTerms
from tabuleiro_papua.engineering import (
    AirfieldTerms,
    FinishWorks,
    FortificationTerms,
    NoteWorks,
)
from tabuleiro_papua.free_moves import FreeMovesTerms
from tabuleiro_papua.half_turn import BeginHalfTurn, EndHalfTurn
from tabuleiro_papua.overstacking import NoLimitTerms, RemoveOverstack
from tabuleiro_papua.parameters import ExitsTerms, NavalTerms
from tabuleiro_papua.placing_supply_bases import PlaceBases
from tabuleiro_papua.reinforcements import Arriving
from tabuleiro_papua.replacements import Replacements, ReplacementsTerms
from tabuleiro_papua.scoring import ScoringTerms
from tabuleiro_papua.shifts import OverstackTerms
from tabuleiro_papua.supply_bases import SupplyBaseTerms
from tabuleiro_papua.supply_lines import (
    AlwaysSuppliedTerms,
    InterdictionTerms,
    SupplyTerms,
)

if TYPE_CHECKING:
    from tabuleiro.engine import Situation, Step
    from tabuleiro.engine.seat import Imagined
    from tabuleiro.hooks import Adviser
    from tabuleiro.module import Phase

__all__ = ["TERMS", "Sequence"]

TERMS: Final = (
    *common.TERMS, NoLimitTerms, FreeMovesTerms, EncirclementTerms, OverstackTerms,
    UnsuppliedTerms, ExitsTerms, EntryTerms, NavalTransportTerms, LandingsTerms, JumpTerms,
    AirTerms, InterdictionTerms, SupplyTerms, SupplyBaseTerms, AlwaysSuppliedTerms, AirfieldTerms,
    FortificationTerms, ReplacementsTerms, NavalTerms, ControlTerms, DamagedAtStartTerms,
    ScoringTerms,
)  # fmt: skip


class Sequence:
    """A part: set-up and the phases of a half-turn, and who advises computer players."""

    parameters = TERMS
    words = WORDS
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
        from tabuleiro_papua.advice.adviser import CampaignAdviser

        return CampaignAdviser(game, side) if "combat" in s.module.odds else None
