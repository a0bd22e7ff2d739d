"""A rulebook as plain lines for a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from tabuleiro.i18n import language
from tabuleiro.module.rulebook import parts_of

if TYPE_CHECKING:
    from tabuleiro.module import Module

__all__ = ["Clause", "Section", "read_rulebook", "sections_of"]

_ANCHOR: Final = re.compile(r'<a id="(?P<id>[^"]+)"></a>\s*(?:\*\*(?P<mark>[^*]+)\*\*\s*)?')
_LINK: Final = re.compile(r"\[([^\[\]]+)\]\([^()]*\)")


@dataclass(frozen=True)
class Clause:
    """A clause or worked example of a rulebook."""

    id: str
    section: str
    example: bool = False


@dataclass
class Section:
    """A section of a rulebook: its heading and its lines, plain enough for a terminal."""

    anchor: str
    title: str
    lines: list[str] = field(default_factory=list)
    clauses: list[Clause] = field(default_factory=list)


def read_rulebook(module: Module) -> list[Section]:
    """Return the rulebook of a module in the current language."""
    return list(sections_of(module.rulebook(language())))


def sections_of(text: str) -> Iterator[Section]:
    r"""Yield the sections of a rulebook.

    >>> book = '## 2.1 Map {#2.1}\n\n<a id="duel-2.1-1"></a>**1.** It has **12** hexes.\n'
    >>> [section] = sections_of(book)
    >>> section.title, section.lines, section.clauses[0].id
    ('2.1 Map', ['[duel-2.1-1] It has 12 hexes.'], 'duel-2.1-1')
    """
    for heading, lines in parts_of(text):
        section = Section(heading.anchor, heading.title, [_plain(line) for line in lines])
        for found in _ANCHOR.finditer("\n".join(lines)):
            example = "-ex-" in found["id"]
            section.clauses.append(Clause(found["id"], section.anchor, example))
        yield _trimmed(section)


def _plain(line: str) -> str:
    line = _ANCHOR.sub(lambda found: f"[{found['id']}] ", line)
    return _LINK.sub(r"\1", line).replace("**", "").rstrip()


def _trimmed(section: Section) -> Section:
    while section.lines and not section.lines[0]:
        section.lines.pop(0)
    while section.lines and not section.lines[-1]:
        section.lines.pop()
    return section
