"""Arrows on the map: from where who attacks comes, and where those fire from who stand afar."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from tabuleiro.host.map.board_item import Level, OverBoard, ink_on, plate, writing
from tabuleiro.host.map.picture import SCALE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tabuleiro.host.map.board_item import Frame
    from tabuleiro.host.map.view import BoardView
    from tabuleiro.host.scenes import Attack

__all__ = ["AttackArrows"]

_CASE: Final = QColor(255, 252, 240, 235)
_FROM: Final = 0.35 * SCALE
"""So far from the middles of their hexes arrows begin and end: counters stay readable."""
_TAIL: Final = 0.06 * SCALE
_NECK: Final = 0.11 * SCALE
_HEAD: Final = 0.25 * SCALE
_LONG: Final = 0.4 * SCALE
_HEADED: Final = 0.62
"""So much of a short arrow is its head."""
_NUMBERED: Final = 1.5 * SCALE
"""An arrow that is longer says how many come along it; beside the target the stack says it."""
_LEAST: Final = 0.5
"""Arrows never look smaller than at this zoom."""


class _Arrow(NamedTuple):
    start: QPointF
    end: QPointF
    number: int
    far: bool


class AttackArrows:
    """The arrows of one attack; there is one at a time."""

    def __init__(self, view: BoardView) -> None:
        """Lay them on a map, none shown yet."""
        self._view = view
        self.attack: Attack | None = None
        """What is shown."""
        self._thrusts = view.add(_Arrows(view.picture.size), Level.PATH)
        self._fire = view.add(_Arrows(view.picture.size), Level.FIRE)

    def show(self, attack: Attack | None, colour: str = "") -> None:
        """Show from where an attack comes, in a colour; None shows nothing."""
        if attack == self.attack:
            return
        self.attack = attack
        for far, item in ((False, self._thrusts), (True, self._fire)):
            arrows = self._from(attack, far=far) if attack is not None else []
            item.show_arrows(arrows, QColor(colour or "#a02020"))

    @property
    def count(self) -> int:
        """How many arrows are shown."""
        return len(self._thrusts.arrows) + len(self._fire.arrows)

    def _from(self, attack: Attack, *, far: bool) -> list[_Arrow]:
        places = Counter(attack.far if far else attack.near)
        view, target = self._view, attack.target
        if not view.knows(target):
            return []
        known = (place for place in places if view.knows(place) and place != target)
        return [_Arrow(view.middle(p), view.middle(target), places[p], far) for p in known]


class _Arrows(OverBoard):
    """Broad arrows for those who go in, dashed ones for fire from afar, each with its number."""

    def __init__(self, bounds: QRectF) -> None:
        super().__init__(bounds, beyond=4)
        self.arrows: list[_Arrow] = []
        self._colour = QColor()

    def show_arrows(self, arrows: Sequence[_Arrow], colour: QColor) -> None:
        """Show these."""
        self.arrows, self._colour = list(arrows), colour
        self.update()

    def draw(self, painter: QPainter, frame: Frame) -> None:
        """Draw each from the edge of its stack to the target."""
        by = frame.growth(_LEAST)
        for arrow in self.arrows:
            along = arrow.end - arrow.start
            length = max((along.x() ** 2 + along.y() ** 2) ** 0.5, 1.0)
            unit = along / length
            start, tip = arrow.start + unit * _FROM, arrow.end - unit * _FROM
            if arrow.far:
                self._fire(painter, start, tip, unit, by)
            else:
                self._thrust(painter, start, tip, unit, by)
            if arrow.number > 1 and length > _NUMBERED:
                self._number(painter, (start + tip) / 2, arrow.number, by)

    def _thrust(
        self, painter: QPainter, start: QPointF, tip: QPointF, unit: QPointF, by: float
    ) -> None:
        """Draw a broad arrow that widens to its head."""
        across = QPointF(-unit.y(), unit.x())
        long = QPointF.dotProduct(tip - start, unit)
        neck = tip - unit * min(_LONG * by, _HEADED * long)
        shape = QPolygonF([
            start + across * _TAIL * by, neck + across * _NECK * by, neck + across * _HEAD * by,
            tip,
            neck - across * _HEAD * by, neck - across * _NECK * by, start - across * _TAIL * by,
        ])  # fmt: skip
        colour = QColor(self._colour)
        colour.setAlpha(225)
        painter.setPen(QPen(_CASE, 3.2 * by, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap,
                            Qt.PenJoinStyle.RoundJoin))  # fmt: skip
        painter.setBrush(colour)
        painter.drawPolygon(shape)
        painter.setPen(QPen(colour.darker(170), 1.1 * by))
        painter.drawPolygon(shape)

    def _fire(
        self, painter: QPainter, start: QPointF, tip: QPointF, unit: QPointF, by: float
    ) -> None:
        """Draw a dashed bow: what flies over others."""
        across = QPointF(-unit.y(), unit.x())
        path = QPainterPath(start)
        length = tip - start
        path.quadTo(start + length / 2 + across * (0.35 * SCALE), tip)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, wide in ((_CASE, 7.0), (self._colour.darker(115), 3.6)):
            pen = QPen(colour, wide * by, Qt.PenStyle.DashLine, Qt.PenCapStyle.FlatCap)
            pen.setDashPattern([3 * 3.6 / wide, 1.6 * 3.6 / wide])
            painter.setPen(pen)
            painter.drawPath(path)
        painter.setPen(QPen(_CASE, 2 * by))
        painter.setBrush(self._colour.darker(115))
        painter.drawEllipse(tip, 7 * by, 7 * by)

    def _number(self, painter: QPainter, at: QPointF, number: int, by: float) -> None:
        """Write how many attack from there."""
        font = writing(13 * by)
        painter.setFont(font)
        wide = QFontMetricsF(font).horizontalAdvance(str(number)) + 9 * by
        box = QRectF(at.x() - wide / 2, at.y() - 9 * by, wide, 18 * by)
        plate(painter, box, str(number), fill=self._colour, ink=ink_on(self._colour),
              rim=QPen(_CASE, 1.6 * by), radius=8 * by)  # fmt: skip
