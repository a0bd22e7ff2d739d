"""What is wrong with a module while one works on it, and what would be saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor, QFontDatabase, QPalette, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import (
    QDialog,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.host.buttons import Usual, button_box
from tabuleiro.i18n import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tabuleiro.module.errors import Problem

__all__ = ["DifferenceDialog", "ProblemList"]


class ProblemList(QWidget):
    """All that is wrong, with file and line; a click goes there."""

    asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Show none yet."""
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 4, 6, 4)
        self._head = QLabel()
        self.list = QListWidget()
        self.list.setObjectName("problems-list")
        self.list.itemClicked.connect(self._ask)
        self.list.itemActivated.connect(self._ask)
        column.addWidget(self._head)
        column.addWidget(self.list)
        self._problems: tuple[Problem, ...] = ()
        self.show_problems(())

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """Show these problems."""
        self._problems = tuple(problems)
        self.list.clear()
        for problem in self._problems:
            item = QListWidgetItem(str(problem))
            item.setToolTip(str(problem))
            self.list.addItem(item)
        count = len(self._problems)
        sentence = ngettext("{n} problem", "{n} problems", count).format(n=count)
        self._head.setText(sentence if count else _("Nothing is wrong."))
        self.list.setVisible(bool(count))
        self.setMaximumHeight(150 if count else self._head.sizeHint().height() + 10)

    def count(self) -> int:
        """Return how many there are."""
        return len(self._problems)

    def _ask(self, item: QListWidgetItem) -> None:
        self.asked.emit(self._problems[self.list.row(item)])


class DifferenceDialog(QDialog):
    """What would be saved, line by line."""

    def __init__(self, difference: str, parent: QWidget | None = None) -> None:
        """Show a difference as `diff -u` says it."""
        super().__init__(parent)
        self.setWindowTitle(_("What would be saved"))
        self.resize(900, 560)
        column = QVBoxLayout(self)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self._write(difference or _("Nothing is changed."))
        column.addWidget(self.text)
        buttons = button_box(Usual.Close)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)

    def _write(self, difference: str) -> None:
        dark = self.palette().color(QPalette.ColorRole.Base).lightness() < 128
        gone, come = ("#e0a070", "#8fbce8") if dark else ("#9a4a00", "#1b5e9e")
        cursor = QTextCursor(self.text.document())
        for line in difference.splitlines():
            look = QTextCharFormat()
            if line[:1] in {"-", "+"}:
                look.setForeground(QColor(gone if line[0] == "-" else come))
                look.setFontWeight(700 if line[:3] in {"---", "+++"} else 400)
            cursor.insertText(line + "\n", look)
        self.text.moveCursor(QTextCursor.MoveOperation.Start)
