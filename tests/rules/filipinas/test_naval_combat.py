"""Section 7.1.2: engagements at sea: totals, columns, dice, firepower, hits."""

import pytest

from filipinas_war import action, at_sea, fight, fleet, naval, weather
from tabuleiro.engine.told_log import ToldLog

HERE, THERE = "0739", "0740"
"""Two hexes of the Sulu Sea, next to each other."""
DEN, CRUISER, DDD = "jp-den-1", "jp-dcr-4", "jp-ddd-2"
US_DEN, US_DCR, US_DDD, US_DDD_2 = "us-den-1", "us-dcr-2", "us-ddd-23", "us-ddd-25"


def battle(jp, us, *dice, side="jp", hurt=(), **more):
    """Ships of Japan and ships of America in hexes next to each other, which fight."""
    t = naval(fleet("jp-a", HERE, *jp, hurt=hurt), fleet("us-a", THERE, *us, hurt=hurt),
              side=side, dice=dice, **more)  # fmt: skip
    return t.do(t.legal("give-battle")[0])


@pytest.mark.rule("filipinas-7.1.2-1")
@pytest.mark.rule("filipinas-3.0-15")
def test_who_moves_attacks_the_enemies_that_he_is_next_to():
    both = (fleet("jp-a", HERE, DEN), fleet("us-a", THERE, US_DEN))
    more = {"jp-task-force-b": "jp-fleet", "jp-ddd-7": "jp-fleet"}
    t = at_sea("jp-naval-movement", *both, pieces=more).end()
    assert (t.phase, t.decision.side) == ("jp-turn-us-air-naval-interception", "jp")
    assert t.legal() == [action("give-battle", "jp-task-force-a", THERE)]
    t = naval(*both, side="us")
    assert (t.decision.side, t.legal()) == ("us", [action("give-battle", "us-task-force-a", HERE)])
    apart = naval(fleet("jp-a", HERE, DEN), fleet("us-a", "0741", US_DEN))
    assert apart.phase == "jp-movement"  # the phase passed


@pytest.mark.rule("filipinas-7.1.2-2")
def test_thirty_five_points_of_a_side_count():
    den = ("jp-den-1", "jp-den-2", "jp-den-3", "jp-den-4", "jp-dcr-4")
    assert fight(battle(den, (US_DEN,), 4, 5))["totals"] == (35, 8)  # 38 printed


@pytest.mark.rule("filipinas-7.1.2-3")
def test_the_difference_gives_the_column():
    den = ("jp-den-1", "jp-den-2", "jp-den-3", "jp-den-4", "jp-dcr-4")
    found = fight(battle(den, (US_DEN, US_DCR, "us-dcr-3"), 4, 5))
    assert found["totals"] == (35, 20)
    assert found["columns"][0] == "11/15"
    assert fight(battle((DDD,), (US_DEN,), 4, 5))["columns"][0] == "-10/-6"


@pytest.mark.rule("filipinas-7.1.2-4")
@pytest.mark.rule("filipinas-ex-7.1.2")
def test_dice_four_and_five_are_row_five_nine():
    t = battle((DEN,), (US_DEN,), 4, 5)
    assert fight(t)["columns"] == ("1/5", "0")  # 9 against 8, less one column for radar
    assert fight(t)["code"] == "0.4/0.8"
    assert t.s.module.values["naval-combat"].rows[3].label == "5-9"
    assert fight(battle((DEN,), (US_DEN,), 6, 6))["code"] == "1.2/1.2"


@pytest.mark.rule("filipinas-7.1.2-5")
def test_firepower_counts_ships_of_the_line_and_drops_the_fraction():
    six = tuple(f"us-ddd-{n}" for n in (23, 25, 26, 27, 28, 38))
    found = fight(battle((DEN, CRUISER), (*six, "us-tg-38-1", "us-comb-6"), 4, 5))
    assert found["code"] == "0.4/0.8"
    assert found["points"] == {"jp": 0, "us": 4}  # 0.4 x 2 and 0.8 x 6


