"""How often each face of a die fell for each side, beside how often it should."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QFontMetricsF, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QWidget

from tabuleiro.host.charts.plot import COLOURS, Plot
from tabuleiro.i18n import _

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["FacesPlot"]

_PATTERNS: Final = (
    *(Qt.BrushStyle.SolidPattern, Qt.BrushStyle.BDiagPattern, Qt.BrushStyle.Dense4Pattern),
    *(Qt.BrushStyle.CrossPattern, Qt.BrushStyle.FDiagPattern, Qt.BrushStyle.HorPattern),
)


class FacesPlot(Plot):
    """Bars in per cent of a side's dice, told apart by pattern; a line where all should be."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Make an empty plot."""
        super().__init__(_("Faces thrown"), parent)
        self.fell: dict[str, Mapping[int, int]] = {}

    def show_faces(self, fell: Mapping[str, Mapping[int, int]]) -> None:
        """Show for each name how often each face fell; all have the same faces."""
        self.fell = {name: dict(counts) for name, counts in fell.items()}
        self.tell(
            f"{name}: " + ", ".join(f"{face} ×{count}" for face, count in counts.items())
            for name, counts in self.fell.items()
        )

    @property
    def _faces(self) -> list[int]:
        return list(next(iter(self.fell.values()), {}))

    def part(self, name: str, face: int) -> float:
        """Return which part of a side's dice showed a face."""
        counts = self.fell[name]
        return counts[face] / (sum(counts.values()) or 1)

    def _most(self) -> float:
        parts = [self.part(name, face) for name in self.fell for face in self._faces]
        return max([*parts, 1.5 / max(len(self._faces), 1)])

    def _frame(self) -> QRectF:
        metrics = QFontMetricsF(self.font())
        above = metrics.height() * (1.2 * len(self.fell)) + 10
        below = 1.6 * metrics.height()
        left = metrics.horizontalAdvance("100 %") + 6
        return QRectF(left, above, self.width() - left - 6, self.height() - above - below)

    def bar(self, number: int, name: str, face: int) -> QRectF:
        """Return where the bar of a side for a face stands."""
        frame, faces = self._frame(), self._faces
        group = frame.width() / len(faces)
        wide = 0.76 * group / len(self.fell)
        left = frame.left() + group * faces.index(face) + 0.12 * group + wide * number
        high = frame.height() * self.part(name, face) / self._most()
        return QRectF(left, frame.bottom() - high, wide, high)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the bars, the line of what is expected, and the names."""
        if not self._faces:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ink = self.palette().color(QPalette.ColorRole.Text)
        frame, high = self._frame(), QFontMetricsF(self.font()).height()
        for number, name in enumerate(self.fell):
            colour = COLOURS[number % len(COLOURS)]
            painter.setPen(QPen(colour, 1))
            painter.setBrush(QBrush(colour, _PATTERNS[number % len(_PATTERNS)]))
            for face in self._faces:
                painter.drawRect(self.bar(number, name, face))
            y = 2 + 1.2 * high * number
            painter.drawRect(QRectF(frame.left(), y + 0.2 * high, 0.7 * high, 0.6 * high))
            painter.setPen(ink)
            told = QRectF(frame.left() + high, y, frame.width() - high, high)
            dice = sum(self.fell[name].values())
            painter.drawText(told, Qt.AlignmentFlag.AlignVCenter, f"{name} {dice}")
        self._draw_expected(painter, frame, high)
        painter.end()

    def _draw_expected(self, painter: QPainter, frame: QRectF, high: float) -> None:
        ink = self.palette().color(QPalette.ColorRole.Text)
        fair = 1 / len(self._faces)
        y = frame.bottom() - frame.height() * fair / self._most()
        painter.setPen(QPen(ink, 1.4, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(frame.left(), y), QPointF(frame.right(), y))
        painter.setPen(ink)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        box = QRectF(0, y - high / 2, frame.left() - 4, high)
        painter.drawText(box, right, f"{100 * fair:.0f} %")
        group = frame.width() / len(self._faces)
        for number, face in enumerate(self._faces):
            box = QRectF(frame.left() + group * number, frame.bottom() + 3, group, high)
            painter.drawText(box, Qt.AlignmentFlag.AlignHCenter, str(face))
