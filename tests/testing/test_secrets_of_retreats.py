"""Retreats where pieces are not seen at all: whether there was a choice is told to nobody else."""

from tabuleiro.engine import events as ev
from tabuleiro.engine.knowledge import NOBODY
from tabuleiro.engine.told_log import ToldLog
from tabuleiro.rules.combat.battle import Battle
from tabuleiro.rules.combat.resolve import BattleEnd
from tabuleiro.rules.combat.retreat import Retreating
from tabuleiro.testing import action
from tabuleiro.testing.secrecy import new_match
from tabuleiro.testing.table import Table, catalogue

HERE, TARGET = "1312", "1311"
A, B = "us-349-ri", "us-350-ri"
FOUGHT, ONE, OTHER = "de-131-ri", "de-191-ri", "de-267-ri"
HEMMED_IN, WITH_A_CHOICE = ("1111", "1214"), ("1111", "1112")
"""Where unseen enemies stand, so that there is one hex to go back to, or several."""
BACK = ("1413",)


def beaten(places):
    """Two that attacked and must go back; of their enemies only one fought."""
    t = Table(new_match(catalogue(), "diadem", "nothing", "1"))
    away = dict(zip((ONE, OTHER), places, strict=True))
    t.set("allied-combat", {A: HERE, B: HERE, FOUGHT: TARGET, **away})
    battle = Battle("assault", "allied", "axis", TARGET, attackers=(A, B), defenders=(FOUGHT,))
    steps = (Retreating("allied", (A, B)), BattleEnd(battle))
    t.game.test([ev.Pushed(steps[::-1])], {"type": "beaten"})
    return t


def told(t):
    """What an onlooker was told since, but for what the sides came upon."""
    rows = ToldLog(t.game, NOBODY).line()[3:]
    return [(row.side, row.action, [e for e in row.events if not isinstance(e, ev.Met)])
            for row in rows]  # fmt: skip


def test_who_may_choose_where_to_go_is_told_to_nobody_else():
    forced, free = beaten(HEMMED_IN), beaten(WITH_A_CHOICE)
    assert "retreating" not in {type(s).__name__.lower()
                                for s in free.game.belief(NOBODY).s.position.agenda}  # fmt: skip
    forced.do(action("retreat", A, BACK))
    assert forced.top != "retreating", "nobody was asked where the second goes"
    free.do(action("retreat", A, BACK))
    assert free.top == "retreating"
    free.do(action("retreat", B, BACK))
    one, other = (told(t) for t in (forced, free))
    assert one[:2] == other[:2] == [(None, None, one[0][2]), (None, None, one[1][2])]
    assert B in {event.piece for event in one[1][2] if isinstance(event, ev.Moved)}
    for t in (forced, free):  # who goes back is told all of it
        mine = ToldLog(t.game, "allied").line()[3:]
        assert any(r.action == {"type": "retreat", "piece": A, "path": BACK} for r in mine)
