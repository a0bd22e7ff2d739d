"""Section 4.0, the movement half of the terrain table and the free moves of 12.1."""

import os
import subprocess
import sys

import pytest

from papua_scenes import at, moving, region, scene, spent
from tabuleiro.testing import action

JP, JP2 = "jp-41-1", "jp-41-2"
GUNS, MOUNTAIN_GUNS = "jp-art-14-1", "jp-artm-55-1"
AU, AU2, US = "au-2-14", "au-2-16", "us-126-1"
ON_TRAIL = ("0717", "0817", "0916", "0915")
"""The Kokoda trail from the airfield in 0618 over three mountain hexes to Kokoda."""


def price(t, piece, *path):
    """What a walk costs a piece."""
    before = spent(t, piece)
    return spent(t.go(piece, *path), piece) - before


@pytest.mark.rule("papua-ex-4.0", "papua-4.0-1", "papua-4.0-2")
def test_from_the_milne_airfield_to_wedau():
    t = moving("allied", at("2424", US))
    assert t.s.value(US, "move") == 8
    assert t.go(US, "2323", "2322", "2321").place(US) == "2321"
    assert spent(t, US) == 8
    assert t.reach(US) == set()
    assert t.refuses(t.move(US, "2221")) == "papua-4.0-2"


@pytest.mark.rule("papua-4.0-1")
def test_a_unit_goes_from_neighbour_to_neighbour():
    t = moving("allied", at("2424", US))
    assert t.refuses(t.move(US, "2322")) == "papua-4.0-1"


@pytest.mark.rule("papua-4.0-2")
def test_a_step_that_is_too_dear_is_refused():
    t = moving("allied", at("2424", US)).go(US, "2323", "2322")
    assert spent(t, US) == 5
    assert t.refuses(t.move(US, "2222")) == "papua-4.0-2"  # a mountain: 4 points, 3 are left
    assert t.allows(t.move(US, "2321"))


@pytest.mark.rule("papua-4.0-3", "papua-4.0-4", "papua-3.0-5")
def test_points_that_are_not_spent_are_lost():
    t = moving("allied", at("2424", US), at("0206", AU)).go(US, "2323")
    assert spent(t, US) == 1
    t.end()
    t.set("allied-movement", {US: {"place": "2323", "spent": 2}}, turn=6, keep=True)
    assert spent(t, US) == 0
    assert not t.allows(t.move(US, "2322", "2222", "2322"))  # 12 points: no more than 8 a turn
    assert t.allows(action("end-phase"))  # nobody has to move


@pytest.mark.rule("papua-4.0-5")
def test_points_are_not_given_away():
    t = moving("allied", at("2424", US, AU)).go(AU, "2323", "2322", "2321")
    assert spent(t, AU) == 8
    assert t.reach(AU) == set()
    assert spent(t, US) == 0


@pytest.mark.rule("papua-4.0-6")
def test_units_together_pay_each_for_itself():
    t = moving("allied", at("0418", AU, "au-art-14"))
    assert t.s.value("au-art-14", "move") == 6
    walk = ("0517", "0618", "0619", "0518", "0418", "0417")
    assert price(t, "au-art-14", *walk) == 6
    assert t.reach("au-art-14") == set()
    assert price(t, AU, *walk) == 6
    assert t.reach(AU)
    for slow, fast in (("au-art-14", AU), ("us-eng-43-1", AU), (GUNS, JP)):
        t = moving(t.s.side(slow), at("0418", slow, fast))
        farther = t.reach(fast) - t.reach(slow)
        assert farther, "whoever stands beside the slow one is as fast as ever"
        assert len(t.reach(slow)) == len(moving(t.s.side(slow), at("0418", slow)).reach(slow))


# ------------------------------------------------------------------------ the terrain table


@pytest.mark.rule("papua-tab.terrain-1", "papua-tab.terrain-3", "papua-tab.terrain-4",
                  "papua-tab.terrain-5", "papua-tab.terrain-6", "papua-tab.terrain-12")  # fmt: skip
