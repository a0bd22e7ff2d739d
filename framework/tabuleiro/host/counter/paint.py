"""Drawing a counter: a square of 100 by 100, whatever its size on the screen."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
)

from tabuleiro.host.counter.face import AnyBadge, Badge, BadgeEntry, Face
from tabuleiro.host.counter.outline import outline
from tabuleiro.host.counter.pictures import paint_picture
from tabuleiro.host.counter.symbols import paint_symbol

__all__ = ["paint_counter", "paint_lying"]

_BODY: Final = QRectF(3, 2, 93, 93)
_SIZE_MARKS: Final = {
    "squad": "•", "section": "••", "platoon": "•••", "company": "I", "battalion": "II",
    "squadron": "II", "regiment": "III", "group": "III", "brigade": "X", "division": "XX",
    "corps": "XXX", "army": "XXXX",
}  # fmt: skip
_SIMPLE_BELOW: Final = 30
"""Below so many pixels only ground, symbol and strengths are drawn."""
_SYMBOL_BELOW: Final = 23
"""Below so many pixels strengths could not be read: the symbol takes their room."""
_CUT: Final = 15.0
_USUAL: Final = QSizeF(100, 100)
_DONE: Final = frozenset({Badge.MOVED, Badge.SPENT, Badge.FLOWN})
"""Signs of those who have done their part: their counters are grey and their writing is not."""


def paint_counter(painter: QPainter, face: Face, side: float) -> None:
    """Draw a counter into a square of ``side`` pixels at the painter's origin, whatever its size.

    How it lies on the table draws `paint_lying`.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if face.span is not None:
        wide, high = face.box
        by = side / max(wide, high)
        painter.translate((side - wide * by) / 2, (side - high * by) / 2)
        paint_lying(painter, face, by)
    else:
        painter.scale(side / 100, side / 100)
        if face.turn:
            _turn(painter, face.turn)
        _paint(painter, face, side, _USUAL)
    painter.restore()


def paint_lying(painter: QPainter, face: Face, side: float) -> None:
    """Draw a counter in its own size, if usual ones have ``side`` pixels: its `Face.box`."""
    if face.span is None:
        paint_counter(painter, face, side)
        return
    (wide, high), (across, along) = face.span, face.box
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(side / 100, side / 100)
    painter.translate(50 * across, 50 * along)
    painter.rotate(face.turn)
    painter.translate(-50 * wide, -50 * high)
    _paint(painter, face, side * min(wide, high), QSizeF(100 * wide, 100 * high))
    painter.restore()


def _paint(painter: QPainter, face: Face, side: float, room: QSizeF) -> None:
    """Draw a counter, whose shorter side has so many pixels, into some room of its own units."""
    if face.ghost:
        painter.setOpacity(0.45)
    tiny, simple = side < _SYMBOL_BELOW, side < _SIMPLE_BELOW
    if face.picture and paint_picture(painter, face.picture, room):
        _marks_on_picture(painter, face, room, tiny=tiny, simple=simple)
        return
    painter.scale(room.width() / 100, room.height() / 100)
    _body(painter, face, 2 * _CUT if tiny else _CUT)
    ink = QColor(face.ink)
    if face.reduced:
        _stripe(painter, face)
    if tiny:
        _lone_symbol(painter, face, ink)
    else:
        _symbol(painter, face, ink, simple=simple)
        if not simple:
            _identity(painter, face, ink)
        _figures(painter, face, ink, simple=simple)
        if face.steps is not None and not simple:
            _pips(painter, face.steps, ink)
        if face.inside:
            _inside(painter, face)
        if face.signs:
            _signs(painter, face.signs)
        _badges(painter, face)
    for file in face.over:
        paint_picture(painter, file)


def _marks_on_picture(p: QPainter, face: Face, room: QSizeF, *, tiny: bool, simple: bool) -> None:
    """Draw over a picture what says how the counter fares: on a large one at its upper corners."""
    if face.reduced:
        p.save()
        p.scale(room.width() / 100, room.height() / 100)
        _stripe(p, face)
        p.restore()
    if not _DONE.isdisjoint(face.badges):
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(QColor(120, 116, 110, 110))
        p.drawRect(QRectF(QPointF(0, 0), room))
    for file in face.over:
        paint_picture(p, file, room)
    if tiny:
        return
    by = min(1.0, room.width() / 100, room.height() / 100)
    p.save()
    p.scale(by, by)
    _badges(p, face)
    p.translate(room.width() / by - 100, 0)
    if face.steps is not None and not simple:
        _pips(p, face.steps, QColor(face.ink))
    if face.inside:
        _inside(p, face)
    p.restore()
    if face.signs:
        _signs(p, face.signs)


def _turn(p: QPainter, degrees: float) -> None:
    """Turn all that is drawn next, smaller as far as it must be to stay in its square."""
    angle = radians(degrees)
    p.translate(50, 50)
    p.rotate(degrees)
    p.scale(*[1 / (abs(cos(angle)) + abs(sin(angle)))] * 2)
    p.translate(-50, -50)


