"""A pack that was opened: every byte of it is what its manifest says, and the signature holds."""

from __future__ import annotations

import secrets
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from tabuleiro.harmless import harmless
from tabuleiro.i18n import _
from tabuleiro.publish.archive import (
    FIRST,
    MANIFEST,
    MAX_BYTES,
    SIGNATURE,
    read_archive,
    write_archive,
)
from tabuleiro.publish.contents import ENDING, check_contents
from tabuleiro.publish.errors import PackError
from tabuleiro.publish.keys import Signature, read_signature
from tabuleiro.publish.manifest import Manifest, digest_of, read_manifest
from tabuleiro.store.archive import replace_by

__all__ = ["Pack", "open_pack", "read_pack", "write_file"]


class Pack(NamedTuple):
    """A pack in order: what it says, its files, and who signed it, if anybody."""

    manifest: Manifest
    files: Mapping[str, bytes | memoryview]
    signature: Signature | None = None

    @property
    def digest(self) -> str:
        """What stands for the whole content."""
        return self.manifest.digest

    @property
    def has_code(self) -> bool:
        """Whether a program is in it."""
        return any(name.startswith("plugins/") for name in self.files)

    def to_bytes(self) -> bytes:
        """Return the pack as a file."""
        files: dict[str, bytes | memoryview] = dict(self.files)
        files[MANIFEST] = self.manifest.to_bytes()
        if self.signature is not None:
            files[SIGNATURE] = self.signature.to_bytes()
        return write_archive(files)


def open_pack(path: Path) -> Pack:
    """Return the pack in a file, or raise `PackError` with the first thing that is wrong."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise PackError(_("{path} is not a file.").format(path=harmless(path)))
    with path.open("rb") as stream:
        return read_pack(stream.read(MAX_BYTES + 1))


def read_pack(raw: bytes) -> Pack:
    """Return the pack that some bytes are; nothing of it is written or run."""
    inside = read_archive(raw)
    if MANIFEST not in inside:
        raise PackError(_("The pack has no {name}.").format(name=MANIFEST))
    text = bytes(inside[MANIFEST])
    signature = read_signature(bytes(inside[SIGNATURE])) if SIGNATURE in inside else None
    if signature is not None and not signature.holds(text):
        raise PackError(
            _("The signature does not fit: the pack was altered after it was signed, or forged.")
        )
    manifest = read_manifest(text)
    files = {name: content for name, content in inside.items() if name not in FIRST}
    _compare(manifest, files)
    check_contents(manifest, files)
    return Pack(manifest, files, signature)


def _compare(manifest: Manifest, files: Mapping[str, memoryview]) -> None:
    """Refuse a file that the manifest does not know, or knows otherwise."""
    if odd := sorted(manifest.files.keys() ^ files.keys()):
        sentence = (
            _("The pack holds {name}, of which its manifest says nothing.")
            if odd[0] in files
            else _("The manifest of the pack names {name}, which is not in it.")
        )
        raise PackError(sentence.format(name=harmless(odd[0][:200])))
    for name, content in files.items():
        told = manifest.files[name]
        if len(content) != told.size or digest_of(content) != told.sha256:
            sentence = _(
                "The file {name} of the pack is not what its manifest says: it was altered."
            )
            raise PackError(sentence.format(name=name))


def write_file(path: Path, raw: bytes, *, over: bool) -> None:
    """Write a pack, whole or not at all; another file is written over only if it is a pack."""
    there = path.exists() or path.is_symlink()
    if there and not (over and path.suffix == ENDING and path.is_file()):
        sentence = _("{path} is there already; --again writes over a pack.")
        raise PackError(sentence.format(path=harmless(path)))
    draft = path.with_name(f".{path.name}-{secrets.token_hex(4)}.tmp")
    replace_by(draft, raw, path)
