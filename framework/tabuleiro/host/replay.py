"""Replaying exactly some rows: counters travel, dice tumble, the table stands still meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer, Signal

from tabuleiro.engine import events as ev
from tabuleiro.host.scenes import scenes_of
from tabuleiro.host.settings import PACES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tabuleiro.host.play import MapPlay
    from tabuleiro.host.seat import Seat
    from tabuleiro.host.settings import Settings
    from tabuleiro.host.theatre import Theatre
    from tabuleiro.seats import ToldRow

__all__ = ["Replay"]

_LEAST_MS: Final = 40


class Replay(QObject):
    """Shows one row after the other, from the position before the first to that after the last."""

    changed = Signal()
    """It began, went on or stopped."""

    def __init__(
        self,
        seat: Seat,
        play: MapPlay,
        theatre: Theatre,
        settings: Settings,
        parent: QObject | None = None,
    ) -> None:
        """Replay on the map and in the theatre of a seat's match."""
        super().__init__(parent)
        self._seat = seat
        self._play = play
        self._theatre = theatre
        self._settings = settings
        self._rows: tuple[ToldRow, ...] = ()
        self._next = 0
        self.running = False
        """Whether it goes on by itself."""
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.timeout.connect(self._step)

    @property
    def row(self) -> ToldRow | None:
        """The row that was shown last."""
        return self._rows[self._next - 1] if self._next else None

    @property
    def begun(self) -> bool:
        """Whether there is something of it still to be shown."""
        return bool(self._rows)

    def begin(self, rows: Sequence[ToldRow]) -> None:
        """Show some rows that follow one another, from the first."""
        if not rows or rows[0].parent is None:
            return
        self.stop()
        self._rows, self._next = tuple(rows), 0
        self._seat.select(())
        self._seat.look_back(self._seat.at.before(rows[0].n))
        self.running = True
        self._wait()
        self.changed.emit()

    def toggle(self) -> None:
        """Pause, or go on."""
        self.running = not self.running
        if self.running:
            self._wait()
        else:
            self._clock.stop()
        self.changed.emit()

    def stop(self) -> None:
        """End it, and show the present."""
        self._clock.stop()
        begun, self._rows, self._next, self.running = self.begun, (), 0, False
        if begun:
            if self._theatre.scene is not None:
                self._theatre.stop()
            self._seat.look_back(None)
            self.changed.emit()

    def _wait(self) -> None:
        self._clock.start(max(PACES[self._settings.pace], _LEAST_MS))

    def _step(self) -> None:
        """Show the next row; its dice first."""
        if self._next >= len(self._rows):
            self.stop()
            return
        row = self._rows[self._next]
        scenes = scenes_of(row) if self._theatre.plays else []
        if scenes:
            self._theatre.perform(scenes, self._show)
        else:
            self._show()

    def _show(self) -> None:
        """Show what a row led to: its counters go their ways."""
        if not self.begun:
            return
        row = self._rows[self._next]
        self._next += 1
        self._play.showing.note(row)
        self._seat.look_back(self._after(row))
        bring_moved(self._play, row)
        self.changed.emit()
        if self.running:
            self._wait()

    def _after(self, row: ToldRow) -> int:
        """Return the row to look at: of a deed that is told in several only the last shows all."""
        before = self._seat.at.before
        goes_on = self._next < len(self._rows) and before(self._rows[self._next].n) == before(row.n)
        found = before(row.n) if goes_on else None
        return row.n if found is None else found


def bring_moved(play: MapPlay, row: ToldRow) -> None:
    """Have in sight where the pieces of a row went."""
    view = play.view
    moved = [e.to for e in row.events if isinstance(e, ev.Moved) and e.to in view.board.grid]
    if moved and not view.seen().contains(view.middle(moved[-1])):
        view.bring(view.middle(moved[-1]))
