"""Section 6.1: air battles, their table, and who takes the losses."""

import pytest

from asking import FLOWN
from papua_scenes import (
    JACKSON,
    LAE,
    RABAUL,
    air_totals,
    airwar,
    announced,
    at,
    bombed,
    flown,
    hurt,
    on_to,
    raid,
    told_air,
)
from tabuleiro.engine import events as ev
from tabuleiro.testing import action

ZEROS = ("jp-4ku-1", "jp-4ku-2", "jp-4ku-3")
BETTYS = ("jp-4ku-4", "jp-4ku-5", "jp-4ku-6")
P40, P39, P39B, P38 = "us-fs-8", "us-fs-36", "us-fs-40", "us-fs-39"
ALLIES = at(JACKSON, P40, P39, P39B)
TARGET = "0717"


def over(*interceptors, fighters=ZEROS, bombers=BETTYS, pieces=(), **more):
    """A Japanese raid that interdicts a hex by Port Moresby and is intercepted there."""
    japanese = at(RABAUL, *(p for p in (*ZEROS, *BETTYS) if p not in dict(pieces)))
    t = airwar("japanese", japanese, ALLIES, dict(pieces), **more)
    raid(t, action("interdict", TARGET), *bombers, fighters=fighters).end()
    return t.do(
        *(action("intercept", piece, TARGET) for piece in interceptors), action("done-reacting")
    )


def losses(t, *pieces):
    """The losses of pieces; 2 if they are destroyed."""
    return [2 if t.place(p) == "dead" else t.losses(p) for p in pieces]


@pytest.mark.rule("papua-ex-6.1", "papua-6.1-4", "papua-6.1-5", "papua-6.1-7", "papua-tab.air-4")
def test_the_example_of_the_rulebook():
    t = over(P40, P39, P39B, dice=(4,))
    assert air_totals(t) == (42, "41-50", 22, "21-30")
    assert told_air(t)["code"] == "3-1"
    assert losses(t, P40, P39, P39B) == [1, 1, 1]
    assert set(t.decision.pieces) == set(BETTYS), "one of the three, which are equally weak"
    t.dice(1, 2).lose(BETTYS[1])
    assert losses(t, *ZEROS, *BETTYS) == [0, 0, 0, 0, 1, 0]


@pytest.mark.rule("papua-6.1-4")
def test_transports_and_bombers_count():
    t = airwar("japanese", at(LAE, "jp-25ku-1", "jp-75s-1", "jp-39-1"), ALLIES, dice=(1, 1, 1, 6))
    raid(t, action("bomb-field", JACKSON), "jp-75s-1").end().do(
        action("intercept", P39, JACKSON), action("done-reacting")
    )
    assert air_totals(t)[:3:2] == (3, 7)


@pytest.mark.rule("papua-6.1-6")
def test_the_active_side_is_the_attacker_over_its_own_hexes_too():
    t = airwar("allied", at(RABAUL, *ZEROS[:1]), at(JACKSON, P40, "us-bs-13"), dice=(5, 3, 4))
    raid(t, action("bomb-field", RABAUL), "us-bs-13").end().do(
        action("intercept", ZEROS[0], RABAUL), action("done-reacting")
    )
    assert told_air(t)["attacker"] == "allied"
    assert air_totals(t) == (5, "1-10", 10, "1-10")


@pytest.mark.rule("papua-6.1-1", "papua-6.1-8")
def test_bombers_alone_do_not_fight():
    attacker = at(LAE, "jp-75s-1", "jp-75s-2", "jp-39-1"), at("0717", "au-39")
    t = airwar("japanese", *attacker, at(JACKSON, "us-bs-89", P39), dice=(6, 1, 1))
    raid(t, action("bomb-troops", "0717"), "jp-75s-1").end()
    t.do(action("intercept", P39, "0717"), action("done-reacting"))
    assert told_air(t), "with a fighter there is a battle"
    t = airwar("japanese", *attacker, at(JACKSON, P39), dice=(6, 1))
    raid(t, action("bomb-troops", "0717"), "jp-75s-1").end().do(action("done-reacting"))
    assert told_air(t) is None, "nobody intercepts: none"


@pytest.mark.rule("papua-6.1-1", "papua-6.1-8")
@pytest.mark.parametrize(("defender", "fought"), [("us-bs-89", False), (P39, True)])
def test_bombers_that_meet_bombers_do_not_fight(defender, fought):
    t = airwar("japanese", at("0516", "jp-144-1"), at(LAE, "jp-75s-1"), at("0616", "au-39"),
               at(JACKSON, defender), dice=(1, 3, 4, 3, 4))  # fmt: skip
    raid(t, action("support-attack", "0616"), "jp-75s-1")
    announced(t, ("0616", "jp-144-1"))
    as_what = "defend-as-fighter" if fought else "defend-as-bomber"
    t.act(as_what, defender, "0616").act("done-reacting")
    assert (told_air(t) is not None) is fought


