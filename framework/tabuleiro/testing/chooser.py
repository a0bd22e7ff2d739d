"""Players at random for the kit: quick, repeatable, and sure to come to the end of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

    from tabuleiro.engine import Action, Game

__all__ = ["choose", "forward", "play_out"]

_WHOLE_LIST = 0.1


def forward(actions: list[Action]) -> list[Action]:
    """Return the actions that take nothing back, or all if there are no others."""
    return [action for action in actions if not action.retracts] or actions


def choose(game: Game, rng: Random) -> Action:
    """Return a legal action at random: mostly about one piece, now and then of any kind."""
    decision = game.decision()
    if decision is not None and decision.pieces and rng.random() > _WHOLE_LIST:
        about = game.legal(piece=rng.choice(decision.pieces))
        onward = [action for action in about if not action.retracts]
        if onward:
            return rng.choice(onward)
    actions = forward(game.legal())
    kind = rng.choice(sorted({action.kind for action in actions}))
    return rng.choice([action for action in actions if action.kind == kind])


def play_out(game: Game, rng: Random, limit: int = 50_000) -> int:
    """Play a match to its end at random; return the number of actions."""
    count = 0
    while not game.over:
        game.act(choose(game, rng))
        count += 1
        if count > limit:
            raise AssertionError(f"the match did not end after {limit} actions")
    return count
