"""Sections 5.0 to 5.1.5: who attacks what, strengths, columns and dice."""

import pytest

from asking import Shift, shifted
from lorraine import (
    BIG_GUN,
    EAST,
    FOOT,
    GERMAN,
    GERMAN_GUN,
    GROUND,
    GUN,
    GUN2,
    NORTH,
    SOUTH,
    SOUTH_EAST,
    TANKS,
    WEAK,
    at,
    base,
    battle,
    board,
    bound,
    code,
    column,
    hurt,
    is_surrounded,
    march,
    shifts,
    step,
)
from tabuleiro.engine import msg
from tabuleiro.testing import action, table

RIGHT, LEFT = ("attacker", 1), ("defender", 1)
NINETIETH = ["us-357-ri", "us-358-ri", "us-359-ri"]
FIFTH = ["us-2-ri", "us-10-ri", "us-11-ri"]
NINETEENTH = ["de-59-ri", "de-73-ri", "de-74-ri"]


@pytest.mark.rule("metz-5.0-1", "metz-3.0-3")
def test_who_moved_last_attacks():
    t = march({GERMAN: EAST, FOOT: "1111"}, "german").go(GERMAN, GROUND).end()
    assert (t.phase, t.decision.side, bound(t)) == ("german-combat", "german", {GERMAN})
    t.refuses(action("assault", GROUND), side="us")
    t.attack("1111", GERMAN)
    assert t.told()["odds"]["parts"][0]["side"] == "german"
    t = march({FOOT: EAST, GERMAN: "1111"}, "us").go(FOOT, GROUND).end()
    assert (t.phase, t.decision.side, bound(t)) == ("us-combat", "us", {FOOT})
    t.refuses(action("assault", "1111"), side="german")


@pytest.mark.rule("metz-3.0-3")
def test_combats_are_resolved_in_any_order_one_by_one():
    pieces = {FOOT: EAST, GERMAN: GROUND, "us-104-ri": "0222", "de-73-ri": "0221"}
    for first, second in ((GROUND, "0221"), ("0221", GROUND)):
        t = table("metz", "us-combat", pieces, turn=5, dice=[1, 4, 1, 4])
        assert {a.target for a in t.legal("assault")} == {GROUND, "0221"}
        attacker = FOOT if first == GROUND else "us-104-ri"
        t.attack(first, attacker)
        while "assault" not in t.decision.actions:
            t.do(t.legal()[0])
        assert t.allows(action("assault", second))
        assert not t.allows(action("assault", first))


@pytest.mark.rule("metz-5.1-2")
def test_a_hex_is_attacked_as_a_whole():
    t = battle({FOOT: EAST, TANKS: SOUTH_EAST}, at(GROUND, GERMAN, WEAK))
    assert t.told()["odds"]["defence"] == 7
    assert t.told()["odds"]["attack"] == 10


@pytest.mark.rule("metz-5.1-2")
def test_only_the_adjacent_attack():
    pieces = {FOOT: "1312", "us-104-ri": EAST, GERMAN: GROUND, "de-73-ri": "0222"}
    t = table("metz", "us-combat", pieces, turn=5).declare(GROUND, "us-104-ri")
    t.refuses(action("join", FOOT))
    t.refuses(action("join", GERMAN))
    assert t.allows(action("confirm"))


@pytest.mark.rule("metz-5.1.1-1", "metz-8.0-9", "metz-6.1-2")
def test_the_sum_of_the_attack():
    pieces = {FOOT: EAST, TANKS: SOUTH_EAST}
    t = battle(pieces, at(GROUND, GERMAN), guns=at("1414", GUN))
    assert t.told()["odds"]["attack"] == 3 + 7 + 4
    t = table("metz", "us-combat", {**pieces, GERMAN: GROUND, GUN: "1414"}, turn=5,
              tracks={"air.us": 10})  # fmt: skip
    t.attack(GROUND, FOOT, TANKS, GUN, air=5)
    assert t.told()["odds"]["attack"] == 19
    assert t.s.position.tracks["air.us"] == 5
    t = battle(pieces, at(GROUND, GERMAN), guns={GUN: "1414", GUN2: "1314", BIG_GUN: "1415"})
    assert t.told()["odds"]["attack"] == 3 + 7 + 4 + 4 + 5


