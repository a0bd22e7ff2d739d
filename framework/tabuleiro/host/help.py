"""Help: the rulebooks, and one sheet with all keys and what the mouse does."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QPushButton,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.host.buttons import Usual, button_box
from tabuleiro.host.commands import MENUS
from tabuleiro.host.panels.rules import RulesPanel
from tabuleiro.host.shortcuts import name_of
from tabuleiro.host.steady import steady
from tabuleiro.i18n import N_, _, text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tabuleiro.host.commands import Kind
    from tabuleiro.host.settings import Settings
    from tabuleiro.module import Module

__all__ = ["KeysDialog", "RulesDialog", "keys_html"]

_MOUSE: Final = (
    (N_("Click"), N_("Select a unit; with units selected, go to a lit hex")),
    (N_("Ctrl + click"), N_("Select another unit as well, even in a lit hex")),
    (N_("Double click"), N_("Select the whole stack")),
    (N_("Shift + drag"), N_("Select all units in a rectangle")),
    (N_("Drag a unit"), N_("Move it")),
    (N_("Drag the map"), N_("Move the map; on a unit, hold Space")),
    (N_("Wheel"), N_("Zoom; with Shift, move the map")),
    (N_("Rest on a stack"), N_("Fan it out")),
    (N_("Right button"), N_("See all that can be done there")),
)
_KEYS: Final = (
    (N_("Tab"), N_("Select the next unit that can act; if there is none, leave the map")),
    (N_("Shift + Tab"), N_("The unit before")),
    (N_("Arrows"), N_("Move the cursor from hex to hex; with Ctrl, move the map")),
    (N_("Enter"), N_("Click under the cursor")),
    (N_("+ and -"), N_("Zoom")),
)
_PANELS: Final = (
    (N_("Tab"), N_("Go to the next button or list")),
    (N_("Space"), N_("Press the button; take the entry of the list")),
    (N_("Arrows"), N_("Go through a list or table")),
)

Row = tuple[str, str]

_WIDTHS: Final = (31, 23, 23, 23)
"""How wide the columns of the sheet are, in percent."""
_HEAD: Final = 2
"""A headline takes as much room as so many rows."""
_MARGINS: Final = 50
"""What margins and the button below take."""
_SCREEN: Final = 0.9
"""So much of the screen the sheet may cover."""


def keys_html(groups: Sequence[Iterable[Kind]], settings: Settings) -> str:
    """Return the sheet: mouse and keyboard on the map at the left, commands at the right."""
    commands = {command.id: command for group in groups for command in group}
    menus = {
        menu: [
            (QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText), name_of(each))
            for each in commands.values()
            if each.menu == menu and (keys := settings.shortcut(each.id, each.keys))
        ]
        for menu in MENUS
    }
    by_hand = [
        _table(_(title), [(_(keys), _(words)) for keys, words in rows])
        for title, rows in (
            (N_("Mouse on the map"), _MOUSE),
            (N_("Keyboard on the map"), _KEYS),
            (N_("Keyboard in panels"), _PANELS),
        )
    ]
    parts = [(_(MENUS[menu]).replace("&", ""), rows) for menu, rows in menus.items() if rows]
    commands_beside = ("".join(_table(*part) for part in some) for some in _even(parts))
    columns = ("".join(by_hand), *commands_beside)
    cells = "".join(f'<td valign="top" width="{width}%">{column}</td>'
                    for column, width in zip(columns, _WIDTHS, strict=True))  # fmt: skip
    return f'<table width="100%" cellspacing="10"><tr>{cells}</tr></table>'


def _even(parts: Sequence[tuple[str, list[Row]]]) -> list[list[tuple[str, list[Row]]]]:
    """Return tables in columns of about as many rows: one that is too long goes on in the next."""
    lines = sum(len(rows) + _HEAD for _title, rows in parts)
    columns: list[list[tuple[str, list[Row]]]] = [[] for _width in _WIDTHS[1:]]
    most, at, used = lines / len(columns), 0, 0
    for title, rows in parts:
        head, left = title, rows
        while left:
            room = round(most - used) - _HEAD
            if room < min(_HEAD, len(left)) and at + 1 < len(columns):
                at, used = at + 1, 0
                continue
            whole = at + 1 == len(columns) or len(left) - room <= _HEAD
            some = left if whole else left[:room]
            columns[at].append((head, some))
            used += len(some) + _HEAD
            head, left = "", left[len(some) :]
    return columns


def _table(title: str, rows: Sequence[Row]) -> str:
    if not rows:
        return ""
    lines = "".join(
        f"<tr><td><b>{escape(keys).replace(' ', '&nbsp;')}</b>&nbsp;&nbsp;</td>"
        f"<td>{escape(words)}</td></tr>"
        for keys, words in rows
    )
    return f'<h3>{escape(title) or "&nbsp;"}</h3><table cellpadding="2">{lines}</table>'


class KeysDialog(QDialog):
    """Shows the sheet."""

    def __init__(
        self, groups: Sequence[Iterable[Kind]], settings: Settings, parent: QWidget | None = None
    ) -> None:
        """Show the keys of the commands as they are now."""
        super().__init__(parent)
        self.setWindowTitle(_("Keyboard and mouse"))
        self.page = QTextBrowser()
        self.page.setAccessibleName(_("Keyboard and mouse"))
        self.page.setHtml(keys_html(groups, settings))
        _close_below(self, self.page)
        room = self.screen().availableSize() * _SCREEN
        wide = min(room.width(), 90 * self.fontMetrics().height())
        sheet = self.page.document().clone(self)
        sheet.setTextWidth(wide - _MARGINS)
        self.resize(wide, min(room.height(), round(sheet.size().height()) + 2 * _MARGINS))


class RulesDialog(QDialog):
    """Shows the rulebook of a game, whether a match of it is open or not."""

    def __init__(
        self, games: Mapping[str, Module], game: str | None = None, parent: QWidget | None = None
    ) -> None:
        """Show the rules of a game; another one can be chosen."""
        super().__init__(parent)
        self.setWindowTitle(_("Rules"))
        self._games = games
        self.game = steady(QComboBox())
        self.game.setAccessibleName(_("Game"))
        for name, module in games.items():
            self.game.addItem(text(module.title), name)
        self.game.setCurrentIndex(max(0, self.game.findData(game)))
        self.rules = QWidget()
        self._box = QVBoxLayout()
        self._box.addWidget(self.game)
        whole = QWidget()
        whole.setLayout(self._box)
        self._box.setContentsMargins(0, 0, 0, 0)
        _close_below(self, whole)
        self._show()
        self.game.currentIndexChanged.connect(self._show)
        self.resize(900, 620)

    def _show(self, _number: int = 0) -> None:
        module = self._games.get(str(self.game.currentData()))
        self._box.removeWidget(self.rules)
        self.rules.deleteLater()
        self.rules = RulesPanel(module) if module is not None else QWidget()
        self._box.addWidget(self.rules, 1)


def _close_below(dialog: QDialog, widget: QWidget) -> None:
    buttons = button_box(Usual.Close, of=dialog)
    for each in buttons.buttons():  # Enter looks for a word in the page, and closes nothing
        if isinstance(each, QPushButton):
            each.setAutoDefault(False)
    box = QVBoxLayout(dialog)
    box.addWidget(widget, 1)
    box.addWidget(buttons)
