"""What is derived from a position: asked once, handed on while it holds, the same everywhere."""

import os
import subprocess
import sys
from random import Random

import pytest

from engine import duel
from tabuleiro.engine import Situation
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.testing.chooser import choose

LADDER = ["diadem", "leyte", "metz"]


@pytest.fixture(scope="module")
def catalogue():
    return Catalogue.installed()


def random_steps(catalogue, name, count, seed=1):
    """Yield a game before each of some actions at random."""
    game = catalogue.new(catalogue.module(name), seed=str(seed))
    rng = Random(seed)
    for _ in range(count):
        yield game
        game.act(choose(game, rng))


def test_a_value_is_kept_as_long_as_its_basis_holds():
    game, made = duel.game(), []

    def ask(basis):
        return game.situation.cache_by_basis("sum", basis, lambda: made.append(basis) or sum(basis))

    assert ask((1, 2)) == 3
    game.act(duel.Hop("red", "0102"))
    assert ask((1, 2)) == 3
    assert made == [(1, 2)]
    assert ask((1, 3)) == 4
    assert ask((1, 2)) == 3
    assert made == [(1, 2), (1, 3), (1, 2)]


@pytest.mark.slow
def test_who_occupies_what_follows_every_move(catalogue):
    for game in random_steps(catalogue, "leyte", 400):
        s = game.situation
        afresh = Situation(s.module, s.scenario, s.options, s.rules, s.position)
        for side in s.module.sides:
            assert list(s.occupied(side).items()) == list(afresh.occupied(side).items())


def test_who_does_not_move_occupies_the_same(catalogue):
    moved = 0
    before = None
    for game in random_steps(catalogue, "diadem", 150):
        s = game.situation
        row = game.log.rows[game.log.head]
        if before is not None and (row.action or {}).get("type") == "move":
            still = s.enemy(row.side)
            assert s.occupied(still) is before[still]
            assert s.occupied(row.side) is not before[row.side]
            moved += 1
        before = {side: s.occupied(side) for side in s.module.sides}
    assert moved > 10


def test_after_going_back_everything_is_as_it_was(catalogue):
    game = catalogue.new(catalogue.module("diadem"), seed="3")
    rng = Random(3)
    for _ in range(140):
        game.act(choose(game, rng))
    listed = game.legal()
    head = game.log.head
    for _ in range(12):
        game.act(choose(game, rng))
    game.goto(head)
    assert game.legal() == listed == game.fork().legal()


@pytest.mark.slow
@pytest.mark.parametrize("name", LADDER)
def test_whom_a_step_asks_is_whom_its_decision_asks(catalogue, name):
    for game in random_steps(catalogue, name, 300):
        decision = game.decision()
        assert game.situation.asked() == (decision.side, decision.secret)


@pytest.mark.slow
def test_nobody_is_asked_when_a_match_is_over(catalogue):
    game = catalogue.new(catalogue.module("diadem"), seed="1")
    rng = Random(1)
    while not game.over:
        game.act(choose(game, rng))
    assert game.situation.asked() is None


PLAY = """
from random import Random
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.testing.chooser import choose
catalogue = Catalogue.installed()
game = catalogue.new(catalogue.module("metz"), seed="2", match="the same")
rng = Random(2)
for _ in range(300):
    game.act(choose(game, rng))
listed = sorted(map(repr, game.legal()))
print(game.log.rows[game.log.head].hash, *listed)
"""


@pytest.mark.slow
def test_the_order_of_sets_changes_nothing():
    """Of railways of the same length the same one is taken in every process."""

    def play(seed):
        told = {**os.environ, "PYTHONHASHSEED": seed}
        return subprocess.run(
            [sys.executable, "-c", PLAY], env=told, capture_output=True, check=True
        ).stdout

    assert play("1") == play("2")
