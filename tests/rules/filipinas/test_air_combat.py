"""Section 6.1: air combats, their table, who fights in them and who takes the losses."""

import pytest

from filipinas_air import (
    DULAG,
    act,
    air_support,
    air_told,
    answer,
    at,
    end_march,
    fly,
    hurt,
    losses,
    roll_on,
    scene,
    seen_missions,
    sent,
    totals,
    words,
)
from tabuleiro.testing import action

BMS = ("us-38-gpo", "us-42-gpo", "us-345-gpo")
CBS = ("us-35-gpo-p47", "us-348-gpo-p47")
CS = ("us-35-gpo-p51", "us-348-gpo-p51")
RAIDERS = (*BMS, *CBS, *CS)
BL, C6, C6B, C7 = "jp-16-sentai", "jp-17-sentai", "jp-19-sentai", "jp-1-sentai"
JAPANESE = (BL, C6, C6B, C7)
US_RI, JP_RI = "us-19-ri", "jp-9-ri"
TARGET = "4236"
"""A village on Leyte with a Japanese regiment, next to Americans in 4336, six hexes from Cebu."""
TROOPS = {**at(TARGET, JP_RI), **at("4336", US_RI)}
ALONE = at(TARGET, JP_RI)
"""The Japanese regiment with nobody beside it."""
CEBU = "3841"


def supported(*answers, support=(), sending=RAIDERS, dice=(), more=(), weather=None):
    """An American attack on the village with ground support, and a Japanese answer from Cebu."""
    t = scene("us-movement", TROOPS, at(DULAG, *sending), at(CEBU, *JAPANESE), dict(more),
              dice=dice, weather=weather)  # fmt: skip
    fly(t, "fly-support", TARGET, *(p for p in sending if p in BMS or p in CBS or p in CS))
    act(t, "end-phase").attack(TARGET, US_RI)
    roll_on(t, "interception")
    return answer(t, *((piece, TARGET) for piece in answers),
                  support=[(piece, TARGET) for piece in support])  # fmt: skip


@pytest.mark.rule("filipinas-ex-6.1", "filipinas-6.1-7", "filipinas-6.1-8", "filipinas-6.1-9")
def test_the_example_of_the_rulebook():
    t = supported(support=JAPANESE, dice=(4,))
    assert totals(t) == (56, "51-60", 22, "21-30", "3-1")
    assert losses(t, *JAPANESE) == [1, 1, 1, 0]
    assert set(t.decision.pieces) == set(BMS), "one of the three, which are equally weak"
    t.dice(6, 6).lose(BMS[1])
    assert losses(t, *RAIDERS) == [0, 1, 0, 0, 0, 0, 0]


@pytest.mark.rule("filipinas-6.1-13", "filipinas-ex-6.1b")
def test_without_fighters_the_losses_of_the_others_are_ignored():
    """Three bombers alone: 18 against 22, die 4: 1-1 counts as 0-1."""
    t = supported(support=JAPANESE, sending=BMS, dice=(4,))
    assert totals(t) == (18, "11-20", 22, "21-30", "1-1")
    assert losses(t, *JAPANESE) == [0, 0, 0, 0]
    t.dice(6, 6).lose(BMS[0])
    assert losses(t, *BMS) == [1, 0, 0]


@pytest.mark.rule("filipinas-ex-6.2", "filipinas-6.2-1", "filipinas-2.2.2-2")
def test_what_is_left_supports_the_troops():
    """After example 6.1 the attacker adds 11 and the defender 2: who was hit counts less."""
    t = scene("us-movement", TROOPS, at(DULAG, "us-8-gpo", *RAIDERS[1:]), hurt(DULAG, RAIDERS[0]),
              at(CEBU, C7), hurt(CEBU, BL, C6, C6B))  # fmt: skip
    fly(t, "fly-support", TARGET, *RAIDERS)
    act(t, "end-phase").attack(TARGET, US_RI)
    roll_on(t, "interception")
    answer(t, support=[(piece, TARGET) for piece in JAPANESE])
    assert t.decision.side == "us", "it may still send a fighter"
    assert air_support(t, TARGET) == (11, 2)


