"""Matches at random, with twins of some of their positions."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.knowledge import NOBODY
from tabuleiro.testing.secrecy.house import new_match
from tabuleiro.testing.secrecy.pairs import Pair
from tabuleiro.testing.secrecy.report import SecrecyReport
from tabuleiro.testing.secrecy.twins import MUTATORS, next_action, twin_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tabuleiro.engine import Game

__all__ = ["check_secrecy", "try_twins"]

_LENGTH = 700


def try_twins(
    game: Game,
    report: SecrecyReport,
    rng: Random,
    *,
    viewers: Iterable[str] = (),
    mutators: Iterable[str] = tuple(MUTATORS),
    about: str = "",
) -> None:
    """Make twins of a position in all ways for all sides and an onlooker, and play them."""
    for viewer in viewers or (*game.module.sides, NOBODY):
        for mutator in mutators:
            start = rng.getrandbits(32)
            twin = twin_of(game, viewer, mutator, Random(start))
            if twin is None:
                continue
            report.twins[mutator] = report.twins.get(mutator, 0) + 1
            what = f"{about}, {viewer or 'an onlooker'}, {mutator} {start}"
            Pair(game, viewer, twin, report, what, way=mutator).run(Random(start))


def check_secrecy(
    name: str,
    hiding: str,
    *,
    seed: int,
    probes: int = 20,
    catalogue: Catalogue | None = None,
    options: Mapping[str, Any] | None = None,
    mutators: tuple[str, ...] = tuple(MUTATORS),
    length: int = _LENGTH,
) -> SecrecyReport:
    """Play a match at random, and at some of its positions try twins of all kinds."""
    catalogue = catalogue or Catalogue.installed()
    game = new_match(catalogue, name, hiding, str(seed), options)
    report = SecrecyReport(name, hiding)
    rng = Random(f"{name} {hiding} {seed}")
    wanted = set(rng.sample(range(length), probes))
    for count in range(length):
        if game.over:
            break
        if count in wanted:
            about = f"seed {seed}, action {count}"
            try_twins(game, report, rng, mutators=mutators, about=about)
        action = next_action(game, rng)
        if action is None:
            break
        game.act(action, thrown=game.module.sides)
    return report
