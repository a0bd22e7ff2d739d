"""``manifest.json``: what a ``.partida`` file says of itself, and for whom it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from tabuleiro import __version__
from tabuleiro.engine.data import canonical
from tabuleiro.engine.game import Header
from tabuleiro.i18n import _
from tabuleiro.store.errors import PartidaError, shown
from tabuleiro.store.migrations import FORMAT
from tabuleiro.store.stored_log import UnreadableError, read_json

__all__ = [
    "FOR_ALL",
    "MANIFEST",
    "Manifest",
    "data_of",
    "for_one_side",
    "manifest_of",
    "new_manifest",
    "readable",
    "unreadable",
]

MANIFEST: Final = "manifest.json"
FOR_ALL: Final = "everything"
"""For whom the file of an arbiter is: whoever may see everything, the seed of the dice too."""


class Manifest(msgspec.Struct, frozen=True):
    """What ``manifest.json`` says."""

    format: int
    program: str
    """The program that wrote the file, such as ``tabuleiro 0.1.0``."""
    title: str
    viewer: str = msgspec.field(name="for")
    """For whom the file is: ``everything``, or one side, which finds no seed in it."""
    game: Header
    head: int
    names: dict[str, int]


def new_manifest(
    title: str, viewer: str, header: Header, head: int, names: Mapping[str, int]
) -> Manifest:
    """Return the manifest of a file that is about to be written."""
    return Manifest(
        format=FORMAT,
        program=f"tabuleiro {__version__}",
        title=shown(title, 200),
        viewer=viewer,
        game=header,
        head=head,
        names=dict(names),
    )


def readable(value: object) -> bytes:
    """Return a value as JSON that a person can read; the same value gives the same bytes."""
    return msgspec.json.format(canonical(value), indent=2) + b"\n"


def data_of(name: str, raw: bytes) -> dict[str, Any]:
    """Return the object that a file of the archive holds."""
    try:
        data = read_json(raw)
    except UnreadableError as error:
        raise unreadable(name, error) from None
    if not isinstance(data, dict):
        raise unreadable(name, _("it is no object in braces"))
    return data


def for_one_side(data: Mapping[str, Any]) -> bool:
    """Return whether the manifest of a file says that it is for one side alone."""
    return data.get("format") != 1 and data.get("for", FOR_ALL) != FOR_ALL


def manifest_of(data: object) -> Manifest:
    """Return the manifest that plain data describe."""
    try:
        manifest = msgspec.convert(data, Manifest, strict=True)
    except msgspec.ValidationError as error:
        raise unreadable(MANIFEST, error) from None
    return msgspec.structs.replace(
        manifest,
        title=shown(manifest.title, 200),
        program=shown(manifest.program, 200),
        viewer=shown(manifest.viewer),
        names={shown(name, 200): row for name, row in manifest.names.items()},
    )


def unreadable(name: str, why: object) -> PartidaError:
    """Return the error of a file of the archive that cannot be read."""
    sentence = _("The file {name} in the archive cannot be read: {why}.")
    return PartidaError(sentence.format(name=name, why=shown(why, 200)))
