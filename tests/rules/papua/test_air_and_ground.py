"""Aircraft in ground combat: who still supports after the air battle, and what captors find."""

import pytest

from papua_scenes import (
    DOBODURA,
    JACKSON,
    RABAUL,
    air_totals,
    airwar,
    announced,
    at,
    raid,
)
from tabuleiro.testing import action

BETTY, P39, P40 = "jp-4ku-4", "us-fs-36", "us-fs-8"
FRONT = {**at("0516", "jp-144-1"), **at("0616", "au-39")}


def support(*reaction, dice):
    """The Japanese attack the 39th with a squadron of bombers; the Allies react."""
    t = airwar("japanese", FRONT, at(RABAUL, BETTY), at(JACKSON, P39, P40), dice=dice)
    raid(t, action("support-attack", "0616"), BETTY)
    return announced(t, ("0616", "jp-144-1")).do(*reaction, action("done-reacting"))


def parts(t):
    """What each piece added to the last ground combat."""
    return {part["piece"]: part["value"] for part in t.told()["odds"]["parts"]}


@pytest.mark.rule("papua-6.1-18")
@pytest.mark.parametrize(("die", "value"), [(1, 5), (5, 3)])
def test_survivors_support_with_what_they_have_left(die, value):
    t = support(action("intercept", P39, "0616"), dice=(die, 3, 4))
    assert air_totals(t)[0] == 4
    assert parts(t)[BETTY] == value, "its ground value, not that in the air"
    assert t.told()["odds"]["attack"] == 4 + value


@pytest.mark.rule("papua-6.1-18", "papua-6.0-1")
def test_both_sides_are_supported():
    t = support(action("defend-as-fighter", P40, "0616"), dice=(1, 3, 4))
    assert parts(t) == {"jp-144-1": 4, BETTY: 5, "au-39": 3, P40: 2}


@pytest.mark.rule("papua-6.1-3")
def test_interceptors_support_nobody():
    t = support(action("intercept", P40, "0616"), dice=(1, 3, 4))
    assert P40 not in parts(t)


@pytest.mark.rule("papua-4.2.7-4", "papua-4.2.7-6")
def test_an_advance_captures_an_airfield_too():
    attackers = ("jp-41-1", "jp-41-2", "jp-41-3")
    t = airwar("japanese", at("1214", *attackers), at(DOBODURA, "au-pib", P39), dice=(6, 6))
    announced(t, (DOBODURA, *attackers)).do(action("done-reacting"))
    assert t.told()["code"] == "D4 A2"
    t.lose(attackers[2], attackers[2]).advance(attackers[0], DOBODURA)
    assert (t.decision.side, t.decision.actions) == ("allied", ("emergency-transfer",))
    t.do(action("emergency-transfer", P39, JACKSON))
    assert t.place(P39) == JACKSON
    assert t.decision.side == "japanese"
