"""The rulebook by sections and clauses: Markdown with anchors, taken apart."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tabuleiro.i18n import language

if TYPE_CHECKING:
    from tabuleiro.module import Module

__all__ = ["Clause", "Section", "clause_of", "read_rulebook", "rulebook"]

_HEADING: Final = re.compile(r"#{1,6} (?P<heading>.*?)\s*\{#(?P<anchor>[^}\s]+)\}\s*")
_PLAIN_HEADING: Final = re.compile(r"#{1,6} ")
_CLAUSE: Final = re.compile(r'(?:> )?<a id="(?P<id>[^"]+)"></a>(?P<text>.*)')
_FENCES: Final = ("```", "~~~")


@dataclass(frozen=True)
class Section:
    """A section: its anchor, its heading, and its text without the heading, as Markdown."""

    anchor: str
    heading: str
    text: str


@dataclass(frozen=True)
class Clause:
    """A clause or an example: its id, the section where it stands, and its text as Markdown."""

    id: str
    section: Section
    text: str


@dataclass(frozen=True)
class Rulebook:
    """A rulebook taken apart."""

    sections: Mapping[str, Section]
    clauses: Mapping[str, Clause]


def rulebook(module: Module) -> Rulebook:
    """Return the rulebook of a module in the current language."""
    key = ("rulebook", language())
    if key not in module.memo:
        module.memo[key] = read_rulebook(module.rulebook())
    found: Rulebook = module.memo[key]
    return found


def read_rulebook(markdown: str) -> Rulebook:
    r"""Take a rulebook apart.

    >>> book = read_rulebook('## 5.1 Odds {#5.1}\n\n<a id="duel-5.1-1"></a>**1.** Add up.\n')
    >>> book.sections["5.1"].heading, book.clauses["duel-5.1-1"].text
    ('5.1 Odds', '**1.** Add up.')
    """
    parts: list[tuple[str, str, list[str]]] = []
    fenced = False
    for line in markdown.splitlines():
        fenced ^= line.startswith(_FENCES)
        heading = None if fenced else _HEADING.fullmatch(line)
        if heading:
            parts.append((heading["anchor"], heading["heading"], []))
        elif parts:
            parts[-1][2].append(line)
    sections: dict[str, Section] = {}
    clauses: dict[str, Clause] = {}
    for anchor, title, lines in parts:
        section = Section(anchor, title, "\n".join(map(_without_anchor, lines)).strip())
        sections[anchor] = section
        clauses.update({id: Clause(id, section, text) for id, text in _clauses(lines).items()})
    return Rulebook(sections, clauses)


def _without_anchor(line: str) -> str:
    found = _CLAUSE.fullmatch(line)
    return line.replace(f'<a id="{found["id"]}"></a>', "") if found else line


def _clauses(lines: list[str]) -> dict[str, str]:
    """Return the clauses of a section: each to the next one, or to a heading without anchor."""
    found: dict[str, list[str]] = {}
    here: list[str] | None = None
    for line in lines:
        clause = _CLAUSE.fullmatch(line)
        if clause:
            here = found[clause["id"]] = [clause["text"]]
        elif _PLAIN_HEADING.match(line):
            here = None
        elif here is not None:
            here.append(line.removeprefix("> "))
    return {id: "\n".join(text).strip() for id, text in found.items()}


def clause_of(module: Module, rule: str) -> tuple[Section, Clause | None] | None:
    """Return the section, and the clause in it, that a rule id means; None if it means none.

    ``diadem-5.1.6-9`` is a clause; ``diadem-5.1.6`` and ``5.1.6`` are its section. In a section
    whose clauses have no anchors, each clause stands for the section.
    """
    book = rulebook(module)
    clause = book.clauses.get(rule)
    if clause:
        return clause.section, clause
    section = book.sections.get(rule.removeprefix(f"{module.id}-"))
    if section is None:
        section = book.sections.get(module.section(rule) or "")
        numbered = any(clause.section is section for clause in book.clauses.values())
        return (section, None) if section and not numbered else None
    return section, None
