"""Retreat in a chain (5.3.1): into 0907, where friends stand."""

import pytest

from tabuleiro.testing import action, table

FRIENDS = ("de-191-ri", "de-194-ri", "de-267-ri", "de-274-ri")
FIVE = {"de-211-ri", *FRIENDS}
FRONT = {"us-337-ri": "1108", "us-349-ri": "1107"}
REAR = {"uk-10-bgda": "1006", "in-17-bgda": "0707", "ca-1-bgda": "0909"}
"""With these only 0907 is free of Allied zones, and nothing beyond it."""


def thrown_back(friends, *, more=None, dice=(1, 1)):
    """An attack on 1008 whose defender retreats intact, with friends in 0907."""
    pieces = {**FRONT, "de-211-ri": "1008", **dict.fromkeys(friends, "0907"), **(more or {})}
    t = table("diadem", "allied-combat", pieces, tracks={"air.allied": 20}, dice=dice)
    t.attack("1008", *FRONT, air=3)
    assert t.told()["code"] == "DRI AVI"
    return t


def displacements(t, piece):
    return {deed.to for deed in t.legal("displace", piece=piece)}


@pytest.mark.rule("diadem-5.3.1-1")
def test_a_fifth_piece_sends_one_of_the_five_on():
    t = thrown_back(FRIENDS).retreat("de-211-ri", "0907")
    assert t.decision.side == "axis"
    assert {deed.piece for deed in t.legal("displace")} == FIVE
    t.displace("de-194-ri", "0906")
    assert t.at("0907") == FIVE - {"de-194-ri"}
    assert t.place("de-194-ri") == "0906"


@pytest.mark.rule("diadem-5.3.1-1")
def test_with_three_friends_nobody_moves_on():
    t = thrown_back(FRIENDS[:3]).retreat("de-211-ri", "0907")
    assert t.at("0907") == {"de-211-ri", *FRIENDS[:3]}
    assert not t.legal("displace")
    assert t.decision.side == "allied"


@pytest.mark.rule("diadem-5.3.1-1")
def test_the_one_who_moves_on_keeps_to_the_rules_of_retreat():
    """1008 and 1007 are in the zones of the attackers, 0908 in that of 0909."""
    t = thrown_back(FRIENDS, more={"ca-1-bgda": "0909"})
    assert t.place("de-211-ri") == "0907"
    for piece in FIVE:
        assert displacements(t, piece) == {"0906", "0807", "0808"}
        for hex in ("1007", "1008", "0908", "0806"):
            t.refuses(action("displace", piece, hex))


@pytest.mark.rule("diadem-5.3.1-2")
@pytest.mark.parametrize("piece", sorted(FIVE))
def test_any_of_the_five_moves_on_and_without_a_loss(piece):
    t = thrown_back(FRIENDS).retreat("de-211-ri", "0907").displace(piece, "0807")
    assert (t.place(piece), t.losses(piece)) == ("0807", 0)
    assert t.at("0907") == FIVE - {piece}
    assert all(t.losses(one) == 0 for one in FIVE)


@pytest.mark.rule("diadem-5.3.1-2")
def test_a_reduced_piece_survives_being_sent_on():
    reduced = {"de-194-ri": {"place": "0907", "losses": 1}}
    t = thrown_back(FRIENDS, more=reduced).retreat("de-211-ri", "0907")
    t.displace("de-194-ri", "0807")
    assert (t.place("de-194-ri"), t.losses("de-194-ri")) == ("0807", 1)


@pytest.mark.rule("diadem-5.3.1-2")
def test_the_chain_goes_on_through_another_full_hex():
    full = ("de-131-ri", "de-132-ri", "de-576-ri", "de-577-ri")
    t = thrown_back(FRIENDS, more=dict.fromkeys(full, "0807")).retreat("de-211-ri", "0907")
    t.displace("de-191-ri", "0807")
    assert {deed.piece for deed in t.legal("displace")} == {"de-191-ri", *full}
    t.refuses(action("displace", "de-577-ri", "0907"))
    t.displace("de-577-ri", "0706")
    assert t.at("0807") == {"de-191-ri", *full} - {"de-577-ri"}
    assert t.at("0907") == FIVE - {"de-191-ri"}
    assert t.place("de-577-ri") == "0706"
    assert t.decision.side == "allied"


@pytest.mark.rule("diadem-5.3.1-2")
def test_a_full_hex_from_which_no_chain_can_go_on_is_not_offered():
    """Without another hex the piece is surrounded, and nothing is two hexes away either."""
    t = thrown_back(FRIENDS, more=REAR, dice=(1, 2))
    assert t.place("de-211-ri") == "dead"
    assert t.at("0907") == set(FRIENDS)
    t = thrown_back(FRIENDS[:3], more=REAR)
    assert t.place("de-211-ri") == "0907"


@pytest.mark.rule("diadem-5.3.1-2")
def test_where_the_full_hex_is_closed_the_piece_goes_under_siege():
    """With 0809 in place of 0909 all is closed round 0907 as before, but 1010 is free."""
    t = thrown_back(FRIENDS, more={**REAR, "ca-1-bgda": "0809"}, dice=(1, 2))
    assert (t.place("de-211-ri"), t.losses("de-211-ri")) == ("1010", 1)


@pytest.mark.rule("diadem-5.3.1-2")
def test_the_newcomer_moves_on_where_the_others_cannot():
    """From 0705 only mountains without roads are free; the four there are armour."""
    tanks = ("uk-26-bgda-blda", "uk-9-bgda-blda", "uk-25-bgda-tq", "ca-1-bgda-blda")
    attackers = ("de-26-rpz", "de-9-rpzgr", "de-15-rpzgr", "de-200-rpzgr")
    pieces = {"us-337-ri": "0706", **dict.fromkeys(tanks, "0705")}
    pieces |= {"de-211-ri": "0506", "de-194-ri": "0504", "de-191-ri": "0906"}
    pieces |= dict.fromkeys(attackers, "0707")
    t = table("diadem", "axis-combat", pieces, dice=(1, 2)).attack("0706", *attackers)
    assert t.told()["code"] == "DRI AVB"
    assert t.place("us-337-ri") == "0705"
    assert {deed.piece for deed in t.legal("displace")} == {"us-337-ri"}
    t.displace("us-337-ri", "0704")
    assert (t.at("0705"), t.losses("us-337-ri")) == (set(tanks), 0)


@pytest.mark.rule("diadem-5.3.1-1")
def test_attackers_retreat_in_a_chain_too():
    four = ("us-141-ri", "us-142-ri", "ca-1-bgda", "ca-2-bgda")
    pieces = {"us-337-ri": "1108", "de-211-ri": "1008", **dict.fromkeys(four, "1209")}
    t = table("diadem", "allied-combat", pieces, tracks={"air.allied": 20}, dice=(3, 4))
    t.attack("1008", "us-337-ri", air=3).retreat("us-337-ri", "1209")
    assert t.decision.side == "allied"
    t.displace("us-337-ri", "1309")
    assert t.at("1209") == set(four)
