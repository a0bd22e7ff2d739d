"""What long runs for the secrets of Libertação das Filipinas found, each by itself."""

from itertools import permutations
from random import Random

import pytest
from msgspec.structs import replace

from filipinas_air import CLARK, end_march, fly
from filipinas_ground import PLAIN, battle
from filipinas_ground import at as beside
from filipinas_war import action, at_sea, fleet, scene
from tabuleiro.engine import events as ev
from tabuleiro.engine.told_log import ToldLog
from tabuleiro.testing import table
from tabuleiro.testing.secrecy import Pair, SecrecyReport, Twin, pairs
from tabuleiro.testing.secrecy.twins import twin_of
from tabuleiro_filipinas.aircraft import FLOWN, SORTIED
from tabuleiro_filipinas.submarine_attacks import TurnedOver
from tabuleiro_filipinas.supply_allotment import ShareSupply

COVERED = {"sealing": "covered"}

# ------------------------------------------------------------------------------ submarines

FORCE, SHIP = "jp-task-force-a", "jp-ddd-2"
ONE, OTHER = "us-dsb-1", "us-dsb-2"
WAY, STATION, ASIDE = ("0139", "0239", "0339"), "0639", "1230"
"""From the western edge into the area around a station in the Sulu Sea; another is far away."""


def before_sailing(here, there):
    """A force that is about to sail into the area of one of two submarines face down."""
    pieces = {FORCE: "jp-fleet", SHIP: "jp-fleet", here: STATION, there: ASIDE}
    t = scene("jp-naval-movement", pieces, options=COVERED)
    t.act("form-force").act("join-force", SHIP)
    return t


def halted():
    """What the kit says of sailing there, whichever of the two lies in wait."""
    one, other = before_sailing(ONE, OTHER), before_sailing(OTHER, ONE)
    report = SecrecyReport("filipinas", "covered")
    twin = Twin(replace(other.game.position, memory={}), {ONE: OTHER, OTHER: ONE},
                replace(one.game.position, memory={}))  # fmt: skip
    Pair(one.game, "jp", twin, report, "by hand").attempt(
        action("sail-force", FORCE, WAY), Random(0)
    )
    return report


def test_a_row_says_which_submarine_it_is_before_it_turns_it_up():
    report = halted()
    assert report.differences == []
    assert report.revealed == 1


def test_which_submarine_is_turned_up_is_in_the_row_that_shows_it():
    t = before_sailing(ONE, OTHER).act("sail-force", FORCE, WAY)
    events = [event for row in t.game.log.line() for event in row.events]
    kinds = [type(one) for one in events if getattr(one, "piece", None) == ONE]
    assert kinds.index(ev.Shown) < kinds.index(TurnedOver)


# ------------------------------------------------------------------------------ who has flown

FIELD, FIELD_2, VILLAGE = "4438", "4437", "4236"
FLIER, STAYS, TOP, FOOT, ENEMY = "us-38-gpo", "us-42-gpo", "us-345-gpo", "us-17-ri", "jp-9-ri"
ELSEWHERE = ("us-1-ri", "us-19-ri", "us-20-ri", "us-21-ri", "us-32-ri", "us-34-ri")


def planned():
    """A raid is planned that one of two aircraft below the top of a field flies."""
    pieces = dict.fromkeys((FLIER, STAYS, FOOT, TOP), FIELD) | dict.fromkeys(ELSEWHERE, "army-6")
    t = scene("us-movement", {**pieces, ENEMY: VILLAGE},
              control=dict.fromkeys((FIELD, FIELD_2), "us"), turn=1, options=COVERED)  # fmt: skip
    return fly(t, "strike-troops", VILLAGE, FLIER)


def bearing(position, mark):
    return {piece for piece, state in position.pieces.items() if mark in state.marks}


def test_twins_do_not_unmake_who_flies_what_was_planned():
    """Who is marked as flown is fed first: a twin in which that is nobody who flies is no twin.

    Other marks that tell from where somebody flies are changed all the same, nearly always.
    """
    game = planned().game
    made = [twin_of(game, "jp", "marks", Random(seed)) for seed in range(20)]
    twins = [twin.position for twin in made if twin is not None]
    assert bearing(game.position, FLOWN) == {FLIER}
    assert {frozenset(bearing(twin, FLOWN)) for twin in twins} == {frozenset({FLIER})}
    assert any(bearing(twin, SORTIED) for twin in twins)
    assert len(twins) > 15


