"""The map on sheets that overlap, or on one large one."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen

from tabuleiro.host.map.picture import SCALE, BoardPicture, load_layers
from tabuleiro.host.map.places import PlaceNames
from tabuleiro.host.map.tiles import BoardItem
from tabuleiro.host.paper.pages import INK, MARGIN, Pages, Paper, rule, write
from tabuleiro.i18n import _, language, text

if TYPE_CHECKING:
    from tabuleiro.module import Module

__all__ = ["OVERLAP", "Tiling", "map_sheets", "tiling"]

OVERLAP: Final = 10.0
"""Millimetres that two sheets have in common: to be cut off one, or glued."""
_FOOT: Final = 11.0
_FINE: Final = 4.0
"""The map is drawn with all that is seen when it fills a large screen."""


class Tiling(NamedTuple):
    """How a map is cut into sheets."""

    paper: Paper
    columns: int
    rows: int

    def area(self, number: int) -> QRectF:
        """Return the part of the map on a sheet, in millimetres of the map."""
        row, column = divmod(number, self.columns)
        wide, high = _room(self.paper)
        return QRectF(column * (wide - OVERLAP), row * (high - OVERLAP), wide, high)


def _room(paper: Paper) -> tuple[float, float]:
    return paper.width - 2 * MARGIN, paper.height - 2 * MARGIN - _FOOT


def tiling(wide: float, high: float, paper: Paper) -> Tiling:
    """Return the way to cut a map that needs the fewest sheets.

    >>> tiling(380, 250, Paper(210, 297))[1:]
    (2, 1)
    """
    ways = []
    for each in (paper, paper.turned):
        columns, rows = (
            max(1, ceil(round((size - OVERLAP) / (room - OVERLAP), 6)))
            for size, room in zip((wide, high), _room(each), strict=True)
        )
        ways.append(Tiling(each, columns, rows))
    return min(ways, key=lambda way: way.columns * way.rows)


def map_sheets(pages: Pages, module: Module, hex: float, paper: Paper | None) -> None:
    """Draw the map, a hex so many millimetres wide; without a paper, on one sheet of its size."""
    picture = BoardPicture(load_layers(module, language()))
    ground = BoardItem(picture, module.board)
    names = PlaceNames(picture, module.board, ground)
    by = hex / SCALE
    wide, high = picture.size.width() * by, picture.size.height() * by
    if paper is None:
        whole = Paper(wide + 2 * MARGIN, high + 2 * MARGIN + _FOOT)
        cut = Tiling(whole, 1, 1)
    else:
        cut = tiling(wide, high, paper)
    count = cut.columns * cut.rows
    for number in range(count):
        painter = pages.page(cut.paper)
        area = cut.area(number).intersected(QRectF(0, 0, wide, high))
        _draw(painter, ground, names, area, by)
        _frame(painter, cut, number, area)
        _foot(painter, module, cut, number)
    ground.stop()
    names.stop()


def _draw(painter: QPainter, ground: BoardItem, names: PlaceNames, area: QRectF, by: float) -> None:
    painter.save()
    painter.setClipRect(QRectF(MARGIN, MARGIN, area.width(), area.height()))
    painter.translate(MARGIN - area.left(), MARGIN - area.top())
    painter.scale(by, by)
    inside = QRectF(area.left() / by, area.top() / by, area.width() / by, area.height() / by)
    ground.render(painter, inside, _FINE)
    names.render(painter)
    painter.restore()


def _frame(painter: QPainter, cut: Tiling, number: int, area: QRectF) -> None:
    """Draw ticks where the next sheet begins."""
    row, column = divmod(number, cut.columns)
    painter.setPen(QPen(INK, 0.1))
    left, top = MARGIN, MARGIN
    right, bottom = left + area.width(), top + area.height()
    if column + 1 < cut.columns:
        x = right - OVERLAP
        painter.drawLine(QPointF(x, top - 3), QPointF(x, top))
        painter.drawLine(QPointF(x, bottom), QPointF(x, bottom + 3))
    if row + 1 < cut.rows:
        y = bottom - OVERLAP
        painter.drawLine(QPointF(left - 3, y), QPointF(left, y))
        painter.drawLine(QPointF(right, y), QPointF(right + 3, y))


def _foot(painter: QPainter, module: Module, cut: Tiling, number: int) -> None:
    row, column = divmod(number, cut.columns)
    name = f"{chr(ord('A') + row % 26)}{column + 1}"
    sentence = _("{game}: map, sheet {name} ({columns} × {rows} sheets)")
    words = sentence.format(game=text(module.title), name=name, columns=cut.columns, rows=cut.rows)
    y = cut.paper.height - MARGIN
    rule(painter, QPointF(MARGIN, y))
    box = QRectF(MARGIN, y - 9, cut.paper.width - 2 * MARGIN, 3.5)
    write(painter, words, box, 3)
