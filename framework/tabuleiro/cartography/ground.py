"""Land and sea: what a coast makes of the hexes.

Each land hex belongs to one island, and two land hexes are joined only where the side between them
is land of that island. So islands stay islands, however close they lie.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import STRtree
from shapely.geometry.base import BaseGeometry as Geometry

from tabuleiro.board import HEX_AREA, HexGeometry, HexGrid, Side
from tabuleiro.cartography.steady import exact, snapped_figure

__all__ = ["NOWHERE", "Coast", "Ground", "Limits", "grown", "settle", "shares"]

NOWHERE: Final = -1
"""The island of a hex that is sea."""
_TILE: Final = 6.0
_SIDE: Final = 3**-0.5
Shapes = NDArray[np.object_]


def grown(figure: Geometry, by: float) -> Geometry:
    """Return a figure grown by a distance, part by part: with many islands that is far quicker.

    >>> round(grown(shapely.box(0, 0, 1, 1), 1.0).area, 1)
    8.1
    """
    parts = shapely.get_parts(shapely.simplify(figure, abs(by) / 12))
    return snapped_figure(shapely.union_all(shapely.buffer(parts, by, quad_segs=6)))


@dataclass(frozen=True)
class Coast:
    """The islands of a board as figures, cut into tiles so that questions about them are quick."""

    islands: list[Geometry]
    pieces: Shapes
    owners: NDArray[np.int64]
    """To which island a piece belongs."""
    tree: STRtree

    @classmethod
    def of(cls, islands: Iterable[Geometry]) -> Coast:
        """Return the coast of some islands."""
        whole = list(islands)
        pieces: list[Geometry] = []
        owners: list[int] = []
        for number, island in enumerate(whole):
            tiles = _tiles(island)
            pieces += tiles
            owners += [number] * len(tiles)
        held = np.empty(len(pieces), dtype=np.object_)
        held[:] = pieces
        return cls(whole, held, np.array(owners, dtype=np.int64), STRtree(held))

    def covered(self, figures: Shapes) -> dict[tuple[int, int], float]:
        """Return by how much islands cover figures, as (figure, island): area or length."""
        figure, piece = self.tree.query(figures, predicate="intersects")
        common = shapely.intersection(figures[figure], self.pieces[piece])
        lines = len(figures) > 0 and shapely.get_dimensions(figures[0]) == 1
        sizes = shapely.length(common) if lines else shapely.area(common)
        total: defaultdict[tuple[int, int], float] = defaultdict(float)
        for index, owner, size in zip(figure, self.owners[piece], sizes, strict=True):
            total[int(index), int(owner)] += float(size)
        return {key: exact(size) for key, size in total.items()}


def _tiles(island: Geometry) -> list[Geometry]:
    left, top, right, bottom = shapely.bounds(island)
    tiles = []
    for x in np.arange(left, right, _TILE):
        for y in np.arange(top, bottom, _TILE):
            tile = shapely.clip_by_rect(island, x, y, x + _TILE, y + _TILE)
            if not shapely.is_empty(tile):
                tiles.append(tile)
    return tiles


def shares(coast: Coast, geometry: HexGeometry) -> list[dict[int, float]]:
    """Return, for each hex, which share of it each island covers."""
    found: list[dict[int, float]] = [{} for _hex in geometry.grid.hexes]
    for (hex, island), area in coast.covered(geometry.polygons()).items():
        if area > 1e-9:
            found[hex][island] = area / HEX_AREA
    return found


@dataclass(frozen=True)
class Limits:
    """Where land begins, and what is given whatever the coast says."""

    land: float = 0.3
    islet: float = 0.1
    link: float = 0.06
    dry: Mapping[str, int | None] = field(default_factory=dict)
    """Hexes that are land, and their islands if these are given."""
    wet: frozenset[str] = frozenset()
    """Hexes that are sea (or lake)."""
    island_of: Mapping[str, int] = field(default_factory=dict)
    """The islands to which shared hexes are counted."""
    open: frozenset[Side] = frozenset()
    shut: frozenset[Side] = frozenset()


@dataclass(frozen=True)
class Ground:
    """What is land, which island it belongs to, and which sides are water."""

    grid: HexGrid
    share: dict[str, float]
    """The share of land in each hex, of all islands together."""
    island: dict[str, int]
    """The island of each hex, `NOWHERE` at sea."""
    water: frozenset[Side]
    """Sides between land hexes that are not joined."""

    def is_land(self, hex: str) -> bool:
        """Tell whether a hex is land."""
        return self.island[hex] != NOWHERE

    def joined(self, a: str, b: str) -> bool:
        """Tell whether one can walk from a hex to its neighbour."""
        side = (a, b) if a < b else (b, a)
        return self.is_land(a) and self.is_land(b) and side not in self.water

    def hexes_of(self, island: int) -> frozenset[str]:
        """Return the hexes of an island."""
        return frozenset(hex for hex, owner in self.island.items() if owner == island)


def settle(coast: Coast, geometry: HexGeometry, limits: Limits) -> Ground:
    """Decide about land, islands and water."""
    grid = geometry.grid
    parts = shares(coast, geometry)
    island: dict[str, int] = {}
    for hex, part in zip(grid.hexes, parts, strict=True):
        dry = hex in limits.dry or sum(part.values()) >= limits.land
        island[hex] = _owner(hex, part, limits) if dry and hex not in limits.wet else NOWHERE
    _give_islets(coast, grid, parts, island, limits)
    share = {
        hex: round(min(1.0, sum(part.values())), 4)
        for hex, part in zip(grid.hexes, parts, strict=True)
    }
    return Ground(grid, share, island, _water(coast, geometry, island, limits))


def _owner(hex: str, part: Mapping[int, float], limits: Limits) -> int:
    given = limits.dry.get(hex)
    if given is None:
        given = limits.island_of.get(hex)
    if given is not None:
        return given
    # Land that no map shows is an island of its own: nothing is joined to it unawares.
    made_up = -2 - int.from_bytes(hex.encode(), "big") % 1_000_000
    return max(sorted(part), key=lambda each: part[each], default=made_up)


def _give_islets(
    coast: Coast,
    grid: HexGrid,
    parts: list[dict[int, float]],
    island: dict[str, int],
    limits: Limits,
) -> None:
    """Give each island without a hex the one that it covers best, so that none is lost."""
    best: dict[int, tuple[float, str]] = {}
    for hex, part in zip(grid.hexes, parts, strict=True):
        for owner, share in part.items():
            if share > best.get(owner, (0.0, ""))[0]:
                best[owner] = (share, hex)
    there = set(island.values())
    for owner in range(len(coast.islands)):
        share, hex = best.get(owner, (0.0, ""))
        free = hex and island[hex] == NOWHERE and hex not in limits.wet
        if owner not in there and share >= limits.islet and free:
            island[hex] = owner


def _water(
    coast: Coast, geometry: HexGeometry, island: Mapping[str, int], limits: Limits
) -> frozenset[Side]:
    grid = geometry.grid
    pairs = [
        (a, b)
        for a in grid.hexes
        for b in grid.neighbours(a)
        if a < b and island[a] != NOWHERE and island[b] != NOWHERE
    ]
    apart = {(a, b) for a, b in pairs if island[a] != island[b]}
    kin = [pair for pair in pairs if pair not in apart]
    if kin:
        lines = shapely.linestrings([geometry.side_line(a, b) for a, b in kin])
        dry = coast.covered(np.asarray(lines, dtype=np.object_))
        for number, (a, b) in enumerate(kin):
            # Hexes that must be land may be joined although the map shows water there.
            if dry.get((number, island[a]), 0.0) < limits.link * _SIDE:
                apart.add((a, b))
    return frozenset((apart | limits.shut) - limits.open)
