"""Sections 4.1.1 and 4.1.2: stacking, zones of engagement, dominant terrain and the duty."""

import pytest

from asking import dominant, zone
from lorraine import (
    EAST,
    FOOT,
    GERMAN,
    GERMAN_GUN,
    GROUND,
    GUN,
    NORTH,
    SOUTH,
    SOUTH_EAST,
    TANKS,
    WEAK,
    at,
    board,
    bound,
    can_end,
    excused,
    march,
    spent,
    with_points,
)
from tabuleiro.testing import action, table

FOUR = ["us-104-ri", "us-art-xii", "us-1117-geng", "us-6-db-ccb"]
GERMANS = ["de-59-ri", "de-73-ri", "de-74-ri", "de-126-ri", "de-127-ri", "de-128-ri"]


# ----------------------------------------------------------------------------- stacking


@pytest.mark.rule("metz-4.1.1-1", "metz-4.1.1-3")
@pytest.mark.parametrize("piece", [FOOT, TANKS, GUN])
def test_four_pieces_of_any_kind_fill_a_hex(piece):
    four = [p for p in (*FOUR, "us-2-gcav") if p != piece][:4]
    t = march({piece: EAST, **at(GROUND, *four)})
    assert t.refuses(t.move(piece, GROUND)) == "metz-4.1.1-1"
    assert GROUND not in t.reach(piece)
    t = march({piece: EAST, **at(GROUND, *four[:3])})
    assert t.go(piece, GROUND).place(piece) == GROUND
    marks = {f"{GROUND}/{EAST}": ["bridge"]}
    t = march({piece: EAST, **at(GROUND, *four[:3])}, marks=marks)
    assert t.allows(t.move(piece, GROUND))


@pytest.mark.rule("metz-4.1.1-1")
def test_germans_stack_four_too():
    t = march({"de-712-ri": EAST, **at(GROUND, *GERMANS[:4])})
    assert t.refuses(t.move("de-712-ri", GROUND)) == "metz-4.1.1-1"


@pytest.mark.rule("metz-4.1.1-2")
def test_a_full_hex_may_be_passed():
    pieces = {FOOT: EAST, **at(GROUND, *FOUR)}
    t = march(pieces).go(FOOT, GROUND, "1012")
    assert t.place(FOOT) == "1012"
    t = with_points(FOOT, 1, pieces)
    assert t.refuses(t.move(FOOT, GROUND)) == "metz-4.1.1-1"
    assert t.refuses(t.move(FOOT, GROUND, "1012")) == "metz-4.0-2"


# ----------------------------------------------------------------------------- zones


@pytest.mark.rule("metz-4.1.2-1")
@pytest.mark.parametrize("piece", [GERMAN, GERMAN_GUN, "de-15-rpz", "de-1010-rs", "de-22-rif"])
def test_every_piece_has_a_zone_of_six_hexes(piece):
    t = march({FOOT: "0221", piece: "1111"})
    assert zone(t.s, "german") == {"1110", "1112", "1211", "1212", "1011", "1012"}


@pytest.mark.rule("metz-4.1.2-1")
def test_zones_cross_rivers_and_lines_and_friends_do_not_cancel_them():
    river = next(iter(sorted(board().sides_of("river"))))
    line = next(iter(sorted(board().sides_of("fortification"))))
    for here, there in (river, line):
        t = march({FOOT: "0221", GERMAN: here, "us-104-ri": there})
        assert there in zone(t.s, "german")
        assert here in zone(t.s, "us")


@pytest.mark.rule("metz-4.1.2-2")
def test_entering_a_zone_ends_the_move():
    t = march({FOOT: "1114", GERMAN: "1111"})
    assert t.refuses(t.move(FOOT, "1113", GROUND, "1212")) == "metz-4.1.2-2"
    t.go(FOOT, "1113", GROUND)
    assert t.s.value(FOOT, "move") - spent(t, FOOT) == 4
    assert t.reach(FOOT) == set()
    assert t.refuses(t.move(FOOT, "1113")) == "metz-4.1.2-2"


