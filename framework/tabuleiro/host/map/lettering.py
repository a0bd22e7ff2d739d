"""The names of places on a drawn board, apart from the rest: where they stand can change in play.

The drawing finds a good spot for each name, knowing nothing of counters. Names of areas and rivers
stay in the picture; those of towns and peaks are taken out of it, and are drawn over the board.
"""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["Lettering", "take_names"]

_TEXT: Final = re.compile(r'<text x="(-?[\d.]+)" y="(-?[\d.]+)">([^<>]+)</text>')
_LOOK: Final = re.compile(r'([a-z-]+)="([^"]*)"')
_MOVED: Final = ("transform", "letter-spacing")
"""Marks of names that are turned or spread out: of rivers and areas."""
_REACH: Final = 2.2
"""So many hexes at most a name stands from its place."""


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


def take_names(
    elements: Iterable[str], places: Mapping[str, Iterable[tuple[str, float, float]]], scale: float
) -> tuple[list[str], list[Lettering]]:
    """Return what stays of the layer of names, and the names that were taken out of it.

    ``places`` are hexes with their middles in the drawing, by the name in small letters.
    """
    kept, halos, taken = [], dict[tuple[str, str, str], str](), list[Lettering]()
    for element in elements:
        look = dict(_LOOK.findall(element.partition(">")[0]))
        found = _TEXT.findall(element)
        near = _nearest(found[0], places, scale) if len(found) == 1 else ""
        if not near or any(mark in look for mark in _MOVED):
            kept.append(element)
        elif look.get("fill") == "none":
            halos[found[0]] = look["stroke"]
        else:
            x, y, words = found[0]
            taken.append(Lettering(
                unescape(words), float(x), float(y), float(look["font-size"]),
                look.get("font-weight") == "bold", look.get("font-style") == "italic",
                look["fill"], halos.get(found[0], "#ffffff"), near,
            ))  # fmt: skip
    return kept, taken


def _nearest(
    found: tuple[str, str, str],
    places: Mapping[str, Iterable[tuple[str, float, float]]],
    scale: float,
) -> str:
    """Return the hex of that name to which a name belongs; nothing if there is none near."""
    x, y = float(found[0]), float(found[1])
    near = [
        ((x - there_x) ** 2 + (y - there_y) ** 2, hex)
        for hex, there_x, there_y in places.get(unescape(found[2]).casefold(), ())
    ]
    way, hex = min(near, default=(0.0, ""))
    return hex if way < (_REACH * scale + 0.3 * scale * len(found[2]) / 2) ** 2 else ""
