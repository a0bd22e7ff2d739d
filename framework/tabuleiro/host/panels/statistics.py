"""What the match comes to in numbers: points, losses, luck, and each battle with its chance."""

from __future__ import annotations

from collections import Counter
from html import escape
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLabel,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.host import statistics
from tabuleiro.host.charts import FacesPlot, Line, PointsPlot
from tabuleiro.host.panels.result import points_per_turn
from tabuleiro.host.panels.while_seen import WhileSeen
from tabuleiro.host.panels.wrapping_row import Line as Row
from tabuleiro.host.scrolled import scrolled
from tabuleiro.i18n import _, language, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tabuleiro.host.seat import Seat
    from tabuleiro.host.statistics import Fought, Throw

__all__ = ["StatisticsPanel", "chance_words", "luck_table", "usual_die"]

_ROW: Final = Qt.ItemDataRole.UserRole
_WHERE, _WIDE_ONLY, _RESULT = 1, (2, 3), 5
"""Columns of the list of battles: those of the middle are seen only where there is room."""
_SOON_MS: Final = 80
_NARROW: Final = 96
"""A narrower panel, in letters, has no room for all of them."""
_TOP: Final = Qt.AlignmentFlag.AlignTop


def chance_words(fought: Fought) -> str:
    """Return how likely the result of a battle was, nothing if that is not known."""
    return f"{100 * fought.ways / fought.of:.0f} %" if fought.of else ""


def usual_die(thrown: Sequence[Throw]) -> int:
    """Return how many faces most of the dice have."""
    counts = Counter(t.die for t in thrown)
    return counts.most_common(1)[0][0] if counts else 6


def _tenths(number: float) -> str:
    """Return a number with one place, as the language writes it."""
    told = f"{number:.1f}"
    return told.replace(".", ",") if language() == "pt" else told


def luck_table(seat: Seat, thrown: Sequence[Throw], found: Sequence[Fought]) -> str:
    """Return how lucky each side was in battle, and what its dice showed, as an HTML table.

    The sides stand side by side: so it fits into a narrow panel.
    """
    heads = (_("Battles"), _("Luck"), _("Dice"), _("Pips thrown"), _("Expected"))
    columns: list[tuple[str, ...]] = []
    for side in seat.module.sides.values():
        luck = statistics.luck_of(t for t in thrown if t.side == side.id)
        fortune = statistics.fortune_of(found, side.id)
        share = f"{100 * fortune.share:.0f} %" if fortune.battles else "–"
        columns.append(
            (str(fortune.battles), f"<b>{share}</b>", str(luck.dice), str(luck.thrown),
             _tenths(luck.expected))
        )  # fmt: skip
    names = (escape(text(side.name)) for side in seat.module.sides.values())
    rows = ["<th></th>" + "".join(f"<th align='right'>{name}</th>" for name in names)]
    for head, *numbers in zip(heads, *columns, strict=True):
        cells = "".join(f"<td align='right'>{number}</td>" for number in numbers)
        rows.append(f"<th align='left'>{escape(head)}</th>{cells}")
    return f"<table cellspacing='6'>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


