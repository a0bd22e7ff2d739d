"""Sections 6.0, 6.1 and 6.2: who flies what, who intercepts where, who supports whom."""

import pytest

from papua_scenes import (
    DARWIN,
    JACKSON,
    JAPANESE_BASE,
    LAE,
    MILNE,
    RABAUL,
    RORONA,
    TOWNSVILLE,
    airwar,
    announced,
    at,
    bombed,
    flown,
    raid,
    told_air,
)
from tabuleiro.testing import action

ZERO, BETTY, SONIA = "jp-tainan-1", "jp-4ku-4", "jp-27s-1"
FIGHTER, FIGHTER_BOMBER, LIGHT, MEDIUM = "us-fs-39", "us-fs-8", "us-bs-89", "us-bs-13"
HEAVY, TRANSPORT, FLYING_BOAT = "us-bs-28", "us-ts-6", "jp-yokohama-1"
ENEMY = "0516"
"""A hex beside Port Moresby's airfields, held by the Japanese in these scenes."""
ROUGH = "0407"
"""Trackless mountains by Wau, which no supply line reaches."""
FRONT = {**at(ENEMY, "jp-144-1"), **at("0616", "au-39")}


# ------------------------------------------------------------------------- the classes

FIT = {  # as fighters, as bombers; with support of an attack
    FIGHTER: ("escort", None, "support"),
    FIGHTER_BOMBER: ("escort", "bomb", "support"),
    LIGHT: (None, "bomb", "support"),
    MEDIUM: (None, "bomb", "support"),
    HEAVY: (None, "bomb", None),
    TRANSPORT: (None, None, None),
}


@pytest.mark.parametrize(
    "piece",
    [
        pytest.param(piece, marks=pytest.mark.rule(f"papua-6.0-{number}"), id=piece)
        for number, piece in zip(range(1, 7), FIT, strict=True)
    ],
)
def test_what_a_class_may_fly(piece):
    escort, bomb, support = FIT[piece]
    others = [p for p in (MEDIUM, LIGHT) if p != piece]
    for plan in (
        action("interdict", "0403"),
        action("bomb-troops", ENEMY),
        action("bomb-field", LAE),
    ):
        t = airwar("allied", FRONT, at(JACKSON, piece, others[0]), at(LAE, "jp-39-1")).do(plan)
        assert t.allows(action("fly-as-bomber", piece)) is (bomb is not None), plan
        assert t.allows(action("fly-as-fighter", piece)) is (escort is not None), plan
    t = airwar("allied", FRONT, at(JACKSON, piece, others[0])).do(action("support-attack", ENEMY))
    roles = [t.allows(action("fly-as-fighter", piece)), t.allows(action("fly-as-bomber", piece))]
    assert any(roles) is (support is not None)


@pytest.mark.rule("papua-6.0-1", "papua-6.4-1")
def test_a_fighter_alone_bombs_nothing():
    t = airwar("allied", FRONT, at(JACKSON, FIGHTER))
    assert t.refuses(action("interdict", ENEMY)) == "papua-6.3-1"
    assert t.refuses(action("bomb-troops", ENEMY)) == "papua-6.4.2-1"
    t.do(action("support-attack", ENEMY), action("fly-as-fighter", FIGHTER), action("confirm"))
    assert flown(t) == {FIGHTER: (ENEMY, "support", "fighter")}
    t = airwar("allied", FRONT, at(JACKSON, FIGHTER, MEDIUM)).do(action("bomb-troops", ENEMY))
    assert t.refuses(action("fly-as-bomber", FIGHTER)) == "papua-6.4.2-1"
    t.do(action("fly-as-fighter", FIGHTER))
    assert t.refuses(action("confirm")) == "papua-6.4.2-1", "escorts with nobody to escort"


@pytest.mark.rule("papua-6.0-6")
def test_a_transport_is_shot_at():
    t = airwar("allied", at(JACKSON, TRANSPORT), at(LAE, ZERO), at(ROUGH, "au-39"), dice=(5,))
    t.do(action("fly-supplies", "au-39", TRANSPORT, ROUGH)).end()
    t.do(action("intercept", ZERO, ROUGH), action("done-reacting"))
    battle = told_air(t)["air_battle"]
    assert [(one["piece"], one["value"]) for one in battle["attackers"]] == [(TRANSPORT, 1)]
    assert battle["attack"] == 1


