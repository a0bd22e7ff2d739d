"""Sections 4.3 and 10.0, and the 77th Division (12.1.4): landings and naval guns."""

import pytest

from asking import ASSAULT
from leyte_scenes import (
    at,
    battle,
    column,
    land,
    marked,
    moving,
    over,
    rules_against,
    rules_of_shifts,
    scene,
    shifts,
    spent,
    sums,
)
from tabuleiro.rules.arrivals.setup import Place
from tabuleiro.testing import action
from tabuleiro_leyte.landings import Land

A, B, C, D, E = "us-21-ri-1", "us-34-ri-1", "us-32-ri-1", "us-184-ri-1", "us-383-ri-1"
TANK, GUN, ENGINEERS, CAVALRY, GLIDERS = (
    "us-44-bt", "us-13-bart", "us-eng-1", "us-8-rc-1", "us-187-rplan-1"
)  # fmt: skip
J, K, L = "jp-20-ri-1", "jp-33-ri-1", "jp-bi-buri"
FIRST, SECOND, THIRD = "us-305-ri-1", "us-306-ri-1", "us-307-ri-1"
REGIMENT = [FIRST, "us-305-ri-2", "us-305-ri-3"]
FROM, TO = "2620", "2615"
"""Two clear hexes of the east coast."""
HELD = {FROM: "american"}
WEST = "1419"
"""A clear hex of the west coast, south of Ormoc."""


@pytest.mark.rule("leyte-4.3-1")
@pytest.mark.parametrize("piece", [J, "ph-92-1"])
def test_only_americans_go_by_sea(piece):
    side = "japanese" if piece == J else "american"
    t = moving(side, at(FROM, piece), turn=11)
    assert t.legal("land", piece=piece) == []
    assert rules_against(t, action("land", piece, TO)) == {"4.3-1"}


@pytest.mark.rule("leyte-4.3-2")
def test_ships_take_who_starts_on_the_coast_and_is_not_engaged():
    t = moving("american", at("2519", A), at(FROM, B), at("2616", C), at("2516", J), turn=6)
    t.go(A, FROM)
    assert rules_against(t, action("land", A, TO)) == {"4.3-2"}
    assert rules_against(t, action("land", C, "2621")) >= {"4.3-2"}
    assert t.legal("land", piece=A) == t.legal("land", piece=C) == []
    assert land(t, B, TO).place(B) == TO
    t = moving("american", at("2211", A), turn=6)
    assert "4.3-2" in rules_against(t, action("land", A, TO))


@pytest.mark.rule("leyte-4.3-3")
@pytest.mark.parametrize(
    ("start", "end", "rules"),
    [
        (FROM, "2510", set()),  # city
        ("2510", TO, set()),
        (FROM, "2611", set()),  # airfield
        ("1520", "1217", set()),  # ports
        (FROM, "1615", {"4.3-2"}),  # no coast
        (FROM, "0824", {"4.3-2"}),  # another island
        (FROM, "1108", {"4.3-3"}),  # forest
        ("1108", FROM, {"4.3-3"}),
        (FROM, "2610", {"4.3-2"}),  # sea
    ],
)
def test_both_shores_are_clear_or_built_upon(start, end, rules):
    t = moving("american", at(start, A), turn=12)
    assert rules_against(t, action("land", A, end)) >= rules
    assert t.allows(action("land", A, end)) is (not rules)


@pytest.mark.rule("leyte-4.3-4", "leyte-4.3-12")
def test_no_landing_on_enemies_up_to_turn_10():
    t = moving("american", at(FROM, A), at(TO, J))
    assert rules_against(t, action("land", A, TO)) == {"4.3-4"}
    t = moving("american", at(FROM, A), at(TO, J), turn=11)
    assert t.allows(action("land", A, TO))


@pytest.mark.rule("leyte-4.3-5")
def test_a_landing_next_to_the_enemy_engages():
    t = moving("american", at(FROM, A), at("2515", J), turn=6)
    land(t, A, "2616")
    assert t.reach(A) == set()
    t.end()
    assert t.refuses(action("end-phase")) == "leyte-4.1.2-17"


