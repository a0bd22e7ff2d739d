"""Terms of the war at sea: naval combat, shelling, strikes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tabuleiro.module.terms import Columns, Count, Id, Region, Terms

__all__ = ["TERMS", "WORDS", "NavalTerms"]


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


TERMS: Final = (NavalTerms,)
WORDS: Final = (
    "bombing-ships", "spotting", "ground-reconnaissance", "kamikaze", "naval-combat",
    "naval-bombardment", "naval-support", "submarines",
)  # fmt: skip
