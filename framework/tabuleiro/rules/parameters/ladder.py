"""Terms that the rules of the ladder family read besides the shared ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

from tabuleiro.i18n import _
from tabuleiro.module.terms import (
    Box,
    Columns,
    Count,
    Counter,
    EachSide,
    Edge,
    Formation,
    Half,
    HexsideKind,
    MovementClass,
    Nation,
    NetworkKind,
    Number,
    Place,
    Region,
    Rule,
    Side,
    Table,
    Tag,
    Terms,
    Terrain,
    Turn,
    UnitType,
)
from tabuleiro.rules.parameters import shared

__all__ = [
    "TERMS",
    "AdvanceTerms",
    "AirAttackTerms",
    "DivisionBonusTerms",
    "ExitEdgesTerms",
    "FinalEliminationTerms",
    "Opened",
    "ParatroopsTerms",
    "RainTerms",
    "RecoveryTerms",
    "RetreatLossesTerms",
    "RetreatOffTerms",
    "Return",
    "ReturnsTerms",
    "SeaMove",
    "SeaMovesTerms",
    "SiegeTerms",
    "WithdrawalTerms",
]


class AdvanceTerms(Terms):
    """How victors advance; one hex if left out."""

    key = "advance"

    first: tuple[Terrain, ...] = ()
    """Terrain of the hex taken from which one may go on."""
    second: tuple[Terrain, ...] = ()
    """Terrain of the second hex."""
    barred: tuple[HexsideKind, ...] = ()
    """Hexsides that end an advance."""
    by: NetworkKind | None = None
    """A network along which the advance of two hexes must go."""
    bridges: bool = True
    """Whether bridges open the hexsides that end an advance."""
    zones: bool = True
    """Whether zones of enemies who were not in the battle end an advance."""


class AirAttackTerms(Terms):
    """The points of an attack by air alone."""

    key = "air_attack"

    min: Count = 1
    """The fewest points."""
    max: Count = 999
    """The most points."""

    def fault(self) -> str:
        """Return the objection to limits the wrong way round."""
        sentence = _("the most points, {most}, are fewer than the fewest, {least}")
        return sentence.format(most=self.max, least=self.min) if self.min > self.max else ""


class RecoveryTerms(Terms):
    """Who recovers losses; nobody if left out."""

    key = "recovery"

    sides: tuple[Side, ...]
    """Sides whose units recover."""
    nations: tuple[Nation, ...] | None = None
    """Nations whose units recover; all if left out."""
    per_turn: Mapping[Side, Number] = {}
    """How many of a side recover in one turn at most."""
    barred: Mapping[Side, tuple[Tag, ...]] = {}
    """Tags of units that never recover."""
    last_turn: Mapping[Side, Turn] = {}
    """The last turn in which a side's units recover."""
    line_to: Mapping[Side, tuple[Edge, ...]] = {}
    """Stretches of the border to one of which a line of hexes free of the enemy and its zones
    must lead."""


class RainTerms(Terms):
    """What rain does."""

    key = "rain"

    turns: tuple[Turn, ...]
    """The turns in which it rains."""
    surcharge: Half = 0
    """Points on top of each hex, step along a road and hexside."""
    advance: Number | None = None
    """Hexes that victors advance at most."""


class RetreatOffTerms(Terms):
    """Retreats over the border; if left out, units retreat by their `exits`."""

    key = "retreat_off"

    destroyed: Mapping[Side, tuple[Edge, ...]]
    """Stretches of the border over which a retreat destroys units of a side."""
    boxes: Annotated[Mapping[Side, Box], EachSide()]
    """The box in which units of a side wait that retreated over another stretch."""
    return_within: Number
    """Hexes between the one where a unit left and that of its return, at most."""


class WithdrawalTerms(Terms):
    """Units that the scenario names are withdrawn: they leave as their side begins to move."""

    key = "withdrawal"


