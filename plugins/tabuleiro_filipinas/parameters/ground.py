"""Terms of marching and fighting on land, of irregulars and fortresses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from tabuleiro.module.terms import Count, Option, Region, Side, Terms, Terrain, UnitType
from tabuleiro.rules.combat.advance import AdvanceTerms
from tabuleiro.rules.combat.odds import LeastSumTerms
from tabuleiro.rules.combat.results_d1_to_a1 import LastStandTerms
from tabuleiro.rules.combat.retreat import RetreatLossesTerms
from tabuleiro.rules.combat.retreat_ways import RetreatDestroysTerms, RetreatTerms
from tabuleiro.rules.combat.shifts import EncirclementTerms, UnityTerms, UnsuppliedTerms
from tabuleiro.rules.ground.irregulars import IrregularsTerms
from tabuleiro.rules.ground.movement_points import BreakContactTerms
from tabuleiro.rules.ground.stacking import StackingTerms
from tabuleiro.rules.ground.zones import DominanceTerms
from tabuleiro.rules.victory.objectives import OccupationTerms

__all__ = [
    "TERMS",
    "WORDS",
    "ArchipelagoTerms",
    "FortifiedTerms",
    "RangersTerms",
    "RegionStackingTerms",
]


class MinimumMoveTerms(Terms):
    """Moving where the points do not suffice."""

    minimum_move: Literal[0, 1] = 0
    """Hexes that a unit may always move, whatever they cost, unless it is surrounded."""


class RegionStackingTerms(Terms):
    """Hexes that hold fewer units than others."""

    region_stacking: Mapping[Region, Count]
    """Land units of a side in a hex of a region."""


class ArchipelagoTerms(Terms):
    """The islands of the game."""

    archipelago: tuple[Region, ...]
    """Them; no two share a hex."""


class FortifiedTerms(Terms):
    """Where a side may take every result as losses."""

    key = "fortified"
    required = True

    side: Side
    """The side that may."""
    terrain: tuple[Terrain, ...]
    """The terrain where it may."""


class RangersTerms(Terms):
    """Rangers."""

    key = "rangers"
    required = True

    type: UnitType
    """Their type."""
    steps: Option
    """The option that says with which loss they die."""


TERMS: Final = (
    AdvanceTerms, ArchipelagoTerms, BreakContactTerms, DominanceTerms, EncirclementTerms,
    FortifiedTerms, IrregularsTerms, LastStandTerms, LeastSumTerms, MinimumMoveTerms,
    OccupationTerms, RangersTerms, RegionStackingTerms, RetreatDestroysTerms, RetreatLossesTerms,
    RetreatTerms, StackingTerms, UnityTerms, UnsuppliedTerms,
)  # fmt: skip
WORDS: Final = (
    "adjacent", "no-march", "move-limit", "stacking", "zone-stop", "break-contact",
    "dominance", "enemy-hex", "islands-at-once", "assault", "announce", "who-attacks", "once",
    "one-bombardment", "least-strength", "duty", "left-out", "released", "duty-first",
    "once-a-phase", "once-a-hex", "no-attack", "attack-sum", "defence-sum", "sealed", "final",
    "artillery-range", "bombardment", "bombing-losses", "guns-unsupported", "battle-order",
    "engaged-artillery", "defence-support", "siege", "siege-attack", "unity-attacker",
    "unity-defender", "unsupplied", "dice", "result-{result}", "loss-order", "who-loses",
    "second-loss", "advance", "advance-artillery", "advance-two-hexes", "advance-first",
    "advance-second", "advance-barred", "advance-rain", "retreat", "no-retreat", "chain-retreat",
    "retreat-loss", "retreat-destroys", "retreat-into-{terrain}", "fortress", "guerrilla-duty",
    "guerrilla-support", "guerrilla-rising", "guerrilla-rest", "guerrilla-hex", "guerrilla-island",
    "bombardment-sum", "move-price", "most-points", "odds", "shift-order", "terrain-columns",
    "zones",
)  # fmt: skip
