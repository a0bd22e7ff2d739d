"""Scenarios of another game: its module, with what a pack says otherwise.

A pack with scenarios brings files of a module in parts. What is a mapping is laid over that of the
game key by key, and a list whose items have ids is laid over item by item; everything else takes
the place of what was there, and ``null`` takes a key away. Scenarios and rulebooks are whole files.
Scenarios of the pack stand in the place of those of the game; if it brings none, the game's stay.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import yaml

from tabuleiro.module.errors import Unreadable
from tabuleiro.module.files import FIXED, PROOFS, SCENARIOS, decode
from tabuleiro.module.loader import parse
from tabuleiro.publish.contents import VARIANT
from tabuleiro.publish.errors import PackError

if TYPE_CHECKING:
    from tabuleiro.publish.manifest import PackFile

__all__ = ["made_module", "merged"]

_GAME: Final = "module.yaml"
_CREDITS: Final = "credits"


class _Dumper(yaml.CSafeDumper):
    """Writes no anchors: the format of modules has none."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def made_module(
    base: Mapping[str, bytes], said: PackFile, files: Mapping[str, bytes | memoryview]
) -> dict[str, bytes]:
    """Return the files of the module that a pack with scenarios makes of its game's.

    ``base`` holds the files of the game by their paths in its folder, ``files`` those of the pack.
    """
    brought = {
        name.removeprefix(f"{VARIANT}/"): bytes(content)
        for name, content in files.items()
        if name.startswith(f"{VARIANT}/")
    }
    own = any(name.startswith(f"{SCENARIOS}/") for name in brought)
    made = {
        name: content
        for name, content in base.items()
        if name != PROOFS and not (own and name.startswith(f"{SCENARIOS}/"))
    }
    for name, content in brought.items():
        if name in FIXED and name in made and name != _GAME:
            made[name] = _written(merged(_read(made[name], name), _read(content, name)))
        else:
            made[name] = content
    game = _read(base[_GAME], _GAME)
    over = _read(brought.get(_GAME, b"{}"), _GAME)
    more = over.pop(_CREDITS, [])
    game = merged(game, {"title": said.title.model_dump(), "summary": said.summary.model_dump()})
    game = merged(game, over)
    game |= {"id": said.id, "version": said.version}
    thanks = [credit.model_dump() for credit in said.credits]
    game[_CREDITS] = [*game.get(_CREDITS, []), *(more if isinstance(more, list) else []), *thanks]
    made[_GAME] = _written(game)
    return made


def merged(base: Any, over: Any) -> Any:
    """Return data with other data laid over them.

    >>> merged({"a": 1, "b": [{"id": "x", "n": 1}]}, {"a": None, "b": [{"id": "x", "m": 2}]})
    {'b': [{'id': 'x', 'n': 1, 'm': 2}]}
    """
    if isinstance(base, dict) and isinstance(over, dict):
        whole = dict(base)
        for key, value in over.items():
            if value is None:
                whole.pop(key, None)
            else:
                whole[key] = merged(whole[key], value) if key in whole else value
        return whole
    if _has_ids(base) and _has_ids(over):
        items = {item["id"]: item for item in base}
        for item in over:
            items[item["id"]] = merged(items.get(item["id"], {}), item)
        return list(items.values())
    return over


def _has_ids(data: Any) -> bool:
    """Return whether data are a list of things, each with an id of its own."""
    if not (isinstance(data, list) and data):
        return False
    ids = [item.get("id") if isinstance(item, dict) else None for item in data]
    return all(isinstance(id, str) for id in ids) and len(set(ids)) == len(ids)


def _read(content: bytes, name: str) -> dict[str, Any]:
    try:
        parsed = parse(decode(content, name), name)
    except Unreadable as unreadable:
        raise PackError(f"{VARIANT}/{unreadable.problem}.") from None
    if parsed.problems:
        raise PackError(f"{VARIANT}/{parsed.problems[0]}.")
    return parsed.data


def _written(data: dict[str, Any]) -> bytes:
    text = yaml.dump(data, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=120)
    return str(text).encode()