@pytest.mark.rule("papua-6.1-9")
@pytest.mark.parametrize(("fighters", "lost", "ours"), [((), 0, 1), (ZEROS[:1], 1, 1)])
def test_a_side_without_fighters_does_no_harm(fighters, lost, ours):
    # totals 4 against 8, die 5: 1-1; with a Zero 14 against 8, die 3: 1-1
    t = over(P40, fighters=fighters, bombers=BETTYS[:1], dice=(3 if fighters else 5, 1, 2))
    assert told_air(t)["code"] == "1-1"
    assert told_air(t)["losses"] == {"allied": lost, "japanese": ours}
    assert losses(t, P40) == [lost]
    assert losses(t, BETTYS[0]) == [ours]
    told = [e.message for row in t.game.log.line() for e in row.events if isinstance(e, ev.Said)]
    why = "Japan: no fighters in the battle, so it destroys nothing."
    assert (why in map(t.say, told)) is not bool(lost)


@pytest.mark.rule("papua-6.1-9")
@pytest.mark.parametrize(("defender", "ours"), [("us-bs-89", 0), (P38, 1)])
def test_nor_do_defenders_without_fighters(defender, ours):
    # 14 against 4, die 3: 1-1; or against 9
    t = airwar("japanese", at("0516", "jp-144-1"), at(RABAUL, ZEROS[0], BETTYS[0]),
               at("0616", "au-39"), at(JACKSON, defender), dice=(3, 3, 4))  # fmt: skip
    raid(t, action("support-attack", "0616"), BETTYS[0], fighters=ZEROS[:1])
    announced(t, ("0616", "jp-144-1"))
    as_what = "defend-as-fighter" if ours else "defend-as-bomber"
    t.act(as_what, defender, "0616").act("done-reacting")
    assert told_air(t)["code"] == "1-1"
    assert told_air(t)["losses"] == {"allied": 1, "japanese": ours}
    assert losses(t, BETTYS[0], ZEROS[0]) == [ours, 0]


@pytest.mark.rule("papua-6.1-9", "papua-6.0-2")
@pytest.mark.parametrize(("role", "harm"), [("fly-as-fighter", True), ("fly-as-bomber", False)])
def test_a_fighter_bomber_counts_as_what_it_was_declared(role, harm):
    t = airwar("allied", at("0404", ZEROS[0]), at(LAE, ZEROS[1]), at(JACKSON, P40, "us-bs-13"),
               dice=(5, 1, 2))  # fmt: skip
    t.do(
        action("bomb-field", LAE),
        action("fly-as-bomber", "us-bs-13"),
        action(role, P40),
        action("confirm"),
    ).end()
    t.do(action("intercept", ZEROS[1], LAE), action("done-reacting"))
    assert air_totals(t) == (13, "11-20", 10, "1-10")  # die 5: 1-0
    assert (told_air(t)["losses"]["japanese"] == 1) is harm


@pytest.mark.rule("papua-6.1-16")
def test_the_weakest_intact_take_the_losses():
    # 24 against 22, die 1: 1-1. The P-39s count 7 each, the P-40 8; the G4M counts 4, a Zero 10.
    t = over(P40, P39, P39B, bombers=BETTYS[:1], fighters=ZEROS[:2], dice=(1, 1, 2))
    assert told_air(t)["code"] == "1-1"
    assert set(t.decision.pieces) == {P39, P39B}
    assert t.decision.side == "allied"
    assert t.refuses(action("lose", P40)) == "papua-6.1-16"
    t.lose(P39B)
    assert losses(t, P40, P39, P39B) == [0, 0, 1]
    assert losses(t, *ZEROS[:2], BETTYS[0]) == [0, 0, 1], "no choice: the G4M"


@pytest.mark.rule("papua-6.1-16", "papua-6.1-17")
def test_reduced_ones_last_and_the_weakest_of_them_first():
    more = ("jp-tainan-1", "jp-tainan-2")
    t = airwar("japanese", at(RABAUL, *ZEROS, *BETTYS, *more), hurt(JACKSON, P40),
               at(JACKSON, P38, P39), dice=(1,))  # fmt: skip
    raid(t, action("interdict", TARGET), *BETTYS[:2], fighters=(*ZEROS, *more)).end()
    t.do(*(action("intercept", p, TARGET) for p in (P40, P38, P39)), action("done-reacting"))
    assert air_totals(t) == (58, "51-60", 20, "11-20")
    assert told_air(t)["code"] == "3-0"
    # the P-39, the P-38; then of the reduced ones at 4, 5 and 4 the owner names the P-40
    assert losses(t, P38, P39, P40) == [1, 1, 1]
    assert set(t.decision.pieces) == {P39, P40}
    assert t.refuses(action("lose", P38)) == "papua-6.1-16"
    t.dice(1, 2).lose(P40)
    assert losses(t, P38, P39, P40) == [1, 1, 2]


@pytest.mark.rule("papua-6.1-17")
def test_an_intact_one_is_hit_before_a_weaker_reduced_one():
    t = airwar("japanese", at(RABAUL, *ZEROS[:2], BETTYS[0]), hurt(JACKSON, P39),
               at(JACKSON, P40), dice=(1, 1, 2))  # fmt: skip
    raid(t, action("interdict", TARGET), BETTYS[0], fighters=ZEROS[:2]).end()
    t.do(
        action("intercept", P39, TARGET), action("intercept", P40, TARGET), action("done-reacting")
    )
    assert (air_totals(t), told_air(t)["code"]) == ((24, "21-30", 12, "11-20"), "1-0")
    assert losses(t, P39, P40) == [1, 1]


