"""How the program starts: the start page, new matches, going on, changing places, a crash."""

import dataclasses
import os
import re
import shutil
import subprocess
import sys
from html import escape
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QInputDialog,
    QLabel,
    QMenu,
    QMessageBox,
    QPushButton,
)

from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.knowledge import EVERYTHING
from tabuleiro.host import app
from tabuleiro.host.about import LIBRARIES, AboutDialog, about_html
from tabuleiro.host.advanced import choice_label
from tabuleiro.host.buttons import Usual
from tabuleiro.host.cards import CardPictures, stage_of
from tabuleiro.host.help import RulesDialog, _even, keys_html
from tabuleiro.host.lesson import FIRST
from tabuleiro.host.matchcommands import match_commands
from tabuleiro.host.matchpictures import MatchPictures
from tabuleiro.host.newmatch import NewMatch
from tabuleiro.host.poster import Poster
from tabuleiro.host.seat import Seat
from tabuleiro.host.shell import Shell
from tabuleiro.host.shortcuts import name_of
from tabuleiro.i18n import LANGUAGES, speaking, text
from tabuleiro.module import Cache, ModuleError, Problem, load_module
from tabuleiro.seats import Table
from tabuleiro.store import Library, Seats, write_partida
from tabuleiro.testing import action
from tabuleiro.testing.table import table

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def library(tmp_path):
    with Library(tmp_path / "library.db") as library:
        yield library


@pytest.fixture
def open_shell(qtbot, catalogue, library, settings):
    """A function that opens the program's window."""
    shells = []

    def show(catalogue=catalogue):
        shell = Shell(catalogue, library, settings)
        qtbot.addWidget(shell)
        shell.resize(1280, 800)
        with qtbot.waitActive(shell):
            shell.show()
            shell.activateWindow()
        shells.append(shell)
        return shell

    yield show
    for shell in shells:
        shell.close()


def keep(catalogue, library, title, *, actions=0, seats=None):
    game = catalogue.new("diadem", seed=title)
    library.create(game, title, seats)
    for _action in range(actions):
        game.act(next(deed for deed in game.legal() if not deed.retracts))
    return game


def button(widget, words):
    (found,) = [each for each in widget.findChildren(QPushButton) if each.text() == words]
    return found


def told(widget):
    return [label.text() for label in widget.findChildren(QLabel)]


