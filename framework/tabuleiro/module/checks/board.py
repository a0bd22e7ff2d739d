"""Checks of ``board.yaml``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from tabuleiro.board import Cells, Grid
from tabuleiro.i18n import _, ngettext
from tabuleiro.module.draft import Checked, Draft
from tabuleiro.module.errors import Unreadable
from tabuleiro.module.files import decode
from tabuleiro.module.loader import Loc
from tabuleiro.module.map_data import make_one, terrain_of
from tabuleiro.module.models import BoardFile
from tabuleiro.module.models.board import EdgeModel, LayerModel, NetworkModel
from tabuleiro.module.models.maps import (
    GridModel,
    HexGridModel,
    PictureModel,
    PlainGridModel,
    SquareGridModel,
    TerrainModel,
)

__all__ = ["check_board", "terrain_by_hex"]

MAX_PARTS: Final = 500_000
"""How many numbers, lists and mappings a drawing may have; that of a large board has 70,000."""


def check_board(draft: Draft) -> None:
    """Check hexes, terrain, networks and whatever else lies on the board."""
    file = draft.board
    board = file.model
    if board is None:
        return
    for key in ("hexsides", "networks", "places", "regions", "edges", "boxes", "tracks", "maps"):
        file.unique(key, getattr(board, key))
    _check_terrain(draft, file, board)
    _check_marching(draft, file, board)
    for name, layer in board.layers.items():
        _check_layer(draft, file, name, layer)
    _check_hexsides(draft, file, board)
    for loc, network in file.numbered("networks", board.networks):
        _check_network(draft, file, loc, network)
    for loc, place in file.numbered("places", board.places):
        draft.spot(file, (*loc, "hex"), place.hex)
        file.method((*loc, "reconstructed"), place.reconstructed, board.methods)
    for loc, region in file.numbered("regions", board.regions):
        _check_hexes(draft, file, (*loc, "hexes"), region.hexes)
    for loc, edge in file.numbered("edges", board.edges):
        _check_edge(draft, file, loc, edge)
    _check_boxes(draft, file, board)
    _check_drawing(draft, file, board)


# --------------------------------------------------------------------------------- terrain


def _check_terrain(draft: Draft, file: Checked[BoardFile], board: BoardFile) -> None:
    if board.grid is not None:
        _check_terrain_of(draft, file, (), board.grid, board.terrain, board.picture)
    for loc, one in file.numbered("maps", board.maps):
        _check_terrain_of(draft, file, loc, one.grid, one.terrain, one.picture)
    if board.heights and "heights" not in file.kept:
        grid = draft.grid
        if grid is None:
            return
        if not isinstance(grid, Cells):
            file.problem(("heights",), _("heights are given for one map of hexes or squares"))
            return
        _check_size(file, ("heights",), len(board.heights), grid.rows)
        for number, heights in enumerate(board.heights):
            _check_size(file, ("heights", number), len(heights), grid.columns, wide=True)


def _check_marching(draft: Draft, file: Checked[BoardFile], board: BoardFile) -> None:
    """Check that rules that march from place to place have places to march on."""
    game = draft.game.model
    marching = game is not None and any(phase.kind == "movement" for phase in game.sequence)
    if marching and isinstance(board.grid, PlainGridModel):
        sentence = _("a phase of movement needs hexes, squares or areas")
        file.problem(("grid", "kind"), sentence, _("a map without a grid is for free tables"))


def _check_terrain_of(
    draft: Draft,
    file: Checked[BoardFile],
    loc: Loc,
    grid: GridModel,
    terrain: TerrainModel | None,
    picture: PictureModel | None,
) -> None:
    """Check the terrain of one map."""
    if terrain is None:
        unsaid = isinstance(grid, HexGridModel | SquareGridModel) and picture is None
        if unsaid and "terrain" not in file.unknown:
            file.problem(loc, _('the key "{key}" is missing').format(key="terrain"))
        return
    here: Loc = (*loc, "terrain")
    kinds = draft.tables.ids("terrain")
    file.refer((*here, "default"), terrain.default, kinds, _("unknown terrain"))
    for sign, kind in terrain.codes.items():
        file.refer((*here, "codes", sign), kind, kinds, _("unknown terrain"))
    if terrain.rows:
        _check_rows(file, here, grid, terrain)
    if terrain.rows and terrain.places:
        file.problem(here, _("the terrain stands in rows or place by place, not in both"))
    places = _places_of(draft, file, board_map=loc)
    seen: dict[str, str] = {}
    for kind, hexes in terrain.places.items():
        file.refer((*here, "places", kind), kind, kinds, _("unknown terrain"))
        for number, hex in enumerate(hexes):
            at = (*here, "places", kind, number)
            if places is not None and hex not in places:
                error = places.unknown(hex)
                file.problem(at, _(error.message).format(**error.values))
            elif hex in seen:
                file.problem(at, _("hex {hex} stands here twice").format(hex=hex))
            seen[hex] = kind


def _places_of(draft: Draft, file: Checked[BoardFile], board_map: Loc) -> Grid | None:
    """Return the places of one map by the names that it has for them."""
    if draft.maps is None:
        return None
    if not board_map:
        return draft.grid
    numbers = [loc for loc, _one in file.numbered("maps", draft.maps)]
    return make_one(draft.maps[numbers.index(board_map)].grid)


def _check_rows(file: Checked[BoardFile], loc: Loc, grid: GridModel, terrain: TerrainModel) -> None:
    if not isinstance(grid, HexGridModel | SquareGridModel):
        file.problem((*loc, "rows"), _("rows of signs are for hexes and squares: use `places`"))
        return
    if not terrain.codes:
        if "terrain" not in file.lost:  # else they are faulty, and that was told
            file.problem(loc, _('the key "{key}" is missing').format(key="codes"))
        return
    rows = [row.replace(" ", "") for row in terrain.rows]
    _check_size(file, (*loc, "rows"), len(rows), grid.rows)
    for number, row in enumerate(rows):
        here = (*loc, "rows", number)
        _check_size(file, here, len(row), grid.columns, wide=True)
        for sign in sorted(set(row) - terrain.codes.keys()):
            file.refer(here, sign, terrain.codes.keys(), _("unknown terrain code"))


def _check_size(
    file: Checked[BoardFile], loc: Loc, there: int, wanted: int, *, wide: bool = False
) -> None:
    if there == wanted:
        return
    if wide:
        one = ngettext("the row has {n} hex", "the row has {n} hexes", there).format(n=there)
    else:
        one = ngettext("there is {n} row", "there are {n} rows", there).format(n=there)
    file.problem(loc, _("{what}, but the grid has {n}").format(what=one, n=wanted))


def terrain_by_hex(draft: Draft) -> dict[str, str]:
    """Return the terrain of each hex as far as it is known."""
    tables = draft.tables.model
    if draft.maps is None:
        return {}
    usual = tables.terrain[0].id if tables is not None and tables.terrain else "open"
    return terrain_of(draft.maps, usual)


# ------------------------------------------------------------------------- what lies there


def _check_hexes(draft: Draft, file: Checked[BoardFile], loc: Loc, hexes: Sequence[str]) -> None:
    seen: set[str] = set()
    for number, hex in enumerate(hexes):
        if draft.hex(file, (*loc, number), hex) and hex in seen:
            file.problem((*loc, number), _("hex {hex} stands here twice").format(hex=hex))
        seen.add(hex)


def _check_layer(draft: Draft, file: Checked[BoardFile], name: str, layer: LayerModel) -> None:
    loc = ("layers", name)
    layers = [key for key in BoardFile.model_fields if key not in {"format", "id", "layers"}]
    file.refer(loc, name, layers, _("unknown layer"))
    assert file.model is not None  # noqa: S101 - the caller has it
    file.method((*loc, "reconstructed"), layer.reconstructed, file.model.methods)
    _check_hexes(draft, file, (*loc, "printed"), layer.printed)


def _check_hexsides(draft: Draft, file: Checked[BoardFile], board: BoardFile) -> None:
    kinds = draft.tables.ids("hexsides")
    for loc, feature in file.numbered("hexsides", board.hexsides):
        file.refer((*loc, "kind"), feature.kind, kinds, _("unknown kind of hexside"))
        file.method((*loc, "reconstructed"), feature.reconstructed, board.methods)
        seen: set[frozenset[str]] = set()
        for number, side in enumerate(feature.sides):
            here = (*loc, "sides", number)
            a, b = side.split("/")
            if draft.hex(file, here, a) and draft.hex(file, here, b):
                _check_neighbours(draft.grid, file, here, a, b)
            pair = frozenset({a, b})
            if pair in seen:
                file.problem(here, _("hexside {side} stands here twice").format(side=side))
            seen.add(pair)


def _check_neighbours(
    grid: Grid | None, file: Checked[BoardFile], loc: Loc, a: str, b: str
) -> None:
    if grid is not None and not grid.are_neighbours(a, b):
        sentence = _("hexes {a} and {b} do not touch")
        file.problem(loc, sentence.format(a=a, b=b))


def _check_network(draft: Draft, file: Checked[BoardFile], loc: Loc, network: NetworkModel) -> None:
    kinds = draft.tables.ids("networks")
    file.refer((*loc, "kind"), network.kind, kinds, _("unknown kind of network"))
    assert file.model is not None  # noqa: S101 - the caller has it
    file.method((*loc, "reconstructed"), network.reconstructed, file.model.methods)
    chain = network.chain
    good = [draft.hex(file, (*loc, "chain", number), hex) for number, hex in enumerate(chain)]
    for number in range(1, len(chain)):
        if good[number - 1] and good[number]:
            here = (*loc, "chain", number)
            _check_neighbours(draft.grid, file, here, chain[number - 1], chain[number])
    ends = (("start", network.leaves.start, 0), ("end", network.leaves.end, -1))
    for end, edge, place in ends:
        if edge and good[place]:
            _check_on_edge(draft, file, (*loc, "leaves", end), chain[place], edge)


def _check_on_edge(draft: Draft, file: Checked[BoardFile], loc: Loc, hex: str, edge: str) -> None:
    if draft.grid is None or draft.grid.kind == "areas":
        return  # areas have no edges but those that are named
    if edge not in draft.grid.edges_of(hex):
        sentence = _("hex {hex} does not lie on the {edge} edge of the board")
        file.problem(loc, sentence.format(hex=hex, edge=edge_name(edge)))


def edge_name(edge: str) -> str:
    """Return an edge of the board in words."""
    return {"north": _("north"), "east": _("east"), "south": _("south"), "west": _("west")}[edge]


def _check_edge(draft: Draft, file: Checked[BoardFile], loc: Loc, edge: EdgeModel) -> None:
    hexes = edge.hexes or []
    if edge.hexes is None and draft.grid is not None and not isinstance(draft.grid, Cells):
        file.problem((*loc, "hexes"), _("`all` is for boards of hexes or squares: list the places"))
    _check_hexes(draft, file, (*loc, "hexes"), hexes)
    for number, hex in enumerate(hexes):
        if draft.grid is not None and hex in draft.grid:
            _check_on_edge(draft, file, (*loc, "hexes", number), hex, edge.edge)


def _check_boxes(draft: Draft, file: Checked[BoardFile], board: BoardFile) -> None:
    boxes, grid = file.ids("boxes") or frozenset(), draft.grid
    for loc, box in file.numbered("boxes", board.boxes):
        file.refer((*loc, "side"), box.side, draft.game.ids("sides"), _("unknown side"))
        if box.kind == "hand" and box.side is None:
            file.problem(loc, _("a hand belongs to a side: say which"))
        for place in box.distances:
            if grid is not None and place not in boxes and place not in grid:
                known = [*boxes, *grid.hexes]
                file.refer((*loc, "distances", place), place, known, _("unknown hex or box"))


def _check_drawing(draft: Draft, file: Checked[BoardFile], board: BoardFile) -> None:
    name = board.drawing
    if name is None:
        return
    if "/" in name or "\\" in name or not name.endswith(".json"):
        sentence = _('"{name}" is no JSON file in the folder of the module')
        file.problem(("drawing",), sentence.format(name=name))
        return
    raw = draft.folder.raw.get(name)
    if raw is None:
        if not any(problem.file == name for problem in draft.folder.problems):
            file.problem(("drawing",), _('there is no file "{name}"').format(name=name))
        return
    if sum(map(raw.count, b",[{")) > MAX_PARTS:
        sentence = _('there is too much in the file "{name}": {n} numbers is the limit')
        file.problem(("drawing",), sentence.format(name=name, n=MAX_PARTS))
        return
    try:
        json.loads(decode(raw, name))
    except (ValueError, RecursionError):
        file.problem(("drawing",), _('the file "{name}" is not JSON').format(name=name))
    except Unreadable as unreadable:
        file.tally.problem(unreadable.problem)
