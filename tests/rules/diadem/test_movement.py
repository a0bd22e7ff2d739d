"""Movement (4.0): what each hex costs, and that nobody spends more than he has."""

import pytest

from marches import spent, standing, with_points
from tabuleiro.testing import table

FOOT, MOTORIZED = "us-349-ri", "uk-61-bgda"  # 6 and 12 points


@pytest.mark.rule("diadem-4.0-1")
def test_each_hex_is_paid_at_the_price_of_its_terrain():
    t = table("diadem", "allied-movement", {FOOT: "0609"})
    t.go(FOOT, "0509", "0409", "0410")  # clear, clear, mountain
    assert (t.place(FOOT), spent(t, FOOT)) == ("0410", 5)
    t.go(FOOT, "0409")
    assert t.reach(FOOT) == set()


@pytest.mark.rule("diadem-4.0-1")
@pytest.mark.parametrize("path", [["0408"], ["0509", "0408", "0608"], [], ["0509", "0609"]])
def test_a_path_goes_from_hex_to_adjacent_hex(path):
    t = table("diadem", "allied-movement", {FOOT: "0609"})
    assert t.refuses(t.move(FOOT, *path)) == "diadem-4.0-1"


@pytest.mark.rule("diadem-4.0-2")
def test_nobody_spends_more_than_he_has():
    t = table("diadem", "allied-movement", {FOOT: "0609"})
    t.go(FOOT, "0608", "0508", "0408", "0409")
    assert t.refuses(t.move(FOOT, "0410")) == "diadem-4.0-2"  # mountain for 3, 2 left
    assert "0410" not in t.reach(FOOT)
    assert "needs 3 points and has 2" in t.why(t.move(FOOT, "0410"))
    t.go(FOOT, "0509", "0508")
    assert spent(t, FOOT) == 6
    assert t.refuses(t.move(FOOT, "0408")) == "diadem-4.0-2"


@pytest.mark.rule("diadem-4.0-3")
def test_a_piece_may_spend_less_than_it_has():
    t = table("diadem", "allied-movement", {MOTORIZED: "0609"})
    t.go(MOTORIZED, "0509").end()
    assert (t.phase, t.place(MOTORIZED)) == ("allied-combat", "0509")
    assert spent(t, MOTORIZED) == 1


LONG = ["0608", "0508", "0408", "0308", "0307", "0306"]  # six clear hexes, no road, no river


@pytest.mark.rule("diadem-4.0-4", "diadem-2.2.1-8")
def test_unspent_points_are_not_kept():
    t = standing(FOOT, "0609", turn=1)
    t.end().end().end().end()
    assert (t.s.turn, t.phase) == (2, "allied-movement")
    assert t.refuses(t.move(FOOT, *LONG, "0206")) == "diadem-4.0-2"
    t.go(FOOT, *LONG)
    assert spent(t, FOOT) == 6


@pytest.mark.rule("diadem-2.2.1-8")
def test_all_points_are_there_again_in_the_next_own_movement_phase():
    t = standing(FOOT, "0609", turn=1)
    t.go(FOOT, *LONG)
    assert t.reach(FOOT) == set()
    t.end().end().end().end()
    t.go(FOOT, *reversed(LONG[:-1]), "0609")
    assert (spent(t, FOOT), t.reach(FOOT)) == (6, set())


@pytest.mark.rule("diadem-4.0-5")
def test_points_cannot_be_given_away():
    t = table("diadem", "allied-movement", {FOOT: "0609", "us-350-ri": "0609"})
    t.go(FOOT, "0608", "0508").go("us-350-ri", *LONG)
    assert (spent(t, FOOT), spent(t, "us-350-ri")) == (2, 6)
    assert t.refuses(t.move("us-350-ri", "0305")) == "diadem-4.0-2"
    assert t.legal(piece="us-350-ri") == []


@pytest.mark.rule("diadem-4.0-6")
def test_each_piece_of_a_stack_pays_for_itself():
    stack = (FOOT, "us-350-ri")
    t = table("diadem", "allied-movement", dict.fromkeys(stack, "0509"))
    for piece in stack:
        assert t.refuses(t.move(piece, "0510", "0511", "0512")) == "diadem-4.0-2"
        t.go(piece, "0510", "0511")
    for piece in stack:
        assert spent(t, piece) == 6
        assert t.refuses(t.move(piece, "0512")) == "diadem-4.0-2"


@pytest.mark.rule("diadem-4.0-7", "diadem-T-TERRAIN-7")
def test_half_points_are_added_exactly():
    t = table("diadem", "allied-movement", {MOTORIZED: "1516"})
    t.go(MOTORIZED, "1416", "1316", "1216", "1115", "1015")
    assert spent(t, MOTORIZED) == 2.5
    hills = ["1014", "1013", "1012", "0911"]  # 0.5 + 3 + 3 + 0.5
    too_far = t.move(MOTORIZED, *hills, "0811")
    assert t.refuses(too_far) == "diadem-4.0-2"
    assert "needs 10 points and has 9½" in t.why(too_far)
    t.go(MOTORIZED, *hills, "0912", "0813", "0814", "0815")  # 3 x 0.5 + 1
    assert (spent(t, MOTORIZED), t.reach(MOTORIZED)) == (12, set())


CITY = "0706"  # Aquino, on the road from 0806


