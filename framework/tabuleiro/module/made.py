"""Counters of pieces that are made during play, each from a template of the palette.

A made piece goes by ``<template>--<word>``: its counter is that of the template. The word comes
from chance, so that it tells neither how many were made before nor in which order.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from tabuleiro.module.records import Counter

__all__ = ["LETTERS", "LONG", "MADE", "made_name", "template_of", "with_made"]

MADE: Final = "--"
"""What stands between the template of a made piece and its word: no id of a file has it."""
LETTERS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
"""What words are made of."""
LONG: Final = 5
"""So many letters a word has."""


def made_name(template: str, word: str) -> str:
    """Return the id of a made piece.

    >>> made_name("us-flag", "0k31b")
    'us-flag--0k31b'
    """
    return f"{template}{MADE}{word}"


def template_of(piece: str) -> str | None:
    """Return the template that a piece was made from, None if it was in the box.

    >>> template_of("us-flag--0k31b"), template_of("us-349-ri")
    ('us-flag', None)
    """
    template, made, _word = piece.partition(MADE)
    return template if made else None


def with_made(counters: dict[str, Counter], palette: Mapping[str, Counter]) -> dict[str, Counter]:
    """Return the counters of a module, and those of whatever is made from its palette."""
    return _WithMade(counters, palette) if palette else counters


class _WithMade(dict[str, Counter]):
    """Counters by id. Those of made pieces are worked out when they are asked for."""

    def __init__(self, counters: dict[str, Counter], palette: Mapping[str, Counter]) -> None:
        super().__init__(counters)
        self._palette = palette
        self._made: dict[str, Counter] = {}

    def __missing__(self, piece: str) -> Counter:
        found = self._made.get(piece)
        if found is None:
            template = self._palette.get(template_of(piece) or "")
            if template is None:
                raise KeyError(piece)
            found = self._made[piece] = msgspec.structs.replace(template, id=piece)
        return found

    def __contains__(self, piece: object) -> bool:
        if super().__contains__(piece):
            return True
        return isinstance(piece, str) and template_of(piece) in self._palette

    def get(self, piece: str, default: Any = None) -> Any:
        """Return a counter, or the default."""
        try:
            return self[piece]
        except KeyError:
            return default
