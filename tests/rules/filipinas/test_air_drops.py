"""Section 4.2.3: drops of airborne units, by day and by night, beside enemies and onto them."""

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
    losses,
    roll_on,
    scene,
    seen_missions,
    words,
)
from tabuleiro.testing import action

PARA, GLIDER, TANKS = "us-503-rpqd", "us-511-rplan", "us-20-gpo-bldo"
T, T2, RI, JP_RI, FIGHTER = "us-317-gpo", "us-374-gpo", "us-19-ri", "jp-9-ri", "jp-1-sentai"
CITY, OPEN, FOREST, CEBU = "4755", "4136", "4235", "3841"
BASE = at(DULAG, PARA, T)


def drop(piece, place, transport=T, *, night=False):
    return action("drop-unit", piece, transport, place, night)


def dropping(place, *more, night=False, dice=(), piece=PARA, attack=(), **about):
    """A drop is ordered, everybody else does nothing, and it comes down."""
    t = scene("us-movement", BASE if piece == PARA else at(DULAG, piece, T), *more, dice=dice,
              **about)  # fmt: skip
    t.do(drop(piece, place, night=night))
    act(t, "end-phase")
    for target, who in attack:
        t.attack(target, who)
    return roll_on(t)


@pytest.mark.rule("filipinas-4.2.3-1")
@pytest.mark.parametrize("piece", [PARA, GLIDER])
def test_unit_and_transport_are_on_one_airfield(piece):
    t = scene("us-movement", at(DULAG, piece, RI), at("4437", T))
    assert t.refuses(drop(piece, OPEN)) == "filipinas-4.2.3-1"
    t = scene("us-movement", at(DULAG, piece, RI, T))
    assert t.allows(drop(piece, OPEN))
    assert t.refuses(drop(RI, OPEN)) == "filipinas-4.2.3-1", "no airborne unit"
    t = scene("us-movement", at("4439", piece, T))
    assert t.refuses(drop(piece, OPEN)) in {"filipinas-4.2.3-1", "filipinas-4.1.1-3"}


@pytest.mark.rule("filipinas-4.2.3-2")
def test_one_transport_takes_one_unit():
    t = scene("us-movement", at(DULAG, PARA, GLIDER, T, T2))
    t.do(drop(PARA, OPEN))
    assert t.refuses(drop(GLIDER, OPEN)) == "filipinas-6.1-21"
    t.do(drop(GLIDER, OPEN, T2))


@pytest.mark.rule("filipinas-4.2.3-3")
@pytest.mark.parametrize(
    ("place", "able"),
    [(OPEN, True), ("4439", True), (CITY, True), (FOREST, False), ("4337", False)],
)  # fmt: skip
def test_on_which_ground_one_drops(place, able):
    t = scene("us-movement", BASE)
    assert t.allows(drop(PARA, place)) is able
    if not able:
        assert t.refuses(drop(PARA, place)) == "filipinas-4.2.3-3"


@pytest.mark.rule("filipinas-4.2.3-3")
@pytest.mark.parametrize(("far", "able"), [(54, True), (55, False)])
def test_drops_are_within_the_range_of_the_transport(far, able):
    place = DULAG
    t = scene("us-movement", BASE)
    board = t.s.board
    start = next(h for h in board.grid if board.distance(h, "2709") == far
                 and board.terrain_at(h) != "sea")  # fmt: skip
    t = scene("us-movement", at(start, PARA, T), control={start: "us"},
              marks={start: ["airfield-built"]})  # fmt: skip
    assert t.allows(drop(PARA, "2709")) is able
    if not able:
        assert t.refuses(drop(PARA, "2709")) == "filipinas-2.2.2-13"
    assert place


@pytest.mark.rule("filipinas-4.2.3-16")
def test_nobody_drops_on_displaced_fields():
    t = scene("jp-movement", at("2222", "jp-3-rpqd", "jp-sentai-teisin"))
    deed = drop("jp-3-rpqd", "morotai", "jp-sentai-teisin")
    assert t.refuses(deed) == "filipinas-4.2.3-16"


