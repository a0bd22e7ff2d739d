"""What runs across the map: rivers, roads, bridges, straits, fortified lines, borders."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

import numpy as np
import shapely

from tabuleiro.cartography.curves import ribbon
from tabuleiro.cartography.georeference import Array
from tabuleiro.cartography.picture import style
from tabuleiro.cartography.picture.sheet import Sheet
from tabuleiro.cartography.picture.svg import element

__all__ = ["borders", "bridges", "fortifications", "rivers", "roads", "straits", "strokes"]


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
    """Return the hexsides that are water between land hexes: a canal."""
    lines = _sides(sheet, "strait")
    if not lines:
        return []
    path = sheet.page.path(lines, closed=False)
    banks, water = (
        element(
            "path",
            d=path,
            fill="none",
            stroke=colour,
            stroke_width=width * sheet.scale,
            stroke_linecap="round",
            stroke_linejoin="round",
        )
        for colour, width in ((style.STRAIT, 0.115), (style.SEA[0], 0.06))
    )
    return [banks, water]


def _sides(sheet: Sheet, kind: str) -> list[Array]:
    pairs = [
        tuple(side.split("/"))
        for feature in sheet.board.hexsides
        if feature.kind == kind
        for side in feature.sides
    ]
    return [np.array(line) for line in sheet.geometry.side_paths((a, b) for a, b in pairs)]


def roads(sheet: Sheet) -> list[str]:
    """Return roads with a casing, railways as ladders, trails as dashes."""
    by_kind: defaultdict[str, list[Array]] = defaultdict(list)
    for kind, points in sheet.roads():
        by_kind[kind].append(points)
    parts = []
    for kind in sorted(by_kind, key=lambda each: {"trail": 0, "railway": 2}.get(each, 1)):
        path = sheet.page.path(by_kind[kind], closed=False)
        parts += strokes(kind, path, sheet.scale)
    return parts


def strokes(kind: str, path: str, scale: float) -> list[str]:
    """Return the strokes of one kind of road."""
    casing, surface = style.ROAD

    def stroke(colour: str, width: float, **more: str) -> str:
        return element(
            "path",
            d=path,
            fill="none",
            stroke=colour,
            stroke_width=width * scale,
            stroke_linejoin="round",
            stroke_linecap=more.pop("cap", "round"),
            **more,
        )

    if kind == "railway":
        gaps = f"{0.02 * scale:.2f} {0.09 * scale:.2f}"
        return [
            stroke("#2f2b28", 0.032),
            stroke("#2f2b28", 0.12, stroke_dasharray=gaps, cap="butt"),
        ]
    if kind == "trail":
        gaps = f"{0.10 * scale:.2f} {0.07 * scale:.2f}"
        return [stroke("#6d4a2c", 0.042, stroke_dasharray=gaps, cap="butt")]
    return [stroke(casing, 0.098), stroke(surface, 0.058)]


def bridges(sheet: Sheet) -> list[str]:
    """Return a bridge wherever a road crosses a river."""
    streams = [shapely.LineString(points) for points, _width in sheet.rivers() if len(points) > 1]
    parts = []
    for _kind, points in sheet.roads():
        road = shapely.LineString(points)
        for stream in streams:
            spots = shapely.get_parts(shapely.intersection(road, stream))
            parts += [_bridge(sheet, road, spot) for spot in spots if spot.geom_type == "Point"]
    return parts


def _bridge(sheet: Sheet, road: shapely.LineString, spot: shapely.Point) -> str:
    along = shapely.line_locate_point(road, spot)
    before, after = (
        shapely.get_coordinates(shapely.line_interpolate_point(road, along + step))[0]
        for step in (-0.05, 0.05)
    )
    way = (after - before) / max(float(np.hypot(*(after - before))), 1e-9)
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
    """Return fortified lines with teeth towards the enemy."""
    parts = []
    for feature in sheet.board.hexsides:
        if feature.kind != "fortification":
            continue
        pairs = [tuple(side.split("/")) for side in feature.sides]
        for line in sheet.geometry.side_paths((a, b) for a, b in pairs):
            teeth = _teeth(np.array(line), feature.faces or "")
            parts.append(
                element(
                    "path",
                    d=sheet.page.path([np.array(line), *teeth], closed=False),
                    fill="none",
                    stroke="#6b1f1f",
                    stroke_width=0.045 * sheet.scale,
                    stroke_linejoin="round",
                )
            )
    return parts


_FACES = {
    "north": (0.0, -1.0), "south": (0.0, 1.0), "east": (1.0, 0.0), "west": (-1.0, 0.0),
    "north-east": (0.7, -0.7), "south-east": (0.7, 0.7),
    "north-west": (-0.7, -0.7), "south-west": (-0.7, 0.7),
}  # fmt: skip


def _teeth(line: Array, faces: str) -> list[Array]:
    towards = np.array(_FACES.get(faces, (0.0, 0.0)))
    teeth = []
    for start, end in pairwise(line):
        way = end - start
        across = np.array([-way[1], way[0]]) / max(float(np.hypot(*way)), 1e-9)
        if float(across @ towards) < 0:
            across = -across
        for part in (0.25, 0.5, 0.75):
            foot = start + way * part
            teeth.append(np.array([foot - way * 0.06, foot + across * 0.11, foot + way * 0.06]))
    return teeth


def borders(sheet: Sheet) -> list[str]:
    """Return the borders of states."""
    if not sheet.drawing.borders:
        return []
    scale = sheet.scale
    path = sheet.page.path(sheet.drawing.borders, closed=False)
    gaps = " ".join(f"{part * scale:.1f}" for part in (0.16, 0.06, 0.03, 0.06))
    return [
        element(
            "path",
            d=path,
            fill="none",
            stroke="#8d2f56",
            stroke_opacity=0.28,
            stroke_width=0.12 * scale,
        ),
        element(
            "path",
            d=path,
            fill="none",
            stroke="#6f2145",
            stroke_width=0.03 * scale,
            stroke_dasharray=gaps,
        ),
    ]
