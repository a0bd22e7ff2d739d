"""All tables of the game; the one in use comes to the front, its row and column lit."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QLabel, QVBoxLayout, QWidget

from tabuleiro.engine import events as ev
from tabuleiro.host.charts import GridChart
from tabuleiro.host.charts.sheets import sheets
from tabuleiro.host.panels.linked import clause_link
from tabuleiro.host.panels.while_seen import WhileSeen
from tabuleiro.host.scrolled import scrolled
from tabuleiro.host.steady import steady
from tabuleiro.i18n import _

if TYPE_CHECKING:
    from tabuleiro.host.seat import Seat
    from tabuleiro.seats import ToldRow

__all__ = ["ChartsPanel"]


class ChartsPanel(QWidget):
    """The tables, one at a time.

    Lit are the column of the battle that is being declared, the cell that was thrown, and in the
    table of terrain the rows of the hex that is pointed at.
    """

    rule_asked = Signal(str)
    """A click on a clause."""

    def __init__(self, seat: Seat, parent: QWidget | None = None) -> None:
        """Show the tables of a seat's game."""
        super().__init__(parent)
        self.seat = seat
        self._module = seat.module
        self._sheets = {sheet.id: sheet for sheet in sheets(self._module)}
        self._thrown: ToldRow | None = None
        """What was done last, until it may be told what its dice were."""
        self._which = steady(QComboBox())
        self._which.setAccessibleName(_("Table"))
        for sheet in self._sheets.values():
            self._which.addItem(sheet.title, sheet.id)
        self.chart = GridChart()
        self._note = QLabel()
        self._note.setWordWrap(True)
        self._note.setTextFormat(Qt.TextFormat.RichText)
        self._note.linkActivated.connect(self.rule_asked)
        scroll = scrolled(self.chart)
        box = QVBoxLayout(self)
        box.setContentsMargins(6, 6, 6, 6)
        box.addWidget(self._which)
        box.addWidget(scroll, 1)
        box.addWidget(self._note)
        self._which.currentIndexChanged.connect(lambda _number: self._show())
        seat.acted.connect(self._acted)
        self._kept = WhileSeen(self, seat, self._preview)
        seat.changed.connect(self._changed)
        seat.pointed.connect(self._pointed)
        self._show()

    def show_table(self, id: str) -> None:
        """Bring a table to the front."""
        self._which.setCurrentIndex(max(0, self._which.findData(id)))

    @property
    def shown(self) -> str:
        """The table that is shown."""
        return str(self._which.currentData())

    def _show(self) -> None:
        sheet = self._sheets[self.shown]
        self.chart.light(None)
        self.chart.show_table(sheet.columns, sheet.rows, sheet.cells, sheet.hints)
        self.chart.setAccessibleName(sheet.title)
        notes = []
        if sheet.rule:
            notes.append(clause_link(sheet.rule, self._module))
        if sheet.reconstructed:
            told = _("Reconstructed: {method}").format(method=sheet.reconstructed)
            notes.append(escape(told))
        self._note.setText(" · ".join(notes))
        self._note.setVisible(bool(notes))
        self._pointed(self.seat.hex)

    # what is lit

    def _acted(self, row: ToldRow) -> None:
        self._thrown = row

    def _light_thrown(self) -> None:
        """Light what the last throw on a table was read from, once its dice rest."""
        row, self._thrown = self._thrown, None
        for event in row.events if row is not None else ():
            if not isinstance(event, ev.Said) or "odds" not in event.data:
                continue
            odds, faces = event.data["odds"], event.data["faces"]
            self.show_table(odds["table"])
            table: Any = self._module.odds.get(odds["table"]) or self._module.values[odds["table"]]
            row_of = next((n for n, r in enumerate(table.rows) if sum(faces) in r.sums), None)
            self.chart.light(odds["column"], row_of, odds["base"])

    def _changed(self) -> None:
        """Light what is new, the last throw at once: it is told of one row alone."""
        if not self.seat.held:
            self._light_thrown()
            self._kept.look()

    def _preview(self) -> None:
        """Light the column of the battle that is being declared."""
        battle = self.seat.ask("declared")
        if battle is None:
            return
        told = self.seat.ask("tell-battle", battle=battle)
        columns = list(told["columns"])
        self.show_table(str(told["table"]))
        place = {label: number for number, label in enumerate(columns)}
        self.chart.light(place.get(told["column"]), None, place.get(told["base"]))

    def _pointed(self, hex: str | None) -> None:
        """Light what the hex pointed at is made of."""
        sheet = self._sheets[self.shown]
        if not sheet.things or hex is None or hex not in self.seat.sight.board.grid:
            return
        rows = [n for n, thing in enumerate(sheet.things) if thing in self._made_of(hex)]
        self.chart.light(None, rows[0] if rows else None, None, rows[1:])

    def _made_of(self, hex: str) -> set[str]:
        board = self.seat.sight.board
        found = {f"terrain.{board.terrain_at(hex)}"}
        found |= {f"site.{place.kind}" for place in board.places_at(hex)}
        sides = {board.grid.side(hex, there) for there in board.grid.neighbours(hex)}
        found |= {
            f"hexside.{feature.kind}"
            for feature in board.feature_names.values()
            if sides & feature.sides
        }
        found |= {
            f"network.{network.kind}" for network in board.networks.values() if hex in network.hexes
        }
        return found
