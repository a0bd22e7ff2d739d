"""A track: boxes in rows, with a marker on one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from tabuleiro.host.theme import ACCENT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["TrackView"]


class TrackView(QWidget):
    """Boxes in a row, broken where it is narrow. Pointing at a box, or the arrows, explain it."""

    def __init__(self, labels: Sequence[str], parent: QWidget | None = None) -> None:
        """Make a track with these boxes."""
        super().__init__(parent)
        self._labels = list(labels)
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)  # a narrow track is broken into rows
        self.setSizePolicy(policy)
        self._hints: list[str] = []
        self._marker: int | None = None
        self._cursor = 0
        self._notes: dict[int, str] = {}
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumHeight(self._side() + 4)

    def show_marker(self, place: int | None, hints: Sequence[str] = ()) -> None:
        """Put the marker on a box, or take it off; ``hints`` explains the boxes."""
        self._marker = place
        self._hints = list(hints)
        if place is not None:
            self._cursor = place
        self._describe()
        self.update()

    def show_notes(self, notes: Mapping[int, str]) -> None:
        """Write small signs into boxes."""
        self._notes = dict(notes)
        self.update()

    def hint(self, place: int) -> str:
        """Return what explains a box."""
        return self._hints[place] if 0 <= place < len(self._hints) else ""

    def _describe(self) -> None:
        here = self._cursor
        words = [self._labels[here] if here < len(self._labels) else "", self.hint(here)]
        self.setAccessibleDescription(". ".join(filter(None, words)))

    # where the boxes are

    def _side(self) -> int:
        return max(30, round(self.fontMetrics().height() * 1.9))

    def _columns(self) -> int:
        return max(1, (self.width() - 2) // self._side())

    def box(self, place: int) -> QRectF:
        """Return where a box lies."""
        row, column = divmod(place, self._columns())
        side = self._side()
        return QRectF(2 + column * side, 2 + row * side, side - 2, side - 2)

    def place_at(self, point: QPoint) -> int | None:
        """Return the box under a point."""
        found = (n for n in range(len(self._labels)) if self.box(n).contains(point))
        return next(found, None)

    def heightForWidth(self, width: int) -> int:
        """Return the height of as many rows as it takes."""
        columns = max(1, (width - 2) // self._side())
        return -(-len(self._labels) // columns) * self._side() + 4

    def sizeHint(self) -> QSize:
        """Return room for about ten boxes a row."""
        return QSize(10 * self._side(), self.heightForWidth(10 * self._side()))

    # pointing

    def event(self, event: QEvent) -> bool:
        """Explain the box under the pointer."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place = self.place_at(event.pos())
            QToolTip.showText(event.globalPos(), self.hint(place) if place is not None else "")
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from box to box."""
        steps = {
            Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1,
            Qt.Key.Key_Up: -self._columns(), Qt.Key.Key_Down: self._columns(),
        }  # fmt: skip
        step = steps.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        self._cursor = min(max(self._cursor + step, 0), len(self._labels) - 1)
        self._describe()
        self.update()
        spot = self.box(self._cursor).bottomLeft().toPoint()
        QToolTip.showText(self.mapToGlobal(spot), self.hint(self._cursor), self)

    # drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw boxes and marker."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, label in enumerate(self._labels):
            self._draw_box(painter, number, label)
        painter.end()

    def _draw_box(self, painter: QPainter, number: int, label: str) -> None:
        palette, box = self.palette(), self.box(number)
        here = number == self._marker
        edge = QPen(palette.color(QPalette.ColorRole.Mid), 1)
        if self.hasFocus() and number == self._cursor:
            edge = QPen(palette.color(QPalette.ColorRole.Highlight), 2.5)
        painter.setPen(edge)
        painter.setBrush(QColor(ACCENT) if here else palette.color(QPalette.ColorRole.Base))
        painter.drawRoundedRect(box, 4, 4)
        painter.setPen(QColor("#ffffff") if here else palette.color(QPalette.ColorRole.Text))
        font = self.font()
        font.setBold(here)
        painter.setFont(font)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, label)
        if number in self._notes:
            small = self.font()
            small.setPointSizeF(0.75 * small.pointSizeF())
            painter.setFont(small)
            corner = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
            painter.drawText(box.adjusted(0, 0, -3, 0), corner, self._notes[number])
