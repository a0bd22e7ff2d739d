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
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

__all__ = ["Remark", "Said", "named_in", "reached_from", "remarks_in", "said_in", "source_of"]

_LEADING: Final = frozenset({"rule", "rules", "word", "words", "names", "bar", "asking", "telling"})
"""Arguments and fields that hand on a word for a clause; others are found by their use."""
_GATHERING: Final = frozenset({"append", "extend", "insert"})
"""Methods of lists: what they are given means what it means outside."""
_ASKING: Final = {"option": "option", "options.get": "option"}
"""Functions that read an option of the module."""
_READING: Final = frozenset({"terms", "terms_if_any"})
"""Functions that read parameters of the module."""


_NAMING: Final = re.compile(r"\bClauses?: ([a-z][\w-]*(?:, [a-z][\w-]*)*)\.")
"""How a docstring names what its code carries, where nobody asks for the clause."""


@dataclass(frozen=True)
class Said:
    """Something that a line of code says."""

    kind: str
    """``word``, ``parameter``, ``option``, or ``id`` for a clause that is written out."""
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


Definitions = Mapping[Path, AbstractSet[str]]
"""Names that are defined at the top of files, by file."""


def reached_from(starts: Iterable[tuple[str, str]], wanted: Callable[[str], bool]) -> Definitions:
    """Return what definitions lead to, by the names that they mention, in all wanted modules.

    A start is a module and a name in it. What is imported but never mentioned is not reached.
    """
    found: dict[Path, set[str]] = {}
    left = list(starts)
    while left:
        module, name = left.pop()
        path = source_of(module) if wanted(module) else None
        if path is None or name in found.get(path, ()):
            continue
        names = _names(path)
        if name in names.defined:
            found.setdefault(path, set()).add(name)
            left += names.mentioned(module, name)
        elif name in names.imported:
            left.append(names.imported[name])
    return found


class _Names:
    """The names of a file: what it defines, and what it imports from where."""

    def __init__(self, tree: ast.Module) -> None:
        self.defined = {name: node for node in tree.body for name in _defines(node)}
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
    return _Names(_tree(path))


def _defines(node: ast.stmt) -> list[str]:
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


def said_in(places: Definitions, patterns: Mapping[str, AbstractSet[str]]) -> Iterator[Said]:
    """Yield what definitions say of the words that are looked for, by kind."""
    trees = {path: _only(_tree(path), names) for path, names in places.items()}
    functions = _Functions(trees.values())
    for path, tree in trees.items():
        terms = _terms_of(_tree(path))
        for kind, text, node, name in _Reader(tree, functions, terms).read():
            for word in sorted(_matching(kind, text, patterns.get(kind, ()))):
                yield Said(kind, word, path, node.lineno, name)
        for remark in remarks_in(path, places[path]):
            for word in patterns.get("word", frozenset()) & set(named_in(remark.text)):
                yield Said("word", word, path, remark.line, remark.name)


def _only(tree: ast.Module, names: AbstractSet[str]) -> ast.Module:
    """Return a file with some of its definitions; `__all__` names nothing but names."""
    kept = [node for node in tree.body if not names.isdisjoint(_defines(node))]
    return ast.Module([node for node in kept if _defines(node) != ["__all__"]], [])


def named_in(remark: str) -> list[str]:
    """Return the words for clauses that a remark names.

    >>> named_in("Return whether it stands in a zone. Clauses: zone-stop, zones.")
    ['zone-stop', 'zones']
    """
    return [word for found in _NAMING.findall(remark) for word in found.split(", ")]


def remarks_in(path: Path, names: AbstractSet[str]) -> Iterator[Remark]:
    """Yield the lines of docstrings and comments of a file: at its head, and in definitions."""
    scopes = list(_scopes(_tree(path), ""))
    for line, text in _remarks(path):
        scope = next((name for a, b, name in reversed(scopes) if a <= line <= b), "")
        if not scope or not names.isdisjoint(re.findall(r"\w+", scope.partition(".")[0])):
            yield Remark(line, scope, text)


