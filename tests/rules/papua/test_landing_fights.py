"""Sections 4.2.3-8 to -10, 4.2.5-3 and -6, 6.2: fighting from the sky, the sea, the air."""

import pytest

from asking import announced, misplaced
from papua_scenes import (
    FOREST,
    GROUND,
    LEFT,
    NORTH,
    SOUTH,
    announced_all,
    at,
    battle,
    column,
    fighting,
    hurt,
    is_dead,
    marked,
    moving,
    off_coast,
    over,
    shifts,
    sums,
)
from tabuleiro.testing import action

GONA = NORTH
DROP = "jp-para-1"
PLANE = "jp-25ku-1"


def dropping(target, *pieces, dice=(), facts=(), **more):
    """The combat phase in which paratroops of Lae jump on a hex."""
    order = {PLANE: {"piece": PLANE, "hex": target, "kind": "drop", "cargo": DROP}}
    sorties = {**order, **dict(facts)}
    lae = at("0403", DROP, PLANE)
    return fighting("japanese", lae, *pieces, facts={"sorties": sorties}, dice=dice, **more)


# jumps on the enemy


@pytest.mark.rule("papua-4.2.3-8")
def test_a_jump_on_the_enemy_is_followed_by_an_attack():
    t = announced_all(dropping(GROUND, at(GROUND, "au-9"), dice=(2, 2)))  # 1-1: D0 A0
    assert t.told()["battle"]["target"] == GROUND
    assert sums(t) == (4, 3, "1-1")
    assert t.at(GROUND) == {DROP, "au-9"}
    assert misplaced(t.s) == []


@pytest.mark.rule("papua-4.2.3-8")
def test_who_stays_in_the_hex_may_attack_later_and_need_not():
    shared = {**at(GROUND, "au-9"), **at(GROUND, DROP)}
    t = fighting("allied", shared, dice=(3, 4))
    assert not t.decision.obligations
    t = announced_all(t.attack(GROUND, "au-9"))
    assert tuple(t.told()["battle"]["defenders"]) == (DROP,)
    t = fighting("japanese", shared)
    t.end()
    assert t.phase != "japanese-combat"
    assert t.at(GROUND) == {DROP, "au-9"}


@pytest.mark.rule("papua-4.2.3-8")
def test_an_attack_announced_on_that_hex_is_joined():
    others = {**at(SOUTH, "jp-41-1"), **at(GROUND, "au-9", "au-39")}
    t = dropping(GROUND, others, dice=(2, 2)).attack(GROUND, "jp-41-1")
    announced_all(t)
    assert sums(t)[:2] == (4 + 4, 6)
    told = [e for row in t.game.log.line() for e in row.events
            if getattr(e, "data", None) and "odds" in e.data]  # fmt: skip
    assert len(told) == 1


@pytest.mark.rule("papua-4.2.3-8", "papua-5.3-1")
def test_the_enemy_thrown_back_leaves_the_hex_to_the_paratroops():
    t = announced_all(dropping(GROUND, hurt(GROUND, "au-9"), dice=(1, 2)))
    assert (column(t), t.told()["code"]) == ("3-1", "D2 A0")  # the surrounded suffer
    assert is_dead(t, "au-9")
    assert t.at(GROUND) == {DROP}


@pytest.mark.rule("papua-4.2.3-9", "papua-4.2.3-8")
@pytest.mark.parametrize("target", ["0518", "1314"])
def test_no_ground_helps_against_those_who_jumped_in(target):
    marks = {target: ["fortification"]}
    t = announced_all(dropping(target, at(target, "au-2-14"), dice=(2, 2), marks=marks))
    assert (sums(t)[2], [s for s in shifts(t) if s[0] == LEFT]) == ("1-1", [])


@pytest.mark.rule("papua-4.2.3-10")
def test_no_aircraft_help_where_paratroops_jumped():
    flying = over(GROUND, "us-fs-8", "jp-27s-1")["sorties"]
    planes = {**at("1314", "us-fs-8"), **at("0403", "jp-27s-1")}
    t = dropping(GROUND, at(GROUND, "au-9"), planes, dice=(2, 2), facts=flying)
    announced_all(t)
    assert sums(t)[:2] == (4, 3)
    pieces = {part["piece"] for part in t.told()["odds"]["parts"]}
    assert pieces == {DROP, "au-9"}


@pytest.mark.rule("papua-4.2.3-8", "papua-5.0-2")
def test_nobody_else_may_share_a_hex_with_the_enemy():
    t = fighting("allied", at(GROUND, "au-9", "jp-41-1"))
    assert misplaced(t.s) == ["enemies share 1214: au-9, jp-41-1"]


