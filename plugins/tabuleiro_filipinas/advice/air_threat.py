"""How many enemy aircraft reach a place, as far as one sees them on their fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.rules.ground.land_units import AIR, arm
from tabuleiro_filipinas.air_bases import is_damaged
from tabuleiro_filipinas.displaced_places import displaced, reach
from tabuleiro_filipinas.forces import forces

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.engine import Situation

__all__ = ["air_threat", "bases_seen", "carrier_threat"]

_FROM_DECK: Final = 30
"""The range of what flies from carriers."""
_HIDDEN: Final = 4
"""The groups that a force is taken to have that nobody found."""
_SUPPOSED: Final = 40
"""The range of an aircraft of which nothing else is known."""


def bases_seen(s: Situation, side: str) -> Mapping[str, tuple[str, ...]]:
    """Return the aircraft of a side on fields that are whole, as far as they are seen."""
    found = {}
    boxes = [box for box in s.board.boxes if displaced(s, box)]
    for place in (*s.occupied(side), *boxes):
        pieces = tuple(p for p in s.at(place) if s.side(p) == side and arm(s, p) == AIR)
        if pieces and not is_damaged(s, place):
            found[place] = pieces
    return found


def air_threat(s: Situation, enemy: str) -> Mapping[str, int]:
    """Return for each hex how many aircraft of an enemy reach it from their fields."""

    def find() -> dict[str, int]:
        counts: dict[str, int] = {}
        for place, pieces in bases_seen(s, enemy).items():
            by_range: dict[int, int] = {}
            for piece in pieces:
                far = s.value(piece, "range") if piece not in s.unknown else _SUPPOSED
                by_range[far] = by_range.get(far, 0) + 1
            for far, number in by_range.items():
                for hex in reach(s, place, far):
                    counts[hex] = counts.get(hex, 0) + number
        return counts

    return s.cache_here(("air-threat", enemy), find)


def carrier_threat(s: Situation, enemy: str) -> Mapping[str, int]:
    """Return for each hex how many groups reach it from carriers; a hidden force may have some."""

    def find() -> dict[str, int]:
        counts: dict[str, int] = {}
        for force, told in forces(s, enemy).items():
            if not s.on_map(force):
                continue
            ships = [p for p in s.inside(force) if s.counter(p).type == "carriers"]
            groups = sum(s.value(p, "aircraft") for p in ships) if told.detected else _HIDDEN
            for hex in reach(s, s.place(force), _FROM_DECK) if groups else ():
                counts[hex] = counts.get(hex, 0) + groups
        return counts

    return s.cache_here(("carrier-threat", enemy), find)
