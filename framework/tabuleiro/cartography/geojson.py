"""Reading GeoJSON so that every fault can be told with its line.

Only what maps of coasts, lakes, rivers and borders need: polygons and lines, alone or several.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry as Geometry

from tabuleiro.i18n import _
from tabuleiro.module.errors import Problem, Unreadable, shortened

__all__ = ["Crossing", "Feature", "crossing", "items", "read_features"]

_BLANK: Final = re.compile(r"[\s,]*")
_CROSSING: Final = re.compile(r"\[(-?[\d.e+-]+) (-?[\d.e+-]+)\]")


@dataclass(frozen=True)
class Feature:
    """A thing on a map, in longitude and latitude."""

    line: int
    """Where it stands in its file."""
    properties: dict[str, Any]
    geometry: Geometry

    @property
    def name(self) -> str:
        """Its name, empty if it has none."""
        return str(self.properties.get("name") or "")


@dataclass(frozen=True)
class Crossing:
    """Where a polygon crosses itself."""

    lon: float
    lat: float


def items(text: str, key: str | None = None) -> Iterator[tuple[int, Any]]:
    r"""Yield the items of a JSON list with their lines: of the text, or of the list at a key.

    >>> list(items('{"features": [\n1,\n2]}', "features"))
    [(2, 1), (3, 2)]
    """
    start = re.search(r"\[" if key is None else rf'"{key}"\s*:\s*\[', text)
    if start is None:
        return
    decoder = json.JSONDecoder()
    place, line, counted = start.end(), 1, 0
    while True:
        blank = _BLANK.match(text, place)
        place = blank.end() if blank else place
        if text[place] == "]":
            return
        line += text.count("\n", counted, place)
        counted = place
        item, place = decoder.raw_decode(text, place)
        yield line, item


def read_features(text: str, name: str, problems: list[Problem]) -> list[Feature]:
    """Return the features of a file; those that are none are told and left out."""
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        raise Unreadable(Problem(name, line, 1, "", _("this is not JSON"))) from None
    if not isinstance(whole, dict) or not isinstance(whole.get("features"), list):
        sentence = _("this is not GeoJSON: a collection of features is wanted")
        raise Unreadable(Problem(name, 1, 1, "", sentence))
    found = []
    for number, (line, item) in enumerate(items(text, "features")):
        geometry = _geometry(item)
        where = f"features[{number}]"
        if geometry is None:
            sentence = _("this is no polygon or line of longitudes and latitudes")
            problems.append(Problem(name, line, 1, where, sentence))
        else:
            found.append(Feature(line, item.get("properties") or {}, geometry))
    return found


def _geometry(item: Any) -> Geometry | None:
    shape = item.get("geometry") if isinstance(item, dict) else None
    if not isinstance(shape, dict) or not isinstance(shape.get("coordinates"), list):
        return None
    parts = shape["coordinates"]
    try:
        match shape.get("type"):
            case "Polygon":
                return _polygon(parts)
            case "MultiPolygon":
                return shapely.MultiPolygon([_polygon(rings) for rings in parts])
            case "LineString":
                return _line(parts)
            case "MultiLineString":
                return shapely.MultiLineString([_line(line) for line in parts])
            case _:
                return None
    except (shapely.GEOSException, TypeError, ValueError, IndexError):
        return None


def _polygon(rings: list[Any]) -> shapely.Polygon:
    outer, *holes = [shapely.LinearRing(_points(ring)) for ring in rings]
    return shapely.Polygon(outer, holes)


def _line(points: list[Any]) -> shapely.LineString:
    return shapely.LineString(_points(points))


def _points(points: list[Any]) -> np.ndarray[Any, np.dtype[np.float64]]:
    found = np.array(points, dtype=np.float64)[:, :2]
    if not (np.isfinite(found).all() and (np.abs(found) <= (180, 90)).all()):
        raise ValueError(shortened(str(points)))
    return found


def crossing(geometry: Geometry) -> Crossing | None:
    """Return where a polygon crosses itself, None if it is sound.

    >>> bow = shapely.from_wkt("POLYGON ((0 0, 2 2, 2 0, 0 2, 0 0))")
    >>> crossing(bow), crossing(shapely.box(0, 0, 1, 1)) is None
    (Crossing(lon=1.0, lat=1.0), True)
    """
    if shapely.is_valid(geometry):
        return None
    where = _CROSSING.search(str(shapely.is_valid_reason(geometry)))
    if where is None:
        x, y, *_rest = shapely.bounds(geometry)
        return Crossing(float(x), float(y))
    return Crossing(float(where[1]), float(where[2]))
