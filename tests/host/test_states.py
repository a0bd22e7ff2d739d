"""States of counters: what the texts of the modules name is what the rules put on counters."""

import pytest

from asking import (
    ACTED,
    ALONE,
    ASSAULT,
    AT_RAILS,
    BY_RAIL,
    BY_SEA,
    FLOWN,
    LANDED,
    LOST,
    MOVED,
    RESTORED,
    TRANSFERRED,
    WENT,
)
from tabuleiro.host.map.states import states
from tabuleiro.host.panels.details import piece_lines
from tabuleiro.testing.table import catalogue, table

MARKS = {
    MOVED, BY_RAIL, ACTED, ASSAULT, BY_SEA, LOST, ALONE, LANDED, RESTORED, FLOWN, TRANSFERRED,
    WENT, AT_RAILS, "afloat",
}  # fmt: skip
"""Marks that rules put on counters; the last one with the hex that it is about."""
FOLLOWING = {"engaged", "grounded"}
"""States that follow from the position (the hook ``piece_states``)."""


@pytest.mark.parametrize("game", ["diadem", "leyte", "metz", "papua"])
def test_no_text_names_a_state_that_there_is_not(game):
    named = {
        key.removeprefix("state.")
        for key in catalogue().module(game).texts
        if key.startswith("state.")
    }
    assert {"moved", "acted", "engaged"} <= named <= MARKS | FOLLOWING


def test_the_unit_panel_tells_marks_and_what_follows(open_match):
    there = {"place": "0907", "marks": ["moved"]}
    t = table("diadem", "allied-combat", {"us-349-ri": there, "de-131-ri": "0906"})
    window = open_match(t.game)
    assert states(window.seat, "us-349-ri") == ("moved", "engaged")
    assert "Has moved, in contact with the enemy" in piece_lines(window.seat, "us-349-ri")
    assert window.play.face("us-349-ri").badges == (), "that it moved matters while one moves"
    assert states(window.seat, "de-131-ri") == (), "that is for its own side to know"


def test_a_mark_about_a_hex_is_named_without_it(open_match):
    t = table("leyte", "american-movement", {
        "us-21-ri-1": {"place": "off", "marks": ["afloat-1419"]},
    })  # fmt: skip
    assert set(states(open_match(t.game).seat, "us-21-ri-1")) == {"afloat"}
