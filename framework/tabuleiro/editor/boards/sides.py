"""The brush for hexsides: rivers, crests, fortified lines, drawn along borders of places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tabuleiro.board import BoardError, Point
from tabuleiro.editor.boards.changes import Change, Insert, Put, Remove, Values
from tabuleiro.editor.boards.items import free_id
from tabuleiro.editor.boards.open_board import OpenBoard

__all__ = ["lies_there", "side_at", "sided", "sides_of"]

_DIGITS = 3


def side_at(board: OpenBoard, x: float, y: float) -> str | None:
    """Return the side between two places that is nearest to a point of the board.

    >>> board = OpenBoard({"grid": {"columns": 2, "rows": 2}})
    >>> side_at(board, 1.45, 1.1)
    '0101/0201'
    """
    place = board.geometry.hex_at(x, y)
    if place is None or place not in board.grid:
        return None
    nearest: tuple[float, str] | None = None
    for there in board.grid.neighbours(place):
        a, b = board.geometry.side_line(place, there)
        far = _distance((x, y), a, b)
        if nearest is None or far < nearest[0]:
            nearest = far, "/".join(board.grid.side(place, there))
    return nearest[1] if nearest else None


def _distance(point: Point, a: Point, b: Point) -> float:
    """Return how far a point is from a line between two."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = dx * dx + dy * dy
    part = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / long if long else 0.0
    part = min(max(part, 0.0), 1.0)
    return float(((a[0] + part * dx - point[0]) ** 2 + (a[1] + part * dy - point[1]) ** 2) ** 0.5)


def lies_there(board: OpenBoard, kind: str, side: str) -> bool:
    """Tell whether something of a kind lies on a side."""
    return any(
        feature.get("kind") == kind and side in sides_of(feature)
        for feature in board.items("hexsides")
    )


def sided(board: OpenBoard, sides: Sequence[str], kind: str, into: str = "") -> list[Change]:
    """Return the changes of a stroke along sides: it lays a kind, or lifts it if it begins on it.

    What is laid goes on from the end of a line that it touches, or of the one that is named.

    >>> river = {"id": "rill", "kind": "river", "sides": ["0101/0201"]}
    >>> board = OpenBoard({"grid": {"columns": 2, "rows": 2}, "hexsides": [river]})
    >>> sided(board, ["0101/0202"], "river")
    [Insert(path=('hexsides', 0, 'sides', 1), value='0101/0202')]
    >>> sided(board, ["0101/0201"], "river")
    [Remove(path=('hexsides', 0))]
    """
    if not sides:
        return []
    if lies_there(board, kind, sides[0]):
        return list(_lifted(board, sides, kind))
    new = [side for side in dict.fromkeys(sides) if not lies_there(board, kind, side)]
    features = board.items("hexsides")
    for number, feature in enumerate(features):
        if feature.get("kind") != kind or (into and feature.get("id") != into):
            continue
        there = sides_of(feature)
        at_end = there and _touch(board, there[-1], new[0])
        at_start = there and _touch(board, there[0], new[0])
        if at_end or (into and not at_start):
            return [
                Insert(("hexsides", number, "sides", len(there) + n), side)
                for n, side in enumerate(new)
            ]
        if at_start:
            return [Insert(("hexsides", number, "sides", 0), side) for side in new]
    feature = {"id": into or free_id(board, kind), "kind": kind, "sides": new}
    if "hexsides" not in board.values or board.values["hexsides"] is None:
        return [Put(("hexsides",), [feature])]
    return [Insert(("hexsides", len(features)), feature)]


def _lifted(board: OpenBoard, sides: Iterable[str], kind: str) -> Iterator[Change]:
    gone = set(sides)
    for number, feature in reversed(list(enumerate(board.items("hexsides")))):
        if feature.get("kind") != kind:
            continue
        there = sides_of(feature)
        hits = [n for n, side in enumerate(there) if side in gone]
        if hits and len(hits) == len(there):
            yield Remove(("hexsides", number))
        else:
            yield from (Remove(("hexsides", number, "sides", n)) for n in reversed(hits))


def sides_of(feature: Values) -> list[str]:
    """Return the sides on which something lies, each as the grid names it."""
    return ["/".join(sorted(str(side).split("/"))) for side in feature.get("sides") or ()]


def _touch(board: OpenBoard, one: str, other: str) -> bool:
    """Tell whether two sides have an end in common."""
    return bool(_ends(board, one) & _ends(board, other))


def _ends(board: OpenBoard, side: str) -> set[tuple[float, float]]:
    a, b = side.split("/")
    try:
        ends = board.geometry.side_line(a, b)
    except BoardError:  # it lies between places that are no neighbours; that is told elsewhere
        return set()
    return {(round(x, _DIGITS), round(y, _DIGITS)) for x, y in ends}
