"""Sections of a rulebook and the clauses in them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

__all__ = ["anchors_of", "section_of"]

_HEADING: Final = re.compile(r"#{1,6} .*\{#(?P<anchor>[^}\s]+)\}\s*")
_FENCES: Final = ("```", "~~~")


def anchors_of(text: str) -> Iterator[tuple[str, int]]:
    r"""Yield the anchor of each section of a rulebook, with its line.

    >>> list(anchors_of("# Rules {#0}\n\n## 5.1.6 Results {#5.1.6}\n"))
    [('0', 1), ('5.1.6', 3)]
    """
    fenced = False
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith(_FENCES):
            fenced = not fenced
        heading = None if fenced else _HEADING.fullmatch(line)
        if heading:
            yield heading["anchor"], number


def section_of(rule: str, module: str, anchors: Collection[str]) -> str | None:
    """Return the anchor of the section that a clause stands in, None if there is none.

    >>> section_of("diadem-5.1.6-2", "diadem", {"5.1.6", "T-CRT"})
    '5.1.6'
    >>> section_of("diadem-T-CRT-1", "diadem", {"5.1.6", "T-CRT"})
    'T-CRT'
    >>> section_of("leyte-4.0-1", "diadem", {"4.0"}) is None
    True
    """
    if not rule.startswith(f"{module}-"):
        return None
    rest = rule.removeprefix(f"{module}-")
    section, _hyphen, _number = rest.rpartition("-")
    return next((anchor for anchor in (section, rest) if anchor in anchors), None)
