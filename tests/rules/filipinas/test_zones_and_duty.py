"""Section 4.1: stacking, zones, breaking contact, and the duty to attack."""

import pytest

from asking import zone
from filipinas_ground import (
    BAND,
    GUN,
    PLAIN,
    RANGERS,
    TANK,
    A,
    B,
    C,
    J,
    K,
    announcing,
    at,
    board,
    bound,
    carried_out,
    lost,
    marching,
    price,
    said,
)
from tabuleiro.engine import events as ev
from tabuleiro.testing import action

SIX = ("us-17-ri", "us-32-ri", "us-184-ri", "us-381-ri", "us-382-ri", "us-383-ri")

# ------------------------------------------------------------------------------- stacking


@pytest.mark.rule("filipinas-4.1.1-1", "filipinas-4.1.1-2")
def test_six_units_share_a_hex_and_others_pass():
    t = marching("us", at(PLAIN, A), at("2017", *SIX))
    assert t.refuses(t.move(A, "2017")) == "filipinas-4.1.1-1"
    assert "2017" not in t.reach(A)
    assert t.go(A, "2017", "2018").place(A) == "2018"
    t = marching("us", at(PLAIN, A), at("2017", *SIX[1:]))
    assert t.go(A, "2017").place(A) == "2017"


@pytest.mark.rule("filipinas-4.1.1-1")
def test_aircraft_take_no_room():
    t = marching("us", at("1917", A), at("1916", *SIX[1:], "us-35-gpo-p51"))
    assert t.go(A, "1916").place(A) == "1916"


# ---------------------------------------------------------------------------------- zones


@pytest.mark.rule("filipinas-4.1.2-1")
def test_a_zone_is_the_six_hexes_around():
    t = marching("us", at("4439", J), at("1713", A))
    assert zone(t.s, "jp") == {"4438", "4440", "4338", "4339", "4538", "4539"}


@pytest.mark.rule("filipinas-4.1.2-2")
def test_who_enters_a_zone_stops():
    t = marching("us", at("2014", A), at("2016", J))
    assert t.refuses(t.move(A, "2015", "1914")) == "filipinas-4.1.2-2"
    t.go(A, "2015")
    assert t.reach(A) == frozenset(), "what was left is forfeited"
    assert t.refuses(t.move(A, "2014")) == "filipinas-4.1.2-2"


@pytest.mark.rule("filipinas-4.1.2-2", "filipinas-4.1.2-9", "filipinas-4.1.2-14")
def test_zones_of_land_units_are_for_land_units():
    """Aircraft on their field stop nobody, and ships off a coast do not either."""
    t = marching("jp", at("2014", J), at("1916", "us-35-gpo-p51"))
    assert zone(t.s, "us") == frozenset()
    t.go(J, "2015", "2016")
    assert t.place(J) == "2016"
    t = marching("jp", at("4439", J), at("4540", "us-dcr-4"))
    assert zone(t.s, "us") == frozenset()
    t.go(J, "4438").go(J, "4437")
    assert t.place(J) == "4437"


@pytest.mark.rule("filipinas-4.1.2-3")
def test_breaking_contact_costs_a_point():
    t = marching("us", at("2015", A), at(PLAIN, J))
    assert price(t, A, "2014") == 2
    free = marching("us", at("2015", A))
    assert price(free, A, "2014") == 1


@pytest.mark.rule("filipinas-4.1.2-3")
def test_from_zone_to_zone_it_stops_again_and_must_attack():
    t = marching("us", at("2015", A), at(PLAIN, J))
    assert t.refuses(t.move(A, "2115", "2215")) == "filipinas-4.1.2-2"
    assert price(t, A, "2115") == 2
    assert t.reach(A) == frozenset()
    assert bound(t.end()) == {A}


@pytest.mark.rule("filipinas-4.1.2-7")
def test_enemies_do_not_share_a_hex():
    t = marching("us", at("2015", A), at(PLAIN, J))
    assert t.refuses(t.move(A, PLAIN)) == "filipinas-4.1.2-7"


@pytest.mark.rule("filipinas-4.1.2-7", "filipinas-11.0-1")
def test_guerrillas_who_lie_low_are_not_there():
    """Japanese units pass their hex and stay in it; they neither stop nor are stopped."""
    hidden = {BAND: {"place": "2012", "marks": ["dormant"]}}
    t = marching("jp", at("2011", J), hidden)
    assert zone(t.s, "us") == frozenset()
    t.go(J, "2012")
    assert t.place(J) == t.place(BAND) == "2012"
    t.go(J, "2013")
    full = ("us-17-ri", "us-32-ri", "us-184-ri", "us-381-ri", "us-382-ri")
    t = marching("us", at("2011", A), at("2012", *full), hidden)
    assert t.go(A, "2012").place(A) == "2012", "they do not count for stacking"


