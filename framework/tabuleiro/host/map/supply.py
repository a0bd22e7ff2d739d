"""The supply layer: how the selected units are supplied, and a sign on those that are not.

What supply is the rules say (the hook ``supply_line``). In games without it there is no such layer.
Nobody sees how the units of the other side are supplied.
"""

from __future__ import annotations

from itertools import pairwise
from math import atan2, degrees
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from tabuleiro.engine.messages import place_name
from tabuleiro.host.counter import Badge
from tabuleiro.host.map.board_item import Level, OverBoard, line_through, round_pen, stroke
from tabuleiro.host.map.picture import SCALE
from tabuleiro.host.panels.linked import clause_words
from tabuleiro.i18n import _, text
from tabuleiro.seats.telling import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tabuleiro.host.map.board_item import Frame
    from tabuleiro.host.map.view import BoardView
    from tabuleiro.host.seat import Seat
    from tabuleiro.seats.questions import SupplyLine

__all__ = ["SupplyLayer", "supply_of", "supply_words"]

_LINE: Final = QColor("#0b5c8f")
_CASE: Final = QColor(255, 252, 240, 225)
_LACKING: Final = QColor("#b3261e")
_CRATE: Final = 0.14 * SCALE
_LEAST: Final = 0.5
"""Lines never get thinner on the screen than at this zoom."""


def supply_of(seat: Seat, piece: str) -> SupplyLine | None:
    """Return how a piece on the map is supplied; None if it needs none, or one may not know."""
    s = seat.sight
    if piece not in s.position.pieces:
        return None  # a name under which somebody was seen in a battle that is over
    if not s.on_map(piece) or seat.viewer not in {"", s.side(piece)}:
        return None
    line: SupplyLine | None = s.cache_here(
        ("supply", piece), lambda: seat.ask("supply", piece=piece)
    )
    return line


def supply_words(seat: Seat, piece: str) -> list[str]:
    """Return how a piece is supplied, or each reason why it is not, with the clause."""
    line, module = supply_of(seat, piece), seat.module
    if line is None:
        return []
    if line:
        counter = module.counters.get(line.source)
        source = text(counter.name) if counter else place_name(line.source, module)
        return [_("In supply from {source}").format(source=source)]
    told = []
    for objection in line.objections:
        clause = f" ({clause_words(objection.rule, module)})" if objection.rule else ""
        told.append(_("No supply: {reason}").format(reason=say(objection.message, module) + clause))
    return told


class SupplyLayer:
    """What the layer shows of a seat's match on a map."""

    def __init__(self, seat: Seat, view: BoardView) -> None:
        """Lay it on a map, nothing shown yet."""
        self._seat = seat
        self._view = view
        self._known = False
        self._asks = seat.table.answers("supply_line")
        self.item = view.add(_SupplyItem(view.picture.size), Level.SUPPLY)

    @property
    def known(self) -> bool:
        """Whether the rules of this game know of supply."""
        if self._asks and not self._known:
            s = self._seat.sight
            self._known = any(
                supply_of(self._seat, piece) is not None for piece in s.position.pieces
            )
        return self._known

    def badges(self, piece: str) -> tuple[Badge, ...]:
        """Return the sign on a counter without supply."""
        line = supply_of(self._seat, piece)
        return () if line is None or line else (Badge.UNSUPPLIED,)

    def show(self, *, on: bool) -> None:
        """Show the lines of the selected units, and which of those have none."""
        lines: list[list[QPointF]] = []
        lacking: list[QPolygonF] = []
        for piece in self._seat.selection if on else ():
            line = supply_of(self._seat, piece)
            if line is None:
                continue
            if line:
                lines.append([self._view.middle(h) for h in line.hexes if self._view.knows(h)])
            else:
                lacking.append(self._view.corners(self._seat.sight.place(piece)))
        self.item.show_supply(lines, lacking)


class _SupplyItem(OverBoard):
    """Lines from sources to units, with a crate at each source; hexes of units without one."""

    def __init__(self, bounds: QRectF) -> None:
        super().__init__(bounds, beyond=1)
        self.lines: list[list[QPointF]] = []
        self.lacking: list[QPolygonF] = []

    def show_supply(self, lines: Iterable[Sequence[QPointF]], lacking: Iterable[QPolygonF]) -> None:
        """Show these."""
        self.lines = [list(line) for line in lines if line]
        self.lacking = list(lacking)
        self.update()

    def draw(self, painter: QPainter, frame: Frame) -> None:
        """Draw hexes, then lines, then crates."""
        least = frame.growth(_LEAST)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in ((_CASE, 6.0), (_LACKING, 3.4)):
            painter.setPen(QPen(colour, width * least, Qt.PenStyle.DashLine))
            for corners in self.lacking:
                painter.drawConvexPolygon(corners)
        for line in self.lines:
            _draw_line(painter, line, least)


def _draw_line(painter: QPainter, line: Sequence[QPointF], least: float) -> None:
    """Draw the way of the supplies: from the source, with a chevron in each hex, to the unit."""
    case, core = round_pen(_CASE, 6.0 * least), round_pen(_LINE, 2.6 * least)
    stroke(painter, line_through(line[::-1]), case, core)
    for ahead, behind in pairwise(line):
        _chevron(painter, behind, ahead, least)
    crate = QRectF(-_CRATE, -_CRATE, 2 * _CRATE, 2 * _CRATE)
    painter.save()
    painter.translate(line[-1])
    painter.scale(least, least)
    painter.setPen(QPen(_CASE, 2))
    painter.setBrush(_LINE)
    painter.drawRect(crate)
    painter.drawLine(crate.topLeft(), crate.bottomRight())
    painter.drawLine(crate.topRight(), crate.bottomLeft())
    painter.restore()


def _chevron(painter: QPainter, start: QPointF, end: QPointF, least: float) -> None:
    along = end - start
    painter.save()
    painter.translate((start + end) / 2)
    painter.rotate(degrees(atan2(along.y(), along.x())))
    painter.scale(least, least)
    tip = 0.08 * SCALE
    painter.setPen(QPen(_CASE, 1.4))
    painter.setBrush(_LINE)
    painter.drawPolygon(QPolygonF([QPointF(tip, 0), QPointF(-tip, -tip), QPointF(-tip, tip)]))
    painter.restore()