@pytest.mark.rule("leyte-4.3-6", "leyte-4.3-13")
@pytest.mark.parametrize("turn", [3, 6, 10, 11, 12, 15])
def test_three_units_a_turn(turn):
    t = moving("american", at(FROM, A, B, C, D), turn=turn, control=HELD)
    for piece in (A, B, C):
        land(t, piece, TO)
    assert rules_against(t, action("land", D, TO)) == {"4.3-6"}
    assert t.legal("land") == []
    t.end().end().end().end()
    assert t.s.turn == turn + 1 if turn < 15 else t.game.over
    if turn < 15:
        assert t.allows(action("land", D, TO))


@pytest.mark.rule("leyte-4.3-7")
def test_movement_is_halved_and_the_landing_hex_free():
    slow = "us-gun-1"
    t = moving("american", at(FROM, A, slow), control={TO: "american"})
    land(land(t, A, TO), slow, TO)
    assert spent(t, A) == 0
    assert t.refuses(t.move(A, "2515", "2415", "2414", "2314", "2214")) == "leyte-4.0-2"
    t.go(A, "2515", "2415", "2315", "2314")
    assert (spent(t, A), t.reach(A)) == (4, set())
    t.go(slow, "2515", "2415")
    assert t.refuses(t.move(slow, "2414")) == "leyte-4.0-2"  # half a point left


@pytest.mark.rule("leyte-4.3-8", "leyte-4.3-9")
def test_infantry_and_cavalry_land_first():
    t = moving("american", at(FROM, A, CAVALRY, TANK, GUN))
    for piece in (TANK, GUN):
        assert rules_against(t, action("land", piece, TO)) == {"4.3-8"}
    land(t, A, TO)
    assert t.s.marked(A, ASSAULT)
    land(t, TANK, TO)
    assert not t.s.marked(TANK, ASSAULT)
    land(t, CAVALRY, TO)
    assert t.at(TO) == {A, TANK, CAVALRY}


@pytest.mark.rule("leyte-4.3-8")
@pytest.mark.parametrize(
    ("piece", "may"),
    [(A, True), (CAVALRY, True), (GLIDERS, True), ("us-511-rpqd-1", True),
     (ENGINEERS, False), (TANK, False), ("us-632-btd", False), (GUN, False)],
)  # fmt: skip
def test_types_of_assault_landings(piece, may):
    t = moving("american", at(FROM, piece))
    assert t.allows(action("land", piece, TO)) is may
    held = moving("american", at(FROM, piece), control={TO: "american"})
    assert held.allows(action("land", piece, TO))
    assert not land(held, piece, TO).s.marked(piece, ASSAULT)


@pytest.mark.rule("leyte-4.3-8")
def test_a_hex_once_held_stays_held():
    t = moving("american", at("2616", A), at(FROM, TANK), control=HELD)
    t.go(A, TO).go(A, "2515")
    assert t.allows(action("land", TANK, TO))


COASTS = [
    (FROM, TO, None, True),
    (FROM, "2507", None, True),  # Samar
    ("2506", TO, None, True),
    (FROM, WEST, "leyte-4.3-10", False),
    (WEST, FROM, "leyte-4.3-10", False),
    (FROM, "1409", "leyte-4.3-11", False),  # Carigara
    (FROM, "1608", "leyte-4.3-11", False),
]


@pytest.mark.rule("leyte-4.3-10")
@pytest.mark.parametrize("turn", [2, 6, 10])
@pytest.mark.parametrize(("start", "end", "rule", "open_"), COASTS)
def test_coasts_up_to_turn_10(start, end, rule, open_, turn):
    t = moving("american", at(start, A), turn=turn, control={"2506": "japanese"})
    if open_:
        assert t.allows(action("land", A, end))
    else:
        assert t.refuses(action("land", A, end)) == rule


@pytest.mark.rule("leyte-4.3-11")
def test_la_paz_opens_the_north():
    for owner, open_ in (("american", True), ("japanese", False)):
        t = moving("american", at(FROM, A), turn=6, control={"2506": owner})
        assert t.allows(action("land", A, "1409")) is open_
        assert not t.allows(action("land", A, WEST))
    t = moving("american", at(FROM, A), at("2507", "ph-92-1"), turn=6)
    t.go("ph-92-1", "2506")
    assert not t.allows(action("land", A, "1409"))
    t = moving("american", at(FROM, A), at("2507", B), turn=6)
    t.go(B, "2506").go(B, "2507")
    assert t.allows(action("land", A, "1409"))


