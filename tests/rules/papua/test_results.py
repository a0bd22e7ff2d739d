"""Section 5.1.6 and the combat results table: losses, retreats, and who chooses them."""

import pytest

from papua_scenes import (
    GROUND,
    NORTH,
    SOUTH,
    SOUTH_WEST,
    announced_all,
    at,
    battle,
    fighting,
    hurt,
    is_dead,
)
from tabuleiro.testing import action, table

# The dice that give a result in the column of the odds of a scene.
EVEN = (at(SOUTH, "au-2-14"), at(GROUND, "jp-kure-3"))  # 1-1
TWO = (at(SOUTH, "au-2-14", "au-2-16"), at(GROUND, "jp-kure-3"))  # 2-1
BEST = (
    at(SOUTH, "au-2-14", "au-2-16", "au-2-1", "au-2-2", "au-2-9", "au-2-10", "au-2-25", "au-2-31"),
    at(GROUND, "jp-eng-14", "jp-eng-29"),
)  # 8-1


def allied(attackers, defenders, *dice, **more):
    return battle("allied", attackers, defenders, dice=dice, **more)


# the table

TABLE = {
    "papua-tab.crt-1": ((1, 1), (6, 6), "D1 A1", "D0 A0", "D1 A0", "D2 A2", "D2 A1", "D2 A0",
                        "D3 A2", "D3 A1", "D3 A0", "D4 A2", "D4 A1", "D4 A0", "D4 A0"),
    "papua-tab.crt-2": ((1, 2), (5, 6), "D0 A1", "D1 A1", "D0 A0", "D1 A0", "D2 A2", "D2 A1",
                        "D2 A0", "D3 A2", "D3 A1", "D3 A0", "D4 A2", "D4 A1", "D4 A0"),
    "papua-tab.crt-3": ((1, 3), (4, 6), "D1 A2", "D0 A1", "D1 A1", "D0 A0", "D1 A0", "D2 A2",
                        "D2 A1", "D2 A0", "D3 A2", "D3 A1", "D3 A0", "D4 A2", "D4 A1"),
    "papua-tab.crt-4": ((1, 4), (3, 6), "D0 A2", "D1 A2", "D0 A1", "D1 A1", "D0 A0", "D1 A0",
                        "D2 A2", "D2 A1", "D2 A0", "D3 A2", "D3 A1", "D3 A0", "D4 A2"),
    "papua-tab.crt-5": ((1, 5), (2, 6), "D1 A3", "D0 A2", "D1 A2", "D0 A1", "D1 A1", "D0 A0",
                        "D1 A0", "D2 A2", "D2 A1", "D2 A0", "D3 A2", "D3 A1", "D3 A0"),
    "papua-tab.crt-6": ((1, 6), (3, 4), "D0 A3", "D1 A3", "D0 A2", "D1 A2", "D0 A1", "D1 A1",
                        "D0 A0", "D1 A0", "D2 A2", "D2 A1", "D2 A0", "D3 A2", "D3 A1"),
}  # fmt: skip
COLUMNS = ["1-4", "1-3", "1-2", "1-1", "3-2", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1",
           "9-1+"]  # fmt: skip


@pytest.mark.parametrize(
    "row", [pytest.param(row, marks=pytest.mark.rule(name)) for name, row in TABLE.items()]
)
def test_every_row_of_the_table(row):
    crt = table("papua").s.module.odds["combat"]
    assert list(crt.columns) == COLUMNS
    for faces in row[:2]:
        assert tuple(crt.cell(n, sum(faces)) for n in range(13)) == row[2:]
    t = allied(*TWO, *row[0])
    assert t.told()["code"] == row[2:][5]


# D


@pytest.mark.rule("papua-5.1.6-1", "papua-5.1.6-5")
def test_no_effect():
    t = allied(*EVEN, 2, 2)  # D0 A0
    assert t.losses("jp-kure-3") == t.losses("au-2-14") == 0
    assert (t.place("jp-kure-3"), t.place("au-2-14")) == (GROUND, SOUTH)


