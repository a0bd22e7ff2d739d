"""A chit out of a cup says which formation moves and fights next."""

from collections import Counter

import pytest

from tabuleiro.engine import events as ev
from tabuleiro.module.unknown import is_unknown
from tabuleiro.seats import Table as Seats
from tabuleiro.testing import action, table
from tabuleiro.testing.secrecy import check_secrecy
from tabuleiro.testing.table import catalogue

GAME = "chits"
CHITS = {"chit-blue-north", "chit-blue-south", "chit-red-left", "chit-red-right"}


def drawn(t):
    return t.s.at("drawn")[-1]


def formation_of(t, chit):
    return t.s.counter(chit).formation


def test_the_formation_that_was_drawn_moves_and_no_other():
    t = table(GAME)
    active = formation_of(t, drawn(t))
    assert t.decision.side == t.s.side(drawn(t))
    movers = {one.piece for one in t.legal("move")}
    assert movers == {f"{active}-1", f"{active}-2"}
    own = [p for p in t.s.position.pieces if t.s.on_map(p) and t.s.side(p) == t.decision.side]
    idle = next(p for p in own if p not in movers)
    near = next(h for h in t.s.board.grid.neighbours(t.place(idle)) if not t.s.at(h))
    assert t.refuses(t.move(idle, near)) == "chits-3.0-4"


def test_each_chit_comes_once_a_turn_and_then_all_go_back():
    t, seen = table(GAME), []
    while t.s.turn == 1:
        if not seen or seen[-1] != drawn(t):
            seen.append(drawn(t))
        t.act("end-phase")
    assert sorted(seen) == sorted(CHITS)
    assert len(t.s.at("cup")) == 3, "the first of turn 2 is drawn"


@pytest.mark.slow
def test_the_order_is_chance():
    first = Counter(catalogue().new(GAME, seed=str(n)).situation.at("drawn")[0] for n in range(80))
    assert set(first) == CHITS
    assert min(first.values()) > 5


def test_nobody_knows_what_is_left_in_the_cup():
    t = table(GAME)
    for side in ("blue", "red"):
        seen = Seats(t.game).seat(side).sight()
        assert len(seen.at("cup")) == 3
        assert all(is_unknown(chit) for chit in seen.at("cup"))
        assert seen.at("drawn") == (drawn(t),)


def test_only_the_formation_that_was_drawn_attacks():
    t = table(GAME)
    active, side = formation_of(t, drawn(t)), t.decision.side
    other = next(c for c in CHITS if t.s.side(c) == side and c != drawn(t))
    enemy = next(c for c in CHITS if t.s.side(c) != side)
    idle, foe = formation_of(t, other), formation_of(t, enemy)
    there = {f"{active}-1": "0304", f"{idle}-1": "0404", f"{foe}-1": "0303"}
    units = [piece for piece in t.s.position.pieces if not piece.startswith("chit-")]
    moved = [ev.Moved(piece, there.get(piece, "off")) for piece in units]
    t.game.test(moved, {"type": "set-position"})
    t.act("end-phase")
    assert [one.target for one in t.legal("assault")] == ["0303"]
    t.act("assault", "0303")
    assert {one.piece for one in t.legal("join")} == {f"{active}-1"}
    assert t.refuses(action("join", f"{idle}-1")).startswith("chits-")


def test_what_is_to_come_is_a_secret():
    report = check_secrecy(GAME, "", seed=1, probes=4, length=40)
    assert report.pairs > 20
    assert report.differences == []


def test_in_the_window_the_chit_lies_beside_the_map_and_a_unit_moves(window, click):
    t = table(GAME)
    shown = window(t.game)
    active = formation_of(t, drawn(t))
    mine = next(m for m in t.legal("move") if m.piece == f"{active}-1" and len(m.path) == 1)
    click(shown, t.place(mine.piece))
    assert shown.seat.selection == (mine.piece,)
    click(shown, mine.path[-1])
    assert shown.seat.sight.place(mine.piece) == mine.path[-1]
    assert shown.view.stacks["drawn"].pieces == (drawn(t),)
    assert "cup" in shown.view.stacks
