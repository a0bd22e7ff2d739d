"""Stacking: how many pieces of a side may share a hex.

Pieces made in play whose type has the tag ``weightless`` do not count: they are no units.
"""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING

from tabuleiro.engine import hex_ref, nmsg, piece_ref
from tabuleiro.hooks import hookimpl
from tabuleiro.module import UNLIMITED
from tabuleiro.module.terms import Count, Terms
from tabuleiro.rules.clauses import object_to
from tabuleiro.rules.ground.land_units import land_at, units

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.engine import Situation
    from tabuleiro.engine.verdicts import Objection

__all__ = ["OneLimit", "StackingTerms", "full", "full_hexes", "limit", "stacking_objection"]


class StackingTerms(Terms):
    """How many units share a hex."""

    stacking: Count
    """Units of a side in one hex, where the tables give no other limit."""


def limit(s: Situation, side: str, place: str) -> int:
    """Return how many pieces of a side may stand in a hex."""
    found: Mapping[str, int] | int | None = s.here.get(("stacking", side))
    if found is None:
        found = s.cache_here(("stacking", side), lambda: _ask(s, side))
    return found if isinstance(found, int) else found[place]


def _ask(s: Situation, side: str) -> Mapping[str, int] | int:
    answer: Mapping[str, int] | int | None = s.rules.stacking_limits(s=s, side=side)
    return UNLIMITED if answer is None else answer


def full(s: Situation, side: str, place: str) -> bool:
    """Return whether no further piece of the side may stop in a hex."""
    return place in full_hexes(s, side)


def full_hexes(s: Situation, side: str) -> frozenset[str]:
    """Return the hexes with pieces where no further one of the side may stop."""
    return s.cache_here(("full", side), lambda: _full_hexes(s, side))


def _full_hexes(s: Situation, side: str) -> frozenset[str]:
    stacks, grid = s.position.stacks, s.board.grid
    limits = s.cache_here(("stacking", side), lambda: _ask(s, side))
    if isinstance(limits, int):
        high = compress(stacks, map(limits.__le__, map(len, stacks.values())))
        crowded = [(place, limits) for place in high if place in grid]
    else:
        crowded = [
            (place, most)
            for place, there in stacks.items()
            if place in grid and len(there) >= (most := limits[place])
        ]
    # Who of them counts is asked only where it could matter.
    found = frozenset(h for h, most in crowded if len(units(s, land_at(s, h))) >= most)
    # Moves seldom fill a hex: what follows from the same hexes should find the same object.
    return s.cache_by_basis(("full", side), found, lambda: found)


def stacking_objection(s: Situation, piece: str, place: str) -> Objection | None:
    """Return why a piece may not stop in a hex, or None."""
    there = tuple(p for p in land_at(s, place) if p != piece)
    others = units(s, there)
    if len(others) < limit(s, s.side(piece), place):
        return None
    message = nmsg(
        "{piece} cannot stop in {hex}: there is {n} unit.",
        "{piece} cannot stop in {hex}: there are {n} units.",
        len(others),
        piece=piece_ref(piece),
        hex=hex_ref(place),
        n=len(others),
    )
    return object_to(s, message, "stacking", "stacking", pieces=others, hexes=(place,))


class OneLimit:
    """A part: every hex holds the same number of pieces."""

    @hookimpl
    def stacking_limits(self, s: Situation) -> int:
        return s.terms(StackingTerms).stacking
