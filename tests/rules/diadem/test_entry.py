"""Reinforcements (4.2.1, 11.1.3, 11.1.4): who enters when, where and at which price."""

import pytest

from marches import must_enter, spent
from tabuleiro.testing import action, table

WEST = [f"01{row:02}" for row in range(1, 16)]  # 0116 is sea
EAST = [f"15{row:02}" for row in range(1, 17)]
FOOT, MOTORIZED, ARMOUR = "de-578-ri", "de-9-rpzgr", "de-26-rpz"
SOUTH_AFRICANS = ["za-11-bgda-blda", "za-12-bgda-mtz"]
RESERVES = [*SOUTH_AFRICANS, "uk-9-bgda-blda", "uk-25-bgda-tq"]
ARRIVALS = {
    1: ["de-200-rpzgr", "de-361-rpzgr"],
    2: ["de-104-rpzgr", "de-577-ri", "de-721-ri"],
    3: ["de-578-ri"],
    4: ["de-26-rpz", "de-9-rpzgr", "de-67-rpzgr"],
    5: ["de-15-rpzgr", "de-71-rpzgr"],
    6: ["de-754-ri", "de-755-ri", "de-756-ri"],
}


def phase(side, turn, pieces=(), *, waiting=()):
    """The movement phase of a side, with only these reinforcements not yet in play."""
    gone = {piece: "dead" for piece in must_enter() if piece not in waiting}
    return table("diadem", f"{side}-movement", {**gone, **dict(pieces)}, turn=turn)


def entries(t, piece):
    """The hexes by which a piece may enter."""
    found = {place for place in t.s.board.grid if t.allows(t.move(piece, place))}
    assert found <= t.reach(piece)
    assert {move.path[0] for move in t.legal("move", piece=piece)} <= found
    return found


def watch(*places):
    """An Allied piece in each of these hexes."""
    counters = table("diadem").s.module.counters.values()
    infantry = [c.id for c in counters if c.side == "allied" and c.type == "infantry"]
    return dict(zip(infantry, places, strict=False))


@pytest.mark.rule("diadem-4.2.1-1")
def test_germans_enter_in_the_west():
    t = phase("axis", 1, waiting=ARRIVALS[1])
    for piece in ARRIVALS[1]:
        assert entries(t, piece) == set(WEST)
        for place in ("0201", "0801", "1501", "1508", "1316", "0205"):
            assert t.refuses(t.move(piece, place)) == "diadem-4.2.1-1"
    t.go("de-200-rpzgr", "0101").go("de-361-rpzgr", "0115")
    assert (t.place("de-200-rpzgr"), t.place("de-361-rpzgr")) == ("0101", "0115")


@pytest.mark.rule("diadem-4.2.1-1", "diadem-11.1.3-1")
def test_allies_enter_in_the_east():
    t = phase("allied", 1)
    assert entries(t, "za-12-bgda-mtz") == set(EAST)
    for piece in RESERVES:
        assert entries(t, piece) <= set(EAST)
        for place in ("0103", "1401", "1316", "0201"):
            assert t.refuses(t.move(piece, place)) == "diadem-4.2.1-1"
        assert t.go(piece, "1508").place(piece) == "1508"


@pytest.mark.rule("diadem-4.2.1-2")
def test_the_first_hex_is_paid_and_the_rest_is_free_to_use():
    t = phase("allied", 1)
    t.go("za-12-bgda-mtz", "1508")
    assert spent(t, "za-12-bgda-mtz") == 1
    t.go("za-12-bgda-mtz", "1408")  # by road
    assert spent(t, "za-12-bgda-mtz") == 1.5
    t.go("uk-9-bgda-blda", "1515", "1415", "1315", "1215")
    assert spent(t, "uk-9-bgda-blda") == 4
    t = phase("axis", 3, waiting=[FOOT])
    assert t.refuses(t.move(FOOT, "0106", "0206", "0207", "0307", "0308", "0408", "0409"))
    t.go(FOOT, "0107", "0207", "0206", "0306")  # mountain 3, and three
    assert (spent(t, FOOT), t.reach(FOOT)) == (6, set())


