"""Advice in ladder games: rules of thumb for each decision, without any search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import OFF
from tabuleiro.engine.actions import bare_actions
from tabuleiro.rules.advice.choices import choose_after_battle, choose_placement
from tabuleiro.rules.advice.declare import Declaring
from tabuleiro.rules.advice.march import March
from tabuleiro.rules.advice.sense import Sense, Stakes, stakes
from tabuleiro.rules.arrivals.recovery import Recover
from tabuleiro.rules.ground.movement import Move, destinations

if TYPE_CHECKING:
    from tabuleiro.engine import Action, Question
    from tabuleiro.engine.seat import Imagined

__all__ = ["LadderAdviser"]


class LadderAdviser:
    """Advises a side of a ladder game through one phase.

    It asks the score what objectives and pieces are worth. In its movement it brings together what
    makes good odds, takes pieces out of bad ones, rests those that can recover, goes for objectives
    or guards them; it attacks what pays, with guns and air points where they change the column,
    and fires at the enemy with what is left; it lets the least valuable pieces take losses, and
    retreats into cover. Strengths that are hidden it takes to be what is usual for the type.
    """

    def __init__(self, game: Imagined, side: str) -> None:
        """Look at what is at stake as the phase begins."""
        self._stakes: Stakes = stakes(game.situation, side)
        self._orders: dict[str, str] | None = None
        self._declaring = Declaring()

    def advise(self, game: Imagined, decision: Question) -> Action | None:
        """Return an action for what is asked, None if nothing comes to mind."""
        sense = Sense(game.situation, decision.side, self._stakes)
        asked = set(decision.actions)
        if "move" in asked:
            return self._march(game, sense, decision)
        if asked & {"assault", "join"}:
            return self._declaring.choose(game, sense, decision)
        actions = [action for action in game.legal() if not action.retracts]
        if asked & {"lose", "retreat", "displace", "advance"}:
            return choose_after_battle(sense, asked, actions)
        if "place" in asked:
            return choose_placement(sense, actions) or _end(game, decision)
        recoveries = (action for action in actions if isinstance(action, Recover))
        return next(recoveries, None) if "done-recovering" in asked else None

    def _march(self, game: Imagined, sense: Sense, decision: Question) -> Action | None:
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


def _end(game: Imagined, decision: Question) -> Action | None:
    return next((action for action in bare_actions(decision) if game.check(action)), None)
