"""Sections 6.0, 8.0 and the bombardment table: air points, artillery, bombardment."""

import pytest

from asking import chits
from lorraine import (
    EAST,
    FOOT,
    GERMAN,
    GRENADIERS,
    GROUND,
    GUN,
    GUN2,
    NORTH,
    PANZER,
    SOUTH_EAST,
    TANKS,
    WEAK,
    at,
    board,
    bound,
    code,
    column,
    hurt,
    march,
    price,
    settle,
    shifts,
    step,
    until,
)
from tabuleiro.engine import events as ev
from tabuleiro.rules.combat.draft import Confirm, Join, SetAir, TakeAirBack, Withdraw
from tabuleiro.testing import action, table

TOWN = "1318"


def town():
    return next(h for h in board().hexes_of("city") if h not in {"0608", "0707"})


def strike(target, points, defenders, *, left=30, dice=(3, 4)):
    t = table("metz", "us-combat", {**defenders, FOOT: "0222"}, turn=5,
              tracks={"air.us": left}, dice=dice)  # fmt: skip
    return t.attack(target, air=points, kind="air")


def rolled(turn, face):
    """The US air points at the start of a turn when the die falls so."""
    t = table("metz", "german-combat", {FOOT: "0222", GERMAN: "2702"}, turn=turn - 1, dice=[face],
              tracks={"air.us": 7})  # fmt: skip
    t.end()
    assert t.s.turn == turn
    return t


@pytest.mark.rule("metz-6.0-2", "metz-6.2-4", "metz-3.0-4")
@pytest.mark.parametrize(("face", "points"), [(1, 0), (2, 10), (3, 10), (4, 10), (5, 10), (6, 30)])
@pytest.mark.parametrize("turn", [2, 5, 12, 20])
def test_the_air_die(face, points, turn):
    t = rolled(turn, face)
    assert t.s.position.tracks["air.us"] == points  # the 7 left over are lost
    assert t.phase == "us-movement"


@pytest.mark.rule("metz-6.0-2")
def test_one_die_a_turn():
    t = table("metz", "german-combat", {FOOT: "0222", GERMAN: "2702"}, turn=1)
    for turn in range(2, 21):
        before = sum(t.s.position.dice.streams.values())
        until(t, "us-movement", turn)
        assert sum(t.s.position.dice.streams.values()) == before + 1


@pytest.mark.rule("metz-6.0-1", "metz-2.4.2-1")
def test_germans_have_no_air_power():
    t = table("metz", "german-combat", {GERMAN: EAST, FOOT: GROUND}, turn=5)
    t.refuses(action("air-strike", GROUND))
    assert not t.legal("air-strike")
    t.declare(GROUND, GERMAN)
    assert t.refuses(action("set-air", 1)) == "metz-6.0-1"
    assert "air.german" not in t.s.position.tracks
    t = table("metz", "us-combat", {FOOT: EAST, GERMAN: GROUND, "de-art-401": "1010"}, turn=5)
    t.attack(GROUND, FOOT)
    assert t.refuses(action("set-air", 1)) == "metz-6.0-1"


@pytest.mark.rule("metz-6.1-1")
def test_chits_show_what_is_left():
    assert chits(30) == {"x10": 3, "x1": None}
    assert chits(23) == {"x10": 2, "x1": 3}
    t = strike(GROUND, 7, at(GROUND, GERMAN))
    assert t.s.position.tracks["air.us"] == 23


@pytest.mark.rule("metz-6.1-2")
@pytest.mark.parametrize("points", [1, 2, 4, 10, 11, 30])
def test_support_by_any_number_of_points(points):
    t = table("metz", "us-combat", {TANKS: EAST, GERMAN: GROUND}, turn=5, tracks={"air.us": 30})
    t.attack(GROUND, TANKS, air=points)
    assert t.told()["odds"]["attack"] == 7 + points
    assert t.s.position.tracks["air.us"] == 30 - points
    t = table("metz", "us-combat", {TANKS: EAST, GERMAN: GROUND}, turn=5, tracks={"air.us": 30})
    t.declare(GROUND, TANKS).refuses(action("set-air", 31))