@pytest.mark.rule("papua-6.0-7")
def test_the_flying_boat_bombs_supports_and_supplies():
    boat = at("2602", FLYING_BOAT)
    for plan in (
        action("support-attack", "0616"),
        action("interdict", "0617"),
        action("bomb-troops", "0616"),
    ):
        t = airwar("japanese", FRONT, boat).do(
            plan, action("fly-as-bomber", FLYING_BOAT), action("confirm")
        )
        assert flown(t)[FLYING_BOAT][0] == plan.hex
    t = airwar("japanese", FRONT, boat)
    t.do(action("fly-supplies", "jp-144-1", FLYING_BOAT, ENEMY))


@pytest.mark.rule("papua-6.0-7")
def test_the_flying_boat_carries_nobody():
    t = airwar("japanese", at("2602", FLYING_BOAT), at(RABAUL, "jp-25ku-1", "jp-kure-3"))
    assert t.refuses(action("airlift", "jp-kure-3", FLYING_BOAT, LAE)) == "papua-4.2.6-2"
    assert t.allows(action("airlift", "jp-kure-3", "jp-25ku-1", LAE))


@pytest.mark.rule("papua-6.0-7")
def test_the_flying_boat_is_bombed_at_its_mooring():
    t = airwar("allied", at("2602", FLYING_BOAT), at(JACKSON, HEAVY, "us-bs-30"), dice=(6, 6, 1, 1))
    raid(t, action("bomb-field", "2602"), HEAVY).end()
    assert bombed(t) == (6, "1-12", "DB")
    assert t.losses(FLYING_BOAT) == 1
    five = (HEAVY, "us-bs-30", "us-bs-63", "us-bs-64", "us-bs-65")
    t = airwar("allied", at("2602", FLYING_BOAT), at(JACKSON, *five), dice=(1, 1))
    raid(t, action("bomb-field", "2602"), *five).end()
    assert bombed(t) == (30, "25-36", "D2B")
    assert t.place(FLYING_BOAT) == "dead"
    assert "2602" not in t.s.position.marks, "the sea is not damaged"


@pytest.mark.rule("papua-6.0-8", "papua-4.2.6-1")
def test_what_there_is_to_do_for_each_class():
    t = airwar("allied", at(JACKSON, MEDIUM, TRANSPORT, "au-39"), at(ENEMY, "jp-144-1"),
               at("0616", "au-53"), at(ROUGH, "au-49"), at(LAE, ZERO, "jp-39-1"),
               marks={LAE: JAPANESE_BASE})  # fmt: skip
    plans = {"support-attack", "interdict", "bomb-field", "bomb-troops", "bomb-base"}
    assert plans <= {a.kind for a in t.legal()}
    moves = [a for a in t.legal() if getattr(a, "transport", "") == TRANSPORT]
    assert {a.kind for a in moves} == {"airlift", "fly-supplies", "drop-supplies"}
    assert {a.kind for a in t.legal(piece=TRANSPORT)} == {"transfer"}
    assert {a.kind for a in t.legal(piece=MEDIUM)} == {"transfer", *plans}


@pytest.mark.rule("papua-6.2-3")
@pytest.mark.parametrize("piece", [HEAVY, TRANSPORT])
def test_an_attack_is_not_supported_by_heavy_bombers_and_transports(piece):
    t = airwar("allied", FRONT, at(JACKSON, piece, FIGHTER)).do(action("support-attack", ENEMY))
    assert t.refuses(action("fly-as-bomber", piece)) == "papua-6.2-3"
    assert t.refuses(action("fly-as-fighter", piece)) == "papua-6.2-3"
    t.do(action("fly-as-fighter", FIGHTER))


def attacked(*pieces, side="japanese", **more):
    """Japanese attack the 39th next to them; the Allies react."""
    t = airwar(side, FRONT, *pieces, **more)
    return announced(t, ("0616", "jp-144-1"))


@pytest.mark.rule("papua-6.2-4", "papua-6.0-4", "papua-6.0-5")
@pytest.mark.parametrize(
    ("piece", "can"),
    [(FIGHTER, True), (FIGHTER_BOMBER, True), (LIGHT, True), (MEDIUM, False), (HEAVY, False)],
)
def test_who_supports_a_defence(piece, can):
    t = attacked(at(JACKSON, piece, "us-fs-36"))
    orders = [action("defend-as-fighter", piece, "0616"), action("defend-as-bomber", piece, "0616")]
    assert any(t.allows(order) for order in orders) is can
    if not can:
        assert {t.refuses(order) for order in orders} == {"papua-6.2-4"}


