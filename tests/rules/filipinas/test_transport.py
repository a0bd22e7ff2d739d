"""Capacity of transports: units times hexes, boarding, several transports, losses (7.2, 11.1-5)."""

import pytest

from filipinas_scenes import A, fleet, form, us, voyage
from tabuleiro.engine import events as ev
from tabuleiro.engine.change import Change
from tabuleiro.engine.dice import Throws
from tabuleiro.testing import action
from tabuleiro_filipinas.cargo import POINT, capacity_left, passage
from tabuleiro_filipinas.naval_phase import UnderWay
from tabuleiro_filipinas.naval_reckoning import targets
from tabuleiro_filipinas.sea_lanes import landing_ground, touching
from tabuleiro_filipinas.ship_losses import hit_ship
from tabuleiro_filipinas.voyages import halting_waters

C90, C50, C30 = "us-comb-6", "us-comb-20", "us-comb-30"
RI = ("us-19-ri", "us-21-ri", "us-34-ri")
DDD = "us-ddd-23"


def naval(*ships, box=(), **position):
    pieces = {**fleet("us", *ships), **dict.fromkeys(box, "army-6")}
    return us("naval-movement", pieces, **position)


def left(t, ship):
    return capacity_left(t.s, ship) / POINT


def open_way(length):
    """A way along the eastern edge and back: any length, never near a coast."""
    there = [f"55{n:02d}" for n in range(1, 64)]
    back = [f"54{n:02d}" for n in range(63, 0, -1)]
    return tuple([*there, *back][:length])


def sails(t, length):
    return t.allows(action("sail-force", A, open_way(length)))


@pytest.mark.rule("filipinas-ex-7.2")
@pytest.mark.rule("filipinas-7.2-1")
def test_ninety_points_carry_three_units_thirty_hexes_or_two_units_forty_five():
    t = form(naval(C90, box=RI), C90, cargo=dict.fromkeys(RI, C90))
    assert sails(t, 30)
    assert t.refuses(action("sail-force", A, open_way(31))) == "filipinas-7.2-1"
    t = form(naval(C90, box=RI), C90, cargo=dict.fromkeys(RI[:2], C90))
    assert sails(t, 45)
    assert t.refuses(action("sail-force", A, open_way(46))) == "filipinas-7.2-1"
    t.do(action("sail-force", A, open_way(45)))
    assert left(t, C90) == 0


def beside(place, *ships, units=(), **more):
    """A force that has stopped off a coast of its own, with units ashore or aboard."""
    pieces = {A: place, **dict.fromkeys(ships, f"in:{A}"), **dict(units)}
    facts = {"forces-us": {A: {"handle": 1, "route": [place], "stops": [place]}}, "appeared-us": 1}
    t = us("naval-movement", pieces, facts={**facts, **more.pop("facts", {})}, **more)
    t.game.test([ev.Pushed((UnderWay("us", A),))], {"type": "under-way"})
    return t


OURS = {"control": {"4438": "us", "4440": "us", "4437": "us", "4439": "us"}}


@pytest.mark.rule("filipinas-7.2-2")
def test_boarding_and_unloading_cost_a_point_each():
    ashore = {RI[0]: "4438", RI[1]: "4438"}
    t = beside("4538", C30, units=ashore, **OURS)
    for unit in RI[:2]:
        t.act("take-aboard", unit, C30)
    assert left(t, C30) == 28
    out = next(leg.path for leg in t.legal("sail-force") if len(leg.path) == 5)
    ten = (*out, *reversed(out[:-1]), "4538")
    t.do(action("sail-force", A, ten))
    assert left(t, C30) == 8
    for unit in RI[:2]:
        t.act("put-down", unit, "4438")
    assert left(t, C30) == 6


@pytest.mark.rule("filipinas-7.2-4")
def test_an_empty_approach_costs_nothing():
    t = form(naval(C90), C90)
    t.do(action("sail-force", A, open_way(40)))
    assert left(t, C90) == 90


@pytest.mark.rule("filipinas-7.2-6")
@pytest.mark.rule("filipinas-7.2-8")
def test_a_unit_of_a_box_is_aboard_already_and_counts_from_the_entry_hex():
    t = form(naval(C50, box=RI), C50, cargo={RI[0]: C50})
    assert left(t, C50) == 50
    t.do(action("sail-force", A, ("5540", "5440")))
    assert left(t, C50) == 48


@pytest.mark.rule("filipinas-7.2-7")
def test_unloading_in_a_port_of_its_own_costs_the_ship_nothing():
    port = "4437"  # Tacloban
    t = beside("4537", C50, units={RI[0]: port}, **OURS)
    t.act("take-aboard", RI[0], C50)
    assert left(t, C50) == 49
    t.act("put-down", RI[0], port)
    assert left(t, C50) == 49


