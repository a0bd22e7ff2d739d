"""Sections 6.3.3 and 6.8: bombs on ships, the multiplier, columns, and kamikazes."""

import pytest

from filipinas_air import fly
from filipinas_war import action, at_sea, fleet, levels, said
from tabuleiro.engine import events as ev

SEA = "1023"
"""Sea west of Luzon, 45 hexes from Formosa."""
US = "us-task-force-a"
BOMBERS = ("jp-14-sentai", "jp-60-sentai", "jp-62-sentai", "jp-74-sentai", "jp-95-sentai",
           "jp-701-kokutai", "jp-763-kokutai")  # fmt: skip
"""Land power 2 and air power 4 each."""
HEAVY = "jp-7-sentai"
"""Land power 3, air power 5."""
FIGHTERS = ("jp-71-sentai", "jp-72-sentai", "jp-73-sentai", "jp-200-sentai", "jp-51-sentai")
"""Air power 7, land power 1."""
SHIPS = ("us-dcr-2", "us-ddd-23", "us-ddd-25", "us-ddd-26")
"""6-0-0 and three of 2-0-0."""
MOST = {"bombers": (*BOMBERS, HEAVY), "escorts": FIGHTERS}
"""Air power 68 and land power 17."""


def strike(ships=SHIPS, *, bombers=(), escorts=(), divers=(), dice=(), hurt=(), more=(),
           phase="us-turn-jp-air-naval-interception", pieces=None, **rest):  # fmt: skip
    """Japan strikes an American force, which nobody defends from the air unless he is named."""
    base = dict.fromkeys((*bombers, *escorts, *divers), "formosa")
    t = at_sea(phase, fleet("us-a", SEA, *ships, hurt=hurt), *more,
               pieces={**base, **(pieces or {})}, turn=1, **rest)  # fmt: skip
    fly(t, "strike-ships", SEA, *bombers, escorts=escorts, divers=divers)
    t.dice(*dice)
    for done in ("done-striking", "done-reacting"):
        if done in t.decision.actions:
            t.act(done)
    return t


def throws(t):
    """The throws on the bombardment table against ships: column, result, points."""
    found = []
    for row in t.game.log.line():
        for event in row.events:
            if isinstance(event, ev.Said) and "multiplier" in event.data:
                data = event.data
                column = (
                    t.s.module.values["bombardment"]
                    .columns[data["reckoning"].get("column", 0)]
                    .label
                )
                found.append((column, data["code"], data["points"]["jp"]))
    return found


# ------------------------------------------------------------------------------ bombs


@pytest.mark.rule("filipinas-6.3.3-4")
@pytest.mark.rule("filipinas-6.3.3-5")
def test_result_times_multiplier_given_out_by_the_attacker():
    t = strike(**MOST, dice=(1, 6))
    assert said(t, "air_combat")["code"] == "3-0"
    assert throws(t) == [("13-18", "2", 6)]  # 17 points, no column: they fly from land
    assert (t.decision.side, t.decision.data["points"]) == ("jp", 6)
    assert t.decision.data["costs"] == {"us-dcr-2": 3, **dict.fromkeys(SHIPS[1:], 1)}
    t.act("hit-ship", "us-dcr-2").act("hit-ship", "us-ddd-23").act("hit-ship", "us-ddd-25")
    assert [t.losses(ship) for ship in SHIPS] == [1, 1, 1, 1]


@pytest.mark.rule("filipinas-6.3.3-4")
def test_only_survivors_bomb():
    """Twenty points of flak against eight of the bombers, both of which are hit."""
    two = BOMBERS[:2]
    t = strike(("us-den-1", "us-dcr-2", "us-dcr-3"), bombers=two, dice=(6, 6))
    assert said(t, "air_combat")["code"] == "1-2"
    assert [t.losses(piece) for piece in two] == [1, 1]
    assert said(t, "multiplier")["reckoning"]["attack"] == 1 + 1


