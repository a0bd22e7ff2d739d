"""Cutting the layers of a drawn board into pieces, each with the part of the scene it covers."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Final

import msgspec
from PySide6.QtCore import QRectF

from tabuleiro.host.map.lettering import Lettering

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["SCALE", "Cut", "Sheet", "cut_layers"]

SCALE: Final = 64
"""Units of the scene, and pixels of the picture, from hex to hex."""
_SQUARE: Final = 5 * SCALE
_SMALL: Final = 3 * SCALE
_MARGIN: Final = 0.2 * SCALE
_SHIFTED: Final = re.compile(r"translate\((-?[\d.]+)[ ,](-?[\d.]+)\)")
_POINTS: Final = re.compile(r'(?:\bd|points)="([^"]*)"')
_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?")
_TEXT_AT: Final = re.compile(r'<text[^>]* ?x="(-?[\d.]+)" y="(-?[\d.]+)"')
_WORDS: Final = re.compile(r">([^<>]+)<")
_SIZE: Final = re.compile(r'font-size="([\d.]+)"')
_SPACING: Final = re.compile(r'letter-spacing="([\d.]+)"')
_CORNER: Final = re.compile(
    r'\b(?:x|cx|x1|x2)="(-?[\d.]+)" (?:y|cy|y1|y2)="(-?[\d.]+)"'
    r'(?: (?:width|r|rx)="([\d.]+)" ?(?:(?:height|ry)="([\d.]+)")?)?'
)
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


def cut_layers(
    size: tuple[float, float],
    corner: tuple[float, float],
    elements: Mapping[str, Iterable[str]],
    anchors: Mapping[str, tuple[float, float]],
) -> Sheet:
    """Cut a drawing up."""
    whole = QRectF(0, 0, *size)
    layers = {
        name: [] if name in _DRAWN_BY_QT else _cut(inside, whole)
        for name, inside in elements.items()
    }
    return Sheet(*size, *corner, dict(anchors), layers)


def _cut(elements: Iterable[str], whole: QRectF) -> list[Cut]:
    """Put small elements that lie together into one piece; what is large is a piece by itself."""
    pieces: list[Cut] = []
    squares: dict[tuple[int, int], list[tuple[QRectF, str]]] = defaultdict(list)
    for element in elements:
        area = _area(element, whole)
        if max(area.width(), area.height()) <= _SMALL:
            spot = area.center()
            squares[int(spot.x() // _SQUARE), int(spot.y() // _SQUARE)].append((area, element))
            continue
        pieces += _joined(squares)  # what comes later is drawn above what comes before
        pieces.append(_piece(area, [element]))
    return pieces + _joined(squares)


def _joined(squares: dict[tuple[int, int], list[tuple[QRectF, str]]]) -> list[Cut]:
    """Return a piece for each square, and forget the squares."""
    pieces = []
    for inside in squares.values():
        area = QRectF()
        for each, _element in inside:
            area = area.united(each)
        pieces.append(_piece(area, [element for _area, element in inside]))
    squares.clear()
    return pieces


def _piece(area: QRectF, elements: list[str]) -> Cut:
    return Cut(area.left(), area.top(), area.width(), area.height(), "".join(elements))


def _area(element: str, whole: QRectF) -> QRectF:
    """Return what an element covers, rather too much than too little."""
    if "<image" in element:
        return QRectF(whole)
    if "<text" in element:
        return _text_area(element, whole)
    shifted = _SHIFTED.search(element)
    if shifted:
        x, y = float(shifted[1]), float(shifted[2])
        return QRectF(x - SCALE, y - SCALE, 2 * SCALE, 2 * SCALE)
    xs: list[float] = []
    ys: list[float] = []
    for found in _POINTS.finditer(element):
        numbers = [float(each) for each in _NUMBER.findall(found[1])]
        xs += numbers[0::2]
        ys += numbers[1::2]
    for found in _CORNER.finditer(element):
        x, y = float(found[1]), float(found[2])
        wide = float(found[3] or 0)
        high = float(found[4] or found[3] or 0)
        xs += [x - wide, x + wide]
        ys += [y - high, y + high]
    if not xs:
        return QRectF(whole)
    left, top = min(xs) - _MARGIN, min(ys) - _MARGIN
    return QRectF(left, top, max(xs) + _MARGIN - left, max(ys) + _MARGIN - top)


def _text_area(element: str, whole: QRectF) -> QRectF:
    """Return what a name may cover, whichever way it is turned."""
    spots = [(float(x), float(y)) for x, y in _TEXT_AT.findall(element)]
    words = max((len(found) for found in _WORDS.findall(element)), default=0)
    size = max((float(found) for found in _SIZE.findall(element)), default=0.0)
    space = max((float(found) for found in _SPACING.findall(element)), default=0.0)
    if not spots or not size:
        return QRectF(whole)
    reach = words * (0.75 * size + space) / 2 + size
    if "text-anchor" not in element:
        reach *= 2
    xs, ys = [x for x, _y in spots], [y for _x, y in spots]
    up = reach if "rotate" in element or "<textPath" in element else 2 * size
    return QRectF(
        min(xs) - reach, min(ys) - up, max(xs) - min(xs) + 2 * reach, max(ys) - min(ys) + 2 * up
    )
