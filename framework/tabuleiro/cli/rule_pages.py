"""Pages that say of each clause what ``tabuleiro rules GAME CLAUSE`` says: ``docs/rules/*.md``.

``python -m tabuleiro.cli.rule_pages docs/rules`` writes them. Lines of files have no numbers there,
or every change of a file would change the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tabuleiro.cli.common import catalogue
from tabuleiro.cli.places import Place, find_places, shown
from tabuleiro.cli.rulebook import Section, read_rulebook
from tabuleiro.cli.rules import clauses_by_section
from tabuleiro.i18n import speaking, text
from tabuleiro.proofs import read_proofs

if TYPE_CHECKING:
    from tabuleiro.cli.places import Places
    from tabuleiro.module import Module
    from tabuleiro.proofs import Proofs

__all__ = ["GAMES", "page", "write_pages"]

GAMES: Final = ("diadem", "leyte", "metz", "papua", "filipinas")
"""The games of this repository."""

_HEAD: Final = """\
# {title}: where each rule is

Of each clause: its text, the tests that proved it when they last passed, and what carries it: keys
in the data, functions in the code, and where these lead (tables that code reads, code that reads
data), in six files at most. Made by `python -m tabuleiro.cli.rule_pages docs/rules` from the
rulebook, `modules/{game}/proofs.json` and the source; `tabuleiro rules {game} CLAUSE` says the same
with lines, in Portuguese or English. {proven} of {total} clauses and examples are proven.

An example that nothing names stands where the clauses stand that its tests prove as well.
"""
_CLAUSE: Final = re.compile(r"^(> )?\[([^\]]+)\] ")
_MANY: Final = 12


def page(module: Module) -> str:
    """Return the page of a game as Markdown."""
    with speaking("en"):
        sections, title = read_rulebook(module), text(module.title)
    proofs = read_proofs(module.root)
    places = find_places(module, clauses_by_section(sections))
    ids = [clause.id for section in sections for clause in section.clauses]
    proven = sum(bool(proofs.tests.get(clause)) for clause in ids)
    head = _HEAD.format(title=title, game=module.id, proven=proven, total=len(ids))
    parts = [line for section in sections for line in _section(section, module, proofs, places)]
    return "\n".join([head, *parts])


def _section(section: Section, module: Module, proofs: Proofs, places: Places) -> Iterator[str]:
    if not section.clauses:
        return
    yield f"## {section.title}\n"
    if found := places.of(section.anchor):
        yield f"- named as a whole: {_standing(found)}\n"
    for line in section.lines:
        clause = _CLAUSE.match(line)
        if not clause:
            yield line
            continue
        quote, name = clause[1] or "", clause[2]
        book = f"../../modules/{module.id}/rules.pt.md#{name}"
        yield f'{quote}<a id="{name}"></a>**{name}** ([pt]({book})) {line[clause.end() :]}\n'
        yield f"- proven by: {_proven(name, proofs)}"
        yield f"- stands in: {_standing(places.of(name))}"
    yield ""


def _proven(clause: str, proofs: Proofs) -> str:
    """Return the tests of a clause, file by file."""
    by_file: dict[str, list[str]] = {}
    for test in proofs.tests.get(clause, ()):
        file, _, name = test.partition("::")
        by_file.setdefault(file, []).append(name.replace("::", "."))
    told = [f"`{file}`{_few(names)}" for file, names in by_file.items()]
    if clause in proofs.untestable:
        told.append(f"no program can: {proofs.untestable[clause]}")
    return "; ".join(told) or "no test yet"


def _standing(places: list[Place]) -> str:
    by_file: dict[str, list[str]] = {}
    for place in places:
        by_file.setdefault(shown(place.file), []).append(place.name)
    told = [f"`{file}`{_few(list(dict.fromkeys(names)))}" for file, names in by_file.items()]
    return "; ".join(told) or "nothing names it"


def _few(names: list[str]) -> str:
    """Return names in brackets; a comment at the head of a file stands under no key."""
    more = [f"and {len(names) - _MANY} more"] if len(names) > _MANY else []
    told = ", ".join([*(f"`{name}`" for name in names[:_MANY] if name), *more])
    return f" ({told})" if told else ""


def write_pages(folder: Path) -> None:
    """Write the pages of all games into a folder."""
    for game in GAMES:
        told = page(catalogue().module(game))
        (folder / f"{game}.md").write_text(told, "utf-8", newline="\n")


if __name__ == "__main__":
    import sys

    write_pages(Path(sys.argv[1]))
