"""Names when the whole board is seen: those of importance, always as large on the screen."""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QElapsedTimer, QPointF, QRectF, QSizeF, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPixmap

from tabuleiro.host.map.board_item import OverBoard, round_pen, writing
from tabuleiro.host.map.crowd import Crowd
from tabuleiro.host.map.picture import SCALE
from tabuleiro.i18n import text

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

    from tabuleiro.board import Board
    from tabuleiro.host.map.board_item import Frame
    from tabuleiro.host.map.picture import BoardPicture
    from tabuleiro.host.map.tiles import BoardItem

    _Id = tuple[str, float, float]
    """A name and its place; several places may have the same."""

__all__ = ["CALM_MS", "FAR_NAMES_TO", "MISTAKEN", "FarNames"]

FAR_NAMES_TO: Final = 0.45
"""From this zoom on, in pixels of the device, the names of the picture itself are read."""
CALM_MS: Final = 60
"""So long nobody may have zoomed before names are made and placed anew."""
_SLOT_MS: Final = 5
_ZOOMS: Final = 4
"""Of so many zooms it is kept where names may stand."""
_CLASSES: Final = 2
"""So many of the highest degrees of importance are named."""
_PIXELS: Final = 12
_HALO: Final = 3.2
_CELL: Final = 64.0
"""Names lie this close together on the screen."""
_BELOW: Final = 0.44 * SCALE
_SIGN: Final = 0.3 * SCALE
"""So far from its middle a place is taken for what a name there names."""
_STEPS: Final = 10
_DOWN: Final = 16
"""In so many steps to each side, and up and down, a name goes farther off."""
_REACH: Final = 4
"""So much farther to a side than next to its place, in distances of a name from it."""
_HIDDEN: Final = 0.03
"""So much of a name may be covered before it does."""
_TOUCHING: Final = 0.15
"""So much of a name may lie over the edge of another place, far off."""
_DONE: Final = object()
MISTAKEN: Final = 4
"""So much worse is a name over another place than one under a counter."""


class _AtZoom:
    """What was worked out of the names at a zoom, and holds whatever counters do."""

    def __init__(self, signs: Crowd) -> None:
        self.signs = signs
        """Where the places themselves are on the screen."""
        self.home: list[tuple[str, QPointF, QRectF]] = []
        """The names that have room, where they stand while no counter is near."""
        self.settled = False
        """Whether it is known who has room."""
        self.beyond: dict[_Id, list[QRectF]] = {}
        """The far spots of each name that ever needed one."""
        self.aside: dict[_Id, tuple[object, QRectF]] = {}
        """Where each name that was covered stepped, and what lay around it then."""