# landings under fire


def landing(landers, defenders, *dice, target=GONA, **more):
    """Japanese off a coast, and the defenders there; not announced yet."""
    return fighting("japanese", off_coast(target, *landers), at(target, *defenders), dice=dice,
                    **more)  # fmt: skip


@pytest.mark.rule("papua-4.2.5-3")
def test_a_defended_coast_is_fought_for_from_the_sea():
    t = landing(["jp-41-1", "jp-41-2"], ["au-9"], 2, 2)
    t.attack(GONA, "jp-41-1", "jp-41-2")
    announced_all(t)
    assert (sums(t), [s for s in shifts(t) if s[0] == LEFT]) == ((8, 3, "2-1"), [(LEFT, 1)])


@pytest.mark.rule("papua-4.2.5-3")
def test_those_who_are_about_to_land_must_fight():
    t = landing(["jp-41-1", "jp-41-2"], ["au-9"])
    assert t.refuses(action("end-phase")) == "papua-4.2.5-3"
    t.declare(GONA, "jp-41-1")
    assert t.refuses(action("confirm")) == "papua-4.2.5-3"
    t.do(action("join", "jp-41-2"), action("confirm"))


@pytest.mark.rule("papua-4.2.5-3", "papua-tab.terrain-8")
def test_those_on_land_help_and_no_river_shelters_from_the_sea():
    # all of the land attackers come over the river; those from the sea do not
    t = fighting("japanese", off_coast(GONA, "jp-41-1"), at("1112", "jp-41-2"),
                 at(GONA, "au-2-14"), dice=(3, 4))  # fmt: skip
    announced_all(t.attack(GONA, "jp-41-1", "jp-41-2"))
    assert sums(t)[0] == 8
    assert (LEFT, 1) in shifts(t)
    t = fighting("japanese", at("1112", "jp-41-2"), at(GONA, "au-2-14"), dice=(3, 4))
    announced_all(t.attack(GONA, "jp-41-2"))
    assert (LEFT, 2) in shifts(t)


@pytest.mark.rule("papua-4.2.5-3", "papua-4.2.5-6")
def test_victors_from_the_sea_come_ashore():
    t = landing(["jp-41-1", "jp-41-2", "jp-41-3"], ["au-9"], 2, 3)
    t.attack(GONA, "jp-41-1", "jp-41-2", "jp-41-3")
    announced_all(t)
    assert (column(t), t.told()["code"]) == ("4-1", "D2 A1")
    t.retreat("au-9", "1313").lose("jp-41-1")
    assert t.at(GONA) == {"jp-41-1", "jp-41-2", "jp-41-3"}
    assert t.s.position.control[GONA] == "japanese"


@pytest.mark.rule("papua-4.2.5-6")
def test_who_cannot_land_is_destroyed():
    healthy = [6] * 6
    t = landing(["jp-kure-3", "jp-kure-5"], ["au-2-14", "au-39"], 2, 2, *healthy)
    t.attack(GONA, "jp-kure-3", "jp-kure-5")
    announced_all(t)
    while "lose" in t.decision.actions:
        t.do(t.legal("lose")[0])
    assert is_dead(t, "jp-kure-3", "jp-kure-5")
    assert t.at(GONA) == {"au-2-14", "au-39"}


@pytest.mark.rule("papua-4.2.5-6", "papua-5.1.6-9")
def test_landers_are_lost_where_the_last_defender_held():
    t = fighting("japanese", off_coast(GONA, "jp-41-1"), hurt(GONA, "au-2-14"), dice=(1, 3))
    announced_all(t.attack(GONA, "jp-41-1"))
    assert t.told()["code"][:2] == "D1"
    t.lose("au-2-14")
    assert is_dead(t, "au-2-14", "jp-41-1")
    t = fighting("japanese", off_coast(GONA, "jp-41-1"), hurt(GONA, "au-2-14"), dice=(1, 3))
    announced_all(t.attack(GONA, "jp-41-1")).do(action("give-way")).retreat("au-2-14", "1313")
    assert t.place("jp-41-1") == GONA


@pytest.mark.rule("papua-4.2.5-6")
def test_no_more_land_than_the_hex_holds():
    landers = ["jp-41-1", "jp-41-2", "jp-41-3", "jp-144-1"]
    t = fighting("japanese", off_coast(GONA, *landers), hurt(GONA, "au-9"), dice=(1, 1))
    announced_all(t.attack(GONA, *landers))
    assert len(t.at(GONA)) == 3
    assert sum(is_dead(t, piece) for piece in landers) == 1


