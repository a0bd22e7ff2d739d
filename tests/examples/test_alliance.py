"""Three sides, two of them allied, and pilgrims who are nobody's enemies."""

import pytest

from tabuleiro.engine.knowledge import Level
from tabuleiro.engine.position import Outcome
from tabuleiro.host.newmatch import Choices
from tabuleiro.testing import action, table
from tabuleiro.testing.secrecy import check_secrecy
from tabuleiro.testing.table import catalogue

GAME = "alliance"


def test_friends_pass_each_other_and_stand_together():
    t = table(GAME, "blue-movement", {"blue-1": "0202", "green-1": "0303", "red-1": "0705"})
    t.go("blue-1", "0302", "0303")
    assert t.at("0303") == {"blue-1", "green-1"}
    assert t.game.ruleset.hook.invariants(s=t.s) == []


def test_enemies_stop_each_other_be_they_one_or_several():
    pieces = {"red-1": "0203", "blue-1": "0402", "green-1": "0405"}
    t = table(GAME, "red-movement", pieces)
    assert t.refuses(t.move("red-1", "0302", "0301")) == "alliance-4.2-2"  # blue's zone
    assert t.refuses(t.move("red-1", "0204", "0304", "0305")) == "alliance-4.2-2"  # green's


def test_a_friend_is_no_target_and_neither_are_pilgrims():
    pieces = {"blue-1": "0303", "green-1": "0302", "monks-1": "0304", "red-1": "0403"}
    t = table(GAME, "blue-combat", pieces)
    targets = {one.target for one in t.legal("assault")}
    assert targets == {"0403"}
    assert t.refuses(action("assault", "0302")) == "alliance-5.0-2"
    assert t.refuses(action("assault", "0304")) == "alliance-5.0-2"


def test_pilgrims_stop_nobody_and_take_room():
    t = table(GAME, "blue-movement", {"blue-1": "0302", "blue-2": "0205", "monks-1": "0303"})
    t.go("blue-1", "0303", "0304")
    assert t.place("blue-1") == "0304"
    two = {"blue-1": "0303", "blue-2": "0302", "monks-1": "0303"}
    full = table(GAME, "blue-movement", two)
    assert full.refuses(full.move("blue-2", "0303")) == "alliance-4.1-1"


def test_red_owes_attacks_to_both():
    pieces = {"red-1": "0303", "red-2": "0303", "blue-1": "0302", "green-1": "0304"}
    t = table(GAME, "red-combat", pieces)
    targets = {one.target for one in t.legal("assault")}
    assert targets == {"0302", "0304"}
    assert t.refuses(action("end-phase")) == "alliance-5.0-1"


def shift(pieces):
    t = table(GAME, "blue-combat", pieces, dice=[3, 4]).attack("0403", "blue-1")
    odds = t.told()["odds"]
    return odds["base_label"], odds["column_label"]


@pytest.mark.parametrize(("ally", "columns"), [("0402", ("1-1", "2-1")), ("0706", ("1-1", "1-1"))])
def test_an_ally_beside_the_defenders_is_worth_a_column(ally, columns):
    assert shift({"blue-1": "0303", "green-1": ally, "red-1": "0403"}) == columns


def test_who_shares_a_hex_defends_together():
    pieces = {"red-1": "0403", "red-2": "0403", "green-1": "0303", "blue-1": "0303"}
    t = table(GAME, "red-combat", pieces, dice=[6, 5]).attack("0303", "red-1", "red-2")
    odds = t.told()["odds"]
    assert odds["defence"] == 8
    assert t.decision.side in {"green", "blue"}


def test_friends_add_up_their_points_and_win_together(play_out):
    control = {"0402": "blue", "0304": "green", "0504": "red"}
    t = table(GAME, "blue-movement", {"blue-1": "0402", "red-1": "0504"}, control=control)
    assert t.points() == {"blue": 4, "green": 4, "red": 4, "monks": 0}
    found = t.game.ruleset.hook.outcome(s=t.s)
    assert found == Outcome("blue", t.points(), ("green",))
    assert found.winners == ("blue", "green")


def test_lost_units_cost_points():
    t = table(GAME, "blue-movement", {"blue-1": "dead", "red-1": "dead", "red-2": "dead"})
    assert t.points() == {"blue": -2, "green": 0, "red": 3 * 4 - 4, "monks": 0}


def test_pieces_attack_from_beneath_and_beside_others():
    """Where a hex is shared it does not matter who lies at the bottom."""
    pieces = {"monks-1": "0403", "red-1": "0403", "blue-1": "0303"}
    t = table(GAME, "red-combat", pieces, dice=[6, 6]).attack("0303", "red-1")
    assert t.told()["odds"]["attack"] == 4


class TestInTheWindow:
    def test_nobody_is_asked_to_play_the_pilgrims(self, qapp, qtbot):
        form = Choices(catalogue().module(GAME), None, None)
        qtbot.addWidget(form)
        assert {"blue", "green", "red"} <= set(form.sides)
        assert "monks" not in form.sides
        form.choose_side("green")
        assert form.players["monks"] != "human"

    def test_a_move_by_clicks(self, window, click):
        pieces = {"blue-1": "0202", "green-1": "0303", "red-1": "0705"}
        shown = window(table(GAME, "blue-movement", pieces).game)
        click(shown, "0202")
        assert shown.seat.selection == ("blue-1",)
        click(shown, "0303")
        assert shown.seat.sight.at("0303") == ("green-1", "blue-1")


class TestSecrets:
    def test_friends_and_neutrals_are_seen_when_the_enemy_is_not(self):
        t = table(GAME, options={"sealing": "sealed"})
        levels = t.game.belief("blue").knowledge.levels
        assert set(levels) == {piece for piece in t.s.position.pieces if piece.startswith("red-")}
        assert set(levels.values()) == {Level.KIND}
        theirs = {t.s.side(p) for p in t.game.belief("red").knowledge.levels}
        assert theirs == {"blue", "green"}
        assert {t.s.side(p) for p in t.game.belief("monks").knowledge.levels} == set()

    @pytest.mark.slow
    @pytest.mark.no_cover  # long, and all they reach is reached above
    @pytest.mark.parametrize(("hiding", "seed"), [("covered", 1), ("sealed", 1), ("kind", 3)])
    def test_nothing_tells_an_enemy_more(self, hiding, seed):
        report = check_secrecy(GAME, hiding, seed=seed, probes=5, length=150)
        assert report.pairs > 100
        assert report.differences == []
