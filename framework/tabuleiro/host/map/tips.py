"""What the map tells of the counter on which the pointer rests."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QEvent, QObject, QPoint, QRect
from PySide6.QtGui import QHelpEvent, QPixmap
from PySide6.QtWidgets import QToolTip

if TYPE_CHECKING:
    from collections.abc import Callable

    from tabuleiro.host.map.view import BoardView

__all__ = ["Tips"]

_NEAR = 6
"""How far the pointer may stray, in pixels, before the tip goes."""


class Tips(QObject):
    """Shows each counter of a map enlarged, beside what ``words(piece)`` tells of it."""

    def __init__(
        self, view: BoardView, words: Callable[[str], list[str]], picture: Callable[[str], QPixmap]
    ) -> None:
        """Watch over a map for as long as it lives."""
        super().__init__(view)
        self._view = view
        self._words = words
        self._picture = picture
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Answer when the pointer has rested on a counter."""
        if event.type() != QEvent.Type.ToolTip or not isinstance(event, QHelpEvent):
            return super().eventFilter(watched, event)
        piece = self._view.piece_at(event.pos(), deep=True)
        if piece is None:
            QToolTip.hideText()
        else:
            reach = QPoint(_NEAR, _NEAR)
            near = QRect(event.pos() - reach, event.pos() + reach)
            QToolTip.showText(event.globalPos(), self._told(piece), self._view.viewport(), near)
        return True

    def _told(self, piece: str) -> str:
        """Return a counter and its lines as a table."""
        first, *rest = (escape(line) for line in self._words(piece) or [""])
        data = QBuffer()
        self._picture(piece).save(data, "PNG")
        image = bytes(data.data().toBase64().data()).decode("ascii")
        lines = "<br>".join([f"<b>{first}</b>", *rest])
        return (
            f'<table><tr><td><img src="data:image/png;base64,{image}"></td>'
            f"<td>&nbsp;</td><td>{lines}</td></tr></table>"
        )
