"""The model of ``board-source.yaml``: from what a board is built.

It names the maps it was drawn from, ties them to the hexes, and says what the rulebook prints.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from tabuleiro.module.models.base import Edge, Format, Hex, Hexside, Id, Model, Rule, Word, Words
from tabuleiro.module.models.board import (
    BoxModel,
    HexList,
    LeavesModel,
    TrackModel,
)
from tabuleiro.module.models.maps import HexGridModel, Sign

__all__ = ["DRAWING", "SOURCE", "SourceFile"]

SOURCE: Final = "board-source.yaml"
"""The name of the file."""
DRAWING: Final = "drawing.json"
"""The file with the figures for the drawing, beside ``board.yaml``."""

Lon = Annotated[float, Field(ge=-180, le=180)]
Lat = Annotated[float, Field(ge=-90, le=90)]
LonLat = Annotated[list[float], Field(min_length=2, max_length=2)]
Share = Annotated[float, Field(ge=0, le=1)]
Node = Annotated[list[float], Field(min_length=6, max_length=6)]


class AffineModel(Model):
    """A plane map from the board to the globe, in degrees for each unit of the board."""

    lon0: float = Field(description="Longitude of the point 0, 0 of the board.")
    lon_x: float = Field(description="Degrees of longitude to the right.")
    lon_y: float = Field(description="Degrees of longitude downwards.")
    lat0: float = Field(description="Latitude of the point 0, 0 of the board.")
    lat_x: float = Field(description="Degrees of latitude to the right.")
    lat_y: float = Field(description="Degrees of latitude downwards.")


class SheetModel(Model):
    """A rubber sheet: what the plane map leaves over."""

    wide: float = Field(gt=0, description="Reach of the wide pull, in hexes.")
    narrow: float = Field(gt=0, description="Reach of the narrow pull, in hexes.")
    nodes: list[Node] = Field(description="x, y, wide pull in x and y, narrow pull in x and y.")


class AnchorModel(Model):
    """A hex whose place on the globe is known."""

    hex: Hex = Field(description="The hex.")
    at: LonLat = Field(description="Longitude and latitude.")


class GeoreferenceModel(Model):
    """How the board lies on the globe."""

    affine: AffineModel | None = Field(default=None, description="The plane map.")
    anchors: list[AnchorModel] = Field(
        default=[], description="Three hexes or more to fit the plane map to, if none is given."
    )
    sheet: SheetModel | None = Field(default=None, description="A rubber sheet on top of it.")


class InputModel(Model):
    """A file that the board is drawn from."""

    kind: Literal["land", "lakes", "rivers", "borders", "places", "relief"] = Field(
        description="What it holds."
    )
    file: Word = Field(description="Its name, in the folder of this file.")
    credit: Word = Field(description="Whom to name for it.")
    licence: Word = Field(description="Its licence.")


class ThresholdsModel(Model):
    """Where one thing ends and the next begins."""

    land: Share = Field(default=0.3, description="From this share of land on a hex is land.")
    islet: Share = Field(
        default=0.1, description="An island without a hex gets its best one, from this share on."
    )
    lake: Share = Field(default=0.5, description="From this share of lake on a hex is lake.")
    link: Share = Field(
        default=0.06, description="Neighbours are joined when so much of their side is land."
    )
    climb: int = Field(
        default=150, ge=0, description="Metres that a river may seem to climb: heights are rough."
    )


class BandModel(Model):
    """A terrain from some height on."""

    above: int = Field(description="From this height on, in metres.")
    terrain: Id = Field(description="The terrain.")


class TerrainModel(Model):
    """The kinds of ground."""

    codes: dict[Sign, Id] = Field(min_length=1, description="What each character stands for.")
    sea: Id | None = Field(
        default="sea", description="The terrain of the sea; null: there is none, all is land."
    )
    lake: Id | None = Field(default=None, description="The terrain of lakes, if there is one.")
    bands: list[BandModel] = Field(min_length=1, description="The terrain by height, rising.")


class Basis(Model):
    """Why something is as it is: a printed fact has a clause, anything else a method."""

    clause: Rule | None = Field(default=None, description="The clause that prints it.")
    method: Id | None = Field(default=None, description="The method, if reconstructed.")


class OverrideModel(Basis):
    """Hexes whose terrain is given; what has a clause comes last and wins."""

    terrain: Id = Field(description="The terrain.")
    hexes: list[Hex] = Field(min_length=1, description="The hexes.")


class DemandModel(Model):
    """Hexes that must be land, because pieces stand there."""

    hexes: list[Hex] = Field(min_length=1, description="The hexes.")
    clause: Rule = Field(description="The clause that says so.")


class IslandModel(Model):
    """An island with a name."""

    id: Id = Field(description="Id of the island.")
    name: Words = Field(description="Its name.")
    at: LonLat = Field(description="Longitude and latitude of a point on it.")
    hexes: list[Hex] = Field(default=[], description="Shared hexes that are counted to it.")


class StraitModel(Model):
    """The water between two islands."""

    id: Id = Field(description="Id of the strait.")
    name: Words = Field(description="Its name.")
    between: Annotated[list[Id], Field(min_length=2, max_length=2)] = Field(
        description="The two islands."
    )


class GivenSide(Basis):
    """A hexside that is open or shut whatever the coast says."""

    side: Hexside = Field(description="The hexside.")


class WaterModel(Model):
    """Hexsides that are water."""

    kind: Id = Field(default="strait", description="Their kind: a row of `hexsides` in the tables.")
    name: Words = Field(
        default=Words(pt="Braços de mar", en="Inlets"), description="A name for those without one."
    )
    method: Id | None = Field(default=None, description="The method, if reconstructed.")
    named: list[StraitModel] = Field(default=[], description="Straits with a name.")
    open: list[GivenSide] = Field(default=[], description="Sides that can be crossed.")
    shut: list[GivenSide] = Field(default=[], description="Sides that are water.")


class RiverModel(Basis):
    """A river: a line on the globe, or a chain of hexsides."""

    id: Id = Field(description="Id of the river.")
    name: Words | None = Field(default=None, description="Its name, if it has one.")
    kind: Id = Field(default="river", description="Its kind: a row of `hexsides` in the tables.")
    line: Word | None = Field(default=None, description="Its `name` in the file of rivers.")
    points: list[LonLat] = Field(default=[], description="Its course, from source to mouth.")
    sides: list[Hexside] = Field(default=[], description="Its hexsides, from source to mouth.")
    into: Id | Literal["sea", "edge", "lake"] = Field(
        default="sea", description="Where it ends: `sea`, `edge`, `lake` or another river."
    )
    width: Annotated[list[float], Field(min_length=2, max_length=2)] = Field(
        default=[0.03, 0.09], description="How wide it is drawn at both ends, in hexes."
    )


class HexsidesModel(Basis):
    """Another thing on hexsides, such as a fortified line."""

    id: Id = Field(description="Id of the feature.")
    kind: Id = Field(description="Its kind: a row of `hexsides` in the tables.")
    name: Words | None = Field(default=None, description="Its name, if it has one.")
    sides: list[Hexside] = Field(min_length=1, description="The hexsides.")
    faces: Id | None = Field(default=None, description="Where it faces, such as `east`.")


class RoadModel(Basis):
    """A road, railway or trail: all of its hexes, or some with the rest to be found."""

    id: Id = Field(description="Id of the road.")
    kind: Id = Field(default="road", description="Its kind: a row of `networks` in the tables.")
    name: Words | None = Field(default=None, description="Its name, if it has one.")
    chain: list[Hex] = Field(default=[], description="The hexes along it, each next to the last.")
    through: list[Word] = Field(
        default=[], description="Hexes or places that it passes; the easiest way joins them."
    )
    leaves: LeavesModel = Field(
        default=LeavesModel(), description="The edges by which its ends run off the board."
    )


class SpotModel(Basis):
    """A place with a name: in a hex, at a point of the globe, or a town of the file of places."""

    id: Id = Field(description="Id of the place.")
    name: Words = Field(description="Its name.")
    kind: Id = Field(description="Its kind, such as `city`, `town`, `peak`.")
    importance: int = Field(default=3, ge=1, le=4, description="From 1 (capital letters) to 4.")
    hex: Hex | None = Field(default=None, description="Its hex, or the box it lies in.")
    at: LonLat | None = Field(default=None, description="Longitude and latitude.")
    town: Word | None = Field(default=None, description="Its name in the file of places.")
    afloat: bool = Field(default=False, description="Whether it may lie in the sea.")


class CoastModel(Model):
    """A stretch of coast."""

    island: Id = Field(description="The island.")
    start: Hex | None = Field(default=None, description="Its first hex; absent: all round.")
    end: Hex | None = Field(
        default=None, description="Its last hex, clockwise: land lies to the right."
    )


class CutModel(Model):
    """What a road cuts off."""

    road: Id = Field(description="The road; its own hexes are left out.")
    hex: Hex = Field(description="A hex on the side that is meant.")


class AreaModel(Model):
    """Hexes that belong together, listed or found."""

    id: Id = Field(description="Id of the region.")
    name: Words = Field(description="Its name.")
    hexes: list[Hex] = Field(default=[], description="Its hexes.")
    island: Id | None = Field(default=None, description="All hexes of an island.")
    coast: CoastModel | None = Field(default=None, description="The hexes of a stretch of coast.")
    cut: CutModel | None = Field(default=None, description="The land beyond a road.")


class BorderModel(Model):
    """A stretch of the border, for entry and exit."""

    id: Id = Field(description="Id of the stretch.")
    edge: Edge = Field(description="The edge of the board that it is part of.")
    name: Words = Field(description="Its name.")
    hexes: HexList = Field(default=None, description="Its hexes, or `all` of that edge.")
    island: Id | None = Field(default=None, description="Only the hexes of an island.")


class DrawingModel(Model):
    """How fine and how strong the drawing is."""

    pixels: int = Field(default=16, ge=2, le=40, description="Pixels of hill shading in a hex.")
    relief: float = Field(default=3.0, ge=0, le=20, description="How much heights are raised.")
    detail: float = Field(
        default=0.0, ge=0, le=1, description="Made-up wrinkles on slopes, where heights are coarse."
    )
    borders: Words | None = Field(
        default=None, description="What the lines of `borders` are, for the legend."
    )
    simplify: float = Field(default=0.008, ge=0, le=0.2, description="Detail of coasts, in hexes.")
    rounds: int = Field(
        default=0, ge=0, le=3, description="How often corners of a coarse coast are cut off."
    )
    bands: list[float] = Field(
        default=[0.3, 0.8, 1.6], description="Distances from the coast where the sea darkens."
    )


class SourceFile(Model):
    """From what a board is built."""

    format: Format = Field(description="Version of this format: 1.")
    id: Id = Field(description="Id of the board.")
    title: Words = Field(description="What the board shows.")
    keep: Literal["board.yaml"] | None = Field(
        default=None, description="The board is written by hand; only its drawing is made."
    )
    grid: HexGridModel = Field(description="The hexes.")
    clauses: dict[Literal["grid", "edges", "boxes"], str] = Field(
        default={}, description="Clauses of the rulebook about them, for a comment: `2.1-1 to -3`."
    )
    georeference: GeoreferenceModel = Field(description="How the board lies on the globe.")
    inputs: list[InputModel] = Field(default=[], description="The maps that it is drawn from.")
    thresholds: ThresholdsModel = Field(
        default=ThresholdsModel(), description="Where one thing ends and the next begins."
    )
    methods: dict[Id, Words] = Field(default={}, description="How values were reconstructed.")
    layers: dict[Id, Id] = Field(
        default={}, description="The method of whole layers: `terrain`, `heights`, ..."
    )
    terrain: TerrainModel = Field(description="The kinds of ground.")
    overrides: list[OverrideModel] = Field(default=[], description="Hexes with given terrain.")
    demands: list[DemandModel] = Field(default=[], description="Hexes that must be land.")
    islands: list[IslandModel] = Field(default=[], description="Islands with a name.")
    water: WaterModel = Field(default=WaterModel(), description="Hexsides that are water.")
    rivers: list[RiverModel] = Field(default=[], description="Rivers.")
    hexsides: list[HexsidesModel] = Field(default=[], description="Other things on hexsides.")
    roads: list[RoadModel] = Field(default=[], description="Roads, railways, trails.")
    places: list[SpotModel] = Field(default=[], description="Places with names.")
    regions: list[AreaModel] = Field(default=[], description="Hexes that belong together.")
    edges: list[BorderModel] = Field(default=[], description="Stretches of the border.")
    boxes: list[BoxModel] = Field(default=[], description="Areas off the map.")
    tracks: list[TrackModel] = Field(default=[], description="Tracks printed beside the map.")
    drawing: DrawingModel = Field(
        default=DrawingModel(), description="How fine and how strong the drawing is."
    )
