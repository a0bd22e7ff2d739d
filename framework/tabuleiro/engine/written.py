"""Slips in the source of a plugin that no run would show: it is read, not run.

A sentence for players is looked up in the catalogue of translations by its words. One that is put
together before (``msg(f"…")``) is never found there, and is told in English to everybody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.i18n import _, extract

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["slips_in"]


def slips_in(package: Path) -> Iterator[str]:
    """Yield what is wrong in the sources of a package: file, line and a sentence each."""
    try:
        faults = extract([package]).faults
    except (OSError, SyntaxError, ValueError, RecursionError):
        return  # whoever loads it is told why
    sentence = _(
        "{place}: this sentence is put together before it is translated: write it out, and give"
        " what varies by name"
    )
    for fault in faults:
        place, _colon, code = fault.removeprefix(f"{package.parent}/").partition(": ")
        yield f"{sentence.format(place=place)}: {code}"
