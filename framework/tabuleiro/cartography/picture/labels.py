"""Putting names on the map so that none lies over another.

The most important ones choose first. Each takes, among its possible spots, the one that covers
least; a name that would have to lie over another is left out.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tabuleiro.cartography.steady import Array, exact

__all__ = ["Box", "Label", "Placer", "Spot", "width_of"]

_NARROW: Final = frozenset("iljtfrI.,:;'!|()- ")
_WIDE: Final = frozenset("mwMW—@%")


class Box(NamedTuple):
    """A rectangle of the page."""

    left: float
    top: float
    right: float
    bottom: float

    def common(self, other: Box) -> float:
        """Return the area that two rectangles share.

        >>> Box(0, 0, 2, 2).common(Box(1, 1, 4, 4)), Box(0, 0, 1, 1).common(Box(2, 0, 3, 1))
        (1, 0.0)
        """
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return width * height if width > 0 and height > 0 else 0.0

    def grown(self, by: float) -> Box:
        """Return a rectangle that is larger on all sides."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


def width_of(words: str, size: float, *, bold: bool = False, spacing: float = 0.0) -> float:
    """Return about how wide a text is; a little more rather than less.

    >>> width_of("Ormoc", 10) < width_of("Ormoc", 10, bold=True) < width_of("CARIGARA", 10)
    True
    """
    ems = 0.0
    for sign in words:
        if sign in _NARROW:
            ems += 0.4
        elif sign in _WIDE:
            ems += 1.02
        else:
            ems += 0.77 if sign.isupper() else 0.63
    return (ems * (1.1 if bold else 1.0)) * size + spacing * len(words)


@dataclass(frozen=True)
class Label:
    """A name that wants a place."""

    lines: tuple[str, ...]
    x: float
    y: float
    size: float
    rank: int
    """The lowest chooses first."""
    area: bool = False
    """Whether it names an area and may lie anywhere around its point, or a spot beside it."""
    gap: float = 0.0
    """How far it keeps from its point."""
    aside: float = 0.0
    """How much further it keeps to the left and right."""
    bold: bool = False
    italic: bool = False
    spacing: float = 0.0
    colour: str = "#2b2a26"
    halo: str = "#f7f1df"
    hex: str = ""
    """The hex of the town, peak or beach that it names."""
    ways: tuple[tuple[float, float, float, float], ...] = ()
    """Where it may lie, if only there: x, y, degrees clockwise, and how bad that is."""

    @cached_property
    def width(self) -> float:
        """How wide it is."""
        return max(
            width_of(line, self.size, bold=self.bold, spacing=self.spacing) for line in self.lines
        )

    @property
    def height(self) -> float:
        """How high it is."""
        return self.size * (0.98 + 1.15 * (len(self.lines) - 1))


@dataclass(frozen=True)
class Spot:
    """Where a name came to lie: the middle of its box."""

    label: Label
    x: float
    y: float
    angle: float = 0.0

    @property
    def box(self) -> Box:
        """The box it fills."""
        across, down = self.label.width / 2, self.label.height / 2
        if self.angle:
            turn = math.radians(self.angle)
            cos, sin = abs(math.cos(turn)), abs(math.sin(turn))
            across, down = across * cos + down * sin, across * sin + down * cos
        return Box(self.x - across, self.y - down, self.x + across, self.y + down)


