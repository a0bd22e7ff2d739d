"""What a board may be made of: the kinds of terrain, hexsides and roads that its module has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from tabuleiro.cartography.picture import style
from tabuleiro.editor.boards.changes import Values
from tabuleiro.module.free_table import FREE_TABLE, complete

__all__ = ["PLACES", "Kinds", "kinds_of"]

Names = Mapping[str, Mapping[str, str]]

PLACES: Final = (
    *("city", "town", "village", "peak", "port", "airfield", "fort", "camp"),
    *("island", "valley", "range", "region", "plain", "sea", "gulf", "bay", "strait", "lake"),
)
"""Kinds of places that the picture knows; any other word may be one, too."""


@dataclass(frozen=True)
class Kinds:
    """The kinds of a module by their ids, each with its names in both languages."""

    terrain: Names
    hexsides: Names
    networks: Names
    usual: str
    """The terrain of places of which nothing is said."""
    sides: Names


def kinds_of(game: Values, board: Values, tables: Values) -> Kinds:
    """Return the kinds that a board may name; a free table may name all that the picture knows.

    >>> kinds = kinds_of(
    ...     {"plugin": "x"}, {}, {"terrain": [{"id": "open", "name": {"pt": "a", "en": "b"}}]}
    ... )
    >>> list(kinds.terrain), kinds.usual
    (['open'], 'open')
    >>> "woods" in kinds_of({"id": "mine"}, {}, {}).terrain
    True
    """
    game = complete("module.yaml", game, {})
    board = complete("board.yaml", board, {"module.yaml": game})
    tables = complete("tables.yaml", tables, {"module.yaml": game, "board.yaml": board})
    terrain = _named(tables.get("terrain"))
    hexsides = _named(tables.get("hexsides"))
    networks = _named(tables.get("networks"))
    usual = next(iter(terrain), "open")
    if game.get("plugin") == FREE_TABLE:
        terrain = {**terrain, **_known(style.TERRAIN)}
        hexsides = {**hexsides, **_seen("river", "strait", "fortification", "border")}
        networks = {**networks, **_seen("road", "railway", "trail")}
    return Kinds(terrain, hexsides, networks, usual, _named(game.get("sides")))


def _named(rows: Any) -> dict[str, Mapping[str, str]]:
    found: dict[str, Mapping[str, str]] = {}
    for row in rows if isinstance(rows, list) else []:
        if isinstance(row, dict) and isinstance(row.get("id"), str):
            name = row.get("name")
            words = name if isinstance(name, dict) else {}
            id = row["id"]
            found[id] = {"pt": str(words.get("pt", id)), "en": str(words.get("en", id))}
    return found


def _known(grounds: Mapping[str, style.Ground]) -> dict[str, Mapping[str, str]]:
    """Return what the picture has a look for, each look once."""
    looks = {(one.tint, one.sign, one.pt): id for id, one in reversed([*grounds.items()])}
    return {
        id: {"pt": one.pt, "en": one.en}
        for id, one in grounds.items()
        if looks[one.tint, one.sign, one.pt] == id
    }


def _seen(*kinds: str) -> dict[str, Mapping[str, str]]:
    return {id: {"pt": style.KINDS[id][0], "en": style.KINDS[id][1]} for id in kinds}
