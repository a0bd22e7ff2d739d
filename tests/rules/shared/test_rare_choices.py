"""Choices that matches seldom offer: what is asked, refused and told, and under which clause."""

import pytest

import leyte_scenes
from lorraine import at, march
from tabuleiro.engine import events as ev
from tabuleiro.rules.arrivals.recovery import ChooseRecovery
from tabuleiro.rules.combat.losses import Exchange, TakeLoss
from tabuleiro.rules.combat.retreat import Displacement
from tabuleiro.rules.victory.scoring import final_losses
from tabuleiro.testing import action, table
from tabuleiro_metz.bridges import BuildBridges
from tabuleiro_metz.rail import rail_moves

GERMANS = ("de-59-ri", "de-73-ri", "de-74-ri", "de-126-ri")
FEET = ("us-101-ri", "us-104-ri", "us-328-ri", "us-134-ri")
AXIS = ("de-191-ri", "de-194-ri", "de-267-ri")


def told(t):
    """The sentences of the last row by their clauses."""
    events = t.game.log.rows[t.game.log.head].events
    return {e.rule: t.say(e.message) for e in events if isinstance(e, ev.Said)}


def asked(t, step):
    """A table where a step is next."""
    t.game.test([ev.Pushed((step,))], {"type": "ask"})
    return t


def name(t, piece):
    return t.game.module.counters[piece].name["en"]


# -------------------------------------------------------------------------------- set-up


@pytest.mark.parametrize("game", ["diadem", "leyte", "metz", "papua"])
def test_who_is_placed_is_not_placed_again(game):
    t = table(game)
    rule = t.game.module.rules["clauses"]["setup"]
    place = next(deed for deed in t.legal("place"))
    taken = action("take-up", place.piece)
    assert t.refuses(taken) == rule
    assert t.why(taken) == f"{name(t, place.piece)} is not placed yet."
    t.do(place)
    assert t.refuses(place) == rule
    assert t.why(place) == f"{name(t, place.piece)} is already placed."
    assert t.do(taken).place(place.piece) == "off"


# -------------------------------------------------------------------------------- losses


def losers(**more):
    t = table("metz", "german-combat", at("2702", *GERMANS[:3]), turn=5)
    return asked(t, TakeLoss("german", GERMANS[:3], "metz-5.1.6-2", **more))


def test_who_is_pointed_at_may_lose():
    t = losers()
    assert set(t.legal("lose")) == {action("lose", piece) for piece in GERMANS[:3]}
    assert t.legal("lose", piece=GERMANS[1]) == [action("lose", GERMANS[1])]
    assert t.legal("lose", piece=GERMANS[1], hex="2702") == [action("lose", GERMANS[1])]
    assert t.legal("lose", piece=GERMANS[1], hex="0202") == []
    assert t.legal("lose", piece=GERMANS[3], hex="2702") == []
    assert len(t.legal("lose", hex="2702")) == 3
    verdict = t.check(action("lose", GERMANS[3]))
    assert verdict.objections[0].pieces == (GERMANS[3],)


def test_a_loss_is_told_and_an_elimination_too():
    t = losers().do(action("lose", GERMANS[0]))
    assert told(t) == {"metz-5.1.6-2": f"{name(t, GERMANS[0])} takes a loss."}
    t = losers(kill=True).do(action("lose", GERMANS[1]))
    assert told(t) == {"metz-5.1.6-2": f"{name(t, GERMANS[1])} is eliminated."}
    assert (t.place(GERMANS[1]), t.at("2702")) == ("dead", {GERMANS[0], GERMANS[2]})


def exchange():
    """A tie: three German regiments in the east, two American ones in the west."""
    homes = {**at("2702", *GERMANS[:2]), GERMANS[2]: "2502", **at("0202", *FEET[:2])}
    t = table("metz", "us-combat", homes, turn=5)
    return asked(t, Exchange("german", "us", GERMANS[:3], FEET[:2]))