@pytest.mark.rule("leyte-4.3-12", "leyte-4.3-10")
@pytest.mark.parametrize(("start", "end"), [(s, e) for s, e, _, open_ in COASTS if not open_])
def test_all_coasts_from_turn_11_on(start, end):
    t = moving("american", at(start, A), turn=11)
    assert t.allows(action("land", A, end))


@pytest.mark.rule("leyte-4.1.1-1")
def test_stacking_holds_for_landings():
    t = moving("american", at(TO, B, C, D, E), at(FROM, A))
    assert rules_against(t, action("land", A, TO)) == {"4.1.1-1"}


# ------------------------------------------------------------------- contested landings


def off_beach(*pieces, defenders, turn=11, dice=(), **more):
    """The American combat phase after these pieces sailed to a defended hex."""
    t = moving("american", at(FROM, *pieces), defenders, turn=turn, control=HELD, dice=dice, **more)
    place = next(iter(defenders.values()))
    for piece in pieces:
        land(t, piece, place)
    assert {t.place(piece) for piece in pieces} == {"off"}
    return t.end()


@pytest.mark.rule("leyte-4.3-15", "leyte-10.0-1")
def test_a_beach_is_taken():
    t = off_beach(A, B, C, defenders=at(WEST, "jp-bi-buri"), dice=(3, 4))
    assert t.refuses(action("end-phase")) == "leyte-4.1.2-17"
    t.attack(WEST, A, B, C)
    assert sums(t) == (9, 2, "4-1")
    assert (column(t), t.told()["code"]) == ("6-1", "DRI AVB")
    t.do(t.legal("retreat")[0])
    assert set(t.decision.pieces) == {A, B, C}
    t.lose(B)
    assert t.at(WEST) == {A, B, C}
    assert (t.losses(A), t.losses(B)) == (0, 1)
    assert over(t)


@pytest.mark.rule("leyte-4.3-15")
def test_a_beach_is_not_taken():
    t = off_beach(A, defenders=at(WEST, J), turn=12, dice=(4, 5)).attack(WEST, A)
    assert sums(t) == (3, 3, "1-1")
    assert t.told()["code"] == "DVB ARB"
    assert (t.place(A), t.place(J), t.losses(J)) == ("dead", WEST, 1)


@pytest.mark.rule("leyte-4.3-15")
@pytest.mark.parametrize(
    ("dice", "code"), [((1, 2), "IMP"), ((3, 4), "DVI ARB"), ((3, 3), "DVI ARI")]
)
def test_stalemate_or_defeat_destroys_those_at_sea(dice, code):
    t = off_beach(A, defenders=at(WEST, J), turn=12, dice=dice).attack(WEST, A)
    assert t.told()["code"] == code
    assert (t.place(A), t.at(WEST)) == ("dead", {J})
    assert t.phase in {"american-combat", "japanese-movement"}


@pytest.mark.rule("leyte-4.3-15", "leyte-5.1.6-12")
def test_an_exchange_that_empties_the_hex_lets_them_land():
    t = off_beach(A, B, C, defenders=at(WEST, J), turn=11, dice=(1, 1))
    t.attack(WEST, A, B, C)
    assert t.told()["code"] == "EMP"
    assert t.place(J) == "dead"
    t.lose(A)
    assert t.at(WEST) == {B, C}


@pytest.mark.rule("leyte-4.3-15")
def test_four_units_from_the_sea_and_the_right_types():
    t = moving("american", at(WEST, J), turn=11, waiting=[*REGIMENT, SECOND, THIRD])
    for piece in (*REGIMENT, SECOND):
        land(t, piece, WEST)
    assert rules_against(t, action("land", THIRD, WEST)) == {"4.3-15"}
    t = moving("american", at(WEST, J), at(FROM, TANK), turn=11)
    assert rules_against(t, action("land", TANK, WEST)) == {"4.3-8"}


