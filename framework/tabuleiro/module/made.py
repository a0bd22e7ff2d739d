"""Counters of pieces that are made during play, each from a template of the palette.

A made piece goes by ``<template>--<word>``: its counter is that of the template. The word comes
from chance, so that it tells neither how many were made before nor in which order.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from tabuleiro.module.records import Counter

__all__ = ["FACE_DOWN", "LETTERS", "LONG", "MADE", "made_name", "template_of", "with_made"]

MADE: Final = "--"
"""What stands between the template of a made piece and its word: no id of a file has it."""
FACE_DOWN: Final = "face-down"
"""The mark of a piece of which only its back is seen, on a free table."""
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


def with_made(
    counters: dict[str, Counter], palette: Mapping[str, Counter], *, any_counter: bool = False
) -> dict[str, Counter]:
    """Return the counters of a module, and those of whatever is made from its palette.

    On a free table any counter is a template: ``any_counter``.
    """
    return _WithMade(counters, palette, any_counter) if palette or any_counter else counters


class _WithMade(dict[str, Counter]):
    """Counters by id. Those of made pieces are worked out when they are asked for."""

    def __init__(
        self,
        counters: dict[str, Counter],
        palette: Mapping[str, Counter],
        any_counter: bool,  # noqa: FBT001 - as it was asked for
    ) -> None:
        super().__init__(counters)
        self._palette = palette
        self._any = any_counter
        self._made: dict[str, Counter] = {}

    def __missing__(self, piece: str) -> Counter:
        found = self._made.get(piece)
        if found is None:
            template = self._palette.get(template_of(piece) or "")
            if template is None and self._any:
                template = dict.get(self, template_of(piece) or "")
            if template is None:
                raise KeyError(piece)
            found = self._made[piece] = msgspec.structs.replace(template, id=piece)
        return found

    def __contains__(self, piece: object) -> bool:
        if super().__contains__(piece):
            return True
        if not isinstance(piece, str):
            return False
        template = template_of(piece)
        return template in self._palette or (self._any and super().__contains__(template))

    def get(self, piece: str, default: Any = None) -> Any:
        """Return a counter, or the default."""
        try:
            return self[piece]
        except KeyError:
            return default
