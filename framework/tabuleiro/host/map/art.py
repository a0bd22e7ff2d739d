"""Pictures of counters on the map: made for sizes an eighth apart, a few at a time.

While one zooms, a counter is drawn from the size next to it that is there; the right one is made
when nothing else is done. So a step of the zoom never waits for hundreds of counters.
"""

from __future__ import annotations

from collections import OrderedDict
from math import ceil, exp, log
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QElapsedTimer, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPixmap

from tabuleiro.host.counter import paint_lying

if TYPE_CHECKING:
    from tabuleiro.host.counter import Face

__all__ = ["BucketArt"]

_STEP: Final = log(1.125)
_KEPT_BYTES: Final = 16 * 2**20
_LONGEST: Final = 1600
"""So many pixels long a picture is made at most; a large one that one looks at closely is coarser.
"""
_SLOT_MS: Final = 6
_AT_ONCE_MS: Final = 4
"""So long one frame may make counters that it needs and that are there in no size at all."""


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
        """Grows whenever a counter was made: whoever keeps pixmaps asks again."""

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

    def begin_frame(self) -> None:
        """A frame begins: it may make a few counters at once."""
        self._frame.restart()

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
