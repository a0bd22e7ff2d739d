"""Which parameters of a module the code reads, by its terms (`tabuleiro.module.terms`)."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from tabuleiro.cli.code_reached import source_of, tree_of

__all__ = ["NO_TERMS", "TermsRead", "asked", "called_name", "holders", "terms_of"]

_READING: Final = frozenset({"terms", "terms_if_any"})
"""Functions that read parameters of the module."""


@dataclass(frozen=True)
class TermsRead:
    """What a class of terms reads: one key of the parameters with all below it, or several."""

    key: str
    fields: frozenset[str]

    def read(self, field: str) -> str:
        """Return the parameter behind a field: ``stacking``, or ``air.stacking`` of a key."""
        return f"{self.key}.{field}" if self.key else field


NO_TERMS: Final = TermsRead("", frozenset())


def terms_of(tree: ast.Module) -> dict[str, TermsRead]:
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
def _terms_in(path: Path) -> dict[str, TermsRead]:
    """Return the classes of terms that a file defines."""
    return _defined_terms(tree_of(path))


def _defined_terms(tree: ast.Module) -> dict[str, TermsRead]:
    modules = {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names
    }  # fmt: skip
    found: dict[str, TermsRead] = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and (terms := _fields_of(node, found, modules)):
            found[node.name] = terms
    return found


def _fields_of(
    terms: ast.ClassDef, defined: Mapping[str, TermsRead], modules: Mapping[str, str]
) -> TermsRead | None:
    """Return the key and the fields of a class of terms, with those that it extends."""
    key, are_terms = "", False
    fields: set[str] = set()
    for base in map(ast.unparse, terms.bases):
        extended = defined.get(base, NO_TERMS)
        first, _, rest = base.partition(".")
        module, _, name = ".".join(filter(None, (modules.get(first, ""), rest))).rpartition(".")
        if module and name != "Terms" and (path := source_of(module)):
            extended = _terms_in(path).get(name, NO_TERMS)
        key, fields = key or extended.key, fields | extended.fields
        are_terms |= base == "Terms" or extended is not NO_TERMS
    for node in terms.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "key":
            key = str(ast.literal_eval(node.value))
        elif isinstance(node, ast.AnnAssign):
            fields.add(ast.unparse(node.target))
    return TermsRead(key, frozenset(fields)) if are_terms else None


def asked(node: ast.AST | None) -> str:
    """Return the class of terms that an expression asks the situation for."""
    if not isinstance(node, ast.Call) or len(node.args) != 1:
        return ""
    return ast.unparse(node.args[0]) if called_name(node).rpartition(".")[2] in _READING else ""


def holders(tree: ast.Module, terms: Mapping[str, TermsRead]) -> dict[str, set[str]]:
    """Return which names of a file hold terms: variables, arguments, functions that return them."""
    found: dict[str, set[str]] = {}

    def note(name: str, kind: str) -> None:
        if kind in terms and (terms[kind].key or kind.endswith("Terms")):
            found.setdefault(name, set()).add(kind)

    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.NamedExpr):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            pairs = [(target, node.value)]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = list(zip(target.elts, node.value.elts, strict=False))
            for one, value in pairs:
                note(ast.unparse(one), asked(value))
        elif isinstance(node, ast.arg | ast.FunctionDef):
            told = node.annotation if isinstance(node, ast.arg) else node.returns
            name = node.arg if isinstance(node, ast.arg) else node.name
            for word in re.findall(r"\w+", ast.unparse(told)) if told else ():
                note(name, word)
    return found


def called_name(call: ast.Call) -> str:
    """Return what a call calls, as it is written."""
    return ast.unparse(call.func) if isinstance(call.func, ast.Name | ast.Attribute) else ""