@pytest.mark.parametrize(
    ("piece", "marks", "said"),
    [
        (FLIER, (), "flies and has not flown"),
        (STAYS, (FLOWN,), "has flown, and nobody knows what"),
        (FOOT, (FLOWN,), "has flown, and nobody knows what"),
    ],
)
def test_who_is_marked_as_flown_is_who_flies(piece, marks, said):
    t = planned()
    assert t.s.rules.invariants(s=t.s) == []
    state = replace(t.game.position.pieces[piece], marks=marks)
    pieces = {**t.game.position.pieces, piece: state}
    s = t.s.elsewhere(replace(t.game.position, pieces=pieces))
    assert s.rules.invariants(s=s) == [f"{piece} {said}"]


# ------------------------------------------------------------------------------ who lies on top

STACK, ON_TOP = "2116", "us-34-ri"


def covered_again(*below):
    """A stack attacked, who lay on top has advanced, and the battle is over."""
    pieces = [beside(STACK, *below, ON_TOP), beside(PLAIN, ENEMY)]
    t = battle(PLAIN, *pieces, attackers=(*below, ON_TOP), options=COVERED, dice=(1, 1))
    t.retreat(ENEMY, "1916")
    t.game.test([ev.Reordered(STACK, (*below, ON_TOP))], {"type": "set-position"})
    return t.advance(ON_TOP, PLAIN).act("done-advancing")


@pytest.mark.parametrize("below", list(permutations(("us-17-ri", "us-19-ri"))))
def test_a_row_says_who_is_on_top_when_a_stack_that_fought_is_covered_again(below):
    """All of it lay open, and the order not: who is on top now is seen by being left in sight."""
    t = covered_again(*below)
    log = ToldLog(t.game, "jp")
    log.head()
    last = next(row for row in reversed(log.rows) if row.events and row.reveals)
    shown = [event for event in last.events if isinstance(event, ev.Shown)]
    assert [(event.piece, event.place) for event in shown] == [(below[-1], STACK)]
    assert [piece for piece in t.game.belief("jp").s.at(STACK) if piece[0] != "~"] == [below[-1]]


# ------------------------------------------------------------------------------ who answers

ANSWERING, ALSO = "jp-30-sentai", "jp-701-kokutai"
"""A fighter and a bomber that may fly as one, on the same field."""


def answering(flier):
    """One of two is about to answer a raid in the air."""
    pieces = dict.fromkeys((ANSWERING, ALSO, "jp-31-sentai"), CLARK)
    t = scene("us-movement", pieces, {"us-43-gpo": "4438"}, control=dict.fromkeys(("4438",), "us"),
              turn=1, options={"sealing": "sealed"})  # fmt: skip
    end_march(fly(t, "strike-field", CLARK, "us-43-gpo"))
    return t.act("intercept", flier, CLARK)


def test_an_answer_in_the_air_announces_what_was_planned():
    """Who flies is a part of a step of which the rest is told: the kit takes it for a plan, too."""
    one, other = answering(ANSWERING), answering(ALSO)
    report = SecrecyReport("filipinas", "sealed")
    twin = Twin(replace(other.game.position, memory={}), {}, replace(one.game.position, memory={}))
    pair = Pair(one.game, "", twin, report, "by hand")
    for game in pair.games:
        game.act(action("done-reacting"), thrown=game.module.sides)
    pair._rows()  # so the kit compares what was told
    assert (report.revealed, report.differences) == (1, [])


# ------------------------------------------------------------------------------ repairs

DAMAGED, ENGINEERS = "airfield-damaged-1", "us-932-eng-av"
SINCE = {"fields-damaged": {"4438": 3}}


