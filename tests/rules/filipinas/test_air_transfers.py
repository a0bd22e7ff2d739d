"""Sections 4.1.1 (aircraft), 4.2.7, 6.7.1-4: bases, transfers, flight from lost bases."""

import pytest

from filipinas_air import DULAG, act, at, end_march, fly, losses, roll_on, scene
from tabuleiro.testing import action, table

CEBU, VILLAGE, RI, JP_RI = "3841", "4236", "us-19-ri", "jp-9-ri"
FIGHTER, TACLOBAN, FURTHER = "us-348-gpo-p47", "4437", "4336"
P51, P47, BP = "us-35-gpo-p51", "us-348-gpo-p47", "us-90-gpo"
THREE = ("jp-3-sentai", "jp-16-sentai", "jp-14-sentai")


def moving(*pieces, side="us", **about):
    return scene(f"{side}-movement", *pieces, **about)


def to(piece, place):
    return action("change-base", piece, place)


@pytest.mark.rule("filipinas-4.2.7-1")
@pytest.mark.parametrize(("place", "far", "able"), [("2222", 24, True), ("2122", 25, False)])
def test_a_transfer_goes_twice_as_far_as_the_range(place, far, able):
    """A unit of range 12 goes 24 hexes and not 25."""
    start = next(h for h in ("3538", "3339", "3545", "3138", "3841")
                 if moving().s.board.distance(h, place) >= far)  # fmt: skip
    t = moving(at(start, "jp-17-sentai"), side="jp")
    away = t.s.board.distance(start, place)
    assert t.allows(to("jp-17-sentai", place)) is (away <= 24)
    near = next(h for h in t.s.board.grid if t.s.board.distance(h, place) == far
                and t.s.board.terrain_at(h) != "sea")  # fmt: skip
    t = moving(at(near, "jp-17-sentai"), side="jp", marks={near: ["airfield-built"]})
    assert t.allows(to("jp-17-sentai", place)) is able
    if not able:
        assert t.refuses(to("jp-17-sentai", place)) == "filipinas-4.2.7-1"


@pytest.mark.rule("filipinas-4.2.7-1")
def test_who_transfers_flies_no_mission_and_does_not_transfer_again():
    t = moving(at(DULAG, P47), at(CEBU, "jp-3-sentai"))
    t.do(to(P47, "4437"))
    assert t.place(P47) == "4437"
    assert t.refuses(to(P47, DULAG)) == "filipinas-4.2.7-1"
    assert t.refuses(action("strike-field", CEBU)) == "filipinas-6.3.1-1"


@pytest.mark.rule("filipinas-4.2.7-2")
def test_transfers_count_displaced_numbers():
    """From Biak to Leyte 81: range 57 may, doubled; range 27 may not."""
    t = moving(at("biak", P51, P47))
    assert t.s.board.distance("biak", DULAG) == 81
    assert t.allows(to(P51, DULAG))
    assert t.refuses(to(P47, DULAG)) == "filipinas-4.2.7-1"


@pytest.mark.rule("filipinas-4.2.7-3")
def test_no_transfer_after_a_mission():
    t = moving(at(DULAG, P47, P51), at(CEBU, "jp-3-sentai"))
    fly(t, "strike-field", CEBU, P47)
    assert t.refuses(to(P47, "4437")) == "filipinas-4.2.7-3"
    assert t.allows(to(P51, "4437"))


@pytest.mark.rule("filipinas-4.2.7-3")
def test_no_transfer_after_an_answer_in_phase_4():
    force = {"us-task-force-a": "4639", "us-den-1": "in:us-task-force-a"}
    seen = {"forces-us": {"us-task-force-a": {"handle": 1, "detected": True}}}
    t = scene("us-turn-jp-air-naval-interception", force, at(DULAG, P51, P47),
              at(CEBU, "jp-14-sentai"), facts=seen, dice=(1,))  # fmt: skip
    fly(t, "strike-ships", "4639", "jp-14-sentai")
    act(t, "done-striking").act("intercept", P51, "4639").act("done-reacting")
    roll_on(t, "movement")
    assert t.refuses(to(P51, "4437")) == "filipinas-4.2.7-3"
    assert t.allows(to(P47, "4437"))
    assert t.allows(action("strike-field", CEBU)), "a mission of phase 5 it may fly"


