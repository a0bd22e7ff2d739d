"""What the data say, drawn over a scan: there the picture itself shows none of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPen

from tabuleiro.board.several import BETWEEN
from tabuleiro.cartography.picture import style
from tabuleiro.host.map.board_item import OverBoard, line_through, round_pen
from tabuleiro.host.map.picture import SCALE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.editor.boards.open_board import OpenBoard
    from tabuleiro.host.boardeditor.canvas import Canvas
    from tabuleiro.host.map.board_item import Frame

__all__ = ["DataOverlay"]

_SEA: Final = QColor(70, 140, 190, 105)
_OTHERS: Final = ("#7a5aa0", "#3d8f94", "#b08a2e", "#4d8a57", "#a5433b", "#3b6ea5")
_RIVER: Final = QColor(20, 90, 200, 230)
_LINE: Final = QColor(120, 30, 120, 230)
_ROAD: Final = QColor(110, 60, 20, 230)
_RAIL: Final = QColor(30, 30, 30, 230)
_DOT: Final = QColor(190, 30, 30, 240)


class DataOverlay(OverBoard):
    """Terrain as tints, lines as lines, places as dots, on the maps that are scanned."""

    def __init__(self, canvas: Canvas) -> None:
        """Show nothing yet."""
        super().__init__(canvas.picture.size)
        self.setFlag(self.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self._canvas = canvas
        self._board: OpenBoard | None = None
        self._scanned: frozenset[str] = frozenset()

    def show_board(self, board: OpenBoard) -> None:
        """Show what this board says."""
        self._board = board
        self._scanned = frozenset(one.id for one in board.maps if one.picture is not None)
        self.update()

    def _on_scan(self, place: str) -> bool:
        return place.rpartition(BETWEEN)[0] in self._scanned

    def draw(self, painter: QPainter, frame: Frame) -> None:
        """Draw what is seen of it."""
        board = self._board
        if board is None or not self._scanned:
            return
        seen = frame.seen.adjusted(-SCALE, -SCALE, SCALE, SCALE)
        painter.setPen(Qt.PenStyle.NoPen)
        tints = _tints(board.terrain)
        for place, kind in board.terrain.items():
            if kind in tints and self._on_scan(place):
                corners = self._canvas.corners(place)
                if seen.intersects(corners.boundingRect()):
                    painter.setBrush(tints[kind])
                    painter.drawPolygon(corners)
        self._draw_lines(painter, frame, board)
        painter.setPen(QPen(QColor("white"), frame.wide(1.5, 1.0)))
        painter.setBrush(_DOT)
        reach = frame.wide(5, 3.5)
        for one in board.standing.places:
            if one.hex in board.grid and self._on_scan(one.hex):
                painter.drawEllipse(self._canvas.middle(one.hex), reach, reach)

    def _draw_lines(self, painter: QPainter, frame: Frame, board: OpenBoard) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for feature in board.standing.hexsides:
            colour = _RIVER if style.is_river(feature.kind) else _LINE
            painter.setPen(round_pen(colour, frame.wide(4, 2)))
            for side in feature.sides:
                a, b = side.split("/")
                if self._on_scan(a):
                    start, end = board.geometry.side_line(a, b)
                    painter.drawLine(self._canvas.at(*start), self._canvas.at(*end))
        for way in board.standing.networks:
            if not all(map(self._on_scan, way.chain)) or len(way.chain) < 2:
                continue
            rail = way.kind.startswith("rail")
            painter.setPen(round_pen(_RAIL if rail else _ROAD, frame.wide(3.5, 2)))
            points = [self._canvas.middle(hex) for hex in way.chain]
            painter.drawPath(line_through(points))


def _tints(terrain: Mapping[str, str]) -> dict[str, QColor]:
    """Return the tint of each kind of terrain: that of the drawn map where it has one.

    >>> sorted(_tints({"a": "clear", "b": "forest", "c": "lava"}))
    ['forest', 'lava']
    """
    found = {}
    for kind in sorted(set(terrain.values())):
        parts = [style.TERRAIN[part] for part in style.parts_of(kind)]
        tint = next((part.tint for part in parts if part.tint), None)
        if kind in {"sea", "lake"}:
            found[kind] = _SEA
        elif tint is not None or not parts or any(part.sign for part in parts):
            colour = QColor(tint or _OTHERS[sum(map(ord, kind)) % len(_OTHERS)])
            colour.setAlpha(120)
            found[kind] = colour
    return found
