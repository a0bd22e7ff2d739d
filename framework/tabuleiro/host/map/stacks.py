"""Counters on the map: one item for each stack, stepped up and to the right."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from tabuleiro.host.counter import paint_lying
from tabuleiro.host.map.art import paint_number
from tabuleiro.host.map.board_item import OverBoard, writing
from tabuleiro.host.map.picture import SCALE
from tabuleiro.host.theme import Overlay

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

    from tabuleiro.host.counter import Face
    from tabuleiro.host.map.art import BucketArt
    from tabuleiro.host.map.board_item import Frame
    from tabuleiro.module.records import Lies

__all__ = ["SIDE", "Mark", "StackItem", "about_middle", "growth"]

SIDE: Final = 0.60 * SCALE
"""The side of a counter in the scene."""
_STEP: Final = QPointF(3.2, -3.2)
_SHOWN: Final = 4
"""So many counters of a stack are drawn; a number tells how many there are."""
_FAN_GAP: Final = 3.0
_READABLE: Final = 20.0
_GROWN: Final = 1.5
"""From far away counters grow by so much at most, until they have so many points."""
_PLAIN_BELOW: Final = 11.0
"""Counters with fewer pixels a side are plain squares: nothing on them could be read."""
_COUNT_FROM: Final = 20.0
_TAG: Final = QRectF(-4.5, -9.5, 15, 15)
_NUMBER: Final = 8.0
"""So far the number of a stack stands beyond its corner."""
_FAN_COLUMNS: Final = 5
_FAN_SIDE: Final = 54.0
"""So many points wide at least are counters that are fanned out."""
_INSIDE: Final = 0.09
"""By so much of a side those in a fan that are inside of another are smaller at each edge."""
_TAB: Final = 5.5
_JOINED: Final = QColor("#1f5fae")

_NONE: Final[frozenset[Mark]] = frozenset()

_BELOW: Final = frozenset({"under", "fixed"})
_UNDRAWN: Final = (-1, -1)
_PLAIN: Final = (0, None)

Spot = tuple[str, "Face", QRectF]


def growth(zoom: float) -> float:
    """Return by how much the counters on the board grow at a zoom.

    >>> growth(1.0), growth(0.1)
    (1.0, 1.5)
    """
    return min(_GROWN, max(1.0, _READABLE / (SIDE * zoom)))


class Mark(StrEnum):
    """What a frame round a counter says; each has a line of its own, not just a colour."""

    SELECTED = "selected"
    """Gold, whole."""
    CANDIDATE = "candidate"
    """Orange, dashed: it may be chosen now."""
    JOINED = "joined"
    """Blue, whole, with a tick beside it: it takes part in what is being declared."""
    MUST = "must"
    """No frame, but a triangle at the corner: something is demanded of it."""


class StackItem(OverBoard):
    """The counters in one place, bottom first. Fanned out, they lie side by side."""

    def __init__(self, place: str, art: BucketArt) -> None:
        """Make a stack without counters yet."""
        super().__init__()
        self.place = place
        self._art = art
        self._pieces: tuple[str, ...] = ()
        self._faces: tuple[Face, ...] = ()
        self._inside: dict[str, list[tuple[str, Face]]] = {}
        self._lies: dict[str, Lies] = {}
        self._framed: dict[str, frozenset[Mark]] = {}
        self._away: frozenset[str] = frozenset()
        self._fanned = False
        self._home: tuple[QPointF, float] | None = None
        self._corner = (0.0, 0.0)
        self._columns = 0
        self._spots: list[Spot] = []
        self._covered: QRectF | None = None
        self._count = 0
        """How many there are, where a number says it."""
        self._drawn: tuple[int, int | None] = _UNDRAWN
        """In which size the counters were drawn, and when these were asked for: None if all of
        them are there in this very size, so that nothing better will come."""
        self._pixmaps: list[tuple[QRectF, QPixmap, QRectF]] = []
        self._scale = 0.0
        self._picture: QPixmap | None = None
        """All of it as it was drawn at this scale."""

    def show_pieces(
        self,
        pieces: Sequence[str],
        faces: Sequence[Face],
        *,
        marks: Mapping[str, frozenset[Mark]] | None = None,
        away: frozenset[str] = frozenset(),
        inside: Mapping[str, list[tuple[str, Face]]] | None = None,
        lies: Mapping[str, Lies] | None = None,
    ) -> None:
        """Show these pieces, those with ``marks`` in frames.

        Those that are ``away`` are on their way here and not drawn yet. What is ``inside`` of each
        is shown after it in a fan. ``lies`` says how those lie that do not stack.
        """
        if self._lies != (lying := dict(lies or {})):
            self._lies, self._covered = lying, None
        if self._inside != (now := dict(inside or {})):
            self._inside, self._pieces = now, ()
        shown = (*pieces, *self.inside)
        framed = {p: marks[p] for p in shown if p in marks} if marks else {}
        gone = frozenset(pieces) & away
        new = (tuple(pieces), tuple(faces))
        if (self._pieces, self._faces) == new and self._away == gone:
            before, self._framed = self._selected(), framed
            if self._selected() != before:
                self._covered = None
                if not self._fanned and not self._columns:
                    self._lay()
            return
        self._pieces, self._faces = new
        self._framed, self._away = framed, gone
        self._lay()

    def _selected(self) -> set[str]:
        return {piece for piece, marks in self._framed.items() if Mark.SELECTED in marks}

    @property
    def pieces(self) -> tuple[str, ...]:
        """The pieces, bottom first."""
        return self._pieces

    @property
    def stacked(self) -> tuple[str, ...]:
        """Those of the pieces that stack."""
        return tuple(piece for piece in self._pieces if piece not in self._lies)

    def is_below(self, piece: str) -> bool:
        """Return whether a piece lies below all others, so that it is taken only on purpose."""
        return self._lies.get(piece) in _BELOW

    @property
    def grows(self) -> bool:
        """Whether it may be drawn larger from far away: pieces of their own size are not."""
        return all(face.span is None for face in self._faces)

    @property
    def fanned(self) -> bool:
        """Whether the counters lie side by side for as long as one points at them."""
        return self._fanned

    @property
    def inside(self) -> tuple[str, ...]:
        """The pieces that are inside of these, as far as they are seen."""
        return tuple(piece for some in self._inside.values() for piece, _face in some)

    @property
    def opens(self) -> bool:
        """Whether there is more to be seen if its counters lie side by side."""
        return len(self._pieces) - len(self._bed()) > 1 or bool(self._inside)

    def fan(self, *, out: bool) -> None:
        """Lay the counters side by side, each with what is inside of it, or stack them again."""
        out = out and self.opens and not self._columns
        if out != self._fanned:
            self._fanned = out
            if not out and self._home is not None:
                (spot, scale), self._home = self._home, None
                self.settle(spot, scale)
            self._lay()

    @property
    def home(self) -> QPointF:
        """Where it stands when its counters are not fanned out."""
        return self._home[0] if self._home is not None else self.pos()

    def settle(self, spot: QPointF, scale: float) -> None:
        """Stand here, so large, unless the counters are fanned out: then when they are no more."""
        if self._fanned:
            self._home = (spot, scale)
        elif (self.pos(), self.scale()) != (spot, scale):
            self.setPos(spot)
            self.setScale(scale)

    def enlarge(self, zoom: float, seen: QRectF) -> None:
        """Show the fanned counters large enough to be read, within what is seen."""
        if not self._fanned or self._home is not None:
            return
        self._home = (self.pos(), self.scale())
        if not self._bed():
            self.setScale(max(self.scale(), _FAN_SIDE / (SIDE * zoom)))
        area = self.mapRectToScene(self._bounds)
        right = min(0.0, seen.right() - area.right())
        low = min(0.0, seen.bottom() - area.bottom())
        self.moveBy(max(right, seen.left() - area.left()) if right or area.left() < seen.left()
                    else 0.0,
                    max(low, seen.top() - area.top()) if low or area.top() < seen.top()
                    else 0.0)  # fmt: skip

    def spread(self, columns: int) -> None:
        """Lay the counters side by side for good, in so many columns; 0 stacks them."""
        if columns != self._columns:
            self._columns = columns
            self._lay()

    def spots(self) -> list[Spot]:
        """Return where each counter lies, the topmost last."""
        return self._spots

    def covers(self) -> QRectF:
        """Return what the stack covers when it is not fanned out, whoever lies on top."""
        if self._covered is None:
            area = QRectF()
            for piece, _face, spot in self._stacked():
                if piece not in self._lies:
                    area = area.united(spot)
            number = _NUMBER if len(self._pieces) > 1 else 0.0
            self._covered = area.adjusted(0, -number, number, 0)
        return self._covered

    def _lay(self) -> None:
        """Work out where the counters lie."""
        self._covered = None
        self._spots = self._side_by_side() if self._fanned or self._columns else self._stacked()
        area = QRectF()
        for _piece, _face, spot in self._spots:
            area = area.united(spot)
        self.cover(area.adjusted(-13, -13, 13, 13))
        self._corner = (self._bounds.left(), self._bounds.top())
        self._count = 0 if self._fanned or self._columns else len(self.stacked)
        self._drawn = _UNDRAWN
        self._scale, self._picture = 0.0, None
        self.update()

    def _both(self) -> list[tuple[str, Face]]:
        return list(zip(self._pieces, self._faces, strict=True))

    def _bed(self) -> list[tuple[str, Face]]:
        """Return what lies below all others."""
        return [each for each in self._both() if self.is_below(each[0])] if self._lies else []

    def _stacked(self) -> list[Spot]:
        both = [each for each in self._both() if each[0] not in self._lies]
        order = sorted(both, key=lambda each: Mark.SELECTED in self._framed.get(each[0], ()))
        shown = order[-_SHOWN:]  # who is selected lies on top
        offset = (len(shown) - 1) / 2
        apart = [each for each in self._both() if self._lies.get(each[0]) == "apart"]
        return [
            *_on_the_ground([*self._bed(), *apart]),
            *((piece, face, about_middle(_STEP * (number - offset), face))
              for number, (piece, face) in enumerate(shown)),
        ]  # fmt: skip

    def _side_by_side(self) -> list[Spot]:
        laid = []
        bed = self._bed() if self._fanned else []
        for each in self._both():
            if each not in bed:
                laid += [each, *(self._inside.get(each[0], ()) if self._fanned else ())]
        if not self._fanned:
            laid = [(piece, face.fitted()) for piece, face in laid]
        columns = max(1, min(len(laid), self._columns or _FAN_COLUMNS))
        rows = [laid[first : first + columns] for first in range(0, len(laid), columns)]
        wide = max((_length(face.box[0] for _piece, face in row) for row in rows), default=0.0)
        highest = [max(face.box[1] for _piece, face in row) for row in rows]
        top = -_length(highest) / 2
        found = _on_the_ground(bed)
        for row, high in zip(rows, highest, strict=True):
            left = -wide / 2
            for piece, face in row:
                across = face.box[0] * SIDE
                spot = about_middle(QPointF(left + across / 2, top + high * SIDE / 2), face)
                by = 0 if piece in self._pieces else _INSIDE * SIDE
                found.append((piece, face, spot.adjusted(by, by, -by, -by)))
                left += across + _FAN_GAP
            top += high * SIDE + _FAN_GAP
        return found

    def piece_at(self, point: QPointF, *, deep: bool = False) -> str | None:
        """Return the piece whose counter lies under a point of the item.

        What lies below all others is found if one looks for it (``deep``), or has selected it.
        """
        for piece, _face, area in reversed(self._spots):
            if area.contains(point):
                below = self.is_below(piece) and not deep
                if not below or Mark.SELECTED in self._framed.get(piece, _NONE):
                    return piece
        return None

    def rank_at(self, point: QPointF) -> int:
        """Return the place in the order (0: bottom) that a point of a fan stands for."""
        reach = {
            number: (spot[2].center() - point).manhattanLength()
            for number, spot in enumerate(self._in_fan())
        }
        return min(reach, key=lambda number: reach[number], default=0)

    @property
    def tray(self) -> QRectF:
        """What lies under the counters of a fan; nothing if it is none."""
        area = QRectF()
        for _piece, _face, spot in self._spots[len(self._bed()) :] if self._fanned else ():
            area = area.united(spot)
        return area.adjusted(-11, -11, 11, 11) if self._fanned else area

    def _in_fan(self) -> list[Spot]:
        return [s for s in self._spots if s[0] in self._pieces and not self.is_below(s[0])]

    def middle_of(self, piece: str) -> QPointF:
        """Return where the middle of a counter is in the scene."""
        for name, _face, area in self._spots:
            if name == piece:
                return self.mapToScene(area.center())
        return self.pos()

    # drawing

    def draw(self, painter: QPainter, frame: Frame) -> None:
        """Draw the counters for paper: in the window `paint` does it."""
        self._draw_in_vector(painter)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw the counters as pixmaps of nearly the size that they have on the screen.

        A frame draws hundreds of stacks, so there is no more to it than there must be.
        """
        if widget is None:
            super().paint(painter, option, widget)
            return
        world, ratio = painter.worldTransform(), self._art.ratio
        zoom = world.m11()
        scale = zoom * ratio
        picture = None
        if not self._fanned and self._is_as_before(scale):
            picture = self._picture
            if picture is None and self._art.may_keep():
                picture = self._picture = self._drawn_at(scale, ratio)
        if picture is None:
            self._draw_counters(painter, SIDE * scale)
        else:
            left, top = self._corner
            at = QPointF(
                round((world.dx() + left * zoom) * ratio) / ratio,
                round((world.dy() + top * zoom) * ratio) / ratio,
            )
            painter.resetTransform()  # at whole pixels: what is not scaled is quick
            painter.drawPixmap(at, picture)
            painter.setWorldTransform(world)
        if self._framed:
            self._draw_frames(painter)

    def _is_as_before(self, scale: float) -> bool:
        """Return whether it was drawn at this scale before, and would look the same again."""
        if scale != self._scale:
            self._scale, self._picture = scale, None
            return False
        if self._drawn[1] in {None, self._art.generation}:
            return True
        before = [pixmap.cacheKey() for _area, pixmap, _source in self._pixmaps]
        now = [pixmap.cacheKey() for _area, pixmap, _source in self._pictures(SIDE * scale)]
        if before != now:
            self._picture = None
        return before == now

    def forget_picture(self) -> None:
        """Forget what is kept, and ask for counters anew: the zoom is another one.

        What was asked for the last zoom is made no more, even if counters have the same size now.
        """
        self._picture = None
        if self._drawn[1] is not None:
            self._drawn = _UNDRAWN

    def _drawn_at(self, scale: float, ratio: float) -> QPixmap:
        """Return a picture of it all: one looks around at this zoom."""
        size = (self._bounds.size() * scale).toSize() + QSize(1, 1)
        picture = QPixmap(size)
        picture.fill(Qt.GlobalColor.transparent)
        inner = QPainter(picture)
        inner.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        inner.scale(scale, scale)
        inner.translate(-self._bounds.topLeft())
        self._draw_counters(inner, SIDE * scale)
        inner.end()
        picture.setDevicePixelRatio(ratio)
        return picture

    def _draw_counters(self, painter: QPainter, side: float) -> None:
        """Draw the counters ``side`` pixels wide, and how many there are."""
        if side < _PLAIN_BELOW and not self._fanned and self.grows:
            self._drawn = _PLAIN
            self._draw_plain(painter, side)
            return
        below = sum(p not in self._away for p, _face in self._bed()) if self._fanned else -1
        for number, (area, pixmap, source) in enumerate(self._pictures(side)):
            if number == below:
                self._draw_tray(painter)
            painter.drawPixmap(area, pixmap, source)

    def _tag(self) -> QRectF:
        """Return where it says how many there are: off the range of the topmost counter."""
        return _TAG.translated(self._spots[-1][2].topRight())

    def _pictures(self, side: float) -> list[tuple[QRectF, QPixmap, QRectF]]:
        art = self._art
        bucket = art.bucket(side)
        if self._drawn not in ((bucket, None), (bucket, art.generation)):
            self._pixmaps = []
            whole = True
            for piece, face, area in self._spots:
                if piece not in self._away:
                    pixmap = art.pixmap(face, bucket)
                    whole = whole and art.has(face, bucket)
                    if pixmap.isNull():  # it will be there in a moment: no counter is ever missing
                        pixmap = art.plain(face, art.pixels(bucket))
                    self._pixmaps.append((area, pixmap, QRectF(pixmap.rect())))
            if self._count > 1 and side >= _COUNT_FROM:
                pixmap = art.number(self._count, round(art.pixels(bucket) * _TAG.width() / SIDE))
                self._pixmaps.append((self._tag(), pixmap, QRectF(pixmap.rect())))
            self._drawn = (bucket, None if whole else art.generation)
        return self._pixmaps

    def _draw_in_vector(self, painter: QPainter) -> None:
        """Draw the counters for paper."""
        below = len(self._bed())
        for number, (piece, face, area) in enumerate(self._spots):
            if self._fanned and number == below:
                self._draw_tray(painter)
            if piece not in self._away:
                painter.save()
                painter.translate(area.topLeft())
                paint_lying(painter, face, area.width() / face.box[0])
                painter.restore()
        if self._count > 1:
            paint_number(painter, self._tag(), self._count)
        self._draw_frames(painter)

    def draw_held(self, painter: QPainter, piece: str, at: QPointF) -> None:
        """Draw one of the counters where it is held, a little transparent."""
        for name, face, area in self._spots:
            if name == piece:
                painter.save()
                painter.setOpacity(0.85)
                painter.translate(at.x() - area.width() / 2, at.y() - area.height() / 2)
                paint_lying(painter, face, area.width() / face.box[0])
                painter.restore()

    def _draw_plain(self, painter: QPainter, side: float) -> None:
        """Draw squares in the colours of the counters, at whole pixels."""
        world, ratio = painter.worldTransform(), painter.device().devicePixelRatio()
        painter.resetTransform()
        for piece, face, area in self._spots:
            if piece not in self._away:
                at = world.map(area.topLeft())
                painter.drawPixmap(
                    QPointF(round(at.x() * ratio) / ratio, round(at.y() * ratio) / ratio),
                    self._art.plain(face, round(side), ratio, glyph=True),
                )
        painter.setWorldTransform(world)

    def _draw_frames(self, painter: QPainter) -> None:
        """Draw the frames; of those below others in a stack what the others leave to be seen."""
        apart = self._fanned or self._columns
        for number, (piece, _face, area) in enumerate(self._spots):
            marks = self._framed.get(piece, _NONE) - {Mark.MUST}
            if not marks or piece in self._away:
                continue
            above = () if apart or piece in self._lies else self._spots[number + 1 :]
            painter.save()
            if above:
                painter.setClipPath(self._beyond(above))
            _draw_frame(painter, area, marks)
            painter.restore()
            if Mark.JOINED in marks:
                _tick(painter, area)
        for piece, _face, area in self._spots if apart else self._spots[-1:]:
            pieces = (piece,) if apart else self._pieces
            if any(Mark.MUST in self._framed.get(each, _NONE) for each in pieces):
                _warn(painter, area.topLeft())

    def _draw_tray(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(40, 30, 20, 160), 1))
        painter.setBrush(QColor(40, 32, 24, 170))
        painter.drawRoundedRect(self.tray, 7, 7)

    def _beyond(self, above: Sequence[Spot]) -> QPainterPath:
        """Return all of the item but where some of its counters lie."""
        found, covered = QPainterPath(), QPainterPath()
        covered.setFillRule(Qt.FillRule.WindingFill)  # where two lie is covered as well
        found.addRect(self._bounds)
        for _piece, _face, area in above:
            covered.addRect(area)
        return found.subtracted(covered)


