"""The rules of aircraft, as a list of parts, and what they ask of others."""

from __future__ import annotations

from tabuleiro_filipinas.air_bombing import Bombings
from tabuleiro_filipinas.air_combat import AirCombats
from tabuleiro_filipinas.air_drops import AirDrops
from tabuleiro_filipinas.air_forecast import AirForecasts
from tabuleiro_filipinas.air_hooks import AirHooks
from tabuleiro_filipinas.air_lift import AirLift
from tabuleiro_filipinas.air_missions import Missions
from tabuleiro_filipinas.air_planning import PlannedMissions
from tabuleiro_filipinas.air_reaction import AirAnswers
from tabuleiro_filipinas.air_ships import AirAndShips
from tabuleiro_filipinas.air_support import GroundSupport
from tabuleiro_filipinas.air_transfers import Transfers
from tabuleiro_filipinas.air_turn import AirTurn
from tabuleiro_filipinas.works import AirWorks

__all__ = ["AirHooks", "parts"]


def parts() -> list[object]:
    """Return the parts, in the order in which they act at one moment."""
    return [
        AirTurn(),
        Missions(),
        PlannedMissions(),
        AirForecasts(),
        AirAndShips(),
        AirAnswers(),
        AirCombats(),
        GroundSupport(),
        AirLift(),
        AirDrops(),
        Bombings(),
        Transfers(),
        AirWorks(),
    ]
