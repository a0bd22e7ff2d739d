"""Where a rule stands: the places in data and code that carry the clauses of a rulebook.

Data name a clause outright (``rule: metz-4.0-7``) or in a comment (``# (4.0-7)``). Code names a
*word* for it (``clause(s, "zone-stop")``, or in a docstring ``Clause: zones.``), and ``rules:
clauses:`` of the module says which clause that is; or it reads a parameter or an option that the
data say belongs to the clause. The code that one game has for itself names clauses as its data do:
outright, or in docstrings and comments (``(4.0-7)``); a file whose first line names a section is
the room of its clauses. Where these places lead says `place_leads`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tabuleiro.cli.clause_links import Links
from tabuleiro.cli.code_places import remarks_in, said_in
from tabuleiro.cli.code_reached import reached_from, source_of
from tabuleiro.cli.common import catalogue
from tabuleiro.cli.data_places import data_files, named_in_data, numbered
from tabuleiro.cli.place_leads import Found, follow
from tabuleiro.proofs import read_proofs

if TYPE_CHECKING:
    from tabuleiro.cli.code_reached import Definitions
    from tabuleiro.module import Module

__all__ = ["Place", "Places", "find_places", "shown"]

_HOMES: Final = 2
_ROOM: Final = 3
"""A shared file that so many clauses of a section name, and a third of them, is its room."""
_FILES: Final = 6
"""A clause that seems to stand in more files than these stands in none: the first are kept."""


@dataclass(frozen=True)
class Place:
    """Where something is said of a clause: lines of a file, under a key or in a function."""

    file: Path
    name: str
    """``rules.clauses.zone-stop`` in data, ``Retreat.run`` in code."""
    lines: tuple[int, ...]


@dataclass
class Places:
    """Data and code by clause, and by section where no clause is named."""

    data: dict[str, list[Place]] = field(default_factory=dict)
    code: dict[str, list[Place]] = field(default_factory=dict)
    rooms: dict[str, list[Place]] = field(default_factory=dict)
    """Files whose first line names the section of a clause, or that many of its clauses name."""
    led: dict[str, list[Place]] = field(default_factory=dict)
    """Where these lead: the tables that the code reads, what reads the data, what is asked."""
    shown: dict[str, list[Place]] = field(default_factory=dict)
    """Of clauses that nothing names, examples mostly: where those stand that their tests prove as
    well, or those of their section."""
    source: bool = True
    """Whether the source of the rules is all here to be read."""

    def named(self, clause: str) -> bool:
        """Return whether data or code name a clause."""
        return clause in self.data or clause in self.code

    def of(self, clause: str) -> list[Place]:
        """Return where a clause stands, what says so most plainly first, in six files at most.

        The rooms of its section are among them, however many scenarios name it.
        """
        own = self.data if self.named(clause) else self.shown
        kinds = (own, self.rooms, self.code, self.led)
        found = [place for kind in kinds for place in kind.get(clause, ())]
        first = [*self.rooms.get(clause, ()), *found]
        files = list(dict.fromkeys(place.file for place in first))[:_FILES]
        return [place for place in found if place.file in files]


def shown(path: Path) -> str:
    """Return a file as one would look for it: from the source tree, or from its package."""
    parts = path.parts
    for first in ("modules", "tabuleiro_modules", "plugins", "framework"):
        if first in parts:
            return "/".join(parts[len(parts) - 1 - parts[::-1].index(first) :])
    packages = [n for n, part in enumerate(parts) if part.startswith("tabuleiro")]
    return "/".join(parts[packages[-1] :] if packages else parts[-2:])


def find_places(module: Module, anchors: Mapping[str, Iterable[str]]) -> Places:
    """Return where the rules of a game stand; ``anchors`` are its sections with their clauses."""
    known = {clause for clauses in anchors.values() for clause in clauses}
    links = Links(known)
    data, code, weaker = Found(), Found(), Found()
    files = data_files(module.root)
    for path in files:
        for line, key, clauses in named_in_data(path, module.id, known, anchors):
            for clause in clauses:
                data.add(clause, path, key, line)
                links.add(key, clause)
    sources = _sources(module)
    for said in said_in(sources, links.patterns()):
        for clause in links.clauses(said):
            found = code if said.kind in {"word", "id"} else weaker
            found.add(clause, said.file, said.name, said.line)
    rooms = _remarked(module, sources, anchors, code)
    _add_homes(rooms, anchors, code)
    led = follow(sources, files, data, code)
    places = Places(_places(data), _places(code, weaker), _places(rooms), _places(led))
    places.source = all(source_of(name) for name, _ in _rules(module))
    _show(places, module, anchors)
    return places


def _remarked(
    module: Module, sources: Definitions, anchors: Mapping[str, Iterable[str]], code: Found
) -> Found:
    """Note the clauses that remarks of a game's own code name; return the rooms of sections."""
    known = {clause for clauses in anchors.values() for clause in clauses}
    own, rooms = catalogue().package_of(module.plugin), Found()
    for path, names in sources.items() if own else ():
        for remark in remarks_in(path, names) if own in path.parts else ():
            for clause in numbered(remark.text, module.id, known, anchors):
                code.add(clause, path, remark.name, remark.line)
                for each in anchors.get(clause, ()) if remark.line == 1 else ():
                    rooms.add(each, path, "", remark.line)
    return rooms


