"""Section 4.0 and the movement part of the terrain table."""

import pytest

from lorraine import (
    CAVALRY,
    DESTROYERS,
    FOOT,
    GERMAN,
    GRENADIERS,
    GROUND,
    GUN,
    NORTH,
    PANZER,
    TANKS,
    board,
    march,
    price,
    spent,
    step,
    with_points,
)
from tabuleiro.testing import action, table

ON_FOOT = [FOOT, GUN, "us-1117-geng", "us-1306-geng", "de-22-rif", "de-1010-rs"]
ARMOUR = [TANKS, DESTROYERS, CAVALRY, PANZER, "de-106-bg", "us-8-gb"]


@pytest.mark.rule("metz-2.2.1-5", "metz-8.0-1", "metz-4.0-1")
@pytest.mark.parametrize("piece", ON_FOOT)
def test_prices_on_foot(piece):
    for terrain, points in (("clear", 1), ("city", 1), ("woods", 2), ("rough", 2),
                            ("rough-woods", 3), ("airfield", 1)):  # fmt: skip
        assert price(piece, *step(terrain)) == points


@pytest.mark.rule("metz-2.2.1-5", "metz-4.0-1", "metz-tables-4", "metz-4.1.1-5")
@pytest.mark.parametrize("piece", [GRENADIERS, "de-37-rpzgr-ss"])
def test_prices_of_armoured_infantry(piece):
    for terrain, points in (("clear", 3), ("city", 1), ("woods", 4), ("rough", 4),
                            ("rough-woods", 4), ("airfield", 1)):  # fmt: skip
        assert price(piece, *step(terrain)) == points
    assert price(piece, *step("clear", river=True)) == 5
    assert price(piece, *step("woods", river=True)) == 6


@pytest.mark.rule("metz-2.2.1-5", "metz-4.0-1", "metz-tables-1", "metz-tables-2", "metz-tables-3")
@pytest.mark.parametrize("piece", ARMOUR)
def test_prices_of_armour(piece):
    for terrain, points in (("clear", 3), ("city", 1), ("woods", 4), ("rough", 4),
                            ("airfield", 1)):  # fmt: skip
        assert price(piece, *step(terrain)) == points


@pytest.mark.rule("metz-tables-4", "metz-5.1.2-5")
@pytest.mark.parametrize("piece", ARMOUR)
def test_armour_enters_wooded_rough_by_road_only(piece):
    assert price(piece, *step("rough-woods")) == "metz-tables-4"
    by_road = step("rough-woods", start=None, road=True)
    assert price(piece, *by_road) == 0.5
    assert price(piece, *by_road[::-1]) == 0.5
    t = march({piece: by_road[0]}, options={"rough-woods-roads": False})
    assert t.refuses(t.move(piece, by_road[1])) == "metz-tables-4"
    assert by_road[1] not in t.reach(piece)


@pytest.mark.rule("metz-4.1.1-4", "metz-tables-5")
@pytest.mark.parametrize("piece", ARMOUR)
def test_armour_crosses_rivers_by_bridges_only(piece):
    a, b = step("clear", river=True)
    t = march({piece: a})
    t.refuses(t.move(piece, b))
    assert b not in t.reach(piece) or len(t.legal("move", piece=piece, hex=b)[0].path) > 1
    assert price(piece, *step("clear", river=True, road=True)) == 0.5
    assert price(piece, *step("clear", river=True, rail=True)) == 3
    bridge = {"/".join(sorted((a, b))): ["bridge"]}
    t = march({piece: a}, marks=bridge).go(piece, b)
    assert spent(t, piece) == 3


@pytest.mark.rule("metz-tables-5", "metz-8.0-1")
@pytest.mark.parametrize("piece", [FOOT, GUN, "de-22-rif"])
def test_rivers_cost_men_on_foot_one_point(piece):
    assert price(piece, *step("clear", river=True)) == 2
    assert price(piece, *step("woods", river=True)) == 3


@pytest.mark.rule("metz-tables-5")
def test_rivers_cost_grenadiers_two_points():
    assert price(GRENADIERS, *step("woods", river=True)) == 6


@pytest.mark.rule("metz-4.0-11")
def test_roads_and_railways_bridge_rivers():
    assert price(FOOT, *step("clear", river=True, road=True)) == 1
    assert price(FOOT, *step("clear", river=True, rail=True)) == 1
    assert price(FOOT, *step("clear", river=True)) == 2
    assert price(GRENADIERS, *step("clear", river=True, road=True)) == 0.5
    assert price(GRENADIERS, *step("clear", river=True, rail=True)) == 3


