"""What hostile files cost: seconds and megabytes.

``python measure.py [KIND ...]`` makes files of each kind and tells what the worst of them cost;
``python measure.py --files 300`` makes so many of all kinds, and tells which break a bound.
"""

import argparse
import random
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from hostile.bounded import ROOT, Bounded, Outcome
from hostile.files import ATTACKS, DUEL

sys.path[:0] = [str(ROOT / "framework"), str(ROOT / "plugins")]


def attempt(process: Bounded, kind: str, seed: int) -> Outcome:
    """Make a file and read it."""
    with tempfile.TemporaryDirectory() as folder:
        words = ATTACKS[kind](Path(folder), random.Random(f"{kind} {seed}"))
        return process.run(Path(folder), *words)


def warm(process: Bounded) -> None:
    """Let the process import what it needs, so that only the files are measured."""
    with tempfile.TemporaryDirectory() as folder:
        for words in (["validate", str(DUEL)], ["show", "diadem"], ["games"], ["replay", "none"]):
            process.run(Path(folder), *words)


def measure(kinds: list[str], seeds: range) -> None:
    for kind in kinds:
        with Bounded(patience=20) as process:
            warm(process)
            outcomes = [attempt(process, kind, seed) for seed in seeds]
        seconds = max(outcome.seconds for outcome in outcomes)
        megabytes = max(outcome.megabytes for outcome in outcomes)
        faults = {outcome.fault() for outcome in outcomes} - {""}
        print(f"{kind:26} {seconds:6.2f} s {megabytes:6.0f} MB  {'; '.join(sorted(faults))}")
        print(f"    {outcomes[0].said[:150]!r}", flush=True)


def run(count: int, first: int) -> int:
    """Read so many files; return how many broke a bound."""
    kinds = [*ATTACKS]
    broken = 0
    worst = [0.0, 0.0]
    with Bounded() as process:
        warm(process)
        for seed in range(first, first + count):
            kind = kinds[seed % len(kinds)]
            outcome = attempt(process, kind, seed)
            worst = [max(worst[0], outcome.seconds), max(worst[1], outcome.megabytes)]
            if outcome.fault():
                broken += 1
                print(f"{kind}, seed {seed}: {outcome.fault()}", flush=True)
    print(f"{count} files, {broken} broke a bound; worst {worst[0]:.2f} s, {worst[1]:.0f} MB")
    return broken


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("kinds", nargs="*", metavar="KIND", default=[*ATTACKS])
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--files", type=int, default=0)
    parser.add_argument("--first", type=int, default=1)
    options = parser.parse_args()
    if options.files:
        sys.exit(run(options.files, options.first) > 0)
    measure(options.kinds, range(options.seeds))
