"""Which names a map bears, how large they are, and what they should not cover."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

import numpy as np
import shapely

from tabuleiro.cartography.georeference import Array
from tabuleiro.cartography.picture import style
from tabuleiro.cartography.picture.cover import arrows
from tabuleiro.cartography.picture.labels import Box, Label, Placer, Spot
from tabuleiro.cartography.picture.sheet import Sheet
from tabuleiro.cartography.picture.svg import element, text
from tabuleiro.module.models.board import PlaceModel

__all__ = ["names", "place_names"]

_AREAS: Final = frozenset({"island", "valley", "range", "region", "ridge", "desert", "plain"})
_WATERS: Final = frozenset({"sea", "bay", "gulf", "strait", "ocean", "lake"})
_SIZES: Final = {1: 0.30, 2: 0.235, 3: 0.19, 4: 0.158}
_AREA_SIZES: Final = {1: 0.62, 2: 0.34, 3: 0.25, 4: 0.17}


def names(sheet: Sheet) -> list[str]:
    """Return all names with their halos."""
    spots = place_names(sheet).placed
    return [_written(spot, halo=True) for spot in spots] + [
        _written(spot, halo=False) for spot in spots
    ]


def place_names(sheet: Sheet) -> Placer:
    """Find a spot for each name."""
    width, height = sheet.size
    placer = Placer(Box(0, 0, width, height), sheet.scale)
    _fill(sheet, placer)
    placer.place([*_labels(sheet), *_beach_labels(sheet)])
    return placer


def _fill(sheet: Sheet, placer: Placer) -> None:
    """Tell the placer what is on the map already."""
    scale = sheet.scale
    for hex in sheet.grid.hexes:
        x, y = sheet.page.at(*sheet.geometry.centre(hex))
        number = Box(x - 0.2 * scale, y - 0.45 * scale, x + 0.2 * scale, y - 0.3 * scale)
        placer.avoid(number, 22 if hex not in sheet.wet else 9)
        if hex not in sheet.wet:  # where a counter stands
            placer.avoid(Box(x, y, x, y).grown(0.26 * scale), 7)
    for place in sheet.board.places:
        if place.hex in sheet.grid and _kind(place) == "spot":
            x, y = sheet.spot(place.hex)
            placer.avoid(Box(x, y, x, y).grown(0.17 * scale), 70)
    for each in arrows(sheet):
        tail = (each.x - 0.45 * scale * math.cos(each.heading),
                each.y - 0.45 * scale * math.sin(each.heading))  # fmt: skip
        box = Box(
            min(each.x, tail[0]), min(each.y, tail[1]), max(each.x, tail[0]), max(each.y, tail[1])
        )
        placer.avoid(box.grown(0.06 * scale), 90)
    for _kind_of, points in sheet.roads():
        placer.avoid_line(_on_page(sheet, points), 2.2)
    for points, _width in sheet.rivers():
        placer.avoid_line(_on_page(sheet, points), 1.6)
    for line in sheet.drawing.coast():
        placer.avoid_line(_on_page(sheet, line), 1.3)


def _on_page(sheet: Sheet, points: Array) -> Array:
    """Return points along a line, a tenth of a hex apart, on the page."""
    if len(points) < 2:
        return np.zeros((0, 2))
    line = shapely.LineString(points)
    parts = np.arange(0, line.length, 0.1)
    spread = shapely.get_coordinates(shapely.line_interpolate_point(line, parts))
    moved: Array = (spread - (sheet.page.left, sheet.page.top)) * sheet.scale
    return moved


def _kind(place: PlaceModel) -> str:
    if place.kind.startswith("beach-"):
        return "beach"
    if place.kind in _WATERS:
        return "water"
    return "area" if place.kind in _AREAS else "spot"


def _labels(sheet: Sheet) -> Iterator[Label]:
    for place in sheet.board.places:
        kind = _kind(place)
        if place.hex not in sheet.grid or kind == "beach":
            continue
        words = sheet.name(place.name)
        if kind == "spot":
            yield _spot_label(sheet, place, words)
        else:
            yield _area_label(sheet, place, words, water=kind == "water")


def _spot_label(sheet: Sheet, place: PlaceModel, words: str) -> Label:
    x, y = sheet.spot(place.hex)
    size = _SIZES[place.importance] * sheet.scale
    shown = words.upper() if place.importance == 1 else words
    high = place.kind == "peak"
    gap = {"airfield": 0.24, "port": 0.24, "city": 0.2, "fortress": 0.22}.get(place.kind, 0.1)
    return Label(
        (shown,),
        x,
        y,
        size,
        rank=place.importance * 10 + (3 if high or place.kind == "airfield" else 0),
        gap=gap * sheet.scale,
        bold=place.importance <= 2,
        italic=high or place.kind == "airfield",
        colour="#5a3a16" if high else style.INK,
        halo=style.HALO,
    )


def _area_label(sheet: Sheet, place: PlaceModel, words: str, *, water: bool) -> Label:
    x, y = sheet.page.at(*sheet.geometry.centre(place.hex))
    size = _AREA_SIZES[place.importance] * sheet.scale
    wide = place.importance <= 2 and not water
    shown = words.upper() if wide else words
    low = place.importance == 4
    return Label(
        _folded(shown) if water or len(shown) > 12 else (shown,),
        x,
        y,
        size,
        rank=place.importance * 10 + (5 if low else -6),
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
        )


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
    first = spot.box.top + label.size * 0.84
    lines = [
        text(line, spot.x + label.spacing / 2, first + place * label.size * 1.15)
        for place, line in enumerate(label.lines)
    ]
    inside = "".join(lines)
    if halo:
        return element(
            "g",
            inside,
            **look,
            fill="none",
            stroke=label.halo,
            stroke_opacity=0.85,
            stroke_width=label.size * 0.2,
            stroke_linejoin="round",
        )
    return element("g", inside, **look, fill=label.colour)
