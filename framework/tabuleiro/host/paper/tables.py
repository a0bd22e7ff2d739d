"""Charts, tracks and boxes beside the map, as cards for players."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from tabuleiro.host.charts.sheets import Sheet, sheets
from tabuleiro.host.paper.pages import A4, INK, MARGIN, Pages, height, width, write
from tabuleiro.i18n import _, text

if TYPE_CHECKING:
    from tabuleiro.module import Module

__all__ = ["Flow", "chart_cards"]

_SIZE: Final = 3.2
_HEADLINE: Final = 3.8
_LINE: Final = 5.2
_PAD: Final = 2.0
_HEAD: Final = QColor("#e6dccb")
_BOX: Final = 22.0
"""Millimetres of a box of a track: a counter fits in."""
_DATE: Final = 2.4
_TOGETHER: Final = 6
"""A track of no more lines stands on one page."""
_BOXES: Final = 3
"""So many boxes stand side by side."""
_HIGH: Final = 44.0
_TURNS: Final = "turns"
"""The track of the map that is drawn with the dates of its turns."""


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

    def head(self, words: str, below: float) -> None:
        """Write a headline; what comes below it and is so high stands on the same page."""
        self.need(2 * _HEADLINE + below)
        self.say(words, _HEADLINE, bold=True)

    def say(self, words: str, size: float = _SIZE, *, bold: bool = False) -> None:
        """Write a paragraph."""
        self.need(2 * size)
        box = QRectF(MARGIN, self.y, self.wide, A4.height - MARGIN - self.y)
        self.y += write(self.painter, words, box, size, bold=bold, wrap=True) + 0.4 * size


def chart_cards(pages: Pages, module: Module) -> None:
    """Draw all charts of a game, its tracks, and the boxes beside its map."""
    flow = Flow(pages, _("{game}: charts").format(game=text(module.title)))
    for sheet in sheets(module):
        if not (module.free_table and sheet.things):  # there nobody counts what ground costs
            _table(flow, sheet)
    _tracks(flow, module)
    _boxes(flow, module)


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
    flow.say(sheet.title, _HEADLINE, bold=True)
    _row(flow, "", sheet.columns, [heads, *columns], by, head=True)
    for name, cells in zip(sheet.rows, sheet.cells, strict=True):
        flow.need(line)
        _row(flow, name, cells, [heads, *columns], by)
    flow.y += 1.5
    if sheet.hints:
        used = {part for row in sheet.cells for cell in row for part in (cell, *cell.split())}
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


def _tracks(flow: Flow, module: Module) -> None:
    """Draw the turn track with its dates, and the other tracks of the map."""
    turns = [(str(turn.turn), text(turn.label)) for turn in module.turns]
    _track(flow, _("Turn track"), turns)
    for track in module.board.tracks.values():
        if track.id != _TURNS:
            spaces = [(str(space), "") for space in track.spaces]
            _track(flow, text(track.name), spaces)


def _track(flow: Flow, title: str, spaces: list[tuple[str, str]]) -> None:
    each = int(flow.wide / _BOX)
    lines = ceil(len(spaces) / each)
    flow.head(title, _BOX * (lines if lines <= _TOGETHER else 1))
    for number, (head, label) in enumerate(spaces):
        column = number % each
        if not column:
            flow.need(_BOX)
        box = QRectF(MARGIN + column * _BOX, flow.y, _BOX, _BOX)
        _outline(flow, box)
        write(flow.painter, head, box.adjusted(1, 1, -1, -_BOX + 6), 4, bold=True)
        high = height(label, _BOX - 2, _DATE)
        below = box.adjusted(1, _BOX - 1 - high, -1, -1)
        write(flow.painter, label, below, _DATE, wrap=True)
        if column + 1 == each or number + 1 == len(spaces):
            flow.y += _BOX
    flow.y += 5


def _boxes(flow: Flow, module: Module) -> None:
    """Draw the boxes beside the map, each with room for some stacks."""
    boxes = list(module.board.boxes.values())
    if not boxes:
        return
    wide, high = flow.wide / _BOXES, _HIGH
    flow.head(_("Boxes beside the map"), high)
    for number, each in enumerate(boxes):
        column = number % _BOXES
        if not column:
            flow.need(high)
        box = QRectF(MARGIN + column * wide, flow.y, wide, high)
        _outline(flow, box)
        write(flow.painter, text(each.name), box.adjusted(1, 1, -1, -high + 6), 3.2, bold=True)
        if column + 1 == _BOXES or number + 1 == len(boxes):
            flow.y += high


def _outline(flow: Flow, box: QRectF) -> None:
    flow.painter.setPen(QPen(INK, 0.2))
    flow.painter.setBrush(Qt.BrushStyle.NoBrush)
    flow.painter.drawRect(box)
