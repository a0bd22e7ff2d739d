"""A scanned map laid under a grid: two hexes are pointed at on it, and it lies where it should."""

from __future__ import annotations

from itertools import combinations
from math import hypot
from typing import Final, NamedTuple

from tabuleiro.board import Grid, geometry_of
from tabuleiro.editor.boards.changes import Change, Path, Put, at
from tabuleiro.editor.boards.open_board import OpenBoard
from tabuleiro.i18n import _

__all__ = ["Pin", "first_pins", "pinned"]

_MARGIN: Final = 0.04
"""So much of a scan is taken for its margin before anybody has pointed at a hex."""
_APART: Final = 4.0


class Pin(NamedTuple):
    """A hex, and the pixel of a scan in which its centre lies."""

    hex: str
    x: float
    y: float


def pinned(board: OpenBoard, file: str, pins: list[Pin], loc: Path = ()) -> list[Change]:
    """Return the changes that lay a picture under a map by two pins, or by three.

    Raises `ValueError` with a sentence if they do not say where it lies.

    >>> board = OpenBoard({"grid": {"columns": 9, "rows": 9}})
    >>> pinned(board, "map.png", [Pin("0101", 70, 81.6), Pin("0909", 870, 981)])[0].value
    ... # doctest: +NORMALIZE_WHITESPACE
    {'file': 'map.png', 'points': [{'hex': '0101', 'pixel': [70, 82]},
     {'hex': '0909', 'pixel': [870, 981]}]}
    """
    points = [{"hex": pin.hex, "pixel": [round(pin.x), round(pin.y)]} for pin in pins]
    if len(pins) < 2:
        raise ValueError(_("two points place a picture: two hexes far apart, with their pixels"))
    for a, b in combinations(pins, 2):
        if a.hex == b.hex or hypot(a.x - b.x, a.y - b.y) < _APART:
            raise ValueError(
                _("these points do not place the picture: they lie too close together")
            )
    path = (*loc, "picture")
    now = at(board.values, path)
    if now is None:
        return [Put(path, {"file": file, "points": points})]
    changes: list[Change] = [] if now.get("file") == file else [Put((*path, "file"), file)]
    there = now.get("points") or []
    if len(there) != len(points):
        return [*changes, Put((*path, "points"), points)]
    for n, (old, new) in enumerate(zip(there, points, strict=True)):
        if str(old.get("hex")) != new["hex"]:
            changes.append(Put((*path, "points", n, "hex"), new["hex"]))
        if old.get("pixel") != new["pixel"]:
            changes.append(Put((*path, "points", n, "pixel"), new["pixel"]))
    return changes


def first_pins(grid: Grid, width: int, height: int) -> list[Pin]:
    """Return pins that lay a whole grid on a picture, for a first look.

    >>> from tabuleiro.board import SquareGrid
    >>> [
    ...     (pin.hex, round(pin.x), round(pin.y))
    ...     for pin in first_pins(SquareGrid(10, 10), 1000, 1000)
    ... ]
    [('0101', 86, 86), ('1010', 914, 914)]
    """
    geometry = geometry_of(grid)
    left, top, right, bottom = geometry.bounds
    room = 1 - 2 * _MARGIN
    scale = min(room * width / (right - left), room * height / (bottom - top))
    off_x = (width - scale * (right - left)) / 2
    off_y = (height - scale * (bottom - top)) / 2
    pins = []
    for hex in (grid.hexes[0], grid.hexes[-1]):
        x, y = geometry.centre(hex)
        pins.append(Pin(hex, off_x + (x - left) * scale, off_y + (y - top) * scale))
    return pins
