"""Sections 5.2 and 5.3: advance after combat, retreat, and what it may overfill."""

import pytest

from asking import controller, ways
from papua_scenes import (
    GROUND,
    NORTH,
    NORTH_WEST,
    SOUTH,
    SOUTH_WEST,
    at,
    battle,
    is_dead,
    rules_of_shifts,
)
from tabuleiro.testing import action, table

THREE = at(SOUTH, "au-2-14", "au-2-16", "au-2-1")
D2, D1, D3 = (1, 3), (1, 2), (1, 1)


def allied(defenders, *dice, attackers=THREE, target=GROUND, **more):
    return battle("allied", attackers, defenders, dice=dice, target=target, **more)


def ends(t, piece):
    """Where a piece may retreat."""
    return {way.path[-1] for way in ways(t.s, piece)}


def beaten(*pieces, **more):
    """Defenders that were thrown back at 2-1 (D2 A2) and must retreat, their losses to come."""
    return allied(at(GROUND, *pieces), *D2, attackers=at(SOUTH, "au-2-14", "au-2-16"), **more)


# retreat


@pytest.mark.rule("papua-5.3-1", "papua-5.3-3")
def test_one_hex_in_any_direction_that_is_not_the_enemys():
    t = beaten("jp-kure-3")
    assert ends(t, "jp-kure-3") == {NORTH, "1313", "1314", SOUTH_WEST, NORTH_WEST}
    t.refuses(action("retreat", "jp-kure-3", (SOUTH,)))
    t.refuses(action("retreat", "jp-kure-3", (NORTH, "1112")))
    t.retreat("jp-kure-3", SOUTH_WEST)  # in the zone of the attackers
    assert t.place("jp-kure-3") == SOUTH_WEST


@pytest.mark.rule("papua-5.3-1")
def test_enemy_aircraft_alone_bar_a_hex():
    t = beaten("jp-kure-3", also={**at("1314", "us-fs-8")}, marks={"1314": ["supply-base-allied"]})
    assert ends(t, "jp-kure-3") == {NORTH, "1313", SOUTH_WEST, NORTH_WEST}


@pytest.mark.rule("papua-5.3-1")
@pytest.mark.parametrize("marker", ["supply-base-allied", "fortification"])
def test_enemy_markers_bar_no_hex(marker):
    t = beaten("jp-kure-3", marks={NORTH: [marker]}, control={NORTH: "allied"})
    assert NORTH in ends(t, "jp-kure-3")


@pytest.mark.rule("papua-5.3-1")
def test_an_advance_may_enter_a_hex_with_enemy_aircraft():
    attackers = at("1315", "au-2-14", "au-2-16")
    defenders = {**at("1314", "jp-kure-3"), **at("1314", "jp-tainan-1")}
    t = battle("allied", attackers, at("1314", "jp-kure-3"), target="1314", dice=D2,
               also=at("1314", "jp-tainan-1"))  # fmt: skip
    assert t.at("1314") == set(defenders)
    t.retreat("jp-kure-3", GROUND).lose("au-2-14", "au-2-16")
    assert t.allows(action("advance", "au-2-14", ("1314",)))


@pytest.mark.rule("papua-5.3-2", "papua-5.3.1-5")
def test_no_way_back_means_destruction():
    round_buna = {**at("1314", "au-9"), **at(NORTH, "au-39")}  # elsewhere there is sea
    t = battle("allied", at(GROUND, "au-2-14", "au-2-16"), at("1313", "jp-41-1"), target="1313",
               also=round_buna, dice=(1, 1))  # fmt: skip
    assert (t.told()["odds"]["column_label"], t.told()["code"]) == ("1-3", "D0 A0")
    strong = at(GROUND, "au-2-14", "au-2-16", "au-2-1", "au-2-2")  # 16 against 5, two to the left
    t = battle("allied", strong, at("1313", "jp-41-1"), target="1313", also=round_buna,
               dice=(1, 1))  # fmt: skip
    assert (t.told()["code"], is_dead(t, "jp-41-1")) == ("D2 A1", True)