@pytest.mark.rule("filipinas-4.2.7-6")
def test_from_one_displaced_field_to_another_at_any_distance():
    t = moving(at("hollandia", P47), at("biak", BP))
    t.do(to(P47, "angaur"), to(BP, "morotai"))
    assert (t.place(P47), t.place(BP)) == ("angaur", "morotai")
    assert t.refuses(to(BP, "biak")) == "filipinas-4.2.7-1"


@pytest.mark.rule("filipinas-4.2.1-3")
def test_from_a_box_to_a_displaced_field():
    t = moving(at("japan", "jp-200-sentai"), side="jp")
    assert t.refuses(to("jp-200-sentai", CEBU)) == "filipinas-4.2.1-3"
    t.do(to("jp-200-sentai", "formosa"))
    assert t.place("jp-200-sentai") == "formosa"


@pytest.mark.rule("filipinas-4.1.1-4", "filipinas-4.1.1-6")
@pytest.mark.parametrize(("place", "room"), [("1918", 3), ("2222", 6), ("formosa", 99)])
def test_how_many_a_base_holds(place, room):
    """Three on an airfield, six on an air base, any number on a displaced field."""
    pieces = ["jp-14-sentai", "jp-62-sentai", "jp-74-sentai", "jp-95-sentai", "jp-7-sentai",
              "jp-98-sentai"]  # fmt: skip
    t = moving(at(place, *pieces[: min(room, 6) - 1]), at("1917", "jp-1-sentai", "jp-11-sentai"),
               side="jp")  # fmt: skip
    t.do(to("jp-1-sentai", place))
    full = room < 99
    assert t.allows(to("jp-11-sentai", place)) is not full
    if full:
        assert t.refuses(to("jp-11-sentai", place)) == "filipinas-4.1.1-4"


@pytest.mark.rule("filipinas-4.1.1-3", "filipinas-6.7-1")
def test_aircraft_are_based_on_fields_alone():
    t = moving(at(DULAG, P47))
    assert t.refuses(to(P47, "4439")) == "filipinas-6.7-1"
    assert t.refuses(to(P47, CEBU)) == "filipinas-6.7-1", "an enemy field"


@pytest.mark.rule("filipinas-6.7.1-4")
@pytest.mark.parametrize("mark", ["airfield-damaged-2", "airfield-damaged-1"])
def test_from_a_damaged_field_one_transfers_and_flies_no_mission(mark):
    t = moving(at(DULAG, P47), at("4437", P51), at(CEBU, "jp-3-sentai"), marks={DULAG: [mark]})
    act(t, "strike-field", CEBU)
    assert t.refuses(action("fly-as-bomber", P47)) == "filipinas-6.7.1-4"
    act(t, "cancel")
    assert t.refuses(to(P51, DULAG)) == "filipinas-6.7.1-4"
    t.do(to(P47, "4437"))


@pytest.mark.rule("filipinas-2.2.2-11")
@pytest.mark.parametrize(("place", "able"), [("4537", True), ("4639", False), ("4437", False)])
def test_a_flying_boat_lies_at_sea_beside_an_own_port_or_field(place, able):
    t = moving(at("4538", "us-vpb-28"))
    assert t.allows(to("us-vpb-28", place)) is able
    if not able:
        assert t.refuses(to("us-vpb-28", place)) == "filipinas-2.2.2-11"
    t = moving(at("4538", "us-vpb-28"), control={"4438": "jp", "4437": "jp"})
    assert t.refuses(to("us-vpb-28", "4537")) == "filipinas-2.2.2-11", "not beside an enemy's"


@pytest.mark.rule("filipinas-12.3-1")
def test_no_transfer_in_the_monsoon():
    t = moving(at(DULAG, P47), weather={"central": "monsoon"})
    assert t.refuses(to(P47, "4437")) == "filipinas-12.3-1"


# ------------------------------------------------------------------------------ losing a base


