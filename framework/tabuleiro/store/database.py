"""The connection to the library's file: durable commits, and faults as sentences."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from tabuleiro.i18n import _
from tabuleiro.store.errors import StoreError, os_sentence, shown, sqlite_sentence
from tabuleiro.store.schema import STEPS, Steps, refuse_strangers, update

__all__ = ["Database"]

WAIT: Final = 5.0
"""Seconds that a change waits for another program which is writing to the same library."""


STEPS_OF_A_LIST: Final = 50_000_000
"""Instructions of SQLite's machine, about two seconds; a list of a thousand games has 20,000."""
LARGEST: Final = 4_000_000
"""Bytes of one value; a row has some thousand."""


class Database:
    """An open library file.

    In WAL mode with ``synchronous=FULL`` a commit returns after its pages were synced to the disk:
    what was committed outlives the end of the program and of the power. ``fullfsync`` asks the
    same of macOS, where a plain sync stops at the drive's cache. Some network folders know no WAL;
    there the old journal is used, whose removal ``EXTRA`` syncs as well.
    """

    def __init__(self, path: Path, *, wait: float = WAIT, steps: Steps = STEPS) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            strange = path.exists() and not (path.is_file() or path.is_dir())
        except OSError as error:
            raise StoreError(os_sentence(error, path.parent)) from None
        if strange:  # SQLite would wait for a pipe without end
            raise StoreError(_("{path} is not a file.").format(path=shown(path, 300)))
        with self._sentences():
            self._connection = sqlite3.connect(path, timeout=wait, isolation_level=None)
            try:
                self._prepare(self._connection, steps)
            except BaseException:
                self._connection.close()
                raise

    def _prepare(self, db: sqlite3.Connection, steps: Steps) -> None:
        db.text_factory = _text
        db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST)
        db.execute("BEGIN")  # one look at all of it, for another program may be changing it
        try:
            refuse_strangers(db, self.path, steps)
        finally:
            with suppress(sqlite3.Error):
                db.execute("ROLLBACK")
        for setting in ("cell_size_check=ON", "trusted_schema=OFF", "foreign_keys=ON"):
            db.execute(f"PRAGMA {setting}")
        (journal,) = db.execute("PRAGMA journal_mode=WAL").fetchone()
        db.execute(f"PRAGMA synchronous={'FULL' if journal == 'wal' else 'EXTRA'}")
        db.execute("PRAGMA fullfsync=ON")
        update(db, self.path, steps)

    @contextmanager
    def _sentences(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(sqlite_sentence(error, self.path)) from error
        except UnicodeDecodeError as error:  # of SQLite's message about a damaged schema
            sentence = _("The library {path} is damaged.")
            raise StoreError(sentence.format(path=shown(self.path, 300))) from error

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Give the connection for asking."""
        with self._sentences():
            yield self._connection

    @contextmanager
    def brief(self) -> Iterator[sqlite3.Connection]:
        """Give the connection for a question that is given up if it takes too long."""
        with self._sentences():
            self._connection.set_progress_handler(lambda: 1, STEPS_OF_A_LIST)
            try:
                yield self._connection
            finally:
                self._connection.set_progress_handler(None, 0)

    @contextmanager
    def change(self) -> Iterator[sqlite3.Connection]:
        """Give the connection for one change, which is committed whole or not at all."""
        with self._sentences():
            db = self._connection
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.execute("COMMIT")
            except BaseException:
                # SQLite itself has rolled back after some faults, such as a full disk.
                with contextlib.suppress(sqlite3.Error):
                    db.execute("ROLLBACK")
                raise

    def close(self) -> None:
        """Close the file; closing twice does no harm."""
        with self._sentences():
            self._connection.close()


def _text(raw: bytes) -> str:
    """Read damaged text too: what it damages is found by hashes."""
    return raw.decode("utf-8", "replace")
