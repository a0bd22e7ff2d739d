"""The zip of a module: opened with care, for anybody may have made it.

What it would unpack to is known from its directory before anything is unpacked, and no file ever
gets the place that the zip gives it.
"""

from __future__ import annotations

import shutil
import struct
import zipfile
import zlib
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, BinaryIO, Final, Self

from tabuleiro.harmless import harmless
from tabuleiro.i18n import _
from tabuleiro.vassal.errors import VassalError

if TYPE_CHECKING:
    from types import TracebackType

__all__ = ["IMAGES", "Archive"]

IMAGES: Final = "images/"
"""The folder of pictures in a module."""

MAX_BYTES: Final = 2_000_000_000
MAX_UNPACKED: Final = 4_000_000_000
MAX_FILES: Final = 30_000
MAX_DIRECTORY: Final = 8_000_000
MAX_NAME: Final = 300
LARGE: Final = 20_000_000
"""From here on a file is a bomb that is many times as large as what it is packed into."""
RATIO: Final = 200

_END: Final = struct.Struct("<4s4H2IH")
_END_SIGN: Final = b"PK\x05\x06"
_COMMENT: Final = 0xFFFF
_ENCRYPTED: Final = 0x1
_PACKED: Final = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
_BROKEN: Final = (
    zipfile.BadZipFile,
    zlib.error,
    OSError,
    EOFError,
    ValueError,
    NotImplementedError,
    RuntimeError,
    struct.error,
)


class Archive:
    """A zip that was looked through; its files are read by name, and never more than is allowed."""

    def __init__(self, source: Path | BinaryIO, name: str) -> None:
        """Open a zip, or raise `VassalError` with one sentence."""
        self.name = harmless(name)
        _check_size(source, self.name)
        try:
            self._zip = zipfile.ZipFile(source)
        except _BROKEN:
            raise VassalError(_('"{name}" is no zip file.').format(name=self.name)) from None
        try:
            self._check()
        except VassalError:
            self._zip.close()
            raise
        infos = [info for info in self._zip.infolist() if not info.is_dir()]
        self._infos = {info.filename.replace("\\", "/"): info for info in infos}
        self._loosely = {name.lower(): name for name in self._infos}

    def __enter__(self) -> Self:
        """Return the archive."""
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        """Close the zip."""
        self._zip.close()

    def names(self) -> list[str]:
        """Return the names of all files."""
        return list(self._infos)

    def find(self, name: str) -> str | None:
        """Return a file as it is called here: capitals count for nothing in old modules."""
        return name if name in self._infos else self._loosely.get(name.lower())

    def size(self, name: str) -> int:
        """Return how many bytes a file has."""
        return self._infos[name].file_size

    def read(self, name: str, most: int) -> bytes:
        """Return the bytes of a file that may have no more than ``most``."""
        info = self._infos[name]
        if info.file_size > most:
            raise VassalError(self._too_large(name))
        try:
            with self._zip.open(info) as stream:
                return stream.read(most)
        except _BROKEN:
            raise VassalError(self._damaged(name)) from None

    def head(self, name: str, length: int) -> bytes:
        """Return the first bytes of a file; nothing if it is damaged."""
        try:
            with self._zip.open(self._infos[name]) as stream:
                return stream.read(length)
        except _BROKEN:
            return b""

    def copy(self, name: str, target: Path) -> None:
        """Write a file to a place of ours, piece by piece."""
        try:
            with self._zip.open(self._infos[name]) as stream, target.open("wb") as out:
                shutil.copyfileobj(stream, out, 1 << 18)
        except _BROKEN:
            target.unlink(missing_ok=True)
            raise VassalError(self._damaged(name)) from None

    def _damaged(self, name: str) -> str:
        told = _('"{file}" in "{name}" is damaged and cannot be unpacked.')
        return told.format(file=harmless(name), name=self.name)

    def _too_large(self, name: str) -> str:
        told = _('"{file}" in "{name}" is too large to be read.')
        return told.format(file=harmless(name), name=self.name)

    def _check(self) -> None:
        whole = packed = 0
        for info in self._zip.infolist():
            shown = harmless(info.filename[:80])
            if not _lies_inside(info.filename):
                told = _('"{name}" was not imported: its file "{file}" would lie outside of it.')
                raise VassalError(told.format(name=self.name, file=shown))
            if info.flag_bits & _ENCRYPTED:
                told = _('"{name}" was not imported: its file "{file}" is locked by a password.')
                raise VassalError(told.format(name=self.name, file=shown))
            if info.compress_type not in _PACKED:
                told = _('"{name}" was not imported: the file "{file}" is packed unusually.')
                raise VassalError(told.format(name=self.name, file=shown))
            whole += info.file_size
            packed += info.compress_size
            if info.file_size > max(LARGE, RATIO * info.compress_size):
                raise VassalError(self._bomb())
        size = self._zip.fp.seek(0, 2) if self._zip.fp is not None else 0
        if whole > MAX_UNPACKED or packed > size or whole > max(LARGE, RATIO * size):
            raise VassalError(self._bomb())

    def _bomb(self) -> str:
        told = _('"{name}" was not imported: it would unpack to far more than it is.')
        return told.format(name=self.name)


def _lies_inside(name: str) -> bool:
    """Return whether a name leads to a place inside a folder.

    >>> _lies_inside("images/a.png"), _lies_inside("../a.png"), _lies_inside("C:/a.png")
    (True, False, False)
    """
    path = PurePosixPath(name.replace("\\", "/"))
    drive = ":" in (path.parts[0] if path.parts else "")
    return not path.is_absolute() and ".." not in path.parts and not drive and len(name) < MAX_NAME


def _check_size(source: Path | BinaryIO, name: str) -> None:
    """Refuse what is too large, before a library reads its directory into memory."""
    if isinstance(source, Path):
        with source.open("rb") as stream:
            _check_end(stream, name)
    else:
        _check_end(source, name)


def _check_end(stream: BinaryIO, name: str) -> None:
    size = stream.seek(0, 2)
    if size > MAX_BYTES:
        raise VassalError(_('"{name}" is larger than a module may be.').format(name=name))
    stream.seek(max(0, size - _COMMENT - _END.size))
    tail = stream.read()
    stream.seek(0)
    place = tail.rfind(_END_SIGN)
    if place < 0 or len(tail) < place + _END.size:
        raise VassalError(_('"{name}" is no zip file.').format(name=name))
    count, length = _END.unpack_from(tail, place)[4:6]
    if count > MAX_FILES or length > MAX_DIRECTORY:
        raise VassalError(_('"{name}" holds more files than a module may have.').format(name=name))
