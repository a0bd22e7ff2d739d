"""A layer of a map that somebody else draws, kept as a recording of what was drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtGui import QPainter, QPicture

from tabuleiro.host.map.board_item import OverBoard

if TYPE_CHECKING:
    from PySide6.QtCore import QRectF

    from tabuleiro.host.map.board_item import Frame
    from tabuleiro.host.map.view import BoardView
    from tabuleiro.host.seat import Seat

__all__ = ["LayerEntry", "PaintedItem"]


@dataclass(frozen=True)
class LayerEntry:
    """A layer that draws what it likes: ``paint(painter, view, seat)``.

    The painter draws in the scene, 64 points to a hex; ``view.middle(hex)``, ``view.corners(hex)``
    and ``view.outline(hexes)`` say where a hex is. It lies above lit hexes and below counters.
    """

    id: str
    title: str
    paint: Callable[[QPainter, BoardView, Seat], object]
    shown: bool = True


class PaintedItem(OverBoard):
    """What a layer drew.

    It is recorded once for each position: painting the map never runs the layer's own code.
    """

    def __init__(self, bounds: QRectF) -> None:
        """Begin with nothing drawn."""
        super().__init__(bounds, beyond=1)
        self.picture = QPicture()

    def record(self, layer: LayerEntry, view: BoardView, seat: Seat) -> None:
        """Let a layer draw, and show that from now on."""
        picture = QPicture()
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        layer.paint(painter, view, seat)
        painter.end()
        self.show_picture(picture)

    def show_picture(self, picture: QPicture) -> None:
        """Show a recording; an empty one shows nothing."""
        self.picture = picture
        self.update()

    def draw(self, painter: QPainter, frame: Frame) -> None:
        """Draw what was recorded."""
        if not self.picture.isNull():
            painter.drawPicture(0, 0, self.picture)
