"""Sections 2, 3.0, 11.0 to 11.2: the match from its set-up to its score."""

import pytest

from asking import score
from lorraine import FOOT, GERMAN, GROUND, at, board, hurt, onward, points_of, until
from tabuleiro.testing import action, table

XX = ["us-8-gb", "us-4-gtd", "us-1103-geng", "us-1139-geng", "us-1306-geng", "us-art-xx"]
XII = ["us-17-gb", "us-9-gtd", "us-1117-geng", "us-1135-geng", "us-art-xii"]
FREE = [
    *((piece, "bivouac-xx") for piece in XX), *((piece, "bivouac-xii") for piece in XII),
    ("de-art-482", "bivouac-lxxxii"), ("de-art-489", "bivouac-lxxxix"),
    ("de-art-ss-113", "bivouac-xiii-ss"),
]  # fmt: skip


def german_turn():
    """The set-up when the Americans have placed their pieces."""
    t = table("metz")
    while t.decision.side == "us":
        t.do((t.legal("place") or [action("end-phase")])[0])
    return t


def placed():
    t = german_turn()
    while t.phase == "setup":
        t.do((t.legal("place") or [action("end-phase")])[0])
    return t


@pytest.mark.rule("metz-11.1-1", "metz-11.1-3", "metz-2.2-1")
def test_the_start():
    t = placed()
    us, german = ({p for ps in t.s.occupied(side).values() for p in ps} for side in
                  ("us", "german"))  # fmt: skip
    assert (len(us), len(german)) == (38, 34)
    assert t.at("1201") == {"us-357-ri", "us-358-ri", "us-359-ri"}
    assert t.at("0608") == {"de-22-rif", "de-25-rif"}
    distance = board().grid.distance
    pairs = ((a, b) for a in t.s.occupied("us") for b in t.s.occupied("german"))
    assert min(distance(a, b) for a, b in pairs) == 2
    assert (t.phase, t.s.turn) == ("us-movement", 1)


@pytest.mark.rule("metz-11.1-2")
@pytest.mark.parametrize(("piece", "bivouac"), FREE)
def test_bivouacs(piece, bivouac):
    t = table("metz") if piece.startswith("us-") else german_turn()
    hexes = set(board().regions[bivouac].hexes)
    open_to = {a.hex for a in t.legal("place", piece=piece)}
    assert open_to
    assert open_to <= hexes
    assert t.refuses(action("place", piece, GROUND)) == "metz-11.1-2"
    t.do(action("place", piece, min(open_to)))
    assert t.place(piece) in hexes


@pytest.mark.rule("metz-11.1-2")
def test_americans_place_first_and_stack_four():
    t = table("metz")
    assert t.decision.side == "us"
    place = min(board().regions["bivouac-xx"].hexes)
    for piece in XX[2:6]:
        t.do(action("place", piece, place))
    assert t.refuses(action("place", XX[0], place)) in {"metz-4.1.1-1", "metz-11.1-2"}
    t.refuses(action("end-phase"))


@pytest.mark.rule("metz-11.1.1-1")
def test_the_artillery_of_the_army_stands_behind_the_line():
    t = table("metz")
    hexes = {a.hex for a in t.legal("place", piece="us-art-3-ex")}
    assert {"0113", "0211", "0505"} <= hexes
    for place in ("0507", "0413", "2801", "0608"):
        assert t.refuses(action("place", "us-art-3-ex", place)) == "metz-11.1.1-1"
    germans = t.s.occupied("german")
    distance = board().grid.distance
    for place in hexes - set(t.s.occupied("us")):
        assert min(distance(place, g) for g in germans) >= 3
    assert hexes - set(t.s.occupied("us"))
    assert t.do(action("place", "us-art-3-ex", "0113")).at("0113") == {"us-317-ri", "us-art-3-ex"}


# ------------------------------------------------------------------------------ sequence


@pytest.mark.rule("metz-3.0-1", "metz-2.4.1-1", "metz-2.4.1-2")
def test_four_phases_twenty_turns():
    t = table("metz", "us-movement", {FOOT: "0222", GERMAN: "2702"}, turn=1)
    seen = []
    while not t.game.over:
        if (t.s.turn, t.phase) not in seen:
            seen.append((t.s.turn, t.phase))
        onward(t)
    phases = ["us-movement", "us-combat", "german-movement", "german-combat"]
    assert seen == [(turn, phase) for turn in range(1, 21) for phase in phases]


@pytest.mark.rule("metz-3.0-2")
def test_any_number_of_units_moves():
    t = placed()
    idle = t.game.fork()
    idle.act(action("end-phase"))
    assert idle.situation.phase.id == "us-combat"
    free = [p for ps in t.s.occupied("us").values() for p in ps if t.legal("move", piece=p)]
    waiting = {p for p in t.s.position.pieces if "-db-" in p and t.s.on_map(p)}
    assert len(free) == 32
    assert len(waiting) == 6


