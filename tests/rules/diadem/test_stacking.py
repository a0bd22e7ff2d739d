"""Stacking (4.1.1): four pieces of a side in a hex, whenever a piece stops."""

import pytest

from tabuleiro.testing import action, table

HEX, BESIDE, BEYOND = "0609", "0708", "0509"

# Four that could hardly differ more: reduced infantry, a gun, motorized, and armour.
ALLIES = {
    "us-337-ri": {"place": HEX, "losses": 1},
    "us-art-ii": HEX,
    "pl-1-bgda": HEX,
    "uk-26-bgda-blda": HEX,
}
GERMANS = {
    "de-721-ri": {"place": HEX, "losses": 1},
    "de-art-li": HEX,
    "de-100-rm": HEX,
    "de-115-rpzgr": HEX,
}
SIDES = pytest.mark.parametrize(
    ("side", "four", "fifth"),
    [("allied", ALLIES, "us-349-ri"), ("axis", GERMANS, "de-4-rpqd")],
    ids=["allied", "axis"],
)


@pytest.mark.rule("diadem-4.1.1-1")
@SIDES
def test_a_fifth_piece_may_not_stop_in_a_hex(side, four, fifth):
    t = table("diadem", f"{side}-movement", {**four, fifth: BESIDE}, turn=1)
    assert t.refuses(t.move(fifth, HEX)) == "diadem-4.1.1-1"
    assert HEX not in t.reach(fifth)


@pytest.mark.rule("diadem-4.1.1-1")
@SIDES
def test_a_fourth_piece_may_whichever_is_missing(side, four, fifth):
    for missing in four:
        three = {piece: place for piece, place in four.items() if piece != missing}
        t = table("diadem", f"{side}-movement", {**three, fifth: BESIDE}, turn=1)
        assert HEX in t.reach(fifth)
        assert t.go(fifth, HEX).at(HEX) == {*three, fifth}


@pytest.mark.rule("diadem-4.1.1-2")
@SIDES
def test_friends_may_pass_through_a_full_hex(side, four, fifth):
    t = table("diadem", f"{side}-movement", {**four, fifth: BESIDE}, turn=1)
    assert t.refuses(t.move(fifth, HEX)) == "diadem-4.1.1-1"
    t.go(fifth, HEX, BEYOND)
    assert (t.place(fifth), len(t.at(HEX))) == (BEYOND, 4)


@pytest.mark.rule("diadem-4.1.1-3")
def test_the_limit_is_checked_at_the_end_of_each_move():
    """Not at the end of the phase: one must leave before another comes."""
    t = table("diadem", "allied-movement", {**ALLIES, "us-349-ri": BESIDE})
    assert not t.allows(t.move("us-349-ri", HEX))
    t.go("pl-1-bgda", BEYOND).go("us-349-ri", HEX)
    assert t.refuses(t.move("pl-1-bgda", HEX)) == "diadem-4.1.1-1"


@pytest.mark.rule("diadem-4.1.1-3")
def test_nobody_stops_before_the_enemy_in_a_full_hex():
    t = table("diadem", "allied-movement", {**ALLIES, "us-349-ri": BESIDE, "de-721-ri": "0510"})
    t.go("us-349-ri", HEX, "0508")
    t.set("allied-movement", {**ALLIES, "us-349-ri": BESIDE, "de-721-ri": BEYOND})
    assert t.refuses(t.move("us-349-ri", HEX)) == "diadem-4.1.1-1"
    assert t.refuses(t.move("us-349-ri", HEX, "0608")) == "diadem-4.1.2-2"
    assert HEX not in t.reach("us-349-ri")


@pytest.mark.rule("diadem-4.1.1-3", "diadem-4.2.1-6")
def test_nobody_stops_in_a_full_hex_as_he_enters():
    newcomer, east = "za-12-bgda-mtz", "1508"
    four = dict.fromkeys(["us-337-ri", "us-338-ri", "us-339-ri", "us-349-ri"], east)
    t = table("diadem", "allied-movement", four, turn=1)
    assert t.refuses(t.move(newcomer, east)) == "diadem-4.1.1-1"
    assert east not in t.reach(newcomer)
    t.go(newcomer, east, "1408")
    t.go("us-337-ri", "1507")
    t.go("za-11-bgda-blda", east)
    assert len(t.at(east)) == 4


@pytest.mark.rule("diadem-4.1.1-3")
def test_nobody_is_set_up_in_a_full_hex():
    t = table("diadem")
    for piece, place in (("de-art-10-ex", "0608"), ("de-art-xiv", "1011"), ("de-art-li", "0806")):
        t.do(action("place", piece, place))
    t.end()
    assert len(t.at("1408")) == 4  # behind 4 DI at 1307, which is of the same corps
    assert t.refuses(action("place", "uk-art-xiii", "1408")) == "diadem-4.1.1-1"
    assert "1408" not in {place.hex for place in t.legal("place", piece="uk-art-xiii")}
    t.do(action("place", "fr-1-gtm", "1411"))
    assert t.refuses(action("place", "fr-3-gtm", "1411")) == "diadem-4.1.1-1"
    assert t.refuses(action("place", "us-art-5-ex", "1411")) == "diadem-4.1.1-1"


@pytest.mark.rule("diadem-4.1.1-3")
def test_only_four_advance():
    attackers = dict.fromkeys(["us-349-ri", "us-350-ri", "us-337-ri"], HEX)
    attackers |= dict.fromkeys(["pl-1-bgda", "pl-5-bgda"], "0508")
    t = table("diadem", "allied-combat", {**attackers, "de-721-ri": BEYOND}, dice=[1, 2])
    t.attack(BEYOND, *attackers).retreat("de-721-ri", "0510")  # 17 to 3: DRB AVI
    for piece in list(attackers)[:4]:
        t.advance(piece, BEYOND)
    assert t.at(BEYOND) == {*list(attackers)[:4]}
    assert t.legal("advance") == []
    assert t.decision.actions[0] == "assault"  # there is nothing to ask any more


@pytest.mark.rule("diadem-4.1.1-3")
def test_a_retreat_does_not_leave_five_in_a_hex():
    """The defender of HEX has one way out, to a full hex: somebody there moves on."""
    full = dict.fromkeys(["us-337-ri", "us-338-ri", "us-349-ri", "us-art-ii"], BEYOND)
    attackers = {"de-200-rpzgr": "0709", "de-361-rpzgr": "0608", "de-115-rpzgr": "0608"}
    t = table("diadem", "axis-combat", {**full, **attackers, "pl-1-bgda": HEX}, dice=[1, 1])
    t.attack(HEX, *attackers).defend()  # 11 to 5, a complete division: 3-1, DRI AVI
    assert t.place("pl-1-bgda") == BEYOND
    assert (t.decision.side, t.decision.actions) == ("allied", ("displace",))
    t.displace("us-art-ii", "0510")
    assert t.at(BEYOND) == {*full, "pl-1-bgda"} - {"us-art-ii"}
    assert t.place("us-art-ii") == "0510"


@pytest.mark.rule("diadem-4.1.1-4")
def test_nations_armies_and_corps_may_share_a_hex():
    t = table(
        "diadem",
        "allied-movement",
        {"pl-1-bgda": BESIDE, "uk-10-bgda": BESIDE, "us-349-ri": BESIDE, "fr-6-rtm-4dmm": BESIDE},
    )
    for piece in ("pl-1-bgda", "uk-10-bgda", "us-349-ri", "fr-6-rtm-4dmm"):
        t.go(piece, HEX)
    assert len(t.at(HEX)) == 4
