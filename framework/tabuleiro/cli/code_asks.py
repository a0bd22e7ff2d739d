"""What a line of code hangs on: whom it asks before, what it extends, and what it sets going.

``if monsoon(s, place): yield Objection(..., "papua-4.0-1")`` leads to `monsoon`, and the part of a
rule that puts a step on the agenda leads to that step. Only the syntax is read, nothing is run.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from tabuleiro.cli.code_reached import Definitions, imported_from, source_of, tree_of

__all__ = ["led_to"]

_DOING: Final = frozenset({"run", "decision", "question", "legal", "act"})


def led_to(
    places: Definitions, path: Path, lines: Iterable[int]
) -> Iterator[tuple[Path, str, int]]:
    """Yield the definitions of other files that lines hang on: file, name, and where it begins."""
    imported = imported_from(path)
    asked = [name for line in lines for name in (*_called_before(path, line), *_bases(path, line))]
    for name in dict.fromkeys(asked):
        first, _, rest = name.partition(".")
        module, original = imported.get(first, ("", ""))
        if rest:
            module, original = f"{module}.{original}", rest
        source = source_of(module) if module else None
        if source and source != path and original in places.get(source, ()):
            node = _defined(source).get(original)
            if node and (isinstance(node, ast.FunctionDef) or _is_step(node)):
                yield source, original, node.lineno


def _called_before(path: Path, line: int) -> list[str]:
    """Return what is called in the conditions of a line; of a docstring, what its part makes."""
    way = _way(tree_of(path), line)
    functions = [node for node in way if isinstance(node, ast.FunctionDef)]
    if not functions or _is_text(way[-1]):
        around = [node for node in way if isinstance(node, ast.FunctionDef | ast.ClassDef)]
        return _made(around[-1]) if around else []
    asked = list(_conditions(way[way.index(functions[-1]) + 1 :]))
    held = {name.id for test in asked for name in ast.walk(test) if isinstance(name, ast.Name)}
    for node in ast.walk(functions[-1]):
        if isinstance(node, ast.Assign | ast.NamedExpr | ast.For):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = {n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)}
            if not held.isdisjoint(names):
                asked.append(node.iter if isinstance(node, ast.For) else node.value)
    return [name for test in asked for name in _called(test)]


def _bases(path: Path, line: int) -> list[str]:
    """Return what the class around a line extends: a step that several games share."""
    around = [node for node in _way(tree_of(path), line) if isinstance(node, ast.ClassDef)]
    return [ast.unparse(base) for node in around for base in node.bases]


def _called(node: ast.AST) -> Iterator[str]:
    return (ast.unparse(call.func) for call in ast.walk(node) if isinstance(call, ast.Call))


def _made(node: ast.AST) -> list[str]:
    """Return the classes of which a definition makes something: steps, mostly."""
    return [name for name in _called(node) if name.rpartition(".")[2][:1].isupper()]


def _is_text(node: ast.AST) -> bool:
    """Return whether a node is a docstring: what it says, it says of the whole definition."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and "\n" in node.value


def _way(tree: ast.Module, line: int) -> list[ast.AST]:
    """Return the nodes around a line, outer ones first."""
    way: list[ast.AST] = []
    node: ast.AST | None = tree
    while node is not None:
        inner = [
            child for child in ast.iter_child_nodes(node)
            if getattr(child, "lineno", line + 1) <= line <= (getattr(child, "end_lineno", 0) or 0)
        ]  # fmt: skip
        node = inner[0] if inner else None
        way += inner[:1]
    return way


def _conditions(way: list[ast.AST]) -> Iterator[ast.expr]:
    """Yield the conditions under which a line is reached, from the nodes around it."""
    for node in way:
        if isinstance(node, ast.If | ast.While | ast.IfExp):
            yield node.test
        elif isinstance(node, ast.BoolOp):
            yield from node.values
        elif isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp):
            yield from (test for each in node.generators for test in each.ifs)
        elif isinstance(node, ast.For):
            yield node.iter
        elif isinstance(node, ast.match_case) and node.guard:
            yield node.guard


@cache
def _defined(path: Path) -> dict[str, ast.FunctionDef | ast.ClassDef]:
    return {
        node.name: node
        for node in tree_of(path).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    }


def _is_step(node: ast.ClassDef) -> bool:
    """Return whether a class does something on the agenda, by the methods that it has."""
    return any(isinstance(each, ast.FunctionDef) and each.name in _DOING for each in node.body)
