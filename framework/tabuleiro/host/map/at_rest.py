"""A picture of what lies over the board, for as long as the map rests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QStyleOptionGraphicsItem

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tabuleiro.host.map.board_item import Frame

__all__ = ["AtRest"]

_FEW: Final = 20
"""So many lines are drawn each time: a picture of them would take longer."""


class AtRest:
    """Draws many lines once while neither they nor the map move.

    Around them counters, light and pointer change at each gesture, and Qt draws all again. While
    one moves the map they are drawn as they are: a picture would serve for one frame. Where the
    screen goes to and fro between two who see others, both pictures are kept.
    """

    def __init__(self) -> None:
        """Begin without a picture."""
        self._at: tuple[object, ...] | None = None
        self._pictures: list[tuple[Sequence[object], QPixmap]] = []

    def draw(
        self,
        painter: QPainter,
        frame: Frame,
        deed: Callable[[QPainter, Frame], object],
        lines: Sequence[object],
    ) -> None:
        """Draw what ``deed`` draws: these lines, which stay as they are."""
        if len(lines) <= _FEW or frame.paper:
            deed(painter, frame)
            return
        world, area = painter.worldTransform(), painter.viewport()
        ratio = painter.device().devicePixelRatio()
        at = (world.m11(), world.m22(), world.dx(), world.dy(), area.size().toTuple(), ratio)
        if at != self._at:
            self._at, self._pictures = at, []
            deed(painter, frame)
            return
        picture = next((made for shown, made in self._pictures if shown == lines), None)
        if picture is None:
            picture = QPixmap(area.size() * ratio)
            picture.setDevicePixelRatio(ratio)
            picture.fill(Qt.GlobalColor.transparent)
            whole = QStyleOptionGraphicsItem()
            back, _possible = world.inverted()
            whole.exposedRect = back.mapRect(QRectF(area))
            inner = QPainter(picture)
            inner.setRenderHint(QPainter.RenderHint.Antialiasing)
            inner.setWorldTransform(world)
            deed(inner, frame._replace(option=whole))
            inner.end()
            self._pictures = [*self._pictures[-1:], (lines, picture)]
        painter.save()
        painter.resetTransform()
        painter.drawPixmap(0, 0, picture)
        painter.restore()
