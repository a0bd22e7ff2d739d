"""What can go wrong with kept games, each told in one sentence."""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path
from typing import Final

from tabuleiro.harmless import harmless
from tabuleiro.i18n import N_, _

__all__ = ["DamagedGame", "PartidaError", "StoreError", "os_sentence", "shown", "sqlite_sentence"]


class StoreError(Exception):
    """A game, a library or a file that cannot be kept or read; the text is one sentence."""


class DamagedGame(StoreError):
    """A game of the library whose rows are not what was written.

    >>> error = DamagedGame("Game 3 is damaged.", game=3, sound=17)
    >>> str(error), error.sound
    ('Game 3 is damaged.', 17)
    """

    def __init__(self, sentence: str, *, game: int, sound: int) -> None:
        super().__init__(sentence)
        self.game = game
        self.sound = sound
        """How many rows, from the first, are as they were written: the number of the bad one."""


class PartidaError(StoreError):
    """A ``.partida`` file that cannot be read or written."""


def shown(value: object, limit: int = 80) -> str:
    r"""Return something that came from outside as it may stand in a sentence.

    >>> shown("one\ntwo")
    'one?two'
    >>> shown("x" * 100, limit=5)
    'xxxx…'
    """
    text = harmless(str(value)[: limit + 1])
    return text if len(text) <= limit else text[: limit - 1] + "…"


def os_sentence(error: OSError, path: str | os.PathLike[str]) -> str:
    """Return a sentence for what the system would not do with a file.

    >>> os_sentence(FileNotFoundError(errno.ENOENT, "No such file"), "a.partida")
    'There is no file a.partida.'
    """
    where = shown(Path(path), 300)
    number = error.errno
    if number in _FULL:
        return _("The disk is full: {path} was not written.").format(path=where)
    if number in _FORBIDDEN:
        return _("This user may not read or write {path}.").format(path=where)
    if number in (errno.ENOENT, errno.ENOTDIR):
        return _("There is no file {path}.").format(path=where)
    if number == errno.EISDIR:
        return _("{path} is a folder, not a file.").format(path=where)
    reason = shown(error.strerror or error)
    return _("{path} cannot be read or written: {reason}.").format(path=where, reason=reason)


_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_FORBIDDEN: Final = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})


def sqlite_sentence(error: sqlite3.Error, path: str | os.PathLike[str]) -> str:
    """Return a sentence for what SQLite would not do with a library.

    >>> sqlite_sentence(sqlite3.ProgrammingError("Cannot operate on a closed database."), "l.db")
    'The library l.db failed: Cannot operate on a closed database.'
    """
    where = shown(Path(path), 300)
    code = getattr(error, "sqlite_errorcode", None) or 0
    sentence = _SQLITE.get(code & 0xFF)
    if sentence:
        return _(sentence).format(path=where)
    reason = shown(error).rstrip(".")
    return _("The library {path} failed: {reason}.").format(path=where, reason=reason)


_READ_ONLY: Final = N_("The library {path} may only be read.")
_BUSY: Final = N_("Another program is using the library {path}; try again.")
_SQLITE: Final = {
    sqlite3.SQLITE_FULL: N_("The disk is full: nothing was written to the library {path}."),
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_PERM: _READ_ONLY,
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_LOCKED: _BUSY,
    sqlite3.SQLITE_NOTADB: N_("{path} is not a library of games."),
    sqlite3.SQLITE_CORRUPT: N_("The library {path} is damaged."),
    sqlite3.SQLITE_CANTOPEN: N_("The library {path} cannot be opened or made."),
    sqlite3.SQLITE_TOOBIG: N_("The library {path} holds something that is far too long."),
    sqlite3.SQLITE_INTERRUPT: N_("The library {path} takes too long to read."),
    sqlite3.SQLITE_IOERR: N_("The disk failed or is full; the library {path} stays as it was."),
}
