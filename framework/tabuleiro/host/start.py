"""The page on which the program opens: games to begin, matches to go on with."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QDateTime, QLocale, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeySequence, QPaintEvent, QPixmap
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMessageBox,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.host.buttons import input_dialog
from tabuleiro.host.cards import CARD, CardPictures
from tabuleiro.i18n import _, ngettext, text
from tabuleiro.module import ModuleError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tabuleiro.engine.catalogue import Catalogue
    from tabuleiro.module import Module
    from tabuleiro.store import Entry

__all__ = ["StartPage"]

_QUIET: Final = "color: palette(placeholder-text);"


class StartPage(QWidget):
    """Games with a picture and a sentence; beside them the matches that were begun."""

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

    def __init__(self, catalogue: Catalogue, parent: QWidget | None = None) -> None:
        """Show the games of a catalogue."""
        super().__init__(parent)
        self._catalogue = catalogue
        self._titles: dict[str, str] = {}
        self._entries: dict[int, Entry] = {}
        self._last: int | None = None
        self._cards: dict[str, QLabel] = {}
        self._news: list[QPushButton] = []
        self._painted = False
        self.pictures = CardPictures(self)
        self.pictures.drawn.connect(self._show_picture)
        self._games = QVBoxLayout()
        self.matches = QListWidget()
        self.matches.setSpacing(3)
        self.matches.setWordWrap(True)
        self.matches.setAccessibleName(_("Matches that were begun"))
        self.matches.itemActivated.connect(lambda item: self.match_asked.emit(_number(item)))
        self.matches.currentRowChanged.connect(self._let_choose)
        self.matches.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.go_on = QPushButton()
        self.go_on.setProperty("primary", True)
        self.go_on.clicked.connect(self._go_on)
        self.rename = self._deed(_("Rename …"), "F2", self._rename)
        self.delete = self._deed(_("Delete …"), "Delete", self._delete)
        self._none = QLabel(_("None yet. A match is kept from its first action on."))
        self._none.setWordWrap(True)
        self._none.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._none.setStyleSheet(_QUIET)
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

    def _arrange(self) -> None:
        title = QLabel("Tabuleiro")
        title.setProperty("display", True)
        line = QLabel(_("A table for hex-and-counter wargames, with a referee in it."))
        both = QHBoxLayout()
        both.setSpacing(24)
        both.addLayout(self._side(), 2)
        both.insertWidget(0, self._shelf(), 3)
        box = QVBoxLayout(self)
        box.setContentsMargins(28, 20, 28, 20)
        box.addWidget(title)
        box.addWidget(line)
        box.addSpacing(8)
        box.addLayout(both, 1)

    def _shelf(self) -> QScrollArea:
        games = QWidget()
        games.setLayout(self._games)
        self._games.setContentsMargins(0, 0, 8, 0)
        self._games.setSpacing(8)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(games)
        return scroll

    def _side(self) -> QVBoxLayout:
        side = QVBoxLayout()
        side.setSpacing(8)
        side.addWidget(self.go_on)
        side.addWidget(QLabel(f"<b>{_('Matches that were begun')}</b>"))
        side.addWidget(self._none, 1)
        side.addWidget(self.matches, 1)
        deeds = QHBoxLayout()
        deeds.setSpacing(8)
        deeds.addWidget(self.rename)
        deeds.addWidget(self.delete)
        side.addLayout(deeds)
        side.addSpacing(8)
        self.open_file = QPushButton(_("Open a file …"))
        self.learn = QPushButton(_("Learn in ten minutes"))
        for button, signal in ((self.open_file, self.open_asked), (self.learn, self.learn_asked)):
            button.clicked.connect(signal)
            side.addWidget(button)
        return side

    # games

    def show_games(self) -> None:
        """List the games that can be played; the others are named in a quiet line each."""
        self.pictures.stop()
        self._cards.clear()
        self._news.clear()
        while (item := self._games.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        quiet = list(self._catalogue.faults)
        for name in self._catalogue.module_ids():
            try:
                module = self._catalogue.module(name)
            except ModuleError as error:
                quiet.append(f"{name}: {str(error).splitlines()[0]}")
                continue
            self._titles[name] = text(module.title)
            if module.plugin in self._catalogue.games:
                self._games.addWidget(self._card(module))
            else:
                sentence = _("{game}: the rules are not installed.")
                quiet.append(sentence.format(game=text(module.title)))
        for told in quiet:
            label = QLabel(told)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setStyleSheet(_QUIET)
            self._games.addWidget(label)
        self._games.addStretch(1)
        if self._painted:
            self.pictures.begin()

    def _card(self, module: Module) -> QFrame:
        card = QFrame()
        card.setObjectName(module.id)
        card.setFrameShape(QFrame.Shape.StyledPanel)
        grid = QGridLayout(card)
        grid.setHorizontalSpacing(14)
        picture = self._cards[module.id] = QLabel()
        picture.setFixedSize(CARD)
        kept = self.pictures.ask(module)
        if kept is not None:
            picture.setPixmap(kept)
        title = QLabel(text(module.title))
        title.setProperty("headline", True)
        words = QLabel(text(module.summary))
        words.setWordWrap(True)
        words.setAlignment(Qt.AlignmentFlag.AlignTop)
        play = QPushButton(_("New match …"))
        play.setAccessibleName(_("New match of {game}").format(game=text(module.title)))
        play.clicked.connect(lambda: self.new_asked.emit(module.id))
        self._news.append(play)
        grid.addWidget(picture, 0, 0, 3, 1)
        grid.addWidget(title, 0, 1)
        grid.addWidget(words, 1, 1)
        grid.addWidget(play, 2, 1, Qt.AlignmentFlag.AlignLeft)
        grid.setColumnStretch(1, 1)
        return card

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the pictures that are missing once the page is on the screen."""
        super().paintEvent(event)
        if not self._painted:
            self._painted = True
            QTimer.singleShot(0, self, self.pictures.begin)

    def _show_picture(self, game: str, picture: QPixmap) -> None:
        if game in self._cards:
            self._cards[game].setPixmap(picture)

    # matches

    def show_matches(self, entries: Sequence[Entry]) -> None:
        """List the matches of the library, the last one first."""
        self._entries = {entry.id: entry for entry in entries}
        self.matches.clear()
        for entry in entries:
            item = QListWidgetItem(self._words(entry))
            item.setData(Qt.ItemDataRole.UserRole, entry.id)
            self.matches.addItem(item)
        for widget in (self.matches, self.rename, self.delete):
            widget.setVisible(bool(entries))
        self._none.setVisible(not entries)
        last = next((each for each in entries if not (each.finished or each.damaged)), None)
        self._last = last.id if last else None
        self.go_on.setVisible(last is not None)
        if last is not None:
            self.go_on.setText(_("Go on with the last match"))
            self.go_on.setToolTip(self._words(last))
            self.go_on.setAccessibleDescription(self._words(last))
        if entries:
            self.matches.setCurrentRow(0)
        self._let_choose()
        self._order()

    def _order(self) -> None:
        """Let Tab go the way of the eye, and begin where a player most likely goes on."""
        way = [self.go_on, *self._news, self.matches, self.rename, self.delete]
        way += [self.open_file, self.learn]
        for before, after in itertools.pairwise(way):
            QWidget.setTabOrder(before, after)
        first = self.go_on if self._last is not None else next(iter(self._news), self.learn)
        first.setFocus()

    def _words(self, entry: Entry) -> str:
        if entry.damaged:
            return _("{title}: damaged").format(title=entry.title)
        how = _("finished") if entry.finished else _("turn {turn}").format(turn=entry.turn)
        count = max(entry.rows - 1, 0)
        rows = ngettext("{n} action", "{n} actions", count).format(n=count)
        game = self._titles.get(entry.module, entry.module)
        return f"{entry.title}\n{game} · {how} · {rows} · {_time(entry.changed)}"

    def _let_choose(self, _row: int = 0) -> None:
        chosen = bool(self.matches.count())
        for button in (self.rename, self.delete):
            button.setEnabled(chosen)
        for action in self.matches.actions():
            action.setEnabled(chosen)

    def _go_on(self) -> None:
        if self._last is not None:
            self.match_asked.emit(self._last)

    def _chosen(self) -> Entry | None:
        chosen = self.matches.selectedItems()
        return self._entries[_number(chosen[0])] if chosen else None

    def _rename(self, _checked: bool = False) -> None:  # noqa: FBT001, FBT002 - as Qt tells it
        entry = self._chosen()
        if entry is None:
            return
        dialog = input_dialog(self, _("Rename"), _("Title"), entry.title)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.textValueSelected.connect(lambda title: self.rename_asked.emit(entry.id, title))
        dialog.open()

    def _delete(self, _checked: bool = False) -> None:  # noqa: FBT001, FBT002 - as Qt tells it
        entry = self._chosen()
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
        yes.clicked.connect(lambda: self.delete_asked.emit(entry.id))
        box.open()


def _number(item: QListWidgetItem) -> int:
    return int(item.data(Qt.ItemDataRole.UserRole))


def _time(told: str) -> str:
    """Return a time of the library as the player's clock shows it."""
    when = QDateTime.fromString(told, Qt.DateFormat.ISODate)
    if not when.isValid():
        return told
    return QLocale().toString(when.toLocalTime(), QLocale.FormatType.ShortFormat)
