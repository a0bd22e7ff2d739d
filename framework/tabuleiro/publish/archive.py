"""The one form of a pack: a zip whose files lie as they are, in order, and nothing else.

Nothing is compressed: the bytes depend on no library, and nothing can be larger than the file. A
zip that differs in a single byte from the one that its files would make (a comment, a link, a
second directory, something before or behind) is no pack, so there is nothing that two programs
might read differently. Any program that knows zip can still open one.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from tabuleiro.harmless import harmless
from tabuleiro.i18n import _
from tabuleiro.publish.errors import PackError

__all__ = [
    "FIRST",
    "MANIFEST",
    "MAX_BYTES",
    "MAX_FILES",
    "SIGNATURE",
    "read_archive",
    "write_archive",
    "wrong_name",
]

MANIFEST: Final = "manifest.json"
SIGNATURE: Final = "signature.json"
FIRST: Final = (MANIFEST, SIGNATURE)
"""What stands before all other files, which stand in the order of their names."""

MAX_BYTES: Final = 100_000_000
"""Bytes of a pack."""
MAX_FILES: Final = 2_000
MAX_NAME: Final = 200
MAX_DEPTH: Final = 10

_LOCAL: Final = struct.Struct("<4s5H3I2H")
_ENTRY: Final = struct.Struct("<4s6H3I5H2I")
_END: Final = struct.Struct("<4s4H2IH")
_LOCAL_SIGN, _ENTRY_SIGN, _END_SIGN = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
_VERSION: Final = 20
_UNIX: Final = 3 << 8
_FIRST_OF_1980: Final = 0x21
"""The date of every file: the first that zip knows."""
_PLAIN_FILE: Final = 0o100644 << 16
_KIND: Final = 0o170000 << 16
_ENCRYPTED: Final = 0x1
_PART: Final = re.compile(r"[A-Za-z0-9_@][A-Za-z0-9_@+.-]*")
_RESERVED: Final = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)
"""Names that Windows gives to devices."""


class _Entry(NamedTuple):
    """What the directory says of a file."""

    name: bytes
    checksum: int
    size: int
    offset: int


# ---------------------------------------------------------------------------------- writing


def write_archive(files: Mapping[str, bytes | memoryview]) -> bytes:
    """Return the pack that some files make; the same files make the same bytes.

    >>> raw = write_archive({"b.txt": b"two", "manifest.json": b"{}"})
    >>> list(read_archive(raw))
    ['manifest.json', 'b.txt']
    """
    _check_names(files)
    parts: list[bytes | memoryview] = []
    entries: list[_Entry] = []
    offset = 0
    for name in sorted(files, key=_order):
        content = files[name]
        entry = _Entry(name.encode(), zlib.crc32(content), len(content), offset)
        head = _local(entry)
        parts += head, content
        offset += len(head) + len(content)
        entries.append(entry)
    whole = b"".join((*parts, _directory(entries, offset)))
    if len(whole) > MAX_BYTES:
        raise PackError(_too_large())
    return whole


def _order(name: str) -> tuple[int, str]:
    return (FIRST.index(name) if name in FIRST else len(FIRST)), name


def _local(entry: _Entry) -> bytes:
    sizes = (entry.checksum, entry.size, entry.size, len(entry.name), 0)
    return _LOCAL.pack(_LOCAL_SIGN, _VERSION, 0, 0, 0, _FIRST_OF_1980, *sizes) + entry.name


def _directory(entries: list[_Entry], offset: int) -> bytes:
    told = b"".join(
        _ENTRY.pack(
            *(_ENTRY_SIGN, _UNIX | _VERSION, _VERSION, 0, 0, 0, _FIRST_OF_1980),
            *(entry.checksum, entry.size, entry.size, len(entry.name)),
            *(0, 0, 0, 0, _PLAIN_FILE, entry.offset),
        )
        + entry.name
        for entry in entries
    )
    count = len(entries)
    return told + _END.pack(_END_SIGN, 0, 0, count, count, len(told), offset, 0)


# ---------------------------------------------------------------------------------- reading


def read_archive(raw: bytes) -> dict[str, memoryview]:
    """Return the files of a pack, in their order; `PackError` if it has not the one form."""
    if len(raw) > MAX_BYTES:
        raise PackError(_too_large())
    if not raw.startswith(_LOCAL_SIGN):
        raise PackError(_("This is no pack: it does not begin as one."))
    whole = memoryview(raw)
    files: dict[str, memoryview] = {}
    entries: list[_Entry] = []
    offset = 0
    while raw.startswith(_LOCAL_SIGN, offset):
        if len(files) >= MAX_FILES:
            raise PackError(_too_many())
        entry, content = _member(whole, offset)
        name = entry.name.decode("ascii")
        if name in files:
            raise PackError(_refused(name, _("it is there twice")))
        files[name] = content
        entries.append(entry)
        offset += _LOCAL.size + len(entry.name) + entry.size
    _check_names(files)
    if list(files) != sorted(files, key=_order):
        raise PackError(_("The files of the pack do not stand in their order."))
    if raw[offset:] != _directory(entries, offset):
        raise PackError(_odd_directory(raw[offset : offset + 65_536 + 300 * MAX_FILES], files))
    return files


def _member(whole: memoryview, offset: int) -> tuple[_Entry, memoryview]:
    """Return a file that begins there, if it is written as packs are."""
    try:
        head = _LOCAL.unpack_from(whole, offset)
    except struct.error:
        raise PackError(_("The pack breaks off in the middle of a file.")) from None
    _sign, _version, flags, method, *_when, checksum, packed, size, length, _more = head
    at = offset + _LOCAL.size
    raw_name = bytes(whole[at : at + min(length, MAX_NAME + 1)])
    name = raw_name.decode("utf-8", "replace")
    wrong = wrong_name(name)
    if not wrong and flags & _ENCRYPTED:
        wrong = _("it is encrypted")
    if not wrong and (method or packed != size):
        wrong = _("it is compressed, and the files of packs lie as they are")
    if wrong:
        raise PackError(_refused(name, wrong))
    entry = _Entry(raw_name, checksum, size, offset)
    begin = at + length
    content = whole[begin : begin + size]
    if len(content) != size:
        raise PackError(_("The pack breaks off in the middle of a file."))
    if bytes(whole[offset:begin]) != _local(entry):
        raise PackError(_refused(name, _('it was not written by "tabuleiro pack"')))
    if zlib.crc32(content) != checksum:
        raise PackError(_("The file {name} of the pack is damaged.").format(name=harmless(name)))
    return entry, content


def _odd_directory(tail: bytes, files: Mapping[str, object]) -> str:
    """Return what is wrong with what stands behind the files."""
    for offset, fields in _entries(tail):
        name = tail[offset : offset + fields[10]][:MAX_NAME].decode("utf-8", "replace")
        kind = fields[15] & _KIND
        if kind and kind != _PLAIN_FILE & _KIND:
            return _refused(name, _("it is a link, a folder or a device"))
        if name not in files:
            return _refused(name, _("its directory names it, and it is not there"))
    if not tail:
        return _("The pack breaks off before its directory.")
    return _("The directory of the pack is not what its files make it: it was changed.")


def _entries(tail: bytes) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the entries of a directory that may be anybody's, and where their names begin."""
    offset = 0
    while tail.startswith(_ENTRY_SIGN, offset) and offset + _ENTRY.size <= len(tail):
        fields = _ENTRY.unpack_from(tail, offset)
        yield offset + _ENTRY.size, fields
        offset += _ENTRY.size + sum(fields[10:13])


