"""The lower layers of the picture: land, shading, sea, grid."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry as Geometry

from tabuleiro.board import HEX_AREA, HexGrid
from tabuleiro.cartography.picture import style
from tabuleiro.cartography.picture.sheet import Sheet, figure_of
from tabuleiro.cartography.picture.svg import MOST_POINTS, element, png, text
from tabuleiro.cartography.raster import Raster
from tabuleiro.cartography.steady import Array, snapped_figure

__all__ = ["grid_lines", "hex_numbers", "land", "sea", "sea_hexes", "shading"]

_STRIPS: Final = 12
_DROWNED: Final = 0.36
"""Hexes of land with less land than this are washed in the colour of paper."""
_LARGE: Final = 400
"""Figures of more points are cut up if they are drawn apart."""
_TILE: Final = 8.0
_SEAM: Final = 0.01
_RUN: Final = 60
"""So many steps a piece of shore has at most if it is drawn apart."""
_NEAR_DETAIL: Final = 0.015
_FAR_DETAIL: Final = 0.03
_SPECK: Final = 0.02
"""Smaller spots of deep water, and of shallows in it, are not drawn."""


def _rings(figure: Geometry) -> list[Array]:
    return [
        shapely.get_coordinates(ring)
        for part in shapely.get_parts(figure)
        if part.geom_type == "Polygon"
        for ring in (part.exterior, *part.interiors)
    ]


def land(sheet: Sheet) -> list[str]:
    """Return the ground: paper, tints of terrain, and the light on the hills."""
    parts = [_paper(sheet, frame) for frame in sheet.papers]
    by_tint: defaultdict[str, list[str]] = defaultdict(list)
    for hex, kind in sheet.terrain.items():
        for part in style.parts_of(kind):
            tint = style.TERRAIN[part].tint
            if tint is not None:
                by_tint[tint].append(hex)
    for tint, hexes in by_tint.items():
        # Without a drawing nobody knows what lies between the last hexes and the frame.
        drawn = sheet.board.drawing is not None
        outline = sheet.area(hexes) if drawn else sheet.geometry.outline(hexes)
        soft = _softened(outline) if isinstance(sheet.grid, HexGrid) else outline
        parts += [
            element("path", d=path, fill=tint, fill_opacity=0.5, fill_rule="evenodd")
            for path in _fills(sheet, soft)
        ]
    return [*parts, *_shade(sheet)]


def _paper(sheet: Sheet, frame: tuple[float, float, float, float]) -> str:
    if frame == sheet.drawing.frame:
        width, height = sheet.size
        return element("rect", width=width, height=height, fill=style.PAPER)
    (x, y), (right, bottom) = sheet.page.at(*frame[:2]), sheet.page.at(*frame[2:])
    return element("rect", x=x, y=y, width=right - x, height=bottom - y, fill=style.PAPER)


def _fills(sheet: Sheet, figure: Geometry) -> list[str]:
    """Return the data of paths that fill a figure: one, or one for each polygon."""
    figure = sheet.trimmed(figure)
    figures = shapely.get_parts(figure) if sheet.apart else [figure]
    paths = [sheet.page.path(_rings(each)) for each in figures]
    return [path for path in paths if path]


def _softened(outline: Geometry) -> Geometry:
    """Round the corners of hexes off, so that a wood looks grown."""
    for by in (0.10, -0.24, 0.16):
        outline = snapped_figure(shapely.buffer(outline, by, quad_segs=4))
    return shapely.simplify(outline, 0.01)


def _shade(sheet: Sheet) -> list[str]:
    raster = sheet.drawing.shade
    if raster is None:
        return []
    pixels = shading(raster)
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


def shading(raster: Raster) -> NDArray[np.uint8]:
    """Return the light on the hills as pixels: red, green, blue and how dense."""
    light = raster.values.astype(np.int16) - 128
    pixels = np.zeros((*raster.shape, 4), dtype=np.uint8)
    pixels[..., :3] = np.where(light[..., None] > 0, (255, 250, 232), (58, 40, 24))
    pixels[..., 3] = np.clip(np.abs(light) * np.where(light > 0, 1.9, 1.55), 0, 190)
    return pixels


def sea(sheet: Sheet) -> list[str]:
    """Return the sea in bands, with a pale line of surf and the coast itself."""
    drawing = sheet.drawing
    if not sheet.has_coast:
        return _lakes(sheet)
    water = shapely.difference(shapely.box(*drawing.frame), sheet.ground)
    parts = _filled(sheet, water, style.SEA[0])
    detail = _NEAR_DETAIL
    for band, colour in zip(drawing.sea, style.SEA[1:], strict=False):
        parts += _filled(sheet, _coarse(figure_of(band.figures), detail), colour)
        detail = _FAR_DETAIL
    shores = drawing.coast()
    for colour, size, strength, detail in (
        (style.SURF, 0.12, 0.45, 0.02),
        (style.SURF, 0.06, 0.6, 0.01),
        (style.COAST, 0.022, 0.95, 0.0),
    ):
        width = size * sheet.scale
        lines = [_plainer(line, detail) for line in shores] if detail else shores
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
            for path in _shores(sheet, lines)
        ]
    return [*parts, *_lakes(sheet)]


def _coarse(figure: Geometry, detail: float) -> Geometry:
    """Return polygons with less detail, and without specks: out at sea none is wanted."""
    kept = [
        shapely.Polygon(part.exterior, [ring for ring in part.interiors if _counts(ring)])
        for part in shapely.get_parts(shapely.simplify(figure, detail))
        if part.geom_type == "Polygon" and _counts(part.exterior)
    ]
    return shapely.multipolygons(kept) if kept else shapely.Polygon()


def _counts(ring: shapely.LinearRing) -> bool:
    return float(shapely.Polygon(ring).area) >= _SPECK


def _plainer(line: Array, detail: float) -> Array:
    """Return a line with less detail: under a broad stroke none is seen."""
    plain: Array = shapely.get_coordinates(shapely.simplify(shapely.LineString(line), detail))
    return plain


def _shores(sheet: Sheet, shores: list[Array]) -> Iterable[str]:
    """Return the data of paths along shores; those drawn apart are short, and meet end to end."""
    if not sheet.apart:
        return sheet.page.paths(shores)
    return [
        sheet.page.path([line[first : first + _RUN + 1]], closed=False)
        for line in shores
        for first in range(0, len(line) - 1, _RUN)
    ]


def _filled(sheet: Sheet, figure: Geometry, colour: str) -> list[str]:
    """Return a figure in one colour; large ones are cut up, and the pieces overlap by a hair."""
    figure = sheet.trimmed(figure)
    if sheet.apart:
        pieces = [piece for part in shapely.get_parts(figure) for piece in _tiles(part)]
    elif shapely.get_num_coordinates(figure) <= MOST_POINTS:
        pieces = [figure]
    else:
        left, top, right, bottom = sheet.drawing.frame
        steps = np.arange(left, right, (right - left) / _STRIPS)
        step = (right - left) / _STRIPS + 0.05
        pieces = [shapely.clip_by_rect(figure, x, top, x + step, bottom) for x in steps]
    paths = [sheet.page.path(_rings(piece)) for piece in pieces]
    return [element("path", d=path, fill=colour, fill_rule="evenodd") for path in paths if path]


def _tiles(figure: Geometry) -> list[Geometry]:
    """Return the parts of a figure on a lattice, so that each has few points."""
    if shapely.get_num_coordinates(figure) <= _LARGE:
        return [figure]
    left, top, right, bottom = shapely.bounds(figure)
    return [
        tile
        for x in np.arange(left, right, _TILE)
        for column in [shapely.clip_by_rect(figure, x, top, x + _TILE + _SEAM, bottom)]
        for y in np.arange(top, bottom, _TILE)
        for tile in [shapely.clip_by_rect(column, left, y, right, y + _TILE + _SEAM)]
        if not shapely.is_empty(tile)
    ]


def _lakes(sheet: Sheet) -> list[str]:
    if not sheet.drawing.lakes:
        return []
    return [
        element(
            "path",
            d=path,
            fill=style.SEA[1],
            fill_rule="evenodd",
            stroke=style.COAST,
            stroke_width=0.02 * sheet.scale,
        )
        for path in _fills(sheet, figure_of(sheet.drawing.lakes))
    ]


def sea_hexes(sheet: Sheet) -> list[str]:
    """Wash over what the map shows otherwise than the hex counts, so that nobody is mistaken.

    Land in hexes that are water looks flooded, and water in hexes of land with hardly any land in
    them looks like a shoal.
    """
    if not sheet.wet or not sheet.has_coast:
        return []
    flooded = shapely.intersection(sheet.area(sheet.wet), sheet.land)
    shoals = shapely.difference(sheet.geometry.outline(_drowned(sheet)), sheet.land)
    return [
        element("path", d=path, fill=colour, fill_opacity=strength, fill_rule="evenodd")
        for figure, colour, strength in (
            (flooded, style.SEA[1], 0.62),
            (shoals, style.PAPER, 0.5),
        )
        for path in _fills(sheet, figure)
    ]


def _drowned(sheet: Sheet) -> list[str]:
    """Return hexes of land that the map shows as water for the most part."""
    hexes = [hex for hex in sheet.drawing.anchors if hex not in sheet.wet]
    figures = np.array([sheet.geometry.polygon(hex) for hex in hexes], dtype=np.object_)
    shares = shapely.area(shapely.intersection(figures, sheet.land)) / HEX_AREA
    return [hex for hex, share in zip(hexes, shares, strict=True) if share < _DROWNED]


def grid_lines(sheet: Sheet) -> list[str]:
    """Return the hex grid: thin, and quieter at sea."""
    dry: list[Array] = []
    wet: list[Array] = []
    if not isinstance(sheet.grid, HexGrid):
        return _outlines(sheet)
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


def _outlines(sheet: Sheet) -> list[str]:
    """Return the outlines of squares, as thin as those of hexes, or of areas, which are borders."""
    places = np.array([sheet.geometry.polygon(hex) for hex in sheet.grid.hexes], dtype=np.object_)
    lines = shapely.line_merge(shapely.union_all(shapely.boundary(places)))
    strength, width = (0.62, 0.03) if sheet.grid.kind == "areas" else (0.26, 0.016)
    return [
        element(
            "path",
            d=path,
            fill="none",
            stroke="#2a2118",
            stroke_opacity=strength,
            stroke_width=width * sheet.scale,
            stroke_linejoin="round",
        )
        for path in sheet.page.paths(
            [shapely.get_coordinates(line) for line in shapely.get_parts(lines)]
        )
    ]


def _around(sheet: Sheet, hex: str) -> list[str | None]:
    grid = sheet.grid
    table = grid.neighbour_table[grid.index(hex)]
    return [grid.hexes[there] if there >= 0 else None for there in table]


def hex_numbers(sheet: Sheet) -> list[str]:
    """Return the hex numbers: small and quiet."""
    size = (style.AREA_NAME if sheet.grid.kind == "areas" else 0.125) * sheet.scale
    parts = []
    for hex in sheet.grid.hexes:
        x, y = sheet.geometry.centre(hex)
        px, py = sheet.page.at(x, y - 0.375)
        colour = style.DEEP_INK if hex in sheet.wet else style.INK
        parts.append(
            text(
                sheet.title(hex),
                px,
                py + size * 0.36,
                fill=colour,
                fill_opacity=0.52 if hex in sheet.wet else 0.66,
            )
        )
    return [
        element("g", "".join(parts), font_family=style.SANS, font_size=size, text_anchor="middle")
    ]
