"""Section 8.0: guns in attack, defence and bombardment; 10.0: the ships that act as guns."""

import pytest

from asking import announced, declared, preview, step_prices
from papua_scenes import (
    FOREST,
    GROUND,
    LEFT,
    NORTH,
    NORTH_WEST,
    RABAUL,
    SOUTH,
    SOUTH_WEST,
    airwar,
    announced_all,
    at,
    battle,
    column,
    fighting,
    hurt,
    is_dead,
    moving,
    over,
    raid,
    shifts,
    sums,
)
from tabuleiro.rules.combat.battle import Battle
from tabuleiro.testing import action, table
from tabuleiro_papua.air.raids import SupportAttack

TWO_GUNS = at(NORTH, "jp-art-14-1", "jp-art-14-2")
FIELD = "1314"
"""The airfield of Dobodura, next to 1214, 1313, 1315 and 1215."""
SEA, GONA = "1312", NORTH


def bombarded(guns, target, *dice, side="japanese", at_hex=FIELD, **more):
    """A table on which a hex was bombarded."""
    return battle(side, guns, target, target=at_hex, kind="bombardment", dice=dice, **more)


def product(t):
    """Attack, vulnerability and column of the last bombardment, before shifts and after them."""
    odds = t.told()["odds"]
    return odds["attack"], odds["defence"], odds["base_label"], odds["column_label"]


# guns on the march


@pytest.mark.rule("papua-8.0-1")
def test_guns_march_like_infantry():
    path = ("0418", "0417", "0517", "0618", "0619", "0618")  # open ground, airfields, a road
    t = moving("allied", at("0518", "au-art-14"), at("0518", "au-9"))
    assert t.allows(t.move("au-art-14", *path))
    t.refuses(t.move("au-art-14", *path, "0517"))
    assert t.allows(t.move("au-9", *path, "0517", "0417"))
    for piece in ("au-art-14", "au-9"):  # forest 3, swamp 2
        pieces = at("0315", piece)
        prices = step_prices(moving("allied", pieces).s, piece, ("0216", "0316"))
        assert prices == (2 * 3, 2 * (3 + 2))


# guns with others


@pytest.mark.rule("papua-8.0-2")
def test_a_gun_adds_its_attack_to_an_attack():
    attackers = {**at(SOUTH, "au-2-14"), **at(SOUTH_WEST, "au-art-14")}
    t = battle("allied", attackers, at(GROUND, "jp-41-1"), dice=(3, 4))
    assert sums(t)[0] == 4 + 3


@pytest.mark.rule("papua-8.0-2", "papua-8.0-5")
def test_a_gun_next_to_an_attacked_hex_adds_its_attack_to_the_defence():
    guns = at("1120", "jp-art-14-1")
    t = fighting("allied", at("1020", "au-2-14", "au-2-1"), at(FOREST, "jp-eng-15"), guns,
                 dice=(3, 4))  # fmt: skip
    announced_all(t.attack(FOREST, "au-2-14", "au-2-1"))
    assert t.decision.side == "japanese"
    t.defend("jp-art-14-1")
    assert (sums(t)[1], shifts(t)) == (4 + 2, [(LEFT, 2)])


@pytest.mark.rule("papua-8.0-5")
def test_the_ground_of_a_supporting_gun_does_not_matter():
    for place in ("1213", "1114"):  # swamp, forest; the defender stands in the open
        t = fighting("allied", at(SOUTH, "au-2-14"), at(GROUND, "jp-41-1"),
                     at(place, "jp-art-14-1"), dice=(3, 4))  # fmt: skip
        announced_all(t.attack(GROUND, "au-2-14")).defend("jp-art-14-1")
        assert shifts(t) == []


@pytest.mark.rule("papua-8.0-2", "papua-8.0-4")
def test_a_gun_in_the_attacked_hex_defends_like_any_unit():
    t = fighting("allied", at("1020", "au-49"), at(FOREST, "jp-art-14-1"), dice=(3, 4))
    announced_all(t.attack(FOREST, "au-49"))
    assert (sums(t)[1], shifts(t)) == (1, [(LEFT, 2)])
    t = fighting("allied", at(SOUTH, "au-2-14"), at(GROUND, "jp-41-1", "jp-art-14-1"),
                 at(NORTH, "jp-art-14-2"), dice=(3, 4))  # fmt: skip
    announced_all(t.attack(GROUND, "au-2-14"))
    assert t.refuses(action("join", "jp-art-14-1")) == "papua-8.0-2"
    assert t.allows(action("join", "jp-art-14-2"))


