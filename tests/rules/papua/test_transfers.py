"""Sections 4.1.1, 4.2.7, 6.5, 12.1 and 12.2: bases, transfers, escapes, ranges."""

import pytest

from papua_scenes import (
    DARWIN,
    DOBODURA,
    DURAND,
    GASMATA,
    JACKSON,
    LAE,
    MILNE,
    RABAUL,
    TOWNSVILLE,
    airwar,
    at,
    on_to,
    raid,
)
from tabuleiro.testing import action, table
from tabuleiro_papua.air.transfers import Transfer
from tabuleiro_papua.placing_supply_bases import PlaceBase

P40, P39, B25 = "us-fs-8", "us-fs-36", "us-bs-13"
FOUR = ("us-bs-2", "us-bs-19", "us-bs-33", "us-bs-408")
ZERO, BOAT, HAMP = "jp-tainan-1", "jp-yokohama-1", "jp-6ku-4"


# ------------------------------------------------------------------------------ bases


@pytest.mark.rule("papua-4.1.1-3", "papua-6.5-1")
def test_aircraft_are_based_on_airfields_only():
    t = airwar("allied", at(JACKSON, P40))
    assert t.refuses(action("transfer", P40, "0717")) == "papua-4.1.1-3"
    assert t.refuses(action("transfer", P40, LAE)) == "papua-4.1.1-3", "which is the enemy's"
    t.do(action("transfer", P40, DURAND))
    assert t.place(P40) == DURAND


@pytest.mark.rule("papua-4.1.1-4")
def test_the_flying_boat_is_based_at_sea_only():
    t = airwar("japanese", at("2602", BOAT), at(RABAUL, ZERO))
    assert t.refuses(action("transfer", BOAT, LAE)) == "papua-4.1.1-4"
    assert t.refuses(action("transfer", ZERO, "2602")) == "papua-4.1.1-3"
    t.do(action("transfer", BOAT, "2004"))
    assert t.place(BOAT) == "2004"


@pytest.mark.rule("papua-4.1.1-4", "papua-4.2.7-1")
def test_the_flying_boat_may_lie_in_any_water_in_range():
    t = airwar("japanese", at("2602", BOAT))
    listed = {deed.hex for deed in t.legal("transfer")}
    assert listed == {hex for hex in t.s.board.grid if t.allows(action("transfer", BOAT, hex))}
    assert "1129" in listed, "far from all land of Japan"


@pytest.mark.rule("papua-4.1.1-5", "papua-6.5-1")
def test_an_airfield_holds_three_squadrons():
    land = [f"au-{n}" for n in (39, 49, 53)] + ["us-eng-46-1", "us-eng-46-2", "us-eng-43-2"]
    t = airwar("allied", at(JACKSON, *FOUR[:2], *land), at(DURAND, *FOUR[2:]))
    t.do(action("transfer", FOUR[2], JACKSON))
    assert t.refuses(action("transfer", FOUR[3], JACKSON)) == "papua-4.1.1-5"


@pytest.mark.rule("papua-4.1.1-6", "papua-6.5-1")
@pytest.mark.parametrize(
    ("side", "base", "other", "region"),
    [("japanese", RABAUL, GASMATA, "new-britain"), ("allied", TOWNSVILLE, DARWIN, "australia")],
)
def test_new_britain_and_australia_hold_any_number(side, base, other, region):
    counters = airwar(side).s.module.counters.values()
    air = [c.id for c in counters if c.side == side and "air" in c.tags and c.type != "seaplane"]
    land = [c.id for c in counters if c.side == side and "land" in c.tags][:12]
    t = airwar(side, at(base, *air[:20], *land[:-1]), at(other, air[20], land[-1]))
    assert base in t.s.board.regions[region].hexes
    t.do(action("transfer", air[20], base))
    assert len(t.at(base)) == 21 + 11
    t.end()
    assert len(t.at(base)) == 21 + 11, "nobody has to go"


@pytest.mark.rule("papua-6.5-3")
def test_a_captured_airfield_serves_its_captor():
    t = airwar("japanese", at("1213", "jp-39-1"), at(RABAUL, ZERO))
    assert t.refuses(action("transfer", ZERO, DOBODURA)) == "papua-4.1.1-3"
    t.go("jp-39-1", "1214", DOBODURA)
    assert DOBODURA not in {a.hex for a in t.legal("transfer", piece=ZERO)}
    assert t.refuses(Transfer(ZERO, DOBODURA)) == "papua-6.5-3"
    assert t.refuses(PlaceBase(DOBODURA)) == "papua-6.5-3"
    assert DOBODURA not in {a.hex for a in t.legal("place-base")}
    on_to(t.end(), "japanese-movement")
    assert t.allows(PlaceBase(DOBODURA))
    assert DOBODURA in {a.hex for a in t.legal("transfer", piece=ZERO)}
    t.do(action("transfer", ZERO, DOBODURA))


