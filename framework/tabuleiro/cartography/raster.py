"""A picture of bytes that lies on the board, such as the hill shading."""

from __future__ import annotations

import base64
import math
import zlib
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tabuleiro.board import Geometry, HexGeometry
from tabuleiro.cartography.georeference import Array

__all__ = ["MARGIN", "Raster", "frame", "pack", "unpack"]

MARGIN: Final = 0.15
"""How far the picture reaches beyond the outermost hexes."""
_LARGEST: Final = 40_000_000

Bytes = NDArray[np.uint8]


def frame(geometry: Geometry) -> tuple[float, float, float, float]:
    """Return the rectangle that is drawn: left, top, right, bottom.

    >>> from tabuleiro.board import HexGrid
    >>> [round(edge, 3) for edge in frame(HexGeometry(HexGrid(2, 2)))]
    [0.139, 0.35, 2.459, 3.15]
    """
    left, top, right, bottom = geometry.bounds
    return left - MARGIN, top - MARGIN, right + MARGIN, bottom + MARGIN


@dataclass(frozen=True)
class Raster:
    """Rows of bytes from north to south; ``left`` and ``top`` are the corner of the first one."""

    left: float
    top: float
    pixels: int
    """So many of them span the distance from hex to hex."""
    width: int
    height: int
    values: Bytes = field(default_factory=lambda: np.zeros((0, 0), dtype=np.uint8))
    packed: str = field(default="", compare=False)
    """How the rows were written where they were read: not every zlib deflates to the same bytes."""

    @classmethod
    def around(cls, geometry: HexGeometry, pixels: int) -> Raster:
        """Return an empty raster that covers the drawing of a board."""
        left, top, right, bottom = frame(geometry)
        width, height = math.ceil((right - left) * pixels), math.ceil((bottom - top) * pixels)
        return cls(left, top, pixels, width, height)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.height, self.width

    def points(self) -> tuple[Array, Array]:
        """Return the points of the board in the middle of each pixel, row by row."""
        across = self.left + (np.arange(self.width) + 0.5) / self.pixels
        down = self.top + (np.arange(self.height) + 0.5) / self.pixels
        x, y = np.meshgrid(across, down)
        return x.ravel(), y.ravel()

    def filled(self, values: Bytes) -> Raster:
        """Return the same raster with values in it."""
        return replace(self, values=values, packed="")


def pack(raster: Raster) -> dict[str, Any]:
    """Return a raster as plain data: each row as differences from the one above, deflated.

    >>> small = Raster(0, 0, 8, 2, 2, np.array([[1, 2], [3, 4]], dtype=np.uint8))
    >>> unpack(pack(small)).values.tolist()
    [[1, 2], [3, 4]]
    """
    return {
        "left": round(raster.left, 6),
        "top": round(raster.top, 6),
        "pixels": raster.pixels,
        "width": raster.width,
        "height": raster.height,
        "rows": raster.packed or _deflated(raster),
    }


def _deflated(raster: Raster) -> str:
    rows = raster.values.astype(np.int16)
    changes = np.diff(rows, axis=0, prepend=np.zeros((1, raster.width), dtype=np.int16))
    deflated = zlib.compress((changes % 256).astype(np.uint8).tobytes(), 9)
    return base64.b64encode(deflated).decode("ascii")


def unpack(plain: dict[str, Any]) -> Raster:
    """Return a raster from its plain data; ValueError if they are none."""
    width, height = int(plain["width"]), int(plain["height"])
    if not 0 <= width * height <= _LARGEST:
        raise ValueError(width * height)
    inflate = zlib.decompressobj()
    try:
        raw = inflate.decompress(base64.b64decode(plain["rows"], validate=True), _LARGEST)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    changes = np.frombuffer(raw, dtype=np.uint8).reshape(height, width)
    values = np.cumsum(changes, axis=0, dtype=np.uint8)
    left, top, pixels = float(plain["left"]), float(plain["top"]), int(plain["pixels"])
    return Raster(left, top, pixels, width, height, values, packed=plain["rows"])
