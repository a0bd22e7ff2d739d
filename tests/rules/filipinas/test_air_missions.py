"""Sections 2.2.2, 6.1-6.3, 6.5, 14.1: which class flies what, how far, by day and by night."""

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
    roll_on,
    scene,
    seen_missions,
    sent,
    totals,
)
from filipinas_war import scene as unseen
from tabuleiro.testing import action

CEBU, DAVAO, VILLAGE = "3841", "4755", "4236"
RI, JP_RI = "us-19-ri", "jp-9-ri"
C, CB, CN, BL, BM, BP = ("us-35-gpo-p51", "us-348-gpo-p47", "us-cvg-7", "us-312-gpo", "us-345-gpo",
                         "us-90-gpo")  # fmt: skip
IN, T, R, H = "us-481-gpo", "us-317-gpo", "us-71-gpo", "us-vpb-28"
FIGHTERS = (C, CB, IN)
CARRIER = {"us-task-force-a": "4639", "us-tg-38-1": "in:us-task-force-a"}
AT_SEA = {"forces-us": {"us-task-force-a": {"handle": 1, "detected": True}}}


def plan(kind, *pieces, hex=VILLAGE, more=(), **about):
    """A mission that is being planned from Dulag against the village, or another place."""
    t = scene("us-movement", at(DULAG, *pieces), at(VILLAGE, JP_RI), at(CEBU, "jp-3-sentai"),
              dict(more), **about)  # fmt: skip
    return act(t, kind, hex)


@pytest.mark.rule("filipinas-6.2-3", "filipinas-2.2.2-4", "filipinas-2.2.2-6")
@pytest.mark.parametrize(
    ("piece", "able"), [(C, True), (CB, True), (BL, True), (BM, True), (BP, False), (T, False),
                        (R, False), (IN, False)],
)  # fmt: skip
def test_who_supports_an_attack(piece, able):
    t = plan("fly-support", BM if piece != BM else BL, piece)
    deed = action("fly-as-bomber", piece)
    assert t.allows(deed) is able
    if not able:
        assert t.refuses(deed) == "filipinas-6.2-3"


@pytest.mark.rule("filipinas-2.2.2-3", "filipinas-6.2-3")
def test_carrier_fighters_support_too():
    t = scene("us-movement", CARRIER, {CN: "in:us-tg-38-1"}, at(VILLAGE, JP_RI), facts=AT_SEA)
    fly(t, "fly-support", VILLAGE, CN)
    assert sent(t) == {CN: (VILLAGE, "support")}


@pytest.mark.rule("filipinas-6.3-2", "filipinas-2.2.2-8")
@pytest.mark.parametrize(
    ("piece", "able"), [(C, True), (CB, True), (BL, True), (BM, True), (BP, True), (T, False),
                        (R, False), (IN, False)],
)  # fmt: skip
def test_who_bombs(piece, able):
    t = plan("strike-field", BM if piece != BM else BL, piece, hex=CEBU)
    assert t.allows(action("fly-as-bomber", piece)) is able
    if not able:
        assert t.refuses(action("fly-as-bomber", piece)) == "filipinas-6.3-2"


@pytest.mark.rule("filipinas-2.2.2-9")
@pytest.mark.parametrize("kind", ["strike-field", "strike-troops", "strike-port", "fly-support"])
def test_reconnaissance_attacks_nothing_in_no_role(kind):
    t = plan(kind, BM, R, hex=CEBU if kind in {"strike-field", "strike-port"} else VILLAGE)
    assert t.allows(action("fly-as-bomber", BM))
    assert not t.allows(action("fly-as-bomber", R))
    assert not t.allows(action("fly-as-fighter", R))


