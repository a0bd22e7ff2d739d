"""The pen for roads, railways and trails: from centre to centre, and cut where it goes back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from tabuleiro.editor.boards.changes import Change, Insert, Put, Remove, Values
from tabuleiro.editor.boards.items import added, free_id
from tabuleiro.editor.boards.open_board import OpenBoard

__all__ = ["goes_there", "leaving", "wayed"]

Step: TypeAlias = frozenset[str]


def goes_there(board: OpenBoard, kind: str, a: str, b: str) -> bool:
    """Tell whether a way of a kind goes from a place to its neighbour."""
    step = frozenset((a, b))
    return any(
        way.get("kind") == kind and step in _steps(_chain(way)) for way in board.items("networks")
    )


def wayed(board: OpenBoard, chain: Sequence[str], kind: str) -> list[Change]:
    """Return the changes of a stroke from place to place: it lays a way, or cuts one it begins on.

    What is laid goes on from the end of a way of its kind, else it is a new one. Steps that are
    there already are not laid twice.

    >>> road = {"id": "road", "kind": "road", "chain": ["0101", "0201"]}
    >>> board = OpenBoard({"grid": {"columns": 4, "rows": 1}, "networks": [road]})
    >>> wayed(board, ["0201", "0301"], "road")
    [Insert(path=('networks', 0, 'chain', 2), value='0301')]
    >>> wayed(board, ["0201", "0101"], "road")
    [Remove(path=('networks', 0))]
    """
    steps = [frozenset(step) for step in pairwise(chain)]
    if not steps:
        return []
    if goes_there(board, kind, chain[0], chain[1]):
        return list(_cut(board, set(steps), kind))
    runs: list[list[str]] = [[chain[0]]]
    laid: set[Step] = set()
    for a, b in pairwise(chain):
        if goes_there(board, kind, a, b) or frozenset((a, b)) in laid:
            runs.append([b])
        else:
            laid.add(frozenset((a, b)))
            runs[-1].append(b)
    changes: list[Change] = []
    new = 0
    for run in runs:
        if len(run) > 1:
            longer = _longer(board, run, kind) if not changes else []
            changes += longer or _new(board, run, kind, new)
            new += not longer
    return changes


def _longer(board: OpenBoard, run: list[str], kind: str) -> list[Change]:
    """Return the changes that make a way longer by what begins at an end of it."""
    for number, way in enumerate(board.items("networks")):
        there, leaves = _chain(way), way.get("leaves") or {}
        if way.get("kind") != kind or not there:
            continue
        path = ("networks", number, "chain")
        if there[-1] == run[0] and "end" not in leaves:
            return [Insert((*path, len(there) + n), hex) for n, hex in enumerate(run[1:])]
        if there[0] == run[0] and "start" not in leaves:
            return [Insert((*path, 0), hex) for hex in run[1:]]
    return []


def _new(board: OpenBoard, run: list[str], kind: str, before: int) -> list[Change]:
    id = free_id(board, kind)
    if before:
        id = free_id(board, f"{id}-{before + 1}")
    way = {"id": id, "kind": kind, "chain": run}
    if before:
        return [Insert(("networks", len(board.items("networks")) + before), way)]
    return added(board, "networks", way)


def _cut(board: OpenBoard, gone: set[Step], kind: str) -> Iterator[Change]:
    """Take steps out of ways: what is left of one way are pieces, each a way of its own."""
    for number, way in reversed(list(enumerate(board.items("networks")))):
        chain = _chain(way)
        if way.get("kind") != kind or not gone & set(_steps(chain)):
            continue
        pieces = [piece for piece in _pieces(chain, gone) if len(piece[1]) > 1]
        if not pieces:
            yield Remove(("networks", number))
            continue
        start, first = pieces[0]
        end = start + len(first)
        path = ("networks", number, "chain")
        yield from (Remove((*path, n)) for n in range(len(chain) - 1, end - 1, -1))
        yield from (Remove((*path, n)) for n in range(start - 1, -1, -1))
        yield from _unleft(way, number, start=start > 0, end=end < len(chain))
        for place, (offset, piece) in enumerate(pieces[1:], 1):
            rest = {key: value for key, value in way.items() if key not in {"chain", "leaves"}}
            id = free_id(board, f"{way.get('id')}-{place + 1}")
            leaves = way.get("leaves") or {}
            item: Values = {**rest, "id": id, "chain": piece}
            if offset + len(piece) == len(chain) and "end" in leaves:
                item["leaves"] = {"end": leaves["end"]}
            yield Insert(("networks", number + place), item)


def _unleft(way: Values, number: int, *, start: bool, end: bool) -> Iterator[Change]:
    """Let a way not leave the board any more by an end that was cut off."""
    leaves = way.get("leaves") or {}
    lost = [name for name, cut in (("start", start), ("end", end)) if cut and name in leaves]
    if lost and len(lost) == len(leaves):
        yield Remove(("networks", number, "leaves"))
    else:
        yield from (Remove(("networks", number, "leaves", name)) for name in lost)


def _pieces(chain: list[str], gone: set[Step]) -> Iterator[tuple[int, list[str]]]:
    """Yield what is left of a chain without some steps: where each piece began, and its places."""
    start, piece = 0, chain[:1]
    for number, (a, b) in enumerate(pairwise(chain), 1):
        if frozenset((a, b)) in gone:
            yield start, piece
            start, piece = number, []
        piece.append(b)
    yield start, piece


def leaving(board: OpenBoard, place: str, edge: str, kind: str) -> list[Change]:
    """Return the changes that let a way leave the board, or leave it no more, where it ends.

    >>> road = {"id": "road", "kind": "road", "chain": ["0101", "0201"]}
    >>> board = OpenBoard({"grid": {"columns": 2, "rows": 1}, "networks": [road]})
    >>> leaving(board, "0201", "east", "road")
    [Put(path=('networks', 0, 'leaves'), value={'end': 'east'})]
    """
    for number, way in enumerate(board.items("networks")):
        chain = _chain(way)
        if way.get("kind") != kind or place not in {*chain[:1], *chain[-1:]}:
            continue
        end = "end" if chain[-1] == place else "start"
        leaves = way.get("leaves") or {}
        path = ("networks", number, "leaves")
        if leaves.get(end) == edge:
            return [Remove(path if len(leaves) == 1 else (*path, end))]
        return [Put((*path, end), edge) if leaves else Put(path, {end: edge})]
    return added(
        board,
        "networks",
        {"id": free_id(board, kind), "kind": kind, "chain": [place], "leaves": {"end": edge}},
    )


def _chain(way: Values) -> list[str]:
    return [str(hex) for hex in way.get("chain") or ()]


def _steps(chain: Sequence[str]) -> list[Step]:
    return [frozenset(step) for step in pairwise(chain)]
