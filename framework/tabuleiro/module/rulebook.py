"""Rulebooks: Markdown with anchors, in sections and clauses. The one reader of them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from tabuleiro.i18n import language

if TYPE_CHECKING:
    from tabuleiro.module.module import Module

__all__ = [
    "MAX_HEADING",
    "Clause",
    "Heading",
    "Rulebook",
    "Section",
    "anchors_of",
    "clause_of",
    "heading_of",
    "ids_in",
    "odd_headings",
    "parts_of",
    "read_rulebook",
    "rulebook",
    "section_of",
]

MAX_HEADING: Final = 300
"""Characters of a heading."""
_LEVELS: Final = 6
_FENCES: Final = ("```", "~~~")
_CLAUSE: Final = re.compile(r'(?:> )?<a id="(?P<id>[^"]+)"></a>(?P<text>.*)')


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

    @cached_property
    def games(self) -> tuple[str, ...]:
        """With which ids of games its clauses begin."""
        written = (id.partition(f"-{one.section.anchor}")[0] for id, one in self.clauses.items())
        return tuple(dict.fromkeys(written))


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


def parts_of(text: str) -> Iterator[tuple[Heading, list[str]]]:
    r"""Yield each section of a rulebook: its heading, and the lines down to the next one.

    >>> [(heading.anchor, lines) for heading, lines in parts_of("# A {#1}\nOne\n# B {#2}\n")]
    [('1', ['One']), ('2', [])]
    """
    headings = {number: heading_of(line) for number, line in _headings(text)}
    heading: Heading | None = None
    lines: list[str] = []
    for number, line in enumerate(text.splitlines(), start=1):
        found = headings.get(number)
        if found is None:
            lines.append(line)
            continue
        if heading is not None:
            yield heading, lines
        heading, lines = found, []
    if heading is not None:
        yield heading, lines


@lru_cache(maxsize=4)
def read_rulebook(markdown: str) -> Rulebook:
    r"""Take a rulebook apart.

    >>> book = read_rulebook('## 5.1 Odds {#5.1}\n\n<a id="duel-5.1-1"></a>**1.** Add up.\n')
    >>> book.sections["5.1"].heading, book.clauses["duel-5.1-1"].text
    ('5.1 Odds', '**1.** Add up.')
    """
    sections: dict[str, Section] = {}
    clauses: dict[str, Clause] = {}
    for heading, lines in parts_of(markdown):
        text = "\n".join(map(_without_anchor, lines)).strip()
        section = sections[heading.anchor] = Section(heading.anchor, heading.title, text)
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
        elif line.startswith("#"):
            here = None
        elif here is not None:
            here.append(line.removeprefix("> "))
    return {id: "\n".join(text).strip() for id, text in found.items()}


def ids_in(line: str) -> Iterator[str]:
    """Yield the id of the clause that begins in a line, if one does.

    >>> list(ids_in('<a id="duel-5.1-1"></a>**1.** Add up.')), list(ids_in("Add up."))
    (['duel-5.1-1'], [])
    """
    found = _CLAUSE.fullmatch(line)
    if found:
        yield found["id"]


def rulebook(module: Module) -> Rulebook:
    """Return the rulebook of a module in the current language."""
    key = ("rulebook", language())
    if key not in module.memo:
        module.memo[key] = read_rulebook(module.rulebook())
    found: Rulebook = module.memo[key]
    return found


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
