"""Bombardment by artillery alone (8.0) and the tables that it shares with air attacks."""

import pytest

from tabuleiro.testing import action, table

COLUMNS = ("1-12", "13-24", "25-36", "37-48", "49+")
FIRST_WITH_LOSSES = {2: 0, 12: 0, 3: 1, 11: 1, 4: 2, 10: 2, 5: 3, 9: 3, 6: 4, 8: 4, 7: 5}
"""By sum of the dice: the first column in which the defenders take a loss."""
INFANTRY = ("de-211-ri", "de-194-ri", "de-191-ri", "de-267-ri")
GUNS = ("us-art-ii", "uk-art-x", "fr-art-cef", "us-art-5-ex")


def at_combat(pieces, phase="allied-combat", air=20, **more):
    return table("diadem", phase, pieces, tracks={"air.allied": air}, **more)


def bombard(target, guns, defenders, dice=(3, 4), place="1010"):
    pieces = {**dict.fromkeys(guns, place), **dict.fromkeys(defenders, target)}
    return at_combat(pieces, dice=dice).attack(target, *guns, kind="bombardment")


def strike(target, points, defenders, dice=(3, 4)):
    pieces = dict.fromkeys(defenders, target)
    return at_combat(pieces, dice=dice).attack(target, air=points, kind="air")


@pytest.mark.rule("diadem-8.0-8", "diadem-ex-8.0", "diadem-T-VULN-2")
def test_the_value_is_attack_times_vulnerability():
    t = bombard("1008", ("uk-art-x", "uk-art-xiii"), ("de-26-rpz", "de-115-rpzgr"))
    odds = t.told()["odds"]
    assert (odds["attack"], odds["defence"], odds["column_label"]) == (2 * 3, 1 + 2, "13-24")
    assert (odds["table"], t.told()["battle"]["attackers"]) == ("bombardment", ())
    assert t.place("uk-art-x") == "1010"
    t = bombard("1008", ("uk-art-x", "us-art-5-ex"), INFANTRY[:2])
    odds = t.told()["odds"]
    assert (odds["attack"], odds["defence"], odds["column_label"]) == (3 + 4, 2 + 2, "25-36")


@pytest.mark.rule("diadem-8.0-9", "diadem-T-BOMB-4")
@pytest.mark.parametrize(
    ("hex", "guns", "column", "dice", "code"),
    [
        ("1006", "1010", "1-12", (1, 2), "DI"),  # mountain: three columns, stopped at the first
        ("0710", "0910", "1-12", (1, 2), "DI"),  # city in the mountains
        ("0806", "0808", "1-12", (1, 2), "DI"),  # city: two columns
        ("1009", "1011", "13-24", (1, 2), "DB"),  # clear, the Liri on three sides
        ("1008", "1010", "13-24", (1, 2), "DB"),  # clear
    ],
)
def test_terrain_except_rivers_moves_the_column(hex, guns, column, dice, code):
    defenders = ("de-26-rpz", "de-115-rpzgr")
    pieces = {**dict.fromkeys(("uk-art-x", "uk-art-xiii"), guns), **dict.fromkeys(defenders, hex)}
    t = at_combat(pieces, dice=dice).attack(hex, "uk-art-x", "uk-art-xiii", kind="bombardment")
    odds = t.told()["odds"]
    assert (odds["base_label"], odds["column_label"], t.told()["code"]) == ("13-24", column, code)


@pytest.mark.rule("diadem-8.0-9")
@pytest.mark.parametrize(("hex", "column"), [("1006", 1), ("1106", 2), ("1008", 4)])
def test_terrain_moves_the_column_by_as_much_as_in_battles(hex, column):
    guns = {"us-art-ii": "0909", "uk-art-x": "0909", "fr-art-cef": "0909", "us-art-5-ex": "0909"}
    defenders = ("de-211-ri", "de-194-ri", "de-191-ri")
    t = at_combat({**guns, **dict.fromkeys(defenders, hex)})
    t.attack(hex, *guns, kind="bombardment")  # 13 x 6 = 78
    odds = t.told()["odds"]
    assert (odds["base_label"], odds["column"]) == ("49+", column)


