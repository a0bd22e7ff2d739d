"""Rectangles that are in each other's way."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF

from tabuleiro.host.map.picture import SCALE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["Crowd"]


class Crowd:
    """Rectangles in the scene, found quickly by where they lie."""

    def __init__(self, areas: Iterable[QRectF] = (), cell: float = 2 * SCALE) -> None:
        """Begin with these; looked up by cells so wide and high."""
        self._cell = cell
        self._cells: dict[tuple[int, int], list[QRectF]] = defaultdict(list)
        for area in areas:
            self.add(area)

    def add(self, area: QRectF) -> None:
        """Add one more."""
        for cell in self._under(area):
            self._cells[cell].append(area)

    def covered(self, area: QRectF, own: QRectF | None = None) -> float:
        """Return how much of an area is covered, by others than its ``own`` rectangle."""
        found = {id(each): each for cell in self._under(area) for each in self._cells.get(cell, ())}
        others = (each for each in found.values() if each is not own and each.intersects(area))
        parts = (each.intersected(area) for each in others)
        return sum(part.width() * part.height() for part in parts)

    def _under(self, area: QRectF) -> Iterator[tuple[int, int]]:
        cell = self._cell
        for column in range(int(area.left() // cell), int(area.right() // cell) + 1):
            for row in range(int(area.top() // cell), int(area.bottom() // cell) + 1):
                yield column, row
