"""Section 5.0: who must attack, and with whom."""

import pytest

from battles import at, battle, blamed, hurt, said
from tabuleiro.engine.freehand import FreeMove
from tabuleiro.testing import action, table

STALEMATE = (1, 2)
"""On 1-1, where the ground is open, nothing happens."""
WARN = {"duty": "warn-and-release"}


@pytest.mark.rule("diadem-5.0-1")
def test_attacker_is_the_one_who_has_just_moved():
    late = at("dead", "de-200-rpzgr", "de-361-rpzgr")
    pieces = {**at("1107", "pl-1-bgda"), **at("0907", "de-131-ri"), **late}
    t = table("diadem", "allied-movement", pieces, dice=STALEMATE * 2)
    t.go("pl-1-bgda", "1007").end()
    assert t.decision.side == "allied"
    assert blamed(t.check(action("end-phase"))) == {"pl-1-bgda"}
    t.attack("0907", "pl-1-bgda").end().end()

    assert t.phase == "axis-combat"
    assert t.decision.side == "axis"
    assert blamed(t.check(action("end-phase"))) == {"de-131-ri"}
    assert not t.allows(action("assault", "0907"))
    t.attack("1007", "de-131-ri")
    assert t.told()["battle"]["attacker"] == "axis"
    assert t.end().phase == "allied-movement"


@pytest.mark.rule("diadem-5.0-2")
def test_all_but_exempt_pieces_attack_before_the_phase_ends():
    exempt = at("1006", "uk-38-bgda")  # on a mountain above the German in the open, not moved
    bound = {**at("1107", "uk-11-bgda"), **at("1009", "pl-1-bgda")}
    enemies = {**at("1007", "de-131-ri"), **at("0908", "de-85-rm")}
    far = at("1307", "uk-10-bgda")
    t = table("diadem", "allied-combat", {**exempt, **bound, **enemies, **far}, dice=STALEMATE * 2)

    assert t.refuses(action("end-phase")) == "diadem-5.0-2"
    assert blamed(t.check(action("end-phase"))) == set(bound)
    t.attack("1007", "uk-11-bgda")
    assert t.refuses(action("end-phase")) == "diadem-5.0-2"
    assert blamed(t.check(action("end-phase"))) == {"pl-1-bgda"}
    t.attack("0908", "pl-1-bgda")
    assert t.obligations() == ""
    assert t.end().phase == "axis-movement"


@pytest.mark.rule("diadem-5.0-3")
def test_all_pieces_of_the_hex_defend():
    defenders = at("0907", "de-191-ri", "de-131-ri", "de-art-xiv")  # 3, 4 and 2
    t = battle(at("1007", "uk-11-bgda"), defenders, "1-1", dice=STALEMATE)
    assert t.told()["odds"]["defence"] == 3 + 4 + 2
    assert set(t.told()["battle"]["defenders"]) == set(defenders)


@pytest.mark.rule("diadem-5.0-4")
def test_pieces_of_several_hexes_attack_one_together():
    stack = {**at("1105", "pl-1-bgda"), **at("1206", "pl-5-bgda"), **at("1205", "pl-6-bgda")}
    t = table("diadem", "allied-combat", {**stack, **at("1106", "de-131-ri")})
    t.declare("1106", "pl-1-bgda", "pl-5-bgda")
    assert t.refuses(action("join", "pl-6-bgda")) == "diadem-5.0-4"
    t.do(action("confirm"))
    assert t.told()["odds"]["attack"] == 4 + 4
    assert len([sentence for sentence in said(t) if "dice" in sentence]) == 1


@pytest.mark.rule("diadem-5.0-5")
def test_stack_attacks_several_hexes():
    stack = at("1105", "pl-1-bgda", "uk-11-bgda", "pl-5-bgda")
    enemies = {**at("1106", "de-131-ri"), **at("1006", "de-85-rm")}
    t = table("diadem", "allied-combat", {**stack, **enemies}, tracks={"air.allied": 20})
    t.dice(1, 1, 1, 1)  # 4-1 through a fortified line is 1-2, where nothing happens on a 2
    t.attack("1106", "pl-1-bgda", "uk-11-bgda", air=8)
    t.attack("1006", "pl-5-bgda", air=12)
    assert t.told()["battle"]["target"] == "1006"
    assert t.end().phase == "axis-movement"


@pytest.mark.rule("diadem-5.0-6")
@pytest.mark.parametrize("target", ["0807", "0908"])
def test_one_attack_is_enough(target):
    enemies = {**at("0807", "de-131-ri"), **at("0908", "de-85-rm")}
    t = table("diadem", "allied-combat", {**at("0907", "uk-11-bgda"), **enemies}, dice=STALEMATE)
    assert t.attack(target, "uk-11-bgda").end().phase == "axis-movement"


@pytest.mark.rule("diadem-5.0-6")
def test_neither_a_piece_nor_a_hex_fights_twice():
    own = {**at("0907", "uk-11-bgda"), **at("1008", "uk-36-bgda"), **at("0906", "pl-1-bgda")}
    enemies = {**at("0807", "de-131-ri"), **at("0908", "de-85-rm"), **at("0806", "de-100-rm")}
    t = table("diadem", "allied-combat", {**own, **enemies}, dice=STALEMATE)
    t.attack("0807", "uk-11-bgda")
    assert t.refuses(action("assault", "0807")) == "diadem-8.0-14"  # pl-1-bgda could reach it
    t.declare("0908", "uk-36-bgda")
    assert t.refuses(action("join", "uk-11-bgda")) == "diadem-5.0-6"


