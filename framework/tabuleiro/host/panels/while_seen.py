"""Panels show what is new while somebody can see them, and else when somebody does again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QDockWidget, QWidget

if TYPE_CHECKING:
    from collections.abc import Callable

    from tabuleiro.host.seat import Seat

__all__ = ["WhileSeen", "dock_of", "is_behind"]


def dock_of(widget: QWidget | None) -> QDockWidget | None:
    """Return the dock in which a widget stands, if in any."""
    while widget is not None and not isinstance(widget, QDockWidget):
        widget = widget.parentWidget()
    return widget


def is_behind(dock: QDockWidget) -> bool:
    """Return whether a dock stands behind another's tab: there Qt moves it off, and shows it."""
    area = dock.geometry()
    return not dock.isFloating() and (area.right() < 0 or area.bottom() < 0)


class WhileSeen(QObject):
    """Brings a panel up to date: at once while it is in sight, else before it is seen again.

    Most panels of a match stand behind others' tabs, and each would take as long as one that is
    looked at. Connect :meth:`look` to the signals that tell of something new. When others look at
    the match, nothing of what was shown before stays, in sight or not.
    """

    def __init__(
        self,
        panel: QWidget,
        seat: Seat,
        show: Callable[[], object],
        forget: Callable[[], object] | None = None,
    ) -> None:
        """Bring a panel up to date by ``show``.

        For others it is emptied by ``forget``, else brought up to date even if nobody can see it.
        """
        super().__init__(panel)
        self._panel = panel
        self._show = show
        self._forget = forget
        self._dock: QDockWidget | None = None
        self._for_others = False
        self._wait()
        seat.handed.connect(self._hand_over)

    def look(self) -> None:
        """Something is new: show it, or keep in mind that it was not shown yet."""
        self._wait()
        if self._for_others or self._in_sight():
            self._for_others = False
            self.catch_up()

    def _wait(self) -> None:
        """Wait until the panel is shown: to one that is up to date its events do not matter."""
        self._old = True
        self._panel.installEventFilter(self)

    def _hand_over(self) -> None:
        """Others look now: what they see is told by the next signal."""
        self._wait()
        if self._forget is not None:
            self._forget()
        else:
            self._for_others = True

    def catch_up(self) -> None:
        """Show what was not shown yet, for whoever reads the panel without looking at it."""
        if self._old:
            self._old = False
            self._panel.removeEventFilter(self)
            self._show()

    def _in_sight(self) -> bool:
        """Return whether the panel is shown, and not behind another tab."""
        if not self._panel.isVisible():
            return False
        dock = self._find_dock()
        return dock is None or not is_behind(dock)

    def _find_dock(self) -> QDockWidget | None:
        """Return the dock in which the panel stands, and listen to whether it can be seen."""
        above = dock_of(self._panel.parentWidget())
        if above is not self._dock and isinstance(above, QDockWidget):
            above.visibilityChanged.connect(self._seen)
        self._dock = above
        return above

    def _seen(self, seen: bool) -> None:  # noqa: FBT001 - a signal tells its state
        if seen and self._panel.isVisible():
            self.catch_up()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Catch up when the panel is shown."""
        if event.type() == QEvent.Type.Show and self._in_sight():
            self.catch_up()
        return super().eventFilter(watched, event)
