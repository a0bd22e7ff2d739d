"""What the cells of tables mean, in words: "Attacker retreats and loses one".

A game says it in its texts for each part of a cell, ``outcome.drb``; asterisks are a part of their
own, ``outcome.stars-2``; ``/`` is written ``_``. Where it says nothing the name of the result
stands.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tabuleiro.i18n import text

if TYPE_CHECKING:
    from tabuleiro.module import Module

__all__ = ["outcome_words"]

_PART: Final = re.compile(r"[^*\s]+|\*+")


def outcome_words(module: Module, code: str) -> str:
    """Return in words what a cell of a table means; the cell itself if nobody says."""
    told = [words for part in _PART.findall(code) if (words := _part(module, part))]
    if not told:
        return code
    words = " · ".join(told)
    return words[:1].upper() + words[1:]


def _part(module: Module, part: str) -> str:
    key = f"stars-{len(part)}" if part.startswith("*") else part.lower().replace("/", "_")
    own = module.text(f"outcome.{key}")
    if own is not None:
        return text(own)
    result = module.results.get(part)
    return text(result.name) if result is not None else ""
