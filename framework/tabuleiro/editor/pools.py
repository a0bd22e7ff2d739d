"""Pools of a scenario: points that a side has each turn, on the values of its file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabuleiro.editor.errors import EditError
from tabuleiro.editor.scenarios import Values, drop, entries, put_in
from tabuleiro.i18n import _

__all__ = ["drop_pool", "new_pool", "points_in", "points_told", "set_pool"]

_KEY = "pools"


def points_in(words: str) -> int | list[int]:
    """Return the points that words mean: a number for every turn, or one for each.

    >>> points_in(" 20 "), points_in("4, 4, 0")
    (20, [4, 4, 0])
    """
    try:
        found = [int(word) for word in words.split(",")]
    except ValueError:
        raise EditError(
            _("Points are a number for every turn, or one for each: 20, or 4, 4, 6.")
        ) from None
    return found[0] if len(found) == 1 else found


def points_told(pool: Mapping[str, Any]) -> str:
    """Return the points of a pool as one writes them.

    >>> points_told({"per_turn": [4, 4, 0]}), points_told({"per_turn": 20})
    ('4, 4, 0', '20')
    """
    points = pool.get("per_turn", "")
    return ", ".join(map(str, points)) if isinstance(points, list) else str(points)


def new_pool(values: Values, id: str, side: str, name: Mapping[str, str]) -> None:
    """Put in a pool, with no points yet; raises `EditError` if there is one with that id."""
    if any(pool.get("id") == id for pool in entries(values, _KEY)):
        raise EditError(_('There is a pool "{id}" already.').format(id=id))
    put_in(values, _KEY, {"id": id, "side": side, "name": dict(name), "per_turn": 0})


def set_pool(values: Values, number: int, key: str, value: Any) -> None:
    """Let a pool say something else under a key."""
    entries(values, _KEY)[number][key] = value


def drop_pool(values: Values, number: int) -> None:
    """Take a pool out."""
    drop(values, _KEY, entries(values, _KEY)[number])
