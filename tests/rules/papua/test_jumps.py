"""Section 4.2.3: the paratroops, by day and by night, onto open ground and onto the enemy."""

from dataclasses import replace

import msgspec
import pytest

from asking import controller, hexes_flown, shared_hexes, sorties, supplied, without_line
from papua_scenes import DOBODURA, JACKSON, airwar, at, hurt, is_dead, moving, on_to, raid, scene
from tabuleiro.testing import action
from tabuleiro.testing.table import Table, catalogue

PARA, PLANE, BOAT = "jp-para-1", "jp-25ku-1", "jp-yokohama-1"
FRIEND, A = "jp-41-1", "au-2-14"
LAE, OPEN = "0403", "1214"


def ready(*pieces, start=LAE, **more):
    """The Japanese movement phase with the paratroops and a transport on an airfield."""
    para = more.pop("para", at(start, PARA))
    return moving("japanese", para, at(start, PLANE), *pieces, **more)


def jumped(target, *pieces, night=False, stop="allied-movement", **more):
    """The jump is carried out; everybody else does nothing."""
    t = ready(*pieces, **more).do(action("jump", PARA, PLANE, target, night))
    return on_to(t.end(), stop)


@pytest.mark.rule("papua-4.2.3-1")
def test_there_is_one_airborne_unit():
    everybody = at(LAE, FRIEND, "jp-kure-3", "jp-eng-15")
    t = ready(everybody)
    assert {deed.piece for deed in t.legal("jump")} == {PARA}
    assert t.refuses(action("jump", FRIEND, PLANE, OPEN)) == "papua-4.2.3-1"
    counters = t.s.module.counters.values()
    assert [c.id for c in counters if "drop" in c.tags] == [PARA]
    t = moving("allied", at("0618", A, "us-ts-6"))
    assert t.legal("jump") == []


@pytest.mark.rule("papua-4.2.3-2")
def test_it_starts_from_an_airfield_with_a_transport():
    t = moving("japanese", at(LAE, PARA), at("2603", PLANE))
    assert t.legal("jump") == []
    assert t.refuses(action("jump", PARA, PLANE, OPEN)) == "papua-4.2.3-2"
    t = moving("japanese", at("0405", PARA, BOAT), at("0404", BOAT))
    assert (
        t.refuses(action("jump", PARA, BOAT, OPEN)) == "papua-4.2.3-2"
    )  # no airfield, no flying boat
    assert t.legal("jump") == []
    t = ready(at(LAE, "jp-4ku-1"))
    assert t.refuses(action("jump", PARA, "jp-4ku-1", OPEN)) == "papua-4.2.3-2"  # a bomber
    assert t.allows(action("jump", PARA, PLANE, OPEN))


@pytest.mark.rule("papua-4.2.3-2", "papua-6.5.2-1")
def test_the_transport_must_be_able_to_fly():
    t = ready(marks={LAE: ["airfield-damaged"]})
    assert not t.allows(action("jump", PARA, PLANE, OPEN))
    t = ready().do(action("jump", PARA, PLANE, OPEN))
    assert sorties(t.s)[PLANE].cargo == PARA
    assert t.legal("jump") == []


@pytest.mark.rule("papua-4.2.3-3")
def test_the_target_lies_within_the_range_of_the_transport():
    module = catalogue().module("papua")
    far = hexes_flown(ready().s, LAE, "1717")
    for reach, may in ((far, True), (far - 1, False)):
        plane = module.counters[PLANE]
        plane = msgspec.structs.replace(plane, values={**plane.values, "range": reach})
        changed = replace(module, counters={**module.counters, PLANE: plane}, memo={})
        t = Table(catalogue().new(changed, seed="test"))
        t.set(
            "japanese-movement", dict.fromkeys(t.s.position.pieces, "gone") | at(LAE, PARA, PLANE)
        )
        assert t.allows(action("jump", PARA, PLANE, "1717")) == may
        if not may:
            assert t.refuses(action("jump", PARA, PLANE, "1717")) == "papua-4.2.3-3"


