"""Heights: what a board keeps of them, and how light falls on them.

The grid of raw heights stays outside of the project. Kept is what was derived from it: metres for
each hex, and the hill shading at the resolution of the drawing.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry as Geometry

from tabuleiro.board import HexGeometry
from tabuleiro.cartography.georeference import Georeference
from tabuleiro.cartography.ground import grown
from tabuleiro.cartography.raster import Raster, pack, unpack
from tabuleiro.cartography.steady import Array
from tabuleiro.cartography.wrinkles import wrinkled
from tabuleiro.i18n import _
from tabuleiro.module.errors import Problem, Unreadable

__all__ = ["HeightGrid", "Relief", "derive", "read_heights", "read_relief", "relief_text"]

Metres = NDArray[np.int64]

_LIGHT: Final = np.array([-0.5, -0.5, 0.7071])
"""From the north-west, halfway up."""
FLAT: Final = 128
"""The shade of level ground."""


@dataclass(frozen=True)
class HeightGrid:
    """Raw heights in metres on a grid of longitudes and latitudes, from north to south."""

    metres: Array
    lon0: float
    lat0: float
    step: float

    def at(self, lon: Array, lat: Array) -> Array:
        """Return heights between the points of the grid, on a smooth surface through them."""
        rows, columns = self.metres.shape
        across = np.clip((lon - self.lon0) / self.step, 0, columns - 1)
        down = np.clip((self.lat0 - lat) / self.step, 0, rows - 1)
        left, top = np.floor(across).astype(int), np.floor(down).astype(int)
        weights_x, weights_y = _weights(across - left), _weights(down - top)
        found = np.zeros_like(across)
        for row in range(4):
            y = np.clip(top + row - 1, 0, rows - 1)
            for column in range(4):
                x = np.clip(left + column - 1, 0, columns - 1)
                found += weights_y[row] * weights_x[column] * self.metres[y, x]
        return found


def _weights(part: Array) -> list[Array]:
    """Return the weights of four neighbours in a row: half spline, half through the points.

    A spline alone flattens peaks, the other one rings around them.
    """
    t, u = part, 1 - part
    t2, u2 = t * t, u * u
    t3, u3 = t2 * t, u2 * u
    spline = [u3 / 6, (4 - 6 * t2 + 3 * t3) / 6, (4 - 6 * u2 + 3 * u3) / 6, t3 / 6]
    through = [
        (-t + 2 * t2 - t3) / 2,
        (2 - 5 * t2 + 3 * t3) / 2,
        (t + 4 * t2 - 3 * t3) / 2,
        (t3 - t2) / 2,
    ]
    return [(a + b) / 2 for a, b in zip(spline, through, strict=True)]


def read_heights(path: Path) -> HeightGrid:
    """Read a grid of heights (``.npz`` with h, lon0, lat0, step), or raise `Unreadable`."""
    try:
        with np.load(path, allow_pickle=False) as held:
            metres = np.asarray(held["h"], dtype=np.float64)
            lon0, lat0, step = (float(held[key]) for key in ("lon0", "lat0", "step"))
    except FileNotFoundError:
        sentence = _('there is no file "{name}"').format(name=path.name)
        raise Unreadable(Problem(path.name, 1, 1, "", sentence)) from None
    except (OSError, ValueError, KeyError, TypeError):
        sentence = _("this is no grid of heights: an .npz with h, lon0, lat0 and step is wanted")
        raise Unreadable(Problem(path.name, 1, 1, "", sentence)) from None
    return HeightGrid(metres, lon0, lat0, step)


@dataclass(frozen=True)
class Relief:
    """What a board keeps of the heights: one number for each hex, in the order of the grid."""

    mean: Metres
    high: Metres
    """Four fifths of the hex lie below it."""
    top: Metres
    shade: Raster

    def level(self) -> Array:
        """Return the heights that decide about terrain: halfway between mean and high."""
        return (self.mean + self.high) / 2


@dataclass(frozen=True)
class Shading:
    """How the hill shading is made."""

    pixels: int
    relief: float
    detail: float
    km: float


def derive(
    heights: HeightGrid, geometry: HexGeometry, tie: Georeference, land: Geometry, how: Shading
) -> Relief:
    """Return what a board keeps of a grid of heights."""
    mean, high, top = _by_hex(heights, geometry, tie, land)
    return Relief(mean, high, top, _shade(heights, geometry, tie, land, how))


def _by_hex(
    heights: HeightGrid, geometry: HexGeometry, tie: Georeference, land: Geometry
) -> tuple[Metres, Metres, Metres]:
    """Return mean, 80th percentile and maximum of the land in each hex; 0 where there is none."""
    centres = np.array([geometry.centre(hex) for hex in geometry.grid.hexes])
    inside = _pattern(geometry)
    points = (centres[:, None, :] + inside[None, :, :]).reshape(-1, 2)
    metres = heights.at(*tie.to_globe(points[:, 0], points[:, 1]))
    dry = shapely.contains_xy(land, points[:, 0], points[:, 1])
    shape = (len(centres), len(inside))
    known = np.where(dry, np.maximum(metres, 0), np.nan).reshape(shape)
    known[~dry.reshape(shape).any(axis=1)] = 0
    figures = (
        np.nanmean(known, axis=1),
        np.nanpercentile(known, 80, axis=1),
        np.nanmax(known, axis=1),
    )
    mean, high, top = (_whole(each).astype(np.int64) for each in figures)
    return mean, high, top


def _whole(values: Array) -> Array:
    """Return whole numbers; what lies halfway but for the last digits counts as halfway."""
    whole: Array = np.rint(np.round(values, 9))
    return whole


def _pattern(geometry: HexGeometry) -> Array:
    """Return points spread evenly over a hex whose centre is 0, 0."""
    first = geometry.grid.hexes[0]
    x, y = geometry.centre(first)
    steps = np.arange(-9, 10) / 16 + 1 / 128
    spread = np.array([(dx, dy) for dx in steps for dy in steps])
    hexagon = geometry.polygon(first)
    held = shapely.contains_xy(hexagon, spread[:, 0] + x, spread[:, 1] + y)
    pattern: Array = spread[held]
    return pattern


def _shade(
    heights: HeightGrid, geometry: HexGeometry, tie: Georeference, land: Geometry, how: Shading
) -> Raster:
    """Return how light each spot is: 128 is level ground, and the sea."""
    raster = Raster.around(geometry, how.pixels)
    x, y = raster.points()
    metres = np.maximum(heights.at(*tie.to_globe(x, y)), 0).reshape(raster.shape)
    step = how.km * 1000 / how.pixels
    if how.detail:
        metres = metres + how.detail * (wrinkled(metres, how.pixels) - metres)
    down, right = np.gradient(metres * how.relief / step)
    long = np.sqrt(right * right + down * down + 1)
    light = (-right * _LIGHT[0] - down * _LIGHT[1] + _LIGHT[2]) / long
    # Faint slopes are lifted, so that hills show beside mountains.
    change = np.clip((light - _LIGHT[2]) * 1.4, -1, 1)
    shade = _whole(FLAT + 127 * np.sign(change) * np.abs(change) ** 0.85)
    near = grown(land, 2 / how.pixels)
    shapely.prepare(near)
    wet = ~shapely.contains_xy(near, x, y).reshape(raster.shape)
    shade[wet] = FLAT
    return raster.filled(shade.astype(np.uint8))


# ------------------------------------------------------------------------------ the file


def relief_text(relief: Relief, geometry: HexGeometry, credit: str) -> str:
    """Write down the derived heights: one list for each hex row, from north to south."""
    grid = geometry.grid
    order = [
        [grid.index(grid.name(column, row)) for column in _span(grid.first_column, grid.columns)]
        for row in _span(grid.first_row, grid.rows)
    ]
    lines = ["{", '"format": 1,', f'"credit": {json.dumps(credit, ensure_ascii=False)},']
    for key in ("mean", "high", "top"):
        values = getattr(relief, key)
        rows = [json.dumps([int(values[index]) for index in row]) for row in order]
        lines += [f'"{key}": [', ",\n".join(rows), "],"]
    lines += [f'"shade": {json.dumps(pack(relief.shade))}', "}"]
    return "\n".join(lines) + "\n"


def _span(first: int, count: int) -> range:
    return range(first, first + count)


def read_relief(text: str, name: str, geometry: HexGeometry) -> Relief:
    """Read derived heights, or raise `Unreadable` if they are not of this board."""
    grid = geometry.grid
    try:
        held: dict[str, Any] = json.loads(text)
        columns = []
        for key in ("mean", "high", "top"):
            rows = np.array(held[key], dtype=np.int64).reshape(grid.rows, grid.columns)
            columns.append(_in_order(rows, geometry))
        shade = unpack(held["shade"])
    except (ValueError, KeyError, TypeError, RecursionError):
        sentence = _("these are no heights of this board: build it once with --heights")
        raise Unreadable(Problem(name, 1, 1, "", sentence)) from None
    return Relief(columns[0], columns[1], columns[2], shade)


def _in_order(rows: Metres, geometry: HexGeometry) -> Metres:
    grid = geometry.grid
    cells = [grid.parse(hex) for hex in grid.hexes]
    found: Metres = np.array(
        [rows[row - grid.first_row, column - grid.first_column] for column, row in cells]
    )
    return found