@pytest.mark.rule("papua-5.3.1-5")
def test_the_sea_is_no_way_back():
    t = battle("allied", at(GROUND, "au-2-14", "au-2-16"), at("1313", "jp-kure-3"), target="1313",
               dice=(1, 2))  # fmt: skip
    assert {"1312", "1413", "1414"} <= set(t.s.board.grid.neighbours("1313"))
    assert ends(t, "jp-kure-3") == {NORTH, "1314"}
    t.refuses(action("retreat", "jp-kure-3", ("1312",)))


@pytest.mark.rule("papua-5.3-3")
def test_units_of_a_stack_may_go_to_different_hexes():
    t = allied(at(GROUND, "jp-kure-3", "jp-kure-5"), *D1).do(action("give-way"))
    assert t.decision.side == "japanese"
    t.retreat("jp-kure-5", "1313").retreat("jp-kure-3", NORTH)
    assert (t.place("jp-kure-3"), t.place("jp-kure-5")) == (NORTH, "1313")


@pytest.mark.rule("papua-5.3.1-1", "papua-5.3.1-7")
def test_a_retreat_may_overfill_a_friendly_hex():
    friends = at(NORTH, "jp-39-1", "jp-39-2", "jp-39-3")  # a swamp holds three
    t = beaten("jp-kure-3", also=friends).retreat("jp-kure-3", NORTH)
    assert len(t.at(NORTH)) == 4
    assert not is_dead(t, "jp-kure-3", *friends)


@pytest.mark.rule("papua-5.3.1-4")
def test_those_who_crowd_a_hex_suffer_when_it_is_attacked():
    crowd = at(NORTH, "jp-39-1", "jp-39-2", "jp-39-3", "jp-kure-3")
    t = battle("allied", at(GROUND, "au-2-14"), crowd, target=NORTH, dice=(3, 4))
    assert "papua-5.3.1-4" in rules_of_shifts(t)


GUNS_BESIEGED = {**at("0914", "au-2-14", "au-2-16"), **at("0816", "au-39")}
"""Round Kokoda: only the hexes 1015, 0916, 0815 and the trackless 1016 are left."""


@pytest.mark.rule("papua-5.3.1-6", "papua-tab.terrain-7")
def test_plain_guns_cannot_go_back_into_a_trackless_mountain():
    t = battle("allied", at("0914", "au-2-14", "au-2-16"), at("0915", "jp-41-1", "jp-art-14-1",
               "jp-artm-55-1"), target="0915", dice=(1, 1))  # fmt: skip
    mountains = {"1016", "0816", "0815"}
    assert not ends(t, "jp-art-14-1") & mountains
    assert "0916" in ends(t, "jp-art-14-1")  # a mountain, too, but a trail leads there
    assert mountains <= ends(t, "jp-artm-55-1")
    assert mountains <= ends(t, "jp-41-1")


@pytest.mark.rule("papua-5.3.1-6")
def test_guns_whose_only_way_is_a_trackless_mountain_are_destroyed():
    others = {**at("1015", "au-9"), **at("0916", "au-39"), **at("0816", "au-36"),
              **at("0815", "au-3")}  # fmt: skip
    for gun, dies in (("jp-art-14-1", True), ("jp-artm-55-1", False)):
        t = battle(
            "allied", at("0914", "au-49"), at("0915", gun), target="0915", also=others, dice=(1, 1)
        )  # 2 against 1, one column to the left for the siege
        assert t.told()["code"] == "D2 A1"
        assert (t.place(gun), is_dead(t, gun)) == ("dead" if dies else "1016", dies)


