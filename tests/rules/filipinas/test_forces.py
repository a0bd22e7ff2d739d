"""Task forces: forming, sailing, stopping, being found, leaving (filipinas 7.0, 3.0, 4.1.2)."""

import pytest

from tabuleiro.engine.views import view
from tabuleiro.testing.table import table
from tabuleiro_filipinas.forces import forces
from tabuleiro_filipinas.naval_phase import FormForce
from tabuleiro_filipinas.voyages import SailForce

A, B = "us-task-force-a", "us-task-force-b"
X, Y = "jp-task-force-a", "jp-task-force-b"
FLEET = {
    A: "us-fleet", B: "us-fleet", "us-ddd-23": "us-fleet", "us-ddd-25": "us-fleet",
    "us-comb-6": "us-fleet", "us-comb-7": "us-fleet", "us-tg-38-1": "us-fleet",
}  # fmt: skip
JAPAN = {X: "jp-fleet", Y: "jp-fleet", "jp-ddd-2": "jp-fleet", "jp-comb-1": "jp-fleet"}
OPEN_SEA = ("5530", "5430", "5330")


def us(pieces=None, **position):
    return table("filipinas", "us-naval-movement", {**FLEET, **(pieces or {})}, **position)


def jp(pieces=None, **position):
    return table("filipinas", "jp-naval-movement", {**JAPAN, **(pieces or {})}, **position)


def form(t, *ships):
    t.do(FormForce())
    for ship in ships:
        t.act("join-force", ship)
    return t


def at_sea(place, handle=1, **more):
    return {"handle": handle, "route": [place], **more}


def seen_by(t, side):
    """Return the pieces that a side sees, with their places."""
    return {name: state["place"] for name, state in view(t.game, side)["pieces"].items()}


@pytest.mark.rule("filipinas-7.0-1")
def test_ships_sail_the_sea_alone():
    t = form(us(), "us-ddd-23")
    by_sea = ("5534", "5435", "5335", "5236", "5136", "5037", "4937", "4838", "4738")
    over_land = (*by_sea[:6], "4937", "4837", "4736")
    assert t.allows(SailForce(A, by_sea))
    assert t.refuses(SailForce(A, over_land)) == "filipinas-7.0-1"
    ends = {leg.path[-1] for leg in t.legal("sail-force")}
    assert "4837" not in ends
    assert "4738" in ends


@pytest.mark.rule("filipinas-7.0-2")
def test_a_force_crosses_the_board_in_one_phase():
    t = form(us(), "us-ddd-23")
    longest = max(t.legal("sail-force"), key=lambda leg: len(leg.path))
    assert len(longest.path) > 50
    t.do(longest, SailForce(A, tuple(reversed(longest.path[:-1]))))
    assert t.place(A) == longest.path[0]


@pytest.mark.rule("filipinas-7.0-3")
def test_each_side_comes_by_its_own_edges():
    t = form(us(), "us-ddd-23")
    for entry in ("5530", "3063"):
        assert t.allows(SailForce(A, (entry,))), entry
    for entry in ("0130", "3001", "5430"):
        assert t.refuses(SailForce(A, (entry,))) == "filipinas-7.0-3", entry
    starts = {leg.path[0] for leg in t.legal("sail-force")}
    assert all(hex.startswith("55") or hex.endswith("63") for hex in starts)
    t = form(jp(), "jp-ddd-2")
    assert t.allows(SailForce(X, ("0130",)))
    assert t.refuses(SailForce(X, ("5530",))) == "filipinas-7.0-3"
    starts = {leg.path[0] for leg in t.legal("sail-force")}
    assert all(hex.startswith("01") or hex.endswith("01") for hex in starts)


def meeting():
    """An American force lies in the open sea in the Japanese turn."""
    facts = {"forces-us": {A: at_sea("0740")}, "appeared-us": 1}
    return jp({A: "0740", "us-ddd-23": f"in:{A}"}, facts=facts)


@pytest.mark.rule("filipinas-7.0-4")
def test_nobody_sails_through_an_enemy_force():
    t = form(meeting(), "jp-ddd-2")
    way = ("0140", "0239", "0339", "0439", "0539", "0639")
    if t.check(SailForce(X, way)):
        assert t.refuses(SailForce(X, (*way, "0740"))) == "filipinas-7.0-4"
    assert "0740" not in {leg.path[-1] for leg in t.legal("sail-force")}


@pytest.mark.rule("filipinas-4.1.2-13")
def test_a_zone_at_sea_stops_and_shows_both():
    t = form(meeting(), "jp-ddd-2")
    legs = {leg.path[-1]: leg for leg in t.legal("sail-force")}
    beside = next(h for h in t.s.board.grid.neighbours("0740") if h in legs)
    beyond = next(leg for hex, leg in legs.items() if hex == "0139")
    t.do(legs[beside])
    assert t.place(X) == beside
    assert forces(t.s, "jp")[X].done
    assert forces(t.s, "jp")[X].detected
    assert forces(t.s, "us")[A].detected
    assert not t.legal("sail-force")
    assert t.refuses(SailForce(X, beyond.path[:1])) == "filipinas-7.0-2"
