"""Random play here beside another work tree of this repository, in turns, in one run::

    git worktree add --detach ../before 0274cd8
    python tests/benchmarks/bench_against.py ../before

Microseconds of processor time a step, the best of some runs, where nothing is hidden; of this tree
also where enemy pieces are covered and sealed. Rules and dice may differ, and so the matches.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parents[2]
SEEDS = {"diadem": "abcdef", "leyte": "ab", "metz": "abc", "papua": "ab"}
RUNS = 3


def play(game, hiding):
    """Play in this process; print the microseconds of a step."""
    from tabuleiro.bots import RandomPlayer, play_match
    from tabuleiro.engine.catalogue import Catalogue

    catalogue = Catalogue.installed()
    options = {"sealing": hiding, "sealed-totals": hiding != "open"}
    known = catalogue.module(game).options
    steps, taken = 0, 0.0
    for seed in SEEDS[game]:
        chosen = {name: value for name, value in options.items() if name in known}
        match = catalogue.new(game, seed=seed, options=chosen)
        players = {side: RandomPlayer(side + seed) for side in match.module.sides}
        begun = time.process_time()
        steps += play_match(match, players).steps
        taken += time.process_time() - begun
    print(1e6 * taken / steps)


def played(tree, game, hiding):
    """Play in another process, with the program of a work tree."""
    path = os.pathsep.join(str(tree / part) for part in ("framework", "plugins"))
    command = [sys.executable, __file__, "--play", game, hiding]
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "0"}
    run = subprocess.run(
        command, cwd=tree, env=environment, capture_output=True, text=True, check=True
    )
    return float(run.stdout)


def main(other):
    """Print a table."""
    ways = [(other, "open"), *((HERE, hiding) for hiding in ("open", "covered", "sealed"))]
    print("game      before    open covered  sealed   before/open")
    for game in SEEDS:
        best = [min(found) for found in zip(
            *([played(*tree, hiding) for *tree, hiding in ((t, game, h) for t, h in ways)]
              for _run in range(RUNS)), strict=True)]  # fmt: skip
        print(f"{game:8}", *(f"{found:7.0f}" for found in best), f"{best[0] / best[1]:13.2f}")


if __name__ == "__main__":
    if sys.argv[1] == "--play":
        play(*sys.argv[2:])
    else:
        main(Path(sys.argv[1]).resolve())
