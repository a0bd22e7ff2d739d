"""A sentence at the top of the map that stays: what the hand does now is not what it does else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton

from tabuleiro.i18n import _

if TYPE_CHECKING:
    from tabuleiro.host.map.view import BoardView

__all__ = ["Notice", "notice_style"]


def notice_style(name: str, rim: str) -> str:
    """Return the style of a notice over the map, by its name: a tip with a rim of a colour."""
    return (
        f"#{name} {{ background: palette(tooltip-base); border: 2px solid {rim};"
        f" border-radius: 6px; }} #{name} QLabel {{ color: palette(tooltip-text); }}"
    )


_TOP: Final = 10
_WIDEST: Final = 760


class Notice(QFrame):
    """Says something over the map until it is closed."""

    closed = Signal()
    """Somebody has read it."""

    def __init__(self, view: BoardView) -> None:
        """Make a notice that says nothing yet."""
        super().__init__(view.viewport())
        self._view = view
        self.setObjectName("notice")
        self.setAutoFillBackground(True)
        self.setStyleSheet(notice_style("notice", "palette(highlight)"))
        self.words = QLabel()
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self._close = QToolButton()
        self._close.setText("×")
        self._close.setAutoRaise(True)
        self._close.setToolTip(_("Close"))
        self._close.setAccessibleName(_("Close"))
        self._close.clicked.connect(self._closed)
        line = QHBoxLayout(self)
        line.setContentsMargins(10, 6, 6, 6)
        line.addWidget(self.words, 1)
        line.addWidget(self._close, 0, Qt.AlignmentFlag.AlignTop)
        view.resized.connect(self._lay)
        self.hide()

    def _closed(self) -> None:
        self.hide()
        self.closed.emit()

    def say(self, sentence: str) -> None:
        """Say something; nothing takes the notice away."""
        self.words.setText(sentence)
        self.setAccessibleName(sentence)
        self.setVisible(bool(sentence))
        self._lay()

    def _lay(self) -> None:
        if self.isHidden():
            return
        room = self._view.viewport().width() - 2 * _TOP
        whole = self.words.fontMetrics().horizontalAdvance(self.words.text())
        beside = self._close.sizeHint().width() + 30
        wide = max(80, min(room, _WIDEST, whole + beside))
        high = self.words.heightForWidth(wide - beside) + 16
        self.setGeometry((self._view.viewport().width() - wide) // 2, _TOP, wide, high)
        self.raise_()
