"""The end of a match: who won, for what, what was lost, and the points turn by turn."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from tabuleiro.engine import DEAD
from tabuleiro.host.charts.plot import Line, PointsPlot
from tabuleiro.host.panels.linked import linked, rule_link
from tabuleiro.i18n import _, ngettext, text
from tabuleiro.seats import Sight

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.host.seat import Seat

__all__ = ["ResultPage", "points_per_turn", "score_html"]


def score_html(seat: Seat) -> str:
    """Return the score of each side, line by line, with links."""
    s, lines = seat.sight, seat.ask("score")
    rows = []
    for side in s.module.sides.values():
        mine = [line for line in lines if line.side == side.id]
        if not mine and side.id not in s.module.played_sides:
            continue
        total = sum(line.points for line in mine)
        rows.append(
            f"<tr><td align='right'><b>{total}</b></td>"
            f"<td><b>{escape(text(side.name))}</b></td></tr>"
        )
        for line in mine:
            rule = f" {rule_link(line.rule)}" if line.rule else ""
            label = linked(line.label, s.module) + rule
            rows.append(f"<tr><td align='right'>{line.points}</td><td>{label}</td></tr>")
    return f"<table cellspacing='3'>{''.join(rows)}</table>"


def points_per_turn(seat: Seat) -> tuple[list[int], list[Line]]:
    """Return the turns that were played, and the points of each side at the end of each."""
    turns = {turn: row for row, turn in _last_rows(seat)}
    totals: dict[str, list[int]] = {side: [] for side in seat.module.played_sides}
    for row in turns.values():
        lines = seat.at.ask("score", row).now()
        for side, found in totals.items():
            found.append(sum(line.points for line in lines if line.side == side))
    names = seat.module.sides
    return list(turns), [Line(text(names[side].name), tuple(t)) for side, t in totals.items()]


def _last_rows(seat: Seat) -> Iterator[tuple[int, int]]:
    """Yield the last row of each turn, with the number of the turn."""
    from tabuleiro.engine import events as ev

    before = turn = None
    for row in seat.rows():
        for event in row.events:
            if isinstance(event, ev.PhaseSet) and event.turn != turn:
                if turn is not None and before is not None:
                    yield before, turn
                turn = event.turn
        before = row.n
    if turn is not None and before is not None:
        yield before, turn


class ResultPage(QWidget):
    """Is shown when the match is over."""

    link_asked = Signal(str)
    """A link: ``piece:id``, ``place:id`` or ``rule:id``."""

    def __init__(self, seat: Seat, parent: QWidget | None = None) -> None:
        """Wait for the end of a seat's match."""
        super().__init__(parent)
        self.seat = seat
        self._told: tuple[int, int] | None = None
        self.head = QLabel()
        self.head.setProperty("headline", True)
        self.head.setWordWrap(True)
        self.winner = QLabel()
        self.winner.setTextFormat(Qt.TextFormat.RichText)
        self.winner.setWordWrap(True)
        self.plot = PointsPlot()
        self.lines = QLabel()
        self.lines.setTextFormat(Qt.TextFormat.RichText)
        self.lines.setWordWrap(True)
        self.lines.linkActivated.connect(self.link_asked)
        self.losses = QLabel()
        self.losses.setWordWrap(True)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 8)
        for widget in (self.head, self.winner, self.plot, self.lines, self.losses):
            box.addWidget(widget)
        self.hide()

    def refresh(self) -> None:
        """Show the end if the match is over, and nothing if it goes on."""
        seat = self.seat
        over = seat.over and not seat.looking_back
        self.setVisible(over)
        key = (seat.head, seat.at.told_rows)
        if not over or key == self._told:
            return
        self._told = key
        s = seat.sight
        self.head.setText(_("The match is over"))
        outcome = s.position.outcome
        if outcome is None or outcome.winner is None:
            self.winner.setText(_("A draw."))
        else:
            name = escape(", ".join(text(s.module.sides[one].name) for one in outcome.winners))
            won = _("<b>{sides}</b> won together.") if outcome.allies else _("<b>{side}</b> won.")
            self.winner.setText(won.format(side=name, sides=name))
        turns, lines = points_per_turn(self.seat)
        self.plot.show_lines([str(turn) for turn in turns], lines)
        self.lines.setText(score_html(seat))
        self.losses.setText("\n".join(self._losses(s)))

    @staticmethod
    def _losses(s: Sight) -> Iterator[str]:
        yield _("Losses")
        for side in map(s.module.sides.__getitem__, s.module.played_sides):
            lost = [piece for piece in s.at(DEAD) if s.side(piece) == side.id]
            reduced = [
                piece for pieces in s.occupied(side.id).values() for piece in pieces
                if s.piece(piece).losses
            ]  # fmt: skip
            told = [
                ngettext("{n} unit eliminated", "{n} units eliminated", len(lost)).format(
                    n=len(lost)
                ),
                ngettext("{n} unit reduced", "{n} units reduced", len(reduced)).format(
                    n=len(reduced)
                ),
            ]
            yield f"{text(side.name)}: {', '.join(told)}"
