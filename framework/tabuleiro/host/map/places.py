"""Names of towns and peaks over the board: each where no counter and no ring covers it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import QElapsedTimer, QPointF, QRectF, QSizeF, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPixmap

from tabuleiro.host.map.board_item import OverBoard, round_pen
from tabuleiro.host.map.crowd import Crowd, area_of, spots_of
from tabuleiro.host.map.names import CALM_MS, FAR_NAMES_TO, MISTAKEN
from tabuleiro.host.map.picture import SCALE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from tabuleiro.board import Board, Lettering
    from tabuleiro.host.map.board_item import Frame
    from tabuleiro.host.map.crowd import Spots
    from tabuleiro.host.map.picture import BoardPicture
    from tabuleiro.host.map.tiles import BoardItem

__all__ = ["PlaceNames"]

_HALO: Final = 0.2
_OFF: Final = (0.50 * SCALE, 0.62 * SCALE)
"""So far from the middle of its hex a name stands below or above, and beside."""
_SLOT_MS: Final = 5
_TIGHT: Final = 1.5
_SAME: Final = 1e-6
_SIGN: Final = 0.17 * SCALE
_ACROSS, _DOWN = 8, 4
"""In so many steps a name goes aside or down to stand free of its own place."""
_FARTHER: Final = 0.2
_FLEEING: Final = 0.03
"""So much of a name may be covered closer by before it goes farther: for good, from counters."""


class _Name:
    """A name with its font, its size in the scene, and where it may stand."""

    def __init__(self, drawn: Lettering, middle: QPointF) -> None:
        self.drawn = drawn
        self.middle = middle
        self.font = QFont("serif")
        self.font.setPixelSize(max(1, round(drawn.size)))
        self.font.setBold(drawn.bold)
        self.font.setItalic(drawn.italic)
        metrics = QFontMetricsF(self.font)
        by = drawn.size / max(1, round(drawn.size))
        self.wide = metrics.horizontalAdvance(drawn.words) * by
        self.high = drawn.size
        self.usual = self._about(QPointF(drawn.x, drawn.y - 0.34 * drawn.size))
        self.spots = spots_of(self._spots())
        """Where it may stand, the best first."""

    def _about(self, middle: QPointF) -> QRectF:
        return QRectF(middle.x() - self.wide / 2, middle.y() - self.high / 2, self.wide, self.high)

    def _spots(self) -> Iterator[QRectF]:
        """Yield where it may stand: as drawn, then about its hex."""
        yield self.usual
        down, aside = self._away
        for x, y in ((0, down), (0, -down), (aside, 0), (-aside, 0),
                     (aside, 0.3 * SCALE), (-aside, 0.3 * SCALE),
                     (aside, -0.3 * SCALE), (-aside, -0.3 * SCALE),
                     (0.5 * aside, down), (-0.5 * aside, down),
                     (0.5 * aside, -down), (-0.5 * aside, -down),
                     (0, 1.3 * down), (0, -1.3 * down)):  # fmt: skip
            yield self._about(self.middle + QPointF(x, y))

    def farther(self) -> Spots:
        """Return where it may stand when there is no room closer by, the nearest first.

        Between the counters of a dense front there are gaps that no rule of thumb meets.
        """
        down, aside = self._away
        shifts = [
            QPointF(x * aside / _ACROSS, y * down / _DOWN)
            for y in range(-_DOWN - 2, _DOWN + 3)
            for x in range(-_ACROSS - 4, _ACROSS + 5)
        ]
        shifts.sort(key=lambda by: (by.x() ** 2 + by.y() ** 2, by.y(), by.x()))
        return spots_of(self._about(self.middle + by) for by in shifts)

    @property
    def _away(self) -> tuple[float, float]:
        return _OFF[0] + self.high / 2, _OFF[1] + self.wide / 2

    @property
    def sign(self) -> QRectF:
        """Where the town or the peak itself is drawn."""
        return QRectF(self.middle - QPointF(_SIGN, _SIGN), self.middle + QPointF(_SIGN, _SIGN))


class _Others:
    """The places of all other names: their homes, and where those stand that stepped aside."""

    def __init__(self, homes: Crowd, aside: Crowd, own: int) -> None:
        self._homes = homes
        self._aside = aside
        self._own = own

    def covered(self, spots: Spots) -> NDArray[np.float64]:
        """Return how much of each spot they cover."""
        return self._homes.covered(spots, self._own) + self._aside.covered(spots)


class PlaceNames(OverBoard):
    """The names of places, from the zoom on from which they can be read."""

    def __init__(self, picture: BoardPicture, board: Board, ground: BoardItem) -> None:
        """Put the names where they were drawn; ``ground`` knows whether names are wanted."""
        super().__init__(picture.size, beyond=1)
        self._ground = ground
        named = [
            _Name(drawn, QPointF(*picture.scene(*board.geometry.centre(drawn.hex))))
            for drawn in picture.labels
        ]
        self._names = sorted(named, key=lambda name: -name.drawn.size)
        self._areas = [name.usual for name in self._names]
        self._signs = Crowd(spots_of(name.sign for name in self._names))
        self._far: dict[_Name, Spots] = {}
        """The far spots of each name that ever needed one."""
        self._avoided: list[QRectF] = []
        self._fixed: list[QRectF] = []
        self._edges = spots_of([picture.size])[0].tolist()
        self._at_home: list[QRectF] | None = None
        """Where each name stands while no counter is near."""
        self._pixmaps: dict[int, tuple[float, QPixmap]] = {}
        """What was drawn of each name, and at which scale."""
        self._scale = self._ratio = 1.0
        self._wanted: dict[int, None] = {}
        self._idle = QTimer()
        self._idle.timeout.connect(self._make_some)

    @property
    def areas(self) -> dict[str, QRectF]:
        """Where each name stands."""
        return {name.drawn.words: area for name, area in zip(self._names, self._areas, strict=True)}

    def covered(self, area: QRectF) -> float:
        """Return how much of an area counters and rings cover."""
        crowd = Crowd(spots_of([*self._avoided, *self._fixed]))
        return float(crowd.covered(spots_of([area]))[0])

    def avoid(self, areas: Sequence[QRectF], fixed: Sequence[QRectF] = ()) -> None:
        """Let names step aside that these areas cover, as far as there is room beside them.

        Their places follow from what is ``fixed``, once: a name that is not covered stays where it
        is, whoever steps aside or comes back near it.
        """
        if self._at_home is None or self._fixed != fixed:
            self._fixed, self._at_home = list(fixed), self._settle(fixed)
        elif self._avoided == areas:
            return
        self._avoided = list(areas)
        found = self._step_aside(self._at_home, Crowd(spots_of([*areas, *fixed])))
        if found != self._areas:
            self._areas = found
            self.update()

    def _settle(self, fixed: Sequence[QRectF]) -> list[QRectF]:
        """Return where the names stand while no counter is near, the largest first."""
        crowd, written = Crowd(spots_of(fixed)), Crowd()
        found: list[QRectF] = []
        for name in self._names:
            found.append(self._best(name, [name.usual], crowd, written, _FARTHER))
            written.add(spots_of(found[-1:])[0])
        return found

    def _step_aside(self, home: list[QRectF], crowd: Crowd) -> list[QRectF]:
        """Return where the names stand: at home, or if that is covered aside, off all homes."""
        at_home, aside = spots_of(home), Crowd()
        homes, found = Crowd(at_home), list(home)
        for number in crowd.covered(at_home).nonzero()[0].tolist():
            name, first = self._names[number], [self._areas[number], home[number]]
            written = _Others(homes, aside, number)
            found[number] = self._best(name, first, crowd, written, _FLEEING)
            aside.add(spots_of([found[number]])[0])
        return found

    def _best(
        self,
        name: _Name,
        first: list[QRectF],
        crowd: Crowd,
        written: Crowd | _Others,
        farther: float,
    ) -> QRectF:
        """Return the first of the places of a name that nothing covers, or the least covered.

        The ``first`` of them are its home and, before that, where it stands now. Before it goes
        ``farther`` away so much of it may be covered.
        """
        near = np.vstack((spots_of(first), name.spots))
        costs = self._cost(name, near, crowd, written)
        if len(first) > 1 and costs[0]:  # it stays where nothing covers it; else that is no better
            near, costs = near[1:], costs[1:]
        best, least = near[costs.argmin()], costs.min()
        beyond = farther * name.wide * name.high
        far = self._farther_of(name)
        if least > beyond and len(far):
            costs = beyond + self._cost(name, far, crowd, written)
            if costs.min() < least:
                best = far[costs.argmin()]
        return area_of(best)

    def _farther_of(self, name: _Name) -> Spots:
        """Return where a name may stand farther off, over no other place and on the board."""
        found = self._far.get(name)
        if found is None:
            spots = name.farther()
            free = (self._signs.covered(spots) == 0) & self._holds(spots)
            found = self._far[name] = spots[free]
        return found

    def _cost(
        self, name: _Name, spots: Spots, crowd: Crowd, written: Crowd | _Others
    ) -> NDArray[np.float64]:
        """Return how bad each of some places is for a name."""
        tight = spots + np.array((-_TIGHT, -_TIGHT, _TIGHT, _TIGHT))
        drawn = (abs(spots - name.spots[0]) < _SAME).all(axis=1)
        cost = crowd.covered(tight) + 2 * written.covered(tight)
        cost[~drawn] += MISTAKEN * self._signs.covered(tight)[~drawn]
        cost[~drawn & ~self._holds(tight)] = np.inf
        return cost

    def _holds(self, spots: Spots) -> NDArray[np.bool_]:
        """Return which of some spots lie on the board."""
        left, top, right, bottom = self._edges
        begins = (spots[:, 0] >= left) & (spots[:, 1] >= top)
        held: NDArray[np.bool_] = begins & (spots[:, 2] <= right) & (spots[:, 3] <= bottom)
        return held

    def draw(self, painter: QPainter, frame: Frame) -> None:
        """Draw the names that are seen."""
        if "names" in self._ground.hidden:
            return
        if frame.paper:
            self.render(painter)
            return
        world, ratio = painter.worldTransform(), painter.device().devicePixelRatio()
        scale = world.m11() * ratio
        if scale < FAR_NAMES_TO:
            return
        if scale != self._scale:
            self._scale, self._ratio = scale, ratio
            self._wanted.clear()
        back, _possible = world.inverted()
        seen = back.mapRect(QRectF(painter.viewport()))
        painter.save()
        painter.resetTransform()
        for number, area in enumerate(self._areas):
            if area.intersects(seen):
                self._draw_name(painter, number, world.map(area.center()), ratio)
        painter.restore()
        if self._wanted and not self._idle.isActive():
            self._idle.start(CALM_MS if self._pixmaps else 0)

    def render(self, painter: QPainter) -> None:
        """Draw all names as lines, for paper."""
        for name, area in zip(self._names, self._areas, strict=True):
            _write(painter, name, area)

    def _draw_name(self, painter: QPainter, number: int, middle: QPointF, ratio: float) -> None:
        """Draw a name as it is there, perhaps in the size of another zoom until it is made anew."""
        scale, pixmap = self._pixmaps.get(number, (0.0, None))
        if scale != self._scale:
            self._wanted[number] = None
        if pixmap is None:
            return
        if scale == self._scale:  # what is not scaled and at whole pixels is quick
            x = round(middle.x() * ratio - pixmap.width() / 2) / ratio
            y = round(middle.y() * ratio - pixmap.height() / 2) / ratio
            painter.drawPixmap(QPointF(x, y), pixmap)
            return
        size = QSizeF(pixmap.size()) * (self._scale / scale / ratio)
        corner = middle - QPointF(size.width(), size.height()) / 2
        painter.drawPixmap(QRectF(corner, size), pixmap, QRectF(pixmap.rect()))

    def _make_some(self) -> None:
        """Make a few names in their right size while nothing else is done."""
        clock = QElapsedTimer()
        clock.start()
        self._idle.setInterval(0)
        while self._wanted and clock.elapsed() < _SLOT_MS:
            number = next(iter(self._wanted))
            del self._wanted[number]
            pixmap = _picture(self._names[number], self._scale)
            pixmap.setDevicePixelRatio(self._ratio)
            self._pixmaps[number] = (self._scale, pixmap)
        if not self._wanted:
            self._idle.stop()
        self.update()

    def ensure(self) -> None:
        """Make all that is wanted, for a picture of the window."""
        while self._wanted:
            self._make_some()

    def stop(self) -> None:
        """Make no more."""
        self._idle.stop()
        self._wanted.clear()


def _picture(name: _Name, scale: float) -> QPixmap:
    """Return a name with its halo at a scale."""
    room = 2 * _HALO * name.high
    pixmap = QPixmap(
        round((name.wide + room) * scale) + 2, round((1.5 * name.high + room) * scale) + 2
    )
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(scale, scale)
    middle = QPointF(pixmap.width() / scale / 2, pixmap.height() / scale / 2)
    half = QPointF(name.wide, name.high) / 2
    _write(painter, name, QRectF(middle - half, middle + half))
    painter.end()
    return pixmap


def _write(painter: QPainter, name: _Name, area: QRectF) -> None:
    path = QPainterPath()
    base = area.center().y() + 0.34 * name.high
    path.addText(area.left(), base, name.font, name.drawn.words)
    halo = QColor(name.drawn.halo)
    halo.setAlphaF(0.85)
    painter.strokePath(path, round_pen(halo, 2 * _HALO * name.high * 0.5))
    painter.fillPath(path, QColor(name.drawn.colour))
