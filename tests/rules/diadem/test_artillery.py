"""Artillery (8.0): movement, range, support of attacks and defences."""

import pytest

from battles import blamed
from tabuleiro.rules.combat.combat_phase import Bombard
from tabuleiro.rules.combat.draft import Confirm, Join, SetAir, TakeAirBack, Withdraw
from tabuleiro.rules.ground.movement_phase import EndPhase
from tabuleiro.testing import action, table

QUIET = dict.fromkeys(("de-200-rpzgr", "de-361-rpzgr"), "exit.west")
"""Nothing has to enter in the first turn."""
WHOLE_POINT = 2  # points are counted in halves


def at_combat(pieces, phase="allied-combat", air=0, **more):
    return table("diadem", phase, QUIET | pieces, tracks={"air.allied": air}, **more)


def joinable(t):
    return {deed.piece for deed in t.legal("join")}


# movement


@pytest.mark.rule("diadem-8.0-1")
@pytest.mark.parametrize(
    ("start", "end", "points"),
    [("1005", "1006", 3), ("1007", "1008", 1), ("0906", "0806", 1), ("1205", "1204", 1)],
)
def test_towed_artillery_moves_as_infantry_on_foot(start, end, points):
    """Into a mountain, and by road into the open, into a city, into a mountain."""
    for piece in ("uk-art-xiii", "us-337-ri"):
        t = table("diadem", "allied-movement", {piece: start}).go(piece, end)
        assert t.s.piece(piece).spent == points * WHOLE_POINT
    guns, infantry = (
        table("diadem", "allied-movement", {piece: "1508"}) for piece in ("us-art-ii", "us-337-ri")
    )
    assert guns.reach("us-art-ii") == infantry.reach("us-337-ri")


@pytest.mark.rule("diadem-8.0-1")
def test_mechanized_artillery_would_move_as_motorized_pieces():
    types = table("diadem").game.module.unit_types
    assert types["mechanized-artillery"].movement_class == "motorized"
    assert types["artillery"].movement_class == "foot"


# range


@pytest.mark.rule("diadem-8.0-2")
@pytest.mark.parametrize(
    ("gun", "place", "fires"),
    [
        ("us-art-ii", "1012", True),  # range 4, distance 4
        ("us-art-ii", "1013", False),
        ("us-art-5-ex", "1014", True),  # range 6, distance 6
        ("us-art-5-ex", "1015", False),
    ],
)
def test_artillery_fires_as_far_as_its_range_without_engaging(gun, place, fires):
    pieces = {gun: place, "de-211-ri": "1008", "uk-art-8-ex": "1011", "us-337-ri": "1108"}
    t = at_combat(pieces).declare("1008", "us-337-ri")
    assert (gun in joinable(t)) == fires
    if fires:
        t.do(action("join", gun), action("confirm"))
        assert gun in t.told()["battle"]["support"]
        assert t.place(gun) == place
    else:
        assert t.refuses(action("join", gun)) == "diadem-8.0-2"


@pytest.mark.rule("diadem-8.0-19")
@pytest.mark.parametrize(("place", "fires"), [("1004", True), ("1003", False)])
def test_mountains_do_not_hinder_fire_and_the_target_counts_as_a_hex(place, fires):
    """1005 and 1006 between are mountains, and there is a German stack in 1006."""
    pieces = {"us-art-ii": place, "de-211-ri": "1008", "de-4-rpqd": "1006"}
    t = at_combat(pieces)
    assert t.s.board.grid.distance("1007", "1008") == 1
    assert t.allows(action("bombard", "1008")) == fires


# engaged artillery


@pytest.mark.rule("diadem-8.0-3")
def test_artillery_next_to_an_enemy_must_attack_and_suffers_the_result():
    far = {"uk-art-x": "1012"}
    t = at_combat({"us-art-ii": "1108", "de-211-ri": "1008", **far}, dice=(3, 4))
    assert t.refuses(EndPhase()) == "diadem-5.0-2"
    assert t.refuses(Bombard("1008")) == "diadem-8.0-16"
    t.attack("1008", "us-art-ii", *far)
    assert t.told()["code"] == "DVI ARI"
    t.retreat("us-art-ii", "1209")
    assert t.place("us-art-ii") == "1209"


@pytest.mark.rule("diadem-8.0-3")
def test_supporting_artillery_far_off_suffers_nothing():
    pieces = {"us-art-ii": "1012", "us-337-ri": "1108", "de-211-ri": "1008"}
    t = at_combat(pieces, dice=(3, 4)).attack("1008", "us-337-ri", "us-art-ii")
    assert t.told()["code"] == "DVI ARI"
    t.retreat("us-337-ri", "1209")
    assert (t.place("us-art-ii"), t.losses("us-art-ii")) == ("1012", 0)
    assert t.allows(action("end-phase"))


