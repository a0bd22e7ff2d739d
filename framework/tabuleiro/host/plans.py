"""Planning on the map: arrows and ghosts of units, for one's own eyes; nothing really moves."""

from __future__ import annotations

from math import atan2, cos, pi, sin
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace
from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap, QPolygonF

from tabuleiro.engine.messages import place_name
from tabuleiro.host.map.at_rest import AtRest
from tabuleiro.host.map.board_item import (
    Level,
    OverBoard,
    case_pen,
    line_through,
    plate,
    stroke,
    writing,
)
from tabuleiro.host.map.picture import SCALE
from tabuleiro.host.map.stacks import SIDE, growth
from tabuleiro.host.words import piece_name
from tabuleiro.i18n import _

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tabuleiro.host.counter import Face
    from tabuleiro.host.map.board_item import Frame
    from tabuleiro.host.map.view import BoardView
    from tabuleiro.host.notebook import Notebook
    from tabuleiro.host.seat import Seat

__all__ = ["Plans"]

_INK: Final = QColor(104, 52, 150)
_CASE: Final = QColor(250, 246, 236)
"""Nothing shines through: long lines that let something through take Qt six times as long."""
_NOTE: Final = QColor("#fff3b0")
_HEAD: Final = 0.24 * SCALE
_STEP: Final = QPointF(5.0, -5.0)
_PIXELS: Final = 96
_PALE: Final = 0.66
_LEAST: Final = 0.5
"""Signs of notes never get smaller on the screen than at this zoom."""


class Plans(QObject):
    """Draws the plans and the signs of notes; while it is active clicks draw, and move nothing."""

    switched = Signal(bool)
    """Planning begins or ends."""

    def __init__(
        self, seat: Seat, view: BoardView, book: Notebook, face: Callable[[str], Face]
    ) -> None:
        """Draw what is in a notebook on a map; ``face`` says how a piece looks."""
        super().__init__(view)
        self._seat = seat
        self._view = view
        self._book = book
        self._face = face
        self._item = view.add(_PlanItem(view.picture.size), Level.FLIGHTS)
        self.active = False
        self._piece: str | None = None
        self._way: list[str] = []
        """Where the plan that is being drawn leads so far."""
        self._over: str | None = None
        book.changed.connect(self.refresh)
        seat.changed.connect(self.refresh)
        seat.handed.connect(self.end)

    def switch(self, on: bool) -> None:  # noqa: FBT001 - a switch is told its state
        """Begin to plan, or end it."""
        on = on and self._book.owner is not None
        if on == self.active:
            return
        self.active = on
        self._let_go()
        if on:
            self._seat.select(())
        self.switched.emit(on)

    def end(self) -> None:
        """End planning: somebody else looks now."""
        self.switch(on=False)

    # gestures

    def click(self, place: str | None, piece: str | None, *, more: bool = False) -> None:
        """Begin a plan at a piece or a hex, or end it there; with ``more`` it goes on."""
        if place is None or not self._view.knows(place):
            self._let_go()
        elif not self._way:
            self._piece, self._way = piece, [place]
        elif place == self._way[-1]:
            self._finish() if len(self._way) > 1 else self._let_go()
        else:
            self._way.append(place)
            if not more:
                self._finish()
        self._show()

    def drop(self, piece: str, place: str | None) -> None:
        """Plan that a piece goes where its counter was dragged."""
        if place is not None and self._view.knows(place):
            here = self._seat.sight.place(piece)
            self._book.plan_move(piece, [] if place == here else [place])
        self._let_go()

    def hover(self, place: str | None) -> None:
        """Show how the plan would go on to where one points."""
        if self.active and self._way:
            self._over = place if place is not None and self._view.knows(place) else None
            self._show()

    def _finish(self) -> None:
        way, piece = self._way, self._piece
        self._let_go()
        if piece is not None:
            self._book.plan_move(piece, way[1:])
        else:
            self._book.plan_arrow(way)

    def _let_go(self) -> None:
        self._piece, self._way, self._over = None, [], None
        self._show()

    def busy(self) -> bool:
        """Return whether a plan is begun and not ended; then it is let go."""
        begun = bool(self._way)
        self._let_go()
        return begun

    # showing

    def refresh(self) -> None:
        """Show the plans as they are now."""
        self._show()

    def standing(self) -> dict[str, list[str]]:
        """Return the planned ways of pieces that are seen and are not there yet."""
        s = self._seat.sight
        return {
            piece: way
            for piece, way in self._book.page.ghosts.items()
            if piece in s.position.pieces and s.seen(piece) is not None
            and s.place(piece) != way[-1] and all(map(self._view.knows, way))
        }  # fmt: skip

    def words(self) -> list[str]:
        """Return the plans as sentences, for those who do not see them."""
        module = self._seat.module
        told = [
            _("Plan: {unit} to {place}").format(
                unit=piece_name(module, piece), place=place_name(way[-1], module)
            )
            for piece, way in self.standing().items()
        ]
        arrows = (
            _("Plan: arrow from {start} to {end}").format(
                start=place_name(way[0], module), end=place_name(way[-1], module)
            )
            for way in self._book.page.arrows
        )
        return [*told, *arrows]

    def _show(self) -> None:
        view = self._view
        lines = []
        ghosts: list[tuple[QPointF, QPixmap]] = []
        stacked: dict[str, int] = {}
        for piece, way in self.standing().items():
            lines.append(self._line(piece, way))
            rank = stacked[way[-1]] = stacked.get(way[-1], -1) + 1
            face = replace(self._face(piece), badges=())
            ghosts.append((view.middle(way[-1]) + _STEP * rank, view.art.pixmap(face, _PIXELS, 1)))
        known = (way for way in self._book.page.arrows if all(map(view.knows, way)))
        lines += [[view.middle(place) for place in way] for way in known]
        if self._way:
            ahead = [*self._way, *([self._over] if self._over not in {None, self._way[-1]} else [])]
            begun = self._line(self._piece, ahead[1:]) if self._piece else list(
                map(view.middle, ahead)
            )  # fmt: skip
            lines.append(begun)
        notes = [view.middle(hex) for hex in self._book.page.hexes if hex in view.board.grid]
        self._item.show_plans(lines, ghosts, notes)

    def _line(self, piece: str, way: Sequence[str]) -> list[QPointF]:
        item = self._view.stack_of(piece)
        here = self._seat.sight.place(piece)
        begin = item.pos() if item is not None else None
        if begin is None and self._view.knows(here):
            begin = self._view.middle(here)
        return [*([begin] if begin is not None else []), *map(self._view.middle, way)]


