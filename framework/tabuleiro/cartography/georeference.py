"""Where on the globe a hex lies.

A board is tied to the globe by a plane map (the affine part) and, if its printed towns do not quite
fit one, by a rubber sheet: a few nodes that pull their surroundings along. Both are data.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["Array", "Georeference", "fit"]

Array: TypeAlias = NDArray[np.float64]

_CHUNK: Final = 8192
"""So many points are moved at once: the sheet needs a table of points by nodes."""
_ROUNDS: Final = 60
"""The most rounds of the inverse, which comes closer in each."""
_CLOSE: Final = 1e-8


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
        """Return the points of the board at longitudes and latitudes."""
        lon0, lon_x, lon_y, lat0, lat_x, lat_y = self.affine
        turn = np.linalg.inv(np.array([[lon_x, lon_y], [lat_x, lat_y]]))
        flat_x, flat_y = turn @ np.vstack([lon - lon0, lat - lat0])
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
        return x, y

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
        if not len(self.nodes):
            return np.zeros_like(x), np.zeros_like(y)
        wide, narrow = (2 * reach * reach for reach in self.reach)
        parts = []
        for start in range(0, max(len(x), 1), _CHUNK):
            here = slice(start, start + _CHUNK)
            far = (x[here, None] - self.nodes[:, 0]) ** 2 + (y[here, None] - self.nodes[:, 1]) ** 2
            near, close = np.exp(-far / wide), np.exp(-far / narrow)
            parts.append(near @ self.nodes[:, 2:4] + close @ self.nodes[:, 4:6])
        moved = np.concatenate(parts)
        return moved[:, 0], moved[:, 1]


def fit(board: Sequence[tuple[float, float]], globe: Sequence[tuple[float, float]]) -> Georeference:
    """Return the plane map that ties points of the board to the globe best (least squares).

    >>> tie = fit([(0, 0), (10, 0), (0, 10)], [(120, 10), (121, 10), (120, 9)])
    >>> [round(part, 6) + 0.0 for part in tie.affine]
    [120.0, 0.1, 0.0, 10.0, 0.0, -0.1]
    """
    points = np.array([(1.0, x, y) for x, y in board])
    found, *_rest = np.linalg.lstsq(points, np.array(globe, dtype=float), rcond=None)
    lon, lat = found[:, 0], found[:, 1]
    return Georeference(
        (float(lon[0]), float(lon[1]), float(lon[2]), float(lat[0]), float(lat[1]), float(lat[2]))
    )