def _remarks(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield from enumerate(str(node.value.value).splitlines(), node.lineno)
    for token in tokenize.generate_tokens(io.StringIO(path.read_text("utf-8")).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def _scopes(node: ast.AST, name: str) -> Iterator[tuple[int, int, str]]:
    """Yield first line, last line and name of functions, classes and constants, outer ones first.

    What a constant is for may be said in a text below it.
    """
    body = getattr(node, "body", [])
    for n, each in enumerate(body if isinstance(body, list) else []):
        if isinstance(each, ast.FunctionDef | ast.ClassDef):
            inner = f"{name}.{each.name}".lstrip(".")
            yield each.lineno, each.end_lineno or each.lineno, inner
            yield from _scopes(each, inner)
        elif isinstance(each, ast.Assign | ast.AnnAssign) and not name:
            target = each.targets[0] if isinstance(each, ast.Assign) else each.target
            after = next(iter(body[n + 1 : n + 2]), each)
            last = after if isinstance(after, ast.Expr) else each
            yield each.lineno, last.end_lineno or each.lineno, ast.unparse(target)


def _matching(kind: str, text: str | re.Pattern[str], words: Collection[str]) -> set[str]:
    if kind == "parameter":
        return {str(text)} if str(text).partition(".")[0] in words else set()
    if isinstance(text, str):
        return {text} & set(words)
    return {word for word in words if text.fullmatch(word)}


@dataclass(frozen=True)
class _Terms:
    """What a class of terms reads: one key of the parameters with all below it, or several."""

    key: str
    fields: frozenset[str]

    def read(self, field: str) -> str:
        """Return the parameter behind a field: ``stacking``, or ``air.stacking`` of a key."""
        return f"{self.key}.{field}" if self.key else field


_NO_TERMS: Final = _Terms("", frozenset())


def _terms_of(tree: ast.Module) -> dict[str, _Terms]:
    """Return the classes of terms that a file imports or defines."""
    found = _defined_terms(tree)
    for node in ast.walk(tree):
        path = source_of(node.module) if isinstance(node, ast.ImportFrom) and node.module else None
        if isinstance(node, ast.ImportFrom) and path is not None:
            there = _terms_in(path)
            names = ((alias.asname or alias.name, alias.name) for alias in node.names)
            found |= {here: there[name] for here, name in names if name in there}
    return found


@cache
def _terms_in(path: Path) -> dict[str, _Terms]:
    """Return the classes of terms that a file defines."""
    return _defined_terms(_tree(path))


def _defined_terms(tree: ast.Module) -> dict[str, _Terms]:
    modules = {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names
    }  # fmt: skip
    found: dict[str, _Terms] = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and (terms := _fields_of(node, found, modules)):
            found[node.name] = terms
    return found


def _fields_of(
    terms: ast.ClassDef, defined: Mapping[str, _Terms], modules: Mapping[str, str]
) -> _Terms | None:
    """Return the key and the fields of a class of terms, with those that it extends."""
    key, fields, are_terms = "", set(), False
    for base in map(ast.unparse, terms.bases):
        extended = defined.get(base, _NO_TERMS)
        first, _, rest = base.partition(".")
        module, _, name = ".".join(filter(None, (modules.get(first, ""), rest))).rpartition(".")
        if module and name != "Terms" and (path := source_of(module)):
            extended = _terms_in(path).get(name, _NO_TERMS)
        key, fields = key or extended.key, fields | extended.fields
        are_terms |= base == "Terms" or extended is not _NO_TERMS
    for node in terms.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "key":
            key = str(ast.literal_eval(node.value))
        elif isinstance(node, ast.AnnAssign):
            fields.add(ast.unparse(node.target))
    return _Terms(key, frozenset(fields)) if are_terms else None


def _asked(node: ast.AST | None) -> str:
    """Return the class of terms that an expression asks the situation for."""
    if not isinstance(node, ast.Call) or len(node.args) != 1:
        return ""
    return ast.unparse(node.args[0]) if _called(node).rpartition(".")[2] in _READING else ""


def _holders(tree: ast.Module, terms: Mapping[str, _Terms]) -> dict[str, set[str]]:
    """Return which names of a file hold terms: variables, arguments, functions that return them."""
    found: dict[str, set[str]] = {}

    def note(name: str, kind: str) -> None:
        if kind in terms and (terms[kind].key or kind.endswith("Terms")):
            found.setdefault(name, set()).add(kind)

    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.NamedExpr):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            several = isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple)
            names, values = (target.elts, node.value.elts) if several else ([target], [node.value])
            for one, value in zip(names, values, strict=False):
                note(ast.unparse(one), _asked(value))
        elif isinstance(node, ast.arg | ast.FunctionDef):
            told = node.annotation if isinstance(node, ast.arg) else node.returns
            name = node.arg if isinstance(node, ast.arg) else node.name
            for word in re.findall(r"\w+", ast.unparse(told)) if told else ():
                note(name, word)
    return found


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
        self, tree: ast.Module, functions: _Functions, terms: Mapping[str, _Terms]
    ) -> None:
        self._tree = tree
        self._functions = functions
        self._terms = terms
        self._holders = _holders(tree, terms)
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
            if (terms := self._terms.get(_asked(node), _NO_TERMS)).key:
                yield "parameter", terms.key + ".", node, name
            yield from self._given(node, name, kind)
            return
        if isinstance(node, ast.Compare | ast.Subscript) or _is_key(node):
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
        return not plain or not self._handed_on.isdisjoint(_defines(node))

    def _field(self, node: ast.Attribute) -> str:
        """Return the parameter that an attribute of terms reads, or an empty text."""
        value = node.value
        held = value.func if isinstance(value, ast.Call) else value
        kinds = {_asked(value)} | self._holders.get(ast.unparse(held), set())
        found = [self._terms[kind] for kind in kinds if kind in self._terms]
        return next((terms.read(node.attr) for terms in found if node.attr in terms.fields), "")

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
