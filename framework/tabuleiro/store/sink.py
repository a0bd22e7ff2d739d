"""The sink of a game that is kept in the library."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tabuleiro.i18n import _
from tabuleiro.store.errors import StoreError, shown
from tabuleiro.store.stored_log import encode_row

if TYPE_CHECKING:
    from tabuleiro.engine.game import Game
    from tabuleiro.engine.log import Row
    from tabuleiro.engine.position import Position
    from tabuleiro.store.database import Database

__all__ = ["INSERT_NAME", "INSERT_ROW", "StoredGame", "now", "row_record"]

INSERT_ROW = "INSERT INTO rows (game, id, data) VALUES (?, ?, ?)"

INSERT_NAME = "INSERT INTO names (game, name, row) VALUES (?, ?, ?)"


class StoredGame:
    """A game's place in the library: keeps each row before anybody sees it.

    If a row cannot be kept, `append` raises `StoreError`; library and game stay as they were.
    """

    def __init__(self, database: Database, number: int, game: Game) -> None:
        self.id = number
        self._database = database
        self._game = game

    def append(self, row: Row) -> None:
        """Keep a row for good; it is now the one played on."""
        position = self._game.position
        for event in row.events:
            position = event.apply(position)
        with self._database.change() as db:
            done = db.execute(
                "UPDATE games SET head = ?, head_hash = ?, row_count = row_count + 1, turn = ?,"
                " finished = ?, changed = ? WHERE id = ? AND row_count = ?",
                (row.id, row.hash, *_state(position), now(), self.id, row.id),
            )
            self._must(done.rowcount)
            db.execute(INSERT_ROW, row_record(self.id, row))

    def moved_to(self, head: int) -> None:
        """Keep which row is now played on."""
        log = self._game.log
        with self._database.change() as db:
            done = db.execute(
                "UPDATE games SET head = ?, head_hash = ?, turn = ?, finished = ?, changed = ?"
                " WHERE id = ? AND row_count = ?",
                (head, log.rows[head].hash, *_state(log.position(head)), now(), self.id, len(log)),
            )
            self._must(done.rowcount)

    def named(self, name: str, row: int | None) -> None:
        """Keep the name of a row (a bookmark, the tip of a branch); None takes the name away."""
        name = shown(name, 200)
        with self._database.change() as db:
            done = db.execute("UPDATE games SET changed = ? WHERE id = ?", (now(), self.id))
            self._must(done.rowcount)
            db.execute("DELETE FROM names WHERE game = ? AND name = ?", (self.id, name))
            if row is not None:
                db.execute(INSERT_NAME, (self.id, name, row))

    def _must(self, changed: int) -> None:
        if changed != 1:
            raise StoreError(
                _(
                    "Game {number} was deleted or played on in another window;"
                    " open it again from the library."
                ).format(number=self.id)
            )


def _state(position: Position) -> tuple[int, bool]:
    return position.turn, position.outcome is not None


def row_record(game: int, row: Row) -> tuple[int, int, str]:
    """Return the record of a row for `INSERT_ROW`."""
    return game, row.id, encode_row(row).decode()


def now() -> str:
    """Return the time, as the library writes it."""
    return datetime.now(UTC).isoformat(timespec="seconds")