@pytest.mark.rule("metz-3.0-3")
def test_only_the_side_of_the_phase_attacks():
    pieces = {FOOT: "1212", GERMAN: GROUND}
    for side, target in (("us", GROUND), ("german", "1212")):
        t = table("metz", f"{side}-combat", pieces, turn=5)
        other = "german" if side == "us" else "us"
        assert {a.target for a in t.legal("assault")} == {target}
        assert not t.game.check(t.legal("assault")[0], side=other)
    until(table("metz", "us-combat", {FOOT: GROUND, GERMAN: "2702"}, turn=5), "german-movement", 5)


@pytest.mark.rule("metz-3.0-4")
def test_book_keeping_of_turn_3():
    pieces = {**hurt("0222", FOOT), GERMAN: "2702"}
    t = table("metz", "german-combat", pieces, turn=2, dice=[4, 4])
    t.end()
    assert (t.s.turn, t.phase, t.s.position.tracks["air.us"]) == (3, "us-movement", 10)
    assert t.losses(FOOT) == 0
    until(t, "german-movement", 3)
    assert t.reach("de-87-ri")


@pytest.mark.rule("metz-2.4.2-1")
def test_one_pool_of_air_points():
    pools = table("metz").s.scenario.pools
    assert [(pool.id, pool.side) for pool in pools] == [("air", "us")]


# -------------------------------------------------------------------------------- score

TWENTY = ["1314", "1702", "1708", "1714", "2210", "2018", "2418"]
TEN = ["2205", "2102", "2403", "2514"]


def scored(pieces=None, control=None, turn=20, **more):
    return table("metz", "german-combat", pieces or {FOOT: "0222", GERMAN: "2702"}, turn=turn,
                 control=control or {}, **more)  # fmt: skip


@pytest.mark.rule("metz-11.2.1-1", "metz-11.2.1-2", "metz-11.2.1-3", "metz-11.2-2")
def test_all_places_start_german():
    t = scored()
    assert points_of(t, "metz-11.2.1-1") == [0, 0, 100]
    assert points_of(t, "metz-11.2.1-2") == [20] * 7
    assert points_of(t, "metz-11.2.1-3") == [10] * 4
    assert t.points() == {"german": 280, "us": 0}


@pytest.mark.rule("metz-11.2.1-1")
@pytest.mark.parametrize("lost", [["0608"], ["0707"], ["0608", "0707"]])
def test_both_hexes_of_metz(lost):
    control = dict.fromkeys(lost, "us")
    assert sum(points_of(scored(control=control), "metz-11.2.1-1")) == 0
    t = scored(control=control, options={"metz-points": "each"})
    assert sum(points_of(t, "metz-11.2.1-1")) == 50 * (2 - len(lost))


@pytest.mark.rule("metz-11.2.1-2", "metz-11.2.1-3", "metz-11.2-2")
@pytest.mark.parametrize("place", TWENTY + TEN)
def test_each_german_place(place):
    worth = 20 if place in TWENTY else 10
    before = scored().points()["german"]
    assert scored(control={place: "us"}).points()["german"] == before - worth
    near = next(h for h in board().grid.neighbours(place) if h not in (*TWENTY, *TEN))
    t = table("metz", "us-movement", {FOOT: near, GERMAN: "0222"}, turn=14)
    t.do(*t.legal("move", piece=FOOT, hex=place))
    assert t.s.position.control[place] == "us"


@pytest.mark.rule("metz-11.2-2")
def test_the_last_to_pass_holds():
    near, place, beyond = _through("1708")
    t = table("metz", "us-movement", {FOOT: near, GERMAN: "2702"}, turn=14)
    t.go(FOOT, place, beyond)
    assert t.at("1708") == set()
    assert t.s.position.control["1708"] == "us"
    t = table("metz", "german-movement", {GERMAN: near, FOOT: "0222"}, turn=15,
              control={place: "us"})  # fmt: skip
    t.go(GERMAN, place)
    assert t.s.position.control["1708"] == "german"


def _through(place):
    near = board().grid.neighbours(place)
    return near[0], place, next(h for h in near[1:] if board().terrain_at(h) == "clear")


@pytest.mark.rule("metz-11.2.2-1")
@pytest.mark.parametrize("held", [["2205"], ["2309"], ["2514"], ["2205", "2514"]])
def test_american_places(held):
    t = scored(control=dict.fromkeys(held, "us"))
    assert t.points()["us"] == 20 * len(held)


