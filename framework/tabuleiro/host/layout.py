"""Where the panels stand at first: the map keeps three quarters of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from PySide6.QtWidgets import QDockWidget

    from tabuleiro.host.window import MatchWindow

__all__ = ["MAP_SHARE", "arrange", "follow", "give_room", "switch_of"]

MAP_SHARE: Final = 0.75
"""The least share of the window's width that the map has at first."""
_WIDEST: Final = 460
_LOW: Final = 790
"""In a lower window what is asked keeps its room at the cost of the rest."""
_ARRANGED: Final = "arranged-width"
_TOUCHED: Final = 4
"""A column that is wider or narrower by more than this was changed by the player."""
_UNLAID: Final = 120
"""So wide a dock is before it was laid out for the first time."""
_FLAT: Final = 0.24
"""A panel below the map with a smaller share of the height is too flat to be read."""
_BELOW: Final = 0.34
"""The share of the height that a panel below the map gets when it is opened."""
_HEIGHTS: Final = {"decision": 52, "log": 48}
_LOW_HEIGHTS: Final = {"decision": 58, "log": 42}
"""Shares of the height in the column at the right."""


def arrange(window: MatchWindow) -> None:
    """Give the panels their first places and sizes, by the size of the window."""
    shares = _HEIGHTS if window.height() >= _LOW else _LOW_HEIGHTS
    docks = [window.docks[name] for name in shares]
    line = window.style().pixelMetric(window.style().PixelMetric.PM_DockWidgetSeparatorExtent)
    wide = min(round((1 - MAP_SHARE) * window.width()) - line - 1, _WIDEST)
    window.resizeDocks(docks, [wide] * len(docks), Qt.Orientation.Horizontal)
    window.setProperty(_ARRANGED, wide)
    high = window.height()
    heights = [high * share // 100 for share in shares.values()]
    window.resizeDocks(docks, heights, Qt.Orientation.Vertical)


def follow(window: MatchWindow) -> None:
    """Give the panels their first sizes anew for another window, unless a player moved them."""
    before = window.property(_ARRANGED)
    wide = window.docks["decision"].width()
    if before is None or abs(wide - int(before)) <= _TOUCHED or wide <= _UNLAID:
        arrange(window)


def give_room(window: MatchWindow) -> None:
    """Keep the column at the right whole; a panel that is opened comes to the front."""
    area = Qt.DockWidgetArea.RightDockWidgetArea
    window.setCorner(Qt.Corner.BottomRightCorner, area)
    for dock in window.docks.values():
        dock.toggleViewAction().triggered.connect(
            lambda shown, dock=dock: _raise(window, dock) if shown else None
        )


def switch_of(window: MatchWindow, dock: QDockWidget) -> QAction:
    """Return what shows a panel and hides it; one behind another tab comes to the front.

    Where there is something to search one can write at once: letters would mean something to the
    map. With the panel that had it the keyboard goes back there.
    """
    own = dock.toggleViewAction()
    switch = QAction(own.text(), dock)
    switch.setCheckable(True)
    switch.setChecked(own.isChecked())
    own.toggled.connect(switch.setChecked)
    own.enabledChanged.connect(switch.setEnabled)

    def turn() -> None:
        behind = own.isChecked() and dock.visibleRegion().isEmpty()
        held = any(widget.hasFocus() for widget in dock.findChildren(QWidget))
        switch.setChecked(own.isChecked())
        if behind:
            dock.show()
            dock.raise_()
        else:
            own.trigger()
        if own.isChecked() and dock.widget().focusProxy() is not None:
            dock.widget().setFocus()
        elif held and not own.isChecked():
            window.view.setFocus()

    switch.triggered.connect(turn)
    return switch


def _raise(window: MatchWindow, dock: QDockWidget) -> None:
    """Bring a panel to the front; below the map it is to be high enough to be read."""
    dock.raise_()
    if window.dockWidgetArea(dock) != Qt.DockWidgetArea.BottomDockWidgetArea:
        return
    if dock.height() < _FLAT * window.height() and not dock.isFloating():
        high = round(_BELOW * window.height())
        window.resizeDocks([dock], [high], Qt.Orientation.Vertical)
