"""Zip files from strangers, read with care; files of ours, written whole or not at all.

Nothing of an archive is unpacked to the disk, and no more is read than it declares.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import secrets
import stat
import time
import zipfile
import zlib
from collections.abc import Collection, Mapping
from pathlib import Path, PurePosixPath
from typing import Final

from tabuleiro.i18n import _
from tabuleiro.store.errors import PartidaError, os_sentence, shown

__all__ = [
    "MAX_BYTES",
    "MAX_EXTRAS",
    "MAX_RATIO",
    "pack",
    "read_archive",
    "replace_by",
    "sync_folder",
    "unpack",
    "write_whole",
]

MAX_BYTES: Final = 32_000_000
"""Largest archive, and largest sum of the sizes of what is in it."""
MAX_RATIO: Final = 200
"""How many times larger than packed a file may be; a log is 5 to 20 times larger."""
MAX_EXTRAS: Final = 8
"""How many files may lie beside those that we know; they are not read."""

ENDING: Final = ".partida"
"""Only files with such a name are written over."""
LEFT_OVER: Final = 3600
"""Seconds after which a draft of a file is that of a program that was killed."""

_SMALL: Final = 65_536
_RECORD: Final = b"PK\x01\x02"
_ARCHIVES: Final = frozenset({".zip", ".partida", ".jar", ".7z", ".gz", ".xz", ".bz2", ".tar"})
_PLAIN: Final = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
_ENCRYPTED: Final = 0x1
_FAULTS: Final = (
    *(zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError),
    *(EOFError, OSError, ValueError, OverflowError, KeyError, IndexError),
)
"""What `zipfile` raises on archives that are none."""


# ---------------------------------------------------------------------------------- reading


def read_archive(path: Path) -> bytes:
    """Return the bytes of a file that is not too large."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise PartidaError(_("{path} is not a file.").format(path=shown(path, 300)))
        with path.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise PartidaError(os_sentence(error, path)) from None
    except ValueError:
        raise PartidaError(_("There is no file {path}.").format(path=shown(path, 300))) from None
    if len(raw) > MAX_BYTES:
        raise PartidaError(_too_large())
    return raw


def unpack(raw: bytes, wanted: Collection[str]) -> dict[str, bytes]:
    """Return the wanted files of an archive, all of which must be there.

    >>> unpack(pack({"a.txt": b"hello"}), ["a.txt"])
    {'a.txt': b'hello'}
    """
    if not raw.startswith(b"PK\x03\x04"):
        raise PartidaError(_("This is not a .partida file."))
    if raw.count(_RECORD) > 4 * (MAX_EXTRAS + len(wanted)):  # before zipfile lists a million
        raise PartidaError(_too_many())
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            members = archive.infolist()
            _check(members, wanted)
            return {member.filename: _content(archive, member) for member in members
                    if member.filename in wanted}  # fmt: skip
    except _FAULTS as error:
        sentence = _("The archive is damaged: {reason}.")
        raise PartidaError(sentence.format(reason=shown(error).rstrip("."))) from None


def _check(members: Collection[zipfile.ZipInfo], wanted: Collection[str]) -> None:
    names: set[str] = set()
    for member in members:
        wrong = _wrong_name(member.orig_filename) or _wrong_kind(member)
        folded = member.filename.casefold()
        if not wrong and folded in names:
            wrong = _("it is there twice")
        if wrong:
            sentence = _("The archive holds {name}, which may not be: {wrong}.")
            raise PartidaError(sentence.format(name=shown(member.orig_filename), wrong=wrong))
        names.add(folded)
    if sum(member.file_size for member in members) > MAX_BYTES:
        raise PartidaError(_too_large())
    there = {member.filename for member in members}
    if len(there.difference(wanted)) > MAX_EXTRAS:
        raise PartidaError(_too_many())
    missing = sorted(set(wanted) - there)
    if missing:
        raise PartidaError(_("The archive has no {name}.").format(name=missing[0]))