@pytest.mark.rule("diadem-8.0-3")
def test_engaged_artillery_attacks_under_the_effects_of_terrain():
    t = at_combat({"us-art-ii": "1007", "de-211-ri": "1006"}).attack("1006", "us-art-ii")
    assert [shift["columns"] for shift in t.told()["odds"]["shifts"]] == [3]


@pytest.mark.rule("diadem-8.0-4")
def test_engaged_artillery_that_owes_an_attack_cannot_fire_elsewhere():
    pieces = {"us-art-ii": "1108", "de-211-ri": "1008", "de-194-ri": "0807"}
    t = at_combat(pieces)
    t.refuses(action("bombard", "0807"))
    t = at_combat({**pieces, "uk-art-x": "0904"}).do(action("bombard", "0807"))
    assert joinable(t) == {"uk-art-x"}
    assert t.refuses(action("join", "us-art-ii")) == "diadem-8.0-4"


@pytest.mark.rule("diadem-8.0-4")
def test_engaged_artillery_in_dominant_terrain_may_fire_elsewhere():
    """Guns in Cassino (1106) over open ground at 1007; 0807 is three hexes away."""
    pieces = {"us-art-ii": "1106", "de-211-ri": "1007", "de-194-ri": "0807"}
    t = at_combat(pieces)
    assert t.allows(action("end-phase"))
    t.attack("0807", "us-art-ii", kind="bombardment")
    assert t.told()["battle"]["support"] == ("us-art-ii",)


@pytest.mark.rule("diadem-8.0-3")
def test_guns_next_to_a_hex_attack_it_as_others_do_and_do_not_bombard_it():
    """Cassino dominates 1007: the guns need not attack, but may."""
    t = at_combat({"us-art-ii": "1106", "de-211-ri": "1007"})
    t.refuses(action("bombard", "1007"))
    t = at_combat({"us-art-ii": "1106", "uk-art-x": "1206", "de-211-ri": "1007"})
    t.do(action("bombard", "1007"))
    assert t.refuses(action("join", "us-art-ii")) == "diadem-8.0-4"
    t = at_combat({"us-art-ii": "1106", "de-211-ri": "1007"}).attack("1007", "us-art-ii")
    assert t.told()["battle"]["attackers"] == ("us-art-ii",)


# support of attacks and defences


@pytest.mark.rule("diadem-8.0-5")
def test_artillery_in_range_adds_its_attack_value():
    pieces = dict.fromkeys(("uk-1-bgda-gds", "uk-24-bgda-gds"), "1108")
    t = at_combat({**pieces, "us-art-ii": "1012", "de-211-ri": "1008"})
    t.attack("1008", *pieces, "us-art-ii")
    assert t.told()["odds"]["attack"] == 8 + 3


@pytest.mark.rule("diadem-8.0-5")
def test_the_attacker_chooses_which_artillery_supports():
    pieces = {"us-337-ri": "1108", "us-art-ii": "1012", "uk-art-x": "1010", "de-211-ri": "1008"}
    t = at_combat(pieces).attack("1008", "us-337-ri", "uk-art-x")
    assert t.told()["odds"]["attack"] == 3 + 3
    assert t.told()["battle"]["support"] == ("uk-art-x",)


@pytest.mark.rule("diadem-8.0-6")
@pytest.mark.parametrize(("place", "supports"), [("1104", True), ("1103", False)])
def test_for_a_defence_the_distance_is_that_of_the_defender(place, supports):
    """The attackers in 1008 are one hex farther away than the defender in 1108."""
    pieces = {"us-art-ii": place, "us-337-ri": "1108", "de-9-rpzgr": "1109", "de-art-li": "1209"}
    t = at_combat(pieces, "axis-combat", air=1)
    assert t.s.board.grid.distance(place, "1109") == t.s.board.grid.distance(place, "1108") + 1
    t.attack("1108", "de-9-rpzgr", "de-art-li")
    assert t.decision.side == "allied"
    assert joinable(t) == ({"us-art-ii"} if supports else set())
    if not supports:
        assert t.refuses(action("join", "us-art-ii")) == "diadem-8.0-2"


