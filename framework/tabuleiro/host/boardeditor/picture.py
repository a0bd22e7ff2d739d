"""The picture of a board that is being drawn: in squares, each made when it is first looked at.

So a stroke costs what it changes, however large the board is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from tabuleiro.cartography.picture.compose import LAYERS
from tabuleiro.cartography.picture.ground import shading
from tabuleiro.cartography.picture.part import Whole
from tabuleiro.host.map.picture import SCALE, BoardPicture, Piece
from tabuleiro.host.map.svg_pieces import Sheet, cut_layers

if TYPE_CHECKING:
    from tabuleiro.board import Picture
    from tabuleiro.cartography import Drawn

__all__ = ["LivePicture"]

_PAPER: Final = QColor("#ece3cc")
_SIDE: Final = 4
"""So many hexes a square is wide."""
_CELL: Final = 0.75 * SCALE
_SMALL: Final = 1.2 * SCALE
"""Signs no larger than this are put together cell by cell, so that few are drawn anew."""
_HAIR: Final = (-0.1, -0.1, 0.1, 0.1)
"""What is drawn in squares goes so far beyond them, or their edges would show."""
_LARGE: Final = (-99, -99)
"""The cell of what is larger."""
_REACH: Final = 0.4
"""So far beyond a hex what changes there is seen: woods and coasts are rounded."""


class _Square:
    """What was drawn of a square: the pieces of each layer."""

    def __init__(self, whole: Whole, window: tuple[float, float, float, float]) -> None:
        width, height = (window[2] - window[0]) * SCALE, (window[3] - window[1]) * SCALE
        inside = QRectF(0, 0, width, height)
        self.layers = {
            name: list(_pieces(drawn, inside)) for name, drawn in whole.part(window, SCALE).items()
        }


def _pieces(drawn: Iterable[Drawn], inside: QRectF) -> Iterator[Piece]:
    """Put elements together that lie together; what does not reach into the square is left out."""
    cells: dict[tuple[int, int], list[tuple[QRectF, Drawn]]] = defaultdict(list)
    for element in drawn:
        left, top, right, bottom = element.area
        area = QRectF(left, top, right - left, bottom - top)
        if not area.intersects(inside):
            continue
        small = max(area.width(), area.height()) <= _SMALL
        spot = area.center()
        cell = (int(spot.x() // _CELL), int(spot.y() // _CELL)) if small else _LARGE
        cells[cell].append((area, element))
    for parts in cells.values():
        whole = QRectF()
        for area, _element in parts:
            whole = whole.united(area)
        yield Piece(whole, "".join(element for _area, element in parts))


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
        self._light = _light(whole)
        self._squares: dict[tuple[int, int], _Square] = {}

    def become(self, whole: Whole) -> None:
        """Show another state of the board; what was drawn stays until it is forgotten."""
        self.whole = whole

    def letter(self) -> QRectF:
        """Find spots for all names; return where those of waters and islands stood or stand."""
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

    def touched(self, boxes: Iterable[QRectF]) -> list[QRectF]:
        """Forget what was drawn in and about some boxes; return what of the scene that is."""
        areas: list[QRectF] = []
        by = _REACH * SCALE
        for box in boxes:
            about = box.adjusted(-by, -by, by, by)
            for key in _keys(about):
                self._squares.pop(key, None)
            for number, area in enumerate(areas):
                if area.intersects(about):
                    areas[number] = area.united(about)
                    break
            else:
                areas.append(about)
        return [area.intersected(self.size) for area in areas]

    def strokes(self, painter: QPainter, layer: str, area: QRectF) -> Iterator[None]:
        """Draw the part of a layer that touches an area of the scene, square by square."""
        if layer == "names":
            yield from super().strokes(painter, layer, area)
            return
        if not self.whole.maps and layer == "land" and not self.scans:
            painter.fillRect(self.size, _PAPER)  # a map without a grid and without a picture
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
                seen = area.translated(-spot.topLeft())
                for piece in pieces:
                    if piece.area.intersects(seen):
                        piece.renderer.render(painter, piece.area)
                painter.restore()
                yield
            if layer == "land" and self._light is not None:
                self._shade(painter, key)

    def _shade(self, painter: QPainter, key: tuple[int, int]) -> None:
        """Lay the light on the hills over the land of a square."""
        raster = self.whole.drawing.shade if self.whole.drawing is not None else None
        if raster is None or self._light is None:
            return
        left, top, right, bottom = self._window(key)
        about = QRectF(QPointF(left, top), QPointF(right, bottom)).adjusted(*_HAIR)
        source = about.translated(-raster.left, -raster.top)
        by = raster.pixels
        pixels = QRectF(source.topLeft() * by, source.size() * by)
        side = _SIDE * SCALE
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        target = QRectF(key[0] * side, key[1] * side, side, side)
        painter.setClipRect(target, Qt.ClipOperation.IntersectClip)
        painter.drawImage(target.adjusted(*(SCALE * each for each in _HAIR)), self._light, pixels)
        painter.restore()

    def _window(self, key: tuple[int, int]) -> tuple[float, float, float, float]:
        left, top = self.left + key[0] * _SIDE, self.top + key[1] * _SIDE
        return left, top, left + _SIDE, top + _SIDE


def _light(whole: Whole) -> QImage | None:
    """Return the light on the hills as a picture, None if no heights are known."""
    raster = whole.drawing.shade if whole.drawing is not None else None
    if raster is None:
        return None
    pixels = shading(raster)
    height, width = raster.shape
    image = QImage(pixels.tobytes(), width, height, 4 * width, QImage.Format.Format_RGBA8888)
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)


def _keys(area: QRectF) -> list[tuple[int, int]]:
    side = _SIDE * SCALE
    if area.isEmpty():
        return []
    columns = range(int(area.left() // side), int(area.right() // side) + 1)
    rows = range(int(area.top() // side), int(area.bottom() // side) + 1)
    return [(column, row) for row in rows for column in columns]