@pytest.mark.rule("filipinas-7.1.2-6")
@pytest.mark.rule("filipinas-7.1.2-7")
def test_torpedoes_and_radar_each_help_their_own_side():
    radar = ("defender", 1)
    assert fight(battle((DEN,), (US_DEN,), 4, 5))["shifts"] == [radar]
    for more in ((DDD,), (DDD, "jp-ddd-4")):
        assert fight(battle((DEN, *more), (US_DEN,), 4, 5))["shifts"] == [("attacker", 1), radar]
    found = fight(battle((DEN, DDD), (US_DEN,), 4, 5, side="us"))
    assert found["shifts"] == [("attacker", 1), ("defender", 1)]  # radar, and torpedoes
    assert fight(battle((DEN,), ("au-dcr",), 4, 5))["shifts"] == []  # no Americans with it
    assert fight(battle((DEN,), ("au-dcr", US_DDD), 4, 5))["shifts"] == [radar]


@pytest.mark.rule("filipinas-7.1.2-8")
def test_a_balanced_force_has_a_column():
    whole = (DEN, CRUISER, DDD)
    torpedoes, balance, radar = ("attacker", 1), ("attacker", 1), ("defender", 1)
    assert fight(battle(whole, (US_DEN,), 4, 5))["shifts"] == [torpedoes, balance, radar]
    for more in ("jp-comb-1", "jp-dpa-1"):
        assert fight(battle((*whole, more), (US_DEN,), 4, 5))["shifts"] == [torpedoes, radar]
    for less in whole[:2]:
        some = tuple(ship for ship in whole if ship != less)
        assert fight(battle(some, (US_DEN,), 4, 5))["shifts"] == [torpedoes, radar]


@pytest.mark.rule("filipinas-7.1.2-9")
def test_first_the_attackers_columns_then_the_defenders_within_the_table():
    us, hurt = (US_DEN, "us-dcr-8", US_DDD), ("jp-ddd-4",)
    found = fight(battle((DEN, CRUISER, DDD, "jp-ddd-4"), us, 4, 5, hurt=hurt))
    assert found["totals"] == (18, 15)
    assert found["shifts"] == [("attacker", 1)] * 2 + [("defender", 1)] * 2
    assert found["columns"] == ("1/5", "1/5")
    strong = (DEN, "jp-den-2", CRUISER, "jp-dcr-5", DDD, "jp-ddd-4")
    found = fight(battle(strong, us, 4, 5, hurt=hurt))
    assert (found["totals"], found["columns"]) == ((32, 15), ("16+", "6/10"))
    net = fight(battle(strong, us, 4, 5, hurt=hurt, options={"shifts": "net"}))
    assert net["columns"] == ("16+", "16+")


@pytest.mark.rule("filipinas-12.2-5")
def test_bad_weather_costs_the_attacker_a_column():
    found = fight(battle((DEN,), (US_DEN,), 4, 5, facts=weather("bad")))
    assert found["shifts"] == [("defender", 1), ("defender", 1)]
    assert found["columns"] == ("1/5", "-5/-1")


@pytest.mark.rule("filipinas-12.3-9")
def test_nobody_fights_at_sea_in_the_monsoon_of_the_defender():
    both = (fleet("jp-a", HERE, DEN), fleet("us-a", THERE, US_DEN))
    t = naval(*both, facts=weather("monsoon"))
    assert t.phase == "jp-movement"


@pytest.mark.rule("filipinas-2.2.3-6")
def test_a_carrier_with_guns_of_its_own_counts_in_defence_alone():
    us = (US_DEN, US_DDD)
    assert fight(battle((DDD, "jp-dpa-4"), us, 4, 5, side="us"))["totals"] == (10, 10)
    assert fight(battle((DDD, "jp-dpa-1"), us, 4, 5, side="us"))["totals"] == (10, 2)  # (2)
    found = fight(battle((DDD, "jp-dpa-4"), us, 4, 5))
    assert found["totals"] == (2, 10)
    assert fight(battle((DEN,), (US_DDD, "us-tg-38-3"), 4, 5))["totals"] == (9, 2)