class _PlanItem(OverBoard):
    """Dashed arrows, pale counters with a dashed frame, signs of notes. Never drawn on paper."""

    def __init__(self, bounds: QRectF) -> None:
        super().__init__(bounds, beyond=6)
        self.setFlag(self.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self._lines: list[tuple[list[QPointF], bool]] = []
        """Each with whether a ghost stands at its end: it ends before it."""
        self._rest = AtRest()
        self._ghosts: list[tuple[QPointF, QPixmap]] = []
        self._notes: list[QPointF] = []

    def show_plans(
        self,
        lines: Sequence[Sequence[QPointF]],
        ghosts: Sequence[tuple[QPointF, QPixmap]],
        notes: Sequence[QPointF],
    ) -> None:
        """Show these arrows, ghosts and notes."""
        ends = {(spot.x(), spot.y()) for spot, _picture in ghosts}
        self._lines = [
            (list(line), (line[-1].x(), line[-1].y()) in ends) for line in lines if len(line) > 1
        ]
        self._ghosts, self._notes = list(ghosts), list(notes)
        self.update()

    def draw(self, painter: QPainter, frame: Frame) -> None:
        """Draw them for the eyes before this screen; a file may be for others."""
        if frame.paper:
            return
        side = SIDE * growth(frame.zoom)
        self._rest.draw(painter, frame, self._draw_arrows, self._lines)
        for spot, picture in self._ghosts:
            box = QRectF(spot.x() - side / 2, spot.y() - side / 2, side, side)
            painter.setOpacity(_PALE)
            painter.drawPixmap(box, picture, QRectF(picture.rect()))
            painter.setOpacity(1)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(_INK, frame.wide(2.0, 1.8), Qt.PenStyle.DashLine))
            painter.drawRoundedRect(box, 5, 5)
        for spot in self._notes:
            _note(painter, spot, frame)

    def _draw_arrows(self, painter: QPainter, frame: Frame) -> None:
        short = 0.62 * SIDE * growth(frame.zoom)
        beyond = SCALE + frame.wide(_HEAD, 9)
        for line, onto in self._lines:
            if frame.sees(line, beyond):
                _arrow(painter, line, frame, short=short if onto else 0.0)


def _arrow(painter: QPainter, line: list[QPointF], frame: Frame, *, short: float) -> None:
    """Draw an arrow that ends so far before its last point."""
    core = frame.wide(4.4, 3.2)
    last = line[-1] - line[-2]
    length = (last.x() ** 2 + last.y() ** 2) ** 0.5
    if length > short > 0:
        line = [*line[:-1], line[-1] - last * (short / length)]
    path = line_through(line)
    stroke(painter, path, case_pen(_CASE, 1.9 * core),
           QPen(_INK, core, Qt.PenStyle.DashLine, Qt.PenCapStyle.FlatCap))  # fmt: skip
    off = line[-1] - line[-2]
    angle, size = atan2(off.y(), off.x()), frame.wide(_HEAD, 9)
    tips = [line[-1]] + [
        line[-1] - QPointF(cos(angle + turn), sin(angle + turn)) * size
        for turn in (0.16 * pi, -0.16 * pi)
    ]
    painter.setPen(QPen(_CASE, 0.4 * core))
    painter.setBrush(_INK)
    painter.drawPolygon(QPolygonF(tips))


def _note(painter: QPainter, spot: QPointF, frame: Frame) -> None:
    """Draw a slip of paper with lines of writing at the upper left of a hex."""
    painter.save()
    painter.translate(spot + QPointF(-0.36, -0.26) * SCALE)
    painter.scale(*[frame.growth(_LEAST)] * 2)
    painter.setFont(writing(10))
    rim = QPen(_INK, 1.4)
    plate(painter, QRectF(-7, -8, 14, 16), "", fill=_NOTE, ink=_INK, rim=rim, radius=2)
    painter.setPen(QPen(_INK, 1.3))
    for y in (-4, -0.5, 3):
        painter.drawLine(QPointF(-4, y), QPointF(4 if y < 3 else 1, y))
    painter.restore()