@pytest.mark.rule("papua-4.2.3-12")
@pytest.mark.parametrize(
    ("target", "may"),
    [
        (OPEN, True),
        ("0405", True),  # a village in open ground
        ("0915", True),  # an airfield
        ("0518", True),  # the city
        ("2321", False),  # a village in forest
        ("1313", False),  # a village in swamp
        ("0717", False),
        ("0519", False),
    ],
)
def test_where_one_may_jump(target, may):
    t = ready()
    assert t.allows(action("jump", PARA, PLANE, target)) == may
    assert (action("jump", PARA, PLANE, target) in t.legal("jump")) == may
    if not may:
        assert t.refuses(action("jump", PARA, PLANE, target)) == "papua-4.2.3-12"


@pytest.mark.rule("papua-4.2.3-12")
def test_an_airfield_built_in_forest_will_do():
    t = ready(marks={"2321": ["airfield"]})
    assert action("jump", PARA, PLANE, "2321") in t.legal("jump")


@pytest.mark.rule("papua-4.2.3-13")
def test_it_comes_down_in_the_combat_phase_and_goes_no_further():
    t = ready().do(action("jump", PARA, PLANE, OPEN))
    assert t.place(PARA) == LAE
    assert t.reach(PARA) == set()
    assert t.refuses(t.move(PARA, "0303"))
    t.end()
    on_to(t, "allied-movement")
    assert t.place(PARA) == OPEN
    assert t.s.position.control[OPEN] == "japanese"


@pytest.mark.rule("papua-4.2.3-13")
def test_interceptors_come_first():
    crew = "us-fs-7", "us-fs-8"
    for die, number, losses in ((1, 1, 0), (3, 2, 1)):
        t = ready(at("0618", *crew), dice=[die], marks={"0518": ["supply-base-allied"]})
        t.do(action("jump", PARA, PLANE, OPEN)).end()
        while "intercept" not in t.decision.actions:
            t.do(action("end-phase"))
        for piece in crew[:number]:
            t.do(*t.legal("intercept", piece=piece)[:1])
        on_to(t, "allied-movement")
        assert (t.place(PARA), t.losses(PLANE), t.losses(PARA)) == (OPEN, losses, losses)


@pytest.mark.rule("papua-4.2.3-13", "papua-4.1.1-8")
def test_where_friends_filled_the_hex_it_does_not_come_down():
    friends = [f"jp-{r}-{n}" for r in (41, 144) for n in (1, 2, 3)]
    t = ready(at(OPEN, *friends[:5]), at("1114", friends[5])).do(action("jump", PARA, PLANE, OPEN))
    t.go(friends[5], OPEN)
    assert not t.allows(action("jump", PARA, PLANE, OPEN))
    on_to(t.end(), "allied-movement")
    assert t.place(PARA) == LAE
    assert len(t.at(OPEN)) == 6


# --------------------------------------------------------------------------- by night


@pytest.mark.rule("papua-4.2.3-11")
@pytest.mark.parametrize(("die", "losses"), [(2, 0), (4, 0), (6, 0), (1, 1), (3, 1), (5, 1)])
def test_a_die_at_night(die, losses):
    t = jumped(OPEN, night=True, dice=[die])
    assert (t.place(PARA), t.losses(PARA)) == (OPEN, losses)


@pytest.mark.rule("papua-4.2.3-11")
def test_a_reduced_unit_is_lost_by_an_odd_die():
    t = jumped(OPEN, night=True, dice=[3], para=hurt(LAE, PARA))
    assert is_dead(t, PARA)
    t = jumped(OPEN, night=True, dice=[4], para=hurt(LAE, PARA))
    assert (t.place(PARA), t.losses(PARA)) == (OPEN, 1)


@pytest.mark.rule("papua-4.2.3-11")
def test_by_day_no_die_is_thrown():
    t = jumped(OPEN, dice=[3])
    assert t.losses(PARA) == 0
    assert t.s.position.dice.queue == (3,)


# --------------------------------------------------------------------------- contact, supply


