"""Long runs: matches of many games with much hidden in many ways, by several processes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache
from itertools import islice
from multiprocessing import get_context
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.options import DICE, STRICTNESS, TOPICS
from tabuleiro.rules.recon.secrecy import SEALING
from tabuleiro.testing.secrecy.house import HOUSE_RULES
from tabuleiro.testing.secrecy.matches import check_secrecy
from tabuleiro.testing.secrecy.report import SecrecyReport

if TYPE_CHECKING:
    from tabuleiro.module import Module

__all__ = ["GAMES", "TEMPLATE", "Job", "jobs_of", "run_jobs", "summary", "template_game"]

TEMPLATE = "template"
"""The game that ``tabuleiro new-plugin`` writes."""
EVERY = "*"
"""In place of a scenario: all of them."""
GAMES = ("diadem", "leyte", "metz", "papua", TEMPLATE)
_LENGTHS = {
    "diadem": 550, "leyte": 2000, "metz": 1000, "papua": 1900, TEMPLATE: 60,
    "filipinas/campaign": 3800, "filipinas/ashore": 150, "filipinas/leyte-gulf": 150,
    "filipinas/eighth-army": 480,
}  # fmt: skip
"""About how many actions a match has, so that its end is looked at as well."""
_AHEAD = 4
_HEADS = ("game, hidden, options", "seeds", "pairs", "by how the twins differ", "rows", "revealed",
          "parted", "differences")  # fmt: skip
_PLUGINS = "TABULEIRO_PLUGINS"


class Job(NamedTuple):
    """A match to be played, with twins at some of its positions."""

    game: str
    """With a scenario, if it is not the first one: ``GAME/SCENARIO``."""
    hiding: str
    options: Mapping[str, Any]
    seed: int
    probes: int
    length: int

    @property
    def about(self) -> str:
        """The game, what is hidden, and what is not by default."""
        return " ".join([self.game, self.hiding, *(f"{k}={v}" for k, v in self.options.items())])


@contextmanager
def template_game() -> Iterator[None]:
    """Let the game be there, for this process and those that it starts, that a plugin begins as."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tabuleiro.cli", "new-plugin", TEMPLATE, "--dir", folder]
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - our own program
        before = os.environ.get(_PLUGINS)
        os.environ[_PLUGINS] = os.pathsep.join(filter(None, [before, folder]))
        try:
            yield
        finally:
            os.environ.pop(_PLUGINS)
            if before is not None:
                os.environ[_PLUGINS] = before


@cache
def _catalogue() -> Catalogue:
    return Catalogue.installed()


def _each_scenario(games: Iterable[str]) -> Iterator[tuple[str, Module]]:
    """Yield games with their modules; ``GAME/*`` stands for all scenarios of a game."""
    for game in games:
        name, _slash, scenario = game.partition("/")
        module = _catalogue().module(name)
        if scenario == EVERY:
            yield from ((f"{name}/{one}", module) for one in module.scenarios)
        else:
            yield game, module


def each_option(module: Module) -> Iterator[dict[str, Any]]:
    """Yield for each value of each option that is not its default the options with that value."""
    for option in module.options.values():
        if option.id == SEALING:
            continue
        for value in option.choices or (True, False):
            if value != option.default:
                yield {option.id: value}
    for how in STRICTNESS[1:]:
        yield {"strictness": dict.fromkeys(TOPICS, how)}
    yield {"dice": DICE[1]}


def jobs_of(
    games: Sequence[str],
    hidings: Iterable[str],
    seeds: Iterable[int],
    probes: int,
    *,
    options: Mapping[str, Any],
    each: bool = False,
    length: int | None = None,
) -> Iterator[Job]:
    """Yield matches: of each seed all games, all that is hidden, and ``each`` value of options."""
    for seed in seeds:
        for game, module in _each_scenario(games):
            values = list(each_option(module)) if each else [{}]
            for hiding in hidings:
                if hiding not in HOUSE_RULES and SEALING not in module.options:
                    continue
                for value in values:
                    chosen = {**options, **value}
                    far = length or _LENGTHS.get(game, 700)
                    yield Job(game, hiding, chosen, seed, min(probes, far), far)


def play(job: Job) -> tuple[Job, SecrecyReport]:
    """Play one match."""
    report = check_secrecy(
        job.game, job.hiding, seed=job.seed, probes=job.probes, catalogue=_catalogue(),
        options=job.options, length=job.length,
    )  # fmt: skip
    return job, report


def run_jobs(
    jobs: Iterator[Job],
    *,
    workers: int = 1,
    most: int | None = None,
    tell: Callable[[Job, SecrecyReport], object],
) -> dict[str, tuple[list[int], SecrecyReport]]:
    """Play matches until there are no more, or pairs enough; return what came of each kind.

    With several ``workers`` a few matches more may be played than would have been enough.
    """
    found: dict[str, tuple[list[int], SecrecyReport]] = {}
    pairs = 0
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        while most is None or pairs < most:
            some = list(islice(jobs, workers * _AHEAD))
            if not some:
                break
            for job, report in pool.map(play, some) if workers > 1 else map(play, some):
                seeds, whole = found.setdefault(
                    job.about, ([], SecrecyReport(job.game, job.hiding))
                )
                seeds.append(job.seed)
                whole.add(report)
                pairs += report.pairs
                tell(job, report)
    return found


def summary(
    found: Mapping[str, tuple[Sequence[int], SecrecyReport]], command: Sequence[str]
) -> str:
    """Return what came of a run, to be written down."""
    reports = [report for _seeds, report in found.values()]
    lines = [
        f"# {' '.join(command)}",
        "",
        _in_all(reports),
        "",
        "| " + " | ".join(_HEADS) + " |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for about, (seeds, r) in found.items():
        ways = ", ".join(f"{way} {n}" for way, n in r.ways.items())
        lines.append(
            f"| {about} | {_ranges(seeds)} | {r.pairs} | {ways} | {r.rows} | {r.revealed} "
            f"| {r.parted} | {len(r.differences)} |"
        )
    lines += ["", *(text for r in reports for text in r.differences)]
    return "\n".join(lines) + "\n"


def _in_all(reports: Sequence[SecrecyReport]) -> str:
    pairs, rows = sum(r.pairs for r in reports), sum(r.rows for r in reports)
    return f"{pairs:,} pairs, {rows:,} rows, {sum(len(r.differences) for r in reports)} differences"


def _ranges(seeds: Iterable[int]) -> str:
    """Return numbers in short.

    >>> _ranges([1, 2, 3, 7])
    '1-3 7'
    """
    found: list[list[int]] = []
    for seed in sorted(seeds):
        if found and found[-1][1] == seed - 1:
            found[-1][1] = seed
        else:
            found.append([seed, seed])
    return " ".join(f"{a}" if a == b else f"{a}-{b}" for a, b in found)
