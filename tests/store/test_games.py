"""Each game that is installed, played at random, kept in the midst of anything and replayed."""

import random

import pytest

from samples import sampled
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.knowledge import EVERYTHING
from tabuleiro.store import Library, open_partida, replay, write_partida
from tabuleiro.store.stored_log import kept_of
from tabuleiro.testing.chooser import choose

CATALOGUE = Catalogue.installed()
GAMES = sorted(name for name in CATALOGUE.module_ids() if name in CATALOGUE.games)
SAVES = 12


@pytest.mark.slow
@pytest.mark.parametrize("name", sampled(GAMES, {"diadem", "papua"}))
def test_kept_between_any_two_actions(name, tmp_path):
    game = CATALOGUE.new(name, seed="kept")
    module, ruleset = game.module, game.ruleset
    dice = random.Random(name)
    path = tmp_path / "game.partida"
    with Library(tmp_path / "library.db") as library:
        number = library.create(game, name).id
        for _ in range(SAVES):
            for _ in range(dice.randrange(1, 25)):
                if not game.over:
                    game.act(choose(game, dice))
            if dice.random() < 0.3:
                game.goto(dice.randrange(len(game.log)))
            write_partida(path, game, name, viewer=EVERYTHING)
            sent = open_partida(path, module, ruleset, verify=False)
            game_again = library.resume(number, module, ruleset)
            for again in (sent, game_again):
                assert again.position.to_json() == game.position.to_json()
                assert again.legal() == game.legal()
                assert again.decision() == game.decision()
            game = game_again
        assert library.check() == ()
    assert open_partida(path, module, ruleset).position.digest() == game.position.digest()


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_whole_match_replays(name):
    game = CATALOGUE.new(name, seed="replay")
    dice = random.Random(7)
    while not game.over and len(game.log) < 3000:
        game.act(choose(game, dice))
    report = replay(game.module, game.ruleset, game.header, kept_of(game).rows)
    assert report.same, report.why