def differences(one, other, deed, way):
    """What the kit finds for an onlooker if the same is done in two scenes that look alike."""
    report = SecrecyReport("filipinas", "covered")
    twin = Twin(replace(other.game.position, memory={}), {}, replace(one.game.position, memory={}))
    pair = Pair(one.game, "", twin, report, way)
    for game in pair.games:
        game.act(deed, thrown=game.module.sides)
    pair._rows()  # so the kit compares what was told
    assert report.revealed == 1 or report.differences
    return report.differences


def damaged(*, neglected):
    """A field that mends as these moves end, if it was not ordered in secret to stay as it is."""
    t = scene("us-movement", {"us-19-ri": "4438", ENEMY: "1917"}, turn=5, options=COVERED,
              control={"4438": "us"}, marks={"4438": [DAMAGED]}, facts=SINCE)  # fmt: skip
    return t.act("leave-damaged", "4438") if neglected else t


def test_a_field_that_stays_damaged_by_a_secret_order_says_so():
    scenes = damaged(neglected=False), damaged(neglected=True)
    assert differences(*scenes, action("end-phase"), "notes") == []


def worked_on(builder, other):
    """The last phase before engineers mend a field, if they lie below the top of it."""
    below = {builder: "4438", other: "4437"}
    tops = {"us-17-ri": "4438", "us-19-ri": "4437"}
    facts = {"fields-damaged": {"4438": 5}, "engineers-since": {ENGINEERS: [below[ENGINEERS], 5]}}
    t = scene("jp-movement", {**below, **tops, ENEMY: "1917"}, turn=5, options=COVERED,
              control={"4438": "us"}, marks={"4438": [DAMAGED]}, facts=facts)  # fmt: skip
    orders = [ev.Reordered(place, (piece, top)) for piece, place in below.items()
              for top in tops if tops[top] == place]  # fmt: skip
    t.game.test(orders, {"type": "set-position"})
    return t


def test_a_field_that_engineers_mend_tells_in_a_row_that_says_so():
    scenes = worked_on(ENGINEERS, "us-21-ri"), worked_on("us-21-ri", ENGINEERS)
    assert differences(*scenes, action("end-phase"), "by hand") == []


# ------------------------------------------------------------------------------ set-up

GARRISON = ("jp-74-ri", "jp-77-ri", "jp-75-bgda", "jp-76-bgda")
"""Of Mindanao in the scenario of the Eighth Army, the last of them on top."""


def placed(*units, ended=True):
    """What the Americans are told while these are placed in one hex, in this order, and after."""
    t = table("filipinas", scenario="eighth-army", options=COVERED)
    log = ToldLog(t.game, "us")
    log.head()
    before = len(log.rows)
    t.do(*(action("place", unit, "2755") for unit in units))
    if ended:
        t.end()
    log.head()
    return t, [(row.side, row.action, row.reveals, row.events) for row in log.rows[before:]]


def test_who_is_placed_below_whom_is_told_to_nobody():
    """Each would be seen for a moment, on top of those placed before."""
    one, two, three, top = GARRISON
    t, told = placed(one, two, three, top)
    assert told == placed(three, one, two, top)[1]
    seen = t.game.belief("us").s.at("2755")
    assert [piece for piece in seen if piece[0] != "~"] == [top]
    assert len(seen) == len(GARRISON)


def test_of_a_placement_nothing_is_seen_before_it_is_done():
    t, told = placed(GARRISON[0], ended=False)
    assert told == []
    assert not t.game.belief("us").s.at("2755")
    assert t.game.belief("jp").s.at("2755") == GARRISON[:1]


# ------------------------------------------------------------------------------ carriers that sink

DECK, DECK_2, GROUP, AT_SEA = "us-tg-38-1", "us-tg-38-2", "us-cvg-7", "1023"


