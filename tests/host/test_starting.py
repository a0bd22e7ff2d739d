"""How the program starts: the start page, new matches, going on, changing places, a crash."""

import dataclasses
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QInputDialog,
    QLabel,
    QMessageBox,
    QPushButton,
)

from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.knowledge import EVERYTHING
from tabuleiro.host import app
from tabuleiro.host.about import LIBRARIES, AboutDialog, about_html
from tabuleiro.host.newmatch import NewMatch
from tabuleiro.host.seat import Seat
from tabuleiro.host.shell import Shell
from tabuleiro.i18n import LANGUAGES, speaking, text
from tabuleiro.module import ModuleError, Problem
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
    def test_a_card_for_each_game_that_can_be_played(self, open_shell, catalogue):
        shell = open_shell()
        for name in catalogue.module_ids():
            module = catalogue.module(name)
            card = shell.start.findChild(object, name)
            assert (card is not None) == (module.plugin in catalogue.games)
            if card is not None:
                assert text(module.title) in told(card)
                assert text(module.summary) in told(card)

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

    def test_pictures_come_after_the_page_and_are_kept(
        self, open_shell, qtbot, monkeypatch, tmp_path
    ):
        monkeypatch.setenv("TABULEIRO_CACHE", str(tmp_path / "cache"))
        shell = open_shell()
        drawn = {}
        shell.start.pictures.drawn.connect(drawn.__setitem__)
        assert not shell.start._cards["diadem"].pixmap()
        qtbot.waitUntil(lambda: shell.start._painted)
        assert drawn == {}, "the page is shown before the first picture is drawn"
        qtbot.waitUntil(lambda: not shell.start.pictures.busy, timeout=60_000)
        picture = drawn["diadem"]
        assert picture.width() == 420
        assert not shell.start._cards["diadem"].pixmap().isNull()
        # Land and rivers are there, not one colour.
        image = picture.toImage()
        colours = {image.pixel(x, y) for x in range(0, 420, 20) for y in range(0, 300, 20)}
        assert len(colours) > 20
        kept = list((tmp_path / "cache").rglob("diadem-*-card-*.png"))
        assert len(kept) == 1
        again = open_shell()
        assert "diadem" not in [module.id for module in again.start.pictures._wanted]
        assert not again.start._cards["diadem"].pixmap().isNull()

    def test_closing_stops_the_drawing(self, open_shell, monkeypatch, tmp_path):
        monkeypatch.setenv("TABULEIRO_CACHE", str(tmp_path / "cache"))
        shell = open_shell()
        shell.close()
        assert not shell.start.pictures.busy

    def test_matches_stand_there_last_first(self, open_shell, catalogue, library):
        keep(catalogue, library, "First")
        keep(catalogue, library, "Second", actions=2)
        shell = open_shell()
        words = [shell.start.matches.item(n).text() for n in range(2)]
        assert words[0].startswith("Second\nOperation Diadem · turn 1 · 2 actions · ")
        assert words[1].startswith("First\n")

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
        assert shell.start.go_on.isHidden()
        assert shell.start.matches.isHidden()
        assert any("None yet" in line for line in told(shell.start))

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
        seen = []
        for _step in range(5 + len(start._news)):
            seen.append(shell.focusWidget())
            qtbot.keyClick(shell.focusWidget(), Qt.Key.Key_Tab)
        assert seen == [
            *(start.go_on, *start._news, start.matches, start.rename, start.delete),
            start.open_file,
        ]
        assert shell.focusWidget() is start.learn

    def test_everything_has_a_name(self, open_shell, catalogue, library):
        keep(catalogue, library, "Friday")
        shell = open_shell()
        assert shell.start.matches.accessibleName()
        names = [b.accessibleName() or b.text() for b in shell.start.findChildren(QPushButton)]
        assert all(names)
        assert len(set(names)) == len(names), "two buttons with one name"
        assert "Friday" in shell.start.go_on.accessibleDescription()

    def test_in_portuguese(self, open_shell, catalogue, library):
        keep(catalogue, library, "Sexta")
        with speaking("pt"):
            shell = open_shell()
            assert shell.start.rename.text() == "Renomear …"
            assert "Operação Diadem · turno 1" in shell.start.matches.item(0).text()

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
            assert shell.start.learn.text() == "Aprender em dez minutos"

    def test_the_menus_stand_in_one_order(self, open_shell, catalogue):
        shell = open_shell()
        shell.show_match(Seat(Table(catalogue.new("diadem", seed="1")), open_hands=True))
        titles = [entry.text() for entry in shell.menuBar().actions()]
        assert titles == [t for t in ("&File", "&Match", "&Time", "&View", "&Help") if t in titles]
        assert titles[-1] == "&Help"


