"""Fewer clicks, no riddles: what one gesture does, and what is said at the pointer."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QSpinBox

import leyte_scenes as leyte
from tabuleiro.host.duties import Duty, duties
from tabuleiro.host.map.stacks import SIDE
from tabuleiro.host.map.states import signs
from tabuleiro.host.panels.details import _figure
from tabuleiro.host.panels.undone import left_undone
from tabuleiro.host.together import Group, joiners, place_for_me
from tabuleiro.module import UNLIMITED
from tabuleiro.testing import action
from tabuleiro.testing.table import table

FOES = {"us-349-ri": "1213", "us-350-ri": "1213", "us-351-ri": "1211",
        "us-art-5-ex": "1414", "de-200-rpzgr": "1112"}  # fmt: skip
LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


def menu_of(window, qtbot, hex):
    """The menu that a click on the ground of a hex opens; its entries by their words."""
    view = window.view
    view.show_hex(hex)
    spot = view.mapFromScene(view.middle(hex))
    qtbot.mouseClick(view.viewport(), RIGHT, pos=QPoint(spot.x(), spot.y()))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu, {each.text(): each for each in menu.actions() if each.text()}


def committed(window):
    return set(window.seat.ask("draft").pieces)


class TestAttack:
    @pytest.fixture
    def combat(self, open_match):
        t = table("diadem", "allied-combat", FOES, tracks={"air.allied": 20})
        return open_match(t.game)

    def test_one_entry_begins_an_attack_with_all_who_are_next_to_it(self, combat, qtbot):
        menu, entries = menu_of(combat, qtbot, "1112")
        entries["Attack with all adjacent"].trigger()
        menu.close()
        near = set(combat.seat.sight.board.grid.neighbours("1112"))
        s = combat.seat.sight
        assert committed(combat) == {p for p in FOES if s.place(p) in near} - {"de-200-rpzgr"}
        assert not joiners(combat.seat, Group.ADJACENT)

    def test_four_clicks_announce_it_with_guns_and_air_points(self, combat, qtbot):
        menu, entries = menu_of(combat, qtbot, "1112")
        entries["Attack with all adjacent and all artillery"].trigger()
        menu.close()
        box = combat.decision.findChildren(QSpinBox, "points")[-1]
        assert box.maximum() == 20
        assert box.suffix() == " of 20 in all"
        box.setValue(6)
        button = next(b for b in combat.decision.findChildren(QPushButton, "set-air")
                      if b.isVisible())  # fmt: skip
        qtbot.mouseClick(button, LEFT)
        assert combat.seat.ask("draft").air == 6
        combat.decision.end.rest_ms = 0
        combat.decision.end.wake()
        qtbot.mouseClick(combat.decision.end.end, LEFT)
        assert combat.seat.ask("declared") is None, "it is announced"

    def test_artillery_is_offered_only_where_there_is_some(self, open_match, qtbot):
        guns = {piece for piece in FOES if "art" in piece}
        t = table("diadem", "allied-combat", {p: at for p, at in FOES.items() if p not in guns})
        menu, entries = menu_of(open_match(t.game), qtbot, "1112")
        menu.close()
        assert guns
        assert "Attack with all adjacent" in entries
        assert "Attack with all adjacent and all artillery" not in entries

    def test_buttons_commit_groups_and_undo_takes_them_back(self, combat, qtbot):
        combat.seat.act(action("assault", "1112"))
        wanted = len(joiners(combat.seat, Group.ADJACENT))
        assert wanted >= 2
        button = next(b for b in combat.decision.findChildren(QPushButton, "all-adjacent")
                      if b.isVisible())  # fmt: skip
        assert button.text() == f"All adjacent ({wanted})"
        assert button.toolTip() == "Commit all adjacent"
        qtbot.mouseClick(button, LEFT)
        assert len(committed(combat)) == wanted
        combat.seat.undo()
        assert not committed(combat)
        assert combat.seat.ask("declared") is not None, "the attack itself was a click before"

    def test_the_menu_of_the_right_button_never_ends_a_phase(self, combat, qtbot):
        menu, entries = menu_of(combat, qtbot, "1213")
        menu.close()
        assert "Select the stack (2)" in entries
        assert "What is here" in entries
        assert any(words.startswith("Rule ") for words in entries)
        assert not any("phase" in words.lower() for words in entries)
        menu, entries = menu_of(combat, qtbot, "0101")
        menu.close()
        assert not any("phase" in words.lower() for words in entries)

    def test_what_is_here_opens_the_panel_with_all_that_is_known(self, combat, qtbot):
        menu, entries = menu_of(combat, qtbot, "1213")
        entries["What is here"].trigger()
        menu.close()
        QApplication.processEvents()
        panel = combat.docks["hex"].widget()
        assert not combat.docks["hex"].visibleRegion().isEmpty()
        assert "reconstructed" in panel._lines.accessibleDescription()


class TestMoving:
    @pytest.fixture
    def moving(self, at_table):
        return at_table("allied-movement", {
            "us-349-ri": "1413", "us-350-ri": "1413",
            "us-351-ri": "1413", "de-200-rpzgr": "0306",
        })  # fmt: skip

    def test_a_group_goes_and_says_who_stays_and_why(self, at_table):
        window = at_table("allied-movement", {
            "us-349-ri": "1413", "us-350-ri": "1409", "de-200-rpzgr": "0306",
        })  # fmt: skip
        seat, play = window.seat, window.play
        seat.select(["us-349-ri", "us-350-ri"])
        both = [hex for hex, found in play.targets.items() if len(found) == 2]
        one = [h for h, found in play.targets.items() if [a.piece for a in found] == ["us-350-ri"]]
        assert both
        assert one
        assert play.showing._lit_words(play.targets[one[0]]) == "1 of 2"
        play.click(one[0])
        s = seat.sight
        assert (s.place("us-349-ri"), s.place("us-350-ri")) == ("1413", one[0])
        assert seat.selection == ("us-349-ri",)
        said = window.bubble.text() or window.told.text()
        assert "1 unit stays: 349th Infantry Regiment needs " in said
        assert '<a href="diadem-' in said

    def test_a_group_goes_together_where_all_can(self, moving):
        seat = moving.seat
        seat.select(["us-349-ri", "us-350-ri"])
        hex = next(hex for hex, found in moving.play.targets.items() if len(found) == 2)
        moving.play.click(hex)
        assert seat.sight.place("us-349-ri") == seat.sight.place("us-350-ri") == hex
        assert not moving.bubble.isVisible()

    def test_all_of_a_command_march_together_from_wherever_they_are(self, at_table, qtbot):
        units = {"us-349-ri": "1413", "us-350-ri": "1412", "us-351-ri": "1411"}
        window = at_table("allied-movement", {**units, "us-337-ri": "1410", "de-200-rpzgr": "0306"})
        menu, entries = menu_of(window, qtbot, "1413")
        entries["Select all of US 88th Infantry Division (3)"].trigger()
        menu.close()
        seat, play = window.seat, window.play
        assert set(seat.selection) == set(units)
        goal = next(hex for hex, found in play.targets.items() if len(found) == len(units))
        play.click(goal)
        assert {seat.sight.place(unit) for unit in units} == {goal}
        assert seat.sight.place("us-337-ri") == "1410"

    def test_beside_its_counters_a_hex_offers_its_stack(self, moving, qtbot):
        view = moving.view
        view.show_hex("1413")
        middle, corner = view.middle("1413"), view.corners("1413")[0]
        spot = view.mapFromScene(middle + (corner - middle) * 0.85)
        assert view.piece_at(spot) is None
        qtbot.mouseClick(view.viewport(), RIGHT, pos=QPoint(spot.x(), spot.y()))
        menu = QApplication.activePopupWidget()
        next(one for one in menu.actions() if one.text() == "Select the stack (3)").trigger()
        menu.close()
        assert set(moving.seat.selection) == {"us-349-ri", "us-350-ri", "us-351-ri"}

    def test_the_chosen_unit_lies_on_top(self, moving):
        item = moving.view.stacks["1413"]
        for piece in ("us-349-ri", "us-351-ri", "us-350-ri"):
            moving.seat.select([piece])
            assert item.spots()[-1][0] == piece
        assert moving.seat.stack("1413") == ("us-349-ri", "us-350-ri", "us-351-ri")

    def test_a_fan_is_read_and_stays_in_the_window(self, moving):
        view = moving.view
        view.set_zoom(0.45)
        view.fan_out("1413")
        item = view.stacks["1413"]
        assert item.scale() * SIDE * view.zoom >= 53
        area = item.mapRectToScene(item.boundingRect())
        assert view.seen().adjusted(-1, -1, 1, 1).contains(area)
        for piece, _face, spot in item.spots():
            at = view.mapFromScene(item.mapToScene(spot.center()))
            assert view.piece_at(at) == piece
            assert view.hex_at(at) == "1413"
        home = view.middle("1413")
        view.fan_out(None)
        assert item.pos() == home
        assert item.scale() < 1.5

    def test_a_refusal_is_short_with_its_number_and_goes_with_the_next_action(self, moving):
        moving.seat.select(["us-349-ri"])
        view = moving.view
        view.pointer = view.seen().center()
        moving.play.click("0101")
        assert moving.bubble.isVisible()
        words = moving.bubble.text()
        assert '<a href="diadem-' in words
        assert ">diadem-" not in words, "the number alone is shown"
        moving.play.click(next(iter(moving.play.targets)))
        assert not moving.bubble.isVisible()
        assert moving.told.text() == ""

    def test_the_list_tells_who_is_left_and_a_click_goes_there(self, moving):
        choices = moving.decision.choices
        assert "3 not moved yet" in choices.sums.text() or "2 not moved yet" in choices.sums.text()
        choices.go_to_next("still")
        first = moving.seat.selection
        assert duties(moving.seat)[first[0]] is Duty.STILL
        choices.go_to_next("still")
        assert moving.seat.selection != first

    def test_who_has_landed_and_may_go_on_is_left(self, open_match):
        """Landed out of enemy zones one may march on; who has marched counts as moved."""
        ashore = {"us-21-ri-1": {"place": "2211", "marks": ["moved"]}, "us-34-ri-1": "2210"}
        window = open_match(leyte.moving("american", ashore).game)
        seat = window.seat
        assert {duties(seat)[piece] for piece in ashore} == {Duty.STILL}
        assert "2 not moved yet" in window.decision.choices.sums.text()
        assert not signs(seat, "us-21-ri-1"), "no tick on its counter"
        seat.act(next(a for a in seat.legal(piece="us-21-ri-1") if a.kind == "move"))
        assert duties(seat).get("us-21-ri-1", Duty.DONE) is Duty.DONE
        assert "1 unit has not moved" in left_undone(seat)

    def test_a_double_click_takes_nothing_of_the_list_that_replaces_it(self, moving, qtbot):
        choices = moving.decision.choices.list
        spot = choices.visualItemRect(choices.item(1)).center()
        port, before = choices.viewport(), moving.seat.head
        qtbot.mouseClick(port, LEFT, pos=spot)
        assert len(moving.seat.selection) == 1
        for kind in (QEvent.Type.MouseButtonDblClick, QEvent.Type.MouseButtonRelease):
            held = LEFT if kind is QEvent.Type.MouseButtonDblClick else Qt.MouseButton.NoButton
            event = QMouseEvent(kind, QPointF(spot), QPointF(port.mapToGlobal(spot)), LEFT, held,
                                Qt.KeyboardModifier.NoModifier)  # fmt: skip
            QApplication.sendEvent(port, event)
        assert moving.seat.head == before


class TestSetUp:
    @pytest.fixture
    def placing(self, open_match, catalogue):
        return open_match(catalogue.new("diadem", seed="1"))

    def test_the_next_unit_is_selected_by_itself(self, placing):
        seat = placing.seat
        first = seat.decision().pieces[0]
        seat.select([first])
        placing.play.click(next(iter(placing.play.targets)))
        assert seat.sight.on_map(first)
        (then,) = seat.selection
        assert then != first
        assert not seat.sight.on_map(then)

    def test_all_can_be_placed_by_one_click(self, placing, qtbot):
        seat = placing.seat
        side, asked = seat.decision().side, set(seat.decision().pieces)
        button = next(b for b in placing.decision.findChildren(QPushButton, "place-for-me")
                      if b.isVisible())  # fmt: skip
        qtbot.mouseClick(button, LEFT)
        assert seat.decision().side == side, "the phase is for the player to end"
        assert all(seat.sight.on_map(piece) for piece in asked)
        assert place_for_me(seat) == 0 or seat.decision() is not None


def test_unlimited_is_a_word():
    assert _figure(UNLIMITED) == "unlimited"
    assert _figure(12) == "12"