def down(*pieces, turn=7, **more):
    """The Japanese movement phase of the turn after a jump."""
    para = {PARA: {"place": OPEN, "marks": ["isolated", "jumped"]}}
    return moving("japanese", para, *pieces, turn=turn, **more)


@pytest.mark.rule("papua-4.2.3-4")
def test_it_stays_until_friends_are_next_to_it():
    t = down()
    assert t.reach(PARA) == set()
    assert t.refuses(t.move(PARA, "1114")) == "papua-4.2.3-4"
    t = down(at("1113", FRIEND))
    assert t.allows(t.move(PARA, "1114"))
    t = down(at(OPEN, FRIEND))
    assert t.allows(t.move(PARA, "1114"))
    t = down(at("1013", FRIEND))
    assert not t.allows(t.move(PARA, "1114"))
    t.go(FRIEND, "1113")
    assert t.go(PARA, "1114").place(PARA) == "1114"


@pytest.mark.rule("papua-4.2.3-4")
def test_once_it_has_met_them_it_moves_freely():
    t = down(at("1113", FRIEND)).end()
    t.set("japanese-movement", {FRIEND: "0405"}, turn=8, keep=True)
    assert t.reach(PARA)
    t = down(at("1113", FRIEND)).go(PARA, "1314", "1315").end()
    t.set("japanese-movement", {}, turn=8, keep=True)
    assert t.reach(PARA)  # it went off by itself
    t = down().end()
    t.set("japanese-movement", {}, turn=8, keep=True)
    assert t.reach(PARA) == set()


@pytest.mark.rule("papua-4.2.3-4")
def test_the_turn_of_the_jump_is_not_forgotten():
    t = jumped(OPEN, stop="japanese-movement")
    assert t.s.turn == 6
    assert t.refuses(t.move(PARA, "1114")) == "papua-4.2.3-4"


@pytest.mark.rule("papua-4.2.3-5", "papua-4.2.3-6")
def test_it_is_supplied_in_the_turn_of_the_jump_and_no_longer():
    t = jumped(OPEN)
    assert t.s.turn == 5
    assert supplied(t.s, PARA)
    on_to(t, "japanese-movement")
    assert t.s.turn == 6
    assert not supplied(t.s, PARA)
    facts = {"air-supply": {"7": {PARA: {"by": PLANE, "landed": ""}}}}
    assert supplied(down(facts=facts).s, PARA)
    line = down(marks={"1313": ["supply-base-japanese"]}, control={"1313": "japanese"})
    assert supplied(line.s, PARA)


@pytest.mark.rule("papua-4.2.3-7")
def test_no_air_support_for_it_while_it_has_no_line():
    t = down()
    assert without_line(t.s, PARA)
    line = down(marks={"1313": ["supply-base-japanese"]}, control={"1313": "japanese"})
    assert not without_line(line.s, PARA)
    for marks, support in (({}, False), ({"1313": ["supply-base-japanese"]}, True)):
        t = scene("allied-combat", {PARA: {"place": OPEN, "marks": ["isolated", "jumped"]}},
                  at("1113", A), at(LAE, "jp-tainan-1"), control={"1313": "japanese"},
                  marks=marks)  # fmt: skip
        t.attack(OPEN, A)
        on_to_reaction(t)
        offers = [] if t.phase != "allied-combat" else t.legal("defend-as-fighter")
        assert bool(offers) == support


@pytest.mark.rule("papua-4.2.3-7")
def test_no_air_support_for_its_own_attacks_either():
    alone = {PARA: {"place": OPEN, "marks": ["isolated", "jumped"]}}
    plan = action("support-attack", "1113")

    def moving_with(*friends, marks=None):
        return scene("japanese-movement", alone, at("1113", A), at(LAE, "jp-misawa-1"),
                     at("1013", *friends), marks=marks or {},
                     control={"1313": "japanese"})  # fmt: skip

    t = moving_with()
    assert t.refuses(plan) == "papua-6.2-3"
    assert plan not in t.legal("support-attack")
    assert moving_with(marks={"1313": ["supply-base-japanese"]}).allows(plan)
    t = raid(moving_with("jp-144-1"), plan, "jp-misawa-1").end()
    assert t.allows(action("assault", "1113"))
    t.do(action("assault", "1113"))
    assert t.refuses(action("join", PARA)) == "papua-4.2.3-7"
    t.do(action("join", "jp-144-1"), action("confirm"))
    t = moving_with("jp-144-1").end()
    assert t.do(action("assault", "1113")).allows(
        action("join", PARA)
    )  # without aircraft it may fight