def _add_homes(rooms: Found, anchors: Mapping[str, Iterable[str]], code: Found) -> None:
    """Note for all clauses of a section the shared files that many of them name: its rooms, too.

    Shared rules cannot name the sections of any rulebook. Of two files that name as many of them
    the one that names less of the rest is the room.
    """
    named = Counter(path for places in code.lines.values() for path in {file for file, _ in places})
    for clauses in map(list, anchors.values()):
        often = Counter(
            path for c in clauses for path in {file for file, _ in code.lines.get(c, ())}
            if _is_shared(path)
        )  # fmt: skip
        first = sorted(often.items(), key=lambda pair: (-pair[1], named[pair[0]], pair[0]))
        for path, count in first[:_HOMES]:
            if count >= max(_ROOM, len(clauses) / _ROOM):
                for clause in clauses:
                    rooms.add(clause, path, "", 1)


def _show(places: Places, module: Module, anchors: Mapping[str, Iterable[str]]) -> None:
    """Note of clauses that nothing names where those stand that they show."""
    proven = read_proofs(module.root).tests
    for clauses in anchors.values():
        for clause in clauses:
            if not places.named(clause):
                shown_too = _proven_with(clause, proven) or [c for c in clauses if c != clause]
                places.shown[clause] = _most_named(places, shown_too)


def _proven_with(clause: str, proven: Mapping[str, Iterable[str]]) -> list[str]:
    """Return the other clauses that the tests of a clause prove."""
    tests = set(proven.get(clause, ()))
    return [other for other in proven if other != clause and not tests.isdisjoint(proven[other])]


def _most_named(places: Places, clauses: Iterable[str]) -> list[Place]:
    """Return the places of clauses, those in files that most of them share first."""
    found = [place for clause in clauses if places.named(clause) for place in places.of(clause)]
    often = Counter(place.file for place in found)
    return sorted(dict.fromkeys(found), key=lambda place: -often[place.file])


def _places(*found: Found) -> dict[str, list[Place]]:
    """Return the places of each clause: those found first, a game's own before shared ones."""
    by_clause: dict[str, dict[tuple[Path, str], set[int]]] = {}
    for each in found:
        for clause, places in each.lines.items():
            for at, lines in sorted(
                places.items(), key=lambda each: (_is_shared(each[0][0]), each)
            ):
                by_clause.setdefault(clause, {}).setdefault(at, set()).update(lines)
    return {
        clause: [Place(path, name, tuple(sorted(lines))) for (path, name), lines in places.items()]
        for clause, places in by_clause.items()
    }


def _is_shared(path: Path) -> bool:
    return "/tabuleiro/rules/" in path.as_posix()


_RULES: Final = "tabuleiro.rules"
_NOT_RULES: Final = (".advice", ".clause_words", ".families", ".parameters")


def _sources(module: Module) -> Definitions:
    """Return what a game's parts lead to: rules of its plugin, and the shared ones that it uses."""
    packages = {name.partition(".")[0] for name, _ in _rules(module)} - {"tabuleiro"}

    def wanted(name: str) -> bool:
        if any(f"{part}." in f"{name}." for part in _NOT_RULES):
            return name.startswith(f"{_RULES}.families")
        return name.startswith(_RULES) or name.partition(".")[0] in packages

    found = reached_from(_rules(module), wanted)
    return {path: found[path] for path in sorted(found) if path.parent.name != "families"}


def _rules(module: Module) -> set[tuple[str, str]]:
    """Return where Python finds the hooks of a game; of some games only data are there."""
    plugin = catalogue().rules.get(module.plugin)
    parts = map(type, plugin.parts) if plugin else ()
    return {(part.__module__, part.__qualname__) for part in parts}
