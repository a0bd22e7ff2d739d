"""Section 5.0: attacks are announced together at the end of the movement, then carried out."""

import pytest

from asking import announced
from papua_scenes import (
    GROUND,
    NORTH,
    NORTH_WEST,
    SOUTH,
    SOUTH_WEST,
    announced_all,
    at,
    battle,
    fighting,
    marked,
    moving,
)
from tabuleiro.testing import action

OTHER = "1015"
"""A forest hex two hexes from the open one; both are next to 1114."""
TWO = {**at(SOUTH_WEST, "au-2-14", "au-2-16"), **at(GROUND, "jp-41-1"), **at(OTHER, "jp-41-2")}


@pytest.mark.rule("papua-5.0-1")
def test_what_was_not_announced_is_not_attacked():
    t = fighting("allied", TWO, dice=[3, 4])
    assert {a.target for a in t.legal("assault")} == {GROUND, OTHER}
    t.attack(GROUND, "au-2-14").end()
    assert t.told()["battle"]["target"] == GROUND
    assert t.losses("jp-41-2") == 0
    kinds = {a.kind for a in t.legal()}
    assert not {"assault", "fight-battle"} & kinds
    t.refuses(action("assault", OTHER))


@pytest.mark.rule("papua-5.0-1")
def test_only_what_was_announced_is_carried_out():
    third = {**at("0915", "jp-41-3"), **at("0914", "au-2-27")}
    t = fighting("allied", TWO, third, dice=[2, 4, 3, 4, 3, 4])
    t.attack(GROUND, "au-2-14").attack(OTHER, "au-2-16")
    announced_all(t)
    assert {a.target for a in t.legal("fight-battle")} == {GROUND, OTHER}
    assert t.refuses(action("fight-battle", "0915")) == "papua-5.0-1"
    assert t.refuses(action("fire-guns", GROUND)) == "papua-5.0-1"
    t.do(action("fight-battle", OTHER))
    told = [e.data["battle"]["target"] for row in t.game.log.line() for e in row.events
            if getattr(e, "data", None) and "odds" in e.data]  # fmt: skip
    assert told[0] == OTHER


@pytest.mark.rule("papua-5.0-1", "papua-3.0-6")
def test_announcing_comes_after_the_movement_and_before_any_dice():
    t = moving("allied", TWO)
    t.refuses(action("assault", GROUND))
    t.end()
    assert (t.phase, t.decision.side) == ("allied-combat", "allied")
    t.attack(GROUND, "au-2-14")
    assert t.s.position.dice.fallen == 0
    assert announced(t.s) == (GROUND,)
    assert t.allows(action("assault", OTHER))


@pytest.mark.rule("papua-3.0-6")
def test_only_the_active_side_attacks():
    t = fighting("japanese", TWO)
    assert t.decision.side == "japanese"
    t.refuses(action("assault", SOUTH_WEST), side="allied")
    assert t.allows(action("assault", SOUTH_WEST))


@pytest.mark.rule("papua-3.0-6")
@pytest.mark.parametrize("first", [GROUND, OTHER])
def test_the_attacker_chooses_the_order(first):
    t = fighting("allied", TWO, dice=[1, 6, 1, 6])
    t.attack(GROUND, "au-2-14").attack(OTHER, "au-2-16")
    assert t.decision.actions == ("fight-battle", "fire-guns")
    t.refuses(action("fight-battle", NORTH))
    t.refuses(action("fire-guns", GROUND))
    t.do(action("fight-battle", first))
    assert t.told()["battle"]["target"] == first


@pytest.mark.rule("papua-5.0-2")
def test_only_the_engaged_attack():
    pieces = {**at(SOUTH_WEST, "au-2-14"), **at("1015", "au-2-16"), **at(GROUND, "jp-41-1")}
    t = fighting("allied", pieces).declare(GROUND, "au-2-14")
    assert t.refuses(action("join", "au-2-16")) == "papua-5.0-2"
    assert t.refuses(action("join", "jp-41-1")) == "papua-3.0-5"
    assert t.allows(action("confirm"))


@pytest.mark.rule("papua-5.0-2")
def test_aircraft_on_the_ground_do_not_attack():
    pieces = {**at(SOUTH_WEST, "au-2-14"), **at("1314", "us-fs-8"), **at(GROUND, "jp-41-1")}
    t = fighting("allied", pieces).declare(GROUND, "au-2-14")
    assert t.refuses(action("join", "us-fs-8")) == "papua-5.0-2"


