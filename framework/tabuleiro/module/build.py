"""From checked models to plain data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias, TypeVar

import msgspec

from tabuleiro.module.data import BoardData, ModuleData
from tabuleiro.module.draft import Draft
from tabuleiro.module.errors import Problem
from tabuleiro.module.map_data import MapData
from tabuleiro.module.models import BoardFile, GameFile, Model, ScenarioFile
from tabuleiro.module.models.base import ImageModel
from tabuleiro.module.models.counters import CounterModel
from tabuleiro.module.models.tables import (
    HexsideEffect,
    NetworkEffect,
    SiteModel,
    TerrainModel,
    ValuesModel,
)
from tabuleiro.module.places import inside_of
from tabuleiro.module.rulebook import anchors_of

__all__ = ["board_data", "build_data"]

T = TypeVar("T")
_LEAST: Final = 0.1
_MOST: Final = 60.0
"""How many counters wide or high a picture lies on the table."""
Effect: TypeAlias = TerrainModel | SiteModel | HexsideEffect | NetworkEffect


def build_data(draft: Draft, warnings: tuple[Problem, ...], checked: str = "") -> ModuleData:
    """Return the plain data of a module in which nothing is wrong."""
    game, board = _sound(draft.game.model), _sound(draft.board.model)
    counters, tables = _sound(draft.counters.model), _sound(draft.tables.model)
    texts = draft.texts.model
    methods = {"board": board.methods, "counters": counters.methods, "tables": tables.methods}
    plain: dict[str, Any] = {
        **game.model_dump(exclude={"format"}),
        "board": board_data(
            board,
            _sound(draft.maps),
            tables.terrain[0].id if tables.terrain else "open",
            lambda name: _size(draft, name),
        ),
        "formations": [item.model_dump() for item in counters.formations],
        "counters": _counters(draft, counters.counters, game),
        "palette": _counters(draft, counters.palette, game),
        "markers": [item.model_dump() for item in counters.markers],
        "states": [item.model_dump() for item in counters.states],
        "terrain": [_effect(item) for item in tables.terrain],
        "sites": [_effect(item) for item in tables.sites],
        "hexsides": [_effect(item) for item in tables.hexsides],
        "networks": [_effect(item) for item in tables.networks],
        "odds": [item.model_dump() for item in tables.odds],
        "values": [_values(item) for item in tables.values],
        "indices": [item.model_dump() for item in tables.indices],
        "charts": [item.model_dump() for item in tables.charts],
        "results": [item.model_dump() for item in tables.results],
        "scenarios": [_scenario(_sound(file.model)) for file in draft.scenarios],
        "texts": texts.model_dump()["texts"] if texts else {},
        "methods": {
            f"{file}.{name}": words.model_dump()
            for file, known in methods.items()
            for name, words in known.items()
        },
        "layers": {name: layer.reconstructed for name, layer in board.layers.items()},
        "printed": {name: layer.printed for name, layer in board.layers.items()},
        "heights": board.heights,
        "drawing": board.drawing,
        "anchors": [anchor for anchor, _line in anchors_of(draft.rulebook_text)],
        "warnings": warnings,
        "checked": checked,
    }
    return msgspec.convert(plain, ModuleData)


def _sound(model: T | None) -> T:
    assert model is not None  # noqa: S101 - a module without problems has all its files
    return model


def board_data(
    board: BoardFile,
    maps: Sequence[MapData],
    usual: str = "open",
    size_of: Callable[[str | None], list[float] | None] = lambda _picture: None,
) -> BoardData:
    """Return the plain data of a board; ``usual`` is the terrain of which nothing is said.

    ``size_of`` tells how large a picture lies on the table.
    """
    plain = board.model_dump(include={"id", "places", "regions", "edges", "boxes", "tracks"})
    for box in plain["boxes"]:
        box["back_size"] = size_of(box["back"])
    plain["maps"] = msgspec.to_builtins(maps)
    plain["links"] = [link.split("/") for link in board.links]
    plain["terrain"] = usual
    plain["hexsides"] = [
        {
            "id": item.id,
            "kind": item.kind,
            "sides": [side.split("/") for side in item.sides],
            "name": _name(item.name),
            "faces": item.faces,
        }
        for item in board.hexsides
    ]
    networks = plain["networks"] = []
    for item in board.networks:
        exits: dict[str, list[str]] = {}
        ends = ((item.chain[0], item.leaves.start), (item.chain[-1], item.leaves.end))
        for hex, edge in ends:
            if edge:
                exits.setdefault(hex, []).append(edge)
        networks.append(
            {
                "id": item.id,
                "kind": item.kind,
                "chain": item.chain,
                "exits": exits,
                "name": _name(item.name),
            }
        )
    return msgspec.convert(plain, BoardData)


def _name(words: Model | None) -> dict[str, str]:
    return words.model_dump() if words is not None else {}


def _counters(
    draft: Draft, counters: Sequence[CounterModel], game: GameFile
) -> list[dict[str, Any]]:
    owners = {nation.id: nation.side for nation in game.nations}
    types = {unit.id: unit for unit in game.unit_types}
    plain = []
    for counter in counters:
        kind = types[counter.type]
        item = counter.model_dump()
        item["side"] = owners[counter.nation]
        item["movement_class"] = kind.movement_class
        sides = counter.sides_after_losses
        item["steps"] = 1 + len(sides)
        item["reduced"], item["weaker"] = sides[0] if sides else {}, sides[1:]
        item["tags"] = list(dict.fromkeys((*counter.tags, *kind.tags)))
        item["holds"] = item["holds"] or (kind.holds.model_dump() if kind.holds else None)
        item["image"] = _image(draft, counter.image or kind.image, kind.image)
        plain.append(item)
    return plain


def _image(
    draft: Draft, image: ImageModel | None, of_type: ImageModel | None
) -> dict[str, Any] | None:
    """Return the pictures of a counter, and how large it lies on the table because of them.

    One that says no width has that of its unit type.
    """
    if image is None:
        return None
    plain = image.model_dump(exclude={"width"})
    named = image.front or image.back or next(iter(image.steps), None) or image.hidden
    wide = of_type.width if of_type is not None and image.width is None else image.width
    plain["size"] = _size(draft, named, wide)
    return plain


def _size(draft: Draft, name: str | None, wide: float | None = None) -> list[float] | None:
    """Return how many counters wide and high a picture lies on the table; None: as one is."""
    pixels = _sound(draft.counters.model).pixels
    picture = draft.folder.images.get(name or "")
    shape = picture.height / picture.width if picture is not None else 1.0
    if wide is None and pixels is not None and picture is not None:
        wide = picture.width / pixels
    if wide is None:
        return None
    return [round(min(max(side, _LEAST), _MOST), 3) for side in (wide, wide * shape)]


def _values(table: ValuesModel) -> dict[str, Any]:
    """Write the rows once for each band: so rows and cells go together."""
    plain = table.model_dump()
    if table.bands:
        plain["rows"] = [
            {**row, "label": f"{band.label}/{row['label']}"}
            for band in table.bands
            for row in plain["rows"]
        ]
    return plain


def _effect(item: Effect) -> dict[str, Any]:
    plain = item.model_dump()
    plain["cost"] = {
        name: None if cost is None else int(cost * 2) for name, cost in item.cost.items()
    }
    return plain


def _scenario(scenario: ScenarioFile) -> dict[str, Any]:
    plain = scenario.model_dump(exclude={"format"})
    for entry in (*plain["setup"], *plain["markers"]):
        box, holder = entry.pop("box"), entry.pop("inside", None)
        if holder is not None:
            box = inside_of(holder)
        entry["hex"] = box if entry["hex"] is None else entry["hex"]
    for objective in plain["objectives"]:
        if objective["region"] is not None:
            objective["place"] = objective["hex"] = objective["region"]
    for entry in (*plain["free"], *plain["reinforcements"], *plain["withdrawals"]):
        where = entry["where"]
        if where is not None and where["kind"] != "hexes":
            del where["hexes"]
    turns = scenario.last_turn - scenario.first_turn + 1
    for pool in plain["pools"]:
        points = pool["per_turn"]
        pool["per_turn"] = points * turns if len(points) == 1 else points
        pool["first_turn"] = scenario.first_turn
    return plain