@pytest.mark.rule("diadem-8.0-10")
def test_fortified_hexsides_do_not_count():
    """1108 lies in the open behind the Gustav Line and the Gari; the guns stand before them."""
    guns = ("uk-art-x", "uk-art-xiii")
    t = bombard("1108", guns, ("de-26-rpz", "de-115-rpzgr"), place="1308")
    odds = t.told()["odds"]
    assert (odds["shifts"], odds["column_label"]) == ((), "13-24")


@pytest.mark.rule("diadem-8.0-17")
def test_only_the_side_whose_combat_phase_it_is_bombards():
    pieces = {"us-art-ii": "1010", "us-338-ri": "1111", "de-art-li": "1008", "de-211-ri": "0908"}
    for phase, other, target in (
        ("allied-combat", "axis", "1111"),
        ("axis-combat", "allied", "0908"),
    ):
        t = at_combat(pieces, phase)
        for deed in (action("bombard", target), action("air-strike", target)):
            t.refuses(deed)
            t.refuses(deed, side=other)
    assert at_combat(pieces).allows(action("bombard", "0908"))
    assert at_combat(pieces).allows(action("air-strike", "0908"))
    assert at_combat(pieces, "axis-combat").allows(action("bombard", "1111"))


@pytest.mark.rule("diadem-8.0-18")
@pytest.mark.parametrize("kind", ["bombardment", "air"])
def test_the_defender_is_asked_for_nothing_but_who_takes_the_loss(kind):
    defenders = ("de-211-ri", "de-194-ri")
    pieces = {"us-art-ii": "1010", **dict.fromkeys(defenders, "1008"), "de-art-10-ex": "0807"}
    for dice, asked in (((1, 1), "axis"), ((3, 4), "allied")):
        t = at_combat(pieces, dice=dice)
        if kind == "air":
            t.attack("1008", air=3, kind="air")
        else:
            t.attack("1008", "us-art-ii", kind="bombardment")
        assert t.decision.side == asked
        if asked == "axis":
            assert set(t.legal()) == {action("lose", piece) for piece in defenders}


@pytest.mark.rule("diadem-8.0-18")
def test_allied_points_do_not_help_against_bombardment():
    t = at_combat({"de-art-li": "0807", "us-337-ri": "1008"}, "axis-combat", dice=(3, 4))
    t.attack("1008", "de-art-li", kind="bombardment")
    assert t.decision.side == "axis"
    assert t.s.position.tracks["air.allied"] == 20


# the bombardment table


@pytest.mark.rule("diadem-T-BOMB-1")
@pytest.mark.parametrize(
    ("value", "column"),
    [(1, 0), (12, 0), (13, 1), (24, 1), (25, 2), (36, 2), (37, 3), (48, 3), (49, 4), (200, 4)],
)
def test_the_columns_of_the_table(value, column):
    found = table("diadem").game.module.values["bombardment"]
    assert tuple(one.label for one in found.columns) == COLUMNS
    assert found.column(value) == column


GERMAN_GUNS = ("de-art-10-ex", "de-art-xiv", "de-art-li")


@pytest.mark.rule("diadem-T-BOMB-1")
@pytest.mark.parametrize(
    ("points", "defenders", "column"),
    [
        (4, INFANTRY[:3], "1-12"),  # 12
        (8, (*GERMAN_GUNS, "de-26-rpz"), "49+"),  # 64
        (6, (*GERMAN_GUNS, "de-26-rpz"), "37-48"),  # 48
        (7, (*GERMAN_GUNS, "de-211-ri"), "49+"),  # 49
        (9, INFANTRY, "25-36"),  # 36
    ],
)
def test_values_of_air_attacks_find_their_column(points, defenders, column):
    assert strike("1008", points, defenders).told()["odds"]["column_label"] == column


@pytest.mark.rule("diadem-T-BOMB-1")
def test_thirteen_is_in_the_second_column():
    t = bombard("1008", GUNS, ("de-26-rpz",))  # 3 + 3 + 3 + 4 on armour
    assert t.told()["odds"]["column_label"] == "13-24"


@pytest.mark.rule("diadem-T-BOMB-2")
@pytest.mark.parametrize("number", FIRST_WITH_LOSSES)
def test_the_results_of_the_table(number):
    found = table("diadem").game.module.values["bombardment"]
    codes = [found.cell(column, number) for column in range(5)]
    first = FIRST_WITH_LOSSES[number]
    assert codes == ["DI"] * first + ["DB"] * (5 - first)


