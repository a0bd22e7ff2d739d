"""Hexes as shapely figures. Nothing imports this module before a figure is asked for."""

from collections.abc import Sequence

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import MultiPolygon, Polygon


def polygons(outlines: Sequence[Sequence[tuple[float, float]]]) -> NDArray[np.object_]:
    """Return a polygon for each list of corners; all lists are equally long.

    >>> polygons([[(0, 0), (1, 0), (1, 1)]])[0].area
    0.5
    """
    made = np.asarray(shapely.polygons(np.array(outlines, dtype=np.float64)), dtype=np.object_)
    made.flags.writeable = False
    return made


def union(parts: NDArray[np.object_]) -> Polygon | MultiPolygon:
    """Unite polygons that touch but do not overlap.

    >>> union(polygons([[(0, 0), (1, 0), (1, 1)], [(0, 0), (1, 1), (0, 1)]])).area
    1.0
    """
    whole = shapely.coverage_union_all(parts)
    return whole if isinstance(whole, Polygon | MultiPolygon) else Polygon()
