"""Sections of a rulebook and the clauses in them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

__all__ = ["Heading", "anchors_of", "heading_of", "odd_headings", "section_of"]

MAX_HEADING: Final = 300
"""Characters of a heading."""
_LEVELS: Final = 6
_FENCES: Final = ("```", "~~~")


class Heading(NamedTuple):
    """The heading of a section: its words and its anchor."""

    title: str
    anchor: str


def heading_of(line: str) -> Heading | None:
    """Return what a line of a rulebook says as a heading with an anchor, None if it is none.

    It looks at the end of the line alone: a pattern would try each ``{#`` of a line in turn.

    >>> heading_of("## 5.1.6 Results {#5.1.6}")
    Heading(title='5.1.6 Results', anchor='5.1.6')
    >>> heading_of("## Results") is heading_of("Results {#5.1.6}") is None
    True
    """
    signs, space, rest = line.partition(" ")
    whole = rest.rstrip()
    if not (space and 1 <= len(signs) <= _LEVELS and not signs.strip("#") and whole.endswith("}")):
        return None
    title, mark, anchor = whole[:-1].rpartition("{#")
    if not mark or not anchor or "}" in anchor or any(sign.isspace() for sign in anchor):
        return None
    return Heading(title.strip(), anchor)


def anchors_of(text: str) -> Iterator[tuple[str, int]]:
    r"""Yield the anchor of each section of a rulebook, with its line.

    >>> list(anchors_of("# Rules {#0}\n\n## 5.1.6 Results {#5.1.6}\n"))
    [('0', 1), ('5.1.6', 3)]
    """
    for number, line in _headings(text):
        heading = heading_of(line)
        if heading:
            yield heading.anchor, number


def odd_headings(text: str) -> Iterator[int]:
    r"""Yield the lines of headings that no reader wants to see, and no pattern to search.

    >>> list(odd_headings("# Rules {#0}\n## 5.9 {#{#{#{#\n#" + " " * 900 + "{#1}"))
    [2, 3]
    """
    for number, line in _headings(text):
        if len(line) > MAX_HEADING or line.count("{#") > 1 or "    " in line.rstrip():
            yield number


def _headings(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that begin as headings do, outside of what stands between fences."""
    fenced = False
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith(_FENCES):
            fenced = not fenced
        if line.startswith("#") and not fenced:
            yield number, line


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
