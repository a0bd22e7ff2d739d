"""The ruler: how far it is from hex to hex, and rings about a hex."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen

from tabuleiro.host.map.board_item import Level, OverBoard, plate, stroke, writing
from tabuleiro.host.map.picture import SCALE
from tabuleiro.host.theme import Overlay
from tabuleiro.i18n import _, language, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tabuleiro.board.sight_lines import SightLine
    from tabuleiro.host.map.board_item import Frame
    from tabuleiro.host.map.view import BoardView

__all__ = ["Ruler", "distance_words"]

_RINGS: Final = 6
_INK: Final = QColor(60, 30, 90)
_HIDDEN: Final = QColor(190, 40, 30)
"""The line of sight beyond what stops the eye."""


def distance_words(hexes: int, km: float | None) -> str:
    """Return a distance in hexes, and in kilometres if it is known how many a hex has.

    >>> distance_words(1, None), distance_words(5, 2.9)
    ('1 hex', '5 hexes · 14.5 km')
    """
    words = ngettext("{n} hex", "{n} hexes", hexes).format(n=hexes)
    if km is None:
        return words
    far = hexes * km
    number = f"{far:.0f}" if far >= 100 else f"{far:.1f}"
    if language() == "pt":
        number = number.replace(".", ",")
    return f"{words} · {number} km"


class Ruler(QObject):
    """Measures on a map. It is switched on, clicked on two hexes, and switched off."""

    switched = Signal(bool)
    """The ruler was taken up or put away."""

    def __init__(self, view: BoardView, km: float | None, parent: QObject | None = None) -> None:
        """Measure on a board whose hexes are so many kilometres wide."""
        super().__init__(parent)
        self._view = view
        self._km = km
        self._item = view.add(_RulerItem(view.picture.size), Level.RULER)
        self.active = False
        self.start: str | None = None
        self.end: str | None = None
        self._fixed = False
        self.sight_of: Callable[[str, str], SightLine] | None = None
        """Says what hides the far end of the ruler from its beginning; None: nobody wants it."""
        self.rings_about: str | None = None
        """The hex with rings about it."""

    def switch(self, on: bool) -> None:  # noqa: FBT001 - a switch is told its state
        """Take the ruler up, or put it away."""
        if on == self.active:
            return
        self.active = on
        self.start = self._view.cursor_hex if on and self._on_board(self._view.cursor_hex) else None
        self.end, self._fixed = None, False
        self._show()
        self.switched.emit(on)

    def _on_board(self, place: str | None) -> bool:
        return place is not None and place in self._view.board.grid

    def click(self, place: str | None) -> None:
        """Begin at a hex, or end there; the third click begins anew."""
        if not self._on_board(place):
            return
        if self.start is None or self._fixed:
            self.start, self.end, self._fixed = place, None, False
        else:
            self.end, self._fixed = place, True
        self._show()

    def hover(self, place: str | None) -> None:
        """Point at a hex."""
        if self.active and self.start is not None and not self._fixed and self._on_board(place):
            self.end = place
            self._show()

    def rings(self, place: str | None) -> None:
        """Draw rings about a hex; again about the same one, or about none, takes them away."""
        same = place == self.rings_about or not self._on_board(place)
        self.rings_about = None if same else place
        self._show()

    @property
    def words(self) -> str:
        """What the ruler says."""
        if self.start is None or self.end is None:
            return ""
        distance = self._view.board.grid.distance(self.start, self.end)
        words = distance_words(distance, self._km)
        if self.sight_of is None:
            return words
        blocked = self.sight_of(self.start, self.end).blocked
        told = _("in sight") if blocked is None else _("out of sight: {hex}").format(hex=blocked)
        return f"{words} · {told}"

    def _show(self) -> None:
        view = self._view
        ends = [view.middle(hex) for hex in (self.start, self.end) if hex is not None]
        rings = []
        if self.rings_about is not None:
            grid = view.board.grid
            for far in range(1, _RINGS + 1):
                outline = view.outline(grid.within(self.rings_about, far))
                top = view.middle(self.rings_about) - QPointF(0, far * SCALE)
                rings.append((outline, top, distance_words(far, self._km)))
        stop = None
        if self.sight_of is not None and self.start is not None and self.end is not None:
            blocked = self.sight_of(self.start, self.end).blocked
            stop = None if blocked is None else view.middle(blocked)
        self._item.show_line(ends if self.active else [], self.words, rings, stop)


class _RulerItem(OverBoard):
    """A line with its length, and rings with theirs."""

    def __init__(self, bounds: QRectF) -> None:
        super().__init__(bounds)
        self._ends: list[QPointF] = []
        self._words = ""
        self._rings: list[tuple[QPainterPath, QPointF, str]] = []
        self._stop: QPointF | None = None
        """Where the eye is stopped: from there on the line is another one."""

    def show_line(
        self,
        ends: Sequence[QPointF],
        words: str,
        rings: Sequence[tuple[QPainterPath, QPointF, str]],
        stop: QPointF | None = None,
    ) -> None:
        self._stop = stop
        self._ends, self._words, self._rings = list(ends), words, list(rings)
        self.update()

    def draw(self, painter: QPainter, frame: Frame) -> None:
        case = QPen(QColor(255, 250, 236, 200), frame.wide(4.0, 3))
        core = QPen(Overlay.LEGAL_EDGE, frame.wide(2.0, 1.5))
        for outline, _top, _words in self._rings:
            stroke(painter, outline, case, core)
        for _outline, top, words in self._rings:
            _tag(painter, top, words, frame)
        if not self._ends:
            return
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in ((QColor(255, 250, 236, 230), 7.0), (_INK, 3.5)):
            painter.setPen(QPen(colour, frame.wide(width, 0.6 * width)))
            painter.drawEllipse(self._ends[0], 9, 9)
            if len(self._ends) > 1:
                painter.drawLine(self._ends[0], self._stop or self._ends[1])
                if self._stop is not None:
                    painter.setPen(QPen(_HIDDEN if colour is _INK else colour, width,
                                        Qt.PenStyle.DotLine))  # fmt: skip
                    painter.drawLine(self._stop, self._ends[1])
                    painter.setPen(QPen(colour, frame.wide(width, 0.6 * width)))
                painter.drawEllipse(self._ends[1], 9, 9)
        if self._words:
            _tag(painter, self._ends[-1] + QPointF(0, -0.62 * SCALE), self._words, frame)


def _tag(painter: QPainter, at: QPointF, words: str, frame: Frame) -> None:
    """Write on a small label, as large on the screen at any zoom."""
    font = writing(13)
    wide = QFontMetricsF(font).horizontalAdvance(words) + 12
    painter.save()
    painter.translate(at)
    painter.scale(1 / frame.zoom, 1 / frame.zoom)
    painter.setFont(font)
    plate(painter, QRectF(-wide / 2, -10, wide, 20), words, ink=_INK,
          fill=QColor(255, 252, 242, 235), rim=QPen(_INK, 1), radius=6)  # fmt: skip
    painter.restore()
