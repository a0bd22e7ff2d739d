"""Ids and texts as our modules want them, from the names that authors gave in VASSAL."""

from __future__ import annotations

import html
import json
import re
import unicodedata
from typing import Any, Final

from tabuleiro.harmless import harmless

__all__ = ["Names", "both", "flow", "said", "slug"]

_MOST: Final = 60
_LONGEST: Final = 200
_TAG: Final = re.compile(r"<[^<>]{0,200}>")
_PLAIN: Final = re.compile(r"[a-z][a-z0-9-]*")
_WORDS: Final = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})


def slug(text: str, default: str = "piece") -> str:
    """Return a text as an id.

    >>> slug("1/327 Inf. Régt (\u00a0Süd)"), slug("***")
    ('1-327-inf-regt-sud', 'piece')
    """
    plain = unicodedata.normalize("NFKD", text[:_LONGEST]).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:_MOST].strip("-") or default


def said(text: str, default: str = "?") -> str:
    """Return a text of an author as one harmless line; HTML is taken out.

    >>> said("<b>Tiger</b>  &amp; co "), said("")
    ('Tiger & co', '?')
    """
    text = text[: 10 * _LONGEST]
    if "<" in text or "&" in text:
        text = html.unescape(_TAG.sub("", text))
    return " ".join(harmless(text.replace("\n", " "))[:_LONGEST].split()) or default


def both(text: str) -> dict[str, str]:
    """Return a name that is the same in both languages."""
    return {"pt": text, "en": text}


class Names:
    """Ids that are given once each.

    >>> names = Names()
    >>> names.new("Tiger"), names.new("Tiger"), names.new("Tiger-2")
    ('tiger', 'tiger-2', 'tiger-2-2')
    """

    def __init__(self, *taken: str) -> None:
        """Begin with ids that are taken."""
        self._taken = set(taken)
        self._last: dict[str, int] = {}

    def new(self, text: str, default: str = "piece") -> str:
        """Return an id that nobody has."""
        stem = slug(text, default)
        name, number = stem, self._last.get(stem, 1)
        while name in self._taken:
            number += 1
            name = f"{stem}-{number}"
        self._last[stem] = number
        self._taken.add(name)
        return name


def flow(value: Any) -> str:
    """Return a value as YAML in one line.

    >>> flow({"id": "a-1", "name": "A: b", "x": [1, True], "at": {"z": "no"}})
    '{id: a-1, name: "A: b", x: [1, true], at: {z: "no"}}'
    """
    if isinstance(value, dict):
        return "{" + ", ".join(f"{flow(k)}: {flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(flow, value)) + "]"
    if isinstance(value, str):
        plain = _PLAIN.fullmatch(value) and value not in _WORDS
        return value if plain else json.dumps(value, ensure_ascii=False)
    if isinstance(value, float):
        return f"{value:.10g}"
    return json.dumps(value)
