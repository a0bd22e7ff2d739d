"""What is laid over the board: lit hexes with their prices, zones, paths, the hex pointed at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPolygonF

from tabuleiro.host.map.board_item import (
    OverBoard,
    line_through,
    plate,
    round_pen,
    stroke,
    writing,
)
from tabuleiro.host.map.picture import SCALE
from tabuleiro.host.theme import Overlay

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tabuleiro.host.map.board_item import Frame

__all__ = ["WIDE", "CursorItem", "HexOverlay", "PathItem", "PricesItem"]

_LABEL_FROM: Final = 0.42
_MANY: Final = 400
"""More hexes than this are lit faintly: the board is still to be read below a whole sea."""
WIDE: Final = 120
"""So many without prices are lit faintly, within one line round them all."""
_FAINT: Final = 0.35
_PAPER: Final = QColor(255, 253, 245, 235)


class HexOverlay(OverBoard):
    """Some hexes in one colour, each with a short text if wanted."""

    def __init__(
        self, bounds: QRectF, fill: QColor, edge: QColor | None = None, *, hatched: bool = False
    ) -> None:
        """Make an overlay without hexes yet."""
        super().__init__(bounds)
        self.setFlag(self.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self._fill = fill
        self._edge = edge
        self.style = Qt.BrushStyle.BDiagPattern if hatched else Qt.BrushStyle.SolidPattern
        self.line = Qt.PenStyle.SolidLine
        self.wide = (2.2, 1.3)
        """How wide the edges are on the board, and how many pixels at least."""
        self._hexes: list[tuple[QPolygonF, QPointF, str]] = []
        self._outline = QPainterPath()
        self.prices = PricesItem(bounds, edge or fill)
        """The texts of its hexes, which lie higher than it does."""

    def show_hexes(
        self,
        hexes: Iterable[tuple[QPolygonF, QPointF, str]],
        outline: QPainterPath | None = None,
    ) -> None:
        """Show these hexes: their corners, their middle, their text; and an outline of them all."""
        self._hexes = list(hexes)
        self.prices.show_words([(middle, words) for _corners, middle, words in self._hexes])
        self._outline = outline or QPainterPath()
        self.update()

    @property
    def count(self) -> int:
        """How many hexes are shown."""
        return len(self._hexes)

    def draw(self, painter: QPainter, frame: Frame) -> None:
        """Draw the hexes that can be seen."""
        if not self._hexes and self._outline.isEmpty():
            return
        seen = frame.seen.adjusted(-SCALE, -SCALE, SCALE, SCALE)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QBrush(self._fill, self.style))
        wide = len(self._hexes) > (_MANY if self._outline.isEmpty() else WIDE)
        if wide and self.style is Qt.BrushStyle.SolidPattern:
            painter.setOpacity(_FAINT)
        shown = [each for each in self._hexes if seen.contains(each[1])]
        for corners, _middle, _words in shown:
            painter.drawConvexPolygon(corners)
        if not self._outline.isEmpty():
            painter.setOpacity(1)  # all that tells where a wide reach ends
        if self._edge is not None:
            self._draw_edges(painter, shown, QPen(self._edge, frame.wide(*self.wide), self.line))
        painter.setOpacity(1)

    def _draw_edges(
        self, painter: QPainter, shown: Sequence[tuple[QPolygonF, QPointF, str]], pen: QPen
    ) -> None:
        if not self._outline.isEmpty():
            stroke(painter, self._outline, pen)
            return
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen)
        for corners, _middle, _words in shown:
            painter.drawConvexPolygon(corners)


class PricesItem(OverBoard):
    """The texts of an overlay: what a unit has left in each lit hex."""

    def __init__(self, bounds: QRectF, colour: QColor) -> None:
        """Make it without texts yet."""
        super().__init__(bounds)
        self.setFlag(self.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self._ink = QColor(colour.red(), colour.green(), colour.blue()).darker(130)
        self._words: list[tuple[QPointF, str]] = []
        self._passed: list[QPointF] = []

    def show_words(self, words: Iterable[tuple[QPointF, str]]) -> None:
        """Show these texts, each at the middle of a hex."""
        self._words = [(middle, told) for middle, told in words if told]
        self.update()

    def pass_by(self, points: Sequence[QPointF]) -> None:
        """Leave the hexes with these middles to the path through them, which tells its own."""
        if self._passed != list(points):
            self._passed = list(points)
            self.update()

    @property
    def shown(self) -> list[tuple[QPointF, str]]:
        """The texts that stand on the map now."""
        return [each for each in self._words if each[0] not in self._passed]

    def draw(self, painter: QPainter, frame: Frame) -> None:
        """Draw the texts that can be seen."""
        if frame.zoom < _LABEL_FROM:
            return
        seen = frame.seen.adjusted(-SCALE, -SCALE, SCALE, SCALE)
        for middle, words in self.shown:
            if seen.contains(middle):
                _label(painter, middle, words, fill=_PAPER, ink=self._ink)


def _label(painter: QPainter, middle: QPointF, words: str, *, fill: QColor, ink: QColor) -> None:
    wide = 9.0 * len(words) + 6
    box = QRectF(middle.x() - wide / 2, middle.y() + 0.24 * SCALE, wide, 16)
    painter.setFont(writing(13))
    plate(painter, box, words, fill=fill, ink=ink, rim=QPen(Qt.PenStyle.NoPen), radius=5)


class PathItem(OverBoard):
    """The path of a move, hex by hex, with the points spent after each; others fainter beside.

    Its numbers are light on dark: those of lit hexes, dark on light, tell what is left.
    """

    def __init__(self, bounds: QRectF, colour: QColor) -> None:
        """Make a path that leads nowhere yet."""
        super().__init__(bounds, beyond=4)
        self._colour = colour
        self._points: list[QPointF] = []
        self._words: list[str] = []
        self._others: list[list[QPointF]] = []

    def show_path(
        self,
        points: Sequence[QPointF],
        words: Sequence[str] = (),
        others: Iterable[Sequence[QPointF]] = (),
    ) -> None:
        """Show a path through these points; a text may stand at each but the first."""
        now = (list(points), list(words), [list(each) for each in others])
        if now != (self._points, self._words, self._others):
            self._points, self._words, self._others = now
            self.update()

    @property
    def count(self) -> int:
        """How many paths are shown."""
        return (len(self._points) > 1) + len(self._others)

    @property
    def told(self) -> list[QPointF]:
        """The points at which a text of its own stands."""
        return [point for point, _words in zip(self._points[1:], self._words, strict=False)]

    def draw(self, painter: QPainter, frame: Frame) -> None:
        """Draw the lines, an arrow head, and the texts."""
        for other in self._others:
            self._draw_line(painter, other, Qt.PenStyle.DashLine)
        if len(self._points) < 2:
            return
        self._draw_line(painter, self._points, Qt.PenStyle.SolidLine)
        painter.setBrush(self._colour)
        painter.setPen(QPen(QColor(255, 255, 255, 230), 2))
        painter.drawEllipse(self._points[-1], 8, 8)
        for point, words in zip(self._points[1:], self._words, strict=False):
            _label(painter, point, words, fill=self._colour, ink=_PAPER)

    def _draw_line(self, painter: QPainter, points: Sequence[QPointF], style: Qt.PenStyle) -> None:
        case = round_pen(QColor(255, 255, 255, 210), 9.0, style)
        stroke(painter, line_through(points), case, round_pen(self._colour, 5.0, style))


class CursorItem(OverBoard):
    """The outline of the hex that is pointed at; strong if by the keyboard."""

    def __init__(self, bounds: QRectF) -> None:
        """Make a cursor that is nowhere yet."""
        super().__init__(bounds)
        self._corners = QPolygonF()
        self.strong = False

    def show_hex(self, corners: QPolygonF, *, strong: bool) -> None:
        """Show the outline with these corners; without any there is none."""
        self._corners, self.strong = corners, strong
        self.update()

    def draw(self, painter: QPainter, frame: Frame) -> None:
        """Draw the outline, at least two points of the screen wide; never on paper."""
        if self._corners.isEmpty() or frame.paper:
            return
        painter.setBrush(Qt.BrushStyle.NoBrush)
        wide = frame.wide(4.0, 3.0) if self.strong else frame.wide(1.6, 1.2)
        if self.strong:
            painter.setPen(QPen(QColor(20, 14, 8, 220), wide + 3 / frame.zoom))
            painter.drawConvexPolygon(self._corners)
        painter.setPen(QPen(Overlay.SELECTED if self.strong else Overlay.POINTED, wide))
        painter.drawConvexPolygon(self._corners)
