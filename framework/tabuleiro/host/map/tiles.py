"""The board under the counters: one item, drawn from tiles that are made when nothing else is done.

A tile is a square of 512 device pixels, made for one zoom, so that it is never scaled while one
looks around. Until the tiles of a place are there, those of the last zoom, or a small picture of
the board that is always kept, fill their place. Tiles lie at whole device pixels: otherwise seams
show.
"""

from __future__ import annotations

import math
from collections import OrderedDict, defaultdict
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeVar

from PySide6.QtCore import QElapsedTimer, QLineF, QPointF, QRectF, QSizeF, Qt, QTimer
from PySide6.QtGui import (
    QColor,
    QFont,
    QImage,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QTransform,
)

from tabuleiro.host.map.board_item import OverBoard, writing
from tabuleiro.host.map.grid_lines import grid_lines
from tabuleiro.host.map.picture import SCALE, BoardPicture
from tabuleiro.i18n import text

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from tabuleiro.board import Board
    from tabuleiro.host.map.board_item import Frame

__all__ = ["BoardItem"]

T = TypeVar("T")
_TILE: Final = 512
_SLOT_MS: Final = 8
_SHOW_MS: Final = 120
"""So often the picture that is kept is shown while it is being made."""
_KEPT: Final = 32
"""So many tiles are kept, of a megabyte each; or more, if a large screen shows more."""
_PINNED: Final = 2048
"""The longer side of the picture that is always kept, in pixels."""
_NUMBERS_FROM: Final = 44
"""Device pixels from hex to hex from which on hex numbers can be read."""
_NAMED_FROM: Final = 24
"""The same for the names of areas."""
_GRID_FROM: Final = 12
_NAMES_FROM: Final = 0.45
"""The zoom from which on the names of the picture can be read."""
_GRID: Final = QColor(60, 50, 40, 70)
_BORDER: Final = QColor(50, 40, 30, 170)
_NUMBER: Final = QColor(60, 50, 40, 150)
_DETAIL: Final = {"distances": 0.45, "bridges": 0.33, "beaches": 0.33, "fortifications": 0.25,
                  "roads": 0.14, "towns": 0.14, "vegetation": 0.1}  # fmt: skip
"""The zoom from which on a layer is more than noise."""
_DONE: Final = object()
_WHOLE_TILE: Final = QRectF(0, 0, _TILE, _TILE)
_OWN: Final = frozenset({"grid", "numbers", "names"})
"""Layers that are drawn here, or last of all."""
_BEYOND: Final = QColor("#5a4a38")
"""The table on which the board lies."""
_ABOVE_GRID: Final = (
    "straits",
    "borders",
    "vegetation",
    "roads",
    "bridges",
    "fortifications",
    "towns",
    "beaches",
)


class _Key(NamedTuple):
    scale: float
    column: int
    row: int


