"""Section 5.1.1: sums, odds and sealed totals; 5.1.5: the row."""

import pytest
from msgspec.structs import replace

from asking import Battle, declared, objections
from papua_scenes import (
    FOREST,
    GROUND,
    NORTH,
    SOUTH,
    SOUTH_WEST,
    announced_all,
    at,
    battle,
    column,
    fighting,
    hurt,
    shifts,
    sums,
)
from tabuleiro.engine.knowledge import EVERYTHING
from tabuleiro.seats.previews import tell_battle
from tabuleiro.testing import action, table

BRIGADE = at(SOUTH, "au-2-14", "au-2-16", "au-2-27")
MILITIA = at(SOUTH_WEST, "au-9")
FULL_DIE = [3, 4]


@pytest.mark.rule("papua-5.1.1-1", "papua-5.1.1-2", "papua-5.1.1-3", "papua-ex-5.1.1")
def test_fifteen_against_seven_is_two_to_one():
    defenders = at(GROUND, "jp-41-1", "jp-eng-14")
    t = battle("allied", {**BRIGADE, **MILITIA}, defenders, dice=FULL_DIE)
    assert sums(t) == (3 * 4 + 3, 5 + 2, "2-1")


@pytest.mark.rule("papua-5.1.1-1", "papua-5.1.1-2", "papua-2.2.1-1")
def test_reduced_pieces_count_their_other_side():
    attackers = hurt(SOUTH, "au-9", "au-2-14")
    t = battle("allied", attackers, hurt(GROUND, "jp-41-1"), dice=FULL_DIE)
    assert sums(t)[:2] == (1 + 2, 3)


@pytest.mark.rule("papua-5.1.1-2")
def test_the_whole_hex_defends_and_aircraft_there_do_not():
    defenders = {**at("1314", "jp-41-1", "jp-eng-14"), **at("1314", "jp-tainan-1")}
    t = battle("allied", at("1315", "au-2-14"), defenders, target="1314", dice=FULL_DIE)
    assert sums(t)[1] == 7


def odds(attack, defence):
    return (
        table("papua")
        .s.module.odds["combat"]
        .columns[table("papua").s.module.odds["combat"].column(attack, defence)]
    )


