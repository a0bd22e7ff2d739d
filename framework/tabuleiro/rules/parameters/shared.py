"""Terms that the rules of every family read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from msgspec import Meta

from tabuleiro.module.terms import (
    Columns,
    Count,
    Formation,
    HexsideKind,
    MovementClass,
    Nation,
    Number,
    Region,
    Rule,
    Side,
    Terms,
    Turn,
    UnitType,
)

__all__ = [
    "ANY",
    "TERMS",
    "BreakContactTerms",
    "DominanceTerms",
    "FortressTerms",
    "LastStandTerms",
    "LeastSumTerms",
    "MinimumMoveTerms",
    "OccupationTerms",
    "RetreatDestroysTerms",
    "RetreatTerms",
    "StackingTerms",
    "Substitution",
    "SubstitutionsTerms",
    "UnityTerms",
]


class RetreatTerms(Terms):
    """How pieces retreat."""

    key = "retreat"

    zones_block: bool = True
    """Whether a retreat must end out of all enemy zones, in a hex that is not full."""
    without_zone: bool = True
    """Whether units that exert no zone surround as the others do."""
    surplus_moves_on: bool = False
    """Where zones do not bar: whether pieces too many for a hex move on, or else are lost."""


class LastStandTerms(Terms):
    """What a last defender gains by a loss that it could have spared itself by a retreat."""

    last_loss_holds: bool = True
    """Whether nobody enters a hex in the phase in which its last defender fell like that."""


class DominanceTerms(Terms):
    """What makes ground dominant."""

    key = "dominance"

    hexsides: bool = True
    """Whether columns that hexsides give count, too; else the ground alone is compared."""


class FortressTerms(Terms):
    """Hexes that are fortified against bombardment as a whole."""

    key = "fortress"

    region: Region
    """Its hexes."""
    side: Side
    """The side that profits while it stands there."""
    hexside: HexsideKind
    """The kind of hexside that players see named."""
    bombardment_columns: Columns
    """Columns for the defender."""
    rule: Rule
    """The clause of the rulebook."""


class OccupationTerms(Terms):
    """Who takes places for its side; everybody if left out."""

    key = "occupation"

    without: tuple[Nation, ...] = ()
    """Nations that never take a place."""
    without_types: tuple[UnitType, ...] = ()
    """Types of units that never do."""


class Substitution(Terms):
    """Formations of which the weakest is withdrawn in the place of another."""

    formation: Formation
    """The formation that the scenario withdraws."""
    turns: Annotated[tuple[Turn, ...], Meta(min_length=1)]
    """The turns of its withdrawals; the choice is made in the first."""
    among: Annotated[tuple[Formation, ...], Meta(min_length=1)]
    """The formations to choose from."""
    rule: Rule
    """The clause of the rulebook."""


class StackingTerms(Terms):
    """How many units share a hex."""

    stacking: Count
    """Units of a side in one hex, where the tables give no other limit."""


class BreakContactTerms(Terms):
    """What leaving enemies behind costs."""

    break_contact: Number = 1
    """Movement points for leaving enemies behind, on top of the step."""


class LeastSumTerms(Terms):
    """Sums of nothing."""

    least_sum: Literal[0, 1] = 0
    """What a sum of an attack or a defence counts for at least."""


class MinimumMoveTerms(Terms):
    """Moving where the points do not suffice."""

    minimum_move: Literal[0, 1] = 0
    """Hexes that a unit may always move, whatever they cost, unless it is surrounded."""


class UnityTerms(Terms):
    """Complete formations."""

    unity_shift: Columns = 0
    """Columns for each complete formation with the tag `unity`."""
    unity_without: tuple[UnitType, ...] = ()
    """Types whose formations the option `formation-bonus` leaves out of that."""


class RetreatDestroysTerms(Terms):
    """Hexsides over which retreats destroy."""

    retreat_destroys: Mapping[MovementClass, tuple[HexsideKind, ...]] = {}
    """Classes that a retreat over such a hexside without a bridge destroys; others cannot
    retreat over what is closed to them."""


class SubstitutionsTerms(Terms):
    """Formations that leave in the place of others."""

    substitutions: tuple[Substitution, ...] = ()
    """Formations that may leave in the place of others."""


ANY: Final = (StackingTerms, BreakContactTerms, UnityTerms)
"""What is the same in all games: the check of a module whose plugin is not installed."""

TERMS: Final = (
    *ANY, LeastSumTerms, MinimumMoveTerms, RetreatTerms, DominanceTerms, LastStandTerms,
    RetreatDestroysTerms, FortressTerms, OccupationTerms, SubstitutionsTerms,
)  # fmt: skip
