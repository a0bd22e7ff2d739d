"""Sections 6.6.1 and 6.6.2: aircraft search for forces at sea, and below unknown pieces on land."""

import pytest

from filipinas_war import action, at, at_sea, fleet, levels, same_for, scene, seen, told, weather

R, SECOND, H, BOMBER, EMBARKED = (
    "jp-10-sentai", "jp-2-sentai", "us-vpb-28", "jp-98-sentai", "us-cvg-7",
)  # fmt: skip
US, FORCE = "us-task-force-a", "us-task-force-b"
FAR, STOP = "0520", "1023"
"""Sea hexes west of Luzon, 45 from Formosa: where a force is, and where one stopped."""


def searching(*pieces, place=FAR, stops=(), dice=(), more=(), **rest):
    """Japan searches for an American force that lies hidden."""
    one = fleet("us-a", place, "us-ddd-23", "us-comb-6", detected=False)
    one[3]["stops"] = [*stops, place]
    return at_sea("us-turn-jp-reconnaissance", one, *more, pieces=dict(pieces), turn=1, dice=dice,
                  **rest)  # fmt: skip


def found(t, force=US):
    return t.s.position.facts["forces-us"][force].get("detected", False)


# ------------------------------------------------------------------------------ the attacks first


def test_what_a_hidden_force_is_made_of_decides_nothing():
    """The search offers, refuses, finds and fails alike, whatever ships sail in the force."""
    ships = (("us-ddd-23",), ("us-tg-38-1", "us-den-1", "us-comb-6"))
    pool = {ship: "us-fleet" for some in ships for ship in some}
    pair = []
    for some in ships:
        one = fleet("us-a", FAR, *some, detected=False)
        rest = {ship: place for ship, place in pool.items() if ship not in some}
        pair.append(at_sea("us-turn-jp-reconnaissance", one, turn=1, dice=(1,),
                           pieces={R: "formosa", **rest}))  # fmt: skip
    same_for("jp", *pair)
    assert pair[0].legal() == pair[1].legal()
    for t in pair:
        t.act("search-at-sea", R, FAR)  # a one finds nobody
    same_for("jp", *pair)


def test_from_where_somebody_searches_is_not_told():
    pair = [searching((R, place), dice=(1,)) for place in ("formosa", "1917")]
    for t in pair:
        t.act("search-at-sea", R, FAR)
    last = [told(t, "us").rpartition('"kind":"action"')[2].partition('"hash"')[0] for t in pair]
    assert last[0] == last[1]
    assert R not in last[0]


# ------------------------------------------------------------------------------ at sea


@pytest.mark.rule("filipinas-6.6.1-1")
def test_who_searches_and_how_far():
    pieces = {R: "formosa", BOMBER: "formosa"}
    t = searching(*pieces.items())
    assert t.decision.side == "jp"
    assert t.refuses(action("search-at-sea", BOMBER, FAR)) == "filipinas-6.6.1-1"
    reach = t.s.value(R, "range")
    assert t.s.board.distance("formosa", FAR) <= reach == 50
    assert t.allows(action("search-at-sea", R, FAR))
    far = {t.s.board.distance("formosa", h): h for h in t.s.board.hexes_of("sea")}
    beyond, edge = far[reach + 1], far[reach]
    assert searching((R, "formosa"), place=beyond).phase != "us-turn-jp-reconnaissance"
    assert searching((R, "formosa"), place=edge).legal("search-at-sea")
    hidden = fleet("jp-a", "4840", "jp-ddd-2", detected=False)
    boat = at_sea("jp-turn-us-reconnaissance", hidden, pieces={H: "4438"}, turn=1,
                  control={"4438": "us"})  # fmt: skip
    assert boat.legal("search-at-sea") == [action("search-at-sea", H, "4840")]


@pytest.mark.rule("filipinas-6.6.1-2")
@pytest.mark.rule("filipinas-6.6.2-5")
def test_a_force_is_sought_where_it_stopped_as_well():
    t = searching((R, "formosa"), stops=(STOP,), dice=(6,))
    assert {move.hex for move in t.legal("search-at-sea")} == {FAR, STOP}
    t.act("search-at-sea", R, STOP)
    assert found(t)
    assert t.place(US) == FAR  # it is turned up where it lies now


@pytest.mark.rule("filipinas-6.6.1-3")
@pytest.mark.rule("filipinas-12.2-8")
@pytest.mark.rule("filipinas-12.3-8")
def test_the_die_and_the_weather():
    for kind, least in (("good", 2), ("bad", 4)):
        for face in (least - 1, least):
            t = searching((R, "formosa"), dice=(face,), facts=weather(kind))
            t.act("search-at-sea", R, FAR)
            assert found(t) is (face == least)
    t = searching((R, "formosa"), (H, "gone"), facts=weather("monsoon"))
    assert t.phase != "us-turn-jp-reconnaissance"  # nobody searches, and the phase passes