@pytest.mark.rule("diadem-4.0-8", "diadem-T-TERRAIN-2", "diadem-T-TERRAIN-7")
@pytest.mark.parametrize(
    ("piece", "start", "end", "cost"),
    [
        (MOTORIZED, "0806", CITY, 0.5),
        (MOTORIZED, "0705", CITY, 1),
        (FOOT, "0806", CITY, 1),
        (FOOT, "0705", CITY, 1),
        (FOOT, "1205", "1204", 1),  # mountain, by the road to Atina
        (FOOT, "1104", "1204", 3),
        (MOTORIZED, "1205", "1204", 0.5),
        (MOTORIZED, "1104", "1204", 3),
        (MOTORIZED, "1007", "1107", 1),  # both have roads, but none joins them
    ],
)
def test_a_road_replaces_the_terrain_only_from_road_hex_to_road_hex(piece, start, end, cost):
    t = table("diadem", "allied-movement", {piece: start})
    assert spent(t.go(piece, end), piece) == cost


@pytest.mark.rule("diadem-4.0-9", "diadem-T-TERRAIN-3")
@pytest.mark.parametrize(
    ("piece", "end", "cost"),
    [
        (MOTORIZED, "1206", 0.5),  # Highway 6 over the Rapido
        (MOTORIZED, "1207", 3),  # the same river beside the road, into clear
        (FOOT, "1206", 1),
        (FOOT, "1207", 2),
    ],
)
def test_a_bridge_saves_the_price_of_the_river(piece, end, cost):
    t = table("diadem", "allied-movement", {piece: "1106"})
    assert spent(t.go(piece, end), piece) == cost
    t = table("diadem", "allied-movement", {piece: end})  # and back
    assert spent(t.go(piece, "1106"), piece) == cost


@pytest.mark.rule("diadem-4.0-10")
def test_there_is_no_guaranteed_move():
    """Engaged, 3 points left, next to a mountain: 4 would be needed."""
    places = {FOOT: "0509", "de-721-ri": "0609"}
    t = with_points(FOOT, 3, places)
    assert t.refuses(t.move(FOOT, "0410")) == "diadem-4.0-2"
    assert "0410" not in t.reach(FOOT)
    t = with_points(FOOT, 4, places)
    assert spent(t.go(FOOT, "0410"), FOOT) == 6


@pytest.mark.rule("diadem-4.0-10")
def test_a_piece_that_cannot_pay_for_any_hex_stays():
    t = with_points(FOOT, 2, {FOOT: "0511"})
    assert {t.s.board.terrain_at(h) for h in t.s.board.grid.neighbours("0511")} == {"mountain"}
    assert t.legal(piece=FOOT) == []


@pytest.mark.rule("diadem-T-TERRAIN-1", "diadem-T-TERRAIN-2", "diadem-T-TERRAIN-3")
@pytest.mark.parametrize(
    ("piece", "start", "end", "cost"),
    [
        (FOOT, "0609", "0509", 1),
        ("de-26-rpz", "0609", "0509", 1),
        (FOOT, "0705", "0806", 1),  # Piedimonte, not by road
        ("de-26-rpz", "0705", "0806", 1),
        (FOOT, "0707", "0608", 2),  # over the Liri
        (FOOT, "1208", "1107", 2),
        (MOTORIZED, "1208", "1107", 3),
        ("de-26-rpz", "1208", "1107", 3),
    ],
)
def test_clear_city_and_river(piece, start, end, cost):
    assert spent(standing(piece, start).go(piece, end), piece) == cost


@pytest.mark.rule("diadem-T-TERRAIN-8")
@pytest.mark.parametrize("piece", ["us-349-ri", "uk-61-bgda", "uk-26-bgda-blda", "fr-6-rtm-4dmm"])
def test_nobody_enters_the_sea(piece):
    t = table("diadem", "allied-movement", {piece: "0415"})
    for sea in ("0515", "0416"):
        assert t.refuses(t.move(piece, sea)) == "diadem-T-TERRAIN-8"
    assert not t.reach(piece) & set(t.s.board.hexes_of("sea"))


@pytest.mark.rule("diadem-2.4.3-2")
def test_movement_uses_no_dice():
    t = table("diadem", "allied-movement", {FOOT: "0509", "de-721-ri": "0609"}, turn=2)
    before = t.game.position.dice
    t.go(FOOT, "0410").go("uk-9-bgda-blda", "1508", "1408").end()
    assert t.game.position.dice == before
    t.set("axis-movement", {"de-721-ri": "0609"}, turn=1)
    t.go("de-721-ri", "0608").go("de-200-rpzgr", "0103").go("de-361-rpzgr", "0103", "exit.west")
    assert t.game.position.dice == before


# ------------------------------------------------------------------ the example of 4.0


@pytest.mark.rule("diadem-ex-4.0")
def test_from_san_pietro_infine_to_rocasseca():
    t = table("diadem", "allied-movement", {MOTORIZED: "1508"})
    names = ("san-pietro-infine", "cassino", "monte-cassino", "piedimonte", "aquino", "rocasseca")
    places = [t.s.board.places[name].hex for name in names]
    assert places == ["1508", "1106", "1006", "0806", "0706", "0604"]
    legs = [
        (["1408", "1407", "1306", "1206", "1106"], 2.5),  # by road to Cassino
        (["1006", "0905"], 6),  # Monte Cassino and the next mountain
        (["0806"], 1),  # Piedimonte, not by road
        (["0706", "0606", "0605"], 1.5),  # by road to beyond Aquino
        (["0604"], 1),  # Rocasseca, not by road
    ]
    walk = [hex for path, _ in legs for hex in path]
    whole = table("diadem", "allied-movement", {MOTORIZED: "1508"}).go(MOTORIZED, *walk)
    assert (len(walk), spent(whole, MOTORIZED)) == (12, 12)
    for path, cost in legs:  # leg by leg it costs the same
        before = spent(t, MOTORIZED)
        assert spent(t.go(MOTORIZED, *path), MOTORIZED) - before == cost
    assert t.place(MOTORIZED) == "0604"
    assert t.reach(MOTORIZED) == set()
    assert t.refuses(t.move(MOTORIZED, "0603")) == "diadem-4.0-2"