@pytest.mark.rule("metz-5.1.1-2", "metz-2.2.1-2")
def test_the_sum_of_the_defence():
    pieces = {TANKS: EAST, **at(GROUND, GERMAN, "de-73-ri"), "de-art-401": "1010"}
    t = table("metz", "us-combat", pieces, turn=5).attack(GROUND, TANKS)
    t.defend("de-art-401")
    assert t.told()["odds"]["defence"] == 4 + 4 + 4  # the attack strength of 4-1-4
    pieces = {GERMAN: EAST, FOOT: GROUND, GUN: "1010"}
    t = table("metz", "german-combat", pieces, turn=5, tracks={"air.us": 10})
    t.attack(GROUND, GERMAN).defend(GUN, air=3)
    assert t.told()["odds"]["defence"] == 4 + 4 + 3


ODDS = [
    ({"a": 11, "d": 4}, "2-1"), ({"a": 12, "d": 4}, "3-1"), ({"a": 7, "d": 7}, "1-1"),
    ({"a": 7, "d": 4}, "1-1"), ({"a": 4, "d": 8}, "1-2"), ({"a": 4, "d": 11}, "1-2"),
    ({"a": 5, "d": 6}, "1-1"), ({"a": 3, "d": 12}, "1-4"), ({"a": 3, "d": 20}, "1-4"),
    ({"a": 40, "d": 3}, "9-1"), ({"a": 27, "d": 3}, "9-1"), ({"a": 26, "d": 3}, "8-1"),
]  # fmt: skip


@pytest.mark.rule("metz-5.1.1-3", "metz-5.1.1-4", "metz-5.1.1-5", "metz-ex-5.1.1-a",
                  "metz-ex-5.1.1-b")  # fmt: skip
@pytest.mark.parametrize(("sums", "label"), ODDS)
def test_odds_of_two_sums(sums, label):
    combat = table("metz").s.module.odds["combat"]
    assert combat.columns[combat.column(sums["a"], sums["d"])] == label


def air_battle(attack, defenders=(GERMAN,), attackers=None, **more):
    """An attack whose sum air points make up to a number."""
    attackers = attackers or {FOOT: EAST}
    pieces = {**attackers, **at(GROUND, *defenders), **more.pop("also", {})}
    t = table("metz", "us-combat", pieces, turn=5, tracks={"air.us": 40}, **more)
    own = sum(t.s.value(p, "attack") for p in attackers)
    return t.attack(GROUND, *attackers, air=attack - own)


@pytest.mark.rule("metz-ex-5.1.1-a", "metz-5.1.1-3")
@pytest.mark.parametrize(
    ("attack", "label"), [(11, "2-1"), (12, "3-1"), (7, "1-1"), (4, "1-1"), (40, "9-1")]
)
def test_odds_in_play(attack, label):
    t = air_battle(attack)
    assert (t.told()["odds"]["attack"], t.told()["odds"]["defence"]) == (attack, 4)
    assert base(t) == column(t) == label


@pytest.mark.rule("metz-ex-5.1.1-b", "metz-5.1.1-4")
@pytest.mark.parametrize(
    ("defenders", "label"),
    [((GERMAN, "de-126-ri"), "1-2"), ((GERMAN, "de-73-ri", "de-126-ri"), "1-3"),
     (("de-15-rpz", *NINETEENTH), "1-4")],
)  # fmt: skip
def test_the_division_is_inverted(defenders, label):
    t = battle({FOOT: EAST}, at(GROUND, *defenders))
    assert base(t) == label


# --------------------------------------------------------------------- the order of shifts


def after(start, right, left, net=False):
    columns = table("metz").s.module.odds["combat"].columns
    marks = [Shift("attacker", 1, msg("x"))] * right + [Shift("defender", 1, msg("x"))] * left
    return columns[shifted(columns.index(start), marks, len(columns), net=net)]


@pytest.mark.rule("metz-5.1-4", "metz-5.1.1-5")
def test_right_first_then_left_each_within_the_table():
    assert after("9-1", 2, 2) == "7-1"
    assert after("9-1", 2, 2, net=True) == "9-1"
    assert after("1-4", 1, 2) == "1-4"
    assert after("8-1", 3, 0) == "9-1"
    assert after("3-1", 1, 2) == "2-1"


