"""The lift without ships: one unit a turn, two hexes of sea, enemy ships (4.2.4-1, -2, -13)."""

import pytest

from filipinas_scenes import X, jp, us
from filipinas_war import levels, same_for
from tabuleiro.rules.ground.movement_points import points_left
from tabuleiro.rules.sea.afloat import beachhead
from tabuleiro.testing import action

UNIT, OTHER, TANK = "us-19-ri", "us-21-ri", "us-20-gpo-bldo"
OURS = {"4438": "us", "4439": "us"}
NEAR = ("4538", "4439")
"""From 4438 over one hex of sea to 4439."""


def ashore(place="4438", unit=UNIT, pieces=None, **position):
    return us("movement", {unit: place, **(pieces or {})}, control=OURS, **position)


@pytest.mark.rule("filipinas-4.2.4-1")
def test_one_unit_a_turn_over_two_hexes_of_sea():
    t = ashore(pieces={OTHER: "4438"})
    ways = [deed.path for deed in t.legal("barge", piece=UNIT)]
    assert NEAR in ways
    assert all(len(path) <= 3 for path in ways)
    far = ("4538", "4638", "4639", "4539", "4439")
    assert t.refuses(action("barge", UNIT, far)) == "filipinas-4.2.4-1"
    t.act("barge", UNIT, NEAR)
    assert t.place(UNIT) == "4439"
    assert t.refuses(action("barge", OTHER, NEAR)) == "filipinas-4.2.4-1"
    assert not t.legal("barge")


@pytest.mark.rule("filipinas-4.2.4-1")
def test_no_armour_and_no_bad_ground():
    assert ashore(unit=TANK).refuses(action("barge", TANK, NEAR)) == "filipinas-4.2.4-1"
    mountain = ("4539", "4440")
    assert ashore("4439").refuses(action("barge", UNIT, mountain)) == "filipinas-4.2.4-1"


def sees(place, detected=False):
    seen = {"handle": 1, "route": [place], "detected": detected}
    return {
        "pieces": {X: place, "jp-ddd-2": f"in:{X}"},
        "facts": {"forces-jp": {X: seen}, "appeared-jp": 1},
    }


@pytest.mark.rule("filipinas-4.2.4-2")
@pytest.mark.parametrize(("place", "barred"), [("4538", True), ("4638", True), ("4738", False)])
def test_enemy_ships_near_the_way_bar_it(place, barred):
    t = ashore(**sees(place))
    deed = action("barge", UNIT, NEAR)
    if barred:
        assert t.refuses(deed) == "filipinas-4.2.4-2"
    else:
        assert t.allows(deed)
    assert (deed in t.legal("barge")) is not barred


@pytest.mark.rule("filipinas-4.2.4-2")
def test_whether_a_submarine_on_the_way_is_real_shows_only_to_who_crosses():
    """Neither verdict nor list tells it from the dummy; a real one sends the barge back."""
    lying = {"jp-dsb-1": "4638", "jp-dsb-3": "2001"}
    real, false = (ashore(pieces={OTHER: "4438", **dict(zip(lying, places, strict=True))})
                   for places in (lying.values(), reversed(lying.values())))  # fmt: skip
    same_for("us", real, false)
    way = action("barge", UNIT, NEAR)
    assert all(t.check(way, "us") and way in t.legal("barge") for t in (real, false))
    for t in (real, false):
        t.do(way)
    assert (real.place(UNIT), real.place("jp-dsb-1")) == ("4438", "4638")
    assert (false.place(UNIT), false.place("jp-dsb-3")) == ("4439", "jp-fleet")
    assert levels(real, "us").get("jp-dsb-1") == "STATE"
    for t in (real, false):
        assert t.refuses(action("barge", OTHER, NEAR)) == "filipinas-4.2.4-1"  # it is spent


@pytest.mark.rule("filipinas-4.2.4-13")
def test_it_is_part_of_half_the_march():
    t = ashore()
    assert points_left(t.s, UNIT) == 16
    t.act("barge", UNIT, NEAR)
    assert points_left(t.s, UNIT) == 2  # 4, one to get on, one to get off, one for the village
    t = ashore("4338")
    t.go(UNIT, "4438").act("barge", UNIT, NEAR)
    assert points_left(t.s, UNIT) == 0


@pytest.mark.rule("filipinas-4.2.5-1")
def test_a_barge_may_storm_a_coast():
    t = us("movement", {UNIT: "4438", "jp-20-ri": "4439"}, control={"4438": "us"})
    t.act("barge", UNIT, NEAR)
    assert beachhead(t.s, UNIT) == "4439"
    guns = "us-art-x"
    t = us("movement", {guns: "4438"}, control={"4438": "us"})
    assert t.refuses(action("barge", guns, NEAR)) == "filipinas-4.2.5-7"


@pytest.mark.rule("filipinas-12.3-4")
def test_no_barges_in_monsoon():
    storm = dict.fromkeys(("north", "central", "south"), "monsoon")
    t = ashore(facts={"weather": storm})
    assert t.refuses(action("barge", UNIT, NEAR)) == "filipinas-12.3-4"


@pytest.mark.rule("filipinas-4.2.4-6")
def test_garrisons_take_no_barge():
    t = jp("movement", {"jp-guarnicao-leyte": "4438"}, control={})
    assert not t.legal("barge")
    assert t.refuses(action("barge", "jp-guarnicao-leyte", NEAR)) == "filipinas-4.2.4-6"
