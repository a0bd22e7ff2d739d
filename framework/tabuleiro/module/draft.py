"""A module on its way from files to a checked whole.

A faulty item of a list is set aside, so that the rest of its file can still be checked against the
other files, and everything that is wrong is told at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Generic, Protocol, TypeVar

from pydantic import ValidationError

from tabuleiro.board import Grid
from tabuleiro.i18n import _
from tabuleiro.module.error_sentences import problems_of
from tabuleiro.module.errors import (
    Problem,
    Tally,
    Unreadable,
    did_you_mean,
    in_a_sentence,
    shortened,
)
from tabuleiro.module.files import API, FORMAT, Folder, decode
from tabuleiro.module.free_table import complete
from tabuleiro.module.loader import MAX_VALUES_OF_ALL, Loc, Marks, dotted, locate, parse
from tabuleiro.module.map_data import MapData, make_grid
from tabuleiro.module.models import (
    BoardFile,
    CountersFile,
    GameFile,
    Model,
    ScenarioFile,
    TablesFile,
    TextsFile,
)

__all__ = ["Checked", "Draft", "read_draft"]

M = TypeVar("M", bound=Model)
T = TypeVar("T")

_STAND_INS: Final[dict[str, Any]] = {
    "format": 1,
    "api": 1,
    "id": "unknown",
    "version": "0.0.0",
    "plugin": "unknown",
    "family": "other",
    "title": {"pt": "?", "en": "?"},
    "summary": {"pt": "?", "en": "?"},
    "name": {"pt": "?", "en": "?"},
    "text": {"pt": "?", "en": "?"},
}
"""Values that nothing else depends on: with these, the rest of a file can be checked."""


class Named(Protocol):
    """Anything with an id."""

    @property
    def id(self) -> str:
        """The id."""


@dataclass
class Checked(Generic[M]):
    """A file, its model as far as it is sound, and who counts what is wrong with it."""

    name: str
    text: str = ""
    model: M | None = None
    kept: dict[str, list[int]] = field(default_factory=dict)
    """The original places of the items of lists from which some were set aside."""
    lost: dict[str, set[str]] = field(default_factory=dict)
    """The ids of items that were set aside."""
    unknown: set[str] = field(default_factory=set)
    """Keys whose values were set aside as a whole."""
    tally: Tally = field(default_factory=lambda: Tally("?"))
    _ids: dict[str, frozenset[str]] = field(default_factory=dict)

    @property
    def problems(self) -> list[Problem]:
        """What is wrong so far with all files that are counted together."""
        return self.tally.problems

    @cached_property
    def marks(self) -> Marks:
        """Where everything stands; found only when there is something to tell."""
        return locate(self.text, self.name)

    def problem(self, loc: Loc, message: str, hint: str = "") -> None:
        """Say that something is wrong."""
        self.tally.problem(self._told(loc, message, hint))

    def warn(self, loc: Loc, message: str, hint: str = "") -> None:
        """Say that something looks wrong."""
        self.tally.warn(self._told(loc, message, hint))

    def _told(self, loc: Loc, message: str, hint: str) -> Problem:
        near = loc
        while near not in self.marks and near:
            near = near[:-1]
        line, column = self.marks.get(near, (1, 1))
        where = shortened(dotted(loc))
        return Problem(self.name, line, column, where, in_a_sentence(message), in_a_sentence(hint))

    def numbered(self, key: str, items: Sequence[T]) -> Iterator[tuple[Loc, T]]:
        """Yield the items of a list with the places that they have in the file."""
        places = self.kept.get(key)
        for number, item in enumerate(items):
            yield (key, places[number] if places else number), item

    def ids(self, key: str) -> frozenset[str] | None:
        """Return the ids in a list, those of faulty items too; None if they are not known."""
        if self.model is None or key in self.unknown:
            return None
        if key not in self._ids:
            items: Sequence[Named] = getattr(self.model, key)
            self._ids[key] = frozenset(item.id for item in items) | self.lost.get(key, set())
        return self._ids[key]

    def unique(self, key: str, items: Sequence[Named], *, within: str | None = None) -> None:
        """Check that no id is used twice in a list, or twice with the same value of a key."""
        first: dict[tuple[str, object], Loc] = {}
        for loc, item in self.numbered(key, items):
            mark = item.id, getattr(item, within) if within else None
            if mark in first:
                self.problem(
                    (*loc, "id"),
                    _('the id "{id}" was used before, in {where}').format(
                        id=item.id, where=dotted(first[mark])
                    ),
                )
            first.setdefault(mark, loc)

    def refer(self, loc: Loc, word: str | None, known: Collection[str] | None, what: str) -> bool:
        """Check that a word is a known one; ``what`` says what it is if it is not."""
        if word is None or known is None:
            return False
        if word in known:
            return True
        self.problem(loc, f'{what} "{shortened(word)}"', did_you_mean(word, known))
        return False

    def method(self, loc: Loc, word: str | None, methods: Mapping[str, object]) -> None:
        """Check that a method of reconstruction is explained in this file."""
        known = methods.keys() | self.lost.get("methods", frozenset())
        self.refer(loc, word, known, _("unknown method"))


@dataclass
class Draft:
    """All files of a module."""

    folder: Folder
    game: Checked[GameFile]
    board: Checked[BoardFile]
    counters: Checked[CountersFile]
    tables: Checked[TablesFile]
    texts: Checked[TextsFile]
    scenarios: list[Checked[ScenarioFile]]
    tally: Tally
    rulebooks: dict[str, Checked[Model]] = field(default_factory=dict)
    rulebook_text: str = ""
    rulebook_texts: dict[str, str] = field(default_factory=dict)
    """One of the rulebooks: they have the same sections."""

    @cached_property
    def maps(self) -> list[MapData] | None:
        """The maps of the board, if they are known."""
        from tabuleiro.module.map_building import build_maps

        return build_maps(self.board, self.folder.images, self.folder.image_faults)

    @cached_property
    def grid(self) -> Grid | None:
        """The places of the board, if they are known."""
        maps = self.maps
        if maps is None or self.board.model is None:
            return None
        grid = make_grid(maps)
        if self.board.model.links and not self.board.model.maps:
            self.board.problem(("links",), _("links join places of several maps: here is but one"))
            return grid
        links = []
        for number, link in enumerate(self.board.model.links):
            a, b = link.split("/")
            for end in (a, b):
                if end not in grid:
                    error = grid.unknown(end)
                    said = _(error.message).format(**error.values)
                    self.board.problem(("links", number), said)
            if a in grid and b in grid:
                links.append((a, b))
        return make_grid(maps, links) if links else grid

    @cached_property
    def nation_sides(self) -> dict[str, str]:
        """The side of each nation, as far as it is known for sure."""
        nations = self.game.model.nations if self.game.model else []
        sides = self.game.ids("sides") or frozenset()
        return {nation.id: nation.side for nation in reversed(nations) if nation.side in sides}

    @cached_property
    def places(self) -> dict[str, set[str]]:
        """Where each place of the board lies, by its id."""
        found: dict[str, set[str]] = {}
        for place in self.board.model.places if self.board.model else ():
            found.setdefault(place.id, set()).add(place.hex)
        return found

    def hex(self, file: Checked[M], loc: Loc, hex: str | None) -> bool:
        """Check that a hex is on the board."""
        if hex is None or self.grid is None:
            return False
        if hex in self.grid:
            return True
        error = self.grid.unknown(hex)
        file.problem(loc, _(error.message).format(**error.values))
        return False

    def spot(self, file: Checked[M], loc: Loc, where: str) -> None:
        """Check that a hex is on the board, or that there is a box of that name."""
        boxes = self.board.ids("boxes")
        if boxes is not None and where not in boxes:
            self.hex(file, loc, where)


def read_draft(folder: Folder, tally: Tally | None = None) -> Draft:
    """Read all files of a folder and check each by itself; a tally counts what is wrong."""
    left = MAX_VALUES_OF_ALL
    tally = Tally(folder.root.name) if tally is None else tally
    read: dict[str, dict[str, Any]] = {}

    def one(kind: type[M], name: str) -> Checked[M]:
        nonlocal left
        file = Checked[M](name, tally=tally)
        left -= _check(file, kind, folder, left, read)
        return file

    game = one(GameFile, "module.yaml")
    tally.module = game.model.id if game.model else tally.module
    return Draft(
        folder,
        game,
        one(BoardFile, "board.yaml"),
        one(CountersFile, "counters.yaml"),
        one(TablesFile, "tables.yaml"),
        one(TextsFile, "texts.yaml"),
        [one(ScenarioFile, name) for name in folder.scenarios],
        tally,
    )


def _check(
    file: Checked[M],
    kind: type[M],
    folder: Folder,
    left: int,
    read: dict[str, dict[str, Any]],
) -> int:
    """Read a file and check it; return how many values it has. ``read`` are those before it."""
    if file.name not in folder.raw:
        if file.name in folder.left_out:
            file.text = f"format: {FORMAT}"
            _validate(file, kind, complete(file.name, {"format": FORMAT}, read))
        return 0
    try:
        file.text = decode(folder.raw[file.name], file.name)
        parsed = parse(file.text, file.name, left)
    except Unreadable as unreadable:
        file.text = ""
        for problem in (*unreadable.before, unreadable.problem):
            file.tally.problem(problem)
        return 0
    for problem in parsed.problems:
        file.tally.problem(problem)
    if not _too_new(file, parsed.data):
        read[file.name] = complete(file.name, parsed.data, read)
        _validate(file, kind, read[file.name])
    return parsed.values


def _too_new(file: Checked[M], data: Mapping[str, Any]) -> bool:
    """Refuse a file for a later program: nothing that it says can be trusted."""
    for key, newest in (("format", FORMAT), ("api", API)):
        version = data.get(key)
        if type(version) is int and version > newest:
            file.problem(
                (key,),
                _("version {version} is newer than this program, which knows {newest}").format(
                    version=version, newest=newest
                ),
                _("a newer Tabuleiro can open this module"),
            )
            return True
    return False


def _validate(file: Checked[M], kind: type[M], data: dict[str, Any]) -> None:
    try:
        file.model = kind.model_validate(data)
    except ValidationError as error:
        found = problems_of(error, kind, data)
        for loc, message, hint in found:
            file.problem(loc, message, hint)
        _salvage(file, kind, data, [loc for loc, _message, _hint in found])


def _salvage(file: Checked[M], kind: type[M], data: dict[str, Any], faults: list[Loc]) -> None:
    """Set the faulty parts aside and keep a model of the rest, if there is one."""
    rest = dict(data)
    bad_items: dict[str, set[int]] = {}
    for loc in faults:
        key = str(loc[0]) if loc else ""
        if len(loc) > 1 and isinstance(loc[1], int):
            bad_items.setdefault(key, set()).add(loc[1])
        elif len(loc) > 1 and isinstance(rest.get(key), dict) and loc[1] in rest[key]:
            file.lost.setdefault(key, set()).add(str(loc[1]))
        else:
            rest.pop(key, None)
            file.unknown.add(key)
    for key, gone in file.lost.items():
        if isinstance(rest.get(key), dict):
            rest[key] = {name: value for name, value in rest[key].items() if name not in gone}
    for key, places in bad_items.items():
        items = data[key]
        file.kept[key] = [place for place in range(len(items)) if place not in places]
        lost = (items[place] for place in places)
        names = [item.get("id") if isinstance(item, dict) else item for item in lost]
        file.lost[key] = {name for name in names if isinstance(name, str)}
        if len(file.lost[key]) < len(names):
            file.unknown.add(key)  # a nameless item may be the one that others speak of
        rest[key] = [items[place] for place in file.kept[key]]
    for key, value in _STAND_INS.items():
        if key in kind.model_fields:
            rest.setdefault(key, value)
    try:
        file.model = kind.model_validate(rest)
    except ValidationError:
        file.model = None
