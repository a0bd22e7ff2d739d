"""Plays a game of the library until it is killed; a program for `test_kill`.

Says the number and the hash of each row on a line, after the row was "shown".
"""

import random
import sys

from store import tiny
from tabuleiro.store import Library


def main(path, seed):
    dice = random.Random(seed)
    library = Library(path)
    games = library.list()
    if games:
        game = library.resume(games[0].id, tiny.module(last_turn=9999), tiny.ruleset())
    else:
        game = tiny.new_game(turns=9999)
        library.create(game, "Killed")
    while True:
        before = len(game.log)
        tiny.step(game, dice)
        for number in range(before, len(game.log)):
            print(number, game.log.rows[number].hash, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
