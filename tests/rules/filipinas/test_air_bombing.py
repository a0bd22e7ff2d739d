"""Sections 6.3.1, 6.3.2, 6.3.4, 6.5-2, 9.1: what bombs do to fields, troops and ports."""

import pytest

from filipinas_air import (
    DULAG,
    act,
    air_told,
    at,
    bombed,
    events,
    fly,
    losses,
    roll_on,
    scene,
    words,
)
from tabuleiro.engine import events as ev
from tabuleiro.testing import action

BMS = ("us-38-gpo", "us-42-gpo", "us-345-gpo")
BPS = ("us-5-gpo", "us-22-gpo", "us-43-gpo", "us-90-gpo", "us-307-gpo", "us-380-gpo", "us-494-gpo")
CEBU, VILLAGE, ORMOC = "3841", "4236", "4137"
ARMOUR, RI, RI2, GUNS = "jp-6-rt", "jp-9-ri", "jp-20-ri", "jp-9-bgda-art"
DAMAGED = "airfield-damaged-2"


def bombs(kind, target, *bombers, dice, base=DULAG, more=(), night=False, **about):
    """A raid that nobody meets, up to the first choice."""
    t = scene("us-movement", at(base, *bombers), dict(more), dice=dice, **about)
    fly(t, kind, target, *bombers, night=night)
    act(t, "end-phase")
    return roll_on(t)


@pytest.mark.rule(
    "filipinas-ex-6.3.2", "filipinas-6.3.2-1", "filipinas-T.vuln-1", "filipinas-6.3.2-3",
    "filipinas-6.3.2-4", "filipinas-T.bomb-1",
)  # fmt: skip
def test_the_example_of_the_rulebook():
    """Three medium bombers on armour and infantry: 6 x (2 + 1) = 18, die 5: 1*."""
    t = bombs("strike-troops", VILLAGE, *BMS, dice=(5,), more=at(VILLAGE, ARMOUR, RI))
    assert bombed(t) == (18, "13-18", "1*")
    assert t.decision.side == "jp"
    assert set(t.decision.pieces) == {ARMOUR, RI}
    t.lose(ARMOUR)
    assert t.decision.side == "us"
    assert set(t.decision.pieces) == set(BMS), "the attacker chooses his own loss"
    t.lose(BMS[2])
    assert losses(t, ARMOUR, RI, *BMS) == [1, 0, 0, 0, 1]


@pytest.mark.rule("filipinas-T.vuln-1", "filipinas-6.3.2-1")
@pytest.mark.parametrize(
    ("target", "index"),
    [(RI, 1), (ARMOUR, 2), (GUNS, 2), ("jp-10-base-aerea", 1), ("jp-31-base-naval", 1),
     ("jp-3-rpqd", 1), ("jp-2-rplan", 1)],
)  # fmt: skip
def test_how_vulnerable_troops_are_from_the_air(target, index):
    t = bombs("strike-troops", VILLAGE, BMS[0], dice=(1,), more=at(VILLAGE, target))
    assert bombed(t)[0] == 2 * index


@pytest.mark.rule("filipinas-T.bomb-1")
def test_the_bombardment_table():
    table = scene("us-movement").s.module.values["bombardment"]
    rows = ["".join(f"{table.cell(column, die):>5}" for column in range(6)) for die in range(1, 7)]
    assert [row.split() for row in rows] == [
        ["0*", "0*", "0*", "0*", "0*", "1**"],
        ["0", "0", "0", "0*", "1*", "1*"],
        ["0", "0", "0*", "1*", "1*", "2*"],
        ["0", "0", "1", "1", "2*", "2*"],
        ["0", "1*", "1*", "2*", "2*", "3*"],
        ["1", "1", "2", "2", "3", "3"],
    ]
    assert [table.column(n) for n in (0, 6, 7, 12, 13, 18, 19, 24, 25, 30, 31, 99)] == [
        0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5,
    ]  # fmt: skip


