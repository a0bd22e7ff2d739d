"""The dialog of settings, and what happens when they change while a match is open."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QSize, QTimer
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QLabel,
    QPushButton,
    QSpinBox,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.host.buttons import Usual, button_box
from tabuleiro.host.matchcommands import match_commands
from tabuleiro.host.restyle import relink
from tabuleiro.host.settings import PACE_NAMES
from tabuleiro.host.shortcuts import ShortcutsEditor, tell_clashes
from tabuleiro.host.sound import multimedia
from tabuleiro.host.steady import steady
from tabuleiro.host.theme import dress
from tabuleiro.i18n import N_, _, language, set_language

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.host.settings import Settings
    from tabuleiro.host.shell import Shell
    from tabuleiro.host.window import MatchWindow

__all__ = ["SettingsDialog", "Sight", "open_settings", "retake", "warn_of_conflicts"]

_LANGUAGES = {"pt": "Português (Brasil)", "en": "English"}
_THEMES = {"system": N_("Same as the system"), "light": N_("Light"), "dark": N_("Dark")}


class SettingsDialog(QDialog):
    """What the player can set. It is taken over with OK, not before."""

    def __init__(self, settings: Settings, shell: Shell) -> None:
        """Show the settings, and the commands of the window and of the match in it."""
        super().__init__(shell)
        self.setWindowTitle(_("Settings"))
        self._settings = settings
        self._shell = shell
        self.language = _choice(_LANGUAGES, language(), _("Language"))
        self.theme = _choice(_said(_THEMES), settings.theme, _("Colours"))
        self.pace = _choice(_said(PACE_NAMES), settings.pace, _("Speed"))
        self.font_size = steady(QSpinBox())
        self.font_size.setAccessibleName(_("Font size"))
        self.font_size.setRange(_LEAST_FONT - 1, 30)
        self.font_size.setSpecialValueText(_("Same as the system"))
        self.font_size.setSuffix(" pt")
        words = self.font_size.fontMetrics().horizontalAdvance(self.font_size.specialValueText())
        self.font_size.setMinimumWidth(words + _STEPS)
        self.font_size.setMinimumHeight(QComboBox().sizeHint().height())
        self.font_size.setValue(settings.font_size or _LEAST_FONT - 1)
        self.tumbling = _switch(_("Animate the dice"), on=settings.tumbling)
        self.pauses = _switch(_("Wait after each battle until I go on"), on=settings.pauses)
        self.sound = _switch(_("Play the sound of dice and moves"), on=settings.sound)
        self.handover = _switch(
            _("Hide the table while the other player takes the seat"), on=settings.handover
        )
        self.asks_first = _switch(
            _("Ask before a phase ends with things undone"), on=settings.asks_first
        )
        match = shell.match
        groups = (shell.commands, match.commands if match is not None else match_commands())
        self.shortcuts = ShortcutsEditor(settings, groups)
        self.told = QLabel()
        self.told.setWordWrap(True)
        self.buttons = button_box(Usual.Ok, Usual.Cancel, of=self)
        self._arrange()
        self._look()

    def _arrange(self) -> None:
        self.tabs = QTabWidget()
        self.tabs.addTab(self._view_page(), _("Language and appearance"))
        self.tabs.addTab(self._play_page(), _("Play"))
        self.tabs.addTab(self.shortcuts, _("Shortcuts"))
        self.shortcuts.changed.connect(self._look)
        box = QVBoxLayout(self)
        box.addWidget(self.tabs, 1)
        box.addWidget(self.told)
        box.addWidget(self.buttons)
        self.resize(640, 520)

    def _view_page(self) -> QWidget:
        page = QWidget()
        form = QFormLayout(page)
        form.addRow(_("&Language"), self.language)
        form.addRow(_("&Colours"), self.theme)
        form.addRow(_("&Font size"), self.font_size)
        self.layout_button = QPushButton(_("Reset the panels"))
        self.layout_button.setAutoDefault(False)
        self.layout_button.clicked.connect(lambda _checked=False: self._forget_layout())
        form.addRow(_("Panels"), self.layout_button)
        return page

    def _play_page(self) -> QWidget:
        page = QWidget()
        form = QFormLayout(page)
        form.addRow(_("&Speed of the computer and of replays"), self.pace)
        form.addRow(self.tumbling)
        form.addRow(self.pauses)
        form.addRow(self.sound)
        if multimedia() is None:
            self.sound.setEnabled(False)
            why = QLabel(
                _("Sound needs Qt Multimedia (the package PySide6-Addons), which is not installed.")
            )
            why.setWordWrap(True)
            self.sound.setAccessibleDescription(why.text())
            form.addRow(why)
        form.addRow(self.handover)
        form.addRow(self.asks_first)
        return page

    def _look(self) -> None:
        """Say what is in the way of taking the settings over."""
        sentences = [f"⚠ {sentence}" for sentence in self.shortcuts.conflicts()]
        if sentences:
            sentences.append(_("Give one of them other keys, or none."))
        self.told.setText("\n".join(sentences))
        self.told.setVisible(bool(sentences))
        self.buttons.button(Usual.Ok).setEnabled(not sentences)

    def _forget_layout(self) -> None:
        self._settings.forget_layouts()
        if self._shell.match is not None:
            self._shell.match.reset_layout()
        self.layout_button.setEnabled(False)

    def accept(self) -> None:
        """Keep the settings."""
        if self.shortcuts.conflicts():
            return
        self.shortcuts.save()
        keep = self._settings.set
        keep("language", self.language.currentData())
        keep("theme", self.theme.currentData())
        keep("pace", self.pace.currentData())
        size = self.font_size.value()
        keep("font-size", size if size >= _LEAST_FONT else 0)
        keep("tumbling-dice", self.tumbling.isChecked())
        keep("pause-at-battles", self.pauses.isChecked())
        keep("sound", self.sound.isChecked())
        keep("handover", self.handover.isChecked())
        keep("ask-before-end", self.asks_first.isChecked())
        self._settings.sync()
        super().accept()


_LEAST_FONT = 7
_STEPS = 64
"""So much the frame and the arrows of a box take."""


def _said(words: Mapping[str, str]) -> dict[str, str]:
    return {key: _(label) for key, label in words.items()}


def _choice(words: Mapping[str, str], now: str, name: str) -> QComboBox:
    combo = steady(QComboBox())
    combo.setAccessibleName(name)
    for key, label in words.items():
        combo.addItem(label, key)
    combo.setCurrentIndex(combo.findData(now))
    return combo


def _switch(words: str, *, on: bool) -> QCheckBox:
    box = QCheckBox(words)
    box.setAccessibleName(words)
    box.setChecked(on)
    return box


class Sight:
    """What is seen of a board, to be seen again in a window that takes the place of another."""

    def __init__(self, match: MatchWindow) -> None:
        """Remember what a window shows."""
        self._zoom = match.view.zoom
        self._centre: QPointF = match.view.seen().center()

    def show(self, match: MatchWindow) -> None:
        """Show the same in another window."""
        view = match.view
        view.set_zoom(self._zoom)
        view.centerOn(self._centre)
        view.moved.emit()


def warn_of_conflicts(shell: Shell) -> None:
    """Say which keys of the program and of the match that is opened are the same."""
    match = shell.match
    if match is None:
        return
    groups = (shell.commands, match.commands)
    commands = {command.id: command for group in groups for command in group}
    sentences = tell_clashes(shell.commands.conflicts(match.commands), commands)
    if sentences:
        match.seat.failed.emit("  ".join(sentences))


def open_settings(shell: Shell) -> None:
    """Let the player change the settings of the program."""
    dialog = SettingsDialog(shell.settings, shell)
    if dialog.exec():
        retake(shell)
    dialog.deleteLater()


def retake(shell: Shell) -> None:
    """Take over what was set, at once: the match that is open stays as it is."""
    from tabuleiro.host.app import speak

    settings, before = shell.settings, shell.size()
    app = QApplication.instance()
    if isinstance(app, QApplication):
        dress(app, settings)
    if settings.language != language():
        set_language(settings.language)
        if isinstance(app, QApplication):
            speak(app)
        sight = Sight(shell.match) if shell.match is not None else None
        shell.retell()
        if sight is not None and shell.match is not None:
            sight.show(shell.match)
    relink(shell)
    shell.commands.refresh_keys()
    if shell.match is not None:
        shell.match.take_settings()
    QTimer.singleShot(0, shell, partial(_keep_size, shell, before))


def _keep_size(shell: Shell, before: QSize) -> None:
    """Take back the room that larger writing took, once it is smaller again."""
    wanted = shell.smaller or before
    if shell.size() == wanted or shell.isMaximized() or shell.isFullScreen():
        return
    shell.resize(wanted)  # no smaller than the writing of now allows
    shell.smaller = wanted if shell.size() != wanted else None
