"""Straits and rivers on hexsides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry as Geometry

from tabuleiro.board import Point, Side
from tabuleiro.cartography.entries import Entry, entry
from tabuleiro.cartography.reading import Sources
from tabuleiro.cartography.source import RiverModel
from tabuleiro.cartography.streams import Corners, Course, snap
from tabuleiro.cartography.surface import Surface
from tabuleiro.i18n import _

__all__ = ["Waters", "lay_waters"]


@dataclass
class Waters:
    """What lies on hexsides, and how the rivers run from corner to corner."""

    entries: list[Entry] = field(default_factory=list)
    courses: dict[str, list[Point]] = field(default_factory=dict)


def lay_waters(sources: Sources, surface: Surface) -> Waters:
    """Return straits, rivers and the other things on hexsides."""
    waters = Waters()
    _lay_rivers(sources, surface, waters)
    _lay_straits(sources, surface, waters)
    for other in sources.model.hexsides:
        sides = [_ordered(side) for side in other.sides]
        waters.entries.append(entry(other, sides=sides, kind=other.kind, faces=other.faces))
    return waters


def _ordered(side: str) -> str:
    return "/".join(sorted(side.split("/")))


# ----------------------------------------------------------------------------------- straits


def _lay_straits(sources: Sources, surface: Surface, waters: Waters) -> None:
    water, ground = sources.model.water, surface.ground
    left = set(ground.water)
    for strait in water.named:
        banks = {surface.islands.get(island, -1) for island in strait.between}
        sides = [side for side in left if {ground.island[hex] for hex in side} == banks]
        if sides:
            left -= set(sides)
            waters.entries.append(_strait(sources, strait.id, strait.name, sides))
    if left:
        waters.entries.append(_strait(sources, "inlets", water.name, list(left)))


def _strait(sources: Sources, id: str, name: Any, sides: Sequence[Side]) -> Entry:
    water = sources.model.water
    plain = {
        "id": id,
        "kind": water.kind,
        "name": name.model_dump(),
        **({"reconstructed": water.method} if water.method else {}),
        "sides": ["/".join(side) for side in sorted(sides)],
    }
    return Entry(plain)


# ------------------------------------------------------------------------------------ rivers


def _lay_rivers(sources: Sources, surface: Surface, waters: Waters) -> None:
    """Lay the rivers; one that flows into another comes after it."""
    corners = Corners.of(sources.geometry)
    left = dict(enumerate(sources.model.rivers))
    while left:
        ready = [n for n, river in left.items() if not _waits(river, left)]
        if not ready:
            for number, river in left.items():
                sentence = _('river "{id}" flows in a circle').format(id=river.id)
                sources.say(("rivers", number, "into"), sentence)
            break
        for number in ready:
            _lay_river(sources, surface, waters, corners, number)
            del left[number]
    order = {river.id: number for number, river in enumerate(sources.model.rivers)}
    waters.entries.sort(key=lambda each: order[each.plain["id"]])


def _waits(river: RiverModel, left: Mapping[int, RiverModel]) -> bool:
    return any(river.into == other.id for other in left.values())


def _lay_river(
    sources: Sources, surface: Surface, waters: Waters, corners: Corners, number: int
) -> None:
    river = sources.model.rivers[number]
    if river.sides:
        course = _given(sources, corners, number, river)
    else:
        line = _line(sources, river)
        course = _found(surface, waters, corners, river, line) if line is not None else None
        if course is None:
            sentence = _('river "{id}" finds no way along hexsides from its source to its mouth')
            sources.say(("rivers", number), sentence.format(id=river.id))
    if course is None:
        return
    sides = corners.beside(course)
    waters.courses[river.id] = course
    written = ["/".join(side) for side in sides]
    waters.entries.append(entry(river, kind=river.kind, sides=written))
    _check_banks(sources, surface, number, sides)


def _given(
    sources: Sources, corners: Corners, number: int, river: RiverModel
) -> list[Point] | None:
    grid = sources.grid
    pairs = [side.split("/") for side in river.sides]
    if not all(a in grid and b in grid and grid.are_neighbours(a, b) for a, b in pairs):
        return None  # said already
    course = corners.course([grid.side(a, b) for a, b in pairs])
    if course is None:
        sentence = _('the hexsides of river "{id}" are no chain').format(id=river.id)
        sources.say(("rivers", number, "sides"), sentence)
    return course


def _line(sources: Sources, river: RiverModel) -> shapely.LineString | None:
    """Return the line of a river as far as it lies on the board."""
    if river.points:
        points = [sources.tie.point(*each) for each in river.points]
        line: Geometry = shapely.LineString(points) if len(points) > 1 else shapely.Point(points[0])
    else:
        line = sources.rivers.get(river.line or "", shapely.Point())
    inside = shapely.clip_by_rect(line, *sources.geometry.bounds)
    merged = shapely.line_merge(inside) if inside.geom_type == "MultiLineString" else inside
    parts = [part for part in shapely.get_parts(merged) if isinstance(part, shapely.LineString)]
    longest = max(parts, key=lambda part: float(part.length), default=None)
    return longest if longest is not None and longest.length > 0 else None


def _found(
    surface: Surface, waters: Waters, corners: Corners, river: RiverModel, line: shapely.LineString
) -> list[Point] | None:
    ground = surface.ground
    taken = {side for course in waters.courses.values() for side in corners.beside(course)}
    others = {point for course in waters.courses.values() for point in course}
    shores = {
        point
        for point, hexes in corners.touching.items()
        if not all(ground.joined(a, b) for a, b in _pairs(hexes))
    }
    into = waters.courses.get(river.into)

    def ends(point: Point) -> bool:
        if into is not None:
            return point in into
        if river.into == "edge":
            return len(corners.touching[point]) < 3
        return point in shores and point not in others

    start, *_middle, end = [(x, y) for x, y in line.coords]
    wish = Course(
        line,
        start,
        end,
        usable=lambda side: ground.joined(*side) and side not in taken,
        ends=ends,
        passes=lambda point: point not in shores and point not in others,
    )
    return snap(corners, wish)


def _pairs(hexes: Sequence[str]) -> list[Side]:
    return [(a, b) for n, a in enumerate(hexes) for b in hexes[n + 1 :]]


def _check_banks(sources: Sources, surface: Surface, number: int, sides: Sequence[Side]) -> None:
    """Say where a river would climb, and where it would run through the sea."""
    river, metres = sources.model.rivers[number], surface.metres()
    for a, b in sides:
        wet = next((hex for hex in (a, b) if not surface.ground.is_land(hex)), None)
        if wet is not None:
            sentence = _('river "{id}" runs beside hex {hex}, which is sea')
            sources.say(("rivers", number), sentence.format(id=river.id, hex=wet))
            return
    levels = [min(metres[a], metres[b]) for a, b in sides]
    lowest = levels[0]
    for (before, here), (a, b) in zip(pairwise(levels), sides[1:], strict=True):
        lowest = min(lowest, before)
        if here > lowest + sources.model.thresholds.climb:
            sentence = _('river "{id}" climbs from {low} m to {high} m between {a} and {b}')
            told = sentence.format(id=river.id, low=lowest, high=here, a=a, b=b)
            sources.say(("rivers", number), told)
            return