@pytest.mark.rule("metz-5.1-4", "metz-5.1-1", "metz-5.1.1-5")
def test_the_log_tells_all_steps_in_order():
    town = next(h for h in board().hexes_of("city") if h not in {"0608", "0707"} and all(
        not board().features.get(board().grid.side(h, n)) for n in board().grid.neighbours(h))
        and len(board().grid.neighbours(h)) == 6)  # fmt: skip
    near = board().grid.neighbours(town)
    attackers = at(near[0], *NINETIETH)
    pieces = {**attackers, town: town}
    del pieces[town]
    for options, wanted in (({}, "7-1"), ({"shifts": "net"}, "9-1")):
        t = table("metz", "us-combat", {**pieces, WEAK: town, FOOT: near[3]}, turn=5,
                  tracks={"air.us": 40}, options=options)  # fmt: skip
        t.attack(town, *NINETIETH, FOOT, air=30)
        assert base(t) == "9-1"
        assert shifts(t) == [RIGHT, RIGHT, ("defender", 2)]
        assert column(t) == wanted
    rules = [s["rule"] for s in t.told()["odds"]["shifts"]]
    assert rules == ["metz-tables-2", "metz-5.1.3-2", "metz-5.1.4-1"]
    assert len(t.told()["faces"]) == 2


# ------------------------------------------------------------------------ declarations


def known(t, side):
    return {p for p, seen in t.view(side)["pieces"].items() if "values" in seen}


@pytest.mark.rule("metz-5.1.1-6")
def test_strengths_stay_hidden_until_the_declaration():
    pieces = {FOOT: EAST, GERMAN: GROUND, "de-art-401": "1010", WEAK: "0222"}
    t = table("metz", "us-combat", pieces, turn=5, tracks={"air.us": 10})
    ours = {p for p in t.s.position.pieces if t.s.side(p) == "us"}
    assert known(t, "us") == ours
    t.declare(GROUND, FOOT, air=3)
    assert known(t, "us") == ours
    shown = t.view("us")["pieces"][GERMAN]
    assert (shown["type"], shown["losses"], shown["place"]) == ("infantry", 0, GROUND)
    t.do(action("confirm"))
    assert known(t, "us") == ours | {GERMAN}
    t = table("metz", "us-combat", pieces, turn=5, options={"sealing": "open"})
    assert GERMAN in known(t, "us")


@pytest.mark.rule("metz-5.1.1-7", "metz-6.2-5", "metz-5.1.1-8")
def test_declared_at_once_then_answered_then_nothing_changes():
    pieces = {FOOT: EAST, "us-104-ri": EAST, GERMAN: GROUND, "de-art-401": "1010", GUN: "1414",
              "de-73-ri": "1211"}  # fmt: skip
    t = table("metz", "us-combat", pieces, turn=5, tracks={"air.us": 10})
    t.declare(GROUND, FOOT, GUN, air=4)
    assert t.decision.side == "us"
    t.do(action("withdraw", GUN), action("join", GUN), action("set-air", 5), action("confirm"))
    assert (t.decision.side, t.decision.data["attack"]) == ("german", 3 + 4 + 5)
    for late in (
        action("withdraw", FOOT),
        action("join", "us-104-ri"),
        action("set-air", 6),
        action("withdraw", GUN),
    ):
        t.refuses(late, side="us")
        t.refuses(late)
    t.do(
        action("join", "de-art-401"),
        action("withdraw", "de-art-401"),
        action("join", "de-art-401"),
        action("confirm"),
    )
    assert t.told()["odds"]["defence"] == 8
    assert t.told()["odds"]["attack"] == 12
    t.refuses(action("join", "de-art-401"))


# ------------------------------------------------------------------------ encirclement


@pytest.mark.rule("metz-5.1.3-1")
def test_surrounded_by_zones():
    around = {"us-101-ri": "1110", "us-104-ri": "1112"}
    assert is_surrounded({GERMAN: "1111", **around}, "1111")
    assert not is_surrounded({GERMAN: "1111", "us-101-ri": "1110"}, "1111")
    friend = {"de-73-ri": "1212"}  # friends do not cancel zones
    assert is_surrounded({GERMAN: "1111", **around, **friend}, "1111")


