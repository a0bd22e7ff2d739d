"""Advance after combat (5.2). Where nothing else is said the fight is for 1008, in open ground."""

import pytest

from tabuleiro.testing import action, table

WEAK = {"de-211-ri": {"place": "1008", "losses": 1}}
"""A defender of 2 that a loss eliminates: it leaves no zone on the hex that it gives up."""


def won(pieces, target, *attackers, air=0, dice=(1, 1), phase="allied-combat", code="DRB AVI"):
    """An attack that leaves the victors with the question whether to advance."""
    tracks = {"air.allied": 20 if phase == "allied-combat" else 0}
    t = table("diadem", phase, pieces, tracks=tracks, dice=dice)
    t.attack(target, *attackers, air=air)
    assert t.told()["code"] == code
    return t


def paths(t, piece=None):
    about = {"piece": piece} if piece else {}
    return {deed.path for deed in t.legal("advance", **about)}


def advancing(t):
    return {deed.piece for deed in t.legal("advance")}


@pytest.mark.rule("diadem-5.2-1")
def test_the_victor_may_take_the_hex_or_leave_it():
    pieces = {"uk-61-bgda": "1108", "de-211-ri": "1008"}
    for advance, end in ((True, "1008"), (False, "1108")):
        t = won(pieces, "1008", "uk-61-bgda", air=4, code="DRI AVI")
        t.retreat("de-211-ri", "0907")
        assert t.decision.side == "allied"
        t = t.advance("uk-61-bgda", "1008") if advance else t.stay()
        assert t.place("uk-61-bgda") == end
        assert t.place("de-211-ri") == "0907"
        assert t.allows(action("end-phase"))


@pytest.mark.rule("diadem-5.2-2")
@pytest.mark.parametrize(
    ("piece", "air"), [("uk-61-bgda", 3), ("uk-26-bgda-blda", 1), ("it-1-bda-mtz", 6)]
)
def test_motorized_pieces_go_one_hex_beyond(piece, air):
    t = won({piece: "1108", **WEAK}, "1008", piece, air=air)
    beyond = {("1008", h) for h in ("1007", "1107", "1009", "0908", "0907")}
    assert paths(t) == {("1008",)} | beyond
    t.refuses(action("advance", piece, ("1008", "0907", "0806")))
    assert t.advance(piece, "1008", "0907").place(piece) == "0907"


@pytest.mark.rule("diadem-5.2-2")
def test_the_115th_panzergrenadiers_take_the_hex_or_the_next():
    pieces = {
        "de-115-rpzgr": "1108",
        "de-9-rpzgr": "1108",
        "us-337-ri": {"place": "1008", "losses": 1},
    }
    t = won(pieces, "1008", "de-115-rpzgr", "de-9-rpzgr", phase="axis-combat")
    assert ("1008",) in paths(t, "de-115-rpzgr")
    assert t.advance("de-115-rpzgr", "1008", "0907").place("de-115-rpzgr") == "0907"


@pytest.mark.rule("diadem-5.2-2")
def test_no_counter_is_mechanized_artillery_but_the_type_is_motorized():
    types = table("diadem").game.module.unit_types
    assert {"motorized", "artillery"} <= set(types["mechanized-artillery"].tags)
    assert "no-advance" not in types["mechanized-artillery"].tags


@pytest.mark.rule("diadem-5.2-3")
@pytest.mark.parametrize(
    ("piece", "air"), [("uk-1-bgda-gds", 4), ("fr-6-rtm-4dmm", 4), ("us-1108-geng", 6)]
)
def test_infantry_mountain_troops_and_engineers_take_the_vacated_hex_only(piece, air):
    t = won({piece: "1108", **WEAK}, "1008", piece, air=air)
    assert paths(t) == {("1008",)}
    t.refuses(action("advance", piece, ("1008", "0907")))
    assert t.advance(piece, "1008").place(piece) == "1008"


@pytest.mark.rule("diadem-5.2-3")
def test_paratroops_take_the_vacated_hex_only():
    pieces = {
        "de-1-rpqd": "1108",
        "de-3-rpqd": "1108",
        "us-337-ri": {"place": "1008", "losses": 1},
    }
    t = won(pieces, "1008", "de-1-rpqd", "de-3-rpqd", phase="axis-combat")
    assert paths(t) == {("1008",)}


