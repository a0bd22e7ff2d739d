"""When Python looks for garbage in a match: through all of it only while nobody does anything.

What is loaded and played stays as long as the match, and there is ever more of it: to look through
it all takes 30 ms at first and 100 after hours, in the middle of whatever is done then.
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer

if TYPE_CHECKING:
    from tabuleiro.host.window import MatchWindow

__all__ = ["Garbage"]

_CALM_MS: Final = 5000
_ALL: Final = 2
"""The generation in which Python looks through all that it watches."""


class Garbage(QObject):
    """Keeps what was looked through once from being looked through again, until it is calm.

    Circles that were let go of meanwhile are found then.
    """

    def __init__(self, window: MatchWindow) -> None:
        """Begin with what is loaded for a match: all of it stays."""
        super().__init__(window)
        self._calm = QTimer(self)
        self._calm.setSingleShot(True)
        self._calm.setInterval(_CALM_MS)
        self._calm.timeout.connect(self.look)
        seat, view = window.seat, window.view
        for done in (seat.changed, seat.selected, view.touched, view.wandered):
            done.connect(self._wait)
        gc.callbacks.append(self._looked)
        gc.freeze()

    def _wait(self) -> None:
        self._calm.start()

    def look(self) -> None:
        """Look through all."""
        gc.unfreeze()
        gc.collect()

    def _looked(self, phase: str, about: dict[str, int]) -> None:
        if phase == "stop" and about["generation"] == _ALL:
            gc.freeze()

    def end(self) -> None:
        """Leave it to Python again: the match goes away."""
        self._calm.stop()
        if self._looked in gc.callbacks:
            gc.callbacks.remove(self._looked)
        gc.unfreeze()
