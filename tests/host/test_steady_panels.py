"""What moved or hid by itself when the table was tried again by strangers; by gestures."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QToolButton

from battles import at, battle, hurt
from tabuleiro.engine import DEAD
from tabuleiro.host import cards
from tabuleiro.host.duties import to_place
from tabuleiro.host.scenes import Attack
from tabuleiro.i18n import set_language
from tabuleiro.testing import action
from tabuleiro.testing.table import table

A, B = "uk-11-bgda", "us-337-ri"
D, E = "de-131-ri", "de-191-ri"
TARGET, OTHER = "0907", "0906"
PIECES = {**at("1007", A), **at("1008", B), **at(TARGET, D), **at(OTHER, E)}


def settle():
    for _turn in range(5):
        QApplication.processEvents()


@pytest.fixture
def room(open_program):
    """A function that shows a battle's table in a window of some size."""

    def show(size):
        t = table("diadem", "allied-combat", PIECES, dice=(3, 4))
        window = open_program(t.game, size, open_hands=True)
        window.play.travel.animated = False
        settle()
        return window

    return show


def try_attacks(window, times):
    """Declare attacks and take them back: a row each."""
    for target in (TARGET, OTHER) * times:
        window.seat.act(action("assault", target))
        window.seat.act(action("cancel"))
    settle()


@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080)])
def test_panels_stand_where_they_stood_however_many_battles_were_opened(room, size):
    window = room(size)
    log = window.docks["log"]
    top = log.y()
    for target in (TARGET, OTHER, TARGET, OTHER):
        window.seat.act(action("assault", target))
        settle()
        window.seat.act(action("cancel"))
        settle()
        assert abs(log.y() - top) <= 2


class TestLog:
    def last(self, window):
        view = window.docks["log"].widget().view
        model = view.model()
        return view, view.visualRect(model.index(model.rowCount() - 1, 0))

    def in_sight(self, window):
        view, row = self.last(window)
        return row.height() > 0 and row.bottom() <= view.viewport().height()

    def test_the_newest_row_is_in_sight_when_the_panel_gets_lower(self, room):
        window = room((1366, 768))
        log = window.docks["log"].widget().view
        try_attacks(window, 4)
        assert self.in_sight(window)
        for height in (400, 90):
            log.setFixedHeight(height)
            settle()
            assert self.in_sight(window)

    def test_who_reads_above_is_not_taken_away(self, room):
        window = room((1366, 768))
        log = window.docks["log"].widget().view
        try_attacks(window, 8)
        log.scrollToTop()
        log.setFixedHeight(90)
        settle()
        assert log.verticalScrollBar().value() == 0

    def test_a_row_is_measured_as_it_is_drawn(self, room, monkeypatch):
        window = room((1366, 768))
        log = window.docks["log"].widget().view
        try_attacks(window, 8)
        lines, widths = log.itemDelegate(), set()
        found = type(lines).document

        def document(self, index, width):
            widths.add(width)
            return found(self, index, width)

        monkeypatch.setattr(type(lines), "document", document)
        for height in (1200, 120):  # without a scroll bar and with one
            log.setFixedHeight(height)
            log.refresh_look()
            settle()
            log.grab()
        assert len(widths) == 1


def test_no_number_lies_under_one_of_the_way(at_table, hands):
    window = at_table("allied-movement", {"us-349-ri": "1413", "de-200-rpzgr": "0306"})
    player, view = hands(window), window.view
    view.set_zoom(1.0)
    player.click_piece("us-349-ri")
    prices = view.overlay("legal", None).prices
    lit = len(prices.shown)
    goal = next(h for h, ways in window.play.targets.items() if any(len(w.path) > 3 for w in ways))
    player.qtbot.mouseMove(view.viewport(), player.spot(goal))
    settle()
    told = view.path.told
    assert len(told) >= 3
    assert not [middle for middle, _words in prices.shown if middle in told]
    assert len(prices.shown) == lit - len([p for p in told if p != view.middle("1413")])
    player._point_away()
    settle()
    assert len(prices.shown) == lit


class TestHex:
    def test_nobody_there_needs_no_list(self, at_table):
        window = at_table("allied-movement", {"us-349-ri": "1413", "de-200-rpzgr": "0306"})
        panel = window.docks["hex"].widget()
        window.docks["hex"].raise_()
        window.seat.point("1413")
        assert not panel.units.isHidden()
        window.seat.point("1010")
        assert panel.units.isHidden()

    def test_two_units_are_seen_at_once(self, room):
        window = room((1366, 768))
        window.docks["hex"].raise_()
        settle()
        panel = window.docks["hex"].widget()
        t = window.seat.table.game
        assert len(t.situation.at(TARGET)) == 1
        window.seat.point(TARGET)
        settle()
        one = panel.units.height()
        assert not panel.units.verticalScrollBar().isVisible()
        panel.units.addItem(panel.units.item(0).clone())
        panel._give_room()
        settle()
        assert panel.units.height() > one
        assert not panel.units.verticalScrollBar().isVisible()


def test_nothing_looks_chosen_in_the_list_before_the_keyboard_is_there(room, hands):
    window = room((1366, 768))
    choices = window.decision.choices.list
    assert choices.count()
    assert not choices.selectedItems()
    player = hands(window)
    player.focus_answers()
    assert choices.selectedItems() == [choices.currentItem()]
    window.view.setFocus()
    assert not choices.selectedItems()