@pytest.mark.rule("diadem-5.2-4")
def test_towed_artillery_never_advances():
    pieces = {"us-art-ii": "1108", "uk-1-bgda-gds": "1107", **WEAK}
    t = won(pieces, "1008", "us-art-ii", "uk-1-bgda-gds", air=1)
    assert advancing(t) == {"uk-1-bgda-gds"}
    t.refuses(action("advance", "us-art-ii", ("1008",)))
    t.advance("uk-1-bgda-gds", "1008")
    assert t.place("us-art-ii") == "1108"
    assert t.allows(action("end-phase"))


@pytest.mark.rule("diadem-5.2-5")
def test_a_vacated_city_stops_motorized_pieces():
    pieces = {"uk-61-bgda": "0606", "de-211-ri": {"place": "0607", "losses": 1}}
    t = won(pieces, "0607", "uk-61-bgda", air=7)
    assert paths(t) == {("0607",)}
    t.refuses(action("advance", "uk-61-bgda", ("0607", "0507")))


@pytest.mark.rule("diadem-5.2-5")
@pytest.mark.parametrize(
    ("origin", "vacated", "second", "road"),
    [("1108", "1008", "0907", True), ("1008", "0908", "0808", False)],
)
def test_a_clear_hex_lets_them_through_with_or_without_a_road(origin, vacated, second, road):
    pieces = {"uk-61-bgda": origin, "de-211-ri": {"place": vacated, "losses": 1}}
    t = won(pieces, vacated, "uk-61-bgda", air=3)
    roads = [t.s.board.road_between(vacated, h, "road") for h in t.s.board.grid.neighbours(vacated)]
    assert any(roads) == road
    assert t.advance("uk-61-bgda", vacated, second).place("uk-61-bgda") == second


@pytest.mark.rule("diadem-5.2-6")
def test_the_second_hex_is_clear_or_city_never_mountain():
    """0705 borders the mountains 0704 and 0805 and the cities 0806 and 0706; 0606 is clear."""
    pieces = {"uk-61-bgda": "0605", "de-211-ri": {"place": "0705", "losses": 1}}
    t = won(pieces, "0705", "uk-61-bgda", air=3)
    assert paths(t) == {("0705",), ("0705", "0806"), ("0705", "0706"), ("0705", "0606")}
    t.refuses(action("advance", "uk-61-bgda", ("0705", "0805")))


@pytest.mark.rule("diadem-5.2-6")
def test_a_city_in_the_mountains_is_no_second_hex_even_by_road():
    """0810 borders 0710, a city in the mountains with a road between, and the mountain 0811."""
    pieces = {"uk-61-bgda": "0809", "de-211-ri": {"place": "0810", "losses": 1}}
    t = won(pieces, "0810", "uk-61-bgda", air=3)
    assert paths(t) == {("0810",), ("0810", "0909"), ("0810", "0910"), ("0810", "0709")}
    t.refuses(action("advance", "uk-61-bgda", ("0810", "0710")))


@pytest.mark.rule("diadem-5.2-7")
def test_a_river_bars_the_second_hex_unless_bridged():
    """The Liri parts 1009 from 1109, 1010 and 0909; a road crosses it to 0909."""
    pieces = {"uk-61-bgda": "1008", "de-211-ri": {"place": "1009", "losses": 1}}
    t = won(pieces, "1009", "uk-61-bgda", air=3)
    assert paths(t) == {("1009",), ("1009", "1108"), ("1009", "0908"), ("1009", "0909")}
    t.refuses(action("advance", "uk-61-bgda", ("1009", "1010")))
    assert t.advance("uk-61-bgda", "1009", "0909").place("uk-61-bgda") == "0909"


@pytest.mark.rule("diadem-5.2-7")
def test_a_fortified_hexside_bars_the_second_hex_even_by_road():
    """Highway 6 goes from 0906 into the city 0806 through the Hitler-Senger Line."""
    pieces = {"uk-61-bgda": "0907", "de-211-ri": {"place": "0906", "losses": 1}}
    t = won(pieces, "0906", "uk-61-bgda", air=3)
    assert paths(t) == {("0906",), ("0906", "1007"), ("0906", "0807")}
    t.refuses(action("advance", "uk-61-bgda", ("0906", "0806")))


