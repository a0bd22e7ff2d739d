"""Sections 2.2.1, 4.0 and 9.0: points, prices, roads, rivers, and rain."""

import pytest

from leyte_scenes import at, battle, column, hurt, moving, price, scene, spent, sums
from tabuleiro.engine import events as ev
from tabuleiro.testing import action, table
from tabuleiro_leyte.rain import RainTerms

FOOT, GUN, TANK, DESTROYER = "us-21-ri-1", "us-13-bart", "us-44-bt", "us-632-btd"
ENGINEERS, CAVALRY = "us-eng-1", "jp-16-rc"


@pytest.mark.rule("leyte-2.2.1-3", "leyte-2.2.1-4")
def test_guns_support_with_attack_and_the_attacked_use_defence():
    t = battle(at("2310", FOOT), at("2211", "jp-bi-bayug"), guns=at("2309", GUN), dice=(1, 1))
    assert sums(t) == (3 + 2, 2, "2-1")


@pytest.mark.rule("leyte-2.2.1-6")
def test_range_of_the_22nd_artillery():
    t = scene("japanese-combat", at("2211", "jp-22-rart-1"), at("2214", FOOT))
    assert {deed.target for deed in t.legal("bombard")} == {"2214"}
    t = scene("japanese-combat", at("2211", "jp-22-rart-1"), at("2215", FOOT))
    assert t.legal("bombard") == []


# ----------------------------------------------------------------------------- prices

DRY_PRICES = [
    (FOOT, "2211", "2212", 1),  # clear
    (FOOT, "2214", "2215", 1),  # city
    (FOOT, "2012", "1912", 3),  # river, forest
    (FOOT, "1712", "1612", 3),  # mountain
    (FOOT, "2112", "2212", 1),
    (FOOT, "2416", "2417", 1),
    (FOOT, "2217", "2317", 1),  # airfield
    (FOOT, "1216", "1217", 1),  # port by road over the river
    (FOOT, "1911", "2011", 1),  # bridge
    (FOOT, "1911", "2012", 2),  # river beside it
    (FOOT, "2519", "2518", 2),  # airfield over a river
    (TANK, "2211", "2212", 1),
    (TANK, "2215", "2216", 0.5),
    (TANK, "1910", "2010", 3),  # clear across a river
    (TANK, "1611", "1711", 0.5),  # road through forest
    (TANK, "2116", "2216", 1),
    (TANK, "1711", "1811", 1),
    (TANK, "1812", "1912", 3),  # forest
    (TANK, "1010", "1009", 0.5),  # mountain by road
    (TANK, "2012", "1912", 5),  # forest across a river
    (DESTROYER, "1812", "1912", 3),
    (GUN, "1712", "1612", 3),
    (GUN, "1812", "1912", 2),
    (ENGINEERS, "1812", "1912", 2),
    (CAVALRY, "1812", "1912", 2),
    (CAVALRY, "1712", "1612", 3),
]


def side_of(piece):
    return "japanese" if piece.startswith("jp-") else "american"


@pytest.mark.rule(
    "leyte-4.0-1", "leyte-4.0-7", "leyte-4.0-8", "leyte-4.0-9", "leyte-4.0-11", "leyte-8.0-1",
    "leyte-T-terrain-10", "leyte-9.0-1",
)  # fmt: skip
@pytest.mark.parametrize("turn", [1, 9, 15])
@pytest.mark.parametrize(("piece", "start", "end", "cost"), DRY_PRICES)
def test_prices_in_dry_weather(piece, start, end, cost, turn):
    t = moving(side_of(piece), at(start, piece), turn=turn)
    assert price(t, piece, end) == cost


@pytest.mark.rule("leyte-9.0-1", "leyte-9.0-2")
@pytest.mark.parametrize("turn", [2, 5, 8])
@pytest.mark.parametrize(
    ("piece", "start", "end", "cost"),
    [
        (FOOT, "2211", "2212", 1.5),
        (FOOT, "1812", "1912", 2.5),
        (FOOT, "1712", "1612", 3.5),
        (FOOT, "1611", "1711", 1.5),  # road
        (FOOT, "2012", "1912", 4),  # 2.5 and 1.5 for the river
        (FOOT, "1911", "2011", 1.5),  # bridge
        (TANK, "1611", "1711", 1),
        (TANK, "1812", "1912", 3.5),
        (TANK, "1910", "2010", 1.5 + 2.5),
    ],
)
def test_rain_costs_half_a_point_on_each_row(piece, start, end, cost, turn):
    assert price(moving("american", at(start, piece), turn=turn), piece, end) == cost


