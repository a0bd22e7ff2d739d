"""Where the places of a clause lead: to data that code reads, and to code that reads data.

A clause that a function names is carried as well by the table that it looks into, by whom it asks
before it speaks, and by the steps that it sets going. One that data name is carried by what reads
these data, where not half of the game does. And a file whose first lines name a section of the
rulebook is where that section is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tabuleiro.cli.code_asks import led_to
from tabuleiro.cli.code_data import Read, fields_in, reads_in, tags_in, uses_of
from tabuleiro.cli.code_places import scopes
from tabuleiro.cli.code_reached import tree_of
from tabuleiro.cli.data_places import DataNote, notes_in

if TYPE_CHECKING:
    from tabuleiro.cli.code_reached import Definitions

__all__ = ["Found", "follow"]

_MANY: Final = 3
"""What more files than these read belongs to the game as a whole, and leads nowhere."""
_ASKED_BY_NAME: Final = frozenset({"tags", "fields"})
_ASKED: Final = 6
"""Who is asked for more clauses than these says something of all of them: where a piece is."""


class Found:
    """Lines by clause, and by file and name."""

    def __init__(self) -> None:
        self.lines: dict[str, dict[tuple[Path, str], set[int]]] = {}

    def add(self, clause: str, file: Path, name: str, line: int) -> None:
        """Note a line."""
        self.lines.setdefault(clause, {}).setdefault((file, name), set()).add(line)


def follow(sources: Definitions, files: Iterable[Path], data: Found, code: Found) -> Found:
    """Return where the places of clauses lead, from data and from code."""
    return _Leads(sources, list(notes_in(files))).of(data, code)


class _Leads:
    def __init__(self, sources: Definitions, notes: list[DataNote]) -> None:
        self._sources = sources
        self._notes: dict[tuple[str, str], list[DataNote]] = {}
        self._at: dict[Path, list[DataNote]] = {}
        for note in notes:
            self._notes.setdefault((note.section, note.word), []).append(note)
            self._at.setdefault(note.file, []).append(note)
        words: dict[str, set[str]] = {"tags": set(), "fields": set()}
        for note in notes:
            words.setdefault(note.section, set()).add(note.word)
        tags, fields = words.pop("tags"), words.pop("fields")
        self._reads: dict[Path, list[Read]] = {}
        self._readers: dict[tuple[str, str], list[Read]] = {}
        reads = (*reads_in(sources, words), *tags_in(sources, tags), *fields_in(sources, fields))
        for read in reads:
            self._reads.setdefault(read.file, []).append(read)
            self._readers.setdefault((read.section, read.entry), []).append(read)
        self._in = {(read.section, read.file) for read in reads}
        self._text: dict[Path, list[str]] = {}
        self._spans = {path: list(scopes(tree_of(path))) for path in sources}

    def of(self, data: Found, code: Found) -> Found:
        found = Found()
        asked: dict[tuple[Path, str, int], set[str]] = {}
        for clause, places in code.lines.items():
            for (path, name), lines in places.items():
                self._from_code(found, clause, path, name)
                self._from_member(found, clause, path, name)
                for each in led_to(self._sources, path, lines):
                    asked.setdefault(each, set()).add(clause)
        for each, clauses in asked.items():
            for clause in clauses if len(clauses) <= _ASKED else ():
                found.add(clause, *each)
        for clause, places in data.lines.items():
            for (path, key), lines in places.items():
                self._from_data(found, clause, path, key, lines)
        return found

    def _from_code(self, found: Found, clause: str, path: Path, name: str) -> None:
        spans = [(first, last) for first, last, span in self._spans[path] if span == name]
        for read in self._reads.get(path, ()):
            telling = read.section != "fields" and any(a <= read.line <= b for a, b in spans)
            if telling:
                for note in self._notes.get((read.section, read.entry), ()):
                    found.add(clause, note.file, note.key, note.line)

    def _from_member(self, found: Found, clause: str, path: Path, name: str) -> None:
        """Follow a member of an enumeration to the code that asks for it: ``Moment.MARCH``."""
        if name.count(".") == 1 and name.rpartition(".")[2].isupper():
            users = [use for use in uses_of(self._sources, name) if use.file != path]
            if len({use.file for use in users}) <= _MANY:
                for use in users:
                    found.add(clause, use.file, self._scope(use), use.line)

    def _from_data(
        self, found: Found, clause: str, path: Path, key: str, lines: Iterable[int]
    ) -> None:
        section, _, rest = key.partition(".")
        entry = (section, rest.partition(".")[0])
        # Where code asks for an entry by its name, who looks up any of them carries none.
        asked = {entry} if entry in self._readers else {entry, (section, "")}
        asked |= {
            (note.section, note.word)
            for note in self._at.get(path, ())
            if note.section in _ASKED_BY_NAME
            and (note.line in lines or note.word in self._quoted(path, lines))
        }
        for each in sorted(asked):
            readers = self._readers.get(each, [])
            if each[0] == "fields":  # of which rows shows by the section that is read with it
                readers = [read for read in readers if (section, read.file) in self._in]
            if len({read.file for read in readers}) <= _MANY:
                for read in readers:
                    found.add(clause, read.file, self._scope(read), read.line)

    def _quoted(self, path: Path, lines: Iterable[int]) -> set[str]:
        """Return the words that comments of some lines quote: tags and fields that they explain."""
        if path not in self._text:
            self._text[path] = path.read_text("utf-8").splitlines()
        comments = (self._text[path][line - 1].partition("#")[2] for line in lines)
        return {word for comment in comments for word in re.findall(r"`([\w-]+)`", comment)}

    def _scope(self, read: Read) -> str:
        spans = self._spans.get(read.file, ())
        return next((n for first, last, n in reversed(spans) if first <= read.line <= last), "")
