"""Leaving the board (4.2.2), of one's own will or in retreat."""

import pytest

from marches import must_enter, spent, with_points
from tabuleiro.testing import table

ALLIED, GERMAN = "us-349-ri", "de-721-ri"
MOTORIZED = {"allied": "uk-61-bgda", "axis": "de-115-rpzgr"}
STRETCHES = ["north", "west", "east", "south-sea", "south-gulf", "south-east"]


def ways_out(side, place):
    """The stretches of the edge by which a piece in a hex may leave with its next step."""
    piece = MOTORIZED[side]
    t = table("diadem", f"{side}-movement", {piece: place})
    found = {s for s in STRETCHES if t.allows(t.move(piece, f"exit.{s}"))}
    for stretch in STRETCHES:
        if stretch not in found:
            assert t.refuses(t.move(piece, f"exit.{stretch}")) == "diadem-4.2.2-1"
    assert {f"exit.{stretch}" for stretch in found} <= t.reach(piece)
    return found


@pytest.mark.rule("diadem-4.2.2-1")
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_both_sides_may_leave(side):
    piece = MOTORIZED[side]
    t = table("diadem", f"{side}-movement", {piece: "0105"})
    t.go(piece, "exit.west")
    assert t.place(piece) == "exit.west"
    assert t.legal(piece=piece) == []
    assert t.view(side)["stacks"]["exit.west"] == [piece]
    assert ways_out(side, "0505") == set()  # not from the middle of the board


@pytest.mark.rule("diadem-4.2.2-2")
def test_allied_exits():
    assert ways_out("allied", "0105") == {"west"}
    assert ways_out("allied", "0801") == {"north"}
    assert ways_out("allied", "1508") == {"east"}
    for column in range(2, 16):
        place = f"{column:02}16"
        if table("diadem").s.board.terrain_at(place) != "sea":
            south = ways_out("allied", place) - {"east"}
            assert south == ({"south-east"} if column > 11 else set())  # Castelforte is in 11


@pytest.mark.rule("diadem-4.2.2-3")
def test_german_exits():
    assert ways_out("axis", "0105") == {"west"}
    assert ways_out("axis", "0801") == {"north"}
    for place in ("1508", "1516", "1216", "1016", "0816", "0316"):
        assert ways_out("axis", place) == set()


@pytest.mark.rule("diadem-4.2.2-6", "diadem-4.2.2-2")
@pytest.mark.parametrize("place", ["0816", "0916", "1016", "1116", "0216", "0316"])
def test_nobody_leaves_by_the_south_edge_west_of_castelforte(place):
    assert ways_out("allied", place) == set()


@pytest.mark.rule("diadem-4.2.2-7")
def test_whoever_left_never_comes_back():
    piece = "za-12-bgda-mtz"
    t = table("diadem", "allied-movement", dict.fromkeys(must_enter(), "dead"), turn=2)
    t.go(piece, "1508", "1507").go(piece, "1508", "exit.east")
    for turn in (2, 3):
        assert (t.s.turn, t.place(piece)) == (turn, "exit.east")
        assert t.legal(piece=piece) == []
        assert t.refuses(t.move(piece, "1508")) == "diadem-4.2.2-7"
        assert piece not in t.decision.pieces
        assert "za-11-bgda-blda" in t.decision.pieces
        t.end().end().end().end()


@pytest.mark.rule("diadem-4.2.2-9")
@pytest.mark.parametrize(
    ("piece", "place", "cost"),
    [
        ("uk-61-bgda", "0103", 0.5),  # Highway 6
        ("uk-26-bgda-blda", "0103", 0.5),
        ("uk-61-bgda", "0108", 0.5),  # mountain, but by road
        ("uk-61-bgda", "0104", 1),  # on a road that does not leave the board there
        ("uk-61-bgda", "0107", 1),
        (ALLIED, "0103", 1),
        (ALLIED, "0107", 1),
    ],
)
def test_the_price_of_leaving(piece, place, cost):
    t = table("diadem", "allied-movement", {piece: place}).go(piece, "exit.west")
    assert spent(t, piece) == cost
    enough = with_points(piece, cost, {piece: place})
    assert "exit.west" in enough.reach(piece)
    enough.go(piece, "exit.west")
    short = with_points(piece, cost - 0.5, {piece: place})
    assert short.refuses(short.move(piece, "exit.west")) == "diadem-4.0-2"
    assert "exit.west" not in short.reach(piece)


