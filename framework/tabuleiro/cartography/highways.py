"""Roads as they are drawn: from hex to hex, and never through water."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

import numpy as np
import shapely
import shapely.ops
from shapely.geometry.base import BaseGeometry as Geometry

from tabuleiro.board import Point
from tabuleiro.cartography.curves import smooth
from tabuleiro.cartography.ground import grown
from tabuleiro.cartography.raster import frame
from tabuleiro.cartography.reading import Sources
from tabuleiro.cartography.steady import Array, exact, snapped
from tabuleiro.cartography.surface import Surface

__all__ = ["RAILWAYS", "Highways"]

RAILWAYS: Final = frozenset({"railway", "railroad", "rail"})
_WET: Final = 0.01
"""Roads that lie in the water by more than this share are led round the bays."""
_CLOSE: Final = 1e-9
"""What was pushed to a shore lies on it, but for the last digits."""
_BESIDE: Final = 0.19
"""So far beside the middle a railway runs, always on the same side: roads stay to be seen."""


class Highways:
    """Where hexes have their middle for drawing, and the curves of roads between them."""

    def __init__(self, sources: Sources, surface: Surface, land: Geometry) -> None:
        self._geometry = sources.geometry
        self._land = land
        self._frame = frame(sources.geometry)
        self._island = [
            shapely.intersection(figure, shapely.box(*self._frame)) for figure in sources.islands
        ]
        self._surface = surface
        self._inner = grown(land, -0.03)
        self.anchors: dict[str, Point] = {}
        for hex in sources.grid.hexes:
            if surface.ground.is_land(hex) and surface.ground.share[hex] < 0.999:
                self._anchor(hex)

    def _anchor(self, hex: str) -> None:
        """Find the spot nearest to the centre that is well on the land of the hex's island."""
        figure = self._geometry.polygon(hex)
        island = self._surface.ground.island[hex]
        land = self._island[island] if 0 <= island < len(self._island) else self._land
        around = shapely.clip_by_rect(land, *shapely.bounds(shapely.buffer(figure, 0.3)))
        centre = shapely.Point(*self._geometry.centre(hex))
        for inset, shore in ((0.16, 0.12), (0.12, 0.06), (0.08, 0.02)):
            room = shapely.intersection(
                shapely.buffer(figure, -inset), shapely.buffer(around, -shore, quad_segs=4)
            )
            if not shapely.is_empty(room):
                spot = shapely.get_coordinates(shapely.shortest_line(centre, room))[1]
                if shapely.distance(centre, room) > 0.01:
                    self.anchors[hex] = (float(spot[0]), float(spot[1]))
                return

    def middle(self, hex: str) -> Point:
        """Return where a road passes a hex."""
        return self.anchors.get(hex) or self._geometry.centre(hex)

    def curve(self, road: dict[str, Any]) -> Array:
        """Return the curve of a road; railways run a little beside the roads."""
        chain: list[str] = road["chain"]
        beside = _BESIDE if road["kind"] in RAILWAYS else 0.0
        points = [_moved(self.middle(chain[0]), (beside, 0.0))]
        for a, b in pairwise(chain):
            points += [self._gate(a, b, beside), _moved(self.middle(b), (beside, 0.0))]
        leaves = road.get("leaves") or {}
        if "start" in leaves:
            points.insert(0, self._outside(points[0], leaves["start"], beside))
        if "end" in leaves:
            points.append(self._outside(points[-1], leaves["end"], beside))
        if len(points) < 2:
            return np.array(points * 2)
        line = snapped(self._kept_dry(smooth(snapped(np.array(points)))))
        return shapely.get_coordinates(shapely.simplify(shapely.LineString(line), 0.004))

    def _gate(self, a: str, b: str, beside: float) -> Point:
        """Return where a road passes a hexside: in the middle of its land, or beside that."""
        start, end = self._geometry.side_line(a, b)
        side = shapely.LineString([min(start, end), max(start, end)])
        dry = shapely.intersection(side, self._land)
        parts = [part for part in shapely.get_parts(dry) if part.length > 0]
        widest = max(parts, key=lambda part: exact(part.length), default=side)
        half = float(widest.length) / 2
        return _first(shapely.line_interpolate_point(widest, half + min(beside, half)))

    def _outside(self, point: Point, edge: str, beside: float) -> Point:
        """Return where a road runs off the drawing: straight on, or where there is land."""
        left, top, right, bottom = self._frame
        x, y = _moved(point, (0.0, beside if edge in {"east", "west"} else 0.0))
        ends = {
            "north": ((x - 1, top), (x + 1, top)),
            "south": ((x - 1, bottom), (x + 1, bottom)),
            "west": ((left, y - 1), (left, y + 1)),
            "east": ((right, y - 1), (right, y + 1)),
        }[edge]
        border = shapely.LineString(ends)
        middle = shapely.line_interpolate_point(border, 0.5, normalized=True)
        dry = shapely.get_parts(shapely.intersection(border, self._land))
        firm = [
            shapely.ops.substring(part, 0.12, float(part.length) - 0.12)
            for part in dry
            if part.length > 0.3
        ]
        if not firm:
            return _first(middle)
        return _first(shapely.shortest_line(shapely.union_all(firm), middle))

    def _kept_dry(self, points: Array) -> Array:
        """Push what has come into the water back to the shore, and round bays as well."""
        pushed = self._pushed(points)
        line = shapely.LineString(pushed)
        wet = shapely.difference(line, shapely.buffer(self._near(line), 0.01))
        if float(wet.length) < _WET * float(line.length):
            return pushed
        for _round in range(3):
            pushed = self._pushed(shapely.get_coordinates(shapely.segmentize(line, 0.08)))
            line = shapely.LineString(pushed)
        return pushed

    def _near(self, line: Geometry) -> Geometry:
        left, top, right, bottom = shapely.bounds(line)
        return shapely.clip_by_rect(self._land, left - 1, top - 1, right + 1, bottom + 1)

    def _pushed(self, points: Array) -> Array:
        nodes = np.asarray(shapely.points(points), dtype=np.object_)
        off = shapely.distance(nodes, self._inner)
        wet = np.asarray((off > _CLOSE) & (off < 0.5))
        wet[[0, -1]] = False
        if wet.any():
            moved = points.copy()
            ways = shapely.shortest_line(nodes[wet], self._inner)
            moved[wet] = shapely.get_coordinates(ways).reshape(-1, 2, 2)[:, 1]
            return moved
        return points


def _moved(point: Point, by: Point) -> Point:
    return point[0] + by[0], point[1] + by[1]


def _first(figure: Geometry) -> Point:
    x, y = shapely.get_coordinates(figure)[0]
    return float(x), float(y)
