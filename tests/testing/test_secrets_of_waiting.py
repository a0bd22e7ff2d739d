"""Who is asked, and who lies where in a stack, shows by no row: what long runs had not met.

The positions are those of rule tests (`tests/testing/test_secrecy.py` has the kit that tries all).
"""

from itertools import permutations

import pytest

from filipinas_air import fly
from filipinas_war import at_sea, fleet
from tabuleiro.engine import events as ev
from tabuleiro.engine.told_log import ToldLog
from tabuleiro.testing import action, table

# ------------------------------------------------------------------------------ who can answer

DECK, SPARE, GROUP, AT_SEA = "us-tg-38-1", "us-dpa-25", "us-cvg-7", "1023"
DIVER = "jp-14-sentai"


def struck(deck):
    """What the Japanese are told once they are done striking; who may answer is on a deck."""
    force = fleet("us-a", AT_SEA, DECK)
    pieces = {DIVER: "formosa", SPARE: "us-fleet", GROUP: f"in:{deck}"}
    t = at_sea("us-turn-jp-air-naval-interception", force, turn=1, pieces=pieces, dice=(1, 1),
               options={"sealing": "covered"})  # fmt: skip
    log = ToldLog(t.game, "jp")
    log.head()
    begun = len(log.rows)
    fly(t, "strike-ships", AT_SEA, DIVER).act("done-striking")
    log.head()
    return t, [(row.action, row.events, row.reveals) for row in log.rows[begun:]]


def test_that_somebody_may_rise_against_a_raid_shows_by_no_row():
    """Else taking back would be free where nobody is aboard, and need consent where one is."""
    (asked, waiting), (_free, done) = struck(DECK), struck(SPARE)
    assert asked.decision.side == "us"
    assert waiting == done[: len(waiting)]
    assert not waiting[-1][2]


# ------------------------------------------------------------------------------ how they lie

STACK, PLACE, ATTACKER = ("us-349-ri", "us-350-ri", "us-351-ri"), "1312", "de-191-ri"


def fought(order):
    """What the Axis is told of an attack on a sealed stack that lies in some order."""
    t = table("diadem", "axis-combat", {ATTACKER: "1412", **dict.fromkeys(STACK, PLACE)},
              options={"sealing": "sealed"}, dice=(1, 3))  # fmt: skip
    t.game.test([ev.Reordered(PLACE, order)], {"type": "set-position"})
    t.do(action("assault", PLACE), action("join", ATTACKER), action("confirm"))
    log = ToldLog(t.game, "axis")
    log.head()
    events = [event for row in log.rows for event in row.events]
    assert {e.piece for e in events if isinstance(e, ev.Shown)} == {*STACK}
    return events


@pytest.mark.parametrize("order", [*permutations(STACK)][1:])
def test_a_battle_tells_who_fought_and_not_in_which_order_they_lay(order):
    assert fought(order) == fought(STACK)


TOP, BELOW, AWAY = "us-345-gpo", ("us-38-gpo", "us-42-gpo"), "biak"


def left(first, second):
    """What the Japanese are told when one of two aircraft below the top of a field leaves it."""
    pieces = dict.fromkeys((*BELOW, TOP), "4438") | {"jp-9-ri": "1917"}
    t = at_sea("us-movement", pieces=pieces, control={"4438": "us"}, turn=2,
               options={"sealing": "covered"})  # fmt: skip
    t.game.test([ev.Reordered("4438", (first, second, TOP))], {"type": "set-position"})
    log = ToldLog(t.game, "jp")
    log.head()
    begun = len(log.rows)
    t.act("change-base", BELOW[0], AWAY)
    log.head()
    return [event for row in log.rows[begun:] for event in row.events]


def test_who_flies_off_does_not_tell_how_the_others_lie():
    told = left(*BELOW)
    assert told == left(*reversed(BELOW))
    assert any(isinstance(event, ev.Shown | ev.Moved) and event.was for event in told)
