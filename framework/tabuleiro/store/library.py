"""The library: games in progress, in an SQLite file in the user's data folder.

Each row of a game is committed before anybody sees it, so the library is also the autosave.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from itertools import compress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeAlias

import msgspec

from tabuleiro.engine.data import canonical
from tabuleiro.engine.game import Game, Header
from tabuleiro.i18n import _
from tabuleiro.module.earlier_data import keep_data
from tabuleiro.store.database import WAIT, Database
from tabuleiro.store.errors import DamagedGame, StoreError, shown
from tabuleiro.store.migrations import migrate
from tabuleiro.store.sink import INSERT_NAME, INSERT_ROW, StoredGame, now, row_record
from tabuleiro.store.stored_log import (
    BrokenRow,
    Kept,
    UnreadableError,
    checked_rows,
    header_of,
    is_old,
    kept_of,
    position_of,
    read_json,
    restore,
    revived,
)

if TYPE_CHECKING:
    from tabuleiro.engine.ruleset import Ruleset
    from tabuleiro.module import Module

__all__ = ["Entry", "Library", "Seats", "default_path"]

_ENTRY = (
    "SELECT id, title, module, scenario, row_count, turn, finished, created, changed FROM games"
)
MAX_LIST = 2_000
"""So many games are listed, those last played."""
_LARGEST = 2**63 - 1

Rows: TypeAlias = list[dict[str, Any]]


class Entry(msgspec.Struct, frozen=True):
    """A game in the list of the library."""

    id: int
    title: str
    module: str = ""
    scenario: str = ""
    rows: int = 0
    turn: int = 0
    finished: bool = False
    created: str = ""
    changed: str = ""
    damaged: bool = False
    """The entry itself cannot be read; the rows may be sound."""


class Seats(msgspec.Struct, frozen=True):
    """Who plays each side of a game, and whether everybody sees everything.

    It says how a game is shown, not what may happen in it: nothing of it is in the log.
    """

    players: dict[str, str] = {}
    """By side: ``human``, or the name of a computer player; a side that is missing is human."""
    open_hands: bool = False


class _Record(NamedTuple):
    """What the table of games says of one game, unchecked."""

    title: Any
    head: Any
    head_hash: Any
    row_count: Any


def default_path() -> Path:
    """Return where the library is: ``$TABULEIRO_LIBRARY``, or in the user's data folder."""
    named = os.environ.get("TABULEIRO_LIBRARY")
    if named:
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("tabuleiro", appauthor=False) / "library.db"


