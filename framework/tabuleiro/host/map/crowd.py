"""Rectangles that are in each other's way.

Who looks for room tries many spots: they are reckoned together, as rows of one array.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    Spots = NDArray[np.float64]
    """Rectangles, one a row: left, top, right and bottom edge."""

__all__ = ["Crowd", "area_of", "spots_of"]


def spots_of(areas: Iterable[QRectF]) -> Spots:
    """Return rectangles as rows of an array.

    >>> spots_of([QRectF(1, 2, 10, 20)]).tolist()
    [[1.0, 2.0, 11.0, 22.0]]
    """
    edges = [(area.left(), area.top(), area.right(), area.bottom()) for area in areas]
    return np.array(edges, np.float64).reshape(-1, 4)


def area_of(spot: NDArray[np.float64]) -> QRectF:
    """Return a row of such an array as a rectangle.

    >>> area_of(spots_of([QRectF(1, 2, 10, 20)])[0])
    PySide6.QtCore.QRectF(1.000000, 2.000000, 10.000000, 20.000000)
    """
    left, top, right, bottom = spot.tolist()
    return QRectF(left, top, right - left, bottom - top)


class Crowd:
    """Rectangles that cover others.

    >>> Crowd(spots_of([QRectF(0, 0, 4, 4)])).covered(spots_of([QRectF(3, 3, 9, 9)])).tolist()
    [1.0]
    """

    def __init__(self, spots: Spots | None = None) -> None:
        """Begin with these, or with none."""
        self._spots = np.empty((0, 4)) if spots is None else spots

    def add(self, spot: NDArray[np.float64]) -> None:
        """Add one more."""
        self._spots = np.vstack((self._spots, spot))

    def covered(self, spots: Spots, but: int | None = None) -> NDArray[np.float64]:
        """Return how much of each spot is covered, by others than the one of this number."""
        if not len(spots) or not len(self._spots):
            return np.zeros(len(spots))
        about = (*spots[:, :2].min(axis=0), *spots[:, 2:].max(axis=0))
        there = self._meeting(about)
        if but is not None:
            there[but] = False
        left, top, right, bottom = self._spots[there].T
        across = np.minimum(spots[:, 2, None], right) - np.maximum(spots[:, 0, None], left)
        down = np.minimum(spots[:, 3, None], bottom) - np.maximum(spots[:, 1, None], top)
        found: NDArray[np.float64] = (across.clip(min=0.0) * down.clip(min=0.0)).sum(axis=1)
        return found

    def near(self, area: QRectF) -> list[list[float]]:
        """Return the edges of all that covers some of an area, in order."""
        about = (area.left(), area.top(), area.right(), area.bottom())
        return sorted(self._spots[self._meeting(about)].tolist())

    def _meeting(self, about: tuple[float, ...]) -> NDArray[np.bool_]:
        """Return which rectangles lie over an area, in part or whole."""
        left, top, right, bottom = about
        mine = self._spots
        return (
            (mine[:, 0] < right) & (mine[:, 2] > left) & (mine[:, 1] < bottom) & (mine[:, 3] > top)
        )
