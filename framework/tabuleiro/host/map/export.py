"""The map as a file: a picture in pixels, or vectors on a page, with the counters on it."""

from __future__ import annotations

import errno
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QMarginsF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QWidget,
)

from tabuleiro.host.buttons import Usual, button_box, warn
from tabuleiro.host.filedialogs import ask_where_to_save
from tabuleiro.host.map.picture import SCALE
from tabuleiro.host.steady import steady
from tabuleiro.i18n import N_, _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.host.map.view import BoardView
    from tabuleiro.host.play import MapPlay

__all__ = ["ExportDialog", "Extent", "draw_map", "export_map", "extent_area"]

_TABLE: Final = QColor("#5a4a38")
_POINTS: Final = 0.5
"""Points of a page for a unit of the scene: a hex is 32 points, or 11 mm, wide."""
_DPI: Final = 288
_LARGEST: Final = 20_000
"""Pixels of a side beyond which a picture is made coarser."""
_AROUND: Final = 2.5 * SCALE


class Extent(StrEnum):
    """Which part of the map is meant."""

    WHOLE = "whole"
    SEEN = "seen"
    SELECTED = "selected"


_EXTENTS: Final[Mapping[Extent, str]] = {
    Extent.WHOLE: N_("The whole board"),
    Extent.SEEN: N_("What the window shows"),
    Extent.SELECTED: N_("The selected units and what is around them"),
}
_FINE: Final[Mapping[str, float]] = {
    N_("Small (1 pixel a point)"): 1.0,
    N_("Good (2 pixels a point)"): 2.0,
    N_("Fine (4 pixels a point)"): 4.0,
}


def extent_area(view: BoardView, extent: Extent, pieces: tuple[str, ...] = ()) -> QRectF:
    """Return the part of the scene that is meant; nothing if no selected piece is on the board."""
    if extent is Extent.SEEN:
        return view.seen().intersected(view.whole)
    if extent is Extent.WHOLE:
        return QRectF(view.whole)
    found = QRectF()
    for piece in pieces:
        item = view.stack_of(piece)
        if item is not None:
            spot = item.pos()
            found = found.united(QRectF(spot.x() - _AROUND, spot.y() - _AROUND,
                                        2 * _AROUND, 2 * _AROUND))  # fmt: skip
    return found.intersected(view.whole)


def export_map(view: BoardView, path: Path, area: QRectF, *, pixels: float = 2.0) -> None:
    """Write a part of the map to a file, whose ending says how: .png, .svg or .pdf.

    ``pixels`` is how many a PNG has for a unit of the scene. Raise `ValueError` for another ending
    or an empty area, `OSError` if the file cannot be written.
    """
    kind = path.suffix.lower()
    if kind not in {".png", ".svg", ".pdf"}:
        raise ValueError(_("A map is written as .png, .svg or .pdf."))
    if area.isEmpty():
        raise ValueError(_("There is nothing to be written."))
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, _("There is no such folder."), str(path.parent))
    if kind == ".png":
        _png(view, path, area, pixels)
    elif kind == ".svg":
        _svg(view, path, area)
    else:
        _pdf(view, path, area)


def _png(view: BoardView, path: Path, area: QRectF, pixels: float) -> None:
    pixels = min(pixels, _LARGEST / max(area.width(), area.height()))
    size = (area.size() * pixels).toSize()
    image = QImage(size, QImage.Format.Format_RGB32)
    if image.isNull():
        raise ValueError(_("There is no room for so large a picture."))
    painter = QPainter(image)
    draw_map(view, painter, area, QRectF(0, 0, size.width(), size.height()))
    painter.end()
    if not image.save(str(path), "PNG"):  # type: ignore[call-overload]
        raise OSError(errno.EIO, _("The picture cannot be written."), str(path))


def _svg(view: BoardView, path: Path, area: QRectF) -> None:
    page = QRectF(0, 0, area.width(), area.height())
    file = QSvgGenerator()
    file.setFileName(str(path))
    file.setSize(page.size().toSize())
    file.setViewBox(page)
    file.setTitle(view.board.id)
    painter = QPainter()
    if not painter.begin(file):
        raise OSError(errno.EIO, _("The picture cannot be written."), str(path))
    draw_map(view, painter, area, page)
    painter.end()


def _pdf(view: BoardView, path: Path, area: QRectF) -> None:
    file = QPdfWriter(str(path))
    file.setResolution(_DPI)
    points = QSizeF(area.width() * _POINTS, area.height() * _POINTS)
    unit, match = QPageSize.Unit.Point, QPageSize.SizeMatchPolicy.ExactMatch
    file.setPageSize(QPageSize(points, unit, "", match))
    file.setPageMargins(QMarginsF(0, 0, 0, 0))
    painter = QPainter()
    if not painter.begin(file):
        raise OSError(errno.EIO, _("The picture cannot be written."), str(path))
    by = _DPI / 72
    draw_map(view, painter, area, QRectF(0, 0, points.width() * by, points.height() * by))
    painter.end()


def draw_map(view: BoardView, painter: QPainter, area: QRectF, target: QRectF) -> None:
    """Draw the table, the board and all that lies on it, in vector."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillRect(target, _TABLE)
    scale = target.width() / area.width()
    painter.save()
    painter.scale(scale, scale)
    painter.translate(-area.left(), -area.top())
    painter.setClipRect(area)
    painter.save()
    view.ground.render(painter, area.intersected(view.picture.size), max(scale, 1.0))
    painter.restore()
    painter.restore()
    with view.drawn_apart():
        view.scene().render(painter, target, area, Qt.AspectRatioMode.IgnoreAspectRatio)


class ExportDialog(QDialog):
    """Asks which part of the map to write, how fine, and where."""

    def __init__(self, play: MapPlay, parent: QWidget | None = None) -> None:
        """Ask about the map of a match."""
        super().__init__(parent)
        self._play = play
        self.setWindowTitle(_("Export the map"))
        form = QFormLayout(self)
        self.extent = steady(QComboBox())
        for extent, words in _EXTENTS.items():
            if extent is not Extent.SELECTED or play.seat.selection:
                self.extent.addItem(_(words), extent)
        self.kind = steady(QComboBox())
        self.kind.addItems(["PNG", "SVG", "PDF"])
        self.fine = steady(QComboBox())
        for words, pixels in _FINE.items():
            self.fine.addItem(_(words), pixels)
        self.fine.setCurrentIndex(1)
        self.kind.currentIndexChanged.connect(lambda row: self.fine.setEnabled(row == 0))
        form.addRow(_("Part"), self.extent)
        form.addRow(_("File type"), self.kind)
        form.addRow(_("Pixels"), self.fine)
        buttons = button_box(Usual.Save, Usual.Cancel, of=self, yes=self._save)
        form.addRow(buttons)

    def write(self, path: Path) -> bool:
        """Write what was chosen; say what went wrong, if anything did."""
        view = self._play.view
        extent = Extent(self.extent.currentData())  # Qt gives back a plain string
        area = extent_area(view, extent, self._play.seat.selection)
        try:
            export_map(view, path, area, pixels=self.fine.currentData())
        except (OSError, ValueError) as fault:
            warn(self, self.windowTitle(), str(fault))
            return False
        return True

    def _save(self) -> None:
        ending = self.kind.currentText().lower()
        path = ask_where_to_save(
            self, self.windowTitle(), f"{self._play.view.board.id}.{ending}", f"*.{ending}"
        )
        if path is None:
            return
        path = (
            path if path.suffix.lower() == f".{ending}" else path.with_name(f"{path.name}.{ending}")
        )
        if self.write(path):
            self.accept()