@pytest.mark.rule("filipinas-6.1-11")
def test_what_air_combat_left_over_fights_for_the_troops():
    """Both sides, each with what is left of it: a bomber that was hit adds its reverse."""
    t = supported(support=JAPANESE, dice=(4,))
    t.dice(6, 6).lose(BMS[1])
    parts = {p["piece"]: p["value"] for p in t.told()["odds"]["parts"] if p.get("piece")}
    assert [parts[p] for p in BMS] == [2, 1, 2]
    assert sum(parts[p] for p in RAIDERS) == 11
    assert [parts[p] for p in JAPANESE] == [1, 0, 0, 1]
    assert (t.told()["odds"]["attack"], t.told()["odds"]["defence"]) == (3 + 11, 3 + 2)


@pytest.mark.rule("filipinas-6.1-11")
def test_bombs_fall_from_those_whom_air_combat_left_over():
    """Three bombers of 2 and one loss: 2 + 2 + 1 points, and not before it was fought."""
    t = scene("us-movement", at(DULAG, *BMS, *CS), at(CEBU, C6, C7), dice=(1, 6, 6))
    fly(t, "strike-field", CEBU, *BMS, escorts=CS)
    roll_on(act(t, "end-phase"), "interception")
    roll_on(answer(t, (C6, CEBU), (C7, CEBU)))
    assert totals(t)[4] == "2-1"
    assert air_told(t, "bombing") is None
    roll_on(t.lose(BMS[0]))
    raid = air_told(t, "bombing")["bombing"]
    assert (set(raid["pieces"]), raid["sum"]) == ({*BMS}, 5)


@pytest.mark.rule("filipinas-6.1-11")
def test_who_was_shot_down_bombs_nobody():
    t = scene("us-movement", at(DULAG, *BMS[1:], *CS), hurt(DULAG, BMS[0]), at(CEBU, C6, C7),
              dice=(4, 6, 6))  # fmt: skip
    fly(t, "strike-field", CEBU, BMS[0])
    roll_on(act(t, "end-phase"), "interception")
    roll_on(answer(t, (C6, CEBU), (C7, CEBU)))
    assert losses(t, BMS[0]) == [2]
    assert air_told(t, "bombing") is None


@pytest.mark.rule("filipinas-6.1-11")
def test_transports_land_when_the_air_combat_is_over():
    transport, goal = "us-317-gpo", "4437"
    t = scene("us-movement", at(DULAG, US_RI, transport, CS[0]), at(CEBU, C7), dice=(1,))
    act(t, "lift-unit", US_RI, transport, goal)
    roll_on(act(t, "end-phase"), "interception")
    roll_on(answer(t, (C7, goal)))
    assert air_told(t) is not None
    happened = [e for row in t.game.log.line() for e in row.events]
    fought = next(n for n, e in enumerate(happened) if "air_combat" in getattr(e, "data", ()))
    landed = next(n for n, e in enumerate(happened)
                  if getattr(e, "piece", "") == US_RI and getattr(e, "to", "") == goal)  # fmt: skip
    assert fought < landed
    assert t.place(US_RI) == goal


@pytest.mark.rule("filipinas-6.1-1", "filipinas-6.1-14")
@pytest.mark.parametrize(("defender", "fought"), [(BL, False), (C7, True)])
def test_bombers_that_meet_bombers_do_not_fight(defender, fought):
    t = supported(support=(defender,), sending=BMS, dice=(1, 6, 6))
    assert (air_told(t) is not None) is fought


@pytest.mark.rule("filipinas-6.1-2", "filipinas-6.1-23")
def test_the_side_whose_turn_it_is_attacks():
    """Also where only the other side had aircraft at first."""
    t = scene("us-movement", TROOPS, at(DULAG, CS[0]), at(CEBU, C7))
    act(t, "end-phase").attack(TARGET, US_RI)
    roll_on(t, "interception")
    answer(t, support=[(C7, TARGET)])
    t.dice(1)
    assert t.decision.actions[0] == "intercept", "the Americans may cover the hex"
    answer(t, (CS[0], TARGET))
    assert air_told(t)["attacker"] == "us"
    assert totals(t)[:4] == (10, "1-10", 7, "1-10")