@pytest.mark.rule("papua-8.0-3")
def test_guns_reach_the_next_hex_only():
    far = {**at("1112", "jp-art-14-1"), **at("1013", "jp-artm-55-1")}
    t = fighting("japanese", at(SOUTH, "jp-41-1"), far, at(GROUND, "au-9"))
    assert t.refuses(action("bombard", GROUND)) == "papua-8.0-3"
    near = at(NORTH_WEST, "jp-art-14-2")
    t = fighting("japanese", at(SOUTH, "jp-41-1"), far, near, at(GROUND, "au-9"))
    t.do(action("bombard", GROUND))
    assert t.refuses(action("join", "jp-art-14-1")) == "papua-8.0-3"
    assert t.allows(action("join", "jp-art-14-2"))
    t = fighting("allied", at(SOUTH, "au-2-14"), at(GROUND, "jp-41-1"), far, near)
    announced_all(t.attack(GROUND, "au-2-14"))
    assert t.refuses(action("join", "jp-art-14-1")) == "papua-8.0-3"


@pytest.mark.rule("papua-8.0-6", "papua-8.0-10")
def test_guns_alone_make_no_ground_attack():
    pieces = [TWO_GUNS, at(SOUTH, "jp-41-1"), at(GROUND, "au-9")]
    t = fighting("japanese", *pieces).declare(GROUND, "jp-art-14-1", "jp-art-14-2")
    assert t.refuses(action("confirm")) == "papua-8.0-6"
    assert t.allows(action("join", "jp-41-1"))
    t = fighting("japanese", TWO_GUNS, at(GROUND, "au-9"))
    t.refuses(action("assault", GROUND))
    assert t.allows(action("bombard", GROUND))


# bombardment

TARGET = {**at(FIELD, "au-9"), **at(FIELD, "us-fs-8")}
GUNS_THERE = at(GROUND, "jp-art-14-1", "jp-art-14-2")


@pytest.mark.rule("papua-8.0-6", "papua-ex-8.0", "papua-8.0-11", "papua-tab.vuln-1")
def test_two_guns_against_infantry_and_aircraft():
    t = bombarded(GUNS_THERE, TARGET, 4, 4)
    assert product(t) == (2 + 2, 2 + 2, "13-24", "13-24")
    assert t.told()["faces"] == [4, 4]


VULNERABLE = [
    ("papua-tab.vuln-1", ("au-9", "au-2-14", "us-eng-43-1", "au-eng-2-1", "au-cav-2-7"), 10),
    ("papua-tab.vuln-1", ("jp-para-1", "jp-kure-3", "jp-41-1"), 6),
    ("papua-tab.vuln-2", ("au-art-14",), 2),
    ("papua-tab.vuln-2", ("jp-artm-55-1", "jp-art-14-3"), 4),
    ("papua-tab.vuln-2", ("us-fs-8", "us-bs-8", "us-ts-6"), 6),
]


@pytest.mark.parametrize(
    ("pieces", "index"),
    [pytest.param(*row[1:], marks=pytest.mark.rule(row[0])) for row in VULNERABLE],
)
def test_vulnerability_to_guns(pieces, index):
    japanese = pieces[0].startswith("jp")
    gun, side = ("au-art-14", "allied") if japanese else ("jp-art-14-1", "japanese")
    t = bombarded(at(GROUND, gun), at(FIELD, *pieces), 4, 4, side=side)
    assert product(t)[1] == index


@pytest.mark.rule("papua-8.0-7")
def test_the_ground_of_the_target_shelters_from_shells():
    guns = at("0418", "jp-art-14-1", "jp-art-14-2")
    t = bombarded(guns, at("0518", "au-9", "au-39"), 4, 4, at_hex="0518")
    assert (product(t), shifts(t)) == ((4, 4, "13-24", "1-12"), [(LEFT, 2)])
    t = bombarded(GUNS_THERE, TARGET, 4, 4, marks={FIELD: ["fortification"]})
    assert (product(t)[2:], shifts(t)) == (("13-24", "1-12"), [(LEFT, 2)])


@pytest.mark.rule("papua-8.0-7", "papua-tab.terrain-8")
def test_rivers_do_not_shelter_from_shells():
    guns = at("0102", "jp-art-14-1", "jp-art-14-2")  # all of them over a river
    t = bombarded(guns, at("0202", "au-9", "au-39"), 4, 4, at_hex="0202")
    assert (product(t)[2:], shifts(t)) == (("13-24", "13-24"), [])


