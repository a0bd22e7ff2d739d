"""Sections 2.4.2, 6 and 8: air points, air attacks, artillery and bombardment."""

import pytest

from asking import chits
from leyte_scenes import (
    GROUND,
    asked,
    at,
    battle,
    blamed,
    column,
    hurt,
    moving,
    over,
    scene,
    shifts,
    sums,
)
from tabuleiro.rules.combat.draft import Confirm, Join, SetAir, TakeAirBack, Withdraw
from tabuleiro.testing import action

A, B, C = "us-21-ri-1", "us-34-ri-1", "us-32-ri-1"
J, K, L = "jp-20-ri-1", "jp-33-ri-1", "jp-9-ri-1"
GUN, GUN2, GUN3 = "us-13-bart", "us-52-bart", "us-63-bart"
GUNS = [GUN, GUN2, GUN3]
JAPANESE_GUN, JAPANESE_TANK = "jp-22-rart-1", "jp-bt"
AIR = {"air.american": 30, "air.japanese": 5}


def attacking(*pieces, turn=9, tracks=AIR, **more):
    return scene("american-combat", *pieces, turn=turn, tracks=tracks, **more)


# --------------------------------------------------------------------------- air points


@pytest.mark.rule("leyte-2.4.2-2", "leyte-6.1-5")
@pytest.mark.parametrize(
    ("points", "ten", "one"), [(30, 3, None), (23, 2, 3), (5, None, 5), (50, 5, None)]
)
def test_two_chits_show_the_points(points, ten, one):
    assert chits(points) == {"x10": ten, "x1": one}


@pytest.mark.rule("leyte-6.1-2", "leyte-6.1-5")
@pytest.mark.parametrize("points", [1, 7, 12, 30])
def test_any_number_of_points_for_a_combat(points):
    t = attacking(at("2310", A), at(GROUND, J), dice=(3, 4)).declare(GROUND, A)
    assert t.refuses(action("set-air", 31)) != ""
    t.do(action("set-air", points), action("confirm")).do(action("confirm"))
    assert t.told()["odds"]["attack"] == 3 + points
    assert t.s.position.tracks["air.american"] == 30 - points


@pytest.mark.rule("leyte-6.1-1", "leyte-6.2-8")
def test_points_are_set_at_the_start_of_a_turn():
    left = {"air.american": 4, "air.japanese": 2}
    t = scene("japanese-combat", at(GROUND, J), turn=3, tracks=left)
    assert t.s.position.tracks == left
    assert t.end().s.position.tracks == {"air.american": 30, "air.japanese": 5}


@pytest.mark.rule("leyte-6.1-4")
def test_what_is_left_defends_in_the_same_turn():
    t = attacking(at("2310", A), at(GROUND, J), at("0407", K), turn=5, dice=(3, 4, 3, 4),
                  tracks={"air.american": 30})  # fmt: skip
    t.attack("0407", air=10, kind="air")
    t.attack(GROUND, A, air=10)
    t.set("japanese-combat", {}, keep=True)
    assert t.s.position.tracks["air.american"] == 10
    t.dice(1, 2)
    t.attack("2310", J).defend(air=10)
    assert sums(t)[1] == 4 + 10
    assert t.s.position.tracks["air.american"] == 0


# ------------------------------------------------------------------- Japan's ten points


def japanese(turn, **more):
    return moving("japanese", at(GROUND, J), turn=turn, tracks={"air.japanese": 5}, **more)


@pytest.mark.rule("leyte-6.0-2")
@pytest.mark.parametrize(
    ("turn", "may"), [(1, False), (4, False), (5, True), (7, True), (15, True)]
)
def test_ten_points_from_turn_5_on(turn, may):
    t = japanese(turn)
    assert t.allows(action("gather-aircraft")) is may
    assert (action("gather-aircraft") in t.legal()) is may
    if may:
        assert t.do(action("gather-aircraft")).s.position.tracks["air.japanese"] == 15
    else:
        assert t.refuses(action("gather-aircraft")) == "leyte-6.0-2"


