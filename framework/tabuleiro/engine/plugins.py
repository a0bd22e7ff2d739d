"""Where plugins are found, and whose code may run without being asked.

Plugins come with the program, are installed beside it (found by entry points), or lie in a folder.
A folder that ``TABULEIRO_PLUGINS`` names (several are parted as in PATH), and ``plugins`` in the
user's data folder, may be the project of a plugin or hold such projects; a pack that was installed
may hold one too. The project of a plugin has a package ``tabuleiro_<name>`` in it. Whoever writes a
game tries it in this way without installing it, and a standalone program, which has no pip, gets
its further games so.

Nothing runs by being found. What came with the program is the program; what a user names in
``TABULEIRO_PLUGINS``, or has installed in place from his own folder, is his own. Everything else is
a stranger's, and is loaded only for a match that needs it, after consent (`engine.consent`).
"""

from __future__ import annotations

import json
import os
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Final, Literal

from tabuleiro.engine.strangers import Code
from tabuleiro.harmless import harmless
from tabuleiro.hooks import PROJECT
from tabuleiro.i18n import _
from tabuleiro.module.files import FREE_TABLE
from tabuleiro.module.packs import InstalledPack, data_folder, newest_packs

__all__ = [
    "NO_PLUGINS",
    "VARIABLE",
    "FoundPlugin",
    "find_plugins",
    "found_plugins",
    "missing_folders",
    "plugin_of_pack",
]

VARIABLE: Final = "TABULEIRO_PLUGINS"
"""Folders with plugins that are not installed, parted like those of PATH."""
NO_PLUGINS: Final = "TABULEIRO_NO_PLUGINS"
"""If this says anything, only the plugins that come with the program are found."""

_PREFIX: Final = f"{PROJECT}_"
_LARGEST: Final = 100_000

Origin = Literal["program", "named", "installed", "folder", "pack"]


@dataclass(frozen=True)
class FoundPlugin:
    """A plugin that was found; loading it runs its code and may raise anything."""

    name: str
    package: str
    load: Callable[[], object]
    origin: Origin = "folder"
    folder: Path = field(default_factory=Path)
    """Where its package lies."""
    version: str = "0"
    brings: tuple[str, ...] = ()
    """The games and house rules that it says it knows, besides that of its name."""
    code: Code | None = None
    """The files of a stranger's package: what is agreed to, and then runs."""

    @property
    def trusted(self) -> bool:
        """Whether it may be loaded without being asked for."""
        return self.code is None


FREE: Final = FoundPlugin(
    FREE_TABLE, PROJECT, lambda: import_module(f"{PROJECT}.rules.free_table"), "program"
)
"""The rules of modules that name no plugin: a part of the program, so it needs no entry point."""


def found_plugins() -> list[FoundPlugin]:
    """Return the plugins, those of the program first; of two with one name the first one counts."""
    return find_plugins()[0]


def find_plugins() -> tuple[list[FoundPlugin], list[str]]:
    """Return the plugins, and a sentence for each that is left out for its name."""
    first: dict[str, FoundPlugin] = {}
    told = []
    for plugin in _all():
        other = first.setdefault(plugin.name, plugin)
        if other is not plugin and other.folder != plugin.folder:
            sentence = _(
                'The plugin "{name}" in {folder} is left out: one in {other} is called so too.'
            )
            places = {"folder": harmless(plugin.folder), "other": harmless(other.folder)}
            told.append(sentence.format(name=harmless(plugin.name), **places))
    return list(first.values()), told


def missing_folders() -> list[str]:
    """Return a sentence for each folder that is named and not there."""
    sentence = _("{variable} names the folder {folder}, which does not exist.")
    return [
        sentence.format(variable=VARIABLE, folder=harmless(folder))
        for folder in _named()
        if not folder.is_dir()
    ]


def plugin_of_pack(pack: InstalledPack) -> FoundPlugin | None:
    """Return the plugin in a version of a pack, if it has one."""
    for package in _packages_in([pack.plugins]):
        return _stranger(package, "pack", pack.version, _brought(pack.path / "manifest.json"))
    return None


