"""Terms of marching and fighting on land, of irregulars and fortresses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from tabuleiro.module.terms import (
    Columns,
    Count,
    HexsideKind,
    Id,
    MovementClass,
    Number,
    Option,
    Region,
    Side,
    Terms,
    Terrain,
    UnitType,
)
from tabuleiro.rules.parameters.attrition import UnsuppliedTerms
from tabuleiro.rules.parameters.shared import BreakContactTerms, StackingTerms, UnityTerms

__all__ = [
    "TERMS",
    "WORDS",
    "AdvanceTerms",
    "FortressTerms",
    "GuerrillasTerms",
    "MinimumMoveTerms",
    "RangersTerms",
    "RegionStackingTerms",
    "RetreatLossesTerms",
    "SiegeTerms",
]


class RegionStackingTerms(Terms):
    """Hexes that hold fewer units than others."""

    region_stacking: Mapping[Region, Count]
    """Land units of a side in a hex of a region."""


class MinimumMoveTerms(Terms):
    """Moving where the points do not suffice."""

    minimum_move: Number
    """Hexes that a unit may always move."""


class SiegeTerms(Terms):
    """Encirclement."""

    encirclement_shift: Columns
    """Columns in favour of the Japanese, in defence and attack."""


class AdvanceTerms(Terms):
    """Advances of two hexes."""

    key = "advance"

    first: tuple[Terrain, ...]
    """Terrain of the first hex."""
    second: tuple[Terrain, ...]
    """Terrain of the second."""
    barred: tuple[HexsideKind, ...]
    """Hexsides over which nobody goes on."""
    types: tuple[UnitType, ...]
    """Types of units that may go two hexes."""
    weather: tuple[Id, ...]
    """The weather in which they may."""


class RetreatLossesTerms(Terms):
    """Retreats over water."""

    retreat_losses: Mapping[HexsideKind, Mapping[MovementClass, Literal["loss", "destroyed"]]]
    """What becomes of whom a retreat leads over such a hexside."""


class FortressTerms(Terms):
    """Where a side may take every result as losses."""

    key = "fortress"

    side: Side
    """The side that may."""
    terrain: Terrain
    """The terrain where it may."""


class GuerrillasTerms(Terms):
    """Guerrillas."""

    key = "guerrillas"

    one_loss: Literal["destroyed"]
    """What their first loss does."""
    terrain: tuple[Terrain, ...]
    """Where they begin."""


class RangersTerms(Terms):
    """Rangers."""

    key = "rangers"

    type: UnitType
    """Their type."""
    steps: Option
    """The option that says with which loss they die."""


TERMS: Final = (
    AdvanceTerms, BreakContactTerms, FortressTerms, GuerrillasTerms, MinimumMoveTerms,
    RangersTerms, RegionStackingTerms, RetreatLossesTerms, SiegeTerms, StackingTerms, UnityTerms,
    UnsuppliedTerms,
)  # fmt: skip
WORDS: Final = (
    "adjacent", "move-limit", "minimum-move", "stacking", "zone-stop", "break-contact",
    "dominance", "enemy-hex", "islands-at-once", "assault", "duty", "left-out", "released",
    "duty-first", "once-a-phase", "once-a-hex", "no-attack", "attack-sum", "defence-sum", "sealed",
    "defence-answer", "range", "engaged-artillery", "defence-support", "siege", "siege-attack",
    "unity-attacker", "unity-defender", "unsupplied", "dice", "result-d1", "result-d", "result-a",
    "who-loses", "second-loss", "advance", "advance-two", "retreat", "no-retreat", "chain-retreat",
    "retreat-loss", "retreat-over-sea", "fortress", "guerrillas",
)  # fmt: skip
