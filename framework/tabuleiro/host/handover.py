"""A plain page over the table while two people change places and something is hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QElapsedTimer, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from tabuleiro.engine.knowledge import Level
from tabuleiro.i18n import _

if TYPE_CHECKING:
    from tabuleiro.host.seat import Seat

__all__ = ["HandOver", "is_secret"]

_REST_MS: Final = 700
"""For so long no key opens the table: the one that brought the page may be pressed twice."""
_WIDTH: Final = 480
"""Room for what is asked."""


def is_secret(seat: Seat, taker: str = "") -> bool:
    """Return whether one of the people at a table may see what another one may not.

    With ``taker`` only what that side sees counts: who takes the screen sees nothing else.
    """
    if seat.open_hands or len(seat.humans) < 2 or seat.over:
        return False
    return any(_hides(seat, side) for side in seat.humans if side != taker)


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
    unwanted = Signal()
    """People do not want the table to be covered any more."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Make the page."""
        super().__init__(parent)
        self.rest_ms = _REST_MS
        """For how long no key opens the table at first."""
        self._since = QElapsedTimer()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._whose = QLabel()
        self._whose.setProperty("display", True)
        self._when = QLabel()
        self._asked = QLabel()
        self._asked.setWordWrap(True)
        self._asked.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._asked.setMinimumWidth(_WIDTH)
        why = QLabel(_("What lies on the table is for your eyes only. Sit down alone."))
        self._button = QPushButton(_("Show the table"))
        self._button.setProperty("primary", True)
        self._button.setDefault(True)
        self._button.clicked.connect(self.taken)
        self.never = QPushButton(_("Do not cover the table any more"))
        self.never.setFlat(True)
        self.never.setToolTip(
            _("It then turns at once to whoever is asked. The settings cover it again.")
        )
        self.never.clicked.connect(self.unwanted)
        box = QVBoxLayout(self)
        box.addStretch(1)
        for widget in (self._when, self._whose, self._asked, why, self._button, self.never):
            box.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        box.addStretch(1)
        box.setSpacing(16)

    def ask(self, side: str, when: str, asked: str = "") -> None:
        """Ask for a side, named in the player's language.

        ``when`` says what goes on, ``asked`` what it is asked, as far as all may know it.
        """
        self._when.setText(when)
        self._asked.setText(asked)
        self._asked.setVisible(bool(asked))
        sentence = _("{side}: your move").format(side=side)
        self._whose.setText(sentence)
        self._button.setAccessibleDescription(sentence)

    @property
    def button(self) -> QPushButton:
        """The button that shows the table."""
        return self._button

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take Enter or Space for a press of the button, wherever the focus is."""
        if event.key() not in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            super().keyPressEvent(event)
        elif not event.isAutoRepeat() and self._since.hasExpired(self.rest_ms):
            self._button.click()

    def showEvent(self, event: QShowEvent) -> None:
        """Let a key press the button, but none that was meant for what was here before."""
        super().showEvent(event)
        self._since.start()
        self.setFocus()
        QTimer.singleShot(self.rest_ms, self, self._take_keys)

    def _take_keys(self) -> None:
        if self.isVisible() and self.hasFocus():
            self._button.setFocus()
