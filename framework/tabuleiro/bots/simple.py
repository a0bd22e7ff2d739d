"""A simple player: it follows the advice that the rules of a game give, without any search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tabuleiro.bots.random_player import RandomPlayer
from tabuleiro.engine import GameError, question
from tabuleiro.engine.faults import ASIDE

if TYPE_CHECKING:
    from tabuleiro.engine import Action, Question
    from tabuleiro.engine.seat import Imagined, Thinker
    from tabuleiro.hooks import Adviser

__all__ = ["SimplePlayer"]

_PATIENCE: Final = 400
"""After so many choices in one phase it plays at random, so that every match ends."""


class SimplePlayer:
    """Plays either side of any game whose rules give advice; others at random.

    It sees what its seat sees. The advice comes from the hook ``adviser``: whoever writes rules
    knows best what they reward.

    >>> from tabuleiro.engine.catalogue import Catalogue
    >>> from tabuleiro.seats import Table
    >>> seat = Table(Catalogue.installed().new("diadem", seed="1")).seat("axis")
    >>> SimplePlayer(7).choose(seat).kind
    'place'
    """

    def __init__(self, seed: str | int = "") -> None:
        """Make a player; the same seed plays alike in the same game."""
        self._random = RandomPlayer(seed)
        self._phase: tuple[Any, ...] = ()
        self._choices = 0
        self._adviser: Adviser | None = None

    def choose(self, seat: Thinker) -> Action:
        """Return a legal action for the side of a seat that is asked."""
        return self.pick(seat.imagine())

    def pick(self, game: Imagined) -> Action:
        """Return a legal action in a match that is imagined."""
        decision = question(game.situation)
        if decision is None:
            return self._random.pick(game)
        action = self._advised(game, decision)
        if action is None or not game.check(action):
            return self._random.pick(game)
        return action

    def _advised(self, game: Imagined, decision: Question) -> Action | None:
        """Return what the rules advise, None if nothing; or if they fail, and were set aside."""
        try:
            self._notice(game, decision)
            if self._adviser is not None and self._choices < _PATIENCE:
                return self._adviser.advise(game, decision)
        except GameError:
            raise
        except Exception as error:
            fault = game.fault_of(error)
            if fault is None:
                raise
            if fault.rule not in game.position.facts.get(ASIDE, ()):
                raise fault from error
        return None

    def _notice(self, game: Imagined, decision: Question) -> None:
        """Ask for advice anew where another phase begins."""
        position = game.position
        phase = (game.header.match, position.turn, position.phase, decision.side)
        self._choices += 1
        if phase != self._phase:
            self._phase, self._choices = phase, 0
            s = game.situation
            self._adviser = s.rules.adviser(s=s, game=game, side=decision.side)
