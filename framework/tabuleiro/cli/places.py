"""Where a rule stands: the places in data and code that carry the clauses of a rulebook.

Data name a clause outright (``rule: metz-4.0-7``) or in a comment (``# (4.0-7)``). Code names a
*word* for it (``clause(s, "zone-stop")``, or in a docstring ``Clause: zones.``), and ``rules:
clauses:`` of the module says which clause that is; or it reads a parameter or an option that the
data say belongs to the clause. The code that one game has for itself names clauses as its data do:
outright, or in docstrings and comments (``(4.0-7)``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Final

import yaml

from tabuleiro.cli.code_places import Said, remarks_in, said_in
from tabuleiro.cli.code_reached import reached_from, source_of
from tabuleiro.cli.common import catalogue

if TYPE_CHECKING:
    from tabuleiro.cli.code_reached import Definitions
    from tabuleiro.module import Module

__all__ = ["Place", "Places", "find_places", "shown"]

_NUMBER: Final = r"\d+\.\d+(?:\.\d+)*"
_CLAUSES: Final = re.compile(
    rf"(?<![\w.-])({_NUMBER})-(\d+(?:(?: to| -|,| and) (?:\1)?-\d+)*)(?![\w.]*\w)"
)
_RANGE: Final = re.compile(r"(\d+)(?:(?: to| -) [\d.]*-(\d+))?(?:(?:,| and) [\d.]*-)?")
_SECTION: Final = re.compile(rf"(?<![\w.-])({_NUMBER})(?![\w-]|\.\d)")
_COMMENT: Final = re.compile(r"(?:^|\s)#\s(.*)$")


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
    source: bool = True
    """Whether the source of the rules is all here to be read."""

    def of(self, clause: str) -> list[Place]:
        """Return where a clause stands, data before code."""
        return [*self.data.get(clause, ()), *self.code.get(clause, ())]

    def near(self, section: str, clauses: Iterable[str]) -> list[Place]:
        """Return where a section stands: what names it as a whole, or any of its clauses."""
        return list(dict.fromkeys(place for c in (section, *clauses) for place in self.of(c)))


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
    links = _Links(known)
    data: dict[str, dict[tuple[Path, str], list[int]]] = {}
    for path in sorted([*module.root.glob("*.yaml"), *module.root.glob("scenarios/*.yaml")]):
        for line, key, clauses in _named_in(path, module.id, known, anchors):
            for clause in clauses:
                data.setdefault(clause, {}).setdefault((path, key), []).append(line)
                links.add(key, clause)
    code: dict[str, dict[tuple[Path, str], list[int]]] = {}
    sources = _sources(module)
    for said in said_in(sources, links.patterns()):
        for clause in links.clauses(said):
            code.setdefault(clause, {}).setdefault((said.file, said.name), []).append(said.line)
    for path, names in sources.items() if (own := catalogue().package_of(module.plugin)) else ():
        for remark in remarks_in(path, names) if own in path.parts else ():
            for clause in _numbered(remark.text, module.id, known, anchors):
                code.setdefault(clause, {}).setdefault((path, remark.name), []).append(remark.line)
    return Places(_sorted(data), _sorted(code), all(source_of(name) for name, _ in _rules(module)))


def _sorted(found: dict[str, dict[tuple[Path, str], list[int]]]) -> dict[str, list[Place]]:
    return {
        clause: [
            Place(path, name, tuple(sorted(set(lines))))
            for (path, name), lines in sorted(places.items(), key=lambda item: item[0])
        ]
        for clause, places in found.items()
    }


# ------------------------------------------------------------------------------------- data


def _named_in(
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
            yield line, _bare(key), list(_numbered(found[1], game, known, anchors))


def _numbered(
    text: str, game: str, known: set[str], anchors: Mapping[str, Iterable[str]]
) -> Iterator[str]:
    """Yield what a comment names: ``4.0-7``, ``4.0-7 to -9``, ``4.0-7, -9``, the section ``4.0``.

    Clauses may go by their ids, too: those of tables have no number.
    """
    yield from known.intersection(re.findall(rf"{re.escape(game)}-[\w.-]*\w", text))
    for section, which in _CLAUSES.findall(text):
        for first, last in _RANGE.findall(which):
            numbers = range(int(first), int(last or first) + 1)
            yield from sorted({f"{game}-{section}-{n}" for n in numbers} & known)
    for section in _SECTION.findall(text):
        yield from {section} & anchors.keys()


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


# ------------------------------------------------------------------------------------- code


_READERS: Final = {"sequence": "phase_steps", "pools": "FillPools"}
"""The functions and classes that read a section of the data as a whole."""


class _Links:
    """Which words, parameters and options of code belong to which clauses."""

    def __init__(self, known: Iterable[str]) -> None:
        self._words: dict[tuple[str, str], set[str]] = {("id", c): {c} for c in known}

    def add(self, key: str, clause: str) -> None:
        """Note what a key of the data says of a clause."""
        pair: tuple[str, str]
        match key.split("."):
            case ["rules", "clauses", word, *_]:
                pair = ("word", word)
            case ["rules", *parameter]:
                pair = ("parameter", ".".join(parameter[:2]))
            case ["options", option, *_]:
                pair = ("option", option)
            case [section, *_] if section in _READERS:
                pair = ("definition", _READERS[section])
            case _:
                return
        self._words.setdefault(pair, set()).add(clause)

    def patterns(self) -> dict[str, set[str]]:
        """Return what is looked for in code, by kind: of parameters their keys."""
        found: dict[str, set[str]] = {}
        for kind, word in self._words:
            found.setdefault(kind, set()).add(
                word.partition(".")[0] if kind == "parameter" else word
            )
        return found

    def clauses(self, said: Said) -> set[str]:
        """Return the clauses that belong to what some code says.

        What reads one parameter below a key carries what is said of it, and of the whole key.
        """
        if said.kind != "parameter":
            return self._words.get((said.kind, said.word), set())
        key, dot, _one = said.word.partition(".")
        mine = [w for kind, w in self._words if kind == said.kind and w.partition(".")[0] == key]
        words = [w for w in mine if not dot or w in {key, said.word}]
        return {clause for word in words for clause in self._words[said.kind, word]}


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
    plugin = catalogue().games.get(module.plugin)
    parts = map(type, plugin.parts) if plugin else ()
    return {(part.__module__, part.__qualname__) for part in parts}
