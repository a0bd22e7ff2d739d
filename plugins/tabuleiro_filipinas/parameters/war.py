"""Terms of the war at sea: naval combat, shelling, strikes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

from tabuleiro.module.terms import Columns, Count, EachSide, Id, Region, Side, Terms

__all__ = ["TERMS", "WORDS", "NavalTerms", "UnknownTerms"]


class NavalTerms(Terms):
    """Ships: numbers of their fights and of convoys."""

    key = "naval"

    limit: Count
    """Points of a side that count in naval combat."""
    shifts: Mapping[Id, Columns]
    """Columns in naval combat, for what."""
    engagements: Count
    """Engagements in a naval combat at most."""
    passages: Region
    """Land hexes that ships pass all the same."""
    pursuit: Count
    """Hexes of a pursuit."""
    bombardment_limit: Count
    """Points of ships that count in shelling."""
    supply_divided_by: Count
    """Transport points that make a point of supply."""
    monsoon_cost: float
    """Capacity for each sea hex in monsoon."""


class UnknownTerms(Terms):
    """Pieces that hide what lies below them."""

    key = "unknowns"

    count: Count
    """So many of them a side has."""
    pieces: Annotated[Mapping[Side, Id], EachSide()]
    """What they are made from, by side: an entry of the palette."""


TERMS: Final = (NavalTerms, UnknownTerms)
WORDS: Final = (
    "bombing-ships", "spotting", "ground-reconnaissance", "kamikaze", "naval-combat",
    "naval-bombardment", "naval-support", "submarines",
    # unknown pieces, stacks, searching
    "unknown-put", "unknown-engaged", "unknown-advance", "unknown-stock", "unknown-where",
    "unknown-duty", "stack-order", "scouting-forbidden", "scouted-already", "search-who",
    "search-from-deck",
    # naval combat
    "naval-radar", "naval-torpedoes", "naval-balance", "naval-hits", "naval-points",
    "naval-stay", "naval-withdraw", "naval-reserve", "naval-pursuit", "naval-once", "action-move",
    "naval-monsoon", "intact-first", "interdiction", "convoy-losses",
    "naval-strike",
    # ships and the shore
    "shore-types", "bombardment-use", "bombardment-limit", "bombardment-city",
    # strikes
    "ship-attack-shift", "strike-hits", "kamikaze-lost",
    # submarines
    "submarine-attack", "submarine-losses", "submarine-hits", "submarine-moves", "dummy",
)  # fmt: skip
