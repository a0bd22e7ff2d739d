"""The map as text: two lines a hex, with its number, its terrain, and who stands in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.i18n import _, text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tabuleiro.engine import Situation
    from tabuleiro.module import Module

__all__ = ["draw_map", "legend", "side_letters", "signs"]

_KNOWN: Final = {
    "clear": ".", "open": ".", "sea": "~", "water": "~", "mountain": "^", "woods": "%",
    "forest": "%", "jungle": "&", "city": "#", "mountain-city": "A", "swamp": "=", "rough": ":",
    "hills": "n", "hill": "n",
}  # fmt: skip
_SPARE: Final = "*+oxvwkz$!"
_CELL: Final = 6


def signs(module: Module) -> dict[str, str]:
    """Return a sign for each terrain.

    >>> from tabuleiro.module import find_module, load_module
    >>> signs(load_module(find_module("diadem")))["mountain"]
    '^'
    """
    found: dict[str, str] = {}
    for name in module.terrain:
        wishes = [_KNOWN.get(name, name[0]), name[0], *name, *_SPARE]
        found[name] = next((w for w in wishes if w not in found.values()), "?")
    return found


def side_letters(module: Module) -> dict[str, str]:
    """Return a letter for each side: the first of its name that no other has.

    >>> from tabuleiro.module import find_module, load_module
    >>> side_letters(load_module(find_module("diadem")))
    {'allied': 'A', 'axis': 'X'}
    """
    found: dict[str, str] = {}
    for side in module.sides:
        letters = [c.upper() for c in side if c.isalpha()]
        found[side] = next((c for c in letters if c not in found.values()), "?")
    return found


def draw_map(s: Situation, hexes: Iterable[str], seen: Mapping[str, int]) -> list[str]:
    """Return the lines of a map of some hexes.

    ``seen`` counts the pieces in each hex that the viewer may know of. An asterisk marks an
    objective.
    """
    grid = s.board.grid
    marks, letters = signs(s.module), side_letters(s.module)
    goals = {goal.hex for goal in s.scenario.objectives}
    spots = {name: _spot(s, name) for name in hexes}
    if not spots:
        return []
    left = min(x for x, _y in spots.values())
    top = min(y for _x, y in spots.values())
    lines: list[list[str]] = []
    for name, (x, y) in spots.items():
        sign = marks[s.board.terrain_at(name)]
        holder = s.holder(name)
        units = f"{letters[holder]}{seen[name]}" if holder and seen.get(name) else ""
        goal = "*" if name in goals else ""
        for down, cell in enumerate((f"{name}{sign}", f" {units}{goal}")):
            _write(lines, (x - left), (y - top) + down, cell)
    del grid
    return ["".join(line).rstrip() for line in lines]


def _spot(s: Situation, name: str) -> tuple[int, int]:
    """Return where the cell of a hex begins: letters from the left, lines from the top."""
    grid = s.board.grid
    column, row = grid.parse(name)
    odd = grid.shift == "odd"
    if grid.orientation == "flat":
        return column * _CELL, 2 * row + ((column % 2 == 1) == odd)
    return column * _CELL + _CELL // 2 * ((row % 2 == 1) == odd), 2 * row


def _write(lines: list[list[str]], x: int, y: int, cell: str) -> None:
    while len(lines) <= y:
        lines.append([])
    line = lines[y]
    line.extend(" " * (x + len(cell) - len(line)))
    line[x : x + len(cell)] = cell


def legend(module: Module) -> str:
    """Return what the signs of the map mean."""
    told = [f"{sign} {text(module.terrain[name].name)}" for name, sign in signs(module).items()]
    told += [
        _("{letter}3 three units of: {side}").format(letter=letter, side=text(module.sides[s].name))
        for s, letter in side_letters(module).items()
    ]
    return "; ".join([*told, _("* objective")])