class TestStartPage:
    def test_a_poster_for_each_game_that_can_be_played(self, open_shell, catalogue):
        shell = open_shell()
        for name in catalogue.module_ids():
            module = catalogue.module(name)
            poster = shell.start.findChild(Poster, name)
            assert (poster is not None) == (module.plugin in catalogue.games)
            if poster is not None:
                assert poster.isVisible()
                assert poster.text() == text(module.title)
                assert poster.words == text(module.summary)

    def test_what_cannot_be_played_is_one_quiet_line(self, open_shell, monkeypatch):
        catalogue = Catalogue.installed()
        catalogue.faults.append("The plugin cannot be used")
        del catalogue.games["diadem"]
        whole = catalogue.module

        def broken(name):
            if name == "leyte":
                raise ModuleError(name, [Problem("board.yaml", 3, 1, "grid", "unknown key")])
            return whole(name)

        monkeypatch.setattr(catalogue, "module", broken)
        shell = open_shell(catalogue)
        lines = told(shell.start)
        assert "The plugin cannot be used" in lines
        assert "Operation Diadem: the rules are not installed." in lines
        (fault,) = [line for line in lines if line.startswith("leyte: ")]
        assert "board.yaml:3:1" in fault
        assert "\n" not in fault
        assert shell.start.findChild(object, "diadem") is None

    def test_a_game_in_the_place_of_an_installed_one_is_announced(
        self, open_shell, monkeypatch, tmp_path
    ):
        """Somebody's own "diadem" in the user's folder comes before that of the program."""
        from tabuleiro.module import paths

        (tmp_path / "modules" / "diadem").mkdir(parents=True)
        source = Catalogue.installed().module("diadem").root / "module.yaml"
        shutil.copy(source, tmp_path / "modules" / "diadem")
        monkeypatch.setattr(paths, "data_folder", lambda: tmp_path)
        lines = told(open_shell(Catalogue()).start)
        found = [line for line in lines if line.startswith('The game "diadem" in ')]
        assert any(str(tmp_path / "modules" / "diadem") in line for line in found)

    def test_why_a_plugin_cannot_be_loaded_is_told_once(self, open_shell, monkeypatch):
        catalogue = Catalogue.installed()
        del catalogue.games["diadem"]
        catalogue.broken["diadem"] = "why it cannot be used"
        catalogue.faults.append(catalogue.broken["diadem"])
        lines = told(open_shell(catalogue).start)
        assert "why it cannot be used" in lines
        assert "Operation Diadem: the rules are not installed." not in lines

    def test_pictures_come_after_the_page_and_are_kept(
        self, open_shell, qtbot, monkeypatch, tmp_path
    ):
        monkeypatch.setenv("TABULEIRO_CACHE", str(tmp_path / "cache"))
        shell = open_shell()
        drawn = {}
        shell.start.pictures.drawn.connect(drawn.__setitem__)
        shipped = shell.start.pictures.shipped("diadem").toImage()
        assert shell.start.posters["diadem"].picture.toImage() == shipped, "until its own is there"
        qtbot.waitUntil(lambda: shell.start._shown)
        assert drawn == {}, "the page is shown before the first picture is drawn"
        qtbot.waitUntil(lambda: not shell.start.pictures.busy, timeout=60_000)
        picture = drawn["diadem"]
        assert shell.start.posters["diadem"].picture.toImage() == picture.toImage()
        assert shell.start.learn.picture is not None
        # Land and rivers are there, not one colour.
        image = picture.toImage()
        spots = [(x, y) for x in range(0, 720, 20) for y in range(0, 400, 20)]
        assert len({image.pixel(*spot) for spot in spots}) > 20
        # And counters: the guide's picture has fewer of them on the same board.
        assert image != drawn["first-match"].toImage()
        kept = list((tmp_path / "cache").rglob("diadem-*-card-*.png"))
        assert len(kept) == 1
        again = open_shell()
        assert again.start.pictures.wanted == ()
        assert again.start.posters["diadem"].picture is not None

    def test_a_picture_of_each_game_comes_with_the_program(self, catalogue):
        for name in [*catalogue.module_ids(), FIRST]:
            picture = CardPictures.shipped(name)
            assert picture is not None, name
            assert picture.width() >= 400
        kept = (ROOT / "framework/tabuleiro/host/pictures").iterdir()
        assert sum(path.stat().st_size for path in kept) < 400_000, "a wheel is carried by mail"

    def test_a_picture_shows_the_front_of_the_first_scenario(self, catalogue):
        module = catalogue.module("diadem")
        stage = stage_of(module)
        geometry = module.board.geometry
        x, y = geometry.centre(stage.middle)
        near = {
            module.counters[units[0]].side
            for hex, units in stage.pieces.items()
            if abs(geometry.centre(hex)[0] - x) < 3 and abs(geometry.centre(hex)[1] - y) < 2
        }
        assert near == {"allied", "axis"}

    def test_closing_stops_the_drawing(self, open_shell, monkeypatch, tmp_path):
        monkeypatch.setenv("TABULEIRO_CACHE", str(tmp_path / "cache"))
        shell = open_shell()
        shell.close()
        assert not shell.start.pictures.busy

    def test_games_stand_in_as_many_columns_as_there_is_room_for(
        self, open_shell, catalogue, library, qtbot
    ):
        keep(catalogue, library, "Friday")
        shell = open_shell()
        columns = []
        for width in (700, 1366, 1920):
            shell.resize(width, 768)
            qtbot.wait(1)
            posters = list(shell.start.posters.values())
            tops = [poster.y() for poster in posters]
            columns.append(tops.count(tops[0]))
            assert all(poster.width() >= poster.sizeHint().width() for poster in posters)
            edge = posters[0].parentWidget().width()
            assert all(poster.geometry().right() <= edge for poster in posters)
        assert columns == sorted(columns)
        assert columns[0] < columns[-1]

    def test_the_guide_comes_first_then_the_last_match_then_games(
        self, open_shell, catalogue, library
    ):
        keep(catalogue, library, "Friday")
        start = open_shell().start
        learn, go_on = (w.mapTo(start, QPoint()) for w in (start.learn, start.go_on))
        assert learn.x() < go_on.x()
        assert abs(learn.y() - go_on.y()) < 12
        assert all(p.mapTo(start, QPoint()).y() > learn.y() for p in start.posters.values())
        assert (start.go_on.primary, start.learn.primary) == (True, False)

    def test_matches_stand_there_last_first(self, open_shell, catalogue, library):
        keep(catalogue, library, "First")
        keep(catalogue, library, "Second", actions=2)
        shell = open_shell()
        words = [shell.start.matches.item(n).text() for n in range(2)]
        title, players, when = words[0].split("\n")
        assert title == "Second"
        assert players == "Operation Diadem · At this screen: Allies, Axis"
        assert when.startswith("Turn 1 of 7 (12-13 May 1944) · today, ")
        assert words[1].startswith("First\n")

    @pytest.mark.parametrize(
        ("players", "open_hands", "told"),
        [
            ({"allied": "human", "axis": "simple"}, False,
             "You: Allies · Computer: Axis"),
            ({"allied": "simple"}, False, "You: Axis · Computer: Allies"),
            ({}, True, "You: Allies, Axis"),
            ({"allied": "random", "axis": "simple"}, True,
             "Computer: Allies, Axis"),
        ],
    )  # fmt: skip
    def test_who_plays_is_told(self, open_shell, catalogue, library, players, open_hands, told):
        keep(catalogue, library, "Operation Diadem", seats=Seats(players, open_hands))
        shell = open_shell()
        assert shell.start.matches.item(0).text().split("\n")[1] == told
        assert told in shell.start.go_on.words

    def test_a_match_shows_how_it_was_left(
        self, open_shell, catalogue, library, qtbot, monkeypatch, tmp_path
    ):
        monkeypatch.setenv("TABULEIRO_CACHE", str(tmp_path / "cache"))
        keep(catalogue, library, "Friday", seats=Seats({"axis": "simple"}))
        shell = open_shell()
        entry = shell.start.matches.chosen
        seen = MatchPictures(library)
        assert seen.of(entry) is None
        shell.start.go_on.click()
        qtbot.waitUntil(lambda: not shell.match.view.counters.busy, timeout=30_000)
        shell.show_start()
        kept = seen.of(entry)
        assert kept is not None
        assert shell.start.go_on.picture.toImage() == kept.toImage()
        spots = [(x, y) for x in range(0, 640, 20) for y in range(0, 360, 20)]
        assert len({kept.toImage().pixel(*spot) for spot in spots}) > 20
        shell.start.delete.click()
        button(shell.start.findChild(QMessageBox), "Delete").click()
        assert seen.of(entry) is None

    def test_between_two_people_a_picture_keeps_their_secrets(
        self, open_shell, catalogue, library, qtbot, monkeypatch, tmp_path
    ):
        monkeypatch.setenv("TABULEIRO_CACHE", str(tmp_path / "cache"))
        game = catalogue.new("diadem", seed="1", options={"sealing": "sealed"})
        library.create(game, "Friday")
        shell = open_shell()
        shell.start.go_on.click()
        shell.handover.button.click()
        match = shell.match
        seen = []
        own = match.view.viewport().grab
        monkeypatch.setattr(
            match.view.viewport(), "grab", lambda area: seen.append(match.seat._holder) or own(area)
        )
        shell.show_start()
        assert seen == [""], "it was taken while nobody sat before the screen"

    def test_a_match_is_opened_from_the_list(self, open_shell, catalogue, library, qtbot):
        keep(catalogue, library, "First")
        keep(catalogue, library, "Second")
        shell = open_shell()
        shell.start.matches.setFocus()
        qtbot.keyClick(shell.start.matches, Qt.Key.Key_Down)
        shell.start.open_match.click()
        assert shell.match.seat.title == "First"

    def test_going_on_passes_over_finished_and_damaged_ones(self, open_shell, catalogue, library):
        keep(catalogue, library, "Open")
        for title, change in (("Over", "finished = 1"), ("Torn", "turn = 'x'")):
            number = library.create(catalogue.new("diadem", seed=title), title).id
            with library._database.change() as db:
                db.execute(f"UPDATE games SET {change} WHERE id = {number}")
        shell = open_shell()
        shell.start.go_on.click()
        assert shell.match.seat.title == "Open"

    def test_without_a_match_there_is_nothing_to_go_on_with(self, open_shell):
        shell = open_shell()
        assert not shell.start.go_on.isVisible()
        assert not shell.start.matches.isVisible()
        assert shell.start.learn.primary
        assert shell.focusWidget() is shell.start.learn

    def test_renaming(self, open_shell, catalogue, library, qtbot):
        keep(catalogue, library, "Friday")
        shell = open_shell()
        shell.start.matches.setFocus()
        qtbot.keyClick(shell.start.matches, Qt.Key.Key_F2)
        dialog = shell.start.findChild(QInputDialog)
        assert dialog.textValue() == "Friday"
        dialog.setTextValue("Sunday")
        dialog.accept()
        assert [entry.title for entry in library.list()] == ["Sunday"]
        assert shell.start.matches.item(0).text().startswith("Sunday\n")

    @pytest.mark.parametrize(("answer", "left"), [("Delete", 0), ("Keep it", 1)])
    def test_deleting_is_asked_first(self, open_shell, catalogue, library, answer, left):
        keep(catalogue, library, "Friday")
        shell = open_shell()
        shell.start.delete.click()
        box = shell.start.findChild(QMessageBox)
        assert box.text() == 'Delete the match "Friday" for good?'
        assert box.defaultButton().text() == "Keep it"
        assert len(library.list()) == 1
        button(box, answer).click()
        assert len(library.list()) == left
        assert shell.start.matches.count() == left

    def test_the_keyboard_goes_the_way_of_the_eye(self, open_shell, catalogue, library, qtbot):
        keep(catalogue, library, "Friday")
        shell = open_shell()
        start = shell.start
        assert shell.focusWidget() is start.go_on
        start.learn.setFocus()
        way = [start.learn, start.go_on, *start.posters.values(), start.matches]
        way += [start.open_match, start.rename, start.delete, start.open_file]
        seen = []
        for _step in way:
            seen.append(shell.focusWidget())
            qtbot.keyClick(shell.focusWidget(), Qt.Key.Key_Tab)
        assert seen == way

    @pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space])
    def test_a_poster_is_pressed_by_the_keyboard(self, open_shell, qtbot, key):
        shell = open_shell()
        qtbot.keyClick(shell.start.learn, key)
        assert shell.guide is not None

    def test_everything_has_a_name(self, open_shell, catalogue, library):
        keep(catalogue, library, "Friday")
        shell = open_shell()
        assert shell.start.matches.accessibleName()
        buttons = shell.start.findChildren(QAbstractButton)
        names = [b.accessibleName() or b.text() for b in buttons if b.isVisible()]
        assert all(names)
        assert len(set(names)) == len(names), "two buttons with one name"
        assert "Friday" in shell.start.go_on.accessibleName()

    def test_in_portuguese(self, open_shell, catalogue, library):
        keep(catalogue, library, "Sexta")
        with speaking("pt"):
            shell = open_shell()
            assert shell.start.rename.text() == "Renomear …"
            assert "Turno 1 de 7" in shell.start.matches.item(0).text()

    def test_the_language_changes_while_a_match_is_open(self, open_shell, catalogue, settings):
        shell = open_shell()
        game = catalogue.new("diadem", seed="1")
        shell.show_match(Seat(Table(game), open_hands=True))
        with speaking("pt"):
            shell.retell()
            assert shell.match.seat.table.game is game
            menus = [menu.title() for menu in shell.menuBar().findChildren(object, "game")]
            assert menus == ["&Partida"]
            shell.show_start()
            assert shell.start.learn.text() == "Aprenda em dez minutos"

    def test_the_menus_stand_in_one_order(self, open_shell, catalogue):
        shell = open_shell()
        shell.show_match(Seat(Table(catalogue.new("diadem", seed="1")), open_hands=True))
        titles = [entry.text() for entry in shell.menuBar().actions()]
        assert titles == ["&File", "&Edit", "&View", "&Match", "&Help"]

    def test_what_ends_a_menu_stands_at_its_foot(self, open_shell, catalogue):
        shell = open_shell()
        shell.show_match(Seat(Table(catalogue.new("diadem", seed="1")), open_hands=True))
        (file,) = shell.menuBar().findChildren(QMenu, "file")
        names = [each.objectName() for each in file.actions() if not each.isSeparator()]
        assert names == [
            *("new", "open", "open-module", "import", "new-scenario", "edit-scenario"),
            *("new-board", "edit-board", "save", "write-out", "paper", "export-map", "report"),
            *("start", "settings", "quit"),
        ]
        (aid,) = shell.menuBar().findChildren(QMenu, "help")
        names = [each.objectName() for each in aid.actions() if each.isVisible()]
        assert "rulebooks" not in names, "the rules of the match are at hand"
        assert names[-1] == "about"

    def test_a_new_match_from_the_menu(self, open_shell, library, qtbot):
        shell = open_shell()
        seen = []

        def choose():
            dialog = shell.findChild(NewMatch)
            dialog.game.setCurrentIndex(dialog.game.findData("leyte"))
            QApplication.processEvents()
            seen.append((dialog.module.id, dialog.choices.isVisible()))
            dialog.accept()

        QTimer.singleShot(0, choose)
        shell.commands["new"].trigger()
        assert seen == [("leyte", True)], "and what is asked about it is seen"
        assert [entry.module for entry in library.list()] == ["leyte"]
        QTimer.singleShot(0, lambda: seen.append(shell.findChild(NewMatch).module.id) or
                          shell.findChild(NewMatch).reject())  # fmt: skip
        shell.commands["new"].trigger()
        assert seen[-1] == "leyte", "the game that is open is proposed"


