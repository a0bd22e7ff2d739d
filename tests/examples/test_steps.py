"""Units of four steps: values of each, results of two losses, zones and points."""

import pytest

from tabuleiro.testing import table

GAME = "steps"


def worn(place, losses):
    return {"place": place, "losses": losses}


@pytest.mark.parametrize(("losses", "attack"), [(0, 8), (1, 6), (2, 4), (3, 2)])
def test_each_step_has_values_of_its_own(losses, attack):
    t = table(GAME, "blue-movement", {"blue-1": worn("0305", losses), "red-1": "0701"})
    assert t.s.value("blue-1", "attack") == attack
    assert t.s.value("blue-1", "move") == (3 if losses == 3 else 4)


def test_the_fourth_loss_eliminates():
    pieces = {"blue-1": "0303", "blue-2": "0303", "red-1": worn("0302", 3)}
    t = table(GAME, "blue-combat", pieces, dice=[5, 5]).attack("0302", "blue-1", "blue-2")
    assert t.told()["code"] == "D2 AVI"
    assert t.place("red-1") == "dead"


@pytest.mark.parametrize("second", ["red-1", "red-2"])
def test_two_losses_may_fall_on_one_unit_or_on_two(second):
    blue = {"blue-1": "0303", "blue-2": "0303", "blue-3": "0402", "blue-4": "0402"}
    pieces = {**blue, "red-1": worn("0302", 2), "red-2": worn("0302", 3)}
    t = table(GAME, "blue-combat", pieces, dice=[6, 6]).attack("0302", *blue)
    assert t.told()["code"] == "D2 AVI"
    t.lose("red-1", second)
    assert t.at("dead") == {second}
    assert t.losses("red-1") == 3


def test_on_its_last_step_it_has_no_zone():
    strong = table(GAME, "blue-movement", {"blue-1": "0304", "red-1": worn("0302", 2)})
    assert strong.refuses(strong.move("blue-1", "0303", "0403")) == "steps-4.2-2"
    weak = table(GAME, "blue-movement", {"blue-1": "0304", "red-1": worn("0302", 3)})
    assert weak.allows(weak.move("blue-1", "0303", "0403"))


def test_each_step_lost_costs_a_point():
    pieces = {"blue-1": worn("0305", 3), "red-1": "dead", "red-2": worn("0202", 1)}
    control = {"0402": "red", "0304": "red", "0504": "blue"}
    t = table(GAME, "blue-movement", pieces, control=control)
    assert t.points() == {"blue": 4 - 3, "red": 8 - 5}


def test_the_window_shows_pips_and_a_move_by_clicks(window, click):
    pieces = {"blue-1": worn("0305", 2), "red-1": "0701"}
    shown = window(table(GAME, "blue-movement", pieces).game)
    face = shown.play.face("blue-1")
    assert face.steps == (2, 4)
    assert face.figures.startswith("4")
    click(shown, "0305")
    click(shown, "0304")
    assert shown.seat.sight.at("0304") == ("blue-1",)
