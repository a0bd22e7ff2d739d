"""Presence: who stands where. Land pieces hold ground; aircraft and ships share hexes with them.

Unit types with the tag ``air`` or ``naval`` hold no ground: they exert no zone, bar no way and do
not count for stacking. In a game without such types every piece is a land piece.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tabuleiro.engine import Situation
    from tabuleiro.module import Module

__all__ = [
    "AIR",
    "LAND",
    "NAVAL",
    "arm",
    "ground",
    "holds_ground",
    "land_at",
    "land_pieces",
    "troops",
]

LAND, AIR, NAVAL = "land", "air", "naval"


def _elsewhere(module: Module) -> Mapping[str, str]:
    """Return the counters that hold no ground, each with its arm."""
    if "elsewhere" not in module.memo:
        module.memo["elsewhere"] = {
            piece: AIR if AIR in counter.tags else NAVAL
            for piece, counter in module.counters.items()
            if AIR in counter.tags or NAVAL in counter.tags
        }
    found: Mapping[str, str] = module.memo["elsewhere"]
    return found


def arm(s: Situation, piece: str) -> str:
    """Return what a piece is: ``land``, ``air`` or ``naval``."""
    return _elsewhere(s.module).get(piece, LAND)


def holds_ground(s: Situation, piece: str) -> bool:
    """Return whether a piece is a land piece."""
    return piece not in _elsewhere(s.module)


def troops(s: Situation, side: str) -> Mapping[str, tuple[str, ...]]:
    """Return the hexes where land pieces of a side stand, with those pieces."""
    stacks = s.occupied(side)
    if not _elsewhere(s.module):
        return stacks
    return s.keep(("troops", side), stacks, lambda: _troops(s, stacks))


def _troops(s: Situation, stacks: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    elsewhere, found = _elsewhere(s.module), {}
    for place, pieces in stacks.items():
        here = tuple(piece for piece in pieces if piece not in elsewhere)
        if here:
            found[place] = here
    return found


def land_pieces(s: Situation, side: str, piece: str | None) -> Iterator[tuple[str, str]]:
    """Yield the land pieces of a side with their hexes, or the named one if it is one of them."""
    stacks = troops(s, side)
    if piece is None:
        yield from ((place, one) for place, pieces in stacks.items() for one in pieces)
        return
    state = s.position.pieces.get(piece)
    if state is not None and piece in stacks.get(state.place, ()):
        yield state.place, piece


def ground(s: Situation) -> Mapping[str, tuple[str, ...]]:
    """Return the land pieces of every place."""
    if not _elsewhere(s.module):
        return s.position.stacks
    return s.memo("ground", lambda: {place: land_at(s, place) for place in s.position.stacks})


def land_at(s: Situation, place: str, side: str | None = None) -> tuple[str, ...]:
    """Return the land pieces in a place, of one side or of any, bottom first."""
    elsewhere = _elsewhere(s.module)
    pieces = s.at(place)
    if not elsewhere and side is None:
        return pieces
    return tuple(p for p in pieces if p not in elsewhere and (side is None or s.side(p) == side))
