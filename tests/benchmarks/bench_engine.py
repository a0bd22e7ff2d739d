"""Measures the engine on a game beside python-chess, in the same process; prints a table.

Run it with ``python tests/benchmarks/bench_engine.py [GAME]``; without a game it takes Diadem.
All times are those that the process had on a processor: other programs do not count.
"""

import argparse
import statistics
import subprocess
import sys
import time
from random import Random

import bench_paths
import chess

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
    runs = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
        for _ in range(ROUNDS)
    ]
    return min(runs)


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


def random_play(catalogue, module, seed):
    """Return the steps a second of the random player on all sides."""
    game = catalogue.new(module, seed=str(seed))
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
    pairs = [
        (len(pieces), len(fork.legal()), fork) for pieces, fork in zip(movers, forks, strict=True)
    ]
    usual = min(pairs, key=lambda pair: abs(pair[0] - PIECES))
    longest = max(pairs, key=lambda pair: pair[1])
    return [
        (f"{label} ({count:,} of {pieces} pieces)",
         f"{statistics.median(list_time(fork) for _ in range(20)) * MS:.1f} ms", target, beside)
        for label, (pieces, count, fork), target, beside in (
            ("all legal moves of a side", usual, "15 ms (Leyte)", peer),
            ("the longest list of moves", longest, "", ""),
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
    return (f"where one piece can go, by all rules (of {len(took):,})",
            f"{statistics.median(took) * MS:.2f} ms", "0.15 ms",
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
    """Return rows: what, measured, target, beside."""
    catalogue = Catalogue.installed()
    module = catalogue.module(name)
    push, listing = chess_costs()
    played = [match(catalogue, module, seed) for seed in range(MATCHES)]
    _game, open_costs, *_rest = match(catalogue, module, 0, sealing="open")
    speed = statistics.median(random_play(catalogue, module, seed) for seed in range(ROUNDS))
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
    peer = f"python-chess {statistics.median(push) * US:.0f} us a checked push"
    return [
        ("import tabuleiro", f"{import_time('import tabuleiro') * MS:.0f} ms", "150 ms", ""),
        (f"import engine, rules, {name}",
         f"{import_time(f'import tabuleiro_{name}') * MS:.0f} ms", "150 ms", "no Qt"),
        *listing_rows(
            forks, f"python-chess {statistics.median(listing) * US:.0f} us for about 30 moves"
        ),
        reach_row(forks),
        ("check + apply, median", f"{middle * MS:.2f} ms", "0.15 ms", peer),
        ("check + apply, p99", f"{late * MS:.2f} ms", "2 ms", peer),
        ("check + apply where nothing is hidden, median",
         f"{statistics.median(open_costs) * MS:.2f} ms", "", "what hiding costs"),
        ("the next decision, median / p99",
         f"{statistics.median(asked) * MS:.2f} / {asked[int(len(asked) * LATE)] * MS:.2f} ms", "",
         "worked out only when somebody reads it"),
        ("random play", f"{speed:,.0f} steps/s", "3,000 (Leyte)", ""),
        ("5,000 rows: events and hash chain", f"{clock(replay, 3) * per * MS:.0f} ms",
         "1,000 ms", ""),
        ("5,000 actions played again", f"{clock(again) * per * MS:.0f} ms", "1,000 ms", ""),
        ("fork of a position", f"{clock(lambda: game.position, 10_000) * US:.2f} us", "2 us",
         "a position is a value"),
        ("fork of a game", f"{clock(game.fork, 1_000) * US:.1f} us", "", ""),
    ]  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "game", nargs="?", default="diadem", choices=sorted(Catalogue.installed().games)
    )
    for row in measure(parser.parse_args().game):
        print(" | ".join(row))


if __name__ == "__main__":
    main()
