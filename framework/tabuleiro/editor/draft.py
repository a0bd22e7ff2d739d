"""A module as it is being edited: its files in memory, each change with its way back.

A `Draft` is a folder of files and nothing else: what the board or a scenario looks like is read
from the module that the files make (`Draft.module`), as if it had been loaded.
"""

from __future__ import annotations

import copy
import difflib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tabuleiro.editor.alignment import same
from tabuleiro.editor.errors import EditError
from tabuleiro.editor.rewriting import rewritten
from tabuleiro.editor.saving import write_all
from tabuleiro.harmless import harmless_lines
from tabuleiro.i18n import _
from tabuleiro.module.data import make_module
from tabuleiro.module.errors import ModuleError, Problem, Unreadable
from tabuleiro.module.files import SCENARIOS, Folder, decode, overlaid, read_folder
from tabuleiro.module.images import IMAGES, image_path, read_images
from tabuleiro.module.load import check_module
from tabuleiro.module.loader import Loc, dotted, parse
from tabuleiro.module.packs import packs_folder
from tabuleiro.module.paths import bundled_folders, find_module
from tabuleiro.publish.contents import VARIANT
from tabuleiro.publish.errors import PackError
from tabuleiro.publish.manifest import AUTHORS, read_author
from tabuleiro.publish.variants import made_module

if TYPE_CHECKING:
    from tabuleiro.module import Module
    from tabuleiro.module.images import Image
    from tabuleiro.module.load import RuleModels

__all__ = ["Draft"]

_BOM: Final = b"\xef\xbb\xbf"
_TEXTS: Final = frozenset({".yaml", ".md"})


@dataclass(frozen=True)
class Change:
    """A step that can be undone: files before and after it; None is a file that is not there."""

    label: str
    before: dict[str, bytes | None]
    after: dict[str, bytes | None]