@pytest.mark.rule("papua-6.2-4")
def test_the_flying_boat_supports_no_defence():
    t = airwar("allied", FRONT, at("2602", FLYING_BOAT), at(LAE, ZERO))
    announced(t, (ENEMY, "au-39"))
    assert t.refuses(action("defend-as-bomber", FLYING_BOAT, ENEMY)) == "papua-6.2-4"
    t.do(action("defend-as-fighter", ZERO, ENEMY))


@pytest.mark.rule("papua-6.1-3")
def test_support_goes_to_announced_hexes_only():
    t = attacked(at(JACKSON, LIGHT), at("0615", "au-53"), at("0515", "jp-144-2"))
    assert t.allows(action("defend-as-bomber", LIGHT, "0616"))
    assert t.refuses(action("defend-as-bomber", LIGHT, "0615")) == "papua-6.1-3"


@pytest.mark.rule("papua-6.1-3", "papua-6.4.4-4")
def test_reaction_is_voluntary_and_can_be_taken_back():
    t = airwar("japanese", at(RABAUL, BETTY), at(JACKSON, FIGHTER), dice=(6, 2))
    raid(t, action("bomb-field", JACKSON), BETTY).end()
    assert t.decision.side == "allied"
    t.do(
        action("intercept", FIGHTER, JACKSON),
        action("stand-down", FIGHTER),
        action("done-reacting"),
    )
    assert told_air(t) is None
    assert bombed(t)[0] == 5


@pytest.mark.rule("papua-6.1-3")
def test_only_fighters_intercept_and_only_raids():
    t = airwar("japanese", at(RABAUL, BETTY), at(JACKSON, LIGHT, FIGHTER))
    raid(t, action("bomb-field", JACKSON), BETTY).end()
    assert t.refuses(action("intercept", LIGHT, JACKSON)) == "papua-6.1-3"
    assert t.refuses(action("intercept", FIGHTER, ENEMY)) == "papua-6.1-3"
    assert t.allows(action("intercept", FIGHTER, JACKSON))


@pytest.mark.rule("papua-6.1-3")
def test_interceptors_have_a_range():
    t = airwar("japanese", at(RABAUL, BETTY), at(MILNE, "us-fs-36"), at("0206", "us-fs-40"),
               at("0205", "au-kanga"))  # fmt: skip
    raid(t, action("bomb-troops", "0205"), BETTY).end()
    assert t.refuses(action("intercept", "us-fs-36", "0205")) == "papua-2.2.2-2"  # 30 hexes with 29
    assert t.allows(action("intercept", "us-fs-40", "0205"))


# ------------------------------------------------------------------- who defends what

REGIONS = [
    ("papua-6.1-11", TOWNSVILLE, JACKSON, False),
    ("papua-6.1-11", TOWNSVILLE, DARWIN, False),
    ("papua-6.1-11", TOWNSVILLE, TOWNSVILLE, True),
    ("papua-12.1-3", DARWIN, TOWNSVILLE, False),
    ("papua-6.1-12", JACKSON, TOWNSVILLE, False),
    ("papua-6.1-12", JACKSON, RORONA, True),
]


@pytest.mark.parametrize(
    ("base", "target", "can"),
    [pytest.param(*row, marks=pytest.mark.rule(rule)) for rule, *row in REGIONS],
)
def test_allied_fighters_defend_their_own_region(base, target, can):
    fighter = "us-fs-39"
    at_target = at(target, MEDIUM)
    t = airwar("japanese", at(RABAUL, BETTY), at(base, fighter), at_target)
    raid(t.dice(1, 2), action("bomb-field", target), BETTY).end()
    if not can:
        assert t.phase != "japanese-combat", "nobody is asked"
        t = airwar(
            "japanese", at(RABAUL, BETTY), at(base, fighter), at_target, at(target, "us-fs-7")
        )
        raid(t, action("bomb-field", target), BETTY).end()
        assert "papua-6.1-11" in {
            o.rule for o in t.check(action("intercept", fighter, target)).objections
        }
    else:
        t.do(action("intercept", fighter, target))


