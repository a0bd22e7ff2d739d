"""Section 4.2.2: scheduled withdrawals, substitutions and the return of the 4th Armored."""

import pytest

from asking import cut_off
from lorraine import FOOT, GROUND, at, board, march, points_of, until
from tabuleiro.testing import action

FOURTH = ["us-4-db-cca", "us-4-db-ccb", "us-4-db-ccr"]
SIXTH = ["us-6-db-cca", "us-6-db-ccb", "us-6-db-ccr"]
TENTH = ["us-10-db-cca", "us-10-db-ccb", "us-10-db-ccr"]
DIVISIONS = {
    "us-26-di": ["us-101-ri", "us-104-ri", "us-328-ri"],
    "us-5-di": ["us-2-ri", "us-10-ri", "us-11-ri"],
    "us-35-di": ["us-134-ri", "us-137-ri", "us-320-ri"],
    "us-80-di": ["us-317-ri", "us-318-ri", "us-319-ri"],
    "us-90-di": ["us-357-ri", "us-358-ri", "us-359-ri"],
    "us-95-di": ["us-377-ri", "us-378-ri", "us-379-ri"],
    "us-87-di": ["us-345-ri", "us-346-ri", "us-347-ri"],
}
HOMES = ["0221", "0222", "0413", "0610", "0611", "1012"]
GERMANS = ["de-59-ri", "de-73-ri", "de-74-ri", "de-126-ri", "de-127-ri", "de-128-ri"]


def standing(*names, home=GROUND):
    return at(home, *names)


def on_board(t, pieces):
    return {p for p in pieces if t.s.on_map(p)}


@pytest.mark.rule("metz-4.2.2-6", "metz-4.2.2-17", "metz-3.0-4")
def test_fourth_armored_leaves_on_turn_8():
    t = march(standing(*FOURTH), "us", turn=7)
    assert on_board(t, FOURTH) == set(FOURTH)
    until(t, "german-combat", 7)
    assert on_board(t, FOURTH) == set(FOURTH)
    until(t, "us-movement", 8)
    assert on_board(t, FOURTH) == set()
    assert {t.place(p) for p in FOURTH} == {"gone"}
    assert points_of(t, "metz-11.2.1-4") == [0]


@pytest.mark.rule("metz-4.2.2-8", "metz-4.2.2-17")
def test_the_panzer_brigade_leaves_on_turn_8():
    t = march({"de-106-bg": GROUND, FOOT: "0222"}, "us", turn=8)
    assert t.s.on_map("de-106-bg")
    until(t, "german-movement", 8)
    assert t.place("de-106-bg") == "gone"
    assert points_of(t, "metz-11.2.2-2") == [0]
    assert march({"de-106-bg": GROUND}, "german", turn=7).s.on_map("de-106-bg")


@pytest.mark.rule("metz-4.2.2-9", "metz-4.2.2-17")
def test_the_artillery_corps_leaves_on_turn_14():
    assert march({"de-art-401": GROUND}, "german", turn=13).s.on_map("de-art-401")
    t = march({"de-art-401": GROUND, "de-art-404": "0222"}, "german", turn=14)
    assert (t.place("de-art-401"), t.place("de-art-404")) == ("gone", "0222")
    assert points_of(t, "metz-11.2.2-2") == [0]


@pytest.mark.rule("metz-4.2.2-8")
def test_who_has_not_arrived_is_withdrawn_too():
    t = march({FOOT: GROUND}, "german", turn=8)
    assert t.place("de-106-bg") == "gone"
    t.refuses(action("move", "de-106-bg", ("1523",)))


@pytest.mark.rule("metz-4.2.2-16")
def test_the_surrounded_stay_until_freed():
    around = board().grid.neighbours(GROUND)
    pieces = {FOURTH[1]: GROUND, FOURTH[0]: "0222",
              GERMANS[0]: around[0], GERMANS[1]: around[3]}  # fmt: skip
    t = march(pieces, "us", turn=8)
    assert cut_off(t.s, FOURTH[1])
    assert t.place(FOURTH[1]) == GROUND
    assert t.place(FOURTH[0]) == "gone"
    freed = march({FOURTH[1]: GROUND, GERMANS[0]: around[0]}, "us", turn=9,
                  facts={"due": {FOURTH[1]: 8}})  # fmt: skip
    assert freed.place(FOURTH[1]) == "gone"
    still = march(pieces, "us", turn=9, facts={"due": {FOURTH[1]: 8}})
    assert still.place(FOURTH[1]) == GROUND


@pytest.mark.rule("metz-4.2.2-16")
def test_freed_in_combat_leaves_at_the_next_movement():
    around = board().grid.neighbours(GROUND)
    pieces = {FOURTH[1]: GROUND, GERMANS[0]: around[0], GERMANS[1]: around[3]}
    t = march(pieces, "us", turn=8)
    t.game.test([_gone(GERMANS[0])], {"type": "free"})
    assert t.place(FOURTH[1]) == GROUND
    t.end()
    t.attack(around[3], FOURTH[1])
    until(t, "us-movement", 9)
    assert t.place(FOURTH[1]) in {"gone", "dead"}


