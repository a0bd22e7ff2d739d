"""What one does beside the rules in a match's window: plans, a free hand, a whole phase back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt

from tabuleiro.host.byhand import can_by_hand
from tabuleiro.host.consent import phase_start
from tabuleiro.host.map.notice import Notice
from tabuleiro.host.matchcommands import MATCH
from tabuleiro.host.panels.log import LogPanel
from tabuleiro.host.panels.notes import NotesPanel
from tabuleiro.host.reportdialog import ReportDialog
from tabuleiro.i18n import N_, _

if TYPE_CHECKING:
    from tabuleiro.host.window import MatchWindow

__all__ = ["OwnHand"]

_WHAT_FOR = N_(
    "This match has a free hand (Ctrl+H), to mend slips and for rules of your own: counters, "
    "losses, markers, tracks and control can be set by hand, and the log marks it."
)
_BY_HAND = N_(
    "Free hand: drag any counter anywhere; the right button sets losses, marks, control and "
    "tracks. The log marks it, Undo takes it back. Ctrl+H ends it."
)
_NONE = N_("This match is played without a free hand; a new match offers one under Advanced.")
_PLANNING = N_(
    "Planning, for your eyes only: click a unit or a hex, then where it might go; with Ctrl the "
    "way goes on from there. Nothing in the match moves. P or Esc ends it."
)


class OwnHand(QObject):
    """Adds these commands to a window, and says at the top of the map which hand is at work."""

    def __init__(self, window: MatchWindow) -> None:
        """Join a window while it is built."""
        super().__init__(window)
        self._window = window
        self._seat = window.seat
        self._plans = window.play.plans
        self.notice = Notice(window.view)
        offer = window.commands.offer
        self._hand = offer(MATCH["free-hand"], self._free_hand, checked=window.seat.free_hand)
        self._plan = offer(MATCH["plan"], self._plans.switch, checked=False)
        self._back = window.commands["phase-back"]
        offer(MATCH["report"], self._report)
        self._plans.switched.connect(self._planning)
        window.commands["nothing"].triggered.connect(self._escape)
        window.seat.changed.connect(self.refresh)
        self.notice.closed.connect(self._closed)
        self._free_table = window.seat.module.free_table
        self._hand.setVisible(not self._free_table)
        self._hand.setEnabled(not self._free_table)
        by_hand = can_by_hand(window.seat) and not self._free_table
        self._greets = by_hand and phase_start(window.seat) is None
        self.refresh()
        self._say()

    def join_notes(self) -> None:
        """Let notes be kept, and written and read in the log."""
        window = self._window
        book = window.play.notes
        book.remember(window.settings)
        log, notes = window.docks["log"].widget(), window.docks["notes"].widget()
        if isinstance(log, LogPanel) and isinstance(notes, NotesPanel):
            log.view.note_on = book.on_row
            log.view.note_asked.connect(notes.write_row)
            book.changed.connect(log.view.refresh_look)

    # free hand

    def _free_hand(self, on: bool) -> None:  # noqa: FBT001 - a switch tells its state
        if on and not can_by_hand(self._seat):
            self._hand.setChecked(False)
            self._seat.failed.emit(_(_NONE))
            return
        self._seat.free_hand = on
        self._greets = False
        self._window.play.refresh()
        self._say()

    def _greeted(self) -> None:
        if self._greets:
            self._greets = False
            self._say()

    def _closed(self) -> None:
        """What the notice was about ends with it."""
        self._greeted()
        self._hand.setChecked(False)
        self._plans.switch(on=False)

    # planning

    def _planning(self, on: bool) -> None:  # noqa: FBT001 - a switch tells its state
        self._plan.setChecked(on)
        view = self._window.view
        view.setCursor(Qt.CursorShape.CrossCursor) if on else view.unsetCursor()
        self._say()

    def _escape(self) -> None:
        if not self._plans.busy():
            self._plans.switch(on=False)

    # showing

    def refresh(self) -> None:
        """Enable what can be done now."""
        begun = phase_start(self._seat) is not None
        self._back.setEnabled(begun)
        if begun:
            self._greeted()

    def _say(self) -> None:
        if self._plans.active:
            self.notice.say(_(_PLANNING))
        elif self._seat.free_hand and not self._free_table:
            self.notice.say(_(_BY_HAND))
        else:
            self.notice.say(_(_WHAT_FOR) if self._greets else "")

    def _report(self) -> None:
        dialog = ReportDialog(self._window, self._window)
        dialog.exec()
        dialog.deleteLater()
