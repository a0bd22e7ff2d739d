"""Sections 4.1.1, 4.1.2 and 5.3.1: how many pieces a hex holds, and what enemies next to one do."""

import pytest

from asking import engaged, excess, overfull, zone
from papua_scenes import at, moving, on_to, scene, spent
from tabuleiro.engine import DEAD
from tabuleiro.testing import action

JP = [f"jp-{r}-{n}" for r in (39, 41, 144) for n in (1, 2, 3)]
AU = ["au-2-14", "au-2-16", "au-2-27", "au-2-25", "au-2-31", "au-2-33", "au-2-9", "au-2-10"]
A, B = AU[:2]
FREE, NEAR, PAST, ENEMY = "0418", "0517", "0417", "0618"
"""Open hexes in a row by Port Moresby: 0618 is next to 0517 and to none of the others."""


@pytest.mark.rule("papua-4.1.1-1", "papua-tab.terrain-1", "papua-tab.terrain-3",
                  "papua-tab.terrain-4", "papua-tab.terrain-5", "papua-tab.terrain-6",
                  "papua-tab.terrain-9", "papua-tab.terrain-11",
                  "papua-tab.terrain-12")  # fmt: skip
@pytest.mark.parametrize(
    ("hex", "start", "limit"),
    [
        ("0418", "0417", 6),  # open
        ("0518", "0517", 6),  # city
        ("1011", "0910", 4),  # forest, with a trail
        ("1013", "1014", 4),  # forest
        ("1111", "1110", 3),  # swamp, with a trail
        ("0716", "0717", 1),  # mountain
        ("0817", "0818", 2),  # mountain, with a trail
        ("0915", "1015", 6),  # airfield
        ("2523", "2424", 6),  # forest, with a road
    ],
)
def test_how_many_a_hex_holds(hex, start, limit):
    t = moving("allied", at(hex, *AU[: limit - 1]), at(start, *AU[limit - 1 : limit + 1]))
    first, second = AU[limit - 1 : limit + 1]
    assert t.go(first, hex).place(first) == hex
    assert t.refuses(t.move(second, hex)) == "papua-4.1.1-1"


@pytest.mark.rule("papua-tab.terrain-12", "papua-4.1.1-1")
def test_a_built_airfield_holds_six():
    marks = {"1015": ["airfield"]}
    t = moving("allied", at("1015", *AU[:5]), at("1014", *AU[5:7]), marks=marks)
    t.go(AU[5], "1015")
    assert t.refuses(t.move(AU[6], "1015")) == "papua-4.1.1-1"
    t = moving("allied", at("1015", *AU[:4]), at("1014", AU[4]))
    assert t.refuses(t.move(AU[4], "1015")) == "papua-4.1.1-1"


@pytest.mark.rule("papua-tab.terrain-13", "papua-tab.terrain-2")
def test_villages_and_fortifications_hold_what_their_terrain_holds():
    marks = {"2321": ["fortification"]}
    t = moving("allied", at("2321", *AU[:3]), at("2221", *AU[3:5]), marks=marks)
    assert t.go(AU[3], "2321").refuses(t.move(AU[4], "2321")) == "papua-4.1.1-1"


@pytest.mark.rule("papua-4.1.1-2")
def test_passing_through_a_full_hex():
    t = moving("allied", at("0716", A), at("0717", B))
    assert t.refuses(t.move(B, "0716")) == "papua-4.1.1-1"
    assert t.go(B, "0716", "0616").place(B) == "0616"


@pytest.mark.rule("papua-4.1.1-7")
def test_land_and_air_units_are_counted_apart():
    planes = at("0618", "us-fs-7", "us-fs-8", "us-fs-9")
    t = moving("allied", at("0618", *AU[:5]), planes, at("0517", *AU[5:7]))
    t.go(AU[5], "0618")
    assert len(t.at("0618")) == 9
    assert t.refuses(t.move(AU[6], "0618")) == "papua-4.1.1-1"


