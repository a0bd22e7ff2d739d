"""The scenario editor: counters are dragged, turns and zones filled, all of it undone and saved."""

from pathlib import Path

import pytest
import yaml
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QPushButton

from tabuleiro.editor.beginning import add_scenario, draft_of, new_module, new_pack
from tabuleiro.host.scenarioeditor import opening
from tabuleiro.host.scenarioeditor.difference import DifferenceDialog
from tabuleiro.host.scenarioeditor.session import Session
from tabuleiro.host.scenarioeditor.window import ScenarioEditor
from tabuleiro.host.settings import Settings
from tabuleiro.host.shell import Shell
from tabuleiro.module import find_module, load_module
from tabuleiro.module.images import image_path
from tabuleiro.store import Library

NEW = "us-349-ri"


@pytest.fixture(autouse=True)
def _nothing_is_asked(monkeypatch):
    """Windows close without a question; a question that nobody answers would wait for ever."""
    monkeypatch.setattr(ScenarioEditor, "_asked_to_leave", lambda _self: True)

    def told(_parent, _title, sentence):
        raise AssertionError(sentence)

    for module in ("shell", "scenarioeditor.opening", "scenarioeditor.window"):
        monkeypatch.setattr(f"tabuleiro.host.{module}.warn", told)


@pytest.fixture
def home(tmp_path, monkeypatch):
    for name in ("DATA", "CONFIG"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    monkeypatch.setenv("TABULEIRO_LIBRARY", str(tmp_path / "library.db"))
    return tmp_path


@pytest.fixture
def editor(qtbot, home, catalogue):
    """The editor on a scenario of Diadem, in a pack, in which one regiment is not used yet."""
    draft = draft_of(new_pack("diadem", "my-diadem", home), catalogue.parameters)
    file = add_scenario(draft, "three-turns")
    with draft.edit("One less") as files:
        for entry in files[file]["setup"]:
            entry["units"] = [unit for unit in entry["units"] if unit != NEW]
    window = ScenarioEditor(Session(draft, file, load_module(find_module("diadem"))), Settings())
    qtbot.addWidget(window)
    window.show()
    window.view.set_zoom(0.6)
    return window


def mouse(widget, kind, spot, button=Qt.MouseButton.LeftButton):
    at = QPointF(spot)
    held = button if kind != QEvent.Type.MouseButtonRelease else Qt.MouseButton.NoButton
    pressed = button if kind != QEvent.Type.MouseMove else Qt.MouseButton.NoButton
    event = QMouseEvent(
        kind, at, QPointF(widget.mapToGlobal(spot)), pressed, held, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(widget, event)


def drag(widget, start, *way, button=Qt.MouseButton.LeftButton):
    """Press, move and let go, all told to the widget that was pressed on, as Qt does."""
    mouse(widget, QEvent.Type.MouseButtonPress, start, button)
    for spot in way:
        mouse(widget, QEvent.Type.MouseMove, spot, button)
    mouse(widget, QEvent.Type.MouseButtonRelease, way[-1], button)


def in_list(editor, piece):
    editor.tray.search.setText(piece)
    item = editor.tray.list.item(0)
    editor.tray.list.setCurrentItem(item)
    return editor.tray.list.visualItemRect(item).center()


def on_map(editor, hex):
    editor.view.show_hex(hex)
    return editor.view.mapFromScene(editor.view.middle(hex))


def drag_to_map(editor, piece, hex):
    viewport = editor.tray.list.viewport()
    start = in_list(editor, piece)
    end = viewport.mapFromGlobal(editor.view.viewport().mapToGlobal(on_map(editor, hex)))
    drag(viewport, start, start + QPoint(30, 5), end)


def units_at(editor, hex):
    entries = editor.session.values["setup"]
    return [unit for entry in entries if entry.get("hex") == hex for unit in entry["units"]]


class TestCounters:
    def test_one_is_dragged_from_the_order_of_battle_onto_the_map(self, editor):
        drag_to_map(editor, NEW, "1014")
        assert NEW in units_at(editor, "1014")
        assert NEW in editor.view.stacks["1014"].pieces
        assert editor.canvas.selected == NEW
        editor.tray.search.setText(NEW)
        assert editor.tray.list.count() == 0

    def test_one_is_dragged_from_hex_to_hex(self, editor):
        piece = units_at(editor, "1503")[0]
        viewport = editor.view.viewport()
        start = on_map(editor, "1503")
        end = editor.view.mapFromScene(editor.view.middle("1403"))
        drag(viewport, start, start + QPoint(10, 0), end)
        assert units_at(editor, "1503") == []
        assert units_at(editor, "1403") == [piece]

    def test_a_click_opens_a_stack_so_that_each_can_be_dragged(self, editor):
        viewport = editor.view.viewport()
        lowest, *others = editor.view.stacks["1307"].pieces
        assert len(others) > 1
        drag(viewport, on_map(editor, "1307"), on_map(editor, "1307"))  # a click
        item = editor.view.stacks["1307"]
        assert item.fanned
        start = editor.view.mapFromScene(item.middle_of(lowest))
        end = editor.view.mapFromScene(editor.view.middle("1206"))
        drag(viewport, start, start + QPoint(10, 0), end)
        assert editor.session.standing[lowest].spot == "1206"
        assert sorted(units_at(editor, "1307")) == sorted(others)

    def test_delete_takes_it_back_to_the_order_of_battle(self, editor, qtbot):
        piece = units_at(editor, "1503")[0]
        editor.canvas.select(piece)
        editor.view.setFocus()
        qtbot.keyClick(editor.view, Qt.Key.Key_Delete)
        assert piece not in editor.session.standing
        in_list(editor, piece)
        assert editor.tray.list.count() == 1

    def test_it_is_dragged_back(self, editor):
        piece = units_at(editor, "1503")[0]
        viewport = editor.view.viewport()
        start = on_map(editor, "1503")
        tray = editor.tray.list.viewport()
        end = viewport.mapFromGlobal(tray.mapToGlobal(tray.rect().center()))
        drag(viewport, start, start + QPoint(10, 0), end)
        assert piece not in editor.session.standing

    def test_losses_are_chosen_in_its_menu(self, editor):
        piece = units_at(editor, "1503")[0]
        menu = editor.menu_of(piece)
        menu.actions()[1].trigger()
        (entry,) = [e for e in editor.session.values["setup"] if piece in e["units"]]
        assert entry["reduced"] is True
        assert editor.session.face(piece).reduced
        editor.menu_of(piece).actions()[0].trigger()
        assert editor.session.standing[piece].losses == 0

    def test_it_comes_in_the_turn_onto_which_it_is_dragged(self, editor):
        editor.pages.setCurrentWidget(editor.arrivals)
        tree = editor.arrivals.tree
        top = tree.topLevelItem(2)
        spot = tree.viewport().mapToGlobal(tree.visualItemRect(top).center())
        viewport = editor.tray.list.viewport()
        start = in_list(editor, NEW)
        drag(viewport, start, start + QPoint(30, 0), viewport.mapFromGlobal(spot))
        entries = editor.session.values["reinforcements"]
        (entry,) = [entry for entry in entries if NEW in entry["units"]]
        assert (entry["turn"], entry["side"]) == (3, "allied")
        assert entry["edges"]
        assert editor.session.waiting[NEW] == "3"


class TestZones:
    def test_hexes_are_painted_with_the_mouse_and_wiped_off(self, editor, qtbot):
        editor.pages.setCurrentWidget(editor.zones)
        before = len(editor.session.values["free"])
        editor.zones.side.setCurrentIndex(editor.zones.side.findData("allied"))
        editor.zones._add()
        assert len(editor.session.values["free"]) == before + 1
        editor.zones.paint.setChecked(True)
        viewport = editor.view.viewport()
        editor.view.show_hex("1014")
        spots = [editor.view.mapFromScene(editor.view.middle(h)) for h in ("1013", "1014", "1015")]
        drag(viewport, *spots)
        zone = editor.session.values["free"][-1]["where"]
        assert zone["hexes"] == ["1013", "1014", "1015"]
        drag(viewport, spots[0], spots[0], button=Qt.MouseButton.RightButton)
        assert editor.session.values["free"][-1]["where"]["hexes"] == ["1014", "1015"]
        assert not editor.canvas._stroke

    def test_counters_are_dragged_onto_a_zone_of_their_side(self, editor):
        editor.pages.setCurrentWidget(editor.zones)
        tree = editor.zones.tree
        number = next(
            n for n, e in enumerate(editor.session.values["free"]) if e["side"] == "allied"
        )
        spot = tree.visualItemRect(tree.topLevelItem(number)).center()
        viewport = editor.tray.list.viewport()
        start = in_list(editor, NEW)
        end = viewport.mapFromGlobal(tree.viewport().mapToGlobal(spot))
        drag(viewport, start, start + QPoint(30, 0), end)
        assert NEW in editor.session.values["free"][number]["units"]


class TestFields:
    def test_titles_texts_and_turns(self, editor):
        about = editor.about
        about.names["pt"].setText("Três turnos em Cassino")
        about.names["pt"].editingFinished.emit()
        about.texts["en"].setPlainText("Three turns\nat Cassino.")
        QApplication.sendEvent(about.texts["en"], QEvent(QEvent.Type.FocusOut))
        about.last.setValue(3)
        values = editor.session.values
        assert values["name"] == {"pt": "Três turnos em Cassino", "en": "Three turns"}
        assert values["text"]["en"] == "Three turns at Cassino."
        assert values["last_turn"] == 3

    def test_a_scenario_that_says_no_turns_has_those_of_the_game(self, editor):
        session, about = editor.session, editor.about
        whole = len(session.module.turns)

        def forget(values):
            del values["first_turn"], values["last_turn"]

        session.edit("No turns", forget)
        assert session.turns == (1, whole)
        assert (about.first.value(), about.last.value()) == (1, whole)
        assert "last_turn" not in session.values, "showing it writes nothing"
        about.last.setValue(whole - 1)
        assert session.values["last_turn"] == whole - 1

    def test_notes_are_the_comment_at_the_top_of_the_file(self, editor):
        editor.about.notes.setPlainText("For two friends.\nTried twice.")
        editor.about._take_notes()
        text = editor.session.draft.text(editor.session.file)
        assert text.startswith("# For two friends.\n# Tried twice.\nformat: 1\n")
        assert editor.session.draft.undo_label == "Notes"

    def test_objectives(self, editor):
        goals = editor.goals
        goals.places.setCurrentIndex(0)
        place = goals.places.currentData()
        goals._add()
        assert goals.chosen == place
        goals.points["allied"].setValue(7)
        goals.owner.setCurrentIndex(goals.owner.findData("axis"))
        goals._take()
        found = [g for g in editor.session.values["objectives"] if g["place"] == place]
        assert [(g["points"]["allied"], g["owner"]) for g in found] == [(7, "axis")]
        goals._delete()
        assert not [g for g in editor.session.values["objectives"] if g["place"] == place]

    def test_options_say_only_what_is_not_usual(self, editor):
        combo = editor.options.choices["mountain-roads"]
        combo.setCurrentIndex(combo.findData(False))
        assert editor.session.values["options"] == {"mountain-roads": False}
        combo.setCurrentIndex(combo.findData(True))
        assert editor.session.values["options"] == {}


class TestUndo:
    def test_each_step_comes_back_by_ctrl_z_and_again_by_ctrl_y(self, editor, qtbot):
        before = editor.session.draft.text(editor.session.file)
        editor.put(NEW, "1014")
        editor.bring(NEW, 2)
        after = editor.session.draft.text(editor.session.file)
        for _step in range(2):
            qtbot.keyClick(editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert editor.session.draft.text(editor.session.file) == before
        for _step in range(2):
            qtbot.keyClick(editor, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
        assert editor.session.draft.text(editor.session.file) == after

    def test_the_scenario_itself_is_not_undone(self, editor):
        while editor.session.can_undo:
            editor.session.undo()
        assert editor.session.file in editor.session.draft.names


class TestProblems:
    def test_they_are_listed_while_one_works_and_lead_to_their_place(self, editor, qtbot):
        assert editor.session.problems == ()
        with qtbot.waitSignal(editor.session.checked):
            editor.put(NEW, "0116")  # the sea
        assert editor.problems.count() == 1
        assert "1 problem" in editor._problems_dock.windowTitle()
        assert not editor.commands["play"].isEnabled()
        editor.problems.itemClicked.emit(editor.problems.item(0))
        assert editor.view.cursor_hex == "0116"
        editor.session.undo()
        editor.session.check()
        assert editor.problems.count() == 0
        assert editor.commands["play"].isEnabled()


class TestSaving:
    def test_the_difference_is_shown_and_then_written(self, editor, monkeypatch):
        seen = []

        def agree(dialog):
            seen.append(dialog.text.toPlainText())
            return QDialog.DialogCode.Accepted

        monkeypatch.setattr(DifferenceDialog, "exec", agree)
        editor.put(NEW, "1014")
        assert editor.windowTitle().startswith("Three turns*")
        assert editor.save()
        assert f'+  - {{hex: "1014", units: [us-350-ri, us-351-ri, {NEW}]' in seen[0]
        assert not editor.session.draft.changed
        path = editor.session.draft.root / editor.session.file
        data = yaml.safe_load(path.read_text("utf-8"))
        assert any(NEW in entry["units"] for entry in data["setup"])

    def test_what_others_changed_meanwhile_is_told(self, editor, monkeypatch):
        editor.session.draft.save()
        path = editor.session.draft.root / editor.session.file
        before = path.read_bytes()
        path.write_text("theirs", "utf-8")
        told = []
        editor.session.refused.disconnect()
        editor.session.refused.connect(told.append)
        monkeypatch.setattr(DifferenceDialog, "exec", lambda _dialog: 1)
        editor.put(NEW, "1014")
        assert not editor.save()
        assert "changed by something else" in told[0]
        path.write_bytes(before)


def withdrawn(editor):
    entries = editor.session.values.get("withdrawals", [])
    return [(entry["turn"], entry["units"]) for entry in entries]


def test_who_leaves_is_dragged_onto_a_turn_and_stays_again(editor):
    page = editor.withdrawals
    editor.pages.setCurrentWidget(page)
    for piece, turn in ((NEW, 3), ("us-351-ri", 3), ("us-350-ri", 2)):
        top = page.tree.topLevelItem(turn - 1)
        spot = page.tree.visualItemRect(top).center()
        editor._let_go(piece, page.tree.viewport().mapToGlobal(spot))
    assert withdrawn(editor) == [(2, ["us-350-ri"]), (3, [NEW, "us-351-ri"])]
    assert "us-351-ri" in editor.session.standing
    group = page.tree.topLevelItem(2).child(0)
    page.tree.setCurrentItem(group)
    assert page.edge.currentIndex() == -1
    page.when.setCurrentIndex(page.when.findData("may"))
    page.when.activated.emit(0)
    assert editor.session.values["withdrawals"][1]["when"] == "may"
    page.tree.setCurrentItem(page.tree.topLevelItem(1).child(0).child(0))
    page.tree.setFocus()
    QTest.keyClick(page.tree, Qt.Key.Key_Delete)
    assert withdrawn(editor) == [(3, [NEW, "us-351-ri"])]
    assert "us-350-ri" in editor.session.standing
    for _step in range(5):
        editor.session.undo()
    assert withdrawn(editor) == []


def test_who_leaves_is_chosen_by_the_right_button(editor):
    menu = editor.menu_of("us-351-ri")
    (leaves,) = [a.menu() for a in menu.actions() if a.text() == "Leaves in turn"]
    for turn in (4, 2, 4):
        leaves.actions()[turn - 1].trigger()
    assert withdrawn(editor) == [(2, ["us-351-ri"]), (4, ["us-351-ri"])]


def test_pools_are_named_given_points_and_taken_away(editor, monkeypatch):
    page = editor.pools
    before = editor.session.values["pools"]
    page.ids.setCurrentText("replacements")
    page.findChildren(QPushButton)[0].click()
    assert editor.session.values["pools"] == [
        *before,
        {"id": "replacements", "side": "allied", "per_turn": 0,
         "name": {"pt": "replacements", "en": "replacements"}},
    ]  # fmt: skip
    page.names["en"].setText("Replacements")
    page.names["en"].editingFinished.emit()
    page.side.setCurrentIndex(page.side.findData("axis"))
    page.side.activated.emit(0)
    page.points.setText("4, 4, 0, 1, 1, 1, 1")
    page.points.editingFinished.emit()
    pool = editor.session.values["pools"][-1]
    assert (pool["name"]["en"], pool["side"]) == ("Replacements", "axis")
    assert pool["per_turn"] == [4, 4, 0, 1, 1, 1, 1]
    editor.session.check()
    assert editor.session.problems == ()
    said = []
    editor.session.refused.disconnect()
    editor.session.refused.connect(said.append)
    page.points.setText("many")
    page.points.editingFinished.emit()
    page.ids.setCurrentText("replacements")
    page.findChildren(QPushButton)[0].click()
    assert [sentence[:16] for sentence in said] == ["Points are a num", "There is a pool "]
    assert page.points.text() == "4, 4, 0, 1, 1, 1, 1"
    page.delete.click()
    assert editor.session.values["pools"] == before


@pytest.fixture
def shell(qtbot, home, catalogue):
    with Library() as library:
        window = Shell(catalogue, library, Settings())
        qtbot.addWidget(window)
        window.show()
        yield window
        window.close()


class TestTheProgram:
    def test_a_new_scenario_of_a_game_is_a_pack_of_ones_own(self, shell, catalogue):
        module = catalogue.module("diadem")
        editor = opening.begin_scenario(shell, module, "Three turns at Cassino")
        assert editor.session.draft.is_pack
        assert editor.session.id == "three-turns-at-cassino"
        root = editor.session.draft.root
        editor.session.save()
        (mine,) = [own for own in opening.own_scenarios(catalogue) if own.folder == root]
        assert mine.file == "variant/scenarios/three-turns-at-cassino.yaml"
        editor.close()
        again = opening.open_own(shell, mine)
        assert again.session.draft.root == root
        assert again.session.problems == ()

    def test_what_was_never_saved_leaves_nothing_behind(self, shell, catalogue):
        editor = opening.begin_scenario(shell, catalogue.module("diadem"), "Nothing")
        root = editor.session.draft.root
        assert root.is_dir()
        editor.close()
        assert not root.exists()

    def test_a_scenario_with_problems_is_opened_on_its_map(self, shell, home, catalogue):
        folder = new_module("my-war", opening.own_modules())
        draft = draft_of(folder)
        add_scenario(draft, "second")
        draft.save()
        path = folder / "scenarios/second.yaml"
        path.write_text(path.read_text("utf-8").replace("red-infantry-1", "nobody"), "utf-8")
        own = next(o for o in opening.own_scenarios(catalogue) if o.file.endswith("second.yaml"))
        editor = opening.open_own(shell, own)
        assert len(editor.session.problems) == 1
        assert "blue-infantry-1" in editor.view.stacks["0305"].pieces

    @pytest.mark.parametrize(
        ("kind", "spot"),
        [("squares", "C3"), ("areas", "north"), ("plain", "at:0500.0300"), ("hexes", "0505")],
    )
    def test_boards_of_any_kind(self, shell, home, catalogue, kind, spot):
        folder = new_module("my-war", opening.own_modules(), kind)
        own = opening.own_scenarios(catalogue)[0]
        editor = opening.open_own(shell, own)
        editor.put("blue-cavalry-1", spot)
        editor.view.set_zoom(0.5)
        assert editor.session.standing["blue-cavalry-1"].spot == spot
        assert "blue-cavalry-1" in editor.view.stacks[spot].pieces
        editor.session.check()
        assert editor.session.problems == ()
        assert editor.session.save()
        setup = load_module(folder).scenarios["start"].setup
        assert [entry.hex for entry in setup if "blue-cavalry-1" in entry.units] == [spot]

    @pytest.mark.parametrize(
        "words", ["setup: [3, {hex: [], units: x}]", "setup:", "objectives: 7"]
    )
    def test_odd_files_are_shown_with_their_problems(self, shell, home, catalogue, words):
        folder = new_module("my-war", opening.own_modules())
        path = folder / "scenarios/start.yaml"
        head = path.read_text("utf-8").partition("setup:")[0]
        good = folder / "scenarios/good.yaml"
        good.write_text(path.read_text("utf-8").replace("id: start", "id: good"), "utf-8")
        path.write_text(f"{head}{words}\nfree: [4, {{side: 5}}]\noptions: []\n", "utf-8")
        own = next(o for o in opening.own_scenarios(catalogue) if o.file.endswith("start.yaml"))
        editor = opening.open_own(shell, own)
        assert editor.session.problems
        for page in (editor.arrivals, editor.zones, editor.goals, editor.options):
            editor.pages.setCurrentWidget(page)
        for row in range(editor.problems.count()):
            editor.problems.itemClicked.emit(editor.problems.item(row))
        editor.put("blue-cavalry-1", "0505")
        editor.bring("blue-infantry-1", 2)
        editor.zones._add()
        assert "blue-cavalry-1" in editor.session.standing

    def test_the_position_of_a_match_is_written_out_and_edited(self, shell, catalogue, monkeypatch):
        shell.show_first("diadem")
        game = shell.match.seat.table.game
        from tabuleiro.bots import Stuck, make_player, play_match

        players = {side: make_player("random", side) for side in game.module.sides}
        with pytest.raises(Stuck):
            play_match(game, players, limit=200)
        monkeypatch.setattr(opening.NewScenarioDialog, "exec", lambda _dialog: 1)
        monkeypatch.setattr(
            opening.NewScenarioDialog, "for_position", lambda d: d.title.setText("The middle")
        )
        editor = opening.write_out(shell)
        assert editor.session.problems == ()
        assert editor.session.values["opens"]["turn"] == game.position.turn
        assert editor.session.values["name"]["en"] == "The middle"

    def test_it_is_played_as_it_is_before_it_is_saved(self, shell, catalogue, monkeypatch):
        editor = opening.begin_scenario(shell, catalogue.module("diadem"), "Tried")
        editor.reduce("it-1-bda-mtz", 1)
        monkeypatch.setattr("tabuleiro.host.newmatch.NewMatch.exec", lambda _dialog: 1)
        editor.play_asked.emit()
        sight = shell.match.seat.sight
        assert sight.position.pieces["it-1-bda-mtz"].losses == 1
        assert not (editor.session.draft.root / editor.session.file).exists()
        number = shell.library.list()[0].id
        shell.show_start()
        shell.resume(number)  # the module was kept with the match
        assert shell.match.seat.module.id == editor.session.draft.root.name

    def test_a_pack_with_a_picture_of_its_own_is_edited_and_played(
        self, shell, home, catalogue, monkeypatch
    ):
        root = new_pack("diadem", "with-pictures", home)
        draft = draft_of(root, catalogue.parameters)
        file = add_scenario(draft, "one")
        draft.save()
        images = root / "variant" / "images"
        images.mkdir()
        picture = QImage(60, 60, QImage.Format.Format_RGB32)
        picture.fill(QColor("#ff0000"))
        assert picture.save(str(images / "own.png"))
        (images / "bad.png").write_text("no picture")
        counters = root / "variant" / "counters.yaml"
        counters.write_text(f"counters:\n  - {{id: {NEW}, image: {{front: own.png}}}}\n")
        own = opening.OwnScenario(root, file, "with-pictures", "One")
        editor = opening.open_own(shell, own)
        assert editor.session.problems == ()
        shown = Path(editor.session.face(NEW).picture)
        assert shown.read_bytes() == (images / "own.png").read_bytes()
        monkeypatch.setattr("tabuleiro.host.newmatch.NewMatch.exec", lambda _dialog: 1)
        editor.play_asked.emit()
        module = shell.match.seat.module
        assert module.counters[NEW].image.front == "own.png"
        kept = image_path(module.root, "own.png")
        assert kept.read_bytes() == (images / "own.png").read_bytes()


def test_markers_are_laid_where_one_clicks_and_tracks_set(qtbot, home, catalogue):
    draft = draft_of(new_pack("papua", "my-papua", home), catalogue.parameters)
    file = add_scenario(draft, "first-turns")
    editor = ScenarioEditor(Session(draft, file, load_module(find_module("papua"))), Settings())
    qtbot.addWidget(editor)
    editor.show()
    page, before = editor.signs, len(editor.session.values.get("markers") or [])
    assert page.list.count() == before
    editor.pages.setCurrentWidget(page)
    editor.view.set_zoom(0.6)
    editor.view.show_hex("0915")
    spot = editor.view.mapFromScene(editor.view.middle("0915"))
    QTest.mouseClick(editor.view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert page.place.text() == "0915"
    marker = page.marker.currentData()
    page.add.click()
    assert editor.session.values["markers"][-1] == {"marker": marker, "hex": "0915"}
    seen = editor.view.grab().toImage()
    editor.pages.setCurrentWidget(editor.goals)
    assert editor.view.grab().toImage() != seen, "it is lit while one is at the markers"
    track, spin = next(iter(page.tracks.items()))
    spin.setValue(2)
    assert editor.session.values["tracks"][track] == 2
    editor.session.undo()
    editor.session.undo()
    assert len(editor.session.values.get("markers") or []) == before
    assert spin.value() == 0
    said = []
    editor.session.refused.disconnect()
    editor.session.refused.connect(said.append)
    page.place.setText("nowhere")
    page.add.click()
    assert said == ['There is no hex or box "nowhere" on the map.']
