"""What is wrong with a module while one works on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from tabuleiro.i18n import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tabuleiro.module.errors import Problem

__all__ = ["ProblemList"]


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
