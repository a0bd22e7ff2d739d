"""Who is in the air, from which base to which hex: the map's arrows as a list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QLabel,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.host.map.flights import Way, way_words, ways_of
from tabuleiro.host.panels.while_seen import WhileSeen
from tabuleiro.i18n import _, ngettext

if TYPE_CHECKING:
    from tabuleiro.host.play import MapPlay
    from tabuleiro.host.seat import Seat

__all__ = ["FlightsPanel"]

_ICON: Final = 32
_WAY: Final = Qt.ItemDataRole.UserRole


class FlightsPanel(QWidget):
    """A line for each arrow. A click, or Enter, selects those who fly and shows their target."""

    def __init__(self, seat: Seat, play: MapPlay, parent: QWidget | None = None) -> None:
        """List the flights of a seat's match."""
        super().__init__(parent)
        self.seat = seat
        self._play = play
        self.told = QLabel()
        self.told.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.list = QListWidget()
        self.list.setIconSize(QSize(_ICON, _ICON))
        self.list.setWordWrap(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(_("In the air"))
        self.list.itemClicked.connect(self._show)
        self.list.itemActivated.connect(self._show)
        box = QVBoxLayout(self)
        box.setContentsMargins(6, 6, 6, 6)
        box.addWidget(self.told)
        box.addWidget(self.list, 1)
        box.addStretch(0)
        self._kept = WhileSeen(self, seat, self.refresh)
        seat.changed.connect(self._kept.look)
        self._kept.catch_up()

    @property
    def empty(self) -> bool:
        """Whether nobody is in the air."""
        return not ways_of(self.seat)

    def refresh(self) -> None:
        """List who is in the air now."""
        ways = ways_of(self.seat)
        module = self.seat.module
        number = sum(len(way.flights) for way in ways)
        self.told.setText(
            ngettext("{n} unit in the air", "{n} units in the air", number).format(n=number)
            if ways
            else _("Nobody is in the air.")
        )
        self.list.clear()
        self.list.setVisible(bool(ways))
        for way in ways:
            item = QListWidgetItem(way_words(module, way))
            item.setToolTip(item.text())
            face = self._play.face(way.flights[0].piece)
            item.setIcon(QIcon(self._play.view.art.pixmap(face, _ICON, 2)))
            item.setData(_WAY, way)
            self.list.addItem(item)

    def _show(self, item: QListWidgetItem) -> None:
        way: Way = item.data(_WAY)
        self.seat.select([flight.piece for flight in way.flights])
        self._play.view.show_hex(way.target)
        self.seat.point(way.target if way.target in self.seat.sight.board.grid else None)
