"""Sections 6.3, 6.4.4, 9.0: what bombs do to supply, what transports bring, what lack does."""

import pytest

from papua_scenes import (
    GROUND,
    JACKSON,
    LAE,
    LEFT,
    NORTH,
    RIGHT,
    airwar,
    at,
    bases,
    bombed,
    column,
    hurt,
    line,
    moving,
    on_to,
    raid,
    rules_of_shifts,
    scene,
    shifts,
)
from tabuleiro.testing import action

A, B, C = "au-39", "au-49", "au-3"
J, K, L = "jp-41-1", "jp-41-2", "jp-144-1"
LIGHT, MEDIUM = "us-bs-89", "us-bs-13"
HEAVIES = ("us-bs-28", "us-bs-30", "us-bs-63", "us-bs-91", "us-bs-93")
BOMBER, FIGHTER = "jp-75s-1", "us-fs-8"
TRANSPORT, OTHER = "us-ts-6", "us-ts-21"
PORT, KOKODA, BUNA, GONA, TRAIL = "0518", "0915", "1313", "1213", "0817"
ROUND = {**at("1018", K), **at("0110", L)}
"""Japanese on both ways round the Kokoda trail."""
CUT = {**at(TRAIL, J), **ROUND}


def marks(t, place):
    return set(t.s.position.marks.get(place, ()))


def bases_of(**sides):
    """Supply bases of both sides."""
    found = {}
    for side, places in sides.items():
        found.update(bases(side, *places))
    return found


# -------------------------------------------------------------------- interdiction


@pytest.mark.rule("papua-6.3-2")
def test_without_effect_the_hex_stays_open():
    t = airwar("allied", at(JACKSON, LIGHT, MEDIUM), at("1115", K), at(BUNA, J), dice=(4, 3),
               marks=bases_of(allied=[PORT], japanese=[BUNA]))  # fmt: skip
    raid(t, action("interdict", "1215"), LIGHT, MEDIUM).end()
    assert bombed(t) == (7, "1-12", "DI*")
    assert marks(t, "1215") == set()
    assert "1215" in line(t, K).hexes


@pytest.mark.rule("papua-6.3-3", "papua-6.3-5")
def test_an_interdiction_lasts_until_the_next_half_turn_of_those_who_flew_it():
    pieces = {**at("1115", K), **at(BUNA, J), **at(JACKSON, LIGHT, MEDIUM)}
    t = airwar("allied", pieces, dice=(1, 1), turn=5,
               marks=bases_of(allied=[PORT], japanese=[BUNA]))  # fmt: skip
    raid(t, action("interdict", "1215"), LIGHT, MEDIUM).end()
    assert bombed(t) == (7, "1-12", "DB")
    on_to(t, "japanese-movement")
    assert t.s.turn == 6
    assert marks(t, "1215") == {"interdicted"}
    assert "1215" not in line(t, K).hexes
    on_to(t, "allied-movement")
    assert t.s.turn == 6
    assert marks(t, "1215") == set()


@pytest.mark.rule("papua-6.3-4")
def test_a_heavy_interdiction_stays():
    t = airwar("allied", at("0928", *HEAVIES), at(BUNA, J), at("1115", K), dice=(1, 1), turn=5,
               marks=bases_of(allied=[PORT], japanese=[BUNA]))  # fmt: skip
    raid(t, action("interdict", "1215"), *HEAVIES).end()
    assert bombed(t)[2] == "D2B"
    on_to(t, "japanese-movement")
    on_to(t, "allied-movement")
    assert t.s.turn == 6
    assert marks(t, "1215") == {"interdicted-lasting"}
    assert not line(t, K) or "1215" not in line(t, K).hexes


# ------------------------------------------------------------------------ bombed bases


def base_raid(dice, turn=10, **more):
    """Allied bombers have attacked the Japanese base of Buna."""
    pieces = {**at(BUNA, J), **at("0928", *HEAVIES), **more.pop("also", {})}
    t = airwar("allied", pieces, dice=dice, turn=turn, control={BUNA: "japanese"},
               marks=bases_of(allied=[PORT], japanese=[BUNA]))  # fmt: skip
    return raid(t, action("bomb-base", BUNA), *HEAVIES).end()


@pytest.mark.rule("papua-6.4.4-2")
def test_a_base_that_is_hit_supplies_nobody_for_a_turn():
    t = base_raid((3, 3))
    assert bombed(t)[2] == "DB"
    assert marks(t, BUNA) == {"supply-base-japanese", "base-stopped"}
    on_to(t, "japanese-movement")
    assert t.s.turn == 11
    assert not line(t, J)
    on_to(t, "allied-movement")
    assert t.s.turn == 11
    assert line(t, J).source == BUNA