@pytest.mark.rule("papua-8.0-7", "papua-2.4.2-1")
def test_two_dice_are_rolled():
    t = bombarded(GUNS_THERE, TARGET, 6, 6)
    assert (t.told()["faces"], t.told()["code"]) == ([6, 6], "DB")


@pytest.mark.rule("papua-8.0-8", "papua-tab.bomb-2")
@pytest.mark.parametrize("piece", ["au-9", "us-fs-8"])
def test_the_owner_chooses_a_land_or_an_air_unit(piece):
    t = bombarded(GUNS_THERE, TARGET, 1, 1)  # 13-24: DB
    assert (t.decision.side, set(t.decision.pieces)) == ("allied", {"au-9", "us-fs-8"})
    t.lose(piece)
    assert {p: t.losses(p) for p in ("au-9", "us-fs-8")} == {
        p: int(p == piece) for p in ("au-9", "us-fs-8")
    }
    assert t.at(FIELD) == {"au-9", "us-fs-8"}  # nobody retreats


@pytest.mark.rule("papua-tab.bomb-2", "papua-8.0-6")
def test_nothing_happens_at_di():
    t = bombarded(GUNS_THERE, TARGET, 4, 4)
    assert t.told()["code"] == "DI"
    assert t.losses("au-9") == t.losses("us-fs-8") == 0


STRONG = at(GROUND, "jp-art-14-1", "jp-art-14-2", "jp-art-14-3", "jp-artm-55-1", "jp-artm-55-2")
"""10 points: against three units 60, the last column."""


@pytest.mark.rule("papua-tab.bomb-2")
def test_d2b_is_two_losses_or_one_unit():
    three = at(FIELD, "au-9", "au-39", "us-fs-8")
    t = bombarded(STRONG, three, 6, 6).lose("au-9", "us-fs-8")
    assert (t.losses("au-9"), t.losses("us-fs-8"), t.losses("au-39")) == (1, 1, 0)
    t = bombarded(STRONG, three, 6, 6).lose("au-9", "au-9")
    assert is_dead(t, "au-9")
    assert t.losses("au-39") == t.losses("us-fs-8") == 0


@pytest.mark.rule("papua-tab.bomb-2")
def test_d2b_eliminates_a_single_unit():
    guns = {**STRONG, **at(GROUND, "jp-artm-55-3")}  # 12 x 2 = 24
    t = bombarded({**guns, **at("1313", "jp-naval")}, at(FIELD, "au-9"), 6, 6)  # 16 x 2 = 32
    assert (product(t)[2], t.told()["code"]) == ("25-36", "D2B")
    assert is_dead(t, "au-9")


@pytest.mark.rule("papua-tab.bomb-4")
def test_asterisks_mean_nothing_to_guns():
    t = bombarded(GUNS_THERE, TARGET, 3, 4)  # DI*
    assert t.told()["code"] == "DI"
    t = bombarded(GUNS_THERE, TARGET, 5, 6)  # DB*
    assert t.told()["code"] == "DB"
    t.lose("au-9")
    assert t.losses("jp-art-14-1") == t.losses("jp-art-14-2") == 0


@pytest.mark.rule("papua-tab.bomb-4")
def test_the_preview_counts_results_without_asterisks():
    t = fighting("japanese", GUNS_THERE, TARGET)
    t.declare(FIELD, *GUNS_THERE, kind="bombardment")
    battle = declared(t.game.belief("japanese").s)
    assert preview(t.s, battle).chances == {"DI": 24, "DB": 12}
    assert declared(t.game.belief("allied").s) is None


@pytest.mark.rule("papua-8.0-9")
def test_a_gun_is_used_once_in_a_phase():
    pieces = [TWO_GUNS, at(SOUTH, "jp-41-1"), at(GROUND, "au-9"), at("1313", "au-39")]
    t = fighting("japanese", *pieces).attack(GROUND, "jp-art-14-1", kind="bombardment")
    t.declare(GROUND, "jp-41-1")
    assert t.refuses(action("join", "jp-art-14-1")) == "papua-8.0-9"
    assert t.allows(action("join", "jp-art-14-2"))


