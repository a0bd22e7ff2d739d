"""The model of ``board.yaml``."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from tabuleiro.module.models.base import (
    Edge,
    Format,
    Hex,
    Hexside,
    Id,
    Model,
    Word,
    Words,
)
from tabuleiro.module.models.maps import GridModel, MapModel, PictureModel, TerrainModel

__all__ = ["BoardFile"]


def _all(value: Any) -> Any:
    if value == "all":
        return None
    if isinstance(value, list):
        return value
    raise PydanticCustomError("all_or_list", "`all` or a list")


HexList = Annotated[
    list[Hex] | None,
    BeforeValidator(_all),
    WithJsonSchema(
        {
            "anyOf": [
                {"const": "all"},
                {"type": "array", "items": {"type": ["string", "integer"]}},
            ]
        }
    ),
]
"""A list of hexes, or `all`, which is None here."""


class LayerModel(Model):
    """Where a layer of the board comes from."""

    reconstructed: Id = Field(description="The method by which it was reconstructed.")
    printed: list[Hex] = Field(default=[], description="Hexes whose value is printed all the same.")


class HexsideModel(Model):
    """Something that lies on hexsides, such as a river."""

    id: Id = Field(description="Id of the feature, such as `rapido`.")
    kind: Id = Field(description="Its kind: a row of `hexsides` in `tables.yaml`.")
    name: Words | None = Field(default=None, description="Its name, if it has one.")
    sides: list[Hexside] = Field(
        min_length=1, description="The hexsides, each as the two hexes beside it: `1106/1206`."
    )
    faces: Id | None = Field(default=None, description="Where it faces, such as `east`.")
    reconstructed: Id | None = Field(default=None, description="The method, if reconstructed.")


class LeavesModel(Model):
    """Where the ends of a road leave the board."""

    start: Edge | None = Field(default=None, description="Edge by which the first hex is left.")
    end: Edge | None = Field(default=None, description="Edge by which the last hex is left.")


class NetworkModel(Model):
    """A road, railway or trail."""

    id: Id = Field(description="Id of the road, such as `highway-6`.")
    kind: Id = Field(description="Its kind: a row of `networks` in `tables.yaml`.")
    name: Words | None = Field(default=None, description="Its name, if it has one.")
    chain: list[Hex] = Field(min_length=1, description="The hexes along it, each next to the last.")
    leaves: LeavesModel = Field(
        default=LeavesModel(), description="The edges by which its ends run off the board."
    )
    reconstructed: Id | None = Field(default=None, description="The method, if reconstructed.")


class PlaceModel(Model):
    """A place with a name."""

    id: Id = Field(description="Id of the place, such as `cassino`.")
    hex: Hex = Field(description="The hex, or the box, that it lies in.")
    kind: Id = Field(description="Its kind, such as `city`, `town`, `peak`.")
    importance: int = Field(default=3, ge=1, le=4, description="From 1 (capital letters) to 4.")
    name: Words = Field(description="Its name.")
    reconstructed: Id | None = Field(default=None, description="The method, if reconstructed.")


class RegionModel(Model):
    """Hexes that belong together."""

    id: Id = Field(description="Id of the region.")
    name: Words = Field(description="Its name.")
    hexes: list[Hex] = Field(min_length=1, description="Its hexes.")
    importance: int | None = Field(
        default=None,
        ge=1,
        le=4,
        description="How large its name is written on the map: 1 (capital letters) to 4; not at "
        "all if not given.",
    )


class EdgeModel(Model):
    """A stretch of the border, for entry and exit."""

    id: Id = Field(description="Id of the stretch.")
    edge: Edge = Field(description="The edge of the board that it is part of.")
    name: Words = Field(description="Its name.")
    hexes: HexList = Field(description="Its hexes, or `all` of that edge.")


class BoxModel(Model):
    """An area off the map."""

    id: Id = Field(description="Id of the box.")
    name: Words = Field(description="Its name.")
    kind: Id = Field(
        description="Its kind, such as `displaced` or `reserve`; out of a `cup` pieces are drawn "
        "at random, a `hand` shows them to its side alone, a `deck` is shuffled at the start and "
        "drawn from the top, and an `ordered-deck` lies as the scenario says."
    )
    side: Id | None = Field(default=None, description="Whose it is; null if anybody's.")
    hexes: list[Id] = Field(default=[], description="Displaced hexes drawn in it.")
    distances: dict[Word, Annotated[int, Field(ge=0, le=9999)]] = Field(
        default={}, description="Printed distances to hexes or to other boxes."
    )
    back: Word | None = Field(
        default=None,
        description="A picture in the folder `images`: the back of what lies covered in it, such "
        "as the cards of a deck.",
    )


class TrackModel(Model):
    """A track printed beside the map."""

    id: Id = Field(description="Id of the track.")
    name: Words = Field(description="Its name.")
    spaces: int = Field(ge=1, le=200, description="How many spaces it has.")
    first: int = Field(
        default=1, ge=-200, le=200, description="The number of its first space; 1 if not given."
    )
    where: Id = Field(description="Where it is printed, such as `south` or `north-west`.")


class BoardFile(Model):
    """The board of a module: what does not change in play."""

    format: Format = Field(description="Version of the module format: 1.")
    id: Id = Field(description="Id of the board.")
    grid: GridModel | None = Field(
        default=None, description="Size, shape and numbering of the hexes, or other places."
    )
    picture: PictureModel | None = Field(
        default=None, description="A scanned map, instead of a drawing made of the data."
    )
    maps: list[MapModel] = Field(
        default=[], max_length=60, description="Several maps, each with a grid, instead of one."
    )
    links: list[Hexside] = Field(
        default=[],
        description="Places of two maps that are neighbours: `west:2005/east:0105`.",
    )
    methods: dict[Id, Words] = Field(
        default={}, description="Ways in which values were reconstructed."
    )
    layers: dict[Id, LayerModel] = Field(
        default={}, description="Where whole layers come from: `terrain`, `hexsides`, ..."
    )
    terrain: TerrainModel | None = Field(
        default=None, description="The terrain of each hex, as rows of text or place by place."
    )
    heights: list[list[Annotated[int, Field(ge=-12000, le=9000)]]] = Field(
        default=[], description="Heights in metres, one list per hex row; for the drawing only."
    )
    hexsides: list[HexsideModel] = Field(default=[], description="Rivers, fortifications, straits.")
    networks: list[NetworkModel] = Field(default=[], description="Roads, railways, trails.")
    places: list[PlaceModel] = Field(default=[], description="Places with names.")
    regions: list[RegionModel] = Field(default=[], description="Hexes that belong together.")
    edges: list[EdgeModel] = Field(default=[], description="Stretches of the border.")
    boxes: list[BoxModel] = Field(default=[], description="Areas off the map.")
    tracks: list[TrackModel] = Field(default=[], description="Tracks printed beside the map.")
    drawing: Word | None = Field(
        default=None,
        description="A JSON file in the folder with coasts and rivers for the drawing.",
    )
