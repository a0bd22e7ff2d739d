"""Section 9.0: guns that fire from afar, in attack, in defence, and alone."""

import pytest

from filipinas_ground import (
    ARMY_GUN,
    GUN,
    GUN_2,
    JP_GUN,
    JP_TANK,
    PLAIN,
    A,
    B,
    J,
    K,
    L,
    announcing,
    at,
    board,
    bombardment,
    bound,
    carried_out,
    lost,
    marching,
    price,
    said,
    shifts,
    sums,
)
from tabuleiro.testing import action

EAST, FAR = "2116", "2216"
"""Next to the plain, and two hexes away."""


@pytest.mark.rule("filipinas-9.0-1")
def test_guns_march_like_infantry_and_fire_as_far_as_printed():
    assert price(marching("us", at("2113", GUN)), GUN, "2014") == price(
        marching("us", at("2113", A)), A, "2014"
    )
    for place, reaches in ((EAST, True), (FAR, True), ("2214", False)):
        t = announcing("us", at("2015", A), at(place, GUN), at(PLAIN, J))
        t.declare(PLAIN, A)
        assert t.allows(action("join", GUN)) == reaches, place
    t = announcing("us", at("2015", A), at(FAR, GUN), at(PLAIN, J))
    carried_out(t.dice(3, 4).attack(PLAIN, A, GUN))
    assert sums(t)[0] == 6


@pytest.mark.rule("filipinas-9.0-2")
def test_engaged_guns_are_bound_and_attack_next_to_them():
    """They meet their duty in a land attack; until then they fire at nobody."""
    t = announcing("us", at(EAST, GUN), at(PLAIN, J), at("1914", K))
    assert bound(t) == {GUN}
    assert t.refuses(action("bombard", PLAIN)) == "filipinas-9.0-1"
    t.dice(3, 4).attack(PLAIN, GUN)
    assert t.told()["battle"]["attackers"] == (GUN,)
    assert t.told()["battle"]["kind"] == "assault"
    assert t.told()["code"] == "D0 A2"
    assert lost(t, GUN) == [None], "it takes losses like all who are engaged"


@pytest.mark.rule("filipinas-9.0-2")
def test_engaged_guns_are_not_offered_to_attacks_elsewhere():
    """They are in range of both attacks; who is engaged by nobody may fire."""
    for engaged in (False, True):
        beside = [at(PLAIN, J)] if engaged else []
        t = announcing("us", at(EAST, GUN), at("2317", A), at("2218", K), *beside)
        t.declare("2218", A)
        assert (action("join", GUN) in t.legal()) is not engaged
        assert t.allows(action("join", GUN)) is not engaged


@pytest.mark.rule("filipinas-9.0-2")
def test_guns_that_are_excused_may_use_their_range():
    """On a mountain that dominates they may fire at others, and at those beside them."""
    t = announcing("us", at("2113", GUN), at("2014", J), at("2015", K))
    assert bound(t) == set()
    assert t.allows(action("bombard", "2014"))
    assert t.allows(action("bombard", "2015"))


@pytest.mark.rule("filipinas-9.0-2")
def test_engaged_guns_are_attacked_at_their_defence():
    t = announcing("us", at(EAST, A), at(PLAIN, JP_GUN))
    carried_out(t.dice(3, 4).attack(PLAIN, A))
    assert sums(t) == (3, 1, "3-1")


@pytest.mark.rule("filipinas-9.0-3")
def test_guns_help_defenders_within_their_range():
    """The range counts to the hex that is attacked; they add their attack power."""
    t = announcing("us", at(EAST, A, B), at(PLAIN, J), at("2014", JP_GUN))
    t.attack(PLAIN, A, B)
    assert (t.decision.side, t.decision.pieces) == ("jp", (JP_GUN,))
    t.dice(3, 4).defend(JP_GUN)
    assert sums(t) == (6, 5, "1-1")
    t = announcing("us", at(EAST, A, B), at(PLAIN, J), at("1913", JP_GUN))
    assert board().grid.distance("1913", PLAIN) == 3
    t.dice(3, 4).attack(PLAIN, A, B)
    assert sums(t) == (6, 3, "2-1")


@pytest.mark.rule("filipinas-ex-9.0", "filipinas-9.0-4")
def test_two_guns_on_armour_and_infantry():
    """6 times 1 + 2: 18, column 13-18."""
    t = bombardment(PLAIN, at(FAR, GUN, GUN_2), at(PLAIN, JP_TANK, J), guns=(GUN, GUN_2), dice=(1,))
    odds = t.told()["odds"]
    assert (odds["attack"], odds["defence"], odds["base_label"]) == (6, 3, "13-18")
    assert len(t.told()["faces"]) == 1


