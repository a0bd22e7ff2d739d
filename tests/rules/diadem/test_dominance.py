"""Dominant terrain (4.1.2): who may stay engaged without attacking."""

import pytest

from marches import set_up, spent
from tabuleiro.testing import action, table

ALLIED, OTHER, GERMAN = "us-349-ri", "us-350-ri", "de-721-ri"
HILL, PLAIN = "0510", "0509"
"""Mountain and clear hex next to each other, without river, road or line between them."""


def bound(t):
    """The pieces that owe an attack; while there are any, the combat phase cannot end."""
    assert t.phase.endswith("combat")
    assert t.allows(action("end-phase")) is not bool(t.decision.pieces)
    return set(t.decision.pieces)


def owing(side, pieces):
    """The pieces that owe an attack after a movement phase of a side without any move."""
    waiting = dict.fromkeys(["de-200-rpzgr", "de-361-rpzgr"], "dead")
    return bound(table("diadem", f"{side}-movement", {**waiting, **pieces}, turn=1).end())


@pytest.mark.rule("diadem-4.1.2-8", "diadem-ex-4.1.2")
def test_from_a_mountain_nobody_has_to_attack_into_the_open():
    pieces = {ALLIED: HILL, GERMAN: PLAIN, OTHER: "0408"}
    assert owing("allied", pieces) == set()
    assert owing("allied", {ALLIED: PLAIN, GERMAN: HILL}) == {ALLIED}
    # He may stay, attack or withdraw; whoever else comes next to the German must attack.
    t = table("diadem", "allied-movement", pieces)
    assert t.reach(ALLIED)
    t.end()
    assert t.allows(action("assault", PLAIN))
    assert t.end().phase == "axis-movement"
    for newcomer in ("0409", "0508"):
        t = table("diadem", "allied-movement", pieces).go(OTHER, newcomer).end()
        assert bound(t) == {OTHER}
        assert t.refuses(action("end-phase")) == "diadem-5.0-2"
        t.attack(PLAIN, OTHER)


CLEAR, CITY, MOUNTAIN, MOUNTAIN_CITY = "clear", "city", "mountain", "mountain-city"
NEIGHBOURS = [  # the hex that dominates first, if any does
    ("0805", "0806", MOUNTAIN, CITY, True),
    ("0510", "0509", MOUNTAIN, CLEAR, True),
    ("0806", "0705", CITY, CLEAR, True),
    ("0710", "0810", MOUNTAIN_CITY, CLEAR, True),
    ("0510", "0511", MOUNTAIN, MOUNTAIN, False),
    ("0711", "0710", MOUNTAIN, MOUNTAIN_CITY, False),
    ("0706", "0806", CITY, CITY, False),
    ("0609", "0509", CLEAR, CLEAR, False),
]


@pytest.mark.rule("diadem-4.1.2-9")
@pytest.mark.parametrize(
    ("one", "other", "first", "second", "dominates"),
    NEIGHBOURS,
    ids=[f"{first}-{second}" for _, _, first, second, _ in NEIGHBOURS],
)
@pytest.mark.parametrize(
    ("side", "mine", "his"), [("allied", ALLIED, GERMAN), ("axis", GERMAN, ALLIED)]
)
def test_more_columns_dominate(side, mine, his, one, other, first, second, dominates):
    board = table("diadem").s.board
    assert (board.terrain_at(one), board.terrain_at(other)) == (first, second)
    assert not board.features.get((min(one, other), max(one, other)))
    assert owing(side, {mine: one, his: other}) == (set() if dominates else {mine})
    assert owing(side, {mine: other, his: one}) == {mine}


@pytest.mark.rule("diadem-4.1.2-10")
def test_a_piece_must_dominate_every_enemy_next_to_it():
    city, clear, mountain = "0806", "0705", "0805"
    assert owing("allied", {ALLIED: city, GERMAN: clear}) == set()
    assert owing("allied", {ALLIED: city, GERMAN: clear, "de-191-ri": mountain}) == {ALLIED}
    assert owing("allied", {ALLIED: city, GERMAN: clear, "de-191-ri": clear}) == set()


