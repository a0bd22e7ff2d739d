"""Matches between players, to their end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from tabuleiro.engine import GameError
from tabuleiro.i18n import _

if TYPE_CHECKING:
    from tabuleiro.bots.player import Player
    from tabuleiro.engine import Game, Row

__all__ = ["Result", "Stuck", "play_match"]


class Stuck(GameError):
    """A match that does not come to its end."""


@dataclass(frozen=True)
class Result:
    """How a match went."""

    winner: str | None
    """The side that won, None for a draw."""
    points: dict[str, int]
    steps: int
    """How many actions were taken."""
    turn: int
    """The turn in which it ended."""
    seconds: float

    @property
    def rate(self) -> float:
        """Steps a second."""
        return self.steps / self.seconds if self.seconds else 0.0


def play_match(
    game: Game,
    players: Mapping[str, Player],
    *,
    limit: int = 100_000,
    watch: Callable[[Game, Row], object] | None = None,
) -> Result:
    """Let players, by side, play a game to its end.

    ``watch`` is called after each action. Raises `Stuck` after ``limit`` actions.

    >>> from tabuleiro.bots import RandomPlayer
    >>> from tabuleiro.engine.catalogue import Catalogue
    >>> game = Catalogue.installed().new("diadem", seed="1")
    >>> result = play_match(game, {side: RandomPlayer(side) for side in game.module.sides})
    >>> result.turn, result.winner in result.points
    (7, True)
    """
    start = perf_counter()
    steps = 0
    while True:
        asked = game.situation.asked()
        if asked is None:
            break
        if steps >= limit:
            raise Stuck(_("The match did not end after {n} actions.").format(n=limit))
        action = players[asked.side].choose(game)
        row = game.act(action, side=asked.side, thrown=players)
        steps += 1
        if watch is not None:
            watch(game, row)
    outcome = game.position.outcome
    assert outcome is not None  # noqa: S101 - nobody is asked: the match is over
    seconds = perf_counter() - start
    return Result(outcome.winner, dict(outcome.points), steps, game.position.turn, seconds)