@dataclass
class Placer:
    """The page with what is on it already."""

    page: Box
    hexes: float
    """The distance from hex to hex on the page."""
    solid: list[tuple[Box, float]] = field(default_factory=list)
    """What had better not be covered, and how bad it is."""
    points: Array = field(default_factory=lambda: np.zeros((0, 3)))
    """Points along lines, and how bad it is to cover each."""
    placed: list[Spot] = field(default_factory=list)
    left_out: list[Label] = field(default_factory=list)
    _boxes: Array = field(default_factory=lambda: np.zeros((0, 4)))
    _weights: Array = field(default_factory=lambda: np.zeros(0))
    _taken: Array = field(default_factory=lambda: np.zeros((0, 4)))

    def avoid(self, box: Box, weight: float) -> None:
        """Keep names off a box if possible."""
        self.solid.append((box, weight))

    def avoid_line(self, points: Array, weight: float) -> None:
        """Keep names off a line if possible."""
        weights = np.full((len(points), 1), weight)
        self.points = np.concatenate([self.points, np.concatenate([points, weights], axis=1)])

    def place(self, labels: Iterable[Label]) -> list[Spot]:
        """Find a spot for each name and return those that have one."""
        self._boxes = np.array([box for box, _weight in self.solid]).reshape(-1, 4)
        self._weights = np.array([weight for _box, weight in self.solid])
        for label in sorted(labels, key=lambda each: (each.rank, -each.size, each.lines)):
            ways = list(self._ways(label))
            spots = [Spot(label, x, y, angle) for x, y, angle, _price in ways]
            costs = self._costs([spot.box for spot in spots])
            prices = [
                (exact(cost + way[3]), number)
                for number, (way, cost) in enumerate(zip(ways, costs, strict=True))
                if cost is not None
            ]
            if prices:
                spot = spots[min(prices)[1]]
                self.placed.append(spot)
                self._taken = np.concatenate([self._taken, [spot.box]])
            else:
                self.left_out.append(label)
        return self.placed

    def _ways(self, label: Label) -> Iterable[tuple[float, float, float, float]]:
        """Return where a name may lie: x, y, its angle, and how bad that is."""
        if label.ways:
            return label.ways
        return ((x, y, 0.0, 2.0 * place) for place, (x, y) in enumerate(self._beside(label)))

    def _beside(self, label: Label) -> Iterator[tuple[float, float]]:
        x, y, gap = label.x, label.y, label.gap
        if label.area:
            yield from _around(x, y, self.hexes)
            return
        across, down = label.width / 2 + label.aside, label.height / 2
        for far in (1.0, 1.5):
            reach = gap * far
            yield from (
                (x, y + reach + down),
                (x, y - reach - down),
                (x + reach + across, y),
                (x - reach - across, y),
                (x + reach * 0.7 + across, y + reach * 0.7 + down * 0.6),
                (x + reach * 0.7 + across, y - reach * 0.7 - down * 0.6),
                (x - reach * 0.7 - across, y + reach * 0.7 + down * 0.6),
                (x - reach * 0.7 - across, y - reach * 0.7 - down * 0.6),
                (x + across * 0.6, y + reach + down),
                (x - across * 0.6, y + reach + down),
                (x + across * 0.6, y - reach - down),
                (x - across * 0.6, y - reach - down),
            )

    def _costs(self, boxes: Sequence[Box]) -> list[float | None]:
        """Return how bad each box is, None for those that may not be."""
        page, room = self.page, self.hexes * 0.03
        inside = [
            page.left <= box.left
            and box.right <= page.right
            and page.top <= box.top
            and box.bottom <= page.bottom
            for box in boxes
        ]
        if not any(inside):
            return [None] * len(boxes)
        table = np.array(boxes)
        whole = Box(*table[:, :2].min(axis=0), *table[:, 2:].max(axis=0)).grown(room)
        near = _touching(self._boxes, whole)
        solid, weights = self._boxes[near], self._weights[near]
        points = self.points[_inside(self.points, whole)]
        taken = self._taken[_touching(self._taken, whole)]
        return [
            _cost(box, solid, weights, points)
            if good and not _touching(taken, box.grown(room)).any()
            else None
            for box, good in zip(boxes, inside, strict=True)
        ]


def _touching(boxes: Array, box: Box) -> NDArray[np.bool_]:
    left, top, right, bottom = boxes.T
    found: NDArray[np.bool_] = (
        (left < box.right) & (right > box.left) & (top < box.bottom) & (bottom > box.top)
    )
    return found


def _inside(points: Array, box: Box) -> NDArray[np.bool_]:
    x, y = points.T[:2]
    found: NDArray[np.bool_] = (x > box.left) & (x < box.right) & (y > box.top) & (y < box.bottom)
    return found


def _cost(box: Box, solid: Array, weights: Array, points: Array) -> float:
    """Return how bad it is to cover what lies under a box."""
    area = (box.right - box.left) * (box.bottom - box.top)
    left, top, right, bottom = solid.T
    width = np.minimum(right, box.right) - np.maximum(left, box.left)
    height = np.minimum(bottom, box.bottom) - np.maximum(top, box.top)
    common = np.where((width > 0) & (height > 0), width * height, 0.0)
    sizes = np.minimum((right - left) * (bottom - top), area)
    covered = float((weights * common / sizes).sum())
    return covered + float(points[_inside(points, box), 2].sum())


def _around(x: float, y: float, hexes: float) -> Sequence[tuple[float, float]]:
    """Return points around a point, the nearest first."""
    steps = [(dx / 4, dy / 4) for dx in range(-6, 7) for dy in range(-6, 7)]
    steps.sort(key=lambda step: (step[0] ** 2 + step[1] ** 2, step))
    return [(x + dx * hexes, y + dy * hexes) for dx, dy in steps]
