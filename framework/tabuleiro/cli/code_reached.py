"""Which definitions of the code a game uses: what its parts lead to, by names.

Only the syntax is read, nothing is run.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import cache
from importlib.util import find_spec
from pathlib import Path

__all__ = ["Definitions", "defines", "imported_from", "reached_from", "source_of", "tree_of"]


@cache
def tree_of(path: Path) -> ast.Module:
    """Return the syntax of a file, read once: its imports are followed, then its words are read."""
    return ast.parse(path.read_text("utf-8"))


@cache
def source_of(name: str) -> Path | None:
    """Return the file of a module of Python, if it is there to be read."""
    try:
        spec = find_spec(name)
    except (ImportError, AttributeError):  # the name of something inside a module
        return None
    path = Path(spec.origin) if spec and spec.origin else None
    return path if path and path.suffix == ".py" and path.is_file() else None


Definitions = Mapping[Path, AbstractSet[str]]
"""Names that are defined at the top of files, by file."""


def reached_from(starts: Iterable[tuple[str, str]], wanted: Callable[[str], bool]) -> Definitions:
    """Return what definitions lead to, by the names that they mention, in all wanted modules.

    A start is a module and a name in it. What is imported but never mentioned is not reached.
    """
    found: dict[Path, set[str]] = {}
    left = list(starts)
    seen: set[tuple[str, str]] = set()
    while left:
        module, name = left.pop()
        path = source_of(module) if (module, name) not in seen and wanted(module) else None
        seen.add((module, name))
        if path is None:
            continue
        names = _names(path)
        if name in names.defined:
            found.setdefault(path, set()).add(name)
            left += _mentioned(path, module, name)
        elif name in names.imported:
            left.append(names.imported[name])
    return found


class _Names:
    """The names of a file: what it defines, and what it imports from where."""

    def __init__(self, tree: ast.Module) -> None:
        self.defined = {name: node for node in tree.body for name in defines(node)}
        self.imported: dict[str, tuple[str, str]] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    self.imported[alias.asname or alias.name] = (node.module, alias.name)

    def mentioned(self, module: str, name: str) -> Iterator[tuple[str, str]]:
        """Yield the modules and names of all that a definition mentions, types apart."""
        for node in _without_types(self.defined[name]):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                yield from [(module, node.id)] if node.id in self.defined else ()
                yield from [self.imported[node.id]] if node.id in self.imported else ()
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                package, there = self.imported.get(node.value.id, ("", ""))
                yield from [(f"{package}.{there}", node.attr)] if package else ()


@cache
def _names(path: Path) -> _Names:
    return _Names(tree_of(path))


@cache
def _mentioned(path: Path, module: str, name: str) -> tuple[tuple[str, str], ...]:
    return tuple(_names(path).mentioned(module, name))


def imported_from(path: Path) -> dict[str, tuple[str, str]]:
    """Return the names that a file imports: the module each comes from, and its name there."""
    return _names(path).imported


def defines(node: ast.stmt) -> list[str]:
    """Return the names that a statement gives at the top of a file."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.Assign | ast.AnnAssign):
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        return [each.id for each in ast.walk(target) if isinstance(each, ast.Name)]
    return []


def _without_types(node: ast.AST) -> Iterator[ast.AST]:
    """Yield all nodes below one, but for annotations."""
    yield node
    for field, value in ast.iter_fields(node):
        if field not in {"annotation", "returns"}:
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from _without_types(child)
