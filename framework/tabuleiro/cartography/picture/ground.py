"""The lower layers of the picture: land, shading, sea, grid."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry as Geometry

from tabuleiro.cartography.drawing import Figure
from tabuleiro.cartography.georeference import Array
from tabuleiro.cartography.picture import style
from tabuleiro.cartography.picture.sheet import Sheet, figure_of
from tabuleiro.cartography.picture.svg import MOST_POINTS, element, png, text

__all__ = ["grid_lines", "hex_numbers", "land", "sea", "sea_hexes"]

_STRIPS: Final = 12


def _rings(figure: Geometry) -> list[Array]:
    return [
        shapely.get_coordinates(ring)
        for part in shapely.get_parts(figure)
        if part.geom_type == "Polygon"
        for ring in (part.exterior, *part.interiors)
    ]


def _all_rings(figures: list[Figure]) -> list[Array]:
    return [ring for figure in figures for ring in figure]


def land(sheet: Sheet) -> list[str]:
    """Return the ground: paper, tints of terrain, and the light on the hills."""
    width, height = sheet.size
    parts = [element("rect", width=width, height=height, fill=style.PAPER)]
    by_tint: defaultdict[str, list[str]] = defaultdict(list)
    for hex, kind in sheet.terrain.items():
        for part in style.parts_of(kind):
            tint = style.TERRAIN[part].tint
            if tint is not None:
                by_tint[tint].append(hex)
    for tint, hexes in by_tint.items():
        soft = _softened(sheet.geometry.outline(hexes))
        parts.append(
            element(
                "path",
                d=sheet.page.path(_rings(soft)),
                fill=tint,
                fill_opacity=0.5,
                fill_rule="evenodd",
            )
        )
    return [*parts, *_shade(sheet)]


def _softened(outline: Geometry) -> Geometry:
    """Round the corners of hexes off, so that a wood looks grown."""
    out = shapely.buffer(outline, 0.10, quad_segs=4)
    back = shapely.buffer(out, -0.24, quad_segs=4)
    return shapely.simplify(shapely.buffer(back, 0.16, quad_segs=4), 0.01)


def _shade(sheet: Sheet) -> list[str]:
    raster = sheet.drawing.shade
    if raster is None:
        return []
    light = raster.values.astype(np.int16) - 128
    pixels = np.zeros((*raster.shape, 4), dtype=np.uint8)
    pixels[..., :3] = np.where(light[..., None] > 0, (255, 250, 232), (58, 40, 24))
    pixels[..., 3] = np.clip(np.abs(light) * np.where(light > 0, 1.9, 1.55), 0, 190)
    x, y = sheet.page.at(raster.left, raster.top)
    size = sheet.scale / raster.pixels
    picture = {"xlink:href": png(pixels)}
    return [
        element(
            "image",
            x=x,
            y=y,
            width=raster.width * size,
            height=raster.height * size,
            preserveAspectRatio="none",
            **picture,
        )
    ]


def sea(sheet: Sheet) -> list[str]:
    """Return the sea in bands, with a pale line of surf and the coast itself."""
    drawing = sheet.drawing
    if not drawing.land:
        return _lakes(sheet)
    water = shapely.difference(shapely.box(*drawing.frame), figure_of(drawing.land))
    parts = _filled(sheet, water, style.SEA[0])
    for band, colour in zip(drawing.sea, style.SEA[1:], strict=False):
        parts += _filled(sheet, figure_of(band.figures), colour)
    shores = drawing.coast()
    for colour, size, strength in (
        (style.SURF, 0.12, 0.45),
        (style.SURF, 0.06, 0.6),
        (style.COAST, 0.022, 0.95),
    ):
        width = size * sheet.scale
        parts += [
            element(
                "path",
                d=path,
                fill="none",
                stroke=colour,
                stroke_width=width,
                stroke_opacity=strength,
                stroke_linejoin="round",
            )
            for path in sheet.page.paths(shores)
        ]
    return [*parts, *_lakes(sheet)]


def _filled(sheet: Sheet, figure: Geometry, colour: str) -> list[str]:
    """Return a figure in one colour, cut into strips if it has very many points.

    The strips lie a little over each other, so that no seam shows.
    """
    if shapely.get_num_coordinates(figure) <= MOST_POINTS:
        pieces = [figure]
    else:
        left, top, right, bottom = sheet.drawing.frame
        steps = np.arange(left, right, (right - left) / _STRIPS)
        step = (right - left) / _STRIPS + 0.05
        pieces = [shapely.clip_by_rect(figure, x, top, x + step, bottom) for x in steps]
    paths = [sheet.page.path(_rings(piece)) for piece in pieces]
    return [element("path", d=path, fill=colour, fill_rule="evenodd") for path in paths if path]


def _lakes(sheet: Sheet) -> list[str]:
    if not sheet.drawing.lakes:
        return []
    path = sheet.page.path(_all_rings(sheet.drawing.lakes))
    return [
        element(
            "path",
            d=path,
            fill=style.SEA[1],
            fill_rule="evenodd",
            stroke=style.COAST,
            stroke_width=0.02 * sheet.scale,
        )
    ]


def sea_hexes(sheet: Sheet) -> list[str]:
    """Wash over the land in hexes that count as water, so that nobody takes it for ground."""
    if not sheet.wet or not sheet.drawing.land:
        return []
    washed = shapely.intersection(sheet.geometry.outline(sheet.wet), sheet.land)
    path = sheet.page.path(_rings(washed))
    if not path:
        return []
    return [element("path", d=path, fill=style.SEA[1], fill_opacity=0.62, fill_rule="evenodd")]


def grid_lines(sheet: Sheet) -> list[str]:
    """Return the hex grid: thin, and quieter at sea."""
    dry: list[Array] = []
    wet: list[Array] = []
    for a in sheet.grid.hexes:
        corners = sheet.geometry.corners(a)
        for place, there in enumerate(_around(sheet, a)):
            line = np.array(corners)[[(place + 4) % 6, (place + 5) % 6]]
            if there is None or a < there:
                ashore = a not in sheet.wet or (there is not None and there not in sheet.wet)
                (dry if ashore else wet).append(line)
    return [
        element(
            "path",
            d=path,
            fill="none",
            stroke=colour,
            stroke_opacity=0.26,
            stroke_width=0.016 * sheet.scale,
        )
        for lines, colour in ((wet, style.DEEP_INK), (dry, "#2a2118"))
        for path in sheet.page.paths(lines)
    ]


def _around(sheet: Sheet, hex: str) -> list[str | None]:
    grid = sheet.grid
    table = grid.neighbour_table[grid.index(hex)]
    return [grid.hexes[there] if there >= 0 else None for there in table]


def hex_numbers(sheet: Sheet) -> list[str]:
    """Return the hex numbers: small and quiet."""
    size = 0.125 * sheet.scale
    parts = []
    for hex in sheet.grid.hexes:
        x, y = sheet.geometry.centre(hex)
        px, py = sheet.page.at(x, y - 0.375)
        colour = style.DEEP_INK if hex in sheet.wet else style.INK
        parts.append(
            text(
                hex,
                px,
                py + size * 0.36,
                fill=colour,
                fill_opacity=0.52 if hex in sheet.wet else 0.66,
            )
        )
    return [
        element("g", "".join(parts), font_family=style.SANS, font_size=size, text_anchor="middle")
    ]
