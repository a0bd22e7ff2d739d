"""Libertação das Filipinas: its own list of parts, for it is of no family.

Here: its sequence of play and all that only this game has.

Not here: its data and rulebook (`modules/filipinas`), its proofs (`tests/rules/filipinas`), and
rules that another game has or may have as well (`tabuleiro.rules`).
"""

from __future__ import annotations

from pathlib import Path

from tabuleiro.hooks import GamePlugin, hookimpl
from tabuleiro.i18n import add_catalogues
from tabuleiro.rules.combat.advance import AdvanceByClass
from tabuleiro.rules.combat.duty_to_attack import DominanceFrees
from tabuleiro.rules.combat.results_d1_to_a1 import LossResults
from tabuleiro.rules.combat.retreat import CostlyCrossings
from tabuleiro.rules.combat.terrain import TerrainInCombat
from tabuleiro.rules.ground.irregulars import Irregulars
from tabuleiro.rules.ground.zones import EngagedMark
from tabuleiro.rules.sequence.pools import PointsOfTheTurn
from tabuleiro.rules.victory.scoring import MostPointsWin
from tabuleiro_filipinas import air
from tabuleiro_filipinas.advice.adviser import Advising
from tabuleiro_filipinas.announced_duty import DutifulAttacks
from tabuleiro_filipinas.barges import Barges
from tabuleiro_filipinas.carrier_decks import Decks
from tabuleiro_filipinas.fog_of_war import FogOfWar
from tabuleiro_filipinas.forces import HiddenForces
from tabuleiro_filipinas.going_ashore import GoingAshore
from tabuleiro_filipinas.guerrillas import Guerrillas
from tabuleiro_filipinas.island_bound import IslandBound
from tabuleiro_filipinas.island_control import Flags
from tabuleiro_filipinas.islands_at_once import IslandsAtOnce
from tabuleiro_filipinas.land_combat import Fortress, LandCombat
from tabuleiro_filipinas.leaving_sea import LeavingSea
from tabuleiro_filipinas.marching import Marching, OneHexAtLeast, Stacking
from tabuleiro_filipinas.moments import MomentHooks
from tabuleiro_filipinas.naval_phase import Forces
from tabuleiro_filipinas.reinforcements import Reinforcing
from tabuleiro_filipinas.replacements import Replacing
from tabuleiro_filipinas.scoring import Score
from tabuleiro_filipinas.sea_hooks import SeaHooks
from tabuleiro_filipinas.sequence import Points, Sequence
from tabuleiro_filipinas.setup import SetUp
from tabuleiro_filipinas.short_scenarios import ShortScenarios
from tabuleiro_filipinas.supply import Supply, SupplyHooks
from tabuleiro_filipinas.supply_allotment import Allotment, LateSupply
from tabuleiro_filipinas.war import WAR
from tabuleiro_filipinas.weather import Weather
from tabuleiro_filipinas.withdrawals import Withdrawing

__all__ = ["tabuleiro_games"]

add_catalogues(Path(__file__).parent / "locale")

# Each subject has its own lines; the order within a moment is the order here.
_COURSE = [
    Sequence(), SetUp(), PointsOfTheTurn(), Points(), Weather(), FogOfWar(), Withdrawing(),
    Reinforcing(), Flags(), MostPointsWin(), Score(),
    ShortScenarios(),
]  # fmt: skip
_GROUND = [
    Marching(), Stacking(), OneHexAtLeast(), EngagedMark(), Irregulars(), Guerrillas(),
    LandCombat(), DutifulAttacks(), DominanceFrees(), TerrainInCombat(), LossResults(),
    CostlyCrossings(), AdvanceByClass(), Fortress(), IslandBound(), IslandsAtOnce(),
]  # fmt: skip
_SEA = [
    HiddenForces(), Forces(), GoingAshore(), Barges(), Supply(), Allotment(), Replacing(),
    Decks(), LeavingSea(),
]  # fmt: skip
_AIR = air.parts()
_LATE = [LateSupply(), Advising()]


HOOKS = (MomentHooks, SeaHooks, SupplyHooks, air.AirHooks)
"""What the parts ask each other, besides the hooks of all games."""


@hookimpl
def tabuleiro_games() -> list[GamePlugin]:
    """Bring Libertação das Filipinas."""
    parts = [*_COURSE, *_GROUND, *_SEA, *_AIR, *WAR, *_LATE]
    window = "tabuleiro_filipinas.window"
    return [GamePlugin("filipinas", parts, version="1.0.0", hooks=HOOKS, window=window)]
