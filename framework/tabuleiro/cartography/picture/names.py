"""Which names a map bears, how large they are, and what they should not cover."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

import numpy as np
import shapely

from tabuleiro.board import Lettering
from tabuleiro.cartography.picture import style
from tabuleiro.cartography.picture.cover import arrows, half_width, signs_of
from tabuleiro.cartography.picture.labels import Box, Label, Placer, Spot, width_of
from tabuleiro.cartography.picture.rivers_and_roads import fortified
from tabuleiro.cartography.picture.sheet import Sheet
from tabuleiro.cartography.picture.svg import Area, Drawn, element, number, rounded, text
from tabuleiro.cartography.steady import Array, exact, length
from tabuleiro.module.models.board import PlaceModel

__all__ = ["hex_names", "names", "place_names"]

_AREAS: Final = frozenset({"island", "valley", "range", "region", "ridge", "desert", "plain"})
_WATERS: Final = frozenset({"sea", "bay", "gulf", "strait", "ocean", "lake"})
_GAPS: Final = {
    "runway": 0.24, "airbase": 0.27, "port": 0.24, "anchor": 0.14, "fort": 0.22, "tents": 0.2,
    "blocks": 0.2, "hamlet": 0.14,
}  # fmt: skip
"""How far names keep from signs, in hexes."""
_SIZES: Final = {1: 0.30, 2: 0.235, 3: 0.19, 4: 0.158}
_AREA_SIZES: Final = {1: 0.62, 2: 0.34, 3: 0.25, 4: 0.17}


def names(spots: Iterable[Spot]) -> list[str]:
    """Return names with their halos."""
    spots = list(spots)
    return [_written(spot, halo=True) for spot in spots] + [
        _written(spot, halo=False) for spot in spots
    ]


def hex_names(spots: Iterable[Spot]) -> Iterator[Lettering]:
    """Yield the names of hexes, for whoever draws them himself."""
    for spot in spots:
        label = spot.label
        yield Lettering(
            " ".join(label.lines), rounded(spot.x), rounded(_first_line(spot.y, label)),
            rounded(label.size), label.bold, label.italic, label.colour, label.halo, label.hex,
        )  # fmt: skip


def place_names(sheet: Sheet) -> Placer:
    """Find a spot for each name."""
    width, height = sheet.size
    placer = Placer(Box(0, 0, width, height), sheet.scale)
    _fill(sheet, placer)
    placer.place([*_labels(sheet), *_beach_labels(sheet), *_river_labels(sheet)])
    return placer


def _fill(sheet: Sheet, placer: Placer) -> None:
    """Tell the placer what is on the map already."""
    scale = sheet.scale
    for hex in sheet.grid.hexes:
        x, y = sheet.page.at(*sheet.geometry.centre(hex))
        wide, weight = 0.2 * scale, 22 if hex not in sheet.wet else 9
        if sheet.grid.kind == "areas":  # there stands its name
            wide, weight = width_of(sheet.title(hex), style.AREA_NAME * scale) / 2, 60
        placer.avoid(Box(x - wide, y - 0.45 * scale, x + wide, y - 0.3 * scale), weight)
        if hex not in sheet.wet:  # where a counter stands
            placer.avoid(Box(x, y, x, y).grown(0.26 * scale), 7)
    for hex, signs in signs_of(sheet).items():
        x, y = sheet.spot(hex)
        wide = half_width(len(signs)) * scale
        placer.avoid(Box(x - wide, y, x + wide, y).grown(0.17 * scale), 70)
    for each in arrows(sheet):
        tail = (each.x - 0.45 * scale * math.cos(each.heading),
                each.y - 0.45 * scale * math.sin(each.heading))  # fmt: skip
        box = Box(
            min(each.x, tail[0]), min(each.y, tail[1]), max(each.x, tail[0]), max(each.y, tail[1])
        )
        placer.avoid(box.grown(0.06 * scale), 90)
    far = {hex for box in sheet.board.boxes for hex in box.distances if hex in sheet.grid}
    for hex in far:
        x, y = sheet.page.at(*sheet.geometry.centre(hex))
        placer.avoid(Box(x, y, x, y + 0.4 * scale).grown(0.2 * scale), 60)
    _fill_lines(sheet, placer)


def _fill_lines(sheet: Sheet, placer: Placer) -> None:
    lines = [
        *((points, 2.2) for _kind_of, points in sheet.roads()),
        *((line, 3.0) for line, _faces in fortified(sheet)),
        *((points, 2.4) for points, _width in sheet.rivers()),
        *((line, 1.3) for line in sheet.drawing.coast()),
    ]
    for points, weight in lines:
        placer.avoid_line(_on_page(sheet, points), weight)


def _on_page(sheet: Sheet, points: Array) -> Array:
    """Return points along a line, a tenth of a hex apart, on the page."""
    if len(points) < 2:
        return np.zeros((0, 2))
    line = shapely.LineString(points)
    parts = np.arange(0, line.length, 0.1)
    spread = shapely.get_coordinates(shapely.line_interpolate_point(line, parts))
    moved: Array = (spread - (sheet.page.left, sheet.page.top)) * sheet.scale
    return moved


def _kind(sheet: Sheet, place: PlaceModel) -> str:
    if place.kind.startswith("beach-"):
        return "beach"
    if place.kind in _WATERS or (place.kind in _AREAS and place.hex in sheet.wet):
        return "water"
    return "area" if place.kind in _AREAS else "spot"


def _labels(sheet: Sheet) -> Iterator[Label]:
    yield from _region_labels(sheet)
    signs = signs_of(sheet)
    for place in sheet.board.places:
        kind = _kind(sheet, place)
        if place.hex not in sheet.grid or kind == "beach":
            continue
        words = sheet.name(place.name)
        if kind == "spot":
            yield _spot_label(sheet, place, words, signs.get(place.hex, []))
        else:
            spot = sheet.page.at(*sheet.geometry.centre(place.hex))
            yield _area_label(sheet, words, spot, place.importance, water=kind == "water")


def _region_labels(sheet: Sheet) -> Iterator[Label]:
    """Yield the names of regions that are written on the map, each in its largest part."""
    for region in sheet.board.regions:
        if region.importance is None or not sheet.name(region.name):
            continue
        hexes = [hex for hex in region.hexes if hex in sheet.grid]
        parts = shapely.get_parts(sheet.geometry.outline(hexes))
        middle = max(parts, key=lambda part: float(part.area)).representative_point()
        spot = sheet.page.at(middle.x, middle.y)
        water = sheet.wet.issuperset(hexes)
        yield _area_label(sheet, sheet.name(region.name), spot, region.importance, water=water)


def _spot_label(sheet: Sheet, place: PlaceModel, words: str, signs: list[str]) -> Label:
    x, y = sheet.spot(place.hex)
    size = _SIZES[place.importance] * sheet.scale
    shown = words.upper() if place.importance == 1 else words
    high = place.kind == "peak"
    gap = max((_GAPS.get(sign, 0.1) for sign in signs), default=0.1)
    return Label(
        (shown,),
        x,
        y,
        size,
        rank=place.importance * 10 + (3 if high or place.kind == "airfield" else 0),
        gap=gap * sheet.scale,
        aside=half_width(len(signs)) * sheet.scale,
        bold=place.importance <= 2,
        italic=high or place.kind == "airfield",
        colour="#5a3a16" if high else style.INK,
        halo=style.HALO,
        hex=place.hex,
    )


def _area_label(
    sheet: Sheet, words: str, spot: tuple[float, float], importance: int, *, water: bool
) -> Label:
    x, y = spot
    size = _AREA_SIZES[importance] * sheet.scale
    wide = importance <= 2 and not water
    shown = words.upper() if wide else words
    low = importance == 4
    return Label(
        _folded(shown) if water or len(shown) > 12 else (shown,),
        x,
        y,
        size,
        rank=importance * 10 + (5 if low else -6),
        area=True,
        italic=True if water else not wide,
        spacing=size * (0.22 if wide else 0.06),
        colour=style.DEEP_INK if water else "#6a4a22",
        halo=style.SEA[1] if water else style.HALO,
    )


def _folded(words: str) -> tuple[str, ...]:
    """Break a name in two where that makes its lines about equally long.

    >>> _folded("San Juanico Strait"), _folded("Samar")
    (('San Juanico', 'Strait'), ('Samar',))
    """
    breaks = [place for place, sign in enumerate(words) if sign == " "]
    if not breaks or len(words) < 10:
        return (words,)
    best = min(breaks, key=lambda place: abs(place - len(words) / 2))
    return words[:best], words[best + 1 :]


def _beach_labels(sheet: Sheet) -> Iterator[Label]:
    last = {each.name: each for each in arrows(sheet)}
    for each in last.values():
        reach = 0.52 * sheet.scale
        yield Label(
            (each.name,),
            each.x - reach * math.cos(each.heading),
            each.y - reach * math.sin(each.heading),
            0.165 * sheet.scale,
            rank=24,
            gap=0.05 * sheet.scale,
            italic=True,
            bold=True,
            colour=style.DEEP_INK,
            halo="#e4f1f3",
            hex=each.hex,
        )


def _river_labels(sheet: Sheet) -> Iterator[Label]:
    """Yield the names of rivers, each along a stretch that hardly bends."""
    drawn = {river.id: river.points for river in sheet.drawing.rivers}
    for feature in sheet.board.hexsides:
        words = sheet.name(feature.name)
        if not words or not style.is_river(feature.kind):
            continue
        points = drawn.get(feature.id)
        if points is None:
            pairs = [tuple(side.split("/")) for side in feature.sides]
            lines = sheet.geometry.side_paths((a, b) for a, b in pairs)
            points = np.array(max(lines, key=len))
        size = 0.165 * sheet.scale
        label = Label(
            (words,),
            0,
            0,
            size,
            rank=26,
            italic=True,
            spacing=size * 0.12,
            colour=style.DEEP_INK,
            halo=style.HALO,
        )
        ways = tuple(_along(_on_page(sheet, points), label, sheet.scale))
        if ways:
            yield replace(label, ways=ways)


def _along(
    points: Array, label: Label, scale: float
) -> Iterator[tuple[float, float, float, float]]:
    """Yield the spots beside a line for a name: x, y, degrees, and how bad it is."""
    steps = math.ceil(label.width / (0.1 * scale)) + 1
    for first in range(0, len(points) - steps, 2):
        piece = points[first : first + steps + 1]
        way = piece[-1] - piece[0]
        if exact(way[0]) < 0:
            way = -way
        angle = math.degrees(math.atan2(way[1], way[0]))
        across = np.array([-way[1], way[0]]) / max(float(length(*way)), 1e-9)
        middle = (piece[0] + piece[-1]) / 2
        apart = ((piece - middle) * across).sum(axis=1)
        for side in (-1, 1):
            reach = float((side * apart).max()) + label.height / 2 + 0.07 * scale
            x, y = middle + across * side * reach
            bends = float(apart.max() - apart.min()) / scale
            yield float(x), float(y), angle, 25 * bends + 0.5 * abs(angle) + (side > 0)


def _written(spot: Spot, *, halo: bool) -> str:
    label = spot.label
    look = {
        "font_family": style.FONT,
        "font_size": label.size,
        "font_weight": "bold" if label.bold else None,
        "font_style": "italic" if label.italic else None,
        "text_anchor": "middle",
        "letter_spacing": label.spacing or None,
    }
    x, y = (0.0, 0.0) if spot.angle else (spot.x, spot.y)
    if spot.angle:
        turned = f"rotate({number(spot.angle)})"
        look["transform"] = f"translate({number(spot.x)} {number(spot.y)}) {turned}"
    first = _first_line(y, label)
    lines = [
        text(line, x + label.spacing / 2, first + place * label.size * 1.15)
        for place, line in enumerate(label.lines)
    ]
    inside = "".join(lines)
    if halo:
        look |= {
            "fill": "none",
            "stroke": label.halo,
            "stroke_opacity": 0.85,
            "stroke_width": label.size * 0.2,
            "stroke_linejoin": "round",
        }
    else:
        look["fill"] = label.colour
    return Drawn(element("g", inside, **look), _covered(spot))


def _first_line(middle: float, label: Label) -> float:
    """Return the base line of the first line of a name about a middle."""
    return middle - label.height / 2 + label.size * 0.84


def _covered(spot: Spot) -> Area:
    """Return what a name may cover, whichever way it is turned, and however wide the font is."""
    label = spot.label
    size, spacing = rounded(label.size), rounded(label.spacing)
    long = max(len(line) for line in label.lines)
    reach = long * (0.75 * size + spacing) / 2 + size
    if spot.angle:
        return Area(spot.x - reach, spot.y - reach, spot.x + reach, spot.y + reach)
    x = rounded(spot.x + label.spacing / 2)
    first = _first_line(spot.y, label)
    last = first + (len(label.lines) - 1) * label.size * 1.15
    return Area(x - reach, rounded(first) - 2 * size, x + reach, rounded(last) + 2 * size)