@pytest.mark.rule("diadem-5.2-8")
def test_fewer_pieces_may_advance_and_less_far_than_they_could():
    four = ("ca-1-bgda-blda", "uk-9-bgda-blda", "uk-61-bgda", "fr-1-bgda-1dmi")
    pieces = {**dict.fromkeys(four[:2], "1108"), **dict.fromkeys(four[2:], "1107")}
    t = won({**pieces, "de-211-ri": "1008"}, "1008", *four, dice=(5, 6), code="DE AVI")
    assert advancing(t) == set(four)
    t.advance("ca-1-bgda-blda", "1008", "0907").advance("uk-61-bgda", "1008").stay()
    assert [t.place(piece) for piece in four] == ["0907", "1108", "1008", "1107"]
    assert t.allows(action("end-phase"))


@pytest.mark.rule("diadem-5.2-9")
def test_only_adjacent_attackers_advance():
    """The Poles in Cassino (1106) stand next to 1107 too, but their terrain frees them of duty."""
    pieces = {
        "uk-1-bgda-gds": "1108",
        "pl-1-bgda": "1106",
        "uk-24-bgda-gds": "1209",
        "us-art-ii": "1109",
        "de-211-ri": {"place": "1107", "losses": 1},
    }
    t = won(pieces, "1107", "uk-1-bgda-gds", "us-art-ii", air=1, dice=(1, 2))
    assert advancing(t) == {"uk-1-bgda-gds"}
    for piece in ("pl-1-bgda", "uk-24-bgda-gds", "us-art-ii"):
        t.refuses(action("advance", piece, ("1107",)))


@pytest.mark.rule("diadem-5.2-9")
def test_four_advance_into_a_hex_and_no_fifth():
    five = ("uk-10-bgda", "uk-11-bgda", "in-17-bgda", "ca-1-bgda", "us-337-ri")
    pieces = {**dict.fromkeys(five[:3], "1108"), **dict.fromkeys(five[3:], "1107")}
    t = won({**pieces, **WEAK}, "1008", *five, dice=(5, 6), code="DE AVI")
    for piece in five[:4]:
        t.advance(piece, "1008")
    t.refuses(action("advance", "us-337-ri", ("1008",)))
    assert t.at("1008") == set(five[:4])
    assert t.place("us-337-ri") == "1107"
    assert t.allows(action("end-phase"))


@pytest.mark.rule("diadem-5.2-10")
def test_an_enemy_zone_stops_the_advance_in_the_first_hex_but_lets_it_in():
    pieces = {"uk-61-bgda": "1108", **WEAK, "de-194-ri": "0907"}
    t = won(pieces, "1008", "uk-61-bgda", air=3)
    assert paths(t) == {("1008",)}
    t.refuses(action("advance", "uk-61-bgda", ("1008", "1009")))
    assert t.advance("uk-61-bgda", "1008").place("uk-61-bgda") == "1008"


@pytest.mark.rule("diadem-5.2-10", "diadem-5.2-2")
def test_the_zone_of_who_was_driven_out_stops_nobody():
    tanks, gone = "uk-61-bgda", "de-211-ri"
    pieces = {tanks: "1108", gone: "1008"}
    beyond = {("1008", h) for h in ("1007", "1107", "1009", "0908")}
    t = won(pieces, "1008", tanks, air=4, code="DRI AVI").retreat(gone, "0907")
    assert paths(t) == {("1008",)} | beyond
    assert t.advance(tanks, "1008", "0908").place(tanks) == "0908"
    for other in ("0908", "0907"):  # beside the hex by itself, or with the one driven out
        t = won({**pieces, "de-194-ri": other}, "1008", tanks, air=4, code="DRI AVI")
        t.retreat(gone, "0907")
        assert paths(t) == {("1008",)}
        assert t.refuses(action("advance", tanks, ("1008", "1007"))) == "diadem-5.2-10"
    t = table("diadem", "allied-combat", pieces, tracks={"air.allied": 20}, dice=(1, 1),
              options={"advance-zones": "any"})  # fmt: skip
    t.attack("1008", tanks, air=4).retreat(gone, "0907")
    assert paths(t) == {("1008",)}