@pytest.mark.rule("filipinas-6.6.1-4")
def test_groups_search_from_a_carrier_that_is_at_sea():
    hidden = fleet("jp-a", "4840", "jp-ddd-2", detected=False)
    deck = {EMBARKED: "in:us-tg-38-1"}
    t = at_sea("jp-turn-us-reconnaissance", hidden, fleet("us-a", "5135", "us-tg-38-1"),
               pieces=deck, turn=1, dice=(6,))  # fmt: skip
    assert t.legal("search-at-sea") == [action("search-at-sea", EMBARKED, "4840")]
    t.act("search-at-sea", EMBARKED, "4840")
    assert t.s.position.facts["forces-jp"]["jp-task-force-a"]["detected"]
    assert not t.s.marked(EMBARKED, "flown")  # it may fly in phase 4
    home = at_sea("jp-turn-us-reconnaissance", hidden, pieces={**deck, "us-tg-38-1": "us-fleet"},
                  turn=1)  # fmt: skip
    assert home.phase != "jp-turn-us-reconnaissance"


@pytest.mark.rule("filipinas-6.6.2-4")
@pytest.mark.rule("filipinas-6.6.2-6")
@pytest.mark.rule("filipinas-6.6.2-10")
def test_a_mission_covers_seven_hexes_once():
    t = searching((R, "formosa"))
    near, beside = t.s.board.grid.neighbours(FAR)[:2]
    two = fleet("us-b", near, "us-ddd-25", detected=False)
    third = fleet("us-c", beside, "us-ddd-26", detected=False)
    t = searching((R, "formosa"), more=[two, third], dice=(6,)).act("search-at-sea", R, FAR)
    assert all(found(t, f"us-task-force-{letter}") for letter in "abc")  # one die for all
    two = fleet("us-b", t.s.board.grid.neighbours(near)[0], "us-ddd-25", detected=False)
    scouts = ((R, "formosa"), (SECOND, "formosa"))
    t = searching(*scouts, more=[two], dice=(1, 6)).act("search-at-sea", R, FAR)
    other = two[2]["us-task-force-b"]
    assert t.s.board.grid.distance(FAR, other) == 2
    for hex in (FAR, near):
        assert t.refuses(action("search-at-sea", SECOND, hex)) == "filipinas-6.6.2-10"
    t.act("search-at-sea", SECOND, other)  # which does not look again at what is next to both
    assert (found(t), found(t, FORCE)) == (False, True)


@pytest.mark.rule("filipinas-6.6.2-7")
def test_nobody_intercepts_a_search():
    t = searching((R, "formosa"), (EMBARKED, "in:us-tg-38-1"), dice=(1,),
                  more=[fleet("us-c", FAR, "us-tg-38-1", detected=False)])  # fmt: skip
    t.act("search-at-sea", R, FAR)
    assert t.s.asked().side == "us"
    assert t.phase == "us-movement"


# ------------------------------------------------------------------------------ on land

LEYTE, NEXT = "4136", "4137"
SCOUT = "us-71-gpo"
"""An American R on Biak, and hexes of Leyte."""


def scouting(*pieces, unknown=(("jp", NEXT),), scout="4438", **more):
    """Americans look below the unknown pieces on Leyte, from Dulag."""
    return scene("us-movement", {SCOUT: scout}, *pieces, unknown=unknown, turn=1,
                 control={"4438": "us"}, **more)  # fmt: skip


@pytest.mark.rule("filipinas-6.6.2-1")
@pytest.mark.rule("filipinas-14.3-2")
def test_scouts_take_the_unknown_piece_off_and_see_the_top():
    t = scouting(at(NEXT, "jp-5-ri", "jp-17-ri", "jp-31-ri"), dice=(6,))
    assert levels(t, "us")["jp-31-ri"] == "NOTHING"
    t.act("scout", SCOUT, NEXT)
    assert t.place(f"jp-incognita--{NEXT}x") == "gone"
    known = levels(t, "us")
    assert "jp-31-ri" not in known  # all of the one on top
    assert known["jp-5-ri"] == known["jp-17-ri"] == "PRESENCE"
    assert t.refuses(action("scout", SCOUT, NEXT)) == "filipinas-6.6.2-1"  # nothing to see there
    t = scouting()
    assert t.refuses(action("scout", "us-19-ri", NEXT)) in {
        "filipinas-6.6.2-1",
        "filipinas-4.2.2-3",
    }


