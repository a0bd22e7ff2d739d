"""Sections 9.0 and 10.0: supply lines, where they begin, what cuts them."""

import pytest

from papua_scenes import at, bases, hurt, line, moving, scene
from tabuleiro.testing import action
from tabuleiro_papua.supply_bases import base_at

A, B, C = "au-39", "au-49", "au-3"
J, K, L = "jp-41-1", "jp-41-2", "jp-144-1"
PORT_MORESBY, KOKODA, BUNA, GONA, LAE, SALAMAUA, WAU = (
    "0518", "0915", "1313", "1213", "0403", "0405", "0206",
)  # fmt: skip
TRAIL = ("0717", "0817", "0916")
"""The middle of the straight way from Port Moresby to Kokoda, all of it mountain."""
KAPA_KAPA, BULLDOG = "1018", "0110"
"""Hexes of the two ways by which one can go round it."""
ROUND = {**at(KAPA_KAPA, K), **at(BULLDOG, L)}
"""Japanese who close both."""
ROUGH = "0816"
"""A mountain hex next to Kokoda and the trail, without a trail of its own."""


def allied(*pieces, at_base=PORT_MORESBY, marks=None, **more):
    """The Allied movement phase with a base."""
    marks = {**bases("allied", at_base), **(marks or {})}
    return moving("allied", *pieces, marks=marks, **more)


def japanese(*pieces, at_base=BUNA, marks=None, **more):
    marks = {**bases("japanese", at_base), **(marks or {})}
    control = {BUNA: "japanese", **more.pop("control", {})}
    return moving("japanese", *pieces, marks=marks, control=control, **more)


# ------------------------------------------------------------------------------ the line


@pytest.mark.rule("papua-9.0-1")
def test_a_line_of_any_length_to_a_base():
    t = allied(at(KOKODA, A), at("1213", B))
    assert line(t, A).hexes == (KOKODA, *reversed(TRAIL), "0618", PORT_MORESBY)
    assert line(t, A).source == PORT_MORESBY
    assert len(line(t, B).hexes) > 8


@pytest.mark.rule("papua-9.0-1")
def test_an_enemy_on_the_way_cuts_the_line():
    t = allied(at(KOKODA, A), at(TRAIL[1], J), ROUND)
    assert not line(t, A)
    assert line(t, A).objections[-1].rule == "papua-9.0-1"


@pytest.mark.rule("papua-9.0-1")
def test_the_line_goes_round_an_enemy_and_his_zone_does_not_block_it():
    t = allied(at(KOKODA, A), at(TRAIL[1], J))
    assert KAPA_KAPA in line(t, A).hexes
    assert line(allied(at("1214", A), at_base=BUNA), A).hexes == ("1214", BUNA)
    t = allied(at("1114", A), at("1214", J), at_base=BUNA)
    assert line(t, A).hexes == ("1114", "1113", GONA, BUNA)


@pytest.mark.rule("papua-9.0-1")
def test_aircraft_and_ships_of_the_enemy_do_not_block_a_line():
    t = allied(at(KOKODA, A), at(TRAIL[1], "jp-tainan-1"))
    assert TRAIL[1] in line(t, A).hexes


@pytest.mark.rule("papua-9.0-1")
def test_a_line_does_not_cross_the_water():
    t = allied(at("2525", A), at_base="2626")
    assert "2626" in t.s.board.grid.neighbours("2525")
    assert not line(t, A)
    assert line(allied(at("2626", A), at_base="2626"), A)


@pytest.mark.rule("papua-9.0-1")
def test_aircraft_need_a_line_like_troops_and_ships_need_none():
    t = allied(at(KOKODA, "us-fs-8"), at("0519", "us-naval"), at(TRAIL[0], J), ROUND)
    assert not line(t, "us-fs-8")
    assert line(t, "us-naval") is None
    assert line(allied(at(KOKODA, "us-fs-8")), "us-fs-8").source == PORT_MORESBY


@pytest.mark.rule("papua-9.0-2")
def test_a_line_passes_mountains_along_trails_only():
    t = allied(at(KOKODA, A), at(TRAIL[2], J), ROUND)
    # The mountains on either side of the trail are free, and of no use.
    assert all(t.s.board.terrain_at(h) == "mountain" for h in (*TRAIL, KAPA_KAPA, ROUGH))
    assert not line(t, A)
    assert line(allied(at(KOKODA, A), ROUND), A)


@pytest.mark.rule("papua-9.0-2")
def test_a_trail_must_lead_from_hex_to_hex():
    # 0817 has a trail and is next to 0917 and 0716; only its two trail neighbours are joined to it.
    t = allied(at("0817", A), at("0717", J), at("0916", K))
    assert not line(t, A)