@pytest.mark.rule("filipinas-2.2.2-9")
def test_reconnaissance_looks_below_unknown_pieces_and_nobody_meets_it():
    pieces = {R: DULAG, BM: DULAG, JP_RI: VILLAGE, "jp-3-sentai": CEBU}
    t = unseen("us-movement", pieces, unknown=[("jp", VILLAGE)], control={DULAG: "us"}, turn=1,
               dice=(6,))  # fmt: skip
    assert not t.allows(action("scout", BM, VILLAGE))
    act(t, "scout", R, VILLAGE)
    assert t.place(f"jp-incognita--{VILLAGE}x") == "gone"
    assert t.s.marked(R, "flown")
    assert sent(t) == {}
    act(t, "end-phase")
    assert "done-reacting" not in t.decision.actions, "there is nothing to intercept"


@pytest.mark.rule("filipinas-2.2.2-9")
def test_reconnaissance_on_its_field_is_attacked_like_others():
    """Five heavy bombers, die 6: the field is damaged, and who is based there takes a loss."""
    raid = ("us-5-gpo", "us-22-gpo", "us-43-gpo", "us-90-gpo", "us-307-gpo")
    t = scene("us-movement", at(DULAG, *raid), at(CEBU, "jp-2-sentai"), dice=(6,))
    fly(t, "strike-field", CEBU, *raid)
    roll_on(act(t, "end-phase"))
    assert t.s.counter("jp-2-sentai").type == "reconnaissance"
    assert t.losses("jp-2-sentai") == 1 or t.place("jp-2-sentai") == "dead"


@pytest.mark.rule("filipinas-2.2.2-1")
@pytest.mark.parametrize("how", ["escort", "support", "interceptor"])
def test_a_fighter_escorts_supports_and_intercepts(how):
    """17 Sentai (1-6-12) adds 6 to air combat, and 1 to the support of troops."""
    piece = "jp-17-sentai"
    here = at("4137", piece), at("4236", JP_RI), at("4336", RI), at(CEBU, "jp-16-sentai")
    held = {"4137": "jp"}
    if how == "interceptor":
        t = scene("us-movement", *here, at(DULAG, BM, C), control=held)
        fly(t, "strike-port", "4137", BM)
        end_march_attacked(t)
        answer(t.dice(1, 1), (piece, "4137"))
        roll_on(t)
        assert totals(t)[2] == 6
        return
    t = scene("jp-movement", *here, at(DULAG, C), control=held,
              marks={"4137": ["airfield-built"]})  # fmt: skip
    if how == "escort":
        fly(t, "strike-field", DULAG, "jp-16-sentai", escorts=(piece,))
    else:
        fly(t, "fly-support", "4336", piece)
        assert air_support(t, "4336", "jp") == (1, 0)
    assert piece in sent(t)


def end_march_attacked(t, target=VILLAGE, *pieces):
    """End the march, attack with whoever must, and go on to the answer in the air."""
    act(t, "end-phase").attack(target, *(pieces or (RI,)))
    return roll_on(t, "interception")


@pytest.mark.rule("filipinas-6.3-4")
def test_fields_are_bombed_by_the_side_whose_turn_it_is():
    """In the enemy's turn one flies against ships, or answers."""
    t = scene("us-turn-jp-air-naval-interception", CARRIER, at(CEBU, "jp-763-kokutai"),
              facts=AT_SEA)  # fmt: skip
    assert t.refuses(action("strike-field", DULAG)) == "filipinas-6.3-4"
    assert t.allows(action("strike-ships", "4639"))


@pytest.mark.rule("filipinas-6.1-3", "filipinas-6.1-22")
@pytest.mark.parametrize(
    ("piece", "able"),
    [("jp-763-kokutai", True), ("jp-201-kokutai", False), ("jp-sentai-teisin", False),
     ("jp-10-sentai", False)],
)  # fmt: skip
def test_who_flies_against_ships_in_phase_4(piece, able):
    """All classes but R, T and H; a fighter without land power escorts, and does not bomb."""
    t = scene("us-turn-jp-air-naval-interception", CARRIER, at(CEBU, piece, "jp-14-sentai"),
              facts=AT_SEA)  # fmt: skip
    act(t, "strike-ships", "4639")
    assert t.allows(action("fly-as-bomber", piece)) is able
    dives = piece not in {"jp-sentai-teisin", "jp-10-sentai"}
    assert t.allows(action("fly-as-kamikaze", piece)) is dives