class FarNames(OverBoard):
    """The names of the most important places, as many as there is room for."""

    def __init__(self, picture: BoardPicture, board: Board, ground: BoardItem) -> None:
        """Name the places of a board; ``ground`` knows whether names are wanted."""
        super().__init__(picture.size)
        self._ground = ground
        ranks = sorted({place.importance for place in board.places.values()}, reverse=True)
        named = [
            place
            for place in board.places.values()
            if place.importance in ranks[:_CLASSES] and place.hex in board.grid and place.name
        ]
        named.sort(key=lambda place: (-place.importance, place.id))
        self._places = [
            (text(place.name), QPointF(*picture.scene(*board.geometry.centre(place.hex))))
            for place in named
        ]
        self._signs = [
            QRectF(middle.x() - _SIGN, middle.y() - _SIGN, 2 * _SIGN, 2 * _SIGN)
            for _words, middle in self._places
        ]
        """Where the places themselves are: the name of another would be taken for theirs."""
        self._bounds_of_board = picture.size
        self._covers: Callable[[float], Sequence[QRectF]] = _nothing
        self._avoided: list[QRectF] = []
        self._pixmaps: dict[tuple[str, float], QPixmap] = {}
        self._fixed: list[QRectF] = []
        self._kept: OrderedDict[float, _AtZoom] = OrderedDict()
        self._placing: Generator[None] | None = None
        """The looking for places that goes on after a zoom, name by name."""
        self._placed: tuple[float, list[tuple[str, QPointF, QPointF]]] = (0.0, [])
        self._asked = True
        """Whether something may cover them now that did not before."""
        self._zoom = 0.0
        self._calm = QTimer()
        self._calm.setSingleShot(True)
        self._calm.setInterval(CALM_MS)
        self._calm.timeout.connect(self._calmed)
        self._idle = QTimer()
        self._idle.setInterval(0)
        self._idle.timeout.connect(self._place_some)

    def avoid(
        self, covers: Callable[[float], Sequence[QRectF]], fixed: Sequence[QRectF] = ()
    ) -> None:
        """Keep off the areas of the scene that are covered at a zoom, if there is room beside.

        Where names stand follows from what is ``fixed``; only those step aside that are covered.
        """
        if self._fixed != fixed:
            self._fixed = list(fixed)
            self._kept.clear()
        self._covers, self._asked = covers, True
        if self._placing is not None:
            self._placing = self._place(self._zoom)
        self.update()

    def placed(self, zoom: float) -> list[tuple[str, QPointF, QPointF]]:
        """Return the names with room at a zoom, their place, and the shift on the screen."""
        if self._placed[0] != zoom or self._asked:
            for _name in self._place(zoom):
                pass
        return self._placed[1]

    def _place(self, zoom: float) -> Generator[None]:
        """Find places for the names at a zoom, stopping after each; all stay until it is done."""
        avoided = list(self._covers(zoom))
        at = self._at(zoom)
        if not at.settled:
            at.home = yield from self._settled(zoom)
            at.settled = True
        elif self._placed[0] == zoom and self._avoided == avoided:
            self._asked = False
            return
        found = yield from self._stepped_aside(avoided, zoom)
        self._avoided, self._placed, self._asked = avoided, (zoom, found), False

    def _at(self, zoom: float) -> _AtZoom:
        """Return what is known of a zoom."""
        if zoom not in self._kept:
            self._kept[zoom] = _AtZoom(_enlarged(self._signs, zoom))
        self._kept.move_to_end(zoom)
        while len(self._kept) > _ZOOMS:
            self._kept.popitem(last=False)
        return self._kept[zoom]

    def _settled(self, zoom: float) -> Generator[None, None, list[tuple[str, QPointF, QRectF]]]:
        """Return the names that have room while no counter is near, each with its box.

        Who finds none chooses before all others in a second attempt, if more have room then.
        """
        found = yield from self._in_order(self._places, zoom)
        there = {(words, middle.x(), middle.y()) for words, middle, _box in found}
        left = [each for each in self._places if (each[0], each[1].x(), each[1].y()) not in there]
        if left:
            first = [*left, *(each for each in self._places if each not in left)]
            again = yield from self._in_order(first, zoom)
            found = again if len(again) > len(found) else found
        return found

    def _in_order(
        self, places: Sequence[tuple[str, QPointF]], zoom: float
    ) -> Generator[None, None, list[tuple[str, QPointF, QRectF]]]:
        """Return the names that have room if they choose in this order, each with its box."""
        cost, taken = self._cost(_enlarged(self._fixed, zoom), zoom), Crowd(cell=_CELL)
        found = []
        for words, middle in places:
            free = (box for box in self._boxes(words, middle, zoom) if not taken.covered(box))
            box = _cheapest(free, cost)
            if box is not None:
                taken.add(box)
                found.append((words, middle, box))
            yield
        return found

    def _stepped_aside(
        self, covers: Sequence[QRectF], zoom: float
    ) -> Generator[None, None, list[tuple[str, QPointF, QPointF]]]:
        """Return where the names stand: who is covered aside, if there is room."""
        at = self._at(zoom)
        avoided = _enlarged([*covers, *self._fixed], zoom)
        taken = Crowd((box for _words, _middle, box in at.home), _CELL)
        found = []
        for words, middle, home in at.home:
            box = home
            if avoided.covered(home):
                name, area = (words, middle.x(), middle.y()), _reach(words, middle, zoom)
                around = avoided.near(area), taken.near(area)  # nothing else matters to it
                before = at.aside.get(name)
                if before is not None and before[0] == around:
                    box = before[1]
                else:
                    box = self._step_aside(words, middle, home, zoom, taken, avoided)
                    at.aside[name] = around, box
                    yield
                taken.add(box)
            found.append((words, middle, box.topLeft() - middle * zoom))
        return found

    def _step_aside(
        self,
        words: str,
        middle: QPointF,
        home: QRectF,
        zoom: float,
        taken: Crowd,
        avoided: Crowd,
    ) -> QRectF:
        """Return where a name that is covered stands: where it is covered least."""
        cost = self._cost(avoided, zoom)
        free = (each for each in self._boxes(words, middle, zoom) if not taken.covered(each, home))
        box = _cheapest((home, *free), cost) or home
        if cost(box) <= _HIDDEN * box.width() * box.height():
            return box
        found, least = None, avoided.covered(box) / 2  # far off it must be read much better
        for each in self._beyond(words, middle, zoom):
            hidden = avoided.covered(each)
            if hidden < least and not taken.covered(each, home):
                found, least = each, hidden
                if not hidden:
                    break
        return found or box

    def _cost(self, covering: Crowd, zoom: float) -> Callable[[QRectF], float]:
        """Return how bad a place on the screen is for a name."""
        signs = self._at(zoom).signs
        return lambda box: covering.covered(box) + MISTAKEN * signs.covered(box)

    def _boxes(self, words: str, middle: QPointF, zoom: float) -> Iterator[QRectF]:
        """Yield where a name may stand on the screen, within the board, the best first."""
        wide, high = _size(words)
        yield from self._boxes_at(_about(wide, high, zoom), words, middle, zoom)

    def _beyond(self, words: str, middle: QPointF, zoom: float) -> list[QRectF]:
        """Return where a name may stand farther off, over no place that it could mean."""
        at, name = self._at(zoom), (words, middle.x(), middle.y())
        if name not in at.beyond:
            wide, high = _size(words)
            boxes = self._boxes_at(_farther(wide, high, zoom), words, middle, zoom)
            touching = _TOUCHING * wide * high
            at.beyond[name] = [box for box in boxes if at.signs.covered(box) <= touching]
        return at.beyond[name]

    def _boxes_at(
        self, shifts: Iterable[QPointF], words: str, middle: QPointF, zoom: float
    ) -> Iterator[QRectF]:
        wide, high = _size(words)
        board = QRectF(self._bounds_of_board.topLeft() * zoom, self._bounds_of_board.size() * zoom)
        for shift in shifts:
            box = QRectF(middle * zoom + shift, QSizeF(wide, high))
            box.moveLeft(min(max(box.left(), board.left()), board.right() - wide))
            box.moveTop(min(max(box.top(), board.top()), board.bottom() - high))
            yield box

    def draw(self, painter: QPainter, frame: Frame) -> None:
        """Draw the names while those of the picture are too small.

        While one zooms they stay by their places, and look for others once that is over.
        """
        world = painter.worldTransform()
        zoom = world.m11()
        ratio = painter.device().devicePixelRatio()
        if zoom * ratio >= FAR_NAMES_TO or frame.paper or "names" in self._ground.hidden:
            return
        now = round(zoom, 4)
        known, there = self._placed
        if self._zoom != now:
            self._stop_placing()
        if known == now or not there:
            there = self.placed(now)
        elif self._zoom != now:
            self._calm.start()
        self._zoom = now
        painter.save()
        painter.resetTransform()
        for words, middle, corner in there:
            painter.drawPixmap(world.map(middle) + corner, self._pixmap(words, ratio))
        painter.restore()

    def ensure(self, zoom: float) -> None:
        """Let the names stand where there is room at a zoom, at once."""
        self._stop_placing()
        self.placed(round(zoom, 4))
        self.update()

    def _calmed(self) -> None:
        self._placing = self._place(self._zoom)
        self._idle.start()

    def _place_some(self) -> None:
        """Find places for a few names, then let others work."""
        clock = QElapsedTimer()
        clock.start()
        while self._placing is not None:
            if next(self._placing, _DONE) is _DONE:
                self._stop_placing()
                self.update()
            if clock.elapsed() >= _SLOT_MS:
                break

    def _stop_placing(self) -> None:
        self._calm.stop()
        self._idle.stop()
        self._placing = None

    def stop(self) -> None:
        """Look for no more places, and hold nobody who said what covers them."""
        self._stop_placing()
        self._covers = _nothing

    def _pixmap(self, words: str, ratio: float) -> QPixmap:
        found = self._pixmaps.get((words, ratio))
        if found is None:
            found = self._pixmaps[words, ratio] = _drawn(words, ratio)
        return found


