"""The outlines of counters: one for each side, so that sides are told apart without colours."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF

__all__ = ["OUTLINES", "outline"]

OUTLINES: Final = 6
"""So many sides are told apart by shape."""
_ROUND: Final = 9.0
_SWOLLEN: Final = 2.2
"""By so much more the corners of the fifth side are rounded than those of others are cut."""
# Which corners are cut: top left, top right, bottom right, bottom left.
_CUT: Final[dict[int, tuple[bool, bool, bool, bool]]] = {
    1: (True, True, True, True),
    2: (True, True, False, False),
    3: (False, False, True, True),
    5: (True, False, True, False),
}


def outline(number: int, area: QRectF, cut: float) -> QPainterPath:
    """Return the outline of the counters of a side, by its number, round an area.

    The first is a square with round corners. Others have all corners cut, the upper two, the lower
    two, large round ones, or two that lie across from each other.
    """
    number %= OUTLINES
    path = QPainterPath()
    if number not in _CUT:
        by = _ROUND if number == 0 else _SWOLLEN * cut
        path.addRoundedRect(area, by, by)
        return path
    corners = []
    ends = (area.topLeft(), area.topRight(), area.bottomRight(), area.bottomLeft())
    along = (QPointF(1, 0), QPointF(0, 1), QPointF(-1, 0), QPointF(0, -1))
    for at, (corner, is_cut) in enumerate(zip(ends, _CUT[number], strict=True)):
        off = cut if is_cut else 0.0
        corners += [corner - along[at - 1] * off, corner + along[at] * off]
    path.addPolygon(QPolygonF(corners))
    path.closeSubpath()
    return path
