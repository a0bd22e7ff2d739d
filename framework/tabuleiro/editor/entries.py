"""New entries of YAML, as our modules are written: on one line if it fits, else key by key."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tabuleiro.module.writing import flow, scalar

__all__ = ["entry"]


def entry(lead: str, value: Any, width: int, *, tall: bool = False) -> list[str]:
    """Return the lines of one entry, which begins with ``lead``: a key and a colon, or a dash.

    ``tall`` writes a mapping key by key even if it would fit on one line.

    >>> entry("  -", {"hex": "0104", "units": ["a", "b"]}, 100)
    ['  - {hex: "0104", units: [a, b]}']
    >>> entry("  -", {"hex": "0104", "units": ["a", "b"]}, 100, tall=True)
    ['  - hex: "0104"', '    units: [a, b]']
    >>> entry("text:", {"pt": "Um texto longo.", "en": "A long text."}, 24)
    ['text:', '  pt: Um texto longo.', '  en: A long text.']
    """
    if isinstance(value, str):
        return _text(lead, value, width)
    line = f"{lead} {flow(value)}"
    fits = len(line) <= width and "\\n" not in line
    if isinstance(value, Mapping) and value and (tall or not fits):
        return _mapping(lead, value, width)
    if isinstance(value, list | tuple) and value:
        if any(isinstance(each, Mapping) for each in value):
            inner = f"{' ' * _indent(lead)}  -"
            return [lead, *(line for each in value for line in entry(inner, each, width))]
        if not fits:
            return _wrapped(lead, value, width)
    return [line]


def _indent(lead: str) -> int:
    return len(lead) - len(lead.lstrip())


def _mapping(lead: str, value: Mapping[str, Any], width: int) -> list[str]:
    inner = " " * (_indent(lead) + 2)
    lines = [
        line for key, each in value.items() for line in entry(f"{inner}{scalar(key)}:", each, width)
    ]
    if not lead.endswith("-"):
        return [lead, *lines]
    return [f"{lead} {lines[0].lstrip()}", *lines[1:]]


def _wrapped(lead: str, values: Iterable[Any], width: int) -> list[str]:
    """Return a list in brackets that fills as many lines as it needs."""
    inner = " " * (_indent(lead) + 2)
    return [f"{lead} [", *_filled(inner, values, width), f"{' ' * _indent(lead)}]"]


def _filled(inner: str, values: Iterable[Any], width: int) -> Iterator[str]:
    line = ""
    for word in (f"{flow(each)}," for each in values):
        if line and len(line) + len(word) >= width:
            yield line
            line = ""
        line = f"{line} {word}" if line else inner + word
    yield line.removesuffix(",")


def _text(lead: str, text: str, width: int) -> list[str]:
    line = f"{lead} {scalar(text)}"
    inner = " " * (_indent(lead) + 2)
    rows = text.split("\n")
    if len(rows) > 1 and rows[-1] and text[0] not in " \n" and all(map(_safe, rows)):
        return [f"{lead} |-", *(f"{inner}{row}" if row else "" for row in rows)]
    if len(line) <= width or " ".join(text.split()) != text:
        return [line]
    room = max(20, width - len(inner))
    words = textwrap.wrap(text, room, break_long_words=False, break_on_hyphens=False)
    return [f"{lead} >-", *(inner + row for row in words)]


def _safe(row: str) -> bool:
    """Return whether a line may stand in a block of text as it is."""
    return row == row.rstrip() and row.isprintable()
