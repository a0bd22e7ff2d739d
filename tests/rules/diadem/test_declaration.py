"""Sections 5.1.1-6 to 5.1.1-8: what is announced when, and what the other side sees of it."""

from dataclasses import replace as remade

import pytest
from msgspec.structs import replace

from battles import at, battle, hurt, said
from tabuleiro.engine.told_log import ToldLog
from tabuleiro.testing import action, table
from tabuleiro.testing.table import Table, catalogue

TANKS = "uk-26-bgda-blda"
"""Next to two German hexes, so that an attack on 0907 may do without it."""
OWN = {**at("1007", "uk-11-bgda", "uk-61-bgda"), **at("1107", "uk-art-x"), **at("1008", TANKS)}
ENEMIES = {**at("0907", "de-131-ri", "de-191-ri"), **at("1009", "de-85-rm")}
FAR = {**at("0806", "de-art-xiv", "de-3-rpqd"), **at("1307", "pl-1-bgda", "uk-art-8-ex")}
PIECES = {**OWN, **ENEMIES, **FAR}
"""All others are off the board, where they may still arrive."""
STALEMATE = (1, 2)


def known(t, side):
    """The pieces whose strengths a side sees."""
    return {piece for piece, seen in t.view(side)["pieces"].items() if "values" in seen}


def pieces_of(t, side):
    return {p for p in t.s.position.pieces if t.s.side(p) == side}


# --------------------------------------------------------------- what a side sees


@pytest.mark.rule("diadem-5.1.1-6")
def test_strengths_show_once_the_attack_is_announced():
    t = table("diadem", "allied-combat", PIECES, tracks={"air.allied": 20})
    ours, theirs = pieces_of(t, "allied"), pieces_of(t, "axis")
    assert known(t, "allied") == ours
    assert known(t, "axis") == theirs
    t.declare("0907", "uk-11-bgda", "uk-61-bgda", "uk-art-x", air=4)
    assert known(t, "allied") == ours
    assert known(t, "axis") == theirs

    t.do(action("confirm"))
    assert known(t, "allied") == ours | {"de-131-ri", "de-191-ri"}
    assert known(t, "axis") == theirs | {"uk-11-bgda", "uk-61-bgda", "uk-art-x"}
    hidden = t.view("allied")["pieces"]["de-3-rpqd"]
    assert (hidden["place"], hidden["type"], hidden["side"]) == ("0806", "paratroops", "axis")

    t.do(action("join", "de-art-xiv"))  # not yet announced
    assert known(t, "allied") == ours | {"de-131-ri", "de-191-ri"}
    t.dice(3, 4).do(action("confirm"))  # 1-1: all attackers retreat, one takes a loss
    assert t.told()["odds"]["defence"] == 4 + 3 + 2
    assert known(t, "allied") == ours | {"de-131-ri", "de-191-ri", "de-art-xiv"}


@pytest.mark.rule("diadem-5.1.1-6")
def test_strengths_are_hidden_again_after_the_battle():
    t = table("diadem", "allied-combat", PIECES, tracks={"air.allied": 2}, dice=(*STALEMATE, 1, 1))
    t.attack("0907", "uk-11-bgda", "uk-61-bgda").defend()
    assert known(t, "allied") == pieces_of(t, "allied")


@pytest.mark.rule("diadem-5.1.1-6")
def test_option_open_totals():
    options = {"sealing": "open"}
    t = table("diadem", "allied-combat", PIECES, options=options, tracks={"air.allied": 20})
    everybody = pieces_of(t, "allied") | pieces_of(t, "axis")
    assert known(t, "allied") == known(t, "axis") == everybody
    t.attack("0907", "uk-11-bgda", "uk-61-bgda").defend()
    assert known(t, "allied") == known(t, "axis") == everybody


def stronger(module, side):
    """The module with all strengths of a side tripled."""
    counters = {}
    for piece, counter in module.counters.items():
        if counter.side == side:
            values = {n: v * 3 if n in {"attack", "defense"} else v
                      for n, v in counter.values.items()}  # fmt: skip
            counter = replace(counter, values=values, reduced=values)  # noqa: PLW2901
        counters[piece] = counter
    return remade(module, counters=counters, memo={})


def seen_while_declaring(module):
    """All that the Allies can learn up to the announcement, and what they learn by it."""
    t = Table(catalogue().new(module, seed="test"))
    t.set("allied-movement", PIECES, tracks={"air.allied": 20})
    learnt = []

    def look():
        t.game.decision()
        rows = ToldLog(t.game, "allied").line()
        learnt.append((t.view("allied"), rows, t.legal()))

    look()
    for deed in (
        t.move("pl-1-bgda", "1306"),
        action("end-phase"),
        action("bombard", "0806"),
        action("cancel"),
        action("assault", "0907"),
        action("join", "uk-11-bgda"),
        action("join", "uk-61-bgda"),
        action("join", TANKS),
        action("join", "uk-art-x"),
        action("set-air", 5),
        action("withdraw", "uk-art-x"),
        action("take-air-back"),
        action("set-air", 3),
    ):
        t.do(deed)
        look()
    learnt.append(
        (
            t.check(action("confirm")),
            t.why(action("join", "de-131-ri")),
            t.why(action("assault", "0806")),
        )
    )
    t.do(action("confirm"))
    return learnt, t.view("allied")