@pytest.mark.rule("filipinas-6.1-4", "filipinas-6.1-19", "filipinas-6.1-22")
def test_the_answer_to_a_strike_is_fighters_alone_and_carriers_defend_themselves():
    pieces = {CN: "in:us-tg-38-1", "us-cvlg-22": "in:us-tg-38-1"}
    t = scene("us-turn-jp-air-naval-interception", CARRIER, pieces, at(CEBU, "jp-763-kokutai"),
              at(DULAG, BL, C), facts=AT_SEA, dice=(1,))  # fmt: skip
    fly(t, "strike-ships", "4639", "jp-763-kokutai")
    assert seen_missions(t, "us") == [("jp", "4639", "ship", [["medium-bomber", "bomber", 1]])]
    act(t, "done-striking")
    assert t.decision.side == "us"
    assert t.refuses(action("intercept", BL, "4639")) == "filipinas-6.1-4"
    answer(t, (C, "4639"))
    assert totals(t)[2] == 10 + 9 + 8 + 3, "a fighter, two groups aboard, and the guns of TG 38.1"
    assert t.phase != "us-turn-jp-air-naval-interception" or t.decision.side == "us"


@pytest.mark.rule("filipinas-6.1-20")
def test_who_is_only_carried_does_not_fly():
    """A group of its own rises over an attacked carrier; one that it ferries does not."""
    aboard = dict.fromkeys((CN, C), "in:us-tg-38-1")
    t = scene("us-turn-jp-air-naval-interception", CARRIER, aboard, at(CEBU, "jp-763-kokutai"),
              facts=AT_SEA, dice=(1,))  # fmt: skip
    fly(t, "strike-ships", "4639", "jp-763-kokutai")
    act(t, "done-striking")
    assert not t.allows(action("intercept", C, "4639"))
    roll_on(t)
    assert totals(t)[2] == 9 + 3


@pytest.mark.rule("filipinas-6.1-26")
def test_groups_fly_only_from_decks_at_sea():
    aboard = {CN: "in:us-tg-38-1", "us-tg-38-1": "us-fleet"}
    t = scene("us-movement", aboard, at(VILLAGE, JP_RI))
    assert t.refuses(action("fly-support", VILLAGE)) == "filipinas-6.2-1"
    t = scene("us-movement", CARRIER, {CN: "in:us-tg-38-1"}, at("2004", JP_RI), facts=AT_SEA)
    assert t.refuses(action("fly-support", "2004")) == "filipinas-2.2.2-13", "counted from its hex"


@pytest.mark.rule("filipinas-6.1-26")
@pytest.mark.parametrize("flies", [True, False])
def test_a_carrier_whose_group_flies_stays_at_sea(flies):
    t = scene("us-movement", CARRIER, {CN: "in:us-tg-38-1"}, at(VILLAGE, JP_RI), facts=AT_SEA)
    if flies:
        fly(t, "fly-support", VILLAGE, CN)
    act(t, "end-phase")
    goes = [deed for deed in t.legal() if deed.kind == "leave-sea"]
    assert bool(goes) is not flies


@pytest.mark.rule("filipinas-2.2.2-13")
@pytest.mark.parametrize(("place", "far"), [("4438", 12), ("4437", 13)])
def test_range_is_from_the_base_to_the_target(place, far):
    """Range 12 reaches a hex 12 away, and not one 13 away."""
    t = scene("jp-movement", at("4450", "jp-17-sentai"), at(place, RI))
    assert t.s.board.distance("4450", place) == far
    assert t.allows(action("fly-support", place)) is (far == 12)
    if far > 12:
        assert t.refuses(action("fly-support", place)) == "filipinas-2.2.2-13"


