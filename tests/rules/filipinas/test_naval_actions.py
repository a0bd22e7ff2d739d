"""Section 7.1.2: who fights whom, stays or withdraws, comes up, pursues; how an action ends."""

import pytest

from filipinas_war import action, fight, fleet, levels, naval, said, told
from tabuleiro_filipinas.forces import forces

HERE, THERE, BEYOND, FAR = "0739", "0740", "0741", "0742"
"""Open water of the Sulu Sea in a row."""
NORTH, BEHIND = "0738", "0737"
"""Before the first of them."""
JP, US, US_B = "jp-task-force-a", "us-task-force-a", "us-task-force-b"
DEN, US_DEN, US_DDD = "jp-den-1", "us-den-1", "us-ddd-23"
FIGHT_ON, BREAK_OFF, DONE = action("fight-on"), action("break-off"), action("done-at-sea")


def both(*more, jp=(DEN, "jp-den-2"), us=(US_DEN, "us-den-2"), dice=(6, 5), **rest):
    """Two forces next to each other; with these dice nobody has points enough to hurt anybody."""
    return naval(fleet("jp-a", HERE, *jp), fleet("us-a", THERE, *us), *more, dice=dice, **rest)


def engaged(*more, **rest):
    """The same after their first engagement."""
    t = both(*more, **rest)
    if "done-striking" in t.decision.actions:
        t.act("done-striking")
    t.do(t.legal("give-battle")[0])
    while t.top == "naval-losses":
        t.do(t.legal()[0])
    return t


def rounds(t):
    """How many engagements there were."""
    return told(t, "jp").count('"points":{')


@pytest.mark.rule("filipinas-7.1.2-13")
def test_the_attacker_chooses_first():
    t = engaged()
    assert (t.top, t.decision.side, t.decision.actions) == (
        "after-engagement", "jp", ("fight-on", "break-off"),
    )  # fmt: skip
    t.do(FIGHT_ON)
    assert (t.top, t.decision.side) == ("after-engagement", "us")


@pytest.mark.rule("filipinas-7.1.2-14")
def test_withdrawing_takes_a_free_hex_next_to_it():
    t = engaged().do(BREAK_OFF)
    free = {move.hex for move in t.legal("withdraw-to")}
    zone = set(t.s.board.grid.neighbours(THERE))
    assert free == set(t.s.board.grid.neighbours(HERE)) - zone - {THERE}
    assert t.refuses(action("withdraw-to", JP, "0840")) == "filipinas-7.1.2-14"
    t.act("withdraw-to", JP, "0738")
    assert t.place(JP) == "0738"
    # all hexes round it in zones: nobody is asked, it goes on
    grid = t.s.board.grid
    ring = [next(h for h in grid.neighbours(hex) if grid.distance(h, HERE) == 2) for hex in free]
    ships = ("us-ddd-25", "us-ddd-26", "us-ddd-27")
    ring = [
        fleet(f"us-{name}", hex, ship) for name, hex, ship in zip("bcd", ring, ships, strict=True)
    ]
    t = engaged(*ring)
    assert (t.top, t.decision.side) == ("after-engagement", "us")


@pytest.mark.rule("filipinas-7.1.2-15")
def test_the_defender_brings_up_forces_two_hexes_away():
    t = engaged(fleet("us-b", BEYOND, US_DDD), dice=(6, 5, 4, 5)).do(FIGHT_ON, FIGHT_ON)
    assert (t.top, t.decision.side) == ("reserves", "us")
    ends = {move.path[-1] for move in t.legal("come-up")}
    assert ends <= set(t.s.board.grid.neighbours(HERE))
    t.do(t.legal("come-up")[0])
    assert fight(t)["totals"][1] == 8 + 8 + 2
    t = engaged(fleet("us-b", FAR, US_DDD)).do(FIGHT_ON, FIGHT_ON)
    assert rounds(t) == 2  # nobody could come: the second engagement followed at once


@pytest.mark.rule("filipinas-7.1.2-15")
def test_no_further_than_two_hexes():
    t = engaged(fleet("us-b", BEYOND, US_DDD), fleet("us-c", FAR, "us-ddd-25"))
    t.do(FIGHT_ON, FIGHT_ON)
    assert {move.piece for move in t.legal("come-up")} == {US_B}


@pytest.mark.rule("filipinas-7.1.2-16")
def test_the_defender_may_follow_who_withdrew_or_let_him_go():
    t = engaged(dice=(6, 5, 4, 5)).do(BREAK_OFF, action("withdraw-to", JP, "0738"))
    assert (t.top, t.decision.side) == ("after-engagement", "us")
    gone = engaged().do(BREAK_OFF, action("withdraw-to", JP, "0738"), BREAK_OFF)
    assert (gone.place(US), gone.phase, rounds(gone)) == (THERE, "jp-movement", 1)
    t.do(FIGHT_ON)
    way = next(move for move in t.legal("come-up", piece=US))
    t.do(way)
    assert rounds(t) == 2
    assert t.place(US) in t.s.board.grid.neighbours("0738")
    assert fight(t)["totals"] == (17, 16)  # Japan is the attacker all the same


@pytest.mark.rule("filipinas-7.1.2-17")
def test_the_attacker_goes_after_others_when_he_is_left_alone():
    convoy = fleet("us-b", BEHIND, "us-comb-6", "us-comb-7")
    t = engaged(convoy, dice=(6, 5, 4, 5)).do(FIGHT_ON, BREAK_OFF)
    t.act("withdraw-to", US, BEYOND)
    assert (t.top, t.decision.side) == ("pursuit", "jp")
    far = {move.path for move in t.legal("pursue")}
    assert all(len(path) <= 2 for path in far)
    t.act("pursue", JP, (NORTH,)).act("attack-again", BEHIND)
    assert rounds(t) == 2
    assert fight(t)["totals"] == (17, 0)
    while t.top == "naval-losses":
        t.do(t.legal()[0])
    assert t.losses("us-comb-6") + t.losses("us-comb-7") > 0
    assert t.phase == "jp-movement"  # no third