@pytest.mark.rule("filipinas-7.2-9")
def test_destroyers_carry_by_their_value_and_no_armour():
    tank = "us-20-gpo-bldo"
    t = naval(DDD, C30, box=(RI[0], tank))
    form(t, DDD, C30, cargo={RI[0]: DDD})
    assert t.refuses(action("take-aboard", tank, DDD)) == "filipinas-7.2-9"
    assert t.allows(action("take-aboard", tank, C30))
    assert sails(t, 10)
    assert t.refuses(action("sail-force", A, open_way(11))) == "filipinas-7.2-1"


@pytest.mark.rule("filipinas-7.2-11")
def test_capacity_is_used_leg_by_leg():
    """Two regiments ten hexes, one lands at a beach, the other goes on for twelve and lands."""
    t = naval(C50, box=RI[:2])
    form(t, C50, cargo=dict.fromkeys(RI[:2], C50))

    def leg(length):
        for one in t.legal("sail-force"):
            if len(one.path) == length and beaches(t, one.path[-1]):
                return one
        raise AssertionError(length)

    for length, unit in ((10, RI[0]), (12, RI[1])):
        t.do(leg(length)).act("make-stop")
        t.act("put-down", unit, beaches(t, t.place(A))[0])
    assert left(t, C50) == 50 - 34


def beaches(t, water):
    """Open beaches beside a sea hex where nobody stops a force."""
    halted = halting_waters(t.s, "us")
    barred = t.s.board.regions["borneo"].hexes
    found = [h for h in touching(t.s, water) if landing_ground(t.s, h) and h not in barred]
    return found if water not in halted else []


@pytest.mark.rule("filipinas-11.1-5")
def test_rangers_weigh_half():
    rangers = "us-6-rangers"
    t = form(naval(C30, box=(rangers, RI[0])), C30, cargo={rangers: C30})
    assert sails(t, 60)
    assert not sails(t, 61)
    t.act("take-aboard", RI[0], C30)
    assert sails(t, 20)
    assert not sails(t, 21)


@pytest.mark.rule("filipinas-12.3-6")
def test_in_monsoon_a_hex_costs_one_and_a_half():
    storm = {"weather": dict.fromkeys(("north", "central", "south"), "monsoon")}
    t = form(naval(C90, box=RI, facts=storm), C90, cargo={RI[0]: C90})
    assert sails(t, 60)
    assert t.refuses(action("sail-force", A, open_way(61))) == "filipinas-7.2-1"
    assert len(voyage(t, "4942").path) <= 60


@pytest.mark.rule("filipinas-12.2-6")
def test_bad_weather_leaves_ships_alone():
    rain = {"weather": dict.fromkeys(("north", "central", "south"), "bad")}
    t = form(naval(C90, box=RI, facts=rain), C90, cargo=dict.fromkeys(RI, C90))
    assert sails(t, 30)
    assert not sails(t, 31)


def struck(t, ship, times=1):
    """Hit a ship so many times, as whoever shoots at it does."""
    change = Change(t.s, Throws("x", 0))
    for _hit in range(times):
        hit_ship(change, ship, "filipinas-7.1.2-10")
    t.game.test(change.events, {"type": "hit"})
    return t


@pytest.mark.rule("filipinas-8.0-1")
@pytest.mark.rule("filipinas-7.2-3")
def test_who_is_aboard_shares_the_losses_of_a_ship():
    t = form(naval(C90, box=RI), C90, cargo=dict.fromkeys(RI[:2], C90))
    t.do(action("sail-force", A, open_way(2)))
    struck(t, C90)
    assert [t.losses(one) for one in (C90, *RI[:2])] == [1, 1, 1]
    struck(t, C90)
    assert {t.place(one) for one in (C90, *RI[:2])} == {"dead"}
    assert t.place(A) == "us-fleet"


@pytest.mark.rule("filipinas-7.3-6")
def test_the_smallest_convoy_is_hit_first():
    t = naval("us-comb-20", "us-comb-14", DDD)
    small, large = sorted(("us-comb-20", "us-comb-14"), key=lambda c: t.s.value(c, "transport"))
    assert t.s.value(small, "transport") < t.s.value(large, "transport")
    assert targets(t.s, (large, small), 9) == (small,)
    assert set(targets(t.s, (large, small, DDD), 9)) == {small, DDD}


@pytest.mark.rule("filipinas-7.3-7")
def test_as_long_as_a_ship_is_intact_none_is_hit_twice():
    pieces = {**fleet("us", C90), C30: {"place": "us-fleet", "losses": 1}}
    t = us("naval-movement", pieces)
    assert targets(t.s, (C30, C90), 9) == (C90,)
    assert targets(t.s, (C30,), 9) == (C30,)


def test_passages_are_noted():
    t = form(naval(C90, box=RI), C90, cargo={RI[0]: C90})
    assert passage(t.s, RI[0]).origin == "army-6"
    t.act("put-off", RI[0])
    assert t.place(RI[0]) == "army-6"
    t.act("disband-force")
    assert t.place(C90) == "us-fleet"
