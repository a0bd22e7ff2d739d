"""Dice that tumble for half a second; any key makes them lie still at once."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QHideEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QApplication, QWidget

from tabuleiro.i18n import _

__all__ = ["DiceView", "paint_die"]

_TUMBLE_MS: Final = 45
_TUMBLES: Final = 11
_SKIPS: Final = frozenset(
    {QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride, QEvent.Type.MouseButtonPress}
)
_SIDE: Final = 44.0
_STEP: Final = 54.0
_MOST: Final = 7
"""So many dice stand side by side; more of them are smaller."""
_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


class DiceView(QWidget):
    """The dice of a battle."""

    settled = Signal()
    """The dice lie still."""

    def __init__(self, parent: QWidget | None = None, *, die: int = 6) -> None:
        """Make a widget without dice yet."""
        super().__init__(parent)
        self.die = die
        """How many faces each has."""
        self._faces: tuple[int, ...] = ()
        self._shown: tuple[int, ...] = ()
        self._left = 0
        self.animated = True
        self._clock = QTimer(self)
        self._clock.setInterval(_TUMBLE_MS)
        self._clock.timeout.connect(self._turn)
        self.setFixedHeight(58)

    @property
    def faces(self) -> tuple[int, ...]:
        """What fell."""
        return self._faces

    @property
    def tumbling(self) -> bool:
        """Whether the dice are still on their way."""
        return self._clock.isActive()

    def show_faces(self, faces: tuple[int, ...], *, told: bool = True) -> None:
        """Show faces at once; a screen reader hears them only when they may be told."""
        self._stop()
        self._faces = self._shown = faces
        self.setMinimumWidth(round(_STEP * min(len(faces), _MOST)) + 6 if faces else 0)
        self.setAccessibleName(" + ".join(map(str, faces)) if told else _("Dice"))
        self.update()

    def tumble(self, faces: tuple[int, ...]) -> None:
        """Let the dice tumble, then show what fell."""
        self.show_faces(faces, told=False)
        if not self.animated or not self.isVisible():
            self.settled.emit()
            return
        self._left = _TUMBLES
        self._clock.start()
        self._turn()  # the first that is drawn of them is not what fell
        app = QApplication.instance()
        if app is not None:
            app.installEventFilter(self)

    def skip(self) -> None:
        """Let the dice lie still now."""
        if self.tumbling:
            self.show_faces(self._faces)
            self.settled.emit()

    def _stop(self) -> None:
        if self._clock.isActive():
            self._clock.stop()
            app = QApplication.instance()
            if app is not None:
                app.removeEventFilter(self)

    def _turn(self) -> None:
        self._left -= 1
        if self._left <= 0:
            self.skip()
            return
        self._shown = tuple(
            (face + self._left * (n + 2)) % self.die + 1 for n, face in enumerate(self._faces)
        )
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stop at any key or click; a plain key does nothing else then."""
        if not self.tumbling or event.type() not in _SKIPS:
            return False
        plain = isinstance(event, QKeyEvent) and not event.modifiers()
        if plain and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()  # it is no shortcut now: it comes again as a key
            return True
        self.skip()
        return plain

    def hideEvent(self, event: QHideEvent) -> None:
        """Nothing tumbles where nobody sees it."""
        super().hideEvent(event)
        self.skip()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the dice."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        by = min(1.0, self.width() / (_STEP * max(len(self._shown), 1) + 4))
        painter.scale(by, by)
        for number, face in enumerate(self._shown):
            painter.save()
            painter.translate(_STEP / 2 + 2 + _STEP * number, 29)
            if self.tumbling:
                painter.rotate(23 * self._left * (1 if number % 2 else -1))
            paint_die(painter, QRectF(-_SIDE / 2, -_SIDE / 2, _SIDE, _SIDE), face, self.die)
            painter.restore()
        painter.end()


def paint_die(painter: QPainter, box: QRectF, face: int, die: int = 6) -> None:
    """Draw a die that fills a square: with pips if it has six faces, else with a number."""
    side = box.width()
    painter.setPen(QPen(QColor("#7a1d12"), max(1.0, side * 0.04)))
    painter.setBrush(QColor("#b3301e"))
    if die == len(_PIPS):
        painter.drawRoundedRect(box, side * 0.18, side * 0.18)
    else:
        painter.drawPolygon(_kite(box))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#fff8ee"))
    if die != len(_PIPS):
        font = QFont(painter.font())
        font.setBold(True)
        font.setPixelSize(max(1, round(side * (0.42 if face < 100 else 0.3))))
        painter.setFont(font)
        painter.setPen(QColor("#fff8ee"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(face))
        return
    for x, y in _PIPS[face]:
        painter.drawEllipse(
            box.center() + QPointF(x, y) * (side * 0.27), side * 0.097, side * 0.097
        )


def _kite(box: QRectF) -> QPolygonF:
    """Return the outline of a die with another number of faces, seen from above."""
    corners = ((0, -0.5), (0.48, -0.2), (0.48, 0.2), (0, 0.5), (-0.48, 0.2), (-0.48, -0.2))
    return QPolygonF([box.center() + QPointF(x, y) * box.width() for x, y in corners])
