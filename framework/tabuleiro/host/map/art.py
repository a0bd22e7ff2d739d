"""Pictures of counters on the map: made for sizes an eighth apart, a few at a time.

While one zooms, a counter is drawn from the size next to it that is there; the right one is made
when nothing else is done. So a step of the zoom never waits for hundreds of counters.
"""

from __future__ import annotations

from collections import OrderedDict
from math import ceil, exp, log
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QElapsedTimer, QObject, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap, QPolygonF

from tabuleiro.host.counter import paint_lying
from tabuleiro.host.counter.outline import OUTLINES
from tabuleiro.host.map.board_item import writing

if TYPE_CHECKING:
    from tabuleiro.host.counter import Face

__all__ = ["BucketArt", "paint_number"]

_STEP: Final = log(1.125)
_KEPT_BYTES: Final = 16 * 2**20
_LONGEST: Final = 1600
"""So many pixels long a picture is made at most; a large one that one looks at closely is coarser.
"""
_SLOT_MS: Final = 6
_KEPT_A_FRAME: Final = 16
_AT_ONCE_MS: Final = 4
"""So long one frame may make counters that it needs and that are there in no size at all."""
_EDGE: Final = QColor(30, 24, 18)
_TAG: Final = 15.0
"""So many units of the scene wide is the sign with the number of counters."""


class BucketArt(QObject):
    """A cache of counters as pixmaps, by look and size in steps of an eighth."""

    made = Signal()
    """Counters are there that were missing."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Begin with nothing."""
        super().__init__(parent)
        self._kept: dict[Face, OrderedDict[int, QPixmap]] = {}
        self._recent: OrderedDict[tuple[Face, int], int] = OrderedDict()
        self._bytes = 0
        self._wanted: dict[tuple[Face, int], None] = {}
        self._idle = QTimer(self)
        self._idle.setInterval(0)
        self._idle.timeout.connect(self._make_some)
        self._frame = QElapsedTimer()
        self._frame.start()
        self.generation = 0
        """Grows whenever a counter was made: whoever has one in another size asks again."""
        self.ratio = 1.0
        """How many pixels of the device are a point of the window."""
        self._may_keep = 0
        self._plain: dict[tuple[str, str, int | None, int, float], QPixmap] = {}
        self._numbers: dict[tuple[int, int], QPixmap] = {}

    @staticmethod
    def bucket(side: float) -> int:
        """Return the number of the size for counters of so many pixels.

        >>> BucketArt.bucket(39) == BucketArt.bucket(42), BucketArt.pixels(BucketArt.bucket(40))
        (True, 43)
        """
        return ceil(log(max(side, 8.0)) / _STEP - 1e-9)

    @staticmethod
    def pixels(bucket: int) -> int:
        """Return how many pixels the counters of a size have."""
        return round(exp(bucket * _STEP))

    def begin_frame(self, ratio: float) -> None:
        """A frame begins: it may make a few counters at once, and keep pictures of some stacks."""
        self.ratio = ratio
        self._may_keep = _KEPT_A_FRAME
        self._frame.restart()

    def may_keep(self) -> bool:
        """Return whether one more stack may keep a picture in this frame; the others wait."""
        self._may_keep -= 1
        return self._may_keep >= 0

    def has(self, face: Face, bucket: int) -> bool:
        """Return whether a counter is there in the right size."""
        return bucket in self._kept.get(face, ())

    def pixmap(self, face: Face, bucket: int) -> QPixmap:
        """Return a counter, in another size if the right one is not there yet."""
        sizes = self._kept.get(face)
        if sizes is not None:
            found = sizes.get(bucket)
            if found is not None:
                return found
        if sizes is None or not sizes:
            if self._frame.elapsed() < _AT_ONCE_MS:
                return self.make(face, bucket)
            self._want(face, bucket)
            return QPixmap()
        self._want(face, bucket)
        return sizes[min(sizes, key=lambda other: abs(other - bucket))]

    def _want(self, face: Face, bucket: int) -> None:
        self._wanted[face, bucket] = None
        if not self._idle.isActive():
            self._idle.start()

    def plain(self, face: Face, pixels: int, ratio: float = 1.0, *, glyph: bool = False) -> QPixmap:
        """Return a square in the colour of a counter, perhaps with the glyph of its side."""
        key = (face.ground, face.ink, face.outline % OUTLINES if glyph else None, pixels, ratio)
        found = self._plain.get(key)
        if found is None:
            found = self._plain[key] = _plain(*key)
        return found

    def number(self, count: int, pixels: int) -> QPixmap:
        """Return the sign that tells how many counters there are."""
        found = self._numbers.get((count, pixels))
        if found is None:
            found = QPixmap(pixels, pixels)
            found.fill(Qt.GlobalColor.transparent)
            painter = QPainter(found)
            paint_number(painter, QRectF(found.rect()), count)
            painter.end()
            self._numbers[count, pixels] = found
        return found

    def make(self, face: Face, bucket: int) -> QPixmap:
        """Make a counter now."""
        wide, high = face.box
        pixels = min(float(self.pixels(bucket)), _LONGEST / max(wide, high))
        pixmap = QPixmap(ceil(wide * pixels), ceil(high * pixels))
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        paint_lying(painter, face, pixels)
        painter.end()
        room = pixmap.width() * pixmap.height() * 4
        self._kept.setdefault(face, OrderedDict())[bucket] = pixmap
        self._recent[face, bucket] = room
        self._bytes += room
        while self._bytes > _KEPT_BYTES and len(self._recent) > 1:
            (old, size), room = self._recent.popitem(last=False)
            self._kept[old].pop(size, None)
            self._bytes -= room
        self.generation += 1
        return pixmap

    def _make_some(self) -> None:
        clock = QElapsedTimer()
        clock.start()
        while self._wanted and clock.elapsed() < _SLOT_MS:
            face, bucket = next(iter(self._wanted))
            del self._wanted[face, bucket]
            if bucket not in self._kept.get(face, ()):
                self.make(face, bucket)
        if not self._wanted:
            self._idle.stop()
            self.made.emit()

    @property
    def busy(self) -> bool:
        """Whether counters are still to be made."""
        return bool(self._wanted)

    def ensure(self) -> None:
        """Make all that is wanted, for a picture of the window."""
        while self._wanted:
            self._make_some()

    def forget_wanted(self) -> None:
        """Another size is shown now: what was wanted for the last one is not."""
        self._wanted.clear()

    def stop(self) -> None:
        """Make no more."""
        self._idle.stop()
        self._wanted.clear()