@pytest.mark.rule("filipinas-12.2-3", "filipinas-12.3-3")
@pytest.mark.parametrize(("kind", "rule"), [("bad", "12.2-3"), ("monsoon", "12.3-3")])
def test_nobody_drops_in_foul_weather(kind, rule):
    t = scene("us-movement", BASE, weather={"north": kind})
    assert t.refuses(drop(PARA, "2709")) == f"filipinas-{rule}"


@pytest.mark.rule("filipinas-4.2.3-7", "filipinas-4.2.3-9")
@pytest.mark.parametrize(("die", "lost"), [(3, 1), (4, 0)])
def test_by_night_an_odd_die_costs_a_loss(die, lost):
    t = dropping(OPEN, night=True, dice=(die,))
    assert t.place(PARA) == OPEN
    assert losses(t, PARA) == [lost]


@pytest.mark.rule("filipinas-4.2.3-7", "filipinas-4.2.3-11", "filipinas-4.2.3-17")
def test_by_day_a_unit_lands_intact_in_phase_7():
    t = scene("us-movement", BASE)
    t.do(drop(PARA, OPEN))
    assert t.place(PARA) == DULAG, "it flies in phase 7"
    act(t, "end-phase")
    roll_on(t)
    assert t.place(PARA) == OPEN
    assert losses(t, PARA) == [0]


@pytest.mark.rule("filipinas-4.2.3-11", "filipinas-4.2.6-4", "filipinas-4.2.3-17")
@pytest.mark.parametrize(("die", "hit"), [(1, 1), (3, 2)])
def test_interceptors_of_the_transport_hit_the_unit_as_well(die, hit):
    """A flipped transport flips it; a destroyed one takes it along."""
    t = scene("us-movement", BASE, at(CEBU, *([FIGHTER, "jp-11-sentai", "jp-22-sentai"])),
              dice=(die,))  # fmt: skip
    t.do(drop(PARA, OPEN))
    act(t, "end-phase")
    answer(t, *((p, OPEN) for p in (FIGHTER, "jp-11-sentai", "jp-22-sentai")))
    roll_on(t)
    assert air_told(t)["code"] == {1: "0-1", 3: "1-2"}[die]
    assert losses(t, T, PARA) == [hit, hit]


@pytest.mark.rule("filipinas-4.2.3-8")
def test_an_american_drop_by_night_is_not_intercepted():
    t = scene("us-movement", BASE, at(CEBU, FIGHTER), dice=(2,))
    t.do(drop(PARA, OPEN, night=True))
    act(t, "end-phase")
    assert t.phase != "us-turn-jp-air-interception"
    assert air_told(t) is None
    t = scene("jp-movement", at(CEBU, "jp-3-rpqd", "jp-sentai-teisin"), at(DULAG, "us-481-gpo"),
              dice=(1,))  # fmt: skip
    t.do(drop("jp-3-rpqd", "4336", "jp-sentai-teisin", night=True))
    act(t, "end-phase")
    answer(t, ("us-481-gpo", "4336"))
    assert air_told(t) is not None, "the interceptor of the night may"


@pytest.mark.rule("filipinas-4.2.3-4")
def test_who_dropped_alone_stays_until_it_has_met_friends():
    isolated = {PARA: {"place": OPEN, "marks": ["isolated"]}}
    t = scene("us-movement", isolated)
    assert t.reach(PARA) == set()
    assert t.refuses(t.move(PARA, "4236")) == "filipinas-4.2.3-4"
    t = scene("us-movement", isolated, {GLIDER: {"place": "4236", "marks": ["isolated"]}})
    assert t.reach(PARA) == set(), "another that is as lost as it"
    t = scene("us-movement", isolated, at("4236", RI))
    assert t.reach(PARA)
    act(t, "end-phase")
    assert not t.s.marked(PARA, "isolated")


@pytest.mark.rule("filipinas-4.2.3-6", "filipinas-4.2.3-17")
def test_a_drop_on_enemies_is_an_attack_without_terrain_or_aircraft():
    """On a city: no two columns; neither side is supported from the air."""
    t = scene("us-movement", BASE, at("2856", "jp-54-bgda-mista"), at("2260", "jp-31-sentai"),
              at("4437", "us-8-gpo"))  # fmt: skip
    t.do(drop(PARA, "2856"))
    assert t.refuses(action("fly-support", "2856")) == "filipinas-4.2.3-6"
    t.dice(3, 3)
    act(t, "end-phase")
    roll_on(t)
    odds = t.told()["odds"]
    assert odds["base_label"] == odds["column_label"]
    assert air_support(t, "2856") == (0, 0)


