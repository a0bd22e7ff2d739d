"""Terms that the rules of the attrition family read besides the shared ones.

Games of this family have aircraft, ships and supply; what one has not, it says with
empty lists.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from msgspec import Meta

from tabuleiro.module.terms import (
    Area,
    Columns,
    Count,
    Counter,
    Cover,
    EachSide,
    Edge,
    Faces,
    Formation,
    Nation,
    Number,
    Option,
    Place,
    Points,
    Region,
    Rule,
    Side,
    SiteKind,
    Terms,
    Terrain,
    Turn,
)
from tabuleiro.rules.parameters import shared

__all__ = [
    "TERMS",
    "AirReplacements",
    "AirStacking",
    "AirTerms",
    "AirfieldTerms",
    "AlwaysSuppliedTerms",
    "AnyExitsTerms",
    "Bay",
    "ControlTerms",
    "DamagedAtStartTerms",
    "EncirclementTerms",
    "EntryTerms",
    "Exit",
    "ExitsTerms",
    "FortificationTerms",
    "FreeMovesTerms",
    "Ground",
    "Held",
    "InterdictionTerms",
    "JumpTerms",
    "LandReplacements",
    "LandingsTerms",
    "NavalReplacements",
    "NavalTerms",
    "NavalTransportTerms",
    "Night",
    "NoLimitTerms",
    "OverstackTerms",
    "ReplacementsTerms",
    "Score",
    "ScoringTerms",
    "SupplyBaseTerms",
    "SupplyTerms",
    "UnsuppliedTerms",
    "Works",
]


class EncirclementTerms(Terms):
    """The columns that one side gains by sieges."""

    key = "encirclement_shift"

    side: Side
    """The side that gains by a siege, attacking or attacked."""
    columns: Columns
    """The columns."""


class Exit(Terms):
    """How a side leaves the board."""

    edges: tuple[Edge, ...]
    """The stretches of the border by which it may leave."""
    returns: bool = False
    """Whether land units may come back there."""
    after_turns: Number = 1
    """Turns after which they may."""


class EntryTerms(Terms):
    """Where formations may not be."""

    key = "entry"

    never_in: Mapping[Region, tuple[Formation, ...]] = {}
    """Regions that are closed to formations for the whole match."""


class NavalTransportTerms(Terms):
    """Transport of land units by sea."""

    key = "naval_transport"
    required = True

    units: Number
    """Land units of a side that may sail in one turn."""
    embark: Number
    """Movement points for going on board."""
    disembark: Number
    """Movement points for landing."""
    closed: tuple[Terrain, ...]
    """Terrain of coasts where ships cannot load."""
    arrivals_count: tuple[Nation, ...]
    """Nations whose reinforcements use up this transport."""
    arrivals_in: Region
    """The region in which they do."""


class LandingsTerms(Terms):
    """Coasts on which a side may not land."""

    key = "landings"
    required = True

    barred: Mapping[Side, tuple[Region, ...]]
    """Regions closed to a side; the option of the same name may open one."""
    first_turn: Mapping[Side, Mapping[Region, Turn]] = {}
    """Regions that are closed to a side before a turn."""
    excepted: Mapping[Option, Region] = {}
    """Regions that an option of this name leaves open all the same."""


class Ground(Terms):
    """Hexes by terrain, or by what the board prints or a marker shows there."""

    terrain: tuple[Terrain, ...] = ()
    """Kinds of terrain that will do."""
    sites: tuple[SiteKind, ...] = ()
    """Kinds of places of the board, or markers, that will do."""


class JumpTerms(Ground, kw_only=True):
    """Jumps of paratroops."""

    key = "jump"
    required = True

    terrain: tuple[Terrain, ...]
    """Terrain on which they may come down."""
    sites: tuple[SiteKind, ...]
    """Markers of hexes where they may, too."""
    intact_at_night: Faces
    """Faces with which a jump by night costs nothing."""


class AirStacking(Terms):
    """How many air units share a base."""

    airfield: Number
    """Air units on one airfield."""


class Night(Terms):
    """Missions by night."""

    attack_divided_by: Count
    """What bombing is divided by, rounded up."""
    supply: Faces
    """Faces with which supplies reach the troops."""


class AirTerms(Terms):
    """Aircraft."""

    key = "air"
    required = True

    stacking: AirStacking
    """How many share a base."""
    transfer_range: Number
    """Transfers: so many times the printed range."""
    night: Night
    """Missions by night."""
    interception: Annotated[
        Mapping[Side, Annotated[Mapping[Area, tuple[Cover, ...]], Meta(min_length=1)]], EachSide()
    ]
    """By the region or box of a fighter's base, those over which it may intercept;
    `same-airfield` is its own hex only."""
    naval_cover: Annotated[Mapping[Side, Mapping[Region, tuple[Area, ...]]], EachSide()]
    """By the waters in which a naval unit is attacked, the regions or boxes whose fighters may
    defend it."""


class InterdictionTerms(Terms):
    """Hexes that were interdicted from the air."""

    key = "interdiction"
    required = True

    cost: Number
    """Movement points more for such a hex."""


class SupplyTerms(Terms):
    """Supply lines."""

    key = "supply"
    required = True

    links_only: tuple[Terrain, ...]
    """Terrain that lines pass along networks only."""
    sea_base: Ground
    """Coasts from which air units based at sea are supplied."""


class SupplyBaseTerms(Ground, kw_only=True):
    """Supply bases."""

    key = "supply_base"
    required = True

    vulnerability: Number
    """What bombing of a base is multiplied by."""
    rebuilt_after: Number
    """Turns after which a bombed base may be put back."""
    barred: Mapping[Side, tuple[Region, ...]] = {}
    """Regions where a side may have no base."""


class AlwaysSuppliedTerms(Terms):
    """Where units need no supply line."""

    key = "always_supplied"
    required = True

    regions: Mapping[Side, tuple[Region, ...]] = {}
    """Regions."""
    places: Mapping[Side, tuple[Place, ...]] = {}
    """The hexes of places."""
    by_terrain: tuple[Region, ...] = ()
    """Of those regions, the ones where a line must be able to pass."""
    off_board: Mapping[Side, tuple[Edge, ...]] = {}
    """Stretches of the border behind which units are supplied."""


class Works(Ground, kw_only=True):
    """Something that engineers build, and where."""

    build: Number
    """Turns that building takes."""


class AirfieldTerms(Works, kw_only=True):
    """Airfields that engineers build."""

    key = "airfields"
    required = True


class FortificationTerms(Works, kw_only=True):
    """Fortifications that engineers build."""

    key = "fortifications"
    required = True


class LandReplacements(Terms):
    """Prices of replacements for land units."""

    reduced: Number
    """Points for turning a reduced unit up."""


class AirReplacements(LandReplacements):
    """Prices of replacements for air units."""

    destroyed_to_reduced: Number
    """Points for a destroyed unit, reduced."""


class NavalReplacements(Terms):
    """When naval units recover."""

    turns: Literal["odd", "even"]
    """The turns in which they gain a stage."""


class ReplacementsTerms(Ground, kw_only=True):
    """Replacements of losses."""

    key = "replacements"
    required = True

    land: LandReplacements
    """Points for land units."""
    air: AirReplacements
    """Points for air units."""
    naval: NavalReplacements
    """Naval units, which need no points."""
    never: tuple[Counter, ...] = ()
    """Units that never recover losses."""


class Bay(Terms):
    """Waters from which naval units close a whole coast."""

    sea: Region
    """The waters."""
    coast: Region
    """The coast that they close."""


class NavalTerms(Terms):
    """Naval units."""

    key = "naval"
    required = True

    barred: Mapping[Counter, tuple[Region, ...]] = {}
    """Waters closed to a naval unit."""
    no_fire: Mapping[Counter, tuple[Region, ...]] = {}
    """Regions that a naval unit may not bombard."""
    exits: Mapping[Counter, Mapping[Edge, Edge]] = {}
    """By the stretch of the border where a naval unit leaves, that of its return."""
    closes_bay: Bay | None = None
    """Waters from which naval units close a whole coast to supply."""


class Held(Terms):
    """What a side holds at the start."""

    regions: tuple[Region, ...] = ()
    """Regions."""
    places: tuple[Place, ...] = ()
    """The hexes of places."""


class ControlTerms(Terms):
    """Whose the land is at the start; with it the game follows the control of all land."""

    key = "control"

    default: Side
    """The side that holds what is not named."""
    held: Mapping[Side, Held] = {}
    """What is a side's at the start."""


