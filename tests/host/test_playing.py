"""A match of Diadem is played in the real window, with the mouse."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMenu

from tabuleiro.testing.table import table


def place(window, piece):
    return window.seat.table.game.situation.place(piece)


class TestMoving:
    def test_a_unit_is_selected_and_goes_where_one_clicks(self, at_table, hands):
        window = at_table("allied-movement", {"us-349-ri": "1413"})
        player = hands(window)
        player.click("1413")
        assert window.seat.selection == ("us-349-ri",)
        assert "1313" in window.play.targets
        player.click("1313")
        assert place(window, "us-349-ri") == "1313"

    def test_hexes_out_of_reach_say_why(self, at_table, hands, qtbot):
        window = at_table("allied-movement", {"us-349-ri": "1413"})
        player = hands(window)
        player.click("1413")
        with qtbot.waitSignal(window.seat.refused) as refused:
            player.click("0205")
        (verdict,) = refused.args
        assert verdict.objections[0].rule.startswith("diadem-")
        assert place(window, "us-349-ri") == "1413"
        assert verdict.objections[0].rule in window.told.text()

    @pytest.mark.parametrize("how", ["advise", "off"])
    def test_what_is_left_to_the_players_is_done_by_a_click(self, at_table, hands, how):
        loose = {"strictness": {"movement": how}}
        window = at_table("allied-movement", {"us-349-ri": "1413"}, options=loose)
        player = hands(window)
        player.click("1413")
        assert "1205" not in window.play.targets
        player.click("1205")
        assert place(window, "us-349-ri") == "1205"

    def test_a_full_hex_is_entered_by_dragging_if_stacking_is_left_to_the_players(
        self, at_table, hands
    ):
        full = dict.fromkeys(("us-350-ri", "us-351-ri", "us-337-ri", "us-338-ri"), "1313")
        loose = {"strictness": {"stacking": "off"}}
        window = at_table("allied-movement", {"us-349-ri": "1413", **full}, options=loose)
        assert "1313" not in {a.path[-1] for a in window.seat.legal(piece="us-349-ri")}
        hands(window).drag("us-349-ri", "1313")
        assert place(window, "us-349-ri") == "1313"

    def test_two_units_go_together(self, at_table, hands):
        window = at_table("allied-movement", {"us-349-ri": "1413", "us-350-ri": "1413"})
        player = hands(window)
        window.seat.select(["us-349-ri", "us-350-ri"])
        player.click("1313")
        assert place(window, "us-349-ri") == place(window, "us-350-ri") == "1313"

    @pytest.mark.slow
    @pytest.mark.parametrize("where", ["click", "click_ground"])
    @pytest.mark.parametrize("there", [None, "us-350-ri", "us-351-ri"])
    def test_a_lit_hex_is_the_target_whoever_stands_there(self, at_table, hands, where, there):
        """On a counter or beside it, on the road or on friends: clicks that look alike do alike."""
        pieces = {"us-349-ri": "1413", **({there: "1313"} if there else {})}
        window = at_table("allied-movement", pieces)
        player = hands(window)
        player.click("1413")
        assert "1313" in window.play.targets
        getattr(player, where)("1313")
        assert place(window, "us-349-ri") == "1313"

    def test_with_ctrl_the_unit_in_a_lit_hex_is_selected(self, at_table, hands):
        window = at_table("allied-movement", {"us-349-ri": "1413", "us-350-ri": "1313"})
        player = hands(window)
        player.click("1413")
        player.click("1313", Qt.KeyboardModifier.ControlModifier)
        assert window.seat.selection == ("us-349-ri", "us-350-ri")
        assert place(window, "us-349-ri") == "1413"

    def test_with_nothing_lit_the_unit_is_selected(self, at_table, hands):
        window = at_table("allied-movement", {"us-349-ri": "1413", "us-350-ri": "0803"})
        player = hands(window)
        player.click("1413")
        assert "0803" not in window.play.targets
        player.click("0803")
        assert window.seat.selection == ("us-350-ri",)

    @pytest.mark.slow
    def test_a_double_click_on_a_lit_hex_sends_and_selects_nothing_else(
        self, at_table, hands, qtbot
    ):
        window = at_table("allied-movement", {"us-349-ri": "1413", "us-350-ri": "1313"})
        player = hands(window)
        player.click("1413")
        spot = player.spot("1313")
        port = window.view.viewport()
        qtbot.mouseClick(port, Qt.MouseButton.LeftButton, pos=spot)
        qtbot.mouseDClick(port, Qt.MouseButton.LeftButton, pos=spot)
        assert place(window, "us-349-ri") == "1313"
        assert window.seat.selection == ("us-349-ri",)

    def test_undo_takes_the_move_back(self, at_table, hands, qtbot):
        window = at_table("allied-movement", {"us-349-ri": "1413"})
        player = hands(window)
        player.click("1413")
        player.click("1313")
        qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert place(window, "us-349-ri") == "1413"

    def test_the_phase_is_ended_by_its_button(self, at_table, hands):
        window = at_table("allied-movement", {"us-349-ri": "1413", "de-200-rpzgr": "0303"})
        hands(window).answer("end-phase")
        assert window.seat.table.game.situation.phase.id == "allied-combat"


class TestBattle:
    @pytest.fixture
    def window(self, open_match):
        t = table(
            "diadem",
            "allied-combat",
            {"us-349-ri": "1213", "us-350-ri": "1213", "de-200-rpzgr": "1112"},
            dice=(6, 5),
        )
        return open_match(t.game)

    def test_an_attack_from_declaration_to_dice(self, window, hands):
        player = hands(window)
        player.click("1112")
        assert window.seat.decision().kind == "allocate"
        assert window.battle.active
        player.click("1213")
        committed = window.seat.table.game.position.top.committed()
        assert len(committed) == 1
        window.play.click("1213", next(p for p in ("us-349-ri", "us-350-ri") if p not in committed))
        assert len(window.seat.table.game.position.top.committed()) == 2
        player.answer("confirm")
        while window.seat.decision() and window.seat.decision().kind == "allocate":
            player.answer("confirm")
        assert window.battle.dice.faces == (6, 5)
        assert window.battle.chart.lit_row is not None

    def test_a_declaration_is_given_up(self, window, hands):
        player = hands(window)
        player.click("1112")
        player.answer("cancel")
        assert window.seat.decision().kind == "phase"


@pytest.mark.slow
def test_the_computer_plays_its_side(catalogue, open_match, qtbot):
    game = catalogue.new("diadem", seed="5")
    window = open_match(game, players={"axis": "simple"})
    window.seat.pace_ms = 1
    qtbot.waitUntil(lambda: game.decision().side == "allied", timeout=10_000)
    assert {row.side for row in game.log.line() if row.kind == "action"} == {"axis"}


def test_the_menu_of_a_hex_offers_to_join_the_stack_there(at_table, hands, qtbot):
    window = at_table("allied-movement", {"us-349-ri": "1413", "us-350-ri": "1313"})
    player = hands(window)
    player.click("1413")
    qtbot.mouseClick(window.view.viewport(), Qt.MouseButton.RightButton, pos=player.spot("1313"))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    menu.actions()[0].trigger()
    menu.close()
    assert place(window, "us-349-ri") == "1313"
