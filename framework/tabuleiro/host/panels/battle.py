"""A battle as theatre, beside the map: who, sums, shifts, table, chances, dice, result."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

import msgspec
from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.engine import events as ev
from tabuleiro.engine.messages import place_name
from tabuleiro.host.gestures import piece_of
from tabuleiro.host.outcomes import fallen_words
from tabuleiro.host.panels.answers import Answers
from tabuleiro.host.panels.battle_report import announced, told_with_clause, until_over
from tabuleiro.host.panels.battlesheet import BattleSheet, rich_label
from tabuleiro.host.panels.chances import ChanceBars
from tabuleiro.host.panels.dice import DiceView
from tabuleiro.host.panels.ending import EndSlot
from tabuleiro.host.panels.linked import Finder, linked, rule_link
from tabuleiro.host.panels.logmodel import die_of
from tabuleiro.host.panels.odds_sheet import (
    expected,
    reckoning_of,
    reports,
    sealed_in,
    sheet_of,
)
from tabuleiro.host.panels.orders import OrdersStrip
from tabuleiro.host.panels.outcome import OutcomeFoot
from tabuleiro.host.panels.pages import Pages
from tabuleiro.host.panels.while_seen import WhileSeen
from tabuleiro.host.panels.wrapping_row import Line
from tabuleiro.host.scrolled import scrolled
from tabuleiro.host.words import phase_name
from tabuleiro.i18n import N_, _, ngettext, text
from tabuleiro.seats.battles import Battle, Odds, rows_of_band, table_reckoned
from tabuleiro.seats.telling import say

if TYPE_CHECKING:
    from tabuleiro.host.play import MapPlay
    from tabuleiro.host.scenes import Scene
    from tabuleiro.host.seat import Seat
    from tabuleiro.seats import LocalSeat, ToldRow
    from tabuleiro.seats.battles import Reckoning

__all__ = ["BattlePanel", "ChanceBars", "DiceView"]

_KINDS: Final = {
    "assault": N_("Battle for {place}"),
    "bombardment": N_("Bombardment of {place}"),
    "air": N_("Air attack on {place}"),
}
_MARGIN: Final = 6
_COUNTER: Final = 52
"""So many pixels a counter of a side takes with what it adds."""
_FRAME: Final = 8
_BESIDE: Final = 330
"""In a panel narrower than this the two sides stand one below the other."""


class BattlePanel(QWidget):
    """The battle that is declared or fought now, or else the last one that was fought.

    All of it follows from the log and from the position that is shown, so it is right after
    undoing, while looking back, and in a match that was opened in the middle of a battle. While a
    scene is played (see `tabuleiro.host.theatre`) it is that which is shown, and nothing of its
    result before the dice rest.
    """

    rule_asked = Signal(str)
    """A click on a clause."""
    list_asked = Signal()
    """A click on the button that leads to the list of units that can answer."""

    def __init__(self, seat: Seat, play: MapPlay, parent: QWidget | None = None) -> None:
        """Show the battles of a seat's match."""
        super().__init__(parent)
        self.seat = seat
        self.scene: Scene | None = None
        """What is played now."""
        self.told = True
        """Whether what came of it may be told: the dice lie still."""
        self.foot = OutcomeFoot()
        self.dice, self.result, self.banner = self.foot.dice, self.foot.result, self.foot.banner
        self.sheet = BattleSheet(seat, play)
        self._finder = Finder(seat, play, self)
        self.sheet.link_asked.connect(self._follow)
        self.foot.link_asked.connect(self._follow)
        self.chart, self.table = self.sheet.chart, self.sheet.table
        self.chances, self.sides = self.sheet.chances, self.sheet.sides
        self.shifts, self.lacking = self.sheet.shifts, self.sheet.lacking
        self.strip = OrdersStrip()
        self._orders = QWidget()
        held = QVBoxLayout(self._orders)
        held.setContentsMargins(0, 0, 0, 0)
        held.addWidget(self.strip)
        self._buttons = Line(spacing=6)
        self.answers = Answers(seat, self._buttons, places=True)
        self.answers.let_go.connect(play.view.setFocus)
        self.end = EndSlot(seat, with_cancel=False)
        self.listed = QPushButton()
        self.listed.setObjectName("listed")
        self.listed.clicked.connect(self.list_asked)
        self.listed.hide()
        self._title = QLabel()
        self._title.setProperty("title", True)
        self._title.setWordWrap(True)
        self.asked = rich_label("asked")
        self.asked.linkActivated.connect(self._follow)
        self.pages = Pages()
        self.pages.turned.connect(self.refresh)
        self._fought_at: dict[LocalSeat, dict[int, int | None]] = {}
        """For each seat that was looked through the last battle before each of its rows."""
        self._question: tuple[str, str, str] | None = None
        """What was asked last, and in which battle."""
        self._standing: object = None
        """Of which past battle all is shown that there is to tell."""
        self._arrange()
        self._kept = WhileSeen(self, seat, self.refresh)
        seat.changed.connect(self._changed)
        self._kept.catch_up()

    def _arrange(self) -> None:
        title = QHBoxLayout()
        title.addWidget(self._title, 1)
        title.addWidget(self.pages)
        title.addWidget(self.end.cancel)  # beside: the battle needs the lines
        inner = QWidget()
        box = QVBoxLayout(inner)
        box.setContentsMargins(_MARGIN, 0, _MARGIN, 0)
        box.setSpacing(4)
        box.addWidget(self.asked)
        box.addWidget(self._orders)
        box.addWidget(self.answers, 0, Qt.AlignmentFlag.AlignLeft)
        box.addWidget(self.listed, 0, Qt.AlignmentFlag.AlignLeft)
        box.addWidget(self.sheet)
        box.addStretch(1)
        scroll = self._scroll = scrolled(inner, sideways=False)
        above = QVBoxLayout()
        above.setContentsMargins(_MARGIN, 4, _MARGIN, 1)  # on top as in the other panels
        above.setSpacing(3)
        above.addWidget(self.end)
        above.addLayout(title)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addLayout(above)
        outer.addWidget(scroll, 1)
        outer.addWidget(self.foot)
        self._rest = QWidget()
        self._rest.hide()
        outer.addWidget(self._rest, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the sides and their counters as there is room."""
        super().resizeEvent(event)
        self.sheet.share_out(self._room())
        self._fit()

    def _room(self) -> int:
        """Return how wide a line may be."""
        return self.width() - 2 * _MARGIN - self._scroll.verticalScrollBar().sizeHint().width()

    def changeEvent(self, event: QEvent) -> None:
        """Break the lines anew once all that stands in them has its new writing."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            QTimer.singleShot(0, self, self._fit)

    def _fit(self) -> None:
        """Break lines that are too long for the panel: writing may be large."""
        room = self._room()
        self.answers.fit(room)
        self.answers.setFixedWidth(max(room, self.answers.least))  # a bar beside it moves none
        self._buttons.fit(room)
        self.sheet.fit(room)

    def _follow(self, link: str) -> None:
        """Open the clause of a link, or find the unit or the place on the map."""
        kind, _colon, name = link.partition(":")
        if kind == "rule":
            self.rule_asked.emit(name)
        else:
            self._finder.follow(link)

    # which battle

    @property
    def active(self) -> bool:
        """Whether something that may be seen is being declared, fought or asked."""
        return self.scene is not None or (not self.seat.held and self._about_battle())

    @property
    def asks(self) -> bool:
        """Whether something about a battle is asked of whoever sits here."""
        return self.seat.decision() is not None and self._about_battle()

    def _about_battle(self) -> bool:
        """Return whether the match is in the middle of a battle that may be seen."""
        if self.seat.ask("declared") is not None or self.seat.ask("battle") is not None:
            return True
        decision = self.seat.decision()
        chooses = decision is not None and decision.kind == "choose"
        # What can be ended as a phase is a list of things to do, a search for instance.
        return bool(expected(self.seat)) or (
            chooses
            and decision is not None
            and "end-phase" not in decision.actions
            and self._fought_in_phase()
        )

    def _fought_in_phase(self) -> bool:
        """Return whether there was a battle in this phase, to which what is asked may belong."""
        for row in reversed(self.seat.rows()):
            if reports(row):
                return True
            if row.parent is None or any(isinstance(event, ev.PhaseSet) for event in row.events):
                return False
        return False

    @property
    def empty(self) -> bool:
        """Whether there is nothing to be seen here."""
        if self.active or self.seat.held:
            return self.sheet.isHidden() and self.foot.isHidden()
        return self._last_fought() is None

    @property
    def title(self) -> str:
        """What is fought for."""
        return self._title.text()

    def play(self, scene: Scene) -> None:
        """Play a scene: the dice tumble, and nothing of what they mean is told before they rest."""
        self.scene, self.told = scene, False
        self.refresh()
        self.dice.tumble(scene.faces)

    def tell(self) -> None:
        """The dice of the scene lie still: tell what came of it."""
        self.told = True
        self.refresh()

    def end_scene(self) -> None:
        """Show again what there is."""
        self.scene, self.told = None, True
        self.refresh()

    def refresh_look(self) -> None:
        """Show it anew in another language, with other writing or colours."""
        self._standing = None
        self.refresh()

    def _changed(self) -> None:
        """Show what is new; of a battle that goes on the map tells what stands here."""
        self._kept.look()
        if self.active:
            self._kept.catch_up()
        else:
            self._ask()  # what was asked is over: nothing answers it, in sight or not

    def refresh(self) -> None:
        """Show the battle as it is now."""
        seat = self.seat
        if self.scene is not None:
            self._standing = None
            self._show_scene(self.scene)
        elif not seat.held:
            self._show_standing()
        self._ask()
        self._fit()

    def _show_standing(self) -> None:
        """Show what is declared or about to be decided, else what was fought last."""
        seat = self.seat
        self._scroll.show()
        self._rest.hide()
        draft = seat.ask("declared")
        coming = [] if draft is not None else expected(seat)
        row = None if draft is not None or coming else self._last_fought()
        self.sheet.setVisible(draft is not None or bool(coming) or row is not None)
        if row is None:
            self._standing = None
        if draft is not None:
            self.pages.show_pages(1, draft)
            self._show_draft(draft)
        elif coming:
            self.pages.show_pages(len(coming), seat.head)
            self._show_coming(coming[self.pages.page])
        elif row is not None:
            self.pages.show_pages(len(reports(row)), row.n)
            self._show_past(row, reports(row)[self.pages.page])
        else:
            self.foot.clear()
            self.pages.show_pages(0, None)
            self._title.setText(phase_name(seat.sight) if self.asks else _("No battle yet."))

    def _ask(self) -> None:
        """Say what is asked, and offer the answers, as long as something is decided here."""
        asked = self.seat.decision()
        if asked is None or not self.asks:
            self.asked.hide()
            self.answers.hide()
            self._orders.hide()
            self.end.hide()
            self.end.cancel.hide()
            self.listed.hide()
            return
        rule = f" {rule_link(asked.rule)}" if asked.rule else ""
        self.asked.setText(f"➜ {linked(asked.prompt, self.seat.module)}{rule}")
        question = (self.title, asked.side, asked.prompt.text)
        if question != self._question:  # it stands on top, however far one has read
            self._scroll.verticalScrollBar().setValue(0)
        self._question = question
        fought = self.seat.ask("declared") or self.seat.ask("battle")
        attacked = fought is not None and fought.attacker != asked.side
        self.asked.setVisible(asked.kind != "allocate" or attacked)
        if self.scene is not None and self.told:  # dice without a sheet hid where it is asked
            self._scroll.show()
            self._rest.hide()
        self._orders.show()
        self.answers.refresh()
        self.end.refresh()
        self.end.show()
        legal = self.seat.legal()
        units = {piece for a in legal if (piece := piece_of(a)) is not None}
        words = ngettext(
            "Choose in the list: {n} unit", "Choose in the list: {n} units", len(units)
        )
        self.listed.setText(words.format(n=len(units)))
        alone = len(units) == 1 and not self.answers.isHidden()
        here = self.sheet.isVisibleTo(self) and self.sheet.pieces >= units
        elsewhere = bool(units) and not (alone or here)
        if asked.kind == "choose" and legal and not units and self.answers.isHidden():
            elsewhere = True
            words = ngettext(
                "Choose in the list: {n} place", "Choose in the list: {n} places", len(legal)
            )
            self.listed.setText(words.format(n=len(legal)))
        self.listed.setVisible(elsewhere and asked.kind != "allocate")

    def _last_fought(self) -> ToldRow | None:
        """Return the row of the last battle before what is shown."""
        at, passed = self.seat.at, []
        fought = self._fought_at.setdefault(at, {})
        number: int | None = self.seat.here
        while number is not None and number not in fought:
            row = at.row(number)
            if reports(row):
                fought[number] = number
                break
            passed.append(number)
            number = row.parent
        found = fought[number] if number is not None else None
        fought.update(dict.fromkeys(passed, found))
        return at.row(found) if found is not None else None

    # before the dice

    def _show_draft(self, battle: Battle) -> None:
        self.foot.clear()
        self._title.setText(_title(self.seat, battle))
        self.sheet.show_draft(battle)

    def _show_coming(self, reckoning: Reckoning) -> None:
        self.foot.clear()
        sheet = sheet_of(self.seat, reckoning, sealed=sealed_in(self.seat, reckoning))
        self._title.setText(sheet.title)
        self.sheet.show_sheet(sheet)

    # after the dice

    def _show_scene(self, scene: Scene) -> None:
        """Show a scene; what came of it only when it may be told."""
        self.pages.show_pages(0, None)
        self.sheet.setVisible(scene.said is not None)
        self._scroll.setVisible(scene.said is not None)
        self._rest.setVisible(scene.said is None)
        if not self.told:
            self.foot.conceal()
        if scene.said is not None:
            self._show_fought(scene.row, scene.said)
            return
        module = self.seat.module
        title = " · ".join(dict.fromkeys(say(t.why, module) for t in scene.throws))
        self._title.setText(title[:1].upper() + title[1:])
        self.foot.show_throw(scene.faces, scene.die, told=self.told)
        if self.told:
            lines = [message for throw in scene.throws for message in throw.told]
            told = [linked(message, module) for message in lines[1:]]
            thrown = self._thrown_by(scene)
            self.foot.tell(say(lines[0], module) if lines else "", "", [*thrown, *told])

    def _thrown_by(self, scene: Scene) -> list[str]:
        """Say who threw what, where several sides did."""
        sides = self.seat.module.sides
        fell: dict[str, list[str]] = {}
        for throw in scene.throws:
            fell.setdefault(throw.side, []).extend(map(str, throw.faces))
        if len(fell) <= 1:
            return []
        told = (f"{escape(text(sides[one].name))}: {' + '.join(fell[one])}" for one in fell)
        return [" · ".join(told)]

    def _show_past(self, row: ToldRow, said: ev.Said) -> None:
        """Show a battle that was fought, anew only if there is more to tell of it."""
        decision = self.seat.decision()
        now = (self.seat.at, row.n, self.pages.page, self._followed(row, said))
        if now != self._standing:
            self._show_fought(row, said)
        answers = decision is not None and decision.kind != "phase"  # its counters may be some
        self._standing = None if answers else now

    def _show_fought(self, row: ToldRow, said: ev.Said) -> None:
        """Show a battle whose dice have fallen."""
        module = self.seat.module
        faces, code = tuple(said.data["faces"]), str(said.data["code"])
        came = code if self.told else ""
        column: int | None
        base: int | None
        reckoning = reckoning_of(said)
        if reckoning is None:
            battle = msgspec.convert(said.data["battle"], Battle)
            odds = msgspec.convert(said.data["odds"], Odds)
            self._title.setText(_title(self.seat, battle))
            self.sheet.show_battle(battle, odds, announced(self.seat, battle, odds), came)
            table = self.seat.ask("table", battle=battle, odds=odds)
            sums = [each.sums for each in table.rows]
            column, base = odds.column, odds.base
        else:
            sheet = sheet_of(self.seat, reckoning)
            self._title.setText(sheet.title)
            self.sheet.show_sheet(sheet, came)
            values = table_reckoned(module, reckoning)
            sums = (
                []
                if values is None
                else [values.rows[at].sums for at in rows_of_band(values, reckoning.band)]
            )
            column, base = sheet.column, sheet.base
        self.foot.show_throw(faces, die_of(row), told=self.told)
        if self.told:
            number = next((n for n, each in enumerate(sums) if sum(faces) in each), None)
            self.chart.light(column, number, base)
            self.foot.tell(fallen_words(module, said), code, self._followed(row, said))

    def _followed(self, row: ToldRow, said: ev.Said) -> list[str]:
        """Return what came of the result so far, up to the end of the battle, with its clauses."""
        seat = self.seat
        rows = seat.at.line(seat.here)
        begun = next((n for n, each in enumerate(rows) if each.n == row.n), None)
        rows = [row] if begun is None else rows[begun:]
        return [told_with_clause(each, seat.module) for each in until_over(rows, said)]


def _title(seat: Seat, battle: Battle) -> str:
    """Return what is fought for on the ground."""
    title = _KINDS.get(battle.kind, _KINDS["assault"])
    return _(title).format(place=place_name(battle.target, seat.module))
