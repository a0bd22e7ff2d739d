"""Sections 5.1.2 to 5.1.4, 5.3.1-4, 9.0-8, 11.0-2: what shifts the column, and in which order."""

import pytest

from asking import surrounded
from papua_scenes import (
    FOREST,
    GROUND,
    LEFT,
    NORTH,
    NORTH_WEST,
    RIGHT,
    SOUTH,
    SOUTH_WEST,
    at,
    battle,
    column,
    fighting,
    hurt,
    rules_of_shifts,
    shifts,
    sums,
)
from tabuleiro.testing import action

DICE = [5, 4]
TWENTY_FIRST = ("au-2-14", "au-2-16", "au-2-27")
EIGHTEENTH = ("au-2-9", "au-2-10", "au-2-12")


def allied(attackers, defenders, **more):
    return battle("allied", attackers, defenders, dice=DICE, **more)


def japanese(attackers, defenders, **more):
    return battle("japanese", attackers, defenders, dice=DICE, **more)


# the ground

ON = [
    ("papua-tab.terrain-1", "0202", "0302", None, 0),
    ("papua-tab.terrain-3", "0518", "0418", None, 2),
    ("papua-tab.terrain-4", "1213", GROUND, None, 1),
    ("papua-tab.terrain-5", FOREST, "1020", None, 2),
    ("papua-tab.terrain-6", SOUTH, GROUND, None, 3),
    ("papua-tab.terrain-2", GROUND, SOUTH, None, 0),
    ("papua-tab.terrain-2", "1213", GROUND, None, 1),
    ("papua-tab.terrain-2", "1315", "1314", None, 2),
    ("papua-tab.terrain-12", "1314", GROUND, None, 0),
    ("papua-tab.terrain-9", "0816", "0915", None, 3),
    ("papua-tab.terrain-10", "0916", "0915", None, 3),
    ("papua-tab.terrain-13", GROUND, SOUTH, "fortification", 2),
    ("papua-11.0-2", GROUND, SOUTH, "fortification", 2),
    ("papua-11.0-2", SOUTH, GROUND, "fortification", 3),
    ("papua-5.1.2-2", FOREST, "1020", "fortification", 2),
    ("papua-5.1.2-2", "1213", GROUND, "fortification", 2),
    ("papua-tab.terrain-12", FOREST, "1020", "airfield", 2),
]


@pytest.mark.parametrize(
    ("target", "origin", "built", "columns"),
    [pytest.param(*row[1:], marks=pytest.mark.rule(row[0], "papua-5.1.2-1")) for row in ON],
)
def test_the_ground_shelters_the_defender_alone(target, origin, built, columns):
    attackers, defenders = at(origin, "au-2-14", "au-2-16", "au-9"), at(target, "jp-kure-3")
    marks = {target: [built]} if built else {}
    t = allied(attackers, defenders, target=target, marks=marks)
    assert sums(t) == (11, 4, "2-1")
    assert shifts(t) == ([(LEFT, columns)] if columns else [])
    assert column(t) == {0: "2-1", 1: "3-2", 2: "1-1", 3: "1-2"}[columns]


@pytest.mark.rule("papua-5.1.2-1")
def test_the_ground_of_the_attacker_does_not_matter():
    strong = {"1022": "2-1", FOREST: "2-1"}
    for origin, odds in strong.items():
        t = allied(at(origin, "au-2-14", "au-2-1", "au-9"), at("0921", "jp-kure-3"), target="0921")
        assert (sums(t)[2], shifts(t)) == (odds, [(LEFT, 1)])


@pytest.mark.rule("papua-11.0-2")
def test_a_fortification_does_not_help_those_who_attack_out_of_it():
    attackers = at(SOUTH, "au-2-14", "au-2-16")
    t = allied(attackers, at(GROUND, "jp-kure-3"), marks={SOUTH: ["fortification"]})
    assert shifts(t) == []


@pytest.mark.rule("papua-tab.terrain-8")
def test_a_river_that_all_attackers_cross():
    t = allied(at("0102", *TWENTY_FIRST), at("0202", "jp-kure-3"), target="0202")
    assert sums(t)[2] == "3-1"
    assert shifts(t) == [(RIGHT, 1), (LEFT, 2)]
    assert "papua-tab.terrain-8" in rules_of_shifts(t)


@pytest.mark.rule("papua-tab.terrain-8")
def test_from_over_the_river_three_to_one_is_three_to_two():
    attackers = at("0102", "au-2-14", "au-2-16", "au-2-1")
    t = allied(attackers, at("0202", "jp-kure-3"), target="0202")
    assert (sums(t)[2], column(t)) == ("3-1", "3-2")


