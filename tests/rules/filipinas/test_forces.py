"""Task forces: forming, sailing, stopping, being found, leaving (filipinas 7.0, 3.0, 4.1.2)."""

import pytest

from filipinas_scenes import seen_by
from tabuleiro.rules.victory.control import controller
from tabuleiro.testing import action
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


@pytest.mark.rule("filipinas-7.0-5")
def test_an_enemy_port_stops_whoever_comes_beside_it():
    t = form(us(), "us-ddd-23")
    off_tacloban = next(leg for leg in t.legal("sail-force") if leg.path[-1] == "4537")
    on = SailForce(A, (*off_tacloban.path, "4538"))
    assert t.refuses(on) == "filipinas-7.0-5"
    t.do(off_tacloban)
    assert forces(t.s, "us")[A].done
    assert not t.legal("sail-force")
    for marks in (["port-damaged"], ["port-destroyed"]):
        assert form(us(marks={"4437": marks}), "us-ddd-23").allows(on)
    assert form(us(control={"4437": "us"}), "us-ddd-23").allows(on)


@pytest.mark.rule("filipinas-7.0-6")
def test_the_enemy_sees_a_piece_and_a_hex():
    t = form(us(), "us-ddd-23", "us-tg-38-1")
    before = seen_by(t, "jp")
    assert not {A, "us-ddd-23"} & before.keys()
    t.do(SailForce(A, OPEN_SEA))
    after = seen_by(t, "jp")
    (new,) = after.keys() - before.keys()
    assert after[new] == "5330"
    assert new.startswith("~american.ship")
    assert not {A, "us-ddd-23", "us-tg-38-1"} & after.keys()
    assert seen_by(t, "us")["us-ddd-23"] == f"in:{A}"


@pytest.mark.rule("filipinas-7.0-7")
def test_a_coast_of_the_enemy_shows_a_force():
    t = form(us(), "us-ddd-23")
    t.do(SailForce(A, OPEN_SEA))
    assert not forces(t.s, "us")[A].detected
    beside = next(leg for leg in t.legal("sail-force") if leg.path[-1] == "4831")
    t.do(beside)
    assert forces(t.s, "us")[A].detected
    assert seen_by(t, "jp")["us-ddd-23"] == f"in:{A}"
    ours = dict.fromkeys(t.s.board.regions["samar"].hexes, "us")
    t = form(us(control=ours), "us-ddd-23")
    t.do(SailForce(A, OPEN_SEA)).do(beside)
    assert not forces(t.s, "us")[A].detected


@pytest.mark.rule("filipinas-7.0-8")
def test_groups_stay_with_their_carrier_and_are_not_seen():
    t = us({"us-cvg-7": "in:us-tg-38-1"})
    form(t, "us-tg-38-1").do(SailForce(A, OPEN_SEA))
    assert t.s.around("us-cvg-7") == ("us-tg-38-1", A)
    t.do(next(leg for leg in t.legal("sail-force") if leg.path[-1] == "4831"))
    seen = seen_by(t, "jp")
    assert "us-tg-38-1" in seen
    assert "us-cvg-7" not in seen


@pytest.mark.rule("filipinas-7.0-9")
def test_ships_with_losses_stay_in_port():
    t = us({"us-ddd-25": {"place": "us-fleet", "losses": 1}})
    t.do(FormForce())
    assert t.refuses(action("join-force", "us-ddd-25")) == "filipinas-7.0-9"
    assert t.allows(action("join-force", "us-ddd-23"))


@pytest.mark.rule("filipinas-7.0-10")
@pytest.mark.rule("filipinas-3.0-17")
@pytest.mark.rule("filipinas-7.0-11")
def test_forces_leave_at_the_end_of_the_turn_and_may_come_again():
    t = form(us(), "us-ddd-23")
    t.do(next(leg for leg in t.legal("sail-force") if leg.path[-1] == "4831"))
    t.act("end-voyage").end()
    while t.phase != "jp-movement":
        assert forces(t.s, "us")[A].detected
        t.end()
    while t.s.turn == 1:
        t.end()
    assert (t.place(A), t.place("us-ddd-23")) == ("us-fleet", "us-fleet")
    assert not forces(t.s, "us")
    assert "us-ddd-23" not in seen_by(t, "jp")
    while t.phase != "us-naval-movement":
        t.end()
    form(t, "us-ddd-23").do(SailForce(A, OPEN_SEA))
    assert forces(t.s, "us")[A].handle == 2


