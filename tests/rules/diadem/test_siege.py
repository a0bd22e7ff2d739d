"""Section 5.1.3: surrounded defenders."""

import pytest

from battles import at, base, battle, column, shift_rules, shifts
from tabuleiro.testing import table

ATTACKERS = {**at("1007", "uk-11-bgda"), **at("1008", "uk-36-bgda")}
"""Next to 0907: of its neighbours only 0807 and 0808 are out of their zone."""
CLOSED = at("0707", "pl-1-bgda")
"""Reaches both, without fighting."""
HALF_CLOSED = at("0706", "pl-1-bgda")
"""Reaches 0807 but not 0808."""
RIGHT = [("attacker", 1)]


def besieged(defenders, **more):
    return battle(ATTACKERS, defenders, "2-1", **more)


@pytest.mark.rule("diadem-5.1.3-1", "diadem-5.1.3-2")
def test_surrounded_defenders_give_a_column():
    t = besieged(at("0907", "de-131-ri"), also=CLOSED)
    assert (base(t), shifts(t), column(t)) == ("2-1", RIGHT, "3-1")
    assert shift_rules(t) == {"diadem-5.1.3-2"}


@pytest.mark.rule("diadem-5.1.3-1", "diadem-5.1.3-2")
@pytest.mark.parametrize("also", [{}, HALF_CLOSED])
def test_one_way_out_is_enough(also):
    t = besieged(at("0907", "de-131-ri"), also=also)
    assert (base(t), shifts(t), column(t)) == ("2-1", [], "2-1")


@pytest.mark.rule("diadem-5.1.3-1")
def test_enemies_on_all_sides():
    ring = {
        **at("0906", "uk-11-bgda"), **at("1007", "uk-36-bgda"), **at("1008", "uk-10-bgda"),
        **at("0908", "us-337-ri"), **at("0808", "us-349-ri"), **at("0807", "pl-1-bgda"),
    }  # fmt: skip
    t = battle(ring, at("0907", "de-1-rpqd"), "5-1")
    assert (shifts(t), column(t)) == (RIGHT, "6-1")


# --------------------------------------------------------- what counts as a way out


@pytest.mark.rule("diadem-5.1.3-3")
@pytest.mark.parametrize(
    ("target", "origins", "expected"),
    [
        ("0105", ["0205", "0206"], []),  # off by the west edge, where Germans may leave
        ("1508", ["1408", "1409"], RIGHT),  # not by the east edge
    ],
)
def test_edge_by_which_the_side_may_leave_is_a_way_out(target, origins, expected):
    attackers = dict(zip(("uk-11-bgda", "uk-36-bgda"), origins, strict=False))
    t = battle(attackers, at(target, "de-131-ri"), "2-1", target=target)
    assert shifts(t) == expected


@pytest.mark.rule("diadem-5.1.3-3")
def test_allies_leave_by_the_east_edge():
    attackers = {**at("1408", "de-131-ri"), **at("1409", "de-85-rm")}
    t = battle(attackers, at("1508", "us-1108-geng"), side="axis", target="1508")
    assert shifts(t) == []


@pytest.mark.rule("diadem-5.1.3-3")
def test_sea_is_no_way_out():
    attackers = {**at("0814", "uk-11-bgda"), **at("0614", "pl-1-bgda")}
    t = battle(attackers, at("0714", "de-131-ri"), "2-1", target="0714")
    assert t.s.board.terrain_at("0715") == "sea"
    assert ("attacker", 1) in shifts(t)


@pytest.mark.rule("diadem-5.1.3-3", "diadem-5.1.3-5")
@pytest.mark.parametrize(
    ("defenders", "expected"),
    [
        (["de-26-rpz"], RIGHT),  # armour: the only free neighbour, 1006, is a mountain
        (["de-131-ri"], []),
        (["de-26-rpz", "de-131-ri"], []),  # the infantry has a way out
    ],
)
def test_forbidden_terrain_is_no_way_out(defenders, expected):
    t = battle(at("1107", "uk-11-bgda"), at("1007", *defenders), "2-1", target="1007",
               also=at("0807", "pl-1-bgda"))  # fmt: skip
    assert shifts(t) == expected


@pytest.mark.rule("diadem-5.1.3-5")
def test_armour_of_a_mixed_stack_retreats_as_surrounded():
    t = battle(at("1107", "uk-11-bgda"), at("1007", "de-26-rpz", "de-131-ri"), "3-1",
               target="1007", also=at("0807", "pl-1-bgda"), dice=(1, 1))  # fmt: skip
    assert t.told()["code"] == "DRI AVI"
    ways = {piece: {a.path for a in t.legal("retreat", piece=piece)}
            for piece in ("de-26-rpz", "de-131-ri")}  # fmt: skip
    assert ways["de-131-ri"] == {("1006",)}
    assert ways["de-26-rpz"]
    assert all(len(path) == 2 for path in ways["de-26-rpz"])
    t.retreat("de-26-rpz", "1008", "1009")
    assert t.losses("de-26-rpz") == 1
    assert t.losses("de-131-ri") == 0


FULL = at("0808", "de-85-rm", "de-100-rm", "de-132-ri", "de-hd")


@pytest.mark.rule("diadem-5.1.3-4")
@pytest.mark.parametrize(
    ("beyond", "expected"),
    [
        ({}, []),  # one of the four can go on to 0708 or 0809
        (at("0709", "pl-5-bgda"), RIGHT),  # reaches both
    ],
)
def test_full_hex_is_a_way_out_if_somebody_makes_room(beyond, expected):
    t = besieged(at("0907", "de-131-ri"), also={**HALF_CLOSED, **FULL, **beyond})
    assert shifts(t) == expected


@pytest.mark.rule("diadem-5.1.3-4")
def test_hex_with_room_is_a_way_out():
    three = at("0808", "de-85-rm", "de-100-rm", "de-132-ri")
    beyond = at("0709", "pl-5-bgda")
    t = besieged(at("0907", "de-131-ri"), also={**HALF_CLOSED, **three, **beyond})
    assert shifts(t) == []


# ------------------------------------------------------------------------- the moment


@pytest.mark.rule("diadem-5.1.3-6")
@pytest.mark.parametrize("advances", [True, False])
def test_siege_is_judged_when_the_battle_is_resolved(advances):
    pieces = {**ATTACKERS, **HALF_CLOSED, **at("0810", "uk-38-bgda"),
              **at("0907", "de-131-ri"), **at("0809", "de-85-rm")}  # fmt: skip
    t = table("diadem", "allied-combat", pieces, tracks={"air.allied": 8}, dice=(1, 1))
    t.attack("0809", "uk-38-bgda", air=8)  # 3-1: DRI AVI
    t.retreat("de-85-rm", "0708")
    if advances:
        t.advance("uk-38-bgda", "0809")  # reaches 0808, the last way out of 0907
    else:
        t.stay()
    t.attack("0907", *ATTACKERS)
    assert shifts(t) == (RIGHT if advances else [])