@pytest.mark.rule("papua-tab.terrain-8")
def test_a_river_that_some_attackers_need_not_cross():
    for piece in ("au-2-16", "au-art-14"):  # a gun next to the hex fires over no river
        attackers = {**at("0102", "au-2-14"), **at("0201", piece)}
        t = allied(attackers, at("0202", "jp-kure-3"), target="0202")
        assert shifts(t) == []


@pytest.mark.rule("papua-tab.terrain-8", "papua-5.1.2-2")
def test_a_river_adds_to_nothing():
    attackers = at(NORTH_WEST, "au-2-14", "au-2-16")
    t = allied(attackers, at("1014", "jp-kure-3"), target="1014")  # a forest over the river
    assert shifts(t) == [(LEFT, 2)]
    assert rules_of_shifts(t) <= {"papua-tab.terrain-5", "papua-tab.terrain-8"}
    t = allied(at("0102", "au-2-14"), at("0203", "jp-kure-3"), target="0203")  # a mountain
    assert rules_of_shifts(t) == {"papua-tab.terrain-6"}
    assert shifts(t) == [(LEFT, 3)]


@pytest.mark.rule("papua-tab.terrain-8")
def test_a_bridge_takes_no_columns_away():
    t = allied(at("0206", "au-2-14"), at("0105", "jp-kure-3"), target="0105")
    assert t.s.board.road_between("0206", "0105", "road")
    assert shifts(t) == [(LEFT, 2)]


# encirclement

CIRCLE = {**at(NORTH, "au-2-14"), **at(SOUTH, "au-2-16")}


@pytest.mark.rule("papua-5.1.3-1", "papua-5.1.3-2")
def test_surrounded_japanese_defend_the_better():
    t = allied(CIRCLE, at(GROUND, "jp-41-1"))
    assert (sums(t)[2], shifts(t), column(t)) == ("1-1", [(LEFT, 1)], "1-2")
    assert rules_of_shifts(t) == {"papua-5.1.3-2"}


@pytest.mark.rule("papua-5.1.3-1")
def test_one_hex_out_of_all_zones_is_a_way_out():
    t = allied({**at(SOUTH, "au-2-14"), **at(SOUTH_WEST, "au-2-16")}, at(GROUND, "jp-41-1"))
    assert shifts(t) == []


@pytest.mark.rule("papua-5.1.3-1")
def test_zones_of_those_who_do_not_attack_count():
    t = allied(at(SOUTH, "au-2-14", "au-2-16"), at(GROUND, "jp-41-1"), also=at(NORTH, "au-9"))
    assert rules_of_shifts(t) == {"papua-5.1.3-2"}


@pytest.mark.rule("papua-5.1.3-1")
def test_friends_do_not_break_a_zone():
    t = allied(CIRCLE, at(GROUND, "jp-41-1"), also=at("1314", "jp-41-2"))
    assert rules_of_shifts(t) == {"papua-5.1.3-2"}


@pytest.mark.rule("papua-5.1.3-1")
def test_a_full_friendly_hex_is_a_way_out():
    friends = at("1313", "jp-39-1", "jp-39-2", "jp-39-3")  # a swamp holds three
    attackers = {**at(SOUTH, "au-2-14"), **at(SOUTH_WEST, "au-2-16")}
    others = {**friends, **at("1112", "au-9")}  # its zone covers 1213 and 1113
    t = allied(attackers, at(GROUND, "jp-41-1"), also=others)
    assert not surrounded(t.s, GROUND, "japanese")
    assert shifts(t) == []


@pytest.mark.rule("papua-5.1.3-1")
def test_guns_alone_are_surrounded_where_only_a_trackless_mountain_is_free():
    ring = {**at("0914", "au-2-14"), **at("0816", "au-2-16")}  # of Kokoda: all but 1016
    assert besieged(ring, "jp-art-14-1")
    assert not besieged(ring, "jp-art-14-1", "jp-41-1")
    assert not besieged(ring, "jp-artm-55-1")


def besieged(ring, *pieces):
    return surrounded(fighting("allied", ring, at("0915", *pieces)).s, "0915", "japanese")


@pytest.mark.rule("papua-5.1.3-3")
def test_japanese_attack_the_surrounded_the_better():
    circle = {**at(NORTH, "jp-41-1"), **at(SOUTH, "jp-41-2")}
    t = japanese(circle, at(GROUND, "au-2-14", "au-9"))
    assert (sums(t)[2], shifts(t), column(t)) == ("1-1", [(RIGHT, 1)], "3-2")
    assert rules_of_shifts(t) == {"papua-5.1.3-3"}