@pytest.mark.rule("metz-4.1.2-3", "metz-4.1.2-15", "metz-4.1.2-10")
@pytest.mark.parametrize(("piece", "enemy"), [(FOOT, GERMAN), (GERMAN, FOOT), (TANKS, WEAK)])
def test_the_engaged_attack_or_leave(piece, enemy):
    t = march({piece: EAST, enemy: GROUND}).end()
    assert bound(t) == {piece}
    assert t.refuses(action("end-phase")) == "metz-4.1.2-11"
    t.attack(GROUND, piece)
    while "end-phase" not in t.decision.actions:
        t.do(t.legal()[0])
    assert can_end(t)
    t = march({piece: EAST, enemy: GROUND})
    t.do(*[m for m in t.legal("move", piece=piece) if m.path[-1] not in
           zone(t.s, t.s.enemy(t.s.side(piece)))][:1])  # fmt: skip
    assert can_end(t.end())


@pytest.mark.rule("metz-4.1.2-4")
def test_breaking_contact_costs_a_point():
    t = march({FOOT: GROUND, GERMAN: NORTH}).go(FOOT, SOUTH, "1114")
    far = spent(t, FOOT)
    alone = spent(march({FOOT: GROUND}).go(FOOT, SOUTH, "1114"), FOOT)
    assert far == alone + 1
    t = march({FOOT: GROUND, GERMAN: NORTH}).go(FOOT, SOUTH)
    assert spent(t, FOOT) == 2
    t.go(FOOT, SOUTH_EAST)
    assert spent(t, FOOT) == 3  # once only
    t = with_points(FOOT, 1, {FOOT: GROUND, GERMAN: NORTH})
    assert t.reach(FOOT) == set()
    assert t.refuses(t.move(FOOT, SOUTH)) == "metz-4.0-2"


@pytest.mark.rule("metz-4.1.2-4")
def test_breaking_contact_over_three_open_hexes():
    here, enemy, away = "0413", "0412", ["0414", "0314"]
    sheet = board()
    third = next(
        h for h in sheet.grid.neighbours(away[-1])
        if sheet.terrain_at(h) == "clear" and sheet.grid.distance(h, enemy) > 1
        and not sheet.features.get(sheet.grid.side(h, away[-1])) and h not in {here, *away}
    )  # fmt: skip
    t = march({FOOT: here, GERMAN: enemy}).go(FOOT, *away, third)
    assert spent(t, FOOT) == 1 + 3
    assert t.s.value(FOOT, "move") - spent(t, FOOT) == 2


@pytest.mark.rule("metz-4.1.2-5")
def test_from_one_zone_hex_into_another():
    t = march({FOOT: EAST, GERMAN: GROUND})
    assert t.refuses(t.move(FOOT, SOUTH_EAST, "1313")) == "metz-4.1.2-2"
    t.go(FOOT, SOUTH_EAST)
    assert spent(t, FOOT) == 2
    assert t.reach(FOOT) == set()
    assert bound(t.end()) == {FOOT}
    assert not can_end(t)


@pytest.mark.rule("metz-4.1.2-13")
def test_nobody_enters_an_enemy_hex():
    t = march({FOOT: EAST, GERMAN: GROUND})
    assert t.refuses(t.move(FOOT, GROUND)) == "metz-4.1.2-13"
    assert t.refuses(t.move(FOOT, GROUND, "1012")) == "metz-4.1.2-13"
    t = march({"us-345-ri": "off", GERMAN: "0110"}, turn=16)
    assert t.refuses(t.move("us-345-ri", "0110")) == "metz-4.1.2-13"
    assert "0110" not in t.reach("us-345-ri")


@pytest.mark.rule("metz-4.1.2-13")
def test_nobody_advances_or_retreats_into_an_enemy_hex():
    pieces = {TANKS: EAST, WEAK: {"place": GROUND, "losses": 1}, GERMAN: "1012"}
    t = table("metz", "us-combat", pieces, turn=5, dice=[1, 2]).attack(GROUND, TANKS)
    assert t.allows(action("advance", TANKS, (GROUND,)))
    t.refuses(action("advance", TANKS, (GROUND, "1012")))


# ------------------------------------------------------------------- dominant terrain


def grounds(wanted, enemy, *, river=False):
    """Two adjacent hexes of those terrains without a line between them."""
    sheet = board()
    for a in sheet.grid:
        for b in sheet.grid.neighbours(a):
            kinds = sheet.features.get(sheet.grid.side(a, b), frozenset())
            found = sheet.terrain_at(a), sheet.terrain_at(b), kinds
            if found == (wanted, enemy, frozenset({"river"} if river else ())):
                return a, b
    raise AssertionError("no such ground")


