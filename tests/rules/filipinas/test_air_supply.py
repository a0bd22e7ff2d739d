"""Sections 6.4, 6.5-7: supply by air, together with the allotment of points."""

import pytest

from filipinas_air import DULAG, act, answer, at, fly, losses, roll_on, scene
from tabuleiro.testing import action

T, T2, JP_T, FIGHTERS = "us-317-gpo", "us-374-gpo", "jp-sentai-teisin", (
    "jp-1-sentai", "jp-11-sentai", "jp-22-sentai",
)  # fmt: skip
UNITS = ("us-19-ri", "us-21-ri", "us-34-ri", "us-17-ri")
HUNGRY = "out-of-supply"


def fed(t, *pieces):
    """Which of these pieces are supplied, once the side has looked."""
    return [not t.s.marked(piece, HUNGRY) for piece in pieces]


def flown(place, *units, transports=(T,), base="morotai", night=False, dice=(), turn=3, **about):
    """A supply flight from a displaced field, with the march ended."""
    t = scene("us-movement", at(base, *transports), at(place, *units), turn=turn, dice=dice,
              control={place: "us"}, **about)  # fmt: skip
    for transport in transports:
        act(t, "supply-flight", place, transport, night)
    return act(t, "end-phase")


@pytest.mark.rule("filipinas-6.4-1", "filipinas-10.2-3")
def test_a_transport_feeds_three_units():
    t = flown(DULAG, *UNITS)
    assert set(t.decision.pieces) == set(UNITS), "one of four goes without, as their owner says"
    act(t, "go-without", UNITS[0])
    assert fed(t, *UNITS) == [False, True, True, True]


@pytest.mark.rule("filipinas-6.4-2")
@pytest.mark.parametrize(("place", "reached"), [("4439", True), ("4337", False)])
def test_a_line_leads_from_the_field_to_the_unit(place, reached):
    """Not into a mountain with forest without a road; there a flight reaches the very hex."""
    t = scene("us-movement", at("morotai", T), at(place, UNITS[0]), at(DULAG, UNITS[1]), turn=3)
    act(t, "supply-flight", DULAG, T).act("end-phase")
    assert fed(t, UNITS[0]) == [reached]
    t = flown(place, UNITS[0])
    assert fed(t, UNITS[0]) == [True]


@pytest.mark.rule("filipinas-6.4-4")
def test_it_is_repeated_every_turn():
    t = flown(DULAG, UNITS[0], turn=5)
    assert fed(t, UNITS[0]) == [True]
    t = scene("us-movement", at("morotai", T), at(DULAG, UNITS[0]), turn=6)
    act(t, "end-phase")
    assert fed(t, UNITS[0]) == [False]


@pytest.mark.rule("filipinas-6.4-3", "filipinas-6.4-6", "filipinas-10.3-6")
def test_the_base_must_have_what_the_flight_takes_along():
    """A field without supply sends none; a displaced one, and one by a Japanese city, always."""
    t = scene("us-movement", at(DULAG, T), at("4337", UNITS[0]), turn=3)
    assert not t.allows(action("supply-flight", "4337", T))
    t = scene("us-movement", at("morotai", T), at("4337", UNITS[0]), turn=3)
    assert t.allows(action("supply-flight", "4337", T))
    t = scene("jp-movement", at("3841", JP_T), at("4337", "jp-9-ri"), turn=3)
    assert t.allows(action("supply-flight", "4337", JP_T))


@pytest.mark.rule("filipinas-6.4-6")
@pytest.mark.parametrize(("brought", "able"), [(2, True), (1, False)])
def test_three_points_beside_its_own(brought, able):
    """What another flight brings to the base is taken along from there: 4 points are wanted."""
    carriers = ("us-374-gpo", "us-403-gpo")[:brought]
    t = scene("us-movement", at("morotai", *carriers), at(DULAG, T), at("4337", UNITS[0]), turn=3)
    for transport in carriers:
        act(t, "supply-flight", DULAG, transport)
    assert t.allows(action("supply-flight", "4337", T)) is able


@pytest.mark.rule("filipinas-6.5-7", "filipinas-10.3-5", "filipinas-10.3-9")
@pytest.mark.parametrize(("die", "found"), [(4, False), (5, True), (6, True)])
def test_by_night_supplies_are_found_with_5_or_6(die, found):
    t = flown("4337", *UNITS[:3], night=True, dice=(die,))
    assert fed(t, *UNITS[:3]) == [found] * 3


