"""Lines of widgets that break when there is no room for them side by side."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QSize, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLayoutItem, QWidget

__all__ = ["MARGIN", "Line", "PanelWithLine"]

MARGIN: Final = 6
"""The room around what is in such a panel."""

_ACROSS = QBoxLayout.Direction.LeftToRight
_DOWN = QBoxLayout.Direction.TopToBottom


class Line(QBoxLayout):
    """Things side by side; `fit` lays them one below the other where they would be too wide.

    Qt gives a window that is too narrow for its content a bar to scroll sideways; writing may be
    large and a panel narrow, so this is for panels that had better grow downwards.
    """

    def __init__(self, parent: QWidget | None = None, *, spacing: int = 8) -> None:
        """Make an empty line, without margins."""
        if parent is None:
            super().__init__(_ACROSS)
        else:
            super().__init__(_ACROSS, parent)
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)

    @property
    def least(self) -> int:
        """How wide the line is at least: as its widest part."""
        return max(self._widths(), default=0)

    def minimumSize(self) -> QSize:
        """Ask for no more than broken: a panel could not get narrow enough to break it else."""
        size = super().minimumSize()
        return QSize(min(size.width(), self.least), size.height())

    @property
    def whole(self) -> int:
        """How wide it is if neither it nor a line in it is broken."""
        wide = [_whole(item) for item in self._shown()]
        return sum(wide) + self.spacing() * (len(wide) - 1)

    def fit(self, room: int) -> None:
        """Break the line if what is in it needs more than so many pixels."""
        self.setDirection(_ACROSS if self.whole <= room else _DOWN)

    def _widths(self) -> list[int]:
        return [item.minimumSize().width() for item in self._shown()]

    def _shown(self) -> list[QLayoutItem]:
        items = [item for number in range(self.count()) if (item := self.itemAt(number))]
        return [item for item in items if not item.isEmpty()]


def _whole(item: QLayoutItem) -> int:
    """Return how wide a part of a line is; a line in it gives way only after this one."""
    widget = item.widget()
    inside = widget.layout() if widget is not None else None
    return inside.whole if isinstance(inside, Line) else item.minimumSize().width()


class PanelWithLine(QWidget):
    """A panel with one line of buttons over its whole width."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Make the line; the panel says where it stands."""
        super().__init__(parent)
        self._line = Line(spacing=6)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the line of buttons where it would be too long."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Break it anew once the buttons have their new writing."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            QTimer.singleShot(0, self, self._fit)

    def _fit(self) -> None:
        self._line.fit(self.width() - 2 * MARGIN)