@pytest.mark.rule("papua-8.0-9")
def test_a_gun_supports_one_defence_in_a_phase():
    guns = at("1114", "jp-art-14-1")
    defenders = {**at(GROUND, "jp-41-1"), **at("1015", "jp-41-2")}
    attackers = {**at(SOUTH, "au-2-14"), **at("1016", "au-2-16")}
    t = fighting("allied", attackers, defenders, guns, dice=(2, 2, 2, 2))
    t.attack(GROUND, "au-2-14").attack("1015", "au-2-16")
    announced_all(t).do(action("fight-battle", GROUND)).defend("jp-art-14-1")
    told = [e.data["odds"]["defence"] for row in t.game.log.line() for e in row.events
            if getattr(e, "data", None) and "odds" in e.data]  # fmt: skip
    assert told == [5 + 2, 5]


@pytest.mark.rule("papua-8.0-9")
def test_several_guns_join_one_attack():
    t = fighting("japanese", TWO_GUNS, at(SOUTH, "jp-41-1"), at(GROUND, "au-2-14"), dice=(3, 4))
    announced_all(t.attack(GROUND, "jp-41-1", "jp-art-14-1", "jp-art-14-2"))
    assert sums(t)[0] == 4 + 2 + 2


@pytest.mark.rule("papua-8.0-10")
def test_no_aircraft_support_guns_alone():
    pieces = [GUNS_THERE, at(FIELD, "au-9"), at("0403", "jp-27s-1")]
    t = fighting("japanese", *pieces, facts=over(FIELD, "jp-27s-1"), dice=(4, 4))
    t.attack(FIELD, *GUNS_THERE, kind="bombardment")
    assert announced(t.s) == ()
    announced_all(t)
    assert product(t)[:2] == (4, 2)


@pytest.mark.rule("papua-8.0-10")
def test_no_aircraft_are_sent_to_support_guns_alone():
    pieces = [GUNS_THERE, at(FIELD, "au-9"), at(RABAUL, "jp-4ku-4")]
    t = airwar("japanese", *pieces)
    assert t.refuses(SupportAttack(FIELD)) == "papua-8.0-10"
    assert FIELD not in {action.hex for action in t.legal("support-attack")}
    t = airwar("japanese", *pieces, at(GROUND, "jp-41-1"))
    raid(t, SupportAttack(FIELD), "jp-4ku-4")


@pytest.mark.rule("papua-8.0-10")
@pytest.mark.parametrize(("others", "attack"), [((), 4), (("jp-naval",), 8), (("jp-41-1",), 13)])
def test_aircraft_add_nothing_to_an_attack_by_guns_alone(others, attack):
    # 2 + 2 for the guns, 4 for a ship, 4 and the 5 of the squadron for infantry
    pieces = [GUNS_THERE, at(GROUND, "jp-41-1"), at(FIELD, "au-9"), at(RABAUL, "jp-4ku-4")]
    t = fighting("japanese", *pieces, at("1413", "jp-naval"), facts=over(FIELD, "jp-4ku-4"))
    imagined = Battle("assault", "japanese", "allied", FIELD, (*GUNS_THERE, *others),
                      defenders=("au-9",))  # fmt: skip
    assert preview(t.s, imagined).odds.attack == attack


@pytest.mark.rule("papua-8.0-10", "papua-10.0-1", "papua-8.0-11")
def test_a_ship_may_join_a_bombardment():
    guns = {**at(NORTH, "jp-art-14-1"), **at("1413", "jp-naval")}
    t = bombarded(guns, at("1313", "au-9", "au-39"), 4, 4, at_hex="1313")
    assert product(t)[:3] == (2 + 4, 4, "13-24")


@pytest.mark.rule("papua-8.0-11")
def test_a_hex_is_bombarded_once():
    pieces = [TWO_GUNS, at(SOUTH, "jp-art-14-3"), at(GROUND, "au-9"), at("1313", "au-39")]
    t = fighting("japanese", *pieces).attack(GROUND, "jp-art-14-1", kind="bombardment")
    assert t.refuses(action("bombard", GROUND)) == "papua-8.0-11"
    assert t.allows(action("bombard", "1313"))


# ships


@pytest.mark.rule("papua-10.0-1")
def test_a_ship_adds_its_attack_to_an_attack():
    pieces = {**at(GROUND, "au-2-14"), **at(SEA, "us-naval")}
    t = battle("allied", pieces, at(GONA, "jp-41-1"), target=GONA, dice=(3, 4))
    assert (sums(t)[0], tuple(t.told()["battle"]["attackers"])) == (4 + 3, ("au-2-14",))


