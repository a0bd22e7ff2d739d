"""Markers that lie on the board: bridges on hexsides, and whatever else a game puts into hexes.

Only marks that are markers of the module are drawn; others are notes of the rules. A marker on a
hexside (``0507/0508``) with the id or tag ``bridge`` is a bridge, with the tag ``destroyed`` a
broken one; any other is a plate with what is printed on it.
"""

from __future__ import annotations

from math import atan2, degrees
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen

from tabuleiro.engine.tabletop import NOTE
from tabuleiro.host.counter.pictures import paint_picture
from tabuleiro.host.map.board_item import OverBoard, ink_on, plate, stroke, writing
from tabuleiro.host.map.picture import SCALE
from tabuleiro.host.map.stacks import SIDE
from tabuleiro.i18n import text
from tabuleiro.module.images import image_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.host.map.board_item import Frame
    from tabuleiro.host.map.view import BoardView
    from tabuleiro.module.records import Marker
    from tabuleiro.seats import Sight

__all__ = ["Laid", "MarkerItem", "laid_markers", "laid_notes", "markers_in"]

_BRIDGE: Final = "bridge"
_DESTROYED: Final = "destroyed"
_LEAST: Final = 0.45
"""Markers never get smaller on the screen than at this zoom."""
_LONG, _WIDE = 0.46 * SCALE, 0.2 * SCALE
_PLATE: Final = 0.17 * SCALE
_LETTERS: Final = 9.0
_PICTURE, _SMALL = SIDE, 0.26 * SCALE
"""The longer side of the picture of a marker: where it is alone, and where counters lie."""
_INSIDE: Final = 0.48 * SCALE - _SMALL / 2
"""So far below the middle of a hex small pictures lie: none of them reaches over its border."""
_LOW: Final = 0.4 * SCALE
"""So far below the middle of a hex plates lie: under its counters."""
_DECK, _TIMBER, _RIM = QColor("#f0dfae"), QColor("#4a3018"), QColor(255, 252, 240, 230)
_CROSS: Final = QColor("#c64600")
_PAPER: Final = QColor("#e9dfc4")
_NOTE: Final = QColor("#fff3a8")
_WORDS: Final = 24
"""So many letters of a note are shown on the map."""


class Laid(NamedTuple):
    """A marker as it lies: where, along which angle if it is a bridge, and what is on it."""

    id: str
    middle: QPointF
    words: str
    colour: QColor
    angle: float | None = None
    broken: bool = False
    picture: str = ""
    """The file of a picture that is shown instead of a plate."""
    side: float = _SMALL
    """How wide and high the picture may be."""

    @property
    def plate(self) -> QRectF:
        """How large a plate with its words is, about its middle."""
        wide = max(2 * _PLATE, QFontMetricsF(writing(_LETTERS)).horizontalAdvance(self.words) + 6)
        return QRectF(-wide / 2, -_PLATE / 2, wide, _PLATE)

    @property
    def covers(self) -> QRectF:
        """What it covers of the board; a bridge covers nothing that one would read."""
        if self.angle is not None:
            return QRectF()
        half = self.side / 2
        area = QRectF(-half, -half, self.side, self.side) if self.picture else self.plate
        return area.translated(self.middle)


def markers_in(s: Sight, place: str) -> tuple[Marker, ...]:
    """Return the markers that lie in a hex or on a hexside."""
    marks = s.position.marks.get(place, ())
    return tuple(s.module.markers[mark] for mark in marks if mark in s.module.markers)


