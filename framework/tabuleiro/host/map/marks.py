"""What is drawn on the board about places and areas: who holds an objective, and regions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from tabuleiro.host.map.board_item import OverBoard, ink_on, plate, stroke, writing
from tabuleiro.host.map.picture import SCALE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.host.map.board_item import Frame

__all__ = ["Area", "AreaItem", "ControlItem", "Held", "ring_bands"]

_POLE: Final = QPointF(-0.36 * SCALE, -0.12 * SCALE)
_FLAG: Final = (17.0, 12.0)
_LEAST: Final = 0.55
"""Flags never get smaller on the screen than at this zoom."""
_PARTS: Final = 5
_PENNANT: Final = 0.7
_PENNANT_FROM: Final = 0.6
"""Places that are no objectives have a smaller flag, and from far away none."""


class Held(NamedTuple):
    """A place that somebody holds: its corners and middle, the holder's colour and letter."""

    corners: QPolygonF
    middle: QPointF
    colour: QColor
    letter: str
    objective: bool


class ControlItem(OverBoard):
    """Flags on places that are held, and a rim round each objective."""

    def __init__(self, bounds: QRectF) -> None:
        """Make a layer without flags yet."""
        super().__init__(bounds)
        self._held: list[Held] = []

    def show_held(self, held: Iterable[Held]) -> None:
        """Show who holds what."""
        self._held = list(held)
        self.update()

    @property
    def held(self) -> tuple[Held, ...]:
        """What is shown."""
        return tuple(self._held)

    def draw(self, painter: QPainter, frame: Frame) -> None:
        """Draw rims and flags."""
        for each in self._held:
            if each.objective:
                painter.setBrush(Qt.BrushStyle.NoBrush)
                for colour, width in ((QColor(255, 252, 240, 220), 5.0), (each.colour, 3.0)):
                    painter.setPen(QPen(colour, frame.wide(width, 0.5 * width)))
                    painter.drawConvexPolygon(_shrunk(each.corners, each.middle))
        by = frame.growth(_LEAST)
        for each in self._held:
            if each.objective:
                _flag(painter, each, by)
            elif frame.zoom >= _PENNANT_FROM:
                _flag(painter, each, _PENNANT)


def ring_bands(corners: QPolygonF, middle: QPointF) -> Iterator[QRectF]:
    """Yield small areas that together cover the rim round an objective, and its flag."""
    rim = _shrunk(corners, middle).toList()
    for start, end in zip(rim, [*rim[1:], rim[0]], strict=True):
        for part in range(_PARTS):
            spot = start + (end - start) * (part / _PARTS)
            yield QRectF(spot.x() - 4, spot.y() - 4, 8, 8)
    yield QRectF(middle + _POLE + QPointF(0, -22), QSizeF(_FLAG[0], 22))


def _shrunk(corners: QPolygonF, middle: QPointF) -> QPolygonF:
    return QPolygonF([middle + (corner - middle) * 0.93 for corner in corners.toList()])


def _flag(painter: QPainter, held: Held, by: float) -> None:
    wide, high = _FLAG
    painter.save()
    painter.translate(held.middle + _POLE)
    painter.scale(by, by)
    painter.setPen(QPen(QColor(30, 22, 14), 1.8))
    painter.drawLine(QPointF(0, 0), QPointF(0, -22))
    painter.setFont(writing(10))
    plate(painter, QRectF(0, -22, wide, high), held.letter, fill=held.colour,
          ink=ink_on(held.colour), rim=QPen(QColor(255, 252, 240), 1), radius=0)  # fmt: skip
    painter.restore()


class Area(NamedTuple):
    """An area with its outline in the scene, where its name stands, and its colour."""

    outline: QPainterPath
    middle: QPointF
    name: str
    colour: QColor


class AreaItem(OverBoard):
    """Outlines of areas with their names."""

    def __init__(self, bounds: QRectF) -> None:
        """Make a layer without areas yet."""
        super().__init__(bounds)
        self._areas: list[Area] = []

    def show_areas(self, areas: Iterable[Area]) -> None:
        """Show these areas."""
        self._areas = list(areas)
        self.update()

    @property
    def areas(self) -> tuple[Area, ...]:
        """What is shown."""
        return tuple(self._areas)

    def draw(self, painter: QPainter, frame: Frame) -> None:
        """Draw outlines, then names above all of them."""
        for area in self._areas:
            tint = QColor(area.colour)
            tint.setAlpha(26)
            painter.fillPath(area.outline, tint)
            case = QPen(QColor(255, 250, 236, 170), frame.wide(6.0, 4))
            core = QPen(area.colour, frame.wide(3.0, 2), Qt.PenStyle.DashDotLine)
            stroke(painter, area.outline, case, core)
        font = writing(frame.wide(18.0, 13))
        for area in self._areas:
            path = QPainterPath()
            path.addText(0, 0, font, area.name)
            path.translate(area.middle - path.boundingRect().center())
            painter.strokePath(path, QPen(QColor(255, 250, 236, 220), frame.wide(4.0, 3)))
            painter.fillPath(path, area.colour)
