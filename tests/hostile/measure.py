"""``python measure.py [KIND ...]``: the seconds and megabytes that hostile files of a kind cost."""

import os
import random
import sys
import tempfile
from pathlib import Path

from bounded import ROOT, Bounded
from files import ATTACKS

sys.path[:0] = [str(ROOT / "framework"), str(ROOT / "plugins")]


def measure(kinds: list[str], seeds: range) -> None:
    for kind in kinds:
        worst = []
        for seed in seeds:
            with tempfile.TemporaryDirectory() as folder:
                words = ATTACKS[kind](Path(folder), random.Random(f"{kind} {seed}"))
                with Bounded(Path(folder), patience=20) as process:
                    if words[0] in {"validate", "list", "show"}:
                        process.run("schema", "module")
                    worst.append(process.run(*words))
        slowest = max(worst, key=lambda outcome: outcome.seconds)
        most = max(outcome.megabytes for outcome in worst)
        code = "killed" if any(o.code is None for o in worst) else [o.code for o in worst]
        print(f"{kind:26} {slowest.seconds:7.2f} s {most:7.0f} MB  {code}", flush=True)
        for outcome in worst:
            print("      ", repr(outcome.said[:160]), len(outcome.said), flush=True)


if __name__ == "__main__":
    measure(sys.argv[1:] or [*ATTACKS], range(int(os.environ.get("SEEDS", "2"))))
