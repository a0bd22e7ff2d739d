"""What stands on the ground: signs of terrain, places, beaches."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import Final

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry as Geometry

from tabuleiro.cartography.picture import style
from tabuleiro.cartography.picture.sheet import Sheet
from tabuleiro.cartography.picture.signs import SCATTERED, form_of, forms, placed, templates
from tabuleiro.cartography.picture.singles import SINGLE, arrow, single
from tabuleiro.cartography.picture.svg import element, shifted
from tabuleiro.cartography.steady import Array, length

__all__ = [
    "Arrow",
    "arrows",
    "beaches",
    "half_width",
    "scatter",
    "signs_of",
    "town_signs",
    "vegetation",
]

_PATTERN: Final = (
    (0.0, 0.02), (-0.3, -0.16), (0.3, -0.14), (-0.16, 0.3), (0.17, 0.28),
    (-0.44, 0.1), (0.45, 0.12), (0.0, -0.24), (-0.24, 0.09), (0.25, 0.08),
    (-0.3, -0.36), (0.3, -0.36), (0.0, 0.42), (-0.34, 0.36), (0.34, 0.36),
)  # fmt: skip
"""Where signs stand in a hex; the top, with the number, stays free."""
_IN_A_SQUARE: Final = 0.8
_ROW: Final = ((1.0, 0.0), (0.8, 0.4), (0.62, 0.31), (0.5, 0.24))
"""How large signs are, and how far apart, where one, two, three or more stand in a hex."""
_MOST: Final = 1 << 31
_NAME_UP: Final = 0.5
_NAME_WIDE: Final = 0.6
"""How far above its counters the name of an area stands, and how far it goes to each side."""
_SPARSE: Final = {"peak": 6, "hill": 8, "palm": 9, "tuft": 9}
_ROOM: Final = {
    "peak": 0.12, "hill": 0.11, "tree": 0.09, "palm": 0.1, "tuft": 0.08, "stipple": 0.06,
}  # fmt: skip


def scatter(sheet: Sheet) -> Iterator[tuple[str, float, float, float]]:
    """Yield the signs of terrain: sign, point of the board, and a number between 0 and 1.

    They keep to the land of their hex, and off roads, rivers, towns and the hex number.
    """
    blocked = _blocked(sheet)
    shapely.prepare(blocked)
    occupied = {place.hex for place in sheet.board.places if _is_spot(place.kind)}
    for hex, kind in sheet.shown.items():
        parts = [style.TERRAIN[part].sign for part in style.parts_of(kind)]
        kinds = [sign for sign in parts if sign is not None and sign in SCATTERED]
        found = [
            spot
            for share, sign in enumerate(kinds)
            for spot in _in_hex(
                sheet, hex, sign, blocked, (share, len(kinds)), occupied=hex in occupied
            )
        ]
        yield from sorted(found, key=lambda spot: spot[2])  # what stands nearer comes later


def _is_spot(kind: str) -> bool:
    return style.SIGNS.get(kind) in SINGLE


def _blocked(sheet: Sheet) -> Geometry:
    lines = [shapely.LineString(points) for _kind, points in sheet.roads() if len(points) > 1]
    streams = [shapely.LineString(points) for points, _width in sheet.rivers() if len(points) > 1]
    return shapely.union_all(
        [shapely.buffer(line, 0.1, quad_segs=2) for line in lines]
        + [shapely.buffer(line, 0.08, quad_segs=2) for line in streams]
    )


def _in_hex(
    sheet: Sheet, hex: str, sign: str, blocked: Geometry, share: tuple[int, int], *, occupied: bool
) -> Iterator[tuple[str, float, float, float]]:
    """Yield the signs of one kind; ``share`` says which of how many kinds in the hex it is."""
    kind = sheet.grid.kind_at(hex)
    if kind != "areas":
        centre = np.array(sheet.geometry.centre(hex))
        spots = np.array(_PATTERN[share[0] :: share[1]][: _SPARSE.get(sign, len(_PATTERN))])
        if kind == "squares":
            spots *= _IN_A_SQUARE
    else:
        centre, spots = np.zeros(2), _spread(sheet, hex, sign, share)
    seed = sum(ord(each) * 31**place for place, each in enumerate(hex)) % _MOST
    count = len(spots)
    if not count:
        return
    chance = _chance(seed, count * 3).reshape(count, 3)
    points = centre + spots + (chance[:, :2] - 0.5) * 0.13
    room = _ROOM[sign]
    good = shapely.contains_xy(sheet.land, points[:, 0], points[:, 1] + room)
    good &= shapely.contains_xy(sheet.land, points[:, 0] - room, points[:, 1] - room / 2)
    good &= shapely.contains_xy(sheet.land, points[:, 0] + room, points[:, 1] - room / 2)
    if not shapely.is_empty(blocked):
        good &= shapely.distance(shapely.points(points), blocked) > room * 0.45
    if occupied:
        good &= length(*(points - sheet.middle(hex)).T) > 0.24
    for (x, y), turn in zip(points[good], chance[good, 2], strict=True):
        yield sign, float(x), float(y), float(turn)


def _spread(sheet: Sheet, hex: str, sign: str, share: tuple[int, int]) -> Array:
    """Return where signs stand in an area: all over it, but off its border and its counters."""
    figure = shapely.buffer(sheet.geometry.polygon(hex), -1.6 * _ROOM[sign])
    if shapely.is_empty(figure):
        return np.zeros((0, 2))
    step = 0.5 if sign in _SPARSE else 0.34
    left, top, right, bottom = shapely.bounds(figure)
    across, down = np.meshgrid(np.arange(left, right, step), np.arange(top, bottom, step))
    points = np.column_stack([across.ravel(), down.ravel()])[share[0] :: share[1]]
    good = shapely.contains_xy(figure, points[:, 0], points[:, 1])
    good &= length(*(points - sheet.middle(hex)).T) > 0.5
    aside, down = np.abs(points - sheet.geometry.centre(hex) + (0, _NAME_UP)).T
    good &= (aside > _NAME_WIDE) | (down > 2 * _ROOM[sign])
    found: Array = points[good]
    return found


def _chance(seed: int, count: int) -> Array:
    """Return numbers between 0 and 1 that are the same everywhere."""
    steps = np.arange(1, count + 1, dtype=np.int64)
    mixed = (seed * 2654435761 + steps * 40503 * 65537) % 4294967291
    mixed = (mixed ^ (mixed >> 13)) * 1274126177 % 4294967291
    return (mixed ^ (mixed >> 16)) % 65536 / 65536


def vegetation(sheet: Sheet) -> list[str]:
    """Return the signs of terrain: each of their forms once, and where it stands."""
    spots = list(scatter(sheet))
    used = dict.fromkeys(sign for sign, _x, _y, _turn in spots)
    if sheet.apart:
        drawn = {sign: forms(sign, sheet.scale) for sign in used}
        return [
            shifted(drawn[sign][form_of(turn)], *sheet.page.at(x, y), sheet.scale)
            for sign, x, y, turn in spots
        ]
    if not used:
        return []
    return [
        element("defs", templates(used, sheet.scale)),
        *(placed(sign, *sheet.page.at(x, y), turn) for sign, x, y, turn in spots),
    ]


def town_signs(sheet: Sheet) -> list[str]:
    """Return the signs of terrain that has one, and of places; several stand side by side."""
    parts = []
    for hex, signs in signs_of(sheet).items():
        x, y = sheet.spot(hex)
        size, step = _ROW[min(len(signs), len(_ROW)) - 1]
        for number, sign in enumerate(signs):
            aside = (number - (len(signs) - 1) / 2) * step * sheet.scale
            drawn = single(sign, 0, 0, size * sheet.scale)
            parts.append(shifted(drawn, x + aside, y, sheet.scale))
    return parts


def half_width(signs: int) -> float:
    """Return how far the last of some signs lies from the middle of their row, in hexes."""
    return (signs - 1) / 2 * _ROW[min(signs, len(_ROW)) - 1][1] if signs else 0.0


def signs_of(sheet: Sheet) -> dict[str, list[str]]:
    """Return the single signs of each hex: of its terrain, then of the places in it."""
    found: dict[str, list[str]] = {}
    for hex, kind in sheet.shown.items():
        signs = [style.TERRAIN[part].sign for part in style.parts_of(kind)]
        here = [sign for sign in signs if sign is not None and sign in SINGLE]
        if here:
            found[hex] = here
    for place in sheet.board.places:
        sign = style.SIGNS.get(place.kind)
        if sign is None or sign not in SINGLE or place.hex not in sheet.grid:
            continue
        here = found.setdefault(place.hex, [])
        shown = sign in here or (sign == "dot" and here) or (sign == "anchor" and "port" in here)
        if not shown:
            here.append(sign)
    return found


# ------------------------------------------------------------------------------------ beaches


class Arrow:
    """An arrow of a landing beach: its head on the page, where it heads, its colour and hex."""

    def __init__(
        self, x: float, y: float, heading: float, colour: str, name: str, hex: str
    ) -> None:
        self.x = x
        self.y = y
        self.heading = heading
        self.colour = colour
        self.name = name
        self.hex = hex


def arrows(sheet: Sheet) -> list[Arrow]:
    """Return the arrows of the beaches, each from another side of its hex."""
    found = []
    places = [place for place in sheet.board.places if _beach_colour(place.kind) is not None]
    wanted = Counter(place.hex for place in places if place.hex in sheet.grid)
    taken: set[str] = set()
    for hex, count in wanted.items():
        waters = _waters(sheet, hex, taken)[:count]
        taken.update(waters)
        waters.sort(key=lambda there: sheet.geometry.centre(there)[1])
        centre = sheet.geometry.centre(hex)
        here = [place for place in places if place.hex == hex]
        for place, there in zip(here, waters, strict=False):
            out = sheet.geometry.centre(there)
            heading = math.atan2(centre[1] - out[1], centre[0] - out[0])
            head = ((centre[0] * 0.62 + out[0] * 0.38), (centre[1] * 0.62 + out[1] * 0.38))
            colour = _beach_colour(place.kind) or ""
            name = sheet.name(place.name)
            found.append(Arrow(*sheet.page.at(*head), heading, colour, name, hex))
    return found


def _beach_colour(kind: str) -> str | None:
    return style.BEACHES.get(kind[6:]) if kind.startswith("beach-") else None


def _waters(sheet: Sheet, hex: str, taken: set[str]) -> list[str]:
    """Return the water beside a hex, the openest first and what has an arrow already last."""
    beside = [there for there in sheet.grid.neighbours(hex) if there in sheet.wet]

    def openness(there: str) -> int:
        return sum(next_one in sheet.wet for next_one in sheet.grid.neighbours(there))

    return sorted(beside, key=lambda there: (there in taken, -openness(there), there))


def beaches(sheet: Sheet) -> list[str]:
    """Return the coloured arrows of the landing beaches."""
    return [arrow(each.x, each.y, sheet.scale, each.heading, each.colour) for each in arrows(sheet)]
