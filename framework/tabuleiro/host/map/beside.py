"""Places beside the board: boxes, the edges by which pieces leave, those that wait to enter.

A strip lies along the stretch of edge that it stands for, a box below the board. What is dropped
on one goes there as it goes to a hex: the id of a strip is ``exit.<stretch>``, that of a box its
own, that of the tray for pieces that enter somewhere else ``off``. Pieces that arrive in a few
named hexes, as on a beach, wait in a tray of their own opposite them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from tabuleiro.engine import OFF, exit_place
from tabuleiro.host.map.over import OverBoard, writing
from tabuleiro.host.map.picture import SCALE
from tabuleiro.host.theme import Overlay
from tabuleiro.i18n import _, text

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from tabuleiro.board import Board, Stretch
    from tabuleiro.host.map.over import Frame
    from tabuleiro.host.map.picture import BoardPicture

__all__ = ["Beside", "Spot", "shore_place"]

_DEPTH: Final = 0.78 * SCALE
_GAP: Final = 0.14 * SCALE
_BOX: Final = (3.4 * SCALE, 1.5 * SCALE)
_STEP: Final = 0.65 * SCALE
_LINE: Final = 0.3 * SCALE
_TITLE_FROM: Final = 0.3
_WOOD: Final = QColor(255, 244, 220, 26)
_RIM: Final = QColor(255, 244, 220, 90)
_INK: Final = QColor(255, 244, 220, 200)
_UPRIGHT: Final = frozenset({"west", "east"})
_SHORE: Final = f"{OFF}."
_SHORE_COLUMNS, _SHORE_ROWS = 3, 4


def shore_place(regions: Iterable[str]) -> str:
    """Return the id of the tray opposite some regions; whoever lies there is off the board."""
    return _SHORE + "+".join(regions)


@dataclass(frozen=True)
class Spot:
    """A place beside the board: where it lies in the scene, and how its title is turned."""

    id: str
    title: str
    area: QRectF
    edge: str = ""
    lines: int = 1
    """Over how many lines its title goes."""

    @property
    def upright(self) -> bool:
        """Whether it is a strip along a side of the board."""
        return self.edge in _UPRIGHT

    @property
    def waiting(self) -> QPointF:
        """Where pieces stand that enter here."""
        return self.area.center() if self.edge else self.gone

    @property
    def gone(self) -> QPointF:
        """Where pieces stand that are here for good: at the end of a strip."""
        if not self.edge:
            return self.area.center() + QPointF(0, 0.4 * _LINE * self.lines)
        inset = 0.5 * SCALE
        if self.upright:
            return QPointF(self.area.center().x(), self.area.bottom() - inset)
        return QPointF(self.area.right() - inset, self.area.center().y())

    def columns(self, pieces: int) -> int:
        """Return in how many columns so many waiting pieces are laid."""
        along = self.area.height() if self.upright else self.area.width()
        fit = max(1, int((along - (2 * SCALE if self.edge else 0)) // _STEP))
        return max(1, -(-pieces // fit)) if self.upright else min(fit, max(pieces, 1))


class Beside(OverBoard):
    """The places beside a board. Only those in use are seen."""

    def __init__(self, picture: BoardPicture, board: Board, stretches: Iterable[str] = ()) -> None:
        """Lay out the strips of some stretches of edge, and the board's boxes."""
        super().__init__()
        self._picture = picture
        self._board = board
        self.spots: dict[str, Spot] = {}
        self.active: frozenset[str] = frozenset()
        self._lit: dict[str, str] = {}
        self._targets: frozenset[str] = frozenset()
        self.lay_out(stretches)

    def lay_out(
        self, stretches: Iterable[str], shores: Mapping[tuple[str, ...], int] | None = None
    ) -> None:
        """Lay out the strips of these stretches, the trays of these shores, and the boxes.

        A shore is a few regions, with the number of pieces for which there is to be room.
        """
        self.spots = {}
        lanes: dict[str, list[QRectF]] = {}
        for name in stretches:
            stretch = self._board.edges[name]
            if not stretch.hexes:
                continue
            area = _beyond(self._strip(stretch), stretch.edge, lanes)
            spot = Spot(exit_place(name), text(stretch.name), area, stretch.edge)
            self.spots[spot.id] = spot
        for regions, pieces in (shores or {}).items():
            self._lay_shore(regions, pieces, lanes)
        below = max((s.area.bottom() for s in self.spots.values()), default=0.0)
        self._lay_boxes(max(below, self._picture.size.bottom()) + _GAP)
        whole = QRectF(self._picture.size)
        for spot in self.spots.values():
            whole = whole.united(spot.area)
        self.cover(whole.adjusted(-SCALE, -SCALE, SCALE, SCALE))

    def _strip(self, stretch: Stretch) -> QRectF:
        size = self._picture.size
        spots = [self._picture.scene(*self._board.geometry.centre(h)) for h in stretch.hexes]
        xs, ys = [x for x, _y in spots], [y for _x, y in spots]
        half = 0.5 * SCALE
        if stretch.edge in _UPRIGHT:
            west = stretch.edge == "west"
            left = -_GAP - _DEPTH if west else size.right() + _GAP
            return QRectF(left, min(ys) - half, _DEPTH, max(ys) - min(ys) + 2 * half)
        top = -_GAP - _DEPTH if stretch.edge == "north" else size.bottom() + _GAP
        return QRectF(min(xs) - half, top, max(xs) - min(xs) + 2 * half, _DEPTH)

    def _lay_shore(
        self, regions: tuple[str, ...], pieces: int, lanes: dict[str, list[QRectF]]
    ) -> None:
        """Lay a tray opposite some regions, at the edge that is nearest to them."""
        board, size = self._board, self._picture.size
        hexes = sorted({hex for name in regions for hex in board.regions[name].hexes})
        spots = [QPointF(*self._picture.scene(*board.geometry.centre(h))) for h in hexes]
        middle = QRectF(
            QPointF(min(p.x() for p in spots), min(p.y() for p in spots)),
            QPointF(max(p.x() for p in spots), max(p.y() for p in spots)),
        ).center()
        away = {
            "west": middle.x(), "east": size.right() - middle.x(),
            "north": middle.y(), "south": size.bottom() - middle.y(),
        }  # fmt: skip
        edge = min(away, key=lambda name: away[name])
        columns = max(_SHORE_COLUMNS, -(-pieces // _SHORE_ROWS))
        wide = columns * _STEP + _LINE
        high = -(-pieces // columns) * _STEP + (len(regions) + 0.6) * _LINE
        area = QRectF(middle.x() - wide / 2, middle.y() - high / 2, wide, high)
        if edge in _UPRIGHT:
            area.moveLeft(size.right() + _GAP if edge == "east" else -_GAP - wide)
        else:
            area.moveTop(size.bottom() + _GAP if edge == "south" else -_GAP - high)
        title = "\n".join(text(board.regions[name].name) for name in regions)
        id = shore_place(regions)
        self.spots[id] = Spot(id, title, _beyond(area, edge, lanes), lines=len(regions))

    def _lay_boxes(self, top: float) -> None:
        wide, high = _BOX
        named = [(box.id, text(box.name)) for box in self._board.boxes.values()]
        per_row = max(1, int(self._picture.size.width() // (wide + _GAP)))
        for number, (id, title) in enumerate(named):
            row, column = divmod(number, per_row)
            area = QRectF(column * (wide + _GAP), top + row * (high + _GAP), wide, high)
            self.spots[id] = Spot(id, title, area)
        rows = -(-len(named) // per_row)
        tray = QRectF(0, top + rows * (high + _GAP), self._picture.size.width(), 2 * high)
        self.spots[OFF] = Spot(OFF, _("Not yet on the board"), tray)

    def show_places(
        self, used: Collection[str], lit: Mapping[str, str], targets: Collection[str] = ()
    ) -> None:
        """Show the places in use; ``lit`` ones can be gone to, each with a short text."""
        self._lit = {place: words for place, words in lit.items() if place in self.spots}
        self._targets = frozenset(targets) & self.spots.keys()
        self.active = (frozenset(used) & self.spots.keys()) | self._lit.keys() | self._targets
        self.update()

    @property
    def lit(self) -> frozenset[str]:
        """The places that can be gone to."""
        return frozenset(self._lit) | self._targets

    def place_at(self, point: QPointF) -> str | None:
        """Return the place in use under a point of the scene."""
        for id in self.active:
            if self.spots[id].area.contains(point):
                return OFF if id.startswith(_SHORE) else id
        return None

    def reach(self, wanted: Collection[str]) -> QRectF:
        """Return the rectangle of the board and some of the places."""
        found = QRectF(self._picture.size)
        for id in wanted:
            if id in self.spots:
                found = found.united(self.spots[id].area.adjusted(-3, -3, 3, 3))
        return found

    def draw(self, painter: QPainter, frame: Frame) -> None:
        """Draw the places in use as inlays of the table."""
        for id in sorted(self.active):
            self._draw(painter, self.spots[id], frame.zoom)

    def _draw(self, painter: QPainter, spot: Spot, zoom: float) -> None:
        fill, rim, width = _WOOD, _RIM, 1.4
        if spot.id in self._lit:
            fill, rim, width = Overlay.LEGAL, Overlay.LEGAL_EDGE, 3.0
        elif spot.id in self._targets:
            fill, rim, width = Overlay.TARGET, Overlay.TARGET_EDGE, 3.0
        painter.setBrush(fill)
        painter.setPen(QPen(rim, width))
        painter.drawRoundedRect(spot.area, 8, 8)
        if zoom < _TITLE_FROM:
            return
        most = 14.0 if spot.edge else 0.3 * spot.area.height()
        weight = QFont.Weight.Bold if spot.id in self._lit else QFont.Weight.Normal
        painter.setFont(writing(max(14.0, min(11.0 / zoom, most)), weight))
        painter.setPen(_INK)
        words = spot.title
        if self._lit.get(spot.id):
            words = f"{words} · {self._lit[spot.id]}"
        painter.save()
        painter.translate(spot.area.center())
        wide, high = spot.area.width(), spot.area.height()
        if spot.upright:
            painter.rotate(-90 if spot.edge == "west" else 90)
            wide, high = high, wide
        where = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        if not spot.edge:
            where = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        painter.drawText(QRectF(-wide / 2 + 10, -high / 2 + 4, wide - 20, high - 8), where, words)
        painter.restore()


def _beyond(area: QRectF, edge: str, lanes: dict[str, list[QRectF]]) -> QRectF:
    """Return an area pushed outward until it touches no other at that edge."""
    taken = lanes.setdefault(edge, [])
    while near := next((other for other in taken if area.intersects(other)), None):
        across = near.width() if edge in _UPRIGHT else near.height()
        area = area.translated(*_outward(edge, across + _GAP))
    taken.append(area)
    return area


def _outward(edge: str, by: float) -> tuple[float, float]:
    return {"west": (-by, 0.0), "east": (by, 0.0), "north": (0.0, -by)}.get(edge, (0.0, by))
