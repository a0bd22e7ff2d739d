"""The files of a module: which there are, their bytes, and one hash of them all.

Nothing too large is read, and nothing outside the folder of the module.
"""

from __future__ import annotations

import hashlib
import re
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tabuleiro.i18n import LANGUAGES, _
from tabuleiro.module.errors import ModuleError, Problem, Unreadable, did_you_mean

__all__ = ["API", "FIXED", "FORMAT", "MAX_FILE", "RULEBOOKS", "Folder", "decode", "read_folder"]

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
API: Final = 1
"""The newest version of the hooks that this program has."""

OPTIONAL: Final = frozenset({"texts.yaml"})
RULEBOOKS: Final = {language: f"rules.{language}.md" for language in LANGUAGES}
SCENARIOS: Final = "scenarios"
MAX_FILE: Final = 5_000_000
MAX_SCENARIOS: Final = 200

_FORBIDDEN: Final = re.compile(
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
)


@dataclass(frozen=True)
class Folder:
    """What was read from the folder of a module."""

    root: Path
    raw: dict[str, bytes]
    """The bytes of each file, by its path inside the module."""
    problems: tuple[Problem, ...]
    """Files that are missing or cannot be read."""
    warnings: tuple[Problem, ...]

    @property
    def digest(self) -> str:
        """A hash of all files; it does not depend on how lines end."""
        whole = hashlib.sha256()
        for name, raw in sorted(self.raw.items()):
            content = raw.replace(b"\r\n", b"\n")
            whole.update(f"{name}\0{len(content)}\0".encode())
            whole.update(content)
        return whole.hexdigest()

    @property
    def scenarios(self) -> list[str]:
        """The files of the scenarios."""
        return [name for name in self.raw if name.startswith(f"{SCENARIOS}/")]


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
    for file in names:
        try:
            raw[file] = read_raw(root, file)
        except Unreadable as unreadable:
            problems.append(unreadable.problem)
    if not any(file.startswith(SCENARIOS) for file in names):
        sentence = _("there is no scenario: at least one file is wanted")
        problems.append(Problem(f"{SCENARIOS}/*.yaml", 1, 1, "", sentence))
    return Folder(root, raw, tuple(problems), tuple(warnings))


def _names(root: Path) -> tuple[list[str], list[Problem]]:
    """Return the files that are read, and warnings about those that are not."""
    there = sorted(path.name for path in root.iterdir())
    wanted = [name for name in FIXED if name not in OPTIONAL or name in there]
    wanted += RULEBOOKS.values()
    wanted += [name for name in there if name.endswith(".json")]
    known = [*FIXED, *RULEBOOKS.values()]
    strange = [
        name for name in there if name.endswith((".yaml", ".yml", ".md")) and name not in known
    ]
    folder = root / SCENARIOS
    if folder.is_dir():
        inside = sorted(path.name for path in folder.iterdir())
        good = [f"{SCENARIOS}/{name}" for name in inside if name.endswith(".yaml")]
        strange += [f"{SCENARIOS}/{name}" for name in inside if name.endswith(".yml")]
        strange += good[MAX_SCENARIOS:]
        wanted += good[:MAX_SCENARIOS]
    sentence = _("this file is not part of the module format and is not read")
    return wanted, [
        Problem(name, 1, 1, "", sentence, did_you_mean(name, known))
        for name in strange
        if name.lower() != "readme.md"
    ]


def read_raw(root: Path, name: str) -> bytes:
    """Return the bytes of a file of a module, or raise `Unreadable`."""
    path = root / name
    try:
        if not path.resolve().is_relative_to(root.resolve()):
            raise _unreadable(name, _("the file lies outside the folder of the module"))
        state = path.stat()
        if not stat.S_ISREG(state.st_mode):
            raise _unreadable(name, _("this is not a file"))
        if state.st_size <= MAX_FILE:
            with path.open("rb") as stream:
                raw = stream.read(MAX_FILE + 1)
            if len(raw) <= MAX_FILE:
                return raw
    except FileNotFoundError:
        raise _unreadable(name, _("the file is missing")) from None
    except (OSError, RuntimeError) as error:  # a circle of links is a RuntimeError before 3.13
        raise _unreadable(name, _unread(error)) from None
    raise _unreadable(
        name, _("the file is too large: {limit} MB is the limit").format(limit=MAX_FILE // 10**6)
    )


def decode(raw: bytes, name: str) -> str:
    """Return the text of a file's bytes, which must be UTF-8 without control characters."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8", "replace")
        raise _unreadable(
            name, _("this is not UTF-8 text"), before, _("save the file in the encoding UTF-8")
        ) from None
    bad = _FORBIDDEN.search(text)
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
