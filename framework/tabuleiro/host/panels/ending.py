"""The one place of the button that ends things, and what keeps a click from ending too much.

Nothing else is ever under that button. When it comes to mean something else it rests for a
moment: a second click at the same spot was meant for what it said before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QFrame,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from tabuleiro.engine.messages import place_name
from tabuleiro.host.gestures import aimless, bare
from tabuleiro.host.panels.undone import left_undone
from tabuleiro.host.words import action_label
from tabuleiro.i18n import _
from tabuleiro.seats.telling import say

if TYPE_CHECKING:
    from tabuleiro.engine import Action
    from tabuleiro.host.seat import Seat
    from tabuleiro.seats import Sight

__all__ = ["EndSlot", "ends", "in_slot"]

_REST_MS: Final = 700
_ENDS: Final = ("end-phase", "confirm")
_CLOSES: Final = "end-"
"""So begin the kinds that end a matter; what is passed over by itself is only what `ends`."""


def ends(action: Action) -> bool:
    """Return whether an action ends what is asked: a phase, a declaration, a row of choices."""
    return action.kind in _ENDS or action.kind.startswith("done")


def _ending(seat: Seat) -> Action | None:
    """Return what ends what is asked now, whether that is possible already or not."""
    decision = seat.decision()
    if decision is None:
        return None
    possible = aimless(a for a in seat.legal() if ends(a) or a.kind.startswith(_CLOSES))
    wanted = (bare(kind) for kind in _ENDS if kind in decision.actions)
    return possible[0] if possible else next(wanted, None)


def in_slot(seat: Seat, action: Action) -> bool:
    """Return whether an action has its button in the slot."""
    return action.kind == "cancel" or action == _ending(seat)


class EndSlot(QWidget):
    """Ends what is asked, or gives it up. Two buttons that never change places."""

    silenced = Signal()
    """Somebody does not want to be asked before the end of a phase any more, in this match."""

    def __init__(
        self, seat: Seat, *, with_cancel: bool = True, parent: QWidget | None = None
    ) -> None:
        """Make the slot of a seat; without what gives up that has a place elsewhere."""
        super().__init__(parent)
        self.seat = seat
        self.rest_ms = _REST_MS
        """How long the button rests when it comes to mean something else."""
        self.asks_first = True
        """Whether to ask before a phase is ended with things undone."""
        module = seat.module
        self.end = QPushButton(action_label(module, bare("end-phase")))
        self.end.setProperty("primary", True)
        self.end.clicked.connect(self._clicked)
        self.cancel = QPushButton(action_label(module, bare("cancel")))
        self.cancel.setObjectName("cancel")
        self.cancel.clicked.connect(lambda: self.seat.act(bare("cancel")))
        for button in (self.end, self.cancel):  # a click leaves the keyboard with the map
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._action: Action | None = None
        self._meaning: tuple[object, ...] | None = None
        self._asked_in: Sight | None = None
        self._had_keyboard: QWidget = self
        """Where the keyboard was when the question came up."""
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.timeout.connect(self._look_ready)
        self._arrange(with_cancel=with_cancel)

    def _arrange(self, *, with_cancel: bool) -> None:
        line = self._line = QVBoxLayout()
        line.addWidget(self.end)
        if with_cancel:
            line.addWidget(self.cancel)
        kept = self.end.sizePolicy()
        kept.setRetainSizeWhenHidden(True)
        self.end.setSizePolicy(kept)
        self.question = QFrame()
        self.question.setFrameShape(QFrame.Shape.StyledPanel)
        self.question.hide()
        self._undone = QLabel()
        self._undone.setWordWrap(True)
        self.anyway = QPushButton(_("End it anyway"))
        self.anyway.setObjectName("end-anyway")
        self.anyway.clicked.connect(self._end_anyway)
        self.play_on = QPushButton(_("Play on"))
        self.play_on.setObjectName("play-on")
        self.play_on.clicked.connect(self._close_question)
        self.no_more = QCheckBox(_("Do not ask again in this match"))
        self.no_more.setObjectName("ask-no-more")
        asked = QVBoxLayout(self.question)
        for widget in (self._undone, self.play_on, self.anyway, self.no_more):
            asked.addWidget(widget)
        box = self._box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addLayout(line)
        box.addWidget(self.question)

    # showing

    def refresh(self) -> None:
        """Show what ends what is asked now."""
        seat = self.seat
        for layout in (self._line, self._box):
            layout.invalidate()  # with other writing it has another size, at once
        if seat.sight is not self._asked_in:
            self._close_question()
        action = self._action = _ending(seat)
        self.cancel.setVisible(bare("cancel") in seat.legal())
        self.end.setVisible(action is not None)
        self._change_meaning(action)
        if action is None:
            return
        verdict = None if action in seat.legal() else seat.check(action)
        self.end.setObjectName(action.kind)
        self.end.setText(self._label(action))
        why = [] if verdict is None else verdict.objections
        look = (verdict is not None, not any(a.kind == "advance" for a in seat.legal()))
        if look != (self.end.property("blocked"), self.end.property("primary")):
            self.end.setProperty("blocked", look[0])
            self.end.setProperty("primary", look[1])
            self._look_anew()
        told = [say(o.message, seat.module) for o in why]
        if action.kind == "confirm" and not told:
            told = [_("Dice may roll at once; what they decide is not undone without consent.")]
        self.end.setToolTip("\n".join(told))
        self.end.setAccessibleDescription(self.end.toolTip())

    def _label(self, action: Action) -> str:
        """Return what the button says; of an attack also on whom: dice may fall with it."""
        label, draft = action_label(self.seat.module, action), self.seat.ask("declared")
        if action.kind != "confirm" or draft is None:
            return label
        return f"{label} · {place_name(draft.target, self.seat.module)}"

    def _change_meaning(self, action: Action | None) -> None:
        decision, s = self.seat.decision(), self.seat.sight
        phase = s.phase.id if s.phase else ""
        meaning: tuple[object, ...] = ()
        if action is not None and decision is not None:
            about = (decision.side, decision.kind, decision.prompt)
            meaning = (action.kind, s.turn, phase, *about)
        before, self._meaning = self._meaning, meaning
        if action is not None and before is not None and before != meaning and self.rest_ms:
            self._clock.start(self.rest_ms)
            self._look_ready()

    @property
    def resting(self) -> bool:
        """Whether a click on the button does nothing now."""
        return self._clock.isActive() or self._asked_in is not None

    def _look_ready(self) -> None:
        """Show whether the button rests; it keeps the keyboard meanwhile."""
        if self.end.property("resting") != self.resting:
            self.end.setProperty("resting", self.resting)
            self._look_anew()

    def _look_anew(self) -> None:
        style = self.end.style()  # a property alone does not change what a sheet has drawn
        style.unpolish(self.end)
        style.polish(self.end)

    def wake(self) -> None:
        """Rest no longer."""
        self._clock.stop()
        self._look_ready()

    def stops(self) -> list[QWidget]:
        """Return where the keyboard stops here, in order."""
        return [self.end, self.play_on, self.anyway, self.no_more, self.cancel]

    # ending

    def _clicked(self) -> None:
        action = self._action
        if action is None or self.resting:
            return
        if action not in self.seat.legal():
            self._say_why(action)
            return
        undone = left_undone(self.seat) if self.asks_first and action.kind == "end-phase" else ""
        if undone:
            self._ask(undone)
        else:
            self.seat.act(action)

    def _say_why(self, action: Action) -> None:
        """Say why this cannot be ended yet, and light the units."""
        verdict = self.seat.check(action)
        self.seat.select(dict.fromkeys(p for o in verdict.objections for p in o.pieces))
        self.seat.refused.emit(verdict)

    def _ask(self, undone: str) -> None:
        """Ask whether to end the phase all the same; the answers are not where one clicked."""
        self._asked_in = self.seat.sight
        self.no_more.setChecked(False)
        told = f"{undone[0].upper()}{undone[1:]}"
        self._undone.setText(_("{undone}. End the phase anyway?").format(undone=told))
        self._had_keyboard = QApplication.focusWidget() or self.end
        self.question.show()
        self.play_on.setFocus()
        self._look_ready()

    def _close_question(self) -> None:
        silenced = self._asked_in is not None and self.no_more.isChecked()
        self._asked_in = None
        focused = QApplication.focusWidget()
        if focused is not None and self.question.isAncestorOf(focused):
            back = self._had_keyboard
            (back if isValid(back) and back.isVisible() else self.end).setFocus()
        self.question.hide()
        self._look_ready()
        if silenced:
            self.silenced.emit()

    def _end_anyway(self) -> None:
        self._close_question()
        if self._action is not None:
            self.seat.act(self._action)
