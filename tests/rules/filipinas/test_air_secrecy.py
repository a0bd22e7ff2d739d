"""What of the air war the other side learns, and when: sections 6.1-22, 6.3.2-1, 6.2-2, 14.4."""

import msgspec
import pytest

from filipinas_air import (
    DULAG,
    act,
    air_told,
    at,
    end_march,
    events,
    fly,
    roll_on,
    scene,
    seen_missions,
    words,
)
from tabuleiro.engine import events as ev
from tabuleiro.engine.knowledge import NOBODY
from tabuleiro.testing import action
from tabuleiro_filipinas.air_hooks import ShipStrike
from tabuleiro_filipinas.sea_strikes import StrikeOnShips, StruckShips

BMS = ("us-38-gpo", "us-42-gpo", "us-345-gpo")
VILLAGE, CEBU, RI = "4236", "3841", "us-19-ri"
ARMOUR, JP_RI = "jp-6-rt", "jp-9-ri"


def raid(*there, dice=(2, 2)):
    """Three bombers over a stack, of which only the top one is seen."""
    t = scene("us-movement", at(DULAG, *BMS), at(VILLAGE, *there), dice=dice)
    fly(t, "strike-troops", VILLAGE, *BMS)
    act(t, "end-phase")
    return roll_on(t)


@pytest.mark.rule("filipinas-6.3.2-1")
def test_the_column_does_not_tell_what_lies_below_the_top_of_a_stack():
    """The attacker is told the die and the losses; the owner the whole sum."""
    t = raid(ARMOUR, JP_RI)
    sums = [e for e in events(t) if isinstance(e, ev.Said) and "bombing" in e.data]
    assert [e.to for e in sums] == [("jp",)]
    mine = " ".join(words(t, "us"))
    assert "die 2: 0" in mine
    assert "7-12" not in mine
    assert "13-18" not in mine
    assert "13-18" in " ".join(words(t, "jp"))


@pytest.mark.rule("filipinas-6.3.2-1")
def test_of_a_stack_that_is_seen_the_column_is_told():
    t = raid(ARMOUR)
    assert "7-12" in " ".join(words(t, "us"))


@pytest.mark.parametrize("below", ["jp-20-ri", "jp-6-rt"])
def test_what_is_told_is_the_same_whatever_lies_below(below):
    t = raid(below, JP_RI, dice=(2, 2))
    assert "die 2: 0" in " ".join(words(t, "us"))
    assert t.s.counter(below).name["en"] not in " ".join(words(t, "us"))


@pytest.mark.rule("filipinas-6.2-2")
def test_the_total_of_an_attack_counts_its_aircraft():
    """3 on the ground and 2 from the air."""
    t = scene("us-movement", at("4336", RI), at(VILLAGE, JP_RI), at(DULAG, "us-348-gpo-p47"))
    fly(t, "fly-support", VILLAGE, "us-348-gpo-p47")
    act(t, "end-phase").dice(3, 4)
    t.attack(VILLAGE, RI)
    roll_on(t)
    assert any("with 5" in line for line in words(t, "jp"))
    assert t.told()["odds"]["attack"] == 5


@pytest.mark.rule("filipinas-6.1-22", "filipinas-14.4-1")
def test_who_flies_is_seen_as_they_fight_and_not_before():
    t = scene("us-movement", at("morotai", *BMS, "us-5-gpo"), at("2856", "jp-17-sentai"),
              dice=(1, 6))  # fmt: skip
    name = t.s.counter(BMS[0]).name["en"]
    fly(t, "strike-field", "2856", BMS[0])
    assert seen_missions(t, "jp") == [("us", "2856", "field", [["medium-bomber", "bomber", 1]])]
    assert name not in " ".join(words(t, "jp"))
    assert "sorties" not in t.game.belief("jp").s.position.facts
    end_march(t)
    roll_on(t)
    assert air_told(t)["air_combat"]["attackers"][0]["piece"] == BMS[0]


def test_a_mission_that_is_being_planned_is_unknown():
    t = scene("us-movement", at(DULAG, *BMS), at(CEBU, "jp-3-sentai"))
    before = t.game.belief("jp").s.position
    act(t, "strike-field", CEBU).act("fly-as-bomber", BMS[0])
    assert t.game.belief("jp").s.position == before


def test_an_answer_is_told_when_all_are_sent():
    t = scene("us-movement", at(DULAG, *BMS), at(CEBU, "jp-17-sentai", "jp-19-sentai"))
    fly(t, "strike-field", CEBU, *BMS)
    end_march(t)
    before = t.game.belief("us").s.position
    act(t, "intercept", "jp-17-sentai", CEBU)
    assert t.game.belief("us").s.position == before
    assert t.refuses(action("intercept", "jp-17-sentai", CEBU)) == ""


@pytest.mark.parametrize(("there", "column"), [((ARMOUR,), 1), ((ARMOUR, JP_RI), None)])
def test_a_preview_tells_the_column_only_of_what_is_seen(there, column):
    """Three bombers on a stack that is not wholly known: the points, and no table."""
    t = scene("us-movement", at(DULAG, *BMS), at(VILLAGE, *there))
    act(t, "strike-troops", VILLAGE)
    t.do(*(action("fly-as-bomber", piece) for piece in BMS))
    seen = t.game.belief("us").s
    (sum_,) = seen.rules.reckonings(s=seen)
    assert sum_.attack == 6
    assert (sum_.column if sum_.table else None) == column


def test_what_is_left_of_a_strike_does_not_tell_whence_it_came():
    strike = ShipStrike("2222", "jp", "us", 1, bombers=("jp-bomber",), divers=("jp-dive",))
    for step in (StruckShips(strike), StrikeOnShips(strike, ("us-ship",), dived=("jp-dive",))):
        assert step.told(None, "jp") is step
        for viewer in ("us", NOBODY):
            assert b'"jp-' not in msgspec.json.encode(step.told(None, viewer))