def _gone(piece):
    from tabuleiro.engine import events as ev

    return ev.Moved(piece, "dead")


# ----------------------------------------------------------------------- the return


def away(turn=12, *, withdrawn=8, entry=8, hurt=()):
    pieces = {p: {"place": "gone", "losses": int(p in hurt)} for p in FOURTH}
    facts = {"withdrawn": {piece: [entry, withdrawn] for piece in FOURTH}}
    return march({**pieces, FOOT: GROUND}, "us", turn=turn, facts=facts)


@pytest.mark.rule("metz-4.2.2-7", "metz-11.1.3-1")
def test_fourth_armored_comes_back_from_the_south_on_turn_12():
    assert away(11).reach(FOURTH[0]) == set()
    t = away(12, hurt=[FOURTH[1]])
    south = set(board().edges["south"].hexes)
    first = {h for h in board().grid if t.allows(action("move", FOURTH[0], (h,)))}
    assert first <= south
    assert {h for h in south if board().terrain_at(h) != "rough-woods"} <= first
    place = min(first)
    t.go(FOURTH[0], place).go(FOURTH[1], place)
    assert (t.losses(FOURTH[0]), t.losses(FOURTH[1])) == (0, 1)
    assert away(13).reach(FOURTH[2])


@pytest.mark.rule("metz-4.2.2-7")
def test_who_left_late_comes_back_the_turn_after():
    assert away(13, withdrawn=13).reach(FOURTH[0]) == set()
    assert away(14, withdrawn=13).reach(FOURTH[0])


@pytest.mark.rule("metz-4.2.2-7", "metz-4.2.2-18")
def test_the_dead_do_not_come_back():
    pieces = {FOURTH[0]: "dead", FOURTH[1]: GROUND, FOURTH[2]: GROUND}
    t = march(pieces, "us", turn=8)
    assert t.place(FOURTH[0]) == "dead"
    t = until(t, "us-movement", 12)
    assert t.reach(FOURTH[0]) == set()
    assert t.reach(FOURTH[1])


# ------------------------------------------------------------------------- turn 15


def armour(fourth=3, sixth=3, tenth=3, turn=15):
    pieces = {}
    for names, alive, home in ((FOURTH, fourth, "0222"), (SIXTH, sixth, GROUND),
                               (TENTH, tenth, "0611")):  # fmt: skip
        pieces |= at(home, *names[:alive]) | at("dead", *names[alive:])
    return march(pieces, "us", turn=turn)


@pytest.mark.rule("metz-4.2.2-10")
def test_fourth_armored_leaves_for_good_on_turn_15():
    t = armour()
    assert on_board(t, FOURTH) == set()
    assert on_board(t, SIXTH + TENTH) == set(SIXTH + TENTH)
    until(t, "us-movement", 17)
    assert t.reach(FOURTH[0]) == set()


@pytest.mark.rule("metz-4.2.2-10")
def test_fourth_armored_not_yet_back_stays_away():
    t = until(away(14), "us-movement", 15)
    assert t.place(FOURTH[0]) == "gone"
    assert t.reach(FOURTH[0]) == set()


@pytest.mark.rule("metz-4.2.2-11")
@pytest.mark.parametrize(
    ("strengths", "leaves"),
    [((3, 2, 3), SIXTH), ((3, 3, 1), TENTH), ((3, 2, 1), TENTH), ((2, 1, 3), SIXTH),
     ((3, 0, 2), TENTH), ((2, 2, 3), FOURTH), ((3, 0, 3), FOURTH), ((1, 3, 3), FOURTH)],
)  # fmt: skip
def test_a_weaker_division_leaves_instead(strengths, leaves):
    t = armour(*strengths)
    for names, alive in zip((FOURTH, SIXTH, TENTH), strengths, strict=True):
        left = set() if names is leaves else set(names[:alive])
        assert on_board(t, names) == left
    assert points_of(t, "metz-11.2.1-4") == [5 * (9 - sum(strengths))]


@pytest.mark.rule("metz-4.2.2-11")
def test_of_equally_weak_divisions_the_owner_chooses():
    t = armour(3, 2, 2)
    assert (t.decision.side, t.decision.actions) == ("us", ("pick-formation",))
    assert t.refuses(action("pick-formation", "us-4-db")) == "metz-4.2.2-11"
    t.do(action("pick-formation", "us-10-db"))
    assert on_board(t, TENTH) == set()
    assert on_board(t, FOURTH) == set(FOURTH)
    assert len(on_board(t, SIXTH)) == 2


