"""Invariants of Papua: what must never be on its map, whatever was played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.hooks import hookimpl
from tabuleiro.rules.ground.land_units import AIR, LAND, arm, land_at, land_units
from tabuleiro_papua.air.airfields import is_airfield, sea_based
from tabuleiro_papua.overstacking import overfull

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Situation

__all__ = ["EachOnItsGround", "misplaced"]


def misplaced(s: Situation) -> list[str]:
    """Return a sentence for each broken invariant: enemies in one hex, crowds, wrong ground."""
    return [*_shared_hexes(s), *_crowds(s), *_wrong_ground(s)]


def _shared_hexes(s: Situation) -> Iterator[str]:
    """Yield a sentence for each hex that enemies share without a paratroop piece among them."""
    one, other = s.module.sides
    for place in land_units(s, one).keys() & land_units(s, other).keys():
        pieces = land_at(s, place)
        if not any("drop" in s.counter(piece).tags for piece in pieces):
            yield f"enemies share {place}: {', '.join(pieces)}"


def _crowds(s: Situation) -> Iterator[str]:
    """Yield a sentence for each overfull hex of a side that has just ended its movement.

    Retreats overfill hexes in the combat phase of the enemy, and until the next movement ends.
    """
    if s.phase is None or s.phase.kind != "combat" or s.phase.side is None:
        return
    side = s.phase.side
    for place in land_units(s, side):
        if overfull(s, side, place):
            yield f"{place} holds {len(land_at(s, place, side))} pieces"


def _wrong_ground(s: Situation) -> Iterator[str]:
    for place, pieces in s.position.stacks.items():
        if place not in s.board.grid:
            continue
        sea = "sea" in s.module.terrain[s.board.terrain_at(place)].tags
        for piece in pieces:
            if not _belongs(s, piece, place, sea=sea):
                yield f"{piece} is in {place}, which is {s.board.terrain_at(place)}"


def _belongs(s: Situation, piece: str, place: str, *, sea: bool) -> bool:
    """Return whether a piece can be in such a hex at all."""
    kind = arm(s, piece)
    if kind == AIR:
        return sea if sea_based(s, piece) else is_airfield(s, place)
    return sea != (kind == LAND)


class EachOnItsGround:
    """A part: enemies share a hex by a jump alone; aircraft lie on airfields, ships at sea."""

    @hookimpl
    def invariants(self, s: Situation) -> list[str]:
        return misplaced(s)
