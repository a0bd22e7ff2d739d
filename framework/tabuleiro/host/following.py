"""Following the turn of the other side: trails of what moved, and the map where it happens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject

from tabuleiro.engine import events as ev
from tabuleiro.host.map.trails import TrailLayer
from tabuleiro.host.replay import bring_moved
from tabuleiro.host.since import trails

if TYPE_CHECKING:
    from tabuleiro.host.play import MapPlay
    from tabuleiro.host.seat import Seat
    from tabuleiro.host.since import Since
    from tabuleiro.seats import ToldRow

__all__ = ["Following"]

_FAINT: Final = 0.25


class Following(QObject):
    """Keeps the trails of others' moves on the map until I act."""

    def __init__(
        self, seat: Seat, play: MapPlay, since: Since, parent: QObject | None = None
    ) -> None:
        """Follow what others do in a seat's match."""
        super().__init__(parent)
        self._seat = seat
        self._play = play
        self._since = since
        self._moved: ToldRow | None = None
        self.layer = TrailLayer(play.view)
        seat.acted.connect(self._acted)
        seat.changed.connect(self.refresh)
        self.refresh()

    def step_back(self, *, back: bool) -> None:
        """Let the trails be faint while a battle is looked at: its arrows lie among them."""
        self.layer.fade(_FAINT if back else 1.0)

    def _acted(self, row: ToldRow) -> None:
        theirs = row.side is not None and row.side not in self._seat.humans
        if theirs and any(isinstance(event, ev.Moved) for event in row.events):
            self._moved = row

    def refresh(self) -> None:
        """Show the trails of now; of a row that one looks back at those up to it."""
        seat = self._seat
        if seat.held:
            return
        news = self._since.news()
        found = []
        if news.rows and (seat.looking_back or news.fresh):
            last = news.rows[-1].n
            if not seat.looking_back or news.rows[0].n <= seat.here <= last:
                found = trails(seat, self._since, min(seat.here, last))
        colours = {side.id: side.colour for side in seat.module.sides.values()}
        self.layer.show(found, colours)
        moved, self._moved = self._moved, None
        if moved is not None and not seat.looking_back:
            bring_moved(self._play, moved)
