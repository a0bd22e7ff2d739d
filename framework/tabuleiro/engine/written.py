"""Slips in the source of a plugin that no run would show: it is read, not run.

A sentence for players is looked up in the catalogue of translations by its words. One that is put
together before (``msg(f"…")``) is never found there, and is told in English to everybody.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from tabuleiro.i18n import _

__all__ = ["Slip", "slips_in"]

_SAYING: Final = frozenset({"msg", "_", "N_", "ngettext"})
_LARGEST: Final = 1_000_000
_MOST: Final = 1_000
"""Bytes of a file, and files of a package, that are read."""


class Slip(NamedTuple):
    """Something that is wrong in a source: where, and what, in a sentence."""

    place: str
    what: str

    def __str__(self) -> str:
        """Return both."""
        return f"{self.place}: {self.what}"


def slips_in(package: Path) -> Iterator[Slip]:
    """Yield the slips in the sources of a package."""
    for path in sorted(package.rglob("*.py"))[:_MOST]:
        try:
            raw = path.read_bytes()
            tree = ast.parse(raw) if len(raw) <= _LARGEST else ast.Module([], [])
        except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
            continue  # whoever loads it is told why
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and _says(node) and node.args:
                told = _put_together(node)
                if told:
                    place = path.relative_to(package.parent).as_posix()
                    yield Slip(f"{place}:{node.lineno}", told)


def _says(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id in _SAYING


def _put_together(call: ast.Call) -> str:
    """Return what is wrong with the sentence of a call, nothing if it is written out."""
    said, name = call.args[0], getattr(call.func, "id", "")
    method = said.func if isinstance(said, ast.Call) else None
    formatted = isinstance(method, ast.Attribute) and method.attr == "format"
    if isinstance(said, (ast.JoinedStr, ast.BinOp)) or formatted:
        sentence = _(
            "the sentence in {name}(...) is put together before it is translated: write it out,"
            ' and give what varies by name, as in msg("{{n}} units", n=3)'
        )
        return sentence.format(name=name)
    return ""
