"""The map for those who do not see it: hexes as accessible objects, for screen readers.

The map has a child for the hex under the cursor, for each place to which something can go or at
which something can be aimed now, and for each place with units. The name of a child says where it
is, who stands there and what can be done; its description what else is known of the hex.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

import shiboken6
from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QAccessibleInterface,
    QAccessibleObject,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from tabuleiro.host.map.view import BoardView

__all__ = ["MapAccess", "PlaceAccess", "Spoken", "announce", "install", "tell_cursor"]

_Text = QAccessible.Text
_KEPT: Final[list[QAccessibleInterface]] = []
"""Qt holds interfaces by their address: none may go before the program ends."""


class Spoken(Protocol):
    """Says what is on a map; whoever plays on it knows."""

    def places(self) -> Sequence[str]:
        """Return the places worth telling of, in order."""

    def name(self, place: str) -> str:
        """Return where a place is, who stands there and what can be done."""

    def about(self, place: str) -> str:
        """Return what else is known of a place."""

    def chosen(self, place: str) -> bool:
        """Return whether a unit that is selected stands there."""


class PlaceAccess(QAccessibleInterface):
    """A place of a map, as a screen reader knows it."""

    def __init__(self, above: MapAccess, place: str) -> None:
        """Tell of a place."""
        super().__init__()
        self._above = above
        self.place = place
        _KEPT.append(self)

    def isValid(self) -> bool:
        """Return whether the map is still there."""
        return self._above.isValid()

    def object(self) -> QObject | None:  # type: ignore[override]
        """A place is no widget."""
        return None

    def window(self) -> None:  # type: ignore[override]
        """A place has no window of its own."""

    def parent(self) -> QAccessibleInterface:
        """Return the map."""
        return self._above

    def childCount(self) -> int:
        """Return no children: its units are in its name."""
        return 0

    def child(self, index: int) -> None:  # type: ignore[override]
        """There is none."""

    def childAt(self, x: int, y: int) -> None:  # type: ignore[override]
        """There is none."""

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        """There is none."""
        return -1

    def focusChild(self) -> None:  # type: ignore[override]
        """There is none."""

    def role(self) -> QAccessible.Role:
        """Return that it is one of many."""
        return QAccessible.Role.ListItem

    def text(self, kind: QAccessible.Text) -> str:
        """Return its name, or what else is known of it."""
        spoken = self._above.spoken
        if spoken is None:
            return ""
        if kind == _Text.Name:
            return spoken.name(self.place)
        return spoken.about(self.place) if kind == _Text.Description else ""

    def setText(self, kind: QAccessible.Text, words: str) -> None:
        """Nobody writes here."""

    def state(self) -> QAccessible.State:
        """Return whether the cursor is here, and whether who stands here is selected."""
        state = QAccessible.State()
        view, spoken = self._above.view, self._above.spoken
        if not self.isValid():
            state.invalid = True
            return state
        state.focusable = state.selectable = True
        state.focused = view.cursor_hex == self.place and view.hasFocus()
        state.selected = spoken is not None and spoken.chosen(self.place)
        state.offscreen = not view.seen().contains(view.middle(self.place))
        return state

    def rect(self) -> QRect:
        """Return where it is on the screen."""
        view = self._above.view
        if not self.isValid():
            return QRect()
        spot = view.beside.spots.get(self.place)
        area = view.corners(self.place).boundingRect() if spot is None else spot.area
        return _on_screen(view.viewport(), view.mapFromScene(area).boundingRect())


class MapAccess(QAccessibleObject):
    """A map, as a screen reader knows it."""

    def __init__(self, view: BoardView) -> None:
        """Tell of a map."""
        super().__init__(view)
        self.view = view
        self._places: dict[str, PlaceAccess] = {}
        _KEPT.append(self)

    @property
    def spoken(self) -> Spoken | None:
        """Who says what is there."""
        return self.view.spoken if self.isValid() else None

    def isValid(self) -> bool:
        """Return whether the map is still there."""
        return shiboken6.isValid(self.view)

    def at(self, place: str) -> PlaceAccess:
        """Return a place; always the same object."""
        if place not in self._places:
            self._places[place] = PlaceAccess(self, place)
        return self._places[place]

    def _now(self) -> list[str]:
        spoken = self.spoken
        cursor = self.view.cursor_hex if spoken is not None else None
        first = [cursor] if cursor is not None and self.view.knows(cursor) else []
        return list(dict.fromkeys([*first, *(spoken.places() if spoken is not None else ())]))

    def parent(self) -> QAccessibleInterface | None:  # type: ignore[override]
        """Return what the map stands in."""
        above = self.view.parentWidget() if self.isValid() else None
        return QAccessible.queryAccessibleInterface(above) if above is not None else None

    def childCount(self) -> int:
        """Return how many places are worth telling of."""
        return len(self._now())

    def child(self, index: int) -> PlaceAccess | None:  # type: ignore[override]
        """Return one of them."""
        now = self._now()
        return self.at(now[index]) if 0 <= index < len(now) else None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        """Return the number of one of them."""
        now = self._now()
        known = isinstance(child, PlaceAccess) and child.place in now
        return now.index(child.place) if known else -1  # type: ignore[attr-defined]

    def childAt(self, x: int, y: int) -> PlaceAccess | None:  # type: ignore[override]
        """Return the place at a point of the screen."""
        if not self.isValid():
            return None
        port = self.view.viewport()
        place = self.view.hex_at(port.mapFromGlobal(QPoint(x, y)))
        return self.at(place) if place is not None else None

    def focusChild(self) -> PlaceAccess | None:  # type: ignore[override]
        """Return the place under the cursor, if the keyboard is here."""
        cursor = self.view.cursor_hex if self.isValid() and self.view.hasFocus() else None
        return self.at(cursor) if cursor is not None and self.view.knows(cursor) else None

    def role(self) -> QAccessible.Role:
        """Return that it holds places to choose from."""
        return QAccessible.Role.List

    def text(self, kind: QAccessible.Text) -> str:
        """Return the name of the map."""
        if not self.isValid():
            return ""
        if kind == _Text.Name:
            return self.view.accessibleName()
        return self.view.accessibleDescription() if kind == _Text.Description else ""

    def setText(self, kind: QAccessible.Text, words: str) -> None:
        """Nobody writes here."""

    def state(self) -> QAccessible.State:
        """Return whether the keyboard is here."""
        state = QAccessible.State()
        if not self.isValid():
            state.invalid = True
            return state
        state.focusable = True
        state.focused = self.view.hasFocus()
        state.invisible = not self.view.isVisible()
        return state

    def rect(self) -> QRect:
        """Return where it is on the screen."""
        return _on_screen(self.view, self.view.rect()) if self.isValid() else QRect()


def _on_screen(widget: QWidget, area: QRect) -> QRect:
    return QRect(widget.mapToGlobal(area.topLeft()), area.size())


def _make(_kind: str, thing: QObject | None) -> QAccessibleInterface | None:
    """Make what a screen reader asks for; Qt makes all but maps by itself."""
    from tabuleiro.host.map.view import BoardView

    return MapAccess(thing) if isinstance(thing, BoardView) else None


_INSTALLED: Final[list[bool]] = []


def install() -> None:
    """Let maps be told to screen readers, from now on."""
    if not _INSTALLED:
        _INSTALLED.append(True)
        QAccessible.installFactory(_make)


def tell_cursor(view: BoardView) -> None:
    """Tell a screen reader, if one listens, that the cursor is over another place."""
    if QAccessible.isActive() and view.hasFocus():
        access = QAccessible.queryAccessibleInterface(view)
        here = access.focusChild() if isinstance(access, MapAccess) else None
        if here is not None:
            QAccessible.updateAccessibility(QAccessibleEvent(here, QAccessible.Event.Focus))


def announce(view: BoardView, words: str) -> None:
    """Say something to a screen reader, if one listens."""
    if words and QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(view, words))
