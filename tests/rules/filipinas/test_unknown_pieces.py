"""Section 14.3: unknown pieces on stacks and on nothing, engaged, put, taken back."""

import pytest

from filipinas_air import fly
from filipinas_war import action, at, levels, same_for, scene, seen, told
from tabuleiro.engine import events as ev
from tabuleiro.engine.told_log import ToldLog
from tabuleiro.rules.ground.zones import zone

US, JP, JP_2 = "us-19-ri", "jp-5-ri", "jp-17-ri"
LEYTE, NEXT, ASIDE, FAR = "4136", "4137", "4237", "2221"
"""Three hexes of Leyte, the second and third next to the first; one of Luzon."""
HERE, THERE = ("jp", NEXT), ("jp", FAR)


def moving(side, *pieces, **more):
    return scene(f"{side}-movement", *pieces, **more)


# ------------------------------------------------------------------------------ the attacks first


def test_a_bluff_and_a_unit_under_an_unknown_piece_look_the_same():
    """Every way of finding out: rows, view, verdicts, legal moves, while both sides act."""
    both = {"unknown": [HERE, THERE]}
    full = moving("us", at(LEYTE, US), at(NEXT, JP), **both)
    bluff = moving("us", at(LEYTE, US), at(FAR, JP), **both)
    assert levels(full, "us")[JP] == "NOTHING"
    for t in (full, bluff):
        assert seen(t, "us", NEXT) == [f"jp-incognita--{NEXT}x"]
    assert full.reach(US) == bluff.reach(US)
    for path in ((NEXT,), (ASIDE,), ("4236", "4337")):
        verdicts = [t.check(t.move(US, *path), "us") for t in (full, bluff)]
        assert verdicts[0] == verdicts[1]
    assert zone(full.s, "jp") == zone(bluff.s, "jp")
    for t in (full, bluff):
        t.go(US, ASIDE)
    assert told(full, "us") == told(bluff, "us")
    same_for("us", full, bluff)


def test_what_lies_below_an_unknown_piece_moves_unseen():
    """The owner marches out of, and puts in order, what the other side does not see."""
    one = moving("jp", at(LEYTE, US), at(NEXT, JP, JP_2), unknown=[HERE])
    other = moving("jp", at(LEYTE, US), at(NEXT, JP_2, JP), unknown=[HERE])
    one.act("put-on-top", JP)
    assert one.s.at(NEXT) == other.s.at(NEXT)
    same_for("us", one, other)
    for t in (one, other):
        t.go(JP, "4237").act("put-unknown", "4237")
    same_for("us", one, other)


# ------------------------------------------------------------------------------ putting


@pytest.mark.rule("filipinas-14.3-1")
def test_unknown_pieces_are_put_in_ones_own_movement_phase():
    t = moving("jp", at(NEXT, JP), at("off", US))
    t.act("put-unknown", NEXT).act("put-unknown", ASIDE)
    assert seen(t, "us", NEXT)[0].startswith("jp-incognita--")
    assert len(t.s.at(ASIDE)) == 1  # a bluff on an empty hex
    assert levels(t, "us")[JP] == "NOTHING"
    assert JP in t.game.belief("jp").s.at(NEXT)
    t.act("take-back-unknown", NEXT)
    assert seen(t, "us", NEXT) == [JP]
    other = moving("us", at(NEXT, JP), at(LEYTE, US))
    assert not other.check(action("put-unknown", NEXT), "jp")
    sea = scene("jp-naval-movement", at(NEXT, JP, JP_2), at("jp-fleet", "jp-dsb-1"))
    assert sea.top == "naval-phase"
    assert sea.refuses(action("put-unknown", NEXT)) == "filipinas-14.3-1"
    assert sea.refuses(action("put-on-top", JP)) == "filipinas-14.3-1"


@pytest.mark.rule("filipinas-14.3-1")
def test_they_neither_march_nor_count_for_stacking():
    six = ("jp-5-ri", "jp-17-ri", "jp-31-ri", "jp-33-ri", "jp-26-ri")
    t = moving("jp", at(NEXT, *six), at(ASIDE, "jp-11-ri"), unknown=[HERE])
    assert t.reach(f"jp-incognita--{NEXT}x") == frozenset()
    ours = moving("us", at(LEYTE, US), at(NEXT, JP), unknown=[("us", LEYTE)]).end()
    ours.act("assault", NEXT)
    assert ours.refuses(action("join", f"us-incognita--{LEYTE}x")) == "filipinas-14.3-1"
    t.go("jp-11-ri", NEXT)  # the sixth unit, beside the unknown piece
    assert len(t.s.at(NEXT)) == 7
    assert t.s.rules.invariants(s=t.s) == []


