# ruff: noqa: ARG005 - what stands in for a guard takes what the guard takes
"""The kit for secrecy finds nothing in the games, and finds each leak that is opened on purpose."""

import sys
from functools import cache
from random import Random

import pytest

from samples import sampled
from tabuleiro.engine import Action
from tabuleiro.engine import events as ev
from tabuleiro.engine.data import canonical
from tabuleiro.engine.eyes import Eyes
from tabuleiro.engine.game import Game
from tabuleiro.engine.glance import Glance, Look, Names
from tabuleiro.engine.knowledge import EVERYTHING_KNOWN, Knowledge
from tabuleiro.engine.told_log import ToldLog
from tabuleiro.engine.told_rows import Told
from tabuleiro.rules.arrivals.recovery import ChooseRecovery, Recovery
from tabuleiro.rules.recon import secrecy
from tabuleiro.testing.chooser import choose
from tabuleiro.testing.secrecy import (
    HOUSE_RULES,
    Pair,
    SecrecyReport,
    Twin,
    check_secrecy,
    new_match,
    try_twins,
)
from tabuleiro.testing.table import catalogue
from tabuleiro_papua import sealed_missions
from tabuleiro_papua.air.air_transport import FlySupplies

GAMES = ("diadem", "leyte", "metz", "papua")


@pytest.mark.slow
@pytest.mark.parametrize("hiding", ["covered", "sealed"])
@pytest.mark.parametrize("name", sampled(GAMES, {"diadem", "papua"}))
def test_no_side_learns_what_it_is_not_told(name, hiding):
    report = check_secrecy(name, hiding, seed=2, probes=1, length=160, catalogue=catalogue())
    assert report.differences == []


@pytest.mark.slow
@pytest.mark.parametrize("hiding", sampled(HOUSE_RULES, {"kind"}))
def test_nor_with_a_house_rule_that_hides_more(hiding):
    report = check_secrecy("diadem", hiding, seed=1, probes=1, length=150, catalogue=catalogue())
    assert report.pairs
    assert report.differences == []


@cache
def positions(name, hiding, seed=1, every=9, length=400, during="", **options):
    """Return games at every so manieth action of a match at random, or during some steps."""
    game = new_match(catalogue(), name, hiding, str(seed), options)
    rng, found = Random(seed), []
    for number in range(length):
        if game.over:
            break
        there = type(game.position.top).__name__ == during
        if there if during else number % every == 0:
            found.append(game.copy())
        game.act(choose(game, rng), thrown=game.module.sides)
    return found


def differences(name, hiding, *mutators, most=60, **kwargs):
    """Return what differs first in the twins of a match."""
    report, rng = SecrecyReport(name, hiding), Random(1)
    for game in positions(name, hiding, **kwargs)[:most]:
        fresh = game.copy()  # it shares nothing that was worked out before the leak was opened
        try_twins(fresh, report, rng, mutators=mutators, about=name)
        if report.differences:
            break
    return report.differences


def opened(name, hiding, *mutators, **kwargs):
    """Return the first difference; there must be one."""
    found = differences(name, hiding, *mutators, **kwargs)
    assert found
    return found[0]


def twin_by_hand(name, viewer, change, **kwargs):
    """Return what differs between a late position and one that was changed."""
    game = positions(name, "covered", **kwargs)[-1].copy()
    report = SecrecyReport(name, "covered")
    twin = Twin(ev.replace(game.position, **change(game.position)))
    Pair(game, viewer, twin, report, "by hand").run(Random(1))
    return report.differences


def asked_or_not():
    """Return what differs where the other side has nobody who could recover."""
    game = new_match(catalogue(), "metz", "covered", "1", {"recovery": "by-choice"})
    rng = Random(1)
    while True:
        before = game.copy()
        game.act(choose(game, rng), thrown=game.module.sides)
        top = game.position.top
        if isinstance(top, ChooseRecovery) and before.situation.asked().side == top.side:
            break
    side, report = top.side, SecrecyReport("metz", "covered")
    whole = {
        p: ev.replace(state, losses=0) if before.situation.side(p) == side else state
        for p, state in before.position.pieces.items()
    }
    twin = Twin(ev.replace(before.position, pieces=whole))
    pair = Pair(before, before.situation.enemy(side), twin, report, "asked or not")
    action = Action.from_data(game.log.rows[game.log.head].action)
    for each in pair.games:
        each.act(action)
    pair.run(Random(1), steps=4)
    assert pair.report.rows
    return report.differences


@cache
def flight():
    """Return a game where one transport may carry this or that to the same place, and how."""
    for game in positions("papua", "covered", length=900, during="MovementPhase"):
        found = {}
        for kind in ("airlift", "fly-supplies", "drop-supplies", "jump"):
            for action in game.copy().legal(kind=kind):
                where = (action.transport, getattr(action, "hex", ""))
                found.setdefault(where, []).append(action)
        both = next((ways for ways in found.values() if len(ways) > 1), None)
        if both:
            return game, both[:2]
    raise AssertionError("nobody can fly")


