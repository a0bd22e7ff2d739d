"""The rulebook in our own words: sections, search, back and forward, the clause one asked for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QColor, QKeySequence, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QTextBrowser,
    QTextEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.i18n import _, ngettext
from tabuleiro.module.rulebook import clause_of, rulebook

if TYPE_CHECKING:
    from collections.abc import Callable

    from tabuleiro.module import Module

__all__ = ["RulesPanel"]

_LIT: Final = QColor(255, 214, 70, 110)
_FOUND: Final = QColor(222, 120, 20, 110)
_ANCHOR: Final = Qt.ItemDataRole.UserRole
_SMALL: Final = 60
"""So many letters of a clause are enough to find its paragraph."""


class RulesPanel(QWidget):
    """The rulebook of a module, a section at a time."""

    def __init__(self, module: Module, parent: QWidget | None = None) -> None:
        """Show the rulebook of a module."""
        super().__init__(parent)
        self._module = module
        self._back: list[str] = []
        self._forward: list[str] = []
        self._here = ""
        self._clause: QTextEdit.ExtraSelection | None = None
        self._going = False
        self.search = QLineEdit()
        self.search.setPlaceholderText(_("Search the rules"))
        self.search.setAccessibleName(_("Search the rules"))
        self.search.setClearButtonEnabled(True)
        self.setFocusProxy(self.search)
        self.back = self._button("◀", _("Back"), "Alt+Left", self.go_back)
        self.forward = self._button("▶", _("Forward"), "Alt+Right", self.go_forward)
        self._count = QLabel()
        self._sections = QListWidget()
        self._sections.setAccessibleName(_("Sections of the rules"))
        self._sections.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.text = QTextBrowser()
        self.text.setAccessibleName(_("Text of the rules"))
        self.text.setOpenLinks(False)
        self.text.anchorClicked.connect(self._follow)
        self._arrange()
        for anchor, section in rulebook(module).sections.items():
            item = QListWidgetItem(section.heading)
            item.setData(_ANCHOR, anchor)
            item.setToolTip(section.heading)
            self._sections.addItem(item)
        self.search.textChanged.connect(self._filter)
        self.search.returnPressed.connect(self._next)
        self._sections.currentItemChanged.connect(self._chosen)
        if self._sections.count():
            self._sections.setCurrentRow(0)

    def _button(self, words: str, name: str, keys: str, deed: Callable[[], None]) -> QToolButton:
        button = QToolButton()
        button.setText(words)
        button.setAccessibleName(name)
        button.setToolTip(name)
        button.setEnabled(False)
        button.setShortcut(QKeySequence(keys))
        button.clicked.connect(lambda _checked=False: deed())
        return button

    def _arrange(self) -> None:
        line = QHBoxLayout()
        for widget in (self.back, self.forward):
            line.addWidget(widget)
        line.addWidget(self.search, 1)
        line.addWidget(self._count)
        both = QSplitter(Qt.Orientation.Horizontal)
        both.addWidget(self._sections)
        both.addWidget(self.text)
        both.setStretchFactor(1, 3)
        both.setSizes([220, 660])
        box = QVBoxLayout(self)
        box.setContentsMargins(6, 6, 6, 6)
        box.addLayout(line)
        box.addWidget(both, 1)

    @property
    def anchor(self) -> str:
        """The section that is shown."""
        row = self._sections.currentRow()
        return str(self._sections.item(row).data(_ANCHOR)) if row >= 0 else ""

    # going

    def show_rule(self, rule: str) -> bool:
        """Show a clause by its id; return whether the rulebook has it."""
        if clause_of(self._module, rule) is None:
            return False
        if self.search.text():
            self.search.clear()
        self._visit(rule)
        return True

    def _visit(self, rule: str) -> None:
        """Go to a clause or section, and remember where one was."""
        if rule != self._here:
            if self._here:
                self._back.append(self._here)
            self._forward.clear()
        self._go(rule)

    def _go(self, rule: str) -> None:
        found = clause_of(self._module, rule)
        if found is None:
            return
        section, clause = found
        self._here = rule
        self._going = True
        for number in range(self._sections.count()):
            if self._sections.item(number).data(_ANCHOR) == section.anchor:
                self._sections.setCurrentRow(number)
        self._going = False
        self._show(section.anchor)
        if clause is not None:
            self._light(clause.text)
        self.back.setEnabled(bool(self._back))
        self.forward.setEnabled(bool(self._forward))

    def go_back(self) -> None:
        """Show what was shown before."""
        if self._back:
            self._forward.append(self._here)
            self._go(self._back.pop())

    def go_forward(self) -> None:
        """Show again what one went back from."""
        if self._forward:
            self._back.append(self._here)
            self._go(self._forward.pop())

    def _follow(self, url: QUrl) -> None:
        """Follow a link of the text to another section or clause."""
        target = url.fragment() or url.toString()
        self.show_rule(target)

    def _chosen(self, item: QListWidgetItem | None) -> None:
        if item is not None and not self._going:
            self._visit(str(item.data(_ANCHOR)))

    # showing

    def _show(self, anchor: str) -> None:
        section = rulebook(self._module).sections[anchor]
        self._clause = None
        self.text.setMarkdown(f"## {section.heading}\n\n{section.text}")
        self._mark()

    def _matches(self) -> list[QTextCursor]:
        """Return where the words that are searched for stand in the text."""
        wanted = self.search.text()
        found: list[QTextCursor] = []
        cursor = self.text.document().find(wanted) if wanted else QTextCursor()
        while not cursor.isNull():
            found.append(cursor)
            cursor = self.text.document().find(wanted, cursor)
        return found

    def _mark(self) -> None:
        """Mark the clause that was asked for, and all that the search finds."""
        matches = self._matches()
        marks = [] if self._clause is None else [self._clause]
        marks += [_selection(cursor, _FOUND) for cursor in matches]
        self.text.setExtraSelections(marks)
        if matches and self._clause is None:
            self._bring(matches[0])

    def _next(self) -> None:
        """Go to the next place where the words stand, in this section or a later one."""
        wanted = self.search.text()
        if not wanted or self.text.find(wanted):
            return
        for number in range(self._sections.currentRow() + 1, self._sections.count()):
            if not self._sections.item(number).isHidden():
                self._sections.setCurrentRow(number)
                return

    def _filter(self, wanted: str) -> None:
        find = wanted.casefold()
        book = rulebook(self._module)
        first, count = None, 0
        for number in range(self._sections.count()):
            item = self._sections.item(number)
            section = book.sections[str(item.data(_ANCHOR))]
            words = f"{section.heading}\n{_unmarked(section.text)}".casefold()
            item.setHidden(find not in words)
            count += find in words
            if find in words and first is None:
                first = item
        told = ngettext("{n} section", "{n} sections", count).format(n=count)
        self._count.setText(told if find else "")
        row = self._sections.currentRow()
        if find and first is not None and (row < 0 or self._sections.item(row).isHidden()):
            self._sections.setCurrentItem(first)
        else:
            self._mark()

    def _light(self, clause: str) -> None:
        """Mark the paragraph of a clause and bring it into sight."""
        words = next((line for line in _plain(clause).splitlines() if line.strip()), "")
        cursor = self.text.document().find(words[:_SMALL].strip())
        if cursor.isNull():
            return
        cursor.movePosition(QTextCursor.MoveOperation.StartOfBlock)
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        self._clause = _selection(cursor, _LIT)
        self._mark()
        self._bring(cursor)

    def _bring(self, cursor: QTextCursor) -> None:
        shown = QTextCursor(cursor)
        shown.clearSelection()
        self.text.setTextCursor(shown)
        self.text.ensureCursorVisible()


def _selection(cursor: QTextCursor, colour: QColor) -> QTextEdit.ExtraSelection:
    look = QTextCharFormat()
    look.setBackground(colour)
    mark = QTextEdit.ExtraSelection()
    mark.cursor = cursor
    mark.format = look
    return mark


_SIGNS: Final = re.compile(r"\]\([^)]*\)|[*_`\[\]]")


def _unmarked(markdown: str) -> str:
    """Return Markdown without most of its signs, for a search."""
    return _SIGNS.sub("", markdown)


def _plain(markdown: str) -> str:
    """Return Markdown without its signs, as Qt shows it."""
    document = QTextDocument()
    document.setMarkdown(markdown)
    return document.toPlainText()