@pytest.mark.rule("leyte-4.3-15", "leyte-5.0-3")
def test_all_afloat_take_part():
    t = off_beach(A, B, defenders=at(WEST, J))
    t.declare(WEST, A)
    assert {o.rule for o in t.check(action("confirm")).objections} == {"leyte-5.0-3"}
    t = off_beach(A, B, defenders=at(WEST, J), tracks={"air.american": 20})
    assert t.refuses(action("air-strike", WEST)) == "leyte-8.0-16"


@pytest.mark.rule("leyte-4.3-15")
def test_released_ships_are_lost_with_the_phase():
    t = off_beach(A, defenders=at(WEST, J), options={"duty": "warn-and-release"})
    t.end()
    assert t.place(A) == "dead"


# ---------------------------------------------------------------- the 77th Division


@pytest.mark.rule("leyte-4.3-14", "leyte-12.1.4-13")
def test_the_77th_lands_anywhere_besides_three_others():
    battalions = [f"us-{n}-ri-{i}" for n in (305, 306, 307) for i in (1, 2, 3)]
    t = moving("american", at(FROM, A, B, C, D), turn=11, waiting=battalions, control=HELD)
    for piece, place in zip(battalions, [WEST] * 3 + ["1520"] * 3 + ["0415"] * 3, strict=True):
        assert t.go(piece, place).place(piece) == place
    for piece in (A, B, C):
        land(t, piece, TO)
    assert rules_against(t, action("land", D, TO)) == {"4.3-6"}


@pytest.mark.rule("leyte-12.1.4-13", "leyte-4.2-1", "leyte-4.3-14")
def test_the_77th_moves_on_with_all_its_points():
    t = moving("american", turn=11, waiting=[FIRST])
    t.go(FIRST, WEST)
    assert spent(t, FIRST) == 0
    assert t.s.marked(FIRST, ASSAULT)
    t = moving("american", turn=11, waiting=[FIRST])
    firsts = {p for p in t.s.board.grid if t.allows(t.move(FIRST, p))}
    assert {"1217", "0415", "1409", WEST, FROM, "2510"} <= firsts
    assert {t.s.board.terrain_at(p) for p in firsts} == {"clear", "city", "port", "airfield"}
    regions = t.s.board.regions
    shores = ("east-coast", "north-coast", "west-coast", "samar-coast")
    assert firsts <= {place for name in shores for place in regions[name].hexes}


@pytest.mark.rule("leyte-12.1.4-15")
def test_its_guns_follow_to_where_it_stands():
    gun = "us-304-bart"
    t = moving("american", at(WEST, FIRST), at("2211", SECOND), at(FROM, A), turn=12, waiting=[gun])
    firsts = {p for p in t.s.board.grid if t.allows(t.move(gun, p))}
    assert firsts == {WEST}
    assert t.obligations() != ""
    t = moving("american", at(FROM, A), turn=12, waiting=[gun])
    assert t.reach(gun) == set()
    assert t.allows(action("end-phase"))


@pytest.mark.rule("leyte-12.1.4-17", "leyte-4.3-14")
def test_the_77th_takes_a_beach():
    t = moving("american", at(WEST, J), turn=11, waiting=REGIMENT, dice=(1, 1))
    for piece in REGIMENT:
        assert not t.allows(t.move(piece, WEST))
        land(t, piece, WEST)
    t.end().attack(WEST, *REGIMENT)
    assert (sums(t), column(t)) == ((9, 3, "3-1"), "6-1")
    assert shifts(t) == [("attacker", 1), ("attacker", 2)]
    assert rules_of_shifts(t) == ["5.1.4-1", "10.0-1"]


@pytest.mark.rule("leyte-12.1.4-17")
def test_only_its_first_landing_may_be_contested():
    t = moving("american", at(FROM, J), at(WEST, K), turn=12, waiting=["us-304-bart", FIRST])
    assert t.legal("land", piece="us-304-bart") == []
    assert t.refuses(action("land", "us-304-bart", WEST)) != ""
    t = moving("american", at(FROM, J), turn=2, waiting=["us-8-rc-1"])
    assert t.refuses(action("land", "us-8-rc-1", FROM)) != ""


# ------------------------------------------------------------------------ naval guns


