"""What stands in a place of a board, in words, and where in the file a place is spoken of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabuleiro.editor.boards.changes import Values, at
from tabuleiro.editor.boards.kinds import Kinds
from tabuleiro.editor.boards.open_board import OpenBoard
from tabuleiro.i18n import text
from tabuleiro.module.loader import Loc, locate

__all__ = ["place_told_at", "said", "words_of"]


def words_of(item: Values, key: str = "name") -> str:
    """Return the name of something in the language of the program, or its id."""
    words = item.get(key)
    if isinstance(words, str) and words:
        return words
    if isinstance(words, dict):
        return text({"pt": str(words.get("pt", "")), "en": str(words.get("en", ""))})
    return str(item.get("id", ""))


def said(board: OpenBoard, kinds: Kinds, place: str) -> list[str]:
    """Return what there is in a place: its number or name, its terrain, and what lies in it.

    >>> town = {"id": "inn", "hex": "0101", "name": {"pt": "Inn", "en": "Inn"}}
    >>> board = OpenBoard({"grid": {"columns": 1, "rows": 1}, "places": [town]}, "open")
    >>> said(board, Kinds({"open": {"pt": "Aberto", "en": "Open"}}, {}, {}, "open", {}), "0101")
    ['0101', 'Open', 'Inn']
    """
    found = [_called(board, place)]
    if place in board.terrain:
        found.append(_kind(kinds.terrain, board.terrain[place]))
    found += [words_of(one) for one in board.items("places") if str(one.get("hex")) == place]
    ways = [one for one in board.items("networks") if place in map(str, one.get("chain") or ())]
    found += [_named(one, kinds.networks) for one in ways]
    for one in board.items("hexsides"):
        if any(place in str(side).split("/") for side in one.get("sides") or ()):
            found.append(_named(one, kinds.hexsides))
    for one in board.items("regions"):
        if place in map(str, one.get("hexes") or ()):
            found.append(words_of(one))
    return list(dict.fromkeys(found))


def _called(board: OpenBoard, place: str) -> str:
    titles = board.board.titles.get(place)
    return text(titles) if titles else place


def _kind(names: Mapping[str, Mapping[str, str]], kind: str) -> str:
    return text(dict(names[kind])) if kind in names else kind


def _named(item: Values, kinds: Mapping[str, Mapping[str, str]]) -> str:
    return words_of(item) if item.get("name") else _kind(kinds, str(item.get("kind")))


def place_told_at(board: OpenBoard, text_of_file: str, line: int, column: int) -> str | None:
    r"""Return the place of the board of which a line of its file speaks, None if of none.

    >>> text = "grid: {columns: 2, rows: 1}\nplaces:\n  - {id: inn, hex: '0201'}\n"
    >>> board = OpenBoard({"grid": {"columns": 2, "rows": 1}, "places": [{"hex": "0201"}]})
    >>> place_told_at(board, text, 3, 5)
    '0201'
    """
    marks = locate(text_of_file, "board.yaml")
    near = [(spot, loc) for loc, spot in marks.items() if spot <= (line, column)]
    if not near:
        return None
    loc: Loc = max(near, key=lambda each: (each[0], len(each[1])))[1]
    while loc:
        place = _first(board, at(board.values, loc))
        if place is not None:
            return place
        if isinstance(loc[-1], int) and len(loc) <= 2:
            break
        loc = loc[:-1]
    return None


def _first(board: OpenBoard, value: Any) -> str | None:
    """Return the first place that a value names."""
    if isinstance(value, str | int):
        return next((part for part in str(value).split("/") if part in board.grid), None)
    if isinstance(value, dict):
        keys = ("hex", "id", "sides", "chain", "hexes")
        value = [value[key] for key in keys if key in value]
    if isinstance(value, list):
        return next((found for each in value if (found := _first(board, each))), None)
    return None
