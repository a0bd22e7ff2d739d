"""Made-up ridges and gullies for mountains whose heights are known only coarsely.

They stand nowhere but in the shading, and are the same on every machine: whole numbers are
stirred, and no generator of chance is asked.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tabuleiro.cartography.steady import Array

__all__ = ["wrinkled"]

_OCTAVES: Final = ((1.1, 1.0, 0.3), (2.3, 0.55, 1.4), (4.7, 0.3, 2.5), (9.1, 0.14, 3.9))
"""Waves in a hex, strength, and by how much they are turned."""


def wrinkled(metres: Array, pixels: int) -> Array:
    """Return heights with ridges on them, higher where the ground is high.

    >>> level = np.zeros((4, 4))
    >>> float(np.abs(wrinkled(level, 4)).max())
    0.0
    """
    rows, columns = (np.indices(metres.shape) + 0.5) / pixels
    bend = _noise(columns * 0.8, rows * 0.8, 7), _noise(columns * 0.8 + 40, rows * 0.8, 11)
    total = np.zeros_like(metres)
    for number, (waves, strength, turn) in enumerate(_OCTAVES):
        cos, sin = round(math.cos(turn), 14), round(math.sin(turn), 14)
        x = (cos * columns + sin * rows + 0.7 * bend[0]) * waves
        y = (cos * rows - sin * columns + 0.7 * bend[1]) * waves
        total += strength * (0.5 - np.abs(2 * _noise(x, y, 101 + number) - 1))
    rough: Array = metres + total * np.minimum(metres, 700) * 0.55
    return rough


def _noise(x: Array, y: Array, seed: int) -> Array:
    """Return smooth hills between 0 and 1, one to each unit square."""
    left, top = np.floor(x).astype(np.int64), np.floor(y).astype(np.int64)
    u, v = x - left, y - top
    u, v = u * u * u * (u * (u * 6 - 15) + 10), v * v * v * (v * (v * 6 - 15) + 10)
    upper = _stirred(left, top, seed) * (1 - u) + _stirred(left + 1, top, seed) * u
    lower = _stirred(left, top + 1, seed) * (1 - u) + _stirred(left + 1, top + 1, seed) * u
    hills: Array = upper * (1 - v) + lower * v
    return hills


def _stirred(x: NDArray[np.int64], y: NDArray[np.int64], seed: int) -> Array:
    mixed = (x * 374761393 + y * 668265263 + seed * 2147483647) & 0xFFFFFFFF
    mixed = ((mixed ^ (mixed >> 13)) * 1274126177) & 0xFFFFFFFF
    found: Array = ((mixed ^ (mixed >> 16)) & 0xFFFF) / 65535
    return found
