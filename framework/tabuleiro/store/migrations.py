"""Old ``.partida`` files, brought up to date by numbered pure functions.

`MIGRATIONS` has, under the number of each old format, the function that makes the next one of it.
A function gets a document, whose chain of hashes was checked, and returns a new one::

    {"manifest": {...}, "rows": [{...}, ...], "position": {...}}

It does nothing else and is never edited once released; ``tests/compat/`` keeps a file of each
format. If it changes rows, their hashes are computed again after the last migration.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from tabuleiro.i18n import _
from tabuleiro.store.errors import PartidaError, shown
from tabuleiro.store.stored_log import rechained

__all__ = ["FORMAT", "MIGRATIONS", "Document", "Migrations", "check_format", "migrate"]

Document: TypeAlias = dict[str, Any]
Migrations: TypeAlias = Mapping[int, Callable[[Document], Document]]


def _to_2(document: Document) -> Document:
    """Format 2: rows say what each side is told of them, dice come from streams.

    Old rows do not say the one, old matches go on without the other. The option that said whether
    totals are sealed says now how far.
    """
    manifest, rows = document["manifest"], document["rows"]
    start = {**rows[0], "action": _header_2(rows[0]["action"])}
    return {
        **document,
        "manifest": {**manifest, "game": _header_2(manifest["game"]), "for": "everything"},
        "rows": [{"secret": False, **row, "told": None} for row in (start, *rows[1:])],
    }


def _header_2(header: dict[str, Any]) -> dict[str, Any]:
    options = dict(header.get("options", {}))
    if "sealed-totals" in options:
        options["sealing"] = "covered" if options.pop("sealed-totals") else "open"
    return {**header, "options": options, "match": "", "streams": False}


MIGRATIONS: Final[Migrations] = {1: _to_2}

FORMAT: Final = len(MIGRATIONS) + 1
"""The format that is written."""


def check_format(number: object, newest: int = FORMAT) -> int:
    """Return the number of a format that can be read, or raise `PartidaError`.

    >>> check_format(7)
    Traceback (most recent call last):
    tabuleiro.store.errors.PartidaError: A newer Tabuleiro wrote this file, in format 7.
    """
    if type(number) is not int or number < 1:
        sentence = _("The manifest does not say in which format the file is: {number}.")
        raise PartidaError(sentence.format(number=shown(number)))
    if number > newest:
        sentence = _("A newer Tabuleiro wrote this file, in format {number}.")
        raise PartidaError(sentence.format(number=shown(number)))
    return number


def migrate(document: Document, number: int, migrations: Migrations = MIGRATIONS) -> Document:
    """Return a document of the newest format, made of one of format ``number``."""
    newest = len(migrations) + 1
    if number == newest:
        return document
    try:
        for step in range(number, newest):
            document = migrations[step](document)
        manifest = {**document["manifest"], "format": newest}
        return {**document, "manifest": manifest, "rows": rechained(document["rows"])}
    except (LookupError, TypeError, ValueError, AttributeError):
        sentence = _("The file says that it is in format {number} and is not.")
        raise PartidaError(sentence.format(number=number)) from None
