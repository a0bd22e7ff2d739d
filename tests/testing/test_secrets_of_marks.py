"""Marks of Libertação das Filipinas: none that lies openly tells of a loss that does not."""

from random import Random

import pytest
from msgspec.structs import replace

from filipinas_air import fly
from filipinas_war import at_sea, fleet, scene
from tabuleiro.engine import events as ev
from tabuleiro.engine.told_log import ToldLog
from tabuleiro.testing.secrecy import Pair, SecrecyReport, at, pairs
from tabuleiro.testing.secrecy.strangers import Acquaintances
from tabuleiro.testing.secrecy.unseen import _recast

COVERED = {"sealing": "covered"}
HERE, THERE = "4438", "4338"
ONE, OTHER, TOPS = "us-19-ri", "us-21-ri", ("us-17-ri", "us-32-ri")
RESTS, FOE = "ph-1-ri", "jp-9-ri"


def told_while(t, deed, side="jp"):
    """What a side is told of what is done at a table, but for rows and hashes."""
    log = ToldLog(t.game, side)
    log.head()
    begun = len(log.rows)
    deed(t)
    log.head()
    return [(row.action, row.events, row.reveals) for row in log.rows[begun:]]


def below(phase, *stacks, **more):
    """A phase in which some units lie below another one each."""
    pieces = {piece: place for place, under, top in stacks for piece in (*under, top)}
    t = scene(phase, pieces | more.pop("also", {}) | {FOE: "1917"}, options=COVERED,
              control=dict.fromkeys((HERE, THERE), "us"), **more)  # fmt: skip
    order = [ev.Reordered(place, (*under, top)) for place, under, top in stacks]
    t.game.test(order, {"type": "set-position"})
    return t


def restored(unit):
    """What the Japanese are told when one of two hidden units, each in its hex, is restored."""
    hurt = {ONE: {"place": HERE, "losses": 1}, OTHER: {"place": THERE, "losses": 1}}
    t = below("us-movement", (HERE, (ONE,), TOPS[0]), (THERE, (OTHER,), TOPS[1]), also=hurt,
              turn=1, tracks={"us-land.us": 2})  # fmt: skip
    told = told_while(t, lambda t: t.act("restore-unit", unit))
    assert t.s.marked(unit, "restored")
    return told


def test_which_hidden_unit_was_restored_shows_by_no_mark():
    told = restored(ONE)
    assert told == restored(OTHER)
    assert any(isinstance(event, ev.TrackSet) for event in told[0][1]), "the totals are public"


@pytest.mark.parametrize("losses", [0, 1])
def test_who_recovers_by_rest_shows_by_no_mark(losses):
    """One unit alone does: its mark would tell who lies there as well."""
    hurt = {RESTS: {"place": HERE, "losses": losses}}
    t = below("us-movement", (HERE, (RESTS,), TOPS[0]), also=hurt, turn=4)
    assert t.s.marked(RESTS, "resting") is bool(losses)
    seen = t.game.belief("jp").s
    assert [seen.piece(piece).marks for piece in seen.at(HERE)] == [(), ()]
    events = [e for row in t.game.log.line() for e in t.game.told(row, "jp").events]
    assert not [e for e in events if isinstance(e, ev.Marked)]


DECK, GROUP, AT_SEA, PREY = "us-tg-38-1", "us-cvg-7", "1023", "1323"


def test_who_falls_in_the_air_does_not_tell_on_which_deck_he_was():
    """The carrier from which he flew was found by nobody; he is rebuilt off the board anyway."""
    raid = fleet("us-a", AT_SEA, DECK, detected=False), fleet("jp-a", PREY, "jp-ddd-2")
    pieces = {GROUP: {"place": f"in:{DECK}", "losses": 1}, "jp-1-sentai": "1920"}
    t = at_sea("jp-turn-us-air-naval-interception", *raid, turn=1, pieces=pieces, options=COVERED,
               control={"1920": "jp"}, dice=(6, 6, 6, 6))  # fmt: skip
    begun = len(t.game.log.line())
    fly(t, "strike-ships", PREY, GROUP).act("done-striking")
    assert t.decision.side == "jp"
    t.act("intercept", "jp-1-sentai", PREY).act("done-reacting")
    assert t.place(GROUP) == "dead"
    assert t.game.belief("jp").s.piece(GROUP).marks == ()
    assert all(DECK not in str(t.game.told(row, "jp")) for row in t.game.log.line()[begun:])


def test_the_kit_finds_the_names_of_those_whom_a_side_does_not_know():
    """Where a row shows something it may differ: two games do not tell what else it says."""
    t = at_sea("jp-naval-movement", fleet("us-a", AT_SEA, DECK, detected=False), options=COVERED)
    game = at(t.game, replace(t.game.position, memory={}))  # nobody saw her before
    one, other = (Acquaintances(game, ToldLog(game, side)) for side in ("jp", "us"))
    assert one.strangers(f"fell-in:{DECK}".encode()) == [DECK]
    assert one.strangers(f"{FOE} {DECK}5 ~{DECK}".encode()) == []
    assert other.strangers(DECK.encode()) == []


# ------------------------------------------------------------------------------ below a top


BELOW, FOOT, FEET = "us-38-gpo", "us-1-ri", ("us-19-ri", "us-32-ri")


@pytest.mark.parametrize("phase", ["us-movement", "jp-movement", "us-turn-jp-air-interception"])
def test_whether_an_aircraft_or_foot_lies_below_a_top_shows_by_nothing(phase, monkeypatch):
    """Of two fields one has an aircraft below, the other a regiment: which, only they know."""
    monkeypatch.setattr(pairs, "_DEEP", 1)
    monkeypatch.setattr(pairs, "_DEEP_WAITING", 1)
    t = below(phase, ("4438", (FEET[0], BELOW), TOPS[0]), ("4437", (FEET[1], FOOT), TOPS[1]),
              turn=2, also={"jp-41-ri": "4237", "jp-1-sentai": "4236"})  # fmt: skip
    game = at(t.game, replace(t.game.position, memory={}))
    twin = _recast(game, "jp", {BELOW: FOOT, FOOT: BELOW})
    assert twin is not None
    assert twin.position.pieces[FOOT].place == "4438"
    report = SecrecyReport("filipinas", "covered")
    Pair(game, "jp", twin, report, "by hand").run(Random(2), 2)
    assert report.differences == []
    assert report.pairs
