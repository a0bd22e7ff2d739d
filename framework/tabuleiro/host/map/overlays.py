"""What is laid over the board: lit hexes with their prices, zones, paths, the hex pointed at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from tabuleiro.host.map.picture import SCALE
from tabuleiro.host.theme import Overlay

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["CursorItem", "HexOverlay", "PathItem"]

_LABEL_FROM: Final = 0.42


class HexOverlay(QGraphicsItem):
    """Some hexes in one colour, each with a short text if wanted."""

    def __init__(
        self, bounds: QRectF, fill: QColor, edge: QColor | None = None, *, hatched: bool = False
    ) -> None:
        """Make an overlay without hexes yet."""
        super().__init__()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._bounds = bounds
        self._fill = fill
        self._edge = edge
        self.style = Qt.BrushStyle.BDiagPattern if hatched else Qt.BrushStyle.SolidPattern
        self.line = Qt.PenStyle.SolidLine
        self._hexes: list[tuple[QPolygonF, QPointF, str]] = []
        self._outline = QPainterPath()

    def show_hexes(
        self,
        hexes: Iterable[tuple[QPolygonF, QPointF, str]],
        outline: QPainterPath | None = None,
    ) -> None:
        """Show these hexes: their corners, their middle, their text; and an outline of them all."""
        self._hexes = list(hexes)
        self._outline = outline or QPainterPath()
        self.update()

    @property
    def count(self) -> int:
        """How many hexes are shown."""
        return len(self._hexes)

    def boundingRect(self) -> QRectF:
        """Return the whole board."""
        return self._bounds

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        """Draw the hexes that can be seen."""
        if not self._hexes and self._outline.isEmpty():
            return
        seen = option.exposedRect.adjusted(-SCALE, -SCALE, SCALE, SCALE)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QBrush(self._fill, self.style))
        shown = [each for each in self._hexes if seen.contains(each[1])]
        for corners, _middle, _words in shown:
            painter.drawConvexPolygon(corners)
        if self._edge is not None:
            self._draw_edges(painter, shown)
        if painter.worldTransform().m11() >= _LABEL_FROM:
            for _corners, middle, words in shown:
                if words:
                    _label(painter, middle, words, self._edge or self._fill)

    def _draw_edges(
        self, painter: QPainter, shown: Sequence[tuple[QPolygonF, QPointF, str]]
    ) -> None:
        assert self._edge is not None  # noqa: S101 - the caller asked
        least = 1.0 / max(painter.worldTransform().m11(), 0.05)
        pen = QPen(self._edge, max(2.2, 1.3 * least), self.line)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen)
        if not self._outline.isEmpty():
            painter.drawPath(self._outline)
            return
        for corners, _middle, _words in shown:
            painter.drawConvexPolygon(corners)


def _label(painter: QPainter, middle: QPointF, words: str, colour: QColor) -> None:
    font = QFont("sans-serif")
    font.setPixelSize(13)
    font.setBold(True)
    painter.setFont(font)
    wide = 9.0 * len(words) + 6
    box = QRectF(middle.x() - wide / 2, middle.y() + 0.24 * SCALE, wide, 16)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(255, 253, 245, 225))
    painter.drawRoundedRect(box, 5, 5)
    painter.setPen(QColor(colour.red(), colour.green(), colour.blue()).darker(130))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)


class PathItem(QGraphicsItem):
    """The path of a move, hex by hex, with the points spent after each; others fainter beside."""

    def __init__(self, bounds: QRectF, colour: QColor) -> None:
        """Make a path that leads nowhere yet."""
        super().__init__()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._bounds = bounds.adjusted(-4 * SCALE, -4 * SCALE, 4 * SCALE, 4 * SCALE)
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

    def boundingRect(self) -> QRectF:
        """Return the whole board."""
        return self._bounds

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        """Draw the lines, an arrow head, and the texts."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for other in self._others:
            self._draw_line(painter, other, Qt.PenStyle.DashLine)
        if len(self._points) < 2:
            return
        self._draw_line(painter, self._points, Qt.PenStyle.SolidLine)
        painter.setBrush(self._colour)
        painter.setPen(QPen(QColor(255, 255, 255, 230), 2))
        painter.drawEllipse(self._points[-1], 8, 8)
        for point, words in zip(self._points[1:], self._words, strict=False):
            _label(painter, point, words, self._colour)

    def _draw_line(self, painter: QPainter, points: Sequence[QPointF], style: Qt.PenStyle) -> None:
        line = QPainterPath(points[0])
        for point in points[1:]:
            line.lineTo(point)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in ((QColor(255, 255, 255, 210), 9.0), (self._colour, 5.0)):
            painter.setPen(QPen(colour, width, style, Qt.PenCapStyle.RoundCap,
                                Qt.PenJoinStyle.RoundJoin))  # fmt: skip
            painter.drawPath(line)


class CursorItem(QGraphicsItem):
    """The outline of the hex that is pointed at; strong if by the keyboard."""

    def __init__(self, bounds: QRectF) -> None:
        """Make a cursor that is nowhere yet."""
        super().__init__()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._bounds = bounds
        self._corners = QPolygonF()
        self.strong = False

    def show_hex(self, corners: QPolygonF, *, strong: bool) -> None:
        """Show the outline with these corners; without any there is none."""
        self._corners, self.strong = corners, strong
        self.update()

    def boundingRect(self) -> QRectF:
        """Return the whole board."""
        return self._bounds

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        """Draw the outline, at least two points of the screen wide."""
        if self._corners.isEmpty() or widget is None:
            return
        least = 1.0 / max(painter.worldTransform().m11(), 0.05)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        wide = max(4.0, 3.0 * least) if self.strong else max(1.6, 1.2 * least)
        if self.strong:
            painter.setPen(QPen(QColor(20, 14, 8, 220), wide + 3 * least))
            painter.drawConvexPolygon(self._corners)
        painter.setPen(QPen(Overlay.SELECTED if self.strong else Overlay.POINTED, wide))
        painter.drawConvexPolygon(self._corners)