def test_who_is_eliminated_is_struck_through_in_the_battle(open_match, hands):
    attackers = {**hurt("1007", A), **at("1007", B)}
    t = battle(attackers, at("0907", D), dice=(3, 4))  # who is hurt already takes the loss
    player = hands(open_match(t.game))
    before = {b.objectName(): b for b in player.window.battle.findChildren(QToolButton)}
    assert "eliminated" not in before[A].toolTip()
    assert t.decision.kind == "choose"
    t.do(action("lose", A))
    assert t.place(A) == DEAD
    player.seat.changed.emit()
    after = {b.objectName(): b for b in player.window.battle.findChildren(QToolButton)
             if not b.isHidden()}  # fmt: skip
    assert "eliminated" in after[A].toolTip()


def test_the_map_stays_where_the_place_of_before_is_in_sight(open_match, monkeypatch):
    window = open_match(table("diadem", "allied-combat", PIECES).game)
    view, light = window.view, window.limelight
    view.set_zoom(1.0)
    view.look_at(view.middle("0908"))
    near = view.place()

    def fight(target):
        monkeypatch.setattr(light, "_find", lambda: target and Attack("allied", target, ()))
        light.look()
        settle()

    corner = view.seen().topLeft()
    target = next(h for h in view.board.grid if view.middle(h).x() > corner.x() + 200
                  and 0 < view.middle(h).y() - corner.y() < 40)  # fmt: skip
    fight(target)
    there = view.place()
    assert there != near, "it is brought from the edge"
    fight(None)
    assert view.place() == there, "what one sees now is what one clicks next"


def test_a_picture_is_kept_for_each_language(catalogue):
    paths = set()
    for spoken in ("en", "pt"):
        set_language(spoken)
        paths.add(cards._path("leyte", catalogue.module("leyte")))
    set_language("en")
    assert len(paths) == 2


class TestDraggedOutOfTheList:
    """As counters are dragged out of a tray."""

    @pytest.fixture
    def placing(self, open_match, catalogue, hands):
        window = open_match(catalogue.new("diadem", seed="1"))
        player = hands(window)
        piece = to_place(window.seat.decision())[0]
        return player, piece

    def drag(self, player, piece, spot):
        """Drag the row of a piece to a point of the map."""
        rows, port = player.window.decision.choices.list, player.view.viewport()
        begin = rows.visualItemRect(rows.item(player.entry(piece))).center()
        end = rows.viewport().mapFromGlobal(port.mapToGlobal(spot))
        player.sweep_on(rows.viewport(), begin, end)

    def test_it_is_placed_where_it_is_dropped(self, placing):
        player, piece = placing
        seat = player.seat
        place = next(action.hex for action in seat.legal(piece=piece))
        player.view.show_hex(place)
        self.drag(player, piece, player.view.mapFromScene(player.view.middle(place)))
        assert seat.sight.place(piece) == place
        assert QApplication.overrideCursor() is None

    def test_elsewhere_the_referee_says_why_not(self, placing):
        player, piece = placing
        told = []
        player.seat.refused.connect(told.append)
        head = player.seat.head
        lit = {action.hex for action in player.seat.legal(piece=piece)}
        view = player.view
        dark = next(h for h in view.board.grid if h not in lit and not player.seat.stack(h))
        self.drag(player, piece, player.spot(dark))
        assert player.seat.head == head
        assert told

    def test_beside_the_map_nothing_happens(self, placing):
        player, piece = placing
        head = player.seat.head
        self.drag(player, piece, player.view.viewport().rect().topLeft() - QPoint(0, 40))
        assert player.seat.head == head
        assert QApplication.overrideCursor() is None


def test_who_can_do_nothing_more_is_told_so(at_table, hands):
    window = at_table("allied-combat", PIECES)
    asked = window.decision._prompt
    assert "Choose a hex to attack" in asked.text()
    window = at_table("allied-combat", {**at("1007", A), **at("0304", D)})
    assert "Nothing is left to do here: end the phase." in asked_of(window)


def asked_of(window):
    return window.decision._prompt.text()


def test_a_set_up_without_anybody_left_to_place_says_so(open_match, catalogue, hands):
    window = open_match(catalogue.new("leyte", seed="1"))
    player = hands(window)
    assert "Place your units." in asked_of(window)
    while window.seat.decision() is not None and to_place(window.seat.decision()):
        piece = to_place(window.seat.decision())[0]
        assert player.seat.act(next(iter(player.seat.legal(piece=piece))))
        if not to_place(window.seat.decision()):
            break
    assert "Nothing is left to do here: end the phase." in asked_of(window)


def test_several_in_hand_are_counted(at_table):
    window = at_table("allied-movement", {"us-349-ri": "1413", "us-350-ri": "1413"})
    sums = window.decision.choices.sums
    window.seat.select(["us-349-ri", "us-350-ri"])
    assert "2 units selected" in sums.text()
    window.seat.select(())
    assert "selected" not in sums.text()


def test_before_my_first_turn_nothing_was_my_last_one(open_match, catalogue):
    window = open_match(catalogue.new("diadem", seed="1"), players={"axis": "simple"})
    while window.seat.table.asked == "axis":
        window.seat.go_on()
        settle()
    assert "Before my first turn" in window.docks["since"].widget().head.text()