@pytest.mark.rule("metz-5.1.3-1")
def test_full_friends_close_a_way_unless_they_can_make_room():
    one = {FOOT: NORTH, "us-104-ri": SOUTH_EAST}
    free = [h for h in board().grid.neighbours(GROUND) if not is_surrounded(
        {GERMAN: GROUND, **one}, GROUND)]  # fmt: skip
    assert free
    full = at("1013", "de-73-ri", "de-74-ri", "de-126-ri", "de-127-ri")
    assert not is_surrounded({GERMAN: GROUND, **one, **full}, GROUND)


@pytest.mark.rule("metz-5.1.3-1", "metz-5.3-5")
def test_wooded_rough_is_no_way_out_for_armour():
    sheet = board()
    for place in sheet.grid:
        near = sheet.grid.neighbours(place)
        woods = [h for h in near if sheet.terrain_at(h) == "rough-woods"
                 and not sheet.road_between(place, h)]  # fmt: skip
        if sheet.terrain_at(place) != "rough-woods" and len(near) == 6 and woods:
            break
    others = [h for h in sheet.grid if sheet.grid.distance(h, woods[0]) > 1
              and sheet.grid.distance(h, place) == 1]  # fmt: skip
    wall = dict(zip(["us-101-ri", "us-104-ri", "us-328-ri"], others[:3], strict=False))
    open_to_foot = not is_surrounded({WEAK: place, **wall}, place)
    tanks = is_surrounded({"de-15-rpz": place, **wall}, place)
    assert (open_to_foot, tanks) == (True, True)


@pytest.mark.rule("metz-5.1.3-2")
def test_attacks_on_the_surrounded_get_a_column():
    t = air_battle(12, attackers={FOOT: NORTH, "us-104-ri": SOUTH})
    assert (base(t), shifts(t), column(t)) == ("3-1", [RIGHT], "4-1")
    t = air_battle(12)
    assert (base(t), shifts(t)) == ("3-1", [])


@pytest.mark.rule("metz-5.1.3-3")
def test_zones_of_all_enemies_count_at_the_moment_of_combat():
    pieces = {FOOT: NORTH, GERMAN: GROUND}
    t = table("metz", "us-combat", {**pieces, "us-104-ri": "1114"}, turn=5)
    t.attack(GROUND, FOOT)
    without = shifts(t)
    bystander = {"us-104-ri": SOUTH, "de-73-ri": "1114"}
    t = table("metz", "us-combat", {**pieces, **bystander}, turn=5).attack(GROUND, FOOT)
    assert (without, shifts(t)) == ([], [RIGHT])


@pytest.mark.rule("metz-5.1.3-3")
@pytest.mark.parametrize(("advances", "columns"), [(True, [RIGHT]), (False, [])])
def test_an_advance_closes_the_ring(advances, columns):
    """From the hex of the weak regiment the tanks close the hexes that the others leave open."""
    pieces = {FOOT: NORTH, GERMAN: GROUND, TANKS: "1114", **hurt(SOUTH, WEAK)}
    t = table("metz", "us-combat", pieces, turn=5, dice=[1, 2, 1, 2])
    t.attack(SOUTH, TANKS)
    assert (code(t), t.place(WEAK)) == ("DRB AVB", "dead")
    t = t.advance(TANKS, SOUTH) if advances else t.stay()
    t.attack(GROUND, FOOT)
    assert (code(t), shifts(t)) == ("DRI AVB" if advances else "IMP", columns)


# -------------------------------------------------------------------- divisional unity


@pytest.mark.rule("metz-5.1.4-1")
def test_a_complete_division_attacks():
    t = air_battle(16, attackers=at(EAST, *NINETIETH))
    assert (base(t), shifts(t), column(t)) == ("4-1", [RIGHT], "5-1")
    t = air_battle(16, attackers=at(EAST, *NINETIETH[:2]))
    assert (base(t), shifts(t)) == ("4-1", [])


@pytest.mark.rule("metz-5.1.4-2")
def test_a_complete_division_defends():
    t = battle({**at(EAST, *NINETIETH[:2]), TANKS: EAST}, at(GROUND, *NINETEENTH), "2-1")
    assert (base(t), shifts(t), column(t)) == ("2-1", [LEFT], "1-1")
    t = battle({**at(EAST, *NINETIETH[:2])}, at(GROUND, *NINETEENTH[:2]), "2-1")
    assert shifts(t) == []


