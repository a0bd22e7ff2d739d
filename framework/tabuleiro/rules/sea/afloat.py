"""Pieces afloat: off a coast that the enemy holds, about to land under fire.

Such a piece is in no hex. A mark names the hex that it will attack, as if it stood next to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import OFF

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.engine import Situation

__all__ = ["afloat", "afloat_mark", "all_afloat", "beachhead", "is_near"]

_MARK = "afloat-"


def afloat_mark(place: str) -> str:
    """Return the mark of pieces that are about to land in a hex.

    >>> afloat_mark("1217")
    'afloat-1217'
    """
    return _MARK + place


def beachhead(s: Situation, piece: str) -> str | None:
    """Return the hex in which a piece afloat is about to land, None if it is not afloat."""
    state = s.piece(piece)
    if state.place != OFF or not state.marks:
        return None
    return next((m.removeprefix(_MARK) for m in state.marks if m.startswith(_MARK)), None)


def afloat(s: Situation, side: str, place: str | None = None) -> tuple[str, ...]:
    """Return the pieces of a side that are about to land, in one hex or anywhere."""
    found = all_afloat(s)
    return tuple(p for p, hex in found.items() if s.side(p) == side and place in {None, hex})


def all_afloat(s: Situation) -> Mapping[str, str]:
    """Return the pieces that are about to land, each with its hex."""
    return s.cache_here("afloat", lambda: _afloat(s))


def _afloat(s: Situation) -> Mapping[str, str]:
    off = s.at(OFF)
    states = tuple(map(s.position.pieces.__getitem__, off))
    return s.cache_by_basis("afloat", (off, states), lambda: {
        piece: hex for piece in off if (hex := beachhead(s, piece)) is not None
    })  # fmt: skip


def is_near(s: Situation, piece: str, place: str) -> bool:
    """Return whether a piece is next to a hex, or afloat before it."""
    here = s.place(piece)
    if here in s.board.grid:
        return here in s.board.grid.neighbours(place)
    return beachhead(s, piece) == place
