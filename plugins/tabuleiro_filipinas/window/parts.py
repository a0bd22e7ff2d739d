"""What the boards are made of: lines of small buttons, sliders, headlines, names of sorts."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QCursor, QMouseEvent, QShowEvent
from PySide6.QtWidgets import (
    QDockWidget,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QPushButton,
    QSizePolicy,
    QSlider,
    QStyle,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.host.words import piece_name
from tabuleiro.i18n import text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tabuleiro.host.seat import Seat
    from tabuleiro.module import Module

__all__ = ["Board", "HowMany", "button", "figures", "formations", "sort_name"]

_SMALL = 30
_INSIDE = 4
"""Room between the frame of a card and what is in it."""
_LETTERS = 3
"""A button with so few letters is small."""
_SHARE = 0.7
_SLIDER = 84
_HANDLE = 16
"""What the handle of a slider takes of its length, half of it at each end."""


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


def formations(module: Module, units: Sequence[str]) -> list[str]:
    """Return what units are called together: a formation with their number, or a name each."""
    found: dict[str, list[str]] = {}
    for unit in units:
        found.setdefault(module.counters[unit].formation or unit, []).append(unit)
    return [
        f"{text(module.formations[name].name)} ({len(some)})"
        if len(some) > 1
        else piece_name(module, some[0])
        for name, some in found.items()
    ]


class HowMany(QSlider):
    """A slider for a number: a click anywhere sets it, a drag shows it; ``deed`` takes it."""

    def __init__(self, name: str, now: int, most: int, hint: str,
                 deed: Callable[[int], object]) -> None:  # fmt: skip
        """Offer the numbers from 0 to the most."""
        super().__init__(Qt.Orientation.Horizontal)
        self.setObjectName(name)
        self.setToolTip(hint)
        self.setAccessibleName(hint)
        self.setRange(0, most)
        self.setPageStep(1)
        self.setValue(now)
        self.setTracking(False)  # what is passed on the way is not meant
        self.setFixedWidth(_SLIDER)
        self.valueChanged.connect(deed)
        self.sliderMoved.connect(self._tell)

    def spot(self, number: int) -> QPoint:
        """Return where to click for a number."""
        room = self.width() - _HANDLE
        along = QStyle.sliderPositionFromValue(0, self.maximum(), number, room)
        return QPoint(along + _HANDLE // 2, self.height() // 2)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to where the mouse is, not a page towards it."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self._go(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the mouse."""
        if self.isSliderDown():
            self._go(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Take the number where the mouse is let go."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(False)

    def _go(self, event: QMouseEvent) -> None:
        along = event.position().toPoint().x() - _HANDLE // 2
        room = self.width() - _HANDLE
        self.setSliderPosition(QStyle.sliderValueFromPosition(0, self.maximum(), along, room))

    def _tell(self, number: int) -> None:
        QToolTip.showText(QCursor.pos(), f"{number} / {self.maximum()}", self)


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

    def line(self, words: str | QLabel, *buttons: QPushButton | HowMany, hint: str = "") -> None:
        """Add words at the left and small buttons, or a slider, at the right."""
        label = words if isinstance(words, QLabel) else QLabel(words)
        label.setToolTip(hint or label.text())
        label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        for each in buttons:
            if isinstance(each, QPushButton) and len(each.text()) <= _LETTERS:
                each.setFixedWidth(_SMALL)
                each.setStyleSheet("padding: 2px 0")
        self.row(label, *buttons).setStretch(0, 1)
