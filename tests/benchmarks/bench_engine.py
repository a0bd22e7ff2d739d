"""Measures the engine on Diadem beside python-chess, in the same process; prints a table.

Run it with ``python tests/benchmarks/bench_engine.py``.
"""

import statistics
import subprocess
import sys
import time
from random import Random

import chess

from tabuleiro.bots import RandomPlayer, play_match
from tabuleiro.engine import Action, Game
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.testing.chooser import choose

ROUNDS = 5


def clock(function, times=1):
    start = time.perf_counter()
    for _ in range(times):
        function()
    return (time.perf_counter() - start) / times


def import_time(statement):
    code = f"import time; t = time.perf_counter(); {statement}; print(time.perf_counter() - t)"
    runs = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
        for _ in range(ROUNDS)
    ]
    return min(runs)


def match(catalogue, module, seed=1):
    """Return a match at random with its actions, and how long checking and acting took."""
    game = catalogue.new(module, seed=str(seed))
    rng = Random(seed)
    costs = []
    while not game.over:
        action = choose(game, rng)
        start = time.perf_counter()
        game.act(action)
        costs.append(time.perf_counter() - start)
    return game, costs


def random_play(catalogue, module, seed):
    """Return the steps a second of the random player on both sides."""
    game = catalogue.new(module, seed=str(seed))
    return play_match(game, {side: RandomPlayer(side) for side in module.sides}).rate


def all_moves(catalogue, module):
    """Return the time for all legal moves of the Allies in their first phase."""
    game = catalogue.new(module, seed="1")
    while game.situation.phase is None:
        game.act(choose(game, Random(1)))
    actions = game.legal()

    def afresh():
        game.fork().legal()

    return clock(afresh, 20), len(actions)


def chess_costs():
    """Return how long python-chess takes to push a legal move, and to list them."""
    rng = Random(1)
    push, listing = [], []
    for _ in range(20):
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 200:
            start = time.perf_counter()
            moves = list(board.legal_moves)
            listing.append(time.perf_counter() - start)
            move = rng.choice(moves)
            start = time.perf_counter()
            if move in board.legal_moves:
                board.push(move)
            push.append(time.perf_counter() - start)
    return push, listing


def measure():
    """Return rows: what, measured, target, beside."""
    catalogue = Catalogue.installed()
    module = catalogue.module("diadem")
    moves, count = all_moves(catalogue, module)
    push, listing = chess_costs()
    played = [match(catalogue, module, seed) for seed in range(3)]
    speed = statistics.median(random_play(catalogue, module, seed) for seed in range(ROUNDS))
    costs = sorted(cost for _, some in played for cost in some)
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

    per = 5000 / len(actions)
    us, ms = 1e6, 1e3
    middle = statistics.median(costs)
    late = costs[int(len(costs) * 0.99)]
    peer = f"python-chess {statistics.median(push) * us:.0f} us a checked push"
    return [
        ("import tabuleiro", f"{import_time('import tabuleiro') * ms:.0f} ms", "150 ms", ""),
        ("import engine, mechanics, Diadem",
         f"{import_time('import tabuleiro_diadem') * ms:.0f} ms", "150 ms", "no Qt"),
        (f"all legal moves of a side ({count})", f"{moves * ms:.1f} ms", "15 ms (Leyte)",
         f"python-chess {statistics.median(listing) * us:.0f} us for about 30 moves"),
        ("check + apply, median", f"{middle * ms:.2f} ms", "0.15 ms", peer),
        ("check + apply, p99", f"{late * ms:.2f} ms", "2 ms", peer),
        ("random play", f"{speed:.0f} steps/s", "3,000 (Leyte)", ""),
        ("5,000 rows: events and hash chain", f"{clock(replay, 3) * per * ms:.0f} ms",
         "1,000 ms", ""),
        ("5,000 actions played again", f"{clock(again) * per * ms:.0f} ms", "1,000 ms", ""),
        ("fork of a position", f"{clock(lambda: game.position, 10_000) * us:.2f} us", "2 us",
         "a position is a value"),
        ("fork of a game", f"{clock(game.fork, 1_000) * us:.1f} us", "", ""),
    ]  # fmt: skip


if __name__ == "__main__":
    for row in measure():
        print(" | ".join(row))