@pytest.mark.rule("papua-ex-5.1.3")
def test_the_two_cases_of_the_example():
    t = allied(CIRCLE, at(GROUND, "jp-41-1"))
    assert (sums(t)[2], column(t)) == ("1-1", "1-2")
    circle = {**at(NORTH, "jp-41-1"), **at(SOUTH, "jp-41-2")}
    t = japanese(circle, at(GROUND, "au-2-14", "au-9"))
    assert (sums(t)[2], column(t)) == ("1-1", "3-2")


@pytest.mark.rule("papua-5.1.3-4")
def test_the_allies_gain_nothing_by_a_siege():
    circle = {**at(NORTH, "au-2-14"), **at(SOUTH, "au-2-16")}
    t = allied(circle, at(GROUND, "jp-kure-3"))
    assert (sums(t)[2], shifts(t), column(t)) == ("2-1", [(LEFT, 1)], "3-2")


# complete formations


@pytest.mark.rule("papua-5.1.4-1")
@pytest.mark.parametrize(("pieces", "gain"), [(TWENTY_FIRST, 1), (TWENTY_FIRST[:2], 0)])
def test_a_brigade_that_attacks_with_all_its_units(pieces, gain):
    t = allied(at(SOUTH, *pieces), at(GROUND, "jp-41-1"))
    assert shifts(t) == [(RIGHT, 1)] * gain


@pytest.mark.rule("papua-5.1.4-1")
def test_the_units_may_attack_from_different_hexes_and_be_reduced():
    attackers = {**at(SOUTH, "au-2-14"), **hurt(SOUTH_WEST, "au-2-16", "au-2-27")}
    assert shifts(allied(attackers, at(GROUND, "jp-41-1"))) == [(RIGHT, 1)]


@pytest.mark.rule("papua-5.1.4-1")
def test_with_a_destroyed_member_there_is_no_bonus():
    t = allied(at(SOUTH, *TWENTY_FIRST[:2]), at(GROUND, "jp-41-1"), also={"au-2-27": "dead"})
    assert shifts(t) == []
    t = japanese(at(SOUTH, "jp-229-3"), at(GROUND, "au-9"))
    assert shifts(t) == []


@pytest.mark.rule("papua-5.1.4-1")
@pytest.mark.parametrize(("option", "gain"), [("all", 1), ("no-guns-nor-engineers", 0)])
def test_engineer_regiments_earn_it_unless_a_match_leaves_them_out(option, gain):
    engineers = ("us-eng-43-1", "us-eng-43-2")
    t = allied(at(SOUTH, *engineers), at(GROUND, "jp-41-1"), options={"formation-bonus": option})
    assert shifts(t) == [(RIGHT, 1)] * gain
    t = allied(at(SOUTH, *TWENTY_FIRST), at(GROUND, "jp-41-1"), options={"formation-bonus": option})
    assert shifts(t) == [(RIGHT, 1)]
    guns = ("jp-art-14-1", "jp-art-14-2", "jp-art-14-3")
    pieces = at(SOUTH, *guns, "jp-kure-3")
    t = japanese(pieces, at(GROUND, "au-2-14"), options={"formation-bonus": option})
    assert shifts(t) == [(RIGHT, 1)] * gain


@pytest.mark.rule("papua-5.1.4-2")
@pytest.mark.parametrize(("pieces", "loss"), [(("au-39", "au-49", "au-53"), 1), (("au-39",), 0)])
def test_a_brigade_that_defends_with_all_its_units(pieces, loss):
    t = japanese(at(SOUTH, "jp-41-1", "jp-41-2"), at(GROUND, *pieces))
    assert shifts(t) == [(LEFT, 1)] * loss


@pytest.mark.rule("papua-5.1.4-2")
def test_a_member_in_another_hex_does_not_defend():
    t = japanese(at(SOUTH, "jp-41-1"), at(GROUND, "au-39", "au-49"), also=at("1313", "au-53"))
    assert shifts(t) == []


@pytest.mark.rule("papua-5.1.4-3")
def test_naval_landing_forces_are_no_formation():
    t = japanese(at(SOUTH, "jp-kure-3", "jp-kure-5"), at(GROUND, "au-2-14"))
    assert shifts(t) == []
    t = japanese(at(SOUTH, "jp-sasebo-5", "jp-sasebo-6"), at(GROUND, "au-2-14"))
    assert shifts(t) == []