ODDS = [
    ("papua-5.1.1-3", 15, 7, "2-1"), ("papua-5.1.1-3", 20, 7, "2-1"),
    ("papua-5.1.1-3", 21, 7, "3-1"), ("papua-5.1.1-4", 7, 14, "1-2"),
    ("papua-5.1.1-4", 7, 13, "1-1"), ("papua-5.1.1-4", 5, 15, "1-3"),
    ("papua-5.1.1-5", 8, 8, "1-1"), ("papua-5.1.1-6", 15, 10, "1-1"),
    ("papua-5.1.1-6", 19, 10, "1-1"), ("papua-5.1.1-7", 3, 20, "1-4"),
    ("papua-5.1.1-7", 40, 4, "9-1+"), ("papua-5.1.1-7", 36, 4, "9-1+"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("attack", "defence", "wanted"),
    [pytest.param(*row[1:], marks=pytest.mark.rule(row[0])) for row in ODDS],
)
def test_odds_on_the_table(attack, defence, wanted):
    assert odds(attack, defence) == wanted


IN_PLAY = [
    ("papua-5.1.1-4", at(SOUTH, "au-9"), at(GROUND, "jp-41-1", "jp-eng-14"), (3, 7, "1-2")),
    ("papua-5.1.1-4", at(SOUTH, "au-2-14"), at(GROUND, "jp-41-1", "jp-eng-14"), (4, 7, "1-1")),
    ("papua-ex-5.1.1b", at(SOUTH, "us-126-1"), at(GROUND, "jp-kure-3"), (2, 4, "1-2")),
    ("papua-5.1.1-5", at(SOUTH, "au-2-14"), at(GROUND, "jp-kure-3"), (4, 4, "1-1")),
    ("papua-5.1.1-6", at(SOUTH, "au-9", "au-39"), at(GROUND, "jp-kure-3"), (6, 4, "1-1")),
    ("papua-5.1.1-7", at(SOUTH, "us-126-1"), at(GROUND, "jp-41-1", "jp-41-2"), (2, 10, "1-4")),
    ("papua-5.1.1-7", at(SOUTH, "au-2-14", "au-2-16", "au-2-1"), hurt(GROUND, "jp-eng-14"),
     (12, 1, "9-1+")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("attackers", "defenders", "wanted"),
    [pytest.param(*row[1:], marks=pytest.mark.rule(row[0])) for row in IN_PLAY],
)
def test_odds_in_play(attackers, defenders, wanted):
    t = battle("allied", attackers, defenders, dice=FULL_DIE)
    assert (sums(t), shifts(t), column(t)) == (wanted, [], wanted[2])


# sealed totals


def ready_to_attack(**more):
    guns = {**at(NORTH, "jp-art-14-1"), **at("1315", "au-art-14")}
    pieces = {**at(SOUTH, "au-2-14"), **at(GROUND, "jp-41-1"), **hurt(GROUND, "jp-41-2"), **guns}
    return fighting("allied", pieces, **more)


@pytest.mark.rule("papua-5.1.1-8")
def test_the_attacker_sees_no_enemy_strength_before_the_sums_are_told():
    t = ready_to_attack().declare(GROUND, "au-2-14")
    for piece in ("jp-41-1", "jp-41-2", "jp-art-14-1"):
        seen = t.view("allied")["pieces"][piece]
        assert (seen["known"], seen["losses"], "values" in seen) == ("identity", 0, False)
        assert (seen["type"], seen["side"], seen["place"]) != ("", "", "")
    assert t.view("japanese")["pieces"]["jp-41-2"]["losses"] == 1
    assert t.view("japanese")["pieces"]["au-2-14"]["known"] == "identity"


@pytest.mark.rule("papua-5.1.1-8", "papua-5.1.1-9")
def test_the_attack_is_told_first_then_the_defence():
    t = announced_all(ready_to_attack().attack(GROUND, "au-2-14"))
    assert (t.decision.side, t.decision.data["attack"]) == ("japanese", 4)
    assert t.view("japanese")["pieces"]["au-2-14"]["values"]["attack"] == 4
    assert t.view("allied")["pieces"]["jp-41-1"]["known"] == "identity"
    assert t.view("allied")["decision"] == {"side": "japanese", "mine": False}
    t.dice(1, 3).do(action("join", "jp-art-14-1"))
    assert t.view("allied")["pieces"]["jp-art-14-1"]["known"] == "identity"
    t.do(action("confirm"))
    assert (t.told()["odds"]["attack"], t.told()["odds"]["defence"]) == (4, 5 + 3 + 2)
    assert t.decision.actions == ("lose", "give-way")  # the battle goes on
    assert t.view("allied")["pieces"]["jp-41-1"]["values"]["defense"] == 5


@pytest.mark.rule("papua-5.1.1-9")
def test_nothing_changes_once_it_is_announced():
    t = ready_to_attack().attack(GROUND, "au-2-14")
    t.refuses(action("join", "au-art-14"))
    announced_all(t)
    t.refuses(action("join", "au-art-14"), side="allied")
    t.do(
        action("join", "jp-art-14-1"),
        action("withdraw", "jp-art-14-1"),
        action("join", "jp-art-14-1"),
    )
    t.dice(1, 3).do(action("confirm"))
    t.refuses(action("withdraw", "jp-art-14-1"))
    t.refuses(action("join", "au-art-14"))


@pytest.mark.rule("papua-5.1.1-8")
def test_an_open_game_hides_nothing():
    t = ready_to_attack(options={"sealing": "open"})
    seen = t.view("allied")["pieces"]["jp-41-2"]
    assert (seen["known"], seen["losses"], seen["values"]["defense"]) == ("all", 1, 3)


# previews


@pytest.mark.rule("papua-5.1.1-8")
def test_a_preview_seals_what_the_attacker_may_not_know():
    t = ready_to_attack().declare(GROUND, "au-2-14")
    planned = declared(t.game.belief("allied").s)
    told = tell_battle(t.game.belief("allied"), planned, declared=True)
    assert (told["attack"], told["defence"], told["column"], told["chances"]) == (
        4, None, None, None,
    )  # fmt: skip
    assert declared(t.game.belief("japanese").s) is None
    told = tell_battle(t.game.belief(EVERYTHING), planned, declared=True)
    assert (told["attack"], told["defence"], told["column"]) == (4, 8, "1-2")
    assert told["missing"] == 1  # 5 against 8 is even
    assert sum(chance["ways"] for chance in told["chances"]) == 36


def test_a_preview_of_the_answer_shows_the_attacker_the_attack_alone():
    t = announced_all(ready_to_attack().attack(GROUND, "au-2-14")).do(action("join", "jp-art-14-1"))
    allied = t.game.belief("allied")
    assert declared(t.game.belief("japanese").s).defence == ("jp-art-14-1",)
    assert declared(allied.s).defence == ()
    told = tell_battle(allied, declared(allied.s), declared=True)
    assert (told["attack"], told["defence"], told["sealed"]) == (4, None, ["japanese"])


def test_an_imagined_attack_is_told_why_not():
    t = ready_to_attack()
    imagined = Battle("assault", "allied", "japanese", GROUND, ("au-2-14", "au-art-14"),
                      defenders=("jp-41-1", "jp-41-2"), defence=("jp-art-14-1",))  # fmt: skip
    assert [o.rule for o in objections(t.s, imagined)] == ["papua-5.0-2"]
    far = replace(imagined, attackers=("au-2-14",), defence=("jp-41-1",))
    assert [o.rule for o in objections(t.s, far)] == ["papua-8.0-6"]


# the row


@pytest.mark.rule("papua-5.1.5-1", "papua-ex-5.1.5", "papua-2.4.2-1")
def test_nine_in_the_column_of_even_odds():
    t = battle("allied", at(SOUTH, "au-2-14"), at(GROUND, "jp-kure-3"), dice=[5, 4])
    assert (column(t), t.told()["faces"], t.told()["code"]) == ("1-1", [5, 4], "D1 A1")


ROWS = {
    (1, 1): "D2 A2", (6, 6): "D2 A2", (1, 2): "D1 A0", (5, 6): "D1 A0", (2, 2): "D0 A0",
    (4, 6): "D0 A0", (1, 4): "D1 A1", (3, 6): "D1 A1", (2, 4): "D0 A1", (2, 6): "D0 A1",
    (1, 6): "D1 A2",
}  # fmt: skip


@pytest.mark.rule("papua-5.1.5-1")
@pytest.mark.parametrize(("faces", "code"), ROWS.items())
def test_each_row_serves_two_sums(faces, code):
    t = battle("allied", at(SOUTH, "au-2-14"), at(GROUND, "jp-kure-3"), dice=faces)
    assert t.told()["code"] == code


@pytest.mark.rule("papua-ex-5.1.2", "papua-5.1.2-1", "papua-5.1.1-6", "papua-tab.terrain-5")
def test_two_to_one_in_a_forest_is_even():
    attackers = {**at("1022", "au-2-14", "au-2-16", "au-2-1"), **at("0921", "au-9")}
    defenders = at(FOREST, "jp-41-1", "jp-eng-14")
    t = battle("allied", attackers, defenders, target=FOREST, dice=[5, 4])
    assert (sums(t)[2], shifts(t), column(t)) == ("2-1", [("defender", 2)], "1-1")
