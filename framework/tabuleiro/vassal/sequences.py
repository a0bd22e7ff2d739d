"""Sequences: how VASSAL writes lists into a line of text.

The parts of a sequence are parted by one sign. Where the sign is part of a text, a backslash stands
before it; a text that ends with a backslash is put between apostrophes. A piece is such a sequence
of two parts, parted by a tab: its outermost trait, and the same for all that is inside.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

__all__ = ["Fields", "chain", "split"]

_RUN: Final = re.compile(r"(\\*)\t")
_SHORTEST: Final = 2


def split(text: str, sign: str) -> list[str]:
    r"""Return the parts of a sequence.

    >>> split(r"a;b\;c;'d\';", ";")
    ['a', 'b;c', 'd\\', '']
    """
    if "\\" not in text:
        return [_bare(part) for part in text.split(sign)]
    escaped = f"\\{sign}"
    return [_bare(part.replace(escaped, sign)) for part in _parter(sign).split(text)]


@lru_cache
def _parter(sign: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\\){re.escape(sign)}")


def _bare(text: str) -> str:
    quoted = len(text) >= _SHORTEST and text[0] == text[-1] == "'"
    return text[1:-1] if quoted else text


def chain(text: str) -> list[str]:
    r"""Return the traits of a piece, or their states, the outermost first.

    The tab that parts two of them has a backslash for each trait outside of them, so that one look
    at the whole is enough, however deep it is.

    >>> chain("delete;\tlabel;a\\\tpiece;;;x.png;x")
    ['delete;', 'label;a', 'piece;;;x.png;x']
    """
    traits: list[str] = []
    begin, end = 0, len(text)
    for found in _RUN.finditer(text):
        if found.start() < begin:
            continue
        level, run = len(traits), len(found[1])
        if run < level:
            end = found.start()
            break
        if run == level:
            traits.append(_at_level(text[begin : found.start()], level))
            begin = found.end()
            if text[begin : begin + 1] == "'" == text[end - 1 : end] and end - begin >= _SHORTEST:
                begin, end = begin + 1, end - 1
    traits.append(_at_level(text[begin:end], len(traits)))
    return traits


def _at_level(text: str, level: int) -> str:
    """Return a trait as it was before all outside of it were put around it."""
    if "\t" in text:
        text = _RUN.sub(lambda found: found[1][level + 1 :] + "\t", text)
    return _bare(text)


class Fields:
    """The fields of a trait, read one after the other; those that are missing have defaults.

    >>> fields = Fields("6;];[;Turn right", ";")
    >>> fields.number(0), fields.text(), fields.text(), fields.text(), fields.flag()
    (6, ']', '[', 'Turn right', False)
    """

    def __init__(self, text: str, sign: str) -> None:
        """Take the text of a sequence."""
        self._parts = split(text, sign)
        self._next = 0

    def text(self, default: str = "") -> str:
        """Return the next field."""
        if self._next >= len(self._parts):
            return default
        self._next += 1
        return self._parts[self._next - 1]

    def number(self, default: int = 0) -> int:
        """Return the next field as a whole number, the default if it is none."""
        found = self.text()
        short = len(found) < len(str(1 << 63))
        return int(found) if short and re.fullmatch(r"-?[0-9]+", found) else default

    def flag(self, *, default: bool = False) -> bool:
        """Return the next field as yes or no."""
        if self._next >= len(self._parts):
            return default
        return self.text() == "true"

    def skip(self, count: int = 1) -> None:
        """Leave out some fields."""
        self._next += count

    def rest(self) -> list[str]:
        """Return all fields that are left."""
        return self._parts[self._next :]