@pytest.mark.rule("papua-4.2.2-7", "papua-5.3-2")
@pytest.mark.parametrize(
    ("side", "piece", "foe", "edge"),
    [("allied", "jp-41-1", "au-2-14", "north"), ("japanese", "au-2-14", "jp-41-1", "west")],
)
def test_a_retreat_off_the_board_by_ones_own_edge_alone(side, piece, foe, edge):
    grid, edges = table("papua").s.board.grid, table("papua").s.board.edges
    other = {"north": "west", "west": "north"}[edge]
    for name, allowed in ((edge, True), (other, False)):
        here = next(h for h in edges[name].hexes if h not in edges[{edge, other}.difference(
            {name}).pop()].hexes)  # fmt: skip
        origin = next(h for h in grid.neighbours(here))
        t = battle(side, {foe: origin}, {piece: here}, target=here, dice=(3, 4))
        assert (f"exit.{name}" in ends(t, piece)) is allowed


# advance


@pytest.mark.rule("papua-5.2-1")
def test_the_victors_may_take_the_hex():
    t = allied(
        at(GROUND, "jp-kure-3"), 2, 3, also=at(SOUTH_WEST, "au-9"), control={GROUND: "japanese"}
    )  # 3-1: D2 A2
    t.retreat("jp-kure-3", NORTH).lose("au-2-14", "au-2-16")
    moves = {(a.piece, a.path) for a in t.legal("advance")}
    assert moves == {(p, (GROUND,)) for p in THREE}
    t.refuses(action("advance", "au-9", (GROUND,)))  # it did not attack
    t.refuses(action("advance", "au-2-1", (NORTH_WEST,)))
    t.do(action("advance", "au-2-1", (GROUND,)))
    assert t.place("au-2-1") == GROUND
    assert t.s.piece("au-2-1").spent == 0
    assert controller(t.s, GROUND) == "allied"


@pytest.mark.rule("papua-5.2-1")
def test_no_more_than_the_hex_holds():
    attackers = at(GROUND, "au-2-14", "au-2-16", "au-2-1", "au-2-2")
    t = battle("allied", attackers, at(NORTH, "jp-kure-3"), target=NORTH, dice=(1, 3))
    assert t.told()["code"] == "D2 A1"
    t.retreat("jp-kure-3", "1313").lose("au-2-2")
    for piece in ("au-2-14", "au-2-16", "au-2-1"):
        t.do(action("advance", piece, (NORTH,)))
    assert "advance" not in {a.kind for a in t.legal()}
    assert len(t.at(NORTH)) == 3


@pytest.mark.rule("papua-5.2-1")
def test_nobody_advances_while_defenders_stand():
    t = allied(at(GROUND, "jp-kure-3", "jp-kure-5"), *D1).lose("jp-kure-3")
    assert "advance" not in {a.kind for a in t.legal()}
    assert t.place("au-2-14") == SOUTH


@pytest.mark.rule("papua-5.2-2")
@pytest.mark.parametrize("gun", ["jp-art-14-1", "jp-artm-55-1"])
def test_guns_do_not_advance(gun):
    attackers = at(SOUTH, "jp-41-1", "jp-41-2", gun)
    t = battle("japanese", attackers, at(GROUND, "au-9"), dice=(1, 3))  # 10 against 3: 3-1, D2 A1
    t.retreat("au-9", NORTH).lose("jp-41-1")
    assert {a.piece for a in t.legal("advance")} == {"jp-41-1", "jp-41-2"}
    t.refuses(action("advance", gun, (GROUND,)))


@pytest.mark.rule("papua-5.2-3")
def test_an_advance_is_never_compulsory():
    t = allied(at(GROUND, "jp-kure-3"), 2, 3)
    t.retreat("jp-kure-3", NORTH).lose("au-2-14", "au-2-16").do(
        action("advance", "au-2-14", (GROUND,))
    )
    t.do(*t.legal("done-advancing"))
    assert t.at(GROUND) == {"au-2-14"}
    assert t.place("au-2-1") == SOUTH