def test_a_tie_is_paid_with_one_unit_or_more():
    t = exchange()
    assert t.legal() == [action("lose", piece) for piece in GERMANS[:3]]
    assert (
        t.legal(piece=GERMANS[1])
        == t.legal(piece=GERMANS[1], hex="2702")
        == [action("lose", GERMANS[1])]
    )
    assert t.legal(hex="2502") == [action("lose", GERMANS[2])]
    assert t.legal(piece=GERMANS[1], hex="2502") == []
    assert t.refuses(action("done-losing")) == t.game.module.rules["clauses"]["tie-defender"]
    t.do(action("lose", GERMANS[1]))
    assert t.legal() == [
        action("lose", GERMANS[0]),
        action("lose", GERMANS[2]),
        action("done-losing"),
    ]
    assert t.legal(piece=GERMANS[0]) == t.legal(hex="2702") == [action("lose", GERMANS[0])]
    t.refuses(action("lose", FEET[0]))
    t.do(action("done-losing"))
    assert (t.decision.side, t.decision.data) == ("us", {"owed": 4, "kills": True})
    assert t.legal() == [action("lose", piece) for piece in FEET[:2]]
    assert t.legal(hex="0202", piece=FEET[1]) == [action("lose", FEET[1])]
    assert t.legal(hex="2702") == []
    t.refuses(action("done-losing"))


@pytest.mark.parametrize("game", ["diadem", "metz"])
def test_what_is_given_up_at_the_end_is_eliminated_and_not_hurt_again(game):
    """A third of the reduced pieces, before the points are counted."""
    side, pieces = ("german", GERMANS[:3]) if game == "metz" else ("axis", AXIS)
    reduced = {piece: {"place": "0907", "losses": 1} for piece in pieces}
    t = table(game, f"{side}-combat", reduced, turn=5)
    (step,) = final_losses(t.s)
    assert (step.kill, step.times, step.pieces) == (True, 1, tuple(pieces))
    asked(t, step)
    assert t.say(t.decision.prompt) == "Choose a unit to eliminate."
    t.do(action("lose", pieces[2]))
    assert list(told(t)) == [t.game.module.rules["clauses"]["final-elimination"]]


# -------------------------------------------------------------------------- declarations


def test_a_declaration_lists_what_is_pointed_at():
    """One regiment has joined with an air point, another beside the target has not."""
    one, other = "us-349-ri", "us-350-ri"
    pieces = {one: "1413", other: "1414", "de-211-ri": "1313"}
    t = table("diadem", "allied-combat", pieces, tracks={"air.allied": 3})
    t.declare("1313", one, air=1)
    whole = t.legal()
    assert {a.points for a in whole if a.kind == "set-air"} == {2, 3}
    assert {
        action("withdraw", one),
        action("join", other),
        action("cancel"),
        action("take-air-back"),
    } <= set(whole)
    assert t.legal(piece=one) == t.legal(hex="1413") == [action("withdraw", one)]
    assert t.legal(piece=other) == t.legal(hex="1414") == [action("join", other)]
    assert t.legal(piece=other, hex="1414") == [action("join", other)]
    assert t.legal(piece=other, hex="1413") == t.legal(piece=one, hex="1414") == []
    assert t.legal(hex="0101") == []


# ------------------------------------------------------------------------------ recovery


def test_who_has_recovered_does_not_do_so_twice():
    reduced = {piece: {"place": "2702", "losses": 1} for piece in GERMANS}
    t = table("metz", "german-combat", reduced, turn=5)
    asked(t, ChooseRecovery("german", GERMANS, 2))
    assert (t.decision.data, t.decision.pieces) == ({"times": 2}, GERMANS)
    assert (t.decision.rule, t.decision.kind) == ("metz-7.0-6", "choose")
    t.do(action("recover", GERMANS[1]))
    assert (t.decision.data, t.decision.pieces) == ({"times": 1}, (*GERMANS[:1], *GERMANS[2:]))
    assert t.refuses(action("recover", GERMANS[1])) == "metz-7.0-4"
    t.do(action("recover", GERMANS[3]))
    assert [t.losses(piece) for piece in GERMANS] == [1, 0, 1, 0]


# --------------------------------------------------------------------------- withdrawals


