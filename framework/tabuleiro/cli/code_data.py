"""Which entries of a module's files code reads: ``s.module.values["combat"]``, ``scenario.pools``.

Only the syntax is read, nothing is run.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from tabuleiro.cli.code_reached import Definitions, defines, imported_from, source_of, tree_of

__all__ = ["Read", "fields_in", "reads_in", "tags_in", "uses_of"]

_HOLDERS: Final = frozenset({"module", "scenario"})
"""What has the sections of the files as its attributes."""


@dataclass(frozen=True)
class Read:
    """A line of code that reads a section of the data, or one entry of it."""

    section: str
    entry: str
    """The id of the entry; empty where all may be read."""
    file: Path
    line: int


def reads_in(places: Definitions, sections: Collection[str]) -> Iterator[Read]:
    """Yield what definitions read of some sections of a module's files."""
    for path, names in places.items():
        tree = tree_of(path)
        constants = _constants_seen(path)
        for top in tree.body:
            if names.isdisjoint(defines(top)):
                continue
            entries = {id(key[0]): key[1] for node in ast.walk(top) for key in _entry(node)}
            for node in ast.walk(top):
                if isinstance(node, ast.Attribute) and _is_section(node, sections):
                    entry = _word(entries.get(id(node)), constants)
                    yield Read(node.attr, entry, path, node.lineno)


def fields_in(places: Definitions, fields: Collection[str]) -> Iterator[Read]:
    """Yield where definitions read a field of a table's row, such as ``no_attack``."""
    for path, names in places.items():
        for top in tree_of(path).body:
            for node in ast.walk(top) if not names.isdisjoint(defines(top)) else ():
                if isinstance(node, ast.Attribute) and node.attr in fields:
                    yield Read("fields", node.attr, path, node.lineno)


def uses_of(places: Definitions, member: str) -> list[Read]:
    """Return where definitions mention a member of a class, such as ``Moment.MARCH``."""
    return _members(tuple((path, frozenset(names)) for path, names in places.items())).get(
        member, []
    )


@cache
def _members(places: tuple[tuple[Path, frozenset[str]], ...]) -> dict[str, list[Read]]:
    found: dict[str, list[Read]] = {}
    for path, names in places:
        for top in tree_of(path).body:
            for node in ast.walk(top) if not names.isdisjoint(defines(top)) else ():
                if isinstance(node, ast.Attribute) and node.attr.isupper():
                    read = Read("members", node.attr, path, node.lineno)
                    found.setdefault(ast.unparse(node), []).append(read)
    return found


def tags_in(places: Definitions, tags: Collection[str]) -> Iterator[Read]:
    """Yield where definitions ask for tags of the data, such as ``no-advance``."""
    for path, names in places.items():
        constants = {n: word for n, word in _constants_seen(path).items() if word in tags}
        for top in tree_of(path).body:
            for node in ast.walk(top) if not names.isdisjoint(defines(top)) else ():
                if isinstance(node, ast.Compare) and (word := _asked_tag(node, constants)) in tags:
                    yield Read("tags", word, path, node.lineno)


def _asked_tag(node: ast.Compare, constants: Mapping[str, str]) -> str:
    """Return the tag that is looked for: ``TAG in counter.tags``."""
    asked = isinstance(node.ops[0], ast.In | ast.NotIn)
    held = ast.unparse(node.comparators[0])
    return _word(node.left, constants) if asked and held.endswith("tags") else ""


def _is_section(node: ast.Attribute, sections: Collection[str]) -> bool:
    holder = node.value
    name = holder.attr if isinstance(holder, ast.Attribute) else getattr(holder, "id", "")
    return node.attr in sections and name in _HOLDERS


def _entry(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield what is looked into, and the key: ``values[KEY]``, ``values.get(KEY)``."""
    if isinstance(node, ast.Subscript):
        yield node.value, node.slice
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
        if node.func.attr == "get":
            yield node.func.value, node.args[0]
    elif isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In):
        yield node.comparators[0], node.left


def _word(key: ast.expr | None, constants: Mapping[str, str]) -> str:
    if isinstance(key, ast.Constant) and isinstance(key.value, str):
        return key.value
    return constants.get(key.id, "") if isinstance(key, ast.Name) else ""


def _constants_seen(path: Path) -> dict[str, str]:
    """Return the words that names stand for in a file, its own and those that it imports."""
    found = dict(_constants(path))
    for name, (module, original) in imported_from(path).items():
        if name.isupper() and (source := source_of(module)) and original in _constants(source):
            found[name] = _constants(source)[original]
    return found


@cache
def _constants(path: Path) -> dict[str, str]:
    """Return the words that a file gives names to."""
    return {
        name: node.value.value
        for node in tree_of(path).body
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
        for name in defines(node)
    }  # fmt: skip
