"""A module as tables to read."""

from __future__ import annotations

from collections import Counter as Count
from typing import TYPE_CHECKING

from tabuleiro.board import Grid, HexGrid, PlainMap, SeveralMaps, SquareGrid
from tabuleiro.cli.output import bulleted, columns, paragraph, table_lines
from tabuleiro.cli.show.dump import terrain_counts
from tabuleiro.cli.show.parts import board_lines, counter_lines, scenario_lines, table_parts
from tabuleiro.i18n import _, ngettext, text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tabuleiro.module import Module

__all__ = ["describe", "overview"]


def describe(module: Module, parts: Iterable[str]) -> Iterator[str]:
    """Yield the lines of parts of a game."""
    makers: dict[str, Callable[[Module], Iterator[str]]] = {
        "game": overview,
        "board": board_lines,
        "counters": counter_lines,
        "tables": table_parts,
        "scenarios": scenario_lines,
        "texts": _texts,
    }
    for part in parts:
        yield from makers[part](module)
        yield ""


def overview(module: Module) -> Iterator[str]:
    """Yield the lines that tell what a game is like."""
    yield f"{text(module.title)} ({module.id} {module.version})"
    yield paragraph(text(module.summary))
    yield ""
    yield from _sides(module)
    yield ""
    yield from _board(module)
    yield ""
    yield from _sequence(module)
    yield ""
    for scenario in module.scenarios.values():
        yield _("Scenario {id}: {name}, turns {first} to {last}").format(
            id=scenario.id, name=text(scenario.name), first=scenario.first_turn,
            last=scenario.last_turn)  # fmt: skip
        yield paragraph(text(scenario.text), "  ")
    yield ""
    yield from _options(module)
    yield from _origin(module)


def _sides(module: Module) -> Iterator[str]:
    counters = list(module.counters.values())
    rows = []
    for side in module.sides.values():
        for nation in module.nations.values():
            mine = [c for c in counters if c.nation == nation.id]
            if nation.side == side.id and mine:
                types = Count(c.type for c in mine)
                told = (f"{n} {text(module.unit_types[t].name)}" for t, n in types.most_common())
                rows.append((text(side.name), text(nation.name), len(mine), ", ".join(told)))
    yield from table_lines(rows, (_("side"), _("nation"), _("counters"), _("types")))


def _board(module: Module) -> Iterator[str]:
    board = module.board
    yield _size(board.grid)
    for sheet in board.maps.values():
        if sheet.picture is not None:
            name = text(sheet.name) if sheet.name else ""
            picture = sheet.picture
            yield (
                _("  Picture {file}: {width} by {height} pixels {name}")
                .format(file=picture.file, width=picture.width, height=picture.height, name=name)
                .rstrip()
            )
    for name, count in terrain_counts(module).items():
        yield f"  {count:>5}  {text(module.terrain[name].name)}"
    places = [f"{p.hex} {text(p.name)}" for p in board.places.values() if p.hex in board.grid]
    if places:
        yield _("Places:")
        yield columns(sorted(places))


def _size(grid: Grid) -> str:
    if isinstance(grid, HexGrid):
        said = _("Board: {columns} columns of {rows} hexes, {n} in all")
        return said.format(columns=grid.columns, rows=grid.rows, n=len(grid))
    if isinstance(grid, SquareGrid):
        said = _("Board: {columns} columns of {rows} squares, {n} in all")
        return said.format(columns=grid.columns, rows=grid.rows, n=len(grid))
    if isinstance(grid, PlainMap):
        said = _("Board: a map without a grid, {width} by {height} pixels")
        return said.format(width=grid.width, height=grid.height)
    if isinstance(grid, SeveralMaps):
        said = _("Board: {maps} maps, {n} places in all")
        return said.format(maps=len(grid.maps), n=len(grid))
    return _("Board: {n} areas").format(n=len(grid))


def _sequence(module: Module) -> Iterator[str]:
    turns = module.turns
    yield ngettext("{n} turn", "{n} turns", len(turns)).format(n=len(turns)) + (
        f": {text(turns[0].label)} – {text(turns[-1].label)}" if turns else ""
    )
    for number, phase in enumerate(module.sequence, start=1):
        yield f"  {number}. {text(phase.name)}"


def _options(module: Module) -> Iterator[str]:
    if module.options:
        yield _("Optional rules:")
    for option in module.options.values():
        choices = " | ".join(str(c).lower() for c in option.choices or (True, False))
        default = str(option.default).lower()
        yield f"  {option.id} = {default}   ({choices})"
        yield paragraph(text(option.text), "      ")


def _origin(module: Module) -> Iterator[str]:
    values = Count(
        name in counter.reconstructed
        for counter in module.counters.values()
        for name in counter.values
    )
    yield ""
    yield _("Values of counters: {printed} printed, {made} reconstructed.").format(
        printed=values[False], made=values[True]
    )
    if module.layers:
        yield _("Reconstructed as a whole: {layers}.").format(layers=", ".join(module.layers))
    yield _("Credits:")
    for credit in module.credits:
        yield bulleted(f"{text(credit.what)}: {text(credit.who)} ({text(credit.licence)})", "  - ")


def _texts(module: Module) -> Iterator[str]:
    for key, words in sorted(module.texts.items()):
        yield bulleted(f"{key}: {text(words)}", "")
