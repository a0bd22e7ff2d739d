"""The chance of each result as a bar, told by length and number, never by colour alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QSizePolicy, QWidget

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["ChanceBars", "percentages"]

_LINE: Final = 20
_LABEL: Final = 72
_BAR: Final = QColor(38, 110, 190)
_CAME: Final = QColor(200, 95, 0)
_INSIDE: Final = 46
"""A bar of so many points has room for its number."""


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
    """Bars, the most likely result above."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Make a widget without chances yet."""
        super().__init__(parent)
        self._codes: tuple[str, ...] = ()
        self._ways: tuple[int, ...] = ()
        self._came = ""
        self.setMinimumWidth(152)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)

    def show_chances(
        self, chances: Sequence[Mapping[str, Any]], hints: Mapping[str, str], came: str = ""
    ) -> None:
        """Show in how many throws each result comes, and the one that came."""
        self._codes = tuple(str(chance["code"]) for chance in chances)
        self._ways = tuple(int(chance["ways"]) for chance in chances)
        self._came = came
        self.setAccessibleDescription(", ".join(f"{code} {n}%" for code, n in self.shares()))
        parts = {part for code in self._codes for part in code.split()}
        self.setToolTip("\n".join(hints[part] for part in sorted(parts) if part in hints))
        self.updateGeometry()
        self.update()

    def shares(self) -> list[tuple[str, int]]:
        """Return each result with its chance in percent; all of them are 100."""
        return list(zip(self._codes, percentages(self._ways), strict=True))

    def sizeHint(self) -> QSize:
        """Return room for all bars."""
        return QSize(166, _LINE * len(self._codes) + 6)

    def minimumSizeHint(self) -> QSize:
        """Return the same: a bar that is not seen tells nothing."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the bars."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, (code, percent) in enumerate(self.shares()):
            self._draw(painter, 3.0 + _LINE * number, code, percent)
        painter.end()

    def _draw(self, painter: QPainter, top: float, code: str, percent: int) -> None:
        palette = self.palette()
        middle = Qt.AlignmentFlag.AlignVCenter
        room, high = self.width() - _LABEL - 8, _LINE - 4
        words = palette.color(QPalette.ColorRole.WindowText)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(palette.color(QPalette.ColorRole.Midlight))
        painter.drawRoundedRect(QRectF(_LABEL + 4, top, room, high), 3, 3)
        painter.setBrush(_CAME if code == self._came else _BAR)
        painter.drawRoundedRect(QRectF(_LABEL + 4, top, max(3.0, room * percent / 100), high), 3, 3)
        painter.setPen(words)
        font = painter.font()
        font.setBold(code == self._came)
        painter.setFont(font)
        label = f"▸ {code}" if code == self._came else code
        painter.drawText(QRectF(0, top, _LABEL, high), middle | Qt.AlignmentFlag.AlignRight, label)
        inside = room * percent / 100 > _INSIDE
        painter.setPen(QColor("#ffffff") if inside else words)
        left = _LABEL + 10 if inside else _LABEL + 10 + room * percent / 100
        painter.drawText(QRectF(left, top, room, high), middle, f"{percent} %")
