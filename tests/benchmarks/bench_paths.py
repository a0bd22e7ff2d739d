"""How long a path search takes, beside a plain heap search and networkx.

Run it with ``python tests/benchmarks/bench_paths.py``; `measure` returns the rows.
"""

import random
import timeit
from collections.abc import Callable, Mapping
from heapq import heappop, heappush
from typing import NamedTuple, TypeAlias

import networkx as nx

from tabuleiro.board import BoardBuilder, HexGrid, StepCosts, reachable

COLUMNS, ROWS = 55, 63
LIMIT = 24
STARTS = 20


Found: TypeAlias = Mapping[int, int | tuple[int, int]]


class Row(NamedTuple):
    """One line of the table: a search, who did it, and what it took."""

    what: str
    who: str
    hexes: float
    milliseconds: float


class Task(NamedTuple):
    """A search: from where, with how many half points, among which enemies."""

    costs: StepCosts
    starts: list[int]
    limit: int | None
    stop: frozenset[int]
    blocked: frozenset[int]


Search: TypeAlias = Callable[[Task, int], Found]


def make_task(seed: int = 5, limit: int | None = LIMIT, enemies: int = 60) -> Task:
    """Make a board like that of a big game, with rivers, roads and enemies."""
    rng = random.Random(seed)
    grid = HexGrid(COLUMNS, ROWS)
    builder = BoardBuilder("bench", grid)
    for terrain, share in {"woods": 0.2, "rough": 0.15, "mountain": 0.05, "sea": 0.1}.items():
        builder.terrain(terrain, rng.sample(grid.hexes, int(len(grid) * share)))
    sides = [grid.side(hex, rng.choice(grid.neighbours(hex))) for hex in grid if rng.random() < 0.2]
    builder.feature("river", sides)
    for number in range(25):
        chain = grid.line(rng.choice(grid.hexes), rng.choice(grid.hexes))
        builder.network(f"road {number}", "road", [chain])
    costs = StepCosts.for_board(
        builder.build(),
        {"open": 2, "woods": 4, "rough": 6, "mountain": 8, "sea": -1},
        features={"river": 2},
        networks={"road": 2},
    )
    blocked = frozenset(rng.sample(range(len(grid)), enemies))
    zone = {there for hex in blocked for there in grid.neighbour_table[hex] if there >= 0}
    free = [hex for hex in range(len(grid)) if hex not in blocked | zone and costs.table[hex]]
    return Task(costs, rng.sample(free, STARTS), limit, frozenset(zone), blocked)


def ours(task: Task, start: int) -> Found:
    """Search with the package."""
    return reachable(task.costs, start, task.limit, stop=task.stop, blocked=task.blocked)


def heap_search(task: Task, start: int) -> Found:
    """Search with a priority queue, as one writes it down."""
    limit = 10**9 if task.limit is None else task.limit
    found: dict[int, tuple[int, int]] = {}
    heap = [(0, start, -1)]
    while heap:
        cost, here, before = heappop(heap)
        if here in found:
            continue
        found[here] = (cost, before)
        if here in task.stop:
            continue
        for there, price in task.costs.table[here]:
            if there not in found and there not in task.blocked and cost + price <= limit:
                heappush(heap, (cost + price, there, here))
    return found


def networkx_search(task: Task) -> Search:
    """Make a graph without the closed steps, and search it with networkx."""
    graph = nx.DiGraph()
    graph.add_nodes_from(range(len(task.costs.table)))
    for here, steps in enumerate(task.costs.table):
        for there, price in steps:
            if there not in task.blocked and here not in task.stop:
                graph.add_edge(here, there, weight=price)
    return lambda task, start: nx.single_source_dijkstra_path_length(
        graph, start, cutoff=task.limit
    )


def measure(repeat: int = 5) -> list[Row]:
    """Time all searches: the best of some runs, per search."""
    rows = []
    tasks = {
        "12 points, enemies": make_task(),
        "12 points, no enemies": make_task(enemies=0),
        "whole board": make_task(limit=None, enemies=0),
    }
    for what, task in tasks.items():
        searches = {
            "tabuleiro.board": ours,
            "heapq": heap_search,
            "networkx": networkx_search(task),
        }
        answers = [[_costs(s(task, start)) for start in task.starts] for s in searches.values()]
        if any(answer != answers[0] for answer in answers):
            raise AssertionError(what)
        hexes = sum(map(len, answers[0])) / STARTS
        for who, search in searches.items():
            seconds = min(
                timeit.repeat(lambda s=search, t=task: _all(s, t), number=1, repeat=repeat)
            )
            rows.append(Row(what, who, hexes, 1000 * seconds / STARTS))
    return rows


def _costs(found: Found) -> dict[int, int]:
    return {hex: cost if isinstance(cost, int) else cost[0] for hex, cost in found.items()}


def _all(search: Search, task: Task) -> None:
    for start in task.starts:
        search(task, start)


def main() -> None:
    """Print the table."""
    rows = measure()
    print(f"{COLUMNS}x{ROWS} hexes; milliseconds for one search, ratio to ours")
    base = 1.0
    for row in rows:
        base = row.milliseconds if row.who == "tabuleiro.board" else base
        ratio = row.milliseconds / base
        print(f"{row.what:24}{row.who:18}{row.hexes:8.0f} hexes{row.milliseconds:9.3f}{ratio:7.1f}")


if __name__ == "__main__":
    main()
