"""Plays a game of the library until it is killed; a program for `test_kill`.

Says the number and the hash of each row on a line, after the row was "shown". It plays the small
game of the tests, or a scenario of one that is installed.
"""

import random
import sys

from store import tiny
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.store import Library
from tabuleiro.testing.chooser import choose


def rules(name=""):
    """Return module and ruleset of a game."""
    if not name:
        return tiny.module(last_turn=9999), tiny.ruleset()
    catalogue = Catalogue.installed()
    module = catalogue.module(name)
    return module, catalogue.ruleset(module)


def begin(name, scenario):
    if not name:
        return tiny.new_game(turns=9999)
    return Catalogue.installed().new(name, scenario, seed="1")


def main(path, seed, name="", scenario=""):
    dice = random.Random(seed)
    library = Library(path)
    games = library.list()
    if games:
        game = library.resume(games[0].id, *rules(name))
    else:
        game = begin(name, scenario)
        library.create(game, "Killed")
    while not game.over:
        before = len(game.log)
        if name:
            game.act(choose(game, dice))
        else:
            tiny.step(game, dice)
        for number in range(before, len(game.log)):
            print(number, game.log.rows[number].hash, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), *sys.argv[3:])