def _inside(p: QPainter, face: Face) -> None:
    """Write how many counters are inside into an open crate at the upper right corner."""
    box = QRectF(73, 26 if face.reach else 7, 20, 19)
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(QColor("#2a2118"))
    p.drawRoundedRect(box, 3, 3)
    p.setPen(QPen(QColor("#f0d9a0"), 2))
    corners = [box.topLeft(), box.bottomLeft(), box.bottomRight(), box.topRight()]
    p.drawPolyline(QPolygonF(corners))
    _write(p, str(face.inside), box.adjusted(2, 1, -2, -3), 15, QColor("#ffffff"), bold=True)


def _signs(p: QPainter, signs: tuple[str, ...]) -> None:
    """Write short words for states on the left edge, above the strengths."""
    for number, word in enumerate(signs[:2]):
        box = QRectF(4, 44 - 19 * number, 17, 17)
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(QColor(255, 250, 240, 235))
        p.drawRoundedRect(box, 4, 4)
        _write(p, word, box.adjusted(1, 1, -1, -1), 13, QColor("#2a2118"), bold=True)


def _shape(face: Face, cut: float, area: QRectF = _BODY) -> QPainterPath:
    """Return the outline of a counter, by its side."""
    return outline(face.outline, area, cut)


def _ground(face: Face) -> QColor:
    """Return the colour of a counter's ground: greyer when it has done its part."""
    ground = QColor(face.ground)
    if _DONE.isdisjoint(face.badges):
        return ground
    grey = 0.65 * ground.lightnessF() + 0.2
    parts = (ground.redF(), ground.greenF(), ground.blueF())
    return QColor.fromRgbF(*(0.4 * part + 0.6 * grey for part in parts))


def _body(p: QPainter, face: Face, cut: float) -> None:
    shape = _shape(face, cut)
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(QColor(0, 0, 0, 70))
    p.drawPath(shape.translated(2.2, 3))
    ground = _ground(face)
    light = QLinearGradient(0, 0, 0, 100)
    light.setColorAt(0, ground.lighter(109))
    light.setColorAt(0.5, ground)
    light.setColorAt(1, ground.darker(112))
    p.setBrush(QBrush(light))
    p.drawPath(shape)
    if face.band:
        p.save()
        p.setClipPath(shape)
        p.setPen(QPen(QColor(face.band), 15))
        p.drawLine(QPointF(0, 100), QPointF(100, 0))
        p.restore()
    inner = _BODY.adjusted(1.6, 1.6, -1.6, -1.6)
    p.setBrush(Qt.BrushStyle.NoBrush)
    p.setPen(QPen(QColor(255, 255, 255, 90), 1.6))
    p.drawPath(_shape(face, cut, inner))
    p.setPen(QPen(QColor(30, 24, 18, 200), 1.5 * cut / _CUT))
    p.drawPath(shape)


def _stripe(p: QPainter, face: Face) -> None:
    """Mark the reduced side: a pale band from corner to corner, edged with red."""
    p.save()
    p.setClipPath(_shape(face, _CUT, _BODY.adjusted(1, 1, -1, -1)))
    p.setPen(QPen(QColor(178, 24, 24, 190), 17))
    p.drawLine(QPointF(-4, -6), QPointF(104, 102))
    p.setPen(QPen(QColor(255, 250, 240, 225), 12))
    p.drawLine(QPointF(-4, -6), QPointF(104, 102))
    p.restore()


def _lone_symbol(p: QPainter, face: Face, ink: QColor) -> None:
    """Draw the symbol alone, as large as the counter allows."""
    p.save()
    p.translate(49.5, 48)
    p.scale(1.75, 1.75)
    paint_symbol(p, face.symbol, ink, None, 3.4)
    p.restore()


def _symbol(p: QPainter, face: Face, ink: QColor, *, simple: bool) -> None:
    p.save()
    p.translate(49.5, 34 if simple else 41)
    if simple:
        p.scale(1.45, 1.45)
    fill = QColor(face.ground).lighter(118) if face.reduced or face.band else None
    paint_symbol(p, face.symbol, ink, fill)
    p.restore()


def _identity(p: QPainter, face: Face, ink: QColor) -> None:
    mark = _SIZE_MARKS.get(face.size, "")
    if mark:
        _write(p, mark, QRectF(22, 8, 55, 17), 14, ink, bold=True)
    _write(p, face.left, QRectF(5, 29, 21, 24), 15, ink)
    _write(p, face.right, QRectF(73, 29, 21, 24), 15, ink)
    if face.reach:
        _write(p, face.reach, QRectF(74, 7, 19, 20), 19, ink, bold=True)


