"""Whose turn, which phase, what is asked, what is still obligatory, and what answers it."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent, QTextDocumentFragment
from PySide6.QtWidgets import (
    QAbstractButton,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from tabuleiro.engine import Action
from tabuleiro.host.panels.answers import Answers
from tabuleiro.host.panels.choices import ChoiceList
from tabuleiro.host.panels.ending import EndSlot, ends
from tabuleiro.host.panels.linked import Finder, linked, rule_link
from tabuleiro.host.panels.orders import OrdersStrip
from tabuleiro.host.panels.while_seen import WhileSeen
from tabuleiro.host.scrolled import scrolled
from tabuleiro.host.words import phase_name, turn_words
from tabuleiro.i18n import _, ngettext, text

if TYPE_CHECKING:
    from collections.abc import Callable

    from tabuleiro.engine import Decision
    from tabuleiro.host.play import MapPlay
    from tabuleiro.host.seat import Seat
    from tabuleiro.seats import Sight, ToldRow

__all__ = ["DecisionPanel"]

_MARGIN, _LEAST = 8, 230
_MOST, _FEW = 6, 3
"""So many obligations are told one by one; of more than that so few, to leave room for answers."""


class DecisionPanel(QWidget):
    """The one place that says what is asked. Rules, units and hexes in it are links."""

    rule_asked = Signal(str)
    """A click on a clause."""

    passed = Signal()
    """A phase has ended by itself with what was done here."""

    def __init__(self, seat: Seat, play: MapPlay, parent: QWidget | None = None) -> None:
        """Show what a seat is asked."""
        super().__init__(parent)
        self.seat = seat
        self._finder = Finder(seat, play, self)
        self._turn = QLabel()
        self._turn.setObjectName("turn")
        self._turn.setWordWrap(True)
        self._phase = QLabel()
        self._phase.setProperty("headline", True)
        self._phase.setWordWrap(True)
        self._prompt = self._words()
        self._duties = self._words()
        self._duties.setObjectName("duties")
        self.end = EndSlot(seat)
        self.notice = self._words()
        self.notice.setObjectName("notice")
        self._phase_asked: tuple[int, str, str, str] | None = None
        """Turn and phase in which something was asked last, its name, and the kind of question."""
        self._noticed: int | None = None
        self.answers = Answers(seat)
        self.answers.let_go.connect(play.view.setFocus)
        self.choices = ChoiceList(seat, play)
        inner = QWidget()
        box = QVBoxLayout(inner)
        box.setContentsMargins(_MARGIN, 4, _MARGIN, 4)
        box.setSpacing(4)
        for widget in (self._turn, self._phase, self._prompt, self._duties):
            box.addWidget(widget)
        self._add_answers(box)
        scroll = self._scroll = scrolled(inner, sideways=False)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        above = QVBoxLayout()
        above.setContentsMargins(_MARGIN, 4, _MARGIN, 4)
        above.addWidget(self.end)
        above.addWidget(self.notice)
        outer.addLayout(above)
        outer.addWidget(scroll)
        seat.acted.connect(self._acted)
        self.setMinimumWidth(_LEAST)
        self.setAccessibleName(_("Your move"))
        self._kept = WhileSeen(self, seat, self.refresh)
        seat.changed.connect(self._notice)
        for told in (seat.changed, seat.thinking):
            told.connect(self._kept.look)
        seat.selected.connect(self._chosen)
        self._notice()
        self._kept.catch_up()

    def _add_answers(self, box: QVBoxLayout) -> None:
        """Add the usual answers, and a place where somebody else's may take theirs."""
        self.own: Callable[[Decision], QWidget | None] = lambda _decision: None
        """Returns what a game's plugin shows in place of the usual answers."""
        self.own_answers: QWidget | None = None
        self.strip = OrdersStrip()
        self._asked_in: Sight | None = None
        box.addWidget(self.strip)
        self._place = QVBoxLayout()
        box.addLayout(self._place)
        self.as_usual = QPushButton(_("Answer in the usual way"))
        self.as_usual.setCheckable(True)
        self.as_usual.hide()
        box.addWidget(self.as_usual)
        self.usual = QWidget()
        self.as_usual.toggled.connect(self.usual.setVisible)
        usual = QVBoxLayout(self.usual)
        usual.setContentsMargins(0, 0, 0, 0)
        usual.setSpacing(4)
        usual.addWidget(self.answers)
        usual.addWidget(self.choices, 1)
        usual.addStretch(0)
        box.addWidget(self.usual, 1)

    def _words(self) -> QLabel:
        label = QLabel()
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.RichText)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        label.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        label.linkActivated.connect(self._link)
        return label

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break what is too wide."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Leave nothing that would be cut off: this panel is not scrolled sideways."""
        beside = 2 * _MARGIN + self._scroll.verticalScrollBar().sizeHint().width()
        self.answers.fit(self.width() - beside)
        slot = self.end.minimumSizeHint().width() + 2 * _MARGIN
        self.setMinimumWidth(max(_LEAST, self.answers.least + beside, slot))

    def refresh(self) -> None:
        """Show what is asked now."""
        seat = self.seat
        s = seat.sight
        self._turn.setText(turn_words(s))
        self._phase.setText(phase_name(s))
        decision = seat.decision()
        self._prompt.setText(self._asked(decision))
        self._duties.setText(self._obligations(decision))
        self._duties.setVisible(bool(self._duties.text()))
        self.end.refresh()
        self.answers.refresh()
        self._fit()
        self.choices.refresh()
        self._order_stops()
        asked = None if decision is None else s
        if asked is not self._asked_in:
            self._asked_in = asked
            self._put(None if decision is None else self.own(decision))

    def _chosen(self) -> None:
        self.answers.refresh()
        self._order_stops()

    def _order_stops(self) -> None:
        """Let the keyboard go from the list to what answers, and then to what ends it."""
        buttons = self.answers.findChildren(QAbstractButton)
        for before, after in pairwise([self.choices.list, *buttons, *self.end.stops()]):
            QWidget.setTabOrder(before, after)

    # a phase that ends by itself

    def _acted(self, row: ToldRow) -> None:
        """Keep in mind whether what was done here ended a phase that nobody has ended."""
        if row.kind != "action" or row.side not in self.seat.humans:
            return
        before, self._noticed = self._phase_asked, None
        done = Action.from_data(row.action) if row.action is not None else None
        if before is None or done is None or (before[3] == "phase" and ends(done)):
            return
        s = self.seat.at.sight()
        if before[:2] != (s.turn, s.phase.id if s.phase else ""):
            words = _("“{phase}” is over: there was nothing left to do in it.")
            back = f' <a href="undo:">{_("Take back")}</a>' if self.seat.can_undo() else ""
            self.notify(words.format(phase=before[2]) + back)
            self._noticed = row.n
            self.passed.emit()

    def notify(self, sentence: str) -> None:
        """Say something until somebody here does something."""
        self._noticed = self.seat.head
        self.notice.setText(f"<b>⚑</b> {sentence}")
        self.notice.setVisible(not self.seat.looking_back)

    def _notice(self) -> None:
        """Say that a phase ended by itself, as long as nothing else was done or taken back."""
        s, decision = self.seat.sight, self.seat.decision()
        if decision is not None:
            phase = s.phase.id if s.phase else ""
            self._phase_asked = (s.turn, phase, phase_name(s), decision.kind)
        since = self._noticed is not None and self.seat.head >= self._noticed
        self.notice.setVisible(since and not self.seat.looking_back)

    def ask_again(self) -> None:
        """Ask anew who shows the answers."""
        self._asked_in = None
        self._put(None)
        self.refresh()

    def _put(self, widget: QWidget | None) -> None:
        """Show somebody's own answers in place of the usual ones, or these again."""
        old, self.own_answers = self.own_answers, widget
        if old is not None and isValid(old):
            self._place.removeWidget(old)
            old.hide()
            old.deleteLater()
        if widget is not None:
            self._place.addWidget(widget)
            widget.show()
        self.as_usual.setVisible(widget is not None)
        self.usual.setVisible(widget is None or self.as_usual.isChecked())

    def summary(self) -> str:
        """Return in one line what is asked, for where there is no room for more."""
        asked = QTextDocumentFragment.fromHtml(self._asked(self.seat.decision())).toPlainText()
        return f"{phase_name(self.seat.sight)} · {asked.removesuffix('§').strip()}"

    def take_focus(self) -> None:
        """Bring the keyboard here: to the list, or to the first button."""
        if self.usual.isHidden() and self.own_answers is not None:
            inside = [self.own_answers, *self.own_answers.findChildren(QWidget)]
            able = [w for w in inside if w.focusPolicy() & Qt.FocusPolicy.TabFocus]
            (able or [self.as_usual])[0].setFocus()
            return
        if self.choices.list.count():
            self.choices.list.setFocus()
            return
        inside = [b for w in (self.end, self.answers) for b in w.findChildren(QAbstractButton)]
        buttons = [button for button in inside if button.isVisible()]
        if buttons:
            buttons[0].setFocus()

    def _asked(self, decision: Decision | None) -> str:
        seat, module = self.seat, self.seat.module
        if seat.looking_back:
            return _("You are looking at the past. The match stands still here.")
        if seat.held:
            return _("The dice are on their way …")
        if seat.over:
            outcome = seat.at.sight().position.outcome
            if outcome is None or outcome.winner is None:
                return _("The match is over: a draw.")
            names = ", ".join(text(module.sides[side].name) for side in outcome.winners)
            if outcome.allies:
                return _("The match is over. <b>{sides}</b> won together.").format(sides=names)
            return _("The match is over. <b>{side}</b> won.").format(side=names)
        if decision is None:
            asked = seat.table.asked
            who = text(module.sides[asked].name) if asked else ""
            return _("Waiting for <b>{side}</b> …").format(side=who)
        who = text(module.sides[decision.side].name)
        rule = f" {rule_link(decision.rule)}" if decision.rule else ""
        asked = linked(decision.prompt, module)
        if decision.kind == "phase" and not decision.obligations and _all_done(seat):
            asked = _("Nothing is left to do here: end the phase.")
        return f"<b>{who}</b>: {asked}{rule}"

    def _obligations(self, decision: Decision | None) -> str:
        if decision is None or not decision.obligations:
            return ""
        module = self.seat.module
        number = len(decision.obligations)
        shown = decision.obligations[: _MOST if number <= _MOST else _FEW]
        told = [linked(message, module) for message in shown]
        more = len(decision.obligations) - len(told)
        if more > 0:
            told.append(ngettext("and {n} more", "and {n} more", more).format(n=more))
        items = "".join(f"<li>{sentence}</li>" for sentence in told)
        return f"<b>{_('Still to do')}</b><ul style='margin-left:-22px'>{items}</ul>"

    def _link(self, link: str) -> None:
        kind, _colon, name = link.partition(":")
        if kind == "rule":
            self.rule_asked.emit(name)
            return
        if kind == "undo":
            self.seat.undo()
            return
        if kind == "piece" and name in self.seat.sight.position.pieces:
            self.seat.select([name])
        self._finder.follow(link)


def _all_done(seat: Seat) -> bool:
    """Return whether nothing can be done any more but to end what is asked, or to take back."""
    left = seat.offers()  # perhaps thousands: the first that is something else says it
    return bool(left) and all(ends(offer.action) or offer.action.retracts for offer in left)
