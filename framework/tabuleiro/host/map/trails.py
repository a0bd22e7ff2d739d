"""Trails on the map: where others' pieces went while it was not my turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from tabuleiro.host.map.at_rest import AtRest
from tabuleiro.host.map.board_item import Level, OverBoard, case_pen, stroke
from tabuleiro.host.map.picture import SCALE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tabuleiro.host.map.board_item import Frame
    from tabuleiro.host.map.view import BoardView
    from tabuleiro.host.since import Trail

__all__ = ["TrailLayer"]

_CASE: Final = QColor(246, 241, 226)
_LINE: Final = 5.0
_HEAD: Final = 0.2 * SCALE
_SHORT: Final = 0.36 * SCALE
"""A trail ends before the counter that went along it."""
_ASIDE: Final = 5.0
"""Trails through the same hexes lie so far beside one another."""
_ABREAST: Final = 5
_LEAST: Final = 0.4


class TrailLayer:
    """What is drawn of the trails."""

    def __init__(self, view: BoardView) -> None:
        """Lay it on a map, without trails yet."""
        self._view = view
        self.trails: tuple[Trail, ...] = ()
        """What is shown."""
        self._item = view.add(_Trails(view.picture.size), Level.SIGNS)

    def fade(self, share: float) -> None:
        """Draw them as strongly as this: 1 is as usual."""
        self._item.setOpacity(share)

    @property
    def share(self) -> float:
        """How strongly they are drawn."""
        return self._item.opacity()

    def show(self, trails: Sequence[Trail], colours: dict[str, str]) -> None:
        """Show these, each in the colour of its side."""
        if tuple(trails) == self.trails:
            return
        self.trails = tuple(trails)
        lines = []
        for number, trail in enumerate(self.trails):
            points = [self._view.middle(p) for p in trail.places if self._view.knows(p)]
            points = [p for n, p in enumerate(points) if not n or p != points[n - 1]]
            if len(points) > 1:
                aside = _ASIDE * ((number % _ABREAST) - _ABREAST // 2)
                lines.append((_aside(points, aside), QColor(colours[trail.side])))
        self._item.show_lines(lines)


def _aside(points: Sequence[QPointF], by: float) -> list[QPointF]:
    """Return a line a little beside another one; it ends where that ends."""
    moved = QPointF(by, by)
    return [*(point + moved for point in points[:-1]), points[-1] + moved * 0.4]


class _Trails(OverBoard):
    """Broad lines with a ring where they begin and a head where they end, under the counters."""

    def __init__(self, bounds: QRectF) -> None:
        super().__init__(bounds, beyond=4)
        self.setFlag(self.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.lines: list[tuple[list[QPointF], QColor]] = []
        self._rest = AtRest()

    def show_lines(self, lines: list[tuple[list[QPointF], QColor]]) -> None:
        """Show these."""
        self.lines = lines
        self.update()

    def draw(self, painter: QPainter, frame: Frame) -> None:
        """Draw them all."""
        self._rest.draw(painter, frame, self._draw_lines, self.lines)

    def _draw_lines(self, painter: QPainter, frame: Frame) -> None:
        by = frame.growth(_LEAST)
        for points, colour in self.lines:
            if frame.sees(points, SCALE * by):
                self._draw(painter, points, colour, by)

    def _draw(
        self, painter: QPainter, points: Sequence[QPointF], colour: QColor, by: float
    ) -> None:
        along = points[-1] - points[-2]
        length = max((along.x() ** 2 + along.y() ** 2) ** 0.5, 1.0)
        unit = along / length
        tip = points[-1] - unit * min(_SHORT, 0.4 * length)
        neck = tip - unit * _HEAD * by
        path = QPainterPath(points[0])
        for point in points[1:-1]:
            path.lineTo(point)
        path.lineTo(neck)
        case = case_pen(_CASE, (_LINE + 3.4) * by)
        stroke(painter, path, case, case_pen(colour, _LINE * by))
        across = QPointF(-unit.y(), unit.x()) * (0.62 * _HEAD * by)
        painter.setPen(QPen(_CASE, 1.7 * by))
        painter.setBrush(colour)
        painter.drawPolygon(QPolygonF([tip, neck + across, neck - across]))
        painter.drawEllipse(points[0], 5 * by, 5 * by)