def _refused(name: str, wrong: str) -> str:
    sentence = _("The pack holds {name}, which may not be: {wrong}.")
    shown = "".join(sign if " " < sign <= "~" else "?" for sign in name[:80])
    return sentence.format(name=shown or '""', wrong=wrong)


# ------------------------------------------------------------------------------------ names


def wrong_name(name: str) -> str:
    """Return what is wrong with the name of a file in a pack, or nothing.

    >>> wrong_name("../a"), wrong_name("modules/duel/module.yaml")
    ('its name leads elsewhere', '')
    """
    parts = name.split("/")
    if not name:
        return _("it has no name")
    if len(name) > MAX_NAME or len(parts) > MAX_DEPTH:
        return _("its name is too long")
    if name.startswith(("/", "\\")) or ":" in name or "\\" in name or {".", ".."} & set(parts):
        return _("its name leads elsewhere")
    if name.endswith("/"):
        return _("it is a link, a folder or a device")
    if not all(map(_PART.fullmatch, parts)):
        return _("its name has other signs than letters without accents, digits and _ @ + . -")
    if any(part.endswith(".") or _RESERVED.fullmatch(part) for part in parts):
        return _("some systems cannot have a file of that name")
    return ""


def _check_names(files: Mapping[str, object]) -> None:
    """Refuse names that are one on some systems, and files that would be folders too."""
    if len(files) > MAX_FILES:
        raise PackError(_too_many())
    folders: dict[str, str] = {}
    seen: dict[str, str] = {}
    for name in files:
        if wrong := wrong_name(name):
            raise PackError(_refused(name, wrong))
        folded = name.lower()
        if folded in seen:
            raise PackError(_refused(name, _("on some systems it is the same as another")))
        seen[folded] = name
        parts = name.split("/")
        for count in range(1, len(parts)):
            folder = "/".join(parts[:count])
            if folders.setdefault(folder.lower(), folder) != folder:
                raise PackError(_refused(name, _("on some systems it is the same as another")))
    for folded in folders.keys() & seen.keys():
        raise PackError(_refused(seen[folded], _("a folder has its name")))


def _too_large() -> str:
    return _("The pack is too large: {limit} MB is the limit.").format(limit=MAX_BYTES // 10**6)


def _too_many() -> str:
    return _("The pack holds too many files: {limit} is the limit.").format(limit=MAX_FILES)