@pytest.mark.rule("filipinas-7.0-12")
def test_the_ships_of_a_force_stay_together_and_forces_share_hexes():
    t = form(us(), "us-ddd-23", "us-comb-6")
    t.do(SailForce(A, OPEN_SEA))
    kinds = {deed.kind for deed in t.legal()}
    assert not kinds & {"join-force", "leave-force"}
    t.act("end-voyage")
    form(t, "us-ddd-25").do(SailForce(B, OPEN_SEA))
    assert t.at("5330") == {A, B}


@pytest.mark.rule("filipinas-3.0-11")
def test_idle_american_ships_may_leave_after_the_land_movement():
    t = us({"us-19-ri": "army-6"})
    form(t, "us-ddd-23", "us-comb-6").act("take-aboard", "us-19-ri", "us-comb-6")
    t.do(next(leg for leg in t.legal("sail-force") if leg.path[-1] == "4538"))
    t.act("make-stop").act("put-down", "us-19-ri", "4438").act("end-voyage").end()
    t.act("go-ashore", "us-19-ri", "4438").end()
    assert t.top == "ships-leave"
    assert t.refuses(action("leave-sea", "us-comb-6")) == "filipinas-3.0-11"
    t.act("leave-sea", "us-ddd-23")
    assert t.place("us-ddd-23") == "us-fleet"
    assert t.place("us-comb-6") == f"in:{A}"


@pytest.mark.rule("filipinas-3.0-5")
def test_after_the_naval_phase_a_force_lies_where_it_is():
    t = form(us(), "us-ddd-23")
    t.do(SailForce(A, OPEN_SEA)).act("end-voyage")
    form(t, "us-comb-6").do(SailForce(B, OPEN_SEA[:1])).act("end-voyage").end()
    assert t.phase == "us-movement"
    assert (t.place(A), t.place(B)) == ("5330", "5530")
    assert "sail-force" not in {deed.kind for deed in t.legal()}


@pytest.mark.rule("filipinas-4.1.1-5")
def test_any_number_of_ships_shares_a_hex():
    """One more sails to where all others of its side lie, and stays."""
    kinds = {"carriers", "battleships", "cruisers", "destroyers"}
    counters = us().s.module.counters.values()
    many = [c.id for c in counters if c.side == "us" and c.type in kinds and c.id != "us-ddd-23"]
    assert len(many) > 20
    there = {A: "5430", **dict.fromkeys(many, f"in:{A}")}
    t = us(there, facts={"forces-us": {A: at_sea("5430", done=True)}, "appeared-us": 1})
    form(t, "us-ddd-23").act("sail-force", B, ("5530", "5430")).act("end-voyage")
    assert t.place(A) == t.place(B) == "5430"
    assert sum(len(t.s.inside(force)) for force in (A, B)) == len(many) + 1


@pytest.mark.rule("filipinas-4.1.1-5")
def test_more_forces_share_a_hex_than_troops_could():
    """The limit of six is one of land units; eight forces lie where the ninth stops."""
    letters = "cdefghij"
    there = {f"us-task-force-{letter}": "5430" for letter in letters}
    ships = [f"us-ddd-{n}" for n in (45, 47, 48, 49, 91, 92, 99, 101)]
    ships = {s: f"in:{force}" for s, force in zip(ships, there, strict=True)}
    known = {force: at_sea("5430", handle=n, done=True) for n, force in enumerate(there, 1)}
    t = us({**there, **ships}, facts={"forces-us": known, "appeared-us": len(there)})
    form(t, "us-ddd-23").act("sail-force", A, ("5530", "5430")).act("end-voyage")
    assert len(there) > t.s.module.rules["stacking"]
    assert t.at("5430") == {A, *there}
    assert t.s.rules.invariants(s=t.s) == []


@pytest.mark.rule("filipinas-7.0-6", "filipinas-7.0-7")
def test_forces_with_which_a_scenario_begins_are_at_sea_like_all_others():
    """They have numbers, those beside enemy coasts are found, and no other side sees a letter."""
    t = table("filipinas", scenario="leyte-gulf")
    while t.phase == "setup":
        waiting = t.legal("place")
        t.do(waiting[0] if waiting else action("end-phase"))
    s = t.s
    there = {p for p in s.position.pieces if p.startswith("us-task-force") and s.on_map(p)}
    noted = forces(s, "us")
    assert there == noted.keys()
    assert sorted(seen.handle for seen in noted.values()) == list(range(1, len(there) + 1))
    for force, seen in noted.items():
        shores = [h for h in s.board.grid.neighbours(s.place(force))
                  if s.board.terrain_at(h) != "sea" and controller(s, h) == "jp"]  # fmt: skip
        assert seen.detected == bool(shores), force
    assert {seen.detected for seen in noted.values()} == {False, True}
