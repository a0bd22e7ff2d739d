"""A battle, read from left to right: who, sums, shifts, table, chances, dice, result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.engine import events as ev
from tabuleiro.engine.messages import place_name
from tabuleiro.host.charts import GridChart
from tabuleiro.host.panels.answers import Answers
from tabuleiro.host.panels.battleside import BattleSide
from tabuleiro.host.panels.chances import ChanceBars
from tabuleiro.host.panels.dice import DiceView
from tabuleiro.host.panels.ending import EndSlot
from tabuleiro.host.panels.fought import announced, headline, until_over
from tabuleiro.host.panels.lines import Line
from tabuleiro.host.panels.logmodel import die_of
from tabuleiro.host.panels.pages import Pages
from tabuleiro.host.panels.reckoned import (
    expected,
    reckoning_of,
    reports,
    sealed_in,
    sheet_of,
    shift_lines,
)
from tabuleiro.i18n import N_, _, ngettext, text
from tabuleiro.seats.battles import Battle, Odds, rows_of_band
from tabuleiro.seats.telling import say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tabuleiro.host.panels.reckoned import Sheet
    from tabuleiro.host.play import MapPlay
    from tabuleiro.host.seat import Seat
    from tabuleiro.seats import LocalSeat, ToldRow
    from tabuleiro.seats.battles import Reckoning

__all__ = ["BattlePanel", "ChanceBars", "DiceView"]

_KINDS: Final = {
    "assault": N_("Battle for {place}"),
    "bombardment": N_("Bombardment of {place}"),
    "air": N_("Air attack on {place}"),
}
_NARROW: Final = 1240
_MARGIN: Final = 8
_CLOSE: Final = 1000
"""In a panel narrower than this fewer counters of a side lie side by side."""
_AFTER: Final = 9
"""So many sentences about what followed are told."""


class BattlePanel(QWidget):
    """The battle that is declared or fought now, or else the last one that was fought.

    All of it follows from the log and from the position that is shown, so it is right after
    undoing, while looking back, and in a match that was opened in the middle of a battle.
    """

    rule_asked = Signal(str)
    """A click on a clause."""

    def __init__(self, seat: Seat, play: MapPlay, parent: QWidget | None = None) -> None:
        """Show the battles of a seat's match."""
        super().__init__(parent)
        self.seat = seat
        self.dice = DiceView()
        self.chart = GridChart(dense=True)
        self.chances = ChanceBars()
        self.sides = {name: BattleSide(seat, play) for name in ("attack", "defence")}
        self._buttons = Line(spacing=6)
        self.answers = Answers(seat, self._buttons)
        self.end = EndSlot(seat, beside=True)
        self.shifts = self._words("shifts", 140)
        self.result = self._words("result", 150)
        self.lacking = self._words("lacking", 0)
        self._title = QLabel()
        self._title.setProperty("title", True)
        self.asked = self._words("asked", 0)
        self.pages = Pages()
        self.pages.turned.connect(self.refresh)
        self._fought_at: dict[LocalSeat, dict[int, int | None]] = {}
        """For each seat that was looked through the last battle before each of its rows."""
        self._fresh = False
        self._column: tuple[int | None, int | None, int | None] = (None, None, None)
        self._arrange()
        self.dice.settled.connect(self._settled)
        seat.changed.connect(self.refresh)
        seat.acted.connect(self._acted)
        self.refresh()

    def _words(self, name: str, width: int) -> QLabel:
        label = QLabel()
        label.setObjectName(name)
        label.setTextFormat(Qt.TextFormat.RichText)
        label.setWordWrap(True)
        label.setMinimumWidth(width)
        label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        label.linkActivated.connect(lambda link: self.rule_asked.emit(link.removeprefix("rule:")))
        return label

    def _arrange(self) -> None:
        who = QVBoxLayout()
        who.addWidget(self.sides["attack"])
        who.addWidget(self.sides["defence"])
        who.addStretch(1)
        odds = QVBoxLayout()
        odds.addWidget(self.chances)
        odds.addWidget(self.lacking)
        odds.addStretch(1)
        end = QVBoxLayout()
        end.addWidget(self.dice)
        end.addWidget(self.result, 1)
        self._last = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._last.addLayout(odds)
        self._last.addLayout(end, 1)
        self._last.setSpacing(2)
        sums, odds_table = Line(), Line()
        sums.addLayout(who, 2)
        sums.addWidget(self.shifts, 1)
        odds_table.addWidget(self.chart, 3, Qt.AlignmentFlag.AlignTop)
        odds_table.addLayout(self._last, 1)
        line = Line()
        line.addLayout(sums, 3)
        line.addLayout(odds_table, 4)
        self._sheet = QWidget()
        self._sheet.setLayout(line)
        title = QHBoxLayout()
        title.addWidget(self._title)
        title.addWidget(self.pages)
        title.addWidget(self.asked, 1, Qt.AlignmentFlag.AlignVCenter)
        head = Line()
        head.addLayout(title, 1)
        head.addWidget(self.answers)
        head.addWidget(self.end)
        self._lines = (head, line, odds_table)
        """What stands side by side where there is room for it, else one below the other."""
        inner = QWidget()
        box = QVBoxLayout(inner)
        box.setContentsMargins(_MARGIN, 3, _MARGIN, 3)
        box.setSpacing(4)
        box.addLayout(head)
        box.addWidget(self._sheet)
        box.addStretch(1)
        scroll = self._scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(inner)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scroll)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the dice beside the chances, or below them and counters closer in a narrow panel."""
        super().resizeEvent(event)
        narrow = event.size().width() < _NARROW
        ways = QBoxLayout.Direction
        self._last.setDirection(ways.TopToBottom if narrow else ways.LeftToRight)
        for side in self.sides.values():
            side.set_counters(3 if event.size().width() < _CLOSE else 4)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Break the lines anew once all that stands in them has its new writing."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            QTimer.singleShot(0, self, self._fit)

    def _fit(self) -> None:
        """Break lines that are too long for the panel: writing may be large."""
        room = self.width() - 2 * _MARGIN - self._scroll.verticalScrollBar().sizeHint().width()
        for line in (self._buttons, *self._lines):
            line.fit(room)

    # which battle

    @property
    def active(self) -> bool:
        """Whether something that may be seen is being declared or fought, or has just been."""
        just = self.seat.shown_row is None and bool(reports(self.seat.last()))
        return just or self._asks

    @property
    def _asks(self) -> bool:
        """Whether what is asked now is about a battle."""
        if self.seat.ask("declared") is not None or self.seat.ask("battle") is not None:
            return True
        decision = self.seat.decision()
        return bool(expected(self.seat)) or (decision is not None and decision.kind == "choose")

    @property
    def empty(self) -> bool:
        """Whether there is nothing to be seen here."""
        return self._sheet.isHidden()

    def refresh(self) -> None:
        """Show the battle as it is now."""
        seat = self.seat
        draft = seat.ask("declared")
        coming = [] if draft is not None else expected(seat)
        row = None if draft is not None or coming else self._last_fought()
        self._sheet.setVisible(draft is not None or bool(coming) or row is not None)
        if draft is not None:
            self.pages.show_pages(1, draft)
            self._show_draft(draft)
        elif coming:
            self.pages.show_pages(len(coming), seat.head)
            self._show_coming(coming[self.pages.page])
        elif row is not None:
            self.pages.show_pages(len(reports(row)), row.n)
            self._show_fought(row)
        else:
            self.pages.show_pages(0, None)
            self._title.setText(_("No battle yet."))
        self._ask()
        self._fit()
        self._fresh = False

    def _ask(self) -> None:
        """Say what is asked, and offer the answers, as long as something is decided here."""
        asked = self.seat.decision()
        if not (self.active and self._asks) or asked is None:
            self.asked.clear()
            self.answers.hide()
            self.end.hide()
            return
        drafted = asked.kind == "allocate"
        self.asked.setText("" if drafted else f"➜ {say(asked.prompt, self.seat.module)}")
        self.answers.refresh()
        self.end.refresh()
        self.end.show()

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
        told = self.seat.ask("tell-battle", battle=battle)
        self.dice.show_faces(())
        self.result.clear()
        self._show(battle, self.seat.ask("odds", battle=battle), told)
        self.lacking.setText(self._lacking(told))
        self.lacking.show()

    def _lacking(self, told: Mapping[str, Any]) -> str:
        if told["column"] is None:
            return _("The chances appear when both sides have announced.")
        if told["missing"] is None:
            return _("This is the best column.")
        return ngettext(
            "{n} more point for the next column",
            "{n} more points for the next column",
            told["missing"],
        ).format(n=told["missing"])

    # after the dice

    def _acted(self, row: ToldRow) -> None:
        self._fresh = self._fresh or bool(reports(row))

    def _show_fought(self, row: ToldRow) -> None:
        self.dice.die = die_of(row)
        said = reports(row)[self.pages.page]
        reckoning = reckoning_of(said)
        if reckoning is not None:
            self._show_decided(row, said, reckoning)
            return
        module = self.seat.module
        battle = msgspec.convert(said.data["battle"], Battle)
        odds = msgspec.convert(said.data["odds"], Odds)
        faces, code = tuple(said.data["faces"]), str(said.data["code"])
        self._show(battle, odds, announced(self.seat, battle, odds), code)
        table = self.seat.ask("table", battle=battle, odds=odds)
        number = next((n for n, each in enumerate(table.rows) if sum(faces) in each.sums), None)
        self._column = (odds.column, number, odds.base)
        self._end(faces, [headline(module, code), *self._followed(row, said)])

    def _end(self, faces: tuple[int, ...], lines: Sequence[str]) -> None:
        """Throw the dice, if they are new, and tell what came of them."""
        self.result.setText("<br>".join(lines))
        self.lacking.hide()
        if self._fresh:
            self.result.hide()
            self.dice.tumble(faces)
        elif not (self.dice.tumbling and self.dice.faces == faces):
            self.dice.show_faces(faces)
            self._settled()

    def _settled(self) -> None:
        """The dice lie still: the row that they mean lights up, and what came of it is told."""
        self.result.show()
        if self.dice.faces:
            self.chart.light(*self._column)

    def _followed(self, row: ToldRow, said: ev.Said) -> list[str]:
        """Return what came of the result so far, up to the end of the battle."""
        seat = self.seat
        rows = seat.at.line(seat.here)
        begun = next(n for n, each in enumerate(rows) if each.n == row.n)
        module = seat.module
        told = [say(m, module) for m in until_over(rows[begun:], said)]
        return [*told[:_AFTER], *(["…"] if len(told) > _AFTER else [])]

    # air battles, bombings

    def _show_coming(self, reckoning: Reckoning) -> None:
        self.dice.show_faces(())
        self.result.clear()
        self.lacking.hide()
        self._show_sheet(sheet_of(self.seat, reckoning, sealed=sealed_in(self.seat, reckoning)))

    def _show_decided(self, row: ToldRow, said: ev.Said, reckoning: Reckoning) -> None:
        module = self.seat.module
        sheet, code = sheet_of(self.seat, reckoning), str(said.data["code"])
        faces = tuple(said.data["faces"])
        self._show_sheet(sheet, code)
        table = module.values[reckoning.table]
        rows = rows_of_band(table, reckoning.band)
        number = next((n for n, at in enumerate(rows) if sum(faces) in table.rows[at].sums), None)
        self._column = (sheet.column, number, sheet.base)
        self._end(faces, [headline(module, code), *self._followed(row, said)])

    def _show_sheet(self, sheet: Sheet, came: str = "") -> None:
        self._title.setText(sheet.title)
        for name, (side, total, told) in zip(("attack", "defence"), sheet.totals, strict=True):
            parts = [part for part in sheet.parts if part["side"] == side]
            self.sides[name].show_side(side, parts, total, sum_told=told)
        self.shifts.setText("<br>".join(sheet.lines))
        self.chart.setVisible(bool(sheet.columns))
        self.chart.show_table(sheet.columns, sheet.rows, sheet.cells, sheet.hints)
        self.chart.light(sheet.column, None, sheet.base)
        self.chances.show_chances(sheet.chances, sheet.hints, came)
        self.chances.setVisible(bool(sheet.chances))

    # ground combat

    def _show(self, battle: Battle, odds: Odds, told: Mapping[str, Any], came: str = "") -> None:
        module = self.seat.module
        title = _KINDS.get(battle.kind, _KINDS["assault"])
        self._title.setText(_(title).format(place=place_name(battle.target, module)))
        for name, side in (("attack", battle.attacker), ("defence", battle.defender)):
            parts = [part for part in told["parts"] if part["side"] == side]
            self.sides[name].show_side(side, parts, told[name])
        self._show_shifts(told)
        hints = {
            code: f"{code}: {text(result.name)}. {text(result.text)}"
            for code, result in module.results.items()
        }
        table = self.seat.ask("table", battle=battle, odds=odds)
        columns = list(told["columns"])
        self.chart.show()
        self.chart.show_table(columns, [row.label for row in table.rows], table.cells, hints)
        column = columns.index(told["column"]) if told["column"] else None
        base = columns.index(told["base"]) if told["base"] else None
        self.chart.light(column, None, base)
        self.chances.show_chances(told["chances"] or (), hints, came)
        self.chances.setVisible(bool(told["chances"]))

    def _show_shifts(self, told: Mapping[str, Any]) -> None:
        lines = [f"<b>{_('Columns')}</b>", *shift_lines(told["shifts"])]
        if not told["shifts"]:
            lines.append(_("no shifts"))
        if told["base"]:
            lines.append(
                _("{base} by the odds, <b>{column}</b> in the end").format(
                    base=told["base"], column=told["column"]
                )
            )
        else:
            lines.append(f"<i>{_('Some strengths are sealed: the column is not known yet.')}</i>")
        self.shifts.setText("<br>".join(lines))
