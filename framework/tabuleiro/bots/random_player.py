"""A player at random: any legal action may be chosen, and every match comes to its end."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING

from tabuleiro.engine import Action, GameError, question
from tabuleiro.engine.actions import bare_actions, whole_action
from tabuleiro.i18n import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tabuleiro.engine import Question
    from tabuleiro.engine.seat import Imagined, Thinker

__all__ = ["RandomPlayer"]

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
    >>> from tabuleiro.seats import Table
    >>> seat = Table(Catalogue.installed().new("diadem", seed="1")).seat("axis")
    >>> one, other = RandomPlayer(7).choose(seat), RandomPlayer(7).choose(seat)
    >>> one.kind, one == other
    ('place', True)
    """

    def __init__(self, seed: str | int = "") -> None:
        """Make a player; the same seed plays alike in the same game."""
        self._random = Random(str(seed))  # noqa: S311 - a game, not a secret

    def choose(self, seat: Thinker) -> Action:
        """Return a legal action for the side of a seat that is asked."""
        return self.pick(seat.imagine())

    def pick(self, game: Imagined) -> Action:
        """Return a legal action in a match that is imagined."""
        asked = question(game.situation)
        if asked is None:
            raise GameError(_("The match is over: there is nothing to decide."))
        if asked.kind == "phase":
            action = self._in_phase(game, asked)
            if action is not None:
                return action
        return self._of_a_kind(_forward(game.legal()))

    def _in_phase(self, game: Imagined, asked: Question) -> Action | None:
        """Choose in an open phase, or return None if nothing is found piece by piece."""
        subjects, by_piece = asked.pieces or asked.hexes, bool(asked.pieces)
        if not subjects:  # the decision does not say what it is about: its actions do
            about = (action.about for action in game.legal())
            subjects, by_piece = tuple(dict.fromkeys(filter(None, about))), True
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


@lru_cache
def _at_large(kind: str) -> bool:
    """Return whether a kind of action names a place and nothing else."""
    return any(whole_action({"type": kind, name: ""}) for name in ("hex", "target"))
