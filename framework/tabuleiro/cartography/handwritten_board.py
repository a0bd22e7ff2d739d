"""A board that was written by hand and is kept: what its source says, and what it says itself."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from tabuleiro.cartography.result import read_board
from tabuleiro.cartography.source import DRAWING
from tabuleiro.i18n import _
from tabuleiro.module.errors import ModuleError, Problem
from tabuleiro.module.models import BoardFile

__all__ = ["kept_board", "lent", "misplaced"]

_OWN: Final = frozenset(
    {"format", "id", "title", "keep", "georeference", "inputs", "rivers", "drawing"}
)
"""What a source says even though the board is written by hand."""


def misplaced(data: Mapping[str, Any]) -> list[str]:
    """Return the keys of a source that a kept board says itself.

    >>> misplaced({"format": 1, "keep": "board.yaml", "roads": []})
    ['roads']
    """
    return [key for key in data if key not in _OWN]


def kept_board(module: Path) -> BoardFile:
    """Read the board of a module whose drawing may not be there yet, or raise `ModuleError`."""
    try:
        board, _raw = read_board(module, unmade=DRAWING)
    except ModuleError as error:
        raise ModuleError(error.module, [_beside(problem) for problem in error.problems]) from None
    if board.drawing != DRAWING:
        sentence = _('the board does not name its drawing: write "drawing: {name}"')
        told = Problem("board.yaml", 1, 1, "drawing", sentence.format(name=DRAWING))
        raise ModuleError(module.name, [_beside(told)])
    return board


def _beside(problem: Problem) -> Problem:
    return replace(problem, file=f"../{problem.file}")


def lent(data: Mapping[str, Any], board: BoardFile) -> dict[str, Any]:
    """Return the values of a source with the grid and terrain of the board that it keeps."""
    codes = board.terrain.codes if board.terrain is not None else {}
    bands = [{"above": -12000, "terrain": next(iter(codes.values()), "")}]
    own = {key: value for key, value in data.items() if key in _OWN}
    grid = board.grid.model_dump() if board.grid is not None else None
    return {**own, "grid": grid, "terrain": {"codes": codes, "bands": bands}}
