"""Cards of forces: what a force is worth in a line, and ships dragged from one card to another."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QMimeData, QPoint, Qt, QTimer
from PySide6.QtGui import QDrag, QDragEnterEvent, QDropEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QFrame, QLabel

from tabuleiro.i18n import _, ngettext
from tabuleiro_filipinas.cargo import hexes_left
from tabuleiro_filipinas.parameters.air import AirTerms

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tabuleiro.engine import Situation

__all__ = ["Card", "DraggedShips", "worth_of"]

MIME: Final = "application/x-tabuleiro-ships"
"""What is dragged: the ships, a line each."""
_HALVES = 2


def worth_of(s: Situation, force: str) -> str:
    """Return guns, air groups, flak and escort of a force, and how far it sails with its cargo."""
    ships = s.inside(force)
    flak = sum(s.value(ship, "combat") for ship in ships)
    guns = sum(s.value(ship, "combat") for ship in ships
               if "anti-air-only" not in s.counter(ship).tags)  # fmt: skip
    groups = sum(len(s.inside(ship)) for ship in ships if s.value(ship, "aircraft"))
    escorts = sum("escort" in s.counter(ship).tags for ship in ships)
    told = [
        _("guns {n}").format(n=guns),
        _("air groups {n}").format(n=groups),
        _("flak {n}").format(n=min(flak, s.terms(AirTerms).ships_limit)),
        _("escort {n}").format(n=f"{2 * escorts - len(ships):+}"),
    ]
    left = hexes_left(s, force)
    if left is not None:
        hexes = left // _HALVES
        words = ngettext("sails {n} hex with its cargo", "sails {n} hexes with its cargo", hexes)
        told.append(words.format(n=hexes))
    return " · ".join(told)


class DraggedShips(QLabel):
    """A line about ships of one sort: one of them is dragged away by it, with Shift all."""

    def __init__(self, words: str, ships: Sequence[str]) -> None:
        """Show words about ships that lie in one card."""
        super().__init__(words)
        self.ships = tuple(ships)
        self._began = QPoint()
        if ships:
            self.setCursor(Qt.CursorShape.OpenHandCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where it began."""
        self._began = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Begin to drag when the mouse went far enough."""
        far = (event.position().toPoint() - self._began).manhattanLength()
        if self.ships and far >= QApplication.startDragDistance():
            drag = QDrag(self)
            whole = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            drag.setMimeData(self.taken(whole=whole))
            drag.setPixmap(self.grab())
            drag.exec(Qt.DropAction.MoveAction)

    def taken(self, *, whole: bool) -> QMimeData:
        """Return what the mouse carries: one ship or all of the sort."""
        data = QMimeData()
        ships = self.ships if whole else self.ships[-1:]
        data.setData(MIME, "\n".join(ships).encode())
        return data


class Card(QFrame):
    """A frame around a force or the port; ships that lie elsewhere may be dropped on it."""

    def __init__(
        self, name: str, ships: Sequence[str], take: Callable[[list[str]], object]
    ) -> None:
        """Frame what has these ships, and say who takes those that are dropped."""
        super().__init__()
        self.setObjectName(name)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAcceptDrops(True)
        self._ships = frozenset(ships)
        self._take = take

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take ships of another card, nothing else."""
        if self._others(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Take them once the drag has ended: all cards are made anew then."""
        ships = self._others(event.mimeData())
        if ships:
            event.acceptProposedAction()
            QTimer.singleShot(0, self, lambda: self._take(ships))

    def _others(self, data: QMimeData) -> list[str]:
        with suppress(UnicodeDecodeError):
            ships = bytes(data.data(MIME).data()).decode().split("\n")
            return [ship for ship in ships if ship and ship not in self._ships]
        return []
