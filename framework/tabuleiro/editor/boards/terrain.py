"""The brush for terrain: hexes that are painted become other signs in rows, or other lists."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, Final

from tabuleiro.board import Cells
from tabuleiro.editor.boards.changes import Change, Insert, Path, Put, Remove, at
from tabuleiro.editor.boards.open_board import OpenBoard

__all__ = ["painted", "patch"]

_SIGNS: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+*=%@$&?!<>"
"""What stands for a terrain that has no sign yet: one of its letters if that is free."""


def patch(board: OpenBoard, start: str) -> frozenset[str]:
    """Return the places of one terrain that hang together with a place."""
    kind = board.terrain[start]
    found, edge = {start}, [start]
    while edge:
        edge = [
            there
            for hex in edge
            for there in board.grid.neighbours(hex)
            if there not in found and board.terrain[there] == kind and not found.add(there)  # type: ignore[func-returns-value]
        ]
    return frozenset(found)


def painted(board: OpenBoard, places: Iterable[str], kind: str) -> list[Change]:
    """Return the changes that give places a terrain; those that have it already stay as they are.

    >>> grid = {"columns": 2, "rows": 1}
    >>> rows = {"codes": {".": "open", "w": "woods"}, "rows": [". w"]}
    >>> painted(OpenBoard({"grid": grid, "terrain": rows}), ["0101", "0201"], "woods")
    [Put(path=('terrain', 'rows', 0), value='w w')]
    >>> lists = {"default": "open", "places": {"woods": ["0201"]}}
    >>> painted(OpenBoard({"grid": grid, "terrain": lists}), ["0101"], "woods")
    [Insert(path=('terrain', 'places', 'woods', 0), value='0101')]
    """
    by_map: dict[Path, dict[str, tuple[int, int] | None]] = defaultdict(dict)
    for place in dict.fromkeys(places):
        if board.terrain.get(place) == kind:
            continue
        loc, grid, name = board.map_of(place)
        cell = None
        if isinstance(grid, Cells):
            column, row = grid.parse(name)
            cell = column - grid.first_column, row - grid.first_row
        by_map[loc][name] = cell
    changes: list[Change] = []
    for loc, cells in by_map.items():
        here = (*loc, "terrain")
        terrain = at(board.values, here)
        if terrain is not None and terrain.get("rows"):
            changes += _in_rows(terrain, here, cells, kind)
        elif terrain is None:
            changes.append(Put(here, {"places": {kind: list(cells)}}))
        else:
            changes += _in_lists(board, terrain, here, list(cells), kind)
    return changes


# -------------------------------------------------------------------------------------- rows


def _in_rows(
    terrain: dict[str, Any], here: Path, cells: dict[str, tuple[int, int] | None], kind: str
) -> Iterator[Change]:
    codes: dict[str, str] = terrain.get("codes") or {}
    sign = next((sign for sign, known in codes.items() if known == kind), None)
    if sign is None:
        sign = _free_sign(kind, set(map(str, codes)) | set("".join(map(str, terrain["rows"]))))
        yield Put((*here, "codes", sign), kind)
    by_row: dict[int, list[int]] = defaultdict(list)
    for cell in cells.values():
        if cell is not None:
            by_row[cell[1]].append(cell[0])
    for row in sorted(by_row):
        if row < len(terrain["rows"]):
            before = str(terrain["rows"][row])
            after = _with_signs(before, by_row[row], sign)
            if after != before:
                yield Put((*here, "rows", row), after)


def _with_signs(row: str, columns: Iterable[int], sign: str) -> str:
    """Return a row with a sign in some columns; spaces between signs stay as they are.

    >>> _with_signs(".  ^  .", [0, 2], "w")
    'w  ^  w'
    """
    spots = [match.start() for match in re.finditer(r"[^ ]", row)]
    letters = list(row)
    for column in columns:
        if column < len(spots):
            letters[spots[column]] = sign
    return "".join(letters)


def _free_sign(kind: str, taken: set[str]) -> str:
    letters = [sign for sign in kind + kind.upper() if sign.isalnum()]
    free: Iterator[str] = (sign for sign in (*letters, *_SIGNS) if sign not in taken)
    return next(free)


# ------------------------------------------------------------------------------------- lists


def _in_lists(
    board: OpenBoard, terrain: dict[str, Any], here: Path, names: list[str], kind: str
) -> Iterator[Change]:
    lists: dict[str, list[Any]] = terrain.get("places") or {}
    gone = set(names)
    for known, hexes in lists.items():
        numbers = [n for n, hex in enumerate(hexes) if str(hex) in gone]
        if numbers and len(numbers) == len(hexes) and known != kind:
            yield Remove((*here, "places", known))
        else:
            yield from (Remove((*here, "places", known, n)) for n in reversed(numbers))
    if kind == (terrain.get("default") or board.usual):
        return
    if not lists:
        yield Put((*here, "places"), {kind: names})
    elif kind not in lists:
        yield Put((*here, "places", kind), names)
    else:
        yield from _added((*here, "places", kind), [str(hex) for hex in lists[kind]], names)


def _added(path: Path, hexes: list[str], names: list[str]) -> Iterator[Change]:
    """Put names where they belong in a list that is in order, else at its end."""
    hexes = [hex for hex in hexes if hex not in names]
    ordered = hexes == sorted(hexes)
    for name in sorted(names) if ordered else names:
        number = sum(hex < name for hex in hexes) if ordered else len(hexes)
        hexes.insert(number, name)
        yield Insert((*path, number), name)