@pytest.mark.rule("leyte-9.0-2")
def test_rain_does_not_make_breaking_contact_dearer():
    t = moving("american", at("2211", FOOT), at("2111", "jp-20-ri-1"), turn=3)
    assert price(t, FOOT, "2311") == 1.5 + 1


@pytest.mark.rule("leyte-ex-4.0", "leyte-4.0-7", "leyte-4.0-3")
def test_example_of_the_rulebook():
    walk = ["2412", "2312", "2212", "2112", "2012", "1912"]
    t = moving("american", at("2512", FOOT))
    assert [spent(t.go(FOOT, place), FOOT) for place in walk] == [1, 2, 3, 4, 5, 8]
    assert t.reach(FOOT) == set()
    t = moving("american", at("2512", FOOT), turn=3)
    assert t.refuses(t.move(FOOT, *walk)) == "leyte-4.0-2"
    assert price(t, FOOT, *walk[:-1]) == 7.5
    assert t.reach(FOOT) == set()


@pytest.mark.rule("leyte-4.0-2")
def test_there_is_no_minimum_move():
    t = moving("american", at("1812", GUN))
    t.game.test([ev.Moved(GUN, "1812", cost=10)], {"type": "spend"})  # 1 of 6 left
    assert t.refuses(t.move(GUN, "1912")) == "leyte-4.0-2"
    assert t.allows(t.move(GUN, "1811"))
    slow = "jp-22-rart-2"  # 5 points; mountain, river, rain and contact are 6
    t = moving("japanese", at("1814", slow), at("1813", FOOT), turn=3)
    assert t.refuses(t.move(slow, "1714")) == "leyte-4.0-2"


@pytest.mark.rule("leyte-4.0-10")
@pytest.mark.parametrize("tank", [TANK, DESTROYER])
def test_motors_enter_mountains_by_road_only(tank):
    t = moving("american", at("1712", tank))
    assert t.refuses(t.move(tank, "1612")) == "leyte-T-terrain-4"
    t = moving("american", at("1008", tank))
    assert t.go(tank, "1009", "1010").place(tank) == "1010"
    t = moving("american", at("1109", FOOT), at("1010", tank))
    assert t.refuses(t.move(tank, "1109")) == "leyte-T-terrain-4"


@pytest.mark.rule("leyte-T-terrain-9")
@pytest.mark.parametrize("piece", [FOOT, TANK, GUN])
def test_nobody_marches_into_the_sea_or_over_a_strait(piece):
    t = moving("american", at("2510", piece))
    assert t.refuses(t.move(piece, "2610")) == "leyte-T-terrain-9"
    assert t.refuses(t.move(piece, "2509")) == "leyte-T-terrain-9"


@pytest.mark.rule("leyte-4.0-4", "leyte-2.2.1-5")
def test_points_left_over_are_lost():
    t = moving("american", at("2211", FOOT), at("0407", "jp-1-ri-1"), turn=9)
    t.go(FOOT, "2210", "2110", "2111")
    assert spent(t, FOOT) == 3
    t.end().end().end().end()
    assert (t.s.turn, t.phase, spent(t, FOOT)) == (10, "american-movement", 0)
    far = ["2110", "2210", "2310", "2311", "2312", "2212", "2211", "2210"]
    assert t.refuses(t.move(FOOT, *far, "2110")) == "leyte-4.0-2"
    assert price(t, FOOT, *far) == 8


