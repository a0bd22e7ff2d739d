"""Air power (2.4.2, 6.0 to 6.2): the Allied pool, support in battles, attacks by air alone."""

from pathlib import Path

import pytest
import yaml

from asking import chits
from battles import said
from tabuleiro.testing import action, table
from tabuleiro.testing.chooser import forward

MODULES = Path(__file__).parents[3] / "modules"
REINFORCEMENTS = (
    "de-200-rpzgr", "de-361-rpzgr", "de-104-rpzgr", "de-577-ri", "de-721-ri", "de-578-ri",
    "de-26-rpz", "de-9-rpzgr", "de-67-rpzgr", "de-15-rpzgr", "de-71-rpzgr", "de-754-ri",
    "de-755-ri", "de-756-ri",
)  # fmt: skip
QUIET = dict.fromkeys(REINFORCEMENTS, "exit.west")
"""Nothing has to enter."""
FIGHT = {"us-337-ri": "1108", "de-211-ri": "1008"}


def set_up(t):
    while t.phase == "setup":
        t.do(forward(t.legal())[0])
    return t


def points_left(t):
    return t.s.position.tracks["air.allied"]


def at_combat(pieces, air=20, phase="allied-combat", **more):
    return table("diadem", phase, QUIET | pieces, tracks={"air.allied": air}, **more)


def next_turn(t):
    turn = t.s.turn
    while t.s.turn == turn:
        t.end()
    return t


@pytest.mark.rule("diadem-2.4.2-1")
def test_the_track_has_ten_boxes_and_the_chits_show_tens_and_ones():
    assert table("diadem").game.module.board.tracks["air"].spaces == tuple(range(1, 11))
    written = yaml.safe_load((MODULES / "diadem" / "board.yaml").read_text("utf-8"))
    assert [track["where"] for track in written["tracks"] if track["id"] == "air"] == ["north-west"]
    assert chits(20) == {"x10": 2, "x1": None}
    assert chits(13) == {"x10": 1, "x1": 3}


@pytest.mark.rule("diadem-6.1-1")
def test_the_chits_stand_at_20_at_first_and_always_show_what_is_left():
    t = next_turn(
        at_combat(FIGHT, air=0, phase="axis-combat", options={"duty": "warn-and-release"})
    )
    assert chits(points_left(t)) == {"x10": 2, "x1": None}
    t.end().attack("1008", "us-337-ri", air=7)
    assert chits(points_left(t)) == {"x10": 1, "x1": 3}
    assert t.view("axis")["tracks"]["air.allied"] == 13


@pytest.mark.rule("diadem-2.4.2-2")
def test_the_axis_never_has_air_points():
    pieces = {"us-337-ri": "1108", "de-211-ri": "1008", "de-art-li": "0807"}
    t = at_combat(pieces, phase="axis-combat")
    assert not t.legal("air-strike")
    t.refuses(action("air-strike", "1108"))
    t.declare("1108", "de-211-ri")
    t.refuses(action("set-air", 1))
    assert not t.legal("set-air")
    t = at_combat(pieces).attack("1008", "us-337-ri")
    assert t.decision.side == "axis"  # its artillery could support
    t.refuses(action("set-air", 1))
    assert not t.legal("set-air")


@pytest.mark.rule("diadem-6.0-1")
@pytest.mark.parametrize("turn", range(2, 8))
def test_each_turn_brings_twenty_points(turn):
    t = next_turn(at_combat({}, air=3, phase="axis-combat", turn=turn - 1))
    assert (t.s.turn, points_left(t)) == (turn, 20)


@pytest.mark.rule("diadem-6.0-1")
def test_the_first_turn_brings_them_too():
    t = set_up(table("diadem"))
    assert (t.s.turn, t.phase, points_left(t)) == (1, "allied-movement", 20)


@pytest.mark.rule("diadem-6.1-2")
def test_attacks_and_defences_of_a_turn_share_the_points():
    t = at_combat(FIGHT, dice=(3, 4)).attack("1008", "us-337-ri", air=12)
    assert (t.told()["code"], points_left(t)) == ("IMP", 8)
    t.end().end()
    assert (t.phase, points_left(t)) == ("axis-combat", 8)
    t.attack("1108", "de-211-ri")
    assert t.decision.side == "allied"
    t.refuses(action("set-air", 9))
    t.defend(air=8)
    assert t.told()["odds"]["defence"] == 4 + 8
    assert points_left(t) == 0