@pytest.mark.rule("filipinas-7.1.2-17")
def test_he_goes_on_as_well_when_the_defender_is_wholly_sunk():
    t = naval(fleet("jp-a", HERE, DEN, "jp-den-2", "jp-den-3"),
              fleet("us-a", THERE, US_DDD, hurt=(US_DDD,)),
              fleet("us-b", BEYOND, "us-comb-6"), dice=(4, 5))  # fmt: skip
    t.do(t.legal("give-battle")[0])
    assert t.place(US_DDD) == "dead"
    assert (t.top, t.decision.side) == ("pursuit", "jp")
    t.do(DONE)
    assert t.phase == "jp-movement"


@pytest.mark.rule("filipinas-7.1.2-18")
@pytest.mark.rule("filipinas-7.1.2-19")
def test_if_both_go_on_they_fight_where_they_are_and_no_third_time():
    t = engaged(dice=(6, 5, 6, 5)).do(FIGHT_ON, FIGHT_ON)
    assert rounds(t) == 2
    assert (t.place(JP), t.place(US)) == (HERE, THERE)
    assert t.phase == "jp-movement"


@pytest.mark.rule("filipinas-7.1.2-24")
def test_forces_fight_hex_by_hex_each_once():
    second = fleet("jp-b", "0640", "jp-den-3")
    assert "0640" in both().s.board.grid.neighbours(THERE)
    t = both(second)
    t.act("give-battle", JP, THERE)
    assert t.decision.pieces == ("jp-task-force-b",)
    t.act("join-battle", "jp-task-force-b")
    assert fight(t)["totals"] == (9 + 8 + 8, 16)
    alone = both(second).act("give-battle", JP, THERE).act("confirm")
    assert fight(alone)["totals"] == (17, 16)
    while alone.top != "naval-actions":
        alone.do(alone.legal()[-1])
    assert alone.refuses(action("give-battle", JP, THERE)) == "filipinas-7.1.2-24"
    assert alone.legal() == [action("give-battle", "jp-task-force-b", THERE)]


@pytest.mark.rule("filipinas-7.1.2-24")
def test_a_force_between_two_hexes_attacks_one_of_them():
    other = fleet("us-b", NORTH, US_DDD)
    t = both(other)
    assert {move.hex for move in t.legal("give-battle")} == {THERE, NORTH}
    t.act("give-battle", JP, NORTH)
    assert fight(t)["totals"] == (17, 2)


@pytest.mark.rule("filipinas-7.1.2-26")
def test_moves_in_an_action_go_round_enemies_and_are_seen():
    hidden = fleet("us-b", BEYOND, US_DDD, detected=False)
    t = engaged(hidden).do(FIGHT_ON, FIGHT_ON)
    assert not forces(t.s, "us")[US_B].detected
    assert levels(t, "jp")[US_DDD] == "NOTHING"
    for move in t.legal("come-up"):
        assert HERE not in move.path
    assert t.refuses(action("come-up", US_B, (HERE,))) == "filipinas-7.1.2-26"
    t.do(t.legal("come-up")[0])
    assert forces(t.s, "us")[US_B].detected
    assert levels(t, "jp")[US_DDD] == "STATE"


@pytest.mark.rule("filipinas-7.1.2-26")
@pytest.mark.rule("filipinas-7.5.1-5")
def test_submarines_halt_who_moves_in_an_action():
    under = {"us-dsb-1": "0736"}
    t = engaged(pieces=under).do(BREAK_OFF, action("withdraw-to", JP, NORTH))
    assert (t.top, t.decision.side) == ("patrolled", "us")
    t.act("let-pass", "us-dsb-1")
    assert t.top == "after-engagement"


@pytest.mark.rule("filipinas-7.1.2-25")
def test_between_engagements_the_defender_strikes_from_the_air():
    """With those who have not flown in this phase; the attacker's fighters may answer."""
    carrier = fleet("us-c", "1230", "us-tg-38-1")
    fresh, flown = "us-cvg-7", "us-cvg-15"
    far = "us-38-gpo"  # bombers of the army on Morotai
    deck = {far: "morotai", fresh: "in:us-tg-38-1",
            flown: {"place": "in:us-tg-38-1", "marks": ["flown"]}}  # fmt: skip
    t = engaged(carrier, pieces=deck, turn=1).do(FIGHT_ON, FIGHT_ON)
    assert (t.top, t.decision.side) == ("strike-in-action", "us")
    assert {plan.hex for plan in t.legal("strike-ships")} == {HERE}
    t.act("strike-ships", HERE)
    assert t.allows(action("fly-as-bomber", fresh))
    assert not t.check(action("fly-as-bomber", flown))
    assert t.refuses(action("fly-as-bomber", far)) == "filipinas-2.2.2-13"
    t.act("fly-as-bomber", fresh).act("confirm")
    t.dice(1, 1, 6, 5).act("done-striking")
    assert said(t, "multiplier") is not None
    assert rounds(t) == 2
    none = engaged(carrier, pieces={flown: deck[flown]}, turn=1).do(FIGHT_ON, FIGHT_ON)
    assert rounds(none) == 2  # nobody can fly