@pytest.mark.parametrize(
    ("start", "to", "points"),
    [
        ("0517", "0418", 1),  # open
        ("0517", "0518", 1),  # city
        ("1111", "1112", 2),  # swamp
        ("1113", "1013", 4),  # forest over a river
        ("0717", "0617", 3),  # forest
        ("0717", "0716", 4),  # mountain
        ("0914", "0915", 1),  # airfield
    ],
)
def test_terrain_prices(start, to, points):
    assert price(moving("japanese", at(start, JP)), JP, to) == points


@pytest.mark.rule("papua-tab.terrain-2")
def test_a_village_costs_what_its_terrain_costs():
    t = moving("allied", at("2221", US))
    assert t.s.board.place_at("2321").kind == "village"
    assert price(t, US, "2321") == 2  # by the trail; forest is 3
    assert price(moving("allied", at("2322", US)), US, "2321") == 3
    assert price(moving("japanese", at("1314", JP)), JP, "1313") == 2  # Buna, in swamp


@pytest.mark.rule("papua-tab.terrain-6")
def test_all_but_plain_guns_climb_for_four_points():
    for piece in (JP, MOUNTAIN_GUNS, "jp-eng-15", "jp-kure-3", "jp-para-1"):
        assert price(moving("japanese", at("0914", piece)), piece, "0814") == 5  # over a river
        assert price(moving("japanese", at("0717", piece)), piece, "0716") == 4
    t = moving("japanese", at("0814", JP))
    assert price(t, JP, "0813", "0812") == 8


@pytest.mark.rule("papua-tab.terrain-7")
def test_plain_guns_need_a_way_into_mountains():
    t = moving("japanese", at("0915", GUNS))
    assert t.refuses(t.move(GUNS, "0815")) == "papua-tab.terrain-6"
    assert price(t, GUNS, "0916") == 4
    assert t.reach(GUNS) == {"0915"}  # two points left: neither the trail nor forest
    t = moving("japanese", at("0915", MOUNTAIN_GUNS))
    assert t.allows(t.move(MOUNTAIN_GUNS, "0816"))


@pytest.mark.rule("papua-tab.terrain-8")
def test_rivers_bridges_and_trails():
    assert t_river("0102", "0202") == 2  # open
    assert t_river("0105", "0206") == 1  # a road: bridge
    assert t_river("1015", "1114") == 3  # a trail has none
    assert t_river("1014", "1114") == 4  # forest without one


def t_river(start, to):
    t = moving("allied", at(start, AU))
    assert t.s.board.side_has(start, to, "river")
    return price(t, AU, to)


@pytest.mark.rule("papua-tab.terrain-9")
def test_road_prices_only_along_the_road():
    t = moving("allied", at("2424", AU))
    assert price(t, AU, "2523") == 1
    assert price(moving("allied", at("2423", AU)), AU, "2523") == 3


@pytest.mark.rule("papua-tab.terrain-10")
def test_trails():
    t = moving("japanese", at("0618", JP))
    assert price(t, JP, *ON_TRAIL) == 7  # 2 + 2 + 2, and the airfield
    t = moving("japanese", at("0618", GUNS))
    assert price(t, GUNS, "0717") == 4
    assert t.refuses(t.move(GUNS, "0817")) == "papua-4.0-2"
    t = moving("japanese", at("1113", GUNS))
    assert t.s.board.road_between("1113", "1112", "trail")
    assert price(t, GUNS, "1112") == 3  # swamp and river are cheaper than the trail for guns
    assert price(moving("japanese", at("1015", JP)), JP, "0915") == 1  # airfield, not trail


@pytest.mark.rule("papua-tab.terrain-12")
def test_a_built_airfield_costs_one_point():
    walk = ("1014", "1015")
    assert price(moving("allied", at(walk[0], AU)), AU, walk[1]) == 3
    built = moving("allied", at(walk[0], AU), marks={walk[1]: ["airfield"]})
    assert price(built, AU, walk[1]) == 1


@pytest.mark.rule("papua-tab.terrain-13")
def test_a_fortification_changes_no_price():
    t = moving("allied", at("0618", AU), marks={"0619": ["fortification"]})
    assert price(t, AU, "0619") == 1
    t = moving("allied", at("0720", AU), marks={"0719": ["fortification"]})
    assert price(t, AU, "0719") == 2


