"""Sections 4.2.1, 4.2.2 (retreats off the board), 11.1.3 and 11.1.4."""

import pytest

from asking import surrounded, ways
from lorraine import FOOT, GERMAN, GROUND, TANKS, WEAK, at, board, bound, can_end, march, spent
from tabuleiro.testing import action, table

WEST = {f"{c:02}01" for c in range(1, 9)} | {f"01{r:02}" for r in range(1, 24)}
EAST = {f"28{r:02}" for r in range(1, 22)}
NORTH = {f"{c:02}01" for c in range(17, 29)}
SOUTH = {f"{c:02}23" for c in range(9, 28)}
ARRIVALS = [
    (2, ["us-6-db-cca", "us-6-db-ccb", "us-6-db-ccr"], WEST),
    (12, ["us-6-gcav"], WEST),
    (16, ["us-345-ri", "us-346-ri", "us-347-ri"], WEST),
    (1, ["de-art-401"], EAST),
    (3, ["de-22-rpz", "de-125-rpzgr", "de-192-rpzgr", "de-87-ri", "de-106-bg"], SOUTH),
    (3, ["de-35-rpzgr"], NORTH),
    (4, ["de-118-ri"], SOUTH),
    (5, ["de-165-ri"], SOUTH),
    (5, ["de-860-ri", "de-861-ri", "de-880-ri"], NORTH),
    (13, ["de-723-ri", "de-743-ri"], EAST),
    (13, ["de-art-404"], NORTH),
]
ONE_BY_ONE = [(turn, piece, edge) for turn, pieces, edge in ARRIVALS for piece in pieces]


def entries(t, piece):
    """The hexes where a piece may enter and stop, at the first step."""
    sheet = board()
    border = {h for h in sheet.grid if len(sheet.grid.neighbours(h)) < 6}
    return {h for h in border if t.allows(action("move", piece, (h,)))}


@pytest.mark.rule("metz-4.2.1-1", "metz-11.1.3-1", "metz-11.1.4-1", "metz-4.2.1-9")
@pytest.mark.parametrize(("turn", "piece", "edge"), ONE_BY_ONE)
def test_arrivals_by_turn_and_edge(turn, piece, edge):
    t = march({piece: "off"}, turn=turn)
    open_to = {h for h in edge if board().terrain_at(h) != "rough-woods"}
    found = entries(t, piece)
    assert found <= edge
    assert open_to <= found
    if turn > 1:
        early = march({piece: "off"}, turn=turn - 1)
        assert entries(early, piece) == set()
        assert early.reach(piece) == set()
        early.refuses(action("move", piece, (min(open_to),)))


@pytest.mark.rule("metz-4.2.1-1", "metz-11.1.3-1", "metz-11.1.4-1")
def test_how_many_arrive():
    known = {}
    for turn, pieces, edge in ARRIVALS:
        side = "german" if pieces[0].startswith("de-") else "us"
        key = turn, side, min(edge)
        known[key] = known.get(key, 0) + len(pieces)
    scenario = table("metz").s.scenario
    found = {}
    for entry in scenario.reinforcements:
        hexes = {h for e in entry.edges for h in board().edges[e].hexes}
        key = entry.turn, entry.side, min(hexes)
        found[key] = found.get(key, 0) + len(entry.units)
    assert found == known


@pytest.mark.rule("metz-4.2.1-9", "metz-4.2.1-8")
@pytest.mark.parametrize("place", ["0901", "1201", "1601", "0223", "0823"])
def test_gaps_let_nobody_in(place):
    t = march({"us-345-ri": "off"}, turn=16)
    assert t.refuses(t.move("us-345-ri", place)) == "metz-4.2.1-2"
    assert t.allows(t.move("us-345-ri", "0801"))


@pytest.mark.rule("metz-4.2.1-2")
def test_price_of_the_first_hex():
    sheet = board()
    for place in sorted(WEST):
        ground = sheet.terrain_at(place)
        t = march({TANKS: "off"}, turn=5)
        road = place in sheet.network_hexes("road") and sheet.leaves_by(place)
        if ground == "rough-woods" and not road:
            t.refuses(t.move(TANKS, place))
            continue
        price = {"clear": 3, "city": 1, "airfield": 1}.get(ground, 4)
        assert spent(t.go(TANKS, place), TANKS) == (0.5 if road else price), place
    off_road = [h for h in WEST if sheet.terrain_at(h) == "clear" and not sheet.leaves_by(h)]
    on_road = [h for h in WEST if sheet.leaves_by(h)]
    assert off_road
    assert on_road