@pytest.mark.rule("filipinas-4.2.3-6")
def test_the_defender_is_not_supported_either():
    t = scene("us-movement", BASE, at("4236", JP_RI), at(CEBU, FIGHTER))
    t.do(drop(PARA, "4236"))
    end_march(t)
    assert t.refuses(action("defend-as-bomber", FIGHTER, "4236")) != ""
    assert t.allows(action("intercept", FIGHTER, "4236"))


@pytest.mark.rule("filipinas-4.2.3-10")
@pytest.mark.parametrize(("night", "column"), [(False, "1-1"), (True, "3-2")])
def test_a_drop_by_night_gains_a_column(night, column):
    """3 against 3: 1-1, one column to the right for the surprise."""
    t = dropping("4236", at("4236", JP_RI), night=night, dice=((2,) if night else ()) + (3, 4))
    assert t.told()["odds"]["base_label"] == "1-1"
    assert t.told()["odds"]["column_label"] == column


def settle(t):
    """The Japanese choose the first thing that they can."""
    while t.phase == "us-combat" and t.decision.side == "jp":
        t.do(t.legal()[0])
    return t


def two_drop(place, *more, dice, column="2-1", **about):
    """Two units, 6 in all, drop on a Japanese regiment of 3: the column 2-1, as a rule."""
    t = scene("us-movement", at(DULAG, PARA, GLIDER, T, T2), at(place, JP_RI), *more, dice=dice,
              **about)  # fmt: skip
    t.do(drop(PARA, place), drop(GLIDER, place, T2))
    act(t, "end-phase")
    roll_on(t)
    assert t.told()["odds"]["column_label"] == column
    return t


@pytest.mark.rule("filipinas-4.2.3-12")
def test_they_stay_if_the_defender_is_forced_to_retreat():
    t = settle(two_drop("4236", at("4436", RI), dice=(1, 1)))
    assert t.told()["code"] == "D2 A0"
    assert t.place(JP_RI) != "4236"
    assert {t.place(PARA), t.place(GLIDER)} == {"4236"}


@pytest.mark.rule("filipinas-4.2.3-12", "filipinas-4.2.3-13")
def test_who_chooses_a_loss_was_not_forced_back():
    """Then both take a loss and fall back two hexes towards their friends, disengaged."""
    t = two_drop("4236", at("4436", RI), dice=(4, 6))
    assert t.told()["code"] == "D1 A0"
    t.lose(JP_RI)
    assert t.place(JP_RI) == "4236"
    moved = []
    while t.top == "drop-held":
        (piece,), grid, ways = t.decision.pieces, t.s.board.grid, t.decision.hexes
        assert all(grid.distance(hex, "4236") == 2 for hex in ways)
        assert moved or all(grid.distance(hex, "4436") < 2 for hex in ways)
        assert t.refuses(action("drop-back", piece, "4336")) == "filipinas-4.2.3-13"
        act(t, "drop-back", piece, ways[-1])
        moved.append(piece)
    assert moved
    assert losses(t, PARA, GLIDER) == [1, 1]
    assert not {t.place(PARA), t.place(GLIDER)} & {"4236", *t.s.board.grid.neighbours("4236")}


@pytest.mark.rule("filipinas-4.2.3-13")
def test_who_cannot_fall_back_is_destroyed():
    """Round Corregidor there is sea alone."""
    t = two_drop("1922", at("4437", RI), dice=(4, 6), column="3-2")
    assert losses(t, JP_RI, PARA, GLIDER) == [1, 2, 2]


@pytest.mark.rule("filipinas-4.2.3-14")
@pytest.mark.parametrize("night", [True, False])
def test_by_night_the_aircraft_of_the_field_are_destroyed(night):
    t = dropping("4450", at("4450", "jp-3-sentai", "jp-16-sentai"), night=night, dice=(2,))
    act(t, "spare-airfield") if "spare-airfield" in t.decision.actions else None
    if night:
        assert losses(t, "jp-3-sentai", "jp-16-sentai") == [2, 2]
    else:
        assert t.decision.actions == ("emergency-transfer",)
        assert losses(t, "jp-3-sentai", "jp-16-sentai") == [0, 0]


