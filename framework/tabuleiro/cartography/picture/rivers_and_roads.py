"""What runs across the map: rivers, roads, bridges, straits, fortified lines, borders."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
import shapely

from tabuleiro.cartography.curves import ribbon, smooth, waver
from tabuleiro.cartography.highways import RAILWAYS
from tabuleiro.cartography.picture import style
from tabuleiro.cartography.picture.sheet import Sheet
from tabuleiro.cartography.picture.svg import element
from tabuleiro.cartography.steady import Array, exact, length

__all__ = [
    "borders",
    "bridges",
    "canal",
    "fortifications",
    "fortified",
    "rivers",
    "roads",
    "straits",
    "strokes",
    "unknown",
]


_TRAILS = frozenset({"trail", "track", "path"})


def rivers(sheet: Sheet) -> list[str]:
    """Return the rivers, wider towards the mouth."""
    outlines = [ribbon(points, width) for points, width in sheet.rivers() if len(points) > 1]
    if not outlines:
        return []
    path = sheet.page.path(outlines)
    return [
        element(
            "path",
            d=path,
            fill="none",
            stroke="#dcecf2",
            stroke_opacity=0.7,
            stroke_width=0.05 * sheet.scale,
            stroke_linejoin="round",
        ),
        element(
            "path",
            d=path,
            fill=style.RIVER,
            stroke=style.RIVER,
            stroke_width=0.012 * sheet.scale,
            stroke_linejoin="round",
        ),
    ]


def straits(sheet: Sheet) -> list[str]:
    """Return the hexsides that are water between land hexes: a canal, dashed where one crosses."""
    parts = []
    for kinds, ferry in ((style.STRAITS, False), (style.FERRIES, True)):
        lines = [smooth(waver(line, 0.03), 4) for line in _sides(sheet, kinds)]
        if lines:
            parts += canal(sheet.page.path(lines, closed=False), sheet.scale, ferry=ferry)
    return parts


def canal(path: str, scale: float, *, ferry: bool) -> list[str]:
    """Return the strokes of a canal."""
    looks: list[tuple[str, float, str | None]] = [
        (style.STRAIT, 0.115, None),
        (style.SEA[0], 0.06, None),
    ]
    if ferry:
        gaps = f"{0.07 * scale:.2f} {0.07 * scale:.2f}"
        looks.append((style.FERRY, 0.035, gaps))
    return [
        element(
            "path",
            d=path,
            fill="none",
            stroke=colour,
            stroke_width=width * scale,
            stroke_linecap="round" if gaps is None else "butt",
            stroke_linejoin="round",
            stroke_dasharray=gaps,
        )
        for colour, width, gaps in looks
    ]


def _sides(sheet: Sheet, kinds: Collection[str]) -> list[Array]:
    pairs = [
        tuple(side.split("/"))
        for feature in sheet.board.hexsides
        if feature.kind in kinds
        for side in feature.sides
    ]
    return [np.array(line) for line in sheet.geometry.side_paths((a, b) for a, b in pairs)]


def roads(sheet: Sheet) -> list[str]:
    """Return roads with a casing, railways as ladders, trails as dashes."""
    by_kind: defaultdict[str, list[Array]] = defaultdict(list)
    for kind, points in sheet.roads():
        by_kind[kind].append(points)
    parts = []
    for kind in sorted(by_kind, key=_height):
        path = sheet.page.path(by_kind[kind], closed=False)
        parts += strokes(kind, path, sheet.scale)
    return parts


def _height(kind: str) -> tuple[int, str]:
    return (0 if kind in _TRAILS else 2 if kind in RAILWAYS else 1), kind


def strokes(kind: str, path: str, scale: float) -> list[str]:
    """Return the strokes of one kind of road."""
    casing, surface = style.ROAD

    def stroke(colour: str, width: float, join: str = "round", **more: str) -> str:
        return element(
            "path",
            d=path,
            fill="none",
            stroke=colour,
            stroke_width=width * scale,
            stroke_linejoin=join,
            stroke_linecap="butt",
            **more,
        )

    if kind in RAILWAYS:
        gaps = f"{0.02 * scale:.2f} {0.09 * scale:.2f}"
        return [
            stroke("#2f2b28", 0.032),
            stroke("#2f2b28", 0.12, stroke_dasharray=gaps, join="bevel"),
        ]
    if kind in _TRAILS:
        gaps = f"{0.10 * scale:.2f} {0.07 * scale:.2f}"
        return [stroke("#6d4a2c", 0.042, stroke_dasharray=gaps)]
    return [stroke(casing, 0.098), stroke(surface, 0.058)]


def bridges(sheet: Sheet) -> list[str]:
    """Return a bridge wherever a road crosses a river, if roads of its kind have bridges."""
    streams = [
        (kind, shapely.LineString(points))
        for kind, points, _width in sheet.streams()
        if len(points) > 1
    ]
    parts = []
    for kind, points in sheet.roads():
        road = shapely.LineString(points)
        for over, stream in streams:
            if _has_bridges(sheet, kind, over):
                spots = shapely.get_parts(shapely.intersection(road, stream))
                parts += [_bridge(sheet, road, spot) for spot in spots if spot.geom_type == "Point"]
    return parts


def _has_bridges(sheet: Sheet, road: str, river: str) -> bool:
    if sheet.bridged is None:
        return road not in _TRAILS
    return river in sheet.bridged.get(road, frozenset())


def _bridge(sheet: Sheet, road: shapely.LineString, spot: shapely.Point) -> str:
    along = shapely.line_locate_point(road, spot)
    before, after = (
        shapely.get_coordinates(shapely.line_interpolate_point(road, along + step))[0]
        for step in (-0.05, 0.05)
    )
    way = (after - before) / max(float(length(*(after - before))), 1e-9)
    across = np.array([-way[1], way[0]])
    middle = shapely.get_coordinates(spot)[0]
    rails = []
    for side in (-1, 1):
        rail = middle + across * side * 0.075
        ends = [rail - way * 0.085, rail + way * 0.085]
        out = across * side * 0.035
        rails.append(np.array([ends[0] + out - way * 0.03, *ends, ends[1] + out + way * 0.03]))
    return element(
        "path",
        d=sheet.page.path(rails, closed=False),
        fill="none",
        stroke="#231a14",
        stroke_width=0.03 * sheet.scale,
        stroke_linejoin="round",
    )


def fortifications(sheet: Sheet) -> list[str]:
    """Return fortified lines, a little behind their hexsides, with teeth towards the enemy."""
    parts = []
    for line, faces in fortified(sheet):
        lies, every = _rampart(line, faces)
        teeth = [tooth for tooth in every if _inside(tooth, sheet.drawing.frame)]
        for colour, width in ((style.HALO, 0.085), (style.FORTIFIED, 0.04)):
            parts.append(
                element(
                    "path",
                    d=sheet.page.path([lies, *teeth], closed=False),
                    fill="none",
                    stroke=colour,
                    stroke_opacity=0.5 if colour == style.HALO else None,
                    stroke_width=width * sheet.scale,
                    stroke_linejoin="round",
                    stroke_linecap="round",
                )
            )
    return parts


def fortified(sheet: Sheet) -> Iterator[tuple[Array, str]]:
    """Yield the lines of hexsides that are fortified, and where they face."""
    for feature in sheet.board.hexsides:
        if feature.kind in style.LINES:
            pairs = [tuple(side.split("/")) for side in feature.sides]
            for line in sheet.geometry.side_paths((a, b) for a, b in pairs):
                yield np.array(line), feature.faces or ""


_FACES = {
    "north": (0.0, -1.0), "south": (0.0, 1.0), "east": (1.0, 0.0), "west": (-1.0, 0.0),
    "north-east": (0.7, -0.7), "south-east": (0.7, 0.7),
    "north-west": (-0.7, -0.7), "south-west": (-0.7, 0.7),
}  # fmt: skip
_BEHIND = 0.1


def _inside(points: Array, frame: tuple[float, float, float, float]) -> bool:
    x, y = points[0]
    return bool(frame[0] <= x <= frame[2] and frame[1] <= y <= frame[3])


def _rampart(line: Array, faces: str) -> tuple[Array, list[Array]]:
    """Return the line of a rampart and its teeth, all on the side where the line as a whole faces.

    A rampart all round, or one that faces nowhere, has them on its outer side.
    """
    return _rampart_along(tuple(map(tuple, line.tolist())), faces)


@lru_cache(maxsize=64)
def _rampart_along(
    points: tuple[tuple[float, float], ...], faces: str
) -> tuple[Array, list[Array]]:
    """Return the same; whoever draws a board in parts asks for each line again and again."""
    line: Array = np.array(points, dtype=np.float64)
    ways = np.diff(line, axis=0)
    across = np.column_stack([-ways[:, 1], ways[:, 0]])
    if faces in _FACES:
        front = exact((across * _FACES[faces]).sum())
    elif np.allclose(line[0], line[-1]):
        middle = line.mean(axis=0)
        front = exact(((line[:-1] + ways / 2 - middle) * across).sum())
    else:
        front = 1.0
    side = 1.0 if front >= 0 else -1.0
    unit = side * across / np.maximum(length(*across.T), 1e-9)[:, None]
    around = np.concatenate([unit[:1], unit[:-1] + unit[1:], unit[-1:]])
    around[1:-1] /= np.maximum((around[1:-1] * unit[:-1]).sum(axis=1), 0.5)[:, None]
    lies: Array = line - around * _BEHIND
    teeth = []
    for (start, end), out in zip(pairwise(lies), unit, strict=True):
        way = end - start
        long = max(float(length(*way)), 1e-9)
        for part in (0.25, 0.5, 0.75):
            foot, half = start + way * part, way / long * 0.035
            teeth.append(np.array([foot - half, foot + out * 0.1, foot + half]))
    return lies, teeth


def borders(sheet: Sheet) -> list[str]:
    """Return borders, and whatever else lies on hexsides and has no look of its own."""
    scale = sheet.scale
    lines = [*sheet.drawing.borders, *_sides(sheet, style.BORDERS)]
    parts = []
    if lines:
        path = sheet.page.path(lines, closed=False)
        gaps = " ".join(f"{part * scale:.1f}" for part in (0.16, 0.06, 0.03, 0.06))
        for colour, width, look in (
            ("#8d2f56", 0.12, {"stroke_opacity": 0.28}),
            ("#6f2145", 0.03, {"stroke_dasharray": gaps}),
        ):
            stroke: dict[str, Any] = {"stroke": colour, "stroke_width": width * scale, **look}
            parts.append(element("path", d=path, fill="none", **stroke))
    other = _sides(sheet, _others(sheet))
    if other:
        path = sheet.page.path(other, closed=False)
        parts.append(unknown(path, scale))
    return parts


def _others(sheet: Sheet) -> frozenset[str]:
    known = style.STRAITS | style.FERRIES | style.LINES | style.BORDERS
    kinds = {feature.kind for feature in sheet.board.hexsides}
    return frozenset(kind for kind in kinds if kind not in known and not style.is_river(kind))


def unknown(path: str, scale: float) -> str:
    """Return the stroke of a kind of hexside that has no look of its own."""
    return element(
        "path",
        d=path,
        fill="none",
        stroke="#7a3b8f",
        stroke_width=0.05 * scale,
        stroke_dasharray=f"{0.14 * scale:.2f} {0.09 * scale:.2f}",
    )