class Draft:
    """The files of a module, or of a pack with scenarios, while somebody edits them.

    ``rules`` knows how the parameters of rules are checked, as for `load_module`.

    >>> draft = Draft(find_module("diadem"))
    >>> with draft.edit("Shorter") as files:
    ...     files["scenarios/campaign.yaml"]["last_turn"] = 3
    >>> [line for line in draft.difference().splitlines() if line[0] in "+-"]
    ['--- scenarios/campaign.yaml', '+++ scenarios/campaign.yaml', '-last_turn: 7', '+last_turn: 3']
    >>> draft.undo(), draft.changed
    ('Shorter', False)
    """

    def __init__(self, root: Path, *, rules: RuleModels | None = None) -> None:
        """Open the folder of a module, or one with a ``pack.yaml`` of the kind ``scenarios``."""
        self.root = root.absolute()
        self._rules = rules
        self.is_pack = (self.root / AUTHORS).is_file()
        self._base = self._read_base()
        self._pictures = self._read_pictures()
        self._disk: dict[str, bytes] = self._read_files()
        self._files = dict(self._disk)
        self._done: list[Change] = []
        self._undone: list[Change] = []
        self._parsed: dict[str, tuple[bytes, dict[str, Any]]] = {}
        self._checked: tuple[dict[str, bytes], tuple[Problem, ...], Module | None] | None = None

    def _read_base(self) -> Folder:
        """Return the files of the module, or of the game to which the scenarios belong."""
        if not self.is_pack:
            return read_folder(self.root)
        said = read_author((self.root / AUTHORS).read_bytes())
        if said.kind != "scenarios" or said.extends is None:
            raise EditError(_("Of packs only those with scenarios can be edited here."))
        return read_folder(find_module(said.extends))

    def _read_pictures(self) -> tuple[dict[str, Image], dict[str, str]]:
        """Return the pictures that a pack brings itself, and those that cannot be read."""
        return read_images(self.root / VARIANT) if self.is_pack else ({}, {})

    def _read_files(self) -> dict[str, bytes]:
        if not self.is_pack:
            return dict(self._base.raw)
        paths = sorted((self.root / VARIANT).rglob("*"))
        texts = [path for path in paths if path.suffix in _TEXTS and path.is_file()]
        found = {path.relative_to(self.root).as_posix(): path.read_bytes() for path in texts}
        return {AUTHORS: (self.root / AUTHORS).read_bytes(), **found}

    # ------------------------------------------------------------------ looking

    @property
    def names(self) -> list[str]:
        """The files as they are now, by their paths in the folder."""
        return sorted(self._files)

    @property
    def changed(self) -> bool:
        """Whether there is anything to save."""
        return self._files != self._disk

    @property
    def read_only(self) -> str:
        """Why nothing can be saved here, as a sentence; empty if it can."""
        if any(self.root.is_relative_to(folder) for folder in (*bundled_folders(), packs_folder())):
            return _(
                "This game came with the program or in a pack and is not written over:"
                " make a copy of it, or scenarios of your own."
            )
        return ""

    def path(self, name: str) -> str:
        """Return where a file of a module lies in this folder, such as ``board.yaml``."""
        return f"{VARIANT}/{name}" if self.is_pack else name

    def text(self, name: str) -> str:
        """Return the text of a file."""
        return decode(self._files[name], name)

    def data(self, name: str) -> dict[str, Any]:
        """Return the values of a file, which are the caller's own; raises `Unreadable`."""
        raw = self._files[name]
        kept = self._parsed.get(name)
        if kept is None or kept[0] is not raw:
            parsed = parse(decode(raw, name), name)
            if parsed.problems:
                raise Unreadable(parsed.problems[0], parsed.problems[1:])
            kept = self._parsed[name] = (raw, parsed.data)
        return copy.deepcopy(kept[1])

    def scenario_texts(self) -> dict[str, str]:
        """Return the texts of the scenarios by id: those here, and those of the game of a pack."""
        base = {name: raw for name, raw in self._base.raw.items() if self.is_pack}
        found = {**base, **self._files}
        files = {name.removeprefix(f"{VARIANT}/"): raw for name, raw in found.items()}
        return {
            name.removeprefix(f"{SCENARIOS}/").removesuffix(".yaml"): decode(raw, name)
            for name, raw in files.items()
            if name.startswith(f"{SCENARIOS}/") and name.endswith(".yaml")
        }

    def take_images(self) -> None:
        """Take in pictures that were put into the folder since it was opened."""
        self._base = self._read_base()
        self._pictures = self._read_pictures()
        self._checked = None

    def remark(self, name: str) -> str:
        """Return what the comment at the top of a file says, before anything else."""
        return _remark(self.text(name))[0] if name in self._files else ""

    def set_remark(self, name: str, words: str, label: str) -> None:
        """Let the comment at the top of a file say something else, as one step."""
        old, rest = _remark(self.text(name))
        words = harmless_lines(words.strip())
        if words != old:
            head = "".join(f"# {line}".rstrip() + "\n" for line in words.splitlines())
            self.write(name, head + rest, label)

    def difference(self) -> str:
        """Return what differs from the files on the disk, as `diff -u` says it."""
        parts: list[str] = []
        for name in sorted(self._files.keys() | self._disk.keys()):
            sides = (self._disk.get(name), self._files.get(name))
            if sides[0] != sides[1]:
                old, new = (_lines(side) for side in sides)
                parts += difflib.unified_diff(old, new, name, name, lineterm="")
        return "\n".join(parts)

    # ----------------------------------------------------------------- changing

    @contextmanager
    def edit(self, label: str) -> Iterator[_Values]:
        """Give the values of all files to be changed in place; what was changed is one step.

        A file that is not there yet is assigned as a whole, and ``del`` takes one away. An
        exception inside leaves everything as it was.
        """
        values = _Values(self)
        yield values
        after: dict[str, bytes | None] = {}
        for name, data in values.taken.items():
            raw = None if data is None else self._written(name, data)
            if raw != self._files.get(name):
                after[name] = raw
        self._do(label, after)

    def set(self, name: str, path: Loc, value: Any) -> None:
        """Give a value to a key or to an item of a list, as one step."""
        with self.edit(dotted(path)) as files:
            _parent(files[name], path)[path[-1]] = value

    def insert(self, name: str, path: Loc, index: int, value: Any) -> None:
        """Insert an item into a list, as one step."""
        with self.edit(dotted(path)) as files:
            _parent(files[name], (*path, index)).insert(index, value)

    def append(self, name: str, path: Loc, value: Any) -> None:
        """Put an item at the end of a list, as one step."""
        with self.edit(dotted(path)) as files:
            _parent(files[name], (*path, 0)).append(value)

    def remove(self, name: str, path: Loc) -> None:
        """Take away a key or an item of a list, as one step."""
        with self.edit(dotted(path)) as files:
            del _parent(files[name], path)[path[-1]]

    def write(self, name: str, text: str | None, label: str) -> None:
        """Replace the whole text of a file such as a rulebook, as one step; None removes it."""
        self._do(label, {name: None if text is None else text.encode()})

    def add_like(self, name: str, text: str, changes: Mapping[str, Any], label: str) -> None:
        """Put in a file that is like a text, with other values for some keys, as one step."""
        data = {**parse(text, name).data, **changes}
        self._do(label, {name: rewritten(text, name, data).encode()})

    def _written(self, name: str, data: Mapping[str, Any]) -> bytes:
        raw = self._files.get(name, b"")
        if not raw:
            raw = b"{}\n"
        mark = _BOM if raw.startswith(_BOM) else b""
        return mark + rewritten(decode(raw, name), name, data).encode()

    def _do(self, label: str, after: dict[str, bytes | None]) -> None:
        after = {name: raw for name, raw in after.items() if raw != self._files.get(name)}
        if after:
            before = {name: self._files.get(name) for name in after}
            self._done.append(Change(label, before, after))
            self._undone.clear()
            self._take(after)

    def _take(self, files: Mapping[str, bytes | None]) -> None:
        for name, raw in files.items():
            if raw is None:
                self._files.pop(name, None)
            else:
                self._files[name] = raw

    @property
    def undo_label(self) -> str:
        """What `undo` would take back; empty if there is nothing."""
        return self._done[-1].label if self._done else ""

    @property
    def redo_label(self) -> str:
        """What `redo` would do again; empty if there is nothing."""
        return self._undone[-1].label if self._undone else ""

    def undo_keeps(self, name: str) -> bool:
        """Return whether a file would still be there after `undo`."""
        return not self._done or self._done[-1].before.get(name, b"") is not None

    def undo(self) -> str:
        """Take back the last step; returns its label."""
        change = self._done.pop()
        self._undone.append(change)
        self._take(change.before)
        return change.label

    def redo(self) -> str:
        """Do again what was taken back last; returns its label."""
        change = self._undone.pop()
        self._done.append(change)
        self._take(change.after)
        return change.label

    # ----------------------------------------------------------------- checking

    def problems(self) -> tuple[Problem, ...]:
        """Return what `tabuleiro validate` says of the files as they are now."""
        return self._check()[0]

    def module(self) -> Module | None:
        """Return the module that the files make, None as long as something is wrong with them."""
        return self._check()[1]

    def _check(self) -> tuple[tuple[Problem, ...], Module | None]:
        if self._checked is None or self._checked[0] != self._files:
            problems: tuple[Problem, ...] = ()
            module = None
            try:
                folder = self.made()
                data = check_module(folder, self._rules)
                module = make_module(data, folder.root, folder.digest)
            except ModuleError as error:
                problems = tuple(self._located(problem) for problem in error.problems)
            except PackError as error:
                problems = (Problem(AUTHORS, 1, 1, "", str(error)),)
            self._checked = (dict(self._files), problems, module)
        return self._checked[1:]

    def with_a_sound_scenario(self) -> Module | None:
        """Return the module with only one scenario, a sound one; None if there is none.

        So another one, with problems, can be edited on its map.
        """
        folder = self.made()
        scenarios = set(folder.scenarios)
        rest = {name: raw for name, raw in folder.raw.items() if name not in scenarios}
        for name in sorted(scenarios & folder.raw.keys()):
            try:
                one = overlaid(folder, {**rest, name: folder.raw[name]})
                return make_module(check_module(one, self._rules), one.root, one.digest)
            except ModuleError:
                continue
        return None

    def made(self) -> Folder:
        """Return the files of the module: those here, or those that a pack makes of its game's."""
        if not self.is_pack:
            return overlaid(self._base, self._files)
        said = read_author(self._files[AUTHORS])
        made = overlaid(self._base, made_module(self._base.raw, said, self._files))
        own, faults = self._pictures
        images = {name: image for name, image in made.images.items() if name not in faults}
        bad = {name: why for name, why in made.image_faults.items() if name not in own}
        return replace(made, images={**images, **own}, image_faults={**bad, **faults})

    @property
    def has_pictures(self) -> bool:
        """Whether the draft is of a pack that brings pictures of its own."""
        return bool(self._pictures[0])

    def files_to_play(self) -> dict[str, bytes]:
        """Return all files of the module that the draft makes, its pictures among them."""
        all_files, texts = self._base.with_images(), self._base.raw
        pictures = {name: raw for name, raw in all_files.items() if name not in texts}
        for name in self._pictures[0]:
            pictures[f"{IMAGES}/{name}"] = image_path(self.root / VARIANT, name).read_bytes()
        return {**pictures, **self.made().raw}

    def _located(self, problem: Problem) -> Problem:
        """Return a problem with the path of its file in this folder."""
        name = self.path(problem.file)
        if name not in self._files:
            return problem
        return Problem(
            name, problem.line, problem.column, problem.where, problem.message, problem.hint
        )

    # ------------------------------------------------------------------- saving

    def save(self) -> list[str]:
        """Write what was changed, all of it or nothing; returns the files.

        Raises `EditError` if this folder is not one's own, if a file was changed by others
        meanwhile, or if the disk refuses.
        """
        if self.read_only:
            raise EditError(self.read_only)
        names = sorted(self._files.keys() | self._disk.keys())
        changed = {
            name: (self._disk.get(name), self._files.get(name))
            for name in names
            if self._disk.get(name) != self._files.get(name)
        }
        write_all(self.root, changed)
        self._disk = dict(self._files)
        if not self.is_pack:
            self._base = read_folder(self.root)
        return list(changed)