def laid_markers(s: Sight, view: BoardView) -> Iterator[Laid]:
    """Yield the markers that lie on the board now."""
    for place in sorted(s.position.marks):
        ends = place.split("/")
        if not all(end in view.board.grid for end in ends):
            continue
        markers = markers_in(s, place)
        spots = [view.middle(end) for end in ends]
        middle = (spots[0] + spots[-1]) / 2
        for number, marker in enumerate(markers):
            side = s.module.sides.get(marker.side or "")
            colour = QColor(side.colour) if side else _PAPER
            words = text(marker.short) if marker.short else text(marker.name)[:3].capitalize()
            if len(ends) == 2 and (marker.id == _BRIDGE or _BRIDGE in marker.tags):
                along = spots[1] - spots[0]
                angle = degrees(atan2(along.y(), along.x()))
                broken = _DESTROYED in marker.tags
                yield Laid(marker.id, middle, words, colour, angle, broken)
            else:
                picture = str(image_path(s.module.root, marker.image)) if marker.image else ""
                alone = bool(picture) and len(markers) == len(ends) == 1 and not s.at(place)
                low = _INSIDE if picture else _LOW
                low -= (len(markers) - 1 - number) * 1.1 * _PLATE
                spot = middle if alone or len(ends) == 2 else middle + QPointF(0, low)
                wide = _PICTURE if alone else _SMALL
                yield Laid(marker.id, spot, words, colour, picture=picture, side=wide)


def laid_notes(s: Sight, view: BoardView) -> Iterator[Laid]:
    """Yield the notes that lie on the board for all to read, each by its first words."""
    for key, told in s.position.facts.items():
        place = key.removeprefix(NOTE)
        if key != place and place in view.board.grid:
            words = str(told).strip()
            words = words if len(words) <= _WORDS else f"{words[: _WORDS - 1]}…"
            yield Laid(key, view.middle(place) - QPointF(0, _LOW), f"✎ {words}", _NOTE)


class MarkerItem(OverBoard):
    """The markers on a board."""

    def __init__(self, bounds: QRectF) -> None:
        """Make a layer without markers yet."""
        super().__init__(bounds)
        self.laid: tuple[Laid, ...] = ()
        """What is shown."""

    def show_markers(self, laid: Iterable[Laid]) -> None:
        """Show these markers."""
        now = tuple(laid)
        if now != self.laid:
            self.laid = now
            self.update()

    def draw(self, painter: QPainter, frame: Frame) -> None:
        """Draw each, never too small to be seen."""
        by = frame.growth(_LEAST)
        for each in self.laid:
            painter.save()
            painter.translate(each.middle)
            painter.scale(by, by)
            if each.picture and _picture(painter, each):
                pass
            elif each.angle is None:
                _plate(painter, each)
            else:
                painter.rotate(each.angle)
                _bridge(painter, broken=each.broken)
            painter.restore()


def _bridge(painter: QPainter, *, broken: bool) -> None:
    """Draw a bridge of timber along the x axis: deck, planks, and rails that widen at the ends."""
    half, wing = _LONG / 2, 0.05 * SCALE
    rails = QPainterPath()
    for side in (-1, 1):
        edge = side * _WIDE / 2
        rails.moveTo(-half - wing, edge + side * wing)
        rails.lineTo(-half, edge)
        rails.lineTo(half, edge)
        rails.lineTo(half + wing, edge + side * wing)
    stroke(painter, rails, QPen(_RIM, 6.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.fillRect(QRectF(-half, -_WIDE / 2, _LONG, _WIDE), _DECK)
    painter.setPen(QPen(_TIMBER, 0.9))
    planks = 7
    painter.drawLines([
        QLineF(x, -_WIDE / 2, x, _WIDE / 2)
        for x in (-half + _LONG * number / planks for number in range(planks + 1))
    ])  # fmt: skip
    stroke(painter, rails, QPen(_TIMBER, 3.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    if broken:
        cross = 0.17 * SCALE
        for colour, width in ((_RIM, 6.5), (_CROSS, 3.6)):
            painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawLine(QLineF(-cross, -cross, cross, cross))
            painter.drawLine(QLineF(-cross, cross, cross, -cross))


def _picture(painter: QPainter, laid: Laid) -> bool:
    """Draw the picture of a marker; return whether there is one."""
    painter.save()
    painter.scale(laid.side / 100, laid.side / 100)
    painter.translate(-50, -50)
    found = paint_picture(painter, laid.picture)
    painter.restore()
    return found


def _plate(painter: QPainter, laid: Laid) -> None:
    painter.setFont(writing(_LETTERS))
    plate(painter, laid.plate, laid.words, fill=laid.colour, ink=ink_on(laid.colour),
          rim=QPen(QColor(30, 22, 14), 1), radius=2.5)  # fmt: skip