@pytest.mark.rule("papua-9.0-2")
def test_a_road_serves_like_a_trail():
    t = allied(at("0105", A), at_base=LAE, control={LAE: "allied"})
    road = t.s.board.links_of("road")
    assert ("0206", "0105") in road
    assert "0106" not in line(t, A).hexes


@pytest.mark.rule("papua-9.0-3", "papua-6.3-5")
@pytest.mark.parametrize("mark", ["interdicted", "interdicted-lasting"])
def test_an_interdicted_hex_is_no_part_of_a_line(mark):
    t = allied(at(KOKODA, A), ROUND, marks={TRAIL[1]: [mark]})
    assert not line(t, A)


@pytest.mark.rule("papua-6.3-5")
def test_another_free_way_keeps_units_supplied():
    t = allied(at("1114", A), at_base=BUNA, marks={"1214": ["interdicted"]})
    assert line(t, A).hexes == ("1114", "1113", GONA, BUNA)


@pytest.mark.rule("papua-6.3-2", "papua-6.3-5")
def test_a_hex_without_a_marker_is_open():
    t = allied(at(KOKODA, A), marks={TRAIL[1]: ["works"]})
    assert TRAIL[1] in line(t, A).hexes


@pytest.mark.rule("papua-9.0-4")
def test_the_own_hex_belongs_to_the_line():
    t = allied(at(ROUGH, A), at(KOKODA, B), marks={KOKODA: ["interdicted"]})
    assert next(o.rule for o in line(t, A).objections) == "papua-9.0-4"
    assert next(o.rule for o in line(t, B).objections) == "papua-9.0-3"


@pytest.mark.rule("papua-9.0-4")
def test_a_mountain_next_to_a_base_is_no_place_for_a_line():
    t = allied(at("0816", A), at("0915", B), at_base=BUNA)
    assert line(t, B)
    assert not line(t, A)


# -------------------------------------------------------------------- where bases may be


@pytest.mark.rule("papua-9.0-5")
def test_a_base_in_a_coastal_village_works_at_once():
    t = moving("japanese", at("1214", J), control={BUNA: "japanese", "1214": "japanese"})
    assert not line(t, J)
    t.do(action("place-base", BUNA))
    assert line(t, J).source == BUNA
    assert action("place-base", BUNA) not in t.legal("place-base")


@pytest.mark.rule("papua-9.0-5")
def test_a_base_needs_a_coastal_village_or_city_of_ones_own():
    t = moving("japanese", at("1214", J), control={"1214": "japanese"})
    assert t.refuses(action("place-base", "1214")) == "papua-9.0-5"  # inland
    assert t.refuses(action("place-base", BUNA)) == "papua-9.0-5"  # not his
    assert t.refuses(action("place-base", "0505")) == "papua-9.0-5"  # sea
    assert t.refuses(action("place-base", "0506")) == "papua-9.0-5"  # a coast without a village
    t = moving("allied", at(PORT_MORESBY, A))
    assert t.allows(action("place-base", PORT_MORESBY))
    assert t.allows(action("place-base", BUNA))
    listed = {move.hex for move in t.legal("place-base")}
    assert {PORT_MORESBY, BUNA, GONA} <= listed
    assert not listed & {"1214", LAE, SALAMAUA}


@pytest.mark.rule("papua-9.0-6")
def test_no_japanese_base_on_the_south_coast():
    t = moving("japanese", at(PORT_MORESBY, J), control={PORT_MORESBY: "japanese"})
    assert t.refuses(action("place-base", PORT_MORESBY)) == "papua-9.0-6"
    t = moving("allied", at(PORT_MORESBY, A))
    assert t.allows(action("place-base", PORT_MORESBY))


@pytest.mark.rule("papua-9.0-7")
def test_an_inland_base_on_an_airfield_supplies_nobody_by_itself():
    t = moving("allied", at(KOKODA, A), at("1015", B)).do(action("place-base", KOKODA))
    assert "supply-base-allied" in t.s.position.marks[KOKODA]
    assert not line(t, A)
    assert not line(t, B)


@pytest.mark.rule("papua-9.0-7")
def test_an_airfield_in_a_coastal_village_has_an_ordinary_base():
    t = moving("japanese", at("0302", J), marks=bases("japanese", LAE))
    assert t.s.board.terrain_at(LAE) == "airfield"
    t = moving("allied", at(LAE, A), marks=bases("allied", LAE), control={LAE: "allied"})
    assert line(t, A).source == LAE


