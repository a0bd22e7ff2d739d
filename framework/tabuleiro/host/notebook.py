"""A side's own notes, plans and orders: kept on this machine, for that side alone.

They stand in the settings of whoever plays, never in the match: no row, no file of a match and no
other seat has anything of them.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import msgspec
from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tabuleiro.host.seat import Seat
    from tabuleiro.host.settings import Settings
    from tabuleiro.seats import LocalSeat

__all__ = ["KEY", "Notebook", "Page", "forget_notes", "match_name"]

_ALL: Final = "all"
KEY: Final = "own-notes"
"""Under which settings hold what is kept of matches on this machine alone."""
_ROW: Final = re.compile("[0-9]{1,9}")
_MOST: Final = 4000
"""A note has so many letters at most."""


class Page(msgspec.Struct, omit_defaults=True):
    """What one side has written down, drawn and ordered."""

    hexes: dict[str, str] = {}
    rows: dict[str, str] = {}
    """By the number under which the side was told the row."""
    ghosts: dict[str, list[str]] = {}
    """Where pieces might go: the way of each, its end last."""
    arrows: list[list[str]] = []
    orders: list[str] = []
    """Standing orders that are carried out by themselves."""

    def sound(self) -> Page:
        """Return the page without what makes no sense: it may have been edited by hand."""
        return Page(
            self.hexes,
            {row: words for row, words in self.rows.items() if _ROW.fullmatch(row)},
            {piece: way for piece, way in self.ghosts.items() if way},
            [way for way in self.arrows if len(way) > 1],
            self.orders,
        )


def match_name(seat: Seat) -> str:
    """Return what tells a match from others; old ones go by the hash of how they began."""
    game = seat.table.game
    return game.header.match or f"{game.header.module}-{seat.at.row(0).hash[:16]}"


def forget_notes(settings: Settings, match: str) -> None:
    """Throw away what all sides wrote in a match that is deleted."""
    if match:
        settings.forget(f"{KEY}/{match}")


class Notebook(QObject):
    """The notes and plans of whoever looks; another page whenever the eyes are others."""

    changed = Signal()
    """Something else is written there, or it is another's."""

    def __init__(self, seat: Seat, parent: QObject | None = None) -> None:
        """Begin with empty pages."""
        super().__init__(parent)
        self._seat = seat
        self._settings: Settings | None = None
        self._pages: dict[str, Page] = {}
        self._shown = self.owner
        seat.changed.connect(self._look)
        seat.handed.connect(self._look)

    @property
    def owner(self) -> str | None:
        """Whose notes these are: a side, or ``all`` who share them; None if nobody looks."""
        seat = self._seat
        if seat.viewer:
            return seat.viewer
        if len(seat.humans) == 1:
            return seat.humans[0]
        return _ALL if seat.sees_all or not seat.humans else None

    def remember(self, settings: Settings) -> None:
        """Take over what is kept, and keep all from now on."""
        self._settings = settings
        self._pages.clear()
        self.changed.emit()

    @property
    def page(self) -> Page:
        """What whoever looks has written; an empty page if nobody does."""
        owner = self.owner
        if owner is None:
            return Page()
        if owner not in self._pages:
            self._pages[owner] = self._kept(owner)
        return self._pages[owner]

    def _kept(self, owner: str) -> Page:
        found = Page()
        if self._settings is not None:
            with suppress(msgspec.MsgspecError):  # edited by hand: as good as not there
                found = msgspec.json.decode(self._settings.kept(self._key(owner)), type=Page)
        return found.sound()

    def _key(self, owner: str) -> str:
        return f"{KEY}/{match_name(self._seat)}/{owner}"

    def _look(self) -> None:
        if self.owner != self._shown:
            self._shown = self.owner
            self.changed.emit()

    def _keep(self) -> None:
        owner = self.owner
        if owner is not None and self._settings is not None:
            page = self.page
            if page == Page():
                self._settings.forget(self._key(owner))
            else:
                self._settings.set(self._key(owner), msgspec.json.encode(page).decode())
            self._settings.sync()  # a note is kept at once, as an action is
        self.changed.emit()

    # notes

    def write_hex(self, hex: str, words: str) -> None:
        """Write a note on a hex; empty words take it away."""
        self._write(self.page.hexes, hex, words)

    def on_row(self, row: int) -> str:
        """Return the note on a row as it is numbered here; nothing if there is none."""
        rows = self.page.rows
        return rows.get(str(self._number(row)), "") if rows else ""

    def write_row(self, row: int, words: str) -> None:
        """Write a note on a row as it is numbered here; empty words take it away."""
        self._write(self.page.rows, str(self._number(row)), words)

    def rows(self) -> dict[int, str]:
        """Return the notes on rows, by their numbers here."""
        seat, of = self._seat, self._owner_seat()
        most = of.told_rows
        numbers = ((int(n), words) for n, words in self.page.rows.items())
        return {of.number_at(n, seat.at): words for n, words in sorted(numbers) if n < most}

    def _number(self, row: int) -> int:
        """Return the number of a row in the log of the side whose notes these are."""
        return self._seat.at.number_at(row, self._owner_seat())

    def _owner_seat(self) -> LocalSeat:
        owner, seat = self.owner, self._seat
        return seat.place(owner) if owner and owner in seat.module.sides else seat.at

    def _write(self, notes: dict[str, str], about: str, words: str) -> None:
        if self.owner is None:
            return
        words = words.strip()[:_MOST]
        if words:
            notes[about] = words
        else:
            notes.pop(about, None)
        self._keep()

    # orders

    def let_stand(self, order: str, *, stands: bool) -> None:
        """Let an order be carried out by itself from now on, or no longer."""
        if self.owner is None or (order in self.page.orders) == stands:
            return
        if stands:
            self.page.orders.append(order)
        else:
            self.page.orders.remove(order)
        self._keep()

    # plans

    def plan_move(self, piece: str, way: Sequence[str]) -> None:
        """Plan that a piece goes some way; an empty way takes the plan away."""
        if self.owner is None:
            return
        if way:
            self.page.ghosts[piece] = list(way)
        else:
            self.page.ghosts.pop(piece, None)
        self._keep()

    def plan_arrow(self, way: Sequence[str]) -> None:
        """Draw an arrow through some places."""
        if self.owner is not None and list(way) not in self.page.arrows:
            self.page.arrows.append(list(way))
            self._keep()

    def clear_plans(self, place: str | None = None) -> None:
        """Take away the plans that begin or end in a place, or all."""
        page = self.page
        page.arrows = [w for w in page.arrows if place is not None and place not in (w[0], w[-1])]
        page.ghosts = {
            piece: way for piece, way in page.ghosts.items()
            if place is not None and place != way[-1]
        }  # fmt: skip
        self._keep()
