"""Deciding what each hex is: sea, land, and its terrain.

First the coast and the heights speak, then the overrides with a method, and last those with a
clause: what is printed wins.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely

from tabuleiro.board import Side
from tabuleiro.cartography.ground import Coast, Ground, Limits, settle, shares
from tabuleiro.cartography.reading import Sources
from tabuleiro.cartography.relief import Relief
from tabuleiro.i18n import _

__all__ = ["Surface", "check_demands", "named_islands", "settle_ground", "terrain_of"]


@dataclass(frozen=True)
class Surface:
    """The hexes with all that was decided about them."""

    ground: Ground
    coast: Coast
    islands: dict[str, int]
    """The numbers of the islands with a name."""
    terrain: dict[str, str]
    printed: list[str]
    """Hexes whose terrain a clause prints."""
    relief: Relief | None

    def hexes_of(self, island: str) -> frozenset[str]:
        """Return the hexes of an island with a name."""
        number = self.islands.get(island)
        return frozenset() if number is None else self.ground.hexes_of(number)

    def metres(self) -> dict[str, int]:
        """Return the mean height of each hex."""
        hexes = self.ground.grid.hexes
        if self.relief is None:
            return dict.fromkeys(hexes, 0)
        return {hex: int(mean) for hex, mean in zip(hexes, self.relief.mean, strict=True)}


def named_islands(sources: Sources) -> dict[str, int]:
    """Return which of the islands have the names of the source file."""
    found: dict[str, int] = {}
    for number, island in enumerate(sources.model.islands):
        point = shapely.Point(*sources.tie.point(*island.at))
        holding = [n for n, figure in enumerate(sources.islands) if shapely.contains(figure, point)]
        if holding:
            found[island.id] = holding[0]
        else:
            sentence = _('island "{id}": the maps show no land at {lon}, {lat}')
            told = sentence.format(id=island.id, lon=island.at[0], lat=island.at[1])
            sources.say(("islands", number, "at"), told)
    return found


def given_terrain(sources: Sources) -> dict[str, str]:
    """Return the terrain that overrides give: methods first, clauses last."""
    given: dict[str, str] = {}
    for entry in sorted(sources.model.overrides, key=lambda each: each.clause is not None):
        given.update(dict.fromkeys(entry.hexes, entry.terrain))
    return given


def settle_ground(sources: Sources, coast: Coast, islands: dict[str, int]) -> Ground:
    """Decide about land and sea."""
    model, grid = sources.model, sources.grid
    given = {hex: kind for hex, kind in given_terrain(sources).items() if hex in grid}
    wet = {hex for hex, kind in given.items() if kind in _wet_kinds(sources)}
    wet |= {hex for hex in _lake_hexes(sources) if hex not in given}
    counted = {
        hex: islands[island.id]
        for island in model.islands
        if island.id in islands
        for hex in island.hexes
    }
    limits = Limits(
        land=model.thresholds.land if model.terrain.sea is not None else 0.0,
        islet=model.thresholds.islet,
        link=model.thresholds.link,
        dry=dict.fromkeys((hex for hex in given if hex not in wet), None),
        wet=frozenset(wet),
        island_of=counted,
        open=_sides(sources, [each.side for each in model.water.open]),
        shut=_sides(sources, [each.side for each in model.water.shut]),
    )
    ground = settle(coast, sources.geometry, limits)
    _check_overrides(sources, ground)
    return ground


def _wet_kinds(sources: Sources) -> set[str]:
    terrain = sources.model.terrain
    return {kind for kind in (terrain.sea, terrain.lake) if kind is not None}


def _sides(sources: Sources, sides: list[str]) -> frozenset[Side]:
    pairs = [side.split("/") for side in sides]
    grid = sources.grid
    return frozenset(
        grid.side(a, b) for a, b in pairs if a in grid and b in grid and grid.are_neighbours(a, b)
    )


def _lake_hexes(sources: Sources) -> set[str]:
    if not sources.lakes or sources.model.terrain.lake is None:
        return set()
    parts = shares(Coast.of(sources.lakes), sources.geometry)
    least = sources.model.thresholds.lake
    return {
        hex
        for hex, part in zip(sources.grid.hexes, parts, strict=True)
        if sum(part.values()) >= least
    }


def _check_overrides(sources: Sources, ground: Ground) -> None:
    """Refuse to make land where no map shows any, unless a clause says so."""
    wet = _wet_kinds(sources)
    for number, entry in enumerate(sources.model.overrides):
        if entry.clause is not None or entry.terrain in wet:
            continue
        for place, hex in enumerate(entry.hexes):
            if hex in sources.grid and not ground.share[hex]:
                sentence = _('hex {hex} is to be "{terrain}", but the maps show no land there')
                told = sentence.format(hex=hex, terrain=entry.terrain)
                sources.say(("overrides", number, "hexes", place), told)


def check_demands(sources: Sources, ground: Ground) -> None:
    """Say which hexes are sea although pieces stand there."""
    for number, demand in enumerate(sources.model.demands):
        for place, hex in enumerate(demand.hexes):
            if hex in sources.grid and not ground.is_land(hex):
                sentence = _("pieces stand in hex {hex} ({clause}), but it is sea")
                told = sentence.format(hex=hex, clause=demand.clause)
                sources.say(("demands", number, "hexes", place), told)


def terrain_of(sources: Sources, ground: Ground, relief: Relief | None) -> dict[str, str]:
    """Return the terrain of each hex."""
    model, grid = sources.model, sources.grid
    bands = model.terrain.bands
    level = relief.level() if relief is not None else np.zeros(len(grid.hexes))
    lakes = _lake_hexes(sources)
    found: dict[str, str] = {}
    for hex, metres in zip(grid.hexes, level, strict=True):
        if ground.is_land(hex):
            reached = [band.terrain for band in bands if metres >= band.above]
            found[hex] = reached[-1] if reached else bands[0].terrain
        else:
            found[hex] = str(model.terrain.lake if hex in lakes else model.terrain.sea)
    found.update({hex: kind for hex, kind in given_terrain(sources).items() if hex in grid})
    return found


def printed_hexes(sources: Sources) -> list[str]:
    """Return the hexes whose terrain a clause prints, without deduction."""
    found = {
        hex
        for entry in sources.model.overrides
        if entry.clause is not None and entry.method is None
        for hex in entry.hexes
    }
    return [hex for hex in sources.grid.hexes if hex in found]
