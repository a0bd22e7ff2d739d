"""A player at random: any legal action may be chosen, and every match comes to its end."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING

from tabuleiro.engine import Action, GameError, question
from tabuleiro.engine.data import DataError
from tabuleiro.i18n import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tabuleiro.engine import Decision, Game, Question

__all__ = ["RandomPlayer", "bare_actions"]

_TRIES = 6
"""How many pieces are tried blindly before all are gone through."""
_AT_LARGE = 0.1
"""How often it looks for actions that are about no piece, where there might be any."""


class RandomPlayer:
    """Chooses among the legal actions, but never takes anything back while it can go on.

    In an open phase it picks a piece (or hex) first and then one of its actions, because to list
    all actions of all pieces takes much longer; now and then it takes an action that is about no
    piece, like a raid on a hex. The more pieces can still do something, the less likely it ends
    the phase: on average about as many actions are taken as there were pieces. Where something is
    declared or chosen it picks the kind of action first.

    >>> from tabuleiro.engine.catalogue import Catalogue
    >>> game = Catalogue.installed().new("diadem", seed="1")
    >>> one, other = RandomPlayer(7).choose(game), RandomPlayer(7).choose(game)
    >>> one.kind, one == other
    ('place', True)
    """

    def __init__(self, seed: str | int = "") -> None:
        """Make a player; the same seed plays alike in the same game."""
        self._random = Random(str(seed))  # noqa: S311 - a game, not a secret

    def choose(self, game: Game) -> Action:
        """Return a legal action for the side that is asked."""
        asked = question(game.situation)
        if asked is None:
            raise GameError(_("The match is over: there is nothing to decide."))
        if asked.kind == "phase":
            action = self._in_phase(game, asked)
            if action is not None:
                return action
        return self._of_a_kind(_forward(game.legal()))

    def _in_phase(self, game: Game, asked: Question) -> Action | None:
        """Choose in an open phase, or return None if nothing is found piece by piece."""
        subjects = asked.pieces or asked.hexes
        by_piece = bool(asked.pieces)
        ends = None
        if self._random.random() * (len(subjects) + 1) < 1:
            ends = bare_actions(asked)
            self._random.shuffle(ends)
            for end in ends:
                if game.check(end):
                    return end
        if by_piece and self._random.random() < _AT_LARGE and any(map(_at_large, asked.actions)):
            found = [a for a in _forward(game.legal()) if _at_large(a.kind)]
            if found:
                return self._of_a_kind(found)
        for subject in self._some(subjects):
            found = game.legal(piece=subject) if by_piece else game.legal(hex=subject)
            actions = [action for action in found if not action.retracts]
            if actions:
                return self._random.choice(actions)
        ends = bare_actions(asked) if ends is None else ends
        return next((end for end in ends if game.check(end)), None)

    def _some(self, subjects: Sequence[str]) -> Iterator[str]:
        """Yield a few subjects blindly, then all of them in some order."""
        if not subjects:
            return
        for _try in range(_TRIES):
            yield self._random.choice(subjects)
        yield from self._random.sample(subjects, len(subjects))

    def _of_a_kind(self, actions: Sequence[Action]) -> Action:
        if not actions:
            raise GameError(_("No action is legal, but the match is not over."))
        kinds = sorted({action.kind for action in actions})
        kind = self._random.choice(kinds)
        return self._random.choice([action for action in actions if action.kind == kind])


def _forward(actions: list[Action]) -> list[Action]:
    """Return the actions that take nothing back, or all if there are no others."""
    return [action for action in actions if not action.retracts] or actions


def bare_actions(decision: Decision | Question) -> list[Action]:
    """Return the actions of a decision that need no more than their name: end, confirm, stop.

    >>> from tabuleiro.engine import Decision, msg
    >>> import tabuleiro.mechanics.movement_phase
    >>> bare_actions(Decision("axis", msg("Move."), actions=("move", "end-phase")))
    [EndPhase()]
    """
    found = (_bare(kind) for kind in decision.actions)
    return [action for action in found if action is not None and not action.retracts]


@lru_cache
def _at_large(kind: str) -> bool:
    """Return whether a kind of action names a place and nothing else."""
    return any(_whole({"type": kind, name: ""}) is not None for name in ("hex", "target"))


@lru_cache
def _bare(kind: str) -> Action | None:
    return _whole({"type": kind})


def _whole(data: dict[str, str]) -> Action | None:
    """Return the action that data describe, if they say all that it needs."""
    try:
        return Action.from_data(data)
    except DataError:
        return None