@pytest.mark.rule("diadem-6.1-3")
def test_each_point_adds_one_to_the_attack():
    pieces = {"uk-61-bgda": "1108", "uk-1-bgda-gds": "1108", "de-115-rpzgr": "1008"}
    t = at_combat(pieces).attack("1008", "uk-61-bgda", "uk-1-bgda-gds", air=6)
    odds = t.told()["odds"]
    assert (odds["attack"], odds["defence"], odds["base_label"]) == (9 + 6, 5, "3-1")


@pytest.mark.rule("diadem-6.1-3")
def test_each_point_adds_one_to_the_defence():
    t = at_combat(FIGHT, phase="axis-combat").attack("1108", "de-211-ri").defend(air=6)
    odds = t.told()["odds"]
    assert (odds["attack"], odds["defence"]) == (2, 4 + 6)


@pytest.mark.rule("diadem-6.1-4")
@pytest.mark.parametrize("air", [1, 2, 14, 20])
def test_support_takes_any_number_of_points(air):
    t = at_combat(FIGHT).attack("1008", "us-337-ri", air=air)
    assert (t.told()["odds"]["attack"], points_left(t)) == (3 + air, 20 - air)
    t = at_combat(FIGHT, phase="axis-combat").attack("1108", "de-211-ri").defend(air=air)
    assert (t.told()["odds"]["defence"], points_left(t)) == (4 + air, 20 - air)


@pytest.mark.rule("diadem-6.1-4")
def test_but_not_more_than_there_are():
    t = at_combat(FIGHT, air=13).declare("1008", "us-337-ri")
    for points in (0, -1, 14, 20):
        t.refuses(action("set-air", points))
    assert t.allows(action("set-air", 13))
    t = at_combat(FIGHT, air=13, phase="axis-combat").attack("1108", "de-211-ri")
    t.refuses(action("set-air", 14))
    assert t.allows(action("set-air", 13))


@pytest.mark.rule("diadem-6.2-1")
def test_the_air_force_attacks_alone_in_the_allied_combat_phase():
    t = at_combat({"de-211-ri": "0808"}).attack("0808", air=5, kind="air")
    told = t.told()
    assert told["odds"]["table"] == "bombardment"
    assert (told["odds"]["attack"], *told["battle"]["attackers"]) == (5,)
    assert points_left(t) == 15
    pieces = {"de-211-ri": "0808", "us-337-ri": "1108"}
    t = at_combat(pieces, phase="axis-combat")
    assert (
        t.refuses(action("air-strike", "0808")) == "diadem-5.0-4"
    )  # no enemy of the side in its phase
    t.refuses(action("air-strike", "0808"), side="allied")


@pytest.mark.rule("diadem-6.2-1")
def test_no_unit_joins_an_air_attack():
    t = at_combat({**FIGHT, "us-art-ii": "1112"}, options={"duty": "warn-and-release"})
    t.declare("1008", kind="air", air=3)
    for piece in ("us-337-ri", "us-art-ii"):
        t.refuses(action("join", piece))


TWO_AND_A_TANK = ("de-211-ri", "de-194-ri", "de-26-rpz")


@pytest.mark.rule("diadem-6.2-2", "diadem-ex-6.2-1", "diadem-T-VULN-2")
def test_the_value_is_points_times_vulnerability():
    t = at_combat(dict.fromkeys(TWO_AND_A_TANK, "0808")).attack("0808", air=6, kind="air")
    odds = t.told()["odds"]
    assert (odds["attack"], odds["defence"], odds["column_label"]) == (6, 2 * 1 + 2, "13-24")
    t = at_combat(dict.fromkeys(TWO_AND_A_TANK, "0808")).attack("0808", air=7, kind="air")
    assert t.told()["odds"]["column_label"] == "25-36"  # 28


@pytest.mark.rule("diadem-6.2-3", "diadem-ex-6.2-2", "diadem-T-BOMB-4")
def test_a_city_moves_the_column_two_to_the_left_and_stops_at_the_first():
    pieces = dict.fromkeys(TWO_AND_A_TANK, "0706")
    t = at_combat(pieces, dice=(1, 2)).attack("0706", air=6, kind="air")
    odds = t.told()["odds"]
    assert (odds["base_label"], odds["column_label"]) == ("13-24", "1-12")
    assert [shift["columns"] for shift in odds["shifts"]] == [2]
    assert (t.told()["faces"], t.told()["code"]) == ([1, 2], "DI")  # DB from 13 on


