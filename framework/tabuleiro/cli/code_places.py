"""Where code says something: words that lead to clauses, parameters, and clauses themselves.

Only the syntax is read, nothing is run. A docstring names the words of rules that give no verdict
(``Clause: zones.``). A word made of parts (``f"result-{code}"``) stands for
every word that it can become: a place is where to look, not a proof.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Collection, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tabuleiro.cli.code_reached import Definitions, defines, tree_of
from tabuleiro.cli.code_terms import (
    NO_TERMS,
    TermsRead,
    asked,
    called_name,
    holders,
    terms_of,
)

__all__ = ["Remark", "Said", "named_in", "remarks_in", "said_in", "scopes"]

_LEADING: Final = frozenset({"rule", "rules", "word", "words", "names", "bar", "asking", "telling"})
"""Arguments and fields that hand on a word for a clause; others are found by their use."""
_GATHERING: Final = frozenset({"append", "extend", "insert"})
"""Methods of lists: what they are given means what it means outside."""
_ASKING: Final = {"option": "option", "options.get": "option"}
"""Functions that read an option of the module."""


_NAMING: Final = re.compile(r"\bClauses?: ([a-z][\w{}-]*(?:, [a-z][\w{}-]*)*)\.")
"""How a docstring names what its code carries, where nobody asks for the clause.

