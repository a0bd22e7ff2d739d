"""Sections 4.2.6 and 6.5: troops and supplies by air."""

import pytest

from asking import supplied
from papua_scenes import (
    DOBODURA,
    JACKSON,
    LAE,
    MILNE,
    TOWNSVILLE,
    airwar,
    at,
    hurt,
    on_to,
    told_air,
)
from tabuleiro.testing import action

DAKOTA, DAKOTA2, ANSON = "us-ts-6", "us-ts-21", "au-raaf-33"
ZERO = "jp-tainan-1"
JAPANESE = ("jp-144-1", "jp-144-2", "jp-144-3", "jp-41-1", "jp-41-2", "jp-41-3")
WAU, ROUGH, ROUGH2, ROUGH3 = "0206", "0407", "0412", "0509"
"""The airfield of Wau; trackless mountains, which no supply line reaches."""


def state(t, *pieces):
    """The losses of pieces; 2 if they are destroyed."""
    return [2 if t.place(p) == "dead" else t.losses(p) for p in pieces]


# ------------------------------------------------------------------------------ troops


@pytest.mark.rule("papua-4.2.6-2", "papua-4.2.6-1", "papua-6.5-2")
def test_a_transport_flies_a_battalion_to_another_airfield():
    t = airwar("allied", at(JACKSON, DAKOTA, "au-49"))
    t.do(action("airlift", "au-49", DAKOTA, WAU))
    assert t.place("au-49") == JACKSON, "it flies in the combat phase"
    t.end()
    assert (t.place("au-49"), t.place(DAKOTA)) == (WAU, JACKSON)


@pytest.mark.rule("papua-6.5-3", "papua-4.2.6-2")
def test_nobody_is_flown_to_an_airfield_in_the_phase_of_its_capture():
    t = airwar("japanese", at("1213", "jp-39-1"), at("2603", "jp-25ku-1", "jp-41-1"))
    t.go("jp-39-1", "1214", DOBODURA)
    flights = {a.hex for a in t.legal("airlift")}
    assert LAE in flights
    assert DOBODURA not in flights
    assert t.refuses(action("airlift", "jp-41-1", "jp-25ku-1", DOBODURA)) == "papua-6.5-3"
    on_to(t.end(), "japanese-movement").do(action("airlift", "jp-41-1", "jp-25ku-1", DOBODURA))


@pytest.mark.rule("papua-6.5-3", "papua-4.2.6-3")
def test_no_supplies_land_on_an_airfield_in_the_phase_of_its_capture():
    t = airwar("japanese", at("1213", "jp-39-1"), at("2603", "jp-25ku-1"))
    t.go("jp-39-1", "1214", DOBODURA).go("jp-39-1", "1214")
    assert t.refuses(action("fly-supplies", "jp-39-1", "jp-25ku-1", DOBODURA)) == "papua-6.5-3"
    t.do(action("fly-supplies", "jp-39-1", "jp-25ku-1", "1214"))  # dropped, not landed
    on_to(t.end(), "japanese-movement")
    assert t.allows(action("fly-supplies", "jp-39-1", "jp-25ku-1", DOBODURA))


@pytest.mark.rule("papua-6.5-3", "papua-7.1-12")
def test_supplies_for_the_captors_are_dropped_not_landed():
    t = airwar("japanese", at("1213", "jp-39-1"), at("2603", "jp-25ku-1"))
    t.go("jp-39-1", "1214", DOBODURA)
    t.do(action("fly-supplies", "jp-39-1", "jp-25ku-1", DOBODURA)).end()
    on_to(t, "allied-movement")
    facts = t.s.position.facts["air-supply"]
    assert [how["landed"] for day in facts.values() for how in day.values()] == [""]


CARRIED = {
    "us-126-1": True, "au-9": True, "au-cav-2-7": True, "us-eng-116": True, "us-eng-43-1": True,
    "jp-para-1": True, "jp-kure-3": True, "jp-39-1": True,
    "au-art-2-4": False, "jp-art-14-1": False, "jp-artm-55-1": False,
}  # fmt: skip


@pytest.mark.rule("papua-4.2.6-2")
@pytest.mark.parametrize(("passenger", "can"), CARRIED.items())
def test_who_can_be_carried(passenger, can):
    allied = not passenger.startswith("jp")
    base, pilot, to = (JACKSON, DAKOTA, WAU) if allied else ("2603", "jp-25ku-1", LAE)
    t = airwar("allied" if allied else "japanese", at(base, pilot, passenger))
    if can:
        t.do(action("airlift", passenger, pilot, to)).end()
        assert t.place(passenger) == to
    else:
        assert t.refuses(action("airlift", passenger, pilot, to)) == "papua-4.2.6-2"


