"""The canonical dump of a module: everything that its files say, resolved, in a fixed order."""

from __future__ import annotations

from collections import Counter as Count
from typing import TYPE_CHECKING, Any, Final

from msgspec import to_builtins

from tabuleiro.board import Cells, HexGrid, PlainMap, SquareGrid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from tabuleiro.board import Grid
    from tabuleiro.module import Counter, Module, OddsTable, ValueTable

__all__ = ["FORMAT", "board_data", "counter_data", "dump", "hex_data", "terrain_counts"]

FORMAT: Final = 1
"""The version of the dump. Keys may be added to one; a change of meaning makes a new one."""


def dump(module: Module, parts: Iterable[str]) -> dict[str, Any]:
    """Return parts of a module as plain data: ``game``, ``board``, ``counters``, and so on.

    >>> from tabuleiro.module import find_module, load_module
    >>> whole = dump(load_module(find_module("diadem")), ["board"])
    >>> whole["board"]["hexes"]["1006"]["terrain"], whole["board"]["terrain_counts"]["sea"]
    ('mountain', 7)
    """
    makers: dict[str, Callable[[Module], Any]] = {
        "game": _game,
        "board": board_data,
        "counters": _counters,
        "tables": _tables,
        "scenarios": _scenarios,
        "texts": lambda m: {key: dict(words) for key, words in sorted(m.texts.items())},
    }
    found: dict[str, Any] = {"format": FORMAT, "id": module.id, "version": module.version}
    for part in parts:
        found[part] = makers[part](module)
    return found


def _all(items: Mapping[str, Any]) -> list[Any]:
    return [to_builtins(item) for item in items.values()]


def _game(module: Module) -> dict[str, Any]:
    return {
        "title": dict(module.title),
        "summary": dict(module.summary),
        "plugin": module.plugin,
        "family": module.family,
        "content_hash": module.content_hash,
        "sides": _all(module.sides),
        "nations": _all(module.nations),
        "movement_classes": list(module.movement_classes),
        "unit_types": _all(module.unit_types),
        "turns": [to_builtins(turn) for turn in module.turns],
        "sequence": [to_builtins(phase) for phase in module.sequence],
        "rules": to_builtins(module.rules),
        "options": _all(module.options),
        "credits": [to_builtins(credit) for credit in module.credits],
        "methods": {name: dict(words) for name, words in module.methods.items()},
        "sections": list(module.anchors),
    }


# ------------------------------------------------------------------------------- the board


def terrain_counts(module: Module) -> dict[str, int]:
    """Return how many hexes have each terrain, in the order of the terrain table."""
    count = Count(module.board.terrain.values())
    return {name: count[name] for name in module.terrain}


