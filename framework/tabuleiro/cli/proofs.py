"""Which tests prove which clause of a rulebook, read from the tests or from a file beside us."""

from __future__ import annotations

import ast
import json
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import tabuleiro

__all__ = ["Proofs", "find_proofs", "plugin_tests", "scan", "source_tests"]

PACKAGED: Final = "proofs.json"
"""What ``--write-proofs`` wrote, if whoever packed the program put it beside ``__init__.py``."""

_LONGEST: Final = 200


@dataclass(frozen=True)
class Proofs:
    """Tests by clause, and reasons by clause that no program can prove."""

    source: str | None
    """``tests``, ``package``, or None where nothing is known."""
    tests: dict[str, list[str]] = field(default_factory=dict)
    untestable: dict[str, str] = field(default_factory=dict)


def source_tests() -> Path | None:
    """Return the folder of tests, if the program runs from its source tree."""
    folder = Path(tabuleiro.__file__).resolve().parents[2] / "tests"
    return folder if (folder / "rules").is_dir() else None


def plugin_tests(module: Path) -> Path | None:
    """Return the folder of tests beside a plugin's package, if the package holds the module."""
    package = module.resolve().parent.parent
    folder = package.parent / "tests"
    return folder if package.name.startswith("tabuleiro_") and folder.is_dir() else None


def find_proofs(known: Collection[str], module: Path | None = None) -> Proofs:
    """Return what is proven of some clauses, as far as that is known here.

    ``module`` is the folder of the game: one that a plugin brings may have its tests with it.
    """
    folder = (module and plugin_tests(module)) or source_tests()
    if folder is not None:
        excuses = folder / "rules" / "untestable.json"
        return Proofs("tests", scan(folder, known), _read(excuses))
    packed = Path(tabuleiro.__file__).parent / PACKAGED
    if packed.is_file():
        return Proofs("package", _read(packed))
    return Proofs(None)


def _read(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}


def scan(folder: Path, known: Collection[str] = ()) -> dict[str, list[str]]:
    """Return the tests of a folder by the clauses that they say they prove.

    Marks are read from the source, on functions, classes, parameters and whole files; nothing is
    run, so a test that fails counts as well. A mark whose clause is not written out but made of
    parts names those of the ``known`` clauses that the parts in reach can make.
    """
    found: dict[str, list[str]] = {}
    games = {clause.partition("-")[0] for clause in known}
    for path in sorted(folder.rglob("test_*.py")):
        name = path.relative_to(folder.parent).as_posix()
        try:
            text = path.read_text("utf-8")
            if "rule(" not in text or (games and not any(game in text for game in games)):
                continue  # reading its syntax takes much longer than this look
            file = _File(ast.parse(text), known)
        except (SyntaxError, ValueError):
            continue
        for test, clauses in file.tests():
            for clause in dict.fromkeys(clauses):
                found.setdefault(clause, []).append(f"{name}::{test}")
    return {clause: found[clause] for clause in sorted(found)}


class _File:
    """A file of tests."""

    def __init__(self, tree: ast.Module, known: Collection[str]) -> None:
        self._tree = tree
        self._known = frozenset(known)
        self._defined: dict[str, ast.AST] = {}
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                self._defined[node.name] = node
            elif isinstance(node, ast.Assign):
                names = (target.id for target in node.targets if isinstance(target, ast.Name))
                self._defined.update(dict.fromkeys(names, node.value))

    def tests(self) -> Iterator[tuple[str, list[str]]]:
        """Yield the tests with their clauses."""
        yield from self._inside(self._tree, "")

    def _inside(
        self, tree: ast.Module | ast.ClassDef, prefix: str
    ) -> Iterator[tuple[str, list[str]]]:
        shared = list(self._marked(*filter(_is_pytestmark, tree.body)))
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
                yield prefix + node.name, [*shared, *self._marked(*node.decorator_list)]
            elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
                own = list(self._marked(*node.decorator_list))
                for name, clauses in self._inside(node, f"{prefix}{node.name}::"):
                    yield name, [*shared, *own, *clauses]

    def _marked(self, *nodes: ast.AST) -> Iterator[str]:
        """Yield the clauses that marks name anywhere in some nodes, or in what these refer to."""
        for node in nodes:
            reach = self._reach(node)
            for part in reach:
                for call in ast.walk(part):
                    if isinstance(call, ast.Call) and _is_rule(call.func):
                        for word in call.args:
                            yield from self._clauses(word, reach)

    def _reach(self, node: ast.AST) -> list[ast.AST]:
        """Return a node and all definitions of the file that it refers to."""
        found = [node]
        seen: set[str] = set()
        for part in found:
            for inner in ast.walk(part):
                if isinstance(inner, ast.Name) and inner.id not in seen:
                    seen.add(inner.id)
                    if inner.id in self._defined:
                        found.append(self._defined[inner.id])
        return found

    def _clauses(self, word: ast.expr, reach: list[ast.AST]) -> Iterator[str]:
        if isinstance(word, ast.Constant):
            yield from [word.value] if isinstance(word.value, str) else []
            return
        texts = [n for n in ast.walk(word) if isinstance(n, ast.JoinedStr)] or [
            n for part in reach for n in ast.walk(part) if isinstance(n, ast.JoinedStr)
        ]
        for value in _values(reach):
            yield from self._known.intersection([value, *(_filled(t, value) for t in texts)])


def _filled(text: ast.JoinedStr, value: str) -> str:
    """Return an f-string with the same value in each of its holes."""
    parts = (part.value if isinstance(part, ast.Constant) else value for part in text.values)
    return "".join(map(str, parts))


def _values(nodes: Iterable[ast.AST]) -> list[str]:
    """Return the texts and numbers that stand in nodes, ranges of numbers written out."""
    found: dict[str, None] = {}
    for node in nodes:
        for part in ast.walk(node):
            if isinstance(part, ast.Constant) and isinstance(part.value, str | int):
                found[str(part.value)] = None
            elif isinstance(part, ast.Call) and ast.unparse(part.func) == "range":
                ends = [a.value for a in part.args if isinstance(a, ast.Constant)]
                numbers = [end for end in ends if isinstance(end, int)]
                if len(numbers) == len(part.args):
                    found.update(dict.fromkeys(map(str, range(*numbers)[:_LONGEST])))
    return list(found)


def _is_pytestmark(node: ast.AST) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else []
    return any(isinstance(target, ast.Name) and target.id == "pytestmark" for target in targets)


def _is_rule(function: ast.expr) -> bool:
    """Tell whether a call is ``pytest.mark.rule(...)`` or a short name for it."""
    if isinstance(function, ast.Attribute):
        return function.attr == "rule"
    return isinstance(function, ast.Name) and function.id == "rule"
