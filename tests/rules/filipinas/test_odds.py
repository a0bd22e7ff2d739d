"""Sections 5.0 to 5.1.5: announcing, sums, columns, shifts and dice."""

import pytest

from asking import Battle, odds_of
from filipinas_ground import (
    GUN,
    PLAIN,
    TANK,
    A,
    B,
    C,
    J,
    K,
    L,
    announcing,
    at,
    battle,
    board,
    carried_out,
    column,
    hurt,
    said,
    scene,
    shifts,
    sums,
)
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.testing import action

DIVISION = ("us-19-ri", "us-21-ri", "us-34-ri")
EAST = "2116"
"""Open, next to the plain."""
FOREST, MOUNTAIN, ROUGH = ("1914", "1815"), ("2014", "2113"), ("2115", "2114")
"""Where one attacks from, and what; no river lies between."""


def attacked(t, target, *attackers):
    """The odds of an attack that was announced just now."""
    return carried_out(t.dice(3, 4).attack(target, *attackers), t.s.side(attackers[0]))


# ------------------------------------------------------------------------------- announcing


@pytest.mark.rule("filipinas-5.0-1")
def test_attacks_are_announced_when_the_march_ends_by_engaged_units():
    t = announcing("us", at(EAST, A), at("2217", B), at(PLAIN, J))
    assert t.phase == "us-movement"
    t.declare(PLAIN, A)
    assert t.refuses(action("join", B)) == "filipinas-5.0-1"
    t = scene("us-combat", at(EAST, A), at(PLAIN, J))
    assert t.phase != "us-combat", "nothing was announced, so nothing is fought"
    t = scene("us-combat", at(EAST, A), at(PLAIN, J), at("2115", B), at("2015", K))
    assert not any("attack" in line for line in said(t))


@pytest.mark.rule("filipinas-5.0-2", "filipinas-5.1.1-6", "filipinas-5.1.1-7")
def test_totals_come_one_after_the_other():
    """The attacker's when he announces and again before the dice, then the defender's."""
    t = announcing("us", at(EAST, A, B), at(PLAIN, J), at("2014", "jp-9-bgda-art"), at("2216", GUN))
    t.declare(PLAIN, A, B, GUN)
    assert t.s.position.top.announced(t.s) is None
    t.act("confirm")
    assert "Americans: attack on 2016 with 9." in said(t)
    assert not any("defence" in line for line in said(t))
    assert t.phase == "us-combat"
    assert t.decision.side == "jp"
    assert said(t).count("Americans: attack on 2016 with 9.") == 2
    assert not t.check(action("join", C), side="us")
    t.dice(3, 4).defend("jp-9-bgda-art")
    assert "Japanese: defence of 2016 with 5." in said(t)
    late = [line for line in said(t) if "with" in line]
    assert late[-1].startswith("Japanese"), "nothing changes afterwards"


# ------------------------------------------------------------------------------------- sums


@pytest.mark.rule("filipinas-ex-5.1.1", "filipinas-5.1.1-1")
def test_eleven_against_four():
    """Two regiments of 3 and a tank group of 5 against a reduced regiment and a garrison: 2-1."""
    t = announcing("us", at(EAST, A, B, TANK), at(PLAIN, "jp-1-ri"))
    attacked(t, PLAIN, A, B, TANK)
    assert sums(t) == (11, 4, "2-1")


@pytest.mark.rule("filipinas-5.1.1-2")
def test_all_in_the_hex_defend():
    t = attacked(announcing("us", at(EAST, A, B), at(PLAIN, J, K)), PLAIN, A, B)
    assert sums(t) == (6, 6, "1-1")


@pytest.mark.rule("filipinas-ex-5.1.1b", "filipinas-5.1.1-3")
@pytest.mark.parametrize(
    ("attack", "defence", "expected"),
    [(4, 9, "1-2"), (4, 7, "1-1"), (5, 11, "1-2"), (3, 3, "1-1"), (2, 6, "1-3")],
)
def test_a_larger_defence_is_divided_by_the_attack(attack, defence, expected):
    table = scene("us-movement", at(EAST, A)).s.module.odds["combat"]
    assert table.columns[table.column(attack, defence)] == expected


@pytest.mark.rule("filipinas-5.1.1-3")
def test_inverse_odds_in_a_battle():
    t = attacked(announcing("us", at(EAST, A), at(PLAIN, J, K)), PLAIN, A)
    assert sums(t) == (3, 6, "1-2")


@pytest.mark.rule("filipinas-5.1.1-4")
def test_the_ends_of_the_table():
    t = attacked(announcing("us", hurt(EAST, "us-112-rc"), at(PLAIN, J, K)), PLAIN, "us-112-rc")
    assert sums(t) == (1, 6, "1-3")
    many = (A, B, C, "us-132-ri", "us-123-ri", TANK)
    t = attacked(announcing("us", at(EAST, *many), hurt(PLAIN, "jp-guarnicao-cebu")), PLAIN, *many)
    assert sums(t) == (20, 1, "9-1+")


