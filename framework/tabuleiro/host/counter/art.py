"""Pictures of counters, made once for each look and size and kept while they are in use."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap

from tabuleiro.host.counter.face import Face
from tabuleiro.host.counter.paint import paint_counter

__all__ = ["CounterArt"]

_KEPT_BYTES: Final = 32 * 2**20


class CounterArt:
    """A cache of counters as pixmaps, by look and size in device pixels."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._kept: OrderedDict[tuple[Face, int], QPixmap] = OrderedDict()
        self._bytes = 0

    def pixmap(self, face: Face, side: float, ratio: float = 1.0) -> QPixmap:
        """Return a counter of ``side`` points on a screen of ``ratio`` pixels a point."""
        pixels = max(8, round(side * ratio))
        key = (face, pixels)
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = self._drawn(face, pixels)
            self._bytes += pixels * pixels * 4
            while self._bytes > _KEPT_BYTES:
                (_face, old), _pixmap = self._kept.popitem(last=False)
                self._bytes -= old * old * 4
        else:
            self._kept.move_to_end(key)
        return found

    @staticmethod
    def _drawn(face: Face, pixels: int) -> QPixmap:
        pixmap = QPixmap(pixels, pixels)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        paint_counter(painter, face, pixels)
        painter.end()
        return pixmap
