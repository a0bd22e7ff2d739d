"""Arrivals that are not seen at all: how a phase of placing ended is told to nobody else."""

import pytest

from papua_scenes import places
from tabuleiro.engine.knowledge import NOBODY
from tabuleiro.engine.told_log import ToldLog
from tabuleiro.testing import action
from tabuleiro.testing.secrecy import new_match
from tabuleiro.testing.table import Table, catalogue

TROOPS, GUNS, SHORE = "jp-41-1", "jp-art-14-1", "1313"


def arriving(*waiting):
    t = Table(new_match(catalogue(), "papua", "nothing", "1"))
    there = places(t, waiting=waiting)
    return t.set("japanese-reinforcement", there, turn=3, control={SHORE: "japanese"})


@pytest.mark.parametrize("viewer", ["allied", NOBODY])
def test_whether_anybody_is_left_to_place_does_not_show(viewer):
    """One phase ends by itself with the last piece; in the other somebody waits, and it ends it."""
    all_there, one_waits = arriving(TROOPS), arriving(TROOPS, GUNS)
    for t in (all_there, one_waits):
        t.do(action("place", TROOPS, SHORE))
    assert all_there.phase == "japanese-movement"
    assert one_waits.phase == "japanese-reinforcement"
    one_waits.do(action("end-phase"))
    one, other = (
        [(row.side, row.action, row.events) for row in ToldLog(t.game, viewer).line()[2:]]
        for t in (all_there, one_waits)
    )
    assert one == other
    assert {action for _side, action, _events in one} == {None}