@pytest.mark.rule("leyte-6.0-2")
def test_only_once_and_only_until_the_end_of_the_turn():
    t = japanese(7).do(action("gather-aircraft"))
    assert t.refuses(action("gather-aircraft")) == "leyte-6.0-2"
    t.end().end()
    assert (t.s.turn, t.s.position.tracks["air.japanese"]) == (8, 5)
    t.end().end()
    assert t.refuses(action("gather-aircraft")) == "leyte-6.0-2"


@pytest.mark.rule("leyte-6.0-2")
@pytest.mark.parametrize("phase", ["american-movement", "american-combat", "japanese-combat"])
def test_in_no_other_phase(phase):
    assert not scene(phase, at(GROUND, J), turn=7).allows(action("gather-aircraft"))


# -------------------------------------------------------------------------- air attacks

EXAMPLE = at("2518", J, K, JAPANESE_GUN)


@pytest.mark.rule("leyte-ex-6.2", "leyte-6.2-1", "leyte-6.2-2", "leyte-6.2-3")
def test_example_of_the_rulebook():
    t = attacking(EXAMPLE, dice=(3, 4), turn=1).attack("2518", air=6, kind="air")
    odds = t.told()["odds"]
    assert (odds["attack"], odds["defence"]) == (6, 1 + 1 + 2)
    assert (odds["base_label"], odds["column_label"]) == ("13-24", "1-12")
    assert odds["table"] == "bombardment"


@pytest.mark.rule("leyte-6.2-2")
@pytest.mark.parametrize(
    ("points", "defenders", "label"),
    [(3, [J], "1-12"), (10, [J], "1-12"), (10, [J, K], "13-24"), (6, [J, K], "1-12"),
     (10, [JAPANESE_TANK, JAPANESE_GUN], "37-48"), (9, [JAPANESE_TANK, JAPANESE_GUN], "25-36"),
     (10, [JAPANESE_TANK, JAPANESE_GUN, J], "49+")],
)  # fmt: skip
def test_points_times_vulnerability(points, defenders, label):
    t = attacking(at(GROUND, *defenders), dice=(3, 4)).attack(GROUND, air=points, kind="air")
    assert column(t) == label


@pytest.mark.rule("leyte-6.2-3", "leyte-6.2-4", "leyte-6.2-5", "leyte-8.0-12")
@pytest.mark.parametrize(
    ("place", "columns", "label"),
    [("2516", 3, "1-12"), ("1912", 2, "1-12"), ("2512", 2, "1-12"), ("2518", 1, "13-24"),
     ("1217", 2, "1-12"), ("1911", 0, "25-36")],
)  # fmt: skip
def test_terrain_shifts_but_rivers_do_not(place, columns, label):
    defenders = at(place, J, K, JAPANESE_GUN)
    t = attacking(defenders, dice=(3, 4)).attack(place, air=9, kind="air")
    assert (t.told()["odds"]["base_label"], column(t)) == ("25-36", label)
    assert sum(n for _, n in shifts(t)) == columns


@pytest.mark.rule("leyte-6.2-6", "leyte-8.0-13", "leyte-T-bomb-3")
@pytest.mark.parametrize(("dice", "code"), [((5, 6), "DB"), ((4, 6), "DI"), ((1, 1), "DB")])
def test_two_dice_on_the_bombardment_table(dice, code):
    t = attacking(at(GROUND, J, K), dice=dice).attack(GROUND, air=10, kind="air")
    assert (column(t), t.told()["code"]) == ("13-24", code)
    if code == "DB":
        assert asked(t) == ("japanese", {J, K})
        t.lose(K)
        assert (t.losses(J), t.losses(K)) == (0, 1)
    assert t.at(GROUND) == {J, K}
    assert over(t)


@pytest.mark.rule("leyte-6.2-7")
def test_three_to_ten_points():
    t = attacking(at(GROUND, J)).do(action("air-strike", GROUND))
    assert [a.points for a in t.legal("set-air")] == list(range(3, 11))
    assert t.refuses(action("set-air", 2)) == t.refuses(action("set-air", 11)) == "leyte-6.2-7"
    assert not t.allows(action("confirm"))
    poor = scene("japanese-combat", at(GROUND, A), turn=11, tracks={"air.japanese": 2})
    assert poor.refuses(action("air-strike", GROUND)) == "leyte-6.2-7"
    rich = scene("japanese-combat", at(GROUND, A), turn=11, tracks={"air.japanese": 12})
    assert rich.allows(action("air-strike", GROUND))


