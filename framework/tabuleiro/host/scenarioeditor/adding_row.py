"""A line in which something is chosen to be added to a list, or deleted from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from tabuleiro.i18n import _

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["AddingRow"]


class AddingRow(QHBoxLayout):
    """A chooser, a button that adds what it says, and one that deletes what the list says."""

    def __init__(
        self, chooser: QWidget, add: Callable[[], object], delete: Callable[[], object]
    ) -> None:
        """Lay them side by side."""
        super().__init__()
        adds = QPushButton(_("Add"))
        adds.clicked.connect(add)
        self.delete = QPushButton(_("Delete"))
        self.delete.clicked.connect(delete)
        self.addWidget(chooser, 1)
        self.addWidget(adds)
        self.addWidget(self.delete)
