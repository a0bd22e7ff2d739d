"""The stage: the column beside the map while a battle is played, and where the map looks meanwhile.

The battle takes the whole column, in a low window without what stands below it, and is as wide as
leaves the map three fifths of the window. Afterwards all is as it was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QTabBar

if TYPE_CHECKING:
    from PySide6.QtWidgets import QDockWidget

    from tabuleiro.host.window import MatchWindow

__all__ = ["LEAST_MAP", "Stage"]

LEAST_MAP: Final = 0.61
"""The least share of the whole window that the map keeps, at first."""
_WIDEST: Final = 460
_LOW: Final = 56
"""In a window of fewer lines of writing nothing stands below a battle."""
_LINES: Final = 62
"""So many lines of writing high a battle is."""
_MOST: Final = 0.84
_NEAR: Final = 6
"""The tabs of a panel begin so near below it."""
_RIGHT: Final = Qt.DockWidgetArea.RightDockWidgetArea


class Stage:
    """Sets the panels of a window for a battle, and puts them back."""

    def __init__(self, window: MatchWindow) -> None:
        """Begin without a battle."""
        self._window = window
        self.set = False
        """Whether it is set now."""
        self._gone: list[QDockWidget] = []
        self._front: list[QDockWidget] = []
        self._wide = 0
        self._heights: list[int] = []

    def enter(self, *, anew: bool = False) -> None:
        """Bring the battle to the front; nothing changes while it is there already.

        ``anew`` counts all panels as standing where they stand usually.
        """
        window = self._window
        dock = window.docks["battle"]
        if self.set and not anew:
            if not dock.isHidden():
                dock.raise_()
            return
        self.set, self._gone = True, []
        self._wide = window.docks["decision"].width()
        beside = [d for d in window.docks.values() if self._below(d)]
        self._front = [d for d in beside if not d.visibleRegion().isEmpty()]
        self._heights = [self._high(d) for d in (window.docks["decision"], *self._front[:1])]
        dock.show()
        if self._low and self._stands_beside(dock):
            self._gone = beside
            for each in beside:
                each.hide()
        dock.raise_()
        if self._stands_beside(dock):
            window.resizeDocks([dock], [max(self._wide, self._width())], Qt.Orientation.Horizontal)
            if self._front and not self._gone:
                self._share(dock)

    def keeps_out(self, dock: QDockWidget) -> bool:
        """Return whether a panel that has something to say at last comes only after the battle."""
        out = self.set and self._low and self._stands_beside(dock)
        if out and dock not in self._gone:
            self._gone.append(dock)
        return out

    def leave(self) -> None:
        """Put all panels back."""
        if not self.set:
            return
        self.set = False
        window = self._window
        dock = window.docks["battle"]
        for each in self._gone:
            each.show()
        front = self._front
        for each in front:
            each.raise_()
        self._gone, self._front = [], []
        if self._stands_beside(dock):
            window.docks["decision"].raise_()
            window.resizeDocks([dock], [self._wide], Qt.Orientation.Horizontal)
            shown = [dock, *front[:1]]
            window.resizeDocks(shown, self._heights[: len(shown)], Qt.Orientation.Vertical)

    @property
    def _low(self) -> bool:
        """Whether there is no room for anything below a battle."""
        return self._window.height() < _LOW * self._window.fontMetrics().height()

    def _share(self, dock: QDockWidget) -> None:
        """Give the battle the height of its lines, and what stands below it the rest."""
        window = self._window
        both = self._high(dock) + self._high(self._front[0])
        high = min(_LINES * window.fontMetrics().height(), round(_MOST * both))
        window.resizeDocks([dock, self._front[0]], [high, both - high], Qt.Orientation.Vertical)

    def _high(self, dock: QDockWidget) -> int:
        """Return how high a panel is with the tabs below it, as Qt shares out heights."""
        line = QRect(dock.x(), dock.geometry().bottom(), dock.width(), _NEAR)
        bars = self._window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
        tabs = [b.height() for b in bars if b.isVisible() and b.geometry().intersects(line)]
        return dock.height() + sum(tabs)

    def _width(self) -> int:
        """Return how wide the battle may be for the map to keep its share of the window."""
        window = self._window
        whole = window.window()
        high = max(window.view.height(), 1)
        least = LEAST_MAP * whole.width() * whole.height() / high
        return min(_WIDEST, round(window.width() - least) - 5)

    def _stands_beside(self, dock: QDockWidget) -> bool:
        return not dock.isFloating() and self._window.dockWidgetArea(dock) == _RIGHT

    def _below(self, dock: QDockWidget) -> bool:
        """Return whether a panel takes room from the battle."""
        window = self._window
        with_battle = window.tabifiedDockWidgets(window.docks["battle"])
        own = dock is window.docks["battle"] or dock is window.docks["decision"]
        return not (own or dock.isHidden() or dock in with_battle) and self._stands_beside(dock)
