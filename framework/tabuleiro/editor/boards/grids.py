"""Another grid: more or fewer rows, another numbering. What stands on the board goes with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from tabuleiro.board import BoardError, Cells
from tabuleiro.editor.boards.changes import Change, Insert, Path, Put, Remove, Values, applied, at
from tabuleiro.editor.boards.open_board import OpenBoard
from tabuleiro.editor.boards.references import forgotten, renamed
from tabuleiro.i18n import _
from tabuleiro.module.map_data import HexGridData, SquareGridData, make_one

__all__ = ["Regrid", "regridded"]

_DEFAULTS: Final[Values] = {
    "orientation": "flat",
    "shift": "odd",
    "numbering": "CCRR",
    "first_column": 1,
    "first_row": 1,
    "diagonals": False,
    "km": None,
}


class Regrid(NamedTuple):
    """Another grid for a map: the changes, and what becomes of its places."""

    changes: list[Change]
    names: Mapping[str, str]
    """The new names of places that are called otherwise."""
    gone: frozenset[str]
    """Places that the board has no longer."""


def regridded(board: OpenBoard, loc: Path, wanted: Values) -> Regrid:
    """Return what another grid comes to: the upper left hex stays where it is.

    Raises `ValueError` with a sentence if there can be no such grid.

    >>> grid = {"columns": 2, "rows": 2}
    >>> places = [{"id": "inn", "hex": "0102"}]
    >>> board = OpenBoard({"grid": grid, "places": places})
    >>> regridded(board, (), {"numbering": "AR"}).changes
    [Put(path=('grid', 'numbering'), value='AR'), Put(path=('places', 0, 'hex'), value='A2')]
    >>> regridded(board, (), {"rows": 1}).changes
    [Put(path=('grid', 'rows'), value=1), Remove(path=('places', 0))]
    """
    before = board.cells_at(loc)
    if before is None:
        raise ValueError(_("the grid of areas is made of the areas themselves"))
    now = at(board.values, (*loc, "grid"))
    changes = _settings(now, wanted, (*loc, "grid"))
    after = _cells({**now, **wanted})
    names = {
        name: after.hexes[_spot(after, before, place)]
        for place, name in enumerate(before.hexes)
        if _inside(after, before, place)
    }
    gone = frozenset(before.hexes) - names.keys()
    moved = {old: new for old, new in names.items() if old != new}
    values = board.values
    for part in (forgotten(values, gone, loc), _terrain(board, loc, after)):
        changes += part
        values = applied(values, part)
    changes += renamed(values, moved, loc)
    return Regrid(changes, moved, gone)


def _cells(grid: Mapping[str, Any]) -> Cells:
    plain = {**_DEFAULTS, **{key: value for key, value in grid.items() if value is not None}}
    size = {
        key: plain[key] for key in ("columns", "rows", "numbering", "first_column", "first_row")
    }
    data: HexGridData | SquareGridData
    if grid.get("kind") == "squares":
        data = SquareGridData(**size, diagonals=bool(plain["diagonals"]))
    else:
        data = HexGridData(**size, orientation=plain["orientation"], shift=plain["shift"])
    try:
        found = make_one(data)
        found.neighbour_table  # noqa: B018 - numbers that do not fit are told here
    except BoardError as error:
        raise ValueError(_(error.message).format(**error.values)) from None
    assert isinstance(found, Cells)  # noqa: S101 - hexes and squares are
    return found


def _settings(now: Values, wanted: Values, path: Path) -> list[Change]:
    """Return the changes of the grid itself; what is as it would be without a word is left out."""
    changes: list[Change] = []
    for key, value in wanted.items():
        usual = _DEFAULTS.get(key)
        if now.get(key, usual) == value:
            continue
        changes.append(Remove((*path, key)) if value is None else Put((*path, key), value))
    return changes


def _place(grid: Cells, number: int) -> tuple[int, int]:
    return divmod(number, grid.rows)


def _inside(after: Cells, before: Cells, number: int) -> bool:
    column, row = _place(before, number)
    return column < after.columns and row < after.rows


def _spot(after: Cells, before: Cells, number: int) -> int:
    column, row = _place(before, number)
    return column * after.rows + row


def _terrain(board: OpenBoard, loc: Path, after: Cells) -> list[Change]:
    """Return the changes that make the rows of signs, and of heights, as long and as many."""
    terrain = at(board.values, (*loc, "terrain"), {})
    rows = [str(row) for row in terrain.get("rows") or ()]
    changes: list[Change] = []
    if rows:
        codes = terrain.get("codes") or {}
        wanted = terrain.get("default") or board.usual
        sign = next(
            (sign for sign, kind in codes.items() if kind == wanted), next(iter(codes), ".")
        )
        new = [_row(row, after.columns, sign) for row in rows[: after.rows]]
        like = next((row for row in new), "")
        spaced = " " in like.strip()
        blank = (" " if spaced else "").join([sign] * after.columns)
        new += [blank] * (after.rows - len(new))
        changes += _listed((*loc, "terrain", "rows"), rows, new)
    heights = at(board.values, ("heights",), []) if not loc else []
    if heights:
        grown = [(list(row) + [row[-1] if row else 0] * after.columns)[: after.columns]
                 for row in heights[: after.rows]]  # fmt: skip
        grown += [list(grown[-1])] * (after.rows - len(grown))
        changes += _listed(("heights",), heights, grown)
    return changes


def _row(row: str, columns: int, sign: str) -> str:
    """Return a row of signs with so many of them.

    >>> _row(".  ^ .", 5, "w"), _row(".^.", 2, "w")
    ('.  ^ . w w', '.^')
    """
    count = len(row.replace(" ", ""))
    while count > columns:
        row = row.rstrip()[:-1].rstrip()
        count -= 1
    gap = " " if " " in row.strip() else ""
    return row + (gap + sign) * (columns - count)


def _listed(path: Path, before: list[Any], after: list[Any]) -> list[Change]:
    """Return the changes from one list to another, item by item."""
    changes: list[Change] = [
        Put((*path, n), new)
        for n, (old, new) in enumerate(zip(before, after, strict=False))
        if old != new
    ]
    changes += [Insert((*path, n), after[n]) for n in range(len(before), len(after))]
    changes += [Remove((*path, n)) for n in range(len(before) - 1, len(after) - 1, -1)]
    return changes
