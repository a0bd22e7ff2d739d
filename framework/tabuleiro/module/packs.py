"""Where packs lie that were installed: a folder for each, and in it one for each version.

``packs/<id>/<version>/`` holds the files of a pack as they were signed, and the module that was
made of scenarios. Versions stand side by side, so that a match can go on with its own; the newest
is the one that new matches take. Names of folders say all: nothing is opened to find them.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

__all__ = [
    "InstalledPack",
    "VersionKey",
    "data_folder",
    "installed_packs",
    "newest_packs",
    "packs_folder",
    "version_key",
]

MAX_PACKS: Final = 1_000
"""So many packs are looked for."""

VersionKey: TypeAlias = tuple[tuple[int, ...], int, tuple[tuple[int, int, str], ...]]


class InstalledPack(NamedTuple):
    """A version of a pack that is installed."""

    id: str
    version: str
    path: Path

    @property
    def modules(self) -> Path:
        """The folder in which its modules lie, if it has any."""
        return self.path / "modules"

    @property
    def plugins(self) -> Path:
        """The folder in which its code lies, if it has any."""
        return self.path / "plugins"


def data_folder() -> Path:
    """Return the folder in which the system keeps what this user has installed."""
    import platformdirs

    return Path(platformdirs.user_data_dir("tabuleiro", appauthor=False))


def packs_folder() -> Path:
    """Return the folder of the packs."""
    return data_folder() / "packs"


def version_key(version: str) -> VersionKey:
    """Return what versions are compared by; what is tried before comes before.

    >>> sorted(["1.10.0", "1.9.0", "2.0.0-beta.2", "2.0.0"], key=version_key)
    ['1.9.0', '1.10.0', '2.0.0-beta.2', '2.0.0']
    """
    numbers, _sign, more = version.partition("-")
    first = re.match(r"[0-9.]*", numbers)
    parts = (first[0] if first else "").split(".")
    rest = tuple(
        (0, int(part), "") if part.isdecimal() else (1, 0, part) for part in more.split(".") if part
    )
    return tuple(int(part[:15]) for part in parts if part.isdecimal()), int(not rest), rest


def installed_packs(id: str | None = None) -> list[InstalledPack]:
    """Return the packs that are installed, or the versions of one: by id, the newest first."""
    folder = packs_folder()
    found: list[InstalledPack] = []
    for name in [id] if id is not None else _names(folder):
        versions = (folder / name / version for version in _names(folder / name))
        here = [
            InstalledPack(name, path.name, path)
            for path in versions
            if (path / "manifest.json").is_file()
        ]
        found += sorted(here, key=lambda pack: version_key(pack.version), reverse=True)
    return found


def newest_packs() -> list[InstalledPack]:
    """Return the newest version of each pack that is installed."""
    newest: dict[str, InstalledPack] = {}
    for pack in installed_packs():
        newest.setdefault(pack.id, pack)
    return list(newest.values())


def _names(folder: Path) -> list[str]:
    """Return the folders in a folder; what begins with a point is on its way in or out."""
    try:
        with os.scandir(folder) as inside:
            names = [entry.name for entry in inside if entry.is_dir(follow_symlinks=False)]
    except OSError:
        return []
    return sorted(name for name in names if not name.startswith("."))[:MAX_PACKS]
