"""The tables of the library, made and changed in numbered steps.

The library's ``user_version`` is the number of the last step. A step that has been released is
never edited; what comes later is a further step, and ``tests/compat/`` keeps a library of each.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Final, TypeAlias

from tabuleiro.i18n import _
from tabuleiro.store.errors import StoreError, shown

__all__ = ["APPLICATION", "SCHEMA", "STEPS", "Steps", "refuse_strangers", "update"]

APPLICATION: Final = 0x54616275
"""``Tabu`` in the header of the file: this database is a library."""

_STEP_1: Final = (
    """CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        title TEXT NOT NULL,
        module TEXT NOT NULL,
        scenario TEXT NOT NULL,
        head INTEGER NOT NULL,  -- the row played on
        head_hash TEXT NOT NULL,
        row_count INTEGER NOT NULL,
        turn INTEGER NOT NULL,
        finished INTEGER NOT NULL,
        created TEXT NOT NULL,  -- ISO 8601, UTC
        changed TEXT NOT NULL
    )""",
    """CREATE TABLE rows (
        game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        id INTEGER NOT NULL,
        data TEXT NOT NULL,  -- JSON, as a line of log.jsonl
        PRIMARY KEY (game, id)
    )""",
    """CREATE TABLE names (
        game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        row INTEGER NOT NULL,
        PRIMARY KEY (game, name)
    )""",
)

_STEP_2: Final = (
    "ALTER TABLE games ADD COLUMN seats TEXT NOT NULL DEFAULT '{}'",  # JSON: who plays which side
)

_STEP_3: Final = ()
"""Rows are in format 2 of saved games; those of old games are when they are opened."""

Steps: TypeAlias = Mapping[int, tuple[str, ...]]

STEPS: Final[Steps] = {1: _STEP_1, 2: _STEP_2, 3: _STEP_3}
SCHEMA: Final = max(STEPS)


def refuse_strangers(db: sqlite3.Connection, path: Path, steps: Steps) -> None:
    """Refuse another program's database, or a newer library, before anything is written."""
    newest = max(steps)
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if tables and _number(db, "application_id") != APPLICATION:
        sentence = _("{path} is a database of another program, not a library of games.")
        raise StoreError(sentence.format(path=shown(path, 300)))
    version = _number(db, "user_version")
    if version > newest:
        sentence = _("A newer Tabuleiro made the library {path}; this one cannot read it.")
        raise StoreError(sentence.format(path=shown(path, 300)))
    if version < 0 or (tables and _made(db) != _made_by(steps, version)):
        sentence = _("The tables of the library {path} are not those that Tabuleiro makes.")
        raise StoreError(sentence.format(path=shown(path, 300)))


def _made(db: sqlite3.Connection) -> set[tuple[str, str, str]]:
    """Return what a database consists of: a view in the place of a table may never end."""
    found = db.execute("SELECT type, name, coalesce(sql, '') FROM sqlite_master LIMIT 100")
    return {
        (kind, name, " ".join(str(sql).split()))
        for kind, name, sql in found
        if not str(name).startswith("sqlite_")
    }


def _made_by(steps: Steps, version: int) -> set[tuple[str, str, str]]:
    with contextlib.closing(sqlite3.connect(":memory:")) as empty:
        for number in range(1, version + 1):
            for statement in steps[number]:
                empty.execute(statement)
        return _made(empty)


def update(db: sqlite3.Connection, path: Path, steps: Steps = STEPS) -> None:
    """Take the steps that are missing, all or none."""
    newest = max(steps)
    if _number(db, "user_version") == newest:
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        refuse_strangers(db, path, steps)  # another program may have been quicker
        for number in range(_number(db, "user_version") + 1, newest + 1):
            for statement in steps[number]:
                db.execute(statement)
        db.execute(f"PRAGMA application_id={APPLICATION}")
        db.execute(f"PRAGMA user_version={newest}")
        db.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        raise


def _number(db: sqlite3.Connection, pragma: str) -> int:
    (value,) = db.execute(f"PRAGMA {pragma}").fetchone()
    return int(value)