A hole, as in ``retreat-off-{side}``, stands for any word.
"""


@dataclass(frozen=True)
class Said:
    """Something that a line of code says."""

    kind: str
    """``word``, ``parameter``, ``option``, ``definition`` for a function or class of that name, or
    ``id`` for a clause that is written out."""
    word: str
    """Of a parameter its key and that below it: ``air.range``; ``air.`` where none is read."""
    file: Path
    line: int
    name: str
    """The function in which it is said, with its class; or the name that is given to it."""


@dataclass(frozen=True)
class Remark:
    """A line that speaks to who reads the code: of a docstring, or a comment."""

    line: int
    name: str
    """The function or class to which it belongs; empty at the head of a file."""
    text: str


def said_in(places: Definitions, patterns: Mapping[str, AbstractSet[str]]) -> Iterator[Said]:
    """Yield what definitions say of the words that are looked for, by kind."""
    trees = {path: _only(tree_of(path), names) for path, names in places.items()}
    functions = _Functions(trees.values())
    for path, tree in trees.items():
        terms = terms_of(tree_of(path))
        for kind, text, node, name in _Reader(tree, functions, terms).read():
            for word in sorted(_matching(kind, text, patterns.get(kind, ()))):
                yield Said(kind, word, path, node.lineno, name)
        for remark in remarks_in(path, places[path]):
            for name in named_in(remark.text):
                for word in sorted(_matching("word", _with_holes(name), patterns.get("word", ()))):
                    yield Said("word", word, path, remark.line, remark.name)
        for line, _last, name in scopes(tree):
            if (last := name.rpartition(".")[2]) in patterns.get("definition", ()):
                yield Said("definition", last, path, line, name)


def _with_holes(name: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{\w+\\\}", ".+", re.escape(name)))


def _only(tree: ast.Module, names: AbstractSet[str]) -> ast.Module:
    """Return a file with some of its definitions; `__all__` names nothing but names."""
    kept = [node for node in tree.body if not names.isdisjoint(defines(node))]
    return ast.Module([node for node in kept if defines(node) != ["__all__"]], [])


def named_in(remark: str) -> list[str]:
    """Return the words for clauses that a remark names.

    >>> named_in("Return whether it stands in a zone. Clauses: zone-stop, zones.")
    ['zone-stop', 'zones']
    """
    return [word for found in _NAMING.findall(remark) for word in found.split(", ")]


def remarks_in(path: Path, names: AbstractSet[str]) -> Iterator[Remark]:
    """Yield the lines of docstrings and comments of a file: at its head, and in definitions."""
    spans = list(scopes(tree_of(path)))
    for line, text in _remarks(path):
        scope = next((name for a, b, name in reversed(spans) if a <= line <= b), "")
        if not scope or not names.isdisjoint(re.findall(r"\w+", scope.partition(".")[0])):
            yield Remark(line, scope, text)


def _remarks(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield from enumerate(str(node.value.value).splitlines(), node.lineno)
    for token in tokenize.generate_tokens(io.StringIO(path.read_text("utf-8")).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def scopes(node: ast.AST, name: str = "") -> Iterator[tuple[int, int, str]]:
    """Yield first line, last line and name of functions, classes and constants, outer ones first.

    What a constant is for may be said in a text below it.
    """
    body = getattr(node, "body", [])
    for n, each in enumerate(body if isinstance(body, list) else []):
        if isinstance(each, ast.FunctionDef | ast.ClassDef):
            inner = f"{name}.{each.name}".lstrip(".")
            yield each.lineno, each.end_lineno or each.lineno, inner
            yield from scopes(each, inner)
        elif isinstance(each, ast.Assign | ast.AnnAssign) and not isinstance(node, ast.FunctionDef):
            target = each.targets[0] if isinstance(each, ast.Assign) else each.target
            inner = f"{name}.{ast.unparse(target)}".lstrip(".")
            after = next(iter(body[n + 1 : n + 2]), each)
            last = after if isinstance(after, ast.Expr) else each
            yield each.lineno, last.end_lineno or each.lineno, inner


def _matching(kind: str, text: str | re.Pattern[str], words: Collection[str]) -> set[str]:
    if kind == "parameter":
        return {str(text)} if str(text).partition(".")[0] in words else set()
    if isinstance(text, str):
        return {text} & set(words)
    return {word for word in words if text.fullmatch(word)}


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
        called = called_name(call).rpartition(".")[2]
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
        self, tree: ast.Module, functions: _Functions, terms: Mapping[str, TermsRead]
    ) -> None:
        self._tree = tree
        self._functions = functions
        self._terms = terms
        self._holders = holders(tree, terms)
        calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
        self._handed_on = {
            value.id for call in calls for value, leads in functions.leading(call)
            if leads and isinstance(value, ast.Name)
        }  # fmt: skip

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
        if isinstance(node, ast.Attribute) and (read := self._field(node)):
            yield "parameter", read, node, name
        if isinstance(node, ast.Call):
            if (terms := self._terms.get(asked(node), NO_TERMS)).key:
                yield "parameter", terms.key + ".", node, name
            yield from self._given(node, name, kind)
            return
        if isinstance(node, ast.Compare | ast.Subscript) or _names_no_clause(node):
            kind = ""
        if not self._leads_on(node):
            kind = ""
        for child in ast.iter_child_nodes(node):
            yield from self._inside(child, name, kind)

    def _leads_on(self, node: ast.AST) -> bool:
        """Return whether a plain constant is a word for a clause: if it is handed on as one."""
        if not isinstance(node, ast.Assign | ast.AnnAssign) or node not in self._tree.body:
            return True
        plain = isinstance(node.value, ast.Constant | ast.Tuple)
        return not plain or not self._handed_on.isdisjoint(defines(node))

    def _field(self, node: ast.Attribute) -> str:
        """Return the parameter that an attribute of terms reads, or an empty text."""
        value = node.value
        held = value.func if isinstance(value, ast.Call) else value
        kinds = {asked(value)} | self._holders.get(ast.unparse(held), set())
        found = [self._terms[kind] for kind in kinds if kind in self._terms]
        return next((terms.read(node.attr) for terms in found if node.attr in terms.fields), "")

    def _given(
        self, call: ast.Call, name: str, kind: str
    ) -> Iterator[tuple[str, str | re.Pattern[str], ast.expr, str]]:
        called = f".{called_name(call)}"
        asking = next((k for method, k in _ASKING.items() if called.endswith(f".{method}")), "")
        gathering = kind if called.rpartition(".")[2] in _GATHERING else ""
        yield from self._inside(call.func, name, "")
        for value, leads in self._functions.leading(call):
            yield from self._inside(value, name, asking or ("word" if leads else gathering))


def _names_no_clause(node: ast.AST) -> bool:
    """Return whether something names the key of terms, or kinds of phases: no words for clauses."""
    if isinstance(node, ast.FunctionDef):
        return node.name == "phase_steps"
    return isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in {"key", "phases"}


def _text(node: ast.Constant | ast.JoinedStr) -> str | re.Pattern[str] | None:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    parts = [
        re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[\w-]+"
        for part in node.values
    ]
    # Something of the word must be written out, or it could be any.
    return re.compile("".join(parts)) if re.match(r"\w", parts[0]) else None