@pytest.mark.rule("diadem-8.0-7")
def test_guns_far_off_defend_with_attack_guns_in_the_hex_with_defence():
    far = {"us-art-ii": "1104", "us-337-ri": "1108", "de-9-rpzgr": "1109"}
    t = at_combat(far, "axis-combat").attack("1108", "de-9-rpzgr").defend("us-art-ii")
    assert t.told()["odds"]["defence"] == 4 + 3
    here = {"us-art-ii": "1108", "us-337-ri": "1108", "de-9-rpzgr": "1109"}
    t = at_combat(here, "axis-combat").attack("1108", "de-9-rpzgr")
    assert t.told()["odds"]["defence"] == 4 + 2  # nothing was left to ask
    t = at_combat(here, "axis-combat", air=1).attack("1108", "de-9-rpzgr")
    assert not joinable(t)
    assert t.refuses(action("join", "us-art-ii")) == "diadem-8.0-7"


@pytest.mark.rule("diadem-8.0-7")
def test_german_guns_defend_in_the_same_way():
    pieces = {"us-337-ri": "1108", "de-211-ri": "1008", "de-art-10-ex": "0807"}
    t = at_combat(pieces).attack("1008", "us-337-ri").defend("de-art-10-ex")
    assert t.told()["odds"]["defence"] == 3 + 3


@pytest.mark.rule("diadem-8.0-20")
def test_engaged_artillery_supports_others_but_not_its_own_hex():
    """The German in 1008 is next to the guns in 1108, and attacks; 1109 is two hexes from them."""
    pieces = {
        "us-art-ii": "1107", "us-337-ri": "1109", "de-211-ri": "1008", "de-194-ri": "1110",
    }  # fmt: skip
    t = at_combat(pieces, "axis-combat")
    t.attack("1109", "de-194-ri").defend("us-art-ii")
    assert t.told()["odds"]["defence"] == 4 + 3
    t = at_combat(pieces, "axis-combat", air=1).attack("1107", "de-211-ri")
    t.refuses(action("join", "us-art-ii"))
    t.defend()
    assert t.told()["odds"]["defence"] == 2


# once a phase, together, never with aircraft


@pytest.mark.rule("diadem-8.0-11")
def test_many_guns_fire_together():
    guns = {"us-art-ii": "1010", "uk-art-x": "1010", "fr-art-cef": "1011", "us-art-5-ex": "1012"}
    t = at_combat({**guns, "de-211-ri": "1008"}).attack("1008", *guns, kind="bombardment")
    assert t.told()["odds"]["attack"] == 3 + 3 + 3 + 4
    t = at_combat({**guns, "us-337-ri": "1108", "de-211-ri": "1008"})
    t.attack("1008", "us-337-ri", *guns)
    assert t.told()["odds"]["attack"] == 3 + 13


@pytest.mark.rule("diadem-8.0-12")
def test_a_gun_fires_once_in_a_phase_and_once_in_the_next():
    pieces = {
        "us-337-ri": "1108", "us-338-ri": "0807", "us-art-ii": "1010",
        "de-211-ri": "1008", "de-194-ri": "0808",
    }  # fmt: skip
    t = at_combat(pieces, dice=(4, 6, 4, 6, 3, 3), air=6)
    t.attack("1008", "us-337-ri", "us-art-ii")
    assert t.told()["code"] == "IMP"
    t.declare("0808", "us-338-ri")
    assert t.refuses(action("join", "us-art-ii")) == "diadem-5.0-6"
    assert joinable(t) == set()
    t.do(action("set-air", 3), action("confirm"))
    assert t.told()["code"] == "IMP"
    t.end().end()
    t.attack("1108", "de-211-ri")
    assert joinable(t) == {"us-art-ii"}
    t.defend("us-art-ii")
    t.declare("0807", "de-194-ri").do(action("confirm"))
    assert "us-art-ii" not in joinable(t)
    t.refuses(action("join", "us-art-ii"))


@pytest.mark.rule("diadem-8.0-13")
def test_artillery_alone_gets_no_air_support():
    guns = {"us-art-ii": "1010", "uk-art-x": "1010"}
    t = at_combat({**guns, "de-211-ri": "1008"}, air=20)
    t.declare("1008", *guns, kind="bombardment")
    for points in (1, 3, 10):
        assert t.refuses(action("set-air", points)) == "diadem-8.0-13"
    assert not t.legal("set-air")
    t.do(action("confirm"))
    assert t.s.position.tracks["air.allied"] == 20
    assert t.told()["odds"]["attack"] == 6