@pytest.mark.rule("papua-5.2-1")
def test_victors_on_land_and_from_the_sea():
    t = fighting("japanese", off_coast(GONA, "jp-41-1"), at(GROUND, "jp-41-2"), hurt(GONA, "au-9"),
                 dice=(1, 2))  # fmt: skip
    announced_all(t.attack(GONA, "jp-41-1", "jp-41-2"))
    assert t.at(GONA) == {"jp-41-1"}
    t.do(action("advance", "jp-41-2", (GONA,)))
    assert t.at(GONA) == {"jp-41-1", "jp-41-2"}


# aircraft


SEVEN = at(GROUND, "jp-41-1", "jp-eng-14")
FIFTEEN = {**at(SOUTH, "au-2-14", "au-2-16", "au-2-27"), **at("1114", "au-9")}
BOMBERS = ("us-bs-2", "us-bs-13", "us-bs-19")


@pytest.mark.rule("papua-6.2-1", "papua-ex-6.2")
def test_aircraft_are_added_to_either_side():
    planes = {**at("0618", *BOMBERS), **at("0403", "jp-2ku-3")}
    facts = over(GROUND, *BOMBERS, "jp-2ku-3")
    t = fighting("allied", FIFTEEN, SEVEN, planes, facts=facts, dice=(3, 4))
    announced_all(t.attack(GROUND, *FIFTEEN))
    assert sums(t) == (15 + 12, 7 + 3, "2-1")


@pytest.mark.rule("papua-6.2-2")
def test_the_sums_told_include_the_aircraft():
    t = fighting("allied", FIFTEEN, SEVEN, at("0618", *BOMBERS), at(NORTH, "jp-art-14-1"),
                 facts=over(GROUND, *BOMBERS))  # fmt: skip
    announced_all(t.attack(GROUND, *FIFTEEN))
    assert t.decision.data["attack"] == 27
    t.dice(3, 4).do(action("confirm"))
    t.refuses(action("join", "jp-art-14-1"))


@pytest.mark.rule("papua-6.2-1", "papua-5.1.6-7")
def test_supporting_aircraft_take_no_losses_of_the_ground_combat():
    t = fighting("allied", at(SOUTH, "au-2-14"), at(GROUND, "jp-kure-3", "jp-kure-5"),
                 at("0618", "us-bs-2"), facts=over(GROUND, "us-bs-2"), dice=(2, 4))  # fmt: skip
    announced_all(t.attack(GROUND, "au-2-14"))
    assert t.told()["code"] == "D0 A1"
    assert (t.losses("us-bs-2"), t.losses("au-2-14")) == (0, 1)


@pytest.mark.rule("papua-6.2-1", "papua-5.0-2")
def test_support_without_a_ground_attack_does_nothing():
    t = fighting("allied", at(SOUTH, "au-2-14"), at(GROUND, "jp-41-1"), at("0618", "us-bs-2"),
                 facts=over(GROUND, "us-bs-2"))  # fmt: skip
    t.end()
    assert announced(t.s) == ()
    assert t.losses("jp-41-1") == 0


@pytest.mark.rule("papua-6.2-1")
def test_aircraft_over_another_hex_do_not_help():
    t = fighting("allied", at(SOUTH, "au-2-14"), at(GROUND, "jp-41-1"), at("0618", "us-bs-2"),
                 facts=over(FOREST, "us-bs-2"), dice=(3, 4))  # fmt: skip
    announced_all(t.attack(GROUND, "au-2-14"))
    assert sums(t)[0] == 4


def test_landers_come_ashore_where_shells_have_cleared_the_coast():
    guns = at("1313", "jp-art-14-1")
    t = fighting("japanese", off_coast(GONA, "jp-41-1"), guns, hurt(GONA, "au-9"), dice=(6, 6))
    t.attack(GONA, "jp-art-14-1", kind="bombardment").attack(GONA, "jp-41-1")
    announced_all(t)
    t.do(*[a for a in t.legal() if a.kind == "fire-guns"])
    assert is_dead(t, "au-9")
    assert t.place("jp-41-1") == GONA


def test_the_movement_phase_lists_no_attack():
    t = moving("allied", at(SOUTH, "au-2-14"), at(GROUND, "jp-41-1"))
    assert not {"assault", "bombard"} & set(t.decision.actions)


def test_scene_helpers_are_used():
    t = battle("allied", at(SOUTH, "au-2-14"), marked(GROUND, "jp-41-1", marks=[]), dice=(3, 4))
    assert column(t) == "1-1"
