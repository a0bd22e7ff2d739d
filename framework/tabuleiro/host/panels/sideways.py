"""A table that is wider than its panel: what matters of it is in sight, the rest beside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

if TYPE_CHECKING:
    from tabuleiro.host.charts import GridChart

__all__ = ["Sideways"]


class Sideways(QScrollArea):
    """A chart that is scrolled sideways, as high as it is."""

    def __init__(self, chart: GridChart, parent: QWidget | None = None) -> None:
        """Show a chart."""
        super().__init__(parent)
        self._chart = chart
        self._column: int | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setWidget(chart)

    def sizeHint(self) -> QSize:
        """Return the height of the chart, and of the bar where it is wider than there is room."""
        hint = self._chart.sizeHint()
        wider = hint.width() > self.width()
        bar = self.horizontalScrollBar().sizeHint().height() if wider else 0
        return QSize(hint.width(), hint.height() + bar)

    def minimumSizeHint(self) -> QSize:
        """Return the same height; any width will do."""
        return QSize(0, self.sizeHint().height())

    def bring(self, column: int | None) -> None:
        """Have a column in the middle, now and when the room is another."""
        self._column = column
        self._chart.fit_into(self.width())
        self.updateGeometry()
        QTimer.singleShot(0, self, self._bring)

    def _bring(self) -> None:
        column = self._column
        self.updateGeometry()
        if column is not None:
            middle = self._chart.cell_rect(-1, column).center().x()
            self.horizontalScrollBar().setValue(round(middle - self.viewport().width() / 2))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the column in sight."""
        super().resizeEvent(event)
        self._chart.fit_into(self.width())
        self.updateGeometry()
        QTimer.singleShot(0, self, self._bring)

    def changeEvent(self, event: QEvent) -> None:
        """Take the height of other writing."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()