@pytest.mark.rule("filipinas-9.0-4")
def test_terrain_helps_but_rivers_do_not():
    assert board().side_has("2216", "2217", "river")
    t = bombardment("2217", at("2216", A), at("2115", ARMY_GUN), at("2217", J), guns=(ARMY_GUN,),
                    options={"duty": "warn-and-release"})  # fmt: skip
    assert shifts(t) == []
    t = bombardment("2114", at("1914", ARMY_GUN), at("2114", J, K), guns=(ARMY_GUN,))
    assert shifts(t) == [("defender", 1)]


@pytest.mark.rule("filipinas-9.0-4")
def test_aircraft_in_the_hex_are_not_shelled():
    t = bombardment("1916", at("1918", GUN, GUN_2), at("1916", "jp-1-sentai", J),
                    guns=(GUN, GUN_2), dice=(6,))  # fmt: skip
    assert t.told()["battle"]["defenders"] == (J,)
    assert t.told()["odds"]["defence"] == 2


@pytest.mark.rule("filipinas-9.0-5")
def test_the_owner_chooses_and_guns_lose_nothing_by_asterisks():
    """Die 5 in column 13-18: 1*, one loss, none of the guns."""
    t = bombardment(PLAIN, at(FAR, GUN, GUN_2), at(PLAIN, JP_TANK, J), guns=(GUN, GUN_2), dice=(5,))
    assert t.told()["code"] == "1"
    assert (t.decision.side, set(t.decision.pieces)) == ("jp", {JP_TANK, J})
    t.lose(J)
    assert lost(t, JP_TANK, J, GUN, GUN_2) == [0, 1, 0, 0]
    assert t.place(J) == PLAIN, "nobody retreats"


@pytest.mark.rule("filipinas-9.0-6")
def test_guns_join_and_each_is_used_once():
    where = [at("2015", A), at("2217", B), at("2216", GUN), at(PLAIN, J), at("2117", K)]
    t = announcing("us", *where)
    t.declare("2117", B)
    assert t.allows(action("join", GUN))
    t.act("cancel").attack(PLAIN, A, GUN).declare("2117", B)
    assert t.refuses(action("join", GUN)) == "filipinas-9.0-6"
    t = bombardment(PLAIN, at(FAR, GUN, GUN_2, ARMY_GUN), at(PLAIN, J),
                    guns=(GUN, GUN_2, ARMY_GUN))  # fmt: skip
    assert t.told()["odds"]["attack"] == 10


@pytest.mark.rule("filipinas-9.0-6")
def test_a_gun_defends_once_a_phase():
    where = [at("2115", A), at("2018", B), at("2015", J), at("2017", K), at("1916", JP_GUN)]
    t = announcing("us", *where, dice=(6, 6, 6, 6))
    t.attack("2015", A).attack("2017", B)
    t.act("fight-battle", "2015").defend(JP_GUN)
    while not any("defence of 2017" in line for line in said(t)):
        t.do(t.legal()[0])
    spent = [line for line in said(t) if "defence of 2017" in line]
    assert spent == ["Japanese: defence of 2017 with 3."]


@pytest.mark.rule("filipinas-9.0-7")
def test_a_hex_is_attacked_once_a_phase():
    """Bombardment, then assault: refused; and the other way round."""
    where = [at("2113", A), at("2014", J), at("2115", GUN), at("2608", B), at("2609", L)]
    t = announcing("us", *where)
    assert bound(t) == {B}
    t.attack("2014", GUN, kind="bombardment")
    assert t.refuses(action("assault", "2014")) == "filipinas-9.0-7"
    t = announcing("us", *where)
    t.attack("2014", A)
    assert t.refuses(action("bombard", "2014")) == "filipinas-9.0-7"


@pytest.mark.rule("filipinas-3.0-19")
def test_bombardments_come_before_land_combats():
    where = [at("1916", A), at(PLAIN, J), at("2112", GUN), at("2114", L)]
    t = announcing("us", *where, options={"duty": "warn-and-release"}, dice=(1, 3, 4))
    t.attack(PLAIN, A).attack("2114", GUN, kind="bombardment")
    carried_out(t)
    told = [line for line in said(t) if "attack on" in line or "bombardment of" in line]
    first = next(
        n for n, line in enumerate(told) if "bombardment of 2114" in line and "with" in line
    )
    last = max(n for n, line in enumerate(told) if "attack on 2016" in line)
    assert first < last


def test_no_bombardment_is_listed_that_would_rob_somebody_of_his_target():
    """A regiment owes its attack to the only hex that the guns could shell."""
    t = announcing("us", at(EAST, A), at("2214", GUN), at(PLAIN, J), at("2213", K))
    shots = t.legal("bombard")
    assert all(t.allows(shot) for shot in shots)
    t = announcing("us", at("2015", A), at(FAR, GUN), at(PLAIN, J))
    assert not t.legal("bombard")
    assert t.refuses(action("bombard", PLAIN)) == "filipinas-4.1.2-12"