@pytest.mark.rule("metz-4.2.1-2")
def test_the_march_goes_on_from_the_edge():
    t = march({"us-345-ri": "off"}, turn=16)
    reach = t.reach("us-345-ri")
    assert any(board().grid.distance(h, "0110") <= 4 and h not in WEST for h in reach)
    assert all(len(m.path) <= 6 for m in t.legal("move", piece="us-345-ri"))


@pytest.mark.rule("metz-4.2.1-2")
def test_many_enter_by_one_hex():
    units = ["us-345-ri", "us-346-ri", "us-347-ri", TANKS, "us-6-db-ccb"]
    place = next(h for h in sorted(WEST) if board().terrain_at(h) == "clear")
    t = march(at("off", *units), turn=16)
    for unit in units[:4]:
        t.go(unit, place)
    assert t.refuses(t.move(units[4], place)) == "metz-4.1.1-1"


@pytest.mark.rule("metz-4.2.1-3")
def test_entering_next_to_the_enemy():
    piece, place = "us-345-ri", "0123"
    near = board().grid.neighbours(place)[0]
    t = march({piece: "off", GERMAN: near}, "us", turn=16)
    assert t.refuses(t.move(piece, place, "0122")) in {"metz-4.1.2-2", "metz-4.1.2-13"}
    t.go(piece, place)
    assert spent(t, piece) == {"clear": 1, "city": 1}.get(board().terrain_at(place), 2)
    assert t.reach(piece) == set()
    assert bound(t.end()) == {piece}
    assert not can_end(t)


@pytest.mark.rule("metz-4.2.1-4")
def test_arrivals_may_wait():
    t = march({TANKS: "off", FOOT: GROUND}, turn=2)
    assert t.obligations() == ""
    assert t.end().phase == "us-combat"
    t = march({TANKS: "off"}, turn=3)
    assert entries(t, TANKS)
    late = march({"de-art-401": "off"}, turn=19)
    assert entries(late, "de-art-401") <= EAST


@pytest.mark.rule("metz-4.2.1-4")
def test_blocked_arrivals_wait():
    squad = [p for p in table("metz").s.module.counters if p.startswith("us-")]
    blocking = dict(zip(squad, sorted(SOUTH), strict=False))
    t = march({"de-118-ri": "off", **blocking}, "german", turn=4)
    assert entries(t, "de-118-ri") == set()
    assert can_end(t)


# --------------------------------------------------------------- off the board


@pytest.mark.rule("metz-4.2.2-5")
def test_nobody_leaves_of_his_own_will():
    sheet = board()
    for piece, place in ((FOOT, "0115"), (FOOT, "2001"), (GERMAN, "2808"), (GERMAN, "1523")):
        t = march({piece: place})
        assert all(end in sheet.grid for end in t.reach(piece))
        for edge in sheet.edges:
            assert t.refuses(t.move(piece, f"exit.{edge}")) == "metz-4.2.2-5"
        t.refuses(t.move(piece, "american-off-map"))


FOES = {
    "us": ["de-59-ri", "de-73-ri", "de-74-ri", "de-126-ri"],
    "german": ["us-101-ri", "us-104-ri", "us-328-ri", "us-134-ri"],
}


def border_cases(side, edge, *, destroys):
    """Every hex of an edge, with whether a retreat off the board there is a way out."""
    piece = "us-379-ri" if side == "us" else "de-951-ri"
    for place in sorted(edge):
        t = table("metz", f"{side}-combat", {piece: place}, turn=6)
        boxes = {w.path[-1] for w in ways(t.s, piece)} - set(board().grid)
        yield place, boxes


@pytest.mark.rule("metz-4.2.2-1")
def test_no_way_out_north_and_east_for_americans():
    for place, boxes in border_cases("us", NORTH | EAST, destroys=True):
        assert boxes == set(), place


@pytest.mark.rule("metz-4.2.2-2")
def test_no_way_out_west_and_south_for_germans():
    for place, boxes in border_cases("german", WEST | SOUTH, destroys=True):
        assert boxes == set(), place


@pytest.mark.rule("metz-4.2.2-3")
def test_ways_out_over_all_other_borders():
    gaps = {f"{c:02}01" for c in range(9, 17)} | {f"{c:02}23" for c in range(2, 9)} | {"2823"}
    for place, boxes in border_cases("us", (WEST | SOUTH | gaps) - NORTH - EAST, destroys=False):
        assert boxes == {"american-off-map"}, place
    cases = border_cases("german", (NORTH | EAST | gaps) - WEST - SOUTH, destroys=False)
    for place, boxes in cases:
        assert boxes == {"german-off-map"}, place


