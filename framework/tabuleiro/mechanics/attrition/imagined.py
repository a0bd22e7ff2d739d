"""Imagined attacks: what a preview asks about, squadrons among those who take part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.mechanics.attrition.announce import AttackPlan
from tabuleiro.mechanics.attrition.announcements import ASSAULT
from tabuleiro.mechanics.attrition.bombing import AIR_ATTACK, bombed_as
from tabuleiro.mechanics.attrition.errands import SUPPORT, errand_roles, sending_objections
from tabuleiro.mechanics.attrition.raid_draft import raiders
from tabuleiro.mechanics.attrition.sorties import BOMBER
from tabuleiro.mechanics.presence import AIR, arm

if TYPE_CHECKING:
    from tabuleiro.engine import Situation
    from tabuleiro.engine.verdicts import Objection

__all__ = ["ImaginedAttack"]


class ImaginedAttack(AttackPlan, frozen=True):
    """An attack that nobody plans: whoever asks about it may name squadrons, too."""

    def join_objections(self, s: Situation, piece: str) -> list[Objection]:
        """Return reasons why a piece may not take part; squadrons are sent, they do not join."""
        if self.kind != AIR_ATTACK and arm(s, piece) != AIR:
            return super().join_objections(s, piece)
        errand = SUPPORT if self.kind == ASSAULT else bombed_as(s, self.drafted(s))
        sent = raiders(s, self.side, errand, self.target)
        if any(order.piece == piece for order in sent):
            return []
        able = errand_roles(s, piece, errand) if errand == SUPPORT else ()
        role = BOMBER if BOMBER in able or not able else able[0]
        return sending_objections(s, piece, errand, self.target, role, night=False)
