"""The sound of dice and moves, off unless a player wants it.

It needs Qt Multimedia, which is not part of the small Qt that the program asks for.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QUrl

from tabuleiro.engine import events as ev
from tabuleiro.host.sounds import path_of

if TYPE_CHECKING:
    from types import ModuleType

    from tabuleiro.host.seat import Seat
    from tabuleiro.host.settings import Settings
    from tabuleiro.host.theatre import Theatre
    from tabuleiro.seats import ToldRow

__all__ = ["TableSound", "multimedia"]


def multimedia() -> ModuleType | None:
    """Return Qt Multimedia if it is installed."""
    try:
        return importlib.import_module("PySide6.QtMultimedia")
    except ImportError:
        return None


class TableSound(QObject):
    """Lets the dice and moves of a match be heard, if the player wants that and it is possible."""

    def __init__(
        self, seat: Seat, theatre: Theatre, settings: Settings, parent: QObject | None = None
    ) -> None:
        """Listen to a match: dice that are seen to tumble are heard when they do."""
        super().__init__(parent)
        self._settings = settings
        self._theatre = theatre
        self._effects: dict[str, Any] = {}
        seat.acted.connect(self._acted)
        theatre.began.connect(self.dice)

    def _acted(self, row: ToldRow) -> None:
        if self._theatre.scenes_in(row):
            return
        if any(isinstance(event, ev.Rolled) for event in row.events):
            self.dice()
        elif any(isinstance(event, ev.Moved) for event in row.events):
            self.play("move")

    def dice(self) -> None:
        """Let dice be heard."""
        self.play("dice")

    def play(self, name: str) -> bool:
        """Play a sound; return whether it was wanted and possible."""
        media: Any = multimedia() if self._settings.sound else None
        if media is None:
            return False
        if name not in self._effects:
            effect = media.QSoundEffect(self)
            effect.setSource(QUrl.fromLocalFile(str(path_of(name))))
            self._effects[name] = effect
        self._effects[name].play()
        return True
