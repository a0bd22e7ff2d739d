"""Commands: what the menus, the tool bar and the keyboard can do, under one id each.

Shortcuts are kept in the settings by id, so that a player can change them; two commands of one
window with the same keys are found by `conflicts`.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from tabuleiro.host.settings import Settings
from tabuleiro.i18n import N_, _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from PySide6.QtWidgets import QMainWindow, QMenuBar

__all__ = ["MENUS", "Command", "Commands", "Kind", "clashes"]

MENUS = {
    "file": N_("&File"),
    "edit": N_("&Edit"),
    "view": N_("&View"),
    "game": N_("&Match"),
    "help": N_("&Help"),
}
"""The menus, in the order of the menu bar."""


@dataclass(frozen=True)
class Kind:
    """What a command is, in any window. ``label`` is the English sentence, said translated."""

    id: str
    label: str
    keys: str
    menu: str
    parts: bool = False
    """Whether a line stands above it in its menu."""
    last: bool = False
    """Whether it stands at the foot of its menu, below what other windows put there."""


@dataclass(frozen=True)
class Command(Kind):
    """A command of a window."""

    action: QAction = field(kw_only=True)


class Commands:
    """The commands of a window."""

    def __init__(self, window: QMainWindow, settings: Settings) -> None:
        """Begin with none."""
        self._window = window
        self._settings = settings
        self._all: dict[str, Command] = {}

    def add(
        self,
        id: str,
        label: str,
        keys: str,
        deed: Callable[..., object],
        *,
        menu: str,
        checked: bool | None = None,
        parts: bool = False,
        last: bool = False,
    ) -> QAction:
        """Add a command; with ``checked`` it is a switch, and ``deed`` is told its state.

        ``label`` is marked with `N_` by the caller.
        """
        return self.offer(Kind(id, label, keys, menu, parts, last), deed, checked=checked)

    def offer(
        self, kind: Kind, deed: Callable[..., object], *, checked: bool | None = None
    ) -> QAction:
        """Add a command of a kind, which does this."""
        action = QAction(_(kind.label), self._window)
        action.setObjectName(kind.id)
        if checked is None:
            action.triggered.connect(lambda _checked=False: deed())
        else:
            action.setCheckable(True)
            action.setChecked(checked)
            action.toggled.connect(deed)
        self.adopt(kind, action)
        return action

    def adopt(self, kind: Kind, action: QAction) -> None:
        """Take in an action that is there already, such as the switch of a dock."""
        self._window.addAction(action)
        self._all[kind.id] = Command(**asdict(kind), action=action)
        self._give_keys(self._all[kind.id])

    def __getitem__(self, id: str) -> QAction:
        """Return the action of a command."""
        return self._all[id].action

    def __iter__(self) -> Iterator[Command]:
        """Go through all commands."""
        return iter(self._all.values())

    def _give_keys(self, command: Command) -> None:
        keys = self._settings.shortcut(command.id, command.keys)
        command.action.setShortcut(QKeySequence(keys))
        name = _(command.label).replace("&", "")
        shown = command.action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        command.action.setToolTip(f"{name} ({shown})" if shown else name)

    def refresh_keys(self) -> None:
        """Take over shortcuts that were changed in the settings."""
        for command in self:
            self._give_keys(command)

    def relabel(self) -> None:
        """Say all commands in the current language."""
        for command in self:
            command.action.setText(_(command.label))
            self._give_keys(command)

    def conflicts(self, *others: Commands) -> dict[str, list[str]]:
        """Return keys that more than one command has, with the ids of those commands.

        ``others`` are the commands of other windows that listen at the same time.
        """
        return clashes(
            (command.id, command.action.shortcut().toString())
            for commands in (self, *others)
            for command in commands
        )

    def fill(self, bar: QMenuBar, *, last: bool = False) -> None:
        """Put commands into the menus of a menu bar, below those that are there.

        Those that stand at the foot are put there by a second call, with ``last``.
        """
        menus = {menu.objectName(): menu for menu in bar.findChildren(QMenu) if menu.objectName()}
        for name, label in MENUS.items():
            mine = [each for each in self if each.menu == name and each.last == last]
            if not mine:
                continue
            menu = menus.get(name) or bar.addMenu(_(label))
            menu.setObjectName(name)
            for command in mine:
                if command.parts:
                    menu.addSeparator()
                menu.addAction(command.action)


def clashes(keys: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Return keys that more than one command has, of pairs of command and keys.

    >>> clashes([("undo", "Ctrl+Z"), ("zoom", "Ctrl+Z"), ("fit", "Home"), ("grid", "")])
    {'Ctrl+Z': ['undo', 'zoom']}
    """
    found: dict[str, list[str]] = {}
    for command, pressed in keys:
        if pressed:
            found.setdefault(pressed, []).append(command)
    return {pressed: ids for pressed, ids in found.items() if len(ids) > 1}