@pytest.mark.rule("filipinas-14.1-3", "filipinas-ex-14.1", "filipinas-14.1-1")
def test_biak_to_davao():
    """51 to hex 5463 and 11 more: a B-24 reaches 71, and so hexes within 20 of 5463."""
    t = scene("us-movement", at("biak", BP), at(DAVAO, "jp-3-sentai"), at("4349", "jp-16-sentai"))
    assert t.s.board.distance("biak", DAVAO) == 62
    assert t.allows(action("strike-field", DAVAO))
    assert t.s.rules.range_hexes(s=t.s, piece=BP, far=71) == {
        hex for hex in t.s.board.grid if t.s.board.grid.distance(hex, "5463") <= 20
    }


@pytest.mark.rule("filipinas-14.1-2")
def test_printed_numbers():
    t = scene("us-movement")
    numbers = {name: next(iter(box.links.values())) for name, box in t.s.board.boxes.items()
               if box.kind == "displaced"}  # fmt: skip
    assert numbers == {"formosa": 19, "angaur": 40, "morotai": 15, "sansapor": 37, "noemfoor": 47,
                       "biak": 51, "hollandia": 70}  # fmt: skip


@pytest.mark.rule("filipinas-6.3.1-3", "filipinas-14.1-3")
def test_displaced_fields_are_bombed_by_who_reaches_them():
    """762 Kokutai (112) reaches Morotai, whose fighters rise; 17 Sentai (12) does not."""
    t = scene("jp-movement", at(CEBU, "jp-762-kokutai", "jp-17-sentai"), at("morotai", C, BP),
              dice=(1, 6))  # fmt: skip
    act(t, "strike-field", "morotai")
    assert t.refuses(action("fly-as-bomber", "jp-17-sentai")) == "filipinas-2.2.2-13"
    act(t, "fly-as-bomber", "jp-762-kokutai").act("confirm")
    end_march(t)
    roll_on(t)
    assert totals(t)[:4] == (4, "1-10", 10, "1-10")


@pytest.mark.rule("filipinas-2.2.2-14")
def test_saiki_reaches_the_whole_board():
    t = scene("jp-movement", at("formosa", "jp-kokutai-saiki"))
    hexes = t.s.rules.range_hexes(s=t.s, piece="jp-kokutai-saiki", far=9999)
    assert set(hexes) == set(t.s.board.grid)


@pytest.mark.rule("filipinas-12.3-1", "filipinas-12.3-12")
@pytest.mark.parametrize("where", ["target", "base"])
def test_nothing_flies_in_the_monsoon(where):
    """At the base or at the target; Morotai lies in the weather of the South."""
    weather = {"central": "monsoon"} if where == "target" else {"south": "monsoon"}
    t = scene("us-movement", at("morotai", BP, "us-5-gpo"), at("4044", JP_RI), weather=weather)
    refused = t.refuses(action("strike-port", "4044"))
    assert refused == ("filipinas-12.3-1" if where == "target" else "filipinas-6.3.4-1")
    t = scene("us-movement", at("morotai", BP), at("4044", JP_RI), weather={"north": "monsoon"})
    assert t.allows(action("strike-port", "4044"))


# ------------------------------------------------------------------------------ by night


@pytest.mark.rule("filipinas-6.5-1")
@pytest.mark.parametrize(("kind", "able"), [("strike-field", True), ("fly-support", False)])
def test_only_bombing_is_done_by_night(kind, able):
    t = plan(kind, BM, hex=CEBU if able else VILLAGE)
    assert t.allows(action("fly-by-night")) is able
    if not able:
        assert t.refuses(action("fly-by-night")) == "filipinas-6.5-1"


