"""A picture of what lies over the board, for as long as the map rests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QStyleOptionGraphicsItem

if TYPE_CHECKING:
    from collections.abc import Callable

    from tabuleiro.host.map.board_item import Frame

__all__ = ["AtRest"]

_FEW: Final = 20
"""So many lines are drawn each time: a picture of them would take longer."""


class AtRest:
    """Draws a thing of many lines once while neither it nor the map moves.

    Around it counters, light and pointer change at each gesture, and Qt draws all again. While one
    moves the map it is drawn as it is: a picture would serve for one frame.
    """

    def __init__(self) -> None:
        """Begin without a picture."""
        self._at: tuple[object, ...] | None = None
        self._picture: QPixmap | None = None

    def forget(self) -> None:
        """It is another thing now."""
        self._at = self._picture = None

    def draw(
        self, painter: QPainter, frame: Frame, deed: Callable[[QPainter, Frame], object], lines: int
    ) -> None:
        """Draw what ``deed`` draws: so many lines."""
        if lines <= _FEW or frame.paper:
            deed(painter, frame)
            return
        world, area = painter.worldTransform(), painter.viewport()
        ratio = painter.device().devicePixelRatio()
        at = (world.m11(), world.m22(), world.dx(), world.dy(), area.size().toTuple(), ratio)
        if at != self._at:
            self._at, self._picture = at, None
            deed(painter, frame)
            return
        if self._picture is None:
            self._picture = QPixmap(area.size() * ratio)
            self._picture.setDevicePixelRatio(ratio)
            self._picture.fill(Qt.GlobalColor.transparent)
            whole = QStyleOptionGraphicsItem()
            back, _possible = world.inverted()
            whole.exposedRect = back.mapRect(QRectF(area))
            inner = QPainter(self._picture)
            inner.setRenderHint(QPainter.RenderHint.Antialiasing)
            inner.setWorldTransform(world)
            deed(inner, frame._replace(option=whole))
            inner.end()
        painter.save()
        painter.resetTransform()
        painter.drawPixmap(0, 0, self._picture)
        painter.restore()
