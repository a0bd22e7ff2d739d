"""Sections 5.1.1 to 5.1.3 and 5.1.5: sums, terrain, encirclement, and what is hidden."""

import pytest

from leyte_scenes import (
    EAST,
    GROUND,
    at,
    battle,
    column,
    rules_of_shifts,
    scene,
    shifts,
    sums,
)
from tabuleiro.testing import action

A, B, C, D = "us-21-ri-1", "us-34-ri-1", "us-32-ri-1", "us-184-ri-1"
J, K, L, M = "jp-20-ri-1", "jp-33-ri-1", "jp-9-ri-1", "jp-1-ri-1"
GUN, HOWITZER = "us-13-bart", "us-howitzer-1"
WEAK, JAPANESE_GUN = "jp-bi-buri", "jp-22-rart-2"
AIR = {"air.american": 60, "air.japanese": 5}


@pytest.mark.rule("leyte-5.1.1-1", "leyte-5.1.1-2")
def test_attack_and_defence_are_added():
    t = battle(at(EAST, A, B), at(GROUND, WEAK, JAPANESE_GUN), guns=at("2410", GUN), dice=(1, 1))
    assert sums(t) == (8, 3, "2-1")


@pytest.mark.rule("leyte-5.1.1-3", "leyte-5.1.1-4", "leyte-ex-5.1.1")
@pytest.mark.parametrize(
    ("attackers", "air", "defenders", "expected"),
    [
        ([A, B, C], 2, [M], (11, 4, "2-1")),  # the example: 2.75
        ([A, B], 2, [M, "jp-49-ri-1"], (8, 8, "1-1")),
        ([A, B, C], 6, [M, "jp-49-ri-1"], (15, 8, "1-1")),
        ([A], 1, [J, K, L], (4, 9, "1-2")),
        ([A], 2, [J, K, L], (5, 9, "1-1")),
        ([A], 0, [J, K, "jp-16-rc", L], (3, 11, "1-3")),
    ],
)
def test_the_fraction_is_dropped(attackers, air, defenders, expected):
    t = scene("american-combat", at(EAST, *attackers), at(GROUND, *defenders), dice=(1, 2),
              tracks=AIR | {"air.japanese": 0})  # fmt: skip
    t.attack(GROUND, *attackers, air=air)
    assert sums(t) == expected
    assert column(t) == expected[2]


@pytest.mark.rule("leyte-5.1.1-5", "leyte-T-crt-7")
@pytest.mark.parametrize(
    ("attackers", "odds", "defenders", "target", "wanted"),
    [
        (at(EAST, "us-eng-1"), None, at(GROUND, M, "jp-49-ri-1", "jp-57-ri-1"), GROUND, "1-4"),
        (at(EAST, A), "15-1", at(GROUND, WEAK), GROUND, "9-1"),
        (at("1612", A), None, at("1512", J, K, L), "1512", "1-4"),  # 1-3, three left
        (at("1612", A), "9-1", at("1512", J), "1512", "6-1"),
    ],
)
def test_the_ends_of_the_table(attackers, odds, defenders, target, wanted):
    assert column(battle(attackers, defenders, odds, target=target, dice=(1, 1))) == wanted


REGIMENTS = [f"us-{n}-ri-{i}" for n in (381, 382) for i in (1, 2, 3)]
NEAR_MOUNTAIN = {piece: ["2515", "2416"][number % 2] for number, piece in enumerate(REGIMENTS)}


@pytest.mark.rule("leyte-5.1.1-5")
@pytest.mark.parametrize(
    ("odds", "option", "wanted"),
    [("9-1", "attacker-then-defender", "6-1"), ("9-1", "net", "8-1"),
     ("8-1", "attacker-then-defender", "6-1"), ("8-1", "net", "7-1")],
)  # fmt: skip
def test_the_attackers_columns_first(odds, option, wanted):
    t = battle(NEAR_MOUNTAIN, at("2516", J), odds, target="2516", options={"shifts": option},
               dice=(1, 1))  # fmt: skip
    assert shifts(t) == [("attacker", 1), ("attacker", 1), ("defender", 3)]
    assert column(t) == wanted


@pytest.mark.rule("leyte-5.1.1-5")
def test_low_columns_stop_at_one_to_four():
    t = battle(NEAR_MOUNTAIN, at("2516", M, "jp-49-ri-1"), None, target="2516", dice=(1, 1))
    assert (sums(t)[2], column(t)) == ("2-1", "1-1")  # 4-1, then three left


# ------------------------------------------------------------------------- declarations


