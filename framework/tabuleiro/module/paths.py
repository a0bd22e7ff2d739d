"""Where modules are found."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from tabuleiro.harmless import harmless
from tabuleiro.i18n import LANGUAGES, _
from tabuleiro.module.errors import (
    ModuleError,
    Problem,
    Unreadable,
    did_you_mean,
    shortened,
)
from tabuleiro.module.files import FREE_TABLE, MAX_NAMES, read_head, scenario_files
from tabuleiro.module.packs import data_folder, newest_packs

__all__ = [
    "Found",
    "FoundScenario",
    "available_modules",
    "bundled_folders",
    "find_module",
    "module_folders",
    "scenarios_of",
    "shadowed_modules",
]

VARIABLE: Final = "TABULEIRO_MODULES"
"""Folders with modules, parted like those of PATH; they come before all others."""


@dataclass(frozen=True)
class Found:
    """A folder that looks like a module: it has a ``module.yaml``."""

    id: str
    """The id that it states, or the name of the folder if none can be read."""
    path: Path
    title: dict[str, str]
    version: str = ""
    problems: tuple[Problem, ...] = ()
    """Why it cannot be a module; `tabuleiro validate` tells more."""
    family: str = ""
    plugin: str = ""


@dataclass(frozen=True)
class FoundScenario:
    """What the head of a scenario's file says."""

    id: str
    name: dict[str, str]
    first_turn: int
    last_turn: int


_HEAD: Final = ("id", "title", "version", "family", "plugin")
_SCENARIO: Final = ("id", "name", "first_turn", "last_turn")
_TITLE: Final = 200
_ID: Final = re.compile(r"[a-z0-9]+([-._][a-z0-9]+)*")


def module_folders(more: Iterable[Path | str] = ()) -> list[Path]:
    """Return the folders in which modules are looked for, the first ones first.

    ``more`` are folders of others, such as plugins bring; they come last.
    """
    named = [Path(name) for name in os.environ.get(VARIABLE, "").split(os.pathsep) if name]
    packs = [pack.modules for pack in newest_packs()]
    folders = [*named, data_folder() / "modules", *bundled_folders(), *packs, *map(Path, more)]
    return list(dict.fromkeys(folder for folder in folders if folder.is_dir()))


def bundled_folders() -> Iterator[Path]:
    """Yield the folder of the modules that come with the program."""
    yield Path(__file__).resolve().parents[3] / "modules"  # in the source tree
    spec = find_spec("tabuleiro_modules")  # installed
    yield from (
        Path(folder) for folder in (spec.submodule_search_locations if spec else None) or ()
    )


def available_modules(more: Iterable[Path | str] = ()) -> list[Found]:
    """Return all modules that can be found, by id; broken ones are among them, with the reason.

    Of two with the same id the one found first counts.
    """
    found: dict[str, Found] = {}
    for folder in module_folders(more):
        try:
            inside = sorted(path for path in folder.iterdir() if (path / "module.yaml").is_file())
        except OSError:
            continue
        for path in inside:
            module = _look_into(path)
            found.setdefault(module.id, module)
    return [found[id] for id in sorted(found)]


def shadowed_modules(more: Iterable[Path | str] = ()) -> list[str]:
    """Return a sentence for each module that is left out because another has its id.

    A folder that is named in the environment is there to replace others; nothing is said of that.
    """
    named = {Path(name) for name in os.environ.get(VARIABLE, "").split(os.pathsep) if name}
    first: dict[str, Path] = {}
    told = []
    for folder in module_folders(more):
        for path in sorted(folder.glob("*/module.yaml"))[:MAX_NAMES]:
            id = _look_into(path.parent).id
            other = first.setdefault(id, path.parent)
            if other != path.parent and other.parent not in named:
                sentence = _(
                    'The game "{id}" in {folder} is left out: one in {other} is called so too.'
                )
                places = {"folder": harmless(path.parent), "other": harmless(other)}
                told.append(sentence.format(id=id, **places))
    return told


def _look_into(path: Path) -> Found:
    """Read the head of a module; nothing that is wrong with it raises."""
    name = "module.yaml"
    folder = harmless(path.name)
    try:
        head = _head(path, name, _HEAD)
    except Unreadable as unreadable:
        return Found(folder, path, {}, problems=(unreadable.problem,))
    id, version = head.get("id"), head.get("version")
    if not isinstance(id, str):
        problem = Problem(name, 1, 1, "id", _('the key "{key}" is missing').format(key="id"))
        return Found(folder, path, {}, problems=(problem,))
    if not _ID.fullmatch(id) or len(id) > 80:
        sentence = _("{found} is no id: lower-case words and digits joined by hyphens, please")
        problem = Problem(name, 1, 1, "id", sentence.format(found=f'"{shortened(id)}"'))
        return Found(folder, path, {}, problems=(problem,))
    words = (head.get(key) for key in ("family", "plugin"))
    family, plugin = (shortened(word) if isinstance(word, str) else "" for word in words)
    plugin = plugin if "plugin" in head else FREE_TABLE
    title = _words(head.get("title"))
    return Found(id, path, title, shortened(str(version or "")), (), family, plugin)


def _head(root: Path, name: str, wanted: Collection[str]) -> dict[str, Any]:
    from tabuleiro.module.loader import head_of

    return head_of(read_head(root, name), name, wanted)


def _words(value: object) -> dict[str, str]:
    """Return a text in its languages, as it may stand in a list."""
    words = value if isinstance(value, dict) else dict.fromkeys(LANGUAGES, value)
    return {key: harmless(text)[:_TITLE] for key, text in words.items() if isinstance(text, str)}


def _turns_of(root: Path) -> int:
    """Return how many turns a game has, 1 if its file says none."""
    try:
        turns = _head(root, "module.yaml", ("turns",)).get("turns")
    except Unreadable:
        return 1
    return max(len(turns), 1) if isinstance(turns, list) else 1


def scenarios_of(found: Found) -> list[FoundScenario]:
    """Return the scenarios of a module by the heads of their files; those without one are not told.

    Nothing is checked, and no more is read than stands at the top. One that says no last turn lasts
    as long as the game.
    """
    scenarios = []
    for name in scenario_files(found.path):
        try:
            head = _head(found.path, name, _SCENARIO)
        except Unreadable:
            continue
        stem = name.rpartition("/")[2].removesuffix(".yaml")
        if "last_turn" not in head:
            head["last_turn"] = _turns_of(found.path)
        id, turns = head.get("id", stem), [head.get(key, 1) for key in _SCENARIO[2:]]
        if isinstance(id, str) and _ID.fullmatch(id) and all(type(turn) is int for turn in turns):
            first, last = (int(turn or 0) for turn in turns)
            scenarios.append(FoundScenario(id, _words(head.get("name")), first, last))
    return scenarios


def find_module(id_or_path: str | Path, more: Iterable[Path | str] = ()) -> Path:
    """Return the folder of a module, given by its id or by a path to it.

    A word without a slash is an id first and a path second.
    """
    name = str(id_or_path)
    path = Path(id_or_path)
    known = {module.id: module.path for module in available_modules(more)}
    if isinstance(id_or_path, str) and path.name == name and name in known:
        return known[name]
    if path.name == "module.yaml" and os.path.isfile(path):  # noqa: PTH113 - never raises
        return path.parent
    if os.path.isdir(path):  # noqa: PTH112 - nor for a name that no system takes
        return path
    sentence = _('there is no module "{name}"').format(name=harmless(name))
    raise ModuleError(name, [Problem(name, 1, 1, "", sentence, did_you_mean(name, known))])