def _all() -> Iterator[FoundPlugin]:
    yield FREE
    installed = sorted(_installed(), key=lambda plugin: (plugin.origin != "program", plugin.name))
    if os.environ.get(NO_PLUGINS):
        yield from (plugin for plugin in installed if plugin.origin == "program")
        return
    yield from installed
    for package in _packages_in(_named()):
        name = package.name.removeprefix(_PREFIX)
        yield FoundPlugin(name, package.name, _Loader(package), "named", package)
    for package in _packages_in([data_folder() / "plugins"]):
        version, brings = _project(package.parent / "pyproject.toml")
        yield _stranger(package, "folder", version, brings)
    for pack in newest_packs():
        plugin = plugin_of_pack(pack)
        if plugin is not None:
            yield plugin


def _stranger(package: Path, origin: Origin, version: str, brings: tuple[str, ...]) -> FoundPlugin:
    code = Code(package)
    name = package.name.removeprefix(_PREFIX)
    return FoundPlugin(name, package.name, code.load, origin, package, version, brings, code)


# --------------------------------------------------------------------------------- installed


def _installed() -> Iterator[FoundPlugin]:
    """Yield what is found by entry points; that of other people is a stranger's."""
    for entry in entry_points(group=PROJECT):
        package = entry.module.partition(".")[0]
        distribution = entry.dist
        name = distribution.name if distribution is not None else PROJECT
        if name == PROJECT:
            yield FoundPlugin(entry.name, package, entry.load, "program", _folder_of(package))
            continue
        version = distribution.version if distribution is not None else "0"
        folder = _folder_of(package)
        if _in_place(entry):
            yield FoundPlugin(entry.name, package, entry.load, "named", folder, version)
        else:
            code = Code(folder, entry.module)
            yield FoundPlugin(
                entry.name, package, code.load, "installed", folder, version, (), code
            )


def _folder_of(package: str) -> Path:
    """Return where a package lies, without running anything of it."""
    with suppress(ImportError, ValueError):
        spec = find_spec(package)
        for folder in (spec.submodule_search_locations if spec else None) or ():
            return Path(folder)
    return Path(package)


def _in_place(entry: EntryPoint) -> bool:
    """Return whether a plugin was installed in place, from a folder that its writer works in."""
    told = entry.dist.read_text("direct_url.json") if entry.dist is not None else None
    try:
        data = json.loads(told or "{}")
        return bool(data["dir_info"]["editable"])
    except (ValueError, KeyError, TypeError):
        return False


# ------------------------------------------------------------------------------- in folders


def _named() -> list[Path]:
    words = os.environ.get(VARIABLE, "").split(os.pathsep)
    return [Path(word).expanduser() for word in words if word]


def _packages_in(folders: Iterable[Path]) -> Iterator[Path]:
    for folder in folders:
        for pattern in (f"{_PREFIX}*", f"*/{_PREFIX}*"):
            for package in sorted(folder.glob(pattern)):
                if (package / "__init__.py").is_file():
                    yield package.resolve()


def _project(path: Path) -> tuple[str, tuple[str, ...]]:
    """Return the version of a project, and what else it says that it brings."""
    try:
        with path.open("rb") as stream:
            raw = stream.read(_LARGEST + 1)
        said = tomllib.loads(raw.decode()) if len(raw) <= _LARGEST else {}
        project = said["project"]
        version = project["version"]
        brings = project.get("entry-points", {}).get(PROJECT, {})
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return "0", ()
    names = [str(name) for name in brings] if isinstance(brings, dict) else []
    return harmless(str(version)[:40]), tuple(names)


def _brought(path: Path) -> tuple[str, ...]:
    """Return the games and house rules that a pack says it brings."""
    try:
        with path.open("rb") as stream:
            raw = stream.read(10 * _LARGEST)
        names = json.loads(raw).get("brings", ())
    except (OSError, ValueError, AttributeError, RecursionError):
        return ()
    return tuple(map(str, names)) if isinstance(names, list) else ()


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
