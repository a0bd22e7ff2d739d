"""Going through several things of a kind, one at a time: ◂ 2 of 5 ▸."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from tabuleiro.i18n import _

__all__ = ["Pages"]


class Pages(QWidget):
    """Two buttons and a number; hidden where there is but one thing."""

    turned = Signal()
    """Another page is wanted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin without pages."""
        super().__init__(parent)
        self.page = 0
        self._count = 0
        self._about: Any = None
        self.back = self._button("◂", _("Previous"), -1)
        self.forth = self._button("▸", _("Next"), 1)
        self._number = QLabel()
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(2)
        for widget in (self.back, self._number, self.forth):
            line.addWidget(widget)
        self.hide()

    def _button(self, sign: str, name: str, step: int) -> QToolButton:
        button = QToolButton()
        button.setText(sign)
        button.setToolTip(name)
        button.setAccessibleName(name)
        button.clicked.connect(lambda _checked=False: self._turn(step))
        return button

    def show_pages(self, count: int, about: Any) -> None:
        """Offer so many pages about something; about something else they begin anew."""
        if about != self._about or self.page >= count:
            self.page = 0
        self._count, self._about = count, about
        self._tell()

    def _tell(self) -> None:
        self.setVisible(self._count > 1)
        self._number.setText(_("{n} of {all}").format(n=self.page + 1, all=self._count))
        self.back.setEnabled(self.page > 0)
        self.forth.setEnabled(self.page + 1 < self._count)

    def _turn(self, step: int) -> None:
        self.page = min(max(self.page + step, 0), self._count - 1)
        self._tell()
        self.turned.emit()
