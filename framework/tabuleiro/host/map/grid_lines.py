"""The lines of a board's grid, and what is written in its places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF

from tabuleiro.board.several import BETWEEN
from tabuleiro.i18n import text

if TYPE_CHECKING:
    from tabuleiro.board import Board
    from tabuleiro.host.map.picture import BoardPicture

__all__ = ["grid_lines", "printed_maps", "written_in"]


def written_in(board: Board, hex: str) -> str:
    """Return what is written in a place: the name of an area, or its number on its map."""
    words = board.titles.get(hex)
    return text(words) if words else hex.rpartition(BETWEEN)[2]


def grid_lines(
    picture: BoardPicture, board: Board
) -> tuple[list[QLineF], list[QLineF], list[tuple[QPointF, str, bool]]]:
    """Return each side of cells once, and of areas; where numbers and names of areas stand.

    Beside maps that are drawn those that are scanned have none: there they are printed.
    """
    edges: dict[bool, set[tuple[tuple[float, float], tuple[float, float]]]] = {
        True: set(),
        False: set(),
    }
    numbers = []
    geometry, printed = board.geometry, printed_maps(board)
    for hex in board.grid.hexes:
        if printed and hex.partition(BETWEEN)[0] in printed:
            continue
        area = board.grid.kind_at(hex) == "areas"
        corners = [picture.scene(x, y) for x, y in geometry.corners(hex)]
        rounded = [(round(x, 2), round(y, 2)) for x, y in corners]
        for start, end in zip(rounded, (*rounded[1:], rounded[0]), strict=True):
            edges[area].add((start, end) if start < end else (end, start))
        at = QPointF(*picture.scene(*geometry.centre(hex)))
        numbers.append((at, written_in(board, hex), area))
    thin, strong = (
        [QLineF(*start, *end) for start, end in sorted(edges[area])] for area in (False, True)
    )
    return thin, strong, numbers


def printed_maps(board: Board) -> frozenset[str]:
    """Return the scanned maps of a board that has others as well."""
    scanned = frozenset(one.id for one in board.maps.values() if one.picture is not None)
    return scanned if len(scanned) < len(board.maps) else frozenset()
