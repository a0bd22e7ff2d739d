"""What a player has set: language, colours, speed, shortcuts, and where the docks stand."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QByteArray, QSettings

from tabuleiro.i18n import LANGUAGES, N_, detect_language

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMainWindow

__all__ = ["PACES", "PACE_NAMES", "Settings"]

PACES: Final = {"slow": 900, "normal": 250, "fast": 60, "none": 0}
"""Milliseconds between two actions of a computer player, and of a replay."""
PACE_NAMES: Final = {
    "slow": N_("Slow"),
    "normal": N_("Normal"),
    "fast": N_("Fast"),
    "none": N_("At once"),
}
_LAYOUT_VERSION: Final = 3


class Settings:
    """The settings, kept by Qt where the system keeps such things.

    What is there may be of another version, or have been edited by hand: a value that makes no
    sense counts as not set.
    """

    def __init__(self, store: QSettings | None = None) -> None:
        """Read from a store; from that of the user if none is given."""
        named = os.environ.get("TABULEIRO_SETTINGS")
        if store is None and named:
            store = QSettings(named, QSettings.Format.IniFormat)
        self._store = store if store is not None else QSettings("tabuleiro", "tabuleiro")

    def _text(self, key: str, default: str, allowed: Any = None) -> str:
        found = str(self._store.value(key, default))
        return found if allowed is None or found in allowed else default

    def _flag(self, key: str, *, default: bool) -> bool:
        return str(self._store.value(key, "true" if default else "false")).lower() == "true"

    def _number(self, key: str, default: int, low: int, high: int) -> int:
        try:
            found = int(str(self._store.value(key, default)))
        except ValueError:
            return default
        return min(high, max(low, found))

    def kept(self, key: str) -> str:
        """Return a value that was kept as text; nothing if there is none."""
        return self._text(key, "")

    def forget(self, key: str) -> None:
        """Forget a value and whatever lies below it."""
        self._store.remove(key)

    def set(self, key: str, value: object) -> None:
        """Keep a value."""
        kept = ("true" if value else "false") if isinstance(value, bool) else value
        self._store.setValue(key, kept)

    @property
    def language(self) -> str:
        """The language of the program."""
        return self._text("language", detect_language(), LANGUAGES)

    @property
    def theme(self) -> str:
        """``light``, ``dark``, or ``system``."""
        return self._text("theme", "system", {"light", "dark", "system"})

    @property
    def pace(self) -> str:
        """How fast computer players and replays go on: a key of `PACES`."""
        return self._text("pace", "normal", PACES)

    @property
    def tumbling(self) -> bool:
        """Whether dice tumble before they show what fell."""
        return self._flag("tumbling-dice", default=True)

    @property
    def pauses(self) -> bool:
        """Whether the table waits after each battle until somebody goes on."""
        return self._flag("pause-at-battles", default=True)

    @property
    def still(self) -> bool:
        """Whether nothing moves by itself and nothing waits: for tests and pictures."""
        return bool(os.environ.get("TABULEIRO_STILL"))

    @property
    def sound(self) -> bool:
        """Whether dice can be heard."""
        return self._flag("sound", default=False)

    @property
    def handover(self) -> bool:
        """Whether a plain page covers the table when it changes hands with something hidden."""
        return self._flag("handover", default=True)

    @property
    def asks_first(self) -> bool:
        """Whether to ask before a phase is ended with things undone."""
        return self._flag("ask-before-end", default=True)

    @property
    def font_size(self) -> int:
        """The size of all writing in points; 0 is the system's."""
        return self._number("font-size", 0, 0, 30)

    def layer(self, name: str, *, default: bool) -> bool:
        """Return whether a layer of the map is shown."""
        return self._flag(f"layers/{name}", default=default)

    def regions(self, game: str) -> tuple[str, ...]:
        """Return the regions of a game's board whose outlines are shown."""
        return tuple(name for name in self._text(f"regions/{game}", "").split("|") if name)

    def shortcut(self, command: str, default: str) -> str:
        """Return the keys of a command."""
        return self._text(f"shortcuts/{command}", default)

    def set_shortcut(self, command: str, keys: str | None) -> None:
        """Give a command other keys; None gives it those that it had at first."""
        if keys is None:
            self._store.remove(f"shortcuts/{command}")
        else:
            self._store.setValue(f"shortcuts/{command}", keys)

    # layouts

    def keep_layout(self, game: str, window: QMainWindow) -> None:
        """Keep where the docks of a game's window stand."""
        self._store.setValue(f"layout/{game}", window.saveState(_LAYOUT_VERSION))

    def restore_layout(self, game: str, window: QMainWindow) -> bool:
        """Put the docks back where they stood; return whether that was known."""
        found = self._store.value(f"layout/{game}")
        return isinstance(found, QByteArray) and window.restoreState(found, _LAYOUT_VERSION)

    def forget_layout(self, game: str) -> None:
        """Forget where the docks stood."""
        self._store.remove(f"layout/{game}")

    def keep_window(self, window: QMainWindow) -> None:
        """Keep where the program's window stands, and how large it is."""
        self._store.setValue("window", window.saveGeometry())

    def restore_window(self, window: QMainWindow) -> bool:
        """Put the program's window back; return whether its place was known."""
        found = self._store.value("window")
        return isinstance(found, QByteArray) and window.restoreGeometry(found)

    def forget_layouts(self) -> None:
        """Forget where the docks of all games stood."""
        self._store.remove("layout")

    def sync(self) -> None:
        """Write to disk now."""
        self._store.sync()
