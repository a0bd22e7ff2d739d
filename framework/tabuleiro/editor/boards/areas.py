"""Areas drawn on the map: polygons whose neighbours share their borders to the pixel.

All points are whole pixels of the picture. Who draws over a neighbour loses what belongs to that
one, and corners that come to lie on a neighbour's border become corners of it as well: so there
are neither gaps nor overlaps, and a corner that is moved is moved for all who have it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import hypot
from typing import Any, Final, NamedTuple, TypeAlias

import shapely
import shapely.ops

from tabuleiro.board import shapes
from tabuleiro.editor.boards.changes import Change, Insert, Path, Put, Remove, Values, at
from tabuleiro.editor.boards.open_board import OpenBoard
from tabuleiro.editor.boards.references import forgotten, merged
from tabuleiro.i18n import _

__all__ = [
    "BadOutline",
    "Outline",
    "Pixel",
    "corner_added",
    "corner_gone",
    "corner_moved",
    "deleted",
    "drawn",
    "free_area",
    "joined",
    "nearest",
    "outlines_of",
    "split",
]

Pixel: TypeAlias = tuple[int, int]
Outline: TypeAlias = tuple[Pixel, ...]
Outlines: TypeAlias = Mapping[int, Outline]
"""The outlines of areas by their numbers in the file."""

_ON: Final = 1.5
"""A corner no further than this from a border lies on it."""
_LEAST: Final = 4.0
"""So many square pixels an area has at least."""


class BadOutline(ValueError):
    """An outline cannot be so; the text says why."""


class Near(NamedTuple):
    """What a pointer is near to."""

    point: Pixel
    corner: bool
    """Whether it is a corner that is there already, not a point on a border."""


def outlines_of(board: OpenBoard, loc: Path = ()) -> dict[int, Outline]:
    """Return the outlines of the areas of a map by their numbers in the file."""
    found = {}
    for number, area in enumerate(at(board.values, (*loc, "grid", "areas"), [])):
        corners = area.get("polygon") or []
        if len(corners) > 2:
            found[number] = tuple((round(x), round(y)) for x, y in corners)
    return found


def nearest(outlines: Outlines, x: float, y: float, reach: float) -> Near | None:
    """Return the corner that is near to a point, else the point of a border that is.

    >>> square = {0: ((0, 0), (100, 0), (100, 100), (0, 100))}
    >>> nearest(square, 97, 4, 8), nearest(square, 50, 3, 8), nearest(square, 50, 50, 8)
    (Near(point=(100, 0), corner=True), Near(point=(50, 0), corner=False), None)
    """
    corners = {point for outline in outlines.values() for point in outline}
    best = min(corners, key=lambda point: hypot(point[0] - x, point[1] - y), default=None)
    if best is not None and hypot(best[0] - x, best[1] - y) <= reach:
        return Near(best, corner=True)
    here = shapely.Point(x, y)
    for a, b in (edge for outline in outlines.values() for edge in _edges(outline)):
        line = shapely.LineString([a, b])
        if shapely.distance(line, here) <= reach:
            spot = shapely.line_interpolate_point(line, shapely.line_locate_point(line, here))
            return Near((round(spot.x), round(spot.y)), corner=False)
    return None


def _edges(outline: Outline) -> Iterator[tuple[Pixel, Pixel]]:
    return pairwise((*outline, outline[0]))


# -------------------------------------------------------------------------------- new outlines


def drawn(board: OpenBoard, corners: Sequence[Pixel], id: str, loc: Path = ()) -> list[Change]:
    """Return the changes that make an area of some corners; what is a neighbour's stays its own.

    >>> west = {"id": "west", "polygon": [[0, 0], [100, 0], [100, 100], [0, 100]]}
    >>> board = OpenBoard({"grid": {"kind": "areas", "areas": [west]}})
    >>> east = drawn(board, [(60, 20), (200, 20), (200, 80), (60, 80)], "east")
    >>> east[-1].value["polygon"]
    [[100, 20], [200, 20], [200, 80], [100, 80]]
    >>> [change.path[-2:] for change in east[:-1]], [change.value for change in east[:-1]]
    ([('polygon', 2), ('polygon', 2)], [[100, 80], [100, 20]])
    """
    outlines = outlines_of(board, loc)
    figure = _polygon(corners)
    others = [_polygon(outline) for outline in outlines.values()]
    left = shapely.difference(figure, shapely.union_all([each for each in others if each.is_valid]))
    outline = _cornered(_outline(_largest(left)), outlines)
    changes = _shared(board, outlines, outline, loc)
    areas = at(board.values, (*loc, "grid", "areas"), [])
    item = {"id": id or free_area(board, "area", loc), "polygon": _plain(outline)}
    path = (*loc, "grid", "areas")
    return [*changes, Insert((*path, len(areas)), item)]


def free_area(board: OpenBoard, wanted: str, loc: Path = ()) -> str:
    """Return an id that no area has yet."""
    taken = {str(area.get("id")) for area in at(board.values, (*loc, "grid", "areas"), [])}
    number, found = 1, wanted
    while found in taken:
        number += 1
        found = f"{wanted}-{number}"
    return found


def _polygon(corners: Sequence[Pixel]) -> shapely.Polygon:
    if len(corners) < 3 or not shapes.is_sound(corners):
        raise BadOutline(_("the polygon crosses itself, or has no inside"))
    return shapely.Polygon(corners)


def _largest(figure: Any) -> shapely.Polygon:
    """Return the largest polygon of a figure. Raises `BadOutline` if there is none."""
    parts = [part for part in shapely.get_parts(figure) if part.geom_type == "Polygon"]
    parts = [part for part in parts if part.area >= _LEAST]
    if not parts:
        raise BadOutline(_("all of that belongs to other areas already"))
    largest: shapely.Polygon = max(parts, key=lambda part: part.area)
    if len(largest.interiors):
        raise BadOutline(_("an area cannot go all round another: draw it in two parts"))
    return largest


def _outline(figure: shapely.Polygon) -> Outline:
    """Return the corners of a polygon as whole pixels, from the upper left, clockwise."""
    points = [(round(x), round(y)) for x, y in figure.exterior.coords[:-1]]
    if not figure.exterior.is_ccw:  # y grows down
        points.reverse()
    kept = [
        point
        for n, point in enumerate(points)
        if point != points[n - 1]
        and not _straight(points[n - 1], point, points[(n + 1) % len(points)])
    ]
    if len(kept) < 3:
        raise BadOutline(_("the polygon crosses itself, or has no inside"))
    first = min(range(len(kept)), key=lambda n: (sum(kept[n]), kept[n]))
    return (*kept[first:], *kept[:first])


def _straight(a: Pixel, b: Pixel, c: Pixel) -> bool:
    """Tell whether a corner is none: its border goes straight on."""
    return (b[0] - a[0]) * (c[1] - b[1]) == (b[1] - a[1]) * (c[0] - b[0])


def _plain(outline: Outline) -> list[list[int]]:
    return [list(point) for point in outline]


def _shared(
    board: OpenBoard, outlines: Outlines, outline: Sequence[Pixel], loc: Path
) -> list[Change]:
    """Return the changes that make the corners of an outline corners of those it lies beside."""
    changes: list[Change] = []
    for number, other in outlines.items():
        grown = _with_corners(other, outline)
        changes += _reshaped(board, number, grown, loc)
    return changes


def _with_corners(outline: Outline, corners: Iterable[Pixel]) -> Outline:
    """Return an outline with those corners that lie on its border."""
    found = list(outline)
    for corner in corners:
        if corner in found:
            continue
        here = shapely.Point(corner)
        for n, (a, b) in enumerate(pairwise((*found, found[0]))):
            if shapely.distance(shapely.LineString([a, b]), here) <= _ON:
                found.insert(n + 1, corner)
                break
    return tuple(found) if _sound(found) else outline


def _cornered(outline: Outline, others: Outlines) -> Outline:
    """Return an outline with the corners of others that lie on it."""
    return _with_corners(outline, (each for other in others.values() for each in other))


def _sound(corners: Sequence[Pixel]) -> bool:
    return len(corners) > 2 and shapes.is_sound(corners)


def _reshaped(board: OpenBoard, number: int, outline: Outline, loc: Path) -> list[Change]:
    """Return the changes that give an area an outline: of a corner or two only these."""
    area = (*loc, "grid", "areas", number)
    path = (*area, "polygon")
    before = outlines_of(board, loc)[number]
    changes: list[Change] = []
    if outline == before:
        return changes
    if len(outline) == len(before):
        changes = [
            Put((*path, n), list(new))
            for n, (old, new) in enumerate(zip(before, outline, strict=True))
            if old != new
        ]
    elif set(before) < set(outline):
        changes = list(_inserted(path, before, outline))
    elif set(outline) < set(before):
        gone = [n for n, corner in enumerate(before) if corner not in outline]
        changes = [Remove((*path, n)) for n in reversed(gone)]
    else:
        changes = [Put(path, _plain(outline))]
    centre = at(board.values, (*area, "centre"))
    if centre is not None and not shapely.contains_xy(shapely.Polygon(outline), *centre):
        changes.append(Remove((*area, "centre")))
    return changes


def _inserted(path: Path, before: Outline, outline: Outline) -> Iterator[Change]:
    """Yield the new corners of an outline, the last first, so that none moves another's place."""
    places = {corner: n for n, corner in enumerate(before)}
    place = len(before)
    for corner in reversed(outline):
        if corner in places:
            place = places[corner]
        else:
            yield Insert((*path, place), list(corner))


