"""Changes of the values of a file: what a stroke of the board editor comes to.

They are plain data. A draft writes them into the file and can take them back; `applied` tells at
once, while a stroke is still going on, what the values will be.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

__all__ = ["Change", "Insert", "Put", "Remove", "Values", "applied", "at"]

Path: TypeAlias = tuple[str | int, ...]
Values: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Put:
    """A value is another one, or a key is new."""

    path: Path
    value: Any


@dataclass(frozen=True)
class Insert:
    """A list has one item more, before the place that the path ends with."""

    path: Path
    value: Any


@dataclass(frozen=True)
class Remove:
    """A key, or an item of a list, is gone."""

    path: Path


Change: TypeAlias = Put | Insert | Remove


def applied(values: Values, changes: Iterable[Change]) -> Values:
    """Return the values after some changes, one after the other; the given ones stay as they are.

    >>> values = {"rows": ["ab", "cd"], "sides": ["1/2"]}
    >>> applied(values, [Put(("rows", 1), "cx"), Insert(("sides", 0), "0/1"), Remove(("rows", 0))])
    {'rows': ['cx'], 'sides': ['0/1', '1/2']}
    >>> values["rows"]
    ['ab', 'cd']
    """
    for change in changes:
        values = _changed(values, change.path, change)
    return values


def _changed(value: Any, path: Path, change: Change) -> Any:
    copy = value.copy()
    step, rest = path[0], path[1:]
    if rest:
        copy[step] = _changed(value[step], rest, change)
    elif isinstance(change, Put):
        copy[step] = change.value
    elif isinstance(change, Insert):
        copy.insert(step, change.value)
    else:
        del copy[step]
    return copy


def at(values: Any, path: Path, default: Any = None) -> Any:
    """Return the value at the end of a path, something else if there is none.

    >>> at({"maps": [{"id": "west"}]}, ("maps", 0, "id")), at({}, ("maps", 0))
    ('west', None)
    """
    for step in path:
        try:
            values = values[step]
        except (KeyError, IndexError, TypeError):
            return default
    return default if values is None else values
