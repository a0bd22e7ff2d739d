"""Numbers turn by turn, a line for each side; told apart by shape and label, not colour alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from tabuleiro.i18n import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["COLOURS", "Line", "Plot", "PointsPlot"]

COLOURS: Final = (
    *(QColor(38, 110, 190), QColor(222, 120, 20), QColor(110, 90, 150)),
    *(QColor(12, 107, 82), QColor(140, 63, 110), QColor(122, 90, 0)),
)
"""Colours that all eyes tell apart, one for each side."""
_SHAPES: Final = 3
_LINES: Final = 4
"""So many lines of the grid at most."""


class Line(NamedTuple):
    """A side and its number after each turn."""

    name: str
    points: tuple[int, ...]


class Plot(QWidget):
    """A picture of numbers that a screen reader hears as lines of text, with room for its names."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        """Make an empty plot; ``name`` says what is plotted."""
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def tell(self, lines: Iterable[str]) -> None:
        """Say in words what is shown from now on."""
        told = "\n".join(lines)
        self.setAccessibleDescription(told)
        self.setToolTip(told)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for what is drawn and for its names."""
        return QSize(300, round(self.fontMetrics().height() * 12))

    def minimumSizeHint(self) -> QSize:
        """Return the least at which it can be read."""
        return QSize(160, self.sizeHint().height())


class PointsPlot(Plot):
    """A plot of points per turn."""

    def __init__(self, parent: QWidget | None = None, *, name: str = "") -> None:
        """Make an empty plot; ``name`` says what is plotted, if it is not points."""
        super().__init__(name or _("Points by turn"), parent)
        self._turns: tuple[str, ...] = ()
        self.lines: tuple[Line, ...] = ()

    def show_lines(self, turns: Sequence[str], lines: Sequence[Line]) -> None:
        """Show a line for each side, over these turns."""
        self._turns, self.lines = tuple(turns), tuple(lines)
        self.tell(f"{line.name}: {', '.join(map(str, line.points))}" for line in self.lines)

    # where things are

    def _frame(self) -> QRectF:
        metrics = QFontMetricsF(self.font())
        widest = max(metrics.horizontalAdvance(str(at)) for at in (self._most(), self._least()))
        left = widest + 12
        below = 1.6 * metrics.height()
        above = metrics.height() * (1.2 * len(self.lines)) + 6
        return QRectF(left, above, self.width() - left - 16, self.height() - above - below)

    def _all(self) -> list[int]:
        return [0, *(points for line in self.lines for points in line.points)]

    def _most(self) -> int:
        step = self.step()
        return max(step, -(-max(self._all()) // step) * step)

    def _least(self) -> int:
        step = self.step()
        return min(self._all()) // step * step

    def step(self) -> int:
        """Return the distance of the lines of the grid: 1, 2 or 5, and a power of ten."""
        numbers = self._all()
        reach = max(numbers) - min(numbers)
        power = 1
        while True:
            for factor in (1, 2, 5):
                if reach <= factor * power * _LINES:
                    return factor * power
            power *= 10

    def spot(self, turn: int, points: float) -> QPointF:
        """Return where a number of points after a turn lies."""
        frame = self._frame()
        gaps = max(len(self._turns) - 1, 1)
        return QPointF(
            frame.left() + frame.width() * turn / gaps,
            frame.bottom()
            - frame.height() * (points - self._least()) / (self._most() - self._least()),
        )

    # drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw grid, lines and names."""
        if not self._turns:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_grid(painter)
        for number, line in enumerate(self.lines):
            self._draw_line(painter, number, line)
        painter.end()

    def _draw_grid(self, painter: QPainter) -> None:
        palette, frame = self.palette(), self._frame()
        high = self.fontMetrics().height()
        for points in range(self._least(), self._most() + 1, self.step()):
            y = self.spot(0, points).y()
            nought = points == 0 and self._least() < 0
            painter.setPen(QPen(palette.color(QPalette.ColorRole.Mid), 2 if nought else 1))
            painter.drawLine(QPointF(frame.left(), y), QPointF(frame.right(), y))
            painter.setPen(palette.color(QPalette.ColorRole.Text))
            box = QRectF(0, y - high / 2, frame.left() - 6, high)
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(box, right, str(points))
        wide = max(map(self.fontMetrics().horizontalAdvance, self._turns), default=0) + 8
        gap = frame.width() / max(len(self._turns) - 1, 1)
        every = max(1, -(-wide // max(1, round(gap))))
        for turn, label in list(enumerate(self._turns))[::every]:
            x = self.spot(turn, self._least()).x()
            box = QRectF(x - 30, frame.bottom() + 4, 60, high)
            painter.drawText(box, Qt.AlignmentFlag.AlignHCenter, label)

    def _draw_line(self, painter: QPainter, number: int, line: Line) -> None:
        colour = COLOURS[number % len(COLOURS)]
        spots = [self.spot(turn, points) for turn, points in enumerate(line.points)]
        style = Qt.PenStyle.SolidLine if number % 2 == 0 else Qt.PenStyle.DashLine
        painter.setPen(QPen(colour, 2.4, style))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF(spots))
        for spot in spots:
            _mark(painter, spot, number, colour)
        high = QFontMetricsF(self.font()).height()
        y = 2 + 1.2 * high * number
        left = self._frame().left()
        _mark(painter, QPointF(left + 6, y + high / 2), number, colour)
        painter.setPen(self.palette().color(QPalette.ColorRole.Text))
        last = str(line.points[-1]) if line.points else ""
        box = QRectF(left + 18, y, self.width() - left - 20, high)
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, f"{line.name} {last}")


def _mark(painter: QPainter, spot: QPointF, number: int, colour: QColor) -> None:
    """Draw the mark of a side: a disc, a square or a triangle."""
    painter.setPen(QPen(QColor("#ffffff"), 1))
    painter.setBrush(colour)
    shape = number % _SHAPES
    if shape == 0:
        painter.drawEllipse(spot, 5, 5)
    elif shape == 1:
        painter.drawRect(QRectF(spot.x() - 4.5, spot.y() - 4.5, 9, 9))
    else:
        corners = [QPointF(0, -6), QPointF(5.5, 4.5), QPointF(-5.5, 4.5)]
        painter.drawPolygon(QPolygonF([spot + corner for corner in corners]))