@pytest.mark.rule("leyte-6.2-10", "leyte-8.0-18")
def test_no_retreat_no_advance_and_no_answer():
    t = attacking(hurt(GROUND, J), at("2311", A), at("2013", JAPANESE_GUN), dice=(1, 1),
                  options={"duty": "warn-and-release"})  # fmt: skip
    t.attack(GROUND, air=10, kind="air")
    assert t.place(J) == "dead"
    assert over(t)
    t = attacking(at(GROUND, J, K), at("2110", JAPANESE_GUN), at("2413", GUN), dice=(1, 1))
    t.attack(GROUND, GUN, kind="bombardment")
    assert t.decision.actions == ("lose",)


@pytest.mark.rule("leyte-6.2-11", "leyte-8.0-17")
@pytest.mark.parametrize("phase", ["japanese-combat", "american-movement"])
def test_only_in_the_own_combat_phase(phase):
    t = scene(phase, at(GROUND, J), at("2413", GUN), tracks=AIR)
    assert not t.allows(action("air-strike", GROUND))
    assert not t.allows(action("bombard", GROUND))


@pytest.mark.rule("leyte-6.2-12", "leyte-6.2-1")
@pytest.mark.parametrize("place", ["1217", "0204", "2034", "2506"])
def test_aircraft_reach_the_whole_board(place):
    t = attacking(at(place, J), turn=1, dice=(3, 4)).attack(place, air=6, kind="air")
    assert t.told()["code"] == "DI"


# ---------------------------------------------------------------------------- artillery


@pytest.mark.rule("leyte-8.0-2", "leyte-8.0-3")
@pytest.mark.parametrize(
    ("gun", "reach"), [(GUN, 3), ("us-howitzer-1", 4), ("us-gun-1", 6), ("us-99-bart", 2)]
)
def test_range(gun, reach):
    for distance in range(2, 8):
        place = f"{22}{11 + distance:02}"
        t = attacking(at(place, gun), at(GROUND, J))
        assert t.allows(action("bombard", GROUND)) is (distance <= reach)
        assert t.allows(action("end-phase"))  # not engaged, no duty
    t = attacking(at("2214", gun), at(GROUND, J), at("2310", A)).declare(GROUND, A)
    assert t.allows(action("join", gun)) is (reach >= 3)
    if reach < 3:
        assert t.refuses(action("join", gun)) == "leyte-8.0-3"


@pytest.mark.rule("leyte-8.0-4", "leyte-5.1.6-16")
def test_engaged_guns_are_like_any_unit():
    t = battle(at("2310", A, B), at(GROUND, JAPANESE_GUN), dice=(1, 1))
    assert sums(t)[:2] == (6, 1)
    t = battle(at("2310", GUN, A), at(GROUND, K), "2-1", dice=(3, 4))
    assert t.told()["code"] == "DVI ARI"
    assert asked(t) == ("american", {GUN, A})
    t.retreat(GUN, "2410")
    assert t.place(GUN) == "2410"
    t = battle(at("2310", A, B, C), at(GROUND, JAPANESE_GUN, K), "3-1", dice=(1, 1))
    t.retreat(JAPANESE_GUN, "2110")
    assert t.place(JAPANESE_GUN) == "2110"


@pytest.mark.rule("leyte-8.0-5")
def test_support_of_an_attack():
    t = battle(at("2310", A), at(GROUND, J), guns=at("2411", GUN), dice=(3, 4))
    assert sums(t)[0] == 5
    t = battle(at("2310", A), at(GROUND, J), guns=at("2411", *GUNS), dice=(3, 4))
    assert sums(t)[0] == 9


