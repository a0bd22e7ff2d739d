"""The chance of each result in words, over a bar as long as the chance, its code small beside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from tabuleiro.host.words import wrapped

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = ["ChanceBars", "percentages"]

_GAP: Final = 2
_PAD: Final = 6
_BAR: Final = QColor(38, 110, 190, 105)
_CAME: Final = QColor(232, 130, 30, 150)
_CAME_EDGE: Final = QColor(200, 95, 0)
_SMALL: Final = 0.8
_LEAST: Final = 220
_TWO: Final = 2
"""What an outcome means has so many lines at most."""


def percentages(ways: Sequence[int]) -> list[int]:
    """Return shares in whole percent that add up to 100.

    >>> percentages([12, 12, 12]), percentages([30, 6]), percentages([])
    ([34, 33, 33], [83, 17], [])
    """
    whole = sum(ways)
    if not whole:
        return []
    found = [100 * each // whole for each in ways]
    rest = sorted(range(len(ways)), key=lambda n: (-(100 * ways[n] % whole), n))
    for number in rest[: 100 - sum(found)]:
        found[number] += 1
    return found


class ChanceBars(QWidget):
    """A line for each outcome, the most likely above."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Make a widget without chances yet."""
        super().__init__(parent)
        self._codes: tuple[str, ...] = ()
        self._words: tuple[str, ...] = ()
        self._ways: tuple[int, ...] = ()
        self._wide: tuple[float, list[float]] | None = None
        """How wide codes and numbers are, and the words of each outcome, in the writing of now."""
        self._came = ""
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setMinimumWidth(_LEAST)

    def show_chances(
        self,
        chances: Sequence[Mapping[str, Any]],
        hints: Mapping[str, str],
        came: str = "",
        words: Callable[[str], str] = str,
    ) -> None:
        """Show in how many throws each result comes, and the one that came; ``words`` tells it."""
        self._codes = tuple(str(chance["code"]) for chance in chances)
        self._words = tuple(words(code) for code in self._codes)
        self._ways = tuple(int(chance["ways"]) for chance in chances)
        self._wide = None
        self._came = came
        told = zip(self.shares(), self._words, strict=True)
        self.setAccessibleDescription(", ".join(f"{word} {n}% ({c})" for (c, n), word in told))
        parts = {part for code in self._codes for part in code.replace("*", "").split()}
        found = (hints[part] for part in sorted(parts) if part in hints)
        self.setToolTip(wrapped("\n".join(found)))
        self.updateGeometry()
        self.update()

    def shares(self) -> list[tuple[str, int]]:
        """Return each result with its chance in percent; all of them are 100."""
        return list(zip(self._codes, percentages(self._ways), strict=True))

    @property
    def words(self) -> tuple[str, ...]:
        """What the results mean, the most likely first."""
        return self._words

    # sizes

    def event(self, event: QEvent) -> bool:
        """Take other room for other writing."""
        if event.type() == QEvent.Type.FontChange:
            self._wide = None
            self.updateGeometry()
        return super().event(event)

    def _small(self) -> QFont:
        font = self.font()
        font.setPointSizeF(max(6.0, font.pointSizeF() * _SMALL))
        return font

    def _widths(self) -> tuple[float, list[float]]:
        """Return how much room codes and numbers have at the right, and how wide the words are."""
        if self._wide is None:
            small, metrics = QFontMetricsF(self._small()), QFontMetricsF(self.font())
            codes = max((small.horizontalAdvance(f"▸ {c}") for c in self._codes), default=0.0)
            beside = codes + metrics.horizontalAdvance("100 %") + 3 * _PAD
            self._wide = (beside, [metrics.horizontalAdvance(each) for each in self._words])
        return self._wide

    def _lines(self, width: float) -> list[int]:
        """Return over how many lines each outcome goes in a width."""
        beside, wide = self._widths()
        room = max(width - beside - _PAD, 1.0)
        return [1 if each <= room else _TWO for each in wide]

    def _high(self, lines: int) -> float:
        return lines * self.fontMetrics().height() + 4

    def heightForWidth(self, width: int) -> int:
        """Return the height of all lines."""
        return round(sum(self._high(lines) + _GAP for lines in self._lines(width)))

    def sizeHint(self) -> QSize:
        """Return room for all lines."""
        wide = max(self.width(), _LEAST)
        return QSize(_LEAST, self.heightForWidth(wide))

    def minimumSizeHint(self) -> QSize:
        """Return the same: a line that is not seen tells nothing."""
        return self.sizeHint()

    # drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the lines."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top = 0.0
        shares = zip(self.shares(), self._words, self._lines(self.width()), strict=True)
        for (code, percent), words, lines in shares:
            box = QRectF(0.5, top + 0.5, self.width() - 1, self._high(lines) - 1)
            self._draw(painter, box, code, words, percent, broken=lines > 1)
            top += self._high(lines) + _GAP
        painter.end()

    def _draw(
        self, painter: QPainter, box: QRectF, code: str, words: str, percent: int, *, broken: bool
    ) -> None:
        palette, came = self.palette(), code == self._came
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(palette.color(QPalette.ColorRole.AlternateBase))
        painter.drawRoundedRect(box, 3, 3)
        painter.setBrush(_CAME if came else _BAR)
        part = QRectF(box.topLeft(), box.bottomRight())
        part.setWidth(max(4.0, box.width() * percent / 100))
        painter.drawRoundedRect(part, 3, 3)
        if came:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(_CAME_EDGE, 2))
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
        painter.setPen(palette.color(QPalette.ColorRole.WindowText))
        middle, right = Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignRight
        painter.setFont(self.font())
        beside, _words = self._widths()
        told = box.adjusted(_PAD, 0, -beside, 0)
        # Words that just fit stay in the one line that they were given room for.
        wrap = Qt.TextFlag.TextWordWrap if broken else Qt.TextFlag.TextSingleLine
        painter.drawText(told, middle | wrap, words)
        painter.drawText(box.adjusted(0, 0, -_PAD, 0), middle | right, f"{percent} %")
        painter.setFont(self._small())
        number = QFontMetricsF(self.font()).horizontalAdvance("100 %")
        painter.drawText(
            box.adjusted(0, 0, -number - 2 * _PAD, 0), middle | right, f"▸ {code}" if came else code
        )
