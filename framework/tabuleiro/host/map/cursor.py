"""Where an arrow key leads the hex cursor: to the next column or row, or onto a strip."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF

from tabuleiro.host.map.picture import SCALE

if TYPE_CHECKING:
    from tabuleiro.host.map.view import BoardView

__all__ = ["step_from"]

_TO_THE_STRIP: Final = 1.2 * SCALE
"""From the middle of a hex at the edge onto the strip beside it."""


def step_from(view: BoardView, here: str | None, dx: int, dy: int) -> tuple[str, QPointF]:
    """Return the place beside a hex, and the point of the scene where it is pointed at."""
    grid = view.board.grid
    beyond = QPointF(dx, dy) * _TO_THE_STRIP
    if here is None or not view.knows(here):
        there = view.hex_under(view.seen().center()) or grid.hexes[0]
    elif here not in grid:
        there = view.hex_under(view.pointer + beyond) or here
    else:
        column, row = grid.parse(here)
        column = min(max(column + dx, grid.first_column), grid.last_column)
        row = min(max(row + dy, grid.first_row), grid.last_row)
        there = grid.name(column, row)
        if there == here:
            there = view.beside.place_at(view.middle(here) + beyond) or here
    if there in grid:
        return there, view.middle(there)
    return there, view.pointer if there == here else view.middle(str(here)) + beyond