def _nothing(_zoom: float) -> Sequence[QRectF]:
    return ()


def _enlarged(areas: Sequence[QRectF], zoom: float) -> Crowd:
    return Crowd((QRectF(area.topLeft() * zoom, area.size() * zoom) for area in areas), _CELL)


def _about(wide: float, high: float, zoom: float) -> Iterator[QPointF]:
    """Yield where the corner of a name may be from the middle of its place, the best first."""
    off = _BELOW * zoom
    for x, y in ((-wide / 2, off), (-wide / 2, -off - high), (1.2 * off, -high / 2),
                 (-wide - 1.2 * off, -high / 2), (0.8 * off, off), (-wide - 0.8 * off, off),
                 (0.8 * off, -off - high), (-wide - 0.8 * off, -off - high),
                 (1.2 * off, 0.2 * off), (-wide - 1.2 * off, 0.2 * off),
                 (1.2 * off, -0.2 * off - high), (-wide - 1.2 * off, -0.2 * off - high),
                 (-wide / 2, 1.6 * off), (-wide / 2, -1.6 * off - high)):  # fmt: skip
        yield QPointF(x, y)


def _reach(words: str, middle: QPointF, zoom: float) -> QRectF:
    """Return the part of the screen in which a name may ever stand."""
    wide, high = _size(words)
    off = _BELOW * zoom
    across, down = wide + _REACH * off, 2 * high + _DOWN / 4 * off
    return QRectF(middle * zoom - QPointF(across, down), QSizeF(2 * across, 2 * down))