@pytest.mark.rule("papua-9.0-11")
def test_any_number_of_bases_at_set_up():
    t = scene("allied-movement")
    t.game.goto(0)
    while t.decision.actions[0] == "place":
        placing = t.legal("place")
        t.do(placing[0]) if placing else t.end()
    assert t.decision.side == "allied"
    assert "place-base" in t.decision.actions
    t.do(action("place-base", PORT_MORESBY), action("place-base", BUNA))
    assert t.refuses(action("place-base", LAE)) == "papua-9.0-5"
    t.end()
    assert t.decision.side == "japanese"
    t.do(action("place-base", LAE), action("place-base", SALAMAUA)).end()
    assert {h for h, m in t.s.position.marks.items() if "supply-base-japanese" in m} == {
        LAE, SALAMAUA,
    }  # fmt: skip
    assert t.s.turn == 1
    assert t.phase.startswith("japanese")


@pytest.mark.rule("papua-9.0-12")
def test_a_captured_base_is_destroyed():
    t = japanese(at(GONA, J), marks=bases("allied", BUNA), at_base=GONA)
    t.go(J, BUNA)
    assert BUNA not in t.s.position.marks
    assert t.allows(action("place-base", BUNA))


@pytest.mark.rule("papua-9.0-12")
def test_a_base_that_is_passed_is_destroyed_too():
    t = japanese(at("1214", J), marks=bases("allied", "1314"), at_base=GONA)
    t.go(J, "1314", "1315")
    assert base_at(t.s, "1314") is None


@pytest.mark.rule("papua-9.0-12")
def test_own_bases_stay():
    t = japanese(at("1214", J)).go(J, BUNA)
    assert t.s.position.marks[BUNA] == ("supply-base-japanese",)


@pytest.mark.rule("papua-9.0-13")
def test_not_two_bases_in_a_hex():
    t = allied(at(PORT_MORESBY, A))
    assert t.refuses(action("place-base", PORT_MORESBY)) == "papua-9.0-13"


@pytest.mark.rule("papua-9.0-21")
def test_a_base_is_a_marker_and_no_unit():
    six = ("au-39", "au-49", "au-53", "au-3", "au-2-9", "au-2-10")
    t = moving("allied", at(PORT_MORESBY, *six), at("0618", "au-2-12"))
    points = t.points()
    t.do(action("place-base", PORT_MORESBY))
    assert t.at(PORT_MORESBY) == frozenset(six)
    assert not t.obligations()
    assert t.points() == points
    # It holds no ground: who comes takes the hex, and scores no more than the village.
    scores = []
    for marks in (bases("allied", BUNA), {}):
        t = japanese(at(GONA, J), marks=marks, at_base=GONA, control={BUNA: "allied"}).go(J, BUNA)
        scores.append(t.points())
    assert scores[0] == scores[1]


# ------------------------------------------------------------- who is always supplied


@pytest.mark.rule("papua-9.0-17")
@pytest.mark.parametrize("piece", [A, J])
def test_nobody_lacks_anything_in_australia_and_new_britain(piece):
    for place in ("0329", "0928", "2104", "2603"):  # whoever he is: paratroops may jump there
        t = moving("allied", at(place, piece))
        assert line(t, piece).hexes == (place,)
    assert not line(moving("allied", at("1016", piece)), piece)


@pytest.mark.rule("papua-9.0-18")
def test_japanese_north_of_wau_and_salamaua_are_supplied_if_the_ground_allows_it():
    t = moving("japanese", at(LAE, J), at(SALAMAUA, K), at("0103", L))
    assert line(t, J).hexes == (LAE,)
    assert line(t, K)
    assert t.s.board.terrain_at("0103") == "mountain"
    assert not line(t, L)
    t = moving("japanese", at(LAE, J), at(WAU, K), marks={LAE: ["interdicted"]})
    assert not line(t, J)
    assert not line(t, K)
    assert not line(moving("allied", at(LAE, A)), A)


@pytest.mark.rule("papua-9.0-19")
def test_allies_in_wau_are_always_supplied():
    t = moving("allied", at(WAU, "au-kanga"), at("0105", A), at("0305", J))
    assert line(t, "au-kanga").hexes == (WAU,)
    assert not line(t, A)


@pytest.mark.rule("papua-9.0-14")
def test_the_seaplane_is_fed_from_a_supplied_coast():
    boat = "jp-yokohama-1"
    # Buna is a village; what lies next to 1009 is forest.
    assert line(japanese(at("1312", boat)), boat).hexes == ("1312", BUNA)
    assert not line(moving("japanese", at("1312", boat)), boat)
    t = japanese(at("1009", boat), at_base=BUNA)
    coast = [h for h in t.s.board.grid.neighbours("1009") if t.s.board.terrain_at(h) != "sea"]
    assert coast
    assert not line(t, boat)
    assert line(moving("japanese", at("2702", boat)), boat)  # off Rabaul


