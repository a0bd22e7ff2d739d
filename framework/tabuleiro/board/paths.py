"""Where a piece can go with its movement points, and by which way.

Points are whole half points. Hexes are indices of the grid (`HexGrid.index`), because this is
the innermost loop of the program.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Final, TypeAlias

from tabuleiro.board.costs import StepCosts

Reach: TypeAlias = dict[int, tuple[int, int]]
"""For each hex that can be reached: what it costs, and the hex before it (-1 at a start)."""

_NOTHING: Final[frozenset[int]] = frozenset()
_SHUT: Final = -1
_ENDLESS: Final = 1 << 60
_START: Final = -1


def reachable(
    costs: StepCosts,
    start: int | Iterable[int],
    limit: int | None = None,
    *,
    stop: Collection[int] = _NOTHING,
    blocked: Iterable[int] = _NOTHING,
) -> Reach:
    """Return what can be reached from one start, or from the nearest of several.

    A hex in ``stop`` can be entered but not left, unless the way starts there; give a set, for
    it is asked often. A hex in ``blocked`` cannot be entered. Without a ``limit`` the whole
    board is searched.

    >>> from tabuleiro.board.grid import HexGrid
    >>> column = StepCosts.build(HexGrid(1, 5), dict.fromkeys(HexGrid(1, 5), 2))
    >>> reachable(column, 0, 6)
    {0: (0, -1), 1: (2, 0), 2: (4, 1), 3: (6, 2)}
    >>> reachable(column, 0, 6, stop={1})
    {0: (0, -1), 1: (2, 0)}
    >>> reachable(column, 0, 6, blocked={1})
    {0: (0, -1)}
    """
    starts = (start,) if isinstance(start, int) else tuple(start)
    table = costs.table
    # What a hex cost so far. At first more than one may spend, so that one comparison tells
    # both whether a way is cheaper and whether it is allowed.
    best = [_ENDLESS if limit is None else limit + 1] * len(table)
    for hex in blocked:
        best[hex] = _SHUT
    for hex in starts:
        best[hex] = 0
    found = dict.fromkeys(starts, (0, _START))
    # One bucket for each number of points spent. When a cheaper way is found, a hex goes into
    # a lower bucket as well, and where it stands in the higher one it is passed over.
    buckets: list[list[int]] = [list(found), *([] for _ in range(limit or 0))]
    for spent, bucket in enumerate(buckets):
        if limit is None and bucket:
            buckets.extend([] for _ in range(spent + costs.dearest + 1 - len(buckets)))
        for here in bucket:
            if best[here] != spent or (here in stop and here not in starts):
                continue
            for there, price in table[here]:
                cost = spent + price
                if cost < best[there]:
                    best[there] = cost
                    found[there] = (cost, here)
                    buckets[cost].append(there)
    return found


def path_to(reach: Mapping[int, tuple[int, int]], goal: int) -> tuple[int, ...]:
    """Return the way to a goal, start and goal included; nothing if it was not reached.

    >>> path_to({0: (0, -1), 1: (2, 0), 2: (4, 1)}, 2)
    (0, 1, 2)
    >>> path_to({0: (0, -1)}, 2)
    ()
    """
    way = []
    here = goal if goal in reach else _START
    while here != _START:
        way.append(here)
        here = reach[here][1]
    return tuple(reversed(way))
