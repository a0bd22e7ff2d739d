"""From figures on the board to the layers of its drawing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry as Geometry

from tabuleiro.board import HexGeometry, Point
from tabuleiro.cartography.curves import smooth, waver
from tabuleiro.cartography.drawing import Band, Drawing, Figure, Ribbon, Stroke
from tabuleiro.cartography.entries import Entry
from tabuleiro.cartography.ground import grown
from tabuleiro.cartography.highways import Highways
from tabuleiro.cartography.raster import frame
from tabuleiro.cartography.reading import Sources
from tabuleiro.cartography.steady import Array, exact, length, snapped, snapped_figure
from tabuleiro.cartography.surface import Surface
from tabuleiro.cartography.waters import Waters

__all__ = ["draw", "figures_of", "rounded", "shown_land"]

_SPECK: Final = 0.0015
"""Islands below this share of a hex are not drawn."""
_TOKEN: Final = 0.03
"""A land hex of which the maps show less than this gets a spit of land."""
_CORNER: Final = 0.08
"""At most so far from a corner it is cut off."""
_BEND: Final = 0.055
_REACH: Final = 0.75


def shown_land(sources: Sources, surface: Surface) -> Geometry:
    """Return the land as it is drawn, beyond the frame as well.

    Where a rulebook wants land and the maps show next to none, a spit is added.
    """
    geometry, ground = sources.geometry, surface.ground
    spits = [
        shapely.buffer(shapely.Point(*geometry.centre(hex)), 0.3, quad_segs=6)
        for hex in sources.grid.hexes
        if ground.is_land(hex) and ground.share[hex] < _TOKEN
    ]
    islands = [rounded(island, sources.model.drawing.rounds) for island in sources.islands]
    return snapped_figure(shapely.union_all([*islands, *spits]))


def rounded(figure: Geometry, rounds: int) -> Geometry:
    """Return polygons whose corners were cut off, each time at a quarter of its sides or nearer.

    >>> square = shapely.box(0, 0, 4, 4)
    >>> round(rounded(square, 1).area, 4), rounded(square, 0) is square
    (15.9872, True)
    """
    if not rounds:
        return figure
    softer = [
        shapely.Polygon(
            _cut(part.exterior, rounds), [_cut(ring, rounds) for ring in part.interiors]
        )
        for part in shapely.get_parts(figure)
        if part.geom_type == "Polygon"
    ]
    return shapely.union_all(shapely.make_valid(softer))


def _cut(ring: Geometry, rounds: int) -> Array:
    points = shapely.get_coordinates(ring)
    for _round in range(rounds):
        steps = np.diff(points, axis=0)
        long = np.maximum(length(*steps.T), 1e-9)[:, None]
        part = np.minimum(0.25, _CORNER / long)
        points = np.stack([points[:-1] + steps * part, points[1:] - steps * part], axis=1)
        points = snapped(points.reshape(-1, 2))
        points = np.concatenate([points, points[:1]])
    return points


def draw(
    sources: Sources, surface: Surface, land: Geometry, waters: Waters, roads: list[Entry]
) -> Drawing:
    """Return the layers of a drawing."""
    how, box = sources.model.drawing, frame(sources.geometry)
    shown = shapely.simplify(snapped_figure(shapely.clip_by_rect(land, *box)), how.simplify)
    highways = Highways(sources, surface, shown)
    return Drawing(
        box,
        credits=[
            f"{entry.kind}: {entry.credit} ({entry.licence})" for entry in sources.model.inputs
        ],
        land=figures_of(shown),
        sea=[_band(land, box, distance) for distance in how.bands],
        lakes=figures_of(_clipped(sources.lakes, box, how.simplify)),
        borders=_lines(_clipped(sources.borders, box, how.simplify)),
        rivers=_rivers(sources, waters, shown),
        roads=[
            Stroke(road.plain["id"], road.plain["kind"], highways.curve(road.plain))
            for road in roads
        ],
        anchors=highways.anchors,
        north=_north(sources),
        named={"borders": (how.borders.pt, how.borders.en)} if how.borders else {},
        shade=surface.relief.shade if surface.relief is not None else None,
    )


def _north(sources: Sources) -> float:
    """Return where north lies in the middle of the board, in degrees clockwise from the top."""
    left, top, right, bottom = sources.geometry.bounds
    x, y = np.array([(left + right) / 2]), np.array([(top + bottom) / 2])
    lon, lat = sources.tie.to_globe(x, y)
    there_x, there_y = sources.tie.to_board(lon, lat + 0.1)
    return float(np.degrees(np.arctan2(there_x[0] - x[0], y[0] - there_y[0])))


def _pair(width: list[float]) -> tuple[float, float]:
    return width[0], width[1]


def _clipped(
    figures: Iterable[Geometry], box: tuple[float, float, float, float], detail: float
) -> Geometry:
    inside = [shapely.clip_by_rect(figure, *box) for figure in figures]
    return shapely.simplify(snapped_figure(shapely.union_all(inside)), detail)


def _band(land: Geometry, box: tuple[float, float, float, float], distance: float) -> Band:
    left, top, right, bottom = box
    room = distance + 0.1
    near = shapely.clip_by_rect(land, left - room, top - room, right + room, bottom + room)
    beyond = shapely.difference(shapely.box(*box), grown(near, distance))
    return Band(distance, figures_of(shapely.simplify(beyond, distance / 40), distance**2 / 10))


def figures_of(figure: Geometry, least: float = _SPECK) -> list[Figure]:
    """Return polygons as tables of points, the largest first; specks are left out."""
    polygons = [
        part
        for part in shapely.get_parts(figure)
        if part.geom_type == "Polygon" and part.area >= least
    ]
    polygons.sort(key=lambda part: (-exact(part.area), part.bounds))
    return [
        [
            shapely.get_coordinates(ring)
            for ring in (part.exterior, *part.interiors)
            if ring is part.exterior or shapely.Polygon(ring).area >= least
        ]
        for part in polygons
    ]


def _lines(figure: Geometry) -> list[Array]:
    return [
        shapely.get_coordinates(part)
        for part in shapely.get_parts(figure)
        if part.geom_type == "LineString"
    ]


def _rivers(sources: Sources, waters: Waters, land: Geometry) -> list[Ribbon]:
    there = [river for river in sources.model.rivers if river.id in waters.courses]
    dry = grown(land, 0.02) if there else land
    return [
        Ribbon(
            river.id,
            _river(waters.courses[river.id], land, dry, river.into, sources.geometry),
            _pair(river.width),
        )
        for river in there
    ]


def _river(
    course: list[Point], land: Geometry, dry: Geometry, into: str, geometry: HexGeometry
) -> Array:
    """Return the line of a river as it is drawn: wavering, and up to the real coast.

    One that comes from beyond the board is drawn from the frame on.
    """
    points = smooth(waver(np.array(course), _BEND), 4)
    points = snapped(np.concatenate([_from_the_frame(points[0], geometry), points]))
    if into in {"sea", "lake", "edge"}:
        points = snapped(_to_the_coast(points, land, dry))
    return shapely.get_coordinates(shapely.simplify(shapely.LineString(points), 0.004))


def _from_the_frame(source: Array, geometry: HexGeometry) -> Array:
    """Return the point of the frame beside a source at the border of the board, if it is one."""
    x, y = float(source[0]), float(source[1])
    turns = np.arange(6) * np.pi / 3
    around = zip(x + 0.3 * np.cos(turns), y + 0.3 * np.sin(turns), strict=True)
    if None not in [geometry.hex_at(float(px), float(py)) for px, py in around]:
        return np.zeros((0, 2))
    edges = frame(geometry)
    ends = ((edges[0], y), (x, edges[1]), (edges[2], y), (x, edges[3]))
    return np.array([min(ends, key=lambda end: abs(end[0] - x) + abs(end[1] - y))])


def _to_the_coast(points: Array, land: Geometry, dry: Geometry) -> Array:
    """Return a river's line up to the coast; what lies a little beyond it counts as dry."""
    line = shapely.LineString(points)
    inland = shapely.intersection(line, dry)
    parts = [part for part in shapely.get_parts(inland) if part.geom_type == "LineString"]
    if not parts:
        return points
    kept = max(parts, key=lambda part: exact(part.length))
    if kept.length < line.length - 1e-9:
        return shapely.get_coordinates(kept)
    end = shapely.Point(points[-1])
    shore = shapely.boundary(land)
    way = shapely.get_coordinates(shapely.shortest_line(end, shore))
    if 0 < float(shapely.distance(end, shore)) <= _REACH:
        middle = (way[0] + way[1]) / 2 + 0.1 * np.array(
            [way[1][1] - way[0][1], way[0][0] - way[1][0]]
        )
        return np.concatenate([points[:-1], smooth(np.array([way[0], middle, way[1]]), 4)])
    return points