@pytest.mark.rule("papua-5.0-2")
def test_a_hex_without_enemy_troops_is_not_attacked():
    pieces = {**at(SOUTH_WEST, "au-2-14"), **at("1314", "jp-tainan-1"), **at(GROUND, "jp-41-1")}
    t = fighting("allied", pieces, at("1315", "au-2-16"))
    assert t.refuses(action("assault", "1314")) == "papua-5.0-2"
    assert t.refuses(action("assault", "1020")) == "papua-5.0-2"


@pytest.mark.rule("papua-5.0-3", "papua-4.1.2-4")
def test_nobody_must_attack():
    t = fighting("allied", TWO)
    assert not t.decision.obligations
    t.end()
    assert t.phase != "allied-combat"
    assert t.losses("jp-41-1") == t.losses("au-2-14") == 0
    assert t.place("au-2-14") == SOUTH_WEST


@pytest.mark.rule("papua-5.0-4")
def test_each_unit_attacks_once():
    t = fighting("allied", TWO).attack(GROUND, "au-2-14").declare(OTHER, "au-2-16")
    assert t.refuses(action("join", "au-2-14")) == "papua-5.0-4"


@pytest.mark.rule("papua-5.0-4")
def test_each_hex_is_attacked_once_on_the_ground():
    t = fighting("allied", TWO).attack(GROUND, "au-2-14")
    assert t.refuses(action("assault", GROUND)) == "papua-5.0-4"
    assert t.allows(action("assault", OTHER))


@pytest.mark.rule("papua-5.0-4")
def test_units_of_one_hex_attack_different_hexes():
    t = fighting("allied", TWO, dice=[1, 6, 1, 6])
    t.attack(GROUND, "au-2-14").attack(OTHER, "au-2-16").do(action("fight-battle", GROUND))
    assert tuple(t.told()["battle"]["attackers"]) == ("au-2-14",)


@pytest.mark.rule("papua-5.0-4", "papua-8.0-9")
def test_a_bombarded_hex_may_be_attacked_too():
    pieces = {**TWO, **at(NORTH_WEST, "au-art-14")}
    t = fighting("allied", pieces, dice=[3, 4, 3, 4])
    t.attack(GROUND, "au-art-14", kind="bombardment").attack(GROUND, "au-2-14")
    announced_all(t).do(action("fire-guns", GROUND))
    battles = [
        event.data["battle"]["kind"]
        for row in t.game.log.line()
        for event in row.events
        if getattr(event, "data", None) and "odds" in event.data
    ]
    assert battles == ["bombardment", "assault"]


@pytest.mark.rule("papua-7.1-7")
def test_who_was_restored_does_not_attack():
    pieces = [at(SOUTH_WEST, "au-2-16"), marked(SOUTH_WEST, "au-2-14", marks=["restored"])]
    t = fighting("allied", *pieces, at(GROUND, "jp-41-1")).declare(GROUND, "au-2-16")
    assert t.refuses(action("join", "au-2-14")) == "papua-7.1-7"


@pytest.mark.rule("papua-7.1-7")
def test_restored_guns_do_not_fire_but_defend():
    pieces = {**at(GROUND, "jp-41-1"), **marked(SOUTH_WEST, "au-art-14", marks=["restored"])}
    t = fighting("allied", pieces, at(NORTH, "au-9"))
    t.refuses(action("bombard", GROUND))
    pieces = [at(SOUTH, "jp-41-1"), at(GROUND, "au-9")]
    t = fighting("japanese", *pieces, marked(SOUTH_WEST, "au-art-14", marks=["restored"]))
    announced_all(t.attack(GROUND, "jp-41-1"))
    assert t.allows(action("join", "au-art-14"))


def test_a_plan_can_be_changed_and_dropped():
    t = fighting("allied", TWO).declare(GROUND, "au-2-14", "au-2-16")
    t.do(action("withdraw", "au-2-16"))
    t.refuses(action("withdraw", "au-2-16"))
    t.do(action("cancel"))
    assert t.s.position.facts.get("attacks") is None
    t.declare(GROUND)
    assert t.refuses(action("confirm")) == "papua-8.0-6"
    assert t.refuses(action("end-phase")) == "papua-5.1.1-8"


@pytest.mark.rule("papua-5.1.1-9")
def test_what_was_announced_is_carried_out():
    t = battle("allied", at(SOUTH, "au-2-14"), at(GROUND, "jp-41-1"), dice=[6, 6])
    assert t.told()["battle"]["target"] == GROUND
    assert not t.s.position.facts.get("attacks")