@pytest.mark.rule("filipinas-6.5-4")
def test_nobody_intercepts_an_american_mission_by_night():
    """Not even the fighters of the bombed field."""
    t = scene("us-movement", at(DULAG, BM), at(CEBU, "jp-17-sentai"), dice=(6,))
    fly(t, "strike-field", CEBU, BM, night=True)
    act(t, "end-phase")
    roll_on(t)
    assert air_told(t) is None
    assert t.s.place_marked(CEBU, "airfield-damaged-1") or t.s.place_marked(
        CEBU, "airfield-damaged-2"
    )


@pytest.mark.rule("filipinas-2.2.2-7", "filipinas-6.1-17", "filipinas-6.1-18", "filipinas-6.5-4")
def test_the_night_interceptor_defends_alone_one_band_lower():
    """A raid on Owi by night: 481 with 8 counts in the band 11-20; other fighters stay down."""
    t = scene("jp-movement", at("2856", "jp-762-kokutai"), at("biak", IN, C), dice=(3, 6))
    fly(t, "strike-field", "biak", "jp-762-kokutai", night=True)
    end_march(t)
    roll_on(t)
    assert totals(t)[:4] == (4, "1-10", 8, "11-20")


@pytest.mark.rule("filipinas-2.2.2-7", "filipinas-6.5-4")
def test_the_night_interceptor_may_be_sent_within_ten_hexes():
    t = scene("jp-movement", at("3841", "jp-762-kokutai"), at("4437", IN, C, CB), at("4439", RI),
              dice=(3, 6))  # fmt: skip
    fly(t, "strike-troops", "4439", "jp-762-kokutai", night=True)
    act(t, "end-phase")
    roll_on(t, "interception")
    assert t.refuses(action("intercept", C, "4439")) == "filipinas-6.5-4"
    answer(t, (IN, "4439"))
    assert totals(t)[:4] == (4, "1-10", 8, "11-20")


@pytest.mark.rule("filipinas-2.2.2-7")
def test_the_night_interceptor_fights_by_day_as_well():
    t = scene("jp-movement", at("3841", "jp-762-kokutai"), at("4437", IN), at("4439", RI),
              dice=(3, 6))  # fmt: skip
    fly(t, "strike-troops", "4439", "jp-762-kokutai")
    act(t, "end-phase")
    answer(roll_on(t, "interception"), (IN, "4439"))
    assert totals(t)[:4] == (4, "1-10", 8, "1-10")


@pytest.mark.rule("filipinas-6.5-5")
def test_embarked_groups_do_not_fly_by_night():
    t = scene("us-movement", CARRIER, {CN: "in:us-tg-38-1"}, at(CEBU, "jp-3-sentai"), facts=AT_SEA)
    act(t, "strike-field", CEBU).act("fly-as-bomber", CN)
    assert t.refuses(action("fly-by-night")) == "filipinas-6.5-5"


@pytest.mark.rule("filipinas-6.5-6")
@pytest.mark.parametrize(("place", "able"), [("4639", False), ("4538", True)])
def test_ships_are_bombed_by_night_only_next_to_a_coast(place, able):
    force = {**CARRIER, "us-task-force-a": place}
    t = scene("us-turn-jp-air-naval-interception", force, at(CEBU, "jp-763-kokutai"), facts=AT_SEA)
    act(t, "strike-ships", place).act("fly-as-bomber", "jp-763-kokutai")
    assert t.allows(action("fly-by-night")) is able
    if not able:
        assert t.refuses(action("fly-by-night")) == "filipinas-6.5-6"


@pytest.mark.rule("filipinas-6.5-8")
def test_nobody_dives_by_night():
    force = {**CARRIER, "us-task-force-a": "4538"}
    t = scene("us-turn-jp-air-naval-interception", force, at(CEBU, "jp-763-kokutai"), facts=AT_SEA)
    act(t, "strike-ships", "4538").act("fly-as-kamikaze", "jp-763-kokutai")
    assert t.refuses(action("fly-by-night")) == "filipinas-6.5-8"