# ------------------------------------------------------------------------------------ corners


def corner_moved(board: OpenBoard, corner: Pixel, to: Pixel, loc: Path = ()) -> list[Change]:
    """Return the changes that move a corner for all areas that have it.

    Onto another corner of the same area it vanishes there. Raises `BadOutline` if an outline
    would cross itself.
    """
    outlines = outlines_of(board, loc)
    after = dict(outlines)
    for number, outline in outlines.items():
        if corner in outline:
            moved = [to if each == corner else each for each in outline]
            kept = [each for n, each in enumerate(moved) if each != moved[n - 1]]
            if not _sound(kept):
                raise BadOutline(_("the polygon crosses itself, or has no inside"))
            after[number] = tuple(kept)
        elif number in _beside(outlines, to):
            after[number] = _with_corners(outline, [to])
    changed = {number for number, outline in after.items() if outline != outlines[number]}
    if any(_overlap(after, n) > _overlap(outlines, n) + _LEAST for n in changed):
        raise BadOutline(_("areas would lie on one another"))
    return [change for n in sorted(changed) for change in _reshaped(board, n, after[n], loc)]


def _overlap(outlines: Outlines, number: int) -> float:
    """Return how much of an area others lie on."""
    here = shapely.Polygon(outlines[number])
    others = (shapely.Polygon(each) for n, each in outlines.items() if n != number)
    near = [each for each in others if each.is_valid and shapely.intersects(here, each)]
    return sum(float(shapely.intersection(here, each).area) for each in near)