@pytest.mark.rule("filipinas-6.1-9")
def test_equals_are_chosen_by_their_owner_and_the_weakest_come_first():
    t = supported(C6, C6B, C7, dice=(4,))  # 56 against 19: 4-1
    assert totals(t)[2:] == (19, "11-20", "4-1")
    assert losses(t, C6, C6B, C7) == [1, 1, 1]
    assert set(t.decision.pieces) == {C6, C6B, C7}, "reduced they are equals: a fourth loss"
    t.lose(C7)
    assert losses(t, C6, C6B, C7) == [1, 1, 2]


@pytest.mark.rule("filipinas-6.1-10")
def test_the_reduced_are_hit_when_no_intact_one_is_left():
    """Three losses on two intact aircraft: both flip, the lower reduced value is eliminated."""
    t = supported(support=(BL, C7), dice=(1,))  # 56 against 10: 2-0
    assert totals(t)[4] == "2-0"
    assert losses(t, BL, C7) == [1, 1]
    t = supported(support=(BL, C7), dice=(3,))  # 3-0
    assert losses(t, BL, C7) == [2, 1]


@pytest.mark.rule("filipinas-6.1-12")
def test_any_number_flies_over_one_hex():
    more = at("morotai", "us-5-gpo", "us-307-gpo", "us-22-gpo", "us-90-gpo", "us-43-gpo",
              "us-380-gpo", "us-494-gpo")  # fmt: skip
    t = scene("us-movement", more, at(DULAG, *BMS), at(CEBU, BL))
    fly(t, "strike-field", CEBU, *more, *BMS)
    assert len(sent(t)) == 10


@pytest.mark.rule("filipinas-6.1-24")
def test_a_total_of_nothing_is_read_in_the_lowest_band():
    """A flying boat of reconnaissance has no air power at all."""
    force = {"jp-task-force-a": "4239", "jp-comb-1": "in:jp-task-force-a"}
    at_sea = {"forces-jp": {"jp-task-force-a": {"handle": 1, "detected": True}}}
    t = scene("us-movement", force, at(DULAG, CS[0]), facts=at_sea, dice=(1,))
    fly(t, "strike-ships", "4239", CS[0])
    end_march(t)
    assert totals(t) == (10, "1-10", 0, "1-10", "0-0")


@pytest.mark.rule("filipinas-6.1-16", "filipinas-6.1-25")
def test_fighters_rise_over_their_own_field_by_themselves():
    t = scene("us-movement", at(DULAG, CS[0]), at(CEBU, C7, BL), dice=(1, 6))
    fly(t, "strike-field", CEBU, CS[0])
    end_march(t)
    roll_on(t)
    assert totals(t)[:4] == (10, "1-10", 7, "1-10"), "the fighter alone, not the bombers"


@pytest.mark.rule("filipinas-6.1-25")
@pytest.mark.parametrize("why", ["elsewhere", "damaged", "home"])
def test_who_is_elsewhere_or_grounded_does_not_rise(why):
    more = {"marks": {CEBU: ["airfield-damaged-1"]}} if why == "damaged" else {}
    t = scene("us-movement", TROOPS, at(DULAG, CS[0], *BMS[:1]), at(CEBU, C7), dice=(1, 6),
              **more)  # fmt: skip
    fly(t, "strike-field", CEBU, BMS[0])
    act(t, "end-phase").attack(TARGET, US_RI)
    t.dice(1, 6, 6, 6, 6)
    if why == "elsewhere":
        roll_on(t, "interception")
        answer(t, support=[(C7, TARGET)])
    roll_on(t)
    fought = (air_told(t) or {"air_combat": {"hex": ""}})["air_combat"]["hex"]
    assert (fought == CEBU) is (why == "home")