@pytest.mark.rule("filipinas-6.5-9")
def test_by_night_the_guns_of_ships_count_in_full():
    """And of all fighters only an interceptor of the night joins."""
    force = {**CARRIER, "us-task-force-a": "4538", "us-den-1": "in:us-task-force-a"}
    t = scene("us-turn-jp-air-naval-interception", force, {CN: "in:us-tg-38-1"}, at(DULAG, C),
              at(CEBU, "jp-763-kokutai"), facts=AT_SEA, dice=(1,))  # fmt: skip
    fly(t, "strike-ships", "4538", "jp-763-kokutai", night=True)
    act(t, "done-striking")
    guns = sum(t.s.value(ship, "combat") for ship in ("us-tg-38-1", "us-den-1"))
    assert totals(t)[2] == guns
    assert air_told(t)["air_combat"]["defenders"] == ()


@pytest.mark.rule("filipinas-6.3.3-1")
def test_guns_of_ships_count_up_to_35():
    ships = ["us-den-1", "us-den-2", "us-den-3", "us-den-4", "us-den-5"]
    force = {**CARRIER, **dict.fromkeys(ships, "in:us-task-force-a")}
    t = scene("us-turn-jp-air-naval-interception", force, {CN: "in:us-tg-38-1"},
              at(CEBU, "jp-763-kokutai"), facts=AT_SEA, dice=(1,))  # fmt: skip
    assert sum(t.s.value(ship, "combat") for ship in ships) >= 35
    fly(t, "strike-ships", "4639", "jp-763-kokutai")
    act(t, "done-striking")
    roll_on(t)
    assert totals(t)[2:4] == (35 + 9, "41-50")


@pytest.mark.rule("filipinas-6.3.3-9")
def test_only_detected_forces_are_struck():
    hidden = {"forces-us": {"us-task-force-a": {"handle": 1}}}
    t = scene("jp-movement", CARRIER, at(CEBU, "jp-763-kokutai"), facts=hidden)
    assert t.refuses(action("strike-ships", "4639")) == "filipinas-6.3.3-9"
    t = scene("jp-movement", CARRIER, at(CEBU, "jp-763-kokutai"), facts=AT_SEA)
    assert t.allows(action("strike-ships", "4639"))


@pytest.mark.rule("filipinas-6.8-1", "filipinas-6.8-9", "filipinas-6.8-2")
def test_only_japanese_dive_twice_as_far_as_their_range():
    t = scene("jp-movement", CARRIER, at("4349", "jp-17-sentai", "jp-sentai-teisin"), facts=AT_SEA)
    far = t.s.board.distance("4349", "4639")
    assert far <= 24
    act(t, "strike-ships", "4639")
    assert t.allows(action("fly-as-kamikaze", "jp-17-sentai"))
    assert t.allows(action("fly-as-kamikaze", "jp-sentai-teisin")), "any class in phase 5"
    waters = sorted(h for h in t.s.board.grid if t.s.board.terrain_at(h) == "sea")
    for away, may in ((24, True), (25, False)):
        there = next(h for h in waters if t.s.board.distance("4349", h) == away)
        carrier = {**CARRIER, "us-task-force-a": there}
        t = scene("jp-movement", carrier, at("4349", "jp-17-sentai"), facts=AT_SEA)
        assert t.allows(action("strike-ships", there)) is may, "12 goes to 24, and no further"
    enemy = {"jp-task-force-a": "4239", "jp-comb-1": "in:jp-task-force-a"}
    seen = {"forces-jp": {"jp-task-force-a": {"handle": 1, "detected": True}}}
    t = scene("us-movement", enemy, at(DULAG, C), facts=seen)
    act(t, "strike-ships", "4239")
    assert t.refuses(action("fly-as-kamikaze", C)) == "filipinas-6.8-1"


