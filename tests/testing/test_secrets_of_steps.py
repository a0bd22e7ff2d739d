"""Steps that run by themselves: who learns by one that somebody unseen is there is shown who."""

import pytest

from lorraine import DESTROYERS, FOOT
from tabuleiro.engine import events as ev
from tabuleiro.engine.told_log import ToldLog
from tabuleiro.testing.secrecy import new_match
from tabuleiro.testing.table import Table, catalogue

FAR, POST = "0222", "0507"
REGIMENT = "de-1217-ri"


def passed(phase, to, pieces, *, turn=5):
    """Go on from a phase of Metz, where enemies are not seen, to another one."""
    t = Table(new_match(catalogue(), "metz", "nothing", "test"))
    t.set(phase, {DESTROYERS: "0220", "de-art-489": "2702", **pieces}, turn=turn)
    for _turn in range(40):
        if t.phase == to:
            return t
        listed = t.legal()
        done = (a for a in listed if a.kind.startswith(("end", "done", "confirm")))
        t.do(next(done, listed[0]))
    raise AssertionError(f"never came to {to}: {t.decision}")


def told(t, side):
    """The events that a side was told since."""
    return [event for row in ToldLog(t.game, side).line()[2:] for event in row.events]


def met(events, side):
    return [
        n for n, e in enumerate(events) if isinstance(e, ev.Met) and e.side == side and e.pieces
    ]


def marked(events, mark):
    return [n for n, e in enumerate(events)
            if isinstance(e, ev.Marked) and mark in (*e.add, *e.remove)]  # fmt: skip


@pytest.mark.parametrize("near", [True, False])
def test_who_may_leave_his_post_sees_who_stands_above(near):
    above = next(h for h in ("0406", "0407", "0506", "0508", "0607", "0608") if stands_above(h))
    pieces = {REGIMENT: POST, FOOT: above if near else FAR}
    events = told(passed("us-combat", "german-movement", pieces, turn=1), "german")
    seen, leaves = met(events, "german"), marked(events, "may-leave-post")
    assert (bool(seen), bool(leaves)) == (near, near)
    assert all(one < two for one in seen for two in leaves)


def stands_above(place):
    pieces = {REGIMENT: POST, FOOT: place}
    t = passed("us-combat", "german-movement", pieces, turn=1)
    return "may-leave-post" in t.s.piece(REGIMENT).marks
