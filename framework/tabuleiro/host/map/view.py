"""The map as a widget: a board that is pointed at, with stacks on it and places beside it."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, TypeVar

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QWidget

from tabuleiro.board.plain import AT
from tabuleiro.host.counter import CounterArt
from tabuleiro.host.map.art import BucketArt
from tabuleiro.host.map.board_item import Level
from tabuleiro.host.map.cursor import step_from
from tabuleiro.host.map.looking import ALMOST, ZOOM_STEP, LookingView, largest
from tabuleiro.host.map.margins import Beside
from tabuleiro.host.map.marks import ring_bands
from tabuleiro.host.map.names import FarNames
from tabuleiro.host.map.overlays import CursorItem, HexOverlay, PathItem
from tabuleiro.host.map.picture import SCALE, BoardPicture
from tabuleiro.host.map.places import PlaceNames
from tabuleiro.host.map.stacks import StackItem, growth
from tabuleiro.host.map.tiles import BoardItem
from tabuleiro.host.theme import Overlay

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from tabuleiro.board import Board
    from tabuleiro.host.map.access import Spoken

__all__ = ["ARROWS", "BoardView"]

Item = TypeVar("Item", bound=QGraphicsItem)
_CLICK: Final = 6
_MOST_HELD: Final = 12
"""So many of the pieces that are dragged are drawn."""
"""So many pixels the pointer may move between press and release for a click."""
_INSET: Final = 60
_AROUND: Final = 3.4 * SCALE
_SHARE: Final = 0.62
"""What lies beside a board takes no more of its size than this."""
ARROWS: Final = {
    Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1),
}  # fmt: skip


class BoardView(LookingView):
    """A board. It knows nothing of matches: others put stacks and overlays on it and listen.

    Wherever a signal tells of a hex, it may also be a place beside the board (see `beside`).
    """

    hovered = Signal(object)
    """The pointer is over another hex, or None."""
    clicked = Signal(object, object, object)
    """A click: hex or None, piece or None, the event (None: by the keyboard)."""
    double_clicked = Signal(object, object)
    """A double click: hex or None, piece or None."""
    menu_asked = Signal(object, object, object)
    """A click with the right button: hex or None, piece or None, where on the screen."""
    dragged = Signal(str, object)
    """A piece is being dragged over a hex, or None."""
    dropped = Signal(str, object)
    """A piece was dropped on a hex, or None."""
    lassoed = Signal(object)
    """Pieces were caught with a lasso (Shift and drag)."""
    wandered = Signal()
    """The pointer moved, perhaps within a hex."""
    touched = Signal()
    """A key or button was pressed: whatever moves by itself comes to its end."""

    def __init__(self, picture: BoardPicture, board: Board, parent: QWidget | None = None) -> None:
        """Show a board."""
        super().__init__(picture.size, parent)
        self.board = board
        self.picture = picture
        self.art = CounterArt()
        """Counters at any size, for those who draw beside the map."""
        self.counters = BucketArt(self)
        self.counters.made.connect(self.viewport().update)
        self.ground = self.add(BoardItem(picture, board), Level.GROUND)
        self.names = self.add(FarNames(picture, board, self.ground), Level.SIGNS)
        self.places = self.add(PlaceNames(picture, board, self.ground), Level.SIGNS)
        self.beside = self.add(Beside(picture, board), Level.BESIDE)
        self.path = self.add(PathItem(picture.size, Overlay.PATH), Level.PATH)
        self._cursor = self.add(CursorItem(picture.size), Level.CURSOR)
        self._stacks: dict[str, StackItem] = {}
        self.laid_out: set[str] = set()
        """The places whose counters lie side by side until they are stacked on purpose."""
        self._overlays: dict[str, HexOverlay] = {}
        self._middles: dict[str, QPointF] = {}
        self._corners: dict[str, QPolygonF] = {}
        self.cursor_hex: str | None = None
        """The hex of the keyboard, or the one under the pointer."""
        self.pointer = QPointF()
        """Where the pointer is in the scene."""
        self.cycling = self._no_cycling
        """What Tab does: called with True for forward; returns whether it did something."""
        self.may_grab: Callable[[str], bool] = lambda _piece: True
        """Whether a piece is dragged; else the map is."""
        self.spoken: Spoken | None = None
        """Who says to screen readers what is here."""
        self._fits: tuple[object, float] = (None, 1.0)
        self.zoomed.connect(self.lay_beside)
        self._ringed: tuple[str, ...] = ()
        """The hexes round which rings are drawn, and what these cover."""
        self._rings: list[QRectF] = []
        self._markers: list[QRectF] = []
        """What markers cover."""
        self.zoomed.connect(self._forget_sizes)
        self._pressed: QPoint | None = None
        self._last = QPoint()
        self._grabbed: str | None = None
        self.grabbed_apart = False
        """Whether the piece that was grabbed lay in a fan, apart from its stack."""
        self.carried: tuple[str, ...] = ()
        """What else is dragged with the piece that was grabbed, itself among it."""
        self._dragging = False
        self._panning = False
        self._lasso: QRectF | None = None
        self._space = False

    def _fitting(self) -> float:
        """Return the zoom at which the whole board is seen with what lies beside it."""
        now = (self.viewport().size().toTuple(), self.beside.version)
        if self._fits[0] != now:
            most = self.fitting_of(self.picture.size)
            found = largest(_SHARE * most, most, self.beside.reach, self.fitting_of)
            fits = self.fitting_of(self.beside.reach(found)) >= found * ALMOST
            # In a flat window what is beside the board, which never gets too small to be read,
            # would leave nothing of it: then the board has all the room.
            self._fits = (now, found if fits else most)
        return self._fits[1]

    def lay_beside(self) -> None:
        """Lay what is beside the board as large as it must be at this zoom."""
        self.beside.zoom_to(self.zoom)
        self.whole = self.beside.reach()

    def clear_names(self, rings: Iterable[str]) -> None:
        """Let names stand where no counter, marker or ring round these hexes covers them."""
        ringed = tuple(rings)
        if ringed != self._ringed:
            areas = (ring_bands(self.corners(hex), self.middle(hex)) for hex in ringed)
            self._ringed, self._rings = ringed, [band for bands in areas for band in bands]
        self.places.avoid([*self._covers(1.0), *self._markers], self._rings)
        self.names.avoid(self._covers_from_afar, self._rings)

    def clear_markers(self, markers: Iterable[QRectF]) -> None:
        """Let names step aside where markers cover them."""
        found = list(markers)
        if found != self._markers:
            self._markers = found
            self.clear_names(self._ringed)

    def _covers_from_afar(self, zoom: float) -> list[QRectF]:
        """Return what stacks cover at a zoom at which they may be larger."""
        return self._covers(growth(zoom))

    def _covers(self, by: float) -> list[QRectF]:
        """Return what stacks cover in the scene if they are so much larger."""
        stacks = [item for place, item in self._stacks.items() if place in self.board.grid]
        areas = [(item.home, item.covers()) for item in stacks]
        return [QRectF(home + area.topLeft() * by, area.size() * by) for home, area in areas]

    # where things are

    def middle(self, place: str) -> QPointF:
        """Return where the counters of a hex, or of a place beside the board, stand."""
        spot = self.beside.spots.get(place)
        if spot is not None:
            return spot.gone
        found = self._middles.get(place)
        if found is None:
            at = self.picture.scene(*self.board.geometry.centre(place))
            found = self._middles[place] = QPointF(*at)
        return found

    def about(self, hex: str) -> Callable[[float], QRectF]:
        """Return what is to be seen with a hex that matters: its neighbours and theirs."""
        off = QPointF(_AROUND, _AROUND)
        area = QRectF(self.middle(hex) - off, self.middle(hex) + off)
        return lambda _zoom: area

    def knows(self, place: str) -> bool:
        """Return whether there is such a place on the board or beside it."""
        return place in self.board.grid or place in self.beside.spots

    def hex_at(self, point: QPoint, holding: str | None = None) -> str | None:
        """Return the hex or place under a point of the widget; a fan belongs to its hex.

        On a map without a grid a counter belongs to the point where it lies, but for one that is
        being held.
        """
        at = self.mapToScene(point)
        for item in self._stacks.values():
            if item.fanned and item.boundingRect().contains(item.mapFromScene(at)):
                return item.place
        hex = self.hex_under(at)
        if hex is not None and AT in hex:
            return self._loose_at(at, holding) or hex
        return hex or self.beside.place_at(at)

    def _loose_at(self, at: QPointF, holding: str | None) -> str | None:
        """Return the point where the counter lies that is under a point of the scene.

        A piece that is being held joins those that stack, no others.
        """
        for item in self._from_above():
            if AT in item.place and item.pieces not in ((), (holding,)):
                inside = item.mapFromScene(at)
                if not item.boundingRect().contains(inside):
                    continue
                piece = item.piece_at(inside)
                if piece is not None and (holding is None or piece in item.stacked):
                    return item.place
        return None

    def hex_under(self, at: QPointF) -> str | None:
        """Return the hex under a point of the scene."""
        return self.board.geometry.hex_at(*self.picture.board(at.x(), at.y()))

    def _from_above(self) -> list[StackItem]:
        """Return the stacks, those that lie on others first: of equals who came last."""
        return sorted(self._stacks.values(), key=lambda each: each.zValue())[::-1]

    def piece_at(self, point: QPoint, *, deep: bool = False) -> str | None:
        """Return the piece whose counter lies under a point of the widget; see `StackItem`."""
        at = self.mapToScene(point)
        for item in self._from_above():
            inside = item.mapFromScene(at)
            if item.isVisible() and item.boundingRect().contains(inside):
                piece = item.piece_at(inside, deep=deep)
                if piece is not None:
                    return piece
        return None

    def _tray_at(self, point: QPoint) -> str | None:
        """Return the top piece of the fan whose tray is under a point: it stands for all of it."""
        at = self.mapToScene(point)
        for item in self._stacks.values():
            if item.tray.contains(item.mapFromScene(at)):
                return (*item.pieces[-1:], *item.stacked[-1:])[-1]
        return None

    def corners(self, hex: str) -> QPolygonF:
        """Return the corners of a hex in the scene."""
        found = self._corners.get(hex)
        if found is None:
            points = [self.picture.scene(x, y) for x, y in self.board.geometry.corners(hex)]
            found = self._corners[hex] = QPolygonF([QPointF(*point) for point in points])
        return found

    def outline(self, hexes: Iterable[str]) -> QPainterPath:
        """Return the line round some hexes in the scene."""
        path = QPainterPath()
        for line in self.board.geometry.border(hexes):
            path.addPolygon(QPolygonF([QPointF(*self.picture.scene(x, y)) for x, y in line]))
            path.closeSubpath()
        return path

    # what lies on the board

    def add(self, item: Item, z: float) -> Item:
        """Put an item of one's own on the board, as high as it is to lie (see `Level`)."""
        item.setZValue(z)
        self._world.addItem(item)
        return item

    def stack(self, place: str, at: QPointF | None = None) -> StackItem:
        """Return the stack of a place, a new one if there is none yet."""
        item = self._stacks.get(place)
        if item is None:
            item = self.add(StackItem(place, self.counters), Level.STACKS)
            self._stacks[place] = item
            item.setPos(self.middle(place) if at is None else at)
        return item

    @property
    def stacks(self) -> Mapping[str, StackItem]:
        """The stacks by their place."""
        return self._stacks

    def stack_of(self, piece: str) -> StackItem | None:
        """Return the stack with a piece, or with one that it is inside of."""
        items = self._stacks.values()
        return next((i for i in items if piece in i.pieces or piece in i.inside), None)

    def keep_stacks(self, places: Iterable[str]) -> None:
        """Take away the stacks of all other places."""
        kept = set(places)
        self.laid_out &= kept
        for place in [place for place in self._stacks if place not in kept]:
            self._world.removeItem(self._stacks.pop(place))

    def fan_out(self, place: str | None) -> None:
        """Lay the counters of one place side by side, and stack those that nobody laid out."""
        for name, item in self._stacks.items():
            out = name == place or name in self.laid_out
            if item.fanned or out:
                item.fan(out=out)
                item.enlarge(self.zoom, self.seen())
                item.setZValue(Level.FAN if item.fanned else Level.STACKS)

    def overlay(
        self, name: str, fill: QColor, edge: QColor | None = None, *, z: float = Level.LEGAL,
        hatched: bool = False,
    ) -> HexOverlay:  # fmt: skip
        """Return an overlay by name, a new one if there is none yet."""
        item = self._overlays.get(name)
        if item is None:
            item = self.add(HexOverlay(self.picture.size, fill, edge, hatched=hatched), z)
            self.add(item.prices, Level.PRICES)
            self._overlays[name] = item
        return item

    def show_way(
        self,
        points: Sequence[QPointF],
        words: Sequence[str] = (),
        others: Iterable[Sequence[QPointF]] = (),
    ) -> None:
        """Show a path; where it tells what is spent, no lit hex tells what is left."""
        self.path.show_path(points, words, others)
        for overlay in self._overlays.values():
            overlay.prices.pass_by(self.path.told)

    def light(self, name: str, hexes: Mapping[str, str], *, joined: bool = False) -> None:
        """Show hexes of an overlay, each with a text; ``joined`` draws one outline of them all."""
        inside = [hex for hex in hexes if hex in self.board.grid]
        outline = self.outline(inside) if joined else QPainterPath()
        shapes = [(self.corners(hex), self.middle(hex), hexes[hex]) for hex in inside]
        self._overlays[name].show_hexes(shapes, outline)

    def show_hex(self, hex: str) -> None:
        """Bring a hex or place into the window, to its middle if it is not well inside.

        At an edge of the board it stays off the middle: the window is for the board, not the desk.
        """
        spot = self.mapFromScene(self.middle(hex))
        if not self.viewport().rect().adjusted(_INSET, _INSET, -_INSET, -_INSET).contains(spot):
            self.turn_to(hex)
        self.uncover(self.middle(hex))

    def turn_to(self, hex: str) -> None:
        """Bring a hex or place as near to the middle of the window as the board allows."""
        self.look_at(self._inside(self.middle(hex), self.whole))

    # the mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a click, a drag of a piece, a lasso, or a drag of the board."""
        self.touched.emit()
        spot = event.position().toPoint()
        self._pressed = self._last = spot
        self._dragging = False
        self._grabbed = None
        left = event.button() == Qt.MouseButton.LeftButton
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self._panning = event.button() == Qt.MouseButton.MiddleButton or self._space
        if left and not self._panning:
            grabbed = None if shift else self.piece_at(spot) or self._tray_at(spot)
            self._grabbed = grabbed if grabbed is not None and self.may_grab(grabbed) else None
            held = self.stack_of(self._grabbed) if self._grabbed else None
            of_fan = held is not None and held.fanned
            self.grabbed_apart = of_fan and self._grabbed == self.piece_at(spot)
            if shift:
                self._lasso = QRectF(self.mapToScene(spot), self.mapToScene(spot))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go on with what was begun, or tell what is under the pointer."""
        spot = event.position().toPoint()
        self.pointer = self.mapToScene(spot)
        under = self.hex_at(spot)
        bare = under is not None and AT in under and under not in self._stacks
        self.point(None if bare else under)  # every pixel would be another place
        self.wandered.emit()
        if self._pressed is not None and not event.buttons():
            self._let_go()  # what lay over the map took the release
        if self._pressed is None:
            return
        if not self._dragging and (spot - self._pressed).manhattanLength() >= _CLICK:
            self._dragging = True
        if not self._dragging:
            return
        if self._lasso is not None:
            self._lasso = QRectF(self.mapToScene(self._pressed), self.pointer).normalized()
            self.viewport().update()
        elif self._grabbed is not None:
            self.viewport().update()
            self.dragged.emit(self._grabbed, self.hex_at(spot, self._grabbed))
        else:
            by = spot - self._last
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
            self.pan(-by.x(), -by.y())
        self._last = spot

    def _let_go(self) -> None:
        self._pressed = self._grabbed = self._lasso = None
        self._dragging = self._panning = False
        self.viewport().unsetCursor()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End what was begun."""
        spot = event.position().toPoint()
        self.pointer = self.mapToScene(spot)
        held = self._grabbed if self._dragging else None
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        hex = self.hex_at(spot, held)
        piece = self.piece_at(spot, deep=shift or event.button() == Qt.MouseButton.RightButton)
        self.viewport().unsetCursor()
        lasso, self._lasso = self._lasso, None
        dragging, self._dragging = self._dragging, False
        grabbed, self._grabbed = self._grabbed, None
        begun, self._pressed = self._pressed is not None, None
        if dragging and lasso is not None:
            self.viewport().update()
            self.lassoed.emit(self._caught(lasso))
        elif dragging and grabbed is not None:
            self.dropped.emit(grabbed, hex)
        elif begun and not dragging and event.button() == Qt.MouseButton.RightButton:
            self.menu_asked.emit(hex, piece, event.globalPosition().toPoint())
        elif begun and not dragging and event.button() == Qt.MouseButton.LeftButton:
            self.clicked.emit(hex, piece, event)

    def _caught(self, lasso: QRectF) -> tuple[str, ...]:
        return tuple(
            piece
            for item in self._stacks.values()
            for piece in item.pieces
            if lasso.contains(item.middle_of(piece)) and not item.is_below(piece)
        )

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Tell of a double click."""
        spot = event.position().toPoint()
        self.double_clicked.emit(self.hex_at(spot), self.piece_at(spot))

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer is over no hex any more."""
        super().leaveEvent(event)
        self.point(None)

    def point(self, hex: str | None, *, by_keys: bool = False) -> None:
        """Point at a hex, or at none."""
        if hex != self.cursor_hex or by_keys:
            on_board = hex is not None and hex in self.board.grid
            corners = self.corners(str(hex)) if on_board else QPolygonF()
            self._cursor.show_hex(corners, strong=by_keys)
        if hex != self.cursor_hex:
            self.cursor_hex = hex
            self.hovered.emit(hex)

    def drawForeground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Draw the lasso, or the counter that is being dragged."""
        if self._lasso is not None:
            painter.setPen(Overlay.LEGAL_EDGE)
            painter.setBrush(Overlay.LEGAL)
            painter.drawRect(self._lasso)
        taken = (self.carried or (self._grabbed,)) if self._grabbed and self._dragging else ()
        for number, piece in enumerate(taken[-_MOST_HELD:]):
            held = self.stack_of(str(piece))
            if held is not None:
                held.draw_held(painter, str(piece), self.pointer + QPointF(3, -3) * number)

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Begin a frame."""
        self.counters.begin_frame(painter.device().devicePixelRatio())
        super().drawBackground(painter, rect)

    # the keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move the hex cursor (with Ctrl the map), Enter clicks, plus and minus zoom."""
        self.touched.emit()
        key = event.key()
        if key == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = True
            self.viewport().setCursor(Qt.CursorShape.OpenHandCursor)
        elif key in ARROWS:
            dx, dy = ARROWS[Qt.Key(key)]
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self.pan(80 * dx, 80 * dy)
            else:
                self.step(dx, dy)
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._press_enter()
        elif key in {Qt.Key.Key_Plus, Qt.Key.Key_Equal}:
            self.set_zoom(self.zoom * ZOOM_STEP)
        elif key == Qt.Key.Key_Minus:
            self.set_zoom(self.zoom / ZOOM_STEP)
        elif key == Qt.Key.Key_Home:
            self.fit()
        else:
            super().keyPressEvent(event)

    def _press_enter(self) -> None:
        place = self.cursor_hex
        if place is not None:
            item = self._stacks.get(place)
            self.clicked.emit(place, item.pieces[-1] if item and item.pieces else None, None)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """End dragging by the space bar."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = False
            self.viewport().unsetCursor()
        super().keyReleaseEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: FBT001 - Qt's own
        """Let Tab go through what can act; if nothing can, it leaves the map as usual."""
        return self.cycling(forward) or super().focusNextPrevChild(forward)

    def _no_cycling(self, forward: bool) -> bool:  # noqa: FBT001 - as above
        return False

    def step(self, dx: int, dy: int) -> None:
        """Move the hex cursor by one column or row, at the edge onto a strip beside the board."""
        there, self.pointer = step_from(self, self.cursor_hex, dx, dy)
        if there in self.board.grid:
            self.show_hex(there)
        self.point(there, by_keys=True)

    @contextmanager
    def drawn_apart(self) -> Iterator[None]:
        """Hide the board, whose picture is drawn by another way meanwhile."""
        self.ground.setVisible(False)
        try:
            yield
        finally:
            self.ground.setVisible(True)

    def _forget_sizes(self) -> None:
        self.counters.forget_wanted()
        for item in self._stacks.values():
            item.forget_picture()

    def ensure(self) -> None:
        """Make all that is still to be made, for a picture of the window."""
        self.ground.ensure_tiles()
        self.counters.ensure()
        self.names.ensure(self.zoom)
        self.places.ensure()

    def stop(self) -> None:
        """Make no more: the widget goes away."""
        self.ground.stop()
        self.names.stop()
        self.places.stop()
        self.counters.stop()
