"""Counter sheets: fronts, and backs that lie behind them when the sheet is turned over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from tabuleiro.host.counter import Face, face_of, paint_lying
from tabuleiro.host.paper.pages import A4, INK, MARGIN, Pages, Paper, rule, write
from tabuleiro.i18n import _, text
from tabuleiro.module.images import image_path

if TYPE_CHECKING:
    from tabuleiro.module import Counter, Marker, Module

__all__ = ["SIZES", "Grid", "counter_sheets", "grid_of", "pairs", "side_of"]

SIZES: Final = (12.7, 15.0, 16.0)
"""Sides of counters, in millimetres."""
_DETAIL: Final = 100
"""Counters are drawn as if they had so many pixels: with all there is on them."""
_MARK: Final = 4.0
_STEP: Final = 0.25
"""By so many counters the rooms of sheets differ."""
_OFF: Final = 1.0
_HEAD: Final = 8.0
_FOOT: Final = 10.0
_WORD: Final = 4.0
_MARKER, _INK = "#efe6d2", "#111111"
_SOME: Final = 8
_MOST: Final = 40
"""Markers that are printed of a kind, where nothing says how many there are; and at most."""
_BLEED: Final = 1.0
"""Millimetres by which the ground of a sheet goes on beyond the cut."""


class Pair(NamedTuple):
    """The front of a counter and its back: a face, words, or nothing at all."""

    front: Face | str
    back: Face | str | None
    ground: str


class Grid(NamedTuple):
    """Where the counters of a sheet lie: in the middle of the page, so that backs meet fronts."""

    side: float
    """How wide usual counters are."""
    wide: float
    high: float
    columns: int
    rows: int
    left: float
    top: float

    def box(self, number: int, *, back: bool = False) -> QRectF:
        """Return the place of a counter; on the back of the sheet it is mirrored."""
        row, column = divmod(number, self.columns)
        column = self.columns - 1 - column if back else column
        x, y = self.left + column * self.wide, self.top + row * self.high
        return QRectF(x, y, self.wide, self.high)


def grid_of(side: float, paper: Paper = A4, box: tuple[float, float] = (1.0, 1.0)) -> Grid:
    """Return how counters of a size lie on a page; those of a larger ``box`` fit on it.

    >>> grid = grid_of(12.7)
    >>> grid.columns, grid.rows
    (14, 20)
    >>> cards = grid_of(15.0, box=(4.0, 6.0))
    >>> cards.wide, cards.high, cards.columns, cards.rows
    (60.0, 90.0, 2, 2)
    """
    wide = paper.width - 2 * (MARGIN + _MARK)
    high = paper.height - 2 * (MARGIN + _MARK) - _HEAD - _FOOT
    side = min(side, wide / box[0], high / box[1])
    columns, rows = int(wide / (side * box[0]) + 1e-9), int(high / (side * box[1]) + 1e-9)
    left = (paper.width - columns * side * box[0]) / 2
    top = MARGIN + _HEAD + _MARK
    return Grid(side, side * box[0], side * box[1], columns, rows, left, top)


def pairs(module: Module) -> list[Pair]:
    """Return what is printed: of a counter of many steps as many as its sides need."""
    units = [pair for counter in module.counters.values() for pair in _of(module, counter)]
    return units + [pair for marker in module.markers.values() for pair in _markers(module, marker)]


def _markers(module: Module, marker: Marker) -> list[Pair]:
    """Return a marker as often as there is one; some are there without end."""
    printed: Face | str = text(marker.short or marker.name)
    if marker.image:
        picture = str(image_path(module.root, marker.image))
        printed = Face(_MARKER, _INK, picture=picture)
    return [Pair(printed, printed, _MARKER)] * min(marker.count or _SOME, _MOST)


def _of(module: Module, counter: Counter) -> Iterator[Pair]:
    ground = module.nations[counter.nation].ground
    faces = [side_of(module, counter, losses) for losses in range(counter.steps)]
    for number in range(0, len(faces), 2):
        back = faces[number + 1] if number + 1 < len(faces) else _hidden(module, counter)
        yield Pair(faces[number], back, ground)


def _hidden(module: Module, counter: Counter) -> Face | None:
    """Return the back of a card: what those see who may not know which it is."""
    hidden = counter.image.hidden if counter.image is not None else None
    if hidden is None:
        return None
    picture = str(image_path(module.root, hidden))
    return replace(face_of(module, counter), picture=picture, over=(), signs=())


def side_of(module: Module, counter: Counter, losses: int) -> Face:
    """Return how a counter looks with so many losses."""
    if not losses:
        return face_of(module, counter)
    values = {name: counter.value(name, losses=losses) for name in counter.values}
    return face_of(module, counter, {"known": "all", "losses": losses, "values": values})


def counter_sheets(pages: Pages, module: Module, side: float) -> None:
    """Draw all counters of a game: for each sheet its fronts, and on the next page its backs."""
    sheets: list[tuple[Grid, Sequence[Pair]]] = []
    for box, found in _by_size(pairs(module)).items():
        grid = grid_of(side, box=box)
        room = grid.columns * grid.rows
        sheets += [(grid, found[first : first + room]) for first in range(0, len(found), room)]
    for number, (grid, sheet) in enumerate(sheets, start=1):
        for back in (False, True):
            painter = pages.page(A4)
            _head(painter, module, number, len(sheets), back=back)
            _draw(painter, grid, sheet, back=back)
            _crop_marks(painter, grid)
            rule(painter, QPointF(MARGIN, A4.height - MARGIN))


def _by_size(found: Sequence[Pair]) -> dict[tuple[float, float], list[Pair]]:
    """Return counters by the room that they need, usual ones first: each has sheets of its own.

    Pictures differ by a pixel or two; those of nearly the same size share a sheet.
    """
    sizes: dict[tuple[float, float], list[Pair]] = {}
    for pair in found:
        wide, high = pair.front.box if isinstance(pair.front, Face) else (1.0, 1.0)
        room = (ceil(wide / _STEP - 0.01) * _STEP, ceil(high / _STEP - 0.01) * _STEP)
        sizes.setdefault(room, []).append(pair)
    return dict(sorted(sizes.items(), key=lambda each: (each[0] != (1.0, 1.0), each[0])))


def _head(painter: QPainter, module: Module, number: int, count: int, *, back: bool) -> None:
    side = _("backs") if back else _("fronts")
    sentence = _("{game}: counters, sheet {n} of {count}, {side}")
    words = sentence.format(game=text(module.title), n=number, count=count, side=side)
    write(painter, words, QRectF(MARGIN, MARGIN, A4.width - 2 * MARGIN, 5), 4, bold=True)


def _draw(painter: QPainter, grid: Grid, sheet: Sequence[Pair], *, back: bool) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    for number, pair in enumerate(sheet):
        box = grid.box(number, back=back)
        painter.fillRect(_with_bleed(grid, box), QColor(pair.ground))
    for number, pair in enumerate(sheet):
        face = pair.back if back else pair.front
        box = grid.box(number, back=back)
        if isinstance(face, str):
            lines = face.split()
            high = min(box.height() / len(lines), 1.5 * _WORD)
            top = box.center().y() - high * len(lines) / 2
            for line, word in enumerate(lines):
                room = QRectF(box.left() + 0.5, top + line * high, box.width() - 1, high)
                write(painter, word, room, _WORD, bold=True, middle=True)
        if face is None or isinstance(face, str):
            continue
        painter.save()
        painter.setClipRect(box)
        wide, high = face.box
        painter.translate(box.center())
        painter.translate(-wide * grid.side / 2, -high * grid.side / 2)
        painter.scale(grid.side / _DETAIL, grid.side / _DETAIL)
        paint_lying(painter, face, _DETAIL)
        painter.restore()


def _with_bleed(grid: Grid, box: QRectF) -> QRectF:
    """Return the ground of a counter, which goes on at the edge of the sheet."""
    area = QRectF(grid.left, grid.top, grid.columns * grid.wide, grid.rows * grid.high)
    edges = (
        -_BLEED * (abs(box.left() - area.left()) < _OFF),
        -_BLEED * (abs(box.top() - area.top()) < _OFF),
        _BLEED * (abs(box.right() - area.right()) < _OFF),
        _BLEED * (abs(box.bottom() - area.bottom()) < _OFF),
    )
    return box.adjusted(*edges)


def _crop_marks(painter: QPainter, grid: Grid) -> None:
    """Draw where to cut, outside of the counters."""
    painter.setPen(QPen(INK, 0.1))
    top, left = grid.top, grid.left
    right, bottom = left + grid.columns * grid.wide, top + grid.rows * grid.high
    for column in range(grid.columns + 1):
        x = left + column * grid.wide
        painter.drawLine(QPointF(x, top - _OFF), QPointF(x, top - _MARK))
        painter.drawLine(QPointF(x, bottom + _OFF), QPointF(x, bottom + _MARK))
    for row in range(grid.rows + 1):
        y = top + row * grid.high
        painter.drawLine(QPointF(left - _OFF, y), QPointF(left - _MARK, y))
        painter.drawLine(QPointF(right + _OFF, y), QPointF(right + _MARK, y))