def sunk(deck):
    """What the Japanese are told when one of two hurt carriers sinks, a group aboard one of them.

    Who is asked next, and what they see of that hex, stands beside it.
    """
    force = fleet("us-a", AT_SEA, DECK, DECK_2, hurt=(DECK, DECK_2))
    divers = ("jp-14-sentai", "jp-60-sentai", "jp-62-sentai")
    t = at_sea("us-turn-jp-air-naval-interception", force, turn=1, options=COVERED,
               pieces={**dict.fromkeys(divers, "formosa"), GROUP: f"in:{deck}"},
               dice=(1, 6, 6, 6))  # fmt: skip
    fly(t, "strike-ships", AT_SEA, divers=divers)
    t.act("done-striking").act("done-reacting")
    log = ToldLog(t.game, "jp")
    log.head()
    before = len(log.rows)
    t.act("hit-ship", DECK)
    log.head()
    return t, [(row.action, row.reveals, row.events) for row in log.rows[before:]]


def test_whether_a_carrier_that_sinks_had_groups_aboard_is_not_told():
    """Its owner sends them elsewhere; where nobody was aboard the next row begins all the same."""
    (full, told), (empty, more) = sunk(DECK), sunk(DECK_2)
    assert (full.decision.side, full.place(GROUP), full.place(DECK)) == ("us", AT_SEA, "dead")
    assert empty.place(GROUP) != AT_SEA
    assert len(told) == 1
    assert told == more[:1]
    assert GROUP not in full.game.belief("jp").s.at(AT_SEA)


# ------------------------------------------------------------------------------ a free hand


def test_guerrillas_whom_a_free_hand_took_aboard_do_not_rise():
    away = {"place": "in:us-ddd-23", "marks": ("dormant",)}
    t = scene("us-movement", {"us-ddd-23": "us-fleet", "ph-guerrilha-mindanao-5": away})
    assert not t.legal("rise", piece="ph-guerrilha-mindanao-5")
    assert not t.check(action("rise", "ph-guerrilha-mindanao-5"), "us")


# ------------------------------------------------------------------------------ the kit's own


def until(top):
    """A side before one of its secret decisions about ships in port."""
    decks = {"jp-dpa-3": "jp-fleet", "jp-dpa-2": "jp-fleet", "jp-22-sentai": "in:jp-dpa-3"}
    t = scene("jp-reinforcement", {**decks, "jp-221-kokutai": "dead"}, turn=2, options=COVERED,
              tracks={"jp-air.jp": 5})  # fmt: skip
    while t.top != top:
        t.end()
    return t


def test_done_with_what_is_secret_and_with_the_phase_are_two_deeds(monkeypatch):
    """Who still loads decks and who replaces losses say the same; only one row tells a phase."""
    loading, done = until("load-decks"), until("replace-losses")
    rebuild = next(a for a in done.legal() if a.kind == "rebuild-unit")
    todo = iter((action("end-phase"), rebuild))
    monkeypatch.setattr(pairs, "next_action", lambda *_asked: next(todo, None))
    monkeypatch.setattr(pairs, "_ODD", 0)
    report = SecrecyReport("filipinas", "covered")
    twin = Twin(replace(done.game.position, memory={}), {},
                replace(loading.game.position, memory={}))  # fmt: skip
    Pair(loading.game, "us", twin, report, "secret-play").run(Random(1))
    assert (report.parted, report.differences) == (1, [])


# ------------------------------------------------------------------------------ supply


ASHORE = (
    "us-19-ri", "us-21-ri", "us-34-ri", "us-17-ri", "us-32-ri", "us-184-ri", "us-381-ri",
    "us-382-ri", "us-383-ri", "us-112-rc", "us-1-bgda-cav",
)  # fmt: skip


def short(*without):
    """A convoy with supply for nine lies off a beach with eleven units; some go without."""
    units = {unit: ("4438", "4338")[n // 6] for n, unit in enumerate(ASHORE)}
    t = at_sea("us-movement", fleet("us-a", "4538", "us-comb-6"), pieces=units,
               options={"sealing": "sealed"})  # fmt: skip
    t.game.test([ev.Pushed((ShareSupply("us"),))], {"type": "check"})
    for unit in without:
        t.act("go-without", unit)
    return t


def test_who_goes_hungry_by_a_choice_in_secret_shows_by_open_markers():
    """Nothing else announces it; the kit takes the markers for that, and nothing but markers."""
    last = action("go-without", ASHORE[0])
    on_top = ASHORE[5], ASHORE[10]
    assert differences(short(on_top[0]), short(on_top[1]), last, "alike") == []
