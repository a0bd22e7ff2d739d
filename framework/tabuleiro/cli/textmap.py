"""The map as text: numbers, terrain letters and stacks, two lines to a hex."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.board import Cells, HexGrid
from tabuleiro.i18n import _, text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tabuleiro.module import Module
    from tabuleiro.seats import Sight

__all__ = ["letters", "map_lines", "side_letters", "terrain_letters"]

_ACROSS, _DOWN = 5, 4
"""How many columns and rows a window shows on either side of its middle."""


def letters(names: Mapping[str, str]) -> dict[str, str]:
    """Return a letter for each name, all different.

    >>> letters({"allied": "Allies", "axis": "Axis"})
    {'allied': 'A', 'axis': 'X'}
    """
    found: dict[str, str] = {}
    for key, name in names.items():
        wanted = [c.upper() for c in name if c.isalpha()] + list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        found[key] = next((c for c in wanted if c not in found.values()), "?")
    return found


def side_letters(module: Module) -> dict[str, str]:
    """Return the letter of each side."""
    return letters({id: text(side.name) for id, side in module.sides.items()})


def terrain_letters(module: Module) -> dict[str, str]:
    """Return the small letter of each terrain; a dot for that of hexes that say nothing."""
    usual = module.board.default_terrain
    others = {id: text(kind.name) for id, kind in module.terrain.items() if id != usual}
    found = {id: letter.lower() for id, letter in letters(others).items()}
    return {usual: ".", **found} if usual in module.terrain else found


def map_lines(s: Sight, centre: str | None = None) -> list[str]:
    """Return the map as a side sees it: all of it, or a window around a hex."""
    grid = s.board.grid
    if not isinstance(grid, Cells):
        return _place_lines(s, centre)
    columns, rows = _window(grid, centre)
    stacks = _stacks(s)
    kinds = terrain_letters(s.module)
    width = max(len(hex) for hex in grid.hexes) + 2
    canvas: dict[tuple[int, int], str] = {}
    flat, odd = True, 2
    if isinstance(grid, HexGrid):
        flat, odd = grid.orientation == "flat", int(grid.shift == "odd")
    for column in columns:
        for row in rows:
            hex = grid.name(column, row)
            shifted = (column if flat else row) % 2 == odd  # squares never are
            line = 2 * (row - rows[0]) + int(flat and shifted)
            left = width * (column - columns[0]) + (width // 2 if shifted and not flat else 0)
            canvas[line, left] = hex + kinds.get(s.board.terrain_at(hex), "?")
            # The hexes of the next column have their numbers on that line: it says whose it is.
            canvas[line + 1, left] = f"^{stacks[hex]}" if hex in stacks else ""
    return [*_drawn(canvas), _legend(s.module, kinds)]


def _place_lines(s: Sight, centre: str | None) -> list[str]:
    """Return a line for each place: its terrain, who is there, and what is beside it.

    Of a map without a grid these are the places where something lies.
    """
    grid = s.board.grid
    stacks, kinds = _stacks(s), terrain_letters(s.module)
    shown = list(grid.hexes) if centre is None else list(grid.within(centre, 1))
    shown += [place for place in stacks if place not in shown and place in grid and not centre]
    wide = max((len(place) for place in shown), default=0)
    lines = []
    for place in shown:
        beside = ", ".join(grid.neighbours(place))
        kind = kinds.get(s.board.terrain_at(place), "?")
        line = f"{place:<{wide}} {kind} {stacks.get(place, ''):<4} {beside}"
        lines.append(line.rstrip())
    return [*lines, _legend(s.module, kinds)]


def _window(grid: Cells, centre: str | None) -> tuple[range, range]:
    if centre is None:
        return (
            range(grid.first_column, grid.last_column + 1),
            range(grid.first_row, grid.last_row + 1),
        )
    column, row = grid.parse(centre)
    return (
        range(max(grid.first_column, column - _ACROSS),
              min(grid.last_column, column + _ACROSS) + 1),
        range(max(grid.first_row, row - _DOWN), min(grid.last_row, row + _DOWN) + 1),
    )  # fmt: skip


def _stacks(s: Sight) -> dict[str, str]:
    """Return what is written in each hex with pieces: the letter of the side, how many."""
    marks = side_letters(s.module)
    return {
        place: f"{marks[s.side(pieces[0])]}{len(pieces)}"
        for place, pieces in s.position.stacks.items()
    }


def _drawn(canvas: Mapping[tuple[int, int], str]) -> Iterable[str]:
    lines: dict[int, str] = {}
    for (line, left), word in sorted(canvas.items()):
        lines[line] = lines.get(line, "").ljust(left) + word
    return (lines[number].rstrip() for number in sorted(lines))


def _legend(module: Module, kinds: Mapping[str, str]) -> str:
    ground = ", ".join(f"{kinds[id]} {text(kind.name)}" for id, kind in module.terrain.items())
    marks = side_letters(module)
    sides = ", ".join(f"{marks[id]} {text(side.name)}" for id, side in module.sides.items())
    sentence = _(
        "Terrain: {ground}. Stacks, each below its hex: {sides}, with the number of units."
    )
    return sentence.format(ground=ground, sides=sides)