class Library:
    """A library of games. It belongs to the thread that opened it.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, Library(Path(folder, "library.db")) as here:
    ...     here.list()
    ()
    """

    def __init__(self, path: str | os.PathLike[str] | None = None, *, wait: float = WAIT) -> None:
        self.path = Path(path) if path is not None else default_path()
        self._database = Database(self.path, wait=wait)

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()

    # ------------------------------------------------------------------------ keeping

    def create(self, game: Game, title: str, seats: Seats | None = None) -> StoredGame:
        """Keep a game, with all that was played so far, and each row from now on."""
        number = self.add(kept_of(game), title, seats)
        keep_data(game.module, self.path)
        stored = StoredGame(self._database, number, game)
        game.sink = stored
        return stored

    def add(self, kept: Kept, title: str, seats: Seats | None = None) -> int:
        """Keep a game as a new one, and return its number."""
        position = position_of(kept)
        time = now()
        with self._database.change() as db:
            done = db.execute(
                "INSERT INTO games (title, module, scenario, head, head_hash, row_count, turn,"
                " finished, created, changed, seats) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    *(_title(title), kept.header.module, kept.header.scenario),
                    *(kept.head, kept.rows[kept.head].hash, len(kept.rows)),
                    *(position.turn, position.outcome is not None, time, time),
                    _seats_text(seats or Seats()),
                ),
            )
            number = done.lastrowid or 0
            db.executemany(INSERT_ROW, (row_record(number, row) for row in kept.rows))
            names = [(number, name, row) for name, row in kept.names.items()]
            db.executemany(INSERT_NAME, names)
        return number

    def rename(self, number: int, title: str) -> None:
        """Give a game another title."""
        self._update("UPDATE games SET title = ? WHERE id = ?", _title(title), number)

    def seat(self, number: int, seats: Seats) -> None:
        """Keep who plays which side of a game from now on."""
        self._update("UPDATE games SET seats = ? WHERE id = ?", _seats_text(seats), number)

    def _update(self, statement: str, value: str, number: int) -> None:
        with self._database.change() as db:
            if not db.execute(statement, (value, _checked(number))).rowcount:
                raise _unknown(number)

    def delete(self, number: int) -> None:
        """Delete a game for good."""
        with self._database.change() as db:
            done = db.execute("DELETE FROM games WHERE id = ?", (_checked(number),))
            if not done.rowcount:
                raise _unknown(number)

    # ------------------------------------------------------------------------- asking

    def list(self) -> tuple[Entry, ...]:
        """Return all games, the one last played first."""
        with self._database.brief() as db:
            try:
                last = db.execute(f"{_ENTRY} ORDER BY changed DESC, id DESC LIMIT ?", (MAX_LIST,))
                return tuple(_entry(record) for record in last)
            except sqlite3.DataError:  # something in one of them is far too long
                numbers = db.execute("SELECT id FROM games ORDER BY id DESC LIMIT ?", (MAX_LIST,))
                return tuple(_one_entry(db, number) for (number,) in numbers.fetchall())

    def seats(self, number: int) -> Seats:
        """Return who plays which side of a game; what cannot be read counts as not said."""
        with self._database.reading() as db:
            found = db.execute("SELECT seats FROM games WHERE id = ?", (_checked(number),))
            record = found.fetchone()
        if record is None:
            raise _unknown(number)
        try:
            return msgspec.json.decode(str(record[0]), type=Seats)
        except (msgspec.MsgspecError, UnicodeError):
            return Seats()

    def open(self, number: int) -> Kept:
        """Return a game after checking each row; `DamagedGame` says what can be saved."""
        record = self._record(number)
        if self._renewed(number):
            record = self._record(number)
        rows, broken = self._sound(number)
        broken = broken or _misfit(record, rows)
        if broken is not None:
            raise _damaged(number, record, broken)
        return self._kept(number, rows, record.head)

    def header(self, number: int) -> Header:
        """Return what a game is made of, by its first row; its plugin need not be there."""
        try:
            with self._database.reading() as db:
                first = next(_lines(db, number), b"")
            return header_of(read_json(first))
        except (BrokenRow, UnreadableError, KeyError, TypeError):
            return self.open(number).header  # which says what is damaged

    def resume(self, number: int, module: Module, ruleset: Ruleset) -> Game:
        """Return a game to be played on; its rows go on being kept."""
        game = restore(module, ruleset, self.open(number))
        game.sink = StoredGame(self._database, number, game)
        return game

    def _renewed(self, number: int) -> bool:
        """Bring the rows of an old game up to date, all or none; return whether it was one."""
        try:
            with self._database.reading() as db:
                first = next(_lines(db, number), b"{}")
        except BrokenRow:
            return False
        rows, broken = self._sound(number) if _begins_old(first) else ([], None)
        record = self._record(number)
        if not rows or broken is not None or _misfit(record, rows) is not None:
            return False
        manifest = {"format": 1, "game": rows[0]["action"]}
        document = {"manifest": manifest, "rows": rows, "position": {}}
        new = migrate(document, 1)["rows"]
        with self._database.change() as db:
            db.execute("DELETE FROM rows WHERE game = ?", (number,))
            lines = ((number, row["id"], canonical(row).decode()) for row in new)
            db.executemany(INSERT_ROW, lines)
            head = new[record.head]["hash"]
            db.execute("UPDATE games SET head_hash = ? WHERE id = ?", (head, number))
        return True

    def salvage(self, number: int) -> Kept:
        """Return what is sound of a damaged game; `add` keeps it as a copy.

        The rows before the first damaged one are taken, and the last of them is played on if the
        head was lost.
        """
        record = self._record(number)
        rows, broken = self._sound(number)
        if not rows:
            raise _damaged(number, record, broken or BrokenRow(0, _("it is missing")))
        lost = _misfit(record._replace(row_count=len(rows)), rows) is not None
        return self._kept(number, rows, len(rows) - 1 if lost else record.head)

    def check(self) -> tuple[str, ...]:
        """Return a sentence for each damage found in the file and in each game."""
        faults = []
        try:
            with self._database.reading() as db:
                (said,) = db.execute("PRAGMA quick_check(1)").fetchone()
                numbers = [number for (number,) in db.execute("SELECT id FROM games ORDER BY id")]
            if said != "ok":
                sentence = _("The library {path} is damaged: {what}.")
                faults.append(sentence.format(path=shown(self.path, 300), what=shown(said, 200)))
        except StoreError as error:
            return (str(error),)
        for number in numbers:
            try:
                record = self._record(number)
                rows, broken = self._sound(number)
                broken = broken or _misfit(record, rows)
            except StoreError as error:
                faults.append(str(error))
            else:
                faults += [str(_damaged(number, record, broken))] if broken else []
        return tuple(faults)

    # ------------------------------------------------------------------------ reading

    def _record(self, number: int) -> _Record:
        with self._database.reading() as db:
            found = db.execute(
                "SELECT title, head, head_hash, row_count FROM games WHERE id = ?",
                (_checked(number),),
            ).fetchone()
        if found is None:
            raise _unknown(number)
        return _Record(*found)

    def _sound(self, number: int) -> tuple[Rows, BrokenRow | None]:
        """Return the rows before the first damaged one, and what is wrong with that."""
        rows: Rows = []
        try:
            with self._database.reading() as db:
                for data in checked_rows(_lines(db, number)):
                    if not rows:
                        header_of(data)
                    rows.append(data)
        except BrokenRow as broken:
            return rows, broken
        return rows, None

    def _kept(self, number: int, rows: Rows, head: int) -> Kept:
        with self._database.reading() as db:
            found = db.execute("SELECT name, row FROM names WHERE game = ?", (number,)).fetchall()
        good = (type(row) is int and 0 <= row < len(rows) for _name, row in found)
        names = {shown(name, 200): row for (name, row) in compress(found, good)}
        return Kept(header_of(rows[0]), tuple(revived(rows)), head, names)