COLUMNS = {"clear": 0, "woods": 1, "rough": 1, "airfield": 1, "city": 2, "rough-woods": 2}


@pytest.mark.rule("metz-4.1.2-7", "metz-4.1.2-6")
@pytest.mark.parametrize("mine", COLUMNS)
@pytest.mark.parametrize("theirs", COLUMNS)
@pytest.mark.parametrize(("piece", "enemy"), [(FOOT, GERMAN), (GERMAN, FOOT)])
def test_more_columns_dominate(mine, theirs, piece, enemy):
    try:
        here, there = grounds(mine, theirs)
    except AssertionError:
        pytest.skip("the board has no such neighbours")
    assert excused({piece: here, enemy: there}, piece) == (COLUMNS[mine] > COLUMNS[theirs])


@pytest.mark.rule("metz-4.1.2-7")
@pytest.mark.parametrize("mine", ["clear", "woods", "city"])
def test_a_river_helps_both(mine):
    here, there = grounds(mine, "clear", river=True)
    assert not excused({FOOT: here, GERMAN: there}, FOOT)
    assert not excused({GERMAN: here, FOOT: there}, GERMAN)


@pytest.mark.rule("metz-ex-4.1.2", "metz-4.1.2-6", "metz-4.1.2-9")
def test_the_dominant_stay_and_the_newcomer_attacks():
    here, there = grounds("city", "clear")
    t = march({FOOT: here, GERMAN: there}, "us").end()
    assert bound(t) == set()
    assert can_end(t)
    assert t.allows(action("assault", there))
    near = next(
        h for h in board().grid.neighbours(there)
        if board().terrain_at(h) == "clear" and h != here
    )  # fmt: skip
    other = "us-104-ri"
    start = next(h for h in board().grid.neighbours(near)
                 if board().grid.distance(h, there) == 2)  # fmt: skip
    t = march({FOOT: here, GERMAN: there, other: start}, "us").go(other, near).end()
    assert bound(t) == {other}
    assert not can_end(t)
    assert t.declare(there, other).allows(action("confirm"))


@pytest.mark.rule("metz-4.1.2-9")
def test_a_newcomer_in_dominant_terrain_attacks_too():
    here, there = grounds("city", "clear")
    start = next(h for h in board().grid.neighbours(here)
                 if board().grid.distance(h, there) == 2)  # fmt: skip
    t = march({FOOT: start, GERMAN: there}, "us")
    t.do(*t.legal("move", piece=FOOT, hex=here)).end()
    assert bound(t) == {FOOT}


@pytest.mark.rule("metz-4.1.2-8")
def test_all_enemies_must_be_dominated():
    sheet = board()
    town, low, high = next(
        (a, b, c)
        for a in sheet.hexes_of("city") for b in sheet.grid.neighbours(a)
        for c in sheet.grid.neighbours(a)
        if sheet.terrain_at(b) == "clear" and sheet.terrain_at(c) in {"city", "rough-woods"}
        and not sheet.features.get(sheet.grid.side(a, b))
        and not sheet.features.get(sheet.grid.side(a, c))
    )  # fmt: skip
    assert excused({FOOT: town, GERMAN: low}, FOOT)
    assert not excused({FOOT: town, GERMAN: low, "de-73-ri": high}, FOOT)


# ------------------------------------------------------------------------- the duty


@pytest.mark.rule("metz-4.1.2-10")
def test_whoever_cannot_leave_attacks():
    around = board().grid.neighbours(GROUND)
    t = march({FOOT: GROUND, **dict(zip(GERMANS, around, strict=True))}, "us")
    assert t.reach(FOOT) == set()
    assert bound(t.end()) == {FOOT}
    assert not can_end(t)
    t = march({GERMAN: GROUND, **dict(zip(
        ["us-101-ri", "us-104-ri", "us-328-ri", "us-134-ri", "us-137-ri", "us-320-ri"],
        around, strict=True))}, "german")  # fmt: skip
    assert bound(t.end()) == {GERMAN}
    assert t.refuses(action("end-phase")) == "metz-4.1.2-11"


