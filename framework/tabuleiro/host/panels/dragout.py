"""Units dragged out of a list onto the map, as counters are dragged out of a tray."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QCursor, QMouseEvent
from PySide6.QtWidgets import QApplication, QListWidget

if TYPE_CHECKING:
    from tabuleiro.host.play import MapPlay
    from tabuleiro.host.seat import Seat

__all__ = ["DragOut"]

_SIDE: Final = 40
_LEFT: Final = Qt.MouseButton.LeftButton


class DragOut(QObject):
    """Watches the mouse over a list whose rows say which unit they are about."""

    def __init__(self, seat: Seat, play: MapPlay, rows: QListWidget, role: int) -> None:
        """Let units be dragged whose ids the rows have under a role."""
        super().__init__(rows)
        self._seat = seat
        self._play = play
        self._rows = rows
        self._role = role
        self._piece = ""
        self._began = QPoint()
        self._dragging = False
        rows.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the movements of a pressed mouse; a click stays one of the list."""
        if not isinstance(event, QMouseEvent):
            return False
        spot = event.position().toPoint()
        if event.type() == QEvent.Type.MouseButtonPress and event.button() == _LEFT:
            self._piece, self._began = self._piece_at(spot), spot
        elif event.type() == QEvent.Type.MouseMove and event.buttons() & _LEFT and self._piece:
            far = (spot - self._began).manhattanLength() >= QApplication.startDragDistance()
            if far and not self._dragging:
                self._begin()
            if self._dragging:
                self._move(event.globalPosition().toPoint())
            return True  # else the row below the pointer would become the chosen one
        elif event.type() == QEvent.Type.MouseButtonRelease and self._dragging:
            self._end(event.globalPosition().toPoint())
            return True
        return False

    def _piece_at(self, spot: QPoint) -> str:
        item = self._rows.itemAt(spot)
        what: Any = item.data(self._role) if item is not None else None
        return what if isinstance(what, str) and what in self._seat.sight.position.pieces else ""

    def _begin(self) -> None:
        self._dragging = True
        counter = self._play.view.art.pixmap(self._play.face(self._piece), _SIDE, 1)
        QApplication.setOverrideCursor(QCursor(counter))
        if self._piece not in self._seat.selection:
            self._seat.select([self._piece])

    def _move(self, spot: QPoint) -> None:
        place = self._place_at(spot)
        if place is not None:
            self._play.view.dragged.emit(self._piece, place)

    def _end(self, spot: QPoint) -> None:
        piece, self._piece, self._dragging = self._piece, "", False
        QApplication.restoreOverrideCursor()
        place = self._place_at(spot)
        if place is not None:
            self._play.view.dropped.emit(piece, place)

    def _place_at(self, spot: QPoint) -> str | None:
        """Return the hex or place of the map under a point of the screen."""
        view = self._play.view
        point = view.viewport().mapFromGlobal(spot)
        if not view.viewport().rect().contains(point):
            return None
        view.pointer = view.mapToScene(point)
        return view.hex_at(point)
