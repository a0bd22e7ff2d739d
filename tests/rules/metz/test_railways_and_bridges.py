"""Sections 9.0 and 10.0: railways, and the bridges of American engineers."""

import pytest

from asking import bridges_left
from lorraine import (
    EAST,
    FOOT,
    GERMAN,
    GROUND,
    GUN,
    TANKS,
    at,
    board,
    march,
    spent,
    step,
    until,
)
from tabuleiro.engine import events as ev
from tabuleiro.rules.ground.zones import engaged
from tabuleiro.testing import action, table
from tabuleiro_metz.rail import RailMove

ENGINEERS = ["us-1103-geng", "us-1117-geng", "us-1135-geng", "us-1139-geng", "us-1306-geng"]


def rails():
    return board().network_hexes("railway")


def by_rail(t, piece):
    return {a.path[-1]: a.path for a in t.legal("rail-move", piece=piece)}


def longest():
    """A railway hex from which some other is more than thirty hexes of track away."""
    from tabuleiro.board import StepCosts, path_to, reachable

    grid = board().grid
    tracks = StepCosts.build(grid, {}, links=dict.fromkeys(board().links_of("railway"), 1))
    for start in sorted(rails()):
        reach = reachable(tracks, grid.index(start))
        far = [n for n, (cost, _) in reach.items() if cost > 31]
        if far:
            return start, [grid.hexes[n] for n in path_to(reach, far[0])]
    raise AssertionError("no railway is that long")


# --------------------------------------------------------------------------------- rail


@pytest.mark.rule("metz-9.0-1")
@pytest.mark.parametrize("piece", [FOOT, TANKS, GUN, GERMAN, "de-15-rpz"])
def test_starting_on_a_railway_unengaged(piece):
    start = "0804"
    start = start if start in rails() else sorted(rails())[40]
    t = march({piece: start})
    ends = by_rail(t, piece)
    assert ends
    end = max(ends)
    t.do(action("rail-move", piece, ends[end]))
    assert (t.place(piece), spent(t, piece)) == (end, 0)
    off = next(h for h in board().grid if h not in rails())
    t = march({piece: off})
    assert by_rail(t, piece) == {}
    near = next(h for h in board().grid.neighbours(start))
    foe = FOOT if piece.startswith("de-") else GERMAN
    t = march({piece: start, foe: near})
    assert by_rail(t, piece) == {}
    assert t.refuses(action("rail-move", piece, ends[end])) == "metz-9.0-1"


@pytest.mark.rule("metz-9.0-1")
def test_whoever_walks_to_a_railway_does_not_use_it_in_that_turn():
    a, b = step("clear", start=None, rail=True)
    t = march({FOOT: a}).go(FOOT, b)
    assert by_rail(t, FOOT) == {}
    assert t.refuses(action("rail-move", FOOT, (a,))) == "metz-9.0-1"
    t = until(march({FOOT: a}, turn=5).go(FOOT, b), "us-movement", 6)
    assert by_rail(t, FOOT)


def german_turn(us, german, *moves, options=None):
    """The German movement of a turn that began with these pieces; Americans moved in it."""
    quiet = at("0222", "us-104-ri")
    t = table("metz", "german-combat", {**us, **german, **quiet}, turn=4,
              options={"duty": "warn-and-release", **(options or {})})  # fmt: skip
    t = until(t, "us-movement", 5)
    for piece, *path in moves:
        t.go(piece, *path)
    return until(t, "german-movement", 5)


def rail_pair():
    """Two open railway hexes side by side inland, and an open hex beside the first of them only."""
    sheet = board()
    for a in sorted(rails()):
        around = sheet.grid.neighbours(a)
        if len(around) < 6:
            continue
        for b in around:
            for far in sheet.grid.neighbours(b):
                apart = sheet.grid.distance(a, far) == 2 and far not in rails()
                if sheet.road_between(a, b, "railway") and apart:
                    return a, b, far
    raise AssertionError("no such railway")


@pytest.mark.rule("metz-9.0-1")
@pytest.mark.parametrize("reading", ["turn", "own-movement"])
def test_who_was_engaged_only_since_the_turn_began_takes_the_train(reading):
    """Free when the turn began; an American came beside it and did not drive it off."""
    a, b, far = rail_pair()
    t = german_turn({FOOT: far}, {GERMAN: a}, (FOOT, b), options={"rail-start": reading})
    assert engaged(t.s, GERMAN)
    assert bool(by_rail(t, GERMAN)) is (reading == "turn")


