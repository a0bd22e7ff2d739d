"""Parameters of the attrition family: what its mechanics read besides the shared ones.

Games of this family have aircraft, ships and supply; what one has not, it says with
empty lists.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from tabuleiro.module.models.base import Model, Rule
from tabuleiro.module.models.references import (
    Area,
    Counter,
    Cover,
    EachSide,
    Edge,
    Formation,
    Nation,
    Option,
    Place,
    Region,
    Side,
    SiteKind,
    Terrain,
)
from tabuleiro.rules.parameters.shared import (
    Columns,
    Count,
    Faces,
    Number,
    Points,
    SharedParameters,
    Turn,
    absent,
)
from tabuleiro.rules.parameters.words import ATTRITION, SHARED

__all__ = ["AttritionParameters"]


class Encirclement(Model):
    """The columns that one side gains by sieges."""

    side: Side = Field(description="The side that gains by a siege, attacking or attacked.")
    columns: Columns = Field(description="The columns.")


class Exit(Model):
    """How a side leaves the board."""

    edges: list[Edge] = Field(description="The stretches of the border by which it may leave.")
    returns: bool = Field(default=False, description="Whether land units may come back there.")
    after_turns: Number = Field(default=1, description="Turns after which they may.")


class Entry(Model):
    """Where formations may be."""

    never_in: dict[Region, list[Formation]] = Field(
        default={}, description="Regions that are closed to formations for the whole match."
    )


class NavalTransport(Model):
    """Transport of land units by sea."""

    units: Number = Field(description="Land units of a side that may sail in one turn.")
    embark: Number = Field(description="Movement points for going on board.")
    disembark: Number = Field(description="Movement points for landing.")
    closed: list[Terrain] = Field(description="Terrain of coasts where ships cannot load.")
    arrivals_count: list[Nation] = Field(
        description="Nations whose reinforcements use up this transport."
    )
    arrivals_in: Region = Field(description="The region in which they do.")


class Landings(Model):
    """Coasts on which a side may not land."""

    barred: dict[Side, list[Region]] = Field(
        description="Regions closed to a side; the option of the same name may open one."
    )
    first_turn: dict[Side, dict[Region, Turn]] = Field(
        default={}, description="Regions that are closed to a side before a turn."
    )
    excepted: dict[Option, Region] = Field(
        default={}, description="Regions that an option of this name leaves open all the same."
    )


class Ground(Model):
    """Hexes by terrain, or by what the board prints or a marker shows there."""

    terrain: list[Terrain] = Field(default=[], description="Kinds of terrain that will do.")
    sites: list[SiteKind] = Field(
        default=[], description="Kinds of places of the board, or markers, that will do."
    )


class Jump(Ground):
    """Jumps of paratroops."""

    terrain: list[Terrain] = Field(description="Terrain on which they may come down.")
    sites: list[SiteKind] = Field(description="Markers of hexes where they may, too.")
    intact_at_night: Faces = Field(description="Faces with which a jump by night costs nothing.")


class AirStacking(Model):
    """How many air units share a base."""

    airfield: Number = Field(description="Air units on one airfield.")


class Night(Model):
    """Missions by night."""

    attack_divided_by: Count = Field(description="What bombing is divided by, rounded up.")
    supply: Faces = Field(description="Faces with which supplies reach the troops.")


class Air(Model):
    """Aircraft."""

    stacking: AirStacking = Field(description="How many share a base.")
    transfer_range: Number = Field(description="Transfers: so many times the printed range.")
    night: Night = Field(description="Missions by night.")
    interception: Annotated[
        dict[Side, Annotated[dict[Area, list[Cover]], Field(min_length=1)]], EachSide()
    ] = Field(
        description="By the region or box of a fighter's base, those over which it may intercept; "
        "`same-airfield` is its own hex only."
    )
    naval_cover: Annotated[dict[Side, dict[Region, list[Area]]], EachSide()] = Field(
        description="By the waters in which a naval unit is attacked, the regions or boxes whose "
        "fighters may defend it."
    )


class Interdiction(Model):
    """Hexes that were interdicted from the air."""

    cost: Number = Field(description="Movement points more for such a hex.")


class Supply(Model):
    """Supply lines."""

    links_only: list[Terrain] = Field(description="Terrain that lines pass along networks only.")
    sea_base: Ground = Field(description="Coasts from which air units based at sea are supplied.")


class SupplyBase(Ground):
    """Supply bases: the coastal hexes where they may be; airfields will always do."""

    vulnerability: Number = Field(description="What bombing of a base is multiplied by.")
    rebuilt_after: Number = Field(description="Turns after which a bombed base may be put back.")
    barred: dict[Side, list[Region]] = Field(
        default={}, description="Regions where a side may have no base."
    )


class AlwaysSupplied(Model):
    """Where units need no supply line."""

    regions: dict[Side, list[Region]] = Field(default={}, description="Regions.")
    places: dict[Side, list[Place]] = Field(default={}, description="The hexes of places.")
    by_terrain: list[Region] = Field(
        default=[], description="Of those regions, the ones where a line must be able to pass."
    )
    off_board: dict[Side, list[Edge]] = Field(
        default={}, description="Stretches of the border behind which units are supplied."
    )


class Works(Ground):
    """Something that engineers build, and where."""

    build: Number = Field(description="Turns that building takes.")


class LandReplacements(Model):
    """Prices of replacements for land units."""

    reduced: Number = Field(description="Points for turning a reduced unit up.")


class AirReplacements(LandReplacements):
    """Prices of replacements for air units."""

    destroyed_to_reduced: Number = Field(description="Points for a destroyed unit, reduced.")


class NavalReplacements(Model):
    """When naval units recover."""

    turns: Literal["odd", "even"] = Field(description="The turns in which they gain a stage.")


class Replacements(Ground):
    """Replacements: what they cost, and the ground on which land units get them."""

    land: LandReplacements = Field(description="Points for land units.")
    air: AirReplacements = Field(description="Points for air units.")
    naval: NavalReplacements = Field(description="Naval units, which need no points.")
    never: list[Counter] = Field(default=[], description="Units that never recover losses.")


class Bay(Model):
    """Waters from which naval units close a whole coast."""

    sea: Region = Field(description="The waters.")
    coast: Region = Field(description="The coast that they close.")


class Naval(Model):
    """Naval units."""

    barred: dict[Counter, list[Region]] = Field(
        default={}, description="Waters closed to a naval unit."
    )
    no_fire: dict[Counter, list[Region]] = Field(
        default={}, description="Regions that a naval unit may not bombard."
    )
    exits: dict[Counter, dict[Edge, Edge]] = Field(
        default={},
        description="By the stretch of the border where a naval unit leaves, that of its return.",
    )
    closes_bay: Bay = absent("Waters from which naval units close a whole coast to supply.")


class Held(Model):
    """What a side holds at the start."""

    regions: list[Region] = Field(default=[], description="Regions.")
    places: list[Place] = Field(default=[], description="The hexes of places.")


class Control(Model):
    """In whose power the land is before anybody comes."""

    default: Side = Field(description="The side that holds what is not named.")
    held: dict[Side, Held] = Field(default={}, description="What is a side's at the start.")


class Score(Model):
    """Points for destroyed land units."""

    enemy_destroyed: Points = Field(description="Points for each enemy land unit destroyed.")
    rule: Rule = Field(description="The clause of the rulebook.")


class AttritionParameters(SharedParameters):
    """Parameters of games with a table of results such as D2 A1."""

    words: ClassVar[tuple[str, ...] | None] = (*SHARED, *ATTRITION)

    no_limit: list[Region] = Field(
        default=[], description="Regions where any number of units may be in a hex."
    )
    free_moves: list[Region] = Field(
        default=[], description="Regions inside which land units go anywhere at once."
    )
    encirclement_shift: Encirclement = absent("The columns that one side gains by sieges.")
    overstack_shift: Columns = Field(
        default=0, description="Columns against more defenders than their hex holds."
    )
    unsupplied_shift: Columns = Field(
        default=0, description="Columns against a side with an unsupplied land unit in the combat."
    )
    exits: dict[Side, Exit] = Field(default={}, description="How sides leave the board.")
    entry: Entry = absent("Where formations may not be.")
    naval_transport: NavalTransport = Field(description="Transport of land units by sea.")
    landings: Landings = Field(description="Coasts on which a side may not land.")
    jump: Jump = Field(description="Jumps of paratroops.")
    air: Air = Field(description="Aircraft.")
    interdiction: Interdiction = Field(description="Hexes that were interdicted from the air.")
    supply: Supply = Field(description="Supply lines.")
    supply_base: SupplyBase = Field(description="Supply bases.")
    always_supplied: AlwaysSupplied = Field(description="Where units need no supply line.")
    airfields: Works = Field(description="Airfields that engineers build.")
    fortifications: Works = Field(description="Fortifications that engineers build.")
    replacements: Replacements = Field(description="Replacements of losses.")
    naval: Naval = Field(description="Naval units.")
    control: Control = absent(
        "In whose power the land is at the start; with it the game follows the control of all land."
    )
    damaged_at_start: Place = absent(
        "A place whose airfield is damaged at the start; the option of the same name may say that "
        "it stays so `until-occupied`."
    )
    scoring: dict[Side, Score] = Field(description="Points for what a side destroys.")