@pytest.mark.rule("diadem-5.0-7")
def test_release_of_a_piece_without_targets():
    pieces = {**at("0907", "uk-11-bgda"), **at("0807", "de-131-ri"), **at("1307", "pl-1-bgda")}
    t = table("diadem", "allied-combat", pieces, dice=STALEMATE, options={"free-hand": True})
    t.attack("0807", "uk-11-bgda").do(FreeMove("pl-1-bgda", "0906"))
    assert t.allows(action("end-phase"))  # next to a hex that was attacked
    t.do(FreeMove("de-85-rm", "0806"))
    assert t.refuses(action("end-phase")) == "diadem-5.0-2"  # next to another as well
    assert blamed(t.check(action("end-phase"))) == {"pl-1-bgda"}
    t.do(FreeMove("de-85-rm", "dead"))
    assert t.allows(action("end-phase"))
    t.do(FreeMove("de-131-ri", "dead"))
    assert t.end().phase == "axis-movement"  # next to nobody


@pytest.mark.rule("diadem-5.0-8")
def test_attack_takes_along_who_has_no_other_target():
    both = {**at("1206", "pl-1-bgda"), **at("1207", "pl-5-bgda")}
    t = table("diadem", "allied-combat", {**both, **at("1106", "de-131-ri")})
    t.declare("1106", "pl-1-bgda")
    assert t.refuses(action("confirm")) == "diadem-5.0-8"
    assert blamed(t.check(action("confirm"))) == {"pl-5-bgda"}
    assert t.game.module.counters["pl-5-bgda"].name["en"] in t.why(action("confirm"))
    assert t.allows(action("join", "pl-5-bgda"))
    t.do(action("join", "pl-5-bgda"), action("confirm"))
    assert t.told()["odds"]["attack"] == 8


@pytest.mark.rule("diadem-5.0-8")
def test_piece_with_two_targets_may_wait_for_the_second():
    own = {**at("1206", "pl-1-bgda"), **at("1105", "pl-5-bgda"), **at("1005", "pl-2-bgda")}
    enemies = {**at("1106", "de-131-ri"), **at("1006", "de-85-rm")}
    armour = at("0906", "uk-26-bgda-blda")  # next to the mountain 1006 only
    t = table("diadem", "allied-combat", {**own, **enemies, **armour}, tracks={"air.allied": 20})
    t.dice(1, 1).attack("1106", "pl-1-bgda", air=12)  # 1-2 behind the line: a stalemate
    t.declare("1006", "pl-2-bgda")
    assert t.refuses(action("confirm")) == "diadem-5.0-8"
    assert blamed(t.check(action("confirm"))) == {"pl-5-bgda"}
    t.do(action("join", "pl-5-bgda"), action("confirm"))
    assert t.told()["battle"]["attackers"] == ("pl-2-bgda", "pl-5-bgda")


# ------------------------------------------------------ option: warn and release


@pytest.mark.rule("diadem-5.0-8")
def test_option_left_out_pieces_are_only_warned_of():
    both = {**at("1206", "pl-1-bgda"), **at("1207", "pl-5-bgda")}
    t = table("diadem", "allied-combat", {**both, **at("1106", "de-131-ri")}, options=WARN)
    name = t.game.module.counters["pl-5-bgda"].name["en"]
    t.declare("1106", "pl-1-bgda")
    verdict = t.check(action("confirm"))
    assert verdict
    assert [(o.rule, o.pieces) for o in verdict.waived] == [("diadem-5.0-8", ("pl-5-bgda",))]
    assert name in t.obligations()
    assert action("confirm") in t.legal()
    t.do(action("confirm"))
    assert f"{name} is released from its duty to attack." in said(t)
    assert not any("1st" in sentence and "released" in sentence for sentence in said(t))


def test_option_phase_ends_with_a_warning():
    pieces = {**at("0907", "uk-11-bgda"), **at("0807", "de-131-ri")}
    t = table("diadem", "allied-combat", pieces, options=WARN)
    verdict = t.check(action("end-phase"))
    assert verdict
    assert [(o.rule, o.pieces) for o in verdict.waived] == [("diadem-5.0-2", ("uk-11-bgda",))]
    assert action("end-phase") in t.legal()
    assert t.obligations()
    t.end()
    assert t.phase == "axis-movement"
    assert sum("released" in sentence for sentence in said(t)) == 1


def test_option_bombardment_with_a_warning():
    pieces = {**at("0907", "uk-11-bgda"), **at("0807", "de-131-ri"), **at("1008", "uk-art-x")}
    assert (
        table("diadem", "allied-combat", pieces).refuses(action("bombard", "0807"))
        == "diadem-8.0-16"
    )
    t = table("diadem", "allied-combat", pieces, options=WARN)
    assert blamed(t.check(action("bombard", "0807"))) == {"uk-11-bgda"}
    t.attack("0807", "uk-art-x", kind="bombardment").end()
    assert sum("released" in sentence for sentence in said(t)) == 1


def test_option_changes_nothing_else():
    own = {**at("0907", "uk-11-bgda"), **hurt("1008", "uk-36-bgda")}
    t = table("diadem", "allied-combat", {**own, **at("0807", "de-131-ri")}, options=WARN)
    t.declare("0807")
    assert t.refuses(action("confirm")) == "diadem-5.0-4"  # nobody attacks
    t.do(action("cancel")).dice(*STALEMATE).attack("0807", "uk-11-bgda")
    assert t.refuses(action("assault", "0807")) == "diadem-8.0-14"
