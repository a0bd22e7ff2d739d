"""What a module without a plugin may leave out, and what stands there then.

Such a module opens as a free table: a map and counters without a referee. So it needs no phases,
no tables and no rulebook, and a text may stand there once for both languages. What is left out is
put into what was read before it is checked, so all that comes later finds a whole module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from tabuleiro.module.files import API, FORMAT, FREE_TABLE
from tabuleiro.module.made import FACE_DOWN

__all__ = ["FREE_TABLE", "MAY_LACK", "NOBODY", "complete"]

NOBODY: Final = "nobody"
"""The side and the nation of counters that belong to nobody: cards, markers, weather."""
PIECE: Final = "piece"
"""The unit type, movement class and size of counters that say none."""
CLEAR: Final = "clear"
"""The terrain of a board that says none."""

Data = dict[str, Any]

MAY_LACK: Final[Mapping[str, frozenset[str]]] = {
    "module": frozenset({
        "plugin", "api", "family", "version", "summary", "sides", "nations", "colour", "ground",
        "ink", "movement_classes", "unit_types", "turns", "sequence",
    }),
    "board": frozenset({"id", "terrain"}),
    "counters": frozenset({"nation", "type", "size", "name", "values", "counters"}),
    "tables": frozenset({"terrain", "cost"}),
    "scenario": frozenset({"id", "name", "text", "first_turn", "last_turn"}),
    "texts": frozenset({"texts"}),
}  # fmt: skip
"""Keys that each kind of file may leave out, for the schemas of editors."""

_TEXTS: Final = {
    f"state.{FACE_DOWN}": ("virada para baixo", "face down"),
    "action.close-table": ("Encerrar a partida", "End the match"),
    "action.free-draw": ("Comprar", "Draw"),
    "action.free-loss": ("Baixas", "Losses"),
    "action.free-make": ("Fazer", "Make"),
    "action.free-move": ("Pôr", "Put"),
    "action.free-note": ("Nota", "Note"),
    "action.free-pass": ("Passar a", "Pass to"),
    "action.free-roll": ("Rolar", "Roll"),
    "action.free-shuffle": ("Embaralhar", "Shuffle"),
    "action.free-state": ("Estado", "State"),
    "action.free-track": ("Trilha", "Track"),
    "action.free-turn": ("Ir ao turno", "Go to turn"),
}
"""What is done on every free table, for buttons, the log and typed commands."""
_SPOKEN: Final = frozenset({"name", "title", "summary", "text", "label", "what"})
_COLOURS: Final = ("#3b6ea5", "#a5433b", "#4d8a57", "#b08a2e", "#7a5aa0", "#3d8f94")
_MOST_SIDES: Final = 6


def complete(name: str, data: Data, files: Mapping[str, Data]) -> Data:
    """Return the values of a file with what it may leave out, if its module names no plugin.

    ``files`` are those read before: ``module.yaml`` first. What is written is never changed, but
    for texts that stand there once; what is wrong stays as it is, to be told with its line.
    """
    game = data if name == "module.yaml" else files.get("module.yaml")
    if game is None or game.get("plugin", FREE_TABLE) != FREE_TABLE:
        return data
    make = _scenario if name.startswith("scenarios/") else _MAKE.get(name)
    spoken: Data = _both(data)
    return spoken if make is None else make(spoken, {**files, "": {"file": name}})


def _both(value: Any, key: str = "") -> Any:
    """Return values with each text that stands there once in both languages."""
    if isinstance(value, dict):
        names = "texts" if key == "texts" else ""
        return {k: _both(v, "name" if names else k) for k, v in value.items()}
    if isinstance(value, list):
        return [_both(one) for one in value]
    return _words(value) if key in _SPOKEN and isinstance(value, str) and value else value


def _words(pt: str, en: str = "") -> dict[str, str]:
    return {"pt": pt, "en": en or pt}


# ------------------------------------------------------------------------------- module.yaml


def _game(data: Data, _files: Mapping[str, Data]) -> Data:
    named = data.get("title", _words(str(data.get("id", "?"))))
    sides = data.get("sides", [{"id": "player", "name": _words("Jogador", "Player")}])
    sides = _with_nobody(_painted(sides))
    return {
        "plugin": FREE_TABLE,
        "api": API,
        "family": "other",
        "version": "1.0.0",
        "title": named,
        "summary": named,
        "movement_classes": [PIECE],
        "unit_types": [
            {"id": PIECE, "name": _words("peça", "piece"), "symbol": PIECE, "class": PIECE}
        ],
        "turns": [{"turn": 1, "label": _words("Jogo", "Play")}],
        "sequence": [{"id": "play", "kind": "play", "name": _words("Jogo", "Play")}],
        **data,
        "sides": sides,
        "nations": _nations(data.get("nations"), sides),
    }


def _painted(sides: Any) -> Any:
    """Return sides each with a colour."""
    if not isinstance(sides, list):
        return sides
    return [
        {"colour": _COLOURS[number % len(_COLOURS)], **side} if isinstance(side, dict) else side
        for number, side in enumerate(sides)
    ]


def _with_nobody(sides: Any) -> Any:
    """Return sides with one that nobody plays, for what belongs to nobody, if there is room."""
    if not isinstance(sides, list) or len(sides) >= _MOST_SIDES or NOBODY in _ids(sides):
        return sides
    nobody = {"id": NOBODY, "name": _words("Ninguém", "Nobody"), "colour": "#8a8578"}
    return [*sides, {**nobody, "enemies": []}]


def _nations(nations: Any, sides: Any) -> Any:
    """Return the nations of a file, and one for each side that has none."""
    if not isinstance(sides, list) or not isinstance(nations, list | None):
        return nations
    own = nations or []
    had = [one.get(key) for one in own if isinstance(one, dict) for key in ("side", "id")]
    more = []
    for side in sides:
        if isinstance(side, dict) and side.get("id") not in had:
            ground = "#e8dcb8" if side.get("id") == NOBODY else side.get("colour")
            about = {"id": side.get("id"), "side": side.get("id"), "name": side.get("name")}
            more.append({**about, "ground": ground, "ink": _ink(ground)})
    return [*own, *more]


def _ink(ground: Any) -> str:
    """Return black or white, whichever is read better on a colour."""
    try:
        red, green, blue = (int(ground[n : n + 2], 16) for n in (1, 3, 5))
    except (TypeError, ValueError):
        return "#111111"
    return "#111111" if 3 * red + 6 * green + blue > 1100 else "#ffffff"


def _ids(items: Any) -> set[Any]:
    found = [one.get("id") for one in items if isinstance(one, dict)] if items else []
    return {one for one in found if isinstance(one, str)}


# -------------------------------------------------------------------------- the other files


def _board(data: Data, files: Mapping[str, Data]) -> Data:
    made: Data = {"id": files.get("module.yaml", {}).get("id", "board")}
    maps = data.get("maps")
    if not isinstance(maps, list):
        return {**made, "terrain": {}, **data}
    maps = [{"terrain": {}, **one} if isinstance(one, dict) else one for one in maps]
    return {**made, **data, "maps": maps}


def _counters(data: Data, files: Mapping[str, Data]) -> Data:
    game = files.get("module.yaml", {})
    nations, types = (list(_in_order(game.get(key))) for key in ("nations", "unit_types"))
    usual = {
        "nation": NOBODY if NOBODY in nations or not nations else nations[-1],
        "type": PIECE if PIECE in types or not types else types[0],
        "size": PIECE,
        "values": {},
    }
    pictures = {
        one["id"]: one.get("image")
        for one in game.get("unit_types") or ()
        if isinstance(one, dict) and _is_text(one.get("id"))
    }
    lists = {key: _each(data.get(key, []), usual) for key in ("counters", "palette")}
    return {**data, **{key: _with_backs(items, pictures) for key, items in lists.items()}}


def _with_backs(items: Any, of_types: Mapping[str, Any]) -> Any:
    """Give a counter that shows pictures of other sides as many sides: it can be turned to them."""
    for one in items if isinstance(items, list) else ():
        if isinstance(one, dict) and "reduced" not in one:
            kind = one["type"]
            image = one.get("image", of_types.get(kind) if _is_text(kind) else None)
            steps = image.get("steps") if isinstance(image, dict) else None
            count = len(steps) if isinstance(steps, list) else 0
            if isinstance(image, dict) and not count and image.get("back"):
                count = 1
            if count:
                one["reduced"] = {} if count == 1 else [{}] * count
    return items


def _in_order(items: Any) -> Iterable[str]:
    return (one["id"] for one in items or () if isinstance(one, dict) and "id" in one)


def _each(items: Any, usual: Data) -> Any:
    if not isinstance(items, list):
        return items
    return [
        {**usual, "name": _words(str(one.get("id", "?"))), **one} if isinstance(one, dict) else one
        for one in items
    ]


def _tables(data: Data, files: Mapping[str, Data]) -> Data:
    """Return tables with a row for each kind that the board names."""
    board, game = files.get("board.yaml", {}), files.get("module.yaml", {})
    classes = game.get("movement_classes")
    free = dict.fromkeys(filter(_is_text, classes if isinstance(classes, list) else ()), 0)
    kinds = {
        "terrain": _terrain(board),
        "hexsides": _kinds(board.get("hexsides")),
        "networks": _kinds(board.get("networks")),
    }
    found: Data = {"format": FORMAT, **data}
    for key, named in kinds.items():
        rows = found.get(key, [])
        if not isinstance(rows, list):
            continue
        rows = [{"cost": free, **row} if isinstance(row, dict) else row for row in rows]
        lacking = dict.fromkeys(kind for kind in named if _is_text(kind) and kind not in _ids(rows))
        if key == "terrain" and not rows and not lacking:
            lacking = {CLEAR: None}
        found[key] = [
            *rows, *({"id": kind, "name": _words(kind), "cost": free} for kind in lacking)
        ]  # fmt: skip
    return found


def _terrain(board: Data) -> list[Any]:
    """Return the kinds of terrain that a board names, in codes and place by place."""
    maps = board.get("maps")
    found: list[Any] = []
    for one in (board, *(maps if isinstance(maps, list) else ())):
        terrain = one.get("terrain") if isinstance(one, dict) else None
        if isinstance(terrain, dict):
            codes, places = terrain.get("codes"), terrain.get("places")
            found += [terrain.get("default")]
            found += codes.values() if isinstance(codes, dict) else ()
            found += places if isinstance(places, dict) else ()
    return found


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _kinds(items: Any) -> list[Any]:
    return [one.get("kind") for one in items if isinstance(one, dict)] if items else []


def _texts(data: Data, _files: Mapping[str, Data]) -> Data:
    texts = data.get("texts", {})
    named = {key: _words(*words) for key, words in _TEXTS.items()}
    return {**data, "texts": {**named, **texts} if isinstance(texts, dict) else texts}


def _scenario(data: Data, files: Mapping[str, Data]) -> Data:
    game = files.get("module.yaml", {})
    stem = str(files[""]["file"]).rpartition("/")[2].removesuffix(".yaml")
    turns = game.get("turns")
    named = data.get("name", game.get("title", _words(stem)))
    usual = {
        "id": stem,
        "name": named,
        "text": data.get("name", game.get("summary", named)),
        "first_turn": 1,
        "last_turn": max(len(turns), 1) if isinstance(turns, list) else 1,
    }
    return {**usual, **data}


_MAKE: Final[Mapping[str, Callable[[Data, Mapping[str, Data]], Data]]] = {
    "module.yaml": _game,
    "board.yaml": _board,
    "counters.yaml": _counters,
    "tables.yaml": _tables,
    "texts.yaml": _texts,
}