@pytest.mark.rule("metz-4.2.2-11")
def test_units_off_the_map_count():
    pieces = {**at("0222", *FOURTH), **at(GROUND, *SIXTH[:2]), SIXTH[2]: "american-off-map",
              **at("0611", *TENTH)}  # fmt: skip
    t = march(pieces, "us", turn=15, facts={"outside": {SIXTH[2]: ["0115", 14]}})
    assert on_board(t, FOURTH) == set()
    assert on_board(t, SIXTH) == set(SIXTH[:2])


# ------------------------------------------------------------------- turns 17 and 18


def infantry(turn=17, **alive):
    """All infantry divisions at three regiments, but those that are named by number."""
    pieces = {}
    for (name, regiments), home in zip(DIVISIONS.items(), [*HOMES, "1112"], strict=True):
        left = alive.get("d" + name.split("-")[1], 3)
        pieces |= at(home, *regiments[:left]) | at("dead", *regiments[left:])
    return march(pieces, "us", turn=turn)


def left_of(t, division):
    return on_board(t, DIVISIONS[division])


@pytest.mark.rule("metz-4.2.2-12", "metz-4.2.2-13")
def test_the_26th_leaves_in_two_turns():
    t = infantry()
    assert left_of(t, "us-26-di") == {"us-328-ri"}
    assert all(len(left_of(t, name)) == 3 for name in DIVISIONS if name != "us-26-di")
    until(t, "us-movement", 18)
    assert left_of(t, "us-26-di") == set()
    assert {t.place(p) for p in DIVISIONS["us-26-di"]} == {"gone"}
    assert len(infantry(16).s.occupied("us")) == 7


@pytest.mark.rule("metz-4.2.2-14", "metz-4.2.2-15")
@pytest.mark.parametrize("first", [0, 1])
def test_a_weaker_division_of_two_leaves_one_by_one(first):
    t = infantry(d80=2)
    regiments = DIVISIONS["us-80-di"]
    assert (t.decision.side, t.decision.actions) == ("us", ("pick-unit",))
    assert t.refuses(action("pick-unit", "us-101-ri")) == "metz-4.2.2-15"
    t.do(action("pick-unit", regiments[first]))
    assert left_of(t, "us-80-di") == {regiments[1 - first]}
    assert len(left_of(t, "us-26-di")) == 3
    until(t, "us-movement", 18)
    assert left_of(t, "us-80-di") == set()
    assert len(left_of(t, "us-26-di")) == 3
    assert {t.place(p) for p in regiments[:2]} == {"gone"}


@pytest.mark.rule("metz-4.2.2-14", "metz-4.2.2-15")
def test_a_weaker_division_of_one_leaves_at_once():
    t = infantry(d80=1)
    assert left_of(t, "us-80-di") == set()
    until(t, "us-movement", 18)
    assert len(left_of(t, "us-26-di")) == 3


@pytest.mark.rule("metz-4.2.2-14")
def test_the_weakest_leaves_and_the_owner_breaks_ties():
    t = infantry(d80=2, d5=1)
    assert left_of(t, "us-5-di") == set()
    assert len(left_of(t, "us-80-di")) == 2
    t = infantry(d80=1, d5=1)
    assert t.decision.actions == ("pick-formation",)
    t.do(action("pick-formation", "us-5-di"))
    assert (len(left_of(t, "us-5-di")), len(left_of(t, "us-80-di"))) == (0, 1)


@pytest.mark.rule("metz-4.2.2-14")
def test_destroyed_divisions_are_ignored_and_absent_ones_count():
    t = infantry(d80=0)
    assert left_of(t, "us-26-di") == {"us-328-ri"}
    pieces = {**at("0222", *DIVISIONS["us-26-di"]), **at(GROUND, *DIVISIONS["us-5-di"])}
    for name, regiments in DIVISIONS.items():
        if name not in {"us-26-di", "us-5-di"}:
            pieces |= at("off", *regiments)
    t = march(pieces, "us", turn=17)
    assert left_of(t, "us-26-di") == {"us-328-ri"}


@pytest.mark.rule("metz-4.2.2-18")
def test_only_the_living_of_the_list_leave():
    pieces = {**at("0222", "us-104-ri", "us-328-ri"), "us-101-ri": "dead"}
    for (name, regiments), home in zip(DIVISIONS.items(), [*HOMES, "1112"], strict=True):
        if name != "us-26-di":
            pieces |= at(home, *regiments)
    t = march(pieces, "us", turn=17)
    assert left_of(t, "us-26-di") == {"us-328-ri"}
    assert t.place("us-101-ri") == "dead"
    until(t, "us-movement", 18)
    assert left_of(t, "us-26-di") == set()


@pytest.mark.rule("metz-4.2.2-17")
def test_withdrawals_cost_no_points():
    t = infantry()
    before = t.points()
    t = until(t, "us-movement", 19)
    assert points_of(t, "metz-11.2.1-4") == [0]
    assert points_of(t, "metz-11.2.2-2") == [0]
    assert before
