"""The method ``describe``: a clause of the rules, a piece, a hex or a table, told in full."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import to_builtins

from tabuleiro.board import Cells
from tabuleiro.engine.knowledge import Level
from tabuleiro.i18n import _, text
from tabuleiro.module.errors import did_you_mean
from tabuleiro.module.rulebook import clause_of, rulebook
from tabuleiro.module.unknown import is_unknown
from tabuleiro.referee.desk import Desk, about_desk
from tabuleiro.referee.errors import RefereeError, shown, with_hint
from tabuleiro.referee.param_types import a_viewer
from tabuleiro.referee.params import Param, Spot, a_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from tabuleiro.engine.seat import Sight
    from tabuleiro.module import Counter, Module

__all__ = ["describe"]


class About(NamedTuple):
    """What a description is about: a module, and a match as one side sees it if there is one."""

    module: Module
    sight: Sight | None = None


@about_desk(
    Param("game", a_text),
    Param("module", a_text),
    Param("side", a_text),
    Param("rule", a_text),
    Param("piece", a_text),
    Param("hex", a_text),
    Param("table", a_text),
)
def describe(
    desk: Desk, *, game: str | None, module: str | None, side: str | None, **asked: str | None
) -> dict[str, Any]:
    """Describe something of a game, or of a module if no game is open."""
    wanted = [name for name, value in asked.items() if value is not None]
    if len(wanted) != 1:
        sentence = _('"describe" needs one of these parameters: {names}.')
        raise RefereeError(
            "parameters", sentence.format(names=", ".join(asked)), allowed=list(asked)
        )
    (kind,) = wanted
    if module is not None:
        if game is not None or side is not None:
            raise RefereeError(
                "parameters",
                _('"module" of "describe" makes no sense together with "game" or "side".'),
                key="module",
            )
        return _DESCRIBERS[kind](About(desk.module(module)), str(asked[kind]))
    here = desk.find(game)
    if side is None:
        raise RefereeError(
            "parameters", _('"describe" of a game needs the parameter "side".'), key="side"
        )
    a_viewer(side, Spot("describe", "side", here.game))
    sight = here.seat(side).sight()
    return _DESCRIBERS[kind](About(sight.module, sight), str(asked[kind]))


def _unknown(key: str, value: str, known: Iterable[str]) -> RefereeError:
    words = {
        "rule": _("There is no clause {id} in the rulebook."),
        "piece": _("There is no piece {id} in this game."),
        "hex": _("There is no hex {id} on this board."),
        "table": _("There is no table {id} in this game."),
    }
    known = list(known)
    sentence = words[key].format(id=shown(value))
    hint = did_you_mean(value, known)
    return RefereeError("parameters", with_hint(sentence, hint), key=key, found=shown(value))


# ------------------------------------------------------------------------------------- rules


def _rule(about: About, rule: str) -> dict[str, Any]:
    found = clause_of(about.module, rule)
    if found is None:
        book = rulebook(about.module)
        raise _unknown("rule", rule, [*book.clauses, *book.sections])
    section, clause = found
    return {
        "rule": rule,
        "section": section.anchor,
        "heading": section.heading,
        "text": clause.text if clause else section.text,
        "anchor": clause.id if clause else section.anchor,
    }


# ------------------------------------------------------------------------------------ pieces


def _piece(about: About, piece: str) -> dict[str, Any]:
    module, sight = about
    counter = module.counters.get(piece) or module.palette.get(piece)
    there = sight is not None and piece in sight.position.pieces
    if counter is None or (is_unknown(piece) and not there):
        raise _unknown("piece", piece, module.counters)
    here = sight.seen(piece) if sight is not None and there else None
    sealed = sight is not None and there and sight.level(piece) < Level.IDENTITY
    return {
        "id": counter.id,
        "name": text(counter.name),
        "short": {"left": counter.short.left, "right": counter.short.right},
        "side": _named(module.sides, counter.side),
        "nation": _named(module.nations, counter.nation),
        "type": _named(module.unit_types, counter.type),
        "movement_class": counter.movement_class,
        "size": counter.size,
        "formations": [
            _named(module.formations, name) for name in module.formations_above(counter.formation)
        ],
        "model": counter.model,
        "steps": counter.steps,
        "tags": list(counter.tags),
        "values": None if sealed else dict(counter.values),
        "reduced": None if sealed else dict(counter.reduced),
        "sides": None if sealed else [dict(side) for side in counter.sides],
        "provenance": _provenance(module, counter),
        "now": here,
        **({} if counter.holds is None or sealed else {"holds": to_builtins(counter.holds)}),
    }


def _named(group: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {"id": name, "name": text(group[name].name)}


def _provenance(module: Module, counter: Counter) -> dict[str, Any]:
    """Return how each value that is not printed was reconstructed."""
    return {
        value: _method(module, "counters", method)
        for value, method in counter.reconstructed.items()
    }


def _method(module: Module, file: str, method: str) -> dict[str, str]:
    words = module.methods.get(f"{file}.{method}", {})
    return {"method": method, "text": text(words)}


# ------------------------------------------------------------------------------------- hexes


def _hex(about: About, hex: str) -> dict[str, Any]:
    module, s = about
    board = module.board
    if hex not in board.grid:
        raise _unknown("hex", hex, ())
    grid = board.grid
    column, row = grid.parse(hex) if isinstance(grid, Cells) else (None, None)
    terrain = module.terrain[board.terrain_at(hex)]
    return {
        "id": hex,
        "column": column,
        "row": row,
        "terrain": {
            **_named(module.terrain, terrain.id),
            "cost": dict(terrain.cost),
            "columns": terrain.columns,
            "rule": terrain.rule,
        },
        "height": module.height(hex),
        "neighbours": _neighbours(module, hex),
        "leaves": {
            name: sorted(network.leaves_by(hex))
            for name, network in board.networks.items()
            if network.leaves_by(hex)
        },
        "places": [
            {**_named(board.places, place.id), "kind": place.kind} for place in board.places_at(hex)
        ],
        "regions": [_named(board.regions, r.id) for r in board.regions.values() if hex in r.hexes],
        "edges": [_named(board.edges, e.id) for e in board.edges.values() if hex in e.hexes],
        "provenance": {
            layer: _method(module, "board", method)
            for layer, method in module.layers.items()
            if hex not in module.printed.get(layer, ())
        },
        "pieces": None if s is None else list(s.at(hex)),
        "control": None if s is None else s.position.control.get(hex),
    }


def _neighbours(module: Module, hex: str) -> dict[str, Any]:
    """Return for each direction the hex there, and what lies on the side and leads across it."""
    board = module.board
    found = {}
    for there in board.grid.neighbours(hex):
        direction = board.grid.direction(hex, there)
        if direction in found:  # areas may have several neighbours in one direction
            direction = f"{direction} ({there})"
        side = board.grid.side(hex, there)
        found[direction] = {
            "hex": there,
            "features": [
                {**_named(board.feature_names, f.id), "kind": f.kind}
                for f in board.feature_names.values()
                if side in f.sides
            ],
            "roads": [
                {**_named(board.networks, n.id), "kind": n.kind}
                for n in board.networks.values()
                if n.joins(hex, there)
            ],
        }
    return found


# ------------------------------------------------------------------------------------ tables


def _table(about: About, name: str) -> dict[str, Any]:
    module = about.module
    if name in module.indices:
        index = module.indices[name]
        rows = {row: list(values) if values else None for row, values in index.rows.items()}
        return {**_about_table(module, index, "indices"), "columns": index.columns, "rows": rows}
    if name in module.charts:
        chart = module.charts[name]
        return {
            **_about_table(module, chart, "charts"),
            "columns": [{"id": line.id, "name": text(line.name)} for line in chart.columns],
            "rows": [{"id": line.id, "name": text(line.name)} for line in chart.rows],
            "cells": chart.cells,
        }
    if name == "terrain":
        return _terrain_table(module)
    kind = "odds" if name in module.odds else "values"
    table: Any = module.odds.get(name) or module.values.get(name)
    if table is None:
        tables = (*module.odds, *module.values, *module.indices, *module.charts)
        raise _unknown("table", name, [*tables, "terrain"])
    codes = dict.fromkeys(part for row in table.cells for cell in row for part in cell.split())
    return {
        **_about_table(module, table, kind),
        "dice": table.dice,
        "columns": [column if kind == "odds" else column.label for column in table.columns],
        "rows": [{"label": row.label, "sums": row.sums} for row in table.rows],
        "cells": table.cells,
        "variants": {name: dict(cells) for name, cells in table.variants.items()},
        "results": {code: _result(module, code) for code in codes if code in module.results},
    }


def _about_table(module: Module, table: Any, kind: str) -> dict[str, Any]:
    return {
        "id": table.id,
        "kind": kind,
        "name": text(table.name),
        "rule": table.rule,
        "provenance": {
            what: _method(module, "tables", method) for what, method in table.reconstructed.items()
        },
    }


def _result(module: Module, code: str) -> dict[str, Any]:
    result = module.results[code]
    return {"name": text(result.name), "text": text(result.text), "rule": result.rule}


def _terrain_table(module: Module) -> dict[str, Any]:
    """Return what terrain, hexsides and roads cost (in half points) and give."""
    groups: dict[str, Mapping[str, Any]] = {
        "terrain": module.terrain,
        "hexsides": module.hexsides,
        "networks": module.networks,
        "sites": module.sites,
    }
    return {
        "id": "terrain",
        "kind": "terrain",
        "columns": list(module.movement_classes),
        **{
            kind: {
                name: {
                    "name": text(thing.name),
                    "cost": dict(thing.cost),
                    "columns": getattr(thing, "columns", 0),
                    "rule": thing.rule,
                }
                for name, thing in group.items()
            }
            for kind, group in groups.items()
        },
    }


_DESCRIBERS: dict[str, Callable[[About, str], dict[str, Any]]] = {
    "rule": _rule,
    "piece": _piece,
    "hex": _hex,
    "table": _table,
}