@pytest.mark.rule("diadem-4.2.1-3")
def test_whoever_enters_next_to_an_enemy_engages():
    piece = "za-12-bgda-mtz"
    t = phase("allied", 1, {"de-85-rm": "1402"})
    assert t.refuses(t.move(piece, "1502", "1503")) == "diadem-4.1.2-2"
    t.go(piece, "1502")
    assert t.reach(piece) == set()
    assert t.refuses(t.move(piece, "1503")) == "diadem-4.1.2-2"
    t.end()
    assert t.decision.pieces == (piece,)
    assert t.refuses(action("end-phase")) == "diadem-5.0-2"


@pytest.mark.rule("diadem-4.2.1-4")
def test_nobody_queues_at_the_edge():
    t = phase("allied", 1)
    for piece in RESERVES:
        t.go(piece, "1508")
        assert spent(t, piece) == 1
    assert t.at("1508") == set(RESERVES)


@pytest.mark.rule("diadem-4.2.1-5")
@pytest.mark.parametrize(
    ("piece", "place", "cost"),
    [
        (MOTORIZED, "0103", 0.5),  # Highway 6
        (MOTORIZED, "0108", 0.5),  # the road to Pico, in the mountains
        (MOTORIZED, "0112", 0.5),  # Highway 7
        (ARMOUR, "0112", 0.5),
        (MOTORIZED, "0104", 1),  # a road passes, but does not leave the board here
        (MOTORIZED, "0110", 3),
        (FOOT, "0108", 1),
        (FOOT, "0107", 3),
        (FOOT, "0103", 1),
    ],
)
def test_the_road_price_is_for_roads_that_leave_the_board_there(piece, place, cost):
    t = phase("axis", 4, waiting=[piece])
    assert spent(t.go(piece, place), piece) == cost


@pytest.mark.rule("diadem-4.2.1-6")
def test_closed_hexes():
    t = phase("axis", 4, {"us-349-ri": "0103"}, waiting=[MOTORIZED, ARMOUR])
    assert t.refuses(t.move(MOTORIZED, "0116")) == "diadem-4.2.1-1"  # sea
    assert t.refuses(t.move(MOTORIZED, "0103")) == "diadem-4.1.2-15"  # an enemy
    assert t.refuses(t.move(ARMOUR, "0107")) == "diadem-4.2.1-1"  # mountain without a road
    assert entries(t, MOTORIZED) == {*WEST} - {"0103"}
    mountains = {h for h in WEST if t.s.board.terrain_at(h) == "mountain"}
    assert entries(t, ARMOUR) == ({*WEST} - {"0103"} - mountains) | {"0108", "0112"}


@pytest.mark.rule("diadem-4.2.1-6")
def test_whoever_finds_the_edge_shut_waits_for_a_later_turn():
    guards = watch(*WEST)
    t = phase("axis", 3, guards, waiting=[FOOT])
    assert t.legal(piece=FOOT) == []
    t.end().end()
    assert (t.s.turn, t.phase, t.place(FOOT)) == (4, "allied-movement", "off")
    leaving = next(p for p, place in guards.items() if place == "0102")
    t.go(leaving, "0202", "0302").end().end()
    assert t.phase == "axis-movement"
    assert entries(t, FOOT) == {"0102"}
    assert t.go(FOOT, "0102").place(FOOT) == "0102"


@pytest.mark.rule("diadem-11.1.3-1")
def test_allied_reserves_enter_when_the_player_likes():
    t = phase("allied", 1)
    for turn in range(1, 8):
        assert (t.s.turn, t.phase) == (turn, "allied-movement")
        for piece in RESERVES:
            assert t.place(piece) == "off"
            assert "1508" in t.reach(piece)
        assert t.obligations() == ""
        t.end().end().end().end()
    assert t.game.over


@pytest.mark.rule("diadem-11.1.3-2")
def test_the_south_africans_may_enter_in_different_turns():
    t = phase("allied", 2).go(SOUTH_AFRICANS[0], "1508")
    for _ in range(2 * 4):
        t.end()
    assert (t.s.turn, t.phase) == (4, "allied-movement")
    t.go(SOUTH_AFRICANS[1], "1509")
    assert [t.place(p) for p in SOUTH_AFRICANS] == ["1508", "1509"]


