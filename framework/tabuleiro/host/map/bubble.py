"""A few words at the pointer: why something cannot be done. They go with the next action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCursor, QMouseEvent
from PySide6.QtWidgets import QLabel

if TYPE_CHECKING:
    from tabuleiro.host.map.view import BoardView

__all__ = ["Bubble"]

_OFF: Final = QPoint(16, 18)
_WIDEST: Final = 340


class Bubble(QLabel):
    """Words over a map, with links; whoever shows it hides it again."""

    def __init__(self, view: BoardView) -> None:
        """Make a bubble that says nothing yet."""
        super().__init__(view.viewport())
        self._view = view
        self.setObjectName("bubble")
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.LinksAccessibleByMouse)
        self.setWordWrap(True)
        self.setAutoFillBackground(True)
        self.setMargin(7)
        self.setStyleSheet(
            "#bubble { background: palette(tooltip-base); color: palette(tooltip-text);"
            " border: 1px solid palette(mid); border-radius: 5px; }"
        )
        self.hide()
        view.touched.connect(self.hide)
        view.zoomed.connect(self.hide)

    def say(self, html: str) -> bool:
        """Say something at the pointer; return False if the pointer is not on the map."""
        port = self._view.viewport()
        at = port.mapFromGlobal(QCursor.pos())
        window = self.window()
        if window.rect().contains(window.mapFromGlobal(QCursor.pos())):
            # Who pressed a button beside the map reads it at the map's edge, next to that.
            at = QPoint(
                min(max(at.x(), 0), port.width() - 1), min(max(at.y(), 0), port.height() - 1)
            )
        elif not port.rect().contains(at):
            at = self._view.mapFromScene(self._view.pointer)
        if not port.rect().contains(at):
            self.hide()
            return False
        self.setText(html)
        self.setMaximumWidth(min(_WIDEST, port.width()))
        self.setMinimumWidth(min(_WIDEST, self.fontMetrics().horizontalAdvance(self._plain()) + 24))
        self.adjustSize()
        spot = at + _OFF
        if spot.y() + self.height() > port.height():
            spot.setY(at.y() - self.height() - 8)
        spot.setX(max(0, min(spot.x(), port.width() - self.width())))
        self.move(spot.x(), max(0, spot.y()))
        self.show()
        self.raise_()
        return True

    # A click here is none on the map below, which would hide the bubble and wait for the release.

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Keep the press of a link, and any other."""
        super().mousePressEvent(event)
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Follow the link under the pointer."""
        super().mouseReleaseEvent(event)
        event.accept()

    def _plain(self) -> str:
        """Return the words without their links."""
        return "".join(part.partition(">")[2] or part for part in self.text().split("<"))