@pytest.mark.rule("metz-11.2.1-4", "metz-11.2.2-2")
@pytest.mark.parametrize("count", [0, 1, 6])
def test_destroyed_units(count):
    americans = ["us-101-ri", "us-104-ri", "us-328-ri", "us-2-ri", "us-10-ri", "us-11-ri"]
    germans = ["de-59-ri", "de-73-ri", "de-74-ri", "de-126-ri", "de-127-ri", "de-128-ri"]
    t = scored({**at("dead", *americans[:count], *germans[:count]), "us-art-xx": "0222",
                "us-art-xii": "gone"})  # fmt: skip
    assert points_of(t, "metz-11.2.1-4") == [5 * count]
    assert points_of(t, "metz-11.2.2-2") == [2 * count]


@pytest.mark.rule("metz-11.2.2-3")
def test_east_of_the_siegfried_line():
    beyond = sorted(board().regions["east-of-siegfried"].hexes)
    for pieces, points in (({FOOT: "0222"}, 0), ({FOOT: beyond[0]}, 20),
                           (at(beyond[5], FOOT, "us-104-ri", "us-328-ri"), 20),
                           ({GERMAN: beyond[3]}, 0)):  # fmt: skip
        assert points_of(scored(pieces), "metz-11.2.2-3") == [points]


REDUCED = ["de-59-ri", "de-73-ri", "de-74-ri", "de-126-ri", "de-127-ri", "de-128-ri",
           "de-951-ri", "de-952-ri"]  # fmt: skip


def finish(count, **more):
    """The end of the match with so many flipped Germans (one of them recovers before)."""
    pieces = {**hurt("2214", *REDUCED[:4]), **hurt("2614", *REDUCED[4:]), FOOT: "0222",
              "us-art-xii": {"place": "0222", "losses": 1}}  # fmt: skip
    pieces = {p: w for p, w in pieces.items() if p not in REDUCED[count:]}
    walls = dict(zip([p for p in table("metz").s.module.counters if p.startswith("us-")
                      and p not in pieces], [f"28{r:02}" for r in range(1, 22)],
                     strict=False))  # fmt: skip
    return table("metz", "german-combat", {**pieces, **walls}, turn=20, **more).end()


@pytest.mark.rule("metz-11.2.2-4")
@pytest.mark.parametrize(("count", "times"), [(8, 2), (6, 2), (3, 1), (2, 0)])
def test_a_third_of_the_flipped_germans_goes(count, times):
    t = finish(count)
    if times:
        assert (t.decision.side, set(t.decision.pieces)) == ("german", set(REDUCED[:count]))
        t.lose(*REDUCED[:times])
    assert t.game.over
    assert [p for p in REDUCED[:count] if t.place(p) == "dead"] == REDUCED[:times]
    assert points_of(t, "metz-11.2.2-2") == [2 * times]
    assert t.losses("us-art-xii") == 1


@pytest.mark.rule("metz-11.2.2-4")
def test_option_not_to_count_them():
    t = finish(8, options={"final-losses": "do-not-count"}).lose(*REDUCED[:2])
    assert t.place(REDUCED[0]) == "dead"
    assert points_of(t, "metz-11.2.2-2") == [0]


@pytest.mark.rule("metz-11.2-1", "metz-2.4.1-1")
def test_more_points_win():
    t = scored()
    t.end()
    assert t.game.over
    outcome = t.game.position.outcome
    assert outcome.winner == "german"
    assert outcome.points == {"german": 280, "us": 0}


@pytest.mark.rule("metz-11.2-1")
@pytest.mark.parametrize("held", [[], ["2205"], ["2205", "2309", "2514"]])
def test_winner_and_draw(held):
    taken = dict.fromkeys([*TWENTY, *TEN, "0608"], "us")
    control = {**taken, **dict.fromkeys(["2205", "2514"], "german"),
               **dict.fromkeys(held, "us")}  # fmt: skip
    t = scored(control=control)
    points = t.points()
    t.end()
    best = [side for side, n in points.items() if n == max(points.values())]
    outcome = t.game.position.outcome
    assert outcome.points == points
    assert outcome.winner == (best[0] if len(best) == 1 else None)


@pytest.mark.rule("metz-11.2-1")
def test_equal_points_are_a_draw():
    taken = dict.fromkeys([*TWENTY, *TEN, "0608"], "us")
    t = scored(control={**taken, "2205": "german", "2514": "german"}, pieces={
        **at("dead", *REDUCED[:5]), FOOT: "0222"})  # fmt: skip
    spread = {line.side: 0 for line in score(t.s)}
    for line in score(t.s):
        spread[line.side] += line.points
    assert spread == {"german": 20, "us": 10}
    t = scored(control={**taken, "2205": "german", "2514": "german"}, pieces={
        **at("dead", *REDUCED, "de-953-ri", "de-712-ri"), FOOT: "0222"})  # fmt: skip
    t.end()
    assert t.game.position.outcome.points == {"german": 20, "us": 20}
    assert t.game.position.outcome.winner is None
