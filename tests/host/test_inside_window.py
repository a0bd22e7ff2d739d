"""Pieces inside of others in the window: how many, which, in and out, by gestures."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QMenu

from fleet import fleet
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.freehand import FreeMove
from tabuleiro.host.counter import paint_counter
from tabuleiro.host.map.menu import fill_menu
from tabuleiro.host.panels.forcesmodel import HERE, ForcesModel
from tabuleiro.host.panels.hexpanel import HexPanel
from tabuleiro.module import Cache, load_module

LEFT = Qt.MouseButton.LeftButton
CV, CV2, FORCE = "blue-cv", "blue-cv-2", "blue-force"


@pytest.fixture
def window(open_match, tmp_path, monkeypatch):
    made, module = fleet(tmp_path)
    monkeypatch.setenv("TABULEIRO_PLUGINS", str(made))
    catalogue = Catalogue.installed()
    found = load_module(module, cache=Cache(None), rules=catalogue.parameters)
    game = catalogue.new(found, seed="1", options={"free-hand": True})
    shown = open_match(game, hand_over=False)
    shown.seat.free_hand = True
    shown.play.refresh()
    shown.view.fit()
    return shown


def s(window):
    return window.seat.table.game.situation


def spot(qtbot, window, piece):
    """Point at a stack until it is fanned out; return where one of its counters is then."""
    view = window.view
    item = view.stack_of(piece)
    qtbot.mouseMove(view.viewport(), hex_spot(window, item.place))
    if item.opens:
        qtbot.waitUntil(lambda: item.fanned)
    return view.mapFromScene(item.middle_of(piece))


def drag(qtbot, window, piece, onto):
    """Drag a counter onto another, which may lie in a fan that opens meanwhile, or to a hex."""
    port, start = window.view.viewport(), spot(qtbot, window, piece)
    qtbot.mousePress(port, LEFT, pos=start)
    qtbot.mouseMove(port, start + QPoint(9, 9))
    end = hex_spot(window, onto) if onto in window.view.board.grid else spot(qtbot, window, onto)
    qtbot.mouseMove(port, end)
    qtbot.mouseRelease(port, LEFT, pos=end)


def hex_spot(window, hex):
    return window.view.mapFromScene(window.view.middle(hex))


class TestWhatIsSeen:
    def test_the_counter_says_how_much_is_inside(self, window):
        assert window.play.face(CV).inside == 2
        assert window.play.face("blue-1").inside == 0
        assert drawn(window.play.face(CV)) != drawn(window.play.face(CV2))

    def test_the_fan_shows_what_is_inside_after_its_holder(self, window):
        item = window.view.stack_of(CV)
        assert item.pieces == (CV, FORCE)
        assert [piece for piece, _face, _area in item.spots()] == [CV, FORCE]
        window.view.fan_out("0201")
        laid = {piece: area for piece, _face, area in item.spots()}
        assert list(laid) == [CV, "blue-vf", "blue-vf-2", FORCE, CV2]
        assert laid["blue-vf"].width() < laid[CV].width()

    def test_one_counter_alone_opens_if_something_is_inside(self, window):
        window.seat.act(FreeMove(FORCE, "0203"))
        assert window.view.stack_of(CV).pieces == (CV,)
        assert window.view.stack_of(CV).opens
        assert not window.view.stack_of("blue-1").opens

    def test_the_enemy_sees_only_what_is_not_secret(self, window):
        sight = window.seat.table.seat("red").sight()
        assert sight.inside(CV) == ("blue-vf", "blue-vf-2")
        assert sight.inside(FORCE) == ()
        assert "inside" not in sight.seen(FORCE)

    def test_the_panel_lists_it_under_its_holder(self, window, qtbot):
        panel = HexPanel(window.seat, window.play)
        qtbot.addWidget(panel)
        panel.show_all("0201", CV)
        lines = [panel.units.item(n).text() for n in range(panel.units.count())]
        names = [line.split("  ")[-2] if line.startswith(" ") else line for line in lines]
        assert len(names) == 5
        assert lines[0].startswith("Force")
        assert lines[1].strip().startswith("↳ Carrier 2")
        assert lines[2].startswith("Carrier 1")
        assert [line.strip()[:13] for line in lines[3:]] == ["↳ Fighters 2 ", "↳ Fighters 1 "]
        assert "Inside: Fighters 1, Fighters 2" in panel.words
        assert "Holds at most: 2" in panel.words

    def test_the_order_of_battle_finds_it_where_its_holder_is(self, window):
        model = ForcesModel(window.seat, window.play)
        model.refresh()
        assert model.is_at("blue-vf", "hex:") is False
        window.seat.point("0201")
        assert model.is_at("blue-vf", HERE)
        assert model.states("blue-vf") == ("map",)
        window.seat.act(FreeMove(CV, "off"))
        model.refresh()
        assert model.states("blue-vf") == ("coming",)


class TestTheFreeHand:
    def test_drags_a_piece_out_of_the_fan(self, window, qtbot):
        drag(qtbot, window, "blue-vf", "0303")
        assert s(window).place("blue-vf") == "0303"
        assert window.play.face(CV).inside == 1

    def test_drags_a_piece_onto_a_counter_that_holds_it(self, window, qtbot):
        window.seat.act(FreeMove("blue-vf", "0303"))
        drag(qtbot, window, "blue-vf", CV2)
        assert s(window).around("blue-vf") == (CV2, FORCE)

    def test_drags_from_one_to_another_within_the_fan(self, window, qtbot):
        drag(qtbot, window, "blue-vf-2", CV2)
        assert s(window).around("blue-vf-2") == (CV2, FORCE)

    def test_puts_beside_what_cannot_be_inside(self, window, qtbot):
        drag(qtbot, window, "red-1", CV)
        assert s(window).place("red-1") == "0201"

    def test_without_it_a_drag_puts_nothing_inside(self, window, qtbot):
        window.seat.free_hand = False
        drag(qtbot, window, "blue-vf-2", CV2)
        assert s(window).within("blue-vf-2") == CV

    def test_the_menu_puts_in_takes_out_and_makes(self, window):
        entries = menu(window, "0201", "blue-vf")
        entries["Take out of Carrier 1"].trigger()
        assert s(window).place("blue-vf") == "0201"
        menu(window, "0201", "blue-vf")["Put into Carrier 2"].trigger()
        assert s(window).within("blue-vf") == CV2
        make = menu(window, "0303", None)["Make"].menu()
        (flag, _box) = make.actions()
        assert flag.text() == "Flag"
        flag.trigger()
        (made,) = s(window).at("0303")
        assert made.startswith("blue-flag--")
        assert window.view.stack_of(made).place == "0303"
        window.seat.undo()
        assert made not in s(window).position.pieces

    def test_the_menu_offers_none_of_it_otherwise(self, window):
        window.seat.free_hand = False
        assert not {"Make", "Take out of Carrier 1"} & set(menu(window, "0201", "blue-vf"))


def menu(window, hex, piece):
    found = QMenu(window.view)
    fill_menu(window.play, found, hex, piece)
    return {entry.text(): entry for entry in found.actions()}


def test_the_log_says_it_in_words(window):
    from tabuleiro.seats.telling import tell_row

    seat = window.seat.table.seat("blue")
    for piece, to, words in (
        ("blue-vf", "in:blue-cv-2", "Fighters 1 is put into Carrier 2 by hand."),
        (FORCE, "dead", "Fighters 1 is lost with Carrier 2."),
    ):
        window.seat.act(FreeMove(piece, to))
        assert words in tell_row(seat.line()[-1], seat.sight())["text"]


def drawn(face):
    image = QImage(100, 100, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    paint_counter(painter, face, 100)
    painter.end()
    return image.copy(70, 3, 27, 25)
