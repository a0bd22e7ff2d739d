"""The ribbon of phases: a box for each phase of the turn, and what it still offers whoever looks.

A box that is over leads back to how the table stood when it ended; the others lead to their rule.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from tabuleiro.engine import events as ev
from tabuleiro.host.duties import Duty, duties
from tabuleiro.host.words import turn_words
from tabuleiro.i18n import _, ngettext, text

if TYPE_CHECKING:
    from collections.abc import Callable

    from tabuleiro.host.seat import Seat
    from tabuleiro.module import Phase

__all__ = ["PhaseRibbon"]

_IDLE_MS: Final = 120
_MEASURE_ANEW: Final = frozenset(
    {QEvent.Type.FontChange, QEvent.Type.LayoutRequest, QEvent.Type.StyleChange}
)
_NOBODY: Final = "#8f836c"
_BOX: Final = """
QToolButton {{ border: 1px solid palette(mid); border-bottom: 3px solid {colour};
    border-radius: 3px; padding: 1px 3px; background: palette({ground}); font-weight: {weight}; }}
QToolButton:hover, QToolButton:focus {{ background: palette(midlight); }}
"""


class PhaseRibbon(QWidget):
    """The phases of this turn in their order, each in the colour of its side."""

    rule_asked = Signal(str)
    """A click on a phase that is played or to come."""

    def __init__(self, seat: Seat, parent: QWidget | None = None) -> None:
        """Show the turn of a seat's match."""
        self._width: int | None = None
        super().__init__(parent)
        self.seat = seat
        self.note: Callable[[Phase], str] = lambda _phase: ""
        """Returns what a phase offers, in the words of the game."""
        self.setAccessibleName(_("Phases of the turn"))
        line = QHBoxLayout(self)
        line.setContentsMargins(4, 0, 4, 0)
        line.setSpacing(1)
        self.boxes: dict[str, QToolButton] = {}
        for number, phase in enumerate(seat.module.sequence, start=1):
            box = QToolButton()
            box.setText(str(number))
            box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            box.clicked.connect(partial(self._clicked, phase))
            self.boxes[phase.id] = box
            line.addWidget(box)
        self.told = QLabel()
        """What the phase that is played still offers."""
        self.told.setMinimumWidth(0)
        self.told.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        line.addWidget(self.told, 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._ended: dict[str, int] = {}
        self._offer = ""
        self._told_to: object = None
        """To whom, and of when, the boxes speak."""
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.setInterval(_IDLE_MS)
        self._clock.timeout.connect(self.tell)
        seat.changed.connect(self.refresh)
        self.refresh()

    def minimumSizeHint(self) -> QSize:
        """The words beside the boxes may be cut off, the boxes not."""
        return QSize(self._wide(), super().minimumSizeHint().height())

    def _wide(self) -> int:
        """Return how wide all boxes are; Qt asks often, and each answer takes a style a while."""
        if self._width is None:
            self._width = sum(box.sizeHint().width() + 1 for box in self.boxes.values()) + 8
        return self._width

    def event(self, event: QEvent) -> bool:
        """Measure the boxes anew when one of them, or how all is written, is another."""
        if event.type() in _MEASURE_ANEW:
            self._width = None
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut off what has no room."""
        super().resizeEvent(event)
        self._elide()

    def refresh(self) -> None:
        """Mark the phase that is played; what each offers is told a moment later."""
        s = self.seat.sight
        now = s.phase.id if s.phase else ""
        self._ended = self._ends()
        for phase in self.seat.module.sequence:
            side = self.seat.module.sides.get(phase.side or "")
            style = _BOX.format(
                colour=side.colour if side is not None else _NOBODY,
                ground="base" if phase.id == now else "button",
                weight=800 if phase.id == now else 400,
            )
            box = self.boxes[phase.id]
            if box.styleSheet() != style:
                box.setStyleSheet(style)
                self._width = None
        told_to = (self.seat.viewer, now, self.seat.looking_back, self.seat.decision() is None)
        if told_to != self._told_to:  # what was offered is not any more, or to somebody else
            self._told_to, self._offer = told_to, ""
            for number, phase in enumerate(self.seat.module.sequence, start=1):
                self._say(phase, number, now, "")
            self._elide()
        self._clock.start()

    def _ends(self) -> dict[str, int]:
        """Return the last row of each phase of this turn that is over."""
        sequence, found = self.seat.module.sequence, dict[str, int]()
        for row in reversed(self.seat.rows()):
            for event in reversed(row.events):
                if not isinstance(event, ev.PhaseSet):
                    continue
                if event.phase == 0:
                    return found
                if event.phase <= len(sequence):
                    found.setdefault(sequence[event.phase - 1].id, row.n)
        return found

    def tell(self) -> None:
        """Say of each phase what it is, whether it is over, and what it offers."""
        s, begun = self.seat.sight, False
        now = s.phase.id if s.phase else ""
        for number, phase in enumerate(self.seat.module.sequence, start=1):
            begun = begun or phase.id == now
            offer = self.note(phase) if begun and not self.seat.over else ""
            if phase.id == now:
                offer = ", ".join(each for each in (self._left(), offer) if each)
                self._offer = offer
            self._say(phase, number, now, offer)
        self._elide()

    def _say(self, phase: Phase, number: int, now: str, offer: str) -> None:
        lines = (text(phase.name), self._state(phase, now), offer)
        words = "\n".join(line for line in lines if line)
        box = self.boxes[phase.id]
        box.setText(f"{number}•" if offer and phase.id != now else str(number))
        self._width = None
        box.setToolTip(words)
        box.setAccessibleName(words.replace("\n", "; "))

    def _state(self, phase: Phase, now: str) -> str:
        if phase.id == now:
            return _("is played now")
        if phase.id in self._ended:
            return _("is over: a click shows how it ended")
        return _("is to come")

    def _left(self) -> str:
        """Return how many units can still do something here."""
        still = sum(duty is not Duty.DONE for duty in duties(self.seat).values())
        if not still:
            return ""
        return ngettext("{n} unit can act", "{n} units can act", still).format(n=still)

    def _elide(self) -> None:
        metrics = self.told.fontMetrics()
        room = max(self.width() - self._wide(), 0)
        self.told.setText(metrics.elidedText(f" {self._offer}" if self._offer else "",
                                             Qt.TextElideMode.ElideRight, room))  # fmt: skip
        self.told.setToolTip(f"{turn_words(self.seat.sight)}\n{self._offer}".strip())

    def _clicked(self, phase: Phase, _on: bool = False) -> None:  # noqa: FBT001, FBT002 - of Qt
        ended = self._ended.get(phase.id)
        if ended is not None:
            self.seat.look_back(ended)
        elif self.seat.looking_back:
            self.seat.look_back(None)
        elif phase.rule:
            self.rule_asked.emit(phase.rule)
