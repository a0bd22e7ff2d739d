"""Units that face a side of their hex: turning, zones ahead, attacks ahead, flanks."""

import pytest

from asking import zone
from tabuleiro.cli.terminal_actions import make
from tabuleiro.cli.terminal_show import legal_lines
from tabuleiro.engine import GameError
from tabuleiro.seats import Table as Seats
from tabuleiro.testing import action, table

GAME = "facing"


def facing(place, way="north", **more):
    return {"place": place, "states": {"facing": way} if way != "north" else {}, **more}


def turn(piece, way):
    return action("turn", piece, "facing", way)


def test_it_goes_where_it_faces_and_faces_where_it_went():
    t = table(GAME, "blue-movement", {"blue-1": facing("0405"), "red-1": facing("0701")})
    t.go("blue-1", "0404", "0503")
    assert t.s.board.grid.direction("0404", "0503") == "northeast"
    assert t.s.state("blue-1", "facing") == "northeast"
    assert t.s.piece("blue-1").spent == 2 * (1 + 1 + 1), "two hexes, and one hexside of turning"


def test_turning_costs_on_the_way():
    t = table(GAME, "blue-movement", {"blue-1": facing("0404"), "red-1": facing("0701")})
    # Behind it: three hexsides of turning and a hex; it has five points.
    t.go("blue-1", "0405")
    assert t.s.piece("blue-1").spent == 2 * 4
    assert t.s.state("blue-1", "facing") == "south"
    assert t.refuses(t.move("blue-1", "0404")) == "facing-4.0-2"


def test_the_cheapest_way_is_the_one_that_turns_least():
    t = table(GAME, "blue-movement", {"blue-1": facing("0405"), "red-1": facing("0701")})
    found = {one.path[-1]: one.path for one in t.legal("move")}
    assert found["0402"] == ("0404", "0403", "0402"), "straight ahead"
    assert found["0504"] == ("0504",), "one hexside of turning, and no way round"


def test_turning_on_the_spot():
    t = table(GAME, "blue-movement", {"blue-1": facing("0404"), "red-1": facing("0701")})
    assert len(t.legal("turn")) == 5
    t.do(turn("blue-1", "south"))
    assert t.s.state("blue-1", "facing") == "south"
    assert t.s.piece("blue-1").spent == 2 * 3
    assert t.refuses(turn("blue-1", "north")) == "facing-6.0-2"
    assert {one.value for one in t.legal("turn")} == {
        "southeast", "northeast", "southwest", "northwest",
    }  # fmt: skip


@pytest.mark.parametrize(("way", "ahead"), [
    ("north", {"north", "northwest", "northeast"}),
    ("south", {"south", "southwest", "southeast"}),
])  # fmt: skip
def test_a_zone_is_the_three_hexes_ahead(way, ahead):
    t = table(GAME, "blue-movement", {"red-1": facing("0302", way), "blue-1": facing("0705")})
    grid = t.s.board.grid
    near = {hex for hex in grid.neighbours("0302") if grid.direction("0302", hex) in ahead}
    assert len(near) == 3
    assert zone(t.s, "red") == near


def test_one_passes_behind_it_and_stops_before_it():
    pieces = {"blue-1": facing("0404"), "red-1": facing("0302", "north")}
    t = table(GAME, "blue-movement", pieces)
    assert t.allows(t.move("blue-1", "0403", "0402"))
    before = {"blue-1": facing("0404"), "red-1": facing("0302", "south")}
    t = table(GAME, "blue-movement", before)
    assert t.refuses(t.move("blue-1", "0403", "0402")) == "facing-4.2-2"


def test_it_attacks_ahead_only():
    pieces = {"blue-1": facing("0404"), "red-1": facing("0403"), "red-2": facing("0405")}
    t = table(GAME, "blue-combat", pieces)
    assert {one.target for one in t.legal("assault")} == {"0403"}


def columns(defender):
    pieces = {"blue-1": facing("0404"), "red-1": facing("0403", defender)}
    t = table(GAME, "blue-combat", pieces, dice=[3, 4]).attack("0403", "blue-1")
    odds = t.told()["odds"]
    return odds["base_label"], odds["column_label"]


def test_an_attack_in_the_flank_gains_two_columns():
    assert columns("south") == ("1-1", "1-1")
    assert columns("north") == ("1-1", "3-1")


class TestInTheTerminal:
    @pytest.mark.parametrize("words", [["1st", "Blue", "south-east"], ["blue-1", "sudeste"]])
    def test_a_turn_is_typed_in_both_languages(self, words):
        t = table(GAME, "blue-movement", {"blue-1": facing("0404"), "red-1": facing("0202")})
        seat = Seats(t.game).seat("blue")
        assert make(seat, "turn", words) == turn("blue-1", "southeast")
        (line,) = (line for line in legal_lines(seat, "blue-1") if line.strip().startswith("turn"))
        assert "south-east" in line

    def test_another_way_is_refused(self):
        t = table(GAME, "blue-movement", {"blue-1": facing("0404"), "red-1": facing("0202")})
        with pytest.raises(GameError, match="which way"):
            make(Seats(t.game).seat("blue"), "turn", ["blue-1", "upwards"])


class TestInTheWindow:
    def test_a_counter_is_turned_and_turns_by_the_list(self, window, click, qtbot):
        pieces = {"blue-1": facing("0404"), "red-1": facing("0202", "south")}
        shown = window(table(GAME, "blue-movement", pieces).game)
        assert shown.play.face("red-1").turn == 180
        click(shown, "0404")
        assert shown.seat.selection == ("blue-1",)
        listed = shown.decision.choices.list
        rows = [listed.item(row).text() for row in range(listed.count())]
        row = next(number for number, words in enumerate(rows) if "south-east" in words)
        listed.itemClicked.emit(listed.item(row))
        assert shown.seat.sight.state("blue-1", "facing") == "southeast"
        assert shown.play.face("blue-1").turn == 120

    def test_a_move_turns_it(self, window, click):
        pieces = {"blue-1": facing("0404"), "red-1": facing("0202", "south")}
        shown = window(table(GAME, "blue-movement", pieces).game)
        click(shown, "0404")
        click(shown, "0503")
        assert shown.seat.sight.at("0503") == ("blue-1",)
        assert shown.play.face("blue-1").turn == 60
