"""A plain page over the table while two people change places and something is hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from tabuleiro.engine.knowledge import Level
from tabuleiro.i18n import _

if TYPE_CHECKING:
    from tabuleiro.host.seat import Seat

__all__ = ["HandOver", "is_secret"]


def is_secret(seat: Seat) -> bool:
    """Return whether one of the people at a table may see what another one may not."""
    if seat.open_hands or len(seat.humans) < 2 or seat.over:
        return False
    return any(_hides(seat, side) for side in seat.humans)


def _hides(seat: Seat, side: str) -> bool:
    """Return whether something is hidden from a side, or asked of another one in secret."""
    at = seat.place(side)
    standing, s = at.standing(), at.sight()
    if standing is not None and not standing.mine and standing.prompt is None:
        return True
    return any(s.level(piece) < Level.STATE for piece in s.position.pieces)


class HandOver(QWidget):
    """Says whose turn it is, and waits until that side sits before the screen."""

    taken = Signal()
    """The side has taken its place."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Make the page."""
        super().__init__(parent)
        self._whose = QLabel()
        self._whose.setProperty("display", True)
        self._when = QLabel()
        why = QLabel(_("What lies on the table is for your eyes only. Sit down alone."))
        self._button = QPushButton(_("Show the table"))
        self._button.setProperty("primary", True)
        self._button.setDefault(True)
        self._button.clicked.connect(self.taken)
        box = QVBoxLayout(self)
        box.addStretch(1)
        for widget in (self._when, self._whose, why, self._button):
            box.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        box.addStretch(1)
        box.setSpacing(16)

    def ask(self, side: str, when: str) -> None:
        """Ask for a side, named in the player's language; ``when`` says what goes on, to all."""
        self._when.setText(when)
        sentence = _("{side}: your move").format(side=side)
        self._whose.setText(sentence)
        self._button.setAccessibleDescription(sentence)

    @property
    def button(self) -> QPushButton:
        """The button that shows the table."""
        return self._button

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take Enter for a press of the button, wherever the focus is."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._button.click()
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Let Enter press the button."""
        super().showEvent(event)
        self._button.setFocus()