@pytest.mark.rule("leyte-10.0-1", "leyte-10.0-2")
@pytest.mark.parametrize(("turn", "naval"), [(1, 2), (2, 0), (10, 0), (11, 2), (12, 0)])
def test_two_columns_on_turns_1_and_11(turn, naval):
    attackers = marked("2615", A, B, marks=[ASSAULT])
    t = battle(attackers, at("2515", J), target="2515", turn=turn, dice=(1, 2))
    assert column(t) == {2: "4-1", 0: "2-1"}[naval]
    assert rules_of_shifts(t) == (["10.0-1"] if naval else [])
    t = battle(at("2515", J, K, "jp-9-ri-1", "jp-1-ri-1"), marked("2615", A, marks=[ASSAULT]),
               side="japanese", target="2615", turn=turn, dice=(1, 2))  # fmt: skip
    assert (sums(t)[2], column(t)) == ("2-1", {2: "1-2", 0: "2-1"}[naval])


@pytest.mark.rule("leyte-10.0-2")
def test_all_must_have_landed():
    attackers = {**marked("2615", A, marks=[ASSAULT]), **at("2615", B)}
    t = battle(attackers, at("2515", J), target="2515", turn=11, dice=(1, 2))
    assert shifts(t) == []
    defenders = {**marked("2615", A, marks=[ASSAULT]), **at("2615", B)}
    t = battle(at("2515", J), defenders, side="japanese", target="2615", turn=11, dice=(1, 2))
    assert shifts(t) == []


@pytest.mark.rule("leyte-10.0-3")
@pytest.mark.parametrize(
    ("near", "target", "reach"),
    [
        ("2616", "2615", True),
        ("2514", "2515", True),
        ("2313", "2414", True),
        ("2212", "2112", False),
    ],
)
def test_two_hexes_from_the_coast(near, target, reach):
    t = battle(marked(near, A, B, marks=[ASSAULT]), at(target, J), target=target, turn=11,
               dice=(1, 2))  # fmt: skip
    assert ("10.0-1" in rules_of_shifts(t)) is reach


@pytest.mark.rule("leyte-10.0-3")
@pytest.mark.parametrize(("second", "naval"), [("2210", True), ("2212", False)])
def test_ships_reach_all_attackers_or_none(second, naval):
    t = battle({J: "2310", K: second}, marked("2211", A, marks=[ASSAULT]), side="japanese",
               turn=11, dice=(1, 2))  # fmt: skip
    assert ("10.0-1" in rules_of_shifts(t)) is naval


@pytest.mark.rule("leyte-10.0-4", "leyte-10.0-1")
def test_the_first_wave_has_naval_guns_for_the_turn():
    wave = ["us-5-rc-1", "us-12-rc-1"]
    t = moving("american", at("2512", K), turn=1, waiting=wave, control={"2612": "american"})
    for piece in wave:
        t.do(Place(piece, "2612"))
        assert t.s.marked(piece, ASSAULT)
    assert t.refuses(Land(wave[0], FROM)) == "leyte-4.3-2"  # it has come by sea already
    t.end().dice(1, 1).attack("2512", *wave)
    assert (sums(t)[2], column(t)) == ("2-1", "2-1")  # two right, two left for the city
    assert "10.0-1" in rules_of_shifts(t)


@pytest.mark.rule("leyte-10.0-2")
def test_landings_of_a_turn_are_forgotten_in_the_next():
    t = scene("japanese-combat", marked(TO, A, marks=[ASSAULT]), turn=10)
    assert not t.end().s.marked(A, ASSAULT)


def test_a_hex_cannot_be_attacked_from_the_sea_by_those_elsewhere():
    t = off_beach(A, defenders=at(WEST, J))
    assert t.refuses(action("assault", "2211")) == "leyte-5.0-2"


@pytest.mark.rule("leyte-4.3-15", "leyte-4.1.1-1")
def test_a_beach_filled_by_others_has_no_room_for_ships():
    others = [B, C, D, E]
    t = moving("american", at(FROM, A), at("1519", *others), at(WEST, "jp-bi-buri"), turn=11,
               options={"duty": "warn-and-release"}, dice=(2, 2))  # fmt: skip
    land(t, A, WEST).end().attack(WEST, *others)
    assert t.told()["code"] == "DRB AVI"
    assert t.at(WEST) == set()
    for piece in others:
        t.advance(piece, WEST)
    t.end()
    assert (t.at(WEST), t.place(A)) == (set(others), "dead")