@pytest.mark.rule("metz-6.1-3")
def test_points_left_defend_in_the_german_phase():
    pieces = {FOOT: EAST, GERMAN: GROUND}
    t = table("metz", "us-combat", pieces, turn=5, tracks={"air.us": 10}, dice=[2, 2, 1, 2])
    t.attack(GROUND, FOOT, air=6)
    assert (t.told()["odds"]["attack"], t.told()["code"]) == (3 + 6, "IMP")
    t.end().end()
    assert (t.phase, t.s.turn, t.place(FOOT), t.place(GERMAN)) == (
        "german-combat", 5, EAST, GROUND)  # fmt: skip
    t.attack(EAST, GERMAN)
    assert t.decision.side == "us"
    t.refuses(action("set-air", 5))
    t.defend(air=4)
    assert t.told()["odds"]["defence"] == 4 + 4
    assert t.s.position.tracks["air.us"] == 0


@pytest.mark.rule("metz-6.2-1")
def test_air_attacks_anywhere_in_the_american_phase_only():
    pieces = {GERMAN: "2702", FOOT: "0222"}
    t = table("metz", "us-combat", pieces, turn=5, tracks={"air.us": 10})
    assert t.allows(action("air-strike", "2702"))
    t = table("metz", "german-combat", pieces, turn=5, tracks={"air.us": 10})
    t.refuses(action("air-strike", "0222"))
    t.refuses(action("air-strike", "2702"), side="us")


@pytest.mark.rule("metz-6.2-2", "metz-6.2-3", "metz-ex-6.2")
def test_the_example_of_an_air_attack():
    place = town()
    t = strike(place, 7, at(place, "de-712-ri", WEAK, PANZER))
    odds = t.told()["odds"]
    assert (odds["attack"], odds["defence"]) == (7, 4)
    assert odds["attack"] * odds["defence"] == 28
    assert (odds["base_label"], column(t)) == ("25-36", "1-12")
    assert len(t.told()["faces"]) == 2


@pytest.mark.rule("metz-6.2-3")
@pytest.mark.parametrize(
    ("points", "label"), [(3, "1-12"), (6, "1-12"), (7, "13-24"), (10, "13-24")]
)
def test_the_value_selects_the_column(points, label):
    t = strike(GROUND, points, at(GROUND, GERMAN, WEAK))
    assert (t.told()["odds"]["base_label"], column(t)) == (label, label)
    t = strike(GROUND, 10, at(GROUND, PANZER, "de-106-bg", "de-22-rpz"))
    assert column(t) == "49+"


@pytest.mark.rule("metz-6.2-4")
def test_points_are_not_saved():
    t = table("metz", "german-combat", {FOOT: "0222", GERMAN: "2702"}, turn=4, dice=[1],
              tracks={"air.us": 30})  # fmt: skip
    assert t.end().s.position.tracks["air.us"] == 0


@pytest.mark.rule("metz-6.2-5")
def test_points_are_part_of_the_announcement():
    t = table("metz", "us-combat", {FOOT: EAST, GERMAN: GROUND, "de-art-401": "1010"}, turn=5,
              tracks={"air.us": 10})  # fmt: skip
    t.attack(GROUND, FOOT, air=4)
    t.refuses(action("set-air", 5), side="us")
    assert t.decision.data["attack"] == 7


@pytest.mark.rule("metz-6.2-6")
@pytest.mark.parametrize(("points", "allowed"), [(2, False), (3, True), (10, True), (11, False)])
def test_three_to_ten_points(points, allowed):
    t = table("metz", "us-combat", {FOOT: "0222", GERMAN: GROUND}, turn=5, tracks={"air.us": 30})
    t.do(action("air-strike", GROUND))
    assert t.allows(action("set-air", points)) == allowed
    if not allowed:
        assert t.refuses(action("set-air", points)) == "metz-6.2-6"


