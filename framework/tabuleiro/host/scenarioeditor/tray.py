"""The counters that stand nowhere yet, and lists onto which counters are dragged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QCursor, QIcon, QMouseEvent, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.host.counter import CounterArt
from tabuleiro.host.steady import steady
from tabuleiro.i18n import _, ngettext, text

if TYPE_CHECKING:
    from tabuleiro.host.scenarioeditor.session import Session

__all__ = ["PieceList", "Tray"]

_ICON: Final = 34
_PIECE: Final = Qt.ItemDataRole.UserRole


class PieceList(QListWidget):
    """Counters that are dragged onto the map or a list with the mouse, as on a table.

    It is not the drag and drop of the system: what is held is drawn as it will lie.
    """

    dropped = Signal(str, QPoint)
    """A counter was let go: where on the screen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin with no counters."""
        super().__init__(parent)
        self.setIconSize(QSize(_ICON, _ICON))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setUniformItemSizes(True)
        self._pressed: QPoint | None = None
        self._held: str | None = None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of a counter."""
        super().mousePressEvent(event)
        spot = event.position().toPoint()
        item = self.itemAt(spot)
        left = event.button() == Qt.MouseButton.LeftButton
        self._pressed = spot if left and item is not None else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Carry it."""
        spot = event.position().toPoint()
        item = self.currentItem()
        if self._pressed is None or item is None:
            return
        far = (spot - self._pressed).manhattanLength() >= QApplication.startDragDistance()
        if self._held is None and far:
            self._held = str(item.data(_PIECE))
            pixmap = item.icon().pixmap(_ICON, _ICON)
            QApplication.setOverrideCursor(QCursor(pixmap, _ICON // 2, _ICON // 2))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go of it."""
        held, self._held, self._pressed = self._held, None, None
        super().mouseReleaseEvent(event)
        if held is not None:
            QApplication.restoreOverrideCursor()
            self.dropped.emit(held, event.globalPosition().toPoint())


class Tray(QWidget):
    """The order of battle: who is not in the scenario yet, to be dragged onto the map."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        """List the counters of a session's module."""
        super().__init__(parent)
        self.session = session
        self._art = CounterArt()
        self._icons: dict[str, QIcon] = {}
        self.search = QLineEdit()
        self.search.setPlaceholderText(_("Search units"))
        self.search.setAccessibleName(_("Search units"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(lambda _words: self.refresh())
        self.sides = steady(QComboBox())
        self.sides.setAccessibleName(_("Side"))
        self.sides.addItem(_("All"), "")
        for side in session.module.sides.values():
            self.sides.addItem(text(side.name), side.id)
        self.sides.currentIndexChanged.connect(lambda _number: self.refresh())
        self.list = PieceList()
        self.list.setAccessibleName(_("Counters that are not in the scenario"))
        self.count = QLabel()
        self.count.setWordWrap(True)
        box = QVBoxLayout(self)
        box.setContentsMargins(6, 6, 6, 6)
        for widget in (self.search, self.sides, self.list, self.count):
            box.addWidget(widget)
        session.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """List who is in no entry."""
        session = self.session
        words = self.search.text().casefold()
        side = self.sides.currentData()
        used = session.standing.keys() | session.waiting.keys()
        free = [counter for counter in session.module.counters.values() if counter.id not in used]
        shown = [
            counter
            for counter in free
            if side in ("", counter.side)
            and (words in text(counter.name).casefold() or words in counter.id)
        ]
        row = self.list.currentRow()
        self.list.clear()
        for counter in shown:
            item = QListWidgetItem(self.icon(counter.id), text(counter.name))
            item.setData(_PIECE, counter.id)
            item.setToolTip(counter.id)
            self.list.addItem(item)
        self.list.setCurrentRow(min(row, self.list.count() - 1))
        words = ngettext("{n} counter is not in the scenario.",
                         "{n} counters are not in the scenario.", len(free))  # fmt: skip
        self.count.setText(words.format(n=len(free)) if free else _("All are in the scenario."))

    def icon(self, piece: str) -> QIcon:
        """Return a counter as the icon of a list."""
        found = self._icons.get(piece)
        if found is None:
            pixmap: QPixmap = self._art.pixmap(self.session.face(piece), _ICON, 2)
            found = self._icons[piece] = QIcon(pixmap)
        return found
