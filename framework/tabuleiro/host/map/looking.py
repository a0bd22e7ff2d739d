"""Looking at a board: zoom on the pointer, drag, wheel, fit. No counters, no gestures of play."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QNativeGestureEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView, QWidget

from tabuleiro.host.map.picture import SCALE

__all__ = ["ZOOM_STEP", "LookingView"]

ZOOM_STEP: Final = math.sqrt(2)
_LARGEST: Final = 4.0
_ROOM: Final = 40 * SCALE
"""How far beyond the board one can look."""
_FITTED_MARGIN: Final = 6
_ABOUT: Final = 1.8 * SCALE
"""So much about a point is brought into sight with it."""


class LookingView(QGraphicsView):
    """A view that shows a rectangle of interest and what lies about it."""

    zoomed = Signal(float)
    """The zoom is another one."""
    moved = Signal()
    """Another part of the board is shown."""
    resized = Signal()
    """The window is larger or smaller, so that less may be seen."""

    def __init__(self, whole: QRectF, parent: QWidget | None = None) -> None:
        """Look at a rectangle of a new scene."""
        self._world = QGraphicsScene()  # the view does not own it
        super().__init__(self._world, parent)
        self.whole = QRectF(whole)
        """What `fit` shows."""
        self._world.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self._world.setSceneRect(whole.adjusted(-_ROOM, -_ROOM, _ROOM, _ROOM))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setBackgroundBrush(QColor("#5a4a38"))
        self.setMouseTracking(True)
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._fitted = False

    @property
    def zoom(self) -> float:
        """How many points of the screen a unit of the scene has."""
        return self.transform().m11()

    def set_zoom(self, zoom: float, around: QPoint | None = None) -> None:
        """Zoom so that what is under a point of the widget stays there."""
        zoom = min(_LARGEST, max(self._fitting() * 0.8, zoom))
        spot = around if around is not None else self.viewport().rect().center()
        before = self.mapToScene(spot)
        self.resetTransform()
        self.scale(zoom, zoom)
        after = self.mapToScene(spot)
        self._shift((after - before) * zoom)
        self.zoomed.emit(zoom)
        self.moved.emit()

    def _shift(self, by: QPointF) -> None:
        for bar, step in (
            (self.horizontalScrollBar(), by.x()),
            (self.verticalScrollBar(), by.y()),
        ):
            bar.setValue(bar.value() - round(step))

    def _fitting(self) -> float:
        """Return the zoom at which the whole board is seen."""
        size = self.viewport().size()
        wide, high = size.width() - _FITTED_MARGIN, size.height() - _FITTED_MARGIN
        return max(min(wide / self.whole.width(), high / self.whole.height(), _LARGEST), 0.01)

    def fit(self) -> None:
        """Show the whole board."""
        zoom = self._fitting()
        self.resetTransform()
        self.scale(zoom, zoom)
        self.centerOn(self.whole.center())
        self.zoomed.emit(self.zoom)
        self.moved.emit()

    def pan(self, dx: float, dy: float) -> None:
        """Move the board under the window, in points of the screen."""
        self._shift(QPointF(-dx, -dy))
        self._kept_in_sight()
        self.moved.emit()

    def look_at(self, point: QPointF) -> None:
        """Bring a point of the scene into the middle of the window."""
        self.centerOn(point)
        self._kept_in_sight()
        self.moved.emit()

    def bring(self, point: QPointF) -> None:
        """Move the board just so far that a point of the scene is seen with what is about it."""
        size = self.viewport().size()
        about = min(round(_ABOUT * self.zoom), size.width() // 3, size.height() // 3)
        self.ensureVisible(QRectF(point, point), about, about)
        self.moved.emit()

    def _kept_in_sight(self) -> None:
        """Do not let the board be pushed out of the window: its edge reaches the middle."""
        middle = self.seen().center()
        x = min(max(middle.x(), self.whole.left()), self.whole.right())
        y = min(max(middle.y(), self.whole.top()), self.whole.bottom())
        if abs(x - middle.x()) > 1 or abs(y - middle.y()) > 1:
            self.centerOn(x, y)

    def seen(self) -> QRectF:
        """Return the part of the scene that is shown."""
        return self.mapToScene(self.viewport().rect()).boundingRect()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the board into the window when it is first shown."""
        super().resizeEvent(event)
        if not self._fitted and event.size().width() > 0:
            self._fitted = True
            self.fit()
        self.moved.emit()
        self.resized.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom on the pointer; with Shift, or on a touchpad with two fingers, move."""
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier or not event.pixelDelta().isNull():
            by = event.pixelDelta() if not event.pixelDelta().isNull() else event.angleDelta()
            self.pan(-by.x(), -by.y())
        else:
            notches = event.angleDelta().y() / 120
            self.set_zoom(self.zoom * ZOOM_STEP ** (notches / 2), event.position().toPoint())
        event.accept()

    def viewportEvent(self, event: QEvent) -> bool:
        """Zoom also where two fingers are spread or pinched on a touchpad."""
        pinch = Qt.NativeGestureType.ZoomNativeGesture
        if isinstance(event, QNativeGestureEvent) and event.gestureType() == pinch:
            self.set_zoom(self.zoom * (1 + event.value()), event.position().toPoint())
            return True
        return super().viewportEvent(event)
