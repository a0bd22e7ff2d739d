"""All figures that have an aim, in one run, with nothing else at work: some five minutes.

``python tests/benchmarks/bench_aims.py`` prints one table a subject; where an aim is missed it says
so, and the exit code is 1. Times are those of the processor, of the thread that draws for the map.
"""

import os
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import bench_engine
import bench_module
import test_host_benchmarks as host
from figures import Figure, print_table

GAMES = ("leyte", "diadem", "metz", "papua")
LARGE = "filipinas"
IN_LEYTE = ("all legal moves", "random play")
"""What has an aim in one game alone."""


def engine(game):
    """Return the figures of the engine with a game; some aims are set for Leyte alone."""
    found = bench_engine.measure(game)
    if game == "leyte":
        return found
    return [
        one._replace(aim=None, beside=one.beside.removeprefix("for Leyte"))
        if one.what.startswith(IN_LEYTE)
        else one
        for one in found
    ]


def loading():
    """Return how long the largest module takes from YAML to a ready board, and its rules."""
    aims = {"cold": 600, "from the cache": 100}
    for row in bench_module.measure(bench_module.MODULES / LARGE):
        aim = next((aim for words, aim in aims.items() if row.what.endswith(words)), None)
        yield Figure(row.what, row.milliseconds, "ms", aim if "load_module" in row.what else None)
    took = bench_engine.import_time(f"import tabuleiro_{LARGE}")
    yield Figure("import engine, rules and the game", 1000 * took, "ms", 150, "no Qt")


def window():
    """Return the figures of the map, and how long it takes from the command to the first map."""
    for row in host.measure(LARGE):
        unit = "MB" if row.what.startswith("memory") else "ms"
        beside = f"an item for each hex: {row.plain:.1f}" if row.plain else ""
        what = row.what.removesuffix(" (MB)")
        yield Figure(what, row.ours, unit, row.target, beside)
    for name, aim in ((LARGE, 1.2), (host.START_PAGE, 1.0)):
        with TemporaryDirectory() as home:
            cold, warm = host.starts(name, Path(home))
        for how, start in (("warm", warm), ("cold", cold)):
            what = f"from the command to the first complete picture, {name}, {how}"
            beside = f"by the clock {start.seconds:.2f} s"
            yield Figure(what, start.cpu, "s", aim if how == "warm" else None, beside)


def main():
    """Print the tables."""
    begun, missed = time.perf_counter(), []
    subjects = {
        f"{LARGE}: module and rules": loading,
        f"{LARGE}: window": window,
        **{game: lambda game=game: engine(game) for game in GAMES},
    }
    for title, measure in subjects.items():
        figures = list(measure())
        missed += [f"{title}, {one.what}" for one in figures if not one.holds()]
        print(f"\n## {title}\n")
        print_table(figures)
        sys.stdout.flush()
    load = " ".join(f"{number:.1f}" for number in os.getloadavg())
    print(f"\n{time.perf_counter() - begun:.0f} s; load of the machine {load}")
    print("all aims hold" if not missed else "missed: " + "; ".join(missed))
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