@pytest.mark.rule("filipinas-2.2.2-15")
def test_land_power_supports_and_air_power_fights():
    t = scene("us-movement", at(VILLAGE, JP_RI), at("4336", RI), at(DULAG, CB, "us-8-gpo"),
              at(CEBU, "jp-17-sentai"))  # fmt: skip
    fly(t, "fly-support", VILLAGE, CB)
    end_march_attacked(t)
    answer(t, support=[("jp-17-sentai", VILLAGE)])
    assert air_support(t, VILLAGE) == (2, 1)
    act(t.dice(1), "done-reacting")
    assert totals(t)[:3:2] == (9, 6)


@pytest.mark.rule("filipinas-6.2-5")
def test_support_needs_an_attack_of_troops():
    """Aircraft alone do no more than bomb; who was sent to support comes home."""
    t = scene("us-movement", at(VILLAGE, JP_RI), at(DULAG, CB))
    fly(t, "fly-support", VILLAGE, CB)
    act(t, "end-phase")
    roll_on(t)
    assert t.losses(JP_RI) == 0
    assert t.place(CB) == DULAG


@pytest.mark.rule("filipinas-6.6.2-8")
def test_aircraft_come_home_after_a_mission():
    t = scene("us-movement", at("morotai", BP), at(CEBU, "jp-3-sentai"), dice=(3,))
    fly(t, "strike-field", CEBU, BP)
    act(t, "end-phase")
    roll_on(t)
    assert t.place(BP) == "morotai"
    assert sent(t) == {}


@pytest.mark.rule("filipinas-2.2.2-5", "filipinas-6.2-4")
def test_a_naval_bomber_flies_from_a_carrier_and_supports_a_defence():
    """634 Kokutai from a Japanese carrier division, as a light bomber would."""
    force = {"jp-task-force-a": "4239", "jp-dpa-4": "in:jp-task-force-a",
             "jp-634-kokutai": "in:jp-dpa-4"}  # fmt: skip
    seen = {"forces-jp": {"jp-task-force-a": {"handle": 1}}}
    t = scene("us-movement", force, at("4336", RI), at(VILLAGE, JP_RI), facts=seen)
    end_march_attacked(t)
    assert t.allows(action("defend-as-bomber", "jp-634-kokutai", VILLAGE))


@pytest.mark.rule("filipinas-2.2.2-16", "filipinas-ex-2.2.2")
def test_a_loss_shows_the_reverse_and_never_changes_the_range():
    """17 Sentai: 1-6-12, and 0-3-12."""
    sentai = scene("us-movement").s.module.counters["jp-17-sentai"]
    values = [[sentai.value(name, losses=n) for name in ("land", "air", "range")] for n in (0, 1)]
    assert values == [[1, 6, 12], [0, 3, 12]]
    counters = scene("us-movement").s.module.counters.values()
    assert all(c.value("range", losses=1) == c.value("range", losses=0)
               for c in counters if "air" in c.tags)  # fmt: skip


@pytest.mark.rule("filipinas-2.2.2-12")
def test_how_air_units_are_named():
    counters = scene("us-movement").s.module.counters.values()
    japanese = [c for c in counters if "air" in c.tags and c.side == "jp"]
    assert japanese
    assert all((c.model or "").startswith("Ki-") is ("sentai" in c.id) for c in japanese
               if c.id != "jp-kokutai-saiki")  # fmt: skip
    assert all(("sentai" in c.id) is not ("kokutai" in c.id) for c in japanese)


@pytest.mark.rule("filipinas-6.2-5")
def test_nobody_supports_the_defence_of_a_hex_that_is_not_attacked():
    pieces = [at("4336", RI), at(VILLAGE, JP_RI), at("4137", "jp-20-ri")]
    t = scene("us-movement", *pieces, at(CEBU, "jp-3-sentai"))
    act(t, "end-phase").attack(VILLAGE, RI)
    assert t.allows(action("defend-as-bomber", "jp-3-sentai", VILLAGE))
    assert t.refuses(action("defend-as-bomber", "jp-3-sentai", "4137")) == "filipinas-6.2-5"