def takes(piece, goal, *there, origin="4338", held=(), **about):
    """An American regiment marches onto a Japanese field with aircraft."""
    t = moving(at(origin, RI), at(goal, *there), control={origin: "us", goal: "jp", **dict(held)},
               **about)  # fmt: skip
    t.go(RI, goal)
    return t


@pytest.mark.rule("filipinas-4.2.7-4")
def test_aircraft_flee_from_a_captured_field_within_their_range():
    t = takes(RI, "4439", "jp-14-sentai", marks={"4439": ["airfield-built"]})
    assert t.decision.side == "jp"
    assert t.refuses(action("emergency-transfer", "jp-14-sentai", "formosa")) != ""
    assert t.s.board.distance("4439", "2222") <= 56
    act(t, "emergency-transfer", "jp-14-sentai", "2222")
    assert t.place("jp-14-sentai") == "2222"


@pytest.mark.rule("filipinas-4.2.7-4")
@pytest.mark.parametrize("saved", [True, False])
def test_who_finds_no_field_in_range_is_destroyed(saved):
    """Range 12: with Cebu full the nearest field with room is too far."""
    assert moving().s.board.distance("4439", CEBU) <= 12
    near = ("4338", "4438", "4437", "3545", "4349", "4450", "3538", "3830", "3953", "3339", "3631",
            "4755", "4044", "3138")  # fmt: skip
    fields = dict.fromkeys(near, "us")
    t = moving(at("4338", RI), at("4439", "jp-17-sentai"), at(CEBU, *THREE[: 2 if saved else 3]),
               control={**fields, "4439": "jp"}, marks={"4439": ["airfield-built"]})  # fmt: skip
    t.go(RI, "4439")
    if saved:
        act(t, "emergency-transfer", "jp-17-sentai", CEBU)
    assert losses(t, "jp-17-sentai") == [0 if saved else 2]


@pytest.mark.rule("filipinas-4.2.7-7")
def test_sandakan_is_for_emergencies_alone_and_must_be_left():
    t = moving(at("3953", "jp-14-sentai"), side="jp")
    assert t.refuses(to("jp-14-sentai", "0661")) == "filipinas-4.2.7-7"
    t = takes(RI, "4439", "jp-14-sentai", "jp-763-kokutai", marks={"4439": ["airfield-built"]})
    act(t, "emergency-transfer", "jp-14-sentai", "0661")
    act(t, "emergency-transfer", "jp-763-kokutai", "0661")
    assert t.place("jp-14-sentai") == "0661"
    act(t, "end-phase")
    while t.phase != "jp-movement":
        t.act(next(k for k in ("end-phase", "done-reacting", "done-striking")
                   if k in t.decision.actions))  # fmt: skip
    t.do(to("jp-14-sentai", CEBU))
    act(t, "end-phase")
    roll_on(t)
    assert t.place("jp-14-sentai") == CEBU
    assert losses(t, "jp-763-kokutai") == [2], "who is still there is removed"


@pytest.mark.rule("filipinas-4.1.1-7", "filipinas-2.2.2-3")
def test_carrier_groups_land_on_fields_only_in_an_emergency():
    carriers = {"us-task-force-a": "4639", "us-tg-38-1": "in:us-task-force-a",
                "us-cvg-7": "in:us-tg-38-1"}  # fmt: skip
    t = moving(carriers)
    assert t.check(to("us-cvg-7", DULAG)).rule
    ashore = {"us-cvg-7": {"place": DULAG, "marks": ["fled"]}}
    t = scene("us-turn-jp-air-naval-interception", ashore)
    roll_on(t, "us-movement") if t.phase != "us-movement" else None
    assert t.place("us-cvg-7") == "army-6", "taken off in its owner's next movement phase"


@pytest.mark.rule("filipinas-6.7-1")
def test_a_captured_field_serves_from_the_next_phase_5_on():
    t = moving(at("4338", RI), at("4437", P47), control={"4439": "jp", "4338": "us"},
               marks={"4439": ["airfield-built"]})  # fmt: skip
    assert t.refuses(to(P47, "4439")) == "filipinas-6.7-1"
    t.go(RI, "4439")
    assert t.refuses(to(P47, "4439")) == "filipinas-6.7-1", "not in the phase of its capture"
    end_march(t, "movement")


