"""The dialog for a new match: three choices, and all the rest under "Advanced"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QDialog,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.host.advanced import Advanced
from tabuleiro.host.buttons import Usual, button_box
from tabuleiro.host.lesson import has_guide
from tabuleiro.host.poster import cover
from tabuleiro.host.scrolled import scrolled
from tabuleiro.host.seat import HUMAN
from tabuleiro.host.steady import steady
from tabuleiro.i18n import N_, _, ngettext, text
from tabuleiro.module.rulebook import rulebook

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tabuleiro.module import Module, Scenario

__all__ = ["BOTH", "NOBODY", "NewMatch"]

BOTH: Final = "both"
NOBODY: Final = "nobody"
_OPPONENTS: Final = {
    "simple": N_("The computer"),
    HUMAN: N_("Another person, at this screen"),
    "random": N_("The computer, moving at random"),
}
_EACH: Final = "each"
"""For each of the other sides it is said who plays it."""
_NEVER_ASKED: Final = "random"
"""Who plays a side that has no part in the match: nobody ever asks."""
_SIZE: Final = QSize(940, 600)
_PICTURE: Final = 330
"""The width of the picture."""


class NewMatch(QDialog):
    """Asks for scenario, side and opponent; Begin can be pressed at once."""

    other_asked = Signal(str)
    """Another game was chosen."""
    rules_asked = Signal(str)
    """The rules of the game shall be shown."""
    learn_asked = Signal(str)
    """The guide of the game shall begin."""

    def __init__(
        self,
        module: Module,
        parent: QWidget | None = None,
        *,
        games: Sequence[Module] = (),
        picture: Callable[[Module], QPixmap | None] | None = None,
    ) -> None:
        """Ask for a match of a game, or of another one of these."""
        super().__init__(parent)
        self._picture = picture
        self.setWindowTitle(_("New match"))
        self.game = steady(QComboBox())
        self.game.setAccessibleName(_("Game"))
        self._games = {each.id: each for each in games or (module,)}
        for each in self._games.values():
            self.game.addItem(text(each.title), each.id)
        self.game.setCurrentIndex(self.game.findData(module.id))
        self.buttons = button_box(Usual.Ok, Usual.Cancel, of=self)
        begin = self.buttons.button(Usual.Ok)
        begin.setText(_("Begin"))
        begin.setProperty("primary", True)
        self._whole = QVBoxLayout(self)
        self._whole.setSpacing(12)
        self._whole.addWidget(self.buttons)
        self.choices = self._show(module)
        self.game.currentIndexChanged.connect(self._other)
        self.resize(_SIZE)
        begin.setFocus()

    def _show(self, module: Module) -> Choices:
        picture = self._picture(module) if self._picture is not None else None
        self.choices = Choices(module, picture, self.game if len(self._games) > 1 else None)
        self.choices.rules.clicked.connect(lambda: self.rules_asked.emit(module.id))
        self.choices.learn.clicked.connect(lambda: self._learn(module.id))
        self._whole.insertWidget(0, self.choices, 1)
        return self.choices

    def _learn(self, game: str) -> None:
        """Begin the guide of a game instead of a match."""
        self.reject()
        self.learn_asked.emit(game)

    def _other(self, _number: int) -> None:
        """Ask the same of another game."""
        old = self.choices
        self.game.setParent(self)
        self._whole.removeWidget(old)
        self._show(self._games[str(self.game.currentData())])
        old.hide()
        old.deleteLater()
        self.game.show()
        self.game.setFocus()

    # what was chosen

    @property
    def module(self) -> Module:
        """The game."""
        return self.choices.module

    @property
    def title(self) -> str:
        """The title of the match: that of the game, unless the player has given one."""
        return self.choices.advanced.chosen_title or text(self.module.title)

    @property
    def scenario(self) -> str:
        """The scenario."""
        return str(self.choices.scenario.currentData())

    @property
    def seed(self) -> str | None:
        """The seed of the dice, None for one by chance."""
        return self.choices.advanced.chosen_seed

    @property
    def players(self) -> dict[str, str]:
        """Who plays each side."""
        return self.choices.players

    @property
    def open_hands(self) -> bool:
        """Whether everybody sees everything."""
        return self.choices.advanced.open_hands.isChecked()

    @property
    def options(self) -> dict[str, Any]:
        """The options that differ from their defaults."""
        return self.choices.advanced.chosen_options


class Choices(QWidget):
    """The picture of a game, and what is asked about a match of it."""

    def __init__(self, module: Module, picture: QPixmap | None, game: QComboBox | None) -> None:
        """Ask for a match of a game; ``game`` asks for which."""
        super().__init__()
        self.module = module
        self.scenario = steady(QComboBox())
        self.scenario.setAccessibleName(_("Scenario"))
        for scenario in module.scenarios.values():
            self.scenario.addItem(text(scenario.name), scenario.id)
        self._about = QLabel()
        self._about.setWordWrap(True)
        self.sides: dict[str, QPushButton] = {}
        self._group = QButtonGroup(self)
        self.opponent = steady(QComboBox())
        self.opponent.setAccessibleName(_("Opponent"))
        self.others: dict[str, QComboBox] = {}
        """Who plays each side that is not the player's, where the opponent is `_EACH`."""
        self._others = QWidget()
        self._form = QFormLayout(self._others)
        self._wanted = next(iter(_OPPONENTS))
        """The opponent, as far as the side allows it."""
        self.advanced = Advanced(module)
        self.more = QToolButton()
        self.rules = QPushButton(_("Read the rules …"))
        self.rules.setAutoDefault(False)
        self.rules.setVisible(bool(rulebook(module).sections))
        self.learn = QPushButton(_("Learn it step by step"))
        self.learn.setAutoDefault(False)
        self.learn.setVisible(has_guide(module))
        self._make_sides()
        self._arrange(picture, game)
        self.scenario.currentIndexChanged.connect(self._tell_scenario)
        self.opponent.currentIndexChanged.connect(self._opponent_chosen)
        self.advanced.opened.connect(self._suit)
        self._tell_scenario()
        self._side_chosen()

    def _make_sides(self) -> None:
        names = {side: text(self.module.sides[side].name) for side in self.module.played_sides}
        if len(names) > 1:
            names[BOTH] = _("Both") if len(names) == 2 else _("All of them")
        if not self.module.free_table:  # there nobody plays who is not here
            names[NOBODY] = _("I only watch")
        for side, name in names.items():
            button = self.sides[side] = QPushButton(name)
            button.setCheckable(True)
            button.setAutoDefault(False)
            button.setProperty("choice", True)
            button.setAccessibleName(_("Your side: {side}").format(side=name))
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            self._group.addButton(button)
        usual = BOTH if self.module.free_table and BOTH in names else next(iter(names))
        self.sides[usual].setChecked(True)
        self._group.buttonClicked.connect(self._side_chosen)

    # arranging

    def _arrange(self, picture: QPixmap | None, game: QComboBox | None) -> None:
        title = QLabel(text(self.module.title))
        title.setProperty("headline", True)
        title.setWordWrap(True)
        summary = QLabel(text(self.module.summary))
        summary.setWordWrap(True)
        summary.setAlignment(Qt.AlignmentFlag.AlignTop)
        side = QWidget()
        side.setFixedWidth(_PICTURE)
        left = QVBoxLayout(side)
        left.setContentsMargins(0, 0, 0, 0)
        left.setSpacing(12)
        if picture is not None:
            left.addWidget(_framed(picture, QSize(_PICTURE, round(_PICTURE * 0.62))))
        left.addWidget(title)
        left.addWidget(scrolled(summary, sideways=False), 1)
        left.addWidget(self.rules)
        left.addWidget(self.learn)
        both = QHBoxLayout(self)
        both.setContentsMargins(0, 0, 0, 0)
        both.setSpacing(20)
        both.addWidget(side)
        both.addWidget(scrolled(self._asked(game), sideways=False), 1)

    def _asked(self, game: QComboBox | None) -> QWidget:
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(6)
        if game is not None:
            _add(column, _("Game"), game)
        _add(column, _("Scenario"), self.scenario)
        column.addWidget(self._about)
        sides = QWidget()
        row = QGridLayout(sides)
        row.setContentsMargins(0, 0, 0, 0)
        for number, button in enumerate(self.sides.values()):
            row.addWidget(button, number // 2, number % 2)
        _add(column, _("Your side"), sides)
        _add(column, _("Opponent"), self.opponent)
        self._make_others()
        column.addWidget(self._others)
        self.more.setText(_("Advanced"))
        self.more.setCheckable(True)
        self.more.setAutoRaise(True)
        self.more.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.more.setArrowType(Qt.ArrowType.RightArrow)
        self.more.toggled.connect(self._unfold)
        column.addSpacing(8)
        column.addWidget(self.more)
        column.addWidget(self.advanced)
        self.advanced.hide()
        column.addStretch(1)
        return inner

    def _unfold(self, on: bool) -> None:  # noqa: FBT001 - a switch tells its state
        self.more.setArrowType(Qt.ArrowType.DownArrow if on else Qt.ArrowType.RightArrow)
        self.advanced.setVisible(on)

    def _make_others(self) -> None:
        """Make a line for each side that says who plays it, where there are several others."""
        form = self._form
        form.setContentsMargins(12, 4, 0, 0)
        played = self.module.played_sides
        for side in played if len(played) > 2 and not self.module.free_table else ():
            name = text(self.module.sides[side].name)
            who = self.others[side] = steady(QComboBox())
            who.setAccessibleName(name)
            for player, words in _OPPONENTS.items():
                who.addItem(_(words), player)
            who.currentIndexChanged.connect(self._suit)
            form.addRow(name, who)
        self._others.hide()

    # choosing

    def _tell_scenario(self, _number: int = 0) -> None:
        scenario = self.module.scenarios[str(self.scenario.currentData())]
        self._about.setText(f"{text(scenario.text)} {_length(scenario)}")
        self.scenario.setAccessibleDescription(self._about.text())

    @property
    def side(self) -> str:
        """The side that is chosen, or `BOTH`, or `NOBODY`."""
        return next(side for side, button in self.sides.items() if button.isChecked())

    def choose_scenario(self, id: str) -> None:
        """Choose a scenario."""
        self.scenario.setCurrentIndex(max(0, self.scenario.findData(id)))

    def choose_side(self, side: str) -> None:
        """Choose a side, `BOTH` or `NOBODY`."""
        self.sides[side].click()

    def choose_opponent(self, who: str) -> None:
        """Choose who plays the other side: ``human``, or a computer player."""
        self.opponent.setCurrentIndex(self.opponent.findData(who))

    def _side_chosen(self, _button: object = None) -> None:
        """Offer the opponents that there are for a side; who plays both has none."""
        side = self.side
        blocked = self.opponent.blockSignals(True)
        self.opponent.clear()
        if side == BOTH:
            self.opponent.addItem(_("Nobody: you play all sides"), HUMAN)
        for who, words in _OPPONENTS.items():
            if self.module.free_table and who != HUMAN:
                continue  # no computer player knows what is meant here
            if side != BOTH and not (side == NOBODY and who == HUMAN):
                self.opponent.addItem(_(words), who)
        if self.others and side not in {BOTH, NOBODY}:
            self.opponent.addItem(_("For each side as I say"), _EACH)
        self.opponent.setCurrentIndex(max(0, self.opponent.findData(self._wanted)))
        self.opponent.setEnabled(side != BOTH)
        self.opponent.blockSignals(blocked)
        open_ = side in {BOTH, NOBODY} and not self.module.free_table  # else decks lay open, too
        self.advanced.open_hands.setChecked(open_)
        self._suit()

    def _opponent_chosen(self, _number: int) -> None:
        self._wanted = str(self.opponent.currentData())
        self._suit()

    def _suit(self, _how: object = None) -> None:
        self._others.setVisible(self.opponent.currentData() == _EACH)
        for side, who in self.others.items():
            self._form.setRowVisible(who, side != self.side)
        self.advanced.suit(list(self.players.values()).count(HUMAN))

    @property
    def players(self) -> dict[str, str]:
        """Who plays each side."""
        other = str(self.opponent.currentData())
        mine = {BOTH: HUMAN, NOBODY: other}.get(self.side)
        played = self.module.played_sides
        others = {side: str(who.currentData()) for side, who in self.others.items()}
        opponents = others if other == _EACH else dict.fromkeys(played, other)
        players = {side: mine or (HUMAN if side == self.side else opponents[side])
                   for side in played}  # fmt: skip
        return dict.fromkeys(self.module.sides, _NEVER_ASKED) | players


def _framed(picture: QPixmap, size: QSize) -> QLabel:
    """Return a picture that covers a frame."""
    label = QLabel()
    label.setFixedSize(size)
    ratio = label.devicePixelRatioF()
    part = picture.copy(cover(picture.size(), size.toSizeF()).toRect())
    shown = part.scaled(size * ratio, mode=Qt.TransformationMode.SmoothTransformation)
    shown.setDevicePixelRatio(ratio)
    label.setPixmap(shown)
    return label


def _length(scenario: Scenario) -> str:
    turns = scenario.last_turn - scenario.first_turn + 1
    return ngettext("{n} turn.", "{n} turns.", turns).format(n=turns)


def _add(column: QVBoxLayout, words: str, widget: QWidget) -> None:
    label = QLabel(words)
    label.setProperty("asked", True)
    label.setBuddy(widget)
    column.addSpacing(6)
    column.addWidget(label)
    column.addWidget(widget)