@pytest.mark.rule("metz-4.0-12")
@pytest.mark.parametrize(("piece", "points"), [(FOOT, 1), (TANKS, 3), (GRENADIERS, 3)])
def test_railways_do_not_make_marching_cheaper(piece, points):
    assert price(piece, *step("clear", rail=True)) == points
    assert price(piece, *step("clear", river=True, rail=True)) == points


@pytest.mark.rule("metz-4.0-12")
def test_railways_through_woods_cost_as_woods():
    assert price(FOOT, *step("woods", start=None, rail=True)) == 2
    assert price(TANKS, *step("woods", start=None, rail=True)) == 4


@pytest.mark.rule("metz-4.0-13", "metz-tables-7")
@pytest.mark.parametrize("terrain", ["clear", "city", "woods", "rough", "rough-woods", "airfield"])
def test_roads_replace_the_terrain(terrain):
    road = step(terrain, start=None, road=True)
    assert price(FOOT, *road) == 1
    assert price(TANKS, *road) == 0.5
    assert price(GRENADIERS, *road) == 0.5


@pytest.mark.rule("metz-ex-4.0", "metz-4.0-1", "metz-4.0-13", "metz-4.0-2")
@pytest.mark.parametrize("piece", ["us-4-db-ccb", TANKS])
def test_the_march_from_delme_beyond_donnelay(piece):
    t = march({piece: "0616"})
    assert t.s.value(piece, "move") == 10
    t.do(*t.legal("move", piece=piece, hex="0721"))
    assert spent(t, piece) == 3
    row = t.game.log.line()[-1]
    assert len(row.action["path"]) == 6
    costs = []
    for place in ("0822", "0922", "1023"):
        before = spent(t, piece)
        costs.append(spent(t.go(piece, place), piece) - before)
    assert costs == [3, 1, 3]
    assert spent(t, piece) == 10
    assert t.reach(piece) == set()
    assert t.refuses(t.move(piece, "1022")) == "metz-4.0-2"


@pytest.mark.rule("metz-4.0-2")
def test_no_minimum_move():
    a, b = step("woods")
    t = with_points(FOOT, 1, {FOOT: a})
    assert t.refuses(t.move(FOOT, b)) == "metz-4.0-2"
    t = with_points(FOOT, 2, {FOOT: a})
    assert t.allows(t.move(FOOT, b))
    t = march({FOOT: GROUND})
    assert t.refuses(t.move(FOOT, *["1111", "1112"] * 3, "1111")) == "metz-4.0-2"


@pytest.mark.rule("metz-4.0-3", "metz-3.0-2")
def test_pieces_may_stop_early_and_stay():
    t = march({FOOT: GROUND, "us-104-ri": "0221"}).go(FOOT, "1111", "1110")
    assert spent(t, FOOT) == 2
    assert t.end().phase == "us-combat"
    t = march({FOOT: GROUND, "us-104-ri": "0221"})
    assert t.end().phase == "us-combat"


@pytest.mark.rule("metz-4.0-4")
def test_points_are_not_saved():
    t = march({FOOT: GROUND}, turn=4).go(FOOT, "1111", "1110")
    while t.s.turn == 4:
        t.end()
    t.go(FOOT, "1111", GROUND)
    assert spent(t, FOOT) == 2
    left = {deed.path[-1] for deed in t.legal("move", piece=FOOT)}
    assert t.refuses(t.move(FOOT, "1113", GROUND, "1113", GROUND, "1113")) == "metz-4.0-2"
    assert left


@pytest.mark.rule("metz-4.0-5", "metz-4.0-6")
def test_each_piece_pays_for_itself():
    other = "us-104-ri"
    t = march({FOOT: GROUND, other: GROUND, TANKS: GROUND})
    t.go(FOOT, "1111", GROUND, "1111").go(FOOT, GROUND, "1111", GROUND)
    assert (spent(t, FOOT), spent(t, other), spent(t, TANKS)) == (6, 0, 0)
    assert t.reach(FOOT) == set()
    assert t.reach(other)
    far = t.reach(TANKS) - t.reach(other)
    near = t.reach(other) - t.reach(TANKS)
    assert far or near  # 10 points in the mud and 6 on foot do not lead to the same hexes
    assert t.refuses(t.move(FOOT, "1111")) == "metz-4.0-2"


@pytest.mark.rule("metz-tables-3")
def test_woods_within_the_points():
    woods = board().hexes_of("woods")
    grid = board().grid
    chain = next(
        (a, b, c, d)
        for a in woods for b in grid.neighbours(a) for c in grid.neighbours(b)
        for d in grid.neighbours(c)
        if len({a, b, c, d}) == 4 and all(_wild(x, y) for x, y in ((a, b), (b, c), (c, d)))
    )  # fmt: skip
    start, *path = chain
    assert spent(march({FOOT: start}).go(FOOT, *path), FOOT) == 6
    t = march({TANKS: start})
    assert t.refuses(t.move(TANKS, *path)) == "metz-4.0-2"
    assert spent(t.go(TANKS, *path[:2]), TANKS) == 8


