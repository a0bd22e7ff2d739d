"""Sections 6.7, 6.3.4-2 to -5: airfields and ports are built, repaired, demolished."""

import pytest

from filipinas_air import DULAG, act, at, roll_on, scene
from tabuleiro.testing import action

ENGINEERS, COMBAT, RI, JP_RI = "us-932-eng-av", "us-1118-eng-comb", "us-19-ri", "jp-9-ri"
OPEN, FOREST, VILLAGE = "4336", "4235", "4439"
BUILT, FIRST, SECOND = "airfield-built", "airfield-damaged-2", "airfield-damaged-1"


def stood(piece, place, turn):
    """The fact that engineers stand in a hex since a turn."""
    return {"engineers-since": {piece: [place, turn]}}


def to_phase(t, phase, turn=None):
    """Everybody does nothing until a phase asks."""
    for _ in range(80):
        if t.phase == phase and turn in {None, t.s.turn}:
            return t
        kinds = ("end-phase", "done-reacting", "done-striking", "done-arriving", "stand-aside")
        t.act(next(kind for kind in kinds if kind in t.decision.actions))
    raise AssertionError(f"never came to {phase}: {t.decision}")


@pytest.mark.rule("filipinas-6.7.1-1", "filipinas-6.7.1-3")
def test_engineers_that_stood_a_turn_build_an_airfield_for_use_at_once():
    t = scene("us-movement", at(OPEN, ENGINEERS), at(DULAG, "us-348-gpo-p47", "us-8-gpo"),
              control={OPEN: "us"})  # fmt: skip
    assert t.refuses(action("build-field", ENGINEERS)) == "filipinas-6.7.1-1"
    to_phase(act(t, "end-phase"), "us-movement", 2)
    act(t, "build-field", ENGINEERS).act("change-base", "us-348-gpo-p47", OPEN)
    assert t.place("us-348-gpo-p47") == OPEN
    t.go(ENGINEERS, "4436")
    assert t.s.place_marked(OPEN, BUILT), "it stays when they march off"
    assert t.refuses(action("build-field", ENGINEERS)) == "filipinas-6.7.1-1"


@pytest.mark.rule("filipinas-6.7.1-1")
@pytest.mark.parametrize(("place", "able"), [(OPEN, True), (VILLAGE, True), (FOREST, False)])
def test_where_an_airfield_is_built(place, able):
    t = scene("us-movement", at(place, ENGINEERS), facts=stood(ENGINEERS, place, 2), turn=3)
    assert t.allows(action("build-field", ENGINEERS)) is able
    if not able:
        assert t.refuses(action("build-field", ENGINEERS)) == "filipinas-6.7.1-1"


@pytest.mark.rule("filipinas-6.7.1-1")
def test_who_marched_in_between_begins_anew():
    t = scene("us-movement", at(OPEN, ENGINEERS), facts=stood(ENGINEERS, VILLAGE, 2), turn=3)
    assert t.refuses(action("build-field", ENGINEERS)) == "filipinas-6.7.1-1"


@pytest.mark.rule("filipinas-6.7.1-2")
@pytest.mark.parametrize("lost", [0, 1])
def test_one_intact_unit_is_enough(lost):
    pieces = {ENGINEERS: {"place": OPEN, "losses": lost}}
    t = scene("us-movement", pieces, facts=stood(ENGINEERS, OPEN, 2), turn=3)
    assert t.allows(action("build-field", ENGINEERS)) is not lost
    if lost:
        assert t.refuses(action("build-field", ENGINEERS)) == "filipinas-6.7.1-2"


@pytest.mark.rule("filipinas-6.7.1-1")
def test_combat_engineers_build_none():
    t = scene("us-movement", at(OPEN, COMBAT), facts=stood(COMBAT, OPEN, 2), turn=3)
    assert t.refuses(action("build-field", COMBAT)) == "filipinas-6.7.1-1"


@pytest.mark.rule("filipinas-6.7.1-3")
def test_a_built_airfield_holds_three():
    t = scene("us-movement", at(OPEN, "us-8-gpo", "us-18-gpo"), at(DULAG, "us-49-gpo", "us-58-gpo"),
              marks={OPEN: [BUILT]}, control={OPEN: "us"})  # fmt: skip
    act(t, "change-base", "us-49-gpo", OPEN)
    assert t.refuses(action("change-base", "us-58-gpo", OPEN)) == "filipinas-4.1.1-4"


