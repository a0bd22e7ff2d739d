"""Arithmetic of hexes, on whole numbers only and without a board.

A hex is a pair (q, r) of axial coordinates; the third cube coordinate is
``-q - r``. On a flat-topped grid q counts columns and r runs down a column; on a
pointy-topped one q counts rows and r runs along a row.
"""

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

Orientation: TypeAlias = Literal["flat", "pointy"]
Shift: TypeAlias = Literal["odd", "even"]
Axial: TypeAlias = tuple[int, int]

DIRECTIONS: Final[dict[Orientation, tuple[str, ...]]] = {
    "flat": ("north", "northeast", "southeast", "south", "southwest", "northwest"),
    "pointy": ("northeast", "east", "southeast", "southwest", "west", "northwest"),
}
"""The names of the six directions, clockwise."""

STEPS: Final[dict[Orientation, tuple[Axial, ...]]] = {
    "flat": ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)),
    "pointy": ((-1, 1), (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0)),
}
"""What a step in each of these directions adds to (q, r)."""

_NUDGE: Final = 1 << 20


def is_shifted(lane: int, shift: Shift) -> bool:
    """Tell whether a column (of a pointy grid: a row) stands half a hex further.

    >>> is_shifted(7, "odd"), is_shifted(7, "even")
    (True, False)
    """
    return lane % 2 == (shift == "odd")


def to_axial(lane: int, place: int, shift: Shift) -> Axial:
    """Turn the column and row of a flat grid (row and column of a pointy one) to (q, r).

    >>> to_axial(10, 6, "odd"), to_axial(11, 5, "odd")
    ((10, 1), (11, 0))
    """
    return lane, place + (is_shifted(lane, shift) + (shift == "even") - lane) // 2


def from_axial(q: int, r: int, shift: Shift) -> Axial:
    """Undo `to_axial`.

    >>> from_axial(11, 0, "odd")
    (11, 5)
    """
    return q, r - (is_shifted(q, shift) + (shift == "even") - q) // 2


def distance(a: Axial, b: Axial) -> int:
    """Count the steps from one hex to another.

    >>> distance((0, 0), (2, -1)), distance((0, 0), (2, 1))
    (2, 3)
    """
    dq = a[0] - b[0]
    dr = a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def ring(centre: Axial, radius: int, orientation: Orientation) -> Iterator[Axial]:
    """Walk once round a hex at a distance, clockwise from its first direction.

    >>> list(ring((0, 0), 1, "flat"))
    [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]
    """
    steps = STEPS[orientation]
    q = centre[0] + steps[0][0] * radius
    r = centre[1] + steps[0][1] * radius
    if radius == 0:
        yield q, r
    for side in range(6):
        dq, dr = steps[(side + 2) % 6]
        for _ in range(radius):
            yield q, r
            q += dq
            r += dr


def line(a: Axial, b: Axial) -> Iterator[tuple[Axial, Axial]]:
    """Walk the straight line between two centres.

    Where the line runs between two hexes, both are given, always in the same order;
    elsewhere the same hex twice.

    >>> list(line((0, 0), (2, -1)))
    [((0, 0), (0, 0)), ((1, 0), (1, -1)), ((2, -1), (2, -1))]
    """
    steps = distance(a, b)
    length = max(steps, 1)
    scale = length * _NUDGE
    for step in range(steps + 1):
        q = (a[0] * (length - step) + b[0] * step) * _NUDGE
        r = (a[1] * (length - step) + b[1] * step) * _NUDGE
        yield nearest(q + 1, r + 2, scale), nearest(q - 1, r - 2, scale)


def nearest(q: float, r: float, scale: float = 1) -> Axial:
    """Return the hex that holds the point (q / scale, r / scale).

    >>> nearest(0.9, 0.2), nearest(9, 2, 10)
    ((1, 0), (1, 0))
    """
    s = -q - r
    near_q = _round(q, scale)
    near_r = _round(r, scale)
    near_s = _round(s, scale)
    off_q = abs(near_q * scale - q)
    off_r = abs(near_r * scale - r)
    off_s = abs(near_s * scale - s)
    if off_q > off_r and off_q > off_s:
        near_q = -near_r - near_s
    elif off_r > off_s:
        near_r = -near_q - near_s
    return near_q, near_r


def _round(value: float, scale: float) -> int:
    return int((2 * value + scale) // (2 * scale))