def _beside(outlines: Outlines, point: Pixel) -> set[int]:
    here = shapely.Point(point)
    return {
        number
        for number, outline in outlines.items()
        if shapely.distance(shapely.Polygon(outline).exterior, here) <= _ON
    }


def corner_added(board: OpenBoard, point: Pixel, loc: Path = ()) -> list[Change]:
    """Return the changes that make a point of a border a corner, for both areas beside it."""
    return _shared(board, outlines_of(board, loc), [point], loc)


def corner_gone(board: OpenBoard, corner: Pixel, loc: Path = ()) -> list[Change]:
    """Return the changes that take a corner away from all areas that have it."""
    changes: list[Change] = []
    for number, outline in outlines_of(board, loc).items():
        if corner in outline:
            kept = tuple(each for each in outline if each != corner)
            if not _sound(kept):
                raise BadOutline(_("an area needs a polygon of three points or more, or a centre"))
            changes += _reshaped(board, number, kept, loc)
    return changes


# --------------------------------------------------------------------------- parts and wholes


def split(board: OpenBoard, number: int, line: Sequence[Pixel], loc: Path = ()) -> list[Change]:
    """Return the changes that cut an area in two along a line; the larger part keeps its name."""
    outlines = outlines_of(board, loc)
    outline = outlines[number]
    figure = _polygon(outline)
    if len(line) < 2:
        raise BadOutline(_("the line does not go from border to border"))
    parts = [
        part
        for part in shapely.get_parts(shapely.ops.split(figure, shapely.LineString(line)))
        if part.geom_type == "Polygon" and part.area >= _LEAST
    ]
    if len(parts) != 2:
        raise BadOutline(_("the line does not go from border to border"))
    larger, smaller = sorted(parts, key=lambda part: -part.area)
    neighbours = {n: other for n, other in outlines.items() if n != number}
    kept, cut = (_cornered(_outline(part), neighbours) for part in (larger, smaller))
    areas = at(board.values, (*loc, "grid", "areas"))
    id = free_area(board, str(areas[number].get("id")) + "-2", loc)
    changes = _shared(board, neighbours, [*kept, *cut], loc)
    changes += _reshaped(board, number, kept, loc)
    path = (*loc, "grid", "areas", number + 1)
    return [*changes, Insert(path, {"id": id, "polygon": _plain(cut)})]


def joined(board: OpenBoard, number: int, other: int, loc: Path = ()) -> list[Change]:
    """Return the changes that make two neighbours one area, under the name of the first."""
    outlines = outlines_of(board, loc)
    a, b = _polygon(outlines[number]), _polygon(outlines[other])
    whole = shapely.union_all([a, b])
    if not isinstance(whole, shapely.Polygon):
        raise BadOutline(_("these areas have no border in common"))
    if len(whole.interiors):
        raise BadOutline(_("an area cannot go all round another: draw it in two parts"))
    areas = at(board.values, (*loc, "grid", "areas"))
    kept, gone = str(areas[number].get("id")), str(areas[other].get("id"))
    left = {n: each for n, each in outlines.items() if n not in {number, other}}
    changes = _reshaped(board, number, _cornered(_outline(whole), left), loc)
    changes += merged(board.values, gone, kept, loc)
    return [*changes, *_not_beside(areas, gone, loc), Remove((*loc, "grid", "areas", other))]


def deleted(board: OpenBoard, number: int, loc: Path = ()) -> list[Change]:
    """Return the changes after which there is no such area, nor anything on it."""
    areas = at(board.values, (*loc, "grid", "areas"))
    if len(areas) == 1:
        raise BadOutline(_("a board has one area at least"))
    id = str(areas[number].get("id"))
    changes = forgotten(board.values, {id}, loc)
    return [*changes, *_not_beside(areas, id, loc), Remove((*loc, "grid", "areas", number))]


def _not_beside(areas: Sequence[Values], gone: str, loc: Path) -> Iterator[Change]:
    """Let no area name one as its neighbour that is gone."""
    for n, area in enumerate(areas):
        beside = area.get("neighbours")
        if isinstance(beside, list) and gone in beside:
            yield Remove((*loc, "grid", "areas", n, "neighbours", beside.index(gone)))
