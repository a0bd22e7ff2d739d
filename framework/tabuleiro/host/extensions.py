"""What the plugin of a game adds to the window of a match; see :mod:`tabuleiro.host.hooks`.

Its window module is imported when the match is opened. Everything in it is guarded: what fails is
switched off alone, is told once in a sentence where the window tells such things, and its place is
taken by what the window has of its own. The error with its traceback goes to the log of Python.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from html import escape
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, TypeVar, get_args

import pluggy
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QLabel, QWidget

from tabuleiro.hooks import PROJECT
from tabuleiro.host.commands import Kind
from tabuleiro.host.counter.face import BadgeEntry, Role
from tabuleiro.host.docks import BELOW, Dock
from tabuleiro.host.guard import Guard, Part, PluginError
from tabuleiro.host.hooks import (
    DockEntry,
    HexLayer,
    LayerEntry,
    MenuEntry,
    OrderEntry,
    WayEntry,
    WindowHooks,
)
from tabuleiro.host.matchcommands import match_commands
from tabuleiro.i18n import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from PySide6.QtGui import QAction

    from tabuleiro.engine import Action, Decision
    from tabuleiro.host.seat import Seat
    from tabuleiro.host.window import MatchWindow
    from tabuleiro.module import Phase

__all__ = ["Extensions"]

_ROLES: Final = frozenset(get_args(Role))
Entry = TypeVar("Entry")


class Extensions(QObject):
    """What one plugin adds to one window; nothing, if its game has no window module."""

    def __init__(self, window: MatchWindow) -> None:
        """Import the window module of the game, if it names one."""
        super().__init__(window)
        self._window = window
        self._seat = window.seat
        plugin = window.seat.table.plugin
        self.plugin = plugin.id
        self._given: list[str] = []
        self._switches: list[tuple[QAction, Part, Callable[[], bool]]] = []
        self._guard: Guard | None = None
        self._manager = pluggy.PluginManager(PROJECT)
        self._manager.add_hookspecs(WindowHooks)
        if plugin.window:
            self._guard = Guard(plugin.id, plugin.window.partition(".")[0], self)
            self._guard.told.connect(self._seat.failed)
            self._load(self._guard, plugin.window)

    def _load(self, guard: Guard, name: str) -> None:
        def load() -> None:
            module = import_module(name)
            for each in vars(module):
                known = hasattr(WindowHooks, each)
                if self._manager.parse_hookimpl_opts(module, each) is not None and not known:
                    raise PluginError(
                        _('there is no hook "{name}" of the window').format(name=each)
                    )
            try:
                self._manager.register(module, name)
            except pluggy.PluginValidationError as error:
                self._manager.unregister(name=name)
                raise PluginError(str(error).splitlines()[-1]) from error
            for thing in list(vars(module).values()):
                if isinstance(thing, type):
                    guard.wrap(thing)

        guard.call(guard.part(_("its window module"), _nothing), None, load)

    def _asked(self, hook: str, part: Part, kinds: tuple[type, ...], **about: Any) -> list[Any]:
        """Return what a hook answers, looked through; nothing if it fails."""
        if self._guard is None:
            return []

        def ask() -> list[Any]:
            answers = getattr(self._manager.hook, hook)(seat=self._seat, **about)
            found = [entry for some in answers for entry in some]
            for entry in found:
                if not isinstance(entry, kinds):
                    raise PluginError(
                        _("{hook} may not answer {value}").format(hook=hook, value=repr(entry))
                    )
            return found

        return self._guard.call(part, [], ask)

    def _entries(self, hook: str, *kinds: type) -> list[Any]:
        """Return what a hook that is asked once brings; each has an id of its own."""
        if self._guard is None:
            return []
        part = self._guard.part(_('the hook "{hook}"').format(hook=hook), _nothing)
        found = {entry.id: entry for entry in self._asked(hook, part, kinds)}
        return list(found.values())

    def _own(self, id: str) -> str:
        """Return the name of something of the plugin among those of the window."""
        return f"{self.plugin}-{id}"

    # panels

    def docks(self) -> list[Dock]:
        """Return the panels that the plugin adds."""
        return [self._dock(entry) for entry in self._entries("window_docks", DockEntry)]

    def _dock(self, entry: DockEntry) -> Dock:
        guard = self._guard
        assert guard is not None  # noqa: S101 - there is an entry
        id = self._own(entry.id)
        part = guard.part(
            _('its panel "{title}"').format(title=_(entry.title)),
            lambda sentence: self._replace(id, sentence),
        )

        def make(_window: MatchWindow) -> QWidget:
            widget = guard.call(part, None, lambda: _widget(entry.make(self._seat)))
            if widget is None:
                return _notice(part.broken)
            guard.watch(part, widget)
            return widget

        keys = self._free(entry.keys)
        if entry.below:
            return Dock(id, entry.title, make, BELOW, keys, entry.shown, "forces")
        return Dock(id, entry.title, make, keys=keys, shown=entry.shown, beside="hex")

    def _replace(self, id: str, sentence: str) -> None:
        """Put a sentence where a panel stood."""
        dock = self._window.docks[id]
        old = dock.widget()
        dock.setWidget(_notice(sentence))
        if old is not None:
            old.hide()
            old.deleteLater()

    # the rest

    def join(self) -> None:
        """Add layers, signs, the panel for decisions and commands to the finished window."""
        if self._guard is None:
            return
        for layer in self._entries("map_layers", HexLayer, LayerEntry):
            self._window.play.layers.add(self._layer(layer, self._guard))
        self._add_badges(self._guard)
        self._add_decisions(self._guard)
        self._add_orders()
        self._add_ways()
        self._add_phase_notes(self._guard)
        for number, entry in enumerate(self._entries("menu_entries", MenuEntry)):
            self._add_command(entry, self._guard, first=number == 0)
        self._seat.changed.connect(self._switch)
        self._switch()

    def _layer(self, layer: HexLayer | LayerEntry, guard: Guard) -> HexLayer | LayerEntry:
        id = self._own(layer.id)
        part = guard.part(
            _('its layer "{title}"').format(title=_(layer.title)),
            lambda sentence: self._window.play.layers.fail(id, sentence),
        )
        if isinstance(layer, HexLayer):
            hexes = layer.hexes
            return replace(
                layer,
                id=id,
                hexes=lambda s, side: guard.call(part, {}, lambda: _hexes(hexes(s, side))),
            )
        paint = layer.paint
        return replace(
            layer,
            id=id,
            paint=lambda *about: guard.call(part, None, lambda: paint(*about)),
        )

    def _add_badges(self, guard: Guard) -> None:
        play = self._window.play
        part = guard.part(_("its signs on counters"), lambda _sentence: play.refresh())

        def badges(piece: str) -> tuple[BadgeEntry, ...]:
            found = self._asked("counter_badges", part, (BadgeEntry,), piece=piece)
            return guard.call(part, (), lambda: tuple(map(_badge, found)))

        play.layers.signs = badges
        play.refresh()

    def _add_decisions(self, guard: Guard) -> None:
        panel = self._window.decision
        part = guard.part(_("its panel for what is asked"), lambda _sentence: panel.ask_again())

        def own(decision: Decision) -> QWidget | None:
            hook = self._manager.hook.decision_panel
            widget = guard.call(
                part, None, lambda: _widget(hook(seat=self._seat, decision=decision), none=True)
            )
            if widget is not None:
                guard.watch(part, widget)
            return widget

        panel.own = own
        panel.ask_again()

    def _add_orders(self) -> None:
        orders = self._window.orders
        part = self._part(_("its orders"), orders.refresh)

        def ask(decision: Decision) -> list[OrderEntry]:
            found = self._asked("standing_orders", part, (OrderEntry,), decision=decision)
            return [self._order(entry, part) for entry in found]

        orders.ask = ask
        orders.refresh()

    def _order(self, entry: OrderEntry, part: Part) -> OrderEntry:
        """Return an order whose actions are guarded one by one."""
        guard = self._guard
        assert guard is not None  # noqa: S101 - there is an entry

        def actions(seat: Seat) -> Iterator[Action]:
            nobody: Iterable[Action] = ()
            found = iter(guard.call(part, nobody, lambda: entry.actions(seat)))
            while (action := guard.call(part, None, lambda: next(found, None))) is not None:
                yield action

        return replace(entry, actions=actions)

    def _add_ways(self) -> None:
        play = self._window.play
        part = self._part(_("its ways"), play.refresh)

        def ways(action: Action) -> list[WayEntry]:
            return self._asked("other_ways", part, (WayEntry,), action=action)

        play.other_ways = ways

    def _add_phase_notes(self, guard: Guard) -> None:
        ribbon = self._window.ribbon
        part = self._part(_("its words on phases"), ribbon.refresh)

        def note(phase: Phase) -> str:
            hook = self._manager.hook.phase_note
            return str(guard.call(part, None, lambda: hook(seat=self._seat, phase=phase)) or "")

        ribbon.note = note
        ribbon.refresh()

    def _part(self, words: str, refresh: Callable[[], object]) -> Part:
        """Return something of the plugin without which the window goes on as usual."""
        guard = self._guard
        assert guard is not None  # noqa: S101 - asked only with a plugin
        return guard.part(words, lambda _sentence: refresh())

    def _add_command(self, entry: MenuEntry, guard: Guard, *, first: bool) -> None:
        kind = Kind(self._own(entry.id), entry.text, self._free(entry.keys), "game", parts=first)

        def off(sentence: str) -> None:
            action.setEnabled(False)
            action.setToolTip(sentence)

        part = guard.part(_('its command "{title}"').format(title=_(entry.text)), off)
        action = self._window.commands.offer(
            kind, lambda: guard.call(part, None, lambda: entry.deed(self._seat))
        )
        asked = entry.enabled
        if asked is not None:
            self._switches.append((action, part, lambda: bool(asked(self._seat))))

    def _switch(self) -> None:
        """Enable the commands that can be used now."""
        for action, part, enabled in self._switches:
            if self._guard is not None and not part.broken:
                action.setEnabled(self._guard.call(part, False, enabled))

    def _free(self, keys: str) -> str:
        """Return keys if no command of the window has them, for then neither would be heard."""
        top: object = self._window.window()
        around = getattr(top, "commands", self._window.commands)
        ids = {kind.id: kind.keys for kind in (*match_commands(), *around, *self._window.commands)}
        settings = self._window.settings
        used = [settings.shortcut(id, first) for id, first in ids.items()] + self._given
        if QKeySequence(keys) in map(QKeySequence, used):
            return ""
        self._given.append(keys)
        return keys

    def close(self) -> None:
        """Leave nothing behind: the match is closed."""
        if self._guard is None:
            return
        self._seat.changed.disconnect(self._switch)
        self._switches.clear()
        self._guard.close()
        for plugin in list(self._manager.get_plugins()):
            self._manager.unregister(plugin)


def _nothing(_sentence: str) -> None:
    """Switch nothing off: there is nothing to see of it."""


def _widget(answer: object, *, none: bool = False) -> QWidget | None:
    """Return a widget that a plugin made, and complain if it is none."""
    if isinstance(answer, QWidget) or (none and answer is None):
        return answer
    raise PluginError(_("{value} is no widget").format(value=repr(answer)))


def _hexes(answer: Mapping[str, str]) -> dict[str, str]:
    return {str(hex): str(words) for hex, words in answer.items()}


def _badge(badge: BadgeEntry) -> BadgeEntry:
    if badge.role not in _ROLES or not isinstance(badge.text, str):
        raise PluginError(
            _("{hook} may not answer {value}").format(hook="counter_badges", value=repr(badge))
        )
    return badge


def _notice(sentence: str) -> QLabel:
    """Return what stands in the place of a panel that failed."""
    label = QLabel(escape(sentence))
    label.setObjectName("switched-off")
    label.setWordWrap(True)
    label.setMargin(8)
    label.setAlignment(Qt.AlignmentFlag.AlignTop)
    label.setAccessibleName(sentence)
    return label
