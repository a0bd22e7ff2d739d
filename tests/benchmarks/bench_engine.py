"""Measures the engine on a game beside python-chess, in the same process; prints a table.

Run it with ``python tests/benchmarks/bench_engine.py [GAME]``; without a game it takes Diadem.
All times are those that the process had on a processor: other programs do not count.
"""

import argparse
import os
import statistics
import subprocess
import sys
import time
from random import Random

import bench_paths
import chess
from figures import Figure, print_table

from tabuleiro.bots import RandomPlayer, play_match
from tabuleiro.engine import Action, Game
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.testing.chooser import choose

ROUNDS = 5
MATCHES = 3
ROWS = 5000
LATE = 0.99
PIECES = 60
US, MS = 1e6, 1e3

now = time.process_time


def clock(function, times=1):
    start = now()
    for _ in range(times):
        function()
    return (now() - start) / times


def import_time(statement):
    code = (
        "import time; t = time.process_time()\n"
        f"{statement}\n"
        "print(time.process_time() - t)"
    )  # fmt: skip
    command = [sys.executable, "-c", code]
    usual = {name: each for name, each in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    runs = [
        subprocess.run(command, capture_output=True, check=True, env=usual) for _ in range(ROUNDS)
    ]
    return min(float(run.stdout) for run in runs)


def match(catalogue, module, seed, **options):
    """Return a match at random, what actions and decisions cost, and forks where moving begins."""
    options = {name: value for name, value in options.items() if name in module.options}
    game = catalogue.new(module, seed=str(seed), options=options)
    rng = Random(seed)
    costs, asked, begun = [], [], {}
    while not game.over:
        start = now()
        decision = game.decision()
        asked.append(now() - start)
        if "move" in decision.actions:
            begun.setdefault((game.position.turn, game.position.phase), game.fork())
        action = choose(game, rng)
        start = now()
        game.act(action)
        costs.append(now() - start)
    return game, costs, asked, [*begun.values()]


def random_play(catalogue, module, seed, **options):
    """Return the steps a second of the random player on all sides."""
    options = {name: value for name, value in options.items() if name in module.options}
    game = catalogue.new(module, seed=str(seed), options=options)
    players = {side: RandomPlayer(side) for side in module.sides}
    start = now()
    steps = play_match(game, players).steps
    return steps / (now() - start)


def list_time(fork):
    return clock(lambda: fork.fork().legal())


def listing_rows(forks, peer):
    """Return a row for the list nearest the size of the target, and one for the longest list.

    Each list is made from a fork that knows nothing of the position yet.
    """
    movers = [{a.piece for a in fork.legal() if a.kind == "move"} for fork in forks]
    pairs = [(pieces, len(fork.legal()), fork) for pieces, fork in zip(movers, forks, strict=True)]
    usual = min(pairs, key=lambda pair: abs(len(pair[0]) - PIECES))
    longest = max(pairs, key=lambda pair: pair[1])
    return [
        Figure(f"{label} ({count:,} of {len(pieces)} pieces)",
               statistics.median(list_time(fork) for _ in range(20)) * MS, "ms", aim, beside)
        for label, (pieces, count, fork), aim, beside in (
            ("all legal moves of a side", usual, 15, peer),
            ("the longest list of moves", longest, None, ""),
        )
    ]  # fmt: skip


def reach_row(forks):
    """Return a row for where one piece can go, by all rules, if that of others is known already.

    Beside it the bare search on a board as large as that of a big game.
    """
    took = []
    for fork in forks:
        fresh = fork.fork()
        movers = sorted({action.piece for action in fork.legal() if action.kind == "move"})
        took += [clock(lambda one=one, game=fresh: game.legal(piece=one)) for one in movers]
    bare = next(row for row in bench_paths.measure(repeat=3) if row.who == "tabuleiro.board")
    return Figure(f"where one piece can go, by all rules (of {len(took):,})",
                  statistics.median(took) * MS, "ms", 0.15,
                  f"the bare search {bare.milliseconds:.3f} ms")  # fmt: skip


def chess_costs():
    """Return how long python-chess takes to push a legal move, and to list them."""
    rng = Random(1)
    push, listing = [], []
    for _ in range(20):
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 200:
            start = now()
            moves = list(board.legal_moves)
            listing.append(now() - start)
            move = rng.choice(moves)
            start = now()
            if move in board.legal_moves:
                board.push(move)
            push.append(now() - start)
    return push, listing


def measure(name):
    """Return the figures of a game."""
    catalogue = Catalogue.installed()
    module = catalogue.module(name)
    push, listing = chess_costs()
    played = [match(catalogue, module, seed) for seed in range(MATCHES)]
    _game, bare, *_rest = match(catalogue, module, 0, sealing="open")
    bare.sort()
    speed, open_speed = (
        statistics.median(random_play(catalogue, module, seed, **how) for seed in range(ROUNDS))
        for how in ({}, {"sealing": "open"})
    )
    costs = sorted(cost for _, some, _, _ in played for cost in some)
    asked = sorted(cost for _, _, some, _ in played for cost in some)
    forks = [fork for *_, some in played for fork in some]
    game = played[0][0]
    rows = list(game.log.rows.values())
    actions = [Action.from_data(row.action) for row in rows[1:]]

    def replay():
        Game.restore(module, game.ruleset, game.header, rows, rows[-1].id)
        assert game.log.broken() is None

    def again():
        other = Game(module, game.ruleset, game.header)
        for action in actions:
            other.act(action)

    per = ROWS / len(actions)
    middle = statistics.median(costs)
    late = costs[int(len(costs) * LATE)]
    peer = f"python-chess {statistics.median(push) * US:.0f} µs a checked push"
    return [
        Figure("import tabuleiro", import_time("import tabuleiro") * MS, "ms", 150),
        Figure("import engine, rules and the game", import_time(f"import tabuleiro_{name}") * MS,
               "ms", 150, "no Qt"),
        *listing_rows(
            forks, f"python-chess {statistics.median(listing) * US:.0f} µs for about 30 moves"
        ),
        reach_row(forks),
        Figure("check + apply, median", middle * MS, "ms", 0.15, peer),
        Figure("check + apply, one of 100", late * MS, "ms", 2, peer),
        Figure("the same where nothing is hidden, median", statistics.median(bare) * MS, "ms",
               0.15, "what hiding costs"),
        Figure("the same where nothing is hidden, one of 100", bare[int(len(bare) * LATE)] * MS,
               "ms", 2),
        Figure("the next decision, median", statistics.median(asked) * MS, "ms", None,
               "worked out only when somebody reads it"),
        Figure("the next decision, one of 100", asked[int(len(asked) * LATE)] * MS, "ms"),
        Figure("random play, steps a second", speed, "", 3000, "for Leyte", more=True),
        Figure("random play where nothing is hidden", open_speed, "", 3000, "for Leyte", more=True),
        Figure("5,000 rows: events and hash chain", clock(replay, 3) * per * MS, "ms", 1000),
        Figure("5,000 actions played again", clock(again) * per * MS, "ms", 1000),
        Figure("fork of a position", clock(lambda: game.position, 10_000) * US, "µs", 2,
               "a position is a value"),
        Figure("fork of a game", clock(game.fork, 1_000) * US, "µs"),
    ]  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "game", nargs="?", default="diadem", choices=sorted(Catalogue.installed().games)
    )
    print_table(measure(parser.parse_args().game))


if __name__ == "__main__":
    main()
