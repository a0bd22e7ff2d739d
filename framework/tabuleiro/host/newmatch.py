"""The dialog for a new match: scenario, who plays, options, strictness, dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QGroupBox,
    QLabel,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.bots import PLAYERS
from tabuleiro.engine.options import DICE, STRICTNESS, TOPICS
from tabuleiro.host.buttons import Usual, button_box
from tabuleiro.host.seat import HUMAN
from tabuleiro.host.steady import steady
from tabuleiro.i18n import N_, _, text
from tabuleiro.seats.sealing import COVERED, SEALED, SEALING

if TYPE_CHECKING:
    from tabuleiro.module import Module, Option

__all__ = ["NewMatch", "choice_label"]

_PLAYERS = {
    HUMAN: N_("a person, here"),
    "simple": N_("the computer, by rules of thumb"),
    "random": N_("the computer, at random"),
}
_DICE = {
    "seed": N_("thrown by the program"),
    "own": N_("your own: roll them, and tell what fell"),
}
_STRICTNESS = {
    "enforce": N_("enforced"),
    "advise": N_("only advised"),
    "off": N_("left to the players"),
}
_TOPICS = {
    "movement": N_("Movement"),
    "zones": N_("Zones of engagement"),
    "stacking": N_("Stacking"),
    "combat": N_("Combat"),
    "retreat": N_("Retreats"),
    "advance": N_("Advances"),
    "air": N_("Air power"),
    "supply": N_("Supply"),
    "reinforcement": N_("Reinforcements"),
    "setup": N_("Set-up"),
}


class NewMatch(QDialog):
    """Asks for all that a match is begun with; every option says what it does."""

    def __init__(self, module: Module, parent: QWidget | None = None) -> None:
        """Ask for a match of a game."""
        super().__init__(parent)
        self.module = module
        self.setWindowTitle(_("New match: {game}").format(game=text(module.title)))
        self._title = QLineEdit(text(module.title))
        self._scenario = steady(QComboBox())
        for scenario in module.scenarios.values():
            self._scenario.addItem(text(scenario.name), scenario.id)
        self._sides = {side: self._choice(_PLAYERS) for side in module.sides}
        self._options = {option.id: _widget(module, option) for option in module.options.values()}
        self._topics = {topic: self._choice(_STRICTNESS) for topic in TOPICS}
        self._chose_sealing = False
        self._dice = steady(QComboBox())
        for kind in DICE:
            self._dice.addItem(_(_DICE[kind]), kind)
        self._seed = QLineEdit()
        self._seed.setPlaceholderText(_("by chance"))
        self._open = QCheckBox(_("Everybody sees everything (one player for both sides)"))
        self._arrange()
        self._suit_players()
        sealing = self._options.get(SEALING)
        if isinstance(sealing, QComboBox):
            for box in self._sides.values():
                box.currentIndexChanged.connect(self._suit_players)
            self._open.toggled.connect(self._suit_players)
            sealing.activated.connect(self._sealing_chosen)
        self.resize(640, 620)

    @staticmethod
    def _choice(words: dict[str, str]) -> QComboBox:
        box = steady(QComboBox())
        for value, sentence in words.items():
            if value == HUMAN or value in PLAYERS or value in STRICTNESS:
                box.addItem(_(sentence), value)
        return box

    def _suit_players(self, _how: object = None) -> None:
        """Propose how far the enemy is sealed: for one person covered, for several sealed."""
        sealing = self._options.get(SEALING)
        if isinstance(sealing, QComboBox) and not self._chose_sealing:
            people = list(self.players.values()).count(HUMAN)
            wanted = SEALED if people > 1 and not self.open_hands else COVERED
            sealing.setCurrentIndex(max(0, sealing.findData(wanted)))

    def _sealing_chosen(self, _number: int) -> None:
        self._chose_sealing = True

    def _arrange(self) -> None:
        module = self.module
        form = QFormLayout()
        form.addRow(_("Title"), self._title)
        form.addRow(_("Scenario"), self._scenario)
        for side, box in self._sides.items():
            form.addRow(text(module.sides[side].name), box)
        form.addRow("", self._open)
        form.addRow(_("Dice"), self._dice)
        form.addRow(_("Seed of the dice"), self._seed)
        note = QLabel(_("The same seed gives the same dice, in every match and on every machine."))
        note.setWordWrap(True)
        note.setEnabled(False)
        form.addRow("", note)
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.addLayout(form)
        column.addWidget(self._option_box())
        column.addWidget(self._topic_box())
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setWidget(inner)
        buttons = button_box(Usual.Ok, Usual.Cancel)
        buttons.button(Usual.Ok).setText(_("Begin"))
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        whole = QVBoxLayout(self)
        whole.addWidget(scroll, 1)
        whole.addWidget(buttons)

    def _option_box(self) -> QGroupBox:
        group = QGroupBox(_("Readings of the rules"))
        form = QVBoxLayout(group)
        for option in self.module.options.values():
            widget = self._options[option.id]
            rule = f" ({option.rule})" if option.rule else ""
            note = QLabel(self._explained(option) + rule)
            note.setTextFormat(Qt.TextFormat.PlainText)
            note.setWordWrap(True)
            widget.setAccessibleName(text(option.name))
            widget.setAccessibleDescription(note.text())
            note.setEnabled(False)
            if isinstance(widget, QComboBox):
                form.addWidget(QLabel(text(option.name)))
            form.addWidget(widget)
            form.addWidget(note)
        group.setVisible(bool(self._options))
        return group

    def _explained(self, option: Option) -> str:
        """Return what an option does; choices that it speaks of by id get their names.

        Each choice that is explained begins a line.
        """
        told = text(option.text)
        for choice in option.choices:
            label = choice_label(self.module, option, choice)
            told = told.replace(f"{choice}:", f"{label}:").replace(f" {label}:", f"\n{label}:")
        return told

    def _topic_box(self) -> QGroupBox:
        group = QGroupBox(_("What the referee enforces"))
        form = QFormLayout(group)
        for topic, box in self._topics.items():
            form.addRow(_(_TOPICS[topic]), box)
        return group

    # what was chosen

    @property
    def title(self) -> str:
        """The title of the match."""
        return self._title.text().strip() or text(self.module.title)

    @property
    def scenario(self) -> str:
        """The scenario."""
        return str(self._scenario.currentData())

    @property
    def seed(self) -> str | None:
        """The seed of the dice, None for one by chance."""
        return self._seed.text().strip() or None

    @property
    def players(self) -> dict[str, str]:
        """Who plays each side."""
        return {side: str(box.currentData()) for side, box in self._sides.items()}

    @property
    def open_hands(self) -> bool:
        """Whether everybody sees everything."""
        return self._open.isChecked()

    @property
    def options(self) -> dict[str, Any]:
        """The options that differ from their defaults."""
        found: dict[str, Any] = {}
        for option in self.module.options.values():
            value = _value(self._options[option.id])
            if value != option.default:
                found[option.id] = value
        if self._dice.currentData() != DICE[0]:
            found["dice"] = self._dice.currentData()
        topics = {topic: str(box.currentData()) for topic, box in self._topics.items()}
        loose = {topic: how for topic, how in topics.items() if how != "enforce"}
        if loose:
            found["strictness"] = loose
        return found


def choice_label(module: Module, option: Option, choice: object) -> str:
    """Return the name of a choice: the text ``option.<option>.<choice>``, or its id."""
    named = module.texts.get(f"option.{option.id}.{choice}")
    return text(named) if named else str(choice)


def _widget(module: Module, option: Option) -> QCheckBox | QComboBox:
    if not option.choices:
        check = QCheckBox(text(option.name))
        check.setChecked(bool(option.default))
        return check
    box = steady(QComboBox())
    for choice in option.choices:
        box.addItem(choice_label(module, option, choice), choice)
    box.setCurrentIndex(option.choices.index(option.default))
    return box


def _value(widget: QCheckBox | QComboBox) -> Any:
    return widget.isChecked() if isinstance(widget, QCheckBox) else widget.currentData()