def cargo():
    """Return what differs where one transport carries this or that to the same place."""
    game, ways = flight()
    report = SecrecyReport("papua", "covered")
    viewer = game.situation.enemy(game.situation.asked().side)
    pair = Pair(game.copy(), viewer, Twin(game.position), report, "cargo")
    for each, action in zip(pair.games, ways, strict=True):
        each.act(action)
    pair.run(Random(1), steps=3)
    return report.differences


def as_it_is(event, glance):
    return event


@pytest.mark.no_cover  # long, and without the leak all of it is watched above
class TestEachLeakOpenedAgain:
    @pytest.mark.slow
    def test_losses_in_rows(self, monkeypatch):
        monkeypatch.setattr(ev.Lost, "told", as_it_is)
        assert "row" in opened("leyte", "covered", "losses", length=700, every=13)

    def test_marks_of_losses_in_views(self, monkeypatch):
        monkeypatch.setattr(Look, "seen_marks", lambda look, marks: tuple(marks))
        assert "belief" in opened("diadem", "covered", "marks")

    @pytest.mark.slow
    def test_marks_of_losses_in_rows(self, monkeypatch):
        monkeypatch.setattr(ev.Marked, "told", as_it_is)
        assert "row" in opened("diadem", "covered", "losses", length=700, every=13)

    @pytest.mark.slow
    def test_sentences_about_losses(self, monkeypatch):
        def told(event, glance):
            return ev.Said(glance.message(event.message), event.rule)

        monkeypatch.setattr(ev.Said, "told", told)
        assert "row" in opened("leyte", "covered", "losses", length=700, every=13)

    def test_what_lies_covered_in_the_view(self, monkeypatch):
        monkeypatch.setattr(Look, "seen_state", lambda look, piece, state: state)
        assert "belief" in opened("metz", "covered", "losses")

    def test_belief_that_is_the_truth(self, monkeypatch):
        from tabuleiro.engine.eyes import Belief

        monkeypatch.setattr(Eyes, "belief", lambda eyes, s: Belief(s, EVERYTHING_KNOWN, {}))
        assert "belief" in opened("diadem", "covered", "losses")

    @pytest.mark.parametrize("asking", ["legal", pytest.param("check", marks=pytest.mark.slow)])
    def test_asking_that_looks_at_the_truth(self, monkeypatch, asking):
        def legal(game, *, piece=None, hex=None, kind=None):
            found = real(game, piece=piece, hex=hex, kind=kind)
            hurt = sum(state.losses for state in game.position.pieces.values())
            return found[hurt % 2 :]

        def check(game, action, *, side=None):
            s = game.situation
            return s.position.top.check(s, action)

        real = getattr(Game, asking)
        deep = "tabuleiro.testing.secrecy.pairs._DEEP"
        monkeypatch.setattr(deep, 1.0)
        asked = {"legal": legal, "check": check}[asking]

        def oracle(game, *args, **kwargs):
            inside = "at_seat" in sys._getframe(1).f_code.co_filename
            return asked(game, *args, **kwargs) if inside else real(game, *args, **kwargs)

        monkeypatch.setattr(Game, asking, oracle)
        found = opened("metz", "nothing" if asking == "check" else "covered", "losses", "places")
        assert asking in found

    @pytest.mark.slow
    def test_ids_of_pieces_that_are_not_known(self, monkeypatch):
        monkeypatch.setattr(Look, "name", lambda look, piece: piece)
        monkeypatch.setattr(Names, "name", lambda names, piece: piece)
        assert opened("diadem", "sealed", "identities")

    @pytest.mark.slow
    def test_names_that_stick_to_pieces(self, monkeypatch):
        monkeypatch.setattr(Names, "name", lambda names, piece: names._look.name(piece))
        assert "row" in opened("leyte", "sealed", "order", length=500)

    def test_the_order_in_which_they_lie(self, monkeypatch):
        monkeypatch.setattr(ev.Reordered, "told", as_it_is)
        real = Look.names_at

        def by_identity(look, place):
            names = real(look, place)
            return dict(zip(sorted(names), sorted(names.values()), strict=True))

        monkeypatch.setattr(Look, "names_at", by_identity)
        assert opened("diadem", "sealed", "identities")

    def test_rows_that_are_counted(self, monkeypatch):
        real = Game.told
        monkeypatch.setattr(Game, "told", lambda game, row, side: real(game, row, side) or Told())
        assert "tells nothing" in opened("diadem", "covered", "losses", "secret-play")

    @pytest.mark.slow
    def test_old_rows_judged_by_what_is_seen_now(self, monkeypatch):
        def told(game, row, side):
            s = game.situation
            look = game.eyes(side).look(s)
            glance = Glance(side, look, look)
            events = (event.told(glance) for event in row.events)
            return Told(tuple(e for e in events if e is not None), row.action)

        monkeypatch.setattr(Game, "told", told)
        assert opened("leyte", "covered", "losses", length=500)

    @pytest.mark.slow
    def test_who_is_asked_to_recover(self, monkeypatch):
        monkeypatch.setattr(ChooseRecovery, "told", lambda step, s, viewer: step)
        assert opened("metz", "covered", "losses", length=700, every=7, recovery="by-choice")

    def test_whether_the_other_side_was_asked(self, monkeypatch):
        assert asked_or_not() == []
        monkeypatch.setattr(Recovery, "may_ask", lambda step, s: ())
        monkeypatch.setattr(ChooseRecovery, "may_ask", lambda step, s: ())
        assert "row" in asked_or_not()[0]

    @pytest.mark.slow
    def test_points_spent_on_losses(self, monkeypatch):
        def poorer(position):
            return {"tracks": {**position.tracks, "au-air.allied": 77}}

        assert twin_by_hand("papua", "japanese", poorer) == []
        monkeypatch.setattr(sealed_missions, "_points", lambda s, viewer: frozenset())
        assert "belief" in twin_by_hand("papua", "japanese", poorer)[0]

    def test_losses_of_pieces_that_left(self, monkeypatch):
        def reduced(position):
            dead = next(p for p, state in position.pieces.items() if state.place == "dead")
            state = ev.replace(position.pieces[dead], losses=1 - position.pieces[dead].losses)
            return {"pieces": {**position.pieces, dead: state}}

        game = positions("diadem", "covered", length=500)[-1]
        dead = next(p for p, state in game.position.pieces.items() if state.place == "dead")
        viewer = game.situation.enemy(game.situation.side(dead))
        assert twin_by_hand("diadem", viewer, reduced, length=500) == []
        monkeypatch.setattr(secrecy, "_places_out", lambda s: ())
        real = secrecy.sealing

        def sealing(s, viewer):
            return [
                Knowledge({p: one for p, one in known.levels.items() if s.place(p) in s.board.grid},
                          known.secret_marks)
                for known in real(s, viewer)
            ]  # fmt: skip

        monkeypatch.setattr("tabuleiro.rules.recon.secrecy.sealing", sealing)
        assert "belief" in twin_by_hand("diadem", viewer, reduced, length=500)[0]

    @pytest.mark.slow
    def test_cargo(self, monkeypatch):
        assert cargo() == []
        monkeypatch.setattr(
            sealed_missions, "_sorties", lambda s, viewer, sorties, reacting: sorties
        )
        assert "cargo" in cargo()[0]

    @pytest.mark.slow
    def test_actions_that_name_the_cargo(self, monkeypatch):
        monkeypatch.setattr(FlySupplies, "told", lambda action, glance: action)
        assert "row" in cargo()[0]

    @pytest.mark.slow
    def test_facts_in_the_order_in_which_they_were_set(self, monkeypatch):
        def apply(event, position):
            facts = {k: v for k, v in position.facts.items() if k != event.key}
            if event.value is not None:
                facts[event.key] = event.value
            return ev.replace(position, facts=facts)

        monkeypatch.setattr(ev.FactSet, "apply", apply)
        assert opened("papua", "covered", "secret-play", "alike", length=700, every=5)

    @pytest.mark.slow
    def test_a_revelation_that_is_not_declared(self, monkeypatch):
        monkeypatch.setattr("tabuleiro.engine.told_rows._shown", lambda before, after, event: ())
        assert opened("leyte", "covered", "losses", length=700, every=13)


def test_what_is_told_is_in_the_chain():
    game = new_match(catalogue(), "diadem", "covered", "7")
    rng = Random(4)
    for _ in range(200):
        game.act(choose(game, rng), thrown=game.module.sides)
    number = next(n for n, row in game.log.rows.items() if n and row.told)
    row = game.log.rows[number]
    assert game.log.broken() is None
    game.log.rows[number] = ev.replace(row, told={})
    assert game.log.broken() is not None
    assert canonical(row) != canonical(game.log.rows[number])


def test_rows_are_numbered_for_each_side_without_gaps():
    game = new_match(catalogue(), "diadem", "covered", "7")
    rng = Random(4)
    for _ in range(200):
        game.act(choose(game, rng), thrown=game.module.sides)
    for side in game.module.sides:
        log = ToldLog(game, side)
        log.head()
        assert [row.n for row in log.rows] == list(range(len(log.rows)))
        assert [row.parent for row in log.rows[1:]] == list(range(len(log.rows) - 1))
        silent = [row.id for row in game.log.line() if game.told(row, side) is None]
        assert silent
