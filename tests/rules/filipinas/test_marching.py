"""Section 4.0: what a march costs, and the one hex that everybody may go."""

import pytest

from filipinas_ground import (
    PLAIN,
    TANK,
    A,
    B,
    at,
    board,
    marching,
    price,
)
from tabuleiro.testing import action


def pairs(kind, *, onto=None, road=False):
    """Hexes on both sides of a kind of hexside (or of none), the second of some terrain."""
    b = board()
    grid = b.grid
    for here in grid:
        for there in grid.neighbours(here):
            kinds = b.features.get((here, there) if here < there else (there, here), frozenset())
            same = kinds == ({kind} if kind else set())
            if same and b.road_between(here, there) == road and b.terrain_at(there) == onto:
                yield here, there


def pair(kind, onto, *, road=False, land=True):
    """The first such pair whose first hex is land that everybody may stand on."""
    open_ground = {"open", "village", "rough", "city"}
    found = pairs(kind, onto=onto, road=road)
    return next(p for p in found if not land or board().terrain_at(p[0]) in open_ground)


@pytest.mark.rule("filipinas-4.0-1")
@pytest.mark.parametrize(
    ("terrain", "cost"),
    [("open", 1), ("rough", 2), ("forest", 2), ("swamp", 2), ("mountain", 3),
     ("mountain-forest", 4), ("village", 1), ("city", 1)],
)  # fmt: skip
def test_a_hex_costs_what_its_terrain_says(terrain, cost):
    here, there = pair(None, terrain)
    assert price(marching("us", at(here, A)), A, there) == cost


@pytest.mark.rule("filipinas-4.0-2")
def test_nobody_spends_more_than_he_has():
    """With 3 points left nobody crosses a river into the mountains, which costs 4."""
    t = marching("us", at("2312", A))
    for _ in range(2):
        t.go(A, "2412").go(A, "2312")
    t.go(A, "2412")
    assert t.refuses(t.move(A, "2511")) == "filipinas-4.0-2"
    assert "2511" not in t.reach(A)
    fresh = marching("us", at("2412", A))
    assert price(fresh, A, "2511") == 4


@pytest.mark.rule("filipinas-ex-4.0", "filipinas-4.0-10", "filipinas-4.0-11")
def test_from_bayombong_to_ilagan():
    """Road 1, the Magat 1 and the mountain 3, open 1, two hexes by road: 8 of 8."""
    t = marching("us", at("2312", A))
    assert price(t, A, "2412") == 1
    assert price(t, A, "2511") == 4
    assert price(t, A, "2611") == 1
    assert price(t, A, "2710", "2709") == 2
    assert t.s.piece(A).spent == 16
    assert t.reach(A) == frozenset()


@pytest.mark.rule("filipinas-4.0-10")
def test_rivers_cost_one_point_more_and_armour_two():
    here, there = pair("river", "open")
    assert price(marching("us", at(here, A)), A, there) == 2
    assert price(marching("us", at(here, TANK)), TANK, there) == 3


@pytest.mark.rule("filipinas-4.0-11")
def test_by_road_every_hex_costs_one_and_armour_half():
    """Whatever the terrain; a road over a river is a bridge."""
    here, there = pair(None, "mountain", road=True)
    assert price(marching("us", at(here, A)), A, there) == 1
    assert price(marching("us", at(here, TANK)), TANK, there) == 0.5
    assert price(marching("us", at("2611", A)), A, "2710") == 1, "over the river"
    assert price(marching("us", at("2611", TANK)), TANK, "2710") == 0.5


WEAK = "jp-9-bgda-art"
"""Guns of 5 points."""


def far():
    """Guns that must cross a river into a mountain forest, 5 points, from beside an enemy, 1."""
    land = board().regions["luzon"].hexes
    for here, there in pairs("river", onto="mountain-forest"):
        near = [h for h in board().grid.neighbours(here) if h in land]
        away = [h for h in near if h != there and h not in board().grid.neighbours(there)]
        if here in land and len(near) == 6 and away:
            return marching("jp", at(here, WEAK), at(away[0], A)), here, there
    raise AssertionError