def board_data(module: Module) -> dict[str, Any]:
    """Return the board: its grid, every hex by number, and what lies on and beside it."""
    board, grid = module.board, module.board.grid
    sides = Count(kind for kinds in board.features.values() for kind in kinds)
    return {
        "grid": {**_grid(grid), "km": module.km},
        "maps": [
            {
                "id": one.id,
                "title": dict(one.name),
                "frame": list(one.frame),
                "picture": one.picture.file if one.picture else None,
            }
            for one in board.maps.values()
        ],
        "terrain_counts": terrain_counts(module),
        "hexside_counts": {kind: sides[kind] for kind in module.hexsides},
        "network_counts": {kind: len(board.links_of(kind)) // 2 for kind in module.networks},
        "hexes": {name: hex_data(module, name) for name in grid.hexes},
        "features": [
            {"id": f.id, "kind": f.kind, "name": dict(f.name), "sides": sorted(map(list, f.sides))}
            for f in board.feature_names.values()
        ],
        "networks": [
            {
                "id": n.id,
                "kind": n.kind,
                "name": dict(n.name),
                "chains": [list(chain) for chain in n.chains],
                "exits": {h: sorted(edges) for h, edges in sorted(n.exits.items())},
            }
            for n in board.networks.values()
        ],
        "places": [
            {"id": p.id, "hex": p.hex, "kind": p.kind, "importance": p.importance,
             "name": dict(p.name)}
            for p in board.places.values()
        ],
        "regions": [
            {"id": r.id, "name": dict(r.name), "hexes": sorted(r.hexes)}
            for r in board.regions.values()
        ],
        "edges": [
            {"id": e.id, "edge": e.edge, "name": dict(e.name), "hexes": list(e.hexes)}
            for e in board.edges.values()
        ],
        "boxes": [
            {"id": b.id, "name": dict(b.name), "kind": b.kind, "side": b.side,
             "hexes": list(b.hexes), "distances": dict(b.links)}
            for b in board.boxes.values()
        ],
        "tracks": [
            {"id": t.id, "name": dict(t.name), "spaces": list(t.spaces)}
            for t in board.tracks.values()
        ],
        "reconstructed": dict(module.layers),
        "printed": {layer: sorted(hexes) for layer, hexes in module.printed.items()},
    }  # fmt: skip


def _grid(grid: Grid) -> dict[str, Any]:
    """Return what the places of a board are, and how they are numbered if they are."""
    plain: dict[str, Any] = {"kind": grid.kind}
    if isinstance(grid, Cells):
        plain |= {"columns": grid.columns, "rows": grid.rows}
    if isinstance(grid, HexGrid):
        plain |= {"orientation": grid.orientation, "shift": grid.shift}
    if isinstance(grid, SquareGrid):
        plain["diagonals"] = grid.diagonals
    if isinstance(grid, Cells):
        plain |= {
            "numbering": grid.numbering,
            "first_column": grid.first_column,
            "first_row": grid.first_row,
        }
    if isinstance(grid, PlainMap):
        plain |= {"width": grid.width, "height": grid.height, "unit": grid.unit}
    return plain


def hex_data(module: Module, name: str) -> dict[str, Any]:
    """Return what is in a hex and on its sides; sides and roads go by neighbour."""
    board = module.board
    near = board.grid.neighbours(name)
    roads = {
        kind: [there for there in near if board.road_between(name, there, kind)]
        for kind in module.networks
    }
    leaves = {kind: sorted(board.leaves_by(name, kind)) for kind in module.networks}
    return {
        "terrain": board.terrain_at(name),
        "height": module.height(name),
        "neighbours": list(near),
        "sides": {
            there: sorted(kinds)
            for there in near
            if (kinds := board.features.get(board.grid.side(name, there)))
        },
        "roads": {kind: there for kind, there in roads.items() if there},
        "leaves": {kind: edges for kind, edges in leaves.items() if edges},
        "places": [place.id for place in board.places_at(name)],
        "regions": [region.id for region in board.regions.values() if name in region.hexes],
        "edges": [edge.id for edge in board.edges.values() if name in edge.hexes],
    }


# ---------------------------------------------------------------------------- the counters


def _counters(module: Module) -> dict[str, Any]:
    return {
        "formations": {f.id: _formation(module, f) for f in module.formations.values()},
        "counters": {c.id: counter_data(c) for c in module.counters.values()},
        "palette": {c.id: counter_data(c) for c in module.palette.values()},
    }


def _formation(module: Module, formation: Any) -> dict[str, Any]:
    data = to_builtins(formation)
    return {**data, "counters": list(module.formation_counters(formation.id))}


def counter_data(counter: Counter) -> dict[str, Any]:
    """Return a counter, with all values of both sides and where each of them comes from."""
    sides = counter.sides
    told = {*counter.values, "name", "type", "formation", *counter.reconstructed}
    return {
        "id": counter.id,
        "name": dict(counter.name),
        "short": to_builtins(counter.short),
        "side": counter.side,
        "nation": counter.nation,
        "type": counter.type,
        "size": counter.size,
        "formation": counter.formation,
        "movement_class": counter.movement_class,
        "model": counter.model,
        "steps": counter.steps,
        "tags": list(counter.tags),
        "values": dict(counter.values),
        "reduced": sides[1] if counter.steps > 1 else None,
        "sides": list(sides),
        "provenance": {
            name: "reconstructed" if name in counter.reconstructed else "printed"
            for name in sorted(told)
        },
        "methods": {name: f"counters.{how}" for name, how in counter.reconstructed.items()},
        **({"holds": to_builtins(counter.holds)} if counter.holds is not None else {}),
    }


# ------------------------------------------------------------------- tables and scenarios


def _tables(module: Module) -> dict[str, Any]:
    return {
        "terrain": _all(module.terrain),
        "hexsides": _all(module.hexsides),
        "networks": _all(module.networks),
        "odds": [_dice_table(table, list(table.columns)) for table in module.odds.values()],
        "values": [
            _dice_table(table, [column.label for column in table.columns])
            for table in module.values.values()
        ],
        "indices": _all(module.indices),
        "charts": _all(module.charts),
        "sites": _all(module.sites),
        "results": _all(module.results),
    }


def _dice_table(table: OddsTable | ValueTable, columns: list[str]) -> dict[str, Any]:
    """Return a table with its cells by row and column."""
    data = to_builtins(table)
    data["columns"] = columns
    data["cells"] = {
        row.label: dict(zip(columns, cells, strict=True))
        for row, cells in zip(table.rows, table.cells, strict=True)
    }
    return dict(data)


def _scenarios(module: Module) -> dict[str, Any]:
    return {
        s.id: {**to_builtins(s), "pieces": list(s.pieces(module))}
        for s in module.scenarios.values()
    }
