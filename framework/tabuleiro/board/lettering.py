"""Names as they are drawn on a board: what whoever makes the picture tells whoever shows it."""

from __future__ import annotations

import msgspec

__all__ = ["Lettering"]


class Lettering(msgspec.Struct, array_like=True, frozen=True):
    """A name as it was drawn: its words, the middle of its base line, and its look."""

    words: str
    x: float
    y: float
    size: float
    bold: bool
    italic: bool
    colour: str
    halo: str
    hex: str
    """The hex that it names."""
