"""What everything over the board has in common: how high it lies, how it is drawn, its strokes."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from tabuleiro.host.map.picture import SCALE

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "Frame",
    "Level",
    "OverBoard",
    "case_pen",
    "ink_on",
    "line_through",
    "plate",
    "round_pen",
    "stroke",
    "writing",
]


class Level(IntEnum):
    """How high things lie on the board: what is higher is drawn over what is lower."""

    GROUND = 0
    BESIDE = 1
    ZONES = 2
    MARKED = 3
    LEGAL = 4
    TARGETS = 5
    AREAS = 6
    CONTROL = 7
    SIGNS = 8
    """Markers, names from far away, and what plugins draw."""
    PRICES = 9
    """The numbers in lit hexes: no name covers them."""
    FIRE = 10
    """Fire from afar: it crosses the board below counters, whose strengths stay readable."""
    STACKS = 11
    FLIGHTS = 37
    SUPPLY = 38
    PATH = 40
    CURSOR = 45
    TRAVEL = 55
    FAN = 60
    RULER = 70


class Frame(NamedTuple):
    """Once that something is drawn: at which zoom, how much of it is seen, on paper or not."""

    zoom: float
    option: QStyleOptionGraphicsItem
    paper: bool
    """It is drawn into a file, not into the window."""

    @property
    def seen(self) -> QRectF:
        """The part that is drawn, if the item has the flag ``ItemUsesExtendedStyleOption``."""
        return self.option.exposedRect

    def sees(self, points: Sequence[QPointF], beyond: float) -> bool:
        """Return whether anything is drawn that is so near to a line."""
        area = QPolygonF(points).boundingRect()
        return self.seen.intersects(area.adjusted(-beyond, -beyond, beyond, beyond))

    def wide(self, scene: float, screen: float) -> float:
        """Return a width in the scene that is never less than so many points of the screen.

        >>> Frame(0.5, None, False).wide(3.0, 2.0), Frame(2.0, None, False).wide(3.0, 2.0)
        (4.0, 3.0)
        """
        return max(scene, screen / self.zoom)

    def growth(self, zoom: float) -> float:
        """Return by how much a thing grows that never looks smaller than at a zoom.

        >>> Frame(0.25, None, False).growth(0.5), Frame(1.0, None, False).growth(0.5)
        (2.0, 1.0)
        """
        return max(1.0, zoom / self.zoom)


_LEAST_ZOOM = 0.05


class OverBoard(QGraphicsItem):
    """Something over the board that is looked at and never clicked: the view knows what is where.

    It draws in ``draw``, within ``bounds`` and so many hexes ``beyond``.
    """

    def __init__(self, bounds: QRectF | None = None, *, beyond: float = 0.0) -> None:
        """Make it as large as the board, or as what `cover` will say."""
        super().__init__()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        by = beyond * SCALE
        self._bounds = (bounds or QRectF()).adjusted(-by, -by, by, by)

    def boundingRect(self) -> QRectF:
        """Return where it may draw."""
        return self._bounds

    def cover(self, bounds: QRectF) -> None:
        """Let it draw somewhere else."""
        self.prepareGeometryChange()
        self._bounds = bounds

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        """Draw it as Qt asks for it."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        zoom = max(painter.worldTransform().m11(), _LEAST_ZOOM)
        self.draw(painter, Frame(zoom, option, widget is None))

    def draw(self, painter: QPainter, frame: Frame) -> None:
        """Draw it; every kind has to say how."""
        raise NotImplementedError


# ---------------------------------------------------------------------------- strokes and words


def writing(pixels: float, weight: QFont.Weight = QFont.Weight.Bold) -> QFont:
    """Return the writing of the map, so many units of the scene high."""
    font = QFont("sans-serif")
    font.setPixelSize(round(pixels))
    font.setWeight(weight)
    return font


def ink_on(ground: QColor) -> QColor:
    """Return what can be read on a colour: white or black.

    >>> ink_on(QColor("#3b6ea5")).name(), ink_on(QColor("#e9dfc4")).name()
    ('#ffffff', '#111111')
    """
    return QColor("#ffffff" if ground.lightnessF() < 0.6 else "#111111")


def round_pen(colour: QColor, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
    """Return a pen for lines with round corners and ends."""
    return QPen(colour, width, style, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


def case_pen(colour: QColor, width: float) -> QPen:
    """Return a pen for what lies under a long line.

    Its ends are not round, and nothing shines through it: such lines are quick.
    """
    square, join = Qt.PenCapStyle.SquareCap, Qt.PenJoinStyle.RoundJoin
    return QPen(colour, width, Qt.PenStyle.SolidLine, square, join)


def line_through(points: Sequence[QPointF]) -> QPainterPath:
    """Return the line from point to point."""
    path = QPainterPath(points[0])
    for point in points[1:]:
        path.lineTo(point)
    return path


def stroke(painter: QPainter, path: QPainterPath, *pens: QPen) -> None:
    """Draw a line with one pen after the other: first its case, then its core."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for pen in pens:
        painter.setPen(pen)
        painter.drawPath(path)


def plate(
    painter: QPainter, box: QRectF, words: str, *,
    fill: QColor, ink: QColor, rim: QPen, radius: float, indent: float = 0.0,
) -> None:  # fmt: skip
    """Draw a small plate, its words in the painter's font; ``indent`` is room before them."""
    painter.setPen(rim)
    painter.setBrush(fill)
    painter.drawRoundedRect(box, radius, radius)
    painter.setPen(ink)
    painter.drawText(box.adjusted(indent, 0, 0, 0), Qt.AlignmentFlag.AlignCenter, words)
