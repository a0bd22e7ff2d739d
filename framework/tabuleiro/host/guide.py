"""A guide through a first match, inside the real window: each step waits for the real thing.

What it teaches stands in a `tabuleiro.host.lesson.Lesson`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QDockWidget,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.engine import Action
from tabuleiro.engine import events as ev
from tabuleiro.host.docks import DOCKS
from tabuleiro.host.lesson import Until
from tabuleiro.host.map.board_item import Level
from tabuleiro.host.scrolled import scrolled
from tabuleiro.i18n import _, text
from tabuleiro.seats import ToldRow

if TYPE_CHECKING:
    from tabuleiro.engine import Verdict
    from tabuleiro.host.lesson import Lesson, Step
    from tabuleiro.host.window import MatchWindow

__all__ = ["Guide"]

_RING: Final = QColor(222, 120, 20)
_WIDTH: Final = 320
_LEAST: Final = 220
_EDGES: Final = 18
_SHARE: Final = 0.17
"""Its share of the width: the map needs the rest."""
_NEAR: Final = 1.0
"""The zoom with which a lesson begins: its counters can be read."""


class Guide(QObject):
    """Leads through the steps of a lesson in a window, in a dock of its own."""

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
        window.view.overlay("guide", QColor(0, 0, 0, 0), _RING, z=Level.AREAS)
        self.panel = _GuidePanel(self)
        self.dock = QDockWidget(_("Guide"), window)
        self.dock.setObjectName("guide")
        self.dock.setFeatures(QDockWidget.DockWidgetFeature.DockWidgetMovable)
        self.dock.setWidget(self.panel)
        window.keeps_layout = False
        for kind in DOCKS:  # as on the first day, whatever was open when this game was last played
            if kind.id in window.docks:
                window.docks[kind.id].setVisible(kind.shown)
        window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, self.dock)
        # At its whole height: its buttons stay in their place when a battle opens below the map.
        window.setCorner(Qt.Corner.BottomLeftCorner, Qt.DockWidgetArea.LeftDockWidgetArea)
        wide = max(_LEAST + _EDGES, min(_WIDTH, round(_SHARE * window.width())))
        window.resizeDocks([self.dock], [wide], Qt.Orientation.Horizontal)
        self._leading = False
        """Whether the map moves by itself, not by the player's hand."""
        self._size = window.view.viewport().size()
        self._listen()
        self._begin(number)
        self.row = self.row if row is None else row
        QTimer.singleShot(0, self, self._frame)  # the dock has taken room from the map

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
        self.row, self._selection = seat.head, seat.selection
        view, hexes = self.window.view, self.step.show
        view.light("guide", dict.fromkeys(hexes, ""))
        if self.step.panel is not None:
            self.window.docks[self.step.panel].raise_()
        self.window.bubble.hide()  # what the last step was refused would lie over this one
        self._bring()
        self._seen.clear()
        self.panel.show_step()
        self.look()
        self.changed.emit()

    def _bring(self) -> None:
        """Bring what the step is about into sight."""
        if self.step.show:
            self._leading = True
            self.window.view.show_hex(self.step.show[0])
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
        self.window.removeDockWidget(self.dock)
        self.window.setCorner(Qt.Corner.BottomLeftCorner, Qt.DockWidgetArea.BottomDockWidgetArea)
        self.dock.deleteLater()
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


class _GuidePanel(QWidget):
    """Shows a step: what to do, whether it was done, and the way on."""

    def __init__(self, guide: Guide) -> None:
        super().__init__()
        self._guide = guide
        self._count = QProgressBar()
        self._count.setRange(0, len(guide.lesson.steps))
        self._count.setTextVisible(False)
        self._count.setFixedHeight(6)
        self._title = QLabel()
        self._title.setWordWrap(True)
        self._title.setProperty("headline", True)
        self._text = QLabel()
        self._done = QLabel()
        for label in (self._text, self._done):
            label.setProperty("reading", True)
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.RichText)
            label.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.forward = QPushButton()
        self.forward.clicked.connect(guide.forward)
        self.again = QPushButton(_("Try again"))
        self.again.clicked.connect(guide.again)
        self.leave = QPushButton(_("Leave the guide"))
        self.leave.clicked.connect(guide.leave)
        self._arrange()

    def _arrange(self) -> None:
        told = QWidget()
        inner = QVBoxLayout(told)
        inner.setContentsMargins(0, 0, 0, 0)
        for widget in (self._title, self._text, self._done):
            inner.addWidget(widget)
        inner.addStretch(1)
        scroll = scrolled(told, sideways=False, keys=True)
        scroll.setMinimumWidth(_LEAST)
        ways = QHBoxLayout()
        ways.addWidget(self.forward, 1)
        ways.addWidget(self.again)
        box = QVBoxLayout(self)
        box.addWidget(self._count)
        box.addWidget(scroll, 1)
        box.addLayout(ways)
        box.addWidget(self.leave)

    def show_step(self) -> None:
        """Show the step that begins."""
        guide = self._guide
        number, step = guide.number + 1, guide.step
        self._count.setValue(number)
        told = _("Step {n} of {all}").format(n=number, all=len(guide.lesson.steps))
        self._count.setAccessibleName(told)
        self._count.setToolTip(told)
        self._title.setText(text(step.title))
        self._text.setText(text(step.text))
        self._text.setAccessibleName(f"{told}: {text(step.title)}")
        self._done.clear()
        self._offer(_("Now play") if guide.last else _("Skip"), primary=guide.last)

    def show_done(self) -> None:
        """Say that the step was done; the way on lights up."""
        guide = self._guide
        said = text(guide.step.done) if guide.step.done else ""
        waited = guide.step.until != Until()
        self._done.setText(f"<b>✓ {_('Done.')}</b> {said}" if waited else said)
        self._offer(_("Now play") if guide.last else _("Next"), primary=True)

    def _offer(self, words: str, *, primary: bool) -> None:
        self.forward.setText(words)
        self.forward.setProperty("primary", primary)
        style = self.forward.style()  # a property alone does not change what a sheet has drawn
        style.unpolish(self.forward)
        style.polish(self.forward)
