"""What a new match may be given besides scenario and players: title, dice, readings, strictness."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QGroupBox,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.engine.options import DICE, STRICTNESS, TOPICS
from tabuleiro.host.steady import steady
from tabuleiro.i18n import N_, _, text
from tabuleiro.seats.sealing import COVERED, SEALED, SEALING

if TYPE_CHECKING:
    from tabuleiro.module import Module, Option

__all__ = ["Advanced", "choice_label"]

_DICE = {
    "seed": N_("rolled by the program"),
    "own": N_("your own: roll them, and enter the result"),
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


_MORE = {
    "free-hand": N_("For mending slips, and for rules of your own; Ctrl+H takes it up."),
}
"""What is told of options that every game has, besides what the game says of them."""


class Advanced(QWidget):
    """All that has a good answer already. Every option says what it does."""

    opened = Signal(bool)
    """Whether everybody sees everything is another."""

    def __init__(self, module: Module, parent: QWidget | None = None) -> None:
        """Ask for a match of a game."""
        super().__init__(parent)
        self.module = module
        self.title = QLineEdit()
        self.title.setPlaceholderText(text(module.title))
        self.options = {option.id: _widget(module, option) for option in module.options.values()}
        self.topics = {topic: _strictness() for topic in TOPICS}
        self.dice = steady(QComboBox())
        for kind in DICE:
            self.dice.addItem(_(_DICE[kind]), kind)
        self.seed = QLineEdit()
        self.seed.setPlaceholderText(_("by chance"))
        self.open_hands = QCheckBox(_("Everybody sees everything"))
        self.open_hands.toggled.connect(self.opened)
        self._chose_sealing = False
        sealing = self.options.get(SEALING)
        if isinstance(sealing, QComboBox):
            sealing.activated.connect(self._sealing_chosen)
        self._arrange()

    def suit(self, people: int) -> None:
        """Propose how far the enemy is sealed: for one person covered, for several sealed."""
        sealing = self.options.get(SEALING)
        if isinstance(sealing, QComboBox) and not self._chose_sealing:
            wanted = SEALED if people > 1 and not self.open_hands.isChecked() else COVERED
            sealing.setCurrentIndex(max(0, sealing.findData(wanted)))

    def _sealing_chosen(self, _number: int) -> None:
        self._chose_sealing = True

    def _arrange(self) -> None:
        form = QFormLayout()
        form.addRow(_("Title"), self.title)
        form.addRow("", self.open_hands)
        form.addRow(_("Dice"), self.dice)
        form.addRow(_("Seed of the dice"), self.seed)
        note = QLabel(_("The same seed gives the same dice, in every match and on every machine."))
        note.setWordWrap(True)
        form.addRow("", note)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(form)
        column.addWidget(self._option_box())
        column.addWidget(self._topic_box())

    def _option_box(self) -> QGroupBox:
        group = QGroupBox(_("Readings of the rules"))
        form = QVBoxLayout(group)
        for option in self.module.options.values():
            widget = self.options[option.id]
            note = QLabel(self._explained(option))
            note.setWordWrap(True)
            widget.setAccessibleName(text(option.name))
            widget.setAccessibleDescription(note.text())
            if isinstance(widget, QComboBox):
                form.addWidget(QLabel(f"<b>{text(option.name)}</b>"))
            form.addWidget(widget)
            form.addWidget(note)
            form.addSpacing(6)
        group.setVisible(bool(self.options))
        return group

    def _explained(self, option: Option) -> str:
        """Return what an option does, and where in the rules; choices go by their names.

        Each choice that is explained begins a line.
        """
        told = text(option.text)
        labels = {str(each): choice_label(self.module, option, each) for each in option.choices}
        names = labels | {label: label for label in labels.values()}
        if names:
            known = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
            told = re.sub(rf"\s({known}):", lambda found: f"\n{names[found[1]]}:", f" {told}")
        if option.id in _MORE:
            told = f"{told.strip()} {_(_MORE[option.id])}"
        section = self.module.section(option.rule) if option.rule else None
        return f"{told.strip()} (§\u00a0{section})" if section else told.strip()

    def _topic_box(self) -> QGroupBox:
        group = QGroupBox(_("What the referee enforces"))
        form = QFormLayout(group)
        for topic, box in self.topics.items():
            form.addRow(_(_TOPICS[topic]), box)
        return group

    # what was chosen

    @property
    def chosen_title(self) -> str:
        """The title of the match; empty if none was given."""
        return self.title.text().strip()

    @property
    def chosen_seed(self) -> str | None:
        """The seed of the dice, None for one by chance."""
        return self.seed.text().strip() or None

    @property
    def chosen_options(self) -> dict[str, Any]:
        """The options that differ from their defaults."""
        found: dict[str, Any] = {}
        for option in self.module.options.values():
            value = _value(self.options[option.id])
            if value != option.default:
                found[option.id] = value
        if self.dice.currentData() != DICE[0]:
            found["dice"] = self.dice.currentData()
        topics = {topic: str(box.currentData()) for topic, box in self.topics.items()}
        loose = {topic: how for topic, how in topics.items() if how != "enforce"}
        if loose:
            found["strictness"] = loose
        return found


def _strictness() -> QComboBox:
    box = steady(QComboBox())
    for value in STRICTNESS:
        box.addItem(_(_STRICTNESS[value]), value)
    return box


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