@pytest.mark.rule("papua-4.2.1-6")
def test_nobody_flies_where_he_may_never_be():
    t = airwar("allied", at(JACKSON, DAKOTA, "us-eng-96-1", "us-eng-46-1"))
    assert t.refuses(action("airlift", "us-eng-96-1", DAKOTA, TOWNSVILLE)) == "papua-4.2.1-6"
    assert t.allows(action("airlift", "us-eng-96-1", DAKOTA, WAU))
    assert t.allows(action("airlift", "us-eng-46-1", DAKOTA, TOWNSVILLE))


@pytest.mark.rule("papua-4.2.6-2")
def test_one_unit_in_one_transport():
    t = airwar("allied", at(JACKSON, DAKOTA, "au-49", "au-53"))
    t.do(action("airlift", "au-49", DAKOTA, WAU))
    assert t.refuses(action("airlift", "au-53", DAKOTA, WAU)) == "papua-6.1-19"
    t = airwar("allied", at(JACKSON, DAKOTA, DAKOTA2, "au-49", "au-53"))
    t.do(action("airlift", "au-49", DAKOTA, WAU))
    assert t.refuses(action("airlift", "au-49", DAKOTA2, MILNE)) == "papua-4.2.6-2"
    t.do(action("airlift", "au-53", DAKOTA2, WAU)).end()
    assert {"au-49", "au-53"} <= t.at(WAU)


@pytest.mark.rule("papua-4.2.6-2", "papua-6.5-2")
def test_from_the_airfield_of_the_transport_to_an_airfield_in_range():
    t = airwar(
        "allied", at(JACKSON, DAKOTA, "au-49"), at("0717", "au-53"), at(MILNE, ANSON, "au-39")
    )
    assert t.refuses(action("airlift", "au-53", DAKOTA, WAU)) == "papua-4.2.6-2"
    assert t.refuses(action("airlift", "au-49", DAKOTA, "0814")) == "papua-6.5-2", "no airfield"
    assert t.refuses(action("airlift", "au-49", DAKOTA, LAE)) == "papua-6.5-2", "the enemy's"
    t = airwar("allied", at("0928", ANSON, DAKOTA, "au-49"))
    assert t.refuses(action("airlift", "au-49", ANSON, JACKSON)) == "papua-2.2.2-2"  # 72 with 42
    assert t.allows(action("airlift", "au-49", DAKOTA, JACKSON))  # with 80


@pytest.mark.rule("papua-4.2.6-2")
def test_a_passenger_neither_walks_before_nor_after():
    t = airwar("allied", at(JACKSON, DAKOTA, "au-49"), at("0717", "au-53"))
    t.go("au-53", JACKSON)
    assert t.refuses(action("airlift", "au-53", DAKOTA, WAU)) == "papua-4.2.6-2"
    t.do(action("airlift", "au-49", DAKOTA, WAU))
    assert t.reach("au-49") == frozenset()
    assert t.refuses(t.move("au-49", "0717")) == "papua-4.2.6-2"
    t.do(action("call-back", DAKOTA)).go("au-49", "0717")


@pytest.mark.rule("papua-4.2.6-4")
def test_passengers_lose_with_their_transport():
    crew = at(JACKSON, DAKOTA, "au-49"), at(LAE, ZERO)
    t = airwar("allied", *crew, dice=(5,))
    t.do(action("airlift", "au-49", DAKOTA, WAU)).end().do(
        action("intercept", ZERO, WAU), action("done-reacting")
    )
    assert told_air(t)["losses"] == {"allied": 1, "japanese": 0}
    assert state(t, DAKOTA, "au-49") == [1, 1]
    assert t.place("au-49") == WAU, "the survivors land"


@pytest.mark.rule("papua-4.2.6-4")
def test_passengers_lose_a_step_for_each_of_the_transport():
    # three Zeros against one Dakota: 1-10 against 21-30, die 3: 1-2
    zeros = at(LAE, ZERO, "jp-tainan-2", "jp-tainan-3")
    t = airwar("allied", at(JACKSON, DAKOTA, "au-49"), zeros, dice=(3,))
    t.do(action("airlift", "au-49", DAKOTA, WAU)).end()
    t.do(*(action("intercept", p, WAU) for p in zeros), action("done-reacting"))
    assert state(t, DAKOTA, "au-49") == [2, 2]
    t = airwar("allied", hurt(JACKSON, DAKOTA), at(JACKSON, "au-49"), zeros, dice=(3,))
    t.do(action("airlift", "au-49", DAKOTA, WAU)).end()
    t.do(*(action("intercept", p, WAU) for p in zeros), action("done-reacting"))
    assert state(t, DAKOTA, "au-49") == [2, 1], "one step was left"
    assert t.place("au-49") == JACKSON


