"""Section 7.0: losses and their recovery."""

import pytest

from lorraine import EAST, FOOT, GERMAN, GROUND, TANKS, board, hurt, march, until
from tabuleiro.bots import SimplePlayer
from tabuleiro.engine import events as ev
from tabuleiro.testing import action, table

FAR = "0222"
REAR = "2702"
"""A hex near the east edge."""


def turn_over(pieces, turn=5, phase="german-combat", **more):
    """The end of a turn, with whoever is there; its decision if any is asked."""
    t = table("metz", phase, pieces, turn=turn, **more)
    return t.end()


@pytest.mark.rule("metz-7.0-1", "metz-7.0-3")
@pytest.mark.parametrize("piece", [FOOT, TANKS, GERMAN, "us-art-xii", "de-22-rif", "de-15-rpz"])
def test_a_loss_halves_strengths_and_not_movement(piece):
    t = march(hurt(GROUND, piece))
    values = t.s.counter(piece).values
    for name in ("attack", "defense"):
        assert t.s.value(piece, name) == -(-values[name] // 2)
    assert t.s.value(piece, "move") == values["move"]
    assert max(m.path and len(m.path) for m in t.legal("move", piece=piece)) >= 3


@pytest.mark.rule("metz-7.0-1", "metz-7.0-2")
def test_a_loss_flips_and_a_second_one_eliminates():
    for losses, place in ((0, GROUND), (1, "dead")):
        pieces = {GERMAN: {"place": GROUND, "losses": losses}}
        t = table("metz", "us-combat", {**pieces, FOOT: "0222"}, turn=5, tracks={"air.us": 10},
                  dice=[1, 1])  # fmt: skip
        t.attack(GROUND, air=5, kind="air")
        assert t.told()["code"] == "DB"
        assert t.place(GERMAN) == place
        assert t.losses(GERMAN) == 1
        destroyed = [x.points for x in t.s.rules.score(s=t.s) if x.rule == "metz-11.2.2-2"]
        assert destroyed == [2 * losses]


@pytest.mark.rule("metz-7.0-4")
def test_unengaged_units_recover_at_the_end_of_the_turn():
    t = turn_over(hurt(FAR, FOOT))
    assert (t.s.turn, t.losses(FOOT)) == (6, 0)
    t = table("metz", "us-combat", hurt(FAR, FOOT), turn=5).end().end()
    assert t.losses(FOOT) == 1  # not before the end of the turn
    assert t.end().losses(FOOT) == 0


@pytest.mark.rule("metz-7.0-4")
def test_contact_at_any_moment_prevents_recovery():
    pieces = {**hurt("0222", FOOT), GERMAN: "0221"}
    t = march(pieces, "us", turn=5)
    t.game.test([ev.Marked(FOOT, ("contact",))], {"type": "contact"})
    far = [m for m in t.legal("move", piece=FOOT) if len(m.path) > 1]
    t.do(far[0])
    until(t, "us-movement", 6)
    assert t.losses(FOOT) == 1


@pytest.mark.rule("metz-7.0-4")
def test_contact_at_the_start_of_the_turn_counts():
    here, there = "0921", "0922"
    pieces = {**hurt(here, FOOT), GERMAN: there}
    t = until(table("metz", "german-movement", {**hurt("0222", FOOT), GERMAN: REAR}, turn=4),
              "us-movement", 5)  # fmt: skip
    assert not t.s.marked(FOOT, "contact")
    t = table("metz", "german-combat", pieces, turn=4, marks={here: ["attacked"]})
    t.game.test([ev.PlaceMarked(here, ("attacked",))], {"type": "done"})
    until(t, "us-movement", 5)
    assert t.s.marked(FOOT, "contact")
    far = [m for m in t.legal("move", piece=FOOT) if board().grid.distance(m.path[-1], there) > 1]
    t.do(far[0])
    until(t, "us-movement", 6)
    assert t.losses(FOOT) == 1


@pytest.mark.rule("metz-7.0-4")
def test_a_loss_in_the_turn_is_not_made_good_in_it():
    gun = "de-art-489"
    t = table("metz", "german-combat", {FOOT: "0222", gun: "0422"}, turn=5, dice=[1, 1])
    t.attack("0222", gun, kind="bombardment")
    assert t.losses(FOOT) == 1
    t.end()
    assert (t.s.turn, t.losses(FOOT)) == (6, 1)
    while t.s.turn == 6:
        t.end()
    assert t.losses(FOOT) == 0


@pytest.mark.rule("metz-7.0-5")
def test_a_line_to_the_home_edge_is_needed():
    for piece, enemy in ((FOOT, GERMAN), (GERMAN, FOOT)):
        t = turn_over({**hurt(GROUND, piece), enemy: "0222" if enemy == GERMAN else "2702"})
        assert t.losses(piece) == 0
    ring = [h for h in board().grid if board().grid.distance(h, GROUND) == 3]
    foes = {
        "us": [p for p in table("metz").s.module.counters if p.startswith("de-")],
        "german": [p for p in table("metz").s.module.counters if p.startswith("us-")],
    }
    for piece, side in ((FOOT, "us"), (GERMAN, "german")):
        t = turn_over({**hurt(GROUND, piece), **dict(zip(foes[side], ring, strict=False))})
        assert t.losses(piece) == 1
        open_ring = dict(zip(foes[side], ring[:6], strict=False))
        assert turn_over({**hurt(GROUND, piece), **open_ring}).losses(piece) == 0


@pytest.mark.rule("metz-7.0-5")
def test_each_side_has_an_edge_of_its_own():
    """A wall down the map: Americans behind it on the east, Germans on the west, do not recover."""
    counters = table("metz").s.module.counters
    wall = [f"14{r:02}" for r in range(1, 24, 2)]
    germans = [p for p in counters if p.startswith("de-") and p != GERMAN]
    t = turn_over({**hurt("2702", FOOT), **hurt("0202", "us-104-ri"),
                   **dict(zip(germans, wall, strict=False))})  # fmt: skip
    assert (t.losses(FOOT), t.losses("us-104-ri")) == (1, 0)
    allies = [p for p in counters if p.startswith("us-")]
    t = turn_over({**hurt("0202", GERMAN), **dict(zip(allies, wall, strict=False))})
    assert t.losses(GERMAN) == 1
    t = turn_over({**hurt("2702", GERMAN), **dict(zip(allies, wall, strict=False))})
    assert t.losses(GERMAN) == 0


@pytest.mark.rule("metz-7.0-5")
def test_friends_do_not_cancel_zones_on_the_line():
    counters = table("metz").s.module.counters
    wall = [f"14{r:02}" for r in range(1, 24, 2)]
    germans = dict(zip([p for p in counters if p.startswith("de-")], wall, strict=False))
    friends = {"us-104-ri": "1402", "us-328-ri": "1404"}
    t = turn_over(
        {**hurt("2702", FOOT), **germans, **friends}, options={"duty": "warn-and-release"}
    )
    assert t.losses(FOOT) == 1


THREE = ["de-59-ri", "de-73-ri", "de-74-ri"]


@pytest.mark.rule("metz-7.0-6")
@pytest.mark.parametrize("chosen", THREE)
def test_germans_recover_one_unit_a_turn(chosen):
    t = turn_over(hurt(REAR, *THREE))
    assert (t.decision.side, set(t.decision.pieces)) == ("german", set(THREE))
    t.refuses(action("recover", "de-126-ri"))
    t.do(action("recover", chosen))
    assert {p for p in THREE if t.losses(p)} == set(THREE) - {chosen}
    assert t.s.turn == 6
    t.refuses(action("recover", THREE[0]))


@pytest.mark.rule("metz-7.0-6")
def test_a_single_german_recovers_unasked():
    assert turn_over(hurt(REAR, GERMAN)).losses(GERMAN) == 0


CHOICE = {"recovery": "by-choice"}


@pytest.mark.rule("metz-7.0-4")
@pytest.mark.parametrize(("place", "piece"), [(FAR, FOOT), (REAR, GERMAN)])
def test_by_choice_the_owner_may_decline(place, piece):
    """With the option each side is asked, and a unit that was left as it is may recover later."""
    t = turn_over(hurt(place, piece), options=CHOICE)
    assert t.decision.side == ("us" if piece == FOOT else "german")
    assert t.decision.rule == "metz-7.0-4"
    assert set(t.decision.actions) == {"recover", "done-recovering"}
    t.do(action("done-recovering"))
    assert (t.s.turn, t.losses(piece)) == (6, 1)
    while not t.decision.actions[0].startswith("recover"):
        t.end()
    assert t.s.turn == 6
    t.do(action("recover", piece))
    assert (t.s.turn, t.losses(piece)) == (7, 0)


@pytest.mark.rule("metz-7.0-4", "metz-7.0-6", "metz-7.0-8")
def test_by_choice_some_recover_and_others_do_not():
    americans = [FOOT, "us-104-ri", "us-8-gb"]
    t = turn_over({**hurt(FAR, *americans), **hurt(REAR, *THREE)}, options=CHOICE)
    assert (t.decision.side, set(t.decision.pieces)) == ("us", set(americans))
    t.do(action("recover", FOOT))
    assert t.refuses(action("recover", FOOT)) == "metz-7.0-4"
    t.do(action("recover", "us-8-gb"), action("done-recovering"))
    assert [t.losses(p) for p in americans] == [0, 1, 0]
    assert (t.decision.side, t.decision.data["times"]) == ("german", 1)
    t.do(action("recover", THREE[1]))
    assert [t.losses(p) for p in THREE] == [1, 0, 1]
    assert t.s.turn == 6


def test_without_the_option_nobody_declines():
    t = turn_over(hurt(REAR, *THREE))
    assert t.decision.actions == ("recover",)
    assert t.refuses(action("done-recovering")) == "metz-7.0-6"


def test_who_plays_by_himself_lets_them_recover():
    t = turn_over(hurt(REAR, *THREE), options=CHOICE)
    chosen = SimplePlayer(1).choose(t.game)
    assert chosen.kind == "recover"


@pytest.mark.rule("metz-7.0-7")
@pytest.mark.parametrize(
    ("piece", "recovers"),
    [("de-15-rpz", 0), ("de-art-482", 0), ("de-106-bg", 0), ("de-art-401", 0), ("de-22-rpz", 0),
     ("de-59-ri", 1), ("de-22-rif", 1), ("de-1010-rs", 1), ("de-110-rpzgr", 1),
     ("de-37-rpzgr-ss", 1)],
)  # fmt: skip
def test_german_armour_and_artillery_do_not_recover(piece, recovers):
    assert turn_over(hurt(REAR, piece)).losses(piece) == 1 - recovers


@pytest.mark.rule("metz-7.0-7")
def test_option_for_panzergrenadiers():
    t = turn_over(hurt(REAR, "de-110-rpzgr"), options={"german-recovery": "no-panzergrenadiers"})
    assert t.losses("de-110-rpzgr") == 1
    t = turn_over(hurt(REAR, GERMAN), options={"german-recovery": "no-panzergrenadiers"})
    assert t.losses(GERMAN) == 0


ANY = [FOOT, "us-8-gb", "us-4-gtd", "us-2-gcav", "us-art-xii", "us-1117-geng", "us-1306-geng"]


@pytest.mark.rule("metz-7.0-8")
def test_americans_recover_without_limits_up_to_turn_15():
    pieces = {**hurt("0222", *ANY[:4]), **hurt("0611", *ANY[4:])}
    t = turn_over(pieces, turn=15)
    assert [t.losses(p) for p in ANY] == [0] * 7
    t = turn_over(pieces, turn=16)
    assert [t.losses(p) for p in ANY] == [1] * 7
    assert turn_over(hurt(REAR, GERMAN), turn=16).losses(GERMAN) == 0


@pytest.mark.rule("metz-11.2-3")
def test_the_cut_off_lose_nothing():
    around = dict(zip(["de-59-ri", "de-73-ri", "de-74-ri", "de-126-ri", "de-127-ri", "de-128-ri"],
                      [h for h in board().grid if board().grid.distance(h, GROUND) == 2][::2],
                      strict=True))  # fmt: skip
    t = table("metz", "us-movement", {FOOT: GROUND, **around}, turn=5)
    until(t, "us-movement", 15)
    assert (t.place(FOOT), t.losses(FOOT)) == (GROUND, 0)
    assert t.s.value(FOOT, "move") == 6
    assert (EAST in t.reach(FOOT)) or t.reach(FOOT)