@pytest.mark.rule("filipinas-4.1.2-8", "filipinas-11.0-3")
def test_guerrillas_have_no_zone_and_pay_nothing_to_leave_one():
    t = marching("jp", at("2015", J), at(PLAIN, BAND))
    assert zone(t.s, "us") == frozenset()
    assert price(t, J, "2115", "2116") == 2, "past them, without a stop"
    t = marching("us", at(PLAIN, BAND), at("2017", J))
    assert price(t, BAND, "2116") == 1, "from zone to zone"
    assert price(t, BAND, "2216") == 1
    t = marching("us", at(PLAIN, BAND), at("2017", J), at("2114", K))
    assert price(t, BAND, "2116", "2115", "2015") == 3


@pytest.mark.rule("filipinas-11.1-1")
def test_rangers_heed_no_zone_either():
    t = marching("us", at(PLAIN, RANGERS), at("2017", J), at("2114", K))
    assert price(t, RANGERS, "2116", "2115", "2015") == 3
    assert zone(marching("jp", at(PLAIN, RANGERS)).s, "us") == frozenset()
    t = announcing("jp", at(PLAIN, RANGERS), at("2015", J))
    assert bound(t) == set()
    t = announcing("us", at(PLAIN, RANGERS), at("2015", J))
    assert bound(t) == set()


@pytest.mark.rule("filipinas-4.1.2-10")
def test_no_zone_reaches_over_an_arm_of_the_sea():
    """Across it nobody stops and nobody must attack, but who wants may."""
    t = marching("us", at("4436", A), at("4535", J))
    arms = {n for n in board().grid.neighbours("4535") if board().side_has("4535", n, "sea-arm")}
    assert arms == {"4436"}
    assert zone(t.s, "jp") == {*board().grid.neighbours("4535")} - arms
    assert price(t, A, "4437") == price(marching("us", at("4436", A)), A, "4437")
    t = announcing("us", at("4436", A), at("4535", J))
    assert bound(t) == set()
    assert t.allows(action("assault", "4535"))
    t = carried_out(t.dice(1, 1).attack("4535", A))
    assert {"favours": "defender", "columns": 2} in [
        {k: s[k] for k in ("favours", "columns")} for s in t.told()["odds"]["shifts"]
    ]


# ----------------------------------------------------------------------------------- duty

HIGH, LOW = "2113", "2014"
"""A mountain, and open ground beside it."""


@pytest.mark.rule("filipinas-4.1.2-4")
def test_who_moved_next_to_an_enemy_must_attack():
    t = marching("us", at("2015", A), at("2114", J)).go(A, "2014").end()
    assert bound(t) == {A}
    assert t.refuses(action("end-phase")) == "filipinas-4.1.2-4"
    t = marching("us", at("2013", A), at(LOW, J)).go(A, HIGH).end()
    assert bound(t) == {A}, "even on a mountain"


@pytest.mark.rule("filipinas-4.1.2-4", "filipinas-4.1.2-5")
def test_who_stays_in_dominant_terrain_is_free():
    t = announcing("us", at(HIGH, A), at(LOW, J))
    assert bound(t) == set()
    assert t.allows(action("end-phase"))
    assert t.allows(action("assault", LOW))
    t = announcing("jp", at(HIGH, A), at(LOW, J))
    assert bound(t) == {J}, "below it nobody is"


@pytest.mark.rule("filipinas-4.1.2-5")
def test_it_must_dominate_all_who_engage():
    """On a mountain, engaged from open ground and from another mountain: bound."""
    assert board().terrain_at("2112") == "mountain"
    t = announcing("us", at(HIGH, A), at(LOW, J), at("2112", K))
    assert bound(t) == {A}


@pytest.mark.rule("filipinas-4.1.2-6")
@pytest.mark.parametrize(
    ("high", "low", "free"),
    [("mountain-forest", "mountain", True), ("mountain", "city", True),
     ("mountain", "forest", True),
     ("forest", "rough", True), ("city", "open", True), ("rough", "open", True),
     ("swamp", "open", True), ("city", "forest", False), ("forest", "city", False),
     ("open", "open", False), ("mountain", "mountain-forest", False)],
)  # fmt: skip
def test_which_ground_dominates(high, low, free):
    b = board()
    pairs = [(h, n) for h in b.grid for n in b.grid.neighbours(h)
             if b.terrain_at(h) == high and b.terrain_at(n) == low
             and not b.side_has(h, n, "strait") and not b.side_has(h, n, "sea-arm")]  # fmt: skip
    here, there = pairs[0]
    t = announcing("us", at(here, A), at(there, J))
    assert bound(t) == (set() if free else {A})


@pytest.mark.rule("filipinas-4.1.2-6")
def test_hexsides_make_nobody_dominant():
    """A river between equal ground helps both alike, and frees neither."""
    assert board().side_has("2216", "2217", "river")
    t = announcing("us", at("2216", A), at("2217", J))
    assert board().terrain_at("2217") == "village"
    assert bound(t) == {A}
    t = announcing("jp", at("2216", A), at("2217", J))
    assert bound(t) == {J}