@pytest.mark.rule("papua-4.2.6-4")
def test_whom_a_transport_supplies_is_not_on_board():
    t = airwar("allied", at(JACKSON, DAKOTA), at(ROUGH, "au-49"), at(LAE, ZERO), dice=(5,))
    t.do(action("fly-supplies", "au-49", DAKOTA, ROUGH)).end().do(
        action("intercept", ZERO, ROUGH), action("done-reacting")
    )
    assert state(t, DAKOTA, "au-49") == [1, 0]


def test_who_finds_no_room_comes_back():
    six = [f"us-eng-{n}" for n in ("43-1", "43-2", "46-1", "46-2")] + ["au-39", "au-53"]
    t = airwar("allied", at(JACKSON, DAKOTA, "au-49"), at(WAU, *six[:5]), at("0207", six[5]))
    t.do(action("airlift", "au-49", DAKOTA, WAU)).go("au-53", WAU).end()
    assert t.place("au-49") == JACKSON


# ---------------------------------------------------------------------------- supplies


def test_whom_a_transport_supplies_can_move():
    t = airwar("allied", at(JACKSON, DAKOTA), at(ROUGH, "au-49"))
    t.do(action("fly-supplies", "au-49", DAKOTA, ROUGH))
    assert t.reach("au-49")


def test_who_moves_away_does_not_get_them():
    t = airwar("allied", at(JACKSON, DAKOTA), at(ROUGH, "au-49"))
    t.do(action("fly-supplies", "au-49", DAKOTA, ROUGH))
    t.go("au-49", "0408")  # as trackless as before
    on_to(t, "japanese-movement")
    assert not supplied(t.s, "au-49")


@pytest.mark.rule("papua-4.2.6-3")
def test_each_transport_supplies_one_unit_without_a_line():
    t = airwar("allied", at(JACKSON, DAKOTA, DAKOTA2), at(ROUGH, "au-49"), at(ROUGH2, "au-53"),
               at(ROUGH3, "au-art-14"), at("0717", "au-39"))  # fmt: skip
    assert t.refuses(action("fly-supplies", "au-39", DAKOTA, "0717")) == "papua-4.2.6-3", (
        "it has a line"
    )
    t.do(
        action("fly-supplies", "au-49", DAKOTA, ROUGH),
        action("fly-supplies", "au-art-14", DAKOTA2, ROUGH3),
    )
    assert t.refuses(action("fly-supplies", "au-53", DAKOTA, ROUGH2)) == "papua-6.1-19"
    on_to(t, "japanese-movement")
    assert [supplied(t.s, p) for p in ("au-49", "au-53", "au-art-14")] == [True, False, True]


@pytest.mark.rule("papua-4.2.6-3")
def test_one_unit_is_supplied_by_one_transport():
    t = airwar("allied", at(JACKSON, DAKOTA, DAKOTA2), at(ROUGH, "au-49"))
    t.do(action("fly-supplies", "au-49", DAKOTA, ROUGH))
    assert t.refuses(action("fly-supplies", "au-49", DAKOTA2, ROUGH)) == "papua-4.2.6-3"


@pytest.mark.rule("papua-9.0-15")
def test_supplies_can_be_landed_where_a_line_leads_on():
    enemies = zip(("1213", "1313", "1315", "1215", "1114", "1113"), JAPANESE, strict=True)
    t = airwar("allied", at(JACKSON, DAKOTA), at("1214", "au-49"), at(DOBODURA, "au-39"),
               {piece: hex for hex, piece in enemies})  # fmt: skip
    here = [a.hex for a in t.legal("fly-supplies") if a.piece == "au-49"]
    assert set(here) >= {"1214", DOBODURA}
    assert t.refuses(action("fly-supplies", "au-49", DAKOTA, WAU)) == "papua-4.2.6-3", (
        "no way from there"
    )
    t.do(action("fly-supplies", "au-49", DAKOTA, DOBODURA))
    on_to(t, "japanese-movement")
    assert supplied(t.s, "au-49")


@pytest.mark.rule("papua-9.0-16")
@pytest.mark.parametrize(("die", "found"), [(4, False), (5, True), (6, True)])
def test_a_die_for_supplies_by_night(die, found):
    t = airwar("allied", at(JACKSON, DAKOTA), at(ROUGH, "au-49"), at(LAE, ZERO), dice=(die,))
    t.do(action("drop-supplies", "au-49", DAKOTA))
    on_to(t, "japanese-movement")
    assert supplied(t.s, "au-49") is found
