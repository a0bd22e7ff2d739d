"""The page on which the program opens: the guide, the last match, games to begin, all matches."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeySequence, QPaintEvent, QPixmap, QShortcut
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListWidgetItem,
    QMessageBox,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.host.buttons import input_dialog
from tabuleiro.host.cards import CardPictures, stage_of
from tabuleiro.host.lesson import FIRST, GuideError, load_guide
from tabuleiro.host.matchlist import MatchList, MatchWords
from tabuleiro.host.matchpictures import MatchPictures
from tabuleiro.host.poster import Poster
from tabuleiro.host.scrolled import scrolled
from tabuleiro.i18n import _, text
from tabuleiro.module import Module, ModuleError
from tabuleiro.module.paths import shadowed_modules

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tabuleiro.engine.catalogue import Catalogue
    from tabuleiro.host.window import MatchWindow
    from tabuleiro.store import Entry, Library, Seats

__all__ = ["StartPage"]

_QUIET: Final = "color: palette(placeholder-text);"
_COLUMN: Final = 20
"""The least width of a poster, in lines of writing."""
_GAP: Final = 10
_TALLEST: Final = 1.0
"""A poster is at most so high for its width: else it is more picture than words."""
_HERO: Final = 0.95
"""Guide and last match are at most so high for the width of a poster."""


class StartPage(QWidget):
    """What one most likely wants comes first: learn, go on, begin."""

    new_asked = Signal(str)
    """A game was chosen for a new match."""
    match_asked = Signal(int)
    """A match of the library was chosen."""
    open_asked = Signal()
    """A file shall be opened."""
    learn_asked = Signal()
    """The guide through a first match shall begin."""
    rename_asked = Signal(int, str)
    """A match of the library shall have another title."""
    delete_asked = Signal(int)
    """A match of the library shall be deleted; the player has agreed."""

    rules_asked = Signal()
    """The rules of the games shall be shown."""
    scenario_asked = Signal(str)
    """A new scenario of a game shall be written."""

    def __init__(
        self, catalogue: Catalogue, library: Library, parent: QWidget | None = None
    ) -> None:
        """Show the games of a catalogue, and the matches of a library."""
        super().__init__(parent)
        self._catalogue = catalogue
        self._last: Entry | None = None
        self._newest: int | None = None
        """The match that was played last when they were listed last."""
        self.posters: dict[str, Poster] = {}
        """A poster for each game that can be played."""
        self._shown = False
        self.pictures = CardPictures(self)
        self.pictures.drawn.connect(self._show_picture)
        self._seen = MatchPictures(library)
        self._words = MatchWords(catalogue)
        self.learn = Poster(
            _("Learn in ten minutes"),
            _("A first match, step by step: look, move, attack, throw the dice, advance."),
            _("Begin the guide"),
        )
        self.learn.clicked.connect(self.learn_asked)
        self.go_on = Poster(lines=2)
        self.go_on.clicked.connect(self._go_on)
        self.matches = MatchList(self._words, self._picture_of)
        self.matches.itemActivated.connect(self._open)
        self.matches.currentRowChanged.connect(self._let_choose)
        self.matches.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.open_match = self._deed(_("Continue"), "", self._open)
        self.rename = self._deed(_("Rename …"), "F2", self._rename)
        self.delete = self._deed(_("Delete …"), "Delete", self._delete)
        self.open_file = QPushButton(_("Open a file …"))
        self.open_file.clicked.connect(self.open_asked)
        rules = QShortcut(QKeySequence("F1"), self)
        rules.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        rules.activated.connect(self.rules_asked)
        self._arrange()

    def _deed(self, words: str, keys: str, deed: Callable[[bool], None]) -> QPushButton:
        """Return a button for the chosen match; keys and a right click do the same."""
        action = QAction(words, self.matches)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(deed)
        self.matches.addAction(action)
        button = QPushButton(words)
        button.clicked.connect(deed)
        button.setToolTip(action.shortcut().toString(QKeySequence.SequenceFormat.NativeText))
        return button

    # arranging

    def _arrange(self) -> None:
        title = QLabel("Tabuleiro")
        title.setProperty("display", True)
        line = QLabel(_("Wargames of hexes and counters, with a referee who knows the rules."))
        line.setAlignment(Qt.AlignmentFlag.AlignBottom)
        line.setStyleSheet(_QUIET)
        line.setWordWrap(True)
        line.setMinimumWidth(1)
        top = QHBoxLayout()
        top.setSpacing(16)
        top.addWidget(title)
        top.addWidget(line, 1)
        top.addWidget(self.open_file)
        self._side = self._matches_side()
        both = QHBoxLayout()
        both.setSpacing(24)
        both.addWidget(self._shelf(), 3)
        both.addWidget(self._side, 2)
        box = QVBoxLayout(self)
        box.setContentsMargins(28, 14, 28, 18)
        box.setSpacing(10)
        box.addLayout(top)
        box.addLayout(both, 1)

    def _shelf(self) -> QScrollArea:
        """Return guide and games, which scroll where the window is too low for them."""
        inner = QWidget()
        self._games = QGridLayout()
        self._games.setSpacing(_GAP)
        self._quiet = QVBoxLayout()
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 6, 0)
        column.setSpacing(_GAP)
        column.addWidget(self.learn, 3)
        column.addWidget(_heading(_("Begin a match")))
        column.addLayout(self._games, 5)
        column.addLayout(self._quiet)
        column.addStretch(0)
        self._scroll = scrolled(inner, sideways=False)
        self._scroll.viewport().installEventFilter(self)
        return self._scroll

    def _matches_side(self) -> QWidget:
        side = QWidget()
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(_GAP)
        column.addWidget(self.go_on, 3)
        column.addWidget(_heading(_("Your matches")))
        column.addWidget(self.matches, 5)
        deeds = QHBoxLayout()
        deeds.setSpacing(8)
        for button in (self.open_match, self.rename, self.delete):
            deeds.addWidget(button)
        column.addLayout(deeds)
        return side

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Lay the games in as many columns as there is room for."""
        if event.type() == QEvent.Type.Resize and watched is self._scroll.viewport():
            self._lay_games()
        return super().eventFilter(watched, event)

    def _lay_games(self) -> None:
        wide = self._scroll.viewport().width() - 6
        least = _COLUMN * self.fontMetrics().height()
        count = max(1, min(len(self.posters), (wide + _GAP) // (least + _GAP)))
        tallest = round((wide - (count - 1) * _GAP) / count * _TALLEST)
        for number, poster in enumerate(self.posters.values()):
            poster.setMaximumHeight(max(tallest, poster.sizeHint().height()))
            self._games.addWidget(poster, number // count, number % count)
        for column in range(self._games.columnCount()):
            self._games.setColumnStretch(column, int(column < count))
        hero = max(round(tallest * _HERO), self.learn.sizeHint().height())
        for poster in (self.learn, self.go_on):
            poster.setMaximumHeight(hero)

    # games

    def show_games(self) -> None:
        """Show the games that can be played; the others are named in a quiet line each."""
        self.pictures.stop()
        for poster in self.posters.values():
            self._games.removeWidget(poster)
            poster.hide()
            poster.deleteLater()
        self.posters.clear()
        while (item := self._quiet.takeAt(0)) is not None:
            label = item.widget()
            if label is not None:
                label.hide()
                label.deleteLater()
        games = self._games_there()
        self._picture_guide(games)
        for told in self._make_posters(games):
            label = QLabel(told)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setStyleSheet(_QUIET)
            self._quiet.addWidget(label)
        self._lay_games()
        if self._shown:
            self.pictures.begin()

    def _games_there(self) -> dict[str, Module | ModuleError]:
        """Return the games by their ids, or what is wrong with them."""
        found: dict[str, Module | ModuleError] = {}
        for name in self._catalogue.module_ids():
            try:
                found[name] = self._catalogue.module(name)
            except ModuleError as error:
                found[name] = error
        return found

    def _make_posters(self, games: Mapping[str, Module | ModuleError]) -> list[str]:
        """Make the posters; return a sentence for each game that cannot be played."""
        quiet = list(self._catalogue.faults)
        quiet += shadowed_modules(self._catalogue.module_folders())
        for name, module in games.items():
            if isinstance(module, ModuleError):
                quiet.append(f"{name}: {str(module).splitlines()[0]}")
            elif self._catalogue.knows(module.plugin):
                self.posters[name] = self._poster(module)
            elif module.plugin not in self._catalogue.broken:  # else it was said why
                sentence = _("{game}: the rules are not installed.")
                quiet.append(sentence.format(game=text(module.title)))
        return quiet

    def _poster(self, module: Module) -> Poster:
        poster = Poster(text(module.title), text(module.summary), lines=2)
        poster.setObjectName(module.id)
        poster.setAccessibleName(_("New match of {game}").format(game=text(module.title)))
        poster.setToolTip(text(module.summary))
        poster.clicked.connect(lambda: self.new_asked.emit(module.id))
        write = QAction(_("New scenario …"), poster)
        write.triggered.connect(lambda: self.scenario_asked.emit(module.id))
        poster.addAction(write)
        poster.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        if not self._show_kept(poster, module.id, module):
            self.pictures.want(stage_of(module))
        return poster

    def _show_kept(self, poster: Poster, name: str, module: Module) -> bool:
        """Show a picture that is there already; return whether it is of this very board."""
        kept = self.pictures.kept(name, module)
        poster.show_picture(kept or self.pictures.shipped(name))
        return kept is not None

    def _picture_guide(self, games: Mapping[str, Module | ModuleError]) -> None:
        """Show what the guide is about, if its game is there."""
        try:
            lesson = load_guide()
        except GuideError:  # it will be told when the guide is asked for
            return
        module = games.get(lesson.module)
        if not isinstance(module, Module) or self._show_kept(self.learn, FIRST, module):
            return
        self.pictures.want(lesson.stage(module))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the pictures that are missing once the page is on the screen."""
        super().paintEvent(event)
        if not self._shown:
            self._shown = True
            QTimer.singleShot(0, self, self.pictures.begin)

    def _show_picture(self, name: str, picture: QPixmap) -> None:
        if name == FIRST:
            self.learn.show_picture(picture)
        elif name in self.posters:
            self.posters[name].show_picture(picture)
            self.matches.see_again()
            self._picture_last()

    # matches

    def show_matches(self, entries: Sequence[Entry], seats: Mapping[int, Seats]) -> None:
        """List the matches of the library, the last one first, and who plays them."""
        before = self.matches.chosen
        newest, self._newest = self._newest, entries[0].id if entries else None
        self.matches.show_entries(entries, seats)
        self._side.setVisible(bool(entries))
        self._last = next((each for each in entries if not (each.finished or each.damaged)), None)
        self.go_on.setVisible(self._last is not None)
        if self._last is not None:
            title, *rest = self._words.lines(self._last, seats[self._last.id])
            self.go_on.tell(title, "\n".join(rest), _("Continue"))
            self._picture_last()
        self.go_on.primary = self._last is not None
        self.learn.primary = self._last is None
        if entries:
            there = [entry.id for entry in entries]
            known = before is not None and before.id in there and newest == there[0]
            self.matches.setCurrentRow(there.index(before.id) if before and known else 0)
        self._let_choose()
        self._order()

    def _picture_of(self, entry: Entry) -> QPixmap | None:
        """Return how a match was left; else the picture of its game."""
        poster = self.posters.get(entry.module)
        return self._seen.of(entry) or (poster.picture if poster is not None else None)

    def _picture_last(self) -> None:
        if self._last is not None:
            self.go_on.show_picture(self._picture_of(self._last))

    def _order(self) -> None:
        """Let Tab go the way of the eye, and begin where a player most likely goes on."""
        way: list[QWidget] = [self.learn, self.go_on, *self.posters.values(), self.matches]
        way += [self.open_match, self.rename, self.delete, self.open_file]
        for before, after in itertools.pairwise(way):
            QWidget.setTabOrder(before, after)
        (self.go_on if self._last is not None else self.learn).setFocus()

    def _let_choose(self, _row: int = 0) -> None:
        chosen = bool(self.matches.count())
        for button in (self.open_match, self.rename, self.delete):
            button.setEnabled(chosen)
        for action in self.matches.actions():
            action.setEnabled(chosen)

    def _go_on(self) -> None:
        if self._last is not None:
            self.match_asked.emit(self._last.id)

    def _open(self, _what: QListWidgetItem | bool = False) -> None:  # noqa: FBT001, FBT002 - as Qt tells it
        entry = self.matches.chosen
        if entry is not None:
            self.match_asked.emit(entry.id)

    def _rename(self, _checked: bool = False) -> None:  # noqa: FBT001, FBT002 - as Qt tells it
        entry = self.matches.chosen
        if entry is None:
            return
        dialog = input_dialog(self, _("Rename"), _("Title"), entry.title)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.textValueSelected.connect(lambda title: self.rename_asked.emit(entry.id, title))
        dialog.open()

    def _delete(self, _checked: bool = False) -> None:  # noqa: FBT001, FBT002 - as Qt tells it
        entry = self.matches.chosen
        if entry is None:
            return
        box = QMessageBox(self)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.Question)
        box.setText(_('Delete the match "{title}" for good?').format(title=entry.title))
        box.setTextFormat(Qt.TextFormat.PlainText)
        yes = box.addButton(_("Delete"), QMessageBox.ButtonRole.AcceptRole)
        keep = box.addButton(_("Keep it"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(keep)
        yes.clicked.connect(lambda: self._deleted(entry))
        box.open()

    def _deleted(self, entry: Entry) -> None:
        self.delete_asked.emit(entry.id)
        self._seen.forget(entry)

    def picture_of(self, module: Module) -> QPixmap | None:
        """Return the picture of a game, if it is there."""
        poster = self.posters.get(module.id)
        return poster.picture if poster is not None else None

    def leave_match(self, window: MatchWindow) -> None:
        """Keep a picture of a match that is being left."""
        self._seen.take(window)


def _heading(words: str) -> QLabel:
    label = QLabel(words)
    label.setProperty("title", True)
    return label