def test_a_formation_is_found_by_its_pieces_and_their_hexes():
    homes = {"us-4-db": "0222", "us-6-db": "1112", "us-10-db": "0611"}
    parts = {name: [f"{name}-cc{one}" for one in "abr"] for name in homes}
    pieces = {p: home for name, home in homes.items() for p in parts[name]}
    weak = dict.fromkeys((parts["us-6-db"][2], parts["us-10-db"][2]), "dead")
    t = march({**pieces, **weak}, "us", turn=15)
    assert t.decision.data == {"formations": ("us-6-db", "us-10-db")}
    assert t.decision.rule == "metz-4.2.2-11"
    sixth, tenth = action("pick-formation", "us-6-db"), action("pick-formation", "us-10-db")
    assert t.legal() == [sixth, tenth]
    assert t.legal(piece=parts["us-6-db"][0]) == t.legal(hex="1112") == [sixth]
    assert t.legal(piece=parts["us-10-db"][0], hex="0611") == [tenth]
    assert t.legal(piece=parts["us-10-db"][0], hex="1112") == []
    assert t.legal(piece=parts["us-4-db"][0]) == t.legal(hex="0222") == []


# ------------------------------------------------------------------------- displacements


def crowd(fifth, four, foes, beyond):
    """Five pieces in a hex where a retreat has ended, and one way out."""
    here = {"wet": "0203", "wooded": "0207"}[beyond]
    t = table("metz", "us-combat", {**at(here, *four, fifth), **foes}, turn=5)
    return asked(t, Displacement("us", here, (here,)))


RIVER = {"de-59-ri": "0103", "de-73-ri": "0202"}
"""Their zones close all around 0203 but 0303, which is over the river."""
WOODS = {"de-59-ri": "0107", "de-73-ri": "0206"}
"""Their zones close all around 0207 but 0307: wooded rough without a road."""
ARMOUR = ("us-4-db-cca", "us-4-db-ccb", "us-6-db-cca", "us-6-db-ccb")


def test_armour_that_makes_room_dies_in_the_river():
    t = crowd(ARMOUR[0], FEET, RIVER, "wet")
    assert {a.to for a in t.legal("displace")} == {"0303"}
    t.displace(ARMOUR[0], "0303")
    assert (t.place(ARMOUR[0]), t.at("0203")) == ("dead", set(FEET))
    sentence = f"{name(t, ARMOUR[0])} cannot cross in its retreat and is eliminated."
    assert told(t) == {"metz-5.3.2-1": sentence}
    t = crowd(ARMOUR[0], FEET, RIVER, "wet").displace(FEET[0], "0303")
    assert (t.place(FEET[0]), t.place(ARMOUR[0])) == ("0303", "0203")


def test_the_only_one_who_can_makes_room_unasked():
    t = crowd(FEET[0], ARMOUR, WOODS, "wooded")
    assert (t.place(FEET[0]), t.at("0207")) == ("0307", set(ARMOUR))
    assert list(told(t)) == ["metz-5.3.1-1"]


# ------------------------------------------------------------------------------ landings


def test_ships_are_told_of_by_what_they_do():
    a, b = "us-21-ri-1", "us-34-ri-1"
    t = leyte_scenes.moving("american", at("2620", a, b), at("1419", "jp-20-ri-1"), turn=11)
    t.do(action("land", a, "2615"))
    assert told(t)["leyte-4.3-2"] == f"{name(t, a)} sails to 2615."
    t.do(action("land", b, "1419"))
    assert told(t) == {"leyte-4.3-15": f"{name(t, b)} sails to 1419."}


def test_each_piece_has_landings_of_its_own():
    """Two that may go to the same hexes are not taken for one another."""
    a, b = "us-21-ri-1", "us-34-ri-1"
    t = leyte_scenes.moving("american", at("2620", a, b), turn=11)
    ways = {piece: t.legal("land", piece=piece) for piece in (a, b)}
    assert {deed.piece for deed in ways[a]} == {a}
    assert {deed.piece for deed in ways[b]} == {b}
    assert [deed.hex for deed in ways[a]] == [deed.hex for deed in ways[b]] != []


# ------------------------------------------------------------------------------- bridges

BUILDERS = ("us-1117-geng", "us-1135-geng")