@pytest.mark.rule("papua-6.4.4-3")
def test_a_destroyed_base_comes_back_after_two_turns():
    t = base_raid((1, 1))
    assert bombed(t)[2] == "D2B"
    assert marks(t, BUNA) == set()
    on_to(t, "japanese-movement")
    assert t.s.turn == 11
    assert t.refuses(action("place-base", BUNA)) == "papua-6.4.4-3"
    on_to(t, "allied-movement")
    on_to(t, "japanese-movement")
    assert t.s.turn == 12
    t.do(action("place-base", BUNA))
    assert marks(t, BUNA) == {"supply-base-japanese"}


# ------------------------------------------------------------------------- by air


@pytest.mark.rule("papua-9.0-15", "papua-4.2.6-3")
def test_a_transport_supplies_one_unit_for_the_next_turn():
    t = airwar("allied", CUT, at(KOKODA, A), at("0914", B), at(JACKSON, TRANSPORT), turn=6)
    assert not line(t, A)
    assert not line(t, B)
    t.dice(*[6] * 12)  # nobody falls ill and opens the way
    t.do(action("fly-supplies", B, TRANSPORT, "0914")).end()
    assert t.s.turn == 7
    assert line(t, B)
    assert line(t, B).source == TRANSPORT
    assert not line(t, A)
    on_to(t, "allied-movement")
    assert t.s.turn == 7
    assert line(t, B)
    t.end()
    assert t.s.turn == 8
    assert not line(t, B)


@pytest.mark.rule("papua-9.0-15")
@pytest.mark.parametrize(("option", "fed"), [("next-turn", False), ("at-once", True)])
def test_whether_it_supplies_in_the_turn_of_delivery_is_an_option(option, fed):
    pieces = {**CUT, **at(KOKODA, A), **at(JACKSON, TRANSPORT)}
    t = airwar("japanese", pieces, turn=6, facts={"air-supply": {"7": {
        A: {"by": TRANSPORT, "landed": ""}}}}, options={"air-supply": option})  # fmt: skip
    assert bool(line(t, A)) is fed
    on_to(t, "allied-movement").end()
    assert t.s.turn == 7
    assert line(t, A)


@pytest.mark.rule("papua-9.0-7", "papua-9.0-15")
def test_a_transport_that_lands_on_a_base_supplies_one_unit_near_it():
    t = airwar("allied", CUT, at("1015", A, B), at(JACKSON, TRANSPORT), at(KOKODA, C), turn=6,
               marks=bases("allied", KOKODA))  # fmt: skip
    assert not line(t, A)
    t.do(action("fly-supplies", A, TRANSPORT, KOKODA)).end()
    assert t.s.turn == 7
    assert line(t, A)
    assert not line(t, B)
    assert not line(t, C)


@pytest.mark.rule("papua-7.1-12")
def test_what_a_transport_lands_by_day_restores_a_unit_in_the_next_turn():
    for order, good in (
        (action("fly-supplies", A, TRANSPORT, KOKODA), True),
        (action("drop-supplies", A, TRANSPORT), False),
    ):
        t = airwar("allied", CUT, hurt(KOKODA, A, B), at(JACKSON, TRANSPORT), turn=6, dice=(6,),
                   tracks={"au-infantry.allied": 4})  # fmt: skip
        t.do(order).end()
        assert t.s.turn == 7
        assert line(t, A)
        t.set("allied-recovery", hurt(JACKSON, C), keep=True, turn=7, marks=bases("allied", PORT))
        assert t.allows(action("restore", A)) is good
        assert not t.allows(action("restore", B))


@pytest.mark.rule("papua-9.0-16")
def test_by_night_a_die_for_each_transport():
    t = airwar("allied", CUT, at(KOKODA, A), at("0914", B), at(JACKSON, TRANSPORT, OTHER),
               turn=6, dice=(5, 3))  # fmt: skip
    t.do(action("drop-supplies", A, TRANSPORT), action("drop-supplies", B, OTHER)).end()
    assert t.s.turn == 7
    fives = {TRANSPORT: 5, OTHER: 3} if TRANSPORT < OTHER else {OTHER: 5, TRANSPORT: 3}
    assert bool(line(t, A)) is (fives[TRANSPORT] == 5)
    assert bool(line(t, B)) is (fives[OTHER] == 5)


@pytest.mark.rule("papua-9.0-16")
@pytest.mark.parametrize(("die", "fed"), [(4, False), (5, True), (6, True)])
def test_five_and_six_find_the_supplies(die, fed):
    t = airwar("allied", CUT, at(KOKODA, A), at(JACKSON, TRANSPORT), turn=6, dice=(die,))
    t.do(action("drop-supplies", A, TRANSPORT)).end()
    assert t.s.turn == 7
    assert bool(line(t, A)) is fed


# ------------------------------------------------------------------ what its lack does