@pytest.mark.rule("papua-6.1-11", "papua-6.1-12")
@pytest.mark.parametrize(
    ("base", "target", "can"),
    [(RABAUL, LAE, False), (RABAUL, RABAUL, True), (RABAUL, "2305", True), (LAE, RABAUL, False),
     (LAE, "0405", True)],
)  # fmt: skip
def test_japanese_fighters_defend_their_own_region(base, target, can):
    t = airwar("allied", at(JACKSON, HEAVY), at(base, ZERO), at(target, "jp-39-1"),
               at("0304", "jp-39-2"), at("2205", "jp-39-3"), dice=(6, 2))  # fmt: skip
    raid(t, action("bomb-troops", target), HEAVY).end()
    assert (t.phase == "allied-combat" and t.allows(action("intercept", ZERO, target))) is can


@pytest.mark.rule("papua-6.1-13")
@pytest.mark.parametrize("base", [RABAUL, LAE])
@pytest.mark.parametrize("waters", ["1312", "2812", "0421", "1724"])  # north and south
def test_japanese_fighters_cover_their_ships_everywhere(base, waters):
    t = airwar("allied", at(JACKSON, HEAVY), at(base, ZERO), at("1112", "jp-39-1"),
               at(waters, "jp-naval"))  # fmt: skip
    raid(t, action("bomb-ship", waters), HEAVY).end()
    assert t.allows(action("intercept", ZERO, waters))


SHIPS = [
    ("papua-6.1-14", "1026", TOWNSVILLE, True),
    ("papua-6.1-14", "0519", JACKSON, True),
    ("papua-6.1-15", "1312", TOWNSVILLE, False),
    ("papua-6.1-15", "1312", JACKSON, True),
]


@pytest.mark.parametrize(
    ("waters", "base", "can"),
    [pytest.param(*row, marks=pytest.mark.rule(rule)) for rule, *row in SHIPS],
)
def test_allied_fighters_cover_their_ships(waters, base, can):
    # Beaufighters reach 63 hexes: into the Coral Sea from Townsville
    fighter = "us-fs-39" if base == JACKSON else "au-raaf-30"
    t = airwar("japanese", at(RABAUL, BETTY), at(base, fighter), at(waters, "us-naval"),
               dice=(6, 2), turn=10)  # fmt: skip
    raid(t, action("bomb-ship", waters), BETTY).end()
    asked = t.phase == "japanese-combat" and t.decision.side == "allied"
    assert (asked and t.allows(action("intercept", fighter, waters))) is can


# --------------------------------------------------------------------------- by night


@pytest.mark.rule("papua-6.4.4-6", "papua-6.4.4-7", "papua-6.4.4-10")
def test_a_raid_by_night_has_half_the_force_and_is_not_intercepted():
    t = airwar("allied", at(JACKSON, MEDIUM, HEAVY, "us-bs-30"), at(LAE, ZERO, "jp-39-1"),
               dice=(6, 2))  # fmt: skip
    t.do(
        action("bomb-troops", LAE),
        action("fly-by-night"),
        action("fly-as-bomber", MEDIUM),
        action("fly-as-bomber", HEAVY),
        action("confirm"),
    )
    t.end()
    assert bombed(t)[0] == 5, "4 + 6, halved"
    assert told_air(t) is None
    t = airwar("allied", at(JACKSON, MEDIUM, "us-bs-2"), at(LAE, ZERO, "jp-39-1"), dice=(6, 2))
    t.do(
        action("bomb-troops", LAE),
        action("fly-as-bomber", MEDIUM),
        action("fly-by-night"),
        action("confirm"),
    )
    raid(t, action("interdict", "0402"), "us-bs-2").end()
    assert t.refuses(action("intercept", ZERO, LAE)) == "papua-6.4.4-10"
    assert t.allows(action("intercept", ZERO, "0402"))


@pytest.mark.rule("papua-6.4.4-7")
def test_half_of_an_odd_number_is_rounded_up():
    t = airwar("allied", at(JACKSON, MEDIUM, "au-raaf-22", "us-bs-320"), at(LAE, "jp-39-1"),
               dice=(6, 2))  # fmt: skip
    raid(t, action("bomb-field", LAE), "au-raaf-22", "us-bs-320", MEDIUM, night=True)  # 3 + 7 + 4
    t.end()
    assert bombed(t)[0] == 7
    t = airwar("allied", at(JACKSON, MEDIUM, "au-raaf-22"), at(LAE, "jp-39-1"), dice=(6, 2))
    raid(t, action("bomb-field", LAE), "au-raaf-22", MEDIUM, night=True).end()  # 3 + 4 = 7
    assert bombed(t)[0] == 4