@pytest.mark.rule("diadem-4.2.2-9")
def test_breaking_contact_is_paid_on_leaving_too():
    places = {ALLIED: "0105", GERMAN: "0205"}
    t = with_points(ALLIED, 1, places)
    assert t.refuses(t.move(ALLIED, "exit.west")) == "diadem-4.0-2"
    assert "needs 2 points and has 1" in t.why(t.move(ALLIED, "exit.west"))
    assert t.reach(ALLIED) == set()
    t = with_points(ALLIED, 2, places)
    assert "exit.west" in t.reach(ALLIED)
    assert spent(t.go(ALLIED, "exit.west"), ALLIED) == 6


@pytest.mark.rule("diadem-4.2.2-9", "diadem-4.1.2-2")
def test_nobody_leaves_from_a_hex_where_he_had_to_stop():
    t = table("diadem", "allied-movement", {ALLIED: "0207", GERMAN: "0205"})
    assert t.refuses(t.move(ALLIED, "0206", "0105", "exit.west")) == "diadem-4.1.2-2"
    t = table("diadem", "allied-movement", {ALLIED: "0304", GERMAN: "0102"})
    assert t.refuses(t.move(ALLIED, "0204", "0103", "exit.west")) == "diadem-4.1.2-2"
    t.go(ALLIED, "0204", "0103")
    assert t.refuses(t.move(ALLIED, "exit.west")) == "diadem-4.1.2-2"
    assert t.reach(ALLIED) == set()


@pytest.mark.rule("diadem-4.2.2-10")
def test_in_a_corner_the_player_chooses_the_edge():
    assert ways_out("allied", "0101") == {"west", "north"}
    assert ways_out("axis", "0101") == {"west", "north"}
    assert ways_out("allied", "1501") == {"north", "east"}
    assert ways_out("allied", "1516") == {"south-east", "east"}
    assert ways_out("axis", "1501") == {"north"}
    for edge in ("west", "north"):
        t = table("diadem", "allied-movement", {ALLIED: "0101"}).go(ALLIED, f"exit.{edge}")
        assert t.view("axis")["pieces"][ALLIED]["place"] == f"exit.{edge}"


# -------------------------------------------------------------------------- in retreat


def beaten(side, piece, place, *attackers_and_places):
    """A reduced piece of a side after a battle that makes it retreat, and the points that gave."""
    enemy = {"allied": "axis", "axis": "allied"}[side]
    pieces = {piece: {"place": place, "losses": 1}, **dict(attackers_and_places)}
    for dice in ((1, 1), (1, 2), (1, 3), (1, 4), (1, 5)):
        t = table("diadem", f"{enemy}-combat", pieces, turn=7, dice=dice)
        before = t.points()[enemy]
        t.attack(place, *dict(attackers_and_places))
        if t.told()["code"].startswith("DRI"):
            return t.place(piece), t.points()[enemy] - before
    raise AssertionError("no throw of the dice makes him retreat")


@pytest.mark.rule("diadem-4.2.2-4")
@pytest.mark.parametrize(
    ("place", "attackers"),
    [
        ("1508", [(ALLIED, "1408"), ("us-350-ri", "1409")]),  # east
        ("1316", [(ALLIED, "1315")]),  # south, where Allies may leave
        ("0816", [(ALLIED, "0815"), ("us-350-ri", "0915")]),
    ],
)
def test_a_german_who_retreats_off_the_south_or_east_edge_is_destroyed(place, attackers):
    assert beaten("axis", GERMAN, place, *attackers) == ("dead", 3)


@pytest.mark.rule("diadem-4.2.2-5")
def test_an_ally_who_retreats_into_the_sea_west_of_formia_is_destroyed():
    germans = [("de-200-rpzgr", "0315"), ("de-9-rpzgr", "0315")]
    assert beaten("allied", ALLIED, "0316", *germans) == ("dead", 10)


@pytest.mark.rule("diadem-4.2.2-6")
def test_an_ally_who_retreats_off_the_edge_of_the_gulf_is_destroyed():
    germans = [("de-200-rpzgr", "0815"), ("de-9-rpzgr", "0915")]
    assert beaten("allied", ALLIED, "0816", *germans) == ("dead", 10)


@pytest.mark.rule("diadem-4.2.2-8")
@pytest.mark.parametrize(
    ("side", "piece", "place", "attackers", "edge"),
    [
        ("axis", GERMAN, "0901", [("pl-1-bgda", "0802"), ("nz-5-bgda", "1002")], "north"),
        ("axis", GERMAN, "0106", [("pl-1-bgda", "0206"), ("nz-5-bgda", "0207")], "west"),
        ("allied", ALLIED, "1508", [("de-200-rpzgr", "1408"), ("de-100-rm", "1409")], "east"),
        ("allied", ALLIED, "1316", [("de-200-rpzgr", "1315")], "south-east"),
    ],
)
def test_who_retreats_off_an_edge_by_which_he_may_leave_has_left(
    side, piece, place, attackers, edge
):
    assert beaten(side, piece, place, *attackers) == (f"exit.{edge}", 0)
