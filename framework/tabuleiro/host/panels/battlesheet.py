"""The sheet of a battle: who fights, sums, shifts, the table with its column, the chances."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from tabuleiro.host.charts import GridChart
from tabuleiro.host.outcomes import Foes, outcome_words
from tabuleiro.host.panels.battleside import BattleSide
from tabuleiro.host.panels.chances import ChanceBars
from tabuleiro.host.panels.linked import linked, rule_link
from tabuleiro.host.panels.odds_sum import odds_lines, shift_line
from tabuleiro.host.panels.sideways import Sideways
from tabuleiro.host.panels.wrapping_row import Line
from tabuleiro.i18n import _, ngettext, text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tabuleiro.host.panels.odds_sheet import Sheet
    from tabuleiro.host.play import MapPlay
    from tabuleiro.host.seat import Seat
    from tabuleiro.seats.battles import Battle, Odds

__all__ = ["BattleSheet", "rich_label"]

_COUNTER: Final = 52
"""So many pixels a counter of a side takes with what it adds."""
_FRAME: Final = 8
_BESIDE: Final = 330
"""In a sheet narrower than this the two sides stand one below the other."""


def rich_label(name: str) -> QLabel:
    """Return a label for lines with links to clauses."""
    label = QLabel()
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.RichText)
    label.setWordWrap(True)
    label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
    return label


class BattleSheet(QWidget):
    """Read from the top: who and how strong, how the sum comes to its column, what may come."""

    link_asked = Signal(str)
    """A link: ``piece:id``, ``place:id`` or ``rule:id``."""

    def __init__(self, seat: Seat, play: MapPlay) -> None:
        """Make an empty sheet."""
        super().__init__()
        self.seat = seat
        self.chart = GridChart(dense=True)
        self.table = Sideways(self.chart)
        self.chances = ChanceBars()
        self.sides = {name: BattleSide(seat, play) for name in ("attack", "defence")}
        self.shifts = rich_label("shifts")
        self.lacking = rich_label("lacking")
        self.warning = rich_label("warning")
        """Whom a retreat would destroy or hurt."""
        self._room = 0
        self._who = Line(spacing=6)
        for side in self.sides.values():
            self._who.addWidget(side, 1, Qt.AlignmentFlag.AlignTop)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(4)
        box.addLayout(self._who)
        for widget in (self.shifts, self.warning, self.table, self.chances, self.lacking):
            box.addWidget(widget)
        for label in (self.shifts, self.warning, self.lacking):
            label.linkActivated.connect(self.link_asked)

    def share_out(self, room: int) -> None:
        """Lay the sides and their counters in a width."""
        self._room = room
        self._share_out()
        for side in self.sides.values():
            side.show_again()

    def fit(self, room: int) -> None:
        """Break what is too long for a width: writing may be large."""
        self._room = room
        self._who.fit(room)

    def _share_out(self) -> None:
        """Give each side so much of the width that the two are about as high."""
        wide = self._room - self._who.spacing() - 2 * _FRAME
        sides = list(self.sides.values())
        across = max(2, wide // _COUNTER)
        if wide < _BESIDE:
            shares = (across, across)
        else:
            tries = [(n, across - n) for n in range(2, across - 1)] or [(2, 2)]
            shares = min(tries, key=lambda t: (_lines(sides, t), abs(t[0] - t[1])))
        for number, (side, share) in enumerate(zip(sides, shares, strict=True)):
            side.set_counters(share)
            self._who.setStretch(number, share)

    # what is shown

    @property
    def pieces(self) -> frozenset[str]:
        """Those whose counters can be seen and clicked here."""
        return frozenset[str]().union(*(side.pieces for side in self.sides.values()))

    def show_draft(self, battle: Battle) -> None:
        """Show a battle that is being declared."""
        told = self.seat.ask("tell-battle", battle=battle)
        self.show_battle(battle, self.seat.ask("odds", battle=battle), told)
        lacking = _lacking(told)
        self.lacking.setText(lacking)
        self.lacking.setVisible(bool(lacking))
        self._warn(battle)

    def _warn(self, battle: Battle) -> None:
        """Say whom a retreat would destroy or hurt, before it is announced."""
        found = self.seat.ask("no-way-back", battle=battle)
        module = self.seat.module
        lines = [f"⚠ {linked(each.message, module)} {rule_link(each.rule)}" for each in found]
        self.warning.setText("<br>".join(lines))
        self.warning.setVisible(bool(lines))

    def show_sheet(self, sheet: Sheet, came: str = "") -> None:
        """Show a battle of which the rules tell all in one sheet."""
        self.lacking.hide()
        self.warning.hide()
        self._show_sides(sheet.totals, sheet.parts)
        self.shifts.setText("<br>".join(sheet.lines))
        self.table.setVisible(bool(sheet.columns))
        self.chart.show_table(sheet.columns, sheet.rows, sheet.cells, sheet.hints)
        self._light(sheet.column, sheet.base)
        (attacker, *_sum), (defender, *_told) = sheet.totals
        foes = Foes(attacker, defender, sheet.counts)
        self._show_chances(sheet.chances, sheet.hints, came, foes, sheet.means)

    def _show_sides(
        self, totals: Sequence[tuple[str, int | None, bool]], parts: Sequence[Mapping[str, Any]]
    ) -> None:
        """Show both sides with their sums, in the room that suits how many take part."""
        shown = [[part for part in parts if part["side"] == side] for side, _sum, _told in totals]
        for side, mine in zip(self.sides.values(), shown, strict=True):
            side.count = sum(bool(part["piece"]) for part in mine)
        self._share_out()
        for side, mine, (whose, total, told) in zip(
            self.sides.values(), shown, totals, strict=True
        ):
            side.show_side(whose, mine, total, sum_told=told)

    def show_battle(
        self, battle: Battle, odds: Odds, told: Mapping[str, Any], came: str = ""
    ) -> None:
        """Show a battle on the ground, with its odds."""
        module = self.seat.module
        self.lacking.hide()
        self.warning.hide()
        both = (("attack", battle.attacker), ("defence", battle.defender))
        self._show_sides([(side, told[name], True) for name, side in both], told["parts"])
        self._show_shifts(told)
        hints = {
            code: f"{code}: {text(result.name)}. {text(result.text)}"
            for code, result in module.results.items()
        }
        table = self.seat.ask("table", battle=battle, odds=odds)
        columns = list(told["columns"])
        self.table.show()
        self.chart.show_table(columns, [row.label for row in table.rows], table.cells, hints)
        self._light(
            columns.index(told["column"]) if told["column"] else None,
            columns.index(told["base"]) if told["base"] else None,
        )
        foes = Foes(battle.attacker, battle.defender)
        self._show_chances(told["chances"] or (), hints, came, foes)

    def _light(self, column: int | None, base: int | None) -> None:
        """Light the column of the table, and have it in sight."""
        self.chart.light(column, None, base)
        self.table.bring(column)

    def _show_chances(
        self,
        chances: Sequence[Mapping[str, Any]],
        hints: Mapping[str, str],
        came: str,
        foes: Foes,
        means: str = "",
    ) -> None:
        words = partial(outcome_words, self.seat.module, foes=foes, means=means)
        if means:
            chances, came = _alike(chances, came, words)
        self.chances.show_chances(chances, hints, came, words)
        self.chances.setVisible(bool(chances))

    def _show_shifts(self, told: Mapping[str, Any]) -> None:
        if told["base"]:
            lines = odds_lines(told)
        else:
            lines = [shift_line(shift) for shift in told["shifts"]]
            lines.append(f"<i>{_('Some strengths are sealed: the column is not known yet.')}</i>")
        self.shifts.setText("<br>".join(lines))


def _alike(
    chances: Sequence[Mapping[str, Any]], came: str, words: Callable[[str], str]
) -> tuple[list[dict[str, Any]], str]:
    """Return chances with those as one that mean the same, under the first of their cells."""
    found: dict[str, dict[str, Any]] = {}
    for chance in chances:
        one = found.setdefault(words(chance["code"]), {"code": chance["code"], "ways": 0})
        one["ways"] += chance["ways"]
    same = found.get(words(came)) if came else None
    return list(found.values()), came if same is None else str(same["code"])


def _lacking(told: Mapping[str, Any]) -> str:
    if told["base"] is None:  # which is said above the table
        return ""
    if told["column"] is None:
        return _("The chances appear when both sides have announced.")
    if told["missing"] is None:
        return _("This is the best column.")
    return ngettext(
        "{n} more point for the next column",
        "{n} more points for the next column",
        told["missing"],
    ).format(n=told["missing"])


def _lines(sides: Sequence[BattleSide], shares: tuple[int, ...]) -> int:
    """Return over how many lines the counters of the side with more of them go."""
    return max(-(-side.count // share) for side, share in zip(sides, shares, strict=True))
