"""The order of battle: every unit with side, formation, place and state, to sort and to search."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QObject, QSize, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.host.panels.forcesmodel import HERE, ICON, STATES, ForcesFilter, ForcesModel
from tabuleiro.host.panels.linked import Finder
from tabuleiro.host.panels.while_seen import WhileSeen
from tabuleiro.host.steady import steady
from tabuleiro.host.words import sides_words
from tabuleiro.i18n import _, ngettext, text

if TYPE_CHECKING:
    from tabuleiro.host.play import MapPlay
    from tabuleiro.host.seat import Seat

__all__ = ["ForcesPanel"]

_WIDTHS = (30, 9, 9, 44, 24, 12)
"""Widths of the columns, in letters."""
_NARROW = 60
"""So narrow a choice may be: its tip has it whole."""
_COUNTED = ("map", "reduced", "coming", "lost", "gone")


class ForcesPanel(QWidget):
    """The order of battle. A click finds the counter on the map, a double click selects it."""

    def __init__(self, seat: Seat, play: MapPlay, parent: QWidget | None = None) -> None:
        """Show the forces of a seat's match."""
        super().__init__(parent)
        self.seat = seat
        self._finder = Finder(seat, play, self)
        self.model = ForcesModel(seat, play)
        self.shown = ForcesFilter(self.model)
        self.search = QLineEdit()
        self.search.setPlaceholderText(_("Search units"))
        self.search.setAccessibleName(_("Search units"))
        self.search.setClearButtonEnabled(True)
        self.setFocusProxy(self.search)
        module = seat.module
        self.sides = self._combo(_("Side"), {"": sides_words(module)})
        for side in module.sides.values():
            self.sides.addItem(text(side.name), side.id)
        self.formations = self._combo(_("Formation"), {})
        self.states = self._combo(_("State"), {state: _(words) for state, words in STATES.items()})
        self.places = self._combo(
            _("Where"), {"": _("Everywhere"), HERE: _("In the hex under the pointer")}
        )
        for region in module.board.regions.values():
            self.places.addItem(text(region.name) or region.id, f"region:{region.id}")
        for box in module.board.boxes.values():
            self.places.addItem(text(box.name) or box.id, f"box:{box.id}")
        self.counts = QLabel()
        self.counts.setWordWrap(True)
        self.counts.setAccessibleName(_("Units shown"))
        self.table = self._make_table()
        self._arrange()
        seat.handed.connect(self.search.clear)
        self._kept = WhileSeen(self, seat, self.refresh, self.forget)
        seat.changed.connect(self._kept.look)
        seat.pointed.connect(self._pointed)

    def _combo(self, name: str, entries: dict[str, str]) -> QComboBox:
        combo = steady(QComboBox())
        combo.setAccessibleName(name)
        combo.setToolTip(name)
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        combo.setMinimumContentsLength(9)
        combo.setMinimumWidth(_NARROW)  # else four of them in large writing widen the window
        for key, words in entries.items():
            combo.addItem(words, key)
        combo.currentIndexChanged.connect(lambda _number: self._filter())
        return combo

    def _make_table(self) -> QTableView:
        table = QTableView()
        table.setModel(self.shown)
        table.setSortingEnabled(True)
        table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setIconSize(QSize(ICON, ICON))
        table.setAlternatingRowColors(True)
        table.setShowGrid(False)
        table.setWordWrap(False)
        table.setTabKeyNavigation(False)
        table.verticalHeader().hide()
        table.verticalHeader().setMinimumSectionSize(1)  # its own would be that of the old font
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        table.horizontalHeader().setStretchLastSection(True)
        _suit_writing(table)
        table.installEventFilter(self)
        table.setAccessibleName(_("Order of battle"))
        table.clicked.connect(self._find)
        table.activated.connect(self._select)
        table.doubleClicked.connect(self._select)
        return table

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Make room for other writing, once the table has it."""
        if event.type() == QEvent.Type.FontChange and isinstance(watched, QTableView):
            _suit_writing(watched)
        return super().eventFilter(watched, event)

    def _arrange(self) -> None:
        line = QHBoxLayout()
        line.addWidget(self.search, 2)
        for combo in (self.sides, self.formations, self.states, self.places):
            line.addWidget(combo, 1)
        box = QVBoxLayout(self)
        box.setContentsMargins(6, 6, 6, 6)
        box.addLayout(line)
        box.addWidget(self.table, 1)
        box.addWidget(self.counts)
        self.search.textChanged.connect(lambda _text: self._filter())

    # showing

    def forget(self) -> None:
        """Others look now: show nobody of those that were seen before."""
        self.model.forget()
        self.counts.clear()

    def refresh(self) -> None:
        """Show the units as they are now."""
        self.model.refresh()
        self._list_formations()
        self._filter()

    def _list_formations(self) -> None:
        """Name the formations, each with how many of its units are left of how many."""
        module, model = self.seat.module, self.model
        counts: dict[str, tuple[int, int]] = {}
        for piece in model.pieces:
            alive = "lost" not in model.states(piece)
            for name in module.formations_above(module.counters[piece].formation):
                left, all_ = counts.get(name, (0, 0))
                counts[name] = (left + alive, all_ + 1)
        wanted = {"": _("All formations")} | {
            name: f"{text(module.formations[name].name)} ({counts[name][0]}/{counts[name][1]})"
            for name in module.formations
            if name in counts
        }
        combo = self.formations
        if [combo.itemData(n) for n in range(combo.count())] != list(wanted):
            chosen = combo.currentData()
            combo.blockSignals(True)
            combo.clear()
            for name, words in wanted.items():
                combo.addItem(words, name)
            combo.setCurrentIndex(max(0, combo.findData(chosen)))
            combo.blockSignals(False)
            return
        for number, words in enumerate(wanted.values()):
            if combo.itemText(number) != words:
                combo.setItemText(number, words)

    def _filter(self) -> None:
        shown = self.shown
        now = (shown.find, shown.side, shown.formation, shown.state, shown.place)
        shown.find = self.search.text().casefold()
        shown.side = str(self.sides.currentData() or "")
        shown.formation = str(self.formations.currentData() or "")
        shown.state = str(self.states.currentData() or "")
        shown.place = str(self.places.currentData() or "")
        if any((*now, shown.find, shown.side, shown.formation, shown.state, shown.place)):
            shown.invalidate()
        self._count()

    def _count(self) -> None:
        """Tell how many units are shown, and how they are."""
        pieces = self.shown.shown()
        numbers = Counter(state for piece in pieces for state in self.model.states(piece))
        told = [ngettext("{n} unit", "{n} units", len(pieces)).format(n=len(pieces))]
        told += [f"{_(STATES[state])}: {numbers[state]}" for state in _COUNTED if numbers[state]]
        self.counts.setText(" · ".join(told))

    def _pointed(self, _hex: str | None) -> None:
        if self.shown.place == HERE:
            self.shown.invalidate()
            self._count()

    # finding

    def piece(self, index: QModelIndex) -> str:
        """Return the piece of a row that is shown."""
        return self.model.pieces[self.shown.mapToSource(index).row()]

    def _find(self, index: QModelIndex) -> None:
        self._finder.piece(self.piece(index))

    def _select(self, index: QModelIndex) -> None:
        """Find a piece on the map and select it, if it may be commanded here now."""
        piece = self.piece(index)
        decision = self.seat.decision()
        mine = decision is not None and self.model.side(piece) == decision.side
        if self._finder.piece(piece) and mine:
            self.seat.select([piece])


def _suit_writing(table: QTableView) -> None:
    """Give rows and columns the sizes that suit the size of the writing."""
    metrics = table.fontMetrics()
    table.verticalHeader().setDefaultSectionSize(max(ICON + 4, metrics.height() + 6))
    for column, letters in enumerate(_WIDTHS):
        wide = letters * metrics.averageCharWidth()
        table.setColumnWidth(column, wide + (ICON + 12 if column == 0 else 16))