@pytest.mark.rule("papua-6.4.4-6")
def test_interdiction_may_fly_by_night():
    t = airwar("allied", at(JACKSON, MEDIUM), dice=(1, 1))
    raid(t, action("interdict", "0402"), MEDIUM, night=True).end()
    assert bombed(t) == (2, "1-12", "DB")


@pytest.mark.rule("papua-6.4.4-9")
def test_no_support_by_night():
    t = airwar("allied", FRONT, at(JACKSON, MEDIUM)).do(action("support-attack", ENEMY))
    assert t.refuses(action("fly-by-night")) == "papua-6.4.4-9"
    t = airwar("allied", FRONT, at(JACKSON, FIGHTER, MEDIUM)).do(
        action("bomb-troops", ENEMY), action("fly-by-night")
    )
    assert t.refuses(action("fly-as-fighter", FIGHTER)) == "papua-6.4.4-6"


@pytest.mark.rule("papua-6.4.4-8", "papua-6.4.4-9")
def test_nobody_lands_by_night():
    t = airwar("allied", at(JACKSON, TRANSPORT, "au-39"))
    assert t.refuses(action("airlift", "au-39", TRANSPORT, MILNE, night=True)) == "papua-6.4.4-8"
    t.do(action("airlift", "au-39", TRANSPORT, MILNE))


# --------------------------------------------------------------- orders while the phase lasts


def test_a_plan_can_be_changed_until_the_phase_ends():
    t = airwar("allied", FRONT, at(JACKSON, FIGHTER, MEDIUM, LIGHT))
    raid(t, action("bomb-troops", ENEMY), MEDIUM, fighters=[FIGHTER])
    raid(t, action("bomb-troops", ENEMY), LIGHT)
    assert set(flown(t)) == {FIGHTER, MEDIUM, LIGHT}
    t.do(action("call-back", MEDIUM))
    assert set(flown(t)) == {FIGHTER, LIGHT}
    t.do(action("call-back", LIGHT))
    assert flown(t) == {}, "nobody is left to escort"
    assert t.allows(action("transfer", MEDIUM, MILNE))


def test_transports_can_be_escorted():
    t = airwar("allied", at(JACKSON, TRANSPORT, "au-39", FIGHTER), at(LAE, ZERO))
    assert not t.allows(action("escort-transports", "0206"))
    t.do(action("airlift", "au-39", TRANSPORT, "0206"))
    raid(t, action("escort-transports", "0206"), fighters=[FIGHTER])
    assert flown(t)[FIGHTER] == ("0206", "escort", "fighter")
    t.do(action("call-back", TRANSPORT))
    assert flown(t) == {}


@pytest.mark.rule("papua-9.0-9")
def test_without_supply_nobody_flies_but_away():
    t = airwar("allied", at(JACKSON, MEDIUM), at(LAE, "jp-39-1"), marks={"0518": ()})
    assert not t.allows(action("bomb-troops", LAE))
    t.do(action("transfer", MEDIUM, MILNE))


@pytest.mark.rule("papua-6.4.4-6")
def test_supplies_can_be_dropped_by_night():
    t = airwar("allied", at(JACKSON, TRANSPORT), at(ROUGH, "au-39"))
    t.do(action("drop-supplies", "au-39", TRANSPORT))
    assert [f.night for f in t.s.rules.flights(s=t.s)] == [True]


@pytest.mark.rule("papua-2.2.2-2")
def test_a_squadron_is_listed_with_the_raids_that_it_could_fly():
    near, far, fighter = "us-bs-13", "us-bs-89", "us-fs-39"
    t = airwar("allied", at(JACKSON, near, fighter), at(TOWNSVILLE, far), at(LAE, "jp-39-1"))
    assert action("bomb-troops", LAE) in t.legal(piece=near)
    assert action("bomb-troops", LAE) not in t.legal(piece=far)  # beyond its range
    assert action("bomb-troops", LAE) not in t.legal(piece=fighter)  # no bomber
    assert not t.legal("place-base", piece=near)
    assert t.legal("place-base")
