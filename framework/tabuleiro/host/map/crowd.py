"""Rectangles that are in each other's way."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRectF

from tabuleiro.host.map.picture import SCALE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["Crowd"]

_CELL: Final = 2 * SCALE


class Crowd:
    """Rectangles in the scene, found quickly by where they lie."""

    def __init__(self, areas: Iterable[QRectF] = ()) -> None:
        """Begin with these."""
        self._cells: dict[tuple[int, int], list[QRectF]] = defaultdict(list)
        for area in areas:
            self.add(area)

    def add(self, area: QRectF) -> None:
        """Add one more."""
        for cell in _cells(area):
            self._cells[cell].append(area)

    def covered(self, area: QRectF) -> float:
        """Return how much of an area is covered."""
        found = {id(each): each for cell in _cells(area) for each in self._cells.get(cell, ())}
        parts = (each.intersected(area) for each in found.values() if each.intersects(area))
        return sum(part.width() * part.height() for part in parts)


def _cells(area: QRectF) -> Iterator[tuple[int, int]]:
    for column in range(int(area.left() // _CELL), int(area.right() // _CELL) + 1):
        for row in range(int(area.top() // _CELL), int(area.bottom() // _CELL) + 1):
            yield column, row
