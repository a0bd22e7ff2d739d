"""Section 7.4: warships before a coast keep reinforcements away."""

import pytest

from filipinas_scenes import form, voyage
from filipinas_war import at_sea, fleet, naval
from tabuleiro.testing import action
from tabuleiro_filipinas.interdiction import interdicted

COAST, COMMANDED, WATER = "0547", "0648", "0548"
"""A coast with two hexes of water."""
UNIT = "jp-73-ri"


def coasts(t, number):
    """Coast hexes of Japan with so many waters, each with these."""
    from tabuleiro_filipinas.sea_lanes import chart

    return {h: w for h, w in chart(t.s).waters.items() if len(w) == number
            and t.s.board.terrain_at(h) != "sea"}  # fmt: skip


@pytest.mark.rule("filipinas-7.4-1")
def test_who_commands_all_the_water_before_a_coast():
    grid = naval().s.board.grid
    two = {h: w for h, w in coasts(naval(), 2).items() if w[1] in grid.neighbours(w[0])}
    coast, (here, there) = next(iter(sorted(two.items())))
    t = naval(fleet("us-a", here, "us-ddd-23"))
    assert interdicted(t.s, "jp", coast)
    (ban,) = t.s.rules.landing_bans(s=t.s, side="jp", place=coast)
    assert ban.rule == "filipinas-7.4-1"
    assert there != here
    for ship in ("us-den-1", "us-dcr-2"):
        assert interdicted(naval(fleet("us-a", here, ship)).s, "jp", coast)
    for ship in ("us-comb-6", "us-tg-38-1"):
        assert not interdicted(naval(fleet("us-a", here, ship)).s, "jp", coast)
    three = {h: w for h, w in coasts(naval(), 3).items()
             if any(grid.distance(a, b) == 2 for a in w for b in w)}  # fmt: skip
    coast, waters = next(iter(sorted(three.items())))
    far = next(a for a in waters for b in waters if grid.distance(a, b) == 2)
    assert not interdicted(naval(fleet("us-a", far, "us-ddd-23")).s, "jp", coast)


@pytest.mark.rule("filipinas-7.4-1")
def test_ships_that_are_not_seen_tell_nothing():
    """Whether a hidden force is of warships shows no sooner than somebody comes."""
    grid = naval().s.board.grid
    two = {h: w for h, w in coasts(naval(), 2).items() if w[1] in grid.neighbours(w[0])}
    coast, (here, _there) = next(iter(sorted(two.items())))
    for ship in ("us-ddd-23", "us-comb-6"):
        t = naval(fleet("us-a", here, ship, detected=False))
        believed = t.game.belief("jp").s
        assert not interdicted(believed, "jp", coast)


def brought(ship):
    """A Japanese convoy with a regiment beside an American force, before a coast of its own."""
    convoy, letter = "jp-comb-3", "jp-task-force-b"
    port = {convoy: "jp-fleet", letter: "jp-fleet", UNIT: "japan"}
    t = at_sea("jp-naval-movement", fleet("us-a", COMMANDED, ship), pieces=port, turn=1)
    form(t, convoy, cargo={UNIT: convoy})
    return t.do(voyage(t, WATER))


@pytest.mark.rule("filipinas-7.4-1")
def test_no_ship_puts_reinforcements_down_before_warships():
    assert brought("us-ddd-23").refuses(action("put-down", UNIT, COAST)) == "filipinas-7.4-1"
    assert brought("us-comb-6").allows(action("put-down", UNIT, COAST))
