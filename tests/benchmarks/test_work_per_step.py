"""How much work a step of play at random is: calls, which need no idle machine to be counted.

The first steps of one match of fixed seed per game are played under the profiler.
`work_per_step.json` beside this file keeps how many calls a step took, and where the match stood
then. After a change of the rules, or one that makes play cheaper, write it anew::

    python tests/benchmarks/test_work_per_step.py
"""

import cProfile
import json
import sys
from pathlib import Path

import pytest

from tabuleiro.bots import RandomPlayer, Stuck, play_match
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.module.paths import available_modules

KEPT = Path(__file__).with_name("work_per_step.json")
SEED = "work"
SCENARIOS = {"filipinas": "a-day"}
"""Where the whole campaign would take minutes."""
STEPS = 600
"""So many of them are counted: the whole match has more of the same."""
MORE = 1.10
"""So many times the calls that are kept are too many."""
PYTHON = "3.11"
"""What is kept was counted there: each version calls a little more or less."""
HERE = ".".join(map(str, sys.version_info[:2]))


BEFORE = {"diadem": 2_286, "leyte": 2_944, "metz": 3_413, "papua": 18_070}
"""Calls a step of all that was open, before there were beliefs and seats."""
OPEN = {"diadem": 1.1, "leyte": 1 / 1.2, "metz": 1 / 1.2, "papua": 1 / 1.8}
"""So many times as many there may be now where nothing is hidden."""


def kept():
    return json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}


def work(name, most=None, **options):
    """Play the match of a game; return its steps, the calls of each, and its last position."""
    catalogue = Catalogue.installed()  # a new one: nothing that was kept for other tests
    game = catalogue.new(name, SCENARIOS.get(name), seed=SEED, options=options)
    players = {side: RandomPlayer(side) for side in game.module.sides}
    profile = cProfile.Profile()
    profile.enable()
    steps = _steps(game, players, most)
    profile.disable()
    calls = sum(entry.callcount for entry in profile.getstats())
    return {"steps": steps, "calls": round(calls / steps), "end": game.position.digest()}


def _steps(game, players, most):
    if most is None:
        return play_match(game, players).steps
    with pytest.raises(Stuck):
        play_match(game, players, limit=most)
    return most


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(kept()))
def test_work_per_step(name):
    found, before = work(name, STEPS), kept()[name]
    assert (found["steps"], found["end"]) == (before["steps"], before["end"])
    if HERE != PYTHON:
        pytest.skip(f"calls were counted with Python {PYTHON}; this is {HERE}")
    assert found["calls"] <= before["calls"] * MORE


@pytest.mark.slow
@pytest.mark.skipif(HERE != PYTHON, reason=f"calls were counted with Python {PYTHON}")
@pytest.mark.parametrize("name", sorted(BEFORE))
def test_belief_costs_nothing_where_nothing_is_hidden(name):
    assert work(name, sealing="open")["calls"] <= BEFORE[name] * OPEN[name]


def games():
    """Return the games with rules of their own, for which there is a module."""
    modules = {found.id for found in available_modules()}
    return sorted(modules.intersection(Catalogue.installed().games))


def test_every_game_that_can_be_played_is_counted():
    assert sorted(kept()) == games()


if __name__ == "__main__":
    found = {name: work(name, STEPS) for name in games()}
    KEPT.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
