"""Pictures of counters from files: decoded once, and drawn as finely as the counter is large."""

from __future__ import annotations

from collections import OrderedDict
from math import ceil, hypot
from pathlib import Path
from typing import Final

from PySide6.QtCore import QByteArray, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QImage, QImageReader, QPainter
from PySide6.QtSvg import QSvgRenderer

from tabuleiro.module.images import ImageError, look_at

__all__ = ["paint_picture", "picture_shape"]

_KEPT_BYTES: Final = 48 * 2**20
_SVG_BYTES: Final = 40_000
"""What draws an SVG takes about so much room, whatever is in it."""
_USUAL: Final = QSizeF(100, 100)


class _Pictures:
    """Decoded pictures by their files, as many as there is room for."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[QImage | QSvgRenderer | None, int]] = OrderedDict()
        self._bytes = 0

    def get(self, file: str) -> QImage | QSvgRenderer | None:
        """Return a picture; None if it cannot be read."""
        found = self._kept.get(file)
        if found is None:
            picture = _read(Path(file))
            room = picture.sizeInBytes() if isinstance(picture, QImage) else _SVG_BYTES
            found = self._kept[file] = (picture, room)
            self._bytes += room
            while self._bytes > _KEPT_BYTES and len(self._kept) > 1:
                _file, (_old, freed) = self._kept.popitem(last=False)
                self._bytes -= freed
        else:
            self._kept.move_to_end(file)
        return found[0]


_pictures: Final = _Pictures()


def _read(path: Path) -> QImage | QSvgRenderer | None:
    """Decode a file, if its head says that this does no harm: it may have changed meanwhile."""
    try:
        with path.open("rb") as stream:
            about = look_at(stream, path.name)
            if about.kind == "svg":
                stream.seek(0)
                renderer = QSvgRenderer(QByteArray(stream.read()))
                return renderer if renderer.isValid() else None
    except (OSError, ImageError):
        return None
    image: QImage = QImageReader(str(path)).read()
    return None if image.isNull() else image


def picture_shape(file: str, room: QSizeF = _USUAL) -> QRectF | None:
    """Return where a picture lies in a counter of 100 by 100, or more; None if it is unreadable."""
    picture = _pictures.get(file)
    if picture is None:
        return None
    size = picture.size() if isinstance(picture, QImage) else picture.defaultSize()
    if size.isEmpty():
        size = QSize(1, 1)
    by = min(room.width() / size.width(), room.height() / size.height())
    wide, high = size.width() * by, size.height() * by
    return QRectF((room.width() - wide) / 2, (room.height() - high) / 2, wide, high)


def paint_picture(painter: QPainter, file: str, room: QSizeF = _USUAL) -> bool:
    """Draw a picture into a square of 100 by 100, or more; return whether there is one."""
    area = picture_shape(file, room)
    picture = _pictures.get(file)
    if area is None or picture is None:
        return False
    if isinstance(picture, QSvgRenderer):
        picture.render(painter, area)
        return True
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    world = painter.worldTransform()
    grain = hypot(world.m11(), world.m12())
    wide = max(1, ceil(area.width() * grain))
    if wide * 2 <= picture.width():  # Qt looks at four pixels only: fewer would be skipped
        high = max(1, ceil(area.height() * grain))
        picture = picture.scaled(
            wide,
            high,
            Qt.AspectRatioMode.IgnoreAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
    painter.drawImage(area, picture)
    painter.restore()
    return True