@pytest.mark.rule("filipinas-6.3.2-4")
def test_two_asterisks_cost_two_bombers():
    """Die 1 at 31 and over: one loss of the target, two of the bombers."""
    t = bombs("strike-troops", VILLAGE, *BPS[:4], dice=(1,), more=at(VILLAGE, ARMOUR))
    assert bombed(t) == (32, "31+", "1**")
    t.lose(BPS[0]).lose(BPS[0])
    assert losses(t, ARMOUR, *BPS[:2]) == [1, 2, 0]


@pytest.mark.rule("filipinas-6.3.2-2")
@pytest.mark.parametrize(
    ("place", "column"), [("4236", "25-30"), ("4235", "13-18"), ("4337", "0-6")]
)
def test_terrain_shifts_the_column_to_the_left(place, column):
    """28 on forest is read two columns to the left; mountain with forest, four: the first one."""
    t = bombs("strike-troops", place, *BPS, dice=(2,), more=at(place, RI))
    assert bombed(t)[:2] == (28, column)


@pytest.mark.rule("filipinas-6.3.2-2")
def test_shifts_stay_on_the_first_column():
    t = bombs("strike-troops", "4337", BMS[0], dice=(2,), more=at("4337", RI))
    assert bombed(t)[:2] == (2, "0-6")


@pytest.mark.rule("filipinas-6.3.2-3")
@pytest.mark.parametrize("both", [True, False])
def test_the_owner_shares_losses_as_he_likes(both):
    """Two losses on two units: one each, or both on one."""
    t = bombs("strike-troops", VILLAGE, *BPS[:3], dice=(6,), more=at(VILLAGE, RI, RI2))
    assert bombed(t)[2] == "2"
    t.lose(RI).lose(RI2 if both else RI)
    assert losses(t, RI, RI2) == ([1, 1] if both else [2, 0])


@pytest.mark.rule("filipinas-6.3.2-5")
def test_americans_spare_troops_in_cities():
    """Intramuros is one as well; the field and the port of the city are no troops."""
    t = scene("us-movement", at(DULAG, *BPS), at(CEBU, RI), at("4755", RI2), at("morotai", *BMS))
    assert t.refuses(action("strike-troops", CEBU)) == "filipinas-6.3.2-5"
    assert t.allows(action("strike-field", CEBU))
    assert t.allows(action("strike-port", CEBU))
    t = scene("us-movement", at("2320", BPS[0]), at("2221", RI), control={"2320": "us"})
    assert t.refuses(action("strike-troops", "2221")) == "filipinas-6.3.2-5"
    t = scene("jp-movement", at("2220", "jp-14-sentai"), at(CEBU, "us-19-ri"),
              control={CEBU: "us"})  # fmt: skip
    assert t.allows(action("strike-troops", CEBU)), "Japanese may"


@pytest.mark.rule("filipinas-6.3-1", "filipinas-6.3-3")
@pytest.mark.parametrize(
    ("bombers", "sum_", "column"), [(BMS, 6, "0-6"), ((*BPS[:3], BMS[0]), 14, "13-18")]
)
def test_powers_are_added_and_terrain_does_not_shelter_a_field(bombers, sum_, column):
    """Three bombers of 2 make 6; 14 on an airfield in a forest are read as they are."""
    t = bombs("strike-field", "4349", *bombers, dice=(2,), base="morotai")
    assert t.s.board.terrain_at("4349") == "village-forest"
    assert bombed(t)[:2] == (sum_, column)


@pytest.mark.rule("filipinas-6.3.1-1")
@pytest.mark.parametrize(
    ("bombers", "die", "damaged", "lost"), [(1, 5, False, 0), (1, 6, True, 0), (5, 6, True, 1)]
)
def test_bombs_on_an_airfield(bombers, die, damaged, lost):
    """0 nothing; 1 damage; what is more, losses of the aircraft there."""
    t = bombs("strike-field", CEBU, *BPS[:bombers], dice=(die,), more=at(CEBU, "jp-3-sentai"))
    assert t.s.place_marked(CEBU, DAMAGED) is damaged
    assert losses(t, "jp-3-sentai") == [lost]