@pytest.mark.rule("metz-9.0-1")
@pytest.mark.parametrize("reading", ["turn", "own-movement"])
def test_who_was_engaged_when_the_turn_began_takes_no_train(reading):
    a, b, far = rail_pair()
    t = german_turn({FOOT: b}, {GERMAN: a}, (FOOT, far), options={"rail-start": reading})
    assert not engaged(t.s, GERMAN)
    assert bool(by_rail(t, GERMAN)) is (reading == "own-movement")
    if reading == "turn":
        path = next(h for h in board().grid.neighbours(a) if (a, h) in board().links_of("railway"))
        assert t.refuses(RailMove(GERMAN, (path,))) == "metz-9.0-1"
        t = until(t.end(), "german-movement", 6)
        assert by_rail(t, GERMAN)


@pytest.mark.rule("metz-9.0-1")
@pytest.mark.parametrize("reading", ["turn", "own-movement"])
def test_who_was_pushed_onto_a_railway_takes_no_train(reading):
    """The turn began for it beside the railway."""
    a, _b, _far = rail_pair()
    off = next(h for h in board().grid.neighbours(a) if h not in rails())
    t = german_turn({}, {GERMAN: off}, options={"rail-start": reading})
    t.game.test([ev.Moved(GERMAN, a)], {"type": "pushed"})
    assert bool(by_rail(t, GERMAN)) is (reading == "own-movement")


@pytest.mark.rule("metz-9.0-2")
def test_trains_do_not_leave_the_track():
    start = sorted(rails())[40]
    t = march({FOOT: start})
    ends = by_rail(t, FOOT)
    assert set(ends) <= rails()
    for path in ends.values():
        steps = zip((start, *path), path, strict=False)
        assert all(board().road_between(a, b, "railway") for a, b in steps)
    off = next(h for h in board().grid.neighbours(start)
               if not board().road_between(start, h, "railway"))  # fmt: skip
    assert t.refuses(action("rail-move", FOOT, (off,))) == "metz-9.0-2"
    end, path = min(ends.items())
    t.do(action("rail-move", FOOT, path))
    assert t.reach(FOOT) == set()
    assert by_rail(t, FOOT) == {}
    assert t.refuses(t.move(FOOT, board().grid.neighbours(end)[0])) == "metz-9.0-2"


@pytest.mark.rule("metz-9.0-3")
@pytest.mark.parametrize("rides", [True, False])
def test_no_attack_in_the_turn_of_a_train(rides):
    """A gun within range fires if it stayed, not if it came by rail; in defence it does, too."""
    start, end, foe, near = gun_train()
    pieces = {GUN: start if rides else end, GERMAN: foe, FOOT: near}
    t = march(pieces, "us")
    if rides:
        t.do(action("rail-move", GUN, by_rail(t, GUN)[end]))
    t.end()
    assert (t.phase, t.place(GUN)) == ("us-combat", end)
    t.declare(foe, FOOT)
    if rides:
        assert t.refuses(action("join", GUN)) == "metz-9.0-3"
    else:
        assert t.allows(action("join", GUN))
    t.do(action("cancel")).dice(1, 2).attack(foe, FOOT)
    assert (t.told()["code"], t.place(FOOT)) == ("IMP", near)
    t.end().end().attack(near, GERMAN).defend(GUN)
    assert t.told()["odds"]["defence"] == 4 + 4


@pytest.mark.rule("metz-9.0-3")
@pytest.mark.parametrize("rides", [True, False])
def test_no_bombardment_in_the_turn_of_a_train(rides):
    start, end, foe, _near = gun_train()
    t = march({GUN: start if rides else end, GERMAN: foe}, "us")
    if rides:
        t.do(action("rail-move", GUN, by_rail(t, GUN)[end]))
    t.end()
    assert t.allows(action("bombard", foe)) is not rides
    until(t, "us-combat", 6)
    assert t.allows(action("bombard", foe))


def gun_train():
    """A start and an end of a gun's ride, and hexes of open ground for both sides within range."""
    grid, clear = board().grid, set(board().hexes_of("clear"))
    for start in sorted(rails()):
        for end in sorted(by_rail(march({GUN: start}), GUN)):
            for foe in sorted(clear):
                if grid.distance(foe, end) == 3 and grid.distance(foe, start) > 6:
                    found = [h for h in grid.neighbours(foe) if h in clear
                             and grid.distance(h, end) == 2 and no_sides(h, foe)]  # fmt: skip
                    if found and end in by_rail(march({GUN: start, GERMAN: foe}, "us"), GUN):
                        return start, end, foe, found[0]
    raise AssertionError("no such railway")


def no_sides(a, b):
    return not board().features.get(board().grid.side(a, b))


@pytest.mark.rule("metz-9.0-4", "metz-tables-8")
@pytest.mark.parametrize("piece", [GUN, TANKS, FOOT, "de-22-rif", "de-15-rpz"])
def test_thirty_hexes_a_turn(piece):
    start, way = longest()
    t = march({piece: start})
    assert max(len(path) for path in by_rail(t, piece).values()) == 30
    assert t.refuses(action("rail-move", piece, tuple(way[1:32]))) == "metz-9.0-4"
    t.do(action("rail-move", piece, tuple(way[1:31])))
    assert t.place(piece) == way[30]


