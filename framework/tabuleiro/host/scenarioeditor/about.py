"""What a scenario says of itself: titles, texts, turns, options, and the notes of its author."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, QSignalBlocker
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QSpinBox,
    QWidget,
)

from tabuleiro.editor.scenarios import set_about, set_option
from tabuleiro.host.steady import steady
from tabuleiro.i18n import LANGUAGES, _, text

if TYPE_CHECKING:
    from collections.abc import Callable

    from tabuleiro.host.scenarioeditor.session import Session

__all__ = ["AboutPage", "OptionsPage"]

_LINES = 6


class AboutPage(QWidget):
    """Titles and texts in both languages, first and last turn, and notes for other authors."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        """Show what a scenario says of itself."""
        super().__init__(parent)
        self.session = session
        form = QFormLayout(self)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        spoken = {"pt": _("Portuguese"), "en": _("English")}
        self.names: dict[str, QLineEdit] = {}
        self.texts: dict[str, QPlainTextEdit] = {}
        for lang in LANGUAGES:
            line = self.names[lang] = QLineEdit()
            line.editingFinished.connect(partial(self._take_name, lang))
            form.addRow(_("Title, {language}").format(language=spoken[lang]), line)
        for lang in LANGUAGES:
            field = self.texts[lang] = self._field(partial(self._take_text, lang))
            form.addRow(_("Text, {language}").format(language=spoken[lang]), field)
        self.first, self.last = self._turn("first_turn"), self._turn("last_turn")
        form.addRow(_("First turn"), self.first)
        form.addRow(_("Last turn"), self.last)
        self.notes = self._field(self._take_notes)
        form.addRow(_("Notes for authors, at the top of the file"), self.notes)
        session.changed.connect(self.refresh)
        self.refresh()

    def _field(self, take: Callable[[], object]) -> QPlainTextEdit:
        field = QPlainTextEdit()
        field.setTabChangesFocus(True)
        field.setFixedHeight(_LINES * field.fontMetrics().lineSpacing())
        field.installEventFilter(_Leaving(take, field))
        return field

    def _turn(self, key: str) -> QSpinBox:
        spin = steady(QSpinBox())
        spin.setRange(1, len(self.session.module.turns))
        spin.setKeyboardTracking(False)
        spin.valueChanged.connect(partial(self._take_turn, key))
        return spin

    def refresh(self) -> None:
        """Show what the file says now; a field that is being written in is left alone."""
        values = self.session.values
        for key, fields in (("name", self.names), ("text", self.texts)):
            for lang, field in fields.items():
                if not field.hasFocus():
                    _fill(field, _said(values.get(key), lang))
        if not self.notes.hasFocus():
            _fill(self.notes, self.session.draft.remark(self.session.file))
        for spin, turn in zip((self.first, self.last), self.session.turns, strict=True):
            with QSignalBlocker(spin):
                spin.setValue(turn)

    def _take_name(self, lang: str) -> None:
        self._take("name", lang, self.names[lang].text().strip())

    def _take_text(self, lang: str) -> None:
        self._take("text", lang, " ".join(self.texts[lang].toPlainText().split()))

    def _take(self, key: str, lang: str, words: str) -> None:
        if words and words != _said(self.session.values.get(key), lang):
            label = _("Title") if key == "name" else _("Text")
            self.session.edit(label, lambda values: set_about(values, key, lang, words))

    def _take_turn(self, key: str, turn: int) -> None:
        if self.session.values.get(key) != turn:
            label = _("First turn") if key == "first_turn" else _("Last turn")
            self.session.edit(label, lambda values: values.update({key: turn}))

    def _take_notes(self) -> None:
        self.session.note(self.notes.toPlainText())


class _Leaving(QObject):
    """Takes over what was written once the field is left."""

    def __init__(self, take: Callable[[], object], field: QPlainTextEdit) -> None:
        super().__init__(field)
        self._take = take

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Hear that the focus went elsewhere."""
        if event.type() == QEvent.Type.FocusOut:
            self._take()
        return False


def _said(words: object, lang: str) -> str:
    if isinstance(words, dict):
        return str(words.get(lang) or "")
    return str(words or "")


def _fill(field: QLineEdit | QPlainTextEdit, words: str) -> None:
    now = field.text() if isinstance(field, QLineEdit) else field.toPlainText()
    if now != words:
        with QSignalBlocker(field):
            field.setText(words) if isinstance(field, QLineEdit) else field.setPlainText(words)


class OptionsPage(QScrollArea):
    """The options of the game, as a match of this scenario begins with them."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        """Show each option with its choices."""
        super().__init__(parent)
        self.session = session
        self.setWidgetResizable(True)
        inner = QWidget()
        form = QFormLayout(inner)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        self.choices: dict[str, QComboBox] = {}
        for option in session.module.options.values():
            combo = self.choices[option.id] = steady(QComboBox())
            known: tuple[Any, ...] = option.choices or (True, False)
            for value in known:
                words = {True: _("on"), False: _("off")}.get(value, str(value))
                usual = value == option.default
                shown = _("{value} (usual)").format(value=words) if usual else words
                combo.addItem(shown, value)
            combo.setToolTip(text(option.text))
            combo.currentIndexChanged.connect(partial(self._take, option.id))
            form.addRow(text(option.name), combo)
        if not self.choices:
            form.addRow(QLabel(_("This game has no options.")))
        self.setWidget(inner)
        session.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show what the scenario says, or else the game."""
        said = self.session.values.get("options")
        options = said if isinstance(said, dict) else {}
        for id, combo in self.choices.items():
            with QSignalBlocker(combo):
                value = options.get(id, self.session.module.options[id].default)
                combo.setCurrentIndex(max(0, combo.findData(value)))

    def _take(self, option: str, _number: int) -> None:
        value = self.choices[option].currentData()
        module = self.session.module
        self.session.edit(_("Option"), lambda values: set_option(values, module, option, value))
