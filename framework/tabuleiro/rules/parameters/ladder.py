"""Parameters of the ladder family: what its mechanics read besides the shared ones."""

from __future__ import annotations

from typing import Annotated, ClassVar, Self

from pydantic import Field, model_validator

from tabuleiro.i18n import _
from tabuleiro.module.models.base import Model, Rule
from tabuleiro.module.models.references import (
    Box,
    Counter,
    EachSide,
    Edge,
    Formation,
    HexsideKind,
    MovementClass,
    Nation,
    NetworkKind,
    Place,
    Region,
    Side,
    Table,
    Tag,
    Terrain,
    UnitType,
    told,
)
from tabuleiro.rules.parameters.shared import (
    Columns,
    Count,
    Half,
    Number,
    SharedParameters,
    Turn,
    absent,
)

__all__ = [
    "Advance",
    "AirAttack",
    "FinalElimination",
    "LadderParameters",
    "Paratroops",
    "Rain",
    "Recovery",
    "RetreatOff",
    "Return",
    "SeaMoves",
    "Withdrawal",
]


class Advance(Model):
    """How victors advance; motorized units may go on to a second hex."""

    first: list[Terrain] = Field(
        default=[], description="Terrain of the hex taken from which one may go on."
    )
    second: list[Terrain] = Field(default=[], description="Terrain of the second hex.")
    barred: list[HexsideKind] = Field(default=[], description="Hexsides that end an advance.")
    by: NetworkKind = absent("A network along which the advance of two hexes must go.")
    bridges: bool = Field(
        default=True, description="Whether bridges open the hexsides that end an advance."
    )


class AirAttack(Model):
    """An attack by air points alone."""

    min: Count = Field(default=1, description="The fewest points.")
    max: Count = Field(default=999, description="The most points.")

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.min > self.max:
            raise told(_("the most points, {most}, are fewer than the fewest, {least}").format(
                most=self.max, least=self.min))  # fmt: skip
        return self


class Recovery(Model):
    """Which reduced units recover when they kept away from the enemy for a whole turn."""

    sides: list[Side] = Field(description="Sides whose units recover.")
    nations: list[Nation] = absent("Nations whose units recover; all if left out.")
    per_turn: dict[Side, Number] = Field(
        default={}, description="How many of a side recover in one turn at most."
    )
    barred: dict[Side, list[Tag]] = Field(
        default={}, description="Tags of units that never recover."
    )
    last_turn: dict[Side, Turn] = Field(
        default={}, description="The last turn in which a side's units recover."
    )
    line_to: dict[Side, list[Edge]] = Field(
        default={},
        description="Stretches of the border to one of which a line of hexes free of the enemy "
        "and its zones must lead.",
    )


class Rain(Model):
    """What rain does in some turns."""

    turns: list[Turn] = Field(description="The turns in which it rains.")
    surcharge: Half = Field(
        default=0, description="Points on top of each hex, step along a road and hexside."
    )
    advance: Number = absent("Hexes that victors advance at most.")


class RetreatOff(Model):
    """Retreats over the border of the board."""

    destroyed: dict[Side, list[Edge]] = Field(
        description="Stretches of the border over which a retreat destroys units of a side."
    )
    boxes: Annotated[dict[Side, Box], EachSide()] = Field(
        description="The box in which units of a side wait that retreated over another stretch."
    )
    return_within: Number = Field(
        description="Hexes between the one where a unit left and that of its return, at most."
    )


class Withdrawal(Model):
    """Units leave the match when the scenario says so, as the movement of their side begins."""


class Return(Model):
    """A formation that the scenario withdrew and that comes back."""

    formation: Formation = Field(description="The formation.")
    turn: Turn = Field(description="The turn from which it may come back.")
    edges: list[Edge] = Field(description="The stretches of the border by which it may come.")
    rule: Rule = Field(description="The clause of the rulebook.")


class SeaMove(Model):
    """What a move by sea leaves of a unit's movement."""

    divided_by: Count = Field(description="What the points are divided by after the landing.")


class Opened(Model):
    """Coasts that a place opens to landings."""

    place: Place = Field(description="The place that the side must hold.")
    coasts: list[Region] = Field(description="The regions that are open then.")


class SeaMoves(Model):
    """Moves by sea, from coast to coast."""

    side: Side = Field(description="The side that has ships.")
    nations: list[Nation] = Field(description="The nations whose units may sail.")
    units: Number = Field(description="Units that may sail in one turn.")
    terrain: list[Terrain] = Field(description="Terrain of hexes where ships load and unload.")
    move: SeaMove = Field(description="What is left of the movement of who landed.")
    assault: list[UnitType] = Field(
        description="Types that may land in hexes that their side does not rule."
    )
    shores: list[Region] = Field(description="All coasts that there are.")
    coasts: list[Region] = Field(
        description="Coasts along which ships sail up to the last limited turn."
    )
    opened: Opened = Field(description="Further coasts, while the side holds a place.")
    last_limited_turn: Number = Field(
        description="After this turn units land on any coast, even where enemies are."
    )
    stack_from_sea: Number = Field(description="Units that may attack one hex from the sea.")


class Paratroops(Model):
    """Units that drop from the air."""

    units: list[Counter] = Field(description="The units.")
    terrain: list[Terrain] = Field(description="Terrain on which they may drop.")
    per_turn: Number = Field(description="Units that may drop in one turn.")
    table: Table = Field(description="The table of values with what becomes of them.")
    last_turn: Number = Field(description="The last turn in which they may drop.")


class FinalElimination(Model):
    """A part of the reduced units is eliminated before the points are counted."""

    sides: list[Side] = Field(description="Sides whose units are.")
    one_in: Count = Field(description="One in so many, rounded down.")


class LadderParameters(SharedParameters):
    """Parameters of games with a table of results from DE to AE."""

    sides: ClassVar[int | None] = None

    exits: dict[Side, list[Edge]] = Field(
        default={}, description="Stretches of the border by which a side may leave the board."
    )
    encirclement_shift: Columns = Field(
        default=0, description="Columns for who attacks surrounded defenders."
    )
    encirclement_cancelled: list[Side] = Field(
        default=[], description="Sides whose surrounded defenders strike those columns out."
    )
    division_shift: Columns = Field(
        default=0,
        description="Columns more in attack if all `unity` formations of one with the tag "
        "`division-bonus` are complete.",
    )
    advance: Advance = absent("How victors advance; one hex if left out.")
    retreat_losses: dict[MovementClass, list[HexsideKind]] = Field(
        default={}, description="Classes that take a loss in a retreat over such a hexside."
    )
    retreat_losses_by_type: dict[UnitType, list[HexsideKind]] = Field(
        default={}, description="The same by unit type, on top of the classes."
    )
    retreat_off: RetreatOff = absent(
        "Retreats over the border; if left out, units retreat by their `exits`."
    )
    air_attack: AirAttack = absent("The points of an attack by air alone.")
    recovery: Recovery = absent("Who recovers losses; nobody if left out.")
    rain: Rain = absent("What rain does.")
    withdrawal: Withdrawal = absent(
        "There are withdrawals: units that the scenario names leave as their side begins to move."
    )
    returns: list[Return] = Field(
        default=[], description="Withdrawn formations that come back later."
    )
    sea_moves: SeaMoves = absent("Moves by sea; none if left out.")
    paratroops: Paratroops = absent("Units that drop from the air; none if left out.")
    final_elimination: FinalElimination = absent(
        "Reduced units that are eliminated before the count; none if left out."
    )
