"""``.partida`` files: a whole game to send or to keep.

A zip with three files that a person can read: ``manifest.json``, ``log.jsonl`` (a row a line) and
``position.json`` (the position at the head). docs/file-formats.md describes them.
"""

from __future__ import annotations

import io
import logging
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from tabuleiro import __version__
from tabuleiro.engine.data import DataError, canonical
from tabuleiro.engine.game import Game, Header
from tabuleiro.engine.log import Row
from tabuleiro.engine.position import Position
from tabuleiro.i18n import _
from tabuleiro.store.archive import pack, read_archive, unpack, write_whole
from tabuleiro.store.errors import PartidaError, StoreError, shown
from tabuleiro.store.kept import (
    BrokenRow,
    Kept,
    UnreadableError,
    checked_rows,
    differences,
    encode_row,
    header_of,
    kept_of,
    read_json,
    restore,
    revived,
)
from tabuleiro.store.migrations import (
    FORMAT,
    MIGRATIONS,
    Document,
    Migrations,
    check_format,
    migrate,
)
from tabuleiro.store.replay import replay

if TYPE_CHECKING:
    from tabuleiro.engine.ruleset import Ruleset
    from tabuleiro.module import Module

__all__ = [
    "Manifest",
    "Partida",
    "open_partida",
    "read_manifest",
    "read_partida",
    "write_partida",
]

MANIFEST: Final = "manifest.json"
LOG: Final = "log.jsonl"
POSITION: Final = "position.json"
FILES: Final = (MANIFEST, LOG, POSITION)

_log = logging.getLogger(__name__)


class Manifest(msgspec.Struct, frozen=True):
    """What ``manifest.json`` says."""

    format: int
    program: str
    """The program that wrote the file, such as ``tabuleiro 0.1.0``."""
    title: str
    game: Header
    head: int
    names: dict[str, int]


@dataclass(frozen=True)
class Partida:
    """A ``.partida`` file that was read: sound in itself, not yet tried on a module."""

    manifest: Manifest
    rows: tuple[Row, ...]
    position: Position
    """The position at the head, as the file says."""

    @property
    def header(self) -> Header:
        """What the game is made of."""
        return self.manifest.game

    @property
    def head(self) -> int:
        """The row that is played on."""
        return self.manifest.head

    @property
    def names(self) -> dict[str, int]:
        """Names of rows."""
        return self.manifest.names

    @property
    def kept(self) -> Kept:
        """The game as the library keeps it."""
        return Kept(self.header, self.rows, self.head, self.names)


# ---------------------------------------------------------------------------------- writing


def write_partida(path: str | os.PathLike[str], game: Game, title: str) -> None:
    """Write a game to a file. If that fails, a file that was there before stays as it was."""
    kept = kept_of(game)
    manifest = Manifest(
        format=FORMAT,
        program=f"tabuleiro {__version__}",
        title=shown(title, 200),
        game=kept.header,
        head=kept.head,
        names=kept.names,
    )
    log = b"".join(encode_row(row) + b"\n" for row in kept.rows)
    files = (_readable(manifest), log, game.position.to_json() + b"\n")
    write_whole(Path(path), pack(dict(zip(FILES, files, strict=True))))


def _readable(manifest: Manifest) -> bytes:
    return msgspec.json.format(canonical(manifest), indent=2) + b"\n"


# ---------------------------------------------------------------------------------- reading


def read_manifest(path: str | os.PathLike[str], *, migrations: Migrations = MIGRATIONS) -> Manifest:
    """Return what a file says of itself: which module and which rules it wants, its title."""
    raw = unpack(read_archive(Path(path)), FILES)
    data = _json(MANIFEST, raw[MANIFEST])
    newest = len(migrations) + 1
    if check_format(data.get("format"), newest) != newest:
        data = _document(raw, migrations)["manifest"]
    return _manifest(data)


def read_partida(path: str | os.PathLike[str], *, migrations: Migrations = MIGRATIONS) -> Partida:
    """Return what a file holds, after checking the hash of each row.

    The plugin of the game must be loaded, or its events are unknown.
    """
    raw = unpack(read_archive(Path(path)), FILES)
    document = _document(raw, migrations)
    try:
        manifest = _manifest(document["manifest"])
        rows = tuple(revived(document["rows"]))
        position = Position.from_data(document["position"])
        header = header_of(document["rows"][0])
    except BrokenRow as broken:
        raise _broken(broken) from None
    except DataError as error:
        raise _unreadable(POSITION, error) from None
    except StoreError as error:
        raise PartidaError(str(error)) from None
    if header != manifest.game:
        raise PartidaError(_("The manifest and the log describe different games."))
    if not all(0 <= row < len(rows) for row in (manifest.head, *manifest.names.values())):
        raise PartidaError(_("The manifest names a row that the log does not have."))
    return Partida(manifest, rows, position)


def _document(raw: dict[str, bytes], migrations: Migrations) -> Document:
    """Return the three files as plain data of the newest format, the rows checked."""
    manifest = _json(MANIFEST, raw[MANIFEST])
    number = check_format(manifest.get("format"), len(migrations) + 1)
    try:
        rows = list(checked_rows(io.BytesIO(raw[LOG])))
    except BrokenRow as broken:
        raise _broken(broken) from None
    if not rows:
        raise PartidaError(_("The log is empty."))
    position = _json(POSITION, raw[POSITION])
    document = {"manifest": manifest, "rows": rows, "position": position}
    return migrate(document, number, migrations)


def _json(name: str, raw: bytes) -> dict[str, Any]:
    try:
        data = read_json(raw)
    except UnreadableError as error:
        raise _unreadable(name, error) from None
    if not isinstance(data, dict):
        raise _unreadable(name, _("it is no object in braces"))
    return data


def _unreadable(name: str, why: object) -> PartidaError:
    sentence = _("The file {name} in the archive cannot be read: {why}.")
    return PartidaError(sentence.format(name=name, why=shown(why, 200)))


def _manifest(data: dict[str, Any]) -> Manifest:
    try:
        manifest = msgspec.convert(data, Manifest, strict=True)
    except msgspec.ValidationError as error:
        raise _unreadable(MANIFEST, error) from None
    return msgspec.structs.replace(
        manifest,
        title=shown(manifest.title, 200),
        program=shown(manifest.program, 200),
        names={shown(name, 200): row for name, row in manifest.names.items()},
    )


def _broken(broken: BrokenRow) -> PartidaError:
    sentence = _("The log is damaged at row {number}: {why}.")
    return PartidaError(sentence.format(number=broken.number, why=str(broken)))


# ---------------------------------------------------------------------------------- opening


def open_partida(
    path: str | os.PathLike[str],
    module: Module,
    ruleset: Ruleset,
    *,
    verify: bool = True,
    warn: Callable[[str], object] = _log.warning,
) -> Game:
    """Return the game of a file, to be played on.

    Each row's hash is checked, the events are applied, and the position that they lead to is
    compared with that of the file. With ``verify`` the game is also played again by the rules. If
    module, plugin or house rules have changed since the game was begun, ``warn`` is called with a
    sentence about it.
    """
    partida = read_partida(path)
    try:
        game = restore(module, ruleset, partida.kept)
    except StoreError as error:
        raise PartidaError(str(error)) from None
    if game.position.digest() != partida.position.digest():
        raise PartidaError(_("The log leads to another position than the file says."))
    for sentence in differences(partida.header, module, ruleset):
        warn(sentence)
    if verify:
        report = replay(module, ruleset, partida.header, partida.rows)
        if not report.same:
            raise PartidaError(report.why)
    return game
