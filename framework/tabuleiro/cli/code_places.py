"""Where code says something: words that lead to clauses, parameters, and clauses themselves.

Only the syntax is read, nothing is run. A word made of parts (``f"result-{code}"``) stands for
every word that it can become: a place is where to look, not a proof.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

__all__ = ["Said", "imported_by", "said_in", "source_of"]

_LEADING: Final = frozenset({"rule", "rules", "word", "words", "names", "bar", "asking", "telling"})
"""Arguments and fields that hand on a word for a clause; others are found by their use."""
_GATHERING: Final = frozenset({"append", "extend", "insert"})
"""Methods of lists: what they are given means what it means outside."""
_ASKING: Final = {"option": "option", "options.get": "option"}
"""Functions that read an option of the module."""
_READING: Final = frozenset({"terms", "terms_if_any"})
"""Functions that read parameters of the module."""


@dataclass(frozen=True)
class Said:
    """Something that a line of code says."""

    kind: str
    """``word``, ``parameter``, ``option``, or ``id`` for a clause that is written out."""
    word: str
    file: Path
    line: int
    name: str
    """The function in which it is said, with its class; or the name that is given to it."""


def imported_by(starts: Iterable[str], wanted: Callable[[str], bool]) -> set[Path]:
    """Return the files of some modules and of all wanted ones that they import, in any way."""
    found: dict[str, Path] = {}
    left = list(starts)
    while left:
        name = left.pop()
        if name in found or not wanted(name):
            continue
        path = source_of(name)
        if path is None:
            continue
        found[name] = path
        left += _imports_of(path)
    return set(found.values())


@cache
def _imports_of(path: Path) -> tuple[str, ...]:
    """Return the names of modules that a file imports, or that may be such names."""
    names: list[str] = []
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return tuple(names)


@cache
def _tree(path: Path) -> ast.Module:
    """Return the syntax of a file, read once: its imports are followed, then its words are read."""
    return ast.parse(path.read_text("utf-8"))


def source_of(name: str) -> Path | None:
    """Return the file of a module of Python, if it is there to be read."""
    try:
        spec = find_spec(name)
    except (ImportError, AttributeError):  # the name of something inside a module
        return None
    path = Path(spec.origin) if spec and spec.origin else None
    return path if path and path.suffix == ".py" and path.is_file() else None


def said_in(files: Iterable[Path], patterns: Mapping[str, Collection[str]]) -> Iterator[Said]:
    """Yield what some files say of the words that are looked for, by kind."""
    for path, kind, text, line, name in _said_in(tuple(files)):
        for word in sorted(_matching(text, patterns.get(kind, ()))):
            yield Said(kind, word, path, line, name)


@cache
def _said_in(
    files: tuple[Path, ...],
) -> tuple[tuple[Path, str, str | re.Pattern[str], int, str], ...]:
    """Return all that some files say: file, kind, text, line and name; they are read once."""
    trees = {path: _tree(path) for path in files}
    functions = _Functions(trees.values())
    return tuple(
        (path, kind, text, node.lineno, name)
        for path, tree in trees.items()
        for kind, text, node, name in _Reader(tree, functions, _terms_of(tree)).read()
    )


def _matching(text: str | re.Pattern[str], words: Collection[str]) -> set[str]:
    if isinstance(text, str):
        return {text} & set(words)
    return {word for word in words if text.fullmatch(word)}


def _terms_of(tree: ast.Module) -> dict[str, tuple[str, ...]]:
    """Return the parameters behind each class of terms that a file imports or defines."""
    found = _defined_terms(tree)
    for node in ast.walk(tree):
        path = source_of(node.module) if isinstance(node, ast.ImportFrom) and node.module else None
        if isinstance(node, ast.ImportFrom) and path is not None:
            there = _terms_in(path)
            names = ((alias.asname or alias.name, alias.name) for alias in node.names)
            found |= {here: there[name] for here, name in names if name in there}
    return found


@cache
def _terms_in(path: Path) -> dict[str, tuple[str, ...]]:
    """Return the parameters behind each class of terms that a file defines."""
    return _defined_terms(_tree(path))


def _defined_terms(tree: ast.Module) -> dict[str, tuple[str, ...]]:
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    modules = {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names
    }  # fmt: skip
    return {node.name: _keys(node, modules) for node in classes if node.name.endswith("Terms")}


def _keys(terms: ast.ClassDef, modules: Mapping[str, str]) -> tuple[str, ...]:
    """Return the key that a class of terms names, else that of those it extends, or its fields."""
    for node in terms.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "key":
            return (str(ast.literal_eval(node.value)),)
    for base in terms.bases:
        known = modules.get(ast.unparse(base), "")
        if isinstance(base, ast.Attribute):
            known = f"{modules.get(ast.unparse(base.value), '')}.{base.attr}"
        module, _, name = known.rpartition(".")
        if name.endswith("Terms") and module:
            path = source_of(module)
            return _terms_in(path).get(name, ()) if path else ()
    return tuple(ast.unparse(node.target) for node in terms.body if isinstance(node, ast.AnnAssign))


class _Functions:
    """Which arguments of which functions lead to clauses: by name, or by what is done with them."""

    def __init__(self, trees: Iterable[ast.Module]) -> None:
        self._defined: dict[str, list[ast.FunctionDef]] = {}
        for tree in trees:
            for node in ast.walk(tree):
                if isinstance(node, ast.FunctionDef):
                    self._defined.setdefault(node.name, []).append(node)
        self._leading: set[tuple[str, str]] = set()
        before = -1
        while before != len(self._leading):
            before = len(self._leading)
            for functions in self._defined.values():
                for function in functions:
                    self._follow(function)

    def leading(self, call: ast.Call) -> list[tuple[ast.expr, bool]]:
        """Return the values that a call is given, and whether each is a word for a clause."""
        called = _called(call).rpartition(".")[2]
        found = [(n.value, self._leads(called, n.arg or "")) for n in call.keywords]
        for n, value in enumerate(call.args):
            names = {_argument(f, n, call) for f in self._defined.get(called, ())}
            found.append((value, any(self._leads(called, name) for name in names)))
        return found

    def _leads(self, called: str, argument: str) -> bool:
        return argument in _LEADING or (called, argument) in self._leading

    def _follow(self, function: ast.FunctionDef) -> None:
        for node in ast.walk(function):
            if isinstance(node, ast.Call):
                for value, leads in self.leading(node):
                    if leads and isinstance(value, ast.Name):
                        self._leading.add((function.name, value.id))


def _called(call: ast.Call) -> str:
    return ast.unparse(call.func) if isinstance(call.func, ast.Name | ast.Attribute) else ""


def _argument(function: ast.FunctionDef, place: int, call: ast.Call) -> str:
    """Return the name of the argument at a place of a call; the last may take all that follow."""
    names = [each.arg for each in (*function.args.posonlyargs, *function.args.args)]
    if isinstance(call.func, ast.Attribute) and names[:1] in (["self"], ["cls"]):
        names = names[1:]
    rest = function.args.vararg.arg if function.args.vararg else ""
    return names[place] if place < len(names) else rest


class _Reader:
    """Reads one file: which texts in it lead to clauses or parameters."""

    def __init__(
        self, tree: ast.Module, functions: _Functions, terms: Mapping[str, tuple[str, ...]]
    ) -> None:
        self._tree = tree
        self._functions = functions
        self._terms = terms

    def read(self) -> Iterator[tuple[str, str | re.Pattern[str], ast.expr, str]]:
        """Yield kind, text, node and function of each."""
        yield from self._inside(self._tree, "", "word")

    def _inside(
        self, node: ast.AST, name: str, kind: str
    ) -> Iterator[tuple[str, str | re.Pattern[str], ast.expr, str]]:
        """Go down the tree; ``kind`` is what a text would be here, or empty where it is no word."""
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            name = f"{name}.{node.name}".lstrip(".")
        elif isinstance(node, ast.Assign | ast.AnnAssign) and not name:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            name = ast.unparse(target)
        if isinstance(node, ast.Constant | ast.JoinedStr):
            text = _text(node)
            if text is not None and kind:
                yield kind, text, node, name
            if isinstance(text, str):
                yield "id", text, node, name
            return
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Call):
            keys = self._read(node.value)
            if node.attr in keys:  # the one of several keys
                yield "parameter", node.attr, node, name
                return
        if isinstance(node, ast.Call):
            for key in self._read(node):
                yield "parameter", key, node, name
            yield from self._given(node, name, kind)
            return
        if isinstance(node, ast.Compare | ast.Subscript) or _is_key(node):
            kind = ""
        for child in ast.iter_child_nodes(node):
            yield from self._inside(child, name, kind)

    def _read(self, call: ast.Call) -> tuple[str, ...]:
        """Return the parameters that a call reads."""
        reads = _called(call).rpartition(".")[2] in _READING and len(call.args) == 1
        terms = ast.unparse(call.args[0]) if reads else ""
        return self._terms.get(terms, ())

    def _given(
        self, call: ast.Call, name: str, kind: str
    ) -> Iterator[tuple[str, str | re.Pattern[str], ast.expr, str]]:
        called = f".{_called(call)}"
        asking = next((k for method, k in _ASKING.items() if called.endswith(f".{method}")), "")
        gathering = kind if called.rpartition(".")[2] in _GATHERING else ""
        yield from self._inside(call.func, name, "")
        for value, leads in self._functions.leading(call):
            yield from self._inside(value, name, asking or ("word" if leads else gathering))


def _is_key(node: ast.AST) -> bool:
    """Return whether something is the line of terms that names their key: no word for a clause."""
    return isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "key"


def _text(node: ast.Constant | ast.JoinedStr) -> str | re.Pattern[str] | None:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    parts = [
        re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[\w-]+"
        for part in node.values
    ]
    # Something of the word must be written out, or it could be any.
    return re.compile("".join(parts)) if re.match(r"\w", parts[0]) else None