@pytest.mark.rule("filipinas-6.7.1-6", "filipinas-12.3-10")
def test_nothing_is_built_in_the_monsoon():
    t = scene("us-movement", at(OPEN, ENGINEERS), facts=stood(ENGINEERS, OPEN, 2), turn=3,
              weather={"central": "monsoon"})  # fmt: skip
    assert t.refuses(action("build-field", ENGINEERS)) == "filipinas-6.7.1-6"


@pytest.mark.rule("filipinas-6.7.1-5", "filipinas-3.0-16")
def test_japanese_demolish_an_airfield_when_their_moves_are_over():
    """One that troops of theirs occupy, and no air base."""
    t = scene("jp-movement", at("4349", JP_RI), at("2222", "jp-20-ri"))
    assert t.refuses(action("demolish-field", "2222")) == "filipinas-6.7.1-5"
    assert t.refuses(action("demolish-field", "4450")) == "filipinas-6.7.1-5"
    act(t, "demolish-field", "4349")
    assert not t.s.place_marked("4349", FIRST), "not before"
    assert "demolitions" not in t.game.belief("us").s.position.facts
    act(t, "end-phase")
    assert t.s.position.marks["4349"] == (FIRST,)
    t = scene("us-movement", at(DULAG, RI))
    assert t.refuses(action("demolish-field", DULAG)) == "filipinas-6.7.1-5", "Americans do not"


@pytest.mark.rule("filipinas-6.7.1-5")
def test_an_order_to_demolish_is_taken_back_or_lapses():
    t = scene("jp-movement", at("4349", JP_RI), at("4450", "jp-20-ri"))
    assert t.refuses(action("spare-site", "4349")) == "filipinas-6.7.1-5", "nothing is ordered"
    act(t, "demolish-field", "4349")
    assert t.refuses(action("demolish-field", "4349")) == "filipinas-6.7.1-5", "it is ordered"
    t.act("spare-site", "4349")
    act(t, "demolish-field", "4450").do(t.legal("move", piece="jp-20-ri")[0])
    act(t, "end-phase")
    assert not {"4349", "4450"} & t.s.position.marks.keys()


@pytest.mark.rule("filipinas-6.7.2-1")
def test_a_japanese_field_mends_in_two_turns():
    """Damaged in us phase 7 of turn 5: (1) at the end of jp phase 5 of turn 5, whole in turn 7."""
    t = scene("us-movement", at("morotai", "us-5-gpo", "us-22-gpo"), at("4349", JP_RI), turn=5,
              dice=(6,))  # fmt: skip
    act(t, "strike-field", "4349").act("fly-as-bomber", "us-5-gpo").act("confirm")
    act(t, "end-phase")
    to_phase(t, "jp-movement", 5)
    assert t.s.place_marked("4349", FIRST)
    marks = []
    for turn in (5, 6, 7):
        to_phase(t, "jp-movement", turn)
        t.dice(*([3, 4] * 4))
        act(t, "end-phase")
        marks.append({FIRST, SECOND} & set(t.s.position.marks.get("4349", ())))
    assert marks == [{SECOND}, {SECOND}, set()]


@pytest.mark.rule("filipinas-6.7.2-1")
def test_an_american_field_mends_in_two_turns():
    """Damaged in jp phase 7 of turn 5: (1) at the end of us phase 5 of turn 6, whole in turn 7."""
    t = scene("us-movement", at(DULAG, RI), turn=6, marks={DULAG: [FIRST]},
              facts={"fields-damaged": {DULAG: 5}})  # fmt: skip
    act(t, "end-phase")
    assert t.s.place_marked(DULAG, SECOND)
    t = scene("us-movement", at(DULAG, RI), turn=7, marks={DULAG: [SECOND]},
              facts={"fields-damaged": {DULAG: 5}})  # fmt: skip
    act(t, "end-phase")
    assert not t.s.position.marks.get(DULAG)