def _figures(p: QPainter, face: Face, ink: QColor, *, simple: bool) -> None:
    colour = QColor("#b01414") if face.reduced else ink  # on its pale halo, whatever the ground
    box = QRectF(5, 62, 89, 32) if not simple else QRectF(4, 60, 91, 36)
    _write(p, face.figures, box, 29 if not simple else 36, colour, bold=True, halo=face.reduced)


def _write(
    p: QPainter,
    words: str,
    box: QRectF,
    size: float,
    ink: QColor,
    *,
    bold: bool = False,
    halo: bool = False,
) -> None:
    """Write words in the middle of a box, smaller if they are too wide for it."""
    if not words:
        return
    font = QFont("sans-serif")
    font.setBold(bold)
    font.setPixelSize(40)  # measured large: hinting spoils small sizes
    metrics = QFontMetricsF(font)
    wide = max(metrics.horizontalAdvance(words), 1.0)
    by = min(size / 40, box.width() / wide)
    path = QPainterPath()
    path.addText(0, 0, font, words)
    p.save()
    p.translate(box.center().x() - wide * by / 2, box.center().y() + metrics.capHeight() * by / 2)
    p.scale(by, by)
    if halo:
        p.setPen(QPen(QColor(255, 250, 240, 235), 9, Qt.PenStyle.SolidLine,
                      Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))  # fmt: skip
        p.drawPath(path)
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(ink)
    p.drawPath(path)
    p.restore()


def _pips(p: QPainter, steps: tuple[int, int], ink: QColor) -> None:
    """Draw a dot for each step at the right edge; those that are left are filled."""
    left, of = steps
    p.setPen(QPen(ink, 1.4))
    apart = min(9.0, 54 / of)
    for number in range(of):
        p.setBrush(ink if number < left else Qt.BrushStyle.NoBrush)
        p.drawEllipse(QPointF(90, 60 - apart * number), apart * 0.32, apart * 0.32)


# ------------------------------------------------------------------------------- badges

_BADGE_COLOURS: Final = {
    Badge.MOVED: "#3f6f9f",
    Badge.SPENT: "#5b5b5b",
    Badge.STUCK: "#5b5b5b",
    Badge.UNSUPPLIED: "#b3261e",
    Badge.HIDDEN: "#20303f",
    Badge.FLOWN: "#2b5c74",
}
_ROLE_COLOURS: Final = {
    "note": "#3f4f86",
    "good": "#2f6b34",
    "warning": "#9a5b00",
    "bad": "#a3211b",
}
_SIGNS: Final = {Badge.HIDDEN: "?", Badge.UNSUPPLIED: "S"}


def _badges(p: QPainter, face: Face) -> None:
    for number, badge in enumerate(face.badges[:3]):
        p.save()
        p.translate(12 + 22 * number, 12)
        p.setPen(QPen(QColor("#ffffff"), 2))
        p.setBrush(QColor(_colour(badge)))
        p.drawEllipse(QPointF(0, 0), 10.5, 10.5)
        _badge(p, badge)
        p.restore()


def _colour(badge: AnyBadge) -> str:
    return _ROLE_COLOURS[badge.role] if isinstance(badge, BadgeEntry) else _BADGE_COLOURS[badge]


def _badge(p: QPainter, badge: AnyBadge) -> None:
    white = QColor("#ffffff")
    if isinstance(badge, BadgeEntry):
        _write(p, badge.text, QRectF(-8, -8, 16, 16), 15, white, bold=True)
        return
    if badge in _SIGNS:
        _write(p, _SIGNS[badge], QRectF(-9, -9, 18, 18), 17, white, bold=True)
        if badge is Badge.UNSUPPLIED:
            p.setPen(QPen(white, 2.2))
            p.drawLine(QPointF(-7.5, 7.5), QPointF(7.5, -7.5))
        return
    p.setPen(QPen(white, 2.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    p.setBrush(white)
    if badge is Badge.MOVED:
        p.drawPolygon(QPolygonF([QPointF(6, 0), QPointF(-1, -5), QPointF(-1, 5)]))
        p.drawLine(QPointF(-6, 0), QPointF(-1, 0))
    elif badge is Badge.SPENT:
        p.drawPolyline(QPolygonF([QPointF(-5, 0), QPointF(-1.5, 4), QPointF(5.5, -4)]))
    elif badge is Badge.FLOWN:
        _aircraft(p)
    else:
        p.drawRect(QRectF(-4, -4, 8, 8))


def _aircraft(p: QPainter) -> None:
    """Draw an aircraft from above: fuselage, wings, tail."""
    for start, end, width in (
        (QPointF(0, -7), QPointF(0, 6), 2.6),
        (QPointF(-7.5, -0.5), QPointF(7.5, -0.5), 3.0),
        (QPointF(-3, 5.5), QPointF(3, 5.5), 2.2),
    ):
        p.setPen(QPen(QColor("#ffffff"), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        p.drawLine(start, end)
