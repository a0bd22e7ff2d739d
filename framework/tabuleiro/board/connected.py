"""What hangs together with what."""

from collections.abc import Callable, Collection, Iterable
from typing import TypeAlias

from tabuleiro.board.grid import Grid

Where: TypeAlias = Collection[str] | Callable[[str], bool]
"""Hexes given one by one, or a question about a hex."""


def flood(
    grid: Grid,
    starts: Iterable[str],
    passable: Where,
    step: Callable[[str, str], bool] | None = None,
    *,
    limit: int | None = None,
) -> frozenset[str]:
    """Return the hexes that can be reached from the starts through passable hexes.

    The starts count as reached, passable or not. ``step(a, b)`` may close single steps,
    for instance those over a river; ``limit`` is how many steps there may be.

    >>> from tabuleiro.board.hexes import HexGrid
    >>> sorted(flood(HexGrid(3, 3), ["0101"], {"0102", "0103", "0303"}))
    ['0101', '0102', '0103']
    >>> sorted(flood(HexGrid(3, 3), ["0101"], {"0102", "0103", "0303"}, limit=1))
    ['0101', '0102']
    """
    may_enter = passable if callable(passable) else frozenset(passable).__contains__
    reached = set(starts)
    edge = list(reached)
    steps = 0
    while edge and steps != limit:
        steps += 1
        inside, edge = edge, []
        for here in inside:
            for there in grid.neighbours(here):
                open_step = there not in reached and may_enter(there)
                if open_step and (step is None or step(here, there)):
                    reached.add(there)
                    edge.append(there)
    return frozenset(reached)


def groups(grid: Grid, hexes: Iterable[str]) -> tuple[frozenset[str], ...]:
    """Split hexes into the pieces that hang together, in the order of their first hexes.

    >>> from tabuleiro.board.hexes import HexGrid
    >>> [sorted(group) for group in groups(HexGrid(3, 3), ["0303", "0101", "0102"])]
    [['0101', '0102'], ['0303']]
    """
    left = set(hexes)
    found = []
    for hex in sorted(left):
        if hex in left:
            group = flood(grid, [hex], left)
            left -= group
            found.append(group)
    return tuple(found)


def connected(grid: Grid, hexes: Iterable[str], passable: Where | None = None) -> bool:
    """Tell whether all hexes hang together, by way of passable hexes if any are given.

    >>> from tabuleiro.board.hexes import HexGrid
    >>> connected(HexGrid(3, 3), ["0101", "0103"])
    False
    >>> connected(HexGrid(3, 3), ["0101", "0103"], passable={"0102"})
    True
    """
    wanted = frozenset(hexes)
    if not wanted:
        return True
    if passable is None:
        return flood(grid, [min(wanted)], wanted) == wanted
    may_pass = passable if callable(passable) else frozenset(passable).__contains__
    reached = flood(grid, [min(wanted)], lambda hex: hex in wanted or may_pass(hex))
    return wanted <= reached