@pytest.mark.rule("diadem-4.1.2-11")
def test_a_line_dominates_a_mountain_but_for_germans_only():
    valley, hill = "0610", "0611"  # the Hitler-Senger Line between them
    assert owing("allied", {ALLIED: hill, GERMAN: valley}) == {ALLIED}
    assert owing("axis", {ALLIED: hill, GERMAN: valley}) == set()
    assert owing("allied", {ALLIED: valley, GERMAN: hill}) == {ALLIED}
    assert owing("axis", {ALLIED: valley, GERMAN: hill}) == set()
    assert owing("allied", {ALLIED: hill, GERMAN: HILL}) == {ALLIED}  # mountains and the line
    assert owing("allied", {ALLIED: HILL, GERMAN: valley}) == set()  # not over the line


@pytest.mark.rule("diadem-4.1.2-11")
def test_a_river_counts_for_both_and_nothing_is_added_up():
    for one, other in (("0908", "0809"), ("0607", "0608")):  # clear and clear, city and clear
        assert table("diadem").s.board.side_has(one, other, "liri")
        for side, piece in (("allied", ALLIED), ("axis", GERMAN)):
            assert owing(side, {ALLIED: one, GERMAN: other}) == {piece}
            assert owing(side, {ALLIED: other, GERMAN: one}) == {piece}
    far, near = "1305", "1205"  # mountain 3 against river 2
    assert owing("allied", {ALLIED: far, GERMAN: near}) == set()
    assert owing("axis", {ALLIED: far, GERMAN: near}) == {GERMAN}


@pytest.mark.rule("diadem-4.1.2-12")
def test_a_newcomer_must_attack_even_from_the_mountain_of_one_who_need_not():
    pieces = {ALLIED: HILL, GERMAN: PLAIN, OTHER: "0511"}
    t = table("diadem", "allied-movement", pieces).go(OTHER, HILL).end()
    assert bound(t) == {OTHER}
    assert t.refuses(action("end-phase")) == "diadem-5.0-2"
    assert [t.say(m) for m in t.decision.obligations] == [
        "350th Infantry Regiment must attack: 0509."
    ]


@pytest.mark.rule("diadem-4.1.2-13")
def test_leaving_and_coming_back_loses_the_exemption():
    pieces = {"uk-61-bgda": HILL, ALLIED: HILL, GERMAN: PLAIN}
    assert owing("allied", pieces) == set()
    t = table("diadem", "allied-movement", pieces)
    t.go("uk-61-bgda", "0511").go("uk-61-bgda", HILL)
    assert t.at(HILL) == {"uk-61-bgda", ALLIED}
    assert bound(t.end()) == {"uk-61-bgda"}


@pytest.mark.rule("diadem-4.1.2-13")
def test_having_moved_in_an_earlier_turn_does_not_count():
    moved = {"place": HILL, "marks": ["moved"]}
    assert owing("allied", {ALLIED: moved, GERMAN: PLAIN}) == set()


@pytest.mark.rule("diadem-4.1.2-5", "diadem-4.1.2-4")
def test_pieces_that_are_set_up_next_to_enemies_are_engaged():
    poles, americans = {"pl-1-bgda", "pl-2-bgda"}, {"us-349-ri", "us-350-ri", "us-351-ri"}
    t = set_up()
    assert (t.s.turn, t.phase) == (1, "allied-movement")
    t.end()
    assert bound(t) == poles | americans
    assert t.refuses(action("end-phase")) == "diadem-5.0-2"
    t = set_up()
    t.go("pl-1-bgda", "1205")
    assert spent(t, "pl-1-bgda") == 1 + 1  # breaking contact, and clear
    t.go("us-349-ri", "1015")
    assert spent(t, "us-349-ri") == 1 + 1
    assert bound(t.end()) == {"pl-2-bgda", "us-350-ri", "us-351-ri"}
