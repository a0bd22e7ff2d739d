"""The board editor: strokes of the mouse become lines of `board.yaml`, and go back as they came."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter
from PySide6.QtWidgets import QApplication, QPushButton

from tabuleiro.editor import Draft
from tabuleiro.editor.beginning import new_module
from tabuleiro.host.boardeditor import opening
from tabuleiro.host.boardeditor.canvas import Canvas
from tabuleiro.host.boardeditor.editor import BoardEditor
from tabuleiro.host.boardeditor.opening import NewBoard, open_editor
from tabuleiro.host.boardeditor.picture import LivePicture
from tabuleiro.host.boardeditor.session import FILE, Session
from tabuleiro.host.map.picture import BoardPicture, load_layers
from tabuleiro.host.map.view import BoardView
from tabuleiro.host.scenarioeditor.difference import DifferenceDialog
from tabuleiro.module import load_module
from tabuleiro.module.images import IMAGES

ROOT = Path(__file__).resolve().parents[2]
DIADEM = ROOT / "modules" / "diadem"


class Pencil:
    """A hand at the board editor: all that it does are gestures."""

    def __init__(self, qtbot, editor):
        self.qtbot = qtbot
        self.editor = editor
        self.before = {name: editor.session.draft.text(name) for name in editor.session.draft.names}

    @property
    def canvas(self):
        return self.editor.canvas

    @property
    def port(self):
        return self.canvas.viewport()

    def spot(self, x, y):
        QApplication.processEvents()
        return self.canvas.mapFromScene(self.canvas.at(x, y))

    def hex(self, hex):
        return self.spot(*self.editor.session.board.geometry.centre(hex))

    def side(self, side):
        (ax, ay), (bx, by) = self.editor.session.board.geometry.side_line(*side.split("/"))
        return self.spot((ax + bx) / 2, (ay + by) / 2)

    def pixel(self, x, y):
        """A pixel of a map of areas."""
        return self.spot(x / 100, y / 100)

    def click(self, spot, modifier=Qt.KeyboardModifier.NoModifier):
        assert self.port.rect().contains(spot)
        self.qtbot.mouseMove(self.port, spot)
        self.qtbot.mouseClick(self.port, Qt.MouseButton.LeftButton, modifier, spot)

    def double(self, spot):
        self.qtbot.mouseDClick(self.port, Qt.MouseButton.LeftButton, pos=spot)

    def drag(self, *spots):
        port = self.port
        self.qtbot.mouseMove(port, spots[0])
        self.qtbot.mousePress(port, Qt.MouseButton.LeftButton, pos=spots[0])
        for spot in spots[1:]:
            self._move(port, spot)
        self.qtbot.mouseRelease(port, Qt.MouseButton.LeftButton, pos=spots[-1])

    def _move(self, port, spot):
        event = QMouseEvent(
            QEvent.Type.MouseMove, QPointF(spot), QPointF(port.mapToGlobal(spot)),
            Qt.MouseButton.NoButton, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier,
        )  # fmt: skip
        QApplication.sendEvent(port, event)

    def key(self, key, modifier=Qt.KeyboardModifier.NoModifier):
        self.qtbot.keyClick(self.canvas, key, modifier)

    def tool(self, id):
        self.editor.actions_[f"tool-{id}"].trigger()
        assert self.editor.tool.id == id
        return self.editor.tool

    def undo_all(self):
        """Take everything back: all files are then what they were, byte for byte."""
        while self.editor.actions_["undo"].isEnabled():
            self.editor.actions_["undo"].trigger()
        draft = self.editor.session.draft
        assert {name: draft.text(name) for name in draft.names} == self.before
        assert not draft.changed

    def changed_lines(self):
        lines = self.editor.session.draft.difference().splitlines()
        return [line for line in lines if line[:1] in "+-" and line[:3] not in {"---", "+++"}]


@pytest.fixture
def open_board(qtbot, qapp):
    """A function that shows the board of a module in the editor."""
    editors = []

    def show(root):
        editor = BoardEditor(Draft(root))
        qtbot.addWidget(editor, before_close_func=lambda each: each.session.draft.save())
        editor.resize(1366, 768)
        editor.show()
        qtbot.waitExposed(editor)
        editors.append(editor)
        return Pencil(qtbot, editor)

    yield show
    for editor in editors:
        editor._checks.stop()
        editor._letters.stop()
        editor.canvas.stop()


@pytest.fixture
def fresh(tmp_path):
    """A function that writes a new module of a kind."""
    return lambda kind="hexes": new_module("mine", tmp_path, kind, "Mine")


@pytest.fixture
def diadem(tmp_path):
    folder = tmp_path / "diadem"
    shutil.copytree(DIADEM, folder)
    return folder


# ------------------------------------------------------------------------------ hexes


def test_painting_a_hex_changes_a_line(open_board, diadem):
    pencil = open_board(diadem)
    pencil.tool("terrain").kinds.choose("mountain")
    pencil.click(pencil.hex("0507"))
    assert pencil.editor.session.board.terrain["0507"] == "mountain"
    assert pencil.changed_lines() == [
        '-    - "^  .  .  .  .  c  .  .  .  .  .  .  .  ^  ^"  # 07',
        '+    - "^  .  .  .  ^  c  .  .  .  .  .  .  .  ^  ^"  # 07',
    ]
    pencil.undo_all()


def test_a_drag_of_the_brush_is_one_step(open_board, fresh):
    pencil = open_board(fresh())
    pencil.tool("terrain").kinds.choose("woods")
    pencil.drag(pencil.hex("0306"), pencil.hex("0606"))
    board = pencil.editor.session.board
    assert {board.terrain[hex] for hex in board.grid.line("0306", "0606")} == {"woods"}
    assert len(pencil.changed_lines()) <= 4
    pencil.editor.actions_["undo"].trigger()
    assert not pencil.editor.session.draft.changed
    pencil.editor.actions_["redo"].trigger()
    assert pencil.editor.session.board.terrain["0306"] == "woods"
    pencil.undo_all()


def test_brushes_of_seven_and_nineteen_hexes_and_fill(open_board, fresh):
    pencil = open_board(fresh())
    tool = pencil.tool("terrain")
    tool.kinds.choose("swamp")
    pencil.key(Qt.Key.Key_BracketRight)
    pencil.click(pencil.hex("0605"))
    board = pencil.editor.session.board
    assert {h for h, kind in board.terrain.items() if kind == "swamp"} == set(
        board.grid.within("0605", 1)
    )
    pencil.key(Qt.Key.Key_BracketRight)
    assert tool.radius == 2
    pencil.key(Qt.Key.Key_F)
    tool.kinds.choose("lake")
    pencil.click(pencil.hex("0605"))
    board = pencil.editor.session.board
    assert {h for h, kind in board.terrain.items() if kind == "lake"} == set(
        board.grid.within("0605", 1)
    )
    pencil.undo_all()


def test_the_eyedropper_takes_up_what_is_there(open_board, fresh):
    pencil = open_board(fresh())
    tool = pencil.tool("terrain")
    tool.kinds.choose("clear")
    pencil.click(pencil.hex("0904"), Qt.KeyboardModifier.AltModifier)
    assert tool.kinds.kind == "town"
    assert not pencil.editor.session.draft.changed


def test_the_keyboard_paints_where_the_cursor_is(open_board, fresh):
    pencil = open_board(fresh())
    pencil.tool("terrain").kinds.choose("clear")
    pencil.canvas.setFocus()
    pencil.canvas.point("0505", by_keys=True)
    pencil.key(Qt.Key.Key_Right)
    place = pencil.canvas.cursor_hex
    pencil.key(Qt.Key.Key_3)
    kind = pencil.editor.tool.kinds.kind
    pencil.key(Qt.Key.Key_Return)
    assert place != "0505"
    assert pencil.editor.session.board.terrain[place] == kind != "clear"
    pencil.undo_all()


def test_a_river_that_a_tool_has_drawn_says_so(open_board, diadem):
    pencil = open_board(diadem)
    pencil.tool("sides").kinds.choose("river")
    pencil.click(pencil.side("0809/0908"))
    assert "drawing.json" in pencil.editor.statusBar().currentMessage()
    pencil.undo_all()


def test_a_map_without_a_grid_has_no_terrain_to_paint(open_board, fresh):
    pencil = open_board(fresh("plain"))
    assert pencil.editor.tool.id == "scan"
    assert not pencil.editor.actions_["tool-terrain"].isEnabled()
    assert pencil.editor.actions_["tool-boxes"].isEnabled()
    pencil.tool("boxes").new.click()
    assert pencil.editor.session.board.items("boxes")[0]["id"] == "box"
    pencil.undo_all()


def test_squares_are_painted_place_by_place(open_board, fresh):
    pencil = open_board(fresh("squares"))
    pencil.tool("terrain").kinds.choose("woods")
    pencil.click(pencil.hex("B2"))
    assert pencil.changed_lines()[1].count("B2") == 1
    assert len(pencil.changed_lines()) == 2
    pencil.tool("sides").kinds.choose("river")
    pencil.drag(pencil.side("B2/C2"), pencil.side("B3/C3"))
    assert pencil.editor.session.board.items("hexsides")[0]["sides"] == ["B2/C2", "B3/C3"]
    assert not pencil.editor.session.draft.problems()
    pencil.undo_all()


def test_escape_gives_a_stroke_up(open_board, fresh):
    pencil = open_board(fresh())
    pencil.tool("terrain").kinds.choose("woods")
    port = pencil.port
    pencil.qtbot.mousePress(port, Qt.MouseButton.LeftButton, pos=pencil.hex("0506"))
    assert pencil.editor.session.seen.terrain["0506"] == "woods"
    pencil.key(Qt.Key.Key_Escape)
    pencil.qtbot.mouseRelease(port, Qt.MouseButton.LeftButton, pos=pencil.hex("0506"))
    assert pencil.editor.session.seen.terrain["0506"] == "clear"
    assert not pencil.editor.session.draft.changed


def test_a_river_is_dragged_along_sides_and_taken_away(open_board, fresh):
    pencil = open_board(fresh())
    pencil.tool("sides").kinds.choose("river")
    sides = ["0504/0505", "0504/0605", "0604/0605"]
    pencil.drag(*(pencil.side(side) for side in sides))
    assert pencil.editor.session.board.items("hexsides") == [
        {"id": "river", "kind": "river", "sides": sides}
    ]
    pencil.click(pencil.side("0605/0704"))
    assert pencil.editor.session.board.items("hexsides")[0]["sides"][-1] == "0605/0704"
    pencil.click(pencil.side("0504/0605"))
    assert "0504/0605" not in pencil.editor.session.board.items("hexsides")[0]["sides"]
    assert not pencil.editor.session.draft.problems()
    pencil.undo_all()


def test_a_road_is_dragged_beyond_the_edge_and_cut(open_board, fresh):
    pencil = open_board(fresh())
    pencil.tool("ways").kinds.choose("road")
    beyond = pencil.hex("1205") + QPoint(60, 0)
    pencil.drag(pencil.hex("0805"), pencil.hex("1005"), pencil.hex("1205"), beyond)
    (road,) = pencil.editor.session.board.items("networks")
    assert (road["chain"][0], road["chain"][-1]) == ("0805", "1205")
    assert road["leaves"] == {"end": "east"}
    assert not pencil.editor.session.draft.problems()
    pencil.drag(pencil.hex("1005"), pencil.hex(road["chain"][3]))
    assert [way["chain"] for way in pencil.editor.session.board.items("networks")] == [
        ["0805", road["chain"][1], "1005"], [road["chain"][3], "1205"],
    ]  # fmt: skip
    assert not pencil.editor.session.draft.problems()
    pencil.undo_all()


def test_a_place_is_named_moved_and_taken_away(open_board, fresh):
    pencil = open_board(fresh())
    tool = pencil.tool("places")
    pencil.click(pencil.hex("0606"))
    form = tool.forms["places"]
    form.fields["pt"].setText("Lagoon")
    pencil.qtbot.keyClick(form.fields["pt"], Qt.Key.Key_Return)
    assert form.fields["en"].text() == "Lagoon", "a name is the same in both until it is not"
    form.fields["pt"].setText("Lagoa")
    pencil.qtbot.keyClick(form.fields["pt"], Qt.Key.Key_Return)
    assert pencil.editor.session.board.items("places") == [
        {
            "id": "lagoon",
            "hex": "0606",
            "kind": "town",
            "importance": 3,
            "name": {"pt": "Lagoa", "en": "Lagoon"},
        }
    ]
    pencil.drag(pencil.hex("0606"), pencil.hex("0706"))
    assert pencil.editor.session.board.items("places")[0]["hex"] == "0706"
    assert not pencil.editor.session.draft.problems()
    pencil.key(Qt.Key.Key_Delete)
    assert pencil.editor.session.board.items("places") == []
    pencil.undo_all()


def test_a_region_is_painted(open_board, fresh):
    pencil = open_board(fresh())
    tool = pencil.tool("regions")
    pencil.click(pencil.hex("0303"))
    assert tool.item["hexes"] == ["0303"]
    pencil.drag(pencil.hex("0403"), pencil.hex("0404"))
    assert tool.item["hexes"] == ["0303", "0403", "0404"]
    pencil.click(pencil.hex("0403"))
    assert tool.item["hexes"] == ["0303", "0404"]
    pencil.undo_all()


def test_the_status_line_says_what_is_there(open_board, diadem):
    pencil = open_board(diadem)
    pencil.qtbot.mouseMove(pencil.port, pencil.hex("1106"))
    said = pencil.editor._where.text()
    assert said.startswith("1106 · City")
    assert "Cassino" in said
    assert "Gustav Line" in said


def test_a_problem_leads_to_its_place(open_board, fresh, qtbot):
    pencil = open_board(fresh())
    tool = pencil.tool("places")
    pencil.click(pencil.hex("0606"))
    tool.forms["places"].fields["id"].setText("Not an id")
    qtbot.keyClick(tool.forms["places"].fields["id"], Qt.Key.Key_Return)
    pencil.editor.check()
    assert pencil.editor.problems.count() == 1
    pencil.qtbot.mouseMove(pencil.port, QPoint(1, 1))
    row = pencil.editor.problems.list.item(0)
    pencil.editor.problems.list.itemClicked.emit(row)
    assert pencil.canvas.cursor_hex == "0606"
    pencil.undo_all()
    pencil.editor.check()
    assert pencil.editor.problems.count() == 0


def test_what_is_drawn_at_once_is_what_is_drawn_anew(open_board, fresh):
    """Squares that were drawn anew fit together with those that were not."""
    pencil = open_board(fresh())
    pencil.canvas.ensure()
    pencil.tool("terrain").kinds.choose("sea")
    pencil.drag(pencil.hex("0203"), pencil.hex("0503"), pencil.hex("0507"))
    pencil.tool("ways").kinds.choose("road")
    pencil.drag(pencil.hex("0708"), pencil.hex("1008"))
    pencil.canvas.ensure()
    QApplication.processEvents()
    pencil.canvas.ensure()
    once = _photograph(pencil.canvas)
    pencil.editor._rebuild()
    QApplication.processEvents()
    pencil.canvas.ensure()
    assert _difference(once, _photograph(pencil.canvas)) < 0.002


@pytest.mark.parametrize(
    "root",
    [
        DIADEM,
        ROOT / "modules" / "papua",
        ROOT / "docs" / "examples" / "free-table",
        ROOT / "docs/examples/provinces/tabuleiro_provinces/modules/provinces",
    ],
    ids=lambda root: root.name,
)
def test_what_is_drawn_in_squares_is_what_is_drawn_in_a_match(root, qapp, tmp_path, monkeypatch):
    monkeypatch.setenv("TABULEIRO_CACHE", str(tmp_path))
    session = Session(Draft(root))
    live = Canvas(LivePicture(session.whole("en"), [], str(root)), session.board.board)
    module = load_module(root)
    usual = BoardView(BoardPicture(load_layers(module, "en")), module.board)
    assert live.picture.size == usual.picture.size
    assert _difference(_photograph(live), _photograph(usual)) < 0.004
    for view in (live, usual):
        view.stop()


def _photograph(canvas):
    image = QImage(900, 700, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    by = min(900 / canvas.picture.size.width(), 700 / canvas.picture.size.height())
    painter.scale(by, by)
    painter.setClipRect(canvas.picture.size)
    canvas.ground.render(painter, canvas.picture.size, by)
    painter.end()
    return image


def _difference(one, other):
    """The share of pixels that differ by more than a shade."""
    a, b = (bytes(image.constBits()) for image in (one, other))
    return sum(abs(x - y) > 40 for x, y in zip(a, b, strict=True)) / len(a)


# ------------------------------------------------------------------------------ areas


def test_two_areas_share_a_border(open_board, fresh):
    pencil = open_board(fresh("areas"))
    tool = pencil.tool("areas")
    tool.take_mode("draw")
    # South of `west` and `east`, drawn over both of them: what is theirs stays theirs.
    for x, y in ((80, 480), (600, 480), (600, 620), (80, 620)):
        pencil.click(pencil.pixel(x, y))
    pencil.key(Qt.Key.Key_Return)
    board = pencil.editor.session.board
    assert set(board.grid.neighbours("area")) == {"west", "east"}
    (drawn,) = [one for one in board.values["grid"]["areas"] if one["id"] == "area"]
    west = board.values["grid"]["areas"][1]
    assert [300, 560] in drawn["polygon"]  # the corner that the others share
    assert [p for p in drawn["polygon"] if p in west["polygon"]], "no corner in common"
    figures = [board.geometry.polygon(id) for id in ("area", "west", "east")]
    assert figures[0].intersection(figures[1]).area < 0.001
    assert figures[0].intersection(figures[2]).area < 0.001
    assert not pencil.editor.session.draft.problems()
    pencil.undo_all()


def test_a_corner_is_moved_for_all_who_have_it(open_board, fresh):
    pencil = open_board(fresh("areas"))
    pencil.tool("areas")
    pencil.drag(pencil.pixel(330, 300), pencil.pixel(400, 330))
    areas = pencil.editor.session.board.values["grid"]["areas"]
    corners = [[tuple(p) for p in one["polygon"]] for one in areas]
    (moved,) = set(corners[0]) & set(corners[1]) & set(corners[2])
    assert moved == pytest.approx((400, 330), abs=3)
    assert len(pencil.changed_lines()) == 6
    pencil.undo_all()


def test_an_area_is_cut_and_joined_again(open_board, fresh):
    pencil = open_board(fresh("areas"))
    tool = pencil.tool("areas")
    pencil.click(pencil.pixel(480, 420))
    assert tool.chosen == 2
    tool.take_mode("split")
    pencil.click(pencil.pixel(480, 200))
    pencil.double(pencil.pixel(480, 620))
    board = pencil.editor.session.board
    assert "east-2" in board.grid
    assert "east-2" in board.grid.neighbours("east")
    assert not pencil.editor.session.draft.problems()
    tool.take_mode("join")
    tool.choose(2)
    pencil.click(pencil.spot(*board.geometry.centre("east-2")))
    assert "east-2" not in pencil.editor.session.board.grid
    assert not pencil.editor.session.draft.problems()
    pencil.undo_all()


def test_an_area_is_deleted_with_all_that_is_said_of_it(open_board, fresh):
    pencil = open_board(fresh("areas"))
    pencil.tool("areas")
    pencil.click(pencil.pixel(300, 150))
    pencil.key(Qt.Key.Key_Delete)
    values = pencil.editor.session.board.values
    assert [one["id"] for one in values["grid"]["areas"]] == ["west", "east"]
    assert "north" not in str(values["terrain"])
    pencil.undo_all()


def test_terrain_of_areas_and_squares_is_painted_place_by_place(open_board, fresh, tmp_path):
    pencil = open_board(fresh("areas"))
    pencil.tool("terrain").kinds.choose("sea")
    pencil.click(pencil.spot(*pencil.editor.session.board.geometry.centre("west")))
    assert pencil.editor.session.board.terrain["west"] == "sea"
    assert len(pencil.changed_lines()) == 2
    pencil.undo_all()


# ------------------------------------------------------------------------------ scans and grids


def scanned(root):
    """A scan of 1600 by 1100 pixels in the folder of pictures."""
    image = QImage(1600, 1100, QImage.Format.Format_RGB32)
    image.fill(QColor("#d9cfae"))
    path = root.parent / "scan.png"
    assert image.save(str(path))
    return path


def test_a_scan_is_laid_under_the_grid_by_two_points(open_board, fresh):
    root = fresh()
    pencil = open_board(root)
    tool = pencil.tool("scan")
    tool.take_file(scanned(root))
    assert (root / IMAGES / "scan.png").is_file()
    before = pencil.editor.session.board.maps[0].picture.to_board
    for number, (x, y, hex) in enumerate(((140, 150, "0101"), (1400, 900, "1208"))):
        pencil.click(pencil.spot(*tool._point((x, y))))
        pencil.qtbot.keyClicks(tool.hexes[number], hex)
    pencil.qtbot.mouseClick(tool.place, Qt.MouseButton.LeftButton)
    board = pencil.editor.session.board
    points = board.values["picture"]["points"]
    assert [point["hex"] for point in points] == ["0101", "1208"]
    assert points[0]["pixel"] == pytest.approx([140, 150], abs=3)
    assert points[1]["pixel"] == pytest.approx([1400, 900], abs=3)
    assert board.maps[0].picture.to_board != before
    assert not pencil.editor.session.draft.problems()
    assert pencil.canvas.picture.scans, "the scan is not shown"
    pencil.undo_all()


def test_a_pin_on_no_hex_is_refused_with_a_sentence(open_board, fresh):
    root = fresh()
    pencil = open_board(root)
    tool = pencil.tool("scan")
    tool.take_file(scanned(root))
    for number, hex in enumerate(("0101", "9999")):
        pencil.click(pencil.spot(*tool._point((200 + 900 * number, 200))))
        pencil.qtbot.keyClicks(tool.hexes[number], hex)
    before = pencil.editor.session.board.values
    tool.place.click()
    assert "9999" in pencil.editor.statusBar().currentMessage()
    assert pencil.editor.session.board.values is before
    pencil.undo_all()


def test_another_grid_renames_what_stands_on_the_board(open_board, fresh, monkeypatch):
    monkeypatch.setattr("tabuleiro.host.boardeditor.gridtool.question", lambda *_words: True)
    pencil = open_board(fresh())
    pencil.tool("places")
    pencil.click(pencil.hex("0606"))
    tool = pencil.tool("grid")
    tool.fields["numbering"].setText("AR")
    tool.fields["rows"].setValue(12)
    tool.apply.click()
    board = pencil.editor.session.board
    assert board.items("places")[0]["hex"] == "F6"
    assert len(board.values["terrain"]["rows"]) == 12
    assert board.grid.kind == "hexes"
    pencil.undo_all()


def test_another_numbering_renames_what_scenarios_name(open_board, fresh, monkeypatch):
    monkeypatch.setattr("tabuleiro.host.boardeditor.gridtool.question", lambda *_words: True)
    pencil = open_board(fresh())
    draft = pencil.editor.session.draft
    (name,) = [file for file in draft.names if file.startswith("scenarios/")]
    before = draft.text(name)
    placed = [str(entry["hex"]) for entry in draft.data(name)["setup"]]
    tool = pencil.tool("grid")
    tool.fields["numbering"].setText("AR")
    tool.apply.click()
    entries = draft.data(name)["setup"]
    letter = {f"{n:02d}": chr(64 + n) for n in range(1, 27)}
    assert [entry["hex"] for entry in entries] == [
        f"{letter[hex[:2]]}{int(hex[2:])}" for hex in placed
    ]
    assert placed
    assert draft.problems() == ()
    pencil.undo_all()
    assert draft.text(name) == before


def test_it_is_told_where_places_are_still_called_as_before(
    open_board, fresh, monkeypatch, tmp_path
):
    packs = tmp_path / "packs"
    variant = packs / "more" / "variant" / "scenarios"
    variant.mkdir(parents=True)
    monkeypatch.setattr("tabuleiro.host.boardeditor.gridtool.own_packs", lambda: packs)
    pencil = open_board(fresh())
    draft = pencil.editor.session.draft
    text = draft.text("module.yaml") + "# at 0304\nrules: {bridges: {hexes: [0304]}}\n"
    draft.write("module.yaml", text, "A rule")
    game = draft.data("module.yaml")["id"]
    (packs / "more" / "pack.yaml").write_text(f"format: 1\nextends: {game}\n")
    (variant / "dawn.yaml").write_text('setup:\n  - {hex: "0304", units: [a]}\n')
    tool = pencil.tool("grid")
    tool.fields["numbering"].setText("AR")
    tool.apply.click()
    here = len(text.splitlines())
    assert tool._note.text().endswith(
        "They are still called as before in: "
        f"module.yaml:{here}, more/variant/scenarios/dawn.yaml:2."
    )


def test_a_grid_that_cannot_be_is_refused(open_board, fresh):
    pencil = open_board(fresh())
    tool = pencil.tool("grid")
    tool.fields["numbering"].setText("XX")
    tool.apply.click()
    assert "XX" in tool._note.text()
    assert not pencil.editor.session.draft.changed


# ------------------------------------------------------------------------------ files and windows


def test_the_difference_is_shown_and_saved(open_board, fresh, monkeypatch):
    root = fresh()
    pencil = open_board(root)
    pencil.tool("terrain").kinds.choose("woods")
    pencil.click(pencil.hex("0304"))
    shown = []
    answers = [0, 0, 1]

    def answer(dialog):
        shown.append(dialog.text.toPlainText())
        return answers.pop(0)

    monkeypatch.setattr(DifferenceDialog, "exec", answer)
    pencil.editor.actions_["difference"].trigger()
    assert "+    - " in shown[0]
    before = (root / FILE).read_text()
    pencil.editor.actions_["save"].trigger()
    assert (root / FILE).read_text() == before, "it was saved though nobody agreed"
    pencil.editor.actions_["save"].trigger()
    assert shown == [shown[0]] * 3
    assert (root / FILE).read_text() == pencil.editor.session.draft.text(FILE)
    assert not pencil.editor.windowTitle().endswith("*")


def test_an_unsaved_board_is_not_closed_by_mistake(open_board, fresh, monkeypatch):
    pencil = open_board(fresh())
    pencil.tool("terrain").kinds.choose("woods")
    pencil.click(pencil.hex("0304"))
    monkeypatch.setattr("tabuleiro.host.boardeditor.editor.question", lambda *_words: False)
    assert not pencil.editor.close()
    assert pencil.editor.isVisible()


def test_play_saves_and_asks_for_a_match(open_board, fresh, qtbot, monkeypatch):
    monkeypatch.setattr(DifferenceDialog, "exec", lambda _dialog: 1)
    root = fresh()
    pencil = open_board(root)
    pencil.tool("terrain").kinds.choose("woods")
    pencil.click(pencil.hex("0304"))
    with qtbot.waitSignal(pencil.editor.play_asked) as asked:
        pencil.editor.actions_["play"].trigger()
    assert asked.args == [root]
    assert not pencil.editor.session.draft.changed


def test_a_game_of_others_is_copied_not_written_over(shell, monkeypatch, tmp_path):
    monkeypatch.setenv("TABULEIRO_DATA", str(tmp_path))
    asked = []
    monkeypatch.setattr(opening, "own_modules", lambda: tmp_path / "modules")
    monkeypatch.setattr(opening, "question", lambda *words: asked.append(words[2]) or True)
    monkeypatch.setattr(opening, "ask_text", lambda *_words: "My Diadem")
    editor = open_editor(shell, DIADEM)
    assert "not written over" in asked[0]
    assert editor.session.draft.root == tmp_path / "modules" / "my-diadem"
    assert editor in shell.editors
    assert editor.close()


def test_the_board_of_the_match_that_is_shown_is_opened(shell, fresh):
    root = fresh()
    shell.show_first(shell.catalogue.take(root).id)
    opening.edit_board(shell)
    (editor,) = shell.editors
    assert editor.session.draft.root == root
    assert editor.close()


def test_which_board_is_asked_one_s_own_first(shell, fresh, monkeypatch):
    root = fresh()
    shell.catalogue.take(root)
    monkeypatch.setattr(opening, "own_modules", lambda: root.parent)
    modules = [shell.catalogue.module("diadem"), shell.catalogue.take(root)]
    dialog = opening.ChooseBoard(modules, shell)
    words = [dialog.list.item(n).text() for n in range(dialog.list.count())]
    assert words[1] == "A copy of Operation Diadem"
    dialog.list.setCurrentRow(0)
    dialog.list.itemActivated.emit(dialog.list.currentItem())
    assert dialog.root == root
    assert dialog.result()


def test_another_folder_is_asked_for(shell, monkeypatch, tmp_path):
    monkeypatch.setattr(opening.QFileDialog, "getExistingDirectory", lambda *_words: str(tmp_path))
    dialog = opening.ChooseBoard([], shell)
    dialog.findChildren(QPushButton)[-1].click()
    assert dialog.root == tmp_path


def test_a_board_made_of_sources_is_refused_with_the_reason(shell, monkeypatch, tmp_path):
    folder = tmp_path / "leyte"
    shutil.copytree(ROOT / "modules" / "leyte", folder)
    told = []
    monkeypatch.setattr(opening, "warn", lambda *words: told.append(words[-1]))
    assert open_editor(shell, folder) is None
    assert "board-source.yaml" in told[0]
    assert "overrides" in told[0]


def test_a_folder_without_a_module_is_refused_with_a_sentence(shell, monkeypatch, tmp_path):
    told = []
    monkeypatch.setattr(opening, "warn", lambda *words: told.append(words[-1]))
    assert open_editor(shell, tmp_path) is None
    assert "neither" in told[0]


def test_a_new_board_of_some_size(shell, tmp_path):
    dialog = NewBoard(shell)
    dialog.title.setText("Serra Azul")
    dialog.columns.setValue(20)
    dialog.rows.setValue(11)
    root = dialog.make(tmp_path)
    draft = Draft(root)
    assert root.name == "serra-azul"
    assert draft.problems() == ()
    assert draft.data(FILE)["grid"]["columns"] == 20
    assert len(draft.data(FILE)["terrain"]["rows"]) == 11
    lines = draft.text(FILE).splitlines()
    assert sum(line.startswith('    - "') for line in lines) == 11, "rows stand below each other"
