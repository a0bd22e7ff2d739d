"""The files of a module: which there are, their bytes, and one hash of them all.

Nothing too large is read, and nothing outside the folder of the module.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Final

from tabuleiro.harmless import HARMFUL, harmless
from tabuleiro.i18n import LANGUAGES, _
from tabuleiro.module.errors import (
    MAX_PROBLEMS,
    ModuleError,
    Problem,
    Unreadable,
    did_you_mean,
)
from tabuleiro.module.images import IMAGES, Image, image_path, read_images

__all__ = [
    "API",
    "FIXED",
    "FORMAT",
    "MAX_FILE",
    "RULEBOOKS",
    "Folder",
    "decode",
    "overlaid",
    "read_folder",
]

FIXED: Final = {
    "module.yaml": "module",
    "board.yaml": "board",
    "counters.yaml": "counters",
    "tables.yaml": "tables",
    "texts.yaml": "texts",
}
"""The files of the format and their kinds; scenarios have names of their own."""

FORMAT: Final = 1
"""The newest module format that this program reads."""
API: Final = 2
"""The newest version of the hooks that this program has."""

OPTIONAL: Final = frozenset({"texts.yaml"})
FREE_TABLE: Final = "free-table"
"""The plugin of a module that names none: a table without a referee."""
PROOFS: Final = "proofs.json"
"""What tests proved of the rulebook: no part of the game, neither read with it nor in its hash."""
GUIDE: Final = "guide.yaml"
"""A guide through the game, for the window alone: no part of the game, nor in its hash."""
RULEBOOKS: Final = {language: f"rules.{language}.md" for language in LANGUAGES}
SCENARIOS: Final = "scenarios"
ONLY_SCENARIO: Final = f"{SCENARIOS}/table.yaml"
"""The scenario of a free table that has no file for one: nothing is set up."""
LEFT_OUT: Final = frozenset({"tables.yaml", *RULEBOOKS.values()})
"""Files that a free table may leave out, besides scenarios."""
_PLUGIN: Final = re.compile(rb"^(?:\xef\xbb\xbf)?[\"']?plugin[\"']?[ \t]*:", re.MULTILINE)
MAX_FILE: Final = 5_000_000
MAX_HEAD: Final = 65_536
"""Bytes of a file that are read when only its head is wanted."""
MAX_FOLDER: Final = 20_000_000
"""Bytes of all files of a module together."""
MAX_SCENARIOS: Final = 200
MAX_DATA: Final = 20
"""How many files of JSON a module may have."""
MAX_NAMES: Final = 10_000
"""How many files and folders may lie in one folder."""


@dataclass(frozen=True)
class Folder:
    """What was read from the folder of a module."""

    root: Path
    raw: dict[str, bytes]
    """The bytes of each file, by its path inside the module."""
    problems: tuple[Problem, ...]
    """Files that are missing or cannot be read."""
    warnings: tuple[Problem, ...]
    images: dict[str, Image] = field(default_factory=dict)
    """The pictures in its folder `images`, by their names."""
    image_faults: dict[str, str] = field(default_factory=dict)
    """Files there that are no pictures, or harmful ones, with what is wrong."""
    left_out: frozenset[str] = frozenset()
    """Files that this module may leave out, and does."""

    @property
    def digest(self) -> str:
        """A hash of all files; it does not depend on how lines end."""
        whole = hashlib.sha256()
        for name, raw in sorted(self.raw.items()):
            content = raw.replace(b"\r\n", b"\n")
            whole.update(f"{name}\0{len(content)}\0".encode())
            whole.update(content)
        for name, image in sorted(self.images.items()):
            whole.update(f"{IMAGES}/{name}\0{image.digest}\0".encode())
        for name in sorted(self.image_faults):
            whole.update(f"{IMAGES}/{name}\0?\0".encode())
        return whole.hexdigest()

    def with_images(self) -> dict[str, bytes]:
        """Return the bytes of each file, those of pictures among them: for who copies a module."""
        pictures = {f"{IMAGES}/{name}": image_path(self.root, name) for name in self.images}
        return {**self.raw, **{name: path.read_bytes() for name, path in pictures.items()}}

    @property
    def scenarios(self) -> list[str]:
        """The files of the scenarios."""
        return [name for name in (*self.raw, *self.left_out) if name.startswith(f"{SCENARIOS}/")]


def read_folder(root: Path) -> Folder:
    """Read all files of a module; only a folder that is none at all raises `ModuleError`."""
    root = root.absolute()
    name = root.name
    if not root.is_dir():
        raise ModuleError(name, [Problem(name, 1, 1, "", _("there is no such folder"))])
    raw: dict[str, bytes] = {}
    problems: list[Problem] = []
    try:
        names, warnings = _names(root)
    except OSError as error:
        raise ModuleError(name, [Problem(name, 1, 1, "", _unread(error))]) from None
    left = MAX_FOLDER
    left_out: set[str] = set()
    for file in names:
        try:
            raw[file] = read_raw(root, file)
        except Unreadable as unreadable:
            if file in LEFT_OUT and _is_free(raw) and not os.path.lexists(root / file):
                left_out.add(file)
            else:
                problems.append(unreadable.problem)
        left -= len(raw.get(file, b""))
        if left < 0:
            sentence = _("the files of the module are too large together: {limit} MB is the limit")
            text = sentence.format(limit=MAX_FOLDER // 10**6)
            return Folder(root, {}, (Problem(file, 1, 1, "", text),), ())
    if _is_free(raw):
        left_out |= OPTIONAL - raw.keys()
    if not any(file.startswith(SCENARIOS) for file in names):
        if _is_free(raw):
            left_out.add(ONLY_SCENARIO)
        else:
            sentence = _("there is no scenario: at least one file is wanted")
            problems.append(Problem(f"{SCENARIOS}/*.yaml", 1, 1, "", sentence))
    images, faults = read_images(root)
    if "" in faults:
        problems.append(Problem(IMAGES, 1, 1, "", faults.pop("")))
    return Folder(root, raw, tuple(problems), tuple(warnings), images, faults, frozenset(left_out))


def overlaid(folder: Folder, raw: dict[str, bytes]) -> Folder:
    """Return a folder as if it held these files instead of its own; its pictures stay."""
    scenarios = [name for name in raw if name.startswith(f"{SCENARIOS}/")]
    may: set[str] = set(OPTIONAL)
    if _is_free(raw):
        may |= LEFT_OUT
        if not scenarios:
            may.add(ONLY_SCENARIO)
    given = {*raw, *([f"{SCENARIOS}/*.yaml"] if scenarios else [])}
    sentence = _("the file is missing")
    missing = [
        Problem(name, 1, 1, "", sentence)
        for name in sorted((folder.raw.keys() & {*FIXED, *RULEBOOKS.values()}) - raw.keys() - may)
    ]
    problems = [problem for problem in folder.problems if problem.file not in given]
    left_out = may - raw.keys() if _is_free(raw) else ()
    return replace(folder, raw=raw, problems=(*problems, *missing), left_out=frozenset(left_out))


def names_plugin(raw: bytes) -> bool:
    r"""Return whether the bytes of a ``module.yaml`` name a plugin.

    >>> names_plugin(b"id: duel\nplugin: duel\n"), names_plugin(b"id: duel\n")
    (True, False)
    """
    return _PLUGIN.search(raw) is not None


def _is_free(raw: dict[str, bytes]) -> bool:
    """Return whether what was read is a free table: its first file names no plugin."""
    return "module.yaml" in raw and not names_plugin(raw["module.yaml"])


def _names(root: Path) -> tuple[list[str], list[Problem]]:
    """Return the files that are read, and warnings about those that are not."""
    there, odd = _inside(root)
    wanted = [name for name in FIXED if name not in OPTIONAL or name in there]
    wanted += RULEBOOKS.values()
    data = [name for name in there if name.endswith(".json") and name != PROOFS]
    known = [*FIXED, *RULEBOOKS.values()]
    strange = [
        name for name in there if name.endswith((".yaml", ".yml", ".md")) and name not in known
    ]
    strange += data[MAX_DATA:]
    wanted += data[:MAX_DATA]
    folder = root / SCENARIOS
    if folder.is_dir():
        inside, odd_inside = _inside(folder)
        good = [f"{SCENARIOS}/{name}" for name in inside if name.endswith(".yaml")]
        strange += [f"{SCENARIOS}/{name}" for name in inside if name.endswith(".yml")]
        strange += good[MAX_SCENARIOS:]
        wanted += good[:MAX_SCENARIOS]
        odd += [f"{SCENARIOS}/{name}" for name in odd_inside]
    nameless = _("this file is not read: its name is no text, or would harm whoever reads it")
    warnings = [
        *_unread_files(strange, known),
        *(Problem(name, 1, 1, "", nameless) for name in odd),
    ]
    return wanted, warnings[:MAX_PROBLEMS]


def scenario_files(root: Path) -> list[str]:
    """Return the files of the scenarios of a module, as far as they are read."""
    try:
        names, _odd = _inside(root / SCENARIOS)
    except OSError:
        return []
    good = [f"{SCENARIOS}/{name}" for name in names if name.endswith(".yaml")]
    return good[:MAX_SCENARIOS]


def _inside(folder: Path) -> tuple[list[str], list[str]]:
    """Return the names in a folder, and apart from them those that cannot be shown as they are."""
    names = sorted(path.name for path in islice(folder.iterdir(), MAX_NAMES + 1))
    if len(names) > MAX_NAMES:
        raise OSError(_("more than {n} files lie in one folder").format(n=MAX_NAMES))
    good = [name for name in names if name == harmless(name)]
    return good, [harmless(name) for name in names if name != harmless(name)]


def _unread_files(strange: list[str], known: list[str]) -> Iterator[Problem]:
    sentence = _("this file is not part of the module format and is not read")
    for name in strange[: 2 * MAX_PROBLEMS]:
        if name.lower() != "readme.md" and name != GUIDE:
            yield Problem(name, 1, 1, "", sentence, did_you_mean(name, known))


def read_raw(root: Path, name: str) -> bytes:
    """Return the bytes of a file of a module, or raise `Unreadable`."""
    raw = _read(root, name, MAX_FILE + 1)
    if len(raw) <= MAX_FILE:
        return raw
    raise _unreadable(
        name, _("the file is too large: {limit} MB is the limit").format(limit=MAX_FILE // 10**6)
    )


def _read(root: Path, name: str, most: int) -> bytes:
    """Return the bytes of a file, or the first so many of them."""
    path = root / name
    try:
        if not path.resolve().is_relative_to(root.resolve()):
            raise _unreadable(name, _("the file lies outside the folder of the module"))
        state = path.stat()
        if not stat.S_ISREG(state.st_mode):
            raise _unreadable(name, _("this is not a file"))
        with path.open("rb") as stream:
            return stream.read(most)
    except FileNotFoundError:
        raise _unreadable(name, _("the file is missing")) from None
    except (OSError, RuntimeError) as error:  # a circle of links is a RuntimeError before 3.13
        raise _unreadable(name, _unread(error)) from None


def read_head(root: Path, name: str) -> str:
    """Return the beginning of a text file of a module, or raise `Unreadable`."""
    raw = _read(root, name, MAX_HEAD)
    end = raw.rfind(b"\n") + 1
    return decode(raw[:end] if len(raw) == MAX_HEAD and end else raw, name)


def decode(raw: bytes, name: str) -> str:
    """Return the text of a file's bytes: UTF-8 without characters that would harm a reader."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8", "replace")
        raise _unreadable(
            name, _("this is not UTF-8 text"), before, _("save the file in the encoding UTF-8")
        ) from None
    bad = HARMFUL.search(text)
    if bad:
        raise _unreadable(
            name,
            _("the character U+{code} may not stand in a file").format(code=f"{ord(bad[0]):04X}"),
            text[: bad.start()],
        )
    return text


def _unread(error: Exception) -> str:
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return _("it cannot be read: {reason}").format(reason=reason)


def _unreadable(name: str, message: str, before: str = "", hint: str = "") -> Unreadable:
    line = before.count("\n") + 1
    column = len(before) - (before.rfind("\n") + 1) + 1
    return Unreadable(Problem(name, line, column, "", message, hint))
