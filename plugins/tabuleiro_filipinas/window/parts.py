"""What the boards are made of: lines of small buttons, headlines, names of sorts of ships."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QDockWidget,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.host.words import piece_name
from tabuleiro.i18n import text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tabuleiro.host.seat import Seat
    from tabuleiro.module import Module

__all__ = ["Board", "button", "figures", "sort_name"]

_SMALL = 30
_INSIDE = 4
"""Room between the frame of a card and what is in it."""
_LETTERS = 3
"""A button with so few letters is small."""
_SHARE = 0.7


def button(name: str, words: str, hint: str, deed: Callable[[], object]) -> QPushButton:
    """Return a button that does something."""
    made = QPushButton(words)
    made.setObjectName(name)
    made.setToolTip(hint)
    made.setAccessibleName(hint or words)
    made.clicked.connect(lambda _checked=False: deed())
    return made


def figures(module: Module, piece: str) -> str:
    """Return the printed row of values of a counter.

    Of a task group it is guns, groups and room, as on the counter.
    """
    values = module.counters[piece].values
    return "-".join(str(values[name]) for name in ("combat", "aircraft", "transport")
                    if name in values)  # fmt: skip


def sort_name(module: Module, ships: Sequence[str]) -> str:
    """Return what ships that are alike are called: the name of the only one, or their kind."""
    first = ships[0]
    if len(ships) == 1:
        return piece_name(module, first)
    kind = text(module.unit_types[module.counters[first].type].name)
    return f"{kind[:1].upper()}{kind[1:]}"


class Board(QWidget):
    """Lines below each other; it is made anew whenever the position changes."""

    def __init__(self, seat: Seat) -> None:
        """Make a board without lines yet."""
        super().__init__()
        self.seat = seat
        self.box = QVBoxLayout(self)
        self.box.setContentsMargins(0, 0, 0, 0)
        self.box.setSpacing(3)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)

    def showEvent(self, event: QShowEvent) -> None:
        """Take the room of what stands below: a board is longer than the usual answers."""
        super().showEvent(event)
        QTimer.singleShot(0, self, self._grow)

    def _grow(self) -> None:
        dock: QWidget | None = self
        while dock is not None and not isinstance(dock, QDockWidget):
            dock = dock.parentWidget()
        window = None if dock is None else dock.parentWidget()
        if isinstance(dock, QDockWidget) and isinstance(window, QMainWindow):
            wanted = round(_SHARE * window.height())
            if dock.height() < wanted:
                window.resizeDocks([dock], [wanted], Qt.Orientation.Vertical)

    def close_up(self) -> None:
        """Leave the room below the last line empty."""
        self.box.addStretch(1)

    def headline(self, words: str) -> None:
        """Add a headline."""
        self.note(f"<b>{words}</b>")

    def note(self, words: str, name: str = "") -> None:
        """Add a line of words."""
        label = QLabel(words)
        label.setObjectName(name)
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.RichText)
        self.box.addWidget(label)

    def row(self, *widgets: QWidget) -> QHBoxLayout:
        """Add widgets side by side."""
        line = QHBoxLayout()
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(3)
        for widget in widgets:
            line.addWidget(widget)
        self.box.addLayout(line)
        return line

    @contextmanager
    def within(self, frame: QFrame) -> Iterator[None]:
        """Add what is added meanwhile inside a frame."""
        around, self.box = self.box, QVBoxLayout(frame)
        self.box.setContentsMargins(*[_INSIDE] * 4)
        self.box.setSpacing(around.spacing())
        try:
            yield
        finally:
            self.box = around
            self.box.addWidget(frame)

    def line(self, words: str | QLabel, *buttons: QPushButton, hint: str = "") -> None:
        """Add words at the left and small buttons at the right."""
        label = words if isinstance(words, QLabel) else QLabel(words)
        label.setToolTip(hint or label.text())
        label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        for each in buttons:
            if len(each.text()) <= _LETTERS:
                each.setFixedWidth(_SMALL)
                each.setStyleSheet("padding: 2px 0")
        self.row(label, *buttons).setStretch(0, 1)