def _farther(wide: float, high: float, zoom: float) -> Sequence[QPointF]:
    """Return where the corner of a name may be in a dense front, the nearest first."""
    off = _BELOW * zoom
    found = [
        QPointF(across * (wide / 2 + _REACH * off) / _STEPS - wide / 2, down * off / 4 - high / 2)
        for across in range(-_STEPS, _STEPS + 1)
        for down in range(-_DOWN, _DOWN + 1)
    ]
    return sorted(found, key=lambda at: (at.x() + wide / 2) ** 2 + (2 * at.y() + high) ** 2)


def _cheapest(boxes: Iterable[QRectF], cost: Callable[[QRectF], float]) -> QRectF | None:
    """Return the first box that costs nothing, or the one that costs least."""
    best, least = None, float("inf")
    for box in boxes:
        found = cost(box)
        if found < least:
            best, least = box, found
        if not found:
            break
    return best


@lru_cache(maxsize=1024)
def _size(words: str) -> tuple[float, float]:
    """Return how wide and high a name is on the screen."""
    metrics = QFontMetricsF(_font())
    return metrics.horizontalAdvance(words) + 4, metrics.height()


def _font() -> QFont:
    return writing(_PIXELS, QFont.Weight.DemiBold)


def _drawn(words: str, ratio: float) -> QPixmap:
    """Return a name with a halo."""
    font, metrics = _font(), QFontMetricsF(_font())
    wide, high = _size(words)
    pixmap = QPixmap(round(wide * ratio) + 1, round(high * ratio) + 1)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    path = QPainterPath()
    path.addText(2, metrics.ascent(), font, words)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.strokePath(path, round_pen(QColor(255, 250, 236, 235), _HALO))
    painter.fillPath(path, QColor("#2a2018"))
    painter.end()
    return pixmap