def sealed():
    return scene("american-combat", at(EAST, A, B), at("2410", GUN), at(GROUND, J),
                 at("2112", JAPANESE_GUN), tracks=AIR, dice=(1, 2))  # fmt: skip


@pytest.mark.rule("leyte-5.1.1-6")
def test_strengths_show_when_the_attack_is_announced():
    t = sealed()
    assert "values" not in t.view("american")["pieces"][J]
    assert t.view("american")["pieces"][J]["place"] == GROUND
    t.declare(GROUND, A, B, air=5)
    assert "values" not in t.view("american")["pieces"][J]
    t.do(action("confirm"))
    assert "values" in t.view("american")["pieces"][J]
    assert "values" not in t.view("american")["pieces"][JAPANESE_GUN]
    shown = scene("american-combat", at(EAST, A), at(GROUND, J), options={"sealing": "open"})
    assert "values" in shown.view("american")["pieces"][J]


@pytest.mark.rule("leyte-5.1.1-7", "leyte-5.1.1-8", "leyte-6.2-9")
def test_attacker_then_defender_then_nothing_more():
    t = sealed().declare(GROUND, A, B, air=5).do(action("confirm"))
    assert t.decision.side == "japanese"
    for deed in (action("join", GUN), action("set-air", 7)):
        assert not t.check(deed, side="american")
    t.defend(JAPANESE_GUN, air=3)
    assert sums(t) == (3 + 3 + 5, 3 + 2 + 3, "1-1")
    assert t.s.position.tracks == {"air.american": 55, "air.japanese": 2}
    assert not t.allows(action("join", GUN))
    assert not t.allows(action("set-air", 1))


@pytest.mark.rule("leyte-5.1.1-8", "leyte-6.1-3")
def test_air_points_count_on_both_sides():
    t = scene("american-combat", at(EAST, A, B, C), at(GROUND, M), tracks=AIR, dice=(1, 2))
    t.attack(GROUND, A, B, C, air=5).defend(air=3)
    assert sums(t) == (14, 7, "2-1")


# ------------------------------------------------------------------------------ terrain


@pytest.mark.rule("leyte-5.1.2-1")
def test_terrain_of_the_target_helps_the_defender():
    t = battle(at("1912", A, B, C), at("1913", M), target="1913", dice=(1, 2),
               tracks={"air.american": 2})  # fmt: skip
    assert (sums(t)[2], column(t)) == ("2-1", "1-2")
    t = battle(at("1912", A, B, C), at("1812", M), target="1812", dice=(1, 2))
    assert shifts(t) == [("defender", 2)]  # the city's; attackers in a forest gain nothing
    t = battle(at("2516", A, B), at("2515", J), target="2515", dice=(1, 2))
    assert shifts(t) == []


@pytest.mark.rule("leyte-5.1.2-2", "leyte-5.1.2-3")
@pytest.mark.parametrize(
    ("attackers", "target", "columns"),
    [
        (at("2012", A), "1911", 2),  # clear across a river
        (at("2011", A), "1911", 2),  # over the bridge, by road
        ({A: "2012", B: "2011"}, "1911", 2),
        ({A: "2012", B: "1910"}, "1911", 0),  # one of them not across it
        (at("1910", A), "1911", 0),
        (at("2012", A), "1912", 2),  # forest and river
        (at("2519", A), "2518", 2),  # airfield 1, river 2
        (at("2418", A), "2518", 1),  # airfield alone
        (at("2217", A), "2116", 2),
        (at("1009", A), "1109", 3),  # mountain
        (at("1010", A), "1109", 3),  # mountain across a river
        (at("1216", A), "1217", 2),  # port
    ],
)
def test_only_the_best_terrain_counts(attackers, target, columns):
    t = battle(attackers, at(target, J), target=target, dice=(1, 2))
    assert shifts(t) == ([("defender", columns)] if columns else [])


@pytest.mark.rule("leyte-5.1.2-3")
def test_guns_need_not_be_across_the_river():
    t = battle(at("2012", A), at("1911", J), guns=at("1909", GUN), target="1911", dice=(1, 2))
    assert shifts(t) == [("defender", 2)]


# ------------------------------------------------------------------------- encirclement

RING = {A: "2310", B: "2111"}
"""Two units on opposite sides, whose zones close all ways out of the ground."""


@pytest.mark.rule("leyte-5.1.3-1", "leyte-5.1.3-2")
def test_surrounded_americans_give_a_column():
    ring = {J: "2310", K: "2111", L: "2210"}
    t = battle(ring, at(GROUND, A), side="japanese", dice=(1, 2))
    assert (sums(t)[2], column(t)) == ("1-1", "2-1")
    assert rules_of_shifts(t) == ["5.1.3-2"]
    open_ = {J: "2310", K: "2210", L: "2309"}
    t = battle({J: "2310", K: "2210"}, at(GROUND, A), side="japanese", also=open_, dice=(1, 2))
    assert shifts(t) == []