def builders(*, ready=BUILDERS, turn=5, left=5):
    """Two groups of engineers at the river with the bridges that they have prepared."""
    homes = dict(zip(BUILDERS, ("0203", "0203"), strict=True))
    return table(
        "metz", "us-movement", homes, turn=turn, control=dict.fromkeys(("0203", "0303"), "us"),
        facts={"works": {piece: homes[piece] for piece in ready}}, tracks={"bridges": left},
    )  # fmt: skip


def test_one_bridge_leaves_the_others_prepared():
    t = builders().do(action("build-bridge", BUILDERS[0], "0303"))
    assert t.s.position.facts["works"] == {BUILDERS[1]: "0203"}
    assert list(told(t)) == ["metz-10.0-2"]


def test_who_is_there_without_a_bridge_builds_none():
    t = builders(ready=BUILDERS[:1])
    (objection,) = t.check(action("build-bridge", BUILDERS[1], "0303")).objections
    assert (objection.rule, objection.pieces) == ("metz-10.0-2", (BUILDERS[1],))
    assert t.say(objection.message) == f"{name(t, BUILDERS[1])} has prepared no bridge."


@pytest.mark.parametrize(
    ("terms", "rule"), [({"turn": 2}, "metz-10.0-4"), ({"left": 0}, "metz-10.0-8")]
)
def test_refused_bridges_name_their_builder(terms, rule):
    t = asked(builders(**terms), BuildBridges("us"))
    (objection,) = (
        BuildBridges("us").check(t.s, action("build-bridge", BUILDERS[0], "0303")).objections
    )
    assert (objection.rule, objection.topic) == (rule, "movement")
    assert objection.pieces == (BUILDERS[0],)


# ------------------------------------------------------------------------------ railways


def test_trains_that_are_refused():
    """Who is not on the board, goes nowhere, or is named wrongly."""
    piece, other, start = "us-101-ri", "us-104-ri", "0804"
    t = march({piece: start, other: "1112"})
    assert t.refuses(action("rail-move", piece, ())) == "metz-4.0-1"
    assert t.refuses(action("rail-move", other, (start,))) == "metz-9.0-1"
    assert t.legal("rail-move", piece=other) == []
    ends = {deed.path[-1]: deed for deed in t.legal("rail-move", piece=piece)}
    t.do(ends[max(ends)])
    assert told(t)["metz-9.0-1"].startswith(f"{name(t, piece)} goes by rail to {max(ends)}")
    assert t.legal("rail-move", piece="nobody") == []


def test_who_does_not_arrive_by_rail():
    piece = "us-101-ri"
    t = march({"us-104-ri": "0804", piece: "off"})
    assert t.legal("rail-move", piece=piece) == []
    first, _ = t.check(action("rail-move", piece, ("0804",))).objections
    assert (first.rule, first.pieces) == ("metz-9.0-6", (piece,))
    assert t.say(first.message) == f"{name(t, piece)} cannot enter by rail."


def test_who_arrives_by_rail_may_go_a_longer_way_than_the_shortest():
    """From the edge at 0102 one hex on and back again."""
    tanks = "us-6-db-cca"
    t = march({tanks: "off"}, turn=5)
    assert action("rail-move", tanks, ("0102",)) in t.legal("rail-move", piece=tanks)
    t.do(action("rail-move", tanks, ("0102", "0103", "0102")))
    assert t.place(tanks) == "0102"
    t = march({tanks: "off"}, turn=5)
    assert t.refuses(action("rail-move", tanks, ("0102", "0202"))) == "metz-9.0-2"


def test_trains_of_a_piece_are_those_of_all_that_are_its_own():
    homes = {"us-101-ri": "0804", "us-104-ri": "0804", "de-59-ri": "2809", "us-328-ri": "1112"}
    s = march({**homes, "us-6-db-cca": "off"}, "us", turn=5).s
    every = list(rail_moves(s, "us"))
    assert not {move.piece for move in every} & {"de-59-ri", "us-328-ri"}
    assert {move.piece for move in every} >= {"us-101-ri", "us-104-ri", "us-6-db-cca"}
    for piece in (*homes, "us-6-db-cca", "nobody"):
        assert list(rail_moves(s, "us", piece)) == [move for move in every if move.piece == piece]