@pytest.mark.rule("diadem-5.2-11")
def test_armour_goes_on_into_the_one_hex_that_is_open_to_it():
    """Beyond 0714 lie mountains without a road, the sea at 0715, and the clear hex 0615."""
    pieces = {
        "de-26-rpz": "0815",
        "de-9-rpzgr": "0815",
        "us-337-ri": {"place": "0714", "losses": 1},
    }
    t = won(pieces, "0714", "de-26-rpz", "de-9-rpzgr", dice=(1, 2), phase="axis-combat")
    assert paths(t, "de-26-rpz") == {("0714",), ("0714", "0615")}
    for closed in ("0713", "0614", "0715"):
        t.refuses(action("advance", "de-26-rpz", ("0714", closed)))


@pytest.mark.rule("diadem-5.2-12")
@pytest.mark.parametrize("kind", ["bombardment", "air"])
def test_nobody_advances_after_bombs(kind):
    pieces = {"us-art-5-ex": "1110", **WEAK}
    t = table("diadem", "allied-combat", pieces, tracks={"air.allied": 20}, dice=(1, 1))
    if kind == "air":
        t.attack("1008", air=3, kind="air")
    else:
        t.attack("1008", "us-art-5-ex", kind="bombardment")
    assert t.place("de-211-ri") == "dead"
    assert not t.legal("advance")
    assert t.allows(action("end-phase"))


@pytest.mark.rule("diadem-5.2-12")
@pytest.mark.parametrize(
    ("air", "dice", "code"),
    [(10, (1, 1), "EMP"), (4, (4, 4), "IMP"), (0, (3, 4), "DVI ARI")],
)
def test_nobody_advances_without_a_victory(air, dice, code):
    pieces = {"uk-1-bgda-gds": "1108", "uk-24-bgda-gds": "1108", "de-211-ri": "1008"}
    t = won(pieces, "1008", "uk-1-bgda-gds", "uk-24-bgda-gds", air=air, dice=dice, code=code)
    if code == "EMP":
        assert t.at("1008") == set()
        t.lose("uk-24-bgda-gds")
    assert "advance" not in t.decision.actions
    t.refuses(action("advance", "uk-1-bgda-gds", ("1008",)))
    assert t.place("uk-1-bgda-gds") == "1108"


@pytest.mark.rule("diadem-5.2-12")
def test_the_defender_never_advances():
    pieces = {"it-1-bda-mtz": "1108", "de-9-rpzgr": "1008"}
    t = won(pieces, "1008", "it-1-bda-mtz", dice=(3, 3), code="DVB AE")
    assert t.place("it-1-bda-mtz") == "dead"
    assert t.place("de-9-rpzgr") == "1008"
    assert t.decision.side == "allied"
    assert t.allows(action("end-phase"))


@pytest.mark.rule("diadem-5.2-13")
def test_an_advance_costs_nothing_and_obliges_to_nothing_in_this_phase():
    gone = dict.fromkeys(("de-200-rpzgr", "de-361-rpzgr"), "exit.west")
    pieces = {"uk-61-bgda": "1108", **WEAK, "de-194-ri": "0907", **gone}
    t = won(pieces, "1008", "uk-61-bgda", air=3).advance("uk-61-bgda", "1008")
    assert t.s.piece("uk-61-bgda").spent == 0
    t.refuses(action("assault", "0907"))
    t.end().end()
    assert t.phase == "axis-combat"
    assert t.refuses(action("end-phase")) == "diadem-5.0-2"  # engaged, and it did not withdraw
    assert t.allows(action("assault", "1008"))


def test_staying_is_one_of_the_answers_listed():
    t = won({"uk-61-bgda": "1108", **WEAK}, "1008", "uk-61-bgda", air=3)
    assert action("done-advancing") in t.legal()
    assert all(t.allows(deed) for deed in t.legal())
