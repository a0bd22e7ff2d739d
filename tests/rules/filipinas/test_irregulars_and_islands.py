"""Sections 11, 5.1.1-8, 4.2.4-6 and 14.2: guerrillas, rangers, and what islands limit."""

import pytest

from asking import land_units, zone
from filipinas_ground import (
    BAND,
    GUN,
    PLAIN,
    RANGERS,
    A,
    B,
    C,
    J,
    K,
    L,
    announcing,
    at,
    board,
    bound,
    marching,
    price,
    said,
    scene,
)
from tabuleiro.testing import action, table

LEYTE_BAND, SAMAR_BAND = "ph-guerrilha-leyte", "ph-guerrilha-samar"
HILL = "4236"
"""A hex of Leyte."""


def hidden(place, piece=LEYTE_BAND):
    """Guerrillas who lie low."""
    return {piece: {"place": place, "marks": ["dormant"]}}


# ------------------------------------------------------------------------------ guerrillas


@pytest.mark.rule("filipinas-11.0-1", "filipinas-11.0-9")
def test_they_lie_low_from_the_set_up_on():
    """20 pieces, one a hex, in the mountains of their islands, after the Japanese set-up."""
    t = table("filipinas")
    while t.top == "hidden-placement":
        for piece in t.decision.pieces:
            t.do(next(iter(t.legal("place", piece=piece))))
        t.end()
    bands = [p for p in t.s.position.pieces if t.s.counter(p).type == "guerrillas"]
    assert len(bands) == 20
    assert all(t.s.marked(piece, "dormant") for piece in bands)
    places = [t.place(piece) for piece in bands]
    assert len(set(places)) == 20, "one a hex"
    assert {board().terrain_at(h) for h in places} <= {"mountain", "mountain-forest"}
    numbers = {name: sum(h in board().regions[name].hexes for h in places)
               for name in ("luzon", "mindanao", "bohol", "cebu", "leyte", "negros", "panay",
                            "samar")}  # fmt: skip
    assert numbers == {"luzon": 7, "mindanao": 7, "bohol": 1, "cebu": 1, "leyte": 1, "negros": 1,
                       "panay": 1, "samar": 1}  # fmt: skip
    assert not any(set(bands) & set(pieces) for pieces in land_units(t.s, "us").values())


@pytest.mark.rule("filipinas-11.0-1")
def test_while_they_lie_low_they_engage_nobody():
    t = announcing("jp", at("4337", J), hidden(HILL))
    assert zone(t.s, "us") == frozenset()
    assert not t.legal("assault")
    t = marching("us", hidden(HILL))
    assert t.reach(LEYTE_BAND) == frozenset()
    assert not t.allows(t.move(LEYTE_BAND, "4337"))


@pytest.mark.rule("filipinas-11.0-2")
def test_they_rise_when_americans_have_landed_on_their_island():
    t = marching("us", at("4437", A), hidden(HILL), hidden("4533", SAMAR_BAND))
    assert t.refuses(action("rise", SAMAR_BAND)) == "filipinas-11.0-2"
    assert [a.piece for a in t.legal("rise")] == [LEYTE_BAND]
    t.act("rise", LEYTE_BAND)
    assert not t.s.marked(LEYTE_BAND, "dormant")
    assert any("rises" in line for line in said(t))
    t = marching("us", at("4437", RANGERS), hidden(HILL))
    assert t.allows(action("rise", LEYTE_BAND)), "rangers are Americans"
    t = marching("us", at("4437", "ph-1-ri"), hidden(HILL))
    assert t.refuses(action("rise", LEYTE_BAND)) == "filipinas-11.0-2"


@pytest.mark.rule("filipinas-11.0-2")
def test_once_is_enough():
    """A regiment walks over to Samar and back: the island has been landed on."""
    t = marching("us", at("4436", A), hidden("4533", SAMAR_BAND))
    t.go(A, "4535")
    assert t.allows(action("rise", SAMAR_BAND))
    t.go(A, "4436")
    assert t.place(A) == "4436"
    assert t.allows(action("rise", SAMAR_BAND))


@pytest.mark.rule("filipinas-11.0-3", "filipinas-11.0-5")
def test_risen_ones_march_from_the_next_turn_on():
    t = marching("us", at("4437", A), hidden(HILL), turn=3).act("rise", LEYTE_BAND)
    assert t.reach(LEYTE_BAND) == frozenset()
    near = board().grid.neighbours(HILL)
    assert t.refuses(t.move(LEYTE_BAND, near[0])) == "filipinas-11.0-5"
    while t.s.turn == 3 or t.phase != "us-movement":
        t.end()
    assert t.reach(LEYTE_BAND)


@pytest.mark.rule("filipinas-11.0-4")
def test_who_rises_beside_the_enemy_owes_no_attack():
    t = marching("us", at("4437", A), hidden(HILL), at("4237", J)).act("rise", LEYTE_BAND).end()
    assert bound(t) == set()
    assert t.allows(action("assault", "4237"))


@pytest.mark.rule("filipinas-11.0-7")
def test_they_get_guns_only_beside_americans():
    t = announcing("us", at("2115", BAND), at("2216", GUN), at(PLAIN, J))
    t.declare(PLAIN, BAND)
    t.act("join", GUN)
    assert t.refuses(action("confirm")) == "filipinas-11.0-7"
    t = announcing("us", at("2115", BAND, A), at("2216", GUN), at(PLAIN, J))
    t.declare(PLAIN, BAND, A, GUN)
    assert t.allows(action("confirm"))


