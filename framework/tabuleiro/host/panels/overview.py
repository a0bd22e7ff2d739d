"""The whole board, small, with a frame round the part that the map shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from tabuleiro.host.map.view import ARROWS
from tabuleiro.host.theme import Overlay
from tabuleiro.i18n import _

if TYPE_CHECKING:
    from tabuleiro.host.map.view import BoardView
    from tabuleiro.host.seat import Seat

__all__ = ["OverviewPanel"]

_STEP: Final = 120
_DOT: Final = 3.0


class OverviewPanel(QWidget):
    """A click or drag in it moves the map; so do the arrow keys."""

    def __init__(self, seat: Seat, view: BoardView, parent: QWidget | None = None) -> None:
        """Show the board of a map."""
        super().__init__(parent)
        self._seat = seat
        self._view = view
        self.setAccessibleName(_("Overview of the board"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(120, 90)
        view.moved.connect(self.update)
        seat.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Return a comfortable size."""
        return QSize(240, 200)

    def place(self) -> QRectF:
        """Return where the board lies in the widget."""
        size = self._view.picture.size
        by = min(self.width() / size.width(), self.height() / size.height())
        wide, high = size.width() * by, size.height() * by
        return QRectF((self.width() - wide) / 2, (self.height() - high) / 2, wide, high)

    def frame(self) -> QRectF:
        """Return where the frame is in the widget."""
        seen, place = self._view.seen(), self.place()
        by = place.width() / self._view.picture.size.width()
        found = QRectF(seen.left() * by, seen.top() * by, seen.width() * by, seen.height() * by)
        return found.translated(place.topLeft()).intersected(place)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the board, a dot for each stack, the frame."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        place = self.place()
        painter.drawImage(place, self._view.ground.small())
        by = place.width() / self._view.picture.size.width()
        s = self._seat.sight
        for stack in self._view.stacks.values():
            if stack.place in s.board.grid and stack.pieces:
                side = s.module.sides[s.side(stack.pieces[-1])]
                spot = place.topLeft() + stack.pos() * by
                dot = QRectF(spot.x() - _DOT / 2, spot.y() - _DOT / 2, _DOT, _DOT)
                painter.fillRect(dot.adjusted(-1, -1, 1, 1), QColor(255, 252, 240))
                painter.fillRect(dot, QColor(side.colour))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(20, 14, 8), 4))
        painter.drawRect(self.frame().adjusted(2, 2, -2, -2))
        painter.setPen(QPen(Overlay.SELECTED, 2))
        painter.drawRect(self.frame().adjusted(2, 2, -2, -2))
        if self.hasFocus():
            painter.setPen(QPen(self.palette().highlight().color(), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Show what was clicked."""
        self._go(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the pointer."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go(event.position())

    def _go(self, spot: QPointF) -> None:
        place = self.place()
        by = self._view.picture.size.width() / place.width()
        self._view.look_at((spot - place.topLeft()) * by)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the map by the arrow keys."""
        if event.key() in ARROWS:
            dx, dy = ARROWS[Qt.Key(event.key())]
            self._view.pan(_STEP * dx, _STEP * dy)
        else:
            super().keyPressEvent(event)