@pytest.mark.rule("filipinas-5.1.1-5")
def test_three_to_two_comes_by_shifts_alone():
    """6 against 4 is 1-1; a column to the right makes it 3-2."""
    t = announcing("us", at(EAST, A, B), at(PLAIN, "jp-1-ri"))
    attacked(t, PLAIN, A, B)
    assert sums(t) == (6, 4, "1-1")
    where = at(EAST, "jp-79-bgda", "jp-80-bgda"), at(PLAIN, "us-112-rc")
    t = announcing("jp", *where)
    attacked(t, PLAIN, "jp-79-bgda", "jp-80-bgda")
    assert sums(t) == (4, 3, "1-1")
    assert column(t) == "3-2", "a complete division"


@pytest.mark.rule("filipinas-5.1.1-11")
def test_sums_of_nothing():
    t = announcing("us", at(EAST, A), at("2216", GUN), at(PLAIN, J))
    assert odds_of(t.s, Battle("assault", "us", "jp", PLAIN, (A,))).base_label == "3-1"
    t.declare(PLAIN, GUN)
    assert t.refuses(action("confirm")) == "filipinas-5.1.1-11", "guns from afar are no attack"
    t.act("join", A)
    assert t.allows(action("confirm"))


# ---------------------------------------------------------------------------------- shifts


@pytest.mark.rule("filipinas-5.1.2-1", "filipinas-T.terrain-3")
@pytest.mark.parametrize(
    ("where", "columns"), [((EAST, PLAIN), 0), (FOREST, 2), (MOUNTAIN, 3), (ROUGH, 1)]
)
def test_terrain_helps_the_defender_alone(where, columns):
    here, there = where
    t = attacked(announcing("us", at(here, A, B), at(there, J)), there, A, B)
    assert shifts(t) == ([("defender", columns)] if columns else [])
    back = attacked(announcing("jp", at(there, J, K), at(here, "us-112-rc")), here, J, K)
    assert shifts(back) == [], "not those who attack out of it"


@pytest.mark.rule("filipinas-5.1.2-1")
def test_four_to_one_against_forest():
    four = (A, B, C, "us-123-ri")
    t = attacked(announcing("us", at("1914", *four), at("1815", L)), "1815", *four)
    assert sums(t)[2] == "4-1"
    assert column(t) == "2-1"


@pytest.mark.rule("filipinas-5.1.2-2")
def test_rivers_and_sea_arms_are_all_hexsides_that_count():
    """No other hexside moves the column, and ships pay for none."""
    kinds = Catalogue.installed().module("filipinas").hexsides
    assert {id: kind.columns for id, kind in kinds.items()} == {
        "river": 1, "sea-arm": 2, "strait": 0,
    }  # fmt: skip
    assert {kind.cost["naval"] for kind in kinds.values()} == {None, 0}


@pytest.mark.rule("filipinas-5.1.2-2")
def test_rivers_add_to_the_terrain_if_all_attack_across():
    """5-1 against forest across a river: three to the left, 2-1."""
    here, there = "1814", "1815"
    assert board().side_has(here, there, "river")
    five = (A, B, C, "us-123-ri", "us-132-ri")
    t = attacked(announcing("us", at(here, *five), at(there, L)), there, *five)
    assert sums(t)[2] == "5-1"
    assert (column(t), shifts(t)) == ("2-1", [("defender", 1), ("defender", 2)])
    t = announcing("us", at(here, *five[1:]), at("1914", A), at(there, L))
    assert shifts(attacked(t, there, *five)) == [("defender", 2)], "one comes from elsewhere"
    t = announcing("us", at(here, *five), at("1916", GUN), at(there, L))
    assert board().grid.distance("1916", there) == 2
    found = shifts(attacked(t, there, *five, GUN))
    assert found == [("defender", 1), ("defender", 2)], "guns from afar do not count"


@pytest.mark.rule("filipinas-5.1.2-2")
def test_a_bridge_does_not_take_the_river_away():
    here, there = "2611", "2710"
    assert board().road_between(here, there)
    t = attacked(announcing("us", at(here, A, B), at(there, J)), there, A, B)
    assert shifts(t) == [("defender", 1), ("defender", 2)]


@pytest.mark.rule("filipinas-5.1.2-3")
def test_a_village_is_worth_the_ground_it_lies_in():
    b = board()
    for kind, columns in (("village-rough", 1), ("village-forest", 2), ("village-mountain", 3),
                          ("village", 0)):  # fmt: skip
        target, origin = next(
            (h, n) for h in b.grid for n in b.grid.neighbours(h)
            if b.terrain_at(h) == kind and b.terrain_at(n) in {"open", "rough", "forest", "village"}
            and not b.features.get((h, n) if h < n else (n, h))
        )  # fmt: skip
        t = attacked(announcing("us", at(origin, A), at(target, J)), target, A)
        assert shifts(t) == ([("defender", columns)] if columns else []), kind


