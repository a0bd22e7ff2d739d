"""Pictures in pixels, made of SVG without a window."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QByteArray, QRectF
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from tabuleiro.host.palette import palette_of
from tabuleiro.i18n import _

__all__ = ["save_png"]


def save_png(svg: str, file: Path, *, width: int = 1600, colours: int | None = 256) -> None:
    """Draw SVG into a PNG of some width; ``colours`` None keeps all of them.

    Raise `ValueError` if it cannot be drawn, and `OSError` if the file cannot be written.
    """
    with _application():
        image = _image(svg, width)
        if colours is not None:
            image = _with_palette(image, colours)
        if not image.save(str(file), "PNG", 0):  # type: ignore[call-overload]
            raise OSError(errno.EIO, _("the picture cannot be written"), str(file))


def _image(svg: str, width: int) -> QImage:
    renderer = QSvgRenderer(QByteArray(svg.encode()))
    size = renderer.defaultSize()
    if not renderer.isValid() or size.isEmpty():
        raise ValueError(_("this is no SVG that can be drawn"))
    height = max(1, round(size.height() * width / size.width()))
    image = QImage(width, height, QImage.Format.Format_RGB32)
    if image.isNull():
        sentence = _("there is no room for a picture of {width} by {height} pixels")
        raise ValueError(sentence.format(width=width, height=height))
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter, QRectF(0, 0, width, height))
    painter.end()
    return image


@contextmanager
def _application() -> Iterator[None]:
    """Have an application while drawing; one that was made for it is gone afterwards.

    A process has one application, and a window wants another kind of it.
    """
    if QGuiApplication.instance() is not None:
        yield
        return
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    ours = QGuiApplication(["tabuleiro"])
    try:
        yield
    finally:
        ours.shutdown()


def _with_palette(image: QImage, colours: int) -> QImage:
    pixels = _pixels(image)
    palette, places = palette_of(pixels, colours)
    rows = np.zeros((image.height(), (image.width() + 3) // 4 * 4), dtype=np.uint8)
    rows[:, : image.width()] = places
    found = QImage(
        rows.tobytes(), image.width(), image.height(), rows.shape[1], QImage.Format.Format_Indexed8
    ).copy()
    found.setColorTable(_table(palette))
    return found


def _pixels(image: QImage) -> NDArray[np.uint8]:
    """Return red, green and blue of an image."""
    flat = np.frombuffer(image.constBits(), dtype=np.uint8)
    rows = flat.reshape(image.height(), image.bytesPerLine() // 4, 4)
    found: NDArray[np.uint8] = rows[:, : image.width(), 2::-1]
    return found


def _table(palette: NDArray[np.uint8]) -> Sequence[int]:
    return [0xFF000000 | int(r) << 16 | int(g) << 8 | int(b) for r, g, b in palette]
