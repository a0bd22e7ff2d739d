"""Sections 5.1.1 and 5.1.5 and the combat table: sums, columns, dice and cells."""

from collections import Counter
from itertools import product

import pytest

from battles import at, base, battle, column, hurt, shifts
from tabuleiro.testing import table

FIVE_FOUR_TWO = at("1007", "uk-61-bgda", "uk-11-bgda", "us-1108-geng")
THREE_ONE = {**at("0907", "de-191-ri"), **hurt("0907", "de-art-xiv")}
MOUNTAIN = "0411"
"""A mountain hex among mountains, without lines or rivers around it."""
SURROUNDING = at("0211", "it-1-bda-mtz")
"""Bars the last way back of defenders of 0411 attacked from 0510 and 0511."""


def sums(t):
    odds = t.told()["odds"]
    return odds["attack"], odds["defence"], odds["base_label"]


@pytest.mark.rule("diadem-5.1.1-1", "diadem-5.1.1-2", "diadem-5.1.1-3", "diadem-ex-5.1.1")
def test_example_of_the_rulebook():
    assert sums(battle(FIVE_FOUR_TWO, THREE_ONE)) == (5 + 4 + 2, 3 + 1, "2-1")


@pytest.mark.rule("diadem-5.1.1-3", "diadem-5.1.1-4")
@pytest.mark.parametrize(
    ("attackers", "defenders", "expected"),
    [
        (["uk-61-bgda", "uk-11-bgda", "us-337-ri"], ["de-131-ri"], (12, 4, "3-1")),
        (["uk-26-bgda-blda"], ["de-191-ri", "de-131-ri"], (7, 7, "1-1")),
        (["uk-61-bgda"], ["de-1-rpqd", "de-104-rpzgr"], (5, 11, "1-2")),
        (["uk-61-bgda"], ["de-131-ri", "de-85-rm"], (5, 8, "1-1")),
        (["us-337-ri"], ["de-1-rpqd", "de-104-rpzgr"], (3, 11, "1-3")),
    ],
)
def test_fraction_is_dropped_either_way(attackers, defenders, expected):
    t = battle(at("1007", *attackers), at("0907", *defenders), dice=(1, 2))
    assert sums(t) == expected
    assert column(t) == expected[2]


@pytest.mark.rule("diadem-5.1.1-5")
def test_odds_beyond_the_table():
    attackers = {
        **at("0511", "uk-1-bgda-gds", "uk-11-bgda", "pl-1-bgda"),
        **at("0510", "ca-1-bgda", "in-17-bgda"),
    }
    t = battle(attackers, at(MOUNTAIN, "de-131-ri"), "10-1", target=MOUNTAIN)
    assert sums(t) == (40, 4, "9-1")
    assert shifts(t) == [("defender", 3)]
    assert column(t) == "6-1"
    t = battle(at("1007", "us-1108-geng"), at("0907", "de-1-rpqd", "de-3-rpqd"), dice=(1, 1))
    assert sums(t) == (2, 12, "1-4")
    assert t.told()["code"] == "DVB ARB"


@pytest.mark.rule("diadem-5.1.1-9")
def test_guns_and_air_points_count_before_the_division():
    attackers, gun = at("1007", "uk-11-bgda", "uk-36-bgda"), at("1107", "uk-art-x")
    t = battle(attackers, at("0907", "de-104-rpzgr"), "3-1", guns=gun)
    assert t.told()["battle"]["air"] == 4
    assert sums(t) == (4 + 4 + 3 + 4, 5, "3-1")


@pytest.mark.rule("diadem-5.1.1-1", "diadem-5.1.1-2")
def test_pieces_with_losses_fight_with_what_they_have_left():
    attackers = {**hurt("1007", "uk-61-bgda"), **at("1007", "us-1108-geng")}
    t = battle(attackers, hurt("0907", "de-1-rpqd"), dice=(1, 2))
    assert sums(t) == (3 + 2, 3, "1-1")


# ------------------------------------------------------------------ order of shifts


@pytest.mark.rule("diadem-5.1.5-1")
@pytest.mark.parametrize(
    ("order", "odds", "end"),
    [
        ("attacker-then-defender", "9-1", "6-1"),  # the shift to the right is lost
        ("net", "9-1", "7-1"),
        ("attacker-then-defender", "5-1", "3-1"),
        ("net", "5-1", "3-1"),
        ("attacker-then-defender", "8-1", "6-1"),
        ("net", "8-1", "6-1"),
        ("attacker-then-defender", "1-1", "1-3"),
        ("net", "1-1", "1-3"),
    ],
)
def test_right_shifts_first_then_left(order, odds, end):
    attackers = {**at("0511", "uk-11-bgda"), **hurt("0510", "us-1108-geng")}
    defenders = at(MOUNTAIN, "de-1-rpqd") if odds == "1-1" else hurt(MOUNTAIN, "de-191-ri")
    t = battle(attackers, defenders, odds, target=MOUNTAIN, also=SURROUNDING,
               options={"shifts": order})  # fmt: skip
    assert base(t) == odds
    assert shifts(t) == [("attacker", 1), ("defender", 3)]
    assert column(t) == end


# -------------------------------------------------------------------- dice and lines

LINES = {"2-12": (2, 12), "3-11": (3, 11), "4-10": (4, 10), "5-9": (5, 9), "6-8": (6, 8), "7": (7,)}
ON_1_1 = {
    "2-12": "DRI AVB", "3-11": "IMP", "4-10": "DVB ARI", "5-9": "DVB ARB", "6-8": "DVI ARI",
    "7": "DVI ARB",
}  # fmt: skip