class _Values(dict[str, dict[str, Any]]):
    """The values of the files of a draft, each read when it is asked for."""

    def __init__(self, draft: Draft) -> None:
        super().__init__()
        self._draft = draft
        self._gone: set[str] = set()

    @property
    def taken(self) -> dict[str, dict[str, Any] | None]:
        """The values that may have been changed; None for files that were taken away."""
        old = {
            name: data
            for name, data in self.items()
            if name not in self._draft.names or not same(self._draft.data(name), data)
        }
        return {**old, **dict.fromkeys(self._gone - self.keys())}

    def __missing__(self, name: str) -> dict[str, Any]:
        data = self._draft.data(name)
        self[name] = data
        return data

    def __delitem__(self, name: str) -> None:
        self.pop(name, None)
        self._gone.add(name)


def _parent(data: Any, path: Loc) -> Any:
    """Return what holds the value at the end of a way."""
    for part in path[:-1]:
        data = data[part]
    return data


def _remark(text: str) -> tuple[str, str]:
    """Return the words of the comment at the top of a text, and the rest of the text."""
    lines = text.splitlines(keepends=True)
    count = next((n for n, line in enumerate(lines) if not line.startswith("#")), len(lines))
    words = (line.removeprefix("#").removeprefix(" ").rstrip() for line in lines[:count])
    return "\n".join(words), "".join(lines[count:])


def _lines(raw: bytes | None) -> list[str]:
    return [] if raw is None else raw.decode("utf-8", "replace").splitlines()