def lost_at(piece, place):
    """The match after a hopeless attack by a piece whose every neighbour is in an enemy zone."""
    near = board().grid.neighbours(place)
    side = "german" if piece.startswith("de-") else "us"
    pieces = {piece: place, **dict(zip(FOES[side], near, strict=False))}
    t = table("metz", f"{side}-combat", pieces, turn=6, dice=[3, 4])
    t.attack(near[0], piece)
    if "confirm" in t.decision.actions:
        t.defend()
    return t


@pytest.mark.rule("metz-4.2.2-1", "metz-11.2.1-4", "metz-5.3-3")
def test_an_american_driven_off_the_north_edge_is_destroyed():
    t = lost_at("us-379-ri", "2001")
    assert t.place("us-379-ri") == "dead"
    assert ("german", 5) in {(line.side, line.points) for line in t.s.rules.score(s=t.s)}


@pytest.mark.rule("metz-4.2.2-2", "metz-11.2.2-2")
def test_a_german_driven_off_the_south_edge_is_destroyed():
    t = lost_at("de-951-ri", "1523")
    assert t.place("de-951-ri") == "dead"
    assert ("us", 2) in {(line.side, line.points) for line in t.s.rules.score(s=t.s)}


def driven_off(piece="us-101-ri", place="0115", turn=6):
    """A unit that an attack drives off the board."""
    near = board().grid.neighbours(place)
    side = "german" if piece.startswith("de-") else "us"
    foe = FOES[side][0]
    t = table("metz", f"{side}-combat", {piece: place, foe: near[0]}, turn=turn, dice=[2, 3],
              tracks={"air.us": 0})  # fmt: skip
    t.attack(near[0], piece)
    box = "american-off-map" if side == "us" else "german-off-map"
    assert t.told()["code"].endswith(("ARI", "ARB", "AE")), t.told()["code"]
    return t.do(action("retreat", piece, (box,))), box


@pytest.mark.rule("metz-4.2.2-3", "metz-4.2.2-4")
def test_a_retreat_off_the_board_is_no_loss():
    t, box = driven_off()
    assert t.place("us-101-ri") == box
    assert t.s.position.facts["outside"]["us-101-ri"] == ["0115", 6]
    assert all(line.points == 0 for line in t.s.rules.score(s=t.s) if "destroyed" in
               t.say(line.label))  # fmt: skip


@pytest.mark.rule("metz-4.2.2-4")
def test_the_way_back_is_within_three_hexes():
    t, _box = driven_off()
    t.end()
    assert t.reach("us-101-ri") == set()
    while t.s.turn == 6:
        t.end()
    assert t.phase == "us-movement"
    near = {f"01{r}" for r in range(12, 19)}
    found = entries(t, "us-101-ri")
    assert found <= near
    assert {"0112", "0118"} & found
    assert t.refuses(t.move("us-101-ri", "0119")) == "metz-4.2.1-2"
    for place in sorted(found)[:2]:
        again = t.game.fork()
        again.act(action("move", "us-101-ri", (place,)))
        assert again.situation.place("us-101-ri") == place
        assert again.situation.piece("us-101-ri").spent > 0


@pytest.mark.rule("metz-4.2.2-4")
@pytest.mark.parametrize("turn", [7, 8, 12])
def test_who_is_blocked_waits(turn):
    pieces = {"us-101-ri": "american-off-map"}
    facts = {"outside": {"us-101-ri": ["0115", 6]}}
    t = march(pieces, "us", turn=turn, facts=facts)
    assert entries(t, "us-101-ri")
    germans = [p for p in t.s.module.counters if p.startswith("de-")]
    wall = dict(zip(germans, [f"01{r}" for r in range(12, 19)], strict=False))
    t = march({**pieces, **wall}, "us", turn=turn, facts=facts)
    assert entries(t, "us-101-ri") == set()
    assert can_end(t)


@pytest.mark.rule("metz-4.2.2-4")
def test_returns_may_use_any_border_near_by():
    facts = {"outside": {"us-101-ri": ["0901", 6]}}
    t = march({"us-101-ri": "american-off-map"}, "us", turn=7, facts=facts)
    assert {"0801", "0901", "1201"} <= entries(t, "us-101-ri")
    assert "1301" not in entries(t, "us-101-ri")


@pytest.mark.rule("metz-5.1.3-1")
def test_the_border_counts_as_a_way_out_only_where_it_saves():
    """Americans on the west edge can leave, on the north edge they cannot."""
    for place, closed in (("0115", False), ("2001", True)):
        near = board().grid.neighbours(place)
        wall = dict(zip(FOES["us"], near[:4], strict=False))
        t = table("metz", "german-combat", {FOOT: place, **wall}, turn=6)
        assert surrounded(t.s, place) == closed
    assert WEAK
