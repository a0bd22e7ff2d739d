"""What is written item by item: places with names, boxes, regions, and the ids of new things."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Any, Final

from tabuleiro.editor.boards.changes import Change, Insert, Path, Put, Remove, Values, at
from tabuleiro.editor.boards.open_board import OpenBoard

__all__ = ["added", "altered", "altered_at", "free_id", "ranged", "slug"]

_LONGEST: Final = 60


def slug(words: str) -> str:
    """Return an id that looks like some words.

    >>> slug("São João d'El-Rei"), slug("  ")
    ('sao-joao-d-el-rei', '')
    """
    plain = unicodedata.normalize("NFKD", words[:_LONGEST]).encode("ascii", "ignore").decode()
    return "-".join(re.findall(r"[a-z0-9]+", plain.lower()))


def free_id(board: OpenBoard, wanted: str) -> str:
    """Return an id that nothing on the board has yet.

    >>> board = OpenBoard({"grid": {"columns": 1, "rows": 1}, "boxes": [{"id": "river"}]})
    >>> free_id(board, "river"), free_id(board, "road")
    ('river-2', 'road')
    """
    taken, wanted = board.ids(), wanted or "new"
    number, found = 1, wanted
    while found in taken:
        number += 1
        found = f"{wanted}-{number}"
    return found


def added(board: OpenBoard, key: str, item: Values) -> list[Change]:
    """Return the change that puts an item at the end of a list.

    >>> added(OpenBoard({"grid": {"columns": 1, "rows": 1}}), "boxes", {"id": "depot"})
    [Put(path=('boxes',), value=[{'id': 'depot'}])]
    """
    if not at(board.values, (key,)):
        return [Put((key,), [item])]
    return [Insert((key, len(board.values[key])), item)]


def altered(board: OpenBoard, key: str, number: int, item: Values) -> list[Change]:
    """Return the changes that make an item of a list what it is to be; None takes a key away.

    >>> board = OpenBoard({"boxes": [{"id": "depot", "kind": "reserve", "side": "red"}]})
    >>> altered(board, "boxes", 0, {"id": "depot", "kind": "cup", "side": None})
    [Put(path=('boxes', 0, 'kind'), value='cup'), Remove(path=('boxes', 0, 'side'))]
    """
    return altered_at(board, (key, number), item)


def altered_at(board: OpenBoard, where: Path, item: Values) -> list[Change]:
    """Return the same for an item anywhere in the file."""
    before: dict[str, Any] = at(board.values, where)
    changes: list[Change] = []
    for name, value in item.items():
        path = (*where, name)
        if value is None:
            changes += [Remove(path)] if name in before else []
        elif isinstance(value, dict) and isinstance(before.get(name), dict):
            changes += [
                Put((*path, part), words)
                for part, words in value.items()
                if before[name].get(part) != words
            ]
        elif before.get(name) != value:
            changes.append(Put(path, value))
    return changes


def ranged(board: OpenBoard, key: str, number: int, hexes: Iterable[str]) -> list[Change]:
    """Return the changes of a stroke over the hexes of a region or a stretch of an edge.

    It adds hexes, or takes them away if it begins on one that belongs to it.

    >>> board = OpenBoard({"regions": [{"id": "valley", "hexes": ["0101", "0201"]}]})
    >>> ranged(board, "regions", 0, ["0202"])
    [Insert(path=('regions', 0, 'hexes', 2), value='0202')]
    >>> ranged(board, "regions", 0, ["0101"])
    [Remove(path=('regions', 0, 'hexes', 0))]
    """
    known = at(board.values, (key, number, "hexes"), [])
    there = [str(hex) for hex in known] if isinstance(known, list) else []
    stroke = list(dict.fromkeys(hexes))
    path = (key, number, "hexes")
    if not stroke:
        return []
    if stroke[0] in there:
        gone = [n for n, hex in enumerate(there) if hex in stroke]
        if len(gone) == len(there):
            return [Remove((key, number))]
        return [Remove((*path, n)) for n in reversed(gone)]
    new = [hex for hex in stroke if hex not in there]
    if not isinstance(known, list):
        return [Put(path, new)]
    return [Insert((*path, len(there) + n), hex) for n, hex in enumerate(new)]