@pytest.mark.rule("filipinas-14.3-4")
def test_a_side_has_twenty():
    t = moving("jp", at(NEXT, JP))
    assert t.s.module.rules["unknowns"]["count"] == t.s.module.markers["jp-unknown"].count == 20
    hexes = [move.hex for move in t.legal("put-unknown")][:21]
    for hex in hexes[:20]:
        t.act("put-unknown", hex)
    assert t.refuses(action("put-unknown", hexes[20])) == "filipinas-14.3-4"
    assert t.legal("put-unknown") == []
    t.act("take-back-unknown", hexes[0]).act("put-unknown", hexes[20])


@pytest.mark.rule("filipinas-14.3-5")
def test_where_they_may_lie():
    t = moving("jp", at(NEXT, JP), at(LEYTE, US), control={LEYTE: "us", "4236": "us"})
    for hex in ("4036", LEYTE, "4236", "9999"):  # sea, enemies, enemy-held, nowhere
        assert t.refuses(action("put-unknown", hex)) == "filipinas-14.3-5"
    t.act("put-unknown", NEXT)
    assert t.refuses(action("put-unknown", NEXT)) == "filipinas-14.3-5"
    assert t.refuses(action("take-back-unknown", ASIDE)) == "filipinas-14.3-1"


@pytest.mark.rule("filipinas-14.3-5")
def test_with_the_option_a_bluff_lies_beside_ones_own():
    t = moving("jp", at(NEXT, JP), options={"bluffs": "beside-units"})
    assert {move.hex for move in t.legal("put-unknown")} <= {NEXT, *t.s.board.grid.neighbours(NEXT)}
    assert t.refuses(action("put-unknown", FAR)) == "filipinas-14.3-5"
    t.act("put-unknown", ASIDE)  # which is no unit
    far = next(
        h
        for h in t.s.board.grid.neighbours(ASIDE)
        if h not in {NEXT, *t.s.board.grid.neighbours(NEXT)} and t.s.board.terrain_at(h) != "sea"
    )
    assert t.refuses(action("put-unknown", far)) == "filipinas-14.3-5"


@pytest.mark.rule("filipinas-14.3-5")
def test_for_marches_they_are_land_units():
    t = moving("us", at("4236", US), unknown=[HERE])
    assert t.refuses(t.move(US, LEYTE, NEXT)) == "filipinas-4.1.2-7"
    assert t.refuses(t.move(US, LEYTE, "4135")) == "filipinas-4.1.2-2"
    t.go(US, LEYTE)
    assert t.reach(US) == frozenset()  # it stopped beside it with points left
    free = moving("us", at("4236", US))
    assert NEXT in free.reach(US)


# ------------------------------------------------------------------------------ coming off


@pytest.mark.rule("filipinas-14.3-2")
def test_whoever_engages_one_takes_it_off_at_the_end_of_the_movement():
    t = moving("us", at(LEYTE, US), at(NEXT, JP, JP_2), unknown=[HERE, THERE])
    assert seen(t, "us", NEXT) == [f"jp-incognita--{NEXT}x"]
    t.end()
    assert seen(t, "us", NEXT)[0] == JP_2  # the one on top
    assert levels(t, "us")[JP] == "PRESENCE"
    assert len(t.s.at(FAR)) == 1  # nobody is near that one
    assert t.place(f"jp-incognita--{NEXT}x") == "gone"


# ------------------------------------------------------------------------------ bluffs


@pytest.mark.rule("filipinas-14.3-3")
def test_who_finds_a_bluff_may_go_in():
    t = moving("us", at(LEYTE, US), at("4036", "us-21-ri"), unknown=[HERE])
    t.end()
    assert (t.top, t.decision.side) == ("bluff-advance", "us")
    assert t.allows(action("advance", US, [NEXT]))
    assert t.refuses(action("advance", "us-21-ri", [NEXT]))
    t.act("advance", US, [NEXT])
    assert (t.place(US), t.s.position.control.get(NEXT)) == (NEXT, "us")
    stays = moving("us", at(LEYTE, US), unknown=[HERE]).end().act("done-advancing")
    assert stays.place(US) == LEYTE
    held = moving("us", at(LEYTE, US), at(NEXT, JP), unknown=[HERE]).end()
    assert held.top != "bluff-advance"


