"""Who agreed to what code of strangers: by name, version and hash, once.

A plugin is a program. One that did not come with this program, and that this user did not name as
his own, runs only after he has agreed to exactly these files. Whatever of them changes asks anew.
"""

from __future__ import annotations

import json
import os
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

from tabuleiro.module.packs import data_folder

__all__ = ["Agreed", "Consents", "read_kept", "write_kept"]

_LARGEST: Final = 4_000_000


class Agreed(NamedTuple):
    """Code to which the user has agreed."""

    plugin: str
    version: str
    digest: str
    when: str = ""


class Consents:
    """What this user has agreed to; each question reads the file, which others may write."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or data_folder() / "consent.json"

    def all(self) -> list[Agreed]:
        """Return all that was agreed to; nothing if the file cannot be read."""
        data = read_kept(self.path) or {}
        found = data.get("plugins")
        return [
            Agreed(*map(str, entry))
            for entry in (found if isinstance(found, list) else [])
            if isinstance(entry, list) and len(entry) == len(Agreed._fields)
        ]

    def given(self, plugin: str, version: str, digest: str) -> bool:
        """Return whether the user has agreed to this plugin, version and hash."""
        asked = (plugin, version, digest)
        return any(agreed[:3] == asked for agreed in self.all())

    def give(self, plugin: str, version: str, digest: str) -> None:
        """Keep that the user has agreed."""
        if not self.given(plugin, version, digest):
            when = datetime.now(UTC).isoformat(timespec="seconds")
            self._write([*self.all(), Agreed(plugin, version, digest, when)])

    def withdraw(self, plugin: str) -> int:
        """Forget all that was agreed to of a plugin; return how much it was."""
        before = self.all()
        rest = [agreed for agreed in before if agreed.plugin != plugin]
        if len(rest) < len(before):
            self._write(rest)
        return len(before) - len(rest)

    def _write(self, agreed: list[Agreed]) -> None:
        write_kept(self.path, {"plugins": [list(each) for each in agreed]})


def read_kept(path: Path) -> dict[str, Any] | None:
    """Return what a small file of ours holds: nothing if it is not there, None if it is damaged."""
    try:
        with path.open("rb") as stream:
            raw = stream.read(_LARGEST + 1)
        data = json.loads(raw) if len(raw) <= _LARGEST else None
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def write_kept(path: Path, data: dict[str, Any]) -> None:
    """Write a small file of ours, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-", suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            json.dump(data, stream, indent=1, sort_keys=True)
            stream.write("\n")
            stream.flush()
            os.fsync(stream.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
