"""Sections 4.2.6, 6.4, 6.5-3, 6.5-7, 6.7-1: troops and supplies by air."""

import pytest

from filipinas_air import (
    DULAG,
    act,
    air_told,
    answer,
    at,
    losses,
    roll_on,
    scene,
    seen_missions,
    words,
)
from tabuleiro.testing import action

T, T2, RI, RI2, TANKS, GUNS = ("us-317-gpo", "us-374-gpo", "us-19-ri", "us-21-ri",
                               "us-20-gpo-bldo", "us-art-x")  # fmt: skip
FAR, JP_RI, FIGHTER, CEBU = "4533", "jp-9-ri", "jp-1-sentai", "3841"
TACLOBAN = "4437"


def lift(piece, place, transport=T, **more):
    return action("lift-unit", piece, transport, place, **more)


@pytest.mark.rule("filipinas-4.2.6-1")
@pytest.mark.parametrize(
    ("piece", "able"),
    [(RI, True), (TANKS, False), (GUNS, False), ("us-932-eng-av", False),
     ("us-32-bgda-aa", False), ("us-6-rangers", True)],
)  # fmt: skip
def test_who_is_carried_by_air(piece, able):
    t = scene("us-movement", at(DULAG, piece, T))
    assert t.allows(lift(piece, TACLOBAN)) is able
    if not able:
        assert t.refuses(lift(piece, TACLOBAN)) == "filipinas-4.2.6-1"


@pytest.mark.rule("filipinas-4.2.6-1")
def test_one_transport_carries_one_unit_within_its_range():
    t = scene("us-movement", at(DULAG, RI, RI2, T), control={"2004": "us"})
    assert t.s.board.distance(DULAG, "2004") <= 54
    far = next(h for h in ("2503", "2004", "2607") if t.s.board.distance(DULAG, h) <= 54)
    assert far
    t.do(lift(RI, TACLOBAN))
    assert t.refuses(lift(RI2, TACLOBAN)) == "filipinas-6.1-21"
    t = scene("jp-movement", at("3953", "jp-20-ri", "jp-sentai-teisin"))
    distant = [h for h in ("2004", "2503") if t.s.board.distance("3953", h) > 62]
    for place in distant:
        assert t.refuses(lift("jp-20-ri", place, "jp-sentai-teisin")) == "filipinas-2.2.2-13"


@pytest.mark.rule("filipinas-4.2.6-1")
def test_a_garrison_does_not_leave_its_island():
    piece = "jp-guarnicao-cebu"
    t = scene("jp-movement", at(CEBU, piece, "jp-sentai-teisin"))
    assert t.refuses(lift(piece, "3339", "jp-sentai-teisin")) == "filipinas-4.2.6-1"


@pytest.mark.rule("filipinas-6.7-1")
@pytest.mark.parametrize("where", ["start", "goal"])
def test_troops_are_loaded_and_unloaded_on_airfields(where):
    if where == "start":
        t = scene("us-movement", at("4439", RI), at(DULAG, T))
        assert t.refuses(lift(RI, TACLOBAN)) == "filipinas-6.7-1"
    else:
        t = scene("us-movement", at(DULAG, RI, T))
        assert t.refuses(lift(RI, "4336")) == "filipinas-6.7-1"


@pytest.mark.rule("filipinas-4.2.6-2", "filipinas-4.2.6-3")
def test_it_is_ordered_in_phase_5_and_arrives_in_phase_7():
    t = scene("us-movement", at("4439", RI), at(DULAG, T))
    t.go(RI, DULAG)
    t.do(lift(RI, TACLOBAN))
    assert t.place(RI) == DULAG
    assert t.refuses(t.move(RI, "4439")) == "filipinas-4.2.6-3"
    act(t, "end-phase")
    roll_on(t)
    assert t.place(RI) == TACLOBAN
    assert t.place(T) == DULAG, "the transport is home again"
    t = scene("us-turn-jp-air-naval-interception", at(CEBU, "jp-sentai-teisin", JP_RI))
    assert t.phase != "us-turn-jp-air-naval-interception" or t.refuses(
        lift(JP_RI, "3339", "jp-sentai-teisin")
    )


@pytest.mark.rule("filipinas-4.2.6-4")
@pytest.mark.parametrize(("die", "hit"), [(1, 1), (3, 2)])
def test_losses_of_the_transport_are_losses_of_the_unit(die, hit):
    fighters = (FIGHTER, "jp-11-sentai", "jp-22-sentai")
    t = scene("us-movement", at(DULAG, RI, T), at(CEBU, *fighters), dice=(die,))
    t.do(lift(RI, TACLOBAN))
    act(t, "end-phase")
    answer(t, *((piece, TACLOBAN) for piece in fighters))
    roll_on(t)
    assert air_told(t)["code"] == {1: "0-1", 3: "1-2"}[die]
    assert losses(t, T, RI) == [hit, hit]


@pytest.mark.rule("filipinas-6.5-3")
def test_nobody_lands_by_night():
    t = scene("us-movement", at(DULAG, RI, T))
    assert t.refuses(lift(RI, TACLOBAN, night=True)) == "filipinas-6.5-3"
    assert t.allows(action("supply-flight", DULAG, T, True)), "supplies are dropped"


@pytest.mark.rule("filipinas-2.2.2-10", "filipinas-2.2.2-11")
def test_a_flying_boat_brings_supplies_and_no_troops():
    t = scene("us-movement", at("4538", "us-vpb-28"), at("4336", RI), at(DULAG, RI2))
    assert t.allows(action("supply-flight", "4336", "us-vpb-28"))
    assert t.refuses(lift(RI2, TACLOBAN, "us-vpb-28")) == "filipinas-6.7-1"


@pytest.mark.rule("filipinas-6.4-2")
def test_where_supplies_are_flown():
    """To an own field, or to the very hex of a unit."""
    t = scene("us-movement", at(DULAG, T), at("4337", RI))
    assert t.allows(action("supply-flight", "4337", T)), "a mountain without a road"
    assert t.allows(action("supply-flight", TACLOBAN, T))
    assert t.refuses(action("supply-flight", "4136", T)) == "filipinas-6.4-2"


@pytest.mark.rule("filipinas-6.4-3")
def test_a_transport_with_supplies_flies_nothing_else():
    t = scene("us-movement", at(DULAG, T, RI), at("4337", RI2))
    act(t, "supply-flight", "4337", T)
    assert t.refuses(lift(RI, TACLOBAN)) == "filipinas-6.1-21"


@pytest.mark.rule("filipinas-6.5-7", "filipinas-10.3-5")
@pytest.mark.parametrize(("die", "found"), [(4, False), (5, True), (6, True)])
def test_by_night_supplies_are_found_with_5_or_6(die, found):
    t = scene("us-movement", at(DULAG, T), at("4337", RI), dice=(die,))
    act(t, "supply-flight", "4337", T, True)
    act(t, "end-phase")
    roll_on(t)
    told = " ".join(words(t))
    assert ("Supplies reach" in told) is found


@pytest.mark.rule("filipinas-4.2.6-2")
def test_what_a_transport_carries_nobody_else_knows():
    t = scene("us-movement", at(DULAG, RI, T, T2), at("4337", RI2), at("4236", JP_RI))
    t.do(lift(RI, TACLOBAN))
    act(t, "supply-flight", "4337", T2)
    errands = {errand for _side, _hex, errand, _flights in seen_missions(t, "jp")}
    assert errands == {"carry"}
    told = " ".join(words(t, "jp"))
    assert t.s.counter(RI).name["en"] not in told
    assert t.s.counter(T).name["en"] not in told
