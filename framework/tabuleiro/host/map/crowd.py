"""Rectangles that are in each other's way."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from tabuleiro.host.map.picture import SCALE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtCore import QRectF

__all__ = ["Crowd"]


class Crowd:
    """Rectangles in the scene, found quickly by where they lie."""

    def __init__(self, areas: Iterable[QRectF] = (), cell: float = 2 * SCALE) -> None:
        """Begin with these; looked up by cells so wide and high."""
        self._cell = cell
        self._cells: dict[tuple[int, int], list[tuple[float, float, float, float, QRectF]]]
        self._cells = defaultdict(list)
        for area in areas:
            self.add(area)

    def add(self, area: QRectF) -> None:
        """Add one more."""
        left, top, right, bottom = _edges(area)
        columns, rows = self._under(left, right), self._under(top, bottom)
        edges = (left, top, right, bottom, area)  # numbers: of rectangles each would be a call
        for column in columns:
            for row in rows:
                self._cells[column, row].append(edges)

    def covered(self, area: QRectF, own: QRectF | None = None) -> float:
        """Return how much of an area is covered, by others than its ``own`` rectangle."""
        left, top, right, bottom = _edges(area)
        rows, counted, found = self._under(top, bottom), set(), 0.0
        for column in self._under(left, right):
            for row in rows:
                for x, y, end, low, each in self._cells.get((column, row), ()):
                    apart = x >= right or end <= left or y >= bottom or low <= top
                    if apart or each is own or id(each) in counted:
                        continue
                    counted.add(id(each))
                    across = min(end, right) - max(x, left)
                    found += across * (min(low, bottom) - max(y, top))
        return found

    def near(self, area: QRectF) -> list[tuple[float, float, float, float]]:
        """Return the edges of all that lies in the cells under an area, in order."""
        rows = self._under(area.top(), area.bottom())
        found = {
            id(each): edges
            for column in self._under(area.left(), area.right())
            for row in rows
            for *edges, each in self._cells.get((column, row), ())
        }
        return sorted((x, y, end, low) for x, y, end, low in found.values())

    def _under(self, begin: float, end: float) -> range:
        """Return the columns, or the rows, of cells from one edge to the other."""
        return range(int(begin // self._cell), int(end // self._cell) + 1)


def _edges(area: QRectF) -> tuple[float, float, float, float]:
    return area.left(), area.top(), area.right(), area.bottom()
