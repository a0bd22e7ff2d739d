"""Places beside the board: boxes, the edges by which pieces leave, those that wait to enter.

A strip lies along the stretch of edge that it stands for, a box below the board. What is dropped
on one goes there as it goes to a hex: the id of a strip is ``exit.<stretch>``, that of a box its
own, that of the tray for pieces that enter somewhere else ``off``. Pieces that arrive in a few
named hexes, as on a beach, wait in a tray of their own opposite them.

These places have a scale of their own: when the board is seen from far away, they and what lies in
them stay as large on the screen as they must be to be read.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from tabuleiro.engine import OFF, exit_place
from tabuleiro.host.map.board_item import OverBoard, writing
from tabuleiro.host.map.picture import SCALE
from tabuleiro.host.theme import Overlay
from tabuleiro.i18n import _, text

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from tabuleiro.board import Board, Stretch
    from tabuleiro.host.map.board_item import Frame
    from tabuleiro.host.map.picture import BoardPicture

__all__ = ["READABLE", "Beside", "Spot", "shore_place"]

READABLE: Final = 0.89
"""At no zoom is what lies beside the board smaller than at this one."""
_DEPTH: Final = 0.78 * SCALE
_GAP: Final = 0.14 * SCALE
_BOX: Final = (3.4 * SCALE, 1.5 * SCALE)
_STEP: Final = 0.65 * SCALE
_COUNTER: Final = 0.6 * SCALE
_LINE: Final = 0.3 * SCALE
_LETTERS: Final = 14.0
_PAD: Final = 10.0
_WOOD: Final = QColor(255, 244, 220, 26)
_RIM: Final = QColor(255, 244, 220, 90)
_INK: Final = QColor(255, 244, 220, 225)
_UPRIGHT: Final = frozenset({"west", "east"})
_SHORE: Final = f"{OFF}."
_SHORE_COLUMNS, _SHORE_ROWS = 3, 4


def shore_place(regions: Iterable[str]) -> str:
    """Return the id of the tray opposite some regions; whoever lies there is off the board."""
    return _SHORE + "+".join(regions)


@dataclass(frozen=True)
class Spot:
    """A place beside the board: where it lies in the scene, and where its title and pieces are."""

    id: str
    title: str
    area: QRectF
    by: float
    """How much larger than on the board things are there."""
    edge: str = ""
    lines: int = 1
    """Over how many lines its title goes."""
    pieces: int = 0

    @property
    def upright(self) -> bool:
        """Whether it is a strip along a side of the board."""
        return self.edge in _UPRIGHT

    @property
    def waiting(self) -> QPointF:
        """Where the middle of the pieces is that enter here: clear of the title."""
        if not self.edge:
            return self.gone
        columns = self.columns(self.pieces)
        rows = -(-self.pieces // columns)
        half = (rows if self.upright else columns) * _STEP * self.by / 2
        written = (_wide(self.title) + 2 * _PAD) * self.by
        length = self.area.height() if self.upright else self.area.width()
        off = max(0.0, written + half - length / 2)
        if self.upright:
            return self.area.center() + QPointF(0, off if self.edge == "east" else -off)
        return self.area.center() + QPointF(off, 0)

    @property
    def gone(self) -> QPointF:
        """Where pieces stand that are here for good: at the end of a strip, off its title."""
        if not self.edge:
            return self.area.center() + QPointF(0, 0.4 * _LINE * self.lines * self.by)
        inset = 0.5 * SCALE * self.by
        if self.edge == "west":
            return QPointF(self.area.center().x(), self.area.top() + inset)
        if self.upright:
            return QPointF(self.area.center().x(), self.area.bottom() - inset)
        return QPointF(self.area.right() - inset, self.area.center().y())

    def columns(self, pieces: int) -> int:
        """Return in how many columns so many waiting pieces are laid."""
        length = self.area.height() if self.upright else self.area.width()
        return _columns(length, pieces, self)


def _columns(length: float, pieces: int, spot: Spot) -> int:
    """Return in how many columns pieces lie in a place so long."""
    taken = (_wide(spot.title) + 2 * _PAD + SCALE) * spot.by if spot.edge else 0.0
    fit = max(1, int((length - taken) // (_STEP * spot.by)))
    return max(1, -(-pieces // fit)) if spot.upright else min(fit, max(pieces, 1))


class Beside(OverBoard):
    """The places beside a board. Only those in use are seen."""

    def __init__(self, picture: BoardPicture, board: Board, stretches: Iterable[str] = ()) -> None:
        """Lay out the strips of some stretches of edge, and the board's boxes."""
        super().__init__()
        self._picture = picture
        self._board = board
        self._stretches: tuple[str, ...] = ()
        self._shores: tuple[tuple[str, ...], ...] = ()
        self._pieces: dict[str, int] = {}
        self._wanted: frozenset[str] = frozenset()
        self._largest = (1.0, 1.0)
        self._more = 0
        self.by = 1.0
        self.version = 0
        """Grows when other places, or as many pieces, are to be laid out."""
        self.spots: dict[str, Spot] = {}
        self.active: frozenset[str] = frozenset()
        self._lit: dict[str, str] = {}
        self._targets: frozenset[str] = frozenset()
        self.lay_out(stretches)

    def lay_out(self, stretches: Iterable[str], shores: Iterable[tuple[str, ...]] = ()) -> None:
        """Lay out the strips of these stretches, the trays of these shores, and the boxes.

        A shore is a few regions.
        """
        self._stretches = tuple(n for n in stretches if self._board.edges[n].hexes)
        self._shores = tuple(sorted(shores, key=lambda regions: self._opposite(regions).y()))
        self.version += 1
        self._arrange()

    def take(
        self,
        pieces: Mapping[str, int],
        wanted: Iterable[str],
        largest: tuple[float, float] = (1.0, 1.0),
        more: int = 0,
    ) -> bool:
        """Make room for so many pieces in each place; return whether that changes anything.

        The ``wanted`` places are within reach, that is, in sight with the whole board. Boxes have
        room for the ``largest`` piece, so many counters wide and high. ``more`` pieces than that
        wait for the board, and are not drawn.
        """
        now = (dict(pieces), frozenset(wanted), largest, more)
        if now == (self._pieces, self._wanted, self._largest, self._more):
            return False
        self._pieces, self._wanted, self._largest, self._more = now
        self.version += 1
        self._arrange()
        return True

    def zoom_to(self, zoom: float) -> bool:
        """Stay readable at another zoom; return whether places are larger or smaller now."""
        by = _larger(zoom)
        if by == self.by:
            return False
        self.by = by
        self._arrange()
        return True

    def _arrange(self) -> None:
        self.spots = self._laid(self.by)
        whole = QRectF(self._picture.size)
        for spot in self.spots.values():
            whole = whole.united(spot.area)
        self.cover(whole.adjusted(-SCALE, -SCALE, SCALE, SCALE))

    def laid(self, zoom: float) -> dict[str, Spot]:
        """Return all places as they lie at a zoom."""
        return self._laid(_larger(zoom))

    def _laid(self, by: float) -> dict[str, Spot]:
        """Return all places as they lie at a scale."""
        lanes: dict[str, list[QRectF]] = {}
        laid = [self._strip(name, by, lanes) for name in self._stretches]
        filled = sorted(self._shores, key=lambda each: not self._pieces.get(shore_place(each)))
        laid += [self._shore(regions, by, lanes) for regions in filled]
        wide = self._picture.size.right()
        there = (spot.area for spot in laid if spot.pieces or spot.id in self._wanted)
        under = (area for area in there if area.right() > 0 and area.left() < wide)
        below = max((area.bottom() for area in under), default=0.0)
        top = max(below, self._picture.size.bottom()) + _GAP * by
        return {spot.id: spot for spot in (*laid, *self._boxes(top, by))}

    def _strip(self, name: str, by: float, lanes: dict[str, list[QRectF]]) -> Spot:
        stretch: Stretch = self._board.edges[name]
        size, edge = self._picture.size, stretch.edge
        spots = [self._picture.scene(*self._board.geometry.centre(h)) for h in stretch.hexes]
        along = [y if edge in _UPRIGHT else x for x, y in spots]
        id, title = exit_place(name), text(stretch.name)
        pieces = self._pieces.get(id, 0)
        middle = (min(along) + max(along)) / 2
        least = _wide(title) + 2 * _PAD + min(pieces, _SHORE_ROWS) * _STEP + SCALE * bool(pieces)
        length = max(max(along) - min(along) + SCALE, least * by)
        spot = Spot(id, title, QRectF(), by, edge, pieces=pieces)
        across = _columns(length, pieces, spot)
        rows = across if edge in _UPRIGHT else -(-pieces // across)
        deep = (_DEPTH + max(0, rows - 1) * _STEP) * by
        gap = _GAP * by
        if edge in _UPRIGHT:
            left = -gap - deep if edge == "west" else size.right() + gap
            area = QRectF(left, middle - length / 2, deep, length)
        else:
            top = -gap - deep if edge == "north" else size.bottom() + gap
            area = QRectF(middle - length / 2, top, length, deep)
        return Spot(id, title, _beyond(area, edge, lanes, gap), by, edge, pieces=pieces)

    def _opposite(self, regions: tuple[str, ...]) -> QPointF:
        """Return the middle of some regions in the scene."""
        hexes = sorted({hex for name in regions for hex in self._board.regions[name].hexes})
        spots = [QPointF(*self._picture.scene(*self._board.geometry.centre(h))) for h in hexes]
        return QRectF(
            QPointF(min(p.x() for p in spots), min(p.y() for p in spots)),
            QPointF(max(p.x() for p in spots), max(p.y() for p in spots)),
        ).center()

    def _shore(self, regions: tuple[str, ...], by: float, lanes: dict[str, list[QRectF]]) -> Spot:
        """Return a tray opposite some regions, at the edge that is nearest to them."""
        board, size = self._board, self._picture.size
        middle = self._opposite(regions)
        away = {
            "west": middle.x(), "east": size.right() - middle.x(),
            "north": middle.y(), "south": size.bottom() - middle.y(),
        }  # fmt: skip
        edge = min(away, key=lambda name: away[name])
        id = shore_place(regions)
        titles = [text(board.regions[name].name) for name in regions]
        pieces = self._pieces.get(id, 0)
        columns = max(_SHORE_COLUMNS, -(-pieces // _SHORE_ROWS))
        wide = max(columns * _STEP + _LINE, max(map(_wide, titles)) + 2 * _PAD) * by
        high = (max(1, -(-pieces // columns)) * _STEP + (len(regions) + 0.6) * _LINE) * by
        area = QRectF(middle.x() - wide / 2, middle.y() - high / 2, wide, high)
        gap = _GAP * by
        if edge in _UPRIGHT:
            area.moveLeft(size.right() + gap if edge == "east" else -gap - wide)
        else:
            area.moveTop(size.bottom() + gap if edge == "south" else -gap - high)
        area = _after(area, edge, lanes, gap, size)
        return Spot(id, "\n".join(titles), area, by, lines=len(regions), pieces=pieces)

    def _boxes(self, top: float, by: float) -> Iterator[Spot]:
        """Yield the tray of those who enter anywhere, as high as it must be, and the boxes."""
        gap, board = _GAP * by, self._picture.size.width()
        title, pieces = _("Not yet on the board"), self._pieces.get(OFF, 0)
        if self._more:
            title = _("{title} (+{number}: see Pieces)").format(title=title, number=self._more)
        least = max(_wide(title) + 2 * _PAD, math.ceil(math.sqrt(3 * pieces)) * _STEP)
        across = max(board, least * by)
        lines = max(1, -(-pieces // max(1, int(across // (_STEP * by)))))
        tray = QRectF(0, top, across, (lines * _STEP + 1.8 * _LINE) * by)
        yield Spot(OFF, title, tray, by, pieces=pieces)
        if OFF in self._wanted:
            top = tray.bottom() + gap
        named = [(box.id, text(box.name)) for box in self._board.boxes.values()]
        across, along = (side * _COUNTER + _STEP for side in self._largest)
        titles = (_wide(title) + 2 * _PAD for _id, title in named)
        wide = max(_BOX[0], across, *titles) * by
        high = max(_BOX[1], along + _LINE) * by
        per_row = max(1, int(max(board, across) // (wide + gap)))
        for number, (id, name) in enumerate(named):
            row, column = divmod(number, per_row)
            area = QRectF(column * (wide + gap), top + row * (high + gap), wide, high)
            yield Spot(id, name, area, by)

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

    def reach(self, zoom: float | None = None) -> QRectF:
        """Return the rectangle of the board and the wanted places, as they lie at a zoom."""
        spots = self.spots if zoom is None else self.laid(zoom)
        found = QRectF(self._picture.size)
        for id in self._wanted & spots.keys():
            found = found.united(spots[id].area.adjusted(-3, -3, 3, 3))
        return found

    def draw(self, painter: QPainter, frame: Frame) -> None:
        """Draw the places in use as inlays of the table."""
        for id in sorted(self.active):
            self._draw(painter, self.spots[id])

    def _draw(self, painter: QPainter, spot: Spot) -> None:
        fill, rim, width = _WOOD, _RIM, 1.4
        if spot.id in self._lit:
            fill, rim, width = Overlay.LEGAL, Overlay.LEGAL_EDGE, 3.0
        elif spot.id in self._targets:
            fill, rim, width = Overlay.TARGET, Overlay.TARGET_EDGE, 3.0
        painter.save()
        painter.translate(spot.area.center())
        painter.scale(spot.by, spot.by)
        wide, high = spot.area.width() / spot.by, spot.area.height() / spot.by
        painter.setBrush(fill)
        painter.setPen(QPen(rim, width))
        painter.drawRoundedRect(QRectF(-wide / 2, -high / 2, wide, high), 8, 8)
        weight = QFont.Weight.Bold if spot.id in self._lit else QFont.Weight.Normal
        painter.setFont(writing(_LETTERS, weight))
        painter.setPen(_INK)
        words = spot.title
        if self._lit.get(spot.id):
            words = f"{words} · {self._lit[spot.id]}"
        if spot.upright:
            painter.rotate(-90 if spot.edge == "west" else 90)
            wide, high = high, wide
        where = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        if not spot.edge:
            where = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        painter.drawText(
            QRectF(-wide / 2 + _PAD, -high / 2 + 3, wide - _PAD, high - 6), where, words
        )
        painter.restore()


def _larger(zoom: float) -> float:
    """Return how much larger than the board places beside it are drawn at a zoom.

    >>> _larger(2.0), _larger(READABLE / 2)
    (1.0, 2.0)
    """
    return max(1.0, READABLE / max(zoom, 0.02))


@lru_cache(maxsize=256)
def _wide(title: str) -> float:
    """Return how wide the longest line of a title is."""
    metrics = QFontMetricsF(writing(_LETTERS, QFont.Weight.Bold))
    return max((metrics.horizontalAdvance(line) for line in title.split("\n")), default=0.0)


def _after(
    area: QRectF, edge: str, lanes: dict[str, list[QRectF]], gap: float, board: QRectF
) -> QRectF:
    """Return an area pushed along the edge, past what lies there; outward if it is full."""
    pushed = QRectF(area)
    for other in sorted(lanes.get(edge, ()), key=lambda each: each.top() + each.left()):
        if pushed.intersects(other):
            if edge in _UPRIGHT:
                pushed.moveTop(other.bottom() + gap)
            else:
                pushed.moveLeft(other.right() + gap)
    inside = pushed.bottom() <= board.bottom() if edge in _UPRIGHT else (
        pushed.right() <= board.right())  # fmt: skip
    return _beyond(pushed if inside else area, edge, lanes, gap)


def _beyond(area: QRectF, edge: str, lanes: dict[str, list[QRectF]], gap: float) -> QRectF:
    """Return an area pushed outward until it touches no other at that edge."""
    taken = lanes.setdefault(edge, [])
    while near := next((other for other in taken if area.intersects(other)), None):
        across = near.width() if edge in _UPRIGHT else near.height()
        area = area.translated(*_outward(edge, across + gap))
    taken.append(area)
    return area


def _outward(edge: str, by: float) -> tuple[float, float]:
    return {"west": (-by, 0.0), "east": (by, 0.0), "north": (0.0, -by)}.get(edge, (0.0, by))
