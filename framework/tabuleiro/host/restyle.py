"""What was written before the colours changed: links keep the colour that they were made with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QPalette, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QLabel, QTextEdit, QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QColor, QTextDocument

__all__ = ["relink"]


def relink(window: QWidget) -> None:
    """Give all links in a window the colour that links have now."""
    for label in window.findChildren(QLabel):
        words = label.text()
        if "<a " in words:
            label.clear()  # the same words again would be passed over
            label.setText(words)
    for page in window.findChildren(QTextEdit):
        _relink(page.document(), page.palette().color(QPalette.ColorRole.Link))


def _relink(document: QTextDocument, colour: QColor) -> None:
    cursor = QTextCursor(document)
    link = QTextCharFormat()
    link.setForeground(colour)
    block = document.begin()
    while block.isValid():
        parts = block.begin()
        while not parts.atEnd():
            part = parts.fragment()
            if part.isValid() and part.charFormat().isAnchor():
                cursor.setPosition(part.position())
                end = part.position() + part.length()
                cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
                cursor.mergeCharFormat(link)
            parts += 1
        block = block.next()