def _wrong_name(name: str) -> str:
    """Return what is wrong with a name, or nothing.

    >>> _wrong_name("../a"), _wrong_name("a/b.txt")
    ('its name leads elsewhere', '')
    """
    path = PurePosixPath(name)
    if name.startswith("/") or ".." in path.parts or any(c in name for c in "\\:\0"):
        return _("its name leads elsewhere")
    if not name or not name.isprintable():
        return _("its name cannot be read")
    if path.suffix.lower() in _ARCHIVES:
        return _("it is an archive itself")
    return ""


def _wrong_kind(member: zipfile.ZipInfo) -> str:
    mode = member.external_attr >> 16
    if member.is_dir() or (stat.S_IFMT(mode) and not stat.S_ISREG(mode)):
        return _("it is not a plain file")
    if member.flag_bits & _ENCRYPTED:
        return _("it is encrypted")
    if member.compress_type not in _PLAIN:
        return _("it is packed in a way that is not known here")
    if member.file_size > _SMALL and member.file_size > MAX_RATIO * member.compress_size:
        return _("it would become far too large")
    return ""


def _content(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    with archive.open(member) as stream:
        content = stream.read(member.file_size)
        # Reading on makes zipfile compare the checksum at the end.
        if len(content) != member.file_size or stream.read(1):
            raise zipfile.BadZipFile(_("a file has not the size that it says"))
    return content


def _too_large() -> str:
    return _("The file is too large: {limit} MB is the limit.").format(limit=MAX_BYTES // 10**6)


def _too_many() -> str:
    return _("The archive holds too many files.")


# ---------------------------------------------------------------------------------- writing


def pack(files: Mapping[str, bytes]) -> bytes:
    """Return an archive; the same files make the same bytes."""
    if sum(map(len, files.values())) > MAX_BYTES:
        raise PartidaError(_too_large())
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            member = zipfile.ZipInfo(name)
            member.external_attr = (stat.S_IFREG | 0o644) << 16
            member.create_system = 3  # not that of this machine
            member.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(member, content)
    return buffer.getvalue()


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that a fault or the end of the power leaves the old one or the new one.

    What is there already is replaced only if it is a plain file that is called like a game.
    """
    try:
        target = path.resolve()  # a link goes on leading to its file
        _may_be_replaced(path, target)
        mine = hashlib.blake2b(os.fsencode(target.name), digest_size=4).hexdigest()
        draft = target.with_name(f".{mine}{secrets.token_hex(4)}.tmp")
        replace_by(draft, content, target)
        sync_folder(target.parent)
        _sweep(target.parent, f".{mine}????????.tmp")
    except OSError as error:
        raise PartidaError(os_sentence(error, path)) from None
    except (ValueError, RuntimeError):  # a zero byte in the name; links that go round
        raise PartidaError(
            _("{path} is no name for a file.").format(path=shown(path, 300))
        ) from None


def replace_by(draft: Path, content: bytes, target: Path) -> None:
    """Write a draft to the disk and let it take the place of a file; nothing is left of a fault."""
    try:
        with draft.open("xb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        draft.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
        raise


def _may_be_replaced(path: Path, target: Path) -> None:
    """Refuse to write over a folder, a device, a pipe, or a file that is called otherwise."""
    try:
        mode = target.lstat().st_mode
    except FileNotFoundError:
        return
    where = shown(path, 300)
    if stat.S_ISDIR(mode):
        raise PartidaError(_("{path} is a folder, not a file.").format(path=where))
    if not stat.S_ISREG(mode):
        raise PartidaError(_("{path} is not a file.").format(path=where))
    if target.suffix.lower() != ENDING:
        sentence = _("{path} is there already and is not called {ending}: it stays as it is.")
        raise PartidaError(sentence.format(path=where, ending=f"*{ENDING}"))


def _sweep(folder: Path, drafts: str) -> None:
    """Take away the drafts of the same file that programs left behind when they were killed."""
    with contextlib.suppress(OSError):
        for left in folder.glob(drafts):
            if time.time() - left.lstat().st_mtime > LEFT_OVER:
                left.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Sync the new name too, where the system can: Windows knows no handles on folders."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