@pytest.mark.rule("filipinas-10.3-9", "filipinas-6.4-1")
@pytest.mark.parametrize(("die", "hit", "found"), [(1, 1, True), (3, 2, False)])
def test_a_transport_shot_down_feeds_nobody(die, hit, found):
    """A flipped one still feeds three."""
    t = scene("us-movement", at("morotai", T), at(DULAG, *UNITS[:3]), at("3841", *FIGHTERS),
              turn=3, dice=(die,))  # fmt: skip
    act(t, "supply-flight", DULAG, T).act("end-phase")
    answer(t, *((piece, DULAG) for piece in FIGHTERS))
    roll_on(t)
    assert losses(t, T) == [hit]
    assert fed(t, *UNITS[:3]) == [found] * 3


def a_turn_later(units, *flights, night=False, dice=(6, 3, 4, 3, 4, 3, 4)):
    """The next phase 5a for reduced units in places, fed by transports that flew to others."""
    hurt = {piece: {"place": place, "losses": 1} for piece, place in units.items()}
    transports = (transport for transport, _place in flights)
    t = scene(
        "us-movement", at("morotai", *transports), hurt, turn=3, dice=dice, tracks={"us-land.us": 5}
    )
    end_of_5a(t)
    for transport, to in flights:
        act(t, "supply-flight", to, transport, night)
    act(t, "end-phase")
    for _ in range(60):
        if t.phase == "us-movement" and t.s.turn == 4:
            break
        ends = ("end-phase", "done-reacting", "done-striking", "done-arriving", "go-without")
        t.do(t.legal(next(kind for kind in ends if kind in t.decision.actions))[0])
    assert fed(t, *units) == [True] * len(units)
    return t


def restorable(t):
    return {deed.piece for deed in t.legal("restore-unit")}


@pytest.mark.rule("filipinas-6.4-5", "filipinas-8.0-11")
def test_replacements_come_with_flights_that_land_by_day():
    """One for each transport; who is linked to the field gets them as well as who stands on it."""
    there = {UNITS[0]: DULAG, UNITS[1]: "4439"}
    t = a_turn_later(there, (T, DULAG))
    assert restorable(t) == {*there}
    t.act("restore-unit", UNITS[1])
    assert restorable(t) == set(), "one unit for each transport"


@pytest.mark.rule("filipinas-8.0-11")
def test_two_transports_bring_replacements_for_two_units():
    there = dict.fromkeys(UNITS, DULAG)
    t = a_turn_later(there, (T, DULAG), (T2, DULAG))
    t.act("restore-unit", UNITS[0])
    left = restorable(t)
    assert 0 < len(left) < len(UNITS) - 1, "the other transport feeds three at most"
    t.act("restore-unit", min(left))
    assert restorable(t) == set()


@pytest.mark.rule("filipinas-6.4-5", "filipinas-8.0-11")
@pytest.mark.parametrize(
    ("transport", "place", "night"),
    [(T, DULAG, True), (T, "4337", False), ("us-vpb-28", DULAG, False)],
)
def test_what_is_only_dropped_feeds_and_replaces_nobody(transport, place, night):
    """In the night, where there is no field, and from a flying boat, which lands on none."""
    t = a_turn_later({UNITS[0]: place}, (transport, place), night=night)
    assert restorable(t) == set()


def end_of_5a(t):
    """Nobody is restored now."""
    while "restore-unit" in t.decision.actions:
        act(t, "end-phase")
    return t


@pytest.mark.rule("filipinas-10.3-4")
def test_aircraft_without_supply_fly_nothing_and_answer_nobody_but_move_on():
    """In the turn of others the marker counts, in one's own what can still be promised."""
    marked = {"jp-3-sentai": {"place": "3841", "marks": [HUNGRY]}}
    t = scene("us-movement", at(DULAG, "us-38-gpo"), marked, at("3841", "jp-17-sentai"))
    fly(t, "strike-field", "3841", "us-38-gpo")
    act(t, "end-phase")
    assert t.refuses(action("intercept", "jp-3-sentai", "3841")) == "filipinas-10.3-4"
    assert t.allows(action("intercept", "jp-17-sentai", "3841"))
    t = scene("us-movement", at(DULAG, "us-348-gpo-p47"), at("morotai", "us-38-gpo"),
              at("3841", "jp-17-sentai"), turn=3)  # fmt: skip
    assert t.allows(action("change-base", "us-348-gpo-p47", "4437"))
    act(t, "strike-field", "3841")
    assert t.refuses(action("fly-as-bomber", "us-348-gpo-p47")) == "filipinas-10.3-8"
    assert t.allows(action("fly-as-bomber", "us-38-gpo"))