@pytest.mark.rule("leyte-8.0-6", "leyte-8.0-7")
def test_support_of_a_defence():
    t = scene("japanese-combat", at(GROUND, J, K), at("2310", A), at("2312", GUN, GUN2),
              dice=(1, 2))  # fmt: skip
    t.attack("2310", J, K)
    t.defend(GUN)
    assert sums(t)[1] == 4 + 2
    far = scene("japanese-combat", at("2210", J, K), at("2310", A), at("2313", GUN), dice=(1, 2))
    assert (
        far.s.board.grid.distance("2313", "2210") > 3 == far.s.board.grid.distance("2313", "2310")
    )
    far.attack("2310", J, K).defend(GUN)
    assert sums(far)[1] == 6
    out = scene("japanese-combat", at(GROUND, J, K), at("2310", A), at("2314", GUN), dice=(1, 2))
    out.attack("2310", J, K)
    assert out.told()["odds"]["defence"] == 4  # out of range: nobody is asked


@pytest.mark.rule("leyte-8.0-8")
def test_guns_in_the_hex_defend_with_their_defence():
    t = scene("american-combat", at("2310", A, B), at(GROUND, "jp-bi-buri", "jp-22-rart-2"),
              dice=(3, 4))  # fmt: skip
    t.attack(GROUND, A, B)
    assert sums(t)[1] == 3


@pytest.mark.rule("leyte-8.0-9")
def test_engaged_guns_may_not_fire_afar_if_bound():
    where = [at("2310", GUN), at("2411", A), at(GROUND, J), at("2412", K)]
    t = attacking(*where).declare("2412", A)
    assert t.refuses(action("join", GUN)) == "leyte-8.0-9"
    t = attacking(at("2516", GUN), at("2416", J), at("2414", K))
    assert t.s.board.terrain_at("2516") == "mountain"
    assert t.allows(action("bombard", "2414"))  # its mountain dominates: not bound


@pytest.mark.rule("leyte-8.0-9")
def test_engaged_guns_may_support_another_defence():
    t = scene("japanese-combat", at("2310", GUN), at(GROUND, J), at("2312", A), at("2313", K),
              dice=(1, 2))  # fmt: skip
    t.attack("2312", K)
    t.defend(GUN)
    assert sums(t)[1] == 6


@pytest.mark.rule("leyte-8.0-10")
def test_each_gun_fires_once_a_phase():
    t = attacking(at("2214", GUN, GUN2), at(GROUND, J), at("2112", K), dice=(3, 4))
    t.attack(GROUND, GUN, kind="bombardment")
    t.do(action("bombard", "2112"))
    assert t.refuses(action("join", GUN)) == "leyte-5.0-2"
    assert t.allows(action("join", GUN2))
    t = scene("japanese-combat", at("2310", J), at(GROUND, A),
              {GUN: {"place": "2213", "marks": []}}, dice=(1, 2))  # fmt: skip
    t.attack(GROUND, J).defend(GUN)
    assert sums(t)[1] == 6


# -------------------------------------------------------------------------- bombardment


@pytest.mark.rule("leyte-ex-8.0", "leyte-8.0-11")
def test_example_of_three_guns():
    t = attacking(at("2214", *GUNS), at(GROUND, J, K, JAPANESE_TANK), dice=(3, 4))
    t.attack(GROUND, *GUNS, kind="bombardment")
    odds = t.told()["odds"]
    assert (odds["attack"], odds["defence"], odds["base_label"]) == (6, 5, "25-36")


@pytest.mark.rule("leyte-8.0-12")
@pytest.mark.parametrize(("place", "gun_at", "label"),
                         [("1912", "1910", "1-12"), ("1911", "1909", "25-36")])  # fmt: skip
def test_forest_shelters_and_rivers_do_not(place, gun_at, label):
    t = attacking(at(gun_at, *GUNS), at(place, J, K, JAPANESE_TANK), dice=(3, 4))
    t.attack(place, *GUNS, kind="bombardment")
    assert (t.told()["odds"]["base_label"], column(t)) == ("25-36", label)


@pytest.mark.rule("leyte-8.0-13", "leyte-T-bomb-3", "leyte-8.0-18")
@pytest.mark.parametrize(("dice", "code"), [((1, 3), "DB"), ((2, 3), "DI")])
def test_db_costs_one_loss_of_the_owners_choice(dice, code):
    t = attacking(at("2214", *GUNS), at(GROUND, J, K, JAPANESE_TANK), dice=dice)
    t.attack(GROUND, *GUNS, kind="bombardment")
    assert t.told()["code"] == code
    if code == "DB":
        assert asked(t) == ("japanese", {J, K, JAPANESE_TANK})
        t.lose(JAPANESE_TANK)
        assert t.losses(JAPANESE_TANK) == 1
    assert over(t)
    assert t.at(GROUND) == {J, K, JAPANESE_TANK}