@pytest.mark.rule("papua-6.5-3")
def test_a_built_airfield_stays_one_too():
    t = airwar("japanese", at("1213", "jp-39-1"), at(RABAUL, ZERO),
               marks={"1214": ("airfield",)})  # fmt: skip
    t.go("jp-39-1", "1214")
    assert t.refuses(Transfer(ZERO, "1214")) == "papua-6.5-3"
    on_to(t.end(), "japanese-movement").do(Transfer(ZERO, "1214"))
    assert "airfield" in t.s.position.marks["1214"]


@pytest.mark.rule("papua-6.5-3")
def test_who_takes_his_own_airfield_back_waits_as_well():
    t = airwar("japanese", at("1213", "jp-39-1"), at("1315", "au-39"), at(JACKSON, P40))
    t.go("jp-39-1", "1214", DOBODURA).go("jp-39-1", "1214")
    on_to(t.end(), "allied-movement")
    assert t.refuses(Transfer(P40, DOBODURA)) == "papua-4.1.1-3"
    t.go("au-39", DOBODURA)
    assert t.refuses(Transfer(P40, DOBODURA)) == "papua-6.5-3"
    on_to(t.end(), "allied-movement").do(Transfer(P40, DOBODURA))


@pytest.mark.rule("papua-6.5-3")
def test_marching_over_an_airfield_of_ones_own_closes_nothing():
    t = airwar("allied", at("1315", "au-39"), at(JACKSON, P40))
    t.go("au-39", DOBODURA).do(Transfer(P40, DOBODURA))
    assert t.place(P40) == DOBODURA


@pytest.mark.rule("papua-6.5-3")
def test_the_description_of_an_airfield_says_from_when_it_serves():
    t = airwar("japanese", at("1213", "jp-39-1")).go("jp-39-1", "1214", DOBODURA)
    assert from_next_movement(t, DOBODURA)
    on_to(t.end(), "japanese-movement")
    assert not from_next_movement(t, DOBODURA)


def from_next_movement(t, place):
    notes = t.s.rules.hex_notes(s=t.s, hex=place)
    return any("next movement phase" in note.text for note in notes)


# -------------------------------------------------------------------------- transfers


@pytest.mark.rule("papua-4.2.7-1")
def test_a_transfer_goes_twice_as_far():
    t = airwar("allied", at(TOWNSVILLE, P39, P40))
    assert t.refuses(action("transfer", P39, JACKSON)) == "papua-4.2.7-1"  # 72 hexes with 2 x 29
    t.do(action("transfer", P40, JACKSON))  # with 2 x 37
    t = airwar("allied", at(TOWNSVILLE, "us-bs-89"))  # 36
    assert t.allows(action("transfer", "us-bs-89", JACKSON))  # 72
    assert t.refuses(action("transfer", "us-bs-89", DURAND)) == "papua-4.2.7-1"  # 73


@pytest.mark.rule("papua-4.2.7-2")
def test_who_transferred_does_nothing_else():
    t = airwar("allied", at(JACKSON, B25, "us-bs-2"), at(LAE, "jp-39-1"))
    t.do(action("transfer", B25, MILNE))
    assert t.refuses(action("transfer", B25, JACKSON)) == "papua-4.2.7-2"
    t.do(action("bomb-troops", LAE))
    assert t.refuses(action("fly-as-bomber", B25)) == "papua-4.2.7-2"
    t.do(action("fly-as-bomber", "us-bs-2"))


@pytest.mark.rule("papua-12.1-2", "papua-4.2.7-2")
def test_a_change_of_base_in_australia_is_a_transfer():
    t = airwar("allied", at(TOWNSVILLE, "us-bs-28", "us-bs-30"))
    t.do(
        action("transfer", "us-bs-28", DARWIN),
        action("interdict", "0206"),
        action("fly-as-bomber", "us-bs-30"),
    )
    assert t.refuses(action("fly-as-bomber", "us-bs-28")) == "papua-4.2.7-2"


@pytest.mark.rule("papua-4.2.7-2")
def test_in_the_enemy_half_turn_it_may_intercept_again():
    t = airwar("allied", at(DURAND, P40), at(RABAUL, "jp-misawa-1"))
    t.do(action("transfer", P40, JACKSON))
    on_to(t, "japanese-movement")
    raid(t, action("bomb-field", JACKSON), "jp-misawa-1").end()
    assert t.allows(action("intercept", P40, JACKSON))


