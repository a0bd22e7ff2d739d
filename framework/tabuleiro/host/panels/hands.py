"""Hands of cards as fans: one's own can be read and played by a click, others show their backs.

By the keyboard cards are played from the list of what can be done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QMouseEvent, QPainter, QPaintEvent, QPen, QTransform
from PySide6.QtWidgets import QLabel, QMenu, QSizePolicy, QToolTip, QVBoxLayout, QWidget

from tabuleiro.engine.draws import HAND
from tabuleiro.host.gestures import path_of, piece_of
from tabuleiro.host.words import piece_name
from tabuleiro.i18n import _, text
from tabuleiro.module.unknown import is_unknown

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent

    from tabuleiro.board import Box
    from tabuleiro.engine import Action
    from tabuleiro.host.counter import Face
    from tabuleiro.host.play import MapPlay
    from tabuleiro.host.seat import Seat
    from tabuleiro.module import Module

__all__ = ["HandFan", "HandsPanel", "has_hands"]

_CARD: Final = QRectF(-34, -48, 68, 96)
_MOST_WIDE: Final = 110.0
_SYMBOL: Final = 40
_PIVOT: Final = 250.0
"""How far below the middle of the cards they are held."""
_WIDEST: Final = 60.0
"""The angle of a fan with many cards; of few they are this far apart:"""
_APART: Final = 13.0
_RAISED: Final = 12.0
_HEIGHT: Final = 158
_SMALL: Final = 0.45
"""How large a fan is of which nothing is seen but backs."""
_MIDDLE: Final = 64
"""How far from the top the middle of a card is; those at the sides of a fan hang lower."""
_PAPER: Final = QColor("#fbf7ea")
_INK: Final = QColor("#2b2620")


def _about(wide: float, high: float) -> QRectF:
    return QRectF(-wide / 2, -high / 2, wide, high)


def has_hands(module: Module) -> bool:
    """Return whether there are hands of cards in a game at all."""
    return any(box.kind == HAND for box in module.board.boxes.values())


class HandsPanel(QWidget):
    """The hands of a match, one's own first."""

    def __init__(self, seat: Seat, play: MapPlay, parent: QWidget | None = None) -> None:
        """Show the hands that a seat's match has."""
        super().__init__(parent)
        self.seat = seat
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        boxes = [box for box in seat.module.board.boxes.values() if box.kind == HAND]
        self.fans = {box.id: HandFan(seat, play, box) for box in boxes}
        self._titles = {box.id: QLabel() for box in boxes}
        for box in sorted(boxes, key=lambda box: box.side not in seat.at.sides):
            column.addWidget(self._titles[box.id])
            column.addWidget(self.fans[box.id])
        column.addStretch(1)
        seat.changed.connect(self.refresh)
        self.refresh()

    @property
    def empty(self) -> bool:
        """Whether nobody holds a card."""
        return not any(fan.cards for fan in self.fans.values())

    def refresh(self) -> None:
        """Show the cards that are held now."""
        for name, fan in self.fans.items():
            fan.refresh()
            seen = bool(fan.cards) or fan.box.side in self.seat.at.sides
            fan.setVisible(seen)
            self._titles[name].setVisible(seen)
            title = _("{hand}: {n}").format(hand=text(fan.box.name), n=len(fan.cards))
            self._titles[name].setText(title)
            fan.setAccessibleName(title)


