"""The parts of the war at sea and of concealment, in the order in which they are asked."""

from __future__ import annotations

from typing import Final

from tabuleiro_filipinas.enemy_stacks import CoveredStacks
from tabuleiro_filipinas.interdiction import Interdiction
from tabuleiro_filipinas.naval_actions import NavalCombat
from tabuleiro_filipinas.scouting_on_land import Scouting
from tabuleiro_filipinas.sea_strikes import SeaStrikes
from tabuleiro_filipinas.searching_at_sea import Searching
from tabuleiro_filipinas.shore_fire import ShoreFire
from tabuleiro_filipinas.submarine_attacks import Torpedoes
from tabuleiro_filipinas.submarines import Submarines
from tabuleiro_filipinas.unknown_pieces import UnknownPieces
from tabuleiro_filipinas.unknown_pieces_engaged import ClosingUnknowns

__all__ = ["WAR"]

WAR: Final = (
    UnknownPieces(), ClosingUnknowns(), CoveredStacks(), Scouting(), Searching(), SeaStrikes(),
    NavalCombat(),
    Interdiction(), Submarines(), Torpedoes(), ShoreFire(),
)  # fmt: skip