class Return(Terms):
    """A formation that the scenario withdrew and that comes back."""

    formation: Formation
    """The formation."""
    turn: Turn
    """The turn from which it may come back."""
    edges: tuple[Edge, ...]
    """The stretches of the border by which it may come."""
    rule: Rule
    """The clause of the rulebook."""


class SeaMove(Terms):
    """What a move by sea leaves of a unit's movement."""

    divided_by: Count
    """What the points are divided by after the landing."""


class Opened(Terms):
    """Coasts that a place opens to landings."""

    place: Place
    """The place that the side must hold."""
    coasts: tuple[Region, ...]
    """The regions that are open then."""


class SeaMovesTerms(Terms):
    """Moves by sea; none if left out."""

    key = "sea_moves"

    side: Side
    """The side that has ships."""
    nations: tuple[Nation, ...]
    """The nations whose units may sail."""
    units: Number
    """Units that may sail in one turn."""
    terrain: tuple[Terrain, ...]
    """Terrain of hexes where ships load and unload."""
    move: SeaMove
    """What is left of the movement of who landed."""
    assault: tuple[UnitType, ...]
    """Types that may land in hexes that their side does not rule."""
    shores: tuple[Region, ...]
    """All coasts that there are."""
    coasts: tuple[Region, ...]
    """Coasts along which ships sail up to the last limited turn."""
    opened: Opened
    """Further coasts, while the side holds a place."""
    last_limited_turn: Number
    """After this turn units land on any coast, even where enemies are."""
    stack_from_sea: Number
    """Units that may attack one hex from the sea."""


class ParatroopsTerms(Terms):
    """Units that drop from the air; none if left out."""

    key = "paratroops"

    units: tuple[Counter, ...]
    """The units."""
    terrain: tuple[Terrain, ...]
    """Terrain on which they may drop."""
    per_turn: Number
    """Units that may drop in one turn."""
    table: Table
    """The table of values with what becomes of them."""
    last_turn: Number
    """The last turn in which they may drop."""


class FinalEliminationTerms(Terms):
    """Reduced units that are eliminated before the count; none if left out."""

    key = "final_elimination"

    sides: tuple[Side, ...]
    """Sides whose units are."""
    one_in: Count
    """One in so many, rounded down."""


class ExitEdgesTerms(Terms):
    """Where sides leave, in the ladder family."""

    exits: Mapping[Side, tuple[Edge, ...]] = {}
    """Stretches of the border by which a side may leave the board."""


class SiegeTerms(Terms):
    """Surrounded defenders, in the ladder family."""

    encirclement_shift: Columns = 0
    """Columns for who attacks surrounded defenders."""
    encirclement_cancelled: tuple[Side, ...] = ()
    """Sides whose surrounded defenders strike those columns out."""


class DivisionBonusTerms(Terms):
    """Complete divisions."""

    division_shift: Columns = 0
    """Columns more in attack if all `unity` formations of one with the tag `division-bonus`
    are complete."""


class RetreatLossesTerms(Terms):
    """Hexsides over which retreats cost a loss."""

    retreat_losses: Mapping[MovementClass, tuple[HexsideKind, ...]] = {}
    """Classes that take a loss in a retreat over such a hexside."""
    retreat_losses_by_type: Mapping[UnitType, tuple[HexsideKind, ...]] = {}
    """The same by unit type, on top of the classes."""


class ReturnsTerms(Terms):
    """Formations that come back."""

    returns: tuple[Return, ...] = ()
    """Withdrawn formations that come back later."""


TERMS: Final = (
    *shared.TERMS, ExitEdgesTerms, SiegeTerms, DivisionBonusTerms, AdvanceTerms,
    RetreatLossesTerms, RetreatOffTerms, AirAttackTerms, RecoveryTerms, RainTerms, WithdrawalTerms,
    ReturnsTerms, SeaMovesTerms, ParatroopsTerms, FinalEliminationTerms,
)  # fmt: skip
