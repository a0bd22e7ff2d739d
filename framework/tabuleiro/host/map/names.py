"""Names when the whole board is seen: those of importance, always as large on the screen."""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import QElapsedTimer, QPointF, QRectF, QSizeF, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPixmap

from tabuleiro.host.map.board_item import OverBoard, round_pen, writing
from tabuleiro.host.map.crowd import Crowd, area_of, spots_of
from tabuleiro.host.map.picture import SCALE
from tabuleiro.i18n import text

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from numpy.typing import NDArray

    from tabuleiro.board import Board
    from tabuleiro.host.map.board_item import Frame
    from tabuleiro.host.map.crowd import Spots
    from tabuleiro.host.map.picture import BoardPicture
    from tabuleiro.host.map.tiles import BoardItem

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
        self.home: list[tuple[str, QPointF, QRectF]] | None = None
        """The names that have room, where they stand while no counter is near, once known."""
        self.aside: dict[int, tuple[object, QRectF]] = {}
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
        if at.home is None:
            at.home = yield from self._settled(zoom)
        elif self._placed[0] == zoom and self._avoided == avoided:
            self._asked = False
            return
        found = yield from self._stepped_aside(at.home, avoided, zoom)
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
        covering, taken = _enlarged(self._fixed, zoom), Crowd()
        found = []
        for words, middle in places:
            spots = self._near(words, middle, zoom)
            spots = spots[taken.covered(spots) == 0]
            if len(spots):
                best = spots[self._cost(spots, covering, zoom).argmin()]
                taken.add(best)
                found.append((words, middle, area_of(best)))
            yield
        return found

    def _stepped_aside(
        self, home: list[tuple[str, QPointF, QRectF]], covers: Sequence[QRectF], zoom: float
    ) -> Generator[None, None, list[tuple[str, QPointF, QPointF]]]:
        """Return where the names stand: who is covered aside, if there is room."""
        aside, avoided = self._at(zoom).aside, _enlarged([*covers, *self._fixed], zoom)
        homes = spots_of(box for _words, _middle, box in home)
        taken, found = Crowd(homes), []
        hidden = avoided.covered(homes).tolist()
        for number, (words, middle, at_home) in enumerate(home):
            box = at_home
            if hidden[number]:
                area = _reach(words, middle, zoom)
                around = avoided.near(area), taken.near(area)  # nothing else matters to it
                before = aside.get(number)
                if before is not None and before[0] == around:
                    box = before[1]
                else:
                    own = homes[number : number + 1]
                    box = self._step_aside(words, middle, own, number, zoom, taken, avoided)
                    aside[number] = around, box
                    yield
                taken.add(spots_of([box])[0])
            found.append((words, middle, box.topLeft() - middle * zoom))
        return found

    def _step_aside(
        self,
        words: str,
        middle: QPointF,
        home: Spots,
        number: int,
        zoom: float,
        taken: Crowd,
        avoided: Crowd,
    ) -> QRectF:
        """Return where a name that is covered stands: where it is covered least.

        Far off it must be read much better; of those spots the nearest is meant.
        """
        near = self._near(words, middle, zoom)
        near = np.vstack((home, near[taken.covered(near, number) == 0]))
        cost = self._cost(near, avoided, zoom)
        best = near[cost.argmin()]
        wide, high = _size(words)
        if cost.min() <= _HIDDEN * wide * high:
            return area_of(best)
        far = self._within(_farther(wide, high, zoom), words, middle, zoom)
        mistaken = self._at(zoom).signs.covered(far) > _TOUCHING * wide * high
        hidden = avoided.covered(far)
        hidden[mistaken | (taken.covered(far, number) > 0)] = np.inf
        if hidden.min() < avoided.covered(best[None])[0] / 2:
            best = far[hidden.argmin()]
        return area_of(best)

    def _cost(self, spots: Spots, covering: Crowd, zoom: float) -> NDArray[np.float64]:
        """Return how bad each of some spots on the screen is for a name."""
        return covering.covered(spots) + MISTAKEN * self._at(zoom).signs.covered(spots)

    def _near(self, words: str, middle: QPointF, zoom: float) -> Spots:
        """Return where a name may stand on the screen next to its place, the best first."""
        return self._within(_about(*_size(words), zoom), words, middle, zoom)

    def _within(
        self, shifts: NDArray[np.float64], words: str, middle: QPointF, zoom: float
    ) -> Spots:
        """Return the spots whose corners are so far from a place; all lie within the board."""
        size, board = np.array(_size(words)), self._bounds_of_board
        first = np.array((board.left(), board.top())) * zoom
        last = np.array((board.right(), board.bottom())) * zoom - size
        corners = np.array((middle.x(), middle.y())) * zoom + shifts
        corners = np.minimum(np.maximum(corners, first), last)
        return np.hstack((corners, corners + size))

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
    return Crowd(spots_of(areas) * zoom)


def _about(wide: float, high: float, zoom: float) -> NDArray[np.float64]:
    """Return where the corner of a name may be from the middle of its place, the best first."""
    off = _BELOW * zoom
    return np.array(
        [(-wide / 2, off), (-wide / 2, -off - high), (1.2 * off, -high / 2),
         (-wide - 1.2 * off, -high / 2), (0.8 * off, off), (-wide - 0.8 * off, off),
         (0.8 * off, -off - high), (-wide - 0.8 * off, -off - high),
         (1.2 * off, 0.2 * off), (-wide - 1.2 * off, 0.2 * off),
         (1.2 * off, -0.2 * off - high), (-wide - 1.2 * off, -0.2 * off - high),
         (-wide / 2, 1.6 * off), (-wide / 2, -1.6 * off - high)]
    )  # fmt: skip


def _reach(words: str, middle: QPointF, zoom: float) -> QRectF:
    """Return the part of the screen in which a name may ever stand."""
    wide, high = _size(words)
    off = _BELOW * zoom
    across, down = wide + _REACH * off, 2 * high + _DOWN / 4 * off
    return QRectF(middle * zoom - QPointF(across, down), QSizeF(2 * across, 2 * down))


@lru_cache(maxsize=128)
def _farther(wide: float, high: float, zoom: float) -> NDArray[np.float64]:
    """Return where the corner of a name may be in a dense front, the nearest first."""
    off = _BELOW * zoom
    across = np.arange(-_STEPS, _STEPS + 1) * ((wide / 2 + _REACH * off) / _STEPS)
    down = np.arange(-_DOWN, _DOWN + 1) * (off / 4)
    middles = np.stack(np.meshgrid(across, down, indexing="ij"), axis=-1).reshape(-1, 2)
    apart = middles[:, 0] ** 2 + (2 * middles[:, 1]) ** 2
    found: NDArray[np.float64] = middles[apart.argsort(kind="stable")]
    return found - np.array((wide, high)) / 2


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