@pytest.mark.rule("filipinas-4.1.2-4")
def test_guerrillas_and_rangers_owe_and_are_owed_nothing():
    for irregular in (BAND, RANGERS):
        t = announcing("us", at(PLAIN, irregular), at("2015", J))
        assert bound(t) == set()
        assert t.allows(action("end-phase"))
        assert t.allows(action("assault", "2015"))
        t = announcing("jp", at(PLAIN, irregular), at("2015", J))
        assert bound(t) == set()
        assert t.allows(action("assault", PLAIN))


@pytest.mark.rule("filipinas-4.1.2-4")
def test_guerrillas_are_no_target_that_anybody_owes():
    """Engaged by a regiment and next to guerrillas: an attack on the regiment takes it along."""
    t = announcing("jp", at(PLAIN, J), at("1914", K), at("2015", A), at("2116", BAND))
    assert bound(t) == {J, K}
    assert t.allows(action("assault", "2116"))
    t.declare("2015", K)
    assert t.refuses(action("confirm")) == "filipinas-4.1.2-11"
    t.act("join", J)
    assert t.allows(action("confirm"))


@pytest.mark.rule("filipinas-4.1.2-11")
def test_an_attack_takes_along_who_has_no_other_target():
    t = announcing("us", at("2015", A), at("2115", B), at("2116", C), at(PLAIN, J))
    assert bound(t) == {A, B, C}
    t.declare(PLAIN, A, B)
    assert t.refuses(action("confirm")) == "filipinas-4.1.2-11"
    t.act("join", C)
    assert t.allows(action("confirm"))


@pytest.mark.rule("filipinas-4.1.2-11")
def test_with_two_targets_it_attacks_either():
    where = [at("2015", A), at(PLAIN, J), at("1914", K)]
    assert board().grid.are_neighbours("2015", "1914")
    for target in (PLAIN, "1914"):
        t = announcing("us", *where)
        assert t.allows(action("assault", PLAIN))
        assert t.allows(action("assault", "1914"))
        t.dice(3, 4).attack(target, A)
        assert t.told()["battle"]["target"] == target
        assert t.phase != "us-movement", "and that is enough"


@pytest.mark.rule("filipinas-4.1.2-12")
def test_a_bombardment_leaves_nobody_without_his_only_target():
    t = announcing("us", at("2015", A), at("2117", GUN), at(PLAIN, J))
    assert t.refuses(action("bombard", PLAIN)) == "filipinas-4.1.2-12"
    assert t.why(action("bombard", PLAIN)).startswith("19th")
    t = announcing("us", at("2015", A), at("2117", GUN), at(PLAIN, J), at("1914", K))
    assert t.allows(action("bombard", PLAIN)), "it has another"


@pytest.mark.rule("filipinas-4.1.2-12")
def test_by_the_option_it_is_released_instead():
    where = [at("2015", A), at("2117", GUN), at(PLAIN, J)]
    t = announcing("us", *where, options={"duty": "warn-and-release"})
    t.dice(1).attack(PLAIN, GUN, kind="bombardment")
    assert t.phase != "us-movement"
    t = announcing("us", *where, options={"duty": "warn-and-release"})
    assert t.allows(action("end-phase"))


@pytest.mark.rule("filipinas-4.1.2-12")
def test_a_duty_lapses_when_another_battle_takes_the_target_away():
    t = announcing("us", at("2014", A), at("2017", C), at("2015", J), at(PLAIN, K))
    t.attack("2015", A).attack(PLAIN, C)
    assert t.top == "battles"
    t.game.test([ev.Moved(K, "2116")], {"type": "test"})
    t.act("fight-battle", PLAIN)
    assert "There are no enemies left in 2016." in said(t)
    assert lost(t, C) == [0]


@pytest.mark.rule("filipinas-4.1.2-15")
def test_who_cannot_leave_must_attack():
    """Wholly surrounded in open ground: no way out, so it attacks one of them."""
    ring = dict(zip(("us-17-ri", "us-32-ri", "us-184-ri", "us-381-ri", "us-382-ri", "us-383-ri"),
                    board().grid.neighbours(PLAIN), strict=True))  # fmt: skip
    t = marching("jp", at(PLAIN, J), ring)
    assert t.reach(J) == frozenset()
    t.end()
    assert bound(t) == {J}
    assert t.refuses(action("end-phase")) == "filipinas-4.1.2-4"
    assert t.allows(action("assault", "2015"))


@pytest.mark.rule("filipinas-5.1.2-4", "filipinas-4.1.2-4")
def test_armour_next_to_mountains_alone_owes_nothing():
    t = announcing("us", at(LOW, TANK), at(HIGH, J))
    assert bound(t) == set()
    assert not t.legal("assault")
