"""Series of matches between computer players, in one process or in several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tabuleiro.bots.inspector import Inspector
from tabuleiro.bots.match import play_match
from tabuleiro.bots.player import make_player
from tabuleiro.engine.faults import RuleFault, show_traceback
from tabuleiro.store.failed import keep_failed

if TYPE_CHECKING:
    from tabuleiro.engine import Game
    from tabuleiro.engine.catalogue import Catalogue
    from tabuleiro.module import Module

__all__ = ["Plan", "Played", "Summary", "play_all", "play_one", "seeds", "summary"]


@dataclass(frozen=True)
class Plan:
    """A match to be played."""

    game: str
    seed: str
    players: Mapping[str, str]
    """Names of computer players by side."""
    scenario: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    check: bool = False
    save: str | None = None
    """A folder for the ``.partida`` file."""


@dataclass(frozen=True)
class Played:
    """How a match went; ``findings`` are sentences about what went wrong."""

    seed: str
    winner: str | None
    points: dict[str, int]
    steps: int
    turn: int
    seconds: float
    over: bool = True
    findings: tuple[str, ...] = ()
    file: str | None = None
    kept: str | None = None
    """The file of a match in which a rule failed."""


@lru_cache(maxsize=1)
def _catalogue() -> Catalogue:
    from tabuleiro.engine.catalogue import Catalogue

    return Catalogue.installed()


@lru_cache(maxsize=4)
def _module(name: str) -> Module:
    return _catalogue().module(name)


def seeds(first: str, count: int) -> list[str]:
    """Return the seeds of a series, so that each match can be played again by itself.

    >>> seeds("7", 3), seeds("cassino", 2)
    (['7', '8', '9'], ['cassino', 'cassino-2'])
    """
    if first.isdecimal():
        return [str(int(first) + n) for n in range(count)]
    return [first, *(f"{first}-{n}" for n in range(2, count + 1))]


def play_one(plan: Plan) -> Played:
    """Play one match; whatever goes wrong in it becomes a finding.

    >>> players = {"allied": "random", "axis": "random"}
    >>> one, again = (play_one(Plan("diadem", "1", players)) for _ in range(2))
    >>> one.points == again.points, one.findings
    (True, ())
    """
    game = _catalogue().new(_module(plan.game), plan.scenario, seed=plan.seed, options=plan.options)
    players = {
        side: make_player(name, f"{plan.seed}/{side}") for side, name in plan.players.items()
    }
    inspector = Inspector() if plan.check else None
    findings: list[str] = []
    seconds, kept = 0.0, None
    try:
        seconds = play_match(game, players, watch=inspector).seconds
        if inspector:
            inspector.at_end(game)
    except Exception as error:  # noqa: BLE001 - that is what is looked for
        show_traceback(error)
        fault = error if isinstance(error, RuleFault) else game.fault_of(error)
        told = f"{type(error).__name__}: {error}" if fault is None else str(fault)
        findings.append(f"action {len(game.log)}: {told}")
        kept = None if fault is None else keep_failed(game, fault)
    findings = [*(inspector.findings if inspector else ()), *findings]
    outcome = game.position.outcome
    return Played(
        seed=plan.seed,
        winner=outcome.winner if outcome else None,
        points=dict(outcome.points) if outcome else {},
        steps=len(game.log) - 1,
        turn=game.position.turn,
        seconds=seconds,
        over=game.over,
        findings=tuple(findings),
        file=_saved(game, plan) if plan.save else None,
        kept=None if kept is None else str(kept),
    )


def _saved(game: Game, plan: Plan) -> str:
    from tabuleiro.engine.knowledge import EVERYTHING
    from tabuleiro.store import write_partida

    folder = Path(plan.save or "")
    folder.mkdir(parents=True, exist_ok=True)
    name = "".join(c if c.isalnum() or c in "-_" else "_" for c in plan.seed)[:60]
    path = folder / f"{game.module.id}-{name}.partida"
    write_partida(path, game, f"{game.module.id} {plan.seed}", viewer=EVERYTHING)
    return str(path)


def play_all(plans: Sequence[Plan], jobs: int = 1) -> Iterator[Played]:
    """Play matches and yield how they went, in order."""
    if jobs <= 1 or len(plans) == 1:
        yield from map(play_one, plans)
        return
    pool = ProcessPoolExecutor(min(jobs, len(plans)), mp_context=get_context("spawn"))
    try:
        yield from pool.map(play_one, plans)
    finally:
        with suppress(Exception):
            pool.shutdown(cancel_futures=True)


@dataclass(frozen=True)
class Summary:
    """What a series comes to."""

    matches: int
    wins: dict[str, int]
    draws: int
    points: dict[str, float]
    """Mean points by side."""
    steps: float
    rate: float
    """Steps a second of one process."""


def summary(sides: Iterable[str], played: Sequence[Played]) -> Summary:
    """Return wins, mean points and speed of a series.

    >>> one = Played("1", "axis", {"allied": 3, "axis": 9}, 10, 7, 2.0)
    >>> summary(["allied", "axis"], [one]).wins
    {'allied': 0, 'axis': 1}
    """
    over = [one for one in played if one.over]
    count = max(len(over), 1)
    sides = list(sides)
    seconds = sum(one.seconds for one in over)
    return Summary(
        matches=len(over),
        wins={side: sum(one.winner == side for one in over) for side in sides},
        draws=sum(one.winner is None for one in over),
        points={side: sum(one.points[side] for one in over) / count for side in sides},
        steps=sum(one.steps for one in over) / count,
        rate=sum(one.steps for one in over) / seconds if seconds else 0.0,
    )
