"""Places that are pieces: how they are written, in data, positions and actions alike."""

from __future__ import annotations

from typing import Final

__all__ = ["INSIDE", "MOST_NESTED", "holder_in", "inside_of"]

INSIDE: Final = "in:"
"""What stands before a piece where it is the place of others."""
MOST_NESTED: Final = 4
"""So many pieces may be around one: a group on a carrier in a force is within two."""


def inside_of(piece: str) -> str:
    """Return the place that is the inside of a piece.

    >>> inside_of("us-tg-38-1")
    'in:us-tg-38-1'
    """
    return INSIDE + piece


def holder_in(place: str) -> str | None:
    """Return the piece that a place is the inside of, None if it is no such place.

    >>> holder_in("in:us-tg-38-1"), holder_in("0907")
    ('us-tg-38-1', None)
    """
    return place[len(INSIDE) :] if place.startswith(INSIDE) else None
