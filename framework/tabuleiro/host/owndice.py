"""What players who roll their own dice are asked: which faces fell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QIcon, QKeyEvent, QPixmap, QRegion
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.engine.dice import by_chance
from tabuleiro.host.panels.dice import DiceView
from tabuleiro.i18n import _, ngettext, text
from tabuleiro.seats.telling import say

if TYPE_CHECKING:
    from tabuleiro.engine import DiceWanted
    from tabuleiro.host.window import MatchWindow
    from tabuleiro.module import Module

__all__ = ["OwnDice", "ask_dice"]

_DIE: Final = 52
_STEP: Final = 48
_A_ROW: Final = 10
_MOST_BUTTONS: Final = 100
_ONE_DIGIT: Final = 9


class OwnDice(QDialog):
    """Asks for the faces of a throw: a die for each face to click, or the keys of its digits.

    With ``must`` there is no way back: it was a computer player that acted.
    """

    def __init__(
        self,
        module: Module,
        wanted: DiceWanted,
        *,
        must: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        """Ask for what is wanted."""
        super().__init__(parent)
        self.faces: tuple[int, ...] = ()
        self._number = wanted.number
        self._die = wanted.die
        self._must = must
        self.setWindowTitle(_("Your own dice"))
        side = text(module.sides[wanted.side].name)
        asked = ngettext("{side}: roll {n} die", "{side}: roll {n} dice", self._number)
        head = QLabel(asked.format(side=side, n=self._number))
        head.setProperty("headline", True)
        why = QLabel(say(wanted.why, module))
        for label in (head, why):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self._rolled = DiceView(die=wanted.die)
        self._rolled.setFixedWidth(_DIE + _STEP * (self._number - 1))
        self._told = QLabel()
        self._buttons = QDialogButtonBox()
        self._arrange(head, why)
        self._show()

    def _arrange(self, head: QLabel, why: QLabel) -> None:
        row = QGridLayout()
        for face in range(1, min(self._die, _MOST_BUTTONS) + 1):
            row.addWidget(self._button(face), (face - 1) // _A_ROW, (face - 1) % _A_ROW)
        row.setColumnStretch(_A_ROW, 1)
        back = QPushButton(_("Remove one"))
        back.setObjectName("back")
        back.clicked.connect(self.take_back)
        back.setAutoDefault(False)
        rolled = QHBoxLayout()
        rolled.addWidget(self._rolled)
        rolled.addWidget(self._told, 1)
        rolled.addWidget(back)
        self._back = back
        role = QDialogButtonBox.ButtonRole
        self._ok = self._buttons.addButton(_("Use these dice"), role.AcceptRole)
        self._ok.setProperty("primary", True)
        self._ok.setDefault(True)
        throw = self._buttons.addButton(_("Roll for me"), role.ActionRole)
        throw.setObjectName("throw")
        throw.setAutoDefault(False)
        throw.clicked.connect(self.throw)
        if not self._must:
            self._buttons.addButton(_("Not now"), role.RejectRole).setAutoDefault(False)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(head)
        column.addWidget(why)
        column.addLayout(row)
        column.addLayout(rolled)
        column.addWidget(self._buttons)

    def _button(self, face: int) -> QToolButton:
        button = QToolButton()
        button.setObjectName(f"face-{face}")
        button.setIcon(_icon(face, self._die))
        button.setIconSize(QSize(_DIE, _DIE))
        button.setAutoRaise(True)
        button.setAccessibleName(str(face))
        button.setToolTip(str(face))
        button.clicked.connect(lambda: self.add(face))
        return button

    # what fell

    def add(self, face: int) -> None:
        """Tell the face of one more die."""
        if len(self.faces) < self._number:
            self.faces += (face,)
            self._show()

    def take_back(self) -> None:
        """Forget the die that was told last."""
        self.faces = self.faces[:-1]
        self._show()

    def throw(self) -> None:
        """Let the program throw the dice that are lacking; they are shown before they count."""
        self.faces += by_chance(self._number - len(self.faces), self._die)
        self._show()

    def _show(self) -> None:
        self._rolled.show_faces(self.faces)
        left = self._number - len(self.faces)
        lacking = ngettext("{n} die is missing", "{n} dice are missing", left)
        self._told.setText(lacking.format(n=left) if left else "")
        self._ok.setEnabled(not left)
        self._back.setEnabled(bool(self.faces))
        if not left:
            self._ok.setFocus()

    # leaving

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the digits for dice, and Backspace for one of them too many."""
        if event.text().isdecimal():
            self._typed(int(event.text()))
        elif event.key() == Qt.Key.Key_Backspace:
            self.take_back()
        else:
            super().keyPressEvent(event)

    def _typed(self, digit: int) -> None:
        """Take a digit: a face by itself, or one more digit of the face before it."""
        last = self.faces[-1] if self.faces else 0
        if 0 < last * 10 + digit <= self._die and last and self._die > _ONE_DIGIT:
            self.faces = (*self.faces[:-1], last * 10 + digit)
            self._show()
        elif 0 < digit <= self._die:
            self.add(digit)

    def reject(self) -> None:
        """Leave without an answer, if one may."""
        if not self._must:
            super().reject()


def _icon(face: int, faces: int) -> QIcon:
    die = DiceView(die=faces)
    die.resize(_DIE, _DIE)
    die.show_faces((face,))
    picture = QPixmap(2 * _DIE, 2 * _DIE)
    picture.setDevicePixelRatio(2)
    picture.fill(Qt.GlobalColor.transparent)
    die.render(picture, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
    return QIcon(picture)


def ask_dice(window: MatchWindow, wanted: DiceWanted) -> tuple[int, ...]:
    """Ask the people before a window what they rolled; nothing means: not now."""
    seat = window.seat
    must = seat.table.asked not in {None, *seat.humans}
    dialog = OwnDice(seat.module, wanted, must=must, parent=window)
    try:
        return dialog.faces if dialog.exec() else ()
    finally:
        dialog.deleteLater()