@pytest.mark.rule("metz-5.1.4-3")
def test_shifts_of_divisions_add_up():
    attackers = {**at(EAST, *NINETIETH), **at(SOUTH_EAST, *FIFTH)}
    t = battle(attackers, at(GROUND, *NINETEENTH), "3-1")
    assert (base(t), shifts(t), column(t)) == ("3-1", [RIGHT, RIGHT, LEFT], "4-1")
    assert after("8-1", 2, 1) == "8-1"


@pytest.mark.rule("metz-5.1.4-4")
@pytest.mark.parametrize("pair", [("de-37-rpzgr-ss", "de-38-rpzgr-ss"), ("de-723-ri", "de-743-ri")])
def test_two_divisions_of_two_regiments(pair):
    t = battle({TANKS: EAST}, at(GROUND, *pair))
    assert shifts(t) == [LEFT]
    assert shifts(battle({TANKS: EAST}, at(GROUND, pair[0]))) == []


@pytest.mark.rule("metz-5.1.4-5")
def test_losses_for_good_end_unity_and_flips_do_not():
    pair = at(GROUND, *NINETEENTH[:2])
    t = battle({TANKS: EAST}, pair, also={NINETEENTH[2]: "dead"})
    assert shifts(t) == []
    t = battle({TANKS: EAST}, {**pair, **hurt(GROUND, NINETEENTH[2])})
    assert shifts(t) == [LEFT]
    commands = at(EAST, "us-6-db-cca", "us-6-db-ccb", "us-6-db-ccr")
    assert shifts(battle(commands, at(GROUND, GERMAN))) == [RIGHT]


@pytest.mark.rule("metz-5.1.4-6")
@pytest.mark.parametrize(
    "pieces",
    [["de-22-rif", "de-25-rif", "de-1215-ri"], ["de-106-bg"], ["de-35-rpzgr"], ["de-1010-rs"],
     ["de-art-482", "de-art-489"]],
)  # fmt: skip
def test_units_without_a_division(pieces):
    assert shifts(battle({TANKS: EAST}, at(GROUND, *pieces))) == []


@pytest.mark.rule("metz-5.1.4-6")
def test_the_36th_is_a_division():
    regiments = ["de-87-ri", "de-118-ri", "de-165-ri"]
    assert shifts(battle({TANKS: EAST}, at(GROUND, *regiments))) == [LEFT]
    groups = at(EAST, "us-8-gb", "us-17-gb", "us-4-gtd", "us-9-gtd")
    assert shifts(battle(groups, at(GROUND, GERMAN))) == []


# -------------------------------------------------------------------------------- dice

ROWS = {2: 0, 12: 0, 3: 1, 11: 1, 4: 2, 10: 2, 5: 3, 9: 3, 6: 4, 8: 4, 7: 5}


@pytest.mark.rule("metz-5.1.5-1", "metz-ex-5.1.5", "metz-5.1.5-2")
@pytest.mark.parametrize("first", range(1, 7))
@pytest.mark.parametrize("second", range(1, 7))
def test_the_sum_of_two_dice_gives_the_row(first, second):
    t = air_battle(16, dice=[first, second])
    cells = t.s.module.odds["combat"].cells
    assert column(t) == "4-1"
    assert code(t) == cells[ROWS[first + second]][6]
    assert t.told()["faces"] == [first, second]


@pytest.mark.rule("metz-5.1.5-2")
@pytest.mark.parametrize(
    ("attack", "dice", "cell"),
    [(4, (3, 4), "DVI ARB"), (12, (2, 4), "DVB ARI"), (16, (4, 4), "IMP"), (36, (1, 1), "EMP"),
     (36, (5, 6), "DE AVI"), (32, (5, 6), "DE AVB"), (36, (4, 6), "DE AVB")],
)  # fmt: skip
def test_cells_in_play(attack, dice, cell):
    assert code(air_battle(attack, dice=dice)) == cell


@pytest.mark.rule("metz-5.1.2-4")
def test_rivers_are_crossed_to_attack():
    a, b = step("clear", river=True)
    t = table("metz", "us-combat", {FOOT: a, GERMAN: b}, turn=5).attack(b, FOOT)
    assert ("defender", 2) in shifts(t)
    assert GERMAN_GUN
