"""What a game needs whose movement and combat are its own: it adds its phases to these parts."""

from __future__ import annotations

from typing import Final

from tabuleiro.rules.arrivals.placement_hexes import Regions
from tabuleiro.rules.arrivals.setup import FreeSetUp
from tabuleiro.rules.recon.secrecy import SealedCounters
from tabuleiro.rules.sequence.pools import PointsOfTheTurn, PoolsFilledFirst
from tabuleiro.rules.victory.objectives import OccupationTerms
from tabuleiro.rules.victory.scoring import MostPointsWin

__all__ = ["Plain", "parts"]


def parts() -> list[object]:
    """Return what every game has: set-up, points by turn, secrets, objectives and the score.

    Nothing here moves a piece, keeps enemies apart or limits a stack.
    """
    return [
        Plain(),
        FreeSetUp(),
        Regions(),
        PointsOfTheTurn(),
        PoolsFilledFirst(),
        SealedCounters(),
        MostPointsWin(),
    ]


class Plain:
    """A part: what the others read of `rules`, and the words for their clauses."""

    parameters: Final = (OccupationTerms,)
    words: Final = ("setup", "second-loss", "who-loses", "held", "most-points")