@pytest.mark.rule("papua-6.1-18", "papua-6.1-19")
def test_survivors_go_on_with_what_they_have_left_and_come_home():
    t = over(P40, fighters=(), bombers=BETTYS[:1], dice=(5, 6, 6))
    assert losses(t, BETTYS[0]) == [1]
    assert bombed(t)[0] == 3, "a reduced G4M counts 3 on the ground"
    assert t.place(BETTYS[0]) == RABAUL


@pytest.mark.rule("papua-6.1-18")
def test_who_was_shot_down_bombs_nothing():
    japanese = hurt(RABAUL, BETTYS[0])
    t = over(P40, P39, fighters=(), bombers=BETTYS[:1], dice=(5,), pieces=japanese.items())
    assert losses(t, BETTYS[0]) == [2]
    assert told_air(t, "bombing") is None


@pytest.mark.rule("papua-6.1-10")
def test_any_number_over_one_hex():
    many = [f"jp-{name}-{n}" for name in ("4ku", "6ku") for n in range(1, 7)]
    t = airwar("japanese", at(RABAUL, *many), dice=(6, 6))
    bombers = many[3:6]
    raid(t, action("interdict", TARGET), *bombers, fighters=[p for p in many if p not in bombers])
    assert {target for target, _, _ in flown(t).values()} == {TARGET}
    assert len(flown(t)) == 12


@pytest.mark.rule("papua-6.1-2")
def test_a_mission_has_unit_hex_errand_role_and_hour():
    t = airwar("allied", at(JACKSON, P40, "us-bs-13", "us-fs-36"), at(LAE, "jp-39-1"))
    raid(t, action("bomb-troops", LAE), "us-bs-13", P40, fighters=["us-fs-36"])
    assert flown(t) == {
        P40: (LAE, "troops", "bomber"),
        "us-bs-13": (LAE, "troops", "bomber"),
        "us-fs-36": (LAE, "escort", "fighter"),
    }
    t = airwar("allied", at(JACKSON, "us-bs-13"), at(LAE, "jp-39-1"))
    raid(t, action("bomb-troops", LAE), "us-bs-13", night=True)
    assert [f.night for f in t.s.rules.flights(s=t.s)] == [True]


@pytest.mark.rule("papua-2.2.2-2", "papua-6.1-2")
def test_the_range_is_counted_from_the_base():
    t = airwar("allied", at("2424", P39))
    assert t.allows(action("interdict", "0206"))  # 29 hexes
    assert t.refuses(action("interdict", "0205")) == "papua-2.2.2-2"  # 30
    t = airwar("allied", at("2424", P39, "us-bs-13")).do(action("interdict", "0205"))
    assert t.refuses(action("fly-as-bomber", P39)) == "papua-2.2.2-2"
    t.do(action("cancel"), action("interdict", "0206"), action("fly-as-bomber", P39))


@pytest.mark.rule("papua-2.2.2-3")
def test_the_ground_value_bombs_and_the_air_value_fights():
    t = airwar("allied", at(LAE, ZEROS[0]), at(JACKSON, "us-bs-13"), dice=(1, 6, 6))
    raid(t, action("bomb-field", LAE), "us-bs-13").end().do(
        action("intercept", ZEROS[0], LAE), action("done-reacting")
    )
    assert air_totals(t)[0] == 5
    assert bombed(t)[0] == 4


@pytest.mark.rule("papua-2.2.2-4")
def test_a_whole_kokutai_gets_no_bonus():
    t = over(P40, dice=(1, 1, 2))
    assert air_totals(t)[0] == 42, "the sum and no more"
    assert bombed(t)[0] == 15


@pytest.mark.rule("papua-6.1-19")
def test_one_mission_in_a_half_turn():
    t = airwar("allied", at(JACKSON, "us-bs-13", "us-bs-89"), at(LAE, "jp-39-1"))
    raid(t, action("bomb-troops", LAE), "us-bs-13").do(action("bomb-field", LAE))
    assert t.refuses(action("fly-as-bomber", "us-bs-13")) == "papua-6.1-19"
    t.do(action("fly-as-bomber", "us-bs-89"))


@pytest.mark.rule("papua-6.1-19")
@pytest.mark.parametrize(("option", "again"), [("each-half-turn", True), ("once-a-turn", False)])
def test_a_mission_in_each_half_turn(option, again):
    t = over(P40, fighters=(), bombers=BETTYS[:1], dice=(1, 1, 2), options={"air-missions": option})
    on_to(t, "allied-movement").do(action("bomb-field", LAE))
    assert t.allows(action("fly-as-bomber", P40)) is again
    assert t.allows(action("fly-as-bomber", P39))
    on_to(t.do(action("cancel")), "japanese-movement")
    assert not t.s.marked(P40, FLOWN)
