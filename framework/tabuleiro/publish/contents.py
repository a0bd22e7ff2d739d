"""What may lie where in a pack of each kind."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from tabuleiro.i18n import _
from tabuleiro.publish.errors import PackError

if TYPE_CHECKING:
    from tabuleiro.publish.manifest import PackFile

__all__ = ["CODE", "DATA", "ENDING", "PAPERS", "VARIANT", "check_contents", "package_of"]

ENDING: Final = ".tabuleiro"
"""How the names of packs end."""
VARIANT: Final = "variant"
"""The folder with what scenarios bring: files of a module, whole or in parts."""
PAPERS: Final = re.compile(r"(README|LICENSE|LICENCE|NOTICE|CHANGELOG)(\.md|\.txt)?")
"""Files for people, which lie beside the folders."""
_PICTURES: Final = {".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp"}
DATA: Final = frozenset({".csv", ".json", ".md", ".po", ".txt", ".yaml"} | _PICTURES)
CODE: Final = frozenset({".py", ".pyi", ".typed", ".toml"})
"""Endings of files, the latter only where code may be."""
_PACKAGE: Final = re.compile(r"plugins/tabuleiro_([a-z0-9_]+)/")


def package_of(names: Iterable[str]) -> str:
    """Return the name of the package of code in a pack, without what all are called by.

    >>> package_of(["plugins/tabuleiro_duel/__init__.py"])
    'duel'
    """
    found = (_PACKAGE.match(name) for name in names)
    return next((match[1] for match in found if match), "")


def check_contents(said: PackFile, names: Iterable[str]) -> None:
    """Refuse files that a pack of its kind does not hold, and what must be there and is not."""
    names = list(names)
    code = said.kind in {"plugin", "house-rules"}
    package = package_of(names)
    for name in names:
        top, _slash, rest = name.partition("/")
        if not rest:
            good = bool(PAPERS.fullmatch(name))
        elif top == "plugins":
            good = code and name.startswith(f"plugins/tabuleiro_{package}/")
        elif top == VARIANT:
            good = said.kind == "scenarios"
        else:
            good = top == "modules" and said.kind != "scenarios" and "/" in rest
        if not good or not _right_ending(name, code=top == "plugins"):
            sentence = _("A pack of the kind {kind} may not hold {name}.")
            raise PackError(sentence.format(kind=said.kind, name=name))
    _check_wanted(said, names)


def _right_ending(name: str, *, code: bool) -> bool:
    file = name.rpartition("/")[2]
    if PAPERS.fullmatch(file):
        return True
    ending = "." + file.rpartition(".")[2].lower()
    return "." in file and (ending in DATA or (code and ending in CODE))


def _check_wanted(said: PackFile, names: list[str]) -> None:
    wanted = f"modules/{said.id}/module.yaml"
    if said.kind == "module":
        others = [n for n in names if n.startswith("modules/") and n.split("/")[1] != said.id]
        if others:
            sentence = _("A pack of the kind {kind} may not hold {name}.")
            raise PackError(sentence.format(kind=said.kind, name=others[0]))
    elif said.kind == "scenarios":
        inside = [name for name in names if name.startswith(f"{VARIANT}/")]
        wanted = inside[0] if inside else f"{VARIANT}/..."
    else:
        wanted = f"plugins/tabuleiro_{said.id}/__init__.py"
    if wanted not in names:
        raise PackError(_("The pack has no {name}.").format(name=wanted))
