"""Go to a hex: its number or the name of a place is typed, and the map goes there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
)

from tabuleiro.engine.messages import place_name
from tabuleiro.host.buttons import Usual, button_box
from tabuleiro.host.panels.linked import Finder
from tabuleiro.i18n import _, fold, text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.host.map.view import BoardView
    from tabuleiro.host.window import MatchWindow
    from tabuleiro.module import Module

__all__ = ["GoTo", "go_to_hex", "spots_called"]

_MOST: Final = 40
"""So many places are listed: who wants another one goes on typing."""
_PLACE: Final = Qt.ItemDataRole.UserRole
_KEYS: Final = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
"""These go through the list while one writes."""


def go_to_hex(window: MatchWindow) -> None:
    """Ask where to go, and bring the map and its cursor there."""
    dialog = GoTo(window.seat.module, window.view, window)
    finder = Finder(window.seat, window.play, window)

    def go() -> None:
        place = dialog.place
        if not finder.place(place):  # beside the board there is nothing to be marked
            window.view.turn_to(place)
        window.view.setFocus()
        window.view.point(place, by_keys=True)

    dialog.accepted.connect(go)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


def spots_called(module: Module, view: BoardView, typed: str) -> list[tuple[str, str]]:
    """Return the places that something typed may mean, each by its name with the place itself.

    The number of a hex comes first, then names that begin so, then those that hold it.
    """
    wanted = fold(typed).strip()
    if not wanted:
        return []
    exact: list[tuple[str, str]] = []
    begun: list[tuple[str, str]] = []
    inside: list[tuple[str, str]] = []
    seen: set[tuple[str, str]] = set()
    for called, name, place in _places(module, view):
        words = fold(name)
        number = fold(called) if place in view.board.grid else ""
        if wanted == number:
            found = exact
        elif words.startswith(wanted) or number.startswith(wanted):
            found = begun
        elif wanted in words:
            found = inside
        else:
            continue
        told = _told(called, name)
        if (told, place) not in seen:
            seen.add((told, place))
            found.append((told, place))
    return [*exact, *begun, *inside][:_MOST]


def _told(called: str, name: str) -> str:
    return name if called in {"", name} else f"{name} · {called}" if name else called


def _places(module: Module, view: BoardView) -> Iterator[tuple[str, str, str]]:
    """Yield what can be typed: what a place is called on the map, its name, and the place."""
    board = view.board
    for place in sorted(board.places.values(), key=lambda each: -each.importance):
        if view.knows(place.hex):
            on_board = place.hex in board.grid
            yield module.called(place.hex) if on_board else "", text(place.name), place.hex
    for box in board.boxes:
        if view.knows(box):
            yield "", place_name(box, module), box
    for region in board.regions.values():
        if region.name and region.hexes:
            yield "", text(region.name), _middle_of(view, region.hexes)
    for hex in board.grid:
        if board.place_at(hex) is None or board.titles.get(hex):
            yield module.called(hex), "", hex


def _middle_of(view: BoardView, hexes: frozenset[str]) -> str:
    """Return the hex of a region that lies nearest to the middle of it."""
    spots = {hex: view.middle(hex) for hex in sorted(hexes)}
    x = sum(spot.x() for spot in spots.values()) / len(spots)
    y = sum(spot.y() for spot in spots.values()) / len(spots)
    return min(spots, key=lambda hex: _apart(spots[hex], QPointF(x, y)))


def _apart(a: QPointF, b: QPointF) -> float:
    return (a.x() - b.x()) ** 2 + (a.y() - b.y()) ** 2


class GoTo(QDialog):
    """A line to write in, and below it what is meant by what was typed so far."""

    def __init__(self, module: Module, view: BoardView, parent: MatchWindow | None = None) -> None:
        """Ask for a place of a board."""
        super().__init__(parent)
        self._module, self._view = module, view
        self.setWindowTitle(_("Go to hex"))
        self.line = QLineEdit()
        self.line.setPlaceholderText(_("Number of a hex, or name of a place"))
        self.line.setAccessibleName(_("Number of a hex, or name of a place"))
        self.line.setClearButtonEnabled(True)
        self.list = QListWidget()
        self.list.setAccessibleName(_("Places"))
        self._told = QLabel()
        self._told.setWordWrap(True)
        self.buttons = button_box(Usual.Ok, Usual.Cancel, of=self)
        box = QVBoxLayout(self)
        for widget in (self.line, self.list, self._told, self.buttons):
            box.addWidget(widget)
        self.line.textChanged.connect(self._look)
        self.line.installEventFilter(self)
        self.list.itemActivated.connect(lambda _item: self.accept())
        self.list.itemClicked.connect(lambda _item: self.accept())
        self.resize(30 * self.fontMetrics().height(), 22 * self.fontMetrics().height())
        self._look("")
        self.line.setFocus()

    @property
    def place(self) -> str:
        """The place that is meant now, or nothing."""
        chosen = self.list.selectedItems()
        return str(chosen[0].data(_PLACE)) if chosen else ""

    def _look(self, typed: str) -> None:
        """List what is meant."""
        self.list.clear()
        for told, place in spots_called(self._module, self._view, typed):
            item = QListWidgetItem(told)
            item.setData(_PLACE, place)
            self.list.addItem(item)
        found = self.list.count() > 0
        self.list.setCurrentRow(0 if found else -1)
        self._told.setText("" if found or not typed.strip() else self._nowhere(typed))
        self.buttons.button(Usual.Ok).setEnabled(found)
        meant = self.list.item(0).text() if found else self._told.text()
        self.line.setAccessibleDescription(meant)

    def _nowhere(self, typed: str) -> str:
        words = _("There is no hex or place “{typed}” on this map. Try a number, such as {n}.")
        return words.format(typed=typed, n=self._module.called(self._view.board.grid.first))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the keys of a list go through it while one writes."""
        pressed = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress
        if pressed and isinstance(event, QKeyEvent) and event.key() in _KEYS:
            self.list.keyPressEvent(event)
            return True
        return super().eventFilter(watched, event)