@pytest.mark.rule("leyte-5.1.3-1")
@pytest.mark.parametrize(
    ("others", "surrounded"),
    [
        ({J: "2310", K: "2111"}, True),  # zones of both close 2210, 2212, 2110, 2311
        ({J: "2310", K: "2311"}, False),  # 2111 and 2110 are free
        ({J: "2310", K: "2311", L: "2011"}, True),  # the third does not attack
    ],
)
def test_all_enemy_zones_count(others, surrounded):
    attackers = {p: h for p, h in others.items() if h != "2011"}
    also = {p: h for p, h in others.items() if h == "2011"}
    t = battle(attackers, at(GROUND, A), side="japanese", also=also, dice=(1, 2))
    assert ("5.1.3-2" in rules_of_shifts(t)) is surrounded


@pytest.mark.rule("leyte-5.1.3-1")
def test_sea_and_full_hexes_close_ways_too():
    # 2619 between the sea and attackers from the west
    t = battle({J: "2518", K: "2618"}, at("2619", A), side="japanese", target="2619",
               also={L: "2520"}, dice=(1, 2))  # fmt: skip
    assert "5.1.3-2" in rules_of_shifts(t)
    free = battle({J: "2518", K: "2618"}, at("2619", A), side="japanese", target="2619",
                  dice=(1, 2))  # fmt: skip
    assert "5.1.3-2" not in rules_of_shifts(free)


@pytest.mark.rule("leyte-5.1.3-1", "leyte-11.0-5")
def test_guerrillas_close_a_way_for_japanese():
    t = battle({A: "2310", B: "2311"}, at(GROUND, J), dice=(1, 2))
    assert rules_of_shifts(t) == []
    t = battle({A: "2310", B: "2311"}, at(GROUND, J), also={"ph-92-1": "2011"}, dice=(1, 2))
    assert rules_of_shifts(t) == ["5.1.3-3"]


@pytest.mark.rule("leyte-5.1.3-3")
@pytest.mark.parametrize("odds", ["2-1", "9-1"])
def test_surrounded_japanese_strike_it_out(odds):
    t = battle(RING, at(GROUND, J), odds, dice=(1, 2))
    assert (sums(t)[2], column(t)) == (odds, odds)
    assert rules_of_shifts(t) == ["5.1.3-3"]
    assert shifts(t) == [("attacker", 0)]


@pytest.mark.rule("leyte-5.1.3-4")
def test_encirclement_is_judged_battle_by_battle():
    # the second Japanese attack finds 2211 closed by the advance into 2111
    pieces = {J: "2310", K: "2311", L: "2011", M: "2012", A: GROUND, B: "2111"}
    t = scene("japanese-combat", pieces, dice=(1, 1, 1, 2), tracks={"air.japanese": 40})
    t.attack("2111", L, M, air=40)
    assert t.told()["code"] == "EMP"
    t = scene("japanese-combat", pieces, dice=(1, 2, 1, 2), tracks={"air.japanese": 40})
    t.attack("2111", L, M, air=40)
    assert t.told()["code"].startswith("DE AV")
    while t.legal("lose"):
        t.do(t.legal("lose")[0])
    t.advance(M, "2111")
    while not t.legal("assault"):
        t.do(t.legal("done-advancing")[0])
    t.attack(GROUND, J, K)
    assert "5.1.3-2" in rules_of_shifts(t)


# ----------------------------------------------------------------------------- dice


@pytest.mark.rule("leyte-5.1.5-1", "leyte-ex-5.1.5")
@pytest.mark.parametrize(
    ("dice", "code"),
    [((1, 1), "DRB AVB"), ((6, 6), "DRB AVB"), ((1, 2), "DRI AVB"), ((5, 6), "DRI AVB"),
     ((2, 2), "IMP"), ((4, 6), "IMP"), ((2, 3), "DVB ARI"), ((4, 5), "DVB ARI"),
     ((3, 3), "DVB ARB"), ((2, 6), "DVB ARB"), ((3, 4), "DVI ARI"), ((1, 6), "DVI ARI")],
)  # fmt: skip
def test_two_dice_are_added(dice, code):
    t = battle(at(EAST, A, B), at(GROUND, J), dice=dice)
    assert (column(t), t.told()["code"]) == ("2-1", code)
    assert t.told()["faces"] == list(dice)
