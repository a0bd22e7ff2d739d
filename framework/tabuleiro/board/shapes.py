"""Places as shapely figures. Nothing imports this module before a figure is asked for."""

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry as Geometry
from shapely.geometry.polygon import orient
from shapely.ops import polylabel

_CROWDED: Final = 40
"""So many others each figure may have around it, taken together."""
_ENOUGH: Final = 0.75
_CORNER: Final = 6
"""So many times as long as outlines may be apart must a border be that two figures share."""


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


def any_polygons(outlines: Sequence[Sequence[tuple[float, float]]]) -> NDArray[np.object_]:
    """Return a polygon for each list of corners, however many each has.

    >>> [p.area for p in any_polygons([[(0, 0), (1, 0), (1, 1)], [(0, 0), (2, 0), (2, 2), (0, 2)]])]
    [0.5, 4.0]
    """
    made = np.empty(len(outlines), dtype=np.object_)
    made[:] = [shapely.Polygon(corners) for corners in outlines]
    made.flags.writeable = False
    return made


def union_of_any(parts: Sequence[Polygon | MultiPolygon]) -> Polygon | MultiPolygon:
    """Unite polygons of any shape."""
    whole = shapely.union_all(list(parts))
    return whole if isinstance(whole, Polygon | MultiPolygon) else Polygon()


def rings(figure: Polygon | MultiPolygon) -> tuple[tuple[tuple[float, float], ...], ...]:
    """Return the closed lines round a figure: outer ones clockwise as seen, y growing down.

    >>> rings(shapely.box(0, 0, 1, 1))
    (((1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0), (1.0, 0.0)),)
    """
    parts = [orient(part) for part in shapely.get_parts(figure) if not part.is_empty]
    lines = [ring for part in parts for ring in (part.exterior, *part.interiors)]
    return tuple(_points(line) for line in lines)


def joined(
    lines: Iterable[Sequence[tuple[float, float]]],
) -> tuple[tuple[tuple[float, float], ...], ...]:
    """Join lines at their ends to lines as long as possible.

    >>> joined([[(0, 0), (1, 0)], [(1, 0), (2, 1)]])
    (((0.0, 0.0), (1.0, 0.0), (2.0, 1.0)),)
    """
    whole = shapely.line_merge(shapely.MultiLineString([list(line) for line in lines]))
    return tuple(_points(part) for part in shapely.get_parts(whole) if not part.is_empty)


def shared_lines(
    a: Polygon | MultiPolygon, b: Polygon | MultiPolygon, near: float
) -> list[tuple[tuple[float, float], ...]]:
    """Return the border that two figures share, outlines no further apart than ``near``.

    One that is no longer than a corner is none.

    >>> shared_lines(shapely.box(0, 0, 1, 1), shapely.box(1, 0, 2, 1), 0.03)
    [((1.0, 1.0), (1.0, 0.0))]
    >>> len(shared_lines(shapely.box(0, 0, 1, 1), shapely.box(1.01, 0, 2, 1), 0.03))
    1
    >>> shared_lines(shapely.box(0, 0, 1, 1), shapely.box(1, 1, 2, 2), 0.03)
    []
    """
    if not shapely.dwithin(a, b, near):
        return []
    border = shapely.boundary(b)
    exact = _long_lines(shapely.intersection(border, shapely.boundary(a)), _CORNER * near)
    return exact or _long_lines(
        shapely.intersection(border, shapely.buffer(a, near)), _CORNER * near
    )


def _long_lines(figure: Geometry, least: float) -> list[tuple[tuple[float, float], ...]]:
    lines = [
        part for part in shapely.get_parts(figure) if part.geom_type == "LineString" and part.length
    ]
    merged = shapely.line_merge(shapely.MultiLineString(lines))
    return [_points(part) for part in shapely.get_parts(merged) if part.length > least]


def is_sound(corners: Sequence[tuple[float, float]]) -> bool:
    """Return whether corners go round an area without crossing their own line.

    >>> is_sound([(0, 0), (1, 0), (1, 1)]), is_sound([(0, 0), (1, 1), (1, 0), (0, 1)])
    (True, False)
    """
    figure = shapely.Polygon(corners)
    return bool(shapely.is_valid(figure)) and figure.area > 0


def inner_point(figure: Polygon | MultiPolygon) -> tuple[float, float]:
    """Return the point of a figure that is furthest from its outline: where there is most room.

    >>> x, y = inner_point(shapely.box(0, 0, 2, 2))
    >>> round(x, 1), round(y, 1)
    (1.0, 1.0)
    """
    largest = max(shapely.get_parts(figure), key=lambda part: part.area)
    if not isinstance(largest, Polygon) or not largest.area:
        point = shapely.centroid(figure)
        return float(point.x), float(point.y)
    border = shapely.boundary(largest)
    widest = polylabel(largest, tolerance=max(0.01 * largest.area**0.5, 1e-6))
    middle = shapely.centroid(largest)
    # In a long figure there is as much room at many points: then its middle is meant.
    near = shapely.contains(largest, middle) and shapely.distance(
        middle, border
    ) > _ENOUGH * shapely.distance(widest, border)
    point = middle if near else widest
    return float(point.x), float(point.y)


def _points(line: LineString) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), float(y)) for x, y in shapely.get_coordinates(line))


def close_pairs(figures: NDArray[np.object_], near: float) -> list[tuple[int, int]]:
    """Return which figures lie no further apart than ``near``, by their numbers.

    Raises `ValueError` if so many lie on one another that they are no map.

    >>> close_pairs(polygons([[(0, 0), (1, 0), (1, 1)], [(1, 0), (2, 0), (2, 1)]]), 0.1)
    [(0, 1)]
    """
    if not len(figures):
        return []
    tree = shapely.STRtree(figures)
    if tree.query(figures).shape[1] > _CROWDED * (len(figures) + 10):
        raise ValueError(len(figures))
    pairs = tree.query(figures, predicate="dwithin", distance=near)
    return sorted({(int(a), int(b)) for a, b in pairs.T if a < b})
