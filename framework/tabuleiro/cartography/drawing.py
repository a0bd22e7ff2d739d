"""The figures of a board's drawing, and the file that holds them.

All coordinates are those of `tabuleiro.board.HexGeometry`: the unit is the distance from hex to
hex, x to the right and y down. In the file they are whole numbers of 1/512, each but the first
as the step from the one before. Reading needs numpy alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tabuleiro.cartography.georeference import Array
from tabuleiro.cartography.raster import Raster, pack, unpack

__all__ = ["UNIT", "Band", "Drawing", "Figure", "Ribbon", "Stroke", "drawing_text", "read_drawing"]

UNIT: Final = 512
"""So many steps of a coordinate in the file make the distance from hex to hex."""

Figure: TypeAlias = list[Array]
"""A polygon: its outer ring and its holes, each a table of points, closed."""


@dataclass(frozen=True)
class Band:
    """The sea beyond a distance from the coast."""

    beyond: float
    figures: list[Figure]


@dataclass(frozen=True)
class Ribbon:
    """A river, from source to mouth; ``width`` is that at both ends."""

    id: str
    points: Array
    width: tuple[float, float]


@dataclass(frozen=True)
class Stroke:
    """A road, railway or trail."""

    id: str
    kind: str
    points: Array


@dataclass(frozen=True)
class Drawing:
    """All figures of a drawing."""

    frame: tuple[float, float, float, float]
    """The rectangle that is drawn: left, top, right, bottom."""
    credits: list[str] = field(default_factory=list)
    land: list[Figure] = field(default_factory=list)
    sea: list[Band] = field(default_factory=list)
    lakes: list[Figure] = field(default_factory=list)
    borders: list[Array] = field(default_factory=list)
    rivers: list[Ribbon] = field(default_factory=list)
    roads: list[Stroke] = field(default_factory=list)
    anchors: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """Where to draw what stands in a hex whose centre is water."""
    north: float = 0.0
    """Where north lies, in degrees clockwise from the top."""
    named: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """What a layer shows, in Portuguese and English, for the legend."""
    shade: Raster | None = None
    """How light the hillsides are: 128 is level ground."""

    def coast(self) -> list[Array]:
        """Return the shores of land: its rings, but for the edges of the drawing.

        >>> square = np.array([(0, 0), (4, 0), (4, 4), (0, 4), (0, 0)], dtype=float)
        >>> [line.tolist() for line in Drawing((0, 0, 4, 9), land=[[square]]).coast()]
        [[[4.0, 4.0], [0.0, 4.0]]]
        """
        return [line for figure in self.land for ring in figure for line in self._shores(ring)]

    def _shores(self, ring: Array) -> list[Array]:
        left, top, right, bottom = self.frame
        edges = ((0, left), (0, right), (1, top), (1, bottom))
        cut = np.zeros(len(ring) - 1, dtype=bool)
        for axis, edge in edges:
            on = np.abs(ring[:, axis] - edge) < 1.5 / UNIT
            cut |= on[:-1] & on[1:]
        if not cut.any():
            return [ring]
        first = int(np.argmax(cut))
        points = np.concatenate([ring[first + 1 : -1], ring[: first + 2]])
        gaps = np.concatenate([cut[first + 1 :], cut[: first + 1]])
        lines, start = [], 0
        for place in np.flatnonzero(gaps):
            if place > start:
                lines.append(points[start : place + 1])
            start = int(place) + 1
        return lines


# ---------------------------------------------------------------------------------- writing


def drawing_text(drawing: Drawing) -> str:
    """Return a drawing as JSON, one figure a line.

    >>> text = drawing_text(Drawing((0, 0, 1, 1), lakes=[[np.array([(0, 0), (1, 0), (0, 0.5)])]]))
    >>> read_drawing(text).lakes[0][0].tolist()
    [[0.0, 0.0], [1.0, 0.0], [0.0, 0.5]]
    """
    bands = [
        f'{{"beyond": {band.beyond}, "figures": {_list(_figures(band.figures))}}}'
        for band in drawing.sea
    ]
    rivers = [
        {"id": each.id, "width": list(each.width), "points": _packed(each.points)}
        for each in drawing.rivers
    ]
    roads = [
        {"id": each.id, "kind": each.kind, "points": _packed(each.points)} for each in drawing.roads
    ]
    anchors = {hex: _packed(np.array([point])) for hex, point in sorted(drawing.anchors.items())}
    named = {"named": _json(drawing.named)} if drawing.named else {}
    parts = {
        "format": "1",
        "unit": str(UNIT),
        "frame": _json([round(edge, 6) for edge in drawing.frame]),
        "north": str(round(drawing.north, 1)),
        "credits": _json(drawing.credits),
        "land": _list(_figures(drawing.land)),
        "sea": _list(bands),
        "lakes": _list(_figures(drawing.lakes)),
        "borders": _list(_json(_packed(line)) for line in drawing.borders),
        "rivers": _list(map(_json, rivers)),
        "roads": _list(map(_json, roads)),
        "anchors": _json(anchors),
        **named,
        "shade": _json(pack(drawing.shade) if drawing.shade is not None else None),
    }
    inside = ",\n".join(f'"{key}": {text}' for key, text in parts.items())
    return f"{{\n{inside}\n}}\n"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _list(texts: Iterable[str]) -> str:
    lines = list(texts)
    return "[\n" + ",\n".join(lines) + "\n]" if lines else "[]"


def _figures(figures: Sequence[Figure]) -> list[str]:
    return [_json([_packed(ring) for ring in figure]) for figure in figures]


def _packed(points: Array) -> list[int]:
    steps = np.rint(points * UNIT).astype(np.int64)
    steps[1:] -= steps[:-1].copy()
    return [int(step) for step in steps.ravel()]


# ---------------------------------------------------------------------------------- reading


def read_drawing(text: str) -> Drawing:
    """Read the file of a drawing; ValueError if it is none."""
    try:
        held = json.loads(text)
        unit = float(held["unit"])
        left, top, right, bottom = (float(edge) for edge in held["frame"])
        return Drawing(
            (left, top, right, bottom),
            credits=[str(each) for each in held["credits"]],
            land=_unpacked_figures(held["land"], unit),
            sea=[
                Band(float(each["beyond"]), _unpacked_figures(each["figures"], unit))
                for each in held["sea"]
            ],
            lakes=_unpacked_figures(held["lakes"], unit),
            borders=[_unpacked(line, unit) for line in held["borders"]],
            rivers=[
                Ribbon(each["id"], _unpacked(each["points"], unit), _pair(each["width"]))
                for each in held["rivers"]
            ],
            roads=[
                Stroke(each["id"], each["kind"], _unpacked(each["points"], unit))
                for each in held["roads"]
            ],
            north=float(held["north"]),
            anchors={hex: _pair(_unpacked(at, unit)[0]) for hex, at in held["anchors"].items()},
            named={
                layer: (str(words[0]), str(words[1]))
                for layer, words in held.get("named", {}).items()
            },
            shade=unpack(held["shade"]) if held["shade"] is not None else None,
        )
    except (KeyError, TypeError, AttributeError, IndexError, RecursionError) as error:
        raise ValueError(f"this is no drawing: {error!r}") from None


def _unpacked_figures(held: Iterable[Any], unit: float) -> list[Figure]:
    return [[_unpacked(ring, unit) for ring in figure] for figure in held]


def _unpacked(steps: Sequence[int], unit: float) -> Array:
    points: NDArray[np.int64] = np.cumsum(np.array(steps, dtype=np.int64).reshape(-1, 2), axis=0)
    return points / unit


def _pair(values: Iterable[Any]) -> tuple[float, float]:
    first, second = values
    return float(first), float(second)