@pytest.mark.rule("filipinas-6.3.3-2")
@pytest.mark.rule("filipinas-6.3.3-3")
def test_the_number_of_the_defender_multiplies_and_costs_his_aircraft():
    aboard = {"us-cvg-15": "in:us-tg-38-3"}
    t = strike(("us-dcr-2", "us-tg-38-3"), **MOST, dice=(1, 1), pieces=aboard)
    code = said(t, "air_combat")["code"]
    multiplier = int(code.split("-")[0])
    assert multiplier > 0
    assert said(t, "air_combat")["losses"]["us"] == multiplier
    alone = strike(("us-dcr-2", "us-tg-38-3"), bombers=(*BOMBERS, HEAVY), dice=(5, 6),
                   pieces=aboard)  # fmt: skip
    told = said(alone, "air_combat")
    assert told["losses"]["us"] == 0  # no fighters came along
    multiplier = int(told["code"].split("-")[0])
    assert multiplier > 0
    while alone.top == "aircraft-losses":
        alone.do(alone.legal()[0])
    assert said(alone, "multiplier")["multiplier"] == multiplier
    nothing = strike(bombers=BOMBERS[:1], dice=(1, 6))
    assert said(nothing, "air_combat")["code"].startswith("0-")
    while nothing.top == "aircraft-losses":
        nothing.do(nothing.legal()[0])
    assert throws(nothing)[0][2] == 0  # nothing times one


@pytest.mark.rule("filipinas-6.3.3-6")
def test_groups_from_decks_gain_a_column_if_none_flies_from_land():
    carrier = fleet("jp-a", "0720", "jp-dpa-4")
    deck = {"jp-653-kokutai": "in:jp-dpa-4", "jp-634-kokutai": "in:jp-dpa-4"}

    def columns(*bombers, **more):
        t = at_sea("us-turn-jp-air-naval-interception", fleet("us-a", SEA, *SHIPS), carrier,
                   pieces={**deck, **dict.fromkeys(BOMBERS, "formosa")}, turn=1)  # fmt: skip
        fly(t, "strike-ships", SEA, *bombers, **more)
        t.dice(1, 1, 1, 1, 1).act("done-striking")
        while t.top == "aircraft-losses":
            t.do(t.legal()[0])
        return [column for column, _code, _points in throws(t)]

    assert columns("jp-653-kokutai") == ["7-12"]  # one point, one column right
    assert columns(BOMBERS[0]) == ["0-6"]
    assert columns("jp-653-kokutai", BOMBERS[0]) == ["0-6"]
    assert columns(divers=("jp-634-kokutai",)) == ["13-18"]  # two, not three


@pytest.mark.rule("filipinas-6.3.3-7")
def test_asterisks_cost_no_bombers():
    t = strike(("us-comb-6",), bombers=BOMBERS[:2], dice=(3, 1))
    assert throws(t) == [("0-6", "0*", 0)]
    assert all(t.place(piece) != "dead" and t.losses(piece) == 0 for piece in BOMBERS[:2])


@pytest.mark.rule("filipinas-6.3.3-8")
@pytest.mark.rule("filipinas-6.1-24")
def test_convoys_alone_shoot_nobody_down():
    t = strike(("us-comb-6", "us-comb-7"), bombers=BOMBERS[:4], dice=(3, 6))
    told = said(t, "air_combat")
    assert told["code"] == "1-1"
    assert told["losses"] == {"us": 0, "jp": 0}
    assert throws(t) == [("7-12", "1", 1)]
    assert t.decision.data["costs"] == {"us-comb-6": 1, "us-comb-7": 1}


@pytest.mark.rule("filipinas-6.3.3-9")
@pytest.mark.rule("filipinas-7.0-12")
def test_forces_found_before_are_hit_and_all_are_turned_up():
    hidden = fleet("us-b", SEA, "us-den-1", detected=False)
    under = {"us-dsb-1": SEA}
    t = strike(**MOST, dice=(1, 6), more=[hidden], pieces=under)
    assert said(t, "air_combat")["air_combat"]["guns"] == 6 + 2 + 2 + 2 + 8  # all of the hex
    while t.top == "aircraft-losses":
        t.do(t.legal()[0])
    assert set(t.decision.pieces) == set(SHIPS)
    assert levels(t, "jp")["us-den-1"] == "STATE"


# ------------------------------------------------------------------------------ kamikazes

DIVER, OTHER = FIGHTERS[0], FIGHTERS[1]


@pytest.mark.rule("filipinas-6.8-3")
@pytest.mark.rule("filipinas-6.8-5")
def test_a_dive_is_two_columns_right_and_the_last():
    t = strike(("us-ddd-23",), divers=(DIVER,), dice=(1, 4))
    assert throws(t) == [("13-18", "1", 1)]
    assert t.losses("us-ddd-23") == 1
    assert t.place(DIVER) == "dead"
    missed = strike(("us-ddd-23",), divers=(DIVER,), dice=(1, 1))
    assert throws(missed)[0][2] == 0
    assert missed.place(DIVER) == "dead"  # all the same