@pytest.mark.rule("filipinas-6.1-25")
def test_rising_is_no_mission():
    t = scene("us-movement", at(DULAG, *BMS[:1]), at(CEBU, C7), dice=(1, 6))
    fly(t, "strike-field", CEBU, BMS[0])
    end_march(t)
    assert C7 in t.decision.pieces, "it may be sent, and rises if it is not"
    roll_on(t)
    assert not t.s.marked(C7, "flown")


@pytest.mark.rule("filipinas-6.1-6")
@pytest.mark.parametrize(("base", "away"), [("3339", 9), ("3138", 11)])
def test_aircraft_are_intercepted_within_ten_hexes(base, away):
    """But attacked troops are supported as far as a unit reaches."""
    t = scene("us-movement", TROOPS, at(DULAG, *BMS), at(base, C7))
    assert t.s.board.distance(base, TARGET) == away < t.s.value(C7, "range")
    fly(t, "fly-support", TARGET, *BMS)
    act(t, "end-phase").attack(TARGET, US_RI)
    roll_on(t, "interception")
    if away > 10:
        assert t.refuses(action("intercept", C7, TARGET)) == "filipinas-6.1-6"
    else:
        assert t.allows(action("intercept", C7, TARGET))
    assert t.allows(action("defend-as-bomber", C7, TARGET))


@pytest.mark.rule("filipinas-6.1-5", "filipinas-6.2-4")
def test_bombers_may_be_sent_against_aircraft_but_support_no_defence():
    """A medium bomber within ten hexes adds its air power, not its land power."""
    t = scene("us-movement", TROOPS, at(DULAG, *RAIDERS), at(CEBU, "jp-763-kokutai", C7))
    fly(t, "fly-support", TARGET, *RAIDERS)
    act(t, "end-phase").attack(TARGET, US_RI)
    roll_on(t, "interception")
    assert t.refuses(action("defend-as-bomber", "jp-763-kokutai", TARGET)) == "filipinas-6.2-4"
    answer(t.dice(1), ("jp-763-kokutai", TARGET), support=[(C7, TARGET)])
    assert totals(t)[2] == 4 + 7
    assert air_support(t, TARGET)[1] == 0, "the fighter was hit and adds nothing"


@pytest.mark.rule("filipinas-6.1-5")
@pytest.mark.parametrize("piece", ["jp-sentai-teisin", "jp-10-sentai"])
def test_transports_and_scouts_do_not_intercept(piece):
    t = scene("us-movement", ALONE, at(DULAG, *BMS), at(CEBU, piece, C7))
    fly(t, "fly-support", TARGET, *BMS)
    end_march(t)
    assert t.refuses(action("intercept", piece, TARGET)) == "filipinas-6.1-5"


@pytest.mark.rule("filipinas-6.1-15", "filipinas-6.1-23")
def test_interceptors_are_answered_once_by_fighters_within_ten_hexes():
    """And then nobody else is sent."""
    t = scene("us-movement", ALONE, at(DULAG, *BMS, *CS[:1]), at("morotai", CS[1]),
              at(CEBU, C7, C6), dice=(1, 6))  # fmt: skip
    fly(t, "fly-support", TARGET, *BMS)
    end_march(t)
    answer(t, (C7, TARGET))
    assert t.decision.side == "us"
    assert t.refuses(action("intercept", BMS[0], TARGET)) == "filipinas-6.1-21"
    assert t.refuses(action("intercept", CS[1], TARGET)) == "filipinas-6.1-6"
    answer(t, (CS[0], TARGET))
    assert totals(t)[:4] == (28, "21-30", 7, "1-10"), "the other fighter may not come any more"


@pytest.mark.rule("filipinas-6.1-15")
def test_only_fighters_answer_interceptors():
    t = scene("us-movement", ALONE, at(DULAG, *BMS), at(CEBU, C7))
    fly(t, "fly-support", TARGET, *BMS[:1])
    end_march(t)
    answer(t, (C7, TARGET)) if "intercept" in t.decision.actions else None
    assert t.phase != "us-turn-jp-air-interception", "bombers that are left are not asked"


