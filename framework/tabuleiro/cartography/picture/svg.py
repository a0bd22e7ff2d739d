"""Writing SVG by hand: numbers, paths and a picture inside the picture."""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple, Self
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from tabuleiro.cartography.steady import Array, exact

__all__ = [
    "MOST_POINTS",
    "Area",
    "Drawn",
    "Page",
    "element",
    "number",
    "png",
    "points",
    "polygon",
    "rounded",
    "shifted",
    "text",
]


class Area(NamedTuple):
    """A rectangle of the page that something covers, rather too large than too small."""

    left: float
    top: float
    right: float
    bottom: float


class Drawn(str):
    """SVG of which one knows what part of the page it covers.

    >>> Drawn("<path/>", Area(0, 0, 2, 1)).area.right
    2
    """

    area: Area

    __slots__ = ("area",)

    def __new__(cls, svg: str, area: Area) -> Self:
        """Take the text and its part of the page."""
        made = super().__new__(cls, svg)
        made.area = area
        return made


def number(value: float) -> str:
    """Return a number as short as it can be.

    >>> number(3.0), number(0.126), number(-0.001)
    ('3', '0.13', '0')
    """
    short = f"{exact(value):.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


def rounded(value: float) -> float:
    """Return a number as it is written.

    >>> rounded(0.126)
    0.13
    """
    return float(number(value))


def element(name: str, inside: str = "", **attributes: Any) -> str:
    """Return an element; ``_`` in the name of an attribute stands for ``-``.

    One along a path covers what the path does.

    >>> element("path", d="M0 0", stroke_width=1.5, fill=None)
    '<path d="M0 0" stroke-width="1.5"/>'
    """
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(_value(value))}"
        for key, value in attributes.items()
        if value is not None
    )
    whole = f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"
    along = attributes.get("d", attributes.get("points"))
    return Drawn(whole, along.area) if isinstance(along, Drawn) else whole


def _value(value: Any) -> str:
    return number(value) if isinstance(value, float) else str(value)


def points(pairs: Iterable[tuple[float, float]]) -> str:
    """Return the points of a polygon.

    >>> points([(0.0, 1.0), (2.5, 3.0)])
    '0,1 2.5,3'
    """
    return " ".join(f"{number(x)},{number(y)}" for x, y in pairs)


def polygon(pairs: Sequence[tuple[float, float]], margin: float) -> Drawn:
    """Return the points of a polygon, whose stroke reaches so far out."""
    xs, ys = ([rounded(pair[axis]) for pair in pairs] for axis in (0, 1))
    return Drawn(points(pairs), _around(xs, ys, margin))


def _around(xs: Sequence[float], ys: Sequence[float], margin: float) -> Area:
    return Area(min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin)


def text(words: str, x: float, y: float, **attributes: Any) -> str:
    """Return a piece of text."""
    return element("text", escape(words), x=x, y=y, **attributes)


def shifted(inside: str, x: float, y: float, reach: float | None = None) -> str:
    """Return elements that were drawn about 0, 0 at another point; how far they reach, if known.

    >>> shifted("<path/>", 3.0, 4.5)
    '<g transform="translate(3 4.5)"><path/></g>'
    """
    moved = element("g", inside, transform=f"translate({number(x)} {number(y)})")
    if reach is None:
        return moved
    return Drawn(moved, _around([rounded(x)], [rounded(y)], reach))


_STROKE: Final = 0.2
"""Strokes along a path are at most so wide on either side of it, in hexes."""
MOST_POINTS: Final = 16_000
"""So many points one path has at most: some renderers stop at 32,767."""


class Page:
    """Where the board lies on the page, and paths in its coordinates.

    >>> page = Page(64, 1.0, 1.0)
    >>> page.path([np.array([(1.0, 1.0), (2.0, 1.0)])], closed=False)
    'M0 0L64 0'
    """

    def __init__(self, scale: float, left: float, top: float) -> None:
        self.scale = scale
        self.left = left
        self.top = top

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return the point of the page at a point of the board."""
        return (x - self.left) * self.scale, (y - self.top) * self.scale

    def paths(self, lines: Iterable[Array]) -> Iterator[str]:
        """Yield the data of open paths along lines, none of them too long for a renderer."""
        held: list[Array] = []
        count = 0
        for line in lines:
            if held and count + len(line) > MOST_POINTS:
                yield self.path(held, closed=False)
                held, count = [], 0
            held.append(line)
            count += len(line)
        if held:
            yield self.path(held, closed=False)

    def path(self, lines: Iterable[Array], *, closed: bool = True) -> str:
        """Return the data of a path along lines, with room for strokes around it."""
        parts = []
        covered = []
        for line in lines:
            if len(line) < 2:
                continue
            points = (np.asarray(line) - (self.left, self.top)) * self.scale
            short = np.round(points, 2) + 0.0  # no minus before a zero
            steps = "L".join([f"{x:.8g} {y:.8g}" for x, y in short.tolist()])
            parts.append(f"M{steps}{'Z' if closed else ''}")
            covered += [short.min(axis=0), short.max(axis=0)]
        if not parts:
            return ""
        xs, ys = np.array(covered).T.tolist()
        return Drawn("".join(parts), _around(xs, ys, _STROKE * self.scale))


def png(values: np.ndarray[Any, np.dtype[np.uint8]]) -> str:
    """Return rows of pixels (grey, or red, green, blue and alpha) as a PNG in a data address.

    >>> png(np.zeros((2, 2, 4), dtype=np.uint8))[:22]
    'data:image/png;base64,'
    """
    height, width, channels = values.shape
    kind = {1: 0, 4: 6}[channels]
    rows = np.concatenate(
        [np.zeros((height, 1), dtype=np.uint8), values.reshape(height, -1)], axis=1
    )
    header = struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)
    chunks = [(b"IHDR", header), (b"IDAT", zlib.compress(rows.tobytes(), 9)), (b"IEND", b"")]
    whole = b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks
    )
    return "data:image/png;base64," + base64.b64encode(whole).decode("ascii")
