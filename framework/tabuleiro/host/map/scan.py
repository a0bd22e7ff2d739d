"""A scanned map: a picture that lies on the board, drawn from as many of its pixels as are seen.

A picture of some size is held in memory, in halves of halves of its size, so that a far look reads
few pixels. A large one is cut into tiles in the user's cache folder, in a thread of its own: small
ones when it is first opened, those of its full size when one first looks closely. A PNG comes band
by band from its top, so all of it is cut; of a JPEG Qt decodes any rows, so only those are cut that
one looks at. What is cut is shown; from then on a look reads the tiles that it touches and nothing
else.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import tempfile
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from math import ceil, floor, hypot, log2
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QImage, QImageReader, QPainter, QTransform

from tabuleiro.host.map.bands import BadPicture, bands
from tabuleiro.i18n import _
from tabuleiro.module.cache import Cache
from tabuleiro.module.images import LARGE, ImageError, image_path, look_at

if TYPE_CHECKING:
    from tabuleiro.board import Picture

__all__ = ["Scan"]

TILE: Final = 512
HELD: Final = 6_000_000
"""A picture of no more pixels is held in memory, and a somewhat larger one that cannot be cut."""
_KEPT: Final = 24
"""So many tiles are kept in memory, of a megabyte each at most."""
_MOMENT: Final = 0.004
_ROWS: Final = 64
"""So many rows are unpacked at once."""
_QUALITY: Final = 88
_FOLDERS: Final = 12
"""So many large maps are kept in the cache."""
_JPEG: Final = frozenset({".jpg", ".jpeg"})
_FAR: Final = 2
"""From this level on tiles are for looks from afar: a quarter of the full size, or less."""


class Scan:
    """A picture on the board. ``to_scene`` maps its pixels to the scene."""

    def __init__(self, root: Path, picture: Picture, to_scene: QTransform) -> None:
        """Take a picture of the module in a folder; nothing is read yet."""
        self.path = image_path(root, picture.file)
        self.to_scene = to_scene
        self.width, self.height = picture.width, picture.height
        self.area = to_scene.mapRect(QRectF(0, 0, picture.width, picture.height))
        self.fault = ""
        """Why it cannot be shown."""
        self.patient = True
        """Whether a large picture is cut up now if it was not before; else it is left out."""
        self._large = _is_cut(self.path, picture)
        self._in_any_order = self._large and self.path.suffix.lower() in _JPEG
        """Whether any of its rows can be decoded: it is not cut for near looks as a whole."""
        self._levels: list[QImage] = []
        self._tiles: OrderedDict[tuple[int, int, int], QImage] = OrderedDict()
        self._own: tempfile.TemporaryDirectory[str] | None = None
        cache = Cache.of_user().folder
        if cache is None and self._large:
            self._own = tempfile.TemporaryDirectory(prefix="tabuleiro-")
            cache = Path(self._own.name)
        self._folder = (cache or Path()) / "pictures" / f"scan-{_state(self.path)}"
        self._there: set[str] = set()
        """Which of its tiles are there: those for looks from afar, those for near ones."""
        self._rows: Counter[int] = Counter()
        """How many rows of tiles of each level are there while it is being cut."""
        self._thread: Thread | None = None
        self._cut = ""
        """For which of the two it is being cut."""
        self._stop = Event()

    # drawing

    def strokes(self, painter: QPainter, area: QRectF, scale: float) -> Iterator[None]:
        """Draw what of it lies in an area of the scene, for so many pixels a unit, bit by bit."""
        if not area.intersects(self.area):
            return
        grain = hypot(self.to_scene.m11(), self.to_scene.m12()) * scale
        level = min(max(0, floor(log2(1 / grain) + 0.01)), self._last) if grain > 0 else 0
        stage = "far" if level >= _FAR else "near"
        if not self.fault:
            yield from self._ready(stage)
        if self._told_why(painter):
            return
        back, invertible = self.to_scene.inverted()
        if not invertible or not self._comes(stage):
            return
        seen = back.mapRect(area).intersected(QRectF(0, 0, self.width, self.height))
        side = TILE * 2**level
        for row in range(int(seen.top() // side), ceil(seen.bottom() / side)):
            if stage == "near" and self._in_any_order:
                yield from self._row_ready(level, row)
            while self._is_coming(stage) and self._rows[level] <= row:
                yield from self._waited()
            if self._told_why(painter) or not self._comes(stage):
                return
            for column in range(int(seen.left() // side), ceil(seen.right() / side)):
                tile, source = self._tile(level, column, row)
                left, top = column * side, row * side
                wide, high = min(side, self.width - left), min(side, self.height - top)
                target = QRectF(left, top, wide, high)
                painter.save()
                painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
                painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
                painter.setTransform(self.to_scene, combine=True)
                painter.drawImage(target, tile, source)
                painter.restore()
                yield

    def _told_why(self, painter: QPainter) -> bool:
        """Write why it cannot be shown, if it cannot."""
        if self.fault:
            _tell(painter, self.area, f"{self.path.name}: {self.fault}")
        return bool(self.fault)

    @property
    def _last(self) -> int:
        """The coarsest level: the first that has room in two tiles a side."""
        longest = max(self.width, self.height)
        return max(0, ceil(log2(longest / (2 * TILE))))

    def _tile(self, level: int, column: int, row: int) -> tuple[QImage, QRectF]:
        """Return a tile, or what has it, and its part of that."""
        if not self._large:
            image = self._levels[level]
            part = QRectF(column * TILE, row * TILE, TILE, TILE)
            return image, part.intersected(QRectF(image.rect()))
        key = (level, column, row)
        found = self._tiles.get(key)
        if found is None:
            found = QImage(str(self._file(*key)))
            if found.isNull():  # the cache was cleared away under our feet
                found = QImage(1, 1, QImage.Format.Format_RGB32)
                found.fill(Qt.GlobalColor.lightGray)
                for done in self._folder.glob("done-*"):
                    with suppress(OSError):
                        done.unlink()
            self._tiles[key] = found
            while len(self._tiles) > _KEPT:
                self._tiles.popitem(last=False)
        else:
            self._tiles.move_to_end(key)
        return found, QRectF(found.rect())

    # making ready

    def begin(self) -> None:
        """Begin to cut a large picture for looks from afar, before anybody looks."""
        if self._large and self.patient:
            next(self._ready("far"), None)

    def stop(self) -> None:
        """Cut no more: nobody looks."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _ready(self, stage: str) -> Iterator[None]:
        """Read a small picture, or begin to cut a large one unless that was done before."""
        if not self._large:
            if not self._levels:
                with self._told():
                    self._levels = list(_halves(_whole(self.path), self._last))
                yield
            return
        while self._thread is not None and stage not in {self._cut, *self._there}:
            yield from self._waited()  # it is being cut for another look
        if stage in self._there or self._thread is not None:
            return
        if self._in_any_order and stage == "near":
            return  # row by row
        if (self._folder / f"done-{stage}").is_file():
            self._there.add(stage)
        elif self.patient:
            self._cut = stage
            self._rows.clear()
            self._start(self._cut_all, stage)
            yield

    def _row_ready(self, level: int, row: int) -> Iterator[None]:
        """Cut a row of tiles for near looks, unless that was done before."""
        mark = f"done-near-{level}-{row}"
        while mark not in self._there and not self.fault:
            if self._thread is not None:
                yield from self._waited()
            elif (self._folder / mark).is_file():
                self._there.add(mark)
            elif not self.patient:
                return
            else:
                self._start(self._cut_row, level, row, mark)

    def _start(self, work: Callable[..., None], *what: object) -> None:
        """Let a thread cut something; there is room for that where tiles were."""
        self._tiles.clear()
        self._stop.clear()
        self._thread = Thread(target=work, args=what, name="scan", daemon=True)
        self._thread.start()

    def _comes(self, stage: str) -> bool:
        """Return whether the tiles for a stage are there, or are being cut."""
        if self._in_any_order and stage == "near":
            return self.patient
        return not self._large or stage in self._there or self._is_coming(stage)

    def _is_coming(self, stage: str) -> bool:
        """Return whether the tiles for a stage are being cut and not all there."""
        running = self._thread is not None and self._cut == stage
        return running and stage not in self._there and not self.fault

    def _waited(self) -> Iterator[None]:
        """Wait a moment for what is being cut."""
        if self._thread is not None:
            self._thread.join(_MOMENT)
            if not self._thread.is_alive():
                self._thread = None
        yield

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Keep in words why the picture cannot be shown."""
        try:
            yield
        except BadPicture as fault:
            self.fault = str(fault)
        except OSError as error:
            sentence = _("its tiles cannot be written: {reason}")
            self.fault = sentence.format(reason=error.strerror or error)

    def _cut_all(self, stage: str) -> None:
        """Cut the picture for a stage; what runs in the thread."""
        with self._told():
            for _band in self._cut_up(stage):
                if self._stop.is_set():
                    return
            (self._folder / f"done-{stage}").touch()
            self._there.add(stage)

    def _cut_row(self, level: int, row: int, mark: str) -> None:
        """Cut one row of tiles of a JPEG; what runs in the thread."""
        with self._told():
            (self._folder / str(level)).mkdir(parents=True, exist_ok=True)
            by = 2**level
            size = QSize(ceil(self.width / by), ceil(self.height / by))
            part = QRect(0, row * TILE, size.width(), min(TILE, size.height() - row * TILE))
            self.write(level, row, _reduced(self.path, size, part))
            (self._folder / mark).touch()
            self._there.add(mark)

    def _cut_up(self, stage: str) -> Iterator[None]:
        """Cut the picture into tiles of the levels for a stage, band by band."""
        self._tidy()
        levels = range(_FAR, self._last + 1) if stage == "far" else range(_FAR)
        for level in levels:
            shutil.rmtree(self._folder / str(level), ignore_errors=True)
            (self._folder / str(level)).mkdir(parents=True)
        strips = [_Strip(self, level) for level in levels]
        for band in self._bands(stage):
            strips[0].take(band, strips[1:])
            yield
        strips[0].end(strips[1:])

    def _bands(self, stage: str) -> Iterator[QImage]:
        """Yield the picture in bands, of its full size or of that for looks from afar."""
        if self._in_any_order:
            by = 2**_FAR
            yield _reduced(self.path, QSize(ceil(self.width / by), ceil(self.height / by)))
            return
        for _top, band in bands(self.path, _ROWS):
            part = band
            for _level in range(_FAR if stage == "far" else 0):
                part = _half(part)
            yield part

    def write(self, level: int, row: int, strip: QImage) -> None:
        """Write a row of tiles."""
        for column in range(ceil(strip.width() / TILE)):
            left = column * TILE
            tile = strip.copy(left, 0, min(TILE, strip.width() - left), strip.height())
            file = self._file(level, column, row)
            if not tile.save(str(file), "JPG", _QUALITY):  # type: ignore[call-overload]
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(file))
        self._rows[level] = row + 1

    def _file(self, level: int, column: int, row: int) -> Path:
        return self._folder / str(level) / f"{column}-{row}.jpg"

    def _tidy(self) -> None:
        """Make room for one more: maps that were opened longest ago go."""
        with suppress(OSError):
            others = sorted(
                self._folder.parent.glob("scan-*"), key=lambda path: path.stat().st_mtime
            )
            for old in others[: -_FOLDERS + 1]:
                shutil.rmtree(old, ignore_errors=True)


def _is_cut(path: Path, picture: Picture) -> bool:
    """Return whether a picture is cut into tiles: a large one, if it can be."""
    pixels = picture.width * picture.height
    if HELD < pixels <= LARGE:
        with suppress(OSError, ImageError), path.open("rb") as stream:
            return look_at(stream, path.name).in_rows
    return pixels > HELD


def _state(path: Path) -> str:
    """Return what changes when a file does."""
    try:
        about = path.stat()
    except OSError:
        return "none"
    state = f"{path.resolve()} {about.st_size} {about.st_mtime_ns}"
    return hashlib.sha256(state.encode()).hexdigest()[:24]


def _tell(painter: QPainter, area: QRectF, words: str) -> None:
    """Say in place of a picture why it is not shown."""
    painter.fillRect(area, QColor("#d8ccb4"))
    font = QFont("sans-serif")
    font.setPixelSize(20)
    painter.setFont(font)
    painter.setPen(QColor("#7a1f1a"))
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, words)


class _Strip:
    """A row of tiles of a level, as far as it is filled."""

    def __init__(self, scan: Scan, level: int) -> None:
        self.scan = scan
        self.level = level
        self.row = self.filled = 0
        self.image: QImage | None = None

    def take(self, part: QImage, coarser: list[_Strip]) -> None:
        """Add rows below; a full strip is written, and goes on in half its size."""
        taken = 0
        while taken < part.height():
            if self.image is None:
                self.image = QImage(part.width(), TILE, QImage.Format.Format_RGB32)
                self.image.fill(Qt.GlobalColor.white)
            count = min(TILE - self.filled, part.height() - taken)
            painter = QPainter(self.image)
            painter.drawImage(0, self.filled, part, 0, taken, part.width(), count)
            painter.end()
            taken += count
            self.filled += count
            if self.filled == TILE:
                self._flush(coarser)

    def end(self, coarser: list[_Strip]) -> None:
        """Write what is left, here and in all coarser levels."""
        if self.filled:
            self._flush(coarser)
        if coarser:
            coarser[0].end(coarser[1:])

    def _flush(self, coarser: list[_Strip]) -> None:
        assert self.image is not None  # noqa: S101 - the callers asked
        image = self.image
        if self.filled < TILE:
            image = image.copy(0, 0, image.width(), self.filled)
        self.filled = 0
        self.scan.write(self.level, self.row, image)
        self.row += 1
        if coarser:
            coarser[0].take(_half(image), coarser[1:])


def _reduced(path: Path, size: QSize, part: QRect | None = None) -> QImage:
    """Return a JPEG, or a part of it, in a smaller size, which costs less than its own."""
    reader = QImageReader(str(path))
    reader.setScaledSize(size)
    if part is not None:
        reader.setScaledClipRect(part)
    image = reader.read()
    if image.isNull():
        raise BadPicture
    return image


def _whole(path: Path) -> QImage:
    reader = QImageReader(str(path))
    reader.setAutoTransform(False)
    image = reader.read()
    if image.isNull():
        raise BadPicture
    return image.convertToFormat(QImage.Format.Format_RGB32)


def _halves(image: QImage, count: int) -> Iterator[QImage]:
    """Yield an image, half of it, a quarter, ..."""
    yield image
    for _level in range(count):
        image = _half(image)
        yield image


def _half(image: QImage) -> QImage:
    return image.scaled(
        ceil(image.width() / 2),
        ceil(image.height() / 2),
        Qt.AspectRatioMode.IgnoreAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )
