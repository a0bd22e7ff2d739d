"""Where modules are found."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import platformdirs

from tabuleiro.i18n import _
from tabuleiro.module.errors import ModuleError, Problem, Unreadable, did_you_mean
from tabuleiro.module.files import decode, read_raw

__all__ = ["Found", "available_modules", "find_module", "module_folders"]

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


def module_folders(more: Iterable[Path | str] = ()) -> list[Path]:
    """Return the folders in which modules are looked for, the first ones first.

    ``more`` are folders of others, such as plugins bring; they come last.
    """
    named = [Path(name) for name in os.environ.get(VARIABLE, "").split(os.pathsep) if name]
    user = Path(platformdirs.user_data_dir("tabuleiro", appauthor=False)) / "modules"
    folders = [*named, user, *_bundled(), *map(Path, more)]
    return list(dict.fromkeys(folder for folder in folders if folder.is_dir()))


def _bundled() -> Iterator[Path]:
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


def _look_into(path: Path) -> Found:
    """Read the head of a module; nothing that is wrong with it raises."""
    from tabuleiro.module.loader import parse

    name = "module.yaml"
    try:
        data = parse(decode(read_raw(path, name), name), name).data
    except Unreadable as unreadable:
        return Found(path.name, path, {}, problems=(unreadable.problem,))
    id, title, version = data.get("id"), data.get("title"), data.get("version")
    words = title if isinstance(title, dict) else {}
    if not isinstance(id, str):
        problem = Problem(name, 1, 1, "id", _('the key "{key}" is missing').format(key="id"))
        return Found(path.name, path, {}, problems=(problem,))
    return Found(id, path, {key: str(text) for key, text in words.items()}, str(version or ""))


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
    sentence = _('there is no module "{name}"').format(name=name)
    raise ModuleError(name, [Problem(name, 1, 1, "", sentence, did_you_mean(name, known))])
