"""Terms of the sea: lifts, landings, convoys, ports, replacements."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

from tabuleiro.module.terms import (
    Box,
    Count,
    Counter,
    EachSide,
    Edge,
    Id,
    Number,
    Region,
    Side,
    Terms,
)

__all__ = [
    "TERMS",
    "WORDS",
    "CarrierTerms",
    "EntryTerms",
    "LandingTerms",
    "PortTerms",
    "ReplacementTerms",
    "SeaLiftTerms",
    "TownTerms",
]


class EntryTerms(Terms):
    """Where ships come from."""

    entry: Annotated[Mapping[Side, tuple[Edge, ...]], EachSide()]
    """Edges by which ships of a side come and go."""


class Barges(Terms):
    """Going by sea without ships."""

    units: Count
    """Units that may, in a turn of a side."""
    sea_hexes: Count
    """How far."""


class SeaLiftTerms(Terms):
    """Land units that go by sea."""

    key = "sea_lift"

    coastal: Barges
    """Without ships."""
    embark: Number
    """Movement points for going on board."""
    disembark: Number
    """Movement points for landing."""
    movement_divided_by: Count
    """What the points of who landed are divided by, rounded up."""
    terrain_tag: Id
    """The tag of terrain where one lands."""
    boxes: Annotated[Mapping[Side, tuple[Box, ...]], EachSide()]
    """Boxes of each side from which its units sail, and to which they come by sea."""


class Bay(Terms):
    """A bay that an island closes."""

    region: Region
    """Its coast."""
    closed_by: Region
    """The island."""


class LandingTerms(Terms):
    """Where nobody lands."""

    key = "landing"

    barred_regions: tuple[Region, ...]
    """Regions on which nobody lands."""
    bay: Bay
    """The bay that is closed while the enemy holds an island."""


class TownTerms(Terms):
    """Supply without ships."""

    supplied_by_towns: Side
    """Whose cities and ports feed its units without a limit."""


class PortTerms(Terms):
    """Ports."""

    key = "ports"

    repair: Count
    """Turns until a damaged port serves again."""


class LandPrice(Terms):
    """What a land unit costs."""

    reduced: Number
    """Points to restore a reduced one."""


class AirPrice(Terms):
    """What an air unit costs."""

    reduced: Number
    """Points to restore a reduced one."""
    destroyed_to_reduced: Number
    """Points to rebuild a destroyed one, reduced."""
    destroyed_to_full: Number
    """Points to rebuild a destroyed one whole."""


class ShipPrice(Terms):
    """What ships cost."""

    per_combat_point: Number
    """Points for each lost combat point."""
    least: Number
    """The least that any costs."""


class ReplacementTerms(Terms):
    """Prices of replacements."""

    key = "replacements"

    land: LandPrice
    """Of land units."""
    air: AirPrice
    """Of air units."""
    naval: ShipPrice
    """Of ships."""
    never: tuple[Counter, ...] = ()
    """Who is never restored."""
    by_rest: tuple[Counter, ...] = ()
    """Who is restored by rest alone."""


class CarrierTerms(Terms):
    """Groups and decks."""

    key = "carriers"

    kinds: tuple[Id, ...]
    """Tags: which of them a group has, its carrier must have."""
    only_embarked: tuple[Counter, ...] = ()
    """Groups that come into play on a carrier alone."""


TERMS: Final = (
    CarrierTerms, EntryTerms, LandingTerms, PortTerms, ReplacementTerms, SeaLiftTerms, TownTerms,
)  # fmt: skip
WORDS: Final = (
    "entry", "sea-lift", "assault-landing", "landing-barred", "supply", "replacement",
    "naval-phase", "naval-move", "naval-enemy", "naval-port-stop", "naval-zone-stop", "naval-stop",
    "forces", "naval-losses", "coast-detection", "capacity", "embark", "sea-lift-own",
    "destroyer-lift", "landing-terrain", "landing-types", "bay-closed", "landing-weather",
    "monsoon-lift", "barge", "barge-barred", "no-one-embarked", "off-board", "ships-leave",
    "army-8", "failed-landing", "carrier-loss", "supply-check",
    "supply-marker", "supply-freight", "supply-lost",
    "never-recovers", "never-rebuilt", "old-airfield", "restore-engaged", "restore-by-air", "rest",
    "points-left", "fusion", "ferry", "ferry-idle", "deck-change",
    "unsupplied-air", "no-supply-restore",
    "cargo-loss",
)  # fmt: skip
