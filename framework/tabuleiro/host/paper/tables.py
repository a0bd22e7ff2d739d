"""Charts and the turn track, as cards for players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from tabuleiro.host.charts.sheets import Sheet, sheets
from tabuleiro.host.paper.pages import A4, INK, MARGIN, Pages, width, write
from tabuleiro.i18n import _, text

if TYPE_CHECKING:
    from tabuleiro.module import Module

__all__ = ["Flow", "chart_cards"]

_SIZE: Final = 3.2
_LINE: Final = 5.2
_PAD: Final = 2.0
_HEAD: Final = QColor("#e6dccb")
_BOX: Final = 22.0
"""Millimetres of a box of the turn track: a counter fits in."""


class Flow:
    """Things that come one below the other, on as many pages as they need."""

    def __init__(self, pages: Pages, title: str) -> None:
        """Begin on a page of its own."""
        self._pages = pages
        self._title = title
        self.wide = A4.width - 2 * MARGIN
        self.painter: QPainter
        self.y = 0.0
        self.turn_over()

    def turn_over(self) -> None:
        """Begin a page."""
        self.painter = self._pages.page(A4)
        write(self.painter, self._title, QRectF(MARGIN, MARGIN, self.wide, 5), 4, bold=True)
        self.y = MARGIN + 10

    def need(self, high: float) -> None:
        """Begin a page if there is less room than that, and the page is not empty."""
        if self.y + high > A4.height - MARGIN and self.y > MARGIN + 10:
            self.turn_over()

    def say(self, words: str, size: float = _SIZE, *, bold: bool = False) -> None:
        """Write a paragraph."""
        self.need(2 * size)
        box = QRectF(MARGIN, self.y, self.wide, A4.height - MARGIN - self.y)
        self.y += write(self.painter, words, box, size, bold=bold, wrap=True) + 0.4 * size


def chart_cards(pages: Pages, module: Module) -> None:
    """Draw all charts of a game, and its turn track."""
    flow = Flow(pages, _("{game}: charts").format(game=text(module.title)))
    for sheet in sheets(module):
        _table(flow, sheet)
    _track(flow, module)


def _table(flow: Flow, sheet: Sheet) -> None:
    columns = [
        max((width(words, _SIZE) for words in each), default=0.0) + 2 * _PAD
        for each in zip(sheet.columns, *sheet.cells, strict=False)
    ]
    heads = max((width(words, _SIZE) for words in sheet.rows), default=0.0) + 2 * _PAD
    by = min(1.0, flow.wide / (heads + sum(columns) or 1))
    line = _LINE * by
    high = 8 + (len(sheet.cells) + 1) * line
    flow.need(min(high, A4.height - 2 * MARGIN - 12))
    flow.say(sheet.title, 3.8, bold=True)
    _row(flow, "", sheet.columns, [heads, *columns], by, head=True)
    for name, cells in zip(sheet.rows, sheet.cells, strict=True):
        flow.need(line)
        _row(flow, name, cells, [heads, *columns], by)
    flow.y += 1.5
    if sheet.hints:
        used = {part for row in sheet.cells for cell in row for part in cell.split()}
        for code, words in sheet.hints.items():
            if code in used:
                flow.say(words, 2.6)
    flow.y += 5


def _row(
    flow: Flow,
    name: str,
    cells: tuple[str, ...],
    widths: list[float],
    by: float,
    *,
    head: bool = False,
) -> None:
    painter, x = flow.painter, MARGIN
    for number, (words, wide) in enumerate(zip((name, *cells), widths, strict=False)):
        box = QRectF(x, flow.y, wide * by, _LINE * by)
        painter.setPen(QPen(INK, 0.1))
        painter.setBrush(_HEAD if head or not number else Qt.BrushStyle.NoBrush)
        painter.drawRect(box)
        inner = box.adjusted(0.5 * _PAD * by, 0, -0.5 * _PAD * by, 0)
        first = head or not number
        write(painter, words, inner, _SIZE * by, bold=first, middle=bool(number))
        x += wide * by
    painter.setBrush(Qt.BrushStyle.NoBrush)
    flow.y += _LINE * by


def _track(flow: Flow, module: Module) -> None:
    flow.need(_BOX + 10)
    flow.say(_("Turn track"), 3.8, bold=True)
    each = int(flow.wide / _BOX)
    for number, turn in enumerate(module.turns):
        column = number % each
        if not column:
            flow.need(_BOX)
        box = QRectF(MARGIN + column * _BOX, flow.y, _BOX, _BOX)
        flow.painter.setPen(QPen(INK, 0.2))
        flow.painter.drawRect(box)
        write(flow.painter, str(turn.turn), box.adjusted(1, 1, -1, -_BOX + 6), 4, bold=True)
        write(flow.painter, text(turn.label), box.adjusted(1, _BOX - 5, -1, -1), 2.6)
        if column + 1 == each or number + 1 == len(module.turns):
            flow.y += _BOX
