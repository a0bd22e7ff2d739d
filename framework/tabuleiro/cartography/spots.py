"""Places, regions and the edges of the board."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import numpy as np
import shapely

from tabuleiro.board import Point, flood
from tabuleiro.cartography.entries import Entry, entry
from tabuleiro.cartography.reading import Sources
from tabuleiro.cartography.source import AreaModel, CoastModel, SpotModel
from tabuleiro.cartography.surface import Surface
from tabuleiro.i18n import _

__all__ = ["find_places", "place_entries", "shore", "stretches", "surround"]


def find_places(sources: Sources, surface: Surface) -> dict[str, str]:
    """Return the hex (or box) of each place; those that would lie in the sea are told."""
    found: dict[str, str] = {}
    boxes = {box.id for box in sources.model.boxes}
    for number, spot in enumerate(sources.model.places):
        where = spot.hex or _hex_of(sources, number, spot)
        if where is None or (where not in sources.grid and where not in boxes):
            continue
        found[spot.id] = where
        _check_island(sources, surface, number, where)
        if where not in boxes and not spot.afloat and not surface.ground.is_land(where):
            sentence = _('place "{id}" would lie in the sea, in hex {hex}')
            sources.say(("places", number), sentence.format(id=spot.id, hex=where))
    return found


def _check_island(sources: Sources, surface: Surface, number: int, hex: str) -> None:
    """Say it if a town stands on one island and its hex is counted to another."""
    spot = sources.model.places[number]
    point = _point(sources, spot)
    if point is None or spot.afloat or not surface.ground.is_land(hex):
        return
    here = shapely.Point(*sources.tie.point(*point))
    if not len(sources.islands):
        return
    nearest = int(np.argmin(shapely.distance(here, np.array(sources.islands, dtype=object))))
    if nearest != surface.ground.island[hex]:
        sentence = _('place "{id}" stands on another island than its hex {hex} is counted to')
        sources.say(("places", number), sentence.format(id=spot.id, hex=hex))


def _point(sources: Sources, spot: SpotModel) -> tuple[float, float] | None:
    """Return the longitude and latitude of a place, None if it is given by its hex."""
    if spot.at is not None:
        return spot.at[0], spot.at[1]
    known = sources.towns.get(spot.town or "", [])
    return known[0] if len(known) == 1 else None


def _hex_of(sources: Sources, number: int, spot: SpotModel) -> str | None:
    point = _point(sources, spot)
    if point is None:
        return None
    hex = sources.geometry.hex_at(*sources.tie.point(*point))
    if hex is None:
        sentence = _('place "{id}" lies off the board').format(id=spot.id)
        sources.say(("places", number), sentence)
    return hex


def place_entries(sources: Sources, found: Mapping[str, str]) -> list[Entry]:
    """Return the places as they are written."""
    return [
        entry(spot, hex=found[spot.id], kind=spot.kind, importance=spot.importance)
        for spot in sources.model.places
        if spot.id in found
    ]


# ----------------------------------------------------------------------------------- regions


def surround(sources: Sources, surface: Surface, roads: list[Entry]) -> list[Entry]:
    """Return the regions with their hexes; named islands come first."""
    entries = []
    taken = {area.id for area in sources.model.regions}
    for island in sources.model.islands:
        if island.id in surface.islands and island.id not in taken:
            hexes = surface.hexes_of(island.id)
            entries.append(_region(sources, island.id, island.name.model_dump(), hexes))
    chains = {road.plain["id"]: frozenset(road.plain["chain"]) for road in roads}
    for number, area in enumerate(sources.model.regions):
        hexes = _hexes_of(sources, surface, chains, area)
        if not hexes:
            sentence = _('region "{id}" has no hexes').format(id=area.id)
            sources.say(("regions", number), sentence)
        entries.append(_region(sources, area.id, area.name.model_dump(), hexes))
    return entries


def _region(sources: Sources, id: str, name: dict[str, str], hexes: frozenset[str]) -> Entry:
    ordered = [hex for hex in _by_rows(sources) if hex in hexes]
    return Entry({"id": id, "name": name, "hexes": ordered})


def _by_rows(sources: Sources) -> list[str]:
    grid = sources.grid
    return sorted(grid.hexes, key=lambda hex: (grid.parse(hex)[1], grid.parse(hex)[0]))


def _hexes_of(
    sources: Sources, surface: Surface, chains: Mapping[str, frozenset[str]], area: AreaModel
) -> frozenset[str]:
    if area.hexes:
        return frozenset(area.hexes)
    if area.island is not None:
        return surface.hexes_of(area.island)
    if area.coast is not None:
        return frozenset(shore(sources, surface, area.coast))
    if area.cut is not None and area.cut.hex in sources.grid:
        road = chains.get(area.cut.road, frozenset())
        ground = surface.ground

        def step(a: str, b: str) -> bool:
            return ground.joined(a, b)

        return flood(sources.grid, [area.cut.hex], lambda hex: hex not in road, step)
    return frozenset()


def shore(sources: Sources, surface: Surface, coast: CoastModel) -> list[str]:
    """Return the hexes along a stretch of coast, clockwise round the island."""
    island = surface.hexes_of(coast.island)
    rings = [_walk(sources, island, ring) for ring in sources.geometry.border(island)]
    if coast.start is None or coast.end is None:
        return [hex for walk in rings for hex in walk]
    for walk in rings:
        if coast.start in walk and coast.end in walk:
            first = walk.index(coast.start)
            turned = walk[first:] + walk[:first]
            last = turned.index(coast.end)
            return list(dict.fromkeys(turned[: last + 1]))
    return []


def _walk(sources: Sources, island: frozenset[str], ring: tuple[Point, ...]) -> list[str]:
    """Return the hexes beside a border in its order, but for the edges of the board."""
    grid, geometry = sources.grid, sources.geometry
    beside = {
        frozenset(geometry.side_line(hex, there)): hex
        for hex in island
        for there in grid.neighbours(hex)
        if there not in island
    }
    walk = [beside.get(frozenset(pair)) for pair in pairwise(ring)]
    return [hex for hex in walk if hex is not None]


def stretches(sources: Sources, surface: Surface) -> list[Entry]:
    """Return the edges of the board."""
    entries = []
    for number, border in enumerate(sources.model.edges):
        hexes: list[str] | str = "all" if border.hexes is None else list(border.hexes)
        if border.island is not None:
            island = surface.hexes_of(border.island)
            edge = [hex for hex in sources.grid.hexes if border.edge in sources.grid.edges_of(hex)]
            hexes = [hex for hex in edge if hex in island]
            if not hexes:
                sentence = _('island "{island}" does not reach the edge "{id}"')
                told = sentence.format(island=border.island, id=border.id)
                sources.say(("edges", number), told)
        plain = {"id": border.id, "edge": border.edge, "name": border.name.model_dump()}
        entries.append(Entry({**plain, "hexes": hexes}))
    return entries