GROUPS = ("us-cvg-7", "us-cvg-11")


def sunk(first="4639", second="4640", **about):
    """A damaged carrier with two groups is sunk by bombers; another one is near, or is not."""
    force = {"us-task-force-a": first, "us-task-force-b": second,
             "us-tg-38-2": "in:us-task-force-b",
             "us-tg-38-1": {"place": "in:us-task-force-a", "losses": 1},
             **dict.fromkeys(GROUPS, "in:us-tg-38-1")}  # fmt: skip
    seen = {"us-task-force-a": {"handle": 1, "detected": True}, "us-task-force-b": {"handle": 2}}
    bombers = ("jp-7-sentai", "jp-98-sentai", "jp-62-sentai", "jp-74-sentai", "jp-14-sentai")
    t = scene("us-turn-jp-air-naval-interception", force, at(CEBU, *bombers),
              facts={"forces-us": seen}, dice=(4, 6), **about)  # fmt: skip
    fly(t, "strike-ships", first, *bombers)
    act(t, "done-striking")
    while t.top != "flee-base" and t.phase == "us-turn-jp-air-naval-interception":
        done = "done-reacting" in t.decision.actions
        act(t, "done-reacting") if done else t.do(t.legal()[0])
    return t


@pytest.mark.rule("filipinas-4.2.7-5", "filipinas-8.0-6")
def test_groups_of_a_sunk_carrier_flee_to_a_deck_or_a_field():
    """Within their range, to another carrier of their kind with room; ashore they may not stay."""
    t = sunk()
    assert t.place("us-tg-38-1") == "dead"
    assert t.decision.side == "us"
    assert not t.view("jp")["pieces"].keys() & set(GROUPS), "the Japanese do not see who flees"
    deck = "in:us-tg-38-2"
    assert t.allows(action("emergency-transfer", GROUPS[0], deck))
    act(t, "emergency-transfer", GROUPS[0], deck).act("emergency-transfer", GROUPS[1], DULAG)
    assert t.place(GROUPS[0]) == deck
    assert t.place(GROUPS[1]) == "army-6", "it was ashore until its side's next phase 5"
    assert losses(t, *GROUPS) == [1, 1], "a loss each as the carrier sank"


@pytest.mark.rule("filipinas-4.2.7-5")
def test_groups_without_deck_or_field_in_range_are_destroyed():
    t = sunk("1428", "5540", control={"4438": "jp", "4437": "jp"})
    assert losses(t, *GROUPS) == [2, 2]


# ------------------------------------------------------------------------------ damaged meanwhile


def came_home(option):
    """A fighter was in the air as its field was damaged; the phase of combat ends."""
    flying = {"piece": FIGHTER, "hex": DULAG, "mission": "intercept", "role": "fighter"}
    seen = {"side": "us", "hex": DULAG, "errand": "intercept", "letter": "A",
            "flights": [["fighter", "fighter", 1]]}  # fmt: skip
    t = table("filipinas", options={"homeless-aircraft": option})
    return t.set("us-combat", {FIGHTER: DULAG}, turn=2,
                 control={DULAG: "us", TACLOBAN: "us", FURTHER: "us"},
                 marks={DULAG: ["airfield-damaged-2"], FURTHER: ["airfield-built"]},
                 facts={"sorties": {FIGHTER: flying}, "missions": [seen]})  # fmt: skip


@pytest.mark.rule("filipinas-6.6.2-9")
def test_who_finds_its_field_damaged_may_stay_or_goes_to_the_nearest():
    stays = came_home("may-stay")
    assert stays.place(FIGHTER) == DULAG
    assert stays.top != "come-down-elsewhere"
    goes = came_home("destroyed")
    assert (goes.top, goes.decision.side) == ("come-down-elsewhere", "us")
    assert {deed.hex for deed in goes.legal("emergency-transfer")} == {TACLOBAN}  # the nearest
    act(goes, "emergency-transfer", FIGHTER, TACLOBAN)
    assert (goes.place(FIGHTER), goes.s.marked(FIGHTER, "flown")) == (TACLOBAN, False)