@pytest.mark.rule("papua-5.1.6-1")
def test_d0_leaves_the_defender_alone():
    t = allied(*EVEN, 2, 4)  # D0 A1
    assert (t.losses("jp-kure-3"), t.place("jp-kure-3"), t.losses("au-2-14")) == (0, GROUND, 1)


D1 = (at(SOUTH, "au-2-14", "au-2-16", "au-2-1"), at(GROUND, "jp-kure-3", "jp-kure-5", "jp-eng-14"))


@pytest.mark.rule("papua-5.1.6-2")
def test_d1_is_one_loss_and_all_stay():
    t = allied(*D1, 1, 2)  # 1-1: D1 A0
    assert (t.decision.side, t.decision.actions) == ("japanese", ("lose", "give-way"))
    t.refuses(action("lose", "au-2-14"))
    t.lose("jp-kure-5")
    assert (t.losses("jp-kure-5"), t.at(GROUND)) == (1, {"jp-kure-3", "jp-kure-5", "jp-eng-14"})
    assert "retreat" not in {a.kind for a in t.legal()}


@pytest.mark.rule("papua-5.1.6-2")
def test_d1_is_a_retreat_of_all_without_loss():
    t = allied(*D1, 1, 2).do(action("give-way"))
    for piece in ("jp-kure-3", "jp-kure-5", "jp-eng-14"):
        t.retreat(piece, NORTH)
    assert (t.at(NORTH), t.at(GROUND)) == ({"jp-kure-3", "jp-kure-5", "jp-eng-14"}, frozenset())
    assert sum(t.losses(p) for p in ("jp-kure-3", "jp-kure-5", "jp-eng-14")) == 0


@pytest.mark.rule("papua-5.1.6-3", "papua-5.1.6-8")
def test_d2_is_one_loss_and_a_retreat():
    defenders = at(GROUND, "jp-kure-3", "jp-kure-5")
    t = allied(at(SOUTH, "au-2-14", "au-2-1"), defenders, 1, 1)  # 1-1: D2 A2
    assert t.decision.actions == ("losses-first", "retreat-first")
    t.do(action("losses-first")).lose("jp-kure-5")
    t.retreat("jp-kure-3", NORTH).retreat("jp-kure-5", "1313")
    assert (t.losses("jp-kure-3"), t.losses("jp-kure-5")) == (0, 1)
    assert (t.place("jp-kure-3"), t.place("jp-kure-5")) == (NORTH, "1313")


@pytest.mark.rule("papua-5.1.6-8")
def test_the_defender_may_retreat_first():
    defenders = at(GROUND, "jp-kure-3", "jp-kure-5")
    t = allied(at(SOUTH, "au-2-14", "au-2-1"), defenders, 1, 1).do(action("retreat-first"))
    t.retreat("jp-kure-3", NORTH).retreat("jp-kure-5", "1313")
    assert (t.losses("jp-kure-3"), t.losses("jp-kure-5")) == (0, 0)
    t.lose("jp-kure-3")
    assert (t.losses("jp-kure-3"), t.losses("jp-kure-5")) == (1, 0)


@pytest.mark.rule("papua-5.1.6-8")
def test_a_reduced_unit_can_be_given_up_before_the_rest_retreats():
    defenders = {**at(GROUND, "jp-kure-3"), **hurt(GROUND, "jp-kure-5")}
    t = allied(at(SOUTH, "au-2-14", "au-39"), defenders, 1, 1)
    t.do(action("losses-first")).lose("jp-kure-5").retreat("jp-kure-3", NORTH)
    assert is_dead(t, "jp-kure-5")
    assert (t.losses("jp-kure-3"), t.place("jp-kure-3")) == (0, NORTH)


@pytest.mark.rule("papua-5.1.6-4", "papua-ex-5.1.6")
def test_d3_is_two_losses_and_a_retreat():
    attackers = at(SOUTH, "au-2-14", "au-2-16", "au-2-1")  # 12 against 4: 3-1
    t = allied(attackers, at(GROUND, "jp-eng-14", "jp-eng-29"), 1, 1)  # D3 A2
    t.do(action("losses-first")).lose("jp-eng-14", "jp-eng-29")
    t.retreat("jp-eng-14", NORTH).retreat("jp-eng-29", NORTH)
    assert t.losses("jp-eng-14") == t.losses("jp-eng-29") == 1
    assert t.at(GROUND) == frozenset()


