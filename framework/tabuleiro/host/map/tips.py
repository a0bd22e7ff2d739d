"""What the map tells of the counter on which the pointer rests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QToolTip

if TYPE_CHECKING:
    from collections.abc import Callable

    from tabuleiro.host.map.view import BoardView

__all__ = ["Tips"]

_NEAR = 6
"""How far the pointer may stray, in pixels, before the tip goes."""


class Tips(QObject):
    """Shows words on each counter of a map: ``words(piece)``, several lines if need be."""

    def __init__(self, view: BoardView, words: Callable[[str], str]) -> None:
        """Watch over a map for as long as it lives."""
        super().__init__(view)
        self._view = view
        self._words = words
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Answer when the pointer has rested on a counter."""
        if event.type() != QEvent.Type.ToolTip or not isinstance(event, QHelpEvent):
            return super().eventFilter(watched, event)
        piece = self._view.piece_at(event.pos())
        if piece is None:
            QToolTip.hideText()
        else:
            reach = QPoint(_NEAR, _NEAR)
            near = QRect(event.pos() - reach, event.pos() + reach)
            QToolTip.showText(event.globalPos(), self._words(piece), self._view.viewport(), near)
        return True
