"""``.partida`` files: a whole game to send or to keep.

A zip with three files that a person can read: ``manifest.json``, ``log.jsonl`` (a row a line) and
``position.json`` (the position at the head). What is for one side alone holds other files
(:mod:`tabuleiro.store.partida_of_a_side`). docs/file-formats.md describes them.
"""

from __future__ import annotations

import io
import logging
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tabuleiro.engine.data import DataError
from tabuleiro.engine.game import Game, Header
from tabuleiro.engine.knowledge import Everything
from tabuleiro.engine.log import Row
from tabuleiro.engine.position import Position
from tabuleiro.i18n import _
from tabuleiro.store.archive import pack, read_archive, unpack, write_whole
from tabuleiro.store.errors import PartidaError, StoreError, shown
from tabuleiro.store.manifest import (
    FOR_ALL,
    MANIFEST,
    Manifest,
    data_of,
    for_one_side,
    manifest_of,
    new_manifest,
    readable,
    unreadable,
)
from tabuleiro.store.migrations import MIGRATIONS, Document, Migrations, check_format, migrate
from tabuleiro.store.partida_of_a_side import told_files
from tabuleiro.store.replay import replay
from tabuleiro.store.stored_log import (
    BrokenRow,
    Kept,
    checked_rows,
    differences,
    encode_row,
    header_of,
    is_old,
    kept_of,
    restore,
    revived,
)

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

LOG: Final = "log.jsonl"
POSITION: Final = "position.json"
FILES: Final = (MANIFEST, LOG, POSITION)

_log = logging.getLogger(__name__)


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


def write_partida(
    path: str | os.PathLike[str],
    game: Game,
    title: str,
    *,
    viewer: str | Everything,
) -> None:
    """Write a game to a file. If that fails, a file that was there before stays as it was.

    For a side, the file holds what that side was told and sees, and nothing else: it can be read
    and proved, and not be played on.
    """
    kept = kept_of(game)
    if isinstance(viewer, Everything):
        log = b"".join(encode_row(row) + b"\n" for row in kept.rows)
        manifest = new_manifest(title, FOR_ALL, kept.header, kept.head, kept.names)
        files = (readable(manifest), log, game.position.to_json() + b"\n")
        content = dict(zip(FILES, files, strict=True))
    else:
        content = told_files(game, title, viewer)
    write_whole(Path(path), pack(content))


# ---------------------------------------------------------------------------------- reading


def read_manifest(path: str | os.PathLike[str], *, migrations: Migrations = MIGRATIONS) -> Manifest:
    """Return what a file says of itself: which module and rules it wants, its title, for whom."""
    raw = read_archive(Path(path))
    data = _manifest_data(raw, migrations)
    if for_one_side(data):
        return manifest_of(data)
    files = unpack(raw, FILES)
    if data["format"] != len(migrations) + 1:
        start = files[LOG].partition(b"\n")[0]  # the other rows say nothing of the game
        data = _document(data, {**files, LOG: start}, migrations)["manifest"]
    return manifest_of(data)


def _manifest_data(raw: bytes, migrations: Migrations) -> dict[str, Any]:
    data = data_of(MANIFEST, unpack(raw, (MANIFEST,))[MANIFEST])
    check_format(data.get("format"), len(migrations) + 1)
    return data


def read_partida(path: str | os.PathLike[str], *, migrations: Migrations = MIGRATIONS) -> Partida:
    """Return what a file holds, after checking the hash of each row.

    The plugin of the game must be loaded, or its events are unknown. A file that is for one side
    is refused: :func:`read_told` reads it.
    """
    raw = read_archive(Path(path))
    data = _manifest_data(raw, migrations)
    if for_one_side(data):
        sentence = _(
            "This file is for one side, {side}: it holds what that side was told and cannot be"
            " played on; that takes the file with everything."
        )
        raise PartidaError(sentence.format(side=shown(data["for"])))
    document = _document(data, unpack(raw, FILES), migrations)
    try:
        manifest = manifest_of(document["manifest"])
        rows = tuple(revived(document["rows"]))
        position = Position.from_data(document["position"])
        header = header_of(document["rows"][0])
    except BrokenRow as broken:
        raise _broken(broken) from None
    except DataError as error:
        raise unreadable(POSITION, error) from None
    except StoreError as error:
        raise PartidaError(str(error)) from None
    if header != manifest.game:
        raise PartidaError(_("The manifest and the log describe different games."))
    if not all(0 <= row < len(rows) for row in (manifest.head, *manifest.names.values())):
        raise PartidaError(_("The manifest names a row that the log does not have."))
    return Partida(manifest, rows, position)


def _document(manifest: dict[str, Any], raw: dict[str, bytes], migrations: Migrations) -> Document:
    """Return the three files as plain data of the newest format, the rows checked."""
    number: int = manifest["format"]
    try:
        rows = list(checked_rows(io.BytesIO(raw[LOG])))
    except BrokenRow as broken:
        raise _broken(broken) from None
    if not rows:
        raise PartidaError(_("The log is empty."))
    if number > 1 and is_old(rows[0]):
        raise _broken(BrokenRow(0, _("it was changed after it was written")))
    position = data_of(POSITION, raw[POSITION])
    document = {"manifest": manifest, "rows": rows, "position": position}
    return migrate(document, number, migrations)


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
    sentence about it; that the rules of today play otherwise is then a warning, too. Otherwise it
    means that the log was forged.
    """
    partida = read_partida(path)
    try:
        game = restore(module, ruleset, partida.kept)
    except StoreError as error:
        raise PartidaError(str(error)) from None
    if game.position.digest() != partida.position.digest():
        raise PartidaError(_("The log leads to another position than the file says."))
    changed = differences(partida.header, module, ruleset)
    report = replay(module, ruleset, partida.header, partida.rows) if verify else None
    if report is not None and not report.same:
        if not changed:
            raise PartidaError(report.why)
        sentence = _("By the rules of today the game would have gone otherwise: {why}")
        changed.append(sentence.format(why=report.why))
    for sentence in changed:
        warn(sentence)
    return game