@pytest.mark.rule("filipinas-4.0-3")
def test_one_hex_is_always_possible():
    t, here, there = far()
    assert price(t, WEAK, there) == 5, "all that it has, though it costs 6"
    assert t.reach(WEAK) == frozenset()
    further = next(h for h in board().grid.neighbours(there) if h != here)
    assert far()[0].refuses(t.move(WEAK, there, further)) == "filipinas-4.0-2"


@pytest.mark.rule("filipinas-4.0-3")
def test_one_hex_is_for_those_alone_who_have_not_moved():
    here, there = pair("river", "mountain-forest")
    near = next(h for h in board().grid.neighbours(here)
                if board().terrain_at(h) in {"open", "village", "rough"})  # fmt: skip
    t = marching("jp", at(here, WEAK)).go(WEAK, near).go(WEAK, here)
    assert t.refuses(t.move(WEAK, there)) == "filipinas-4.0-2"


@pytest.mark.rule("filipinas-4.0-3")
def test_one_hex_is_not_for_the_surrounded_nor_into_what_is_closed_or_full():
    t, here, there = far()
    foes = ("us-19-ri", "us-21-ri", "us-34-ri", "us-17-ri", "us-32-ri")
    ring = (h for h in board().grid.neighbours(here) if h != there)
    t = marching("jp", at(here, WEAK), dict(zip(foes, ring, strict=True)))
    assert t.refuses(t.move(WEAK, there)) == "filipinas-4.0-2", "surrounded"
    full = ("jp-9-ri", "jp-20-ri", "jp-33-ri", "jp-41-ri", "jp-11-ri", "jp-12-ri")
    t = marching("jp", at(here, WEAK), at(there, *full))
    assert t.refuses(t.move(WEAK, there)) == "filipinas-4.1.1-1"
    here, there = pair(None, "mountain")
    t = marching("us", at(here, TANK))
    assert t.refuses(t.move(TANK, there)) == "filipinas-T.terrain-1"


@pytest.mark.rule("filipinas-4.0-4", "filipinas-4.0-5", "filipinas-4.0-6", "filipinas-4.0-7")
def test_points_are_neither_kept_nor_shared():
    """Of 8 points 3 are spent: the next turn there are 8 again, and the other piece has its own."""
    t = marching("us", at(PLAIN, A, B)).go(A, "2015").go(A, "2016").go(A, "2015")
    assert t.allows(action("end-phase"))
    assert len(t.reach(B)) > len(t.reach(A))
    other = marching("us", at(PLAIN, B))
    assert t.reach(B) == other.reach(B), "8 points, and no more"
    assert t.s.piece(A).spent == 6
    while t.s.turn == 1 or t.phase != "us-movement":
        t.end()
    assert t.s.piece(A).spent == 0
    weather = {"weather": t.s.position.facts["weather"]}
    assert t.reach(A) == marching("us", at("2015", A, B), facts=weather).reach(A)


@pytest.mark.rule("filipinas-4.0-7")
def test_together_they_are_no_faster():
    alone = marching("us", at(PLAIN, A)).reach(A)
    assert marching("us", at(PLAIN, A, B)).reach(A) == alone


@pytest.mark.rule("filipinas-4.0-8")
@pytest.mark.parametrize("terrain", ["swamp", "mountain", "mountain-forest"])
def test_armour_keeps_to_the_roads(terrain):
    here, there = pair(None, terrain)
    t = marching("us", at(here, TANK))
    assert t.refuses(t.move(TANK, there)) == "filipinas-T.terrain-1"
    here, there = pair(None, terrain, road=True)
    assert price(marching("us", at(here, TANK)), TANK, there) == 0.5


@pytest.mark.rule("filipinas-4.0-9")
def test_armour_does_not_cross_arms_of_the_sea():
    t = marching("us", at("4436", TANK, A))
    assert t.refuses(t.move(TANK, "4535")) == "filipinas-4.1.2-10"
    assert price(t, A, "4535") == 2 + 1 * (board().terrain_at("4535") == "open")