class TestHelp:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_one_sheet_has_all_keys(self, open_shell, language):
        with speaking(language):
            shell = open_shell()
            groups = (shell.commands, match_commands())
            page = keys_html(groups, shell.settings)
            for command in (kind for group in groups for kind in group):
                keys = shell.settings.shortcut(command.id, command.keys)
                if keys:
                    shown = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
                    assert f"<b>{shown}</b>" in page, command.id
                    assert escape(name_of(command)) in page
            assert f"<b>{'Tab'}</b>" in page

    def test_keys_that_were_changed_stand_on_it(self, open_shell):
        shell = open_shell()
        shell.settings.set_shortcut("undo", "Ctrl+B")
        assert "<b>Ctrl+B</b>" in keys_html((match_commands(),), shell.settings)

    def test_its_columns_are_about_as_long(self):
        rows = [(f"F{n}", "words") for n in range(30)]
        parts = [("File", rows[:8]), ("Edit", rows[:5]), ("View", rows), ("Help", rows[:2])]
        columns = _even(parts)
        assert [row for column in columns for _title, some in column for row in some] == [
            row for _title, some in parts for row in some
        ]
        long = [sum(len(some) + 2 for _title, some in column) for column in columns]
        assert max(long) - min(long) <= 5
        titles = [title for column in columns for title, _some in column if title]
        assert titles == ["File", "Edit", "View", "Help"], "what goes on has no second headline"

    def test_tab_does_what_the_sheet_says(self, open_shell, catalogue, qtbot):
        shell = open_shell()
        shell.show_match(Seat(Table(catalogue.new("diadem", seed="1")), open_hands=True))
        match = shell.match
        match.view.setFocus()
        seen = []
        for key in (Qt.Key.Key_Tab, Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            qtbot.keyClick(match.view, key)
            seen.append(match.seat.selection)
        assert seen[0] != seen[1]
        assert seen[2] == seen[0]
        assert all(match.seat.legal(piece=piece) for (piece,) in seen)

    def test_the_rules_of_every_game_can_be_read_without_a_match(self, open_shell, qtbot):
        shell = open_shell()
        seen = []

        def read():
            dialog = shell.findChild(RulesDialog)
            dialog.game.setCurrentIndex(dialog.game.findData("leyte"))
            seen.append([dialog.game.itemData(n) for n in range(dialog.game.count())])
            seen.append(dialog.rules.text.toPlainText())
            dialog.reject()

        QTimer.singleShot(0, read)
        qtbot.keyClick(shell.start, Qt.Key.Key_F1)
        games, page = seen
        assert games == list(shell.start.posters)
        assert "Leyte" in page


@pytest.fixture
def ask(qtbot, catalogue):
    """A function that asks for a match of a game, and returns the dialog."""

    def show(game="diadem", module=None):
        dialog = NewMatch(module or catalogue.module(game))
        qtbot.addWidget(dialog)
        dialog.show()
        qtbot.waitExposed(dialog)
        return dialog

    return show


class TestNewMatch:
    def test_three_choices_and_the_rest_folded_away(self, ask, qtbot):
        dialog = ask()
        choices = dialog.choices
        shown = [w for w in (choices.scenario, choices.opponent) if w.isVisible()]
        assert len(shown) == 2
        assert [b.text() for b in choices.sides.values() if b.isVisible()] == [
            *("Allies", "Axis", "Both", "I only watch"),
        ]
        assert not choices.advanced.isVisible()
        qtbot.mouseClick(choices.more, Qt.MouseButton.LeftButton)
        assert choices.advanced.isVisible()

    @pytest.mark.parametrize(
        ("side", "opponent", "players", "open_hands"),
        [
            ("allied", "simple", {"allied": "human", "axis": "simple"}, False),
            ("axis", "random", {"allied": "random", "axis": "human"}, False),
            ("axis", "human", {"allied": "human", "axis": "human"}, False),
            ("both", None, {"allied": "human", "axis": "human"}, True),
            ("nobody", "simple", {"allied": "simple", "axis": "simple"}, True),
        ],
    )
    def test_side_and_opponent_make_the_players(
        self, ask, qtbot, side, opponent, players, open_hands
    ):
        dialog = ask()
        qtbot.mouseClick(dialog.choices.sides[side], Qt.MouseButton.LeftButton)
        if opponent is None:
            assert not dialog.choices.opponent.isEnabled()
        else:
            dialog.choices.choose_opponent(opponent)
        assert dialog.players == players
        assert dialog.open_hands == open_hands

    def test_two_people_and_a_computer_in_a_match_of_three(self, qtbot):
        folder = Path(__file__).resolve().parents[2] / "docs/examples/rivals/tabuleiro_rivals"
        dialog = NewMatch(load_module(folder / "modules" / "rivals", cache=Cache(None)))
        qtbot.addWidget(dialog)
        dialog.show()
        choices = dialog.choices
        assert not any(who.isVisible() for who in choices.others.values())
        choices.choose_opponent("each")
        assert [side for side, who in choices.others.items() if who.isVisible()] == [
            "genoa", "byzantium",
        ]  # fmt: skip
        genoa = choices.others["genoa"]
        genoa.setCurrentIndex(genoa.findData("human"))
        assert {side: dialog.players[side] for side in choices.module.played_sides} == {
            "venice": "human", "genoa": "human", "byzantium": "simple",
        }  # fmt: skip
        choices.choose_side("byzantium")
        assert dialog.players["venice"] == "simple"
        assert dialog.players["genoa"] == dialog.players["byzantium"] == "human"
        choices.choose_side("nobody")
        assert not any(who.isVisible() for who in choices.others.values())
        assert "human" not in dialog.players.values()

    def test_the_opponent_that_was_chosen_comes_back_with_a_side(self, ask):
        choices = ask().choices
        choices.choose_opponent("random")
        choices.choose_side("both")
        choices.choose_side("axis")
        assert choices.opponent.currentData() == "random"
        choices.choose_opponent("human")
        choices.choose_side("nobody")
        assert "human" not in choices.players.values(), "nobody plays against nobody"

    def test_the_computer_is_proposed_and_begin_needs_one_key(self, ask, qtbot):
        dialog = ask()
        assert dialog.players == {"allied": "human", "axis": "simple"}
        qtbot.keyClick(dialog, Qt.Key.Key_Return)
        assert dialog.result() == NewMatch.DialogCode.Accepted

    def test_a_scenario_is_told_with_its_length(self, ask, catalogue):
        dialog = ask("papua")
        told_here = dialog.choices.scenario.accessibleDescription()
        scenario = catalogue.module("papua").scenarios[dialog.scenario]
        assert told_here == f"{text(scenario.text)} 18 turns."
        assert told_here in told(dialog)

    def test_choices_have_names(self, ask):
        shifts = ask().choices.advanced.options["shifts"]
        assert isinstance(shifts, QComboBox)
        assert [shifts.itemText(n) for n in range(2)] == [
            "Attacker first, then defender",
            "Only the difference",
        ]
        assert shifts.itemData(1) == "net"

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("game", ["diadem", "leyte", "metz", "papua", "filipinas"])
    def test_no_option_speaks_in_keys(self, ask, catalogue, game, language):
        with speaking(language):
            dialog = ask(game)
            shown = told(dialog) + [
                box.itemText(n) for box in dialog.findChildren(QComboBox)
                for n in range(box.count())
            ]  # fmt: skip
            for option in catalogue.module(game).options.values():
                for choice in map(str, option.choices):
                    label = choice_label(catalogue.module(game), option, choice)
                    if choice.casefold() == label.casefold():
                        continue
                    for line in shown:
                        assert not re.search(rf"(^|[.:\n] ?){re.escape(choice)}:", line), line
                        if "-" in choice:
                            assert choice not in line

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("game", ["diadem", "leyte", "metz", "papua"])
    def test_every_choice_of_every_option_has_one(self, catalogue, game, language):
        module = catalogue.module(game)
        for option in module.options.values():
            for choice in option.choices:
                assert module.texts[f"option.{option.id}.{choice}"][language]

    def test_a_choice_without_a_name_shows_its_id(self, ask, catalogue):
        module = catalogue.module("diadem")
        texts = {key: words for key, words in module.texts.items() if not key.endswith(".net")}
        dialog = ask(module=dataclasses.replace(module, texts=texts))
        assert dialog.choices.advanced.options["shifts"].itemText(1) == "net"

    def test_two_people_play_sealed_and_one_covered(self, ask):
        dialog = ask()
        choices, sealing = dialog.choices, dialog.choices.advanced.options["sealing"]
        assert (sealing.currentData(), dialog.options) == ("covered", {})
        choices.choose_opponent("human")
        assert (sealing.currentData(), dialog.options) == ("sealed", {"sealing": "sealed"})
        choices.choose_side("both")
        assert sealing.currentData() == "covered", "one person plays both sides"
        choices.choose_side("axis")
        assert sealing.currentData() == "sealed"
        choices.advanced.open_hands.setChecked(True)
        assert sealing.currentData() == "covered", "everybody sees everything"
        sealing.setCurrentIndex(sealing.findData("open"))
        sealing.activated.emit(sealing.currentIndex())
        choices.choose_opponent("simple")
        assert sealing.currentData() == "open", "what was chosen stays"

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_each_way_of_sealing_is_explained(self, ask, language):
        with speaking(language):
            dialog = ask("papua")
            ways = {"en": ("Covered", "Sealed", "Open"), "pt": ("Coberto", "Lacrado", "Aberto")}
            sealing = dialog.choices.advanced.options["sealing"]
            assert tuple(map(sealing.itemText, range(3))) == ways[language]
            note = sealing.accessibleDescription()
            lines = note.splitlines()
            assert [line.split(":")[0] for line in lines[1:]] == list(ways[language])
            assert note in told(dialog)

    def test_what_was_chosen_is_played_and_kept(self, open_shell, library, qtbot):
        shell = open_shell()

        def choose():
            dialog = shell.findChild(NewMatch)
            choices, advanced = dialog.choices, dialog.choices.advanced
            advanced.title.setText("Evening")
            advanced.seed.setText("cassino")
            choices.choose_side("allied")
            shifts = advanced.options["shifts"]
            shifts.setCurrentIndex(shifts.findData("net"))
            sealed = advanced.options["sealing"]
            sealed.setCurrentIndex(sealed.findData("open"))
            zones = advanced.topics["zones"]
            zones.setCurrentIndex(zones.findData("advise"))
            dialog.accept()

        QTimer.singleShot(0, choose)
        qtbot.mouseClick(shell.start.posters["diadem"], Qt.MouseButton.LeftButton)
        header = shell.match.seat.table.game.header
        assert header.seed == "cassino"
        assert header.options == {
            "shifts": "net",
            "sealing": "open",
            "strictness": {"zones": "advise"},
        }
        (entry,) = library.list()
        assert entry.title == "Evening"
        assert library.seats(entry.id) == Seats({"allied": "human", "axis": "simple"})

    def test_two_clicks_begin_a_match_against_the_computer(self, open_shell, library, qtbot):
        shell = open_shell()

        def agree():
            dialog = shell.findChild(NewMatch)
            qtbot.mouseClick(dialog.buttons.button(Usual.Ok), Qt.MouseButton.LeftButton)

        QTimer.singleShot(0, agree)
        qtbot.mouseClick(shell.start.posters["leyte"], Qt.MouseButton.LeftButton)
        assert shell.match.isVisible()
        assert shell.match.seat.players == {"american": "human", "japanese": "simple"}

    def test_the_rules_can_be_read_before(self, open_shell, qtbot):
        shell = open_shell()
        seen = []

        def read():
            rules = shell.findChild(RulesDialog)
            seen.append(rules.game.currentData())
            rules.reject()

        def choose():
            dialog = shell.findChild(NewMatch)
            QTimer.singleShot(0, read)
            qtbot.mouseClick(dialog.choices.rules, Qt.MouseButton.LeftButton)
            dialog.reject()

        QTimer.singleShot(0, choose)
        shell.start.posters["papua"].click()
        assert seen == ["papua"]

    def test_giving_up_begins_nothing(self, open_shell, library):
        shell = open_shell()
        QTimer.singleShot(0, lambda: shell.findChild(NewMatch).reject())
        shell.new_match("diadem")
        assert shell.match is None
        assert library.list() == ()


class TestGoingOn:
    def test_who_plays_what_is_remembered(self, open_shell, catalogue, library):
        seats = Seats({"allied": "simple", "axis": "human"}, open_hands=True)
        keep(catalogue, library, "Friday", seats=seats)
        shell = open_shell()
        shell.start.go_on.click()
        seat = shell.match.seat
        assert seat.players == {"allied": "simple", "axis": "human"}
        assert seat.open_hands

    def test_a_computer_player_that_is_gone_is_a_person(self, open_shell, catalogue, library):
        keep(catalogue, library, "Friday", seats=Seats({"axis": "deep-thought"}))
        shell = open_shell()
        shell.start.go_on.click()
        assert shell.match.seat.players == {"allied": "human", "axis": "human"}

    def test_a_file_is_opened_and_added(self, open_shell, catalogue, library, tmp_path):
        game = catalogue.new("diadem", seed="1")
        path = tmp_path / "friday.partida"
        write_partida(path, game, "Friday", viewer=EVERYTHING)
        shell = open_shell()
        assert shell.open(str(path)) is None
        assert shell.match.seat.table.game.position == game.position
        assert [entry.title for entry in library.list()] == ["Friday"]

    def test_what_cannot_be_opened_is_a_sentence(self, open_shell, monkeypatch, tmp_path):
        said = []
        monkeypatch.setattr(
            "tabuleiro.host.shell.warn", lambda _p, _t, sentence: said.append(sentence)
        )
        shell = open_shell()
        bad = tmp_path / "bad.partida"
        bad.write_text("no zip")
        shell.open_file(bad)
        shell.resume(77)
        assert said == ["This is not a .partida file.", "There is no game 77 in the library."]
        assert shell.match is None

    def test_a_damaged_match_is_opened_as_a_copy(self, open_shell, catalogue, library):
        game = keep(catalogue, library, "Torn", actions=3)
        with library._database.change() as db:
            db.execute("UPDATE rows SET data = 'x' WHERE id = 3")
        shell = open_shell()

        def agree():
            button(QApplication.activeModalWidget(), "Open a copy").click()

        QTimer.singleShot(0, agree)
        shell.resume(1)
        assert shell.match.seat.title == "Torn (copy)"
        assert shell.match.seat.table.game.position == game.log.position(2)
        assert len(library.list()) == 2

    def test_the_match_that_was_left_stays(self, open_shell, catalogue, library):
        keep(catalogue, library, "Friday", seats=Seats(open_hands=True))
        shell = open_shell()
        shell.resume(1)
        seat = shell.match.seat
        deed = next(deed for deed in seat.legal() if not deed.retracts)
        assert seat.act(deed)
        shell.show_start()
        assert shell.match is None
        assert shell.start.matches.chosen.rows == 2

    def test_the_match_that_was_played_last_is_chosen(self, open_shell, catalogue, library):
        for title in ("Friday", "Saturday"):
            keep(catalogue, library, title, seats=Seats(open_hands=True))
        shell = open_shell()
        matches = shell.start.matches
        assert matches.chosen.title == "Saturday"
        matches.setCurrentRow(1)
        shell.show_start()
        assert matches.chosen.title == "Friday", "what was chosen stays"
        keep(catalogue, library, "Sunday", seats=Seats(open_hands=True))
        shell.show_start()
        assert matches.chosen.title == "Sunday"


def test_a_killed_program_goes_on_where_it_was(open_shell, library, tmp_path):
    """A real process plays in the real window and is killed amid the match."""
    library.close()
    player = subprocess.Popen(
        [sys.executable, str(ROOT / "tests/host/killed.py"), str(library.path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "TABULEIRO_LANGUAGE": "en"},
        text=True,
    )
    try:
        shown = [player.stdout.readline().split() for _row in range(25)]
    finally:
        player.kill()
    shown += [line.split() for line in player.stdout.read().splitlines(keepends=True)
              if line.endswith("\n")]  # fmt: skip
    player.stdout.close()
    player.wait()
    assert len(shown) >= 25
    assert all(len(pair) == 2 for pair in shown), "the player ended by itself"
    library.__init__(library.path)
    shell = open_shell()
    assert not shell.start.go_on.isHidden()
    shell.start.go_on.click()
    seat = shell.match.seat
    seat.rest()
    rows = seat.rows()
    assert seat.players == {"allied": "simple", "axis": "simple"}
    assert seat.open_hands
    assert {int(number): told for number, told in shown}.items() <= {
        row.n: row.hash for row in rows
    }.items()
    # At most the row that was being shown when the end came is new.
    last = int(shown[-1][0])
    assert last <= seat.table.game.log.head <= last + 1
    assert shell.match.seat.sight.position == seat.table.game.log.position(seat.table.game.log.head)


class TestHandOver:
    @pytest.fixture
    def hot_seat(self, open_shell):
        def sit(**how):
            t = table("diadem", "allied-combat", {"us-349-ri": "1213", "de-191-ri": "0303"}, **how)
            shell = open_shell()
            shell.show_match(Seat(Table(t.game)))
            return shell

        return sit

    def test_the_table_is_covered_until_the_next_player_sits(self, hot_seat, qtbot):
        shell = hot_seat()
        match = shell.match
        assert not shell.covered
        assert match.seat.act(action("end-phase"))
        assert shell.covered
        assert not match.isVisible()
        assert "Axis: your move" in told(shell.handover)
        menus = [entry.text() for entry in shell.menuBar().actions()]
        assert "&Match" not in menus
        assert not shell.commands["save"].isEnabled()
        qtbot.keyClick(shell.handover.button, Qt.Key.Key_Return)
        assert not shell.covered
        assert match.isVisible()
        assert "&Match" in [entry.text() for entry in shell.menuBar().actions()]

    def test_floating_docks_are_covered_too_and_come_back(self, hot_seat):
        shell = hot_seat()
        dock = shell.match.docks["log"]
        dock.setFloating(True)
        dock.show()
        shell.match.seat.act(action("end-phase"))
        assert shell.covered
        assert not dock.isVisible()
        shell.handover.button.click()
        assert dock.isVisible()
        assert dock.isFloating()

    def test_it_can_be_switched_off(self, hot_seat, settings):
        settings.set("handover", value=False)
        shell = hot_seat()
        shell.match.seat.act(action("end-phase"))
        assert not shell.covered

    def test_nothing_hidden_covers_nothing(self, hot_seat):
        shell = hot_seat(options={"sealing": "open"})
        shell.match.seat.act(action("end-phase"))
        assert not shell.covered

    def test_against_the_computer_nothing_is_covered(self, open_shell):
        t = table("diadem", "allied-combat", {"us-349-ri": "1213", "de-191-ri": "0303"})
        shell = open_shell()
        seat = Seat(Table(t.game), players={"axis": "simple"})
        shell.show_match(seat)
        seat.act(action("end-phase"))
        seat.rest()
        assert not shell.covered

    def test_a_match_that_is_gone_on_with_begins_covered(self, open_shell, catalogue, library):
        keep(catalogue, library, "Friday")
        shell = open_shell()
        shell.resume(1)
        assert shell.covered
        shell.show_start()
        assert not shell.covered
        assert shell.start.isVisible()

    def test_another_language_does_not_uncover(self, hot_seat):
        shell = hot_seat()
        shell.match.seat.act(action("end-phase"))
        with speaking("pt"):
            shell.retell()
            assert shell.covered
            assert "Eixo: sua vez" in told(shell.handover)


class TestAbout:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_all_credits_stand_there(self, catalogue, language):
        with speaking(language):
            page = about_html(catalogue)
            for name in catalogue.module_ids():
                for credit in catalogue.module(name).credits:
                    assert f"{text(credit.who)}. <i>{text(credit.licence)}</i>" in page
                    assert text(credit.what).replace("'", "&#x27;") in page

    def test_all_libraries_stand_there(self, catalogue):
        import tomllib

        with (ROOT / "pyproject.toml").open("rb") as file:
            project = tomllib.load(file)["project"]
        asked = [*project["dependencies"], *project["optional-dependencies"]["host"]]
        names = {each.replace(">", "=").replace("<", "=").split("=")[0] for each in asked}
        assert names == set(LIBRARIES)
        page = about_html(catalogue)
        assert "LGPL-3.0" in page
        assert all(name in page for name in names)

    def test_it_opens_from_the_menu(self, open_shell):
        shell = open_shell()
        seen = []

        def look():
            dialog = shell.findChild(AboutDialog)
            seen.append(dialog.page.toPlainText())
            dialog.reject()

        QTimer.singleShot(0, look)
        shell.commands["about"].trigger()
        assert "GeoNames" in seen[0]


class TestRunning:
    @pytest.fixture
    def run(self, monkeypatch, tmp_path, qapp):
        """Serve the window of a wish; do something in it, then close it."""
        monkeypatch.setenv("TABULEIRO_SETTINGS", str(tmp_path / "settings.ini"))
        monkeypatch.setenv("TABULEIRO_LIBRARY", str(tmp_path / "library.db"))
        monkeypatch.setenv("TABULEIRO_LANGUAGE", "en")

        def run(wish, deed=lambda _shell: True):
            seen = []

            def look():
                (shell,) = [w for w in QApplication.topLevelWidgets()
                            if isinstance(w, Shell) and w.isVisible()]  # fmt: skip
                if not deed(shell):
                    QTimer.singleShot(20, look)
                    return
                seen.append((shell.match.seat if shell.match else None, shell.size().toTuple()))
                shell.close()

            QTimer.singleShot(0, look)
            assert app.run(wish) == 0
            assert seen
            return seen[-1]

        return run

    def test_the_start_page_and_the_size_that_is_remembered(self, run):
        seat, size = run(app.Wish(size=(760, 640)))
        assert (seat, size) == (None, (760, 640))
        assert run(app.Wish())[1] == (760, 640)

    def test_a_match_by_its_number(self, run, catalogue, tmp_path):
        with Library(tmp_path / "library.db") as library:
            keep(catalogue, library, "Friday", actions=2)
        seat, _size = run(app.Wish("1"))
        assert seat.title == "Friday"
        assert seat.table.game.log.head == 2

    def test_a_game_asks_for_a_new_match(self, run, tmp_path):
        def begin(shell):
            dialog = shell.findChild(NewMatch)
            if dialog is None:
                return shell.match is not None
            dialog.accept()
            return False

        seat, _size = run(app.Wish("diadem"), begin)
        assert seat.table.game.module.id == "diadem"
        with Library(tmp_path / "library.db") as library:
            assert len(library.list()) == 1

    def test_a_demonstration_plays_by_itself_and_keeps_nothing(self, run, tmp_path):
        seat, _size = run(
            app.Wish("diadem", demo=True), lambda shell: shell.match.seat.table.game.log.head >= 3
        )
        assert set(seat.players.values()) == {"simple"}
        with Library(tmp_path / "library.db") as library:
            assert library.list() == ()

    def test_what_is_not_there_is_told_before_a_window_opens(self, run):
        with pytest.raises(ModuleError):
            app.run(app.Wish("nowhere"))
        assert not [w for w in QApplication.topLevelWidgets()
                    if isinstance(w, Shell) and w.isVisible()]  # fmt: skip

    def test_the_start_page_waits_for_nothing_that_it_does_not_show(self, catalogue, tmp_path):
        """Half of all that there is to load belongs to editors, matches and unchecked modules."""
        for name in catalogue.module_ids():
            catalogue.module(name)  # it is in the cache from now on
        code = (
            "import sys\n"
            "from tabuleiro.engine.catalogue import Catalogue\n"
            "from tabuleiro.host.app import make_application\n"
            "from tabuleiro.host.shell import Shell\n"
            "from tabuleiro.store import Library\n"
            "make_application(['start'])\n"
            "shell = Shell(Catalogue.installed(), Library(':memory:'))\n"
            "assert shell.start.posters\n"
            "late = {'numpy', 'shapely', 'pydantic', 'tabuleiro.editor', 'tabuleiro.vassal',\n"
            "        'tabuleiro.host.window', 'tabuleiro.host.boardeditor.opening'}\n"
            "assert not late & set(sys.modules), late & set(sys.modules)\n"
        )
        own = {"TABULEIRO_SETTINGS": str(tmp_path / "own.ini")}
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                              check=False, env={**os.environ, **own})  # fmt: skip
        assert done.returncode == 0, done.stderr
