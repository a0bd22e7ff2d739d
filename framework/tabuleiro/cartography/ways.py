"""Roads, railways and trails."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from tabuleiro.cartography.entries import Entry, entry
from tabuleiro.cartography.reading import Sources
from tabuleiro.cartography.routes import Way, easiest
from tabuleiro.cartography.source import RoadModel
from tabuleiro.cartography.surface import Surface
from tabuleiro.i18n import _

__all__ = ["lay_roads"]


def lay_roads(sources: Sources, surface: Surface, places: Mapping[str, str]) -> list[Entry]:
    """Return the roads; ``places`` gives the hexes of places."""
    entries = []
    used: dict[tuple[str, str, str], str] = {}
    for number, road in enumerate(sources.model.roads):
        chain = _chain(sources, surface, places, number)
        if chain is None:
            continue
        _check_dry(sources, surface, number, chain)
        for a, b in pairwise(chain):
            step = (road.kind, *sorted((a, b)))
            other = used.setdefault((step[0], step[1], step[2]), road.id)
            if other != road.id:
                sentence = _('road "{id}" repeats the step from {a} to {b} of road "{other}"')
                told = sentence.format(id=road.id, a=a, b=b, other=other)
                sources.say(("roads", number), told)
        leaves = road.leaves.model_dump(exclude_none=True) or None
        entries.append(entry(road, kind=road.kind, chain=chain, leaves=leaves))
    return entries


def _chain(
    sources: Sources, surface: Surface, places: Mapping[str, str], number: int
) -> list[str] | None:
    road, grid = sources.model.roads[number], sources.grid
    if road.chain:
        known = all(hex in grid for hex in road.chain)
        good = known and all(grid.are_neighbours(a, b) for a, b in pairwise(road.chain))
        return list(road.chain) if good else None  # what is wrong was said already
    stops = [places.get(stop, stop) for stop in road.through]
    if len(stops) < 2 or not all(stop in grid for stop in stops):
        return None
    way = Way(grid, surface.ground.joined, surface.metres())
    found = easiest(way, stops)
    if isinstance(found, tuple):
        sentence = _('road "{id}" finds no way over land from {a} to {b}')
        told = sentence.format(id=road.id, a=found[0], b=found[1])
        sources.say(("roads", number, "through"), told)
        return None
    return found


def _check_dry(sources: Sources, surface: Surface, number: int, chain: list[str]) -> None:
    road: RoadModel = sources.model.roads[number]
    ground = surface.ground
    for hex in chain:
        if not ground.is_land(hex):
            sentence = _('road "{id}" runs through hex {hex}, which is sea')
            sources.say(("roads", number), sentence.format(id=road.id, hex=hex))
            return
    for a, b in pairwise(chain):
        if not ground.joined(a, b):
            sentence = _('road "{id}" crosses the water between {a} and {b}')
            sources.say(("roads", number), sentence.format(id=road.id, a=a, b=b))
            return