@pytest.mark.rule("filipinas-5.1.2-4")
def test_armour_attacks_no_mountains():
    t = announcing("us", at("2014", TANK, A), at("2113", J))
    t.declare("2113", A)
    assert t.refuses(action("join", TANK)) == "filipinas-5.1.2-4"


@pytest.mark.rule("filipinas-5.1.2-5")
def test_shifts_stay_on_the_table_one_after_the_other():
    """Two complete divisions, 18 against a mountain 3: right beyond 9-1+ is nothing, then left."""
    two = (*DIVISION, "us-126-ri", "us-127-ri", "us-128-ri")
    where = at("2014", *two), hurt("2113", "jp-guarnicao-cebu")
    t = attacked(announcing("us", *where), "2113", *two)
    assert sums(t)[2] == "9-1+"
    assert column(t) == "6-1"
    t = attacked(announcing("us", *where, options={"shifts": "net"}), "2113", *two)
    assert column(t) == "8-1"


@pytest.mark.rule("filipinas-5.1.2-6", "filipinas-12.2-5")
def test_all_shifts_are_put_together():
    """A complete division, 9 against 3 surrounded in rough ground, in bad weather."""
    bad = {"weather": dict.fromkeys(("north", "central", "south"), "bad")}
    t = announcing("us", at("2115", *DIVISION), at("2114", J), facts=bad)
    attacked(t, "2114", *DIVISION)
    assert sums(t)[2] == "3-1"
    assert shifts(t) == [("attacker", 1), ("defender", 1), ("defender", 1)]
    assert column(t) == "2-1"


# --------------------------------------------------------------------------------- sieges


RING = ("us-17-ri", "us-381-ri", "us-123-ri", "us-129-ri", "us-149-ri", "us-108-ri")


def ringed(who, ring, *, center=PLAIN, gap=()):
    """A piece with enemies all around, but for some hexes."""
    hexes = [h for h in board().grid.neighbours(center) if h not in gap]
    return [at(center, *who), dict(zip(ring, hexes, strict=False))]


@pytest.mark.rule("filipinas-5.1.3-1", "filipinas-5.1.3-2")
def test_surrounded_japanese_gain_a_column():
    t = announcing("us", *ringed([J], RING))
    attacked(t, PLAIN, *RING)
    assert sums(t)[2] == "6-1"
    assert shifts(t) == [("defender", 1)]
    assert column(t) == "5-1"


@pytest.mark.rule("filipinas-5.1.3-1")
def test_one_free_hex_and_nobody_is_surrounded():
    """Two enemies on one side leave hexes out of their zones; three opposite ones do not."""
    t = announcing("us", at(EAST, A, B), at(PLAIN, J))
    assert shifts(attacked(t, PLAIN, A, B)) == []
    t = announcing("us", at("2015", A), at("2116", B), at("1916", C), at(PLAIN, J))
    assert shifts(attacked(t, PLAIN, A, B, C)) == [("defender", 1)]
    full = ("jp-20-ri", "jp-33-ri", "jp-11-ri", "jp-12-ri", "jp-13-ri", "jp-10-ri")
    t = announcing("us", at("2015", A), at("2116", B), at(PLAIN, J), at("1916", *full))
    assert shifts(attacked(t, PLAIN, A, B)) == [], "a free hex, even one full of friends"


@pytest.mark.rule("filipinas-5.1.3-1")
def test_friends_do_not_cancel_a_zone_and_guerrillas_have_none():
    ring = at("2015", A), at("2116", B), at("1916", C)
    t = announcing("us", *ring, at(PLAIN, J), at("2017", K))
    assert ("defender", 1) in shifts(attacked(t, PLAIN, A, B, C))
    bands = ("ph-guerrilha-luzon-1", "ph-guerrilha-luzon-2", "us-6-rangers")
    t = announcing("us", dict(zip(bands, ("2015", "2116", "1916"), strict=True)), at(PLAIN, J))
    assert shifts(attacked(t, PLAIN, *bands)) == []


@pytest.mark.rule("filipinas-5.1.3-3")
def test_japanese_gain_by_surrounding():
    ring = ("jp-9-ri", "jp-41-ri", "jp-11-ri")
    where = dict(zip(ring, ("2015", "2116", "1916"), strict=True))
    t = announcing("jp", where, at(PLAIN, A))
    attacked(t, PLAIN, *ring)
    assert sums(t) == (6, 4, "1-1")
    assert (shifts(t), column(t)) == ([("attacker", 1)], "3-2")
    t = announcing("jp", where, at(PLAIN, "ph-1-ri"))
    assert ("attacker", 1) in shifts(attacked(t, PLAIN, *ring)), "Filipinos as well"


