"""The tracks beside the board: turns, points of every pool, objectives and the score."""

from __future__ import annotations

from collections import defaultdict
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDockWidget,
    QLabel,
    QMainWindow,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.engine.messages import listing
from tabuleiro.host.charts import TrackView
from tabuleiro.host.panels.linked import Finder
from tabuleiro.host.panels.result import ResultPage, score_html
from tabuleiro.host.panels.while_seen import WhileSeen
from tabuleiro.host.scrolled import scrolled
from tabuleiro.i18n import _, text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.host.play import MapPlay
    from tabuleiro.host.seat import Seat
    from tabuleiro.module import Reinforcement, Withdrawal

__all__ = ["TrackView", "TracksPanel"]


class TracksPanel(QWidget):
    """Turn track, pools, tracks and the score as it is now; the result when the match is over."""

    rule_asked = Signal(str)
    """A click on a clause."""

    def __init__(
        self, seat: Seat, play: MapPlay | None = None, parent: QWidget | None = None
    ) -> None:
        """Show the tracks of a seat's match; links to hexes lead to the map."""
        super().__init__(parent)
        self.seat = seat
        self._finder = Finder(seat, play, self) if play is not None else None
        scenario, module = seat.scenario, seat.module
        self._turns = [
            t for t in module.turns if scenario.first_turn <= t.turn <= scenario.last_turn
        ]
        self.result = ResultPage(seat)
        self.turns = TrackView([str(turn.turn) for turn in self._turns])
        self.turns.setAccessibleName(_("Turn track"))
        self._turn = QLabel()
        self._turn.setProperty("title", True)
        self._coming = QLabel()
        self._coming.setWordWrap(True)
        self._pools = QLabel()
        self._pools.setObjectName("tracks")
        self._pools.setTextFormat(Qt.TextFormat.RichText)
        self._pools.setWordWrap(True)
        self._head = QLabel(_("Score now"))
        self._head.setProperty("title", True)
        self._score = QLabel()
        self._score.setTextFormat(Qt.TextFormat.RichText)
        self._score.setWordWrap(True)
        self._arrange()
        self.turns.show_notes(self._signs())
        for links in (self._score.linkActivated, self.result.link_asked):
            links.connect(self._follow)
        self._kept = WhileSeen(self, seat, self.refresh)
        seat.changed.connect(self._changed)
        self._kept.catch_up()

    def _arrange(self) -> None:
        inner = QWidget()
        box = QVBoxLayout(inner)
        for widget in (
            self.result, self._turn, self.turns, self._coming, self._pools, self._head, self._score
        ):  # fmt: skip
            box.addWidget(widget)
        box.addStretch(1)
        self._scroll = scrolled(inner, keys=True)
        self._scroll.setAccessibleName(_("Tracks and score"))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._scroll)

    # arrivals

    def _signs(self) -> dict[int, str]:
        """Return a sign for each turn with reinforcements or withdrawals."""
        scenario = self.seat.scenario
        coming = {entry.turn for entry in scenario.reinforcements}
        going = {entry.turn for entry in scenario.withdrawals}
        return {
            number: ("+" if turn.turn in coming else "") + ("−" if turn.turn in going else "")
            for number, turn in enumerate(self._turns)
            if turn.turn in coming | going
        }

    def arrivals(self, turn: int) -> list[str]:
        """Return who comes and who goes in a turn, by name."""
        scenario = self.seat.scenario
        coming = [entry for entry in scenario.reinforcements if entry.turn == turn]
        going = [entry for entry in scenario.withdrawals if entry.turn == turn]
        return [
            *self._named(_("+ {side}: {units}"), coming),
            *self._named(_("− {side}: {units}"), going),
        ]

    def _named(self, sentence: str, entries: Iterable[Reinforcement | Withdrawal]) -> list[str]:
        module = self.seat.module
        units: defaultdict[str, list[str]] = defaultdict(list)
        for entry in entries:
            units[entry.side] += [text(module.counters[unit].name) for unit in entry.units]
        return [
            sentence.format(side=text(module.sides[side].name), units=listing(names))
            for side, names in units.items()
        ]

    def _hint(self, number: int) -> str:
        turn = self._turns[number]
        return "\n".join([text(turn.label), *self.arrivals(turn.turn)])

    # showing

    def _changed(self) -> None:
        """Show what is new; the end of the match comes forward, whoever looks."""
        self._kept.look()
        if self.seat.over:
            self._kept.catch_up()

    def refresh(self) -> None:
        """Show the tracks as they are now."""
        s = self.seat.sight
        numbers = [turn.turn for turn in self._turns]
        here = numbers.index(s.turn) if s.turn in numbers else None
        hints = [self._hint(number) for number in range(len(numbers))]
        self.turns.show_marker(here, hints)
        self._turn.setText(text(self._turns[here].label) if here is not None else "")
        coming = self.arrivals(s.turn)
        self._coming.setText("\n".join(coming))
        self._coming.setVisible(bool(coming))
        lines = [*self._pool_lines(), *self._track_lines()]
        self._pools.setText("<br>".join(lines))
        self._pools.setVisible(bool(lines))
        over = self.seat.over and not self.seat.looking_back
        for widget in (self._head, self._score):
            widget.setVisible(not over)
        self._score.setText("" if over else score_html(self.seat))
        before = self.result.isVisibleTo(self)
        self.result.refresh()
        if over and not before:
            self._come_forward()

    def _come_forward(self) -> None:
        """Let the end of the match be seen."""
        self._scroll.ensureVisible(0, 0)
        dock = self.parentWidget()
        if isinstance(dock, QDockWidget):
            dock.show()
            dock.raise_()
            window = dock.parentWidget()
            if isinstance(window, QMainWindow) and not dock.isFloating():
                high = round(0.6 * window.height())
                window.resizeDocks([dock], [high], Qt.Orientation.Vertical)

    def _pool_lines(self) -> list[str]:
        s = self.seat.sight
        lines = []
        for pool in s.scenario.pools:
            left = s.position.tracks.get(f"{pool.id}.{pool.side}", 0)
            side = escape(text(s.module.sides[pool.side].name))
            lines.append(f"{escape(text(pool.name))} · {side}: <b>{left}</b>")
        return lines

    def _track_lines(self) -> Iterator[str]:
        """Yield a line for each track that the rules, or hands, move a marker on."""
        module, now = self.seat.module, self.seat.sight.position.tracks
        for track in module.board.tracks.values():
            if track.id in now:
                yield f"{escape(text(track.name))}: <b>{now[track.id]}</b>"
        for other in sorted(now.keys() - module.board.tracks.keys()):
            named = module.text(f"track.{other}")
            if named is not None:
                yield f"{escape(text(named))}: <b>{now[other]}</b>"

    def _follow(self, link: str) -> None:
        kind, _colon, name = link.partition(":")
        if kind == "rule":
            self.rule_asked.emit(name)
        elif self._finder is not None:
            self._finder.follow(link)
