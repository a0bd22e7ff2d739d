"""Settings, their dialog, the shortcuts, and what happens to a match when they change."""

import wave
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtWidgets import QApplication, QDialogButtonBox

from tabuleiro.host import sound, sounds
from tabuleiro.host.layout import MAP_SHARE
from tabuleiro.host.map.picture import load_layers
from tabuleiro.host.seat import Seat
from tabuleiro.host.settings import Settings
from tabuleiro.host.settingsdialog import SettingsDialog, retake
from tabuleiro.host.theme import dress
from tabuleiro.i18n import language, set_language
from tabuleiro.seats import Table
from tabuleiro.testing import action
from tabuleiro.testing.table import table


@pytest.fixture(autouse=True)
def as_before(qapp):
    """Give the program back language, colours and size of writing."""
    spoken = language()
    size = qapp.property("system-font-size") or qapp.font().pointSizeF()
    yield
    set_language(spoken)
    plain = SimpleNamespace(theme="light", font_size=size)
    dress(qapp, plain)


@pytest.fixture
def match(shell):
    """A match in the program's window, one unit selected."""
    game = table("diadem", "allied-movement", {"us-349-ri": "1413", "us-350-ri": "1414"}).game
    seat = Seat(Table(game), title="Sunday")
    window = shell.show_match(seat)
    seat.select(["us-349-ri"])
    return window


@pytest.fixture
def dialog(shell, match, settings):
    found = SettingsDialog(settings, shell)
    found.show()
    yield found
    found.close()


def ok(dialog):
    return dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)