@pytest.mark.rule("diadem-T-BOMB-2")
@pytest.mark.parametrize("number", range(2, 13))
def test_at_25_to_36_only_the_outer_sums_hurt(number):
    faces = (number // 2, number - number // 2)
    t = strike("1008", 10, INFANTRY[:3], faces)
    assert t.told()["odds"]["column_label"] == "25-36"
    assert t.told()["code"] == ("DB" if number in {2, 3, 4, 10, 11, 12} else "DI")


@pytest.mark.rule("diadem-T-BOMB-3")
@pytest.mark.parametrize(
    ("choice", "place", "losses"), [("de-211-ri", "1008", 1), ("de-194-ri", "dead", 1)]
)
def test_the_owner_chooses_who_takes_the_loss_and_nobody_retreats(choice, place, losses):
    pieces = {"de-211-ri": "1008", "de-194-ri": {"place": "1008", "losses": 1}}
    t = at_combat(pieces, dice=(1, 1)).attack("1008", air=3, kind="air")
    assert (t.told()["code"], t.decision.side) == ("DB", "axis")
    t.lose(choice)
    assert (t.place(choice), t.losses(choice)) == (place, losses)
    other = ({"de-211-ri", "de-194-ri"} - {choice}).pop()
    assert (t.place(other), t.losses(other)) == ("1008", pieces[other] != "1008")
    assert t.decision.side == "allied"
    assert t.allows(action("end-phase"))


@pytest.mark.rule("diadem-T-BOMB-3")
def test_without_effect_nothing_changes():
    t = bombard("1008", ("us-art-ii",), ("de-211-ri",), dice=(1, 2))
    assert t.told()["code"] == "DI"
    assert (t.place("de-211-ri"), t.losses("de-211-ri")) == ("1008", 0)


# vulnerability

AGAINST = [
    (("de-211-ri", "de-194-ri"), 2, 4),  # infantry
    (("de-115-rpzgr",), 1, 2),  # motorized infantry
    (("de-85-rm",), 1, 2),  # mountain troops
    (("de-1-rpqd",), 1, 2),  # paratroops
]


def vulnerability(t):
    return t.told()["odds"]["defence"]


@pytest.mark.rule("diadem-T-VULN-1")
@pytest.mark.parametrize(("defenders", "air", "artillery"), AGAINST)
def test_all_that_go_on_foot_or_wheels_are_one_to_air_two_to_artillery(defenders, air, artillery):
    assert vulnerability(strike("1008", 3, defenders)) == air
    assert vulnerability(bombard("1008", ("us-art-ii",), defenders)) == artillery


@pytest.mark.rule("diadem-T-VULN-1")
def test_so_are_engineers():
    t = at_combat({"de-art-li": "0807", "us-1108-geng": "1008"}, "axis-combat")
    assert vulnerability(t.attack("1008", "de-art-li", kind="bombardment")) == 2
    index = t.game.module.indices["vulnerability"]
    assert index.value("engineers", "air") == 1


@pytest.mark.rule("diadem-T-VULN-2")
def test_armour_is_two_to_air_one_to_artillery():
    assert vulnerability(strike("1008", 3, ("de-26-rpz",))) == 2
    assert vulnerability(bombard("1008", ("us-art-ii",), ("de-26-rpz",))) == 1


@pytest.mark.rule("diadem-T-VULN-3")
def test_artillery_is_two_to_both():
    assert vulnerability(strike("1008", 3, ("de-art-li",))) == 2
    assert vulnerability(bombard("1008", ("us-art-ii",), ("de-art-li",))) == 2
    index = table("diadem").game.module.indices["vulnerability"]
    for by in ("air", "artillery"):
        assert index.value("mechanized-artillery", by) == 2


@pytest.mark.rule("diadem-T-VULN-4")
@pytest.mark.parametrize(
    ("piece", "air", "artillery"),
    [("de-211-ri", 1, 2), ("de-26-rpz", 2, 1), ("de-art-li", 2, 2)],
)
def test_losses_change_no_vulnerability(piece, air, artillery):
    reduced = {piece: {"place": "1008", "losses": 1}, "us-art-ii": "1010"}
    t = at_combat(reduced, dice=(3, 4)).attack("1008", air=3, kind="air")
    assert vulnerability(t) == air
    t = at_combat(reduced, dice=(3, 4)).attack("1008", "us-art-ii", kind="bombardment")
    assert vulnerability(t) == artillery