@pytest.mark.rule("diadem-5.1.1-6")
def test_nothing_that_the_attacker_sees_depends_on_hidden_strengths():
    module = catalogue().module("diadem")
    before, after = seen_while_declaring(module)
    before_strong, after_strong = seen_while_declaring(stronger(module, "axis"))
    assert before == before_strong
    assert after != after_strong


# ------------------------------------------------------------- order and finality


@pytest.fixture
def announced():
    """An attack with 12 that the Germans, 7 strong and with a gun of 2, are about to answer."""
    t = table("diadem", "allied-combat", PIECES, tracks={"air.allied": 20}, dice=STALEMATE)
    return t.attack("0907", "uk-11-bgda", "uk-61-bgda", "uk-art-x")


@pytest.mark.rule("diadem-5.1.1-7")
def test_attacker_announces_all_and_changes_nothing_after(announced):
    t = announced
    assert t.decision.side == "axis"
    assert said(t)[-1] == "Allies: attack on 0907 with 12."
    assert t.decision.data["attack"] == 12
    late = (
        action("join", TANKS),
        action("join", "uk-art-8-ex"),
        action("withdraw", "uk-art-x"),
        action("set-air", 2),
        action("cancel"),
    )
    for deed in late:
        t.refuses(deed, side="allied")
        t.refuses(deed)
    assert not t.game.can_undo()
    t.defend("de-art-xiv")
    assert t.told()["odds"]["defence"] == 4 + 3 + 2
    for deed in late:
        t.refuses(deed)
    assert t.told()["odds"]["attack"] == 12
    assert not t.game.can_undo()


@pytest.mark.rule("diadem-5.1.1-7")
def test_attacker_may_change_the_draft():
    t = table("diadem", "allied-combat", PIECES, tracks={"air.allied": 20}, dice=STALEMATE)
    t.declare("0907", "uk-11-bgda", "uk-61-bgda", "uk-art-x", air=4)
    assert t.refuses(action("set-air", 21)).startswith("diadem-6")
    t.do(
        action("withdraw", "uk-art-x"),
        action("take-air-back"),
        action("set-air", 2),
        action("confirm"),
        action("confirm"),
    )
    assert t.told()["odds"]["attack"] == 4 + 5 + 2
    assert t.s.position.tracks["air.allied"] == 18


@pytest.mark.rule("diadem-5.1.1-7")
def test_draft_can_be_given_up_and_only_then_something_else_be_done():
    t = table("diadem", "allied-combat", PIECES, tracks={"air.allied": 20})
    t.declare("0907", "uk-11-bgda", air=4)
    t.refuses(action("join", "de-art-xiv"))
    assert t.refuses(action("assault", "0907")) == "diadem-5.1.1-7"
    assert t.refuses(action("end-phase")) == "diadem-5.1.1-7"
    t.do(action("cancel"))
    assert t.s.position.tracks["air.allied"] == 20
    assert t.allows(action("assault", "1009"))


@pytest.mark.rule("diadem-5.1.1-7", "diadem-5.1.1-8")
def test_order_of_the_announcements(announced):
    said_before = len(said(announced))
    announced.defend("de-art-xiv")
    attack, defence, dice = said(announced)[said_before - 1 : said_before + 2]
    assert (attack, defence) == ("Allies: attack on 0907 with 12.", "Axis: defence of 0907 with 9.")
    assert "dice 1 + 2" in dice


@pytest.mark.rule("diadem-5.1.1-8")
def test_defender_answers_with_guns_and_air_points():
    attackers = at("1007", "de-9-rpzgr", "de-200-rpzgr", "de-104-rpzgr")  # 5, 4 and 3
    defenders, gun = at("0907", "uk-61-bgda"), at("0806", "uk-art-x")  # 5 and 3
    t = battle(attackers, defenders, side="axis", also=gun, tracks={"air.allied": 20},
               dice=STALEMATE)  # fmt: skip
    assert t.decision.side == "allied"
    t.defend("uk-art-x", air=4)
    odds = t.told()["odds"]
    assert (odds["attack"], odds["defence"], odds["base_label"]) == (12, 5 + 3 + 4, "1-1")
    assert t.s.position.tracks["air.allied"] == 16


@pytest.mark.rule("diadem-5.1.1-8")
def test_defender_may_change_his_answer_until_he_announces_it(announced):
    t = announced.do(action("join", "de-art-xiv"), action("withdraw", "de-art-xiv"))
    assert t.refuses(action("withdraw", "de-art-xiv")) == ""
    t.do(action("confirm"))
    assert t.told()["odds"]["defence"] == 7
    assert said(t)[-2] == "Axis: defence of 0907 with 7."
    t.refuses(action("join", "de-art-xiv"), side="axis")


@pytest.mark.rule("diadem-5.1.1-8")
def test_axis_has_no_air_points_to_answer_with(announced):
    announced.refuses(action("set-air", 1))
    assert not announced.legal("set-air")


def test_defender_with_nothing_to_add_is_not_asked():
    t = battle(at("1007", "uk-11-bgda"), at("0907", "de-131-ri"), dice=STALEMATE)
    assert said(t)[-2] == "Axis: defence of 0907 with 4."
    assert t.told()["code"] == "IMP"


def test_announced_strengths_are_the_present_ones():
    t = battle(hurt("1007", "uk-11-bgda"), at("0907", "de-131-ri"), dice=STALEMATE)
    assert "Allies: attack on 0907 with 2." in said(t)
