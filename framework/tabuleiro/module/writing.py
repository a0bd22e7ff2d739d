"""Values as people write them in the YAML of a module: what needs no quotes has none."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

__all__ = ["flow", "scalar"]

_PLAIN: Final = re.compile(r"[A-Za-zÀ-ÿ]([\wÀ-ÿ '()./&–-]*[\wÀ-ÿ')./–-])?")
_WORDS: Final = frozenset({"null", "true", "false", "yes", "no", "on", "off", "y", "n"})


def scalar(value: Any) -> str:
    """Return one value as it is written.

    >>> [scalar(each) for each in (None, True, 3, 0.5, "Ormoc Bay", "0104", "a: b", "no")]
    ['null', 'true', '3', '0.5', 'Ormoc Bay', '"0104"', '"a: b"', '"no"']
    """
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value)
        case _:
            text = str(value)
    if _PLAIN.fullmatch(text) and text.lower() not in _WORDS:
        return text
    return json.dumps(text, ensure_ascii=False)


def flow(value: Any) -> str:
    """Return a value on one line.

    >>> flow({"id": "inn", "hexes": ["0101"]})
    '{id: inn, hexes: ["0101"]}'
    """
    if isinstance(value, Mapping):
        inside = ", ".join(f"{scalar(key)}: {flow(each)}" for key, each in value.items())
        return f"{{{inside}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(flow(each) for each in value)}]"
    return scalar(value)
