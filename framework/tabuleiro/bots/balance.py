"""How even a game is: many matches between the simple players, and who wins how often.

``python -m tabuleiro.bots.balance diadem --games 200 --jobs 2``; ``--scenario`` where a game has
several.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from tabuleiro.bots.player import PLAYERS
from tabuleiro.bots.series import Plan, Played, Summary, play_all, seeds, summary

__all__ = ["main", "report", "run"]


def run(
    game: str,
    games: int,
    jobs: int = 1,
    player: str = "simple",
    seed: str = "1",
    scenario: str | None = None,
) -> Summary:
    """Play a series with the same computer player on every side; without a scenario of the first.

    A match that breaks off does not count; why it did is written to the standard error.

    >>> run("diadem", 1, player="random").matches
    1
    """
    from tabuleiro.engine.catalogue import Catalogue

    sides = list(Catalogue.installed().module(game).sides)
    players = dict.fromkeys(sides, player)
    plans = [Plan(game, one, players, scenario) for one in seeds(seed, games)]
    played: list[Played] = []
    for one in play_all(plans, jobs):
        played.append(one)
        for finding in one.findings:
            sys.stderr.write(f"seed {one.seed}: {finding}\n")
    return summary(sides, played)


def report(result: Summary) -> list[str]:
    """Return a summary as lines.

    >>> report(Summary(4, {"allied": 3, "axis": 1}, 0, {"allied": 90, "axis": 80.5}, 900, 2000))[1]
    'allied        3   75%         90.0'
    """
    lines = [f"{'side':<10} {'wins':>4} {'':>5} {'mean points':>12}"]
    for side, wins in result.wins.items():
        share = f"{wins / max(result.matches, 1):.0%}"
        lines.append(f"{side:<10} {wins:>4} {share:>5} {result.points[side]:>12.1f}")
    lines.append(f"{'draws':<10} {result.draws:>4}")
    lines.append(
        f"{result.matches} matches of {result.steps:.0f} steps, {result.rate:.0f} a second"
    )
    return lines


def main(words: Sequence[str] | None = None) -> int:
    """Play a series and print who won how often."""
    parser = argparse.ArgumentParser(prog="tabuleiro.bots.balance", description=main.__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--player", choices=PLAYERS, default="simple")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--scenario")
    asked = parser.parse_args(words)
    result = run(asked.game, asked.games, asked.jobs, asked.player, asked.seed, asked.scenario)
    sys.stdout.write("\n".join(report(result)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
