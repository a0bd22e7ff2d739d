"""Symbols of unit types: the frames and signs of NATO for land, silhouettes for air and sea.

All are drawn in a box 44 wide and 30 high, whose middle is the origin.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainter, QPainterPath, QPen, QPolygonF

__all__ = ["SYMBOLS", "paint_symbol"]

_W: Final = 22.0
_H: Final = 15.0
Sign = Callable[[QPainter], None]


def _line(p: QPainter, *points: tuple[float, float]) -> None:
    p.drawPolyline(QPolygonF([QPointF(x, y) for x, y in points]))


def _infantry(p: QPainter) -> None:
    _line(p, (-_W, -_H), (_W, _H))
    _line(p, (-_W, _H), (_W, -_H))


def _cavalry(p: QPainter) -> None:
    _line(p, (-_W, _H), (_W, -_H))


def _armour(p: QPainter) -> None:
    p.drawRoundedRect(QRectF(-14, -7.5, 28, 15), 7.5, 7.5)


def _artillery(p: QPainter) -> None:
    p.save()
    p.setBrush(QBrush(p.pen().color()))
    p.drawEllipse(QPointF(0, 0), 4.2, 4.2)
    p.restore()


def _wheels(p: QPainter) -> None:
    p.save()
    p.setBrush(QBrush(p.pen().color()))
    for x in (-13, 0, 13):
        p.drawEllipse(QPointF(x, _H + 3.4), 2.1, 2.1)
    p.restore()


def _mountain(p: QPainter) -> None:
    p.save()
    p.setBrush(QBrush(p.pen().color()))
    p.drawPolygon(QPolygonF([QPointF(0, 3), QPointF(8, _H), QPointF(-8, _H)]))
    p.restore()


def _wings(p: QPainter) -> None:
    """Draw the gull of parachute troops, at the bottom of the box."""
    path = QPainterPath(QPointF(-10, _H - 1.5))
    path.cubicTo(-8, _H - 8, -2, _H - 8, 0, _H - 2.5)
    path.cubicTo(2, _H - 8, 8, _H - 8, 10, _H - 1.5)
    p.drawPath(path)


def _glider(p: QPainter) -> None:
    _line(p, (-10, _H - 6), (0, _H - 2), (10, _H - 6))


def _piece(p: QPainter) -> None:
    """Draw a man of a board game, for a counter of which nothing is said."""
    p.drawEllipse(QPointF(0, -6.5), 4.5, 4.5)
    path = QPainterPath(QPointF(-9, 11))
    path.cubicTo(-4, 4, -3, 1, -3, -2.5)
    path.lineTo(3, -2.5)
    path.cubicTo(3, 1, 4, 4, 9, 11)
    path.closeSubpath()
    p.drawPath(path)


def _engineers(p: QPainter) -> None:
    _line(p, (-13, 6.5), (-13, -5.5), (13, -5.5), (13, 6.5))
    _line(p, (0, -5.5), (0, 6.5))


def _construction(p: QPainter) -> None:
    _engineers(p)
    _line(p, (-17, _H - 3), (17, _H - 3))


def _anchor(p: QPainter) -> None:
    _line(p, (0, -9), (0, 10))
    _line(p, (-5, -5), (5, -5))
    p.drawEllipse(QPointF(0, -11), 2, 2)
    p.drawArc(QRectF(-8, -5, 16, 15.5), 200 * 16, 140 * 16)


def _tank_destroyer(p: QPainter) -> None:
    _line(p, (-_W, _H), (0, -_H), (_W, _H))


def _headquarters(p: QPainter) -> None:
    p.save()
    p.setBrush(QBrush(p.pen().color()))
    p.drawRect(QRectF(-_W, -_H, 2 * _W, 8))
    p.restore()


def _letters(words: str) -> Sign:
    def sign(p: QPainter) -> None:
        font = QFont("sans-serif")
        font.setPixelSize(15)
        font.setBold(True)
        p.setFont(font)
        p.drawText(QRectF(-_W, -_H, 2 * _W, 2 * _H), Qt.AlignmentFlag.AlignCenter, words)

    return sign


def _reconnaissance(p: QPainter) -> None:
    _armour(p)
    _cavalry(p)


def _of(*signs: Sign) -> Sign:
    def sign(p: QPainter) -> None:
        p.drawRect(QRectF(-_W, -_H, 2 * _W, 2 * _H))
        for each in signs:
            each(p)

    return sign


# ------------------------------------------------------------------------- silhouettes


def _aircraft(span: float, length: float, engines: int, *, floats: bool = False) -> Sign:
    """Return an aircraft from above, its nose up."""

    def sign(p: QPainter) -> None:
        p.save()
        p.setBrush(QBrush(p.pen().color()))
        p.setPen(Qt.PenStyle.NoPen)
        half = length / 2
        body = QPainterPath(QPointF(0, -half))
        body.cubicTo(2.6, -half + 3, 2.6, 2, 1.1, half)
        body.lineTo(-1.1, half)
        body.cubicTo(-2.6, 2, -2.6, -half + 3, 0, -half)
        p.drawPath(body)
        wing = span / 2
        p.drawPolygon(
            QPolygonF(
                [
                    QPointF(-wing, -1.5), QPointF(-2, -6.5), QPointF(2, -6.5), QPointF(wing, -1.5),
                    QPointF(wing, 1.2), QPointF(2, 0.8), QPointF(-2, 0.8), QPointF(-wing, 1.2),
                ]
            )
        )  # fmt: skip
        tail = span * 0.19
        p.drawPolygon(
            QPolygonF(
                [QPointF(-tail, half - 1), QPointF(0, half - 5), QPointF(tail, half - 1),
                 QPointF(tail, half + 1), QPointF(-tail, half + 1)]
            )
        )  # fmt: skip
        for at in {2: (-0.2, 0.2), 4: (-0.34, -0.17, 0.17, 0.34)}.get(engines, ()):
            p.drawRoundedRect(QRectF(at * span - 1.4, -10, 2.8, 9), 1.4, 1.4)
        if floats:
            for at in (-0.3, 0.3):
                p.drawEllipse(QPointF(at * span, 4), 1.6, 5)
        p.restore()

    return sign


def _ship(kind: str) -> Sign:
    """Return a warship from the side."""

    def sign(p: QPainter) -> None:
        p.save()
        p.setBrush(QBrush(p.pen().color()))
        p.setPen(Qt.PenStyle.NoPen)
        hull = [(-24, 3), (24, 1), (19, 10), (-20, 10)]
        p.drawPolygon(QPolygonF([QPointF(x, y) for x, y in hull]))
        if kind == "carrier":
            p.drawRect(QRectF(-25, 0.5, 50, 2.6))
            p.drawRect(QRectF(3, -8, 8, 9))
        elif kind == "submarine":
            p.drawRoundedRect(QRectF(-24, 2, 48, 8), 5, 4)
            p.drawRect(QRectF(-4, -5, 8, 8))
        elif kind == "transport":
            p.drawRect(QRectF(-12, -4, 9, 7))
            p.drawRect(QRectF(12, -9, 1.4, 11))
            p.drawRect(QRectF(2, -7, 1.4, 9))
        else:
            p.drawPolygon(
                QPolygonF([QPointF(x, y) for x, y in ((-8, 2), (-5, -9), (3, -9), (6, 2))])
            )
            for x, to in ((-15, -21), (12, 19)):
                p.drawRect(QRectF(x - 3, -2, 7, 5))
                p.drawRect(QRectF(min(x, to), -1, abs(to - x), 1.3))
            p.drawRect(QRectF(-2, -14, 1.6, 6))
        p.restore()

    return sign


SYMBOLS: Final[dict[str, Sign]] = {
    "infantry": _of(_infantry),
    "motorized-infantry": _of(_infantry, _wheels),
    "mechanized-infantry": _of(_infantry, _armour),
    "mountain": _of(_infantry, _mountain),
    "paratroops": _of(_infantry, _wings),
    "piece": _piece,
    "airborne": _of(_infantry, _glider),
    "marines": _of(_infantry, _anchor),
    "militia": _of(_infantry, _letters("M")),
    "guerrilla": _of(_infantry, _letters("G")),
    "unknown": _of(_letters("?")),
    "cavalry": _of(_cavalry),
    "mechanized-cavalry": _of(_reconnaissance),
    "reconnaissance": _of(_cavalry),
    "armour": _of(_armour),
    "tank-destroyer": _of(_tank_destroyer),
    "artillery": _of(_artillery),
    "mechanized-artillery": _of(_armour, _artillery),
    "mountain-artillery": _of(_artillery, _mountain),
    "anti-aircraft": _of(_artillery, _wings),
    "engineers": _of(_engineers),
    "construction-engineers": _of(_construction),
    "headquarters": _of(_headquarters),
    "armoured-infantry": _of(_infantry, _armour),
    "naval-infantry": _of(_infantry, _anchor),
    "fortress-infantry": _of(_infantry, _letters("F")),
    "security": _of(_infantry, _letters("S")),
    "aerodrome-troops": _of(_infantry, _letters("A")),
    "guerrillas": _of(_infantry, _letters("G")),
    "tank-destroyers": _of(_tank_destroyer),
    "fighter": _aircraft(34, 28, 1),
    "fighter-bomber": _aircraft(38, 30, 1),
    "light-bomber": _aircraft(42, 30, 2),
    "medium-bomber": _aircraft(46, 32, 2),
    "heavy-bomber": _aircraft(54, 34, 4),
    "transport": _aircraft(50, 34, 2),
    "seaplane": _aircraft(48, 32, 2, floats=True),
    "kamikaze": _aircraft(34, 28, 1),
    "warship": _ship("warship"),
    "task-force": _ship("warship"),
    "carrier": _ship("carrier"),
    "submarine": _ship("submarine"),
    "naval-transport": _ship("transport"),
}
"""What each name in ``unit_types[].symbol`` of a module looks like."""


def paint_symbol(
    p: QPainter, symbol: str, ink: QColor, fill: QColor | None = None, width: float = 2.2
) -> None:
    """Draw a symbol round the origin; a name that is not known is written into a frame."""
    p.save()
    p.setPen(QPen(ink, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap,
                  Qt.PenJoinStyle.MiterJoin))  # fmt: skip
    p.setBrush(Qt.BrushStyle.NoBrush)
    if fill is not None and symbol in SYMBOLS:
        p.fillRect(QRectF(-_W, -_H, 2 * _W, 2 * _H), fill)
    sign = SYMBOLS.get(symbol) or _of(_letters(symbol[:3].upper()))
    sign(p)
    p.restore()
