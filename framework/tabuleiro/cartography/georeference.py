"""Where on the globe a hex lies.

A board is tied to the globe by a plane map (the affine part) and, if its printed towns do not quite
fit one, by a rubber sheet: a few nodes that pull their surroundings along. Both are data.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import fsum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tabuleiro.cartography.steady import Array, fading, snapped

__all__ = ["Array", "Georeference", "fit"]

_ROUNDS: Final = 60
"""The most rounds of the inverse, which comes closer in each."""
_CLOSE: Final = 1e-8
_AT_ONCE: Final = 256
"""So many points are pulled at once: their numbers stay near the processor."""


@dataclass(frozen=True)
class Georeference:
    """The tie between points of a board and longitude and latitude.

    ``affine`` is (lon0, lon_x, lon_y, lat0, lat_x, lat_y). A node of the sheet is (x, y, wide pull
    in x and y, narrow pull in x and y); ``reach`` holds the wide and the narrow reach in hexes.

    >>> tie = Georeference((120.0, 0.1, 0.0, 10.0, 0.0, -0.1))
    >>> lon, lat = tie.to_globe(np.array([5.0]), np.array([2.0]))
    >>> round(float(lon[0]), 6), round(float(lat[0]), 6)
    (120.5, 9.8)
    >>> [round(float(each[0]), 6) for each in tie.to_board(lon, lat)]
    [5.0, 2.0]
    """

    affine: tuple[float, float, float, float, float, float]
    nodes: Array = field(default_factory=lambda: np.zeros((0, 6)))
    reach: tuple[float, float] = (4.0, 1.6)

    def to_globe(self, x: Array, y: Array) -> tuple[Array, Array]:
        """Return longitude and latitude of points of the board."""
        dx, dy = self._pull(x, y)
        lon0, lon_x, lon_y, lat0, lat_x, lat_y = self.affine
        x, y = x + dx, y + dy
        return lon0 + x * lon_x + y * lon_y, lat0 + x * lat_x + y * lat_y

    def to_board(self, lon: Array, lat: Array) -> tuple[Array, Array]:
        """Return the points of the board at longitudes and latitudes.

        The same point of the globe is the same point of the board to the last bit, wherever it
        stands in the arrays: a ring that is closed stays so.
        """
        lon0, lon_x, lon_y, lat0, lat_x, lat_y = self.affine
        east, north = lon - lon0, lat - lat0
        flat_x = (east * lat_y - north * lon_y) / self.stretch
        flat_y = (north * lon_x - east * lat_x) / self.stretch
        x, y = flat_x.copy(), flat_y.copy()
        far = np.arange(len(x))  # the points that are still on their way
        for _round in range(_ROUNDS if len(self.nodes) else 0):
            dx, dy = self._pull(x[far], y[far])
            step_x, step_y = flat_x[far] - dx - x[far], flat_y[far] - dy - y[far]
            x[far] += step_x
            y[far] += step_y
            far = far[np.maximum(np.abs(step_x), np.abs(step_y)) > _CLOSE]
            if not len(far):
                break
        return snapped(x), snapped(y)

    @property
    def stretch(self) -> float:
        """How large the board is on the globe (the determinant); next to 0 for a mere line."""
        _lon0, lon_x, lon_y, _lat0, lat_x, lat_y = self.affine
        return lon_x * lat_y - lon_y * lat_x

    def point(self, lon: float, lat: float) -> tuple[float, float]:
        """Return the point of the board at one longitude and latitude."""
        x, y = self.to_board(np.array([lon]), np.array([lat]))
        return float(x[0]), float(y[0])

    def folds(self, x: Array, y: Array) -> NDArray[np.bool_]:
        """Tell at which points the sheet is folded over itself, so that it cannot be used."""
        step = 0.05
        right, down = self._pull(x + step, y), self._pull(x, y + step)
        here = self._pull(x, y)
        xx, yx = (right[0] - here[0]) / step + 1, (right[1] - here[1]) / step
        xy, yy = (down[0] - here[0]) / step, (down[1] - here[1]) / step + 1
        folded: NDArray[np.bool_] = xx * yy - xy * yx <= 0.05
        return folded

    def _pull(self, x: Array, y: Array) -> tuple[Array, Array]:
        """Return by how much the sheet moves points."""
        moved = [np.zeros((2, 0))]
        for first in range(0, len(x), _AT_ONCE):
            few = slice(first, first + _AT_ONCE)
            moved.append(self._pull_few(x[few], y[few]))
        dx, dy = np.concatenate(moved, axis=1)
        return dx, dy

    def _pull_few(self, x: Array, y: Array) -> Array:
        """Return by how much a few points are moved; nodes are rows, summed in their order.

        Only `cumsum` promises an order: `sum` takes numbers in pairs, by where they stand.
        """
        if not len(self.nodes):
            return np.zeros((2, len(x)))
        node_x, node_y, wide_x, wide_y, narrow_x, narrow_y = self.nodes.T[:, :, np.newaxis]
        across, down = x - node_x, y - node_y
        far = across * across + down * down
        wide, narrow = (2 * reach * reach for reach in self.reach)
        near, close = fading(far / wide), fading(far / narrow)
        pulls = np.stack([near * wide_x + close * narrow_x, near * wide_y + close * narrow_y])
        pulled: Array = np.cumsum(pulls, axis=1)[:, -1]
        return pulled


def fit(board: Sequence[tuple[float, float]], globe: Sequence[tuple[float, float]]) -> Georeference:
    """Return the plane map that ties points of the board to the globe best (least squares).

    >>> tie = fit([(0, 0), (10, 0), (0, 10)], [(120, 10), (121, 10), (120, 9)])
    >>> [round(part, 6) + 0.0 for part in tie.affine]
    [120.0, 0.1, 0.0, 10.0, 0.0, -0.1]
    """
    xs, ys = zip(*board, strict=True)
    x, y = _off_the_mean(xs), _off_the_mean(ys)
    xx, xy, yy = _product(x, x), _product(x, y), _product(y, y)
    spread = xx * yy - xy * xy
    affine: list[float] = []
    for values in zip(*globe, strict=True):
        z = _off_the_mean(values)
        by_x, by_y = 0.0, 0.0
        if spread > _CLOSE * xx * yy:  # else all lie on one line, which ties nothing
            by_x = (_product(x, z) * yy - _product(y, z) * xy) / spread
            by_y = (_product(y, z) * xx - _product(x, z) * xy) / spread
        affine += [(fsum(values) - by_x * fsum(xs) - by_y * fsum(ys)) / len(xs), by_x, by_y]
    lon0, lon_x, lon_y, lat0, lat_x, lat_y = affine
    return Georeference((lon0, lon_x, lon_y, lat0, lat_x, lat_y))


def _off_the_mean(values: Sequence[float]) -> list[float]:
    mean = fsum(values) / len(values)
    return [value - mean for value in values]


def _product(a: Sequence[float], b: Sequence[float]) -> float:
    return fsum(one * other for one, other in zip(a, b, strict=True))
