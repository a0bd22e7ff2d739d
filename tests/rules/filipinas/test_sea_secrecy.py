"""What the enemy learns of fleets: a piece, its way and its stops, and nothing aboard (7.0, 7.3-5).

Two matches that differ in what a side may not know are told to it byte for byte alike.
"""

from random import Random

import pytest

from filipinas_scenes import A, B, fleet, form, seen_by, us
from tabuleiro.engine.data import plain
from tabuleiro.engine.told_log import ToldLog
from tabuleiro.engine.views import view
from tabuleiro.testing.secrecy import SecrecyReport, try_twins

SHIPS = ("us-ddd-23", "us-ddd-25", "us-comb-6", "us-comb-7", "us-tg-38-1", "us-den-1")
OPEN_SEA = ("5530", "5430", "5330")
RI = ("us-19-ri", "us-21-ri")


def port(**position):
    pieces = {**fleet("us", *SHIPS), **dict.fromkeys(RI, "army-6"), "us-cvg-7": "in:us-tg-38-1"}
    return us("naval-movement", pieces, **position)


def given(t, side="jp"):
    """The rows that a side was told since the scene was set, and what it sees."""
    log = ToldLog(t.game, side)
    log.head()
    return [plain(row) for row in log.rows], view(t.game, side)


def sailed(*ships, cargo=(), way=OPEN_SEA, more=()):
    t = form(port(), *ships, cargo=cargo)
    t.act("sail-force", A, way)
    for kind, *values in more:
        t.act(kind, *values)
    return t


@pytest.mark.rule("filipinas-7.0-6")
@pytest.mark.parametrize(
    ("ships", "cargo"),
    [
        (("us-comb-6",), {RI[0]: "us-comb-6"}),
        (("us-tg-38-1", "us-ddd-23"), {}),
        (("us-den-1", "us-comb-7", "us-ddd-25"), {}),
    ],
)
def test_what_a_force_is_made_of_is_told_to_nobody(ships, cargo):
    """However many steps it took to form it, the enemy is told the same as of one destroyer."""
    assert given(sailed(*ships, cargo=cargo)) == given(sailed("us-ddd-23"))


@pytest.mark.rule("filipinas-7.0-6")
def test_a_force_that_was_given_up_left_no_trace():
    t = form(port(), "us-tg-38-1")
    t.act("disband-force")
    assert given(t) == given(port())


@pytest.mark.rule("filipinas-7.3-5")
def test_what_is_carried_and_put_down_is_told_to_nobody():
    way = next(leg.path for leg in form(port(), "us-comb-6").legal("sail-force")
               if leg.path[-1] == "4538")  # fmt: skip
    stop = [("make-stop",)]
    empty = sailed("us-comb-6", way=way, more=stop)
    full = sailed("us-comb-6", cargo={RI[0]: "us-comb-6"}, way=way,
                  more=[*stop, ("put-down", RI[0], "4438")])  # fmt: skip
    assert seen_by(empty, "jp")["us-comb-6"] == f"in:{A}"  # found on the coast
    assert given(full) == given(empty)
    assert "cargo-us" in full.s.position.facts
    assert RI[0] not in str(given(full)[1]["pieces"].keys())


def test_a_handle_is_the_order_of_appearance_and_no_letter():
    """A letter that was formed and given up, or that sails later, is not told from another."""
    t = port()
    form(t, "us-ddd-23").act("sail-force", A, OPEN_SEA).act("end-voyage")
    form(t, "us-ddd-25").act("sail-force", B, OPEN_SEA[:1]).act("end-voyage")
    names = sorted(name for name, place in seen_by(t, "jp").items() if place in OPEN_SEA)
    assert names == ["~american.ship.force-1", "~american.ship.force-2"]
    assert not any(letter in str(given(t)) for letter in (A, B))


def at_sea():
    """Two forces at sea, one found and one not, one more in the making; a unit is put down."""
    way = next(leg.path for leg in form(port(), "us-comb-6").legal("sail-force")
               if leg.path[-1] == "4538")  # fmt: skip
    t = sailed("us-comb-6", "us-tg-38-1", cargo=dict.fromkeys(RI, "us-comb-6"), way=way,
               more=[("make-stop",), ("put-down", RI[0], "4438"), ("end-voyage",)])  # fmt: skip
    form(t, "us-ddd-23", "us-comb-7").act("sail-force", B, OPEN_SEA)
    return t


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1, 3])
def test_twins_of_fleets_cannot_be_told_apart(seed):
    """Ships of forces that are not found, and cargo, change places with what is hidden too."""
    t = at_sea()
    report = SecrecyReport("filipinas", "covered")
    ways = ("losses", "identities", "cargo", "order", "secret-play")
    try_twins(t.game, report, Random(seed), viewers=("jp",), mutators=ways)
    assert sum(report.twins.values())
    assert report.differences == []
