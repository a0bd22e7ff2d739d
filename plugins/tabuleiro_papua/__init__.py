"""Papua - Nova Guiné: the list of its parts.

Here: losses and retreats, squadrons and their raids, supply by bases, the sea, works, disease.

Not here: its data and rulebook (`modules/papua`), its proofs (`tests/rules/papua`), and rules that
another game has as well (`tabuleiro.rules`).
"""

from __future__ import annotations

from pathlib import Path

from tabuleiro.hooks import GamePlugin, hookimpl
from tabuleiro.i18n import add_catalogues
from tabuleiro.rules.combat.results_d1_to_a1 import LossResults
from tabuleiro.rules.ground.zones import EngagedMark
from tabuleiro.rules.sequence.pools import PointsOfTheTurn
from tabuleiro.rules.victory.scoring import MostPointsWin
from tabuleiro_papua.advance import AdvanceOneHex, HeldToTheLast
from tabuleiro_papua.air.air_transport import AirTransport
from tabuleiro_papua.air.airfields import Airfields, RoomOfAirfields
from tabuleiro_papua.air.errands import AloneBesideAircraft
from tabuleiro_papua.air.forecast import Forecasts
from tabuleiro_papua.air.paratroops_in_transports import Jumps
from tabuleiro_papua.air.raids import Raids
from tabuleiro_papua.air.sorties import Sorties
from tabuleiro_papua.air.squadrons import Grounded
from tabuleiro_papua.air.squadrons_in_support import SquadronsInSupport
from tabuleiro_papua.air.transfers import Transfers
from tabuleiro_papua.announced_attacks import AnnouncedAttacks
from tabuleiro_papua.disease import Disease
from tabuleiro_papua.engineering import Engineering
from tabuleiro_papua.exits_and_returns import Exits
from tabuleiro_papua.free_moves import FreeMoves
from tabuleiro_papua.invariants import EachOnItsGround
from tabuleiro_papua.movement_costs import DearSteps
from tabuleiro_papua.overstacking import Overstacking
from tabuleiro_papua.placing_supply_bases import SupplyBases
from tabuleiro_papua.reinforcements import PlacedArrivals
from tabuleiro_papua.replacements import RestoredRest
from tabuleiro_papua.scoring import DestroyedUnits
from tabuleiro_papua.sea_transport import SeaTransport
from tabuleiro_papua.sealed_missions import SealedMissions
from tabuleiro_papua.sequence import Sequence
from tabuleiro_papua.shifts import GroundSiegeUnitySupply
from tabuleiro_papua.ships import Ships
from tabuleiro_papua.supply_lines import SupplyLines

__all__ = ["tabuleiro_games"]

add_catalogues(Path(__file__).parent / "locale")

_PARTS = [
    Sequence(),
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
    Disease(),
]


@hookimpl
def tabuleiro_games() -> list[GamePlugin]:
    """Bring Papua - Nova Guiné."""
    return [GamePlugin("papua", _PARTS, version="2.1.0")]
