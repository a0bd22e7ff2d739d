"""Where an arrow key leads the hex cursor: to the next column or row, or onto a strip."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF

from tabuleiro.board import Cells
from tabuleiro.host.map.picture import SCALE

if TYPE_CHECKING:
    from tabuleiro.host.map.view import BoardView

__all__ = ["step_from"]

_ASIDE: Final = 0.9
"""A neighbour that turns off further than this does not lie that way."""
_TO_THE_STRIP: Final = 1.2 * SCALE
"""From the middle of a hex at the edge onto the strip beside it."""


def step_from(view: BoardView, here: str | None, dx: int, dy: int) -> tuple[str, QPointF]:
    """Return the place beside a hex, and the point of the scene where it is pointed at."""
    grid = view.board.grid
    beyond = QPointF(dx, dy) * _TO_THE_STRIP
    if here is None or not view.knows(here):
        there = view.hex_under(view.seen().center()) or grid.first
    elif here not in grid:
        there = view.hex_under(view.pointer + beyond) or here
    else:
        there = _beside(view, here, dx, dy)
        if there == here:
            there = view.beside.place_at(view.middle(here) + beyond) or here
    if there in grid:
        return there, view.middle(there)
    return there, view.pointer if there == here else view.middle(str(here)) + beyond


def _beside(view: BoardView, here: str, dx: int, dy: int) -> str:
    """Return the place next to one in a direction, itself at the edge of the board."""
    grid = view.board.grid
    if isinstance(grid, Cells):
        column, row = grid.parse(here)
        column = min(max(column + dx, grid.first_column), grid.last_column)
        row = min(max(row + dy, grid.first_row), grid.last_row)
        return grid.name(column, row)
    middle = view.middle(here)
    way = QPointF(dx, dy)

    def off(there: str) -> float:
        """Return how far the way to a place turns off: nothing straight ahead, 2 straight back."""
        step = view.middle(there) - middle
        long = (step.x() ** 2 + step.y() ** 2) ** 0.5 or 1.0
        return 1 - (step.x() * way.x() + step.y() * way.y()) / long

    near = [there for there in grid.neighbours(here) if off(there) < _ASIDE]
    if near:
        return min(near, key=off)
    return here if grid.hexes else view.hex_under(middle + way * _TO_THE_STRIP) or here