@pytest.mark.rule("leyte-4.0-5", "leyte-4.0-6")
def test_each_piece_spends_its_own_points():
    t = moving("american", at("2211", FOOT, GUN))
    t.go(GUN, "2212", "2211", "2210", "2211", "2212", "2112")
    assert t.reach(GUN) == set()
    t = moving("american", at("2211", FOOT, GUN))
    six = ["2210", "2310", "2311", "2312", "2212", "2112"]
    t.go(GUN, *six).go(FOOT, *six)
    assert (spent(t, GUN), spent(t, FOOT)) == (6, 6)
    assert t.reach(GUN) == set()
    assert t.reach(FOOT)


@pytest.mark.rule("leyte-4.0-3", "leyte-3.0-2")
def test_a_piece_may_stop_anywhere_and_go_on():
    t = moving("american", at("2211", FOOT))
    for place in ["2212", "2213", "2214"]:
        t.go(FOOT, place)
    assert spent(t, FOOT) == 4  # a bridge would have been cheaper
    assert t.allows(action("end-phase"))


@pytest.mark.rule("leyte-7.0-3")
def test_losses_do_not_slow():
    t = moving("american", hurt("2211", FOOT))
    whole = moving("american", at("2211", FOOT))
    assert t.reach(FOOT) == whole.reach(FOOT)


@pytest.mark.rule("leyte-2.4.3-1")
def test_only_combat_needs_dice():
    t = moving("american", at("2211", FOOT), at("2212", "us-34-ri-1"), at("2012", "jp-20-ri-1"),
               dice=(2, 3))  # fmt: skip
    t.go(FOOT, "2111").go("us-34-ri-1", "2112").end()
    assert t.s.position.dice.queue == (2, 3)
    t.attack("2012", FOOT, "us-34-ri-1")
    assert (t.told()["faces"], t.s.position.dice.queue) == ([2, 3], ())


@pytest.mark.rule("leyte-9.0-3")
def test_rain_leaves_air_power_alone():
    t = scene("japanese-combat", at("2211", "jp-20-ri-1"), turn=4)
    t.end()
    assert t.s.turn == 5
    assert t.s.position.tracks == {"air.american": 30, "air.japanese": 5}


@pytest.mark.rule("leyte-9.0-4")
@pytest.mark.parametrize("turn", [5, 10])
def test_rain_leaves_columns_alone(turn):
    attackers = at("1912", FOOT, "us-34-ri-1")
    t = battle(attackers, at("1913", "jp-20-ri-1"), target="1913", turn=turn, dice=(1, 1))
    assert (sums(t), column(t)) == ((6, 3, "2-1"), "1-2")


@pytest.mark.rule("leyte-9.0-6")
def test_rain_is_marked_on_the_turns():
    rain = table("leyte").s.terms(RainTerms).turns
    assert list(rain) == [2, 3, 4, 5, 6, 7, 8]


@pytest.mark.rule("leyte-12.0-1")
def test_corps_restrict_nothing():
    mixed = ["us-21-ri-1", "us-32-ri-1"]  # 24th and 7th Division
    t = moving("american", at("2310", mixed[0]), at("2311", mixed[1]), at("2111", "jp-20-ri-1"))
    t.go(mixed[1], "2310")
    t = battle(at("2310", *mixed), at("2211", "jp-20-ri-1"), guns=at("2311", "us-gun-1"),
               dice=(1, 1))  # fmt: skip
    assert sums(t)[0] == 6 + 4


# -------------------------------------------------------------------------- whose phase


@pytest.mark.rule("leyte-3.0-2", "leyte-3.0-4", "leyte-11.0-1")
def test_each_side_moves_its_own():
    here = [at("2211", FOOT), at("2014", "ph-92-1"), at("0407", "jp-1-ri-1")]
    t = moving("american", *here)
    assert t.allows(t.move(FOOT, "2212"))
    assert t.allows(t.move("ph-92-1", "2114"))
    assert t.refuses(t.move("jp-1-ri-1", "0408")) == "leyte-3.0-3"
    t = moving("japanese", *here)
    assert t.allows(t.move("jp-1-ri-1", "0408"))
    assert t.refuses(t.move(FOOT, "2212")) == "leyte-3.0-3"
    assert t.refuses(t.move("ph-92-1", "2114")) == "leyte-3.0-3"
    assert t.end().phase == "japanese-combat"
