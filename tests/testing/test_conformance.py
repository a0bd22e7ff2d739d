"""The kit finds nothing in Diadem, and finds it when a promise is broken."""

from random import Random

import pytest

from tabuleiro.engine import OFF, Game
from tabuleiro.engine import events as ev
from tabuleiro.engine.game import Header
from tabuleiro.engine.knowledge import Knowledge, Level
from tabuleiro.engine.ruleset import Ruleset
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.combat.combat_phase import CombatPhase
from tabuleiro.rules.ground.movement_phase import MovementPhase
from tabuleiro.testing import Report, action, check_game, check_match, playthrough, verify
from tabuleiro.testing.table import catalogue
from tabuleiro.testing.travel import check_travel

pytestmark = pytest.mark.no_cover  # long, and all they reach is reached by the proofs


@pytest.mark.slow
def test_diadem_keeps_its_promises():
    report = check_game("diadem", seeds=[1, 2], probes=25)
    assert report.findings == []
    assert report.matches == 2
    assert report.probes > 10


@pytest.mark.slow
def test_diadem_keeps_its_promises_for_long():
    report = check_game("diadem", seeds=range(10, 16), probes=40)
    assert report.findings == []


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_travelling_in_time_changes_nothing(seed):
    assert check_travel(catalogue(), "diadem", seed) == ""


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 14))
def test_travelling_in_time_changes_nothing_for_long(seed):
    assert check_travel(catalogue(), "diadem", seed) == ""


class Forgetful(MovementPhase, frozen=True):
    """Lists only half of the moves."""

    def legal(self, s, *, piece=None, hex=None):
        listed = list(super().legal(s, piece=piece, hex=hex))
        return listed[::2] if len(listed) > 1 else listed

    def run(self, change):
        super().run(change)
        change.replace(Forgetful(self.side, begun=True))


class Promising(MovementPhase, frozen=True):
    """Lists a move that it refuses."""

    def legal(self, s, *, piece=None, hex=None):
        yield from super().legal(s, piece=piece, hex=hex)
        stuck = next(p for p, state in s.position.pieces.items() if s.side(p) == self.side)
        yield action("move", stuck, ("0101", "0102", "0103"))

    def run(self, change):
        super().run(change)
        change.replace(Promising(self.side, begun=True))


class Hasty(MovementPhase, frozen=True):
    """Says that it can be cancelled, which it cannot."""

    always = (action("cancel"),)

    def run(self, change):
        super().run(change)
        change.replace(Hasty(self.side, begun=True))


class Wavering(MovementPhase, frozen=True):
    """Says that it always asks its side, and asks the other where not all is seen."""

    def question(self, s):
        asked = super().question(s)
        if asked is not None and s.unknown:
            asked.side = next(side for side in s.module.sides if side != self.side)
        return asked

    def run(self, change):
        super().run(change)
        change.replace(Wavering(self.side, begun=True))


class Losing(CombatPhase, frozen=True):
    """Puts five pieces into one hex."""

    def run(self, change):
        super().run(change)
        change.replace(Losing(self.side, begun=True))
        off = [p for p in change.at(OFF) if change.side(p) == "axis"]
        for piece in off[:5]:
            change.emit(ev.Moved(piece, "0504"))


class Sabotage:
    def __init__(self, kind, step):
        self.kind, self.step = kind, step

    @hookimpl
    def phase_steps(self, phase):
        return [self.step(phase.side)] if phase.kind == self.kind else None

    @hookimpl
    def knowledge(self, s, viewer):
        enemies = (piece for piece in s.position.pieces if s.side(piece) != viewer)
        return [Knowledge(dict.fromkeys(enemies, Level.IDENTITY))]


def check(rules, seed=3, probes=200):
    module = catalogue().module("diadem")
    ruleset = Ruleset(catalogue().games["diadem"], {"sabotage": rules})
    game = Game(module, ruleset, Header("diadem", "campaign", "x" * 20))
    report = Report("diadem")
    check_match(game, Random(seed), report, probes=probes)
    return " ".join(report.findings)


@pytest.mark.slow
def test_moves_that_are_not_listed_are_found():
    assert "allowed but not listed" in check(Sabotage("movement", Forgetful))


def test_moves_that_are_listed_but_refused_are_found():
    assert "Refused" in check(Sabotage("movement", Promising))


@pytest.mark.slow
def test_a_step_that_asks_whom_it_asks_for_what_is_seen_is_found():
    found = check(Sabotage("movement", Wavering))
    assert "whom the step asks does not follow from it alone" in found


@pytest.mark.slow
def test_what_is_not_legal_though_it_is_said_to_be_so_always_is_found():
    assert "always legal, but not listed: {'type': 'cancel'}" in check(Sabotage("movement", Hasty))


@pytest.mark.slow
def test_overfull_hexes_are_found():
    assert "0504 holds 5 pieces" in check(Sabotage("combat", Losing))


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_playthroughs_of_diadem(request, seed):
    path = request.config.rootpath / "tests" / "playthroughs" / f"diadem-{seed}.txt"
    assert verify(path.read_text(encoding="utf-8")) == ""


def test_every_game_has_playthroughs(request):
    folder = request.config.rootpath / "tests" / "playthroughs"
    played = {path.name.rpartition("-")[0] for path in folder.iterdir()}
    assert played == {*catalogue().games}


@pytest.mark.slow
def test_a_playthrough_that_differs_names_the_line():
    text = playthrough("diadem", 5)
    assert verify(text) == ""
    assert verify(text.replace("winner:", "loser:")).startswith("line ")
    assert "formerly" in verify(text + "more\n")