@pytest.mark.rule("filipinas-6.3.1-2", "filipinas-6.3.1-1")
def test_the_owner_chooses_among_those_based_there():
    """A result of 3 is damage and two losses; fighters over their own field may be hit, too."""
    there = ("jp-3-sentai", "jp-17-sentai", "jp-16-sentai")
    t = scene("us-movement", at(DULAG, *BPS, *BMS), at(CEBU, *there), dice=(1, 6))
    fly(t, "strike-field", CEBU, *BPS, *BMS)
    act(t, "end-phase")
    roll_on(t)
    assert bombed(t) == (34, "31+", "3")
    assert t.decision.side == "jp"
    assert set(t.decision.pieces) >= {"jp-3-sentai", "jp-16-sentai"}
    t.lose("jp-3-sentai").lose("jp-3-sentai")
    assert losses(t, "jp-3-sentai", "jp-16-sentai") == [2, 0]


@pytest.mark.rule("filipinas-6.3.1-2")
def test_who_flies_elsewhere_is_spared():
    t = scene("us-movement", at("4336", "us-19-ri"), at(VILLAGE, RI), at(DULAG, *BPS),
              at(CEBU, "jp-3-sentai"), dice=(1, 6, 6, 6, 1, 1))  # fmt: skip
    fly(t, "strike-field", CEBU, *BPS[:5])
    act(t, "end-phase").attack(VILLAGE, "us-19-ri")
    roll_on(t, "interception")
    t.do(action("defend-as-bomber", "jp-3-sentai", VILLAGE), action("done-reacting"))
    assert bombed(t)[2] in {"1", "2", "3", "0*"}
    assert losses(t, "jp-3-sentai") == [0]


@pytest.mark.rule("filipinas-6.3.1-4")
def test_new_damage_begins_anew():
    marks, facts = {CEBU: ["airfield-damaged-1"]}, {"fields-damaged": {CEBU: 0}}
    t = bombs("strike-field", CEBU, *BPS[:2], dice=(6,), marks=marks, facts=facts)
    assert t.s.position.facts["fields-damaged"] == {CEBU: 1}
    assert t.s.place_marked(CEBU, DAMAGED) or t.s.place_marked(CEBU, "airfield-damaged-1")
    told = [e for e in events(t) if isinstance(e, ev.PlaceMarked) and e.place == CEBU]
    assert told[-1].add == (DAMAGED,)
    assert told[-1].remove == ("airfield-damaged-1",)


@pytest.mark.rule("filipinas-6.3.4-1", "filipinas-6.3.4-2", "filipinas-6.3.4-3")
@pytest.mark.parametrize(
    ("bombers", "die", "mark"), [(1, 6, None), (4, 6, "port-damaged"), (7, 6, "port-destroyed")]
)
def test_bombs_on_a_port(bombers, die, mark):
    """0 or 1 nothing; 2 damaged; 3 destroyed."""
    t = bombs("strike-port", ORMOC, *BPS[:bombers], dice=(die,))
    assert bombed(t)[2] == str({1: 1, 4: 2, 7: 3}[bombers])
    marks = {"port-damaged", "port-destroyed"} & set(t.s.position.marks.get(ORMOC, ()))
    assert marks == ({mark} if mark else set())


@pytest.mark.rule("filipinas-6.5-2")
def test_by_night_the_total_counts_half_rounded_up():
    t = bombs("strike-troops", VILLAGE, BMS[0], BMS[1], "us-348-gpo-p51", dice=(2,), night=True,
              more=at(VILLAGE, ARMOUR))  # fmt: skip
    raid = air_told(t, "bombing")["bombing"]
    assert (raid["sum"], raid["points"], raid["total"]) == (5, 3, 6)


