"""Counters of many steps: what a module says of them, and what becomes of it in play."""

import os
import re

import pytest

from tabuleiro.cli.show.dump import counter_data
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.host.counter import face_of
from tabuleiro.testing.table import Table

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

TWO = "reduced: {attack: 2, defense: 2}"
FOUR = "reduced: [{attack: 3}, {attack: 2}, {attack: 1, move: 2}]"
GUESSED = "reconstructed: {attack: guess, reduced.attack: guess, name: guess}"


@pytest.fixture
def army(duel):
    """The small module, with a counter of four steps."""
    duel.change("counters.yaml", TWO, FOUR)
    duel.change("counters.yaml", GUESSED, "reconstructed: {attack: guess, reduced.3.move: guess}")
    return duel


def test_values_of_each_step(army):
    counter = army.load().counters["red-a"]
    assert counter.steps == 4
    assert [counter.value("attack", losses=n) for n in range(4)] == [4, 3, 2, 1]
    assert [counter.value("move", losses=n) for n in range(4)] == [6, 6, 6, 2]
    assert counter.sides[3] == {"attack": 1, "defense": 4, "move": 2}
    assert counter_data(counter)["sides"] == list(counter.sides)


def test_one_mapping_still_says_that_there_are_two(duel):
    counter = duel.load().counters["red-a"]
    assert (counter.steps, counter.weaker) == (2, ())
    assert counter.value("attack", losses=1) == 2


@pytest.mark.parametrize(("old", "new", "sentence"), [
    ("{attack: 2}", "{luck: 2}", 'a value that the full side has not: "luck"'),
    ("reduced.3.move", "reduced.4.move", "the counter has no value"),
    ("reduced.3.move", "reduced.attack", "the counter has no value"),
    (FOUR, "reduced: []", "reduced: at least one item is wanted here"),
])  # fmt: skip
def test_faults(army, old, new, sentence):
    army.change("counters.yaml", old, new)
    (problem,) = army.problems()
    assert re.search(sentence, str(problem)), problem
    assert problem.file.endswith("counters.yaml")


def test_a_unit_may_start_with_losses_that_it_survives(army):
    army.change("scenarios/battle.yaml", "units: [red-a],", "units: [red-a], reduced: 3,")
    assert army.load().scenarios["battle"].setup[0].reduced == 3
    army.change("scenarios/battle.yaml", "reduced: 3", "reduced: 4")
    (problem,) = army.problems()
    assert "does not survive 4 losses: it has 4 steps" in str(problem)


class TestInPlay:
    """A game of the ladder family whose infantry has four steps."""

    @pytest.fixture
    def game(self, tmp_path, monkeypatch):
        from tabuleiro.cli.newplugin import new_plugin

        folder = new_plugin("stepped", "Stepped", tmp_path)
        path = next(folder.rglob("counters.yaml"))
        words = path.read_text(encoding="utf-8")
        steps = "reduced: [{attack: 3, defense: 3}, {attack: 2, defense: 2}, {attack: 1}]"
        path.write_text(words.replace(TWO, steps), encoding="utf-8")
        monkeypatch.setenv("TABULEIRO_PLUGINS", str(folder))
        return Catalogue.installed().new("stepped", seed="1")

    @pytest.mark.parametrize("losses", range(4))
    def test_a_repulse_costs_one_step_and_the_last_one_the_unit(self, game, losses):
        pieces = {"blue-1": {"place": "0301", "losses": losses}, "red-1": "0402"}
        after = set()
        for faces in ((1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (4, 5), (5, 5)):
            t = Table(game.copy()).set("blue-combat", pieces).dice(*faces)
            t.act("assault", "0402").act("join", "blue-1").act("confirm")
            while t.top not in {"combat-phase", "movement-phase"}:
                t.do(t.game.legal()[0])
            after.add(t.place("blue-1") if t.place("blue-1") == "dead" else t.losses("blue-1"))
        assert after <= {losses, losses + 1, "dead"}
        assert (losses + 1 in after) == (losses < 3)
        assert "dead" in after or losses < 3

    def test_its_face_shows_how_many_are_left(self, game):
        counter = game.module.counters["blue-1"]
        seen = {"known": "all", "losses": 2, "values": counter.sides[2]}
        face = face_of(game.module, counter, seen)
        assert face.steps == (2, 4)
        assert face.figures.startswith("2")
        assert face_of(game.module, game.module.counters["red-tanks"], None).steps is None