@pytest.mark.rule("filipinas-6.1-21")
def test_one_mission_until_the_side_launches_again():
    """A fighter that flew in the enemy's phase 4 may fly in his phase 6; not twice in one."""
    t = scene("us-movement", ALONE, at(DULAG, *BMS, *CS), {C7: {"place": CEBU, "marks": ["flown"]}})
    fly(t, "fly-support", TARGET, *BMS[:2])
    act(t, "fly-support", TARGET)
    assert t.refuses(action("fly-as-bomber", BMS[0])) == "filipinas-6.1-21"
    act(t, "cancel")
    end_march(t)
    assert C7 in t.decision.pieces, "what it flew in phase 4 does not count"
    answer(t, (C7, TARGET))
    assert BMS[0] not in t.decision.pieces
    assert t.refuses(action("intercept", BMS[0], TARGET)) == "filipinas-6.1-21"


@pytest.mark.rule("filipinas-6.1-3")
def test_a_transport_flies_in_phase_5_and_not_in_phase_4():
    t = scene("us-movement", at(DULAG, "us-317-gpo"), at("4437", US_RI), at("4336", "us-21-ri"))
    assert t.allows(action("supply-flight", "4336", "us-317-gpo"))


@pytest.mark.rule("filipinas-12.2-1")
def test_bad_weather_halves_each_unit_rounded_up():
    """1-7-45 counts 1 and 4; 2-6-45 counts 1 and 3."""
    t = supported(C7, sending=BMS, dice=(1,), weather={"central": "bad"})
    assert totals(t)[0] == 9
    assert totals(t)[2] == 4


@pytest.mark.rule("filipinas-14.4-1")
def test_each_mission_has_a_letter_and_shows_classes_not_names():
    t = scene("us-movement", at(DULAG, *BMS, *CS), at("2856", C6), at(CEBU, BL))
    fly(t, "strike-field", CEBU, BMS[0], escorts=CS[:1])
    fly(t, "strike-port", "2856", *BMS[1:])
    letters = {m["hex"]: m["letter"] for m in t.s.position.facts["missions"]}
    assert letters == {CEBU: "A", "2856": "B"}
    assert seen_missions(t, "jp") == [
        ("us", "2856", "port", [["medium-bomber", "bomber", 2]]),
        ("us", CEBU, "field", [["fighter", "fighter", 1], ["medium-bomber", "bomber", 1]]),
    ]
    assert "sorties" not in t.game.belief("jp").s.position.facts
    told = " ".join(words(t, "jp"))
    assert t.s.counter(BMS[0]).name["en"] not in told


@pytest.mark.rule("filipinas-14.4-1")
def test_more_than_nine_missions_are_legal():
    fields = ["2856", "3545", "3841", "3953", "4349", "4450", "4755", "2260", "3138", "3339"]
    fighters = ["us-5-gpo", "us-307-gpo", "us-22-gpo", "us-90-gpo", "us-43-gpo",
                "us-380-gpo", "us-494-gpo", "us-8-gpo", "us-18-gpo", "us-49-gpo"]  # fmt: skip
    t = scene("us-movement", at("morotai", *fighters[:7]), at(DULAG, *fighters[7:]))
    for place, piece in zip(fields, fighters, strict=True):
        fly(t, "strike-field", place, piece)
    assert {m["letter"] for m in t.s.position.facts["missions"]} == set("ABCDEFGHIJ")


@pytest.mark.rule("filipinas-6.1-13")
def test_nor_do_defenders_without_fighters_do_harm():
    """A fighter that meets a bomber, 10 against 3, die 5: 0-1 counts as nothing."""
    t = supported(support=(BL,), sending=CS[:1], dice=(5, 6, 6))
    assert totals(t)[4] == "0-1"
    assert losses(t, CS[0], BL) == [0, 0]