@pytest.mark.rule("diadem-8.0-13")
def test_artillery_that_attacks_alone_gets_no_air_points_in_any_order():
    """Next to its target or not, and also when others have been taken back again."""
    near, far, foot = "us-art-ii", "uk-art-x", "us-349-ri"
    t = at_combat({near: "1009", far: "1010", foot: "1107", "de-211-ri": "1008"}, air=20,
                  dice=(3, 4), options={"duty": "warn-and-release"})  # fmt: skip
    t.declare("1008", near, far)
    assert t.refuses(SetAir(3)) == "diadem-8.0-13"
    assert not t.legal("set-air")
    assert t.allows(Confirm())
    t.do(Join(foot), SetAir(3))
    assert t.allows(Confirm())
    t.do(Withdraw(foot))
    assert t.refuses(Confirm()) == "diadem-8.0-13"
    assert t.allows(t.do(TakeAirBack()) and Confirm())
    t.do(Withdraw(near), Withdraw(far), SetAir(4))  # the points first
    t.do(Join(near), Join(far))
    assert t.refuses(Confirm()) == "diadem-8.0-13"
    t.do(Join(foot), Confirm())
    assert t.told()["odds"]["attack"] == 3 + 3 + 3 + 4


@pytest.mark.rule("diadem-8.0-13")
def test_where_only_artillery_can_attack_there_are_no_air_points():
    near = "us-art-ii"
    t = at_combat({near: "1009", "de-211-ri": "1008"}, air=20)
    t.declare("1008")
    assert t.refuses(SetAir(3)) == "diadem-8.0-13"
    assert t.allows(t.do(Join(near)) and Confirm())


# one attack on a hex


MOUNTAIN = {"fr-6-rtm-4dmm": "1006", "us-art-ii": "1009", "de-131-ri": "1007"}
"""The Moroccans dominate 1007 and are free to attack it or not."""


@pytest.mark.rule("diadem-8.0-14")
@pytest.mark.parametrize("first", ["assault", "bombardment", "air"])
def test_no_hex_is_attacked_twice_in_a_phase_by_any_means(first):
    pieces = {**MOUNTAIN, "us-art-5-ex": "1110", "us-art-ii": "1010"}
    t = at_combat(pieces, air=20, dice=(3, 4))
    for deed in (
        action("assault", "1007"),
        action("bombard", "1007"),
        action("air-strike", "1007"),
    ):
        assert t.allows(deed)
    if first == "assault":
        t.attack("1007", "fr-6-rtm-4dmm", air=16)  # 5-1 on a 7: a stalemate
    elif first == "bombardment":
        t.attack("1007", "us-art-ii", kind="bombardment")
    else:
        t.attack("1007", air=3, kind="air")
    assert t.place("de-131-ri") == "1007"
    for deed in (
        action("assault", "1007"),
        action("bombard", "1007"),
        action("air-strike", "1007"),
    ):
        assert t.refuses(deed) == "diadem-8.0-14"


@pytest.mark.rule("diadem-8.0-15")
def test_a_hex_taken_in_the_turn_may_be_attacked_by_the_other_side():
    pieces = {
        "uk-61-bgda": "1107",
        "de-211-ri": {"place": "1106", "losses": 1},
        "de-1-rpqd": "1007",
    }
    t = at_combat(pieces, air=7, dice=(1, 1)).attack("1106", "uk-61-bgda", air=7)
    t.advance("uk-61-bgda", "1106").end().end()
    assert t.phase == "axis-combat"
    assert t.allows(action("assault", "1106"))
    t.attack("1106", "de-1-rpqd")
    assert t.told()["battle"]["defenders"] == ("uk-61-bgda",)


# artillery and the duty to attack


@pytest.mark.rule("diadem-8.0-16")
@pytest.mark.parametrize("deed", [action("bombard", "1008"), action("air-strike", "1008")])
def test_the_only_target_of_a_bound_piece_is_not_bombed(deed):
    pieces = {"us-337-ri": "1108", "us-art-ii": "1010", "de-211-ri": "1008"}
    t = at_combat(pieces, air=20)
    verdict = t.check(deed)
    assert t.refuses(deed) == "diadem-8.0-16"
    assert blamed(verdict) == {"us-337-ri"}
    assert "337th Infantry Regiment" in t.why(deed)
    t.attack("1008", "us-337-ri", "us-art-ii", air=3)
    assert t.told()["odds"]["attack"] == 3 + 3 + 3


@pytest.mark.rule("diadem-8.0-16")
def test_with_a_second_target_for_the_bound_piece_one_may_be_bombed():
    pieces = {"us-337-ri": "1108", "us-art-ii": "1010", "de-211-ri": "1008", "de-194-ri": "1107"}
    t = at_combat(pieces, air=20)
    assert t.allows(action("bombard", "1008"))
    t.attack("1107", air=3, kind="air")
    assert t.refuses(action("bombard", "1008")) == "diadem-8.0-16"