@pytest.mark.rule("diadem-6.2-4")
def test_points_that_are_left_are_lost():
    t = at_combat({"de-211-ri": "0808"}, turn=2)
    t.attack("0808", air=10, kind="air").end().end()
    assert points_left(t) == 10
    t.set("axis-combat", QUIET, turn=2, tracks={"air.allied": 8}).end()
    assert (t.s.turn, points_left(t)) == (3, 20)


@pytest.mark.rule("diadem-6.2-5")
def test_the_announced_value_includes_the_air_points_and_stays():
    pieces = {**FIGHT, "de-art-li": "0807"}
    t = at_combat(pieces).attack("1008", "us-337-ri", air=6)
    assert t.decision.side == "axis"
    assert "Allies: attack on 1008 Pignataro with 9." in said(t)
    assert t.decision.data["attack"] == 9
    for deed in (action("set-air", 9), action("set-air", 3), action("confirm")):
        t.refuses(deed, side="allied")
    t.defend("de-art-li")
    assert t.told()["odds"]["attack"] == 9
    t.refuses(action("set-air", 12), side="allied")
    assert points_left(t) == 14


@pytest.mark.rule("diadem-6.2-6")
def test_an_air_attack_takes_three_to_ten_points():
    t = at_combat({"de-211-ri": "0808"}).declare("0808", kind="air")
    for points in (0, 1, 2, 11, 20):
        assert t.refuses(action("set-air", points)) == "diadem-6.2-6"
    assert t.refuses(action("confirm")) == "diadem-6.2-6"
    for points in (3, 10):
        t = at_combat({"de-211-ri": "0808"}).attack("0808", air=points, kind="air")
        assert t.told()["odds"]["attack"] == points


@pytest.mark.rule("diadem-6.2-6")
def test_with_less_than_three_points_there_is_no_air_attack():
    t = at_combat({"de-211-ri": "0808"}, air=2)
    assert t.refuses(action("air-strike", "0808")) == "diadem-6.2-6"
    assert at_combat({"de-211-ri": "0808"}, air=3).allows(action("air-strike", "0808"))


@pytest.mark.rule("diadem-6.2-7")
def test_air_attacks_reach_every_hex_but_none_twice():
    t = at_combat({"de-211-ri": "0105", "us-337-ri": "1508", "de-194-ri": "0808"}, turn=1)
    assert {deed.target for deed in t.legal("air-strike")} == {"0105", "0808"}
    t.attack("0105", air=3, kind="air")
    assert t.refuses(action("air-strike", "0105")) == "diadem-8.0-14"
    assert t.allows(action("air-strike", "0808"))
    t.refuses(action("air-strike", "0707"))  # nobody is there


@pytest.mark.rule("diadem-6.2-8")
@pytest.mark.parametrize(
    ("hex", "column"),
    [
        ("1006", "13-24"),  # mountain, behind the Gustav Line
        ("0710", "13-24"),  # city in the mountains
        ("1106", "25-36"),  # city, behind the Gustav Line and the Rapido
        ("1108", "49+"),  # clear, between rivers, behind the Gustav Line
    ],
)
def test_terrain_counts_against_aircraft_but_rivers_and_fortifications_do_not(hex, column):
    defenders = ("de-26-rpz", "de-211-ri", "de-194-ri", "de-191-ri")
    t = at_combat(dict.fromkeys(defenders, hex)).attack(hex, air=10, kind="air")
    odds = t.told()["odds"]
    assert (odds["base_label"], odds["column_label"]) == ("49+", column)


# the option of twenty points for the whole match (6.0)


def test_points_for_the_whole_match_come_once_and_are_not_lost():
    options = {"air-points": "whole-match"}
    t = set_up(table("diadem", options=options))
    assert points_left(t) == 20
    t = at_combat({"de-211-ri": "0808"}, options=options, dice=(3, 4))
    next_turn(t.attack("0808", air=7, kind="air"))
    assert (t.s.turn, points_left(t)) == (2, 13)
    assert points_left(next_turn(t)) == 13
    assert t.end().allows(action("air-strike", "0808"))
    next_turn(t.attack("0808", air=10, kind="air"))
    assert points_left(t) == 3


def test_without_points_no_attack_is_offered():
    t = at_combat({"de-211-ri": "0808"}, air=0)
    assert t.legal() == [action("end-phase")]