class TestNewMatch:
    def test_choices_have_names(self, qtbot, catalogue):
        dialog = NewMatch(catalogue.module("diadem"))
        qtbot.addWidget(dialog)
        shifts = dialog._options["shifts"]
        assert isinstance(shifts, QComboBox)
        assert [shifts.itemText(n) for n in range(2)] == [
            "Attacker first, then defender",
            "Only the difference",
        ]
        assert shifts.itemData(1) == "net"
        notes = [line for line in told(dialog) if line.startswith("Attacker first, then defender:")]
        assert len(notes) == 1, "the explanation speaks of choices by their names"

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("game", ["diadem", "leyte", "metz", "papua"])
    def test_every_choice_of_every_option_has_one(self, catalogue, game, language):
        module = catalogue.module(game)
        for option in module.options.values():
            for choice in option.choices:
                assert module.texts[f"option.{option.id}.{choice}"][language]

    def test_a_choice_without_a_name_shows_its_id(self, qtbot, catalogue):
        module = catalogue.module("diadem")
        texts = {key: words for key, words in module.texts.items() if not key.endswith(".net")}
        dialog = NewMatch(dataclasses.replace(module, texts=texts))
        qtbot.addWidget(dialog)
        assert dialog._options["shifts"].itemText(1) == "net"

    def test_two_people_play_sealed_and_one_covered(self, qtbot, catalogue):
        dialog = NewMatch(catalogue.module("diadem"))
        qtbot.addWidget(dialog)
        sealing, axis = dialog._options["sealing"], dialog._sides["axis"]
        assert (sealing.currentData(), dialog.options) == ("sealed", {"sealing": "sealed"})
        axis.setCurrentIndex(axis.findData("simple"))
        assert (sealing.currentData(), dialog.options) == ("covered", {})
        axis.setCurrentIndex(axis.findData("human"))
        assert sealing.currentData() == "sealed"
        dialog._open.setChecked(True)
        assert sealing.currentData() == "covered", "one person plays both sides"
        dialog._open.setChecked(False)
        sealing.setCurrentIndex(sealing.findData("open"))
        sealing.activated.emit(sealing.currentIndex())
        axis.setCurrentIndex(axis.findData("simple"))
        assert sealing.currentData() == "open", "what was chosen stays"

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_each_way_of_sealing_is_explained(self, qtbot, catalogue, language):
        with speaking(language):
            dialog = NewMatch(catalogue.module("papua"))
            qtbot.addWidget(dialog)
            ways = {"en": ("Covered", "Sealed", "Open"), "pt": ("Coberto", "Lacrado", "Aberto")}
            sealing = dialog._options["sealing"]
            assert tuple(map(sealing.itemText, range(3))) == ways[language]
            note = sealing.accessibleDescription()
            lines = note.splitlines()
            assert [line.split(":")[0] for line in lines[1:]] == list(ways[language])
            assert note in told(dialog)

    def test_what_was_chosen_is_played_and_kept(self, open_shell, library, qtbot):
        shell = open_shell()

        def choose():
            dialog = shell.findChild(NewMatch)
            dialog._title.setText("Evening")
            dialog._seed.setText("cassino")
            dialog._sides["axis"].setCurrentIndex(dialog._sides["axis"].findData("simple"))
            shifts = dialog._options["shifts"]
            shifts.setCurrentIndex(shifts.findData("net"))
            sealed = dialog._options["sealing"]
            sealed.setCurrentIndex(sealed.findData("open"))
            zones = dialog._topics["zones"]
            zones.setCurrentIndex(zones.findData("advise"))
            dialog.accept()

        QTimer.singleShot(0, choose)
        card = shell.start.findChild(object, "diadem")
        button(card, "New match …").click()
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
        assert "1 action" in shell.start.matches.item(0).text()


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
        assert "Axis, it is your turn" in told(shell.handover)
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
            assert "Eixo, é a sua vez" in told(shell.handover)


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