def on_to_reaction(t):
    """The attacker announces no more."""
    while "assault" in t.decision.actions:
        t.do(action("end-phase"))


# ----------------------------------------------------------------------- onto the enemy


@pytest.mark.rule("papua-4.2.3-8", "papua-4.1.2-7")
def test_it_may_jump_onto_the_enemy_and_must_fight_there():
    t = jumped(OPEN, at(OPEN, A), dice=[4, 5], marks={"0518": ["supply-base-allied"]})
    odds = t.told()["odds"]
    assert (odds["attack"], odds["defence"]) == (4, 4)
    assert odds["column_label"] == "3-2"  # whoever is in the same hex is all round
    assert t.told()["code"] == "D0 A0"
    assert shared_hexes(t.s) == (OPEN,)
    assert t.at(OPEN) == {PARA, A}
    assert controller(t.s, OPEN) == "allied"  # nobody has taken it


@pytest.mark.rule("papua-4.2.3-8")
def test_who_shares_the_hex_only_the_enemy_may_leave():
    both = at(OPEN, A), {PARA: {"place": OPEN, "marks": ["isolated", "jumped"]}}
    t = moving("japanese", *both, at("1113", FRIEND), turn=7)
    assert t.refuses(t.move(PARA, "1114")) == "papua-4.2.3-8"
    t = moving("allied", *both, turn=7)
    assert "1215" in t.reach(A)
    assert t.go(A, "1215").place(A) == "1215"


@pytest.mark.rule("papua-4.2.3-9", "papua-4.2.3-10")
def test_neither_terrain_nor_aircraft_count_in_that_combat():
    fields = at("0618", "us-fs-7"), at(LAE, "jp-tainan-1")
    t = ready(at("0518", A), *fields, dice=[3, 4], marks={"0518": ["supply-base-allied"]})
    t.do(action("jump", PARA, PLANE, "0518")).end()
    kinds = set()
    while t.phase == "japanese-combat":
        kinds |= {deed.kind for deed in t.legal()}
        actions = t.legal()
        quiet = [a for a in actions if a.kind in {"end-phase", "done-reacting", "confirm"}]
        t.do((quiet or actions)[0])
    odds = t.told()["odds"]
    assert not {"defend-as-fighter", "defend-as-bomber"} & kinds
    assert "papua-tab.terrain-3" not in {shift["rule"] for shift in odds["shifts"]}
    assert odds["attack"] == t.s.counter(PARA).values["attack"]


@pytest.mark.rule("papua-4.2.3-8", "papua-4.2.7-4")
def test_who_is_alone_after_the_fight_holds_the_hex_and_its_field():
    t = jumped(DOBODURA, hurt(DOBODURA, A), at(DOBODURA, "us-fs-41"), dice=[6, 6],
               control={DOBODURA: "allied"})  # fmt: skip
    assert t.told()["code"] == "D3 A1"
    assert t.at(DOBODURA) == {PARA}  # the fighter has fled
    assert controller(t.s, DOBODURA) == "japanese"


@pytest.mark.rule("papua-4.2.3-8", "papua-4.2.7-4")
def test_who_is_left_alone_by_the_enemy_holds_the_hex():
    para = {PARA: {"place": DOBODURA, "marks": ["isolated", "jumped"]}}
    t = airwar("allied", para, at(DOBODURA, A, "us-fs-41"), turn=7, control={DOBODURA: "allied"})
    t.go(A, "1315")
    assert controller(t.s, DOBODURA) == "allied"  # as long as its side may come back
    t.end()
    assert controller(t.s, DOBODURA) == "japanese"
    t.do(action("emergency-transfer", "us-fs-41", JACKSON))
    assert t.place("us-fs-41") == JACKSON