def _wild(a, b):
    sheet = board()
    free = not sheet.features.get(sheet.grid.side(a, b)) and not sheet.road_between(a, b)
    return free and {sheet.terrain_at(a), sheet.terrain_at(b)} <= {"woods", "rough"}


@pytest.mark.rule("metz-tables-7")
def test_length_of_a_march_by_road():
    start = "0616"
    t = march({TANKS: start, FOOT: start})
    assert max(len(m.path) for m in t.legal("move", piece=TANKS)) > 15
    assert max(len(m.path) for m in t.legal("move", piece=FOOT)) == 6


@pytest.mark.rule("metz-tables-6")
@pytest.mark.parametrize("piece", [FOOT, GUN, GERMAN])
def test_lines_bivouacs_and_borders_cost_nothing(piece):
    over = step("clear", start=None, line=True)
    assert price(piece, *over) == 1
    assert price(piece, *over[::-1]) in {1, 2, 3}
    bivouac = board().regions["bivouac-xii"].hexes
    plain = {h for h in bivouac if board().terrain_at(h) == "clear"}
    assert plain
    for place in plain:
        sheet = board()
        for near in sheet.grid.neighbours(place):
            if not sheet.features.get(sheet.grid.side(near, place)):
                assert price(piece, near, place) == 1


@pytest.mark.rule("metz-tables-6")
def test_lines_cost_armour_nothing():
    assert price(TANKS, *step("clear", start=None, line=True)) == 3


@pytest.mark.rule("metz-tables-10", "metz-tables-2", "metz-tables-9")
def test_towns_and_airfields_have_one_price_whatever_lies_around():
    for terrain in ("city", "airfield"):
        for piece in (FOOT, TANKS, GRENADIERS):
            assert price(piece, *step(terrain)) == 1
            assert price(piece, *step(terrain, start=None)) == 1
    assert all(isinstance(kind, str) for kind in board().terrain.values())


@pytest.mark.rule("metz-4.0-7")
@pytest.mark.parametrize("piece", ["us-4-db-cca", "us-4-db-ccb", "us-4-db-ccr"])
def test_fourth_armored_waits_for_turn_2(piece):
    t = march({piece: GROUND}, turn=1)
    assert t.refuses(t.move(piece, NORTH)) == "metz-4.0-7"
    assert t.reach(piece) == set()
    assert march({piece: GROUND}, turn=2).go(piece, NORTH).place(piece) == NORTH


@pytest.mark.rule("metz-4.0-8")
@pytest.mark.parametrize("piece", ["us-10-db-cca", "us-10-db-ccb", "us-10-db-ccr"])
def test_tenth_armored_waits_for_turn_3(piece):
    for turn in (1, 2):
        t = march({piece: GROUND}, turn=turn)
        assert t.refuses(t.move(piece, NORTH)) == "metz-4.0-8"
        assert t.reach(piece) == set()
    assert march({piece: GROUND}, turn=3).go(piece, NORTH).place(piece) == NORTH


@pytest.mark.rule("metz-4.0-7", "metz-4.0-8")
@pytest.mark.parametrize(("piece", "turn"), [("us-4-db-cca", 1), ("us-10-db-cca", 2)])
def test_who_waits_attacks_if_engaged_but_does_not_advance(piece, turn):
    pieces = {piece: "1212", "de-951-ri": {"place": GROUND, "losses": 1}}
    t = march(pieces, "us", turn=turn, tracks={"air.us": 10}).end()
    assert set(t.decision.pieces) == {piece}
    assert not t.allows(action("end-phase"))
    t.dice(1, 2).attack(GROUND, piece)
    assert t.place(piece) == "1212"
    assert not t.legal("advance")
    later = table("metz", "us-combat", pieces, turn=turn + 1, dice=[1, 2])
    assert later.attack(GROUND, piece).legal("advance")


POSTS = [("de-1217-ri", "0507"), ("de-1010-rs", "0607")]


def _exit_of(t, piece):
    return next(iter(sorted(t.reach(piece))), None)


@pytest.mark.rule("metz-4.0-9")
@pytest.mark.parametrize(("piece", "post"), POSTS)
def test_posts_are_held(piece, post):
    t = march({piece: post}, turn=1)
    assert t.reach(piece) == set()
    assert t.refuses(t.move(piece, "0606" if post == "0607" else "0506")) == "metz-4.0-9"
    elsewhere = march({piece: "0611"}, turn=1)
    assert elsewhere.reach(piece)


