"""Questions about data for a board, asked before a board is made of it."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from tabuleiro.board.grid import Grid


class ChainBreak(NamedTuple):
    """A jump in a chain: from ``start`` to ``end``, which stands at ``position``."""

    position: int
    start: str
    end: str


def unknown_hexes(hexes: Iterable[str], grid: Grid) -> list[str]:
    """Return those that are no hexes of the grid, in their order, each once.

    >>> from tabuleiro.board.hexes import HexGrid
    >>> unknown_hexes(["0101", "9901", "here", "9901"], HexGrid(3, 3))
    ['9901', 'here']
    """
    return list(dict.fromkeys(hex for hex in hexes if hex not in grid))


def missing_hexes(hexes: Iterable[str], grid: Grid) -> list[str]:
    """Return the hexes of the grid that are not among these.

    >>> from tabuleiro.board.hexes import HexGrid
    >>> missing_hexes(["0101", "0202"], HexGrid(2, 2))
    ['0102', '0201']
    """
    given = set(hexes)
    return [hex for hex in grid.hexes if hex not in given]


def chain_breaks(chain: Sequence[str], grid: Grid) -> list[ChainBreak]:
    """Return the places where a road jumps: two hexes in turn that are not neighbours.

    Hexes that do not exist are left to `unknown_hexes`.

    >>> from tabuleiro.board.hexes import HexGrid
    >>> chain_breaks(["0101", "0102", "0303"], HexGrid(3, 3))
    [ChainBreak(position=2, start='0102', end='0303')]
    """
    return [
        ChainBreak(position, a, b)
        for position, (a, b) in enumerate(pairwise(chain), start=1)
        if a in grid and b in grid and not grid.are_neighbours(a, b)
    ]


def side_is_adjacent(side: tuple[str, str], grid: Grid) -> bool:
    """Tell whether two hexes exist and touch.

    >>> from tabuleiro.board.hexes import HexGrid
    >>> grid = HexGrid(3, 3)
    >>> side_is_adjacent(("0101", "0102"), grid), side_is_adjacent(("0101", "0103"), grid)
    (True, False)
    """
    a, b = side
    return a in grid and b in grid and grid.are_neighbours(a, b)


def shared_hexes(regions: Mapping[str, Iterable[str]]) -> dict[str, tuple[str, ...]]:
    """Return the hexes that lie in more than one region, with the regions' ids.

    >>> shared_hexes({"north": ["0101", "0102"], "south": ["0102", "0103"]})
    {'0102': ('north', 'south')}
    """
    owners: dict[str, list[str]] = {}
    for region, hexes in regions.items():
        for hex in dict.fromkeys(hexes):
            owners.setdefault(hex, []).append(region)
    return {hex: tuple(ids) for hex, ids in owners.items() if len(ids) > 1}