@pytest.mark.rule("papua-4.2.7-3")
def test_no_transfer_after_a_mission():
    t = airwar("allied", at(JACKSON, B25), at(LAE, "jp-39-1"))
    raid(t, action("bomb-troops", LAE), B25)
    assert t.refuses(action("transfer", B25, MILNE)) == "papua-4.2.7-3"
    t.do(action("call-back", B25), action("transfer", B25, MILNE))


# ----------------------------------------------------------------- ranges, far areas


@pytest.mark.rule("papua-12.1-1")
def test_the_number_at_the_edge_of_an_area_is_added():
    # The D3A in Rabaul reaches 49: over the border with its number, then on to the target.
    t = airwar("japanese", at(RABAUL, "jp-2ku-3"))
    grid, borders = t.s.board.grid, t.s.board.boxes["new-britain"].links
    near = far = 0
    for hex in sorted(t.s.board.regions["new-guinea"].hexes):
        way = min(grid.distance(RABAUL, b) + k + grid.distance(b, hex) for b, k in borders.items())
        assert t.allows(action("interdict", hex)) is (way <= 49), hex
        near, far = near + (way == 49), far + (way == 50)
    assert near, "hexes just in range"
    assert far, "hexes just out of range"
    assert all(grid.distance(RABAUL, hex) < 40 for hex in t.s.board.regions["new-guinea"].hexes)


@pytest.mark.rule("papua-12.1-1")
def test_both_areas_count_on_a_flight_between_them():
    t = airwar("japanese", at(RABAUL, HAMP, "jp-4ku-4"))
    t.do(action("bomb-field", TOWNSVILLE))
    assert (
        t.refuses(action("fly-as-fighter", HAMP)) == "papua-2.2.2-2"
    )  # 79, and the borders alone take 84


@pytest.mark.rule("papua-12.2-1", "papua-12.2-2")
def test_only_the_a6m2_flies_anywhere():
    t = airwar("japanese", at(RABAUL, ZERO, HAMP, "jp-4ku-4"))
    for plan in (
        action("bomb-field", DARWIN),
        action("interdict", "0101"),
        action("bomb-field", MILNE),
    ):
        t.do(plan)
        assert t.allows(action("fly-as-fighter", ZERO))
        assert t.allows(action("fly-as-fighter", HAMP)) is (plan.hex != DARWIN)
        t.do(action("cancel"))


# ---------------------------------------------------------------------------- escapes


FIELDS = ("0206", "0417", "0517", "0618", "0915", "1314", "1717", "2424")
"""All airfields of New Guinea but Lae."""


def overrun(*pieces, own, **more):
    """The Japanese walk into Dobodura; of the other airfields only some are Allied."""
    control = {hex: "allied" if hex in own else "japanese" for hex in FIELDS}
    t = airwar("japanese", at("1213", "jp-39-1"), *pieces,
               control={**control, DOBODURA: "allied", TOWNSVILLE: "japanese",
                        DARWIN: "japanese"}, **more)  # fmt: skip
    return t.go("jp-39-1", "1214", DOBODURA)


@pytest.mark.rule("papua-4.2.7-4")
def test_aircraft_escape_from_a_captured_airfield():
    t = overrun(at(DOBODURA, P39, "us-fs-40"), own=[MILNE, JACKSON])
    assert (t.decision.side, set(t.decision.pieces)) == ("allied", {P39, "us-fs-40"})
    assert {a.hex for a in t.legal("emergency-transfer", piece=P39)} == {MILNE, JACKSON}
    assert t.refuses(action("emergency-transfer", P39, DURAND)) == "papua-4.2.7-4"
    t.do(
        action("emergency-transfer", P39, MILNE), action("emergency-transfer", "us-fs-40", JACKSON)
    )
    assert (t.place(P39), t.place("us-fs-40")) == (MILNE, JACKSON)
    assert t.decision.side == "japanese"


@pytest.mark.rule("papua-4.2.7-4")
def test_the_escape_is_no_further_than_the_range():
    held = dict.fromkeys(FIELDS, "japanese")
    attack = at("2523", "jp-39-1"), at(MILNE, P39)
    t = airwar("japanese", *attack, control={**held, MILNE: "allied", "0206": "allied"})
    t.go("jp-39-1", MILNE)
    assert {a.hex for a in t.legal("emergency-transfer")} == {"0206"}, "29 hexes"
    t = airwar("japanese", *attack, control={**held, MILNE: "allied", LAE: "allied"})
    t.go("jp-39-1", MILNE)
    assert t.place(P39) == "dead", "Lae is 31 hexes away"


@pytest.mark.rule("papua-4.2.7-5")
def test_who_cannot_escape_is_destroyed():
    t = overrun(at(DOBODURA, P39), own=[])
    assert t.place(P39) == "dead"
    assert t.decision.side == "japanese"