class TestKept:
    def test_what_makes_no_sense_counts_as_not_set(self, settings):
        for key, value in (("pace", "warp"), ("theme", "pink"), ("font-size", "big")):
            settings.set(key, value)
        assert (settings.pace, settings.theme, settings.font_size) == ("normal", "system", 0)

    def test_it_is_there_for_the_next_start(self, settings, tmp_path):
        settings.set("handover", value=False)
        settings.set("font-size", 14)
        settings.set_shortcut("undo", "Ctrl+U")
        settings.sync()
        again = Settings(QSettings(str(tmp_path / "own.ini"), QSettings.Format.IniFormat))
        assert not again.handover
        assert again.font_size == 14
        assert again.shortcut("undo", "Ctrl+Z") == "Ctrl+U"

    def test_the_dialog_keeps_everything_with_ok(self, dialog, settings, qtbot):
        dialog.theme.setCurrentIndex(dialog.theme.findData("dark"))
        dialog.pace.setCurrentIndex(dialog.pace.findData("fast"))
        dialog.font_size.setValue(13)
        dialog.tabs.setCurrentIndex(1)
        spot = QPoint(8, dialog.tumbling.height() // 2)
        qtbot.mouseClick(dialog.tumbling, Qt.MouseButton.LeftButton, pos=spot)
        dialog.handover.setChecked(False)
        assert settings.theme == "system"
        ok(dialog).click()
        assert (settings.theme, settings.pace, settings.font_size) == ("dark", "fast", 13)
        assert not settings.handover
        assert not settings.tumbling

    def test_cancel_keeps_nothing(self, dialog, settings):
        dialog.theme.setCurrentIndex(dialog.theme.findData("dark"))
        dialog.reject()
        assert settings.theme == "system"


class TestLanguage:
    @pytest.fixture(autouse=True)
    def english(self):
        set_language("en")

    def test_the_match_goes_on_in_another_language(self, shell, match, settings):
        seat, head = match.seat, match.seat.table.game.log.head
        settings.set("language", "pt")
        retake(shell)
        assert language() == "pt"
        assert shell.match is not match
        assert shell.match.seat is seat
        assert seat.table.game.log.head == head
        assert seat.selection == ("us-349-ri",)
        assert shell.commands["open"].text() == "Abrir …"
        assert shell.match.docks["log"].windowTitle() == "Registro"
        assert shell.match.commands["undo"].text() == "Desfazer"

    def test_the_board_is_drawn_with_other_names(self, shell, match, settings):
        before = match.picture
        settings.set("language", "pt")
        retake(shell)
        assert shell.match.picture is not before
        module = shell.match.seat.table.game.module
        english, portuguese = (
            msgspec.json.encode(load_layers(module, name)) for name in ("en", "pt")
        )
        assert english != portuguese

    def test_sight_and_layout_stay(self, shell, match, settings, qtbot):
        QApplication.processEvents()
        match.docks["charts"].show()
        match.docks["hex"].hide()
        QApplication.processEvents()
        match.view.set_zoom(match.view.zoom * 2)
        match.view.centerOn(match.view.middle("1106"))
        zoom, centre = match.view.zoom, match.view.seen().center()
        settings.set("language", "pt")
        retake(shell)
        QApplication.processEvents()
        again = shell.match
        assert again.view.zoom == pytest.approx(zoom)
        now = again.view.seen().center()
        assert abs(now.x() - centre.x()) < 20
        assert abs(now.y() - centre.y()) < 20
        assert again.docks["charts"].isVisible()
        assert not again.docks["hex"].isVisible()

    def test_the_match_can_be_played_on(self, shell, match, settings, hands, qtbot):
        settings.set("language", "pt")
        retake(shell)
        qtbot.waitExposed(shell)
        QApplication.processEvents()
        hands(shell.match).click("1313")
        assert shell.match.seat.sight.place("us-349-ri") == "1313"

    def test_the_start_page_changes_too(self, shell, settings):
        settings.set("language", "pt")
        retake(shell)
        assert shell.match is None
        assert shell.commands["quit"].text() == "Sair"


class TestLook:
    def test_dark_and_light_at_once(self, shell, settings, qapp):
        settings.set("theme", "dark")
        retake(shell)
        assert qapp.palette().window().color().lightness() < 60
        settings.set("theme", "light")
        retake(shell)
        assert qapp.palette().window().color().lightness() > 200

    def test_all_writing_grows(self, shell, match, settings, qapp):
        panel = match.docks["log"].widget()
        before = panel.fontMetrics().height()
        settings.set("font-size", 20)
        retake(shell)
        assert panel.view.fontMetrics().height() > 1.5 * before
        assert match.docks["tracks"].widget().turns.box(0).height() > 30
        settings.set("font-size", 0)
        retake(shell)
        assert panel.fontMetrics().height() == before

    def test_pace_and_dice_are_taken_over(self, shell, match, settings):
        settings.set("pace", "slow")
        settings.set("tumbling-dice", value=False)
        retake(shell)
        assert match.seat.pace_ms == 900
        assert not match.battle.dice.animated


def front(seat, view):
    """The hexes of all that stand next to an enemy, as far as they are seen."""
    s, grid = seat.sight, view.board.grid
    held = {place: s.holder(place) for place in s.position.stacks if place in grid}
    return [hex for hex, side in held.items() for there in grid.neighbours(hex)
            if held.get(there, side) != side]  # fmt: skip


class TestLayout:
    @pytest.mark.parametrize("size", [(1366, 768), (1920, 1080)])
    def test_the_map_has_three_quarters_at_first(self, shell, match, size):
        shell.resize(*size)
        QApplication.processEvents()
        assert match.view.width() >= MAP_SHARE * match.width()
        assert not match.docks["decision"].visibleRegion().isEmpty()
        bar = match.docks["log"].widget().view
        assert bar.viewport().height() > 30

    def test_what_a_player_moved_stays_when_the_window_grows(self, shell, match):
        QApplication.processEvents()
        docks = [match.docks[name] for name in ("decision", "hex", "log")]
        match.resizeDocks(docks, [480, 480, 480], Qt.Orientation.Horizontal)
        QApplication.processEvents()
        shell.resize(1700, 900)
        QApplication.processEvents()
        assert match.docks["decision"].width() == 480

    def test_a_panel_below_opens_high_enough(self, shell, match):
        match.docks["forces"].toggleViewAction().trigger()
        QApplication.processEvents()
        assert match.docks["forces"].height() > 170
        assert match.docks["decision"].height() > 200

    def test_it_is_remembered_for_each_game(self, shell, match, settings, catalogue):
        match.docks["hex"].hide()
        seat = match.seat
        again = shell.show_match(seat)
        assert not again.docks["hex"].isVisible()
        assert settings.restore_layout("another-game", again) is False

    def test_the_front_is_in_sight_beside_what_is_remembered(self, shell, match):
        match.docks["rules"].toggleViewAction().trigger()
        QApplication.processEvents()
        again = shell.show_match(match.seat)
        QApplication.processEvents()
        assert again.docks["rules"].isVisible()
        view = again.view
        seen = view.mapToScene(view.viewport().rect()).boundingRect()
        assert view.following
        assert all(seen.contains(view.middle(each)) for each in front(match.seat, view))
        view.set_zoom(view.zoom * 2, view.viewport().rect().center())
        near = view.zoom
        again.hide()
        again.show()
        QApplication.processEvents()
        assert view.zoom == near, "where a player looks stays when the window was out of sight"

    def test_reset_brings_the_panels_back(self, dialog, match):
        match.docks["hex"].hide()
        match.docks["forces"].show()
        dialog.layout_button.click()
        QApplication.processEvents()
        assert match.docks["hex"].isVisible()
        assert not match.docks["forces"].isVisible()


class TestShortcuts:
    def test_no_two_commands_have_the_same_keys_at_first(self, shell, match):
        assert shell.commands.conflicts(match.commands) == {}

    def test_a_conflict_of_program_and_match_is_told_and_not_saved(self, dialog, settings):
        editor = dialog.shortcuts
        editor.set_keys("open", "Ctrl+Z")
        assert "Ctrl+Z" in dialog.told.text()
        for name in ("Open …", "Undo"):
            assert name in dialog.told.text()
        assert dialog.told.isVisible()
        assert not ok(dialog).isEnabled()
        dialog.accept()
        assert settings.shortcut("open", "Ctrl+O") == "Ctrl+O"
        editor.set_keys("open", "")
        assert ok(dialog).isEnabled()
        assert not dialog.told.isVisible()

    def test_other_keys_are_kept_and_work(self, dialog, shell, settings, qtbot):
        editor = dialog.shortcuts
        dialog.tabs.setCurrentWidget(editor)
        editor.select("redo")
        editor.edit.setFocus()
        qtbot.keyClick(editor.edit, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
        assert editor.keys("redo") == "Ctrl+R"
        ok(dialog).click()
        retake(shell)
        assert shell.match.commands["redo"].shortcut().toString() == "Ctrl+R"
        assert "Ctrl+R" in shell.match.commands["redo"].toolTip()

    def test_one_and_all_go_back(self, dialog, settings):
        editor = dialog.shortcuts
        editor.set_keys("undo", "Ctrl+U")
        editor.set_keys("fit", "F")
        editor.reset("undo")
        assert (editor.keys("undo"), editor.keys("fit")) == ("Ctrl+Z", "F")
        editor.reset_all()
        assert editor.keys("fit") == "Home"
        ok(dialog).click()
        assert settings.shortcut("fit", "Home") == "Home"

    def test_a_search_finds_by_name_and_by_keys(self, dialog):
        editor = dialog.shortcuts
        dialog.tabs.setCurrentWidget(editor)
        editor.search.setText("ctrl+z")
        shown = [id for id, item in editor._items.items() if not item.isHidden()]
        assert shown == ["undo"]

    def test_conflicts_in_settings_of_old_are_found(self, shell, match, settings):
        settings.set_shortcut("save", "Ctrl+Z")
        shell.commands.refresh_keys()
        found = shell.commands.conflicts(match.commands)
        assert found == {"Ctrl+Z": ["save", "undo"]}
        again = shell.show_match(match.seat)
        assert "Ctrl+Z" in again.told.text()


class TestSound:
    @pytest.mark.parametrize("name", sounds.SOUNDS)
    def test_the_files_are_what_the_program_makes(self, name, tmp_path):
        """But for the last bit of a sine, which is another on other processors."""
        paths = (sounds.write(name, tmp_path), sounds.path_of(name))
        made, shipped = (_samples(path) for path in paths)
        assert max(abs(a - b) for a, b in zip(made, shipped, strict=True)) <= 1
        assert all(path.stat().st_size < 30_000 for path in paths)

    @pytest.mark.parametrize("name", sounds.SOUNDS)
    def test_they_are_short_and_fade(self, name):
        sound = memoryview(sounds.SOUNDS[name]()).cast("h")
        assert 0.1 < len(sound) / sounds.RATE < 1
        half = len(sound) // 2
        assert max(map(abs, sound[:half])) > 2 * max(map(abs, sound[-half // 3 :]))
        assert max(map(abs, sound)) < 2**15

    def test_without_multimedia_it_is_not_offered(self, shell, match, settings, monkeypatch):
        monkeypatch.setattr("tabuleiro.host.settingsdialog.multimedia", lambda: None)
        dialog = SettingsDialog(settings, shell)
        assert not dialog.sound.isEnabled()
        assert "PySide6-Addons" in dialog.sound.accessibleDescription()
        assert match.sound.play("dice") is False or sound.multimedia() is not None

    @pytest.fixture
    def played(self, settings, monkeypatch):
        """The names of what was played, as far as sound is wanted."""
        names = []

        class Effect:
            def __init__(self, parent):
                self.name = ""

            def setSource(self, url):  # noqa: N802 - as Qt calls it
                assert Path(url.toLocalFile()).is_file()
                self.name = Path(url.toLocalFile()).stem

            def play(self):
                names.append(self.name)

        monkeypatch.setattr(sound, "multimedia", lambda: SimpleNamespace(QSoundEffect=Effect))
        return names

    def test_dice_and_moves_are_heard_only_if_wanted(self, shell, settings, played):
        t = table("diadem", "allied-movement", {"us-349-ri": "1213", "de-200-rpzgr": "0303"})
        window = shell.show_match(Seat(Table(t.game)))
        window.theatre.waits = False
        assert not window.theatre.plays, "these dice are seen by nobody"
        rolled = SimpleNamespace(events=[_rolled()], parent=0)
        window.sound._acted(rolled)
        assert not played
        settings.set("sound", value=True)
        window.sound._acted(rolled)
        assert played == ["dice"]
        window.sound._acted(SimpleNamespace(events=[], parent=0))
        assert window.seat.act(action("move", "us-349-ri", ("1313",)))
        assert played == ["dice", "move"]

    def test_the_dice_of_a_battle_are_heard_once_when_they_tumble(self, shell, settings, played):
        pieces = {"us-349-ri": "1213", "us-350-ri": "1213", "de-200-rpzgr": "1112"}
        t = table("diadem", "allied-combat", pieces)
        window = shell.show_match(Seat(Table(t.game)))
        settings.set("sound", value=True)
        window.theatre.waits = True
        (target,) = {a.target for a in window.seat.legal() if a.kind == "assault"}
        for each in (
            action("assault", target),
            action("join", "us-349-ri"),
            action("join", "us-350-ri"),
        ):
            assert window.seat.act(each)
        assert played == []
        assert window.seat.act(action("confirm"))
        assert window.theatre.scene is not None
        assert played == ["dice"]

    @pytest.mark.qt_log_level_fail("CRITICAL")
    def test_it_is_tried_where_multimedia_is_installed(self, match, settings, qtbot):
        """Whether it can be heard nobody can test; that Qt reads the files it can."""
        media = sound.multimedia()
        if media is None:
            pytest.skip("Qt Multimedia is not installed")
        settings.set("sound", value=True)
        for name in sounds.SOUNDS:
            assert match.sound.play(name)
        if media.QMediaDevices.defaultAudioOutput().isNull():
            pytest.skip("there is nothing to play it on")
        for effect in match.sound._effects.values():
            qtbot.waitUntil(lambda effect=effect: effect.isLoaded(), timeout=5000)


def _samples(path):
    with wave.open(str(path)) as file:
        assert (file.getnchannels(), file.getframerate()) == (1, sounds.RATE)
        return memoryview(file.readframes(file.getnframes())).cast("h")


def _rolled():
    from tabuleiro.engine import events as ev
    from tabuleiro.engine import msg

    return ev.Rolled("allied", msg("a throw"), (6, 5))
