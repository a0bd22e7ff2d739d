"""What can be put on a free table: pieces that lie beside it, and those that are made from nothing.

An entry is dragged onto the map, or put by a double click where one pointed last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QMimeData, QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.engine.freehand import FreeAction, FreeMake, FreeMove
from tabuleiro.engine.position import OFF
from tabuleiro.host.counter.face import face_of, has_sizes
from tabuleiro.host.panels.while_seen import WhileSeen
from tabuleiro.host.words import in_order, piece_name
from tabuleiro.i18n import _, text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tabuleiro.host.counter import Face
    from tabuleiro.host.freeplay import FreePlay
    from tabuleiro.host.seat import Seat
    from tabuleiro.module import Module

__all__ = ["MIME", "PiecesPanel", "deed_of", "has_pieces"]

MIME: Final = "application/x-tabuleiro-piece"
"""What is dragged from the list to the map: a piece, or ``+`` and a template."""
_SIZE: Final = 34
_LEAST, _LARGEST = 16, 72
"""How large those are drawn that have a size of their own."""
_MOST: Final = 1000
"""So many entries are listed; the search finds the others."""


def has_pieces(module: Module) -> bool:
    """Return whether pieces are put on the table by hand."""
    return module.free_table


def deed_of(entry: str, place: str) -> FreeAction:
    """Return what puts an entry of the list somewhere.

    >>> deed_of("tank", "0101"), deed_of("+flag", "0101")
    (FreeMove(piece='tank', to='0101'), FreeMake(template='flag', to='0101'))
    """
    if entry.startswith("+"):
        return FreeMake(entry[1:], place)
    return FreeMove(entry, place)


class _List(QListWidget):
    """A list whose entries are dragged as what they stand for."""

    def mimeTypes(self) -> list[str]:
        """Name what is dragged."""
        return [MIME]

    def mimeData(self, items: Sequence[QListWidgetItem]) -> QMimeData:
        """Return the entries that are dragged, a line each."""
        data = QMimeData()
        names = (str(item.data(Qt.ItemDataRole.UserRole)) for item in items)
        data.setData(MIME, "\n".join(names).encode())
        return data


class PiecesPanel(QWidget):
    """Pieces beside the table, and templates, with a search."""

    def __init__(self, seat: Seat, play: FreePlay, parent: QWidget | None = None) -> None:
        """List what a seat sees beside its table."""
        super().__init__(parent)
        self.seat = seat
        self._play = play
        self._shown: object = None
        self.search = QLineEdit()
        self.search.setPlaceholderText(_("Search the pieces"))
        self.search.setAccessibleName(_("Search the pieces"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._list)
        self.list = _List()
        room = _LARGEST if has_sizes(seat.module) else _SIZE
        self.list.setIconSize(QSize(room, room))
        self.list.setDragEnabled(True)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setAccessibleName(_("Pieces beside the table"))
        self.list.itemActivated.connect(self._put)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        column.addWidget(self.search)
        column.addWidget(self.list, 1)
        self.more = QLabel()
        self.more.setWordWrap(True)
        column.addWidget(self.more)
        self._kept = WhileSeen(self, seat, self.refresh)
        seat.changed.connect(self._kept.look)
        self._kept.catch_up()

    def refresh(self) -> None:
        """List what lies there now, if that is other than before."""
        beside = self.seat.sight.at(OFF)
        if beside != self._shown:
            self._shown = beside
            self._list()

    def _entries(self) -> Iterator[tuple[str, str, str]]:
        """Yield what can be put on the table: entry, words, and the counter that it looks like."""
        module = self.seat.module
        for template in module.palette.values():
            words = _("{piece} (as many as wanted)").format(piece=text(template.name))
            yield f"+{template.id}", words, template.id
        for piece in in_order(module, self.seat.sight.at(OFF)):
            yield piece, piece_name(module, piece), piece

    def _list(self) -> None:
        wanted = self.search.text().casefold()
        self.list.clear()
        found = [entry for entry in self._entries() if wanted in entry[1].casefold()]
        left = _("{most} of {n} are listed: the search finds the others.")
        self.more.setText(left.format(most=_MOST, n=len(found)))
        self.more.setVisible(len(found) > _MOST)
        for entry, words, looks in found[:_MOST]:
            face = self._face(looks)
            side = min(max(_SIZE * max(face.box), _LEAST), _LARGEST)
            icon = QIcon(self._play.view.art.pixmap(face, side))
            item = QListWidgetItem(icon, words)
            item.setData(Qt.ItemDataRole.UserRole, entry)
            self.list.addItem(item)

    def _face(self, looks: str) -> Face:
        module = self.seat.module
        if looks in self.seat.sight.position.pieces:
            return self._play.face(looks)
        return face_of(module, module.templates[looks], None, ())

    def _put(self, item: QListWidgetItem) -> None:
        place = self._play.last_hex or self._play.view.board.grid.hexes[0]
        self._play.do([deed_of(str(item.data(Qt.ItemDataRole.UserRole)), place)])
