"""Putting the elements of a drawn board together into pieces, each with what it covers."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

import msgspec
from PySide6.QtCore import QRectF

from tabuleiro.board import Lettering, Picture

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tabuleiro.cartography import Drawn, Layers

__all__ = ["SCALE", "Cut", "Sheet", "cut_layers"]

SCALE: Final = 64
"""Units of the scene, and pixels of the picture, from hex to hex."""
_SQUARE: Final = 5 * SCALE
_SMALL: Final = 3 * SCALE
_DRAWN_BY_QT: Final = frozenset({"grid", "numbers"})


class Cut(msgspec.Struct, array_like=True):
    """Some elements of a layer as one text, and the part of the scene that they cover."""

    left: float
    top: float
    width: float
    height: float
    text: str


class Sheet(msgspec.Struct):
    """A drawn board, cut up. A point of the board lies at ``(x - left) * SCALE`` in the scene."""

    width: float
    height: float
    left: float
    top: float
    anchors: dict[str, tuple[float, float]]
    layers: dict[str, list[Cut]]
    labels: list[Lettering] = []
    """Names of places, which are drawn over the board."""
    kept: str = ""
    """The file of a small picture of it all, if one may be kept."""
    scans: list[Picture] = []
    """Scanned maps, which are drawn from their own files."""
    root: str = ""
    """The folder of the module that has them."""


def cut_layers(drawn: Layers) -> Sheet:
    """Cut a drawing up."""
    layers = {
        name: [] if name in _DRAWN_BY_QT else _cut(inside)
        for name, inside in drawn.elements.items()
    }
    frame = (drawn.width, drawn.height, drawn.left, drawn.top)
    return Sheet(*frame, drawn.anchors, layers, list(drawn.names))


def _cut(elements: Iterable[Drawn]) -> list[Cut]:
    """Put small elements that lie together into one piece; what is large is a piece by itself."""
    pieces: list[Cut] = []
    squares: dict[tuple[int, int], list[Drawn]] = defaultdict(list)
    for element in elements:
        area = _area(element)
        if max(area.width(), area.height()) <= _SMALL:
            spot = area.center()
            squares[int(spot.x() // _SQUARE), int(spot.y() // _SQUARE)].append(element)
            continue
        pieces += _joined(squares)  # what comes later is drawn above what comes before
        pieces.append(_piece([element]))
    return pieces + _joined(squares)


def _joined(squares: dict[tuple[int, int], list[Drawn]]) -> list[Cut]:
    """Return a piece for each square, and forget the squares."""
    pieces = [_piece(inside) for inside in squares.values()]
    squares.clear()
    return pieces


def _piece(elements: list[Drawn]) -> Cut:
    area = QRectF()
    for each in elements:
        area = area.united(_area(each))
    return Cut(area.left(), area.top(), area.width(), area.height(), "".join(elements))


def _area(element: Drawn) -> QRectF:
    left, top, right, bottom = element.area
    return QRectF(left, top, right - left, bottom - top)