@pytest.mark.rule("papua-4.2.7-4", "papua-4.2.7-5")
def test_a_full_airfield_takes_only_what_it_holds():
    t = overrun(at(DOBODURA, P39, "us-fs-40"), at(JACKSON, *FOUR[:2]), own=[JACKSON])
    t.do(action("emergency-transfer", "us-fs-40", JACKSON))
    assert (t.place(P39), t.place("us-fs-40")) == ("dead", JACKSON)


@pytest.mark.rule("papua-4.2.7-6")
def test_who_escaped_does_not_fight():
    t = overrun(at(DOBODURA, P39), at(JACKSON, P40), at(RABAUL, "jp-4ku-4"), own=[JACKSON, MILNE])
    t.do(action("emergency-transfer", P39, JACKSON))
    raid(t, action("bomb-field", JACKSON), "jp-4ku-4").end()
    assert t.refuses(action("intercept", P39, JACKSON)) == "papua-4.2.7-2"
    assert t.allows(action("intercept", P40, JACKSON))


@pytest.mark.rule("papua-4.2.7-4")
def test_passing_an_airfield_is_enough():
    t = airwar("japanese", at("1213", "jp-39-1"), at(DOBODURA, P39))
    t.go("jp-39-1", "1214", DOBODURA, "1214")
    assert t.decision.side == "allied"


# --------------------------------------------------------------------- damaged airfields

DAMAGE = ("airfield-damaged",)


@pytest.mark.rule("papua-6.5.2-1")
def test_no_mission_from_a_damaged_airfield():
    t = airwar("allied", at(JACKSON, B25), at(DURAND, "us-bs-2"), at(LAE, "jp-39-1"),
               marks={JACKSON: DAMAGE})  # fmt: skip
    t.do(action("bomb-troops", LAE))
    assert t.refuses(action("fly-as-bomber", B25)) == "papua-6.5.2-1"
    t.do(action("fly-as-bomber", "us-bs-2"), action("cancel"))
    assert t.refuses(action("transfer", "us-bs-2", JACKSON)) == "papua-6.5.2-1"
    t.do(action("transfer", B25, DURAND))


@pytest.mark.rule("papua-6.5.2-1")
def test_no_interception_from_a_damaged_airfield():
    t = airwar("japanese", at(RABAUL, "jp-4ku-4"), at(JACKSON, P40), at(DURAND, P39),
               marks={JACKSON: DAMAGE})  # fmt: skip
    raid(t, action("bomb-field", DURAND), "jp-4ku-4").end()
    assert t.refuses(action("intercept", P40, DURAND)) == "papua-6.5.2-1"
    assert t.allows(action("intercept", P39, DURAND))


@pytest.mark.rule("papua-6.5.2-1")
def test_no_transport_to_or_from_a_damaged_airfield():
    crew = at(JACKSON, "us-ts-6", "au-39")
    t = airwar("allied", crew, marks={MILNE: DAMAGE})
    assert t.refuses(action("airlift", "au-39", "us-ts-6", MILNE)) == "papua-6.5.2-1"
    assert t.allows(action("airlift", "au-39", "us-ts-6", "0206"))
    t = airwar("allied", crew, marks={JACKSON: DAMAGE})
    assert t.refuses(action("airlift", "au-39", "us-ts-6", "0206")) == "papua-6.5.2-1"


@pytest.mark.rule("papua-6.5.2-2")
def test_the_movement_phase_of_its_owner_repairs_it():
    t = airwar("japanese", at(RABAUL, "jp-misawa-1"), at(JACKSON, P40), marks={JACKSON: DAMAGE})
    on_to(t, "allied-movement")
    assert "airfield-damaged" in t.s.position.marks[JACKSON], "the enemy's phase repairs nothing"
    t.end()
    assert "airfield-damaged" not in t.s.position.marks.get(JACKSON, ())
    on_to(t, "japanese-movement")
    raid(t, action("bomb-field", JACKSON), "jp-misawa-1").end()
    assert t.allows(action("intercept", P40, JACKSON))


@pytest.mark.rule("papua-13.1-7")
@pytest.mark.parametrize("option", ["until-occupied", "literal"])
def test_dobodura_begins_damaged(option):
    t = on_to(table("papua", options={"dobodura": option}), "allied-movement")
    assert "airfield-damaged" in t.s.position.marks[DOBODURA]
    assert not any(p for p in t.at(DOBODURA))
    t.end()
    assert ("airfield-damaged" in t.s.position.marks.get(DOBODURA, ())) is (option != "literal")


@pytest.mark.rule("papua-13.1-7", "papua-6.5.2-2")
def test_troops_repair_dobodura():
    t = on_to(table("papua"), "allied-movement")
    t.go("au-pib", DOBODURA)
    assert "airfield-damaged" in t.s.position.marks[DOBODURA]
    t.end()
    assert DOBODURA not in t.s.position.marks
