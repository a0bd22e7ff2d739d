"""Fortified lines (10.0), and what the other rows of the terrain table are worth in combat."""

import pytest

from battles import at, base, battle, column, shift_rules, shifts
from marches import spent, standing
from tabuleiro.testing import table

BEHIND, LINE = "0609", ["0708", "0709"]
"""An open hex behind the Hitler-Senger Line, and the open hexes from which it is attacked."""
CITY, CITY_LINE, CITY_REAR = "0706", ["0707", "0807"], "0806"
FOUR = [("defender", 4)]


def attacked(target, *origins, side="allied", odds="6-1", **more):
    """An attack on a hex by a piece in each of the others."""
    allies = ["uk-11-bgda", "pl-1-bgda", "us-337-ri"]
    germans = ["de-9-rpzgr", "de-200-rpzgr", "de-15-rpzgr"]
    attackers, defender = (allies, "de-721-ri") if side == "allied" else (germans, "us-art-ii")
    pieces = dict(zip(attackers, origins, strict=False))
    return battle(
        pieces, at(target, defender), odds if side == "allied" else None,
        side=side, target=target, **more,
    )  # fmt: skip


@pytest.mark.rule("diadem-10.0-2", "diadem-T-TERRAIN-6")
@pytest.mark.parametrize(
    "piece",
    ["us-349-ri", "uk-61-bgda", "uk-26-bgda-blda", "de-721-ri", "de-115-rpzgr", "de-26-rpz"],
)
@pytest.mark.parametrize("path", [("0708", "0609"), ("0609", "0708")], ids=["west", "east"])
def test_lines_do_not_hinder_movement(piece, path):
    start, end = path
    assert table("diadem").s.board.side_has(start, end, "hitler-senger")
    assert spent(standing(piece, start).go(piece, end), piece) == 1


@pytest.mark.rule("diadem-10.0-2")
def test_a_road_through_a_line_and_a_river_under_it_keep_their_price():
    piece = "uk-61-bgda"
    for start, end, points in (("0707", "0607", 0.5), ("1208", "1108", 3)):
        assert spent(standing(piece, start).go(piece, end), piece) == points


@pytest.mark.rule("diadem-10.0-3", "diadem-T-TERRAIN-6")
def test_a_line_gives_germans_four_columns():
    t = attacked(BEHIND, *LINE, odds="8-1")
    assert (base(t), shifts(t), column(t)) == ("8-1", FOUR, "4-1")
    assert shift_rules(t) == {"diadem-T-TERRAIN-6"}
    t = attacked("1108", "1208", "1209", odds="8-1")  # the Gustav Line, and the Gari under it
    assert (shifts(t), column(t)) == (FOUR, "4-1")


@pytest.mark.rule("diadem-10.0-4")
def test_all_attackers_must_come_through_the_line():
    assert shifts(attacked(BEHIND, *LINE)) == FOUR
    assert shifts(attacked(BEHIND, *LINE, "0608")) == []
    assert shifts(attacked(BEHIND, "0509")) == []
    assert shifts(attacked(CITY, *CITY_LINE)) == FOUR
    assert shifts(attacked(CITY, *CITY_LINE, CITY_REAR)) == [("defender", 2)]  # the city remains


@pytest.mark.rule("diadem-10.0-5")
def test_distant_guns_and_air_points_are_not_asked_where_they_come_from():
    gun = {"uk-art-x": "0506"}  # behind the line
    t = attacked(BEHIND, *LINE, guns=gun)
    parts = {(part["piece"], part["value"]) for part in t.told()["odds"]["parts"]}
    assert ("uk-art-x", 3) in parts
    assert any(not piece and value > 0 for piece, value in parts)  # air points
    assert shifts(t) == FOUR


@pytest.mark.rule("diadem-10.0-6", "diadem-T-TERRAIN-6")
def test_allies_never_profit_from_a_line():
    for target, origin in ((BEHIND, "0708"), ("0708", BEHIND)):
        assert shifts(attacked(target, origin, side="axis")) == []
    assert shifts(attacked(CITY, "0707", side="axis")) == [("defender", 2)]
    assert shifts(attacked(BEHIND, "0708")) == FOUR


@pytest.mark.rule("diadem-10.0-7")
def test_a_line_protects_both_ways():
    assert shifts(attacked("0708", BEHIND)) == FOUR  # a German before the line, Allies behind it
    assert shifts(attacked("1206", "1106")) == FOUR


@pytest.mark.rule("diadem-10.0-7")
def test_a_line_outlasts_the_battles_for_it():
    t = attacked(BEHIND, *LINE, odds="9-1", dice=[1, 1])  # 5-1: exchange
    lines = {line: t.s.board.sides_of(line) for line in ("gustav", "hitler-senger")}
    assert t.place("de-721-ri") == "dead"
    for _ in range(2):
        t.set("allied-combat", {"uk-11-bgda": "0708", "de-200-rpzgr": BEHIND})
        t.attack(BEHIND, "uk-11-bgda")
        assert shifts(t) == FOUR
    assert lines == {line: t.s.board.sides_of(line) for line in lines}
    for phase in t.s.module.sequence:  # nothing that anybody can do builds or destroys
        pieces = {"us-1108-geng": "0708", "de-721-ri": BEHIND}
        t.set(phase.id, pieces, turn=7)
        assert set(t.decision.actions) <= {
            "move", "end-phase", "assault", "bombard", "air-strike",
        }  # fmt: skip


@pytest.mark.parametrize(
    ("target", "origins", "wanted"),
    [
        pytest.param(target, origins, wanted, marks=pytest.mark.rule(f"diadem-T-TERRAIN-{row}"))
        for row, target, origins, wanted in [
            (1, "0509", ["0508"], 0),
            (2, "0706", ["0705"], 2),
            (3, "0809", ["0908"], 2),
            (4, "0510", ["0509"], 3),
            (5, "0710", ["0810"], 3),
            (7, "0506", ["0607"], 0),  # clear, attacked along a road
            (7, "0706", ["0606"], 2),  # a city keeps its columns on a road
        ]
    ],
)
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_columns_of_the_terrain_table(side, target, origins, wanted):
    t = attacked(target, *origins, side=side)
    assert shifts(t) == ([("defender", wanted)] if wanted else [])
