"""Attacks of Papua: planned together and announced; the defender answers them one by one (5.0).

Squadrons are sent, they do not join. Whoever asks what an attack would come to may name some.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.hooks import hookimpl
from tabuleiro.rules.air.mission_plan import BOMBER
from tabuleiro.rules.combat.carrying_out_attacks import DefenceAnswer
from tabuleiro.rules.combat.declared_attacks import ASSAULT
from tabuleiro.rules.combat.declaring_all_at_once import AttackPlan
from tabuleiro.rules.ground.land_units import AIR, arm
from tabuleiro_papua.air.bombing_sum import AIR_ATTACK, bombed_as
from tabuleiro_papua.air.errands import SUPPORT, errand_roles, sending_objections
from tabuleiro_papua.air.raid_draft import raiders

if TYPE_CHECKING:
    from tabuleiro.engine import Situation
    from tabuleiro.engine.verdicts import Objection
    from tabuleiro.rules.combat.battle import Battle
    from tabuleiro.rules.combat.draft import Draft

__all__ = ["AnnouncedAttacks"]


class AnnouncedAttacks:
    """A part: attacks are planned together and announced; the defender answers one by one."""

    @hookimpl
    def declaration(self, s: Situation, battle: Battle, side: str) -> Draft:
        if side != battle.attacker:
            return DefenceAnswer(battle)
        flying = any(arm(s, piece) == AIR for piece in (*battle.attackers, *battle.support))
        imagined = flying or battle.kind == AIR_ATTACK
        plan = ImaginedAttack if imagined else AttackPlan
        return plan(side, battle.kind, battle.target)


class ImaginedAttack(AttackPlan, frozen=True):
    """An attack that nobody plans: whoever asks about it names squadrons, too."""

    def join_objections(self, s: Situation, piece: str) -> list[Objection]:
        """Return reasons why a piece may not take part."""
        if self.kind != AIR_ATTACK and arm(s, piece) != AIR:
            return super().join_objections(s, piece)
        return _flight_objections(s, self.drafted(s), piece)


def _flight_objections(s: Situation, battle: Battle, piece: str) -> list[Objection]:
    """Return reasons why a piece could not fly in an attack that somebody imagines."""
    errand = SUPPORT if battle.kind == ASSAULT else bombed_as(s, battle)
    sent = raiders(s, battle.attacker, errand, battle.target)
    if any(order.piece == piece for order in sent):
        return []
    able = errand_roles(s, piece, errand) if errand == SUPPORT else ()
    role = BOMBER if BOMBER in able or not able else able[0]
    return sending_objections(s, piece, errand, battle.target, role, night=False)
