"""Soft lines through hard points."""

from __future__ import annotations

from typing import Final

import numpy as np

from tabuleiro.cartography.steady import Array, length

__all__ = ["jittered", "ribbon", "smooth", "waver"]

_PIECES: Final = 6


def smooth(points: Array, pieces: int = _PIECES) -> Array:
    """Return a soft curve that passes every point (Catmull-Rom).

    >>> smooth(np.array([(0.0, 0.0), (1.0, 1.0), (2.0, 0.0)]), 2).round(3).tolist()
    [[0.0, 0.0], [0.438, 0.562], [1.0, 1.0], [1.562, 0.562], [2.0, 0.0]]
    """
    if len(points) < 3:
        return points
    before = np.concatenate([points[:1], points, points[-1:]])
    a, b, c, d = before[:-3], before[1:-2], before[2:-1], before[3:]
    t = (np.arange(pieces) / pieces)[None, :, None]
    t2, t3 = t * t, t * t * t
    a, b, c, d = (each[:, None, :] for each in (a, b, c, d))
    curve = (
        2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t2 + (3 * b - a - 3 * c + d) * t3
    ) / 2
    return np.concatenate([curve.reshape(-1, 2), points[-1:]])


def waver(points: Array, size: float) -> Array:
    """Return points moved a little, each by what its own place says, with bends between them.

    A corner that two rivers share is moved to the same spot in both.
    """
    moved = jittered(points, size)
    middle = (moved[:-1] + moved[1:]) / 2
    along = moved[1:] - moved[:-1]
    across = np.column_stack([-along[:, 1], along[:, 0]])
    bend = _noise(middle)[:, :1]
    middle = middle + across * bend * size * 2
    found = np.empty((len(points) * 2 - 1, 2))
    found[0::2], found[1::2] = moved, middle
    return found


def jittered(points: Array, size: float) -> Array:
    """Return points moved a little, each by what its own place says.

    >>> corners = np.array([(0.0, 0.0), (1.0, 1.0)])
    >>> bool((abs(jittered(corners, 0.1) - corners) <= 0.1).all())
    True
    """
    moved: Array = points + size * _noise(points)
    return moved


def _noise(points: Array) -> Array:
    """Return numbers between -1 and 1 that look like chance and depend on the place alone."""
    cells = np.rint(points * 64).astype(np.int64)
    mixed = (cells[:, 0] * 73856093) ^ (cells[:, 1] * 19349663)
    mixed = (mixed ^ (mixed >> 7)) * 2654435761 % 4294967296
    first, second = mixed % 65536, mixed // 65536
    return np.column_stack([first, second]) / 32767.5 - 1


def ribbon(points: Array, width: tuple[float, float]) -> Array:
    """Return the outline of a line that widens from one end to the other.

    >>> ribbon(np.array([(0.0, 0.0), (4.0, 0.0)]), (1, 2)).tolist()
    [[0.0, 0.5], [4.0, 1.0], [4.0, -1.0], [0.0, -0.5]]
    """
    along = np.gradient(points, axis=0)
    long = np.maximum(length(along[:, 0], along[:, 1]), 1e-9)[:, None]
    across = np.column_stack([-along[:, 1], along[:, 0]]) / long
    half = np.linspace(width[0], width[1], len(points))[:, None] / 2
    outline: Array = np.concatenate([points + across * half, (points - across * half)[::-1]])
    return outline