class HandFan(QWidget):
    """One hand. A click on a card does what can be done with it, or asks which of several."""

    def __init__(self, seat: Seat, play: MapPlay, box: Box) -> None:
        """Show the cards in a box."""
        super().__init__()
        self.seat = seat
        self.box = box
        self._play = play
        self.cards: tuple[str, ...] = ()
        """The cards, by the names under which they are seen, from the left."""
        self._pointed: str | None = None
        self._by = 1.0
        self.setMouseTracking(True)
        self.setFixedHeight(_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """As wide as panels are."""
        return QSize(240, _HEIGHT)

    def refresh(self) -> None:
        """Take the cards that are held now."""
        self.cards = self.seat.sight.at(self.box.id)
        self._pointed = None
        backs = self.box.side not in self.seat.at.sides and all(map(is_unknown, self.cards))
        self._by = _SMALL if backs else 1.0
        self.setFixedHeight(round(_HEIGHT * self._by))
        self.update()

    def deeds(self, card: str) -> list[Action]:
        """Return what can be done with a card now."""
        if card not in self.cards or is_unknown(card):
            return []
        about = self.seat.legal(piece=card)
        return [action for action in about if piece_of(action) == card and not path_of(action)]

    # drawing

    def _from_below(self) -> list[str]:
        """Return the cards as they lie on one another, that under the pointer uppermost."""
        return sorted(self.cards, key=lambda card: card == self._pointed)

    def _placed(self, card: str) -> QTransform:
        """Return how a card lies in the fan."""
        count = len(self.cards)
        step = min(_APART, _WIDEST / max(count - 1, 1))
        angle = (self.cards.index(card) - (count - 1) / 2) * step
        held = QTransform()
        held.translate(self.width() / 2, 0)
        held.scale(self._by, self._by)
        held.translate(0, _MIDDLE + _PIVOT)
        held.rotate(angle)
        held.translate(0, -_PIVOT - (_RAISED if card == self._pointed else 0))
        return held

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the cards from the left, that under the pointer last."""
        painter = QPainter(self)
        painter.setRenderHints(
            QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform
        )
        for card in self._from_below():
            painter.setTransform(self._placed(card))
            if (face := self._play.face(card)).picture:
                self._draw_picture(painter, face)
            elif is_unknown(card):
                self._draw_back(painter)
            else:
                self._draw_face(painter, card)
        painter.end()

    def _draw_picture(self, painter: QPainter, face: Face) -> None:
        """Draw a card that is a picture, in its own shape."""
        area = self._shape(face)
        pixmap = self._play.view.art.pixmap(face.fitted(), max(area.width(), area.height()), 2)
        side = max(area.width(), area.height())
        painter.drawPixmap(_about(side, side), pixmap, QRectF(pixmap.rect()))
        painter.setPen(QPen(_INK, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(area)

    def _shape(self, face: Face) -> QRectF:
        """Return where a card lies about its middle: one that is a picture in its own shape."""
        if not face.picture:
            return _CARD
        wide, high = face.box
        by = min(_CARD.height() / high, _MOST_WIDE / wide)
        return _about(wide * by, high * by)

    def _draw_back(self, painter: QPainter) -> None:
        side = self.seat.module.sides.get(self.box.side or "")
        colour = QColor(side.colour if side is not None else "#77706a")
        painter.setPen(QPen(_PAPER, 3))
        painter.setBrush(colour)
        painter.drawRoundedRect(_CARD, 6, 6)
        painter.setPen(QPen(colour.lighter(150), 1))
        inner = _CARD.adjusted(9, 9, -9, -9)
        painter.drawRoundedRect(inner, 4, 4)
        painter.drawLine(inner.topLeft(), inner.bottomRight())
        painter.drawLine(inner.topRight(), inner.bottomLeft())

    def _draw_face(self, painter: QPainter, card: str) -> None:
        painter.setPen(QPen(_INK, 2 if self.deeds(card) else 1))
        painter.setBrush(_PAPER)
        painter.drawRoundedRect(_CARD, 6, 6)
        pixmap = self._play.view.art.pixmap(self._play.face(card), _SYMBOL, 2)
        painter.drawPixmap(
            QRectF(-_SYMBOL / 2, _CARD.top() + 6, _SYMBOL, _SYMBOL), pixmap, QRectF(pixmap.rect())
        )
        font = QFont(self.font())
        font.setPixelSize(12)
        painter.setFont(font)
        words = QRectF(_CARD.left() + 4, _CARD.top() + _SYMBOL + 8, 60, 46)
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(words, int(flags), piece_name(self.seat.module, card))

    # the pointer

    def card_at(self, point: QPointF) -> str | None:
        """Return the card under a point of the widget, the uppermost of several."""
        for card in reversed(self._from_below()):
            back, possible = self._placed(card).inverted()
            area = self._shape(self._play.face(card))
            if possible and area.contains(back.map(point)):
                return card
        return None

    def middle(self, card: str) -> QPoint:
        """Return a point of a card that no other one covers."""
        left = self._shape(self._play.face(card)).left()
        return self._placed(card).map(QPointF(left + 8, -20)).toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Raise the card under the pointer and name it."""
        card = self.card_at(event.position())
        if card != self._pointed:
            self._pointed = card
            self.update()
        if card is not None and not is_unknown(card):
            QToolTip.showText(
                event.globalPosition().toPoint(), piece_name(self.seat.module, card), self
            )

    def leaveEvent(self, _event: QEvent) -> None:
        """Lower the card."""
        self._pointed = None
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Do with the card what can be done, or ask what."""
        card = self.card_at(event.position())
        if self._play.offers_all(self.box.id, card, event.globalPosition().toPoint()):
            return
        actions = self.deeds(card) if card is not None else []
        if len(actions) == 1:
            self.seat.act(actions[0])
        elif actions:
            menu = QMenu(self)
            for action in actions:
                self._play.add_entry(menu, action, actions)
            menu.aboutToHide.connect(menu.deleteLater)
            menu.popup(event.globalPosition().toPoint())