@pytest.mark.rule("metz-6.2-6")
def test_three_attacks_of_ten():
    t = table("metz", "us-combat", {FOOT: "0222", GERMAN: GROUND, WEAK: "2702", PANZER: "1318"},
              turn=5, tracks={"air.us": 30})  # fmt: skip
    for place in (GROUND, "2702", "1318"):
        t.attack(place, air=10, kind="air")
        settle(t)
    assert t.s.position.tracks["air.us"] == 0
    assert t.refuses(action("air-strike", GROUND)) == "metz-6.2-7"


@pytest.mark.rule("metz-6.2-7")
@pytest.mark.parametrize("first", ["air", "bombardment", "assault"])
def test_a_hex_is_attacked_once_a_phase(first):
    pieces = {FOOT: "0610", GERMAN: GROUND, "de-73-ri": "0611", GUN: "0813", GUN2: "1414"}
    t = table("metz", "us-combat", pieces, turn=5, tracks={"air.us": 30}, dice=[3, 4])
    if first == "assault":
        target = "0611"
        t.attack(target, FOOT)
        settle(t)
        t.game.test([ev.Moved("de-73-ri", target)], {"type": "back"})
    else:
        target = GROUND
        t.attack(target, *([GUN2] if first == "bombardment" else []), kind=first,
                 air=5 if first == "air" else 0)  # fmt: skip
    assert t.refuses(action("air-strike", target)) == "metz-6.2-7"
    assert t.refuses(action("bombard", target)) == "metz-6.2-7"
    t.refuses(action("assault", target))
    t.game.test([ev.Moved(p, "0222") for p in (FOOT,)], {"type": "away"})
    until(t, "us-combat", 6)
    assert not t.s.place_marked(target, "attacked")


# ---------------------------------------------------------------------------- artillery


@pytest.mark.rule("metz-8.0-1", "metz-4.1.1-4")
def test_artillery_moves_on_foot():
    assert price(GUN, *step("woods")) == 2
    assert price(GUN, *step("clear")) == 1
    assert price(GUN, *step("clear", start=None, road=True)) == 1
    assert price(GUN, *step("clear", river=True)) == 2
    assert max(len(m.path) for m in march({GUN: GROUND}).legal("move", piece=GUN)) == 4


@pytest.mark.rule("metz-8.0-2")
@pytest.mark.parametrize("gun", [GUN, "us-art-3-ex", "de-art-401", "de-art-metz"])
def test_range(gun):
    reach = table("metz").s.module.counters[gun].values["range"]
    side = "german" if gun.startswith("de-") else "us"
    victim = FOOT if side == "german" else GERMAN
    for place in board().grid:
        far = board().grid.distance(place, GROUND)
        if 1 < far <= reach + 2:
            t = table("metz", f"{side}-combat", {gun: GROUND, victim: place}, turn=5)
            assert t.allows(action("bombard", place)) == (far <= reach)
            if far > reach:
                assert t.refuses(action("bombard", place)) == "metz-8.0-2"
    assert reach in {3, 4, 5}


@pytest.mark.rule("metz-8.0-3", "metz-8.0-4")
def test_engaged_artillery_attacks_next_to_it():
    pieces = {GUN: EAST, GERMAN: GROUND, "de-73-ri": "1314", "de-74-ri": "1010"}
    t = table("metz", "us-combat", pieces, turn=5, tracks={"air.us": 9}, dice=[3, 4])
    assert GUN in bound(t)
    assert t.refuses(action("bombard", "1010")) == "metz-8.0-2"
    assert t.refuses(action("end-phase")) == "metz-4.1.2-11"
    t.attack(GROUND, GUN)
    settle(t)
    assert t.place(GUN) != EAST or t.losses(GUN)  # driven off as any other unit


@pytest.mark.rule("metz-8.0-5", "metz-2.2.1-2")
def test_support_counts_range_to_the_defenders_hex():
    far = [h for h in board().grid if board().grid.distance(h, GROUND) == 4
           and board().grid.distance(h, EAST) == 5]  # fmt: skip
    t = table("metz", "us-combat", {FOOT: EAST, GERMAN: GROUND, GUN: far[0]}, turn=5)
    t.attack(GROUND, FOOT, GUN)
    assert t.told()["odds"]["attack"] == 3 + 4
    t = table("metz", "german-combat", {GERMAN: EAST, FOOT: GROUND, GUN: far[0]}, turn=5)
    t.attack(GROUND, GERMAN).defend(GUN)
    assert t.told()["odds"]["defence"] == 4 + 4
    too_far = next(h for h in board().grid if board().grid.distance(h, GROUND) == 5)
    t = table("metz", "us-combat", {FOOT: EAST, GERMAN: GROUND, GUN: too_far}, turn=5)
    assert t.declare(GROUND, FOOT).refuses(action("join", GUN)) == "metz-8.0-2"