@pytest.mark.rule("metz-4.0-9")
@pytest.mark.parametrize(("piece", "post"), POSTS)
def test_a_dominated_post_may_be_left(piece, post):
    near = [h for h in board().grid.neighbours(post) if h not in {"0608", "0707"}]
    free = {h: march({piece: post, FOOT: h}, "german").reach(piece) != set() for h in near}
    ground = {h: board().terrain_at(h) for h in near}
    rivers = {h: board().side_has(post, h, "river") for h in near}
    for place in near:  # the post is rough, 1 column; a river helps both sides alike
        assert free[place] == (ground[place] == "rough-woods" and not rivers[place]), place
    assert True in free.values()
    assert False in free.values()


@pytest.mark.rule("metz-4.0-9")
def test_leaving_a_dominated_post_costs_the_break_of_contact():
    piece, post = POSTS[0]
    above = next(
        h for h in board().grid.neighbours(post)
        if board().terrain_at(h) == "rough-woods" and not board().side_has(post, h, "river")
    )  # fmt: skip
    t = march({piece: post, FOOT: above}, "german")
    way = min(t.legal("move", piece=piece), key=lambda m: len(m.path))
    t.do(way)
    plain = price("de-712-ri", post, way.path[0])
    assert spent(t, piece) == plain + 1


@pytest.mark.rule("metz-4.0-9")
def test_the_condition_is_seen_when_the_phase_begins_and_by_itself():
    one, two = POSTS
    above = next(
        h for h in board().grid.neighbours("0507")
        if board().terrain_at(h) == "rough-woods" and not board().side_has("0507", h, "river")
        and h not in board().grid.neighbours("0607")
    )  # fmt: skip
    t = march({one[0]: one[1], two[0]: two[1], FOOT: above}, "german")
    assert t.reach(one[0])
    assert not t.reach(two[0])


@pytest.mark.rule("metz-4.0-9")
def test_no_advance_from_a_post():
    piece, post = POSTS[1]
    foe, others = "0706", ("de-59-ri", "de-73-ri")
    pieces = {**dict.fromkeys((piece, *others), post), "us-377-ri": {"place": foe, "losses": 1}}
    t = table("metz", "german-combat", pieces, turn=5, dice=[1, 1]).attack(foe, piece, *others)
    assert (t.told()["code"], t.place("us-377-ri")) == ("DRB AVI", "dead")
    assert t.refuses(action("advance", piece, (foe,))) == "metz-4.0-9"
    assert t.advance(others[0], foe).place(others[0]) == foe


@pytest.mark.rule("metz-4.0-10")
@pytest.mark.parametrize(("piece", "post"), POSTS)
def test_who_left_his_post_is_free(piece, post):
    t = march({piece: "0707"}, turn=4)
    assert post in t.reach(piece)
    t.do(*t.legal("move", piece=piece, hex=post))
    while t.phase != "german-movement" or t.s.turn == 4:
        t.end()
    assert t.place(piece) == post
    assert t.reach(piece)


@pytest.mark.rule("metz-4.0-10")
def test_a_retreat_frees_from_the_post():
    piece, post = POSTS[0]
    foes = [h for h in board().grid.neighbours(post) if h not in {"0608", "0607", "0508"}][:1]
    pieces = {piece: post, "us-2-ri": foes[0], "us-10-ri": foes[0], "us-11-ri": foes[0]}
    t = table("metz", "us-combat", pieces, turn=4, tracks={"air.us": 30}, dice=[2, 3])
    t.attack(post, "us-2-ri", "us-10-ri", "us-11-ri")
    if "defence-draft" in str(t.decision.actions):
        t.defend()
    ways = [a for a in t.legal("retreat", piece=piece) if a.kind == "retreat"]
    assert ways, t.told()["code"]
    t.do(ways[0])
    while "end-phase" not in t.decision.actions:
        t.do(t.legal()[-1])
    t.end()
    assert t.phase == "german-movement"
    assert t.reach(piece)


@pytest.mark.rule("metz-2.4.3-1")
def test_no_dice_in_movement_two_in_combat():
    t = march({FOOT: GROUND, GERMAN: "1114"}, "us")
    before = t.s.position.dice
    t.go(FOOT, "1113").end()
    assert t.s.position.dice == before
    t.attack("1114", FOOT)
    assert sum(t.s.position.dice.streams.values()) == sum(before.streams.values()) + 2


@pytest.mark.rule("metz-6.0-3")
def test_prices_are_those_of_every_turn():
    for turn in (1, 7, 20):
        t = march({"us-2-ri": GROUND, "us-8-gb": GROUND}, turn=turn)
        assert spent(t.go("us-2-ri", NORTH), "us-2-ri") == 1
        assert spent(t.go("us-8-gb", NORTH), "us-8-gb") == 3
    assert set(t.s.position.tracks) <= {"air.us", "bridges"}
