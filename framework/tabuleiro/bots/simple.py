"""A simple player: rules of thumb, no search, and no look at what its side may not see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tabuleiro.bots.campaign import Campaign
from tabuleiro.bots.choices import (
    choose_advance,
    choose_loss,
    choose_placement,
    choose_retreat,
)
from tabuleiro.bots.declare import Declaring
from tabuleiro.bots.march import March
from tabuleiro.bots.random_player import RandomPlayer, bare_actions
from tabuleiro.bots.sense import Sense, Stakes, stakes
from tabuleiro.engine import OFF, question
from tabuleiro.mechanics.movement import Move, destinations
from tabuleiro.mechanics.recovery import Recover

if TYPE_CHECKING:
    from tabuleiro.engine import Action, Game, Question

__all__ = ["SimplePlayer"]

_PATIENCE: Final = 400
"""After so many choices in one phase it plays at random, so that every match ends."""


class SimplePlayer:
    """Plays either side of any game that has a combat table; others at random.

    It asks the score what objectives and pieces are worth. In its movement it brings together what
    makes good odds, takes pieces out of bad ones, rests those that can recover, goes for objectives
    or guards them; it attacks what pays, with guns and air points where they change the column,
    and fires at the enemy with what is left; it lets the least valuable pieces take losses, and
    retreats into cover. Enemy strengths that are hidden it takes to be what is usual for the type.
    Campaigns of the attrition family, with squadrons, ships and supply, it plays by `Campaign`.

    >>> from tabuleiro.engine.catalogue import Catalogue
    >>> game = Catalogue.installed().new("diadem", seed="1")
    >>> SimplePlayer(7).choose(game).kind
    'place'
    """

    def __init__(self, seed: str | int = "") -> None:
        """Make a player; the same seed plays alike in the same game."""
        self._random = RandomPlayer(seed)
        self._phase: tuple[Any, ...] = ()
        self._choices = 0
        self._orders: dict[str, str] | None = None
        self._declaring = Declaring()
        self._campaign = Campaign()
        self._stakes: Stakes | None = None

    def choose(self, game: Game) -> Action:
        """Return a legal action for the side that is asked."""
        decision = question(game.situation)
        if decision is None or "combat" not in game.module.odds:
            return self._random.choose(game)
        self._notice(game, decision)
        action = None
        if self._choices < _PATIENCE:
            action = self._think(game, decision)
        if action is None or not game.check(action):
            return self._random.choose(game)
        return action

    def _notice(self, game: Game, decision: Question) -> None:
        """Forget what was thought out for another phase."""
        position = game.position
        phase = (game.header.seed, position.turn, position.phase, decision.side)
        self._choices += 1
        if phase != self._phase:
            self._phase, self._choices = phase, 0
            self._orders = None
            self._declaring, self._campaign = Declaring(), Campaign()
            self._stakes = stakes(game.situation, decision.side)

    def _think(self, game: Game, decision: Question) -> Action | None:
        assert self._stakes is not None  # noqa: S101 - noticed
        sense = Sense(game.situation, decision.side, self._stakes)
        if game.module.family == "attrition":
            return self._campaign.choose(game, sense, decision)
        asked = set(decision.actions)
        if "move" in asked:
            return self._march(game, sense, decision)
        if asked & {"assault", "join"}:
            return self._declaring.choose(game, sense, decision)
        actions = [action for action in game.legal() if not action.retracts]
        if "lose" in asked:
            return choose_loss(sense, actions)
        if asked & {"retreat", "displace"}:
            return choose_retreat(sense, actions)
        if "advance" in asked:
            return choose_advance(sense, actions)
        if "place" in asked:
            return choose_placement(sense, actions) or _end(game, decision)
        recoveries = (action for action in actions if isinstance(action, Recover))
        return next(recoveries, None) if "done-recovering" in asked else None

    def _march(self, game: Game, sense: Sense, decision: Question) -> Action | None:
        if self._orders is None:
            self._orders = March(sense, decision.pieces).orders
        for piece, place in list(self._orders.items()):
            found = destinations(sense.s, piece).get(place)
            if found is not None:
                del self._orders[piece]
                return Move(piece, found[0])
        return _end(game, decision) or self._enter(sense, decision)

    def _enter(self, sense: Sense, decision: Question) -> Action | None:
        """Bring somebody in who found no room at first, but must enter."""
        waiting = [piece for piece in decision.pieces if sense.s.place(piece) == OFF]
        for piece, place in March(sense, waiting).orders.items():
            found = destinations(sense.s, piece).get(place)
            if found is not None:
                return Move(piece, found[0])
        return None


def _end(game: Game, decision: Question) -> Action | None:
    return next((action for action in bare_actions(decision) if game.check(action)), None)