@pytest.mark.rule("metz-8.0-6")
def test_artillery_in_the_hex_defends_with_its_defence():
    t = table("metz", "german-combat", {GERMAN: EAST, FOOT: GROUND, GUN: GROUND}, turn=5)
    t.attack(GROUND, GERMAN)
    assert t.told()["odds"]["defence"] == 5


@pytest.mark.rule("metz-8.0-7", "metz-8.0-8", "metz-ex-8.0", "metz-8.0-9")
def test_the_example_of_a_bombardment():
    pieces = {GUN: "1414", GUN2: "1415", FOOT: "0222", **at(GROUND, PANZER, GRENADIERS)}
    t = table("metz", "us-combat", pieces, turn=5, dice=[3, 4])
    t.attack(GROUND, GUN, GUN2, kind="bombardment")
    odds = t.told()["odds"]
    assert (odds["attack"], odds["defence"], odds["attack"] * odds["defence"]) == (8, 3, 24)
    assert column(t) == "13-24"


@pytest.mark.rule("metz-8.0-8")
@pytest.mark.parametrize(("terrain", "columns"), [("woods", 1), ("city", 2), ("clear", 0)])
def test_terrain_shifts_bombardments_and_rivers_do_not(terrain, columns):
    _, place = step(terrain, start=None, river=True)
    gun = next(h for h in board().grid if board().grid.distance(h, place) == 3)
    pieces = {**at(gun, GUN, GUN2), **at(place, PANZER, GRENADIERS), FOOT: gun}
    t = table("metz", "us-combat", pieces, turn=5).attack(place, GUN, GUN2, kind="bombardment")
    assert shifts(t) == ([("defender", columns)] if columns else [])
    assert column(t) == ("1-12" if columns else "13-24")


@pytest.mark.rule("metz-8.0-7")
def test_germans_bombard_too():
    t = table("metz", "german-combat", {"de-art-401": GROUND, FOOT: "1115"}, turn=5, dice=[1, 1])
    t.attack("1115", "de-art-401", kind="bombardment")
    assert (code(t), t.losses(FOOT)) == ("DB", 1)


@pytest.mark.rule("metz-8.0-10")
def test_a_gun_fires_once_a_phase():
    pieces = {FOOT: EAST, GERMAN: GROUND, GUN: "1414", "de-73-ri": "1514", "us-104-ri": "0222",
              "de-74-ri": "0221"}  # fmt: skip
    pieces["de-73-ri"] = "1611"
    t = table("metz", "us-combat", pieces, turn=5, dice=[2, 4, 2, 4], tracks={"air.us": 20})
    t.attack(GROUND, FOOT, GUN, air=9)
    settle(t)
    assert t.refuses(action("bombard", "1611")) == "metz-8.0-2"
    assert t.s.marked(GUN, "acted")
    until(t, "german-combat", 5)
    assert not t.s.marked(GUN, "acted")


@pytest.mark.rule("metz-8.0-11")
def test_no_air_points_with_artillery_alone():
    pieces = {GUN: "1414", GUN2: "1415", FOOT: "0222", GERMAN: GROUND}
    t = table("metz", "us-combat", pieces, turn=5, tracks={"air.us": 10})
    t.declare(GROUND, GUN, GUN2, kind="bombardment")
    assert t.refuses(action("set-air", 3)) == "metz-8.0-11"
    assert t.allows(action("confirm"))


