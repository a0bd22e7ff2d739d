"""Pictures of the matches of a library: what was seen of the map when each was left."""

from __future__ import annotations

import contextlib
import hashlib
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPixmap

from tabuleiro.host.handover import is_secret
from tabuleiro.host.poster import cover
from tabuleiro.module.cache import Cache
from tabuleiro.store.sink import StoredGame

if TYPE_CHECKING:
    from pathlib import Path

    from tabuleiro.host.window import MatchWindow
    from tabuleiro.store import Entry, Library

__all__ = ["MatchPictures"]

_SIZE: Final = QSize(640, 360)
_QUALITY: Final = 82
_LEAST: Final = 200
"""A map of fewer pixels makes no picture."""


class MatchPictures:
    """Keeps them in the user's cache: who empties it loses pictures, no matches."""

    def __init__(self, library: Library) -> None:
        """Keep pictures for the matches of a library."""
        self._library = library

    def take(self, window: MatchWindow) -> None:
        """Keep what is seen of a match that is being left.

        Between people who hide something from each other it is what lies open to both.
        """
        sink = window.seat.table.game.sink
        if not isinstance(sink, StoredGame) or not window.shown:
            return
        entry = next((each for each in self._library.list() if each.id == sink.id), None)
        path = self._path(entry) if entry is not None else None
        if path is None:
            return
        if is_secret(window.seat):
            window.seat.hold_back()
        view = window.view
        board = view.mapFromScene(view.picture.size).boundingRect()
        whole = view.viewport().grab(board.intersected(view.viewport().rect()))
        if min(whole.width(), whole.height()) < _LEAST:
            return
        part = whole.copy(cover(whole.size(), _SIZE.toSizeF()).toRect())
        small = part.scaled(_SIZE, mode=Qt.TransformationMode.SmoothTransformation)
        small.setDevicePixelRatio(1)
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            small.save(str(path), "JPG", _QUALITY)

    def of(self, entry: Entry) -> QPixmap | None:
        """Return the picture of a match, None if there is none."""
        path = self._path(entry)
        found = QPixmap(str(path)) if path is not None and path.is_file() else QPixmap()
        return None if found.isNull() else found

    def forget(self, entry: Entry) -> None:
        """Throw away the picture of a match that is deleted."""
        path = self._path(entry)
        if path is not None:
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)

    def _path(self, entry: Entry) -> Path | None:
        folder = Cache.of_user().folder
        if folder is None:
            return None
        # The number alone would not do: another library counts from one, too.
        told = f"{self._library.path.absolute()}|{entry.id}|{entry.created}"
        name = hashlib.blake2b(told.encode(), digest_size=12).hexdigest()
        return folder / "matches" / f"{name}.jpg"
