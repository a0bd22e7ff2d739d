"""Pages of a PDF, measured in millimetres, and writing on them."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Final, NamedTuple

from PySide6.QtCore import QMarginsF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPageSize, QPainter, QPdfWriter, QPen

from tabuleiro.i18n import _

__all__ = ["A3", "A4", "INK", "MARGIN", "Pages", "Paper", "rule", "width", "write"]

INK: Final = QColor("#1c1712")
MARGIN: Final = 10.0
"""Millimetres at each edge that no printer need reach."""
_DPI: Final = 1200
_INCH: Final = 25.4
_LETTERS: Final = 40
"""Pixels of the font that is measured and drawn, and then made as small as it must be."""
_TICK: Final = 10


class Paper(NamedTuple):
    """A size of paper, in millimetres."""

    width: float
    height: float

    @property
    def turned(self) -> Paper:
        """The same, lying on its side."""
        return Paper(self.height, self.width)


A4: Final = Paper(210, 297)
A3: Final = Paper(297, 420)


class Pages:
    """A PDF that is being written, page by page."""

    def __init__(self, path: Path, title: str) -> None:
        """Begin a file; raises `OSError` if it cannot be written."""
        if not path.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, _("There is no such folder."), str(path.parent))
        self._file = QPdfWriter(str(path))
        self._file.setResolution(_DPI)
        self._file.setTitle(title)
        self._file.setCreator("Tabuleiro")
        self._file.setPageMargins(QMarginsF(0, 0, 0, 0))
        self._path = path
        self.count = 0
        self.painter = QPainter()

    def page(self, paper: Paper) -> QPainter:
        """Begin a page, and return what draws on it: a unit is a millimetre."""
        size = QPageSize(
            QSizeF(*paper), QPageSize.Unit.Millimeter, "", QPageSize.SizeMatchPolicy.ExactMatch
        )
        self._file.setPageSize(size)
        if self.count:
            self._file.newPage()
        elif not self.painter.begin(self._file):
            sentence = _("The picture cannot be written.")
            raise OSError(errno.EIO, sentence, str(self._path))
        self.count += 1
        self.painter.resetTransform()
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.painter.scale(_DPI / _INCH, _DPI / _INCH)
        return self.painter

    def close(self) -> None:
        """Finish the file."""
        self.painter.end()


def _font(*, bold: bool) -> QFont:
    font = QFont("sans-serif")
    font.setPixelSize(_LETTERS)
    font.setBold(bold)
    return font


def width(words: str, size: float, *, bold: bool = False) -> float:
    """Return how wide words are, written so many millimetres high."""
    return QFontMetricsF(_font(bold=bold)).horizontalAdvance(words) * size / _LETTERS


def height(words: str, wide: float, size: float) -> float:
    """Return how high words are, written in as many lines as that width wants."""
    by = size / _LETTERS
    room = QRectF(0, 0, wide / by, A4.height / by)
    flags = int(Qt.AlignmentFlag.AlignLeft) | int(Qt.TextFlag.TextWordWrap)
    return QFontMetricsF(_font(bold=False)).boundingRect(room, flags, words).height() * by


def write(
    painter: QPainter,
    words: str,
    box: QRectF,
    size: float,
    *,
    bold: bool = False,
    middle: bool = False,
    wrap: bool = False,
) -> float:
    """Write words into a box, smaller if they are too wide for it; return how high they are."""
    font = _font(bold=bold)
    by = size / _LETTERS
    if not wrap:
        by *= min(1.0, box.width() / max(width(words, size, bold=bold), 0.01))
    across = Qt.AlignmentFlag.AlignHCenter if middle else Qt.AlignmentFlag.AlignLeft
    along = Qt.AlignmentFlag.AlignTop if wrap else Qt.AlignmentFlag.AlignVCenter
    flags = int(across | along) | (int(Qt.TextFlag.TextWordWrap) if wrap else 0)
    room = QRectF(0, 0, box.width() / by, box.height() / by)
    painter.save()
    painter.translate(box.topLeft())
    painter.scale(by, by)
    painter.setFont(font)
    painter.setPen(INK)
    painter.drawText(room, flags, words)
    painter.restore()
    return QFontMetricsF(font).boundingRect(room, flags, words).height() * by


def rule(painter: QPainter, at: QPointF) -> None:
    """Draw a rule of a hundred millimetres, to be measured before anything is cut."""
    painter.setPen(QPen(INK, 0.2))
    painter.drawLine(at, at + QPointF(100, 0))
    for number in range(11):
        x = at.x() + number * _TICK
        high = 3.0 if number % 5 == 0 else 2.0
        painter.drawLine(QPointF(x, at.y()), QPointF(x, at.y() - high))
    box = QRectF(at.x() + 103, at.y() - 4, 90, 4)
    write(painter, _("100 mm: measure it before you cut."), box, 3)
