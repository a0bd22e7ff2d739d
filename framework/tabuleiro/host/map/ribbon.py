"""The banner over the map: what a battle came to, where one looks."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtWidgets import QLabel

from tabuleiro.host.map.picture import SCALE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tabuleiro.host.map.view import BoardView

__all__ = ["Ribbon"]

_TOP: Final = 10
_SPARE: Final = 26
"""Small letters beside large ones take more than Qt supposes."""
_WIDEST: Final = 700
_MOST: Final = 16_777_215  # Qt's own


class Ribbon(QLabel):
    """A sentence over a map. It takes no click and goes by itself with the scene.

    It stands at the top, or at the bottom where it would cover what it tells of at the top.
    """

    def __init__(self, view: BoardView) -> None:
        """Make a banner that says nothing yet."""
        super().__init__(view.viewport())
        self._view = view
        self._port = view.viewport()
        self._about = ""
        """The place that it tells of."""
        self.setObjectName("ribbon")
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setWordWrap(True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        view.viewport().installEventFilter(self)
        view.moved.connect(self._put)
        self.hide()

    def say(self, where: str, words: str, code: str = "", followed: Sequence[str] = (), *,
            about: str = "") -> None:  # fmt: skip
        """Say what a battle came to; the code of the table stands small beside.

        What followed stands below, line by line. The place that it is ``about`` stays in sight.
        """
        self._about = about
        together = escape(code).replace(" ", "&nbsp;")
        small = f" <span style='font-size:small'>{together}</span>" if code else ""
        head = f"<span style='font-size:small'>{escape(where)}</span><br>" if where else ""
        below = "".join(f"<br><span style='font-size:small'>{line}</span>" for line in followed)
        self.setText(f"{head}<b>{escape(words)}</b>{small}{below}")
        self.show()
        self.raise_()
        self._lay()

    def _lay(self) -> None:
        self.setMinimumSize(0, 0)
        self.setMaximumSize(_MOST, _MOST)
        self.setWordWrap(False)
        room = min(_WIDEST, self._port.width() - 2 * _TOP)
        wide = self.sizeHint().width() + _SPARE
        if wide > room:
            self.setWordWrap(True)
            wide = room
        self.setFixedWidth(wide)
        self.setFixedHeight(max(self.heightForWidth(wide), self.sizeHint().height()))
        self._put()

    def _put(self) -> None:
        """Stand where nothing is covered that matters, at the top if it is all the same."""
        if self.isHidden():
            return
        left = (self._port.width() - self.width()) // 2
        heights = (_TOP, self._port.height() - self.height() - _TOP)
        places = [QRect(QPoint(left, y), self.size()) for y in heights]
        self.move(min(places, key=self._covers).topLeft())

    def _covers(self, place: QRect) -> tuple[int, int]:
        """Return how much is covered of the fighting, and of a card over the map."""
        view, fought = self._view, QRect()
        if self._about and view.knows(self._about):
            off = QPointF(SCALE, SCALE)
            middle = view.middle(self._about)
            fought = view.mapFromScene(QRectF(middle - off, middle + off)).boundingRect()
        hidden, card = place & fought, place & view.covered
        return hidden.width() * hidden.height(), card.width() * card.height()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the middle when the map gets another size."""
        if event.type() == QEvent.Type.Resize and not self.isHidden():
            self._lay()
        return False