@pytest.mark.rule("filipinas-14.3-6")
@pytest.mark.rule("filipinas-14.3-5")
def test_going_in_comes_before_attacks_and_binds_nobody():
    beyond = "4238"
    grid = moving("us").s.board.grid
    assert beyond in grid.neighbours(NEXT)
    assert beyond not in grid.neighbours(LEYTE)
    t = moving("us", at(LEYTE, US), at(beyond, JP), unknown=[HERE]).end()
    t.act("advance", US, [NEXT])
    assert t.top == "announce-with-duty"
    assert t.legal("assault") != []  # it may attack
    assert t.obligations() == ""
    assert t.allows(action("end-phase"))  # and need not


@pytest.mark.rule("filipinas-14.3-2")
def test_guerrillas_and_rangers_engage_nobody():
    for weak in ("us-6-rangers",):
        t = moving("us", at(LEYTE, weak), at(NEXT, JP), unknown=[HERE]).end()
        assert t.place(f"jp-incognita--{NEXT}x") == NEXT


def test_bluffs_on_a_lost_island_come_off():
    bohol = ("jp", "4044")
    t = scene("end-of-turn", at("4043", US), unknown=[bohol], control={"4043": "us"})
    assert t.s.position.control.get("bohol") == "us"
    assert t.place("jp-incognita--4044x") == "gone"
    held = scene("end-of-turn", at("4043", US), at("4044", JP), unknown=[bohol],
                 control={"4043": "us"})  # fmt: skip
    assert held.s.position.control.get("bohol") != "us"
    assert held.place("jp-incognita--4044x") == "4044"


def bombed(place, *dice, hurt=0):
    """Bombers from Dulag over an unknown piece on Leyte; the regiment lies in a place."""
    t = moving("us", {JP: {"place": place, "losses": hurt}}, at("4438", "us-38-gpo"),
               unknown=[HERE, THERE], turn=1, control={"4438": "us"})  # fmt: skip
    fly(t, "strike-troops", NEXT, "us-38-gpo")
    t.dice(*dice).end()
    while t.phase in ("us-movement", "us-turn-jp-air-interception", "us-combat"):
        done = [kind for kind in ("done-reacting", "end-phase") if kind in t.decision.actions]
        t.act(done[0])
    return t


def test_bombs_on_an_unknown_piece_tell_nothing_of_what_is_below():
    full, bluff = bombed(NEXT, 6), bombed(FAR, 6)
    assert (full.losses(JP), bluff.losses(JP)) == (1, 0)
    assert full.place(f"jp-incognita--{NEXT}x") == NEXT  # it takes no loss itself
    same_for("us", full, bluff)


# ------------------------------------------------------------------------------ marks below others


@pytest.mark.parametrize("mark", ["flown", "by-sea", "bluffed", "restored"])
def test_marks_that_go_tell_nothing_of_who_bore_them_unseen(mark):
    """A turn begins, and marks of the last one are taken off, whether any piece bore one or not."""
    below = ({JP: {"place": ASIDE, "marks": marks}} for marks in ([], [mark]))
    without, bearing = (scene("us-combat", at(NEXT, US), one, at(ASIDE, JP_2)) for one in below)
    for t in (without, bearing):
        assert levels(t, "us")[JP] == "PRESENCE"
        assert t.phase == "jp-movement"
    assert told(without, "us") == told(bearing, "us")


def test_a_free_hand_that_puts_another_piece_on_top_shows_it():
    """By the rules or by hand: what lies on top now is told, and that something was shown."""
    hurt = {JP: {"place": ASIDE, "losses": 1}}
    t = scene("jp-movement", at(NEXT, US), hurt, at(ASIDE, JP_2), options={"free-hand": True})
    t.act("free-order", ASIDE, (JP_2, JP))
    log = ToldLog(t.game, "us")
    log.head()
    shown = [event for event in log.rows[-1].events if isinstance(event, ev.Shown)]
    assert [(event.piece, event.losses) for event in shown] == [(JP, 1)]
    assert log.rows[-1].reveals
