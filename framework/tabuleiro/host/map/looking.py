"""Looking at a board: zoom on the pointer, drag, wheel, fit. No counters, no gestures of play."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QNativeGestureEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView, QWidget

from tabuleiro.host.map.picture import SCALE

__all__ = ["ALMOST", "ZOOM_STEP", "LookingView", "largest"]

ZOOM_STEP: Final = math.sqrt(2)
_LARGEST: Final = 4.0
_ROOM: Final = 40 * SCALE
"""How far beyond the board one can look."""
_FITTED_MARGIN: Final = 6
_FRAMED: Final = 1.05
"""No part of the board is opened on any closer: counters have some 40 points."""
_WORTH: Final = 1.15
"""By so much closer a part of the board must come, or all of it is shown."""
_SHRINK: Final = 0.9
ALMOST: Final = 0.97
"""Who comes so near to a zoom fits."""
_HALVES: Final = 5
_ABOUT: Final = 1.8 * SCALE
"""So much about a point is brought into sight with it."""


def largest(
    low: float, high: float, area: Callable[[float], QRectF], fitting: Callable[[QRectF], float]
) -> float:
    """Return the largest zoom at which an area is seen whose size hangs on the zoom."""
    zoom = failed = high
    while zoom > low and fitting(area(zoom)) < zoom:
        zoom, failed = zoom * _SHRINK, zoom
    for _step in range(_HALVES):
        middle = (zoom + failed) / 2
        fits = fitting(area(middle)) >= middle
        zoom, failed = (middle, failed) if fits else (zoom, middle)
    return max(zoom, low)


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
        self._board = QRectF(whole)
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
        self.frame: Callable[[float], QRectF] | None = None
        """What is fitted into the window, at a zoom; None is all of it."""
        self.following = True
        """Whether the board is fitted again when the window gets another size."""
        self.covered = QRect()
        """What a card over the map covers, in points of the widget."""

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
        self.following = False
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
        return self.fitting_of(self.whole)

    def fitting_of(self, area: QRectF) -> float:
        """Return the zoom at which an area of the scene fills the window."""
        size = self.viewport().size()
        wide, high = size.width() - _FITTED_MARGIN, size.height() - _FITTED_MARGIN
        return max(min(wide / area.width(), high / area.height(), _LARGEST), 0.01)

    def fit(self) -> None:
        """Show the whole board."""
        self.frame = None
        self.fit_again()

    def fit_width(self) -> None:
        """Show the board as wide as the window; of its height what was in the middle.

        For a board that is tall and a window that is not: fitted as a whole it leaves much desk.
        """
        middle = self.seen().center().y()
        for _again in range(2):  # what lies beside the board is narrower at the new zoom
            self.set_zoom((self.viewport().width() - _FITTED_MARGIN) / self.whole.width())
        self.look_at(self._inside(QPointF(self.whole.center().x(), middle), self.whole))

    def fit_again(self) -> None:
        """Show what is to be in sight as large as the window allows, and go on doing so."""
        zoom = self._fitting()
        if self.frame is not None and zoom < _FRAMED:
            closer = largest(zoom, _FRAMED, self.frame, self.fitting_of)
            zoom = closer if closer > _WORTH * zoom else zoom
        self.resetTransform()
        self.scale(zoom, zoom)
        self.following = True
        self.zoomed.emit(self.zoom)
        seen = self.whole if self.frame is None else self.frame(zoom)
        self.centerOn(self._inside(self._middle_of(seen, zoom), seen.united(self._board)))
        self.moved.emit()

    def _middle_of(self, seen: QRectF, zoom: float) -> QPointF:
        """Return where to look to see an area, or the board where that is too long."""
        size, board = self.viewport().size(), self._board
        wide, high = size.width() / zoom / ALMOST, size.height() / zoom / ALMOST
        across = seen if seen.width() <= wide else board
        along = seen if seen.height() <= high else board
        return QPointF(across.center().x(), along.center().y())

    def too_small(self) -> bool:
        """Return whether the whole board is shown, and could be much larger by now."""
        return self.following and self.frame is None and self._fitting() > _WORTH * self.zoom

    def _inside(self, middle: QPointF, whole: QRectF) -> QPointF:
        """Return the nearest middle at which no more is seen beyond an area than need be."""
        size = self.viewport().size()
        spots = []
        for at, low, high, points in (
            (middle.x(), whole.left(), whole.right(), size.width()),
            (middle.y(), whole.top(), whole.bottom(), size.height()),
        ):
            half = points / self.zoom / 2
            room = high - low > 2 * half
            spots.append(min(max(at, low + half), high - half) if room else (low + high) / 2)
        return QPointF(*spots)

    def place(self) -> tuple[float, QPointF]:
        """Return the zoom and the point of the scene in the middle of the window."""
        return self.zoom, self.seen().center()

    def go_to(self, zoom: float, middle: QPointF) -> None:
        """Look where somebody looked before."""
        self.set_zoom(zoom)
        self.look_at(middle)

    def pan(self, dx: float, dy: float) -> None:
        """Move the board under the window, in points of the screen."""
        self.following = False
        self._shift(QPointF(-dx, -dy))
        self._kept_in_sight()
        self.moved.emit()

    def look_at(self, point: QPointF) -> None:
        """Bring a point of the scene into the middle of the window."""
        self.following = False
        self.centerOn(point)
        self._kept_in_sight()
        self.moved.emit()

    def bring(self, point: QPointF) -> None:
        """Move the board just so far that a point of the scene is seen with what is about it."""
        size = self.viewport().size()
        about = min(round(_ABOUT * self.zoom), size.width() // 3, size.height() // 3)
        self.ensureVisible(QRectF(point, point), about, about)
        self.moved.emit()

    def uncover(self, point: QPointF) -> None:
        """Move the board just so far that no card covers a point of the scene or what is about it.

        A card lies in the lower left corner.
        """
        about = round(_ABOUT * self.zoom / 2)
        spot, room = self.mapFromScene(point), self.covered.adjusted(-about, -about, about, about)
        if not room.contains(spot):
            return
        right, up = room.right() + 1 - spot.x(), spot.y() + 1 - room.top()
        self.pan(*((-right, 0) if right < up else (0, up)))

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
        """Fit the board into the window, until somebody looks elsewhere."""
        super().resizeEvent(event)
        if self.following and event.size().width() > 0:
            self.fit_again()
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