def on_1_1(*dice):
    """The result of an attack on 1-1 in the open."""
    return battle(at("1007", "uk-11-bgda"), at("0907", "de-131-ri"), dice=dice).told()


@pytest.mark.rule("diadem-5.1.5-2", "diadem-ex-5.1.5")
def test_two_dice_are_added():
    told = on_1_1(2, 3)
    assert list(told["faces"]) == [2, 3]
    assert told["code"] == ON_1_1["5-9"]


@pytest.mark.rule("diadem-5.1.5-2", "diadem-5.1.5-3")
def test_lines_of_the_combat_table():
    expected = {total: ON_1_1[line] for line, totals in LINES.items() for total in totals}
    throws = list(product(range(1, 7), repeat=2))
    codes = [on_1_1(*dice)["code"] for dice in throws]
    assert codes == [expected[sum(dice)] for dice in throws]
    assert [Counter(codes)[code] for code in ON_1_1.values()] == [2, 4, 6, 8, 10, 6]


@pytest.mark.rule("diadem-5.1.5-3")
@pytest.mark.parametrize(
    ("guns", "target", "harmed"),
    [
        (["us-art-ii"], ["de-131-ri"], {2, 12}),  # 3 x 2
        (["us-art-5-ex"], ["de-131-ri", "de-191-ri"], {2, 3, 11, 12}),  # 4 x 4
        (["us-art-5-ex", "us-art-ii"], ["de-131-ri", "de-191-ri"], {2, 3, 4, 10, 11, 12}),  # 7 x 4
        (["us-art-5-ex", "us-art-ii"], ["de-131-ri", "de-191-ri", "de-211-ri"],
         {2, 3, 4, 5, 9, 10, 11, 12}),  # 7 x 6
        (["us-art-5-ex", "uk-art-8-ex", "us-art-ii"], ["de-131-ri", "de-191-ri", "de-211-ri"],
         set(range(2, 13)) - {7}),  # 11 x 6
    ],
)  # fmt: skip
def test_lines_of_the_bombardment_table(guns, target, harmed):
    found = set()
    for total in range(2, 13):
        pieces = {**at("1107", *guns), **at("0907", *target)}
        t = table("diadem", "allied-combat", pieces, dice=(total // 2, total - total // 2))
        if t.attack("0907", *guns, kind="bombardment").told()["code"] == "DB":
            found.add(total)
    assert found == harmed


# --------------------------------------------------------------------- combat table

COLUMNS = ["1-4", "1-3", "1-2", "1-1", *(f"{n}-1" for n in range(2, 10))]
LADDER = [
    "DVI AE", "DVI AE", "DVB AE", "DVI ARB", "DVI ARI", "DVB ARB", "DVB ARI", "IMP", "DRI AVB",
    "DRB AVB", "DRI AVI", "DRB AVI", "EMP", "DE AVB", "DE AVI", "DE AVI",
]  # fmt: skip
"""The lowest line goes on to the right, and each line is the one below moved by one column."""
CODES = {"DE", "DRB", "DRI", "DVB", "DVI", "AVI", "AVB", "ARI", "ARB", "AE", "EMP", "IMP"}


@pytest.mark.rule("diadem-5.1.6-1", "diadem-T-CRT-1")
def test_cells_of_the_combat_table():
    found = catalogue_table()
    assert list(found.columns) == COLUMNS
    assert [row.label for row in found.rows] == list(LINES)
    cells = [cell.split() for row in found.cells for cell in row]
    assert len(cells) == 72
    assert {code for cell in cells for code in cell} == CODES
    assert all(
        cell in (["EMP"], ["IMP"]) or [code[0] for code in cell] == ["D", "A"] for cell in cells
    )
    for up, row in enumerate(reversed(found.cells)):
        if up < 4:
            assert list(row) == LADDER[up : up + 12]


def catalogue_table():
    return table("diadem").game.module.odds["combat"]


@pytest.mark.rule("diadem-T-CRT-1")
@pytest.mark.parametrize(
    ("odds", "dice", "code"),
    [
        ("2-1", (3, 4), "DVI ARI"),
        ("4-1", (4, 4), "IMP"),
        ("9-1", (3, 4), "DRB AVI"),
        ("6-1", (1, 1), "EMP"),
        ("8-1", (1, 2), "DE AVI"),
        ("9-1", (1, 3), "DE AVI"),
    ],
)
def test_column_and_line_meet(odds, dice, code):
    t = battle(at("1007", "uk-11-bgda"), hurt("0907", "de-131-ri"), odds, dice=dice)
    assert column(t) == odds
    assert t.told()["code"] == code


@pytest.mark.slow
@pytest.mark.rule("diadem-T-CRT-1")
def test_option_table_of_metz():
    for line, odds in product(LINES, COLUMNS[4:]):
        codes = {}
        for name in ("leyte", "metz"):
            low = LINES[line][0]
            t = battle(at("1007", "us-1108-geng"), hurt("0907", "de-131-ri"), odds,
                       dice=(low // 2, low - low // 2), options={"combat-table": name})  # fmt: skip
            codes[name] = t.told()["code"]
        differs = (line, odds) in {("3-11", "8-1"), ("4-10", "9-1")}
        assert (codes["metz"] != codes["leyte"]) == differs
        if differs:
            assert codes == {"leyte": "DE AVI", "metz": "DE AVB"}
