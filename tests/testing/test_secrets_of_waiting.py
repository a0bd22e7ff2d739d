"""What the kit found at positions of rule tests, where matches at random do not come.

Who is asked, how a stack lies, who attacks from it: it shows by no row.
"""

from itertools import permutations

import pytest

from filipinas_air import fly
from filipinas_ground import PLAIN, announcing
from filipinas_ground import at as beside
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


# ------------------------------------------------------------------------------ who attacks

FEET = ("us-1-ri", "us-20-ri", "us-17-ri", "us-32-ri")
NEAR, FAR = "2116", "1916"
FOE = "jp-9-ri"


def announced(*attackers):
    """What the Japanese are told of an attack of two units out of two stacks beside a hex."""
    pieces = beside(NEAR, FEET[0], FEET[1], "us-21-ri"), beside(FAR, FEET[2], FEET[3], "us-34-ri")
    t = announcing("us", beside(PLAIN, FOE), *pieces,
                   options={"sealing": "covered", "duty": "warn-and-release"})  # fmt: skip
    t.game.test([ev.Reordered(NEAR, (*FEET[:2], "us-21-ri")),
                 ev.Reordered(FAR, (*FEET[2:], "us-34-ri"))], {"type": "check"})  # fmt: skip
    log = ToldLog(t.game, "jp")
    log.head()
    begun = len(log.rows)
    t.attack(PLAIN, *attackers)
    log.head()
    assert "acted" in t.s.piece(attackers[0]).marks
    return [event for row in log.rows[begun : begun + 1] for event in row.events]


def test_who_is_released_from_a_duty_is_told_to_his_side_alone():
    """Else it is known before the battle who of a stack takes part in it, and who does not."""
    told = announced(*FEET[:2])
    assert told == announced(FEET[0], FEET[2])
    assert any(isinstance(event, ev.Said) for event in told)


# ------------------------------------------------------------------------------ what is below

LANDS, FIELD, OTHER_FIELD = "us-345-gpo", "4438", "4437"


def landed_on(below):
    """What the Japanese are told when an aircraft lands on a field with foot on top."""
    pieces = dict.fromkeys((*below, "us-17-ri"), FIELD) | {LANDS: OTHER_FIELD, FOE: "1917"}
    t = at_sea("us-movement", pieces=pieces, control=dict.fromkeys((FIELD, OTHER_FIELD), "us"),
               turn=2, options={"sealing": "covered"})  # fmt: skip
    t.game.test([ev.Reordered(FIELD, (*below, "us-17-ri"))], {"type": "check"})
    log = ToldLog(t.game, "jp")
    log.head()
    begun = len(log.rows)
    t.act("change-base", LANDS, FIELD)
    log.head()
    assert len(log.rows) == begun + 1
    return [(e.piece, e.was) for e in log.rows[-1].events if isinstance(e, ev.Shown)]


@pytest.mark.parametrize("below", list(permutations(("us-38-gpo", "us-19-ri", "us-21-ri"))))
def test_what_is_seen_of_those_below_an_aircraft_is_told_by_its_row(below):
    """Which of them are on land: not who they are, nor how they lie."""
    told = [("~us.air.4438.1", "~us.any.4438.3"), ("~us.land.4438.2", "~us.any.4438.1"),
            ("~us.land.4438.3", "~us.any.4438.2")]  # fmt: skip
    assert sorted(landed_on(below)) == told


# ------------------------------------------------------------------------------ who joined first


def joined(*pieces):
    """What the Japanese of Papua believe of a battle, in whichever order pieces joined it."""
    places = {"au-2-14": "1020", "au-2-1": "1020", "jp-eng-15": "1021", "jp-art-14-1": "1120"}
    t = table("papua", "allied-combat", places, options={"sealing": "sealed"}, dice=(3, 4))
    t.do(action("assault", "1021"), *(action("join", piece) for piece in pieces), action("confirm"))
    while t.decision.side == "allied":
        t.end()
    return t.game.belief("japanese").s.position.agenda


def test_who_joined_an_attack_first_is_told_to_nobody():
    agenda = joined("au-2-14", "au-2-1")
    assert "au-2-14" in str(agenda)
    assert agenda == joined("au-2-1", "au-2-14")
