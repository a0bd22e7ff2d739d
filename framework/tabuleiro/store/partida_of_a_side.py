"""``.partida`` files for one side: what it was told and sees, and nothing else.

No seed, no true position, no number of a row that the side was not told. Each row that it was told
comes with a commitment to the true row, made with a key from what only an arbiter knows: his file
can prove later that the two tell of the same match (:func:`prove`).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from tabuleiro.engine.data import DataError, canonical
from tabuleiro.engine.dice import Dice
from tabuleiro.engine.knowledge import Level
from tabuleiro.engine.log import event_from_data
from tabuleiro.engine.position import UNSEEN, Position
from tabuleiro.engine.told_log import ToldLog, ToldRow
from tabuleiro.engine.verdicts import Objection
from tabuleiro.i18n import _
from tabuleiro.store.archive import read_archive, unpack
from tabuleiro.store.errors import PartidaError, shown
from tabuleiro.store.manifest import (
    MANIFEST,
    Manifest,
    data_of,
    for_one_side,
    manifest_of,
    new_manifest,
    readable,
    unreadable,
)
from tabuleiro.store.migrations import FORMAT, check_format
from tabuleiro.store.stored_log import BrokenRow, plain_rows

if TYPE_CHECKING:
    import os

    from tabuleiro.engine.game import Game

__all__ = ["FILES", "Proof", "ToldPartida", "prove", "read_told", "told_files"]

TOLD: Final = "told.jsonl"
SIGHT: Final = "sight.json"
FILES: Final = (MANIFEST, TOLD, SIGHT)

_COMMITMENT: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class ToldPartida:
    """A file for one side that was read: sound in itself, not yet proved."""

    manifest: Manifest
    rows: tuple[ToldRow, ...]
    """All rows that the side was told, branches included."""
    commitments: tuple[str, ...]
    """For each row the commitment to the true one."""
    position: Position
    """What the side saw at the head."""
    known: dict[str, str]
    """How much it knew of the pieces of which it did not know all."""

    @property
    def side(self) -> str:
        """The side that the file is for."""
        return self.manifest.viewer


class Proof(msgspec.Struct, frozen=True):
    """Whether the file of a side tells of the match of an arbiter."""

    rows: int
    """How many rows were found to be true, from the first."""
    why: str = ""
    """A sentence about what was not."""

    @property
    def holds(self) -> bool:
        """Whether all of the file is true."""
        return not self.why


# ---------------------------------------------------------------------------------- writing


def told_files(game: Game, title: str, side: str) -> dict[str, bytes]:
    """Return the files of the archive for one side."""
    if side not in game.module.sides:
        raise PartidaError(
            _("There is no side called {side} in this match.").format(side=shown(side))
        )
    log = ToldLog(game, side)
    head = log.head().n
    manifest = new_manifest(title, side, game.header.public(), head, {})
    lines = (
        canonical({**msgspec.to_builtins(row), "commitment": _commitment(game, log, row.n)})
        for row in log.rows
    )
    sight = canonical(_sight(game, side, log.row_id(head)))
    return {
        MANIFEST: readable(manifest),
        TOLD: b"".join(line + b"\n" for line in lines),
        SIGHT: sight + b"\n",
    }


def _commitment(game: Game, log: ToldLog, n: int) -> str:
    """Return what binds a row that was told to the true one, and tells nothing of it.

    The key takes more than the seed: one that somebody typed in could be tried.
    """
    header = game.header
    secret = ["commitment", header.seed, header.match]
    key = hashlib.blake2b(canonical(secret), digest_size=32).digest()
    true = game.log.rows[log.row_id(n)].hash
    about = canonical([header.public().match, log.viewer, n, true])
    return hashlib.blake2b(about, key=key, digest_size=32).hexdigest()


def _sight(game: Game, side: str, row: int) -> dict[str, Any]:
    """Return what a side saw after a row. Dice that wait, and what others met, it does not see."""
    belief = game.belief_at(side, row)
    p = belief.s.position
    seen = msgspec.structs.replace(
        p,
        dice=Dice(),
        met={key: met for key, met in p.met.items() if key == side},
        memory={key: seen for key, seen in p.memory.items() if key == side},
    )
    known = {
        piece: level.name.lower()
        for piece, state in sorted(p.pieces.items())
        if state.place != UNSEEN and (level := belief.level(piece)) < Level.ALL
    }
    return {"position": seen.to_data(), "known": known}


# ---------------------------------------------------------------------------------- reading


def read_told(path: str | os.PathLike[str]) -> ToldPartida:
    """Return what the file of one side holds, after checking the hash of each row."""
    raw = read_archive(Path(path))
    data = data_of(MANIFEST, unpack(raw, (MANIFEST,))[MANIFEST])
    check_format(data.get("format"))
    if not for_one_side(data):
        raise PartidaError(_("This file is for no side alone: it holds everything."))
    files = unpack(raw, FILES)
    manifest = manifest_of(data)
    if manifest.format != FORMAT or manifest.game.seed or manifest.names:
        raise unreadable(MANIFEST, _("it says what no file of one side says"))
    pairs = tuple(_rows(files[TOLD].splitlines()))
    if not 0 <= manifest.head < len(pairs):
        raise PartidaError(_("The manifest names a row that the log does not have."))
    position, known = _sight_from(data_of(SIGHT, files[SIGHT]))
    return ToldPartida(
        manifest, tuple(row for row, _c in pairs), tuple(c for _r, c in pairs), position, known
    )


def _sight_from(data: dict[str, Any]) -> tuple[Position, dict[str, str]]:
    if data.keys() != {"position", "known"}:
        raise unreadable(SIGHT, _("it has other keys than it should"))
    try:
        known = msgspec.convert(data["known"], dict[str, str], strict=True)
        return Position.from_data(data["position"]), known
    except (DataError, msgspec.ValidationError) as error:
        raise unreadable(SIGHT, error) from None


def _rows(lines: Iterable[bytes]) -> Iterator[tuple[ToldRow, str]]:
    hashes: list[str] = []
    try:
        for number, data in enumerate(plain_rows(lines)):
            yield _row(number, data, hashes)
            hashes.append(data["hash"])
    except BrokenRow as broken:
        raise _broken(broken.number, str(broken)) from None


def _row(number: int, data: Any, hashes: list[str]) -> tuple[ToldRow, str]:
    if not isinstance(data, dict) or type(data.get("n")) is not int or data["n"] != number:
        raise _broken(number, _("it is not the row that belongs here"))
    data = dict(data)
    commitment = data.pop("commitment", None)
    parent = data.get("parent")
    first = number == 0 and parent is None
    if not first and not (type(parent) is int and 0 <= parent < number):
        raise _broken(number, _("it does not follow an earlier row"))
    before = hashes[parent] if isinstance(parent, int) else ""
    if _chain(before, data) != data.get("hash"):
        raise _broken(number, _("it was changed after it was written"))
    if not isinstance(commitment, str) or not _COMMITMENT.fullmatch(commitment):
        raise _broken(number, _("nothing binds it to the true row"))
    try:
        row = msgspec.convert(data, ToldRow, strict=True)
        events = tuple(event_from_data(event) for event in row.events)
        waived = tuple(msgspec.convert(one, Objection, strict=True) for one in row.waived)
    except (DataError, msgspec.ValidationError, RecursionError) as error:
        raise _broken(number, shown(error, 200)) from None
    return msgspec.structs.replace(row, events=events, waived=waived), commitment


def _chain(before: str, data: dict[str, Any]) -> str:
    """Return the hash of a told row that is still plain data, as :class:`ToldLog` has it."""
    whole = canonical({**data, "hash": ""})
    return hashlib.blake2b(before.encode() + whole, digest_size=32).hexdigest()


def _broken(number: int, why: str) -> PartidaError:
    sentence = _("The log is damaged at row {number}: {why}.")
    return PartidaError(sentence.format(number=number, why=why))


# ---------------------------------------------------------------------------------- proving


def prove(told: ToldPartida, game: Game) -> Proof:
    """Check the file of a side against the match of an arbiter, which may have gone on since.

    Rows are told again by what the arbiter knows; commitments need his secrets.
    """
    if told.manifest.game != game.header.public() or told.side not in game.module.sides:
        return Proof(0, _("The two files are not of the same match."))
    log = ToldLog(game, told.side)
    log.head()
    for row, commitment in zip(told.rows, told.commitments, strict=True):
        n = row.n
        if n >= len(log.rows):
            sentence = _("The file of the arbiter has no row {number} of this side.")
            return Proof(n, sentence.format(number=n))
        if row.hash != log.rows[n].hash:
            sentence = _("Row {number} was not told as the file of the side says.")
            return Proof(n, sentence.format(number=n))
        if commitment != _commitment(game, log, n):
            sentence = _("Row {number} is bound to another row than that of the arbiter.")
            return Proof(n, sentence.format(number=n))
    sight = _sight(game, told.side, log.row_id(told.manifest.head))
    mine = {"position": told.position.to_data(), "known": told.known}
    if canonical(sight) != canonical(mine):
        return Proof(len(told.rows), _("The side did not see what its file says that it saw."))
    return Proof(len(told.rows))
