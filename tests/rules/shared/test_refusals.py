"""Refusals in every game: whatever is tried, the reason, its clause and its pieces make sense.

The kit does the same in whole matches (`tabuleiro check`); this is the quick sample of it.
"""

from random import Random

import pytest

from tabuleiro.engine.messages import named
from tabuleiro.testing.chooser import choose
from tabuleiro.testing.mutants import mutants
from tabuleiro.testing.narrowing import odd_lists
from tabuleiro.testing.table import catalogue
from tabuleiro.testing.words import odd_decision, odd_row, odd_verdict

GAMES = sorted(catalogue().games)
ACTIONS, EVERY = 400, 12


def probes(name, seed=1944):
    """The places where the quick sample looks closely, from the set-up on."""
    game, rng = catalogue().new(name, seed=str(seed)), Random(seed)
    for number in range(ACTIONS):
        if game.over:
            return
        if number % EVERY == 0:
            yield game, rng
        game.act(choose(game, rng), thrown=game.module.sides)


def unnamed(game, objection):
    """What a sentence names and its objection is not about."""
    pieces = {p for p in named(objection.message, "piece") if p in game.position.pieces}
    hexes = {h for h in named(objection.message, "place") if h in game.module.board.grid}
    return [*(pieces - set(objection.pieces)), *(hexes - set(objection.hexes))]


QUICK = {"diadem", "leyte"}


@pytest.mark.parametrize(
    "name", [pytest.param(g, marks=() if g in QUICK else pytest.mark.slow) for g in GAMES]
)
def test_every_refusal_makes_sense(name):
    sentences, clauses, odd = set(), set(), []
    for game, rng in probes(name):
        listed = game.legal()
        odd += odd_lists(game, listed)
        odd += odd_decision(game, game.decision())
        odd += odd_row(game, game.log.rows[game.log.head])
        for action in mutants(game, listed, rng, count=20):
            verdict = game.check(action)
            odd += odd_verdict(game, verdict)
            for objection in verdict.objections:
                assert not unnamed(game, objection), objection
                sentences.add(objection.message.text)
                clauses.add(objection.rule)
    assert sorted(set(odd)) == []
    assert len(sentences) > 15, "too little was tried"
    assert len(clauses) > 12, "too little was tried"
