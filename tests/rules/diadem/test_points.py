"""Points for units, divisions and the way out (11.2.1, 11.2.2), with the options about them."""

import pytest

from battles import hurt
from tabuleiro.testing import table

MODULE = table("diadem").game.module
GERMANS = tuple(name for name, c in MODULE.counters.items() if c.side == "axis")
OUT = dict.fromkeys(GERMANS, "exit.north")
"""No German unit has to enter; those named elsewhere are where it is said there."""
US_36 = ("us-141-ri", "us-142-ri", "us-143-ri")
US_85 = ("us-337-ri", "us-338-ri", "us-339-ri")
UK_78 = ("uk-11-bgda", "uk-36-bgda", "uk-38-bgda")
OBJECTIVES = 50
"""All are German unless a test says otherwise."""


def at(phase, pieces, turn=5, **more):
    return table(
        "diadem", phase, OUT | pieces, turn=turn, tracks={"air.allied": 20}, **more
    )  # fmt: skip


def points(pieces, turn=5, **more):
    return at("axis-combat", pieces, turn, **more).points()


def spread(pieces, hexes=("0308", "0408", "0508", "0608", "0407", "0507")):
    return {piece: hexes[n // 4] for n, piece in enumerate(pieces)}


def next_turn(t):
    turn = t.s.turn
    while t.s.turn == turn:
        t.end()
    return t


# destroyed units


@pytest.mark.rule("diadem-11.2.1-1")
@pytest.mark.parametrize("n", [0, 1, 5])
def test_each_destroyed_german_unit_is_three_points(n):
    assert points(dict.fromkeys(GERMANS[:n], "dead"))["allied"] == 3 * n


@pytest.mark.rule("diadem-11.2.2-1")
@pytest.mark.parametrize("n", [0, 1, 4])
def test_each_destroyed_allied_unit_is_ten_points(n):
    lost = ("us-337-ri", "uk-art-x", "it-1-bda-mtz", "fr-1-gtm")[:n]
    assert points(dict.fromkeys(lost, "dead"))["axis"] == OBJECTIVES + 10 * n


@pytest.mark.rule("diadem-11.2-11")
def test_what_is_destroyed_and_what_only_left():
    """Allies drive Germans from 1508 by the east edge, from 0105 by the west edge, kill one."""
    pieces = {
        "us-337-ri": "1507", "us-338-ri": "1509", "us-141-ri": "1408", "de-211-ri": "1508",
        "us-349-ri": "0104", "us-350-ri": "0205", "us-142-ri": "0106", "de-191-ri": "0105",
        "uk-61-bgda": "1108", "uk-10-bgda": "1310",
    } | hurt("1008", "de-194-ri")  # fmt: skip
    t = at("allied-combat", pieces, dice=(1, 2, 1, 1, 1, 1))
    t.attack("1508", "us-337-ri", "us-338-ri", "us-141-ri")
    assert t.told()["code"] == "DRI AVI"
    t.stay().attack("0105", "us-349-ri", "us-350-ri", "us-142-ri")
    assert t.told()["code"] == "DRI AVI"
    t.stay().attack("1008", "uk-61-bgda", air=3)
    assert t.told()["code"] == "DRB AVI"
    t.stay()
    assert (t.place("de-211-ri"), t.place("de-194-ri")) == ("dead", "dead")
    assert t.place("de-191-ri") == "exit.west"
    assert t.points()["allied"] == 6


@pytest.mark.rule("diadem-11.2-11")
def test_german_units_that_moved_out_are_not_destroyed():
    t = at("axis-movement", {"de-211-ri": "0105", "de-194-ri": "0801"})
    t.go("de-211-ri", "exit.west").go("de-194-ri", "exit.north")
    assert t.points()["allied"] == 0


# divisions out by the west edge


@pytest.mark.rule("diadem-11.2.1-2")
def test_a_complete_division_out_west_is_ten_points_whenever_and_however_it_left():
    pieces = {"uk-11-bgda": "0105", "uk-36-bgda": "0205"}
    t = at("allied-movement", pieces | hurt("0308", "uk-38-bgda"))
    t.go("uk-11-bgda", "exit.west")
    assert t.points()["allied"] == 0
    t.go("uk-36-bgda", "0105", "exit.west")
    assert t.points()["allied"] == 0
    next_turn(t).go("uk-38-bgda", "0208", "0108", "exit.west")
    assert t.points()["allied"] == 10


@pytest.mark.rule("diadem-11.2.1-2")
@pytest.mark.parametrize(
    ("places", "earned"),
    [
        (("exit.west", "exit.west", "exit.west"), 10),
        (("exit.west", "exit.west", "1508"), 0),
        (("exit.west", "exit.west", "exit.north"), 0),
        (("exit.east", "exit.east", "exit.east"), 0),
    ],
)
def test_all_three_must_be_out_by_the_west_edge(places, earned):
    assert points(dict(zip(UK_78, places, strict=True)))["allied"] == earned


@pytest.mark.rule("diadem-11.2.1-3")
def test_a_division_that_lost_a_unit_is_not_complete():
    two = dict.fromkeys(US_85[:2], "exit.west")
    assert points(two | {"us-339-ri": "dead"})["allied"] == 0
    assert points(two | hurt("exit.west", "us-339-ri"))["allied"] == 10


@pytest.mark.rule("diadem-11.2.1-3")
@pytest.mark.parametrize(
    "pieces",
    [
        ("nz-5-bgda", "nz-6-bgda"),
        ("uk-24-bgda-gds", "it-1-bda-mtz", "pl-2-bgda-blda", "us-1108-geng"),
        ("us-art-5-ex", "us-art-ii", "fr-art-cef", "uk-art-x", "ca-art-i", "pl-art-ii"),
        ("fr-1-gtm", "fr-3-gtm", "fr-4-gtm"),
    ],
)
def test_the_new_zealanders_and_units_without_a_division_never_count(pieces):
    assert points(dict.fromkeys(pieces, "exit.west"))["allied"] == 0


@pytest.mark.rule("diadem-11.2.1-2", "diadem-11.2.1-3")
def test_divisions_of_two_count_too_and_several_add_up():
    pieces = ("ca-5-bgda-blda", "ca-11-bgda", "pl-1-bgda", "pl-2-bgda", *UK_78)
    assert points(dict.fromkeys(pieces, "exit.west"))["allied"] == 30


# the 36th Division


@pytest.mark.rule("diadem-11.2.1-4")
@pytest.mark.parametrize(("turn", "earned"), [(3, 10), (4, 0)])
def test_the_36th_division_is_withdrawn_by_turn_3(turn, earned):
    pieces = dict.fromkeys(US_36[:2], "exit.east") | {"us-143-ri": "1515"}
    t = at("axis-combat", pieces, turn - 1)
    next_turn(t).go("us-143-ri", "exit.east")
    while not t.game.over:
        t.end()
    assert t.s.position.outcome.points["allied"] == earned


@pytest.mark.rule("diadem-11.2.1-4")
def test_in_the_first_turns_it_counts_as_soon_as_it_is_out():
    out = dict.fromkeys(US_36, "exit.east")
    assert points(out, turn=2)["allied"] == 10
    assert points(out | {"us-143-ri": "1515"}, turn=2)["allied"] == 0


@pytest.mark.rule("diadem-11.2.1-5")
def test_it_is_withdrawn_by_any_allied_edge_and_never_comes_back():
    pieces = {"us-141-ri": "1515", "us-142-ri": "1316", "us-143-ri": "0801"}
    t = at("allied-movement", pieces, turn=2)
    t.go("us-141-ri", "exit.east").go("us-142-ri", "exit.south-east")
    assert t.points()["allied"] == 0
    t.go("us-143-ri", "exit.north")
    assert t.points()["allied"] == 10
    assert next_turn(t).points()["allied"] == 10
    assert not any(t.legal(piece=piece) for piece in US_36)
    next_turn(next_turn(t))
    assert (t.s.turn, t.points()["allied"]) == (5, 10)


@pytest.mark.rule("diadem-11.2.1-5")
def test_a_destroyed_regiment_forfeits_the_points():
    two = dict.fromkeys(US_36[:2], "exit.east")
    assert points(two | {"us-143-ri": "dead"}, turn=2)["allied"] == 0
    assert next_turn(at("axis-combat", two | {"us-143-ri": "dead"}, 3)).points()["allied"] == 0


def test_with_the_option_only_the_east_edge_counts():
    pieces = dict.fromkeys(US_36, "exit.east")
    for edge in ("east", "north", "south-east", "west"):
        places = pieces | {"us-143-ri": f"exit.{edge}"}
        t = at("axis-combat", places, 3, options={"division-36": "east-edge"})
        earned = 10 if edge == "east" else 0
        assert t.points()["allied"] == earned
        assert next_turn(t).points()["allied"] == earned
        assert next_turn(at("axis-combat", places, 3)).points()["allied"] == 10


# Germans on the board, or out


@pytest.mark.rule("diadem-11.2.2-2")
def test_without_a_break_out_each_german_unit_on_the_board_is_a_point():
    pieces = spread(GERMANS[:21]) | dict.fromkeys(GERMANS[21:25], "exit.west")
    pieces |= (
        dict.fromkeys(GERMANS[25:27], "dead")
        | {GERMANS[27]: "off"}
        | dict.fromkeys(US_85, "exit.north")
    )
    assert points(pieces) == {"allied": 6, "axis": OBJECTIVES + 21}


@pytest.mark.rule("diadem-11.2.2-3")
def test_after_a_break_out_each_german_unit_that_left_is_a_point():
    pieces = dict.fromkeys(GERMANS, "dead") | spread(GERMANS[:12])
    pieces |= dict.fromkeys(GERMANS[12:17], "exit.west")
    pieces |= dict.fromkeys(GERMANS[17:21], "exit.north")
    pieces |= dict.fromkeys(UK_78, "exit.west")
    assert points(pieces)["axis"] == OBJECTIVES + 9


@pytest.mark.rule("diadem-11.2.2-4")
def test_one_allied_unit_out_west_is_a_break_out_even_in_the_last_turn():
    pieces = dict.fromkeys(GERMANS, "dead") | spread(GERMANS[:12])
    pieces |= dict.fromkeys(GERMANS[12:21], "exit.west") | {"uk-24-bgda-gds": "0105"}
    t = at("allied-movement", pieces, turn=7)
    assert t.points()["axis"] == OBJECTIVES + 12
    t.go("uk-24-bgda-gds", "exit.west")
    while not t.game.over:
        t.end()
    assert t.s.position.outcome.points["axis"] == OBJECTIVES + 9


@pytest.mark.rule("diadem-11.2.2-4")
@pytest.mark.parametrize("edge", ["north", "east", "south-east"])
def test_other_edges_are_no_break_out(edge):
    pieces = spread(GERMANS[:12]) | {"uk-24-bgda-gds": f"exit.{edge}"}
    assert points(pieces)["axis"] == OBJECTIVES + 12


def test_with_the_option_a_complete_division_must_break_out():
    options = {"exit-flip": "complete-division"}
    pieces = dict.fromkeys(GERMANS, "dead") | spread(GERMANS[:12])
    pieces |= dict.fromkeys(GERMANS[12:21], "exit.west")
    for out, counted in ((UK_78[:2], 12), (("uk-24-bgda-gds",), 12), (UK_78, 9)):
        places = pieces | dict.fromkeys(out, "exit.west")
        assert points(places, options=options)["axis"] == OBJECTIVES + counted
        assert points(places)["axis"] == OBJECTIVES + 9
