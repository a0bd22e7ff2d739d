"""What an editor will write, line by line, before it is written."""

from __future__ import annotations

from typing import Final

from PySide6.QtGui import QColor, QFontDatabase, QSyntaxHighlighter, QTextCharFormat
from PySide6.QtWidgets import QDialog, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from tabuleiro.host.buttons import Usual, button_box
from tabuleiro.i18n import _

__all__ = ["DifferenceDialog"]

_SIGNS: Final = {"+": "#2e7d4f", "-": "#b3372f", "@": "#6b6fa5"}
_SIZE: Final = (900, 560)


class _Signs(QSyntaxHighlighter):
    """Colours lines that come and lines that go; the sign at their beginning says it, too."""

    def highlightBlock(self, line: str) -> None:
        """Colour a line."""
        colour = _SIGNS.get(line[:1])
        if colour is not None:
            form = QTextCharFormat()
            form.setForeground(QColor(colour))
            self.setFormat(0, len(line), form)


class DifferenceDialog(QDialog):
    """The difference between the files on the disk and those that would be written."""

    def __init__(self, difference: str, parent: QWidget, *, saves: bool = False) -> None:
        """Show a difference; with ``saves`` ask whether it shall be written."""
        super().__init__(parent)
        self.setWindowTitle(_("What was changed"))
        self.text = QPlainTextEdit(difference or _("Nothing was changed."))
        self.text.setReadOnly(True)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self._signs = _Signs(self.text.document())
        usual = (Usual.Save, Usual.Cancel) if saves else (Usual.Close,)
        buttons = button_box(*usual, of=self)
        box = QVBoxLayout(self)
        box.addWidget(QLabel(_("Lines with + come, lines with - go; all others stay as they are.")))
        box.addWidget(self.text, 1)
        box.addWidget(buttons)
        self.resize(*_SIZE)
