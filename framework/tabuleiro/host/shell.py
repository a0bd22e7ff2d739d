"""The window of the program: the start page, a match, or the page between two players."""

from __future__ import annotations

import gc
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, QTimer
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QDockWidget,
    QFileDialog,
    QMainWindow,
    QMenuBar,
    QMessageBox,
    QStackedWidget,
)

from tabuleiro.bots import PLAYERS
from tabuleiro.engine import GameError
from tabuleiro.engine.catalogue import ConsentWanted
from tabuleiro.engine.knowledge import EVERYTHING
from tabuleiro.engine.options import OptionError
from tabuleiro.engine.ruleset import RulesetError
from tabuleiro.host.about import AboutDialog
from tabuleiro.host.buttons import warn
from tabuleiro.host.commands import MENUS, Commands
from tabuleiro.host.doors import (
    choose_vassal,
    edit_board,
    edit_scenario,
    import_vassal,
    new_board,
    new_scenario,
    open_settings,
    write_out,
)
from tabuleiro.host.filedialogs import ask_where_to_save, begin_in
from tabuleiro.host.garbage import Garbage
from tabuleiro.host.handover import HandOver, is_secret
from tabuleiro.host.help import KeysDialog, RulesDialog
from tabuleiro.host.lesson import OWN, GuideError, Lesson, load_guide
from tabuleiro.host.modulefolders import (
    choose_module,
    is_module,
    open_module,
    take_module,
    take_remembered,
)
from tabuleiro.host.notebook import forget_notes
from tabuleiro.host.packs import VMOD, PackDrop, agrees_to_code, install_pack
from tabuleiro.host.seat import HUMAN, Seat
from tabuleiro.host.settings import Settings
from tabuleiro.host.start import StartPage
from tabuleiro.host.words import phase_name, turn_words
from tabuleiro.i18n import N_, _, text
from tabuleiro.module import ModuleError
from tabuleiro.publish.contents import ENDING
from tabuleiro.publish.errors import PackError
from tabuleiro.seats import Table
from tabuleiro.seats.telling import say
from tabuleiro.store import (
    DamagedGame,
    Seats,
    StoreError,
    open_partida,
    read_manifest,
    write_partida,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from tabuleiro.engine.catalogue import Catalogue
    from tabuleiro.host.boardeditor.editor import BoardEditor
    from tabuleiro.host.guide import Guide
    from tabuleiro.host.newmatch import NewMatch
    from tabuleiro.host.scenarioeditor import ScenarioEditor
    from tabuleiro.host.window import MatchWindow
    from tabuleiro.module import Module
    from tabuleiro.store import Entry, Library

__all__ = ["FAULTS", "Shell", "is_kept"]

FAULTS = (
    *(GameError, GuideError, ModuleError, OptionError, PackError, RulesetError, StoreError),
    *(OSError, ValueError),
)
"""What may go wrong with what comes from outside; each has one sentence for the player."""


def is_kept(what: str) -> bool:
    """Return whether a word names a match, by number or file, and not a game.

    >>> is_kept("12"), is_kept("friday.partida"), is_kept("a-game")
    (True, True, False)
    """
    number = what.isascii() and what.isdigit()
    return number or what.endswith(".partida") or Path(what).is_file()


class Shell(QMainWindow):
    """The program's window."""

    def __init__(
        self, catalogue: Catalogue, library: Library, settings: Settings | None = None
    ) -> None:
        """Open on the start page."""
        super().__init__()
        self.catalogue = catalogue
        self.library = library
        self.settings = settings or Settings()
        self.match: MatchWindow | None = None
        self._garbage: Garbage | None = None
        self.guide: Guide | None = None
        self.smaller: QSize | None = None
        """How large the window was before large writing needed more."""
        self.editors: list[BoardEditor | ScenarioEditor] = []
        """Boards that are being edited, each in a window of its own."""
        self._eyes: str | None = None
        self._pages = QStackedWidget()
        self.setCentralWidget(self._pages)
        PackDrop(self)
        take_remembered(catalogue, self.settings)
        self._build()
        self.show_start()

    def _build(self) -> None:
        """Make commands and pages in the current language."""
        self.commands = Commands(self, self.settings)
        self._add_commands()
        self.start = StartPage(self.catalogue, self.library)
        self.start.new_asked.connect(self.new_match)
        self.start.match_asked.connect(self.resume)
        self.start.open_asked.connect(self.choose_file)
        self.start.learn_asked.connect(self.learn)
        self.start.rename_asked.connect(self._rename)
        self.start.delete_asked.connect(self._delete)
        self.start.rules_asked.connect(self.show_rules)
        self.start.scenario_asked.connect(partial(new_scenario, self))
        self.handover = HandOver()
        self._afloat: list[QDockWidget] = []
        """Panels of their own that are out of sight while the table is covered."""
        self.handover.taken.connect(self._uncover)
        self.handover.unwanted.connect(self._cover_no_more)
        for page in (self.start, self.handover):
            self._pages.addWidget(page)

    def retell(self) -> None:
        """Say everything anew: the language of the program is another one."""
        seat = self.match.seat if self.match is not None else None
        covered, guide = self.covered, self.guide
        self._leave()
        for command in self.commands:
            self.removeAction(command.action)
            command.action.deleteLater()
        for page in (self.start, self.handover):
            self._pages.removeWidget(page)
            page.deleteLater()
        self.start.pictures.stop()
        self._build()
        if seat is None:
            self.show_start()
        else:
            window = self.show_match(seat, hidden=covered)
            if guide is not None:
                self._lead(guide.lesson, window, guide.number, guide.row)

    # menus

    def _add_commands(self) -> None:
        add = self.commands.add
        add("new", N_("New match …"), "Ctrl+N", self.new_match, menu="file")
        add("open", N_("Open …"), "Ctrl+O", self.choose_file, menu="file")
        add("open-module", N_("Open a module …"), "", partial(choose_module, self), menu="file")
        add("import", N_("Import from VASSAL …"), "", partial(choose_vassal, self), menu="file")
        add("new-scenario", N_("New scenario …"), "", partial(new_scenario, self), menu="file",
            parts=True)  # fmt: skip
        add("edit-scenario", N_("Edit a scenario …"), "", partial(edit_scenario, self),
            menu="file")  # fmt: skip
        add("new-board", N_("New board …"), "", partial(new_board, self), menu="file")
        add("edit-board", N_("Edit a board …"), "", partial(edit_board, self), menu="file")
        add("save", N_("Save a copy …"), "Ctrl+S", self.save_copy, menu="file", parts=True)
        add("write-out", N_("Write the position out as a scenario …"), "",
            partial(write_out, self), menu="file")  # fmt: skip
        add("paper", N_("Print and play …"), "", self.print_game, menu="file")
        add("start", N_("Start page"), "Ctrl+Home", self.show_start, menu="file", parts=True,
            last=True)  # fmt: skip
        add("settings", N_("Settings …"), "Ctrl+,", partial(open_settings, self), menu="file",
            last=True)  # fmt: skip
        add("quit", N_("Quit"), "Ctrl+Q", self.close, menu="file", parts=True, last=True)
        add("learn", N_("Learn in ten minutes"), "", self.learn, menu="help")
        add("rulebooks", N_("Rules of the games …"), "", self.show_rules, menu="help")
        add("keys", N_("Keyboard and mouse …"), "Ctrl+F1", self.show_keys, menu="help")
        add("about", N_("About Tabuleiro"), "", self.show_about, menu="help", parts=True,
            last=True)  # fmt: skip

    def _menus(self) -> None:
        """Fill a new menu bar: what the program can do, and what the match can do if it shows."""
        bar = QMenuBar()
        self.setMenuBar(bar)
        filling = [self.commands]
        if self.match is not None and not self.covered:
            filling.append(self.match.commands)
        used = {command.menu for commands in filling for command in commands}
        for name, label in MENUS.items():
            if name in used:
                bar.addMenu(_(label)).setObjectName(name)
        for last in (False, True):
            for commands in filling:
                commands.fill(bar, last=last)
        for id in ("save", "write-out"):
            self.commands[id].setEnabled(len(filling) > 1)
        self.commands["rulebooks"].setVisible(len(filling) == 1)  # a match has its rules at hand

    def show_keys(self) -> None:
        """Show all keys, and what the mouse does, on one sheet."""
        from tabuleiro.host.matchcommands import match_commands

        match = self.match
        groups = (self.commands, match.commands if match is not None else match_commands())
        KeysDialog(groups, self.settings, self).exec()

    def show_about(self) -> None:
        """Say what the program is and who is thanked for what."""
        AboutDialog(self.catalogue, self).exec()

    # pages

    def show_start(self) -> None:
        """Go to the start page; the match that was open stays in the library."""
        self._leave()
        self.start.show_games()
        self._list()
        self._pages.setCurrentWidget(self.start)
        self._menus()
        self.setWindowTitle("Tabuleiro")

    def _list(self) -> None:
        def show() -> None:
            entries = self.library.list()
            self.start.show_matches(entries, {each.id: self._seats(each) for each in entries})

        self._try(show)

    def _seats(self, entry: Entry) -> Seats:
        try:
            return self.library.seats(entry.id)
        except StoreError:  # what is wrong with it is told when it is opened
            return Seats()

    def show_match(self, seat: Seat, *, hidden: bool = False) -> MatchWindow:
        """Go to a match; ``hidden`` asks first for the side whose turn it is, if need be."""
        from tabuleiro.host.settingsdialog import warn_of_conflicts
        from tabuleiro.host.window import MatchWindow

        self._leave()
        if hidden and is_secret(seat):
            seat.hold_back()  # before there is a window that could hold what it shows
        self.match = MatchWindow(seat, self.settings, self._pages)
        self._pages.addWidget(self.match)
        self._pages.setCurrentWidget(self.match)
        self._menus()
        self.setWindowTitle(self.match.windowTitle())
        seat.passes = lambda: not self._covers(seat, seat.waits_for or "")
        seat.changed.connect(self._look)
        self._look()
        warn_of_conflicts(self)
        self._garbage = Garbage(self.match)
        return self.match

    def _leave(self) -> None:
        if self._garbage is not None:
            self._garbage.end()
            self._garbage = None
        match, self.match = self.match, None
        if self.guide is not None:
            self.guide.leave()
            self.guide = None
        if match is not None:
            match.seat.changed.disconnect(self._look)
            self.start.leave_match(match)
            match.close()
            self._pages.removeWidget(match)
            match.destroyed.connect(self._clear_up_soon)
            match.deleteLater()

    def _clear_up_soon(self) -> None:
        QTimer.singleShot(0, self, self._clear_up)

    def _clear_up(self) -> None:
        """Free what belonged to a match that is gone: much of it is held by nobody but itself."""
        if self._garbage is not None:
            self._garbage.look()
        else:
            gc.collect()

    # changing places

    @property
    def covered(self) -> bool:
        """Whether the table is hidden until the next player has taken the place."""
        return self._pages.currentWidget() is self.handover

    def _look(self) -> None:
        """See whether the match is now seen through other eyes."""
        if self.match is None:
            return
        seat = self.match.seat
        waits = seat.waits_for
        if waits is None:
            if self.covered and not seat.humans:
                self._uncover()
        elif self._covers(seat, waits):
            self._cover(waits)
        else:
            seat.hand_over()

    def _covers(self, seat: Seat, taker: str) -> bool:
        """Return whether a page covers the table before somebody takes it who sees a secret."""
        return self.settings.handover and is_secret(seat, taker)

    def _cover(self, side: str) -> None:
        match = self.match
        if match is None:
            return
        s = match.seat.place(side).sight()
        when = f"{turn_words(s)} · {phase_name(s)}"
        prompt = match.seat.asked_openly
        asked = "" if prompt is None else say(prompt, s.module)
        self.handover.ask(text(s.module.sides[side].name), when, asked)
        if self.covered:
            return
        self._afloat = [d for d in match.docks.values() if d.isFloating() and not d.isHidden()]
        for dock in self._afloat:  # no page covers these
            dock.hide()
        self._pages.setCurrentWidget(self.handover)
        self._menus()
        match.sights.leave()
        match.seat.hold_back()  # what lies below the cover shows nobody's secrets either

    def _cover_no_more(self) -> None:
        """Uncover the table, and never cover it again unless the settings say so."""
        self.settings.set("handover", value=False)
        self._uncover()

    def _uncover(self) -> None:
        if self.match is not None:
            self.match.seat.hand_over()
            self._pages.setCurrentWidget(self.match)
            for dock in self._afloat:
                dock.show()
            self._afloat = []
            self._menus()
            self.match.sights.take()
            self.match.view.setFocus()

    # matches

    def new_match(self, game: str | None = None, side: str | None = None) -> None:
        """Ask for a new match, of this game and side at first, and begin it."""
        from tabuleiro.host.newmatch import NewMatch

        def ask() -> None:
            games = self._playable()
            here = self.match.seat.module.id if self.match is not None else None
            wanted = game or here or next(iter(games), None)
            if wanted not in games:  # say what is wrong with it
                self.catalogue.ruleset(self.catalogue.module(wanted or ""))
                return
            dialog = NewMatch(
                games[wanted], self, games=list(games.values()), picture=self.start.picture_of
            )
            dialog.rules_asked.connect(self.show_rules)
            dialog.learn_asked.connect(self.learn_game)
            if side is not None:
                dialog.choices.choose_side(side)
            if dialog.exec():
                self._begin(dialog)
            dialog.deleteLater()

        self._try(ask)

    def new_match_of(self, module: Module, scenario: str) -> bool:
        """Ask for a new match of a scenario and begin it; return whether it began."""
        from tabuleiro.host.newmatch import NewMatch

        dialog = NewMatch(module, self, picture=self.start.picture_of)
        dialog.choices.choose_scenario(scenario)
        good = bool(dialog.exec())
        if good:
            self._try(lambda: self._begin(dialog))
        dialog.deleteLater()
        return good

    def _playable(self) -> dict[str, Module]:
        """Return the games whose rules are there."""
        found = {}
        for name in self.catalogue.module_ids():
            with suppress(ModuleError):
                module = self.catalogue.module(name)
                if self.catalogue.knows(module.plugin):
                    found[name] = module
        return found

    def show_rules(self, game: str | None = None) -> None:
        """Show the rulebook of a game beside whatever is open."""
        here = self.match.seat.module.id if self.match is not None else None
        RulesDialog(self._playable(), game or here, self).exec()

    def print_game(self) -> None:
        """Ask what of a game is to be printed."""
        from tabuleiro.host.paper.dialog import PaperDialog

        games = {}
        for name in self.catalogue.module_ids():
            with suppress(ModuleError):
                games[name] = self.catalogue.module(name)
        here = self.match.seat.module.id if self.match is not None else None
        if games:
            PaperDialog(games, here, self).exec()

    def _begin(self, asked: NewMatch) -> None:
        game = self.catalogue.new(
            asked.module, asked.scenario, seed=asked.seed, options=asked.options
        )
        seats = Seats(asked.players, asked.open_hands)
        self.library.create(game, asked.title, seats)
        self._sit_down(Table(game), asked.title, seats)

    def _sit_down(self, table: Table, title: str, seats: Seats) -> None:
        known = {HUMAN, *PLAYERS}  # the library may be of a version with other computer players
        players = {side: who for side, who in seats.players.items() if who in known}
        seat = Seat(table, players=players, open_hands=seats.open_hands, title=title)
        self.show_match(seat, hidden=True)

    def show_first(self, game: str) -> None:
        """Show the first position of a game, which nobody plays."""
        found = self.catalogue.new(game, seed="")
        self.show_match(Seat(Table(found), open_hands=True))

    def resume(self, number: int) -> None:
        """Go on with a match of the library."""
        self._try(lambda: self._resume(number))

    def _resume(self, number: int) -> None:
        try:
            module, ruleset = self.catalogue.of_match(self.library.header(number))
            game = self.library.resume(number, module, ruleset)
        except DamagedGame as damage:
            self._offer_copy(number, damage)
            return
        titles = {entry.id: entry.title for entry in self.library.list()}
        self._sit_down(Table(game), titles.get(number, ""), self.library.seats(number))

    def _offer_copy(self, number: int, damage: DamagedGame) -> None:
        """Say what is damaged; the rows before it can be kept as a copy."""
        if not damage.sound:
            raise damage
        asked = QMessageBox(QMessageBox.Icon.Warning, "Tabuleiro", str(damage), parent=self)
        copy = asked.addButton(_("Open a copy"), QMessageBox.ButtonRole.AcceptRole)
        asked.addButton(_("Cancel"), QMessageBox.ButtonRole.RejectRole)
        asked.exec()
        if asked.clickedButton() is copy:
            kept = self.library.salvage(number)
            titles = {entry.id: entry.title for entry in self.library.list()}
            title = _("{title} (copy)").format(title=titles.get(number, ""))
            self._resume(self.library.add(kept, title, self.library.seats(number)))

    def _rename(self, number: int, title: str) -> None:
        self._try(lambda: self.library.rename(number, title))
        self._list()

    def _delete(self, number: int) -> None:
        def delete() -> None:
            match = ""
            with suppress(StoreError):  # a damaged match can be deleted, too
                match = self.library.open(number).header.match
            self.library.delete(number)
            forget_notes(self.settings, match)

        self._try(delete)
        self._list()

    # files

    def open(self, what: str) -> str | None:
        """Open a match by number or file, or return the id of a game that is named.

        Raises what there is to complain about; see `FAULTS`.
        """
        if is_module(Path(what)):
            return take_module(self, Path(what)).id
        if not is_kept(what):
            module = self.catalogue.module(what)
            self.catalogue.ruleset(module)
            return what
        if Path(what).is_file() or not what.isdigit():
            self._open(Path(what))
        else:
            self._resume(int(what[:20]))
        return None

    def choose_file(self) -> None:
        """Ask for a file and open it."""
        name, _filter = QFileDialog.getOpenFileName(
            self,
            _("Open a match"),
            begin_in(self),
            _("Matches, packs and modules of VASSAL (*.partida *.tabuleiro *.vmod)"),
        )
        if name:
            self.open_file(Path(name))

    def open_file(self, path: Path) -> None:
        """Open a match from a file, install a pack, or import a module of VASSAL."""
        self._try(lambda: self._open(path))

    def _open(self, path: Path) -> None:
        if path.suffix == ENDING:
            install_pack(self, path)
            return
        if is_module(path):
            open_module(self, path)
            return
        if path.suffix.lower() == VMOD:
            import_vassal(self, path)
            return
        manifest = read_manifest(path)
        module, ruleset = self.catalogue.of_match(manifest.game)
        game = open_partida(path, module, ruleset)
        self.library.create(game, manifest.title)
        self._sit_down(Table(game), manifest.title, Seats())

    def save_copy(self) -> None:
        """Ask for a name and write the match there, to send or to keep."""
        match = self.match
        if match is None:
            return
        path = ask_where_to_save(
            self, _("Save a copy"), f"{match.seat.title}.partida", _("Matches (*.partida)")
        )
        if path is not None:
            path = path if path.suffix == ".partida" else path.with_name(path.name + ".partida")
            seat = match.seat
            self._try(lambda: write_partida(path, seat.table.game, seat.title, viewer=EVERYTHING))

    # learning

    def learn(self) -> None:
        """Begin the guide through a first match, on a table of its own."""
        self._try(self._learn)

    def learn_game(self, game: str) -> None:
        """Begin the guide that a game brings, on a table of its own."""
        self._try(lambda: self._learn(load_guide(OWN, self.catalogue.module(game).root)))

    def _learn(self, lesson: Lesson | None = None) -> None:
        lesson = lesson if lesson is not None else load_guide()
        seat = lesson.sit_down(self.catalogue)
        self._lead(lesson, self.show_match(seat))

    def _lead(
        self, lesson: Lesson, window: MatchWindow, number: int = 0, row: int | None = None
    ) -> None:
        from tabuleiro.host.guide import Guide

        self.guide = Guide(lesson, window, number, row)
        self.guide.left.connect(self._learnt)
        self.guide.play_asked.connect(lambda: self.new_match(lesson.module))

    def _learnt(self) -> None:
        self.guide = None

    # faults and the end

    def _try(self, deed: Callable[[], object]) -> None:
        try:
            deed()
        except ConsentWanted as wanted:
            if agrees_to_code(self, wanted.plugin):
                self._try(deed)
        except FAULTS as fault:
            warn(self, "Tabuleiro", str(fault))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Leave the editors and the match in good order."""
        if not all(editor.close() for editor in list(self.editors)):
            event.ignore()
            return
        self._leave()
        self.start.pictures.stop()
        super().closeEvent(event)