@pytest.mark.rule("metz-4.1.2-11")
def test_each_attacks_one_of_the_hexes_next_to_it():
    """The foot stands between two Germans, the other regiment beside one of them only."""
    pieces = {FOOT: GROUND, "us-104-ri": EAST, GERMAN: NORTH, "de-73-ri": SOUTH}
    t = table("metz", "us-combat", pieces, turn=5, dice=[1, 2, 1, 2])  # 3 to 4: 1-1, 3: IMP
    assert bound(t) == {FOOT, "us-104-ri"}
    assert {a.target for a in t.legal("assault")} == {NORTH, SOUTH}
    t.attack(SOUTH, FOOT)
    assert t.told()["code"] == "IMP"
    assert bound(t) == {"us-104-ri"}
    assert t.refuses(action("end-phase")) == "metz-4.1.2-11"
    t.attack(NORTH, "us-104-ri")
    assert t.told()["code"] == "IMP"
    assert (bound(t), can_end(t)) == (set(), True)
    # Alone it attacks one of the two; the other German may be left unattacked.
    t = table("metz", "us-combat", {p: h for p, h in pieces.items() if h != EAST}, turn=5,
              dice=[1, 2])  # fmt: skip
    assert t.refuses(action("end-phase")) == "metz-4.1.2-11"
    t.attack(NORTH, FOOT)
    assert (t.told()["code"], t.place(FOOT)) == ("IMP", GROUND)
    assert (bound(t), can_end(t)) == (set(), True)
    assert not t.allows(action("assault", SOUTH))


@pytest.mark.rule("metz-5.1-3")
def test_nobody_attacks_twice():
    pieces = {FOOT: SOUTH_EAST, "us-104-ri": "1314", GERMAN: GROUND, "de-73-ri": "1313"}
    t = table("metz", "us-combat", pieces, turn=5, dice=[4, 4], tracks={"air.us": 20})
    t.attack(GROUND, FOOT, air=13)  # 16 to 4: 4-1, 8: IMP
    assert t.place(FOOT) == SOUTH_EAST
    t.do(action("assault", "1313"))
    assert t.refuses(action("join", FOOT)) == "metz-5.1-3"
    assert t.allows(action("join", "us-104-ri"))


@pytest.mark.rule("metz-4.1.2-12")
def test_a_duty_without_a_target_lapses():
    sole, other = "0718", "0717"
    t = table("metz", "us-combat", {FOOT: sole}, turn=5)
    assert (bound(t), can_end(t)) == (set(), True)
    marks = {other: ["attacked"]}
    t = table("metz", "us-combat", {FOOT: sole, GERMAN: other}, turn=5, marks=marks)
    t.game.test([_mark(other)], {"type": "set"})
    assert (bound(t), can_end(t)) == (set(), True)
    t = table("metz", "us-combat", {FOOT: sole, GERMAN: other, "de-73-ri": "0719"}, turn=5)
    t.game.test([_mark(other)], {"type": "set"})
    assert bound(t) == {FOOT}
    assert not can_end(t)


def _mark(place):
    from tabuleiro.engine import events as ev

    return ev.PlaceMarked(place, ("attacked",))


@pytest.mark.rule("metz-4.1.2-12")
def test_the_only_target_is_not_bombarded_away():
    pieces = {FOOT: EAST, GERMAN: GROUND, GUN: "1414"}
    t = table("metz", "us-combat", pieces, turn=5, tracks={"air.us": 10})
    assert t.refuses(action("bombard", GROUND)) == "metz-4.1.2-12"
    assert "101" in t.why(action("bombard", GROUND))
    assert t.declare(GROUND, FOOT, GUN).allows(action("confirm"))


@pytest.mark.rule("metz-4.1.2-14")
def test_an_attack_takes_along_whoever_has_no_other_target():
    pieces = {FOOT: EAST, "us-104-ri": SOUTH_EAST, GERMAN: GROUND}
    t = table("metz", "us-combat", pieces, turn=5).declare(GROUND, FOOT)
    assert t.refuses(action("confirm")) == "metz-4.1.2-14"
    assert "104" in t.why(action("confirm"))
    assert t.do(action("join", "us-104-ri")).allows(action("confirm"))
    t = table("metz", "us-combat", {**pieces, "de-73-ri": "1313"}, turn=5).declare(GROUND, FOOT)
    assert t.allows(action("confirm"))
    assert dominant(t.s, EAST, GROUND, "us") is False
