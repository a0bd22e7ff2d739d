"""The tables of a module as charts: what stands above, at the left and in the cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tabuleiro.host.words import points
from tabuleiro.i18n import N_, _, text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tabuleiro.module import Module

__all__ = ["Sheet", "sheets"]

_COLUMNS: Final = {"air": N_("Aircraft"), "artillery": N_("Artillery")}
"""Columns of indices for which the families look, where a game gives them no name."""


class Sheet(NamedTuple):
    """A table, ready to be drawn."""

    id: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    hints: Mapping[str, str]
    rule: str = ""
    reconstructed: str = ""
    """How it was reconstructed; empty if it is printed."""
    things: tuple[str, ...] = ()
    """What the rows of the sheet of terrain are: ``terrain.mountain``, ``hexside.river``."""


def sheets(module: Module) -> tuple[Sheet, ...]:
    """Return all tables of a module in the current language, those of combat first."""
    return tuple(_all(module))


def _all(module: Module) -> Iterator[Sheet]:
    tables: list[Any] = [*module.odds.values(), *module.values.values()]
    for table in tables:
        columns = tuple(_label(column) for column in table.columns)
        rows = tuple(row.label for row in table.rows)
        yield _sheet(module, table, columns, rows, table.cells)
    for index in module.indices.values():
        kinds = {kind: row for kind, row in index.rows.items() if row}
        names = tuple(text(module.unit_types[kind].name) for kind in kinds)
        cells = tuple(tuple(str(value) for value in row) for row in kinds.values())
        heads = tuple(_named(module, column) for column in index.columns)
        yield _sheet(module, index, heads, names, cells)
    for chart in module.charts.values():
        yield _sheet(
            module,
            chart,
            tuple(text(line.name) for line in chart.columns),
            tuple(text(line.name) for line in chart.rows),
            tuple(tuple(cell or "–" for cell in row) for row in chart.cells),
        )
    yield _terrain(module)


def _label(column: Any) -> str:
    if isinstance(column, str):
        return column
    return text(column.name) if column.name else str(column.label)


def _named(module: Module, column: str) -> str:
    found = module.text(f"column.{column}") or module.text(f"type.{column}")
    if found is None and column in _COLUMNS:
        return _(_COLUMNS[column])
    return text(found) if found else column


def _sheet(
    module: Module,
    table: Any,
    columns: tuple[str, ...],
    rows: tuple[str, ...],
    cells: tuple[tuple[str, ...], ...],
) -> Sheet:
    named = {code: text(one.name) for code, one in module.results.items() if _is_word(code)}
    shown = tuple(
        tuple(" ".join(named.get(part, part) for part in cell.split(" ")) for cell in row)
        for row in cells
    )
    hints = {
        named.get(code, code): f"{named.get(code, code)}: "
        + ("" if code in named else f"{text(one.name)}. ")
        + text(one.text)
        for code, one in module.results.items()
        if _means(code, one.rule, table.rule)
    }
    return Sheet(
        table.id, text(table.name), columns, rows, shown, hints, table.rule or "",
        _method(module, table),
    )  # fmt: skip


def _is_word(code: str) -> bool:
    """Return whether a result is a word of the data, which is not what is printed."""
    return code.isascii() and code.islower() and code.replace("-", "").isalpha()


def _means(code: str, rule: str | None, table: str | None) -> bool:
    """Return whether a code in a table is that result: a number is, where a rule has both."""
    if not code.isdigit() or rule is None or table is None:
        return True
    return rule.rpartition("-")[0] == table.rpartition("-")[0]


def _method(module: Module, table: Any) -> str:
    """Return in words how a table was reconstructed, empty if it is printed."""
    told = []
    for method in dict.fromkeys(table.reconstructed.values()):
        words = module.methods.get(f"tables.{method}")
        told.append(text(words) if words else str(method))
    return " ".join(told)


def _terrain(module: Module) -> Sheet:
    """Return what terrain, hexsides, roads and sites cost and give."""
    classes = module.movement_classes
    groups: dict[str, Mapping[str, Any]] = {
        "terrain": module.terrain,
        "hexside": module.hexsides,
        "network": module.networks,
        "site": module.sites,
    }
    rows, cells, ids = [], [], []
    things = [(kind, thing) for kind, group in groups.items() for thing in group.values()]
    for kind, thing in things:
        ids.append(f"{kind}.{thing.id}")
        rows.append(text(thing.name))
        columns = getattr(thing, "columns", 0)
        plus = "+" if getattr(thing, "adds", False) else ""
        cells.append(
            (*(_cost(thing.cost, name) for name in classes), f"{plus}{columns}" if columns else "–")
        )
    heads = tuple(text(module.class_name(name)) for name in classes)
    return Sheet(
        "terrain", _("Terrain"), (*heads, _("Columns")), tuple(rows), tuple(cells), {},
        things=tuple(ids),
    )  # fmt: skip


def _cost(costs: Mapping[str, int | None], name: str) -> str:
    if name not in costs:
        return "–"
    cost = costs[name]
    return "✕" if cost is None else points(cost)