def paint_number(painter: QPainter, area: QRectF, count: int) -> None:
    """Draw the sign that tells how many counters there are."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(area.topLeft())
    painter.scale(area.width() / _TAG, area.height() / _TAG)
    box = QRectF(1, 1, _TAG - 2, _TAG - 2)
    painter.setPen(QPen(QColor("#ffffff"), 1.2))
    painter.setBrush(QColor("#33281c"))
    painter.drawEllipse(box)
    painter.setFont(writing(9))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(count))
    painter.restore()


def _plain(ground: str, ink: str, outline: int | None, pixels: int, ratio: float) -> QPixmap:
    """Return a square in two colours, what tells its side from others in the second."""
    pixmap = QPixmap(pixels, pixels)
    pixmap.fill(_EDGE)
    painter = QPainter(pixmap)
    by = max(1.0, pixels * 0.1) if outline is not None else 1.0
    inner = QRectF(pixmap.rect()).adjusted(by, by, -by, -by)
    painter.fillRect(inner, QColor(ground))
    if outline is not None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(ink))
        _glyph(painter, outline, inner)
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


def _glyph(painter: QPainter, number: int, area: QRectF) -> None:
    """Draw what tells a side's plain squares from those of others: a bar, a wedge, a dot ..."""
    by = 0.2 * area.width()
    if number == 0:
        painter.drawRect(area.adjusted(by, 2 * by, -by, -2 * by))
    elif number == 4:
        painter.drawEllipse(area.adjusted(by, by, -by, -by))
    elif number == 5:
        painter.drawRect(area.adjusted(2 * by, 0, -2 * by, 0))
    else:
        ends = {
            1: (area.bottomLeft(), area.bottomRight(), area.center()),
            2: (area.topLeft(), area.topRight(), area.center()),
            3: (area.topLeft(), area.topRight(), area.bottomLeft()),
        }
        painter.drawConvexPolygon(QPolygonF(ends[number]))
