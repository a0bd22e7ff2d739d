"""The long run: ``python -m tabuleiro.testing.secrecy GAMES HIDING --seeds 1-50``."""

from __future__ import annotations

import argparse
import json
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tabuleiro.testing.secrecy.house import HOUSE_RULES
from tabuleiro.testing.secrecy.long_run import (
    GAMES,
    TEMPLATE,
    Job,
    jobs_of,
    run_jobs,
    summary,
    template_game,
)

if TYPE_CHECKING:
    from tabuleiro.testing.secrecy.report import SecrecyReport

_SEALING = ("covered", "sealed")


def _numbers(text: str) -> range:
    first, _dash, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def _option(text: str) -> tuple[str, Any]:
    name, _equals, value = text.partition("=")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def _words() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="?", default=",".join(GAMES),
                        help="with the first scenario, or GAME/SCENARIO, or GAME/*")  # fmt: skip
    parser.add_argument("hiding", nargs="?", default=",".join((*_SEALING, *HOUSE_RULES)))
    parser.add_argument("--seeds", type=_numbers, default=range(1, 6))
    parser.add_argument("--probes", type=int, default=20, help="positions of a match with twins")
    parser.add_argument("--length", type=int, help="among the first so many actions of a match")
    parser.add_argument("--option", type=_option, action="append", default=[],
                        help="of the game: name=value")  # fmt: skip
    parser.add_argument("--each-option", action="store_true", help="a match for each of its values")
    parser.add_argument("--pairs", type=int, help="stop when there were so many")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--summary", type=Path, help="a file for what came of it")
    return parser.parse_args()


def main() -> int:
    """Play matches with twins; print what was compared, and every difference."""
    asked = _words()
    games = asked.games.split(",")
    begun = time.time()

    def tell(job: Job, report: SecrecyReport) -> None:
        print(
            f"{job.about} seed {job.seed}: {sum(report.twins.values())} twins {report.twins}, "
            f"{report.pairs} pairs, {report.rows} rows, {report.revealed} revealed, "
            f"{report.parted} parted, {len(report.differences)} differences, "
            f"{time.time() - begun:.0f} s",
            *report.differences, sep="\n  ", flush=True,
        )  # fmt: skip

    with ExitStack() as stack:
        if TEMPLATE in games:
            stack.enter_context(template_game())
        jobs = jobs_of(
            games, asked.hiding.split(","), asked.seeds, asked.probes,
            options=dict(asked.option), each=asked.each_option, length=asked.length,
        )  # fmt: skip
        found = run_jobs(jobs, workers=asked.workers, most=asked.pairs, tell=tell)
    text = summary(found, ["python -m tabuleiro.testing.secrecy", *sys.argv[1:]])
    if asked.summary is not None:
        asked.summary.write_text(text, encoding="utf-8")
    print(text.splitlines()[2])
    return int(any(report.differences for _seeds, report in found.values()))


if __name__ == "__main__":
    sys.exit(main())