@pytest.mark.rule("filipinas-5.1.3-2")
def test_americans_gain_nothing_by_a_siege_of_theirs():
    t = announcing("us", at("2015", A), at("2116", B), at("1916", C), at(PLAIN, J))
    assert ("attacker", 1) not in shifts(attacked(t, PLAIN, A, B, C))


# -------------------------------------------------------------------------------- divisions


@pytest.mark.rule("filipinas-5.1.4-1", "filipinas-5.1.4-2")
def test_a_complete_division_gains_a_column():
    t = attacked(announcing("us", at(EAST, *DIVISION), at(PLAIN, "jp-1-ri")), PLAIN, *DIVISION)
    assert (sums(t)[2], column(t)) == ("2-1", "3-1")
    two = DIVISION[:2]
    t = attacked(announcing("us", at(EAST, *two), at(PLAIN, J)), PLAIN, *two)
    assert (sums(t)[2], column(t)) == ("2-1", "2-1")
    t = announcing("us", at(EAST, *two), at("2115", "us-34-ri"), at(PLAIN, "jp-1-ri"))
    assert column(attacked(t, PLAIN, *DIVISION)) == "3-1", "from several hexes, in one combat"


@pytest.mark.rule("filipinas-5.1.4-2")
def test_a_division_defends_in_one_hex_with_all_that_it_ever_had():
    """5, 17, 31 RI of the 8th Division; with one of them eliminated there is no bonus."""
    eighth = ("jp-5-ri", "jp-17-ri", "jp-31-ri")
    t = attacked(announcing("us", at(EAST, A), at(PLAIN, *eighth)), PLAIN, A)
    assert shifts(t) == [("defender", 1)]
    t = announcing("us", at(EAST, A), at(PLAIN, *eighth[:2]), {eighth[2]: "dead"})
    assert shifts(attacked(t, PLAIN, A)) == []
    t = announcing("us", at(EAST, A), at(PLAIN, *eighth[:2]), at("2015", eighth[2]))
    assert shifts(attacked(t, PLAIN, A)) == [], "not next door"


@pytest.mark.rule("filipinas-5.1.4-3")
@pytest.mark.parametrize(
    "brigades",
    [("us-1-bgda-cav", "us-2-bgda-cav"), ("jp-75-bgda", "jp-76-bgda"), ("jp-77-bgda", "jp-78-bgda"),
     ("jp-79-bgda", "jp-80-bgda"), ("jp-81-bgda", "jp-82-bgda")],
)  # fmt: skip
def test_two_brigades_are_a_division(brigades):
    side, foe = ("us", J) if brigades[0].startswith("us") else ("jp", A)
    t = attacked(announcing(side, at(EAST, *brigades), at(PLAIN, foe)), PLAIN, *brigades)
    assert shifts(t) == [("attacker", 1)]


@pytest.mark.rule("filipinas-5.1.4-4")
def test_each_complete_division_counts():
    two = (*DIVISION, "us-126-ri", "us-127-ri", "us-128-ri")
    t = attacked(announcing("us", at(EAST, *two), at(PLAIN, J, K)), PLAIN, *two)
    assert shifts(t) == [("attacker", 1), ("attacker", 1)]
    independents = ("jp-2-rplan", "jp-3-rpqd", "jp-4-rpqd")
    t = attacked(announcing("jp", at(EAST, *independents), at(PLAIN, A)), PLAIN, *independents)
    assert shifts(t) == [], "the Airborne Group is none"
    tanks = ("jp-6-rt", "jp-7-rt", "jp-10-rt", "jp-2-reg-movel")
    t = attacked(announcing("jp", at(EAST, *tanks), at(PLAIN, A)), PLAIN, *tanks)
    assert shifts(t) == [("attacker", 1)]
    t = attacked(announcing("jp", at(EAST, *tanks[:3]), at(PLAIN, A)), PLAIN, *tanks[:3])
    assert shifts(t) == [], "it needs all four"


# ------------------------------------------------------------------------------------- dice


@pytest.mark.rule("filipinas-ex-5.1.5", "filipinas-5.1.5-1")
@pytest.mark.parametrize(
    ("faces", "code"), [((2, 3), "D1 A0"), ((1, 1), "D2 A0"), ((6, 5), "D2 A1"), ((3, 4), "D0 A1")]
)
def test_the_sum_of_two_dice_is_the_row(faces, code):
    """At 2-1: row 5-9 is D1 A0."""
    t = battle(PLAIN, at(EAST, A, B), at(PLAIN, J), attackers=(A, B), dice=faces)
    assert column(t) == "2-1"
    assert t.told()["code"] == code