@pytest.mark.rule("filipinas-6.7.2-1")
def test_the_holder_may_leave_it_damaged():
    t = scene("us-movement", at(DULAG, RI), turn=6, marks={DULAG: [FIRST]},
              facts={"fields-damaged": {DULAG: 5}})  # fmt: skip
    act(t, "leave-damaged", DULAG).act("end-phase")
    assert t.s.place_marked(DULAG, FIRST)


@pytest.mark.rule("filipinas-6.7.2-2")
@pytest.mark.parametrize(("since", "whole"), [(6, True), (None, False)])
def test_construction_engineers_repair_in_the_turn_after_their_arrival(since, whole):
    facts = {"fields-damaged": {DULAG: 5}, **(stood(ENGINEERS, DULAG, since) if since else {})}
    t = scene("us-reinforcement", at(DULAG, ENGINEERS), turn=7, marks={DULAG: [SECOND]},
              facts=facts)  # fmt: skip
    assert (SECOND not in t.s.position.marks.get(DULAG, ())) is whole


@pytest.mark.rule("filipinas-6.7.2-3", "filipinas-12.3-10")
def test_nothing_is_repaired_in_the_monsoon():
    t = scene("us-movement", at(DULAG, RI), turn=6, marks={DULAG: [FIRST]},
              facts={"fields-damaged": {DULAG: 5}}, weather={"central": "monsoon"})  # fmt: skip
    act(t, "end-phase")
    assert t.s.place_marked(DULAG, FIRST)
    t = scene("us-reinforcement", at(DULAG, ENGINEERS), turn=7, marks={DULAG: [SECOND]},
              weather={"central": "monsoon"},
              facts={"fields-damaged": {DULAG: 5}, **stood(ENGINEERS, DULAG, 6)})  # fmt: skip
    assert t.s.place_marked(DULAG, SECOND)


# ------------------------------------------------------------------------------ ports

ORMOC = "4137"


@pytest.mark.rule("filipinas-6.3.4-2")
def test_a_damaged_port_works_again_in_the_attackers_next_naval_phase():
    t = scene("us-movement", at(DULAG, "us-5-gpo", "us-22-gpo", "us-43-gpo", "us-90-gpo"),
              dice=(6,))  # fmt: skip
    act(t, "strike-port", ORMOC)
    for piece in ("us-5-gpo", "us-22-gpo", "us-43-gpo", "us-90-gpo"):
        act(t, "fly-as-bomber", piece)
    act(t, "confirm").act("end-phase")
    to_phase(t, "jp-movement")
    assert t.s.place_marked(ORMOC, "port-damaged"), "not a port in the Japanese turn"
    t.dice(*([3, 4] * 4))
    to_phase(t, "us-movement", 2)
    assert not t.s.place_marked(ORMOC, "port-damaged")


@pytest.mark.rule("filipinas-6.3.4-4")
@pytest.mark.parametrize("piece", [COMBAT, ENGINEERS])
@pytest.mark.parametrize(("turn", "works"), [(9, False), (10, True)])
def test_engineers_repair_a_destroyed_port_in_two_turns(piece, turn, works):
    """Arrival in turn 8: usable in turn 10."""
    t = scene("us-reinforcement", at("4437", piece), turn=turn, marks={"4437": ["port-destroyed"]},
              facts=stood(piece, "4437", 8))  # fmt: skip
    assert t.s.place_marked("4437", "port-destroyed") is not works


@pytest.mark.rule("filipinas-6.3.4-5")
def test_a_side_destroys_a_port_that_its_troops_occupy():
    t = scene("jp-movement", at(ORMOC, JP_RI))
    assert t.refuses(action("demolish-port", "4044")) == "filipinas-6.3.4-5"
    act(t, "demolish-port", ORMOC)
    assert not t.s.place_marked(ORMOC, "port-destroyed")
    act(t, "end-phase")
    assert t.s.place_marked(ORMOC, "port-destroyed")
    t = scene("us-movement", at("4437", RI))
    assert t.allows(action("demolish-port", "4437")), "either side may"


def test_nobody_is_asked_for_works_that_need_no_choice():
    t = scene("us-movement", at(DULAG, RI))
    act(t, "end-phase")
    assert roll_on(t).phase.startswith("jp-")
