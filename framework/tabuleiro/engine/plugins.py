"""Where plugins are found: installed ones by entry points, others by lying in a folder.

A folder that ``TABULEIRO_PLUGINS`` names (several are parted as in PATH), and ``plugins`` in the
user's data folder, may be the project of a plugin or hold such projects. The project of a plugin
has a package ``tabuleiro_<name>`` in it. Whoever writes a game tries it in this way without
installing it, and a standalone program, which has no pip, gets its further games so.
"""

from __future__ import annotations

import os
import sys
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import platformdirs

from tabuleiro.hooks import PROJECT
from tabuleiro.i18n import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["VARIABLE", "FoundPlugin", "found_plugins", "missing_folders"]

VARIABLE: Final = "TABULEIRO_PLUGINS"
"""Folders with plugins that are not installed, parted like those of PATH."""

_PREFIX: Final = f"{PROJECT}_"


class FoundPlugin(NamedTuple):
    """A plugin that was found; loading it runs its code and may raise anything."""

    name: str
    package: str
    load: Callable[[], object]


def found_plugins() -> Iterator[FoundPlugin]:
    """Yield the plugins, the installed ones first; of two in folders the first one counts."""
    seen = set()
    for entry in sorted(entry_points(group=PROJECT), key=lambda e: e.name):
        seen.add(entry.name)
        yield FoundPlugin(entry.name, entry.module.partition(".")[0], entry.load)
    for package in _packages():
        name = package.name.removeprefix(_PREFIX)
        if name not in seen:
            seen.add(name)
            yield FoundPlugin(name, package.name, _Loader(package))


def missing_folders() -> list[str]:
    """Return a sentence for each folder that is named and not there."""
    sentence = _("{variable} names the folder {folder}, which does not exist.")
    return [
        sentence.format(variable=VARIABLE, folder=folder)
        for folder in _named()
        if not folder.is_dir()
    ]


def _named() -> list[Path]:
    words = os.environ.get(VARIABLE, "").split(os.pathsep)
    return [Path(word).expanduser() for word in words if word]


def _packages() -> Iterator[Path]:
    user = Path(platformdirs.user_data_dir(PROJECT, appauthor=False)) / "plugins"
    for folder in (*_named(), user):
        for pattern in (f"{_PREFIX}*", f"*/{_PREFIX}*"):
            for package in sorted(folder.glob(pattern)):
                if (package / "__init__.py").is_file():
                    yield package.resolve()


class _Loader:
    """Imports a package from where it lies, under its own name and without touching the path."""

    def __init__(self, package: Path) -> None:
        self._package = package

    def __call__(self) -> object:
        name = self._package.name
        if name in sys.modules:
            return sys.modules[name]
        spec = spec_from_file_location(
            name,
            self._package / "__init__.py",
            submodule_search_locations=[str(self._package)],
        )
        if spec is None or spec.loader is None:
            raise ImportError(name)
        module = module_from_spec(spec)
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
        return module
