"""Who advises a computer player of Papua: the campaign, decision by decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.rules.advice.sense import Sense, stakes
from tabuleiro_papua.advice.campaign import Campaign

if TYPE_CHECKING:
    from tabuleiro.engine import Action, Question
    from tabuleiro.engine.seat import Imagined

__all__ = ["CampaignAdviser"]


class CampaignAdviser:
    """Advises a side of an attrition game, with squadrons, ships and supply, through one phase."""

    def __init__(self, game: Imagined, side: str) -> None:
        """Look at what is at stake as the phase begins."""
        self._stakes = stakes(game.situation, side)
        self._campaign = Campaign()

    def advise(self, game: Imagined, decision: Question) -> Action | None:
        """Return an action for what is asked, None if nothing comes to mind."""
        sense = Sense(game.situation, decision.side, self._stakes)
        return self._campaign.choose(game, sense, decision)