@pytest.mark.rule("papua-5.1.6-4", "papua-5.1.6-10")
def test_d4_is_three_losses_and_a_retreat():
    t = allied(*BEST, 1, 1)  # 8-1: D4 A0
    assert t.told()["code"] == "D4 A0"
    t.do(action("losses-first")).lose("jp-eng-14", "jp-eng-29", "jp-eng-29").retreat(
        "jp-eng-14", NORTH
    )
    assert is_dead(t, "jp-eng-29")
    assert (t.losses("jp-eng-14"), t.place("jp-eng-14")) == (1, NORTH)


@pytest.mark.rule("papua-5.1.6-4", "papua-5.1.6-7")
def test_losses_beyond_what_is_there_are_forgotten():
    attackers = at(SOUTH, "au-2-14", "au-2-16", "au-2-1", "au-2-2", "au-9", "au-39")
    t = allied(attackers, hurt(GROUND, "jp-eng-14"), 1, 1)  # D4
    assert is_dead(t, "jp-eng-14")
    assert all(t.losses(piece) == 0 for piece in attackers)


# A


@pytest.mark.rule("papua-5.1.6-6", "papua-5.1.6-7")
def test_the_attacker_chooses_who_of_those_that_attacked_takes_the_loss():
    attackers = at(SOUTH, "au-2-14", "au-2-16")
    t = allied(attackers, at(GROUND, "jp-kure-3", "jp-kure-5"), 2, 4, also=at(SOUTH, "au-9"))
    assert (t.told()["code"], t.decision.side) == ("D0 A1", "allied")
    assert set(t.decision.pieces) == {"au-2-14", "au-2-16"}
    t.refuses(action("lose", "au-9"))
    t.lose("au-2-16")
    assert (t.losses("au-2-14"), t.losses("au-2-16")) == (0, 1)


@pytest.mark.rule("papua-5.1.6-6", "papua-5.1.6-10")
def test_three_losses_spread_as_the_attacker_likes_and_nobody_retreats():
    attackers = {**at(SOUTH, "au-2-14", "au-2-16"), **hurt(SOUTH_WEST, "au-49")}
    defenders = at(GROUND, *(f"jp-{n}" for n in ("41-1", "41-2", "39-1", "39-2", "66-3", "144-1")))
    t = allied(attackers, defenders, 1, 6)  # 9 against 30: 1-3, D1 A3
    assert t.told()["code"] == "D1 A3"
    t.lose("jp-41-1").lose("au-49", "au-2-14", "au-2-14")
    assert is_dead(t, "au-49", "au-2-14")
    assert (t.losses("au-2-16"), t.place("au-2-16")) == (0, SOUTH)


@pytest.mark.rule("papua-5.1.6-6")
def test_two_losses_of_the_attacker():
    t = allied(*EVEN, 1, 1).retreat("jp-kure-3", NORTH)  # D2 A2
    assert is_dead(t, "au-2-14")


@pytest.mark.rule("papua-5.1.6-7")
def test_only_land_units_in_the_target_lose_for_the_defender():
    guns = {**at(NORTH, "jp-art-14-1"), **at("1314", "jp-naval")}
    t = fighting("allied", at(SOUTH, "au-2-14", "au-9"), at(GROUND, "jp-41-1", "jp-eng-14"), guns,
                 dice=[1, 4])  # fmt: skip
    announced_all(t.attack(GROUND, "au-2-14", "au-9")).defend("jp-art-14-1")
    assert (t.told()["odds"]["base_label"], t.told()["code"][:2]) == ("1-1", "D1")
    assert set(t.decision.pieces) == {"jp-41-1", "jp-eng-14"}
    t.refuses(action("lose", "jp-art-14-1"))


