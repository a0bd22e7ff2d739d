"""Pictures of boards for the start page: drawn after it is shown, one by one, and then kept."""

from __future__ import annotations

import contextlib
import threading
from collections import deque
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPixmap

from tabuleiro.host.map.picture import BoardPicture, drawing_code, load_layers
from tabuleiro.host.map.tiles import BoardItem
from tabuleiro.i18n import language
from tabuleiro.module.cache import Cache

if TYPE_CHECKING:
    from pathlib import Path

    from tabuleiro.host.map.cutting import Sheet
    from tabuleiro.module import Module

__all__ = ["CARD", "CardPictures"]

CARD: Final = QSize(210, 150)
"""The size of a picture on the start page, in points."""
_FINE: Final = 2
"""Pixels to a point, so that it is sharp on fine screens, too."""
_PART: Final = 0.72
"""How much of a board a picture shows, its middle: names and legend stand at the rim."""


class CardPictures(QObject):
    """Draws pictures of boards. The drawing itself is done aside; only one is drawn at a time."""

    drawn = Signal(str, QPixmap)
    """The picture of a game, by its id, is there."""
    _ready = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        """Begin with nothing to draw."""
        super().__init__(parent)
        self._wanted: deque[Module] = deque()
        self._worker: threading.Thread | None = None
        self._ready.connect(self._draw, Qt.ConnectionType.QueuedConnection)

    def ask(self, module: Module) -> QPixmap | None:
        """Return the picture of a game if it was kept; else it will be drawn."""
        path = _path(module)
        kept = QPixmap(str(path)) if path is not None and path.is_file() else QPixmap()
        if not kept.isNull():
            kept.setDevicePixelRatio(_FINE)
            return kept
        self._wanted.append(module)
        return None

    def begin(self) -> None:
        """Draw what was asked for; called once the page is on the screen."""
        if self._worker is None and self._wanted:
            module, spoken = self._wanted.popleft(), language()
            self._worker = threading.Thread(target=self._load, args=(module, spoken))
            self._worker.start()

    @property
    def busy(self) -> bool:
        """Whether pictures are still to be drawn."""
        return self._worker is not None or bool(self._wanted)

    def stop(self) -> None:
        """Draw no more."""
        self._wanted.clear()
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.join()

    def _load(self, module: Module, spoken: str) -> None:
        """In a thread of its own: draw the sheet of a board, which knows nothing of Qt."""
        sheet = None
        with contextlib.suppress(Exception):  # a card without a picture is still a card
            sheet = load_layers(module, spoken)
        with contextlib.suppress(RuntimeError):  # the page may be gone
            self._ready.emit(module, sheet)

    def _draw(self, module: Module, sheet: Sheet | None) -> None:
        if self._worker is None:
            return  # stopped meanwhile
        self._worker.join()
        self._worker = None
        if sheet is not None:
            picture = _picture(module, sheet)
            path = _path(module)
            if path is not None:
                for old in path.parent.glob(f"{module.id}-*-card-*.png"):
                    old.unlink(missing_ok=True)
                picture.save(str(path))
            self.drawn.emit(module.id, picture)
        QTimer.singleShot(0, self, self.begin)


def _path(module: Module) -> Path | None:
    """Return where the picture of a board is kept: beside the sheet that it is made of."""
    folder = Cache.of_user().folder
    if folder is None:
        return None
    name = f"{module.id}-{module.content_hash[:16]}-card-{drawing_code()}.png"
    return folder / "pictures" / name


def _picture(module: Module, sheet: Sheet) -> QPixmap:
    """Return the middle of a game's board, small."""
    whole = QPixmap(CARD * _FINE)
    board = BoardPicture(sheet)
    item = BoardItem(board, module.board)
    item.hidden = frozenset({"grid", "numbers", "names"})
    land = QRectF(board.size)
    scale = max(whole.width() / land.width(), whole.height() / land.height()) / _PART
    painter = QPainter(whole)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(whole.width() / 2, whole.height() / 2)
    painter.scale(scale, scale)
    painter.translate(-land.center())
    item.render(painter, land, scale)
    painter.end()
    whole.setDevicePixelRatio(_FINE)
    return whole
