"""Putting names on the map so that none lies over another.

The most important ones choose first. Each takes, among its possible spots, the one that covers
least; a name that would have to lie over another is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np

from tabuleiro.cartography.georeference import Array

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
    bold: bool = False
    italic: bool = False
    spacing: float = 0.0
    colour: str = "#2b2a26"
    halo: str = "#f7f1df"

    @property
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

    @property
    def box(self) -> Box:
        """The box it fills."""
        across, down = self.label.width / 2, self.label.height / 2
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
            best: tuple[float, Spot] | None = None
            for number, (x, y) in enumerate(self._ways(label)):
                spot = Spot(label, x, y)
                cost = self._cost(spot.box)
                if cost is not None and (best is None or cost + number * 2 < best[0]):
                    best = (cost + number * 2, spot)
            if best is None:
                self.left_out.append(label)
            else:
                self.placed.append(best[1])
        return self.placed

    def _ways(self, label: Label) -> Iterator[tuple[float, float]]:
        x, y, gap = label.x, label.y, label.gap
        if label.area:
            yield from _around(x, y, self.hexes)
            return
        across, down = label.width / 2, label.height / 2
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

    def _cost(self, box: Box) -> float | None:
        """Return how bad a box is, None if it may not be."""
        page = self.page
        if not (page.left <= box.left and box.right <= page.right):
            return None
        if not (page.top <= box.top and box.bottom <= page.bottom):
            return None
        near = box.grown(self.hexes * 0.03)
        if any(near.common(other.box) for other in self.placed):
            return None
        area = (box.right - box.left) * (box.bottom - box.top)
        left, top, right, bottom = self._boxes.T
        width = np.minimum(right, box.right) - np.maximum(left, box.left)
        height = np.minimum(bottom, box.bottom) - np.maximum(top, box.top)
        common = np.where((width > 0) & (height > 0), width * height, 0.0)
        sizes = np.minimum((right - left) * (bottom - top), area)
        covered = float((self._weights * common / sizes).sum())
        x, y, weight_of = self.points.T
        inside = (x > box.left) & (x < box.right) & (y > box.top) & (y < box.bottom)
        return covered + float(weight_of[inside].sum())


def _around(x: float, y: float, hexes: float) -> Sequence[tuple[float, float]]:
    """Return points around a point, the nearest first."""
    steps = [(dx / 4, dy / 4) for dx in range(-6, 7) for dy in range(-6, 7)]
    steps.sort(key=lambda step: (step[0] ** 2 + step[1] ** 2, step))
    return [(x + dx * hexes, y + dy * hexes) for dx, dy in steps]