@pytest.mark.rule("papua-10.0-1")
def test_a_ship_adds_its_attack_to_a_defence():
    t = fighting("allied", at(GROUND, "au-2-14"), at(GONA, "jp-41-1"), at(SEA, "jp-naval"),
                 dice=(3, 4))  # fmt: skip
    announced_all(t.attack(GONA, "au-2-14")).defend("jp-naval")
    assert sums(t)[1] == 5 + 4


@pytest.mark.rule("papua-10.0-1")
def test_a_ship_bombards_alone():
    t = bombarded(at(SEA, "jp-naval"), at(GONA, "au-9"), 6, 6, at_hex=GONA)
    assert product(t)[:2] == (4, 2)


@pytest.mark.rule("papua-10.0-1", "papua-8.0-3")
def test_a_ship_far_off_does_nothing():
    far = at("1412", "us-naval")
    t = fighting("allied", at(GROUND, "au-2-14"), far, at(GONA, "jp-41-1")).declare(GONA)
    assert t.refuses(action("join", "us-naval")) == "papua-8.0-3"


@pytest.mark.rule("papua-10.0-1")
def test_a_ship_makes_no_ground_attack_without_land_units():
    t = fighting("allied", at(SEA, "us-naval"), at(GONA, "jp-41-1"))
    t.refuses(action("assault", GONA))
    assert t.allows(action("bombard", GONA))


@pytest.mark.rule("papua-10.0-3", "papua-tab.vuln-3")
@pytest.mark.parametrize(("losses", "index"), [(0, 2), (1, 1)])
def test_land_guns_bombard_a_ship(losses, index):
    ship = hurt(SEA, "us-naval") if losses else at(SEA, "us-naval")
    t = bombarded(at(GONA, "jp-art-14-1"), ship, 6, 6, at_hex=SEA, turn=10)
    assert product(t) == (2, index, "1-12", "1-12")
    assert (t.losses("us-naval"), is_dead(t, "us-naval")) == (1, bool(losses))


@pytest.mark.rule("papua-10.0-3")
def test_a_ship_is_not_attacked_by_foot():
    t = fighting("japanese", at(GONA, "jp-41-1", "jp-art-14-1"), at(SEA, "us-naval"))
    assert t.refuses(action("assault", SEA)) == "papua-5.0-2"
    t.do(action("bombard", SEA))
    t.refuses(action("join", "jp-41-1"))


@pytest.mark.rule("papua-10.0-8")
def test_the_american_ship_does_not_fight_new_britain():
    coast, sea = new_britain()
    t = fighting("allied", at(sea, "us-naval"), at(coast, "jp-41-1"), turn=10)
    t.refuses(action("bombard", coast))
    beside = next(h for h in t.s.board.grid.neighbours(coast)
                  if t.s.board.terrain_at(h) != "sea")  # fmt: skip
    pieces = [at(sea, "us-naval"), at(beside, "au-2-14"), at(coast, "jp-41-1")]
    t = fighting("allied", *pieces, turn=10).declare(coast, "au-2-14")
    assert t.refuses(action("join", "us-naval")) == "papua-10.0-8"
    t = fighting("japanese", at(sea, "us-naval"), at(beside, "jp-41-1"), at(coast, "au-2-14"),
                 turn=10, dice=(3, 4))  # fmt: skip
    announced_all(t.attack(coast, "jp-41-1"))
    assert sums(t)[1] == 4


def new_britain():
    """A coast of New Britain and the sea before it."""
    board = table("papua").s.board
    for hex in sorted(board.regions["new-britain"].hexes):
        for sea in board.grid.neighbours(hex):
            if board.terrain_at(sea) == "sea":
                return hex, sea
    raise AssertionError


def test_a_fallen_target_is_bombarded_no_more():
    guns = {**at(NORTH, "jp-art-14-1"), **at("1315", "jp-art-14-2")}
    t = fighting("japanese", guns, hurt("1314", "au-9"), at("1313", "au-39"), dice=(6, 6))
    t.attack("1313", "jp-art-14-1", kind="bombardment")
    t.attack("1314", "jp-art-14-2", kind="bombardment")
    announced_all(t).do(action("fire-guns", "1314"))
    t.refuses(action("lose", "au-39"))


def test_columns_of_the_bombardment_table():
    t = bombarded(STRONG, at(FIELD, "au-9", "au-39", "us-fs-8"), 4, 4)
    assert column(t) == "49+"