@pytest.mark.rule("leyte-8.0-14")
@pytest.mark.parametrize("first", ["bombardment", "air", "assault"])
def test_no_hex_twice_in_a_phase(first):
    t = attacking(at("2214", GUN), at("2310", A), at("2309", K), at(GROUND, J), dice=(2, 2),
                  turn=3, tracks={"air.american": 30},
                  options={"duty": "warn-and-release"})  # fmt: skip
    pieces = {"bombardment": [GUN], "air": [], "assault": [A]}[first]
    t.attack(GROUND, *pieces, kind=first, air={"air": 6, "assault": 3}.get(first, 0))
    assert over(t)
    for deed in (
        action("assault", GROUND),
        action("air-strike", GROUND),
        action("bombard", GROUND),
    ):
        assert t.refuses(deed) == "leyte-8.0-14"


@pytest.mark.rule("leyte-8.0-15")
def test_guns_and_aircraft_do_not_mix():
    t = attacking(at("2214", GUN, GUN2), at(GROUND, J)).declare(GROUND, GUN, kind="bombardment")
    assert t.refuses(action("set-air", 4)) == "leyte-8.0-15"
    t = attacking(at("2214", GUN), at(GROUND, J)).declare(GROUND, air=4, kind="air")
    assert not t.allows(action("join", GUN))
    both = attacking(at("2214", GUN), at("2310", A), at(GROUND, J), tracks={"air.american": 9},
                     dice=(3, 4))  # fmt: skip
    both.attack(GROUND, A, GUN, air=4)
    assert sums(both)[0] == 3 + 2 + 4


@pytest.mark.rule("leyte-8.0-15")
def test_artillery_that_attacks_alone_gets_no_air_points_in_any_order():
    """Next to its target or not, and also when others have been taken back again."""
    near, far, foot = GUN, GUN2, A
    t = attacking(at("2310", near), at("2214", far), at("2311", foot), at(GROUND, J), dice=(3, 4),
                  tracks={"air.american": 9}, options={"duty": "warn-and-release"})  # fmt: skip
    t.declare(GROUND, near, far)
    assert t.refuses(SetAir(3)) == "leyte-8.0-15"
    assert not t.legal("set-air")
    assert t.allows(Confirm())
    t.do(Join(foot), SetAir(3))
    assert t.allows(Confirm())
    t.do(Withdraw(foot))
    assert t.refuses(Confirm()) == "leyte-8.0-15"
    assert t.allows(t.do(TakeAirBack()) and Confirm())
    t.do(Withdraw(near), Withdraw(far), SetAir(4))  # the points first
    t.do(Join(near), Join(far))
    assert t.refuses(Confirm()) == "leyte-8.0-15"
    t.do(Join(foot), Confirm())
    assert t.told()["odds"]["attack"] == 2 + 2 + 3 + 4


@pytest.mark.rule("leyte-8.0-15")
def test_where_only_artillery_can_attack_there_are_no_air_points():
    near, foot = GUN, A
    t = attacking(at("2310", near), at("2214", foot), at(GROUND, J))
    t.declare(GROUND)
    assert t.refuses(SetAir(3)) == "leyte-8.0-15"
    assert t.allows(t.do(Join(near)) and Confirm())


@pytest.mark.rule("leyte-8.0-16")
@pytest.mark.parametrize("deed", [action("air-strike", GROUND), action("bombard", GROUND)])
def test_no_target_is_fired_away(deed):
    t = attacking(at("2214", GUN), at("2310", A), at(GROUND, J), tracks={"air.american": 9})
    assert t.refuses(deed) == "leyte-8.0-16"
    assert blamed(t.check(deed)) == {A}
    t.dice(2, 2).attack(GROUND, A, air=3)
    assert t.refuses(deed) == "leyte-8.0-14"
    free = attacking(at("2214", GUN), at("2310", A), at(GROUND, J), at("2309", K),
                     tracks={"air.american": 9})  # fmt: skip
    assert free.allows(deed)