@pytest.mark.rule("filipinas-4.2.3-15")
@pytest.mark.parametrize("wreck", [True, False])
def test_who_drops_on_an_enemy_field_may_damage_it(wreck):
    t = scene("us-movement", BASE)
    t.do(drop(PARA, "4450"))
    act(t, "end-phase")
    assert t.decision.actions == ("wreck-airfield", "spare-airfield")
    act(t, "wreck-airfield" if wreck else "spare-airfield")
    assert t.s.place_marked("4450", "airfield-damaged-2") is wreck


@pytest.mark.rule("filipinas-4.2.3-18")
def test_a_drop_and_an_attack_from_next_door_are_one_combat_with_terrain():
    t = scene("us-movement", BASE, at("4755", JP_RI), at("4754", RI), control={"4754": "us"},
              dice=(3, 4))  # fmt: skip
    t.do(drop(PARA, "4755"))
    act(t, "end-phase").attack("4755", RI)
    roll_on(t)
    odds = t.told()["odds"]
    assert odds["attack"] == 3 + 3, "one attack"
    assert [shift["columns"] for shift in odds["shifts"] if shift["favours"] == "defender"] == [2]


@pytest.mark.rule("filipinas-4.2.3-19")
@pytest.mark.parametrize("joins", [True, False])
def test_who_drops_beside_enemies_may_join_an_announced_attack(joins):
    t = scene("us-movement", BASE, at("4236", JP_RI), at("4336", RI), dice=(3, 4))
    t.do(drop(PARA, OPEN))
    act(t, "end-phase").attack("4236", RI)
    while "join-attack" not in t.decision.actions:
        t.act("done-reacting")
    act(t, "join-attack", PARA, "4236") if joins else None
    act(t, "stand-aside") if "stand-aside" in t.decision.actions else None
    roll_on(t)
    assert t.told()["odds"]["attack"] == (6 if joins else 3)


@pytest.mark.rule("filipinas-4.2.3-19")
def test_without_an_announced_attack_nobody_fights():
    t = dropping(OPEN, at("4236", JP_RI))
    assert t.place(PARA) == OPEN
    assert losses(t, PARA, JP_RI) == [0, 0]


@pytest.mark.rule("filipinas-4.2.3-17")
def test_nobody_else_knows_who_drops():
    t = scene("us-movement", BASE, at("4236", JP_RI))
    t.do(drop(PARA, OPEN, night=True))
    assert seen_missions(t, "jp") == [("us", OPEN, "carry", [["transport-aircraft", "bomber", 1]])]
    assert t.s.counter(PARA).name["en"] not in " ".join(words(t, "jp"))
    assert t.refuses(t.move(PARA, "4439")) == "filipinas-4.2.6-3", "it waits for its flight"


def test_fighters_guard_transports():
    t = scene("us-movement", BASE, at("4437", "us-348-gpo-p51"), at(CEBU, FIGHTER), dice=(1,))
    t.do(drop(PARA, OPEN))
    fly(t, "guard-transports", OPEN, escorts=("us-348-gpo-p51",))
    act(t, "end-phase")
    answer(t, (FIGHTER, OPEN))
    assert air_told(t)["air_combat"]["attack"] == 13


@pytest.mark.rule("filipinas-4.2.3-5")
def test_supplied_in_the_turn_of_the_drop_and_by_air_alone_later():
    t = scene("us-movement", at("morotai", T), {PARA: {"place": OPEN, "marks": ["dropped"]}},
              turn=3, control={OPEN: "us"})  # fmt: skip
    act(t, "end-phase")
    assert not t.s.marked(PARA, "out-of-supply")
    t = scene("us-movement", at("morotai", T), at(OPEN, PARA), turn=4, control={OPEN: "us"})
    act(t, "end-phase")
    assert t.s.marked(PARA, "out-of-supply")
    t = scene("us-movement", at("morotai", T), at(OPEN, PARA), turn=4, control={OPEN: "us"})
    act(t, "supply-flight", OPEN, T).act("end-phase")
    assert not t.s.marked(PARA, "out-of-supply")
