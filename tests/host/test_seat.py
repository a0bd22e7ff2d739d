"""A seat with a computer player at the other side: taking back, looking back, going on."""

import pytest

from tabuleiro.testing import action
from tabuleiro.testing.table import table


@pytest.fixture
def against(open_match, qtbot):
    """A match in which the computer has just moved in its own phase, and a human goes on."""
    t = table("diadem", "allied-movement", {"us-349-ri": "1413", "de-200-rpzgr": "0505"})
    window = open_match(t.game, players={"axis": "simple"})
    window.seat.pace_ms = 1
    return t, window


def wait_for(t, qtbot, side):
    qtbot.waitUntil(lambda: t.decision.side == side, timeout=10_000)


@pytest.mark.slow
def test_undo_takes_back_what_the_computer_did_and_then_ones_own(against, qtbot):
    t, window = against
    seat = window.seat
    seat.act(action("move", "us-349-ri", ("1313",)))
    mine = t.game.log.head
    while t.decision.side == "allied":
        seat.act(action("end-phase"))
    wait_for(t, qtbot, "allied")
    assert seat.undo()
    assert t.decision.side == "allied", "the computer would play the same again at once"
    assert t.game.log.head >= mine
    while t.game.log.head != mine:
        assert seat.undo()
    assert seat.undo()
    assert t.place("us-349-ri") == "1413"


def test_redo_goes_through_what_the_computer_did(against, qtbot):
    t, window = against
    seat = window.seat
    while t.decision.side == "allied":
        seat.act(action("end-phase"))
    wait_for(t, qtbot, "allied")
    head, rows = t.game.log.head, len(t.game.log)
    seat.undo()
    assert t.game.log.head != head
    while t.game.log.next_of(t.game.log.head) is not None:
        assert seat.redo()
    assert (t.game.log.head, len(t.game.log)) == (head, rows)


def test_the_computer_waits_while_one_looks_back(against, qtbot):
    t, window = against
    seat = window.seat
    seat.act(action("move", "us-349-ri", ("1313",)))
    seat.pace_ms = 20
    while t.decision.side == "allied":
        seat.act(action("end-phase"))
    seat.look_back(0)
    head = t.game.log.head
    qtbot.wait(120)
    assert t.game.log.head == head, "the computer must not pull one out of the past"
    assert seat.looking_back
    seat.look_back(None)
    wait_for(t, qtbot, "allied")
    assert t.game.log.head > head


def test_nothing_is_asked_and_nothing_offered_in_the_past(against):
    _t, window = against
    seat = window.seat
    seat.act(action("move", "us-349-ri", ("1313",)))
    seat.look_back(0)
    assert seat.decision() is None
    assert seat.legal() == []
    assert not window.decision.end.end.isVisible()
    assert not window.decision.choices.isVisible()
    seat.look_back(None)
    assert window.decision.end.end.isVisible()


def test_a_past_position_is_worked_out_once(open_match, monkeypatch):
    """All panels look at it; each of them worked it out anew would take seconds."""
    t = table("diadem", "allied-movement", {"us-349-ri": "1413"}, options={"sealing": "sealed"})
    window = open_match(t.game)
    seat = window.seat
    seat.act(action("move", "us-349-ri", ("1313",)))
    asked = []
    believed = t.game.belief_at
    monkeypatch.setattr(t.game, "belief_at", lambda *who: asked.append(who) or believed(*who))
    for row in (1, 0, 1):
        seat.look_back(row)
    assert asked == [("allied", 1), ("allied", 0)]