@pytest.mark.rule("filipinas-6.6.2-2")
@pytest.mark.parametrize(
    ("terrain", "good", "bad"),
    [("open", 2, 3), ("village", 2, 3), ("rough", 3, 4), ("swamp", 3, 4), ("city", 4, 5),
     ("forest", 4, 5), ("mountain", 5, 6), ("fortress", 5, 6), ("mountain-forest", 6, 6)],
)  # fmt: skip
def test_how_well_one_looks_through_terrain(terrain, good, bad):
    t = scouting()
    hexes = [h for h in t.s.board.hexes_of(terrain) if t.s.board.distance("4438", h) <= 45]
    if not hexes:
        pytest.skip("out of range")  # pragma: no cover
    hex = hexes[0]
    for kind, least in (("good", good), ("bad", bad)):
        for face in (least - 1, least):
            t = scouting(unknown=[("jp", hex)], dice=(face,), facts=weather(kind))
            t.act("scout", SCOUT, hex)
            assert (t.place(f"jp-incognita--{hex}x") == "gone") is (face == least)
    t = scouting(unknown=[("jp", hex)], facts=weather("monsoon"))
    assert not t.check(action("scout", SCOUT, hex))
    assert t.legal("scout") == []


@pytest.mark.rule("filipinas-6.6.2-4")
@pytest.mark.rule("filipinas-6.6.2-10")
def test_the_hexes_around_are_looked_through_by_their_own_terrain():
    t = scouting()
    around = {h: t.s.board.terrain_at(h) for h in t.s.board.grid.neighbours(NEXT)}
    easy = next(h for h, terrain in around.items() if terrain == "open")
    hard = next((h for h, terrain in around.items() if ("mountain" in terrain
                 and "village" not in terrain) or terrain == "forest"), None)  # fmt: skip
    hidden = [("jp", NEXT), ("jp", easy), *([("jp", hard)] if hard else [])]
    t = scouting(unknown=hidden, dice=(2,)).act("scout", SCOUT, NEXT)
    assert t.place(f"jp-incognita--{easy}x") == "gone"
    if hard:
        assert t.place(f"jp-incognita--{hard}x") == hard
    t = scouting(unknown=hidden, dice=(1,)).act("scout", SCOUT, NEXT)
    assert t.legal("scout") == []  # it has flown, and the hexes are covered


@pytest.mark.rule("filipinas-6.6.2-3")
def test_the_owner_orders_his_stack_and_aircraft_may_lie_on_top():
    field = "2221"
    t = scene("jp-movement", at(field, "jp-33-sentai", "jp-5-ri", "jp-17-ri"), turn=1)
    assert {move.piece for move in t.legal("put-on-top")} == {"jp-33-sentai", "jp-5-ri"}
    t.act("put-on-top", "jp-33-sentai")
    known = levels(t, "us")
    assert "jp-33-sentai" not in known
    assert known["jp-5-ri"] == "BRANCH"  # land units show as such: they have a zone
    assert t.refuses(action("put-on-top", "jp-33-sentai")) == "filipinas-6.6.2-3"
    pair = [
        scene("jp-movement", at(field, *order), turn=1)
        for order in (("jp-5-ri", "jp-17-ri", "jp-31-ri"), ("jp-17-ri", "jp-5-ri", "jp-31-ri"))
    ]
    same_for("us", *pair)
    for t in pair:
        t.act("put-on-top", "jp-5-ri").act("put-on-top", "jp-31-ri")
    assert levels(pair[0], "us") == levels(pair[1], "us")


@pytest.mark.rule("filipinas-6.6.2-3")
@pytest.mark.parametrize("sealing", ["covered", "sealed"])
def test_an_aircraft_that_lands_on_a_stack_tells_no_more_of_it(sealing):
    field, elsewhere = "2221", "2217"
    pair = [
        scene("jp-movement", at(field, here, "jp-5-ri"), at(elsewhere, there, "jp-20-ri"),
              at("2019", "jp-33-sentai"), turn=1, options={"sealing": sealing})
        for here, there in (("jp-6-rt", "jp-17-ri"), ("jp-17-ri", "jp-6-rt"))
    ]  # fmt: skip
    assert pair[0].view("us") == pair[1].view("us")
    so_far = [len(told(t, "us")) - 1 for t in pair]
    for t in pair:
        t.act("change-base", "jp-33-sentai", field)
        assert seen(t, "us", field)[1:] == ["~jp.land", "~jp.land"]
    rows = [told(t, "us")[begun:] for t, begun in zip(pair, so_far, strict=True)]
    assert rows[0] == rows[1]
    assert pair[0].view("us") == pair[1].view("us")


@pytest.mark.rule("filipinas-6.6.2-3")
def test_who_is_not_on_the_map_lies_below_nobody():
    t = scene("us-movement", at("off", "us-19-ri", "us-21-ri"), turn=1)
    assert t.legal("put-on-top") == []
    for piece in ("us-19-ri", "us-21-ri"):
        assert t.refuses(action("put-on-top", piece)) == "filipinas-6.6.2-3"


@pytest.mark.rule("filipinas-6.6.2-8")
def test_scouts_come_home_at_once():
    t = scouting(dice=(1,)).act("scout", SCOUT, NEXT)
    assert t.place(SCOUT) == "4438"
