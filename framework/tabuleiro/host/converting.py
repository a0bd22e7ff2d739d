"""Pictures of other kinds as PNG, for maps that are cut into tiles row by row."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtGui import QImageReader

__all__ = ["as_png"]

MAX_PIXELS: Final = 24_000_000


def as_png(source: Path, target: Path) -> bool:
    """Write a picture as PNG; return whether that went well."""
    reader = QImageReader(str(source))
    size = reader.size()
    if size.isEmpty() or size.width() * size.height() > MAX_PIXELS:
        return False
    image = reader.read()
    return not image.isNull() and image.save(str(target), "PNG")  # type: ignore[call-overload]
