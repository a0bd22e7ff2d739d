"""Bringing rivers to hexsides.

A river on the globe is a line; on a board it runs along the sides of hexes. Of all ways from
corner to corner the one is taken that keeps closest to the line.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from typing import Final

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry as Geometry

from tabuleiro.board import HexGeometry, Point, Side
from tabuleiro.cartography.steady import exact

__all__ = ["Corners", "Course", "snap"]

_NEAR: Final = 2.0
"""No further than this a river is looked for beside its line."""
_SAMPLES: Final = (0.1, 0.3, 0.5, 0.7, 0.9)
_LENGTH: Final = 0.05
"""What a side costs that lies on the line, so that a river makes no needless turns."""


@dataclass(frozen=True)
class Corners:
    """The corners of the hexes and the sides that join them."""

    geometry: HexGeometry
    sides: Mapping[Point, Mapping[Point, Side]]
    touching: Mapping[Point, tuple[str, ...]]
    """The hexes that meet at a corner."""

    @classmethod
    def of(cls, geometry: HexGeometry) -> Corners:
        """Return the corners of a board."""
        grid = geometry.grid
        sides: defaultdict[Point, dict[Point, Side]] = defaultdict(dict)
        touching: defaultdict[Point, list[str]] = defaultdict(list)
        for a in grid.hexes:
            for corner in geometry.corners(a):
                touching[corner].append(a)
            for b in grid.neighbours(a):
                if a < b:
                    start, end = geometry.side_line(a, b)
                    sides[start][end] = sides[end][start] = (a, b)
        return cls(geometry, sides, {corner: tuple(hexes) for corner, hexes in touching.items()})

    def course(self, sides: Sequence[Side]) -> list[Point] | None:
        """Return the corners along a chain of sides, None if it is not one chain.

        >>> from tabuleiro.board import HexGrid
        >>> corners = Corners.of(HexGeometry(HexGrid(3, 3)))
        >>> len(corners.course([("0201", "0202"), ("0202", "0301")]))
        3
        >>> corners.course([("0201", "0202"), ("0101", "0102")]) is None
        True
        """
        ends = [self.geometry.side_line(a, b) for a, b in sides]
        if len(ends) == 1:
            return list(ends[0])
        first, second = ends[0], ends[1]
        here = first[1] if first[1] in second else first[0]
        course = [first[0] if here == first[1] else first[1]]
        for start, end in ends:
            if course[-1] not in (start, end):
                return None
            course.append(end if start == course[-1] else start)
        return course

    def beside(self, course: Sequence[Point]) -> list[Side]:
        """Return the sides along a way from corner to corner."""
        return [self.sides[a][b] for a, b in pairwise(course)]


@dataclass(frozen=True)
class Course:
    """What a river wants: a line to follow, where to begin, and where it may end."""

    line: Geometry
    start: Point
    end: Point
    usable: Callable[[Side], bool]
    ends: Callable[[Point], bool]
    passes: Callable[[Point], bool]
    """Whether it may run through a corner on its way."""


def snap(corners: Corners, wish: Course) -> list[Point] | None:
    """Return the corners along a river from source to mouth, None if there is no way."""
    near = [point for point in corners.sides if _apart(point, wish.end) <= _NEAR]
    goals = {point for point in near if wish.ends(point)}
    starts = sorted(
        (
            point
            for point, ways in corners.sides.items()
            if wish.passes(point) and any(wish.usable(side) for side in ways.values())
        ),
        key=lambda point: (_apart(point, wish.start), point),
    )
    if not goals or not starts or _apart(starts[0], wish.start) > _NEAR:
        return None
    reached = _search(corners, wish, starts[0], goals)
    ends = [point for point in goals if point in reached and point != starts[0]]
    if not ends:
        return None
    last = min(ends, key=lambda point: (reached[point][0] + _apart(point, wish.end), point))
    return _way(reached, last)


def _search(
    corners: Corners, wish: Course, start: Point, goals: Iterable[Point]
) -> dict[Point, tuple[float, Point | None]]:
    """Return what it costs to reach each corner, and the corner before it."""
    closed = set(goals)
    prices = _prices(corners, wish)
    reached: dict[Point, tuple[float, Point | None]] = {start: (0.0, None)}
    edge = [(0.0, start)]
    while edge:
        spent, here = heapq.heappop(edge)
        if spent > reached[here][0] or (here in closed and here != start):
            continue
        for there, side in corners.sides[here].items():
            if side not in prices or not (there in closed or wish.passes(there)):
                continue
            cost = exact(spent + prices[side])
            if there not in reached or cost < reached[there][0]:
                reached[there] = (cost, here)
                heapq.heappush(edge, (cost, there))
    return reached


def _prices(corners: Corners, wish: Course) -> dict[Side, float]:
    """Return what the sides near the line cost: more, the further they lie from it."""
    left, top, right, bottom = shapely.bounds(wish.line)
    sides: dict[Side, tuple[Point, Point]] = {}
    for (x, y), ways in corners.sides.items():
        inside = left - _NEAR <= x <= right + _NEAR and top - _NEAR <= y <= bottom + _NEAR
        for end, side in ways.items():
            if inside and side not in sides and wish.usable(side):
                sides[side] = ((x, y), end)
    if not sides:
        return {}
    parts = np.array(_SAMPLES)
    ends = np.array(list(sides.values()))
    points = ends[:, None, 0] + parts[None, :, None] * (ends[:, None, 1] - ends[:, None, 0])
    apart = shapely.distance(shapely.points(points), wish.line)
    costs = _LENGTH + np.mean(apart * apart, axis=1)
    return {side: exact(cost) for side, cost in zip(sides, costs, strict=True)}


def _way(reached: Mapping[Point, tuple[float, Point | None]], last: Point) -> list[Point]:
    way = [last]
    while (before := reached[way[-1]][1]) is not None:
        way.append(before)
    return way[::-1]


def _apart(a: Point, b: Point) -> float:
    return exact(sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2))
