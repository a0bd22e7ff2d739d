"""The picture of a board that is being drawn: in squares, each made when it is first looked at.

So a stroke costs what it changes, however large the board is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from tabuleiro.cartography.picture.part import LAYERS, Whole
from tabuleiro.host.map.picture import SCALE, BoardPicture, Piece
from tabuleiro.host.map.svg_pieces import Sheet, cut_layers

if TYPE_CHECKING:
    from tabuleiro.board import Picture

__all__ = ["LivePicture"]

_SIDE: Final = 4
"""So many hexes a square is wide."""
_REACH: Final = 0.75
"""So far beyond a hex what changes there is seen: woods and coasts are rounded."""


class _Square:
    """What was drawn of a square: the pieces of each layer."""

    def __init__(self, whole: Whole, window: tuple[float, float, float, float]) -> None:
        width, height = (window[2] - window[0]) * SCALE, (window[3] - window[1]) * SCALE
        area = QRectF(0, 0, width, height)
        self.layers = {
            name: [Piece(area, "".join(drawn))] if drawn else []
            for name, drawn in whole.part(window, SCALE).items()
        }


class LivePicture(BoardPicture):
    """A board that changes while it is looked at; ``scans`` are those of its maps."""

    def __init__(self, whole: Whole, scans: Iterable[Picture], root: str) -> None:
        """Take a board; nothing of it is drawn yet."""
        left, top, right, bottom = whole.frame
        names = cut_layers(whole.lettering(SCALE))
        size = (right - left) * SCALE, (bottom - top) * SCALE
        super().__init__(
            Sheet(*size, left, top, {}, names.layers, names.labels, "", list(scans), root)
        )
        self.whole = whole
        self._squares: dict[tuple[int, int], _Square] = {}

    def become(self, whole: Whole) -> None:
        """Show another state of the board; what was drawn stays until it is forgotten."""
        self.whole = whole

    def letter(self) -> QRectF:
        """Find spots for all names anew; return where some stood or stand that are no names of hexes."""
        names = cut_layers(self.whole.lettering(SCALE))
        self.labels = names.labels
        before = self.layers["names"]
        self.layers["names"] = [
            Piece(QRectF(c.left, c.top, c.width, c.height), c.text) for c in names.layers["names"]
        ]
        area = QRectF()
        old, new = ({(p.svg, p.area.getRect()): p.area for p in each}
                    for each in (before, self.layers["names"]))  # fmt: skip
        for key in old.keys() ^ new.keys():
            area = area.united((old | new)[key])
        return area

    def touched(self, hexes: Iterable[str]) -> QRectF:
        """Forget what was drawn about some hexes; return what of the scene that is."""
        area = QRectF()
        for hex in hexes:
            points = [self.scene(x, y) for x, y in self.whole.places.geometry.corners(hex)]
            xs, ys = zip(*points, strict=True)
            box = QRectF(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
            by = _REACH * SCALE
            box.adjust(-by, -by, by, by)
            for key in _keys(box):
                self._squares.pop(key, None)
            area = area.united(box)
        return area.intersected(self.size)

    def strokes(self, painter: QPainter, layer: str, area: QRectF) -> Iterator[None]:
        """Draw the part of a layer that touches an area of the scene, square by square."""
        if layer == "names":
            yield from super().strokes(painter, layer, area)
            return
        if layer not in LAYERS or not self.whole.maps:
            return
        for key in _keys(area.intersected(self.size)):
            square = self._squares.get(key)
            if square is None:
                square = self._squares[key] = _Square(self.whole, self._window(key))
                yield
            pieces = square.layers.get(layer)
            if pieces:
                side = _SIDE * SCALE
                painter.save()
                spot = QRectF(key[0] * side, key[1] * side, side, side)
                painter.setClipRect(spot, Qt.ClipOperation.IntersectClip)
                painter.translate(spot.topLeft())
                for piece in pieces:
                    piece.renderer.render(painter, piece.area)
                painter.restore()
                yield

    def _window(self, key: tuple[int, int]) -> tuple[float, float, float, float]:
        left, top = self.left + key[0] * _SIDE, self.top + key[1] * _SIDE
        return left, top, left + _SIDE, top + _SIDE


def _keys(area: QRectF) -> list[tuple[int, int]]:
    side = _SIDE * SCALE
    if area.isEmpty():
        return []
    columns = range(int(area.left() // side), int(area.right() // side) + 1)
    rows = range(int(area.top() // side), int(area.bottom() // side) + 1)
    return [(column, row) for row in rows for column in columns]
