"""The drawing of a board that was written by hand.

The terrain is what its rows say, whatever the coast shows; rivers run along their hexsides from
source to mouth, and roads from hex to hex.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tabuleiro.board import Point
from tabuleiro.cartography.entries import Entry
from tabuleiro.cartography.ground import Coast, Limits, settle
from tabuleiro.cartography.reading import Sources
from tabuleiro.cartography.relief import Relief
from tabuleiro.cartography.source import RiverModel
from tabuleiro.cartography.streams import Corners
from tabuleiro.cartography.surface import Surface
from tabuleiro.cartography.waters import Waters
from tabuleiro.i18n import _
from tabuleiro.module.errors import did_you_mean
from tabuleiro.module.map_building import maps_of
from tabuleiro.module.map_data import terrain_of
from tabuleiro.module.models import BoardFile

__all__ = ["Kept", "lay_kept"]

_WET: Final = frozenset({"sea", "lake"})


@dataclass(frozen=True)
class Kept:
    """What the drawing of a kept board is made from."""

    surface: Surface
    waters: Waters
    roads: list[Entry]


def lay_kept(sources: Sources, board: BoardFile, relief: Relief | None) -> Kept:
    """Return ground, rivers and roads of a kept board; its rivers go into the model."""
    coast = Coast.of(sources.islands)
    wet = _wet(board)
    dry = dict.fromkeys(hex for hex in sources.grid.hexes if hex not in wet)
    ground = settle(coast, sources.geometry, Limits(dry=dry, wet=wet))
    surface = Surface(ground, coast, {}, {}, [], relief)
    return Kept(surface, _waters(sources, board, wet), _roads(board))


def _wet(board: BoardFile) -> frozenset[str]:
    terrain = terrain_of(maps_of(board), "")
    return frozenset(hex for hex, kind in terrain.items() if kind in _WET)


def _waters(sources: Sources, board: BoardFile, wet: frozenset[str]) -> Waters:
    """Return the courses of the rivers that are written from source to mouth.

    Others have no line in the drawing, and whoever draws the board goes along their hexsides.
    """
    corners = Corners.of(sources.geometry)
    waters = Waters()
    for feature in board.hexsides:
        pairs = [side.split("/") for side in feature.sides]
        if feature.kind == "river":
            course = corners.course([sources.grid.side(a, b) for a, b in pairs])
            if course is not None:
                waters.courses[feature.id] = course
    given = {river.id: river for river in sources.model.rivers}
    for number, river in enumerate(sources.model.rivers):
        if river.id not in waters.courses:
            sentence = _('the board has no river "{id}" whose hexsides are one chain')
            hint = did_you_mean(river.id, waters.courses)
            sources.say(("rivers", number, "id"), sentence.format(id=river.id), hint)
    rivers = [
        given.get(id, RiverModel(id=id)).model_copy(
            update={"into": _into(corners, waters.courses, id, wet)}
        )
        for id in waters.courses
    ]
    sources.model = sources.model.model_copy(update={"rivers": rivers})
    return waters


def _into(
    corners: Corners, courses: Mapping[str, list[Point]], id: str, wet: frozenset[str]
) -> str:
    """Return where a river ends."""
    mouth = courses[id][-1]
    for other, course in courses.items():
        if other != id and mouth in course:
            return other
    touching = corners.touching[mouth]
    return "edge" if len(touching) < 3 and not wet & set(touching) else "sea"


def _roads(board: BoardFile) -> list[Entry]:
    return [
        Entry(
            {
                "id": road.id,
                "kind": road.kind,
                "chain": road.chain,
                "leaves": road.leaves.model_dump(exclude_none=True),
            }
        )
        for road in board.networks
    ]