class StatisticsPanel(QWidget):
    """The match in numbers, from what was told here. It counts only while it is seen."""

    row_chosen = Signal(int)
    """A battle was chosen: its row."""

    def __init__(self, seat: Seat, parent: QWidget | None = None) -> None:
        """Wait until the numbers of a seat's match are looked at."""
        super().__init__(parent)
        self.seat = seat
        self._told: object = None
        self._narrow = False
        self.points = PointsPlot()
        self.losses = PointsPlot(name=_("Steps lost by turn"))
        self.ahead = PointsPlot(name=_("Luck in battle, by turn"))
        self.faces = FacesPlot()
        self.luck = QLabel()
        self.luck.setTextFormat(Qt.TextFormat.RichText)
        self.luck.setAlignment(_TOP)
        self.battles = QTableWidget(0, 6)
        self._prepare_battles()
        self._lines: list[Row] = []
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.addTab(self._page(_("Points at the end of each turn."), self.points), _("Points"))
        told = _(
            "Steps that each side had lost at the end of each turn, as far as your side knows."
        )
        self.tabs.addTab(self._page(told, self.losses), _("Losses"))
        told = _(
            "How good the results of each side's battles were among those that could have come: "
            "50 % is to be expected. Below: what this comes to, turn by turn."
        )
        self.tabs.addTab(self._page(told, self.luck, self.faces, self.ahead), _("Luck"))
        self.tabs.addTab(self.battles, _("Battles"))
        box = QVBoxLayout(self)
        box.setContentsMargins(6, 6, 6, 6)
        box.addWidget(self.tabs)
        self._soon = QTimer(self)
        """Counting waits until the map has been drawn: it takes a while in a long match."""
        self._soon.setSingleShot(True)
        self._soon.setInterval(_SOON_MS)
        self._kept = WhileSeen(self, seat, self.refresh, self.forget)
        self._soon.timeout.connect(self._kept.look)
        seat.changed.connect(self._soon.start)

    def _page(self, sentence: str, *widgets: QWidget) -> QWidget:
        said = QLabel(sentence)
        said.setWordWrap(True)
        line = Row(spacing=12)
        for widget in widgets:
            line.addWidget(widget, 0 if isinstance(widget, QLabel) else 1, _TOP)
        self._lines.append(line)
        inner = QWidget()
        box = QVBoxLayout(inner)
        box.addWidget(said)
        box.addLayout(line)
        box.addStretch(1)
        scroll = scrolled(inner, keys=True)
        scroll.setAccessibleName(sentence)
        return scroll

    def _prepare_battles(self) -> None:
        table = self.battles
        table.setAccessibleName(_("Battles"))
        table.setHorizontalHeaderLabels(
            [_("Turn"), _("Where"), _("Side"), _("Column"), _("Dice"), _("Result")]
        )
        table.verticalHeader().hide()
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setTabKeyNavigation(False)
        head = table.horizontalHeader()
        head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        head.setStretchLastSection(True)
        table.itemActivated.connect(self._chosen)
        table.itemDoubleClicked.connect(self._chosen)

    def _chosen(self, item: QTableWidgetItem) -> None:
        first = self.battles.item(item.row(), 0)
        if first is not None:
            self.row_chosen.emit(int(first.data(_ROW)))

    # showing

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put things below each other where they would be too narrow."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        for line in self._lines:
            line.fit(self.width() - 40)
        narrow = self.width() < _NARROW * self.fontMetrics().averageCharWidth()
        if narrow != self._narrow:
            self._narrow = narrow
            self._fit_battles(narrow=narrow)

    def _fit_battles(self, *, narrow: bool) -> None:
        """Leave out side and column where all six would not fit, and break long lines."""
        head, modes = self.battles.horizontalHeader(), QHeaderView.ResizeMode
        for column in _WIDE_ONLY:
            self.battles.setColumnHidden(column, narrow)
        head.setSectionResizeMode(_WHERE, modes.Stretch if narrow else modes.ResizeToContents)
        head.setSectionResizeMode(_RESULT, modes.Stretch if narrow else modes.ResizeToContents)
        head.setStretchLastSection(not narrow)
        self.battles.verticalHeader().setSectionResizeMode(
            modes.ResizeToContents if narrow else modes.Interactive
        )

    def forget(self) -> None:
        """Others look now: show nothing of what was counted for those before."""
        self._told = None
        for plot in (self.points, self.losses, self.ahead):
            plot.show_lines((), ())
        self.faces.show_faces({})
        self.luck.clear()
        self.battles.setRowCount(0)

    def refresh(self) -> None:
        """Count again if there is something new."""
        seat = self.seat
        key = (id(seat.at), seat.head, seat.at.told_rows)
        if key == self._told:
            return
        self._told = key
        turns, lines = points_per_turn(seat)
        self.points.show_lines([str(turn) for turn in turns], lines)
        self._show(self.losses, *statistics.losses_per_turn(seat))
        thrown = statistics.throws(seat)
        found = statistics.battles(seat)
        self._show(self.ahead, *statistics.fortune_per_turn(seat, found))
        die = usual_die(thrown)
        self.faces.show_faces(
            {
                text(side.name): statistics.faces_of(thrown, side.id, die)
                for side in seat.module.sides.values()
            }
        )
        self.luck.setText(luck_table(seat, thrown, found))
        self._show_battles(found)
        self._fit()

    def _show(self, plot: PointsPlot, turns: list[int], numbers: dict[str, list[int]]) -> None:
        names = self.seat.module.sides
        plot.show_lines(
            [str(turn) for turn in turns],
            [Line(text(names[side].name), tuple(each)) for side, each in numbers.items()],
        )

    def _show_battles(self, found: list[Fought]) -> None:
        self.battles.setRowCount(len(found))
        for number, fought in enumerate(reversed(found)):  # the last one is what one looks for
            result = " · ".join(filter(None, (fought.code, fought.words, chance_words(fought))))
            attacker = text(self.seat.module.sides[fought.attacker].name)
            cells = (str(fought.turn), fought.title, attacker, fought.column,
                     " + ".join(map(str, fought.faces)), result)  # fmt: skip
            for column, words in enumerate(cells):
                item = QTableWidgetItem(words)
                item.setToolTip(" · ".join(filter(None, (words, fought.column, attacker))))
                item.setData(_ROW, fought.row)
                self.battles.setItem(number, column, item)
