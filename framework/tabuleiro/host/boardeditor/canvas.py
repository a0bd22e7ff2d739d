"""The map under the brush: strokes go to a tool, everything else as on any map."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPen, QPolygonF

from tabuleiro.host.map.board_item import Level, OverBoard, line_through, round_pen
from tabuleiro.host.map.names import FarNames
from tabuleiro.host.map.picture import SCALE
from tabuleiro.host.map.places import PlaceNames
from tabuleiro.host.map.view import BoardView
from tabuleiro.host.theme import Overlay

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint
    from PySide6.QtWidgets import QWidget

    from tabuleiro.board import Board
    from tabuleiro.host.boardeditor.picture import LivePicture
    from tabuleiro.host.map.board_item import Frame

__all__ = ["Canvas", "Pen", "Sketch", "SketchItem"]

_STEP: Final = 0.08
"""So far apart a stroke is looked at, in hexes: a quick hand leaves nothing out."""
_ROOM: Final = 0.8
_HANDLE: Final = 4.5
_GLOW: Final = QColor(255, 255, 255, 200)


class Pen(Protocol):
    """What a hand does on the canvas; points are those of the board."""

    def press(self, x: float, y: float, *, pick: bool) -> None:
        """The button goes down; ``pick`` asks what is there instead of changing it."""

    def drag(self, x: float, y: float) -> None:
        """The pointer moves while the button is down: small steps, of which `flush` is the last."""

    def flush(self) -> None:
        """Show what the steps since the last time come to."""

    def release(self, x: float, y: float) -> None:
        """The button is let go."""

    def hover(self, x: float, y: float) -> None:
        """The pointer moves, no button is down."""

    def double(self, x: float, y: float) -> None:
        """The button was pressed twice."""

    def key(self, key: Qt.Key) -> bool:
        """A key was pressed; return whether it meant something."""

    def cancel(self) -> bool:
        """Give up what was begun; return whether there was anything."""


@dataclass
class Sketch:
    """What a tool shows over the board, in points of the board."""

    fills: list[tuple[tuple[float, float], ...]] = field(default_factory=list)
    lines: list[list[tuple[float, float]]] = field(default_factory=list)
    handles: list[tuple[float, float]] = field(default_factory=list)
    strong: list[tuple[float, float]] = field(default_factory=list)
    """Handles that are meant now."""
    words: list[tuple[tuple[float, float], str]] = field(default_factory=list)


class SketchItem(OverBoard):
    """The drawing of what a tool is about to do."""

    def __init__(self, canvas: Canvas) -> None:
        """Show nothing yet."""
        super().__init__(canvas.picture.size, beyond=4)
        self._canvas = canvas
        self._sketch = Sketch()

    def show_sketch(self, sketch: Sketch) -> None:
        """Show another sketch."""
        if sketch != self._sketch:
            self._sketch = sketch
            self.update()

    def draw(self, painter: QPainter, frame: Frame) -> None:
        """Draw it: faces, then lines, then handles."""
        sketch, scene = self._sketch, self._canvas.at
        thin = round_pen(_GLOW, frame.wide(4.5, 4.5))
        ink = round_pen(Overlay.TARGET_EDGE, frame.wide(2.2, 2.2))
        for corners in sketch.fills:
            painter.setPen(QPen(Overlay.TARGET_EDGE, frame.wide(1.5, 1.5)))
            painter.setBrush(Overlay.TARGET)
            painter.drawPolygon(QPolygonF([scene(x, y) for x, y in corners]))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for points in sketch.lines:
            if len(points) > 1:
                path = line_through([scene(x, y) for x, y in points])
                for pen in (thin, ink):
                    painter.setPen(pen)
                    painter.drawPath(path)
        for spots, colour in (
            (sketch.handles, Overlay.LEGAL_EDGE),
            (sketch.strong, Overlay.SELECTED),
        ):
            painter.setPen(QPen(QColor("#1b1a18"), frame.wide(1, 1)))
            painter.setBrush(colour)
            for x, y in spots:
                reach = frame.wide(_HANDLE, _HANDLE)
                painter.drawEllipse(scene(x, y), reach, reach)
        for (x, y), words in sketch.words:
            _write(painter, scene(x, y), words, frame)


def _write(painter: QPainter, at: QPointF, words: str, frame: Frame) -> None:
    painter.save()
    painter.translate(at)
    by = frame.growth(1.0)
    painter.scale(by, by)
    font = painter.font()
    font.setPixelSize(14)
    font.setBold(True)
    painter.setFont(font)
    box = QRectF(8, -22, 10 * len(words) + 8, 18)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(255, 253, 245, 235))
    painter.drawRoundedRect(box, 4, 4)
    painter.setPen(QColor("#241d15"))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)
    painter.restore()


class Canvas(BoardView):
    """A board that one draws on with the tool of the day."""

    told = Signal(object)
    """What is under the pointer: a place, or None."""

    def __init__(self, picture: LivePicture, board: Board, parent: QWidget | None = None) -> None:
        """Show a board."""
        super().__init__(picture, board, parent)
        self.live = picture
        self.pen: Pen | None = None
        self.sketch = self.add(SketchItem(self), Level.PATH)
        self._stroke: tuple[float, float] | None = None

    def at(self, x: float, y: float) -> QPointF:
        """Return where a point of the board lies in the scene."""
        return QPointF(*self.picture.scene(x, y))

    def board_point(self, spot: QPoint) -> tuple[float, float]:
        """Return the point of the board under a point of the widget."""
        at = self.mapToScene(spot)
        return self.picture.board(at.x(), at.y())

    def _fitting(self) -> float:
        """Return the zoom at which the board is seen; areas with room about them for more."""
        kinds = {self.board.grid.kind_at(hex) for hex in self.board.grid.hexes[:1]}
        return super()._fitting() * (_ROOM if "areas" in kinds else 1.0)

    def rename(self) -> None:
        """Write the names anew, as the picture has them now."""
        self.names.stop()
        self.places.stop()
        for item in (self.names, self.places):
            self._world.removeItem(item)
        self.names = self.add(FarNames(self.picture, self.board, self.ground), Level.SIGNS)
        self.places = self.add(PlaceNames(self.picture, self.board, self.ground), Level.SIGNS)

    def redraw(self, hexes: Iterable[str], *, at_once: bool) -> None:
        """Draw some hexes anew."""
        boxes = (self.corners(hex).boundingRect() for hex in hexes)
        for area in self.live.touched(boxes):
            if not area.isEmpty():
                self.ground.redraw(area, at_once=at_once)

    # the hand

    def _draws(self, event: QMouseEvent) -> bool:
        return (
            self.pen is not None and event.button() == Qt.MouseButton.LeftButton and not self._space
        )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a stroke, or whatever else a press means on a map."""
        if self.pen is None or not self._draws(event):
            super().mousePressEvent(event)
            return
        self.touched.emit()
        self._stroke = self.board_point(event.position().toPoint())
        pick = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        self.pen.press(*self._stroke, pick=pick)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go on with a stroke, in small steps."""
        super().mouseMoveEvent(event)
        if self.pen is None:
            return
        x, y = self.board_point(event.position().toPoint())
        if self._stroke is not None and not event.buttons() & Qt.MouseButton.LeftButton:
            self._stroke = None  # what lay over the map took the release
            self.pen.cancel()
        if self._stroke is None:
            self.pen.hover(x, y)
            return
        begin_x, begin_y = self._stroke
        far = max(abs(x - begin_x), abs(y - begin_y))
        count = max(1, int(far / _STEP))
        for n in range(1, count + 1):
            part = n / count
            self.pen.drag(begin_x + (x - begin_x) * part, begin_y + (y - begin_y) * part)
        self._stroke = (x, y)
        self.pen.flush()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a stroke."""
        if self.pen is not None and self._stroke is not None and self._draws(event):
            self._stroke = None
            self.pen.release(*self.board_point(event.position().toPoint()))
            return
        super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Tell the tool of a double click."""
        if self.pen is not None and self._draws(event):
            self.pen.double(*self.board_point(event.position().toPoint()))
            return
        super().mouseDoubleClickEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let the tool have a key first; Enter draws where the hex cursor is."""
        key = Qt.Key(event.key())
        if self.pen is not None:
            if key == Qt.Key.Key_Escape and self.pen.cancel():
                self._stroke = None
                return
            if self.pen.key(key):
                return
            if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.cursor_hex in self.board.grid:
                x, y = self.board.geometry.centre(str(self.cursor_hex))
                self.pen.press(x, y, pick=False)
                self.pen.release(x, y)
                return
        super().keyPressEvent(event)

    def reach(self, pixels: float) -> float:
        """Return how many hexes so many pixels of the screen are."""
        return pixels / self.zoom / SCALE
