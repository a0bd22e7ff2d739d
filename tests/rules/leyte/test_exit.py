"""Section 4.5: Japanese exits and American withdrawals."""

import pytest

from leyte_scenes import at, battle, hurt, moving, scene, spent
from tabuleiro.engine import exit_place
from tabuleiro.testing import table

A, B, C = "us-21-ri-1", "us-34-ri-1", "us-32-ri-1"
J, K = "jp-20-ri-1", "jp-33-ri-1"
SOUTH, NORTH = exit_place("south-leyte"), exit_place("north-samar")
REGIMENT = ["us-19-ri-1", "us-19-ri-2", "us-19-ri-3"]
PARATROOPS = ["us-503-rpqd-1", "us-503-rpqd-2", "us-503-rpqd-3"]


@pytest.mark.rule("leyte-4.5-1")
def test_japanese_leave_in_the_south_and_in_samar():
    t = moving("japanese", at("2034", J), at("2401", K))
    t.go(J, SOUTH).go(K, NORTH)
    assert (t.place(J), t.place(K)) == (SOUTH, NORTH)
    assert (spent(t, J), spent(t, K)) == (1, 1)
    t = moving("japanese", at("0101", J), at("1734", K))
    assert not {p for p in t.reach(J) if p.startswith("exit.")}
    assert t.reach(K) >= {SOUTH}
    t = moving("american", at("2034", A), at("2401", B))
    for piece, place in ((A, SOUTH), (B, NORTH)):
        assert t.refuses(t.move(piece, place)) == "leyte-4.5-1"


@pytest.mark.rule("leyte-4.5-1")
@pytest.mark.parametrize(
    ("turn", "others", "cost"),
    [(9, {}, 1), (5, {}, 1.5), (9, {A: "2033"}, 2), (5, {A: "2033"}, 2.5)],
)
def test_the_price_of_leaving(turn, others, cost):
    t = moving("japanese", at("2034", J), others, turn=turn)
    assert spent(t.go(J, SOUTH), J) == cost


@pytest.mark.rule("leyte-4.5-1", "leyte-5.1.3-1")
def test_a_retreat_over_the_edge_is_an_exit():
    others = {A: "2033", B: "2133", C: "1933"}
    t = scene("american-combat", at("2034", J), others, dice=(1, 1), tracks={"air.american": 0})
    t.attack("2034", A, B, C)
    while t.place(J) == "2034":
        t.do(next(a for a in t.legal("retreat") if a.path[-1] == SOUTH))
    assert t.place(J) == SOUTH


@pytest.mark.rule("leyte-4.5-2")
def test_nobody_comes_back():
    t = moving("japanese", {J: SOUTH}, at("2211", K))
    assert t.refuses(t.move(J, "2034")) == "leyte-4.5-2"
    assert J not in t.decision.pieces


@pytest.mark.rule("leyte-4.5-3", "leyte-12.2.2-5")
def test_exits_count_for_nobody():
    before = moving("japanese", at("2034", J), {K: "gone"}).points()
    after = moving("japanese", at("2034", J), {K: "gone"}).go(J, SOUTH).points()
    assert before["japanese"] - after["japanese"] == 2  # intact on the board
    assert after["american"] == before["american"]


# -------------------------------------------------------------------------- withdrawals


@pytest.mark.rule("leyte-4.5-4", "leyte-4.5-6")
@pytest.mark.parametrize(("turn", "units"), [(8, REGIMENT), (12, PARATROOPS)])
def test_withdrawals_when_the_american_phase_begins(turn, units):
    t = scene("japanese-combat", at("2512", *units), at("0407", J), turn=turn - 1)
    assert t.at("2512") == set(units)
    before = t.points()
    t.end()
    assert {t.place(piece) for piece in units} == {"gone"}
    assert t.points() == before
    assert t.refuses(t.move(units[0], "2512")) == "leyte-4.5-2"
    other = scene("japanese-combat", at("2512", *units), turn=turn).end()
    assert other.at("2512") == set(units)  # due once


@pytest.mark.rule("leyte-4.5-5")
def test_who_is_cut_off_stays_until_the_way_is_free():
    first, *others = REGIMENT
    ring = {"jp-1-ri-1": "2008", "jp-1-ri-2": "2010"}
    t = moving("american", at("2009", first), at("2211", *others), ring, turn=8)
    assert {t.place(piece) for piece in others} == {"gone"}
    assert t.place(first) == "2009"
    assert t.allows(t.move(first, "2109"))
    t.set("american-movement", {}, turn=9, keep=True)
    assert t.place(first) == "2009"
    t.set("american-movement", {"jp-1-ri-2": "1911"}, turn=10, keep=True)
    assert t.place(first) == "gone"


def cordon(place, distance):
    """Japanese on all land hexes at that distance from a place."""
    board = table("leyte").s.board
    land = (h for h in board.grid.within(place, distance) if board.terrain_at(h) != "sea")
    ring = [h for h in land if board.grid.distance(h, place) == distance]
    pieces = [p for p in table("leyte").s.position.pieces if p.startswith("jp-")]
    return dict(zip(pieces, ring, strict=False))


@pytest.mark.rule("leyte-4.5-5")
@pytest.mark.parametrize("place", ["2303", "2709", "0425", "0601"])
def test_water_cuts_nobody_off(place):
    """On Samar there are coasts to sail from; on the small islands none, but no enemies either."""
    t = moving("american", at(place, REGIMENT[0]), at("0407", J), turn=8)
    assert t.place(REGIMENT[0]) == "gone"


@pytest.mark.rule("leyte-4.5-5")
def test_enemies_cut_off_on_samar_too():
    t = moving("american", at("2303", REGIMENT[0]), cordon("2303", 1), turn=8)
    assert t.place(REGIMENT[0]) == "2303"


@pytest.mark.rule("leyte-4.5-5")
@pytest.mark.parametrize(
    ("piece", "turn", "place", "distance", "control", "end"),
    [
        (PARATROOPS[0], 12, "1419", 2, {}, "gone"),  # any coast is open now
        (PARATROOPS[0], 12, "1419", 1, {}, "1419"),  # who is engaged cannot sail
        (PARATROOPS[0], 12, "1909", 2, {}, "1909"),  # no coast within reach
        (REGIMENT[0], 8, "1419", 2, {}, "1419"),  # the west coast is closed yet
        (REGIMENT[0], 8, "1508", 2, {}, "1508"),
        (REGIMENT[0], 8, "1508", 2, {"la-paz": "american"}, "gone"),
    ],
)
def test_who_can_sail_is_not_cut_off(piece, turn, place, distance, control, end):
    places = table("leyte").s.board.places
    held = {places[name].hex: side for name, side in control.items()}
    t = moving("american", at(place, piece), cordon(place, distance), turn=turn, control=held)
    assert t.place(piece) == end


@pytest.mark.rule("leyte-4.5-6", "leyte-12.2.2-5")
def test_the_withdrawn_are_not_destroyed():
    lost, gone = dict.fromkeys(REGIMENT, "dead"), dict.fromkeys(REGIMENT, "gone")
    assert (
        scene("american-movement", lost).points()["japanese"]
        - scene("american-movement", gone).points()["japanese"]
        == 30
    )


@pytest.mark.rule("leyte-5.3-1")
def test_other_edges_are_closed_to_retreats():
    t = battle(at("0202", A, B), hurt("0101", J), "6-1", target="0101", dice=(1, 1))
    assert not any(move.path[-1].startswith("exit.") for move in t.legal("retreat"))