@pytest.mark.rule("papua-4.1.1-6")
def test_new_britain_holds_any_number():
    t = moving("japanese", at("2603", *JP), at("2503", "jp-229-3"))
    assert t.go("jp-229-3", "2603").place("jp-229-3") == "2603"
    assert len(t.at("2603")) == 10


# ----------------------------------------------------------------- overfull hexes (5.3.1)


@pytest.mark.rule("papua-4.1.1-8", "papua-5.3.1-2")
def test_an_overfull_hex_must_be_thinned():
    t = moving("allied", at("0817", *AU[:3]))
    assert overfull(t.s, "allied", "0817")
    assert t.obligations()
    assert t.refuses(action("end-phase")) == "papua-5.3.1-2"
    t.go(AU[0], "0717")
    assert not overfull(t.s, "allied", "0817")
    assert not t.obligations()
    assert t.end().at("0817") == set(AU[1:3])


@pytest.mark.rule("papua-4.1.1-8", "papua-5.3.1-2")
def test_a_fuller_hex_must_lose_as_many_as_are_too_many():
    t = moving("allied", at("0817", *AU[:4])).go(AU[0], "0717")
    assert excess(t.s, "allied", "0817") == 1
    assert t.refuses(action("end-phase")) == "papua-5.3.1-2"


@pytest.mark.rule("papua-5.3.1-2")
def test_who_can_leave_by_sea_alone_must():
    island = "2813"  # Kiriwina: a forest with nothing but sea around
    t = moving("allied", at(island, *AU[:5]), turn=9)
    assert not any(t.reach(piece) for piece in AU[:5])
    assert t.refuses(action("end-phase")) == "papua-5.3.1-2"
    t.do(action("sail", AU[0], "0518"))
    assert not overfull(t.s, "allied", island)
    assert t.end().at(island) == set(AU[1:5])


@pytest.mark.rule("papua-5.3.1-7", "papua-4.1.1-8")
def test_a_crowd_after_a_retreat_lasts_until_its_owner_has_moved():
    here, beside = "0817", "0818"  # a trail in the mountains holds two
    t = scene("japanese-combat", at(here, *AU[:3]), at("0518", JP[0]), turn=5)
    assert overfull(t.s, "allied", here)
    t = on_to(t, "allied-movement")
    assert t.at(here) == set(AU[:3])
    assert t.refuses(action("end-phase")) == "papua-5.3.1-2"
    t.go(AU[0], beside)
    t.set("allied-movement", {**at(here, *AU[:2]), AU[2]: beside}, turn=5)
    assert t.refuses(t.move(AU[2], here)) == "papua-4.1.1-1"
    assert here not in t.reach(AU[2])


@pytest.mark.rule("papua-4.1.1-8", "papua-5.3.1-3")
def test_what_cannot_leave_is_eliminated():
    here = "0814"
    ring = moving("allied").s.board.grid.neighbours(here)
    enemies = dict(zip(JP, ring, strict=False))
    t = moving("allied", at(here, A, B), enemies)
    assert t.reach(A) == t.reach(B) == set()
    t.end()
    assert (t.decision.side, t.decision.kind) == ("allied", "choose")
    assert set(t.decision.pieces) == {A, B}
    t.lose(B)
    assert (t.place(A), t.place(B)) == (here, DEAD)
    assert t.phase == "allied-combat"
    assert t.points()["japanese"] == 5


@pytest.mark.rule("papua-5.3.1-3")
def test_as_many_are_eliminated_as_are_too_many():
    here = "0814"  # a mountain without a trail holds one
    ring = moving("allied").s.board.grid.neighbours(here)
    t = moving("allied", at(here, *AU[:3]), dict(zip(JP, ring, strict=False))).end()
    t.lose(AU[0], AU[2])
    assert (t.at(here), t.phase) == ({AU[1]}, "allied-combat")
    assert t.points()["japanese"] == 10


@pytest.mark.rule("papua-5.3.1-2")
def test_the_enemys_overfull_hexes_do_not_matter():
    t = moving("allied", at("0817", *JP[:3]), at("0518", A))
    assert t.allows(action("end-phase"))


# --------------------------------------------------------------------------- enemies (4.1.2)