@pytest.mark.parametrize(
    ("turn", "pieces"),
    [
        pytest.param(turn, pieces, marks=pytest.mark.rule(f"diadem-11.1.4-{clause}"), id=pieces[0])
        for clause, turn, pieces in [
            (1, 1, ARRIVALS[1]),
            (2, 2, ["de-104-rpzgr"]),
            (3, 2, ["de-577-ri"]),
            (4, 2, ["de-721-ri"]),
            (5, 3, ARRIVALS[3]),
            (6, 4, ARRIVALS[4]),
            (7, 5, ARRIVALS[5]),
            (8, 6, ARRIVALS[6]),
        ]
    ],
)
def test_german_reinforcements_come_in_their_turn(turn, pieces):
    for earlier in range(1, turn):
        t = phase("axis", earlier, waiting=pieces)
        for piece in pieces:
            assert t.legal(piece=piece) == []
            assert t.refuses(t.move(piece, "0103")) == "diadem-4.2.1-1"
        assert t.end().phase == "axis-combat"
    t = phase("allied", turn, waiting=pieces)
    assert all(t.refuses(t.move(piece, "0103")) for piece in pieces)
    t = phase("axis", turn, waiting=pieces)
    for piece in pieces:
        assert entries(t, piece) <= set(WEST)
        assert t.go(piece, "0103").place(piece) == "0103"
    assert t.end().phase == "axis-combat"


@pytest.mark.rule("diadem-11.1.4-9")
@pytest.mark.parametrize("turn", sorted(ARRIVALS))
def test_german_reinforcements_must_enter(turn):
    pieces = ARRIVALS[turn]
    t = phase("axis", turn, waiting=pieces)
    for piece in pieces:
        assert t.refuses(action("end-phase")) == "diadem-11.1.4-9"
        assert action("end-phase") not in t.legal()
        assert len(t.decision.obligations) == len(pieces) - pieces.index(piece)
        t.go(piece, "0103")
    assert t.obligations() == ""
    assert t.end().phase == "axis-combat"


COAST = watch(*(f"02{row:02}" for row in range(2, 17, 2)))
"""Eight pieces whose zones cover the whole of column 01."""


@pytest.mark.rule("diadem-11.1.4-9")
def test_germans_may_but_need_not_enter_into_an_allied_zone():
    t = phase("axis", 6, COAST, waiting=ARRIVALS[6])
    assert t.obligations() == ""
    for piece in ARRIVALS[6]:
        assert entries(t, piece) == set(WEST)
    assert t.go("de-754-ri", "0103").reach("de-754-ri") == set()
    t.end()
    assert t.decision.pieces == ("de-754-ri",)
    t = phase("axis", 6, COAST, waiting=ARRIVALS[6])
    assert t.end().phase == "axis-combat"
    gap = {piece: place for piece, place in COAST.items() if place != "0204"}
    t = phase("axis", 6, gap, waiting=ARRIVALS[6])
    assert t.refuses(action("end-phase")) == "diadem-11.1.4-9"
    verdict = t.check(action("end-phase"))
    assert [o.hexes for o in verdict.objections] == [("0103", "0104")] * 3


@pytest.mark.rule("diadem-11.1.4-9")
def test_nobody_must_enter_by_a_hex_that_is_closed_to_him_or_full():
    gap = {piece: place for piece, place in COAST.items() if place != "0210"}
    t = phase("axis", 4, gap, waiting=[ARMOUR, MOTORIZED])
    open_hexes = ("0109", "0110")  # mountains without a road to the west
    assert [(o.pieces, o.hexes) for o in t.check(action("end-phase")).objections] == [
        ((MOTORIZED,), open_hexes)
    ]
    t.go(MOTORIZED, "0109")
    assert t.end().phase == "axis-combat"
    crowd = ["de-131-ri", "de-132-ri", "de-hd", "de-1-rpqd", "de-3-rpqd", "de-4-rpqd", "de-85-rm"]
    full = {piece: open_hexes[n % 2] for n, piece in enumerate(crowd)}
    t = phase("axis", 4, {**gap, **full}, waiting=[MOTORIZED])
    assert not t.allows(action("end-phase"))  # one place is left
    t = phase("axis", 4, {**gap, **full, "de-100-rm": "0110"}, waiting=[MOTORIZED])
    assert t.end().phase == "axis-combat"