@pytest.mark.rule("papua-9.0-14")
def test_a_seaplane_off_a_coast_that_is_cut_off():
    t = japanese(at("1312", "jp-yokohama-1"), marks={BUNA: ["supply-base-japanese", "interdicted"]})
    assert not line(t, "jp-yokohama-1")


# ------------------------------------------------------------------------------ ships


@pytest.mark.rule("papua-10.0-4", "papua-10.0-13")
def test_a_ship_next_to_a_base_blocks_it():
    t = japanese(at("1214", J), at(BUNA, K), at("1413", "us-naval"))
    assert line(t, J).objections[0].rule == "papua-10.0-4"
    assert not line(t, K)  # not even on the base itself
    far = japanese(at("1214", J), at(BUNA, K), at("1511", "us-naval"))
    assert line(far, J)
    assert line(far, K)


@pytest.mark.rule("papua-10.0-4")
def test_own_ships_block_nothing_and_other_bases_still_serve():
    assert line(japanese(at("1214", J), at("1413", "jp-naval")), J)
    more = bases("japanese", "1112")
    t = japanese(at("1214", J), at(BUNA, K), at("1413", "us-naval"), marks=more,
                 control={"1112": "japanese"})  # fmt: skip
    assert line(t, J).source == "1112"
    assert line(t, K).source == "1112"


@pytest.mark.rule("papua-10.0-4")
def test_a_base_is_blocked_as_soon_as_the_ship_comes():
    t = japanese(at("1214", J), at("1511", "us-naval"), turn=11)
    t.set("allied-movement", {}, keep=True, marks=bases("japanese", BUNA))
    assert line(t, J)
    t.do(action("steam", "us-naval", "1413"))
    assert not line(t, J)


@pytest.mark.rule("papua-10.0-6")
def test_a_ship_in_milne_bay_blocks_all_of_the_bay():
    near = "2523"
    t = allied(at("2424", A), at("2625", "jp-naval"), at_base=near)
    assert near not in t.s.board.grid.neighbours("2625")
    assert not line(t, A)
    assert line(allied(at("2424", A), at("2727", "jp-naval"), at_base=near), A)


# -------------------------------------------------------------------- bombed bases


@pytest.mark.rule("papua-6.4.4-2")
def test_a_stopped_base_supplies_nobody_but_others_do():
    t = japanese(at("1214", J), marks={BUNA: ["supply-base-japanese", "base-stopped"]})
    assert line(t, J).objections[0].rule == "papua-6.4.4-2"
    t = japanese(at("1214", J), marks={BUNA: ["supply-base-japanese", "base-stopped"],
                                       **bases("japanese", "1112")})  # fmt: skip
    assert line(t, J).source == "1112"


# -------------------------------------------------------------------- jumps


@pytest.mark.rule("papua-4.2.3-5", "papua-4.2.3-6")
def test_paratroops_are_supplied_in_the_turn_of_their_jump_only():
    jumped = {"jp-para-1": {"place": "0915", "marks": ["dropped"]}}
    t = moving("allied", jumped, turn=5)
    assert line(t, "jp-para-1").hexes == ("0915",)
    t = scene("replacements", jumped, turn=6, dice=(6, 6, 6))
    assert t.s.turn == 6
    assert not line(t, "jp-para-1")


@pytest.mark.rule("papua-9.0-1")
def test_losses_do_not_matter_for_supply():
    t = allied(hurt(KOKODA, A))
    assert line(t, A)
    assert action("move", A, (TRAIL[2],)) in t.legal("move", piece=A)


@pytest.mark.rule("papua-9.0-1")
def test_in_a_shared_hex_both_sides_have_a_line_but_nobody_passes():
    t = allied(at("0817", A, "jp-para-1"), at(KOKODA, B), ROUND)
    assert line(t, A).hexes == ("0817", "0717", "0618", PORT_MORESBY)
    assert not line(t, B)
    assert line(allied(at(PORT_MORESBY, A, "jp-para-1")), A).hexes == (PORT_MORESBY,)


@pytest.mark.rule("papua-9.0-5")
def test_no_base_where_the_enemy_stands_too():
    t = moving("allied", at(BUNA, A, "jp-para-1"))
    assert t.refuses(action("place-base", BUNA)) == "papua-9.0-5"
