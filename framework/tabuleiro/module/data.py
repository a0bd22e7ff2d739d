"""A checked module as plain data: what the cache holds, and the module and board made of it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal, Protocol, TypeVar

import msgspec

from tabuleiro.board import Board, Box, FeatureSet, Grid, Network, Place, Region, Stretch, Track
from tabuleiro.module.errors import Problem
from tabuleiro.module.files import FREE_TABLE
from tabuleiro.module.made import with_made
from tabuleiro.module.map_data import MapData, make_grid, sheets_of, terrain_of, titles_of
from tabuleiro.module.module import Module
from tabuleiro.module.records import (
    Counter,
    Credit,
    Die,
    Formation,
    Marker,
    Nation,
    Option,
    Phase,
    Side,
    State,
    Turn,
    UnitType,
)
from tabuleiro.module.scenario_records import Scenario
from tabuleiro.module.tables import (
    Chart,
    HexsideKind,
    IndexTable,
    NetworkKind,
    OddsTable,
    Result,
    Site,
    Terrain,
    ValueTable,
)

__all__ = ["BoardData", "ModuleData", "make_board", "make_module"]

Names = dict[str, str]


class Named(Protocol):
    """Anything with an id."""

    @property
    def id(self) -> str:
        """The id."""


T = TypeVar("T", bound=Named)


class Feature(msgspec.Struct, frozen=True):
    """A river or line of fortifications."""

    id: str
    kind: str
    sides: tuple[tuple[str, str], ...]
    name: Names
    faces: str | None = None


class Road(msgspec.Struct, frozen=True):
    """A road, railway or trail."""

    id: str
    kind: str
    chain: tuple[str, ...]
    exits: dict[str, tuple[str, ...]]
    name: Names


class Spot(msgspec.Struct, frozen=True):
    """A place."""

    id: str
    hex: str
    kind: str
    importance: int
    name: Names


class Area(msgspec.Struct, frozen=True):
    """A region."""

    id: str
    hexes: tuple[str, ...]
    name: Names


class Border(msgspec.Struct, frozen=True):
    """A stretch of the border; no hexes means all of that edge."""

    id: str
    edge: str
    hexes: tuple[str, ...] | None
    name: Names


class BoxData(msgspec.Struct, frozen=True):
    """An area off the map."""

    id: str
    name: Names
    kind: str
    side: str | None
    hexes: tuple[str, ...]
    distances: dict[str, int]
    back: str | None = None
    back_size: tuple[float, float] | None = None


class TrackData(msgspec.Struct, frozen=True):
    """A printed track."""

    id: str
    name: Names
    spaces: int
    where: str
    first: int = 1

    def numbers(self) -> tuple[int, ...]:
        """Return the numbers of its spaces."""
        return tuple(range(self.first, self.first + self.spaces))


class BoardData(msgspec.Struct, frozen=True):
    """The board."""

    id: str
    maps: tuple[MapData, ...]
    links: tuple[tuple[str, str], ...]
    terrain: str
    """That of places of which nothing is said."""
    hexsides: tuple[Feature, ...]
    networks: tuple[Road, ...]
    places: tuple[Spot, ...]
    regions: tuple[Area, ...]
    edges: tuple[Border, ...]
    boxes: tuple[BoxData, ...]
    tracks: tuple[TrackData, ...]


class ModuleData(msgspec.Struct, frozen=True):
    """Everything that the files of a module say."""

    id: str
    version: str
    plugin: str
    api: int
    family: str
    title: Names
    summary: Names
    sides: tuple[Side, ...]
    nations: tuple[Nation, ...]
    movement_classes: tuple[str, ...]
    unit_types: tuple[UnitType, ...]
    turns: tuple[Turn, ...]
    sequence: tuple[Phase, ...]
    rules: dict[str, Any]
    options: tuple[Option, ...]
    credits: tuple[Credit, ...]
    board: BoardData
    formations: tuple[Formation, ...]
    counters: tuple[Counter, ...]
    palette: tuple[Counter, ...]
    markers: tuple[Marker, ...]
    states: tuple[State, ...]
    terrain: tuple[Terrain, ...]
    sites: tuple[Site, ...]
    hexsides: tuple[HexsideKind, ...]
    networks: tuple[NetworkKind, ...]
    odds: tuple[OddsTable, ...]
    values: tuple[ValueTable, ...]
    indices: tuple[IndexTable, ...]
    charts: tuple[Chart, ...]
    results: tuple[Result, ...]
    scenarios: tuple[Scenario, ...]
    texts: dict[str, Names]
    methods: dict[str, Names]
    layers: dict[str, str]
    printed: dict[str, tuple[str, ...]]
    heights: tuple[tuple[int, ...], ...]
    drawing: str | None
    anchors: tuple[str, ...]
    warnings: tuple[Problem, ...]
    dice: tuple[Die, ...] = ()
    checked: str = ""
    """The state of the models by which ``rules`` was checked; empty if by none."""


def make_module(data: ModuleData, root: Path, content_hash: str) -> Module:
    """Return the module that plain data describe."""
    return Module(
        id=data.id,
        version=data.version,
        plugin=data.plugin,
        api=data.api,
        family=data.family,
        title=data.title,
        summary=data.summary,
        root=root,
        content_hash=content_hash,
        sides=_by_id(data.sides),
        nations=_by_id(data.nations),
        movement_classes=data.movement_classes,
        unit_types=_by_id(data.unit_types),
        turns=data.turns,
        sequence=data.sequence,
        rules=data.rules,
        options=_by_id(data.options),
        credits=data.credits,
        board=make_board(data.board),
        formations=_by_id(data.formations),
        counters=with_made(
            _by_id(data.counters),
            palette := _by_id(data.palette),
            any_counter=data.plugin == FREE_TABLE,
        ),
        palette=palette,
        markers=_by_id(data.markers),
        states=_by_id(data.states),
        terrain=_by_id(data.terrain),
        sites=_by_id(data.sites),
        hexsides=_by_id(data.hexsides),
        networks=_by_id(data.networks),
        odds=_by_id(data.odds),
        values=_by_id(data.values),
        indices=_by_id(data.indices),
        charts=_by_id(data.charts),
        results=_by_id(data.results),
        scenarios=_by_id(data.scenarios),
        texts=data.texts,
        methods=data.methods,
        layers=data.layers,
        printed={name: frozenset(hexes) for name, hexes in data.printed.items()},
        heights=data.heights,
        km=data.board.maps[0].grid.km,
        drawing=data.drawing,
        anchors=data.anchors,
        warnings=data.warnings,
        dice=_by_id(data.dice),
    )


def _by_id(items: Iterable[T]) -> dict[str, T]:
    return {item.id: item for item in items}


def make_board(data: BoardData) -> Board:
    """Return the board that plain data describe."""
    grid = make_grid(data.maps, data.links)
    return Board(
        data.id,
        grid,
        terrain=terrain_of(data.maps, data.terrain),
        default_terrain=data.terrain,
        feature_names=_by_id(
            FeatureSet(item.id, item.kind, frozenset(item.sides), item.name, item.faces)
            for item in data.hexsides
        ),
        networks=_by_id(
            Network(
                item.id,
                item.kind,
                (item.chain,),
                {hex: frozenset(edges) for hex, edges in item.exits.items()},
                item.name,
            )
            for item in data.networks
        ),
        places=_by_id(
            # in a file 1 is the most important, on a board the greatest number is
            Place(item.id, item.hex, item.kind, 5 - item.importance, item.name)
            for item in data.places
        ),
        regions=_by_id(
            Region(item.id, frozenset(item.hexes), name=item.name) for item in data.regions
        ),
        edges=_stretches(data.edges, grid),
        boxes=_by_id(
            Box(
                item.id,
                item.name,
                item.kind,
                item.side,
                item.hexes,
                item.distances,
                item.back or "",
                item.back_size,
            )
            for item in data.boxes
        ),
        tracks=_by_id(
            Track(item.id, item.name, item.numbers(), _lies(item.where)) for item in data.tracks
        ),
        maps=sheets_of(data.maps),
        titles=titles_of(data.maps),
    )


def _stretches(items: Iterable[Border], grid: Grid) -> dict[str, Stretch]:
    whole: dict[str, tuple[str, ...]] = {}
    found: dict[str, Stretch] = {}
    for item in items:
        hexes = item.hexes
        if hexes is None:
            if item.edge not in whole:
                whole[item.edge] = tuple(h for h in grid.hexes if item.edge in grid.edges_of(h))
            hexes = whole[item.edge]
        found[item.id] = Stretch(item.id, item.edge, hexes, item.name)
    return found


def _lies(where: str) -> Literal["horizontal", "vertical"]:
    return "vertical" if where in {"west", "east"} else "horizontal"