@pytest.mark.rule("metz-8.0-11")
def test_artillery_that_attacks_alone_gets_no_air_points_in_any_order():
    """Next to its target or not, and also when others have been taken back again."""
    near, far, foot = GUN, GUN2, FOOT
    pieces = {near: EAST, far: "1414", foot: SOUTH_EAST, GERMAN: GROUND}
    t = table("metz", "us-combat", pieces, turn=5,
              tracks={"air.us": 10}, dice=[3, 4], options={"duty": "warn-and-release"})  # fmt: skip
    t.declare(GROUND, near, far)
    assert t.refuses(SetAir(3)) == "metz-8.0-11"
    assert not t.legal("set-air")
    assert t.allows(Confirm())
    t.do(Join(foot), SetAir(3))
    assert t.allows(Confirm())
    t.do(Withdraw(foot))
    assert t.refuses(Confirm()) == "metz-8.0-11"
    assert t.allows(t.do(TakeAirBack()) and Confirm())
    t.do(Withdraw(near), Withdraw(far), SetAir(4))  # the points first
    t.do(Join(near), Join(far))
    assert t.refuses(Confirm()) == "metz-8.0-11"
    t.do(Join(foot), Confirm())
    assert t.told()["odds"]["attack"] == 4 + 4 + 3 + 4


@pytest.mark.rule("metz-8.0-11")
def test_where_only_artillery_can_attack_there_are_no_air_points():
    near, foot = GUN, FOOT
    t = table("metz", "us-combat", {near: EAST, foot: "1414", GERMAN: GROUND}, turn=5,
              tracks={"air.us": 10})  # fmt: skip
    t.declare(GROUND)
    assert t.refuses(SetAir(3)) == "metz-8.0-11"
    assert t.allows(t.do(Join(near)) and Confirm())


# -------------------------------------------------------------------- bombardment table

CELLS = {2: "DB DB DB DB DB", 3: "DI DB DB DB DB", 4: "DI DI DB DB DB", 5: "DI DI DI DB DB",
         6: "DI DI DI DI DB", 7: "DI DI DI DI DI"}  # fmt: skip


@pytest.mark.rule("metz-2.3-2", "metz-2.3-3", "metz-2.3-4")
@pytest.mark.parametrize("total", range(2, 13))
@pytest.mark.parametrize(("points", "index"), [(3, 0), (5, 1), (9, 2), (10, 3)])
def test_cells_of_the_table(total, points, index):
    dice = (total // 2, total - total // 2)
    victims = [GERMAN, "de-73-ri", WEAK, "de-127-ri"][: 3 if index == 0 else 4]
    t = strike(GROUND, points, at(GROUND, *victims), dice=dice)
    label = ["1-12", "13-24", "25-36", "37-48"][index]
    assert column(t) == label
    wanted = CELLS[min(total, 14 - total)].split()[index]
    assert code(t) == wanted
    if wanted == "DI":
        assert [t.losses(p) for p in victims] == [0] * len(victims)
        assert t.s.place_marked(GROUND, "attacked")
    else:
        assert (t.decision.side, set(t.decision.pieces)) == ("german", set(victims))
        t.lose(victims[1])
        assert [t.losses(p) for p in victims] == [int(p == victims[1]) for p in victims]
        assert t.at(GROUND) == set(victims)
        assert not t.legal("advance")


@pytest.mark.rule("metz-2.3-3")
def test_a_bombarded_flipped_unit_dies():
    t = strike(GROUND, 5, hurt(GROUND, GERMAN), dice=(1, 1))
    assert t.place(GERMAN) == "dead"
    assert NORTH


@pytest.mark.rule("metz-2.3-5")
@pytest.mark.parametrize(
    ("pieces", "air", "guns"),
    [((PANZER, GRENADIERS), 3, 3), (("de-art-482", "de-art-489"), 4, 4), ((GERMAN,), 1, 2),
     (("de-22-rif", "de-1010-rs"), 2, 4)],
)  # fmt: skip
def test_vulnerability(pieces, air, guns):
    t = strike(GROUND, 3, at(GROUND, *pieces))
    assert t.told()["odds"]["defence"] == air
    t = table("metz", "us-combat", {GUN: "1414", FOOT: "0222", **at(GROUND, *pieces)}, turn=5)
    assert t.attack(GROUND, GUN, kind="bombardment").told()["odds"]["defence"] == guns
