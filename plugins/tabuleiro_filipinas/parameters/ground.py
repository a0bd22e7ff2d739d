"""Terms of marching and fighting on land, of irregulars and fortresses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tabuleiro.module.terms import Count, Option, Region, Side, Terms, Terrain, UnitType
from tabuleiro.rules.ground.irregulars import IrregularsTerms
from tabuleiro.rules.parameters.attrition import EncirclementTerms, UnsuppliedTerms
from tabuleiro.rules.parameters.ladder import AdvanceTerms, RetreatLossesTerms
from tabuleiro.rules.parameters.shared import (
    BreakContactTerms,
    DominanceTerms,
    LastStandTerms,
    LeastSumTerms,
    MinimumMoveTerms,
    OccupationTerms,
    RetreatDestroysTerms,
    RetreatTerms,
    StackingTerms,
    UnityTerms,
)

__all__ = [
    "TERMS",
    "WORDS",
    "ArchipelagoTerms",
    "FortifiedTerms",
    "RangersTerms",
    "RegionStackingTerms",
]


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
    "adjacent", "no-march", "move-limit", "minimum-move", "stacking", "zone-stop", "break-contact",
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
)  # fmt: skip