class Score(Terms):
    """Points for destroyed land units."""

    enemy_destroyed: Points
    """Points for each enemy land unit destroyed."""
    rule: Rule
    """The clause of the rulebook."""


class NoLimitTerms(Terms):
    """Where stacking has no limit."""

    no_limit: tuple[Region, ...] = ()
    """Regions where any number of units may be in a hex."""


class FreeMovesTerms(Terms):
    """Where land units go anywhere."""

    free_moves: tuple[Region, ...] = ()
    """Regions inside which land units go anywhere at once."""


class OverstackTerms(Terms):
    """More defenders than a hex holds."""

    overstack_shift: Columns = 0
    """Columns against more defenders than their hex holds."""


class UnsuppliedTerms(Terms):
    """Land units without supply in a combat."""

    unsupplied_shift: Columns = 0
    """Columns against a side with an unsupplied land unit in the combat."""


class ExitsTerms(Terms):
    """How sides leave, in the attrition family."""

    exits: Mapping[Side, Exit] = {}
    """How sides leave the board."""


class DamagedAtStartTerms(Terms):
    """An airfield that begins damaged."""

    damaged_at_start: Place | None = None
    """A place whose airfield is damaged at the start; the option of the same name may say that
    it stays so `until-occupied`."""


class ScoringTerms(Terms):
    """Points for what a side destroys."""

    scoring: Mapping[Side, Score]
    """Points for what a side destroys."""


class AnyExitsTerms(Terms):
    """How sides leave the board, in either family."""

    exits: Mapping[Side, tuple[Edge, ...] | Exit] = {}
    """Stretches of the border, or more about them."""


TERMS: Final = (
    *shared.TERMS, NoLimitTerms, FreeMovesTerms, EncirclementTerms, OverstackTerms,
    UnsuppliedTerms, ExitsTerms, EntryTerms, NavalTransportTerms, LandingsTerms, JumpTerms,
    AirTerms, InterdictionTerms, SupplyTerms, SupplyBaseTerms, AlwaysSuppliedTerms, AirfieldTerms,
    FortificationTerms, ReplacementsTerms, NavalTerms, ControlTerms, DamagedAtStartTerms,
    ScoringTerms,
)  # fmt: skip
