"""A poster: a large button with a picture, a headline and a few words over it."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPalette,
    QPen,
    QPixmap,
    QTextLayout,
)
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from tabuleiro.host.theme import ACCENT

__all__ = ["Poster", "cover"]

_GROUND: Final = (QColor("#6d6148"), QColor("#2f2a20"))
"""Where a picture is still to come."""
_INK: Final = QColor("#ffffff")
_QUIET: Final = QColor("#ece5d6")
_ROUND: Final = 8.0
_PAD: Final = 0.9
"""The margin round the words, in lines of writing."""
_ABOVE: Final = 0.2
"""Of what is cut off a picture so much is cut off at the top: words cover the foot anyway."""
_WIDE: Final = 20.0
"""How wide it likes to be, in lines of writing."""
_FOOT: Final = 0.58
"""So much of its height words may take before they are cut short; a few lines in any case."""
_SENTENCE: Final = re.compile(r"(?<=[.!?]) ")
_HEADLINE: Final = 1.55
"""How much larger than the words the headline is."""
_LEAST_HEAD: Final = 1.15
"""A long headline is written smaller, down to so many times the other words, before it is cut."""


class Poster(QAbstractButton):
    """Shows what can be begun. The words stand at the foot, on a shade, whatever the picture."""

    def __init__(
        self, headline: str = "", words: str = "", call: str = "", *, lines: int = 2,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        """Make a poster; ``call`` says what a click does, ``lines`` how many lines words have."""
        super().__init__(parent)
        self._picture: QPixmap | None = None
        self._lines = lines
        self._call = ""
        self._words = ""
        self.primary = False
        """Whether this is what one most likely wants: its call has the colour of the program."""
        self.tell(headline, words, call)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def tell(self, headline: str, words: str, call: str) -> None:
        """Say other things."""
        self.setText(headline)
        self.setAccessibleName(f"{call}: {headline}" if call else headline)
        self.setAccessibleDescription(words)
        self._words, self._call = words, call
        self.updateGeometry()
        self.update()

    @property
    def words(self) -> str:
        """The words below the headline."""
        return self._words

    @property
    def picture(self) -> QPixmap | None:
        """The picture, if it is there."""
        return self._picture

    def show_picture(self, picture: QPixmap | None) -> None:
        """Show a picture; it covers the whole poster, and what is too much is cut off."""
        self._picture = picture
        self.update()

    # size

    def _fonts(self) -> tuple[QFont, QFont]:
        headline = QFont(self.font())
        headline.setPointSizeF(self.font().pointSizeF() * _HEADLINE)
        headline.setBold(True)
        return headline, self.font()

    def sizeHint(self) -> QSize:
        """Return room for all words with some of the picture above them."""
        head, line = (QFontMetricsF(font).height() for font in self._fonts())
        high = 2 * _PAD * line + 1.1 * head + (self._lines + 2.8) * line
        high += 2.1 * line if self._call else 0.0
        return QSize(round(_WIDE * line), round(high))

    def minimumSizeHint(self) -> QSize:
        """Return the least room: the words alone."""
        hint = self.sizeHint()
        line = QFontMetricsF(self.font()).lineSpacing()
        return QSize(hint.width() // 3, hint.height() - round(line))

    # drawing

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw picture, shade and words; a ring shows the focus."""
        painter = QPainter(self)
        painter.setRenderHints(
            QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform
        )
        area = QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
        shape = QPainterPath()
        shape.addRoundedRect(area, _ROUND, _ROUND)
        painter.setClipPath(shape)
        self._draw_picture(painter, area)
        self._draw_words(painter, area)
        painter.setClipping(False)
        self._draw_edge(painter, shape)

    def _draw_picture(self, painter: QPainter, area: QRectF) -> None:
        if self._picture is None or self._picture.isNull():
            ground = QLinearGradient(area.topLeft(), area.bottomRight())
            ground.setColorAt(0, _GROUND[0])
            ground.setColorAt(1, _GROUND[1])
            painter.fillRect(area, ground)
        else:
            painter.drawPixmap(
                area, self._picture, cover(self._picture.size(), area.size(), _ABOVE)
            )
        if self.underMouse() and self.isEnabled():
            painter.fillRect(area, QColor(255, 255, 255, 38))

    def _draw_words(self, painter: QPainter, area: QRectF) -> None:
        head, font = self._fonts()
        line = QFontMetricsF(font).height()
        pad = _PAD * line
        wide = area.width() - 2 * pad
        call = 2.1 * line if self._call else 0.0
        room = _FOOT * area.height() - 1.1 * QFontMetricsF(head).height() - 2 * pad - call
        told = _wrapped(self._words, font, wide, max(self._lines, int(room / line)))
        high = 1.1 * QFontMetricsF(head).height() + len(told) * line + call
        top = area.bottom() - pad - high
        shade = QLinearGradient(0, top - 3.2 * line, 0, area.bottom())
        for where, dark in ((0.0, 0), (0.34, 150), (0.6, 205), (1.0, 232)):
            shade.setColorAt(where, QColor(18, 14, 8, dark))
        painter.fillRect(area, shade)
        painter.setPen(_INK)
        painter.setFont(head)
        while QFontMetricsF(head).horizontalAdvance(self.text()) > wide and (
            head.pointSizeF() > _LEAST_HEAD * font.pointSizeF()
        ):
            head.setPointSizeF(head.pointSizeF() - 0.5)
            painter.setFont(head)
        shown = QFontMetricsF(head).elidedText(self.text(), Qt.TextElideMode.ElideRight, wide)
        painter.drawText(QPointF(area.left() + pad, top + QFontMetricsF(head).ascent()), shown)
        painter.setFont(font)
        painter.setPen(_QUIET)
        below = top + 1.1 * QFontMetricsF(head).height() + QFontMetricsF(font).ascent()
        for number, sentence in enumerate(told):
            painter.drawText(QPointF(area.left() + pad, below + number * line), sentence)
        if self._call:
            self._draw_call(painter, QPointF(area.left() + pad, area.bottom() - pad), wide)

    def _draw_call(self, painter: QPainter, foot: QPointF, most: float) -> None:
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        metrics = QFontMetricsF(font)
        shown = metrics.elidedText(self._call, Qt.TextElideMode.ElideRight, most - 24)
        chip = QRectF(0, 0, metrics.horizontalAdvance(shown) + 24, 1.6 * metrics.height())
        chip.moveBottomLeft(foot)
        painter.setPen(Qt.PenStyle.NoPen)
        ground = QColor(ACCENT) if self.primary else QColor(255, 255, 255, 46)
        painter.setBrush(ground.darker(120) if self.isDown() else ground)
        painter.drawRoundedRect(chip, 5, 5)
        painter.setPen(_INK)
        painter.setFont(font)
        painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, shown)

    def _draw_edge(self, painter: QPainter, shape: QPainterPath) -> None:
        palette = self.palette()
        pen = QPen(palette.color(QPalette.ColorRole.Mid), 1)
        if self.hasFocus():
            pen = QPen(palette.color(QPalette.ColorRole.Highlight), 3)
        elif self.underMouse():
            pen = QPen(QColor(ACCENT), 2)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(shape)

    # listening

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter press it, like the space bar."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        else:
            super().keyPressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Light up."""
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Light up no more."""
        super().leaveEvent(event)
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        """Make room for other writing."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self.updateGeometry()


def cover(picture: QSize, area: QSizeF, above: float = 0.5) -> QRectF:
    """Return the part of a picture that has the shape of an area; ``above`` is cut off at the top.

    >>> from PySide6.QtCore import QSizeF
    >>> cover(QSize(400, 200), QSizeF(100, 100)).getRect()
    (100.0, 0.0, 200.0, 200.0)
    """
    wide, high = area.width(), area.height()
    scale = max(wide / picture.width(), high / picture.height())
    part = QRectF(0, 0, wide / scale, high / scale)
    part.moveLeft((picture.width() - part.width()) / 2)
    part.moveTop((picture.height() - part.height()) * above)
    return part


def _wrapped(words: str, font: QFont, wide: float, most: int) -> list[str]:
    """Return words as lines of a width: as many whole sentences as have room.

    Where not even the first has, it is elided.
    """
    sentences = _SENTENCE.split(words)
    for number in range(len(sentences), 0, -1):
        lines = _lines(" ".join(sentences[:number]), font, wide)
        if len(lines) <= most:
            return lines
    rest = QFontMetricsF(font).elidedText(f"{lines[most - 1]} …", Qt.TextElideMode.ElideRight, wide)
    return [*lines[: most - 1], rest]


def _lines(words: str, font: QFont, wide: float) -> list[str]:
    """Return words as lines of a width."""
    found: list[str] = []
    for paragraph in words.split("\n") if words else []:
        layout = QTextLayout(paragraph, font)
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(wide)
            start = line.textStart()
            found.append(paragraph[start : start + line.textLength()].rstrip())
        layout.endLayout()
    return found
