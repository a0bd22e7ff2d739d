"""Names as they are drawn on a board: what whoever makes the picture tells whoever shows it."""

from __future__ import annotations

import msgspec

__all__ = ["Lettering"]


class Lettering(msgspec.Struct, array_like=True, frozen=True):
    """A name as it was drawn: its words, the middle of its base line, and its look.

    >>> name = Lettering("Cassino", 120.0, 80.0, 14.0, True, False, "#222222", "#ffffff", "1106")
    >>> name.words, name.hex
    ('Cassino', '1106')
    """

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
