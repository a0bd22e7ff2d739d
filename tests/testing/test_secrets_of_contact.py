"""Where enemies are not seen at all: contact and barred ports show who is there, in a row."""

import pytest

from leyte_scenes import at, places
from lorraine import hurt
from tabuleiro.engine import events as ev
from tabuleiro.engine.told_log import ToldLog
from tabuleiro.rules.arrivals.out_of_contact import CONTACT
from tabuleiro.rules.arrivals.recovery import TurnStart
from tabuleiro.testing.secrecy import new_match
from tabuleiro.testing.table import Table, catalogue

REDUCED, HERE = "us-349-ri", "1312"
MOVER, FROM, BESIDE, APART = "de-131-ri", "1309", "1311", "1310"
TANK, GUERRILLAS, PORT = "jp-bt", "ph-92-1", "1217"


def foggy(name, phase, pieces, **more):
    return Table(new_match(catalogue(), name, "nothing", "1")).set(phase, pieces, **more)


def rows(t, side):
    """The rows that a side was told since the position was set."""
    return ToldLog(t.game, side).line()[2:]


def order(told, side, mark):
    """Whether pieces come in sight before a mark is put on, in the events that a side was told."""
    events = [event for row in told for event in row.events]
    met = [n for n, e in enumerate(events)
           if isinstance(e, ev.Met) and e.side == side and MOVER in e.pieces]  # fmt: skip
    put = [n for n, e in enumerate(events) if isinstance(e, ev.Marked) and mark in e.add]
    return met, put


def test_who_comes_next_to_a_reduced_piece_is_seen_by_its_side():
    t = foggy("diadem", "axis-movement", hurt(HERE, REDUCED) | {MOVER: FROM})
    t.go(MOVER, APART)
    assert not rows(t, "allied")
    t.go(MOVER, BESIDE)
    assert CONTACT in t.s.piece(REDUCED).marks
    told = rows(t, "allied")
    (met,), (put,) = order(told, "allied", CONTACT)
    assert met < put
    assert told[-1].reveals
    assert t.game.belief("allied").s.place(MOVER) == BESIDE


@pytest.mark.parametrize("losses", [0, 1])
def test_nobody_is_shown_to_a_piece_that_does_not_remember_it(losses):
    pieces = {REDUCED: {"place": HERE, "losses": losses, "marks": [CONTACT] * losses}}
    t = foggy("diadem", "axis-movement", {**pieces, MOVER: FROM})
    t.go(MOVER, APART, BESIDE)
    assert not rows(t, "allied")


@pytest.mark.parametrize("near", [True, False])
def test_a_turn_that_begins_in_contact_shows_with_whom(near):
    t = foggy("diadem", "axis-movement", hurt(HERE, REDUCED) | {MOVER: BESIDE if near else FROM})
    t.game.test([ev.Pushed((TurnStart(),))], {"type": "turn"})
    met, put = order(rows(t, "allied"), "allied", CONTACT)
    assert (bool(met), bool(put)) == (near, near)
    assert all(one < two for one in met for two in put)


@pytest.mark.parametrize("there", [True, False])
def test_a_port_is_barred_by_enemies_that_are_seen_then(there):
    t = Table(new_match(catalogue(), "leyte", "nothing", "1"))
    pieces = at(PORT if there else "2212", GUERRILLAS), at("2211", "us-21-ri-1")
    t.set("american-combat", places(t, *pieces, at("0304", "jp-20-ri-1"), waiting=[TANK]), turn=5)
    told = rows(t.end(), "japanese")
    events = [event for row in told for event in row.events]
    met = [n for n, e in enumerate(events) if isinstance(e, ev.Met) and GUERRILLAS in e.pieces]
    said = [n for n, e in enumerate(events)
            if isinstance(e, ev.Said) and "Enemies stand" in e.message.text]  # fmt: skip
    assert (len(met), len(said)) == ((1, 1) if there else (0, 0))
    assert all(one < two for one in met for two in said)
    assert any(row.reveals for row in told) == there
    firsts = {place for place in t.s.board.grid if t.allows(t.move(TANK, place))}
    assert firsts == {"1520" if there else PORT}
    assert not any("Enemies stand" in str(row.events) for row in rows(t, "")), "onlookers"
