"""Where a piece can go with its movement points, and by which way.

Points are whole half points. Hexes are indices of the grid (`HexGrid.index`), because this is
the innermost loop of the program.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from tabuleiro.board.costs import StepCosts

Reach: TypeAlias = dict[int, tuple[int, int]]
"""For each hex that can be reached: what it costs, and the hex before it (-1 at a start)."""

Turns: TypeAlias = tuple[tuple[tuple[int, int], ...], ...]
"""For each facing, for a step in each direction: what it costs more, and the facing after it."""
FacingReach: TypeAlias = dict[tuple[int, int], tuple[int, tuple[int, int] | None]]
"""For each hex and facing that can be reached: what it costs, and what was before (or None)."""

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

    >>> from tabuleiro.board.hexes import HexGrid
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
            if best[here] != spent:
                continue
            for there, price in table[here]:
                cost = spent + price
                if cost < best[there]:
                    best[there] = cost
                    found[there] = (cost, here)
                    if there not in stop:
                        buckets[cost].append(there)
    return found


def reachable_facing(
    costs: StepCosts,
    directions: Sequence[Sequence[int]],
    start: tuple[int, int],
    limit: int,
    turns: Turns,
    *,
    stop: Collection[int] = _NOTHING,
    blocked: Collection[int] = _NOTHING,
) -> FacingReach:
    """Return what a piece can reach for whom a step costs what it costs by where the piece faces.

    ``start`` is a hex and a facing (or whatever the number stands for); ``directions`` are the
    neighbours of each hex, as `HexGrid.neighbour_table` has them. ``turns`` says for each facing
    and direction of a step what it costs more (-1: it may not be taken) and the facing after it.
    ``stop`` and ``blocked`` are as with :func:`reachable`.

    >>> from tabuleiro.board.hexes import HexGrid
    >>> grid = HexGrid(1, 3)
    >>> column = StepCosts.build(grid, dict.fromkeys(grid, 2))
    >>> turns = tuple(tuple((min((d - f) % 6, (f - d) % 6), d) for d in range(6)) for f in range(6))
    >>> reachable_facing(column, grid.neighbour_table, (1, 0), 5, turns)
    {(1, 0): (0, None), (0, 0): (2, (1, 0)), (2, 3): (5, (1, 0))}
    """
    found: FacingReach = {start: (0, None)}
    buckets: list[list[tuple[int, int]]] = [[start], *([] for _ in range(limit))]
    for spent, bucket in enumerate(buckets):
        for at in bucket:
            here, facing = at
            if found[at][0] != spent or (here in stop and at != start):
                continue
            beside, ways = directions[here], turns[facing]
            for there, price in costs.table[here]:
                way = beside.index(there)  # one beyond the directions is a link to another map
                extra, after = ways[way] if way < len(ways) else (0, facing)
                cost = spent + price + extra
                if extra < 0 or cost > limit or there in blocked:
                    continue
                known = found.get((there, after))
                if known is None or cost < known[0]:
                    found[there, after] = (cost, at)
                    buckets[cost].append((there, after))
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
