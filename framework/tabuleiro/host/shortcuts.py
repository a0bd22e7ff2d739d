"""The editor of shortcuts: commands with their keys; two with the same keys are told in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.host.commands import MENUS, Kind, clashes
from tabuleiro.i18n import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from tabuleiro.host.settings import Settings

__all__ = ["ShortcutsEditor", "name_of", "tell_clashes"]

_ID: Final = Qt.ItemDataRole.UserRole


def name_of(command: Kind) -> str:
    """Return the name of a command without the mark of its menu key."""
    return _(command.label).replace("&", "")


def tell_clashes(found: dict[str, list[str]], commands: Mapping[str, Kind]) -> list[str]:
    """Return a sentence for keys that more than one command has."""
    return [
        _("{keys} belongs to more than one command: {names}.").format(
            keys=_native(keys), names=", ".join(name_of(commands[id]) for id in ids)
        )
        for keys, ids in found.items()
    ]


def _native(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def _portable(keys: str) -> str:
    return QKeySequence(keys).toString()


class ShortcutsEditor(QWidget):
    """All commands with their keys. Nothing is kept before `save`."""

    changed = Signal()
    """Some command has other keys."""

    def __init__(
        self, settings: Settings, groups: Sequence[Iterable[Kind]], parent: QWidget | None = None
    ) -> None:
        """Show the commands of some windows that listen at the same time."""
        super().__init__(parent)
        self._settings = settings
        self._commands: dict[str, Kind] = {c.id: c for group in groups for c in group}
        self._keys = {
            id: _portable(settings.shortcut(id, command.keys))
            for id, command in self._commands.items()
        }
        self._items: dict[str, QTreeWidgetItem] = {}
        self.search = QLineEdit()
        self.search.setPlaceholderText(_("Search commands"))
        self.search.setAccessibleName(_("Search commands"))
        self.search.setClearButtonEnabled(True)
        self.list = QTreeWidget()
        self.list.setHeaderLabels([_("Command"), _("Keys"), _("Default")])
        self.list.setAccessibleName(_("Commands and their keys"))
        self.list.setRootIsDecorated(False)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.edit = QKeySequenceEdit()
        self.edit.setMaximumSequenceLength(1)
        self.edit.setClearButtonEnabled(True)
        self.edit.setAccessibleName(_("New keys"))
        for child in self.edit.findChildren(QLineEdit):
            child.setAccessibleName(_("New keys"))
        self._one = self._button(_("Reset"), self._reset_current)
        self._all = self._button(_("Reset all"), self.reset_all)
        self._arrange()
        self._fill()
        self.search.textChanged.connect(self._filter)
        self.list.currentItemChanged.connect(lambda _now, _before: self._show_current())
        self.edit.keySequenceChanged.connect(self._edited)
        self.list.setCurrentItem(next(iter(self._items.values())))
        self._tell()

    def _button(self, words: str, deed: Callable[[], None]) -> QPushButton:
        button = QPushButton(words)
        button.setAutoDefault(False)
        button.clicked.connect(lambda _checked=False: deed())
        return button

    def _arrange(self) -> None:
        line = QHBoxLayout()
        label = QLabel(_("New &keys"))
        label.setBuddy(self.edit)
        line.addWidget(label)
        line.addWidget(self.edit, 1)
        line.addWidget(self._one)
        line.addWidget(self._all)
        box = QVBoxLayout(self)
        box.addWidget(self.search)
        box.addWidget(self.list, 1)
        box.addLayout(line)

    def _fill(self) -> None:
        for menu, label in MENUS.items():
            mine = [command for command in self._commands.values() if command.menu == menu]
            if not mine:
                continue
            head = QTreeWidgetItem(self.list, [_(label).replace("&", "")])
            head.setFirstColumnSpanned(True)
            head.setFlags(Qt.ItemFlag.ItemIsEnabled)
            font = head.font(0)
            font.setBold(True)
            head.setFont(0, font)
            for command in mine:
                item = QTreeWidgetItem(head, [name_of(command), "", _native(command.keys)])
                item.setData(0, _ID, command.id)
                self._items[command.id] = item
        self.list.expandAll()
        self.list.resizeColumnToContents(2)

    # what is set

    def keys(self, command: str) -> str:
        """Return the keys that a command would have."""
        return self._keys[command]

    def set_keys(self, command: str, keys: str) -> None:
        """Give a command other keys; empty for none."""
        keys = _portable(keys)
        if keys != self._keys[command]:
            self._keys[command] = keys
            self._tell()
            self._show_current()
            self.changed.emit()

    def reset(self, command: str) -> None:
        """Give a command the keys that it had at first."""
        self.set_keys(command, self._commands[command].keys)

    def reset_all(self) -> None:
        """Give all commands the keys that they had at first."""
        for command in self._commands:
            self.reset(command)

    def conflicts(self) -> list[str]:
        """Return a sentence for keys that more than one command has."""
        return tell_clashes(clashes(self._keys.items()), self._commands)

    def save(self) -> None:
        """Keep the keys in the settings."""
        for id, command in self._commands.items():
            own = self._keys[id] != _portable(command.keys)
            self._settings.set_shortcut(id, self._keys[id] if own else None)

    # showing

    @property
    def current(self) -> str | None:
        """The command that is selected."""
        item = self.list.currentItem()
        found = item.data(0, _ID) if item else None
        return str(found) if found else None

    def select(self, command: str) -> None:
        """Select a command."""
        self.list.setCurrentItem(self._items[command])

    def _show_current(self) -> None:
        command = self.current
        self.edit.setEnabled(command is not None)
        self._one.setEnabled(command is not None)
        self.edit.blockSignals(True)
        self.edit.setKeySequence(QKeySequence(self._keys[command] if command else ""))
        self.edit.blockSignals(False)

    def _edited(self, keys: QKeySequence) -> None:
        if self.current is not None:
            self.set_keys(self.current, keys.toString())

    def _reset_current(self) -> None:
        if self.current is not None:
            self.reset(self.current)

    def _tell(self) -> None:
        twice = {id for ids in clashes(self._keys.items()).values() for id in ids}
        for id, item in self._items.items():
            mark = "⚠ " if id in twice else ""
            item.setText(1, mark + _native(self._keys[id]))
            font = item.font(1)
            font.setBold(self._keys[id] != _portable(self._commands[id].keys))
            item.setFont(1, font)
        self.list.resizeColumnToContents(1)

    def _filter(self, wanted: str) -> None:
        find = wanted.casefold()
        for item in self._items.values():
            item.setHidden(find not in f"{item.text(0)} {item.text(1)}".casefold())
        for number in range(self.list.topLevelItemCount()):
            head = self.list.topLevelItem(number)
            if head is not None:
                below = [head.child(n) for n in range(head.childCount())]
                head.setHidden(all(item is None or item.isHidden() for item in below))
