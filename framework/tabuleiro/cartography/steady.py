"""Reckoning that comes out the same on every machine, to the last bit.

Sums, products, quotients and square roots are exact to the last bit everywhere. Products of
matrices, powers, exponentials and angles are not: their last bits hang on the processor, on the
library, even on where in an array a number stands. Where such a bit decides about a hex, or whether
a ring is closed, another machine makes another board. So boards are reckoned with the former alone,
in a fixed order, and points come to a grid before anything is decided by them.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry as Geometry

__all__ = ["Array", "exact", "fading", "length", "snapped", "snapped_figure"]

Array: TypeAlias = NDArray[np.float64]

_GRID: Final = 2.0**30
"""So many steps of the grid make the distance from hex to hex: 4 micrometres on 4 km."""
_DIGITS: Final = 9
_LN2: Final = 0.6931471805599453
_TERMS: Final = 13
"""So many terms of the series for exp reach the last bit between -0.35 and 0.35."""


def snapped(points: Array) -> Array:
    """Return coordinates brought to the grid.

    >>> snapped(np.array([1 / 3, 1 / 3 + 1e-16, 2.5])).tolist()
    [0.3333333330228925, 0.3333333330228925, 2.5]
    """
    on_grid: Array = np.rint(points * _GRID) / _GRID
    return on_grid


def snapped_figure(figure: Geometry) -> Geometry:
    """Return a figure with its corners on the grid; polygons stay sound.

    >>> snapped_figure(shapely.Point(1 / 3, 2.5)).wkt
    'POINT (0.3333333330228925 2.5)'
    """
    moved = shapely.transform(figure, snapped)
    if shapely.is_valid(moved):
        return moved
    return shapely.make_valid(moved, method="structure", keep_collapsed=False)


def exact(value: float) -> float:
    """Return a number without the digits that machines may disagree about.

    >>> exact(0.1 + 0.2) == exact(0.3)
    True
    """
    return round(float(value), _DIGITS)


def fading(distance: Array) -> Array:
    """Return exp(-distance), for distances from 0 upwards.

    >>> fading(np.array([0.0, 1.0, 1e6])).tolist()
    [1.0, 0.36787944117144233, 0.0]
    """
    halvings = np.rint(distance / _LN2)
    rest = halvings * _LN2 - distance
    series = np.ones_like(rest)
    for term in range(_TERMS, 0, -1):
        series = 1 + series * rest / term
    faded: Array = np.ldexp(series, -np.minimum(halvings, 1100).astype(np.int32))
    return faded


def length(x: Array, y: Array) -> Array:
    """Return how long steps are.

    >>> length(np.array([3.0]), np.array([4.0])).tolist()
    [5.0]
    """
    long: Array = np.sqrt(x * x + y * y)
    return long
