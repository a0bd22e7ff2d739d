"""A chart: labels above and at the left, cells, and the row and column in use lit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from tabuleiro.host.words import wrapped
from tabuleiro.i18n import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["GridChart"]

_PAD: Final = 7.0
_DENSE_PAD: Final = 3.0
_LEAST_PAD: Final = 1.0
_DENSE: Final = 0.8
_LIT: Final = QColor(222, 120, 20)
_LIT_ROW: Final = QColor(38, 110, 190)


class GridChart(QWidget):
    """A table of short texts, drawn to fit its place. Pointing at a cell explains it."""

    def __init__(self, parent: QWidget | None = None, *, dense: bool = False) -> None:
        """Make an empty chart; a ``dense`` one is set in smaller type."""
        super().__init__(parent)
        self._pad = self._usual_pad = _DENSE_PAD if dense else _PAD
        if dense:
            font = self.font()
            font.setPointSizeF(font.pointSizeF() * _DENSE)
            self.setFont(font)
        self._measured: tuple[tuple[float, float], list[float]] | None = None
        """The widths of the words, and the heights of the rows, in the writing of now."""
        """Widths and heights of the cells in the font of now."""
        self._columns: tuple[str, ...] = ()
        self._rows: tuple[str, ...] = ()
        self._cells: tuple[tuple[str, ...], ...] = ()
        self._hints: Mapping[str, str] = {}
        self.lit_column: int | None = None
        self.base_column: int | None = None
        self.lit_row: int | None = None
        self.lit_also: frozenset[int] = frozenset()
        """Rows that are lit besides, without a frame."""
        self._cursor = (0, 0)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(_("Table"))
        self.setSizePolicy(QSizePolicy.Policy.MinimumExpanding, QSizePolicy.Policy.Minimum)
        self.setMouseTracking(True)

    def show_table(
        self,
        columns: Sequence[str],
        rows: Sequence[str],
        cells: Sequence[Sequence[str]],
        hints: Mapping[str, str] | None = None,
    ) -> None:
        """Show a table; ``hints`` explains the parts of its cells."""
        self._columns, self._rows = tuple(columns), tuple(rows)
        self._cells = tuple(tuple(row) for row in cells)
        self._hints = hints or {}
        self._measured = None
        self._cursor = (0, 0)
        self._describe()
        self.updateGeometry()
        self.update()

    def light(
        self,
        column: int | None,
        row: int | None = None,
        base: int | None = None,
        also: Iterable[int] = (),
    ) -> None:
        """Light a column, a row where they cross, and the column before the shifts.

        ``also`` are more rows that count.
        """
        self.lit_column, self.lit_row, self.base_column = column, row, base
        self.lit_also = frozenset(also)
        if column is not None or row is not None:
            self._cursor = (row or 0, column or 0)
        self._describe()
        self.update()

    def _describe(self) -> None:
        """Say for those who do not see it what is lit."""
        column, row = self.lit_column, self.lit_row
        words = []
        if column is not None and column < len(self._columns):
            words.append(self._columns[column])
            if row is not None and row < len(self._rows):
                words += [self._rows[row], self._cells[row][column]]
        elif row is not None and row < len(self._rows):
            heads = zip(self._columns, self._cells[row], strict=True)
            words = [self._rows[row], *(f"{head}: {cell}" for head, cell in heads)]
        self.setAccessibleDescription(" / ".join(words))

    # sizes

    def fit_into(self, width: int) -> None:
        """Leave less room beside the words where the table would be wider than so many pixels.

        Its height stays. Were it lower in a narrow place, a panel around it that shows a bar where
        it is too high would be narrower with the bar, need it no more, be wider without, need it
        again, and so on without end.
        """
        self._pad = self._usual_pad
        while self.sizeHint().width() > width and self._pad > _LEAST_PAD:
            self._pad -= 1

    def _metrics(self) -> QFontMetricsF:
        return QFontMetricsF(self.font())

    def _widths(self) -> tuple[float, float]:
        """Return the width of the labels at the left, and of a column."""
        if self._measured is None:
            self._measured = (self._measure_words(), self._measure_heights())
        label, cell = self._measured[0]
        return label + 2 * self._pad, cell + 2 * self._pad

    def _heights(self) -> list[float]:
        """Return the height of the labels above, and of each row."""
        if self._measured is None:
            self._measured = (self._measure_words(), self._measure_heights())
        return self._measured[1]

    def _measure_words(self) -> tuple[float, float]:
        """Return the width of the widest label at the left, and of the widest word of a column."""
        metrics = self._metrics()
        label = max((metrics.horizontalAdvance(row) for row in self._rows), default=0.0)
        words = [*self._columns, *(line for row in self._cells for c in row for line in _lines(c))]
        cell = max((metrics.horizontalAdvance(word) for word in words), default=0.0)
        return label, cell

    def _measure_heights(self) -> list[float]:
        line = self._metrics().height()
        heights = [line + self._usual_pad]
        for row in self._cells:
            most = max((len(_lines(cell)) for cell in row), default=1)
            heights.append(line * most + self._usual_pad)
        return heights

    def sizeHint(self) -> QSize:
        """Return the size at which nothing is cut off."""
        label, cell = self._widths()
        return QSize(round(label + cell * len(self._columns)) + 2, round(sum(self._heights())) + 2)

    def minimumSizeHint(self) -> QSize:
        """Return the same: a chart is read as a whole."""
        return self.sizeHint()

    def cell_rect(self, row: int, column: int) -> QRectF:
        """Return where a cell lies; row -1 are the labels above, column -1 those at the left."""
        label, least = self._widths()
        wide = max(least, (self.width() - 2 - label) / max(len(self._columns), 1))
        heights = self._heights()
        top = 1 + sum(heights[: row + 1])
        if column < 0:
            return QRectF(1, top, label, heights[row + 1])
        return QRectF(1 + label + wide * column, top, wide, heights[row + 1])

    # drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the chart."""
        painter = QPainter(self)
        palette = self.palette()
        painter.fillRect(self.rect(), palette.color(QPalette.ColorRole.Base))
        for column in range(len(self._columns)):
            self._draw(painter, -1, column, self._columns[column], head=True)
        for row, label in enumerate(self._rows):
            self._draw(painter, row, -1, label, head=True)
            for column, cell in enumerate(self._cells[row]):
                self._draw(painter, row, column, cell, head=False)
        self._frame(painter)
        painter.end()

    def _draw(self, painter: QPainter, row: int, column: int, words: str, *, head: bool) -> None:
        palette = self.palette()
        box = self.cell_rect(row, column)
        if head:
            painter.fillRect(box, palette.color(QPalette.ColorRole.Button))
        elif row % 2:
            painter.fillRect(box, palette.color(QPalette.ColorRole.AlternateBase))
        if column >= 0 and column == self.lit_column:
            painter.fillRect(box, QColor(_LIT.red(), _LIT.green(), _LIT.blue(), 80))
        if row >= 0 and (row == self.lit_row or row in self.lit_also):
            painter.fillRect(box, QColor(_LIT_ROW.red(), _LIT_ROW.green(), _LIT_ROW.blue(), 60))
        font = self.font()
        font.setBold(head or (row == self.lit_row and column == self.lit_column))
        painter.setFont(font)
        painter.setPen(palette.color(QPalette.ColorRole.Mid))
        painter.drawRect(box)
        painter.setPen(palette.color(QPalette.ColorRole.Text))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, "\n".join(_lines(words)))

    def _frame(self, painter: QPainter) -> None:
        """Frame the column in use, dashed the one before the shifts."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for column, style in (
            (self.base_column, Qt.PenStyle.DashLine),
            (self.lit_column, Qt.PenStyle.SolidLine),
        ):
            if column is None or column >= len(self._columns) or not self._rows:
                continue
            area = self.cell_rect(-1, column).united(self.cell_rect(len(self._rows) - 1, column))
            pen = painter.pen()
            pen.setColor(_LIT)
            pen.setWidthF(2.5)
            pen.setStyle(style)
            painter.setPen(pen)
            painter.drawRect(area)
        if self.lit_row is not None and self.lit_column is not None:
            painter.setPen(_LIT_ROW)
            painter.drawRect(self.cell_rect(self.lit_row, self.lit_column).adjusted(2, 2, -2, -2))
        elif self.lit_row is not None and self.lit_row < len(self._rows):
            whole = self.cell_rect(self.lit_row, -1).united(
                self.cell_rect(self.lit_row, len(self._columns) - 1)
            )
            pen = painter.pen()
            pen.setColor(_LIT_ROW)
            pen.setWidthF(2.5)
            painter.setPen(pen)
            painter.drawRect(whole)
        if self.hasFocus() and self._rows and self._columns:
            pen = painter.pen()
            pen.setColor(self.palette().color(QPalette.ColorRole.Highlight))
            pen.setWidthF(2.5)
            painter.setPen(pen)
            painter.drawRect(self.cell_rect(*self._cursor).adjusted(1, 1, -1, -1))

    # pointing

    def cell_at(self, point: QPoint) -> str:
        """Return the text of the cell under a point."""
        for row in range(len(self._rows)):
            for column in range(len(self._columns)):
                if self.cell_rect(row, column).contains(point):
                    return self._cells[row][column]
        return ""

    def explain(self, cell: str) -> str:
        """Return what the parts of a cell mean."""
        parts = (cell,) if cell in self._hints else cell.split()
        return "\n".join(self._hints[part] for part in parts if part in self._hints)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from cell to cell; each is told with its row, column and meaning."""
        steps = {
            Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1),
            Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0),
        }  # fmt: skip
        step = steps.get(Qt.Key(event.key()))
        if step is None or not self._rows or not self._columns:
            super().keyPressEvent(event)
            return
        row = min(max(self._cursor[0] + step[0], 0), len(self._rows) - 1)
        column = min(max(self._cursor[1] + step[1], 0), len(self._columns) - 1)
        self._cursor = (row, column)
        cell = self._cells[row][column]
        told = [self._columns[column], self._rows[row], cell, self.explain(cell)]
        self.setAccessibleDescription(" / ".join(filter(None, told)))
        self.update()
        spot = self.cell_rect(row, column).bottomLeft().toPoint()
        QToolTip.showText(self.mapToGlobal(spot), wrapped(self.explain(cell)), self)

    def event(self, event: QEvent) -> bool:
        """Explain the cell under the pointer."""
        if event.type() == QEvent.Type.FontChange:
            self._measured = None
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            told = wrapped(self.explain(self.cell_at(event.pos())))
            QToolTip.showText(event.globalPos(), told, self)
            return True
        return super().event(event)


def _lines(cell: str) -> list[str]:
    """Return a cell as the lines in which it is written: one part of its result in each."""
    return cell.split() or [""]