@pytest.mark.rule("filipinas-7.1.2-20")
def test_carriers_and_convoys_are_targets_and_do_not_fight():
    t = battle((DEN, "jp-den-2", "jp-den-3"), ("us-tg-38-3", US_DDD, US_DDD_2, "us-dcr-8"), 4, 5)
    assert "us-tg-38-3" in t.decision.pieces
    t = battle(("jp-comb-1", "jp-comb-2"), (US_DEN, US_DDD), 4, 5)
    found = fight(t)
    assert found["totals"] == (0, 10)
    assert found["points"]["jp"] == 0
    assert found["points"]["us"] > 0
    t.act("hit-ship", "jp-comb-2")
    assert t.losses("jp-comb-2") == 1


@pytest.mark.rule("filipinas-7.1.2-21")
def test_submarines_stay_out_of_it():
    under = {"us-dsb-1": THERE, "jp-dsb-1": HERE}
    t = battle((DEN, "jp-den-2", "jp-den-3"), (US_DDD, US_DDD_2), 4, 5, pieces=under)
    assert fight(t)["totals"] == (25, 4)
    assert t.decision.side == "jp"
    assert "us-dsb-1" not in t.decision.pieces
    assert naval(fleet("jp-a", HERE, DEN), pieces={"us-dsb-1": THERE}).phase == "jp-movement"


# ------------------------------------------------------------------------------ hits

THREE = (DEN, "jp-den-2", "jp-den-3")
SHIPS = ("us-dcr-8", US_DDD, US_DDD_2, "us-tg-38-3")
"""A cruiser 5, two destroyers 2, a carrier (3): three battleships have 4 points against them."""


def costs(t):
    return t.decision.data["costs"]


@pytest.mark.rule("filipinas-7.1.2-10")
def test_the_shooter_spends_his_points_the_attacker_first():
    t = battle(THREE, SHIPS, 4, 5)
    assert fight(t)["points"] == {"jp": 4, "us": 2}
    assert (t.decision.side, t.decision.data["points"]) == ("jp", 4)
    assert costs(t) == {"us-dcr-8": 2, US_DDD: 1, US_DDD_2: 1, "us-tg-38-3": 2}
    t.act("hit-ship", "us-dcr-8").act("hit-ship", US_DDD)  # one destroyer is left for one point
    assert [t.losses(ship) for ship in SHIPS] == [1, 1, 1, 0]
    assert t.top == "after-engagement"  # no American point hurts a battleship
    other = battle(THREE, SHIPS, 4, 5)
    other.act("hit-ship", "us-tg-38-3")
    assert other.decision.data["points"] == 2


@pytest.mark.rule("filipinas-7.1.2-10")
def test_a_reduced_ship_costs_what_is_left_of_it():
    t = battle(THREE, ("us-tg-38-3", US_DCR), 4, 5, hurt=("us-tg-38-3", US_DCR))
    assert fight(t)["points"]["jp"] == 4
    assert costs(t) == {"us-tg-38-3": 1, US_DCR: 3}
    t.act("hit-ship", "us-tg-38-3")
    assert t.place("us-tg-38-3") == "dead"
    assert t.place(US_DCR) == "dead"  # the only one left for the three points that are left
    assert t.place("us-task-force-a") != THERE


@pytest.mark.rule("filipinas-7.1.2-11")
def test_ships_that_are_hit_fire_all_the_same():
    us = (US_DDD, US_DDD_2, "us-ddd-26")
    t = battle((DEN, "jp-den-2", DDD), us, 4, 5, hurt=us)
    before = fight(t)["points"]
    while t.top == "naval-losses" and t.decision.side == "jp":
        t.do(t.legal()[0])
    assert [t.place(ship) for ship in us].count("dead") == 3
    assert before["us"] > 0
    assert t.losses(DDD) == 1


@pytest.mark.rule("filipinas-7.1.2-12")
def test_intact_ships_are_hit_before_reduced_ones():
    t = battle(THREE, SHIPS, 4, 5, hurt=(US_DDD,))
    assert t.refuses(action("hit-ship", US_DDD)) == "filipinas-7.1.2-12"
    t = battle((DEN, "jp-den-2"), (US_DEN, US_DDD), 5, 6, hurt=(US_DDD,))
    assert 0 < fight(t)["points"]["jp"] < 4  # too little for the battleship
    assert t.place(US_DDD) == "dead"
    assert t.losses(US_DEN) == 0