@pytest.mark.rule("papua-5.1.4-5")
def test_each_complete_brigade_earns_its_own_column():
    attackers = {**at("1022", *TWENTY_FIRST), **at("1120", *EIGHTEENTH)}
    defenders = at(FOREST, "jp-41-1", "jp-41-2")
    t = allied(attackers, defenders, target=FOREST)
    assert sums(t) == (24, 10, "2-1")
    assert shifts(t) == [(RIGHT, 1), (RIGHT, 1), (LEFT, 2)]
    assert column(t) == "2-1"  # 3-1, 4-1, and two to the left


@pytest.mark.rule("papua-ex-5.1.4", "papua-ex-5.1.3", "papua-5.1.4-1")
def test_the_brigade_of_the_example_against_the_surrounded():
    attackers = {**at("1020", *TWENTY_FIRST), **at("1022", "au-9")}
    defenders = at(FOREST, "jp-41-1", "jp-eng-14")
    t = allied(attackers, defenders, target=FOREST, also=at("1121", "au-25"))
    assert sums(t) == (15, 7, "2-1")
    assert shifts(t) == [(RIGHT, 1), (LEFT, 1), (LEFT, 2)]
    assert column(t) == "1-1"  # forest: 1-1, siege: 1-2, brigade: 1-1


# order, and the others


@pytest.mark.rule("papua-5.1.4-4")
@pytest.mark.parametrize(("option", "wanted"), [("attacker-then-defender", "7-1"), ("net", "8-1")])
def test_the_attackers_shifts_first_then_the_defenders(option, wanted):
    attackers = at("1020", *TWENTY_FIRST)
    t = allied(attackers, hurt(FOREST, "jp-eng-14"), target=FOREST, options={"shifts": option})
    assert (sums(t), shifts(t)) == ((12, 1, "9-1+"), [(RIGHT, 1), (LEFT, 2)])
    assert column(t) == wanted


@pytest.mark.rule("papua-9.0-8")
def test_an_attacker_without_supply_loses_a_column():
    attackers = at(SOUTH, "au-2-14", "au-2-16")
    t = allied(attackers, at(GROUND, "jp-kure-3"), hungry=["au-2-16"])
    assert (sums(t)[2], shifts(t), column(t)) == ("2-1", [(LEFT, 1)], "3-2")
    t = allied(attackers, at(GROUND, "jp-kure-3"), hungry=["au-2-14", "au-2-16"])
    assert (shifts(t), rules_of_shifts(t)) == ([(LEFT, 1)], {"papua-9.0-8"})


@pytest.mark.rule("papua-9.0-8")
def test_a_defender_without_supply_loses_a_column():
    attackers = at(SOUTH, "au-2-14", "au-2-16")
    t = allied(attackers, at(GROUND, "jp-kure-3", "jp-eng-14"), hungry=["jp-eng-14"])
    assert (shifts(t), rules_of_shifts(t)) == ([(RIGHT, 1)], {"papua-9.0-8"})
    t = allied(attackers, at(GROUND, "jp-kure-3"), hungry=["jp-kure-3"])
    assert (sums(t)[2], column(t)) == ("2-1", "3-1")


@pytest.mark.rule("papua-9.0-8")
def test_supporting_guns_without_supply_count_as_part_of_the_combat():
    guns = {**at(NORTH, "jp-art-14-1")}
    t = allied(at(SOUTH, "au-2-14"), at(GROUND, "jp-41-1"), also=guns, hungry=["jp-art-14-1"])
    t.do(action("join", "jp-art-14-1"), action("confirm"))
    assert shifts(t) == [(RIGHT, 1)]
    t = allied(at(SOUTH, "au-2-14"), at(GROUND, "jp-41-1"), also=guns, hungry=["jp-art-14-1"])
    assert shifts(t.do(action("confirm"))) == []


@pytest.mark.rule("papua-5.3.1-4")
def test_too_many_defenders_lose_a_column():
    defenders = at(GROUND, *(f"jp-{n}" for n in ("41-1", "41-2", "39-1", "39-2", "66-3", "115-1")))
    attackers = at(SOUTH, *TWENTY_FIRST, *EIGHTEENTH)
    assert shifts(allied(attackers, defenders)) == [(RIGHT, 1), (RIGHT, 1)]
    crowd = {**defenders, **at(GROUND, "jp-eng-14")}
    t = allied(attackers, crowd)
    assert (shifts(t), "papua-5.3.1-4" in rules_of_shifts(t)) == ([(RIGHT, 1)] * 3, True)
    t = allied(at(GROUND, *TWENTY_FIRST), at(SOUTH, "jp-41-1", "jp-41-2", "jp-39-1"), target=SOUTH)
    assert "papua-5.3.1-4" in rules_of_shifts(t)