@pytest.mark.rule("papua-5.1.6-7")
def test_supporting_guns_lose_nothing_when_the_defenders_lose_and_retreat():
    guns = {**at(NORTH, "jp-art-14-1"), **at("1314", "jp-art-14-2")}
    attackers = at(SOUTH, "au-2-14", "au-2-16", "au-2-27", "au-2-25")
    t = fighting("allied", attackers, at(GROUND, "jp-39-1"), guns, dice=[1, 1])
    announced_all(t.attack(GROUND, *attackers)).defend("jp-art-14-1", "jp-art-14-2")
    assert t.told()["code"][:2] in {"D2", "D3"}
    while t.phase == "allied-combat" and t.legal("lose"):
        assert {a.piece for a in t.legal("lose")} <= {"jp-39-1", *attackers}
        t.do(t.legal("lose")[0])
    assert [t.losses(piece) for piece in ("jp-art-14-1", "jp-art-14-2")] == [0, 0]
    assert t.losses("jp-39-1") or t.place("jp-39-1") == "dead"


@pytest.mark.rule("papua-5.1.6-7", "papua-10.0-1")
def test_a_supporting_ship_takes_no_loss_of_the_attacker():
    pieces = {**at("1214", "au-2-14", "au-2-16"), **at("1312", "us-naval")}
    t = fighting("allied", pieces, at(NORTH, "jp-41-1", "jp-41-2"), dice=[2, 4])
    announced_all(t.attack(NORTH, "au-2-14", "au-2-16", "us-naval"))
    assert (t.told()["odds"]["attack"], t.told()["code"]) == (11, "D1 A2")
    t.lose("jp-41-1")
    assert set(t.decision.pieces) == {"au-2-14", "au-2-16"}
    t.lose("au-2-14", "au-2-14")
    assert (t.losses("us-naval"), is_dead(t, "au-2-14")) == (0, True)


# who holds to the last


@pytest.mark.rule("papua-5.1.6-9")
def test_no_advance_where_a_lone_reduced_defender_takes_the_loss():
    t = allied(at(SOUTH, "us-126-1"), hurt(GROUND, "jp-kure-3"), 1, 2)  # 1-1: D1 A0
    t.lose("jp-kure-3")
    assert is_dead(t, "jp-kure-3")
    assert "advance" not in t.decision.actions
    assert (t.at(GROUND), t.place("us-126-1")) == (frozenset(), SOUTH)
    assert t.s.position.control.get(GROUND) != "allied"


@pytest.mark.rule("papua-5.1.6-9", "papua-5.2-1")
def test_it_is_only_this_advance_that_is_barred():
    t = allied(at(SOUTH, "us-126-1"), hurt(GROUND, "jp-kure-3"), 1, 2).do(action("give-way"))
    t.retreat("jp-kure-3", NORTH)
    assert "advance" in t.decision.actions
    t = allied(at(SOUTH, "us-126-1"), hurt(GROUND, "jp-kure-3"), 1, 2).lose("jp-kure-3")
    assert not any("held-to-the-last" in marks for marks in t.s.position.marks.values())


@pytest.mark.rule("papua-5.1.6-10")
def test_the_first_loss_flips_the_second_destroys():
    t = allied(*EVEN, 2, 4)
    assert (t.losses("au-2-14"), t.place("au-2-14")) == (1, SOUTH)
    t = allied(hurt(SOUTH, "au-2-14", "au-2-1"), at(GROUND, "jp-kure-3"), 2, 4)  # D0 A1
    t.lose("au-2-1")
    assert is_dead(t, "au-2-1")
    assert t.losses("au-2-14") == 1


def test_nothing_else_can_be_done_while_a_result_is_carried_out():
    t = allied(*D1, 1, 2)
    t.refuses(action("confirm"))
    t.refuses(action("retreat", "jp-kure-3", (NORTH,)))
    t = allied(at(SOUTH, "au-2-14", "au-2-1"), at(GROUND, "jp-kure-3", "jp-kure-5"), 1, 1)
    t.refuses(action("give-way"))