@pytest.mark.rule("filipinas-6.8-4")
@pytest.mark.rule("filipinas-6.8-7")
@pytest.mark.rule("filipinas-6.8-10")
def test_each_dive_and_the_bombs_have_a_throw_of_their_own():
    divers = ("jp-22-sentai", "jp-52-sentai")
    t = strike(**{**MOST, "divers": divers}, dice=(1, 6, 6, 6))
    while t.top == "naval-losses":
        t.do(t.legal()[0])
    assert said(t, "air_combat")["code"] == "4-1"
    while t.top in ("aircraft-losses", "naval-losses"):
        t.do(t.legal()[0])
    codes = throws(t)
    assert len(codes) == 3
    assert codes[0][2] == 4 * int(codes[0][1].rstrip("*"))
    assert [points for _column, _code, points in codes[1:]] == [2, 2]  # times one


@pytest.mark.rule("filipinas-6.8-6")
def test_the_points_of_dives_do_not_add_up_unless_the_option_says_so():
    two = (DIVER, OTHER)
    t = strike(("us-dcr-8",), divers=two, dice=(1, 4, 4))
    assert [points for _c, _r, points in throws(t)] == [1, 1]
    assert t.losses("us-dcr-8") == 0  # it takes two points at once
    pooled = strike(("us-dcr-8",), divers=two, dice=(1, 4, 4), options={"strike-points": "pooled"})
    assert pooled.losses("us-dcr-8") == 1


@pytest.mark.rule("filipinas-6.8-6")
def test_escorts_and_bombs_go_with_dives_and_roles_are_fixed():
    t = strike(("us-ddd-23", "us-ddd-25"), bombers=BOMBERS[:1], escorts=(OTHER,),
               divers=(DIVER,), dice=(1, 6, 6))  # fmt: skip
    assert len(throws(t)) == 2
    t.act("hit-ship", "us-ddd-23")
    assert t.place(OTHER) == "formosa"
    assert t.place(DIVER) == "dead"


@pytest.mark.rule("filipinas-6.8-8")
def test_dives_in_the_combat_phase_too():
    t = strike(("us-ddd-23",), divers=(DIVER,), phase="jp-movement")
    t.dice(1, 4).end()
    while t.s.phase and t.s.phase.id != "us-reinforcement" and not throws(t):
        done = [kind for kind in ("done-reacting", "end-phase", "stand-aside") if kind in
                t.decision.actions]  # fmt: skip
        t.act(done[0])
    assert throws(t) == [("13-18", "1", 1)]
    assert t.losses("us-ddd-23") == 1


@pytest.mark.rule("filipinas-6.8-11")
def test_who_is_shot_down_does_not_dive():
    ships = ("us-den-1", "us-den-2", "us-den-3", "us-den-4")
    t = strike(ships, divers=("jp-3-sentai",), dice=(5,), hurt=())
    assert said(t, "air_combat")["losses"]["jp"] >= 2
    assert t.place("jp-3-sentai") == "dead"
    assert throws(t) == []
    weak = strike(("us-ddd-23", "us-den-1", "us-dcr-2"), divers=("jp-14-sentai",), dice=(1, 4))
    assert said(weak, "air_combat")["losses"]["jp"] == 1
    assert said(weak, "multiplier")["reckoning"]["attack"] == 1  # the reduced side


def test_dives_that_are_planned_tell_the_chances_of_the_strongest():
    divers = (FIGHTERS[0], HEAVY)
    t = at_sea("us-turn-jp-air-naval-interception", fleet("us-a", SEA, *SHIPS),
               pieces=dict.fromkeys(divers, "formosa"), turn=1)  # fmt: skip
    t.act("strike-ships", SEA).do(*(action("fly-as-kamikaze", one) for one in divers))
    (planned,) = t.s.rules.reckonings(s=t.s)
    assert (planned.attack, [part.piece for part in planned.parts]) == (3, [HEAVY])
    labels = [column.label for column in t.s.module.values["bombardment"].columns]
    assert labels[planned.column] == "13-18"
    assert len(planned.notes) == 1