@pytest.mark.rule("papua-9.0-9")
def test_aircraft_without_supply_fly_no_mission_but_transfer():
    t = airwar("allied", CUT, at(KOKODA, LIGHT, A), at(JACKSON, B))
    assert not line(t, LIGHT)
    plans = {a.hex for kind in ("interdict", "bomb-troops") for a in t.legal(kind)}
    assert not plans
    assert t.do(action("transfer", LIGHT, JACKSON)).place(LIGHT) == JACKSON
    fed = airwar("allied", at(KOKODA, LIGHT, A), at(TRAIL, J))
    assert fed.legal("bomb-troops")


@pytest.mark.rule("papua-9.0-9")
def test_nor_do_they_intercept():
    for cut, asked in ((CUT, False), (ROUND, True)):
        t = airwar("japanese", cut, at(LAE, BOMBER), at(KOKODA, FIGHTER, A))
        assert bool(line(t, FIGHTER)) is asked
        raid(t, action("bomb-troops", KOKODA), BOMBER).end()
        assert (action("intercept", FIGHTER, KOKODA) in t.legal("intercept")) is asked


def fought(attacker_fed, defender_fed, also=()):
    """An Allied attack from Gona on Popondetta; the shifts of supply that it had."""
    found = bases("allied", GONA) if attacker_fed else {}
    found.update(bases("japanese", BUNA) if defender_fed else {})
    t = scene("allied-combat", at(NORTH, A, B), at(GROUND, J), *also, marks=found, dice=(3, 4))
    t.attack(GROUND, A, B)
    on_to(t, "japanese-movement")
    return column(t), shifts(t)


@pytest.mark.rule("papua-9.0-8")
def test_a_side_without_supply_loses_a_column_and_never_more():
    assert fought(True, True)[1] == []
    assert fought(False, True)[1] == [(LEFT, 1)]
    assert fought(True, False)[1] == [(RIGHT, 1)]
    assert fought(False, False)[1] == sorted([(LEFT, 1), (RIGHT, 1)])


@pytest.mark.rule("papua-9.0-8")
def test_the_column_goes_to_the_left_for_an_attacker_and_to_the_right_for_a_defender():
    order = moving("allied").s.module.odds["combat"].columns
    plain, hungry, starved = (order.index(fought(*fed)[0]) for fed in
                              ((True, True), (False, True), (True, False)))  # fmt: skip
    assert (hungry - plain, starved - plain) == (-1, 1)


@pytest.mark.rule("papua-9.0-20")
def test_units_beyond_the_western_edge_are_supplied():
    t = scene("allied-disease", at("exit.west", A), dice=(2,))
    assert t.losses(A) == 0


@pytest.mark.rule("papua-9.0-15")
def test_deliveries_of_two_turns_and_of_two_transports_stand_side_by_side():
    flown = {"air-supply": {"7": {A: {"by": TRANSPORT, "landed": ""}}}}
    t = airwar("japanese", CUT, at(KOKODA, A, B), at("0914", C), at(LAE, "jp-25ku-1"),
               at("1019", "jp-144-2"), at(JACKSON, TRANSPORT, OTHER), turn=7,
               facts=flown)  # fmt: skip
    assert not line(t, "jp-144-2")
    t.do(action("fly-supplies", "jp-144-2", "jp-25ku-1", "1019"))
    on_to(t, "allied-movement")
    assert t.s.turn == 7
    assert line(t, A)
    assert not line(t, "jp-144-2")
    t.do(action("fly-supplies", B, TRANSPORT, KOKODA), action("fly-supplies", C, OTHER, "0914"))
    on_to(t, "japanese-movement")
    assert t.s.turn == 8
    assert all(line(t, piece) for piece in (B, C, "jp-144-2"))
    assert not line(t, A)


@pytest.mark.rule("papua-7.1-12")
def test_no_replacements_come_out_of_an_interdicted_airfield():
    cut = {KOKODA: ["interdicted"]}
    t = airwar("allied", hurt(KOKODA, A), at(JACKSON, TRANSPORT, C), turn=6, marks=cut,
               tracks={"au-infantry.allied": 4})  # fmt: skip
    t.do(action("fly-supplies", A, TRANSPORT, KOKODA)).end()
    assert t.s.turn == 7
    t.set("allied-recovery", hurt(JACKSON, C), keep=True, turn=7,
          marks={**bases("allied", PORT), **cut})  # fmt: skip
    assert line(t, A)
    assert t.refuses(action("restore", A)) == "papua-7.1-12"


@pytest.mark.rule("papua-9.0-8")
def test_those_who_land_under_fire_live_on_their_ships():
    ashore = {A: {"place": "off", "marks": [f"afloat-{BUNA}", "assault-landing"]}}
    t = scene("allied-combat", ashore, at(BUNA, J), marks=bases("japanese", GONA), dice=(3, 4),
              turn=10)  # fmt: skip
    t.attack(BUNA, A)
    on_to(t, "japanese-movement")
    assert "papua-9.0-8" not in rules_of_shifts(t)