class _Lattice(Generic[T]):
    """Things at points of the scene, by the square that they lie in: few are looked at."""

    def __init__(self, things: Iterable[tuple[QPointF, T]]) -> None:
        self._squares: dict[tuple[int, int], list[T]] = defaultdict(list)
        for at, thing in things:
            self._squares[int(at.x() // _TILE), int(at.y() // _TILE)].append(thing)

    def near(self, area: QRectF) -> Iterator[T]:
        """Yield all that may lie in an area, and what is about it."""
        for row in range(int(area.top() // _TILE), int(area.bottom() // _TILE) + 1):
            for column in range(int(area.left() // _TILE), int(area.right() // _TILE) + 1):
                yield from self._squares.get((column, row), ())


class BoardItem(OverBoard):
    """The picture of the board. ``hidden`` names layers that are switched off."""

    def __init__(self, picture: BoardPicture, board: Board) -> None:
        """Show a picture."""
        super().__init__(picture.size)
        self.setFlag(self.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.picture = picture
        self._board = board
        self.hidden: frozenset[str] = frozenset()
        self._tiles: OrderedDict[_Key, QPixmap] = OrderedDict()
        self._wanted: list[_Key] = []
        self._stale: set[_Key] = set()
        """Tiles that are there, and do not show any more what they should."""
        self._scale = self._former = 0.0
        self._shown: list[_Key] = []
        self._job: tuple[_Key, QPixmap, Generator[None]] | None = None
        self._pinned: QImage | None = None
        self._pinning: Generator[None] | None = None
        self._unpinned = QRectF()
        """What of the small picture does not show any more what it should."""
        self._clock = QElapsedTimer()
        self._idle = QTimer()
        self._idle.setInterval(0)
        self._idle.timeout.connect(self._make_some)
        for scan in picture.scans:
            scan.begin()
        edges, self._borders, numbers = grid_lines(picture, board)
        self._edges = _Lattice((line.p1(), line) for line in edges)
        self._numbers = _Lattice((number[0], number) for number in numbers)

    # what the scene asks

    def draw(self, painter: QPainter, frame: Frame) -> None:
        """Draw the tiles that are there; below them, where some are missing, what is coarser."""
        world = painter.worldTransform()
        ratio = painter.device().devicePixelRatio()
        scale = round(world.m11() * ratio, 5)
        if scale != self._scale:
            self._scale, self._former = scale, self._scale
        exposed = frame.seen.intersected(self.picture.size)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, on=False)
        painter.resetTransform()
        keys = list(_keys(exposed, scale))
        self._shown = keys
        missing = [key for key in keys if key not in self._tiles]
        if missing:
            self._draw_coarse(painter, world, ratio, missing)
        for key in keys:
            tile = self._tiles.get(key)
            if tile is not None:
                self._tiles.move_to_end(key)
                painter.drawPixmap(_place(world, ratio, _area(key), _TILE), tile, _WHOLE_TILE)
        painter.restore()
        if missing:
            self._wanted = [key for key in missing if self._job is None or key != self._job[0]]
            self._idle.start()

    def _draw_coarse(
        self, painter: QPainter, world: QTransform, ratio: float, missing: list[_Key]
    ) -> None:
        """Fill in for missing tiles: with those of the last zoom, or the kept picture."""
        small = self.small()  # perhaps half done: it fills while one looks
        by = small.width() / self.picture.size.width()
        former: dict[_Key, None] = {}
        for key in missing:
            area = _area(key)
            keys = list(_keys(area.intersected(self.picture.size), self._former))
            there = [each for each in keys if each in self._tiles]
            former.update(dict.fromkeys(there))
            if len(there) < len(keys) or not keys:
                source = QRectF(area.topLeft() * by, area.size() * by)
                painter.drawImage(_place(world, ratio, area), small, source)
        for key in former:
            painter.drawPixmap(_place(world, ratio, _area(key)), self._tiles[key], _WHOLE_TILE)

    # making tiles

    def _make_some(self) -> None:
        """Make tiles for a short while, then let others work; a tile may take several turns."""
        clock = QElapsedTimer()
        clock.start()
        pinning = self._pinning is not None
        while self.busy and clock.elapsed() < _SLOT_MS:
            self._go_on()
        if pinning and self._clock.elapsed() > _SHOW_MS:
            self._clock.restart()
            self.update()
        while len(self._tiles) > max(_KEPT, 2 * len(self._shown)):
            self._tiles.popitem(last=False)
        if not self.busy:
            self._idle.stop()

    def _go_on(self) -> None:
        """Do the next bit of work: first on the picture that is kept, then on the tiles."""
        if self._pinning is not None:
            if next(self._pinning, _DONE) is _DONE:
                self._pinning = None
                self._keep_pinned()
                self.update()
            return
        if self._job is None:
            key = self._wanted.pop(0)
            if key not in self._tiles or key in self._stale:
                tile = QPixmap(_TILE, _TILE)
                self._job = (key, tile, self._strokes(tile, _area(key), key.scale))
            return
        key, tile, strokes = self._job
        if next(strokes, _DONE) is _DONE:
            self._job = None
            self._tiles[key] = tile
            self._stale.discard(key)
            self.update(_area(key))

    def _drop_job(self) -> None:
        """Give up what is being made."""
        if self._job is not None:
            self._job[2].close()
            self._job = None
        if self._pinning is not None:
            self._pinning.close()
            self._pinning = self._pinned = None

    def ensure_tiles(self) -> None:
        """Make all tiles that were wanted, for a picture of the window."""
        while self.busy:
            self._make_some()

    @property
    def busy(self) -> bool:
        """Whether tiles are still to be made."""
        return bool(self._wanted) or self._job is not None or self._pinning is not None

    def forget(self) -> None:
        """Throw everything away that was made: layers were switched."""
        self._drop_job()
        self._tiles.clear()
        self._stale.clear()
        self._wanted.clear()
        self._pinned = None
        self._unpinned = QRectF()
        self.update()

    def redraw(self, area: QRectF, *, at_once: bool = True) -> None:
        """Draw a part of the board anew that looks otherwise now.

        What is seen of it changes ``at_once``, or as soon as there is time; what shows it meanwhile
        stays. Tiles of other zooms are made anew when they are wanted.
        """
        if self._job is not None and _area(self._job[0]).intersects(area):
            key = self._job[0]
            self._drop_job()
            self._wanted.insert(0, key)
        for key in [key for key in self._tiles if _area(key).intersects(area)]:
            if key not in self._shown:
                del self._tiles[key]
                self._stale.discard(key)
            elif at_once and key not in self._stale:
                self._patch(self._tiles[key], _area(key).topLeft(), key.scale, area)
            elif key not in self._stale:
                self._stale.add(key)
                self._wanted.append(key)
        if self._pinning is not None:
            self._pinning.close()
            self._pinned = self._pinning = None
        elif self._pinned is not None:
            self._unpinned = self._unpinned.united(area)
        if self._wanted:
            self._idle.start()
        self.update(area)

    def _patch(self, target: QPixmap | QImage, corner: QPointF, scale: float, area: QRectF) -> None:
        """Draw a part of the board over what a target shows, whose corner lies there."""
        pixels = QRectF((area.topLeft() - corner) * scale, area.size() * scale).toAlignedRect()
        part = QRectF(QPointF(pixels.topLeft()) / scale + corner, QSizeF(pixels.size()) / scale)
        painter = QPainter(target)
        try:
            painter.setClipRect(pixels)
            painter.fillRect(pixels, _BEYOND)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.scale(scale, scale)
            painter.translate(-corner)
            painter.setClipRect(self.picture.size, Qt.ClipOperation.IntersectClip)
            self.render(painter, part, scale)
        finally:
            painter.end()

    def stop(self) -> None:
        """Make no more tiles."""
        for scan in self.picture.scans:
            scan.stop()
        self._idle.stop()
        self._drop_job()
        self._wanted.clear()

    def small(self) -> QImage:
        """Return the picture that is always kept: from the disk, or begun now."""
        if self._pinned is None:
            if not self.hidden:
                self._pinned = self.picture.kept_image()
            if self._pinned is None:
                size = self.picture.size
                by = min(1.0, _PINNED / max(size.width(), size.height()))
                self._pinned = QImage(
                    round(size.width() * by), round(size.height() * by), QImage.Format.Format_RGB32
                )
                self._pinning = self._strokes(self._pinned, size, by)
                self._clock.start()
                next(self._pinning, None)  # nothing at all is drawn of a board without anything
                self._idle.start()
        if not self._unpinned.isEmpty():
            area, self._unpinned = self._unpinned, QRectF()
            by = self._pinned.width() / self.picture.size.width()
            self._patch(self._pinned, QPointF(), by, area)
        return self._pinned

    def _keep_pinned(self) -> None:
        if self._pinned is not None and not self.hidden:
            self.picture.keep_image(self._pinned)

    def _strokes(self, target: QPixmap | QImage, area: QRectF, scale: float) -> Generator[None]:
        """Draw an area of the board that fills a target, stopping after every few things."""
        target.fill(_BEYOND)
        painter = QPainter(target)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.scale(scale, scale)
            painter.translate(-area.left(), -area.top())
            painter.setClipRect(self.picture.size)
            yield from self._render(painter, area, scale)
        finally:
            painter.end()

    def render(self, painter: QPainter, area: QRectF, scale: float) -> None:
        """Draw an area of the board, as fine as the scale allows."""
        for _stroke in self._render(painter, area, scale):
            pass

    def _render(self, painter: QPainter, area: QRectF, scale: float) -> Iterator[None]:
        gridded = False
        scans = self.picture.scans
        for name in self.picture.layers:
            if name in _OWN or name in self.hidden or scale < _DETAIL.get(name, 0):
                continue
            if name in _ABOVE_GRID and not gridded:
                gridded = True
                for scan in scans:
                    yield from scan.strokes(painter, area, scale)
                self._draw_grid(painter, area, scale)
            yield from self.picture.strokes(painter, name, area)
        if not gridded:
            for scan in scans:
                yield from scan.strokes(painter, area, scale)
            self._draw_grid(painter, area, scale)
        if "numbers" not in self.hidden:
            self._draw_numbers(painter, area, scale)
        if "names" not in self.hidden:
            self._draw_titles(painter, area)
        if "names" not in self.hidden and scale >= _NAMES_FROM:
            yield from self.picture.strokes(painter, "names", area)

    def _draw_grid(self, painter: QPainter, area: QRectF, scale: float) -> None:
        if "grid" in self.hidden or scale * SCALE < _GRID_FROM:
            return
        reach = area.adjusted(-SCALE, -SCALE, SCALE, SCALE)
        painter.setPen(QPen(_GRID, max(1.0 / scale, 0.012 * SCALE)))
        painter.drawLines([line for line in self._edges.near(reach) if reach.contains(line.p1())])
        if self._borders:  # which may be long
            wide = max(1.4 / scale, 0.03 * SCALE)
            painter.setPen(QPen(_BORDER, wide, c=Qt.PenCapStyle.RoundCap))
            seen = [line for line in self._borders if reach.intersects(_around(line))]
            painter.drawLines(seen)

    def _draw_numbers(self, painter: QPainter, area: QRectF, scale: float) -> None:
        """Write the numbers of hexes where they can be read, the names of areas from further."""
        painter.setPen(_NUMBER)
        reach = area.adjusted(-SCALE, -SCALE, SCALE, SCALE)
        for at, words, named in self._numbers.near(reach):
            least = _NAMED_FROM if named else _NUMBERS_FROM
            if scale * SCALE >= least and reach.contains(at):
                wide, up = (2.4 * SCALE, 0.62 * SCALE) if named else (SCALE, 0.47 * SCALE)
                painter.setFont(writing(11 if named else 8, QFont.Weight.Normal))
                box = QRectF(at.x() - wide / 2, at.y() - up, wide, 14 if named else 10)
                painter.drawText(box, Qt.AlignmentFlag.AlignHCenter, words)

    def _draw_titles(self, painter: QPainter, area: QRectF) -> None:
        """Write the titles of several maps into their upper left corners."""
        sheets = self._board.maps.values()
        for one in sheets if len(sheets) > 1 else ():
            spot = QPointF(*self.picture.scene(*one.frame[:2]))
            box = QRectF(spot.x() + 6, spot.y() + 4, 6 * SCALE, 22)
            if one.name and area.intersects(box):
                path = QPainterPath()
                path.addText(box.left(), box.bottom() - 5, writing(17), text(one.name))
                painter.strokePath(path, QPen(QColor(255, 250, 236, 220), 4))
                painter.fillPath(path, QColor("#2a2018"))


def _area(key: _Key) -> QRectF:
    side = _TILE / key.scale
    return QRectF(key.column * side, key.row * side, side, side)


def _keys(area: QRectF, scale: float) -> Iterator[_Key]:
    """Return the tiles of a zoom that touch an area."""
    if scale <= 0:
        return
    side = _TILE / scale
    for row in range(int(area.top() // side), math.ceil(area.bottom() / side)):
        for column in range(int(area.left() // side), math.ceil(area.right() / side)):
            yield _Key(scale, column, row)


def _place(world: QTransform, ratio: float, area: QRectF, pixels: int = 0) -> QRectF:
    """Return where an area lies on the device: at whole pixels, or seams would show."""
    target = world.mapRect(area)
    left, top = round(target.left() * ratio), round(target.top() * ratio)
    right, bottom = round(target.right() * ratio), round(target.bottom() * ratio)
    if pixels:  # no other size: what is not scaled is sharp, and quick
        right, bottom = left + pixels, top + pixels
    return QRectF(left / ratio, top / ratio, (right - left) / ratio, (bottom - top) / ratio)


def _around(line: QLineF) -> QRectF:
    return QRectF(line.p1(), line.p2()).normalized().adjusted(-1, -1, 1, 1)