@pytest.mark.rule("filipinas-12.2-1")
def test_bad_weather_halves_the_land_power_of_each_unit():
    t = bombs("strike-troops", VILLAGE, *BMS, dice=(2,), more=at(VILLAGE, RI),
              weather={"central": "bad"})  # fmt: skip
    assert bombed(t)[0] == 3


@pytest.mark.rule("filipinas-9.1-1")
@pytest.mark.parametrize("night", [False, True])
def test_anti_aircraft_artillery_costs_a_bomber_besides_the_table(night):
    """By day and by night, one for each bombed hex; support of an attack costs none."""
    t = scene("jp-movement", at(CEBU, "jp-762-kokutai", "jp-14-sentai"),
              at("4439", "us-32-bgda-aa", "us-40-bgda-aa"), dice=(1, 6))  # fmt: skip
    fly(t, "strike-troops", "4439", "jp-762-kokutai", "jp-14-sentai", night=night)
    act(t, "end-phase")
    roll_on(t)
    assert bombed(t)[2] == "0*"
    t.lose("jp-14-sentai").lose("jp-14-sentai")
    assert losses(t, "jp-762-kokutai", "jp-14-sentai") == [0, 2]


@pytest.mark.rule("filipinas-9.1-1")
def test_support_is_no_bombing():
    t = scene("jp-movement", at(CEBU, "jp-14-sentai"), at("4439", "us-32-bgda-aa"),
              at("4338", RI), dice=(1, 1, 1, 1))  # fmt: skip
    fly(t, "fly-support", "4439", "jp-14-sentai")
    act(t, "end-phase").attack("4439", RI)
    roll_on(t)
    assert losses(t, "jp-14-sentai") == [0]


@pytest.mark.rule("filipinas-9.0-7")
def test_bombed_troops_are_not_attacked_besides():
    """Their airfield is a target of its own."""
    here = at(VILLAGE, RI), at("4336", "us-19-ri"), at(DULAG, *BMS)
    t = act(scene("us-movement", *here), "end-phase")
    assert t.legal("assault")
    t = scene("us-movement", *here)
    fly(t, "strike-troops", VILLAGE, BMS[0])
    act(t, "end-phase")
    assert not t.legal("assault")


@pytest.mark.rule("filipinas-3.0-19")
def test_air_combats_come_before_bombs():
    """A bomber flipped in the air combat bombs with its reduced value."""
    t = scene("us-movement", at(DULAG, BMS[0], "us-348-gpo-p51"), at(CEBU, "jp-1-sentai"),
              dice=(3, 6))  # fmt: skip
    fly(t, "strike-field", CEBU, BMS[0], escorts=("us-348-gpo-p51",))
    act(t, "end-phase")
    roll_on(t)
    assert air_told(t)["code"] == "1-1"
    assert air_told(t, "bombing")["bombing"]["sum"] == 1


@pytest.mark.rule("filipinas-3.0-19")
def test_in_the_last_phase_come_air_combats_then_flights_then_bombs_then_troops():
    t = scene("us-movement", at("4336", "us-19-ri"), at("4236", "jp-9-ri"),
              at(DULAG, BMS[0], "us-348-gpo-p51"), at("morotai", "us-317-gpo"),
              at(CEBU, "jp-1-sentai"))  # fmt: skip
    fly(t, "strike-field", CEBU, BMS[0], escorts=("us-348-gpo-p51",))
    act(t, "supply-flight", "4336", "us-317-gpo", False).act("end-phase")
    t.attack("4236", "us-19-ri")
    roll_on(t)
    lines = words(t, "us")[::-1]
    begins = [
        next(n for n, line in enumerate(lines) if start in line)
        for start in (
            "Air combat over",
            "Supplies reach",
            "aerodrome, 3841 Cebu: ",
            "defence of 4236",
        )
    ]
    assert begins == sorted(begins)
    assert len(set(begins)) == len(begins)
