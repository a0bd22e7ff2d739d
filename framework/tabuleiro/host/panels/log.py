"""Dice and events of the match, in the language of the player: to search, to filter, to export."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.host.buttons import warn
from tabuleiro.host.filedialogs import ask_where_to_save
from tabuleiro.host.panels.linked import Finder
from tabuleiro.host.panels.logmodel import KINDS, LogFilter, LogModel
from tabuleiro.host.panels.logview import LogView
from tabuleiro.host.panels.while_seen import WhileSeen
from tabuleiro.host.steady import steady
from tabuleiro.host.words import sides_words
from tabuleiro.i18n import _, text

if TYPE_CHECKING:
    from tabuleiro.host.play import MapPlay
    from tabuleiro.host.seat import Seat

__all__ = ["LogPanel"]


class LogPanel(QWidget):
    """The log from the start to the head; a click on a row shows the position after it."""

    row_chosen = Signal(int)
    """A row was clicked."""
    rule_asked = Signal(str)
    """A click on a clause."""

    def __init__(
        self, seat: Seat, play: MapPlay | None = None, parent: QWidget | None = None
    ) -> None:
        """Show the log of a seat's match; links to units and hexes lead to the map."""
        super().__init__(parent)
        self.seat = seat
        self._finder = Finder(seat, play, self) if play is not None else None
        self._models: dict[tuple[str, bool], tuple[LogModel, LogFilter]] = {}
        """By who looks: the screen goes to and fro, and what one is told takes a while to list."""
        self.model, self.shown = self._of_viewer()
        self.search = QLineEdit()
        self.search.setPlaceholderText(_("Search the log"))
        self.search.setAccessibleName(_("Search the log"))
        self.search.setClearButtonEnabled(True)
        self._export = QPushButton(_("Export …"))
        self._export.setToolTip(_("Write the log to a text file"))
        self.kinds = steady(QComboBox())
        self.kinds.setAccessibleName(_("Type of row"))
        for kind, words in KINDS.items():
            self.kinds.addItem(_(words), kind)
        self.sides = steady(QComboBox())
        self.sides.setAccessibleName(_("Side"))
        self.sides.addItem(sides_words(seat.module), "")
        for side in seat.module.sides.values():
            self.sides.addItem(text(side.name), side.id)
        self.view = LogView(seat, self.model)
        self.view.show_log(self.model, self.shown)
        self.view.setAccessibleName(_("Log of the match"))
        self.view.setMinimumHeight(48)
        self._arrange()
        self.view.row_asked.connect(self.row_chosen)
        self.view.link_asked.connect(self._follow)
        self.search.textChanged.connect(lambda _text: self._filter())
        self.kinds.currentIndexChanged.connect(lambda _number: self._filter())
        self.sides.currentIndexChanged.connect(lambda _number: self._filter())
        self._export.clicked.connect(lambda _checked=False: self._ask_export())
        seat.handed.connect(self.search.clear)
        self._kept = WhileSeen(self, seat, self.refresh)
        seat.changed.connect(self._kept.look)
        self._kept.catch_up()

    def _arrange(self) -> None:
        first, second = QHBoxLayout(), QHBoxLayout()
        first.addWidget(self.search, 1)
        first.addWidget(self._export)
        for combo in (self.kinds, self.sides):
            combo.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            combo.setMinimumContentsLength(5)
            second.addWidget(combo, 1)
        box = QVBoxLayout(self)
        box.setContentsMargins(6, 6, 6, 6)
        box.addLayout(first)
        box.addLayout(second)
        box.addWidget(self.view, 1)

    def _of_viewer(self) -> tuple[LogModel, LogFilter]:
        """Return the log of who looks, and what is shown of it."""
        viewer = (self.seat.viewer, self.seat.sees_all)
        if viewer not in self._models:
            model = LogModel(self.seat)
            self._models[viewer] = model, LogFilter(model)
        return self._models[viewer]

    def refresh(self) -> None:
        """Show rows that are new; all of them if the past, or who looks, is another one."""
        model, shown = self._of_viewer()
        new = model.refresh() or model is not self.model
        if model is not self.model:
            self.model, self.shown = model, shown
            self._look_for()
            self.view.show_log(model, shown)
        row = self.seat.shown_row
        item = self.model.items.get(row) if row is not None else None
        if item is not None:
            self.view.setCurrentIndex(self.shown.mapFromSource(item.index()))
        elif new:
            self.view.scrollToBottom()

    def _look_for(self) -> None:
        self.shown.look_for(
            self.search.text(), str(self.sides.currentData()), str(self.kinds.currentData())
        )

    def _filter(self) -> None:
        self._look_for()
        if self.search.text() or self.kinds.currentData():
            self.view.expandAll()
        else:
            self.view.collapseAll()
        self.view.scrollToBottom()

    def _follow(self, link: str) -> None:
        kind, _colon, name = link.partition(":")
        if kind == "rule":
            self.rule_asked.emit(name)
        elif self._finder is not None:
            self._finder.follow(link)

    def changeEvent(self, event: QEvent) -> None:
        """Lay the texts out again when font or colours change."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.PaletteChange} and hasattr(
            self, "view"
        ):
            self.view.refresh_look()

    # export

    def _ask_export(self) -> None:
        path = ask_where_to_save(
            self, _("Export the log"), f"{self.seat.title or 'log'}.txt", _("Text (*.txt)")
        )
        if path is not None:
            try:
                self.export(path)
            except OSError as fault:
                warn(self, "Tabuleiro", str(fault))

    def export(self, path: Path) -> None:
        """Write the log, as it may be read here, to a text file."""
        self._kept.catch_up()
        path.write_text(self.model.text(), encoding="utf-8")