def _draw_frame(painter: QPainter, area: QRectF, marks: frozenset[Mark]) -> None:
    """Draw a frame round a counter, off whatever is written on it."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    colour, line = Overlay.TARGET_EDGE, Qt.PenStyle.DashLine
    if Mark.SELECTED in marks:
        colour, line = Overlay.SELECTED, Qt.PenStyle.SolidLine
    elif Mark.JOINED in marks:
        colour, line = _JOINED, Qt.PenStyle.SolidLine
    about = area.adjusted(-1.2, -1.2, -0.3, -0.6)
    for ink, width, dashes in (
        (QColor(30, 20, 0, 210), 4.6, Qt.PenStyle.SolidLine),
        (QColor(255, 253, 245), 3.0, Qt.PenStyle.SolidLine),
        (colour, 2.8, line),
    ):
        painter.setPen(QPen(ink, width, dashes))
        painter.drawRoundedRect(about, 5, 5)


def _tick(painter: QPainter, area: QRectF) -> None:
    """Draw a tick beyond the lower left corner of a counter: it takes part."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(area.left() - 1, area.bottom() + 1)
    painter.setPen(QPen(QColor("#ffffff"), 1.2))
    painter.setBrush(_JOINED)
    painter.drawEllipse(QPointF(0, 0), _TAB, _TAB)
    painter.setPen(QPen(QColor("#ffffff"), 1.8, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawPolyline(QPolygonF([QPointF(-2.8, 0), QPointF(-0.8, 2.4), QPointF(3, -2.4)]))
    painter.restore()


def _warn(painter: QPainter, corner: QPointF) -> None:
    """Draw a triangle with an exclamation mark over a corner, never too small to be seen."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(corner)
    by = max(1.0, 0.9 / max(painter.worldTransform().m11(), 0.05))
    painter.scale(by, by)
    painter.setPen(QPen(QColor("#ffffff"), 1.3))
    painter.setBrush(QColor("#b83a00"))
    painter.drawPolygon(QPolygonF([QPointF(1, -7), QPointF(8, 5.5), QPointF(-6, 5.5)]))
    painter.setFont(writing(10))
    painter.drawText(QRectF(-5, -5, 12, 12), Qt.AlignmentFlag.AlignCenter, "!")
    painter.restore()


def _length(sides: Iterable[float]) -> float:
    """Return how long a row of counters is, with gaps between them."""
    lengths = [side * SIDE + _FAN_GAP for side in sides]
    return sum(lengths) - _FAN_GAP


def _on_the_ground(pieces: Iterable[tuple[str, Face]]) -> list[Spot]:
    """Return pieces that lie where their place is, one on the other."""
    return [(piece, face, about_middle(QPointF(0, 0), face)) for piece, face in pieces]


def about_middle(middle: QPointF, face: Face) -> QRectF:
    """Return where a counter lies in the scene, or in a stack, by its middle."""
    wide, high = face.box
    return QRectF(
        middle.x() - wide * SIDE / 2, middle.y() - high * SIDE / 2, wide * SIDE, high * SIDE
    )
