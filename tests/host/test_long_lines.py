"""Long lines on the map: nothing shines through their edges, whose ends are not round.

Of the others Qt draws a hundred in the time of six hundred of these.
"""

from unittest.mock import Mock

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPen
from PySide6.QtWidgets import QStyleOptionGraphicsItem

from tabuleiro.host.map.board_item import Frame
from tabuleiro.host.map.trails import _Trails
from tabuleiro.host.plans import _PlanItem

BOARD = QRectF(0, 0, 4000, 2000)
LINE = [QPointF(0, 0), QPointF(1000, 200), QPointF(3000, 1900)]


def lines_drawn(item):
    """Return the pens with which an item draws lines on the whole board."""
    pens = []
    painter = Mock()
    painter.drawPath.side_effect = lambda _path: pens.append(QPen(painter.setPen.call_args[0][0]))
    option = QStyleOptionGraphicsItem()
    option.exposedRect = BOARD
    item.draw(painter, Frame(0.3, option, paper=False))
    return pens


def all_are_quick(pens):
    return all(
        pen.color().alpha() == 255 and pen.capStyle() != Qt.PenCapStyle.RoundCap for pen in pens
    )


def test_planning_arrows_are_quick(qapp):
    item = _PlanItem(BOARD)
    item.show_plans([LINE], [], [])
    pens = lines_drawn(item)
    assert len(pens) == 2
    assert all_are_quick(pens)


def test_trails_are_quick(qapp):
    item = _Trails(BOARD)
    item.show_lines([(LINE, QColor("#a02020"))])
    pens = lines_drawn(item)
    assert len(pens) == 2
    assert all_are_quick(pens)
