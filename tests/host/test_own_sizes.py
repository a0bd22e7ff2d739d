"""Pieces in their own size, pieces that do not stack, and several maps, on a free table."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QMenu

from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.freehand import FreeMove
from tabuleiro.engine.position import OFF
from tabuleiro.engine.tabletop import FreeCover, FreeUnder
from tabuleiro.host.counter import Face, face_of
from tabuleiro.host.map.markers import laid_markers
from tabuleiro.host.map.picture import SCALE
from tabuleiro.host.map.sheets import area_of, fill_sheets, sheet_shown
from tabuleiro.host.map.stacks import SIDE
from tabuleiro.host.paper.countersheets import Pair, _by_size, grid_of, pairs
from tabuleiro.host.seat import Seat
from tabuleiro.host.window import MatchWindow
from tabuleiro.module.unknown import is_unknown
from tabuleiro.seats import Table

PICTURES = {"unit": (50, 50), "card": (200, 300), "back": (200, 300), "town": (150, 100)}
SIDES = "sides: [{id: blue, name: Blue}, {id: red, name: Red}]\n"
CARD = "image: {front: card.png, hidden: back.png}"
COUNTERS = [
    *(f"{{id: u{n}, name: U{n}, nation: blue, image: unit.png}}" for n in range(1, 4)),
    *(f"{{id: card-{n}, name: Card {n}, {CARD}}}" for n in (1, 2)),
    "{id: town, name: Town, image: town.png, lies: fixed}",
    "{id: fog, name: Fog, image: town.png, lies: under}",
    "{id: lead, name: Leader, image: unit.png, lies: apart}",
    "{id: wide, name: Wide, nation: red, image: {width: 3}}",
]
HERE, THERE, FAR = "main:at:0300.0200", "main:at:0500.0200", "main:at:0650.0350"
FILES = {
    "module.yaml": f"format: 1\nid: sizes\ntitle: Sizes\n{SIDES}",
    "board.yaml": "format: 1\nmaps:\n"
    "  - {id: main, title: Main, grid: {kind: plain, width: 800, height: 400, unit: 80}}\n"
    "  - {id: chart, title: Chart, grid: {kind: plain, width: 800, height: 400, unit: 80}}\n"
    "boxes:\n  - {id: deck, name: Deck, kind: deck}\n"
    "  - {id: other, name: Other, kind: deck, back: back.png}\n"
    "  - {id: hand, name: Hand, kind: hand, side: blue}\n",
    "counters.yaml": "format: 1\npixels: 50\ncounters:\n"
    + "".join(f"  - {counter}\n" for counter in COUNTERS),
    "scenarios/start.yaml": "format: 1\nsetup:\n"
    f"  - {{hex: '{HERE}', units: [town, fog, u1, u2, lead]}}\n"
    f"  - {{hex: '{THERE}', units: [u3]}}\n"
    "  - {box: deck, units: [card-1]}\n  - {box: hand, units: [card-2]}\n",
}


def table(folder, changes=None):
    """Return a catalogue with the game in a folder."""
    for name, words in {**FILES, **(changes or {})}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(words, encoding="utf-8")
    (folder / "images").mkdir()
    for name, (wide, high) in PICTURES.items():
        image = QImage(wide, high, QImage.Format.Format_RGB32)
        image.fill(QColor("#20a040"))
        image.save(str(folder / "images" / f"{name}.png"))
    found = Catalogue.installed()
    found.take(folder)
    return found


@pytest.fixture
def catalogue(tmp_path, qapp):
    return table(tmp_path / "sizes")


@pytest.fixture
def seat(catalogue):
    return Seat(Table(catalogue.new("sizes", seed="a")))


@pytest.fixture
def window(seat, window_on):
    return window_on(seat)


def areas(item):
    return {piece: area for piece, _face, area in item.spots()}


def drag(qtbot, window, start, end, keys=Qt.KeyboardModifier.NoModifier):
    port, view = window.view.viewport(), window.view
    qtbot.mousePress(port, Qt.MouseButton.LeftButton, keys, start)
    for at in (start + QPoint(9, 9), end):
        qtbot.mouseMove(port, at)
    view.pointer = view.mapToScene(end)
    qtbot.mouseRelease(port, Qt.MouseButton.LeftButton, keys, end)


def at(window, place):
    return window.view.mapFromScene(window.view.middle(place))


def test_each_picture_lies_there_in_its_own_size(window):
    found = areas(window.view.stacks[HERE])
    assert found["u1"].size().toTuple() == (SIDE, SIDE)
    assert found["town"].size().toTuple() == pytest.approx((3 * SIDE, 2 * SIDE))
    assert window.play.face("wide").box == (3, 3)
    assert not window.view.stacks[HERE].grows


def test_a_back_tells_no_more_than_all_backs_that_it_could_be(window):
    (card,) = window.seat.sight.at("deck")
    face = window.play.face(card)
    assert (face.picture, face.box) == ("", (1.0, 1.0)), (
        "cards and others are nobody's: they differ"
    )
    assert window.play.face("card-2").box == (4, 6)


def test_a_box_may_say_how_what_lies_covered_in_it_looks(window):
    window.seat.act(FreeMove("u3", "other"))
    (card,) = window.seat.sight.at("other")
    face = window.play.face(card)
    assert is_unknown(card)
    assert face.picture.endswith("back.png")
    assert face.box == (4, 6), "whatever it is"


def test_cards_have_the_width_of_their_unit_type_on_both_sides(tmp_path, qapp):
    types = (
        "movement_classes: [piece]\nunit_types:\n"
        "  - {id: piece, name: Piece, symbol: piece, class: piece}\n"
        "  - {id: card, name: Card, symbol: piece, class: piece, image: {width: 2}}\n"
    )
    cards = [f"{{id: card-{n}, name: Card, type: card, {CARD}}}" for n in (1, 2)]
    catalogue = table(
        tmp_path / "sizes",
        {
            "module.yaml": f"format: 1\nid: sizes\ntitle: Sizes\n{SIDES}{types}",
            "counters.yaml": "format: 1\ncounters:\n"
            + "".join(f"  - {counter}\n" for counter in cards)
            + "palette:\n  - {id: flag, name: Flag, nation: red, image: unit.png}\n"
            + "  - {id: big, name: Big, nation: red, type: card,"
            + " image: {front: card.png, width: 5}}\n",
            "scenarios/start.yaml": "format: 1\nsetup:\n"
            "  - {box: other, units: [card-1]}\n  - {box: hand, units: [card-2]}\n",
        },
    )
    module = catalogue.module("sizes")
    assert module.counters["card-1"].image.size == (2, 3), "of the unit type"
    assert module.palette["big"].image.size == (5, 7.5), "its own before that of the unit type"
    assert module.palette["flag"].image.size is None
    sight = Seat(Table(catalogue.new("sizes", seed="a"))).sight
    (covered,) = sight.at("other")
    assert is_unknown(covered)
    back = face_of(module, sight.counter(covered), sight.seen(covered))
    assert back.picture.endswith("back.png")
    assert back.box == (2, 3), "as large as all that it could be"


def test_a_deck_is_not_fanned_out_unless_something_is_seen(window):
    play = window.play
    for piece in ("u1", "u2"):
        window.seat.act(FreeMove(piece, "other"))
    play._wait_to_fan("other")
    assert not play._fan_clock.isActive()
    play.look("other", 1)
    play._wait_to_fan("other")
    assert play._fan_clock.isActive()


def test_boxes_and_hands_have_room_for_cards(window):
    hand = window.view.stacks["hand"]
    inside = hand.mapRectToScene(areas(hand)["card-2"])
    assert window.view.beside.spots["hand"].area.contains(inside)
    fan = window.docks["hands"].widget().fans["hand"]
    shape = fan._shape(window.play.face("card-2"))
    assert shape.height() / shape.width() == pytest.approx(1.5)


def test_cards_are_printed_on_sheets_of_their_own(catalogue):
    module = catalogue.module("sizes")
    boxes = {pair.front.box for pair in pairs(module)}
    assert boxes == {(1.0, 1.0), (3.0, 2.0), (4.0, 6.0), (3.0, 3.0)}
    assert {*_by_size(pairs(module))} == boxes, "these are as large as their room"
    near = [Pair(Face("", "", span=(1.9, 1.0 + n / 50)), None, "") for n in range(3)]
    assert [*_by_size(near)] == [(2.0, 1.0), (2.0, 1.25)]
    card = next(pair for pair in pairs(module) if pair.front.box == (4.0, 6.0))
    assert card.back.picture.endswith("back.png")
    grid = grid_of(15.0, box=(4.0, 6.0))
    front, back = grid.box(0), grid.box(0, back=True)
    assert (front.width(), front.height()) == (60.0, 90.0)
    assert front.left() - 105.0 == pytest.approx(105.0 - back.right()), "backs meet their fronts"


def test_what_does_not_stack_lies_below_and_is_not_counted(window):
    item = window.view.stacks[HERE]
    assert item.stacked == ("u1", "u2")
    assert [piece for piece, _f, _a in item.spots()] == ["town", "fog", "lead", "u1", "u2"]
    assert {areas(item)[p].center().toTuple() for p in ("town", "fog", "lead")} == {(0.0, 0.0)}
    item.fan(out=True)
    fan = areas(item)
    assert not fan["lead"].intersects(fan["u1"])
    assert fan["town"].center() == QPointF(0, 0)


def test_a_drag_takes_the_stack_and_leaves_what_lies_apart(qtbot, window):
    drag(qtbot, window, at(window, HERE), at(window, FAR))
    s = window.seat.sight
    places = {s.place(piece) for piece in ("u1", "u2")}
    assert len(places) == 1
    assert places != {HERE}
    assert s.at(HERE) == ("town", "fog", "lead")


def test_what_is_fixed_lets_the_map_be_dragged(qtbot, window):
    view = window.view
    window.seat.act(FreeMove("fog", OFF))
    beside = view.mapFromScene(view.middle(HERE) + QPointF(-1.3 * SIDE, 0.8 * SIDE))
    assert view.piece_at(beside) is None
    assert view.piece_at(beside, deep=True) == "town"
    before = view.seen().center()
    drag(qtbot, window, beside, beside + QPoint(-60, -30))
    assert window.seat.sight.place("town") == HERE
    assert view.seen().center() != before
    here = view.mapFromScene(view.middle(HERE) + QPointF(-1.3 * SIDE, 0.8 * SIDE))
    qtbot.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, here
    )
    assert window.seat.selection == ()
    shift = Qt.KeyboardModifier.ShiftModifier
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, shift, here)
    assert window.seat.selection == ("town",), "on purpose it is selected"


def test_what_lies_under_moves_once_it_is_selected(qtbot, window):
    view = window.view
    beside = view.mapFromScene(view.middle(HERE) + QPointF(-1.3 * SIDE, 0.8 * SIDE))
    shift = Qt.KeyboardModifier.ShiftModifier
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, shift, beside)
    assert window.seat.selection == ("fog",)
    drag(qtbot, window, beside, at(window, FAR))
    assert window.seat.sight.place("fog") != HERE


def test_a_lasso_catches_nothing_that_lies_below(window):
    area = window.view.stacks[HERE].mapRectToScene(window.view.stacks[HERE].boundingRect())
    assert set(window.view._caught(area)) == {"u1", "u2", "lead"}


def test_nothing_joins_what_lies_apart(qtbot, window):
    window.seat.act(FreeMove("lead", FAR))
    drag(qtbot, window, at(window, THERE), at(window, FAR) + QPoint(8, 8))
    s = window.seat.sight
    assert s.place("u3") not in {FAR, THERE}
    drag(qtbot, window, window.view.mapFromScene(window.view.stack_of("u3").pos()),
         at(window, HERE))  # fmt: skip
    assert "u3" in window.seat.sight.at(HERE), "a stack it joins"


def test_hands_move_nothing_that_is_fixed(catalogue):
    game = catalogue.new("sizes", seed="a")
    for deed in (FreeMove("town", THERE), FreeCover("town", to=THERE), FreeUnder("town", THERE)):
        verdict = game.check(deed, side="blue")
        assert not verdict
        assert "fixed" in str(verdict.objections[0].message)
    assert game.check(FreeCover("town"), side="blue")
    game.act(FreeMove("town", OFF), side="blue")
    game.act(FreeMove("town", THERE), side="blue")
    assert game.situation.place("town") == THERE


def test_a_double_click_lays_a_stack_out_and_stacks_it_again(window):
    view, play = window.view, window.play
    play._double_clicked(HERE, "u2")
    assert view.stacks[HERE].fanned
    assert window.seat.selection == ("u2",)
    play._hovered(THERE)
    assert view.stacks[HERE].fanned, "it stays so while one points elsewhere"
    play._double_clicked(HERE, "u2")
    assert not view.stacks[HERE].fanned
    assert window.seat.selection == ("u1", "u2")


def test_the_tray_of_a_fan_stands_for_the_stack(qtbot, window):
    view = window.view
    window.play._double_clicked(HERE, "u2")
    item = view.stacks[HERE]
    edge = view.mapFromScene(item.mapToScene(item.tray.topLeft() + QPointF(4, 4)))
    assert view.piece_at(edge) is None
    drag(qtbot, window, edge, at(window, FAR))
    assert window.seat.sight.at(HERE) == ("town", "fog", "lead")


def test_with_ctrl_a_drag_copies(qtbot, window):
    drag(qtbot, window, at(window, THERE), at(window, FAR), Qt.KeyboardModifier.ControlModifier)
    s = window.seat.sight
    assert s.at(THERE) == ("u3",)
    made = [piece for piece in s.position.pieces if piece.startswith("u3--")]
    assert len(made) == 1
    assert s.place(made[0]) != THERE


def test_pieces_go_up_and_down_in_their_stack(window):
    play = window.play
    window.seat.select(("u1",))
    assert window.commands["free-up"].shortcut().toString() == "Ctrl+Up"
    window.commands["free-up"].trigger()
    assert window.seat.sight.at(HERE) == ("town", "fog", "u2", "u1", "lead")
    play.shift(-1)
    assert window.seat.sight.at(HERE) == ("town", "fog", "u1", "u2", "lead")
    window.seat.select(())
    before = window.view.seen().center()
    window.view.set_zoom(3.0)
    before = window.view.seen().center()
    play.shift(-1)
    assert window.view.seen().center() != before, "with nothing selected the map moves"


def test_each_map_has_a_command(window):
    view = window.view
    window.commands["map-next"].trigger()
    assert sheet_shown(view) == "chart"
    assert view.seen().contains(area_of(view, "chart"))
    window.commands["map-next"].trigger()
    assert sheet_shown(view) == "main"
    menu = QMenu()
    fill_sheets(view, menu)
    assert [(a.text(), a.isChecked()) for a in menu.actions()] == [
        ("&1  Main", True), ("&2  Chart", False)
    ]  # fmt: skip
    menu.actions()[1].trigger()
    assert sheet_shown(view) == "chart"


@pytest.fixture
def marked(tmp_path, qapp):
    markers = "markers:\n  - {id: fort, name: Fort, short: F, image: unit.png, count: 3}\n"
    words = FILES["counters.yaml"] + markers + "  - {id: mud, name: Mud, short: M, count: 2}\n"
    board = "format: 1\ngrid: {columns: 8, rows: 6}\n"
    start = (
        "format: 1\nsetup: [{hex: '0202', units: [u1]}]\n"
        "markers: [{hex: '0202', marker: fort}, {hex: '0404', marker: fort},"
        " {hex: '0404', marker: mud}, {hex: '0603', marker: fort}]\n"
    )
    boxes = FILES["board.yaml"].partition("boxes:")[2]
    changes = {"counters.yaml": words, "scenarios/start.yaml": start}
    return table(tmp_path / "sizes", {**changes, "board.yaml": f"{board}boxes:{boxes}"})


def test_pictures_of_markers_stay_inside_their_hex(qtbot, marked, settings):
    window = MatchWindow(Seat(Table(marked.new("sizes", seed="a"))), settings)
    qtbot.addWidget(window)
    view = window.view
    found = [one for one in laid_markers(window.seat.sight, view) if one.picture]
    sides = {}
    for one in found:
        hex = min(view.board.grid.hexes, key=lambda each: (
            view.middle(each) - one.middle).manhattanLength())  # fmt: skip
        sides[hex] = one.side
        off = one.middle - view.middle(hex)
        assert off.x() == 0
        assert 0 <= off.y() + one.side / 2 < SCALE / 2, "above the hexside below"
    assert sides["0603"] == SIDE, "as large as a counter where it lies alone"
    assert sides["0202"] == sides["0404"] < SIDE, "small beside others"


def test_pictures_of_markers_are_printed(marked):
    markers = pairs(marked.module("sizes"))[-5:]
    assert [pair.front.picture[-8:] for pair in markers[:3]] == ["unit.png"] * 3
    assert [(pair.front, pair.back) for pair in markers[3:]] == [("M", "M")] * 2