@pytest.mark.rule("papua-4.1.2-1")
def test_enemy_land_units_bar_a_hex():
    t = moving("allied", at(FREE, A), at(NEAR, JP[0]))
    assert t.refuses(t.move(A, NEAR)) == "papua-4.1.2-1"
    assert t.refuses(t.move(A, NEAR, "0618")) == "papua-4.1.2-1"
    assert NEAR not in t.reach(A)


@pytest.mark.rule("papua-4.1.2-1", "papua-4.2.7-4")
def test_enemy_aircraft_and_bases_do_not():
    t = moving("japanese", at("0915", JP[0]), at("0618", "us-fs-7"), at("2424", "us-fs-8"),
               marks={"0916": ["supply-base-allied"]}, control={"0618": "allied"})  # fmt: skip
    t.go(JP[0], "0916", "0817", "0717")
    t.set("japanese-movement", {JP[0]: "0717"}, keep=True)
    assert t.allows(t.move(JP[0], "0618"))


@pytest.mark.rule("papua-4.1.2-2", "papua-4.1.2-3")
def test_a_zone_is_the_six_hexes_round_a_unit():
    t = moving("allied", at("0915", A), at("0916", JP[0]), at("0817", B), at("1113", AU[2]))
    grid = t.s.board.grid
    assert zone(t.s, "japanese") == set(grid.neighbours("0916"))
    assert len(zone(t.s, "japanese")) == 6
    assert engaged(t.s, A)
    assert engaged(t.s, JP[0])
    assert engaged(t.s, B)
    assert not engaged(t.s, AU[2])
    assert grid.distance("0918", "0916") == 2
    t = moving("allied", at("0918", A), at("0916", JP[0]))
    assert not engaged(t.s, A)


@pytest.mark.rule("papua-4.1.2-4")
def test_an_engaged_unit_need_do_nothing():
    t = moving("allied", at(NEAR, A), at(ENEMY, JP[0]))
    assert t.allows(action("end-phase"))
    t.end()
    assert t.allows(action("end-phase"))
    t.end()
    assert t.place(A) == NEAR


@pytest.mark.rule("papua-4.1.2-5")
def test_breaking_contact_costs_a_point():
    t = moving("allied", at(NEAR, A), at(ENEMY, JP[0]))
    assert spent(t.go(A, FREE), A) == 2


@pytest.mark.rule("papua-4.1.2-6")
def test_zones_do_not_stop_but_each_contact_broken_costs():
    t = moving("allied", at(FREE, A), at(ENEMY, JP[0]))
    assert spent(t.go(A, NEAR, PAST), A) == 3
    t = moving("allied", at("0418", A), at(ENEMY, JP[0]))
    assert spent(t.go(A, "0518", "0517", "0417"), A) == 4  # sliding along costs nothing
    t = moving("allied", at(NEAR, A), at(ENEMY, JP[0]), at("0617", JP[1]))
    assert spent(t.go(A, FREE), A) == 2  # two contacts at once
    t = moving("allied", at(NEAR, A), at("0617", JP[0]), at(ENEMY, JP[1]))
    assert spent(t.go(A, "0518"), A) == 2  # one of two contacts is broken


@pytest.mark.rule("papua-4.1.2-7")
def test_enemies_never_share_a_hex_without_a_jump():
    t = scene("japanese-combat", at("0915", JP[0]), at("0916", A))
    assert t.s.rules.invariants(s=t.s) == []
    t = scene("japanese-combat", at("0915", JP[0], A))
    assert t.s.rules.invariants(s=t.s)
    t = scene("japanese-combat", at("0915", "jp-para-1", A))
    assert t.s.rules.invariants(s=t.s) == []


@pytest.mark.rule("papua-4.1.2-8", "papua-10.0-3")
def test_ships_and_aircraft_have_no_zone():
    t = moving("allied", at("1313", A), at("1413", "jp-naval"), at("1314", "jp-4ku-1"),
               control={"1314": "japanese"})  # fmt: skip
    assert zone(t.s, "japanese") == set()
    assert spent(t.go(A, "1213"), A) == 2  # swamp