@pytest.mark.rule("metz-tables-8")
def test_railways_give_no_columns():
    t = march({FOOT: GROUND})
    assert "columns" not in type(t.s.module.networks["railway"]).__struct_fields__


@pytest.mark.rule("metz-9.0-5", "metz-4.1.2-13")
def test_trains_avoid_the_enemy():
    start = sorted(rails())[40]
    free = by_rail(march({FOOT: start}), FOOT)
    end, path = max(free.items(), key=lambda item: len(item[1]))
    block = path[len(path) // 2]
    t = march({FOOT: start, GERMAN: block}, "us")
    closed = {block, *board().grid.neighbours(block)}
    ends = by_rail(t, FOOT)
    assert not closed & set(ends)
    assert all(not closed & set(way) for way in ends.values())
    assert t.refuses(action("rail-move", FOOT, path)) == "metz-9.0-5"
    four = ["us-104-ri", "us-328-ri", "us-134-ri", "us-137-ri"]
    t = march({FOOT: start, **at(end, *four)})
    assert end not in by_rail(t, FOOT)
    assert t.refuses(action("rail-move", FOOT, path)) == "metz-4.1.1-1"


@pytest.mark.rule("metz-9.0-6", "metz-tables-8")
@pytest.mark.parametrize(
    ("piece", "edges"), [(TANKS, ("west", "west-top")), ("de-art-401", ("east",))]
)
def test_reinforcements_enter_by_rail(piece, edges):
    t = march({piece: "off"}, turn=5)
    ends = by_rail(t, piece)
    border = {h for edge in edges for h in board().edges[edge].hexes} & rails()
    assert border
    assert border <= set(ends)
    assert {path[0] for path in ends.values()} <= border
    assert max(len(path) for path in ends.values()) <= 30
    t.do(action("rail-move", piece, max(ends.values(), key=len)))
    assert t.place(piece) in rails()
    inland = next(h for h in sorted(rails()) if h not in border)
    t = march({piece: "off"}, turn=5)
    t.refuses(action("rail-move", piece, (inland,)))


@pytest.mark.rule("metz-9.0-1")
def test_who_may_not_move_takes_no_train():
    start = sorted(rails())[40]
    t = march({"us-10-db-cca": start}, turn=2)
    assert by_rail(t, "us-10-db-cca") == {}


# ------------------------------------------------------------------------------ bridges


def river():
    return step("clear", river=True)


def builders(t):
    return {(a.piece, a.hex) for a in t.legal("build-bridge")}


def ready(piece=ENGINEERS[1], turn=5, *, far="us", control=None, tracks=None, others=None):
    """The start of an American movement phase for an engineer beside a river since last turn."""
    here, there = river()
    pieces = {piece: here, **(others or {})}
    known = {here: "us", **({there: far} if far else {})}
    return table("metz", "us-movement", pieces, turn=turn, control=control or known,
                 facts={"works": {piece: here}}, tracks=tracks or {})  # fmt: skip


@pytest.mark.rule("metz-10.0-1")
@pytest.mark.parametrize("piece", ENGINEERS)
def test_five_groups_build(piece):
    here, there = river()
    assert builders(ready(piece)) == {(piece, there)}
    assert here


@pytest.mark.rule("metz-10.0-1")
@pytest.mark.parametrize("piece", [FOOT, TANKS, GUN])
def test_others_do_not_build(piece):
    t = march({piece: river()[0]}, turn=4, control=dict.fromkeys(river(), "us")).end()
    assert piece not in t.s.position.facts.get("works", {})
    t = until(t, "us-movement", 5)
    assert not t.legal("build-bridge")
    t = table("metz", "german-movement", {GERMAN: river()[0]}, turn=5)
    assert not t.legal("build-bridge")


@pytest.mark.rule("metz-10.0-2", "metz-3.0-4")
def test_begun_in_one_turn_and_ready_in_the_next():
    here, there = river()
    start = next(h for h in board().grid.neighbours(here) if h != there
                 and board().terrain_at(h) != "rough-woods")  # fmt: skip
    piece = ENGINEERS[1]
    t = march({piece: start, "us-104-ri": there}, turn=4)
    assert not t.legal("build-bridge")
    t.do(*t.legal("move", piece=piece, hex=here)).end()
    assert t.s.position.facts["works"] == {piece: here}
    t = until(t, "us-movement", 5)
    assert (piece, there) in builders(t)
    t.do(action("build-bridge", piece, there))
    assert t.s.place_marked("/".join(sorted((here, there))), "bridge")
    while t.legal("build-bridge") or t.legal("done-building"):
        t.do(t.legal("done-building")[0])
    assert t.reach(piece)  # it may move on, and others may cross at once
    crossing = march({TANKS: here}, marks={"/".join(sorted((here, there))): ["bridge"]})
    assert crossing.allows(crossing.move(TANKS, there))


@pytest.mark.rule("metz-10.0-2")
def test_a_retreat_breaks_the_work():
    here, there = river()
    piece = ENGINEERS[1]
    t = table("metz", "us-movement", {piece: EAST, "us-104-ri": there}, turn=5,
              control={here: "us", there: "us"}, facts={"works": {piece: here}})  # fmt: skip
    assert not t.legal("build-bridge")


@pytest.mark.rule("metz-10.0-2")
def test_only_over_a_river_beside_the_builder():
    here, there = river()
    t = ready()
    dry = next(h for h in board().grid.neighbours(here) if not board().side_has(here, h, "river"))
    assert t.refuses(action("build-bridge", ENGINEERS[1], dry)) == "metz-10.0-2"
    assert t.refuses(action("build-bridge", ENGINEERS[0], there)) == "metz-10.0-2"


@pytest.mark.rule("metz-10.0-3")
@pytest.mark.parametrize("far", ["german", None])
def test_both_hexes_must_be_american(far):
    here, there = river()
    t = ready(far=far)
    assert builders(t) == set()
    others = {"us-1103-geng": here}
    assert builders(ready(far="us", others=others)) == {(ENGINEERS[1], there)}
    assert builders(ready(control={there: "us"})) == set()


@pytest.mark.rule("metz-10.0-3")
def test_hexes_are_held_by_who_passed_last():
    here, there = river()
    t = march({FOOT: here}, turn=4).go(FOOT, there)
    assert t.s.position.control[there] == "us"
    t = march({GERMAN: here}, turn=4, control={there: "us"}).go(GERMAN, there)
    assert t.s.position.control[there] == "german"
    t = table("metz", "german-combat", {FOOT: here, GERMAN: "2702"}, turn=4).end()
    assert t.s.position.control[here] == "us"


@pytest.mark.rule("metz-10.0-4")
@pytest.mark.parametrize(("turn", "allowed"), [(1, False), (2, False), (3, True), (9, True)])
def test_from_turn_3_on(turn, allowed):
    assert bool(builders(ready(turn=turn))) == allowed


@pytest.mark.rule("metz-10.0-5")
@pytest.mark.parametrize(("piece", "points"), [(TANKS, 3), ("us-4-gtd", 3), ("us-2-gcav", 3),
                                               (FOOT, 1)])  # fmt: skip
def test_bridges_carry_all_at_no_cost(piece, points):
    here, there = river()
    for a, b in ((here, there), (there, here)):
        t = march({piece: a}, marks={"/".join(sorted((a, b))): ["bridge"]}).go(piece, b)
        assert spent(t, piece) == points


@pytest.mark.rule("metz-10.0-6")
def test_nothing_moves_a_bridge():
    here, there = river()
    side = "/".join(sorted((here, there)))
    t = march({FOOT: here, ENGINEERS[0]: here}, marks={side: ["bridge"]})
    t = until(t.go(FOOT, there), "us-movement", 6)
    assert t.s.place_marked(side, "bridge")
    kinds = {a.kind for a in t.legal()}
    assert kinds <= {"move", "rail-move", "end-phase", "build-bridge", "done-building"}


@pytest.mark.rule("metz-10.0-7")
@pytest.mark.parametrize("end", [0, 1])
def test_germans_destroy_bridges_by_coming(end):
    sides = river()
    side = "/".join(sorted(sides))
    start = next(h for h in board().grid.neighbours(sides[end]) if h not in sides)
    t = march({GERMAN: start}, marks={side: ["bridge"]}, tracks={"bridges": 4})
    t.do(*t.legal("move", piece=GERMAN, hex=sides[end]))
    assert not t.s.place_marked(side, "bridge")
    assert bridges_left(t.s) == 4  # it cannot be used again
    t = march({FOOT: start}, marks={side: ["bridge"]})
    t.do(*t.legal("move", piece=FOOT, hex=sides[end]))
    assert t.s.place_marked(side, "bridge")


@pytest.mark.rule("metz-10.0-8")
@pytest.mark.parametrize(("left", "allowed"), [(5, True), (1, True), (0, False)])
def test_five_bridges_in_all(left, allowed):
    t = ready(tracks={"bridges": left})
    assert bool(builders(t)) == allowed
    if allowed:
        t.do(*t.legal("build-bridge"))
        assert bridges_left(t.s) == left - 1
    assert bridges_left(march({FOOT: GROUND}).s) == 5
    assert ev.Moved
