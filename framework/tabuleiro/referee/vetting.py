"""Vetting: what is about to become of a match is looked at before it is kept.

Rules may have faults, and positions that were set up may be such as no rule expects. What the
rules can make nothing of is refused, and leaves no row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import GameError
from tabuleiro.i18n import _
from tabuleiro.referee.errors import in_short
from tabuleiro.rules.victory.scoring import score

if TYPE_CHECKING:
    from tabuleiro.engine import Game, Situation

__all__ = ["vet", "vet_position"]


def vet(game: Game, s: Situation) -> None:
    """Refuse an action after which the rules could not say what is asked."""
    try:
        for side in game.module.sides:
            believed = game.eyes(side).belief(s).s
            believed.decision()
            top = believed.position.top
            next(iter(top.legal(believed)), None) if top is not None else None
    except Exception as error:  # noqa: BLE001 - the rules are a plugin's
        sentence = _("The rules fail after this action, so it was not taken: {why}.")
        raise GameError(sentence.format(why=_why(game, error))) from None


def vet_position(game: Game, s: Situation) -> None:
    """Refuse a position with which the rules can do nothing, such as one with wrong facts."""
    try:
        for side in game.module.sides:
            believed = game.eyes(side).belief(s).s
            believed.decision()
            score(believed)
            top = believed.position.top
            list(top.legal(believed)) if top is not None else None
            [believed.rules.flights(s=believed), believed.rules.reckonings(s=believed)]
    except Exception as error:  # noqa: BLE001 - the rules meet what nobody expects
        sentence = _("The rules can do nothing with this position: {why}.")
        raise GameError(sentence.format(why=_why(game, error))) from None


def _why(game: Game, error: Exception) -> str:
    """Return which rule failed and where, as it is told everywhere."""
    fault = game.fault_of(error)
    return in_short(error) if fault is None else str(fault).removesuffix(".")
