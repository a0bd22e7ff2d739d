"""Which item of a changed list is which of the old one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from typing import Any, Final

__all__ = ["aligned", "same"]

_PAIRED: Final = 200
"""Items of a changed stretch of a list are paired by likeness if there are no more."""


def same(one: Any, other: Any) -> bool:
    """Return whether two values are equal, and of the same types.

    >>> same({"a": [1, "x"]}, {"a": [1, "x"]}), same(1, True), same(1, "1")
    (True, False, False)
    """
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and bool(one == other)


def aligned(old: list[Any], new: list[Any]) -> Iterator[tuple[int | None, int | None]]:
    """Yield which item of a new list stands for which of the old: None for none.

    >>> list(aligned(["a", "b", "c"], ["a", "x", "c", "d"]))
    [(0, 0), (1, 1), (2, 2), (None, 3)]
    >>> list(aligned([{"id": "a", "n": 1}, {"id": "b"}], [{"id": "b"}, {"id": "c"}]))
    [(0, None), (1, 0), (None, 1)]
    """
    one = [json.dumps(each, sort_keys=True) for each in old]
    other = [json.dumps(each, sort_keys=True) for each in new]
    for tag, i, i_end, j, j_end in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if tag == "equal":
            yield from zip(range(i, i_end), range(j, j_end), strict=True)
        elif tag == "replace":
            for a, b in _paired(old[i:i_end], new[j:j_end]):
                yield (None if a is None else i + a), (None if b is None else j + b)
        else:
            yield from ((each, None) for each in range(i, i_end))
            yield from ((None, each) for each in range(j, j_end))


def _paired(old: list[Any], new: list[Any]) -> Iterator[tuple[int | None, int | None]]:
    """Yield the pairs of two stretches that are most alike, in order."""
    rows, columns = len(old), len(new)
    if rows > _PAIRED or columns > _PAIRED:
        yield from ((each, None) for each in range(rows))
        yield from ((None, each) for each in range(columns))
        return
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    for i in range(rows - 1, -1, -1):
        for j in range(columns - 1, -1, -1):
            likeness = _likeness(old[i], new[j], even=rows == columns)
            pair = best[i + 1][j + 1] + likeness if likeness else 0.0
            best[i][j] = max(best[i + 1][j], best[i][j + 1], pair)
    i = j = 0
    while i < rows and j < columns:
        likeness = _likeness(old[i], new[j], even=rows == columns)
        if likeness and best[i][j] == best[i + 1][j + 1] + likeness:
            yield i, j
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            yield i, None
            i += 1
        else:
            yield None, j
            j += 1
    yield from ((each, None) for each in range(i, rows))
    yield from ((None, each) for each in range(j, columns))


def _likeness(one: Any, other: Any, *, even: bool) -> float:
    """Return how much two items have in common; 0 if they are different things."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        alike = float(sum(same(one[key], other.get(key)) for key in one if key in other))
        if "id" in one and one["id"] == other.get("id"):
            return alike + 10.0
        if "id" in one or "id" in other or not alike:
            return (alike + 0.1) / 10 if even else 0.0
        return alike
    kin = isinstance(one, Mapping | list) == isinstance(other, Mapping | list)
    return 0.5 if even and kin else 0.0
