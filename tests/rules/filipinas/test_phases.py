"""Section 3.0: what each phase is for, with all parts of the game in it."""

import pytest

from filipinas_air import fly, roll_on
from filipinas_war import at_sea, fleet, scene
from tabuleiro.testing import action

STRIKE, SEA = "us-turn-jp-air-naval-interception", "1023"
BASED = {"jp-14-sentai": "formosa", "jp-71-sentai": "formosa"}
US, JP = "us-19-ri", "jp-9-ri"


def at_strike(*, detected):
    """Phase 4 of the American turn: a force in range of two groups."""
    force = fleet("us-a", SEA, "us-dcr-2", "us-ddd-23", detected=detected)
    return at_sea(STRIKE, force, pieces=BASED, turn=1)


@pytest.mark.rule("filipinas-3.0-6", "filipinas-3.0-7")
def test_only_forces_that_were_found_are_struck():
    """One that was not leaves Japan nothing to do in phase 4."""
    assert action("strike-ships", SEA) in at_strike(detected=True).legal("strike-ships")
    unseen = at_strike(detected=False)
    assert unseen.phase == "us-movement"
    assert unseen.refuses(action("strike-ships", SEA))


@pytest.mark.rule("filipinas-3.0-7")
def test_the_other_side_answers_before_the_combats():
    force = fleet("us-a", SEA, "us-tg-38-1", "us-ddd-23")
    pieces = {**BASED, "us-cvg-7": "in:us-tg-38-1", "us-38-gpo": "1917", "us-49-gpo": "1917"}
    t = at_sea(STRIKE, force, pieces=pieces, turn=1, control={"1917": "us"})
    t.act("strike-ships", SEA).act("fly-as-bomber", "jp-14-sentai").act("confirm")
    t.act("done-striking")
    assert t.decision.side == "us"
    assert t.allows(action("intercept", "us-49-gpo", SEA))


@pytest.mark.rule("filipinas-3.0-9")
def test_supplies_and_scouts_fly_in_phase_5_alone():
    """Not in phase 4, whoever might want them."""
    pieces = {"us-317-gpo": "4437", "us-71-gpo": "4437", US: "4336", JP: "4236", **BASED}
    held = {"4437": "us", "4336": "us"}
    t = scene("us-movement", pieces, turn=1, control=held, unknown=[("jp", "4236")])
    assert t.allows(action("supply-flight", "4336", "us-317-gpo"))
    assert "scout" in t.decision.actions
    force = fleet("us-a", SEA, "us-dcr-2")
    jp = at_sea(STRIKE, force, pieces={**BASED, "jp-sentai-teisin": "1917", JP: "2018"}, turn=1)
    assert jp.phase == STRIKE
    assert jp.refuses(action("supply-flight", "2018", "jp-sentai-teisin"))
    assert not {"scout", "supply-flight"} & set(jp.decision.actions)


HELD = {"control": {"4437": "us", "2222": "us"}, "turn": 1}
BATTLE = {US: "4437", JP: "4337"}


@pytest.mark.rule("filipinas-3.0-12")
def test_an_announced_attack_is_answered_from_the_air_in_phase_6():
    """By fighters that intercept, and by bombers that support the defence."""
    based = {"jp-3-sentai": "3841", "jp-24-sentai": "3841"}
    t = scene("us-movement", {**BATTLE, **based}, **HELD).end().attack("4337", US)
    assert (t.phase, t.decision.side) == ("us-turn-jp-air-interception", "jp")
    assert t.allows(action("intercept", "jp-24-sentai", "4337"))
    assert t.allows(action("defend-as-bomber", "jp-3-sentai", "4337"))
    assert t.refuses(action("defend-as-bomber", "jp-3-sentai", "4236")), "nobody attacks there"


def test_who_has_nothing_to_answer_with_is_not_asked():
    t = scene("us-movement", BATTLE, **HELD).end().attack("4337", US)
    assert t.phase != "us-turn-jp-air-interception"


@pytest.mark.rule("filipinas-3.0-13")
def test_air_combats_come_before_land_combats():
    """A B-25 adds 2 to the attack, 1 if it was hit on the way, and nothing if it was lost."""
    bomber, added = "us-38-gpo", {}
    for face in range(1, 7):
        based = {bomber: "2222", "jp-1-sentai": "3841", "jp-17-sentai": "3841"}
        t = scene("us-movement", {**BATTLE, **based}, **HELD)
        fly(t, "fly-support", "4337", bomber)
        t.end().attack("4337", US)
        answer_from(t, "jp-1-sentai", "jp-17-sentai", face=face)
        lost = 2 if t.place(bomber) == "dead" else t.losses(bomber)
        added.setdefault(lost, set()).add(t.told()["odds"]["attack"] - 3)
    assert len(added) > 1, "not all throws come to the same"
    assert all(values == {2 - lost} for lost, values in added.items())


def answer_from(t, *fighters, face):
    """Send fighters against the mission; the die falls, then the battle is fought."""
    t.do(*(action("intercept", piece, "4337") for piece in fighters))
    t.dice(face, 3, 4).act("done-reacting")
    roll_on(t)


@pytest.mark.rule("filipinas-2.2.2-5")
def test_a_naval_bomber_flies_as_a_light_one_and_from_a_carrier():
    """634 Kokutai supports a defence from its deck at sea; a Sentai has no place there."""
    group, ship = "jp-634-kokutai", "jp-dpa-3"
    force = fleet("jp-d", "4239", ship, detected=False)
    t = at_sea("us-movement", force, pieces={**BATTLE, group: f"in:{ship}"}, **HELD)
    t.end().attack("4337", US)
    assert t.decision.side == "jp"
    assert t.allows(action("defend-as-bomber", group, "4337"))
    holds = t.s.counter(ship).holds
    assert holds.suits(t.s.counter(group))
