"""A guide through a first match, inside the real window: each step waits for the real thing.

What it teaches stands in a `tabuleiro.host.lesson.Lesson`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QColor

from tabuleiro.engine import Action
from tabuleiro.engine import events as ev
from tabuleiro.host.docks import DOCKS
from tabuleiro.host.guidecard import GuideCard
from tabuleiro.host.map.board_item import Level
from tabuleiro.i18n import _
from tabuleiro.seats import ToldRow

if TYPE_CHECKING:
    from tabuleiro.engine import Verdict
    from tabuleiro.host.lesson import Lesson, Step, Until
    from tabuleiro.host.window import MatchWindow

__all__ = ["Guide"]

_RING: Final = QColor(222, 120, 20)
_WIDE: Final = (3.4, 3.0)
"""It is found among lit hexes, on the whole board too."""
_NEAR: Final = 1.0
"""The zoom with which a lesson begins: its counters can be read."""


class Guide(QObject):
    """Leads through the steps of a lesson in a window, on a card over the map."""

    left = Signal()
    """The player has come to the end, or has left."""
    play_asked = Signal()
    """The lesson is learnt: the player wants a match now."""
    changed = Signal()
    """Another step is shown, or the step that is shown was done."""

    def __init__(
        self, lesson: Lesson, window: MatchWindow, number: int = 0, row: int | None = None
    ) -> None:
        """Begin, with the first step or with another, which began at a row of the log."""
        super().__init__(window)
        self.lesson = lesson
        self.window = window
        self.number = 0
        self.done = False
        self._seen: set[str] = set()
        self.row = 0
        """The row of the log at which the step began."""
        self._selection: tuple[str, ...] = ()
        self._head = window.seat.head
        ring = window.view.overlay("guide", QColor(0, 0, 0, 0), _RING, z=Level.SIGNS)
        ring.wide = _WIDE
        window.keeps_layout = False
        for kind in DOCKS:  # as on the first day, whatever was open when this game was last played
            if kind.id in window.docks:
                window.docks[kind.id].setVisible(kind.shown)
        self.panel = GuideCard(self, window.view)
        self._leading = False
        """Whether the map moves by itself, not by the player's hand."""
        self._size = window.view.viewport().size()
        self._listen()
        self._begin(number)
        self.row = self.row if row is None else row
        QTimer.singleShot(0, self, self._frame)  # when the window has its size

    def _listen(self) -> None:
        seat, view = self.window.seat, self.window.view
        view.zoomed.connect(self._looked)
        view.moved.connect(self._looked)
        seat.selected.connect(self.look)
        seat.pointed.connect(self._pointed)
        seat.refused.connect(self._refused)
        seat.acted.connect(self._acted)
        seat.changed.connect(self._changed)
        for dock in self.window.docks.values():
            dock.visibilityChanged.connect(self.look)

    # steps

    @property
    def step(self) -> Step:
        """The step that is shown."""
        return self.lesson.steps[self.number]

    @property
    def last(self) -> bool:
        """Whether it is the last one."""
        return self.number == len(self.lesson.steps) - 1

    def _begin(self, number: int) -> None:
        self.number = number
        self.done = False
        seat = self.window.seat
        if self.step.afresh:
            seat.select(())
        self.row, self._selection = seat.head, seat.selection
        view, hexes = self.window.view, self.step.show
        view.light("guide", dict.fromkeys(hexes, ""))
        if self.step.panel is not None:
            self.window.docks[self.step.panel].raise_()
        self.window.bubble.hide()  # what the last step was refused would lie over this one
        self.panel.show_step()
        self._bring()
        self._seen.clear()
        self.look()
        self.changed.emit()

    def _bring(self) -> None:
        """Bring what the step is about into sight."""
        self._leading = True
        for hex in reversed(self.step.show):  # the first matters most
            self.window.view.show_hex(hex)
        self._leading = False

    def _frame(self) -> None:
        """Show the country of the lesson, near enough to read its counters."""
        view = self.window.view
        self._leading = True
        view.set_zoom(_NEAR)
        if self.step.show:
            view.centerOn(view.middle(self.step.show[0]))
        self._leading = False

    def forward(self) -> None:
        """Go to the next step. One that was not done is done for the player."""
        if not self.done:
            self._do_it()
        if self.last:
            self.leave()
            self.play_asked.emit()
        else:
            self._begin(self.number + 1)

    def again(self) -> None:
        """Go back to how the table stood when the step began: position, selection, panel."""
        self._restore()
        self._begin(self.number)

    def _restore(self) -> None:
        seat = self.window.seat
        if seat.head != self.row or seat.looking_back:
            seat.goto(self.row)
        seat.select(self._selection)
        dock = self.window.docks.get(self.step.until.dock or "")
        if dock is not None:
            dock.hide()

    def _do_it(self) -> None:
        """Do for the player what the step is about."""
        seat, step = self.window.seat, self.step
        if step.do:
            self._restore()
            for data in step.do:
                if not self.done:  # who has one way only goes it by himself
                    seat.act(Action.from_data(data))
                self.window.theatre.stop()  # who skips waits for no dice
        if step.until.selected:
            seat.select(step.until.selected)

    def leave(self) -> None:
        """End the guide; the table stays as it is."""
        seat, view = self.window.seat, self.window.view
        for signal, slot in (
            (view.zoomed, self._looked),
            (view.moved, self._looked),
            (seat.selected, self.look),
            (seat.pointed, self._pointed),
            (seat.refused, self._refused),
            (seat.acted, self._acted),
            (seat.changed, self._changed),
        ):
            signal.disconnect(slot)
        for dock in self.window.docks.values():
            dock.visibilityChanged.disconnect(self.look)
        view.light("guide", {})
        self.panel.take_away()
        self.left.emit()

    # listening

    def _looked(self, _zoom: float = 0) -> None:
        size = self.window.view.viewport().size()
        if size != self._size:  # the window is another, and moves the map by itself
            self._size = size
            self._leading = True
            QTimer.singleShot(0, self, self._follow)
        if not self._leading:
            self._see("looked")

    def _follow(self) -> None:
        self._leading = False

    def _pointed(self, hex: str | None) -> None:
        self._see(f"pointed {hex}")

    def _refused(self, _verdict: Verdict) -> None:
        self._see("refused")

    def _acted(self, row: ToldRow) -> None:
        if any(isinstance(event, ev.Said) and "odds" in event.data for event in row.events):
            self._see("fought")

    def _changed(self) -> None:
        seat = self.window.seat
        before, self._head = self._head, seat.head
        if seat.at.row(before).parent == self._head:
            self._see("undone")
        self.look()
        if not self.done:  # a battle may just have taken room from the map
            QTimer.singleShot(0, self, self._bring)

    def _see(self, what: str) -> None:
        self._seen.add(what)
        self.look()

    def look(self, _visible: object = None) -> None:
        """See whether the step is done."""
        if not self.window.seat.held and not self.done and self._is_done(self.step.until):
            self.done = True
            self.panel.show_done()
            self.changed.emit()
        until = self.step.until
        pointed = f"pointed {until.pointed}" in self._seen
        if not self.done and pointed and until.looked and "looked" not in self._seen:
            self.panel.show_left(_("Only this is left: move the map, or zoom."))

    def _is_done(self, until: Until) -> bool:
        return self._saw(until) and self._stands(until)

    def _saw(self, until: Until) -> bool:
        """Return whether what had to happen has happened since the step began."""
        wanted = {
            what for what in ("looked", "refused", "undone", "fought") if getattr(until, what)
        }
        if until.pointed is not None:
            wanted.add(f"pointed {until.pointed}")
        return wanted <= self._seen

    def _stands(self, until: Until) -> bool:
        """Return whether the table is as it shall be."""
        seat = self.window.seat
        s, decision, draft = seat.at.sight(), seat.at.decision(), seat.at.ask("draft").now()
        committed = draft.pieces if draft is not None else ()
        dock = self.window.docks.get(until.dock or "")
        return (
            set(until.selected) <= set(seat.selection)
            and all(s.place(piece) == place for piece, place in until.at.items())
            and all(s.place(piece) != place for piece, place in until.gone.items())
            and (until.phase is None or (s.phase is not None and s.phase.id == until.phase))
            and (until.asked is None or (decision is not None and decision.kind == until.asked))
            and (not until.committed or set(until.committed) <= set(committed))
            and (until.dock is None or (dock is not None and dock.isVisible()))
        )