def _begins_old(line: bytes) -> bool:
    """Return whether a game whose first row is this one is kept as old versions kept it."""
    try:
        return is_old(read_json(line))
    except UnreadableError:
        return False


def _lines(db: sqlite3.Connection, number: int) -> Iterator[bytes]:
    """Yield the rows of a game as they were written; `BrokenRow` where the file is damaged."""
    wanted = 0
    try:
        for row, line in db.execute(
            "SELECT id, CAST(data AS BLOB) FROM rows WHERE game = ? ORDER BY id", (number,)
        ):
            if row != wanted:
                raise BrokenRow(wanted, _("it is missing"))
            yield line or b""
            wanted += 1
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_CORRUPT:
            raise BrokenRow(wanted, _("the file is damaged there")) from None
        if code == sqlite3.SQLITE_TOOBIG:
            raise BrokenRow(wanted, _("there is too much in it")) from None
        raise


def _misfit(record: _Record, rows: Rows) -> BrokenRow | None:
    """Return what is wrong between a game's record and its rows, which are sound."""
    count = len(rows)
    if not rows or record.row_count != count:
        return BrokenRow(count, _("it is missing"))
    head = record.head
    if not (type(head) is int and 0 <= head < count and rows[head]["hash"] == record.head_hash):
        return BrokenRow(count, _("nothing says which row is played on"))
    return None


def _damaged(number: int, record: _Record, broken: BrokenRow) -> DamagedGame:
    if broken.number:
        sentence = _(
            'Game {number}, "{title}", is damaged at row {row}: {why}; the rows before it can be'
            " opened as a copy."
        )
    else:
        sentence = _('Game {number}, "{title}", is damaged from its first row on: {why}.')
    return DamagedGame(
        sentence.format(
            number=number, title=shown(record.title), row=broken.number, why=str(broken)
        ),
        game=number,
        sound=broken.number,
    )


def _one_entry(db: sqlite3.Connection, number: int) -> Entry:
    try:
        return _entry(db.execute(f"{_ENTRY} WHERE id = ?", (number,)).fetchone())
    except sqlite3.DataError:
        return Entry(number, _("Untitled"), damaged=True)


def _entry(record: tuple[Any, ...]) -> Entry:
    number, title, *rest, finished, created, changed = record
    told = [shown(value, 200) if isinstance(value, str) else value
            for value in (title, *rest, bool(finished), created, changed)]  # fmt: skip
    values = (number, *told)
    data = dict(zip(Entry.__struct_fields__, values, strict=False))
    try:
        return msgspec.convert(data, Entry, strict=True)
    except msgspec.ValidationError:
        return Entry(number, shown(title), damaged=True)


def _seats_text(seats: Seats) -> str:
    return msgspec.json.encode(seats, order="deterministic").decode()


def _checked(number: int) -> int:
    if not 0 < number <= _LARGEST:
        raise _unknown(number)
    return number


def _unknown(number: int) -> StoreError:
    return StoreError(_("There is no game {number} in the library.").format(number=shown(number)))


def _title(title: str) -> str:
    r"""Return a title that fits in one line of a list.

    >>> _title("  Cassino\n1944 ")
    'Cassino?1944'
    """
    return shown(title.strip(), 200) or _("Untitled")
