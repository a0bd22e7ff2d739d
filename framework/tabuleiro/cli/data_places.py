"""Which clauses the data of a module name, and what its files hold: keys, entries, tags.

Data name a clause outright (``rule: metz-4.0-7``) or in a comment (``# (4.0-7)``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Final

import yaml

__all__ = ["DataNote", "data_files", "named_in_data", "notes_in", "numbered"]

_NUMBER: Final = r"\d+\.\d+(?:\.\d+)*"
_CLAUSES: Final = re.compile(
    rf"(?<![\w.-])({_NUMBER})-(\d+(?:(?: to| -|,| and) (?:\1)?-\d+)*)(?![\w.]*\w)"
)
_RANGE: Final = re.compile(r"(\d+)(?:(?: to| -) [\d.]*-(\d+))?(?:(?:,| and) [\d.]*-)?")
_SECTION: Final = re.compile(
    rf"(?<![\w.-])({_NUMBER})(?![\w-]|\.\d)(?: to ({_NUMBER})(?![\w-]|\.\d))?"
)
_COMMENT: Final = re.compile(r"(?:^|\s)#\s(.*)$")
_EVERYWHERE: Final = frozenset({"id", "name", "rule", "tags", "text"})
"""Fields that say nothing of a rule."""


@dataclass(frozen=True)
class DataNote:
    """A line of data that code may ask for: a section, an entry of it, or a tag."""

    section: str
    """Its key; ``tags`` for a tag, ``fields`` for a field of a table's row."""
    word: str
    """The id of the entry, the tag or the field; empty for the section itself."""
    file: Path
    line: int
    key: str
    """Where it stands: ``values.combat``, ``unit_types.marines``."""


def data_files(root: Path) -> list[Path]:
    """Return the files of a module that hold what rules read."""
    return sorted([*root.glob("*.yaml"), *root.glob("scenarios/*.yaml")])


def notes_in(files: Iterable[Path]) -> Iterator[DataNote]:
    """Yield sections of tables and scenarios with their entries, fields of tables, and all tags."""
    for path in files:
        root = yaml.compose(path.read_text("utf-8"), yaml.CSafeLoader)
        sections = path.name == "tables.yaml" or path.parent.name == "scenarios"
        for section, value in root.value if isinstance(root, yaml.MappingNode) else ():
            if sections and isinstance(value, yaml.CollectionNode):
                yield DataNote(section.value, "", path, section.start_mark.line + 1, section.value)
            for entry in value.value if isinstance(value, yaml.SequenceNode) else ():
                name = _id(entry)
                line, key = entry.start_mark.line + 1, f"{section.value}.{name}"
                if name and sections:
                    yield DataNote(section.value, name, path, line, key)
                for kind, word in _asked_for(entry):
                    if kind == "tags" or path.name == "tables.yaml":
                        yield DataNote(kind, word, path, line, key)


def _asked_for(node: yaml.Node) -> Iterator[tuple[str, str]]:
    """Yield the tags and the fields of an entry: what code may ask of it."""
    for key, value in node.value if isinstance(node, yaml.MappingNode) else ():
        if key.value == "tags":
            yield from (("tags", tag.value) for tag in value.value)
        elif key.value not in _EVERYWHERE:
            yield "fields", key.value


def named_in_data(
    path: Path, game: str, known: set[str], anchors: Mapping[str, Iterable[str]]
) -> Iterator[tuple[int, str, list[str]]]:
    """Yield lines and keys of a file of YAML with what they name: clauses, and whole sections.

    Values name clauses by their ids, comments also by their numbers.
    """
    text = path.read_text("utf-8")
    ids = re.compile(rf"{re.escape(game)}-[\w.-]*\w")
    keys: dict[int, str] = {}  # of each line what all its values have in common
    for key, node in _scalars(yaml.compose(text, yaml.CSafeLoader), ()):
        line = node.start_mark.line + 1
        keys[line] = _common(keys.get(line, key), key)
        yield line, _bare(key), [word for word in ids.findall(node.value) if word in known]
    for line, whole in enumerate(text.splitlines(), 1):
        if found := _COMMENT.search(whole):
            # A comment of its own speaks of what follows, one at the end of a line of that line.
            key = next((keys[n] for n in range(line, line + 3) if n in keys), "")
            yield line, _bare(key), list(numbered(found[1], game, known, anchors))


def numbered(
    text: str, game: str, known: set[str], anchors: Mapping[str, Iterable[str]]
) -> Iterator[str]:
    """Yield what a comment names: ``4.0-7``, ``4.0-7 to -9``, ``4.0-7, -9``, or whole sections.

    Sections go by their numbers, ``4.0`` or ``4.0 to 4.2``. Clauses may go by their ids, too: those
    of tables have no number.
    """
    yield from known.intersection(re.findall(rf"{re.escape(game)}-[\w.-]*\w", text))
    for section, which in _CLAUSES.findall(text):
        for first, last in _RANGE.findall(which):
            numbers = range(int(first), int(last or first) + 1)
            yield from sorted({f"{game}-{section}-{n}" for n in numbers} & known)
    sections = list(anchors)
    for first, last in _SECTION.findall(text):
        if {first, last or first} <= anchors.keys():
            yield from sections[sections.index(first) : sections.index(last or first) + 1]


def _common(one: str, other: str) -> str:
    """Return the key under which two keys stand.

    >>> _common("rules.air.night.supply", "rules.air.night.band")
    'rules.air.night'
    """
    parts = zip(one.split("."), other.split("."), strict=False)
    return ".".join(part for part, _ in takewhile(lambda pair: pair[0] == pair[1], parts))


def _bare(key: str) -> str:
    """Return the key of what a clause is about."""
    return re.sub(r"\.(rule|id)$", "", key)


def _scalars(
    node: yaml.Node | None, path: tuple[str, ...]
) -> Iterator[tuple[str, yaml.ScalarNode]]:
    """Yield the values in a tree of YAML by their keys; entries of lists go by their ids."""
    if isinstance(node, yaml.ScalarNode):
        yield ".".join(path), node
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from _scalars(value, (*path, str(key.value)))
    elif isinstance(node, yaml.SequenceNode):
        for value in node.value:
            name = _id(value)
            yield from _scalars(value, (*path, name) if name else path)


def _id(node: yaml.Node) -> str:
    """Return the id of an entry of a list, if it has one."""
    pairs = node.value if isinstance(node, yaml.MappingNode) else ()
    return next((str(value.value) for key, value in pairs if key.value == "id"), "")
