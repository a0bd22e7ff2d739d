"""Signs on the buttons of the tools, drawn in the colour of the writing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["tool_icon"]

_HEX: Final = "M6 2h10l5 9-5 9H6L1 11z"
_SIGNS: Final[Mapping[str, str]] = {
    "terrain": f'<path d="{_HEX}"/><path d="M7 14l4-7 4 7z" fill="{{ink}}"/>',
    "sides": '<path d="M1 5l6 3 3 7 7-1 4 5" stroke-width="2.6"/>',
    "ways": '<path d="M3 21C3 12 19 12 19 1" stroke-width="2.4"/>'
    '<path d="M8 21c0-6 14-8 14-20" stroke-dasharray="2 2"/>',
    "places": '<circle cx="7" cy="14" r="3.4" fill="{ink}"/><path d="M12 8h9M12 4h6"/>',
    "names": '<path d="M2 17c5-6 8 3 18-5"/><path d="M7 9V3h8v6M11 3v7"/>',
    "regions": '<path d="M3 6l7-4 9 4 2 8-8 6-9-3z" stroke-dasharray="3 2"/>',
    "boxes": '<rect x="2" y="5" width="18" height="12" rx="1.5"/><path d="M6 9h6"/>',
    "areas": '<path d="M3 4l9-2 8 7-3 11-11-2z"/><circle cx="12" cy="2.5" r="1.8" fill="{ink}"/>'
    '<circle cx="20" cy="9" r="1.8" fill="{ink}"/><circle cx="6" cy="18" r="1.8" fill="{ink}"/>',
    "grid": '<path d="M2 7h18M2 15h18M7 2v18M15 2v18"/>',
    "scan": '<rect x="2" y="3" width="18" height="16"/><circle cx="7" cy="8" r="2" fill="{ink}"/>'
    '<circle cx="15" cy="15" r="2" fill="{ink}"/>',
}
_SIZE: Final = 44


def tool_icon(tool: str, palette: QPalette) -> QIcon:
    """Return the sign of a tool."""
    icon = QIcon()
    for role, state in (
        (QPalette.ColorRole.ButtonText, QIcon.State.Off),
        (QPalette.ColorRole.ButtonText, QIcon.State.On),
    ):
        ink = palette.color(role).name()
        inside = _SIGNS[tool].format(ink=ink)
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 22 22"><g fill="none" '
            f'stroke="{ink}" stroke-width="1.6" stroke-linejoin="round">{inside}</g></svg>'
        )
        pixmap = QPixmap(_SIZE, _SIZE)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(0, 0, _SIZE, _SIZE))
        painter.end()
        icon.addPixmap(pixmap, QIcon.Mode.Normal, state)
    return icon