@pytest.mark.rule("filipinas-7.1.2-22")
@pytest.mark.rule("filipinas-7.1.2-23")
def test_every_loss_costs_a_point_at_least():
    ships = ("us-comb-6", "us-comb-8", "us-dpa-22", US_DDD)
    t = battle(THREE, ships, 4, 5, hurt=("us-dpa-22", "us-comb-6"))
    assert costs(t) == {US_DDD: 1, "us-comb-8": 1}
    assert t.refuses(action("hit-ship", "us-dpa-22")) == "filipinas-7.1.2-12"
    t.act("hit-ship", US_DDD)
    assert t.losses("us-comb-8") == 1  # the last intact one; then those with losses
    assert costs(t) == {"us-comb-6": 1, "us-comb-8": 1, "us-dpa-22": 1, US_DDD: 1}
    t = battle(THREE, ("us-comb-6", "us-dpa-22"), 4, 5, hurt=("us-dpa-22", "us-comb-6"))
    assert costs(t) == {"us-comb-6": 1, "us-dpa-22": 1}  # 0 is left of the carriers


@pytest.mark.rule("filipinas-7.3-6")
@pytest.mark.rule("filipinas-7.3-7")
def test_of_convoys_the_smallest_intact_one_is_hit_first():
    small, large, largest = "us-comb-20", "us-comb-12", "us-comb-6"
    t = battle(THREE, (large, small), 4, 5)
    assert [t.s.counter(ship).value("transport") for ship in (small, large)] == [50, 70]
    assert t.losses(small) == 1  # nobody was asked: it comes first
    t = battle(THREE, (largest, "us-comb-28", US_DDD), 4, 5, hurt=("us-comb-28",))
    assert costs(t) == {largest: 1, US_DDD: 1}
    assert t.refuses(action("hit-ship", "us-comb-28")) == "filipinas-7.3-6"
    two = battle(THREE, (large, small, US_DDD), 4, 5)
    assert two.refuses(action("hit-ship", large)) == "filipinas-7.3-6"


@pytest.mark.rule("filipinas-7.1-1")
def test_all_but_convoys_have_combat_power():
    t = naval()
    ships = [c for c in t.s.module.counters.values() if "naval" in c.tags]
    for counter in ships:
        if counter.type == "convoys":
            assert counter.value("combat") == 0
        elif counter.type != "task-force" and "dummy" not in counter.tags:
            assert counter.value("combat") > 0, counter.id


@pytest.mark.rule("filipinas-7.0-6")
@pytest.mark.parametrize("sinks", [False, True])
def test_a_hit_on_a_carrier_does_not_tell_whether_groups_look_for_another_deck(sinks):
    """Whether its owner is asked where they go does not show in the rows of the shooter."""
    carrier, spare = "us-tg-38-3", "us-tg-38-1"
    decks = fleet("us-b", "0840", spare, handle=2)
    groups = ("us-cvg-7", "us-cvg-13", "us-cvg-15")

    def shot(aboard):
        foes = fleet("us-a", THERE, carrier, US_DCR, hurt=(carrier, US_DCR) if sinks else ())
        t = naval(fleet("jp-a", HERE, *THREE), foes, decks, dice=(4, 5),
                  pieces={group: f"in:{carrier}" if group in aboard else "us-fleet"
                          for group in groups})  # fmt: skip
        while "give-battle" not in t.decision.actions:
            t.act("done-striking")  # the groups, if any, stay aboard
        t.do(t.legal("give-battle")[0]).act("hit-ship", carrier)
        asked = "emergency-transfer" in t.decision.actions
        assert asked == bool(aboard)
        while "emergency-transfer" in t.decision.actions:
            t.do(t.legal()[0])
        log = ToldLog(t.game, "jp")
        log.head()
        return [(row.side, row.reveals) for row in log.rows]

    assert shot(groups) == shot(())
