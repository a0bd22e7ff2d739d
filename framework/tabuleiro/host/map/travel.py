"""Moves that are seen: a counter goes along its path before it lies in its new place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import (
    QAbstractAnimation,
    QEasingCurve,
    QObject,
    QPointF,
    QRectF,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import QPainter

from tabuleiro.host.map.board_item import Level, OverBoard, line_through
from tabuleiro.host.map.stacks import SIDE, about_middle

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtGui import QPainterPath

    from tabuleiro.host.counter import Face
    from tabuleiro.host.map.art import BucketArt
    from tabuleiro.host.map.board_item import Frame
    from tabuleiro.host.map.view import BoardView

__all__ = ["Travel"]

_LONGEST_MS: Final = 250


class _Traveller(OverBoard):
    """A counter on its way."""

    def __init__(self, face: Face, path: QPainterPath, art: BucketArt) -> None:
        super().__init__(about_middle(QPointF(0, 0), face))
        self._face = face
        self.path = path
        self._art = art
        self.setPos(path.pointAtPercent(0))

    def draw(self, painter: QPainter, frame: Frame) -> None:
        side = SIDE * frame.zoom * painter.device().devicePixelRatio()
        pixmap = self._art.pixmap(self._face, self._art.bucket(side))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawPixmap(self._bounds, pixmap, QRectF(pixmap.rect()))


class Travel(QObject):
    """Lets counters travel, all at once. ``animated`` switched off, they are there at once."""

    ended = Signal()
    """All have arrived."""

    def __init__(self, view: BoardView, parent: QObject | None = None) -> None:
        """Travel on a map; a click or key there ends it at once."""
        super().__init__(parent)
        self.animated = True
        self._view = view
        self._travellers: dict[str, _Traveller] = {}
        self._clock = QVariantAnimation(self)
        self._clock.setStartValue(0.0)
        self._clock.setEndValue(1.0)
        self._clock.setEasingCurve(QEasingCurve.Type.InOutQuad)
        self._clock.valueChanged.connect(self._go)
        self._clock.finished.connect(self.finish)
        view.touched.connect(self.finish)

    @property
    def away(self) -> frozenset[str]:
        """The pieces on their way."""
        return frozenset(self._travellers)

    def start(
        self, journeys: Mapping[str, tuple[Face, Sequence[QPointF]]], longest_ms: int
    ) -> None:
        """Send pieces, each through some points of the scene, within so many milliseconds."""
        self.finish()
        time = min(_LONGEST_MS, longest_ms)
        if not self.animated or time <= 0 or not self._view.isVisible():
            return
        for piece, (face, points) in journeys.items():
            path = line_through(points)
            if path.length() > 1:
                item = _Traveller(face, path, self._view.counters)
                self._travellers[piece] = self._view.add(item, Level.TRAVEL)
        if self._travellers:
            self._clock.setDuration(time)
            self._clock.start(QAbstractAnimation.DeletionPolicy.KeepWhenStopped)

    def _go(self, part: float) -> None:
        for item in self._travellers.values():
            item.setPos(item.path.pointAtPercent(min(1.0, max(0.0, part))))

    def finish(self) -> None:
        """Let all arrive now."""
        if not self._travellers:
            return
        self._clock.stop()
        for item in self._travellers.values():
            self._view.scene().removeItem(item)
        self._travellers.clear()
        self.ended.emit()
