"""Checked modules, kept by the hash of their files so that they open quickly the next time.

A file of the cache is plain JSON after one line with its own hash: nothing in it can run, and a
damaged or foreign one is passed over and written anew.
"""

from __future__ import annotations

import hashlib
import os
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec

from tabuleiro.i18n import language
from tabuleiro.module.data import ModuleData
from tabuleiro.module.files import FORMAT

__all__ = ["Cache", "program_version"]

VARIABLE: Final = "TABULEIRO_CACHE"
"""A folder for the cache; ``off`` means none."""
_OFF: Final = frozenset({"off", "0", "no", "none"})
_KEPT: Final = 40
"""So many files are kept; those that were not read for longest are deleted."""
_LEFT_OVER: Final = 3600
"""Seconds after which a draft is that of a program that was killed."""

_decoder: Final = msgspec.json.Decoder(ModuleData)
_encoder: Final = msgspec.json.Encoder()


@dataclass(frozen=True)
class Cache:
    """A folder with checked modules; without a folder it keeps nothing."""

    folder: Path | None

    @classmethod
    def of_user(cls) -> Cache:
        """Return the cache of the user, or the one that the environment names."""
        named = os.environ.get(VARIABLE)
        if named is None:
            import platformdirs

            return cls(Path(platformdirs.user_cache_dir("tabuleiro", appauthor=False)) / "modules")
        return cls(None if named.lower() in _OFF or not named else Path(named))

    def get(self, digest: str) -> ModuleData | None:
        """Return what was kept for a hash, None if there is nothing of use."""
        if self.folder is None:
            return None
        path = self._path(digest)
        try:
            raw = path.read_bytes()
        except OSError:
            return None
        with suppress(OSError):  # of a folder that may only be read
            os.utime(path)  # what is in use is not thrown away for what is new
        told, _newline, content = raw.partition(b"\n")
        if told.decode("ascii", "replace") != hashlib.sha256(content).hexdigest():
            return None
        try:
            return _decoder.decode(content)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return None

    def put(self, digest: str, data: ModuleData) -> None:
        """Keep a module; a cache that cannot be written is no fault of the module's."""
        if self.folder is None:
            return
        content = _encoder.encode(data)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._write(digest, hashlib.sha256(content).hexdigest().encode() + b"\n" + content)
            self._tidy()
        except OSError:
            return

    def _path(self, digest: str) -> Path:
        assert self.folder is not None  # noqa: S101 - the callers asked
        key = f"{digest} {FORMAT} {program_version()} {language()}"
        return self.folder / f"{hashlib.sha256(key.encode()).hexdigest()[:40]}.json"

    def _write(self, digest: str, content: bytes) -> None:
        """Write beside and rename, so that another process never reads half a file."""
        import tempfile

        handle, name = tempfile.mkstemp(dir=self.folder, suffix=".tmp")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
            Path(name).replace(self._path(digest))
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise

    def _tidy(self) -> None:
        assert self.folder is not None  # noqa: S101 - the caller asked
        files = sorted(self.folder.glob("*.json"), key=lambda path: path.stat().st_mtime)
        drafts = self.folder.glob("*.tmp")
        left = [path for path in drafts if time.time() - path.stat().st_mtime > _LEFT_OVER]
        for path in (*files[:-_KEPT], *left):
            path.unlink(missing_ok=True)


@lru_cache
def program_version() -> str:
    """Return what must be equal for a checked module to be taken from the cache.

    Besides the version it is the state of the source of this package, if there is one: whoever
    changes the checks does not want the answers of yesterday.
    """
    from importlib.metadata import PackageNotFoundError, version  # the rules need it not at all

    try:
        name = version("tabuleiro")
    except PackageNotFoundError:
        name = "source"
    sources = sorted(Path(__file__).parent.rglob("*.py"))
    states = [(path.name, path.stat().st_size, path.stat().st_mtime_ns) for path in sources]
    return f"{name} {hashlib.sha256(repr(states).encode()).hexdigest()[:16]}"
