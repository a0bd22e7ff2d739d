"""Mountains (9.0): who climbs them at which price, and where armour may go."""

import pytest

from marches import side_of, spent, standing
from tabuleiro.testing import action, table

MOUNTAIN = {"de-85-rm", "de-100-rm", "fr-1-rtm-4dmm", "fr-6-rtm-4dmm", "fr-1-gtm"}
OTHERS = {
    "infantry": "us-349-ri",
    "moroccan infantry": "fr-4-rtm-2dim",
    "paratroops": "de-4-rpqd",
    "motorized infantry": "uk-61-bgda",
    "panzergrenadiers": "de-115-rpzgr",
    "artillery": "uk-art-xiii",
    "engineers": "us-1108-geng",
}
ARMOUR = ["de-26-rpz", "uk-26-bgda-blda", "uk-25-bgda-tq"]

ROCKS, UP, PEAK = "0510", "0511", "0512"  # mountain without a road; 0509 before it is clear
ESPERIA = "0710"  # city in mountain, on the road from 0709 but not from 0610


def price(piece, start, end):
    t = standing(piece, start).go(piece, end)
    assert t.place(piece) == end
    return spent(t, piece)


@pytest.mark.rule("diadem-9.0-1", "diadem-T-TERRAIN-4")
def test_mountain_troops_cross_three_mountains_with_six_points():
    t = standing("de-85-rm", "0509").go("de-85-rm", ROCKS, UP, PEAK)
    assert spent(t, "de-85-rm") == 6
    assert t.reach("de-85-rm") == set()


@pytest.mark.rule("diadem-9.0-1", "diadem-T-TERRAIN-4", "diadem-T-TERRAIN-5")
@pytest.mark.parametrize("piece", sorted(MOUNTAIN))
def test_mountain_troops_pay_two(piece):
    assert price(piece, "0509", ROCKS) == 2
    assert price(piece, "0610", ESPERIA) == 2


@pytest.mark.rule("diadem-9.0-2", "diadem-T-TERRAIN-4", "diadem-T-TERRAIN-5")
@pytest.mark.parametrize("piece", OTHERS.values(), ids=OTHERS)
def test_all_others_but_armour_pay_three(piece):
    assert price(piece, "0509", ROCKS) == 3
    assert price(piece, "0610", ESPERIA) == 3


@pytest.mark.rule("diadem-11.0-5")
def test_the_2nd_moroccan_division_climbs_like_infantry_and_the_4th_like_mountain_troops():
    t = standing("us-349-ri", "1001")
    for formation, points in (("fr-2-dim", 3), ("fr-4-dmm", 2)):
        for piece in t.s.module.formation_counters(formation):
            assert price(piece, "0509", ROCKS) == points


@pytest.mark.rule("diadem-9.0-3", "diadem-T-TERRAIN-4")
@pytest.mark.parametrize("piece", ARMOUR)
def test_armour_may_not_enter_mountains(piece):
    t = standing(piece, "0509")
    assert t.refuses(t.move(piece, ROCKS)) == "diadem-T-TERRAIN-4"
    assert t.refuses(t.move(piece, "0409", "0410")) == "diadem-T-TERRAIN-4"
    assert "may not enter the terrain of 0510" in t.why(t.move(piece, ROCKS))
    roads = t.s.board.network_hexes("road")
    off_road = {h for h in t.s.board.hexes_of("mountain") if h not in roads}
    assert len(t.reach(piece)) > 40
    assert not t.reach(piece) & off_road


@pytest.mark.rule("diadem-9.0-4", "diadem-T-TERRAIN-5")
@pytest.mark.parametrize("piece", ARMOUR)
def test_armour_may_enter_a_city_in_mountain(piece):
    assert price(piece, "0610", ESPERIA) == 3
    assert price(piece, "0709", ESPERIA) == 0.5


@pytest.mark.rule("diadem-9.0-5", "diadem-4.0-8")
@pytest.mark.parametrize("piece", ARMOUR)
def test_armour_follows_a_road_through_mountains(piece):
    t = standing(piece, "0415").go(piece, "0314")  # Highway 7 from Formia to Itri
    assert (t.place(piece), spent(t, piece)) == ("0314", 0.5)
    t.go(piece, "0214")
    assert (t.place(piece), spent(t, piece)) == ("0214", 1)
    for off_road in ("0114", "0215", "0313"):
        assert t.refuses(t.move(piece, off_road)) == "diadem-T-TERRAIN-4"
    beside = standing(piece, "0315")  # next to the same hex, but without a road to it
    assert beside.refuses(beside.move(piece, "0314")) == "diadem-T-TERRAIN-4"


NO_ROADS = {"mountain-roads": False}


@pytest.mark.rule("diadem-9.0-5")
@pytest.mark.parametrize("piece", ARMOUR)
def test_by_the_option_no_road_leads_armour_into_mountains(piece):
    side = side_of(piece)
    t = table("diadem", f"{side}-movement", {piece: "0415"}, options=NO_ROADS)
    assert t.refuses(t.move(piece, "0314")) == "diadem-T-TERRAIN-4"
    assert not t.reach(piece) & set(t.s.board.hexes_of("mountain"))
    t = table("diadem", f"{side}-movement", {piece: "0709"}, options=NO_ROADS)
    assert spent(t.go(piece, ESPERIA), piece) == 0.5  # cities in mountains stay open
    t = table("diadem", f"{side}-movement", {piece: "0314"}, options=NO_ROADS)
    assert t.go(piece, "0415").place(piece) == "0415"  # whoever is in comes out
    foot = OTHERS["motorized infantry"]
    t = table("diadem", "allied-movement", {foot: "0415"}, options=NO_ROADS)
    assert spent(t.go(foot, "0314"), foot) == 0.5


@pytest.mark.rule("diadem-9.0-5")
@pytest.mark.parametrize("roads", [True, False])
def test_armour_enters_the_board_into_mountains_by_road_or_not_at_all(roads):
    t = table("diadem", "allied-movement", {}, options={"mountain-roads": roads})
    for place in ("1503", "1504"):
        assert t.allows(t.move("uk-25-bgda-tq", place)) is roads
        assert t.allows(t.move("za-12-bgda-mtz", place))
    assert t.allows(t.move("uk-25-bgda-tq", "1508"))


@pytest.mark.rule("diadem-11.0-6", "diadem-2.2.1-11")
def test_engineers_are_foot_soldiers_without_a_craft():
    """Neither a bridge nor a cheaper river: they move and fight, and that is all."""
    engineers = "us-1108-geng"
    t = table("diadem", "allied-movement", {engineers: "1208", "us-349-ri": "1208"})
    assert {deed.kind for deed in t.legal(piece=engineers)} == {"move"}
    assert set(t.decision.actions) == {"move", "end-phase"}
    for piece in (engineers, "us-349-ri"):
        t.go(piece, "1107")
        assert spent(t, piece) == 2  # the Gari still costs 1
    assert {deed.kind for deed in t.legal(piece=engineers)} == {"move"}
    assert price(engineers, "1205", "1204") == 1
    t.set("allied-combat", {engineers: "0509", "de-721-ri": "0609"})
    assert [deed.kind for deed in t.legal(piece=engineers)] == ["assault"]
    t.do(action("assault", "0609"))
    assert {deed.kind for deed in t.legal(piece=engineers)} == {"join"}