@pytest.mark.rule("filipinas-11.0-7", "filipinas-11.1-4")
def test_in_defence_as_well_and_rangers_get_them():
    t = announcing("jp", at("2116", J), at("2014", "us-art-ix"), at(PLAIN, BAND))
    t.dice(3, 4).attack(PLAIN, J)
    assert t.told()["battle"]["defence"] == ()
    t = announcing("jp", at("2116", J), at("2014", "us-art-ix"), at(PLAIN, RANGERS))
    t.attack(PLAIN, J)
    assert t.decision.pieces == ("us-art-ix",)
    t = announcing("us", at("2115", RANGERS), at("2216", GUN), at(PLAIN, J))
    t.declare(PLAIN, RANGERS, GUN)
    assert t.allows(action("confirm"))


@pytest.mark.rule("filipinas-11.0-10")
def test_nobody_rises_where_the_enemy_stands():
    t = marching("us", at("4437", A), hidden(HILL), at(HILL, J))
    assert t.refuses(action("rise", LEYTE_BAND)) == "filipinas-11.0-10"


# ---------------------------------------------------------------------------- three islands


def contested(*more, islands=("leyte", "samar", "cebu"), **about):
    """Americans and Japanese on some islands, and what is besides."""
    pairs = [(A, J), (B, K), (C, L)]
    found = list(more)
    for island, (mine, theirs) in zip(islands, pairs, strict=False):
        hexes = sorted(h for h in board().regions[island].hexes if board().terrain_at(h) != "lake")
        found += [at(hexes[0], mine), at(hexes[-1], theirs)]
    return marching("us", *found, **about)


@pytest.mark.rule("filipinas-5.1.1-8")
def test_nobody_walks_over_to_a_fourth_island():
    """From Biliran, over the arm to Leyte, where Japanese are and no Americans yet."""
    band = at("4134", "us-17-ri")
    there = at("4339", "jp-13-ri")
    three = ("samar", "cebu", "negros")
    t = contested(band, there, islands=three)
    assert t.refuses(t.move("us-17-ri", "4135")) == "filipinas-5.1.1-8"
    assert "4135" not in t.reach("us-17-ri")
    assert "4135" in contested(band, islands=three).reach("us-17-ri"), "no Japanese there"
    assert "4135" in contested(band, there, islands=three[:2]).reach("us-17-ri"), "two islands"
    assert "4135" in contested(band, there, at("4437", "us-32-ri"), islands=three).reach("us-17-ri")


@pytest.mark.rule("filipinas-5.1.1-8")
def test_guerrillas_neither_count_nor_are_bound_by_it():
    band, there = at("4134", "us-17-ri"), at("4339", "jp-13-ri")
    t = contested(band, there, islands=("samar", "cebu"))
    assert "4135" in t.reach("us-17-ri")
    t = contested(band, there, at("3536", "ph-guerrilha-panay"), at("3234", "jp-12-ri"),
                  islands=("samar", "cebu"))  # fmt: skip
    assert "4135" in t.reach("us-17-ri"), "a third island with guerrillas alone"


@pytest.mark.rule("filipinas-5.1.1-9")
def test_a_conquered_island_on_which_japan_lands_is_no_new_one():
    band, there = at("4134", "us-17-ri"), at("4339", "jp-13-ri")
    three = ("samar", "cebu", "negros")
    t = contested(band, there, islands=three, control={"leyte": "us"})
    assert "4135" in t.reach("us-17-ri")


@pytest.mark.rule("filipinas-5.1.1-10")
def test_islands_of_one_hex_do_not_count():
    band, there = at("4134", "us-17-ri"), at("4339", "jp-13-ri")
    t = contested(band, there, islands=("samar", "cebu"))
    before = t.reach("us-17-ri")
    t = contested(band, there, at("1922", "us-381-ri"), islands=("samar", "cebu"))
    assert t.reach("us-17-ri") == before


# ------------------------------------------------------------------- bound to their island


@pytest.mark.rule("filipinas-4.2.4-6", "filipinas-4.2.4-7")
def test_garrisons_and_guerrillas_walk_to_no_other_island():
    t = marching("jp", at("4436", "jp-guarnicao-leyte", J))
    assert t.refuses(t.move("jp-guarnicao-leyte", "4535")) == "filipinas-4.2.4-6"
    assert "4535" not in t.reach("jp-guarnicao-leyte")
    assert price(t, J, "4535") == 3
    t = marching("us", at("4436", LEYTE_BAND))
    assert t.refuses(t.move(LEYTE_BAND, "4535")) == "filipinas-4.2.4-7"
    assert "4437" in t.reach(LEYTE_BAND)


# ------------------------------------------------------------------------------ Corregidor


@pytest.mark.rule("filipinas-14.2-1", "filipinas-14.2-2")
def test_corregidor_is_rough_and_holds_two():
    assert board().terrain_at("1922") == "rough"
    assert board().regions["corregidor"].hexes == {"1922"}
    limits = scene("us-movement", at("1922", A)).s.rules.stacking_limits
    t = marching("us", at("1922", A, B))
    assert limits(s=t.s, side="us")["1922"] == 2
    assert limits(s=t.s, side="us")["1921"] == 6