@pytest.mark.rule("papua-tab.terrain-14")
def test_land_units_do_not_walk_into_the_sea():
    t = moving("allied", at("0518", AU))
    assert t.refuses(t.move(AU, "0519")) == "papua-tab.terrain-14"


@pytest.mark.rule("papua-6.3-6")
def test_an_interdicted_hex_costs_a_point_more():
    marks = {"0517": ["interdicted"], "0717": ["interdicted-lasting"]}
    for side, piece in (("allied", AU), ("japanese", JP)):
        t = moving(side, at("0618", piece), marks=marks)
        assert price(t, piece, "0517") == 2
        t = moving(side, at("0618", piece), marks=marks)
        assert price(t, piece, "0717") == 3


@pytest.mark.rule("papua-2.4.2-2")
def test_no_dice_are_thrown_for_movement():
    t = moving("allied", at("2424", US)).go(US, "2323")
    assert t.s.position.dice.fallen == 0


@pytest.mark.rule("papua-2.2-2")
def test_both_nations_of_the_allies_move_in_one_phase():
    t = moving("allied", at("2424", US, AU)).go(US, "2323").go(AU, "2523")
    assert (t.place(US), t.place(AU)) == ("2323", "2523")
    assert {t.s.module.nations[n].side for n in ("american", "australian")} == {"allied"}
    assert t.refuses(t.move(JP, "2424")) == "papua-3.0-5"


# ----------------------------------------------------------------------- free moves (12.1)


@pytest.mark.rule("papua-12.1-2", "papua-4.1.1-6")
def test_units_in_australia_move_freely_there():
    t = moving("allied", at("0126", AU, AU2))
    australia = region(t, "australia")
    assert {move.hex for move in t.legal("relocate", piece=AU)} == australia - {"0126"}
    assert t.reach(AU) == set()  # there they do not go from hex to hex
    t.do(action("relocate", AU, "0928"))
    assert (t.place(AU), spent(t, AU)) == ("0928", 0)
    assert t.refuses(action("relocate", AU, "0126")) == "papua-12.1-2"  # once a turn
    assert t.allows(action("relocate", AU2, "0928"))
    assert t.refuses(action("relocate", AU2, "0518")) == "papua-12.1-2"
    t = moving("allied", at("0126", "us-fs-7"))
    assert t.refuses(action("relocate", "us-fs-7", "0928")) == "papua-12.1-2"  # aircraft transfer


@pytest.mark.rule("papua-12.1-2", "papua-4.1.2-1")
def test_no_free_move_onto_the_enemy():
    t = moving("allied", at("0126", AU), at("0928", "jp-para-1"))
    assert t.refuses(action("relocate", AU, "0928")) == "papua-4.1.2-1"
    t.do(action("relocate", AU, "0929"))
    t = moving("allied", at("0929", AU), at("0928", "jp-para-1")).do(action("relocate", AU, "0126"))
    assert spent(t, AU) == 1  # it breaks contact


@pytest.mark.rule("papua-12.1-2")
def test_nowhere_else():
    t = moving("japanese", at("2603", JP))
    assert t.refuses(action("relocate", JP, "2305")) == "papua-12.1-2"
    assert t.legal("relocate") == []
    t = scene("allied-movement", at("0518", AU))
    assert t.refuses(action("relocate", AU, "0126")) == "papua-12.1-2"


# ------------------------------------------------------------------------- the same everywhere

BUILT = """
from tabuleiro.testing import table
marks = {h: ["airfield"] for h in ("0529", "0728", "0628", "0729", "1215", "1115", "1116")}
t = table("papua")
pieces = {p: "gone" for p in t.s.position.pieces} | {"us-128-2": "0629", "au-39": "1116"}
t.set("allied-movement", pieces, turn=5, marks=marks)
print([a.to_data() for piece in ("us-128-2", "au-39") for a in t.legal("move", piece=piece)])
"""


@pytest.mark.slow
def test_moves_are_listed_in_the_same_order_in_every_process():
    told = {
        subprocess.run(
            [sys.executable, "-c", BUILT], check=True, capture_output=True, text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "1", "2", "3")
    }  # fmt: skip
    assert len(told) == 1
    assert "0728" in told.pop()
